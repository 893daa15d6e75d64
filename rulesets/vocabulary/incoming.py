"""What other programs write, by the names of the field, and which stats a ruleset makes of it."""

from typing import Annotated, Literal

from rulesets.vocabulary.base import (
    Entry,
    Expr,
    Keyed,
    Several,
    StatOrTrackRef,
    StatRef,
    Text,
    keyed,
    shared,
)

Family = Literal["3.5", "pf1", "pf2", "5e", "saga"]
"""Games whose stat blocks are told apart by how they are written."""
Length = Literal["feet", "squares", "meters"]

ABILITIES = ("str", "dex", "con", "int", "wis", "cha")
VALUES: dict[str, str] = {
    **dict.fromkeys(ABILITIES, "ability score; a creature without that ability ('—', null, 0) has 10"),
    **{f"save_{name}": "bonus of the saving throw with that ability, as printed" for name in ABILITIES},
    "save_fort": "bonus of the Fortitude save of 3.5 and its kin",
    "save_ref": "bonus of the Reflex save of 3.5 and its kin",
    "save_will": "bonus of the Will save of 3.5 and its kin",
    "defense_ref": "Reflex Defense: a number to be reached",
    "defense_fort": "Fortitude Defense",
    "defense_will": "Will Defense",
    "max_hp": "hit points when unhurt",
    "hp": "hit points now, not below 0; left out: unhurt",
    "temp_hp": "temporary hit points",
    "ac": "armor class",
    "perception": "bonus on Perception of Pathfinder 2",
    "initiative": "bonus on initiative, everything in it",
    "init_extra": "bonus on initiative that comes on top of the Dexterity modifier",
    "speed": "speed, in what `speed_unit` says",
    "speed_unit": "text: 'feet', 'squares' or 'meters'",
    "bab": "base attack bonus",
    "level": "level, or number of Hit Dice",
    "heroic": "1 or 0: whether it has levels of heroic classes",
    "size": "text: 'fine' to 'colossal', in lower case",
    "threshold": "damage threshold",
    "sr": "shield rating",
    "force_points": "Force Points",
    "condition": "steps down the condition track, 0 to 5",
}
"""Name of a value → what it is. Numbers, unless it says text."""
TEXTS = frozenset({"speed_unit", "size"})
"""Those that are texts."""


class ImportRule(Keyed, frozen=True, kw_only=True, omit_defaults=True):
    """What a creature of another program becomes. What has no place here goes into its notes.

    Formulas read what is known of the creature by [these names](#names-in-some-places), which hide stats
    that are called so; any other name is a stat of the combatant, as far as it is filled in already.
    """

    text: Text = shared(Entry, "text")
    families: tuple[Family, ...] = keyed(
        (),
        "Games whose numbers mean here what they mean there, the nearest first: for a file of one of them "
        "this ruleset is proposed.",
        examples=(["3.5", "pf1"],),
        called="games whose numbers it takes over",
    )
    stats: dict[StatOrTrackRef, Annotated[tuple[Expr, ...], Several()]] = keyed(
        {},
        "Stat → formulas, from top to bottom: the first one counts of which everything is known. What a "
        "later one works out, and is no value by itself, is marked as guessed. A stat of which none counts "
        "keeps its usual value. Of a track it is the step.",
        examples=({"armor": "ac - 10 - dex_mod", "fortitude": ["save_fort", "save_con"]},),
        called="how stats are filled in",
    )
    speed_unit: Literal["", Length] = keyed(
        "",
        "What `speed` is measured in; a square is 5 feet or 1.5 meters. Left out: as it is written.",
        called="what speed is measured in",
    )
    reductions: StatRef = keyed(
        "", "Stat that takes what is taken off damage.", called="where what comes off damage goes"
    )
    feats: tuple[str, ...] = keyed(
        (),
        "Feats that are taken over, as 'has()' asks for them: 'quick_draw' is whatever is called Quick Draw.",
        examples=(["quick_draw"],),
        called="feats that are taken over",
    )
