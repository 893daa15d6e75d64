"""The proof of a long file: the same bytes are proved once, and a byte that differs is proved as ever."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rulesets.fight import log_check
from rulesets.fight.kept import Kept, keep_proof, kept
from rulesets.fight.session import Entry, Session, encode_entry
from rulesets.fight.storage import opening, proofs as proofs_room
from rulesets.fight.storage.encounter_file import EncounterFile
from rulesets.fight.storage.errors import Damaged, StorageError
from rulesets.fight.storage.opening import look
from rulesets.fight.storage.proofs import FEWEST_ROWS, SMALLEST, Proof, encoded, found_proof, key_of, whole
from rulesets.fight.storage.schema import held, write_file
from rulesets.fight.storage.values import Header
from rulesets.formula.dice import RandomDice
from rulesets.reading import loader
from rulesets.reading.problems import Problem, RulesetError
from rulesets.reading.shelf import Shelf
from rulesets.table import commands as cmd, events as ev
from rulesets.table.encounter import Encounter
from rulesets.table.writing import Writing, portable
from rulesets.vocabulary import Rules
from tests.rulesets.fight.storage.samples import as_if_killed
from tests.rulesets.plain_fight import PlainFight
from tests.rulesets.random_fight import RULESETS, machine_for, named
from tests.rulesets.random_table import writing_of

STEPS = 40


class Shelved:
    """Proofs in a dictionary."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}

    def expects(self, size: int) -> bool:
        return any(key.startswith(f"{size}-") for key in self.kept)

    def find(self, key: str) -> bytes | None:
        return self.kept.get(key)

    def keep(self, key: str, data: bytes) -> None:
        self.kept[key] = data


class Checks:
    """Counts the logs that are checked step by step."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.number = 0
        begin = log_check.LogCheck.__init__

        def counted(check: log_check.LogCheck, *args: Any, **kwargs: Any) -> None:
            self.number += 1
            begin(check, *args, **kwargs)

        monkeypatch.setattr(log_check.LogCheck, "__init__", counted)


@pytest.fixture
def shelved() -> Shelved:
    return Shelved()


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> Checks:
    return Checks(monkeypatch)


def header_for(rules: Rules, writing: Writing) -> Header:
    return Header(
        name="Ambush at Docking Bay 94",
        app_version="0.1.0",
        created="2025-11-21T19:30:00+00:00",
        ruleset_id=writing.name,
        ruleset_text=writing.text,
        ruleset_hash=rules.hash,
        options=msgspec.json.encode(rules.options_set).decode(),
        beside=msgspec.json.encode(msgspec.structs.replace(writing, text="")).decode(),
    )


def written(path: Path, header: Header, entries: list[Entry], undone: int = 0) -> Path:
    """A closed file of a line, of which the last entries are taken back."""
    rows = [(n, "command", n - 1, n, "step", encode_entry(one), 1e9) for n, one in enumerate(entries, 1)]
    last = len(rows)
    if undone:
        rows.append((last + 1, "undo", last - undone, last, "", b"", 1e9))
    write_file(path, header, rows)
    return path


SAGA = loader.load("saga-edition")


def compiled(_writing: Writing, _options: Mapping[str, str]) -> Rules:
    return SAGA


@pytest.fixture
def long_fight(path: Path) -> Path:
    """A closed fight of more than five hundred steps, three of them taken back."""
    session = Session(SAGA, dice=RandomDice(1))
    for name in ("A", "B", "C"):
        session.dispatch(cmd.Add(combatant={"id": name, "hp": 10**6, "side": f"side {name}"}))
    session.dispatch(cmd.Start())
    while len(session.line) <= FEWEST_ROWS:
        session.dispatch(cmd.Apply(pipeline="damage", to=("B",), inputs={"amount": 3}, by="A"))
        session.dispatch(cmd.EndTurn())
    header = header_for(SAGA, portable(Shelf().writing("saga-edition")))
    return written(path, header, list(session.line), undone=3)


@pytest.fixture
def proved(long_fight: Path, shelved: Shelved) -> Path:
    """The same fight with its proof on the shelf."""
    keep_proof(shelved, long_fight, compiled)
    assert len(shelved.kept) == 1
    return long_fight


def opened(path: Path, shelved: Shelved | None = None) -> Kept:
    with look(path, proofs=shelved) as found:
        return kept(path, found.contents, compiled)


def came_of(path: Path, shelved: Shelved | None = None) -> object:
    """What comes of opening a file: a fight, or the words of a refusal."""
    try:
        read = opened(path, shelved)
    except StorageError as error:
        return type(error), str(error)
    return read.contents.header, read.contents.line, read.contents.rows, told(read.session)


def told(session: Session) -> object:
    return session.state, session.cursor, list(session.line), list(session.state.combatants)


# -- one that is used ------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_file_that_was_proved_is_not_proved_again(proved: Path, shelved: Shelved, checks: Checks) -> None:
    """Neither its steps nor its rows; and what comes of it is the same."""
    first = opened(proved)
    assert checks.number == 1
    again = opened(proved, shelved)
    assert checks.number == 1
    assert again.contents.proof is not None
    assert first.contents == msgspec.structs.replace(again.contents, proof=None)
    assert told(again.session) == told(first.session)
    assert again.session.can_redo


def test_an_entry_is_decoded_when_it_is_asked_for(proved: Path, shelved: Shelved) -> None:
    """Once: whoever asks again gets the same."""
    session = opened(proved, shelved).session
    held_back = session._line._undecoded
    assert held_back == len(session.line)
    session.undo()
    assert session._line._undecoded == held_back - 1
    assert session.line[5] is session.line[5]
    assert len(list(session.log)) == session.cursor


@pytest.mark.slow
def test_what_follows_is_written_as_ever(proved: Path, shelved: Shelved) -> None:
    """The file is attached and played on; its next proof is of what it says then."""
    with look(proved, proofs=shelved) as found, EncounterFile.attach(found) as file:
        session = kept(proved, found.contents, compiled).session
        done = session.dispatch(cmd.EndTurn())
        file.append(encode_entry(session.line[-1]), "end-turn", cut=True)
        assert done
    assert told(opened(proved, shelved).session) == told(session)
    keep_proof(shelved, proved, compiled)
    assert len(shelved.kept) == 2
    assert told(opened(proved, shelved).session) == told(session)


@pytest.mark.slow
def test_a_file_that_nobody_has_played_keeps_what_was_found_when_it_was_opened(
    proved: Path, shelved: Shelved, checks: Checks
) -> None:
    """Opening and closing alone change some bytes of the file, but no row."""
    key = key_of(proved.read_bytes())
    with look(proved, proofs=shelved) as found, EncounterFile.attach(found):
        read = kept(proved, found.contents, compiled)
    keep_proof(shelved, proved, compiled, read)
    assert checks.number == 0
    assert key_of(proved.read_bytes()) != key
    assert len(shelved.kept) == 2
    assert came_of(proved, shelved) == came_of(proved)


# -- one that is not -------------------------------------------------------------------------------


@pytest.mark.slow
def test_of_a_file_with_one_other_byte_there_is_no_proof(
    proved: Path, shelved: Shelved, checks: Checks, tmp_path: Path
) -> None:
    """Whatever comes of it comes of it without any proofs, too."""
    sound = proved.read_bytes()
    spots = [*range(16, 100, 7), 18, 19, 24, 27, 68, 95, 99, *range(100, len(sound), len(sound) // 60)]
    other = tmp_path / "other.turnwright"
    refused = 0
    for spot in (*spots, len(sound) - 1):
        other.write_bytes(sound[:spot] + bytes([sound[spot] ^ 1]) + sound[spot + 1 :])
        assert shelved.expects(other.stat().st_size)
        assert opening._known(other, shelved) is None
        came = came_of(other, shelved)
        assert came == came_of(other), spot
        refused += isinstance(came, tuple) and isinstance(came[0], type)
    assert refused > 20
    assert checks.number > 10, "and the others are checked step by step"


def test_a_file_of_another_length_is_not_even_digested(
    proved: Path, shelved: Shelved, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who has no proof waits for none."""
    with proved.open("ab") as file:
        file.write(b"\0" * 4096)
    monkeypatch.setattr(opening, "key_of", None)
    assert opened(proved, shelved).contents.proof is None


def test_other_rules_of_the_same_text_are_no_proof(proved: Path, shelved: Shelved, checks: Checks) -> None:
    """A ruleset that comes out differently is asked about every step."""
    others = msgspec.structs.replace(SAGA, hash="another")
    with look(proved, proofs=shelved) as found:
        assert found.contents.proof is not None
        read = kept(proved, found.contents, lambda *_: others)
    assert checks.number == 1
    assert read.contents.proof is None
    assert told(read.session) == told(opened(proved).session)


@pytest.mark.slow
@pytest.mark.parametrize("spoil", ["nothing", "truncated", "flipped", "foreign"])
def test_a_proof_that_cannot_be_read_is_none(
    proved: Path, shelved: Shelved, checks: Checks, spoil: str
) -> None:
    ((key, data),) = shelved.kept.items()
    spoilt = {
        "nothing": b"",
        "truncated": data[: len(data) // 2],
        "flipped": bytes([data[0] ^ 1]) + data[1:],
        "foreign": msgspec.msgpack.encode({"rules": SAGA.hash}),
    }
    shelved.kept[key] = spoilt[spoil]
    assert found_proof(shelved, key) is None
    assert opened(proved, shelved).contents.proof is None
    assert checks.number == 1


@pytest.mark.slow
def test_beside_a_log_that_a_killed_process_left_there_is_no_proof(
    proved: Path, shelved: Shelved, checks: Checks, tmp_path: Path
) -> None:
    """What it says is not in the file alone."""
    with look(proved) as found, EncounterFile.attach(found) as file:
        file.move(0)
        killed = as_if_killed(proved, tmp_path / "killed")
    shelved.keep(key_of(killed.read_bytes()), next(iter(shelved.kept.values())))
    assert whole(killed) is None
    assert opened(killed, shelved).session.cursor == 0
    assert checks.number == 1
    keep_proof(shelved, killed, compiled)
    assert len(shelved.kept) == 2


@pytest.mark.slow
def test_what_is_read_is_what_was_digested(
    proved: Path, shelved: Shelved, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody who writes over the file between the two is not read."""
    before = came_of(proved)
    other = tmp_path / "other.turnwright"
    written(other, opened(proved).contents.header, [])

    def late(data: bytes) -> Any:
        shutil.copyfile(other, proved)
        return held(data)

    monkeypatch.setattr(opening, "held", late)
    assert came_of(proved, shelved) == before
    assert proved.read_bytes() == other.read_bytes()


@pytest.mark.slow
def test_a_file_written_by_somebody_else_before_it_is_proved_is_proved_itself(
    proved: Path, shelved: Shelved, checks: Checks
) -> None:
    """What was read from it before says nothing of it any more."""
    read = opened(proved)
    entries = list(read.session.line)[:-2]
    proved.unlink()
    written(proved, read.contents.header, entries)
    keep_proof(shelved, proved, compiled, read)
    assert checks.number == 2
    assert came_of(proved, shelved) == came_of(proved)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["C", "nobody"])
def test_a_further_step_may_tell_of_whoever_was_there(
    proved: Path, shelved: Shelved, checks: Checks, name: str
) -> None:
    """As if all steps were checked again: of somebody who has left, and of nobody who never was."""
    header, entries = opened(proved).contents.header, list(opened(proved).session.line)[:-3]
    session = Session(SAGA)
    session.load(entries, len(entries))
    session.dispatch(cmd.Leave(who="C"))
    proved.unlink()
    written(proved, header, list(session.line))
    before = opened(proved)
    keep_proof(shelved, proved, compiled, before)
    entry = Entry(cmd.EndTurn(), (ev.Told("defeated", {"who": name}),))
    proved.unlink()
    written(proved, header, [*session.line, entry])
    checked = checks.number
    keep_proof(shelved, proved, compiled, before)
    assert checks.number == checked + 1
    assert len(shelved.kept) == (3 if name == "C" else 2)
    assert came_of(proved, shelved) == came_of(proved)
    assert isinstance(came_of(proved), tuple)


# -- what none is kept of --------------------------------------------------------------------------


@pytest.mark.slow
def test_of_a_fight_that_makes_no_sense_no_proof_is_kept(long_fight: Path, shelved: Shelved) -> None:
    read = opened(long_fight)
    wrong = Entry(cmd.EndTurn(), (ev.PoolChanged("A", "gold", 0, 3),))
    long_fight.unlink()
    written(long_fight, read.contents.header, [*read.session.line, wrong])
    keep_proof(shelved, long_fight, compiled)
    assert not shelved.kept


@pytest.mark.slow
def test_nor_of_one_that_had_to_be_put_right(long_fight: Path, shelved: Shelved) -> None:
    """Its entries as they are decoded are not those that are played."""
    read = opened(long_fight)
    amiss = Entry(cmd.EndTurn(), (ev.StatChanged("A", "hp", 7, 3),))
    long_fight.unlink()
    written(long_fight, read.contents.header, [*read.session.line, amiss])
    assert opened(long_fight).proof is None
    keep_proof(shelved, long_fight, compiled)
    assert not shelved.kept


@pytest.mark.slow
def test_nor_of_a_short_one(shelved: Shelved, long_fight: Path) -> None:
    read = opened(long_fight)
    long_fight.unlink()
    written(long_fight, read.contents.header, list(read.session.line)[: FEWEST_ROWS - 1])
    assert long_fight.stat().st_size > SMALLEST
    keep_proof(shelved, long_fight, compiled)
    assert not shelved.kept


def test_nor_of_one_that_is_not_there(path: Path, shelved: Shelved) -> None:
    keep_proof(shelved, path.with_name("nothing.turnwright"), compiled)
    keep_proof(shelved, path.parent, compiled)
    assert not shelved.kept


def test_a_state_that_would_come_back_otherwise_is_not_kept() -> None:
    """The bytes of a proof give back what was proved, or they are not kept."""
    odd = Encounter(opening=("not an event",))
    with pytest.raises(ValueError, match="proof"):
        encoded(Proof.of("", odd, (), ()))


# -- all rulesets ----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS, ids=named)
def test_with_a_proof_every_fight_goes_back_and_forth_alike(
    ruleset: str | Path, path: Path, shelved: Shelved, checks: Checks, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Undo to the first step and redo to the last, changes of rules and the log included."""
    monkeypatch.setattr("rulesets.fight.kept.FEWEST_ROWS", 1)
    monkeypatch.setattr(proofs_room, "SMALLEST", 1)
    played = fight_of(ruleset)
    first = played.edition("")
    assert first is not None
    written(path, header_for(first, writing_of(ruleset)), list(played.line), len(played.line) // 5)
    with look(path) as found:
        without = kept(path, found.contents).session
    keep_proof(shelved, path, loader.load_writing)
    before = checks.number
    with look(path, proofs=shelved) as found:
        proof, session = found.contents.proof, kept(path, found.contents).session
    assert proof is not None
    assert checks.number == before
    changed = [n for n, entry in enumerate(played.line) if isinstance(entry.command, cmd.ChangeRules)]
    assert list(proof.changes) == changed
    assert session.rules.hash == without.rules.hash
    for move in (Session.redo, Session.undo, Session.redo):
        assert trip(session, move) == trip(without, move)
    assert told(session) == told(without)


@pytest.mark.slow
def test_rules_that_cannot_be_compiled_any_more_are_told_as_ever(
    path: Path, shelved: Shelved, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fight that was changed to them is refused, with a proof and without one."""
    monkeypatch.setattr("rulesets.fight.kept.FEWEST_ROWS", 1)
    monkeypatch.setattr(proofs_room, "SMALLEST", 1)
    fights = (fight_of("sagas-hub", seed) for seed in range(50))
    played = next(fight for fight in fights if _changes_rules(fight))
    first = played.edition("")
    assert first is not None
    written(path, header_for(first, writing_of("sagas-hub")), list(played.line))
    keep_proof(shelved, path, loader.load_writing)

    def only_the_first(writing: Writing, options: Mapping[str, str]) -> Rules:
        if dict(options) != dict(first.options_set):
            raise RulesetError([Problem("ruleset.toml", 1, "", "it is no more")])
        return loader.load_writing(writing, options)

    said = []
    for given in (None, shelved):
        with look(path, proofs=given) as found:
            assert (found.contents.proof is None) == (given is None)
            with pytest.raises(Damaged, match="it is no more") as caught:
                kept(path, found.contents, only_the_first)
        said.append(str(caught.value))
    assert said[0] == said[1]


def trip(session: Session, move: Any) -> list[Any]:
    """Where a session comes on its way to the end of its line."""
    places = []
    while session.can_redo if move is Session.redo else session.can_undo:
        changes = move(session)
        places.append((changes, session.state, session.cursor, session.rules.hash))
        if not getattr(changes, "log", False):
            break
    return places


def _changes_rules(fight: Session) -> bool:
    return any(isinstance(entry.command, cmd.ChangeRules) for entry in fight.line)


def fight_of(ruleset: str | Path, seed: int = 1) -> Session:
    fight = PlainFight(machine_for(ruleset), seed)
    sat: list[Session] = []
    leave = fight.machine.teardown

    def teardown(self: Any) -> None:
        leave(self)
        sat.append(self.session)

    fight.machine.teardown = teardown  # type: ignore[method-assign]
    failure = fight.play(STEPS)
    assert failure is None, str(failure)
    return sat[0]
