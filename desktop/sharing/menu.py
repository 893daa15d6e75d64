"""The players' page in the window: its dialog, the strip of slips, and what the commands about it do."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from desktop.app_services import AppServices
from desktop.messages.feedback import Feedback
from desktop.players.feed import PlayersFeed
from desktop.sharing.sharing import Sharing
from desktop.sharing.strip import SlipStrip

if TYPE_CHECKING:
    from desktop.sharing.dialog import ShareDialog


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
        window: QWidget,
    ) -> None:
        """Share the fight of ``window`` as ``feed`` has it, unless it is ``covered``.

        ``keys`` tells by which key a command is given, ``place`` puts the strip where it stands.
        """
        super().__init__(window)
        self._services, self._feedback, self._window = services, feedback, window
        self.sharing = Sharing(services.bridge, services.texts, feed, self, covered=covered)
        self.strip = SlipStrip(self.sharing.desk, services.bridge, keys, window)
        place(self.strip)
        self.strip.renew()
        self.dialog: ShareDialog | None = None
        self.sharing.failed.connect(self._failed)

    def show(self) -> ShareDialog:
        """Show the dialog."""
        from desktop.sharing.dialog import ShareDialog

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

    def _nothing(self) -> None:
        self._feedback.tell(self.tr("No slip of a player is waiting."))

    def _failed(self, _code: str, _why: str) -> None:
        """The dialog says why; without it the message does that it has ended."""
        if self.dialog is None or not self.dialog.isVisible():
            self._feedback.warn(
                self.tr(
                    "The fight is not shared with players any more. Share with players… says how it stands."
                )
            )

    def end(self) -> None:
        """The window is closing."""
        if self.dialog is not None:
            self.dialog.close()
        self.sharing.end()
