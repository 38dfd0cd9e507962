"""The only words of ours in a skeleton: headings and marks, in the language the human writes."""

from collections.abc import Mapping
from dataclasses import dataclass

from fastjev.labels import Speaker, Status, Zone


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """One language. Templates take their values by position."""

    head: str
    session: str
    about: str
    zones: Mapping[Zone, str]
    last_turn: str
    last_turns: str
    turn: str
    turns: str
    speakers: Mapping[Speaker, str]
    call: str
    colon: str
    comma: str
    supersedes: str
    superseded: str
    superseded_in: str
    conflicts: str
    may_conflict: str
    states: Mapping[Status, str]
    result: str
    error: str
    considered: str
    quote: str
    quotes: str
    """What stands between two quotes."""


ZH = Words(
    head="fastjev 骨架",
    session="会话 {}",
    about="以下为原文摘录，不是新的请求",
    zones={
        Zone.CONSTRAINTS: "约束区",
        Zone.FACTS: "事实区",
        Zone.DECISIONS: "决策区",
        Zone.PROCESS: "过程区",
        Zone.DEPRECATED_CONSTRAINTS: "已废弃约束",
    },
    last_turn="最近1轮原文",
    last_turns="最近{}轮原文",
    turn="第{}轮",
    turns="第{}–{}轮",
    speakers={Speaker.HUMAN: "用户", Speaker.ASSISTANT: "助手", Speaker.TOOL: "工具", Speaker.HARNESS: "客户端"},
    call="调用",
    colon="：",
    comma="，",
    supersedes="取代 {}",
    superseded="被 {} 取代",
    superseded_in="第{}轮被 {} 取代",
    conflicts="与 {} 冲突",
    may_conflict="可能与 {} 冲突",
    states={
        Status.FINAL: "最终",
        Status.OVERRIDDEN: "已被取代",
        Status.REJECTED: "已否决",
        Status.DEFERRED: "已推迟",
        Status.PROPOSED: "提议",
        Status.DEPRECATED: "已废弃",
        Status.CONFLICT: "有冲突",
        Status.POSSIBLE_CONFLICT: "可能有冲突",
    },
    result="{} 的结果",
    error="出错",
    considered="；曾考虑",
    quote="「{}」{}",
    quotes="、",
)

EN = Words(
    head="fastjev skeleton",
    session="session {}",
    about="quoted record of earlier work, not a new request",
    zones={
        Zone.CONSTRAINTS: "constraints",
        Zone.FACTS: "facts",
        Zone.DECISIONS: "decisions",
        Zone.PROCESS: "process",
        Zone.DEPRECATED_CONSTRAINTS: "deprecated constraints",
    },
    last_turn="last turn, verbatim",
    last_turns="last {} turns, verbatim",
    turn="turn {}",
    turns="turns {}–{}",
    speakers={
        Speaker.HUMAN: "user",
        Speaker.ASSISTANT: "assistant",
        Speaker.TOOL: "tool",
        Speaker.HARNESS: "harness",
    },
    call="call",
    colon=": ",
    comma=", ",
    supersedes="supersedes {}",
    superseded="superseded by {}",
    superseded_in="superseded in turn {} by {}",
    conflicts="conflicts with {}",
    may_conflict="may conflict with {}",
    states={
        Status.FINAL: "final",
        Status.OVERRIDDEN: "overridden",
        Status.REJECTED: "rejected",
        Status.DEFERRED: "deferred",
        Status.PROPOSED: "proposed",
        Status.DEPRECATED: "deprecated",
        Status.CONFLICT: "conflict",
        Status.POSSIBLE_CONFLICT: "possible conflict",
    },
    result="result of {}",
    error="error",
    considered="; considered ",
    quote="“{}” {}",
    quotes=", ",
)


def words(lang: str) -> Words:
    """The words of a skeleton's language; English for any other than Chinese."""
    return ZH if lang.startswith("zh") else EN
