"""Checks of counts that move: what moves them, what they are sorted by, who comes again because of them."""

from __future__ import annotations

from rulesets.engine.counts import moves
from rulesets.reading.assemble import main_order
from rulesets.reading.checks.noticing import unnoticed
from rulesets.reading.checks.reads import Reads
from rulesets.reading.problems import Loc
from rulesets.reading.sites import tables
from rulesets.reading.source import Source
from rulesets.vocabulary.budget import RESERVED, Alternative
from rulesets.vocabulary.rounds import OrderRule, PhaseKeys
from rulesets.vocabulary.stages import CountStage
from rulesets.vocabulary.written import Ruleset

_NOT_MOVING = "The counts of the order '{order}' do not move: it needs a key such as 'count desc'."


def check_counts(source: Source, definition: Ruleset) -> None:
    """Complain about counts that something would move and that do not, and about what cannot be sorted."""
    reads = Reads(definition, begun=True)
    for name, order in definition.orders.items():
        if not source.damaged("order", name):
            _check_order(source, definition, ("order", name), order, reads)
    main = main_order(definition)
    for loc, table in tables(definition):
        if isinstance(table, CountStage):
            _check_moving(source, definition, (*loc, "count_in"), table.count_in)
        elif isinstance(table, Alternative) and table.off_count:
            _check_moving(source, definition, (*loc, "off_count"), main)
        elif isinstance(table, PhaseKeys):
            _check_phase(source, definition, loc, table)
    _check_waiting(source, definition)
    for name in RESERVED.intersection(definition.pools):
        message = f"No pool can be called {name!r}: the word means something else in what a cost takes."
        source.complain(("pool", name), message)


def _check_waiting(source: Source, definition: Ruleset) -> None:
    delay = definition.delay
    if delay is None:
        return
    phases = [phase for phase in definition.phases.values() if phase.activity == "act"]
    moving = [phase.order for phase in phases if phase.order in definition.orders]
    if "after" in delay.to and any(moves(definition.orders[name]) for name in moving):
        message = "Where counts move nobody has a place behind somebody: 'wait' comes in behind a turn."
        source.complain(("delay", "to"), message)
    if delay.then != "lost" and delay.until not in ("pass", "phase"):
        message = "Nobody has to act then: that means something only beside until = 'pass' or 'phase'."
        source.complain(("delay", "then"), message)


def _check_moving(source: Source, definition: Ruleset, loc: Loc, order_id: str) -> None:
    order = definition.orders.get(order_id)
    if order is not None and not moves(order) and not source.told("order", order_id, "keys"):
        source.complain(loc, _NOT_MOVING.format(order=order_id))


def _check_order(source: Source, definition: Ruleset, loc: Loc, order: OrderRule, reads: Reads) -> None:
    for at, key in enumerate(order.keys):
        if key.then and not order.together:
            message = "'then' orders those who act at the same moment: it needs together = true."
            source.complain((*loc, "keys", at), message)
    if not moves(order):
        if order.shift:
            source.complain(
                (*loc, "shift"), "'shift' means something only where counts move: see 'count desc'."
            )
        return
    if order.roll is None:
        source.complain((*loc, "keys"), "What is not rolled has no count that could move.")
    texts = [((*loc, "shift"), order.shift)]
    texts += [
        ((*loc, "keys", at), key.value) for at, key in enumerate(order.keys) if key.by in ("value", "rank")
    ]
    for where, text in texts:
        for word in unnoticed(text, definition, reads, frozenset({"tally"})):
            message = (
                f"The order is not sorted anew when {word.said} changes; this can read stats, states, tracks "
                "and tallies."
            )
            source.complain(where, message, warning=word.indirect)


def _check_phase(source: Source, definition: Ruleset, loc: Loc, phase: PhaseKeys) -> None:
    order = definition.orders.get(phase.order)
    if phase.turns != "once" and phase.activity != "act":
        source.complain((*loc, "turns"), "Only in a phase with the activity 'act' somebody has turns.")
    if phase.pass_name and phase.turns != "passes":
        source.complain((*loc, "pass"), "There are no passes here: turns = 'passes'.")
    if phase.turns == "passes" and not phase.pass_name:
        source.complain(loc, "The passes need a name that people read: pass = 'Pass'.")
    if phase.turns == "again" and order is not None and not moves(order) and phase.choice is None:
        message = (
            "The first of the order would come again and again: only where counts move others come, too."
        )
        source.complain((*loc, "turns"), message)
