"""Effects and states: how they begin, count down and end."""

from __future__ import annotations

from msgspec.structs import replace

from rulesets.encounter import events as ev
from rulesets.encounter.combatant import Combatant
from rulesets.encounter.commands import BeginEffect, EndEffect
from rulesets.encounter.encounter import GHOST, Effect
from rulesets.engine import initiative
from rulesets.engine.ruling import Ruling, checked_number

MAX_NAME = 200
"""Characters that a name given by the GM may have."""


def names_in_force(ruling: Ruling, who: Combatant) -> set[str]:
    """Return the names of all states and effects on a combatant."""
    return {*who.states, *(e.name for e in ruling.draft.effects.values() if e.on == who.id)}


def begin_state(ruling: Ruling, who: str, state: str) -> None:
    """Put a state in force, if it is not yet."""
    if state not in ruling.draft.combatants[who].states:
        ruling.emit(ev.StateBegan(who, state))


def end_state(ruling: Ruling, who: str, state: str) -> None:
    """End a state or effect of that name, if it is in force."""
    if state in ruling.draft.combatants[who].states:
        ruling.emit(ev.StateEnded(who, state))
    effect = ruling.draft.effects.get(f"{who}:{state}")
    if effect is not None:
        end(ruling, effect)


def decide_begin(ruling: Ruling, command: BeginEffect) -> None:
    """Start an effect or countdown on somebody now."""
    on = ruling.combatant(command.on)
    by = ruling.combatant(command.by).id if command.by else on.id
    if not command.name.strip() or len(command.name) > MAX_NAME:
        raise ruling.reject("bad-value", "bad-name", name=command.name[:MAX_NAME])
    rounds = checked_number(ruling, command.rounds, "rounds", least=-1)
    if rounds == 0 or command.at_zero not in ("end", "check"):
        raise ruling.reject("bad-value", "bad-number", what="rounds", value=str(rounds), least=1)
    begin(ruling, on, command.name.strip(), rounds, by, command.at_zero)
    ruling.tell("effect-began", who=on.id, name=command.name.strip(), rounds=rounds, by=by)


def begin(ruling: Ruling, on: Combatant, name: str, rounds: int, by: str, at_zero: str = "end") -> None:
    """Start an effect; one of the same name on the same combatant begins anew."""
    old = ruling.draft.effects.get(f"{on.id}:{name}")
    if old is not None:
        end(ruling, old)
    anchor = ""
    if rounds > 0 and ruling.rules.effects_at in ("turn", "place"):
        anchor = ruling.draft.walk.active or on.slot
        if ruling.rules.effects_on_count:
            anchor = _first_on_count(ruling, anchor)
    ruling.emit(ev.EffectBegan(Effect(f"{on.id}:{name}", on.id, name, by, rounds, anchor, at_zero)))


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
    if command.name not in names_in_force(ruling, on):
        raise ruling.reject("bad-value", "no-such-effect", who=on.id, name=command.name)
    end_state(ruling, on.id, command.name)
    ruling.tell("effect-ended", who=on.id, name=command.name)


def end(ruling: Ruling, effect: Effect) -> None:
    """End an effect; the ghost place it alone was kept for goes with it."""
    ruling.emit(ev.EffectEnded(effect))
    if not effect.anchor.startswith(GHOST):
        return
    if any(other.anchor == effect.anchor for other in ruling.draft.effects.values()):
        return
    order_id = ruling.rules.main_order
    order = ruling.draft.orders.get(order_id)
    if order is not None and effect.anchor in order.places:
        index = order.slots.index(effect.anchor)
        initiative.step_back(ruling, effect.anchor, order.slots[index - 1] if index else "")
        ruling.emit(ev.SlotRemoved(order_id, effect.anchor, index, order.places[effect.anchor]))


def count_down(ruling: Ruling, effect: Effect) -> None:
    """Take one round off an effect; at zero it ends, or asks for a check and stays (002-43)."""
    if effect.left <= 0:
        return
    left = effect.left - 1
    if left == 0 and effect.at_zero != "check":
        end(ruling, effect)
        ruling.tell("effect-over", who=effect.on, name=effect.name)
        return
    ruling.emit(ev.EffectChanged(effect, replace(effect, left=left)))
    if left == 0:
        ruling.flag("resistance-check", effect.on)
        ruling.tell("effect-check", who=effect.on, name=effect.name)


def tick_place(ruling: Ruling, slot: str) -> None:
    """Count down every effect that belongs to a place or turn that comes up."""
    for effect in [e for e in ruling.draft.effects.values() if e.anchor == slot]:
        count_down(ruling, effect)


def tick_all(ruling: Ruling) -> None:
    """Count down every effect, where a phase or the end of the round does it."""
    for effect in list(ruling.draft.effects.values()):
        count_down(ruling, effect)
