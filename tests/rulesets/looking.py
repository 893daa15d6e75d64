"""Looks at everything that windows ask of an encounter: nothing of it may stumble."""

from __future__ import annotations

from rulesets.engine import announcing
from rulesets.fight.session import Session
from rulesets.seen import queries
from rulesets.seen.offers import offers
from rulesets.seen.why import explain
from rulesets.table.encounter import Encounter
from rulesets.vocabulary import Rules
from rulesets.words.texts import Speaker, Timeline


def look_at_everything(rules: Rules, state: Encounter) -> None:
    """Ask every question about everybody."""
    queries.shown_order(rules, state)
    queries.unrolled(rules, state)
    queries.ended(rules, state)
    queries.must_act(rules, state)
    queries.chooses(rules, state)
    queries.segments(state)
    announcing.sealed(rules, state)
    for who in state.combatants.values():
        offers(rules, state, who)
        queries.names_on(state, who)
        queries.count_of(rules, state, who.slot)
        announcing.announced(rules, state, who)
        announcing.next_roll(rules, state, who)
        for pool in rules.pools:
            queries.left_of(rules, state, who, pool)
            explain.explain_pool(rules, state, who, pool)
        for other in state.combatants:
            queries.penalty(rules, state, who, other)
        for name in rules.stats:
            queries.value_of(rules, state, who, name)


def say_everything(session: Session) -> None:
    """Put every entry into words, those that can be redone, too, by the rules of then and of now."""
    names = {ident: ident for ident in session.state.combatants}
    first = session.edition("")
    assert first is not None
    timeline = Timeline(first, session.base, session.edition)
    then = Speaker(session.rules, lambda ident: names.get(ident, ""), editions=session.edition)
    now = Speaker(session.rules, lambda ident: names.get(ident, ""))
    for entry in session.line:
        mark = timeline.forward(entry.events)
        assert then.entry(entry, mark).title
        assert then.section(entry, mark)
        assert now.entry(entry).title
        assert now.command(entry.command)
