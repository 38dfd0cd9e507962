"""Rules as data: schema, layers, matching. `rules/*.yaml` are read only here."""

from fastjev.rulebook.book import Hit, Off, Rule, Rulebook
from fastjev.rulebook.load import load, load_core
from fastjev.rulebook.places import LAYERS, project_root

__all__ = ["LAYERS", "Hit", "Off", "Rule", "Rulebook", "load", "load_core", "project_root"]
