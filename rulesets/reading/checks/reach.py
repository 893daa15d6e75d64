"""What never comes up: conditions that never hold, moments that never come, steps beyond the end."""

from __future__ import annotations

from rulesets.engine.answered import KINDS, RESULTS
from rulesets.engine.index import WORD
from rulesets.formula.fuzzy import did_you_mean
from rulesets.reading.checks.ranges import always, constant, never
from rulesets.reading.problems import Loc, listed
from rulesets.reading.sites import sites, tables
from rulesets.reading.source import Source
from rulesets.vocabulary.base import IsFormula, Moment
from rulesets.vocabulary.budget import Reaction
from rulesets.vocabulary.rounds import PhaseKeys, made_along, rolled_in
from rulesets.vocabulary.stages import TrackStage
from rulesets.vocabulary.whole import in_turn
from rulesets.vocabulary.written import Ruleset, WrittenTrigger

_IN_PHASES = {
    "turn-start": "act",
    "turn-end": "act",
    "turn-over": "act",
    "place-over": "act",
    "pass-end": "act",
    "placed": "",
    "act": "act",
    "declare": "declare",
    "phase-start": "",
}
"""Moment that comes in a phase → activity that the phase must have; '' is any."""
_OF_TRIGGERS, _OF_STATES, _OF_REFILLS = "act", "hit", ("act", "hit")
"""Moments at which no trigger, no state and no pool is looked at."""


def check_reach(source: Source, definition: Ruleset) -> None:
    """Complain about what can never come, and warn of what is not worth writing."""
    for loc, text, mark in sites(definition):
        paid = loc[0] == "cost" and len(loc) > 3  # said with the other findings of costs
        asked = isinstance(mark, IsFormula) and mark.gives == "condition" and not paid
        if asked and never(text, definition):
            source.complain(loc, "This never holds, so it never comes up.", warning=True)
    for loc, table in tables(definition):
        if isinstance(table, TrackStage):
            _check_step(source, definition, loc, table)
        elif isinstance(table, Moment | WrittenTrigger):
            _check_moment(source, definition, loc, table)
        elif isinstance(table, PhaseKeys):
            _check_phase(source, definition, loc, table)
    _check_orders(source, definition)
    _check_tracks(source, definition)
    _check_reactions(source, definition)
    _check_refills(source, definition)
    _check_declarations(source, definition)


def _check_step(source: Source, definition: Ruleset, loc: Loc, stage: TrackStage) -> None:
    track = definition.tracks.get(stage.track)
    step = constant(stage.to) if stage.to else None
    if track is not None and track.steps and step is not None and not 0 <= step < len(track.steps):
        last = len(track.steps) - 1
        message = f"The track {stage.track!r} has the steps 0 to {last}; there is no step {step:g}."
        source.complain((*loc, "to"), message, warning=True)


def _check_moment(source: Source, definition: Ruleset, loc: Loc, moment: Moment | WrittenTrigger) -> None:
    if isinstance(moment, WrittenTrigger) and moment.at == _OF_TRIGGERS:
        message = "No trigger is looked at when somebody acts; write it into what the action 'does'."
        source.complain((*loc, "at"), message)
    elif isinstance(moment, Moment) and moment.at == _OF_STATES:
        message = "No state begins or ends by itself at a hit; a trigger with at = 'hit' can begin or end it."
        source.complain((*loc, "at"), message)
    if not moment.phase or moment.phase not in definition.phases:
        return
    if moment.at not in _IN_PHASES:
        message = f"{moment.at!r} comes in no phase, so this never comes; leave 'phase' out."
        source.complain((*loc, "phase"), message)
        return
    activity, needed = definition.phases[moment.phase].activity, _IN_PHASES[moment.at]
    if needed and activity != needed:
        message = f"The phase {moment.phase!r} is one of {activity!r}: {moment.at!r} never comes in it."
        source.complain((*loc, "phase"), message)


def _check_phase(source: Source, definition: Ruleset, loc: Loc, phase: PhaseKeys) -> None:
    if phase.when == "opening" and never(definition.surprise, definition):
        message = "There is never a surprise round: 'surprise' says when there is one."
        source.complain((*loc, "when"), message, warning=True)
    if (
        phase.turns != "once"
        and phase.activity == "act"
        and always(phase.who, definition)
        and phase.closes != "gm"
    ):
        message = "Its passes go on while anybody takes part, and by 'who' everybody always does."
        source.complain((*loc, "turns"), message, warning=True)
    if phase.rolls and phase.activity != "declare":
        source.complain((*loc, "rolls"), "Only a phase in which people declare can close with a roll.")


def _check_orders(source: Source, definition: Ruleset) -> None:
    """Warn of a phase over an order that nothing ever makes: nobody would have a turn in it."""
    if source.told("phase") or source.told("order"):
        return
    phases = definition.phases.values()
    made = {rolled_in(phase) for phase in phases}.union(
        *(made_along(definition.orders, phases, phase) for phase in phases)
    )
    for name, order in definition.orders.items():
        walked = [phase for phase in phases if phase.order == name and phase.activity in ("act", "declare")]
        if name in made or (walked and order.rolled == "phase"):
            continue
        if walked:
            message = "No phase rolls this order, and it is not made for its phase (rolled = 'phase') either."
            source.complain(("order", name), message, warning=True)


def _check_tracks(source: Source, definition: Ruleset) -> None:
    for name, track in definition.tracks.items():
        last = constant(track.last) if track.last else None
        if last is not None and not 0 < last < len(track.steps) and track.steps:
            message = f"The track has the steps 0 to {len(track.steps) - 1}; it cannot end at {last:g}."
            source.complain(("track", name, "last"), message)
        elif last is not None and last < len(track.steps) - 1:
            message = f"The track ends at step {last:g}, so nobody comes here."
            source.complain(("track", name, "steps", int(last) + 1), message, warning=True)


def _check_reactions(source: Source, definition: Ruleset) -> None:
    known = [*KINDS, *(result for result in RESULTS if result)]
    for name, reaction in definition.reactions.items():
        for place, words in enumerate(reaction.answers):
            unknown = [] if words[:1] == WORD else [word for word in words.split() if word not in known]
            for word in unknown:
                message = f"{word!r} is none of {listed(known)}."
                source.complain(("reaction", name, "answers", place), message, did_you_mean(word, known))
        _check_acts(source, definition, name, reaction)


def _check_acts(source: Source, definition: Ruleset, name: str, reaction: Reaction) -> None:
    """Complain about acts that a reaction answers or ignores and that nobody can take."""
    words = {word for action in definition.actions.values() for word in action.words}
    answered = {f"{WORD}{word}" for word in (*words, "attack", *KINDS)}
    lists = (("answers", reaction.answers), ("ignores", reaction.ignores))
    for key, place, word in ((key, place, word) for key, given in lists for place, word in enumerate(given)):
        if word[:1] == WORD and word not in answered:
            message = f"No action has the word {word[1:]!r}."
            hint = did_you_mean(word, answered)
            source.complain(("reaction", name, key, place), message, hint, warning=True)
    known = {*definition.actions, *answered}
    for place, word in enumerate(reaction.ignores):
        if word[:1] != WORD and word not in known:
            message = f"There is no action {word!r}, and no word."
            source.complain(("reaction", name, "ignores", place), message, did_you_mean(word, known))
    if reaction.ignores and not any(word[:1] == WORD for word in reaction.answers):
        message = "The reaction answers no acts, so there are none to ignore."
        source.complain(("reaction", name, "ignores"), message)


def _check_refills(source: Source, definition: Ruleset) -> None:
    pools = [(("pool", name, "resets"), rule.resets) for name, rule in definition.pools.items()]
    tallies = [(("tally", name, "resets"), rule.resets) for name, rule in definition.tallies.items()]
    for loc, moment in [*pools, *tallies]:
        if moment in _OF_REFILLS:
            source.complain(
                loc, f"Nothing is refilled or set back at {moment!r}; 'turn-start' is the nearest."
            )


def _check_declarations(source: Source, definition: Ruleset) -> None:
    declared = any(phase.activity == "declare" for phase in definition.phases.values())
    for name, declaration in definition.declarations.items():
        if not declared and not in_turn(definition, declaration) and not source.damaged("phase"):
            message = (
                "No phase has the activity 'declare', and its 'phases' are none in which turns are taken."
            )
            source.complain(("declaration", name), message, warning=True)
