"""Spoils what is read from files by somebody who knows how it is built: values, texts, rows, bytes.

Everything is drawn from one source of chance, so a seed gives the same file again. What is spoiled keeps its
build (JSON stays JSON, rows get right checksums), or nobody would get further than the first check.
"""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

DEEP: Any = None
for _ in range(300):
    DEEP = [DEEP]
DEEPEST = 50
"""Nothing that the program writes is so deep: twice as deep, and msgspec could not write it again."""
ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 7, 2**31, 2**53 + 1, 2**63 - 1, -(2**63), 10**12 + 1, 0.5, -0.0, 1e308, "",
    " ", "0", "-1", "id", "hp", "d0", "0d6", "9" * 5000, "\x00", "x" * 100_000, "\u202e", "😀" * 500,
    "<b>x</b>",
    "<img src='file:///dev/zero'>", "{{ 7 * 7 }}", '=HYPERLINK("https://example.org")', "../../etc/passwd",
    "hp + * (", "hp if hp else hp", "9 ** 9", [], {}, [[]], [None], ["x"] * 500, {"": ""},
    {"e": "nothing"}, DEEP,
)  # fmt: skip
"""Values that nobody expects, each of them of some type that JSON has."""
ODD_TOML = (
    "0", "-1", "1", "2147483648", "9223372036854775807", "1000000000001", "9" * 5000, "0.5", "nan", "inf",
    "-inf", "1e308", "true", "''", "'id'", "'hp'", "'d0'", "'0d6'", "'9 ** 9'", "'hp + * ('", "'('", "[]",
    "{}",
    "[[]]", "['x', 1]", "{x = 1}", "1979-05-27", "07:32:00", '"' + "x" * 100_000 + '"',
    '"<img src=\'file:///dev/zero\'>"',
    '"\\u0000"', "[" * 300 + "]" * 300, "[" * 20_000, "'" + "(" * 2000 + "'", "'" + "1 + " * 3000 + "1'",
)  # fmt: skip
_WORD = re.compile(r"[a-z_][a-z_0-9]{2,}")
Place = tuple[Any, Any]


def spoiled(value: Any, rng: random.Random, stock: Any = None) -> Any:
    """Return a value in which one to three things are not what they were; ``stock`` is what is put in."""
    root = [copy.deepcopy(value)]
    for _ in range(rng.randint(1, 3)):
        found = list(_places(root))
        holder, key = rng.choice(found)
        rng.choice(_CHANGES)(holder, key, rng, list(_places([stock if stock is not None else value])))
    return root[0] if root else None


def _places(holder: Any) -> Iterator[Place]:
    """Yield every place of a tree; what is deeper than anything of ours was put in and is not gone into."""
    left = [(holder, 0)]
    while left:
        now, depth = left.pop()
        pairs = list(now.items()) if isinstance(now, dict) else list(enumerate(now))
        for key, inner in pairs:
            yield now, key
            if isinstance(inner, dict | list) and depth < DEEPEST:
                left.append((inner, depth + 1))


def _other(holder: Any, key: Any, rng: random.Random, stock: list[Place]) -> None:
    holder[key] = copy.deepcopy(rng.choice(ODD))


def _gone(holder: Any, key: Any, rng: random.Random, stock: list[Place]) -> None:
    if isinstance(holder, dict) or len(holder) > 1:
        del holder[key]


def _taken(holder: Any, key: Any, rng: random.Random, stock: list[Place]) -> None:
    """Put in something that stands elsewhere: of the right build, in the wrong place."""
    there, its = rng.choice(stock)
    holder[key] = copy.deepcopy(there[its])


def _twice(holder: Any, key: Any, rng: random.Random, stock: list[Place]) -> None:
    if isinstance(holder, list):
        holder.insert(key, copy.deepcopy(holder[key]))
    else:
        holder[f"{key}{rng.randint(0, 1)}"] = copy.deepcopy(holder[key])


def _called_otherwise(holder: Any, key: Any, rng: random.Random, stock: list[Place]) -> None:
    if isinstance(holder, dict):
        holder[rng.choice(["", "id", "who", "x" * 10_000, "a.b", "0"])] = holder.pop(key)


def _nearly(holder: Any, key: Any, rng: random.Random, stock: list[Place]) -> None:
    """Change a number or a text a little."""
    value = holder[key]
    if isinstance(value, bool):
        holder[key] = not value
    elif isinstance(value, int):
        holder[key] = max(-(2**63), min(2**63 - 1, value + rng.choice([-1, 1, 100, -(10**6), 10**15])))
    elif isinstance(value, str):
        holder[key] = value[::-1] if rng.random() < 0.5 else value + rng.choice(["x", "\n", " ", "'", "\\"])
    else:
        _other(holder, key, rng, stock)


Change = Callable[[Any, Any, random.Random, list[Place]], None]
_CHANGES: tuple[Change, ...] = (_other, _other, _gone, _taken, _taken, _twice, _called_otherwise, _nearly)


def spoiled_toml(text: str, rng: random.Random) -> str:
    """Return a TOML text in which one to four lines are not what they were."""
    lines, words = text.splitlines(), _WORD.findall(text)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(lines))
        valued = [number for number, line in enumerate(lines) if " = " in line] or [at]
        chosen = rng.choice(valued)
        match rng.randrange(9):
            case 0 | 1:
                lines[chosen] = f"{lines[chosen].partition(' = ')[0]} = {rng.choice(ODD_TOML)}"
            case 2:
                other = lines[rng.choice(valued)].partition(" = ")[2]
                lines[chosen] = f"{lines[chosen].partition(' = ')[0]} = {other}"
            case 3:
                del lines[at]
            case 4:
                lines.insert(at, lines[rng.randrange(len(lines))])
            case 5:
                lines[chosen] = _WORD.sub(lambda _: rng.choice(words), lines[chosen], count=rng.randint(1, 3))
            case 6:
                lines[chosen] = re.sub(
                    r"\d+", lambda _: rng.choice(["0", "-1", "99999999999"]), lines[chosen]
                )
            case 7:
                lines.insert(at, f"{'.'.join('a' * rng.choice([2, 50, 2000]))} = 1")
            case _:
                lines.insert(
                    at, rng.choice(["[", "[[", "[x]", "[[stat]]", "[stat.hp]", "\x00", "= 1", "'''"])
                )
        if not lines:
            return ""
    return "\n".join(lines) + "\n"


def spoiled_text(text: str, rng: random.Random, pieces: tuple[str, ...]) -> str:
    """Return a text with pieces put in, and parts taken out or moved."""
    for _ in range(rng.randint(1, 3)):
        at, to = sorted((rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)))
        match rng.randrange(3):
            case 0:
                text = text[:at] + rng.choice(pieces) + text[at:]
            case 1:
                text = text[:at] + text[min(to, at + 200) :]
            case _:
                text = text[:at] + text[at : at + 300] + text[at:]
    return text


def spoiled_bytes(data: bytes, rng: random.Random) -> bytes:
    """Return bytes with bits flipped, cut short, or with some of them written twice or over."""
    made = bytearray(data)
    match rng.randrange(4):
        case 0:
            for _ in range(rng.randint(1, 4)):
                made[rng.randrange(len(made))] ^= 1 << rng.randrange(8)
        case 1:
            del made[rng.randrange(len(made)) :]
        case 2:
            at, length = rng.randrange(len(made)), rng.randint(1, 4096)
            made[at : at + length] = rng.choice([bytes(length), b"\xff" * length, rng.randbytes(length)])
        case _:
            at = rng.randrange(len(made))
            made[at:at] = made[rng.randrange(len(made)) :][: rng.randint(1, 4096)]
    return bytes(made)
