"""Settings files as people and programs write them."""

import json
from typing import Any

from hypothesis import strategies as st

_NAMES = st.sampled_from(
    ["env", "hooks", "model", "权限", "a.b", "", 'quo"te', "tab\there", "statusLine", "enabledPlugins"]
)
_LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.text(max_size=8),
    st.sampled_from(["}", '{"a": 1}', "不要动", "\\", ","]),
)
_VALUES = st.recursive(
    _LEAVES,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(_NAMES, inner, max_size=3)),
    max_leaves=6,
)
FOREIGN: dict[str, Any] = {
    "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "say 完成"}]}]},
    "enabledPlugins": {"other@market": True},
    "extraKnownMarketplaces": {"market": {"source": {"source": "github", "repo": "some/market"}}},
    "pluginConfigs": {"other@market": {"options": {"bin": "other"}}},
}


@st.composite
def files(draw: st.DrawFn) -> bytes:
    """The bytes of a settings file: any members, in any order and layout, a mark in front or not."""
    members = draw(st.dictionaries(_NAMES.filter(lambda name: name != "enabledPlugins"), _VALUES, max_size=4))
    for key in draw(st.lists(st.sampled_from(sorted(FOREIGN)), unique=True)):
        members[key] = draw(st.sampled_from([FOREIGN[key], {}]))
    members.pop("statusLine", None) if draw(st.booleans()) else None
    shuffled = dict(draw(st.permutations(list(members.items()))))
    indent = draw(st.sampled_from([None, 1, 2, 4, "\t"]))
    separators = draw(st.sampled_from([None, (",", ":"), (" , ", " : ")])) if indent is None else None
    text = json.dumps(shuffled, indent=indent, separators=separators, ensure_ascii=draw(st.booleans()))
    if draw(st.booleans()):
        text = text.replace("{}", draw(st.sampled_from(["{ }", "{\n}", "{\t}"])))
    text = draw(st.sampled_from(["", "\n", " "])) + text + draw(st.sampled_from(["", "\n", "\n\n", " "]))
    if draw(st.booleans()):
        text = text.replace("\n", "\r\n")
    mark = b"\xef\xbb\xbf" if draw(st.booleans()) else b""
    return mark + text.encode("utf-8", "replace")
