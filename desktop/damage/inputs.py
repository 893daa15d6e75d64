"""Inputs of a pipeline: fields made from what the ruleset says it is told."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QToolButton,
    QWidget,
)

from desktop.widgets.boxes import NameBox
from desktop.widgets.buttons import ShortCheckBox
from desktop.widgets.calm import calm
from desktop.widgets.citations import followed_by, with_citation
from desktop.widgets.fields import NumberField, TypedField
from desktop.widgets.flow_layout import FlowLayout
from desktop.widgets.labels import ToneLabel, plain_label
from desktop.widgets.plain_text import PlainLabel, tip
from rulesets.formula.amounts import read_amount
from rulesets.formula.dice import print_code
from rulesets.seen.labels import entry_label, label_in, state_label
from rulesets.seen.queries import choices_of, default_of, worked_out
from rulesets.seen.told_inputs import counts_for, noted_inputs, parts_of_amount
from rulesets.seen.why.explain import counted_in
from rulesets.table.encounter import Encounter
from rulesets.table.told import Thrown
from rulesets.vocabulary import Input, Rules

DICE = 10
"""Letters of dice for which a field has room where there is some: '3d8+4+2d6'."""
_WAYS = ("result", "dice", "all")
"""How an input can double dice."""


class InputsView(QWidget):
    """One field for each input of a pipeline, or for some; the amount can be halved and doubled."""

    changed = Signal()
    scaled = Signal()
    """The amount was halved or doubled with the mouse."""
    apply = Signal()
    """Enter in a field."""

    def __init__(
        self,
        rules: Rules,
        pipeline: str,
        parent: QWidget | None = None,
        *,
        only: frozenset[str] | None = None,
        who: str = "",
    ) -> None:
        """Make the fields of a pipeline of ``rules``: all, or ``only`` some for the target named ``who``."""
        super().__init__(parent)
        self._who = who
        self._rules = rules
        self._pipeline = rules.pipelines[pipeline]
        self._only_noted = noted_inputs(rules, self._pipeline)
        self._fields: dict[str, QWidget] = {}
        self._places: dict[str, QWidget] = {}
        self._left_out: frozenset[str] = frozenset()
        self._as_kept = False
        self._made_of: dict[str, str] = {}
        """Why the dice that are offered for an input are what they are, where more than one stat says it."""
        self._reasons: dict[str, ToneLabel] = {}
        """What says so beside the field of one of several."""
        self.times = 2
        """How many times dice are thrown for what is ticked and doubles them."""
        self._of_attack = ""
        """Dice that the amount was filled in with: those of the attack."""
        self._doubled: dict[str, tuple[str, str]] = {}
        """Dice that were doubled because something was ticked: as they stood there, and as they stand now."""
        self._parts = parts_of_amount(self._pipeline)
        self.half = self._scaler("½", self.tr("Half"), self._on_half)
        self.double = self._scaler("×2", self.tr("Double"), self._on_double)
        self._flow = FlowLayout(self, gap=6)
        for name, rule in self._pipeline.inputs.items():
            if only is None or name in only:
                self._add(name, rule)
        shared = self._pipeline.inputs.keys() - self.each  # what each rolls itself is no amount to be shared
        for button in (self.half, self.double):
            button.setVisible(self._pipeline.amount in self._fields.keys() & shared and not who)
        self._untouched = self.kept()

    @property
    def fields(self) -> dict[str, QWidget]:
        """Name → field."""
        return self._fields

    @property
    def each(self) -> frozenset[str]:
        """The inputs that are every target's own."""
        return frozenset(name for name, rule in self._pipeline.inputs.items() if rule.each)

    def leave_out(self, names: frozenset[str]) -> None:
        """Do not ask for these: every target is asked for its own."""
        self._left_out = names
        for name, place in self._places.items():
            place.setVisible(name not in names)
        self.setVisible(bool(self._asked()))

    def _asked(self) -> dict[str, QWidget]:
        return {name: field for name, field in self._fields.items() if name not in self._left_out}

    def parts(self) -> dict[str, int]:
        """Return the amount and its further parts, as far as they are given."""
        fields = {name: self._asked().get(name) for name in self._parts}
        numbers = {name: field.number for name, field in fields.items() if isinstance(field, NumberField)}
        return {name: number for name, number in numbers.items() if number is not None}

    @property
    def amount(self) -> NumberField | None:
        """The field of the amount, if the pipeline has one."""
        field = self._asked().get(self._pipeline.amount)
        return field if isinstance(field, NumberField) else None

    def values(self) -> dict[str, Any]:
        """Return what is given; what is left empty is not in it."""
        given: dict[str, Any] = {}
        for name, field in self._asked().items():
            value = _value(field)
            if value is not None and value != "":
                given[name] = value
        return given

    def thrown(self, who: str = "") -> list[Thrown]:
        """Return the dice that were typed into fields, as they fell; ``who`` alone is told their sum."""
        numbers = {name: field for name, field in self._asked().items() if isinstance(field, NumberField)}
        found = [(name, field.fallen) for name, field in numbers.items()]
        return [
            Thrown(name, typed, fallen.results, fallen.plus, who)
            for name, (typed, fallen) in ((name, one) for name, one in found if one is not None)
        ]

    def missing(self) -> str:
        """Return the label of the first needed input that is empty, or ''."""
        given = self.values()
        for name in self._asked():
            rule = self._pipeline.inputs[name]
            if rule.needed and name not in given:
                return entry_label(rule, name)
        return ""

    def in_order(self) -> list[QWidget]:
        """Return the fields that are asked for, from the first to the last."""
        return list(self._asked().values())

    def before_each(self) -> list[QWidget]:
        """Return the fields of what the ruleset asks for before what is every target's own."""
        shared = takewhile(lambda name: name not in self.each, self._pipeline.inputs)
        return [self._fields[name] for name in shared if name in self._asked()]

    def to_enter(self, *, numbers: bool) -> list[QWidget]:
        """Return the fields that are needed and empty; with ``numbers``, where none is, all empty numbers."""
        given = self.values()
        empty = {name: self._pipeline.inputs[name] for name in self._asked() if name not in given}
        needed = [name for name, rule in empty.items() if rule.needed]
        others = [name for name, rule in empty.items() if rule.type == "number" and numbers]
        return [self._fields[name] for name in needed or others]

    def offer_codes(self, state: Encounter, who: str) -> None:
        """Offer to roll what ``who`` has for it: Enter in an empty field throws that."""
        for name, field in self._asked().items():
            code = self._pipeline.inputs[name].code
            if code and isinstance(field, NumberField):
                pips = worked_out(self._rules, state, who, code, {})
                field.offer_dice(print_code(int(pips)) if pips else "")
                parts = self._parts_of_code(state, who, code) if pips else ""
                self._made_of[name] = f"{print_code(int(pips))}: {parts}" if pips and parts else ""
                field.setToolTip(tip(self._made_of[name]))
                if name in self._reasons:
                    self._reasons[name].say(parts)  # the dice are in the field

    def _parts_of_code(self, state: Encounter, who: str, code: str) -> str:
        """Return what a code is made of, 'Strength 3D, Dice lost to wounds 1'; '' if it is one stat."""
        rules = self._rules
        parts = counted_in(rules, state, state.combatants[who], code)
        if len(parts) < 2:
            return ""
        said = []
        for one in parts:
            stat = rules.stats.get(one.name) if one.kind == "stat" else None
            label = label_in(rules.states if stat is None else rules.stats, one.name)
            shown = "" if stat is None else print_code(one.value) if stat.type == "code" else f"{one.value:g}"
            said.append(f"{label} {shown}".strip())
        return ", ".join(said)

    def prefill(self, amount: int | str) -> None:
        """Enter a number, or dice, as the amount, or into the first field that takes a number."""
        numbers = (field for field in self._asked().values() if isinstance(field, NumberField))
        field = self.amount or next(numbers, None)
        if field is not None:
            if isinstance(amount, int):
                field.number = amount
            else:
                self._of_attack = amount if field is self.amount else ""
                field.put(amount)
                field.selectAll()  # whoever has rolled types over it
            self.changed.emit()

    def _too_much(self) -> str:
        """Return that the amount is more than the dice of the attack come to, as far as they count, or ''.

        Of codes nothing is said: their wild die goes on. Less than they come to may be half of it.
        """
        field, amount = self.amount, read_amount(self._of_attack)
        if field is None or field.number is None or field.fallen is not None or amount is None:
            return ""
        if any(term.code for term in amount.terms) or not amount.dice:
            return ""
        scales, doubles = self._multiplier("result"), self._doubles()
        dice = self._twice(self._of_attack, doubles) if doubles else self._of_attack
        meant = read_amount(dice) or amount
        most = meant.range[1] * (self._times_of(scales) if scales else 1)
        if field.number <= most:
            return ""
        text = self.tr("{number} is more than {dice} can come to: at most {most}.")
        return text.format(number=field.number, dice=dice, most=most)

    def hint(self, *, attacks: bool = True) -> str:
        """Return what the GM should know: a number that cannot be, an input that only the log knows of.

        What is done by something else than an attack has other dice than that.
        """
        if attacks and (said := self._too_much()):
            return said
        for name in self._only_noted:
            field = self._asked().get(name)
            doubles = self._pipeline.inputs[name].doubles
            if isinstance(field, QCheckBox) and field.isChecked() and not doubles:
                text = self.tr("“{input}” is only noted in the log: the amount is what was rolled with it.")
                return text.format(input=label_in(self._pipeline.inputs, name))
        for name, field in self._asked().items():
            if isinstance(field, NameBox) and (words := field.own_words):
                text = self.tr("“{words}” is your own word: the ruleset has no such {input}.")
                label = label_in(self._pipeline.inputs, name)
                return text.format(words=words, input=label.lower())
        return ""

    def doubling(self, but: str = "") -> str:
        """Return what is ticked and doubles the dice of the amount, and what it has made of them; or ''.

        ``but`` is left out: that it counts for nothing here is said elsewhere.
        """
        if but and self._multiplier(*_WAYS) == but:
            return ""
        if (scales := self._multiplier("result")) and self._pipeline.amount in self._asked():
            return self._counted_by(scales)
        return "\n".join(filter(None, map(self._doubling_of, self._parts)))

    def _doubling_of(self, name: str) -> str:
        """Return the same of a part of the amount; of one behind the first only where it has dice."""
        typed, doubles = self._dice_of(name), self._doubles()
        if name not in self._asked() or not (typed or (doubles and name == self._pipeline.amount)):
            return ""
        before, after = self._doubled.get(name, ("", ""))
        if not doubles:
            text = self.tr("{dice} were thrown for what is no longer ticked; without it: {before}.")
            return text.format(dice=after, before=before) if typed == after else ""
        return self._doubled_by(doubles, typed, before, after)

    def counts_dice(self, name: str) -> bool:
        """Return whether the amount has dice, thrown or not, that an input lets count several times."""
        return self._multiplier(*_WAYS) == name and any(map(self._dice_of, self._parts))

    def _counted_by(self, name: str) -> str:
        """Return how often an input lets what dice show count, with its source."""
        rule, times = self._pipeline.inputs[name], self._times_of(name)
        text = self.tr("“{input}” counts what dice show {times} times; a number is taken as it is.")
        if times == 2:
            text = self.tr("“{input}” counts what dice show twice; a number is taken as it is.")
        return followed_by(text.format(input=entry_label(rule, name), times=times), rule.cite)

    def _doubled_by(self, doubles: str, typed: str, before: str, after: str) -> str:
        """Return what an input that is ticked makes of the dice typed, with its source."""
        rule = self._pipeline.inputs[doubles]
        times = self._times_of(doubles)
        if times != 2:
            said = self._multiplied_by(typed, after, rule.doubles == "all")
        elif not typed:
            said = self.tr("“{input}” doubles dice that are thrown here; a number is taken as it is.")
        elif typed != after:
            said = self.tr("“{input}”: {dice} stands as it was typed; doubled it is {after}.")
        elif rule.doubles == "all":
            said = self.tr("“{input}” counts dice and what is added twice: {before} is {dice}.")
        else:
            said = self.tr("“{input}” has the dice thrown twice: {before} is {dice}.")
        twice = self._twice(typed, doubles) if typed else ""
        said = said.format(
            input=entry_label(rule, doubles), before=before, dice=typed, after=twice, times=times
        )
        return followed_by(said, rule.cite)

    def _multiplied_by(self, typed: str, after: str, everything: bool) -> str:
        """Return the same of a weapon that multiplies by more than two, to be filled in."""
        if not typed:
            return self.tr(
                "“{input}” multiplies dice that are thrown here by {times}; a number is taken as it is."
            )
        if typed != after:
            return self.tr("“{input}”: {dice} stands as it was typed; {times} times it is {after}.")
        if everything:
            return self.tr("“{input}” counts dice and what is added {times} times: {before} is {dice}.")
        return self.tr("“{input}” has the dice thrown {times} times: {before} is {dice}.")

    def _doubles(self) -> str:
        """Return the input that has dice thrown twice, or ''."""
        return self._multiplier("dice", "all")

    def _multiplier(self, *ways: str) -> str:
        """Return the input that doubles dice, or '' if it does it in none of these ways.

        What is chosen goes before what is ticked.
        """
        names = [name for name in self._asked() if self._pipeline.inputs[name].doubles]
        names.sort(key=lambda name: isinstance(self._fields[name], QCheckBox))
        found = next((name for name in names if self._times_of(name) > 1), "")
        return found if found and self._pipeline.inputs[found].doubles in ways else ""

    def _times_of(self, name: str) -> int:
        """Return how many times dice count by an input as it stands."""
        field, rule = self._fields[name], self._pipeline.inputs[name]
        if isinstance(field, QCheckBox):
            return self.times if field.isChecked() else 1
        return int(worked_out(self._rules, Encounter(), "", rule.times, self.values()) or 1)

    def _dice_of(self, name: str) -> str:
        """Return the dice that stand in the field of a part of the amount, or that it was thrown with."""
        field = self._fields.get(name)
        if not isinstance(field, NumberField):
            return ""
        if field.fallen is not None:
            return field.fallen[0]
        return field.text().strip() if not field.thrown else ""

    def _twice(self, dice: str, name: str) -> str:
        amount = read_amount(dice)
        everything = self._pipeline.inputs[name].doubles == "all"
        return "" if amount is None else amount.multiplied(self._times_of(name), plus=everything)

    def _on_ticked(self) -> None:
        """Have dice that are still to be thrown stand there twice as many, or as they stood before."""
        for name in self._parts:
            field = self._fields.get(name)
            if not isinstance(field, NumberField):
                continue
            scales = self._multiplier("result")
            field.count_dice(self._times_of(scales) if scales else 1)
            if not field.thrown and not self._as_kept:
                self._double_dice(name, field, self._doubles())

    def _double_dice(self, name: str, field: NumberField, doubles: str) -> None:
        typed, (before, after) = field.text().strip(), self._doubled.get(name, ("", ""))
        if doubles:
            plain = before if name in self._doubled and typed == after else typed
            self._doubled[name] = plain, self._twice(plain, doubles)
            field.put(self._doubled[name][1])
        elif not doubles and name in self._doubled and typed == after:
            field.put(before)
            del self._doubled[name]

    @property
    def ticks(self) -> frozenset[str]:
        """Names of what is ticked or not."""
        return frozenset(name for name, field in self.fields.items() if isinstance(field, QCheckBox))

    def adding(self) -> frozenset[str]:
        """Return what is ticked here or not and may bring a stage: what stages read and doubles no dice."""
        inputs = self._pipeline.inputs
        found = (name for name in self.ticks & self._asked().keys() if not inputs[name].doubles)
        return frozenset(name for name in found if name not in self._only_noted)

    def ticked(self) -> list[str]:
        """Return the inputs that are ticked and that stages read."""
        asked = self._asked().items()
        return [
            name
            for name, field in asked
            if isinstance(field, QCheckBox) and field.isChecked() and name not in self._only_noted
        ]

    def of_no_account(self, name: str) -> str:
        """Return that a ticked input makes no difference here, and what it counts for."""
        label = label_in(self._pipeline.inputs, name)
        stages = counts_for(self._rules, self._pipeline, name)
        text = self.tr("“{input}” changes no number here; the log notes it.")
        if stages:
            text = self.tr("“{input}” changes no number here: it counts for {stages}. The log notes it.")
        said = text.format(input=label, stages=", ".join(f"“{stage}”" for stage in stages))
        if self._multiplier(*_WAYS) != name:
            return said
        return f"{said} {self.tr('It multiplies dice alone; a number is taken as it is.')}"

    def rolled(self) -> str:
        """Return which dice are rolled for what is left empty: 'Result: d100', or ''."""
        given = self.values()
        return ", ".join(
            f"{entry_label(rule, name)}: {rule.dice}"
            for name, rule in self._pipeline.inputs.items()
            if rule.dice and name in self._asked() and name not in given
        )

    def empty(self) -> str:
        """Return the label of the first number that is not given, with what is rolled for it, or ''."""
        given = self.values()
        for name in self._asked():
            rule = self._pipeline.inputs[name]
            if rule.type == "number" and name not in given:
                return ", ".join(filter(None, (entry_label(rule, name), self._made_of.get(name, ""))))
        return ""

    def clear(self) -> None:
        """Set every field back to its default, and the amount to nothing."""
        self._of_attack = ""
        self.clear_only(frozenset(self._fields))
        self.changed.emit()

    def clear_only(self, names: frozenset[str]) -> None:
        """Set these fields back to their defaults."""
        for name in names & self._fields.keys():
            _put(self._fields[name], self._usual(self._pipeline.inputs[name]))
        self._doubled, self.times = {}, 2

    def put(self, values: Mapping[str, Any]) -> None:
        """Fill in what is given in ``values``."""
        for name, value in values.items():
            if name in self._fields:
                _put(self._fields[name], value)

    def kept(self) -> dict[str, Any]:
        """Return everything that stands in the fields as it was typed, for :meth:`take_up`."""
        return {name: _kept(field) for name, field in self._fields.items()}

    def take_up(self, kept: Mapping[str, Any]) -> None:
        """Have everything stand in the fields as it stood when it was :meth:`kept`."""
        self._as_kept = True  # what is doubled in it is doubled
        try:
            for name, value in kept.items():
                if name in self._fields:
                    _take_up(self._fields[name], value)
        finally:
            self._as_kept = False

    @property
    def touched(self) -> bool:
        """True if a field does not stand as it began."""
        return self.kept() != self._untouched

    def start(self) -> bool:
        """Put the cursor into the amount, or the first field; False if nothing is asked here."""
        field = self.amount or next(iter(self._asked().values()), None)
        if field is not None:
            field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        if isinstance(field, QLineEdit):
            field.selectAll()
        return field is not None

    # -- internal ------------------------------------------------------------------------------------

    def _add(self, name: str, rule: Input) -> None:
        field = self._field(rule)
        self._fields[name] = field
        label = entry_label(rule, name)
        spoken = f"{self._who}: {label}" if self._who else label
        field.setAccessibleName(spoken)
        line = field.lineEdit() if isinstance(field, QComboBox) else None
        if line is not None:
            line.setAccessibleName(spoken)
        field.setToolTip(tip(with_citation(rule.text, rule.cite)))
        if isinstance(field, QCheckBox):
            field.setText(label)
            field.setToolTip(tip(f"{label}\n{with_citation(rule.text, rule.cite)}".rstrip()))
            self._flow.addWidget(field)
            self._places[name] = field
            return
        pair = QWidget(self)
        row = QHBoxLayout(pair)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        text = plain_label(label, pair)
        text.setWordWrap(False)
        text.setBuddy(field)
        if self._who:  # a name beside it may not take its room
            text.setMinimumWidth(text.sizeHint().width())
        row.addWidget(text)
        row.addWidget(field)
        if name == self._pipeline.amount and not self._who:
            row.addWidget(self.half)
            row.addWidget(self.double)
        self._flow.addWidget(pair)
        self._places[name] = pair
        if self._who and rule.code:
            self._reasons[name] = ToneLabel("", self)
            self._reasons[name].setWordWrap(False)
            self._reasons[name].hide()
            self._flow.addWidget(self._reasons[name])

    def _field(self, rule: Input) -> QWidget:
        match rule.type:
            case "bool":
                box = ShortCheckBox(self)
                box.setChecked(bool(self._usual(rule)))
                if rule.doubles:
                    box.toggled.connect(self._on_ticked)
                box.toggled.connect(self._on_changed)
                return box
            case "choice" | "text" if rule.chosen:
                # the table may know a kind that the ruleset does not list
                combo = NameBox(self, takes_words=bool(rule.choices) and not rule.closed)
                calm(combo)
                for choice, entry in choices_of(self._rules, rule).items():
                    combo.addItem(entry.label or self._choice(choice), choice)
                combo.setCurrentIndex(max(0, combo.findData(self._usual(rule))))
                if combo.isEditable():
                    combo.editTextChanged.connect(self._on_changed)
                    combo.left.connect(self._on_changed)
                if rule.doubles:
                    combo.currentIndexChanged.connect(self._on_ticked)
                combo.currentIndexChanged.connect(self._on_changed)
                return combo
        number = rule.type == "number"
        room = 0 if self._who else DICE
        field = NumberField(self, least=rule.least, digits=4, room=room) if number else TypedField(self)
        _put(field, self._usual(rule))
        if rule.dice:
            field.setPlaceholderText(rule.dice)
        field.typed.connect(self._on_changed)
        field.returnPressed.connect(self.apply)
        return field

    def _usual(self, rule: Input) -> Any:
        """Return what an input begins with: its default, as far as that is the same for every target.

        A further part of the amount begins empty: most have none.
        """
        if rule.beside and rule.type == "number":
            return None
        return default_of(self._rules, Encounter(), "", rule, {})

    def _choice(self, choice: str) -> str:
        """Return how a choice reads: the label of the state that it names, or its own words."""
        return state_label(self._rules, choice) if choice else self.tr("none")

    def _scaler(self, text: str, name: str, slot: Any) -> QToolButton:
        button = QToolButton(self)
        button.setText(text)
        button.setToolTip(tip(name))
        button.setAccessibleName(name)
        button.clicked.connect(slot)
        return button

    def _on_changed(self) -> None:
        self.changed.emit()

    def _on_half(self) -> None:
        self._scale(1, 2)

    def _on_double(self) -> None:
        self._scale(2, 1)

    def _scale(self, times: int, by: int) -> None:
        fields = [field for name, field in self._asked().items() if name in self._parts]
        self._of_attack = ""  # what was made of it by hand is another number
        for field in fields:
            if isinstance(field, NumberField) and field.number is not None:
                field.scale(field.number * times // by)
        if any(isinstance(field, NumberField) and field.number is not None for field in fields):
            self.changed.emit()
        if not self.half.hasFocus() and not self.double.hasFocus():
            self.scaled.emit()


def _value(field: QWidget) -> Any:
    match field:
        case QCheckBox():
            return field.isChecked()
        case NameBox():
            return field.itemData(field.place) if field.place >= 0 else field.currentText().strip()
        case NumberField():
            return field.number
        case QLineEdit():
            return field.text().strip()
    return None


def _put(field: QWidget, value: Any) -> None:
    match field:
        case QCheckBox():
            field.setChecked(bool(value))
        case QComboBox():
            field.setCurrentIndex(max(0, field.findData(value)))
        case TypedField():
            field.put("" if value is None else str(value))


def _kept(field: QWidget) -> Any:
    match field:
        case QCheckBox():
            return field.isChecked()
        case QComboBox():
            return field.currentText()
        case NumberField():
            return field.kept()
        case QLineEdit():
            return field.text()
    return None


def _take_up(field: QWidget, kept: Any) -> None:
    match field:
        case QCheckBox():
            field.setChecked(kept)
        case QComboBox():
            found = field.findText(kept)
            field.setCurrentIndex(max(0, found))
            if found < 0 and field.isEditable():
                field.setEditText(kept)
        case NumberField():
            field.take_up(kept)
        case TypedField():
            field.put(kept)


def label_line(text: str, widget: QWidget, parent: QWidget) -> QHBoxLayout:
    """Return a line with a label and its field."""
    label = PlainLabel(text, parent)
    label.setBuddy(widget)
    line = QHBoxLayout()
    line.addWidget(label)
    line.addWidget(widget, 1)
    return line
