"""The rulesets of the shelf as they are known now: read and checked off the window's thread, when asked."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from desktop.process.tasks import Task, Tasks
from desktop.rulesets.cards import RulesetCard, cards, checked
from rulesets.reading.shelf import Shelf


class RulesetDesk(QObject):
    """Keeps the cards of all rulesets for whoever shows them."""

    listed = Signal()
    """Which rulesets there are is known anew."""
    renewed = Signal(int)
    """The card with this number was checked."""
    finished = Signal()
    """All are checked."""

    def __init__(self, shelf: Shelf, tasks: Tasks, parent: QObject | None = None) -> None:
        """Know nothing before :meth:`refresh`."""
        super().__init__(parent)
        self._shelf, self._tasks = shelf, tasks
        self._task: Task | None = None
        self._open: list[tuple[int, RulesetCard]] = []
        """Those that are still to be checked."""
        self.cards: Sequence[RulesetCard] = ()

    def card(self, ident: str) -> RulesetCard | None:
        """Return the card of a ruleset that can be meant by ``ident``."""
        return next((card for card in self.cards if card.id == ident), None)

    @property
    def busy(self) -> bool:
        """True until everything is checked."""
        return self._task is not None

    def refresh(self) -> None:
        """Read everything anew; texts that were checked before are not checked again."""
        self.leave()
        self._task = self._tasks.do(self._read, self._heard_all, self._failed)

    def leave(self) -> None:
        """Nobody looks any more."""
        self._open.clear()
        if self._task is not None:
            self._task.done.disconnect()
            self._task.failed.disconnect()
            self._task.cancel()
            self._task = None

    def _read(self, _: Task) -> list[RulesetCard]:
        """In the other thread."""
        return cards(self._shelf)

    def _heard_all(self, found: Sequence[RulesetCard]) -> None:
        """All are known by name; they are checked one by one, so that nobody else waits for all of them."""
        before = {card.file: card for card in self.cards}
        self.cards = tuple(_as_before(card, before.get(card.file)) for card in found)
        own_first = sorted(range(len(found)), key=lambda number: not found[number].own)
        self._open = [(number, found[number]) for number in own_first]
        self.listed.emit()
        self._check_next()

    def _check_next(self) -> None:
        if not self._open:
            self._task = None
            self.finished.emit()
            return
        number, card = self._open.pop(0)
        shelf = self._shelf
        self._task = self._tasks.do(lambda _: (number, checked(shelf, card)), self._heard_one, self._failed)

    def _heard_one(self, news: tuple[int, RulesetCard]) -> None:
        number, card = news
        self.cards = (*self.cards[:number], card, *self.cards[number + 1 :])
        self.renewed.emit(number)
        self._check_next()

    def _failed(self, _error: Exception) -> None:
        """Whatever befell one of them, the others are checked."""
        self._check_next()


def _as_before(card: RulesetCard, before: RulesetCard | None) -> RulesetCard:
    """Return a card with what was found the last time, until it is checked: nothing flickers."""
    if before is None or not before.checked or card.problems:
        return card
    return replace(card, problems=before.problems, cases=before.cases, checked=True)
