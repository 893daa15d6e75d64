"""What a combatant can do now and what it cannot, as a list model: legal offers first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from desktop.actions.fields import ActField, Known, act_fields
from desktop.combatants.naming import with_citation
from desktop.widgets.count_moves import move_in_words
from desktop.widgets.plain_text import tip
from desktop.widgets.roles import Role
from rulesets.seen.offers import Offer
from rulesets.table.commands import Command

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.widgets.texts import Texts
    from rulesets.vocabulary import Rules

Index = QModelIndex | QPersistentModelIndex


class ActionRow(Struct, frozen=True):
    """One offer, ready to be painted."""

    id: str
    kind: str
    label: str
    cost: str
    cite: str
    text: str
    reason: str
    """Why it cannot be done now; '' if it can."""
    step: int
    """The part that would be paid next, from 1."""
    steps: int
    command: Command
    needs_words: str = ""
    """Name of the dialog that asks for what the offer leaves open; '' if it can be done at once."""
    fields: tuple[ActField, ...] = ()
    """What it can be told besides."""

    @property
    def asks(self) -> bool:
        """True if it needs a further word before it can be done."""
        return bool(self.needs_words) or any(field.needed for field in self.fields)

    @property
    def key(self) -> tuple[str, str]:
        """What tells the offer from all others of the same combatant."""
        return self.kind, self.id


def words_needed(offer: Offer) -> str:
    """Return which question an offer leaves open: 'ready', 'delay', 'react' or none."""
    if offer.kind in ("ready", "delay"):
        return offer.kind
    if offer.kind != "reaction":
        return ""
    unrecorded = offer.refusal is not None and offer.refusal.reason == "no-attack"
    return "react" if unrecorded or getattr(offer.command, "to", "") == "?" else ""


class ActionsModel(QAbstractListModel):
    """The offers of one combatant, filtered by what the GM types."""

    def __init__(self, bridge: Bridge, texts: Texts, parent: QObject | None = None) -> None:
        """Begin with nobody."""
        super().__init__(parent)
        self._bridge = bridge
        self._texts = texts
        self._all: list[ActionRow] = []
        self._rows: list[ActionRow] = []
        self._filter = ""
        self._known: Known = {}
        """What the rules say of acts, whoever does them."""
        self._known_rules: Rules | None = None

    # -- interface -----------------------------------------------------------------------------------

    def show_offers(self, who: str) -> None:
        """Take over what ``who`` can do now; only rows that differ change."""
        offers = self._bridge.offers(who) if who and self._bridge.is_open else []
        rules = self._bridge.rules if offers else None
        if rules is not self._known_rules:
            self._known_rules, self._known = rules, {}
        rows = [self._row(who, offer) for offer in offers]
        # What has a name of its own comes first; a bare type of action is what its token spends, too.
        self._all = sorted(rows, key=lambda row: (bool(row.reason), row.kind == "type"))
        self._show(self._matching())

    def set_filter(self, text: str) -> None:
        """Show only rows whose label, cost or citation contains every word of ``text``."""
        self._filter = text
        self._show(self._matching())

    @property
    def rows(self) -> Sequence[ActionRow]:
        """The rows shown, first one first."""
        return self._rows

    def row(self, index: Index) -> ActionRow | None:
        """Return the prepared row of an index."""
        return self._rows[index.row()] if index.isValid() and index.row() < len(self._rows) else None

    def find(self, key: tuple[str, str]) -> QModelIndex:
        """Return the index of an offer, or an invalid one."""
        for number, row in enumerate(self._rows):
            if row.key == key:
                return self.index(number)
        return QModelIndex()

    def first_legal(self) -> QModelIndex:
        """Return the first row that can be done, or the first of all."""
        return self.index(0) if self._rows else QModelIndex()

    # -- Qt ------------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.row(index)
        if row is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.label
            case Qt.ItemDataRole.ToolTipRole | Qt.ItemDataRole.AccessibleDescriptionRole:
                about = "\n".join(part for part in (row.reason, with_citation(row.text, row.cite)) if part)
                return tip(about) if role == Qt.ItemDataRole.ToolTipRole else about
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._spoken(row)
            case Role.OFFER:
                return row
        return None

    # -- internal ------------------------------------------------------------------------------------

    def _row(self, who: str, offer: Offer) -> ActionRow:
        paid, needed = offer.parts
        rules, state = self._bridge.rules, self._bridge.state
        return ActionRow(
            offer.id,
            offer.kind,
            offer.called,
            " · ".join(part for part in (offer.cost, move_in_words(offer.moves)) if part),
            offer.cite,
            offer.text,
            self._reason(who, offer),
            min(paid + 1, needed),
            needed,
            offer.command,
            words_needed(offer),
            act_fields(rules, state, state.combatants[who], offer.command, self._known),
        )

    def _reason(self, who: str, offer: Offer) -> str:
        """Return why it cannot be done; who is out of the fight need not be told whose turn it is."""
        if offer.refusal is None:
            return ""
        one = self._bridge.state.combatants[who]
        if one.out:
            return self.tr("{name} is out of the fight.").format(name=one.name)
        return self._texts.refusal(offer.refusal)

    def _spoken(self, row: ActionRow) -> str:
        parts = [row.label]
        if row.steps > 1:
            parts.append(self.tr("{step} of {steps}").format(step=row.step, steps=row.steps))
        parts += [part for part in (row.cost, row.cite) if part]
        if row.reason:
            parts.append(self.tr("not now: {reason}").format(reason=row.reason))
        return ", ".join(parts)

    def _matching(self) -> list[ActionRow]:
        words = self._filter.casefold().split()
        return [row for row in self._all if _has(row, words)]

    def _show(self, new: list[ActionRow]) -> None:
        """Change the rows to ``new`` by removals, insertions and dataChanged, from the bottom up."""
        matcher = SequenceMatcher(None, [r.key for r in self._rows], [r.key for r in new], autojunk=False)
        for tag, first, end, new_first, new_end in reversed(matcher.get_opcodes()):
            if tag == "equal":
                self._update(first, new[new_first:new_end])
                continue
            if end > first:
                self.beginRemoveRows(QModelIndex(), first, end - 1)
                del self._rows[first:end]
                self.endRemoveRows()
            if new_end > new_first:
                self.beginInsertRows(QModelIndex(), first, first + new_end - new_first - 1)
                self._rows[first:first] = new[new_first:new_end]
                self.endInsertRows()

    def _update(self, first: int, new: list[ActionRow]) -> None:
        changed = [number for number, row in enumerate(new, first) if self._rows[number] != row]
        if changed:
            self._rows[first : first + len(new)] = new
            self.dataChanged.emit(self.index(changed[0]), self.index(changed[-1]))


def _has(row: ActionRow, words: Iterable[str]) -> bool:
    text = f"{row.label} {row.cost} {row.cite}".casefold()
    return all(word in text for word in words)
