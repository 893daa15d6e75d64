"""A fight as a file keeps it: its ruleset compiled, its log in force; for whoever only reads."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from rulesets.compiled import Rules
from rulesets.editions import Compiler
from rulesets.loader import RulesetError, load_writing
from rulesets.log_check import LogError
from rulesets.session import Entry, Session, decode_entry
from rulesets.storage.errors import Damaged
from rulesets.storage.inspection import Contents
from rulesets.storage.reading import read_beside
from rulesets.storage.values import Header, Line
from rulesets.writing import Writing

if TYPE_CHECKING:
    from rulesets.summary import Summary


class Kept(Struct, frozen=True, eq=False):
    """A fight that was read."""

    name: str
    rules: Rules
    """Those in force now."""
    log: tuple[Entry, ...]
    """The entries in force, oldest first."""
    editions: Callable[[str], Rules | None]
    """Finds the other rules that the log was played by."""

    def summary(self, translate: Callable[[str], str] = str) -> Summary:
        """Return the fight's summary."""
        from rulesets.summary import summarise  # whoever plays needs none

        return summarise(self.rules, self.log, self.name, translate=translate, editions=self.editions)


def read_kept(path: Path, compiler: Compiler = load_writing) -> Kept:
    """Read an encounter's file, also while it is played; nothing is written.

    Raises:
        StorageError: in all its kinds.
    """
    return kept(path, read_beside(path), compiler)


def kept(path: Path, contents: Contents, compiler: Compiler = load_writing) -> Kept:
    """Return the fight in a file's contents; raises Damaged."""
    try:
        options = msgspec.json.decode(contents.header.options, type=dict[str, str])
        writing = writing_of(contents.header)
        rules = compiler(writing, options)
    except msgspec.DecodeError as error:
        raise Damaged(path, detail="its ruleset cannot be read") from error
    except RulesetError as error:
        raise Damaged(path, detail=f"its ruleset cannot be used ({_first(error)})") from error
    session = played(path, rules, contents.line, writing, compiler)
    return Kept(contents.header.name, session.rules, tuple(session.log), session.edition)


def played(
    path: Path, rules: Rules, line: Line, writing: Writing | None, compiler: Compiler = load_writing
) -> Session:
    """Return a session in which a file's line is in force up to its cursor; it is kept nowhere yet.

    ``writing`` is what ``rules`` were compiled from; other rules that the line was played by are compiled
    with ``compiler``.

    Raises:
        Damaged: if a step cannot be read, or makes no sense by the rules in force there.
    """
    try:
        entries = tuple(decode_entry(row.body) for row in line.rows)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Damaged(path, detail="a step of it cannot be read") from error
    session = Session(rules, writing=writing, compiler=compiler)
    try:
        session.load(entries, line.cursor)
    except RulesetError as error:
        detail = f"a ruleset that it was changed to cannot be used ({_first(error)})"
        raise Damaged(path, detail=detail) from error
    except LogError as error:
        detail = f"step {error.number} of it makes no sense ({error.why})"
        raise Damaged(path, detail=detail) from error
    return session


def writing_of(header: Header) -> Writing:
    """Return the texts that a header holds.

    Raises:
        msgspec.DecodeError: if they are none.
    """
    beside = msgspec.json.decode(header.beside, type=Writing | None) if header.beside != "{}" else None
    if beside is None:
        return Writing(header.ruleset_id, header.ruleset_text)
    return msgspec.structs.replace(beside, text=header.ruleset_text)


def _first(error: RulesetError) -> str:
    return error.problems[0].message if error.problems else str(error)
