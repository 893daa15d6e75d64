"""One attack, from who makes it to its damage: with what, at whom, the roll, its result, its cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QWidget,
)

from desktop.actions.fields import act_fields
from desktop.widgets.after_hit import harm_in_words, unknown_dice
from desktop.widgets.attack_roll import AttackRollField
from desktop.widgets.boxes import chosen, narrow
from desktop.widgets.caused import likely_cause
from desktop.widgets.citations import followed_by, with_citation
from desktop.widgets.command_dialog import CommandDialog
from desktop.widgets.fields import NumberField
from desktop.widgets.fight_dialog import PROPOSED, Habit
from desktop.widgets.labels import ShortLabel, ToneLabel, roomy
from desktop.widgets.people import attack_kinds, attack_results, offer_people, people_box
from desktop.widgets.plain_text import tip
from desktop.widgets.roll_marks import ahead, left_out, marks, told
from desktop.widgets.tab_order import tab_as_laid_out
from desktop.widgets.to_sheet import ToSheet, of_notes
from rulesets.seen.aiming import possible_targets
from rulesets.seen.asked import open_attacks
from rulesets.seen.attacks import (
    Changed,
    Defence,
    HitRule,
    Rolled,
    Way,
    aims,
    comes_out,
    criticals,
    defences,
    die_counts,
    harm_by_roll,
    hit_rule,
    less_damage,
    lowest_of_note,
    misses_critically,
    rolled_against,
    shifts,
    strikes,
    threatened,
    ticked,
    told_by,
    ways,
)
from rulesets.seen.deeds import covered_by, deeds, paid_attack, paid_for, taken_for_attacks
from rulesets.seen.labels import entry_label, label_in
from rulesets.seen.offers import can_react, undone_by
from rulesets.seen.proposed import (
    attacked_next,
    declared_weapon,
    first_target,
    interrupted_by,
    is_blow,
    is_check,
    kind_of_weapon,
    kinds_of_action,
    kinds_of_attack,
    kinds_of_reaction,
    may_be_of,
    named_target,
    roll_of_attack,
)
from rulesets.seen.queries import (
    acting_one,
    active_slot,
    is_able,
    leaves_weapon_open,
    pipeline_for,
    reactions_to_attack,
)
from rulesets.seen.scene import MarkedRoll, Scene
from rulesets.seen.throws import harm_of, known_kinds, knows_attacks, rolled_besides, too_low, uncounted
from rulesets.table.combatant import Combatant
from rulesets.table.commands import Act, Command, React, RecordAttack, Throw
from rulesets.table.outcome import Outcome
from rulesets.table.refusal import Code, Refusal
from rulesets.vocabulary.base import AttackKind
from rulesets.vocabulary.values import CRITICAL, HIT, MISS

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.widgets.texts import Texts
    from rulesets.words.rolls import RollText

_PLAIN = Qt.KeyboardModifier.KeypadModifier
_BEGINS_NUMBER = "0123456789d"
"""What a number or dice begin with, as they are typed."""
_NO_USUAL = Habit("melee", "")
"""Who has nothing that shoots strikes, as far as nothing says otherwise."""


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
        self._nothing_paid()
        self._nothing_rolled()
        self._make_fields(who, target)
        self._add_rows()
        self.bare = self.buttons.addButton(
            self.tr("Recor&d without a roll"), QDialogButtonBox.ButtonRole.ActionRole
        )
        self.bare.clicked.connect(self._record_bare)
        self._connect()
        self._propose(self.who)
        if spends in self._acts:
            self.spends.setCurrentIndex(self.spends.findData(spends))  # as if it had been chosen here
            self._set.add(self.spends)
        self.finish(self.tr("Record"))
        tab_as_laid_out(self)
        self.roll.setFocus()

    def _nothing_set(self) -> None:
        """Begin with everything proposed."""
        self._ways: list[Way] = []
        self._set: set[QWidget] = set()
        """What the game master has set, and is proposed no more."""
        self._proposing = False

    def _nothing_paid(self) -> None:
        """Begin with nothing known of what the attacker can spend on it."""
        self._acts: dict[str, Act | React] = {}
        """What can be spent on it, by its key."""
        self._waits = False
        """Whether it is somebody else's turn."""
        self._barred: dict[str, tuple[Act, str]] = {}
        """Attacks that a rule forbids now, with what they are called among what is spent, by their key."""
        self._paid_before = ""
        """The action with which the attacker has paid for it already; the attack itself ends that."""
        self._seen: tuple[Scene, tuple[str, str], Scene] | None = None
        """What is seen before the attack, for a scene, an attacker and what was paid."""
        self._forbidden: Refusal | None = None
        """Why the attacker can make no attack now, where a state forbids them all."""

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
        aimed = self._likely(chosen(self.who), target)
        self.target = people_box(possible_targets(self.bridge.scene, chosen(self.who)), aimed, self)
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
        line.addWidget(self.defense, 1)
        line.addWidget(self.against, 0, Qt.AlignmentFlag.AlignLeft)
        self.shifted = ShortLabel(self.beside)
        line.addWidget(self.shifted, 1)
        self.beside.setFocusProxy(self.against)
        self.label = QLineEdit(self)

    def _add_rows(self) -> None:
        self.add_row(self.tr("&Attacker"), self.who)
        self.add_row(self.tr("&With"), self.using)
        self.add_row(self.tr("&Target"), self.aiming)
        self.add_row(self.tr("&Counts as"), self.aimed)
        self.add_row(self.tr("R&oll"), self.roll)
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
        self.target.installEventFilter(self)
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
            self._offer_roll()
            self._propose_cost()
            of_another = chosen(self.kind) != before
            if of_another or changed in (self.who, self.target, self.using, self.kind):
                self._offer_defences()
            elif changed is self.defense:
                self._fill_in_defence()
            self._propose_result()
            self._offer_confirming()
            self._say_overruled()
        self.setWindowTitle(self._titled())
        self.alone.say(self._left_out())

    def _choose(self, box: QComboBox, value: object) -> None:
        """Propose a value of a box, unless the game master has set it."""
        if box not in self._set:
            box.setCurrentIndex(max(0, box.findData(value)))

    def _person(self, box: QComboBox) -> Combatant | None:
        return self.bridge.state.combatants.get(chosen(box))

    def _scene(self) -> Scene:
        """Return what is seen before the attack: one that is paid already is not counted for itself."""
        bridge = self.bridge
        paid = chosen(self.who), self._paid_before
        if self._seen is None or self._seen[0] is not bridge.scene or self._seen[1] != paid:
            state = uncounted(bridge.rules, bridge.state, *paid)
            same = state is bridge.state
            self._seen = bridge.scene, paid, bridge.scene if same else bridge.viewer.look(state)
        return self._seen[2]

    def _titled(self) -> str:
        names = {"who": self.who.currentText(), "target": self.target.currentText()}
        return self.tr("Attack: {who} → {target}").format(**names)

    def _left_out(self) -> str:
        """Return who is selected and neither attacks nor is attacked by this, in words, or ''."""
        who, target = chosen(self.who), chosen(self.target)
        left = [one for one in self._selected if one not in (who, target)]
        if not left or len(self._selected) < 2:
            return ""
        text = self.tr("One attack, on {target} alone. Selected too, and not part of it: {names}.")
        said = text.format(target=self.target.currentText(), names=self.texts.names(left))
        following = attacked_next(self.bridge.rules, self.bridge.state, who, left)
        then = self.tr("The next attack is proposed on {name}.").format(name=self.texts.name(following))
        return f"{said} {then}" if following else said

    def _likely(self, attacker: str, target: str) -> str:
        """Return ``target`` unless it attacks itself; else who has answered an attack of it that is open.

        Else whom it interrupts, announced or attacked last, or the first of those who may be a target.
        """
        everybody = self.bridge.state.combatants
        if target in everybody and target != attacker:
            return target
        rules, state = self.bridge.rules, self.bridge.state
        if noted := self._noted_on(attacker):
            return noted[0]
        if laid := interrupted_by(rules, state, attacker):
            return laid
        if named := named_target(rules, state, attacker):
            return named
        last = self._last(attacker)
        again = None if last is None or last.target == attacker else everybody.get(last.target)
        if again is not None and is_able(rules, state, again):
            return again.id  # who lies there is finished off by whoever says so
        return first_target(rules, state, attacker, self.bridge.commands_of(RecordAttack))

    def _propose_target(self) -> None:
        """Keep the target for another attacker, unless that one has announced another, or is on its side."""
        who, target = self._person(self.who), self._person(self.target)
        foe = who is not None and target is not None and who.side != target.side
        named = named_target(self.bridge.rules, self.bridge.state, chosen(self.who))
        kept = chosen(self.target) if foe and not named else ""
        with self._proposed():
            offer_people(self.target, possible_targets(self.bridge.scene, chosen(self.who)))
            self._choose(self.target, self._likely(chosen(self.who), kept))

    def _last(self, attacker: str) -> RecordAttack | None:
        """Return the attack of somebody that was recorded last."""
        found = (entry.command for entry in self.bridge.entries_of(RecordAttack))
        made = (one for one in found if isinstance(one, RecordAttack) and (one.using or not one.settles))
        return next((one for one in made if one.who == attacker), None)

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
        if who is not None and not rolls and (weapon := declared_weapon(self.bridge.rules, who)):
            self.using.addItem(weapon, weapon)
        self.using.addItem(self.tr("something else"), "")
        self.show_row(self.using, shown=self.using.count() > 1)
        if self.using in self._set:
            self.using.setCurrentIndex(max(0, self.using.findData(kept)))
        else:
            self.using.setCurrentIndex(self._usual_way())

    def _usual_way(self) -> int:
        """Return the place of what is likely attacked with: what is paid is made in no way but its own."""
        last, kind, (_, kinds) = self._last(chosen(self.who)), self._likely_kind(), self._meant()
        action = self._own_action()
        ranks = [
            (
                not may_be_of(way.kind, kinds),
                way.action != action,
                not way.roll.meant,
                last is None or way.roll.label != last.using,
                kind not in ("", way.kind),
            )
            for way in self._ways
        ]
        if ranks and min(ranks)[0]:
            return len(ranks)  # something else
        return ranks.index(min(ranks)) if ranks else 0

    def _own_action(self) -> str:
        """Return the action with which it is paid or likely to be, if that has ways of its own; or ''."""
        who = chosen(self.who)
        paid, key = paid_attack(self.bridge, who), chosen(self.spends)
        if paid is None and self.spends not in self._set:
            key = self._usual_cost(self._usual.get(who, _NO_USUAL))
            key = key if key in self._acts else ""
        action = paid.action if paid is not None else key.removeprefix("action:")
        return action if any(way.action == action for way in self._ways) else ""

    def _goes_with(self, key: str) -> bool:
        """Return whether what is chosen to attack with may be paid with what has a key."""
        way, own = self._way(), {one.action for one in self._ways}
        action = key.removeprefix("action:")
        return way is None or way.action == (action if action in own else "")

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

    def _short(self) -> str:
        """Return why what is chosen cannot be rolled, in words, or ''."""
        way = self._way()
        refusal = None if way is None else too_low(self.bridge.rules, way.roll)
        return "" if refusal is None else self.texts.refusal(refusal)

    def _marks(self) -> tuple[RollText, ...]:
        way = self._way()
        if way is None:
            return ()
        who, target = self._person(self.who), self._person(self.target)
        return marks(self.texts, self._scene(), who, way.roll, target, chosen(self.aimed))

    def _edge(self) -> str:
        """Return what advantages and disadvantages of both come to for the roll that is chosen.

        As long as nothing says which of the narrower ones it is, it is what marks all of them.
        """
        way, aimed = self._way(), chosen(self.aimed)
        if way is None:
            return ""
        rolls = ahead(self._scene(), self._person(self.who), way.roll, self._person(self.target), aimed)
        return next((one.edge for one in rolls if aimed or one.id == way.roll.roll), "")

    def _offer_aims(self) -> None:
        """Ask which of the narrower kinds of roll it is, where that makes a difference: from how far.

        Blows are proposed as the first of them, shots as the last.
        """
        way, who, target = self._way(), self._person(self.who), self._person(self.target)
        kept, found = chosen(self.aimed), tuple[str, ...]()
        if way is not None and who is not None and target is not None and not self._mends:
            found = aims(self._scene(), who, way.roll.roll, target, self._hits())
        self.aimed.clear()
        for name in found:
            self.aimed.addItem(label_in(self.bridge.rules.rolls, name), name)
        self.aimed.addItem(self.tr("not said yet"), "")
        self.show_row(self.aimed, bool(found))
        usual = {"melee": found[:1], "brawl": found[:1], "ranged": found[-1:]}.get(chosen(self.kind), ())
        meant = kept if self.aimed in self._set else next(iter(usual), "")
        self.aimed.setCurrentIndex(max(0, self.aimed.findData(meant)))

    def _offer_roll(self) -> None:
        way, short = self._way(), self._short()
        self.roll.suggest("" if way is None or short or self._mends else way.dice, self._edge())
        self.roll.threat = lowest_of_note(self.bridge.rules, way)
        said = (
            told(self._scene(), way.roll, self._marks())
            if way is not None
            else "\n".join(filter(None, (self._nothing_known(), self._marks_alone())))
        )
        typed, barred = self._said_of_total(), self._said_of_forbidden()
        self.about.set_tone("warn" if short or barred or self.roll.beyond else "quiet")
        lines = (barred, typed, self._said_of_open(), said, self._said_of_tied(), self._said_of_covered())
        self.about.say(short or "\n".join(filter(None, lines)))

    def _said_of_open(self) -> str:
        """Return that the attack is recorded already, and its result goes to that line, in words, or ''."""
        if not self._is_open():
            return ""
        told = self.tr(
            "An attack of {who} on {target} is open: the result is that of this one, no second attack."
        )
        return told.format(who=self.who.currentText(), target=self.target.currentText())

    def _is_open(self) -> bool:
        """Return whether a reaction, taken or refused, has noted this attack without a roll and a result.

        One that was recorded for itself is answered where it is due: the next on the same one is another.
        """
        return not self._mends and chosen(self.target) in self._noted_on(chosen(self.who))

    def _noted_on(self, attacker: str) -> list[str]:
        """Return on whom attacks of somebody are noted of which nothing else is known, the oldest first."""
        made = (one for one in deeds(self.bridge) if isinstance(one, RecordAttack) and not one.result)
        own = [one for one in made if one.who == attacker]
        told = {
            one.target for one in own if one.using or one.rolled is not None or paid_for(self.bridge, one)
        }
        found = open_attacks(self.bridge.rules, self.bridge.state)
        noted = [one.target for one in found if one.by == attacker and one.rolled is None]
        return [target for target in noted if target not in told]

    def _said_of_forbidden(self) -> str:
        """Return that a state forbids every attack, in words, or ''; what is recorded counts all the same."""
        if self._forbidden is None or self._mends:
            return ""
        told = self.tr("{why} It can be recorded all the same, as the table has made it.")
        return told.format(why=self.texts.refusal(self._forbidden))

    def _said_of_total(self) -> str:
        """Return that the total is none that the dice come to, or ask for the die where that counts."""
        total, hits = self.roll.number, self._hits()
        if self._mends or total is None:
            return ""
        if self.roll.beyond is not None:
            low, high = self.roll.beyond
            text = self.tr(
                "{dice} comes to {low} to {high}: {total} is taken as typed, at least {more} more."
            )
            if total < low:
                text = self.tr(
                    "{dice} comes to {low} to {high}: {total} is taken as typed, at least {more} less."
                )
            more = max(total - high, low - total)
            return text.format(dice=self.roll.offered, low=low, high=high, total=total, more=more)
        die, way = self.roll.extreme, self._way()
        threat = 20 if way is None else way.threat
        if die is None or hits is None or not die_counts(self.bridge.rules, hits, die, threat):
            return ""
        text = self.tr("Did the die show {die}? Then type {sum}: it counts for itself.")
        return text.format(die=die, sum=f"{die}{total - die:+d}" if total != die else f"{die}+0")

    def _marks_alone(self) -> str:
        """Return what is for and against an attack of which it is not known what it is rolled with, or ''."""
        who, roll = self._person(self.who), roll_of_attack(self.bridge.rules, chosen(self.kind))
        if who is None or not roll or self._mends:
            return ""
        marked = self._scene().rolls_ahead(who, roll, self._person(self.target))
        return "; ".join(one.line for one in self.texts.rolls(marked))

    def _said_of_tied(self) -> str:
        """Return what ties to the attacker put on what the target rolls against it, or ''.

        Where attacks are rolled against a number of the target, it rolls nothing (E-KAI-07).
        """
        who, target, hits = self._person(self.who), self._person(self.target), self._hits()
        roll = roll_of_attack(self.bridge.rules, chosen(self.kind))
        rolls_none = hits is not None and target is not None and self._defences_of(hits, target)
        if target is None or not roll or self._mends or rolls_none:
            return ""
        put = self._scene().tied(target, who, roll)
        told = self.tr("{name} rolls against it with {marks}.")
        marked = self.texts.rolls([MarkedRoll(roll, put)] if put else [])
        return "\n".join(told.format(name=target.name, marks=one.text) for one in marked)

    def _nothing_known(self) -> str:
        """Return what is to be typed where nothing is known that the attacker attacks with, or ''."""
        called, kinds = self._meant()
        if self._ways and kinds and not any(may_be_of(way.kind, kinds) for way in self._ways):
            none = self.tr("{reaction} is made {how}, and no such attack of {name} is known.")
            rules, how = self.bridge.rules, attack_kinds()[kinds[0]]
            rule = rules.reactions.get(called) or rules.actions.get(called)
            label, text, cite = (called, "", "") if rule is None else (rule.label, rule.text, rule.cite)
            told = none.format(reaction=label or called, how=how, name=self.who.currentText())
            return followed_by(f"{told} {text}".strip(), cite)
        if self._ways or self._mends:
            return ""
        if not knows_attacks(self.bridge.rules):
            none = self.tr(
                "Say what came of it, or type what was rolled by your own book: in these rules is no roll to "
                "attack, what they roll is {rolled}."
            )
            told = none.format(rolled=rolled_besides(self.bridge.rules))
            noted = self.tr("The damage of what stands in the notes as “Sword +5 (1d8+2)” comes after a hit.")
            return f"{told} {noted}" if pipeline_for(self.bridge.rules, "damage") else told
        known = self.tr(
            "No attack of {name} is known: type the total, or dice as in d20+5. What stands in the notes as "
            "“Sword +5 (1d8+2)” is known."
        )
        return known.format(name=self.who.currentText())

    # -- kind and cost -------------------------------------------------------------------------------

    def _likely_kind(self) -> str:
        """Return the kind that an attack is likely of; '' where nothing says.

        That is what was announced, the only one that the attacker's texts know, that of its last attack, here
        or in the log, or the first of its texts.
        """
        rules, state, who = self.bridge.rules, self.bridge.state, chosen(self.who)
        known, own, last = self._known_kinds(), self._usual.get(who), self._last(who)
        said = (*kinds_of_attack(rules, state, who), *(known if len(known) == 1 else ()))
        before = own.kind if own else "" if last is None else last.kind
        return next((kind for kind in (*said, before, *known) if kind), "")

    def _known_kinds(self) -> tuple[str, ...]:
        """Return how the attacks are made that the attacker's texts know."""
        someone = self._person(self.who)
        return () if someone is None else known_kinds(someone)

    def _meant(self) -> tuple[str, tuple[str, ...]]:
        """Return which reaction or action the attack is, and of which kinds it can be, () for any.

        That is what it was paid with, what was chosen to pay it, or what is likely to out of the own turn;
        '' where that is none, or an action that may be an attack of any kind.
        """
        rules = self.bridge.rules
        if self._mends:
            return "", ()
        if paid := paid_attack(self.bridge, chosen(self.who)):
            return paid.reaction or (paid.action or paid.label if paid.kinds else ""), paid.kinds
        likely = self._off_turn_cost()
        what, _, name = (chosen(self.spends) if self.spends in self._set else likely).partition(":")
        if what == "reaction":
            return name, kinds_of_reaction(rules, name)
        kinds = kinds_of_action(rules, name) if is_blow(rules, name) else ()
        return name if kinds else "", kinds

    def _propose_kind(self) -> None:
        way, (called, kinds) = self._way(), self._meant()
        kind = (way.kind if way is not None else "") or self._likely_kind()
        if kinds and kind not in kinds and not (self.using in self._set and way is not None and way.kind):
            kind = next((one for one in self._known_kinds() if one in kinds), kinds[0])
        elif called and not kind:
            kind = "melee"  # whoever strikes back is near; how somebody else has attacked says nothing of it
        if self._other_deed() and (way is None or not way.kind):
            kind = ""  # how somebody strikes says nothing of a power
        elif not kind and chosen(self.who) not in self._usual:
            of_cost = kinds_of_action(self.bridge.rules, self._cost("").removeprefix("action:"))
            someone = self._person(self.who)
            weapon = None if someone is None else kind_of_weapon(self.bridge.rules, someone)
            kind = weapon or next(iter(of_cost), self._usual.get("", _NO_USUAL).kind)
        self._choose(self.kind, kind)

    def _offer_costs(self) -> None:
        """Offer what the attacker can spend on it: out of its turn what strikes back, too."""
        who, rules, state = chosen(self.who), self.bridge.rules, self.bridge.state
        someone = state.combatants.get(who)
        self._waits = someone is not None and someone.slot != active_slot(rules, state)
        paid = paid_attack(self.bridge, who)
        self._paid_before, self._acts, self._barred = "" if paid is None else paid.action, {}, {}
        self.spends.clear()
        self.spends.addItem("", "")
        left, self._forbidden = False, None
        for offer in self.bridge.offers(who) if who else ():
            order = offer.command
            struck = self._waits and isinstance(order, React) and strikes(rules, offer.id)
            left |= offer.legal and (struck or is_blow(rules, offer.id))
            forbids = offer.refusal is not None and offer.refusal.code is Code.STATE_FORBIDS
            if forbids and self._forbidden is None and is_blow(rules, offer.id):
                self._forbidden = offer.refusal
            is_act = isinstance(order, Act) and not is_check(rules, offer.id)
            if not (struck or is_act) or not self._needs_no_word(order):
                continue
            if isinstance(order, React) and order.to and not likely_cause(rules, state, who):
                continue  # it answers something, and nothing has happened
            key, text = f"{offer.kind}:{offer.id}", " · ".join(filter(None, (offer.called, offer.cost)))
            if offer.legal:
                self._acts[key] = order
                self.spends.addItem(text, key)
            elif isinstance(order, Act) and is_blow(rules, offer.id) and not self._waits:
                self._barred[key] = order, text
        if left or paid is not None:
            self._forbidden = None
        self.spends.setItemText(0, self._unpaid(left))

    def _unpaid(self, left: bool) -> str:
        """Return what it is called to spend nothing; whether there is an attack ``left`` that can be paid."""
        if paid := paid_attack(self.bridge, chosen(self.who)):
            return self.tr("nothing more: {action} is paid").format(action=paid.label)
        if self._waits and not active_slot(self.bridge.rules, self.bridge.state):
            return self.tr("nothing: it is nobody's turn")
        if left or not any(is_blow(self.bridge.rules, name) for name in self.bridge.rules.actions):
            return self.tr("nothing more")
        if action := taken_for_attacks(self.bridge, chosen(self.who)):
            return self.tr("nothing more: {action} is paid").format(action=action)
        return self.tr("nothing: no further attack can be paid")

    def _offer_barred(self) -> None:
        """Offer the action that alone attacks as it was chosen, also where a rule forbids it: it is said."""
        way = self._way()
        meant = f"action:{way.action}" if way is not None and self.using in self._set else ""
        for key, (act, text) in self._barred.items():
            if key == meant and key not in self._acts and not paid_attack(self.bridge, act.who):
                self._acts[key] = act
                self.spends.addItem(text, key)
            elif key != meant and self._acts.pop(key, None) is not None:
                self.spends.removeItem(self.spends.findData(key))

    def _propose_cost(self) -> None:
        self._offer_barred()
        self._choose(self.spends, self._cost(chosen(self.kind)))

    def _usual_cost(self, habit: Habit) -> str:
        """Return what was spent the last time, in the own turn or out of it as now."""
        return habit.off_turn if self._waits else habit.in_turn

    def _off_turn_cost(self) -> str:
        """Return what an attack out of the own turn is likely paid with, or ''.

        What is taken in the turns of others goes first: the reaction, which answers something, can wait.
        """
        attacks = (f"action:{name}" for name in self.bridge.rules.actions if is_blow(self.bridge.rules, name))
        struck = (key for key in self._acts if key.startswith("reaction:"))
        found = (key for key in (*attacks, *struck) if self._waits and key in self._acts)
        return next(found, "")

    def _cost(self, kind: str) -> str:
        """Return what is likely spent on an attack of a kind: as the last time, else one of that kind.

        Out of the own turn only that nothing was spent is a habit: what answers something is chosen anew.
        """
        rules, who = self.bridge.rules, chosen(self.who)
        if paid_attack(self.bridge, who):
            return ""
        own = self._usual.get(who)
        usual = self._usual_cost(own or self._usual.get("", _NO_USUAL))
        of_usual = kinds_of_action(rules, usual.removeprefix("action:"))
        way = self._way()
        if way is not None and (made := f"action:{way.action}") in self._acts:
            return made
        if declared := self._declared_cost():
            return declared
        if own and not usual:
            return ""
        if self._waits:
            return self._off_turn_cost()
        if usual in self._acts and (not of_usual or kind in ("", *of_usual)) and self._goes_with(usual):
            return usual
        names = [key.partition(":") for key in self._acts]
        attacks = [key for what, _, key in names if what == "action" and is_blow(rules, key)]
        attacks.sort(key=lambda key: not self._goes_with(key))
        kinds = {one: kinds_of_action(rules, one) for one in attacks}
        fitting = [one for one in attacks if kind and kind in kinds[one]]
        others = [one for one in attacks if not kind or not kinds[one]]  # nobody brawls with a blaster
        return next((f"action:{one}" for one in (*fitting, *others)), "")

    def _declared_cost(self) -> str:
        """Return what carries out what the attacker has declared and not done yet, an attack first; or ''.

        It is lost with the turn, and what was paid for it: nothing else is likelier (E-KAI-14).
        """
        rules = self.bridge.rules
        keys = [f"action:{action}" for _, action in self._due() if f"action:{action}" in self._acts]
        keys.sort(key=lambda key: not is_blow(rules, key.removeprefix("action:")))
        return next(iter(keys), "")

    def _other_deed(self) -> bool:
        """Return whether it is paid, or likely to be, with what was declared and is no attack by itself."""
        key = chosen(self.spends) if self.spends in self._set else self._declared_cost()
        name = key.removeprefix("action:")
        declared = {action for _, action in self._due()}
        return name in declared and not is_blow(self.bridge.rules, name)

    def _due(self) -> tuple[tuple[str, str], ...]:
        """Return what the attacker has declared and not carried out, with the action that does that."""
        who = "" if self._waits or self._mends else chosen(self.who)
        return undone_by(self.bridge.rules, self.bridge.state, who) if who else ()

    def _needs_no_word(self, act: Command) -> bool:
        """Return whether all that an act has to be told is whom it is aimed at, and what it is done with."""
        scene = self.bridge.scene
        fields = act_fields(scene, scene.state.combatants[chosen(self.who)], act)
        told = {"target", "skill"} if self._skills(act) else {"target"}
        return not any(one.needed and one.id not in told and one.suggested in (None, "") for one in fields)

    def _aimed(self, act: Act | React) -> Act | React:
        """Return an act with whom it is aimed at and what it is rolled with, where it can be told that."""
        scene = self.bridge.scene
        if isinstance(act, React) and act.to:
            act = replace(act, to=likely_cause(scene.rules, scene.state, act.who, chosen(self.target)))
        fields = act_fields(scene, scene.state.combatants[act.who], act)
        aims = any(one.id == "target" for one in fields)
        aimed = replace(act, target=chosen(self.target)) if aims else act
        skills, way = self._skills(act), self._way()
        if not skills:
            return aimed
        of_kind = (skill for skill, kind in skills.items() if kind == chosen(self.kind))
        what = "" if way is None else way.roll.order.what
        return replace(aimed, skill=what if what in skills else next(of_kind, ""))

    def _skills(self, act: Command) -> Mapping[str, AttackKind]:
        """Return the skills that say how an action attacks of which the ruleset leaves open with what."""
        rule = self.bridge.rules.actions.get(act.name) if isinstance(act, Act) else None
        return {} if rule is None or not leaves_weapon_open(self.bridge.rules, rule) else rule.attacks

    # -- what it is rolled against -------------------------------------------------------------------

    def _hits(self) -> HitRule | None:
        return hit_rule(self.bridge.rules, chosen(self.kind))

    def _defences_of(self, hits: HitRule, target: Combatant) -> list[Defence]:
        return defences(self.bridge.rules, self.bridge.state, hits, target)

    def _offer_defences(self) -> None:
        """Offer the numbers of the target that the ruleset lets attacks be rolled against."""
        hits, target, kept = self._hits(), self._person(self.target), chosen(self.defense)
        found = [] if hits is None or target is None else self._defences_of(hits, target)
        self.defense.clear()
        for one in found:
            self.defense.addItem(label_in(self.bridge.rules.stats, one.stat), one.stat)
            self.defense.setItemData(self.defense.count() - 1, one.number, Qt.ItemDataRole.UserRole + 1)
        last, way = self._last(chosen(self.who)), self._way()
        same = last is not None and last.using in ("", "" if way is None else way.roll.label)
        usual = last.defense if last is not None and same else ""
        self.defense.setCurrentIndex(
            max(0, self.defense.findData(kept if self.defense in self._set else usual))
        )
        self.defense.setVisible(self.defense.count() > 0)
        self.show_row(self.beside, hits is not None)
        self._fill_in_defence()

    def _fill_in_defence(self) -> None:
        number = self.defense.currentData(Qt.ItemDataRole.UserRole + 1)
        if self.defense.count():
            self.against.number = number if isinstance(number, int) else None
        elif self.against not in self._set:
            covered = self._covered()
            self.against.number = None if covered is None else covered[1]
        self.shifted.show_line(self._said_of_defence())

    def _said_of_defence(self) -> str:
        """Return which states and tracks are in the number it is rolled against, in words: 'Prone −4'."""
        target, stat = self._person(self.target), chosen(self.defense)
        if target is None or not stat or self._mends:
            return ""
        return ", ".join(one.told for one in shifts(self.bridge.rules, self.bridge.state, target, stat))

    def _covered(self) -> tuple[str, int] | None:
        """Return against which reaction of the round it is rolled, and what that has rolled; or None."""
        if self._mends:
            return None
        target, kind = chosen(self.target), chosen(self.kind)
        covered, people = covered_by(self.bridge, target, kind), self.bridge.state.combatants
        if covered is None:
            return None
        against = rolled_against(self.bridge.rules, self.bridge.state, people[target], *covered)
        return None if against is None else (covered[0], against)

    def _said_of_covered(self) -> str:
        """Return which reaction of the round it is rolled against, in words, or ''."""
        covered = self._covered()
        if covered is None or self.against in self._set:
            return ""
        text = self.tr("{name} has rolled {total} in this round: {reaction}")
        rule = self.bridge.rules.reactions[covered[0]]
        told = text.format(
            name=self.target.currentText(), total=covered[1], reaction=entry_label(rule, covered[0])
        )
        return with_citation(told, rule.cite)

    def _result(self) -> str:
        """Return the result that stands there; a critical hit is a hit."""
        result = chosen(self.came)
        return HIT if result == CRITICAL else result

    def _propose_result(self) -> None:
        """Propose what comes of the roll by the ruleset, as far as all of it is known."""
        hits, rolled = self._hits(), self._rolled()
        said = ""
        if hits is not None and rolled is not None:
            said = comes_out(self.bridge.rules, self.bridge.state, hits, rolled)
        self._choose(self.came, said)

    def _rolled(self) -> Rolled | None:
        """Return the attack as it was rolled, as far as it is known."""
        return self._rolled_in(self.roll)

    def _rolled_in(self, field: AttackRollField) -> Rolled | None:
        who, target, way = self._person(self.who), self._person(self.target), self._way()
        if who is None:
            return None
        total, against, natural = field.number, self.against.number, field.natural
        threat = 20 if way is None else way.threat
        return Rolled(
            who,
            total,
            against,
            natural,
            target,
            chosen(self.aimed),
            threat,
            self._confirmed,
            self._paid_action(),
        )

    # -- whether it is critical ----------------------------------------------------------------------

    def _offer_confirming(self) -> None:
        """Ask for the roll that confirms a critical hit that is threatened, and call a hit what it is."""
        self._confirmed, hits, rolled = None, self._hits(), self._rolled()
        rules, state, rule = self.bridge.rules, self.bridge.state, None
        if hits is not None and rolled is not None and chosen(self.came) == HIT and not self._mends:
            rule = threatened(rules, state, hits, rolled)
        self.show_row(self.confirm, rule is not None)
        self.confirm.suggest("" if rule is None else self.roll.again, self._edge())
        again = self._rolled_in(self.confirm)
        if rule is None:
            self.confirm.put("")
        elif hits is not None and again is not None and again.total is not None:
            self._confirmed = comes_out(rules, state, hits, again) == HIT
        if rule is not None and self._confirmed is None:
            threat = self.tr("The die shows {die}: that threatens a critical hit.").format(
                die=self.roll.natural
            )
            self.about.set_tone("text")
            self.about.say(followed_by(f"{threat} {rule.text}".strip(), rule.cite))
        self._offer_critical()
        missed = self.tr("critical failure") if self._is_critical(MISS) else attack_results()[MISS]
        self.came.setItemText(self.came.findData(MISS), missed)

    def _offer_critical(self) -> None:
        """Call a hit critical if its roll or its line is; else offer that, where a rule has it."""
        critical, found = self.tr("critical hit"), self.came.findData(HIT)
        is_one = bool(self._ticked_by_roll()) or (self._mends and self._was_critical == HIT)
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
        hits, rolled = self._hits(), self._rolled()
        if hits is None or rolled is None or self.came not in self._set:
            return
        by_rule = comes_out(self.bridge.rules, self.bridge.state, hits, rolled)
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
        who, cost = chosen(self.who), chosen(self.spends)
        before = self._usual.get(who, Habit("", PROPOSED))
        spent = cost if cost or self.spends in self._set else self._usual_cost(before) or PROPOSED
        now = (before.in_turn, spent) if self._waits else (spent, before.off_turn)
        return who, Habit(chosen(self.kind), *now)

    @property
    def to_sheet(self) -> ToSheet | None:
        """What the damage sheet is opened with after a hit; None if nothing follows."""
        pipeline = pipeline_for(self.bridge.rules, "damage")
        if self._mends or not pipeline or (self._result() != "hit" and not self._at_several):
            return None
        attacker, way = self._person(self.who), self._way()
        named = self.label.text().strip() or ("" if way is None else way.roll.label)
        dice, about, unknown = "", "", ""
        if attacker is not None:
            dice = harm_of(self.bridge.rules, self.bridge.state, attacker, named)
            dice, about = harm_in_words(dice, self._changed(attacker, dice))
            unknown = "" if dice or about else unknown_dice(self.bridge.rules, attacker, named)
        by, whose = chosen(self.who), [chosen(self.target)]
        if self._at_several:
            several = [one for one in self._selected if one != by]
            whose = several if len(several) > 1 else []
        times, action = 2 if way is None else way.times, self._paid_action()
        said = told_by(self.bridge.rules, pipeline, action)
        if said and not about:
            rule = self.bridge.rules.actions[action]
            about = with_citation(rule.text, rule.cite)
        told, left = of_notes(self.bridge.rules, self.bridge.state, pipeline, attacker, named)
        told, about = {**told, **said}, "\n".join(filter(None, (unknown, left, about)))
        act = self._acts.get(chosen(self.spends)) if self._at_several else None
        pays = act.name if isinstance(act, Act) else ""
        rolled = (self.roll.as_typed, self.roll.offered) if self._at_several else ("", "")
        return ToSheet(
            pipeline, tuple(whose), by, dice or None, self._ticked(), times, told, about, pays, rolled
        )

    def _changed(self, attacker: Combatant, dice: str) -> Changed | None:
        """Return what the action with which it is paid takes off the damage, or the roll adds to it."""
        rules, state, action = self.bridge.rules, self.bridge.state, self._paid_action()
        less = less_damage(rules, state, attacker, action, dice) if action else None
        return less or harm_by_roll(rules, state, attacker, self._attack(), dice)

    def _paid_action(self) -> str:
        """Return the action that alone attacks as it was chosen, or with which it is paid, here or before.

        It is '' of a reaction, and where nothing is paid.
        """
        way = self._way()
        if way is not None and way.action:
            return way.action
        act = self._acts.get(chosen(self.spends))
        if act is not None:
            return act.name if isinstance(act, Act) else ""
        return self._paid_before

    def _ticked(self) -> tuple[str, ...]:
        """Return what a hit ticks in the sheet: that it is critical, by its roll or as it was chosen."""
        chose = chosen(self.came) == CRITICAL
        return criticals(self.bridge.rules) if chose else self._ticked_by_roll()

    def _ticked_by_roll(self) -> tuple[str, ...]:
        hits, rolled = self._hits(), self._rolled()
        if hits is None or rolled is None:
            return ()
        return ticked(self.bridge.rules, self.bridge.state, hits, rolled)

    def _is_critical(self, result: str) -> bool:
        """Return whether a result is a critical one: by the roll, or as the line that is changed has it."""
        if self._mends and result and self._was_critical == result:
            return True
        hits, rolled = self._hits(), self._rolled()
        if result == HIT or hits is None or rolled is None:
            return result == HIT and bool(self._ticked())
        return result == MISS and misses_critically(self.bridge.rules, self.bridge.state, hits, rolled)

    def fill(self, command: RecordAttack) -> None:
        """Fill everything in as a command has it; what was spent is a line of its own."""
        self._mends, self._was_settling = True, command.settles
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
        if self._confirms_next:
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
            (self.against if self._hits() is not None else self.came).setFocus()
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
        self.about.set_tone(tone)
        self.about.say(told.format(roll=roll, result=self.came.currentText()))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let Enter in Target only take it, and go on to the roll."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and not self._mends:
            enters = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            if enters and not event.modifiers() & ~_PLAIN:
                self.roll.setFocus(Qt.FocusReason.TabFocusReason)
                return True
        return super().eventFilter(watched, event)

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
            self.against if rolled and self._hits() is not None else self.came if rolled else self.roll
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
        act = None if self._mends else self._acts.get(chosen(self.spends))
        thrown = None if self._mends else self._thrown()
        found: list[Command] = [] if act is None else [self._aimed(act)]
        again = None if self._mends else self._thrown_again()
        return [*found, *(one for one in (thrown, again) if one is not None), self._attack()]

    def _attack(self) -> RecordAttack:
        rolled = self.roll.number
        against = self.against.number if rolled is not None and self._hits() is not None else None
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
            settles=self._was_settling or (self._result() != "" and self._is_open()),
        )

    def _thrown(self) -> Throw | None:
        """Return the roll with how each die fell, if dice were rolled."""
        came, way = self.roll.came, self._way()
        if came is None:
            return None
        (typed, fell), dropped = came, self.roll.dropped
        without: tuple[str, ...] = ()
        if way is not None and typed == way.dice:
            marked = self._marks()
            of = chosen(self.aimed) or way.roll.roll
            counted = [one for one in marked if dropped is not None and one.id in (of, way.roll.roll)]
            without = left_out(way.roll, tuple(one for one in marked if one not in counted))
        what = "" if way is None else way.roll.order.what or way.roll.label
        who = chosen(self.who)
        return Throw(who=who, amount=typed, what=what, fell=fell, without=without, dropped=dropped)

    def _thrown_again(self) -> Throw | None:
        """Return the roll that confirms with how its die fell, if it was rolled."""
        came, way = self.confirm.came, self._way()
        if came is None:
            return None
        what = self.tr("{attack} (to confirm)").format(attack="" if way is None else way.roll.label)
        return Throw(who=chosen(self.who), amount=came[0], what=what.strip(), fell=came[1])

    def foreseen(self, _command: Command, outcome: object) -> str:
        """Return how a die fell the other time, and what the target can answer with."""
        answers = self._answers(outcome) if isinstance(outcome, Outcome) and not self._mends else []
        can = self.tr("{name} can answer with: {reactions}").format(
            name=self.target.currentText(), reactions=", ".join(answers)
        )
        other = self.tr("The other time the die showed {number}.").format(number=self.roll.dropped)
        twice = other if self.roll.dropped is not None else ""
        return " ".join(filter(None, (twice, can if answers else "")))

    def _answers(self, outcome: Outcome) -> Sequence[str]:
        rules, state = self.bridge.rules, outcome.state
        target = state.combatants.get(chosen(self.target))
        if target is None or not can_react(rules, state, target):
            return []
        names = reactions_to_attack(rules, state, target.id)
        return [label_in(rules.reactions, name) for name in names]

    def missing(self) -> str:
        if not chosen(self.who) or not chosen(self.target):
            return self.tr("There is nobody to attack.")
        if chosen(self.who) == chosen(self.target):
            return self.tr("Choose who was attacked: it is the attacker now.")
        return ""
