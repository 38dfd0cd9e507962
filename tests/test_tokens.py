"""The estimator against what the reconstruction it was fitted to counts (fastjev/tokens.py says which)."""

import pytest

from fastjev.tokens import estimate

TEXTS = {
    "english": (
        101,
        "The export endpoint reads every row into memory before it writes the first line of the file, which is why it "
        "fails on large months. Stream the rows in batches of two thousand, keep the order by creation date, and stop "
        "when the client goes away. Nothing else in the service should change, and the tests have to stay green on "
        "every commit that reaches the main branch.",
    ),
    "chinese": (
        128,
        "导出接口会先把所有记录读进内存，然后才开始写文件，所以数据多的月份一定失败。请改成分批读取，每批两千条，"
        "按创建时间排序，客户端断开就停止。除此之外不要动这个服务里的任何东西，每次提交之前都要把测试跑一遍，"
        "生产库的结构由数据库管理员负责，我们只写草稿。",
    ),
    "mixed": (
        122,
        "接口超时改成 60 秒，写在 `api/client.ts` 的 TIMEOUT_MS 里。user_id 这个字段前端统一叫 userId，"
        "但数据库里不要改名，也不要加索引。线上跑的是 Node 18，所以别用 fetch 的新参数，"
        "import 语句保持现在的顺序，lint 过了再 push。",
    ),
    "code": (
        134,
        "def export(rows: Iterable[Row], out: TextIO, *, batch: int = 2000) -> int:\n"
        "    written = 0\n"
        "    for chunk in batched(rows, batch):\n"
        "        if client.closed:\n"
        '            raise Aborted(f"after {written} rows")\n'
        "        for row in chunk:\n"
        '            out.write(",".join(quote(cell) for cell in row) + "\\n")\n'
        "        written += len(chunk)\n"
        "    return written\n",
    ),
    "log": (
        160,
        "2026-05-12T03:14:07.221Z WARN [http] GET /api/orders/export status=504 took=30012ms rows=21844 req=3f9c1a\n"
        "2026-05-12T03:14:09.870Z INFO [http] GET /api/orders status=200 took=41ms rows=50 req=3f9c1b\n"
        "2026-05-12T03:15:44.002Z ERROR [pool] connection 12 closed by peer, retries=3 host=10.0.4.17:5432\n",
    ),
}


@pytest.mark.parametrize(("counted", "text"), TEXTS.values(), ids=TEXTS)
def test_estimate_is_within_a_tenth_of_the_count(counted: int, text: str) -> None:
    assert estimate(text) == pytest.approx(counted, rel=0.1)


def test_nothing_is_no_token_and_anything_is_one_at_least() -> None:
    assert estimate("") == 0
    assert [estimate(text) for text in ("a", " ", "\n\n\n\n", "\ud83d", "\x00")] == [1, 1, 1, 1, 1]


@pytest.mark.parametrize(("text", "counted"), [(" " * 1000, 63), ("的" * 1000, 1000), ("0" * 1000, 334)])
def test_estimate_of_a_long_run_stays_near_the_count(text: str, counted: int) -> None:
    assert estimate(text) == pytest.approx(counted, rel=0.1)
