"""A whole ruleset, and the options that are patches on it."""

from typing import Any

from msgspec import field

from rulesets.compiled.base import Entry, Expr, TriggerRule
from rulesets.compiled.budget import Action, Cost, Declaration, Pool, Reaction, Resource, Tally
from rulesets.compiled.harm import Pipeline, RelationRule, StateRule, Track
from rulesets.compiled.rounds import DelayRule, OrderRule, Phase, ReadyRule
from rulesets.compiled.values import FormulaRule, Stat, Table


class Choice(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """One value of an option."""

    value: str
    patch: dict[str, Any] = field(default_factory=dict)


class Option(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """A choice the GM has. An option is a patch on the ruleset, so no rule asks which one is set."""

    default: str
    choices: tuple[Choice, ...] = ()


class Preset(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """Several options set at once under one name."""

    options: dict[str, str] = field(default_factory=dict)


class Rules(Entry, frozen=True, kw_only=True, omit_defaults=True, eq=False, weakref=True):
    """A whole ruleset, options applied. Two are told apart by identity; compare ``hash`` for content."""

    id: str
    version: str = "1"
    seconds: int = 6
    hash: str = ""
    options_set: dict[str, str] = field(default_factory=dict)
    surprise: Expr = "false"
    """Whether a surprise round opens the encounter."""
    stats: dict[str, Stat] = field(default_factory=dict)
    orders: dict[str, OrderRule] = field(default_factory=dict)
    phases: tuple[Phase, ...] = ()
    pools: dict[str, Pool] = field(default_factory=dict)
    tallies: dict[str, Tally] = field(default_factory=dict)
    costs: dict[str, Cost] = field(default_factory=dict)
    actions: dict[str, Action] = field(default_factory=dict)
    reactions: dict[str, Reaction] = field(default_factory=dict)
    plain_reaction: str = ""
    """Reaction that a reaction with a free name counts as."""
    declarations: dict[str, Declaration] = field(default_factory=dict)
    states: dict[str, StateRule] = field(default_factory=dict)
    relations: dict[str, RelationRule] = field(default_factory=dict)
    delay: DelayRule | None = None
    ready: ReadyRule | None = None
    tracks: dict[str, Track] = field(default_factory=dict)
    pipelines: dict[str, Pipeline] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)
    formulas: dict[str, FormulaRule] = field(default_factory=dict)
    resources: dict[str, Resource] = field(default_factory=dict)
    triggers: tuple[TriggerRule, ...] = ()
    options: dict[str, Option] = field(default_factory=dict)
    presets: dict[str, Preset] = field(default_factory=dict)
    side_of: Expr = ""
    """Formula for the side somebody declares with; '' is its side."""
    act_roll: Expr = ""
    """Die code of an action with a skill, over 'skill'."""
    act_least: Expr = ""
    act_cite: str = ""
    """Where the rule about the least stands."""
    effects_at: str = "turn"
    """turn: an effect counts down when the slot it began on comes up, wherever that stands
    place: when the place it began at comes up, whoever stands there · phase: in the phase that ticks
    round: when the round is over"""
    effects_on_count: bool = False
    """An effect ends before everybody on the count it began on, not only before the slot."""
    effects_first: str = "tick"
    """phase: an effect begun this round ticks ('tick') or not ('skip')."""
    main_track: str = ""
    main_order: str = ""
    modified: frozenset[str] = frozenset()
    """Stats that tracks or states change."""


def find_phase(rules: Rules, phase: str) -> Phase | None:
    """Return a phase by its id, or None."""
    for candidate in rules.phases:
        if candidate.id == phase:
            return candidate
    return None
