"""What secrets look like. The value is the first group that took part."""

from collections.abc import Callable
from typing import NamedTuple

from fastjev.secrets import values


class Kind(NamedTuple):
    """One way in which a secret is written."""

    name: str
    needs: str
    """Cheap to look for, and in every text that the pattern finds something in."""
    pattern: str
    """In RE2."""
    real: Callable[[str, bytes, int], bool] = values.anything


_PASSWORD = r"(?:pass(?:word|wd|phrase|code)|pwd|mnemonic|seed[_-]?phrase)"
_KEY = (
    r"(?:secret|token|api[_-]?key|access[_-]?key(?:[_-]?id)?|secret[_-]?key(?:[_-]?base)?|secret[_-]?id|_auth"
    r"|(?:private|signing|encryption|auth|master|account|license|subscription|session|shared[_-]?access)[_-]?key|credentials?)"
)
_IS = r"""\\*["'`]?\]?\s*(?:(?::\s*[A-Za-z_.\[\]| ]+)?=|=>|:=|:)\s*"""
_VALUE = (
    r"""(?:[rbuf]?"((?:[^"\\\r\n]|\\.)+)|[rbuf]?'((?:[^'\\\r\n]|\\.)+)"""
    r"""|\\+"((?:[^"\\\r\n]|\\[^"\r\n])+)|`([^`\r\n]+)`"""
    r"""|([^\s"'`,;&|(){}\[\]<>\\，。；、]+))"""
)
_HAS_PASSWORD = rf"(?i){_PASSWORD}"
_HAS_KEY = "(?i)secret|token|key|_auth|credential"
_SAYS_ZH = "\\s*(?:已经|现在|就)?(?:是|为|改成|改为|设成|设为|用|：)"
_SAYS = f"(?:{_SAYS_ZH}|\\s*[:=])"
_END = "[A-Za-z0-9#$%&*+=@^_~/-]"
"""What a sentence does not end with."""
_TOKEN = r"[A-Za-z0-9_-]"
_BODY = r"""[\sA-Za-z0-9+/=\\:,."'|>#]"""

KINDS = (
    Kind(
        "private-key",
        "PRIVATE KEY",
        rf"-----BEGIN [A-Z0-9 ]{{0,40}}PRIVATE KEY(?: BLOCK)?-----(?:\s|\\[nr])*((?:-{{0,4}}(?:{_BODY}|→)){{16,}})",
        values.encoded,
    ),
    Kind("aws-key", "AKIA|ASIA|ABIA|ACCA", r"\b((?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16})\b"),
    Kind("aliyun-key", "LTAI", r"\b(LTAI[A-Za-z0-9]{12,26})\b", values.mixed),
    Kind("tencent-key", "AKID", r"\b(AKID[A-Za-z0-9]{13,40})\b", values.mixed),
    Kind("google-key", "AIza", r"\b(AIza[A-Za-z0-9_-]{35})"),
    Kind("google-oauth", r"ya29\.|GOCSPX-", r"\b(ya29\.[A-Za-z0-9_-]{20,}|GOCSPX-[A-Za-z0-9_-]{20,})"),
    Kind("azure-key", "(?i)accountkey=|accesskey=", r"(?i)\b(?:Account|SharedAccess)Key=([A-Za-z0-9+/]{30,}={0,2})"),
    Kind("azure-sas", "[?&]sig=", r"[?&]sig=([A-Za-z0-9%+/]{30,}=*)"),
    Kind("github-token", "gh[pousr]_|github_pat_", r"\b(gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{22,})"),
    Kind("gitlab-token", "gl[a-z]+-", rf"\b(gl(?:pat|dt|rt|cbt|ptt|ft|soat|agent|imt|oas)-{_TOKEN}{{20,}})"),
    Kind("npm-token", "npm_", r"\b(npm_[A-Za-z0-9]{36})\b"),
    Kind("pypi-token", "pypi-", rf"\b(pypi-{_TOKEN}{{50,}})"),
    Kind("docker-token", "dckr_", rf"\b(dckr_(?:pat|oat)_{_TOKEN}{{20,}})"),
    Kind("slack-token", "xox[a-z]-|xapp-", r"\b(xox[abeoprs]-[A-Za-z0-9-]{10,}|xapp-\d-[A-Za-z0-9-]{10,})"),
    Kind("webhook", r"hooks\.slack", r"hooks\.slack\.com/(?:services|workflows|triggers)/([A-Za-z0-9+/_-]{20,})"),
    Kind("webhook", "api/webhooks/", rf"discord(?:app)?\.com/api/webhooks/\d+/({_TOKEN}{{40,}})"),
    Kind("webhook", "access_token=|[?&]key=", r"(?:access_token|[?&]key)=([0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{64})\b"),
    Kind("telegram-token", ":AA", rf"\b(\d{{8,10}}:AA{_TOKEN}{{32,}})"),
    Kind(
        "stripe-key",
        "[sr]k_live_|[sr]k_test_|whsec_",
        r"\b((?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/=]{24,})",
    ),
    Kind("square-token", "sq0", rf"\b(sq0(?:atp|csp|idp)-{_TOKEN}{{22,}})"),
    Kind("shopify-token", "shp(?:at|ca|pa|ss)_", r"\b(shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32})\b"),
    Kind("anthropic-key", "sk-ant-", rf"\b(sk-ant-{_TOKEN}{{20,}})"),
    Kind("openai-key", "sk-", rf"\b(sk-(?:proj-|svcacct-|admin-|or-v1-)?{_TOKEN}{{20,}})", values.mixed),
    Kind(
        "model-key",
        "hf_|gsk_|xai-|r8_|pplx-",
        r"\b(hf_[A-Za-z0-9]{30,}|gsk_[A-Za-z0-9]{40,}|xai-[A-Za-z0-9]{60,}|r8_[A-Za-z0-9]{37}|pplx-[A-Za-z0-9]{40,})",
    ),
    Kind("sendgrid-key", r"SG\.", rf"\b(SG\.{_TOKEN}{{16,}}\.{_TOKEN}{{16,}})"),
    Kind("mail-key", "key-|-us[0-9]", r"\b(key-[0-9a-f]{32}|[0-9a-f]{32}-us\d{1,2})\b"),
    Kind("twilio-key", "SK[0-9a-f]", r"\b(SK[0-9a-f]{32})\b"),
    Kind("digitalocean-token", "do[opr]_v1_", r"\b(do[opr]_v1_[0-9a-f]{64})\b"),
    Kind("databricks-token", "dapi[0-9a-f]", r"\b(dapi[0-9a-f]{32})\b"),
    Kind(
        "vault-token",
        r"hv[sbr]\.|\.atlasv1\.",
        rf"\b(hv[sbr]\.{_TOKEN}{{20,}}|[A-Za-z0-9]{{14}}\.atlasv1\.{_TOKEN}{{40,}})",
    ),
    Kind("atlassian-token", "ATATT3|lin_api_", r"\b(ATATT3[A-Za-z0-9_=-]{50,}|lin_api_[A-Za-z0-9]{32,})"),
    Kind("notion-token", "ntn_|secret_", r"\b((?:ntn|secret)_[A-Za-z0-9]{40,})\b"),
    Kind("airtable-token", "pat[A-Za-z0-9]{14}", r"\b(pat[A-Za-z0-9]{14}\.[0-9a-f]{64})\b"),
    Kind("figma-token", "fig[ud]_", rf"\b(fig[ud]_{_TOKEN}{{40,}})"),
    Kind("postman-key", "PMAK-", r"\b(PMAK-[0-9a-f]{24}-[0-9a-f]{34})\b"),
    Kind(
        "monitor-key",
        "NRAK-|gl(?:sa|c)_|sntry",
        r"\b(NRAK-[A-Z0-9]{27}|gl(?:sa|c)_[A-Za-z0-9+/=_]{32,}|sntry[su]_[A-Za-z0-9+/=_]{40,})",
    ),
    Kind(
        "hosting-token",
        r"sbp_|dp\.|pscale_",
        r"\b(sbp_[0-9a-f]{40}|dp\.(?:pt|st|ct|sa)\.[A-Za-z0-9]{40,}|pscale_(?:pw|tkn|oauth)_[A-Za-z0-9_.-]{30,})",
    ),
    Kind("age-key", "AGE-SECRET", r"\b(AGE-SECRET-KEY-1[0-9A-Z]{50,})\b"),
    Kind("jwt", "eyJ", rf"\b(eyJ{_TOKEN}{{8,}}\.eyJ{_TOKEN}{{8,}}\.{_TOKEN}*)"),
    Kind(
        "authorization",
        "(?i)authorization",
        r"""(?i)authorization\\*["']?\s*[:=]\s*\\*["'`]?(?:bearer|basic|token|apikey)\s+([^\s"'`\\,;]{4,})""",
        values.given,
    ),
    Kind(
        "authorization",
        "(?i)authorization",
        r"""(?i)authorization\\*["']?\s*[:=]\s*\\*["'`]?(?:digest|aws4-hmac-sha256|negotiate|ntlm)\s+([^\r\n\\]{4,})""",
        values.given,
    ),
    Kind(
        "authorization",
        "(?i)authorization|bearer",
        r"""(?i)(?:authorization\\*["']?\s*[:=]\s*\\*["'`]?|\bbearer\s+)([A-Za-z0-9+/=_.~-]{16,})""",
        values.credential,
    ),
    Kind(
        "cookie",
        "(?i)cookie",
        r"""(?i)\b(?:set-)?cookie\\*["']?\s*:\s*\\*["'`]?([A-Za-z0-9_.!#$%&*+^|~-]+=[^\r\n"'`\\]+)""",
    ),
    Kind("cookie", "curl", r"""\bcurl\b[^\n]*?\s(?:-b|--cookie)[ =]\\*["']?([^\s"'=\\]+=[^\r\n"'\\]+)"""),
    Kind("url-password", "://", r"""(?i)\b[a-z][a-z0-9+.-]+://[^\s/:@"'<>]*:([^\s/@"'`<>]+)@""", values.given),
    Kind("password", "curl", r"""\bcurl\b[^\n]*?\s(?:-u|--user)[ =]\\*["']?[^\s:"'\\]+:([^\s"'\\]+)""", values.given),
    Kind(
        "password",
        "login",
        r"""\b(?:docker|podman|helm|oc|az)\b[^\n]*?\slogin\b[^\n]*?\s-p[ =]?\s*\\*["']?([^\s"'\\-][^\s"'\\]*)""",
        values.given,
    ),
    Kind("password", "sshpass", r"""\bsshpass\s+-p\s*\\*["']?([^\s"'\\]+)""", values.given),
    Kind(
        "password",
        "mysql|mariadb",
        r"""\b(?:mysql|mysqldump|mysqladmin|mariadb)\b[^\n|;]*?\s-p([^\s"'\\=-][^\s"'\\]*)""",
        values.given,
    ),
    Kind("password", "login", r"\blogin\s+\S+\s+password\s+(\S+)", values.given),
    Kind("password", _HAS_PASSWORD, rf"(?i){_PASSWORD}{_IS}{_VALUE}", values.assigned),
    Kind(
        "password",
        "PASSW|PASSPHRASE|PWD",
        r"(?m)^\s*(?:export\s+|-\s+)?[A-Z0-9_]*(?:PASSWORD|PASSWD|PASSPHRASE|PWD)=(\S+)",
        values.given,
    ),
    Kind(
        "password",
        _HAS_PASSWORD,
        rf"""(?i)(?:^|\s)--?(?:[a-z0-9]+-)*{_PASSWORD}(?:=|\s+)\\*["']?([^\s"'`\\-][^\s"'`\\]*)""",
        values.given,
    ),
    Kind(
        "password",
        _HAS_PASSWORD,
        rf"""(?i)\b{_PASSWORD}\s+(?:is|was|to)\s*:?\s*["'`“]?([!-~]{{3,}}{_END})""",
        values.said,
    ),
    Kind("password", "密码|口令|暗号", rf"""(?:密码|口令|暗号){_SAYS}\s*["'`“「]?([!-~]{{2,}}{_END})""", values.given),
    Kind("secret", _HAS_KEY, rf"(?i){_KEY}{_IS}{_VALUE}", values.keyed),
    Kind(
        "secret",
        "SECRET|TOKEN|KEY",
        r"(?m)^\s*(?:export\s+|-\s+)?[A-Z0-9_]*(?:SECRET|TOKEN|API_?KEY|SECRET_KEY|ACCESS_KEY|PRIVATE_KEY)=([^\s$<]{6,})",
        values.given,
    ),
    Kind(
        "secret",
        _HAS_KEY,
        rf"""(?i)(?:^|\s)--?(?:[a-z0-9]+-)*{_KEY}(?:=|\s+)\\*["']?([^\s"'`\\-][^\s"'`\\]{{5,}})""",
        values.keyed,
    ),
    Kind("secret", _HAS_KEY, rf"""(?i)\b{_KEY}\s+(?:is|was)\s*:?\s*["'`“]?([!-~]{{7,}}{_END})""", values.said),
    Kind(
        "secret",
        "密钥|秘钥|令牌|私钥",
        rf"(?:密钥|秘钥|令牌|私钥){_SAYS}\s*[\"'`“「]?([!-~]{{7,}}{_END})",
        values.spoken,
    ),
    Kind(
        "secret",
        "(?i)token|key",
        rf"(?i)(?:token|api ?key|secret){_SAYS_ZH}\s*[\"'`“「]?([!-~]{{7,}}{_END})",
        values.spoken,
    ),
)
"""What is looked for. The value is the first group that took part."""
