"""A change of rules for people: what it alters in the rules, in the numbers on the table, in the fight."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from rulesets.formula.compiling import FormulaError
from rulesets.seen.differences import ADDED, CHANGED, Detail, Difference, differences, entries
from rulesets.seen.labels import label_in, plain
from rulesets.seen.queries import pool_size, step_of, value_of
from rulesets.table.combatant import Combatant
from rulesets.table.commands import ChangeRules
from rulesets.table.encounter import Encounter
from rulesets.table.outcome import Outcome
from rulesets.vocabulary import CALLED, Rules
from rulesets.vocabulary.base import called_in
from rulesets.words.entries import EntryWriter
from rulesets.words.ruleparts import CHANGES, HEADINGS, codes_in, formula_in
from rulesets.words.spelling import Spelling
from rulesets.words.terms import Terms

LONGEST = 60
"""Characters of a value that a sentence shows; of a longer one it says that it changed."""


class ChangeSection(Struct, frozen=True):
    """One part of what a change of rules alters."""

    key: str
    """options · numbers · fight · rules"""
    title: str
    lines: tuple[str, ...]


def change_sections(
    terms: Terms, old: Rules, new: Rules, state: Encounter, outcome: Outcome
) -> list[ChangeSection]:
    """Return what a change of rules comes to, in parts that have something to say.

    Args:
        terms: Words for what either of both knows.
        old: Rules in force.
        new: Rules that are to be.
        state: The encounter as it stands.
        outcome: What the change comes to (a preview's).
    """
    telling = RuleWords(terms, old, new)
    found = {
        "options": telling.options(),
        "numbers": list(numbers(terms, old, new, state, outcome.state)),
        "fight": fight(terms, outcome),
        "rules": telling.rules(),
    }
    return [
        ChangeSection(key, terms.say(HEADINGS[key], {}), tuple(lines))
        for key, lines in found.items()
        if lines
    ]


def fight(terms: Terms, outcome: Outcome) -> list[str]:
    """Return what a change does to the fight at hand, a line each."""
    writer = EntryWriter(terms, ChangeRules(), outcome.events, None)
    writer.title()
    return writer.lines()


class RuleWords:
    """Says the differences between two rulesets."""

    def __init__(self, terms: Terms, old: Rules, new: Rules) -> None:
        """Say what differs; ``terms`` know what both have."""
        self._terms = terms
        self._old, self._new = old, new
        self._found = differences(old, new)
        self._spelling = Spelling(terms)

    def options(self) -> list[str]:
        """Return the options that have another value now."""
        return [self._option(d) for d in self._found if d.section == "set"]

    def rules(self) -> list[str]:
        """Return everything else, a sentence for each entry."""
        return [self._sentence(d) for d in self._found if d.section != "set"]

    def _option(self, found: Difference) -> str:
        rule, detail = self._new.options[found.key], found.details[0]
        earlier = self._old.options.get(found.key, rule)
        params = {"name": rule.label or plain(found.key)}
        for side, of, value in (("old", earlier, detail.old), ("new", rule, detail.new)):
            labels = [choice.label for choice in of.choices if choice.value == value]
            params[side] = (labels[0] if labels else "") or plain(str(value))
        return self._terms.say(CHANGES["set"], params)

    def _sentence(self, found: Difference) -> str:
        terms = self._terms
        if found.section == "general":
            detail = Detail(found.key, found.details[0].old, found.details[0].new)
            return terms.say(CHANGES["general"], {"details": self._detail(self._new, detail)})
        params: dict[str, Any] = {"part": terms.translated(CALLED[found.section])}
        if name := self._name(found):
            params["name"] = name
        if found.how == CHANGED:
            entry = entries(self._new, found.section)[found.key]
            said = dict.fromkeys(self._detail(entry, detail) for detail in found.details)
            params["details"] = terms.listed(list(said), len(said))
        return terms.say(CHANGES[found.how], params)

    def _name(self, found: Difference) -> str:
        """Return what people call an entry; '' if it is all that its part holds."""
        rules = self._new if found.how in (ADDED, CHANGED) else self._old
        entry = entries(rules, found.section)[found.key]
        if entry is getattr(rules, found.section):
            return ""
        return entry.label or plain(found.key)

    def _detail(self, entry: Struct, detail: Detail) -> str:
        terms = self._terms
        field, _, inner = detail.key.partition(".")
        what = terms.translated(called_in(type(entry), field))
        if inner:
            what = f"{what} ({self._inside(getattr(entry, field), inner.partition('.')[0])})"
        if field == "text" and isinstance(detail.new, str) and detail.new:
            return terms.say(CHANGES["text"], {"what": what, "new": plain(detail.new)})
        table = type(entry)
        old, new = (self._value(table, field, inner, value) for value in (detail.old, detail.new))
        shown = old is not None and new is not None and (old or new)
        if not shown or field in ("label", "short", "text", "cite", "act_cite"):
            return terms.say(CHANGES["other"], {"what": what})
        return terms.say(CHANGES["value"], {"what": what, "old": old, "new": new})

    def _inside(self, found: Mapping[str, Any], name: str) -> str:
        """Return what something is called that stands in a table of an entry."""
        return getattr(found.get(name), "label", "") or self._thing(name)

    def _thing(self, ident: str) -> str:
        """Return the label of whatever has this id, be it nothing that one does or has: an order, a roll."""
        rules = self._terms.rules
        tables = (
            rules.powers, rules.pools, rules.tallies, rules.orders, rules.decks, rules.rolls, rules.relations,
            rules.rests, rules.options, {phase.id: phase for phase in rules.phases},
        )  # fmt: skip
        named = self._terms.thing(ident)
        if named != plain(ident):
            return named
        return next((label_in(table, ident) for table in tables if ident in table), named)

    def _value(self, table: type, field: str, inner: str, value: Any) -> str | None:
        """Return a value in few words; '' for none, None if it takes more."""
        terms = self._terms
        if value is None or value in ("", (), {}):
            return ""
        if isinstance(value, bool | int | float):
            return terms.value(value)
        formula, codes = formula_in(table, field, inside=bool(inner)), codes_in(table, field)

        def said(text: str) -> str:
            if formula is not None and text not in formula.words:
                return self._spelling.formula(text)
            word, _, of = text.partition(":")
            named = terms.translated(plain(word)) if word in codes else self._thing(word)
            return f"{named} ({self._thing(of)})" if of else named

        if isinstance(value, str):
            return _short(said(value))
        if isinstance(value, tuple) and all(isinstance(item, str) for item in value):
            return _short(terms.listed([said(item) for item in value], len(value)))
        return None


def _short(text: str) -> str | None:
    return text if len(text) <= LONGEST else None


# -- numbers on the table --------------------------------------------------------------------------


def numbers(terms: Terms, old: Rules, new: Rules, state: Encounter, after: Encounter) -> Iterator[str]:
    """Yield who has which numbers changed: stats that are looked at, sizes of pools, penalties of tracks.

    Those for whom the same changes stand in one line.
    """
    stats = [name for name in {**new.stats, **old.stats} if _looked_at(old, name) or _looked_at(new, name)]
    pools = list({**new.pools, **old.pools})
    found: dict[str, list[str]] = {}
    for ident, who in state.combatants.items():
        now = after.combatants.get(ident)
        if now is None:
            continue
        said = [
            *(
                _number(
                    terms, terms.stat(name), name, _stat(old, state, who, name), _stat(new, after, now, name)
                )
                for name in stats
            ),
            *(
                _number(
                    terms, terms.pool(name), "", _size(old, state, who, name), _size(new, after, now, name)
                )
                for name in pools
            ),
            *_penalties(terms, old, new, who, now),
        ]
        line = terms.listed([text for text in said if text], len(said))
        if line:
            found.setdefault(line, []).append(ident)
    for line, whom in found.items():
        yield terms.say(CHANGES["numbers"], {"who": terms.names(whom), "numbers": line})


def _looked_at(rules: Rules, name: str) -> bool:
    rule = rules.stats.get(name)
    return rule is not None and (rule.to_begin_with or rule.printed or rule.when_added)


def _number(terms: Terms, what: str, stat: str, old: Any, new: Any) -> str:
    if old == new or (not old and not new):
        return ""
    params = {"what": what, "old": terms.value(old, stat), "new": terms.value(new, stat)}
    return terms.say(CHANGES["number"], params)


def _stat(rules: Rules, state: Encounter, who: Combatant, name: str) -> Any:
    if name not in rules.stats:
        return None
    try:
        return value_of(rules, state, who, name)
    except FormulaError:
        return None


def _size(rules: Rules, state: Encounter, who: Combatant, pool: str) -> Any:
    if pool not in rules.pools:
        return None
    try:
        size = pool_size(rules, state, who, pool)
    except FormulaError:
        return None
    return "∞" if size is None else size


def _penalties(terms: Terms, old: Rules, new: Rules, who: Combatant, now: Combatant) -> Iterator[str]:
    for track in {**new.tracks, **old.tracks}:
        before, after = _penalty(old.tracks, who, track), _penalty(new.tracks, now, track)
        if before != after:
            yield _number(terms, terms.track(track), "", before, after)


def _penalty(tracks: Mapping[str, Any], who: Combatant, track: str) -> int:
    if track not in tracks:
        return 0
    steps = tracks[track].steps
    return int(steps[min(step_of(who, track), len(steps) - 1)].penalty)
