"""Questions about an encounter that windows, files and scenarios ask: the engine is asked through here.

Nothing here changes anything; what needs more than one question stands in the room's other modules.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulesets.engine.announcing import (
    DONE,
    EXTRA,
    LOST,
    NOW,
    SPARE,
    TO_COME,
    Announced,
    NextRoll,
    declared_round,
    sealed,
)
from rulesets.engine.answered import ATTACK, answerable, answers_attacks, attacks_answered
from rulesets.engine.coming import (
    BY_LAST,
    OpenChoice,
    can_be_followed,
    choosable,
    chooses,
    gives_turns,
    has_had,
    has_missed,
    has_used_turn,
    must_act,
    open_choice,
    shares_place,
    takes_part,
    waiting,
)
from rulesets.engine.counts import bounds, fixed_count, is_moving, kept_waiting
from rulesets.engine.evolve import inverse
from rulesets.engine.in_force import names_in_force, putting_out
from rulesets.engine.index import stages_in
from rulesets.engine.marks import SIGNED, Mark
from rulesets.engine.piles import pile_of
from rulesets.engine.powers import is_spent, powers_of
from rulesets.engine.scope import Table, is_able, pool_size, states_in_force, value_of
from rulesets.formula.compiling import FormulaError
from rulesets.seen.labels import label_in
from rulesets.seen.spendable import left_of
from rulesets.table.combatant import OUT_DEFEATED, Combatant, TrackPlace
from rulesets.table.encounter import (
    GHOST,
    OVER,
    RUNNING,
    SETUP,
    STAGE_OPENING,
    STAGE_ROUND,
    Encounter,
    Order,
    Place,
)
from rulesets.vocabulary import (
    Action,
    EffectStage,
    FormulaRule,
    Input,
    OrderRule,
    Phase,
    Rules,
    alternatives,
    choices_of,
    find_phase,
    needs_target,
    phases_of,
)
from rulesets.vocabulary.budget import DEFENDS
from rulesets.vocabulary.values import PART

__all__ = [
    "BY_LAST",
    "DONE",
    "EXTRA",
    "LOST",
    "NOW",
    "SIGNED",
    "SPARE",
    "TO_COME",
    "Announced",
    "Mark",
    "NextRoll",
    "OpenChoice",
    "acting_one",
    "acting_ones",
    "acting_order",
    "active_slot",
    "alternatives",
    "answerable",
    "answers_attacks",
    "attacks_answered",
    "bounds",
    "can_be_followed",
    "cards_left",
    "choices_of",
    "choosable",
    "chooses",
    "contest_of",
    "count_of",
    "declared_round",
    "default_of",
    "delaying",
    "elapsed",
    "ended",
    "formulas_for_people",
    "id_of_action",
    "inverse",
    "is_able",
    "is_moving",
    "kept_waiting",
    "late_declaration",
    "leaves_weapon_open",
    "left_of",
    "live_slots",
    "main_order",
    "missed",
    "must_act",
    "named_action",
    "names_on",
    "needs_target",
    "next_to_declare",
    "of_slot",
    "open_choice",
    "out_by_states",
    "over_whom",
    "penalty",
    "phases_of",
    "pile_left",
    "place_of",
    "pool_size",
    "reactions_to_attack",
    "sealed",
    "segments",
    "shares_place",
    "shown_order",
    "size_on",
    "spent_powers",
    "start_asks",
    "step_of",
    "turn_is_over",
    "unrolled",
    "value_of",
    "waiting",
    "worked_out",
]


def missed(state: Encounter, who: Combatant) -> str:
    """Return why the turn of somebody able will not come in this pass (coming.REASONS); '' if it may."""
    slot = who.slot
    if who.out or state.clock.status != RUNNING or has_had(state, slot):
        return ""
    if has_used_turn(state, who):
        return state.missed[who.id].reason
    if state.walk.active == slot:
        return ""
    return state.missed[slot].reason if has_missed(state, slot) else ""


def turn_is_over(rules: Rules, state: Encounter, phase: Phase, slot: str) -> bool | None:
    """Return whether a slot's turn of the present pass is over; None if it has none in it.

    Whoever's turn it is has one, even if it may act no more.
    """
    if slot.startswith(GHOST):
        return None
    over = has_had(state, slot)
    now = slot == state.walk.active
    has_one = now or (not has_missed(state, slot) and takes_part(rules, state, phase, slot))
    return over if over or has_one else None


def main_order(rules: Rules, state: Encounter) -> Order:
    """Return the order in which turns are taken."""
    return state.orders.get(rules.main_order) or Order()


def places(rules: Rules, state: Encounter) -> Mapping[str, Place]:
    """Return the places in the order of turns as they count; none once counts that move have counted down.

    When the fight is over nobody acts on what was left of them: 0, -1, -2 say nothing any more.
    """
    return {} if _counted_down(rules, state, rules.main_order) else main_order(rules, state).places


def _counted_down(rules: Rules, state: Encounter, order: str) -> bool:
    return state.clock.status == OVER and is_moving(rules, order)


def shown_order(rules: Rules, state: Encounter) -> Order:
    """Return the order in which people look at the slots: while they declare that one, else the main one."""
    phase = find_phase(rules, state.clock.phase)
    if phase is not None and phase.activity == "declare" and not phase.unordered:
        order = state.orders.get(phase.order)
        if order is not None and order.slots and rules.orders[phase.order].of != "side":
            return order
    return main_order(rules, state)


def start_asks(rules: Rules) -> bool:
    """Return whether the start asks who is aware, or for a roll before anybody declares or acts."""
    if rules.surprise not in ("", "false"):
        return True
    ahead = [phase for when in (STAGE_OPENING, STAGE_ROUND) for phase in phases_of(rules, when)]
    first = next((phase for phase in ahead if phase.activity != "tick"), None)
    if first is None:
        return False
    rule = rules.orders.get(first.order)
    rolled = rule is not None and rule.roll is not None and not first.rolls
    return first.activity == "roll" or rolled


def acting_order(rules: Rules, state: Encounter) -> list[str]:
    """Return the slots of the main order; where counts move, those whose count gives turns."""
    slots, order_id = live_slots(main_order(rules, state)), rules.main_order
    if not is_moving(rules, order_id):
        return slots
    walked = [phase for phase in rules.phases if phase.activity == "act" and phase.order == order_id]
    phase = next((phase for phase in walked if phase.id == state.clock.phase), walked[-1])
    return [slot for slot in slots if gives_turns(rules, state, phase, slot)]


def live_slots(order: Order) -> list[str]:
    """Return the slots of an order without the places that nobody acts on."""
    return [slot for slot in order.slots if not slot.startswith(GHOST)]


def active_slot(rules: Rules, state: Encounter) -> str:
    """Return the slot whose turn it is, or ''."""
    phase = find_phase(rules, state.clock.phase)
    return state.walk.active if phase is not None and phase.activity == "act" else ""


def next_to_declare(rules: Rules, state: Encounter) -> str:
    """Return who declares next, or ''."""
    phase = find_phase(rules, state.clock.phase)
    return state.walk.active if phase is not None and phase.activity == "declare" else ""


def unrolled(rules: Rules, state: Encounter) -> list[str]:
    """Return the slots that have no initiative yet, in list order."""
    rolled = next((name for name, rule in rules.orders.items() if rule.roll is not None), "")
    if not rolled or rules.orders[rolled].of == "side":
        return []
    rule, order = rules.orders[rolled], state.orders.get(rolled) or Order()
    slots = dict.fromkeys(combatant.slot for combatant in state.combatants.values())
    left = [slot for slot in slots if slot not in order.places]
    return [slot for slot in left if fixed_count(rules, state, rule, list(state.members(slot))) is None]


def count_of(rules: Rules, state: Encounter, slot: str) -> int | str | None:
    """Return a slot's initiative count, or its card where one is drawn; None without a place."""
    place = place_of(rules, state, slot)
    return None if place is None else place.card or place.count


def place_of(rules: Rules, state: Encounter, slot: str) -> Place | None:
    """Return a slot's place in the order that is rolled, or None."""
    for name, rule in rules.orders.items():
        order = state.orders.get(name)
        if rule.roll is not None and order is not None and slot in order.places:
            return None if _counted_down(rules, state, name) else order.places[slot]
    return None


def cards_left(rules: Rules, state: Encounter) -> dict[str, int]:
    """Return how many cards are left to be drawn of each deck."""
    return {deck: len(pile_of(rules, state, deck).left) for deck in rules.decks}


def pile_left(rules: Rules, state: Encounter, deck: str) -> tuple[str, ...]:
    """Return the cards that can still be drawn of a deck, the lowest first."""
    return pile_of(rules, state, deck).left


def contest_of(rules: Rules, state: Encounter, slot: str) -> str:
    """Return what ``slot`` and whoever acts both roll if it comes in inside of a turn; '' for nothing."""
    rule = rules.delay
    if rule is None:
        return ""
    free = rule.uncontested and any(
        value_of(rules, state, who, rule.uncontested) for who in state.members(slot)
    )
    return "" if free else rule.contest


def delaying(rules: Rules, state: Encounter) -> list[str]:
    """Return the slots that wait, or delay behind somebody, until their turn comes; not who cannot act."""
    phase = find_phase(rules, state.clock.phase)
    acting = phase is not None and phase.activity == "act"
    return [
        slot
        for slot, put_off in state.put_off.items()
        if put_off.waits and (phase is None or not acting or takes_part(rules, state, phase, slot))
    ]


def names_on(state: Encounter, who: Combatant) -> list[str]:
    """Return the names of a combatant's states and effects, sorted."""
    return sorted(names_in_force(state, who))


def spent_powers(rules: Rules, state: Encounter, who: Combatant) -> list[str]:
    """Return the names of a combatant's powers that have been used and have not come back."""
    return [own.name for own in powers_of(rules, state, who) if is_spent(who, own)]


def size_on(state: Encounter, who: Combatant, name: str) -> int | str:
    """Return how large a state or effect on a combatant is, as a number or dice; 0 if it has no size."""
    effect = state.effects.get(f"{who.id}:{name}")
    return 0 if effect is None else effect.dice or effect.size


def out_by_states(rules: Rules, state: Encounter, who: Combatant) -> bool:
    """Return whether states say that a combatant is out, so that nobody has to say it besides."""
    return bool(putting_out(rules, state, who))


def gone_by(rules: Rules, who: Combatant) -> frozenset[str]:
    """Return the states that say that a combatant is out for good: by themselves, or by a step that is it."""
    if who.out != OUT_DEFEATED:
        return frozenset()
    found = {name for name in who.states if name in rules.states and rules.states[name].out == OUT_DEFEATED}
    for track, place in who.tracks.items():
        found |= gone_by_step(rules, track, place.step)
    return frozenset(found.intersection(who.states))


def is_past_help(rules: Rules, who: Combatant) -> bool:
    """Return whether nothing more can become of who is out: by a state, or by the last step of a track.

    Who is out by an earlier step may get worse; who is out because the game master says so may be unhurt.
    """
    if who.out != OUT_DEFEATED:
        return False
    passing: set[str] = set()
    for track, place in who.tracks.items():
        at = rules.tracks[track].steps[place.step :] if track in rules.tracks else ()
        if not at or at[0].out != OUT_DEFEATED:
            continue
        if len(at) == 1:
            return True
        passing.update(at[0].states)
    return bool(gone_by(rules, who) - passing)


def gone_by_step(rules: Rules, track: str, step: int) -> frozenset[str]:
    """Return the states of a step that takes whoever is at it out for good, if they are called as it is."""
    rule = rules.tracks.get(track)
    at = rule.steps[step] if rule is not None and step < len(rule.steps) else None
    if at is None or at.out != OUT_DEFEATED:
        return frozenset()
    return frozenset(name for name in at.states if label_in(rules.states, name) == at.label)


def formulas_for_people(rules: Rules) -> dict[str, FormulaRule]:
    """Return the formulas that have a label; those without one are there for other formulas.

    What part each of several takes is asked with the damage, and nowhere else.
    """
    return {name: rule for name, rule in rules.formulas.items() if rule.label and rule.role != PART}


def step_of(who: Combatant, track: str) -> int:
    """Return the step of a track, 0 is unhurt."""
    return who.tracks.get(track, TrackPlace()).step


def kept_unhurt(rules: Rules, state: Encounter, who: Combatant, stats: Mapping[str, Any]) -> dict[str, Any]:
    """Return numbers that are corrected, before the fight along with what follows for one who is unhurt.

    What is counted (hit points) and stands at what it is counted from stays so, unless it is given itself.
    """
    given = dict(stats)
    if state.clock.status != SETUP:
        return given
    after = who.having(stats={key: new for key, new in {**who.stats, **given}.items() if new is not None})
    for key, rule in rules.stats.items():
        if not rule.to_begin_with or not rule.formula or key in given or key not in who.stats:
            continue
        try:
            was, now = (value_of(rules, state, one, rule.formula) for one in (who, after))
        except FormulaError:
            continue
        if who.stats[key] == was != now:
            given[key] = now
    return given


def rounds_done(state: Encounter) -> int:
    """Return how many rounds are completed; a surprise round, which has no number, is none of them."""
    return min(state.clock.completed, max(0, state.clock.round - 1))


def round_with_turns(rules: Rules, state: Encounter) -> int:
    """Return the first round in which turns are still taken: this one, or the next behind its last turn."""
    clock, ids = state.clock, [phase.id for phase in rules.phases]
    phase = find_phase(rules, clock.phase)
    if clock.status != RUNNING or phase is None or phase.when != "round":
        return clock.round
    to_come = rules.phases[ids.index(phase.id) :]
    return clock.round + (not any(one.activity == "act" and one.when == "round" for one in to_come))


def elapsed(rules: Rules, state: Encounter) -> int:
    """Return the seconds of game time since the start, by rounds completed and a surprise round."""
    return state.clock.completed * rules.seconds


def ended(rules: Rules, state: Encounter) -> bool:
    """Return whether fewer than two sides have anybody left who can act (001-9)."""
    if state.clock.status != RUNNING:
        return False
    sides = set()
    for combatant in state.combatants.values():
        if is_able(rules, state, combatant):
            sides.add(value_of(rules, state, combatant, rules.side_of or "side"))
            if len(sides) > 1:
                return False
    return True


def is_down(rules: Rules, state: Table, who: Combatant) -> bool:
    """Return whether something bad keeps somebody out, or from acting.

    A place in the order that fights for nobody is unable to, but it is not down.
    """
    found = (rules.states[name] for name in states_in_force(rules, state, who) if name in rules.states)
    return bool(who.out) or any(rule.incapable and rule.tone == "bad" for rule in found)


def of_slot(rules: Rules, state: Table, slot: str) -> list[Combatant]:
    """Return who of a slot is meant by its turn: those who can act; everybody of it, if none of them can.

    Whoever has no part in the turn, having used a readied action, is meant by it as little.
    """
    members = list(state.members(slot)) if slot else []
    return [who for who in members if is_able(rules, state, who) and not has_used_turn(state, who)] or members


def acting_ones(rules: Rules, state: Encounter, slot: str) -> list[Combatant]:
    """Return who is meant by a slot's turn: of a group first whoever did something last."""
    return sorted(of_slot(rules, state, slot), key=lambda who: who.id != state.notes.doer)


def acting_one(rules: Rules, state: Encounter) -> str:
    """Return whose turn to act or declare it is, of a group whoever did something last; '' without a turn."""
    return next((who.id for who in acting_ones(rules, state, state.walk.active)), "")


def may_wait_for_round(rules: Rules) -> bool:
    """Return whether a turn can be put off to a count of a later round.

    Whoever only waits is called, and has lost the turn by then where waiting ends sooner.
    """
    delay = rules.delay
    return delay is not None and "count" in delay.to and delay.until in ("place", "never")


def pipeline_for(rules: Rules, role: str) -> str:
    """Return the id of the ruleset's pipeline for a role ('damage', 'heal'), or '' if it has none."""
    return next((name for name, pipeline in rules.pipelines.items() if pipeline.role == role), "")


def reactions_to_attack(rules: Rules, state: Encounter, who: str) -> list[str]:
    """Return the reactions that answer the last recorded attack on ``who``, whether it can pay or not."""
    return [
        name
        for name, rule in rules.reactions.items()
        if answers_attacks(rule) and answerable(state.notes.attacks, who, name, rule) is not None
    ]


def defences(rules: Rules, state: Encounter, who: str) -> list[str]:
    """Return the actions by which ``who`` may defend itself against the last attack on it of this turn.

    None while no attack is recorded, and none against one that is known to have missed.
    """
    results = [attack.result for attack in state.notes.attacks if attack.target == who]
    if not results or results[-1] == "miss":
        return []
    return [name for name, action in rules.actions.items() if DEFENDS in action.words]


def segments(state: Encounter) -> list[list[str]]:
    """Return who acted in each segment of this round so far."""
    found: dict[int, list[str]] = {}
    for turn in state.acted.get(state.clock.round, ()):
        found.setdefault(turn.segment, []).append(turn.slot)
    return [found.get(number, []) for number in range(1, max(found, default=0) + 1)]


def declaring_order(rules: Rules) -> tuple[str, OrderRule] | None:
    """Return the order in which declarations are made, if there is one."""
    for phase in rules.phases:
        if phase.activity == "declare" and phase.order in rules.orders and not phase.unordered:
            return phase.order, rules.orders[phase.order]
    return None


def id_of_action(rules: Rules, text: str) -> str:
    """Return the id of the action of the catalogue that goes by this name or id, capitals or not; or ''."""
    wanted = text.strip().casefold()
    return next(
        (ident for ident, one in rules.actions.items() if wanted in (ident, one.label.casefold()) and wanted),
        "",
    )


def named_action(rules: Rules, text: str) -> Action | None:
    """Return the action of the catalogue that goes by this name or id, capitals or not."""
    return rules.actions.get(id_of_action(rules, text))


def leaves_weapon_open(rules: Rules, action: Action) -> bool:
    """Return whether an action is an attack of which the ruleset does not say what it is rolled with."""
    return bool(rules.act_roll) and not action.skill and ATTACK in action.words


def late_declaration(rules: Rules, phase: Phase) -> str:
    """Return what is declared for whoever has not declared in time, or ''."""
    if phase.activity != "declare":
        return ""
    found = (name for name, rule in rules.declarations.items() if rule.late is not None)
    return next((name for name in found if phase.id in (rules.declarations[name].phases or (phase.id,))), "")


def default_of(rules: Rules, state: Encounter, who: str, rule: Input, values: Mapping[str, Any]) -> Any:
    """Return what an input means when it is left out, or None; ``values`` are those of the others."""
    return worked_out(rules, state, who, rule.default, values) if rule.default else None


def may_be_none(rules: Rules, rule: Input) -> bool:
    """Return whether an input that a stat fills in may also be nothing, as the stat is at first."""
    stat = rules.stats.get(rule.default)
    return stat is not None and stat.default == ""


def worked_out(rules: Rules, state: Encounter, who: str, formula: str, values: Mapping[str, Any]) -> Any:
    """Return the value of a formula about ``who`` and ``values``; None while it cannot be worked out."""
    try:
        return value_of(rules, state, state.combatants.get(who), formula, values)
    except (FormulaError, TypeError, ValueError):
        return None  # another input is still empty


def times_of_their_own(rules: Rules) -> dict[str, tuple[int | None, str]]:
    """Return state or effect → for how many rounds and until what moment it lasts where the rules begin it.

    Left out is what has a time of its own anyway, and what begins for different times.
    """
    said: dict[str, set[tuple[int | None, str]]] = {}
    for stage in stages_in(rules):
        if isinstance(stage, EffectStage):
            number = int(stage.rounds) if stage.rounds.isdecimal() else None
            said.setdefault(stage.effect, set()).add((number, stage.until))
    found = {name: times.pop() for name, times in said.items() if len(times) == 1}
    own = {name for name, state in rules.states.items() if state.until}
    return {name: time for name, time in found.items() if time != (None, "") and name not in own}


def over_whom(table: Table, name: str, of: str) -> list[str]:
    """Return whom somebody is tied over by a relation."""
    return [t.over for t in table.relations.values() if t.name == name and t.of == of and not t.held]


def penalty(rules: Rules, table: Table, who: Combatant, against: str) -> int:
    """Return what ``who`` has on checks against somebody because of ties (002-17)."""
    return sum(number for _, number in penalties(rules, table, who, against))


def penalties(rules: Rules, table: Table, who: Combatant, against: str) -> list[tuple[str, int]]:
    """Return (relation, what it puts on checks of ``who`` against somebody), of those that put anything."""
    found = [
        (tie.name, int(value_of(rules, table, who, rules.relations[tie.name].penalty)))
        for tie in table.relations.values()
        if tie.of == against and tie.over == who.id and not tie.held
    ]
    return [(name, number) for name, number in found if number]
