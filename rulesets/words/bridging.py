"""Words for both sides of a change of rules."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rulesets.vocabulary import SECTIONS, Rules


def bridging(old: Rules, new: Rules) -> Rules:
    """Return rules that have the entries of both: only for looking up what things are called."""
    named = [name for name in SECTIONS if isinstance(getattr(new, name), dict)]
    tables: dict[str, Any] = {name: {**getattr(old, name), **getattr(new, name)} for name in named}
    ids = {phase.id for phase in new.phases}
    tables["phases"] = (*new.phases, *(phase for phase in old.phases if phase.id not in ids))
    return replace(new, **tables)
