"""Rules as data: schema, layers, matching. `rules/*.yaml` are read only here."""

from fastjev.project import project_root
from fastjev.rulebook.book import Rulebook
from fastjev.rulebook.load import load, load_core
from fastjev.rulebook.pattern import Words
from fastjev.rulebook.phrases import Phrases
from fastjev.rulebook.places import LAYERS
from fastjev.rulebook.rule import Hit, Off, Rule

__all__ = ["LAYERS", "Hit", "Off", "Phrases", "Rule", "Rulebook", "Words", "load", "load_core", "project_root"]
