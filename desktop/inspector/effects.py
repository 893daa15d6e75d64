"""Effects and states of a combatant, prepared as rows of the inspector."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from msgspec import Struct, structs

from rulesets.seen.labels import entry_label, state_label
from rulesets.seen.not_entered import not_entered_labels
from rulesets.seen.scene import Lasting, Scene
from rulesets.table.combatant import Combatant
from rulesets.table.commands import Act
from rulesets.table.encounter import UPKEEP, Effect, Encounter
from rulesets.vocabulary import EffectStage, Rules, find_phase


class EffectRow(Struct, frozen=True):
    """One effect or state in force. ``name`` is what ends it, ``label`` what people read."""

    name: str
    label: str
    lasts: str = ""
    """Rounds left in words; '' for a state, which ends when its rule says so."""
    by: str = ""
    """Id of who caused it, if that was somebody else."""
    tone: str = ""
    """good · bad · neutral, as the ruleset says."""
    text: str = ""
    cite: str = ""
    counts_on: str = ""
    """turn · turn-end · place · phase · round: what takes a round off it; '' if it does not count down."""
    anchor: str = ""
    """Slot on whose turn it counts down, or label of the phase."""
    at_zero: str = ""
    """end · check · maintain"""
    due: bool = False
    """True if it waits for a check, or has still to be maintained in this round."""
    maintain: Act | None = None
    """The command that maintains it."""
    until: str = ""
    """The moment at which it ends, if that is named: then ``lasts`` says all of it."""
    size: int = 0
    """How large it is, if that is a number."""
    ticks: str = ""
    """What changes its size, in words."""
    author: str = ""
    """Id of who began it, where others have begun one of the same name."""
    kept_up: bool = False
    """True if whoever began it keeps it up."""
    brought_by: str = ""
    """Labels of the effects that bring it."""
    save: str = ""
    """Label of the save that ends it."""
    against: int = 0
    save_at: str = ""
    """Moment at which that is due: 'turn-start' or 'turn-end'."""
    notes: str = ""
    """What the game master has noted on it for nobody else."""
    shared: str = ""
    """What everybody may read about it."""
    lacks: tuple[tuple[str, int], ...] = ()
    """Labels of the stats that it goes by and nobody has entered, with what counts for each."""
    keeps: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Of the state of whoever keeps up effects: label of each → ids of those it is on."""


def effect_rows(
    scene: Scene,
    who: Combatant,
    duration: Callable[[Effect], str],
    ticks: Callable[[str], str] = lambda _state: "",
) -> tuple[EffectRow, ...]:
    """Return what is in force on ``who`` and may be told: states, then effects as they began."""
    rules = scene.rules
    rows = [
        _named(
            rules,
            name,
            beside=scene.numbers_beside(who, name),
            lacks=_lacks(scene, who, name),
            keeps=_kept_up(scene, who, name),
        )
        for name in scene.states(who)
    ]
    on = scene.effects(who)
    times = Counter(effect.name for effect in on)
    rows += [
        structs.replace(
            _row(scene, scene.lasting(effect), duration(effect), ticks(effect.name), times[effect.name] > 1),
            lacks=_lacks(scene, who, effect.name),
        )
        for effect in on
    ]
    return tuple(rows)


def _lacks(scene: Scene, who: Combatant, state: str) -> tuple[tuple[str, int], ...]:
    return not_entered_labels(scene.rules, who, state) if scene.tells_numbers(who) else ()


def _kept_up(scene: Scene, who: Combatant, state: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return what somebody keeps up and on whom, if it is in that state."""
    rule = scene.rules.states.get(state)
    if rule is None or not rule.sustains:
        return ()
    found: dict[str, list[str]] = {}
    for effect in scene.state.effects.values():
        if effect.sustained and effect.by == who.id:
            found.setdefault(state_label(scene.rules, effect.name), []).append(effect.on)
    return tuple((label, tuple(on)) for label, on in found.items())


def _named(rules: Rules, name: str, large: str = "", beside: str = "", **facts: Any) -> EffectRow:
    rule = rules.states.get(name)
    label = f"{state_label(rules, name)} {large}".rstrip() + beside
    if rule is None:
        return EffectRow(name, label, **facts)
    return EffectRow(name, label, tone=rule.tone, text=rule.text, cite=rule.cite, **facts)


def sizes_known(rules: Rules) -> bool:
    """Return whether the ruleset has states with a size."""
    return any(rule.size for rule in rules.states.values())


def _row(scene: Scene, seen: Lasting, lasts: str, ticks: str, several: bool) -> EffectRow:
    rules, effect = scene.rules, seen.effect
    sources = [scene.state.effects[one].name for one in effect.sources if one in scene.state.effects]
    return _named(
        rules,
        effect.name,
        large=effect.large,
        lasts=lasts,
        by=effect.by if effect.by != effect.on else "",
        counts_on=seen.counts_on,
        anchor=seen.anchor if seen.counts_on in ("turn", "turn-end") else phase_label(rules, seen.anchor),
        at_zero=effect.at_zero if effect.left >= 0 or effect.at_zero == UPKEEP else "",
        due=seen.due,
        maintain=seen.maintain,
        until=effect.until,
        size=effect.size,
        ticks=ticks if effect.large else "",
        author=effect.by if several else "",
        kept_up=effect.sustained,
        notes=effect.notes.strip(),
        shared=effect.shared.strip(),
        brought_by=", ".join(state_label(rules, name) for name in dict.fromkeys(sources)),
        save=save_label(rules, effect.save),
        against=effect.save_against,
        save_at=effect.save_at,
    )


def save_label(rules: Rules, ability: str) -> str:
    """Return what a save against an effect is called; '' for none."""
    check = rules.ends_effects
    roll = rules.rolls.get(check.roll_of(ability)) if check is not None and ability else None
    return "" if roll is None else entry_label(roll, ability)


def phase_label(rules: Rules, ident: str) -> str:
    """Return what a phase is called; '' if there is none."""
    phase = find_phase(rules, ident)
    return "" if phase is None else entry_label(phase, phase.id)


def upkeep_known(rules: Rules) -> bool:
    """Return whether the ruleset has effects that have to be maintained."""
    return rules.effects_tick and any(rule.maintains for rule in rules.actions.values())


def suggestions(rules: Rules, state: Encounter) -> tuple[str, ...]:
    """Return names that an effect may be given: the ruleset's states, its actions' effects, those in use."""
    named = dict.fromkeys(rules.states)
    for action in rules.actions.values():
        effects = (stage.effect for stage in action.does if isinstance(stage, EffectStage))
        named.update(dict.fromkeys(effects))
    named.update(dict.fromkeys(effect.name for effect in state.effects.values()))
    return tuple(named)
