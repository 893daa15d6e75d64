"""The game master's window: puts its parts together and keeps them in step with the encounter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QMainWindow, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from desktop.app_services import AppServices
from desktop.bridge import Entry
from desktop.commands.bindable import change_keys, keys_of_window, told_all
from desktop.commands.keys import native, normal
from desktop.commands.menus import Actions
from desktop.commands.primary import Kind
from desktop.commands.situation import CLOSED
from desktop.commands.table import (
    COMMANDS,
    DIGITS,
    UserCommand,
    as_sentence,
    called,
    command_of,
    spending,
)
from desktop.declare.board import DeclareBoard
from desktop.help.news import News
from desktop.list.ahead_strip import AheadStrip
from desktop.list.due_board import DueBoard
from desktop.list.side_strip import SideStrip
from desktop.list.view import InitiativeList
from desktop.list.waves_strip import WavesStrip
from desktop.main.fight import Fight
from desktop.main.file_menu import Files
from desktop.main.focus import PRIMARY, FocusKeeper, PrimaryKey
from desktop.main.key_binder import KeyBinder
from desktop.main.laid_by import LaidBy
from desktop.main.layout import MessagePlace, RoomSharing, column, packed, restore_place
from desktop.main.other_windows import OtherWindows
from desktop.main.panels import Panels
from desktop.main.saying import Saying, encounter_name, primary_now
from desktop.main.status import StatusLine
from desktop.main.top_bar import TopBar
from desktop.messages.bar import MessageBar
from desktop.messages.feedback import Feedback
from desktop.palette.offers import Palette
from desktop.paper.print_menu import Printing
from desktop.process.first_frame import FirstFrame
from desktop.rulesets.menu import Rulesets
from desktop.widgets.tab_order import tab_as_laid_out
from desktop.widgets.wild_die import set_wild
from rulesets.seen.labels import entry_label
from rulesets.seen.queries import acting_one
from rulesets.table.encounter import RUNNING, Encounter

if TYPE_CHECKING:
    from PySide6.QtCore import QMimeData
    from PySide6.QtWidgets import QDialog

    from desktop.inspector.view import Inspector
    from desktop.list.find_bar import FindBar
    from desktop.log.view import LogView
    from desktop.main.campaign_menu import CampaignMenu
    from desktop.main.copies import Copies
    from desktop.main.incoming import Incoming
    from desktop.main.mending import Mending
    from desktop.main.parties import Parties
    from desktop.main.players import Players
    from desktop.main.start_page import StartPage
    from desktop.paper.export_menu import Exporting
    from desktop.paper.people_export import PeopleExport
    from desktop.sharing.menu import PlayersPage

PAINTED = 250
"""Milliseconds after which the window has been painted: nobody is to wait for what comes then."""
PLAYERS = (
    *("players-screen", "players-hide", "players-preview"),
    *("players-facts", "players-picture", "players-plain"),
)
CHECKABLE = tuple(i for i, command in COMMANDS.items() if command.checkable and i not in PLAYERS)
CAMPAIGN = ("keep-prepared", "campaign-open", "campaign-new", "campaign-folder")
COPIES = ("duplicate", "copy-people", "paste-people")
ENTRIES = ("prepared", "edit-prepared", "new-with", "campaign")
HELP = ("keys", "guide", "authors", "reference", "judged", "changelog", "about")


class MainWindow(QMainWindow):
    """Everything the game master sees of a fight, and the page to begin with."""

    def __init__(self, services: AppServices, parent: QWidget | None = None) -> None:
        """Build the window around ``services``; it begins with whatever the bridge has open."""
        super().__init__(parent)
        self.setObjectName("main")
        self.services = services
        self.first_frame = FirstFrame(self)
        bridge, texts = services.bridge, services.texts
        bridge.reset.connect(self._speak)  # before any part asks for texts of the new encounter
        bridge.rules_changed.connect(self._speak)
        self.top_bar = TopBar(self)
        self.messages = MessageBar(self)
        self.table = InitiativeList(bridge, texts, self, chosen=self._chosen_columns)
        self.board = DeclareBoard(bridge, texts, self)
        self.due = DueBoard(bridge, self)
        self.sides = SideStrip(bridge, texts, self.table.initiative, self)
        self.ahead = AheadStrip(bridge, texts, self)
        self.status = StatusLine(self)
        self.actions_ = Actions(self, self.menuBar())
        self.keys = keys_of_window(services.settings, self)
        self.space = PrimaryKey(self, self.table, self.keys)
        self.feedback = Feedback(bridge, texts, self.messages, self, called=called)
        self.laid_by = LaidBy(bridge, self.feedback, self)
        """Dialogs that were closed with something typed in them."""
        self.files = Files(services, self.feedback, self.laid_by, self)
        self.rulesets = Rulesets(services, self.feedback, self)
        self.printing = Printing(services, self.feedback, self.table.selected_ids, self)
        self.fight = Fight(
            bridge, texts, self.table, self.board, self.feedback, self, services.library, self.laid_by
        )
        self.news = News(services.settings, self.feedback, partial(self._help, "changelog"), parent=self)
        self.saying = Saying(
            services, self.top_bar, self.actions_, self.status, self.board, self.table, self.due
        )
        self.palette_ = Palette(services, self.actions_, self.table, self)
        self.others = self._with_others()
        self._active = ""
        self._why_not = ""
        """Why the last command that made no sense made none."""
        self._following = False
        """True while a command's changes are followed: all that goes by them is said at the end."""
        self._does = self._commands()
        self._does_with = self._submenus()
        self._begin()

    # -- building ----------------------------------------------------------------------------------

    def _begin(self) -> None:
        """Put the parts where they stand, and let them show what is open."""
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self._begin_campaign)
        self._lay_out()
        self._connect()
        self._bind_keys()
        self._restore()
        self._reset()
        self.first_frame.then(self.panels.make)
        self.first_frame.then(self._look_for_hits)
        self.first_frame.then(self.others.catch_up)

    def _with_others(self) -> OtherWindows:
        """Return what this window does together with the others of the program."""
        return OtherWindows(
            self,
            self.services,
            self.files,
            self.feedback,
            self.actions_,
            self.board,
            self.table,
            lambda: self.start_page,
        )

    def _look_for_hits(self) -> None:
        self.due.look_for_hits()
        self.table.look_for_hits_by(lambda: bool(self.due.hits))
        self.saying.primary()  # what Space would pass over
        self.saying.enable()

    def _lay_out(self) -> None:
        self.waves = WavesStrip(self.services.bridge, self)
        self._left = QSplitter(Qt.Orientation.Vertical, self)
        self._left.addWidget(
            column(
                self,
                self.board,
                self.sides,
                self.ahead,
                self.table,
                self.due,
                self.waves,
                tall=self.table,
            )
        )
        self._left.setStretchFactor(0, 1)
        self._across = QSplitter(Qt.Orientation.Horizontal, self)
        self._across.addWidget(self._left)
        self.panels = Panels(self.services, self._across, self._left, self)
        self._across.setStretchFactor(0, 1)
        for splitter in (self._left, self._across):
            splitter.setChildrenCollapsible(False)
        self.pages = QStackedWidget(self)
        self._fight_page = column(self, self.top_bar, self._across, tall=self._across)
        self.pages.addWidget(self._fight_page)
        self.setCentralWidget(self.pages)
        self._room = RoomSharing(self, self._across, self._left, self.table, self.board)
        self.setStatusBar(self.status)
        self._foot = MessagePlace(self.messages, self)
        self.setMinimumSize(640, 420)

    def _connect(self) -> None:
        services = self.services
        self.feedback.offer(
            save_copy=self.files.ask_copy,
            end=partial(self.do, "end-encounter"),
            trigger=partial(self.do, "trigger"),
        )
        services.bridge.changed.connect(self._changed)
        services.bridge.came_in.connect(self._came_in)
        services.bridge.reset.connect(self._reset)
        services.bridge.rules_changed.connect(self._fill_menus)
        self.table.look_for_laid_by(lambda: bool(self.laid_by.titles))
        self.laid_by.changed.connect(self._offer_laid_by)
        self.actions_.menus["campaign"].aboutToShow.connect(self._fill_parties)
        self.actions_.menus["edit"].aboutToShow.connect(self.saying.steps)
        services.keeper.state_changed.connect(self._disk_changed)
        services.keeper.written_anew.connect(self.feedback.written_anew)
        self.actions_.asked.connect(self.do)
        self.top_bar.wants.connect(self._do_as_said)
        self.others.wants.connect(self.do)
        services.campaigns.changed.connect(self._show_campaign)
        self.files.wants_rulesets.connect(self.rulesets.show)
        self.rulesets.wants_guide.connect(self._guide_for_authors)
        self.rulesets.offered.connect(self.status.show_offer)
        self.status.offer.clicked.connect(self.rulesets.look_at_change)
        self.status.shared.clicked.connect(partial(self.do, "share"))
        self.table.wants.connect(self._do_as_said)
        self.table.refused_keys.dropped.connect(self._typed_for_nothing)
        self.table.explain_by(self.fight.explain)
        self.fight.ended.connect(self.show_ending)
        self.fight.missed.connect(self._missed)
        self.table.current_changed.connect(self._current_changed)
        self.table.selectionModel().selectionChanged.connect(self._selected)
        self.table.refused_drop.connect(self.feedback.refused)
        self.others.takes.connect(self._take_people)
        self.others.brings.connect(self._bring)
        self.table.interrupts.connect(self.fight.interrupt)
        self.table.triggers.connect(self.fight.set_off)
        services.bridge.cut_off.connect(self.feedback.cut_off)
        self.panels.made.connect(self._panels_made)
        FocusKeeper(self.table, self.top_bar.buttons.values(), self.due, self)
        self.space.pressed.connect(partial(self._do_as_said, "primary"))
        self.space.turned.connect(self.saying.reworded)
        self._connect_palette()
        self._connect_boards()

    def _connect_palette(self) -> None:
        self.palette_.asks.connect(self._ask_about)
        self.palette_.wants.connect(self.do)
        self.palette_.reacts.connect(self.fight.react)
        self.palette_.attacks.connect(self.fight.attack_by)
        self.palette_.begins.connect(self.fight.begin_effect)
        self.palette_.options.connect(self.rulesets.ask_options)
        self.palette_.late.connect(self.board.be_late)

    def _connect_boards(self) -> None:
        """Connect what is declared, what is due and who is to come."""
        self.board.turn_of.connect(self.table.select)
        self.board.left.connect(self.table.setFocus)
        self.fight.half_typed = lambda: self.due.half_typed
        self.due.shows.connect(self.table.select)
        self.due.enters.connect(self.fight.enter)
        self.due.hurts.connect(self.fight.hurt)
        self.due.strikes.connect(self.fight.strike)
        self.due.put_aside.connect(self.saying.reworded)
        self.due.put_aside.connect(self.saying.enable)
        self.fight.asks.connect(self.due.wait)
        self.due.left.connect(self._leave_due)
        self.due.reached.connect(self.space.reached_by_keys)
        self.table.refused_keys.lead_to(self.due)
        self.due.led.connect(self._led_to_total)
        self.due.rolled.connect(self._all_rolled)
        self.waves.wants.connect(self.fight.wave)
        self.waves.reminds.connect(self.feedback.remind)
        self.board.reworded.connect(self.saying.reworded)
        self.board.was_late.connect(self.feedback.was_late)
        self.fight.asks.connect(self.board.count_off.give_way)
        self.board.count_off.chosen.connect(self._keep_count_off)

    def _panels_made(self) -> None:
        """Inspector and log are there now: hear what they want, and let them know whom the list is at."""
        bridge = self.services.bridge
        self.inspector.wants.connect(self.do)
        self.inspector.reacts.connect(self.fight.react)
        self.inspector.attacks.connect(self.fight.attack_by)
        self.inspector.sheet.scaled.connect(self.table.setFocus)
        self.inspector.sheet.applied.connect(self.table.setFocus)  # Space goes on, Ctrl+Z takes it back
        self.log.undo_to.connect(bridge.go_to)
        self.log.wants.connect(self.do)
        self._binder.share_with(self.log)
        self._tell_digits_beside()
        self._room.share()
        self._order_tabs()
        self.waves.renewed.connect(self._order_tabs)
        self.due.renewed.connect(self._order_tabs)
        for signal, heard in ((bridge.changed, self._changed), (bridge.reset, self._reset)):
            signal.disconnect(heard)  # the panels hear of it first: the window tells them whom to show then
            signal.connect(heard)
        self._current_changed(self.table.current())
        self.panels.select(self.table.selected_ids())

    def _order_tabs(self) -> None:
        """Let Tab go through the parts as they stand: panels and waves come after what is below them."""
        tab_as_laid_out(self._fight_page)

    @cached_property
    def start_page(self) -> StartPage:
        """What an empty window shows; a start that goes on with an encounter makes none: 2 ms."""
        from desktop.main.start_page import StartPage

        page = StartPage(self)
        page.wants.connect(self.do)
        page.wants_file.connect(self.files.open_named)
        page.wants_removed.connect(partial(self._of_campaign, "remove"))
        self.pages.addWidget(page)
        return page

    @cached_property
    def find_bar(self) -> FindBar:
        """The line in which a name is looked for."""
        from desktop.list.find_bar import FindBar

        bar, page = FindBar(self.services.bridge, self), self._fight_page.layout()
        assert isinstance(page, QVBoxLayout)
        page.insertWidget(page.indexOf(self._across), bar)
        bar.found.connect(self.table.select)
        bar.left.connect(self.table.setFocus)
        bar.search_in(self.table.initiative)
        self._order_tabs()
        return bar

    @cached_property
    def campaign(self) -> CampaignMenu:
        """What keeps and begins prepared encounters, and chooses campaigns."""
        from desktop.main.campaign_menu import CampaignMenu

        menu = CampaignMenu(
            self.services, self.feedback, self.files, self.actions_, self.laid_by, self, self._bring_party
        )
        menu.reworded.connect(self.saying.reworded)
        return menu

    def _bring_party(self, file: str) -> None:
        self.parties.bring_in(file)

    @cached_property
    def copies(self) -> Copies:
        """What copies the fight, and combatants from window to window."""
        from desktop.main.copies import Copies

        return Copies(self.services, self.feedback, self.table, self, self.fight.join, self._paste)

    def _paste(self, data: QMimeData) -> bool:
        return self.incoming.paste(data)

    @cached_property
    def parties(self) -> Parties:
        """What brings parties in and carries over what a fight has made of them."""
        from desktop.main.parties import Parties

        return Parties(
            self.services,
            self.table,
            self.feedback,
            self,
            lambda: self.people_export,
            self.fight.join,
            self.laid_by,
        )

    @cached_property
    def incoming(self) -> Incoming:
        """What brings in what other programs wrote."""
        from desktop.main.incoming import Incoming

        return Incoming(self.services, self.files, self.feedback, self.laid_by, self)

    @cached_property
    def players(self) -> Players:
        """What the players see, on a screen of their own and in small."""
        from desktop.main.players import Players

        return Players(self, self.services)

    def _of_players(self, ident: str) -> None:
        self.players.commands()[ident]()

    @cached_property
    def mending(self) -> Mending:
        """What changes a line of the log."""
        from desktop.main.mending import Mending

        bridge, texts = self.services.bridge, self.services.texts
        return Mending(bridge, texts, self.fight, self.feedback, lambda: self.log, self)

    @cached_property
    def exporting(self) -> Exporting:
        """What writes files of the fight."""
        from desktop.paper.export_menu import Exporting

        return Exporting(self.services, self.feedback, self.table.selected_ids, self)

    @cached_property
    def people_export(self) -> PeopleExport:
        """What writes combatants for elsewhere."""
        from desktop.paper.people_export import PeopleExport

        return PeopleExport(self.services, self.feedback, self.table.selected_ids, self)

    @cached_property
    def players_page(self) -> PlayersPage:
        """What shares the fight with players, and takes their slips."""
        from desktop.sharing.menu import PlayersPage

        players = self.players
        page = PlayersPage(
            self.services,
            self.feedback,
            players.feed,
            lambda: players.hidden,
            self._binder.works_now,
            self._place_above_due,
            self.status.show_shared,
            self,
        )
        players.covered.connect(page.sharing.cover)
        page.strip.renewed.connect(self._order_tabs)
        self.fight.rolled = page.sharing.desk.rolled
        page.sharing.desk.asks.connect(self.fight.react)
        return page

    def _place_above_due(self, strip: QWidget) -> None:
        """Put a strip where it moves no row of the list."""
        holder = self.due.parentWidget()
        column = None if holder is None else holder.layout()
        assert isinstance(column, QVBoxLayout)
        column.insertWidget(column.indexOf(self.due), strip)

    @property
    def inspector(self) -> Inspector:
        """Everything about the selected combatant."""
        return self.panels.inspector

    @property
    def log(self) -> LogView:
        """What happened."""
        return self.panels.log

    def _bind_keys(self) -> None:
        """Let menus, list and log obey the keys that are bound, and buttons and status show them."""
        self._binder = KeyBinder(self.keys, self.actions_, self.table, self)
        self._binder.show_on(self.top_bar, self.palette_.hint)
        self._binder.follow(self.space)
        self.status.name_keys(self._binder.works_now)
        self.feedback.name_keys(self._binder.works_now)
        self.keys.changed.connect(self._keys_changed)
        if self.keys.troubles:
            self.feedback.tell(told_all(self.keys.troubles))

    def _keys_changed(self) -> None:
        """Name the keys anew where they stand in texts."""
        if self.services.bridge.is_open:
            self._tell_digits()
            self._changed()

    def _commands(self) -> dict[str, Callable[[], object]]:
        """Return what carries out the commands that order nothing by themselves, by their ids."""
        files = self.files
        return {
            **self.fight.commands(),
            "primary": self._primary,
            "mend": lambda: self.mending.change(),
            "leave-out": lambda: self.mending.leave_out(),
            **{ident: partial(self._of_campaign, ident) for ident in CAMPAIGN},
            **{ident: partial(self._of_copies, ident) for ident in COPIES},
            "carry-over": lambda: self.parties.ask_carry_over(),
            "keep-party": lambda: self.parties.ask_keep(),
            "show-parties": lambda: self.parties.show(),
            "blocks": lambda: self.parties.show_blocks(),
            **{ident: partial(self._of_players, ident) for ident in PLAYERS},
            **{ident: partial(self._help, ident) for ident in HELP},
            **self._commands_of_looks(),
            "new": files.ask_new,
            "sample": files.open_sample,
            "open": files.ask_open,
            "rulesets": self.rulesets.ask,
            "options": self.rulesets.ask_options,
            "rules-on-disk": self.rulesets.look_at_change,
            "copy": files.ask_copy,
            "ending": self.show_ending,
            "print": self.printing.ask,
            "card": self.printing.ask_card,
            "export": lambda: self.exporting.ask(),
            "export-people": lambda: self.people_export.ask(),
            "import": lambda: self.incoming.ask_file(),
            "close": self.services.encounters.close,
            "close-window": self.close,
            "quit": self.others.quit,
            "new-window": self.others.new,
            "open-window": files.ask_open_beside,
            "go-on": self.laid_by.go_on,
            "find": lambda: self.find_bar.begin(),
            "find-log": self._find_in_log,
            "bind-keys": partial(change_keys, self.keys, self),
            "note": self._write_note,
            "palette": self._open_palette,
            "share": lambda: self.players_page.show(),
            "accept-slip": lambda: self.players_page.accept(),
            "dismiss-slip": lambda: self.players_page.dismiss(),
            "list": self.table.setFocus,
            "due": self._go_to_due,
        }

    def _commands_of_looks(self) -> dict[str, Callable[[], object]]:
        """Return what carries out those of them that change what is seen, and how large."""
        return {
            **dict.fromkeys(CHECKABLE, self._toggle_parts),
            "columns": self._ask_for_columns,
            "larger-text": partial(self.actions_.step_text_size, 1, self.services.settings),
            "smaller-text": partial(self.actions_.step_text_size, -1, self.services.settings),
            "usual-text": partial(self.actions_.choose_text_size, "0", self.services.settings),
        }

    def _submenus(self) -> dict[str, Callable[[str], object]]:
        """Return what carries out the entries of submenus, by what begins their ids."""
        return {
            **self.others.commands(),
            **{kind: partial(self._of_campaign, kind) for kind in ENTRIES},
            "sample": self.files.open_sample,
            "theme": partial(self.actions_.choose_theme, settings=self.services.settings),
            "text-size": partial(self.actions_.choose_text_size, settings=self.services.settings),
            "closed": lambda place: self.laid_by.go_on(int(place)),
            "pipeline": self.fight.apply,
            "come": self.fight.bring_in,
            "screen": lambda number: self.players.show_on(number),
            "party": self._bring_party,
            "spend": self._ask_how_to_spend,
        }

    # -- commands ----------------------------------------------------------------------------------

    def do(self, ident: str) -> None:
        """Carry out a command of a menu, a key, a button or a view; say why if it makes no sense now."""
        self.panels.flush()
        command, now = command_of(ident), self.table.situation()
        if command is None:
            return
        why_not = command.sense(now).why_not
        if why_not:
            self._refuse(command, why_not)
            return
        with self.services.bridge.one_step():
            carried_out = command.carry_out(now, self.services.bridge.dispatch)
        if not carried_out:
            kind, colon, which = ident.partition(":")
            if colon:
                self._does_with[kind](which)
            else:
                self._does[ident]()

    def _do_as_said(self, ident: str) -> None:
        """Carry out what a button says, by a click or by Space: that key is no other board's, too."""
        if ident == PRIMARY:
            self.fight.label_read()
        self.do(ident)

    def _refuse(self, command: UserCommand, why_not: str) -> None:
        """Say why a command makes no sense now; what is typed for its dialog is nothing else's."""
        self._why_not = as_sentence(why_not)
        self.feedback.cannot(self._why_not)
        if command.asks:
            self.table.refused_keys.begin()

    def _missed(self, told: str) -> None:
        """Keep damage that is typed all the same from being commands of the list; a digit alone is one."""
        self._why_not = told
        self.table.refused_keys.begin_after()

    def _all_rolled(self) -> None:
        """Keep a total that is typed for one roll more from being commands of the list."""
        self._why_not = self.tr("No roll of this turn is open.")
        self.table.refused_keys.begin_after()

    def _led_to_total(self, roll: str) -> None:
        """Say where a digit went that was typed in the list."""
        told = self.tr("{roll}. What you type is its total; Escape leads back, where digits are actions.")
        self.feedback.cannot(told.format(roll=roll))

    def _typed_for_nothing(self, typed: str) -> None:
        told = self.tr("{why} “{typed}” was not taken.")
        self.feedback.cannot(told.format(why=self._why_not, typed=typed))

    def _primary(self) -> None:
        """Do what the primary button says; of a prepared encounter nothing is played: it is kept."""
        now = primary_now(self.services, self.due) if self.services.bridge.is_open else None
        if now is not None and now.does:
            self.do(now.does)
        elif now is not None and now.kind is Kind.ANSWER:
            self._go_to_roll()
        else:
            self.fight.primary()

    def _go_to_roll(self) -> None:
        """Bring the keys to a roll whose time has come; who presses again goes on past it."""
        roll = self.due.first_roll
        what = "" if roll is None else roll.text
        how = self.due.begin_roll()
        self.saying.primary()
        key = native(next(iter(self.keys.of("primary")), ""))
        past = self.tr("{key} goes on without it.").format(key=key) if key else ""
        self.feedback.cannot(" ".join(filter(None, (f"{what}.", how, past))))  # it goes with the roll

    def _leave_due(self) -> None:
        """Bring the keys from the last roll to whoever declares now, or to the list."""
        if self.board.who:
            self.board.begin()
        else:
            self.table.setFocus()

    def _go_to_due(self) -> None:
        """Bring the keys to what is due: a roll or a hit, a declaration, the end that is offered.

        Where they are at one of these already, they go on to the next.
        """
        scene, here = self.services.bridge.scene, self.focusWidget()
        declares = scene.declaring is not None and scene.declaring.waits
        places: list[tuple[QWidget, Callable[[], object]]] = []
        if scene.asked or self.due.hits:
            places.append((self.due, self.due.begin))
        if declares:
            places.append((self.board, self.board.begin))
        if scene.one_side_left and self._state().clock.status == RUNNING:
            places.append((self.messages, self.feedback.begin_end))
        go = [begin for place, begin in places if not place.isAncestorOf(here)]
        for begin in (*go, *(begin for _, begin in places))[:1]:
            begin()

    def show_ending(self) -> None:
        """Show what the fight has come to: to print it, or to fight on."""
        from desktop.main.end_page import EndPage

        current = self.services.encounters.current
        name = current.name if current is not None else ""
        keys = {ident: self.keys.of(ident) for ident in ("print", "carry-over")}
        page = EndPage(self.services.bridge, name, self, keys=keys)
        page.printing.connect(self.printing.ask_record)
        page.carrying.connect(partial(self.do, "carry-over"))
        self.fight.ask(page)

    def _ask_how_to_spend(self, cost: str) -> None:
        """Ask what a reaction answers, or how much of an action it is."""
        if self.services.bridge.rules.costs[cost].kind == "reaction":
            self.do("react")
        else:
            self._ask_about(("type", cost))

    def _help(self, ident: str) -> None:
        from desktop.help.menu import show_help

        show_help(ident, self, self.keys, self.services)

    def help_about(self, dialog: QDialog) -> None:
        """Show the chapter of the guide about a dialog, in front of it."""
        from desktop.help.menu import show_about_dialog

        show_about_dialog(dialog, self.size())

    def _guide_for_authors(self, heading: str) -> None:
        from desktop.help.menu import show_authors_guide

        show_authors_guide(self, heading)

    def _ask_about(self, offer: tuple[str, str]) -> None:
        """Ask for what an offer has still to be told, where offers stand."""
        if self.panels.beside.isHidden():
            self.actions_.by_id["inspector"].trigger()
        self.inspector.ask(offer, self.table.situation().current)

    def _chosen_columns(self, ruleset: str) -> tuple[str, ...]:
        return self.services.settings.now.columns.get(ruleset, ())

    def _ask_for_columns(self) -> None:
        """Let the columns of the list be chosen for the ruleset that is played."""
        from desktop.list.columns_dialog import ColumnsDialog

        bridge = self.services.bridge
        dialog = ColumnsDialog(bridge.viewer, self._chosen_columns(bridge.rules.id), self)
        dialog.chosen.connect(self._choose_columns)
        self.fight.ask(dialog)

    def _choose_columns(self, chosen: tuple[str, ...]) -> None:
        settings, ruleset = self.services.settings, self.services.bridge.rules.id
        others = {name: columns for name, columns in settings.now.columns.items() if name != ruleset}
        settings.change(columns={**others, ruleset: chosen} if chosen else others)

    def _of_campaign(self, ident: str, *which: str) -> None:
        """Carry out a command of the campaign, or an entry of its submenus."""
        self.campaign.does[ident](*which)

    def _of_copies(self, ident: str) -> None:
        self.copies.does[ident]()

    def _take_people(self, data: QMimeData) -> None:
        self.copies.take_people(data)

    def _bring(self, file: str) -> None:
        self.incoming.bring_file(file)

    def _begin_campaign(self) -> None:
        """The window has been painted: the menus get what is in the campaign."""
        self.campaign.begin()

    def _show_start(self) -> None:
        """Fill the start page, if there is nothing else to show."""
        self.others.show_recent()
        self._show_campaign()

    def _show_campaign(self) -> None:
        """Show on the start page what is in the campaign now."""
        if self.isVisible() and not self.services.bridge.is_open:
            self.start_page.show_campaign(self.campaign.page())

    def _write_note(self) -> None:
        """Go to the notes of the selected combatant, where they stand."""
        if self.panels.beside.isHidden():
            self.actions_.by_id["inspector"].trigger()
        self.inspector.write_note()

    def _find_in_log(self) -> None:
        """Go to the words that are looked for in the log, which is shown if it was not."""
        if self.panels.below.isHidden():
            self.actions_.by_id["log"].trigger()
        self.panels.log.begin_to_find()

    def _toggle_parts(self) -> None:
        by_id = self.actions_.by_id
        self.panels.show(inspector=by_id["inspector"].isChecked(), log=by_id["log"].isChecked())
        self._room.share()
        self.status.timer.want(by_id["timer"].isChecked())
        self._let_rows_slide()
        shown = {f"show_{part}": by_id[part].isChecked() for part in CHECKABLE}
        self.services.settings.change(**shown)

    def _let_rows_slide(self) -> None:
        self.table.easing.wanted = self.actions_.by_id["movement"].isChecked()

    # -- keeping in step ---------------------------------------------------------------------------

    def _speak(self) -> None:
        """Let texts speak of the encounter that is open now."""
        if self.services.bridge.is_open:
            bridge = self.services.bridge
            self.services.texts.set_encounter(bridge.rules, self._state, self._log, bridge.edition)
            set_wild(self, bridge.rules.wild)

    def _state(self) -> Encounter:
        return self.services.bridge.state

    def _log(self) -> Sequence[Entry]:
        return self.services.bridge.line

    def _reset(self) -> None:
        """Another encounter is open, or none."""
        services = self.services
        bridge, current = services.bridge, services.encounters.current
        if bridge.is_open or self.isVisible():
            self._turn_page()
        self.status.show_trouble(None)
        if not bridge.is_open:
            self.setWindowTitle(self.tr("Turnwright"))
            self.actions_.enable(CLOSED)
            self.status.show_state(None)
            self.status.show_hint("")
            self.status.timer.follow("", 0)
            self._show_start()
            return
        name = encounter_name(current) or self.tr("Encounter")
        self.setWindowTitle(self.tr("{name} – Turnwright").format(name=name))
        self._active = ""
        self._fill_menus()
        self._changed()
        self._current_changed(self.table.current())
        self.table.setFocus()
        QTimer.singleShot(0, self, self.others.remember)

    def _turn_page(self) -> None:
        """Turn to the fight, or to the start page while there is none."""
        self.pages.setCurrentWidget(self._fight_page if self.services.bridge.is_open else self.start_page)

    def _fill_menus(self) -> None:
        """Offer in the menus what the rules have."""
        rules = self.services.bridge.rules
        self.actions_.fill(
            "apply", [(f"pipeline:{i}", entry_label(p, i)) for i, p in rules.pipelines.items()]
        )
        self._tell_digits()
        self.actions_.fill("rest", [(f"rest:{i}", entry_label(rest, i)) for i, rest in rules.rests.items()])
        self.actions_.fill("tracks", self.fight.tracks() if len(rules.tracks) > 1 else [])

    def _tell_digits(self) -> None:
        """Name the keys that spend types of action: in the menu, and on what they spend."""
        self.actions_.fill_spending(self.services.bridge.rules, self.keys)
        self._tell_digits_beside()

    def _tell_digits_beside(self) -> None:
        """Name them beside the list as soon as there is somewhere to: no start waits for the panels."""
        if self.panels.are_made:
            self.inspector.budget.set_keys({digit: self.keys.first(spending(digit)) for digit in DIGITS})

    def _offer_laid_by(self) -> None:
        """Have in the menu what can be gone on with; one alone is what the command goes on with."""
        titles = self.laid_by.titles
        several = titles if len(titles) > 1 else []
        self.actions_.fill("closed", [(f"closed:{place}", title) for place, title in enumerate(several)])
        if not self._following:
            self.saying.enable()

    def _open_palette(self) -> None:
        """Let the palette find what the campaign has now."""
        self.campaign.fill_menus()
        self.palette_.open()

    def _fill_parties(self) -> None:
        """Offer the parties of the campaign as its files say now: not read before a menu is opened."""
        if self.services.bridge.is_open:
            self.actions_.fill("parties", self.parties.names())

    def _changed(self) -> None:
        """Something of the encounter changed: what is said goes by whoever is selected after it."""
        self._following = True
        try:
            self._follow_turn(self._state().walk.active)
        finally:
            self._following = False
        self.saying.changed()

    def _keep_count_off(self, seconds: int) -> None:
        self.services.settings.change(count_off=seconds)

    def _selected(self) -> None:
        selected = self.table.selected_ids()
        self.board.choose(selected)
        self.panels.select(selected)
        if not self._following:
            self.saying.enable()

    def _follow_turn(self, active: str) -> None:
        """Select whoever's turn has come: keys and details mean the active one until another is picked."""
        if active != self._active:
            self._active = active
            self._select_acting()
        if not self.table.selected_ids():
            first = self.table.initiative.combatant_at(0)
            self.table.select(self.table.current() or first or next(iter(self._state().combatants), ""))

    def _came_in(self, joined: tuple[str, ...]) -> None:
        """Select the first newcomer before the fight: the next key is about one of them, and never all.

        While it goes on keys and sheets go on to mean whoever they meant: nobody is hit by having come in.
        """
        if joined and self._state().clock.status != RUNNING:
            self.table.pick(joined[0])

    def _select_acting(self) -> None:
        if self._state().walk.active:
            self.table.select(acting_one(self.services.bridge.rules, self._state()))

    def _current_changed(self, who: str) -> None:
        self.panels.follow(who)

    def _disk_changed(self, error: object) -> None:
        self.status.show_trouble(error)
        self.status.show_state(self.services.encounters.current)

    # -- what is remembered ------------------------------------------------------------------------

    def _restore(self) -> None:
        """Take over size, parts and theme from the settings."""
        now, by_id = self.services.settings.now, self.actions_.by_id
        by_id["log"].setChecked(now.show_log)
        by_id["inspector"].setChecked(now.show_inspector)
        by_id["timer"].setChecked(now.show_timer)
        self.status.timer.want(now.show_timer)
        by_id["movement"].setChecked(now.show_movement)
        self.first_frame.then(self._let_rows_slide)
        self.panels.show(inspector=now.show_inspector, log=now.show_log)
        self.actions_.fill_themes(now.theme)
        self.first_frame.then(partial(self.actions_.fill_text_sizes, now.text_size))
        self.board.count_off.set_wanted(now.count_off)
        self.first_frame.then(self.actions_.fill_samples)
        self.actions_.fill("players-on", [])
        self.actions_.fill("closed", [])
        if now.show_players:
            self.first_frame.then(lambda: self.players.show_preview(shown=True))
        restore_place(self, now.geometry)

    # -- Qt ----------------------------------------------------------------------------------------

    def setVisible(self, visible: bool) -> None:
        """Turn to the page that is wanted before anything of it is seen."""
        if visible:
            self._turn_page()
        super().setVisible(visible)

    def showEvent(self, event: QShowEvent) -> None:
        """Look for recent files only once the window is on the screen."""
        super().showEvent(event)
        self.space.watch()
        if self.others.enter():
            self.first_frame.watch()
            self._foot.begin()
            self._room.begin(self.services.settings.now.splitters)
            QTimer.singleShot(0, self, self._show_start)
            QTimer.singleShot(0, self, self.news.tell)
            self.rulesets.begin_soon()
            self._soon.start(PAINTED)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape leads home to the list from wherever it means nothing else, there to who has the turn.

        Where words that are looked for in the log hide what is new, it shows that first. The key of a command
        that cannot be given says why.
        """
        if event.key() == Qt.Key.Key_Escape and self.services.bridge.is_open:
            if self.table.hasFocus():
                if self.panels.are_made and self.panels.log.show_newer():
                    return
                self._select_acting()
            self.table.setFocus()
            return
        command = COMMANDS.get(self.keys.owner(normal(event.keyCombination())))
        if command is not None and (why_not := command.sense(self.table.situation()).why_not):
            self._refuse(command, why_not)  # its action is disabled, and its key would be silent
            return
        super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember how the window looks, and leave one plain file behind."""
        self.panels.flush()
        self.services.settings.change(geometry=packed(self.saveGeometry()), splitters=self._room.kept)
        if "exporting" in self.__dict__:
            self.exporting.close()
        if "players_page" in self.__dict__:
            self.players_page.end()
        self.services.keeper.stop()
        self.rulesets.stop()
        self._soon.stop()
        self.services.encounters.close()
        super().closeEvent(event)
        if "players" in self.__dict__:
            self.players.end()
        self.others.leave()
        if "campaign" in self.__dict__:
            self.campaign.end()

    def changeEvent(self, event: QEvent) -> None:
        """Note which window is in use."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange:
            self.others.use()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Files may be dropped anywhere, and combatants of other windows."""
        self.others.drag(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """Open what was dropped, or take it in."""
        self.others.drop(event)
