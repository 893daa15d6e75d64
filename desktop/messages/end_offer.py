"""How long a message offers to end the fight, and in which words."""

from __future__ import annotations


class EndOffer:
    """The end of the fight that is offered: nothing ends by itself.

    It is offered since only one side is left, as long as that is so, or by a step of which the rules say that
    the battle ends with it, as long as that step is in force; and never after it was put away.
    """

    def __init__(self) -> None:
        """Offer nothing yet."""
        self._said = ""
        self._step = 0
        """The step that has offered it; 0 is that one side is left."""
        self.is_shown = False
        """Whether the message bar shows it."""
        self._was_over = False
        self.is_new = False
        """Whether only one side is left since the last step."""
        self._lasts = False

    def make(self, said: str, step: int = 0) -> None:
        """Offer it with these words, for a step, or since one side is left."""
        self._said, self._step = said, step

    def is_said_by(self, text: str) -> bool:
        """Return whether this is what offers it."""
        return bool(self._said) and text == self._said

    def look(self, text: str) -> None:
        """Note what the message bar shows now."""
        self.is_shown = self.is_said_by(text)

    def put_away(self) -> None:
        """Offer it no more, if it is what was put away: the menu and the line below have it."""
        if self.is_shown:
            self._said, self.is_shown = "", False

    def begin(self, *, over: bool) -> None:
        """Follow another fight, in which one side may be left already: that is no news."""
        self._said, self._step, self._was_over = "", 0, over

    def follow(self, cursor: int, *, over: bool) -> str:
        """Note how many steps are in force and whether one side is left; return what is no longer so."""
        void = self._said if (cursor < self._step if self._step else not over) else ""
        if void:
            self._said = ""
        self.is_new = over and not self._was_over
        self._lasts = over and bool(self._said) and not self._step
        self._was_over = over
        return void

    def is_wanted(self, text: str) -> bool:
        """Return whether it is to be said now that the bar shows this: what was said since has gone."""
        return self.is_new or (self._lasts and not text)
