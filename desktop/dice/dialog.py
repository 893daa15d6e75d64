"""A line for any roll, typed or chosen by name: each die is shown, and the log keeps it if wanted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialogButtonBox,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from desktop.bridge import Entry
from desktop.widgets import fuzzy
from desktop.widgets.announcing import announce
from desktop.widgets.dialogs import grow, press_with_ctrl_return
from desktop.widgets.field_note import examples, why_no_number
from desktop.widgets.fight_dialog import FightDialog
from desktop.widgets.labels import ToneLabel, roomy
from desktop.widgets.roll_marks import left_out, marks, told
from rulesets.formula.amounts import Amount, AmountError, Wrong, read_amount
from rulesets.formula.compiling import FormulaError
from rulesets.formula.wild import throw
from rulesets.seen.queries import pipeline_for
from rulesets.seen.throws import Throwable, knows_attacks, rolled_besides, throwables, too_low, with_dice
from rulesets.seen.why.explain import explain_formula
from rulesets.table.commands import Throw
from rulesets.table.refusal import Refusal

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.widgets.texts import Texts
    from rulesets.words.rolls import RollText

MOST_EARLIER = 4
"""Rolls before the last one that are still shown."""


class DiceDialog(FightDialog):
    """Return rolls, as often as wanted; Ctrl+Return keeps the roll that is shown in the log, and goes on."""

    def __init__(
        self, bridge: Bridge, texts: Texts, who: str, parent: QWidget | None = None, *, usual: str = ""
    ) -> None:
        """Offer what ``who`` can roll by name: what was announced, then ``usual`` (see :attr:`named`).

        '' is nobody, who can roll dice and sums.
        """
        super().__init__(parent)
        self._bridge, self._texts = bridge, texts
        self._who = bridge.state.combatants.get(who)
        self._all = sorted(
            throwables(bridge.scene, self._who), key=lambda one: (not one.meant, one.key != usual)
        )
        self.named = usual
        """What was rolled by name last."""
        self._targets = [fuzzy.target(self._name(one)) for one in self._all]
        self._rolled: Throw | None = None
        self._kept: Throw | None = None
        """The roll that went into the log last."""
        self._told: list[str] = []
        name = self._who.name if self._who is not None else ""
        self.setWindowTitle(self.tr("Roll: {name}").format(name=name) if name else self.tr("Roll"))
        self.line = QLineEdit(self)
        self.line.setAccessibleName(self.tr("What is rolled"))
        self.line.setPlaceholderText(self.tr("3d8+4, 3D+1, 3d8 = 5 6 6, or a name"))
        self.line.setClearButtonEnabled(True)
        self.list = QListWidget(self)
        self.list.setAccessibleName(self.tr("What can be rolled by name"))
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.setUniformItemSizes(True)
        self._make_labels()
        role = QDialogButtonBox.ButtonRole
        self._buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Close, Qt.Orientation.Horizontal, self
        )
        self.roll = self._buttons.addButton(self.tr("&Roll"), role.ActionRole)
        self.keep = self._buttons.addButton(self.tr("&Keep in the log"), role.ActionRole)
        self.roll.setDefault(True)
        self._lay_out()
        self._connect()
        self.list.setVisible(bool(self._all))
        self._ask("")
        self._show()
        self.line.setFocus()

    def holds_typed(self) -> bool:
        """Return whether something stands there that was not rolled yet."""
        return bool(self.line.text().strip()) and self._rolled is None

    def _make_labels(self) -> None:
        self._note, self._made, self._earlier = (ToneLabel("", self) for _ in range(3))
        self._result = ToneLabel("", self, tone="text")
        for label in (self._note, self._result, self._made, self._earlier):
            roomy(label)
        font = self._result.font()
        font.setPointSizeF(font.pointSizeF() * 1.3)
        self._result.setFont(font)

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setSpacing(6)
        for widget in (
            self.line,
            self._note,
            self.list,
            self._result,
            self._made,
            self._earlier,
            self._buttons,
        ):
            layout.addWidget(widget, 1 if widget is self.list else 0)

    def _connect(self) -> None:
        self.line.textChanged.connect(self._ask)
        self.list.itemActivated.connect(self.throw)
        self.list.currentRowChanged.connect(self._say_what)
        self.roll.clicked.connect(self.throw)
        self.keep.clicked.connect(self.keep_it)
        self._buttons.rejected.connect(self.reject)
        press_with_ctrl_return(self, self.keep)

    # -- interface -----------------------------------------------------------------------------------

    @property
    def said(self) -> str:
        """What was rolled last, in words, or ''."""
        return self._told[-1] if self._told else ""

    @property
    def offers(self) -> bool:
        """Whether anything can be rolled by name that the rules do not ask for by themselves: an attack.

        Damage alone is none.
        """
        return bool(self._all) and not self._all[0].aside and not self._all[0].harm

    @property
    def made(self) -> str:
        """What the result of a formula is added up from, or ''."""
        return self._made.text()

    @property
    def note(self) -> str:
        """What is said of what stands in the line."""
        return self._note.text()

    def attack(self) -> None:
        """Roll the attack that is likeliest at once; where none is known say so, and propose nothing else."""
        if self.offers:
            self.throw()
            return
        self.list.setCurrentRow(-1)
        self._note.set_tone("warn")
        self._note.say(self._no_attack())
        grow(self)

    def _no_attack(self) -> str:
        """Say what is missing: an attack of this one, or any in the rules; then what they roll instead."""
        rules = self._bridge.rules
        if knows_attacks(rules):
            known = self.tr(
                "No attack of {name} is known: type its dice, as in d20+5. What stands in the notes as "
                "“Sword +5 (1d8+2)” is known."
            )
            return known.format(name=self._who.name if self._who is not None else "")
        harm = rules.pipelines.get(pipeline_for(rules, "damage"))
        text = self.tr(
            "Type the dice of your own book here, and enter what they deal as {damage}: in these rules is no "
            "roll to attack, what they roll is {rolled}. What stands in the notes as “Sword +5 (1d8+2)” "
            "has its damage here."
        )
        return text.format(rolled=rolled_besides(rules), damage="" if harm is None else harm.label)

    def throw(self) -> bool:
        """Roll what stands in the line, or what is chosen under it; False if that cannot be."""
        order = self._ordered()
        chosen = None if isinstance(self._amount(), Amount) else self._chosen()
        short = None if chosen is None else too_low(self._bridge.rules, chosen)
        outcome = None if order is None else short or self._bridge.preview(order)
        if order is None or outcome is None or isinstance(outcome, Refusal):
            self._note.set_tone("bad")
            self._note.say(self._texts.refusal(outcome) if isinstance(outcome, Refusal) else self._wrong())
            return False
        self._rolled = order
        self._told.append(self._texts.title(Entry(order, outcome.events)))  # type: ignore[arg-type]
        self._made.say(self._made_of(order))
        self._show()
        announce(self.line, self.said)
        self.line.selectAll()
        return True

    def keep_it(self) -> None:
        """Keep what was rolled in the log, each roll once, and roll first if nothing was; then go on."""
        if self._rolled is None and not self.throw():
            return
        order = self._rolled
        if order is not None and order is not self._kept and self._bridge.dispatch(order) is not None:
            self._kept = order
        if order is self._kept:
            self._note.set_tone("quiet")
            self._note.say(self.tr("It is in the log. Type the next roll, or press Esc."))
        self.line.setFocus()
        self.line.selectAll()

    def sizeHint(self) -> QSize:
        rows = min(8, max(3, len(self._all)))
        metrics = self.fontMetrics()
        return QSize(metrics.averageCharWidth() * 64, metrics.lineSpacing() * (rows + 12))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and Down go along the names while one types."""
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if step is not None and self.line.hasFocus() and self.list.count():
            row = self.list.currentRow() + step
            self.list.setCurrentRow(min(max(row, 0), self.list.count() - 1))
            event.accept()
            return
        super().keyPressEvent(event)

    # -- internal ------------------------------------------------------------------------------------

    def _name(self, one: Throwable) -> str:
        if one.harm:
            return self.tr("{attack}: damage").format(attack=one.label)
        return f"{one.label}, {one.of}" if one.of else one.label

    def _row(self, one: Throwable) -> str:
        said = f"{self._name(one)}   {one.dice}"
        return self.tr("{roll}   (announced)").format(roll=said) if one.announced else said

    def _fitting(self, text: str) -> Iterator[int]:
        """Yield the numbers of what fits, the best first."""
        words = fuzzy.words(text)
        found = [(fuzzy.match(words, target), n) for n, target in enumerate(self._targets)]
        scored = [(match.score, n) for match, n in found if match is not None]
        return (n for _, n in sorted(scored, key=lambda one: (-one[0], one[1])))

    def _ask(self, text: str) -> None:
        amount = self._amount()
        self._rolled = None
        self.list.clear()
        for number in () if isinstance(amount, Amount) else self._fitting(text):
            item = QListWidgetItem(self._row(self._all[number]), self.list)
            item.setData(Qt.ItemDataRole.UserRole, number)
        self.list.setCurrentRow(0 if self.list.count() else -1)
        self._say_what()

    def _amount(self) -> Amount | AmountError | None:
        try:
            return read_amount(self.line.text())
        except AmountError as error:
            return error

    def _chosen(self) -> Throwable | None:
        item = self.list.currentItem()
        return None if item is None else self._all[int(item.data(Qt.ItemDataRole.UserRole))]

    def _ordered(self) -> Throw | None:
        """Return what is to be rolled, with what the dice have shown."""
        rules, amount = self._bridge.rules, self._amount()
        if isinstance(amount, Amount):
            whose = self._who.id if self._who is not None else ""
            said = self.line.text().partition("=")[0].strip()
            return with_dice(rules, Throw(who=whose, amount=said, fell=amount.fell), self._bridge.dice)
        chosen = self._chosen()
        if chosen is None:
            return None
        order, dice = chosen.order, self._bridge.dice
        if not chosen.aside:
            self.named = chosen.key
        if order.formula:
            rule = rules.formulas[order.formula]
            case = str(order.inputs.get(rule.by, ""))
            fell = {die: _sum(die).thrown(dice).total for die in rule.dice_of(case)}
            return replace(order, inputs={**order.inputs, **fell})
        return with_dice(rules, replace(order, without=left_out(chosen, self._marks(chosen))), dice)

    def _made_of(self, order: Throw) -> str:
        """Return what a formula's result is added up from; '' for dice, which say it themselves."""
        if not order.formula:
            return ""
        rules, state = self._bridge.rules, self._bridge.state
        try:
            explained = explain_formula(rules, state, order.formula, self._who, order.inputs)
        except (FormulaError, ValueError, ArithmeticError):
            return ""
        lines = self._texts.why(explained).lines
        return " · ".join(f"{line.label} {line.value}".strip() for line in lines if not line.depth)

    def _wrong(self) -> str:
        amount = self._amount()
        if isinstance(amount, AmountError):
            nameless = self.tr("Nothing here goes by that name, either.") if amount.why is Wrong.TEXT else ""
            return " ".join(filter(None, (why_no_number(amount), nameless, examples())))
        return self.tr("Type what is to be rolled.")

    def _say_what(self, _row: int = 0) -> None:
        """Say what Return does now."""
        amount, chosen = self._amount(), self._chosen()
        text, tone = "", "quiet"
        if isinstance(amount, Amount):
            said = self._understood(amount) if amount.fell else self.tr("Return rolls it.")
            text = said if amount.dice else self.tr("= {number}").format(number=amount.number)
        elif chosen is not None:
            text = self.tr("Return rolls {name}: {dice}.").format(name=self._name(chosen), dice=chosen.dice)
            text = f"{text} {told(self._bridge.scene, chosen, self._marks(chosen))}".rstrip()
        elif self.line.text().strip():
            text, tone = self._wrong(), "bad"
        elif not self._all:
            text = self.tr("Nothing goes by name here: type dice and sums.")
        self._note.set_tone(tone)
        self._note.setText(text)
        grow(self)

    def _marks(self, one: Throwable) -> tuple[RollText, ...]:
        return marks(self._texts, self._bridge.scene, self._who, one)

    def _understood(self, amount: Amount) -> str:
        """Say what is taken for dice and what is added: many type the total behind the sign."""
        thrown = throw(amount, self._bridge.dice, self._bridge.rules.wild)
        return self.tr("On the dice: {results}. Return keeps {sum}.").format(
            results=" ".join(map(str, amount.fell)), sum="" if thrown is None else thrown.fallen.told
        )

    def _show(self) -> None:
        self._result.say(self.said)
        self._earlier.say("\n".join(reversed(self._told[-1 - MOST_EARLIER : -1])))
        grow(self)


def _sum(text: str) -> Amount:
    amount = read_amount(text)
    assert amount is not None
    return amount
