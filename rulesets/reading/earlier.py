"""Rulesets inside of encounters that were begun when the vocabulary was spelled otherwise.

The text stays as its author wrote it; its tables are respelled once the layers and options are laid. Only
encounters bring such texts, and each says of which version of encounter files its spelling is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

Tables = dict[str, Any]


def respell(raw: Tables, spelling: int) -> None:
    """Spell the tables of a whole ruleset as today, in place; ``spelling`` is the version they are of."""
    for version, step in _STEPS.items():
        if spelling <= version:
            step(raw)


def _entries(raw: Tables, section: str) -> Iterator[Tables]:
    entries = raw.get(section)
    for entry in entries.values() if isinstance(entries, dict) else ():
        if isinstance(entry, dict):
            yield entry


# -- to version 4 ----------------------------------------------------------------------------------


def _by_stages(raw: Tables) -> None:
    """What costs, reactions and declarations count up, set and begin is what they do."""
    for cost in _entries(raw, "cost"):
        forced = cost.pop("forced", {})
        adds = cost.pop("adds", {})
        if forced:
            cost["on_top"] = True
        for tally, amount in adds.items():
            _do(cost, {"if": "not on_top"} if tally in forced else {}, tally=tally, by=amount)
        for tally, amount in forced.items():
            _do(cost, {"if": "on_top"}, tally=tally, by=amount)
    for reaction in _entries(raw, "reaction"):
        done = reaction.pop("does", [])
        for tally, amount in reaction.pop("adds", {}).items():
            _do(reaction, {"if": "not spare and not covered"}, tally=tally, by=amount)
        _set_and_begin(raw, reaction, {"if": "not covered"})
        if done:
            reaction.setdefault("does", []).extend(done)
    for declaration in _entries(raw, "declaration"):
        adds = declaration.pop("adds", {})
        sets = declaration.get("sets", {})
        declaration["sets"] = {key: value for key, value in sets.items() if key not in adds}
        begin = declaration.pop("begin", [])
        _set_and_begin(raw, declaration, {})
        for tally, amount in adds.items():
            _do(declaration, {}, tally=tally, by=amount)
        if begin:
            _do(declaration, {}, begin=begin)
    for resource in _entries(raw, "resource"):
        if "adds" in resource:
            resource["code"] = resource.pop("adds")


def _set_and_begin(raw: Tables, entry: Tables, head: Mapping[str, Any]) -> None:
    for target, value in entry.pop("sets", {}).items():
        verb = "pool" if target in raw.get("pool", {}) else "tally"
        _do(entry, head, **{verb: target, "to": value})
    begin = entry.pop("begin", [])
    if begin:
        _do(entry, {}, begin=begin)


def _do(entry: Tables, head: Mapping[str, Any], **stage: Any) -> None:
    entry.setdefault("does", []).append({**head, **stage})


def _inputs_alike(raw: Tables) -> None:
    """Declarations have inputs, too, and the default of every input is a formula."""
    for declaration in _entries(raw, "declaration"):
        inputs = declaration.pop("fields", {})
        if inputs:
            declaration["inputs"] = inputs
        if "once" in declaration:
            declaration["once"] = "phase" if declaration["once"] else ""
        for one in inputs.values():
            one.setdefault("type", "text")
            if one["type"] == "number" and not one.get("needed") and one.get("default", "") == "":
                one["default"] = 0
    for pipeline in _entries(raw, "pipeline"):
        for one in pipeline.get("inputs", {}).values():
            if isinstance(one.get("default"), str):
                one["default"] = _quoted(one["default"])


def _quoted(text: str) -> str:
    """Return the formula of a text; '' for none."""
    return repr(text) if text else ""


def _to_version_4(raw: Tables) -> None:
    _by_stages(raw)
    _inputs_alike(raw)


_STEPS: Mapping[int, Callable[[Tables], None]] = {3: _to_version_4}
"""Version of encounter files → what brings a ruleset of that spelling, or an earlier one, up to date."""
EARLIER: Mapping[tuple[str, str], str] = {
    ("cost", "adds"): "write what it does: does = [{ tally = ..., by = ... }]",
    ("cost", "forced"): 'write on_top = true and does = [{ if = "on_top", tally = ..., by = 1 }]',
    ("reaction", "adds"): 'write what it does: does = [{ if = "not spare", tally = ..., by = ... }]',
    ("reaction", "sets"): "write what it does: does = [{ pool = ..., to = ... }]",
    ("reaction", "begin"): "write what it does: does = [{ begin = [...] }]",
    ("declaration", "adds"): "write what it does: does = [{ tally = ..., by = ... }]",
    ("declaration", "sets"): "write what it does: does = [{ pool = ..., to = ... }]",
    ("declaration", "begin"): "write what it does: does = [{ begin = [...] }]",
    ("declaration", "fields"): "write inputs, and type = 'text' for what is a text",
    ("resource", "adds"): "write code = ...",
}
"""(section, key of its entries) that was → how it is written now."""
