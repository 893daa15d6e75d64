"""Effects and states: how they begin, count down and end."""

from __future__ import annotations

import math
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, replace

from rulesets.engine import authors, sizes, sustaining, ties
from rulesets.engine.in_force import names_in_force
from rulesets.engine.ruling import Ruling, checked_number
from rulesets.engine.sizes import Size
from rulesets.formula.work import STATE
from rulesets.table.combatant import Combatant
from rulesets.table.commands import BeginEffect, EndEffect
from rulesets.table.encounter import AT_ZERO, ROUND_END, TURN_END, TURN_START, UPKEEP, Effect
from rulesets.table.refusal import Code
from rulesets.vocabulary import Rules
from rulesets.vocabulary.base import UNTIL

MAX_NAME = 200
"""Characters that a name given by the GM may have."""


class Span(Struct, frozen=True):
    """How long an effect lasts."""

    rounds: int = -1
    """How often its moment has to come; -1 is until it is ended."""
    at_zero: str = "end"
    until: str = ""
    """The moment; '' is what the ruleset says."""
    of: str = ""
    """Combatant whose turn it is; '' is whom the ruleset says."""
    brings: tuple[str, ...] = ()
    """States that hold as long as it does."""
    sustained: bool = False
    """Whether it is kept up by whoever begins it."""
    save: str = ""
    """Ability of the save that ends it; '' is none."""
    against: int = 0
    save_at: str = ""


FOR_GOOD = Span()


def has_size(ruling: Ruling, name: str) -> bool:
    """Return whether a name is that of a state with a size."""
    rule = ruling.rules.states.get(name)
    return rule is not None and bool(rule.size)


def is_effect(ruling: Ruling, name: str) -> bool:
    """Return whether a name is of a state with a size or a time of its own: it is in force as an effect."""
    rule = ruling.rules.states.get(name)
    return rule is not None and bool(rule.size or rule.until)


def span_of(ruling: Ruling, name: str, who: str, said: Span = FOR_GOOD, by: str = "") -> Span:
    """Return how long a state or effect lasts on somebody: as was said, else as its state says.

    ``by`` is who begins it, if that is known; a state's own time goes by the turns of its bearer.
    """
    rule = ruling.rules.states.get(name)
    if rule is not None and rule.until and not said.until:
        said = replace(said, until=rule.until, of=said.of or who)
    return _in_full(ruling, said, by)


def is_immune(ruling: Ruling, who: Combatant, name: str) -> bool:
    """Return whether somebody cannot be in a state or under an effect of that name."""
    return bool(ruling.rules.immune) and bool(ruling.value(ruling.rules.immune, who, state=name))


def begin_state(ruling: Ruling, who: str, state: str) -> None:
    """Put a state in force, if it is not yet; on a ladder, the one that it comes to.

    Nothing happens to who is immune.
    """
    if is_immune(ruling, ruling.draft.combatants[who], state):
        return
    reached = _climb(ruling, ruling.draft.combatants[who], state)
    if is_effect(ruling, reached):
        begin(ruling, ruling.draft.combatants[who], reached, span_of(ruling, reached, who), who)
    else:
        ruling.set_state(who, reached, True)


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
    for effect in authors.named(ruling.draft, who, state):
        end(ruling, effect)


def end_with_moment(ruling: Ruling, who: str, state: str) -> None:
    """End a state at the moment that ends it, also where the GM began it without saying how long it lasts."""
    if state in ruling.draft.combatants[who].states:
        end_state(ruling, who, state)
    for effect in authors.named(ruling.draft, who, state):
        if effect.endless:
            end(ruling, effect)


def decide_begin(ruling: Ruling, command: BeginEffect) -> None:
    """Start an effect or countdown on somebody now."""
    on = ruling.combatant(command.on)
    by = ruling.combatant(command.by).id if command.by else on.id
    if not command.name.strip() or len(command.name) > MAX_NAME:
        raise ruling.reject(Code.BAD_VALUE, "bad-name", name=command.name[:MAX_NAME])
    span, size = _checked_span(ruling, command), sizes.given(ruling, command.value)
    everybody = dict.fromkeys((on.id, *(ruling.combatant(who).id for who in command.also)))
    for who in everybody:
        if is_immune(ruling, ruling.combatant(who), command.name.strip()):
            ruling.forbid(Code.REQUIREMENT, "immune", who=who, name=command.name.strip())
    if command.sustained:
        sustaining.begin(ruling, by, command.name.strip())
    for who in everybody:
        cause = by if command.by else who
        told = span_of(ruling, command.name.strip(), who, span, command.by)
        name = begin(ruling, ruling.combatant(who), command.name.strip(), told, cause, size)
        ruling.tell(
            "effect-began", who=who, name=name, rounds=told.rounds, by=cause, **_told(ruling, who, name)
        )


def _checked_span(ruling: Ruling, command: BeginEffect) -> Span:
    """Return how long an effect is to last, as it was said.

    "To the end of the round", without a number, is the round under way. Where the turns of whoever is active
    count, somebody who is named and nothing else is the next beginning of that one's turn.

    Raises:
        Refused: bad-value for a number of rounds or a moment that there is not.
    """
    until, named = command.until, command.until in UNTIL
    rounds = checked_number(ruling, command.rounds, "rounds", least=-1)
    if until == ROUND_END and rounds < 0:
        rounds = 0
    at_once = rounds == 0 and until in (TURN_END, ROUND_END)
    if (rounds == 0 and not at_once) or not named or command.at_zero not in AT_ZERO:
        raise ruling.reject(Code.BAD_VALUE, "bad-number", what="rounds", value=str(rounds), least=1)
    if command.at_zero == UPKEEP and (not ruling.rules.effects_tick or until):
        raise ruling.reject(Code.BAD_VALUE, "no-upkeep", name=command.name.strip())
    of = ruling.combatant(command.of).id if command.of else ""
    if of and not until and rounds < 0 and ruling.rules.effects_of == "active":
        until = TURN_START
    save, against, at = _checked_save(ruling, command)
    brings = tuple(dict.fromkeys(command.brings))
    for state in brings:
        if state not in ruling.rules.states or has_size(ruling, state):
            raise ruling.reject(Code.BAD_VALUE, "bad-name", name=str(state)[:MAX_NAME])
    return Span(rounds, command.at_zero, until, of, brings, command.sustained, save, against, at)


def _checked_save(ruling: Ruling, command: BeginEffect) -> tuple[str, int, str]:
    """Return ability, number to reach and moment of the save that ends an effect; '' if there is none.

    Raises:
        Refused: bad-value for a save that the ruleset does not know.
    """
    if not command.save:
        return "", 0, ""
    given = dict(command.save)
    ability, at = str(given.pop("ability", "")), given.pop("at", TURN_END)
    against = checked_number(ruling, given.pop("dc", None), "dc")
    check = ruling.index.ending_effects
    roll = ruling.rules.checks[check].roll_of(ability) if check else ""
    if given or roll not in ruling.rules.rolls or at not in (TURN_START, TURN_END):
        raise ruling.reject(Code.BAD_VALUE, "bad-field", field="save")
    return ability, against, at


def _told(ruling: Ruling, who: str, name: str) -> dict[str, Any]:
    """Return what a line tells of an effect besides who and how long: how large it is now."""
    effect = ruling.draft.effects.get(f"{who}:{name}")
    return {"size": effect.large} if effect is not None and effect.large else {}


def _in_full(ruling: Ruling, span: Span, by: str) -> Span:
    """Return a span with what was left out of it, of an effect that ``by`` begins, or nobody."""
    rules, rounds, until = ruling.rules, span.rounds, span.until
    if until in (TURN_START, TURN_END, ROUND_END) and rounds < 0:
        rounds = 1
    if until == "encounter":
        rounds = -1
    timed = until in (TURN_START, TURN_END) or (not until and rules.effects_come_up)
    whose = rules.effects_of or ("by" if until else "active")
    of = span.of or (by if whose == "by" else "")
    return replace(span, rounds=rounds, until=until, of=of if timed else "")


def begin(ruling: Ruling, on: Combatant, name: str, span: Span, by: str, size: Size | None = None) -> str:
    """Start an effect, and return what it comes to; one of the same name on the same combatant begins anew.

    A state that ties begins for both, and for whoever is in it already it goes on. On a ladder, it comes
    to the state further up; what stands there already and lasts longer stays. Of two sizes the larger counts.
    """
    given, name = name, _climb(ruling, on, name)
    on = ruling.draft.combatants[on.id]
    if name != given and _outlasts(ruling, on, name, span.rounds):
        return name
    size = size or _size_of_rule(ruling, on, name)
    if _is_larger(ruling, on, name, size):
        return name
    if size is not None and not size.worth:
        end_state(ruling, on.id, name)
        return name
    _begin_all(ruling, on, name, span, by, size or Size())
    return name


def _size_of_rule(ruling: Ruling, on: Combatant, name: str) -> Size | None:
    """Return the size that a state begins with; None if it has none."""
    rule = ruling.rules.states.get(name)
    if rule is None or not rule.size:
        return None
    return Size(max(0, math.floor(ruling.exact(rule.size, on))))


def size_by_rule(ruling: Ruling, effect: Effect) -> Size | None:
    """Return the size that the state of an effect begins with; None if it has none."""
    return _size_of_rule(ruling, ruling.draft.combatants[effect.on], effect.name)


def _is_larger(ruling: Ruling, on: Combatant, name: str, size: Size | None) -> bool:
    """Return whether what is in force under a name is larger than what begins."""
    effect = ruling.draft.effects.get(f"{on.id}:{name}")
    return effect is not None and size is not None and sizes.of(effect).worth > size.worth


def _begin_all(ruling: Ruling, on: Combatant, name: str, span: Span, by: str, size: Size) -> None:
    relation = ties.tie_of(ruling.rules, name)
    if not relation or by == on.id:
        _begin(ruling, on, name, span, by, size)
        return
    for one in (ruling.combatant(by), on):
        if name not in names_in_force(ruling.draft, one):
            _begin(ruling, one, name, span, by, size)
    ties.tie(ruling, relation, by, on.id)


def _begin(ruling: Ruling, on: Combatant, name: str, span: Span, by: str, size: Size) -> None:
    anchor, counted, skips, rounds = _time_of(ruling, on, span)
    now = ruling.draft.clock.round
    ident = authors.place_of(ruling.rules, ruling.draft, on.id, name, by)
    old = ruling.draft.effects.get(ident)
    new = Effect(
        ident,
        on.id,
        name,
        by,
        rounds,
        anchor,
        span.at_zero,
        since=now if ruling.rules.effects_at == "next-phase" else 0,
        kept=now if span.at_zero == UPKEEP else 0,
        size=size.number,
        dice=size.dice,
        until=span.until,
        skips=skips,
        counted=counted,
        sources=_itself_too(old),
        sustained=span.sustained,
        save=span.save,
        save_against=span.against,
        save_at=span.save_at,
        notes="" if old is None else old.notes,
        shared="" if old is None else old.shared,
    )
    goes_on = old is not None and (old.sources or (old.sustained and new.sustained and old.by == by))
    if old is not None and (size.worth or goes_on):
        ruling.set_effect(new.id, **asdict(new))
    else:
        if old is not None:
            end(ruling, old)
        ruling.begin_effect(new)
    for state in span.brings:
        if not is_immune(ruling, on, state):
            sustaining.bring(ruling, new, state)
    if span.sustained:
        sustaining.begun(ruling, by)


def _itself_too(old: Effect | None) -> tuple[str, ...]:
    """Return what brings an effect that begins by itself while others bring it already."""
    return tuple(dict.fromkeys(("", *old.sources))) if old is not None and old.sources else ()


def _time_of(ruling: Ruling, on: Combatant, span: Span) -> tuple[str, int, bool, int]:
    """Return where an effect counts down, since when, whether it skips what is under way, and how often."""
    walk, passes, now = ruling.draft.walk, ruling.draft.clock.passes, ruling.draft.clock.round
    if span.until in (TURN_START, TURN_END):
        anchor = _slot_of(ruling, span.of) or walk.active or on.slot
        under_way = anchor in walk.under_way
        gone_by = under_way or ruling.draft.over.get(anchor) == passes
        if span.until == TURN_START:
            return anchor, passes if gone_by else 0, False, span.rounds
        return anchor, 0, under_way and span.rounds > 0, max(1, span.rounds)
    if span.until == ROUND_END:
        return "", 0, ruling.running and span.rounds > 0, max(1, span.rounds)
    anchor = ""
    if span.rounds > 0 and ruling.rules.effects_come_up:
        anchor = _slot_of(ruling, span.of) or walk.active or on.slot
        if ruling.rules.effects_at == "count":
            anchor = _first_on_count(ruling, anchor)
    gone_by = bool(anchor) and ruling.draft.over.get(anchor) == passes
    begun = bool(walk.active) and (not span.of or anchor == walk.active)
    counted = (passes if anchor else now) if span.rounds > 0 and (begun or gone_by) else 0
    return anchor, counted, False, span.rounds


def _slot_of(ruling: Ruling, who: str) -> str:
    combatant = ruling.draft.combatants.get(who)
    return "" if combatant is None else combatant.slot


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
    theirs = authors.named(ruling.draft, on.id, command.name, command.by) if command.by else []
    if command.by and not theirs:
        raise ruling.reject(Code.BAD_VALUE, "no-such-effect", who=on.id, name=command.name)
    for effect in theirs:
        end(ruling, effect)
    if not command.by:
        end_state(ruling, on.id, command.name)
    ruling.tell("effect-ended", who=on.id, name=command.name)


def outlasts_encounter(rules: Rules, effect: Effect) -> bool:
    """Return whether an effect goes on when the encounter ends: one that lasts until it is ended.

    What counts rounds or turns, is to be maintained in every round, ties its bearer to somebody, or is a
    state that a moment of the fight ends does not.
    """
    endless = effect.left < 0 and not effect.until and effect.at_zero != UPKEEP
    return endless and not is_of_the_fight(rules, effect.name)


def is_of_the_fight(rules: Rules, name: str) -> bool:
    """Return whether a state ties its bearer to somebody, or ends at a moment of the fight."""
    rule = rules.states.get(name)
    return bool(ties.tie_of(rules, name)) or (rule is not None and bool(rule.ends))


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


def resize(ruling: Ruling, who: str, name: str, size: Size, by: str = "") -> None:
    """Let a state or effect of a combatant be so large from now on: it begins with that, and ends at 0.

    ``by`` is who begins it, if that is known.
    """
    effect = ruling.draft.effects.get(f"{who}:{name}")
    if size.worth <= 0:
        end_state(ruling, who, name)
    elif effect is None:
        _begin(ruling, ruling.draft.combatants[who], name, FOR_GOOD, by or who, size)
    else:
        ruling.set_effect(effect.id, size=size.number, dice=size.dice)


def tell_size(ruling: Ruling, who: str, name: str, old: str) -> None:
    """Tell that how large something is has changed from ``old``; '' is not at all."""
    effect = ruling.draft.effects.get(f"{who}:{name}")
    new = "" if effect is None else effect.large
    if new != old:
        ruling.tell("size-changed", who=who, name=name, old=old, new=new)


def size_now(ruling: Ruling, who: str, name: str) -> int:
    """Return how large a state or effect of a combatant is now; 0 if it is not in force, or has no size."""
    effect = ruling.draft.effects.get(f"{who}:{name}")
    return 0 if effect is None else effect.size


def count_down(ruling: Ruling, effect: Effect, passes: int = 0) -> None:
    """Take one round off an effect; at zero it ends, or asks for a check and stays (002-43).

    ``passes``: the pass in which it counts at its place, 0 if it counts elsewhere. The moment that was under
    way when it began does not count.
    """
    if effect.left <= 0 or effect.id not in ruling.draft.effects:
        return
    if effect.skips:
        ruling.set_effect(effect.id, skips=False)
        return
    left = effect.left - 1
    if left == 0 and effect.sources:  # others bring it still
        others = tuple(source for source in effect.sources if source)
        ruling.set_effect(effect.id, left=-1, anchor="", until="", sources=others)
        return
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
        if effect.until != TURN_END:
            count_down(ruling, effect, passes)


def tick_end(ruling: Ruling, slot: str) -> None:
    """Count down every effect that lasts to the end of a slot's turns, now that one is over."""
    for effect in [e for e in ruling.draft.effects.values() if e.anchor == slot and e.until == TURN_END]:
        count_down(ruling, effect)


def count_from_next(ruling: Ruling, slot: str) -> None:
    """Let what lasts to the end of a slot's turns count from the next one on: this one never ends."""
    for effect in [e for e in ruling.draft.effects.values() if e.anchor == slot and e.skips]:
        ruling.set_effect(effect.id, skips=False)


def tick_round(ruling: Ruling) -> None:
    """Count down every effect that lasts to the end of rounds, now that one is over."""
    for effect in [e for e in ruling.draft.effects.values() if e.until == ROUND_END]:
        count_down(ruling, effect)


def end_good(ruling: Ruling, slot: str) -> None:
    """End what would end with a turn that is put off, but for bad effects on whoever puts it off."""
    own = {member.id for member in ruling.draft.members(slot)}
    for effect in list(ruling.draft.effects.values()):
        due = effect.anchor == slot and effect.until == TURN_END and effect.left == 1 and not effect.skips
        rule = ruling.rules.states.get(effect.name)
        bad = effect.on in own and rule is not None and rule.tone == "bad"
        if due and not bad:
            count_down(ruling, effect)


def tick_unplaced(ruling: Ruling) -> None:
    """Count down, at the end of a round, every effect whose place is in no order of turns any more.

    Where an order is rolled anew each round, who is out has no place in it, and nor has a place that nobody
    acts on.
    """
    if not any(effect.anchor for effect in ruling.draft.effects.values()):
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
    for effect in [e for e in ruling.draft.effects.values() if e.counted <= now and not e.until]:
        if effect.at_zero == UPKEEP and effect.kept < now:
            ruling.flag("upkeep-due", effect.by)
        if ruling.rules.effects_at != "next-phase" or effect.since < now:
            count_down(ruling, effect)


def end_unkept(ruling: Ruling) -> None:
    """End every effect that had to be maintained this round and was not (E-KAI-14)."""
    for effect in list(ruling.draft.effects.values()):
        if effect.at_zero == UPKEEP and effect.kept < ruling.draft.clock.round:
            end(ruling, effect)
            ruling.tell("effect-over", who=effect.on, name=effect.name)


def keep_up(ruling: Ruling, effect: Effect) -> None:
    """Maintain an effect for this round, or let it last to the end of the next turn at least."""
    if effect.at_zero == UPKEEP:
        ruling.set_effect(effect.id, kept=max(effect.kept, ruling.draft.clock.round))
    elif effect.left > 0:
        ruling.set_effect(effect.id, left=max(effect.left, 1 if effect.skips else 2))
