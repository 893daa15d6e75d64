"""Effects that depend on others or on their author: brought by another one, kept up by whoever began them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.engine import authors
from rulesets.table import events as ev
from rulesets.table.encounter import Effect

if TYPE_CHECKING:
    from rulesets.engine.ruling import Ruling


def after(ruling: Ruling, event: ev.Event) -> None:
    """Let end what an event has ended the reason of: states that were brought, effects that were kept up."""
    match event:
        case ev.EffectEnded(effect):
            _end_brought(ruling, effect.id)
            if effect.sustained and not kept_up(ruling, effect.by):
                _set(ruling, effect.by, False)
            _lose_readied(ruling, effect)
        case ev.ReadiedChanged(who, old, _) if old is not None and old.kept_up:
            for effect in [e for e in kept_up(ruling, who) if e.on == who and e.name == old.action]:
                ruling.end_effect(effect.id)
        case ev.StateEnded(who, state) if state == ruling.index.sustaining:
            _end_kept_up(ruling, who)


def _lose_readied(ruling: Ruling, effect: Effect) -> None:
    """Take a readied action that was kept up by an effect that has ended."""
    who = ruling.draft.combatants.get(effect.on)
    if who is None or who.readied is None or not who.readied.kept_up or not effect.sustained:
        return
    if effect.by == who.id and effect.name == who.readied.action:
        ruling.set_readied(who.id, None)
        ruling.flag("readied-lost", who.id)


def kept_up(ruling: Ruling, who: str) -> list[Effect]:
    """Return the effects that somebody keeps up."""
    return [effect for effect in ruling.draft.effects.values() if effect.sustained and effect.by == who]


def begin(ruling: Ruling, who: str, name: str) -> None:
    """Let somebody begin to keep up effects of a name: those with another one are lost."""
    if any(effect.name != name for effect in kept_up(ruling, who)):
        lose(ruling, who)


def begun(ruling: Ruling, who: str) -> None:
    """Put somebody who keeps up effects in the state of those who do."""
    if kept_up(ruling, who):
        _set(ruling, who, True)


def lose(ruling: Ruling, who: str) -> None:
    """End all that somebody keeps up, and tell the GM."""
    if not kept_up(ruling, who):
        return
    state = ruling.index.sustaining
    _set(ruling, who, False)
    _end_kept_up(ruling, who)
    rule = ruling.rules.states.get(state)
    if rule is not None and rule.lost_flag:
        ruling.flag(rule.lost_flag, who)


def _set(ruling: Ruling, who: str, new: bool) -> None:
    if ruling.index.sustaining and who in ruling.draft.combatants:
        ruling.set_state(who, ruling.index.sustaining, new)


def _end_kept_up(ruling: Ruling, who: str) -> None:
    for effect in kept_up(ruling, who):
        ruling.end_effect(effect.id)


def _end_brought(ruling: Ruling, source: str) -> None:
    """Take away a reason for states that were brought; those without any other are over."""
    for effect in [e for e in ruling.draft.effects.values() if source in e.sources]:
        left = tuple(one for one in effect.sources if one != source)
        if not left:
            ruling.end_effect(effect.id)
        else:
            ruling.set_effect(effect.id, sources=() if left == ("",) else left)


def bring(ruling: Ruling, source: Effect, state: str) -> None:
    """Let an effect bring a state, which holds as long as it does."""
    ident = authors.place_of(ruling.rules, ruling.draft, source.on, state, source.by)
    old = ruling.draft.effects.get(ident)
    if old is None:
        ruling.begin_effect(Effect(ident, source.on, state, source.by, sources=(source.id,)))
    elif source.id not in old.sources:
        ruling.set_effect(ident, sources=(*(old.sources or ("",)), source.id))
