"""Phases of a round, and the moments at which things begin and end."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from rulesets.vocabulary.base import DeclarationRef, Entry, Formula, Model, OrderRef, PhaseRef, PoolRef, Text

At = Literal[
    "start", "join", "round", "phase", "turn", "act", "turn-end", "place-over", "declare", "rolled", "hit",
    "round-end", "encounter-end",
]  # fmt: skip


class NextDef(Model):
    """Turns of a phase in which somebody chooses who goes next.

    After every turn nobody is active until one is chosen among those who have still to act in the pass; the
    order of the phase only lists them. Sides that alternate: `choice = { from = "side != last_side", by =
    "side" }`. Whoever went last names the next one, and the last one of a round who opens the next round,
    perhaps itself: `choice = { by = "last" }`.
    """

    candidates: Formula = Field(
        default="true",
        alias="from",
        description="Who can be chosen, asked of each that has still to act in the pass. 'last_side' is the "
        "side of whoever went last ('' while nobody has), 'went_last' says that it was the one asked: "
        '"side != last_side".',
    )
    otherwise: Formula = Field(
        default="true",
        description="Who can be chosen where 'from' holds for nobody, as when the other side has nobody "
        "left. By default everybody who has still to act; with false nobody: what is left of the pass is "
        "skipped.",
    )
    by: Literal["last", "side", "gm"] = Field(
        default="gm",
        description="Who chooses: the one who went last, the side whose members can be chosen, or the GM. "
        "The GM also stands in for one who is out of the fight, at the very first turn, and where members of "
        "several sides can be chosen.",
    )
    opens: Literal["choice", "side", "order"] = Field(
        default="choice",
        description="Who goes first while nobody has gone: one is chosen like any other, one is chosen of "
        "the side that stands at the top of the phase's order, or whoever stands at the top begins. Give the "
        "order a roll to let dice say who opens.",
    )
    anew: bool = Field(
        default=False,
        description="Every time the phase begins it opens like the first time. Left out, the choice goes on "
        "over the end of the round: the last one of a round counts as the one before the first of the next.",
    )
    alone: Literal["begins", "asks"] = Field(
        default="begins",
        description="If only one can be chosen, its turn begins by itself, or it is asked for all the same.",
    )


class PhaseDef(Entry):
    """A part of the round in which one thing is done. Phases run in the order in which they are written.

    At least one phase needs the activity 'act': in it combatants take turns, in the order it names.
    """

    activity: Literal["roll", "declare", "act", "tick"] = Field(
        description="What is done in it: an order is rolled, combatants declare, take turns, or effects "
        "count down "
        "('tick')."
    )
    order: OrderRef = Field(default="", description="The order it walks over. Needed but for 'tick'.")
    when: Literal["start", "opening", "round"] = Field(
        default="round", description="Once before everything, in the surprise round, or in every round."
    )
    who: Formula = Field(default="true", description="Who takes part.")
    passes: Text = Field(
        default="", description="Name of one pass if passes repeat while anybody is eligible ('segment')."
    )
    closes: Literal["auto", "gm", "roll"] = Field(
        default="auto", description="By itself, when the GM says so, or with the roll of its order."
    )
    listed: Literal["turn", "act"] = Field(
        default="turn", description="A turn counts as taken from its beginning, or from its act."
    )
    forgo: dict[PoolRef, int] = Field(
        default_factory=dict, description="Pools that a turn ended without an act loses, and how much."
    )
    forgo_flag: str = Field(default="", description="What the GM is told then ('lost-action').")
    declaration: DeclarationRef = Field(
        default="", description="Declaration that is meant when none is named."
    )
    explicit: bool = Field(
        default=False,
        description="Declaring ends when the combatant says so; otherwise with its declaration.",
    )
    any_order: bool = Field(
        default=False, description="Whoever has not yet gone may go now, whatever the order."
    )
    choice: NextDef | None = Field(
        default=None,
        description="Of an acting phase: turns do not follow the order, somebody chooses who goes next.",
    )
    free_sides: Literal["", "npc", "pc"] = Field(
        default="", description="Of sides made up of that kind alone, members declare in any order."
    )
    rolls: OrderRef = Field(
        default="", description="By closes = 'roll': the order that is rolled, if it is not its own."
    )
    first: Formula = Field(
        default="", description="Slots with a higher value go before all others in every pass (haste)."
    )
    sealed: bool = Field(
        default=False,
        description="What is declared is shown to nobody before the phase is over. In which order people "
        "declare is another matter: 'any_order'.",
    )
    late: DeclarationRef = Field(
        default="", description="Declaration of whoever has not declared in time ('hesitate')."
    )
    count_off: int = Field(
        default=0, ge=0, le=600, description="Seconds after which one who declares is late; 0: no hurry."
    )
    next_label: Text = Field(default="", description="What the large button says in it: 'Next turn'.")


class MomentDef(Model):
    """When a state begins or ends by itself: see [moments](#moments)."""

    at: At = Field(description="The moment.")
    phase: PhaseRef = Field(
        default="", description="Only in this phase (turn, act), or at the beginning of this phase."
    )
    condition: Formula = Field(default="", alias="if", description="Only if this holds.")
