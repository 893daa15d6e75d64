"""Finding stat blocks as one types: by name, side, tags, notes and numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from rulesets.campaign.things import Block
from rulesets.vocabulary import Rules

_COMPARED = re.compile(r"([^\s<>=]+)(<=|>=|<|>|=)(-?\d{1,9})")
"""'hp>30': a number by what it is called, and what it is to be."""
_COMPARES: dict[str, Callable[[int, int], bool]] = {
    "<": lambda one, other: one < other,
    ">": lambda one, other: one > other,
    "<=": lambda one, other: one <= other,
    ">=": lambda one, other: one >= other,
    "=": lambda one, other: one == other,
}
_PLAIN = frozenset({"side", "kind", "notes", "tags", "group", "aware"})
"""What every block has besides numbers."""


class Finder:
    """Stat blocks with all that is looked for in them made ready once: 5,000 take some milliseconds a key."""

    def __init__(self, blocks: Sequence[Block], rules: Rules | None = None) -> None:
        """Look for ``blocks``; numbers are called as ``rules`` call them, and as files do."""
        self.blocks = tuple(blocks)
        self._labels = _labels(rules)
        self._names = [block.name.casefold() for block in self.blocks]
        self._texts = [_text(block, self._labels) for block in self.blocks]

    def find(self, typed: str) -> list[Block]:
        """Return the blocks in which every word stands that was typed.

        The one that is called so comes first, behind it those whose name begins with it, then those with all
        words in their name, each in the order that they had. A number is found whole; 'hp>30' asks for one
        that is more.
        """
        words, compared = _words(typed.casefold())
        fits: Sequence[int] = range(len(self.blocks))
        for word in words:  # one after the other, each in a loop of its own: thousands at every letter
            fits = [number for number in fits if word in self._texts[number]]
        for one in compared:
            fits = [number for number in fits if self._holds(self.blocks[number], one)]
        beginning, names = typed.casefold().strip(), self._names
        first = [number for number in fits if names[number].startswith(beginning)]
        first.sort(key=lambda number: names[number] != beginning)
        if len(first) == len(fits):
            return [self.blocks[number] for number in first]
        begun = set(first)
        rest: Sequence[int] = [number for number in fits if number not in begun]
        named = rest
        for word in words:
            inside = word.strip()
            named = [number for number in named if inside in f" {names[number]} "]
        called = set(named)
        last = [number for number in rest if number not in called]
        return [self.blocks[number] for number in (*first, *named, *last)]

    def _holds(self, block: Block, one: tuple[str, str, int]) -> bool:
        name, sign, number = one
        value = self._numbers[block.name, block.place, block.ruleset].get(name)
        return value is not None and _COMPARES[sign](value, number)

    @cached_property
    def _numbers(self) -> dict[tuple[str, int, str], dict[str, int]]:
        """Block → its numbers by all that they are called; made with the first number that is compared."""
        return {(one.name, one.place, one.ruleset): _numbers(one, self._labels) for one in self.blocks}


def _numbers(block: Block, labels: dict[str, tuple[str, ...]]) -> dict[str, int]:
    whole = {key: value for key, value in block.given.items() if type(value) is int}
    return {name: value for key, value in whole.items() for name in (*labels.get(key, ()), key.casefold())}


def _labels(rules: Rules | None) -> dict[str, tuple[str, ...]]:
    if rules is None:
        return {}
    return {
        key: tuple(text.casefold() for text in (rule.label, rule.short) if text)
        for key, rule in rules.stats.items()
    }


def _text(block: Block, labels: dict[str, tuple[str, ...]]) -> str:
    parts = [block.name, str(block.given.get("side", "")), *block.tags, str(block.given.get("notes", ""))]
    parts += [str(one) for one in block.given.get("feats", ()) if isinstance(one, str)]
    for key, value in block.given.items():
        if key not in _PLAIN and value not in (None, False, "", [], {}):
            parts += [key, *labels.get(key, ()), "" if value is True else _shown(value)]
    return f" {' '.join(parts)} ".casefold().replace("\n", " ")


def _shown(value: Any) -> str:
    if isinstance(value, list | tuple):
        return " ".join(map(_shown, value))
    if isinstance(value, dict):
        return " ".join(f"{key} {_shown(one)}" for key, one in value.items())
    return str(value)


def _words(typed: str) -> tuple[list[str], list[tuple[str, str, int]]]:
    """Return the words that must stand in a text, a number with its spaces, and what is compared."""
    words, compared = [], []
    for word in typed.split():
        match = _COMPARED.fullmatch(word)
        if match is not None:
            compared.append((match[1], match[2], int(match[3])))
        else:
            words.append(f" {word} " if word.isdecimal() else word)
    return words, compared
