"""Rows of the damage sheet: one for each target, one cell for each stage that ran, numbers to be edited."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop.damage.inputs import InputsView
from desktop.damage.model import StageCell, TargetRow
from desktop.why.asking import Asker, show_answer
from desktop.widgets.calm import calm
from desktop.widgets.citations import with_citation
from desktop.widgets.fields import NumberField
from desktop.widgets.labels import ToneLabel, plain_label
from desktop.widgets.plain_text import PlainLabel, tip
from desktop.widgets.steady import Steady
from desktop.widgets.tiles import TileLayout
from rulesets.words.explaining import Why

_HALF, _DOUBLE = 0.5, 2.0
Answer = Callable[[str, int], tuple[Why, ...]]
"""Gives why a target's stage (by its place in the pipeline; -1 is all of them) has its number."""


class StageView(QWidget):
    """One stage: its label, its number, and what it makes of what came before."""

    edited = Signal(str, object)
    """Stage id, the GM's number (None: the ruleset's own again)."""

    def __init__(self, who: str, answer: Answer, parent: QWidget | None = None) -> None:
        """Begin empty; ``answer`` says why the number of ``who`` is what it is."""
        super().__init__(parent)
        self._who = who
        self._answer = answer
        self._cell: StageCell | None = None
        self._label = ToneLabel("", self)
        self._number = NumberField(self, digits=3)
        self._fixed = PlainLabel(parent=self)
        self._fixed.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._fixed.setMinimumWidth(self._number.sizeHint().width())
        self._result = plain_label("", self)
        self._result.setWordWrap(False)
        self._result.setMinimumWidth(self.fontMetrics().horizontalAdvance("000 → 000"))
        self._back = QToolButton(self)
        self._back.setText("↺")
        self._back.setAutoRaise(True)
        self._back.setToolTip(self.tr("Edited. Give back the ruleset's number."))
        policy = self._back.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self._back.setSizePolicy(policy)
        self._back.hide()
        Asker(self._number, self._why, self._label, self._fixed, self._result)
        self._number.typed.connect(self._on_typed)
        self._back.clicked.connect(self._give_back)
        self._line = layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self._label, 1)
        layout.addWidget(self._number)
        layout.addWidget(self._fixed)
        layout.addWidget(self._result)
        layout.addWidget(self._back)

    @property
    def cell(self) -> StageCell | None:
        """What is shown."""
        return self._cell

    @property
    def number(self) -> NumberField:
        """The field of the number."""
        return self._number

    @property
    def back(self) -> QToolButton:
        """The button that gives an edit back."""
        return self._back

    def result(self) -> str:
        """Return what is shown as the result."""
        return self._result.text()

    def show_cell(self, cell: StageCell, *, edited: bool, who: str) -> None:
        """Show ``cell``; a number that the GM is typing stays."""
        self._cell = cell
        begins = cell.verb == "state" and bool(cell.after)
        same = begins and cell.after.casefold() == cell.label.casefold()
        self._label.setText(f"{cell.label}:" if begins and not same else cell.label)
        self._label.set_tone("quiet" if cell.idle else "text")
        self._label.setToolTip(tip(with_citation("", cell.cite)))
        self._number.setVisible(cell.editable)
        self._number.setAccessibleName(f"{who}: {cell.label}")
        if not edited:
            self._number.offer(str(cell.number))
        elif not self._number.hasFocus() and not self._number.text():
            self._number.put(str(cell.number))
        font = self._number.font()
        font.setBold(edited)
        self._number.setFont(font)
        number = f"+{-cell.number}" if cell.number < 0 else str(cell.number)  # what is more is taken off
        only_said = cell.verb == "state" or (cell.verb == "let" and not cell.number)
        plain = number if not cell.editable and not only_said else ""
        self._fixed.setText(plain)
        self._fixed.setVisible(not cell.editable and bool(plain))
        told = cell.verb == "state"  # several states that begin together are a list
        self._result.setWordWrap(told)
        self._label.setWordWrap(not told)
        for label, stretch in ((self._label, not told), (self._result, told)):
            self._line.setStretchFactor(label, int(stretch))
        self._result.setText("" if same else self._words(cell))
        self._back.setVisible(edited)
        self._back.setAccessibleName(
            self.tr("{stage}: give back the ruleset's number").format(stage=cell.label)
        )

    def _words(self, cell: StageCell) -> str:
        if not cell.before:
            return cell.after
        if cell.idle and cell.verb == "absorb":
            # What nothing was taken from says how much is in it, not what is left of the blow.
            return self.tr("{number} go on").format(number=cell.left)
        if cell.before == cell.after:
            return f"= {cell.after}"
        return f"{cell.before} → {cell.after}"

    def _why(self, _asked: QWidget) -> tuple[Why, ...]:
        return () if self._cell is None else self._answer(self._who, self._cell.index)

    def _on_typed(self) -> None:
        if self._cell is not None:
            self.edited.emit(self._cell.id, self._number.number)

    def _give_back(self) -> None:
        if self._cell is not None:
            self._number.put("")
            self.edited.emit(self._cell.id, None)
            self._number.setFocus()


class TargetView(Steady):
    """One target with every stage that ran on it; those that come and go while one ticks move nothing."""

    edited = Signal(str, str, object)
    """Target, stage id, the GM's number or None."""
    shared = Signal()
    """Another part of the amount is this target's."""
    _most = 0
    """How many stages have room."""
    holds = False
    """Whether the room stays as it is while shares are chosen, though a scroll bar comes or goes."""

    def __init__(self, who: str, answer: Answer, parent: QWidget | None = None) -> None:
        """Begin without stages."""
        super().__init__(parent)
        self._who = who
        self._answer = answer
        self._name = plain_label("", self, bold=True)
        self._stages: dict[int, StageView] = {}
        self._own: InputsView | None = None
        self._beside: QWidget | None = None
        """What stands beside its name of the roll of an area."""
        self.hide()
        self._tiles = TileLayout(tile=self.fontMetrics().averageCharWidth() * 38, gap=2)
        self._tiles.set_columns_gap(20)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 2, 0, 2)
        layout.setSpacing(2)
        self.share: QComboBox | None = None
        """How much of the amount is this target's; made when there are several targets."""
        self._head = QHBoxLayout()
        self._head.addWidget(self._name, 1)
        layout.addLayout(self._head)
        self._nothing = ToneLabel("", self)
        self._nothing.hide()
        layout.addWidget(self._nothing)
        layout.addLayout(self._tiles)
        self._why = QPushButton(self.tr("Why so?"), self)
        self._why.setFlat(True)
        self._why.setAutoDefault(False)
        self._why.setToolTip(self.tr("Every stage, with what it is made of, and those that did not happen"))
        self._why.clicked.connect(self._on_why)
        layout.addWidget(self._why, 0, Qt.AlignmentFlag.AlignLeft)
        self._body, self._titled = layout, False
        layout.addStretch(1)  # what is kept free below it moves no name away from its field
        policy = self.sizePolicy()
        policy.setVerticalPolicy(QSizePolicy.Policy.Minimum)
        self.setSizePolicy(policy)

    @property
    def who(self) -> str:
        """Id of the target."""
        return self._who

    @property
    def own(self) -> InputsView | None:
        """The fields of what this target alone is told, if there are any."""
        return self._own

    def part(self, amount: int) -> int:
        """Return how much of an amount is this target's, rounded down."""
        return amount if self.share is None else int(amount * float(self.share.currentData()))

    @property
    def is_doubled(self) -> bool:
        """Whether it takes double of the amount."""
        return self.share is not None and self.share.currentData() == _DOUBLE

    def choose_part(self, part: float) -> None:
        """Choose a share without telling so, if it is one that can be chosen."""
        found = -1 if self.share is None else self.share.findData(part)
        if self.share is not None and found >= 0:
            blocked = self.share.blockSignals(True)
            self.share.setCurrentIndex(found)
            self.share.blockSignals(blocked)

    def put_part(self, amount: int, part: int) -> None:
        """Choose the share that makes this ``part`` of the amount, if one does."""
        if part == amount // 2:
            self._offer_half(offered=True)  # what was applied as half once stands there as half
        for number in range(self.share.count() if self.share is not None else 0):
            if self.share is not None and int(amount * float(self.share.itemData(number))) == part:
                self.share.setCurrentIndex(number)
                return

    def kept(self) -> int:
        """Return which share is chosen, by its place; 0 is all of it."""
        return 0 if self.share is None else self.share.currentIndex()

    def take_up(self, kept: int) -> None:
        """Choose a share by its place."""
        if self.share is not None:
            self.share.setCurrentIndex(kept)

    def offer_share(self, name: str, *, offered: bool, half: bool) -> None:
        """Let the GM choose how much of the amount is this target's, or give it all.

        Without ``half`` that is no choice: what is ticked beside it halves already, and is seen as a stage.
        """
        if self.share is None and offered:
            self.share = self._made_share()
        if self.share is not None:
            self.share.setAccessibleName(self.tr("{name}: how much of it").format(name=name))
            self.share.setVisible(offered)
            self._offer_half(offered=half)
        if not offered:
            self.whole()

    def whole(self) -> None:
        """Give it all of the amount."""
        if self.share is not None:
            self.share.blockSignals(True)
            self.share.setCurrentIndex(0)
            self.share.blockSignals(False)

    def _made_share(self) -> QComboBox:
        box = QComboBox(self)
        for text, part in ((self.tr("all of it"), 1.0), (self.tr("double"), _DOUBLE), (self.tr("none"), 0.0)):
            box.addItem(text, part)
        box.setToolTip(self.tr("How much of the amount this target takes; half is rounded down"))
        calm(box)
        box.currentIndexChanged.connect(self.shared)
        self._head.insertWidget(1 if self._beside is None else 2, box)
        return box

    def _offer_half(self, *, offered: bool) -> None:
        """Have half among the shares, or not; a share that is chosen stays."""
        if self.share is None:
            return
        found, blocked = self.share.findData(_HALF), self.share.blockSignals(True)
        if offered and found < 0:
            self.share.insertItem(1, self.tr("half"), _HALF)
        elif not offered and found >= 0 and found != self.share.currentIndex():
            self.share.removeItem(found)
        self.share.blockSignals(blocked)

    def give_to(self, who: str) -> None:
        """Be the view of another target, without a stage; nothing may be asked of this one alone."""
        self._who = who
        self.whole()
        self.drop_stages()
        self.clear()

    def ask(self, own: InputsView | None, name: str) -> None:
        """Show fields of what this target alone is told, beside its name; None: it has none any more."""
        if self._own is not None:
            self._head.removeWidget(self._own)
        self._own = own
        self._name.setMinimumHeight(0)
        if own is not None:
            self._name.setText(name)
            self._name.show()
            first = own.in_order()[0].sizeHint().height() if own.in_order() else 0
            self._name.setMinimumHeight(first)  # level with the first line of what is asked
            self._head.setAlignment(self._name, Qt.AlignmentFlag.AlignTop)
            self._head.insertWidget(self._head.count() - int(self._titled), own, 2)
            own.show()
        self.clear()

    def put_beside(self, widget: QWidget | None, name: str = "") -> None:
        """Show beside the name what a roll has come to, or the field for one; None: nothing any more."""
        if self._beside is not None:
            self._head.removeWidget(self._beside)
        self._beside = widget
        if widget is not None:
            self._name.setText(name)
            self._name.show()
            self._head.insertWidget(1, widget)
            widget.show()
            self.show()

    def stages(self) -> list[StageView]:
        """Return the stages shown, first one first."""
        return [view for view in self._stages.values() if not view.isHidden()]

    def stage(self, stage_id: str) -> StageView:
        """Return the view of a stage that ran."""
        return next(v for v in self.stages() if v.cell is not None and v.cell.id == stage_id)

    def show_row(self, row: TargetRow, name: str, *, titled: bool, edits: dict[str, int]) -> bool:
        """Show the stages of ``row``; views that are there keep the focus.

        Returns whether some had to be made, which Tab comes to last until it is told where they stand.
        """
        self._name.setText(name)
        self._name.setVisible(titled)
        self.show()
        self._place_why(titled=titled)
        self._why.show()
        self._why.setAccessibleName(self.tr("Why so? {name}").format(name=name))
        self._nothing.say("" if row.cells else self.tr("Nothing changes."))
        shown = {cell.index for cell in row.cells}
        new = shown - self._stages.keys()
        for cell in row.cells:
            if cell.index in new:
                self._insert(cell.index)
            self._stages[cell.index].show_cell(cell, edited=cell.id in edits, who=name)
        for index, view in self._stages.items():
            kept = view.cell is not None and view.cell.id in edits  # edited, and it does not happen any more
            view.setVisible(index in shown or kept)
        return bool(new)

    def _place_why(self, *, titled: bool) -> None:
        """Have the question behind the name, where there is one: of many each line counts."""
        if titled == self._titled:
            return
        self._titled = titled
        if titled:
            self._body.removeWidget(self._why)
            self._head.addWidget(self._why)
        else:
            self._head.removeWidget(self._why)
            self._body.insertWidget(self._body.count() - 1, self._why, 0, Qt.AlignmentFlag.AlignLeft)

    def clear(self) -> None:
        """Show no stages, and nothing at all if nothing is asked."""
        self.setVisible(self._own is not None or self._beside is not None)
        self._why.hide()
        self._nothing.say("")
        for view in self._stages.values():
            view.hide()

    def make_room(self, most: int) -> None:
        """Keep room for so many stages, which a tick can bring, until what was typed is gone."""
        self._most = max(self._most, most)

    def still_to_come(self) -> int:
        shown = self.stages()
        if self.holds or not shown or len(shown) >= self._most:
            return 0
        height = max(view.sizeHint().height() for view in shown) + self._tiles.spacing()
        return height * (self._rows_of(self._most) - self._rows_of(len(shown)))

    def _rows_of(self, stages: int) -> int:
        return -(-stages // self._tiles.columns(self.width(), stages)[0])

    def forget(self) -> None:
        self._most, self.holds = 0, False
        super().forget()

    def measure_anew(self) -> None:
        if self.holds:
            self.settle()
        else:
            super().measure_anew()

    def drop_stages(self) -> None:
        """Take all stages away: another pipeline was chosen."""
        for view in self._stages.values():
            self._tiles.removeWidget(view)
            view.deleteLater()
        self._stages = {}

    def _insert(self, index: int) -> None:
        """Put a stage's view where the pipeline has the stage; the tiles are laid out in that order."""
        view = StageView(self._who, self._answer, self)
        view.edited.connect(self._on_edited)
        before = [other for other in self._stages if other < index]
        self._tiles.insert(len(before), view)
        self._stages[index] = view
        self._stages = dict(sorted(self._stages.items()))

    def _on_why(self) -> None:
        """Say of what is shown why it is so, and behind that of every other stage why it did not happen."""
        shown = {index for index, view in self._stages.items() if not view.isHidden()}
        first = [why for index in sorted(shown) for why in self._answer(self._who, index)]
        others = [why for why in self._answer(self._who, -1) if why not in first]
        show_answer((*first, *others), self._why, keep=self)

    def _on_edited(self, stage: str, number: object) -> None:
        self.edited.emit(self._who, stage, number)
