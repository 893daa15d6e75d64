"""Who is meant to react where nobody has said."""

from __future__ import annotations

from collections.abc import Sequence

from rulesets.engine.answered import ATTACK, act_answered, answers_attacks
from rulesets.seen.offers import can_react, could_take
from rulesets.seen.proposed import is_answered_first, named_by, same_side
from rulesets.seen.queries import active_slot, defences, is_able, reactions_to_attack
from rulesets.table.combatant import Combatant
from rulesets.table.encounter import Done, Encounter
from rulesets.vocabulary import Rules
from rulesets.vocabulary.budget import OPPORTUNITY, PROVOKES


def reacting_one(rules: Rules, state: Encounter, selected: str, *, picked: bool = True) -> str:
    """Return who reacts, unless the GM says otherwise: whoever was attacked, if a reaction answers that.

    That is the target of the last attack that can be answered, or ``selected`` if that was ``picked`` and was
    attacked itself, or only stands by, whether it has a reaction left or not; of the targets who has one left
    comes first, also with one in words of the game master's own. Where no target can answer it is a foe of
    whoever has provoked with it.
    Without an attack it is who was ``picked``; if only the turn has come to ``selected``, it is the first
    who can act and whose turn it is not: whom ``selected`` has announced by name, else of another side if
    there is one. So it is where who was picked is out of the fight: the dead do not react.
    """
    people = state.combatants
    targets = [people.get(attack.target) for attack in state.notes.attacks]
    able = [one.id for one in targets if one is not None and is_able(rules, state, one)]
    found = [who for who in able if reactions_to_attack(rules, state, who) or defences(rules, state, who)]
    if picked and (selected in able or _stands_by(rules, state, selected)):
        return selected
    if found:
        left = [who for who in found if can_react(rules, state, people[who])]
        return (left or found)[-1]
    left = [who for who in able if can_react(rules, state, people[who])]
    if able and (struck := _provoked_one(rules, state, left)):
        return struck
    attacked = rules.plain_reaction or selected in {attack.by for attack in state.notes.attacks}
    if attacked and left:
        return left[-1]  # also where a reaction does not say what it answers: none answers one's own attack
    one, slot = people.get(selected), active_slot(rules, state)
    if one is not None and one.slot == slot and (foe := _first_foe(rules, state, one)):
        return foe
    chosen = picked or not slot or one is None or one.slot != slot
    if one is None or (chosen and not one.out):
        return selected
    others = [who for who in people.values() if who.slot != slot and is_able(rules, state, who)]
    named = named_by(rules, state, one.id)
    others = [who for who in others if can_react(rules, state, who)] or others
    others.sort(key=lambda who: (who.id not in named, same_side(rules, state, who, one)))
    return next((who.id for who in others), selected)


def provoked(rules: Rules, state: Encounter, who: Combatant) -> list[str]:
    """Return the reactions that ``who`` can take against what a foe has done in the present turn.

    Those are the ones that answer such an act by its words, and where an act provokes attacks of opportunity
    those that are made for that. Whoever was attacked answers the attack first, where something can; where
    nothing can, it is what was done that provokes, be it that attack: a shot (E-SRD-16), and no blow.
    """
    notes, people = state.notes, state.combatants
    if is_answered_first(rules, state, who.id):
        return []
    attacked = any(attack.target == who.id for attack in notes.attacks)

    def provoking(act: Done) -> bool:
        return not PROVOKES.keys().isdisjoint(act.words)

    def counts(act: Done) -> bool:
        foe = act.by in people and not same_side(rules, state, who, people[act.by])
        return foe and (provoking(act) or not (attacked and ATTACK in act.words))

    provokes = any(counts(one) and provoking(one) for one in notes.did)
    found = []
    for name, rule in rules.reactions.items():
        act = None if answers_attacks(rule) or not rule.answers else act_answered(notes, who.id, rule)
        answers = counts(act) if act is not None else provokes and OPPORTUNITY in rule.words
        if answers and could_take(rules, state, who, name):
            found.append(name)
    return found


def _provoked_one(rules: Rules, state: Encounter, attacked: Sequence[str]) -> str:
    """Return who is provoked by what was done, the one of those ``attacked`` who was last of all; or ''."""
    people = state.combatants
    others = [who.id for who in people.values() if who.id not in attacked and is_able(rules, state, who)]
    return next((who for who in (*reversed(attacked), *others) if provoked(rules, state, people[who])), "")


def _first_foe(rules: Rules, state: Encounter, one: Combatant) -> str:
    """Return the first foe of ``one`` who has readied something, or can answer what it has done; or ''."""
    able = [who for who in state.combatants.values() if is_able(rules, state, who)]
    foes = [who for who in able if not same_side(rules, state, who, one)]
    ready = [who for who in foes if who.readied is not None]
    if ready or not (state.notes.did or state.notes.attacks):
        return ready[0].id if ready else ""
    return next((who.id for who in foes if provoked(rules, state, who)), "")


def _stands_by(rules: Rules, state: Encounter, who: str) -> bool:
    """Return whether somebody who is not out has not the turn and has attacked nobody in it."""
    one = state.combatants.get(who)
    if one is None or one.out or one.slot == active_slot(rules, state):
        return False
    return who not in {attack.by for attack in state.notes.attacks}
