"""The past is mended: one entry is changed, what followed is played again with the dice as they fell."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from rulesets.engine.evolve import replay
from rulesets.fight.kept import read_kept
from rulesets.fight.log_check import LogCheck
from rulesets.fight.mending import Mended, Verdict, played_again
from rulesets.fight.session import Done, Entry, Session, encode_entry
from rulesets.formula.dice import RandomDice
from rulesets.reading import loader
from rulesets.reading.shelf import Shelf
from rulesets.seen.compared import compared
from rulesets.seen.offers import offers
from rulesets.seen.queries import choosable, must_act
from rulesets.seen.scene import Viewer
from rulesets.table import commands as cmd
from rulesets.table.changes import Changes
from rulesets.table.encounter import Encounter
from rulesets.table.events import Rolled
from rulesets.table.refusal import Refusal
from rulesets.table.writing import portable
from rulesets.vocabulary import find_phase
from rulesets.words.compared import Row, row
from rulesets.words.terms import Terms
from tests.rulesets.fight.tree_journal import TreeJournal
from tests.rulesets.plain_fight import PlainFight
from tests.rulesets.random_fight import RULESETS, Fight, machine_for, named
from tests.sampling import mostly_slow

KEPT = Path(__file__).parents[2] / "encounters"


def begun(ruleset: str = "saga-edition", **rolls: int) -> Session:
    """A fight of three with a journal; initiative is typed for those who have a number in ``rolls``."""
    session = Session(loader.load(ruleset), journal=TreeJournal(), dice=RandomDice(5))
    for ident, side in (("A", "party"), ("B", "foes"), ("C", "foes")):
        do(session, cmd.Add(combatant={"id": ident, "name": f"The {ident}", "side": side, "hp": 30}))
    do(session, cmd.Start(rolls=dict(rolls)))
    return session


def do(session: Session, command: cmd.Command) -> Entry:
    done = session.dispatch(command)
    assert isinstance(done, Done), done
    return done.entry


def hit(who: str, amount: int) -> cmd.Apply:
    return cmd.Apply(pipeline="damage", to=(who,), inputs={"amount": amount})


def rows(session: Session, mended: Mended) -> list[Row]:
    viewer = Viewer(session.rules)
    found = compared(viewer.look(mended.was), viewer.look(mended.now))
    terms = Terms(session.rules, lambda who: f"The {who}" if len(who) == 1 else who)
    return [row(terms, one) for one in found]


def test_what_nobody_entered_is_what_the_ruleset_says() -> None:
    """Temporary hit points that a hit has met at none are none before it, too: no difference to be told."""
    session = begun("dnd5e", A=20, B=10, C=5)
    number = session.cursor
    do(session, hit("B", 9))
    mended = session.mend(number, hit("C", 9))
    told = [tuple(one) for one in rows(session, mended)]
    assert told == [("The B", "Hit points", "21", "30"), ("The C", "Hit points", "30", "21")]


def proved(session: Session) -> None:
    """Whoever reads the log finds the state: the line makes sense and leads there."""
    state = session.base
    for entry in session.log:
        state = replay(state, entry.events)
    assert state == session.state
    check = LogCheck(session.base, session._editions.rules)
    check.play(session.log)
    assert check.state == session.state
    assert not check.mended


def test_it_was_12_and_not_21() -> None:
    """'It was 12, not 21': what is different at the end is told by who, what, from and to."""
    session = begun(A=20, B=10, C=5)
    do(session, hit("B", 21))
    do(session, cmd.EndTurn())
    do(session, hit("A", 4))
    mended = session.mend(4, hit("B", 12))
    assert not mended.misfits
    assert Row("The B", "Hit points", "9", "18") in rows(session, mended)
    assert session.state == mended.was, "nothing is kept before it is wanted"
    assert isinstance(session.keep_mended(mended), Changes)
    assert session.state.combatants["B"].stats["hp"] == 18
    assert session.state.combatants["A"].stats["hp"] == 26
    proved(session)


def test_it_was_the_other_goblin_and_one_step_takes_it_back() -> None:
    """Undo leads to exactly what was, redo to the mending again; what was is never lost."""
    session = begun(A=20, B=10, C=5)
    do(session, hit("B", 7))
    do(session, cmd.EndTurn())
    was, line = session.state, list(session.line)
    session.keep_mended(session.mend(4, hit("C", 7)))
    now, mended = session.state, list(session.line)
    assert [now.combatants[who].stats["hp"] for who in "BC"] == [30, 23]
    assert [branch.length for branch in session.branches()] == [2]
    assert isinstance(session.undo(), Changes)
    assert (session.state, list(session.line), session.cursor) == (was, line, len(line))
    assert session.can_redo
    assert isinstance(session.redo(), Changes)
    assert (session.state, list(session.line)) == (now, mended)
    do(session, cmd.EndTurn())
    session.undo()
    assert session.state == now
    session.undo()
    assert session.state == was, "also when the fight had gone on"


def test_what_had_been_taken_back_is_so_again() -> None:
    """Steps that could have been redone are with the line before, and are undone there again."""
    session = begun(A=20, B=10, C=5)
    do(session, hit("B", 7))
    do(session, cmd.EndTurn())
    session.undo()
    was, line, cursor = session.state, list(session.line), session.cursor
    session.keep_mended(session.mend(4, hit("B", 8)))
    session.undo()
    assert (session.state, list(session.line), session.cursor) == (was, line, cursor)
    assert isinstance(session.redo(), Changes)
    assert session.state.combatants["B"].stats["hp"] == 22


def test_what_is_left_out_at_the_end_comes_back_with_one_undo() -> None:
    """Though nothing stands in its place, and several lines went: also from a file closed meanwhile."""
    session = begun(A=20, B=10, C=5)
    do(session, hit("B", 7))
    do(session, cmd.EndTurn())
    was, line = session.state, list(session.line)
    session.keep_mended(session.mend(5, None))
    assert session.state.combatants["B"].stats["hp"] == 23
    assert session.mended_last
    session.keep_mended(session.mend(4, None))
    assert session.state.combatants["B"].stats["hp"] == 30
    session = opened_again(session)
    for _ in range(2):
        assert isinstance(session.undo(), Changes)
    assert (session.state, list(session.line)) == (was, line)
    session.redo()
    assert isinstance(session.redo(), Changes)
    assert session.state.combatants["B"].stats["hp"] == 30
    proved(session)


def test_undo_and_redo_take_each_other_back_wherever_one_has_gone() -> None:
    """A step beside a mending is that step, whichever line of the log was rewound to before."""
    session = begun(A=20, B=10, C=5)
    for amount in (1, 2, 3):
        do(session, hit("B", amount))
    session.undo()
    session.keep_mended(session.mend(4, hit("B", 11)))
    mended = session.state
    session.undo()
    session.go_to(7)
    whole = session.state
    session.undo()
    session.redo()
    assert session.state == whole, "the step that was undone, not the mending that was taken back there"
    session.undo()
    session.bring_back(session.branches()[0].tip)
    assert session.state == mended
    session.go_to(5)
    inside = session.state
    session.redo()
    assert session.state == mended
    session.undo()
    assert session.state == inside, "the step that was done again, not the mending that ends with it"


def test_redo_is_not_offered_for_a_mending_that_has_gone_on() -> None:
    """Its line is no branch then, and has what came after it: the log brings that back."""
    session = begun(A=20, B=10, C=5)
    do(session, hit("B", 1))
    session.keep_mended(session.mend(4, hit("B", 2)))
    session.undo()
    before = session._standing()
    session.bring_back(session.branches()[0].tip)
    do(session, hit("C", 3))
    session.bring_back(before[0])
    assert session._standing() == before
    assert not session.can_redo


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_done_undo_and_redo_are_exact(seed: int) -> None:
    """Undo and then redo, or the other way round, leave all as it was, be the file closed between or not."""
    session, chance = begun(A=20, B=10, C=5), random.Random(seed)
    for number in range(40):
        was = standing(session)
        way = chance.choice(("do", "do", "undo", "redo", "mend", "go to", "bring back", "reopen"))
        match way:
            case "do":
                session.dispatch(
                    chance.choice(
                        (
                            hit(chance.choice("ABC"), chance.randint(1, 9)),
                            cmd.EndTurn(),
                            cmd.Describe(who="A", changes={"notes": str(number)}),
                        )
                    )
                )
            case "undo" if session.can_undo:
                session.undo()
                session = opened_again(session) if chance.random() < 0.5 else session
                session.redo()
                assert standing(session) == was
                session.undo()
            case "redo" if session.can_redo:
                session.redo()
                session = opened_again(session) if chance.random() < 0.5 else session
                session.undo()
                assert standing(session) == was
                session.redo()
            case "mend" if session.cursor and mended_somehow(session, chance) and session.cursor:
                now = standing(session)
                session.undo()
                assert standing(session) == was
                session.redo()
                assert standing(session) == now
            case "go to":
                session.go_to(chance.randint(0, len(session.line)))
            case "bring back" if session.branches():
                session.bring_back(chance.choice(session.branches()).tip)
            case "reopen":
                session = opened_again(session)
    proved(session)


def mended_somehow(session: Session, chance: random.Random) -> bool:
    """Leave one of the last lines out, or make it a hit, without what does not fit then; False if refused."""
    number = chance.randrange(max(0, session.cursor - 4), session.cursor)
    mended = session.mend(number, chance.choice((None, hit(chance.choice("ABC"), 4))))
    if mended.misfits:
        verdicts = {misfit.number: Verdict.LEAVE_OUT for misfit in mended.misfits}
        mended = session.mend(number, None, verdicts)
    return not mended.undecided and isinstance(session.keep_mended(mended), Changes)


def standing(session: Session) -> tuple[Encounter, list[Entry], int, int]:
    """All that undo and redo change."""
    journal = session._journal
    assert isinstance(journal, TreeJournal)
    return session.state, list(session.line), session.cursor, journal.cursor


def test_everybody_has_the_dice_again_that_fell() -> None:
    """A total that is typed for one leaves the others what they rolled (an entry keeps what was drawn)."""
    session = begun()
    rolled = {e.who: e.total for e in session.line[3].events if isinstance(e, Rolled)}
    assert set(rolled) == {"A", "B", "C"}
    mended = session.mend(3, cmd.Start(rolls={"A": 40}))
    again = {e.who: e.total for e in mended.new[0].events if isinstance(e, Rolled)}
    assert again == {who: rolled[who] for who in "BC"}
    left_out = session.mend(1, None)
    start = next(entry for entry in left_out.new if isinstance(entry.command, cmd.Start))
    assert {e.who: e.total for e in start.events if isinstance(e, Rolled)} == {w: rolled[w] for w in "AC"}


def test_what_no_longer_fits_is_named_and_the_game_master_decides() -> None:
    """A command refused now is left out, or done all the same by override; before that nothing is kept."""
    session = begun(A=20, B=10, C=5)
    do(session, hit("B", 3))
    do(session, cmd.EndTurn())
    mended = session.mend(4, hit("nobody", 3))
    assert mended.refusal is not None
    assert isinstance(session.keep_mended(mended), Refusal), (
        "what the entry itself cannot be, it does not become"
    )
    gone = session.mend(1, None)
    (lost,) = gone.misfits
    assert (lost.number, lost.entry.command, gone.undecided) == (4, hit("B", 3), (lost,))
    with pytest.raises(ValueError, match="decided"):
        session.keep_mended(gone)
    without = session.mend(1, None, {4: Verdict.LEAVE_OUT})
    assert not without.undecided
    session.keep_mended(without)
    assert set(session.state.combatants) == {"A", "C"}
    assert session.state.walk.active == "C", "the turn that B had is the next one's"
    proved(session)


def test_the_game_master_can_insist() -> None:
    """'insist by override': the log says so as it does of every override."""
    session = begun(A=20, B=10, C=5)
    do(session, cmd.Act(who="A", cost="move"))
    do(session, cmd.Act(who="A", cost="standard"))
    mended = session.mend(4, cmd.Act(who="A", cost="standard"))
    (misfit,) = mended.undecided
    assert misfit.refusal.can_override
    insisted = session.mend(4, cmd.Act(who="A", cost="standard"), {misfit.number: Verdict.INSIST})
    assert not insisted.undecided
    session.keep_mended(insisted)
    assert session.line[5].overridden
    proved(session)


@pytest.mark.parametrize("ruleset", mostly_slow(sorted(loader.shipped()), "saga-edition", "kaiser"))
@pytest.mark.parametrize("what", ["lives", "never came"])
def test_what_somebody_did_in_its_turn_is_done_in_its_turn_again(ruleset: str, what: str) -> None:
    """'It was 12, not 21': who lives has turns again, in which nothing was done; who never came has none.

    What the others did stands in their turns, in the same round.
    """
    session, hurt = three_rounds(ruleset)
    mended = session.mend(hurt if what == "lives" else 2, None)
    while mended.undecided:
        verdicts = {misfit.number: Verdict.LEAVE_OUT for misfit in mended.misfits}
        assert all("C" in misfit.entry.command.who for misfit in mended.misfits), "no others' orders"
        mended = session.mend(mended.number, None, verdicts)
    assert mended.was.clock.round - mended.now.clock.round in (0, 1), "its last turn may still be to come"
    if mended.was.clock.round != mended.now.clock.round:
        assert mended.now.walk.active == "C"
    assert ("C" in mended.passed, "C" in mended.lost)[what != "lives"] or ruleset in DECLARED
    assert others_turns(session.base, session.line) == others_turns(
        session.base, [*session.line[: mended.number], *mended.new]
    )
    assert isinstance(session.keep_mended(mended), Changes)
    proved(session)
    assert isinstance(session.undo(), Changes)
    assert session.state == mended.was


DECLARED = ("cards", "moon-swing", "kaiser")
"""Rulesets in which whose turns are lost or come besides may show in declarations alone."""


def three_rounds(ruleset: str) -> tuple[Session, int]:
    """Three rounds of four, and which entry has had C out of the fight."""
    session, chance = (
        Session(loader.load(ruleset), journal=TreeJournal(), dice=RandomDice(3)),
        random.Random(3),
    )
    for ident, side in zip("ABCD", ("party", "foes", "foes", "party"), strict=True):
        do(session, cmd.Add(combatant={"id": ident, "name": f"The {ident}", "side": side}))
    do(session, cmd.Start())
    for _ in range(3):
        go_on(session, chance)
    hurt = session.cursor
    do(session, cmd.Defeat(who="C"))
    last = session.state.clock.round + 3
    while session.state.clock.round < last:
        go_on(session, chance)
    return session, hurt


def go_on(session: Session, chance: random.Random) -> None:
    """Do one thing that the round waits for, in a turn with an act before it ends."""
    state, rules = session.state, session.rules
    phase, active = find_phase(rules, state.clock.phase), list(state.members(state.walk.active))
    open_ones = active or [one for one in state.combatants.values() if not one.done and not one.out]
    if phase is not None and phase.activity == "declare" and open_ones:
        order = cmd.Declare(who=(open_ones[0].id,), name=min(rules.declarations))
        if isinstance(session.dispatch(order), Refusal):
            do(session, cmd.Declare(who=(open_ones[0].id,), done=True))
    elif phase is not None and (phase.activity == "roll" or (phase.activity == "declare" and phase.rolls)):
        do(session, cmd.RollInitiative())
    elif active:
        found = [offer.command for offer in offers(rules, state, active[0]) if offer.legal]
        acts = [one for one in found if isinstance(one, cmd.Act)]
        if acts:
            session.dispatch(chance.choice(acts))
        do(session, cmd.EndTurn())
    elif must_act(rules, state):
        do(session, cmd.Resume(who=must_act(rules, state)))
    elif choosable(rules, state):
        do(session, cmd.Choose(who=choosable(rules, state)[0]))
    else:
        do(session, cmd.NextPhase())


def others_turns(base: Encounter, entries: Sequence[Entry]) -> list[tuple[int, str, cmd.Command]]:
    """Return in which round and whose turn everything but C was done."""
    found, state = [], base
    for entry in entries:
        if isinstance(entry.command, cmd.Act) and entry.command.who != "C":
            found.append((state.clock.round, state.walk.active, entry.command))
        state = replay(state, entry.events)
    return found


def test_mendings_on_mendings_are_taken_back_and_done_again_one_by_one() -> None:
    """Also with steps between and before them, and from a file that was closed meanwhile."""
    session = begun(A=20, B=10, C=5)
    do(session, hit("B", 7))
    do(session, cmd.EndTurn())
    states = [session.state]
    for who, amount in (("B", 8), ("C", 8), ("C", 9)):
        session.keep_mended(session.mend(4, hit(who, amount)))
        states.append(session.state)
        do(session, cmd.Describe(who="A", changes={"notes": f"{who} {amount}"}))
        states.append(session.state)
    for reopened in (False, True):
        for state in reversed(states[:-1]):
            assert isinstance(session.undo(), Changes)
            assert session.state == state
        assert isinstance(session.undo(), Changes), "and what was done before all of them"
        if reopened:
            session = opened_again(session)
        assert isinstance(session.redo(), Changes)
        for state in states:
            assert session.state == state
            if state is not states[-1]:
                assert isinstance(session.redo(), Changes)
        assert not session.can_redo
    session.undo()
    session.undo()
    do(session, cmd.EndTurn())
    assert not session.can_redo, "something new cuts it off, as always"


def opened_again(session: Session) -> Session:
    again = Session(session.rules, base=session.base)
    again.load(list(session.line), session.cursor)
    assert session._journal is not None
    again.keep_in(session._journal)
    return again


def test_rules_that_changed_in_between_change_again_or_never_did() -> None:
    """A line before the change is mended, the change is left out, and one before that is mended once more."""
    writing = portable(Shelf(Path("nowhere")).writing("dnd5e"))
    session = Session(loader.load("dnd5e"), journal=TreeJournal(), dice=RandomDice(3), writing=writing)
    for ident, side in zip("ABC", ("party", "party", "foes"), strict=True):
        do(session, cmd.Add(combatant={"id": ident, "name": ident, "side": side, "hp": 20, "max_hp": 20}))
    do(session, cmd.Start(rolls={"A": 20, "B": 15, "C": 10}))
    do(session, cmd.Defeat(who="C"))
    do(session, cmd.ChangeRules(options={"ties": "dex"}))
    for _ in range(4):
        do(session, hit("A", 1))
        do(session, cmd.EndTurn())
    states = [session.state]
    for number, command in ((4, None), (4, None), (3, cmd.Start(rolls={"A": 20, "B": 5, "C": 10}))):
        mended = session.mend(number, command)
        assert not mended.undecided
        session.keep_mended(mended)
        states.append(session.state)
        proved(session)
    assert [state.rules == states[0].rules for state in states] == [True, True, False, False]
    assert not states[-1].combatants["C"].out
    for state in reversed(states[:-1]):
        session.undo()
        assert session.state == state
    for state in states[1:]:
        session.redo()
        assert session.state == state


def test_what_is_rolled_anew_falls_once_whatever_is_decided_after_that() -> None:
    """The table of differences is what will be: a verdict on one line is no other roll for the next."""
    session = begun(A=20, B=10, C=5)
    do(session, cmd.Act(who="A", cost="move"))
    do(session, cmd.Act(who="A", cost="standard"))
    do(session, cmd.Throw(who="A", amount="1d20"))
    do(session, cmd.Add(combatant={"id": "late", "name": "Late"}))
    standard = cmd.Act(who="A", cost="standard")
    first = session.replaying(4, standard)
    first.play(first.count)
    (misfit,) = first.result.undecided
    second = session.replaying(4, standard, {misfit.number: Verdict.LEAVE_OUT}, first.dice)
    second.play(1)
    assert not second.whole
    second.play(99)
    assert second.result.new[-1] == first.result.new[-1] == session.line[-1]
    untyped = cmd.Start(rolls={"A": 20})  # B and C had typed totals: now they are rolled
    once = session.replaying(3, untyped)
    again = session.replaying(3, untyped, {4: Verdict.LEAVE_OUT}, once.dice)
    for one in (once, again):
        one.play(one.count)
    assert {event.who for event in once.result.new[0].events if isinstance(event, Rolled)} == {"B", "C"}
    assert once.result.new[0] == again.result.new[0]


def test_without_room_everything_is_as_it_was() -> None:
    session = begun(A=20, B=10, C=5)
    do(session, hit("B", 7))
    was, line = session.state, list(session.line)
    mended = session.mend(4, hit("B", 8))
    assert isinstance(session._journal, TreeJournal)
    session._journal.full = True
    with pytest.raises(OSError, match="no room"):
        session.keep_mended(mended)
    assert (session.state, list(session.line)) == (was, line)
    with pytest.raises(IndexError):
        session.mend(5, None)


@pytest.mark.slow
@pytest.mark.parametrize(
    "path", sorted(KEPT.rglob("*.turnwright")), ids=lambda path: f"{path.parent.name}-{path.stem}"
)
def test_fights_that_earlier_versions_kept_are_mended(path: Path) -> None:
    """Also entries without dice: what their events tell of them falls again; by itself nothing changes."""
    session = read_kept(path).session
    for number in range(session.cursor):
        same = session.mend(number, session.line[number].command)
        assert (same.new, same.misfits, same.now) == (same.old, (), same.was)
        without = session.mend(number, None)
        assert without.number == number
        assert without.refusal is None


# -- whatever fight it was -------------------------------------------------------------------------


class Mending(Fight):
    """A random fight whose past is mended in the end."""

    asks_everything = False

    def teardown(self) -> None:
        played, chance = self.session, random.Random(len(self.session.line))
        session = with_journal(played)
        for number in range(session.cursor):
            entry = session.line[number]
            same = session.mend(number, entry.command)
            assert same.new == same.old, "mending an entry by itself changes nothing"
            assert (same.now, same.misfits, same.first) == (same.was, (), None)
            before = session._moved(number)
            again = played_again(session._decide, before, before, entry, entry.command, RandomDice(11))
            assert again == entry, "and the same comes of it with the dice as they fell"
        for _ in range(8):
            self.mend_one(session, chance)

    def mend_one(self, session: Session, chance: random.Random) -> None:
        """Leave out or change any entry, decide what does not fit, and take it back and do it again."""
        if not session.cursor:
            return
        number = chance.randrange(session.cursor)
        command = self.another(session.line[number].command, chance)
        verdicts: dict[int, Verdict] = {}
        mended = session.mend(number, command)
        while mended.undecided:
            verdicts |= {misfit.number: chance.choice(list(Verdict)) for misfit in mended.undecided}
            mended = session.mend(number, command, verdicts)
            verdicts |= {misfit.number: Verdict.LEAVE_OUT for misfit in mended.undecided}
            mended = session.mend(number, command, verdicts)
        was, line, cursor = session.state, list(session.line), session.cursor
        found = session.keep_mended(mended)
        if isinstance(found, Refusal):
            assert (session.state, list(session.line)) == (was, line)
            return
        now, new = session.state, list(session.line)
        assert now == mended.now
        proved(session)
        viewer = Viewer(session.rules)
        if was.rules == now.rules:
            assert not compared(viewer.look(now), viewer.look(now))
            terms = Terms(session.rules, str)
            for one in compared(viewer.look(was), viewer.look(now)):
                told = row(terms, one)
                assert told.what, one
        if mended.new or mended.number:
            assert isinstance(session.undo(), Changes)
            assert (session.state, list(session.line), session.cursor) == (was, line, cursor)
            assert isinstance(session.redo(), Changes)
            assert (session.state, list(session.line)) == (now, new)

    def another(self, command: cmd.Command, chance: random.Random) -> cmd.Command | None:
        """Return a command that somebody could have meant, or none."""
        match command:
            case cmd.Apply() if chance.random() < 0.7:
                return cmd.Apply(
                    pipeline=command.pipeline, to=(chance.choice("ABCD"),), inputs=command.inputs
                )
            case cmd.SetNumbers(who=who):
                return cmd.SetNumbers(who=who, initiative=chance.randint(1, 30))
            case cmd.Start() | cmd.RollInitiative():
                return type(command)(rolls={"A": chance.randint(1, 30)})
            case cmd.MoveTrack(who=who, by=by):
                return cmd.MoveTrack(who=who, by=-by)
        return None if chance.random() < 0.6 else command


def with_journal(played: Session) -> Session:
    """A session with the same log, kept in a journal."""
    journal = TreeJournal()
    for entry in played.line:
        journal.append(encode_entry(entry), "")
    journal.move(played.cursor)
    first = played.edition("")
    assert first is not None
    session = Session(first, dice=RandomDice(7), base=played.base, writing=played._editions.writing(""))
    session.load(list(played.line), played.cursor)
    session.keep_in(journal)
    return session


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS, ids=named)
def test_any_entry_of_any_fight_can_be_mended(ruleset: Path | str) -> None:
    """Mending by itself changes nothing; mending and undoing is the identity; replay(log) == state."""
    machine = type("Machine", (Mending, machine_for(ruleset)), {})
    for seed in range(6):
        assert PlainFight(machine, seed).play(40) is None
