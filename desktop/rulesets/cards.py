"""What the list of rulesets says of each: name, where it is, how sound it is. Loads pydantic to check."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rulesets.reading import loader, toml_text
from rulesets.reading.problems import Advice, Problem, RulesetError
from rulesets.reading.shelf import Found, Shelf
from rulesets.scenarios.files import find_files
from rulesets.scenarios.steps import ScenarioError
from rulesets.table.writing import Writing


class RulesetCard(Struct, frozen=True):
    """One ruleset of the shelf."""

    id: str
    label: str
    folder: Path
    own: bool = False
    version: str = ""
    extends: str = ""
    languages: tuple[str, ...] = ()
    cases: int = 0
    """How many cases its own scenarios have."""
    problems: tuple[Problem, ...] = ()
    """Errors before warnings and advice, each in the order of the files."""
    checked: bool = False

    @property
    def file(self) -> Path:
        """Its ``ruleset.toml``."""
        return self.folder / loader.FILE

    @property
    def errors(self) -> int:
        """How many problems have to be mended before it can be played."""
        return sum(not problem.warning for problem in self.problems)

    @property
    def warnings(self) -> int:
        """How many can be lived with."""
        return len(self.problems) - self.errors - self.advice

    @property
    def advice(self) -> int:
        """How many are no problem at all: what could be said in short."""
        return sum(isinstance(problem, Advice) for problem in self.problems)


MAX_KEPT = 64
"""Texts of which is kept what came of checking them."""


def problems(writing: Writing) -> tuple[Problem, ...]:
    """Return all problems of a ruleset, errors first, and its advice; a text is checked once."""
    return _problems(msgspec.msgpack.encode(writing))


@lru_cache(maxsize=MAX_KEPT)
def _problems(writing: bytes) -> tuple[Problem, ...]:
    text = msgspec.msgpack.decode(writing, type=Writing)
    return in_order([*loader.check_writing(text), *loader.advice_on(text)])


def in_order(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Return problems with errors first and advice last; else the order in which they were found stays."""
    return tuple(sorted(problems, key=lambda problem: (problem.warning, isinstance(problem, Advice))))


def cards(shelf: Shelf) -> list[RulesetCard]:
    """Return every ruleset by its name, the shipped ones first; nothing is checked yet."""
    found = [head(shelf, found) for found in shelf.found()]
    return sorted(found, key=lambda card: (card.own, card.label.casefold(), card.id))


def head(shelf: Shelf, found: Found) -> RulesetCard:
    """Read what stands at the top of a ruleset's text, as far as it can be read."""
    problems = (Problem(str(found.file), 0, "", found.problem),) if found.problem else ()
    card = RulesetCard(found.id, found.id, found.folder, found.own, problems=problems)
    try:
        writing = shelf.writing(found.file)
    except RulesetError:
        text = _text(found.file)
        return replace(card, label=_said(text, "label") or found.id, extends=_said(text, "extends"))
    return replace(
        card,
        label=_inherited(writing, "label") or found.id,
        version=_inherited(writing, "version") or "1",
        extends=_said(writing.text, "extends"),
        languages=tuple(writing.languages),
    )


def checked(shelf: Shelf, card: RulesetCard) -> RulesetCard:
    """Return a card with everything that is wrong with the ruleset."""
    if card.problems:
        return replace(card, checked=True)
    try:
        found = problems(shelf.writing(card.file))
    except RulesetError as error:
        found = in_order(error.problems)
    return replace(card, problems=found, cases=case_count(card.folder), checked=True)


def _inherited(writing: Writing | None, key: str) -> str:
    """Return what a ruleset, or else the one it extends, says under a key at its top."""
    if writing is None:
        return ""
    return _said(writing.text, key) or _inherited(writing.base, key)


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace")[:100_000]
    except OSError:
        return ""


def _said(text: str, key: str) -> str:
    """Return what a text says under a key at its top; read by eye, for it may be no TOML any more."""
    top = text.split("\n[", 1)[0]
    match = re.search(rf"^\s*{key}\s*=\s*(\"[^\"\n]*\"|'[^'\n]*')", top, re.MULTILINE)
    return match[1][1:-1] if match is not None else ""


def case_count(folder: Path) -> int:
    """Return how many cases the scenarios of a ruleset have; files that are none have none."""
    try:
        files = find_files([folder])
    except ScenarioError:
        return 0
    return sum(_cases_in(file) for file in files)


def _cases_in(file: Path) -> int:
    try:
        data: dict[str, Any] = toml_text.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, toml_text.TOMLDecodeError):
        return 0
    found = data.get("case")
    return len(found) if isinstance(found, list) else 0
