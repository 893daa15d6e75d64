"""What a ruleset has rolled without saying against which number: the game master says what comes of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from rulesets.vocabulary import AskStage, Rules


def rolls_without_number(rules: Rules) -> dict[str, str]:
    """Return label → rule of every roll that is asked for with no number to reach."""
    found: dict[str, str] = {}
    for stage in _asking(rules):
        rule = rules.checks[stage.ask]
        if not (stage.against or rule.against or rule.answers):
            found.setdefault(rule.label or stage.ask, stage.cite or rule.cite)
    return found


def _asking(part: object) -> Iterator[AskStage]:
    """Yield every stage inside of a part of a ruleset that asks for a roll."""
    if isinstance(part, AskStage):
        yield part
    elif isinstance(part, Struct):
        for name in part.__struct_fields__:
            yield from _asking(getattr(part, name))
    elif isinstance(part, Mapping):
        for each in part.values():
            yield from _asking(each)
    elif isinstance(part, tuple | list):
        for each in part:
            yield from _asking(each)
