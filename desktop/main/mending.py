"""Changing a line of the log: the form that it was given with, filled as it was, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from desktop.attack.dialog import AttackDialog
from desktop.bridge import Bridge
from desktop.commands.situation import situation
from desktop.commands.table import as_sentence, called, sense_of
from desktop.damage.dialog import DamageDialog
from desktop.declare.dialog import DeclareDialog
from desktop.inspector.effect_dialog import EffectDialog
from desktop.log.entry_form import ROWS, EntryForm
from desktop.log.mend_dialog import MendDialog
from desktop.messages.feedback import Feedback
from desktop.rolls.start_dialog import StartDialog
from desktop.widgets.texts import Texts
from rulesets.table import commands as cmd
from rulesets.table.commands import Command
from rulesets.table.events import Rolled
from rulesets.table.told import Thrown

if TYPE_CHECKING:
    from desktop.bridge import Entry
    from desktop.log.view import LogView
    from desktop.main.fight import Fight
    from desktop.widgets.fight_dialog import FightDialog


FORMED = cmd.Apply | cmd.BeginEffect | cmd.RecordAttack | cmd.Declare | cmd.Start | cmd.RollInitiative
"""What is changed in the dialog that it is given with."""


class Mending(QObject):
    """Asks what a line was meant to be, shows what that comes to, and puts it in force."""

    def __init__(
        self,
        bridge: Bridge,
        texts: Texts,
        fight: Fight,
        feedback: Feedback,
        log: Callable[[], LogView],
        window: QWidget,
    ) -> None:
        """Change lines of ``log``: the selected one, or the newest that can be changed."""
        super().__init__(window)
        self._bridge, self._texts, self._fight, self._feedback = bridge, texts, fight, feedback
        self._log, self._window = log, window

    def change(self) -> None:
        """Ask what the selected line was meant to be; without one, the newest that says anything.

        Whoever notices it late has ended turns since, and those hold nothing to be changed.
        """
        number = self._chosen(formed=True)
        if number is None:
            return
        entry = self._bridge.line[number]
        then = self._bridge.before(number)
        if then is None:
            return
        form = self._form_for(then, entry)
        if form is None:
            then.deleteLater()
            self._feedback.tell(self._why_not(entry))
            return
        form.setWindowTitle(self.tr("Change: {line}").format(line=self._titled(entry)))
        then.setParent(form)
        self._fight.ask(form, partial(self._take, number, entry))

    def leave_out(self) -> None:
        """Show what it would come to without the selected line."""
        number = self._chosen()
        if number is not None:
            self._preview(number, None)

    # -- internal ------------------------------------------------------------------------------------

    def _chosen(self, *, formed: bool = False) -> int | None:
        """Return the number of the selected line; say why it cannot be changed.

        Without one it is the newest in force, of those that have a form if it is to be ``formed``.
        """
        number = self._log().selected_entry()
        cursor = self._bridge.cursor
        undone = number is not None and number >= cursor
        if why_not := sense_of("mend", situation(self._bridge, undone_line=undone)).why_not:
            self._feedback.tell(as_sentence(why_not))
            return None
        if number is None:
            line, newest = self._bridge.line, range(cursor - 1, -1, -1)
            number = next((one for one in newest if not formed or _has_form(line[one].command)), cursor - 1)
        return number if 0 <= number < cursor else None

    def _take(self, number: int, entry: Entry, commands: Sequence[Command]) -> None:
        """Show what would come of it, if the line is still there: its form may have been left for a while."""
        line = self._bridge.line
        if number >= self._bridge.cursor or line[number].command != entry.command:
            self._feedback.tell(self.tr("This line is no longer there: it was taken back, or changed."))
        elif commands:
            self._preview(number, meant(entry.command, commands))

    def _preview(self, number: int, command: Command | None) -> None:
        dialog = MendDialog(self._bridge, self._texts, number, command, self._window)
        dialog.accepted.connect(partial(self._tell, dialog))
        self._fight.ask(dialog, _done)

    def _tell(self, dialog: MendDialog) -> None:
        """Say what was changed, and how it is taken back: the line may be far above what the log shows."""
        if self._bridge.session.mended_last:
            self._feedback.done_now(dialog.afterwards, called("undo"), self._take_back)
        else:  # nothing is left of the fight: what was taken back is done again by Redo
            self._feedback.done_now(dialog.afterwards, called("redo"), self._bridge.redo)

    def _take_back(self) -> None:
        """Take the change back, if nothing has happened since."""
        if self._bridge.session.mended_last:
            self._bridge.undo()
        else:
            self._feedback.tell(self.tr("The fight has gone on since: Undo takes back step by step."))

    def _titled(self, entry: Entry) -> str:
        """Return what a line says; players may be looking while declarations are sealed."""
        return self._texts.title(entry, sealed=self._bridge.scene.sealed)

    def _why_not(self, entry: Entry) -> str:
        """Say why a line has no form."""
        title = self._titled(entry)
        text = self.tr("“{line}” has nothing in it that could be changed. It can be left out (Edit menu).")
        if isinstance(entry.command, cmd.ChangeRules | cmd.Throw | cmd.TakeUp):
            text = self.tr("“{line}” cannot be changed: leave it out (Edit menu), and do it anew.")
        return text.format(line=title)

    def _form_for(self, then: Bridge, entry: Entry) -> FightDialog | None:
        """Return the form that a command is given with, filled as it was; None if there is none."""
        texts, window = self._texts, self._window
        command: Any = entry.command
        match command:
            case cmd.Apply() if command.pipeline in then.rules.pipelines:
                sheet = DamageDialog(then, texts, command.pipeline, list(command.to), window)
                sheet.sheet.fill(command)
                sheet.named = True
                return sheet
            case cmd.BeginEffect():
                effect = EffectDialog(then, texts, [command.on, *command.also], window)
                effect.fill(command)
                return effect
            case cmd.RecordAttack():
                attack = AttackDialog(then, texts, command.target, window)
                attack.fill(command)
                return attack
            case cmd.Declare() if command.name and command.who:
                declare = DeclareDialog(then, texts, command.who[0], window)
                if self._bridge.scene.sealed:
                    declare.fill_sealed(command)
                else:
                    declare.fill(command)
                return declare
            case cmd.Start() | cmd.RollInitiative():
                start = StartDialog(then, texts, window)
                start.fill(command, [event for event in entry.events if isinstance(event, Rolled)])
                return _kept(start, worth=bool(start.model.rolls))
        if type(command) not in ROWS or not _has_form(command):
            return None
        form = EntryForm(then, texts, command, texts.title(entry), window)
        return _kept(form, worth=bool(form.fields))


def _has_form(command: Command) -> bool:
    """Return whether commands of this kind are given with a form."""
    if isinstance(command, cmd.Throw) and command.formula:
        return False
    return isinstance(command, FORMED) or type(command) in ROWS


def _kept(form: FightDialog, *, worth: bool) -> FightDialog | None:
    """Return a form, or let it go if nobody has said anything in it that could have been otherwise."""
    if worth:
        return form
    form.deleteLater()
    return None


def _still_thrown(was: cmd.Apply, now: cmd.Apply) -> list[Thrown]:
    """Return the dice behind numbers that have not been changed, and are for the same targets."""
    known = {(one.who, one.input) for one in now.thrown}
    return [
        one
        for one in was.thrown
        if (one.who, one.input) not in known
        and (not one.who or one.who in now.to)
        and _told(was, one).get(one.input) == _told(now, one).get(one.input)
    ]


def _told(command: cmd.Apply, thrown: Thrown) -> dict[str, Any]:
    return command.inputs_of(thrown.who) if thrown.who else command.inputs


def _done(_commands: Sequence[Command]) -> None:
    """Do nothing more: the dialog has put it in force."""


def meant(was: Command, commands: Sequence[Command]) -> Command:
    """Return what a line was meant to be: of several orders of its form the last, which the line has."""
    given = commands[-1]
    if isinstance(given, cmd.Rolling) and isinstance(was, cmd.Rolling) and not given.rolloffs:
        given = replace(
            given, rolloffs=was.rolloffs, coin=given.coin or was.coin, pick=given.pick or was.pick
        )
    if isinstance(given, cmd.Declare) and isinstance(was, cmd.Declare) and given.who == was.who[:1]:
        given = replace(given, who=was.who)  # several have declared the same
    if isinstance(given, cmd.Apply) and isinstance(was, cmd.Apply):
        given = replace(given, thrown=(*given.thrown, *_still_thrown(was, given)))
    return replace(given, override=True) if was.override else given
