"""A session: one encounter with its log. Dispatches commands, takes them back, tries them out.

The log is the truth. Every accepted command, undo and redo is given to the journal, which commits it,
before the session's state changes; so nothing is ever shown that would not be there after a crash.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Protocol, TypeVar

import msgspec
from msgspec import Struct

from rulesets.engine.evolve import inverse, replay, take_back
from rulesets.fight.editions import Compiler, Editions
from rulesets.fight.lazy_entries import LazyEntries
from rulesets.fight.storage.values import Branch
from rulesets.formula.dice import BlindDice, Dice, Drawn, RandomDice, RecordingDice
from rulesets.reading.loader import RulesetError, load_writing
from rulesets.table.changes import Changes, changes_of
from rulesets.table.commands import ChangeRules, Command, TakeUp
from rulesets.table.encounter import Encounter
from rulesets.table.entry import (
    Entry as Entry,
    command_of,
    decode_entry as decode_entry,
    encode_entry as encode_entry,
)
from rulesets.table.outcome import Outcome
from rulesets.table.refusal import Code, Refusal
from rulesets.table.writing import Writing, portable
from rulesets.vocabulary import Rules

if TYPE_CHECKING:
    from rulesets.fight.log_check import LogCheck
    from rulesets.fight.mending import Mended, NewDice, Replaying, Verdict


C = TypeVar("C", bound=Command)

MOST_PROBLEMS = 3
"""Problems of a ruleset that a refusal names."""
MOST_FORESIGHTS = 4
"""A sheet asks what its command comes to, and what others beside it would: the command itself is kept."""
MARK = b'"replaced"'
"""What an entry that ends a mended line has in it."""
Standing = tuple[int, int]
"""Where a line stands: its tip, and how many of its entries are in force."""


class Contradicting(ValueError):
    """An entry of the log does not fit the state that it is to be taken back from, or done again in.

    Only a log that another program wrote has such entries. Nothing has changed.
    """


class Journal(Protocol):
    """Where a session writes what happens; every call that changes it returns only when that is committed."""

    @property
    def tip(self) -> int:
        """Number of the line's last entry, by which a branch is known once it is cut off; 0 without one."""

    def append(self, body: bytes, label: str) -> None:
        """Keep a new entry; entries that could have been redone are cut off (but not forgotten)."""

    def move(self, cursor: int) -> None:
        """Keep that the first ``cursor`` entries of the line are in force."""

    def branches(self) -> Sequence[Branch]:
        """Return the entries that were cut off, the branch written last first."""

    def branch(self, tip: int) -> tuple[int, Sequence[bytes]]:
        """Return how many entries a branch shares with the line, and its own, oldest first.

        Raises:
            ValueError: if there is no such branch.
        """

    def bring_back(self, tip: int, cursor: int | None = None) -> None:
        """Make a branch the line; what the line had in its place becomes a branch.

        ``cursor`` of its entries are in force then, left out all of them.
        """

    @property
    def switched_from(self) -> tuple[int, int]:
        """The branch that was the line before one was brought back, and how much of it was in force.

        (0, 0) if that was not the last thing done.
        """

    @property
    def moved_last(self) -> int:
        """-1 if the last thing done was to take entries of the line back, 1 if to do them again; or 0."""

    def replace(self, cursor: int, entries: Sequence[tuple[bytes, str]]) -> None:
        """Keep new entries, each with its label, after the first ``cursor`` of the line: all or none.

        What the line had there becomes a branch.
        """


class Cut(Struct, frozen=True):
    """Entries that a command cut off: they could have been redone, and can be brought back."""

    tip: int
    """Number of the branch they have become."""
    steps: int


class Done(Struct, frozen=True):
    """An accepted command: what came of it and what changed."""

    outcome: Outcome
    changes: Changes
    entry: Entry
    cut: Cut | None = None
    """What it cut off; None if nothing, or if nobody kept it."""


class _Foresight(Struct, frozen=True):
    """What commands in a row would come to, for as long as nothing that it came from has changed."""

    commands: str
    """All that they say, types included: 1 is not True."""
    state: Encounter
    """What it was tried out on. It names its rules, too."""
    result: Outcome | Refusal
    sure: bool
    """Whether it comes to the same with dice that are rolled, since none has a part in it."""

    def holds(self, commands: str, state: Encounter) -> bool:
        """Return whether this is what ``commands`` would come to."""
        return self.state is state and self.commands == commands


@cache
def _deciding() -> ModuleType:
    """Return the engine's half that decides: loaded with the first command, a fight is shown without it."""
    from rulesets.engine import decide

    return decide


class Session:
    """An encounter being played."""

    def __init__(
        self,
        rules: Rules,
        *,
        dice: Dice | None = None,
        journal: Journal | None = None,
        base: Encounter | None = None,
        writing: Writing | None = None,
        compiler: Compiler = load_writing,
    ) -> None:
        """Begin with ``base`` (nothing on the table, if left out) and an empty log.

        ``writing`` is what ``rules`` were compiled from: without it their options cannot be changed.
        """
        self._editions = Editions(rules, writing, compiler)
        self.dice: Dice = dice or RandomDice()
        self.base = base or Encounter()
        self.state = self.base
        self._journal = journal
        self._line = LazyEntries(decode_entry)
        self._cursor = 0
        self._unmended: dict[Standing, Standing] = {}
        """Where the line stood when a mending was taken back, and where that mending stood: redo does it
        again."""
        self._along: set[Standing] = set()
        """Up to where steps of the line were done again: undo takes back such a step, and no mending."""
        self._foresights: deque[_Foresight] = deque(maxlen=MOST_FORESIGHTS)
        """What was tried out last: who shows it, who orders it and the order itself ask for the same."""

    @property
    def rules(self) -> Rules:
        """The rules that the encounter is played by now."""
        return self._editions.rules(self.state.rules)

    @property
    def writing(self) -> Writing | None:
        """What those rules are compiled from; None if nobody knows it."""
        return self._editions.writing(self.state.rules)

    def edition(self, edition: str) -> Rules | None:
        """Return the rules of an edition of this log, by hash ('' is the first); None if it has none such."""
        try:
            return self._editions.rules(edition)
        except (LookupError, RulesetError):
            return None

    @property
    def line(self) -> Sequence[Entry]:
        """Every entry of the line, those that can be redone included, oldest first."""
        return self._line

    @property
    def cursor(self) -> int:
        """How many entries of the line are in force."""
        return self._cursor

    @property
    def log(self) -> Sequence[Entry]:
        """The entries in force, oldest first."""
        return self._line[: self._cursor]

    def entries_of(self, *kinds: type[Command]) -> Iterator[Entry]:
        """Yield the entries in force with commands of these kinds, newest first; others stay undecoded."""
        found = self._line.naming_back(_tags(kinds), self._cursor)
        return (entry for entry in found if isinstance(entry.command, kinds))

    def commands_of(self, *kinds: type[C]) -> Iterator[C]:
        """Yield the commands of these kinds alone; nothing else of an entry is decoded for it."""
        for one in self._line.as_held(_tags(kinds), self._cursor):
            command = command_of(one, *kinds) if isinstance(one, bytes) else one.command
            if isinstance(command, kinds):
                yield command

    @property
    def can_undo(self) -> bool:
        """True if there is a command to take back."""
        return self._cursor > 0

    @property
    def can_redo(self) -> bool:
        """True if there is a command to do again, or a mending that was taken back last."""
        return self._cursor < len(self._line) or self.unmended_last

    def load(self, entries: Sequence[Entry], cursor: int, met: Iterable[str] = ()) -> LogCheck:
        """Take over a log: replay its entries up to ``cursor``, keep the rest for redo.

        The rest is replayed, too, so that whatever does not fit is found now and not by a redo. Each is held
        against the rules in force there; what has done so (see :mod:`rulesets.fight.log_check`) is returned.

        Args:
            entries: What follows the entries that are there (none, or those of :meth:`resume`, all in force).
            cursor: How many are in force then, those included.
            met: Whom those have been about.

        Raises:
            RulesetError: if rules that the fight was changed to cannot be compiled any more.
            LogError: for the first entry that makes no sense.
        """
        from rulesets.fight.log_check import LogCheck  # a new encounter has no log

        self._editions.learn(entries)
        there = len(self._line)
        check = LogCheck(self.state, self._editions.rules, met=met)
        line = check.play(entries[: cursor - there], there + 1)
        state = check.state
        line += check.play_undone(entries[cursor - there :], cursor + 1)
        self._line.cut(there, line)
        self._cursor, self.state = cursor, state
        return check

    def resume(self, bodies: Sequence[bytes], cursor: int, state: Encounter, changes: Sequence[int]) -> None:
        """Take over a log that :meth:`load` has proved before: nothing is replayed, and hardly any decoded.

        Args:
            bodies: Its entries as the journal keeps them; those that can be redone, too.
            cursor: How many of them are in force.
            state: What they have led to.
            changes: Numbers of those that change the rules, counted from 0.

        Raises:
            RulesetError: if rules that the fight was changed to cannot be compiled any more.
            LookupError: if nobody knows the text of such rules.
        """
        line = LazyEntries(decode_entry, bodies)
        for number in changes:
            for edition in self._editions.learn([line[number]]):
                if number < cursor:
                    self._editions.rules(edition)
        self._editions.rules(state.rules)
        self._line, self._cursor, self.state = line, cursor, state

    def keep_in(self, journal: Journal) -> None:
        """Write what happens from now on into ``journal``, which holds the line as it stands."""
        self._journal = journal
        self._unmended, self._along = self._mendings_taken_back(journal), set()
        if journal.moved_last:
            self._went(journal.moved_last)

    def _mendings_taken_back(self, journal: Journal) -> dict[Standing, Standing]:
        """Return the mendings that were taken back, by where the line stood before them.

        Of several at one place it is the one that was taken back as the last thing done, or else the newest.
        """
        last = journal.switched_from
        if not last[0] and self._cursor == len(self._line):
            return {}  # nothing has been taken back
        found: dict[Standing, Standing] = {}
        with suppress(ValueError, OSError):
            for branch in reversed(journal.branches()):
                shared, bodies = journal.branch(branch.tip)
                for cursor, body in enumerate(bodies, shared + 1):
                    replaced = decode_entry(body).replaced if MARK in body else (0, 0)
                    if replaced[0] and found.get(replaced) != last:
                        found[replaced] = branch.tip, cursor
        return found

    def dispatch(self, command: Command, at: float = 0.0) -> Done | Refusal:
        """Carry a command out, journal it, and return what changed; or return the refusal."""
        if isinstance(command, ChangeRules) and command.writing is not None:
            command = msgspec.structs.replace(command, writing=portable(command.writing))
        result, drawn = self._decided(command)
        if isinstance(result, Refusal):
            return result
        entry, changes = Entry(command, result.events, at, drawn), changes_of(result.events)  # type: ignore[arg-type]
        cut = None
        if self._journal is not None:
            if self._cursor < len(self._line):
                cut = Cut(self._journal.tip, len(self._line) - self._cursor)
            gone_on = self._journal.tip if cut is None else 0
            self._journal.append(encode_entry(entry), command.__struct_config__.tag or "")  # type: ignore[arg-type]
            # a line that goes on is no branch with that end any more, to which redo could lead
            self._unmended = {at: to for at, to in self._unmended.items() if to[0] != gone_on}
        self._line.cut(self._cursor, (entry,))
        self._cursor += 1
        self.state = result.state
        self._foresights.clear()
        return Done(result, changes, entry, cut)

    def preview(self, *commands: Command) -> Outcome | Refusal:
        """Return what a command, or the last of several, would come to; or the first refusal.

        Nothing is rolled, and nothing is kept but for whoever asks the same next.
        """
        foresight = self._foreseen(commands)
        if foresight is None:
            dice = BlindDice()
            result = self._try_out(commands, dice)
            foresight = _Foresight(repr(commands), self.state, result, dice.untouched)
            self._foresights.append(foresight)
        return foresight.result

    def rehearse(self, *commands: Command) -> Outcome | Refusal:
        """Return the same with dice that are really rolled. Nothing is kept.

        The GM sees what was rolled and gives it, changed or not, with the command.
        """
        return self._try_out(commands, self.dice)

    def _foreseen(self, commands: Sequence[Command]) -> _Foresight | None:
        said = repr(tuple(commands))
        return next((one for one in self._foresights if one.holds(said, self.state)), None)

    def _try_out(self, commands: Sequence[Command], dice: Dice) -> Outcome | Refusal:
        state, found = self.state, Outcome((), self.state)
        for command in commands:
            result = self._decide(state, command, dice)
            if isinstance(result, Refusal):
                return result
            state, found = result.state, result
        return found

    def _decided(self, command: Command) -> tuple[Outcome | Refusal, Drawn]:
        """Decide a command with real dice, unless that is done and no dice had a part in it."""
        foresight = self._foreseen((command,))
        if foresight is not None and foresight.sure:
            return foresight.result, ()
        dice = RecordingDice(self.dice)
        return self._decide(self.state, command, dice), dice.drawn

    def _decide(self, state: Encounter, command: Command, dice: Dice) -> Outcome | Refusal:
        rules = self._editions.rules(state.rules)
        if isinstance(command, TakeUp):
            from rulesets.fight.taking_up import take_up

            return take_up(rules, state, command)
        if not isinstance(command, ChangeRules):
            decided: Outcome | Refusal = _deciding().decide(rules, state, command, dice)
            return decided
        try:
            new = self._editions.make(state.rules, command)
        except LookupError:
            return Refusal(Code.BAD_RULES, "no-text", final=True)
        except RulesetError as error:
            return _broken(error)
        from rulesets.engine.rulechange.adapting import change_rules

        before, now = self._editions.writing(state.rules), command.writing
        rewritten = now is not None and (before is None or portable(now) != portable(before))
        return change_rules(rules, new, state, dice, rewritten=rewritten)

    # -- along the line ----------------------------------------------------------------------------

    def undo(self, cursor: int | None = None) -> Changes | Refusal:
        """Take the last command back; or the mending of the past that was the last thing done.

        Commands that were given in one go are taken back so, until ``cursor`` of the line are in force.
        """
        if not self.can_undo:
            return Refusal(Code.NOTHING_TO_UNDO, final=True)
        if self.mended_last:
            return self.unmend()
        return self.go_to(self._cursor - 1 if cursor is None else cursor)

    def redo(self, cursor: int | None = None) -> Changes | Refusal:
        """Do again what was taken back last, a command (or those up to ``cursor``) or a mending.

        No dice are rolled.
        """
        if not self.can_redo:
            return Refusal(Code.NOTHING_TO_REDO, final=True)
        if self.unmended_last:
            return self.mend_again()
        return self.go_to(self._cursor + 1 if cursor is None else cursor)

    def go_to(self, cursor: int) -> Changes | Refusal:
        """Take commands back, or do them again, until ``cursor`` are in force; the journal gets one row.

        Refused only if rules on the way, which are done again, cannot be compiled any more.

        Raises:
            Contradicting: if an entry on the way does not fit; journal and state are then as they were.
        """
        cursor = max(0, min(cursor, len(self._line)))
        if cursor == self._cursor:
            return Changes(log=False)
        refused = self._unplayable(self._line[self._cursor : cursor])
        if refused is not None:
            return refused
        state = self._moved(cursor)
        if self._journal is not None:
            self._journal.move(cursor)
        before, first = self.state, self._cursor
        self.state, self._cursor = state, cursor
        self._went(-1 if cursor < first else 1)
        if cursor < first:
            return _between(before, self.state, self._line[cursor:first], ())
        return _between(before, self.state, (), self._line[first:cursor])

    def _went(self, way: int) -> None:
        """Let undo and redo take each other back where one has come along the line, forth or back (-1).

        Redo does again what was taken back, whatever mending was taken back here before; undo takes back what
        was done again, though a mending ends with it.
        """
        if way < 0:
            self._unmended.pop(self._standing(), None)
        else:
            self._along.add(self._standing())

    def _unplayable(self, entries: Sequence[Entry]) -> Refusal | None:
        """Return why entries cannot be done (again): rules that they change to cannot be compiled."""
        try:
            for edition in self._editions.learn(entries):
                self._editions.rules(edition)
        except RulesetError as error:
            return _broken(error)
        except LookupError:
            return Refusal(Code.BAD_RULES, "no-text", final=True)
        return None

    def _moved(self, cursor: int) -> Encounter:
        """Return the state with ``cursor`` entries of the line in force; raises Contradicting."""
        state = self.state
        try:
            for entry in reversed(self._line[cursor : self._cursor]):
                state = take_back(state, entry.events)
            for entry in self._line[self._cursor : cursor]:
                state = replay(state, entry.events)
        except (LookupError, ValueError, TypeError, AttributeError) as error:
            raise Contradicting(str(error)) from error
        return state

    # -- beside the line ---------------------------------------------------------------------------

    def branches(self) -> Sequence[Branch]:
        """Return the entries that later commands cut off, the branch written last first."""
        return self._journal.branches() if self._journal is not None else ()

    def branch(self, tip: int) -> tuple[int, list[Entry]]:
        """Return how many entries a branch shares with the line, and its own, oldest first.

        Raises:
            ValueError: if there is no such branch, or an entry of it cannot be read.
        """
        if self._journal is None:
            raise ValueError(f"{tip} is not the end of a branch")
        shared, bodies = self._journal.branch(tip)
        try:
            return shared, [decode_entry(body) for body in bodies]
        except msgspec.DecodeError as error:
            raise ValueError(f"an entry of the branch {tip} cannot be read") from error

    def bring_back(self, tip: int, cursor: int | None = None) -> Changes | Refusal:
        """Put a branch in force, or the first ``cursor`` entries of the line that it makes.

        What the line had in its place becomes a branch, so nothing is ever lost.

        The branch is replayed before the journal hears of it: whatever fails leaves line and state as they
        were.

        Raises:
            Contradicting: if an entry on the way back to it does not fit.
        """
        try:
            shared, entries = self.branch(tip)
        except ValueError:
            return Refusal(Code.NOTHING_TO_BRING_BACK, final=True)
        from rulesets.fight.log_check import LogCheck  # a fight that goes straight on brings nothing back

        before, undone, skipped = (
            self.state,
            self._line[shared : self._cursor],
            self._line[self._cursor : shared],
        )
        check = LogCheck(self._moved(shared), self._editions.rules, self._line[:shared])
        refused = self._unplayable([*skipped, *entries])
        if refused is not None:
            return refused
        try:
            there = len(entries) if cursor is None else max(0, min(cursor - shared, len(entries)))
            in_force = check.play(entries[:there], shared + 1)
            state = check.state
            entries = [*in_force, *check.play_undone(entries[there:], shared + there + 1)]
        except (LookupError, ValueError, RulesetError):
            return Refusal(Code.NOTHING_TO_BRING_BACK, final=True)
        if self._journal is not None:
            self._journal.bring_back(tip, shared + there)
        self._line.cut(shared, entries)
        self._cursor, self.state = shared + there, state
        self._along.discard(self._standing())
        return _between(before, state, undone, [*skipped, *in_force])

    # -- mending the past --------------------------------------------------------------------------

    def before(self, number: int) -> Session:
        """Return a session that stands where this one stood before an entry in force; it is kept nowhere.

        Raises:
            Contradicting: if an entry on the way does not fit.
        """
        state = self._moved(number)
        rules, writing = self._editions.rules(state.rules), self._editions.writing(state.rules)
        return Session(rules, dice=self.dice, base=state, writing=writing, compiler=self._editions.compiler)

    def mend(
        self, number: int, command: Command | None, verdicts: Mapping[int, Verdict] | None = None
    ) -> Mended:
        """Return what it would come to if an entry in force had been another command, or None at all.

        Nothing is kept. Raises what :meth:`replaying` does.
        """
        replaying = self.replaying(number, command, verdicts)
        replaying.play(self._cursor)
        return replaying.result

    def replaying(
        self,
        number: int,
        command: Command | None,
        verdicts: Mapping[int, Verdict] | None = None,
        dice: NewDice | None = None,
    ) -> Replaying:
        """Return what plays the line again from an entry in force as if it was another command, or none.

        ``dice`` of an earlier one have rolls again that nobody had made then.

        Raises:
            IndexError: if there is no such entry.
            Contradicting: if an entry on the way does not fit.
        """
        from rulesets.fight.mending import Replaying  # few fights are mended

        if not 0 <= number < self._cursor:
            raise IndexError(number)
        entries = self._line[number : self._cursor]
        before = self._moved(number)
        return Replaying(self._decide, before, entries, number, command, dice or self.dice, verdicts)

    def keep_mended(self, mended: Mended) -> Changes | Refusal:
        """Put in force what :meth:`mend` has returned, as one step, which undo takes back.

        The journal has all of it or nothing. The line before becomes a branch. Refused if the entry cannot
        be changed like that. Where nothing is left of what was mended, the entry before says that undo takes
        the mending back; with none before it either, it is as if all was taken back.

        Raises:
            ValueError: if the fight has gone on since, or something has no verdict.
        """
        if mended.refusal is not None:
            return mended.refusal
        if mended.undecided or mended.old != tuple(self._line[mended.number : self._cursor]):
            raise ValueError("it is no mending of what is in force, or not decided to its end")
        number = mended.number
        new = [entry if entry.replaced == (0, 0) else _unmarked(entry) for entry in mended.new]
        if not new:
            if not number or self._journal is None:
                return self.go_to(number)
            number -= 1
            new = [self._line[number]]
        tip = self._journal.tip if self._journal is not None else 0
        new[-1] = msgspec.structs.replace(new[-1], replaced=(tip, self._cursor) if tip else (0, 0))
        if self._journal is not None:
            labels = (str(entry.command.__struct_config__.tag or "") for entry in new)
            self._journal.replace(number, list(zip(map(encode_entry, new), labels, strict=True)))
        before = self.state
        self._line.cut(number, new)
        self._cursor, self.state = len(self._line), mended.now
        self._foresights.clear()
        return _between(before, self.state, mended.old, mended.new)

    @property
    def mended_last(self) -> bool:
        """True if undo would take a mending back."""
        known = self._cursor > 0 and self._journal is not None
        ends = known and self._line[self._cursor - 1].replaced != (0, 0)
        return ends and self._standing() not in self._along

    @property
    def unmended_last(self) -> bool:
        """True if redo would do a mending again."""
        return bool(self._unmended) and self._standing() in self._unmended

    def unmend(self) -> Changes | Refusal:
        """Take a mending back: the line before is in force again, as far as it was."""
        tip, cursor = self._line[self._cursor - 1].replaced
        ours = self._standing()
        result = self.bring_back(tip, cursor)
        if isinstance(result, Refusal):  # some other program wrote it: the entry is one like any other
            return self.go_to(self._cursor - 1)
        self._unmended[self._standing()] = ours
        return result

    def mend_again(self) -> Changes | Refusal:
        """Do the mending again that was taken back here. No dice are rolled."""
        return self.bring_back(*self._unmended[self._standing()])

    def _standing(self) -> Standing:
        return (self._journal.tip if self._journal is not None else 0, self._cursor)


def _between(
    before: Encounter, after: Encounter, undone: Sequence[Entry], redone: Sequence[Entry]
) -> Changes:
    """Return what differs once entries were taken back and others done; who came and went did neither."""
    back = (inverse(event) for entry in reversed(undone) for event in reversed(entry.events))
    changes = changes_of([*back, *(event for entry in redone for event in entry.events)])
    if len(undone) + len(redone) == 1 or not (changes.joined or changes.left):
        return changes
    there, now = before.combatants.keys(), after.combatants.keys()
    return msgspec.structs.replace(
        changes,
        combatants=(changes.combatants | {*changes.joined, *changes.left}) & there & now,
        joined=tuple(who for who in now if who not in there),
        left=tuple(who for who in there if who not in now),
    )


def _tags(kinds: Iterable[type[Command]]) -> list[bytes]:
    """Return how commands of these kinds name themselves in a file."""
    return [f'"{kind.__struct_config__.tag}"'.encode() for kind in kinds]


def _unmarked(entry: Entry) -> Entry:
    """Return an entry that ends no mended line."""
    return msgspec.structs.replace(entry, replaced=(0, 0))


def _broken(error: RulesetError) -> Refusal:
    """Return the refusal of rules that cannot be compiled, with what is wrong with them."""
    problems = [str(problem) for problem in error.problems[:MOST_PROBLEMS]]
    more = len(error.problems) - len(problems)
    return Refusal(Code.BAD_RULES, "", {"problems": problems, "more": more or None}, final=True)
