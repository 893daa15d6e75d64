"""The text of a ruleset as raw tables: limits before anything is read, and every slip of TOML at once.

``tomllib`` stops at the first slip. Here what it stops at is told, blanked out, and the rest is read, so
that an author sees all of them; a key or table that stands there twice is told with both of its lines, and
what else is wrong with the ruleset is looked for all the same.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

from rulesets.reading.lines import Again, find_again
from rulesets.reading.problems import Problem, RulesetError, dotted
from rulesets.reading.slips import Slip, explain
from rulesets.reading.toml_text import MAX_DEPTH, RULESET, TooMuch, check, depth, too_deep

_TRIES, _WORK = 30, 3_000_000
"""How often a text is read anew, and how many characters at most."""
_MOST = 100
"""Keys that stand there twice, up to which the rest is looked at."""
_AT_LINE = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)")
_TWICE = ("Cannot overwrite", "Cannot declare", "Duplicate inline", "Cannot mutate", "Cannot redefine")
_HEADER = re.compile(r"^\s*\[")
_FAR = 20
"""Lines after which the } of an inline table is not looked for any more."""
_BEGINS = re.compile(r"^\s*(?:\[|(?:[\w-]+|\"[^\"\n]*\"|'[^'\n]*')[\w.\"' -]*=)")


def read(text: str, name: str) -> tuple[dict[str, Any], list[Problem]]:
    """Return the raw tables of ``text``, with a problem for each key or table that stands in it twice.

    Raises:
        RulesetError: if it is too large, or no TOML; with all slips.
    """
    raw, problems, slips = _gathered(text.removeprefix("\ufeff"), name)
    if slips or raw is None:
        found = [Problem(name, slip.line, "", slip.message, slip.hint) for slip in slips]
        raise RulesetError(sorted([*problems, *found], key=lambda problem: problem.line))
    if depth(raw) > MAX_DEPTH:
        raise _refused(too_deep(), name)
    return raw, problems


def readable(text: str) -> dict[str, Any]:
    """Return what can be read of ``text`` whatever is wrong with the rest; nothing of what is too large."""
    try:
        raw, _, _ = _gathered(text.removeprefix("\ufeff"), "")
    except RulesetError:
        return {}
    return raw or {}


def _gathered(text: str, name: str) -> tuple[dict[str, Any] | None, list[Problem], list[Slip]]:
    """Return the tables that can be read, a problem for each that is there twice, and the slips."""
    problems: list[Problem] = []
    slips: list[Slip] = []
    blocks: list[str] = []
    raw: dict[str, Any] | None = None
    current = text
    for _ in range(min(_TRIES, 1 + _WORK // (len(text) + 1))):
        try:
            check(current, RULESET)  # anew: blanking a slip out may bare what stood in a string before
            raw = tomllib.loads(current)
        except TooMuch as error:
            raise _refused(error, name) from None
        except tomllib.TOMLDecodeError as error:
            again = find_again(current) if str(error).startswith(_TWICE) else []
            if again:
                problems += [_twice(one, name) for one in again[:_MOST]]
                if len(again) > _MOST:
                    break
                current, taken = _without(current, again)
                blocks += taken
                continue
            slip = _slip(current, str(error))
            slips.append(slip)
            current = _blanked(current, slip.line)
        except RecursionError:
            raise _refused(too_deep(), name) from None
        else:
            break
    if raw is not None:
        for block in blocks:
            _join(raw, block)
    return raw, problems, slips


def _refused(error: TooMuch, name: str) -> RulesetError:
    """Return the error for a text above a limit."""
    return RulesetError([Problem(name, error.line, "", error.message)])


# -- slips of TOML -------------------------------------------------------------------------------------


def _slip(text: str, message: str) -> Slip:
    match = _AT_LINE.search(message)
    line = int(match[1]) if match and match[1] else text.count("\n") + 1
    column = int(match[2]) if match and match[2] else len(text) - text.rfind("\n")
    return explain(text, _AT_LINE.sub("", message), line, column)


def _blanked(text: str, line: int) -> str:
    """Return ``text`` with empty lines where the statement in ``line`` stood."""
    rows = text.split("\n")
    start = min(line, len(rows)) - 1
    while start > 0 and not _BEGINS.match(rows[start]):
        start -= 1
    end = min(line, len(rows))
    ends = _BEGINS
    if rows[start].lstrip().startswith("["):
        ends = _HEADER
    elif rows[line - 1 : line] and rows[line - 1].count("{") > rows[line - 1].count("}"):
        close = next((at for at in range(end, min(end + _FAR, len(rows))) if "}" in rows[at]), end - 1)
        end = close + 1
    while end < len(rows) and not ends.match(rows[end]):
        end += 1
    rows[start:end] = [""] * (end - start)
    return "\n".join(rows)


# -- the same key twice --------------------------------------------------------------------------------


def _twice(again: Again, name: str) -> Problem:
    what = f"The table [{dotted(again.loc)}]" if again.table else f"The key {str(again.loc[-1])!r}"
    message = f"{what} is here a second time; the first is in line {again.first}."
    hint = "put its keys there, or give this one another id" if again.table else "leave one of them out"
    return Problem(name, again.line, dotted(again.loc), message, hint)


def _without(text: str, again: list[Again]) -> tuple[str, list[str]]:
    """Return ``text`` without what stands there twice, and each of the tables taken out of it."""
    cleaned, blocks = text, []
    for one in again:
        if not one.table:
            start = one.start
            before = cleaned[:start].rstrip()
            start = len(before) - 1 if before.endswith(",") else start
            cleaned = cleaned[:start] + _empty(cleaned[start : one.end]) + cleaned[one.end :]
    for one in again:
        if one.table:
            block = cleaned[one.start : one.end]
            blocks.append("\n" * (one.line - 1) + block)
            cleaned = cleaned[: one.start] + _empty(block) + cleaned[one.end :]
    return cleaned, blocks


def _empty(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def _join(raw: dict[str, Any], block: str) -> None:
    """Put the keys of a table that is there twice into the first one."""
    try:
        _merge(raw, tomllib.loads(block))
    except (tomllib.TOMLDecodeError, RecursionError):
        return


def _merge(raw: dict[str, Any], more: dict[str, Any]) -> None:
    for key, value in more.items():
        if isinstance(raw.get(key), dict) and isinstance(value, dict):
            _merge(raw[key], value)
        else:
            raw.setdefault(key, value)
