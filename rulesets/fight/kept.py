"""A fight as a file keeps it: its ruleset compiled, every step replayed; for whoever plays or only reads."""

from __future__ import annotations

from contextlib import closing, suppress
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rulesets import collector
from rulesets.fight.editions import Compiler
from rulesets.fight.session import Session, decode_entry
from rulesets.fight.storage.errors import Damaged
from rulesets.fight.storage.inspection import Contents, contents_of, recognised
from rulesets.fight.storage.proofs import FEWEST_ROWS, Proof, Proofs, encoded, key_of, whole
from rulesets.fight.storage.reading import read_beside
from rulesets.fight.storage.schema import VERSION, held
from rulesets.fight.storage.values import Header, Line
from rulesets.reading.loader import RulesetError, load_writing
from rulesets.table.commands import ChangeRules
from rulesets.table.encounter import Clock
from rulesets.table.events import ClockMoved
from rulesets.table.writing import Writing
from rulesets.vocabulary import Rules

CONTRADICTING = "its steps contradict each other"
CLOCK, ESCAPED = b'"clock"', b"\\u"
"""What the bytes of a step have in them that moves the clock, however its letters are spelled."""


class Kept(Struct, frozen=True, eq=False):
    """A fight that was read."""

    path: Path
    session: Session
    """At the step that the file stands at, with what can be redone."""
    contents: Contents
    proof: Proof | None
    """What was found of its contents; None if a step of them had to be put right."""


def read_kept(path: Path, compiler: Compiler = load_writing) -> Kept:
    """Read an encounter's file, also while it is played; nothing is written.

    Raises:
        StorageError: in all its kinds.
    """
    return kept(path, read_beside(path), compiler)


def clock_in(contents: Contents) -> Clock:
    """Return the clock of a fight as its file keeps it, without playing a step.

    Raises:
        msgspec.DecodeError, UnicodeError, RecursionError: if a step cannot be read.
    """
    line = contents.line
    for row in reversed(line.rows[: line.cursor]):
        if CLOCK not in row.body and ESCAPED not in row.body:
            continue
        for event in reversed(decode_entry(row.body).events):
            if isinstance(event, ClockMoved):
                return event.new
    return Clock()


@collector.paused()
def kept(
    path: Path, contents: Contents, compiler: Compiler = load_writing, before: Kept | None = None
) -> Kept:
    """Return the fight in a file's contents: header, ruleset and every step make one.

    What has been found of them before is not looked for again: where they come with their proof, or where
    they are those of ``before`` (its session may have gone on) and further steps.

    Raises:
        Damaged: whatever reading, compiling or replaying them trips over: every row is what some program
            wrote, but together they make no fight.
    """
    writing, rules = _rules_of(path, contents.header, compiler)
    line = contents.line
    session = Session(rules, writing=writing, compiler=compiler)
    known, number = _known(contents, before, rules)
    if known is not None and not _resumed(session, line, known, number):
        session, known, number = Session(rules, writing=writing, compiler=compiler), None, 0
    if known is not None and number == len(line.rows):
        return Kept(path, session, contents, known)
    from rulesets.fight.log_check import LogError  # what has its proof is not checked: 2 ms

    try:
        entries = [decode_entry(row.body) for row in line.rows[number:]]
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Damaged(path, detail="a step of it cannot be read") from error
    try:
        check = session.load(entries, line.cursor, () if known is None else known.met)
    except RulesetError as error:
        detail = f"a ruleset that it was changed to cannot be used ({_first(error)})"
        raise Damaged(path, detail=detail) from error
    except LogError as error:
        detail = f"step {error.number} of it makes no sense ({error.why})"
        raise Damaged(path, detail=detail) from error
    except Exception as error:
        raise Damaged(path, detail=CONTRADICTING) from error
    changes = [n for n, entry in enumerate(entries, number) if isinstance(entry.command, ChangeRules)]
    if known is not None:
        changes = [*known.changes, *changes]
    proof = None if check.mended else Proof.of(rules.hash, session.state, changes, check.met)
    return Kept(path, session, replace(contents, proof=None), proof)


def _known(contents: Contents, before: Kept | None, rules: Rules) -> tuple[Proof | None, int]:
    """Return the proof that holds for the line of contents, and for how many of its first entries."""
    line, proof, number = contents.line, contents.proof, len(contents.line.rows)
    if proof is None and before is not None:
        was, proof = before.contents.line, before.proof
        number = len(was.rows)
        goes_on = was.cursor == number <= line.cursor and line.rows[:number] == was.rows
        if not goes_on and line != was:
            proof = None
    return (proof, number) if proof is not None and proof.rules == rules.hash else (None, 0)


def _resumed(session: Session, line: Line, known: Proof, number: int) -> bool:
    """Return whether a session could be put where the first entries of a line are known to lead."""
    bodies, cursor = [row.body for row in line.rows[:number]], min(line.cursor, number)
    try:
        session.resume(bodies, cursor, known.encounter, known.changes)
    except Exception:  # whatever it is: the full proof will find it, and say it in its own words
        return False
    return True


def keep_proof(proofs: Proofs, path: Path, compiler: Compiler, before: Kept | None = None) -> None:
    """Prove a long file that nobody writes (any more), and keep the proof; nothing comes of one that is not.

    Everything is proved that opening it proves, of the very bytes that the proof is kept for; only steps of
    which every byte is as ``before`` has proved them are not played again.
    """
    with suppress(Exception):  # a proof saves time, nothing else: no fight ends badly for want of one
        key, contents = _whole_contents(proofs, path)
        if contents is not None and len(contents.rows) >= FEWEST_ROWS:
            proof = kept(path, contents, compiler, before).proof
            if proof is not None:
                proofs.keep(key, encoded(proof))


def _whole_contents(proofs: Proofs, path: Path) -> tuple[str, Contents | None]:
    """Return the key of a file's bytes and what they hold; None if they can have no proof, or have one.

    Raises OSError, sqlite3.Error or StorageError.
    """
    data = whole(path)
    if data is None or proofs.find(key := key_of(data)) is not None:
        return "", None
    with closing(held(data)) as db:
        return key, contents_of(db, path, len(data)) if recognised(db, path) == VERSION else None


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
