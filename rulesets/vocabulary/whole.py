"""A whole ruleset, and the options that are patches on it."""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import NODEFAULT

from rulesets.vocabulary.base import (
    Common,
    Condition,
    Entry,
    Expr,
    Id,
    Name,
    OptionRef,
    PlainText,
    Wild,
    keyed,
    made,
    needed,
    said_of,
    section,
    shared,
)
from rulesets.vocabulary.budget import Action, Cost, Declaration, Pool, Power, Reaction, Resource, Tally
from rulesets.vocabulary.checks import CheckRule
from rulesets.vocabulary.harm import Pipeline, RelationRule, RollRule, StateKeys, StateRule, Track
from rulesets.vocabulary.incoming import ImportRule
from rulesets.vocabulary.inputs import Input
from rulesets.vocabulary.rounds import DeckRule, DelayRule, OrderRule, Phase, PhaseKeys, ReadyRule
from rulesets.vocabulary.stages import RestRule, TriggerRule
from rulesets.vocabulary.values import FormulaRule, Stat, StatKeys, Table

_PLAIN = Entry()
"""A choice that is nothing but its word."""


class ChoiceKeys(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """One value of an option, and what it changes."""

    patch: dict[str, Any] = keyed(
        {},
        "Laid over the ruleset: tables merge by key, lists and values are replaced. A table laid over a "
        "list changes the entries with the ids it names; 'before' puts one before another.",
    )


class Choice(ChoiceKeys, frozen=True, kw_only=True, omit_defaults=True):
    """One value of an option as the rest of the program reads it."""

    value: str = made("")


class OptionKeys(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """A rule that tables play in different ways. The GM chooses a value for each encounter."""

    default: PlainText = shared(Common, "default", NODEFAULT)


class Option(OptionKeys, frozen=True, kw_only=True, omit_defaults=True):
    """A choice the GM has. An option is a patch on the ruleset, so no rule asks which one is set."""

    choices: tuple[Choice, ...] = made((), called="its choices")


class Preset(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """Several options that are set at once under one name."""

    options: dict[OptionRef, PlainText] = keyed({}, "Option → value.", called="its options")
    book: bool = keyed(
        False,
        "Whether it is as the printed book has it, which the ruleset itself differs from: where an encounter "
        "begins it is told in which options it is otherwise.",
        called="whether it is as the book has it",
    )


class Whole(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """What a whole ruleset says, as it is written and as it is compiled."""

    id: Id = needed("Lower case, digits, '-' and '_'; the same as the name of its folder.")
    version: str = keyed("1", "Version of the ruleset, as you like to count.", called="version")
    seconds: int = keyed(6, "Seconds of game time that one round takes.", ge=1, called="seconds in a round")
    surprise: Expr = keyed(
        "false",
        "Whether a surprise round opens the encounter.",
        examples=("some_aware and not all_aware",),
        called="when there is a surprise round",
    )
    effects_at: Literal["turn", "place", "count", "phase", "next-phase", "round"] = keyed(
        "turn",
        "When the rounds of an effect go down: when the slot it began on comes up; when the place it began "
        "at comes up, or the first one on the same count; in the phase that ticks, at once or from the next "
        "round on; or when the round is over.",
        called="when effects count down",
    )
    effects_of: Literal["", "by", "active"] = keyed(
        "",
        "Whose turns count for an effect of which that is not said: of whoever began it, or of whoever is "
        "active then. Left out: of whoever began it where the moment is named, otherwise of whoever is "
        "active.",
        called="whose turns count for effects",
    )
    effects_by_author: bool = keyed(
        False,
        "Effects of one name that several have begun on the same combatant are in force side by side: they "
        "count once, and each has its own rounds, its own save and its own author. False: the new one takes "
        "the place of the old one. Those with a size are always one.",
        called="whether effects of several stand side by side",
    )
    side_of: Expr = keyed(
        "",
        "The side somebody rolls and declares with; left out: its side. Who cannot talk to the others can be "
        "a side of its own.",
        examples=("id if separated else side",),
        called="whose side somebody is on",
    )
    owner: Expr = keyed(
        "",
        "Id of the combatant to whom somebody belongs: a lair, something summoned. The functions that begin "
        "with 'owner_' ask that one; '' is nobody.",
        examples=("summoner",),
        called="to whom somebody belongs",
    )
    immune: Condition = keyed(
        "",
        "Who cannot be in a state or under an effect: asked of the combatant, with its name as 'state'.",
        examples=("state in immunities",),
        called="who is immune",
    )
    act_roll: Expr = keyed(
        "",
        "Die code of an action with a skill, over 'skill': where wounds and further actions take dice.",
        called="what actions are rolled with",
    )
    act_least: Expr = keyed(
        "",
        "The least die code that can be rolled; 'D' is one die. An action that leaves less is refused.",
        called="least roll of an action",
    )
    act_cite: str = keyed(
        "",
        "Where it stands that nothing below the least can be rolled: that refusal is no rule of the action.",
        called="where the least roll stands",
    )
    stats: Mapping[Name, StatKeys] = section({}, "stat", "Stat", "Stats of a combatant.")
    orders: dict[Id, OrderRule] = section({}, "order", "Order", "Orders of slots.")
    decks: dict[Id, DeckRule] = section({}, "deck", "Deck", "Decks of cards that are drawn in place of dice.")
    phases: Mapping[Id, PhaseKeys] | tuple[Phase, ...] = section(
        {}, "phase", "Phase", "Phases, in their order."
    )
    pools: dict[Id, Pool] = section({}, "pool", "Budget", "What a turn holds: actions, points.")
    tallies: dict[Id, Tally] = section({}, "tally", "Count", "What is counted up.")
    costs: dict[Id, Cost] = section({}, "cost", "Type of action", "Types of action.")
    actions: dict[Id, Action] = section({}, "action", "Action", "The catalogue.")
    powers: dict[Id, Power] = section(
        {}, "power", "Power", "Acts of a combatant's own that are spent when done."
    )
    reactions: dict[Id, Reaction] = section(
        {}, "reaction", "Reaction", "What can be done outside the own turn."
    )
    declarations: dict[Id, Declaration] = section({}, "declaration", "Declaration", "What can be declared.")
    rolls: dict[Id, RollRule] = section({}, "roll", "Kind of roll", "Kinds of rolls that are marked.")
    states: Mapping[Id, StateKeys] = section(
        {}, "state", "State", "What can hold of a combatant for a while."
    )
    relations: dict[Id, RelationRule] = section({}, "relation", "Tie", "Ties between opponents.")
    delay: DelayRule | None = section(None, "delay", "Delaying", "Delaying; left out: nobody can.")
    ready: ReadyRule | None = section(None, "ready", "Readying", "Readying; left out: nobody can.")
    tracks: dict[Id, Track] = section({}, "track", "Track", "Condition tracks.")
    pipelines: dict[Id, Pipeline] = section({}, "pipeline", "Sheet", "What damage, healing and the like do.")
    checks: dict[Id, CheckRule] = section(
        {}, "check", "Roll asked for", "Rolls asked for now and answered later."
    )
    tables: dict[Id, Table] = section({}, "table", "Table", "Tables for formulas.")
    formulas: dict[Id, FormulaRule] = section({}, "formula", "Formula", "Formulas for players.")
    resources: dict[Id, Resource] = section({}, "resource", "Points", "Points spent on rolls.")
    rests: dict[Id, RestRule] = section({}, "rest", "Rest", "What rests give back.")
    triggers: tuple[TriggerRule, ...] = section((), "trigger", "Event", "What happens at moments by itself.")
    imports: ImportRule | None = section(
        None, "import", "Import", "What creatures of other programs become; left out: a name, and notes."
    )
    options: Mapping[Id, OptionKeys] = section({}, "option", "Option", "Choices of the GM.")
    presets: dict[Id, Preset] = section({}, "preset", "Preset", "Several options under one name.")


class Rules(Whole, frozen=True, kw_only=True, omit_defaults=True, eq=False, weakref=True):
    """A whole ruleset, options applied. Two are told apart by identity; compare ``hash`` for content."""

    stats: dict[Name, Stat] = made({})
    states: dict[Id, StateRule] = made({})
    phases: tuple[Phase, ...] = made(())
    options: dict[Id, Option] = made({})
    hash: str = made("")
    options_set: dict[str, str] = made({})
    main_track: str = made("", called="main track")
    main_order: str = made("", called="main order")
    modified: frozenset[str] = made(frozenset())
    """Stats that tracks or states change."""
    implied: dict[Id, tuple[Id, ...]] = made({})
    """State → every state that it implies, directly or by another; only those that imply any."""
    plain_reaction: Id = made("")
    """What a reaction with a free name counts as."""
    implying: dict[Id, tuple[Id, ...]] = made({})
    """State → itself and every state that implies it; only those that others imply."""

    @property
    def wild(self) -> Wild:
        """What a 1 on the last die of a code means, whatever it is rolled for; '' if no die is wild."""
        rolls = (order.roll for order in self.orders.values() if order.roll is not None)
        return next((roll.wild for roll in rolls if roll.wild), "")

    @property
    def ends_effects(self) -> CheckRule | None:
        """The roll by which a save ends an effect, if the ruleset has one."""
        return next((check for check in self.checks.values() if check.ends_effects), None)

    @property
    def effects_stay(self) -> bool:
        """Whether an effect counts down at the place it began at, wherever its slot goes."""
        return self.effects_at in ("place", "count")

    @property
    def effects_come_up(self) -> bool:
        """Whether an effect counts down where somebody comes up, in turn or in place."""
        return self.effects_at == "turn" or self.effects_stay

    @property
    def effects_tick(self) -> bool:
        """Whether effects count down in a phase."""
        return self.effects_at in ("phase", "next-phase")


def in_turn(rules: Whole, rule: Declaration) -> bool:
    """Return whether something can be declared in the own turn: in a phase in which turns are taken."""
    phases = rules.phases
    acting = (
        {one.id for one in phases if one.activity == "act"}
        if isinstance(phases, tuple)
        else {name for name, one in phases.items() if one.activity == "act"}
    )
    return not acting.isdisjoint(rule.phases)


SECTIONS: Mapping[str, str] = {
    name: said["alias"] for name, said in said_of(Rules).items() if "section" in said
}
"""Parts of a ruleset that hold entries → what they are called in its text."""
CALLED: Mapping[str, str] = {
    name: said["called"] for name, said in said_of(Rules).items() if "section" in said
}
"""Parts of a ruleset → what people call one of their entries, or the only one that there is."""


def find_phase(rules: Rules, phase: str) -> Phase | None:
    """Return a phase by its id, or None."""
    for candidate in rules.phases:
        if candidate.id == phase:
            return candidate
    return None


def phases_of(rules: Rules, stage: str) -> list[Phase]:
    """Return the phases of the start, of the surprise round or of every round."""
    return [phase for phase in rules.phases if phase.when == stage]


def choices_of(rules: Rules, rule: Input | StatKeys) -> Mapping[str, Entry]:
    """Return what an input or a stat offers, by id: words, entries of a table, stats of a group."""
    if rule.type == "stat":
        return {name: stat for name, stat in rules.stats.items() if stat.group in rule.choices}
    if rule.table in rules.tables:
        return rules.tables[rule.table].entries
    return dict.fromkeys(rule.choices, _PLAIN)
