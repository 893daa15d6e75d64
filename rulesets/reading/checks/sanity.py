"""Checks that what is written makes sense as a whole: stages, costs, phases, options, labels."""

from __future__ import annotations

from collections.abc import Collection

from rulesets.formula.fuzzy import did_you_mean
from rulesets.reading.assemble import type_of
from rulesets.reading.checks.costs import check_costs
from rulesets.reading.checks.counts import check_counts
from rulesets.reading.checks.decks import check_decks
from rulesets.reading.checks.noticing import NOTICED, unnoticed
from rulesets.reading.checks.ranges import said
from rulesets.reading.checks.reads import Reads
from rulesets.reading.checks.tables import check_tables
from rulesets.reading.checks.vain import check_vain
from rulesets.reading.keys import keys_of
from rulesets.reading.names import has_target, kinds_of
from rulesets.reading.problems import Loc, listed
from rulesets.reading.sites import tables
from rulesets.reading.source import Source
from rulesets.vocabulary.base import Entry
from rulesets.vocabulary.checks import FAILURE, SUCCESS
from rulesets.vocabulary.harm import StateKeys
from rulesets.vocabulary.inputs import Input
from rulesets.vocabulary.stages import (
    COMPANIONS,
    DEGREES,
    VERBS,
    ChangeStage,
    PlainStage,
    SizeStage,
    Stage,
)
from rulesets.vocabulary.written import Ruleset

_DECLARED_TYPES = ("texts", "stat", "combatant", "combatants")
_PIPELINE_ONLY, _DECLARATION_ONLY = ("each", "dice", "doubles", "beside"), ("names", "spends")
"""What inputs can only ask for in one of the places where they stand."""


def check_sanity(source: Source, definition: Ruleset) -> None:
    """Complain about all that cannot be meant."""
    for loc, table in tables(definition):
        if isinstance(table, Stage) and not source.damaged(*source.written(loc)):
            _check_stage(source, loc, table)
            if table.on == "target" and not has_target(loc):
                message = "There is no target here: only what an action, reaction or resource 'does' has one."
                source.complain((*loc, "on"), message)
            if table.on == "owner" and not definition.owner:
                message = "Nobody belongs to anybody here: the ruleset does not say who is the 'owner'."
                source.complain((*loc, "on"), message)
        if isinstance(table, Entry) and not source.damaged(*source.written((*loc, "label"))):
            _check_label(source, loc, table)
    if not definition.label and not source.damaged("label"):
        source.complain(("label",), "The ruleset needs a label: people see it.")
    _check_phases(source, definition)
    _check_relations(source, definition)
    check_decks(source, definition)
    check_costs(source, definition)
    check_counts(source, definition)
    for name, action in definition.actions.items():
        if not action.cost and not source.damaged("action", name):
            source.complain(("action", name), "The action needs a cost.")
    _check_powers(source, definition)
    _check_options(source, definition)
    check_tables(source, definition)
    _check_inputs(source, definition)
    for name, stat in definition.stats.items():
        if stat.choices and type_of(stat) != "text":
            source.complain(("stat", name, "choices"), "Only a stat of type 'text' has choices.")
    _check_tracks(source, definition)
    _check_formula_shape(source, definition)
    reads = Reads(definition, begun=True)
    _check_states(source, definition, reads)
    _check_checks(source, definition, reads)
    _check_resized(source, definition)
    check_vain(source, definition)


def _check_states(source: Source, definition: Ruleset, reads: Reads) -> None:
    """Complain about exceptions to nothing, and about a 'while' that nothing would ask again in time."""
    for state, rule in definition.states.items():
        if rule.allows and not rule.forbids and not source.told("state", state, "forbids"):
            message = "The state forbids nothing, so there is nothing to allow all the same."
            source.complain(("state", state, "allows"), message)
        for place, ban in enumerate(rule.bans):
            if not ban.acts:
                source.complain(("state", state, "bans", place), "The ban forbids nothing; it needs 'acts'.")
        _check_size(source, state, rule)
        for word in unnoticed(rule.holds, definition, reads):
            message = (
                f"'while' is not asked again when {word.said} changes; it can read stats, states and tracks."
            )
            source.complain(("state", state, "while"), message, warning=word.warned)


def _check_size(source: Source, state: str, rule: StateKeys) -> None:
    """Complain about what means something only for a state with a size, or only for one without."""
    if rule.size and rule.holds:
        message = "A state with a size begins with a size; it does not hold by itself while something is so."
        source.complain(("state", state, "while"), message)
    if rule.size and rule.worse:
        source.complain(("state", state, "worse"), "A state with a size is on no ladder: it grows.")
    for key in ("holds", "ends", "worse"):
        if rule.until and getattr(rule, key):
            message = "A state with 'until' ends by that, and neither by another moment nor by a ladder."
            source.complain(("state", state, "while" if key == "holds" else key), message)
    for place, tick in enumerate(rule.ticks):
        loc = ("state", state, "ticks", place)
        if tick.by and not rule.size and not source.told("state", state, "size"):
            source.complain((*loc, "by"), "The state has no size that could change.")
        elif not tick.by and not tick.does:
            source.complain(loc, "Nothing happens: it needs 'by' or 'does'.")
        if tick.with_delay and tick.at != "turn-end":
            source.complain((*loc, "with_delay"), "Only what comes at 'turn-end' can come with a delay.")


def _check_resized(source: Source, definition: Ruleset) -> None:
    """Warn of stages that change the size of a state that has none."""
    plain = {
        name
        for state, rule in definition.states.items()
        if not rule.size
        for name in (kinds_of(state, rule) if rule.kinds else [state])
    }
    for loc, table in tables(definition):
        if isinstance(table, SizeStage) and table.size in plain:
            message = f"The state {table.size!r} has no size."
            source.complain((*loc, "size"), message, warning=True)


def _check_powers(source: Source, definition: Ruleset) -> None:
    """Complain about powers that cost nothing, and about lists of them that are none."""
    for name, power in definition.powers.items():
        if not power.cost and not source.damaged("power", name):
            source.complain(("power", name), "The power needs a cost.")
        stat = definition.stats.get(power.stat)
        if stat is not None and type_of(stat) != "list":
            source.complain(("power", name, "stat"), f"The stat {power.stat!r} is no list.")


def _check_checks(source: Source, definition: Ruleset, reads: Reads) -> None:
    """Complain about faces without dice, and about a 'while' that nothing would ask again in time."""
    for check, rule in definition.checks.items():
        if rule.faces and not rule.dice and not source.told("check", check):
            source.complain(("check", check, "faces"), "'faces' means something only beside 'dice'.")
        for degree in rule.own:
            loc = ("check", check, "degrees", degree)
            if not rule.degrees[degree].label and not source.damaged(*loc):
                message = f"The degree {degree!r} is one of your own and needs a label: people see it."
                source.complain(loc, message, did_you_mean(degree, DEGREES))
        for degree in (SUCCESS, FAILURE):
            if degree in rule.degrees and rule.degrees[degree].condition:
                message = f"A plain {degree} asks for no more; 'if' is for what stands in its place."
                source.complain(("check", check, "degrees", degree, "if"), message)
        for word in unnoticed(rule.holds, definition, reads, NOTICED):
            message = (
                f"'while' is not asked again when {word.said} changes; it can read stats, states, tracks, "
                "pools and tallies."
            )
            source.complain(("check", check, "while"), message, warning=word.warned)


def _check_stage(source: Source, loc: Loc, stage: Stage) -> None:
    if isinstance(stage, PlainStage) and not any(getattr(stage, word) for word in COMPANIONS):
        source.complain(loc, f"The stage does nothing; it needs one of {listed([*VERBS, *COMPANIONS])}.")
    guessed = bool(stage.verb) and source.guessed(*loc, stage.verb)
    for key in () if guessed else keys_of(type(stage)).values():
        if key.needed and not getattr(stage, key.name):
            source.complain(loc, f"{stage.verb!r} needs {key.written!r} beside it.")
    if isinstance(stage, ChangeStage) and bool(stage.by) == bool(stage.to) and not guessed:
        source.complain(loc, f"{stage.verb!r} needs either 'by' or 'to' beside it.")
    if stage.shows and not stage.flag:
        source.complain((*loc, "shows"), "'shows' means something only beside 'flag'.")


def _check_label(source: Source, loc: Loc, entry: Entry) -> None:
    if entry.labelled and not entry.label:
        source.complain(loc, f"The {_what(loc)} needs a label: people see it.")
    if (
        loc[0] == "stat"
        and not entry.label
        and (getattr(entry, "when_added", False) or getattr(entry, "printed", False))
    ):
        source.complain(
            loc, "A stat that is printed, or filled in when somebody is added, needs a label: people see it."
        )


def _what(loc: Loc) -> str:
    inner = {"inputs": "input", "steps": "step", "values": "value"}
    return next((inner[str(part)] for part in loc[2:] if part in inner), str(loc[0]))


def _check_phases(source: Source, definition: Ruleset) -> None:
    acting = [phase for phase in definition.phases.values() if phase.activity == "act"]
    if not acting and not source.damaged("phase"):
        source.complain(("phase",), "No phase has the activity 'act': nobody could ever take a turn.")
    ticks = any(phase.activity == "tick" for phase in definition.phases.values())
    if definition.effects_at in ("phase", "next-phase") and not ticks and not source.damaged("phase"):
        source.complain(
            ("effects_at",), "No phase has the activity 'tick', in which effects would count down."
        )
    for name, phase in definition.phases.items():
        loc = ("phase", name, "order")
        if phase.activity in ("roll", "act", "declare") and not phase.order and not source.damaged(*loc):
            source.complain(loc, f"A phase with the activity {phase.activity!r} needs an order.")
        if phase.choice is not None and phase.activity != "act" and not source.damaged("phase", name):
            message = "Only in a phase with the activity 'act' somebody chooses who goes next."
            source.complain(("phase", name, "choice"), message)
        order = definition.orders.get(phase.order)
        rolled = order is None or order.roll is not None or source.damaged("order", phase.order, "roll")
        if phase.activity == "roll" and not rolled:
            source.complain(loc, f"The order {phase.order!r} has no roll, so it cannot be rolled.")


def _check_relations(source: Source, definition: Ruleset) -> None:
    for name, rule in definition.relations.items():
        if bool(rule.order) == bool(rule.state) or bool(rule.order) != bool(rule.condition):
            message = "A tie is made by an order, with 'order' and 'if', or by hand, with 'state'."
            source.complain(("relation", name), message)


def _check_options(source: Source, definition: Ruleset) -> None:
    for name, option in definition.options.items():
        if option.default not in option.values:
            message = f"The default {option.default!r} is none of {listed(option.values)}."
            hint = did_you_mean(option.default, option.values)
            source.complain(("option", name, "default"), message, hint)
    for name, preset in definition.presets.items():
        for chosen, value in preset.options.items():
            rule = definition.options.get(chosen)
            if rule is not None and value not in rule.values:
                message = f"The option {chosen!r} has no value {value!r}; it has {listed(rule.values)}."
                source.complain(
                    ("preset", name, "options", chosen), message, did_you_mean(value, rule.values)
                )


def _check_inputs(source: Source, definition: Ruleset) -> None:
    """Complain about inputs that could not be filled in, and about what means nothing where they stand."""
    groups = {stat.group for stat in definition.stats.values()} - {""}
    for section, entries in (("pipeline", definition.pipelines), ("declaration", definition.declarations)):
        for name, entry in entries.items():
            for key, rule in entry.inputs.items():
                loc = (section, name, "inputs", key)
                if not source.damaged(*loc):
                    _check_input(source, loc, rule, groups, definition.tables)
    for name, pipeline in definition.pipelines.items():
        loc = ("pipeline", name, "inputs", pipeline.amount)
        amount = pipeline.inputs.get(pipeline.amount)
        if amount is not None and amount.type != "number" and not source.damaged(*loc):
            source.complain((*loc, "type"), "The amount of a pipeline must be a number.")
        numbers = [one for one, rule in pipeline.inputs.items() if rule.type == "number"]
        for key, rule in pipeline.inputs.items():
            loc = ("pipeline", name, "inputs", key)
            if rule.beside and rule.beside not in numbers and not source.damaged(*loc):
                hint = did_you_mean(rule.beside, numbers)
                source.complain((*loc, "beside"), "'beside' names no number that the pipeline is told.", hint)


def _check_input(source: Source, loc: Loc, rule: Input, groups: set[str], tables: Collection[str]) -> None:
    if rule.type == "choice" and not rule.choices:
        source.complain(loc, "A choice needs 'choices': words, or the id of a table.")
    elif rule.choices and rule.type not in ("choice", "text", "stat"):
        source.complain(loc, "Only a choice, a text or a stat has 'choices'.")
    word = said(rule.default)
    if rule.choices and rule.table not in tables and word is not None and word not in rule.choices:
        message = f"The default {word!r} is none of {listed(rule.choices)}."
        source.complain((*loc, "default"), message, did_you_mean(word, rule.choices))
    if rule.type == "stat" and groups.isdisjoint(rule.choices):
        named = ", ".join(rule.choices)
        message = f"No stat has the group {named!r}; an input of type 'stat' needs one in 'choices'."
        source.complain(loc, message, did_you_mean(named, groups))
    if (rule.dice or rule.code) and not (rule.each and rule.type == "number"):
        source.complain(
            (*loc, "dice" if rule.dice else "code"),
            "What is rolled is a number that every target has of its own.",
        )
    if rule.doubles and rule.type != "bool" and not (rule.type == "choice" and rule.times):
        source.complain(
            (*loc, "doubles"), "Only what is ticked doubles dice, or what is chosen with 'times'."
        )
    if rule.times and not (rule.doubles and rule.type == "choice"):
        source.complain((*loc, "times"), "'times' is how often a choice counts that 'doubles' dice.")
    if rule.beside and rule.type not in ("number", "choice", "text"):
        source.complain((*loc, "beside"), "Only a number and what is chosen stand beside a number.")
    if loc[0] == "pipeline" and rule.type in _DECLARED_TYPES:
        source.complain((*loc, "type"), f"Only a declaration can ask for {rule.type!r}.")
    for key in _PIPELINE_ONLY if loc[0] == "declaration" else _DECLARATION_ONLY:
        if getattr(rule, key):
            place = "pipeline" if loc[0] == "declaration" else "declaration"
            source.complain((*loc, key), f"{key!r} means something only in a {place}.")


def _check_tracks(source: Source, definition: Ruleset) -> None:
    for name, track in definition.tracks.items():
        if not track.steps and not source.damaged("track", name, "steps"):
            source.complain(("track", name), "The track has no steps.")


def _check_formula_shape(source: Source, definition: Ruleset) -> None:
    for name, formula in definition.formulas.items():
        loc = ("formula", name)
        if bool(formula.expression) == bool(formula.cases):
            source.complain(loc, "A formula has either 'is' or 'cases'.")
        elif formula.cases and not formula.by:
            source.complain(loc, "'cases' need 'by': the input that chooses one of them.")
