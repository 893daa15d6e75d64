"""Files that are sound to the storage and yet no fight: refused, and not a byte of them is changed.

Their checksums are right: another program, or another version, wrote them. Only decoding every step, reading
the ruleset and replaying shows it, and nothing may be written before that is done.
"""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec
import pytest

from desktop.app_services import AppServices
from desktop.files.samples import read_sample, shipped
from desktop.messages.sentences import sentence
from rulesets.fight.kept import read_kept
from rulesets.fight.storage import inspection, opening
from rulesets.fight.storage.encounter_file import EncounterFile
from rulesets.fight.storage.errors import Damaged, Unknown
from rulesets.fight.storage.schema import Value
from rulesets.output.summary import summarise_kept
from rulesets.table.commands import EndTurn
from tests.desktop.fights import start
from tests.rulesets.fight.storage.samples import as_if_killed, picture

UNKNOWN_EVENT = b'{"command": {"do": "start"}, "events": [{"e": "nothing"}]}'
STRANGER = (
    b'{"command": {"do": "remove", "who": "x"}, '
    b'"events": [{"e": "pool", "who": "x", "key": "swift", "old": 1, "new": 0}]}'
)
"""One of ours, but somebody leaves who has never come."""
TEXT_FOR_HIT_POINTS = (
    b'{"command": {"do": "add", "combatant": {"id": "x"}}, "events": '
    b'[{"e": "joined", "combatant": {"id": "x", "name": "x", "stats": {"hp": "many"}}, "index": 0}]}'
)
"""A list that shows it would end the program."""
TEXT_IN_THE_LOG = (
    b'{"command": {"do": "end-turn"}, "events": [{"e": "told", "code": "count-set", '
    b'"params": {"who": "x", "old": "many", "new": 3}}]}'
)
NAMED_HIT_POINTS = "\n[stat.more_hp]\nlabel = 'More'\nvalue = 'id'\nto_begin_with = true\n"
CIRCLE = "[stat.a]\nlabel = 'A'\nformula = 'b'\n[stat.b]\nlabel = 'B'\nformula = 'a'\n"
ENTRY = "a step of it cannot be read"
STEPS = "makes no sense (it contradicts the steps before it)"
RULESET = "its ruleset cannot be used"
BASE = "what its ruleset builds on cannot be read"
OPTIONS = "its options make no sense"


@pytest.fixture
def fight(program: AppServices, tmp_path: Path) -> Path:
    """The file of a fight that has begun, closed."""
    path = tmp_path / "kept" / "fight.turnwright"
    path.parent.mkdir()
    program.encounters.new_from(read_sample(shipped()), path)
    start(program.bridge)
    program.encounters.close()
    return path


def add(file: EncounterFile, body: bytes) -> None:
    """A step that another program added."""
    file.append(body, "odd", cut=True)


def add_undone(file: EncounterFile, body: bytes) -> None:
    """The same, taken back: only a redo would bring it up."""
    before = file.cursor
    add(file, body)
    file.move(before)


def rules(
    file: EncounterFile, text: str | None = None, options: str | None = None, beside: str | None = None
) -> None:
    """Other rules than those the fight was begun with."""
    header = file.header
    file.set_rules(
        ruleset_id=header.ruleset_id,
        ruleset_text=header.ruleset_text if text is None else text,
        ruleset_hash=header.ruleset_hash,
        options=header.options if options is None else options,
        beside=header.beside if beside is None else beside,
    )


def spoil(file: EncounterFile, kind: str) -> None:
    """Make it a file that is no fight."""
    match kind:
        case "no entry":
            add(file, b"{}")
        case "no JSON":
            add(file, b"\xff\x00")
        case "endless nesting":
            add(file, b'{"command": {"do": "start"}, "events": ' + b"[" * 200_000)
        case "unknown event":
            add(file, UNKNOWN_EVENT)
        case "undone unknown event":
            add_undone(file, UNKNOWN_EVENT)
        case "stranger":
            add(file, STRANGER)
        case "undone stranger":
            add_undone(file, STRANGER)
        case "text for hit points":
            add(file, TEXT_FOR_HIT_POINTS)
        case "text in the log":
            add(file, TEXT_IN_THE_LOG)
        case "undone text in the log":
            add_undone(file, TEXT_IN_THE_LOG)
        case "hit points that are a name":
            rules(file, file.header.ruleset_text + NAMED_HIT_POINTS)
        case "no TOML":
            rules(file, "id = ")
        case "nested TOML":
            rules(file, "id = " + "[" * 200_000)
        case "half a ruleset":
            rules(file, 'id = "x"')
        case "cannot be compiled":
            rules(file, file.header.ruleset_text + "\n" + CIRCLE)
        case "base no JSON":
            rules(file, beside="[1")
        case "base endless":
            rules(file, beside='{"base":' * 100_000)
        case "base no UTF-8":
            rules(file, beside='{"name": "\\ud800"}')
        case "options endless":
            rules(file, options='{"massive": ' + "[" * 200_000)
        case "base gone":
            rules(file, 'extends = "srd35"\n' + file.header.ruleset_text)
        case "options no JSON":
            rules(file, options="{")
        case "options no texts":
            rules(file, options='{"massive": 1}')
        case "unknown option":
            rules(file, options='{"no_such_option": "true"}')


KINDS = {
    "no entry": ENTRY,
    "no JSON": ENTRY,
    "endless nesting": ENTRY,
    "unknown event": ENTRY,
    "undone unknown event": ENTRY,
    "stranger": STEPS,
    "undone stranger": STEPS,
    "text for hit points": "makes no sense (the stat 'hp' cannot have that value)",
    "text in the log": "makes no sense (Expected `int`, got `str` - at `$.old`)",
    "undone text in the log": "makes no sense (Expected `int`, got `str` - at `$.old`)",
    "hit points that are a name": f"{RULESET} (A number is needed here, not a text.)",
    "no TOML": RULESET,
    "nested TOML": RULESET,
    "half a ruleset": RULESET,
    "cannot be compiled": RULESET,
    "base no JSON": BASE,
    "base endless": BASE,
    "base no UTF-8": BASE,
    "options endless": OPTIONS,
    "base gone": RULESET,
    "options no JSON": OPTIONS,
    "options no texts": OPTIONS,
    "unknown option": RULESET,
}


def assert_refused(program: AppServices, path: Path, detail: str) -> None:
    """It says what is wrong, and file and folder are as they were: every byte, and when it was written."""
    before, written = picture(path.parent), path.stat().st_mtime_ns
    with pytest.raises(Damaged) as caught:
        program.encounters.open(path)
    assert detail in sentence(caught.value)
    assert "The file was left as it is" in sentence(caught.value)
    assert picture(path.parent) == before
    assert path.stat().st_mtime_ns == written
    assert program.encounters.current is None
    assert not program.bridge.is_open
    EncounterFile.open(path).close()  # and it is not left locked


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_fight_is_left_as_it_is(program: AppServices, fight: Path, kind: str) -> None:
    """Whatever is wrong with it."""
    with EncounterFile.open(fight) as file:
        spoil(file, kind)
    assert_refused(program, fight, KINDS[kind])


@pytest.mark.parametrize("kind", ["no entry", "stranger", "half a ruleset"])
def test_so_is_what_a_killed_process_left_beside_it(
    program: AppServices, fight: Path, tmp_path: Path, kind: str
) -> None:
    """The log is not brought into a file that is then refused."""
    with EncounterFile.open(fight) as file:
        spoil(file, kind)
        left = as_if_killed(fight, tmp_path / "killed")
    assert left.with_name(f"{left.name}-wal").stat().st_size
    assert_refused(program, left, KINDS[kind])


def test_the_open_fight_goes_on(program: AppServices, fight: Path) -> None:
    """The window hears nothing of a file that is refused."""
    with EncounterFile.open(fight) as file:
        spoil(file, "stranger")
    program.encounters.new_from(read_sample(shipped()))
    start(program.bridge)
    current, state, resets = program.encounters.current, program.bridge.state, []
    program.bridge.reset.connect(lambda: resets.append(True))
    with pytest.raises(Damaged):
        program.encounters.open(fight)
    assert program.encounters.current is current
    assert program.bridge.state is state
    assert not resets
    assert program.bridge.dispatch(EndTurn()) is not None


def test_a_disk_that_takes_no_log_is_told_before_anything_is_shown(
    program: AppServices, fight: Path, monkeypatch
) -> None:
    """The fight is proved by then, but it cannot be written: nothing is open, and nothing is locked."""

    def refuse(path: Path, *_: object) -> None:
        raise Unknown(path, detail="this disk does not let a log be written beside the file")

    before = picture(fight.parent)
    monkeypatch.setattr(opening, "attach", refuse)
    with pytest.raises(Unknown):
        program.encounters.open(fight)
    assert picture(fight.parent) == before
    assert not program.bridge.is_open
    monkeypatch.undo()
    program.encounters.open(fight)


@pytest.mark.slow
def test_no_row_is_read_twice(program: AppServices, fight: Path, monkeypatch) -> None:
    """Proving reads every row; the state is made of what was read then."""
    proves, read = inspection.verified, []

    def counted(db: sqlite3.Connection, path: Path, table: str) -> Iterator[tuple[Value, ...]]:
        for row in proves(db, path, table):
            read.append((table, row[0]))
            yield row

    monkeypatch.setattr(inspection, "verified", counted)
    program.encounters.open(fight)
    assert program.bridge.dispatch(EndTurn()) is not None
    assert len([number for table, number in read if table == "journal"]) == len(program.bridge.log) - 1
    assert len(set(read)) == len(read)


def nonsense(value: object, dice: random.Random) -> object:
    """A decoded entry with one value in it exchanged for another, or left out, or there twice."""
    places = list(_places(value))
    holder, key = dice.choice(places)
    _, other = dice.choice([(0, held[at]) for held, at in places])
    match dice.randrange(5):
        case 0 if isinstance(holder, dict):
            del holder[key]
        case 1 if isinstance(holder, list):
            holder.insert(key, holder[key])
        case 2:
            holder[key] = deepcopy(other)
        case 3:
            holder[key] = dice.choice([None, -1, 0, 10**9, 1.5, True, "", "nobody", [], {}, [1], {"x": 1}])
        case _ if isinstance(holder[key], int):
            holder[key] += dice.choice([-1, 1])
    return value


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    for key in list(value) if isinstance(value, dict) else range(len(value)):
        yield value, key
        if isinstance(value[key], dict | list):
            yield from _places(value[key])


@pytest.mark.parametrize(
    "seed", [*range(3), *(pytest.param(s, marks=pytest.mark.slow) for s in range(3, 30))]
)
def test_nonsense_with_right_checksums_is_refused_or_can_be_played(
    program: AppServices, fight: Path, seed: int
) -> None:
    """What opens can be taken back and done again, or says that it cannot; so does its summary."""
    dice, whole = random.Random(seed), fight.read_bytes()
    failures: list[Exception] = []
    program.bridge.failed.connect(failures.append)
    with EncounterFile.open(fight) as file:
        rows = file.line().rows
    for _ in range(12):
        fight.write_bytes(whole)
        with EncounterFile.open(fight) as file:
            at = dice.randrange(len(rows))
            file.move(rows[at].seq if dice.random() < 0.5 else 0)
            for row in dice.choice([rows[at:], [*rows[at:], *rows[at:]]]):
                body = nonsense(msgspec.json.decode(row.body), dice) if dice.random() < 0.7 else None
                file.append(row.body if body is None else msgspec.json.encode(body), "odd", cut=True)
        with suppress(Damaged):
            summarise_kept(read_kept(fight))
        try:
            program.encounters.open(fight)
        except Damaged:
            continue
        state = program.bridge.state
        for cursor in range(program.bridge.cursor, -1, -1):
            program.bridge.go_to(cursor)
        if program.bridge.go_to(program.bridge.session.cursor) and not failures:
            assert program.bridge.state == state
        program.encounters.close()
    assert all("contradicts itself" in sentence(error) for error in failures)
