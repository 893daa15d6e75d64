"""Every model there is, by name: what the contests of ``tests/soak.py`` and of the tests are played with."""

from __future__ import annotations

from tests.models import intentions, segments
from tests.models.contest import Factory

MODELS: dict[str, Factory] = {
    "intentions": intentions.fight,
    "segments": segments.fight,
}
"""Name of the module → what makes its models; whoever writes a model enters it here."""
