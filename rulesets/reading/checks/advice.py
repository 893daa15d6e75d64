"""Advice for authors: what is written out by hand, and the general concept that says the same in short.

Nothing of it is wrong, so nothing here is a problem. Each row of ``ADVICE`` looks for one such thing, and
names the chapter of the guide that tells more.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from rulesets.formula.compiling import FormulaError, compile_formula, sound_nodes
from rulesets.reading.checks.ranges import constant
from rulesets.reading.problems import Advice, Loc, dotted
from rulesets.reading.sites import sites, tables
from rulesets.reading.source import MAX_PROBLEMS, Source
from rulesets.vocabulary.base import Entry, IsFormula, IsText, Keyed
from rulesets.vocabulary.checks import SUCCESS
from rulesets.vocabulary.harm import StateKeys
from rulesets.vocabulary.stages import (
    AskStage,
    EffectStage,
    PlainStage,
    PoolStage,
    Stage,
    StatStage,
    TallyStage,
)
from rulesets.vocabulary.written import Ruleset, WrittenTrigger
from rulesets.words.catalogue import FLAGS

_FOR_PEOPLE = frozenset(Entry.__struct_fields__)
"""Fields of an entry that make no difference to the fight."""
_NUMBER = re.compile(
    r"\d+|(?<![a-z])(?:first|second|third|fourth|fifth|sixth|one|two|three|four|five|six|i{1,3}|iv|vi?)(?![a-z])"
)
_NUMBERED = re.compile(r"^(?P<what>.*[a-z])(?P<number>[-_]?\d+|[-_](?:i{1,3}|iv|v))$")
"""An id with a number behind it."""
_ROLLED = frozenset({"roll", "rolls", "save", "saves", "check", "checks", "test", "tests", "throw"})
"""Words by which a flag asks for dice."""
_SHARED = 3
"""Entries that have to be alike before one that serves all of them is worth while."""
_NAMED = 5
"""Ids that are named at most."""
_LOOKED_AT = 50
"""Lists with the same action that another one is compared with."""


class Found(NamedTuple):
    """Something that is written out by hand: where, what is seen, and what could stand there instead."""

    loc: Loc
    seen: str
    instead: str


class Kind(NamedTuple):
    """One kind of advice."""

    chapter: str
    """Heading of the guide under which it is told how."""
    find: Callable[[Ruleset], Iterable[Found]]


def advise(source: Source, definition: Ruleset) -> list[Advice]:
    """Return the advice on a ruleset without errors, in the order of its lines; none on what it extends."""
    given = []
    for kind in ADVICE:
        for loc, seen, instead in kind.find(definition):
            if source.inherited(loc) is None and loc not in source.written_out:
                key = dotted(source.written(loc))
                given.append(Advice(*source.place(loc), key, seen, instead, chapter=kind.chapter))
    return sorted(given, key=lambda one: one.line)[:MAX_PROBLEMS]


# -- entries that differ in a number -------------------------------------------------------------------


def _phases(definition: Ruleset) -> Iterator[Found]:
    """Yield phases with turns that are the same but for a number."""
    acting = {name: one for name, one in definition.phases.items() if one.activity == "act"}
    for names in _alike(acting, lambda name, one: [_stem(name, one.label), _content(one, "next_label")]):
        if len(names) > 1:
            yield Found(
                ("phase", names[1]),
                f"The phases {_named(names)} differ in a number only.",
                "write one phase with turns = \"passes\", whose 'who' says who has a turn in the next, "
                "and a trigger at 'pass-end' for what changes in between",
            )


def _costs(definition: Ruleset) -> Iterator[Found]:
    """Yield costs of one action each that take the same but for a number."""
    used = Counter(action.cost for action in definition.actions.values())
    single = {
        name: cost
        for name, cost in definition.costs.items()
        if not cost.key and cost.kind != "reaction" and used[name] == 1
    }
    for names in _alike(single, lambda _, one: _content(one)):
        paid = [pool for way in single[names[0]].alternatives for pool in way.pay or ("off_count",)]
        if len(names) >= _SHARED and paid and _content(single[names[0]]) != _content(single[names[1]]):
            yield Found(
                ("cost", names[0]),
                f"The costs {_named(names)} differ in a number only, and each is that of one action.",
                f'write one cost that has its number from the action, such as {{ {paid[0]} = "points" }}, '
                "and in each action points = 2 or whatever it takes",
            )


def _states(definition: Ruleset) -> Iterator[Found]:
    """Yield states with a number behind their ids."""
    families: dict[str, list[str]] = {}
    for name in definition.states:
        match = _NUMBERED.match(name)
        if match is not None:
            before = [match["what"]] if match["what"] in definition.states else []
            families.setdefault(match["what"], before).append(name)
    for what, names in families.items():
        if len(names) > 1:
            yield Found(
                ("state", names[0]),
                f"The states {_named(names)} are one with a number.",
                f"write size = 1 in [state.{what}]; stages change it, {{ size = {_quoted(what)}, by = 1 }}, "
                f"'ticks' let it wear off, and formulas read size({what!r})",
            )


def _families(definition: Ruleset) -> Iterator[Found]:
    """Yield sets of stats that are there for each of the same several: armor and points of every limb."""
    found: dict[str, dict[str, str]] = {}
    for name, stat in definition.stats.items():
        for part in re.finditer("_", name):
            before, kind = name[: part.start()], name[part.end() :]
            found.setdefault(before, {})[kind] = str(_content(stat)).replace(kind, "{kind}")
    alike: dict[frozenset[str], list[str]] = {}
    for before, kinds in found.items():
        if len(kinds) > _SHARED and len(set(kinds.values())) == 1:
            alike.setdefault(frozenset(kinds), []).append(before)
    for befores in alike.values():
        if len(befores) > 1:
            each, first = [*found[befores[0]]], befores[0]
            yield Found(
                ("stat", f"{first}_{each[0]}"),
                f"The stats {_named([f'{before}_{each[0]}' for before in befores])} are there for each of "
                f"{_named(each)}.",
                f"write kinds = {{ {each[0]} = ..., {each[1]} = ... }} in [stat.{first}] and its like, "
                "or the table of which these are the entries; stages have 'kinds', too",
            )


def _stem(name: str, label: str) -> str:
    """Return what an entry is called without its number: that of its id, or else that of its label."""
    stem = _numberless(name)
    stem = _numberless(label) if stem == name else stem
    return stem.replace("#", "").strip(" -_")


def _alike(entries: Mapping[str, Any], of: Callable[[str, Any], object]) -> Iterable[list[str]]:
    """Return the names of entries for which ``of`` is the same but for numbers."""
    groups: dict[str, list[str]] = {}
    for name, entry in entries.items():
        groups.setdefault(_numberless(str(of(name, entry))), []).append(name)
    return groups.values()


def _content(entry: Keyed, *without: str) -> Any:
    """Return what an entry says to the engine."""
    told: Any = msgspec.to_builtins(entry)
    return {key: value for key, value in told.items() if key not in _FOR_PEOPLE and key not in without}


def _numberless(text: str) -> str:
    return _NUMBER.sub("#", text.casefold())


# -- what a trigger does by hand -----------------------------------------------------------------------


def _timers(definition: Ruleset) -> Iterator[Found]:
    """Yield triggers that count, where what is counted says when a state ends."""
    ended = _ended_by(definition)
    for place, trigger in enumerate(definition.triggers):
        state = next((ended[one] for one in map(_counter, trigger.does) if one in ended), "")
        if state:
            yield Found(
                ("trigger", place),
                f"This counts how long the state {state!r} lasts.",
                f"write in [state.{state}] such as size = 3, and ticks = [{{ at = {_quoted(trigger.at)}, "
                "by = -1 }]; at 0 it ends by itself",
            )


def _counter(stage: Stage) -> tuple[str, str]:
    """Return what a stage changes by a fixed number, and its kind; '' twice if it does not."""
    match stage:
        case TallyStage(tally=name, by=by) if constant(by):
            return "tally", name
        case StatStage(stat=name, by=by, cap="") if constant(by):
            return "stat", name
    return "", ""


def _ended_by(definition: Ruleset) -> dict[tuple[str, str], str]:
    """Return the tallies and stats of which triggers read when a state ends; hit points do more than that."""
    found: dict[tuple[str, str], str] = {}
    for trigger in definition.triggers:
        for stage in trigger.does:
            state = next((one for one in stage.end if one in definition.states), "")
            for text in (trigger.condition, stage.condition) if state else ():
                names, calls = _read(text)
                stats = [
                    name
                    for name in names & definition.stats.keys()
                    if not definition.stats[name].to_begin_with
                ]
                found.update(dict.fromkeys([("stat", name) for name in stats], state))
                found.update(dict.fromkeys(calls, state))
    return found


def _ends(definition: Ruleset) -> Iterator[Found]:
    """Yield triggers that do nothing but end a state; 'ends' does not reach one that began as an effect."""
    timed = {stage.effect for _, stage in tables(definition) if isinstance(stage, EffectStage)}
    for place, trigger in enumerate(definition.triggers):
        states = [state for stage in trigger.does for state in stage.end if state in definition.states]
        allowed = {"", *map(_in, states)}
        plain = all(_only_ends(stage) and stage.condition in allowed for stage in trigger.does)
        if states and plain and timed.isdisjoint(states) and trigger.condition in allowed:
            phase = f", phase = {_quoted(trigger.phase)}" if trigger.phase else ""
            ends = f"ends = {{ at = {_quoted(trigger.at)}{phase} }}"
            if trigger.at == "turn-start" and not phase:
                ends = 'until = "turn-start"'
            yield Found(
                ("trigger", place),
                f"All that this does is to end the state {states[0]!r}.",
                f"write {ends} in [state.{states[0]}]",
            )


def _only_ends(stage: Stage) -> bool:
    return isinstance(stage, PlainStage) and not (stage.begin or stage.flag or stage.out) and bool(stage.end)


def _refills(definition: Ruleset) -> Iterator[Found]:
    """Yield stages of triggers that fill a pool up, without any condition."""
    for loc, trigger, stage in _always(definition):
        pool = definition.pools.get(stage.pool) if isinstance(stage, PoolStage) else None
        if pool is None or not isinstance(stage, PoolStage):
            continue
        if pool.resets != _START or not _would_come_first(definition, loc, stage.pool):
            continue
        by = stage.by if stage.by.isdecimal() else _quoted(stage.by)
        part = f" and refill_by = {by}" if stage.by and stage.cap else ""
        if part or stage.to == pool.size:
            yield Found(
                loc,
                f"This fills the pool {stage.pool!r} up.",
                f"write resets = {_quoted(_refill_at(trigger))}{part} in [pool.{stage.pool}]",
            )


def _resets(definition: Ruleset) -> Iterator[Found]:
    """Yield stages of triggers that set a tally back, without any condition."""
    for loc, trigger, stage in _always(definition):
        tally = (
            definition.tallies.get(stage.tally) if isinstance(stage, TallyStage) and stage.to == "0" else None
        )
        if tally is None or not isinstance(stage, TallyStage) or tally.resets != _START:
            continue
        if _would_come_first(definition, loc, stage.tally):
            yield Found(
                loc,
                f"This sets the tally {stage.tally!r} back.",
                f"write resets = {_quoted(_refill_at(trigger))} in [tally.{stage.tally}]",
            )


_START = "encounter-start"
"""What a pool or tally says that comes back at no moment of the fight; one has room for one moment only."""


def _would_come_first(definition: Ruleset, loc: Loc, name: str) -> bool:
    """Return whether it makes no difference that pools and tallies come back before all else of a moment.

    It does where anything that comes before the stage at ``loc`` at this moment, or beside it in its trigger,
    asks for the pool or tally, by itself or by way of another entry, or changes it.
    """
    place = int(loc[1])
    at = definition.triggers[place].at
    states = {state for state, rule in definition.states.items() if at in _moments(rule)}
    naming = _naming(definition, name)
    for where, text, mark in sites(definition):
        if isinstance(mark, IsText) or where[: len(loc)] == loc:
            continue
        before = where[0] == "trigger" and int(where[1]) <= place
        before = before and definition.triggers[int(where[1])].at == at
        if (before or (where[0] == "state" and where[1] in states)) and not naming.isdisjoint(_words(text)):
            return False
    return True


def _moments(rule: StateKeys) -> set[str]:
    return {rule.until, *(moment.at for moment in (*rule.ends, *rule.begins, *rule.ticks))}


def _naming(definition: Ruleset, name: str) -> set[str]:
    """Return a name and those of all entries by way of which it may be asked for or changed."""
    written: dict[str, set[str]] = {}
    for loc, text, mark in sites(definition):
        if len(loc) > 1 and isinstance(loc[1], str) and not isinstance(mark, IsText):
            written.setdefault(loc[1], set()).update(_words(text))
    for stat, rule in definition.stats.items():
        written.setdefault(stat, set()).update(_words(str(rule.value)))
    found, new = {name}, {name}
    while new:
        new = {entry for entry, words in written.items() if not words.isdisjoint(new)} - found
        found |= new
    return found


def _words(text: str) -> set[str]:
    return {*re.findall(r"[\w-]+", text), *re.findall(r"\w+", text)}


def _always(definition: Ruleset) -> Iterator[tuple[Loc, WrittenTrigger, Stage]]:
    """Yield the stages of triggers that happen whenever their moment comes."""
    for place, trigger in enumerate(definition.triggers):
        if (
            trigger.condition
            or (trigger.phase and trigger.at != "phase-start")
            or trigger.at in ("act", "hit")
        ):
            continue
        for number, stage in enumerate(trigger.does):
            if not stage.condition and stage.on == "self":
                yield ("trigger", place, "does", number), trigger, stage


def _refill_at(trigger: WrittenTrigger) -> str:
    return f"phase-start:{trigger.phase}" if trigger.phase else trigger.at


# -- rolls ---------------------------------------------------------------------------------------------


def _reminders(definition: Ruleset) -> Iterator[Found]:
    """Yield stages that do nothing but remind of a roll, in words of the ruleset's own."""
    for loc, stage in tables(definition):
        if not isinstance(stage, PlainStage) or stage.begin or stage.end or stage.out:
            continue
        if stage.flag not in FLAGS and _ROLLED & {*re.split(r"[\W_]+", stage.flag.casefold())}:
            yield Found(
                loc,
                f"This only reminds of a roll: {stage.flag!r}.",
                "write a [check.<id>] with its dice, what it must reach and what comes of it, and ask for it "
                'here: { ask = "<id>" }',
            )


def _edges(definition: Ruleset) -> Iterator[Found]:
    """Yield pipelines that roll the same dice twice and take the higher or the lower."""
    told: set[str] = set()
    for loc, text, mark in sites(definition):
        if loc[0] != "pipeline" or not isinstance(mark, IsFormula) or loc[1] in told:
            continue
        inputs = definition.pipelines[str(loc[1])].inputs
        for node in sound_nodes(text) if len(inputs) > 1 else ():
            named = node.args if isinstance(node, ast.Call) and _name(node.func) in ("max", "min") else []
            dice = [inputs[name].dice for name in map(_name, named) if name in inputs and inputs[name].dice]
            if len(dice) > len(set(dice)):
                told.add(str(loc[1]))
                yield Found(
                    loc,
                    "The same dice are rolled twice here, and the higher or the lower is taken by hand.",
                    'write a [roll.<id>], let states mark it, marks = { <id> = "+" }, and marked = "<id>" in '
                    "the check or order that rolls it",
                )
                break


def _powers(definition: Ruleset) -> Iterator[Found]:
    """Yield actions that are spent by a state which a roll ends."""
    stages = [stage for trigger in definition.triggers for stage in trigger.does]
    due = {stage.ask for stage in stages if isinstance(stage, AskStage)}
    back = {
        state: name
        for name, check in definition.checks.items()
        for stage in check.does(SUCCESS)
        for state in (stage.end if name in due else ())
    }
    for name, action in definition.actions.items():
        begun = {state for stage in action.does if stage.on == "self" for state in stage.begin}
        for state in _not_in(action.needs):
            if state in begun and state in back:
                yield Found(
                    ("action", name),
                    f"The state {state!r} says that this is spent, and {back[state]!r} gives it back.",
                    f"write a [power.<id>] with check = {_quoted(back[state])}, and a list of them as a stat",
                )


# -- lists ---------------------------------------------------------------------------------------------


def _bans(definition: Ruleset) -> Iterator[Found]:
    """Yield lists of actions that stand somewhere else, too."""
    where: dict[str, list[Loc]] = {}
    for loc, actions in _action_lists(definition):
        others = Counter(one for action in actions for one in where.get(action, ()))
        other, number = max(others.items(), key=lambda one: one[1], default=((), 0))
        if number >= _SHARED:
            shared = [action for action in actions if other in where.get(action, ())]
            yield Found(
                loc,
                f"The actions {_named(shared)} are listed in {dotted(other)}, too.",
                'give these actions a word, such as words = ["move"], and write "#move" in the lists',
            )
            continue
        for action in actions if len(actions) >= _SHARED else ():
            if len(where.setdefault(action, [])) < _LOOKED_AT:
                where[action].append(loc)


def _action_lists(definition: Ruleset) -> Iterator[tuple[Loc, list[str]]]:
    """Yield the actions that states forbid and allow, and that reactions leave alone."""
    lists: list[tuple[Loc, Iterable[str]]] = []
    for name, state in definition.states.items():
        lists += [(("state", name, "forbids"), state.forbids), (("state", name, "allows"), state.allows)]
    lists += [(("reaction", name, "ignores"), one.ignores) for name, one in definition.reactions.items()]
    for loc, items in lists:
        yield (
            loc,
            [
                one
                for one in dict.fromkeys(item.partition("@")[0] for item in items)
                if one in definition.actions
            ],
        )


def _needs(definition: Ruleset) -> Iterator[Found]:
    """Yield states that several actions forbid each for themselves."""
    asking: dict[str, list[str]] = {}
    for name, action in definition.actions.items():
        for state in _not_in(action.needs):
            asking.setdefault(state, []).append(name)
    for state, names in asking.items():
        if len(names) >= _SHARED and state in definition.states:
            yield Found(
                ("action", names[0], "needs"),
                f"The actions {_named(names)} each ask that nobody is in the state {state!r}.",
                f'write forbids in [state.{state}]: a word that these actions have, such as "#move"',
            )


def _not_in(text: str) -> Iterator[str]:
    """Yield the states that a condition rules out."""
    whole = next(iter(sound_nodes(text)), None)
    parts = whole.values if isinstance(whole, ast.BoolOp) and isinstance(whole.op, ast.And) else [whole]
    for part in parts:
        match part:
            case ast.UnaryOp(
                op=ast.Not(),
                operand=ast.Call(func=ast.Name(id="has_state"), args=[ast.Constant(value=str() as state)]),
            ):
                yield state


def _ladders(definition: Ruleset) -> Iterator[Found]:
    """Yield stages that begin the next state where one holds already, beside one that begins the first."""
    runs: dict[Loc, list[Stage]] = {}
    for loc, stage in tables(definition):
        if isinstance(stage, Stage):
            runs.setdefault(loc[:-1], []).append(stage)
    for loc, stages in runs.items():
        first = {
            _in(state): state for stage in stages for state in _begun(stage) if stage.condition == _out(state)
        }
        for stage in stages:
            state = first.get(stage.condition, "")
            after = [other for other in _begun(stage) if other in definition.states and other != state]
            if state and after:
                yield Found(
                    loc,
                    f"Who is in the state {state!r} already comes into {after[0]!r} here.",
                    f"write worse = {_quoted(after[0])} in [state.{state}], and begin {state!r} both times",
                )


def _begun(stage: Stage) -> tuple[str, ...]:
    return (*stage.begin, stage.effect) if isinstance(stage, EffectStage) else stage.begin


def _in(state: str) -> str:
    return f"has_state('{state}')"


def _out(state: str) -> str:
    return f"not {_in(state)}"


# -- what states, tracks, tallies and actions can say themselves ---------------------------------------


def _holding(definition: Ruleset) -> Iterator[Found]:
    """Yield triggers that begin a state under a condition, where another one ends it under another."""
    begun: dict[str, tuple[int, str]] = {}
    ended: set[str] = set()
    for place, trigger in enumerate(definition.triggers):
        for stage in trigger.does:
            asked = trigger.condition or stage.condition
            if not asked or not isinstance(stage, PlainStage) or stage.flag or stage.out:
                continue
            states = [state for state in stage.begin if _in(state) not in asked and len(trigger.does) == 1]
            begun.update((state, (place, asked)) for state in states)
            ended.update(stage.end if asked not in map(_in, stage.end) else ())
    for state, (place, asked) in begun.items():
        if state in ended and state in definition.states and not definition.states[state].holds:
            yield Found(
                ("trigger", place),
                f"The state {state!r} is begun here as long as something is so, and ended elsewhere.",
                f"write while = {_quoted(asked)} in [state.{state}]",
            )


def _implied(definition: Ruleset) -> Iterator[Found]:
    """Yield states that begin another one when they begin, and end it when they end."""
    for name, state in definition.states.items():
        ended = {other for stage in state.on_end if not stage.condition for other in stage.end}
        for place, stage in enumerate(state.on_begin):
            both = [other for other in stage.begin if other in ended and not stage.condition]
            if both:
                yield Found(
                    ("state", name, "on_begin", place),
                    f"Who is in the state {name!r} is in {both[0]!r}, too, by hand.",
                    f"write states = [{_quoted(both[0])}] in [state.{name}]",
                )


def _step_by_step(definition: Ruleset) -> Iterator[Found]:
    """Yield formulas that name the steps of a track one by one."""
    stats: list[tuple[Loc, Any]] = [
        (("stat", name, "value"), one.value) for name, one in definition.stats.items()
    ]
    marked = [(loc, text) for loc, text, mark in sites(definition) if isinstance(mark, IsFormula)]
    for loc, text in (*marked, *(one for one in stats if isinstance(one[1], str))):
        asked = Counter(map(_step_asked, sound_nodes(text)))
        track = next((one for one, number in asked.items() if one in definition.tracks and number > 1), "")
        if track:
            yield Found(
                loc,
                f"The steps of the track {track!r} are named one by one here.",
                f"write penalty = 1 or values = {{ ... }} at its steps, and read step({track!r}, 'penalty')",
            )


def _step_asked(node: ast.AST) -> str:
    """Return the track whose step a formula compares with a number, or ''."""
    match node:
        case ast.Compare(
            left=ast.Call(func=ast.Name(id="track"), args=[ast.Constant(value=str() as track)]),
            ops=[ast.Eq()],
            comparators=[ast.Constant()],
        ):
            return track
    return ""


def _acts_counted(definition: Ruleset) -> Iterator[Found]:
    """Yield tallies of a turn that several actions count up, each for itself."""
    counting: dict[str, list[str]] = {}
    for name, action in definition.actions.items():
        for stage in action.does:
            if isinstance(stage, TallyStage) and stage.by == "1" and not stage.condition:
                counting.setdefault(stage.tally, []).append(name)
    for tally, names in counting.items():
        rule = definition.tallies.get(tally)
        if len(names) > 1 and rule is not None and rule.resets == "turn-start":
            yield Found(
                ("tally", tally),
                f"The actions {_named(names)} each count themselves.",
                'give them a word, such as words = ["attack"], '
                f'and write counts = "attack" in [tally.{tally}]',
            )


def _uses(definition: Ruleset) -> Iterator[Found]:
    """Yield pools that only say how often a single action can be done."""
    formulas = (text for _, text, mark in sites(definition) if isinstance(mark, IsFormula))
    stats = (stat.value for stat in definition.stats.values() if isinstance(stat.value, str))
    read = {name for text in (*formulas, *stats) for name in _calls(text)}
    read.update(stage.pool for _, stage in tables(definition) if isinstance(stage, PoolStage))
    takers: dict[str, list[str]] = {}
    for name, cost in definition.costs.items():
        ways = [*cost.alternatives, *(way for ways in cost.in_phase.values() for way in ways)]
        for pool in {pool for way in ways for pool in way.pay if len(way.pay) > 1}:
            takers.setdefault(pool, []).append(name)
        for pool in {pool for way in ways for pool in way.pay if len(way.pay) == 1}:
            takers.setdefault(pool, []).extend((name, name))
    for pool, costs in takers.items():
        rule, span = definition.pools.get(pool), ""
        if rule is not None and pool not in read and constant(rule.size):
            span = {"encounter-start": "encounter", "round-start": "round"}.get(rule.resets, "")
        acts = [name for name, action in definition.actions.items() if costs[0] in action.costs]
        if span and len(costs) == 1 and len(acts) == 1:
            yield Found(
                ("pool", pool),
                f"This pool only says how often {acts[0]!r} can be done.",
                f"write once = {_quoted(span)} in [action.{acts[0]}], and times if it is more than one",
            )


def _calls(text: str) -> Iterator[str]:
    """Yield the pools that a formula asks for."""
    return (name for kind, name in _read(text)[1] if kind.endswith("pool"))


# -- shared --------------------------------------------------------------------------------------------


def _named(names: Iterable[str]) -> str:
    """Return ids as an enumeration: 'a', 'b' and 'c'; of many only the first ones."""
    quoted = [repr(name) for name in names]
    if len(quoted) > _NAMED:
        quoted[_NAMED:] = [f"{len(quoted) - _NAMED} more"]
    return " and ".join(part for part in (", ".join(quoted[:-1]), *quoted[-1:]) if part)


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _quoted(word: str) -> str:
    return f'"{word}"'


def _read(text: str) -> tuple[frozenset[str], frozenset[tuple[str, str]]]:
    """Return the names that a formula reads, and its calls."""
    try:
        formula = compile_formula(text)
    except FormulaError:
        return frozenset(), frozenset()
    return formula.names, formula.calls


ADVICE = (
    Kind("Several passes in a round", _phases),
    Kind("Points that refill each round", _costs),
    Kind("A state with a size", _states),
    Kind("Hit locations: the same, seven times", _families),
    Kind("A state with a size", _timers),
    Kind("A state that ends at the start of the next turn", _ends),
    Kind("A pool that comes back in part", _refills),
    Kind("Every third round", _resets),
    Kind("A roll that falls due and is answered later", _reminders),
    Kind("Advantage and disadvantage", _edges),
    Kind("A power that has to come back", _powers),
    Kind("Words on what people do", _bans),
    Kind("Words on what people do", _needs),
    Kind("A state that grows when it comes again", _ladders),
    Kind("A state that holds while something is so", _holding),
    Kind("A state that holds while something is so", _implied),
    Kind("A track with penalties", _step_by_step),
    Kind("Words on what people do", _acts_counted),
    Kind("Step 4: what people do", _uses),
)
"""Every kind of advice."""
