"""Parties in the window: bringing one in, keeping one, carrying over what a fight has made of it, resting."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace
from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QDialog, QInputDialog, QLabel, QWidget

from desktop.bridge import Bridge
from desktop.combatants.adding.bring_in_dialog import JoinDialog
from desktop.combatants.blocks.window import BlocksWindow
from desktop.combatants.carry_dialog import CarryDialog
from desktop.combatants.members_dialog import MembersDialog
from desktop.combatants.newcomers import adds
from desktop.combatants.parties import entries, left_out, of_another, party_lines, stem
from desktop.combatants.parties_window import PartiesWindow
from desktop.combatants.waves import players_roll
from desktop.commands.table import called
from desktop.files.samples import read_sample, shipped
from desktop.messages.sentences import sentence
from desktop.paper.taking import Taking
from desktop.process.in_front import ask, dialog_in_front
from desktop.rulesets.cards import head
from desktop.widgets.texts import Texts
from rulesets.campaign.entered import entered
from rulesets.campaign.parties import party_of
from rulesets.fight.storage.errors import StorageError
from rulesets.reading.loader import RulesetError
from rulesets.seen.labels import entry_label
from rulesets.table.combatant import PC, Combatant
from rulesets.table.commands import Add
from rulesets.table.writing import portable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from desktop.app_services import AppServices
    from desktop.combatants.blocks.window import Drafts
    from desktop.combatants.newcomers import NewcomerLine
    from desktop.list.view import InitiativeList
    from desktop.main.laid_by import LaidBy
    from desktop.messages.feedback import Feedback
    from desktop.paper.people_export import PeopleExport
    from rulesets.campaign.folder import Change
    from rulesets.campaign.things import Member, Party
    from rulesets.vocabulary import Rules


class Desk(NamedTuple):
    """A table to work at, and the rulesets (id, name) that it can be laid for; none beside an encounter."""

    bridge: Bridge
    rulesets: Sequence[tuple[str, str]] = ()


class Parties(QObject):
    """Carries out what the table of commands says of parties."""

    def __init__(
        self,
        services: AppServices,
        table: InitiativeList,
        feedback: Feedback,
        window: QWidget,
        export: Callable[[], PeopleExport],
        join: Callable[[Sequence[Add], str], object],
        laid_by: LaidBy,
    ) -> None:
        """Act on the fight of ``table`` and on the campaign; what is left half named is ``laid_by``.

        ``export`` returns what writes combatants, ``join`` lets some come in, asks for players' rolls,
        and says a text once they are in.
        """
        super().__init__(window)
        self._export, self._join_fight, self._laid_by = export, join, laid_by
        self._unkept: dict[tuple[Path, str], Drafts] = {}
        """(campaign, ruleset) → what was typed into stat blocks and is not kept yet."""
        self._done: dict[Path, list[Change]] = {}
        """Campaign → what was done to its parties, to be taken back step by step."""
        self._services, self._table, self._feedback, self._window = services, table, feedback, window

    def names(self) -> list[tuple[str, str]]:
        """Return (command, name) for each party of the campaign."""
        found = entries(self._services.campaigns.current.parties())
        return [(f"party:{file}", name) for file, name in found]

    # -- into the fight ------------------------------------------------------------------------------

    def bring_in(self, file: str) -> None:
        """Bring in all members of the party in a file who are not there yet, as one step."""
        bridge = self._services.bridge
        parties = self._services.campaigns.current.parties()
        party = next((one for one in parties if stem(one) == file), None)
        if party is None:
            return
        lines = party_lines(bridge.rules, party, bridge.state)
        if not lines:
            self._feedback.tell(self.tr("All of “{party}” are there already.").format(party=party.name))
            return
        told = ""
        if ruleset := of_another(bridge.rules, party):
            told = self.tr("“{party}” is of another ruleset ({ruleset}): what fits comes in.")
            told = told.format(party=party.name, ruleset=ruleset)
            if lost := left_out(bridge.rules, party):
                told = f"{told} {self.tr('Left out: {keys}.').format(keys=', '.join(lost))}"
        self._join_fight(adds(lines, bridge.state), told)

    def show(self, ruleset: str = "") -> None:
        """Show the parties of the campaign, without an encounter by the numbers of ``ruleset``."""
        services, desk = self._services, self._desk(ruleset)
        if desk is None:
            return
        texts, bridge = Texts(), desk.bridge
        texts.set_encounter(bridge.rules, lambda: bridge.state)
        window = PartiesWindow(
            bridge,
            texts,
            services.campaigns,
            sentence,
            self._window,
            rulesets=desk.rulesets,
            done=self._steps,
        )
        texts.setParent(window)
        window.bringing.connect(self.bring_in)
        window.turned.connect(partial(self._turn, window, self.show))
        taking = self._taking(window, desk)
        window.adding.connect(partial(self._ask_members, window, desk))
        window.joining.connect(partial(self._join, window))
        window.exporting.connect(taking.export_party)
        window.copying.connect(taking.copy_party)
        self._ask(window, desk)

    def _ask_members(self, window: PartiesWindow, desk: Desk, party: Party) -> None:
        dialog = MembersDialog(desk.bridge, party, window, self._services.library)
        dialog.accepted.connect(partial(_add_members, window, dialog))
        self._ask(dialog)

    def _join(self, window: PartiesWindow, party: Party, ids: Sequence[str]) -> None:
        people = self._services.bridge.state.combatants
        window.add_members(self._of(party.name, [people[one] for one in ids if one in people]).members)

    def show_blocks(self, ruleset: str = "") -> None:
        """Show the stat blocks for the ruleset that is played, without an encounter those for ``ruleset``."""
        services, desk = self._services, self._desk(ruleset)
        if desk is None:
            return
        window = BlocksWindow(
            desk.bridge,
            services.library,
            services.campaigns,
            sentence,
            self._window,
            rulesets=desk.rulesets,
            drafts=self._unkept.setdefault((services.campaigns.current.folder, desk.bridge.rules.id), {}),
        )
        window.adding.connect(partial(self._add, window))
        window.turned.connect(partial(self._turn, window, self.show_blocks))
        taking = self._taking(window, desk)
        window.exporting.connect(taking.export_blocks)
        window.copying.connect(taking.copy_blocks)
        self._ask(window, desk)

    def _taking(self, window: PartiesWindow | BlocksWindow, desk: Desk) -> Taking:
        """Return what takes things from a window elsewhere."""
        return Taking(self._export(), desk.bridge.rules, self._rules_of, window, window)

    def _rules_of(self, ruleset: str) -> Rules:
        """Return a ruleset as it is played without options; raises RulesetError."""
        services = self._services
        return services.rulesets.compiled(portable(services.shelf.writing(ruleset)), {})

    def _desk(self, ruleset: str) -> Desk | None:
        """Return what is played; without an encounter an empty table under a ruleset, kept nowhere.

        That is ``ruleset``, else the one that was chosen last for a new encounter. None if it has errors,
        which is told.
        """
        services = self._services
        if services.bridge.is_open:
            return Desk(services.bridge)
        shelf, now = services.shelf, services.settings.now
        there = [one for one in shelf.found() if not one.problem]
        named = sorted(
            ((one.id, entry_label(head(shelf, one), one.id)) for one in there), key=lambda one: one[1]
        )
        ids = [ident for ident, _ in named]
        usual = next(
            (one for one in (ruleset, now.ruleset, read_sample(shipped()).ruleset) if one in ids), ""
        )
        bridge = Bridge(self)
        try:
            writing = portable(shelf.writing(usual or next(iter(ids), "")))
            rules = services.rulesets.compiled(writing, now.options.get(usual, {}))
        except RulesetError as error:
            self._feedback.trouble(error)
            bridge.deleteLater()
            return None
        bridge.open(rules, writing=writing)
        if ruleset:
            services.settings.change(ruleset=ruleset)
        return Desk(bridge, named)

    def _turn(self, window: QDialog, again: Callable[[str], None], ruleset: str) -> None:
        """Show a window by another ruleset, as large as it was and where it was."""
        desk = self._desk(ruleset)
        if desk is None:
            return
        desk.bridge.deleteLater()  # the ruleset is sound: it is compiled once
        place = window.geometry()
        window.reject()
        again(ruleset)
        shown = dialog_in_front(self._window)
        if type(shown) is type(window) and shown is not None:
            shown.setGeometry(place)

    def _add(self, window: BlocksWindow, line: NewcomerLine) -> None:
        bridge = self._services.bridge
        orders = adds([line], bridge.state)
        if not players_roll(bridge.rules, bridge.state, (order.combatant for order in orders)):
            self._add_now(window, orders)
            return
        dialog = JoinDialog(bridge, self._services.texts, window, orders)
        dialog.accepted.connect(partial(self._add_rolled, window, dialog))
        self._ask(dialog)

    def _add_rolled(self, window: BlocksWindow, dialog: JoinDialog) -> None:
        self._add_now(window, [order for order in dialog.commands() if isinstance(order, Add)])

    def _add_now(self, window: BlocksWindow, orders: Sequence[Add]) -> None:
        if self._services.bridge.dispatch_all(orders):
            window.tell_added(", ".join(str(order.combatant["name"]) for order in orders))

    # -- out of it -----------------------------------------------------------------------------------

    def ask_carry_over(self) -> None:
        """Show what would be written back, line by line."""
        bridge, parties = self._services.bridge, self._services.campaigns.current.parties()
        people = [who for who in bridge.state.combatants.values() if who.kind == PC]
        taken = {party.name.casefold() for party in parties}
        usual = self.tr("Party")
        names = (usual, *(f"{usual} {number}" for number in range(2, len(parties) + 3)))
        new = self._of(next(name for name in names if name.casefold() not in taken), people)
        dialog = CarryDialog(bridge, self._services.texts, parties, new, self._window)
        dialog.accepted.connect(partial(self._carry_over, dialog))
        self._ask(dialog)

    def _carry_over(self, dialog: CarryDialog) -> None:
        count = dialog.model.count
        told = self.tr("“{party}” is kept as it stands now. The next fight begins there.")
        self._write(dialog.written(), told if count else self.tr("“{party}” is kept."))

    def ask_keep(self) -> None:
        """Ask for the name of a party of the selected combatants, and keep it as they were entered."""
        dialog = QInputDialog(self._window)
        people = self._table.situation().meant
        told = self._services.texts.names([who.id for who in people])
        dialog.setWindowTitle(self.tr("Keep as a party: {names}").format(names=told))
        names = ", ".join(who.name for who in people)
        dialog.setLabelText(self.tr("Name of the party: {names}").format(names=names))
        for label in dialog.findChildren(QLabel):
            label.setTextFormat(Qt.TextFormat.PlainText)  # it names people
        dialog.textValueSelected.connect(partial(self._keep, [who.id for who in people]))
        self._laid_by.ask(dialog)

    def _keep(self, who: Sequence[str], name: str) -> None:
        there = self._services.bridge.state.combatants
        people = [there[one] for one in who if one in there]
        if not name.strip() or not people:
            return
        new = self._of(name.strip(), people)
        known = self._services.campaigns.current.parties()
        same = next((one for one in known if one.name.casefold() == name.strip().casefold()), None)
        kept = new if same is None else replace(same, members=_joined(same, new), ruleset=new.ruleset)
        self._write(kept, self.tr("“{party}” is a party now: @{party} brings it in."))

    # -- internal ------------------------------------------------------------------------------------

    def _of(self, name: str, people: list[Combatant]) -> Party:
        """Return a new party of people who are in the fight, as they were entered."""
        bridge = self._services.bridge
        first = {str(add.combatant.get("id")): add.combatant for add in bridge.commands_of(Add)}
        rules = bridge.rules
        return party_of(rules, name, [entered(rules, who, first.get(who.id)) for who in people])

    @property
    def _steps(self) -> list[Change]:
        return self._done.setdefault(self._services.campaigns.folder, [])

    def _write(self, party: Party, told: str) -> None:
        try:
            written = self._services.campaigns.write(party)
        except StorageError as error:
            self._feedback.trouble(error)
            return
        self._steps.append(written.change)
        text = told.format(party=written.thing.name)
        if written.beside:
            beside = self.tr(
                "Its file was changed by somebody else meanwhile: both are kept, this one as {name}."
            )
            text = f"{text} {beside.format(name=written.change.path.name)}"
        self._feedback.tell(text, called("undo"), partial(self._take_back, written.change))

    def _take_back(self, change: Change) -> None:
        try:
            self._services.campaigns.take_back(change)
        except StorageError as error:
            self._feedback.trouble(error)
        else:
            for steps in self._done.values():
                if change in steps:
                    steps.remove(change)
            self._feedback.tell(self.tr("The party is kept as it was before."))

    def _ask(self, dialog: QDialog, desk: Desk | None = None) -> None:
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if desk is not None and desk.rulesets:
            dialog.finished.connect(desk.bridge.deleteLater)
        ask(dialog)


def _add_members(window: PartiesWindow, dialog: MembersDialog) -> None:
    window.add_members(dialog.members())


def _joined(old: Party, new: Party) -> tuple[Member, ...]:
    """Return the members of a party with those of another in place of their namesakes, or behind them."""
    fresh = {member.name.casefold(): member for member in new.members}
    kept = [fresh.pop(member.name.casefold(), member) for member in old.members]
    return (*kept, *fresh.values())
