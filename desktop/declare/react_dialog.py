"""Who reacts, to what, and with which reaction; an attack that is reacted to is recorded along with it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from desktop.combatants.naming import action_name
from desktop.list.rows.cards import difference
from desktop.widgets.after_hit import sheet_after
from desktop.widgets.attack_roll import AttackRollField
from desktop.widgets.boxes import NameBox, chosen, narrow
from desktop.widgets.caused import likely_cause, said_causes
from desktop.widgets.citations import followed_by
from desktop.widgets.command_dialog import CommandDialog
from desktop.widgets.count_moves import move_in_words
from desktop.widgets.fields import NumberField
from desktop.widgets.people import attack_kinds, attack_results, offer_people, people_box
from desktop.widgets.to_sheet import ToSheet
from rulesets.formula.dice import print_code
from rulesets.seen.ahead import count_move
from rulesets.seen.aiming import possible_targets
from rulesets.seen.asked import open_attacks, settled
from rulesets.seen.attacks import Rolled, comes_out, hit_rule, rolled_against, strikes
from rulesets.seen.deeds import readied_attack
from rulesets.seen.labels import entry_label
from rulesets.seen.offers import can_react
from rulesets.seen.proposed import attacker, kinds_of_attack, rolled_with, sets_off
from rulesets.seen.queries import (
    acting_one,
    active_slot,
    answerable,
    answers_attacks,
    attacks_answered,
    defences,
    is_able,
    needs_target,
    pipeline_for,
    reactions_to_attack,
)
from rulesets.seen.reacting import provoked, reacting_one
from rulesets.table.combatant import Combatant, Readied
from rulesets.table.commands import Act, Command, React, RecordAttack, Throw, Trigger
from rulesets.table.encounter import Attack
from rulesets.table.outcome import Outcome
from rulesets.table.refusal import Refusal
from rulesets.vocabulary import Action, Reaction
from rulesets.vocabulary.values import HIT

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.widgets.texts import Texts


_ACT = "act:"
"""Stands before the id of an action by which somebody defends itself, among the reactions."""
_READIED = "readied"
"""In place of the id of a reaction: what was readied happens."""


class ReactDialog(CommandDialog):
    """The ruleset's reactions, those that answer what was recorded first; only fields of it are shown."""

    def __init__(
        self,
        bridge: Bridge,
        texts: Texts,
        who: str,
        parent: QWidget | None = None,
        *,
        name: str = "",
        picked: bool = True,
    ) -> None:
        """Ask ``who`` about the reaction ``name``.

        Without a name the target of the attack that was recorded is asked, if a reaction answers it, and the
        first reaction that answers it is chosen. Not ``picked``, only the turn has come to ``who``.
        """
        super().__init__(bridge, texts, "", parent)
        self.setWindowTitle(self.tr("React"))
        rules, state = bridge.rules, bridge.state
        who = who if name else reacting_one(rules, state, who, picked=picked)
        everybody = self._who_can(who)
        self._wanted, self._way_chosen = name, False
        self._own_said = ""
        """The words of one's own of which it was said once that they are no reaction of the ruleset."""
        self._settling: RecordAttack | None = None
        """What comes of the attack that was left open, by what was rolled on both sides."""
        self._readied: Readied | None = None
        """What whoever reacts has readied: it is no longer readied when it has happened."""
        self.who = self._who_reacts(everybody, who)
        self._make_fields(attacker(rules, state, who))
        self._add_rows()
        self.tell_below_fields()
        self._connect()
        self._propose_cause()
        self._choose_possible()
        self.finish(self.tr("React"))
        self._on_name()
        self._first_field().setFocus()
        if (line := self.to.lineEdit()) is not None:
            line.selectAll()  # whoever types says something else

    def _who_can(self, who: str, of: str = "") -> list[Combatant]:
        """Return ``who`` and all who can act, in the order in which ``of`` could aim at them."""
        rules, state = self.bridge.rules, self.bridge.state
        people = possible_targets(self.bridge.scene, of)
        return [one for one in people if one.id == who or is_able(rules, state, one)]

    def _make_fields(self, by: str) -> None:
        """Make what is filled in; ``by`` is who has attacked, as far as that is known."""
        rules, nobody = self.bridge.rules, self.tr("nobody so far")
        self.name = NameBox(self, takes_words=bool(rules.plain_reaction))
        narrow(self.name)
        self._by_chosen = False
        everybody = self._who_can(chosen(self.who), chosen(self.who))
        self.by = people_box(everybody, by, self, nobody=nobody)
        self.cause = people_box(everybody, "", self)
        self.cause.setPlaceholderText(self.tr("not said yet"))
        self._cause_chosen = False
        self.kind = QComboBox(self)
        self.to = QComboBox(self)
        self.to.setEditable(True)
        self.to.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        narrow(self.to)
        self._to_typed = False
        self.skill = self._skills()
        self.points = NumberField(self, least=0, digits=2)
        self.roll = AttackRollField(self, self.bridge.dice, rules.wild)
        self._offered_for: str | None = None
        """The reaction that can be rolled here."""
        self.throw = QPushButton(self)
        self.throw.setAutoDefault(False)
        self.moving = QCheckBox(self.tr("&Move while reacting"), self)
        self.alone = QPushButton(self.tr("Record the attac&k alone"), self)
        self.alone.setToolTip(self.tr("What is reacted to has been done all the same."))
        self.alone.setAutoDefault(False)
        self.alone.hide()
        self._is_alone = False
        """Whether only the attack is recorded, since the reaction cannot be taken."""

    def _roll(self) -> None:
        """Roll once: what is pressed next takes it, and does not roll again."""
        if self.roll.roll() and self.ok.isEnabled():
            self.ok.setFocus()

    def _first_field(self) -> QWidget:
        """Return where typing begins: what was rolled, where that is asked; which, if none is; to what."""
        chosen_one = (self.to,) if self.name.currentText().strip() else ()
        fields = (self.rolling, *chosen_one, self.name)
        return next((field for field in fields if not field.isHidden()), self.name)

    def _who_reacts(self, people: Sequence[Combatant], who: str) -> QComboBox:
        """Return a box of ``people``: who can still react first, below a line those who cannot."""
        rules, state = self.bridge.rules, self.bridge.state
        left = [one for one in people if can_react(rules, state, one)]
        others = [one for one in people if one not in left]
        box = people_box([*left, *others], who, self)
        if left and others:
            box.insertSeparator(len(left))
            box.setCurrentIndex(max(0, box.findData(who)))
        return box

    def _skills(self) -> QComboBox:
        """Return a box of what can be rolled as a code instead of what the reaction says."""
        box = QComboBox(self)
        box.addItem(self.tr("as the reaction says"), "")
        for ident in rolled_with(self.bridge.rules):
            box.addItem(entry_label(self.bridge.rules.stats[ident], ident), ident)
        return box

    def _add_rows(self) -> None:
        self.spare = QRadioButton(self.tr("With an open &declared action"), self)
        self.extra = QRadioButton(self.tr("On &top of what was declared"), self)
        self._way = QButtonGroup(self)
        ways = QWidget(self)
        column = QVBoxLayout(ways)
        column.setContentsMargins(0, 0, 0, 0)
        for radio in (self.spare, self.extra):
            self._way.addButton(radio)
            column.addWidget(radio)
        self.ways = ways
        self.name_in_title(self.who)
        self.add_row(self.tr("&Who"), self.who)
        self.add_row(self.tr("&Reaction"), self.name)
        self.add_row(self.tr("Attacked &by"), self.by)
        self.add_row(self.tr("Because o&f"), self.cause)
        self.add_row(self.tr("&How"), self.kind)
        self.add_row(self.tr("T&o"), self.to, self.tr("What is reacted to; one word for one opportunity."))
        self.add_row(self.tr("&Skill"), self.skill)
        self.add_row(self.tr("&Points"), self.points)
        self.rolling = QWidget(self)
        line = QHBoxLayout(self.rolling)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.roll)
        line.addWidget(self.throw)
        line.addStretch(1)
        self.rolling.setFocusProxy(self.roll)
        self.add_row(self.tr("R&oll"), self.rolling, self.tr("Left empty, nothing of it is noted."))
        self.add_row(self.tr("Paid"), ways)
        self.form.addRow("", self.moving)
        self.buttons.addButton(self.alone, QDialogButtonBox.ButtonRole.ActionRole)
        self.alone.hide()

    def _connect(self) -> None:
        self.who.currentIndexChanged.connect(self._propose_attacker)
        self.who.currentIndexChanged.connect(self._propose_cause)
        self.to.activated.connect(self._on_cause)
        if (line := self.to.lineEdit()) is not None:
            line.textEdited.connect(self._on_cause)
        self.by.activated.connect(self._on_by)
        self.cause.activated.connect(self._on_cause_chosen)
        self.cause.currentIndexChanged.connect(self.refresh)
        self.who.currentIndexChanged.connect(self._choose_possible)
        self.name.currentTextChanged.connect(self._on_name)
        self.name.left.connect(self._say_rule)
        for box in (self.by, self.kind, self.skill):
            box.currentIndexChanged.connect(self.refresh)
        self.to.editTextChanged.connect(self.refresh)
        self.points.typed.connect(self.refresh)
        self.roll.typed.connect(self.refresh)
        self.throw.clicked.connect(self._roll)
        self.alone.clicked.connect(self._record_alone)
        self._way.buttonToggled.connect(self.refresh)
        self._way.buttonClicked.connect(self._on_way)
        self.moving.toggled.connect(self.refresh)

    def _propose_attacker(self) -> None:
        """Until the GM names somebody, it is who has most likely attacked the one who reacts now."""
        for box in (self.by, self.cause):
            offer_people(box, self._who_can(chosen(box), chosen(self.who)))
        if not self._by_chosen:
            found = attacker(self.bridge.rules, self.bridge.state, chosen(self.who))
            self.by.setCurrentIndex(max(0, self.by.findData(found)))

    def _on_cause_chosen(self) -> None:
        self._cause_chosen = True

    def _offer_readied(self) -> bool:
        """Offer what somebody has readied, if it may happen now; until the GM says, a foe sets it off."""
        rules, state, who = self.bridge.rules, self.bridge.state, chosen(self.who)
        one = state.combatants.get(who)
        self._readied = None if one is None else one.readied
        if one is None or self._readied is None or one.slot == active_slot(rules, state):
            return False
        text = self.tr("Readied: {action}, when {trigger}")
        action = action_name(rules, self._readied.action)
        self.name.addItem(text.format(action=action, trigger=self._readied.trigger), _READIED)
        if not self._cause_chosen or chosen(self.cause) == who:
            self.cause.setCurrentIndex(self.cause.findData(sets_off(rules, state, who)))
        return True

    def _on_by(self) -> None:
        self._by_chosen = True

    def _propose_cause(self) -> None:
        """Offer what has happened in the present turn; until the GM says something else, the likeliest of it.

        What was reacted to already, or was done by somebody of the own side, is offered and never proposed.
        """
        rules, state, who = self.bridge.rules, self.bridge.state, chosen(self.who)
        kept = self.to.currentText()
        self.to.blockSignals(True)
        self.to.clear()
        for text, cause in said_causes(rules, state, who).items():
            self.to.addItem(text, cause.by)
        self.to.setCurrentText(kept if self._to_typed else likely_cause(rules, state, who))
        self.to.blockSignals(False)

    def _on_cause(self) -> None:
        """Whoever did what the GM has chosen is whom the reaction works on."""
        self._to_typed = True
        found = self.to.findText(self.to.currentText())
        if found >= 0 and not self._by_chosen:
            self.by.setCurrentIndex(max(0, self.by.findData(self.to.itemData(found))))

    def _choose_possible(self) -> None:
        """Offer first what answers the attack that was recorded, and choose what is possible of it.

        Actions by which one defends itself come first where no reaction answers it. Without a recorded attack
        that is what answers the one that was announced, or else the first reaction which is possible now, or
        would be after an attack. What was readied goes before all that answers no recorded attack.
        """
        rules, state, who = self.bridge.rules, self.bridge.state, chosen(self.who)
        answers = reactions_to_attack(rules, state, who)
        answering = answers or self._provoked() or self._answering_announced()
        acts = defences(rules, state, who)
        defending = [f"{_ACT}{name}" for name in acts]
        reacting = sorted(rules.reactions, key=lambda ident: ident not in answering)
        self.name.blockSignals(True)
        self.name.clear()
        readied = self._offer_readied()
        for ident in (*answers, *defending, *(name for name in reacting if name not in answers)):
            rule = rules.reactions.get(ident) or rules.actions[ident.removeprefix(_ACT)]
            self.name.addItem(entry_label(rule, ident), ident)
        able = [
            f"{_ACT}{name}"
            for name in acts
            if not isinstance(self.bridge.preview(Act(who=who, name=name)), Refusal)
        ]
        proposed = able[0] if able and not answers else self._possible(who, answering)
        if readied and not answers and not able:
            proposed = _READIED
        self.name.setCurrentIndex(self.name.findData(self._wanted or proposed))
        self.name.blockSignals(False)
        self._on_name()

    def _possible(self, who: str, answering: Sequence[str]) -> str:
        """Return the reaction to begin with; '' if nothing answers the attack that was recorded."""
        offers = [offer for offer in self.bridge.offers(who) if offer.kind == "reaction"]
        able = [offer.id for offer in offers if offer.legal]
        fitting = [name for name in answering if name in able] or list(answering)
        if any(attack.target == who for attack in self.bridge.state.notes.attacks):
            return next(iter(fitting), "")
        waiting = [o.id for o in offers if o.refusal is not None and o.refusal.reason == "no-attack"]
        prompted = [offer.id for offer in offers if offer.command.to]
        later = [offer.id for offer in offers if offer.id in (*able, *prompted, *waiting)]
        likely = [*fitting, *later, *self.bridge.rules.reactions]
        return next(iter(sorted(likely, key=self._waits_for_result)), "")

    def _waits_for_result(self, name: str) -> bool:
        """Return whether a reaction answers what has come of an attack alone: nobody has said that yet."""
        answered = attacks_answered(self.bridge.rules.reactions[name])
        return bool(answered) and all(result for _, result in answered)

    def _expected(self) -> tuple[str, ...]:
        """Return the kinds that the attack may be of: the recorded one's, or those of what was announced."""
        rules, state, by, who = self.bridge.rules, self.bridge.state, chosen(self.by), chosen(self.who)
        kinds = [one.kind for one in state.notes.attacks if (one.by, one.target) == (by, who)]
        return (kinds[-1],) if kinds else kinds_of_attack(rules, state, by)

    def _provoked(self) -> list[str]:
        """Return the reactions that answer what a foe has done in the present turn."""
        one = self.bridge.state.combatants.get(chosen(self.who))
        return [] if one is None else provoked(self.bridge.rules, self.bridge.state, one)

    def _answering_announced(self) -> list[str]:
        """Return the reactions that answer an attack of a kind that was announced."""
        expected = self._expected()
        return [
            name
            for name, rule in self.bridge.rules.reactions.items()
            if any(kind in expected for kind, _ in attacks_answered(rule))
        ]

    def _answers_another(self, rule: Reaction) -> bool:
        """Return whether a reaction answers attacks of other kinds alone: none is invented for it."""
        expected, kinds = self._expected(), {kind for kind, _ in attacks_answered(rule)}
        return bool(expected) and bool(kinds) and kinds.isdisjoint(("", *expected))

    # -- CommandDialog -------------------------------------------------------------------------------

    def wanted(self) -> list[Command]:
        ident, _ = self._reaction()
        if ident == _READIED:
            return [Trigger(who=chosen(self.who), by=chosen(self.cause))]
        points = self.points.number if self._has(self.points) else None
        if ident.startswith(_ACT):
            return [Act(who=chosen(self.who), name=ident.removeprefix(_ACT), points=points)]
        react = React(
            who=chosen(self.who),
            to=self.to.currentText().strip() if self._has(self.to) else "",
            name=ident,
            skill=chosen(self.skill) if self._has(self.skill) else "",
            spare=self._has(self.ways) and self.spare.isChecked(),
            move=self._has(self.moving) and self.moving.isChecked(),
            points=points,
            target=self._whom(),
        )
        thrown, answering = self._thrown(react), self._answering(react)
        before: list[Command] = [] if thrown is None else [thrown]
        if (open_one := self._left_open(answering)) is not None:
            return [*before, open_one, react]
        return [*before, answering]

    def _left_open(self, react: React) -> RecordAttack | None:
        """Return what says that an open attack came out as a reaction takes it: it is no second one."""
        open_ones = open_attacks(self.bridge.rules, self.bridge.state) if react.by and react.result else ()
        found = (one for one in open_ones if (one.by, one.target) == (react.by, react.who))
        fitting = next((one for one in found if react.kind in ("", one.kind) or not one.kind), None)
        return None if fitting is None else settled(fitting, react.result)

    def accept(self) -> None:
        """React; words that are no reaction of the ruleset are said once before: they may be a roll.

        Where a ruleset tells no reactions apart, words of one's own are what is meant.
        """
        ident, _ = self._reaction()
        usual = len(self.bridge.rules.reactions) < 2 and any(letter.isalpha() for letter in ident)
        if self._free_text() and not usual and self._own_said != ident:
            self._own_said = ident
            once_more = self.tr("Enter once more takes it so.")
            self.about.set_tone("warn")
            self.about.say(f"{self._free_text()} {once_more}")
            self.name.setFocus()
            return
        super().accept()

    def commands(self) -> list[Command]:
        """Return the reaction, and what comes of the attack that it answers where both totals are known.

        Of one that cannot be taken it is the attack alone.
        """
        if self._is_alone and (attack := self._attack_to_record()) is not None:
            return [attack]
        return [*super().commands(), *([] if self._settling is None else [self._settling])]

    @property
    def to_sheet(self) -> ToSheet | None:
        """What the damage sheet is opened with if the attack has hit all the same."""
        hit = self._settling
        if hit is None or hit.result != HIT or not pipeline_for(self.bridge.rules, "damage"):
            return None
        return sheet_after(self.bridge, hit)

    def refresh(self) -> None:
        """Work out what comes of the attack, and say what is missing or what will come of it."""
        self._settling = self._by_both_rolls()
        super().refresh()
        self.alone.setVisible(not self.ok.isEnabled() and self._attack_to_record() is not None)

    def _attack_to_record(self) -> RecordAttack | None:
        """Return the attack that goes into the log along with the reaction; None if none does."""
        react = self.wanted()[-1]
        if not isinstance(react, React) or not react.by or react.by == react.who:
            return None
        return RecordAttack(who=react.by, target=react.who, kind=react.kind)

    def _record_alone(self) -> None:
        """Leave the reaction that cannot be taken, and record what it was to answer."""
        self._is_alone = True
        QDialog.accept(self)

    def _by_both_rolls(self) -> RecordAttack | None:
        """Return what comes of an attack with a total, by what was rolled here; None if nothing says."""
        ident, rule = self._reaction()
        there = None if rule is None else self._fitting(rule)
        total = self.roll.number if self._has(self.rolling) else None
        people, rules, state = self.bridge.state.combatants, self.bridge.rules, self.bridge.state
        if there is None or there.result or there.rolled is None or total is None:
            return None
        hits = hit_rule(rules, there.kind)
        against = rolled_against(rules, state, people[there.target], ident, total)
        if hits is None or against is None or there.by not in people:
            return None
        result = comes_out(rules, state, hits, Rolled(people[there.by], there.rolled, against, None))
        if not result:
            return None
        return RecordAttack(
            who=there.by,
            target=there.target,
            kind=there.kind,
            label=there.label,
            result=result,
            rolled=there.rolled,
            against=against,
            settles=True,
        )

    def _said_of_settled(self) -> str:
        """Return what comes of the attack by both rolls, in words, or ''."""
        if (one := self._settling) is None:
            return ""
        text = self.tr("{total} of {by} against {against}: {result}")
        by, result = self.texts.name(one.who), attack_results()[one.result]
        return text.format(total=one.rolled, by=by, against=one.against, result=result)

    def _thrown(self, react: React) -> Throw | None:
        """Return what was rolled for a reaction, here or at the table; None if that is not told."""
        if not self._has(self.rolling) or self.roll.number is None:
            return None
        what = react.skill or getattr(self._reaction()[1], "skill", "")
        if self.roll.came is None:
            return Throw(who=react.who, amount=str(self.roll.number), what=what)
        typed, fell = self.roll.came
        return Throw(who=react.who, amount=typed, what=what, fell=fell)

    def missing(self) -> str:
        ident, rule = self._reaction()
        if not chosen(self.who):
            return self.tr("There is nobody to react.")
        if not ident:
            return self.tr("Name the reaction.")
        if ident == _READIED:
            unsaid = chosen(self.cause) in ("", chosen(self.who))
            return self.tr("Choose who sets it off.") if unsaid else ""
        if self._has(self.by) and chosen(self.by) in ("", chosen(self.who)):
            return self._cannot() or self.tr("Choose who attacked.")
        if rule is not None and rule.needs_cause and not self.to.currentText().strip():
            return self._cannot() or self.tr("Say what is reacted to.")
        return ""

    def _cannot(self) -> str:
        """Return why it cannot be done whatever it is that is reacted to, or ''."""
        refusal = self.bridge.preview(
            *(replace(one, to="?") for one in self.wanted() if isinstance(one, React))
        )
        return self.texts.refusal(refusal) if isinstance(refusal, Refusal) else ""

    def foreseen(self, command: Command, outcome: object) -> str:
        if not isinstance(outcome, Outcome):
            return ""
        rules, state, who = self.bridge.rules, self.bridge.state, chosen(self.who)
        slot = state.combatants[who].slot if who in state.combatants else ""
        self._offer_roll(command, outcome)
        moved = move_in_words(count_move(rules, state, outcome.state, slot))
        parts = (self._rolled(command, outcome), moved, self._recorded(command), self._said_of_settled())
        return " · ".join(part for part in parts if part)

    def _offer_roll(self, command: Command, outcome: Outcome) -> None:
        """Offer the roll of a reaction that is rolled as a code: with all that the rules take off."""
        if isinstance(command, React):
            dice = print_code(int(outcome.roll)) if outcome.roll is not None and outcome.roll_is_code else ""
            self.roll.suggest(dice)
            self.throw.setText(self.tr("Roll {dice}").format(dice=dice))
            self._offered_for = command.name if dice else None
            self.show_row(self.rolling, bool(dice))

    def _recorded(self, command: Command) -> str:
        """Return which attack goes into the log along with the reaction, or ''."""
        if not isinstance(command, React):
            return ""
        if (open_one := self._answered_open()) is not None:
            told = self.tr("Noted with it: the attack of {by} on {who}, {result}")
            by, who = self.texts.name(open_one.who), self.texts.name(open_one.target)
            return told.format(by=by, who=who, result=attack_results()[open_one.result])
        if not command.by:
            return ""
        told = self.tr("Recorded with it: {by} attacks {who} {how}")
        how = attack_kinds().get(command.kind, "")
        by, who = self.texts.name(command.by), self.texts.name(command.who)
        said = told.format(by=by, who=who, how=how).rstrip()
        return f"{said}: {attack_results()[command.result]}" if command.result else said

    def _answered_open(self) -> RecordAttack | None:
        """Return what is said along with the reaction of an attack that was left open; None if nothing is."""
        found = (one for one in self.wanted() if isinstance(one, RecordAttack))
        return next(found, None)

    def _rolled(self, command: Command, outcome: Outcome) -> str:
        if outcome.roll is None or not outcome.roll_is_code:
            return ""
        text = self.tr("Rolls {code}").format(code=print_code(int(outcome.roll)))
        rules = self.bridge.rules
        _, rule = self._reaction()
        skill = chosen(self.skill) if self._has(self.skill) else ""
        stat = rules.stats.get(skill or (rule.skill if rule is not None else ""))
        if stat is None or not isinstance(command, React):
            return text
        who = outcome.state.combatants[command.who]
        name = skill or (rule.skill if rule is not None else "")
        code = int(self.bridge.value(who.id, name) or 0)
        off = difference(int(outcome.roll) - code)
        return f"{text}: {entry_label(stat, name)} {print_code(code)} {off}".rstrip()

    # -- what is shown -------------------------------------------------------------------------------

    def _reaction(self) -> tuple[str, Reaction | None]:
        """Return name and rule of the reaction; one with a free name counts as the ruleset's plain one."""
        rules = self.bridge.rules
        text = self.name.currentText().strip()
        found = self.name.place
        ident = str(self.name.itemData(found)) if found >= 0 else text
        if ident.startswith(_ACT) or ident == _READIED:
            return ident, None
        return ident, rules.reactions.get(ident) or rules.reactions.get(rules.plain_reaction)

    def _action(self) -> Action | None:
        """Return the action by which one defends itself, if that is chosen and no reaction."""
        ident, _ = self._reaction()
        return self.bridge.rules.actions.get(ident.removeprefix(_ACT)) if ident.startswith(_ACT) else None

    def _answering(self, react: React) -> React:
        """Return the reaction with the attack that is recorded along with it, if it is not there yet."""
        _, rule = self._reaction()
        by, kind = chosen(self.by), chosen(self.kind)
        if rule is None or not self._has(self.by) or not by or self._answers_nothing():
            return react
        if self._answers_another(rule):
            return react
        there = self._fitting(rule)
        if there is not None and (there.by, there.kind) == (by, kind):
            return react
        results = (result for of, result in attacks_answered(rule) if of in ("", kind))
        return replace(react, by=by, kind=kind, result=next(results, ""))

    @property
    def strikes_at(self) -> tuple[str, str] | None:
        """Who strikes back at whom, of a reaction that is an attack of one's own; None of any other."""
        (ident, _), who = self._reaction(), chosen(self.who)
        if ident == _READIED:
            action = "" if self._readied is None else self._readied.action
            return None if readied_attack(self.bridge, who, action) is None else (who, chosen(self.cause))
        if not strikes(self.bridge.rules, ident):
            return None
        found = self.to.findText(self.to.currentText().strip())
        caused = str(self.to.itemData(found) or "") if found >= 0 and self._has(self.to) else ""
        named = chosen(self.by) if self._has(self.by) else ""
        at = named or caused or acting_one(self.bridge.rules, self.bridge.state)
        return who, "" if at == who else at

    def _whom(self) -> str:
        """Return on whom a reaction works that answers no attack, or '' where the rules know it."""
        if not self._answers_nothing():
            return ""
        if self._has(self.by):
            return chosen(self.by)
        mine = [attack for attack in self.bridge.state.notes.attacks if attack.target == chosen(self.who)]
        found = self.to.findText(self.to.currentText().strip())
        by = str(self.to.itemData(found)) if found >= 0 and mine and self._has(self.to) else ""
        return "" if not by or by == mine[-1].by else by

    def _answers_nothing(self) -> bool:
        """Return whether the reaction answers no attack: what it does then needs a target that is named."""
        _, rule = self._reaction()
        return rule is None or not answers_attacks(rule)

    def _fitting(self, rule: Reaction) -> Attack | None:
        """Return the last attack on the one who reacts, if the reaction answers it."""
        ident, _ = self._reaction()
        name = ident if ident in self.bridge.rules.reactions else self.bridge.rules.plain_reaction
        return answerable(self.bridge.state.notes.attacks, chosen(self.who), name, rule)

    def _on_name(self) -> None:
        ident, rule = self._reaction()
        rules, action, readied = self.bridge.rules, self._action(), ident == _READIED
        formulas = [text for stage in rule.does for text in stage.formulas] if rule is not None else []
        moves = any(re.search(r"\bmove\b", formula) for formula in formulas)
        answers = rule is not None and answers_attacks(rule)
        if rule is not None and answers:
            self._offer_attacks(rule)
        paid = rule if action is None else action
        cost = rules.costs.get(paid.cost) if paid is not None else None
        ways = cost.alternatives if cost else ()
        pays = [amount for way in ways for amount in (*way.pay.values(), way.off_count)]
        self.show_row(self.by, answers or (rule is not None and needs_target(rule.does, rules)))
        self.show_row(self.kind, answers and self.kind.count() > 1)
        self.show_row(self.to, not answers and action is None and not readied)
        self.show_row(self.cause, readied)
        self.show_row(self.skill, bool(rules.act_roll) and rule is not None and not rule.skill)
        asked = any("points" in amount for amount in pays) and not (action is not None and action.points)
        self.show_row(self.points, asked)
        self.show_row(self.ways, rule is not None and bool(rule.spare))
        self.show_row(self.moving, moves)
        self.show_row(self.rolling, rule is not None and self._offered_for == ident)
        if rule is not None and rule.spare:
            self._choose_way()
        self._say_rule()
        self.refresh()

    def _say_rule(self) -> None:
        """Say the rule of what is chosen, or that it is the game master's own words."""
        paid = self._action() or self._reaction()[1]
        self.about.set_tone("quiet")
        self.about.say(self._free_text() or ("" if paid is None else followed_by(paid.text, paid.cite)))

    def _free_text(self) -> str:
        """Return that a name is the game master's own words, and as what it is paid; '' for the ruleset's."""
        ident, _ = self._reaction()
        rules = self.bridge.rules
        if not self.name.own_words or ident in rules.reactions or self._action() is not None:
            return ""
        told = self.tr(
            "“{name}” is no reaction of the ruleset: it goes into the log in your words, as {usual}."
        )
        plain = rules.reactions[rules.plain_reaction]
        return told.format(name=ident, usual=entry_label(plain, rules.plain_reaction))

    def _offer_attacks(self, rule: Reaction) -> None:
        """Offer the kinds of attack that the reaction answers; take over the one that is recorded."""
        words = attack_kinds()
        kinds = list(dict.fromkeys(kind for kind, _ in attacks_answered(rule)))
        if not all(kinds) or not kinds:
            kinds = ["melee", *(kind for kind in words if kind != "melee")]
        there = self._fitting(rule)
        self.kind.blockSignals(True)
        self.kind.clear()
        for kind in kinds:
            self.kind.addItem(words.get(kind, kind), kind)
        expected = (there.kind,) if there else self._expected()
        kind = next((kind for kind in expected if kind in kinds), kinds[0])
        self.kind.setCurrentIndex(max(0, self.kind.findData(kind)))
        self.kind.blockSignals(False)
        if there is not None:
            self.by.setCurrentIndex(self.by.findData(there.by))

    def _choose_way(self) -> None:
        """Use an open declared action where there is one, unless the GM has said: it costs no further die."""
        if self._way_chosen:
            return
        self.spare.setChecked(True)
        commands = self.wanted()
        if isinstance(self.bridge.preview(*commands), Refusal):
            self.extra.setChecked(True)

    def _on_way(self) -> None:
        self._way_chosen = True

    def _has(self, field: QWidget) -> bool:
        return self.form.isRowVisible(field)
