"""The formula sheet: a named formula of the ruleset with a combatant's values, worked out line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QFrame,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from desktop.why.card import WhyLines
from desktop.why.formulas import (
    FormulaInput,
    formula_inputs,
    typed_values,
)
from desktop.why.roll_field import RollField
from desktop.widgets.calm import calm
from desktop.widgets.fields import TypedField, unread_under
from desktop.widgets.labels import ToneLabel
from desktop.widgets.plain_text import PlainLabel, tip
from rulesets.formula.compiling import FormulaError
from rulesets.formula.dice import print_code
from rulesets.seen.queries import formulas_for_people
from rulesets.seen.why.explain import Explanation, explain_formula
from rulesets.table.combatant import Combatant

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.widgets.texts import Texts

Field = QComboBox | QCheckBox | RollField | TypedField


class FormulaSheet(QWidget):
    """Formula, inputs, calculation. What is changed here stays here: the combatant keeps its values."""

    worked_out = Signal()
    """There is another result, or none."""

    def __init__(self, bridge: Bridge, texts: Texts, who: str, parent: QWidget | None = None) -> None:
        """Begin with the ruleset's first formula for ``who``."""
        super().__init__(parent)
        self._bridge = bridge
        self._texts = texts
        self._who = bridge.state.combatants.get(who)
        self._target: Combatant | None = None
        self._inputs: tuple[FormulaInput, ...] = ()
        self._fields: dict[str, Field] = {}
        self._kept: dict[str, str] = {}
        """Texts that were typed, by input: they outlive a change of the case or the formula."""
        self._result: Explanation | None = None
        self.chooser = QComboBox(self)
        calm(self.chooser)
        self.chooser.setAccessibleName(self.tr("Formula"))
        for name, rule in formulas_for_people(bridge.rules).items():
            self.chooser.addItem(rule.label, name)
        self.chooser.currentIndexChanged.connect(self._on_formula)
        self._form = QFormLayout()
        self._form.setVerticalSpacing(4)
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.FieldsStayAtSizeHint)
        self._problem = ToneLabel("", self, tone="warn")
        self._area = QScrollArea(self)
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setAccessibleName(self.tr("Calculation"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.chooser)
        layout.addLayout(self._form)
        layout.addWidget(self._problem)
        layout.addWidget(self._area, 1)
        self._on_formula()

    # -- interface -----------------------------------------------------------------------------------

    @property
    def formula(self) -> str:
        """Id of the formula."""
        return str(self.chooser.currentData() or "")

    @property
    def fields(self) -> dict[str, Field]:
        """Input → field, of those that count."""
        return self._fields

    @property
    def result(self) -> Explanation | None:
        """What comes of it, or None."""
        return self._result

    @property
    def number(self) -> int | None:
        """The result as a whole number that can be applied, or None."""
        value = None if self._result is None or self._result.kind != "number" else self._result.value
        whole = isinstance(value, int | float) and not isinstance(value, bool)
        return int(value) if whole and value is not None else None

    @property
    def code(self) -> str:
        """The result as a die code that has still to be rolled, or ''."""
        found = self._result
        return print_code(int(found.value)) if found is not None and found.kind == "code" else ""

    @property
    def problem(self) -> str:
        """Why there is no result, in words, or ''."""
        return self._problem.text()

    def choose(self, formula: str) -> None:
        """Choose a formula by its id."""
        found = self.chooser.findData(formula)
        if found >= 0:
            self.chooser.setCurrentIndex(found)

    def aim(self, target: str) -> None:
        """Fill in what is a number of the target; '' if nobody is chosen."""
        self._target = self._bridge.state.combatants.get(target)
        self._show_inputs()
        self._work_out()

    def start(self) -> None:
        """Put the cursor where something is to be typed: into the first field that is not the combatant's."""
        for one in self._inputs:
            field = self._fields[one.name]
            if isinstance(field, RollField) and not one.own:
                field.field.setFocus()
                field.field.selectAll()
                return
        self.chooser.setFocus()

    # -- internal ------------------------------------------------------------------------------------

    def _on_formula(self, _index: int = 0) -> None:
        self._show_inputs()
        self._work_out()

    def _show_inputs(self) -> None:
        """Make the fields that count now; what was typed into one of that name stays."""
        if not self.formula:
            return
        rules, state = self._bridge.rules, self._bridge.state
        inputs = formula_inputs(rules, state, self._who, self.formula, self._kept, self._target)
        if inputs == self._inputs:
            return
        focused = next((name for name, field in self._fields.items() if field.hasFocus()), "")
        while self._form.rowCount():
            self._form.removeRow(0)
        self._inputs, self._fields = inputs, {}
        for one in inputs:
            field = self._field(one)
            self._fields[one.name] = field
            label = PlainLabel(one.label, self)
            label.setBuddy(field.field if isinstance(field, RollField) else field)
            self._form.addRow(label, field)
        if focused in self._fields:
            self._fields[focused].setFocus()

    def _field(self, one: FormulaInput) -> Field:
        text = self._kept.get(one.name, one.text)
        field: Field
        if one.type == "choice":
            field = QComboBox(self)
            calm(field)
            for value, label in one.choices:
                field.addItem(label or self.tr("none"), value)
            field.setCurrentIndex(max(0, field.findData(text)))
            field.currentIndexChanged.connect(self._on_choice)
        elif one.type == "bool":
            field = QCheckBox(self)
            field.setChecked(bool(text))
            field.toggled.connect(self._on_typed)
        elif one.type == "number":
            field = RollField(self._bridge.dice, one.die, one.label, self)
            field.put(text if one.own or one.name in self._kept or not one.die else "")
            field.button.setVisible(not one.own)
            field.typed.connect(self._on_typed)
        else:
            field = TypedField(self)
            field.put(text)
            field.typed.connect(self._on_typed)
        field.setAccessibleName(one.label)
        whose = one.whose or (self._who.name if self._who is not None else "")
        if one.own and whose:
            own = self.tr("The value of {name}. A change counts here only.").format(name=whose)
            field.setToolTip(tip(own))
            font = field.font()
            font.setItalic(True)
            field.setFont(font)
        return field

    def _on_choice(self) -> None:
        self._keep()
        self._show_inputs()
        self._work_out()

    def _on_typed(self) -> None:
        self._keep()
        self._work_out()

    def _keep(self) -> None:
        for one in self._inputs:
            text = _text(self._fields[one.name])
            if text != one.text:
                self._kept[one.name] = text
            else:
                self._kept.pop(one.name, None)

    def _work_out(self) -> None:
        self._result, problem = None, ""
        texts = {name: _text(field) for name, field in self._fields.items()}
        missing = next((o for o in self._inputs if o.die and not texts[o.name]), None)
        try:
            given = typed_values(self._inputs, texts)
            unread = unread_under(self)
            if unread:
                problem = unread
            elif missing is not None:
                problem = self.tr("Roll or type: {input}").format(input=missing.label)
            elif self.formula:
                rules, state = self._bridge.rules, self._bridge.state
                self._result = explain_formula(rules, state, self.formula, self._who, given)
        except (FormulaError, ArithmeticError):
            problem = self.tr("There is no result with these values.")
        except ValueError as error:
            problem = self.tr("This is no value for {input}.").format(input=error)
        self._problem.say(problem)
        self._area.setVisible(self._result is not None)
        if self._result is not None:
            self._area.setWidget(WhyLines(self._texts.why(self._result), self._area))
        self.worked_out.emit()


def _text(field: Field) -> str:
    match field:
        case QComboBox():
            return str(field.currentData() or "")
        case QCheckBox():
            return "✓" if field.isChecked() else ""
        case RollField():
            return field.text
        case TypedField():
            return field.text().strip()
    return ""
