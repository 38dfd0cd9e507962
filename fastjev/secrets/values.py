"""Whether what stands in a secret's place is one, or a stand-in, a word or code."""

import itertools
import re

_STANDS_IN = re.compile(
    r"[$%*#@&!]{1,2}(?:[<{(\[]|[A-Za-z_][\w.]*[%*#]?$|$)|[<{(\[:=?|~]|\.{0,2}/|.*(?:x{4}|\*{4})|\S{1,12}\.{3}$"
    r"|(?:x+|\.+|-+|_+|0+)$"
    r"|(?:your|my|the|some|example|dummy|changeme|redacted|process\.env|os\.environ)(?![a-z0-9]*\d)",
    re.IGNORECASE,
)
"""What stands where a secret will: `$TOKEN`, `<token>`, `xxxx`, `your-key`, a path to it."""
_WORDS = frozenset(
    """and any argument as blank bool boolean bytes char default done empty expired fail failed false field fields file
    files flag for from hidden id in int integer invalid is key manager missing name nil no none not null number object
    of ok on option optional options or pass passed passwd password prompt pwd required reset secret self set skipped
    str string success text that this to token true type undefined unknown user username valid value values varchar via
    void was when will with wrong yes""".split()  # noqa: SIM905
)
"""What code and prose say of a secret."""
_BASE64 = re.compile(r"[A-Za-z0-9+/=]{24}")
_PART = r"[A-Za-z_$][\w$]{0,39}"
_PATH = rf"{_PART}(?:(?:\.|::|->|\?\.|!\.){_PART})*"
_IDENTIFIER = re.compile(_PATH)
_CODE = re.compile(rf"{_PATH}(?:[(\[]|<[A-Z]|::|\?\.)|(?:[A-Za-z_.]+[|&?]{{1,2}})+[A-Za-z_.]*$")
_VERSION = re.compile(r"[v^~<>=]*\d+(?:\.\d+)+\S*$|v\d+$")
_METHOD = re.compile(
    r"(?:bcrypt|scrypt|argon2|pbkdf2|md[45]|sha-?[1-5]|hmac|aes|rsa|base64|oauth|http|utf|sm[234]\b|ed25519|ssl|tls)[-\w+]*$",
    re.IGNORECASE,
)
"""Ways to keep a password, which people name where the password would stand."""
_FILE = re.compile(
    r"[\w.@~-]*/\S*|\S+\.(?:py|[jt]sx?|go|rs|md|ya?ml|json|toml|txt|sh|html?|java|rb|php|sql|env|lock)\b", re.IGNORECASE
)
_ANOTHER = re.compile(r"""([,;&])\\*["']?[A-Za-z_][\w .-]{0,40}\\*["']?[=:]""")
"""Where the next name begins."""


def anything(value: str, after: bytes, group: int) -> bool:
    """Its shape says enough."""
    return True


def mixed(value: str, after: bytes, group: int) -> bool:
    """Letters alone are a name."""
    return any(map(str.isdigit, value))


def encoded(value: str, after: bytes, group: int) -> bool:
    """The body of a key has long lines of Base64; prose about one has not."""
    return _BASE64.search(value) is not None


def credential(value: str, after: bytes, group: int) -> bool:
    """With a digit, and not the name of a scheme that has one."""
    return mixed(value, after, group) and not value.upper().startswith("AWS4-HMAC")


def random(value: str, after: bytes, group: int) -> bool:
    """As a generator writes it: capitals, small letters and digits, changing all the time."""
    if " " in value:
        return False
    value = max(re.split(r"[-_./:]", value), key=len)
    kinds = ["aA0"[2 if c.isdigit() else c.isupper()] for c in value if c.isascii() and c.isalnum()]
    changes = sum(one != other for one, other in itertools.pairwise(kinds))
    return len(kinds) >= 12 and len(set(kinds)) == 3 and changes * 5 >= len(kinds) * 2


def given(value: str, after: bytes, group: int) -> bool:
    """Not a stand-in: `$TOKEN`, `<token>`, `xxxx`."""
    word = value.lower().strip(",;:.") in _WORDS or not any(map(str.isalnum, value))
    return not word and (not _STANDS_IN.match(value) or random(value, after, group))


def written(value: str, after: bytes, group: int) -> bool:
    """As given, and not what a password is kept with."""
    return given(value, after, group) and not _METHOD.match(value)


def address(value: str, after: bytes, group: int) -> bool:
    """Before the `@` of an address; a port and a path are none."""
    return given(value, after, group) and (group == 1 or not re.match(r"\d{1,5}/", value))


def said(value: str, after: bytes, group: int) -> bool:
    """In running text only what no word is."""
    bare = value.rstrip(".!?:)")
    return given(bare, after, group) and not bare.isalpha() and not (bare.replace("-", "").isalpha() and len(bare) < 12)


def told(value: str, after: bytes, group: int) -> bool:
    """As said, and no code."""
    return said(value, after, group) and assigned(value, after, group)


def spoken(value: str, after: bytes, group: int) -> bool:
    """As said, and with a digit: keys have one."""
    return said(value, after, group) and mixed(value, after, group)


def alone(value: str, after: bytes, group: int) -> bool:
    """Letters and digits behind a name and no sign, so neither a version, a file, a call nor a way to encrypt."""
    return (
        len(value) >= 6
        and any(map(str.isalpha, value))
        and spoken(value, after, group)
        and not any(other.match(value) for other in (_VERSION, _METHOD, _FILE, _CODE))
        and (not value.endswith(":"))
    )


def variable(value: str, after: bytes, group: int) -> bool:
    """Of a variable of the environment: not a folder, a flag or a count."""
    return len(value) >= 4 and not value.isdigit() and given(value, after, group)


_QUOTED = 4
"""Groups of a value from the first that stand between quotes."""


def assigned(value: str, after: bytes, group: int) -> bool:
    """Between quotes anything given; bare, nothing that is code."""
    if not given(value, after, group):
        return False
    if group <= _QUOTED or random(value, after, group):
        return True
    named = _IDENTIFIER.fullmatch(value)
    return not (_CODE.match(value) or (named and ("." in value or not mixed(value, after, group))))


def short(value: str, after: bytes, group: int) -> bool:
    """Behind a name that is also a word, only what no word, number or version is."""
    snake = value.islower() and "_" in value and value.replace("_", "").isalnum()
    return assigned(value, after, group) and alone(value, after, group) and not snake


def keyed(value: str, after: bytes, group: int) -> bool:
    """As assigned, and long enough for a key: `token: 42` counts something, `"token": "next"` is a word."""
    long_enough = len(value) >= 8 and " " not in value and not value.isdigit()
    told = mixed(value, after, group) or len(value) >= 16 or not value.replace("_", "").isalpha()
    return long_enough and told and assigned(value, after, group)


def bare(word: str, before: str) -> str:
    """What of `word`, which ends at a blank, is the value; `before` is what stands before its name up to a blank.

    A comma, a semicolon or an `&` belongs to it, unless a list is written with it: `?user=u&password=p&ssl=1`.
    """
    word = word.partition("</")[0]
    lists = {"&": "?&", ";": ";", ",": ",{(["}
    for another in _ANOTHER.finditer(word):
        if any(sign in before for sign in lists[another[1]]):
            word = word[: another.start()]
            break
    return word.rstrip(",;:&|)]}>")
