"""JSON as this project writes it: one line, readable Chinese, exact for every string a transcript can hold."""

import json
import re
from typing import Any

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def dump(value: Any, *, dense: bool = False) -> str:
    """`value` as one line of JSON that UTF-8 can carry and `json.loads` gives back unchanged; `dense`: no blanks."""
    # A lone surrogate is legal in a JSON string and impossible in UTF-8; its escape is both.
    plain = json.dumps(value, ensure_ascii=False, separators=(",", ":") if dense else None)
    return _LONE_SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", plain)
