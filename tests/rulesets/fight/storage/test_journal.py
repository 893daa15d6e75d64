"""The journal is append-only, and undo, redo and cut-off branches are read from it."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from rulesets.fight.storage.encounter_file import EncounterFile
from rulesets.fight.storage.schema import MAX_ENTRY
from rulesets.fight.storage.values import Surroundings
from tests.rulesets.fight.storage.samples import HEADER, entries, everything, fill


def test_what_was_appended_is_there_after_reopening(file: EncounterFile, path: Path) -> None:
    """Entries are any bytes, labels any text; both come back as they were, in their order."""
    file.append(b"\x00\xff", "Wüstling ×3\nzwei\x00", cut=False)
    file.append(b"", "", cut=False)
    file.close()
    with EncounterFile.open(path) as again:
        line = again.line()
    assert [(row.seq, row.parent, row.body, row.label) for row in line.rows] == [
        (1, 0, b"\x00\xff", "Wüstling ×3\nzwei\x00"),
        (2, 1, b"", ""),
    ]
    assert line.cursor == 2


def test_text_that_no_file_can_hold_is_made_plain(file: EncounterFile) -> None:
    """Half a surrogate pair in a label or name, as broken clipboards bring it, does not stop the fight."""
    file.append(b"x", "a\ud800b", cut=False)
    file.rename("n\udfff")
    assert file.line().rows[0].label == "a?b"
    assert file.header.name == "n?"


def test_undo_and_redo_move_the_cursor_and_survive(file: EncounterFile, path: Path) -> None:
    """Undone commands stay on the line after the cursor, also after reopening."""
    numbers = fill(file, 3)
    file.move(numbers[0])
    file.close()
    with EncounterFile.open(path) as again:
        assert entries(again) == [b"step 0"]
        assert [row.body for row in again.line().rows] == [b"step 0", b"step 1", b"step 2"]
        again.move(0)
        assert entries(again) == []
        again.move(numbers[2])
        assert entries(again) == [b"step 0", b"step 1", b"step 2"]


def test_undo_and_redo_are_journaled(file: EncounterFile) -> None:
    """The history tells every step, in the order in which it was made, with its time."""
    ticks = count(100.0)
    path = file.path.with_name("timed.turnwright")
    with EncounterFile.create(path, HEADER, surroundings=Surroundings(clock=lambda: next(ticks))) as timed:
        first, second = fill(timed, 2)
        timed.move(first)
        timed.move(second)
        timed.move(0)
        told = [(row.kind, row.parent, row.tip, row.at) for row in timed.history()]
    assert told == [
        ("command", 0, 1, 100.0),
        ("command", 1, 2, 101.0),
        ("undo", 1, 2, 102.0),
        ("redo", 2, 2, 103.0),
        ("undo", 0, 2, 104.0),
    ]


def test_a_move_to_where_the_cursor_is_writes_nothing(file: EncounterFile) -> None:
    """An undo that undoes nothing is no step."""
    (number,) = fill(file, 1)
    file.move(number)
    assert len(file.history()) == 1


@pytest.mark.parametrize("number", [-1, 2, 3, 99])
def test_a_move_off_the_line_is_refused(file: EncounterFile, number: int) -> None:
    """Only commands of the current line can be undone or redone: no cut-off ones, no rows that are moves."""
    fill(file, 2)  # 1 and 2
    file.move(1)  # row 3
    file.append(b"other", "other", cut=True)  # row 4, cuts off 2
    before = file.history()
    with pytest.raises(ValueError, match="no command of the current line"):
        file.move(number)
    assert file.history() == before
    assert entries(file) == [b"step 0", b"other"]


def test_nothing_is_cut_off_without_permission(file: EncounterFile) -> None:
    """A caller that does not know of undone commands must not cut them off."""
    first, _ = fill(file, 2)
    file.move(first)
    with pytest.raises(ValueError, match="cut is not set"):
        file.append(b"other", "other", cut=False)
    assert len(file.line().rows) == 2


@pytest.mark.slow
def test_an_entry_that_could_not_be_read_again_is_refused(file: EncounterFile) -> None:
    """The limit for reading hostile files holds for writing too, and the largest allowed entry comes back."""
    with pytest.raises(ValueError, match="larger than"):
        file.append(bytes(MAX_ENTRY + 1), "", cut=False)
    with pytest.raises(ValueError, match="larger than"):
        file.append(b"", "ä" * (MAX_ENTRY // 2 + 1), cut=False)
    file.append(bytes(MAX_ENTRY), "x" * MAX_ENTRY, cut=False)
    file.close()
    assert len(everything(file.path)[1][0].body) == MAX_ENTRY


def test_cut_off_commands_can_be_brought_back(file: EncounterFile, path: Path) -> None:
    """A branch is listed with length and labels; brought back, it is the line and the other the branch."""
    first, _, third = fill(file, 3)
    file.move(first)
    other = file.append(b"other", "other", cut=True)
    (branch,) = file.branches()
    assert (branch.tip, branch.ancestor, branch.length) == (third, first, 2)
    assert (branch.first_label, branch.label) == ("step 1", "step 2")

    brought = file.bring_back(third)
    assert [row.body for row in brought] == [b"step 1", b"step 2"]
    assert brought[0].parent == first
    assert entries(file) == [b"step 0", b"step 1", b"step 2"]
    assert [branch.tip for branch in file.branches()] == [other]
    file.close()
    with EncounterFile.open(path) as again:
        assert entries(again) == [b"step 0", b"step 1", b"step 2"]
        assert [branch.tip for branch in again.branches()] == [other]


def test_bringing_back_from_before_the_fork_returns_all_that_is_to_be_applied(file: EncounterFile) -> None:
    """With the cursor before the common ancestor, the commands in between are part of the answer."""
    first, second, third = fill(file, 3)
    file.move(second)
    file.append(b"other", "other", cut=True)
    file.move(first)
    assert [row.body for row in file.bring_back(third)] == [b"step 1", b"step 2"]


def test_undone_commands_become_a_branch_when_another_is_brought_back(file: EncounterFile) -> None:
    """What redo would have brought back is not lost."""
    first, second = fill(file, 2)
    file.move(0)
    third = file.append(b"other", "other", cut=True)
    file.move(0)
    file.bring_back(second)
    assert [branch.tip for branch in file.branches()] == [third]
    assert first in [row.seq for row in file.line().rows]


@pytest.mark.parametrize("number", [0, 1, 2, 4, 99])
def test_only_ends_of_branches_can_be_brought_back(file: EncounterFile, number: int) -> None:
    """Neither a command of the current line, nor the middle of a branch, nor a row that is no command."""
    fill(file, 3)
    file.move(1)
    file.append(b"other", "other", cut=True)  # 5, leaves 2 and 3 as a branch
    with pytest.raises(ValueError, match="not the end of a branch"):
        file.bring_back(number)
    assert entries(file) == [b"step 0", b"other"]


def test_name_and_rules_can_change_and_commands_stay(file: EncounterFile, path: Path) -> None:
    """The header is replaced as a whole, with everything else in it as before."""
    fill(file, 2)
    file.rename("Second evening")
    file.set_rules(ruleset_id="srd35", ruleset_text="x", ruleset_hash="h", options="[]", beside="c")
    kept = file.header
    file.close()
    header, rows, _, _ = everything(path)
    assert header == kept
    assert (header.name, header.created, header.ruleset_id, header.beside) == (
        "Second evening",
        HEADER.created,
        "srd35",
        "c",
    )
    assert len(rows) == 2


class JournalMachine(RuleBasedStateMachine):
    """The file against a plain model: a dict of parents, the line as a list, and the rows written so far."""

    folders: Iterator[Path]

    def __init__(self) -> None:
        super().__init__()
        self.path = next(self.folders)
        self.file = EncounterFile.create(self.path, HEADER)
        self.parents: dict[int, int] = {}
        self.line: list[int] = []
        self.index = 0
        self.written: list[object] = []

    def teardown(self) -> None:
        self.file.close()

    @property
    def cursor(self) -> int:
        return self.line[self.index - 1] if self.index else 0

    @rule(entry=st.binary(max_size=40), label=st.text(st.characters(codec="utf-8"), max_size=10))
    def append(self, entry: bytes, label: str) -> None:
        seq = self.file.append(entry, label, cut=True)
        self.parents[seq] = self.cursor
        self.line = [*self.line[: self.index], seq]
        self.index += 1

    @precondition(lambda self: self.line)
    @rule(data=st.data())
    def move(self, data: st.DataObject) -> None:
        self.index = data.draw(st.integers(0, len(self.line)))
        self.file.move(self.cursor)

    @precondition(lambda self: self.tips())
    @rule(data=st.data())
    def bring_back(self, data: st.DataObject) -> None:
        tip = data.draw(st.sampled_from(sorted(self.tips())))
        in_force = self.line[: self.index]
        line = [tip]
        while self.parents[line[0]]:
            line.insert(0, self.parents[line[0]])
        assert [row.seq for row in self.file.bring_back(tip)] == [seq for seq in line if seq not in in_force]
        self.line, self.index = line, len(line)

    @rule()
    def reopen(self) -> None:
        self.file.close()
        self.file = EncounterFile.open(self.path)

    @rule()
    def checkpoint(self) -> None:
        self.file.checkpoint()

    def tips(self) -> set[int]:
        return set(self.parents) - set(self.parents.values()) - set(self.line)

    @invariant()
    def the_file_says_what_the_model_says(self) -> None:
        line = self.file.line()
        assert [row.seq for row in line.rows] == self.line
        assert line.cursor == self.index
        assert {branch.tip for branch in self.file.branches()} == self.tips()

    @invariant()
    def rows_once_written_never_change(self) -> None:
        history = self.file.history()
        assert history[: len(self.written)] == self.written
        self.written = list(history)


@pytest.mark.parametrize("examples", [8, pytest.param(40, marks=pytest.mark.slow)])
def test_any_sequence_of_steps_and_reopenings_keeps_line_and_branches(tmp_path: Path, examples: int) -> None:
    """Property: after every step the file equals a simple model, and no earlier row has changed."""
    numbers = count()
    JournalMachine.folders = (tmp_path / f"{number}.turnwright" for number in numbers)
    machine = JournalMachine.TestCase()
    machine.settings = settings(max_examples=examples, stateful_step_count=30, deadline=None)
    machine.runTest()
    assert next(numbers) >= examples, "every example had a file of its own"
