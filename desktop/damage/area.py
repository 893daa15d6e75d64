"""The roll of an area: one attack against each of several, or a save that each makes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QPushButton, QWidget

from desktop.widgets.attack_roll import AttackRollField
from desktop.widgets.calm import calm
from desktop.widgets.citations import with_citation
from desktop.widgets.flow_layout import FlowLayout
from desktop.widgets.labels import ToneLabel, plain_label
from desktop.widgets.people import attack_results
from desktop.widgets.plain_text import tip
from desktop.widgets.wild_die import wild_of
from rulesets.formula.dice import Dice
from rulesets.seen.attacks import shifts
from rulesets.seen.labels import entry_label, label_in
from rulesets.seen.parts import PartRule, dice_of, number_of, part_of, part_rules, result_of
from rulesets.table.combatant import Combatant
from rulesets.table.commands import Throw
from rulesets.vocabulary.values import HIT

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.damage.rows import TargetView

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_REACHES_NOTHING = -9_999
"""The total of who fails whatever is rolled."""


class RollOfEach(AttackRollField):
    """The roll of one: Enter throws while nothing is typed. What marks it is in the dice, as in an attack."""

    def __init__(self, parent: QWidget, dice: Dice) -> None:
        """Begin empty."""
        super().__init__(parent, dice, "", digits=9)
        self.fails = False
        """Whether a mark has it fail, whatever is rolled."""

    def suggest(self, dice: str, edge: str = "") -> None:
        """Offer dice that are rolled as long as nothing was typed."""
        super().suggest(dice, edge)
        self._wild = wild_of(self)
        self.fails = edge == "fails"
        shown = self.tr("{dice} twice").format(dice=dice) if self.twice else dice
        self.setPlaceholderText(self.tr("fails") if self.fails else shown)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Throw with Enter what is offered; what it comes to is looked at before anything else is done."""
        enters = event.key() in _ENTER and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if enters and not self.text().strip() and not self.fails and self.roll():
            self.threw.emit()
            return
        super().keyPressEvent(event)


class _DiceNow:
    """The dice of the encounter that is open when they are thrown: the panel is there before one is."""

    def __init__(self, bridge: Bridge) -> None:
        self._bridge = bridge

    @property
    def blind(self) -> bool:
        return self._bridge.dice.blind

    def roll(self, sides: int) -> int:
        return self._bridge.dice.roll(sides)

    def draw(self, cards: Sequence[str]) -> str:
        return self._bridge.dice.draw(cards)


class AreaRoll(QWidget):
    """What is rolled once for all; each target's row has what that comes to, or a field for its own roll."""

    changed = Signal()
    """Something was typed, thrown or chosen."""
    went_on = Signal()
    """A roll was made whose field the keys have left: the next one is due."""

    def __init__(self, bridge: Bridge, name: Callable[[str], str], parent: QWidget | None = None) -> None:
        """Begin hidden; ``name`` gives a target's name."""
        super().__init__(parent)
        self._bridge, self._name = bridge, name
        self._rules: list[PartRule] = []
        self._views: dict[str, TargetView] = {}
        self._fields: dict[str, RollOfEach] = {}
        self._said: dict[str, ToneLabel] = {}
        self._parts: dict[str, float | None] = {}
        """What part each had by its roll when that was told last: what is chosen by hand stays until then."""
        self._offered = ("", "")
        """What stands in the roll for all, and what is offered for it, as it was handed over."""
        self._is_known = False
        """Whether whoever goes on with Enter has been at the number for all: it may stay empty then."""
        self.way = QComboBox(self)
        calm(self.way)
        self.way.setAccessibleName(self.tr("What decides how much each takes"))
        self.way.activated.connect(self._on_way)
        self._label = plain_label("", self)
        self._label.setWordWrap(False)
        self._dice = _DiceNow(bridge)
        self.told = RollOfEach(self, self._dice)
        self.told.typed.connect(self.changed)
        self.rest = QPushButton(self.tr("&Roll the rest"), self)
        self.rest.setAutoDefault(False)
        self.rest.setToolTip(tip(self.tr("Throws for everybody of whom nothing is typed")))
        self.rest.clicked.connect(self.roll_rest)
        self._flow = FlowLayout(self)
        for widget in (self.way, self._label, self.told, self.rest):
            self._flow.addWidget(widget)
        self.hide()

    # -- interface -----------------------------------------------------------------------------------

    @property
    def rule(self) -> PartRule | None:
        """The way that is chosen; None where the ruleset has none, or none is asked for."""
        at = self.way.currentIndex()
        return self._rules[at] if not self.isHidden() and 0 <= at < len(self._rules) else None

    @property
    def touched(self) -> bool:
        """True if something is typed here or for one of several."""
        return bool(self.rule and (self.told.text() or any(field.text() for field in self._fields.values())))

    def field(self, who: str) -> RollOfEach:
        """Return the field for the roll of one."""
        return self._fields[who]

    def beside(self, who: str) -> ToneLabel:
        """Return what says how one roll for all stands against one: 'Reflex 15: hit'."""
        return self._said[who]

    @property
    def handed(self) -> tuple[str, str]:
        """What stands in the roll for all, shown or not yet, and what is offered for it."""
        return self.told.text() or self._offered[0], self._offered[1]

    def hand_over(self, typed: str, dice: str) -> None:
        """Have the roll that was typed or thrown elsewhere stand in the field for all, or offer its dice."""
        self._offered = typed, dice
        self._offer()

    def arrange(self, pipeline: str, views: Mapping[str, TargetView], *, shown: bool) -> None:
        """Be asked of ``views``, where the ruleset decides each one's part of ``pipeline`` by a roll."""
        rules = part_rules(self._bridge.rules, pipeline) if shown and self._bridge.is_open else []
        for who in [who for who in self._views if who not in views or not rules]:
            self._drop(who)
        self._views = dict(views)
        if rules != self._rules:
            self._rules, self._is_known = rules, False
            self.way.clear()
            for one in rules:
                self.way.addItem(self._called(one))
        self.setVisible(bool(rules))
        self._offer()

    def in_order(self) -> list[QWidget]:
        """Return the fields, from the first to the last."""
        return [self.told, *self._fields.values()] if self.rule else []

    def to_enter(self) -> list[QWidget]:
        """Return the rolls that are still to be typed or thrown; none without a number against it."""
        if self.told.number is None:
            return []
        return [self._fields[who] for who in self.unrolled]

    def number_to_ask(self) -> list[QWidget]:
        """Return the field of the number for all, if it is to be asked for: once, for it may stay empty.

        So it is where that is no roll by itself, and nobody's part was chosen by hand: without it no save has
        an effect.
        """
        parted = self.told.number is not None or any(view.kept() for view in self._views.values())
        asks = self.rule is not None and not (self._is_known or parted or self.told.offered)
        return [self.told] if asks else []

    def pass_number(self, field: QWidget | None) -> None:
        """Note that ``field`` has the keys: if it is the number for all, that is asked for no more."""
        self._is_known |= field is self.told

    @property
    def unrolled(self) -> list[str]:
        """Ids of those for whom something is to be rolled, and nothing is typed or thrown."""
        return [who for who, one in self._fields.items() if not one.text().strip() and not one.fails]

    def roll_rest(self) -> None:
        """Throw for everybody of whom nothing is typed."""
        for field in [self._fields[who] for who in self.unrolled]:
            field.roll()
        self.changed.emit()
        self.went_on.emit()

    def decided(self) -> dict[str, float]:
        """Return whose part is another one by its roll than before, and which; and say what came of it."""
        rule, found = self.rule, {}
        if rule is None:
            return {}
        for who in self._views:
            part = self._part(rule, who)
            if part is not None and part != self._parts.get(who):
                found[who] = part
            elif part is None and self._parts.get(who) is not None:
                found[who] = 1.0
            self._parts[who] = part
            self._say(rule, who)
        return found

    def throws(self, by: str) -> list[Throw]:
        """Return the rolls that were made here, for the log: by whoever does it, or by each."""
        rule = self.rule
        if rule is None or self.told.number is None:
            return []
        if not rule.die:
            what = entry_label(self._bridge.rules.formulas[rule.formula], rule.formula)
            return [self._thrown(by, what, self.told)] if by else []
        what = self.tr("{stat} (against {number})").format(
            stat=label_in(self._bridge.rules.stats, rule.stat), number=self.told.number
        )
        rolled = {who: one for who, one in self._fields.items() if one.number is not None}
        return [self._thrown(who, what, one) for who, one in rolled.items()]

    # -- internal ------------------------------------------------------------------------------------

    def _called(self, rule: PartRule) -> str:
        rules = self._bridge.rules
        label = entry_label(rules.formulas[rule.formula], rule.formula)
        return self.tr("{roll}: {stat}").format(roll=label, stat=label_in(rules.stats, rule.stat))

    def _person(self, who: str) -> Combatant | None:
        return self._bridge.state.combatants.get(who)

    def _offer(self) -> None:
        """Have the fields and words that the way which is chosen needs."""
        rule = self.rule
        if rule is None:
            return
        formula, each = self._bridge.rules.formulas[rule.formula], bool(rule.die)
        self.way.setToolTip(tip(with_citation(formula.text, formula.cite)))
        self._label.setText(self.tr("a&gainst") if each else self.tr("r&oll"))
        self._label.setBuddy(self.told)
        self.told.setAccessibleName(self.tr("Rolled against") if each else self.tr("Roll for all"))
        self.rest.setVisible(each)
        typed, dice = self._offered
        self.told.suggest("" if each else dice)
        if not each and typed:
            self.told.put(typed)
            self._offered = "", dice
        for who, view in self._views.items():
            self._arrange_one(rule, who, view)

    def _arrange_one(self, rule: PartRule, who: str, view: TargetView) -> None:
        person = self._person(who)
        if person is None:
            return
        if rule.die and who not in self._fields:
            self._drop(who)
            field = RollOfEach(view, self._dice)
            field.typed.connect(self.changed)
            field.threw.connect(self.went_on)
            self._fields[who] = field
            view.put_beside(field, self._name(who))
        elif not rule.die and who not in self._said:
            self._drop(who)
            self._said[who] = ToneLabel("", view)
            self._said[who].setWordWrap(False)
            view.put_beside(self._said[who], self._name(who))
        if rule.die:
            stat = label_in(self._bridge.rules.stats, rule.stat)
            edges = (one.edge for one in self._bridge.scene.rolls_ahead(person, rule.stat, None))
            edge = next(edges, "") if rule.stat in self._bridge.rules.rolls else ""
            self._fields[who].suggest(dice_of(self._bridge.scene, rule, person), edge)
            self._fields[who].setAccessibleName(f"{self._name(who)}: {stat}")
            self._fields[who].setToolTip(tip(stat))

    def _drop(self, who: str) -> None:
        for gone in (self._fields.pop(who, None), self._said.pop(who, None)):
            if gone is not None:
                self._views[who].put_beside(None)
                gone.hide()
                gone.deleteLater()
        self._parts.pop(who, None)

    def _part(self, rule: PartRule, who: str) -> float | None:
        person, field = self._person(who), self._fields.get(who)
        if person is None:
            return None
        told, total, natural = self.told.number, None, self.told.natural
        if field is not None:
            total, natural = field.number, field.natural
            if total is None and field.fails:
                total = _REACHES_NOTHING
        return part_of(
            self._bridge.rules, self._bridge.state, rule, person, told, total=total, natural=natural
        )

    def _say(self, rule: PartRule, who: str) -> None:
        """Say beside one what it has against the roll for all, and what that means."""
        label, person = self._said.get(who), self._person(who)
        if label is None or person is None:
            return
        rules, state = self._bridge.rules, self._bridge.state
        number = number_of(rules, state, rule, person)
        has = f"{label_in(rules.stats, rule.stat)} {'?' if number is None else number}"
        result = result_of(rules, state, rule, person, self.told.number, self.told.natural)
        label.setToolTip(tip(", ".join(one.told for one in shifts(rules, state, person, rule.stat))))
        label.set_tone("quiet" if not result else "text")
        label.say(f"{has}: {attack_results()[result]}" if result else has)
        font = label.font()
        font.setBold(result == HIT)
        label.setFont(font)

    def _thrown(self, who: str, what: str, field: RollOfEach) -> Throw:
        came = field.came
        if came is None:
            return Throw(who=who, amount=str(field.number), what=what)
        return Throw(who=who, amount=came[0], what=what, fell=came[1], dropped=field.dropped)

    def _on_way(self, _index: int) -> None:
        """Begin anew where another one rolls; of another number of the same roll it stays."""
        rule = self.rule
        if rule is None or bool(rule.die) != bool(self._fields):
            self.told.put("")
        for field in self._fields.values():
            field.put("")
        self._offer()
        self.changed.emit()
