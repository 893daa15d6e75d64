"""What is proposed of an attack before anything of it is chosen: at whom, with what, of which kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from desktop.attack.attempt import noted_on
from desktop.attack.payment import NO_HABIT
from rulesets.seen.proposed import (
    first_target,
    interrupted_by,
    kind_of_weapon,
    kinds_of_action,
    kinds_of_attack,
    may_be_of,
    named_out,
    named_target,
)
from rulesets.seen.queries import is_able
from rulesets.seen.throws import kinds_of_words
from rulesets.table.commands import RecordAttack

if TYPE_CHECKING:
    from desktop.attack.attempt import Attempt
    from desktop.bridge import Bridge
    from desktop.widgets.fight_dialog import Habit
    from rulesets.seen.attacks import Way


def last_attack(bridge: Bridge, attacker: str) -> RecordAttack | None:
    """Return the attack of somebody that was recorded last."""
    found = (entry.command for entry in bridge.entries_of(RecordAttack))
    made = (one for one in found if isinstance(one, RecordAttack) and (one.using or not one.settles))
    return next((one for one in made if one.who == attacker), None)


def likely_target(bridge: Bridge, attacker: str, target: str) -> str:
    """Return ``target`` unless it attacks itself; else who has answered an attack of it that is open.

    Else whom it interrupts, announced or attacked last, or the first of those who may be a target. Where whom
    it has announced is out of the fight that is for the game master to choose: nobody, ''.
    """
    rules, state = bridge.rules, bridge.state
    if target in state.combatants and target != attacker:
        return target
    if noted := noted_on(bridge, attacker):
        return noted[0]
    if laid := interrupted_by(rules, state, attacker):
        return laid
    if named := named_target(rules, state, attacker):
        return named
    if named_out(rules, state, attacker):
        return ""
    last = last_attack(bridge, attacker)
    again = None if last is None or last.target == attacker else state.combatants.get(last.target)
    if again is not None and is_able(rules, state, again):
        return again.id  # who lies there is finished off by whoever says so
    return first_target(rules, state, attacker, bridge.commands_of(RecordAttack))


def kept_target(bridge: Bridge, attacker: str, target: str) -> str:
    """Return whom another ``attacker`` attacks: ``target``, unless it named another or is its friend."""
    people = bridge.state.combatants
    who, whom = people.get(attacker), people.get(target)
    foe = who is not None and whom is not None and who.side != whom.side
    named = named_target(bridge.rules, bridge.state, attacker)
    return likely_target(bridge, attacker, target if foe and not named else "")


def usual_way(
    ways: Sequence[Way], kinds: Sequence[str], action: str, kind: str, last: RecordAttack | None
) -> int:
    """Return the place of what is likely attacked with; behind all of them where it is something else.

    It may be of some ``kinds``, paid with ``action``, is likely of ``kind``, and was ``last`` made so. What
    is paid is made in no way but its own.
    """
    ranks = [
        (
            not may_be_of(way.kind, kinds),
            way.action != action,
            not way.roll.meant,
            last is None or way.roll.label != last.using,
            kind not in ("", way.kind),
        )
        for way in ways
    ]
    if ranks and min(ranks)[0]:
        return len(ranks)
    return ranks.index(min(ranks)) if ranks else 0


def likely_kind(attempt: Attempt, attacker: str, habits: Mapping[str, Habit]) -> str:
    """Return the kind that an attack is likely of; '' where nothing says.

    That is what was announced, by its skill or by its words, the only one that the attacker's texts know,
    that of its last attack, here or in the log, or the first of its texts.
    """
    bridge, known = attempt.bridge, attempt.known_kinds()
    own, last = habits.get(attacker), last_attack(bridge, attacker)
    rules, state = bridge.rules, bridge.state
    words = () if attempt.who is None else kinds_of_words(rules, state, attempt.who)
    said = (*kinds_of_attack(rules, state, attacker), *words, *(known if len(known) == 1 else ()))
    before = own.kind if own else "" if last is None else last.kind
    return next((kind for kind in (*said, before, *known) if kind), "")


def kind_of_anybody(attempt: Attempt, cost: str, habits: Mapping[str, Habit]) -> str:
    """Return the kind of an attack of whom nothing is known: by its weapon, its ``cost``, or the last one."""
    rules = attempt.bridge.rules
    weapon = "" if attempt.who is None else kind_of_weapon(rules, attempt.who)
    of_cost = kinds_of_action(rules, cost.removeprefix("action:"))
    return weapon or next(iter(of_cost), habits.get("", NO_HABIT).kind)
