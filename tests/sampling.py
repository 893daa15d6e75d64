"""What the quick run takes of a long list of values; ``dev.py test`` takes all of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def mostly_slow(values: Iterable[Any], *quick: Any) -> list[Any]:
    """Return parameters of which only those in ``quick`` are in the quick run."""
    return [value if value in quick else pytest.param(value, marks=pytest.mark.slow) for value in values]
