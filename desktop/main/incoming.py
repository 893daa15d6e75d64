"""Bringing in what other programs wrote: by menu, by dropping a file, by pasting; and taking it back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QObject
from PySide6.QtWidgets import QDialog, QFileDialog, QWidget

from desktop.app_services import AppServices
from desktop.commands.table import called
from desktop.incoming.bringing import Target, block_of, party_of
from desktop.incoming.dialog import IncomingDialog
from desktop.main.file_menu import Files, show_dialog
from desktop.main.laid_by import LaidBy
from desktop.messages.feedback import Feedback
from desktop.process.in_front import ask
from desktop.process.tasks import Stopped
from rulesets.campaign.reading import Unreadable
from rulesets.campaign.things import Party
from rulesets.fight.storage.errors import StorageError
from rulesets.incoming.preparing import prepared
from rulesets.places import home
from rulesets.reading.loader import RulesetError
from rulesets.table.writing import portable

if TYPE_CHECKING:
    from desktop.process.tasks import Task, Work
    from rulesets.campaign.folder import Campaign, Change
    from rulesets.campaign.things import Thing
    from rulesets.table.commands import Command
    from rulesets.table.encounter import Encounter
    from rulesets.vocabulary import Rules

ENDINGS = "*.json *.db *.xml *.cm* *.csv *.tsv *.md *.txt *.lcm *.char *.effect *.toml"
"""Of files that are likely; what one is is found out by what is in it."""


class Incoming(QObject):
    """Shows what is brought before it is done, and does it as one step."""

    def __init__(
        self, services: AppServices, files: Files, feedback: Feedback, laid_by: LaidBy, window: QWidget
    ) -> None:
        """Show dialogs over ``window``; those that are left with something chosen are ``laid_by``."""
        super().__init__(window)
        self._laid_by = laid_by
        self._at_work: set[_Keeping] = set()
        """What is being written: whoever has nothing to do any more is held by the offer to undo alone."""
        self._services, self._files, self._feedback, self._window = services, files, feedback, window

    def ask_file(self) -> None:
        """Ask which file of another program is to be brought in."""
        dialog = QFileDialog(self._window, self.tr("Import what another program wrote"), str(home()))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        written = self.tr("What other programs write ({endings})").format(endings=ENDINGS)
        dialog.setNameFilters([written, self.tr("All files (*)")])
        dialog.fileSelected.connect(self.bring_file)
        show_dialog(dialog)

    def bring_file(self, name: str) -> None:
        """Show what is in a file."""
        self.bring(Path(name))

    def paste(self, data: QMimeData) -> bool:
        """Show what was pasted, if it is a text; returns whether it is one."""
        text = data.text().strip() if data.hasText() else ""
        if text:
            self.bring(text.encode("utf-8", "replace"))
        return bool(text)

    def bring(self, origin: Path | bytes) -> None:
        """Show what a file, or a text that was pasted, becomes; nothing is done before that is accepted."""
        services = self._services
        dialog = IncomingDialog(
            origin,
            services.bridge,
            services.campaigns.current,
            self.rulesets,
            services.tasks,
            self._window,
            meanings=services.settings.now.headings,
        )
        dialog.columns_told.connect(self._remember)
        dialog.broke.connect(self._report)
        dialog.accepted.connect(partial(self._take, dialog))
        dialog.finished.connect(partial(self._closed, dialog))
        ask(dialog)

    def _closed(self, dialog: QDialog, _result: int) -> None:
        if not self._laid_by.keep(dialog, ask):
            dialog.deleteLater()

    def _report(self, error: Exception) -> None:
        self._services.crash_reports.report(error, error.__traceback__)

    def _remember(self, told: dict[str, str]) -> None:
        """Remember what the columns of a table were said to be."""
        settings = self._services.settings
        settings.change(headings={**settings.now.headings, **told})

    def rulesets(self) -> list[Rules]:
        """Return the rulesets that can be played with."""
        services, found = self._services, []
        for one in services.shelf.found():
            if one.problem:
                continue
            try:
                found.append(services.rulesets.compiled(portable(services.shelf.writing(one.file)), {}))
            except RulesetError:
                continue  # the window of the rulesets says what is wrong with it
        return found

    # -- doing it ------------------------------------------------------------------------------------

    def _take(self, dialog: IncomingDialog) -> None:
        does: dict[Target, Callable[[IncomingDialog], None]] = {
            Target.ENCOUNTER: self._into_the_fight,
            Target.NEW: self._begin,
            Target.PREPARED: self._prepare,
            Target.BLOCKS: self._keep_blocks,
            Target.PARTY: self._keep_party,
        }
        does[dialog.where_to](dialog)

    def _into_the_fight(self, dialog: IncomingDialog) -> None:
        bridge = self._services.bridge
        orders = self._orders(dialog, bridge.state)
        if orders is None:
            return
        if bridge.dispatch_all(orders):
            self._feedback.tell(self.tr("Brought in: {names}.").format(names=_names(dialog)))

    def _begin(self, dialog: IncomingDialog) -> None:
        orders = self._orders(dialog)
        if orders is not None:
            self._files.begin_with(dialog.title, dialog.rules.id, orders, dialog.options)

    def _orders(self, dialog: IncomingDialog, state: Encounter | None = None) -> list[Command] | None:
        """Return what brings in what is ticked; None if that cannot be, once told."""
        try:
            return dialog.orders(state)
        except ValueError:
            self._feedback.warn(
                self.tr(
                    "The ruleset does not take what is in the file: it was changed. Nothing was brought in."
                )
            )
            return None

    def _prepare(self, dialog: IncomingDialog) -> None:
        thing = prepared(dialog.rules, dialog.title, dialog.fitted(), dialog.all_told())
        self._write(dialog, [thing], self.tr("“{name}” is prepared.").format(name=thing.name))

    def _keep_blocks(self, dialog: IncomingDialog) -> None:
        blocks = [block_of(entry, dialog.blocks, dialog.rules.id) for entry in dialog.wanted()]
        told = self.tr("Kept as own stat blocks: {names}.").format(names=_names(dialog))
        self._write(dialog, blocks, told)

    def _keep_party(self, dialog: IncomingDialog) -> None:
        party = dialog.party_chosen() or Party(name=dialog.title, ruleset=dialog.rules.id)
        told = self.tr("“{name}” is kept.").format(name=party.name)
        self._write(dialog, [party_of(dialog.wanted(), party)], told)

    def _write(self, dialog: IncomingDialog, things: Sequence[Thing], told: str) -> None:
        """Keep things in the campaign, all of them or none, off the window's thread; it can be taken back."""
        campaign = self._services.campaigns.beside(dialog.campaign)
        _Keeping(self._services, self._feedback, campaign, self._at_work).write(things, told)


class _Keeping(QObject):
    """Writes things into the campaign, and takes them back in one step."""

    def __init__(
        self, services: AppServices, feedback: Feedback, campaign: Campaign, at_work: set[_Keeping]
    ) -> None:
        """Begin with nothing written; ``campaign`` is only used in the other thread, whichever is played.

        It is among those ``at_work`` as long as it writes.
        """
        super().__init__()
        self._at_work = at_work
        self._campaign = campaign
        self._services, self._feedback = services, feedback
        self._told = ""
        self._changes: list[Change] = []

    def write(self, things: Sequence[Thing], told: str) -> None:
        """Write all of them, or none, and tell it then."""
        self._told = told
        self._do(partial(_write_all, self._campaign, list(things)), self._written)

    def _do(self, work: Work, done: Callable[..., None]) -> None:
        self._at_work.add(self)
        self._services.tasks.do(work, done, self._failed, self._progress)

    def _over(self) -> None:
        self._at_work.discard(self)
        self._services.campaigns.written()

    def _written(self, changes: list[Change]) -> None:
        self._changes = changes
        self._over()
        self._feedback.done(self._told, called("undo"), self._take_back)

    def _take_back(self) -> None:
        self._do(partial(_take_all_back, self._campaign, self._changes), self._taken_back)

    def _taken_back(self, _: object) -> None:
        self._over()
        self._feedback.tell(self.tr("That was taken back."))

    def _progress(self, report: object) -> None:
        assert isinstance(report, tuple)
        self._feedback.tell(self.tr("Writing… {done} of {all}").format(done=report[0], all=report[1]))

    def _failed(self, error: Exception) -> None:
        self._over()
        self._feedback.trouble(error)


def _write_all(campaign: Campaign, things: Sequence[Thing], task: Task) -> list[Change]:
    """Write all things or none; raises StorageError, Unreadable or Stopped."""
    done: list[Change] = []
    try:
        for number, thing in enumerate(things):
            if len(things) > 1:
                task.tick(number, len(things))
            done.append(campaign.write(thing).change)
    except (StorageError, Unreadable, Stopped):
        for change in reversed(done):
            with suppress(StorageError):  # changed by somebody else meanwhile: that stays, the others go
                campaign.take_back(change)
        raise
    return done


def _take_all_back(campaign: Campaign, changes: Sequence[Change], task: Task) -> None:
    for number, change in enumerate(reversed(changes)):
        if len(changes) > 1:
            task.tick(number, len(changes))
        campaign.take_back(change)


def _names(dialog: IncomingDialog) -> str:
    names = [one.name for one in dialog.fitted()]
    more = len(names) - 6
    return ", ".join([*names[:6], f"+{more}"] if more > 0 else names)
