"""What a combatant can do now and what it cannot, as a list model: legal offers first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from itertools import groupby
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from desktop.actions.fields import ActField, Known, act_fields
from desktop.widgets.citations import cited, with_place
from desktop.widgets.count_moves import move_in_words
from desktop.widgets.plain_text import tip
from desktop.widgets.roles import Role
from rulesets.seen.offers import Offer, Trials
from rulesets.seen.rule_texts import told
from rulesets.seen.scene import Scene
from rulesets.table.commands import Command

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.widgets.texts import Texts
    from rulesets.table.combatant import Combatant
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
    heading: str = ""
    """What stands above it: the reason against it and those that follow, on the first of them."""

    @property
    def asks(self) -> bool:
        """True if it needs a further word before it can be done."""
        return bool(self.needs_words) or any(field.needed for field in self.fields)

    @property
    def key(self) -> tuple[str, str]:
        """What tells the offer from all others of the same combatant."""
        return self.kind, self.id

    @property
    def looks(self) -> tuple[object, ...]:
        """All that is seen and heard of it: another one's may look the same."""
        said = (self.label, self.cost, self.cite, self.text, self.reason)
        return (*said, self.step, self.steps, self.asks, self.heading)


def words_needed(offer: Offer) -> str:
    """Return which question an offer leaves open: 'ready', 'delay', 'react' or none."""
    if offer.kind in ("ready", "delay"):
        return offer.kind
    if offer.kind != "reaction":
        return ""
    unrecorded = offer.refusal is not None and offer.refusal.reason == "no-attack"
    return "react" if unrecorded or getattr(offer.command, "to", "") == "?" else ""


class ActionsModel(QAbstractListModel):
    """The offers of one combatant, filtered by what the GM types.

    Where only the first ones are to be seen the others are not tried before somebody asks for one of them:
    until then they have a row each, and nobody knows in which order they will stand.
    """

    def __init__(self, bridge: Bridge, texts: Texts, parent: QObject | None = None) -> None:
        """Begin with nobody."""
        super().__init__(parent)
        self._bridge = bridge
        self._texts = texts
        self._trials: Trials | None = None
        """What is offered while not all of it is in ``_all``."""
        self._who = ""
        self._all: list[ActionRow] = []
        self._rows: list[ActionRow | None] = []
        """None is one that nobody has asked for."""
        self._filter = ""
        self._known: Known = {}
        """What the rules say of acts, whoever does them."""
        self._known_rules: Rules | None = None

    # -- interface -----------------------------------------------------------------------------------

    def show_offers(self, who: str, first: int | None = None) -> None:
        """Take over what ``who`` can do now; only rows that look different change.

        With ``first`` only so many are tried now, those at the top.
        """
        trials = self._bridge.trials(who) if who else None
        self._who, self._trials, self._all = who, trials, []
        if trials is not None and first is not None and not self._filter:
            head = self._legal(trials, first)
            if len(head) == first:
                self._show([*head, *[None] * (len(trials) - first)])
                return
        self._try_all()
        self._show(self._matching())

    def try_all(self) -> None:
        """Have tried whatever is offered, and stand in its place."""
        trials = self._trials
        if trials is None:
            return
        if not self._bridge.is_open or trials.state is not self._bridge.state:
            self.show_offers(self._who)
            return
        self._try_all()
        self._show(self._matching())

    def _legal(self, trials: Trials, most: int) -> list[ActionRow]:
        """Return the first offers that have a name of their own and can be done: no others stand above."""
        found: list[ActionRow] = []
        for number in range(len(trials)):
            if trials.kind(number) != "type" and (offer := trials.tried(number)).legal:
                found += self._made([offer])
                if len(found) == most:
                    break
        return found

    def _try_all(self) -> None:
        trials, self._trials = self._trials, None
        rows = self._made([trials.tried(number) for number in range(len(trials))]) if trials else []
        # What has a name of its own comes first; a bare type of action is what its token spends, too.
        rows.sort(key=lambda row: row.kind == "type")
        reasons = {
            reason: number for number, reason in enumerate(dict.fromkeys(row.reason for row in rows), 1)
        }
        self._all = sorted(rows, key=lambda row: reasons[row.reason] if row.reason else 0)

    def set_filter(self, text: str) -> None:
        """Show only rows whose label, cost or citation contains every word of ``text``."""
        self._filter = text
        self.try_all()
        self._show(self._matching())

    @property
    def rows(self) -> Sequence[ActionRow]:
        """The rows shown, first one first."""
        self.try_all()
        return [row for row in self._rows if row is not None]

    def row(self, index: Index) -> ActionRow | None:
        """Return the prepared row of an index."""
        found = self.known(index.row()) if index.isValid() else None
        if found is None and index.isValid() and index.row() < len(self._rows):
            self.try_all()
            found = self.known(index.row())
        return found

    def known(self, number: int) -> ActionRow | None:
        """Return a row, by its number, if it has been tried."""
        return self._rows[number] if number < len(self._rows) else None

    def find(self, key: tuple[str, str]) -> QModelIndex:
        """Return the index of an offer, or an invalid one."""
        for number, row in enumerate(self.rows):
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
                says = told(self._bridge.rules, f"{row.reason} {'' if row.text else row.cite}")
                about = "\n".join(
                    part for part in (row.reason, with_place(row.text, row.cite), *says) if part
                )
                return tip(about) if role == Qt.ItemDataRole.ToolTipRole else about
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._spoken(row)
            case Role.OFFER:
                return row
        return None

    # -- internal ------------------------------------------------------------------------------------

    def _made(self, offers: Iterable[Offer]) -> list[ActionRow]:
        scene, rules = self._bridge.scene, self._bridge.rules
        if rules is not self._known_rules:
            self._known_rules, self._known = rules, {}
        who = scene.state.combatants[self._who]
        return [self._row(scene, who, offer) for offer in offers]

    def _row(self, scene: Scene, who: Combatant, offer: Offer) -> ActionRow:
        paid, needed = offer.parts
        moved = move_in_words(offer.moves)
        return ActionRow(
            offer.id,
            offer.kind,
            offer.called,
            f"{offer.cost} · {moved}" if offer.cost and moved else offer.cost or moved,
            cited(offer.cite),
            offer.text,
            self._reason(who, offer),
            min(paid + 1, needed),
            needed,
            offer.command,
            words_needed(offer),
            act_fields(scene, who, offer.command, self._known),
        )

    def _reason(self, who: Combatant, offer: Offer) -> str:
        """Return why it cannot be done; who is out of the fight need not be told whose turn it is."""
        if offer.refusal is None:
            return ""
        if who.out:
            return self.tr("{name} is out of the fight.").format(name=who.name)
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
        """Return what is called or costs so; where nothing is, that of which its rule says so."""
        words = self._filter.casefold().split()
        rows = [row for row in self._all if _has(row, words)] if words else self._all
        rows = rows or [row for row in self._all if all(word in row.text.casefold() for word in words)]
        rows = sorted(rows, key=lambda row: bool(row.reason) or not _is_called(row, words))
        above = ["", *(row.reason for row in rows)]
        return [
            replace(row, heading=row.reason) if row.reason != reason else row
            for row, reason in zip(rows, above, strict=False)
        ]

    def _show(self, new: Sequence[ActionRow | None]) -> None:
        """Change the rows to ``new`` by removals, insertions and dataChanged, from the bottom up."""
        if None in new or None in self._rows:
            self._show_in_place(new)
            return
        before, after = [row.key for row in self._rows if row], [row.key for row in new if row]
        if before == after:
            self._update(0, new)
            return
        matcher = SequenceMatcher(None, before, after, autojunk=False)
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

    def _show_in_place(self, new: Sequence[ActionRow | None]) -> None:
        """Change rows where they stand: of some that there were, or will be, nobody knows which they are."""
        there, wanted = len(self._rows), len(new)
        if wanted < there:
            self.beginRemoveRows(QModelIndex(), wanted, there - 1)
            del self._rows[wanted:]
            self.endRemoveRows()
        self._update(0, new[:there])
        if wanted > there:
            self.beginInsertRows(QModelIndex(), there, wanted - 1)
            self._rows += new[there:]
            self.endInsertRows()

    def _update(self, first: int, new: Sequence[ActionRow | None]) -> None:
        """Exchange rows; tell of those that look different."""
        there = self._rows[first : first + len(new)]
        changed = [
            number
            for number, (row, was) in enumerate(zip(new, there, strict=True), first)
            if row is not was and _looks(row) != _looks(was)
        ]
        self._rows[first : first + len(new)] = new
        for _, run in groupby(enumerate(changed), lambda one: one[1] - one[0]):  # without a gap
            numbers = [number for _, number in run]
            self.dataChanged.emit(self.index(numbers[0]), self.index(numbers[-1]))


def _looks(row: ActionRow | None) -> tuple[object, ...]:
    return () if row is None else row.looks


def _is_called(row: ActionRow, words: Iterable[str]) -> bool:
    return all(word in row.label.casefold() for word in words)


def _has(row: ActionRow, words: Iterable[str]) -> bool:
    text = f"{row.label} {row.cost} {row.cite}".casefold()
    return all(word in text for word in words)
