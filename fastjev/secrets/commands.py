"""Secrets among the arguments of commands and in addresses."""

from fastjev.secrets import values
from fastjev.secrets.kind import Kind
from fastjev.secrets.names import ANY, HAS_ANY, HAS_KEY, HAS_PASSWORD, KEY, PASSWORD

_WORD = r"""\\*["']?([^\s"'\\-][^\s"'\\]*)"""
_ADDRESS = r"""(?i)\b[a-z][a-z0-9+.-]+://[^\s/:@"'<>]*:"""
_QUOTED_OR_WORD = r"""(?:\\*'([^'\n\\]+)|\\*"([^"\n\\]+)|([^\s"'\\;]+))"""

_READS = (
    r"(?:[^\n|]*(?:(?:pass\w*|secret|token|key)-stdin|with-token|passphrase-fd|\bsecret\s+set\b|passwd\s+--stdin)"
    r"|\s*(?:sudo\s+)?(?:chpasswd\b|passwd\s*$|-S\b)|\s*sudo\s+-S\b)"
)
"""What reads a secret from standard input."""

COMMANDS = (
    Kind(
        "url-password",
        "://",
        rf"""{_ADDRESS}(?:([^\s/"'`<>]+)|([^\s@"'`<>]+))@""",
        values.address,
    ),
    Kind("password", "curl", r"""\bcurl\b[^\n]*?\s(?:-u|--user)[ =]\\*["']?[^\s:"'\\]+:([^\s"'\\]+)""", values.given),
    Kind(
        "password",
        "login",
        rf"""\b(?:docker|podman|helm|oc|az|nerdctl|skopeo)\b[^\n]*?\slogin\b[^\n]*?\s-p[ =]?\s*{_WORD}""",
        values.given,
    ),
    Kind("password", "sshpass", r"""\bsshpass\s+-p\s*\\*["']?([^\s"'\\]+)""", values.given),
    Kind(
        "password",
        "mysql|mariadb",
        r"""\b(?:mysql|mysqldump|mysqladmin|mysqlimport|mariadb|mariadb-dump)\b[^\n|;]*?\s-p\\*["']?([^\s"'\\=-][^\s"'\\]*)""",
        values.given,
    ),
    Kind("password", r"-p\s", r"""(?m)(?:^|\s)-p\s+\\*["']?([^\s"'\\]+)""", values.random),
    Kind(
        "password",
        "htpasswd",
        r"\bhtpasswd(?:[ \t]+-\w+)*?[ \t]+-[a-mo-zA-Z]*b[a-mo-zA-Z]*(?:[ \t]+-\w+)*(?:[ \t]+[^\s|;&-][^\s|;&]*){2}"
        r"""[ \t]+\\*["']?([^\s"'\\|;&]+)""",
        values.given,
    ),
    Kind(
        "password",
        "htpasswd",
        r"""\bhtpasswd(?:[ \t]+-\w+)*?[ \t]+-\w*(?:n\w*b|b\w*n)\w*[ \t]+[^\s|;&]+[ \t]+\\*["']?([^\s"'\\|;&]+)""",
        values.given,
    ),
    Kind(
        "password",
        "redis-cli|requirepass|masterauth",
        rf"\b(?:redis-cli\b[^\n|;]*?\s-a|requirepass|masterauth)\s+{_WORD}",
        values.given,
    ),
    Kind("password", "openssl", rf"\bopenssl\b[^\n|;]*?\s-(?:k|K|passwd)\s+{_WORD}", values.given),
    Kind("password", "pass:", r"""-pass(?:in|out|wd)?[ =]+\\*["']?pass:([^\s"'\\]+)""", values.given),
    Kind(
        "password",
        r"\|",
        r"""\b(?:echo|printf)\s+(?:-\w+\s+|\\*["']%s(?:\\*n)?\\*["']\s+)*"""
        rf"""{_QUOTED_OR_WORD}\\*["']?[ \t]*\|{_READS}""",
        values.given,
    ),
    Kind(
        "password", "<<<", r"""(?:-stdin|passwd|with-token|sudo\s+-S)\b[^\n]*<<<\s*\\*["']?([^\s"'\\]+)""", values.given
    ),
    Kind("password", "login", r"\blogin\s+\S+\s+password\s+(\S+)", values.given),
    Kind(
        "password",
        "(?i)identified",
        r"""(?i)\bidentified\s+(?:with\s+\S+\s+)?(?:by|as)\s+(?:password\s+)?\\*["']([^"'\n]+)["']""",
        values.given,
    ),
    Kind("password", "(?i)identified", r"""(?i)\buser\s+\S+\s+identified\s+by\s+([^\s"';]+)""", values.given),
    Kind(
        "password",
        "(?i)password",
        r"""(?i)\b(?:with|encrypted|(?:alter|create)\s+(?:user|role|login)\s+\S+(?:\s+with)?(?:\s+\w+)*?)\s+password\s*=?\s*"""
        r"""(?:\\*["']([^"'\n]+)["'])""",
        values.given,
    ),
    Kind(
        "password",
        "(?i)password",
        r"""(?i)\bset\s+password\b[^\n=;]*=\s*(?:\w+\()?\\*["']([^"'\n]+)["']""",
        values.given,
    ),
    Kind(
        "password",
        HAS_PASSWORD,
        rf"""(?i)(?:^|[^\w-])--?(?:[a-z0-9]+-)*{PASSWORD}(?:=|\s+)\\*["']?([^\s"'`\\-][^\s"'`\\]*)""",
        values.given,
    ),
    Kind(
        "secret",
        HAS_KEY,
        rf"""(?i)(?:^|[^\w-])--?(?:[a-z0-9]+-)*{KEY}(?:=|\s+)\\*["']?([^\s"'`\\-][^\s"'`\\]{{5,}})""",
        values.keyed,
    ),
    Kind(
        "secret",
        HAS_ANY,
        rf"""(?i)\b(?:set|config(?:ure)?|put|add)\s+(?:--?\S+\s+)*\S*{ANY}[\w:.-]*\s+\\*["']?([^\s"'`\\]{{6,}})""",
        values.alone,
    ),
)
"""What a shell, a server's configuration or a database is told, and addresses with a password inside."""
