"""How menus, list and buttons of the window come by the keys that are bound."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6 import QtWidgets
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from desktop.commands.keys import IN_LIST, Keys
from desktop.commands.menus import Actions
from desktop.list.actions import own_bindings
from desktop.list.view import InitiativeList
from desktop.main.focus import PRIMARY, PrimaryKey
from desktop.main.top_bar import NAMES, TopBar
from desktop.palette.offers import PaletteHint

if TYPE_CHECKING:
    from desktop.log.view import LogView


class KeyBinder(QObject):
    """Gives menus, list and whatever shares the list's keys the keys that are bound, whenever they change."""

    def __init__(self, keys: Keys, actions: Actions, table: InitiativeList, window: QWidget) -> None:
        """Bind the keys of ``actions`` in ``window`` and those of ``table`` in it."""
        super().__init__(window)
        self._keys, self._actions, self._table, self._window = keys, actions, table, window
        self._shared: list[QWidget] = [table]
        self._space: PrimaryKey | None = None
        self._further: dict[str, QAction] = {}
        """Keys in the list for what only menus have, and keys of the window for what only the list has."""
        keys.changed.connect(self.bind)
        self.bind()

    def share(self, widget: QWidget) -> None:
        """Let the list's keys work in ``widget``, too."""
        self._shared.append(widget)
        self._table.keys.share(widget)
        self._table.refused_keys.watch(widget)
        self.bind()

    def share_with(self, log: LogView) -> None:
        """Let the list's keys work in the log: neither its lines nor its texts have a use for letters."""
        texts = [text for text in log.findChildren(QtWidgets.QPlainTextEdit) if text.isReadOnly()]
        for view in (log.list, *texts):
            self.share(view)

    def show_on(self, bar: TopBar, hint: PaletteHint) -> None:
        """Show the keys that are bound on the buttons of ``bar`` and on the palette's ``hint``."""
        self._bar, self._hint = bar, hint
        self._keys.changed.connect(self._show)
        self._show()

    def follow(self, space: PrimaryKey) -> None:
        """Name the key of the primary button that works where the focus is."""
        self._space = space
        space.turned.connect(self._show)

    def works_now(self, command: str) -> str:
        """Return the key of a command that works where the focus is, as far as it is named in texts."""
        typing = command == PRIMARY and self._space is not None and not self._space.works
        return self._keys.first(command, anywhere=typing)

    def _show(self) -> None:
        longest = max((self._keys.first(PRIMARY, anywhere=there) for there in (False, True)), key=len)
        self._bar.show_keys({name: self.works_now(name) for name in NAMES}, {PRIMARY: longest})
        self._hint.show_key(self._keys.shown("palette"))

    def bind(self) -> None:
        """Let every command have the keys that are bound to it now."""
        self._actions.bind(self._keys)
        self._table.keys.bind(self._in_list)
        own = own_bindings()
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
        action = self._actions.by_id.get(ident) or self._table.keys.bound(ident)
        if action is not None:
            action.trigger()
