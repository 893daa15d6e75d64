"""The command palette: a line to type in, and under it all that can be done and everybody there is."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import (
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QFrame,
    QLineEdit,
    QListView,
    QVBoxLayout,
    QWidget,
)

from desktop.palette.delegate import PaletteDelegate
from desktop.palette.model import PaletteModel
from desktop.palette.values import PaletteItem, about
from desktop.theme import theme_of
from desktop.widgets.announcing import announce
from desktop.widgets.labels import CitedLabel, ToneLabel

MOST_ROWS = 12
"""Lines shown without scrolling."""
WIDEST = 120
"""Width in letters."""
ROUND, GAP = 8, 6
"""Pixels around what is inside, and between."""


class CommandPalette(QFrame):
    """Lies over its parent's upper part while one chooses; the line keeps the focus all the time."""

    chosen = Signal(str)
    """Key of the item that is to be done; the palette has closed and the focus is back where it was."""
    left = Signal()
    """It closed without anything chosen."""

    def __init__(self, parent: QWidget) -> None:
        """Begin hidden."""
        super().__init__(parent)
        self.setObjectName("command-palette")
        self.setAccessibleName(self.tr("Command palette"))
        self.setAutoFillBackground(True)
        self._over = parent
        self._before: QWidget | None = None
        self._model = PaletteModel(self)
        self._line = QLineEdit(self)
        self._line.setPlaceholderText(self.tr("A command or a name   (> commands only, @ combatants only)"))
        self._line.setAccessibleName(self.tr("Command or combatant"))
        self._view = QListView(self)
        self._told = CitedLabel("", self)
        self._nothing = ToneLabel(self.tr("Nothing fits. Fewer letters find more."), self)
        self._set_up()
        self._lay_out()
        self._line.textChanged.connect(self._asked)
        self._line.installEventFilter(self)
        self._view.clicked.connect(self._do)
        self._view.selectionModel().currentChanged.connect(self._moved)
        parent.installEventFilter(self)
        QApplication.instance().focusChanged.connect(self._focus_went)  # type: ignore[union-attr]
        self.hide()

    def _set_up(self) -> None:
        self._view.setAccessibleName(self.tr("What fits"))
        self._view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._view.setModel(self._model)
        self._view.setItemDelegate(PaletteDelegate(self._view))
        self._view.setUniformItemSizes(True)
        self._view.setFrameShape(QFrame.Shape.NoFrame)
        self._view.setMouseTracking(True)
        self._view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self._view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(ROUND, ROUND, ROUND, ROUND)
        column.setSpacing(GAP)
        for widget in (self._line, self._nothing, self._view, self._told):
            column.addWidget(widget)

    # -- interface -----------------------------------------------------------------------------------

    @property
    def line(self) -> QLineEdit:
        """The line to type in."""
        return self._line

    @property
    def view(self) -> QListView:
        """The list under it."""
        return self._view

    @property
    def told(self) -> str:
        """What is said about the line that is chosen."""
        return self._told.text()

    def begin(self, items: Sequence[PaletteItem], recent: Sequence[str]) -> None:
        """Open with ``items``; ``recent`` are the keys of what was used, the last one first."""
        if self.isHidden():
            self._before = QApplication.focusWidget()
        self._line.blockSignals(True)
        self._line.clear()
        self._line.blockSignals(False)
        self._model.fill(items, recent)
        self._place()
        self.show()
        self.raise_()
        self._line.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._first()

    def leave(self) -> None:
        """Close, and give the focus back to where it was."""
        if self.isHidden():
            return
        self._close()
        self.left.emit()

    # -- internal ------------------------------------------------------------------------------------

    def _close(self) -> None:
        before, self._before = self._before, None
        had_focus = self.isAncestorOf(QApplication.focusWidget() or self)
        self.hide()
        if before is not None and before.isVisible() and had_focus:
            before.setFocus(Qt.FocusReason.OtherFocusReason)

    def _asked(self, text: str) -> None:
        self._model.ask(text)
        self._first()

    def _first(self) -> None:
        """Choose the best match."""
        self._nothing.setVisible(not self._model.rowCount())
        self._view.setVisible(bool(self._model.rowCount()))
        self._view.setCurrentIndex(self._model.index(0, 0))
        self._view.scrollToTop()
        self._moved(self._view.currentIndex())
        self._place()

    def _do(self, index: QModelIndex) -> None:
        item = self._model.item(index)
        if item is None:
            return
        if not item.enabled and not item.key.startswith("offer:"):
            self._speak()
            return
        self._close()
        self.chosen.emit(item.key)

    def _moved(self, current: QModelIndex) -> None:
        item = self._model.item(current)
        self._told.say("" if item is None else about(item))
        self._place()
        if current.isValid() and current.row() and self.isVisible():
            self._speak()

    def _speak(self) -> None:
        """Let a screen reader say the line that is chosen: the focus itself stays where one types."""
        spoken = self._view.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole)
        if spoken:
            announce(self._line, spoken)

    def _place(self) -> None:
        """Lie over the middle of the parent's upper part, as high as what there is to show."""
        width = max(280, min(self.fontMetrics().averageCharWidth() * WIDEST, self._over.width() - 48))
        inner, above = width - 2 * ROUND, self._over.height() // 14
        fixed = [_height(widget, inner) for widget in (self._line, self._nothing, self._told)]
        shown = [height for height in fixed if height]
        height = sum(shown) + GAP * (len(shown) - 1) + 2 * ROUND
        rows = self._model.rowCount()
        if rows:
            one = max(1, self._view.sizeHintForRow(0))
            room = self._over.height() - above - height - GAP - 2 * ROUND
            height += GAP + max(one, min(min(MOST_ROWS, rows) * one, room // one * one))
        self.setGeometry((self._over.width() - width) // 2, above, width, height)

    def _focus_went(self, _old: QWidget | None, new: QWidget | None) -> None:
        """Close when one goes on elsewhere in the window; another window in front changes nothing."""
        if self.isVisible() and new is not None and new is not self and not self.isAncestorOf(new):
            self._before = None
            self.hide()
            self.left.emit()

    def _step(self, by: int, *, around: bool = False) -> None:
        rows = self._model.rowCount()
        if rows:
            wanted = self._view.currentIndex().row() + by
            row = wanted % rows if around else min(max(wanted, 0), rows - 1)
            self._view.setCurrentIndex(self._model.index(row, 0))

    def _pressed(self, event: QKeyEvent) -> bool:
        """Carry out the keys that move in the list; everything else belongs to the line."""
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        match event.key():
            case Qt.Key.Key_Escape:
                self.leave()
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if not control:
                self._do(self._view.currentIndex())
            case Qt.Key.Key_Down:
                self._step(1, around=True)
            case Qt.Key.Key_Up:
                self._step(-1, around=True)
            case Qt.Key.Key_PageDown:
                self._step(MOST_ROWS - 1)
            case Qt.Key.Key_PageUp:
                self._step(1 - MOST_ROWS)
            case Qt.Key.Key_Home if control:
                self._step(-self._model.rowCount())
            case Qt.Key.Key_End if control:
                self._step(self._model.rowCount())
            case Qt.Key.Key_Tab | Qt.Key.Key_Backtab:
                self._step(1 if event.key() == Qt.Key.Key_Tab else -1, around=True)
            case _:
                return False
        return True

    # -- Qt ------------------------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the keys that move in the list from the line, and follow the size of the window."""
        if watched is self._line and isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.KeyPress:
                return self._pressed(event)
            if event.type() == QEvent.Type.ShortcutOverride and event.key() == Qt.Key.Key_Escape:
                event.accept()
                return True
        if watched is self._over and event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        theme = theme_of(self.palette())
        with QPainter(self) as painter:
            painter.setPen(QPen(theme.spent_edge, 1))
            painter.setBrush(theme.window)
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))


def _height(widget: QWidget, width: int) -> int:
    """Return how high a widget wants to be, 0 if it is hidden."""
    if widget.isHidden():
        return 0
    return widget.heightForWidth(width) if widget.hasHeightForWidth() else widget.sizeHint().height()
