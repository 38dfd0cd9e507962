"""Compacts the history of an AI coding session by deciding, never by writing."""

__version__ = "0.1.0"
