"""What stands in a line of the log that was given by a key or in the details: numbers, and whom it means."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace
from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QWidget

from desktop.widgets.boxes import chosen, narrow
from desktop.widgets.command_dialog import CommandDialog
from desktop.widgets.fields import CodeField, NumberField
from desktop.widgets.people import people_box
from rulesets.seen.labels import entry_label
from rulesets.table import commands as cmd
from rulesets.table.commands import Command

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.widgets.texts import Texts
    from rulesets.vocabulary.base import Entry

WHO, NUMBER, TEXT, CHECK, ACTION, COST, REACTION, TRACK = (
    "who", "number", "text", "check", "action", "cost", "reaction", "track",
)  # fmt: skip
_WHO = ("who", WHO, QT_TRANSLATE_NOOP("EntryForm", "&Who"))
_NAME = ("name", TEXT, QT_TRANSLATE_NOOP("EntryForm", "&Name"))
_ON = ("on", WHO, QT_TRANSLATE_NOOP("EntryForm", "&On"))
_BY = ("by", WHO, QT_TRANSLATE_NOOP("EntryForm", "&By"))
_TARGET = ("target", WHO, QT_TRANSLATE_NOOP("EntryForm", "&Target"))
Row = tuple[str, str, object]
"""Field of the command, kind, label."""
ROWS: dict[type[Command], tuple[Row, ...]] = {
    cmd.Act: (
        _WHO,
        ("name", ACTION, QT_TRANSLATE_NOOP("EntryForm", "&Action")),
        ("cost", COST, QT_TRANSLATE_NOOP("EntryForm", "&Kind")),
        _TARGET,
        ("points", NUMBER, QT_TRANSLATE_NOOP("EntryForm", "&Points")),
        ("words", TEXT, QT_TRANSLATE_NOOP("EntryForm", "W&ords")),
    ),
    cmd.Resolve: (_WHO, ("cancel", CHECK, QT_TRANSLATE_NOOP("EntryForm", "&Called off"))),
    cmd.React: (
        _WHO,
        ("name", REACTION, QT_TRANSLATE_NOOP("EntryForm", "&Reaction")),
        ("to", TEXT, QT_TRANSLATE_NOOP("EntryForm", "&To")),
    ),
    cmd.Delay: (
        _WHO,
        ("count", NUMBER, QT_TRANSLATE_NOOP("EntryForm", "To &count")),
        ("after", WHO, QT_TRANSLATE_NOOP("EntryForm", "&Behind")),
    ),
    cmd.Resume: (_WHO,),
    cmd.Choose: (_WHO,),
    cmd.Ready: (
        _WHO,
        ("action", TEXT, QT_TRANSLATE_NOOP("EntryForm", "&Action")),
        ("trigger", TEXT, QT_TRANSLATE_NOOP("EntryForm", "Set off &by")),
    ),
    cmd.Trigger: (_WHO, _BY),
    cmd.Check: (
        _WHO,
        ("total", NUMBER, QT_TRANSLATE_NOOP("EntryForm", "&Total")),
        ("roll", NUMBER, QT_TRANSLATE_NOOP("EntryForm", "&Dice")),
    ),
    cmd.MoveTrack: (
        _WHO,
        ("track", TRACK, QT_TRANSLATE_NOOP("EntryForm", "&Track")),
        ("by", NUMBER, QT_TRANSLATE_NOOP("EntryForm", "&Steps worse")),
        ("persistent", CHECK, QT_TRANSLATE_NOOP("EntryForm", "&Persistent")),
    ),
    cmd.EndEffect: (_ON, _NAME, _BY),
    cmd.Leave: (_WHO,),
    cmd.Defeat: (_WHO,),
    cmd.Disable: (_WHO,),
    cmd.Restore: (_WHO,),
    cmd.SpendPoint: (_WHO, ("on", TEXT, QT_TRANSLATE_NOOP("EntryForm", "&On")), _TARGET),
    cmd.Throw: (_WHO, ("amount", TEXT, QT_TRANSLATE_NOOP("EntryForm", "&Dice"))),
    cmd.SetNumbers: (_WHO,),
    cmd.Describe: (_WHO,),
    cmd.DescribeEncounter: (),
    cmd.NoteEffect: (),
    cmd.PlanWave: (
        ("when", TEXT, QT_TRANSLATE_NOOP("EntryForm", "Wh&en")),
        ("round", NUMBER, QT_TRANSLATE_NOOP("EntryForm", "&Round (0: none)")),
        ("notes", TEXT, QT_TRANSLATE_NOOP("EntryForm", "&Notes")),
    ),
    cmd.BringIn: (),
    cmd.Add: (("roll", NUMBER, QT_TRANSLATE_NOOP("EntryForm", "&Initiative roll")),),
}
"""Command → what of it is asked; what stands in its tables is asked besides."""
TABLES = ("stats", "pools", "combatant", "changes", "rolls")
_NAMED = {
    "name": QT_TRANSLATE_NOOP("EntryForm", "Name"),
    "side": QT_TRANSLATE_NOOP("EntryForm", "Side"),
    "group": QT_TRANSLATE_NOOP("EntryForm", "Group"),
    "notes": QT_TRANSLATE_NOOP("EntryForm", "Notes"),
    "aware": QT_TRANSLATE_NOOP("EntryForm", "Aware"),
    "hidden": QT_TRANSLATE_NOOP("EntryForm", "Hidden from the players"),
    "alias": QT_TRANSLATE_NOOP("EntryForm", "Name for the players"),
    "shared": QT_TRANSLATE_NOOP("EntryForm", "Notes for everybody"),
    "about": QT_TRANSLATE_NOOP("EntryForm", "Notes"),
}
"""What such a table has besides stats and pools, of what is asked."""


def _translated(text: object) -> str:
    return QCoreApplication.translate("EntryForm", str(text))


class EntryForm(CommandDialog):
    """The fields of one command, filled as it was given."""

    def __init__(
        self, bridge: Bridge, texts: Texts, command: Command, title: str, parent: QWidget | None = None
    ) -> None:
        """Ask for what ``command`` of :data:`ROWS` was meant to be; ``bridge`` stands where it was given."""
        super().__init__(bridge, texts, title, parent)
        self._command = command
        self.fields: dict[str, QWidget] = {}
        self._reads: dict[str, Callable[[], Any]] = {}
        for name, kind, label in ROWS[type(command)]:
            if kind != NUMBER or getattr(command, name) is not None or type(command) is cmd.Delay:
                self._add(name, kind, _translated(label), getattr(command, name))
        if isinstance(command, cmd.SetNumbers) and command.initiative is not None:
            kind = NUMBER if isinstance(command.initiative, int) else TEXT
            self._add("initiative", kind, self.tr("&Initiative count"), command.initiative)
        for table in TABLES:
            for key, value in getattr(command, table, {}).items():
                self._add_entry(table, key, value)
        self.finish(self.tr("Go on"))
        for field in self.fields.values():
            if isinstance(field, NumberField):
                field.setFocus()
                field.selectAll()
                break

    # -- CommandDialog -------------------------------------------------------------------------------

    def wanted(self) -> list[Command]:
        given = {name: read() for name, read in self._reads.items() if ":" not in name}
        for table in TABLES:
            numbers = {
                name.partition(":")[2]: read()
                for name, read in self._reads.items()
                if name.startswith(f"{table}:")
            }
            if numbers:
                given[table] = {**getattr(self._command, table), **numbers}
        if isinstance(self._command, cmd.Throw) and given.get("amount") != self._command.amount:
            given["fell"] = ()
        return [replace(self._command, **given)]

    def missing(self) -> str:
        for name, field in self.fields.items():
            table, _, key = name.rpartition(":")
            was = getattr(self._command, table)[key] if table else getattr(self._command, name)
            if isinstance(field, NumberField) and field.number is None and was is not None:
                return self.tr("Still to enter: {input}").format(input=field.accessibleName())
        return ""

    # -- internal ------------------------------------------------------------------------------------

    def _add(self, name: str, kind: str, label: str, value: Any) -> None:
        match kind:
            case "who":
                self._add_people(name, label, value)
            case "number":
                number = NumberField(self)
                number.number = value
                number.typed.connect(self.refresh)
                self._keep(name, label, number, lambda: number.number)
            case "check":
                box = QCheckBox(self)
                box.setChecked(bool(value))
                box.toggled.connect(self.refresh)
                self._keep(name, label, box, box.isChecked)
            case "text":
                line = QLineEdit(str(value or ""), self)
                line.textEdited.connect(self.refresh)
                self._keep(name, label, line, lambda: line.text().strip())
            case _:
                self._add_choice(name, kind, label, value)

    def _add_people(self, name: str, label: str, value: str) -> None:
        optional = name not in ("who", "on")
        everybody = self.bridge.state.combatants
        one = next((who.id for who in everybody.values() if value in (who.id, who.slot)), value)
        box = people_box(everybody.values(), one, self, nobody=self.tr("nobody") if optional else "")
        box.currentIndexChanged.connect(self.refresh)
        same = chosen(box)
        self._keep(name, label, box, lambda: value if chosen(box) == same else chosen(box))

    def _add_choice(self, name: str, kind: str, label: str, value: str) -> None:
        rules, box = self.bridge.rules, QComboBox(self)
        tables: dict[str, Mapping[str, Entry]] = {
            ACTION: rules.actions,
            COST: rules.costs,
            REACTION: rules.reactions,
            TRACK: rules.tracks,
        }
        known = tables[kind]
        narrow(box)
        box.addItem(self.tr("not said"), "")
        for ident, entry in known.items():
            box.addItem(entry_label(entry, ident), ident)
        if value and value not in known:
            box.addItem(value, value)
        box.setCurrentIndex(max(0, box.findData(value)))
        box.currentIndexChanged.connect(self.refresh)
        self._keep(name, label, box, lambda: chosen(box))

    def _add_entry(self, table: str, key: str, value: Any) -> None:
        """Ask for one entry of a table of the command, if it is a number, a yes or a few words."""
        rules, name = self.bridge.rules, f"{table}:{key}"
        if table == "rolls":
            if isinstance(value, int):
                self._add(name, NUMBER, self._called(key).replace("&", "&&"), value)
            return
        rule = rules.stats.get(key) if table != "pools" else rules.pools.get(key)
        if rule is None and key not in _NAMED:
            return
        label = entry_label(rule, key).replace("&", "&&") if rule is not None else _translated(_NAMED[key])
        if getattr(rule, "type", "") == "code" and isinstance(value, int):
            code = CodeField(self, digits=5)
            code.number = value
            code.typed.connect(self.refresh)
            self._keep(name, label, code, lambda: code.number)
        elif isinstance(value, bool | int | str):
            kind = CHECK if isinstance(value, bool) else NUMBER if isinstance(value, int) else TEXT
            self._add(name, kind, label, value)

    def _called(self, slot: str) -> str:
        """Return what somebody who comes in is called; of who waits only the wave knows it."""
        waiting = (one for wave in self.bridge.state.waves for one in wave.combatants)
        found = next((one for one in waiting if one["id"] == slot), None)
        return self.texts.name(slot) if found is None else str(found.get("name") or slot)

    def _keep(self, name: str, label: str, field: QWidget, read: Callable[[], Any]) -> None:
        self.add_row(label, field)
        self.fields[name], self._reads[name] = field, read
