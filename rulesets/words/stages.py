"""Stages of a pipeline: a sentence each for the sheet that shows every number, a few words for the log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulesets.table.outcome import StageResult
from rulesets.vocabulary import Pipeline
from rulesets.words.filling import small
from rulesets.words.logbook import BRIEF, LINES, STAGES
from rulesets.words.terms import Terms

FIELDS = ("id", "label", "verb", "number", "before", "after", "left", "name")


def stage(terms: Terms, result: StageResult | Mapping[str, Any], pipeline: str = "") -> str:
    """Return the sentence of a stage; one from the log has no label, so it is looked up in its pipeline."""
    facts = _facts(result)
    if not facts.get("label"):
        facts["label"] = terms.stage(str(facts.get("id") or ""), pipeline)
    verb = str(facts.get("verb") or "state")
    return terms.say(STAGES.get(verb, STAGES["state"]), _params(terms, facts))


def stages_in_brief(terms: Terms, rule: Pipeline | None, results: Sequence[Mapping[str, Any]]) -> str:
    """Return the numbers that a pipeline changed, in one line; what changed nothing is left out."""
    parts = [in_brief(terms, result) for result in results if counts(result)]
    return terms.listed(parts, most=len(parts))


def in_brief(terms: Terms, result: Mapping[str, Any]) -> str:
    """Return a stage in a few words: 'DR 2', 'hit points 22 → 6'."""
    facts = _facts(result)
    facts["label"] = terms.stage(str(facts.get("id") or ""))
    return terms.say(BRIEF[str(facts["verb"])], _params(terms, facts))


def counts(result: Mapping[str, Any]) -> bool:
    """Return whether a stage's number belongs into a log line."""
    verb = result["verb"]
    if verb in ("reduce", "scale"):
        return bool(result["number"])
    return verb in BRIEF and verb != "track" and result["before"] != result["after"]


def track_line(terms: Terms, who: str, result: Mapping[str, Any], pipeline: str) -> str:
    """Return the line of a stage that moved along a track: which rule did it, and from where to where.

    ``who`` is how the line calls whom it happened to; '' if the title says so.
    """
    params = _params(terms, _facts(result))
    params["label"] = terms.stage(str(result["id"]), pipeline)
    params["who"] = who
    return terms.say(LINES["stage-track"], params)


def _facts(result: StageResult | Mapping[str, Any]) -> dict[str, Any]:
    if isinstance(result, StageResult):
        return {name: getattr(result, name) for name in FIELDS}
    return dict(result)


def _params(terms: Terms, facts: Mapping[str, Any]) -> dict[str, Any]:
    verb, name = facts.get("verb"), str(facts.get("name") or "")
    params = dict(facts)
    if verb == "track":
        params["before"] = terms.step(name, int(facts.get("before") or 0))
        params["after"] = terms.step(name, int(facts.get("after") or 0))
        params["name"] = terms.track(name)
    elif verb == "pool":
        params["name"] = terms.pool(name)
    elif name:
        params["name"] = terms.stat(name)
    stat = terms.rules.stats.get(str(facts.get("id")))
    params["short"] = (stat.short if stat is not None else "") or small(str(facts.get("label") or ""))
    return params
