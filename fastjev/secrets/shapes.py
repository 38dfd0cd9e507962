"""Secrets that are known by their own shape, and what stands in headers."""

from fastjev.secrets import values
from fastjev.secrets.kind import Kind

_TOKEN = r"[A-Za-z0-9_-]"
_BODY = r"""[\sA-Za-z0-9+/=\\:,."'|>#]"""

SHAPES = (
    Kind(
        "private-key",
        "PRIVATE KEY",
        rf"-----BEGIN [A-Z0-9 ]{{0,40}}PRIVATE KEY(?: BLOCK)?-----(?:\s|\\[nr])*((?:-{{0,4}}(?:{_BODY}|→)){{16,}})",
        values.encoded,
    ),
    Kind("aws-key", "AKIA|ASIA|ABIA|ACCA", r"((?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16})(?:[^A-Z0-9]|$)"),
    Kind(
        "aws-key",
        "AKIA|ASIA",
        r"""(?:AKIA|ASIA)[A-Z0-9]{16}\\*["']?(?::|,|\s){1,3}\\*["']?([A-Za-z0-9+/=]{16,})""",
        values.mixed,
    ),
    Kind("aliyun-key", "LTAI", r"(LTAI[A-Za-z0-9]{12,26})\b", values.mixed),
    Kind("tencent-key", "AKID", r"(AKID[A-Za-z0-9]{13,40})\b", values.mixed),
    Kind("google-key", "AIza", r"(AIza[A-Za-z0-9_-]{35})"),
    Kind("google-oauth", r"ya29\.|GOCSPX-", r"(ya29\.[A-Za-z0-9_-]{20,}|GOCSPX-[A-Za-z0-9_-]{20,})"),
    Kind("azure-key", "(?i)accountkey=|accesskey=", r"(?i)\b(?:Account|SharedAccess)Key=([A-Za-z0-9+/]{30,}={0,2})"),
    Kind("azure-sas", "[?&]sig=", r"[?&]sig=([A-Za-z0-9%+/]{30,}=*)"),
    Kind("github-token", "gh[pousr]_|github_pat_", r"(gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{22,})"),
    Kind("gitlab-token", "gl[a-z]+-", rf"(gl(?:pat|dt|rt|cbt|ptt|ft|soat|agent|imt|oas)-{_TOKEN}{{20,}})"),
    Kind("npm-token", "npm_", r"(npm_[A-Za-z0-9]{36})\b"),
    Kind("pypi-token", "pypi-", rf"(pypi-{_TOKEN}{{50,}})"),
    Kind("docker-token", "dckr_", rf"(dckr_(?:pat|oat)_{_TOKEN}{{20,}})"),
    Kind("slack-token", "xox[a-z]-|xapp-", r"(xox[abeoprs]-[A-Za-z0-9-]{10,}|xapp-\d-[A-Za-z0-9-]{10,})"),
    Kind("webhook", r"hooks\.slack", r"hooks\.slack\.com/(?:services|workflows|triggers)/([A-Za-z0-9+/_-]{20,})"),
    Kind("webhook", "api/webhooks/", rf"discord(?:app)?\.com/api/webhooks/\d+/({_TOKEN}{{40,}})"),
    Kind("webhook", "access_token=|[?&]key=", r"(?:access_token|[?&]key)=([0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{64})\b"),
    Kind(
        "discord-token",
        rf"\.{_TOKEN}{{6}}\.{_TOKEN}{{20}}",
        rf"([MNO]{_TOKEN}{{23,27}}\.{_TOKEN}{{6}}\.{_TOKEN}{{27,}})",
        values.mixed,
    ),
    Kind("telegram-token", ":AA", rf"\b(\d{{8,10}}:AA{_TOKEN}{{32,}})"),
    Kind(
        "stripe-key",
        "[sr]k_live_|[sr]k_test_|whsec_",
        r"((?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/=]{24,})",
    ),
    Kind("square-token", "sq0", rf"(sq0(?:atp|csp|idp)-{_TOKEN}{{22,}})"),
    Kind("shopify-token", "shp(?:at|ca|pa|ss)_", r"(shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32})\b"),
    Kind("anthropic-key", "sk-ant-", rf"(sk-ant-{_TOKEN}{{20,}})"),
    Kind("openai-key", "sk-", rf"(?:\b|[_0-9])(sk-(?:proj-|svcacct-|admin-|or-v1-)?{_TOKEN}{{20,}})", values.mixed),
    Kind(
        "model-key",
        "hf_|gsk_|xai-|r8_|pplx-",
        r"(hf_[A-Za-z0-9]{30,}|gsk_[A-Za-z0-9]{40,}|xai-[A-Za-z0-9]{60,}|r8_[A-Za-z0-9]{37}|pplx-[A-Za-z0-9]{40,})",
    ),
    Kind("sendgrid-key", r"SG\.", rf"(?:\b|[_0-9])(SG\.{_TOKEN}{{16,}}\.{_TOKEN}{{16,}})"),
    Kind("mail-key", "key-|-us[0-9]", r"\b(key-[0-9a-f]{32}|[0-9a-f]{32}-us\d{1,2})\b"),
    Kind("twilio-key", "SK[0-9a-f]", r"(SK[0-9a-f]{32})\b"),
    Kind("digitalocean-token", "do[opr]_v1_", r"(do[opr]_v1_[0-9a-f]{64})\b"),
    Kind("databricks-token", "dapi[0-9a-f]", r"(dapi[0-9a-f]{32})\b"),
    Kind(
        "vault-token",
        r"hv[sbr]\.|\.atlasv1\.",
        rf"(hv[sbr]\.{_TOKEN}{{20,}}|[A-Za-z0-9]{{14}}\.atlasv1\.{_TOKEN}{{40,}})",
    ),
    Kind("atlassian-token", "ATATT3|lin_api_", r"(ATATT3[A-Za-z0-9_=-]{50,}|lin_api_[A-Za-z0-9]{32,})"),
    Kind("notion-token", "ntn_|secret_", r"((?:ntn|secret)_[A-Za-z0-9]{40,})\b"),
    Kind("airtable-token", "pat[A-Za-z0-9]{14}", r"(pat[A-Za-z0-9]{14}\.[0-9a-f]{64})\b"),
    Kind("figma-token", "fig[ud]_", rf"(fig[ud]_{_TOKEN}{{40,}})"),
    Kind("postman-key", "PMAK-", r"(PMAK-[0-9a-f]{24}-[0-9a-f]{34})\b"),
    Kind(
        "monitor-key",
        "NRAK-|gl(?:sa|c)_|sntry",
        r"(NRAK-[A-Z0-9]{27}|gl(?:sa|c)_[A-Za-z0-9+/=_]{32,}|sntry[su]_[A-Za-z0-9+/=_]{40,})",
    ),
    Kind(
        "hosting-token",
        r"sbp_|dp\.|pscale_",
        r"(sbp_[0-9a-f]{40}|dp\.(?:pt|st|ct|sa)\.[A-Za-z0-9]{40,}|pscale_(?:pw|tkn|oauth)_[A-Za-z0-9_.-]{30,})",
    ),
    Kind("age-key", "AGE-SECRET", r"(AGE-SECRET-KEY-1[0-9A-Z]{50,})\b"),
    Kind("jwt", "eyJ", rf"(eyJ{_TOKEN}{{8,}}\.{_TOKEN}{{8,}}(?:\.{_TOKEN}*)*)", values.mixed),
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
)
"""What keys of services look like, also straight behind a letter or `_`."""
