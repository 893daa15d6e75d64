"""The editions of a fight: the rules it began with and those it was changed to, compiled when needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

from rulesets.reading.problems import RulesetError
from rulesets.table.commands import ChangeRules
from rulesets.table.events import RulesChanged
from rulesets.table.writing import Writing
from rulesets.vocabulary import Rules

Compiler = Callable[[Writing, Mapping[str, str]], Rules]
"""Gives the ruleset of a writing with options; raises RulesetError."""


class _Entry(Protocol):
    @property
    def command(self) -> Any: ...

    @property
    def events(self) -> Iterable[Any]: ...


class Editions:
    """Finds rules by what an encounter keeps of them: a hash, or '' for those it began with.

    What a change was made of stands in its command, so a log is enough to know every edition of it.
    """

    def __init__(self, rules: Rules, writing: Writing | None, compiler: Compiler) -> None:
        """Begin with ``rules``, compiled from ``writing`` (None if nobody knows it)."""
        self.compiler = compiler
        self._made: dict[str, Rules] = {"": rules, rules.hash: rules}
        self._written: dict[str, tuple[Writing | None, Mapping[str, str]]] = {}
        self._written[""] = self._written[rules.hash] = (writing, rules.options_set)
        self._broken: dict[str, RulesetError] = {}

    def rules(self, edition: str) -> Rules:
        """Return the rules of an edition.

        Raises:
            LookupError: if nothing was learned of it.
            RulesetError: if it cannot be compiled (any more).
        """
        made = self._made.get(edition)
        if made is None:
            if edition in self._broken:
                raise self._broken[edition]
            writing, options = self._written[edition]
            if writing is None:
                raise LookupError(f"the text of the edition {edition} is not known")
            try:
                made = self._made[edition] = self.compiler(writing, options)
            except RulesetError as error:
                self._broken[edition] = error
                raise
        return made

    def writing(self, edition: str) -> Writing | None:
        """Return what an edition is compiled from; None if nobody knows it."""
        return self._written.get(edition, (None, {}))[0]

    def make(self, before: str, command: ChangeRules) -> Rules:
        """Compile what a command asks for, in an encounter of the edition ``before``.

        Raises:
            LookupError: if only options were given, and the text in force is not known.
            RulesetError: with everything that is wrong with the text or the options.
        """
        writing = command.writing or self.writing(before)
        if writing is None:
            raise LookupError("the text of the ruleset is not known")
        rules = self.compiler(writing, command.options)
        self._written.setdefault(rules.hash, (writing, command.options))
        return self._made.setdefault(rules.hash, rules)

    def learn(self, entries: Iterable[_Entry]) -> list[str]:
        """Take down what the changes of rules in ``entries`` were made of; return their editions in order."""
        found = []
        for entry in entries:
            for event in entry.events if isinstance(entry.command, ChangeRules) else ():
                if isinstance(event, RulesChanged):
                    writing = entry.command.writing or self.writing(event.old)
                    self._written.setdefault(event.new, (writing, entry.command.options))
                    found.append(event.new)
        return found
