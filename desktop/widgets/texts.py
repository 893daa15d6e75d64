"""Texts of the window: the catalogue of the rules core, put through Qt's translations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject

from desktop.widgets.citations import cited
from rulesets.table.commands import Command
from rulesets.table.encounter import Effect, Encounter
from rulesets.table.entry import Entry
from rulesets.table.events import Event
from rulesets.table.outcome import Outcome
from rulesets.table.refusal import Refusal
from rulesets.vocabulary import Rules

if TYPE_CHECKING:
    from rulesets.seen.carrying import CarriedLine
    from rulesets.seen.compared import Compared
    from rulesets.seen.scene import MarkedRoll
    from rulesets.seen.why.explain import Explanation
    from rulesets.words.carrying import CarriedWords
    from rulesets.words.compared import Row
    from rulesets.words.explaining import Why
    from rulesets.words.rolls import RollText
    from rulesets.words.rulechanges import ChangeSection
    from rulesets.words.texts import EntryText, Finder, Mark, Speaker, Timeline

MOST_NAMES = 3
"""Names in a title."""
CONTEXT = "catalogue"
"""Translation context of the catalogue's templates."""


class Texts(QObject):
    """Says what the engine says in codes, in the user's language, about the open encounter.

    Where in time an entry stands is folded over the log, forward as entries come and back as they are
    undone, so asking for a new entry costs what its events cost. The catalogue is read with the first
    sentence: the first frame of a fight says none.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        """Begin without an encounter: codes are said, names are shown as they are given."""
        super().__init__(parent)
        self.set_encounter(Rules(id=""), Encounter)

    def set_encounter(
        self,
        rules: Rules,
        state_getter: Callable[[], Encounter],
        log_getter: Callable[[], Sequence[Entry]] | None = None,
        editions: Finder | None = None,
    ) -> None:
        """Speak of another encounter, or of the same one by other rules.

        Args:
            rules: Its ruleset, as it stands now.
            state_getter: Gives the encounter as it stands.
            log_getter: Gives the entries from the very beginning, oldest first, with those that can be redone
                if they are to be told, too. Without it only the place of the newest entry can be told,
                right after it was accepted.
            editions: Finds the rules that its log was played by before: '' are those it began with.
        """
        self._state = state_getter
        self._log = log_getter
        self._rules, self._editions = rules, editions
        self._passed: list[Entry] = []
        self._marks: dict[int, tuple[Entry, Mark]] = {}
        for made in ("_speaker", "_timeline"):
            self.__dict__.pop(made, None)

    @cached_property
    def _speaker(self) -> Speaker:
        from rulesets.words.texts import Speaker

        return Speaker(self._rules, self._known_name, translated, self._editions, cited)

    @cached_property
    def _timeline(self) -> Timeline:
        """What was passed of the log, where in time it stands."""
        from rulesets.words.timeline import Timeline

        first = self._editions("") if self._editions is not None else None
        return Timeline(first or self._rules, Encounter(), self._editions)

    # -- sentences ---------------------------------------------------------------------------------

    def refusal(self, refusal: Refusal) -> str:
        """Return why a command was not carried out and what can be done."""
        return self._speaker.refusal(refusal)

    def refusal_with_options(self, refusal: Refusal) -> str:
        """Return the same, and which options of the encounter might have let it be carried out."""
        return self._speaker.refusal_with_options(refusal)

    def flag(self, name: str, who: str = "") -> str:
        """Return what the GM must know of."""
        return self._speaker.flag(name, who)

    def asked(self, events: Iterable[Event]) -> list[str]:
        """Return what the events of a command ask of the GM, a sentence each."""
        return self._speaker.asked(events)

    def run_out(self, events: Iterable[Event], most: int) -> str:
        """Return what has run out with the events of a command, and on whom; '' for nothing."""
        return self._speaker.run_out(events, most)

    def command(self, command: Command) -> str:
        """Return the short label of a command, such as 'Damage 18 to Deel Surool'."""
        return self._speaker.command(command)

    def entry(self, entry: Entry, *, sealed: bool = False) -> EntryText:
        """Return a log entry as text; of a ``sealed`` declaration only who has made it."""
        return self._speaker.entry(entry, self._mark(entry), sealed=sealed)

    def rest(self, name: str) -> str:
        """Return what a ruleset says of a rest: what it gives back, and what it does not."""
        rule = self._rules.rests.get(name)
        return "" if rule is None else rule.text

    def title(self, entry: Entry, *, sealed: bool = False) -> str:
        """Return the main sentence of an entry, also of one that is not in the log; ``sealed`` as above."""
        return self._speaker.entry(entry, sealed=sealed).title

    def section(self, entry: Entry) -> str:
        """Return the heading of the part of the log in which an entry stands."""
        return self._speaker.section(entry, self._mark(entry))

    def rule_changes(
        self, old: Rules, new: Rules, state: Encounter, outcome: Outcome
    ) -> Sequence[ChangeSection]:
        """Return what a change of rules comes to: its options, numbers on the table, the fight, the rules."""
        from rulesets.words.texts import rule_changes

        return rule_changes(old, new, state, outcome, self._known_name, translated)

    def drop(self, command: Command, result: Outcome | Refusal) -> str:
        """Return what releasing the mouse would come to, from the preview of its command."""
        return self._speaker.drop(command, result)

    def name(self, ident: str) -> str:
        """Return what a combatant or group is called; an id that nobody has is returned as it is."""
        return self._speaker.terms.name(ident)

    def are_several(self, idents: Sequence[str]) -> bool:
        """Return whether what these are called is the name of several: of two, or of a group."""
        from rulesets.words.filling import Many

        return len(idents) > 1 or any(isinstance(self.name(ident), Many) for ident in idents)

    def names(self, idents: Sequence[str]) -> str:
        """Return what some are called, as a title has room for: 'Ace, Bo, Cleo and 2 more'."""
        first = ", ".join(self.name(ident) for ident in idents[:MOST_NAMES])
        if len(idents) <= MOST_NAMES:
            return first
        more = QCoreApplication.translate("Texts", "{names} and {count} more")
        return more.format(names=first, count=len(idents) - MOST_NAMES)

    def carried(self, line: CarriedLine, names: Mapping[str, str] | None = None) -> CarriedWords:
        """Return what is carried over, what it was and what it will be; ``names`` of who is in no fight."""
        from rulesets.words.carrying import told  # with the first fight that is carried over

        return told(self._speaker.terms, line, names)

    def compared(self, one: Compared) -> Row:
        """Return a difference between two stands of the fight: who, what, from, to."""
        from rulesets.words.compared import row  # with the first line that is changed

        return row(self._speaker.terms, one)

    def duration(self, effect: Effect) -> str:
        """Return how long an effect still lasts: '2 rounds', 'until it is ended'."""
        return self._speaker.duration(effect, self._state().walk.under_way)

    def ends(self, state: str) -> str:
        """Return when the rules end a state: 'in the phase Intention'; '' if they do not."""
        return ", ".join(self._speaker.terms.ends(state))

    def ticks(self, state: str) -> str:
        """Return what changes how large a state is: '1 less at the end of its turns'; '' for nothing."""
        return "; ".join(self._speaker.ticks(state))

    def rolls(self, marked: Iterable[MarkedRoll]) -> tuple[RollText, ...]:
        """Return marked rolls with what marks them."""
        return self._speaker.rolls(marked)

    def missed(self, reason: str) -> str:
        """Return why a place has come by without a turn; '' if the reason needs no words."""
        return self._speaker.missed(reason) if reason else ""

    def why(self, explained: Explanation) -> Why:
        """Return what a number is made of, a line for every part."""
        return self._speaker.why(explained)

    # -- names and places --------------------------------------------------------------------------

    def _known_name(self, ident: str) -> str:
        """Return the name of a combatant on the table, or of one who was there before."""
        combatant = self._state().combatants.get(ident)
        return combatant.name if combatant is not None else self._timeline.names.get(ident, "")

    def _mark(self, entry: Entry) -> Mark:
        """Return when an entry was: from the log, or from the state if it is the newest one."""
        known = self._marks.get(id(entry))
        if known is not None:
            return known[1]
        if self._log is not None:
            self._follow(self._log())
            known = self._marks.get(id(entry))
            if known is not None:
                return known[1]
        from rulesets.words.timeline import Timeline

        newest = Timeline(self._rules, self._state(), self._editions)
        mark = newest.back(entry.events)
        self._timeline.names.update(newest.names)
        return mark

    def _follow(self, log: Sequence[Entry]) -> None:
        """Go along the log to its end; entries that are no longer in force are taken back first."""
        passed = self._passed
        while passed and (len(passed) > len(log) or passed[-1] is not log[len(passed) - 1]):
            entry = passed.pop()
            del self._marks[id(entry)]
            self._timeline.back(entry.events)
        for entry in log[len(passed) :]:
            self._marks[id(entry)] = (entry, self._timeline.forward(entry.events))
            passed.append(entry)


def translated(template: str) -> str:
    """Return a template of the catalogue in the language of the application, or as it is without one."""
    return QCoreApplication.translate(CONTEXT, template) or template
