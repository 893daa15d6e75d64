"""Refusals and flags as sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from rulesets.formula.cards import deck_of
from rulesets.seen.labels import plain
from rulesets.seen.options import deciding_book, deciding_refusal
from rulesets.table.events import ClockMoved, Flagged, Told, Walked
from rulesets.table.refusal import Refusal
from rulesets.vocabulary.checks import FAILURE
from rulesets.words.catalogue import (
    ANOTHER_WAY,
    ASKING,
    BETWEEN_OPTIONS,
    CITED,
    FLAGS,
    ONLY_IF,
    OPTIONED,
    OPTIONED_BY_BOOK,
    OTHER_FLAG,
    OTHER_REFUSAL,
    REFUSAL_ADDED,
    REFUSALS,
)
from rulesets.words.filling import small, texts_in
from rulesets.words.logbook import LINES, LOG
from rulesets.words.spelling import Spelling
from rulesets.words.terms import Terms

_PEOPLE = frozenset({"who", "active", "next", "first", "after", "others", "target"})
"""Parameters that name a combatant, a group, or several."""
_LOOKED_UP: dict[str, Callable[[Terms, Any], str]] = {
    "cost": Terms.cost,
    "pool": Terms.pool,
    "state": Terms.state,
    "phase": Terms.phase,
    "name": Terms.thing,
    "other": Terms.thing,
    "skill": Terms.stat,
    "resource": lambda terms, value: terms.label(terms.rules.resources, value),
    "rest": lambda terms, value: terms.label(terms.rules.rests, value),
    "field": lambda terms, value: terms.field(value) or terms.stat(value),
    "what": lambda terms, value: terms.field(value) or terms.thing(value),
    "scope": lambda terms, value: terms.word(f"scope-{value}"),
    "out": lambda terms, value: terms.field(value) or plain(str(value)),
}


def refusal(terms: Terms, refused: Refusal) -> str:
    """Return the sentence of a refusal, with its citation."""
    return sentence(terms, refused.code, refused.reason, refused.params, refused.cite)


def sentence(terms: Terms, code: str, reason: str, given: Mapping[str, Any], cite: str = "") -> str:
    """Return the sentence of a code and its reason, with its citation.

    The reason is the key, except where a pool has a refusal of its own that says more than 'no-budget'.
    """
    key = code if not reason or (reason == "no-budget" and code in REFUSALS) else reason
    params = {name: _shown(terms, key, name, value) for name, value in given.items()}
    if key in REFUSALS:
        params.update(_added(terms, key, given))
        text = terms.say(REFUSALS[key], params)
    elif "pool" in given:
        params.update(_paying(terms, given))
        text = terms.say(REFUSALS["no-budget"], params)
    else:
        text = terms.say(OTHER_REFUSAL, {"code": plain(key)})
    if given.get("pool") and (reasons := _asked_for(terms, given, plainly=False)):
        text = terms.say(ANOTHER_WAY, {"sentence": text, "reasons": reasons})
    told = terms.cited(cite) if cite else ""
    return terms.say(CITED, {"sentence": text, "cite": told}) if told else text


def with_options(terms: Terms, refused: Refusal) -> str:
    """Return the sentence of a refusal with the options of the ruleset by which it might be none."""
    text, options = refusal(terms, refused), deciding_refusal(terms.rules, refused)
    if not options:
        return text
    named = options[0]
    for option in options[1:]:
        named = terms.say(BETWEEN_OPTIONS, {"left": named, "right": option})
    if book := deciding_book(terms.rules, refused):
        return terms.say(OPTIONED_BY_BOOK, {"sentence": text, "option": named, "book": book})
    return terms.say(OPTIONED, {"sentence": text, "option": named})


def flag(terms: Terms, name: str, who: str = "", values: Mapping[str, Any] | None = None) -> str:
    """Return what the GM is told of a flag, with what its line shows."""
    shown = {key: terms.value(value) for key, value in (values or {}).items()}
    params = {**shown, "who": terms.name(who), "name": plain(name)}
    return terms.say(FLAGS.get(name, OTHER_FLAG), params)


def asked(terms: Terms, events: Iterable[Any]) -> list[str]:
    """Return what events ask of the GM, each once; a flag that only a ruleset knows is to be seen, too.

    So is that an action of several parts is lost with what was paid for it.
    """
    known = (FLAGS.keys() - ASKING).union(*(phase.forgone_flags for phase in terms.rules.phases))
    found: dict[str, None] = {}
    for event in events:
        if isinstance(event, Flagged) and event.name not in known:
            found[flag(terms, event.name, event.who, event.values)] = None
        elif isinstance(event, Told) and event.code == "checked":
            found.update(dict.fromkeys(left_to_do(terms, event.params)))
        elif isinstance(event, Told) and event.code == "parts-lost":
            lost = {"who": terms.name(event.params["who"]), "action": terms.thing(event.params["action"])}
            found[terms.say(LOG["parts-lost"], lost)] = None
    return list(found)


def run_out(terms: Terms, events: Iterable[Any], most: int) -> str:
    """Return what has run out with time, and on whom, of at most ``most`` effects; '' for nothing."""
    gone: dict[str, list[str]] = {}
    passes = False
    for event in events:
        passes = passes or isinstance(event, Walked | ClockMoved)
        if (
            isinstance(event, Told)
            and event.code in ("effect-over", "size-changed")
            and not event.params.get("new")
        ):
            gone.setdefault(event.params["name"], []).append(event.params["who"])
    if not (passes and gone):
        return ""
    each = ({"name": terms.state(name), "who": terms.names(who)} for name, who in gone.items())
    told = terms.listed([terms.say(LINES["run-out-of"], one) for one in each], most)
    return terms.say(LINES["run-out"], {"effects": told})


def left_to_do(terms: Terms, checked: Mapping[str, Any]) -> Iterator[str]:
    """Yield what the GM has to do after a failure of which a ruleset lets nothing come, as its text says."""
    rule = terms.rules.checks.get(checked["check"])
    if rule is None or rule.side(checked["degree"]) != FAILURE or checked["against"] is not None:
        return
    if not rule.decides:
        yield terms.say(LINES["checked-left"], {"who": terms.name(checked["who"]), "text": rule.text})


def _shown(terms: Terms, key: str, name: str, value: Any) -> str:
    if name in _PEOPLE:
        return terms.names(value) if isinstance(value, list | tuple) else terms.name(value)
    if key == "out" and name == "state":
        return terms.field(value) or plain(str(value))
    finder = _LOOKED_UP.get(name)
    return finder(terms, value) if finder is not None and value else terms.value(value)


def _added(terms: Terms, key: str, given: Mapping[str, Any]) -> dict[str, str]:
    """Return what the ruleset adds to a refusal: its words, everything a cost takes, how long it is gone."""
    if "card" in given and "deck" in given:
        deck = terms.label(terms.rules.decks, given["deck"])
        cards = list(deck_of(terms.rules.decks[given["deck"]].cards).cards)
        named = {"low": cards[0], "high": cards[-1]} if key == "no-card" else {}
        return {"card": terms.card(given["deck"], given["card"]), "deck": deck, **named}
    if key in ("not-lower", "not-later"):
        return {"word": terms.delay_word()}
    return _paying(terms, given) if "period" in REFUSAL_ADDED.get(key, ()) else {}


def _paying(terms: Terms, given: Mapping[str, Any]) -> dict[str, str]:
    cost, pool = terms.rules.costs.get(str(given.get("cost"))), terms.rules.pools.get(str(given.get("pool")))
    if cost is not None and "pool" in given and pool is None:
        return {"closed": terms.cost(given["cost"]), "reasons": _asked_for(terms, given, plainly=True)}
    if cost is None or pool is None:
        return {}
    added = {"period": terms.word(f"per-{pool.resets}")}
    short, pools = terms.pool(given["pool"]), terms.rules.pools
    takes = [name for name in texts_in(given, "takes") if name in pools and pools[name].visible]
    if pool.shown == "number" or given.get("needed", 1) != 1:
        added["points"] = short
    elif len(takes) > 1 and pool.visible:
        added["several"] = terms.together([small(terms.pool(name)) for name in takes])
        added["lacking"] = short
    elif cost.kind == "part":  # its label is not the name of what a turn holds
        added["lacking"] = short
    return added


def _asked_for(terms: Terms, given: Mapping[str, Any], *, plainly: bool) -> str:
    """Return what ways to pay a cost ask for; ``plainly``: also where the ruleset has no words for it."""
    cost, closed = terms.rules.costs.get(str(given.get("cost"))), texts_in(given, "conditions")
    if cost is None:
        return ""
    ways = [*cost.alternatives, *(way for ways in cost.in_phase.values() for way in ways)]
    said = {way.condition: way.needs_text for way in ways if way.needs_text}
    spelling = Spelling(terms)
    reasons = [
        said.get(condition) or terms.say(ONLY_IF, {"condition": spelling.formula(condition)})
        for condition in closed
        if plainly or condition in said
    ]
    return terms.listed(list(dict.fromkeys(reasons)))
