"""Steps that a new command cut off come back exactly, and nothing that stood in their place is lost."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, settings, strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from rulesets.fight.session import Cut, Done, Session
from rulesets.formula.dice import ListedDice, RandomDice
from rulesets.reading import loader
from rulesets.table import commands as cmd
from rulesets.table.changes import Changes
from rulesets.table.refusal import Refusal
from tests.rulesets.fight.tree_journal import TreeJournal


@pytest.fixture
def journal() -> TreeJournal:
    return TreeJournal()


@pytest.fixture
def session(journal: TreeJournal) -> Session:
    """A and B fight; A acts."""
    session = Session(loader.load("saga-edition"), journal=journal, dice=ListedDice([]))
    for ident in ("A", "B"):
        session.dispatch(cmd.Add(combatant={"id": ident, "hp": 30}))
    session.dispatch(cmd.Start(rolls={"A": 20, "B": 10}))
    return session


def done(session: Session, command: cmd.Command) -> Done:
    result = session.dispatch(command)
    assert isinstance(result, Done), result
    return result


def hit(who: str, amount: int) -> cmd.Command:
    return cmd.Apply(pipeline="damage", to=(who,), inputs={"amount": amount})


def test_a_command_says_what_it_cut_off(session: Session, journal: TreeJournal) -> None:
    """'If a new command then cuts steps off they stay in the journal' (ui.md, Keys)."""
    assert done(session, cmd.EndTurn()).cut is None
    done(session, hit("B", 3))
    tip = journal.tip
    session.undo()
    session.undo()
    assert done(session, hit("A", 1)).cut == Cut(tip, 2)
    (branch,) = session.branches()
    assert (branch.tip, branch.length, branch.first_label, branch.label) == (tip, 2, "end-turn", "apply")


def test_what_comes_back_is_exactly_what_was(session: Session) -> None:
    """State, line and undo are as they were before the undo; what replaced them is a branch in turn."""
    done(session, cmd.EndTurn())
    done(session, hit("B", 3))
    then, line = session.state, list(session.line)
    session.go_to(3)
    cut = done(session, hit("A", 1)).cut
    other = session.state
    assert cut is not None
    assert isinstance(session.bring_back(cut.tip), Changes)
    assert session.state == then
    assert list(session.line) == line
    assert session.cursor == len(line)
    (instead,) = session.branches()
    session.bring_back(instead.tip)
    assert session.state == other
    assert [branch.tip for branch in session.branches()] == [cut.tip]


def test_a_branch_of_what_is_undone_comes_back_over_it(session: Session) -> None:
    """The fork may lie among the steps that redo would bring: they are done again on the way."""
    done(session, hit("A", 1))
    done(session, hit("A", 2))
    then = session.state
    session.undo()
    cut = done(session, hit("B", 4)).cut
    session.go_to(2)
    assert cut is not None
    session.bring_back(cut.tip)
    assert session.state == then


def test_changes_name_who_differs_and_nobody_who_only_came_and_went(session: Session) -> None:
    """The list takes rows out and puts rows in for those alone who were not there before."""
    done(session, cmd.Add(combatant={"id": "C"}, roll=5))
    done(session, hit("C", 2))
    session.go_to(3)
    cut = done(session, cmd.Add(combatant={"id": "D"}, roll=4)).cut
    assert cut is not None
    changes = session.bring_back(cut.tip)
    assert isinstance(changes, Changes)
    assert (changes.joined, changes.left) == (("C",), ("D",))
    assert "D" not in changes.combatants
    session.go_to(3)
    cut = done(session, cmd.Add(combatant={"id": "C", "hp": 9}, roll=4)).cut
    assert cut is not None
    changes = session.bring_back(cut.tip)
    assert isinstance(changes, Changes)
    assert (changes.joined, changes.left) == ((), ())
    assert "C" in changes.combatants, "another C in the same place looks different"


def test_what_cannot_be_kept_does_not_come_back(session: Session, journal: TreeJournal) -> None:
    """The journal has it before anybody sees it; without room everything stays as it is."""
    done(session, hit("A", 1))
    session.undo()
    cut = done(session, hit("A", 2)).cut
    assert cut is not None
    before, line, journal.full = session.state, list(session.line), True
    with pytest.raises(OSError, match="no room"):
        session.bring_back(cut.tip)
    with pytest.raises(OSError, match="no room"):
        session.go_to(0)
    assert session.state is before
    assert list(session.line) == line
    assert session.cursor == len(line)


def test_only_ends_of_branches_come_back(session: Session, journal: TreeJournal) -> None:
    result = session.bring_back(journal.tip)
    assert isinstance(result, Refusal)
    assert result.code == "nothing-to-bring-back"
    alone = Session(loader.load("saga-edition"))
    assert alone.branches() == ()
    assert isinstance(alone.bring_back(1), Refusal)


def test_going_far_is_one_row_of_the_journal_and_one_change(session: Session, journal: TreeJournal) -> None:
    """'Undo to here' over many steps is all or nothing."""
    before, moves = session.state, []
    for amount in (1, 2, 3):
        done(session, hit("A", amount))
    after = session.state
    real = journal.move
    journal.move = lambda cursor: moves.append(cursor) or real(cursor)  # type: ignore[func-returns-value, method-assign]
    assert session.go_to(3).combatants == {"A"}
    assert session.state == before
    assert session.go_to(99).combatants == {"A"}
    assert session.state == after
    assert moves == [3, 6]
    assert not session.go_to(6).log, "where it stands already there is nothing to tell"


class Branching(RuleBasedStateMachine):
    """A fight that goes to and fro and forgets nothing."""

    ruleset = ""

    def __init__(self) -> None:
        super().__init__()
        self.journal = TreeJournal()
        self.session = Session(loader.load(self.ruleset), dice=RandomDice(1), journal=self.journal)
        self.states = {0: self.session.state}
        """Number of an entry → the state after it."""

    def do(self, command: cmd.Command) -> None:
        can_redo, tip, undone = self.session.can_redo, self.journal.tip, len(self.session.line)
        undone -= self.session.cursor
        result = self.session.dispatch(command)
        if isinstance(result, Done):
            self.states[self.journal.tip] = self.session.state
            assert result.cut == (Cut(tip, undone) if can_redo else None)

    @initialize()
    def begin(self) -> None:
        for ident, side in (("A", "party"), ("B", "foes"), ("C", "foes")):
            self.do(cmd.Add(combatant={"id": ident, "side": side}))
        self.do(cmd.Start())

    @rule(data=st.data())
    def command(self, data: Any) -> None:
        active = self.session.state.walk.active or "A"
        self.do(
            data.draw(
                st.sampled_from(
                    [
                        cmd.EndTurn(),
                        cmd.NextPhase(),
                        cmd.RollInitiative(),
                        cmd.Declare(who=(active,), fields={"actions": 1, "first": "fire"}),
                        cmd.Declare(who=("A", "B", "C"), done=True),
                        cmd.BeginEffect(on="B", name="marked", rounds=2),
                        cmd.Add(combatant={"id": "D"}, roll=7),
                        cmd.Leave(who="C"),
                        cmd.Act(who=active),
                        cmd.SetNumbers(who="A", initiative=5),
                        cmd.Defeat(who="B"),
                    ]
                )
            )
        )

    @rule(data=st.data())
    def travel(self, data: Any) -> None:
        self.session.go_to(data.draw(st.integers(0, len(self.session.line))))

    @precondition(lambda self: self.session.branches())
    @rule(data=st.data())
    def bring_back(self, data: Any) -> None:
        tips = {branch.tip for branch in self.session.branches()}
        tip, before = data.draw(st.sampled_from(sorted(tips))), self.journal.tip
        there = set(self.session.state.combatants)
        changes = self.session.bring_back(tip)
        assert isinstance(changes, Changes)
        now = set(self.session.state.combatants)
        assert (set(changes.joined), set(changes.left)) == (now - there, there - now)
        assert {branch.tip for branch in self.session.branches()} <= (tips - {tip}) | {before}

    @invariant()
    def the_state_is_that_of_its_entry(self) -> None:
        numbers = [0, *self.journal.line]
        assert self.session.state == self.states[numbers[self.session.cursor]]
        assert self.session.cursor == self.journal.cursor

    @invariant()
    def every_entry_is_on_the_line_or_on_a_branch(self) -> None:
        kept = set(self.journal.line)
        for branch in self.session.branches():
            kept.update(self.journal._path(branch.tip))
        assert kept == set(self.journal.parents)


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", sorted(loader.shipped()))
def test_no_sequence_of_steps_loses_one(ruleset: str) -> None:
    """Property: after any travel every state is that which its last entry led to, and every entry is kept."""
    machine = type("Machine", (Branching,), {"ruleset": ruleset})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=20,
            stateful_step_count=25,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
