"""A log from a file is held against the rules in force: nothing of it may stumble later, whoever wrote it."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any, get_args
from unittest.mock import MagicMock

import msgspec
import pytest
from msgspec.structs import replace

from rulesets.engine.claims import CLAIMS, HOLDS
from rulesets.engine.evolve import EVOLVERS, SILENT
from rulesets.fight.kept import kept
from rulesets.fight.log_check import MAX_PASSED, LogError, Vocabulary
from rulesets.fight.session import Entry, Session, decode_entry, encode_entry
from rulesets.fight.storage.errors import Damaged
from rulesets.fight.storage.inspection import Contents
from rulesets.fight.storage.values import Line, Row
from rulesets.formula.compiling import MAX_NUMBER
from rulesets.output.summary import summarise
from rulesets.reading import loader
from rulesets.reading.loader import RulesetError
from rulesets.table import commands as cmd, events as ev
from rulesets.table.changes import Changes, changes_of
from rulesets.table.combatant import Combatant, Declared, TrackPlace
from rulesets.table.encounter import Clock, Effect, Encounter, Order, Place, PutOff, Relation, Walk
from rulesets.table.events import AnyEvent
from rulesets.table.refusal import Refusal
from rulesets.table.told import CODES
from rulesets.words.logbook import LOG
from tests.rulesets.fight.forging import forged
from tests.rulesets.fight.storage.samples import HEADER
from tests.rulesets.looking import look_at_everything, say_everything
from tests.rulesets.plain_fight import PlainFight
from tests.rulesets.random_fight import RULESETS, machine_for, named
from tests.rulesets.random_table import writing_of

SEEDS = 2
STEPS = 60
FORGERIES = 300


def played() -> Session:
    """A fight of the third edition in which something of every kind stands."""
    session = Session(loader.load("srd35"))
    for command in (
        cmd.Add(combatant={"id": "A", "hp": 20}),
        cmd.Add(combatant={"id": "B", "hp": 12, "side": "foes"}),
        cmd.Start(rolls={"A": 20, "B": 10}),
        cmd.BeginEffect(on="B", name="dazed", rounds=3, by="A"),
    ):
        assert not isinstance(session.dispatch(command), Refusal)
    return session


def opened(*events: AnyEvent, command: cmd.Command | None = None, at: float = 0.0) -> Session:
    """The same fight, opened with one more step."""
    session = played()
    more = Entry(command or cmd.EndTurn(), tuple(events), at)  # type: ignore[arg-type]
    line = [decode_entry(encode_entry(entry)) for entry in [*session.line, more]]
    again = Session(session.rules)
    again.load(line, len(line))
    return again


JOINER = Combatant("C", "C", pools={"standard": 0})
WRONG: dict[str, AnyEvent] = {
    "a stat that is a text": ev.StatChanged("A", "hp", 20, "many"),
    "a stat that nobody has": ev.StatChanged("A", "luck", None, 3),
    "a stat beyond all measure": ev.StatChanged("A", "hp", 20, 10**13),
    "a stat that is no number": ev.StatChanged("A", "hp", 20, True),
    "a reduction of a reduction": ev.StatChanged("A", "dr", None, [{"value": 3, "only": 7}]),
    "somebody comes with a stat that is a text": ev.Joined(Combatant("C", "C", stats={"hp": "<b>"}), 2),
    "somebody comes with a pool that nobody has": ev.Joined(Combatant("C", "C", pools={"gold": 3}), 2),
    "somebody comes from nowhere on a track": ev.Joined(
        Combatant("C", "C", tracks={"woe": TrackPlace(1)}), 2
    ),
    "somebody comes without an id": ev.Joined(Combatant("", "C"), 2),
    "somebody comes twice": ev.Joined(Combatant("A", "A"), 2),
    "somebody comes with a novel": ev.Joined(Combatant("C", "C" * 300_000), 2),
    "a pool that nobody has": ev.PoolChanged("A", "gold", 1, 0),
    "a pool beyond all measure": ev.PoolChanged("A", "standard", 1, 10**30),
    "a track that nobody has": ev.TrackMoved("A", "woe", TrackPlace(), TrackPlace(1)),
    "a tally that nobody has": ev.TallyChanged("A", "sins", 0, 1),
    "an action that nobody has": ev.PartsChanged("A", "jig", None, None),
    "a way to be out": ev.OutChanged("A", "", "gone fishing"),
    "a declaration that nobody has": ev.DeclaredChanged("A", (), (Declared("war"),)),
    "a kind of combatant": ev.Described("A", "kind", "pc", "god"),
    "a field that is none": ev.Described("A", "stats", {}, {}),
    "feats that are numbers": ev.Described("A", "feats", [], [3]),
    "a phase that is none": ev.ClockMoved(Clock(), Clock(phase="tea")),
    "a round that no fight sees": ev.ClockMoved(Clock(), Clock(round=MAX_PASSED + 1)),
    "the turn of nobody": ev.Walked(Walk(), Walk(active="ghost")),
    "a turn put off by magic": ev.PutOffChanged("A", None, PutOff(kind="magic")),
    "a turn put off by nobody": ev.PutOffChanged("ghost", None, PutOff(kind="wait")),
    "an order that is none": ev.OrderMade("pecking", None, Order()),
    "an order without places": ev.OrderMade("initiative", None, Order(("A",), {})),
    "a place in another order": ev.SlotPlaced("pecking", "A", 0, Place()),
    "an effect on nobody": ev.EffectBegan(Effect("x", "ghost", "dazed")),
    "an effect that ends otherwise": ev.EffectBegan(Effect("x", "A", "dazed", at_zero="explode")),
    "an effect with no state": ev.EffectBegan(Effect("x", "A", "dazed", state="bliss")),
    "a relation that is none": ev.RelationChanged("x", None, Relation("love", "A", "B")),
    "a text where a number belongs": ev.Told(
        "track-moved", {"who": "A", "track": "condition", "old": "0", "new": 1, "persistent": False}
    ),
    "a line without whom it is about": ev.Told("defeated", {}),
    "a line about nobody": ev.Told("defeated", {"who": "ghost"}),
    "a place lost that is a text": ev.Told(
        "rules-lost", {"who": "A", "kind": "track", "what": "condition", "value": "3"}
    ),
    "a place lost that is a text, beside something unheard of": ev.Told(
        "rules-lost", {"who": "A", "kind": "track", "what": "condition", "value": "3", "more": 1}
    ),
    "a table in a line": ev.Told("defeated", {"who": "A", "more": {"a": [{"only": 3}]}}),
    "a flag with a table": ev.Flagged("died", "A", {"x": {"y": 1}}),
    "an override with a table": ev.Overrode("once-only", "", {"who": {"y": 1}}),
    "other rules without an order": ev.RulesChanged("", "0" * 64),
    "a damage that is kept of nothing": ev.OpeningKept((), (ev.StatChanged("A", "hp", 20, "x"),)),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_the_rules_do_not_know_is_no_step(what: str) -> None:
    """Each of these has ended a window, or would have been found out in the middle of the fight."""
    with pytest.raises(LogError) as caught:
        opened(WRONG[what])
    assert caught.value.number == len(played().line) + 1
    assert caught.value.why


@pytest.mark.parametrize(
    "command",
    [
        cmd.Add(combatant={"id": "C", "side": ["party"]}),
        cmd.Add(combatant={"id": "C", "dr": [{"value": 3, "only": 7}]}),
        cmd.SetNumbers(who="A", stats={"hp": {"a": {}}}),
        cmd.Apply(pipeline="damage", to=("A",), inputs={"amount": {}}),
        cmd.Apply(pipeline="damage", to=("A",), own={"A": {"amount": {}}}),
        cmd.Declare(who=("A",), fields={"x": {}}),
        cmd.Describe(who="A", changes={"name": {}}),
    ],
    ids=lambda command: str(command.__struct_config__.tag),
)
def test_an_order_that_cannot_be_put_into_words_is_none(command: cmd.Command) -> None:
    with pytest.raises(LogError):
        opened(command=command)


@pytest.mark.parametrize("at", [-1.0, 1e300, 253_402_300_800.0])
def test_no_step_was_taken_at_a_time_that_no_calendar_has(at: float) -> None:
    with pytest.raises(LogError):
        opened(at=at)


def test_what_was_taken_back_is_held_against_the_rules_too() -> None:
    """A redo must not find out."""
    session = played()
    line = [*session.line, Entry(cmd.EndTurn(), (WRONG["a stat that is a text"],))]  # type: ignore[arg-type]
    again = Session(session.rules)
    with pytest.raises(LogError) as caught:
        again.load(line, len(line) - 1)
    assert caught.value.number == len(line)
    assert again.state == Encounter()
    assert not again.line


def test_an_event_that_forgets_what_was_there_is_told_and_undo_is_exact() -> None:
    """Older versions wrote a few such events; their fights open, and every step back is right."""
    before = played().state
    session = opened(
        ev.StatChanged("A", "hp", 7, 3),
        ev.StateBegan("A", "prone"),
        ev.StateBegan("A", "prone"),
        ev.TurnListed(1, "A", 0, 40),
    )
    assert session.state.combatants["A"].stats["hp"] == 3
    session.undo()
    assert session.state == before
    session.redo()
    assert "prone" in session.state.combatants["A"].states


def test_a_damaged_file_says_which_step_and_why() -> None:
    """The GM reads what happened, that the file was left, and what to do."""
    entries = [*played().line, Entry(cmd.EndTurn(), (WRONG["a pool that nobody has"],))]  # type: ignore[arg-type]
    rows = tuple(
        Row(n, "command", n - 1, n, "x", encode_entry(entry), 0.0) for n, entry in enumerate(entries, 1)
    )
    header = msgspec.structs.replace(
        HEADER, ruleset_id="srd35", ruleset_text=writing_of("srd35").text, options="{}", beside="{}"
    )
    with pytest.raises(Damaged) as caught:
        kept(Path("fight.turnwright"), Contents(header, Line(rows, len(rows)), len(rows)))
    assert "step 5 of it makes no sense (there is no pool 'gold')" in str(caught.value)
    assert "The file was left as it is." in str(caught.value)


def test_every_line_of_the_log_has_its_parameters() -> None:
    """A code that the engine tells stands in both tables."""
    assert set(LOG) == CODES


def test_of_every_kind_of_event_it_is_known_what_it_claims_and_what_it_does() -> None:
    """A kind without would pass by the check of its old value, or do nothing."""
    kinds = set(get_args(AnyEvent))
    assert set(CLAIMS) == set(HOLDS) == kinds
    assert set(EVOLVERS) == kinds - set(SILENT)


@pytest.mark.parametrize("kind", get_args(AnyEvent), ids=lambda kind: str(kind.__name__))
def test_of_every_kind_of_event_it_is_known_what_looks_different_after_it(kind: Any) -> None:
    assert isinstance(changes_of([kind(**{name: MagicMock() for name in kind.__struct_fields__})]), Changes)


# -- what is decided passes, what is forged passes or is refused -------------------------------------


@cache
def fights() -> list[tuple[str | Path, Session]]:
    """Random fights over every ruleset."""
    found: list[tuple[str | Path, Session]] = []
    for ruleset in RULESETS:
        for seed in range(SEEDS):
            fight = PlainFight(machine_for(ruleset), seed)
            leave = fight.machine.teardown

            def teardown(self: Any, leave: Any = leave, ruleset: str | Path = ruleset) -> None:
                leave(self)
                found.append((ruleset, self.session))

            fight.machine.teardown = teardown  # type: ignore[method-assign]
            failure = fight.play(STEPS)
            assert failure is None, str(failure)
    return found


def reopened(ruleset: str | Path, session: Session, line: list[Entry]) -> Session:
    """A session with a log that was read from a file."""
    first = session.edition("")
    assert first is not None
    again = Session(first, writing=writing_of(ruleset))
    again.load(line, session.cursor)
    return again


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS, ids=named)
def test_a_forged_step_is_refused_or_harmless(ruleset: str | Path) -> None:
    """One thing in the log is another: it cannot be opened, or everything can be asked, said and undone."""
    rng, came = random.Random(named(ruleset)), Counter[str]()
    sessions = [session for whose, session in fights() if whose == ruleset and session.line]
    for _ in range(FORGERIES):
        session = rng.choice(sessions)
        line = [decode_entry(encode_entry(entry)) for entry in session.line]
        at = rng.randrange(len(line))
        body, told = forged(line[at], rng)
        try:
            line[at] = decode_entry(body)
            again = reopened(ruleset, session, line)
        except (msgspec.DecodeError, LogError, RulesetError):  # of a change to rules that there cannot be
            came["refused"] += 1
            continue
        came["harmless"] += 1
        try:
            _use(again)
        except Exception as error:
            raise AssertionError(f"step {at + 1}, {told}") from error
    assert min(came["refused"], came["harmless"]) > FORGERIES // 20, came


def _use(session: Session) -> None:
    say_everything(session)
    summarise(session.rules, session.log, "fight", editions=session.edition)
    session.go_to(0)
    session.go_to(len(session.line))
    look_at_everything(session.rules, session.state)


@pytest.mark.parametrize("size", [-1, MAX_NUMBER + 1])
def test_an_effect_with_a_size_that_none_can_have_is_refused(size: int) -> None:
    effect = Effect(id="e1", on="A", name="frightened", state="frightened", size=3)
    known = Vocabulary(loader.load("pf2e"))
    known.require_effect(effect)
    with pytest.raises(ValueError, match="a size"):
        known.require_effect(replace(effect, size=size))
