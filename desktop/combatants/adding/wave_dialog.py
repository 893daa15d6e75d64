"""Who is to come later: the same form as for whoever comes in now, and what brings them in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QLineEdit, QWidget

from desktop.combatants.adding.dialog import AddCombatantsDialog, by_side
from desktop.combatants.library import Library
from desktop.combatants.newcomers import NewcomerLine, adds
from desktop.combatants.waves import free_wave, read_when, when_shown
from rulesets.table.carried import Carried
from rulesets.table.combatant import NPC, PC
from rulesets.table.commands import Command, PlanWave
from rulesets.table.encounter import Wave

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.widgets.texts import Texts


class WaveDialog(AddCombatantsDialog):
    """One command for all of them: they wait under the list until they are brought in."""

    def __init__(
        self,
        bridge: Bridge,
        texts: Texts,
        parent: QWidget | None = None,
        library: Library | None = None,
        wave: Wave | None = None,
    ) -> None:
        """Plan another wave, or ``wave`` anew."""
        self._wave = wave
        super().__init__(bridge, texts, parent, library)
        self.setWindowTitle(self.tr("Who is to come"))
        if self.rolls_now:
            self.show_row(self.roll, False)
        self.when.setMaxLength(200)
        self.when.setPlaceholderText(self.tr("round 3, or: when the alarm rings"))
        self.form.insertRow(0, self.tr("&Comes"), self.when)
        self.when.setAccessibleName(self.tr("Comes"))
        self.when.textChanged.connect(self.refresh)
        if wave is not None:
            self.when.setText(when_shown(wave))
            self.lines.put([_line(dict(given), wave.carried) for given in wave.combatants])
        self._kept = self._side_of_kind(NPC, self.opponents), NPC
        self._propose()
        self.finish(self.tr("Have the&m wait"))
        self.when.setFocus()

    def _connect(self) -> None:
        self.when = QLineEdit(self)
        super()._connect()

    def before_the_name(self) -> list[QWidget]:
        return [self.when]

    def wanted(self) -> list[Command]:
        kept = self._wave
        state = self.bridge.state
        commands = adds([*self.lines.lines, *self._present()], state, kept.id if kept is not None else "")
        round_, when = read_when(self.when.text())
        ident = kept.id if kept is not None else free_wave(state)
        people = tuple(command.combatant for command in commands)
        carried = {str(one.combatant["id"]): one.carried for one in commands if one.carried is not None}
        notes = kept.notes if kept is not None else ""
        return [
            PlanWave(wave=ident, when=when, round=round_, notes=notes, combatants=people, carried=carried)
        ]

    def refresh(self) -> None:
        """Nobody rolls yet."""
        super(AddCombatantsDialog, self).refresh()

    def foreseen(self, command: Command, _outcome: object) -> str:
        if not isinstance(command, PlanWave):
            return ""
        names = by_side(command.combatants)
        if len(command.combatants) < 2:
            return names
        return self.tr("{count} wait: {names}").format(count=len(command.combatants), names=names)


def _line(given: dict[str, object], carried: Mapping[str, Carried]) -> NewcomerLine:
    """Return the line of somebody who waits already."""
    ident, name = str(given.pop("id")), str(given.pop("name", ""))
    usual = {"side": "party", "kind": PC}
    return NewcomerLine(
        name or ident, 1, {**usual, **given}, ident=ident, carried=carried.get(ident, Carried())
    )
