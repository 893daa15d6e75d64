"""What a window asks of a phase in which everybody declares: who is next, and with what in each field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulesets.formula.dice import print_code
from rulesets.seen.labels import entry_label
from rulesets.seen.proposed import own_skills, shot_with, skills_of_reactions
from rulesets.seen.queries import choices_of, value_of, worked_out
from rulesets.seen.scene import Declaring
from rulesets.table.combatant import Combatant
from rulesets.table.encounter import Encounter
from rulesets.vocabulary import Input, Rules

MOST_TEXTS = 9
"""Lines that a field of several texts shows; more can be declared by nobody at a table."""
_STEM = 4
"""Letters that the beginnings of two words must share to mean the same skill: 'throw' and 'Throwing'."""


def declarers(now: Declaring, state: Encounter, chosen: Sequence[str]) -> list[str]:
    """Return who declares next.

    That is whoever has been chosen and has still to declare; else the one whose turn to declare it is, or the
    first who is open where any order will do.
    """
    picked = [who for who in chosen if who in now.open]
    if picked:
        return picked
    active = [who for who in now.open if state.combatants[who].slot == state.walk.active]
    return (active or list(now.open))[:1]


def number_of_texts(rules: Rules, state: Encounter, who: str, field: Input, values: Mapping[str, Any]) -> int:
    """Return how many texts a field of several takes, at most MOST_TEXTS."""
    if not field.most:
        return 1
    found = worked_out(rules, state, who, field.most, {key: value or 0 for key, value in values.items()})
    return max(0, min(MOST_TEXTS, int(found or 0)))


def choices(rules: Rules, state: Encounter, who: str, field: Input) -> list[tuple[str, str]]:
    """Return (id, text) of what a field lets one choose from; stats with what the combatant has in them.

    What reactions alone are rolled with stands last: they are not declared.
    """
    found, last = [], skills_of_reactions(rules) if field.type == "stat" else frozenset[str]()
    for ident, entry in sorted(choices_of(rules, field).items(), key=lambda one: one[0] in last):
        text = entry_label(entry, ident)
        if field.type == "stat" and who in state.combatants:
            value = value_of(rules, state, state.combatants[who], ident)
            code = rules.stats[ident].type == "code"
            text = f"{text} {print_code(int(value or 0)) if code else value}"
        found.append((ident, text))
    return found


def meant_by(rules: Rules, state: Encounter, field: Input, text: str, who: Combatant | None = None) -> str:
    """Return the stat that words of an action point to, or '': 'Fire blaster' is rolled with Blaster.

    Who fires, without a word of what, rolls with the usual skill for that, also where it is only its
    attribute: who throws says so. Who names a weapon of its notes has the skill of its own that is for it;
    who bites, and has that in its notes, the one of its own that is for attacks hand to hand.
    """
    words, offered = _words(text), choices_of(rules, field)
    for ident, entry in offered.items():
        for part in entry_label(entry, ident).casefold().split():
            if len(part) >= _STEM and any(_alike(word, part) for word in words):
                return ident
    # They are loaded with the first words that are typed.
    from rulesets.seen.attack_texts import kinds_by_words
    from rulesets.seen.throws import kinds_of_noted

    noted = kinds_of_noted(rules, state, who, words) if who is not None else ()
    kinds = kinds_by_words(text) or noted
    if kinds == ("ranged",):
        shots = shot_with(rules, who if noted == kinds else None)
        return next((stat for stat in shots if stat in offered), "")
    own = [stat for stat in own_skills(rules, who, kinds) if stat in offered]
    return own[0] if len(own) == 1 else ""


def _words(text: str) -> list[str]:
    return [word.strip(".,;:!?").casefold() for word in text.split()]


def _alike(word: str, part: str) -> bool:
    length = min(len(word), len(part))
    return length >= _STEM and word[:length] == part[:length]
