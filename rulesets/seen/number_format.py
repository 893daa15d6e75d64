"""Numbers of a combatant as people read them: in the list, on paper, in files."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from rulesets.engine.counts import compared
from rulesets.engine.scope import value_of
from rulesets.formula.cards import deck_of
from rulesets.formula.dice import print_code
from rulesets.table.combatant import Combatant
from rulesets.table.encounter import Encounter, Place
from rulesets.vocabulary import OrderRule, Rules, Track

_NEGATIVE = re.compile(r"(?<!\S)-(?=\d)")
"""The hyphen of a number in a text: '-2 on attacks, -1 on defenses'."""
_REDUCTION = re.compile(
    r"(?P<amount>\d{1,9})/(?P<past>.+)|resist (?P<only>.+) (?P<of>\d{1,9})(?: \(not (?P<but>.+)\))?"
)
UNPLACED = "–"
"""Count of those who have no place in the order yet."""


def minus(text: str) -> str:
    """Return a number's text with a real minus sign, which is as wide as a plus and seen from afar."""
    return "−" + text[1:] if text.startswith("-") else text


def step_short(track: Track, at: int) -> str:
    """Return what stands in the box of a step; one without a short name is numbered."""
    return minus(track.steps[at].short or str(at))


def step_shorts(track: Track) -> tuple[str, ...]:
    """Return what stands in the boxes of a track."""
    return tuple(step_short(track, number) for number in range(len(track.steps)))


def step_label(track: Track, at: int) -> str:
    """Return what a step is called in full, its numbers with a real minus sign."""
    return _NEGATIVE.sub("−", track.steps[at].label) or step_short(track, at)


def value_shown(rules: Rules, state: Encounter, who: Combatant, formula: str, *, signed: bool = False) -> str:
    """Return the value of a formula: 7, +7, 3D+2, or signed and with its short name 'Per 3D+2'."""
    if not formula:
        return ""
    return _shown(rules, formula, value_of(rules, state, who, formula), signed=signed)


def _shown(rules: Rules, formula: str, value: Any, *, signed: bool) -> str:
    stat = rules.stats.get(formula)
    if stat is not None and stat.type == "code":
        code = print_code(int(value or 0))
        return f"{stat.short or stat.label} {code}" if signed else code
    if stat is not None and stat.type == "text" and isinstance(value, str):
        return entry_shown(rules, value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return str(value or "")
    return minus(f"{int(value):+d}" if signed else str(int(value)))


def card_shown(rules: Rules, deck: str, card: str) -> str:
    """Return a card as people read it: by its own sign, or those of its rank and suit."""
    return "".join(card_parts(rules, deck, card))


def card_parts(rules: Rules, deck: str, card: str) -> tuple[str, str]:
    """Return rank and suit of a card as people read them; one with a sign of its own has no suit."""
    rule = rules.decks.get(deck)
    if rule is None or card in rule.signs:
        return (card if rule is None else rule.signs[card]), ""
    known = deck_of(rule.cards).cards.get(card)
    if known is None:
        return card, ""
    rank, suit = (rule.signs.get(part, part) for part in known.parts)
    return rank, suit


def cards_typed(rules: Rules, deck: str, text: str) -> tuple[str, ...]:
    """Return the names of the cards that somebody typed, in large or small letters, by name or sign.

    What is no card stays as it was typed, for the rules to refuse.
    """
    names = deck_of(rules.decks[deck].cards).cards
    known = {card_shown(rules, deck, name).casefold(): name for name in names}
    known |= {name.casefold(): name for name in names}
    words = text.replace(",", " ").replace(";", " ").split()
    found, at = [], 0
    while at < len(words):
        ends = range(len(words), at, -1)
        end = next((end for end in ends if " ".join(words[at:end]).casefold() in known), at + 1)
        typed = " ".join(words[at:end])
        found.append(known.get(typed.casefold(), typed))
        at = end
    return tuple(found)


def placed_card(rules: Rules, order: OrderRule | None, place: Place | None) -> tuple[str, str] | None:
    """Return rank and suit of the card of a place as people read them; None without one."""
    if place is None or not place.card or order is None or order.roll is None or not order.roll.deck:
        return None
    return card_parts(rules, order.roll.deck, place.card)


def place_count(rules: Rules, order: OrderRule | None, place: Place) -> int | str:
    """Return the count of a place, or its card as people read it."""
    card = placed_card(rules, order, place)
    return place.count if card is None else "".join(card)


def count_shown(
    rules: Rules,
    state: Encounter,
    order: OrderRule | None,
    places: Mapping[str, Place],
    who: Combatant,
    *,
    sealed: bool,
) -> tuple[str, str]:
    """Return the count of ``who`` in an order, and what stands small beside it, which may tell too much.

    Args:
        rules: Rules in force.
        state: The encounter.
        order: The order that is shown; without one there is no count.
        places: Slot → its place in that order.
        who: Whose count.
        sealed: True while nobody may know what was declared.
    """
    if order is None:
        return "", ""
    place = places.get(who.slot)
    aside = "" if sealed else _aside(rules, state, order, place, who)
    if order.roll is None:
        shown = value_shown(rules, state, who, order.value)
        return shown or UNPLACED, aside if order.aside != order.value else ""
    return (UNPLACED if place is None else minus(str(place_count(rules, order, place)))), aside


def _aside(rules: Rules, state: Encounter, order: OrderRule, place: Place | None, who: Combatant) -> str:
    """Return what stands beside a count: what ties are broken by as it was when the count was rolled."""
    then = None if place is None else compared(order, place, order.aside)
    if then is None:
        return value_shown(rules, state, who, order.aside, signed=True)
    return _shown(rules, order.aside, then, signed=True)


def entry_shown(rules: Rules, text: str) -> str:
    """Return a text as people read it: what names an entry of a table is called like that ('Long sword')."""
    entries = (table.entries[text] for table in rules.tables.values() if text in table.entries)
    return next((entry.label for entry in entries if entry.label), text)


def reduction_written(entry: Any) -> str:
    """Return a part of a reduction as stat blocks have it: '5/silver or magic', '5/-', 'resist fire 10'."""
    given = entry if isinstance(entry, Mapping) else {}
    bypass = " or ".join(map(str, given.get("bypass") or ()))
    amount = given.get("value", 0)
    if only := given.get("only"):
        return f"resist {' and '.join(map(str, only))} {amount}" + (f" (not {bypass})" if bypass else "")
    return f"{amount}/{bypass or '-'}"


def reduction_read(text: str) -> dict[str, Any] | None:
    """Return the part of a reduction that :func:`reduction_written` has written so; None of anything else."""
    match = _REDUCTION.fullmatch(text)
    if match is None:
        return None
    said: dict[str, Any] = {"value": int(match["amount"] or match["of"])}
    if match["only"]:
        said["only"] = match["only"].split(" and ")
    if (past := match["past"] or match["but"]) and past != "-":
        said["bypass"] = past.split(" or ")
    return said
