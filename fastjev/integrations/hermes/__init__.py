"""Hermes Agent as a host: a context engine, the plugin that registers it, and how both get into its home.

Nothing here imports Hermes but `plugin`, which Hermes itself calls.
"""
