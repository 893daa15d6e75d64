"""The campaign from the window: prepared encounters are kept and begun, another campaign is chosen."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QDate, QLocale, QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop.app_services import AppServices
from desktop.combatants.parties import entries, stem
from desktop.commands.menus import Actions
from desktop.commands.table import called
from desktop.files.samples import label_of
from desktop.main.campaign_section import CampaignPage, Kept
from desktop.main.file_menu import Files, show_dialog
from desktop.messages.feedback import Feedback, show
from rulesets.campaign.reading import Unreadable
from rulesets.campaign.things import Prepared
from rulesets.fight.storage.errors import StorageError
from rulesets.places import home, is_folder

if TYPE_CHECKING:
    from desktop.main.campaign_dialogs import KeepPreparedDialog, NewCampaignDialog
    from desktop.main.laid_by import LaidBy
    from rulesets.campaign.folder import Change
    from rulesets.campaign.played import Played
    from rulesets.campaign.things import Party, Thing


class CampaignMenu(QObject):
    """Carries out the commands of the campaign."""

    reworded = Signal()
    """Something prepared is opened, kept or not kept any more: the primary button says so."""

    def __init__(
        self,
        services: AppServices,
        feedback: Feedback,
        files: Files,
        actions: Actions,
        laid_by: LaidBy,
        window: QWidget,
        bring_party: Callable[[str], None],
    ) -> None:
        """Show dialogs over ``window``; what is left half named is ``laid_by``.

        ``bring_party`` brings the party in a file into the fight that has just begun.
        """
        super().__init__(window)
        self._services, self._feedback, self._files, self._actions = services, feedback, files, actions
        self._laid_by, self._window, self._bring_party = laid_by, window, bring_party
        self._filled: dict[str, list[tuple[str, str]]] = {}
        """What is in the menus."""
        self.does: dict[str, Callable[..., None]] = {
            "keep-prepared": self.ask_keep,
            "campaign-open": self.ask_folder,
            "campaign-new": self.ask_new,
            "campaign-folder": self.show_folder,
            "prepared": self.begin_prepared,
            "edit-prepared": self.edit_prepared,
            "new-with": self.begin_with,
            "campaign": self.choose,
            "remove": self.remove_entry,
        }
        """What carries out the commands of the campaign, and the entries of its submenus by what begins their
        ids."""
        services.campaigns.changed.connect(self.fill_menus)

    def begin(self) -> None:
        """The window has been painted: fill the menus, and watch the folder."""
        self._services.campaigns.begin()
        self.fill_menus()

    def end(self) -> None:
        """The window is closed: with the last one, nobody looks at the folder any more."""
        if self._services.windows.last is None:
            self._services.campaigns.stop()

    def fill_menus(self) -> None:
        """Have what is prepared, parties and other campaigns in the menus; what stays so is not touched.

        The palette may be open with these very entries.
        """
        campaigns = self._services.campaigns
        campaign = campaigns.current
        prepared = entries(campaign.encounters())
        wanted = {
            "prepared": [(f"prepared:{file}", name) for file, name in prepared],
            "edit-prepared": [(f"edit-prepared:{file}", name) for file, name in prepared],
            "new-with": [(f"new-with:{file}", name) for file, name in entries(campaign.parties())],
            "campaigns": [(f"campaign:{folder}", name) for name, folder in campaigns.others()],
        }
        for name, filled in wanted.items():
            if self._filled.get(name) != filled:
                self._filled[name] = filled
                self._actions.fill(name, filled)

    def page(self) -> CampaignPage:
        """Return what the start page says of the campaign."""
        campaigns = self._services.campaigns
        campaign, played = campaigns.current, campaigns.current.played()
        of_parties, encounters = campaign.parties(), campaign.encounters()
        parties = [
            Kept(f"new-with:{file}", name, self._about_party(one))
            for one, (file, name) in zip(of_parties, entries(of_parties), strict=True)
        ]
        kept = [
            Kept(f"prepared:{file}", name, self._about(one, played.get(file)))
            for one, (file, name) in zip(encounters, entries(encounters), strict=True)
        ]
        others = tuple((f"campaign:{folder}", name) for name, folder in campaigns.others())
        if campaign.is_missing:
            text = self.tr("The folder {folder} is not there. What is in it is shown again once it is.")
            return CampaignPage(campaigns.called(), (), others, missing=text.format(folder=campaign.folder))
        return CampaignPage(campaigns.called(), (*kept, *parties), others, self._troubles())

    def _troubles(self) -> tuple[str, ...]:
        """Return what is said of files of the campaign that cannot be read, or not copied into it."""
        campaigns, told = self._services.campaigns, []
        left_out = "; ".join(str(trouble) for trouble in campaigns.current.troubles)
        if left_out:
            told.append(self.tr("Left out, the files are as they were: {files}").format(files=left_out))
        if campaigns.not_taken_over is not None:
            text = self.tr(
                "The stat blocks kept before there were campaigns could not be copied into this one "
                "({reason}). They are read where they are, in {folder}."
            )
            reason = campaigns.not_taken_over.strerror or campaigns.not_taken_over
            told.append(text.format(reason=reason, folder=self._services.paths.library))
        return tuple(told)

    def _about(self, prepared: Prepared, played: Played | None) -> str:
        """Return what is said of a prepared encounter: its ruleset, how many, how often it was played."""
        count = self.tr("1 combatant") if prepared.count == 1 else self.tr("{count} combatants")
        parts = [count.format(count=prepared.count)]
        if played is not None and played.last is not None:
            when = QLocale().toString(
                QDate(played.last.year, played.last.month, played.last.day), QLocale.FormatType.ShortFormat
            )
            once, often = self.tr("played once, {when}"), self.tr("played {times}×, last {when}")
            parts.append((once if played.times == 1 else often).format(times=played.times, when=when))
        return " · ".join([*parts, label_of(prepared.ruleset)])

    def _about_party(self, party: Party) -> str:
        """Return what is said of a party: its ruleset, and who is in it."""
        names = ", ".join(one.name for one in party.members)
        about = self.tr("Party · {ruleset} · {names}").format(ruleset=label_of(party.ruleset), names=names)
        return about.removesuffix(" · ")

    def remove_entry(self, ident: str) -> None:
        """Remove what an entry of the start page stands for."""
        kind, _, file = ident.partition(":")
        thing = self.prepared(file) if kind == "prepared" else self.party(file)
        if thing is not None:
            self.remove(thing)

    # -- prepared encounters -----------------------------------------------------------------------

    def prepared(self, file: str) -> Prepared | None:
        """Return the prepared encounter whose file is called so."""
        found = self._services.campaigns.current.encounters()
        return next((one for one in found if stem(one) == file), None)

    def begin_prepared(self, file: str) -> None:
        """Begin a prepared encounter, as a new one of its own."""
        prepared = self.prepared(file)
        if prepared is None:
            self._feedback.warn(self.tr("There is no such prepared encounter any more."))
            return
        services = self._services
        now, names = services.encounters.since_last_fight(prepared, services.campaigns.current.parties())
        if self._files.begin(now) is None:
            self._note_played(prepared)
            if names:
                text = self.tr("As they stand since the last fight: {names}.")
                self._feedback.tell(text.format(names=", ".join(names)))

    def edit_prepared(self, file: str) -> None:
        """Open a prepared encounter to be changed: nothing of it is played."""
        prepared = self.prepared(file)
        if prepared is None:
            self._feedback.warn(self.tr("There is no such prepared encounter any more."))
            return
        unkept = self._files.edit(prepared)
        self.reworded.emit()
        if unkept:
            text = self.tr(
                "What you changed in “{name}” last time is here, and not kept yet. “Keep as prepared” keeps "
                "it, Undo takes it back."
            )
            self._feedback.tell(text.format(name=prepared.name))

    def party(self, file: str) -> Party | None:
        """Return the party whose file is called so."""
        parties = self._services.campaigns.current.parties()
        return next((one for one in parties if stem(one) == file), None)

    def begin_with(self, file: str) -> None:
        """Begin a new encounter with a party, as it stands since the last one."""
        party = self.party(file)
        if party is None:
            self._feedback.warn(self.tr("There is no such party any more."))
            return
        options = self._services.settings.now.options.get(party.ruleset, {})
        day = QLocale().toString(QDate.currentDate(), QLocale.FormatType.ShortFormat)
        title = self.tr("{party}, {day}").format(party=party.name, day=day)
        with suppress(StorageError):  # the beginning tells it
            title = self._services.encounters.free_name(title)
        if self._files.begin(Prepared(title, party.ruleset, dict(options))) is None:
            self._bring_party(file)

    def _note_played(self, prepared: Prepared) -> None:
        campaigns = self._services.campaigns
        try:
            campaigns.current.note_played(prepared, datetime.now().astimezone())
        except (StorageError, Unreadable) as error:
            text = self.tr("“{name}” has begun. That it was played could not be noted: {reason}")
            self._feedback.warn(text.format(name=prepared.name, reason=error))
        campaigns.changed.emit()

    def ask_keep(self) -> None:
        """Ask what the open encounter is called as a prepared one."""
        from desktop.main.campaign_dialogs import KeepPreparedDialog

        current = self._services.encounters.current
        if current is not None and current.draft:
            self.keep(current.name)
            return
        people = self._services.bridge.state.combatants.values()
        players = sum(one.kind == "pc" for one in people)
        taken = [one.name for one in self._services.campaigns.current.encounters()]
        name = current.name if current is not None else ""
        dialog = KeepPreparedDialog(name, taken, players, self._window)
        dialog.accepted.connect(partial(self._keep, dialog))
        self._laid_by.ask(dialog)

    def _keep(self, dialog: KeepPreparedDialog) -> None:
        self.keep(dialog.name.text().strip(), players=not dialog.without_players.isChecked())

    def keep(self, name: str, *, players: bool = True) -> None:
        """Keep the open encounter as prepared, in place of the one that is called so."""
        from desktop.combatants.copying import first_given, waves_of
        from rulesets.campaign.entered import prepared_of

        bridge, campaigns = self._services.bridge, self._services.campaigns
        prepared = prepared_of(
            bridge.rules, bridge.state, name, first_given(bridge), waves_of(bridge), players=players
        )
        draft = self._draft()
        everything = campaigns.current.encounters() if draft is None else ()
        same = next((one for one in everything if one.name.casefold() == name.casefold()), None)
        if draft is not None:
            prepared = replace(prepared, origin=self._services.encounters.drafts.origin(draft))
        elif same is not None:
            prepared = prepared.in_place_of(same)
        try:
            written = campaigns.write(prepared, aside=draft is not None or same is not None)
            if draft is not None:
                self._services.encounters.drafts.made_from(draft, written.thing.origin)
        except (StorageError, Unreadable) as error:
            self._feedback.trouble(error)
            return
        if draft is not None:
            self._services.encounters.draft_is_kept()
            self.reworded.emit()
        text = self.tr("“{name}” is prepared in the campaign {campaign}: begin it as often as you like.")
        text = text.format(name=name, campaign=campaigns.called())
        if written.beside:
            text += " " + self.tr("The older one was changed elsewhere meanwhile: both are kept.")
        self._feedback.done(text, called("undo"), partial(self.take_back, written.change))

    def _draft(self) -> Path | None:
        """Return the draft that is open, if a prepared encounter is edited."""
        current = self._services.encounters.current
        return current.path if current is not None and current.draft else None

    def remove(self, thing: Thing) -> None:
        """Remove something of the campaign; it can be taken back."""
        try:
            change = self._services.campaigns.remove(thing)
        except (StorageError, Unreadable) as error:
            self._feedback.trouble(error)
            return
        text = self.tr("“{name}” was removed. It lies in the folder {folder}.")
        folder = change.aside.parent if change.aside is not None else ""
        text = text.format(name=thing.name, folder=folder)
        self._feedback.done(text, called("undo"), partial(self.take_back, change))

    def take_back(self, change: Change) -> None:
        """Undo what was kept or removed."""
        draft, drafts = self._draft(), self._services.encounters.drafts
        try:
            back = self._services.campaigns.take_back(change)
            origin = drafts.origin(draft) if draft is not None else None
            if draft is not None and origin is not None and origin.path == back.path:
                drafts.made_from(draft, replace(origin, text=back.after or ""))
                self._services.encounters.draft_is_kept(kept=False)
                self.reworded.emit()
        except (StorageError, Unreadable, OSError) as error:
            self._feedback.trouble(error)
            return
        self._feedback.tell(self.tr("That was taken back."))

    # -- which campaign ----------------------------------------------------------------------------

    def choose(self, folder: str) -> None:
        """Play the campaign in a folder."""
        campaigns = self._services.campaigns
        campaigns.choose(Path(folder))
        self._feedback.tell(self.tr("The campaign is {name} now.").format(name=campaigns.called()))

    def ask_folder(self) -> None:
        """Ask for the folder of a campaign."""
        folder = self._services.campaigns.folder
        begin = folder if is_folder(folder) else home()
        dialog = QFileDialog(self._window, self.tr("The folder of a campaign"), str(begin))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(self.choose)
        show_dialog(dialog)

    def ask_new(self) -> None:
        """Ask what a new campaign is called, and where it goes."""
        from desktop.main.campaign_dialogs import NewCampaignDialog

        dialog = NewCampaignDialog(self._services.paths.data / "campaigns", self._window)
        dialog.accepted.connect(partial(self._make, dialog))
        self._laid_by.ask(dialog)

    def _make(self, dialog: NewCampaignDialog) -> None:
        campaigns, name = self._services.campaigns, dialog.name.text().strip()
        try:
            campaigns.make(Path(dialog.folder.text().strip()), name)
        except (StorageError, Unreadable) as error:
            self._feedback.trouble(error)
            return
        self._feedback.tell(self.tr("The campaign is {name} now.").format(name=campaigns.called()))

    def show_folder(self) -> None:
        """Show the folder of the campaign with the program that the system has for it."""
        folder = self._services.campaigns.folder
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
        if not show(folder):
            text = self.tr("No program here can show it. It is at {path}.")
            self._feedback.tell(text.format(path=folder))
