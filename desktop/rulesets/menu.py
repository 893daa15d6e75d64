"""Rulesets in the window: their list, the user's own, what changes on disk, and the options of the fight."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QDialog, QWidget

from desktop.app_services import AppServices
from desktop.messages.feedback import Feedback
from desktop.process.in_front import ask

if TYPE_CHECKING:
    from desktop.rulesets.change_dialog import ChangeRulesDialog, RulesDialog
    from desktop.rulesets.desk import RulesetDesk
    from desktop.rulesets.editor import Editor
    from desktop.rulesets.list_dialog import RulesetsDialog
    from desktop.rulesets.offer import ChangedRules, RulesOffer
    from desktop.rulesets.watch import RulesetWatch

PAINTED = 200
"""Milliseconds after which a window that was shown has been painted."""


class Rulesets(QObject):
    """Shows the list of rulesets and offers what changed. The start loads nothing of all this."""

    offered = Signal(str)
    """What can be looked at about the ruleset on disk, to be said quietly; '' is nothing."""
    wants_guide = Signal(str)
    """The guide for authors of rulesets is asked for, at a heading or, with '', as a whole."""
    watch: RulesetWatch
    offer: RulesOffer
    """Both are there once it has begun."""

    def __init__(self, services: AppServices, feedback: Feedback, window: QWidget) -> None:
        """Show dialogs over ``window``; nothing is watched before :meth:`begin`."""
        super().__init__(window)
        self._services, self._feedback, self._window = services, feedback, window
        self.begun = False
        self.editor: Editor | None = None
        """With which files are opened; None until the first one is."""
        self._desk: RulesetDesk | None = None
        self.dialog: RulesetsDialog | None = None
        self._change: ChangeRulesDialog | None = None
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self.begin)

    def begin_soon(self) -> None:
        """Begin once the window has been painted."""
        self._soon.start(PAINTED)

    def begin(self) -> None:
        """The window is on the screen: watch the user's folder from now on."""
        if self.begun:
            return
        from desktop.rulesets.offer import RulesOffer
        from desktop.rulesets.watch import RulesetWatch

        services = self._services
        self.watch = RulesetWatch(services.paths.rulesets, self)
        self.offer = RulesOffer(
            services.bridge, services.shelf, services.rulesets, services.tasks, self.watch, self
        )
        self.offer.news.connect(self._tell)
        self.offer.changed.connect(self._follow_offer)
        self.begun = True
        self.watch.begin()
        self.offer.begin()

    def stop(self) -> None:
        """The window is closing."""
        self._soon.stop()
        if self.dialog is not None:
            self.dialog.close()
        if self.begun:
            self.watch.stop()
            self.offer.stop()
        self._services.tasks.stop()

    def _command(self) -> str:
        return self._services.settings.now.editor

    # -- the list ------------------------------------------------------------------------------------

    def show(self, ident: str = "") -> RulesetsDialog:
        """Show the list of rulesets, with one of them chosen."""
        self.begin()
        dialog = self.dialog or self._made()
        if ident:
            dialog.choose(ident)
        dialog.show()
        dialog.raise_()
        dialog.activateWindow()
        return dialog

    def ask(self) -> None:
        """Show the list, with the ruleset of the fight chosen."""
        bridge = self._services.bridge
        self.show(bridge.rules.id if bridge.is_open and self.dialog is None else "")

    def _made(self) -> RulesetsDialog:
        from desktop.rulesets.desk import RulesetDesk
        from desktop.rulesets.list_dialog import RulesetsDialog

        services = self._services
        if self._desk is None:
            self._desk = RulesetDesk(services.shelf, services.tasks, self)
            self.watch.changed.connect(self._follow)
        dialog = self.dialog = RulesetsDialog(self._desk, services.shelf.own, self._window)
        dialog.wants.connect(self._asked)
        dialog.wants_chapter.connect(self.wants_guide)
        dialog.wants_file.connect(self.open_file)
        dialog.wants_folder.connect(self.open_folder)
        return dialog

    def _follow(self) -> None:
        """Something was written: the list follows while somebody looks."""
        if self._desk is not None and self.dialog is not None and self.dialog.isVisible():
            self._desk.refresh()

    def _asked(self, what: str) -> None:
        {"new": self.ask_new, "editor": self.ask_editor, "play": self.play}[what]()

    # -- opening files -------------------------------------------------------------------------------

    def open_file(self, file: Path, line: int = 0) -> None:
        """Open a file of a ruleset, and say on which line something stands."""
        from desktop.rulesets.editor import BadCommand

        try:
            opened = self._editor().open(file, line)
        except BadCommand as error:
            from desktop.rulesets.editor_dialog import bad_command

            self._say(self.tr("The editor cannot be started: {reason}").format(reason=bad_command(error)))
            return
        told = (
            self.tr("Opened {file}.") if opened else self.tr("No program opens {file}. Set one with Editor….")
        )
        if opened and line:
            told = self.tr("Opened {file}; it is on line {line}.")
        self._say(told.format(file=file, line=line))

    def _editor(self) -> Editor:
        from desktop.rulesets.editor import Editor

        if self.editor is None:
            self.editor = Editor(self._command)
        return self.editor

    def open_folder(self, folder: Path) -> None:
        """Show a folder."""
        told = (
            self.tr("Opened {file}.")
            if self._editor().open_folder(folder)
            else self.tr("No program shows {file}.")
        )
        self._say(told.format(file=folder))

    def _say(self, text: str) -> None:
        if self.dialog is not None and self.dialog.isVisible():
            self.dialog.say(text)
        else:
            self._feedback.tell(text)

    # -- what the list asks for ----------------------------------------------------------------------

    def ask_new(self) -> None:
        """Ask for a new ruleset of the user's own."""
        from desktop.rulesets.new_dialog import NewRulesetDialog

        cards = self._desk.cards if self._desk is not None else ()
        own = self._services.paths.rulesets
        dialog = NewRulesetDialog(self._services.shelf, own, cards, self.dialog)
        dialog.accepted.connect(self._written)
        _open(dialog)

    def _written(self) -> None:
        """A ruleset was written: choose it, and offer to open it."""
        from desktop.rulesets.new_dialog import NewRulesetDialog

        dialog, shown = self.sender(), self.dialog
        if not isinstance(dialog, NewRulesetDialog) or dialog.written is None or shown is None:
            return
        file = dialog.written
        shown.choose(file.parent.name)
        if self._desk is not None:
            self._desk.refresh()
        self.watch.look()
        told = self.tr(
            "{file} was written. Open the file to change it; what you save is checked here at once."
        )
        shown.say(told.format(file=file))
        shown.buttons["file"].setFocus()

    def ask_editor(self) -> None:
        """Ask with which program files are opened."""
        from desktop.rulesets.editor_dialog import EditorDialog

        dialog = EditorDialog(self._command(), self.dialog)
        dialog.accepted.connect(self._keep_editor)
        _open(dialog)

    def _keep_editor(self) -> None:
        from desktop.rulesets.editor_dialog import EditorDialog

        dialog = self.sender()
        if isinstance(dialog, EditorDialog):
            self._services.settings.change(editor=dialog.command.text().strip())

    def play(self) -> None:
        """Play the scenarios of the chosen ruleset."""
        from desktop.rulesets.play_dialog import PlayCasesDialog

        card = self.dialog.chosen if self.dialog is not None else None
        if card is not None:
            dialog = PlayCasesDialog(card, self._services.shelf, self._services.tasks, self.dialog)
            dialog.wants_file.connect(self.open_file)
            _open(dialog)

    # -- what changed on disk ------------------------------------------------------------------------

    def _tell(self, found: ChangedRules) -> None:
        self._feedback.rules_changed(found.label, found.errors, self.look_at_change)

    def _follow_offer(self) -> None:
        """Say quietly that the ruleset on disk is another one, as long as it is."""
        now, text = self.offer.now, ""
        if now is not None:
            text = (
                self.tr("◆ Ruleset on disk: errors") if now.errors else self.tr("◆ Ruleset changed on disk…")
            )
        else:
            self._feedback.rules_settled()
        self.offered.emit(text)
        if self._change is not None:
            self._change.renew(now)

    def look_at_change(self) -> None:
        """Show what the ruleset on disk would change, or its errors."""
        self.begin()
        now = self.offer.now
        if now is None:
            self._feedback.tell(self.tr("The ruleset on disk is the one that this fight is played by."))
        elif now.command is None:
            self.show(now.id)
        else:
            from desktop.rulesets.change_dialog import ChangeRulesDialog

            self._change = ChangeRulesDialog(self._services, now, self._window)
            self._change.finished.connect(self._left_change)
            self._ask(self._change)

    def _left_change(self) -> None:
        self._change = None

    def ask_options(self, at: str = "") -> None:
        """Show the options of the open encounter, and begin with the one of the id ``at``."""
        from desktop.rulesets.change_dialog import EncounterOptionsDialog

        self._ask(EncounterOptionsDialog(self._services, self._window, at=at))

    def _ask(self, dialog: RulesDialog) -> None:
        dialog.accepted.connect(self._apply)
        _open(dialog)

    def _apply(self) -> None:
        from desktop.rulesets.change_dialog import RulesDialog

        dialog = self.sender()
        if isinstance(dialog, RulesDialog):
            with self._services.bridge.one_step():
                for command in dialog.commands():
                    self._services.bridge.dispatch(command)


def _open(dialog: QDialog) -> None:
    """Show a dialog that goes away for good when it is closed."""
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    ask(dialog)
