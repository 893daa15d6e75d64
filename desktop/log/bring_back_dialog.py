"""Which of the steps that were cut off come back, and what is cut off in their place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QDateTime,
    QLocale,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialogButtonBox,
    QHeaderView,
    QListWidget,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from desktop.widgets.dialogs import press_with_ctrl_return
from desktop.widgets.fight_dialog import FightDialog
from desktop.widgets.labels import ToneLabel, roomy
from desktop.widgets.plain_text import tip

if TYPE_CHECKING:
    from desktop.bridge import Branch, Bridge
    from desktop.widgets.texts import Texts

Index = QModelIndex | QPersistentModelIndex
MOST_STEPS = 200
"""Steps of the chosen branch that are listed."""


class _Branches(QAbstractTableModel):
    """What can be brought back, the newest first; put into words when it is looked at."""

    def __init__(self, bridge: Bridge, texts: Texts, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._texts = bridge, texts
        self.branches: Sequence[Branch] = bridge.branches()
        self._steps: dict[int, tuple[int, list[str]]] = {}
        self._heads = (self.tr("Last done"), self.tr("Steps"), self.tr("First step"), self.tr("Last step"))

    def steps(self, row: int) -> tuple[int, list[str]]:
        """Return how many steps a branch shares with the log, and its own in words."""
        if row not in self._steps:
            try:
                shared, entries = self._bridge.branch(self.branches[row].tip)
                self._steps[row] = (
                    shared,
                    [self._texts.title(entry, sealed=self._bridge.scene.sealed) for entry in entries],
                )
            except (ValueError, OSError):
                self._steps[row] = len(self._bridge.line), [self.tr("These steps cannot be read.")]
        return self._steps[row]

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.branches)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._heads)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self._heads[section]
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        text = self._cell(index)
        return tip(text) if role == Qt.ItemDataRole.ToolTipRole else text

    def _cell(self, index: Index) -> str:
        branch = self.branches[index.row()]
        match index.column():
            case 0:
                at = QDateTime.fromSecsSinceEpoch(int(branch.at))
                return QLocale().toString(at, QLocale.FormatType.ShortFormat)
            case 1:
                return str(branch.length)
            case 2:
                return self.steps(index.row())[1][0]
            case _:
                return self.steps(index.row())[1][-1]


class BringBackDialog(FightDialog):
    """A list of branches, the steps of the chosen one, and a button that puts them in force."""

    def __init__(self, bridge: Bridge, texts: Texts, parent: QWidget | None = None) -> None:
        """Offer what was cut off from the bridge's encounter."""
        super().__init__(parent)
        self._bridge = bridge
        self.setWindowTitle(self.tr("Bring back steps"))
        self._model = _Branches(bridge, texts, self)
        self._about = ToneLabel("", self)
        roomy(self._about)
        self.table = QTableView(self)
        self.steps = QListWidget(self)
        self.steps.setAccessibleName(self.tr("The steps in their order"))
        self.steps.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        standard = QDialogButtonBox.StandardButton
        self._buttons = QDialogButtonBox(standard.Ok | standard.Cancel, Qt.Orientation.Horizontal, self)
        self.ok = self._buttons.button(standard.Ok)
        self._fill_table()
        self._lay_out()
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        self.table.selectionModel().currentRowChanged.connect(self._show)
        self.table.doubleClicked.connect(self.accept)
        press_with_ctrl_return(self, self.ok)
        self.ok.setDefault(True)
        there = bool(self._model.branches)
        self.table.setVisible(there)
        self.steps.setVisible(there)
        if there:
            self.table.selectRow(0)
        else:
            self.ok.setText(self.tr("Bring back"))
            self.ok.setEnabled(False)
            self._about.say(
                self.tr("Nothing has been cut off. Steps are when something new is done after an undo.")
            )

    def _fill_table(self) -> None:
        table = self.table
        table.setModel(self._model)
        table.setAccessibleName(self.tr("Steps that were cut off"))
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setTabKeyNavigation(False)
        table.setShowGrid(False)
        table.setWordWrap(False)
        table.verticalHeader().hide()
        header = table.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        letter = self.fontMetrics().averageCharWidth()
        for column, width in enumerate((20, 8)):
            header.resizeSection(column, width * letter)
        for column in (2, 3):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setSpacing(8)
        layout.addWidget(self.table, 1)
        layout.addWidget(self._about)
        layout.addWidget(self.steps, 1)
        layout.addWidget(self._buttons)
        letter, line = self.fontMetrics().averageCharWidth(), self.fontMetrics().lineSpacing()
        self.resize(letter * 90, line * 24)

    # -- interface -----------------------------------------------------------------------------------

    @property
    def about(self) -> str:
        """What bringing back the chosen steps comes to."""
        return self._about.text()

    def accept(self) -> None:
        """Bring the chosen steps back; if that cannot be kept the window says why and nothing has changed."""
        row = self.table.currentIndex().row()
        if not 0 <= row < len(self._model.branches):
            return
        if self._bridge.bring_back(self._model.branches[row].tip):
            super().accept()
        else:
            self.reject()

    # -- internal ------------------------------------------------------------------------------------

    def _show(self, current: QModelIndex, _before: QModelIndex) -> None:
        shared, steps = self._model.steps(current.row())
        gone = len(self._bridge.line) - shared
        self.steps.clear()
        self.steps.addItems([f"{number}.  {step}" for number, step in enumerate(steps[:MOST_STEPS], 1)])
        if len(steps) > MOST_STEPS:
            self.steps.addItem(self.tr("… and {count} more").format(count=len(steps) - MOST_STEPS))
        count = self.tr("Bring back 1 step") if len(steps) == 1 else self.tr("Bring back {count} steps")
        self.ok.setText(count.format(count=len(steps)))
        self._about.say(self._instead(gone))

    def _instead(self, gone: int) -> str:
        """Say what becomes of the steps that stand in the same place now."""
        if not gone:
            return self.tr("They follow the last step of the log. Nothing is cut off.")
        if gone == 1:
            return self.tr("The last step of the log is cut off for them; it can be brought back in turn.")
        text = self.tr(
            "The last {count} steps of the log are cut off for them; they can be brought back in turn."
        )
        return text.format(count=gone)
