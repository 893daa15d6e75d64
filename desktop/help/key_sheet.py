"""The sheet of keys: all that have one, by menu, in as many columns as there is room for."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QSize, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from desktop.actions.rows import ANNOUNCES
from desktop.commands.bindable import bindable
from desktop.commands.keys import IN_LIST, Keys
from desktop.commands.table import COMMANDS, DIGITS, spending
from desktop.theme import scaled
from desktop.widgets.plain_text import PlainLabel
from rulesets.seen.labels import entry_label
from rulesets.vocabulary import Rules

CONTEXT = "Keys"


class Gesture(NamedTuple):
    """What is done with keys or mouse and is no command."""

    keys: object
    text: object
    of: Callable[[Rules], bool] | None = None
    """Whether a ruleset has it; None is always."""


GESTURES = (
    Gesture("↑ ↓", QT_TRANSLATE_NOOP("Keys", "Choose a combatant")),
    Gesture(
        QT_TRANSLATE_NOOP("Keys", "Drag"),
        QT_TRANSLATE_NOOP("Keys", "Before the fight: put somebody elsewhere in the list"),
    ),
    Gesture(
        QT_TRANSLATE_NOOP("Keys", "Drag down"),
        QT_TRANSLATE_NOOP("Keys", "Delay; the sentence says what will happen"),
        COMMANDS["delay"].is_of,
    ),
    Gesture(
        QT_TRANSLATE_NOOP("Keys", "Drag up"),
        QT_TRANSLATE_NOOP("Keys", "Take the turn that was put off"),
        COMMANDS["delay"].is_of,
    ),
    Gesture(
        QT_TRANSLATE_NOOP("Keys", "Drag to who acts"),
        QT_TRANSLATE_NOOP("Keys", "Take the readied action"),
        COMMANDS["ready"].is_of,
    ),
    Gesture(
        QT_TRANSLATE_NOOP("Keys", "Alt at the drop"),
        QT_TRANSLATE_NOOP("Keys", "Insist on a refused drop"),
        lambda rules: COMMANDS["delay"].is_of(rules) or COMMANDS["ready"].is_of(rules),
    ),
    Gesture(ANNOUNCES, QT_TRANSLATE_NOOP("Keys", "On what can be done: announce it, reactions come first")),
    Gesture("Esc", QT_TRANSLATE_NOOP("Keys", "Back to the list; in the list: to whoever has the turn")),
)
NARROW = 34
"""Letters that a column needs."""
LONG = 18
"""Letters above which several keys of one command stand below each other: what they do needs the room."""


class Group(NamedTuple):
    """A heading with its lines of (keys, what they do)."""

    title: str
    lines: list[tuple[str, str]]


def _translated(text: object) -> str:
    return QCoreApplication.translate(CONTEXT, str(text))


def groups(keys: Keys, rules: Rules | None = None) -> list[Group]:
    """Every command that has a key, by its menu, with the keys that are bound now; the list comes first.

    Of a fight under ``rules`` those that its ruleset has nothing for are left out.
    """
    found: dict[str, list[tuple[str, str]]] = {}
    digits = [keys.first(spending(digit)) for digit in DIGITS]
    usual = [str(digit) for digit in DIGITS] == digits
    spend = {spending(digit) for digit in DIGITS} if usual else set()
    last = ""
    for ident, group, text in bindable():
        last = group
        if rules is not None and not COMMANDS[ident].is_of(rules):
            continue
        shown = ", ".join(part for part in (keys.shown(IN_LIST + ident), keys.shown(ident)) if part)
        if shown and ident not in spend:
            found.setdefault(group, []).append((shown, text.rstrip("…")))
    gestures = [one for one in GESTURES if rules is None or one.of is None or one.of(rules)]
    in_list = [(_translated(one.keys), _translated(one.text)) for one in gestures] + found.pop(last, [])
    if usual:
        in_list.insert(1, ("1 – 6", _spent(rules)))
    return [Group(last, in_list), *(Group(title, lines) for title, lines in found.items())]


def _spent(rules: Rules | None) -> str:
    """Return what the digits spend: under rules what they have, since it need not be in the tokens' order."""
    digits = (
        () if rules is None else ((cost.key, entry_label(cost, ident)) for ident, cost in rules.costs.items())
    )
    kinds = [f"{digit}\u00a0{kind}" for digit, kind in sorted(digits) if digit]
    if not kinds:
        return _translated("Spend the first … sixth kind of action")
    return _translated("Spend: {kinds}").format(kinds=", ".join(kinds))


def columns(heights: list[int], number: int) -> list[list[int]]:
    """Share groups of these heights out to columns, in their order; the tallest is as low as can be."""
    best: list[list[int]] = [list(range(len(heights)))]
    least = sum(heights)
    for limit in sorted(
        {sum(heights[i:j]) for i in range(len(heights)) for j in range(i + 1, len(heights) + 1)}
    ):
        shared: list[list[int]] = [[]]
        for group, height in enumerate(heights):
            if shared[-1] and sum(heights[at] for at in shared[-1]) + height > limit:
                shared.append([])
            shared[-1].append(group)
        tallest = max(sum(heights[at] for at in column) for column in shared)
        if len(shared) <= number and tallest <= limit and tallest < least:
            return shared
    return best


def _lines(group: Group) -> int:
    """Return about how many lines a group takes, with its heading."""
    return 2 + sum(1 + len(text) // NARROW for _, text in group.lines)


def _broken(keys: str) -> str:
    return keys.replace(", ", "\n") if len(keys) > LONG else keys


class KeySheet(QWidget):
    """Groups of keys side by side."""

    def __init__(
        self, keys: Keys, width: int, parent: QWidget | None = None, *, rules: Rules | None = None
    ) -> None:
        """Lay the sheet out for a window of ``width`` pixels, with what a fight under ``rules`` has."""
        super().__init__(parent)
        self._font = scaled(self.font(), 0.95)
        found = groups(keys, rules)
        needed = QFontMetrics(self._font).averageCharWidth() * NARROW
        number = max(1, min(3, width // needed))
        self._width = min(width, number * needed * 3 // 2)
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 0, 4, 0)
        across = QHBoxLayout()
        across.setSpacing(28)
        for shared in columns([_lines(group) for group in found], number):
            grid = QGridLayout()
            grid.setHorizontalSpacing(10)
            grid.setVerticalSpacing(1)
            grid.setColumnStretch(1, 1)
            row = 0
            for at in shared:
                row = self._add(grid, row, found[at])
            upright = QVBoxLayout()
            upright.addLayout(grid)
            upright.addStretch(1)
            across.addLayout(upright, 1)
        column.addLayout(across, 1)
        note = PlainLabel(
            _translated(
                "Letters, digits and Space work in the list and in the log. They are for who is selected, "
                "and the turn selects whoever acts; Space alone is for the turn. Edit → Change the keys… "
                "gives them others."
            ),
            self,
        )
        note.setWordWrap(True)
        note.setFont(self._font)
        column.addWidget(note)

    def sizeHint(self) -> QSize:
        """As wide as there is room for, so that few lines have to be broken."""
        return QSize(self._width, self.heightForWidth(self._width))

    def _add(self, grid: QGridLayout, row: int, group: Group) -> int:
        heading = PlainLabel(group.title, self)
        font = scaled(self._font, 1.05)
        font.setBold(True)
        heading.setFont(font)
        heading.setContentsMargins(0, 5 if row else 0, 0, 1)
        grid.addWidget(heading, row, 0, 1, 2)
        for key, text in group.lines:
            row += 1
            shown, told = PlainLabel(_broken(key), self), PlainLabel(text, self)
            bold = scaled(self._font, 1)
            bold.setBold(True)
            for label, chosen in ((shown, bold), (told, self._font)):
                label.setFont(chosen)
            told.setWordWrap(True)
            grid.addWidget(shown, row, 0, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
            grid.addWidget(told, row, 1)
        return row + 1
