"""The players' page in the window: its dialog, the strip of slips, and what the commands about it do."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from desktop.app_services import AppServices
from desktop.messages.feedback import Feedback
from desktop.players.feed import PlayersFeed
from desktop.sharing.dialog import ShareDialog
from desktop.sharing.shared_fight import Sharing
from desktop.sharing.strip import SlipStrip


class PlayersPage(QObject):
    """Made when it is first asked for: a start, and a fight that is not shared, need nothing of it."""

    def __init__(
        self,
        services: AppServices,
        feedback: Feedback,
        feed: PlayersFeed,
        covered: Callable[[], bool],
        keys: Callable[[str], str],
        place: Callable[[QWidget], None],
        say: Callable[[str, str], None],
        window: QWidget,
    ) -> None:
        """Share the fight of ``window`` as ``feed`` has it, unless it is ``covered``.

        ``keys`` tells by which key a command is given, ``place`` puts the strip where it stands, and ``say``
        keeps in sight how it stands, in few words and in full.
        """
        super().__init__(window)
        self._services, self._feedback, self._window = services, feedback, window
        self.sharing = Sharing(services.bridge, services.texts, feed, self, covered=covered)
        self.strip = SlipStrip(self.sharing.desk, services.bridge, keys, window)
        place(self.strip)
        self.strip.renew()
        self._say = say
        self.dialog: ShareDialog | None = None
        self.sharing.changed.connect(self._tell)
        self.sharing.failed.connect(self._failed)

    def show(self) -> ShareDialog:
        """Show the dialog."""
        if self.dialog is None:
            settings = self._services.settings
            self.dialog = ShareDialog(
                self.sharing,
                self._services.bridge,
                self._window,
                port=settings.now.share_port,
                keep_port=lambda port: settings.change(share_port=port),
            )
        self.dialog.look_again()
        self.dialog.show()
        self.dialog.raise_()
        self.dialog.activateWindow()
        return self.dialog

    def accept(self) -> None:
        """Accept the slip that is next."""
        if (slip := self.sharing.desk.next) is not None:
            self.sharing.desk.accept(slip)
        else:
            self._nothing()

    def dismiss(self) -> None:
        """Dismiss the slip that is next."""
        if (slip := self.sharing.desk.next) is not None:
            self.sharing.desk.dismiss(slip)
        else:
            self._nothing()

    def _tell(self) -> None:
        """Keep in sight that the fight is shared, and who looks on."""
        sharing = self.sharing
        if not sharing.is_on:
            self._say("", "")
            return
        number = len(sharing.visitors)
        say = {0: self.tr("Shared: nobody yet"), 1: self.tr("Shared: 1 page open")}.get(
            number, self.tr("Shared: {number} pages open").format(number=number)
        )
        known = [name for link in sharing.links if sharing.there(link) and (name := self._name(link.who))]
        others = sum(not one.token for one in sharing.visitors)
        told = [
            sharing.address,
            self.tr("Personal links: {names}").format(names=", ".join(known)) if known else "",
        ]
        told.append(self.tr("The page for everybody: {number}").format(number=others) if others else "")
        told.append(self.tr("Click: who is there, links, and to end it"))
        self._say(say, "\n".join(line for line in told if line))

    def _name(self, who: str) -> str:
        bridge = self._services.bridge
        one = bridge.state.combatants.get(who) if bridge.is_open else None
        return "" if one is None else one.name

    def _nothing(self) -> None:
        self._feedback.tell(self.tr("No slip of a player is waiting."))

    def _failed(self, _code: str, _why: str) -> None:
        """The dialog says why; without it the message does that it has ended."""
        if self.dialog is None or not self.dialog.isVisible():
            self._feedback.warn(
                self.tr(
                    "The fight is not shared with players any more, and personal links are good no longer. "
                    "Share with players… says why, and shares it again."
                )
            )

    def end(self) -> None:
        """The window is closing."""
        if self.dialog is not None:
            self.dialog.close()
        self.sharing.end()
