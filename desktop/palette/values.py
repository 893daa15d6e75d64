"""The prepared values that the lines of the command palette are painted from."""

from __future__ import annotations

from msgspec import Struct


class PaletteItem(Struct, frozen=True):
    """One line of the palette."""

    key: str
    """By which it is done and remembered: 'menu:delay', 'offer:action:attack', 'go:deel'."""
    text: str
    before: str = ""
    """Shown before the text and not looked through like it: 'Go to '."""
    kind: str = ""
    """Its menu, or what it is."""
    words: str = ""
    """Other words by which it is looked for, which are not shown."""
    shortcut: str = ""
    reason: str = ""
    """Why it cannot be done now, where that is known."""
    told: str = ""
    """What it is: the rule and where that stands."""
    enabled: bool = True
    is_combatant: bool = False
    is_option: bool = False
    """It is a setting of the rules, and nothing that is done in the fight."""
    is_file: bool = False
    """Its text is what the user has called a file: before it stands what is done with that."""

    @property
    def shown(self) -> str:
        """The text as it stands in the list."""
        return f"{self.before}{self.text}"


class PaletteRow(Struct, frozen=True):
    """An item with the letters of its shown text that the query hit, ready to be painted."""

    item: PaletteItem
    hits: tuple[int, ...]


def about(item: PaletteItem) -> str:
    """Return what is to be said about an item: why it cannot be done, what it is."""
    return "\n".join(part for part in (item.reason, item.told) if part)
