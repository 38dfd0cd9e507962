"""Whether a prompt says that something went wrong."""

import re

_OPENING = 200
"""Characters in which it is looked for: whoever complains does so at once."""
_COMPLAINT = re.compile(
    r"不对|错了|不行|还是(?:不|报|没|有错|失败)|没(?:生效|变化|用|起作用|反应)|报错|失败|怎么(?:还|又)|搞错|有问题|不是(?:这|那)个|出错"
    r"|\b(?:wrong|broken|incorrect|doesn'?t work|does not work|didn'?t work|did not work|not working|isn'?t working"
    r"|still (?:fails?|failing|broken|not|doesn'?t|the same|see(?:ing)?|getting)|fails|failed|that'?s not|not what i"
    r"|why did you|you (?:forgot|missed|broke)|undo|revert|mistake)\b",
    re.IGNORECASE,
)
_NO_COMPLAINT = re.compile(
    r"没问题|没有(?:报错|问题|失败|出错)|不(?:再|会|要)?报错|没(?:报|出|搞)?错|(?:报错|失败|出错)(?:时|的时候|后|重试|率|信息|处理|提示)"
    r"|\b(?:no|not|nothing|never) (?:problem|wrong|broken|failed)\b|\b(?:if|when) \w+ fails\b",
    re.IGNORECASE,
)
"""What looks like one and is not; taken out first."""


def complains(prompt: str) -> bool:
    """Whether a prompt begins by saying that something went wrong."""
    return bool(_COMPLAINT.search(_NO_COMPLAINT.sub(" ", prompt[:_OPENING])))
