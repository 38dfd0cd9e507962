"""The questions in between, which keys answer until they are answered or given up."""

from fastjev.labeling.acting import act, judged
from fastjev.labeling.keys import PASTE, Key, plain
from fastjev.labeling.moves import go, onward
from fastjev.labeling.state import IME, Prompt, Session, Wish, leaf, leafed
from fastjev.labeling.tasks import CLASSES, UNFIT

_MOST_CHARS = 500
"""Of a note: what is longer is a paste by mistake."""


def answer(session: Session, key: Key) -> Session:
    """One key of an answer; escape gives the question up."""
    assert session.prompt, "there is no question"
    prompt, session = session.prompt, session._replace(said="")
    kind = prompt.kind
    if plain(key.name) == "escape":
        return _given_up(session)
    if kind in ("note", "why"):
        return _text(session, key, prompt)
    if kind == "go":
        return _number(session, key, prompt)
    if kind == "pick":
        return _pick(session, key)
    return _digit(session, key, UNFIT if kind == "unfit" else tuple(map(str, CLASSES)))


def _given_up(session: Session) -> Session:
    older = session.older if session.sheet.task.name == "supersede" else ()
    return session._replace(prompt=None, older=older, leaf=0, said="")


def _text(session: Session, key: Key, prompt: Prompt) -> Session:
    """A line of text."""
    # Full-width characters stay as they are: here they are words.
    name = " " if key.name == "space" else key.name
    if name in ("enter", "\r", "\n"):
        return _noted(session, key.at, prompt)
    if name in ("backspace", "ctrl+h"):
        return session._replace(prompt=prompt._replace(text=prompt.text[:-1]))
    if len(name) > 1 and not name.startswith(PASTE):
        return session  # a key with a name, such as left or f1
    text = (prompt.text + " ".join(name.removeprefix(PASTE).splitlines()))[:_MOST_CHARS]
    return session._replace(prompt=prompt._replace(text=text))


def _noted(session: Session, at: float, prompt: Prompt) -> Session:
    text = prompt.text.strip()
    if prompt.kind == "why":
        if not text:
            return session._replace(said="whoever reads the rule later must know why it is right")
        return session._replace(prompt=None, wish=Wish("write", session.label, text), said="writing the rule ...")
    unit = session.order[session.at]
    if text == (session.answer(unit).note or ""):
        return session._replace(prompt=None, said="")
    made = act(session, "note", at, note=text or None)
    return made._replace(prompt=None, said=f"noted at {session.number(unit)} (u to undo)")


def _number(session: Session, key: Key, prompt: Prompt) -> Session:
    name = plain(key.name)
    if name == "enter":
        return go(session, int(prompt.text), key.at) if prompt.text else session._replace(prompt=None)
    if name == "backspace":
        return session._replace(prompt=prompt._replace(text=prompt.text[:-1]))
    if len(name) == 1 and name in "0123456789":
        return session._replace(prompt=prompt._replace(text=(prompt.text + name)[:9]))
    return session._replace(said=f"{IME if not name.isascii() else 'a number'}, then Enter; Esc goes back")


def _pick(session: Session, key: Key) -> Session:
    """The older unit that is ended: 1 for none, the digits from 2 on for those shown."""
    name = plain(key.name)
    if name in ("up", "down", "[", "]"):
        return leafed(session, -1 if name in ("up", "[") else 1)
    if name in ("q", "s", "0"):
        return _given_up(session)
    shown = ("", *leaf(session))
    if not ("1" <= name <= "9" and len(name) == 1) or int(name) > len(shown):
        return session._replace(said=f"1 to {len(shown)} pick, down shows older ones, Esc goes back")
    return picked(session, shown[int(name) - 1], key.at)


def picked(session: Session, old: str, at: float) -> Session:
    """With what the unit ends; nothing for an empty name. The unit stays, for its own answer."""
    unit = session.order[session.at]
    made = act(session, "supersedes", at, old=old, **judged(session, at))
    ends = f"ends {session.number(old)}" if old else "ends nothing"
    return _given_up(made)._replace(said=f"{session.number(unit)} {ends} (u to undo)")


def _digit(session: Session, key: Key, choices: tuple[str, ...]) -> Session:
    assert session.prompt, "there is no question"
    name = plain(key.name)
    if name in ("q", "0"):
        return _given_up(session)
    if not (len(name) == 1 and "1" <= name <= str(len(choices))):
        return session._replace(said=f"1 to {len(choices)}; Esc goes back")
    choice = choices[int(name) - 1]
    if session.prompt.kind == "rule":
        return session._replace(prompt=None, label=choice, wish=Wish("draft", choice), said="drafting a rule ...")
    number = session.number(session.order[session.at])
    made = act(session, "unfit", key.at, reason=choice, **judged(session, key.at))
    return onward(made, key.at, f"saved {number} = unfit: {choice} (u to undo)")
