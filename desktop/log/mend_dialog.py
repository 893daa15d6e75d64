"""What another past comes to, before it is done: who has what else in the end, and what no longer fits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from desktop.widgets.fields import ToneLabel, roomy
from desktop.widgets.people import fit, press_with_ctrl_return
from desktop.widgets.plain_text import PlainLabel, tip
from rulesets.fight.mending import Mended, Misfit, Verdict
from rulesets.seen.compared import compared
from rulesets.seen.scene import Scene, Viewer
from rulesets.table.commands import Command, Declare
from rulesets.table.encounter import Encounter

if TYPE_CHECKING:
    from desktop.bridge import Bridge, Entry
    from desktop.widgets.texts import Texts

MOST_ROWS = 300
"""Differences that are listed."""
MOST_MISFITS = 12
"""Lines that no longer fit and are asked for one by one; what becomes of the others is asked once."""


class MendDialog(QDialog):
    """Differences as a small table 'who: from -> to', and a choice for every line that no longer fits."""

    def __init__(
        self,
        bridge: Bridge,
        texts: Texts,
        number: int,
        command: Command | None,
        parent: QWidget | None = None,
    ) -> None:
        """Show what it comes to if the entry ``number`` had been ``command``, or None at all."""
        super().__init__(parent)
        self._bridge, self._texts = bridge, texts
        self._number, self._command = number, command
        self._verdicts: dict[int, Verdict] = {}
        self.mended: Mended | None = None
        self.choices: dict[int, QComboBox] = {}
        """Entry that does not fit → what becomes of it."""
        self.setWindowTitle(self.tr("Change what happened"))
        self._about = ToneLabel("", self, tone="text")
        self._says = ToneLabel("", self)
        self.table = QTableWidget(0, 4, self)
        self._misfits = QFormLayout()
        standard = QDialogButtonBox.StandardButton
        self._buttons = QDialogButtonBox(standard.Ok | standard.Cancel, Qt.Orientation.Horizontal, self)
        self.ok = self._buttons.button(standard.Ok)
        self.ok.setText(self.tr("C&hange it") if command is not None else self.tr("&Leave it out"))
        self.ok.setDefault(True)
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        press_with_ctrl_return(self, self.ok)
        self._lay_out()
        self._try()
        fit(self, self.sizeHint())

    def _lay_out(self) -> None:
        table = self.table
        table.setHorizontalHeaderLabels([self.tr("Who"), self.tr("What"), self.tr("From"), self.tr("To")])
        table.setAccessibleName(self.tr("What is different in the end"))
        table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        table.setTabKeyNavigation(False)
        table.verticalHeader().hide()
        table.horizontalHeader().setStretchLastSection(True)
        table.horizontalHeader().setHighlightSections(False)
        table.horizontalHeader().setDefaultAlignment(
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        )
        table.setSelectionMode(QTableWidget.SelectionMode.NoSelection)
        table.setShowGrid(False)
        for label in (self._about, self._says):
            roomy(label)
        layout = QVBoxLayout(self)
        layout.setSpacing(8)
        layout.addWidget(self._about)
        layout.addWidget(table, 1)
        layout.addLayout(self._misfits)
        layout.addWidget(self._says)
        layout.addWidget(self._buttons)

    # -- interface -----------------------------------------------------------------------------------

    @property
    def about(self) -> str:
        """What is changed into what."""
        return self._about.text()

    @property
    def says(self) -> str:
        """Where it first differs, what does not fit, or why it cannot be."""
        return self._says.text()

    def rows(self) -> list[tuple[str, ...]]:
        """Return the differences that are shown: who, what, from, to."""
        table = self.table
        cells = ([table.item(row, column) for column in range(4)] for row in range(table.rowCount()))
        return [tuple("" if cell is None else cell.text() for cell in row) for row in cells]

    def accept(self) -> None:
        """Put it in force; if that cannot be kept the window says why and nothing has changed."""
        if self.mended is None or self.mended.undecided or self.mended.refusal is not None:
            return
        if self._bridge.keep_mended(self.mended):
            super().accept()
        else:
            self.reject()

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        rows = min(14, self.table.rowCount() + 3) + 3 * len(self.choices)
        return QSize(metrics.averageCharWidth() * 84, metrics.lineSpacing() * (rows + 12))

    # -- internal ------------------------------------------------------------------------------------

    def _try(self) -> None:
        """Play the fight again with what has been decided, and show what it comes to."""
        QGuiApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)  # thousands of lines take a moment
        try:
            self.mended = mended = self._bridge.mend(self._number, self._command, self._verdicts)
        finally:
            QGuiApplication.restoreOverrideCursor()
        if mended is None:
            self._say(self.tr("The log cannot be played again from here."), ok=False)
            return
        was = self._titled(mended.old[0])
        if self._command is None:
            about = self.tr("Left out: {was}").format(was=was)
        elif mended.refusal is None:
            now = self._titled(mended.new[0])
            about = self.tr("It was: {was}\nIt will be: {now}").format(was=was, now=now)
        else:
            about = self.tr("It was: {was}").format(was=was)
        self._about.setText(about)
        self._show_differences(mended)
        for misfit in mended.misfits:
            if misfit.number not in self.choices:
                self._ask_about(misfit)
        self._conclude(mended)

    def _titled(self, entry: Entry) -> str:
        """Return what a line says; players may be looking while declarations are sealed."""
        if isinstance(entry.command, Declare) and self._bridge.scene.sealed:
            return self.tr("Declaration")
        return self._texts.title(entry)

    def _show_differences(self, mended: Mended) -> None:
        found = [
            self._texts.compared(one) for one in compared(self._look(mended.was), self._look(mended.now))
        ]
        self.table.setRowCount(min(len(found), MOST_ROWS))
        for number, row in enumerate(found[:MOST_ROWS]):
            for column, text in enumerate(row):
                item = QTableWidgetItem(text)
                item.setToolTip(tip(text))
                self.table.setItem(number, column, item)
        self.table.resizeColumnsToContents()
        self.table.setVisible(bool(found))

    def _look(self, state: Encounter) -> Scene:
        rules = self._bridge.edition(state.rules)
        viewer = self._bridge.viewer
        return (viewer if rules is None or rules is viewer.rules else Viewer(rules)).look(state)

    def _ask_about(self, misfit: Misfit) -> None:
        """Name a line that does not fit, and ask what becomes of it."""
        title, why = self._titled(misfit.entry), self._texts.refusal(misfit.refusal)
        label = PlainLabel(f"{title}\n{why}", self)
        label.setWordWrap(True)
        box = QComboBox(self)
        box.setAccessibleName(title)
        box.setAccessibleDescription(why)
        box.addItem(self.tr("choose"), None)
        box.addItem(self.tr("leave it out"), Verdict.LEAVE_OUT)
        if misfit.refusal.can_override:
            box.addItem(self.tr("it was so all the same"), Verdict.INSIST)
        box.setProperty("number", misfit.number)
        box.setToolTip(tip(why))
        box.activated.connect(self._on_decided)
        self.choices[misfit.number] = box
        self._misfits.addRow(label, box)
        row = self._misfits.rowCount() - 1
        self._misfits.setRowVisible(row, len(self.choices) <= MOST_MISFITS)

    def _on_decided(self) -> None:
        """Take over what was chosen; what nobody is asked for goes the way of the last one."""
        asked = list(self.choices.values())
        for box in asked[MOST_MISFITS:]:
            box.setCurrentIndex(min(asked[MOST_MISFITS - 1].currentIndex(), box.count() - 1))
        chosen = {number: box.currentData() for number, box in self.choices.items()}
        self._verdicts = {number: verdict for number, verdict in chosen.items() if verdict is not None}
        self._try()
        fit(self, self.size().expandedTo(self.sizeHint()))

    def _conclude(self, mended: Mended) -> None:
        if mended.refusal is not None:
            self._say(self._texts.refusal(mended.refusal), ok=False)
            return
        said = []
        if not self.table.rowCount():
            said.append(self.tr("In the end nobody has anything else."))
        if mended.first is not None:
            first = self._titled(mended.old[mended.first - mended.number])
            said.append(self.tr("What followed first differs at: {line}.").format(line=first))
        if mended.undecided:
            left = len(mended.undecided)
            text = (
                self.tr("One line no longer fits: say what becomes of it.")
                if left == 1
                else self.tr("{count} lines no longer fit: say what becomes of them.").format(count=left)
            )
            said.append(text)
        else:
            said.append(self.tr("Undo takes it back in one step."))
        self._say(" ".join(said), ok=not mended.undecided)

    def _say(self, text: str, *, ok: bool) -> None:
        self._says.set_tone("quiet" if ok else "warn")
        self._says.say(text)
        self.ok.setEnabled(ok)
        self.ok.setToolTip("" if ok else tip(text))
        self.ok.setAccessibleDescription(text)
