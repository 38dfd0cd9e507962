"""The passes that link units over time: choices by topic, constraints by slot, facts by name. Rows are made by hand."""

import pytest
from rows import Row, after, assistant, book, human

from fastjev.datatypes import Decision
from fastjev.stages.resolve.choices import supersede_decisions
from fastjev.stages.resolve.conflicts import conflicts
from fastjev.stages.resolve.constraints import supersede_constraints

WORDS = book(
    alternatives={"bundler": ["vite", "next.js", "webpack"], "zone": ["utc", "cst"], "db": ["mysql", "pg"]},
    common="the use to it is make a for on and of in now",
    han_common="的 了 用 改 成 要 不 是 一 个 也 行 其 实 还 算 吧 先 前 后 别 可 以 那 条",
)


def chose(text: str, *cues: str, **more: object) -> Row:
    return human(text, "decision", *cues, **more)  # type: ignore[arg-type]


def binds(text: str, *cues: str, **more: object) -> Row:
    return human(text, "constraint", *cues, **more)  # type: ignore[arg-type]


def choices(*rows: Row) -> tuple[Decision, ...]:
    return after(supersede_decisions, *rows, rulebook=WORDS)


def constraints(*rows: Row) -> tuple[Decision, ...]:
    return after(supersede_constraints, *rows, rulebook=WORDS)


def statuses(decisions: tuple[Decision, ...]) -> list[str]:
    return [str(decision.status) for decision in decisions]


def test_the_newest_choice_of_a_topic_is_final() -> None:
    found = choices(chose("用Vite"), chose("还是Next.js吧", "replace"), chose("其实Vite也行", "replace", "reverse"))
    assert statuses(found) == ["overridden", "overridden", "final"]
    assert [decision.supersedes for decision in found] == [(), ("u1.1",), ("u2.1",)]
    assert [decision.superseded_by for decision in found[:2]] == ["u2.1", "u3.1"]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("use vite", "use pg"),
        ("use vite", "use utc everywhere"),
        ("orders in mysql", "the build in vite"),
        ("登录页做成弹窗", "报表导出 csv"),
    ],
)
def test_other_topics_stay_final(first: str, second: str) -> None:
    assert statuses(choices(chose(first), chose(second))) == ["final", "final"]
    assert statuses(choices(chose(first), chose(second, "replace"))) == ["final", "final"]


def test_a_choice_without_a_lexicon_entry_is_found_by_its_names() -> None:
    found = choices(chose("retry via tenacity backoff"), chose("drop tenacity, own backoff loop instead", "replace"))
    assert statuses(found) == ["overridden", "final"]


def test_a_slot_filled_anew_without_saying_of_what_overrides_all_of_it() -> None:
    rows = [chose("the build runs in vite"), chose("dev server in vite")]
    assert statuses(choices(*rows, chose("next.js instead", "replace"))) == ["overridden", "overridden", "final"]
    assert statuses(choices(*rows, chose("dev server in next.js", "replace"))) == ["final", "overridden", "final"]


def test_a_deferred_choice_is_taken_up() -> None:
    found = choices(chose("vite later", status="deferred"), chose("vite now", "replace"))
    assert statuses(found) == ["overridden", "final"]


def test_what_is_put_off_overrides_nothing() -> None:
    assert statuses(choices(chose("use vite"), chose("next.js maybe later", status="deferred")))[0] == "final"


def test_a_rejected_one_stays_rejected() -> None:
    assert statuses(choices(chose("no webpack", status="rejected"), chose("use vite")))[0] == "rejected"


def test_choices_side_by_side_do_not_override_each_other() -> None:
    beside = chose("and webpack for the worker", joined=True)
    assert statuses(choices(chose("vite for the app, "), beside)) == ["final", "final"]


def test_a_change_of_mind_inside_one_message_does() -> None:
    rows = [chose("use vite. "), human("hm, it is slow. ", "process", joined=True)]
    found = choices(*rows, chose("next.js instead", "replace", "reverse", joined=True))
    assert statuses(found) == ["overridden", "active", "final"]


def test_only_settled_choices_count() -> None:
    assert statuses(choices(chose("use vite"), assistant("next.js would be better", "decision"))) == [
        "final",
        "proposed",
    ]


def test_a_constraint_that_settled_a_choice_stays_a_constraint() -> None:
    found = choices(binds("times in utc", choice="final"), binds("times in cst", "replace", choice="final"))
    assert [(str(decision.label), decision.status, decision.choice) for decision in found] == [
        ("constraint", "active", "overridden"),
        ("constraint", "active", "final"),
    ]
    assert found[0].chosen_over_by == "u2.1"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("接口超时一律 30 秒", "接口超时改成 60 秒"),
        ("timeout 30 s", "timeout 45 s"),
        ("上传大小 10MB 以内", "上传大小改成 20MB"),
        ("单文件最多 300 行", "单文件改成 400 行"),
        ("timeout 500 ms", "timeout 2 s"),
        ("the backup starts at 16:50", "the backup starts at 16:40"),
        ("云账单每月 40 欧元封顶", "云账单每月改成 60 欧元"),
    ],
)
def test_another_value_of_the_same_slot_deprecates(old: str, new: str) -> None:
    found = constraints(binds(old), binds(new, "replace"))
    assert statuses(found) == ["deprecated", "active"]
    assert (found[0].superseded_by, found[1].supersedes) == ("u2.1", ("u1.1",))


def test_a_limit_changed_twice_names_its_last_value() -> None:
    rows = [
        binds("接口超时 30 秒"),
        binds("30 秒不够，改成 45 秒", "replace"),
        binds("45 秒还是不够，改成 60 秒", "replace"),
    ]
    found = constraints(*rows)
    assert statuses(found) == ["deprecated", "deprecated", "active"]
    assert [decision.superseded_by for decision in found] == ["u2.1", "u3.1", None]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("支付服务超时 30 秒", "物流服务超时改成 60 秒"),
        ("payment timeout 30 s", "search timeout 60 s"),
        ("staging 保留 7 天日志", "prod 保留 30 天日志"),
        ("user_id 最长 64 字符", "order_no 最长 32 字符"),
        ("timeout 30 s", "retries 3"),
        ("上传 10MB 以内", "响应 300 ms 以内"),
        ("the office pays up to 40 euro", "the deadline: not 16:50, they want it at 16:40"),
        ("每月最多 40 元", "发布时间不是 16:50，改成 16:40"),
    ],
    ids=["service", "service en", "environment", "field", "attribute", "dimension", "clock en", "clock"],
)
def test_another_slot_deprecates_nothing(old: str, new: str) -> None:
    assert statuses(constraints(binds(old), binds(new, "replace")))[0] != "deprecated"


def test_an_untouched_neighbour_stays() -> None:
    rows = [binds("支付服务超时 30 秒"), binds("物流服务超时 5 秒"), binds("支付服务超时改成 60 秒", "replace")]
    assert statuses(constraints(*rows)) == ["deprecated", "active", "active"]


def test_a_revocation_lifts_the_rule_it_names() -> None:
    found = constraints(
        binds("改 schema 前先问 DBA"),
        binds("不许碰 lockfile"),
        human("schema 那条作废，DBA 不用问了", "process", "revoke"),
    )
    assert statuses(found) == ["deprecated", "active", "active"]
    assert found[0].superseded_by == "u3.1"


def test_a_permission_lifts_only_what_was_held_back() -> None:
    held = constraints(binds("先别推 production", "hold"), human("production 可以推了", "process", "permit"))
    assert statuses(held)[0] == "deprecated"
    norm = constraints(binds("production 用 UTC"), human("production 可以推了", "process", "permit"))
    assert statuses(norm)[0] == "active"


def test_a_restoration_brings_back_the_old_rule() -> None:
    rows = [
        binds("schema 变更先问 DBA"),
        human("schema 变更不用问 DBA 了", "process", "revoke"),
        binds("schema 变更先问 DBA 那条恢复", "restore"),
    ]
    found = constraints(*rows)
    assert (found[0].status, found[0].superseded_by) == ("active", None)


def test_a_restoration_voids_what_had_taken_the_place() -> None:
    rows = [binds("网关超时 30 秒"), binds("网关超时改成 60 秒", "replace"), binds("网关超时恢复 30 秒", "restore")]
    assert statuses(constraints(*rows))[:2] == ["active", "deprecated"]


def test_an_exception_narrows() -> None:
    found = constraints(binds("上传 10MB 以内"), binds("上传合同的单独放宽到 50MB", "exception", "replace"))
    assert statuses(found) == ["active", "active"]


def test_an_unsure_link_marks_both_and_voids_neither() -> None:
    found = constraints(binds("rows in mysql"), binds("sessions in pg", "replace"))
    assert statuses(found) == ["possible_conflict", "possible_conflict"]
    assert [decision.conflicts_with for decision in found] == [("u2.1",), ("u1.1",)]


def test_two_candidates_leave_it_open() -> None:
    """Nobody can say which of two equal rules a bare value was for, so it voids neither."""
    rows = [binds("支付超时 30 秒"), binds("物流超时 30 秒"), binds("改成 60 秒", "replace")]
    assert "deprecated" not in statuses(constraints(*rows))


def test_only_a_human_deprecates() -> None:
    said = assistant("接口超时改成 60 秒", "constraint", "replace", status="proposed")
    assert statuses(constraints(binds("接口超时一律 30 秒"), said))[0] == "active"


def test_values_of_one_message_stand_beside_each_other() -> None:
    rows = [binds("接口超时 30 秒。"), binds("接口重试超时 60 秒", "replace", joined=True)]
    assert statuses(constraints(*rows)) == ["active", "active"]


def test_a_false_deprecation_is_never_silent() -> None:
    """What is deprecated names by what, and that names it back."""
    rows = [binds("接口超时 30 秒"), binds("接口超时改成 60 秒", "replace"), binds("接口超时改成 90 秒", "replace")]
    found = {decision.unit: decision for decision in constraints(*rows)}
    for decision in found.values():
        if decision.status == "deprecated":
            assert decision.superseded_by is not None
            assert decision.unit in found[decision.superseded_by].supersedes


def test_two_spellings_of_a_field_conflict() -> None:
    rows = [
        assistant("GET /api/user 返回 {user_id, name}", "fact"),
        human("字段叫 userId", "fact"),
        assistant("port 8080", "fact"),
    ]
    found = after(conflicts, *rows)
    assert statuses(found) == ["conflict", "conflict", "active"]
    assert [decision.conflicts_with for decision in found] == [("u2.1",), ("u1.1",), ()]
    assert {str(decision.action) for decision in found} == {"keep"}


@pytest.mark.parametrize(
    "rows",
    [
        [assistant("user_id maps to userId", "fact")],
        [assistant("user_id in the table", "fact"), assistant("order_id in the table", "fact")],
        [assistant("user_id", "fact"), assistant("userId", "process")],
    ],
    ids=["the mapping itself", "two fields", "no fact"],
)
def test_no_conflict(rows: list[Row]) -> None:
    assert set(statuses(after(conflicts, *rows))) == {"active"}
