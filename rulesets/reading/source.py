"""The text of a ruleset with its options laid over it, and the places its problems point to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulesets.formula.fuzzy import did_you_mean
from rulesets.formula.work import FORMULA, MAX_LOAD, TooMuchWork, Work
from rulesets.reading.earlier import respell
from rulesets.reading.layers import Complain, Layer, Origins, Spot
from rulesets.reading.leaving import asked_for, gone, nameable
from rulesets.reading.lines import find_lines
from rulesets.reading.problems import Loc, Problem, RulesetError, dotted, listed
from rulesets.reading.raw import parsed
from rulesets.reading.shapes import shorthand
from rulesets.reading.spreading import Spread
from rulesets.table.writing import Writing

_UNWRITTEN = frozenset({"pay"})
"""Fields of a definition that have no key in the source: what is in them stands one level higher."""
MAX_PROBLEMS = 200
"""Problems that are told at once."""


class TooMany(Exception):
    """Raised when enough problems are known; nothing more is looked for then."""


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
        self.work = Work(MAX_LOAD)
        """What checking and compiling may cost."""
        self.left_out: list[Loc] = []
        """What `without` has left out of the rulesets below."""
        self.taken: set[Loc] = set()
        """Places of what was so wrong that it was left out."""
        self.mended: dict[str, Any] = {}
        """The raw tables without what was left out, and with misspelt keys as they were meant."""
        self.patched: set[tuple[str, int]] = set()
        """Files and lines of the problems in what the chosen options have put in."""
        self.written_out: set[Loc] = set()
        """Places of stats that are said once for several."""
        self._keys: set[str] = set()
        self._gathered = 0
        self._around: set[Loc] = set()
        self._known_taken = 0
        self._renamed: dict[Loc, Loc] = {}
        self.options_set: dict[str, str] = {}
        self._pages = pages_of(writing)
        self._lines: dict[int, dict[Loc, int]] = {}
        self._origins = Origins()
        tables = [parsed(page.text, page.name) for page in self._pages]
        self._labels = [str(table.get("label", table.get("id", ""))) for table in tables]
        self.raw: dict[str, Any] = tables[0]
        self._require_base(tables[0], 0)
        for number, table in enumerate(tables[1:], 1):
            self._extend(number, table)

    # -- problems ----------------------------------------------------------------------------------

    def complain(self, loc: Loc, message: str, hint: str = "", *, warning: bool = False) -> None:
        """Add a problem at ``loc``, a place in the raw tables or in the definition made of them."""
        place = self.written(loc)
        if place in self._renamed and dotted(self._renamed[place]) in self._told_keys():
            return  # the key is misspelt, and what it holds may be for the one that was meant
        spot = self._origins.spot(self.raw, self._as_spelled(place))
        if spot[0] < len(self._pages) - 1 and gone(message, self.left_out):
            hint = asked_for(*nameable(self.raw, place))
        self._complain_at(spot, place, message, hint, warning=warning)

    def _complain_at(
        self, spot: Spot, place: Loc, message: str, hint: str = "", *, warning: bool = False
    ) -> None:
        page, loc = spot
        line = self._line(page, loc) or int(len(place) == 1)
        problem = Problem(self._pages[page].name, line, dotted(place), message, hint, warning)
        if loc[:1] == ("option",):
            self.patched.add((problem.file, line))
        if problem not in self.problems:
            self.problems.append(problem)
        if len(self.problems) >= MAX_PROBLEMS:
            end = self.writing.text.count("\n") + 1
            message = f"There are more problems than these {MAX_PROBLEMS}; mend some of them first."
            self.problems.append(Problem(self.name, end, "", message))
            raise TooMany

    def used_up(self, used: TooMuchWork) -> None:
        """Add the problem that the budget of work is used up."""
        most = f"the formula {used.name!r}" if used.kind == FORMULA else f"[{used.name}]"
        message = (
            f"Reading this ruleset takes more than {used.steps:,} steps of work, most of them for {most}."
        )
        self.problems.append(Problem(self.name, 0, "", message, "leave out what no fight needs"))

    def renamed(self, meant: Loc, place: Loc) -> None:
        """Remember that what stands at ``place`` was read as if it stood at ``meant``."""
        self._renamed[meant] = place

    def _as_spelled(self, place: Loc) -> Loc:
        for length in range(len(place), 0, -1):
            if place[:length] in self._renamed:
                return (*self._renamed[place[:length]], *place[length:])
        return place

    def inherited(self, loc: Loc) -> int | None:
        """Return which of the texts below holds what stands at ``loc``; None if it is the ruleset's own."""
        page, _ = self._origins.spot(self.raw, self._as_spelled(self.written(loc)))
        return page if page < len(self._pages) - 1 else None

    def label_of(self, page: int) -> str:
        """Return what one of the texts calls itself, or the text below from which it has its name."""
        return next((label for label in reversed(self._labels[: page + 1]) if label), "")

    def place(self, loc: Loc) -> tuple[str, int]:
        """Return the file and the line in which ``loc`` stands."""
        page, spot = self._origins.spot(self.raw, self._as_spelled(self.written(loc)))
        return self._pages[page].name, self._line(page, spot)

    @property
    def broken(self) -> bool:
        """Return whether anything is so wrong that the ruleset cannot be played."""
        return not all(problem.warning for problem in self.problems)

    def told(self, *loc: str | int) -> bool:
        """Return whether there is a problem at ``loc`` or inside of it already."""
        if not self.problems and not self.taken:
            return False
        return self.damaged(*loc) or dotted(self.written(loc)) in self._told_keys()

    def guessed(self, *loc: str | int) -> bool:
        """Return whether the key at ``loc`` is what another one was taken for: that one was told."""
        return self.written(loc) in self._renamed

    def _told_keys(self) -> set[str]:
        """Return the keys of all problems, and of what is around them."""
        for problem in self.problems[self._gathered :]:
            key = problem.key
            self._keys.update(key[:end] for end, letter in enumerate(key) if letter in ".[")
            self._keys.add(key)
        self._gathered = len(self.problems)
        return self._keys

    def damaged(self, *loc: str | int) -> bool:
        """Return whether something was left out at ``loc`` or inside of it."""
        if len(self.taken) != self._known_taken:
            self._known_taken = len(self.taken)
            self._around = {place[:end] for place in self.taken for end in range(len(place) + 1)}
        return loc in self._around

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
                if isinstance(part, str):
                    continue  # the key that a bare list is the value of
                if part >= len(node):
                    break
                node = node[part]
            elif node is not None:
                break
            place.append(part)
        return tuple(place)

    def _line(self, page: int, loc: Loc) -> int:
        """Return the line of a place: its own, or that of the nearest table around it; 0 for none."""
        if page not in self._lines:
            self._lines[page] = find_lines(self._pages[page].text.removeprefix("\ufeff"))
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
        if not isinstance(table["extends"], str):
            message = "'extends' is the id of one ruleset, in quotes."
        raise RulesetError(
            [Problem(self._pages[page].name, self._line(page, ("extends",)), "extends", message)]
        )

    def _extend(self, number: int, table: dict[str, Any]) -> None:
        """Lay the tables of a page over what it extends."""

        def spot(loc: Loc) -> Spot:
            return number, loc

        def complain(loc: Loc, message: str, hint: str, *, warning: bool = False) -> None:
            self._complain_at((number, loc), loc, message, hint, warning=warning)

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
                self.left_out.append(tuple(parts))
            else:
                del node[part]
                self.left_out.append(tuple(parts))

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
        if self.writing.spelling:
            respell(self.raw, self.writing.spelling)
        self.written_out |= Spread(self.raw, self._origins, self.work, self.complain).all()

    def _patch(self, option: str, value: str, choice: Any) -> None:
        patch = choice.get("patch") if isinstance(choice, dict) else None
        if not isinstance(patch, dict):
            return
        origin: Loc = ("option", option, "values", value, "patch")

        def spot(loc: Loc) -> Spot:
            return self._origins.spot(self.raw, (*origin, *loc))

        def complain(loc: Loc, message: str, hint: str, *, warning: bool = False) -> None:
            self.complain((*origin, *loc), message, hint, warning=warning)

        Layer(self.raw, self._origins, spot, complain, shorthand, extends=False).lay(self.raw, patch)


def pages_of(writing: Writing) -> list[Writing]:
    """Return the texts that lie over each other, the one at the bottom first."""
    pages = [writing]
    while pages[0].base is not None:
        pages.insert(0, pages[0].base)
    return pages
