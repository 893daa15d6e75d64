"""By which numbers a page knows combatants: ids of the encounter may tell an earlier name, or who is missing.

A number stays with somebody as long as players see it. Whoever comes back has a new one, under whatever name.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from rulesets.seen.own_sheet import ChoiceShown, FieldShown, OwnSheet
from rulesets.seen.players import NAMING, Names
from rulesets.seen.players_screen import PlayersScreen
from rulesets.table.combatant import Combatant


class Numbers:
    """Tells numbers from ids."""

    def __init__(self) -> None:
        """Know nobody."""
        self._last = 0
        self._of: dict[str, str] = {}
        """Id of the encounter → number."""
        self._known: dict[str, str] = {}
        """Id by which players know somebody → number."""

    def follow(self, people: Mapping[str, Combatant]) -> None:
        """Go by whom players see now."""
        names = Names(people)
        known = {ident: names.id(ident) for ident in people if names.id(ident)}
        self._of = {ident: self._of.get(ident) or self._next() for ident in known}
        self._known = {known[ident]: number for ident, number in self._of.items()}

    def clear(self) -> None:
        """Forget everybody; no number is given twice."""
        self._of, self._known = {}, {}

    def meant(self, number: str) -> str:
        """Return the id of whoever has a number; '' for nobody."""
        return next((ident for ident, one in self._of.items() if one == number), "")

    def screen(self, shown: PlayersScreen) -> PlayersScreen:
        """Return what all are shown, with numbers for ids."""
        return replace(shown, rows=tuple(replace(row, id=self._number(row.id)) for row in shown.rows))

    def sheet(self, shown: OwnSheet) -> OwnSheet:
        """Return what somebody is shown of the own combatant, with numbers for ids."""
        forms = tuple(
            replace(form, fields=tuple(self._field(field) for field in form.fields))
            for form in shown.may.forms
        )
        row = replace(shown.row, id=self._number(shown.row.id))
        return replace(shown, row=row, may=replace(shown.may, forms=forms))

    def _field(self, field: FieldShown) -> FieldShown:
        if field.type not in NAMING:
            return field
        choices = tuple(ChoiceShown(self._number(one.id), one.label) for one in field.choices)
        return replace(field, choices=choices)

    def _number(self, known: str) -> str:
        return self._known.get(known, "")

    def _next(self) -> str:
        self._last += 1
        return str(self._last)
