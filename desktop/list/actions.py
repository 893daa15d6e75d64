"""The keys of the initiative list and its context menu.

Letters, digits and Space act only while the list has the focus: as shortcuts of a whole window they would
never reach a focused button or editor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QObject, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from rulesets.compiled import Rules

_CONTEXT = "InitiativeList"


class Key(NamedTuple):
    """One thing the list can be told: its name, its text and its keys."""

    name: str
    text: object
    """As marked for translation (QT_TRANSLATE_NOOP is typed as object)."""
    keys: tuple[str, ...] = ()
    """The usual ones; the user may bind others."""
    command: str = ""
    """The window's name for it, where that is another one."""

    @property
    def ident(self) -> str:
        """By which its keys are bound."""
        return self.command or self.name


GROUPS: tuple[tuple[Key, ...], ...] = (
    (
        Key("next", QT_TRANSLATE_NOOP("InitiativeList", "Next"), ("Space",), "primary"),
        Key("back", QT_TRANSLATE_NOOP("InitiativeList", "Back one turn"), ("Shift+Space",)),
        Key("choose", QT_TRANSLATE_NOOP("InitiativeList", "Goes next")),
        Key("count-off", QT_TRANSLATE_NOOP("InitiativeList", "Count off"), ("O",)),
    ),
    (
        Key("delay", QT_TRANSLATE_NOOP("InitiativeList", "Delay…"), ("D",)),
        Key("resume", QT_TRANSLATE_NOOP("InitiativeList", "Resume")),
        Key("ready", QT_TRANSLATE_NOOP("InitiativeList", "Ready…"), ("R",)),
        Key("trigger", QT_TRANSLATE_NOOP("InitiativeList", "Trigger…"), ("T",)),
        Key("react", QT_TRANSLATE_NOOP("InitiativeList", "React…"), ("E", "P")),
    ),
    (
        Key("damage", QT_TRANSLATE_NOOP("InitiativeList", "Damage…"), ("H",)),
        Key("heal", QT_TRANSLATE_NOOP("InitiativeList", "Heal…"), ("Shift+H",)),
        Key("formula", QT_TRANSLATE_NOOP("InitiativeList", "Formula sheet…"), ("F",)),
        Key("effect", QT_TRANSLATE_NOOP("InitiativeList", "Begin an effect…"), ("C",)),
        Key("worse", QT_TRANSLATE_NOOP("InitiativeList", "Track: one worse"), ("K",), "track-worse"),
        Key("better", QT_TRANSLATE_NOOP("InitiativeList", "Track: one better"), ("Shift+K",), "track-better"),
        Key("why", QT_TRANSLATE_NOOP("InitiativeList", "Why this count?"), ("?",)),
    ),
    (
        Key("defeat", QT_TRANSLATE_NOOP("InitiativeList", "Defeated")),
        Key("disable", QT_TRANSLATE_NOOP("InitiativeList", "Cannot act for now")),
        Key("restore", QT_TRANSLATE_NOOP("InitiativeList", "Can act again")),
        Key("remove", QT_TRANSLATE_NOOP("InitiativeList", "Remove")),
    ),
    (
        Key("belongs", QT_TRANSLATE_NOOP("InitiativeList", "Side, group, kind…"), ("B",)),
        Key("group", QT_TRANSLATE_NOOP("InitiativeList", "Act as one group"), ("G",)),
        Key("ungroup", QT_TRANSLATE_NOOP("InitiativeList", "Act one by one"), ("Shift+G",)),
        Key("aware", QT_TRANSLATE_NOOP("InitiativeList", "Aware, or unaware"), ("U",)),
        Key("keep", QT_TRANSLATE_NOOP("InitiativeList", "Keep as a stat block")),
        Key("card", QT_TRANSLATE_NOOP("InitiativeList", "Print a card…")),
    ),
    (
        Key("up", QT_TRANSLATE_NOOP("InitiativeList", "Move up in the list"), ("Alt+Up",)),
        Key("down", QT_TRANSLATE_NOOP("InitiativeList", "Move down in the list"), ("Alt+Down",)),
    ),
    (
        Key("add", QT_TRANSLATE_NOOP("InitiativeList", "Add combatants…"), ("N",)),
        Key("find", QT_TRANSLATE_NOOP("InitiativeList", "Find…"), ("/",)),
    ),
)
SPEND = "spend:"
"""Begins the name of what spends a type of action: 'spend:standard'."""
DIGITS = tuple(range(1, 7))
"""The keys that a ruleset can give to its types of action."""


def spending(digit: int) -> str:
    """Return the name by which the key is bound that spends a type of action: 'spend-1'."""
    return f"spend-{digit}"


def usual_keys() -> dict[str, tuple[str, ...]]:
    """Return what the list's commands are called when keys are bound, with their usual keys."""
    named = {key.ident: key.keys for group in GROUPS for key in group}
    return named | {spending(digit): (str(digit),) for digit in DIGITS}


class ListActions(QObject):
    """Owns the list's actions and emits ``asked`` with the name of the one that was triggered."""

    asked = Signal(str)

    def __init__(self, owner: QWidget) -> None:
        """Give the keys to ``owner``."""
        super().__init__(owner)
        self._owners = [owner]
        self.by_name: dict[str, QAction] = {}
        self.idents: dict[str, str] = {}
        """Name of an action → the name by which its keys are bound."""
        self._keys: Callable[[str], tuple[str, ...]] = usual_keys().__getitem__
        self._group = QActionGroup(self)
        self._group.setExclusionPolicy(QActionGroup.ExclusionPolicy.None_)
        self._group.triggered.connect(self._triggered)
        for key in (key for group in GROUPS for key in group):
            self._add(key.name, QCoreApplication.translate(_CONTEXT, str(key.text)), key.ident)

    def _add(self, name: str, text: str, ident: str) -> None:
        action = QAction(text.replace("&", "&&"), self)
        action.setObjectName(name)
        action.setShortcuts([QKeySequence(key) for key in self._keys(ident)])
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self._group.addAction(action)
        for owner in self._owners:
            owner.addAction(action)
        self.by_name[name], self.idents[name] = action, ident

    def share(self, widget: QWidget) -> None:
        """Let the keys work while ``widget`` has the focus, too: it has no use for letters itself."""
        self._owners.append(widget)
        widget.addActions(list(self.by_name.values()))

    def bind(self, keys: Callable[[str], tuple[str, ...]]) -> None:
        """Take the keys from ``keys``, which is asked by the names of :func:`usual_keys`."""
        self._keys = keys
        for name, action in self.by_name.items():
            action.setShortcuts([QKeySequence(key) for key in keys(self.idents[name])])

    def named(self, ident: str) -> QAction | None:
        """Return the action whose keys are bound by ``ident``, if the ruleset has it."""
        return next((self.by_name[name] for name, known in self.idents.items() if known == ident), None)

    def set_rules(self, rules: Rules | None) -> None:
        """Bind the digits to the types of action that a ruleset has for them."""
        for name in [name for name in self.by_name if name.startswith(SPEND)]:
            action = self.by_name.pop(name)
            del self.idents[name]
            self._group.removeAction(action)
            for owner in self._owners:
                owner.removeAction(action)
            action.deleteLater()
        for cost_id, cost in () if rules is None else rules.costs.items():
            if cost.key:
                self._add(SPEND + cost_id, cost.label or cost_id, spending(cost.key))

    def menu(self, hidden: Iterable[str], parent: QWidget, names: Sequence[str] = ()) -> QMenu:
        """Return the context menu without what makes no sense now; ``names`` are those whom it is about."""
        menu, hide = QMenu(parent), set(hidden)
        several = QCoreApplication.translate(_CONTEXT, "Cards of %1 combatants…")
        one = QCoreApplication.translate(_CONTEXT, "Card of %1…")
        card = one.replace("%1", names[0][:60]) if len(names) == 1 else several.replace("%1", str(len(names)))
        if names:
            self.by_name["card"].setText(card.replace("&", "&&"))
        for number, group in enumerate(GROUPS):
            for key in group:
                if key.name not in hide:
                    menu.addAction(self.by_name[key.name])
            if number == 1 and SPEND not in hide:
                spend = menu.addMenu(QCoreApplication.translate(_CONTEXT, "Spend"))
                for name, action in self.by_name.items():
                    if name.startswith(SPEND):
                        spend.addAction(action)
                spend.menuAction().setVisible(not spend.isEmpty())
            menu.addSeparator()
        return menu

    def _triggered(self, action: QAction) -> None:
        self.asked.emit(action.objectName())
