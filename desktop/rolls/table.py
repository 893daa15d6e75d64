"""The table in which initiative is typed: large digits, Enter goes down, nothing is pressed by mistake."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QEvent, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QLineEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem as Option,
    QTableView,
    QWidget,
)

from desktop.rolls.model import Column, RollingModel
from desktop.theme import scaled, theme_of
from desktop.widgets.fields import NumberField, TypedField

Index = QModelIndex | QPersistentModelIndex
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_WAS = "was"
"""Property of an editor: what stood in the cell."""
LARGE = 1.25
"""Size of the table's letters: it is read from a metre away."""


class NumberDelegate(QStyledItemDelegate):
    """Edits a cell with a field of whole numbers, or of cards. Enter goes on to the next row, arrows, too."""

    entered = Signal()
    moved = Signal(int)
    """Up or Down was pressed: so many rows further."""
    left = Signal()
    """Escape was pressed where nothing was typed."""

    def createEditor(self, parent: QWidget, option: Option, index: Index) -> QWidget:
        model = index.model()
        cards = isinstance(model, RollingModel) and model.takes_cards(index)
        editor = TypedField(parent) if cards else NumberField(parent)
        editor.setFrame(False)
        return editor

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Show what stands in the cell, and remember it: Escape takes back only what was typed since."""
        super().setEditorData(editor, index)
        if isinstance(editor, QLineEdit):
            editor.setProperty(_WAS, editor.text())

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """Throw dice that were typed, wherever the keys go next; how they fell goes with the total."""
        if isinstance(editor, NumberField):
            if not editor.thrown:
                editor.throw()
            if editor.fallen is not None:
                typed, fallen = editor.fallen
                model.setData(index, f"{typed} = {' '.join(str(abs(die)) for die in fallen.results)}")
                return
        super().setModelData(editor, model, index)

    def updateEditorGeometry(self, editor: QWidget, option: Option, index: Index) -> None:
        editor.setGeometry(option.rect)

    def eventFilter(self, editor: QObject, event: QEvent) -> bool:
        """Keep Enter from the dialog, whose default button it would press."""
        pressed = event.type() == QEvent.Type.KeyPress and isinstance(editor, QWidget)
        if _leaves_unchanged(editor, event) and isinstance(editor, QWidget):
            self.closeEditor.emit(editor, QStyledItemDelegate.EndEditHint.RevertModelCache)
            self.left.emit()
            return True
        if _may_not_close(editor, event):
            return True  # what is no number stays and says so; dice are thrown and looked at first
        if (
            pressed
            and isinstance(event, QKeyEvent)
            and event.key() in (*_ENTER, Qt.Key.Key_Tab, *_ROWS)  # the cell beside it may be nobody's
            and not event.modifiers() & ~_PAD
        ):
            self.commitData.emit(editor)
            self.closeEditor.emit(editor, QStyledItemDelegate.EndEditHint.NoHint)
            if event.key() in _ROWS:  # in a table arrows are for rows; a total that was typed stays as it is
                self.moved.emit(_ROWS[event.key()])
            else:
                self.entered.emit()
            return True
        return super().eventFilter(editor, event)


def _leaves_unchanged(editor: QObject, event: QEvent) -> bool:
    """Return whether Escape was pressed in a cell in which nothing was changed: it means the dialog then."""
    if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
        return False
    if event.key() != Qt.Key.Key_Escape or not isinstance(editor, QLineEdit):
        return False
    return bool(editor.text() == editor.property(_WAS))


def _may_not_close(editor: QObject, event: QEvent) -> bool:
    """Return whether a key would leave a field that cannot be read, or whose dice have just been thrown."""
    if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
        return False
    leaves = event.key() in (*_ENTER, Qt.Key.Key_Tab, Qt.Key.Key_Backtab, *_ROWS)
    if not leaves or not isinstance(editor, NumberField) or not editor.unread:
        return False
    editor.throw()
    return True


_PAD = Qt.KeyboardModifier.KeypadModifier
_ROWS: dict[int, int] = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}


class RollTable(QTableView):
    """Numbers are typed into cells, Enter and Space go on, over empty ones too. A turns awareness.

    As long as no number stands anywhere there is nothing to go through: Enter is left to the dialog. Space,
    which goes on with a fight, is pressed once too often: it goes from row to row, and to the button.
    """

    gone_through = Signal()
    """Enter was pressed behind the last number."""
    left = Signal()
    """Escape was pressed in a cell in which nothing was typed."""

    def __init__(self, model: RollingModel, parent: QWidget | None = None) -> None:
        """Show ``model``."""
        super().__init__(parent)
        self._rolling = model
        self.setModel(model)
        delegate = NumberDelegate(self)
        delegate.entered.connect(self.go_on)
        delegate.moved.connect(self._go_by)
        delegate.left.connect(self.left)
        self.setItemDelegate(delegate)
        self.verticalHeader().hide()
        self.setShowGrid(False)
        self.setAlternatingRowColors(True)
        self.setTabKeyNavigation(False)
        on = QAbstractItemView.EditTrigger
        # No SelectedClicked: its delayed editor takes away what is typed in the meantime.
        self.setEditTriggers(on.AnyKeyPressed | on.DoubleClicked | on.EditKeyPressed)
        self.setFont(scaled(self.font(), LARGE))
        self._quiet_selection()
        header = self.horizontalHeader()
        header.setFont(scaled(self.font(), 1 / LARGE))
        header.setHighlightSections(False)
        header.setMinimumSectionSize(self.fontMetrics().averageCharWidth() * 7)
        self.verticalHeader().setDefaultSectionSize(self.row_height)
        model.columnsInserted.connect(self._lay_out)
        self._lay_out()

    @property
    def row_height(self) -> int:
        """Height of a row."""
        return self.fontMetrics().height() + 12

    def keyboardSearch(self, search: str) -> None:
        """Go nowhere by letters: digits in a cell that takes none went to one that began with them."""

    def hide_columns(self, hidden: dict[Column, bool]) -> None:
        """Hide what the ruleset has no use for."""
        for column, hides in hidden.items():
            self.setColumnHidden(column, hides)

    def _lay_out(self) -> None:
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(Column.NAME, QHeaderView.ResizeMode.Stretch)
        for column in range(Column.ROLL, self.model().columnCount()):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
        self._share()

    def _share(self) -> None:
        """Give numbers the usual room, but for what names need that would be cut short beside it."""
        header, model = self.horizontalHeader(), self.model()
        shown = [at for at in range(Column.ROLL, model.columnCount()) if not self.isColumnHidden(at)]
        if not shown:
            return
        metrics = self.fontMetrics()
        usual = metrics.averageCharWidth() * (15 if self._rolling.draws else 11)
        names = (str(model.index(row, Column.NAME).data() or "") for row in range(model.rowCount()))
        name = max(map(metrics.horizontalAdvance, names), default=0) + metrics.height()
        beside = sum(self.columnWidth(at) for at in range(Column.NAME + 1, Column.ROLL))
        each = (self.viewport().width() - beside - name) // len(shown)
        for column in shown:
            header.resizeSection(column, max(header.sectionSizeHint(column), min(usual, each)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share()

    def _quiet_selection(self) -> None:
        """Mark the current cell without shouting: it is mostly empty."""
        palette, theme = self.palette(), theme_of(self.palette())
        palette.setColor(QPalette.ColorRole.Highlight, theme.selected)
        palette.setColor(QPalette.ColorRole.HighlightedText, theme.text)
        self.setPalette(palette)

    def _go_by(self, rows: int) -> None:
        """Go up or down in the column, as far as it goes."""
        current = self.currentIndex()
        index = current.siblingAtRow(current.row() + rows)
        if index.isValid():
            self.setCurrentIndex(index)

    def go_on(self) -> None:
        """Go to the next number of this column, then to whatever still wants one, then out of the table."""
        current = self.currentIndex()
        for row in range(current.row() + 1, self.model().rowCount()):
            index = current.siblingAtRow(row)
            if index.flags() & Qt.ItemFlag.ItemIsEditable:
                self.setCurrentIndex(index)
                return
        later = self._rolling.next_blank()
        if later.isValid() and later.column() > current.column():
            self.setCurrentIndex(later)
        else:
            self.gone_through.emit()

    def finish_editing(self) -> None:
        """Take over what is still being typed."""
        editor = self.focusWidget()
        if isinstance(editor, TypedField) and editor.isVisible():
            self.commitData(editor)

    @property
    def keeps_enter(self) -> bool:
        """Whether Enter goes to the next number here."""
        return self.state() == QAbstractItemView.State.EditingState or bool(self._rolling.given())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        into = bool(self.currentIndex().flags() & Qt.ItemFlag.ItemIsEditable)
        goes_on = event.key() in _ENTER or (
            event.key() == Qt.Key.Key_Space and into
        )  # it opens no empty field
        if goes_on and not event.modifiers() & ~_PAD:
            if self.keeps_enter or event.key() == Qt.Key.Key_Space:  # one key too many rolls for nobody
                self.go_on()  # an empty cell is left to the dice
            else:
                event.ignore()
            return
        aware_shown = not self.isColumnHidden(Column.AWARE)
        if event.key() == Qt.Key.Key_A and not event.modifiers() and aware_shown and not into:
            self._turn_awareness()
            return
        if not into and event.text().isdecimal():
            wanted = self._rolling.number_of(self.currentIndex())
            if wanted.isValid():  # beside it there is nothing that digits could mean
                self.setCurrentIndex(wanted)
        super().keyPressEvent(event)

    def _turn_awareness(self) -> None:
        """Make the chosen rows aware, or unaware if the current one is."""
        rows = sorted({index.row() for index in self.selectedIndexes()} or {self.currentIndex().row()})
        index = self.model().index(self.currentIndex().row(), Column.AWARE)
        if index.flags() & Qt.ItemFlag.ItemIsUserCheckable:
            checked = Qt.CheckState(index.data(Qt.ItemDataRole.CheckStateRole)) == Qt.CheckState.Checked
            self._rolling.set_aware(rows, not checked)
