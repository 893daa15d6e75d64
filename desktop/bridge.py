"""The bridge between the window and the rules core: the only caller of Session.

Widgets give it commands and get signals; they never change an encounter and never see the engine.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QObject, Signal

from rulesets.fight.session import Contradicting, Cut, Done, Entry, Journal, Session, decode_entry
from rulesets.fight.storage.values import Branch
from rulesets.formula.dice import Dice
from rulesets.seen.queries import value_of
from rulesets.seen.scene import Scene, Viewer
from rulesets.table.changes import Changes
from rulesets.table.commands import ChangeRules, Command
from rulesets.table.encounter import Encounter
from rulesets.table.events import RulesChanged, Told
from rulesets.table.outcome import Outcome
from rulesets.table.refusal import Code, Refusal
from rulesets.table.writing import Writing
from rulesets.vocabulary import Rules

if TYPE_CHECKING:
    from rulesets.fight.mending import Mended, Replaying, Verdict
    from rulesets.seen.offers import Offer, Trials

__all__ = ["Branch", "Bridge", "Contradicting", "Cut", "Done", "Entry", "Journal", "Session", "decode_entry"]

C = TypeVar("C", bound=Command)

TICK = 1e-6
"""Seconds between two steps, at least."""


class Bridge(QObject):
    """Dispatches commands to the session of the open encounter and tells what changed."""

    changed = Signal(object)
    """Changes: what differs after a command, an undo or a redo."""
    rules_changed = Signal()
    """The encounter is played by other rules (before ``changed``, whose Changes say ``whole``): whoever keeps
    something of the rules takes it anew. It is the same encounter, so nobody loses a place or a selection."""
    reset = Signal()
    """Another encounter is open: everything differs."""
    accepted = Signal(object)
    """Done: a command was accepted (after ``changed``)."""
    came_in = Signal(tuple)
    """Ids of those who came in by :meth:`one_step`, once all of it is done: the game master brought them."""
    cut_off = Signal(object)
    """Cut: a command cut off what could have been redone; it can be brought back (after ``accepted``)."""
    refused = Signal(object, object)
    """Command, Refusal: a command was refused."""
    refused_several = Signal(object)
    """List of Command and Refusal: of several that were given in one step these were refused."""
    stopped = Signal(int, int)
    """How many of so many commands in a row were carried out, before one was refused or could not be kept."""
    failed = Signal(object)
    """Exception: a command could not be kept on disk, or not be taken back or done again; nothing changed."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Begin without an encounter."""
        super().__init__(parent)
        self._session: Session | None = None
        self._rules: Rules | None = None
        """Rules that everybody has heard of."""
        self._viewer: Viewer | None = None
        self._scene: Scene | None = None
        self._refusals: list[tuple[Command, Refusal]] | None = None
        """What was refused in the step that is under way; None: there is none."""
        self._moment: float | None = None
        """When the commands are given that are dispatched in one go."""
        self._joined: list[str] = []
        """Who has come in with the step that is under way."""

    # -- which encounter ---------------------------------------------------------------------------

    def open(self, rules: Rules, *, dice: Dice | None = None, writing: Writing | None = None) -> None:
        """Open an empty encounter that is kept nowhere; without ``writing`` its options stay as they are."""
        self.take(Session(rules, dice=dice, writing=writing))

    def take(self, session: Session) -> None:
        """Play ``session`` from here on."""
        self._session, self._rules, self._scene = session, session.rules, None
        self.reset.emit()

    def close(self) -> None:
        """Close the encounter."""
        self._session = self._rules = self._scene = None
        self.reset.emit()

    @property
    def is_open(self) -> bool:
        """True while an encounter is open."""
        return self._session is not None

    @property
    def session(self) -> Session:
        """The session of the open encounter; raises RuntimeError without one."""
        if self._session is None:
            raise RuntimeError("no encounter is open")
        return self._session

    @property
    def rules(self) -> Rules:
        """The ruleset of the open encounter."""
        return self.session.rules

    @property
    def writing(self) -> Writing | None:
        """What that ruleset is compiled from; None if nobody knows it."""
        return self.session.writing

    def edition(self, edition: str) -> Rules | None:
        """Return the rules that ``Encounter.rules`` names, of the log or of a preview; None for none such."""
        return self.session.edition(edition)

    def editions(self) -> dict[str, Rules]:
        """Return all rules that the log was played by, under what :meth:`edition` finds them by; a copy."""
        changes = [event for entry in self.log for event in entry.events if isinstance(event, RulesChanged)]
        names = {"", *(change.old for change in changes), *(change.new for change in changes)}
        found = {name: self.edition(name) for name in names}
        return {name: rules for name, rules in found.items() if rules is not None}

    @property
    def state(self) -> Encounter:
        """The encounter as it stands."""
        return self.session.state

    @property
    def viewer(self) -> Viewer:
        """The game master, who looks at fights of this ruleset."""
        rules = self.rules
        if self._viewer is None or self._viewer.rules is not rules:
            self._viewer = Viewer(rules)
        return self._viewer

    @property
    def scene(self) -> Scene:
        """What is seen of the encounter as it stands: one for all who look before the next command."""
        state = self.state  # it says by which rules it is played: the same one is seen in the same way
        if self._scene is None or self._scene.state is not state:
            self._scene = self.viewer.look(state)
        return self._scene

    @property
    def dice(self) -> Dice:
        """The dice of the open encounter, for rolls that are no commands."""
        return self.session.dice

    @property
    def log(self) -> tuple[Entry, ...]:
        """The entries in force, oldest first."""
        return tuple(self.session.log)

    def entries_of(self, *kinds: type[Command]) -> Iterator[Entry]:
        """The entries in force with commands of these kinds, newest first: few of a long log."""
        return self.session.entries_of(*kinds)

    def commands_of(self, *kinds: type[C]) -> Iterator[C]:
        """The commands of these kinds in force, oldest first, without what came of them."""
        return self.session.commands_of(*kinds)

    @property
    def line(self) -> Sequence[Entry]:
        """The entries in force and behind them those that can be redone, oldest first; not a copy."""
        return self.session.line

    @property
    def cursor(self) -> int:
        """How many entries of the line are in force."""
        return self.session.cursor

    # -- commands ----------------------------------------------------------------------------------

    def dispatch(self, command: Command) -> Done | None:
        """Carry out a command; None if it was refused or could not be kept (signals say why)."""
        try:
            result = self.session.dispatch(command, self._moment or self._now())
        except OSError as error:
            self.failed.emit(error)
            return None
        if isinstance(result, Refusal):
            if self._refusals is None:
                self.refused.emit(command, result)
            else:
                self._refusals.append((command, result))
            return None
        self._tell(result.changes)
        self.accepted.emit(result)
        if result.cut is not None:
            self.cut_off.emit(result.cut)
        if self._moment is not None:
            self._joined += result.changes.joined
        return result

    def _tell_joined(self) -> None:
        joined, self._joined = tuple(self._joined), []
        if joined:
            self.came_in.emit(joined)

    @contextmanager
    def one_step(self) -> Iterator[None]:
        """Let all commands that are dispatched inside be taken back, and done again, in one step.

        They are kept as of the same moment; no others are. What was refused of them is told at the end: one
        that is carried out hides no other.
        """
        outer, self._moment = self._moment, self._moment or self._now()
        within = self._refusals
        refused = self._refusals = [] if within is None else within
        try:
            yield
        finally:
            self._moment, self._refusals = outer, within
            if within is None:
                self._tell_refused(refused)
                self._tell_joined()

    def dispatch_all(self, commands: Iterable[Command]) -> bool:
        """Carry out commands in a row as one step, up to the first that is refused or cannot be kept.

        False if one was: what came before it stays done, which ``stopped`` says.
        """
        row = list(commands)
        with self.one_step():
            done = next((at for at, one in enumerate(row) if self.dispatch(one) is None), len(row))
        if 0 < done < len(row):
            self.stopped.emit(done, len(row))
        return done == len(row)

    def _tell_refused(self, refused: list[tuple[Command, Refusal]]) -> None:
        if len(refused) > 1:
            self.refused_several.emit(refused)
        elif refused:
            self.refused.emit(*refused[0])

    def _now(self) -> float:
        """Return the time in seconds, later than that of the last entry in force."""
        now, session = time.time(), self._session
        last = None if session is None or not session.cursor else session.line[session.cursor - 1]
        return now if last is None else max(now, last.at + TICK)

    def _step_ends(self, cursor: int) -> bool:
        """Return whether a step ends before an entry of the line: what was done in one go stays together."""
        line = self.session.line
        return not 0 < cursor < len(line) or line[cursor - 1].at != line[cursor].at or not line[cursor].at

    def preview(self, *commands: Command) -> Outcome | Refusal:
        """Return what commands in a row would come to, without dice; the same is worked out once."""
        return self.session.preview(*commands)

    def rehearse(self, *commands: Command) -> Outcome | Refusal:
        """Return the same with the dice really rolled; nothing is kept."""
        return self.session.rehearse(*commands)

    def undo(self) -> bool:
        """Take the last step back: a command, all that were given in one go, or a mending of the past."""
        if self.session.mended_last:
            return self._travel(self.session.undo)
        cursor = self.session.cursor - 1
        while not self._step_ends(cursor):
            cursor -= 1
        return self._travel(lambda: self.session.undo(cursor))

    def redo(self) -> bool:
        """Do again the step that was taken back last."""
        if self.session.unmended_last:
            return self._travel(self.session.redo)
        cursor = self.session.cursor + 1
        while not self._step_ends(cursor):
            cursor += 1
        return self._travel(lambda: self.session.redo(cursor))

    def go_to(self, cursor: int) -> bool:
        """Take commands back, or do them again, until ``cursor`` of the line are in force: all or none."""
        return self._travel(lambda: self.session.go_to(cursor))

    def undo_to(self, cursor: int) -> None:
        """Take commands back until ``cursor`` of them are in force."""
        if cursor < self.session.cursor:
            self.go_to(cursor)

    def back_one_turn(self) -> None:
        """Take commands back up to and with the last one that began a turn, or left it open whose is next."""
        line, cursor = self.session.line, self.session.cursor
        steps = {"turn-began"}
        if any(phase.choice is not None for phase in self.rules.phases):
            steps.add("turn-ended")
        while cursor:
            cursor -= 1
            if any(isinstance(event, Told) and event.code in steps for event in line[cursor].events):
                break
        self.go_to(cursor)

    # -- what was cut off ----------------------------------------------------------------------------

    def branches(self) -> Sequence[Branch]:
        """Return the steps that later commands cut off, the branch written last first; none if unreadable."""
        try:
            return self.session.branches()
        except OSError as error:
            self.failed.emit(error)
            return ()

    def branch(self, tip: int) -> tuple[int, list[Entry]]:
        """Return how many steps a branch shares with the line, and its own; raises ValueError for none."""
        return self.session.branch(tip)

    def bring_back(self, tip: int) -> bool:
        """Put a branch in force; what stood in its place can be brought back in turn.

        False if it is no branch any more, or could not be read or kept (``failed`` says why).
        """
        return self._travel(lambda: self.session.bring_back(tip))

    # -- mending the past ----------------------------------------------------------------------------

    def before(self, number: int) -> Bridge | None:
        """Return a bridge where the fight stands as it stood before an entry; None if that fails.

        It is kept nowhere, and has no parent: whoever asks for it has to let it go.
        """
        try:
            session = self.session.before(number)
        except Contradicting as error:
            self.failed.emit(error)
            return None
        scratch = Bridge()
        scratch.take(session)
        return scratch

    def mend(
        self, number: int, command: Command | None, verdicts: Mapping[int, Verdict] | None = None
    ) -> Mended | None:
        """Return what it would come to if an entry had been another command, or none; None if that fails."""
        replaying = self.replaying(number, command, verdicts)
        if replaying is None:
            return None
        replaying.play(replaying.count)
        return replaying.result

    def replaying(
        self,
        number: int,
        command: Command | None,
        verdicts: Mapping[int, Verdict] | None = None,
        earlier: Replaying | None = None,
    ) -> Replaying | None:
        """Return what plays the line again as if an entry had been another command; None if that fails.

        What nobody had rolled falls as it did in an ``earlier`` one.
        """
        if not 0 <= number < self.cursor:
            return None
        try:
            dice = None if earlier is None else earlier.dice
            return self.session.replaying(number, command, verdicts, dice)
        except Contradicting as error:
            self.failed.emit(error)
            return None

    def keep_mended(self, mended: Mended) -> bool:
        """Put a mended line in force, as one step; what stood in its place can be brought back."""
        return self._travel(lambda: self.session.keep_mended(mended))

    def _travel(self, move: Callable[[], Changes | Refusal]) -> bool:
        try:
            result = move()
        except (OSError, Contradicting) as error:
            self.failed.emit(error)
            return False
        if isinstance(result, Refusal):
            if result.code == Code.BAD_RULES:
                self.refused.emit(ChangeRules(), result)
            return False
        if result.log:
            self._tell(result)
        return result.log

    def _tell(self, changes: Changes) -> None:
        if self.rules is not self._rules:
            self._rules = self.rules
            self.rules_changed.emit()
        self.changed.emit(changes)

    # -- questions ---------------------------------------------------------------------------------

    def value(self, who: str, name: str) -> Any:
        """Return a stat of a combatant as it counts now."""
        return value_of(self.rules, self.state, self.state.combatants[who], name)

    def offers(self, who: str) -> list[Offer]:
        """Return what a combatant can do now, and what it cannot and why, as far as that may be told."""
        from rulesets.seen.offers import told_offers

        combatant = self.state.combatants.get(who)
        return [] if combatant is None else told_offers(self.scene, combatant)

    def trials(self, who: str) -> Trials | None:
        """Return the same, each tried when it is asked for; None for nobody."""
        from rulesets.seen.offers import trials

        combatant = self.state.combatants.get(who) if self.is_open else None
        return None if combatant is None else trials(self.scene, combatant)
