"""The fields of a declaration, side by side, as the ruleset describes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QCheckBox,
    QComboBox,
    QCompleter,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from desktop.declare.inputs import NOTHING, Lines, Several, put, value_of
from desktop.declare.model import MOST_TEXTS, choices, meant_by, number_of_texts
from desktop.widgets.calm import calm
from desktop.widgets.citations import followed_by
from desktop.widgets.completion import let_tab_take
from desktop.widgets.fields import NumberField, left_out
from desktop.widgets.flow_layout import FlowLayout
from desktop.widgets.name_search import let_names_be_typed
from desktop.widgets.plain_text import PlainLabel, tip
from desktop.widgets.steady import Steady
from desktop.widgets.text_size import in_proportion
from rulesets.seen.aiming import possible_targets
from rulesets.seen.labels import entry_label, label_in
from rulesets.seen.number_format import UNPLACED
from rulesets.seen.queries import choices_of, default_of, leaves_weapon_open, may_be_none, named_action
from rulesets.seen.scene import Scene
from rulesets.seen.told_inputs import stands_in_for
from rulesets.table.combatant import Combatant
from rulesets.table.encounter import Encounter
from rulesets.vocabulary import Declaration, Input, Rules

_TEXT_LETTERS, _BOX_LETTERS = 20, 16


class DeclareFields(Steady):
    """Made for a declaration, and emptied for the next one who makes it; tells when anything changes.

    However many acts somebody declares, the room for them is kept for the next one: the list below stays.
    """

    changed = Signal()
    made = Signal()
    """There are other fields now."""
    pressed = Signal()
    """Space on a line that stands selected as it was filled in: it declares that, and wipes nothing."""

    def __init__(self, parent: QWidget | None = None, *, lead: QWidget | None = None) -> None:
        """Begin without fields; ``lead`` stands before all of them."""
        super().__init__(parent)
        self._flow = FlowLayout(self, gap=12, line_gap=6)
        if lead is not None:
            self._flow.addWidget(self._held(lead, lead.accessibleName()))
        self._inputs: dict[str, QWidget] = {}
        self._labels: dict[str, PlainLabel] = {}
        self._holders: dict[str, QWidget] = {}
        self._fields: Mapping[str, Input] = {}
        self._rules, self._state, self._who = Rules(id=""), Encounter(), ""
        self._aims: tuple[Combatant, ...] = ()
        """At whom somebody can aim, foes first."""
        self._together: tuple[str, ...] = ()
        """All who declare together."""
        self._counts = ""
        """The field that says how many acts there are, if one does alone."""
        self._guessed: dict[str, str] = {}
        self._stats_declared: dict[str, str] = {}
        """What was declared to be rolled with, by field, as it was filled in here."""
        self._words_declared = ""
        """What the first act was called then."""
        self._offered: set[str] = set()
        """Fields that stand as they were declared, without those that were changed by hand since."""
        self._proposed: dict[str, Any] = {}
        """What was declared in the round before and is proposed for this one."""
        self._widest = False
        """Whether every name has the longest words, for whoever measures what room is needed."""
        self._withdrawn: set[str] = set()
        """Fields that were emptied since another act is announced than was proposed."""

    # -- interface ---------------------------------------------------------------------------------

    def show_rule(
        self,
        scene: Scene,
        who: str,
        rule: Declaration | None,
        *,
        others: Sequence[str] = (),
    ) -> None:
        """Ask for the fields of ``rule`` of ``who``, and of ``others`` with it; None has no fields."""
        rules, fields = scene.rules, {} if rule is None else rule.inputs
        self._counts = "" if rule is None else rule.acts
        self._together = (who, *others)
        same = rules is self._rules and fields is self._fields
        self._rules, self._state, self._who, self._guessed = rules, scene.state, who, {}
        self._aims = possible_targets(scene, who)
        self._stats_declared, self._words_declared = {}, ""
        self._offered, self._proposed, self._withdrawn = set(), {}, set()
        if same:
            for key in fields:
                self._empty(key)
        else:
            self._make(fields)
        self._fit()
        self._say_lacking()

    def follow(self, scene: Scene) -> None:
        """Know of everybody what a step has changed while somebody declares; what is filled in stays.

        Who joins can be chosen at once, and who has left no more.
        """
        before, self._state = self._others(), scene.state
        self._aims = possible_targets(scene, self._who)
        if self._others() == before:
            return
        for key, field in self._fields.items():
            widget = self._inputs[key]
            widget.blockSignals(True)
            match widget:
                case Several():
                    ticked = widget.ids
                    widget.offer(self._others())
                    widget.tick(ticked)
                case QComboBox() if field.type == "combatant":
                    chosen = widget.currentData()
                    _refill(widget, self._entries(field))
                    widget.setCurrentIndex(max(0, widget.findData(chosen)))
            widget.blockSignals(False)

    def height_of(self, scene: Scene, who: str, rule: Declaration, *, lead: int, width: int) -> int:
        """Return how high the fields of ``rule`` would be in a ``width``, behind what leads and has one."""
        before = QWidget(self)
        before.setFixedWidth(lead)
        scratch = DeclareFields(self, lead=before if lead else None)
        scratch._widest = True
        scratch.show_rule(scene, who, rule)
        height = scratch._flow.heightForWidth(width)
        scratch.deleteLater()
        return height

    def values(self) -> dict[str, Any]:
        """Return what was filled in, without what was left empty."""
        found = {key: value_of(widget) for key, widget in self._inputs.items()}
        return {key: value for key, value in found.items() if value is not None}

    def fill(self, values: Mapping[str, Any]) -> None:
        """Show a declaration as it was made, as far as there are fields of these names."""
        self._offered, self._proposed, self._withdrawn = set(), {}, set()
        for key, value in values.items():
            if key in self._inputs:
                put(self._inputs[key], value)
                self._fit()
        self._offered = {key for key in values if key in self._inputs}
        stats = (key for key, field in self._fields.items() if field.type == "stat")
        self._stats_declared = {key: str(values[key]) for key in stats if values.get(key)}
        self._guessed, self._words_declared = dict(self._stats_declared), self._first_words()
        self._say_lacking()

    def propose(self, values: Mapping[str, Any]) -> None:
        """Show what was declared in the round before.

        It is proposed as a whole: who announces another act instead has not said how many, or with what.
        """
        self.fill(values)
        self._proposed, self._stats_declared, self._words_declared = dict(values), {}, ""

    def input(self, key: str) -> QWidget | None:
        """Return the widget of a field."""
        return self._inputs.get(key)

    def first(self) -> QWidget | None:
        """Return where typing begins: the first field that is needed and empty, else the first of words."""
        empty = [key for key, field in self._fields.items() if field.needed and key not in self.values()]
        words = [key for key, field in self._fields.items() if field.type == "text"]
        keys = empty or words or list(self._inputs)
        return self._inputs[keys[0]] if keys else None

    def weapon_open(self) -> QWidget | None:
        """Return where it is said with what the first act attacks, if that is open and has to be asked."""
        texts = (value_of(self._inputs[key]) for key, field in self._fields.items() if field.names)
        first = next((text for text in texts if isinstance(text, str)), "")
        action = named_action(self._rules, first)
        if action is None or not leaves_weapon_open(self._rules, action):
            return None
        boxes = (self._inputs[key] for key, field in self._fields.items() if field.type == "stat")
        return next((box for box in boxes if value_of(box) is None), None)

    @property
    def own_words(self) -> list[str]:
        """What is announced under a name that the ruleset does not know, as it was typed."""
        said = [value_of(self._inputs[key]) for key, field in self._fields.items() if field.names]
        return [text for one in said for text in _texts(one) if named_action(self._rules, text) is None]

    # -- making ------------------------------------------------------------------------------------

    def _make(self, fields: Mapping[str, Input]) -> None:
        """Put other fields in the place of those that are there."""
        for holder in self._holders.values():
            self._flow.removeWidget(holder)
            holder.hide()
            holder.deleteLater()
        self._inputs, self._labels, self._holders, self._fields = {}, {}, {}, fields
        for key, field in fields.items():
            self._inputs[key] = self._made(key, field)
            self._holders[key] = self._held(self._inputs[key], entry_label(field, key), field)
            self._labels[key] = self._holders[key].findChildren(PlainLabel)[0]
            self._flow.addWidget(self._holders[key])
            self._holders[key].show()
        self.made.emit()

    def _empty(self, key: str) -> None:
        """Let a field begin for another combatant as a new one would: a hundred declare in a row."""
        widget, field = self._inputs[key], self._fields[key]
        widget.blockSignals(True)
        match widget:
            case NumberField():
                self._begin_number(widget, field)
            case QCheckBox():
                widget.setChecked(False)
            case QComboBox():
                _refill(widget, self._entries(field))
            case Several():
                widget.offer(self._others())
            case QLineEdit():
                widget.setText("")  # what was typed for somebody else is not to be undone
            case Lines():
                widget.clear()
        widget.blockSignals(False)

    def _begin_number(self, number: NumberField, field: Input) -> None:
        usual = default_of(self._rules, self._state, self._who, field, {})
        number.begin(usual=usual, suggested=field.least if field.needed else None)

    def _made(self, key: str, field: Input) -> QWidget:
        match field.type:
            case "number":
                number = NumberField(self, least=field.least, digits=2)
                self._begin_number(number, field)
                number.typed.connect(partial(self._edited, key))
                number.installEventFilter(self)
                return number
            case "bool":
                box = QCheckBox(entry_label(field, key), self)
                box.toggled.connect(partial(self._edited, key))
                return box
            case "choice" | "stat" | "combatant":
                return self._box(key, self._entries(field))
            case "combatants":
                several = Several(self._others(), self)
                several.changed.connect(partial(self._edited, key))
                return several
            case "texts":
                lines = Lines(partial(self._line, key), self)
                lines.changed.connect(partial(self._edited, key))
                return lines
        line = self._line(key, self, [one for one in field.choices if one])
        line.textEdited.connect(partial(self._edited, key))
        return line

    def _line(self, key: str, parent: QWidget, offered: list[str] | None = None) -> QLineEdit:
        """Return a line that knows what is offered, or else the names of actions."""
        line = QLineEdit(parent)
        line.setMinimumWidth(line.fontMetrics().averageCharWidth() * _TEXT_LETTERS)
        names = [action.label for action in self._rules.actions.values() if action.offered and action.label]
        completer = QCompleter(offered or names, line)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.activated.connect(partial(self._edited, key))
        popup = completer.popup()
        if popup is not None:
            popup.installEventFilter(self)
        let_tab_take(line, completer)
        line.setCompleter(completer)
        line.installEventFilter(self)
        return line

    def _entries(self, field: Input) -> list[tuple[str, str]]:
        """Return (id, text) of what can be chosen; the first is nothing, or what is usual then."""
        if field.type == "combatant":
            return [("", self.tr("nobody")), *self._others()]
        known = choices(self._rules, self._state, self._who, field)
        usual = default_of(self._rules, self._state, self._who, field, {})
        first = ("", left_out(dict(known).get(str(usual or ""), ""), UNPLACED))
        return [
            first,
            *([(NOTHING, self.tr("none"))] if usual and may_be_none(self._rules, field) else []),
            *known,
        ]

    def _box(self, key: str, entries: list[tuple[str, str]]) -> QComboBox:
        box = QComboBox(self)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(_BOX_LETTERS)
        _refill(box, entries)
        calm(box)
        let_names_be_typed(box)
        box.currentIndexChanged.connect(partial(self._edited, key))
        return box

    def _others(self) -> list[tuple[str, str]]:
        return [(who.id, who.name) for who in self._aims if who.id != self._who]

    def _held(self, widget: QWidget, name: str, field: Input | None = None) -> QWidget:
        """Return a field with its name above it."""
        holder = QWidget(self)
        label = PlainLabel("" if isinstance(widget, QCheckBox) else name, holder)
        in_proportion(label, 0.89)
        label.setForegroundRole(holder.palette().ColorRole.PlaceholderText)
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(1)
        column.addWidget(label)
        column.addWidget(widget)
        if not isinstance(widget, QCheckBox):
            label.setBuddy(widget)
        widget.setAccessibleName(name)
        told = "" if field is None else _told_of(field)
        widget.setToolTip(tip(told))
        widget.setAccessibleDescription(told)
        return holder

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let Enter through where nothing in the list of names was chosen: it means what was typed.

        A name that stands there alone is taken: Esc closes the list for those who mean their own words.
        Ctrl+Z goes to the fight where there is no typing to take back. A click into what was only offered
        selects it: "Dodge" typed there must not become "DodgeShoot". Space takes nothing's place.
        """
        if isinstance(watched, QLineEdit) and _is_space_on_all(watched, event):
            self.pressed.emit()
            return True
        if isinstance(watched, NumberField):
            return super().eventFilter(watched, event)
        if event.type() == QEvent.Type.MouseButtonRelease and isinstance(watched, QLineEdit):
            if self._is_offered(watched) and not watched.hasSelectedText():
                watched.selectAll()
            return super().eventFilter(watched, event)
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(watched, QLineEdit):
            undo = isinstance(event, QKeyEvent) and event.matches(QKeySequence.StandardKey.Undo)
            if undo and not watched.isUndoAvailable():
                event.ignore()
                return True
        pressed = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress
        if event.type() == QEvent.Type.Show and isinstance(watched, QAbstractItemView):
            _widen(watched)
        if pressed and isinstance(watched, QAbstractItemView) and isinstance(event, QKeyEvent):
            line = QApplication.focusWidget()
            entered = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            if entered and not watched.currentIndex().isValid():
                watched.hide()
                if isinstance(line, QLineEdit) and self.isAncestorOf(line):
                    if _takes_only_name(line):
                        return True
                    copy = QKeyEvent(event.type(), event.key(), event.modifiers(), event.text())
                    QCoreApplication.postEvent(line, copy)
                return True
            if event.key() == Qt.Key.Key_Tab and isinstance(line, QLineEdit) and self.isAncestorOf(line):
                _takes_only_name(line)  # as Enter does; the Tab goes on
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()  # in another width it takes other lines

    # -- following ---------------------------------------------------------------------------------

    def _edited(self, key: str, *_said: object) -> None:
        self._take_number(key)
        self._offered.discard(key)
        self._withdrawn.discard(key)
        if self._says_act(key) and self._proposed:
            self._withdraw_unless_same(key)
        self._fit()
        if self._fields[key].type == "text":  # what is left open by hand stays open
            self._guess()
        self._say_lacking()
        self.changed.emit()

    def _take_number(self, key: str) -> None:
        """Let a number typed before the first act say how many there are: '2 fire' is two actions."""
        line, number = self._inputs[key], self._inputs.get(self._counts)
        if not self._says_act(key) or not isinstance(line, QLineEdit) or not isinstance(number, NumberField):
            return
        said, _, rest = line.text().lstrip().partition(" ")
        if said.isdecimal() and 0 < int(said) <= MOST_TEXTS + 1 and line.cursorPosition() > len(said):
            line.setText(rest)
            number.number = int(said)
            self._offered.discard(self._counts)
            self._withdrawn.discard(self._counts)

    def _says_act(self, key: str) -> bool:
        """Return whether a field says what is done first."""
        return self._fields[key].names and self._fields[key].type == "text"

    def _is_offered(self, line: QLineEdit) -> bool:
        """Return whether a line stands as it was declared."""
        return any(
            line is box or box.isAncestorOf(line) for key in self._offered if (box := self._inputs[key])
        )

    def _withdraw_unless_same(self, act: str) -> None:
        """Take back what was proposed with another act, and put it back if that is announced after all.

        What has been changed by hand since stays.
        """
        said = str(value_of(self._inputs[act]) or "")
        if said.casefold() != str(self._proposed.get(act) or "").casefold():
            self._withdrawn |= self._offered
            for key in self._offered:
                self._empty(key)
                self._guessed.pop(key, None)
            self._offered = set()
            return
        back, self._withdrawn = self._withdrawn, set()
        for key in back:
            put(self._inputs[key], self._proposed[key])
            self._guessed.pop(key, None)
            self._fit()
        self._offered |= back

    def _fit(self) -> None:
        """Show as many lines of several texts as there are to be said."""
        for key, widget in self._inputs.items():
            if isinstance(widget, Lines):
                number = number_of_texts(
                    self._rules, self._state, self._who, self._fields[key], self.values()
                )
                widget.set_number(number)
                self._holders[key].setVisible(number > 0)
        for key, field in self._fields.items():
            if field.names:
                self._say_whose_words(key, field)
        self.settle()

    def _say_whose_words(self, key: str, field: Input) -> None:
        """Say of what names an act whether the ruleset knows it: no rule is behind words of one's own."""
        texts = _texts(value_of(self._inputs[key]))
        free = self._widest or any(named_action(self._rules, text) is None for text in texts)
        label, shown = entry_label(field, key), self._labels[key]
        own = self.tr("{label} · your own words").format(label=label)
        shown.setMinimumWidth(shown.fontMetrics().horizontalAdvance(own) + 1)  # nothing beside it moves by it
        shown.setText(own if free else label)
        told = self.tr("No action of the ruleset is called that: it is shown as it is typed.") if free else ""
        about = " ".join(part for part in (told, _told_of(field)) if part)
        self._inputs[key].setToolTip(tip(about))
        self._inputs[key].setAccessibleDescription(about)

    def _meant(self, said: str) -> dict[str, str]:
        """Return the stat that words of the first act point to, by field.

        Of several who declare together it is that of the first who has it of its own.
        """
        found: dict[str, str] = {}
        people = self._people()
        for key, field in self._fields.items():
            if field.type == "stat":
                each = [(one, meant_by(self._rules, self._state, field, said, one)) for one in people]
                own = (stat for one, stat in each if stat in one.stats)
                found[key] = next(own, next((stat for _, stat in each if stat), ""))
        return found

    def _people(self) -> list[Combatant]:
        """Return who declares this, alone or together."""
        known = self._state.combatants
        return [known[who] for who in self._together or (self._who,) if who in known]

    def _first_words(self) -> str:
        """Return what is typed of the first act."""
        texts = [widget.text() for widget in self._inputs.values() if isinstance(widget, QLineEdit)]
        return next((text for text in texts if text and not text.lstrip("+-").isdigit()), "")

    def _guess(self) -> None:
        """Choose the stat that the words of the first act point to, unless one was chosen by hand.

        What was declared with other words goes with them, also if it was chosen by hand then; the same act
        at somebody else keeps it.
        """
        said, before = self._first_words(), self._words_declared
        meant, as_declared = self._meant(said), self._meant(before)
        same = bool(before) and said.casefold().split()[:1] == before.casefold().split()[:1]
        for key, stat in meant.items():
            box = self._inputs[key]
            if not isinstance(box, QComboBox) or str(box.currentData() or "") != self._guessed.get(key, ""):
                continue
            kept = self._stats_declared.get(key, "") if same and stat in ("", as_declared[key]) else ""
            self._guessed[key] = kept or stat
            box.blockSignals(True)
            box.setCurrentIndex(max(0, box.findData(kept or stat)))
            box.blockSignals(False)

    def _say_lacking(self) -> None:
        """Say over a skill without a number of its own which attribute it is: 'by Dexterity'.

        Of several who declare together it is said of how many.
        """
        people = self._people()
        for key, field in self._fields.items():
            if field.type != "stat":
                continue
            shown, box, label = self._labels[key], self._inputs[key], entry_label(field, key)
            said = str(value_of(box) or "")
            by = {one.name: stands_in_for(self._rules, one, said) for one in people}
            without = [name for name, stat in by.items() if stat]
            skill = label_in(self._rules.stats, said)
            words, told = self.tr("{label} · by {attribute}"), self.tr("No {skill} of their own: {names}.")
            room = max((words.format(label=label, attribute=one) for one in self._attributes(field)), key=len)
            text = label
            if without:
                attribute = label_in(self._rules.stats, by[without[0]])
                text = words.format(label=label, attribute=attribute)
            if 0 < len(without) < len(by):
                several = self.tr("{label} · {number} of {all} without {skill}")
                text = several.format(label=label, number=len(without), all=len(by), skill=skill)
            advance = shown.fontMetrics().horizontalAdvance
            shown.setMinimumWidth(max(advance(text), advance(room)) + 1)  # nothing beside it moves by it
            shown.setText(text)
            lacking = told.format(skill=skill, names=", ".join(without)) if without else ""
            about = " ".join(part for part in (lacking, _told_of(field)) if part)
            box.setToolTip(tip(about))
            box.setAccessibleDescription(about)

    def _attributes(self, field: Input) -> list[str]:
        """Return what the stats are called that may stand in for one that is offered; '' among them."""
        nobody, offered = Combatant(id="", name=""), choices_of(self._rules, field)
        found = {stands_in_for(self._rules, nobody, stat) for stat in offered}
        return ["", *(label_in(self._rules.stats, stat) for stat in sorted(found) if stat)]


def _is_space_on_all(line: QLineEdit, event: QEvent) -> bool:
    """Return whether Space would take the place of all that stands in a line."""
    if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
        return False
    plain = event.key() == Qt.Key.Key_Space and not event.modifiers()
    return plain and bool(line.text().strip()) and line.selectedText() == line.text()


def _takes_only_name(line: QLineEdit) -> bool:
    """Put the only name offered under a line into it, if it was begun; False where it stands there already.

    A word from its middle is not the beginning of it: "blaster" is not "Set a blaster to stun".
    """
    completer = line.completer()
    if completer is None or completer.completionCount() != 1:
        return False
    name, said = completer.currentCompletion(), line.text().strip().casefold()
    if name.casefold() == said or not name.casefold().startswith(said):
        return False
    line.setText(name)
    completer.activated.emit(name)
    return True


def _widen(popup: QAbstractItemView) -> None:
    """Let a list of names be as wide as its longest entry, as far as the screen goes."""
    bar = popup.verticalScrollBar().sizeHint().width()
    needed = popup.sizeHintForColumn(0) + bar + 2 * popup.frameWidth()
    room = popup.screen().availableGeometry().right() + 1 - popup.x()
    popup.setMinimumWidth(max(0, min(needed, room)))


def _texts(said: Any) -> list[str]:
    """Return what stands in a field of one text or several, without what is empty."""
    return [text for text in ([said] if isinstance(said, str) else said or ()) if text]


def _told_of(field: Input) -> str:
    return followed_by(field.text, field.cite)


def _refill(box: QComboBox, entries: list[tuple[str, str]]) -> None:
    box.clear()
    for ident, text in entries:
        box.addItem(text, ident)
