"""What the options of a ruleset decide: what another choice changes, and what a book has otherwise."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from rulesets.seen.labels import entry_label, label_in
from rulesets.seen.why.breakdown import Part
from rulesets.seen.why.stages import explain_stages
from rulesets.table.commands import Apply
from rulesets.table.encounter import Encounter
from rulesets.table.refusal import Refusal
from rulesets.vocabulary import Option, Preset, Rules

_OF_PARAMS = {"cost": "cost", "pool": "pool", "state": "state", "name": "action", "what": "action"}
"""Parameter of a refusal → table of the ruleset that has what it names."""
_OF_CODES = {"not-later": "delay", "not-lower": "delay"}
"""Code or reason of a refusal → the table that it goes by as a whole."""
Patched = tuple[str, str]
"""Table and id of an entry of the ruleset; '' as id is the table itself."""


class LeftOut(NamedTuple):
    """A stage that does not happen as an option is set."""

    stage: str
    """What it is called."""
    options: tuple[tuple[str, str], ...]
    """What those options are called, each with what its choice in this encounter is called."""


class Unlike(NamedTuple):
    """How options that are chosen differ from a printed book."""

    book: str
    options: tuple[str, ...]


def deciding(rules: Rules, entries: Collection[Patched]) -> tuple[str, ...]:
    """Return the labels of the options of which one choice changes some of ``entries``."""
    return tuple(label_in(rules.options, ident) for ident in _deciding(rules, entries))


def deciding_refusal(rules: Rules, refusal: Refusal) -> tuple[str, ...]:
    """Return the labels of the options by another choice of which a refusal may not have been one."""
    return deciding(rules, _asked(refusal)) if rules.options else ()


def deciding_book(rules: Rules, refusal: Refusal) -> str:
    """Return the label of the printed book that has one of those options otherwise; or ''."""
    unlike = unlike_the_book(rules.options, rules.presets, rules.options_set)
    if unlike is None or {*unlike.options}.isdisjoint(deciding_refusal(rules, refusal)):
        return ""
    return unlike.book


def _asked(refusal: Refusal) -> set[Patched]:
    """Return the entries of the ruleset that a refusal goes by."""
    asked = {
        (table, str(refusal.params[name])) for name, table in _OF_PARAMS.items() if refusal.params.get(name)
    }
    said = (str(refusal.code), refusal.reason)
    return asked | {(table, "") for code, table in _OF_CODES.items() if code in said}


def left_out(rules: Rules, state: Encounter, command: Apply) -> LeftOut | None:
    """Return the first stage that would happen to a target if an option were set otherwise, or None.

    What another choice has in its place is not known: of a stage that asks for it twice nothing is said.
    """
    names = {
        name for option in rules.options.values() for table, name in _patched(option) if table == "formula"
    }
    pipeline = rules.pipelines.get(command.pipeline)
    asking = "" if pipeline is None else " ".join(stage.condition for stage in pipeline.stages)
    if pipeline is None or not any(f"formula('{name}'" in asking for name in names):
        return None
    for target in command.to:
        for place, found in explain_stages(rules, state, command, target).items():
            asked = [part for part in found.notes if part.kind == "condition"]
            against = [part for part in asked if not part.value]
            by = {name for part in against for name in _rules_in(part)} & names
            decided = [part for part in asked if by.intersection(_rules_in(part))]
            if found.value is None and by and decided == against:
                options = _deciding(rules, {("formula", name) for name in by})
                chosen = tuple((label_in(rules.options, ident), _choice(rules, ident)) for ident in options)
                return LeftOut(pipeline.stages[place].label, chosen)
    return None


def unlike_the_book(
    options: Mapping[str, Option], presets: Mapping[str, Preset], chosen: Mapping[str, str]
) -> Unlike | None:
    """Return in what options differ from the preset that is a printed book; None if in nothing, or of none.

    Args:
        options: The options of the ruleset.
        presets: Its presets.
        chosen: Option → value, of those that are not the ruleset's own.
    """
    for ident, preset in presets.items():
        if not preset.book:
            continue
        differ = [
            label_in(options, name)
            for name, option in options.items()
            if chosen.get(name, option.default) != preset.options.get(name, option.default)
        ]
        return Unlike(label_in(presets, ident), tuple(differ)) if differ else None
    return None


def preset_of(rules: Rules) -> str:
    """Return the label of the preset whose options an encounter is played by, all of them; '' if of none.

    It is none where no option is otherwise than the ruleset has it.
    """
    chosen = _unusual(rules, rules.options_set)
    found = (name for name, preset in rules.presets.items() if chosen == _unusual(rules, preset.options))
    ident = next(found, "") if chosen else ""
    return label_in(rules.presets, ident) if ident else ""


def _unusual(rules: Rules, values: Mapping[str, str]) -> dict[str, str]:
    """Return which of the values of options are not those that they have by themselves."""
    return {name: value for name, value in values.items() if value != rules.options[name].default}


def _deciding(rules: Rules, entries: Collection[Patched]) -> list[str]:
    """Return the options of which one choice changes some of ``entries``."""
    return [ident for ident, option in rules.options.items() if not _patched(option).isdisjoint(entries)]


def _choice(rules: Rules, ident: str) -> str:
    """Return what the choice that is in force of an option is called."""
    option = rules.options[ident]
    value = rules.options_set.get(ident, option.default)
    return entry_label(next((one for one in option.choices if one.value == value), None), value)


def _patched(option: Option) -> set[Patched]:
    """Return what the choices of an option change: 'cost', 'swift', and the whole table by ''."""
    return {entry for choice in option.choices for entry in _entries(choice.patch)}


def _entries(patch: Mapping[str, Any]) -> Iterator[Patched]:
    for table, changed in patch.items():
        yield table, ""
        for ident in changed if isinstance(changed, Mapping) else ():
            yield table, ident


def _rules_in(part: Part) -> Iterator[str]:
    """Yield the formulas of the ruleset that a part asks."""
    if part.kind == "rule":
        yield part.name
    for one in part.parts:
        yield from _rules_in(one)
