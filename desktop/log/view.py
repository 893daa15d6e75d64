"""The log: what happened by round and count, overrides marked, any line a place to go back to."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QAction, QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QMenu,
    QPlainTextEdit,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop.commands.situation import situation
from desktop.commands.table import as_sentence, called, on_button, sense_of
from desktop.log.head import LogHead
from desktop.log.model import LogModel
from desktop.log.rows import LogList
from desktop.widgets.labels import wrapped_height
from desktop.widgets.plain_text import tip
from rulesets.seen.options import unlike_the_book
from rulesets.table.changes import Changes

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.widgets.texts import Texts

Index = QModelIndex | QPersistentModelIndex
MOST_LINES = 3
"""Lines of the selected entry that are shown without scrolling."""
READ_AHEAD = 200
"""Entries rendered at a time before words are looked for in all of them: some 10 ms."""


class _FullText(QPlainTextEdit):
    """The selected line with all that followed from it, at most a few lines high."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = ""
        self.setReadOnly(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(self.tr("Selected line in full"))
        self.setTabChangesFocus(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.hide()

    def show_text(self, text: str) -> None:
        """Show ``text``, or nothing and no room for it."""
        if text == self._shown:
            return
        self._shown = text
        self.setPlainText(text)
        self.setVisible(bool(text))
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        needed = wrapped_height(metrics, self.toPlainText(), max(80, self.width() - 24))
        return QSize(200, min(needed, MOST_LINES * metrics.lineSpacing()) + 12)

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self.fontMetrics().lineSpacing() + 12)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()


class LogView(QWidget):
    """Filters, rows, and the selected line in full."""

    wants = Signal(str)
    """Id of a command about the selected line."""
    undo_to = Signal(int)
    """How many entries are to be in force: fewer than now, or more of those that were taken back."""

    def __init__(self, bridge: Bridge, texts: Texts, parent: QWidget | None = None) -> None:
        """Show the log of the bridge's encounter."""
        super().__init__(parent)
        self._bridge = bridge
        self._model = LogModel(bridge, texts, self)
        self._head = LogHead(self)
        self._list = LogList(self)
        self._list.setModel(self._model)
        self._list.setAccessibleName(called("log"))
        self._full = _FullText(self)
        self._reader = QTimer(self)
        self._reader.setInterval(0)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(self._head)
        layout.addWidget(self._list, 1)
        layout.addWidget(self._full)
        self._measure()
        self._copy = QAction(self.tr("&Copy"), self)
        self._copy.setShortcut(QKeySequence.StandardKey.Copy)
        self._copy.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self._list.addAction(self._copy)
        self._connect()
        self._fill_who()
        self._list.stay_at_bottom()

    def _connect(self) -> None:
        self._copy.triggered.connect(self.copy)
        self._reader.timeout.connect(self._read_on)
        self._head.filtered.connect(self._filter)
        self._head.asked.connect(self._on_back)
        self._head.left.connect(self._list.setFocus)
        self._list.asked_for.connect(self._go_to)
        self._list.asked_menu.connect(self._show_menu)
        self._list.selectionModel().currentChanged.connect(self._on_current)
        self._model.modelReset.connect(self._after_reset)
        self._bridge.changed.connect(self._follow)
        self._bridge.reset.connect(self._fill_who)
        self._bridge.reset.connect(self._say_empty)

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
    def head(self) -> LogHead:
        """The filters."""
        return self._head

    @property
    def who(self) -> QComboBox:
        """Whose entries are shown."""
        return self._head.who

    @property
    def back(self) -> QToolButton:
        """The button that goes to the selected line."""
        return self._head.back

    @property
    def in_full(self) -> str:
        """The selected line with all that it says, or ''."""
        return self._full.toPlainText()

    def show_only(self, who: str) -> None:
        """Show what concerns ``who``, or everything for ''."""
        self._head.choose(who)

    def begin_to_find(self) -> None:
        """Go to the words that are looked for."""
        self._head.words.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._head.words.selectAll()

    def show_newer(self) -> bool:
        """Show everything if words that are looked for hide what is new; False if they do not."""
        if not self._head.words.text() or not self._model.newer_hidden:
            return False
        self._head.show_all()
        return True

    def select(self, who: str) -> None:
        """Note who is selected in the list: the filter can follow."""
        self._head.select(who)

    def selected_entry(self) -> int | None:
        """Return the number of the selected line's entry, from 0; None if no line is selected."""
        index = self._list.currentIndex()
        chosen = self._model.is_entry(index) and self._list.selectionModel().isSelected(index)
        return self._model.cursor_after(index) - 1 if chosen else None

    def copy(self) -> None:
        """Copy the selected lines as text, oldest first."""
        rows = sorted(self._list.selectionModel().selectedIndexes(), key=lambda index: index.row())
        if rows:
            QGuiApplication.clipboard().setText("\n".join(self._model.plain(index) for index in rows))

    def copy_all(self) -> None:
        """Copy every line shown that is in force, with the headings."""
        QGuiApplication.clipboard().setText(self._model.plain_log())

    # -- internal ------------------------------------------------------------------------------------

    def _follow(self, changes: Changes) -> None:
        if changes.joined or changes.left or changes.whole:
            self._fill_who()
        self._head.say_hidden(self._model.newer_hidden)
        self._list.paint_next()
        if self._is_read():
            self._show_full(self._list.currentIndex())
            self._list.go_along()
        else:  # nobody looks at an old line any more
            self._list.selectionModel().clear()
            self._show_full(QModelIndex())
            self._list.stay_with_now()

    def _is_read(self) -> bool:
        """True while the keyboard is in the lines or in the line in full: what is read must not go away."""
        return self._list.hasFocus() or self._full.hasFocus()

    def _fill_who(self) -> None:
        people = self._bridge.state.combatants.values() if self._bridge.is_open else ()
        self._head.fill((combatant.id, combatant.name) for combatant in people)

    def _filter(self) -> None:
        """Show what is asked for; words are looked for once every entry has been rendered."""
        if self._head.words.text().strip() and self._model.unread(READ_AHEAD):
            self._reader.start()
            return
        self._reader.stop()
        who = self._head.chosen
        combatant = self._bridge.state.combatants.get(who) if who else None
        ids = frozenset() if combatant is None else frozenset({who, combatant.slot})
        self._model.show_only(ids, self._head.words.text())
        self._head.say_hidden(self._model.newer_hidden)
        self._say_empty()
        self._list.stay_at_bottom()

    def _say_empty(self) -> None:
        self._list.say_empty(self._told_empty())

    def _told_empty(self) -> str:
        """Return what is said where no line is: what will stand there, or how to see the lines there are."""
        if not self._bridge.is_open or self._bridge.log:
            return self.tr("No line is about that. Choose Everybody and clear the words to see all.")
        told = self.tr("What happens is written here. “{add}” brings in whoever takes part.")
        told = told.format(add=called("add").rstrip("…"))
        rules = self._bridge.rules
        unlike = unlike_the_book(rules.options, rules.presets, rules.options_set)
        if unlike is None:
            return told
        text = self.tr(
            "Otherwise than “{book}”, as Encounter → Options of this encounter… has it: {options}."
        )
        return f"{told}\n{text.format(book=unlike.book, options='; '.join(unlike.options))}"

    def _read_on(self) -> None:
        if not self._bridge.is_open or not self._model.unread(READ_AHEAD):
            self._reader.stop()
            if self._bridge.is_open:
                self._filter()

    def _after_reset(self) -> None:
        self._reader.stop()
        self._head.words.blockSignals(True)
        self._head.words.clear()
        self._head.words.blockSignals(False)
        self._head.say_hidden(0)
        self._list.stay_at_bottom()
        self._on_current(QModelIndex(), QModelIndex())

    def _on_current(self, current: Index, _before: Index) -> None:
        self._show_full(current)
        if current.isValid():
            self._list.scrollTo(current)

    def _show_full(self, current: Index) -> None:
        entry = self._model.is_entry(current)
        self.back.setEnabled(entry and not self._model.is_last(current))
        self._head.say_back(undone=entry and self._model.is_undone(current))
        text = self._model.entry_text(current)
        self._full.show_text("" if text is None or not text.lines else " · ".join((text.title, *text.lines)))

    def _on_back(self) -> None:
        self._go_to(self._list.currentIndex())

    def _go_to(self, index: QModelIndex) -> None:
        if self._model.is_entry(index) and not self._model.is_last(index):
            self.undo_to.emit(self._model.cursor_after(index))

    def _show_menu(self, index: QModelIndex, point: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if self._model.is_entry(index):
            chosen = self._list.selectionModel()
            if not chosen.isSelected(index):
                self._list.setCurrentIndex(index)
            back = menu.addAction(
                self.tr("&Redo to here") if self._model.is_undone(index) else self.tr("&Undo to here")
            )
            back.setEnabled(not self._model.is_last(index))
            chosen.setCurrentIndex(index, chosen.SelectionFlag.NoUpdate)
            back.triggered.connect(self._on_back)
            now = situation(self._bridge, undone_line=self._model.is_undone(index))
            menu.setToolTipsVisible(True)
            for ident in ("mend", "leave-out"):
                why_not = sense_of(ident, now).why_not
                action = menu.addAction(on_button(ident))
                action.setObjectName(ident)
                action.setEnabled(not why_not)
                action.setToolTip(tip(as_sentence(why_not)) if why_not else "")
                action.triggered.connect(partial(self.wants.emit, ident))
            menu.addAction(self._copy)
        everything = menu.addAction(self.tr("Copy the &whole log"))
        everything.setEnabled(self._model.rowCount() > 0)
        everything.triggered.connect(self.copy_all)
        menu.popup(point)

    def _measure(self) -> None:
        """Ask for room for the head and two lines."""
        lines = self._list.verticalHeader().defaultSectionSize() * 2
        self.setMinimumHeight(self._head.minimumSizeHint().height() + lines + 4)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._measure()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape shows everything again, and leads home as everywhere."""
        if event.key() == Qt.Key.Key_Escape and self._head.is_filtered:
            self._head.show_all()
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
            event.accept()
            return
        super().keyPressEvent(event)
