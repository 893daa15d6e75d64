"""Who comes in: a name and how many, whose side, and the ruleset's numbers where they differ.

Stat blocks stand beside the form; a name that is one of theirs brings its numbers with it. Several different
lines can be put down and added in one go.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import (
    QWidget,
)

from desktop.combatants.adding.form import AddForm
from desktop.combatants.library import Block, Library
from desktop.combatants.naming import MOST
from desktop.combatants.newcomers import Line, adds, read_count, read_names
from desktop.combatants.stats import words
from desktop.widgets.people import fit
from rulesets.table.commands import Add, Command

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.widgets.texts import Texts

__all__ = ["AddCombatantsDialog", "read_count"]


class AddCombatantsDialog(AddForm):
    """One command for each combatant. Numbers left blank are the stat block's, or the ruleset's own."""

    def __init__(
        self, bridge: Bridge, texts: Texts, parent: QWidget | None = None, library: Library | None = None
    ) -> None:
        """Begin with one player character; the ruleset says which numbers are asked for first."""
        super().__init__(bridge, texts, parent, library)
        self._kind_chosen = self._side_chosen = False
        self.block: Block | None = None
        self._connect()
        self.finish(self.tr("&Add"))
        self.order_tabs()
        self.name.setFocus()
        fit(self, self.sizeHint())

    def _connect(self) -> None:
        self.name.textChanged.connect(self._on_name)
        self.together.toggled.connect(self._on_together)
        self.group.editTextChanged.connect(self.refresh)
        self.side.editTextChanged.connect(self.refresh)
        self.kind.activated.connect(self._on_kind)
        typed = self.side.lineEdit()
        if typed is not None:
            typed.textEdited.connect(self._on_side)
        self.side.activated.connect(self._on_side)
        self.side.editTextChanged.connect(self._guess_kind)
        self.count.typed.connect(self._guess_kind)
        for signal in (self.count.typed, self.roll.typed, self.first.changed, self.others.changed):
            signal.connect(self.refresh)
        self.aware.toggled.connect(self.refresh)
        self.ties.answered.connect(self.refresh)
        self.more_button.clicked.connect(self.put_down)
        self.lines.changed.connect(self.refresh)
        self.lines.taken_back.connect(self._take_back)
        self.library.chosen.connect(self._take_block)

    # -- CommandDialog -------------------------------------------------------------------------------

    def wanted(self) -> list[Command]:
        commands = adds([*self.lines.lines, *self._present()], self.bridge.state)
        if self._is_one_slot(commands):
            commands[0] = self.ties.with_answers(commands[0])
        return list(commands)

    def refresh(self) -> None:
        """Show, too, with whom a typed total ties."""
        if self.rolls_now and not self.lacking():
            commands = adds([*self.lines.lines, *self._present()], self.bridge.state)
            self.ties.follow(commands[0] if self._is_one_slot(commands) else None)
        super().refresh()

    @staticmethod
    def _is_one_slot(commands: Sequence[Add]) -> bool:
        """Return whether one combatant or one group comes in, so that its ties can be told."""
        first = commands[0].combatant.get("group") if commands else None
        return len(commands) == 1 or (
            bool(first) and all(each.combatant.get("group") == first for each in commands)
        )

    def missing(self) -> str:
        named = read_names(self.name.text(), self.count.number or 0)
        if not named:
            return "" if self.lines.lines else self.tr("Give a name.")
        for name, count in named:
            if not 1 <= count <= MOST:
                wrong = self.tr("{name}: type how many, from 1 to {most}.")
                return wrong.format(name=name, most=MOST)
        if not self.side.currentText().strip():
            return self.tr("Name the side.")
        if self.together.isChecked() and not self._group():
            return self.tr("Name the group.")
        for fields in (self.first, self.others):
            wrong_one = fields.wrong()
            if wrong_one:
                return self.tr("{stat}: “{text}” is no value for it.").format(**wrong_one)
        return ""

    def foreseen(self, _command: Command, _outcome: object) -> str:
        names = [command.combatant["name"] for command in self.wanted() if isinstance(command, Add)]
        told = ""
        if len(names) > 1:
            told = self.tr("{first} to {last}").format(first=names[0], last=names[-1])
        if len(self.lines.lines) + len(self._present()) > 1:
            told = self.tr("{count} come in: {names}").format(count=len(names), names=", ".join(names[:8]))
            told += ", …" if len(names) > 8 else ""
        if self.block is not None:
            block = self.tr("with the stat block “{name}”").format(name=self.block.name)
            told = f"{told}, {block}" if told else block[0].upper() + block[1:]
        return told

    # -- lines ---------------------------------------------------------------------------------------

    def put_down(self) -> None:
        """Put the line in the form down and begin another one; side and kind stay."""
        if self.lacking() or not self.name.text().strip():
            self.refresh()
            self.name.setFocus()
            return
        present = self._present()
        self._clear()
        self.lines.put(present)
        self.name.setFocus()

    def _present(self) -> list[Line]:
        """Return the lines that the form stands for."""
        named = read_names(self.name.text(), self.count.number or 1)
        roll = self.roll.number if self.rolls_now else None
        found = []
        for name, count in named:
            block = self.block if len(named) == 1 else self.shelf.named(name)
            given = self._shared(block, count)
            if block is not None and len(named) > 1 and not self._side_chosen:
                given |= {"side": self._side_of(block), "kind": block.given.get("kind", given["kind"])}
            found.append(Line(name, min(count, MOST), given, roll))
        return found

    def _take_back(self, line: Line) -> None:
        """Show a line again that was put down; what is in the form goes down in its place."""
        if self.name.text().strip() and not self.missing():
            self.put_down()
        self.name.setText(line.name)
        self.count.number = line.count
        self.side.setCurrentText(str(line.given.get("side", "")))
        self.kind.setCurrentIndex(self.kind.findData(line.given.get("kind", "pc")))
        self._kind_chosen = self._side_chosen = True
        self.together.setChecked(bool(line.given.get("group")))
        self.group.setCurrentText(str(line.given.get("group", "")))
        self.aware.setChecked(bool(line.given.get("aware", True)))
        self.roll.number = line.roll
        self._base_on(Block(line.name, dict(line.given)))
        self.name.setFocus()

    def _clear(self) -> None:
        for field in (self.name, self.roll, self.feats, self.notes):
            field.clear()
        for fields in (self.first, self.others):
            fields.clear()
        self.count.number = 1
        self.together.setChecked(False)
        self.group.setCurrentText("")
        self._base_on(None)
        self._kind_chosen = self._side_chosen = False

    # -- stat blocks ---------------------------------------------------------------------------------

    def _take_block(self, name: str) -> None:
        """Take a stat block's name and numbers; how many and whose side is asked next."""
        self.name.setText(name)
        self._base_on(self.shelf.named(name))
        self.count.setFocus()
        self.count.selectAll()

    def _on_name(self) -> None:
        """A name that is a stat block's brings its numbers."""
        named = read_names(self.name.text(), 1)
        wanted = self.shelf.named(named[0][0]) if len(named) == 1 else None
        if wanted is not self.block:
            self._base_on(wanted)
        self._guess_kind()
        self.refresh()

    def _base_on(self, block: Block | None) -> None:
        self.block = block
        given = {} if block is None else block.given
        self.first.set_base(given)
        self.others.set_base(given)
        self.feats.setPlaceholderText(", ".join(given.get("feats", ())) or self.usual_feats)
        self.notes.setPlaceholderText(str(given.get("notes", "")))
        if block is not None and not self._side_chosen:
            self.side.setCurrentText(self._side_of(block))
        if block is not None and not self._kind_chosen and given.get("kind") in ("pc", "npc"):
            self.kind.setCurrentIndex(self.kind.findData(given["kind"]))
        self.library.mark("" if block is None else block.name)
        self.refresh()

    def _side_of(self, block: Block) -> str:
        """Return the side for a stat block: its own if it is there, else that of others of its kind."""
        people = self.bridge.state.combatants.values()
        side, kind = str(block.given.get("side", "") or self.side.currentText()), block.given.get("kind")
        if any(one.side == side for one in people):
            return side
        return next((one.side for one in people if one.kind == kind), side)

    # -- internal ------------------------------------------------------------------------------------

    def _shared(self, block: Block | None, count: int) -> dict[str, Any]:
        """Return what all of a line have in common: the stat block's, then what is typed."""
        given: dict[str, Any] = {} if block is None else dict(block.given)
        given |= {
            "side": self.side.currentText().strip(),
            "kind": self._kind_of(count),
            "aware": self.aware.isChecked(),
            **self.first.values(),
            **self.others.values(),
        }
        given.pop("group", None)
        if self._group():
            given["group"] = self._group()
        if words(self.feats.text()):
            given["feats"] = words(self.feats.text())
        if self.notes.text().strip():
            given["notes"] = self.notes.text().strip()
        return given

    def _kind_of(self, count: int) -> str:
        kind = str(self.kind.currentData())
        return "npc" if count > 1 and not self._kind_chosen else kind

    def _group(self) -> str:
        return self.group.currentText().strip() if self.together.isChecked() else ""

    def _on_together(self, together: bool) -> None:
        self.group.setEnabled(together)
        named = read_names(self.name.text(), 1)
        if together and named and not self.group.currentText().strip():
            self.group.setCurrentText(named[0][0])
        self.refresh()

    def _on_kind(self, _index: int) -> None:
        self._kind_chosen = True
        self.refresh()

    def _on_side(self, _side: object) -> None:
        self._side_chosen = True

    def _guess_kind(self) -> None:
        """Until the GM says it: several at once are not players' characters, and sides keep to one kind."""
        if self._kind_chosen or self.block is not None:
            return
        side = self.side.currentText().strip()
        people = self.bridge.state.combatants.values()
        otherwise = "pc" if self.side.currentIndex() < 1 else "npc"
        kind = next((c.kind for c in people if c.side == side), otherwise)
        named = read_names(self.name.text(), self.count.number or 1)
        several = any(count > 1 for _, count in named)
        self.kind.setCurrentIndex(self.kind.findData("npc" if several else kind))
