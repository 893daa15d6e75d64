"""How much something makes the program do, counted: the same on every machine, however busy it is."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import ParamSpec

P = ParamSpec("P")


def calls(act: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> int:
    """Return how many functions are called, of Python's and of built-in ones, while ``act`` is done."""
    counted = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal counted
        counted += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        act(*args, **kwargs)
    finally:
        sys.setprofile(before)
    return counted
