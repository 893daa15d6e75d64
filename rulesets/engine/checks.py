"""Rolls that are asked for now and answered later: which are open, and when they are not any more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulesets.engine import authors, powers, uses
from rulesets.table import events as ev
from rulesets.table.combatant import OUT_DEFEATED
from rulesets.table.encounter import Effect, OpenCheck

if TYPE_CHECKING:
    from rulesets.engine.ruling import Ruling

MOST_OPEN = 100
"""Rolls that one combatant may be asked for at a time: nobody answers more."""
_TELLING = (ev.Flagged, ev.Overrode, ev.Rolled, ev.Told, ev.CheckAsked, ev.CheckClosed)
"""Events after which nobody is another one than before."""


def ask(ruling: Ruling, new: OpenCheck) -> None:
    """Ask for a roll, unless it would not be asked for any more at once."""
    if _was_answered(ruling, new):
        return
    mine = [one for one in ruling.draft.asked if one.who == new.who]
    if len(mine) >= MOST_OPEN or is_over(ruling, new):
        return
    ruling.ask_check(new)
    rule = ruling.rules.checks[new.check]
    if rule.flag:
        ruling.flag(rule.flag, new.who)
    ruling.tell("asked", who=new.who, check=new.check, name=new.name, against=new.against)


def _was_answered(ruling: Ruling, new: OpenCheck) -> bool:
    """Return whether a roll was answered when the turn that begins now had begun before, in the same pass."""
    if ruling.recording is None:
        return False
    key = uses.key_of(uses.ANSWERED, new.name, new.check)
    answered = ruling.draft.combatants[new.who].used.get(key, 0)
    ruling.set_used(new.who, key, 0)
    return answered == ruling.draft.clock.passes


def ask_saves(ruling: Ruling, slot: str, at: str) -> None:
    """Ask those of a slot for the saves that are due at the start or the end of their turn."""
    check = ruling.index.ending_effects
    if not check or not ruling.draft.effects:
        return
    own = {member.id for member in ruling.draft.members(slot)}
    for effect in [e for e in ruling.draft.effects.values() if e.on in own and e.save_at == at]:
        roll = ruling.rules.checks[check].roll_of(effect.save)
        ask(ruling, OpenCheck(effect.on, check, effect.name, effect.save_against, effect.by, roll))


def ask_powers(ruling: Ruling, at: str, who: str) -> None:
    """Give somebody back what is spent and comes back at a moment, or ask for its roll."""
    for own in powers.spent_at(ruling, at, who):
        if own.rule.check:
            marked = ruling.rules.checks[own.rule.check].marked
            ask(ruling, OpenCheck(who, own.rule.check, own.called, own.against, who, marked))
        else:
            powers.give_back(ruling, who, own)


def find(ruling: Ruling, who: str, name: str = "", check: str = "") -> OpenCheck | None:
    """Return the oldest open roll of somebody; of that name or kind only, where one is given."""
    return next(
        (
            one
            for one in ruling.draft.asked
            if one.who == who and name in ("", one.name) and check in ("", one.check)
        ),
        None,
    )


def close_all(ruling: Ruling, who: str) -> None:
    """Ask somebody for nothing more."""
    for one in [one for one in ruling.draft.asked if one.who == who]:
        ruling.close_check(one)


def settle(ruling: Ruling, event: ev.Event) -> None:
    """Ask no more for what an event has made pointless: its 'while' is over, or who is asked is defeated."""
    who = _about(event)
    for one in [one for one in ruling.draft.asked if one.who == who]:
        if one in ruling.draft.asked and is_over(ruling, one):
            ruling.close_check(one)


def is_over(ruling: Ruling, one: OpenCheck) -> bool:
    """Return whether a roll is not to be asked for any more."""
    who = ruling.draft.combatants.get(one.who)
    if who is None or not _holds(ruling, one):
        return True
    return who.out == OUT_DEFEATED and not ruling.rules.checks[one.check].defeated


def _holds(ruling: Ruling, one: OpenCheck) -> bool:
    rule = ruling.rules.checks[one.check]
    if powers.is_asked_in_vain(ruling.rules, ruling.draft, one):
        return False
    if rule.ends_effects and not authors.named(ruling.draft, one.who, one.name, one.by):
        return False
    return not rule.holds or bool(ruling.value(rule.holds, ruling.draft.combatants[one.who], named=one.name))


def _about(event: Any) -> str:
    """Return the combatant whom an event is about, or ''."""
    for effect in (getattr(event, "effect", None), getattr(event, "new", None)):
        if isinstance(effect, Effect):
            return effect.on
    return "" if isinstance(event, _TELLING) else getattr(event, "who", "")
