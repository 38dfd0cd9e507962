"""How a clause begins: families of opening words, Chinese and English side by side."""

import re

_FAMILIES = {
    "also": (
        "另外|还有|再有|再就|顺便|顺带|此外|其次|补充|同时|也|还|并|而且|以及",
        "also|plus|another|one more|additionally|besides|as well|too",
    ),
    "then": ("然后|接着|接下来|再|之后|回头|先|最后", "then|next|after|afterwards|once|finally|lastly|first"),
    "but": ("但|不过|可是|只是|倒是|除了|除非", "but|however|though|although|except|unless|still|yet|only"),
    "so": ("所以|因此|那就|那么|于是|就", "so|thus|hence|therefore|that's why|which means"),
    "because": ("因为|毕竟|由于|省得|免得|不然|否则", "because|since|cause|cuz|bc|as|otherwise|or"),
    "if": ("如果|要是|万一|假如|若|只要|等到|凡是", "if|when|whenever|in case|until|till|where|while"),
    "ordinal": (
        "第[一二三四五六]|[一二三四五六]是|其[一二三四]|[一二三四五1-9][、.]",
        "second|third|fourth|[a-d1-9][).:]",
    ),
    "option": ("[甲乙丙丁①-⑨]", r"[a-d1-9]\b"),
    "that": ("那个|这个|那|这|此|该", "that|this|these|those|the other"),
    "it": ("它|其中|里面|里头|上面|下面|其他|其余|剩下", "it|its|it's|they|them|their|which|who|there"),
    "the": ("有[些个几]|所有|全部|整个|每|各|任何|凡", "the|all|every|each|any|everything|anything|both"),
    "i": ("我们|我|咱|本人|俺", "i|i'm|i'll|i've|we|we're|we've|my|our|me"),
    "you": ("你们|你|您|麻烦|请|帮|给我", "you|your|please|pls|can you|could you|let's|lets"),
    "others": (
        "老板|领导|客户|运营|产品|他们|他|她|人家|同事|测试|甲方|财务|老师",
        "he|she|boss|client|customer|ops|legal|support|somebody|someone|they said",
    ),
    "not": ("不要|不许|不准|不能|不用|不得|不可|不|别|勿|禁|没", "not|no|don't|dont|do not|never|none|nothing|without"),
    "yes": (
        "行|好|可以|对|嗯|是的|没错|同意|中|成|妥|ok",
        "yes|yep|yeah|ok|okay|sure|fine|good|great|right|agreed|nice",
    ),
    "hm": (
        "哦|噢|啊|呃|哎|唉|诶|咦|哈|等等|等下|等一下|慢着|算了",
        "oh|um+|uh|hm+|wait|ah|hold on|hang on|actually|anyway|well",
    ),
    "ask": (
        "怎么|为什么|为啥|什么|啥|哪|谁|能不能|可不可以|是不是|有没有|多少|几",
        "what|why|how|where|who|is|are|do|does|did|can|could|would|should|will",
    ),
    "time": (
        "现在|今天|昨天|明天|刚才|刚刚|上次|上回|以后|今后|以前|之前|周|下周|月底|晚上|白天",
        "now|today|yesterday|tomorrow|before|last|from now|tonight",
    ),
    "must": (
        "必须|一定|务必|只能|只许|只|一律|统一|都|得|要|千万|最多|最少|至少|不超",
        "must|always|only|have to|need|needs|keep|make sure|max|at most|at least",
    ),
    "do": (
        "把|将|改|用|加|写|看|查|跑|做|换|删|放|留|按|照|让|给|拿|打|拆|合|上|开|关|试",
        "use|make|keep|add|write|put|set|leave|run|go|give|show|check|fix|change|move|remove|drop|take|have|try|do|start|stop|call|name",
    ),
    "about": (
        "关于|至于|说到|对于|对了|话说|回到|说回",
        "about|for|on|in|re|as for|regarding|back to|btw|by the way|with|at|from|to",
    ),
    "and": ("和|跟|与|或", "and|&"),
}
_AFTER_AND = re.compile(r"(?:and |和)(?=.)", re.IGNORECASE)
_BEGINS = re.compile(
    "|".join(f"(?P<{name}>{han}|(?:{latin})(?![a-z0-9]))" for name, (han, latin) in _FAMILIES.items()), re.IGNORECASE
)


def opening(text: str) -> str:
    """The family whose word a clause begins with, an "and" before it aside; else nothing. `text`: folded."""
    joined = _AFTER_AND.match(text)
    found = _BEGINS.match(text, joined.end() if joined else 0)
    return (found.lastgroup or "") if found else ""
