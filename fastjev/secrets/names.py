"""Secrets that stand behind their name: `password=…`, `密码是 …`, an element, a pair of name and value."""

from fastjev.secrets import values
from fastjev.secrets.kind import Kind

PASSWORD = r"(?:pass(?:word|wd|phrase|code)|pswd|pwd|mnemonic|seed[_-]?phrase)"
KEY = (
    r"(?:secret|token|api[_-]?key|access[_-]?key(?:[_-]?id)?|secret[_-]?key(?:[_-]?base)?|secret[_-]?id|_auth"
    r"|(?:private|signing|encryption|auth|master|account|license|subscription|session|shared[_-]?access)[_-]?key|credentials?)"
)
ANY = rf"(?:{PASSWORD}|{KEY})"
HAS_PASSWORD = rf"(?i){PASSWORD}"
HAS_KEY = "(?i)secret|token|key|_auth|credential"
HAS_ANY = f"{HAS_PASSWORD}|secret|token|key|_auth|credential"
QUOTE = r"""\\*["'`]?"""

_SHORT = r"(?:pass|pw|psw|otp|pin)"
"""Names that are also words, or parts of them; so they stand alone, and their value looks like no word."""
_ALONE = rf"""(?:^|[^A-Za-z0-9])(?:[A-Za-z0-9]+[_.-])*{_SHORT}"""
_SIGN = r"(?:(?::[ \t]*[A-Za-z_.\[\]| ]+)?(?:=>|={1,3})|:=|:)"
_IS = rf"""{QUOTE}\]?[ \t]*{_SIGN}[ \t]*\$?"""
_END_OF_WORD = "\\s\"'`，。；、！？（）「」“”"
_QUOTED = (
    r"""[rbuf]?"((?:[^"\\\r\n]|\\.)+)|[rbuf]?'((?:[^'\\\r\n]|\\.|'\\''|'"'"')+)"""
    r"""|\\+"((?:[^"\\\r\n]|\\[^"\r\n])+)|`([^`\r\n]+)`"""
)
_BARE = 5
"""Its group in `_VALUE`."""
_VALUE = rf"(?:{_QUOTED}|((?:[^{_END_OF_WORD}\\]|\\[^nrt{_END_OF_WORD}\\])+))"
_LINE = r"""([^\s"'`\\]+)"""
_SET_ZH = "(?:改成|改为|设成|设为|设置为|设置成|换成|换为|重置为|重置成|更新为)"
_SAYS_ZH = rf"[ \t]*(?:已经|现在|就|应该|还|仍然)?(?:是|为|用|叫|{_SET_ZH})"
_SAYS = rf"(?:[ \t]*[(（][^)）\n]{{0,20}}[)）])?(?:{_SAYS_ZH}[ \t]*[:=]?|[ \t]*[:=])"
_END = "[A-Za-z0-9#$%&*+=@^_~/-]"
"""What a sentence does not end with."""
_START = "[A-Za-z0-9#$%&*+@^_~-]"
"""What a value begins with where nothing says that one begins."""
_OPEN_ZH = "[\"'`“「]?"
_HAS_SHORT = rf"""(?i){_SHORT}\\*["'`]?\]?[ \t]*(?::|=)"""

_CALL = r"""(?i:env|environ\.get|env\.fetch)\([ \t]*["']"""
_PAIR_NAME = r"""(?i)\\*["']?(?:name|key)\\*["']?[ \t]*[:=][ \t]*\\*["']?[\w.-]{0,40}"""
_PAIR_VALUE = r"""\\*["']?\w{0,20}(?i:value)\\*["']?[ \t]*[:=][ \t]*\\*["']?([^\s"'`\\]+)"""

NAMES = (
    Kind("password", HAS_PASSWORD, rf"(?i){PASSWORD}{_IS}{_VALUE}", values.assigned, _BARE),
    Kind("password", _HAS_SHORT, rf"(?im){_ALONE}{_IS}{_VALUE}", values.short, _BARE),
    Kind("password", "[a-z](?:Pass|Pw|Pin|Otp)", rf"[a-z](?:Pass|Pw|Pin|Otp){_IS}{_VALUE}", values.short, _BARE),
    Kind("password", "(?i)otp|pin", rf"(?im){_ALONE.replace('pass|pw|psw|', '')}{_IS}{QUOTE}(\d{{4,8}})\b"),
    Kind(
        "password",
        "PASSW|PASSPHRASE|PWD|_PASS|_PW",
        rf"\b[A-Z0-9_]*(?:PASSWORD|PASSWD|PASSPHRASE|_PASS|_PW|[A-Z0-9_]PWD)={_LINE}",
        values.variable,
        1,
    ),
    Kind(
        "password",
        HAS_PASSWORD,
        rf"""(?i)\b{PASSWORD}\s+(?:is|was|to)\s*:?\s*["'`“]?([!-~]{{3,}}{_END})""",
        values.said,
    ),
    Kind(
        "password",
        HAS_PASSWORD,
        rf"""(?i)\b{PASSWORD} *(?: (?:for|of) +\S{{1,40}}(?: +\S{{1,20}})?|\([^)\n]{{1,30}}\)) *"""
        rf"(?:: *|= *|is +){_VALUE}",
        values.told,
        _BARE,
    ),
    Kind(
        "password",
        HAS_PASSWORD,
        rf"(?im)\b{PASSWORD}[ \t:=]{{0,3}}\r?\n[ \t]*{QUOTE}([!-~]{{6,}}?){QUOTE}[ \t]*\r?$",
        values.alone,
    ),
    Kind("password", "密码|口令|暗号", rf"(?:密码|口令|暗号){_SAYS}\s*{_OPEN_ZH}([!-~]{{2,}}{_END})", values.written),
    Kind("password", "密码|口令|暗号", rf"(?:密码|口令|暗号)[ \t]*{_OPEN_ZH}({_START}[!-~]{{4,}}{_END})", values.alone),
    Kind("secret", HAS_KEY, rf"(?i){KEY}{_IS}{_VALUE}", values.keyed, _BARE),
    Kind("secret", "(?i)key", rf"(?im)(?:^|[^A-Za-z0-9])(?:[A-Za-z0-9]+[_.-])*key{_IS}{_VALUE}", values.random, _BARE),
    Kind(
        "secret",
        "SECRET|TOKEN|KEY",
        r"(?m)^\s*(?:export\s+|-\s+)?[A-Z0-9_]*(?:SECRET|TOKEN|API_?KEY|SECRET_KEY|ACCESS_KEY|PRIVATE_KEY)=([^\s$<]{6,})",
        values.given,
    ),
    Kind("secret", HAS_KEY, rf"""(?i)\b{KEY}\s+(?:is|was)\s*:?\s*["'`“]?([!-~]{{7,}}{_END})""", values.said),
    Kind(
        "secret",
        "密钥|秘钥|令牌|私钥",
        rf"(?:密钥|秘钥|令牌|私钥){_SAYS}\s*{_OPEN_ZH}([!-~]{{7,}}{_END})",
        values.spoken,
    ),
    Kind(
        "secret",
        "密钥|秘钥|令牌|私钥",
        rf"(?:密钥|秘钥|令牌|私钥)[ \t]*{_OPEN_ZH}({_START}[!-~]{{10,}}{_END})",
        values.alone,
    ),
    Kind(
        "secret",
        "(?i)token|key",
        rf"(?i)(?:token|api ?key|secret){_SAYS_ZH}\s*{_OPEN_ZH}([!-~]{{7,}}{_END})",
        values.spoken,
    ),
    Kind("secret", r"\|\||\?\?", rf"""(?i){ANY}{QUOTE}\)?[ \t]*(?:\|\||\?\?)[ \t]*["'`]([^\s"'`\\]+)""", values.alone),
    Kind("secret", ":-", rf"""(?i)\$\{{\w*{ANY}:-([^\s"'`\\}}]+)""", values.variable),
    Kind(
        "secret",
        _CALL,
        rf"""(?i){ANY}{QUOTE}\]?[ \t]*{_SIGN}[ \t]*[\w.]*{_CALL}[^"'\n]*["'],[ \t]*["']([^"'\n]+)["']""",
        values.given,
    ),
    Kind("secret", _CALL, rf"""(?i){_CALL}[^"'\n]*{ANY}["'],[ \t]*["']([^"'\n]+)["']""", values.given),
    Kind("secret", "(?i)value", rf"""{_PAIR_NAME}{ANY}{QUOTE}\s*,?\s*{_PAIR_VALUE}""", values.variable),
    Kind("secret", "(?i)value", rf"""{_PAIR_VALUE}{QUOTE}\s*,?\s*{_PAIR_NAME}{ANY}(?:[^\w-]|$)""", values.variable),
    Kind("secret", HAS_ANY, rf"<(?:\w+:)?[\w.-]*(?i:{ANY})(?:\s[^<>\n]*)?>\s*([^<>\s]+)\s*</", values.given),
    Kind(
        "secret",
        HAS_ANY,
        rf"""(?i)<\w+\s+(?:name|key|id)=["'][\w.-]*{ANY}["'][^<>\n]*>\s*([^<>\s]+)\s*</""",
        values.said,
    ),
)
"""A name, a sign or a word that says so, and the value."""
