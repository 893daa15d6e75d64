"""What one dialog hands over to the damage sheet that comes after it."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct


class ToSheet(Struct, frozen=True):
    """What the damage sheet is opened with."""

    pipeline: str
    targets: tuple[str, ...]
    by: str
    amount: int | str | None = None
    """What stands in the field of the amount: a number, dice that are still to be thrown, or nothing."""
    ticked: tuple[str, ...] = ()
    """Inputs that are ticked already: that a hit is a critical one."""
    times: int = 2
    """By what a critical one multiplies the damage."""
    told: Mapping[str, str] = {}
    """What is chosen already: by which special attack it was hit."""
    about: str = ""
    """Why the amount is what it is, in words."""
