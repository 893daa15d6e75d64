"""What is said once for several: entries and stages that come in kinds are written out, one for each kind.

It is done with the raw tables, so that whatever is found in one of them is told at the line of all.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from rulesets.formula.fuzzy import did_you_mean
from rulesets.formula.work import SECTION, Work
from rulesets.reading.layers import Origins
from rulesets.reading.problems import Loc

KINDS, PLACE = "kinds", "{kind}"
NO_KINDS = f"{PLACE!r} is filled in where there are 'kinds' beside it"
"""What is told where something that should have been filled in stands there as it was written."""
_READ = frozenset({"label", "text", "needs_text"})
"""Keys in which the place stands for what people read of the kind, and not for its id."""
JOINED = {"stat": "_", "action": "-", "reaction": "-", "check": "-"}
"""Section whose entries are written out → what joins id and kind."""
Complain = Callable[[Loc, str, str], None]


class Kind(NamedTuple):
    """One of the kinds: its id, and what people read of it."""

    id: str
    label: str
    short: str


class Spread:
    """Writes out what comes in kinds."""

    def __init__(self, raw: dict[str, Any], origins: Origins, work: Work, complain: Complain) -> None:
        """Look through ``raw``; ``origins`` learns where each that is written out stands.

        ``work`` is what writing out is paid from: a step for every letter.
        """
        self._raw, self._origins, self._work, self._complain = raw, origins, work, complain

    def all(self) -> set[Loc]:
        """Write out entries and stages, and name the kinds of states that are the entries of a table.

        Return the places of the entries that were written out.
        """
        states = self._raw.get("state")
        for name, state in states.items() if isinstance(states, dict) else ():
            if isinstance(state, dict) and isinstance(state.get(KINDS), str):
                state[KINDS] = {kind.id: kind.label for kind in self._kinds(("state", name), state)}
        self._states_besides(states if isinstance(states, dict) else {})
        found: set[Loc] = set()
        for section in JOINED:
            several = self._raw.get(section)
            if isinstance(several, dict) and any(_comes_in_kinds(entry) for entry in several.values()):
                found |= {(section, name) for name in self._entries(section, several)}
        for section, entries in self._raw.items():
            if section != "option":  # what a patch holds has been laid over the others
                self._lists(entries, (section,))
        return found

    def _states_besides(self, states: dict[str, Any]) -> None:
        """Let a state that is written besides its kinds have what it does not say itself from them."""
        several = {name: state for name, state in states.items() if _comes_in_kinds(state)}
        for name, state in several.items():
            for ident, label in state[KINDS].items() if isinstance(state[KINDS], dict) else ():
                own = states.get(f"{name}-{ident}")
                if not isinstance(own, dict) or _comes_in_kinds(own):
                    continue
                self._work.spend(len(str(state)), SECTION, "state")
                kind = label if isinstance(label, str) and label else ident
                for key in [key for key in state if key != KINDS and key not in own]:
                    value = state[key]
                    named = key == "label" and isinstance(value, str)
                    own[key] = value.replace(PLACE, kind) if named else copy.deepcopy(value)
                    self._origins.note(own, key, self._origins.spot(self._raw, ("state", name, key)))

    def _entries(self, section: str, entries: dict[str, Any]) -> set[str]:
        """Write out the entries of a section in place, and return the names of those that come of it."""
        found: dict[str, Any] = {}
        spots: dict[str, Any] = {}
        for name, entry in entries.items():
            if not _comes_in_kinds(entry):
                found.setdefault(name, entry)
                continue
            for kind in self._kinds((section, name), entry):
                one = f"{name}{JOINED[section]}{kind.id}"
                found[one] = _written_out(entry, kind)
                spots[one] = self._origins.spot(self._raw, (section, name))
        for name, entry in entries.items():  # one of them that is written besides differs in what it says
            if name in spots:
                own = entry if isinstance(entry, dict) else {"value": entry}
                found[name] = {**found[name], **own} if name in found else entry
        entries.clear()
        entries.update(found)
        for name, spot in spots.items():
            self._origins.note(entries, name, spot)
        return {*spots}

    def _lists(self, node: Any, loc: Loc) -> None:
        """Write out the stages of every list below a place."""
        if isinstance(node, dict):
            for key, inner in node.items():
                self._lists(inner, (*loc, key))
        if not isinstance(node, list):
            return
        if any(isinstance(entry, dict) and _comes_in_kinds(entry) for entry in node):
            self._stages(node, loc)
        for place, entry in enumerate(node):
            self._lists(entry, (*loc, place))

    def _stages(self, stages: list[Any], loc: Loc) -> None:
        spots = [self._origins.spot(self._raw, (*loc, place)) for place in range(len(stages))]
        found: list[Any] = []
        for place, (stage, spot) in enumerate(zip(stages, spots, strict=True)):
            several = [stage]
            if isinstance(stage, dict) and _comes_in_kinds(stage):
                several = [_written_out(stage, kind) for kind in self._kinds((*loc, place), stage)]
            for one in several:
                found.append(one)
                if isinstance(one, dict):
                    self._origins.note_entry(stages, one, spot)
        stages[:] = found

    def _kinds(self, loc: Loc, entry: Mapping[str, Any]) -> Iterator[Kind]:
        """Yield the kinds of an entry, in their order."""
        size = len(str(entry))
        for kind in self._named(loc, entry[KINDS]):
            self._work.spend(size, SECTION, str(loc[0]))
            yield kind

    def _named(self, loc: Loc, kinds: Any) -> Iterator[Kind]:
        if isinstance(kinds, dict):
            for ident, label in kinds.items():
                yield Kind(ident, label if isinstance(label, str) and label else ident, "")
            return
        tables = self._raw.get("table")
        known = {
            name: table["entries"]
            for name, table in (tables.items() if isinstance(tables, dict) else ())
            if isinstance(table, dict) and isinstance(table.get("entries"), dict)
        }
        if kinds not in known:
            message = f"There is no table {kinds!r} with entries that the kinds could be."
            self._complain((*loc, KINDS), message, did_you_mean(str(kinds), known))
        for ident, one in known.get(str(kinds), {}).items():
            given = one if isinstance(one, dict) else {}
            yield Kind(ident, str(given.get("label", ident)), str(given.get("short", "")))


def _comes_in_kinds(entry: Any) -> bool:
    kinds = entry.get(KINDS) if isinstance(entry, dict) else None
    return isinstance(kinds, str | dict) and bool(kinds)


def _written_out(entry: Mapping[str, Any], kind: Kind) -> dict[str, Any]:
    """Return what an entry says of one of its kinds."""
    found = {key: _filled_in(value, kind, key) for key, value in entry.items() if key != KINDS}
    if isinstance(entry.get("id"), str) and found["id"] == entry["id"]:
        found["id"] = f"{entry['id']}-{kind.id}"
    return found


def _filled_in(value: Any, kind: Kind, key: str) -> Any:
    if isinstance(value, str):
        word = kind.label if key in _READ else kind.short or kind.label if key == "short" else kind.id
        return value.replace(PLACE, word)
    if isinstance(value, dict) and _comes_in_kinds(value):
        return copy.deepcopy(value)  # of these kinds the place tells, once they are written out
    if isinstance(value, dict):
        return {
            _filled_in(inner, kind, ""): _filled_in(one, kind, str(inner)) for inner, one in value.items()
        }
    return [_filled_in(one, kind, key) for one in value] if isinstance(value, list) else copy.copy(value)
