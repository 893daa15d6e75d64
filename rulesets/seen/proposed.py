"""Who is meant where nobody has said: who hurt or attacked somebody.

A proposal is never somebody who cannot be it: '' where nobody is likely. Who reacts is proposed in
:mod:`rulesets.seen.reacting`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, get_args

from msgspec import Struct
from msgspec.structs import replace

from rulesets.engine.announcing import DONE, NOW, TO_COME, Announced, announced, sealed, skill_of
from rulesets.engine.answered import ATTACK, answers_attacks, attacks_answered, is_attack as is_attack
from rulesets.engine.depending import depends_on
from rulesets.engine.index import index_of
from rulesets.engine.scope import value_of
from rulesets.seen.queries import (
    acting_one,
    acting_ones,
    acting_order,
    active_slot,
    defences,
    id_of_action,
    is_able,
    must_act,
    named_action,
)
from rulesets.table.combatant import Combatant
from rulesets.table.commands import RecordAttack
from rulesets.table.encounter import Encounter
from rulesets.vocabulary import Action, Rules
from rulesets.vocabulary.base import AttackKind
from rulesets.vocabulary.budget import CHECK, LETS_ATTACK, PROVOKES
from rulesets.vocabulary.checks import FAILURE

_HAND_TO_HAND = frozenset({"melee", "brawl"})
_TELLING = 4
"""Letters that make a word of a name more than an 'of' or 'the'."""


def author(
    rules: Rules,
    state: Encounter,
    targets: Collection[str],
    last: str = "",
    *,
    hostile: bool,
    by_turn: bool = True,
) -> str:
    """Return who does to ``targets`` what is done to them now, or ''.

    That is whoever did something ``last`` that was no recorded attack, if that is known; who attacked one of
    them last; who was set off last in this turn and has not attacked in it; else whoever acts, unless having
    the turn is no sign of it (not ``by_turn``). Of a group it is whoever of it did something last, though
    another one of it attacked before, if attacks of that one are not recorded. Nobody who cannot act is it,
    nor a target; where it is ``hostile``, nobody whose side all of them are on.
    """
    notes = state.notes
    acting = [who.id for who in acting_ones(rules, state, active_slot(rules, state))]
    attacked = [attack.by for attack in reversed(notes.attacks) if attack.target in targets]
    if attacked and attacked[0] in acting and notes.doer not in ("", *(one.by for one in notes.attacks)):
        attacked = []
    struck = {attack.by for attack in notes.attacks}
    triggered = (one for one in reversed(notes.triggered) if one not in struck)
    found = (last, *attacked, *triggered, *(acting if by_turn else ()))
    likely = (state.combatants[who] for who in found if who in state.combatants and who not in targets)
    return next((who.id for who in likely if _may_be(rules, state, who, targets, hostile)), "")


def helper(rules: Rules, state: Encounter, targets: Collection[str]) -> str:
    """Return who helps ``targets`` now, or '': whoever acts, if all of them are on that one's side.

    Of several it is one who is not helped, if there is one: whoever acts alone helps itself, too. Nobody is
    healed by the foe whose turn it happens to be, or by whoever attacked last.
    """
    acting = acting_ones(rules, state, active_slot(rules, state))
    helped = [state.combatants[one] for one in targets if one in state.combatants]
    likely = [who for who in sorted(acting, key=lambda one: one in helped) if is_able(rules, state, who)]
    return next((w.id for w in likely if all(same_side(rules, state, w, one) for one in helped)), "")


def causer(rules: Rules, state: Encounter, on: Collection[str]) -> str:
    """Return who causes an effect on ``on``: its author, else whoever acts, though it is on itself; or ''.

    Of several who share the turn it is the one whom it is on, not the next of them. Where effects count by
    phases and rounds, having the turn is no sign of having begun one: most are laid by hand by a rule.
    """
    if not rules.effects_come_up:
        return author(rules, state, on, hostile=False, by_turn=False)
    slot, found = active_slot(rules, state), author(rules, state, on, hostile=False)
    own = (who for who in on if who in state.combatants and state.combatants[who].slot == slot)
    if not found or state.combatants[found].slot == slot:
        found = next(own, found)
    return found or acting_one(rules, state)


def first_target(rules: Rules, state: Encounter, attacker: str, attacks: Iterable[RecordAttack]) -> str:
    """Return whom somebody attacks who has attacked nobody yet, or ''; ``attacks`` are those of the fight.

    That is one of a side that the own one has fought with: bystanders are shot at last of all but friends.
    Where all of those are out of the fight it is nobody.
    """
    people = state.combatants
    side = people[attacker].side if attacker in people else ""
    fought = [{people[who].side for who in (one.who, one.target) if who in people} for one in attacks]
    foes = set[str]().union(*(sides for sides in fought if side in sides)) - {side}

    def rank(one: Combatant) -> tuple[bool, bool, bool]:
        return one.side == side, bool(foes) and one.side not in foes, not is_able(rules, state, one)

    others = (one for one in people.values() if one.id != attacker)
    found = min(others, key=rank, default=None)
    return "" if found is None or found.out else found.id


def named_target(rules: Rules, state: Encounter, attacker: str) -> str:
    """Return whom somebody has announced to attack, in a field or in words of the act at hand; '' for nobody.

    The longest name goes first, a whole one before its first word: 'bite Orc chief' is no bite at an 'Orc',
    and 'fire at guard 1' means a 'Gate guard 1' and no 'Guard sergeant'.
    """
    who = state.combatants.get(attacker)
    if who is None or sealed(rules, state):
        return ""
    others = [one for one in state.combatants.values() if one.id != attacker and not one.out]
    for act in sorted(announced(rules, state, who), key=lambda act: act.how == DONE):
        rule = rules.declarations.get(act.name)
        fields = {} if rule is None else rule.inputs
        chosen = {act.fields.get(key) for key, one in fields.items() if one.type == "combatant"}
        if found := next((one.id for one in others if one.id in chosen), ""):
            return found
    at_hand = act_at_hand(rules, state, who)
    everybody = [one for one in state.combatants.values() if one.id != attacker]
    likely = None if at_hand is None else _likeliest(rules, state, who, at_hand.text, everybody)
    return "" if likely is None or likely.out else likely.id  # 'guard 1' who is out is no 'guard 2'


def named_out(rules: Rules, state: Encounter, attacker: str) -> str:
    """Return whom somebody is to attack in its turn, as announced, who is out of the fight by now; or ''."""
    who = state.combatants.get(attacker)
    if who is None or sealed(rules, state) or who.slot != active_slot(rules, state):
        return ""
    if named_target(rules, state, attacker):
        return ""
    out = [one for one in state.combatants.values() if one.out and one.id != attacker]
    act = act_at_hand(rules, state, who)
    open_ones = [said for said in announced(rules, state, who) if said.how != DONE]
    chosen = {value for said in open_ones for value in said.fields.values() if isinstance(value, str)}
    named = next((one for one in out if one.id in chosen), None)
    if named is None and act is not None and act.how != DONE:
        named = _likeliest(rules, state, who, act.text, out)
    return "" if named is None else named.id


def _likeliest(
    rules: Rules, state: Encounter, who: Combatant, text: str, others: Iterable[Combatant]
) -> Combatant | None:
    """Return whom of ``others`` words of ``who`` name, or None; of two alike it is a foe who still stands."""

    def rank(one: Combatant) -> tuple[bool, int, bool, bool, int, bool, bool]:
        whole, number = _contains(text, one.name), _said_of(text, one.name)
        first = next(iter(one.name.split()), "")
        foe = not same_side(rules, state, who, one)
        said = len(one.name if whole else first)
        return whole, number, foe and not one.out, _contains(text, first), said, not one.out, foe

    return max((one for one in others if _names(text, one.name)), key=rank, default=None)


class Renewed(Struct, frozen=True):
    """What is left of an earlier declaration once nothing of it is aimed at foes who are out."""

    fields: dict[str, Any] = {}
    fallen: tuple[tuple[str, str], ...] = ()
    """(words, id) of what is left out, and of the foe who is out; no words where that one was chosen."""


def renewed(rules: Rules, state: Encounter, attacker: str, name: str, fields: Mapping[str, Any]) -> Renewed:
    """Return what can be declared again of a declaration ``name``; friends who are out may be helped.

    How many acts there are and what the first is rolled with belongs to the first: all goes with it.
    """
    who, rule = state.combatants.get(attacker), rules.declarations.get(name)
    if who is None or rule is None:
        return Renewed(dict(fields))
    others = [one for one in state.combatants.values() if one is not who]
    out = {one.id for one in others if one.out and not same_side(rules, state, who, one)}
    left, fallen = dict(fields), list[tuple[str, str]]()

    def aimed(text: str) -> bool:
        named = _likeliest(rules, state, who, text, others)
        if named is not None and named.id in out:
            fallen.append((text, named.id))
        return named is not None and named.id in out

    for key, one in rule.inputs.items() if out else ():
        said = fields.get(key)
        if one.type == "combatant" and said in out:
            fallen.append(("", left.pop(key)))
        elif one.type == "combatants" and isinstance(said, list | tuple):
            fallen += [("", each) for each in said if each in out]
            left[key] = [each for each in said if each not in out]
            if not left[key]:
                del left[key]
        elif one.names and isinstance(said, str) and aimed(said):
            return Renewed({}, tuple(fallen))
        elif one.names and isinstance(said, list | tuple):
            left[key] = ["" if aimed(each) else each for each in said]
    return Renewed(left, tuple(fallen))


def asked_by_rules(rules: Rules, pipeline: str) -> bool:
    """Return whether a pipeline is what a roll leads to that the rules ask for: nobody does it."""
    return any(check.sheet == pipeline for check in rules.checks.values())


def sheet_after_roll(rules: Rules, check: str, degree: str) -> str:
    """Return the pipeline whose sheet is opened for who has rolled with that outcome; '' if there is none."""
    rule = rules.checks.get(check)
    return rule.sheet if rule is not None and rule.side(degree) == FAILURE else ""


def done_as(rules: Rules, pipeline: str) -> tuple[str, ...]:
    """Return the actions by which it is done in a turn, the likeliest first; what hurts by attacks, too."""
    rule = rules.pipelines.get(pipeline)
    if rule is None:
        return ()
    attacks = (name for name in rules.actions if is_blow(rules, name)) if rule.role == "damage" else ()
    return tuple(dict.fromkeys((*rule.done_as, *attacks)))


def _may_be(rules: Rules, state: Encounter, who: Combatant, targets: Collection[str], hostile: bool) -> bool:
    hit = [state.combatants[one] for one in targets if one in state.combatants]
    friends = hostile and bool(hit) and all(same_side(rules, state, who, one) for one in hit)
    return is_able(rules, state, who) and not friends


def attacker(rules: Rules, state: Encounter, target: str) -> str:
    """Return who has attacked ``target``: its author, else who announced it by name, or ''.

    Whoever acts and has announced something against another one by name has not attacked ``target``.
    """
    found, whom = author(rules, state, (target,), hostile=True), state.combatants.get(target)
    if whom is None:
        return found
    recorded = any(attack.target == target for attack in state.notes.attacks)
    if found and (recorded or not named_by(rules, state, found) or _has_named(rules, state, found, whom)):
        return found
    others = [
        who
        for who in state.combatants.values()
        if who.id != target and is_able(rules, state, who) and _has_named(rules, state, who.id, whom)
    ]
    others.sort(key=lambda who: same_side(rules, state, who, whom))
    return next((who.id for who in others), "")


def attacking(rules: Rules, state: Encounter, selected: str, *, picked: bool = False) -> tuple[str, str]:
    """Return who attacks and who is attacked with ``selected``, '' for whoever is likely.

    Whoever has the turn attacks, and so does one of its side that is selected; anybody else is its target.
    Of several who share the turn it is one who has not attacked yet, unless another of them was ``picked``.
    Where nobody has the turn it is who waits and has to go now, unless somebody was.
    """
    one = state.combatants.get(selected)
    acting = acting_ones(rules, state, active_slot(rules, state))
    if one is not None and not acting and not picked and state.put_off:
        waiting = [who.id for who in state.members(must_act(rules, state)) if is_able(rules, state, who)]
        return next(iter(waiting), selected), ""
    if one is None or not acting:
        return selected, ""
    if one.slot == acting[0].slot:
        return (selected if picked else _of_group(rules, state, one, acting)), ""
    if same_side(rules, state, one, acting[0]) and is_able(rules, state, one):
        return selected, ""
    return _of_group(rules, state, acting[0], acting), selected


def attacked_next(rules: Rules, state: Encounter, attacker: str, selected: Iterable[str]) -> str:
    """Return whom of those ``selected`` somebody attacks next, or ''.

    That is the first foe not attacked in this turn; where all of them were it is the first one again.
    """
    one, people = state.combatants.get(attacker), state.combatants
    if one is None:
        return ""
    others = [people[who] for who in selected if who in people and who != attacker]
    foes = [who.id for who in others if not who.out and not same_side(rules, state, one, who)]
    done = {attack.target for attack in state.notes.attacks if attack.by == attacker}
    return next((who for who in foes if who not in done), next(iter(foes), ""))


def _of_group(rules: Rules, state: Encounter, one: Combatant, acting: Collection[Combatant]) -> str:
    """Return who of those who share the turn attacks next, of whom ``one`` is likely.

    That is who has not attacked yet, unless somebody has attacks left of those it has begun.
    """
    attacked = {attack.by for attack in state.notes.attacks}
    if one.id not in attacked:
        return one.id
    begun = (who.id for who in (one, *acting) if who.id in attacked and _has_begun(rules, who))
    if still := next(begun, ""):
        return still
    done = {*attacked, *(act.by for act in state.notes.did)}
    left = (who.id for who in state.members(one.slot) if who in acting and who.id not in done)
    return next(left, one.id)


def _has_begun(rules: Rules, who: Combatant) -> bool:
    """Return whether somebody has attacks left of those that one action gives.

    They lie in a pool that attacks are paid from and that is no type of action of its own.
    """
    attacks = (cost for name, one in rules.actions.items() if is_attack(rules, name) for cost in one.costs)
    typed = (name for name, cost in rules.costs.items() if cost.key)
    parts = _taken(rules, attacks) - _taken(rules, typed)
    return any(who.pools.get(pool) for pool in parts)


def _taken(rules: Rules, costs: Iterable[str]) -> set[str]:
    """Return the pools that some costs take from."""
    found = (rules.costs[cost].alternatives for cost in costs if cost in rules.costs)
    return {pool for ways in found for way in ways for pool in way.takes}


def sets_off(rules: Rules, state: Encounter, ready: str) -> str:
    """Return who sets off what ``ready`` has readied, or '': whoever has the turn, if that is a foe.

    In its own turn it is the foe who acted last before it, in nobody's the first one who is in the fight; a
    friend is never likely.
    """
    one, acting = state.combatants.get(ready), state.combatants.get(acting_one(rules, state))
    if one is None:
        return ""
    likely = [*state.combatants.values()] if acting is None else [acting]
    if acting is not None and acting.slot == one.slot:
        slots = acting_order(rules, state)
        at = slots.index(one.slot) if one.slot in slots else 0
        likely = [
            who for slot in (*reversed(slots[:at]), *reversed(slots[at:])) for who in state.members(slot)
        ]
    foes = (who for who in likely if not who.out and not same_side(rules, state, one, who))
    return next((who.id for who in foes), "")


def interrupted_by(rules: Rules, state: Encounter, who: str) -> str:
    """Return whose turn ``who`` has come into and has attacked nobody in since, if that is a foe; or ''.

    Of several who act in that turn it is the first who still can.
    """
    one, laid = state.combatants.get(who), state.walk.interrupted
    if one is None or not laid or one.slot != active_slot(rules, state):
        return ""
    if any(attack.by == who for attack in state.notes.attacks):
        return ""
    those = [each for each in state.members(laid[0].slot) if not same_side(rules, state, one, each)]
    return next((each.id for each in those if is_able(rules, state, each)), "")


def act_at_hand(rules: Rules, state: Encounter, who: Combatant) -> Announced | None:
    """Return the act that ``who`` is about: of its turn that goes on, also when it is paid, or the next one.

    None where acts are not announced one by one, or nothing of it may be told yet.
    """
    acts = [] if sealed(rules, state) else [act for act in announced(rules, state, who) if act.number]
    done = [act for act in acts if act.how == DONE and who.slot == active_slot(rules, state)]
    now = [act for act in acts if act.how == NOW]
    to_come = [act for act in acts if act.how == TO_COME]
    return next(iter((*now, *reversed(done), *to_come)), None)


def skill_at_hand(rules: Rules, who: Combatant, act: Announced) -> str:
    """Return the stat that an act of ``who`` was said to be rolled with, or ''; it is said of the first."""
    return skill_of(rules, who) if act.number == 1 else ""


def likely_skill(rules: Rules, state: Encounter, who: Combatant, action: Action | None) -> str:
    """Return what an act of ``who`` is likely rolled with: as its action says, or as it was announced; or ''.

    What was said of one act says nothing of another one; nobody gets up with a blaster.
    """
    if action is not None and action.skill:
        return action.skill
    act = act_at_hand(rules, state, who)
    said = "" if act is None else skill_at_hand(rules, who, act)
    if action is None or action.unnamed:
        return said
    if action.attacks:
        only = tuple(action.attacks) if len(action.attacks) == 1 else ("",)
        return said if said in action.attacks else only[0]
    named = None if act is None else named_action(rules, act.text)
    strikes = any(said in one.attacks for one in rules.actions.values())
    return said if named is action or (named is None and not strikes) else ""


def shot_with(rules: Rules, who: Combatant | None) -> list[str]:
    """Return what shots are rolled with, as actions say: what ``who`` has of its own goes first."""
    return sorted(_rolled_for(rules, ("ranged",)), key=lambda stat: who is None or stat not in who.stats)


def own_skills(rules: Rules, who: Combatant | None, kinds: Collection[str]) -> list[str]:
    """Return what ``who`` has of its own with which attacks of some kinds are rolled, as actions say."""
    return [stat for stat in _rolled_for(rules, kinds) if who is not None and stat in who.stats]


def _rolled_for(rules: Rules, kinds: Collection[str]) -> dict[str, None]:
    attacks = (pair for action in rules.actions.values() for pair in action.attacks.items())
    return dict.fromkeys(stat for stat, kind in attacks if kind in kinds)


def rolled_with(rules: Rules) -> list[str]:
    """Return the codes that acts are rolled with: of the groups that declarations offer or actions name.

    What a side's initiative is made of is a code, too, and no skill (001-22).
    """
    stats = rules.stats
    inputs = (one for rule in rules.declarations.values() for one in rule.inputs.values())
    offered = {group for one in inputs if one.type == "stat" for group in one.choices}
    acts = (*rules.actions.values(), *rules.reactions.values())
    named = {stats[one.skill].group for one in acts if one.skill in stats}
    groups = offered | named
    codes = (name for name, rule in stats.items() if rule.type == "code")
    return [name for name in codes if not groups or stats[name].group in groups]


def hurt_one(rules: Rules, state: Encounter) -> str:
    """Return whom the damage of the turn is for, as far as nobody was picked; '' where nothing tells.

    That is whoever was attacked last by somebody who acts now, unless that attack is known to have missed.
    """
    acting = [who.id for who in acting_ones(rules, state, active_slot(rules, state))]
    made = [attack for attack in state.notes.attacks if attack.by in acting]
    last = made[-1] if made else None
    return last.target if last is not None and last.result in ("", "hit") else ""


def kinds_of_attack(rules: Rules, state: Encounter, by: str) -> tuple[str, ...]:
    """Return the kinds of attack that the act at hand of ``by`` may be; () where the ruleset does not say."""
    who = state.combatants.get(by)
    act = None if who is None else act_at_hand(rules, state, who)
    if who is None or act is None:
        return ()
    skill, named = skill_at_hand(rules, who, act), named_action(rules, act.text)
    if skill:
        return kinds_of_skill(rules, skill)
    return () if named is None else tuple(dict.fromkeys(named.attacks.values()))


def skills_of_reactions(rules: Rules) -> frozenset[str]:
    """Return the stats with which reactions are rolled, and no action is."""
    acts = {stat for one in rules.actions.values() for stat in (*one.attacks, one.skill)}
    return frozenset({one.skill for one in rules.reactions.values()} - acts)


def kinds_of_skill(rules: Rules, skill: str) -> tuple[AttackKind, ...]:
    """Return the kinds of attack that are made with a skill, as actions say; () where the ruleset does not.

    What wards off blows of a kind hand to hand, and is no action's, is near enough for one of them: whoever
    attacks with a parry does not shoot.
    """
    found = [one.attacks[skill] for one in rules.actions.values() if skill in one.attacks]
    if not found:
        wards = (one for one in rules.reactions.values() if skill and one.skill == skill)
        kinds = {kind for one in wards for kind, _ in attacks_answered(one)}
        found = [kind for kind in get_args(AttackKind) if kind in kinds & _HAND_TO_HAND]
    return tuple(dict.fromkeys(found))


def kind_of_weapon(rules: Rules, who: Combatant) -> AttackKind | None:
    """Return how an attack is likely made with what ``who`` has in hand, by its name; None if nothing tells.

    That is what an attack was declared with, else what stands in the stat that is proposed for it.
    """
    from rulesets.seen.attack_texts import as_called  # no first frame needs them

    weapon = weapon_at_hand(rules, who)
    return as_called(weapon) if weapon else None


def weapon_at_hand(rules: Rules, who: Combatant) -> str:
    """Return the label of what ``who`` has in hand: as declared, else as a declaration proposes it; or ''."""
    usual = (_weapon(rules, who, name, {}) for name in _attacks_declared(rules))
    return declared_weapon(rules, who) or next(filter(None, usual), "")


def declared_weapon(rules: Rules, who: Combatant) -> str:
    """Return the label of what ``who`` has declared to attack with, the last one it said; or ''."""
    names = _attacks_declared(rules)
    said = (one for one in reversed(who.declared) if one.name in names)
    return next(filter(None, (_weapon(rules, who, one.name, one.fields) for one in said)), "")


def declares_attacks(rules: Rules) -> bool:
    """Return whether an attack carries out what is declared before it."""
    return bool(_attacks_declared(rules))


def _attacks_declared(rules: Rules) -> list[str]:
    """Return the declarations that an attack carries out."""
    found = index_of(rules).carried_out.items()
    return [name for name, by in found if any(is_attack(rules, one) for one in by)]


def _weapon(rules: Rules, who: Combatant, declaration: str, fields: Mapping[str, Any]) -> str:
    """Return the label of the entry of a table that a declaration was filled in with, or would be; or ''."""
    for key, one in rules.declarations[declaration].inputs.items():
        entries = rules.tables[one.table].entries if one.table in rules.tables else {}
        chosen = fields.get(key) or who.stats.get(one.default)
        if chosen in entries:
            return entries[chosen].label or str(chosen)
    return ""


def is_check(rules: Rules, action: str) -> bool:
    """Return whether an action is an attack by a check of a skill, which hurts nobody: a grapple."""
    return is_attack(rules, action) and CHECK in rules.actions[action].words


def is_blow(rules: Rules, action: str) -> bool:
    """Return whether an action is an attack that is made with something and may hurt."""
    return is_attack(rules, action) and not is_check(rules, action)


def lets_attack(rules: Rules, action: str) -> bool:
    """Return whether an action is no attack by itself, and pays for those that follow it: a full attack."""
    return action in rules.actions and LETS_ATTACK in rules.actions[action].words


def kinds_of_action(rules: Rules, action: str) -> tuple[AttackKind, ...]:
    """Return the kinds of attack that an action may be, the usual one first; () where none is said."""
    rule = rules.actions.get(action)
    if rule is None:
        return ()
    return tuple(dict.fromkeys(rule.attacks.values())) or _kinds_in(rule.words)


def kinds_of_reaction(rules: Rules, reaction: str) -> tuple[AttackKind, ...]:
    """Return the kinds of attack that a reaction which is one may be; () where the ruleset does not say."""
    rule = rules.reactions.get(reaction)
    return () if rule is None else _kinds_in(rule.words)


def _kinds_in(words: Collection[str]) -> tuple[AttackKind, ...]:
    return tuple(kind for kind in get_args(AttackKind) if kind in words)


def may_be_of(kind: str, kinds: Collection[str]) -> bool:
    """Return whether something that attacks in the way ``kind``, '' if unknown, may make one of ``kinds``.

    What is written about somebody does not tell fist and blade apart.
    """
    near = kind in _HAND_TO_HAND and not _HAND_TO_HAND.isdisjoint(kinds)
    return not kind or not kinds or kind in kinds or near


def said_attack(rules: Rules, words: str, names: Iterable[str] = ()) -> bool:
    """Return whether words for an action mean an attack: one of the catalogue, or what names one.

    ``names`` are those of the attacks that are known of whoever says it.
    """
    found = id_of_action(rules, words)
    if found:
        return is_blow(rules, found)
    from rulesets.seen.attack_texts import strikes_by_words  # no first frame needs them

    labels = [one.label or name for name, one in rules.actions.items() if is_blow(rules, name)]
    known = any(_contains(words, name) for name in (*labels, *names))
    return known or (bool(labels) and strikes_by_words(words))


def _contains(text: str, name: str) -> bool:
    """Return whether words hold a name, as whole words."""
    return bool(name) and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE) is not None


def roll_of_attack(rules: Rules, kind: str) -> str:
    """Return which kind of roll an attack is that is made in some way, '' for any; '' where none says it.

    That is what an attack of that kind, or any, is marked as; or the narrower one that is called like the
    kind.
    """
    attacks = [name for name, rule in rules.actions.items() if rule.marked and is_attack(rules, name)]
    fitting = [name for name in attacks if kind in kinds_of_action(rules, name)]
    found = next((rules.actions[name].marked for name in (*fitting, *attacks)), "")
    narrower = rules.rolls.get(kind)
    return kind if narrower is not None and found and narrower.of == found else found


def _has_named(rules: Rules, state: Encounter, who: str, whom: Combatant) -> bool:
    """Return whether somebody has announced an act that names ``whom``."""
    return any(_names(text, whom.name) for text in _words(rules, state, state.combatants[who]))


def named_by(rules: Rules, state: Encounter, who: str) -> list[str]:
    """Return the ids of those whom somebody's announced acts name."""
    return [one.id for one in state.combatants.values() if _has_named(rules, state, who, one)]


def same_side(rules: Rules, state: Encounter, one: Combatant, other: Combatant) -> bool:
    """Return whether two are friends: of one side, or of what the rules make one.

    Whoever is separated rolls and declares alone, and is nobody's foe for that.
    """
    return one.side == other.side or side_now(rules, state, one) == side_now(rules, state, other)


def side_now(rules: Rules, state: Encounter, who: Combatant) -> str:
    """Return the side that somebody rolls and declares with: whoever is separated may be one alone."""
    return str(value_of(rules, state, who, rules.side_of)) if rules.side_of else who.side


def parted_by(rules: Rules, state: Encounter, who: Combatant) -> str:
    """Return the stat that makes ``who`` a side of its own: what the rule reads of it and is true; or ''."""
    named = sorted(depends_on(rules, rules.side_of).stats)
    return next((stat for stat in named if value_of(rules, state, who, stat) is True), "")


def _words(rules: Rules, state: Encounter, who: Combatant) -> Iterator[str]:
    """Yield what was said of the acts that somebody announced for this round."""
    for act in announced(rules, state, who):
        yield act.text
        yield from (value for value in act.fields.values() if isinstance(value, str))


def _names(text: str, name: str) -> bool:
    """Return whether words name somebody: by any telling word of the name, or two of it; no part of one."""
    return _said_of(text, name) > 0 or (not re.search(r"\w", name) and name.casefold() in text.casefold())


def _said_of(text: str, name: str) -> int:
    """Return how many words of a name are said in a row: its first ones, two and more, or a telling one.

    'Sergeant' is as good as 'Storm' for a 'Storm sergeant'; 'the' and '2' tell nobody apart.
    """
    words, called = re.findall(r"\w+", text.casefold()), re.findall(r"\w+", name)
    said = f" {' '.join(words)} "
    runs = [(at, end) for at in range(len(called)) for end in range(at + 1, len(called) + 1)]
    telling = ((at, end) for at, end in runs if at == 0 or end - at > 1 or _tells(called[at]))
    found = (end - at for at, end in telling if f" {' '.join(called[at:end]).casefold()} " in said)
    return max(found, default=0)


def _tells(word: str) -> bool:
    """Return whether a word from within a name stands for it: one that is long or written large."""
    return word.isalpha() and (len(word) >= _TELLING or (len(word) > 1 and word[0].isupper()))


class Cause(Struct, frozen=True):
    """Something of the present turn that somebody may react to."""

    label: str
    """What it is called; '' for an attack that has no name."""
    by: str = ""
    kind: str = ""
    """That of an attack."""
    number: int = 0
    """Which attack of its attacker it is in the turn, or act of its name, from 1; 0 for anything else."""
    act: str = ""
    """What was done that provokes, an action or a type of them; '' for anything else."""
    friendly: bool = False
    """Whether it is of the own side and not against oneself: one can react to it, and hardly means to."""


def causes(rules: Rules, state: Encounter, who: str) -> list[Cause]:
    """Return what ``who`` may react to in the present turn, what is likeliest first.

    Those are the attacks on ``who``, the last one first; what is announced and has not happened yet; the
    attacks on others and what was done with a label; what is friendly last. Nobody reacts to what was done
    by oneself. What provokes attacks of opportunity goes before all, unless an attack on ``who`` is to be
    answered first.
    """
    people = state.combatants

    def cause(label: str, by: str, kind: str = "", number: int = 0, act: str = "") -> Cause:
        two = [people[one] for one in (who, by) if one in people]
        return Cause(label, by, kind, number, act, friendly=len(two) == 2 and same_side(rules, state, *two))

    mine: list[Cause] = []
    others: list[Cause] = []
    made = Counter[str]()
    for attack in state.notes.attacks:
        made[attack.by] += 1
        found = cause(attack.label, attack.by, attack.kind, made[attack.by])
        if attack.target == who:
            mine.insert(0, replace(found, friendly=False))
        else:
            others.insert(0, found)
    pending = [cause(one.name, one.who) for one in reversed(state.notes.pending)]
    done = [cause(one.label, one.by) for one in reversed(state.notes.did) if one.label]
    acts = [cause("", by, number=number, act=act) for by, act, number in _provoking(state)]
    first = (*mine, *acts) if is_answered_first(rules, state, who) else (*acts, *mine)
    likely = [
        one for one in (*first, *pending, *others, *done) if one.by != who and (one.label or one.number)
    ]
    return sorted(likely, key=lambda one: one.friendly)


def is_answered_first(rules: Rules, state: Encounter, who: str) -> bool:
    """Return whether an attack on ``who`` of the present turn goes before all else that it may react to."""
    if not any(attack.target == who for attack in state.notes.attacks):
        return False
    return any(answers_attacks(rule) for rule in rules.reactions.values()) or bool(
        defences(rules, state, who)
    )


def _provoking(state: Encounter) -> list[tuple[str, str, int]]:
    """Return who has done what that provokes, and the how manieth of its kind it was, the last one first.

    An attack is known as one, and what has a label by that.
    """
    made, found = Counter[tuple[str, str]](), list[tuple[str, str, int]]()
    for one in state.notes.did:
        if one.label or ATTACK in one.words or PROVOKES.keys().isdisjoint(one.words):
            continue
        made[one.by, one.name] += 1
        found.insert(0, (one.by, one.name, made[one.by, one.name]))
    return found
