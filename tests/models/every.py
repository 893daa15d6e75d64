"""Every model there is, by name: what the contests of ``tests/soak.py`` and of the tests are played with."""

from __future__ import annotations

from tests.models import cards, counts, dnd5e, intentions, passes, pf2e, segments, shots
from tests.models.contest import Factory

MODELS: dict[str, Factory] = {
    "cards": cards.fight,
    **{f"counts {ruleset}": counts.fight(ruleset) for ruleset in counts.SYSTEMS},
    "dnd5e": dnd5e.fight,
    "intentions": intentions.fight,
    "passes": passes.fight,
    "pf2e": pf2e.fight,
    "segments": segments.fight,
    "shots": shots.fight,
}
"""Name of the module, with the ruleset where it has several → what makes its models; whoever writes a model
enters it here."""
