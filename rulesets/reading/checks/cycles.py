"""Checks for circles: what is derived from itself, calls itself, or sets itself off again without end."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from typing import TypeVar

from rulesets.engine.scope import MAX_DEPTH, MAX_STATS_DEEP, NEXT_SIDE, TO_ACT
from rulesets.formula.compiling import Formula
from rulesets.formula.tree import all_nodes
from rulesets.reading.checks.ranges import constant
from rulesets.reading.checks.reads import SUM, Reads, compiled
from rulesets.reading.problems import Loc
from rulesets.reading.source import Source
from rulesets.vocabulary.stages import AnyStage, ApplyStage, TrackStage
from rulesets.vocabulary.written import Ruleset

Node = TypeVar("Node")
Graph = Mapping[Node, Iterable[Node]]
MOST = 8
"""Names of a circle that are told."""
Case = tuple[str, str]
"""A named formula and one of its cases, or ''."""


def check_cycles(source: Source, definition: Ruleset) -> None:
    """Complain about every circle once, and about chains that are too long to be followed."""
    _check_formulas(source, definition)
    _check_stats(source, definition)
    _check_tracks(source, definition)
    _check_states(source, definition)
    _check_pipelines(source, definition)
    for circle in circles({name: rule.implies for name, rule in definition.states.items()}):
        message = f"The state implies itself: {_chain(circle)}."
        source.complain(("state", circle[0], "states"), message)
    _check_chain(source, "roll", "of", {name: rule.of for name, rule in definition.rolls.items()})
    _check_chain(
        source, "pool", "shown_with", {name: rule.shown_with for name, rule in definition.pools.items()}
    )
    compared = {
        name: [key.value for key in rule.keys if key.by == "order"]
        for name, rule in definition.orders.items()
    }
    for circle in circles(compared):
        message = f"The order is compared by itself: {_chain(circle)}."
        source.complain(("order", circle[0], "keys"), message)


def circles(graph: Graph[Node]) -> Iterator[list[Node]]:
    """Yield one circle for every knot of ``graph``, each beginning with the first of its nodes."""
    left = {node: [other for other in others if other in graph] for node, others in graph.items()}
    place = {node: at for at, node in enumerate(left)}
    while True:
        try:
            TopologicalSorter(left).prepare()
        except CycleError as error:
            circle = error.args[1][:0:-1]  # from each node to one that it needs, the first one not twice
            first = circle.index(min(circle, key=place.__getitem__))
            yield circle[first:] + circle[:first]
            for node in circle:
                del left[node]
            left = {node: [other for other in others if other in left] for node, others in left.items()}
        else:
            return


def _longest(graph: Graph[Node]) -> dict[Node, int]:
    """Return how many nodes the longest chain from each node has; ``graph`` has no circles."""
    length: dict[Node, int] = {}
    for node in TopologicalSorter(graph).static_order():
        length[node] = 1 + max((length[other] for other in graph.get(node, ())), default=0)
    return length


def _chain(circle: list[str]) -> str:
    named = [repr(name) for name in circle]
    if len(named) > MOST:
        named[MOST // 2 : -MOST // 2] = ["..."]
    return " → ".join([*named, named[0]])


# -- stats and formulas --------------------------------------------------------------------------------


def _check_stats(source: Source, definition: Ruleset) -> None:
    reads = Reads(definition)
    graph = {name: sorted(read & definition.stats.keys()) for name, read in reads.of_stats.items()}
    found = list(circles(graph))
    for circle in found:
        source.complain(("stat", circle[0]), f"This stat is derived from itself: {_chain(circle)}.")
    if not found:
        _check_length(source, {("stat", name): name for name in graph}, graph, MAX_STATS_DEEP)
        _check_taking_part(source, definition, reads)


def _check_taking_part(source: Source, definition: Ruleset, reads: Reads) -> None:
    """Complain where who takes part, or who is on which side, goes by itself: also through stats."""
    asked: list[tuple[Loc, str, set[str], str]] = [
        (("phase", name, "who"), phase.who, {TO_ACT, NEXT_SIDE}, "who takes part, so it cannot say who does")
        for name, phase in definition.phases.items()
    ]
    by_side = "who is on which side, so it cannot say that"
    asked.append((("side_of",), definition.side_of, {NEXT_SIDE, SUM}, by_side))
    for loc, text, kept, why in asked:
        for name in sorted(reads.through(reads.by(text) if text else ()) & kept):
            source.complain(loc, f"{name!r} goes by {why}.")


def _check_length(source: Source, places: Mapping[Loc, Node], graph: Graph[Node], most: int) -> None:
    """Complain about the one end of the longest chain, if it is too long."""
    length = _longest(graph)
    loc, node = max(places.items(), key=lambda place: length[place[1]], default=((), None))
    if node is not None and length[node] > most:
        message = f"This builds on a chain of {length[node]} others, each on the next; {most} are the most."
        source.complain(loc, message)


def _check_formulas(source: Source, definition: Ruleset) -> None:
    graph: dict[Case, list[Case]] = {}
    for name, rule in definition.formulas.items():
        for case, text in (("", rule.expression), *rule.cases.items()):
            if text and compiled(text) is not None:
                graph[name, case] = list(_called(text, definition))
    places: dict[Loc, Case] = {
        ("formula", name, *(("cases", case) if case else ("is",))): (name, case) for name, case in graph
    }
    where = {node: loc for loc, node in places.items()}
    known = {node: [other for other in others if other in graph] for node, others in graph.items()}
    found = list(circles(known))
    for circle in found:
        chain = _chain([f"{name}/{case}" if case else name for name, case in circle])
        source.complain(where[circle[0]], f"This formula calls itself: {chain}.")
    if not found:
        _check_length(source, places, known, MAX_DEPTH)


def _called(text: str, definition: Ruleset) -> Iterable[Case]:
    """Yield the formulas and cases that ``text`` calls; a case that is not written out is not known."""
    for node in all_nodes(text):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or not node.args:
            continue
        if node.func.id == "formula":
            name, case = ([getattr(arg, "value", None) for arg in node.args] + [""])[:2]
            rule = definition.formulas.get(str(name))
            if rule is not None and rule.expression:
                yield str(name), ""
            elif rule is not None and isinstance(case, str):
                yield str(name), case


# -- states --------------------------------------------------------------------------------------------


def _check_states(source: Source, definition: Ruleset) -> None:
    """Complain about states that begin and end each other, and about ladders without a top."""
    named = _asked_by_formulas(definition)
    graph: dict[str, list[str]] = {}
    for name, state in definition.states.items():
        formula = compiled(state.holds) if state.holds else None
        asked = _asked(formula, named) if formula is not None else set()
        graph[name] = sorted(other for other in asked if other != name and other in definition.states)
    for circle in circles(graph):
        source.complain(
            ("state", circle[0], "while"), f"These states begin and end each other: {_chain(circle)}."
        )
    _check_chain(source, "state", "worse", {name: rule.worse for name, rule in definition.states.items()})


def _asked(formula: Formula, named: Mapping[str, set[str]]) -> set[str]:
    """Return the states that a formula asks for, those asked for by the formulas that it calls with them."""
    states = {word for call, word in formula.calls if call == "has_state"}
    return states.union(*(named.get(word, ()) for call, word in formula.calls if call == "formula"))


def _asked_by_formulas(definition: Ruleset) -> dict[str, set[str]]:
    """Return formula → the states that it, its cases and what it calls ask for."""
    found: dict[str, set[str]] = {name: set() for name in definition.formulas}
    for _ in range(MAX_DEPTH):
        for name, rule in definition.formulas.items():
            texts = [compiled(text) for text in (rule.expression, *rule.cases.values()) if text]
            found[name].update(*(_asked(formula, found) for formula in texts if formula))
    return found


# -- tracks --------------------------------------------------------------------------------------------


def _check_tracks(source: Source, definition: Ruleset) -> None:
    """Complain about tracks that move each other to and fro, or on and on."""
    for surely in (True, False):
        graph: dict[Case, list[Case]] = {}
        for name, track in definition.tracks.items():
            for way, stages in (("on_worse", track.on_worse), ("on_better", track.on_better)):
                graph[name, way] = [to for stage in stages for to in _moved(stage, definition, surely)]
        for circle in circles(graph):
            name, way = circle[0]
            key: Loc = ("track", name, way)
            both = len({track for track, _ in circle}) < len(circle)
            if source.told(*key) or not (surely or both):
                continue
            chain = _chain([f"{track}.{kind}" for track, kind in circle])
            what = "sets itself off again without end" if surely else "may set itself off again without end"
            source.complain(key, f"This {what}: {chain}.", warning=not surely)


def _moved(stage: AnyStage, definition: Ruleset, surely: bool) -> list[Case]:
    """Return what a stage sets off: whatever it may, or only what it must."""
    if not isinstance(stage, TrackStage) or (surely and stage.condition):
        return []
    number = constant(stage.by) if stage.by else None
    if number is None and surely:
        return []
    worse, better = (stage.track, "on_worse"), (stage.track, "on_better")
    if number is None:
        return [worse, better]
    return [worse] if number > 0 else [better] if number < 0 else []


# -- pipelines -----------------------------------------------------------------------------------------


def _check_pipelines(source: Source, definition: Ruleset) -> None:
    """Warn of pipelines that apply each other without end, or may; under a condition it may be meant."""
    for surely in (True, False):
        graph = {
            name: [
                stage.apply
                for stage in pipeline.stages
                if isinstance(stage, ApplyStage) and not (surely and stage.condition)
            ]
            for name, pipeline in definition.pipelines.items()
        }
        for circle in circles(graph):
            key: Loc = ("pipeline", circle[0], "does")
            if not source.told(*key):
                what = "applies itself again" if surely else "may apply itself again"
                message = f"This pipeline {what} without end: {_chain(circle)}."
                source.complain(key, message, warning=True)


def _check_chain(source: Source, section: str, key: str, refers: Mapping[str, str]) -> None:
    for circle in circles({name: [other] for name, other in refers.items()}):
        source.complain((section, circle[0], key), f"This refers back to itself: {_chain(circle)}.")
