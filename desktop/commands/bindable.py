"""Keys of the window: what can be bound, the usual keys, and what is said of kept keys that make no sense."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QWidget

from desktop.commands.keys import IN_LIST, Keys, Trouble
from desktop.commands.table import COMMANDS, MENUS, commands, plain, translated
from desktop.process.in_front import ask
from desktop.process.settings_store import SettingsStore

CONTEXT = "Keys"


class Named(NamedTuple):
    """A command that can have keys: its name, the group it stands in and what it says, translated."""

    ident: str
    group: str
    text: str


def bindable() -> Iterator[Named]:
    """Every command that can have keys: those of the menus, then those of the list alone."""
    for menu, command in commands():
        yield Named(command.id, plain(menu.title), plain(command.text))


def usual() -> dict[str, tuple[str, ...]]:
    """The usual keys of every binding, those for the whole window and those for the list."""
    found: dict[str, tuple[str, ...]] = {}
    for ident, command in COMMANDS.items():
        found[ident], found[IN_LIST + ident] = _written(command.keys), _written(command.list_keys)
    return found


def _written(keys: str) -> tuple[str, ...]:
    return tuple(QKeySequence(key).toString() for key in keys.split())


def keys_of_window(settings: SettingsStore, parent: QObject | None = None) -> Keys:
    """The keys as they are bound for this user."""
    mnemonics = [QKeySequence.mnemonic(translated(menu.title)).toString() for menu in MENUS]
    return Keys(usual(), settings, mnemonics, parent)


def change_keys(keys: Keys, window: QWidget) -> None:
    """Show the dialog in which every key can be changed."""
    from desktop.commands.keys_dialog import KeysDialog

    ask(KeysDialog(keys, list(bindable()), window))


def told(trouble: Trouble) -> str:
    """Say what in the kept keys makes no sense."""
    text = {
        "command": QCoreApplication.translate(CONTEXT, "“{name}” is no command"),
        "key": QCoreApplication.translate(CONTEXT, "“{key}” cannot be a key of “{name}”"),
        "double": QCoreApplication.translate(
            CONTEXT, "“{key}” of “{name}” belongs to another command already"
        ),
    }[trouble.kind]
    return text.format(name=trouble.name, key=trouble.key)


def told_all(troubles: list[Trouble]) -> str:
    """Say all that makes no sense in the kept keys, what was kept, and what to do."""
    first = "; ".join(told(trouble) for trouble in troubles[:3])
    more = len(troubles) - 3
    if more > 0:
        first += QCoreApplication.translate(CONTEXT, "; and {count} more").format(count=more)
    text = QCoreApplication.translate(
        CONTEXT,
        "Some kept keys make no sense: {troubles}. All others hold. Edit → Change the keys… mends them.",
    )
    return text.format(troubles=first)
