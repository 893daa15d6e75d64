"""A fight as a file keeps it: its ruleset compiled, every step replayed; for whoever plays or only reads."""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec import Struct

from rulesets import collector
from rulesets.fight.editions import Compiler
from rulesets.fight.log_check import LogError
from rulesets.fight.session import Session, decode_entry
from rulesets.fight.storage.errors import Damaged
from rulesets.fight.storage.inspection import Contents
from rulesets.fight.storage.reading import read_beside
from rulesets.fight.storage.values import Header
from rulesets.reading.loader import RulesetError, load_writing
from rulesets.table.writing import Writing
from rulesets.vocabulary import Rules

CONTRADICTING = "its steps contradict each other"


class Kept(Struct, frozen=True, eq=False):
    """A fight that was read."""

    path: Path
    session: Session
    """At the step that the file stands at, with what can be redone."""
    contents: Contents


def read_kept(path: Path, compiler: Compiler = load_writing) -> Kept:
    """Read an encounter's file, also while it is played; nothing is written.

    Raises:
        StorageError: in all its kinds.
    """
    return kept(path, read_beside(path), compiler)


@collector.paused()
def kept(path: Path, contents: Contents, compiler: Compiler = load_writing) -> Kept:
    """Return the fight in a file's contents: header, ruleset and every step make one.

    Raises:
        Damaged: whatever reading, compiling or replaying them trips over: every row is what some program
            wrote, but together they make no fight.
    """
    writing, rules = _rules_of(path, contents.header, compiler)
    line = contents.line
    try:
        entries = [decode_entry(row.body) for row in line.rows]
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Damaged(path, detail="a step of it cannot be read") from error
    try:
        session = Session(rules, writing=writing, compiler=compiler)
        session.load(entries, line.cursor)
    except RulesetError as error:
        detail = f"a ruleset that it was changed to cannot be used ({_first(error)})"
        raise Damaged(path, detail=detail) from error
    except LogError as error:
        detail = f"step {error.number} of it makes no sense ({error.why})"
        raise Damaged(path, detail=detail) from error
    except Exception as error:
        raise Damaged(path, detail=CONTRADICTING) from error
    return Kept(path, session, contents)


def _rules_of(path: Path, header: Header, compiler: Compiler) -> tuple[Writing, Rules]:
    try:
        options = msgspec.json.decode(header.options, type=dict[str, str])
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Damaged(path, detail="its options make no sense") from error
    try:
        writing = writing_of(header)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Damaged(path, detail="what its ruleset builds on cannot be read") from error
    try:
        return writing, compiler(writing, options)
    except RulesetError as error:
        raise Damaged(path, detail=f"its ruleset cannot be used ({_first(error)})") from error
    except Exception as error:
        detail = f"its ruleset cannot be used ({type(error).__name__})"
        raise Damaged(path, detail=detail) from error


def writing_of(header: Header) -> Writing:
    """Return the texts that a header holds.

    Raises:
        msgspec.DecodeError, UnicodeError, RecursionError: if they are none.
    """
    beside = msgspec.json.decode(header.beside, type=Writing | None) if header.beside != "{}" else None
    if beside is None:
        return Writing(header.ruleset_id, header.ruleset_text)
    return msgspec.structs.replace(beside, text=header.ruleset_text)


def _first(error: RulesetError) -> str:
    return error.problems[0].message if error.problems else str(error)
