"""What every target rolls itself: once at the top of the sheet for one target, in each row for several."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from PySide6.QtWidgets import QWidget

from desktop.damage.inputs import InputsView
from desktop.damage.rows import TargetView
from rulesets.table.encounter import Encounter
from rulesets.table.told import Thrown


class OwnInputs:
    """Puts a pipeline's own inputs where they belong; what was typed for a target goes with it."""

    def __init__(self, make: Callable[[str, frozenset[str]], InputsView], name: Callable[[str], str]) -> None:
        """Fields come from ``make`` (for a target, with these inputs); ``name`` gives a target's name."""
        self._make, self._name = make, name
        self._views: dict[str, TargetView] = {}
        self._asked: dict[str, InputsView] = {}
        self._of_all: dict[str, Any] = {}
        """What was ticked before anybody was meant."""

    def arrange(self, shared: InputsView | None, views: Mapping[str, TargetView], *, each: bool) -> None:
        """Ask ``each`` of ``views`` for what is its own, and ``shared`` for the rest.

        What was ticked before anybody was meant is ticked for everybody.
        """
        own = shared.each if shared is not None else frozenset()
        kept = {who: asked.values() for who, asked in self._asked.items()}
        if shared is not None and not kept:
            alone = next((who for who in self._views if who in views), next(iter(views), ""))
            told = {name: value for name, value in shared.values().items() if name in own}
            if not self._views:
                self._of_all = {name: value for name, value in told.items() if isinstance(value, bool)}
            kept[alone] = told
        self._views = dict(views)
        several = each and bool(own)
        for who in [who for who in self._asked if not several or who not in views]:
            gone = self._asked.pop(who)
            if who in views:
                views[who].ask(None, "")
            gone.deleteLater()
        if shared is not None:
            shared.leave_out(own if several else frozenset())
            if several:
                shared.clear_only(own)
            elif len(views) == 1:
                shared.put(kept.get(next(iter(views)), {}))
            elif not views:
                shared.put(self._of_all)  # who was ticked by mistake takes nothing of it along
        if not several:
            return
        for who, view in views.items():
            if who not in self._asked:
                self._asked[who] = self._make(who, own)
                self._asked[who].put(kept.get(who, self._of_all))
                view.ask(self._asked[who], self._name(who))

    def forget(self) -> None:
        """Take every field away: another pipeline was chosen."""
        for who, asked in self._asked.items():
            self._views[who].ask(None, "")
            asked.deleteLater()
        self._asked, self._views, self._of_all = {}, {}, {}

    def values(self) -> dict[str, dict[str, Any]]:
        """Return what each of several is told of its own; who is told nothing is not in it."""
        given = {who: asked.values() for who, asked in self._asked.items()}
        return {who: values for who, values in given.items() if values}

    @property
    def ticks(self) -> frozenset[str]:
        """Names of what is ticked or not for each of several."""
        first = next(iter(self._asked.values()), None)
        return frozenset() if first is None else first.ticks

    def put(self, who: str, values: Mapping[str, Any]) -> None:
        """Fill in what one of several is told of its own."""
        if who in self._asked:
            self._asked[who].put(values)

    def kept(self) -> dict[str, dict[str, Any]]:
        """Return what each of several has in its fields, for :meth:`take_up`."""
        return {who: asked.kept() for who, asked in self._asked.items()}

    def take_up(self, kept: Mapping[str, Mapping[str, Any]]) -> None:
        """Have the fields of each stand as they stood when they were :meth:`kept`."""
        for who in kept.keys() & self._asked.keys():
            self._asked[who].take_up(kept[who])

    @property
    def touched(self) -> bool:
        """True if a field of one of several does not stand as it began."""
        return any(asked.touched for asked in self._asked.values())

    def thrown(self) -> list[Thrown]:
        """Return the dice that were typed for targets, as they fell."""
        return [one for who, asked in self._asked.items() for one in asked.thrown(who)]

    def missing(self) -> str:
        """Return the first needed input that is empty, with whose it is, or ''."""
        return self._first((who, asked.missing()) for who, asked in self._asked.items())

    def in_order(self) -> list[QWidget]:
        """Return the fields of all of several, from the first to the last."""
        return [field for asked in self._asked.values() for field in asked.in_order()]

    def to_enter(self, *, numbers: bool) -> list[QWidget]:
        """Return what is still to be entered of the same, as :meth:`InputsView.to_enter` does."""
        return [field for asked in self._asked.values() for field in asked.to_enter(numbers=numbers)]

    def empty(self) -> str:
        """Return the first number that is not given, with whose it is, or ''."""
        return self._first((who, asked.empty()) for who, asked in self._asked.items())

    def rolled(self) -> str:
        """Return which dice are rolled for what is left empty, with whose they are, or ''."""
        return self._first((who, asked.rolled()) for who, asked in self._asked.items())

    def clear(self) -> None:
        """Set every field back to its default."""
        self._of_all = {}
        for asked in self._asked.values():
            asked.clear()

    def offer_codes(self, state: Encounter) -> None:
        """Offer each of several to roll what it has for its fields."""
        for who, asked in self._asked.items():
            asked.offer_codes(state, who)

    def start(self) -> bool:
        """Put the cursor into the first target's first field; False if there is none."""
        first = next(iter(self._asked.values()), None)
        return first is not None and first.start()

    def _first(self, found: Iterable[tuple[str, str]]) -> str:
        return next((f"{label} ({self._name(who)})" for who, label in found if label), "")
