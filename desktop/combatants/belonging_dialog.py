"""Whose side the selected are on, whether they share a turn, whose characters they are, what they notice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QComboBox, QWidget

from desktop.combatants.belonging import group_name
from desktop.widgets.boxes import narrow
from desktop.widgets.command_dialog import CommandDialog
from rulesets.table.commands import Command, Describe
from rulesets.table.encounter import RUNNING

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.widgets.texts import Texts


class BelongsDialog(CommandDialog):
    """One form for all who are selected; what they do not have in common stays as it is until it is set."""

    def __init__(
        self, bridge: Bridge, texts: Texts, who: Sequence[str], parent: QWidget | None = None
    ) -> None:
        """Show what ``who`` have in common."""
        super().__init__(bridge, texts, "", parent)
        state = bridge.state
        self._people = [state.combatants[ident] for ident in who if ident in state.combatants]
        self._running = state.clock.status == RUNNING
        names = texts.names([one.id for one in self._people])
        self.setWindowTitle(self.tr("Side, group, kind: {names}").format(names=names))
        self.side = self._typed_box("side")  # Tab goes through them as they are made
        self.kind = self._box(
            "kind", {"pc": self.tr("Player character"), "npc": self.tr("Non-player character")}
        )
        self.group = self._typed_box("group")
        self.aware = self._box("aware", {True: self.tr("aware"), False: self.tr("not aware")})
        self.add_row(self.tr("&Side"), self.side)
        self.add_row(self.tr("&Kind"), self.kind)
        if not self._running:
            hint = self.tr("Who has the same group here rolls once and shares a turn; blank is one by one.")
            self.add_row(self.tr("&Group"), self.group, hint)
            if len(self._people) > 1:
                self.group.lineEdit().setPlaceholderText(group_name(state, self._people))  # type: ignore[union-attr]
        else:
            self.group.hide()
        if bridge.rules.surprise not in ("", "false") and not self._running:
            self.add_row(self.tr("&At the start"), self.aware)
        else:
            self.aware.hide()
        self._kind_chosen = False
        self.side.editTextChanged.connect(self._on_side)
        self.kind.activated.connect(self._on_kind)
        for box in (self.side, self.group):
            box.editTextChanged.connect(self.refresh)
        for box in (self.kind, self.aware):
            box.currentIndexChanged.connect(self.refresh)
        self.finish(self.tr("&Change"))
        self.side.setFocus()

    def wanted(self) -> list[Command]:
        changes = self._changes()
        return [Describe(who=one.id, changes=changes) for one in self._people if self._differs(one, changes)]

    def missing(self) -> str:
        if not self.wanted():
            return self.tr("Nothing is different yet.")
        group = str(self._changes().get("group", ""))
        if group in self.bridge.state.combatants:
            return self.tr("A combatant is known as “{name}”: give the group another name.").format(
                name=group
            )
        return ""

    # -- internal ------------------------------------------------------------------------------------

    def _on_kind(self, _index: int) -> None:
        self._kind_chosen = True

    def _on_side(self, side: str) -> None:
        """Show the kind of those who are on the side already, until the GM has chosen one."""
        if self._kind_chosen:
            return
        state, mine = self.bridge.state, {one.id for one in self._people}
        there = {
            one.kind for one in state.combatants.values() if one.side == side.strip() and one.id not in mine
        }
        kind = (
            there.pop() if len(there) == 1 and side.strip() != self._common("side") else self._common("kind")
        )
        self.kind.setCurrentIndex(self.kind.findData(kind))

    def _changes(self) -> dict[str, Any]:
        """Return what is set: a field that says nothing leaves everybody as they are."""
        changes: dict[str, Any] = {}
        if self.side.currentText().strip():
            changes["side"] = self.side.currentText().strip()
        if self.kind.currentData() is not None:
            changes["kind"] = self.kind.currentData()
        if self.aware.currentData() is not None:
            changes["aware"] = bool(self.aware.currentData())
        typed = self.group.currentText().strip()
        if not self._running and (typed or len({one.group for one in self._people}) == 1):
            changes["group"] = typed
        return changes

    def _differs(self, one: object, changes: dict[str, Any]) -> bool:
        return any(getattr(one, key) != value for key, value in changes.items())

    def _common(self, key: str) -> Any:
        found = {getattr(one, key) for one in self._people}
        return found.pop() if len(found) == 1 else None

    def _typed_box(self, key: str) -> QComboBox:
        box = QComboBox(self)
        narrow(box)
        box.setEditable(True)
        box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        everybody = self.bridge.state.combatants.values()
        box.addItems(list(dict.fromkeys(getattr(one, key) for one in everybody if getattr(one, key))))
        box.setCurrentText(self._common(key) or "")
        line = box.lineEdit()
        if line is not None and self._common(key) is None:
            line.setPlaceholderText(self.tr("as they are"))
        return box

    def _box(self, key: str, choices: dict[Any, str]) -> QComboBox:
        box = QComboBox(self)
        narrow(box)
        common = self._common(key)
        if common is None:
            box.addItem(self.tr("as they are"), None)
        for value, text in choices.items():
            box.addItem(text, value)
        if common is not None:
            box.setCurrentIndex(list(choices).index(common))
        return box
