"""What holds an answer back: a letter that is no pick, a yes with a turn behind it, a no that waves on."""

import re

from fastjev.labels import Speaker
from fastjev.stages.resolve.scene import Scene

_LETTER = re.compile(r"(?<![a-z0-9.])(?:[a-e]|[1-9])(?![a-z0-9%]|\.[a-z0-9])|[甲乙丙丁]|前者|后者|[前后]一[个种]")
_WORDS = (
    r"什么|怎么|多少|多久|几个|哪|谁|为啥|是啥|[吗么呢]$|区别|解释|讲讲|说说"
    r"|^(?:(?:ok(?:ay)?|yes|yeah|right|fine|good|so|and|but|well)[,\s]+)*"
    r"(?:what|why|how|where|who|when)(?:'s)?\b"
    r"|\b(?:explain|compare|describe|tell me|difference)\b"
)
_FOR_WORDS = re.compile(_WORDS)
"""An open question; "can you also look at the log?" asks for work."""
_ASKED = re.compile(rf"[?？]|{_WORDS}")
_SPURNED = re.compile(
    r"(?:[不别没勿唔]|除了?|本来|原来|原本|之前|排除"
    r"|\b(?:not|no|don't|never|neither|without|but|except|besides|than|instead of|problem|issue|forget|skip"
    r"|drop|tried|used)\b)"
)
_OTHER_WORD = re.compile(
    r"(?:a|[1-9])\s+(?!(?:and|or|then|please|pls|plz|is|it|yes|yep|ok|okay|fine|good|works?|sounds?|looks?"
    r"|for|with|because|since|as|but|now|first|only|too|all|both|no|not|later|seems?|makes?|if|by|i|we|you"
    r"|it|that|this|though"
    r"|over|rather|instead|of course|would|will|can)\b)[a-z]"
    r"|[a-e]\s*(?:站|语言|轮|盘|座|股|端|超|罩|组|部门)"
)
_JUDGED = re.compile(
    r"太[^,]{1,4}(?:了|$)|[不没][^,]{0,4}(?:好|行|稳|合适|靠谱)|[用试听见]过|差不多|[得再](?:想|看|考虑)"
    r"|\bis what (?:we|i|they)\b|\b(?:used|tried) to\b"
    r"|\b(?:can wait|need to think)\b|(?<!less )\b"
    r"(?:slow|expensive|costly|risky|ugly|broken|worse|worst|crashed|failed)\b"
)
_NO_YES = re.compile(
    r"^好像|不(?:太|大|怎么|是很|一定|见得)|反对|不赞成"
    r"|^(?:写|做|干|弄|画|讲|总结|分析|汇报)得|^yeah,? right$|\bfor (?:asking|the (?:report|heads-?up))\b"
)
_CONCEDED = re.compile(r"^(可以|行|好|对|同意)(?:倒|也)?是\1(?:$|,[^,]*(?:[不没太贵慢]|麻烦))")
_WAIT = re.compile(
    r"^(?:(ok(?:ay)?|hm+|but|and|oh|yes)[,\s]+)*(?:wait|hold on|hang on|稍等|等等|等一?下)"
    r"(?:$|[,\s]+(?:let|i|a|for)\b)"
)
"""At the start of a sentence it may open another matter."""
_HELD = re.compile(
    r"^(?:but )?i(?:'ll| will| want to| need to| have to)? (?:read|think|look|check|ask|see)\b.*\bfirst$"
    r"|^(?:but )?let me (?:read|think|look|check|ask|sleep)\b|\bbut first (?:tell|show|explain|answer)\b"
    r"|\bdon't (?:do|start|merge|touch) (?:it|that|this|anything)(?: (?:now|yet|today))?$"
    r"|\bnot for (?:us|me|this)\b|\bi'll think about it$"
    r"|^(?:only )?(?:after|once|when) i (?:say|tell|said)\b"
    r"|(?:^|让|等|容|那)我(?:先|再)(?:看|想|问|查|读|研究|考虑|了解)|^(?:不过|但是?)?先(?:看看|想想|等等|等一下)$"
    r"|^(?:等|让|容|那)?我(?:再)?(?:考虑|想想|想一下|琢磨)|^等我.*(?:确认|商量|问)(?:一?下)?$|^但是?(?:先不做|不合适|不适合)"
    r"|(?:不过|但是?)先别.{0,3}$|^(?:但是?|不过)我?们?(?:不想要?|不要了?|不做|不用|不同意|先不|暂时不)了?$"
)
_BARE_NO = re.compile(r"^(?:(?:hm+|but|oh|well|actually)[,\s]+)*(?:no|nope|nah)$")
_KNOWN = re.compile(r"^(?:i|we) (?:know|saw|heard|noticed|remember)\b|^我(?:们)?(?:知道|看到|听说|记得)")
_SUPPOSED = re.compile(r"^(?:and |but )?if\b|^(?:如果|要是|假如|万一)")
_WAVED = re.compile(
    r"^(?:no (?:problem|worries|objections?|issues?|concerns?|need to (?:wait|ask)\b.*)|not a problem)"
    r"(?:$|[,.!\s])"
    r"|^(?:不用|不必|别|不要)(?:再)?(?:等我?|问我|管我)了?$|^没(?:有)?(?:问题|意见|异议)"
)
_DENIED = re.compile(r"^(?:no|nope|不用([改动换看])了)$")
_GOES_ON = re.compile(
    r"^(?:that(?:'s| is) (?:fine|ok(?:ay)?|good)|(?:please |just |then )*(?:go (?:on|ahead)|do it|carry on"
    r"|proceed|continue)|no (?:problem|objections?)"
    r"|请?(?:你)?(?:直接(?:做|干|上|改|来|弄)|继续)(?:做|干|改|弄|吧|就行|就好)*)$"
)
_OF_FACT = re.compile(
    r"^(?:by the way|btw|对了|顺便问)"
    r"|\b(?:do|did|are|have) you (?:run|use|using|running|have|see|still|already|know|ever)\b"
    r"|\bis that (?:what|how|where) you\b|你(?:那边|那里|那儿|们那边)"
)
_DONE = re.compile(
    r"^(?:so |and )?(?:how|why|what|when|where|who)\b.*\b(?:did|was|were|took|happened)\b|^(?:花|跑|用)了多久"
)
_HEARD = re.compile(r"^(?:ok(?:ay)?|k|好的?|嗯)$")


_OVER = re.compile(r"\b(?:rather than|instead of|over|not)\b|而不是|[,\s]不是")


def kept(text: str) -> str:
    """What stands before an "over" or a "rather than" of a folded clause; all of it where no option does."""
    part = _OVER.split(text)[0]
    return part if _LETTER.search(part) else text


def no_pick(text: str) -> bool:
    """Whether a folded clause that holds a letter or a number of an option takes nothing by it.

    It asks about it, turns it down, says it of something else, or judges it.
    """
    found = _LETTER.search(text)
    if not found:
        return False
    before = text[: found.start()]
    return bool(
        _ASKED.search(text) or _SPURNED.search(before) or _OTHER_WORD.match(text, found.start()) or _JUDGED.search(text)
    )


def no_yes(text: str, following: str) -> bool:
    """Whether a folded clause that sounds like a yes is none: a doubt, praise, a question behind an "ok"."""
    conceded = _CONCEDED.search(f"{text},{following}" if following else text)
    return bool(
        conceded or _NO_YES.search(text) or (_ASKED.search(text) and not text.endswith(("吗", "嘛", "么", "呢")))
    )


def asks(text: str) -> bool:
    """Whether a folded clause asks for words."""
    return bool(_FOR_WORDS.search(text))


def held(text: str, inside: bool) -> bool:
    """Whether a folded clause takes back a yes before it: "wait" inside a sentence, "let me read first"."""
    wait = _WAIT.search(text)
    return bool(_HELD.search(text) or (wait and (inside or wait[1])))


def denied(text: str, assents: bool) -> bool:
    """Whether it takes back a yes to all before it: a bare no, or, but after an assent, what the human knows."""
    return bool(_BARE_NO.search(text) or (_KNOWN.search(text) and not assents))


def supposed(text: str) -> bool:
    """Whether a folded clause opens a condition."""
    return bool(_SUPPOSED.search(text))


def waves_on(text: str, following: str, told: str) -> bool:
    """Whether a no before an order to go on ("no need to wait, do it") refuses nothing of what was told."""
    if _WAVED.search(text):
        return True
    found = _DENIED.search(text)
    return bool(found and _GOES_ON.search(following) and not (found[1] and found[1] in told))


def goes_on(text: str) -> bool:
    """Whether a folded clause orders to go on."""
    return bool(_GOES_ON.search(text))


def only_heard(texts: list[str]) -> bool:
    """Whether folded clauses are an "ok" and a question about what was done."""
    return len(texts) == 2 and bool(_HEARD.search(texts[0]) and _DONE.search(texts[1]))


def asks_fact(scene: Scene, said: tuple[int, ...]) -> bool:
    """Whether a statement ends with a question about how things are, which a plain yes answers."""
    last = next((p for p in reversed(said) if scene.units[p].text.strip()), None)
    if last is None or not scene.cued(last, "ask") or scene.units[last].speaker != Speaker.ASSISTANT:
        return False
    return bool(_OF_FACT.search(scene.rulebook.fold(scene.units[last].text.strip())))
