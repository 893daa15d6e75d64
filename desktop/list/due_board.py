"""A strip under the list, where it moves no row: what must not be forgotten, with the buttons that do it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QMainWindow, QVBoxLayout, QWidget

from desktop.list.due import Due, DueKey, DueTogether, as_one, due, key_of, rolled_first, together
from desktop.widgets.labels import ToneLabel
from desktop.widgets.text_size import is_large_in
from desktop.widgets.to_sheet import ToSheet
from rulesets.seen.asked import Matter
from rulesets.seen.proposed import sheet_after_roll
from rulesets.seen.queries import pipeline_for
from rulesets.table.changes import Changes
from rulesets.table.commands import Act, Check, Command, RecordAttack, Resolve
from rulesets.table.encounter import Pending
from rulesets.table.events import Told

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.list.due_lines import DueGroup, DueLine
    from desktop.list.round_hits import RoundHits

MOST, MOST_LARGE = 4, 2
"""Lines that are shown, in large text fewer; the others are counted and come up as these are done."""


def _each_of(row: Due | DueTogether) -> tuple[Due, ...]:
    return row.each if isinstance(row, DueTogether) else (row,)


def _roll_of(one: Due) -> tuple[str, str, str, int]:
    """Return what a roll is known by whatever number it is for."""
    return one.asked.matter, one.who, one.asked.name, one.nth


class DueBoard(QFrame):
    """Is there only while something is due.

    What the mouse answers stays in its place with a tick, so that nothing else comes under the pointer: until
    the mouse leaves, everything shown has been answered, or anything else happens. What was answered before
    gives its place to what there was no room for.
    """

    shows = Signal(str)
    """The combatant that a line is about should be selected."""
    renewed = Signal()
    """There are other lines now."""
    enters = Signal(object)
    """ToSheet: of a roll that was failed it is still to be entered what comes of it."""
    hurts = Signal(object)
    """RecordAttack: the damage of this hit is wanted."""
    strikes = Signal(str, str)
    """An attack that was announced happens: who makes it, at whom ('' where nobody has said); it is paid."""
    put_aside = Signal()
    """A hit has no damage, and is asked for no more."""
    left = Signal()
    """The keys are not needed here any more."""
    reached = Signal()
    """Keys have led here: Space is now that of the control that has them."""
    led = Signal(str)
    """A digit that was typed elsewhere is the total of this roll, in words."""
    rolled = Signal()
    """Keys have answered the last roll: nothing asks for a total any more."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        """Follow ``bridge``."""
        super().__init__(parent)
        self._bridge = bridge
        self._due: list[Due] = []
        self._each: set[tuple[str, ...]] = set()
        """What of those that stand as one row is shown one by one."""
        self.lines: list[DueLine] = []
        self.groups: list[DueGroup] = []
        self._answering = False
        """What changes now comes of an answer that was given here."""
        self._held = False
        """Something that was answered stands here still."""
        self._active = ""
        """Whose turn it was when this was shown."""
        self._round_hits: RoundHits | None = None
        self._aside: dict[int, RecordAttack] = {}
        """Place in the log → hit that has no damage."""
        self._proposed: set[DueKey] = set()
        """Open rolls to which the primary button has led: it goes on past them."""
        self._not_now: set[DueKey] = set()
        """Open rolls that Escape has led away from: digits are commands beside them."""
        self._cursor = 0
        """Where the log stood: whoever takes steps back is led to open rolls again."""
        self._waits = False
        """Something is asked, which may be the damage of the last hit."""
        self.setAccessibleName(self.tr("To be done now"))
        self._more = ToneLabel("", self)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(12, 6, 12, 6)
        self._column.setSpacing(3)
        self._column.addWidget(self._more)
        bridge.changed.connect(self._follow)
        bridge.reset.connect(self._reset)
        self._renew()

    def look_for_hits(self) -> None:
        """Ask for the damage of hits from here on: that reads the log, and waits for the first frame."""
        from desktop.list.round_hits import RoundHits

        self._round_hits = RoundHits(self._bridge)
        self._follow()

    @property
    def hits(self) -> dict[int, RecordAttack]:
        """The hits of the round whose damage is still to be given, by their places in the log."""
        found = {} if self._round_hits is None else self._round_hits.now()
        return {step: hit for step, hit in found.items() if self._aside.get(step) != hit}

    def wait(self, asking: bool) -> None:
        """Ask for no further damage as long as something is asked elsewhere."""
        self._waits = asking
        if not asking:
            self._follow()

    def _found(self) -> list[Due]:
        hits = self.hits
        if self._waits:
            known = {one.asked.step for one in self._due if one.asked.matter is Matter.HIT}
            hits = {step: hit for step, hit in hits.items() if step in known}
        return due(self._bridge.scene, hits)

    @property
    def first_roll(self) -> Due | None:
        """The roll whose time has come, and to which nobody was led yet; None if there is none."""
        return rolled_first(self._bridge.scene, self._proposed) if self._bridge.is_open else None

    def begin_roll(self) -> str:
        """Bring the keys to the roll whose time has come; all that stand in its row are proposed by that.

        Returns which key rolls there.
        """
        wanted = self.first_roll
        if wanted is None:
            return ""
        rows = [row for row in self._rows() if wanted in _each_of(row.due)]
        for row in rows:
            self._proposed.update(one.key for one in _each_of(row.due))
        self._proposed.add(wanted.key)
        self.begin(*rows[:1])
        return rows[0].how() if rows else ""

    def begin(self, *rows: DueLine | DueGroup) -> None:
        """Bring the keys to the first thing that is due, of ``rows`` if there are any."""
        for row in rows or self._rows():
            control = None if row.answered else row.first_control()
            if control is not None:
                control.setFocus(Qt.FocusReason.TabFocusReason)
                self.window().setAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange)  # Qt paints a ring then
                self.reached.emit()
                return

    def _go_on(self) -> None:
        """Bring the keys on to what is rolled next, else back to the list.

        Never to a button that decides something: whoever presses once more means the turn.
        """
        rows = [row for row in self._rows() if row.is_rolled]
        if rows:
            self.begin(*rows)
        else:
            self.left.emit()

    def _type_into(self, key: tuple[str, ...], text: str, one: Due | None = None) -> None:
        """Show one by one what stands as one row, and type into ``one``, else the first.

        A total is no roll for all.
        """
        self._open(key, each=True)
        group = next((row for row in self.groups if row.due.key == key), None)
        inside = [line for line in self.lines if group is not None and line.due in group.due.each]
        for line in sorted(inside, key=lambda line: line.due != one)[:1]:
            self._begin_total(line, text)

    def _begin_total(self, row: DueLine | DueGroup, text: str) -> None:
        field = row.first_control()
        if isinstance(field, QLineEdit):
            self.begin(row)
            field.insert(text)

    def _awaited(self) -> tuple[DueLine | DueGroup, Due] | None:
        """Return the roll whose total is typed now, with its row; None if there is none.

        It is one of whoever acts, or its time has come; and nobody has gone on past it or away from it.
        """
        if not self._bridge.is_open or self.isHidden():
            return None
        for row in self._rows() if self._bridge.state.walk.active else ():
            for one in _each_of(row.due) if row.takes_total and not row.answered else ():
                if one.key not in self._not_now and (one.asked.timely or self._acts(one)):
                    return row, one
        return None

    def _acts(self, one: Due) -> bool:
        who = self._bridge.state.combatants.get(one.who)
        return who is not None and who.slot == self._bridge.state.walk.active

    @property
    def waits_for_total(self) -> bool:
        """Whether a digit that is typed elsewhere is the total of a roll that is open now."""
        return self._awaited() is not None

    def take_digit(self, digit: str) -> None:
        """Begin the total of the roll that is open now with ``digit``, and bring the keys there."""
        awaited = self._awaited()
        if awaited is None:
            return
        row, one = awaited
        if isinstance(row.due, DueTogether):
            self._type_into(row.due.key, digit, one)
        else:
            self._begin_total(row, digit)
        self.led.emit(one.text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape leads back to the list, and what stands here is let be: digits spend again."""
        if event.key() == Qt.Key.Key_Escape:
            self._not_now.update(one.key for row in self._rows() for one in _each_of(row.due))
        super().keyPressEvent(event)

    def _rows(self) -> list[DueLine | DueGroup]:
        """Return what stands here, from the top."""
        items = (self._column.itemAt(at) for at in range(self._column.count()))
        known: dict[int, DueLine | DueGroup] = {id(row): row for row in self.lines}
        known |= {id(row): row for row in self.groups}
        found = (known.get(id(item.widget())) for item in items if item is not None)
        return [row for row in found if row is not None]

    @property
    def half_typed(self) -> dict[DueKey, str]:
        """Roll → the total that stands there and was not recorded."""
        return {one.due.key: one.total.text().strip() for one in self.lines if one.is_half_typed}

    def _follow(self, _changes: Changes | None = None) -> None:
        if self._answering:
            return
        same_turn = self._bridge.is_open and self._bridge.state.walk.active == self._active
        if self._pointed_at and same_turn and all(one in self._due for one in self._found()):
            self._hold(None, ())  # what keys have answered leaves the others under the pointer, too
        else:
            self._renew()

    @property
    def _pointed_at(self) -> bool:
        return self._bridge.is_open and self.isVisible() and self.underMouse()

    def _reset(self) -> None:
        self._aside.clear()
        self._renew()

    def _renew(self) -> None:
        """Show what is due; lines that are still due stay as they are, with what was typed into them."""
        found = self._found() if self._bridge.is_open else []
        active = self._bridge.state.walk.active if self._bridge.is_open else ""
        if active != self._active:  # the fight has gone on past what stands here
            self._not_now.update(one.key for one in self._due)
        self._active = active
        back = self._bridge.is_open and self._bridge.cursor < self._cursor
        self._proposed.intersection_update([] if back else [one.key for one in found])
        self._not_now.intersection_update([] if back else [one.key for one in found])
        self._cursor = self._bridge.cursor if self._bridge.is_open else 0
        if found != self._due or self._held:
            self._due, self._held = found, False
            rows = together(self._bridge.scene, found) if found else []
            typed = {_roll_of(line.due) for line in self.lines if line.is_half_typed}
            for row in rows:
                if isinstance(row, DueTogether) and not typed.isdisjoint(map(_roll_of, row.each)):
                    self._each.add(row.key)  # what is typed there stays in sight
            self._show(rows)
        self.setVisible(bool(self._due))

    @property
    def most(self) -> int:
        """How many lines are shown at once: in large text fewer, the list and the log need the room."""
        window = self.window()
        return MOST_LARGE if isinstance(window, QMainWindow) and is_large_in(window) else MOST

    def _show(self, found: Sequence[Due | DueTogether]) -> None:
        from desktop.list.due_lines import DueGroup, DueLine  # nothing is due at most starts: 2 ms

        most = self.most
        typed = {_roll_of(one.due): one.total.kept() for one in self.lines if one.is_half_typed}
        rows = found[:most]
        wanted: list[Due | DueTogether] = []
        for row in rows:
            wanted.append(row)
            if isinstance(row, DueTogether) and row.key in self._each:
                wanted += row.each[:most]
        before: list[DueLine | DueGroup] = [*self.lines, *self.groups]
        kept = {line.due: line for line in before if not line.answered and line.due in wanted}
        for line in before:
            if kept.get(line.due) is not line:
                self._column.removeWidget(line)
                line.hide()
                line.deleteLater()
        lines = [kept[one] if one in kept else self._line(one) for one in wanted]
        inside = {one for row in rows if isinstance(row, DueTogether) for one in row.each}
        for line in lines:
            line.let_move()
            if isinstance(line, DueLine):
                line.stand_under(line.due in inside)
                if not line.total.text() and (kept_text := typed.get(_roll_of(line.due))) is not None:
                    line.total.take_up(kept_text)
        self.lines = [line for line in lines if isinstance(line, DueLine)]
        self.groups = [line for line in lines if isinstance(line, DueGroup)]
        for at, line in enumerate(lines):
            self._column.removeWidget(line)
            self._column.insertWidget(at, line)
        left = len(found) - len(rows)
        self._more.say(self.tr("%n more", "", left) if left > 0 else "")
        self.renewed.emit()

    def _open(self, key: tuple[str, ...], each: bool) -> None:
        """Show what stands as one row one by one besides, or no longer."""
        (self._each.add if each else self._each.discard)(key)
        self._show(together(self._bridge.scene, self._due))

    def _line(self, one: Due | DueTogether) -> DueLine | DueGroup:
        from desktop.list.due_lines import DueGroup, DueLine

        if isinstance(one, DueTogether):
            group = DueGroup(one, one.key in self._each, self)
            group.asked.connect(self._do)
            group.opens.connect(self._open)
            group.typed.connect(self._type_into)
            return group
        line = DueLine(one, self)
        line.asked.connect(self._do)
        line.shows.connect(self.shows)
        line.hurts.connect(self._give_damage)
        line.has_none.connect(self._put_aside)
        return line

    def _give_damage(self, step: int) -> None:
        hit = self.hits.get(step)
        if hit is not None:
            self.hurts.emit(hit)

    def _put_aside(self, step: int) -> None:
        """Ask no more for the damage of a hit; what the mouse has answered stays in its place."""
        line, hit = self.sender(), self.hits.get(step)
        if hit is None:
            return
        self._aside[step] = hit
        focus = self.window().focusWidget()
        for one in self.lines:
            if one is line and one.by_mouse:
                self._hold(one, ())
            elif one is line:
                had_keys = focus is not None and one.isAncestorOf(focus)
                self._renew()
                if had_keys:
                    self._go_on()
        self.put_aside.emit()

    def _do(self, commands: list[Command]) -> None:
        sender = self.sender()
        answered = next((row for row in self._rows() if row is sender), None)
        held = answered is not None and answered.by_mouse
        focus = self.window().focusWidget()
        had_keys = answered is not None and focus is not None and answered.isAncestorOf(focus)
        announced = self._announced(commands)
        self._answering = True
        try:
            told = self._carry_out(commands)
        finally:
            self._answering = False
        if told is None or answered is None:
            self._renew()
            return
        for line in self.lines:
            if line is answered:
                line.total.number = None  # another one that is alike may stand here next
        if held:
            self._hold(answered, told)
        else:
            self._renew()
            if had_keys:
                self._go_on()
                if not self.isAncestorOf(self.window().focusWidget()) and answered.takes_total:
                    self.rolled.emit()
        self._enter(told)
        self._hurt(commands)
        self._strike(announced)

    def _carry_out(self, commands: Sequence[Command]) -> list[Told] | None:
        """Dispatch what answers something; returns what is told of it, None if it was refused."""
        told: list[Told] = []
        with self._bridge.one_step():
            for command in commands:
                if len(commands) > 1 and not self._still_asked(command):
                    continue  # the roll before it has made it pointless
                done = self._bridge.dispatch(command)
                if done is None:
                    return None
                told += [event for event in done.entry.events if isinstance(event, Told)]
        return told

    def _hold(self, answered: DueLine | DueGroup | None, told: Sequence[Told]) -> None:
        """Leave everything in its place, with a tick at what is due no longer."""
        from desktop.list.due_lines import DueLine

        found = self._found()
        left = [one.asked for one in found]
        self._held, self._due = True, found
        for row in self._rows():
            row.hold_still()
        degrees = {event.params["who"]: event.params["degree"] for event in told if event.code == "checked"}
        for line in self.lines:
            if line.answered:
                continue
            if line is not answered and line.due.asked in left:
                left.remove(line.due.asked)
            else:
                self._tick(line, dict(line.due.degrees).get(degrees.get(line.due.who, ""), ""))
        for group in self.groups:
            still = [one for one in found if key_of(self._bridge.scene, one) == group.due.key]
            if still and not group.answered and group is not answered:
                group.leave_to(as_one(self._bridge.scene, group.due.key, still))
            elif not group.answered:
                self._tick(group, "")
        open_rows = [row for row in self._rows() if not row.answered]
        if not [row for row in open_rows if isinstance(row, DueLine) or row.due.key not in self._each]:
            self._renew()
        elif not self._more.isHidden():
            self._give_way(answered, together(self._bridge.scene, found))
            open_rows = [row for row in self._rows() if not row.answered]
            more = len(together(self._bridge.scene, found)) - len(open_rows)
            self._more.setText(self.tr("%n more", "", more) if more > 0 else "\u00a0")

    def _give_way(self, answered: DueLine | DueGroup | None, found: Sequence[Due | DueTogether]) -> None:
        """Put what there was no room for where something was answered before: nothing else moves for that."""
        from desktop.list.due_lines import DueGroup

        if any(group.due.key in self._each for group in self.groups):
            return  # what stands below a row of all is told by it
        shown = [line.due.asked for line in self.lines if not line.answered]
        shown += [one.asked for group in self.groups if not group.answered for one in group.due.each]
        waiting = [
            one
            for one in found
            if all(each.asked not in shown for each in (one.each if isinstance(one, DueTogether) else (one,)))
        ]
        rows = self._rows()
        over = [row for row in rows if row.answered and row is not answered and not row.underMouse()]
        for row, one in zip(over, waiting, strict=False):
            line = self._line(one)
            line.setMinimumHeight(row.height())
            self._column.replaceWidget(row, line)
            row.hide()
            row.deleteLater()
            self.lines = [each for each in self.lines if each is not row]
            self.groups = [each for each in self.groups if each is not row]
            if isinstance(line, DueGroup):
                self.groups.append(line)
            else:
                self.lines.append(line)

    def _tick(self, row: DueLine | DueGroup, outcome: str) -> None:
        focus = self.window().focusWidget()
        if focus is not None and row.isAncestorOf(focus):
            self.left.emit()
        row.tick(outcome)

    def leaveEvent(self, event: QEvent) -> None:
        """Let go of what has been answered: there is nothing under the pointer that could move."""
        super().leaveEvent(event)
        if self._held:
            self._renew()

    def _hurt(self, commands: Sequence[Command]) -> None:
        """After an attack of which it is said now that it has hit comes its damage."""
        from desktop.widgets.after_hit import sheet_after  # no first frame needs it

        for one in commands if pipeline_for(self._bridge.rules, "damage") else ():
            if isinstance(one, RecordAttack) and one.result == "hit":
                self.enters.emit(sheet_after(self._bridge, one))

    def _announced(self, commands: Sequence[Command]) -> list[Pending]:
        """Return what was announced and happens by ``commands``."""
        whose = [one.who for one in commands if isinstance(one, Resolve) and not one.cancel]
        return [one for one in self._bridge.state.notes.pending if one.who in whose][:1]

    def _strike(self, announced: Sequence[Pending]) -> None:
        """Let an announced attack that happens be rolled, unless it was recorded before that was said."""
        from rulesets.seen.deeds import paid_attack  # no first frame needs it

        for one in announced:
            paid = paid_attack(self._bridge, one.who)
            if paid is not None and paid.action == one.action:
                acts = [act for act in self._bridge.commands_of(Act) if act.who == one.who and act.pending]
                self.strikes.emit(one.who, one.target or (acts[-1].target if acts else ""))

    def _enter(self, told: Sequence[Told]) -> None:
        """Ask for what comes of a failure where the ruleset says that it is entered: one sheet for all."""
        failed: dict[str, list[str]] = {}
        for event in told:
            if event.code == "checked":
                sheet = sheet_after_roll(self._bridge.rules, event.params["check"], event.params["degree"])
                failed.setdefault(sheet, []).append(event.params["who"])
        for sheet, who in failed.items():
            if sheet:
                self.enters.emit(ToSheet(sheet, tuple(dict.fromkeys(who)), ""))
                return

    def _still_asked(self, command: Command) -> bool:
        """Return whether a roll that is to be answered is still open."""
        if not isinstance(command, Check):
            return True
        return any((one.who, one.name) == (command.who, command.name) for one in self._bridge.state.asked)
