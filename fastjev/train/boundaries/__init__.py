"""Weights that say where in a message a new intent begins, from labelled conversations."""
