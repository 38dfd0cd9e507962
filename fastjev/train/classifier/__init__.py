"""Weights of the labels that rules leave open, from labelled conversations."""
