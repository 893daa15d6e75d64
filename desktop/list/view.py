"""The initiative list: who acts when, what each has left, and the gestures and keys that change it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import (
    QElapsedTimer,
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QItemSelectionRange,
    QModelIndex,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QDrag,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QHeaderView,
    QMainWindow,
    QTableView,
    QToolTip,
    QWidget,
)

from desktop.bridge import Bridge, Done
from desktop.commands.situation import Situation, situation
from desktop.commands.table import command_of
from desktop.list.actions import ListActions
from desktop.list.columns import Kind
from desktop.list.delegates.row import RowDelegate
from desktop.list.drag import DropTexts, RowDrag
from desktop.list.header import ListHeader
from desktop.list.looks import Measured, Span, look_for, spans, widest_chips, widest_name, widths, with_chips
from desktop.list.model import InitiativeModel
from desktop.list.painted_rows import PaintedRows
from desktop.list.refused_keys import RefusedKeys
from desktop.list.rows.values import RowValue
from desktop.list.rows.words import Naming
from desktop.list.touch import TOUCHED, may_choose, step_at, token_at
from desktop.theme import metrics_of
from desktop.widgets.plain_text import tip
from desktop.widgets.roles import Role
from rulesets.table.changes import Changes
from rulesets.table.commands import Command, Resume, Trigger
from rulesets.table.encounter import RUNNING

if TYPE_CHECKING:
    from desktop.list.easing import Easing

COMING = 2
"""Rows below whoever acts that are kept in sight."""
AIMS = 1500
"""Milliseconds after it has moved over the rows in which the mouse may be about to click."""
MOST_MEASURED = 40
"""Kinds of effects that are measured when an encounter is opened: those with the longest names."""
_NO_CHOICE = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


class ListTexts(Naming, DropTexts, Protocol):
    """What the list needs of the texts service."""


class InitiativeList(QTableView):
    """Shows the encounter's combatants in acting order; dragging a row means what the rules say."""

    current_changed = Signal(str)
    """Id of the combatant that is looked at, or ''."""
    wants = Signal(str)
    """Id of a command that needs a further word, that only the window can carry out, or that cannot be given
    now: the window says why."""
    asked = Signal(object)
    """Command that a key or gesture has ordered; it is dispatched already."""
    interrupts = Signal(str)
    """A waiting slot was dropped into the turn under way."""
    triggers = Signal(object)
    """Trigger: somebody who has readied an action was dropped on whoever acts."""
    refused_drop = Signal(object, object)
    """Command, Refusal: a row was dropped where a rule forbids it; nothing has changed."""
    needs_room = Signal()
    """The width that it cannot do without is another one now."""

    def __init__(
        self,
        bridge: Bridge,
        texts: ListTexts,
        parent: QWidget | None = None,
        *,
        chosen: Callable[[str], tuple[str, ...]] = lambda ruleset: (),
    ) -> None:
        """Show the bridge's encounter, and follow it; ``chosen`` tells which columns a ruleset is to have."""
        super().__init__(parent)
        self.setViewport(_viewport(self))
        self._bridge = bridge
        self._model = InitiativeModel(bridge, texts, self, chosen=chosen)
        self._delegates: dict[str, RowDelegate] = {}
        self._painted = PaintedRows(self, self._model)
        self._measured = Measured()
        """How wide names and effects are."""
        self._sized_in = (0, "")
        """Round and phase for which the columns found in what size their lines have room."""
        self._needed: tuple[tuple[object, ...], list[Span]] | None = None
        """What columns need, behind what that was worked out from."""
        self._automatic = False
        """True while what is selected was selected by the turn's passing on."""
        self._picked_at = 0
        """How many entries of the log were in force when the game master went to somebody."""
        self._before_menu: tuple[list[str], str, bool, int] | None = None
        """Who was selected before a menu was asked for: all of them, who was looked at, by whom and when."""
        self._nothing_aimed_at()
        self._low = False
        """Whether the window is a low one."""
        self._drag = RowDrag(self, self._model, bridge, texts)
        self._drag.dropped.connect(self._dropped)
        self._drag.refused.connect(self.refused_drop)
        self._explain: Callable[[str, str], str] | None = None
        self._easing: Easing | None = None
        self._actions = ListActions(self)
        self._actions.asked.connect(self._asked)
        self.refused_keys = RefusedKeys(self)
        """What is typed for a dialog that does not come."""
        self._has_open_hits: Callable[[], bool] = bool
        """Whether the damage of a hit is still to be given; of none, as long as nobody looks for hits."""
        self._has_laid_by: Callable[[], bool] = bool
        """Whether a dialog was closed with something typed in it."""
        self.refused_keys.watch(self)
        self._set_up()
        self.setModel(self._model)
        self.selectionModel().currentRowChanged.connect(self._current_moved)
        self._model.modelReset.connect(self._loaded)
        bridge.changed.connect(self._followed)
        self._loaded()

    def _nothing_aimed_at(self) -> None:
        """Begin with a mouse that has gone nowhere."""
        self._moved = QElapsedTimer()
        """Runs since the mouse has moved over the rows."""
        self._behind = False
        """Whether whoever acts is out of sight, since the mouse is about to click."""
        self._marked = ""
        """Whose mark the mouse has gone down on."""

    def _set_up(self) -> None:
        self.setObjectName("initiative-list")
        self.setAccessibleName(self.tr("Initiative list"))
        header = ListHeader(self)
        header.asked.connect(self._ask_for_columns)
        self.setHorizontalHeader(header)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.viewport().setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setMinimumWidth(320)
        self._measure()

    # -- interface ---------------------------------------------------------------------------------

    def explain_by(self, explain: Callable[[str, str], str]) -> None:
        """Show in the tool tip of a number what ``explain`` says for a combatant and a column."""
        self._explain = explain

    @property
    def initiative(self) -> InitiativeModel:
        """The list's model."""
        return self._model

    @property
    def keys(self) -> ListActions:
        """The list's actions by name, for menus and the sheet of keys."""
        return self._actions

    @property
    def drag(self) -> RowDrag:
        """The gesture, with what its indicator says."""
        return self._drag

    @property
    def easing(self) -> Easing:
        """How rows slide to their new places: made when it is first asked for, which no first frame does."""
        if self._easing is None:
            from desktop.list.easing import Easing

            self._easing = Easing(self, self._model)
        return self._easing

    def current(self) -> str:
        """Return the id of the combatant that is looked at: the selected one, or ''."""
        return self._model.combatant_at(self.currentIndex().row())

    def select(self, combatant: str) -> None:
        """Select a combatant and bring it into sight."""
        row = self._model.row_of(combatant)
        if row >= 0:
            index = self._model.index(row, 0)
            # Not setCurrentIndex: it asks the keyboard, and Ctrl+Z would add to the selection.
            flags = QItemSelectionModel.SelectionFlag
            there = self.currentIndex().row() == row  # as Qt has it when a fight is opened: nobody was told
            scrolls, aimed = self.hasAutoScroll(), self._is_aimed()
            self.setAutoScroll(scrolls and not aimed)
            self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
            self.setAutoScroll(scrolls)
            self._behind |= aimed
            if not aimed:
                self.scrollTo(index)
            if there:
                self.current_changed.emit(combatant)
            self._automatic = True

    @property
    def picked(self) -> str:
        """Id of the combatant that the game master has gone to, or '' if only the turn has."""
        return "" if self._automatic else self.current()

    def picked_at(self, moment: int) -> bool:
        """Return whether the game master has gone to whoever is looked at, and nothing has been done since.

        ``moment`` is how many entries of the log are in force.
        """
        return bool(self.picked) and self._picked_at == moment

    def picked_since(self, moment: int) -> bool:
        """Return whether the game master has gone to whoever is looked at since so many entries were made."""
        return bool(self.picked) and self._picked_at >= moment

    def pick(self, combatant: str) -> None:
        """Select a combatant as if the game master had gone to it."""
        self.select(combatant)
        if (row := self._model.row_of(combatant)) >= 0:
            self.scrollTo(self._model.index(row, 0))
        self._gone_to()

    def _gone_to(self) -> None:
        """It is the game master who has gone to somebody, and not the turn."""
        self._automatic, self._picked_at = False, self._bridge.cursor if self._bridge.is_open else 0

    def pick_all(self, combatants: Sequence[str]) -> None:
        """Select several as if the game master had gone to them, the first in sight."""
        found = [who for who in combatants if self._model.row_of(who) >= 0]
        if not found:
            return
        self.pick(found[0])
        chosen, flags = QItemSelection(), QItemSelectionModel.SelectionFlag
        for who in found:
            index = self._model.index(self._model.row_of(who), 0)
            chosen.append(QItemSelectionRange(index))
        self.selectionModel().select(chosen, flags.Select | flags.Rows)  # at once: whoever looks, looks once

    def situation(self) -> Situation:
        """Return what commands are judged by now."""
        if not self._bridge.is_open:
            return situation(self._bridge)
        return situation(
            self._bridge, self.selected_ids(), open_hits=self._has_open_hits(), laid_by=self._has_laid_by()
        )

    def look_for_hits_by(self, has_open: Callable[[], bool]) -> None:
        """Ask ``has_open`` from now on whether the damage of a hit is still to be given."""
        self._has_open_hits = has_open

    def look_for_laid_by(self, has_any: Callable[[], bool]) -> None:
        """Ask ``has_any`` from now on whether a dialog was closed with something typed in it."""
        self._has_laid_by = has_any

    def selected_ids(self) -> list[str]:
        """Return the ids of the selected combatants, top first."""
        parts = self.selectionModel().selection().toList()  # for indexes Qt asks the model 10 times
        rows = sorted({row for part in parts for row in range(part.top(), part.bottom() + 1)})
        return [self._model.combatant_at(row) for row in rows]

    # -- keys and menu -----------------------------------------------------------------------------

    def _active(self) -> str:
        return self._bridge.state.walk.active

    def _asked(self, ident: str) -> None:
        """Order what needs no further word, ask the window for everything else."""
        command, now = command_of(ident), self.situation()
        if command is None or not now.is_open:
            return
        carried_out = False
        if not command.sense(now).why_not:
            with self._bridge.one_step():
                carried_out = command.carry_out(now, self._order)
        if not carried_out:
            self.wants.emit(ident)

    def _choose(self) -> None:
        """Let somebody go next, where turns are chosen; else it is said why nobody is."""
        self._asked("choose")

    def _order(self, command: Command) -> Done | None:
        done = self._bridge.dispatch(command)
        self.asked.emit(command)
        return done

    def _dropped(self, command: Command) -> None:
        """Order what a drop means; the window asks for opposed rolls, and for that of an attack set off."""
        inside = isinstance(command, Resume) and command.interrupt and not command.override
        if isinstance(command, Resume) and inside:
            self.interrupts.emit(command.who)
        elif isinstance(command, Trigger) and not command.override:
            self.triggers.emit(command)
        else:
            self._order(command)

    def current_place(self) -> tuple[QWidget, QRect]:
        """Return where the row that is looked at stands, for a card about it."""
        return self.viewport(), self.visualRect(self.currentIndex())

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if not self._bridge.is_open:
            return
        menu = self._actions.menu(self.situation(), self, self.screen().availableGeometry().height())
        menu.triggered.connect(self._forget_before)
        menu.aboutToHide.connect(self._leave_menu)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        position = event.globalPos()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            below = self.visualRect(self.currentIndex()).bottomLeft()
            position = self.viewport().mapToGlobal(below)
            self._before_menu = None
        menu.popup(position)

    def _forget_before(self) -> None:
        """What the menu was opened for is done: whoever it was about stays selected."""
        self._before_menu = None

    def _leave_menu(self) -> None:
        """Have those selected again who were before a menu that nothing was chosen in: once that is known."""
        QTimer.singleShot(0, self, self._go_back)

    def _go_back(self) -> None:
        before, self._before_menu = self._before_menu, None
        if before is None or before[0] == self.selected_ids() or not self._bridge.is_open:
            return
        chosen, current, automatic, at = before
        self.pick_all([*([current] if current in chosen else []), *(who for who in chosen if who != current)])
        self._automatic, self._picked_at = automatic, at

    def keyboardSearch(self, search: str) -> None:
        """Letters are keys here; a combatant is found with '/'."""

    # -- the drag gesture --------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.refused_keys.end()
        self._drag.cancel()
        if self._easing is not None:
            self._easing.stop()
        if self._automatic and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.selectionModel().clearSelection()  # the turn chose that row, not the game master
        self._moved.invalidate()  # it has clicked
        if event.button() == Qt.MouseButton.RightButton:
            self._before_menu = (self.selected_ids(), self.current(), self._automatic, self._picked_at)
        self._gone_to()
        super().mousePressEvent(event)
        plain = event.button() == Qt.MouseButton.LeftButton and not event.modifiers() & _NO_CHOICE
        if plain and self._bridge.is_open:
            self._marked = self._mark_at(event.position())
            self._drag.press(event.position().toPoint())

    def _mark_at(self, point: QPointF) -> str:
        """Return whose mark of those who can go next is at ``point``, or ''."""
        index = self.indexAt(point.toPoint())
        row = index.data(Role.ROW) if index.isValid() else None
        if not isinstance(row, RowValue) or self._model.columns[index.column()].kind != Kind.COMBATANT:
            return ""
        place = QRectF(self.visualRect(index))
        return row.id if may_choose(row, place, metrics_of(self.font()), point) else ""

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._drag.active and self._is_elsewhere(event.globalPosition().toPoint()):
            self._carry_out()
            event.accept()
        elif self._drag.move(event.position().toPoint(), event.modifiers()):
            event.accept()
        elif not event.buttons() & Qt.MouseButton.LeftButton or event.modifiers() & _NO_CHOICE:
            super().mouseMoveEvent(event)

    def _is_elsewhere(self, point: QPoint) -> bool:
        """Return whether the mouse has left the window, and there is another one to go to."""
        own = self.window()
        others = (one for one in QApplication.topLevelWidgets() if one is not own and one.isVisible())
        return not own.frameGeometry().contains(point) and any(isinstance(one, QMainWindow) for one in others)

    def _carry_out(self) -> None:
        """The mouse has left the window with a row: whoever is dragged can be dropped in another one."""
        from desktop.combatants.copying import copied

        who, chosen = self._drag.who, self.selected_ids()
        self._drag.cancel()
        drag = QDrag(self)
        drag.setMimeData(copied(self._bridge, chosen if who in chosen else [who]))
        drag.exec(Qt.DropAction.CopyAction)

    def viewportEvent(self, event: QEvent) -> bool:
        """Show with the tool tip of a number all that it is made of; note where the mouse is."""
        if event.type() in (QEvent.Type.MouseMove, QEvent.Type.HoverMove):
            self._moved.start()
        elif event.type() == QEvent.Type.Leave:
            self._catch_up()
        if (
            isinstance(event, QHelpEvent)
            and event.type() == QEvent.Type.ToolTip
            and self._explain is not None
        ):
            index = self.indexAt(event.pos())
            row = index.data(Role.ROW) if index.isValid() else None
            column = self._model.columns[index.column()].kind if index.isValid() else ""
            text = self._explain(row.id, column) if isinstance(row, RowValue) else ""
            if text:
                QToolTip.showText(event.globalPos(), tip(text, wrapped=True), self.viewport())
                return True
        return super().viewportEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Spend the token, or go to the step, that is under the mouse; elsewhere choose who goes next."""
        index, row = self.indexAt(event.position().toPoint()), None
        kind = self._model.columns[index.column()].kind if index.isValid() else None
        plain = event.button() == Qt.MouseButton.LeftButton and not event.modifiers()
        if plain and kind in TOUCHED:
            row = index.data(Role.ROW)
        if not isinstance(row, RowValue):
            super().mouseDoubleClickEvent(event)
            value = index.data(Role.ROW) if plain and index.isValid() else None
            if isinstance(value, RowValue) and value.choosable:
                self._choose()
            return
        event.accept()
        place, metrics = QRectF(self.visualRect(index)), metrics_of(self.font())
        if kind == Kind.TRACK:
            command = step_at(row, place, metrics, event.position())
        else:
            scene = self._bridge.scene
            token = token_at(scene, row, place, metrics, event.position())
            command = None if token is None else token.command
            if token is not None and command is None and scene.state.clock.status == RUNNING:
                self.wants.emit("react")
        if command is not None:
            self._order(command)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._drag.release(
            event.position().toPoint(), event.modifiers()
        ):
            event.accept()
            return
        super().mouseReleaseEvent(event)
        marked, self._marked = self._marked, ""
        if marked and marked == self._mark_at(event.position()):
            self.select(marked)
            self._choose()

    def event(self, event: QEvent) -> bool:
        """Keep Alt and Escape for the gesture while it lasts: they open no menu and close no window."""
        if event.type() == QEvent.Type.ShortcutOverride and self._drag.active:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._catch_up()
        entered = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not (
            event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        )
        if not self._drag.active and entered:
            self._choose()
        elif not self._drag.active:
            super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_Escape:
            self._drag.cancel()
        elif event.key() == Qt.Key.Key_Alt:
            self._drag.insist(True)

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Home and End lead to the first and the last row: within a row there is nothing to go to."""
        if action == QAbstractItemView.CursorAction.MoveHome:
            return self._model.index(0, 0)
        if action == QAbstractItemView.CursorAction.MoveEnd:
            return self._model.index(self._model.rowCount() - 1, 0)
        return super().moveCursor(action, modifiers)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if self._drag.active and event.key() == Qt.Key.Key_Alt:
            self._drag.insist(False)
            return
        super().keyReleaseEvent(event)

    # -- following the encounter -------------------------------------------------------------------

    def _loaded(self) -> None:
        """Show another encounter."""
        self._drag.cancel()
        self._dress()
        self.current_changed.emit("")

    def _dress(self) -> None:
        """Show the columns and obey the digits that the rules have."""
        for number, column in enumerate(self._model.columns):
            if column.kind not in self._delegates:
                self._delegates[column.kind] = look_for(column.kind).delegate(self)
            self._delegates[column.kind].forget_widths()
            self.setItemDelegateForColumn(number, self._delegates[column.kind])
        self._actions.set_rules(self._bridge.rules if self._bridge.is_open else None)
        self._measure_names()
        self._fit()

    def delegate_of(self, column: int) -> RowDelegate:
        """Return what paints a column."""
        return self._delegates[self._model.columns[column].kind]

    def renew_columns(self) -> None:
        """Show the columns that are chosen now."""
        self._drag.cancel()
        self._model.renew_columns()
        self._dress()
        chosen = self.selectionModel()
        rows = {index.row() for index in chosen.selectedIndexes()}
        flags = QItemSelectionModel.SelectionFlag
        for row in rows:  # the new columns of a row that is selected are selected, too
            chosen.select(self._model.index(row, 0), flags.Select | flags.Rows)

    def _ask_for_columns(self) -> None:
        self.wants.emit("columns")

    def _measure_names(self) -> None:
        """Find out how wide names and effects are; the window is told if the list needs another width now."""
        bridge, font = self._bridge, self.font()
        people = bridge.state.combatants.values() if bridge.is_open else ()
        name = widest_name((who.name for who in people), font)
        if bridge.is_open:  # of each effect one who has it
            owners = {effect.name: effect.on for effect in bridge.scene.told.effects.values()}
            some = [owners[name] for name in sorted(owners, key=len)[-MOST_MEASURED:]]
            self._take_measures(Measured(name).or_wider(self._chips_of(some)))

    def _chips_of(self, people: Iterable[str]) -> Measured:
        """Return how wide the effects of some are."""
        rows = (self._model.row_of(who) for who in people)
        return widest_chips((self._model.value_at(row).effects for row in rows if row >= 0), self.font())

    def _take_measures(self, measured: Measured, *, fits: bool = False) -> None:
        """Give the columns other widths for what was measured, unless it ``fits`` as they stand."""
        if measured == self._measured:
            return
        self._measured = measured
        if not fits:
            self._fit()
            self.needs_room.emit()

    def height_of(self, rows: float, *, usual: bool = False) -> int:
        """Return the height in pixels at which so many rows are to be seen below the header.

        As they stand now, or as high as in a window that is not low.
        """
        row = metrics_of(self.font()).row_height if usual else self.verticalHeader().defaultSectionSize()
        return round(self.horizontalHeader().sizeHint().height() + rows * row)

    def least_width(self) -> int:
        """Return the width in pixels below which names or columns are cut short."""
        if not self._bridge.is_open:
            return 0
        return round(sum(span.least for span in self._spans()))

    def _spans(self) -> list[Span]:
        """Return what the columns need, worked out anew only when that may be otherwise: never by a width."""
        of = (self._model.columns, self._bridge.viewer, self.font(), self._measured)
        if self._needed is None or self._needed[0] != of:
            self._needed = (of, spans(*of))
        return self._needed[1]

    def _followed(self, changes: Changes) -> None:
        """Keep whoever acts now in sight."""
        if QToolTip.isVisible():
            QToolTip.hideText()  # it told of what was, at a place where another one's row may be now
        self._drag.cancel()
        if changes.whole:
            self._dress()
        elif changes.joined or changes.left or changes.combatants:
            self._follow_names(changes)
        if changes.clock:
            self._follow_phase()
        if changes.slots or changes.clock or changes.order:
            self._behind = self._is_aimed()
            if not self._behind:
                self._show_active()
        if self._easing is not None:
            self._easing.follow()

    def _follow_phase(self) -> None:
        """Find the sizes anew where another phase begins by which all that was declared is another."""
        clock, viewer = self._bridge.state.clock, self._bridge.viewer
        before, self._sized_in = self._sized_in, (clock.round, clock.phase)
        if viewer.declares and before != self._sized_in:
            for delegate in self._delegates.values():
                delegate.forget_widths()

    def _is_aimed(self) -> bool:
        """Return whether the mouse has just moved over the rows: no row slides away from under it."""
        return self._moved.isValid() and not self._moved.hasExpired(AIMS)

    def _show_active(self) -> None:
        self._behind = False
        rows = self._model.rows_of_slot(self._active())
        if rows:
            self._bring_up(rows[0])

    def _catch_up(self) -> None:
        """Bring whoever acts in sight, if that has waited for the mouse."""
        self._moved.invalidate()
        if self._behind and self._bridge.is_open:
            self._show_active()

    def _bring_up(self, row: int) -> None:
        """Have whoever acts in sight, and those who come next; where they are not, with all who find room.

        A list that went on by one row each turn would have the turn in its last row, and move each time.
        """
        high, room = self.rowHeight(row), self.viewport().height()
        coming = max(0, min(COMING, room // high - 1, self._model.rowCount() - 1 - row))
        if self.rowViewportPosition(row) >= 0 and self.rowViewportPosition(row + coming) + high <= room:
            return
        before = 1 if row and room >= (coming + 2) * high else 0
        self.scrollTo(self._model.index(row - before, 0), self.ScrollHint.PositionAtTop)

    def _follow_names(self, changes: Changes) -> None:
        """Measure names anew if somebody came or went, or has a longer one now."""
        people = self._bridge.state.combatants
        some = [people[who].name for who in changes.combatants if who in people]
        if changes.joined or changes.left or widest_name(some, self.font()) > self._measured.name:
            self._measure_names()
        elif changes.effects:  # they keep their room when they end: columns do not go back and forth
            chips = self._chips_of(changes.combatants)
            self._take_measures(self._measured.or_wider(chips), fits=self._shows_whole(chips))

    def _shows_whole(self, chips: Measured) -> bool:
        """Return whether effects of these widths are told in full in the two lines of their column."""
        kinds = [column.kind for column in self._model.columns]
        wide = self.columnWidth(kinds.index(Kind.EFFECTS)) if Kind.EFFECTS in kinds else 0
        return chips.chip <= wide and (chips.chips <= wide or chips.chips + chips.chip <= 2 * wide)

    def _current_moved(self, current: QModelIndex, previous: QModelIndex) -> None:
        self._gone_to()
        self.current_changed.emit(self._model.combatant_at(current.row()))

    # -- looks -------------------------------------------------------------------------------------

    def set_low(self, low: bool) -> None:
        """Have lower rows, in a window that has no height to spare."""
        if low != self._low:
            self._low = low
            self._measure()

    def _measure(self) -> None:
        metrics = metrics_of(self.font())
        height = metrics.low_row_height if self._low else metrics.row_height
        self.verticalHeader().setMinimumSectionSize(height)
        self.verticalHeader().setDefaultSectionSize(height)

    def _fit(self) -> None:
        """Give the columns their widths; there is never anything to scroll sideways."""
        if not self._bridge.is_open or not self._model.columns:
            return
        needs = self._spans()
        later = spans(
            self._model.columns,
            self._bridge.viewer,
            self.font(),
            with_chips(self._measured, self.font()),
        )
        header = self.horizontalHeader()
        for _ in range(2):
            room = self.viewport().width()
            if isinstance(header, ListHeader):
                header.keep_for(widths(later, room))
            for number, width in enumerate(widths(needs, room)):
                self.setColumnWidth(number, width)
            if header.height() != header.sizeHint().height():
                self.updateGeometries()  # a label has come to need two lines, or only one
            if self.viewport().width() == room:
                break  # that has brought no scroll bar, and taken none away

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._easing is not None:
            self._easing.stop()
        self._fit()
        if event.size().height() < event.oldSize().height() and self.currentIndex().isValid():
            if self._is_aimed():
                self._behind = True  # no row slides away from under the mouse
            else:
                self.scrollTo(self.currentIndex())  # whoever is looked at stays in sight

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._measure()
            self._measure_names()
            self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self.viewport()) as painter:
            self._painted.paint(painter, event.region())
            if self._easing is not None and self._easing.active:
                self._easing.paint(painter)
        if self._model.rowCount() or not self._bridge.is_open:
            return
        with QPainter(self.viewport()) as painter:
            painter.setPen(self.palette().placeholderText().color())
            box = QRect(QPoint(0, 0), self.viewport().size()).adjusted(24, 24, -24, -24)
            text = self.tr("Nobody is here yet. Press N to add combatants.")
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, text)


def _viewport(view: QWidget) -> QWidget:
    """Return what a view is painted on, made here.

    Asked for one that Qt has made, PySide readies every class of widgets, to find out which it could be.
    """
    made = QWidget(view)
    made.setBackgroundRole(QPalette.ColorRole.Base)
    made.setAutoFillBackground(True)
    return made
