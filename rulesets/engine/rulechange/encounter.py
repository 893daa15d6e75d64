"""The table under other rules: orders, effects, ties and turns, carried over as far as they mean the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from rulesets.engine import checks, effects, moving, sizes, sorting, turns
from rulesets.engine.counts import COMPARED
from rulesets.engine.in_force import names_in_force
from rulesets.engine.ruling import Ruling
from rulesets.engine.sizes import Size
from rulesets.table import events as ev
from rulesets.table.encounter import GHOST, UPKEEP, Effect, Place
from rulesets.vocabulary import OrderRule, Rules, find_phase

# -- effects and ties ------------------------------------------------------------------------------


def carry_effects(ruling: Ruling, old: Rules) -> None:
    """End the effects whose state is gone; let the others count down where the new rules count."""
    for effect in list(ruling.draft.effects.values()):
        if effect.name in old.states and effect.name not in ruling.rules.states:
            effects.end(ruling, effect)
    for effect in list(ruling.draft.effects.values()):
        anchor, kept, at_zero = _anchor(ruling, old, effect), effect.kept, effect.at_zero
        if at_zero == UPKEEP and not ruling.rules.effects_tick:
            kept, at_zero = 0, "end"
        placed = {rules.effects_come_up for rules in (old, ruling.rules)}
        alike = len(placed) == 1 or bool(effect.until)
        counted = effect.counted if alike else 0  # passes and rounds are not the same
        size = _size(ruling, old, effect)
        ruling.set_effect(
            effect.id,
            anchor=anchor,
            kept=kept,
            at_zero=at_zero,
            counted=counted,
            size=size.number,
            dice=size.dice,
        )
    moving.sweep_ghosts(ruling, old.main_order)


def _size(ruling: Ruling, old: Rules, effect: Effect) -> Size:
    """Return how large an effect is by the new rules: what a state has of it goes with it."""
    before, now = old.states.get(effect.name), effects.size_by_rule(ruling, effect)
    if before is None or bool(before.size) == (now is not None):
        return sizes.of(effect)
    return now or Size()


def _anchor(ruling: Ruling, old: Rules, effect: Effect) -> str:
    """Return the place at which an effect counts down by the new rules."""
    if effect.until:
        lost = effect.anchor.startswith(GHOST) and ruling.rules.main_order != old.main_order
        return ruling.draft.combatants[effect.on].slot if lost else effect.anchor
    if not ruling.rules.effects_come_up or effect.left <= 0:
        return effect.anchor if ruling.rules.effects_come_up else ""
    moved = effect.anchor.startswith(GHOST) and ruling.rules.main_order != old.main_order
    if effect.anchor and not moved:
        return effect.anchor
    return ruling.draft.walk.active or ruling.draft.combatants[effect.on].slot


def carry_checks(ruling: Ruling) -> None:
    """Ask no more for the rolls that the new rules do not know; the others stay as they were asked."""
    for one in [one for one in ruling.draft.asked if one.check not in ruling.rules.checks]:
        ruling.close_check(one)
        ruling.tell("rules-lost", who=one.who, kind="check", what=one.check, value=None)


def settle_checks(ruling: Ruling) -> None:
    """Ask no more for the rolls that the new rules would not ask for any longer."""
    for one in ruling.draft.asked:
        if checks.is_over(ruling, one):
            ruling.close_check(one)


def carry_relations(ruling: Ruling) -> None:
    """End the ties that the new rules do not know, or make in another way."""
    for key, tie in list(ruling.draft.relations.items()):
        rule = ruling.rules.relations.get(tie.name)
        if rule is not None and (not rule.state or rule.state in _names_on(ruling, tie.over)):
            continue
        ruling.set_relation(key, None)
        ruling.tell("rules-lost", who=tie.of, kind="relation", what=tie.name, value=tie.over)


def _names_on(ruling: Ruling, who: str) -> set[str]:
    return names_in_force(ruling.draft, ruling.draft.combatants[who])


# -- orders ----------------------------------------------------------------------------------------


def carry_orders(ruling: Ruling, old: Rules) -> None:
    """Keep the orders that the new rules know as they stand; from now on their own keys are compared.

    Nobody changes place: a tie that was broken stays broken.
    """
    for name in list(ruling.draft.orders):
        rule, earlier = ruling.rules.orders.get(name), old.orders.get(name)
        if rule is None or (earlier is not None and not as_rolled(earlier, rule)):
            ruling.set_order(name, None)
        elif earlier is None or earlier.keys != rule.keys or ruling.rules.side_of != old.side_of:
            _compare_anew(ruling, name, rule)


def as_rolled(old: OrderRule, new: OrderRule) -> bool:
    """Return whether an order that stands is one by the new rule, too: of the same slots, and rolled."""
    return old.of == new.of and (new.roll is None or old.roll is not None)


def _compare_anew(ruling: Ruling, name: str, rule: OrderRule) -> None:
    members = sorting.slots_of(ruling, replace(rule, rolled="encounter"))
    order = ruling.draft.orders[name]
    for slot in order.slots:
        place = order.places[slot]
        keys = _keys(ruling, rule, slot, members.get(slot, ()), place)
        ruling.set_place(name, slot, replace(place, keys=keys))


def _keys(
    ruling: Ruling, rule: OrderRule, slot: str, members: Sequence[Any], place: Place
) -> tuple[int, ...]:
    """Return what ties compare; of a place that nobody acts on only its count is known."""
    compared = [key for key in rule.keys if key.by in COMPARED]
    there = all(key.by != "order" or key.value in ruling.draft.orders for key in compared)
    if members and there:
        return sorting.keys_of(ruling, rule, slot, members, place.count)
    sign = {True: -1, False: 1}
    return tuple(sign[key.descending] * place.count if key.by in ("roll", "count") else 0 for key in compared)


# -- turns -----------------------------------------------------------------------------------------


def carry_turns(ruling: Ruling, old: Rules) -> None:
    """Bring the present turn, those put off and what is pending into line."""
    _carry_clock(ruling, old)
    _carry_pending(ruling)
    if ruling.rules.delay is None:
        _end_waiting(ruling)
    _carry_opening(ruling, old)


def _carry_clock(ruling: Ruling, old: Rules) -> None:
    before, phase = find_phase(old, ruling.draft.clock.phase), ruling.phase
    if before is None or phase is None:
        return
    if before.repeats != phase.repeats:
        ruling.clock(segment=1 if phase.repeats else 0)
    rule = ruling.rules.orders.get(phase.order)
    if ruling.draft.walk.together and (rule is None or not rule.together):
        ruling.walk(together=())
    active = ruling.draft.walk.active
    if active and phase.activity == "act" and before.listed_by_act != phase.listed_by_act:
        if phase.listed_by_act and not ruling.draft.notes.acts:
            turns.unlist_turn(ruling, active)
        elif not phase.listed_by_act and not ruling.draft.notes.acts:
            turns.list_turn(ruling, active)


def _carry_pending(ruling: Ruling) -> None:
    """Call off the announced actions that are in no catalogue any more."""
    notes, actions = ruling.draft.notes, ruling.rules.actions
    kept = tuple(one for one in notes.pending if not one.action or one.action in actions)
    for one in notes.pending:
        if one not in kept:
            ruling.tell("rules-lost", who=one.who, kind="pending", what=one.name, value=None)
    ruling.note(pending=kept)


def _end_waiting(ruling: Ruling) -> None:
    """Let those who wait come up next: without delaying they could not come in by themselves."""
    phase = ruling.phase
    waiting = [slot for slot, put_off in ruling.draft.put_off.items() if put_off.kind == "wait"]
    if phase is None or phase.activity != "act" or phase.order not in ruling.draft.orders:
        for slot in waiting:
            ruling.set_put_off(slot, None)
        return
    for slot in sorted(waiting, key=ruling.draft.orders[phase.order].slots.index):
        put_off = ruling.draft.put_off[slot]
        ruling.set_put_off(slot, replace(put_off, kind="after", round=0, after=""))
        ruling.tell("waiting-over", slot=slot)


def _carry_opening(ruling: Ruling, old: Rules) -> None:
    """Keep of the turn's beginning what can still be taken back."""
    ruling.set_opening(tuple(event for event in ruling.draft.opening if _known(ruling, old, event)))


def _counting(rules: Rules) -> tuple[bool, bool, bool, str]:
    """Return where effects count down."""
    return rules.effects_come_up, rules.effects_stay, rules.effects_tick, rules.main_order


def _known(ruling: Ruling, old: Rules, event: Any) -> bool:
    """Return whether an event speaks of nothing that only the old rules know."""
    rules = ruling.rules
    same_place = _counting(rules) == _counting(old)
    match event:
        case ev.StatChanged(_, key, _, _):
            return key in rules.stats
        case ev.PoolChanged(_, key, _, _) | ev.DebtChanged(_, key, _, _):
            return key in rules.pools
        case ev.TallyChanged(_, key, _, _):
            return key in rules.tallies
        case ev.TrackMoved(_, key, place, _):
            return key in rules.tracks and place.step < len(rules.tracks[key].steps)
        case ev.PartsChanged(_, key, _, _):
            return key in rules.actions
        case ev.StateBegan(_, state) | ev.StateEnded(_, state):
            return state in rules.states or state not in old.states
        case ev.EffectBegan(effect) | ev.EffectEnded(effect) | ev.EffectChanged(_, effect):
            return same_place and (effect.name in rules.states or effect.name not in old.states)
        case ev.RelationChanged(_, before, after):
            return all(tie is None or tie.name in rules.relations for tie in (before, after))
        case ev.ReadiedChanged(_, readied, _):
            gone = readied is not None and readied.action in old.actions.keys() - rules.actions.keys()
            return rules.ready is not None and not gone
        case ev.PutOffChanged(_, before, _):
            return before is None or before.kind != "wait" or rules.delay is not None
        case ev.SlotMoved(order) | ev.SlotPlaced(order) | ev.SlotRemoved(order) | ev.PlaceChanged(order):
            known = order in rules.orders and order in ruling.draft.orders
            return known and same_place and rules.orders[order].keys == old.orders[order].keys
    return True
