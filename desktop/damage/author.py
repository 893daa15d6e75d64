"""By whom it is that somebody is hurt or healed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QWidget

from desktop.widgets.calm import calm
from desktop.widgets.name_search import let_names_be_typed
from rulesets.seen.aiming import possible_targets
from rulesets.seen.deeds import strikes_last
from rulesets.seen.proposed import asked_by_rules, author, helper
from rulesets.vocabulary import Pipeline

if TYPE_CHECKING:
    from desktop.bridge import Bridge

FRIENDLY = ("heal", "temporary")
"""Roles of pipelines that one's own side applies, too."""


def is_friendly(rule: Pipeline | None) -> bool:
    """Return whether a pipeline is done to friends."""
    return rule is not None and (rule.role in FRIENDLY or rule.tone == "good")


class AuthorBox(QComboBox):
    """Until the game master names somebody, it is whoever attacked or acts now and is not hurt by it."""

    named = Signal()
    """Somebody was chosen by hand."""

    def __init__(self, bridge: Bridge, parent: QWidget) -> None:
        """Offer nobody yet."""
        super().__init__(parent)
        calm(self)
        let_names_be_typed(self)
        self._bridge = bridge
        self._names: Mapping[str, str] = {}
        """By whom it can be, with the names that are offered."""
        self._by_hand = False
        self.setAccessibleName(self.tr("By whom"))
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(8)
        self.activated.connect(self._on_activated)

    @property
    def ident(self) -> str:
        """Who it is by, '' for nobody named."""
        return str(self.currentData() or "")

    def keep(self) -> None:
        """Leave it by whoever it is by now, whatever is chosen besides."""
        self._by_hand = bool(self.ident)

    def name(self, who: str) -> bool:
        """Have it by ``who`` from here on; False if that one is not offered."""
        found = self.findData(who) if who else -1
        if found > 0:
            self.setCurrentIndex(found)
            self._by_hand = True
        return found > 0

    def set_as_given(self, who: str) -> None:
        """Have it by ``who`` as a command that was given before has it, by nobody where there is none."""
        self.setCurrentIndex(max(0, self.findData(who)))
        self._by_hand = True

    def forget(self) -> None:
        """Let nobody be named any more."""
        self._by_hand = False

    def is_behind(self, changed: Iterable[str]) -> bool:
        """Return whether somebody of those who have ``changed`` is offered by an earlier name."""
        there = self._bridge.state.combatants
        return any(who in there and self._names.get(who) != there[who].name for who in changed)

    def offer(self) -> bool:
        """Offer those who take part now; False if whoever was named is gone, or nobody was."""
        before = self.currentData()
        self.clear()
        self.addItem(self.tr("nobody named"), "")
        people = possible_targets(self._bridge.scene) if self._bridge.is_open else ()
        self._names = {who.id: who.name for who in people}
        for ident, name in self._names.items():
            self.addItem(name, ident)
        found = self.findData(before) if self._by_hand else -1
        if found > 0:
            self.setCurrentIndex(found)
        self._by_hand = found > 0
        return self._by_hand

    def propose(self, pipeline: str, targets: Collection[str]) -> None:
        """Have it by whom it is likely, as long as nobody is named."""
        if self._by_hand or not self._bridge.is_open:
            return
        rules, state = self._bridge.rules, self._bridge.state
        chosen = rules.pipelines.get(pipeline)
        if is_friendly(chosen):
            wanted = helper(rules, state, targets)
        else:
            by_turn = not asked_by_rules(rules, pipeline)
            hostile, last = chosen is not None, strikes_last(self._bridge) if by_turn else ""
            wanted = author(rules, state, targets, last, hostile=hostile, by_turn=by_turn)
        self.setCurrentIndex(max(0, self.findData(wanted)))

    def _on_activated(self, _index: int) -> None:
        self._by_hand = True
        self.named.emit()
