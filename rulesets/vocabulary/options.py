"""Options of a ruleset: each value is a patch, so no rule asks which one is set."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from rulesets.vocabulary.base import Entry, OptionRef, PlainText


class ChoiceDef(Entry):
    """One value of an option, and what it changes."""

    patch: dict[str, Any] = Field(
        default_factory=dict,
        description="Laid over the ruleset: tables merge by key, lists and values are replaced. A table laid "
        "over a list changes the entries with the ids it names; 'before' puts one before another.",
    )


class OptionDef(Entry):
    """A rule that tables play in different ways. The GM chooses a value for each encounter."""

    default: PlainText = Field(description="Value when nothing else is chosen.")
    values: dict[str, ChoiceDef] = Field(description="The values, compared as texts.")


class PresetDef(Entry):
    """Several options that are set at once under one name."""

    options: dict[OptionRef, PlainText] = Field(default_factory=dict, description="Option → value.")
