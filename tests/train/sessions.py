"""Made-up sessions in which some results are used later, some read again and most forgotten."""

import random
from pathlib import Path
from typing import Any

from talks import assistant, call, neutral, tool, user

Dict = dict[str, Any]
USES = (0, 0, 0, 0, 1, 2, 5, 20)


def made(number: int, exchanges: int = 64) -> bytes:
    """One session; large results are used more often, so that there is something to learn."""
    chance = random.Random(number)
    messages: list[Dict] = [user(f"修一下登录超时，session {number}")]
    pending: list[str] = []
    for each in range(exchanges):
        id, path = f"c{number}_{each}", f"src/模块{number}/f{chance.randrange(exchanges // 2)}.py"
        names = [f"var_{number}_{each}_{count}" for count in range(chance.choice((3, 12, 40)))]
        messages += [
            assistant("", call(id, "Read", file_path=path)),
            tool(id, f"# {path}\n" + "\n".join(f"{name} = 1" for name in names)),
        ]
        if chance.random() < 0.2:
            messages += [assistant("", call(f"{id}t", "Bash", command="npm test")), tool(f"{id}t", f"{each} passed")]
        used = min(chance.choice(USES), len(names))
        pending.append(" ".join(names[:used]))
        if each % 8 == 7:
            messages += [assistant("看了。" + "，".join(pending)), user("继续 go on")]
            pending.clear()
    return neutral(messages, f"talk{number}")


def write(folder: Path, count: int, exchanges: int = 64) -> list[str]:
    """Paths of `count` sessions."""
    paths = [folder / f"会话{number}.json" for number in range(count)]
    for number, path in enumerate(paths):
        path.write_bytes(made(number, exchanges))
    return [str(path) for path in paths]
