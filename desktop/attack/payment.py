"""What an attack is paid with: what can be spent on it, what a rule forbids, and what is likely spent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication

from desktop.actions.fields import act_fields
from desktop.widgets.caused import likely_cause
from desktop.widgets.fight_dialog import PROPOSED, Habit
from rulesets.seen.attacks import Way, strikes
from rulesets.seen.deeds import Paid, paid_attack, taken_for_attacks
from rulesets.seen.offers import undone_by
from rulesets.seen.proposed import declares_attacks, is_blow, is_check, kinds_of_action, kinds_of_reaction
from rulesets.seen.queries import active_slot, leaves_weapon_open
from rulesets.table.commands import Act, Command, React
from rulesets.table.refusal import Code, Refusal
from rulesets.vocabulary.base import AttackKind

if TYPE_CHECKING:
    from desktop.bridge import Bridge

translate = QCoreApplication.translate
NO_HABIT = Habit("melee", "")
"""Who has nothing that shoots strikes, as far as nothing says otherwise."""


class Payment:
    """What one attacker can spend on an attack; a key is 'action:attack' or 'reaction:parry', '' nothing.

    Out of its turn that is what strikes back, too.
    """

    def __init__(self, bridge: Bridge, who: str, habits: Mapping[str, Habit]) -> None:
        """Ask what ``who`` is offered now; ``habits`` is how each has attacked last, '' whoever did."""
        self._bridge, self._rules, self._who = bridge, bridge.rules, who
        self._own, self._anybody = habits.get(who), habits.get("")
        self._legal: dict[str, Act | React] = {}
        self._barred: dict[str, Act] = {}
        self._insisted = ""
        self.called: dict[str, str] = {}
        """What is offered, and what a rule forbids, as it is called with its cost, by its key."""
        self.forbidden: Refusal | None = None
        """Why the attacker can make no attack now, where a state forbids them all."""
        someone = bridge.state.combatants.get(who)
        self._undeclared = False
        """Whether attacks are declared before they are made, and the attacker has none of them left."""
        self.waits = someone is not None and someone.slot != active_slot(bridge.rules, bridge.state)
        """Whether it is somebody else's turn."""
        self._left = False
        self._answers = likely_cause(bridge.rules, bridge.state, who) if self.waits else ""
        self._take_offers()
        paid = self.paid
        self.before = "" if paid is None else paid.action
        """The action with which the attacker has paid for it already; the attack itself ends that."""
        if self._left or paid is not None:
            self.forbidden = None

    def _take_offers(self) -> None:
        offers = self._bridge.offers(self._who) if self._who else ()
        declared = any(is_blow(self._rules, name) for name in self._due())
        self._undeclared = not self.waits and not declared and declares_attacks(self._rules)
        for offer in offers:
            order, blow = offer.command, is_blow(self._rules, offer.id)
            struck = self.waits and isinstance(order, React) and strikes(self._rules, offer.id)
            self._left |= offer.legal and (struck or blow)
            forbids = offer.refusal is not None and offer.refusal.code is Code.STATE_FORBIDS
            if forbids and self.forbidden is None and blow:
                self.forbidden = offer.refusal
            takes = struck or (isinstance(order, Act) and not is_check(self._rules, offer.id))
            if not takes or not isinstance(order, Act | React) or not self._needs_no_word(order):
                continue
            if isinstance(order, React) and order.to and not self._answers:
                continue  # it answers something, and nothing has happened
            key = f"{offer.kind}:{offer.id}"
            if offer.legal:
                self._legal[key] = order
            elif isinstance(order, Act) and blow and not self.waits:
                self._barred[key] = order
            else:
                continue
            self.called[key] = " · ".join(filter(None, (offer.called, offer.cost)))

    # -- what there is -------------------------------------------------------------------------------

    @property
    def paid(self) -> Paid | None:
        """What of the turn under way pays for it already."""
        return paid_attack(self._bridge, self._who)

    @property
    def acts(self) -> Mapping[str, Act | React]:
        """What can be spent, by its key."""
        barred = self._barred.get(self._insisted)
        return self._legal if barred is None else {**self._legal, self._insisted: barred}

    @property
    def barred(self) -> Sequence[str]:
        """The keys of attacks that a rule forbids now."""
        return list(self._barred)

    def insist(self, key: str) -> None:
        """Offer what alone attacks as it was chosen, also where a rule forbids it; '' none of those."""
        self._insisted = key if key in self._barred and self.paid is None else ""

    def nothing(self) -> str:
        """Return what it is called to spend nothing."""
        if paid := self.paid:
            return translate("Attack", "nothing more: {action} is paid").format(action=paid.label)
        if self.waits and not active_slot(self._rules, self._bridge.state):
            return translate("Attack", "nothing: it is nobody's turn")
        if self._left or not any(is_blow(self._rules, name) for name in self._rules.actions):
            return translate("Attack", "nothing more")
        if action := taken_for_attacks(self._bridge, self._who):
            return translate("Attack", "nothing more: {action} is paid").format(action=action)
        return translate("Attack", "nothing: no further attack can be paid")

    def unpaid(self, key: str) -> str:
        """Return that nothing pays for the attack if ``key`` is spent, in words; '' if something does."""
        if (
            key
            or self.paid is not None
            or not any(is_blow(self._rules, name) for name in self._rules.actions)
        ):
            return ""
        if self.waits:
            someone = self._bridge.state.combatants[self._who]
            told = translate("Attack", "It is not the turn of {name}, and nothing pays for this attack.")
            return told.format(name=someone.name)
        if taken_for_attacks(self._bridge, self._who):
            return ""
        if self._undeclared:
            told = translate("Attack", "{name} has no declared attack left, and nothing pays for this one.")
            return told.format(name=self._bridge.state.combatants[self._who].name)
        if self._left:
            return translate("Attack", "Nothing pays for this attack: choose what it spends.")
        if self.acts:
            return translate(
                "Attack", "No attack can be paid any more: what else is left stands in “Spends”."
            )
        return translate("Attack", "Nothing pays for this attack: no further one can be paid.")

    # -- what is likely ------------------------------------------------------------------------------

    def usual(self, habit: Habit) -> str:
        """Return what was spent the last time, in the own turn or out of it as now."""
        return habit.off_turn if self.waits else habit.in_turn

    def _usual_of_anybody(self) -> str:
        """Return the attack that others have made last; what else one spends, another does not."""
        usual = self.usual(self._anybody or NO_HABIT)
        return usual if is_blow(self._rules, usual.removeprefix("action:")) else ""

    def habit(self, kind: str, key: str, *, chosen: bool) -> Habit:
        """Return how this one attacks from now on, of a kind with a cost that was ``chosen`` or proposed.

        What was spent out of the own turn says nothing of the own one.
        """
        before = self._own or Habit("", PROPOSED)
        spent = key if key or chosen else self.usual(before) or PROPOSED
        return Habit(kind, *((before.in_turn, spent) if self.waits else (spent, before.off_turn)))

    def off_turn(self) -> str:
        """Return what an attack out of the own turn is likely paid with, or ''.

        What is taken in the turns of others goes first: the reaction, which answers something, can wait.
        """
        attacks = (f"action:{name}" for name in self._rules.actions if is_blow(self._rules, name))
        struck = (key for key in self.acts if key.startswith("reaction:"))
        found = (key for key in (*attacks, *struck) if self.waits and key in self.acts)
        return next(found, "")

    def likely(self, kind: str, way: Way | None, ways: Sequence[Way]) -> str:
        """Return what is likely spent on an attack of a kind: as the last time, else one of that kind.

        Out of the own turn only that nothing was spent is a habit: what answers something is chosen anew.
        """
        if self.paid:
            return ""
        usual = self.usual(self._own) if self._own else self._usual_of_anybody()
        of_usual = kinds_of_action(self._rules, usual.removeprefix("action:"))
        if way is not None and (made := f"action:{way.action}") in self.acts:
            return made
        if declared := self.declared():
            return declared
        if (self._own and not usual) or self._undeclared:
            return ""
        if self.waits:
            return self.off_turn()
        if usual in self.acts and (not of_usual or kind in ("", *of_usual)) and goes_with(usual, way, ways):
            return usual
        names = [key.partition(":") for key in self.acts]
        attacks = [key for what, _, key in names if what == "action" and is_blow(self._rules, key)]
        attacks.sort(key=lambda key: not goes_with(key, way, ways))
        kinds = {one: kinds_of_action(self._rules, one) for one in attacks}
        fitting = [one for one in attacks if kind and kind in kinds[one]]
        others = [one for one in attacks if not kind or not kinds[one]]  # nobody brawls with a blaster
        return next((f"action:{one}" for one in (*fitting, *others)), "")

    def declared(self) -> str:
        """Return what carries out what the attacker has declared and not done yet, an attack first; or ''.

        It is lost with the turn, and what was paid for it: nothing else is likelier (E-KAI-14).
        """
        keys = [f"action:{action}" for action in self._due() if f"action:{action}" in self.acts]
        keys.sort(key=lambda key: not is_blow(self._rules, key.removeprefix("action:")))
        return next(iter(keys), "")

    def is_other_deed(self, chose: str | None) -> bool:
        """Return whether it is paid, or likely to be, with what was declared and is no attack by itself.

        ``chose`` is the key that was chosen, None where it is only proposed.
        """
        name = (self.declared() if chose is None else chose).removeprefix("action:")
        return name in self._due() and not is_blow(self._rules, name)

    def _due(self) -> list[str]:
        """Return the actions that carry out what the attacker has declared and not done yet."""
        if self.waits or not self._who:
            return []
        return [action for _, action in undone_by(self._rules, self._bridge.state, self._who)]

    def own_action(self, ways: Sequence[Way], chose: str | None) -> str:
        """Return the action with which it is paid or likely to be, if that has ways of its own; or ''.

        ``chose`` is the key that was chosen, None where it is only proposed.
        """
        paid, key = self.paid, chose or ""
        if paid is None and chose is None:
            key = self.usual(self._own or NO_HABIT)
            key = key if key in self.acts else ""
        action = paid.action if paid is not None else key.removeprefix("action:")
        return action if any(way.action == action for way in ways) else ""

    def meant(self, chose: str | None) -> tuple[str, tuple[str, ...]]:
        """Return which reaction or action the attack is, and of which kinds it can be, () for any.

        That is what it was paid with, what was chosen to pay it (None: nothing yet), or what is likely to out
        of the own turn; '' where that is none, or an action that may be an attack of any kind.
        """
        if paid := self.paid:
            return paid.reaction or (paid.action or paid.label if paid.kinds else ""), paid.kinds
        what, _, name = (self.off_turn() if chose is None else chose).partition(":")
        if what == "reaction":
            return name, kinds_of_reaction(self._rules, name)
        kinds = kinds_of_action(self._rules, name) if is_blow(self._rules, name) else ()
        return name if kinds else "", kinds

    # -- what is dispatched --------------------------------------------------------------------------

    def action(self, key: str, way: Way | None) -> str:
        """Return the action that alone attacks as it was chosen, or with which it is paid, here or before.

        It is '' of a reaction, and where nothing is paid.
        """
        if way is not None and way.action:
            return way.action
        act = self.acts.get(key)
        if act is not None:
            return act.name if isinstance(act, Act) else ""
        return self.before

    def order(self, key: str, target: str, kind: str, way: Way | None) -> Act | React | None:
        """Return what is spent, with whom it is aimed at and what it is rolled with where it can be told."""
        act = self.acts.get(key)
        if act is None:
            return None
        scene = self._bridge.scene
        if isinstance(act, React) and act.to:
            act = replace(act, to=likely_cause(scene.rules, scene.state, act.who, target))
        fields = act_fields(scene, scene.state.combatants[act.who], act)
        aimed = replace(act, target=target) if any(one.id == "target" for one in fields) else act
        skills = self._skills(act)
        if not skills:
            return aimed
        of_kind = (skill for skill, made in skills.items() if made == kind)
        what = "" if way is None else way.roll.order.what
        return replace(aimed, skill=what if what in skills else next(of_kind, ""))

    def _needs_no_word(self, act: Command) -> bool:
        """Return whether all that an act has to be told is whom it is aimed at, and what it is done with."""
        scene = self._bridge.scene
        fields = act_fields(scene, scene.state.combatants[self._who], act)
        told = {"target", "skill"} if self._skills(act) else {"target"}
        return not any(one.needed and one.id not in told and one.suggested in (None, "") for one in fields)

    def _skills(self, act: Command) -> Mapping[str, AttackKind]:
        """Return the skills that say how an action attacks of which the ruleset leaves open with what."""
        rule = self._rules.actions.get(act.name) if isinstance(act, Act) else None
        return {} if rule is None or not leaves_weapon_open(self._rules, rule) else rule.attacks


def goes_with(key: str, way: Way | None, ways: Sequence[Way]) -> bool:
    """Return whether what is chosen to attack with, of all ``ways``, may be paid with what has a key."""
    action = key.removeprefix("action:")
    return way is None or way.action == (action if action in {one.action for one in ways} else "")
