"""The decide half: one command against one encounter gives events, or a refusal. Pure but for the dice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulesets.engine import (
    answering,
    choosing,
    correcting,
    declaring,
    delaying,
    effects,
    membership,
    putting_off,
    reacting,
    resting,
    rounds,
    spending,
    stages,
    throwing,
    walk,
    waves,
)
from rulesets.engine.ruling import Ruling
from rulesets.engine.whereabouts import used_up, without_result
from rulesets.formula.compiling import FormulaError
from rulesets.formula.dice import Dice
from rulesets.formula.work import TooMuchWork
from rulesets.table import commands as cmd, events as ev
from rulesets.table.encounter import Encounter
from rulesets.table.outcome import Outcome
from rulesets.table.refusal import Refusal, Refused
from rulesets.vocabulary import Rules


def _declare(ruling: Ruling, command: cmd.Declare) -> None:
    if declaring.decide_declare(ruling, command):
        rounds.proceed(ruling)


def _with_aftermath(decider: Callable[[Ruling, Any], None]) -> Callable[[Ruling, Any], None]:
    """Return ``decider`` followed by what comes of it when it has put somebody out of the fight, or back."""

    def decided(ruling: Ruling, command: Any) -> None:
        decider(ruling, command)
        _settle(ruling)
        changed = dict.fromkeys(event.who for event in ruling.events if isinstance(event, ev.OutChanged))
        for who in changed:
            if who in ruling.draft.combatants and ruling.combatant(who).out:
                membership.after_out(ruling, who)
        if changed and ruling.running:
            membership.go_on(ruling)

    return decided


def _with_the_fallen(decider: Callable[[Ruling, Any], None]) -> Callable[[Ruling, Any], None]:
    """Return ``decider`` followed by what comes of it where time that goes by has put somebody out."""

    def decided(ruling: Ruling, command: Any) -> None:
        decider(ruling, command)
        _settle(ruling)
        fallen = dict.fromkeys([e.who for e in ruling.events if type(e) is ev.OutChanged and e.new])
        out = [who for who in fallen if who in ruling.draft.combatants and ruling.combatant(who).out]
        for who in out:
            membership.after_out(ruling, who)
        if out and ruling.running:
            membership.go_on(ruling)

    return decided


def _settle(ruling: Ruling) -> None:
    """Let happen what is left to happen of a command: what states bring, places that rules give."""
    stages.settle(ruling)
    walk.take_places(ruling)


_DECIDERS: dict[type[cmd.Command], Callable[[Ruling, Any], None]] = {
    cmd.Start: rounds.decide_start,
    cmd.RollInitiative: rounds.decide_initiative,
    cmd.EndTurn: _with_the_fallen(rounds.decide_end_turn),
    cmd.NextPhase: _with_the_fallen(rounds.decide_next_phase),
    cmd.Throw: throwing.decide_throw,
    cmd.EndEncounter: rounds.decide_end_encounter,
    cmd.SetNumbers: _with_aftermath(correcting.decide_set),
    cmd.Describe: correcting.decide_describe,
    cmd.DescribeEncounter: correcting.decide_describe_encounter,
    cmd.NoteEffect: correcting.decide_note_effect,
    cmd.PlanWave: waves.decide_plan,
    cmd.BringIn: _with_aftermath(waves.decide_bring_in),
    cmd.Apply: correcting.decide_apply,
    cmd.Check: _with_aftermath(answering.decide_check),
    cmd.MoveTrack: correcting.decide_track,
    cmd.SpendPoint: _with_aftermath(correcting.decide_spend),
    cmd.Act: _with_aftermath(spending.decide_act),
    cmd.Resolve: _with_aftermath(spending.decide_resolve),
    cmd.React: _with_aftermath(reacting.decide_react),
    cmd.RecordAttack: _with_aftermath(reacting.decide_attack),
    cmd.Delay: _with_the_fallen(delaying.decide_delay),
    cmd.Resume: _with_the_fallen(delaying.decide_resume),
    cmd.Choose: choosing.decide_choose,
    cmd.Ready: _with_the_fallen(delaying.decide_ready),
    cmd.Trigger: _with_aftermath(delaying.decide_trigger),
    cmd.Declare: _declare,
    cmd.BeginEffect: _with_aftermath(effects.decide_begin),
    cmd.EndEffect: _with_aftermath(effects.decide_end),
    cmd.Rest: _with_aftermath(resting.decide_rest),
    cmd.Add: membership.decide_add,
    cmd.Leave: membership.decide_leave,
    cmd.Defeat: membership.decide_defeat,
    cmd.Disable: membership.decide_disable,
    cmd.Restore: membership.decide_restore,
    cmd.MoveInList: membership.decide_move_in_list,
}


def decide(rules: Rules, state: Encounter, command: cmd.Command, dice: Dice) -> Outcome | Refusal:
    """Decide ``command`` against ``state``, which stays as it is.

    The same rules, state, command and dice always give the same events. A refusal changes nothing.
    """
    ruling = Ruling(rules, state, dice, insist=command.override)
    try:
        walk.adopt(ruling)
        _DECIDERS[type(command)](ruling, command)
        _settle(ruling)
        if putting_off.drop_the_unable(ruling):
            rounds.proceed(ruling)
    except TooMuchWork as used:
        return used_up(rules, used)
    except Refused as refused:
        return refused.refusal
    except FormulaError as error:
        return without_result(rules, error)
    return ruling.outcome()
