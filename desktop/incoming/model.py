"""What was found, one creature a row, and one of them in full beside what is kept of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QFont

from desktop.incoming.bringing import Entry, There
from desktop.widgets.read_table import ReadTable
from desktop.widgets.ticked_table import TickedModel
from rulesets.incoming.fitting import Fitted, effective
from rulesets.incoming.found import Effect
from rulesets.seen.labels import entry_label, label_in
from rulesets.table.combatant import NPC, PC
from rulesets.vocabulary import Rules

MOST_NUMBERS = 4
"""Numbers that stand beside a name: the first of those that the ruleset asks for."""
GUESSED = "≈ "
"""Stands before a number that the file does not say and that was worked out."""


class FoundModel(TickedModel):
    """The creatures, each with a tick, what it becomes in short, and whether it is there already."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Begin with nothing found."""
        super().__init__(parent)
        self._rows: list[Entry] = []
        self._numbers: list[str] = []
        self._heads: tuple[str, ...] = ()

    def show_entries(
        self, rules: Rules, entries: Sequence[Entry], *, ticked: bool, players: bool = False
    ) -> None:
        """Show other creatures; what is kept already under its name is not ticked, or nothing is.

        With ``players`` only player characters are, if there are any.
        """
        rows, numbers = list(entries), _numbers(rules, entries)
        others = {row for row, entry in enumerate(rows) if entry.fitted.given.get("kind") != PC}
        off = {row for row, entry in enumerate(rows) if not ticked or entry.there != There.NEW}
        if players and len(others) < len(rows):
            off |= others
        labels = [rules.stats[name].short or label_in(rules.stats, name) for name in numbers]
        first, last = (self.tr("Name"), self.tr("Count"), self.tr("Side")), (self.tr("There already"),)
        heads = (*first, *labels, *last, self.tr("To look at"))
        self.beginResetModel()
        self._rows, self._numbers, self._heads, self._off = rows, numbers, heads, off
        self.endResetModel()

    def has_dice(self) -> bool:
        """Return whether of somebody there are as many as dice say."""
        return any(entry.fitted.creature.count_dice for entry in self._rows)

    def entry(self, row: int) -> Entry | None:
        """Return what a row shows, or None."""
        return self._rows[row] if 0 <= row < len(self._rows) else None

    def blank_columns(self) -> frozenset[int]:
        """Return the columns that nobody has anything for: they would only take room."""
        columns = range(1, self.columnCount())
        return frozenset(one for one in columns if not any(self.cell(entry, one) for entry in self._rows))

    def wanted(self) -> list[Entry]:
        """Return what is ticked."""
        return [entry for row, entry in enumerate(self._rows) if self.is_ticked(row)]

    # -- ReadTable -----------------------------------------------------------------------------------

    def entries(self) -> Sequence[Entry]:
        return self._rows

    def titles(self) -> tuple[str, ...]:
        return self._heads

    def cell(self, entry: Entry, column: int) -> str:
        fitted, numbers = entry.fitted, len(self._numbers)
        if column == 0:
            return fitted.name
        if column == 1:
            rolled = f"{fitted.creature.count_dice} = " if fitted.creature.count_dice else ""
            return f"{rolled}×{fitted.creature.count}"
        if column == 2:
            return str(fitted.given.get("side", ""))
        if column < 3 + numbers:
            return number_text(fitted, self._numbers[column - 3])
        if column == 3 + numbers:
            return {
                There.NEW: "",
                There.SAME: self.tr("the same"),
                There.CHANGED: self.tr("with other numbers"),
            }[entry.there]
        return " ".join(str(told) for told in fitted.told)

    def beside(self, entry: Entry, column: int, role: int) -> Any:
        if role == Qt.ItemDataRole.ToolTipRole:
            return self.cell(entry, column) or None
        return None


def _numbers(rules: Rules, entries: Sequence[Entry]) -> list[str]:
    """Return the first stats that the ruleset asks for and that somebody has."""
    given = {name for entry in entries for name in entry.fitted.given}
    return [name for name, rule in rules.stats.items() if rule.when_added and name in given][:MOST_NUMBERS]


def number_text(fitted: Fitted, name: str) -> str:
    """Return a stat as it is shown: worked out ones are marked."""
    value = fitted.given.get(name)
    return "" if value is None else f"{GUESSED if name in fitted.guessed else ''}{plain(value)}"


def plain(value: Any) -> str:
    """Return a value of a stat, a track or a list as a text."""
    if isinstance(value, bool):
        return "✓" if value else "–"
    if isinstance(value, dict):
        return ", ".join(f"{key} {plain(inner)}" for key, inner in value.items())
    if isinstance(value, list | tuple):
        return "; ".join(plain(inner) for inner in value)
    return str(value)


def _sheet(rules: Rules, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return every stat of somebody as the sheet will show it: armor is read as a defense there."""
    return effective(rules, {"name": "", "side": "", "kind": NPC, **given})


class DetailsModel(ReadTable):
    """One creature: what it becomes, and beside it what is kept of it."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Begin with nobody."""
        super().__init__(parent)
        self._rows: list[tuple[str, str, str]] = []
        self._beside = False

    def show_entry(self, rules: Rules | None, entry: Entry | None) -> None:
        """Show another one, or nobody."""
        rows = [] if rules is None or entry is None else self._lines(rules, entry)
        beside = entry is not None and bool(entry.kept)
        self.beginResetModel()
        self._rows, self._beside = rows, beside
        self.endResetModel()

    def _lines(self, rules: Rules, entry: Entry) -> list[tuple[str, str, str]]:
        fitted, kept = entry.fitted, entry.kept or {}
        sheet, beside = _sheet(rules, fitted.given), _sheet(rules, kept) if kept else {}
        rows = []
        for name, rule in rules.stats.items():
            if name in fitted.given or name in kept:
                becomes, now = number_text(fitted, name), plain(kept.get(name, ""))
            elif rule.printed and name in sheet:
                becomes, now = plain(sheet[name]), plain(beside.get(name, ""))
            else:
                continue
            rows.append((entry_label(rule, name), becomes, now))
        others = {"feats": self.tr("Feats"), "tracks": self.tr("Tracks")}
        for key, label in others.items():
            if fitted.given.get(key) or kept.get(key):
                rows.append((label, plain(fitted.given.get(key, "")), plain(kept.get(key, ""))))
        if fitted.creature.initiative_count is not None:
            rows.append((self.tr("Count"), str(fitted.creature.initiative_count), ""))
        rows += [(self.tr("Effect"), self._effect(effect), "") for effect in fitted.effects]
        return rows

    def _effect(self, effect: Effect) -> str:
        if effect.rounds is None:
            return effect.name
        rounds = self.tr("{name}, rounds: {rounds}").format(name=effect.name, rounds=effect.rounds)
        if not effect.of:
            return rounds
        start, end = self.tr("start of {who}'s turn"), self.tr("end of {who}'s turn")
        when = {"start": start, "end": end}.get(effect.ends, "")
        return f"{rounds}, {when.format(who=effect.of)}" if when else rounds

    # -- ReadTable -----------------------------------------------------------------------------------

    def entries(self) -> Sequence[tuple[str, str, str]]:
        return self._rows

    def titles(self) -> tuple[str, ...]:
        both = (self.tr("What"), self.tr("Becomes"))
        return (*both, self.tr("Kept now")) if self._beside else both

    def cell(self, entry: tuple[str, str, str], column: int) -> str:
        return entry[column]

    def beside(self, entry: tuple[str, str, str], column: int, role: int) -> Any:
        if role == Qt.ItemDataRole.FontRole and self._beside and entry[1] != entry[2] and column:
            font = QFont()
            font.setBold(True)
            return font
        return None
