"""A table, a block or lines of cells bind where the line above them says that they are rules, and nowhere else."""

import pytest
from talks import texts, user, walk

from fastjev.labels import Zone
from fastjev.policy import DEFAULT

RULES = """
limits:
p99      200ms
p50      40ms
memory   512MB
====
限制如下：

| 项 | 上限 |
|---|---|
| 首屏 | 2s |
| 包体 | 300KB |
====
## Limits

    p99 under 200ms
    no more than 3 retries

now fix the login
====
## 约定

    表名单数
    主键叫 id
====
what must hold:
latency      200ms
bundle       300KB
====
our budgets are:

| page | kb |
|---|---|
| home | 200 |
====
性能预算（不能超）：
首屏      2s
包体      300KB
====
必须满足：
```
p99 <= 200ms
error rate < 0.1%
```
====
thresholds to stay under:
cpu     70%
mem     80%
====
limits on staging now:
p99      200ms
p50      40ms
====
limits:
- p99 200ms
- size 300KB
====
限制如下：
响应 200ms
内存 2G
====
限制见下表，看下哪个超了：

| 项 | 值 |
|---|---|
| 首屏 | 2s |
====
please keep these limits:

| route | p99 |
|---|---|
| /pay | 300ms |
====
the budget per page:
home       200KB
detail     350KB
====
non-negotiables:

    no jQuery
    node 18 only
====
这几条是红线：
```
不许外连
不许写 /etc
```
====
接口约束：

| 接口 | 超时 |
|---|---|
| /pay | 3s |

先看支付
====
配额如下，不能超：
cpu      2 核
mem      4G
====
must not exceed:
cpu        2
mem        4G
====
# Requirements

    python 3.9 stays
    no C extensions
====
资源上限 limits：

| name | max |
|---|---|
| cpu | 2 |
====
验收门槛：
p95       120ms
error     0.1%
"""
EVIDENCE = """
results:
p99      200ms
p50      40ms
====
压测结果：

| 项 | 值 |
|---|---|
| 首屏 | 2s |
====
the limits it printed:
p99      200ms
p50      40ms
====
当前的限制（实测）：
p99      200ms
p50      40ms
====
here is what I got:

    p99 under 200ms
    no more than 3 retries
====
rules that fired:
12:5  error  Use const
13:5  error  Use let
====
## Output

    must be JSON
====
ulimit -a says these limits:
open files      1024
stack size      8192
====
the lint rules it hit:

| rule | count |
|---|---|
| no-var | 12 |
====
kubectl shows these limits:
cpu        2
mem        4G
====
限制没生效，日志如下：
```
limit must be set
```
====
当前结果：
p99       350ms
p95       120ms
====
what I saw:

| route | p99 |
|---|---|
| /pay | 900ms |
====
看到的上限：
cpu      2
mem      4G
====
error:
```
must be called with a string
```
====
压测输出：

    p99 must be under 200
====
config now:
```
max_conn = 20
```
====
the query:

    select * from orders where limit must be 3
"""


def talks(table: str) -> list[str]:
    return table.strip("\n").split("\n====\n")


def block(text: str) -> str:
    """What stands under the first line."""
    return text.split("\n", 1)[1].strip().split("\n\n")[0]


def bound(text: str) -> str:
    return "\n".join(texts(walk([user(text)]), Zone.CONSTRAINTS))


@pytest.mark.parametrize("text", talks(RULES))
def test_what_is_announced_as_a_rule_binds(text: str) -> None:
    assert all(line.strip() in bound(text) for line in block(text).splitlines() if line.strip("`"))


@pytest.mark.parametrize("text", talks(EVIDENCE))
def test_what_was_seen_is_evidence(text: str) -> None:
    assert bound(text) == ""


def test_a_document_s_headings_announce_nothing() -> None:
    document = "## Limits\n\n    p99 under 200ms\n\n" + "It was a long read about nothing much.\n" * 40
    assert len(document) > DEFAULT.typed_chars
    assert "p99" not in bound(document)


def test_below_other_words_a_block_is_evidence() -> None:
    assert "max_conn" not in bound("limits:\n- 3 retries\n\n看下这个：\n```\nmax_conn = 20\n```")
