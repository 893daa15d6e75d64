"""The commands of a fight: what menus, buttons and keys mean for whoever is selected or acts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QDialog, QInputDialog, QMenu, QWidget

from desktop.bridge import Bridge
from desktop.combatants import belonging
from desktop.combatants.library import Library
from desktop.commands.dialogs import Dialogs, commands_of
from desktop.commands.primary import Kind, primary
from desktop.declare.board import DeclareBoard
from desktop.list.actions import SPEND
from desktop.list.commands import chosen
from desktop.list.view import InitiativeList
from desktop.messages.feedback import Feedback
from desktop.why.asking import show_answer
from desktop.widgets.texts import Texts
from rulesets.seen.queries import active_slot, choosable, delaying
from rulesets.table import commands as cmd
from rulesets.table.encounter import Encounter

if TYPE_CHECKING:
    from desktop.why.formula_dialog import FormulaDialog


class Fight(QObject):
    """Turns a command's name into a dispatched command, or into the dialog that asks for the rest."""

    def __init__(
        self,
        bridge: Bridge,
        texts: Texts,
        table: InitiativeList,
        board: DeclareBoard,
        feedback: Feedback,
        window: QWidget,
        library: Library | None = None,
    ) -> None:
        """Act on what is selected in ``table``."""
        super().__init__(window)
        self._board = board
        self._bridge, self._texts, self._table, self._feedback = bridge, texts, table, feedback
        self._window = window
        self._dialogs = Dialogs(bridge, texts, window, library)
        self._library = library
        self._asking: QDialog | None = None
        self._formula: FormulaDialog | None = None
        self._simple = self._commands()
        self._asks = self._questions()
        self._each: dict[str, Callable[[str], cmd.Command]] = {
            "defeat": lambda who: cmd.Defeat(who=who),
            "disable": lambda who: cmd.Disable(who=who),
            "restore": lambda who: cmd.Restore(who=who),
            "remove": lambda who: cmd.Leave(who=who),
        }

    def _commands(self) -> dict[str, Callable[[], object]]:
        """What is done at once."""
        bridge = self._bridge
        return {
            "primary": self.primary,
            "start": self.start,
            "next": self.primary,
            "back": bridge.back_one_turn,
            "undo": bridge.undo,
            "redo": bridge.redo,
            "override": self._feedback.override,
            "group": lambda: self._describe(belonging.grouped),
            "ungroup": lambda: self._describe(belonging.ungrouped),
            "aware": lambda: self._describe(belonging.noticing),
            "keep": self.keep,
            "give-up": lambda: bridge.dispatch(cmd.EndTurn()),
            "close-phase": lambda: bridge.dispatch(cmd.NextPhase()),
            "resume": self.resume,
            "choose": self.choose,
            "count-off": self._board.count_off.press,
            "declare": self.declare,
            "rename": self.rename,
            "end-encounter": self.end,
            "track": self._track_menu,
            "heal": self._heal,
            "damage": self._damage,
            "track-worse": self._worse,
            "track-better": self._better,
            "why": self.why,
            "formula": self.formula,
        }

    def _questions(self) -> dict[str, Callable[[], QDialog]]:
        """What needs a further word, and the dialog that asks for it."""
        return {
            "add": self._dialogs.add,
            "belongs": lambda: self._dialogs.belongs(self.selected()),
            "delay": lambda: self._dialogs.delay(self.actor()),
            "ready": lambda: self._dialogs.ready(self.actor()),
            "trigger": lambda: self._dialogs.trigger(self.current()),
            "react": lambda: self._dialogs.react(self.current()),
            "count": lambda: self._dialogs.count(self.current()),
            "effect": lambda: self._dialogs.effect(self.selected()),
            "bring-back": self._dialogs.bring_back,
            "attack": lambda: self._dialogs.attack(self.current()),
        }

    # -- who ---------------------------------------------------------------------------------------

    def selected(self) -> list[str]:
        """The selected combatants; the active ones if there are none."""
        chosen = self._table.selected_ids()
        return chosen or self._active()

    def current(self) -> str:
        """The first of the selected."""
        return next(iter(self.selected()), "")

    def actor(self) -> str:
        """Who acts: the selected one if it has the turn, else the first that has."""
        active = self._active()
        return next((who for who in self._table.selected_ids() if who in active), next(iter(active), ""))

    def _active(self) -> list[str]:
        if not self._bridge.is_open:
            return []
        state = self._bridge.state
        return [c.id for c in state.members(active_slot(self._bridge.rules, state))]

    # -- what --------------------------------------------------------------------------------------

    def do(self, ident: str) -> bool:
        """Carry out a command by its name; False if it is none of the fight's."""
        if not self._bridge.is_open:
            return False
        if ident in ("ready", "trigger") and self._bridge.rules.ready is None:
            self._feedback.tell(self.tr("This ruleset knows no readied actions."))
        elif ident in ("delay", "resume") and self._bridge.rules.delay is None:
            self._feedback.tell(self.tr("This ruleset does not let a turn be put off."))
        elif ident == "react" and not self._bridge.rules.reactions:
            self._feedback.tell(self.tr("This ruleset knows no reactions."))
        elif ident in self._simple:
            self._simple[ident]()
        elif ident in self._asks:
            self.ask(self._asks[ident]())
        elif ident in self._each:
            for who in self.selected():
                self._bridge.dispatch(self._each[ident](who))
        elif ":" in ident:
            return self._do_with(*ident.split(":", 1))
        else:
            return False
        return True

    def _do_with(self, kind: str, rest: str) -> bool:
        """Carry out a command of a submenu: a pipeline, an action type, a track with a number of steps."""
        if kind == "pipeline":
            self.apply(rest)
        elif kind == "spend":
            self._table.keys.by_name[f"{SPEND}{rest}"].trigger()
        elif kind == "track":
            track, _, by = rest.rpartition(":")
            self._move_track(track, int(by))
        else:
            return False
        return True

    def ask(self, dialog: QDialog) -> None:
        """Show a dialog; when it is accepted, what it says is dispatched."""
        if self._asking is not None:
            dialog.deleteLater()
            return
        self._asking = dialog
        dialog.accepted.connect(self._answered)
        dialog.finished.connect(self._closed)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def _answered(self) -> None:
        if self._asking is None:
            return
        for command in commands_of(self._asking):
            if self._bridge.dispatch(command) is None:
                return

    def _closed(self) -> None:
        self._asking = None
        if self._board.who:
            self._board.begin()  # what is typed next is what the next one declares
        else:
            self._table.setFocus()

    # -- turns -------------------------------------------------------------------------------------

    def primary(self) -> None:
        """Do what the primary button says."""
        if not self._bridge.is_open:
            return
        now = primary(self._bridge.rules, self._bridge.state)
        match now.kind:
            case Kind.ADD:
                self.do("add")
            case Kind.START | Kind.ROLL:
                self.do("start")
            case Kind.DECLARE:
                self._board.press()
            case Kind.CHOOSE:
                self._choose_picked()
            case Kind.COMMAND:
                for command in now.commands:
                    if self._bridge.dispatch(command) is None:
                        return
                if primary(self._bridge.rules, self._bridge.state).kind is Kind.ROLL:
                    self.do("start")  # what comes next is a roll: no second press for it

    def _choose_picked(self) -> None:
        """Let the one go next that the game master has gone to; else go to the first that can."""
        able = choosable(self._bridge.rules, self._bridge.state)
        picked = self._bridge.state.combatants.get(self._table.picked)
        if picked is not None and picked.slot in able:
            self.choose()
            return
        first = next((who for slot in able for who in self._bridge.state.members(slot) if not who.out), None)
        if first is not None:
            self._table.pick(first.id)
            self._feedback.tell(
                self.tr("Choose who goes next: go to a row with ▷ and press Enter, or click its ▷.")
            )

    def choose(self) -> None:
        """Let the selected one go next."""
        commands = chosen(self._bridge.rules, self._bridge.state, self.selected())
        if not commands:
            self._feedback.tell(self.tr("Nobody is chosen here: turns follow their order."))
        for command in commands:
            self._bridge.dispatch(command)

    def declare(self) -> None:
        """Go to the board while declarations are made; else ask what is declared in the turn."""
        if self._board.who:
            self._board.begin()
        else:
            self.ask(self._dialogs.declare(self.actor()))

    def start(self) -> None:
        """Ask how initiative came out; a start at which nothing is rolled or asked needs no dialog."""
        from desktop.rolls.answers import RollSheet  # not needed at the start of the program

        if RollSheet(self._bridge).asks:
            self.ask(self._dialogs.start())
        else:
            self._bridge.dispatch(cmd.Start())

    def resume(self) -> None:
        """Let the selected one take the turn that it put off; the first that waits if it waits not."""
        state = self._bridge.state
        waiting = delaying(self._bridge.rules, state)
        slots = [state.combatants[who].slot for who in self.selected() if who in state.combatants]
        who = next((slot for slot in slots if slot in waiting), next(iter(waiting), next(iter(slots), "")))
        self._bridge.dispatch(cmd.Resume(who=who))

    def end(self) -> None:
        """End the fight; undo takes it up again."""
        self._bridge.dispatch(cmd.EndEncounter())

    # -- combatants --------------------------------------------------------------------------------

    def _damage(self) -> None:
        self._apply_role("damage")

    def _heal(self) -> None:
        self._apply_role("heal")

    def _apply_role(self, role: str) -> None:
        """Open the sheet of the ruleset's pipeline for a role; offer all pipelines if there is none."""
        rules = self._bridge.rules
        name = next((name for name, pipeline in rules.pipelines.items() if pipeline.role == role), "")
        if name:
            self.apply(name)
            return
        menu = QMenu(self._window)
        for ident, pipeline in rules.pipelines.items():
            menu.addAction((pipeline.label or ident).replace("&", "&&")).setObjectName(f"pipeline:{ident}")
        self._pop_up(menu)

    def apply(self, pipeline: str) -> None:
        """Open the sheet of a pipeline for the selected."""
        targets = self.selected()
        if targets:
            self.ask(self._dialogs.pipeline(pipeline, targets))

    def answer(self, pipeline: str, who: str) -> None:
        """Open the sheet that a state of somebody asks for."""
        self.ask(self._dialogs.pipeline(pipeline, [who]))

    def formula(self) -> None:
        """Work out a formula of the ruleset for the selected one; the result may go to the damage sheet."""
        who = self.current()
        if not who or not self._bridge.rules.formulas or self._asking is not None:
            return
        self._formula = self._dialogs.formula(who, self._table.selected_ids())
        self.ask(self._formula)
        self._formula.finished.connect(self._formula_closed)

    def _formula_closed(self) -> None:
        wanted = self._formula.to_sheet if self._formula is not None else None
        self._formula = None
        if wanted is not None:
            self.ask(self._dialogs.pipeline(wanted.pipeline, wanted.targets, wanted.amount, wanted.by))

    def why(self) -> None:
        """Show why the selected one acts when it does."""
        from desktop.why.model import Whys

        show_answer(Whys(self._bridge, self._texts).count(self.current()), *self._table.current_place())

    def _worse(self) -> None:
        self._move_track("", 1)

    def _better(self) -> None:
        self._move_track("", -1)

    def _move_track(self, track: str, by: int) -> None:
        for who in self.selected():
            self._bridge.dispatch(cmd.MoveTrack(who=who, track=track, by=by))

    def tracks(self) -> list[tuple[str, str]]:
        """(command, text) for each track of the ruleset, one step either way."""
        worse, better = self.tr("%1: one worse"), self.tr("%1: one better")
        return [
            (f"track:{name}:{by}", text.replace("%1", track.label or name))
            for name, track in self._bridge.rules.tracks.items()
            for by, text in ((1, worse), (-1, better))
        ]

    def _track_menu(self) -> None:
        menu = QMenu(self._window)
        for ident, text in self.tracks():
            menu.addAction(text.replace("&", "&&")).setObjectName(ident)
        self._pop_up(menu)

    def _pop_up(self, menu: QMenu) -> None:
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.triggered.connect(self._picked)
        at = self._table.mapToGlobal(QPoint(self._table.width() // 3, self._table.height() // 3))
        menu.popup(QCursor.pos() if self._window.geometry().contains(QCursor.pos()) else at)

    def _picked(self, action: QObject) -> None:
        self.do(action.objectName())

    def _describe(self, change: Callable[[Encounter, Sequence[str]], Sequence[cmd.Command]]) -> None:
        """Change what the selected belong to or notice; it ends with the first one that is refused."""
        for command in change(self._bridge.state, self._table.selected_ids()):
            if self._bridge.dispatch(command) is None:
                return

    def keep(self) -> None:
        """Keep the selected as stat blocks of the user's own: each name once."""
        from desktop.combatants.library import block_of

        rules, people = self._bridge.rules, self._bridge.state.combatants
        blocks = {block["name"]: block for block in (block_of(rules, people[who]) for who in self.selected())}
        if self._library is None or not blocks:
            return
        try:
            kept = [self._library.keep(rules.id, block) for block in blocks.values()]
        except OSError as error:
            self._feedback.not_kept(self._library.folder(rules.id), error)
            return
        text = self.tr("%1 can be added from your stat blocks from now on. Kept in %2.")
        self._feedback.tell(text.replace("%2", str(kept[0].parent)).replace("%1", ", ".join(blocks)))

    def rename(self) -> None:
        """Ask for another name."""
        who = self._bridge.state.combatants.get(self.current())
        if who is None:
            return
        dialog = QInputDialog(self._window)
        dialog.setWindowTitle(self.tr("Rename"))
        dialog.setLabelText(self.tr("Name"))
        dialog.setTextValue(who.name)
        dialog.setProperty("who", who.id)
        dialog.textValueSelected.connect(self._renamed)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowModality(Qt.WindowModality.WindowModal)
        dialog.show()

    def _renamed(self, name: str) -> None:
        sender = self.sender()
        if sender is not None and name.strip():
            self._bridge.dispatch(cmd.Describe(who=sender.property("who"), changes={"name": name.strip()}))
