"""The text of a ruleset with its options laid over it, and the places its problems point to."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from typing import Any

from rulesets.definition.layers import Complain, Layer, Origins, Spot
from rulesets.definition.lines import find_lines
from rulesets.definition.problems import Loc, Problem, RulesetError, did_you_mean, dotted, listed
from rulesets.definition.shapes import shorthand
from rulesets.writing import Writing

_AT_LINE = re.compile(r"\s*\(at line (\d+), column \d+\)")
_UNWRITTEN = frozenset({"pay"})
"""Fields of a definition that have no key in the source: what is in them stands one level higher."""


def as_option(value: object) -> str:
    """Return an option's value as the text under which it is compared: true is 'true', 3 is '3'."""
    return str(value).lower() if isinstance(value, bool) else str(value)


class Source:
    """One ruleset while it is being read: raw tables, options, and all problems so far."""

    def __init__(self, writing: Writing) -> None:
        """Parse ``writing`` and lay it over the rulesets that it extends.

        Raises:
            RulesetError: if one of the texts is no TOML, or what it extends is not there.
        """
        self.writing, self.name = writing, writing.name
        self.problems: list[Problem] = []
        self.taken: set[Loc] = set()
        """Places of what was so wrong that it was left out."""
        self.options_set: dict[str, str] = {}
        self._pages = pages_of(writing)
        self._lines: dict[int, dict[Loc, int]] = {}
        self._origins = Origins()
        tables = [parsed(page.text, page.name) for page in self._pages]
        self.raw: dict[str, Any] = tables[0]
        self._require_base(tables[0], 0)
        for number, table in enumerate(tables[1:], 1):
            self._extend(number, table)

    # -- problems ----------------------------------------------------------------------------------

    def complain(self, loc: Loc, message: str, hint: str = "", *, warning: bool = False) -> None:
        """Add a problem at ``loc``, a place in the raw tables or in the definition made of them."""
        place = self.written(loc)
        self._complain_at(self._origins.spot(self.raw, place), place, message, hint, warning=warning)

    def _complain_at(
        self, spot: Spot, place: Loc, message: str, hint: str = "", *, warning: bool = False
    ) -> None:
        page, loc = spot
        problem = Problem(
            self._pages[page].name, self._line(page, loc), dotted(place), message, hint, warning
        )
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

    def _line(self, page: int, loc: Loc) -> int:
        """Return the line of a place: its own, or that of the nearest table around it; 0 for none."""
        if page not in self._lines:
            self._lines[page] = find_lines(self._pages[page].text)
        lines = self._lines[page]
        return next((lines[loc[:n]] for n in range(len(loc), 0, -1) if loc[:n] in lines), 0)

    # -- what it extends ---------------------------------------------------------------------------

    def _require_base(self, table: dict[str, Any], page: int) -> None:
        """Complain about a text at the bottom that builds on another one."""
        if "without" in table and "extends" not in table:
            self.complain(("without",), "There is nothing to be left out: the ruleset extends none.")
        if "extends" not in table:
            return
        message = f"There is no ruleset {table['extends']!r} that this one could extend."
        raise RulesetError(
            [Problem(self._pages[page].name, self._line(page, ("extends",)), "extends", message)]
        )

    def _extend(self, number: int, table: dict[str, Any]) -> None:
        """Lay the tables of a page over what it extends."""

        def spot(loc: Loc) -> Spot:
            return number, loc

        def complain(loc: Loc, message: str, hint: str) -> None:
            self._complain_at((number, loc), loc, message, hint)

        for key in ("extends", "without"):
            self.raw.pop(key, None)
        without = table.get("without")
        for index, path in enumerate(without if isinstance(without, list) else ()):
            self._leave_out(str(path), ("without", index), complain)
        if "id" not in table:
            complain(("id",), "A ruleset that extends another one needs an id of its own.", "")
        Layer(self.raw, self._origins, spot, complain, shorthand, extends=True).lay(self.raw, table)

    def _leave_out(self, path: str, here: Loc, complain: Complain) -> None:
        """Take out what ``path`` names: 'action.charge', or an entry of a list by its id."""
        node: Any = self.raw
        parts = path.split(".")
        for depth, part in enumerate(parts):
            known = node if isinstance(node, dict) else {}
            if isinstance(node, list):
                known = {e["id"]: e for e in node if isinstance(e, dict) and e.get("id")}
            if part not in known:
                hint = did_you_mean(part, known)
                complain(here, f"There is no {'.'.join(parts[: depth + 1])!r} to be left out.", hint)
                return
            if depth < len(parts) - 1:
                node = known[part]
            elif isinstance(node, list):
                self._keep_places(node, parts)
                node[:] = [entry for entry in node if entry is not known[part]]
            else:
                del node[part]

    def _keep_places(self, entries: list[Any], parts: list[str]) -> None:
        """Remember where the entries of a list stand, before one of them is taken out."""
        for index, entry in enumerate(entries):
            if isinstance(entry, dict) and not self._origins.knows(entries, entry):
                place = self._origins.spot(self.raw, (*parts[:-1], index))
                self._origins.note_entry(entries, entry, place)

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
        if not isinstance(patch, dict):
            return
        origin: Loc = ("option", option, "values", value, "patch")

        def spot(loc: Loc) -> Spot:
            return self._origins.spot(self.raw, (*origin, *loc))

        def complain(loc: Loc, message: str, hint: str) -> None:
            self.complain((*origin, *loc), message, hint)

        Layer(self.raw, self._origins, spot, complain, shorthand, extends=False).lay(self.raw, patch)


def pages_of(writing: Writing) -> list[Writing]:
    """Return the texts that lie over each other, the one at the bottom first."""
    pages = [writing]
    while pages[0].base is not None:
        pages.insert(0, pages[0].base)
    return pages


def parsed(text: str, name: str) -> dict[str, Any]:
    """Return the tables of a TOML text; ``name`` is what problems call its file.

    Raises:
        RulesetError: if it is no TOML.
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        match = _AT_LINE.search(str(error))
        line = int(match[1]) if match else text.count("\n") + 1
        message = f"This is not TOML: {_AT_LINE.sub('', str(error))}."
        raise RulesetError([Problem(name, line, "", message)]) from None
    except RecursionError:
        raise RulesetError([Problem(name, 0, "", "The tables and lists are nested too deeply.")]) from None
