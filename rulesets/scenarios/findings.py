"""Findings: what is wrong with a case before it is played, and names in it that nothing has."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rulesets.formula.fuzzy import did_you_mean
from rulesets.reading.problems import Loc, listed


class Finding(Struct, frozen=True):
    """Something that is wrong with a case, and where in it."""

    at: Loc
    message: str
    hint: str = ""
    warning: bool = False
    """True if the case is played all the same."""

    def below(self, *at: str | int) -> Finding:
        """Return the same, found inside of ``at``."""
        return replace(self, at=(*at, *self.at))

    def hinted(self, hint: str) -> Finding:
        """Return the same with another hint."""
        return replace(self, hint=hint)

    def mildly(self) -> Finding:
        """Return the same as a warning."""
        return replace(self, warning=True)


def has(names: Iterable[str]) -> str:
    """Return ``there is 'a', 'b' or 'c'``, where that is short enough to help."""
    names = list(names)
    return f"there is {listed(names)}" if 0 < len(names) <= 12 else ""


def unknown_names(
    at: Loc,
    found: Iterable[Any],
    known: Collection[str],
    what: str,
    near: Collection[str] | None = None,
    *,
    places: bool = False,
) -> Iterator[Finding]:
    """Yield the names among ``found`` that nothing has, as warnings.

    Args:
        at: Where they stand.
        found: What is named; anything but texts is passed over.
        known: Every name there is.
        what: The sentence, with {name} for the name.
        near: Of the known ones those that somebody is likely to have meant; None is all.
        places: Whether each is found at its place in a list, and not under its name.
    """
    for place, name in enumerate(found):
        if isinstance(name, str) and name not in known:
            likely = known if near is None else near
            hint = did_you_mean(name, likely) or has(sorted(likely))
            yield Finding(
                (*at, place if places else name), f"{what.format(name=repr(name))}.", hint, warning=True
            )
