"""Attacks that are recorded, and reactions: what they answer, pay, cover and change."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rulesets.engine import announcing, bans, deeds, moments, relations, spending, stages, uses
from rulesets.engine.answered import ATTACK, KINDS, RESULTS, act_answered, answerable, answers_attacks
from rulesets.engine.index import activities_of
from rulesets.engine.ruling import Ruling, checked_number
from rulesets.table.combatant import Combatant
from rulesets.table.commands import React, RecordAttack
from rulesets.table.encounter import Attack, Done
from rulesets.table.refusal import Code
from rulesets.vocabulary import Reaction


def decide_attack(ruling: Ruling, command: RecordAttack) -> None:
    """Record an attack; what a hit costs its target is a trigger of the ruleset."""
    phase = ruling.phase
    who, target = ruling.combatant(command.who), ruling.combatant(command.target)
    if not ruling.running or phase is None:
        raise ruling.reject(Code.WRONG_PHASE, "not-running")
    if phase.activity != "act" and not command.settles:
        ruling.forbid(Code.WRONG_PHASE, "no-acting-now", phase.cite, phase=phase.id)
    if command.kind not in ("", *KINDS) or command.result not in RESULTS:
        raise ruling.reject(Code.BAD_VALUE, "bad-attack", kind=command.kind, result=command.result)
    _note_attack(ruling, command, who)
    told: dict[str, Any] = {"using": command.using, "rolled": command.rolled, "against": command.against}
    told = {name: value for name, value in told.items() if value not in ("", None)}
    if command.settles:
        told["settles"] = True
    if command.unpaid:
        told["unpaid"] = True
    if command.critical and command.result in ("hit", "miss"):
        told["critical"] = True
    if command.defense and command.against is not None:
        told["defense"] = command.defense
    ruling.tell("attacked", who=who.id, target=target.id, kind=command.kind, result=command.result, **told)
    if ruling.index.anything_at("attack") and not command.settles:
        moments.happen(ruling, "attack", [ruling.combatant(who.id)], phase.id)
    if command.result == "hit":
        for trigger in ruling.index.triggers.get("hit", ()):
            struck = ruling.combatant(target.id)
            if not trigger.condition or ruling.value(trigger.condition, struck):
                came = stages.run(ruling, trigger.does, struck, {}, by=who.id, actor=who.id)
                stages.tell_pools(ruling, came, who.id)


def _note_attack(ruling: Ruling, command: RecordAttack, who: Combatant) -> None:
    """Keep an attack as long as the turn lasts, or what came of one that is kept already."""
    notes, made = ruling.draft.notes, (command.who, command.target)
    if command.settles:
        at = next(
            (n for n, one in enumerate(notes.attacks) if (one.by, one.target, one.result) == (*made, "")), -1
        )
        if at < 0 or not command.result:
            _settle_left(ruling, command)
            return
        rolled = notes.attacks[at].rolled if command.rolled is None else command.rolled
        settled = replace(notes.attacks[at], result=command.result, rolled=rolled)
        ruling.note(attacks=(*notes.attacks[:at], settled, *notes.attacks[at + 1 :]))
        return
    attack = Attack(*made, command.kind, command.result, command.label, rolled=command.rolled)
    done = 2 if ruling.draft.walk.active == who.slot else notes.done
    ruling.note(attacks=(*notes.attacks, attack), done=done)
    ruling.note_doer(who)


def _settle_left(ruling: Ruling, command: RecordAttack) -> None:
    """Ask no more for what came of an attack of an earlier turn: it is said, or nobody will."""
    notes = ruling.draft.notes
    open_ones = [one for one in notes.left if (one.by, one.target) == (command.who, command.target)]
    if not open_ones:
        raise ruling.reject(Code.NO_TRIGGER, "nothing-open", who=command.who, after=command.target)
    named = [one for one in open_ones if one.label == command.label] or open_ones
    ruling.note(left=tuple(one for one in notes.left if one is not named[0]))


def decide_react(ruling: Ruling, command: React) -> None:
    """React: to an attack on oneself, or to whatever bears the label."""
    who = ruling.combatant(command.who)
    if command.by:
        kind, result = command.kind, command.result
        decide_attack(ruling, RecordAttack(who=command.by, target=who.id, kind=kind, result=result))
        who = ruling.combatant(command.who)
    name, rule = _what(ruling, command)
    _check_time(ruling, who, name, rule)
    points = 0 if command.points is None else checked_number(ruling, command.points, "points", least=0)
    covered = bool(rule.covers) and uses.times(who, rule.covers, name) > 0
    spare = bool(rule.spare) and command.spare
    fields: dict[str, Any] = {"move": command.move, "spare": spare, "points": points, "covered": covered}
    answered = answerable(ruling.draft.notes.attacks, who.id, name, rule, command.to)
    act = act_answered(ruling.draft.notes, who.id, rule, command.to)
    _check_prompt(ruling, who, command, name, rule, answered, act)
    bans.forbid_towards(ruling, who, _whom(ruling, who.id, command, answered, act), activities_of(name, rule))
    deeds.judge(ruling, who, name, rule, fields)
    if not covered:
        if rule.cost:
            spending.check_needs(ruling, who, rule.cost, fields)
        _pay(ruling, who, command, name, rule, fields)
    _note(ruling, who.id, command, name, rule, fields, answered, act)
    ruling.tell("reacted", who=who.id, name=command.name or name, to=command.to)


def _what(ruling: Ruling, command: React) -> tuple[str, Reaction]:
    rules = ruling.rules
    if command.name in rules.reactions:
        return command.name, rules.reactions[command.name]
    if not rules.plain_reaction:
        raise ruling.reject(Code.UNKNOWN_ACTION, "no-such-reaction", name=command.name)
    return rules.plain_reaction, rules.reactions[rules.plain_reaction]


def _check_time(ruling: Ruling, who: Combatant, name: str, rule: Reaction) -> None:
    phase = ruling.phase
    if not ruling.running or phase is None:
        raise ruling.reject(Code.WRONG_PHASE, "not-running")
    if phase.activity != "act":
        ruling.forbid(Code.WRONG_PHASE, "no-acting-now", phase.cite, phase=phase.id)
    activities = activities_of(name, rule)
    moments.forbid_out(ruling, who, activities)
    forbidden = moments.forbidden_by(ruling.rules, ruling, who, activities)
    if forbidden is not None:
        ruling.forbid(Code.STATE_FORBIDS, state=forbidden[0], who=who.id, cite=forbidden[1])


def _check_prompt(
    ruling: Ruling,
    who: Combatant,
    command: React,
    name: str,
    rule: Reaction,
    answered: Attack | None,
    act: Done | None,
) -> None:
    notes = ruling.draft.notes
    if act is None and not answers_attacks(rule) and rule.answers:
        ruling.forbid(Code.NO_TRIGGER, "no-act", rule.cite, name=name, who=who.id)
    elif act is None and answers_attacks(rule) and answered is None:
        mine = [attack for attack in notes.attacks if attack.target == who.id]
        if mine and name in mine[-1].answered:
            ruling.forbid(
                Code.ALREADY_REACTED, "no-attack", rule.cite, name=name, who=who.id, after=mine[-1].by
            )
        else:
            ruling.forbid(Code.NO_TRIGGER, "no-attack", rule.cite, name=name, who=who.id)
    against = notes.attacks[-1].by if notes.attacks else ruling.draft.walk.active
    tie = relations.barred_by(ruling, who.id, name, against)
    if tie:
        relation = ruling.rules.relations[tie]
        ruling.forbid(Code.STATE_FORBIDS, "barred", relation.cite, state=relation.label or tie, who=who.id)
    if rule.needs_cause and not command.to:
        ruling.forbid(Code.NO_TRIGGER, "no-prompt", rule.cite, name=name, who=who.id)
    if rule.once_per == "cause" and command.to and (who.id, command.to) in notes.reacted:
        ruling.forbid(Code.ALREADY_REACTED, "", rule.cite, who=who.id, to=command.to)


def _pay(
    ruling: Ruling, who: Combatant, command: React, name: str, rule: Reaction, fields: dict[str, Any]
) -> None:
    """Pay a reaction, from the declared actions and from its cost; its roll counts what it will do."""
    skill = command.skill or rule.skill
    if skill and ruling.rules.act_roll:
        ahead = stages.counted_ahead(ruling, rule.does, who, fields)
        ruling.roll, ruling.roll_is_code = spending.checked_roll(ruling, ahead, skill), True
    if fields["spare"]:
        _use_spare(ruling, who, name, rule)
    if rule.spare:
        uses.count(ruling, who.id, uses.ROUND, name, uses.SPARE if fields["spare"] else uses.EXTRA)
    if rule.cost:
        spending.pay(ruling, who.id, rule.cost, fields, cite=rule.cite)


def _use_spare(ruling: Ruling, who: Combatant, name: str, rule: Reaction) -> None:
    """Use an open declared action; the stated first one is no spare (001-67, 001-68)."""
    left = who.pools.get(rule.spare) or 0
    kept = 1 if announcing.first_to_come(ruling.rules, ruling.draft, who) else 0
    if left - kept <= 0:
        ruling.forbid(Code.NO_BUDGET, "no-spare", rule.cite, name=name, who=who.id)
    ruling.set_pool(who.id, rule.spare, left - 1)


def _whom(ruling: Ruling, who: str, command: React, answered: Attack | None, act: Done | None) -> str:
    """Return whom a reaction answers: the one named, or who made the attack or the act that it answers.

    One that nothing was recorded for answers who made the last attack on ``who`` in this turn.
    """
    mine = [attack for attack in ruling.draft.notes.attacks if attack.target == who]
    last = answered or (mine[-1] if mine else None)
    found = act or last
    return command.target or (found.by if found is not None else "")


def _note(
    ruling: Ruling,
    who: str,
    command: React,
    name: str,
    rule: Reaction,
    fields: dict[str, Any],
    answered: Attack | None,
    act: Done | None,
) -> None:
    """Let a reaction do what it does, and keep what it has answered."""
    if rule.covers:
        uses.note(ruling, who, rule.covers, name)
    deeds.count_use(ruling, who, name, rule)
    deeds.carry_out(ruling, who, name, rule, fields, _whom(ruling, who, command, answered, act))
    if answered is not None and rule.once_per == ATTACK:
        marked = replace(answered, answered=(*answered.answered, name))
        attacks = ruling.draft.notes.attacks
        ruling.note(attacks=tuple(marked if attack is answered else attack for attack in attacks))
    notes = ruling.draft.notes
    reacted = (*notes.reacted, (who, command.to)) if command.to else notes.reacted
    shown = f"{who}:{command.name or 'react'}"
    if rule.resolves == "after" and notes.pending:
        last = notes.pending[-1]
        waiting = replace(last, after=(*last.after, shown))
        ruling.note(reacted=reacted, pending=(*notes.pending[:-1], waiting))
    else:
        ruling.note(reacted=reacted, resolved=(*notes.resolved, shown))
