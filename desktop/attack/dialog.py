"""One attack, from who makes it to its damage: with what, at whom, the roll, its result, its cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QWidget,
)

from desktop.attack.attempt import Attempt
from desktop.attack.likely import (
    kept_target,
    kind_of_anybody,
    last_attack,
    likely_kind,
    likely_target,
    usual_way,
)
from desktop.attack.payment import Payment, goes_with
from desktop.attack.told import (
    of_answers,
    of_covered,
    of_defence,
    of_fallen,
    of_lacking,
    of_no_defence,
    of_open,
    of_others,
    of_roll,
    of_tied,
    of_total,
)
from desktop.widgets.after_hit import harm_in_words, unknown_dice
from desktop.widgets.attack_roll import AttackRollField
from desktop.widgets.boxes import chosen, narrow
from desktop.widgets.citations import followed_by, with_citation
from desktop.widgets.command_dialog import CommandDialog
from desktop.widgets.fields import NumberField
from desktop.widgets.fight_dialog import Habit
from desktop.widgets.labels import ShortLabel, ToneLabel, roomy
from desktop.widgets.name_search import is_naming
from desktop.widgets.people import attack_kinds, attack_results, offer_people, people_box
from desktop.widgets.plain_text import tip
from desktop.widgets.roll_marks import left_out
from desktop.widgets.tab_order import tab_as_laid_out
from desktop.widgets.to_sheet import ToSheet, of_notes
from rulesets.seen.aiming import possible_targets
from rulesets.seen.attacks import (
    Rolled,
    Way,
    criticals,
    lowest_of_note,
    threatened,
    told_by,
    ways,
)
from rulesets.seen.labels import label_in
from rulesets.seen.proposed import named_out, weapon_at_hand
from rulesets.seen.queries import (
    acting_one,
    is_able,
    pipeline_for,
)
from rulesets.seen.scene import Scene
from rulesets.seen.throws import harm_of, uncounted
from rulesets.table.combatant import Combatant
from rulesets.table.commands import Act, Command, RecordAttack, Throw
from rulesets.table.outcome import Outcome
from rulesets.vocabulary.values import CRITICAL, HIT, MISS

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.widgets.texts import Texts

_PLAIN = Qt.KeyboardModifier.KeypadModifier
_BEGINS_NUMBER = "0123456789d"
"""What a number or dice begin with, as they are typed."""


class AttackDialog(CommandDialog):
    """Rolls an attack, proposes whether it hits, pays for it and records it, as one step.

    The button says what comes next: the roll, as long as nothing is rolled, typed or said to have come of it.
    Everything is proposed anew with what is changed, until the game master has set it.
    """

    def __init__(
        self,
        bridge: Bridge,
        texts: Texts,
        target: str,
        parent: QWidget | None = None,
        *,
        who: str = "",
        usual: Mapping[str, Habit] | None = None,
        spends: str = "",
        selected: Sequence[str] = (),
    ) -> None:
        """Suggest that ``who``, or the active one, attacks ``target``, whom it did last, or another side.

        ``usual`` is how each combatant has attacked last, '' whoever did (see :attr:`done_so`); ``spends``
        is what was chosen to be spent on this one already: 'action:attack'. Of those ``selected`` it is said
        who is left out.
        """
        super().__init__(bridge, texts, "", parent)
        self._selected = tuple(selected)
        policy = self.about.sizePolicy()
        policy.setRetainSizeWhenHidden(True)  # what is said of a total moves no field
        self.about.setSizePolicy(policy)
        self.about.setMinimumHeight(self.about.fontMetrics().lineSpacing())
        self.alone = ToneLabel("", self)
        roomy(self.alone).hide()
        self.alone.set_tone("warn")
        self.body.insertWidget(0, self.alone)
        self._usual = dict(usual or {})
        self._mends = False
        """Whether a line of the log is changed: it is the attack alone."""
        self._nothing_set()
        self._nothing_rolled()
        self._make_fields(who, target)
        self._add_rows()
        self.bare = self.buttons.addButton(
            self.tr("Recor&d without a roll"), QDialogButtonBox.ButtonRole.ActionRole
        )
        self.bare.clicked.connect(self._record_bare)
        self._connect()
        self._propose(self.who)
        if spends in self._pays.acts:
            self.spends.setCurrentIndex(self.spends.findData(spends))  # as if it had been chosen here
            self._set.add(self.spends)
        self.finish(self.tr("Record"))
        for box in self._picked_from:  # it hears of keys before those who look for names
            box.installEventFilter(self)
        tab_as_laid_out(self)
        self.roll.setFocus()

    def _nothing_set(self) -> None:
        """Begin with everything proposed."""
        self._ways: list[Way] = []
        self._set: set[QWidget] = set()
        """What the game master has set, and is proposed no more."""
        self._proposing = False
        self._seen: tuple[Scene, tuple[str, str], Scene] | None = None
        """What is seen before the attack, for a scene, an attacker and what was paid."""

    def _nothing_rolled(self) -> None:
        """Begin without a roll and what came of it."""
        self._open_said = False
        """Whether it was said that nothing says what came of it."""
        self._made_with = ""
        """What the roll that stands there was thrown with."""
        self._confirmed: bool | None = None
        """Whether a second roll has hit where a critical hit is threatened; None as long as there is none."""
        self._was_critical = ""
        """The result of the line of the log that is changed, if it is a critical one."""
        self._was_settling = False
        """Whether the line of the log that is changed says what came of an attack that was left open."""
        self._was_unpaid = False
        """Whether the line of the log that is changed says that nothing pays for it."""
        self._typed_on = ""
        """What was typed of the damage while the roll was looked at."""
        self._at_several = False
        """Whether it goes on to the damage of several, and records nothing."""

    def _make_fields(self, who: str, target: str) -> None:
        rules, state = self.bridge.rules, self.bridge.state
        who = who or acting_one(rules, state)
        able = [
            one for one in possible_targets(self.bridge.scene) if one.id == who or is_able(rules, state, one)
        ]
        self.who = people_box(able, who, self)
        aimed = likely_target(self.bridge, chosen(self.who), target)
        self.target = people_box(possible_targets(self.bridge.scene, chosen(self.who)), aimed, self)
        self.target.setPlaceholderText(self.tr("nobody: choose whom"))
        if not aimed:
            self.target.setCurrentIndex(-1)  # the first of the dead is not meant
        self._make_several()
        self.using, self.aimed, self.defense, self.came, self.kind, self.spends = (
            QComboBox(self) for _ in range(6)
        )
        for box in (self.using, self.aimed, self.defense, self.came, self.kind, self.spends):
            narrow(box)
        for value, text in (*attack_kinds().items(), ("", self.tr("neither"))):
            self.kind.addItem(text, value)
        for value, text in (("", self.tr("not known yet")), *attack_results().items()):
            self.came.addItem(text, value)
        self.roll = AttackRollField(self, self.bridge.dice, rules.wild)
        self.confirm = AttackRollField(self, self.bridge.dice, rules.wild)
        self.against = NumberField(self, digits=5)
        self.against.setAccessibleName(self.tr("Rolled against"))
        self.defense.setAccessibleName(self.tr("Defense"))
        self.beside = QWidget(self)
        line = QHBoxLayout(self.beside)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.defense)
        line.addWidget(self.against, 0, Qt.AlignmentFlag.AlignLeft)
        self.shifted = ShortLabel(self.beside)
        line.addWidget(self.shifted, 1)
        self.beside.setFocusProxy(self.against)
        self._make_fell()
        self.label = QLineEdit(self)

    def _make_fell(self) -> None:
        """Put beside the roll how the dice fell: of several, or with a wild one, the sum tells little."""
        self.rolling = QWidget(self)
        line = QHBoxLayout(self.rolling)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.roll)
        self.fell = ShortLabel(self.rolling)
        self.fell.keep_width(1)  # it takes the room that there is
        line.addWidget(self.fell, 1)
        self.rolling.setFocusProxy(self.roll)
        self.roll.setAccessibleName(self.tr("Roll"))
        for changed in (self.roll.typed, self.roll.committed, self.roll.threw, self.roll.textChanged):
            changed.connect(self._tell_dice)

    def _tell_dice(self, *_changed: object) -> None:
        self.fell.show_line(self.roll.thrown_as)

    def _add_rows(self) -> None:
        self.add_row(self.tr("&Attacker"), self.who)
        self.add_row(self.tr("&With"), self.using)
        self.add_row(self.tr("&Target"), self.aiming)
        self.add_row(self.tr("&Counts as"), self.aimed)
        self.add_row(self.tr("R&oll"), self.rolling)
        self.add_row(self.tr("A&gainst"), self.beside)
        self.add_row(self.tr("Con&firmed by"), self.confirm)
        self.add_row(self.tr("&Result"), self.came)
        self.add_row(self.tr("&Kind"), self.kind)
        self.add_row(self.tr("&Spends"), self.spends)
        self.label.setPlaceholderText(self.tr("what reactions call it, such as: shot"))
        self.add_row(self.tr("&Name"), self.label)
        width = 2 * self.fontMetrics().horizontalAdvance(self._titled())
        self.setMinimumWidth(max(self.minimumWidth(), min(width, self.fontMetrics().averageCharWidth() * 80)))

    def _make_several(self) -> None:
        """Put beside the target what leads to the damage of several: one roll against one is no area."""
        self.aiming, self.several = QWidget(self), QPushButton(self.tr("Se&veral…"), self)
        self.several.setAutoDefault(False)
        self.several.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # Tab goes on to the roll; it has a letter
        told = self.tr("A grenade, a blast, a sweep: several are hit at once, or partly. Opens their damage.")
        self.several.setToolTip(tip(told))
        self.several.setVisible(bool(pipeline_for(self.bridge.rules, "damage")))
        line = QHBoxLayout(self.aiming)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.target, 1)
        line.addWidget(self.several)
        self.aiming.setFocusProxy(self.target)
        self.target.setAccessibleName(self.tr("Target"))
        self.several.clicked.connect(self._aim_at_several)

    def _aim_at_several(self) -> None:
        """Go on to the damage of several instead: nothing is recorded yet."""
        self._at_several = True
        QDialog.accept(self)

    def _connect(self) -> None:
        boxes = (self.who, self.using, self.target, self.aimed)
        for box in (*boxes, self.defense, self.came, self.kind, self.spends):
            box.currentIndexChanged.connect(partial(self._on_changed, box))
        self.roll.typed.connect(partial(self._on_changed, self.roll))
        self.against.typed.connect(partial(self._on_changed, self.against))
        self.confirm.typed.connect(partial(self._on_changed, self.confirm))
        self._picked_from = (*boxes, self.defense, self.came, self.kind, self.spends)
        self.roll.threw.connect(self._look_at_throw)
        self.confirm.threw.connect(self._look_at_throw)
        self.label.textEdited.connect(self.refresh)

    # -- what is proposed ----------------------------------------------------------------------------

    def _on_changed(self, changed: QWidget, _index: int = 0) -> None:
        if not self._proposing:
            self._set.add(changed)
            if changed is self.who:
                self._set -= {self.using, self.kind, self.spends, self.came}
                self._propose_target()
            spent = chosen(self.spends)
            if changed is self.using and spent.startswith("action:") and not self._goes_with(spent):
                self._set.discard(self.spends)
            if changed in (self.who, self.target):
                self._set.discard(self.aimed)
            self._propose(changed)
            self.refresh()

    @contextmanager
    def _proposed(self) -> Iterator[None]:
        before, self._proposing = self._proposing, True
        try:
            yield
        finally:
            self._proposing = before

    def _propose(self, changed: QWidget) -> None:
        """Fill in what follows from what was ``changed``, as far as the game master has not set it."""
        with self._proposed():
            if changed is self.who:
                self._offer_costs()
            if changed in (self.who, self.target) or (changed is self.spends and not self.roll.text()):
                if changed is self.spends and not self._goes_with(chosen(self.spends)):
                    self._set.discard(self.using)
                self._offer_ways()
            before = chosen(self.kind)
            self._propose_kind()
            if changed in (self.who, self.using) and self._made_with not in ("", self._way_name()):
                self.roll.put("")
                self._made_with = ""
            if changed is not self.aimed:
                self._offer_aims()
            self._propose_cost()
            self._offer_roll()
            of_another = chosen(self.kind) != before
            if of_another or changed in (self.who, self.target, self.using, self.kind):
                self._offer_defences()
            elif changed is self.defense:
                self._fill_in_defence()
            elif changed is self.against:
                self._tell_of_against()
            self._tell_of_roll()
            self._propose_result()
            self._offer_confirming()
            self._say_overruled()
        self.setWindowTitle(self._titled())
        pair = chosen(self.who), chosen(self.target)
        self.alone.say(of_others(self.bridge, self.texts, *pair, self._selected))

    def _choose(self, box: QComboBox, value: object) -> None:
        """Propose a value of a box, unless the game master has set it."""
        if box not in self._set:
            box.setCurrentIndex(max(0, box.findData(value)))

    def _person(self, box: QComboBox) -> Combatant | None:
        return self.bridge.state.combatants.get(chosen(box))

    def _scene(self) -> Scene:
        """Return what is seen before the attack: one that is paid already is not counted for itself."""
        bridge = self.bridge
        paid = chosen(self.who), self._pays.before
        if self._seen is None or self._seen[0] is not bridge.scene or self._seen[1] != paid:
            state = uncounted(bridge.rules, bridge.state, *paid)
            same = state is bridge.state
            self._seen = bridge.scene, paid, bridge.scene if same else bridge.viewer.look(state)
        return self._seen[2]

    def _titled(self) -> str:
        who, target = self.who.currentText(), self.target.currentText()
        if not chosen(self.target):
            return self.tr("Attack: {who}").format(who=who)
        return self.tr("Attack: {who} → {target}").format(who=who, target=target)

    def _propose_target(self) -> None:
        """Keep the target for another attacker, unless that one has announced another, or is on its side."""
        who = chosen(self.who)
        likely = kept_target(self.bridge, who, chosen(self.target))
        with self._proposed():
            offer_people(self.target, possible_targets(self.bridge.scene, who))
            if self.target not in self._set:
                self.target.setCurrentIndex(self.target.findData(likely))

    @property
    def _attempt(self) -> Attempt:
        """The attack as it is chosen so far."""
        return Attempt(
            self.bridge,
            self._scene(),
            self._person(self.who),
            self._person(self.target),
            self._way(),
            chosen(self.kind),
            chosen(self.aimed),
        )

    # -- with what -----------------------------------------------------------------------------------

    def _offer_ways(self) -> None:
        """Offer what the attacker can attack with, first what was announced or used last."""
        who, kept = self._person(self.who), self._way_name()
        found = [] if who is None else ways(self._scene(), who, self._person(self.target))
        named = {self._named(way): way for way in reversed(found)}
        self._ways = [way for way in found if named[self._named(way)] is way]
        self.using.clear()
        for way in self._ways:
            self.using.addItem(f"{self._named(way)}   {way.dice}", self._named(way))
        rolls = bool(self._ways) or self._other_deed()
        if who is not None and not rolls and (weapon := weapon_at_hand(self.bridge.rules, who)):
            self.using.addItem(weapon, weapon)
        self.using.addItem(self.tr("something else"), "")
        self.show_row(self.using, shown=self.using.count() > 1)
        if self.using in self._set:
            self.using.setCurrentIndex(max(0, self.using.findData(kept)))
        else:
            self.using.setCurrentIndex(self._usual_way())

    def _usual_way(self) -> int:
        """Return the place of what is likely attacked with."""
        who, (_, kinds) = chosen(self.who), self._meant()
        action = self._pays.own_action(self._ways, self._chosen_cost)
        kind, last = likely_kind(self._attempt, who, self._usual), last_attack(self.bridge, who)
        return usual_way(self._ways, kinds, action, kind, last)

    def _goes_with(self, key: str) -> bool:
        return goes_with(key, self._way(), self._ways)

    def _named(self, way: Way) -> str:
        return f"{way.roll.label}, {way.roll.of}" if way.roll.of else way.roll.label

    def _way(self) -> Way | None:
        number = self.using.currentIndex()
        return self._ways[number] if 0 <= number < len(self._ways) else None

    def _way_name(self) -> str:
        return chosen(self.using)

    def _made_using(self) -> str:
        """Return what it is made with, as the log calls it: the way to roll, or the weapon; or ''."""
        way = self._way()
        return self._way_name() if way is None else way.roll.label

    def _offer_aims(self) -> None:
        """Ask which of the narrower kinds of roll it is, where that makes a difference: from how far.

        Blows are proposed as the first of them, shots as the last.
        """
        kept, found = chosen(self.aimed), () if self._mends else self._attempt.aims()
        self.aimed.clear()
        for name in found:
            self.aimed.addItem(label_in(self.bridge.rules.rolls, name), name)
        self.aimed.addItem(self.tr("not said yet"), "")
        self.show_row(self.aimed, bool(found))
        usual = {"melee": found[:1], "brawl": found[:1], "ranged": found[-1:]}.get(chosen(self.kind), ())
        meant = kept if self.aimed in self._set else next(iter(usual), "")
        self.aimed.setCurrentIndex(max(0, self.aimed.findData(meant)))

    def _offer_roll(self) -> None:
        attempt = self._attempt
        way, refusal = attempt.way, attempt.refusal()
        self.roll.suggest("" if way is None or refusal or self._mends else way.dice, attempt.edge())
        self.roll.threat = lowest_of_note(self.bridge.rules, way)

    def _tell_of_roll(self) -> None:
        """Say above all fields what is for and against the attack, and what stands against making it."""
        attempt = self._attempt
        way, refusal = attempt.way, attempt.refusal()
        barred = self._said_of_forbidden()
        fallen = "" if self._mends or self.target in self._set else of_fallen(attempt)
        unpaid = self._said_of_unpaid()
        warns = refusal or barred or fallen or unpaid or self.roll.beyond
        self.about.set_tone("warn" if warns else "quiet")
        if refusal is not None:
            lines = [self.texts.refusal(refusal)]
        elif self._mends:
            lines = [] if way is None else [of_roll(attempt, self.texts, self._ways, self._meant())]
        else:
            lines = [barred, fallen, unpaid, of_total(attempt, self.roll), of_open(attempt)]
            lines += [of_roll(attempt, self.texts, self._ways, self._meant()), of_tied(attempt, self.texts)]
            lines += [] if self.against in self._set else [of_covered(attempt)]
            lines += [of_lacking(attempt, chosen(self.defense))]
        self.about.say("\n".join(filter(None, lines)))

    def _is_unpaid(self) -> bool:
        """Return whether nothing pays for the attack; one that is open was paid, or not, as it was made."""
        return bool(self._pays.unpaid(chosen(self.spends))) and not self._attempt.is_open()

    def _said_of_unpaid(self) -> str:
        """Return that nothing pays for it, in words; '' where that was chosen, and is known."""
        if self._mends or self.spends in self._set or not self._is_unpaid():
            return ""
        return self._pays.unpaid(chosen(self.spends))

    def _said_of_forbidden(self) -> str:
        """Return that a state forbids every attack, in words, or ''; what is recorded counts all the same."""
        forbidden = self._pays.forbidden
        if forbidden is None or self._mends:
            return ""
        told = self.tr("{why} It can be recorded all the same, as the table has made it.")
        return told.format(why=self.texts.refusal(forbidden))

    # -- kind and cost -------------------------------------------------------------------------------

    @property
    def _chosen_cost(self) -> str | None:
        """The key of what is spent on it, if the game master has chosen it; None if it is only proposed."""
        return chosen(self.spends) if self.spends in self._set else None

    def _meant(self) -> tuple[str, tuple[str, ...]]:
        """Return which reaction or action the attack is, and of which kinds it can be, () for any."""
        return ("", ()) if self._mends else self._pays.meant(self._chosen_cost)

    def _propose_kind(self) -> None:
        attempt, who, (called, kinds) = self._attempt, chosen(self.who), self._meant()
        way = attempt.way
        kind = (way.kind if way is not None else "") or likely_kind(attempt, who, self._usual)
        if kinds and kind not in kinds and not (self.using in self._set and way is not None and way.kind):
            kind = next((one for one in attempt.known_kinds() if one in kinds), kinds[0])
        elif called and not kind:
            kind = "melee"  # whoever strikes back is near; how somebody else has attacked says nothing of it
        if self._other_deed() and (way is None or not way.kind):
            kind = ""  # how somebody strikes says nothing of a power
        elif not kind and who not in self._usual:
            kind = kind_of_anybody(attempt, self._pays.likely("", way, self._ways), self._usual)
        self._choose(self.kind, kind)

    def _other_deed(self) -> bool:
        """Return whether it is paid with what was declared and is no attack by itself, or likely to be."""
        return not self._mends and self._pays.is_other_deed(self._chosen_cost)

    def _offer_costs(self) -> None:
        """Offer what the attacker can spend on it: out of its turn what strikes back, too."""
        self._pays = Payment(self.bridge, chosen(self.who), self._usual)
        self.spends.clear()
        self.spends.addItem(self._pays.nothing(), "")
        for key in self._pays.acts:
            self.spends.addItem(self._pays.called[key], key)

    def _offer_barred(self) -> None:
        """Offer the action that alone attacks as it was chosen, also where a rule forbids it: it is said."""
        way = self._way()
        self._pays.insist(f"action:{way.action}" if way is not None and self.using in self._set else "")
        for key in self._pays.barred:
            at, offered = self.spends.findData(key), key in self._pays.acts
            if offered and at < 0:
                self.spends.addItem(self._pays.called[key], key)
            elif at >= 0 and not offered:
                self.spends.removeItem(at)

    def _propose_cost(self) -> None:
        self._offer_barred()
        self._choose(self.spends, self._pays.likely(chosen(self.kind), self._way(), self._ways))

    # -- what it is rolled against -------------------------------------------------------------------

    def _offer_defences(self) -> None:
        """Offer the numbers of the target that the ruleset lets attacks be rolled against."""
        attempt, kept = self._attempt, chosen(self.defense)
        self.defense.clear()
        for one in attempt.defences():
            self.defense.addItem(label_in(self.bridge.rules.stats, one.stat), one.stat)
            self.defense.setItemData(self.defense.count() - 1, one.number, Qt.ItemDataRole.UserRole + 1)
        last, way = last_attack(self.bridge, chosen(self.who)), attempt.way
        same = last is not None and last.using in ("", "" if way is None else way.roll.label)
        usual = last.defense if last is not None and same else ""
        self.defense.setCurrentIndex(
            max(0, self.defense.findData(kept if self.defense in self._set else usual))
        )
        self.defense.setVisible(self.defense.count() > 0)
        self.show_row(self.beside, attempt.hits is not None)
        self._fill_in_defence()

    def _fill_in_defence(self) -> None:
        number = self.defense.currentData(Qt.ItemDataRole.UserRole + 1)
        if self.defense.count():
            self.against.number = number if isinstance(number, int) else None
        elif self.against not in self._set:
            covered = None if self._mends else self._attempt.covered()
            self.against.number = None if covered is None else covered[1]
        self._tell_of_against()

    def _tell_of_against(self) -> None:
        """Say what is in the number it is rolled against, or that there is none, as long as none is typed."""
        told, lacks = "" if self.against.text().strip() else of_no_defence(), ""
        if self.defense.count():
            told = of_defence(self._attempt, chosen(self.defense))
            lacks = of_lacking(self._attempt, chosen(self.defense))
        self.shifted.show_line("" if self._mends else told, told="" if self._mends else lacks)

    def _result(self) -> str:
        """Return the result that stands there; a critical hit is a hit."""
        result = chosen(self.came)
        return HIT if result == CRITICAL else result

    def _propose_result(self) -> None:
        """Propose what comes of the roll by the ruleset, as far as all of it is known."""
        self._choose(self.came, self._attempt.result(self._rolled()))

    def _rolled(self) -> Rolled | None:
        """Return the attack as it was rolled, as far as it is known."""
        return self._rolled_in(self.roll)

    def _rolled_in(self, field: AttackRollField) -> Rolled | None:
        attempt = self._attempt
        if attempt.who is None:
            return None
        return Rolled(
            attempt.who,
            field.number,
            self.against.number,
            field.natural,
            attempt.target,
            attempt.narrower,
            attempt.threat,
            self._confirmed,
            self._paid_action(),
        )

    # -- whether it is critical ----------------------------------------------------------------------

    def _offer_confirming(self) -> None:
        """Ask for the roll that confirms a critical hit that is threatened, and call a hit what it is."""
        self._confirmed, attempt, rolled = None, self._attempt, self._rolled()
        hits = attempt.hits
        rules, state, rule = self.bridge.rules, self.bridge.state, None
        if hits is not None and rolled is not None and chosen(self.came) == HIT and not self._mends:
            rule = threatened(rules, state, hits, rolled)
        self.show_row(self.confirm, rule is not None)
        self.confirm.suggest("" if rule is None else self.roll.again, attempt.edge())
        again = self._rolled_in(self.confirm)
        if rule is None:
            self.confirm.put("")
        elif again is not None and again.total is not None:
            self._confirmed = attempt.result(again) == HIT
        if rule is not None and self._confirmed is None:
            threat = self.tr("The die shows {die}: that threatens a critical hit.").format(
                die=self.roll.natural
            )
            self.about.set_tone("text")
            self.about.say(followed_by(f"{threat} {rule.text}".strip(), rule.cite))
        elif rule is not None and self._confirmed is False:
            self._say_thrown(self.tr("{roll}: {result}."), "text")
        self._offer_critical()
        missed = self.tr("critical failure") if self._is_critical(MISS) else attack_results()[MISS]
        self.came.setItemText(self.came.findData(MISS), missed)

    def _offer_critical(self) -> None:
        """Call a hit critical if its roll or its line is; else offer that, where a rule has it."""
        critical, found = self.tr("critical hit"), self.came.findData(HIT)
        is_one = bool(self._attempt.ticked(self._rolled())) or (self._mends and self._was_critical == HIT)
        self.came.setItemText(found, critical if is_one else attack_results()[HIT])
        at, offered = self.came.findData(CRITICAL), bool(criticals(self.bridge.rules)) and not is_one
        if offered and at < 0:
            self.came.insertItem(found + 1, critical, CRITICAL)
        elif at >= 0 and not offered:
            if self.came.currentIndex() == at:
                self.came.setCurrentIndex(found)
            self.came.removeItem(at)

    def _say_overruled(self) -> None:
        """Say that the numbers come to something else than was chosen: it counts, and nobody overlooks it."""
        rolled = self._rolled()
        if rolled is None or self.came not in self._set:
            return
        by_rule = self._attempt.result(rolled)
        if by_rule in ("", self._result()):
            return
        told = self.tr("By the rules {total} against {against} is: {by_rule}. You have chosen: {result}.")
        numbers = {"total": rolled.total, "against": rolled.against, "result": self.came.currentText()}
        self.about.set_tone("warn")
        self.about.say(told.format(by_rule=self.came.itemText(self.came.findData(by_rule)), **numbers))

    @property
    def _confirms_next(self) -> bool:
        """Whether the button rolls whether a threatened hit is critical."""
        return bool(self.confirm.offered) and not self.confirm.text().strip()

    # -- what comes of it ----------------------------------------------------------------------------

    @property
    def rolls_next(self) -> bool:
        """Whether the button rolls: nothing is rolled, typed, or said to have come of it."""
        decided = self.came in self._set or self._mends
        first = bool(self.roll.offered) and not self.roll.text().strip() and not decided
        return first or self._confirms_next

    @property
    def done_so(self) -> tuple[str, Habit] | None:
        """Who attacked, and how: the kind, and what was spent on it, if that was not only proposed.

        What was spent out of the own turn says nothing of the own one; where several are aimed at nobody has
        attacked yet.
        """
        if self._at_several:
            return None
        key, chose = chosen(self.spends), self._chosen_cost is not None
        return chosen(self.who), self._pays.habit(chosen(self.kind), key, chosen=chose)

    @property
    def to_sheet(self) -> ToSheet | None:
        """What the damage sheet is opened with after a hit; None if nothing follows."""
        pipeline = pipeline_for(self.bridge.rules, "damage")
        if self._mends or not pipeline or (self._result() != "hit" and not self._at_several):
            return None
        attacker, way = self._person(self.who), self._way()
        named = self.label.text().strip() or ("" if way is None else way.roll.label)
        dice, about, unknown = "", "", ""
        other = self._is_no_weapon()
        if attacker is not None and not other:
            dice = harm_of(self.bridge.rules, self.bridge.state, attacker, named)
            dice, about = harm_in_words(
                dice, self._attempt.changed(dice, self._paid_action(), self._attack())
            )
            unknown = "" if dice or about else unknown_dice(self.bridge.rules, attacker, named)
        by, whose = chosen(self.who), [chosen(self.target)]
        if self._at_several:
            several = [one for one in self._selected if one != by]
            whose = several if len(several) > 1 else whose
        times, action = 2 if way is None else way.times, self._paid_action()
        said = told_by(self.bridge.rules, pipeline, action)
        if said and not about:
            rule = self.bridge.rules.actions[action]
            about = with_citation(rule.text, rule.cite)
        told, left = of_notes(
            self.bridge.rules, self.bridge.state, pipeline, None if other else attacker, named
        )
        told, about = {**told, **said}, "\n".join(filter(None, (unknown, left, about)))
        paid = self._at_several and (self.spends in self._set or not other)
        act = self._pays.acts.get(chosen(self.spends)) if paid else None
        pays = act.name if isinstance(act, Act) else ""
        rolled = (self.roll.as_typed, self.roll.offered) if self._at_several else ("", "")
        return ToSheet(
            pipeline,
            tuple(whose),
            by,
            dice or None,
            self._ticked(),
            times,
            told,
            about,
            pays,
            rolled,
            self._at_several,
        )

    def _is_no_weapon(self) -> bool:
        """Return whether several are hurt by something else than what is known to attack with: a spell.

        Neither the dice of a weapon nor an attack that nobody has chosen is proposed for it then.
        """
        named = bool(self.label.text().strip())
        return self._at_several and bool(self._ways) and self._way() is None and not named

    def _paid_action(self) -> str:
        return self._pays.action(chosen(self.spends), self._way())

    def _ticked(self) -> tuple[str, ...]:
        """Return what a hit ticks in the sheet: that it is critical, by its roll or as it was chosen."""
        chose = chosen(self.came) == CRITICAL
        return criticals(self.bridge.rules) if chose else self._attempt.ticked(self._rolled())

    def _is_critical(self, result: str) -> bool:
        """Return whether a result is a critical one: by the roll, or as the line that is changed has it."""
        if self._mends and result and self._was_critical == result:
            return True
        if result == HIT:
            return bool(self._ticked())
        return self._attempt.is_critical(result, self._rolled())

    def fill(self, command: RecordAttack) -> None:
        """Fill everything in as a command has it; what was spent is a line of its own."""
        self._mends, self._was_settling = True, command.settles
        self._was_unpaid = command.unpaid
        self._was_critical = command.result if command.critical else ""
        self._set.add(self.target)
        self.show_row(self.spends, shown=False)
        self.several.hide()
        with self._proposed():
            self.who.setCurrentIndex(max(0, self.who.findData(command.who)))
            self.target.setCurrentIndex(max(0, self.target.findData(command.target)))
        self._propose(self.who)
        with self._proposed():
            at = next((n for n, way in enumerate(self._ways) if way.roll.label == command.using), -1)
            if at < 0 and command.using:
                at = self.using.count() - 1
                self.using.insertItem(at, command.using, command.using)
                self.show_row(self.using, shown=True)
            self.using.setCurrentIndex(at if at >= 0 else self.using.count() - 1)
            self.kind.setCurrentIndex(max(0, self.kind.findData(command.kind)))
            self._offer_roll()
            self._offer_defences()
            self.defense.setCurrentIndex(max(0, self.defense.findData(command.defense)))
            self.roll.number, self.against.number = command.rolled, command.against
            self._tell_of_roll()
            self.came.setCurrentIndex(max(0, self.came.findData(command.result)))
        self._set |= {self.using, self.kind, self.came, self.defense}
        self.label.setText(command.label)
        self.refresh()

    def holds_typed(self) -> bool:
        """Return whether closing it would drop a roll made here; a total is typed anew in no time."""
        return self.roll.came is not None or self.confirm.came is not None

    def refresh(self) -> None:
        """Let the button say what comes next."""
        if self._confirms_next:
            text = self.tr("Roll {dice} to confirm").format(dice=self.confirm.offered)
        elif self.rolls_next:
            text = self.tr("Roll {dice} twice") if self.roll.twice else self.tr("Roll {dice}")
            text = text.format(dice=self.roll.offered)
        elif self.to_sheet is not None:
            text = self.tr("Record, then damage…")
        else:
            text = self.tr("Record")
        self.ok.setText(text)
        self.bare.setText(
            self.tr("Recor&d without it") if self._confirms_next else self.tr("Recor&d without a roll")
        )
        self.bare.setVisible(self.rolls_next)
        super().refresh()
        self.bare.setEnabled(self.ok.isEnabled())

    def accept(self) -> None:
        """Roll, if that comes next; else record, if nothing stands against it.

        What was typed is seen while it is typed, and recorded at once; what was thrown is looked at first.
        That nothing says what came of it is said once before: an Enter too many spends no action.
        """
        if not chosen(self.target):
            self.target.setFocus(Qt.FocusReason.TabFocusReason)  # nothing is rolled at nobody
        elif self._confirms_next:
            if self.confirm.hasFocus() or self.roll.came is not None:
                self.confirm.roll()
                self._look_at_throw()
            else:
                self.confirm.setFocus()  # a total that was typed at the table is confirmed there, too
        elif not self.rolls_next:
            if self._says_nothing() and not self._open_said:
                self._say_open()
            else:
                super().accept()
        elif self.roll.roll():
            self._made_with = self._way_name()
            self._look_at_throw()

    def _says_nothing(self) -> bool:
        """Return whether neither a roll nor the game master says what came of it."""
        return not self._result() and not self._mends and self.came not in self._set

    def _look_at_throw(self) -> None:
        """Say what was thrown, and go to what comes next: what is typed there is no other roll."""
        if not self._result():
            (self.against if self._attempt.hits is not None else self.came).setFocus()
        elif self._confirms_next:
            self.confirm.setFocus()
        elif self.ok.isEnabled():
            self.ok.setFocus()
            told = self.tr("{roll}: {result}. Enter records it.")
            if self.to_sheet is not None:
                told = self.tr("{roll}: {result}. Enter records it; a number typed now is its damage.")
            self._say_thrown(told, "quiet")

    def _say_thrown(self, told: str, tone: str) -> None:
        """Say something of the roll that was made last."""
        last = self.confirm if self.confirm.text() else self.roll
        roll, against = last.thrown_as or str(last.number), self.against.number
        if against is not None:
            roll = self.tr("{roll} against {against}").format(roll=roll, against=against)
        result = self.came.currentText()
        if last is self.confirm and self._confirmed is False:
            result = self.tr("not confirmed, a plain {hit}").format(hit=result)
        self.about.set_tone(tone)
        self.about.say(told.format(roll=roll, result=result))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let Enter in Target only take it, and go on to the roll; so does what is picked from a list.

        A number that was typed next went to the names: "22" aimed at *Stormtrooper 2*. Where no
        name was begun it is the roll, or what that is against, whichever is empty.
        """
        key = event if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress else None
        if not isinstance(watched, QComboBox):
            if event.type() == QEvent.Type.MouseButtonRelease or (key is not None and _is_enter(key)):
                QTimer.singleShot(0, self, self._lead_to_roll)
            return super().eventFilter(watched, event)
        if key is not None or event.type() == QEvent.Type.MouseButtonPress:
            for part in (watched.view(), watched.view().viewport()):  # of the list that may open now
                part.installEventFilter(self)
        return (key is not None and self._goes_on(watched, key)) or super().eventFilter(watched, event)

    def _goes_on(self, box: QComboBox, key: QKeyEvent) -> bool:
        """Return whether a key in a box has led on: Enter from the target, a digit to what lacks a number."""
        if _is_enter(key) and box is self.target and not self._mends:
            self.roll.setFocus(Qt.FocusReason.TabFocusReason)
            return True
        empty = [one for one in (self.roll, self.against) if one.isVisible() and not one.text().strip()]
        if not empty or not _is_digit(key) or is_naming(box) or _begins_with_number(box):
            return False
        empty[0].setFocus(Qt.FocusReason.TabFocusReason)  # what stands there already is not replaced
        empty[0].insert(key.text())
        return True

    def showEvent(self, event: QShowEvent) -> None:
        """What is typed where it comes back as it was left takes the place of what was rolled."""
        super().showEvent(event)
        if not event.spontaneous() and self.buttons.isAncestorOf(self.focusWidget() or self):
            self.roll.setFocus()
            self.roll.selectAll()

    def _lead_to_roll(self) -> None:
        """Bring the keys from a box in which something was picked to the roll."""
        focus = self.focusWidget()
        if isinstance(focus, QComboBox) and focus in self._picked_from and not focus.view().isVisible():
            self.roll.setFocus(Qt.FocusReason.TabFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Where the roll is looked at, a number is its damage, and Backspace goes back to it."""
        plain = not event.modifiers() & ~_PLAIN
        looks = plain and self.ok.hasFocus() and self.roll.number is not None
        if looks and event.key() == Qt.Key.Key_Backspace:
            last = self.confirm if self.confirm.text() else self.roll
            last.setFocus(Qt.FocusReason.TabFocusReason)
        elif looks and event.text() and event.text() in _BEGINS_NUMBER:
            self._type_on(event.text())
        else:
            super().keyPressEvent(event)

    def _type_on(self, text: str) -> None:
        """Record the hit, and begin its damage with what was typed; where none follows that is said."""
        if self.to_sheet is None or self.rolls_next:
            self._say_thrown(
                self.tr("{roll}: {result}, no damage. Enter records it, Backspace goes back to the roll."),
                "warn",
            )
            return
        self._typed_on = text
        self.accept()
        if self.result() != QDialog.DialogCode.Accepted:
            self._typed_on = ""

    @property
    def typed_on(self) -> str:
        return self._typed_on

    def _say_open(self) -> None:
        """Go to what is lacking, and say how it is recorded all the same."""
        self._open_said = True
        rolled = self.roll.number is not None
        (
            self.against if rolled and self._attempt.hits is not None else self.came if rolled else self.roll
        ).setFocus()
        self.about.set_tone("warn")
        self.about.say(
            self.tr(
                "Nothing says yet what came of it: type what was rolled, or choose the result. Enter once "
                "more records it as still open."
            )
        )

    def _record_bare(self) -> None:
        super().accept()

    def commands(self) -> list[Command]:
        """Return what to dispatch; nothing where it goes on to the damage of several."""
        return [] if self._at_several else super().commands()

    def wanted(self) -> list[Command]:
        spent = self._pays.order(chosen(self.spends), chosen(self.target), chosen(self.kind), self._way())
        act = None if self._mends else spent
        thrown = None if self._mends else self._thrown()
        found: list[Command] = [] if act is None else [act]
        again = None if self._mends else self._thrown_again()
        return [*found, *(one for one in (thrown, again) if one is not None), self._attack()]

    def _attack(self) -> RecordAttack:
        rolled = self.roll.number
        against = self.against.number if rolled is not None and self._attempt.hits is not None else None
        return RecordAttack(
            who=chosen(self.who),
            target=chosen(self.target),
            kind=chosen(self.kind),
            result=self._result(),
            label=self.label.text().strip(),
            using=self._made_using(),
            rolled=rolled,
            against=against,
            defense="" if against is None else chosen(self.defense),
            critical=self._is_critical(self._result()),
            unpaid=self._was_unpaid if self._mends else self._is_unpaid(),
            settles=self._was_settling or self._settles(),
        )

    def _settles(self) -> bool:
        """Return whether it says what came of an attack that was left open, and is no second one."""
        return self._result() != "" and not self._mends and self._attempt.is_open()

    def _thrown(self) -> Throw | None:
        """Return the roll with how each die fell, if dice were rolled."""
        came, way = self.roll.came, self._way()
        if came is None:
            return None
        (typed, fell), dropped = came, self.roll.dropped
        without: tuple[str, ...] = ()
        if way is not None and typed == way.dice:
            marked = self._attempt.marks(self.texts)
            of = chosen(self.aimed) or way.roll.roll
            counted = [one for one in marked if dropped is not None and one.id in (of, way.roll.roll)]
            without = left_out(way.roll, tuple(one for one in marked if one not in counted))
        what = "" if way is None else way.roll.order.what or way.roll.label
        who = chosen(self.who)
        return Throw(who=who, amount=typed, what=what, fell=fell, without=without, dropped=dropped)

    def _thrown_again(self) -> Throw | None:
        """Return the roll that confirms, with how its die fell if it was thrown here, and whether it did."""
        came, way, total = self.confirm.came, self._way(), self.confirm.number
        if self._confirmed is None or total is None:
            return None
        text = self.tr("{attack} (to confirm)") if self._confirmed else self.tr("{attack} (not confirmed)")
        what = text.format(attack="" if way is None else way.roll.label).strip()
        typed, fell = (str(total), ()) if came is None else came
        return Throw(who=chosen(self.who), amount=typed, what=what, fell=fell)

    def foreseen(self, _command: Command, outcome: object) -> str:
        """Return how a die fell the other time, and what the target can answer with."""
        can = ""
        if isinstance(outcome, Outcome) and not self._mends:
            can = of_answers(self._attempt, outcome.state)
        other = self.tr("The other time the die showed {number}.").format(number=self.roll.dropped)
        return " ".join(filter(None, (other if self.roll.dropped is not None else "", can)))

    def missing(self) -> str:
        if not chosen(self.who) or not self.target.count():
            return self.tr("There is nobody to attack.")
        if not chosen(self.target):
            if named_out(self.bridge.rules, self.bridge.state, chosen(self.who)):
                return self.tr("Choose the target.")
            told = self.tr("All foes of {name} are out of the fight: choose the target.")
            return told.format(name=self.who.currentText())
        if chosen(self.who) == chosen(self.target):
            return self.tr("Choose who was attacked: it is the attacker now.")
        return ""


def _is_enter(event: QKeyEvent) -> bool:
    return event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers() & ~_PLAIN


def _is_digit(event: QKeyEvent) -> bool:
    return event.text().isdecimal() and not event.modifiers() & ~_PLAIN


def _begins_with_number(box: QComboBox) -> bool:
    """Return whether an entry begins with a digit: then one that is typed may mean that."""
    return any(box.itemText(place)[:1].isdecimal() for place in range(box.count()))
