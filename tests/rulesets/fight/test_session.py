"""A session: the log is the truth, and the journal has it before anybody sees it."""

from __future__ import annotations

import pytest

from rulesets.engine.draft import Draft
from rulesets.engine.evolve import evolve
from rulesets.fight.session import Done, Session, decode_entry, encode_entry
from rulesets.formula.dice import ListedDice, RandomDice
from rulesets.reading import loader
from rulesets.table import commands as cmd, events as ev
from rulesets.table.encounter import Encounter
from rulesets.table.outcome import Outcome
from rulesets.table.refusal import Refusal
from tests.rulesets.decisions import decisions
from tests.rulesets.fight.tree_journal import TreeJournal


class Paper(TreeJournal):
    """A journal that remembers where the session stood when it was told."""

    def __init__(self) -> None:
        super().__init__()
        self.session: Session | None = None
        self.seen: list[int] = []

    @property
    def rows(self) -> list[bytes]:
        return [self.bodies[number] for number in self.line]

    def append(self, body: bytes, label: str) -> None:
        assert self.session is not None
        super().append(body, label)
        self.seen.append(self.session.cursor)


@pytest.fixture
def paper() -> Paper:
    return Paper()


@pytest.fixture
def session(paper: Paper) -> Session:
    session = Session(loader.load("saga-edition"), journal=paper, dice=ListedDice([15, 10]))
    paper.session = session
    for ident in ("A", "B"):
        session.dispatch(cmd.Add(combatant={"id": ident}))
    return session


def test_the_journal_has_a_command_before_the_session_shows_it(session: Session, paper: Paper) -> None:
    """Every command is committed before the window can show it (architecture, Storage)."""
    session.dispatch(cmd.Start())
    assert paper.seen == [0, 1, 2], "the cursor was still the old one at each append"
    assert [decode_entry(row) for row in paper.rows] == list(session.log)


def test_a_command_that_cannot_be_kept_did_not_happen(session: Session, paper: Paper) -> None:
    before = session.state
    paper.full = True
    with pytest.raises(OSError, match="no room"):
        session.dispatch(cmd.Leave(who="A"))
    with pytest.raises(OSError, match="no room"):
        session.undo()
    assert session.state is before
    assert session.cursor == 2


def test_a_log_taken_over_is_the_same_encounter(session: Session, paper: Paper) -> None:
    """Opening a file replays the events and rolls nothing; what was undone can still be redone."""
    session.dispatch(cmd.Start())
    session.dispatch(cmd.Act(who="A", cost="move"))
    session.undo()
    other = Session(loader.load("saga-edition"), dice=ListedDice([]))
    other.load([decode_entry(row) for row in paper.rows], paper.cursor)
    assert other.state == session.state
    other.redo()
    session.redo()
    assert other.state == session.state


def test_commands_of_a_kind_are_the_same_whether_their_entries_were_read_or_not(
    session: Session, paper: Paper
) -> None:
    """Of a log that was taken over as proved only what is asked for is decoded, whatever names it."""
    session.dispatch(cmd.Describe(who="A", changes={"name": "add"}))
    session.dispatch(cmd.Start())
    session.undo()
    other = Session(loader.load("saga-edition"))
    other.resume(paper.rows, paper.cursor, session.state, ())
    for kinds in ((cmd.Add,), (cmd.Describe, cmd.Add), (cmd.Start,)):
        wanted = [entry.command for entry in session.log if isinstance(entry.command, kinds)]
        assert list(session.commands_of(*kinds)) == list(other.commands_of(*kinds)) == wanted
    assert len(list(other.commands_of(cmd.Add))) == 2


def test_a_refusal_keeps_what_can_be_redone_and_a_command_cuts_it(session: Session) -> None:
    session.dispatch(cmd.Start())
    session.undo()
    assert isinstance(session.dispatch(cmd.Leave(who="Z")), Refusal)
    assert session.can_redo
    assert isinstance(session.dispatch(cmd.MoveInList(who="B", index=0)), Done)
    assert not session.can_redo
    assert isinstance(session.redo(), Refusal)


def test_an_override_is_marked_and_what_is_impossible_is_not_overridden(session: Session) -> None:
    """The GM is always right about rules; an unknown combatant is not a rule."""
    session.dispatch(cmd.Start())
    refused = session.preview(cmd.Act(who="B", cost="standard"))
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.can_override, refused.cite) == ("not-active", True, "Rulebook p. 143-144")
    done = session.dispatch(cmd.Act(who="B", cost="standard", override=True))
    assert isinstance(done, Done)
    assert done.entry.overridden
    unknown = session.dispatch(cmd.Act(who="Z", cost="standard", override=True))
    assert isinstance(unknown, Refusal)
    assert not unknown.can_override


def test_a_preview_rolls_nothing_and_says_so(session: Session) -> None:
    """No die of the list is used by looking (architecture: preview is decide without rolling)."""
    foreseen = session.preview(cmd.Start())
    assert not isinstance(foreseen, Refusal)
    assert foreseen.blind
    assert isinstance(session.dispatch(cmd.Start()), Done)
    assert session.state.orders["initiative"].places["A"].count == 15


NO_DICE = """
id = "tiny"
label = "Tiny"
[stat]
nerve = "0D"
[order.turns]
label = "Turns"
roll = { code = "nerve" }
keys = ["roll desc", "kind npc", "rolloff roll desc", "list"]
[phase.roll]
label = "Roll"
activity = "roll"
order = "turns"
when = "start"
[phase.turns]
label = "Turns"
activity = "act"
order = "turns"
"""


def test_a_preview_knows_what_comes_of_codes_without_dice() -> None:
    """Nobody can roll for it, nor to break its ties: it tells the very order that will be."""
    session = Session(loader.load_text(NO_DICE, "tiny.toml"), dice=ListedDice([]))
    for name, kind in (("A", "pc"), ("B", "npc"), ("C", "pc")):
        session.dispatch(cmd.Add(combatant={"id": name, "kind": kind}))
    foreseen = session.preview(cmd.Start())
    assert not isinstance(foreseen, Refusal)
    assert not foreseen.blind
    assert isinstance(session.dispatch(cmd.Start()), Done)
    assert foreseen.state == session.state
    assert session.state.orders["turns"].slots == ("B", "A", "C")


def test_what_was_foreseen_is_decided_once(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks the same again, and the order itself, have what was found: no dice had a part in it.

    Something else may be asked between them.
    """
    session.dispatch(cmd.Start())
    decided = decisions(monkeypatch, cmd.EndTurn)
    foreseen = session.preview(cmd.EndTurn())
    session.preview(cmd.Delay(who="A"))
    assert session.preview(cmd.EndTurn()) is foreseen
    done = session.dispatch(cmd.EndTurn())
    assert isinstance(done, Done)
    assert (done.outcome, done.entry.dice) == (foreseen, ())
    assert len(decided) == 1
    session.dispatch(cmd.EndTurn())
    assert len(decided) == 2, "another encounter than the one that it was foreseen in"


def test_what_dice_have_a_part_in_is_decided_anew(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    decided = decisions(monkeypatch, cmd.Start)
    session.preview(cmd.Start())
    done = session.dispatch(cmd.Start())
    assert isinstance(done, Done)
    assert done.entry.dice == ((20, 15, 10),)
    assert len(decided) == 2


def test_what_only_looks_the_same_is_decided_anew(session: Session) -> None:
    """1 is True for Python, and no truth value is a number of the rules."""
    session.dispatch(cmd.Start())
    assert isinstance(session.preview(cmd.MoveTrack(who="A", by=1)), Outcome)
    refused = session.dispatch(cmd.MoveTrack(who="A", by=True))
    assert isinstance(refused, Refusal)


def test_a_rehearsal_rolls_and_keeps_nothing(session: Session, paper: Paper) -> None:
    """What was rolled is seen, and is what the command brings if the GM gives it with it."""
    before = session.state, list(paper.bodies)
    rehearsed = session.rehearse(cmd.Describe(who="B", changes={"name": "Bea"}), cmd.Start())
    assert not isinstance(rehearsed, Refusal)
    assert rehearsed.state.combatants["B"].name == "Bea"
    places = rehearsed.state.orders["initiative"].places
    assert {slot: place.count for slot, place in places.items()} == {"A": 15, "B": 10}
    assert (session.state, list(paper.bodies)) == before
    assert isinstance(session.rehearse(cmd.EndTurn(), cmd.Start()), Refusal), "the first refusal counts"


def test_changes_name_what_differs(session: Session) -> None:
    """Models repaint these rows and no others."""
    session.dispatch(cmd.Add(combatant={"id": "C"}))
    session.dispatch(cmd.Start(rolls={"A": 20, "B": 15, "C": 10}))
    done = session.dispatch(cmd.Apply(pipeline="damage", to=("C",), inputs={"amount": 3}))
    assert isinstance(done, Done)
    assert (done.changes.combatants, done.changes.slots, done.changes.order) == ({"C"}, frozenset(), False)
    done = session.dispatch(cmd.EndTurn())
    assert isinstance(done, Done)
    assert done.changes.slots >= {"A", "B"}
    assert "C" not in done.changes.slots | done.changes.combatants
    assert not done.changes.passes
    moved = session.dispatch(cmd.Delay(who="B", after="C"))
    assert isinstance(moved, Done)
    assert moved.changes.order


def test_an_unknown_event_is_an_error() -> None:
    class Strange(ev.Event, frozen=True):
        """No event of ours."""

    with pytest.raises(LookupError, match="Strange"):
        evolve(Draft(Encounter()), Strange())


@pytest.mark.parametrize("ruleset", sorted(loader.shipped()))
def test_the_same_dice_give_the_same_log_to_the_byte(ruleset: str) -> None:
    """The same rules, commands and dice give byte-identical logs (decide is pure)."""

    def played() -> bytes:
        session = Session(loader.load(ruleset), dice=RandomDice(5))
        for number, ident in enumerate("ABCDE"):
            side = "foes" if number % 2 else "party"
            session.dispatch(cmd.Add(combatant={"id": ident, "side": side, "aware": number != 3}))
        session.dispatch(cmd.Start())
        for _ in range(60):
            for command in (
                cmd.RollInitiative(),
                cmd.Declare(who=tuple("ABCDE"), done=True),
                cmd.Declare(who=(session.state.walk.active or "A",), fields={"actions": 2, "first": "fire"}),
                cmd.Act(who=session.state.walk.active or "A"),
                cmd.BeginEffect(on="C", name="marked", rounds=2),
                cmd.EndTurn(),
                cmd.NextPhase(),
            ):
                session.dispatch(command)
        return b"\n".join(encode_entry(entry) for entry in session.log)

    first, second = played(), played()
    assert first.count(b"\n") > 60
    assert first == second
