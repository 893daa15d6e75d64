"""Where a ruleset is written in another way than it is compiled: only the difference stands here.

Short ways of writing, which are the same once they are read, are those of :mod:`rulesets.reading.shorthands`.
"""

from typing import Any, ClassVar

from rulesets.vocabulary.base import Common, Id, Kinds, Name, keyed, made, needed, shared
from rulesets.vocabulary.harm import StateKeys
from rulesets.vocabulary.rounds import PhaseKeys
from rulesets.vocabulary.stages import TriggerRule
from rulesets.vocabulary.values import StatKeys
from rulesets.vocabulary.whole import ChoiceKeys, OptionKeys, Whole


class WrittenStat(StatKeys, frozen=True, kw_only=True, omit_defaults=True):
    """What is known of a combatant: filled in, with a default, or worked out by a formula.

    A stat may be written as its bare value: 'luck = 1'.
    """

    bare: ClassVar[str] = "value"

    value: Any = keyed(
        None,
        "A number, 'true' or 'false' is the default of what is filled in. A text is a formula that works "
        "the stat out. For type code a die code such as '3D+2' is a default, too; for type text every "
        "text is. Left out: nothing is known until somebody fills it in.",
        after="cite",
    )
    kinds: Kinds = shared(Common, "kinds", after="value")


class WrittenTrigger(TriggerRule, frozen=True, kw_only=True, omit_defaults=True):
    """Something that happens by itself at a [moment](#moments)."""

    id: str = shared(Common, "id", after="cite")


class WrittenOption(OptionKeys, frozen=True, kw_only=True, omit_defaults=True):
    """A rule that tables play in different ways. The GM chooses a value for each encounter."""

    values: dict[str, ChoiceKeys] = needed("The values, compared as texts.")


class Ruleset(Whole, frozen=True, kw_only=True, omit_defaults=True):
    """A whole ruleset as it is written."""

    extends: str = keyed(
        "",
        "Id of the ruleset that this one builds on; what is written here lies over it, by ids.",
        after="id",
    )
    without: tuple[str, ...] = keyed(
        (),
        "What of that ruleset is left out: an entry, such as 'action.charge', something inside of one "
        "('cost.standard.in_phase'), an entry of a list by its id ('pipeline.damage.does.armor'), or a "
        "whole section ('ready').",
        after="extends",
    )
    stats: dict[Name, WrittenStat] = made({})
    states: dict[Id, StateKeys] = made({})
    phases: dict[Id, PhaseKeys] = made({})
    triggers: tuple[WrittenTrigger, ...] = made(())
    options: dict[Id, WrittenOption] = made({})
