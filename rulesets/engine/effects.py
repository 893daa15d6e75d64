"""Effects and states: how they begin, count down and end."""

from __future__ import annotations

from rulesets.engine import ties
from rulesets.engine.ruling import Ruling, checked_number
from rulesets.engine.scope import Table
from rulesets.formula.work import STATE
from rulesets.table.combatant import Combatant
from rulesets.table.commands import BeginEffect, EndEffect
from rulesets.table.encounter import AT_ZERO, UPKEEP, Effect
from rulesets.table.refusal import Code

MAX_NAME = 200
"""Characters that a name given by the GM may have."""


def names_in_force(table: Table, who: Combatant) -> set[str]:
    """Return the names of all states and effects on a combatant."""
    return {*who.states, *(e.name for e in table.effects.values() if e.on == who.id)}


def begin_state(ruling: Ruling, who: str, state: str) -> None:
    """Put a state in force, if it is not yet; on a ladder, the one that it comes to."""
    ruling.set_state(who, _climb(ruling, ruling.draft.combatants[who], state), True)


def _rung(ruling: Ruling, on: Combatant, name: str) -> str:
    """Return what a state comes to on somebody who may stand on its ladder already (E-SRD-44)."""
    ladder = ruling.index.ladders.get(name, ())
    ruling.work.spend(len(ladder), STATE, name)
    stands = [ladder.index(other) for other in names_in_force(ruling.draft, on) if other in ladder]
    return ladder[min(len(ladder) - 1, ladder.index(name) + max(stands) + 1)] if stands else name


def _climb(ruling: Ruling, on: Combatant, name: str) -> str:
    """Return what a state comes to; the milder ones of its ladder are over with it."""
    reached = _rung(ruling, on, name)
    for other in ruling.index.ladders.get(name, ()):
        if other != reached and other in names_in_force(ruling.draft, on):
            end_state(ruling, on.id, other)
    return reached


def _outlasts(ruling: Ruling, on: Combatant, name: str, rounds: int) -> bool:
    """Return whether what is in force under a name lasts at least as long as another one would."""
    effect = ruling.draft.effects.get(f"{on.id}:{name}")
    if effect is None or name in on.states:
        return name in on.states
    return effect.left < 0 or 0 <= rounds <= effect.left


def end_state(ruling: Ruling, who: str, state: str) -> None:
    """End a state or effect of that name, if it is in force; whoever is tied by it is out of it, too."""
    if state in ruling.draft.combatants[who].states:
        ruling.set_state(who, state, False)
        _set_free(ruling, who, state)
    effect = ruling.draft.effects.get(f"{who}:{state}")
    if effect is not None:
        end(ruling, effect)


def decide_begin(ruling: Ruling, command: BeginEffect) -> None:
    """Start an effect or countdown on somebody now."""
    on = ruling.combatant(command.on)
    by = ruling.combatant(command.by).id if command.by else on.id
    if not command.name.strip() or len(command.name) > MAX_NAME:
        raise ruling.reject(Code.BAD_VALUE, "bad-name", name=command.name[:MAX_NAME])
    rounds = checked_number(ruling, command.rounds, "rounds", least=-1)
    if rounds == 0 or command.at_zero not in AT_ZERO:
        raise ruling.reject(Code.BAD_VALUE, "bad-number", what="rounds", value=str(rounds), least=1)
    if command.at_zero == UPKEEP and ruling.rules.effects_at != "phase":
        raise ruling.reject(Code.BAD_VALUE, "no-upkeep", name=command.name.strip())
    everybody = dict.fromkeys((on.id, *(ruling.combatant(who).id for who in command.also)))
    for who in everybody:
        cause = by if command.by else who
        name = begin(ruling, ruling.combatant(who), command.name.strip(), rounds, cause, command.at_zero)
        ruling.tell("effect-began", who=who, name=name, rounds=rounds, by=cause)


def begin(ruling: Ruling, on: Combatant, name: str, rounds: int, by: str, at_zero: str = "end") -> str:
    """Start an effect, and return what it comes to; one of the same name on the same combatant begins anew.

    A state that ties begins for both, and for whoever is in it already it goes on. On a ladder, it comes
    to the state further up; what stands there already and lasts longer stays.
    """
    given, name = name, _climb(ruling, on, name)
    if name != given and _outlasts(ruling, ruling.draft.combatants[on.id], name, rounds):
        return name
    _begin_all(ruling, ruling.draft.combatants[on.id], name, rounds, by, at_zero)
    return name


def _begin_all(ruling: Ruling, on: Combatant, name: str, rounds: int, by: str, at_zero: str) -> None:
    relation = ties.tie_of(ruling.rules, name)
    if not relation or by == on.id:
        _begin(ruling, on, name, rounds, by, at_zero)
        return
    for one in (ruling.combatant(by), on):
        if name not in names_in_force(ruling.draft, one):
            _begin(ruling, one, name, rounds, by, at_zero)
    ties.tie(ruling, relation, by, on.id)


def _begin(ruling: Ruling, on: Combatant, name: str, rounds: int, by: str, at_zero: str) -> None:
    old = ruling.draft.effects.get(f"{on.id}:{name}")
    if old is not None:
        end(ruling, old)
    anchor, active, passes = "", ruling.draft.walk.active, ruling.draft.clock.passes
    if rounds > 0 and ruling.rules.effects_at in ("turn", "place"):
        anchor = active or on.slot
        if ruling.rules.effects_on_count:
            anchor = _first_on_count(ruling, anchor)
    gone_by = bool(anchor) and ruling.draft.over.get(anchor) == passes
    now = ruling.draft.clock.round
    counted = (passes if anchor else now) if rounds > 0 and (active or gone_by) else 0
    since, kept = now if ruling.rules.effects_first == "skip" else 0, now if at_zero == UPKEEP else 0
    ident = f"{on.id}:{name}"
    ruling.begin_effect(
        Effect(ident, on.id, name, by, rounds, anchor, at_zero, since=since, kept=kept, counted=counted)
    )


def _first_on_count(ruling: Ruling, slot: str) -> str:
    """Return the first slot with the same count (A003-7: an effect ends before anybody on that number)."""
    order = ruling.draft.orders.get(ruling.rules.main_order)
    if order is None or slot not in order.places:
        return slot
    count = order.places[slot].count
    return next(other for other in order.slots if order.places[other].count == count)


def decide_end(ruling: Ruling, command: EndEffect) -> None:
    """End an effect or a state."""
    on = ruling.combatant(command.on)
    if command.name not in names_in_force(ruling.draft, on):
        raise ruling.reject(Code.BAD_VALUE, "no-such-effect", who=on.id, name=command.name)
    end_state(ruling, on.id, command.name)
    ruling.tell("effect-ended", who=on.id, name=command.name)


def end(ruling: Ruling, effect: Effect) -> None:
    """End an effect, and those that it ties."""
    if effect.id in ruling.draft.effects:
        ruling.end_effect(effect.id)
        _set_free(ruling, effect.on, effect.name)


def _set_free(ruling: Ruling, who: str, state: str) -> None:
    """End a state that ties for everybody who is tied to somebody by it."""
    relation = ties.tie_of(ruling.rules, state)
    if relation:
        for other in ties.untie(ruling, relation, who):
            end_state(ruling, other, state)


def leave_ties(ruling: Ruling, who: str) -> None:
    """End the ties of somebody who leaves; whoever is tied to nobody then is out of the state that tied."""
    for other, state in ties.leave(ruling, who):
        end_state(ruling, other, state)


def count_down(ruling: Ruling, effect: Effect, passes: int = 0) -> None:
    """Take one round off an effect; at zero it ends, or asks for a check and stays (002-43).

    ``passes``: the pass in which it counts at its place, 0 if it counts elsewhere.
    """
    if effect.left <= 0 or effect.id not in ruling.draft.effects:
        return
    left = effect.left - 1
    if left == 0 and effect.at_zero != "check":
        end(ruling, effect)
        ruling.tell("effect-over", who=effect.on, name=effect.name)
        return
    ruling.set_effect(effect.id, left=left, counted=passes)
    if left == 0:
        ruling.flag("resistance-check", effect.on)
        ruling.tell("effect-check", who=effect.on, name=effect.name)


def tick_place(ruling: Ruling, slot: str) -> None:
    """Count down every effect that belongs to a place or turn that comes up, once in a pass.

    One that began in this very turn, or has counted in it, does not count again when the turn's beginning was
    taken back and it begins again (contract/saga-srd.md 19).
    """
    passes = ruling.draft.clock.passes
    for effect in [e for e in ruling.draft.effects.values() if e.anchor == slot and e.counted < passes]:
        count_down(ruling, effect, passes)


def tick_unplaced(ruling: Ruling) -> None:
    """Count down, at the end of a round, every effect whose place is in no order of turns any more.

    Where an order is rolled anew each round, who is out has no place in it, and nor has a place that nobody
    acts on.
    """
    if ruling.rules.effects_at not in ("turn", "place"):
        return
    turns = {phase.order for phase in ruling.rules.phases if phase.activity == "act"}
    placed = {slot for name, order in ruling.draft.orders.items() if name in turns for slot in order.places}
    for effect in [e for e in ruling.draft.effects.values() if e.anchor and e.anchor not in placed]:
        count_down(ruling, effect)


def tick_all(ruling: Ruling) -> None:
    """Count down every effect, where a phase or the end of the round does it.

    Effects of this round are left out where the ruleset skips the first time (A002-7), and those of a turn
    whose beginning was taken back, a round's with it. Those that have to be maintained and were not ask for
    it; they end when the phase is over.
    """
    now = ruling.draft.clock.round
    for effect in [e for e in ruling.draft.effects.values() if e.counted <= now]:
        if effect.at_zero == UPKEEP and effect.kept < now:
            ruling.flag("upkeep-due", effect.by)
        if ruling.rules.effects_first != "skip" or effect.since < now:
            count_down(ruling, effect)


def end_unkept(ruling: Ruling) -> None:
    """End every effect that had to be maintained this round and was not (E-KAI-14)."""
    for effect in list(ruling.draft.effects.values()):
        if effect.at_zero == UPKEEP and effect.kept < ruling.draft.clock.round:
            end(ruling, effect)
            ruling.tell("effect-over", who=effect.on, name=effect.name)


def own_upkeep(table: Table, who: str, name: str) -> Effect | None:
    """Return an effect of ``who`` that has to be maintained: the one called ``name``, or its only one."""
    own = [e for e in table.effects.values() if e.by == who and e.at_zero == UPKEEP]
    named = [e for e in own if name in (e.name, e.id)] if name else own
    return named[0] if named and (name or len(named) == 1) else None


def keep_up(ruling: Ruling, effect: Effect) -> None:
    """Maintain an effect for this round."""
    if effect.kept < ruling.draft.clock.round:
        ruling.set_effect(effect.id, kept=ruling.draft.clock.round)
