"""What a ruleset has rolled without saying against which number: the game master says what comes of it."""

from __future__ import annotations

from rulesets.engine.index import stages_in
from rulesets.vocabulary import AskStage, Rules


def rolls_without_number(rules: Rules) -> dict[str, str]:
    """Return label → rule of every roll that is asked for with no number to reach."""
    found: dict[str, str] = {}
    for stage in stages_in(rules):
        if not isinstance(stage, AskStage):
            continue
        rule = rules.checks[stage.ask]
        if not (stage.against or rule.against or rule.answers):
            found.setdefault(rule.label or stage.ask, stage.cite or rule.cite)
    return found
