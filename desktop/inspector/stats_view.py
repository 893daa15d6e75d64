"""All stats of the selected combatant by group; any can be entered, overridden and given back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop.combatants.stats import (
    OVERRIDDEN,
    StatRow,
    entered_feats,
    entered_value,
    groups,
    kind_of,
    shown_feats,
    stat_row,
    words_offered,
)
from desktop.why.asking import Asker
from desktop.why.model import Whys
from desktop.widgets.fields import NumberField, TypedField, stat_field
from desktop.widgets.labels import ToneLabel, plain_label
from desktop.widgets.plain_text import PlainLabel, tip
from desktop.widgets.tiles import TileLayout
from rulesets.seen.labels import entry_label, label_in
from rulesets.seen.queries import kept_unhurt
from rulesets.table.combatant import Combatant
from rulesets.table.commands import Describe, SetNumbers
from rulesets.table.refusal import Refusal
from rulesets.vocabulary import Rules
from rulesets.words.explaining import Why

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.widgets.texts import Texts


class StatField(QWidget):
    """The editor of one stat, and after it what counts now if tracks or states change it."""

    entered = Signal(str, object)
    """Name, new value (None: back to the default or formula)."""
    wrong = Signal(str, str)
    """Name, the text that is no value."""

    def __init__(
        self,
        name: str,
        rules: Rules,
        answer: Callable[[str], tuple[Why, ...]],
        parent: QWidget | None = None,
    ) -> None:
        """Make the editor that fits the stat; ``answer`` says why it has its value."""
        super().__init__(parent)
        rule, self._rules = rules.stats[name], rules
        self._answer = answer
        self._name = name
        self.label = entry_label(rule, name)
        self._kind = kind_of(rule)
        self._row: StatRow | None = None
        self._now = PlainLabel(parent=self)
        self._back = QToolButton(self)
        self._back.setText(self.tr("reset"))
        self._back.setVisible(False)
        self._back.clicked.connect(self._give_back)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        self._box: QCheckBox | None = None
        self._field: TypedField | None = None
        if self._kind == "bool":
            self._box = QCheckBox(self)
            self._box.clicked.connect(self._on_clicked)
        else:
            self._field = stat_field(self._kind, rule.least, self)
            if not isinstance(self._field, NumberField):
                self._field.setFixedWidth(self.fontMetrics().averageCharWidth() * 16)
            if rule.choices:
                self._field.offer_words(words_offered(rules, rule))
            self._field.committed.connect(self._on_committed)
        label = plain_label(entry_label(rule, name), self)
        label.setBuddy(self.editor)
        self._now.setFixedWidth(self.fontMetrics().horizontalAdvance("→ −00"))
        Asker(self.editor, self._why, label, self._now)
        layout.addWidget(label, 1)
        layout.addWidget(self._back)
        layout.addWidget(self.editor)
        layout.addWidget(self._now)

    @property
    def editor(self) -> QWidget:
        """The widget that is typed into or ticked."""
        editor: QWidget | None = self._box or self._field
        assert editor is not None
        return editor

    @property
    def back(self) -> QToolButton:
        """The button that clears an override."""
        return self._back

    def show_row(self, row: StatRow) -> None:
        """Show ``row``; nothing happens if it is shown already."""
        if row == self._row:
            return
        self._row = row
        if self._box is not None:
            self._box.setChecked(bool(row.base))
        if self._field is not None:
            self._field.offer(row.base)
            font = self._field.font()
            font.setBold(row.origin == OVERRIDDEN)
            font.setItalic(row.origin == "derived")
            self._field.setFont(font)
        self._now.setText(f"→ {row.now}" if row.modified else "")
        self._back.setVisible(row.origin == OVERRIDDEN)
        self._back.setAccessibleName(self.tr("Clear the override of {stat}").format(stat=row.label))
        origin = {
            "input": self.tr("Entered"),
            "derived": self.tr("Derived by the ruleset"),
            OVERRIDDEN: self.tr("Overridden by you"),
        }[row.origin]
        why = f"{origin}\n{self.tr('Why? Shift+F1')}"
        for widget in (self.editor, self._now):
            widget.setToolTip(tip(why))
        self.editor.setAccessibleName(row.label)
        self.editor.setAccessibleDescription(why)

    def _why(self, _asked: QWidget) -> tuple[Why, ...]:
        return self._answer(self._name)

    def put_back(self) -> None:
        """Show again what is true."""
        if self._field is not None and self._row is not None:
            self._field.put(self._row.base)
        if self._box is not None and self._row is not None:
            self._box.setChecked(bool(self._row.base))

    @property
    def left_behind(self) -> str:
        """What was typed here and not entered, or ''."""
        if self._field is None or self._row is None or self._field.text() == self._row.base:
            return ""
        return self._field.text()

    def _on_committed(self) -> None:
        if self._field is None:
            return
        if isinstance(self._field, NumberField) and self._field.unread:
            self.wrong.emit(self._name, self._field.text())
            return
        try:
            value = entered_value(self._rules, self._kind, self._field.text())
        except ValueError:
            self.wrong.emit(self._name, self._field.text())
            return
        self.entered.emit(self._name, value)

    def _on_clicked(self, checked: bool) -> None:
        self.entered.emit(self._name, checked)

    def _give_back(self) -> None:
        self.entered.emit(self._name, None)


class StatsView(QWidget):
    """Everything that is entered or derived for one combatant."""

    def __init__(self, bridge: Bridge, texts: Texts, parent: QWidget | None = None) -> None:
        """Begin empty; the fields are made when they are first shown."""
        super().__init__(parent)
        self._bridge = bridge
        self._texts = texts
        self._whys = Whys(bridge, texts)
        self._who = ""
        self._rules: Rules | None = None
        self._fields: dict[str, StatField] = {}
        self._grid: QWidget | None = None
        self._problem = ToneLabel("", self, tone="bad")
        self._problem.hide()
        self._described = _Described(bridge, self)
        hint = self.tr(
            "Italic: derived by the ruleset. Bold: overridden by you. "
            "Enter on a blank field: the ruleset's value. Click on a name: why."
        )
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(4)
        self._layout.addWidget(self._problem)
        self._layout.addWidget(self._described)
        self._layout.addWidget(ToneLabel(hint, self))

    @property
    def fields(self) -> dict[str, StatField]:
        """Name → field of every stat."""
        return self._fields

    @property
    def described(self) -> _Described:
        """The fields that describe rather than count."""
        return self._described

    @property
    def problem(self) -> str:
        """What is wrong with the last entry, or ''."""
        return self._problem.text()

    def show_stats(self, who: Combatant) -> None:
        """Show the stats of ``who``; only what differs is painted anew."""
        if who.id != self._who:
            self._leave()
        self._who = who.id
        rules, state = self._bridge.rules, self._bridge.scene.told
        if rules is not self._rules:
            self._build(rules)
        self._described.show_combatant(who)
        for name, field in self._fields.items():
            field.show_row(stat_row(rules, state, state.combatants.get(who.id, who), name))

    def _leave(self) -> None:
        """Another combatant is shown: what was only half typed for this one is not entered for that one."""
        name = self._texts.name(self._who) if self._who in self._bridge.state.combatants else ""
        typed = {field.label: field.left_behind for field in self._fields.values() if field.left_behind}
        for field in self._fields.values():
            field.put_back()
        lost = self.tr("“{text}” was typed for {stat} of {name}, and not entered.")
        self._problem.say(
            " ".join(lost.format(text=text, stat=stat, name=name) for stat, text in typed.items() if name)
        )

    def _build(self, rules: Rules) -> None:
        self._rules = rules
        if self._grid is not None:
            self._grid.deleteLater()
        self._fields = {}
        self._grid = QWidget(self)
        layout = QVBoxLayout(self._grid)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        for group, names in groups(rules).items():
            if group:
                heading = plain_label(group, self._grid, bold=True)
                heading.setContentsMargins(0, 6, 0, 0)
                layout.addWidget(heading)
            tiles = TileLayout(tile=self.fontMetrics().averageCharWidth() * 36, gap=2)
            for name in names:
                field = StatField(name, rules, self._why, self._grid)
                field.entered.connect(self._enter)
                field.wrong.connect(self._complain)
                tiles.addWidget(field)
                self._fields[name] = field
            layout.addLayout(tiles)
        self._layout.addWidget(self._grid)

    def _why(self, name: str) -> tuple[Why, ...]:
        return self._whys.stat(self._who, name)

    def _enter(self, name: str, value: Any) -> None:
        if not self._who:
            return
        state = self._bridge.state
        numbers = kept_unhurt(self._bridge.rules, state, state.combatants[self._who], {name: value})
        command = SetNumbers(who=self._who, stats=numbers)
        result = self._bridge.preview(command)
        if isinstance(result, Refusal):
            self._problem.say(self._texts.refusal(result))
            return
        self._problem.say("")
        if self._bridge.dispatch(command) is None:
            self._fields[name].put_back()

    def _complain(self, name: str, text: str) -> None:
        label = label_in(self._rules.stats, name) if self._rules is not None else name
        problem = self.tr("“{text}” is no value for {stat}.").format(text=text, stat=label)
        self._problem.say(problem)


class _Described(QWidget):
    """Name, side, kind, feats: what describes a combatant."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._who = ""
        self.name, self.side, self.feats = TypedField(self), TypedField(self), TypedField(self)
        self.kind = QComboBox(self)
        self.kind.addItem(self.tr("Player character"), "pc")
        self.kind.addItem(self.tr("Non-player character"), "npc")
        self.feats.setPlaceholderText(self.tr("separated by commas"))
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(1, 1)
        for line, (text, widget) in enumerate(
            (
                (self.tr("Name"), self.name),
                (self.tr("Side"), self.side),
                (self.tr("Kind"), self.kind),
                (self.tr("Feats"), self.feats),
            )
        ):
            label = PlainLabel(text, self)
            label.setBuddy(widget)
            widget.setAccessibleName(text)
            grid.addWidget(label, line, 0)
            grid.addWidget(widget, line, 1)
        self.name.committed.connect(self._on_name)
        self.side.committed.connect(self._on_side)
        self.feats.committed.connect(self._on_feats)
        self.kind.activated.connect(self._on_kind)

    def show_combatant(self, who: Combatant) -> None:
        if who.id != self._who:
            for field in (self.name, self.side, self.feats):
                field.put("")
        self._who = who.id
        self.name.offer(who.name)
        self.side.offer(who.side)
        self.feats.offer(shown_feats(who.feats))
        self.kind.setCurrentIndex(self.kind.findData(who.kind))

    def _on_name(self) -> None:
        self._describe("name", self.name.text().strip())

    def _on_side(self) -> None:
        self._describe("side", self.side.text().strip())

    def _on_feats(self) -> None:
        self._describe("feats", entered_feats(self._bridge.rules, self.feats.text()))

    def _on_kind(self, _index: int) -> None:
        self._describe("kind", self.kind.currentData())

    def _describe(self, key: str, value: Any) -> None:
        if self._bridge.dispatch(Describe(who=self._who, changes={key: value})) is None:
            for field in (self.name, self.side, self.feats):
                field.put_back()
            self.kind.setCurrentIndex(self.kind.findData(self._bridge.state.combatants[self._who].kind))
