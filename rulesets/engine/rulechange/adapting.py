"""Playing on by other rules: what of a running encounter has to change so that the new ones fit it.

What only the old rules know is taken out, by events, so that one step back brings it back exactly; what was
spent, suffered and decided stays. Refused is only what would leave nothing to go on with: a phase that is
gone, or an order that nobody has rolled and nobody will.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulesets.engine import holding, membership
from rulesets.engine.rulechange import combatants, encounter
from rulesets.engine.ruling import Ruling
from rulesets.engine.whereabouts import used_up
from rulesets.formula.compiling import FormulaError
from rulesets.formula.dice import Dice
from rulesets.formula.work import TooMuchWork
from rulesets.table.encounter import RUNNING, STAGE_OPENING, STAGE_ROUND, STAGE_START, Encounter
from rulesets.table.outcome import Outcome
from rulesets.table.refusal import Code, Refusal, Refused
from rulesets.vocabulary import Phase, Rules, find_phase, phases_of
from rulesets.vocabulary.rounds import made_along, rolled_in


def change_rules(
    old: Rules, new: Rules, state: Encounter, dice: Dice, *, rewritten: bool = False
) -> Outcome | Refusal:
    """Decide that ``state``, played by ``old`` so far, is played on by ``new``.

    Args:
        old: Rules in force.
        new: Rules that are to be.
        state: The encounter, which stays as it is.
        dice: For what the new rules go on to at once.
        rewritten: Whether the text is another one, and not only the options; for the log.
    """
    if new.hash == old.hash:
        return Refusal(Code.SAME_RULES, final=True)
    ruling = Ruling(new, state, dice)
    try:
        if state.clock.status == RUNNING:
            _check(ruling, old, state)
        _carry_out(ruling, old, rewritten)
    except TooMuchWork as used:
        return used_up(new, used)
    except Refused as refused:
        return refused.refusal
    except FormulaError as error:
        return Refusal(Code.BAD_VALUE, "formula", {"text": str(error)}, final=True)
    return ruling.outcome()


def options_changed(old: Rules, new: Rules) -> list[str]:
    """Return the options that both have and that have another value now, in the order of the new rules."""
    before, now = old.options_set, new.options_set
    return [name for name in now if name in before and before[name] != now[name]]


def _carry_out(ruling: Ruling, old: Rules, rewritten: bool) -> None:
    ruling.set_rules(ruling.rules.hash)
    chosen = options_changed(old, ruling.rules)
    values = {name: ruling.rules.options_set[name] for name in chosen}
    ruling.tell("rules-changed", options=chosen, values=values, text=rewritten)
    before = ruling.draft.freeze()
    kept_up, ruling.holding = ruling.holding, False
    encounter.carry_checks(ruling)
    combatants.fit_everybody(ruling, old, before)
    encounter.carry_effects(ruling, old)
    encounter.carry_relations(ruling)
    encounter.carry_orders(ruling, old)
    combatants.fit_pools(ruling, old, before)
    ruling.holding = kept_up
    holding.carry(ruling, old, before)
    encounter.settle_checks(ruling)
    if ruling.running:
        encounter.carry_turns(ruling, old)
        membership.go_on(ruling)


# -- whether the fight can go on -------------------------------------------------------------------


def _check(ruling: Ruling, old: Rules, state: Encounter) -> None:
    """Refuse what would leave the running fight without its phase or without an order to walk over."""
    clock, new = state.clock, ruling.rules
    before, now = find_phase(old, clock.phase), find_phase(new, clock.phase)
    if before is not None:
        if now is None or (now.activity, now.when) != (before.activity, before.when):
            raise ruling.reject(Code.WRONG_PHASE, "phase-gone", phase=before.label or before.id)
        if now.activity in ("act", "declare") and now.order != before.order:
            raise ruling.reject(Code.WRONG_PHASE, "order-gone", phase=before.label or before.id)
    for order_id, order in state.orders.items():
        rule, earlier = new.orders.get(order_id), old.orders.get(order_id)
        here = before is not None and before.order == order_id and before.activity in ("act", "declare")
        if rule is None or earlier is None or not order.slots or not (here or rule.rolled == "encounter"):
            continue
        if not encounter.as_rolled(earlier, rule):
            raise ruling.reject(Code.WRONG_PHASE, "order-other", order=rule.label or order_id)
    missing = sorted(set(_lacking(new, state, old)) - set(_lacking(old, state, old)))
    if missing:
        label = new.orders[missing[0]].label or missing[0]
        raise ruling.reject(Code.WRONG_PHASE, "order-unrolled", order=label)


def _standing(old: Rules, new: Rules, state: Encounter) -> set[str]:
    """Return the orders that stay: made, known to the new rules, and made of the same slots."""
    return {
        name
        for name in state.orders
        if name in new.orders
        and name in old.orders
        and encounter.as_rolled(old.orders[name], new.orders[name])
    }


def _lacking(rules: Rules, state: Encounter, old: Rules) -> Iterator[str]:
    """Yield the orders that a coming phase of this or the next round walks over and that nothing makes."""
    made = _standing(old, rules, state)
    for number, phase in _coming(rules, state):
        if number and phase is None:
            made = {name for name in made if rules.orders[name].rolled == "encounter"}
        if phase is None:
            continue
        walks = phase.activity in ("act", "declare") and phase.order and not phase.unordered
        if walks and phase.order not in made and rules.orders[phase.order].rolled != "phase":
            yield phase.order
        made |= _made_in(rules, phase)


def _coming(rules: Rules, state: Encounter) -> Iterator[tuple[int, Phase | None]]:
    """Yield the phases to come, the present one first; None where a round begins, with its number."""
    clock = state.clock
    stages = [STAGE_START, STAGE_OPENING, STAGE_ROUND]
    here = phases_of(rules, clock.stage)
    ids = [phase.id for phase in here]
    yield from ((0, phase) for phase in here[ids.index(clock.phase) if clock.phase in ids else 0 :])
    for stage in stages[stages.index(clock.stage) + 1 :] if clock.stage in stages else ():
        if stage == STAGE_OPENING and clock.surprise:
            yield from ((0, phase) for phase in phases_of(rules, stage))
    yield 1, None
    yield from ((1, phase) for phase in phases_of(rules, STAGE_ROUND))


def _made_in(rules: Rules, phase: Phase) -> set[str]:
    """Return the orders that are made in a phase, or when it is closed."""
    made = {rolled_in(phase)} - {""} | made_along(rules.orders, rules.phases, phase)
    if phase.order and rules.orders[phase.order].rolled == "phase":
        made.add(phase.order)
    return made
