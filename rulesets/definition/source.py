"""The text of a ruleset with its options laid over it, and the places its problems point to."""

from __future__ import annotations

import copy
import re
import tomllib
from collections.abc import Callable, Mapping
from typing import Any

from rulesets.definition.lines import find_lines
from rulesets.definition.problems import Loc, Problem, RulesetError, did_you_mean, dotted, listed

_AT_LINE = re.compile(r"\s*\(at line (\d+), column \d+\)")
_SINGLE = frozenset({"delay", "ready", "type"})
"""Sections that are one table and not a table of entries."""
_UNWRITTEN = frozenset({"pay"})
"""Fields of a definition that have no key in the source: what is in them stands one level higher."""


def as_option(value: object) -> str:
    """Return an option's value as the text under which it is compared: true is 'true', 3 is '3'."""
    return str(value).lower() if isinstance(value, bool) else str(value)


class Source:
    """One ruleset while it is being read: raw tables, options, and all problems so far."""

    def __init__(self, text: str, name: str) -> None:
        """Parse ``text``; ``name`` is what problems call the file.

        Raises:
            RulesetError: if it is no TOML.
        """
        self.text, self.name = text, name
        self.problems: list[Problem] = []
        self.taken: set[Loc] = set()
        """Places of what was so wrong that it was left out."""
        self._lines: dict[Loc, int] | None = None
        self._origins: dict[Loc, Loc] = {}
        try:
            self.raw: dict[str, Any] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            match = _AT_LINE.search(str(error))
            line = int(match[1]) if match else text.count("\n") + 1
            message = f"This is not TOML: {_AT_LINE.sub('', str(error))}."
            raise RulesetError([Problem(name, line, "", message)]) from None
        except RecursionError:
            raise RulesetError(
                [Problem(name, 0, "", "The tables and lists are nested too deeply.")]
            ) from None
        self.options_set: dict[str, str] = {}

    # -- problems ----------------------------------------------------------------------------------

    def complain(self, loc: Loc, message: str, hint: str = "") -> None:
        """Add a problem at ``loc``, a place in the raw tables or in the definition made of them."""
        place = self.written(loc)
        problem = Problem(self.name, self.line(place), dotted(place), message, hint)
        if problem not in self.problems:
            self.problems.append(problem)

    def damaged(self, *loc: str | int) -> bool:
        """Return whether something was left out at ``loc`` or inside of it."""
        return any(place[: len(loc)] == loc for place in self.taken)

    def written(self, loc: Loc) -> Loc:
        """Return the place in the source for a place in the definition."""
        place: list[str | int] = []
        node: Any = self.raw
        for part in loc:
            if isinstance(node, dict):
                if (part in _UNWRITTEN and part not in node) or isinstance(part, int):
                    continue
                node = node.get(part)
            elif isinstance(node, list):
                if not isinstance(part, int) or part >= len(node):
                    break
                node = node[part]
            elif node is not None:
                break
            place.append(part)
        return tuple(place)

    def line(self, place: Loc) -> int:
        """Return the line of a place: its own, or that of the nearest table around it; 0 for none."""
        if self._lines is None:
            self._lines = find_lines(self.text)
        for length in range(len(place), 0, -1):
            origin = self._origins.get(place[:length])
            if origin is not None:
                place = (*origin, *place[length:])
                break
        return next((self._lines[place[:n]] for n in range(len(place), 0, -1) if place[:n] in self._lines), 0)

    # -- options -----------------------------------------------------------------------------------

    def choose(self, options: Mapping[str, object]) -> None:
        """Lay the patches of the chosen values over the raw tables; what is left out has its default."""
        known = self.raw.get("option")
        known = known if isinstance(known, dict) else {}
        for option in options:
            if option not in known:
                self.complain(
                    ("option", option), f"There is no option {option!r}.", did_you_mean(option, known)
                )
        for option, rule in known.items():
            if not isinstance(rule, dict) or not isinstance(rule.get("values"), dict):
                continue
            chosen = as_option(options[option]) if option in options else as_option(rule.get("default", ""))
            if chosen in rule["values"]:
                self._patch(option, chosen, rule["values"][chosen])
            elif option in options:
                message = f"The option {option!r} has no value {chosen!r}; it has {listed(rule['values'])}."
                self.complain(("option", option), message, did_you_mean(chosen, rule["values"]))
            self.options_set[option] = chosen

    def _patch(self, option: str, value: str, choice: Any) -> None:
        patch = choice.get("patch") if isinstance(choice, dict) else None
        if isinstance(patch, dict):
            origin: Loc = ("option", option, "values", value, "patch")

            def complain(loc: Loc, message: str, hint: str) -> None:
                self.complain((*origin, *loc), message, hint)

            merge(self.raw, patch, complain, self._origins, origin)


def merge(
    base: dict[str, Any],
    patch: dict[str, Any],
    complain: Callable[[Loc, str, str], None],
    origins: dict[Loc, Loc],
    origin: Loc,
    loc: Loc = (),
) -> None:
    """Lay ``patch`` over ``base`` in place: tables merge by key, lists and values are replaced.

    A table laid over a list changes single entries, by their ids (see :func:`_merge_list`).
    A table that is not there is only made if it is a whole new entry (with a label) or lies inside of an
    entry: anything else is a slip of the pen. ``origins`` learns which place came from where.
    """
    for key, value in patch.items():
        here = (*loc, key)
        if not isinstance(value, dict):
            base[key] = copy.deepcopy(value)
            origins[here] = (*origin, *here)
        elif isinstance(base.get(key), dict):
            merge(base[key], value, complain, origins, origin, here)
        elif isinstance(base.get(key), list):
            _merge_list(base[key], value, complain, origins, origin, here)
        elif _is_new(value, here):
            base[key] = copy.deepcopy(value)
            origins[here] = (*origin, *here)
        else:
            what = f"[{dotted(here)}]"
            complain(here, f"There is no {what} to be changed by this option.", did_you_mean(key, base))


def _merge_list(
    base: list[Any],
    patch: dict[str, Any],
    complain: Callable[[Loc, str, str], None],
    origins: dict[Loc, Loc],
    origin: Loc,
    loc: Loc,
) -> None:
    """Lay ``patch`` over the entries of a list that have the ids it names.

    'before' moves an entry to before another one; an entry that is not there is put in there.
    """
    for ident, value in patch.items():
        ids = [entry.get("id", "") if isinstance(entry, dict) else "" for entry in base]
        before = value.get("before") if isinstance(value, dict) else None
        if (ident not in ids and before is None) or (before is not None and before not in ids):
            missing = ident if before is None else str(before)
            message = f"There is no entry with the id {missing!r} in [{dotted(loc)}]."
            complain((*loc, ident), message, did_you_mean(missing, filter(None, ids)))
            continue
        entry = base[ids.index(ident)] if ident in ids else {"id": ident}
        if before is not None:
            base[:] = [other for other in base if other is not entry]
            place = next(index for index, other in enumerate(base) if other.get("id") == before)
            base.insert(place, entry)
        for key, given in value.items():
            if key != "before":
                entry[key] = copy.deepcopy(given)
                origins[(*loc, base.index(entry), key)] = (*origin, *loc, ident, key)


def _is_new(value: dict[str, Any], here: Loc) -> bool:
    if len(here) == 1 and here[0] not in _SINGLE:
        return all(isinstance(entry, dict) and "label" in entry for entry in value.values())
    return len(here) > 2 or "label" in value
