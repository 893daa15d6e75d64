"""The line at the bottom: whether all is on disk, and what the keys would do now."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QStatusBar, QToolButton, QWidget

from desktop.files.encounters import OpenEncounter
from desktop.main.top_bar import Elided
from desktop.main.turn_timer import TurnTimer
from desktop.widgets.plain_text import PlainLabel, tip
from rulesets.seen.asked import Matter
from rulesets.seen.scene import Scene
from rulesets.table.encounter import RUNNING, SETUP

_BETWEEN = " · "


class Hint(Elided):
    """What the keys do, in parts: one for which there is no room is left out whole, shorter ones stay.

    The first part, and whatever is bold since it warns, is never left out: it ends in … at worst.
    """

    def shown(self) -> str:
        """Return the parts for which there is room, in their order; … says that there are more."""
        room, metrics = self.width(), QFontMetrics(self.font())
        if self.font().bold() or metrics.horizontalAdvance(self.text()) <= room:
            return super().shown()
        first, *others = self.text().split(_BETWEEN)
        text = first
        for part in others:
            longer = f"{text}{_BETWEEN}{part}"
            if metrics.horizontalAdvance(f"{longer}{_BETWEEN}…") <= room:
                text = longer
        return metrics.elidedText(f"{text}{_BETWEEN}…", Qt.TextElideMode.ElideRight, room)


class StatusLine(QStatusBar):
    """Says what is kept, and what to do next."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Begin empty."""
        super().__init__(parent)
        self.setSizeGripEnabled(False)
        self._saved = PlainLabel(parent=self)
        self._hint = Hint(self)
        self._hint.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._saved.setContentsMargins(8, 0, 12, 0)
        self.addWidget(self._saved)
        self.addWidget(self._hint, 1)
        self.timer = TurnTimer(self)
        self.timer.setContentsMargins(12, 0, 10, 0)
        self.offer = QToolButton(self)
        """Stands there as long as the ruleset on disk is another one than that of the fight."""
        self.offer.setAutoRaise(True)
        self.offer.hide()
        self.shared = QToolButton(self)
        """Stands there as long as the fight is shared with players, and leads to the dialog."""
        self.shared.setAutoRaise(True)
        self.shared.hide()
        self.addPermanentWidget(self.shared)
        self.addPermanentWidget(self.offer)
        self.addPermanentWidget(self.timer)
        self._trouble = ""
        self._key: Callable[[str], str] = str

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint nothing: Fusion frames neither the line nor what stands in it.

        To hand our style the plain options that Qt asks it with, PySide would ready all kinds of them: 4 ms.
        """

    def name_keys(self, key: Callable[[str], str]) -> None:
        """Ask ``key`` from now on which key a command has; '' is none."""
        self._key = key

    @property
    def texts(self) -> tuple[str, str]:
        """What stands there: saved state and hint."""
        return self._saved.text(), self._hint.text()

    def show_trouble(self, error: object) -> None:
        """Say that the disk refuses something, or with None that it does not any more."""
        self._trouble = "" if error is None else str(error)

    def show_state(self, encounter: OpenEncounter | None) -> None:
        """Say whether what happened is on disk."""
        if encounter is None:
            self._saved.setText("")
        elif encounter.read_only:
            self._saved.setText(self.tr("○ Read only: nothing is kept"))
        elif self._trouble:
            self._saved.setText(self.tr("◐ Kept, but the disk reports trouble"))
        else:
            self._saved.setText(self.tr("● Saved: every step is on disk"))
        if tip(self._trouble) != self._saved.toolTip():
            self._saved.setToolTip(tip(self._trouble))

    def show_offer(self, text: str) -> None:
        """Say what can be looked at about the ruleset; '' is nothing."""
        self.offer.setText(text)
        self.offer.setAccessibleName(text)
        self.offer.setVisible(bool(text))

    def show_shared(self, text: str, told: str) -> None:
        """Say that the fight is shared, and with whom in the tool tip; '' is that it is not."""
        self.shared.setText(text)
        self.shared.setToolTip(tip(told))
        self.shared.setAccessibleName(text)
        self.shared.setAccessibleDescription(told)
        self.shared.setVisible(bool(text))

    def show_hint(self, text: str, *, warns: bool = False) -> None:
        """Say what the keys would do; with ``warns`` that this costs something."""
        if warns != self._hint.font().bold():
            self._hint.embolden(bold=warns)
        self._hint.setText(text)

    def hint(self, scene: Scene, primary: str, aimed: str = "", acting: str = "", costs: str = "") -> str:
        """What the keys would do now; whom they are ``aimed`` at, if that is not who is ``acting``.

        ``costs`` is what the primary command costs that nobody has asked for: it is said right behind it.
        """
        rules, state = scene.rules, scene.state
        first = self._pressed("primary", self.tr("{key}: {what}"), what=primary)
        if aimed:
            text = self.tr("Keys are for {name}, Esc goes back to {acting}")
            first = _joined(text.format(name=aimed, acting=acting), first)
        first = _joined(self._still_open(scene), first, costs)
        if state.clock.status == SETUP:
            adds = self._pressed("add", self.tr("{key} adds combatants"))
            return _joined(*((first, adds, self.tr("drag to rearrange")) if state.combatants else (adds,)))
        if state.clock.status != RUNNING:
            return _joined(first, self._pressed("undo", self.tr("{key} takes the end back")))
        if scene.one_side_left:
            over = self.tr("Only one side is left. Turn → End the fight")
            return _joined(self._still_open(scene), over)
        drag = ""
        if scene.choice is not None:
            return _joined(
                first,
                self.tr("click a ▷, or Enter on its row"),
                self._pressed("damage", self.tr("{key} damage")),
                self._pressed("keys", self.tr("{key} all keys")),
            )
        if scene.must_act:
            drag = self.tr("Turn → End the turn without acting gives it up")
        elif scene.delaying:
            drag = self.tr("drag a waiting row to the marked one to take its turn")
        elif scene.acting and scene.readied:
            drag = self.tr("drag a readied row to the marked one: its action happens")
        elif rules.delay is not None and scene.acting:
            drag = self.tr("drag the marked row down: {what}").format(what=rules.delay.label)
        damage = self._pressed("damage", self.tr("{key} damage"))
        return _joined(first, drag, damage, self._pressed("keys", self.tr("{key} all keys")))

    def _still_open(self, scene: Scene) -> str:
        """Return how many rolls that rules ask for are not answered: the turn passes on all the same."""
        owed = sum(one.matter is Matter.OPEN for one in scene.asked)
        if not owed:
            return ""
        one, several = self.tr("One roll is still open"), self.tr("{count} rolls are still open")
        return one if owed == 1 else several.format(count=owed)

    def _pressed(self, command: str, text: str, **more: str) -> str:
        """Return ``text`` with the key of a command and what ``more`` it names; nothing if it has no key."""
        key = self._key(command)
        return text.format(key=key, **more) if key else ""


def _joined(*parts: str) -> str:
    return _BETWEEN.join(part for part in parts if part)
