"""Laying tables over tables: a ruleset over the one it extends, and an option's patch over the ruleset.

What lies on top wins, and every place remembers in which text it stands, so that a problem is found where
it was written.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from difflib import SequenceMatcher
from typing import Any, Protocol

from rulesets.formula.fuzzy import did_you_mean
from rulesets.reading.problems import Loc, dotted

Spot = tuple[int, Loc]
"""Number of the page (0 is the one at the bottom) and the place in it."""


class Complain(Protocol):
    """Takes a place in what is laid on top, a message and a hint."""

    def __call__(self, loc: Loc, message: str, hint: str, *, warning: bool = False) -> None:
        """Add it to the findings."""


_MISSPELT = 0.75
"""How alike a key and 'label' are, that a new entry was given its label with."""
_SINGLE = frozenset({"delay", "ready", "import", "type"})
"""Sections that are one table and not a table of entries."""


class Origins:
    """Where the tables and values of the merged whole were written."""

    def __init__(self) -> None:
        """Begin with one page, of which everything is where it stands."""
        self._born: dict[tuple[int, object], Spot] = {}
        self._kept: list[object] = []

    def note(self, table: dict[str, Any], key: str, spot: Spot) -> None:
        """Remember that the value under ``key`` was written at ``spot``."""
        self._kept.append(table)  # as long as it lives nothing else has its identity
        self._born[id(table), key] = spot

    def note_entry(self, entries: list[Any], entry: dict[str, Any], spot: Spot) -> None:
        """Remember where an entry of a list was written, wherever it is moved to in the list."""
        self._kept += (entries, entry)
        self._born[id(entries), id(entry)] = spot

    def knows(self, entries: list[Any], entry: dict[str, Any]) -> bool:
        """Return whether it is remembered where the entry of a list was written."""
        return (id(entries), id(entry)) in self._born

    def spot(self, whole: dict[str, Any], place: Loc) -> Spot:
        """Return where ``place`` of the merged whole was written."""
        page, loc, node = 0, (), whole  # type: tuple[int, Loc, Any]
        for part in place:
            child: Any = None
            if isinstance(node, dict):
                child = node.get(str(part))
                born = self._born.get((id(node), part))
            else:
                if isinstance(node, list) and isinstance(part, int) and part < len(node):
                    child = node[part]
                born = self._born.get((id(node), id(child)))
            page, loc = born if born is not None else (page, (*loc, part))
            node = child
        return page, loc


class Layer:
    """One text that is laid over what stands below."""

    def __init__(
        self,
        whole: dict[str, Any],
        origins: Origins,
        spot: Callable[[Loc], Spot],
        complain: Complain,
        shorthand: Callable[[Loc], str],
        *,
        extends: bool,
    ) -> None:
        """Prepare.

        Args:
            whole: All tables below.
            origins: Learns where what is laid on top was written.
            spot: Gives where a place of this layer was written.
            complain: Takes what cannot be laid over anything.
            shorthand: Gives the key that a bare value stands for in the table at a place, or ''.
            extends: True for a ruleset over its base, which may add to it whatever it likes; False for a
                patch, in which what is not there and looks like no new entry is a slip of the pen.
        """
        self._whole, self._origins, self._spot, self._complain = whole, origins, spot, complain
        self._shorthand, self._extends = shorthand, extends

    def lay(self, base: dict[str, Any], patch: dict[str, Any], loc: Loc = ()) -> None:
        """Lay ``patch`` over ``base`` in place: tables merge by key, lists and values are replaced.

        A table laid over a list changes single entries, by their ids. A bare value over a table changes the
        key that it stands for. An entry with 'before' is put before the one it names.
        """
        for key, value in patch.items():
            here = (*loc, key)
            below = base.get(key)
            short = self._shorthand(here) if isinstance(below, dict) != isinstance(value, dict) else ""
            if isinstance(below, dict) and not isinstance(value, dict) and short:
                self._put(below, short, value, here)
            elif not isinstance(value, dict):
                self._put(base, key, value, here)
            elif below is not None and short:
                self._put(base, key, {short: below}, here)
                self.lay(base[key], value, here)
            elif isinstance(below, dict):
                self._warn_of_nothing(below, value, here)
                self.lay(below, value, here)
            elif isinstance(below, list):
                self._lay_entries(below, value, here)
            elif self._welcome(base, key, value, here):
                self._put(base, key, value, here)
            self._move(base, key, here)

    def _warn_of_nothing(self, below: dict[str, Any], value: dict[str, Any], here: Loc) -> None:
        """Warn of an empty table over one that is not; the bare header of a section means nothing."""
        if below and not value and len(here) > 1:
            hint = f'to empty it: without = ["{dotted(here)}"]' if self._extends else ""
            self._complain(
                here, "An empty table over one that holds something changes nothing.", hint, warning=True
            )

    def _put(self, base: dict[str, Any], key: str, value: Any, here: Loc) -> None:
        base[key] = copy.deepcopy(value)
        self._origins.note(base, key, self._spot(here))

    def _welcome(self, base: dict[str, Any], key: str, value: dict[str, Any], here: Loc) -> bool:
        """Return whether a table that is not there is a new one; complain if it is a slip of the pen."""
        hint = did_you_mean(key, (other for other in base if other != key))
        if self._extends:
            if len(here) != 2 or _labelled(value) or not hint:
                return True
            what = f"There is no [{dotted(here)}] to be changed; a new one needs a label."
        else:
            if _is_new(value, here):
                return True
            what = f"There is no [{dotted(here)}] to be changed by this option."
        self._complain(here, what, hint)
        return False

    def _move(self, base: dict[str, Any], key: str, here: Loc) -> None:
        """Put the entry of a section before the one that its 'before' names."""
        entry = base.get(key)
        if len(here) != 2 or not isinstance(entry, dict) or "before" not in entry:
            return
        before = entry.pop("before")
        if before == key or before not in base:
            message = f"There is no {before!r} in [{dotted(here[:-1])}] to put this before."
            self._complain((*here, "before"), message, did_you_mean(str(before), base))
            return
        rest = [(k, v) for k, v in base.items() if k != key]
        place = next(index for index, (k, _) in enumerate(rest) if k == before)
        base.clear()
        base.update([*rest[:place], (key, entry), *rest[place:]])

    # -- lists -------------------------------------------------------------------------------------

    def _lay_entries(self, base: list[Any], patch: dict[str, Any], loc: Loc, place: Loc = ()) -> None:
        """Lay ``patch`` over the entries of a list that have the ids it names.

        'before' moves an entry to before another one; an entry that is not there is put in there. What is
        at ``loc`` in the patch may stand at another ``place`` in the whole.
        """
        for index, entry in enumerate(base):
            if isinstance(entry, dict) and not self._origins.knows(base, entry):
                spot = self._origins.spot(self._whole, (*(place or loc), index))
                self._origins.note_entry(base, entry, spot)
        for ident, value in patch.items():
            here = (*loc, ident)
            ids = [entry.get("id", "") if isinstance(entry, dict) else "" for entry in base]
            before = value.get("before") if isinstance(value, dict) else None
            if not isinstance(value, dict):
                self._complain(here, f"This must be a table that changes the entry {ident!r}.", "")
            elif self._stands_nowhere(ident, before, ids, here):
                continue
            else:
                self._lay_entry(base, ident, value, before, here, place or loc)

    def _stands_nowhere(self, ident: str, before: object, ids: list[str], here: Loc) -> bool:
        """Complain about an entry that is neither there nor clearly new."""
        known = [word for word in ids if word]
        missing = before if before is not None and before not in ids else None
        if missing is None and ident not in ids and before is None:
            missing = None if self._extends and not did_you_mean(ident, known) else ident
        if missing is None:
            return False
        message = f"There is no entry with the id {missing!r} in [{dotted(here[:-1])}]."
        self._complain(here, message, did_you_mean(str(missing), known))
        return True

    def _lay_entry(
        self, base: list[Any], ident: str, value: dict[str, Any], before: object, here: Loc, place: Loc
    ) -> None:
        entry = next((e for e in base if isinstance(e, dict) and e.get("id") == ident), None)
        if entry is None:
            entry = {"id": ident}
            base.append(entry)
            self._origins.note_entry(base, entry, self._spot(here))
        if before is not None:
            base[:] = [other for other in base if other is not entry]
            behind = next(
                index
                for index, other in enumerate(base)
                if isinstance(other, dict) and other.get("id") == before
            )
            base.insert(behind, entry)
        at = next(index for index, other in enumerate(base) if other is entry)
        for key, given in value.items():
            inner = entry.get(key)
            if isinstance(inner, list) and isinstance(given, dict):
                self._lay_entries(inner, given, (*here, key), (*place, at, key))
            elif key != "before":
                self._put(entry, key, given, (*here, key))


def _is_new(value: dict[str, Any], here: Loc) -> bool:
    if len(here) == 1 and here[0] not in _SINGLE:
        return all(isinstance(entry, dict) and _labelled(entry) for entry in value.values())
    return len(here) > 2 or _labelled(value)


def _labelled(entry: dict[str, Any]) -> bool:
    """Return whether an entry has a label, misspelt or not: a misspelt one is found as such."""
    return any(key == "label" or sorted(key.casefold()) == sorted("label") or _near(key) for key in entry)


def _near(key: str) -> bool:
    return SequenceMatcher(None, "label", key.casefold()).ratio() >= _MISSPELT if len(key) < 10 else False
