"""Print: the dialog with its preview, one combatant's card, and a PDF without being asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSize, Qt
from PySide6.QtWidgets import QWidget

from desktop.app_services import AppServices
from desktop.messages.feedback import Feedback
from desktop.process.in_front import ask
from desktop.process.paper_setup import Setup
from desktop.process.paths import resources
from rulesets.table.encounter import OVER, SETUP

if TYPE_CHECKING:
    from desktop.paper.documents import Papers
    from desktop.paper.print_dialog import PrintDialog

CARDS = "cards"
RECORD = "record"
_OF_MOMENT = {SETUP: "run-sheet", OVER: RECORD}
"""What is wanted on paper before a fight and after it; while it is fought whatever was printed last."""


class Printing(QObject):
    """Puts the open encounter on paper. All that it needs is loaded when it is asked for."""

    def __init__(
        self,
        services: AppServices,
        feedback: Feedback,
        selected: Callable[[], Sequence[str]],
        window: QWidget,
    ) -> None:
        """Show dialogs over ``window``; ``selected`` gives the ids of the combatants that are selected."""
        super().__init__(window)
        self._services, self._feedback, self._window = services, feedback, window
        self._selected = selected

    def _papers(self) -> Papers:
        from desktop.paper.documents import Papers

        services = self._services
        own = services.paths.templates
        return Papers(services.bridge, services.encounters, resources() / "templates", own)

    def ask(self) -> None:
        """Show what can be printed: first the run sheet before a fight, the record after it."""
        bridge, dialog = self._services.bridge, self._dialog()
        kind = _OF_MOMENT.get(bridge.state.clock.status) if bridge.is_open else None
        if dialog is not None and kind is not None:
            dialog.show_kind(kind)

    def ask_record(self) -> None:
        """Show the record of the fight, which has just come to its end."""
        dialog = self._dialog()
        if dialog is not None:
            dialog.show_kind(RECORD)

    def ask_card(self) -> None:
        """Show the cards of whoever is selected."""
        dialog = self._dialog()
        if dialog is not None:
            dialog.show_kind(CARDS, only=True)

    def _dialog(self) -> PrintDialog | None:
        from desktop.paper.print_dialog import PrintDialog

        services, current = self._services, self._services.encounters.current
        if current is None:
            return None
        dialog = PrintDialog(self._papers(), services.settings, current.name, self._selected(), self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.resize(dialog.sizeHint().boundedTo(self._window.size() - QSize(24, 24)))
        dialog.printed.connect(self._feedback.tell)
        dialog.saved.connect(self._feedback.saved_file)
        ask(dialog)
        return dialog

    def write(self, kind: str, path: Path) -> bool:
        """Write a document as a PDF at once; False if that failed, which is said."""
        from desktop.paper.printing.output import write_pdf
        from desktop.paper.printing.pages import nothing

        papers = self._papers()
        setup = Setup(landscape=papers.template(kind).landscape)
        try:
            write_pdf(papers.maker(kind)(nothing), path, setup)
        except OSError as error:
            self._feedback.trouble(error)
            return False
        self._feedback.tell(self.tr("Saved as {path}.").format(path=path))
        return True
