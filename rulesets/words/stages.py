"""Stages of a pipeline in the words of the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulesets.table.told import StageTold
from rulesets.words.filling import small
from rulesets.words.logbook import BRIEF, LINES
from rulesets.words.terms import Terms


def stages_in_brief(terms: Terms, results: Sequence[StageTold]) -> str:
    """Return the numbers that a pipeline changed, in one line; what changed nothing is left out."""
    parts, used_up = [], False
    for result in (one for one in results if _counts(one)):
        params = _params(terms, result, terms.stage(result.id))
        if used_up and result.verb == "gain" and not result.before:
            params["beyond"] = result.after  # what goes on behind 0: '10 → 0, 3 below 0'
        parts.append(terms.say(BRIEF[result.verb], params))
        used_up = result.verb == "absorb" and not result.after
    return terms.listed(parts, most=len(parts))


def track_line(terms: Terms, who: str, result: StageTold, pipeline: str) -> str:
    """Return the line of a stage that moved along a track: which rule did it, and from where to where.

    ``who`` is how the line calls whom it happened to; '' if the title says so.
    """
    params = _params(terms, result, terms.stage(result.id, pipeline))
    return terms.say(LINES["stage-track"], {**params, "who": who})


def _counts(result: StageTold) -> bool:
    """Return whether a stage's number belongs into a log line."""
    if result.verb in ("reduce", "scale"):
        return bool(result.number)
    return result.verb in BRIEF and result.verb != "track" and result.before != result.after


def _params(terms: Terms, result: StageTold, label: str) -> dict[str, Any]:
    name = result.name
    params: dict[str, Any] = {"label": label, "number": result.number, "name": name}
    params |= {"before": result.before, "after": result.after}
    if result.verb == "scale" and result.number < 0:
        params["more"] = -result.number
    if result.verb == "track":
        params["before"] = terms.step(name, int(result.before))
        params["after"] = terms.step(name, int(result.after))
        params["name"] = terms.track(name)
    elif result.verb == "pool":
        params["name"] = terms.pool(name)
    elif result.verb == "size":
        params["name"] = terms.state(name)
    elif name:
        params["name"] = terms.stat(name)
    stat = terms.rules.stats.get(result.id)
    params["short"] = (stat.short if stat is not None else "") or small(label)
    return params
