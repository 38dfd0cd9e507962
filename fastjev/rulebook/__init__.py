"""Rules as data: schema, layers, matching. `rules/*.yaml` are read only here."""

from fastjev.project import project_root
from fastjev.rulebook.book import Hit, Off, Rule, Rulebook
from fastjev.rulebook.load import load, load_core
from fastjev.rulebook.places import LAYERS

__all__ = ["LAYERS", "Hit", "Off", "Rule", "Rulebook", "load", "load_core", "project_root"]
