"""What another past comes to, before it is done: who has what else in the end, and what no longer fits."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSize, Qt, QTimer
from PySide6.QtWidgets import (
    QComboBox,
    QDialogButtonBox,
    QFrame,
    QGridLayout,
    QProgressBar,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from desktop.widgets.dialogs import fit, press_with_ctrl_return
from desktop.widgets.fight_dialog import FightDialog
from desktop.widgets.labels import ToneLabel, roomy
from desktop.widgets.plain_table import PlainTable
from desktop.widgets.plain_text import PlainLabel, tip
from desktop.widgets.read_table import ReadTable
from rulesets.fight.mending import Mended, Misfit, Verdict
from rulesets.seen.compared import compared
from rulesets.seen.scene import Scene, Viewer
from rulesets.table.commands import Command
from rulesets.table.encounter import Encounter

if TYPE_CHECKING:
    from desktop.bridge import Bridge, Entry
    from desktop.widgets.texts import Texts
    from rulesets.fight.mending import Replaying
    from rulesets.words.compared import Row

MOST_ROWS = 300
"""Differences that are listed."""
MOST_ASKED = 40
"""Lines that no longer fit and are asked for one by one; what becomes of more is asked once."""
AT_ONCE, SLICE = 0.15, 0.03
"""Seconds of work before the dialog is shown, and between two looks at keys and mouse."""
FEW = 16
"""Entries that are played again between two looks at the clock."""


class Differences(ReadTable):
    """Who has what else in the end: one row each, 'who: from -> to'."""

    def __init__(self, parent: QObject) -> None:
        """Begin without rows."""
        super().__init__(parent)
        self._rows: Sequence[Row] = ()
        self._heads = (self.tr("Who"), self.tr("What"), self.tr("From"), self.tr("To"))

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Show other differences."""
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def entries(self) -> Sequence[Row]:
        return self._rows

    def titles(self) -> tuple[str, ...]:
        return self._heads

    def cell(self, entry: Row, column: int) -> str:
        return entry[column]

    def beside(self, entry: Row, column: int, role: int) -> str | None:
        return tip(entry[column]) if role == Qt.ItemDataRole.ToolTipRole else None


class Verdicts(QScrollArea):
    """What no longer fits, line by line, each with what becomes of it; and one choice for all of them."""

    def __init__(self, parent: QWidget) -> None:
        """Begin without lines."""
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._inside = QWidget(self)
        self._grid = QGridLayout()
        rows = QVBoxLayout(self._inside)
        rows.setContentsMargins(0, 0, 4, 0)
        rows.addLayout(self._grid)
        rows.addStretch(1)
        self._grid.setColumnStretch(0, 1)
        self.setWidget(self._inside)
        self.boxes: dict[int, QComboBox] = {}
        self._labels: dict[int, PlainLabel] = {}
        self.all_label, self.everything = PlainLabel("", self._inside), QComboBox(self._inside)
        self._grid.addWidget(self.all_label, 0, 0)
        self._grid.addWidget(self.everything, 0, 1)
        self.all_label.setBuddy(self.everything)
        _fill(self.everything, may_insist=True)
        self.hide()

    def ask(self, misfit: Misfit, title: str, why: str) -> QComboBox:
        """Name a line that does not fit, and return what asks what becomes of it."""
        label, box = PlainLabel(f"{title}\n{why}", self._inside), QComboBox(self._inside)
        label.setWordWrap(True)
        box.setAccessibleName(title)
        box.setAccessibleDescription(why)
        _fill(box, may_insist=misfit.refusal.can_override)
        box.setToolTip(tip(why))
        row = self._grid.rowCount()
        self._grid.addWidget(label, row, 0, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(box, row, 1, Qt.AlignmentFlag.AlignTop)
        self.boxes[misfit.number], self._labels[misfit.number] = box, label
        return box

    def show_only(self, numbers: set[int], count: int) -> None:
        """Show the lines of these numbers: others may fit again by what was decided since."""
        for number, box in self.boxes.items():
            box.setVisible(number in numbers)
            self._labels[number].setVisible(number in numbers)
        for widget in (self.all_label, self.everything):
            widget.setVisible(count > 1)
        self.all_label.setText(self.tr("&All {count} lines").format(count=count))
        self.everything.setAccessibleName(self.all_label.text().replace("&", ""))
        self.setVisible(bool(count))
        self.setMinimumHeight(min(self.wanted, self.fontMetrics().lineSpacing() * 9))
        self.setMaximumHeight(self.wanted)

    @property
    def wanted(self) -> int:
        """How high it would like to be."""
        layout = self._inside.layout()
        width = max(self.viewport().width(), self.fontMetrics().averageCharWidth() * 84)
        return (layout.heightForWidth(width) if layout is not None else 0) + 4


def _fill(box: QComboBox, *, may_insist: bool) -> None:
    box.addItem(box.tr("choose"), None)
    box.addItem(box.tr("leave it out"), Verdict.LEAVE_OUT)
    if may_insist:
        box.addItem(box.tr("it was so all the same"), Verdict.INSIST)


class MendDialog(FightDialog):
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
        self._replaying: Replaying | None = None
        self._over = False
        """Whether the dialog is closed: what comes then is the window's business."""
        self.mended: Mended | None = None
        """What it comes to; None while it is worked out."""
        self.setWindowTitle(self.tr("Change what happened"))
        self._about = ToneLabel("", self, tone="text")
        self._says = ToneLabel("", self)
        self._model = Differences(self)
        self.table = PlainTable(self._model, self.tr("What is different in the end"), self)
        self.verdicts = Verdicts(self)
        self.progress = QProgressBar(self)
        self.progress.setAccessibleName(self.tr("Played again"))
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._go_on)
        standard = QDialogButtonBox.StandardButton
        self._buttons = QDialogButtonBox(standard.Ok | standard.Cancel, Qt.Orientation.Horizontal, self)
        self.ok = self._buttons.button(standard.Ok)
        self.ok.setText(self.tr("C&hange it") if command is not None else self.tr("&Leave it out"))
        self.ok.setDefault(True)
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        press_with_ctrl_return(self, self.ok)
        self._lay_out()
        self.verdicts.everything.activated.connect(self._on_all_decided)
        bridge.changed.connect(self._begin)
        bridge.reset.connect(self.reject)
        self._begin()
        fit(self, self.sizeHint())

    def _lay_out(self) -> None:
        self.table.set_widths(3, 20, 22, 16, 16)
        for label in (self._about, self._says):
            roomy(label)
        self.progress.hide()
        layout = QVBoxLayout(self)
        layout.setSpacing(8)
        layout.addWidget(self._about)
        layout.addWidget(self.table, 1)
        layout.addWidget(self.verdicts)
        layout.addWidget(self.progress)
        layout.addWidget(self._says)
        layout.addWidget(self._buttons)

    # -- interface -----------------------------------------------------------------------------------

    @property
    def choices(self) -> dict[int, QComboBox]:
        """Entry that does not fit → what becomes of it."""
        return self.verdicts.boxes

    @property
    def about(self) -> str:
        """What is changed into what."""
        return self._about.text()

    @property
    def afterwards(self) -> str:
        """What was changed into what, once that is done."""
        if self._command is None or self.mended is None:
            return self.about
        was, now = self._titled(self.mended.old[0]), self._titled(self.mended.new[0])
        return self.tr("It was: {was} · It is: {now}").format(was=was, now=now)

    @property
    def says(self) -> str:
        """Where it first differs, what does not fit, or why it cannot be."""
        return self._says.text()

    def rows(self) -> list[tuple[str, ...]]:
        """Return the differences that are shown: who, what, from, to."""
        return [tuple(row) for row in self._model.entries()]

    def accept(self) -> None:
        """Put it in force; if that cannot be kept the window says why and nothing has changed."""
        if self.mended is None or self.mended.undecided or self.mended.refusal is not None:
            return
        mended, self._over = self.mended, True
        if self._bridge.keep_mended(mended):
            super().accept()
        else:
            self.reject()

    def done(self, result: int) -> None:
        """Close, and work nothing out any more."""
        self._over = True
        self._timer.stop()
        super().done(result)

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        rows = max(3, min(14, self._model.rowCount())) + 3
        height = rows * (metrics.height() + 8) + metrics.lineSpacing() * 8
        asked = min(self.verdicts.wanted, metrics.lineSpacing() * 14) if self.verdicts.boxes else 0
        return QSize(metrics.averageCharWidth() * 90, height + asked)

    # -- playing it again ----------------------------------------------------------------------------

    def _begin(self) -> None:
        """Play the fight again with what has been decided: at once if that is soon done, or bit by bit."""
        if self._over:
            return
        before, self.mended = self._replaying, None
        self._replaying = self._bridge.replaying(self._number, self._command, self._verdicts, before)
        if self._replaying is None:
            self._timer.stop()
            self._say(self.tr("The log cannot be played again from here."), ok=False)
            return
        self._play(AT_ONCE)
        if self.mended is None:
            self.progress.setRange(0, self._replaying.count)
            self.progress.show()
            self._say(self.tr("What followed is played again…"), ok=False)
            self._timer.start(0)

    def _go_on(self) -> None:
        self._play(SLICE)

    def _play(self, seconds: float) -> None:
        replaying, until = self._replaying, time.thread_time() + seconds
        if replaying is None:
            return
        replaying.play(FEW)
        while not replaying.whole and time.thread_time() < until:
            replaying.play(FEW)
        self.progress.setValue(replaying.played)
        if replaying.whole:
            self._timer.stop()
            self.progress.hide()
            self._show_mended(replaying.result)

    # -- what comes of it ----------------------------------------------------------------------------

    def _show_mended(self, mended: Mended) -> None:
        self.mended = mended
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
            if misfit.number not in self.choices and len(self.choices) < MOST_ASKED:
                self._ask_about(misfit)
        self.verdicts.show_only({one.number for one in mended.misfits}, len(mended.misfits))
        self._conclude(mended)
        if not self.choices:
            self.ok.setFocus()  # Return does it; in the table it would choose a row
        elif self.focusWidget() not in (self.verdicts.everything, *self.choices.values()):
            asked = self.verdicts.everything if len(mended.misfits) > 1 else next(iter(self.choices.values()))
            (self.ok if self.ok.isEnabled() else asked).setFocus()
        if self.isVisible():
            fit(self, self.size().expandedTo(self.sizeHint()))

    def _titled(self, entry: Entry) -> str:
        """Return what a line says; players may be looking while declarations are sealed."""
        return self._texts.title(entry, sealed=self._bridge.scene.sealed)

    def _show_differences(self, mended: Mended) -> None:
        found = [
            self._texts.compared(one) for one in compared(self._look(mended.was), self._look(mended.now))
        ]
        self._model.show_rows(found[:MOST_ROWS])
        self.table.setVisible(bool(found))

    def _look(self, state: Encounter) -> Scene:
        rules = self._bridge.edition(state.rules)
        viewer = self._bridge.viewer
        return (viewer if rules is None or rules is viewer.rules else Viewer(rules)).look(state)

    def _ask_about(self, misfit: Misfit) -> None:
        """Name a line that does not fit, and ask what becomes of it."""
        box = self.verdicts.ask(misfit, self._titled(misfit.entry), self._texts.refusal(misfit.refusal))
        verdict = self._verdicts.get(misfit.number)
        if verdict is not None:
            box.setCurrentIndex(max(0, box.findData(verdict)))
        box.activated.connect(self._on_decided)

    def _on_decided(self) -> None:
        """Take over what was chosen."""
        for number, box in self.choices.items():
            if box.currentData() is None:
                self._verdicts.pop(number, None)
            else:
                self._verdicts[number] = box.currentData()
        self._begin()

    def _on_all_decided(self) -> None:
        """Take over for all lines what was chosen once: who cannot insist on one leaves it out."""
        verdict: Verdict | None = self.verdicts.everything.currentData()
        if self.mended is None or verdict is None:
            return
        for misfit in self.mended.misfits:
            can = misfit.refusal.can_override
            self._verdicts[misfit.number] = verdict if can else Verdict.LEAVE_OUT
            box = self.choices.get(misfit.number)
            if box is not None:
                box.setCurrentIndex(box.findData(self._verdicts[misfit.number]))
        self._begin()

    def _conclude(self, mended: Mended) -> None:
        if mended.refusal is not None:
            self._say(self._texts.refusal(mended.refusal), ok=False)
            return
        said = []
        if not self._model.rowCount():
            said.append(self.tr("In the end nobody has anything else."))
        if mended.first is not None:
            first = self._titled(mended.old[mended.first - mended.number])
            said.append(self.tr("What followed first differs at: {line}.").format(line=first))
        said += self._turns(mended)
        if mended.undecided:
            left = len(mended.undecided)
            text = (
                self.tr("One line no longer fits: say what becomes of it.")
                if left == 1
                else self.tr("{count} lines no longer fit: say what becomes of them.").format(count=left)
            )
            said.append(text)
        elif mended.new:
            said.append(self.tr("Undo takes it back in one step."))
        else:
            said.append(self.tr("It is the last line: Redo brings it back."))
        self._say(" ".join(said), ok=not mended.undecided)

    def _turns(self, mended: Mended) -> list[str]:
        """Say whose turns come now, too, and whose come no more."""
        told = []
        if mended.passed:
            text = self.tr("Turns that come now, too, with nothing done in them: {names}.")
            told.append(text.format(names=self._counted(mended.passed)))
        if mended.lost:
            text = self.tr("Turns that do not come any more: {names}.")
            told.append(text.format(names=self._counted(mended.lost)))
        return told

    def _counted(self, slots: Sequence[str]) -> str:
        return ", ".join(
            self._texts.name(slot) if times == 1 else f"{self._texts.name(slot)} ({times}×)"
            for slot, times in Counter(filter(None, slots)).items()
        )

    def _say(self, text: str, *, ok: bool) -> None:
        self._says.set_tone("quiet" if ok or self.mended is None else "warn")
        self._says.say(text)
        self.ok.setEnabled(ok)
        self.ok.setToolTip("" if ok else tip(text))
        self.ok.setAccessibleDescription(text)
