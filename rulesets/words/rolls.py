"""Marked rolls in words: what marks them, by whom, and what that comes to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from rulesets.seen.number_format import minus
from rulesets.seen.queries import SIGNED, Mark
from rulesets.seen.scene import MarkedRoll
from rulesets.vocabulary.base import Entry
from rulesets.words.catalogue import ROLLS
from rulesets.words.terms import Terms


class RollText(Struct, frozen=True):
    """A marked roll as it is shown."""

    id: str
    label: str
    text: str
    """'disadvantage — Prone, Poisoned; advantage — Invisible → straight'"""
    tone: str
    """good · bad · neutral"""
    told: tuple[str, ...]
    """Each mark in full, with the rule behind it and its citation."""
    signed: str = ""
    """What of it no sum holds: 'disadvantage — Prone'."""

    @property
    def line(self) -> str:
        """All of it in one line."""
        return f"{self.label}: {self.text}"


def rolls_text(terms: Terms, rolls: Iterable[MarkedRoll]) -> tuple[RollText, ...]:
    """Return marked rolls in words."""
    return tuple(
        RollText(
            roll.id,
            terms.label(terms.rules.rolls, roll.id),
            _text(terms, roll),
            _tone(terms, roll),
            tuple(_in_full(terms, mark) for mark in roll.marks),
            _text(terms, MarkedRoll(roll.id, tuple(mark for mark in roll.marks if mark.sign))),
        )
        for roll in rolls
    )


def _text(terms: Terms, roll: MarkedRoll) -> str:
    """Return signs with reasons, the worst first, then numbers; and what they come to if that is more."""
    signed = {sign: [mark for mark in roll.marks if mark.sign == sign] for sign in SIGNED}
    parts = [
        terms.say(
            ROLLS["sign"], {"sign": terms.translated(ROLLS[SIGNED[sign]]), "reasons": _named(terms, marks)}
        )
        for sign, marks in signed.items()
        if marks
    ]
    comes_to = [terms.translated(ROLLS[roll.edge])] if len(parts) > 1 else []
    # Of one reason one number: −5 of a tally and +1 of it with that weapon are −4.
    numbers: dict[str, int] = {}
    for mark in roll.marks:
        if not mark.sign:
            reason = _reason(terms, mark)
            numbers[reason] = numbers.get(reason, 0) + mark.number
    if numbers:
        parts.append(
            terms.listed([f"{_signed(number)} {why}" for why, number in numbers.items()], len(numbers))
        )
    comes_to += [_signed(roll.modifier)] if len(numbers) > 1 else []
    text = "; ".join(parts)
    return terms.say(ROLLS["comes-to"], {"marks": text, "result": ", ".join(comes_to)}) if comes_to else text


def _named(terms: Terms, marks: list[Mark]) -> str:
    names = list(dict.fromkeys(_reason(terms, mark) for mark in marks))
    return terms.listed(names, len(names))


def _reason(terms: Terms, mark: Mark) -> str:
    """Return what marks a roll, and who bears it if that is not who rolls; of a tally what it has counted."""
    if mark.count:
        tally = terms.label(terms.rules.tallies, mark.reason)
        return terms.say(ROLLS["counted"], {"tally": tally, "count": mark.count})
    reason = terms.reason(mark.reason)
    if not mark.bearer:
        return reason
    return terms.say(ROLLS["borne"], {"reason": reason, "name": terms.name(mark.bearer)})


def _tone(terms: Terms, roll: MarkedRoll) -> str:
    """Return whether what marks come to is good or bad for the combatant: marks of others' rolls are not."""
    good = {"advantage": 1, "straight": 0}.get(roll.edge, -1) or roll.modifier
    if not terms.rules.rolls[roll.id].own:
        good = -good
    return "neutral" if not good else "good" if good > 0 else "bad"


def _in_full(terms: Terms, mark: Mark) -> str:
    rules = terms.rules
    tables: tuple[Mapping[str, Entry], ...] = (rules.states, rules.tracks, rules.relations)
    rule = next((table[mark.reason] for table in tables if mark.reason in table), None)
    if mark.count:
        rule = rules.tallies[mark.reason]
    what = terms.translated(ROLLS[SIGNED[mark.sign]]) if mark.sign else _signed(mark.number)
    text = terms.say(ROLLS["sign"], {"sign": what, "reasons": _reason(terms, mark)})
    more = (rule.text if rule is not None else "", f"({terms.cited(mark.cite)})" if mark.cite else "")
    return " ".join(part for part in (f"{text}.", *more) if part)


def _signed(number: int) -> str:
    return minus(f"{number:+d}")
