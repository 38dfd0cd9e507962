"""Where `fastjev.visible` was."""

from fastjev.visible import visible, visible_json

__all__ = ["visible", "visible_json"]
