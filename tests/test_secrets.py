"""Planted keys lose their value and keep their name; what only looks like one stays.

No string here looks like a live key: each is put together when the tests run.
"""

import hashlib
import random
import string
import uuid
from base64 import b64encode
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from planted import NAMED, NEAR, SIGNS, rows
from talks import NO_REAL, REAL

from fastjev.readers import read
from fastjev.secrets import KINDS, mask, secrets

DICE = random.Random(20260503)
ALNUM = string.ascii_letters + string.digits
HEX = "0123456789abcdef"


def some(count: int, letters: str = ALNUM) -> str:
    """Letters at random, a digit among them."""
    return "".join(DICE.choices(letters, k=count - 2)) + "7" + letters[0]


def pem(kind: str, end: str = "\n") -> tuple[str, str]:
    body = end.join(some(64) for _ in range(6))
    return f"-----BEGIN {kind}-----{end}{body}{end}-----END {kind}-----", body


UPPER = string.ascii_uppercase + string.digits
PLANTED: dict[str, tuple[str, str]] = {}
"""What is planted, with `@` for the value, and the value."""


def plant(name: str, around: str, value: str) -> None:
    PLANTED[name] = (around, value)


for name, prefix, letters, count in [
    ("aws-key", "AKIA", UPPER, 16),
    ("aws-session-key", "ASIA", UPPER, 16),
    ("aliyun", "LTAI", ALNUM, 20),
    ("tencent", "AKID", ALNUM, 32),
    ("google", "AIza", ALNUM, 35),
    ("google-oauth", "ya29.", ALNUM, 60),
    ("google-client", "GOCSPX-", ALNUM, 28),
    ("github", "ghp_", ALNUM, 36),
    ("github-app", "ghs_", ALNUM, 36),
    ("github-fine", "github_pat_", ALNUM, 60),
    ("gitlab", "glpat-", ALNUM, 20),
    ("npm", "npm_", ALNUM, 36),
    ("pypi", "pypi-", ALNUM, 80),
    ("docker", "dckr_pat_", ALNUM, 27),
    ("slack-bot", "xoxb-", string.digits, 40),
    ("stripe", "sk_live_", ALNUM, 24),
    ("stripe-test", "rk_test_", ALNUM, 24),
    ("square", "sq0atp-", ALNUM, 22),
    ("shopify", "shpat_", HEX, 32),
    ("anthropic", "sk-ant-api03-", ALNUM, 80),
    ("openai", "sk-", ALNUM, 48),
    ("openai-project", "sk-proj-", ALNUM, 60),
    ("hugging-face", "hf_", ALNUM, 34),
    ("groq", "gsk_", ALNUM, 52),
    ("mailgun", "key-", HEX, 32),
    ("twilio", "SK", HEX, 32),
    ("digitalocean", "dop_v1_", HEX, 64),
    ("databricks", "dapi", HEX, 32),
    ("vault", "hvs.", ALNUM, 24),
    ("linear", "lin_api_", ALNUM, 40),
    ("new-relic", "NRAK-", UPPER, 27),
    ("age", "AGE-SECRET-KEY-1", UPPER, 58),
]:
    plant(name, "调用时用 @ 这个，then run it", prefix + some(count, letters))
plant("sendgrid", "mail via @ please", f"SG.{some(22)}.{some(43)}")
plant("telegram", "bot @ 已上线", f"{DICE.randrange(10**9, 10**10)}:AA{some(33)}")
plant("slack-hook", "https://hooks.slack.com/services/@", f"T{some(8, UPPER)}/B{some(8, UPPER)}/{some(24)}")
plant("jwt", "got @ back", f"eyJ{some(20)}.eyJ{some(60)}.{some(43)}")
for kind in ("RSA PRIVATE KEY", "OPENSSH PRIVATE KEY", "EC PRIVATE KEY", "PRIVATE KEY", "PGP PRIVATE KEY BLOCK"):
    whole, body = pem(kind)
    plant(kind, whole.replace(body, "@"), body)
whole, body = pem("PRIVATE KEY", "\\n")
plant("pem-in-json", '{"private_key": "' + whole.replace(body, "@") + '"}', body)
plant("pem-cut-off", "-----BEGIN RSA PRIVATE KEY-----\n@", some(200))
plant("bearer", "curl -H 'Authorization: Bearer @' https://api.example.com", some(30))
plant("basic", '"Authorization": "Basic @",', b64encode(some(20).encode()).decode())
plant("aws-signed", "Authorization: AWS4-HMAC-SHA256 @\n", f"Credential={some(20)}/x, Signature={some(64, HEX)}")
plant("x-api-key", "x-api-key: @", some(32))
plant("cookie", "Cookie: @\r\nAccept: */*", f"session={some(32)}; theme=dark")
plant("set-cookie", "Set-Cookie: @", f"sid={some(24)}; HttpOnly")
plant("curl-user", "curl -u admin:@ https://example.com", some(10))
plant("url", "postgres://app:@@db.internal:5432/orders".replace("@@", "@\x00"), "p-" + some(10))
plant("redis", "redis://:@\x00cache:6379/0", some(14))
plant("dsn", "Server=db;User Id=sa;Password=@;Encrypt=yes", "Str0ng!" + some(4))
plant("azure", "DefaultEndpointsProtocol=https;AccountName=x;AccountKey=@;", b64encode(some(64).encode()).decode())
plant("env", "DB_HOST=db\nDB_PASSWORD=@\nDB_PORT=5432", "hunter")
plant("export", "export AWS_SECRET_ACCESS_KEY=@", some(40))
plant("json", '{"user": "app", "password": "@", "port": 8080}', "correct horse battery")
plant("json-in-json", '{"cmd": "{\\"password\\": \\"@\\"}"}', "swordfish9")
plant("yaml", "db:\n  password: @\n  port: 5432", "hunter-2")
plant("yaml-token", "auth_token: @", some(20))
plant("python", 'API_KEY = "@"', some(24))
plant("annotated", 'password: str = "@"', "letmein")
plant("flag", "mysql --host db --password @ -e 'select 1'", "S3cret!x")
plant("flag-token", "deploy --api-token=@ --region cn", some(24))
plant("mysql", "mysql -uroot -p@ orders", "r00tpw")
plant("docker-login", "docker login -u me -p @", "D0ckerPw" + some(5))
plant("flag-first", "--password @ now", "F1ag" + some(9))
plant("sshpass", "sshpass -p '@' ssh root@10.0.0.1", "toor42")
plant("netrc", "machine example.com login bob password @", "bobs-pw-1")
plant("npmrc", "//registry.npmjs.org/:_authToken=@", some(36))
plant("chinese-is", "测试库密码是 @，别提交", "Abc12345")
plant("chinese-colon", "数据库密码：@\n端口：3306", "pw#2026")
plant("chinese-set", "把口令改成@吧", "qwe!23")
plant("chinese-key", "密钥：@。", some(24))
plant("mixed", "API key 是 @ 记得换掉", some(32))
plant("said", "the password is @.", "hunter2")
for where, around in {"underscore": "_@ now", "letter": "x@ now", "han": "钥匙@ now"}.items():
    plant(f"github-behind-{where}", around, "ghp_" + some(36))
    plant(f"aws-behind-{where}", around, "AKIA" + some(16, UPPER))
plant("discord", "bot 用 @ 登录", f"M{some(23)}.{some(6)}.{some(27)}")
plant("jwe", "got @ back", f"eyJ{some(20)}.{some(40)}.{some(22)}.{some(30)}.{some(22)}")
plant("jwt-cut", "got @ back", f"eyJ{some(20)}.{some(16)}")
plant("aws-pair", "with @ here", f"AKIA{some(16, UPPER)}:{some(40)}")
plant("shell-default", "${DB_PASSWORD:@} end1", f"-Zq{some(12)}")
plant("env-with-signs", "SECRET_KEY=@\nDEBUG=1", "mALO2#x&zKgaS!m!x%S%HuKB")
for around in rows(NAMED):
    plant(around, around, f"Zq{some(10)}9xT")
for signs in SIGNS:
    plant(f"bare {signs}", "password=@ end1", f"{some(6)}{signs}")
    plant(f"quoted {signs}", 'password="@" end1', f"{some(6)}{signs}")

NEARER = [
    "commit 4f1c2d3e5a6b7c8d9e0f1a2b3c4d5e6f70819203",
    "id 5c0375b4-57a5-4f26-b12d-d022ee4e51b7",
    "/Users/dev/src/token/secret-store/password_reset.py:42",
    "[[elided id=r:8506e122 lines=1-21 tokens=364]]",
    "max_tokens: 4096, token_count=812, tokens = 5",
    "password = os.environ['DB_PASSWORD']",
    "password: str",
    "password: string;",
    "token = get_token(request)",
    "apiKey: config.oracle.apiKey,",
    "const token = response.data.token;",
    "connect(user=user, password=password)",
    "export TOKEN=$GITHUB_TOKEN",
    "Authorization: Bearer $TOKEN",
    "Authorization: Bearer <your-token>",
    "API_KEY=your-api-key-here",
    "postgres://app:${PASSWORD}@db/orders",
    "http://localhost:8080/@vite/client",
    "see https://example.com:8443/a@b",
    "the password is required and the token is expired",
    "密码是必填项，密码不能为空，口令：必须",
    "密码为空时返回 401",
    "-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE\n-----END PUBLIC KEY-----",
    "-----BEGIN PRIVATE KEY----- 开头的文件不要提交",
    "sk-learn and task-runner and risk-assessment-of-the-whole-thing",
    "sk_live_ is a prefix, AKIA too",
    "git diff --token-level",
    "secret santa, secrets.py, no secret",
    "set the cookie: yes",
    "key: value",
    *rows(NEAR),
]


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_secret_loses_its_value_and_keeps_its_name(name: str) -> None:
    around, value = PLANTED[name]
    before, after = around.split("@", 1)
    after = after.replace("\x00", "@")
    masked = mask(before + value + after)
    assert value not in masked
    assert masked.startswith(before)
    assert "‹masked " in masked
    assert masked.endswith(after[-4:])
    assert not any(part in masked for part in (value[i : i + 9] for i in range(len(value) - 9)))
    assert mask(masked) == masked


def test_there_are_many_kinds_and_each_is_needed() -> None:
    """A kind that no planted secret needs is a kind that no test would miss."""
    assert len({kind.name for kind in KINDS}) >= 25


@pytest.mark.parametrize("text", NEARER)
def test_what_only_looks_like_one_stays(text: str) -> None:
    assert mask(text) == text


def megabyte(make: Callable[[random.Random], str]) -> str:
    dice = random.Random(7)
    lines, size = [], 0
    while size < 1_000_000:
        lines.append(make(dice))
        size += len(lines[-1]) + 1
    return "\n".join(lines)


@pytest.mark.parametrize(
    "make",
    [
        lambda dice: f"commit {dice.randbytes(20).hex()}  {hashlib.sha256(dice.randbytes(4)).hexdigest()}",
        lambda dice: f'"uuid": "{uuid.UUID(int=dice.getrandbits(128))}", "parentUuid": null',
        lambda dice: "data:image/png;base64," + b64encode(dice.randbytes(20_000)).decode(),
        lambda dice: "/".join(
            ["", "home", dice.choice(["src", "项目"]), *(some(dice.randrange(3, 12)) for _ in "abc")]
        ),
        lambda dice: f"sha512-{b64encode(dice.randbytes(64)).decode()}",
    ],
    ids=["hashes", "uuids", "images", "paths", "integrity"],
)
def test_at_most_one_false_alarm_per_megabyte(make: Callable[[random.Random], str]) -> None:
    assert len(secrets(megabyte(make))) <= 1


SESSIONS = sorted((REAL / "claude-code").glob("*.jsonl"))


@pytest.mark.skipif(not SESSIONS, reason=NO_REAL)
def test_real_sessions_stay_as_they_are_but_for_what_names_a_secret() -> None:
    size, found = 0, []
    for path in SESSIONS:
        for message in read(path.read_bytes(), path.name).messages:
            size += len(message.text)
            found += secrets(message.text)
    assert size > 3_000_000
    assert len(found) <= size / 1_000_000


PIECES = st.lists(
    st.sampled_from([
        "password", "token", "=", ": ", '"', "'", " ", "\n", "密码", "是", "‹masked ", "›", "hunter2", "Bearer ", "sk-",
        "authorization", "a1" * 20, "://", "u:", "@", "\\", "-----BEGIN PRIVATE KEY-----", "-----", "\ud800", "--",
    ]),
    max_size=14,
)  # fmt: skip


@given(PIECES.map("".join) | st.text())
def test_masking_twice_changes_nothing_more(text: str) -> None:
    assert mask(mask(text)) == mask(text)


def test_a_megabyte_of_names_is_no_trouble() -> None:
    """Each of them a place where a pattern begins."""
    text = "password curl secret authorization -----BEGIN PRIVATE KEY----- " * 20_000
    assert mask(text) == text
    assert mask(text + "password=hunter22").endswith("password=‹masked password›")
