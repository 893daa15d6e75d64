"""What the quick run takes of a long list of values; ``dev.py test`` takes all of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def mostly_slow(values: Iterable[Any], *quick: Any) -> list[Any]:
    """Return parameters of which only those in ``quick`` are in the quick run."""
    return [value if value in quick else pytest.param(value, marks=pytest.mark.slow) for value in values]


def slow_tests_run(config: pytest.Config) -> bool:
    """Return whether slow tests run, too: all that is not asked for the quick ones alone."""
    return "not slow" not in config.option.markexpr
