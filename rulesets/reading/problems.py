"""What is wrong with a ruleset: problems with file, line and key, and the error that holds them all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

Loc = tuple[str | int, ...]
"""A place in the source: keys of tables and, counted from 0, places in lists."""


class Problem(Struct, frozen=True):
    """One thing that is wrong with a ruleset."""

    file: str
    line: int
    """Counted from 1; 0 if it cannot be told."""
    key: str
    """Dotted path in the source; places in lists are counted from 1: ``pipeline.damage.stages[2].if``."""
    message: str
    hint: str = ""
    warning: bool = False
    """True if the ruleset can be played all the same."""

    def __str__(self) -> str:
        """One line for the terminal."""
        place = ": ".join(part for part in (f"{self.file}:{self.line}", self.key) if part)
        warning = "warning: " if self.warning else ""
        return f"{place}: {warning}{self.message}" + (f" ({self.hint})" if self.hint else "")


class Advice(Problem, frozen=True):
    """Nothing is wrong: what is written out by hand at this place can be said in short.

    The message is what is seen, the hint what could be written instead.
    """

    warning: bool = True
    chapter: str = ""
    """Heading of the guide under which it is told how."""

    def __str__(self) -> str:
        """One line for the terminal."""
        return f"{self.file}:{self.line}: {self.key}: advice: {self.message} ({self.told})"

    @property
    def told(self) -> str:
        """What could be written, and where the guide tells more."""
        return f"{self.hint}; see “{self.chapter}” in the guide"


class RulesetError(ValueError):
    """A ruleset that cannot be used, with everything that is wrong with it."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        """Keep the problems, and make a message of all of them."""
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


def dotted(loc: Loc) -> str:
    """Return ``loc`` as people read it: ``track.condition.steps[3].label``."""
    text = ""
    for part in loc:
        if isinstance(part, int):
            text += f"[{part + 1}]"
        else:
            text += f".{part}" if text else part
    return text


def listed(words: Iterable[str]) -> str:
    """Return words as an enumeration: ``'a', 'b' or 'c'``."""
    quoted: Sequence[str] = [repr(word) for word in words]
    return " or ".join(part for part in (", ".join(quoted[:-1]), *quoted[-1:]) if part)
