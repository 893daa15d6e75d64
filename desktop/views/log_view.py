"""The log: what happened by round and count, overrides marked, any line a place to go back to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QAction,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QMenu,
    QPlainTextEdit,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop.models.log import LogModel
from desktop.views.inspector_fields import plain_label
from desktop.views.log_rows import PAD, LogList
from rulesets.encounter.changes import Changes

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.services.texts import Texts

Index = QModelIndex | QPersistentModelIndex
MOST_LINES = 3
"""Lines of the selected entry that are shown without scrolling."""


class _FullText(QPlainTextEdit):
    """The selected line with all that followed from it, at most a few lines high."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(self.tr("Selected line in full"))
        self.setTabChangesFocus(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.hide()

    def show_text(self, text: str) -> None:
        """Show ``text``, or nothing and no room for it."""
        if text != self.toPlainText():
            self.setPlainText(text)
        self.setVisible(bool(text))
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        inner = max(80, self.width() - 24)
        flags = int(Qt.TextFlag.TextWordWrap)
        needed = metrics.boundingRect(QRect(0, 0, inner, 9999), flags, self.toPlainText()).height()
        return QSize(200, min(needed, MOST_LINES * metrics.lineSpacing()) + 12)

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self.fontMetrics().lineSpacing() + 12)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()


class LogView(QWidget):
    """Filter, rows, and the selected line in full."""

    undo_to = Signal(int)
    """How many entries stay in force."""

    def __init__(self, bridge: Bridge, texts: Texts, parent: QWidget | None = None) -> None:
        """Show the log of the bridge's encounter."""
        super().__init__(parent)
        self._bridge = bridge
        self._model = LogModel(bridge, texts, self)
        self._list = LogList(self)
        self._list.setModel(self._model)
        self._list.setAccessibleName(self.tr("Log"))
        self._who = QComboBox(self)
        self._who.setAccessibleName(self.tr("Show only what concerns"))
        self._who.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._who.setMinimumContentsLength(12)
        self._back = QToolButton(self)
        self._back.setText(self.tr("Undo to here"))
        self._back.setToolTip(self.tr("Take back everything after the selected line"))
        self._back.setEnabled(False)
        self._full = _FullText(self)
        self._lay_out()
        self._copy = QAction(self.tr("&Copy"), self)
        self._copy.setShortcut(QKeySequence.StandardKey.Copy)
        self._copy.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self._copy.triggered.connect(self.copy)
        self._list.addAction(self._copy)
        self._connect()
        self._fill_who()
        self._list.stay_at_bottom()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(PAD, 4, PAD, 0)
        head.addWidget(plain_label(self.tr("Log"), self, bold=True), 1)
        head.addWidget(self._back)
        head.addWidget(self._who)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addLayout(head)
        layout.addWidget(self._list, 1)
        layout.addWidget(self._full)

    def _connect(self) -> None:
        self._who.activated.connect(self._on_who)
        self._back.clicked.connect(self._on_back)
        self._list.asked_back.connect(self._go_back)
        self._list.asked_menu.connect(self._show_menu)
        self._list.selectionModel().currentChanged.connect(self._on_current)
        self._model.rowsInserted.connect(self._after_rows)
        self._model.rowsRemoved.connect(self._after_rows)
        self._model.modelReset.connect(self._after_reset)
        self._bridge.changed.connect(self._follow)
        self._bridge.reset.connect(self._fill_who)

    # -- interface -----------------------------------------------------------------------------------

    @property
    def model(self) -> LogModel:
        """The entries shown."""
        return self._model

    @property
    def list(self) -> LogList:
        """The rows."""
        return self._list

    @property
    def who(self) -> QComboBox:
        """Whose entries are shown."""
        return self._who

    @property
    def back(self) -> QToolButton:
        """The button that goes back to the selected line."""
        return self._back

    @property
    def in_full(self) -> str:
        """The selected line with all that it says, or ''."""
        return self._full.toPlainText()

    def show_only(self, who: str) -> None:
        """Show what concerns ``who``, or everything for ''."""
        self._who.setCurrentIndex(max(0, self._who.findData(who)))
        self._on_who(self._who.currentIndex())

    def copy(self) -> None:
        """Copy the selected lines as text, oldest first."""
        rows = sorted(self._list.selectionModel().selectedIndexes(), key=lambda index: index.row())
        if rows:
            QGuiApplication.clipboard().setText("\n".join(self._model.plain(index) for index in rows))

    # -- internal ------------------------------------------------------------------------------------

    def _follow(self, changes: Changes) -> None:
        if changes.joined or changes.left or changes.whole:
            self._fill_who()

    def _fill_who(self) -> None:
        before = self._who.currentData() or ""
        self._who.clear()
        self._who.addItem(self.tr("Everybody"), "")
        if self._bridge.is_open:
            for combatant in self._bridge.state.combatants.values():
                self._who.addItem(combatant.name, combatant.id)
        found = max(0, self._who.findData(before))
        self._who.setCurrentIndex(found)
        if before and not found:
            self._on_who(0)

    def _on_who(self, _index: int) -> None:
        who = str(self._who.currentData() or "")
        combatant = self._bridge.state.combatants.get(who) if who else None
        self._model.show_only(frozenset() if combatant is None else frozenset({who, combatant.slot}))
        self._list.stay_at_bottom()

    def _after_rows(self) -> None:
        """The line that was or is the newest one has no way back: the rows are painted anew."""
        self._show_full(self._list.currentIndex())
        self._list.viewport().update()

    def _after_reset(self) -> None:
        self._list.stay_at_bottom()
        self._on_current(QModelIndex(), QModelIndex())

    def _on_current(self, current: Index, _before: Index) -> None:
        self._show_full(current)
        if current.isValid():
            self._list.scrollTo(current)

    def _show_full(self, current: Index) -> None:
        self._back.setEnabled(current.isValid() and not self._model.is_last(current))
        text = self._model.entry_text(current)
        self._full.show_text("" if text is None or not text.lines else " · ".join((text.title, *text.lines)))

    def _on_back(self) -> None:
        self._go_back(self._list.currentIndex())

    def _go_back(self, index: QModelIndex) -> None:
        if index.isValid() and not self._model.is_last(index):
            self.undo_to.emit(self._model.cursor_after(index))

    def _show_menu(self, index: QModelIndex, point: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        back = menu.addAction(self.tr("&Undo to here"))
        back.setEnabled(not self._model.is_last(index))
        self._list.setCurrentIndex(index)
        back.triggered.connect(self._on_back)
        menu.addAction(self._copy)
        menu.popup(point)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
            event.accept()
            return
        super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.FontChange:
            self._list.scheduleDelayedItemsLayout()
        super().changeEvent(event)
