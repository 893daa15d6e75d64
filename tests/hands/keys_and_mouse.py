"""Presses keys and moves the mouse in a real window.

Whatever they reach is reached as a game master would reach it. Nothing here knows a shortcut to a state.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QModelIndex, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QDialog, QLineEdit, QTableView, QWidget

from desktop.list.columns import Kind
from desktop.list.delegates.combatant import choose_mark
from desktop.main.window import MainWindow
from desktop.process.in_front import dialog_in_front
from desktop.theme import metrics_of

PATIENCE = 60.0
"""Seconds after which what was waited for will not come."""


class Lost(RuntimeError):
    """The window did not do what was expected of it."""


class Hands:
    """Plays in one window."""

    def __init__(self, window: MainWindow) -> None:
        """Take hold of a window that is on the screen."""
        self.window = window
        window.activateWindow()
        self.until(window.isActiveWindow, "the window to appear")

    # -- waiting -----------------------------------------------------------------------------------

    def until(self, condition: Callable[[], bool], what: str) -> None:
        """Let the program work until ``condition`` holds.

        Raises:
            Lost: if it does not hold in time.
        """
        last = time.monotonic() + PATIENCE
        while not condition():
            if time.monotonic() > last:
                raise Lost(f"waited in vain for {what}")
            QTest.qWait(5)

    def settle(self) -> None:
        """Let everything that is queued happen and be painted."""
        for _ in range(3):
            QCoreApplication.processEvents()
            QTest.qWait(2)

    # -- keys --------------------------------------------------------------------------------------

    def key(
        self,
        key: Qt.Key,
        modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
        on: QWidget | None = None,
    ) -> None:
        """Press a key; in the initiative list unless another widget is meant."""
        QTest.keyClick(on or self.window.table, key, modifiers)
        self.settle()

    def spend(self, digits: str) -> None:
        """Press digits in the list, and see that each spends something."""
        session = self.window.services.bridge.session
        for digit in digits:
            before = session.cursor
            self.key(Qt.Key(ord(digit)))
            self.until(lambda before=before: session.cursor > before, "an action to be spent")  # type: ignore[misc]

    def primary(self) -> None:
        """Press Ctrl+Return, which works everywhere."""
        self.key(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)

    def type(self, field: QWidget, text: str) -> None:
        """Type into a field in place of what stands there."""
        field.setFocus()
        if isinstance(field, QLineEdit):
            field.selectAll()
        QTest.keyClicks(field, text)

    def fill(self, table: QTableView, index: QModelIndex, text: str) -> None:
        """Click on a cell of a table and type a number into it; leaving the cell keeps it."""
        if table.currentIndex() != index:
            left, plain = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
            QTest.mouseClick(table.viewport(), left, plain, table.visualRect(index).center())
        QTest.keyClicks(table, text[:1])
        self.settle()
        editor = QApplication.focusWidget()
        if editor is None:
            raise Lost("nothing can be typed into the table")
        QTest.keyClicks(editor, text[1:])

    # -- mouse -------------------------------------------------------------------------------------

    def click(self, widget: QWidget) -> None:
        """Click on the middle of a button."""
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton)
        self.settle()

    def menu(self, ident: str) -> None:
        """Choose a command from the menus."""
        self.window.actions_.by_id[ident].trigger()
        self.settle()

    def choose(self, who: str) -> None:
        """Click on a combatant's row."""
        self.click_at(self._middle(who))

    def click_at(self, point: QPoint) -> None:
        """Click on a point of the list."""
        viewport = self.window.table.viewport()
        QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, point)
        self.settle()

    def mark(self, who: str) -> bool:
        """Click on the mark of a row that can go next; False if the row has none."""
        table = self.window.table
        row = table.initiative.row_of(who)
        if row < 0 or not table.initiative.value_at(row).choosable:
            return False
        kinds = [column.kind for column in table.initiative.columns]
        index = table.initiative.index(row, kinds.index(Kind.COMBATANT))
        table.scrollTo(index)
        place = QRectF(table.visualRect(index))
        self.click_at(choose_mark(place, metrics_of(table.font())).center().toPoint())
        return True

    def click_row(self, view: QAbstractItemView, row: int) -> None:
        """Click on a row of a list."""
        left, plain = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        box = view.visualRect(view.model().index(row, 0))
        QTest.mouseClick(view.viewport(), left, plain, box.center())
        self.settle()

    def also(self, who: str) -> None:
        """Click on one more row with Ctrl held."""
        viewport = self.window.table.viewport()
        control = Qt.KeyboardModifier.ControlModifier
        QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, control, self._middle(who))
        self.settle()

    def drag(self, who: str, below: str) -> None:
        """Drag a row to below another one, and hold it there."""
        self.take(who)
        self.carry(below)

    def take(self, who: str) -> None:
        """Press the mouse on a row."""
        self._held = self._middle(who)
        viewport, left = self.window.table.viewport(), Qt.MouseButton.LeftButton
        QTest.mousePress(viewport, left, Qt.KeyboardModifier.NoModifier, self._held)

    def carry(self, onto: str, part: float = 0.4) -> None:
        """Move the row that is held onto another one: ``part`` of its height below the middle.

        One that is out of sight is waited for at the edge of the list, which scrolls then.
        """
        aside = QPoint(40, round(self.window.table.rowHeight(0) * part))
        room = self.window.table.viewport().rect().adjusted(0, 2, 0, -2)
        end = self._middle(onto) + aside
        if not room.contains(end):
            edge = room.bottom() if end.y() > room.bottom() else room.top()
            self._move_to(QPoint(end.x(), edge))
            self.until(lambda: room.contains(self._middle(onto) + aside), f"the list to scroll to {onto}")
            end = self._middle(onto) + aside
        self._move_to(end)

    def _move_to(self, end: QPoint) -> None:
        """Move the mouse, its button held, over the list."""
        viewport, start = self.window.table.viewport(), self._held
        for step in range(1, 5):
            at = QPointF(start + (end - start) * step / 4)
            # Not QTest.mouseMove: it moves the screen's pointer, and a busy display tells of that too late.
            moved = QMouseEvent(
                QEvent.Type.MouseMove,
                at,
                viewport.mapToGlobal(at),
                Qt.MouseButton.NoButton,
                Qt.MouseButton.LeftButton,
                Qt.KeyboardModifier.NoModifier,
            )
            QCoreApplication.sendEvent(viewport, moved)
        self._held = end
        self.settle()

    def drop(self, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        """Let go of the row."""
        viewport = self.window.table.viewport()
        QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, modifiers, self._held)
        self.settle()

    def _middle(self, who: str) -> QPoint:
        table = self.window.table
        row = table.initiative.row_of(who)
        if row < 0:
            raise Lost(f"{who} is not in the list")
        return table.visualRect(table.initiative.index(row, 1)).center()

    # -- dialogs and pictures ----------------------------------------------------------------------

    def asked(self) -> bool:
        """True while a dialog asks for something."""
        return self._dialog() is not None

    def dialog(self) -> QDialog:
        """The dialog on the screen; waited for until it has the keyboard."""
        self.until(lambda: self._dialog() is not None, "a dialog")
        self.settle()
        found = self._dialog()
        if found is None:
            raise Lost("the dialog has gone")
        if not found.isActiveWindow():
            found.activateWindow()
            self.until(found.isActiveWindow, "the dialog to have the keyboard")
        return found

    def _dialog(self) -> QDialog | None:
        found = dialog_in_front(self.window) or QApplication.activeWindow()
        return found if isinstance(found, QDialog) and found.isVisible() else None

    def accept(self) -> None:
        """Press the dialog's default button with Return."""
        self.key(Qt.Key.Key_Return, on=self.dialog())
        self.no_dialog()

    def leave_one(self) -> None:
        """Leave a dialog that another dialog has opened."""
        inner = self.dialog()
        outer = inner.parentWidget()
        self.key(Qt.Key.Key_Escape, on=inner)
        self.until(lambda: self._dialog() is not inner, "the dialog to close")
        if outer is not None:
            outer.activateWindow()  # as every window manager does
        self.settle()

    def leave(self) -> None:
        """Leave the dialog with Escape."""
        self.key(Qt.Key.Key_Escape, on=self.dialog())
        self.no_dialog()

    def no_dialog(self) -> None:
        """Wait until no dialog is on the screen."""
        self.until(lambda: self._dialog() is None, "the dialog to close")
        self.window.activateWindow()  # as every window manager does
        self.until(self.window.isActiveWindow, "the window to be active again")
        self.settle()

    def picture(self, path: Path) -> None:
        """Take a picture of the window with whatever dialog is over it, and of rows where they stand.

        Raises:
            OSError: if it cannot be written.
        """
        self.settle()
        self.window.table.easing.stop()
        shot = self.window.grab()
        dialog = self._dialog()
        if dialog is not None:
            self._lay_over(shot, dialog)
        if not shot.save(str(path)):
            raise OSError(f"{path} cannot be written")

    def _lay_over(self, shot: QPixmap, dialog: QDialog) -> None:
        over = dialog.grab()
        at = QPoint(
            max(0, (self.window.width() - dialog.width()) // 2),
            max(0, (self.window.height() - dialog.height()) // 2),
        )
        with QPainter(shot) as painter:
            painter.drawPixmap(at, over)
            painter.setPen(dialog.palette().mid().color())
            painter.drawRect(at.x(), at.y(), dialog.width(), dialog.height())
