"""Keys of the window: what can be bound, and how menus, list and buttons come by what is bound."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from desktop.services.keys import IN_LIST, Keys, Trouble
from desktop.services.settings import SettingsStore
from desktop.views.initiative_list import InitiativeList
from desktop.views.list_actions import DIGITS, GROUPS, spending, usual_keys
from desktop.windows.main_actions import MENUS, Actions, commands, plain, translated
from desktop.windows.main_palette import PaletteHint
from desktop.windows.main_top_bar import NAMES, TopBar

if TYPE_CHECKING:
    from desktop.views.log_view import LogView

CONTEXT = "Keys"
DIGIT_TEXTS = (
    QT_TRANSLATE_NOOP("Keys", "Spend the first kind of action"),
    QT_TRANSLATE_NOOP("Keys", "Spend the second kind of action"),
    QT_TRANSLATE_NOOP("Keys", "Spend the third kind of action"),
    QT_TRANSLATE_NOOP("Keys", "Spend the fourth kind of action"),
    QT_TRANSLATE_NOOP("Keys", "Spend the fifth kind of action"),
    QT_TRANSLATE_NOOP("Keys", "Spend the sixth kind of action"),
)


class Named(NamedTuple):
    """A command that can have keys: its name, the group it stands in and what it says, translated."""

    ident: str
    group: str
    text: str


def bindable() -> Iterator[Named]:
    """Every command that can have keys: those of the menus, then those of the list alone."""
    known = set()
    for title, entry in commands():
        known.add(entry.id)
        yield Named(entry.id, plain(title), plain(entry.text))
    group = QCoreApplication.translate(CONTEXT, "In the list")
    for key in (key for keys in GROUPS for key in keys):
        if key.ident not in known:
            yield Named(key.ident, group, QCoreApplication.translate("InitiativeList", str(key.text)))
    for digit, text in zip(DIGITS, DIGIT_TEXTS, strict=True):
        yield Named(spending(digit), group, QCoreApplication.translate(CONTEXT, str(text)))


def usual() -> dict[str, tuple[str, ...]]:
    """The usual keys of every binding, those for the whole window and those for the list."""
    list_keys = usual_keys()
    found: dict[str, tuple[str, ...]] = {}
    for _, entry in commands():
        found[entry.id] = tuple(entry.key.split())
        found[IN_LIST + entry.id] = list_keys.get(entry.id, ())
    for ident, keys in list_keys.items():
        found.setdefault(ident, ())
        found[IN_LIST + ident] = keys
    return {name: tuple(QKeySequence(key).toString() for key in keys) for name, keys in found.items()}


def keys_of_window(settings: SettingsStore, parent: QObject | None = None) -> Keys:
    """The keys as they are bound for this user."""
    mnemonics = [QKeySequence.mnemonic(translated(title)).toString() for _, title, _ in MENUS]
    return Keys(usual(), settings, mnemonics, parent)


def change_keys(keys: Keys, window: QWidget) -> None:
    """Show the dialog in which every key can be changed."""
    from desktop.windows.dialogs.keys import KeysDialog

    KeysDialog(keys, list(bindable()), window).open()


class KeyBinder(QObject):
    """Gives menus, list and whatever shares the list's keys the keys that are bound, whenever they change."""

    def __init__(self, keys: Keys, actions: Actions, table: InitiativeList, window: QWidget) -> None:
        """Bind the keys of ``actions`` in ``window`` and those of ``table`` in it."""
        super().__init__(window)
        self._keys, self._actions, self._table, self._window = keys, actions, table, window
        self._shared: list[QWidget] = [table]
        self._further: dict[str, QAction] = {}
        """Keys in the list for what only menus have, and keys of the window for what only the list has."""
        keys.changed.connect(self.bind)
        self.bind()

    def share(self, widget: QWidget) -> None:
        """Let the list's keys work in ``widget``, too."""
        self._shared.append(widget)
        self._table.keys.share(widget)
        self.bind()

    def share_with(self, log: LogView) -> None:
        """Let the list's keys work in the log: neither its lines nor its texts have a use for letters."""
        texts = [text for text in log.findChildren(QPlainTextEdit) if text.isReadOnly()]
        for view in (log.list, *texts):
            self.share(view)

    def show_on(self, bar: TopBar, hint: PaletteHint) -> None:
        """Show the keys that are bound on the buttons of ``bar`` and on the palette's ``hint``."""
        self._bar, self._hint = bar, hint
        self._keys.changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        self._bar.show_keys({name: self._keys.first(name) for name in NAMES})
        self._hint.show_key(self._keys.shown("palette"))

    def bind(self) -> None:
        """Let every command have the keys that are bound to it now."""
        self._actions.bind(self._keys)
        self._table.keys.bind(self._in_list)
        own = usual_keys()
        for name in self._keys.names:
            ident = name.removeprefix(IN_LIST)
            if name.startswith(IN_LIST):
                if ident not in own:
                    self._bind_further(
                        name, ident, self._shared, Qt.ShortcutContext.WidgetWithChildrenShortcut
                    )
            elif ident not in self._actions.by_id:
                self._bind_further(name, ident, [self._window], Qt.ShortcutContext.WindowShortcut)

    def _in_list(self, ident: str) -> tuple[str, ...]:
        return self._keys.of(IN_LIST + ident)

    def _bind_further(
        self, name: str, ident: str, owners: list[QWidget], context: Qt.ShortcutContext
    ) -> None:
        wanted, action = self._keys.of(name), self._further.get(name)
        if action is None:
            if not wanted:
                return
            action = QAction(self)
            action.setObjectName(ident)
            action.setShortcutContext(context)
            action.triggered.connect(self._triggered)
            self._further[name] = action
        for owner in owners:
            owner.addAction(action)
        action.setShortcuts([QKeySequence(key) for key in wanted])

    def _triggered(self) -> None:
        sender = self.sender()
        if sender is None:
            return
        ident = sender.objectName()
        action = self._actions.by_id.get(ident) or self._table.keys.named(ident)
        if action is not None:
            action.trigger()


def told(trouble: Trouble) -> str:
    """Say what in the kept keys makes no sense."""
    text = {
        "command": QCoreApplication.translate(CONTEXT, "“%1” is no command"),
        "key": QCoreApplication.translate(CONTEXT, "“%2” cannot be a key of “%1”"),
        "double": QCoreApplication.translate(CONTEXT, "“%2” of “%1” belongs to another command already"),
    }[trouble.kind]
    return text.replace("%2", trouble.key).replace("%1", trouble.name)


def told_all(troubles: list[Trouble]) -> str:
    """Say all that makes no sense in the kept keys, what was kept, and what to do."""
    first = "; ".join(told(trouble) for trouble in troubles[:3])
    more = len(troubles) - 3
    if more > 0:
        first += QCoreApplication.translate(CONTEXT, "; and %1 more").replace("%1", str(more))
    text = QCoreApplication.translate(
        CONTEXT,
        "Some kept keys make no sense: %1. All others hold. Edit → Change the keys… mends them.",
    )
    return text.replace("%1", first)
