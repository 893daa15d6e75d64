"""What the GM enters by hand: numbers, tracks, pipelines, points, descriptions."""

from __future__ import annotations

from typing import Any

from rulesets.engine import as_entered, dealing, effects, membership, moving, resources, sizes, stages
from rulesets.engine.inputs import read_inputs
from rulesets.engine.ruling import Ruling, checked_number
from rulesets.engine.scope import pool_size
from rulesets.table.combatant import DESCRIBED, MAX_TEXT, NPC, PC, Combatant
from rulesets.table.commands import (
    Apply,
    Describe,
    DescribeEncounter,
    MoveTrack,
    NoteEffect,
    SetNumbers,
    SpendPoint,
)
from rulesets.table.encounter import NOTED
from rulesets.table.refusal import Code

# -- pipelines -------------------------------------------------------------------------------------


def decide_apply(ruling: Ruling, command: Apply) -> None:
    """Run a pipeline of the ruleset on one or many, every target on its own."""
    pipeline = ruling.rules.pipelines.get(command.pipeline)
    if pipeline is None:
        raise ruling.reject(Code.UNKNOWN_ACTION, "no-such-pipeline", name=command.pipeline)
    if not command.to:
        raise ruling.reject(Code.BAD_VALUE, "no-target")
    for target in command.to:
        ruling.combatant(target)
    by = ruling.combatant(command.by).id if command.by else ""
    if by:
        ruling.note_doer(ruling.combatant(by))
    for target in command.own:
        if ruling.combatant(target).id not in command.to:
            raise ruling.reject(Code.BAD_VALUE, "not-a-target", who=target)
    targets = tuple(dict.fromkeys(command.to))
    inputs = {
        who: read_inputs(
            ruling, pipeline.inputs, command.inputs_of(who), ruling.combatant(who), pipeline.label
        )
        for who in targets
    }
    for target in targets:
        if pipeline.needs and not ruling.value(pipeline.needs, ruling.combatant(target), **inputs[target]):
            text, label = pipeline.needs_text, pipeline.label
            ruling.forbid(Code.REQUIREMENT, "needs", pipeline.cite, text=text, name=label, who=target)
    for target in targets:
        edits, who = command.edits.get(target), ruling.combatant(target)
        dice, begins = command.thrown_for(target), by or ruling.draft.walk.active
        ruling.stages += stages.run_pipeline(
            ruling, command.pipeline, inputs[target], who, edits, begins, by, dice
        )
    for target in targets:
        if ruling.combatant(target).out:
            membership.after_out(ruling, target)
    if ruling.running:
        membership.go_on(ruling)


# -- tracks, points, numbers -----------------------------------------------------------------------


def decide_track(ruling: Ruling, command: MoveTrack) -> None:
    """Move a combatant along a condition track; it stops at both ends."""
    who = ruling.combatant(command.who)
    track = command.track or ruling.rules.main_track
    if track not in ruling.rules.tracks:
        raise ruling.reject(Code.BAD_VALUE, "no-such-track", name=track)
    by = checked_number(ruling, command.by, "by")
    before = who.tracks.get(track)
    stages.move_track(ruling, who, track, by, persistent=command.persistent)
    after = ruling.combatant(who.id).tracks.get(track)
    old, new = before.step if before else 0, after.step if after else 0
    ruling.tell("track-moved", who=who.id, track=track, old=old, new=new, persistent=command.persistent)
    if ruling.combatant(who.id).out:
        membership.after_out(ruling, who.id)
    if ruling.running:
        membership.go_on(ruling)


def decide_spend(ruling: Ruling, command: SpendPoint) -> None:
    """Spend a point of a resource on a roll."""
    who = ruling.combatant(command.who)
    rule = ruling.rules.resources.get(command.resource)
    if rule is None:
        raise ruling.reject(Code.UNKNOWN_ACTION, "no-such-resource", name=command.resource)
    if command.on in rule.not_on:
        ruling.forbid(Code.WRONG_PHASE, "not-on-this", rule.cite, resource=command.resource, on=command.on)
    resources.spend(ruling, who, command.resource, command.target, command.on)
    ruling.tell("spent", who=who.id, resource=command.resource, on=command.on)


def decide_set(ruling: Ruling, command: SetNumbers) -> None:
    """Correct a combatant's numbers in the running fight, or its place in the order, which a group shares."""
    if command.initiative is not None and not command.stats and not command.pools:
        who = ruling.draft.members(ruling.slot(command.who))[0]
    else:
        who = ruling.combatant(command.who)
    for key, value in command.stats.items():
        if key not in ruling.rules.stats and _set_size(ruling, who.id, key, value):
            continue
        new = as_entered.read_stat(ruling, key, value)
        old = who.stats.get(key)
        ruling.set_stat(who.id, key, new)
        ruling.tell("set", who=who.id, key=key, old=old, new=new)
    for key, value in command.pools.items():
        _set_pool(ruling, who.id, key, value)
    if command.initiative is not None:
        _set_initiative(ruling, who, command.initiative)


def _set_size(ruling: Ruling, who: str, key: str, value: Any) -> bool:
    """Correct how large a state or effect is: at 0 it ends. False if nothing of the name has a size."""
    effect = ruling.draft.effects.get(f"{who}:{key}")
    if not effects.has_size(ruling, key) and (effect is None or not sizes.of(effect).worth):
        return False
    size = sizes.given(ruling, value)
    if size is not None:
        effects.resize(ruling, who, key, size)
        effects.tell_size(ruling, who, key, "" if effect is None else effect.large)
    return size is not None


def _set_pool(ruling: Ruling, who: str, key: str, value: Any) -> None:
    """Correct what is left of a pool; more than it holds is for the GM to insist on."""
    if not ruling.running:
        raise ruling.reject(Code.WRONG_PHASE, "not-running")
    new = as_entered.read_left(ruling, key, value)
    combatant = ruling.combatant(who)
    size = pool_size(ruling.rules, ruling.draft, combatant, key)
    if size is not None and new > size:
        ruling.forbid(Code.BAD_VALUE, "above-size", who=who, pool=key, size=size, value=new)
    old = combatant.pools.get(key, 0)
    ruling.set_pool(who, key, new)
    ruling.tell("pool-set", who=who, pool=key, old=old, new=new)


def _set_initiative(ruling: Ruling, who: Combatant, given: Any) -> None:
    """Give a combatant another count, or another card."""
    order_id = ruling.rules.main_order
    order, roll = ruling.draft.orders.get(order_id), ruling.rules.orders[order_id].roll
    if order is None or roll is None:
        raise ruling.reject(Code.WRONG_PHASE, "no-count-now", who=who.id)
    if who.slot not in order.places:
        raise ruling.reject(Code.WRONG_PHASE, "not-rolled-yet", who=who.id)
    place = order.places[who.slot]
    if roll.deck:
        card = dealing.corrected(ruling, roll, who.slot, given)
        moving.take_card(ruling, order_id, who.slot, card)
        ruling.tell("card-set", who=who.slot, order=order_id, old=place.card, new=card.name)
        return
    count = checked_number(ruling, given, "initiative")
    moving.count_anew(ruling, order_id, who.slot, count, start=0, behind_ties=False)
    ruling.tell("count-set", who=who.slot, old=place.count, new=count)


def decide_describe(ruling: Ruling, command: Describe) -> None:
    """Change what a combatant is called and whom it belongs to."""
    who = ruling.combatant(command.who)
    for key, value in command.changes.items():
        kind = DESCRIBED.get(key)
        if kind is None or not isinstance(value, kind):
            raise ruling.reject(Code.BAD_VALUE, "bad-field", field=key)
        texts = value if isinstance(value, list) else [value] if isinstance(value, str) else []
        if not all(isinstance(text, str) and len(text) <= MAX_TEXT for text in texts):
            raise ruling.reject(Code.BAD_VALUE, "bad-field", field=key)
        if key == "group" and ruling.running:
            raise ruling.reject(Code.WRONG_PHASE, "already-running")
        if key == "kind" and value not in (PC, NPC):
            raise ruling.reject(Code.BAD_VALUE, "bad-kind", value=value)
        if key in ("name", "side") and not str(value).strip():
            raise ruling.reject(Code.BAD_VALUE, "bad-name", name=value)
        ruling.describe(who.id, key, value)
    hides = command.changes.get("hidden", who.hidden)
    if hides != who.hidden:
        if hides:
            ruling.tell("hidden", who=who.id)
        else:
            ruling.tell("revealed", who=who.id)
    if hides == who.hidden or len(command.changes) > 1:
        ruling.tell("described", who=who.id, fields=sorted(command.changes.keys() - {"hidden"}))


def decide_describe_encounter(ruling: Ruling, command: DescribeEncounter) -> None:
    """Change what is noted about the whole encounter."""
    for key, value in command.changes.items():
        _require_note(ruling, key, value, NOTED)
        ruling.describe_encounter(key, value)
    ruling.tell("encounter-described", fields=sorted(command.changes))


def decide_note_effect(ruling: Ruling, command: NoteEffect) -> None:
    """Change what is noted on an effect."""
    effect = ruling.draft.effects.get(command.effect)
    if effect is None:
        raise ruling.reject(Code.BAD_VALUE, "no-such-effect-here", name=command.effect)
    for key, value in command.changes.items():
        _require_note(ruling, key, value, ("notes", "shared"))
    ruling.set_effect(effect.id, **command.changes)
    ruling.tell("effect-noted", who=effect.on, name=effect.name)


def _require_note(ruling: Ruling, key: str, value: Any, known: tuple[str, ...]) -> None:
    if key not in known or not isinstance(value, str) or len(value) > MAX_TEXT:
        raise ruling.reject(Code.BAD_VALUE, "bad-field", field=key)
