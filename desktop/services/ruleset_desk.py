"""The rulesets of the shelf as they are known now: read and checked off the window's thread, when asked."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from desktop.services.ruleset_cards import Checks, RulesetCard, cards, checked
from desktop.services.tasks import Task, Tasks
from rulesets.shelf import Shelf


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
        self._checks = Checks()
        self._task: Task | None = None
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
        self._task = self._tasks.do(self._read, self._over, self._over, self._heard)

    def leave(self) -> None:
        """Nobody looks any more."""
        if self._task is not None:
            self._task.progress.disconnect(self._heard)
            self._task.done.disconnect(self._over)
            self._task.failed.disconnect(self._over)
            self._task.cancel()
            self._task = None

    def _read(self, task: Task) -> None:
        """In the other thread; the user's own come first, for they are being written."""
        found = cards(self._shelf)
        task.progress.emit(tuple(found))
        for number, card in sorted(enumerate(found), key=lambda one: not one[1].own):
            if task.cancelled:
                return
            task.progress.emit((number, checked(self._shelf, card, self._checks)))

    def _heard(self, news: tuple[RulesetCard, ...] | tuple[int, RulesetCard]) -> None:
        if len(news) == 2 and isinstance(news[0], int) and isinstance(news[1], RulesetCard):
            number, card = news[0], news[1]
            self.cards = (*self.cards[:number], card, *self.cards[number + 1 :])
            self.renewed.emit(number)
        else:
            before = {card.file: card for card in self.cards}
            self.cards = tuple(card for card in news if isinstance(card, RulesetCard))
            self.cards = tuple(_as_before(card, before.get(card.file)) for card in self.cards)
            self.listed.emit()

    def _over(self, _result: object = None) -> None:
        self._task = None
        self.finished.emit()


def _as_before(card: RulesetCard, before: RulesetCard | None) -> RulesetCard:
    """Return a card with what was found the last time, until it is checked: nothing flickers."""
    if before is None or not before.checked or card.problems:
        return card
    from msgspec.structs import replace

    return replace(card, problems=before.problems, cases=before.cases, checked=True)
