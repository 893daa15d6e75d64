"""Copies: the fight in a window of its own, combatants from window to window and out of other programs."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QMimeData, QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from desktop.app_services import AppServices
from desktop.combatants.copying import copied, copies_in, has_copies, joining
from desktop.list.view import InitiativeList
from desktop.messages.feedback import Feedback
from desktop.process.paths import free_path
from rulesets.fight.storage.errors import StorageError
from rulesets.table.commands import Add


class Copies(QObject):
    """Copies the fight, or whoever is selected in it, and brings in who was copied."""

    def __init__(
        self,
        services: AppServices,
        feedback: Feedback,
        table: InitiativeList,
        window: QWidget,
        join: Callable[[Sequence[Add], str], object],
        paste_text: Callable[[QMimeData], bool],
    ) -> None:
        """Mean whoever is selected in ``table``; ``join`` lets some come in, and then says a text of them.

        ``paste_text`` takes what other programs have put on the clipboard, and says whether that is a text.
        """
        super().__init__(window)
        self._services, self._feedback, self._table = services, feedback, table
        self._join, self._paste_text = join, paste_text
        self.does: dict[str, Callable[[], None]] = {
            "duplicate": self.duplicate,
            "copy-people": self.copy_people,
            "paste-people": self.paste_people,
        }
        """What carries out the commands of copying."""

    def duplicate(self) -> None:
        """Open a copy of the fight as it stands in a window of its own."""
        encounters = self._services.encounters
        current = encounters.current
        if current is None:
            return
        name = self.tr("{name} copy").format(name=current.name)
        try:
            path = free_path(encounters.folder, name)
            encounters.save_copy(path)
        except (StorageError, OSError) as error:
            self._feedback.trouble(error)
            return
        self._services.windows.wanted.emit(path)

    def copy_people(self) -> None:
        """Put the selected combatants on the clipboard."""
        ids = self._table.selected_ids()
        if ids:
            QGuiApplication.clipboard().setMimeData(copied(self._services.bridge, ids, told=True))
            one, more = self.tr("1 combatant is copied."), self.tr("{count} combatants are copied.")
            told = one if len(ids) == 1 else more.format(count=len(ids))
            self._feedback.tell(f"{told} {self.tr('Paste them into the list of any window.')}")

    def paste_people(self) -> None:
        """Bring the combatants on the clipboard into the fight, or what another program has put there."""
        data = QGuiApplication.clipboard().mimeData()
        if has_copies(data) or not self._paste_text(data):
            self.take_people(data)

    def take_people(self, data: QMimeData) -> None:
        """Bring copied combatants into the fight, in one step."""
        bridge = self._services.bridge
        if not has_copies(data):
            self._feedback.tell(
                self.tr("There are no combatants on the clipboard: copy some in a list first.")
            )
            return
        try:
            orders, left_out = joining(bridge.rules, bridge.state, copies_in(data))
        except ValueError:
            self._feedback.warn(self.tr("What is on the clipboard cannot be read. Nothing was changed."))
            return
        told = self.tr("They are of another ruleset. What this one does not know was left out: {names}.")
        self._join(orders, told.format(names=", ".join(left_out[:12])) if left_out else "")
