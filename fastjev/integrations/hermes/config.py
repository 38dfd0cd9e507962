"""Hermes's `config.yaml` as text: two keys put into it, and all else left as a person wrote it.

Where what comes out does not say exactly what went in and these keys, nothing is written: YAML has more forms than this
knows.
"""

from typing import Any

from fastjev.errors import SettingsError

NAME = "fastjev"
DEFAULT_ENGINE = "compressor"
"""The host's own."""
_BY_HAND = f"write it by hand: context: {{engine: {NAME}}}, and {NAME} in the list plugins: {{enabled: [...]}}"
_NULL = "tag:yaml.org,2002:null"
_ENGINE = ("context", "engine")
_ENABLED = ("plugins", "enabled")


def engine(text: str) -> str:
    """The engine that it names; the host's own where it names none. Raises: SettingsError."""
    found = _section(_data(text), _ENGINE[0]).get(_ENGINE[1])
    return found if isinstance(found, str) and found else DEFAULT_ENGINE


def plugins(text: str, key: str = _ENABLED[1]) -> list[Any]:
    """The plugins that it enables, or under `disabled` those it does not load. Raises: SettingsError."""
    found = _section(_data(text), _ENABLED[0]).get(key)
    return found if isinstance(found, list) else []


def compacts(text: str) -> bool:
    """Whether the host compacts at all. Raises: SettingsError."""
    return _section(_data(text), "compression").get("enabled") is not False


def switched_on(text: str) -> str:
    """The text with the engine named and the plugin enabled. Raises: SettingsError."""
    data = _data(text)
    after = text if engine(text) == NAME else _put(text, *_ENGINE, NAME)
    if NAME not in plugins(text):
        after = _listed(after)
    wanted = {**data, "context": _section(data, "context") | {"engine": NAME}}
    wanted["plugins"] = _section(data, "plugins") | {"enabled": [*({NAME} - set(plugins(text))), *plugins(text)]}
    return _checked(after, wanted)


def switched_off(text: str, before: str) -> str:
    """The text without them: the engine is what it was in `before`, else the host's own. Raises: SettingsError."""
    data, after = _data(text), text
    wanted = dict(data)
    if engine(text) == NAME:
        old = engine(before) if engine(before) != NAME else DEFAULT_ENGINE
        after = _put(after, *_ENGINE, old)
        wanted["context"] = _section(data, "context") | {"engine": old}
    if NAME in plugins(text):
        after = _unlisted(after)
        left = [each for each in plugins(text) if each != NAME]
        wanted["plugins"] = _section(data, "plugins") | {"enabled": left}
    return _checked(after, wanted)


def _data(text: str) -> dict[str, Any]:
    import yaml

    try:
        found = yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise SettingsError(f"cannot be read as YAML: {error}; mend it and run again, nothing was changed") from error
    if found is None:
        return {}
    if not isinstance(found, dict):
        raise SettingsError("is no mapping of settings; nothing was changed")
    return found


def _section(data: dict[str, Any], name: str) -> dict[str, Any]:
    found = data.get(name)
    return found if isinstance(found, dict) else {}


def _checked(text: str, wanted: dict[str, Any]) -> str:
    try:
        same = _data(text) == wanted
    except SettingsError:
        same = False
    if not same:
        raise SettingsError(f"is written in a way that is not edited here; {_BY_HAND}")
    return text


def _put(text: str, section: str, key: str, value: str) -> str:
    """The value of a key of a section, which is made where it is not there."""
    root, line = _root(text), _line(text)
    name, node = _child(root, section)
    if node is None and root is not None and root.flow_style:
        at = root.start_mark.index + 1
        return f"{text[:at]}{section}: {{{key}: {value}}}{', ' if root.value else ''}{text[at:]}"
    if node is None:
        end = "" if not text or text.endswith("\n") else line
        return f"{text}{end}{section}:{line}  {key}: {value}{line}"
    if node.tag == _NULL:
        return _instead(text, name, node, f"{line}  {key}: {value}", f"{{{key}: {value}}}")
    if node.id != "mapping":
        raise SettingsError(f"{section}: is no section; {_BY_HAND}")
    own, held = _child(node, key)
    if held is not None:
        return _instead(text, own, held, f" {value}", value)
    at = node.start_mark.index
    if node.flow_style:
        return f"{text[: at + 1]}{key}: {value}{', ' if node.value else ''}{text[at + 1 :]}"
    return f"{text[:at]}{key}: {value}{line}{' ' * node.start_mark.column}{text[at:]}"


def _instead(text: str, name: Any, node: Any, behind: str, instead: str) -> str:
    """`behind` the colon where nothing is written there, else `instead` of what is."""
    start, end = node.start_mark.index, node.end_mark.index
    if start == end:
        colon = name.end_mark.index + 1
        return text[:colon] + behind + text[colon:]
    return text[:start] + instead + text[end:]


def _listed(text: str) -> str:
    """With the plugin as the first that is enabled."""
    found = _enabled(text)[1]
    if found is None or found.tag == _NULL:
        return _put(text, *_ENABLED, f"[{NAME}]")
    if found.id != "sequence":
        raise SettingsError(f"{'.'.join(_ENABLED)}: is no list; {_BY_HAND}")
    at, line = found.start_mark.index, _line(text)
    if found.flow_style:
        return f"{text[: at + 1]}{NAME}{', ' if found.value else ''}{text[at + 1 :]}"
    return f"{text[:at]}- {NAME}{line}{' ' * found.start_mark.column}{text[at:]}"


def _unlisted(text: str) -> str:
    name, found = _enabled(text)
    items = found.value
    at = next(n for n, item in enumerate(items) if item.value == NAME)
    start, end = items[at].start_mark.index, items[at].end_mark.index
    if len(items) == 1:
        end = found.end_mark.index if found.flow_style else end
        return f"{text[: name.end_mark.index]}: []{text[end:]}"
    if not found.flow_style:
        start = text.rfind("\n", 0, text.rindex("-", 0, start)) + 1
        end = text.find("\n", end) + 1 or len(text)
    elif at + 1 < len(items):
        end = items[at + 1].start_mark.index
    else:
        start = items[at - 1].end_mark.index
    return text[:start] + text[end:]


def _enabled(text: str) -> tuple[Any, Any]:
    """The key and the value of the list of enabled plugins; nothing where there is none."""
    return _child(_child(_root(text), _ENABLED[0])[1], _ENABLED[1])


def _root(text: str) -> Any:
    """With the places of all that is in it; nothing where there is nothing. Raises: SettingsError."""
    import yaml

    try:
        return yaml.compose(text, yaml.SafeLoader)
    except yaml.YAMLError as error:  # of what an edit made of it
        raise SettingsError(f"is written in a way that is not edited here; {_BY_HAND}") from error


def _child(node: Any, name: str) -> tuple[Any, Any]:
    """A key and its value; of a key that stands twice the last one counts, as for the host."""
    pairs = node.value if node is not None and node.id == "mapping" else ()
    return next((pair for pair in reversed(pairs) if pair[0].value == name), (None, None))


def _line(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"
