"""What commands of the window order of the core, where that takes more than a line."""

from __future__ import annotations

from desktop.combatants.waves import next_wave, players_roll
from desktop.commands.situation import Situation
from rulesets.table.commands import (
    Act,
    BringIn,
    Choose,
    Command,
    MoveInList,
    MoveTrack,
    React,
    Rest,
    Resume,
    SetNumbers,
)


def chosen(now: Situation) -> list[Command]:
    """Return what lets one of those meant go next: the first that can, or the first at all.

    Whom the rules do not let go is refused, and can be insisted on.
    """
    slots = [one.slot for one in now.meant]
    able = () if now.scene.choice is None else now.scene.choice.slots
    return [Choose(who=next((slot for slot in slots if slot in able), slots[0]))] if slots else []


def resumed(now: Situation) -> list[Command]:
    """Return what lets one take the turn that was put off: one of those meant, else the first that waits.

    Whoever is to act at a later count, or has put nothing off, is refused, and can be insisted on.
    """
    return [Resume(who=waiting_one(now))]


def waiting_one(now: Situation) -> str:
    """Return the slot that is meant to come in: one of those meant that waits, else the first that does."""
    waiting, slots = now.scene.delaying, [one.slot for one in now.meant]
    later = [slot for slot in slots if slot in now.state.put_off]
    wanted = [slot for slot in slots if slot in waiting] or later or waiting or slots
    return next(iter(wanted), "")


def moved(now: Situation, by: int) -> list[Command]:
    """Return what moves the first of those meant in the list, before the start."""
    if not now.in_setup or now.current not in now.state.combatants:
        return []
    index = list(now.state.combatants).index(now.current) + by
    return [MoveInList(who=now.current, index=index)] if 0 <= index < len(now.state.combatants) else []


def spent(cost: str, now: Situation) -> list[Command] | None:
    """Return what spends a type of action of everybody who is meant.

    None for a reaction that must say what it answers, and for an action that must be told how much it is.
    """
    from desktop.actions.fields import must_be_told  # with the first key that spends
    from rulesets.seen.offers import act_announced

    rules, state, rule = now.rules, now.state, now.rules.costs[cost]
    if rule.kind == "reaction":
        plain = rules.reactions.get(rules.plain_reaction)
        if plain is None or plain.cost != cost or plain.needs_cause or plain.answers:
            return None
        return [React(who=who.id) for who in now.meant]
    announced = bool(rules.act_roll) and not rule.light
    acts = [
        act_announced(rules, state, who, cost) if announced else Act(who=who.id, cost=cost)
        for who in now.meant
    ]
    told = rule.kind == "action" and any(must_be_told(now.scene, act.who, act) for act in acts)
    return None if told else [*acts]


def resized(which: str, now: Situation) -> list[Command]:
    """Return what makes an effect larger or smaller on those of the meant whom it is on.

    ``which`` is its name and by how much: 'frightened:-1'. At 0 it ends.
    """
    name, _, by = which.rpartition(":")
    sizes = {one.id: now.scene.sizes(one).get(name, 0) for one in now.meant}
    return [SetNumbers(who=who, stats={name: size + int(by)}) for who, size in sizes.items() if size]


def sized(now: Situation) -> list[str]:
    """Return the names of effects with a size on those meant."""
    return list(dict.fromkeys(name for one in now.meant for name in now.scene.sizes(one)))


def rested(which: str, now: Situation) -> list[Command]:
    """Return what lets all who are meant rest, in one go."""
    return [Rest(who=now.targets, name=which)]


def brought_in(which: str, now: Situation) -> list[Command] | None:
    """Return what lets those of a wave come in: '' is the one whose round is there, else the first.

    None if a player rolls for one of them: that is asked for.
    """
    first = next_wave(now.state)
    wave = first if not which else next((one for one in now.state.waves if one.id == which), None)
    if wave is None:
        return []
    return None if players_roll(now.rules, now.state, wave.combatants) else [BringIn(wave=wave.id)]


def track_moved(which: str, who: str) -> Command:
    """Return what moves somebody on a track; ``which`` is its name and the steps: 'condition:-1'."""
    track, _, by = which.rpartition(":")
    return MoveTrack(who=who, track=track, by=int(by))
