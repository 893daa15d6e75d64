"""The keys of the initiative list and its context menu.

Letters, digits and Space act only while the list has the focus: as shortcuts of a whole window they would
never reach a focused button or editor.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QObject, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from desktop.commands.situation import Situation
from desktop.commands.table import (
    COMMANDS,
    DIGITS,
    GROUPS,
    SPEND,
    Submenu,
    UserCommand,
    in_context_menu,
    on_button,
    plain,
    size_entries,
    spending,
)
from desktop.widgets.menus import let_scroll, underline_letters
from rulesets.seen.labels import entry_label
from rulesets.vocabulary import Rules

OWN = ("copy-people", "paste-people")
"""What works in the list alone: whatever shares its keys copies its own texts."""
_CONTEXT = "InitiativeList"
_FOLDED = {
    "list": QT_TRANSLATE_NOOP("InitiativeList", "The list"),
    "belonging": QT_TRANSLATE_NOOP("InitiativeList", "Who it is, and what is kept"),
    "turn": QT_TRANSLATE_NOOP("InitiativeList", "The turn"),
    "fate": QT_TRANSLATE_NOOP("InitiativeList", "Out of the fight"),
    "put-off": QT_TRANSLATE_NOOP("InitiativeList", "Wait, react, spend"),
}
"""Groups that are menus of their own where the screen is too low, first to last, and what they are called."""


def own_commands() -> list[UserCommand]:
    """Return the commands that the list has keys and a menu for, whatever the rules are."""
    return [entry for group in in_context_menu() for entry in group if isinstance(entry, UserCommand)]


def own_bindings() -> list[str]:
    """Return the names by which the list's keys are bound, those of the digits included."""
    return [*(command.id for command in own_commands()), *(spending(digit) for digit in DIGITS)]


def _usual(ident: str) -> tuple[str, ...]:
    return tuple(COMMANDS[ident].list_keys.split())


class ListActions(QObject):
    """Owns the list's actions and emits ``asked`` with the name of the one that was triggered."""

    asked = Signal(str)

    def __init__(self, owner: QWidget) -> None:
        """Give the keys to ``owner``."""
        super().__init__(owner)
        self._owners = [owner]
        self.by_name: dict[str, QAction] = {}
        """Id of a command, 'spend:standard' among them → its action."""
        self._bindings: dict[str, str] = {}
        """The same → the name by which its keys are bound."""
        self._keys: Callable[[str], tuple[str, ...]] = _usual
        self._group = QActionGroup(self)
        self._group.setExclusionPolicy(QActionGroup.ExclusionPolicy.None_)
        self._group.triggered.connect(self._triggered)
        for command in own_commands():
            self._add(command.id, on_button(command.id), command.id)

    def _add(self, name: str, text: str, binding: str) -> None:
        action = QAction(text, self)
        action.setObjectName(name)
        action.setShortcuts([QKeySequence(key) for key in self._keys(binding)])
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self._group.addAction(action)
        for owner in self._owners:
            owner.addAction(action)
        self.by_name[name], self._bindings[name] = action, binding

    def share(self, widget: QWidget) -> None:
        """Let the keys work while ``widget`` has the focus, too: it has no use for letters itself."""
        self._owners.append(widget)
        widget.addActions([action for name, action in self.by_name.items() if name not in OWN])

    def bind(self, keys: Callable[[str], tuple[str, ...]]) -> None:
        """Take the keys from ``keys``, which is asked by the names of :func:`own_bindings`."""
        self._keys = keys
        for name, action in self.by_name.items():
            action.setShortcuts([QKeySequence(key) for key in keys(self._bindings[name])])

    def bound(self, binding: str) -> QAction | None:
        """Return the action whose keys are bound by this name, if the ruleset has it."""
        found = (self.by_name[name] for name, known in self._bindings.items() if known == binding)
        spare = {spending(digit) for digit in DIGITS}
        return next((action for action in found if action.objectName() not in spare), None)

    def set_rules(self, rules: Rules | None) -> None:
        """Bind the digits to the types of action that a ruleset has for them."""
        spent_by = {spending(digit) for digit in DIGITS}
        for name in [name for name in self.by_name if self._bindings[name] in spent_by]:
            action = self.by_name.pop(name)
            del self._bindings[name]
            self._group.removeAction(action)
            for owner in self._owners:
                owner.removeAction(action)
            action.deleteLater()
        if rules is None:
            return
        for cost_id, cost in rules.costs.items():
            if cost.key:
                self._add(SPEND + cost_id, entry_label(cost, cost_id).replace("&", "&&"), spending(cost.key))
        for digit in {*DIGITS} - {cost.key for cost in rules.costs.values()}:  # it says that there is no such
            self._add(spending(digit), str(digit), spending(digit))

    def menu(self, now: Situation, parent: QWidget, room: int = 0) -> QMenu:
        """Return the context menu of what makes sense now, in no more than ``room`` pixels if it is given.

        Where that is too little, groups are menus of their own: first those at its end.
        """
        self._name_cards([one.name for one in now.meant])
        menu = self._menu(now, parent, ())
        for number in range(1, len(_FOLDED) + 1):
            if not room or menu.sizeHint().height() <= room:
                break
            menu.deleteLater()
            menu = self._menu(now, parent, tuple(_FOLDED)[:number])
        for one in (menu, *menu.findChildren(QMenu)):
            underline_letters(one)
        return menu

    def _menu(self, now: Situation, parent: QWidget, folded: Sequence[str]) -> QMenu:
        menu = let_scroll(QMenu(parent))
        for name, group in zip(GROUPS, in_context_menu(), strict=True):
            some = [entry for entry in group if (sense := entry.sense(now)).offered and not sense.why_not]
            inner = menu
            if name in folded and len(some) > 1:
                inner = let_scroll(menu.addMenu(QCoreApplication.translate(_CONTEXT, str(_FOLDED[name]))))
            for entry in some:
                if isinstance(entry, Submenu):
                    self._add_entries(inner.addMenu(plain(entry.brief or entry.text)), entry, now)
                else:
                    inner.addAction(self.by_name[entry.id])
            if inner is menu:
                menu.addSeparator()
        return menu

    def _name_cards(self, names: Sequence[str]) -> None:
        """Say whose cards would be printed."""
        several = QCoreApplication.translate(_CONTEXT, "Cards of {count} combatants…")
        one = QCoreApplication.translate(_CONTEXT, "Card of {name}…")
        card = one.format(name=names[0][:60]) if len(names) == 1 else several.format(count=len(names))
        if names:
            self.by_name["card"].setText(card.replace("&", "&&"))

    def _add_entries(self, menu: QMenu, submenu: Submenu, now: Situation) -> None:
        for name, text in size_entries(now) if submenu.id == "sizes" else ():
            action = QAction(text.replace("&", "&&"), menu)
            action.setObjectName(name)
            self._group.addAction(action)  # it is gone from the group with its menu
            menu.addAction(action)
        for name, action in self.by_name.items():
            if name.startswith(f"{submenu.kind}:"):
                menu.addAction(action)
        menu.menuAction().setVisible(not menu.isEmpty())

    def _triggered(self, action: QAction) -> None:
        self.asked.emit(action.objectName())
