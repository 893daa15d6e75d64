"""Texts for people: refusals, log entries, commands, drags, stages and flags as sentences.

Everything the engine says is a code with typed parameters; the catalogue (:mod:`rulesets.words`) has the
sentence for it. Names and other texts that people typed are filled in as they are and never read again, so
braces or HTML in them stay what they are: plain text.

A start names people and the last command, and says nothing else: what only other sentences need is imported
by them (8 ms in all).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from rulesets.table import events as ev
from rulesets.table.commands import Command, Declare
from rulesets.table.encounter import Clock, Effect, Encounter
from rulesets.table.entry import Entry
from rulesets.table.outcome import Outcome
from rulesets.table.refusal import Refusal
from rulesets.vocabulary import CALLED, Rules
from rulesets.words import orders, rolls
from rulesets.words.filling import Templates, all_templates
from rulesets.words.logbook import LINES
from rulesets.words.terms import Terms
from rulesets.words.timeline import Finder, Mark, Timeline, Where, moment, place, section, spot

if TYPE_CHECKING:
    from rulesets.seen.scene import MarkedRoll
    from rulesets.seen.why.explain import Explanation
    from rulesets.words.explaining import Why
    from rulesets.words.rolls import RollText
    from rulesets.words.rulechanges import ChangeSection

__all__ = [
    "EntryText",
    "Finder",
    "Mark",
    "Speaker",
    "Timeline",
    "places",
    "rule_changes",
    "templates",
]


class EntryText(Struct, frozen=True, cache_hash=True):
    """A log entry for people."""

    title: str
    """What the command came to."""
    lines: tuple[str, ...] = ()
    """What followed from it."""
    overridden: bool = False
    """True if the GM insisted on something a rule forbids."""
    place: str = ""
    """Round and count at the time, such as 'R1 · 20'; '' outside of the fight or if it is not known."""
    marked: tuple[str, ...] = ()
    """Those of ``lines`` that must not be overlooked: a fumble, a check to be made, a turn that passed on."""


class Speaker:
    """Says in sentences what the engine says in codes."""

    def __init__(
        self,
        rules: Rules,
        names: Callable[[str], str],
        translate: Callable[[str], str] = str,
        editions: Finder | None = None,
        cited: Callable[[str], str] = str,
    ) -> None:
        """Speak of ``rules``.

        Args:
            rules: Ruleset whose labels are used.
            names: Gives what a combatant or group is called, or '' if it is unknown.
            translate: Gives a template of the catalogue in the reader's language, placeholders kept.
            editions: Finds the other rules that a log was played by: what was done under them is told in
                their words.
            cited: Gives a citation as people are to read it.
        """
        self.terms = Terms(rules, names, translate, cited)
        self._cited = cited
        self._names, self._translate = names, translate
        self._editions = editions
        self._others: dict[int, tuple[Rules, Terms]] = {}
        self._stood: tuple[Terms, Where, str] = (self.terms, Where(), "")
        self._headed: tuple[Terms, Clock | None, str] = (self.terms, None, "")

    def refusal(self, refusal: Refusal) -> str:
        """Return why a command was not carried out and what can be done, with the rule's citation."""
        from rulesets.words import refusals

        return refusals.refusal(self.terms, refusal)

    def refusal_with_options(self, refusal: Refusal) -> str:
        """Return the same, and which options of the ruleset might have let it be carried out."""
        from rulesets.words import refusals

        return refusals.with_options(self.terms, refusal)

    def flag(self, name: str, who: str = "") -> str:
        """Return what the GM must know of."""
        from rulesets.words import refusals

        return refusals.flag(self.terms, name, who)

    def asked(self, events: Iterable[Any]) -> list[str]:
        """Return what the events of a command ask of the GM: a check to be made, a thing to decide."""
        from rulesets.words import refusals

        return refusals.asked(self.terms, events)

    def run_out(self, events: Iterable[Any], most: int) -> str:
        """Return what has run out with a command: 'Ends: Stunned of Goblin 1'; '' for nothing."""
        from rulesets.words import refusals

        return refusals.run_out(self.terms, events, most)

    def command(self, command: Command) -> str:
        """Return a short label of a command: 'Damage 18 to Deel Surool'."""
        return orders.command(self.terms, command)

    def entry(self, entry: Entry, mark: Mark | None = None, *, sealed: bool = False) -> EntryText:
        """Return a log entry as text; ``mark`` (see :class:`Timeline`) says when it was.

        If declarations are ``sealed`` it is told who has declared, and not what.
        """
        from rulesets.words.entries import EntryWriter

        terms = self._terms_at(mark)
        writer = EntryWriter(self._terms_of(entry, terms), entry.command, entry.events, mark)
        title, lines = writer.title(), tuple(writer.lines())
        if sealed and isinstance(entry.command, Declare) and entry.command.name:
            title, lines = terms.say(LINES["declared-sealed"], {"who": terms.names(entry.command.who)}), ()
        marked = writer.loud()
        return EntryText(
            title,
            lines,
            bool(writer.facts.overrides),
            self._spot(terms, moment(terms, entry.command, mark)) if mark is not None else "",
            tuple(line for line in lines if line in marked),
        )

    def terms_at(self, mark: Mark) -> Terms:
        """Return the words of the rules that were in force."""
        return self._terms_at(mark)

    def _spot(self, terms: Terms, where: Where) -> str:
        """Return a moment in a few signs: that of the entry before is mostly this one's, too."""
        if self._stood[0] is not terms or self._stood[1] is not where:
            self._stood = (terms, where, spot(terms, where))
        return self._stood[2]

    def section(self, entry: Entry, mark: Mark) -> str:
        """Return the heading of the part of the log in which an entry stands: 'Round 2 · Segment 1'."""
        terms = self._terms_at(mark)
        where = moment(terms, entry.command, mark)
        if self._headed[0] is not terms or self._headed[1] is not where.clock:
            self._headed = (terms, where.clock, section(terms, where))
        return self._headed[2]

    def _terms_at(self, mark: Mark | None) -> Terms:
        """Return the words of the rules that were in force."""
        found = self._editions(mark.before.rules) if mark is not None and self._editions else None
        return self.terms if found is None else self._spoken(found)

    def _terms_of(self, entry: Entry, terms: Terms) -> Terms:
        """Return the words for an entry; a change of rules speaks of what either of both knows."""
        if self._editions is None:
            return terms
        for event in entry.events:
            if type(event) is ev.RulesChanged:
                old, new = self._editions(event.old), self._editions(event.new)
                if old is not None and new is not None:
                    from rulesets.words.bridging import bridging

                    return Terms(bridging(old, new), self._names, self._translate, self._cited)
        return terms

    def _spoken(self, rules: Rules) -> Terms:
        if rules is self.terms.rules:
            return self.terms
        known = self._others.get(id(rules))
        if known is None:
            known = self._others[id(rules)] = (rules, Terms(rules, self._names, self._translate, self._cited))
        return known[1]

    def drop(self, command: Command, result: Outcome | Refusal) -> str:
        """Return what a drag would do, from the preview of its command."""
        from rulesets.words import drops

        return drops.drop(self.terms, command, result)

    def duration(self, effect: Effect, under_way: Collection[str] | None = None) -> str:
        """Return how long an effect still lasts; ``under_way`` are the slots whose turns are."""
        return self.terms.lasts(effect, under_way)

    def ticks(self, state: str) -> list[str]:
        """Return by how much a state's size changes by itself and when: '1 less at the end of its turns'."""
        from rulesets.words.spelling import Spelling  # no first frame needs it

        return Spelling(self.terms).ticks(state)

    def rolls(self, marked: Iterable[MarkedRoll]) -> tuple[RollText, ...]:
        """Return marked rolls with what marks them."""
        return rolls.rolls_text(self.terms, marked)

    def missed(self, reason: str) -> str:
        """Return why a place has come by without a turn; '' if the reason needs no words."""
        return self.terms.missed(reason)

    def why(self, explained: Explanation) -> Why:
        """Return what a number is made of, a line for every part."""
        from rulesets.words import explaining

        return explaining.why(self.terms, explained)


def rule_changes(
    old: Rules,
    new: Rules,
    state: Encounter,
    outcome: Outcome,
    names: Callable[[str], str],
    translate: Callable[[str], str] = str,
) -> list[ChangeSection]:
    """Return what a change of rules comes to, in parts (options, numbers, fight, rules) that say something.

    Args:
        old: Rules in force.
        new: Rules that are to be.
        state: The encounter as it stands.
        outcome: What the change comes to, from its preview.
        names: Gives what a combatant is called.
        translate: Gives a template in the reader's language.
    """
    from rulesets.words.bridging import bridging
    from rulesets.words.rulechanges import change_sections

    return change_sections(Terms(bridging(old, new), names, translate), old, new, state, outcome)


def places(rules: Rules, entries: Iterable[Entry], base: Encounter | None = None) -> list[str]:
    """Return for each entry of a log, from its beginning at ``base``, where in time it stands: 'R1 · 20'.

    A command that leads on (start, end of turn, resume, ...) stands where it leads to, any other one where
    it was given. Each entry costs what its events cost.
    """
    timeline, terms = Timeline(rules, base or Encounter()), Terms(rules, str)
    return [place(terms, entry.command, timeline.forward(entry.events)) for entry in entries]


def templates() -> dict[str, Sequence[str]]:
    """Return every template of the catalogue by its key, as translators and tests need them."""
    from rulesets.words import carrying, catalogue, compared, drops, logbook, ruleparts, whys

    single: dict[str, Templates] = {
        "cited": catalogue.CITED,
        "sentences": catalogue.SENTENCES,
        "refusal": catalogue.OTHER_REFUSAL,
        "flag": catalogue.OTHER_FLAG,
    }
    tables: dict[str, Mapping[str, Templates]] = {
        "": single,
        "refusal": catalogue.REFUSALS,
        "flag": catalogue.FLAGS,
        "word": catalogue.WORDS,
        "field": catalogue.FIELDS,
        "list": catalogue.LISTS,
        "log": logbook.LOG,
        "line": logbook.LINES,
        "place": logbook.PLACES,
        "section": logbook.SECTIONS,
        "brief": logbook.BRIEF,
        "command": orders.COMMANDS,
        "drop": drops.DROPS,
        "carried": carrying.CARRIED,
        "compared": compared.COMPARED,
        "why": whys.PARTS,
        "title": whys.TITLES,
        "moved": whys.MOVERS,
        "spelled": whys.SPELLED,
        "named": whys.NAMED,
        "heading": ruleparts.HEADINGS,
        "change": ruleparts.CHANGES,
        "section-of-rules": CALLED,
        "part-of-rules": ruleparts.parts(),
        "value-of-rules": ruleparts.codes(),
    }
    return {
        f"{table}:{key}" if table else key: tuple(all_templates(found))
        for table, entries in tables.items()
        for key, found in entries.items()
    }
