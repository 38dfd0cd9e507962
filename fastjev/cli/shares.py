"""Shares as people write them."""

import re
from typing import Any

import click


class Share(click.ParamType[float]):
    """A share between nothing and all, as `0.6` or `60%`."""

    name = "share"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """As a number between 0 and 1."""
        if isinstance(value, float):
            return value
        found = re.fullmatch(r"([0-9]{1,3}(?:\.[0-9]{1,6})?)(%?)", str(value), re.ASCII)
        share = float(found[1]) / (100 if found[2] else 1) if found else 0.0
        if not 0 < share < 1:
            self.fail(f"{value!r} is no share between 0 and 1; write 0.6 or 60%", param, ctx)
        return share
