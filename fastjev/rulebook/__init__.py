"""Rules as data: schema, layers, matching. `rules/*.yaml` are read only here."""

from fastjev.rulebook.book import Hit, Miss, Rule, Rulebook
from fastjev.rulebook.load import load, load_core

__all__ = ["Hit", "Miss", "Rule", "Rulebook", "load", "load_core"]
