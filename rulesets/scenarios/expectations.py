"""What a scenario step can expect: each key with its answer, its form and the names that may stand in it.

An expectation is one entry of :data:`EXPECTATIONS`: how it is answered from the encounter, compared, checked
before anything is played, and shown by an example.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from enum import Enum
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rulesets.engine.marks import edge, marks_on
from rulesets.engine.scope import NAMES
from rulesets.engine.ties import tied_to
from rulesets.formula.dice import parse_code, print_code
from rulesets.formula.fuzzy import did_you_mean
from rulesets.scenarios.findings import Finding, has, unknown_names
from rulesets.scenarios.names import OF_TURNS, Names
from rulesets.seen import queries
from rulesets.seen.offers import can_be_done
from rulesets.table import commands as cmd
from rulesets.table.combatant import Combatant
from rulesets.table.encounter import Effect, Encounter, Order
from rulesets.table.events import Flagged, Told
from rulesets.table.outcome import Outcome
from rulesets.table.refusal import Refusal
from rulesets.vocabulary import Rules

THROWN = ("threw", "worked-out")
"""What is told of dice that decide nothing."""


class Step:
    """A step that was played: the encounter after it and what it came to."""

    def __init__(
        self,
        rules: Rules,
        state: Encounter,
        outcomes: list[Outcome] | None = None,
        refusal: Refusal | None = None,
        result: Any = None,
    ) -> None:
        """Keep what the expectations are compared with."""
        self.rules, self.state = rules, state
        self.outcomes, self.refusal, self.result = outcomes or [], refusal, result

    def who(self, ident: str) -> Combatant:
        """Return a combatant; raises KeyError if the case names one that is not there."""
        return self.state.combatants[ident]


def _result(step: Step, wanted: Any) -> Any:
    told = [event for outcome in step.outcomes for event in outcome.events if isinstance(event, Told)]
    thrown = [one.params.get("result", one.params.get("total")) for one in told if one.code in THROWN]
    return thrown[-1] if thrown else step.result


def _each(answer: Callable[[Step, Combatant], Any]) -> Callable[[Step, Any], Any]:
    """Answer a map from ids with one value each."""
    return lambda step, wanted: {ident: answer(step, step.who(ident)) for ident in wanted}


def _order(step: Step, wanted: Any) -> list[str]:
    return queries.acting_order(step.rules, step.state)


def _acted(step: Step, wanted: Any) -> dict[str, list[str]]:
    return {str(round_): [turn.slot for turn in step.state.acted.get(int(round_), ())] for round_ in wanted}


def _budget(step: Step, wanted: Any) -> dict[str, dict[str, int | None]]:
    return {
        ident: {pool: step.who(ident).pools.get(pool) for pool in pools} for ident, pools in wanted.items()
    }


def _number(step: Step, who: Combatant, name: str) -> Any:
    return who.pools[name] if name in who.pools else queries.value_of(step.rules, step.state, who, name)


def _tracks(step: Step, wanted: Any) -> dict[str, dict[str, int]]:
    return {
        ident: {track: queries.step_of(step.who(ident), track) for track in tracks}
        for ident, tracks in wanted.items()
    }


def _stats(step: Step, wanted: Any) -> dict[str, dict[str, Any]]:
    return {
        ident: {name: _stat(step, step.who(ident), name) for name in names} for ident, names in wanted.items()
    }


def _stat(step: Step, who: Combatant, name: str) -> Any:
    """Return a stat or the value of a formula; of the name of a state or effect how large it is."""
    if (
        name in step.rules.states
        or f"{who.id}:{name}" in step.state.effects
        or _is_no_formula(step.rules, name)
    ):
        return queries.size_on(step.state, who, name)
    return queries.value_of(step.rules, step.state, who, name)


def _is_no_formula(rules: Rules, name: str) -> bool:
    """Return whether a text is the name of an effect: an id, and nothing that a formula can read."""
    parts = name.split("-")
    return all(part.isidentifier() for part in parts) and not any(
        part in {*rules.stats, *NAMES} for part in parts
    )


def _with_state(step: Step, wanted: Any) -> dict[str, list[str]]:
    return {
        name: [c.id for c in step.state.combatants.values() if name in queries.names_on(step.state, c)]
        for name in wanted
    }


def _has(step: Step, wanted: Any) -> dict[str, list[str]]:
    return {
        ident: [name for name in names if name in queries.names_on(step.state, step.who(ident))]
        for ident, names in wanted.items()
    }


def _told(key: str, wanted: Any, got: Any) -> str:
    return f"{key}: expected {wanted!r}, got {got!r}"


def _told_of_lacks(key: str, wanted: Any, got: Any) -> str:
    """Say what somebody is in that is to be lacking; what is not is no news."""
    kept = {who: [name for name in names if name not in got[who]] for who, names in wanted.items()}
    there = "; ".join(f"{who} has {', '.join(map(repr, names))}" for who, names in kept.items() if names)
    return f"{key}: expected {wanted!r}, but {there}"


def _lacks(step: Step, wanted: Any) -> dict[str, list[str]]:
    return {
        ident: [name for name in names if name not in queries.names_on(step.state, step.who(ident))]
        for ident, names in wanted.items()
    }


_ANYTHING: Mapping[str, Any] = {"number": 1, "bool": True, "text": "-", "texts": ["-"]}
"""What an input of a declaration may be filled with, by its type; people are whoever declares."""


def is_legal(rules: Rules, state: Encounter, who: str, name: str) -> bool:
    """Return whether an action, or an action of that type, can be taken now, or what is declared be declared.

    It is as in the window: what lacks nothing but a target can be done. Types that are only parts of
    something else are not offered.
    """
    return any(can_be_done(rules, state, command) for command in _ways_to(rules, who, name))


def _ways_to(rules: Rules, who: str, name: str) -> Iterator[cmd.Command]:
    """Yield the commands that a name of what can be done may mean."""
    typed = name in rules.costs and rules.costs[name].kind != "part"
    if typed or name in rules.actions:
        yield cmd.Act(who=who, cost=name) if typed else cmd.Act(who=who, name=name)
    elif name in rules.reactions:
        yield cmd.React(who=who, name=name, to="?" if rules.reactions[name].needs_cause else "")
    elif name in OF_TURNS:
        yield OF_TURNS[name](who)
    if name in rules.declarations:
        inputs = rules.declarations[name].inputs.items()
        fields = {key: _ANYTHING.get(rule.type, who) for key, rule in inputs if rule.needed}
        yield cmd.Declare(who=(who,), name=name, fields=fields)


def _can(step: Step, wanted: Any) -> dict[str, list[str]]:
    return {
        ident: [name for name in names if is_legal(step.rules, step.state, ident, name)]
        for ident, names in wanted.items()
    }


def _cannot(step: Step, wanted: Any) -> dict[str, list[str]]:
    return {
        ident: [name for name in names if not is_legal(step.rules, step.state, ident, name)]
        for ident, names in wanted.items()
    }


def _side_order(step: Step, wanted: Any) -> list[str]:
    for name, rule in step.rules.orders.items():
        if rule.of == "side":
            return queries.live_slots(step.state.orders.get(name) or Order())
    return []


def _rollers(step: Step, wanted: Any) -> dict[str, str]:
    for name, rule in step.rules.orders.items():
        if rule.of == "side":
            places = (step.state.orders.get(name) or Order()).places
            return {side: places[side].roller for side in wanted if side in places}
    return {}


def _declares(step: Step, wanted: Any) -> list[str]:
    found = queries.declaring_order(step.rules)
    return [] if found is None else queries.live_slots(step.state.orders.get(found[0]) or Order())


def _edge(step: Step, wanted: Any) -> dict[str, dict[str, Any]]:
    return {
        ident: {roll: edge(marks_on(step.rules, step.state, step.who(ident), roll)) for roll in rolls}
        for ident, rolls in wanted.items()
    }


def _marks(step: Step, wanted: Any) -> dict[str, dict[str, list[str]]]:
    return {
        ident: {
            roll: [mark.text for mark in marks_on(step.rules, step.state, step.who(ident), roll)]
            for roll in rolls
        }
        for ident, rolls in wanted.items()
    }


def _countdown(step: Step, wanted: Any) -> dict[str, dict[str, int]]:
    return {
        ident: {e.name: e.left for e in _shortest_first(step) if e.on == ident and e.name in names}
        for ident, names in wanted.items()
    }


def _shortest_first(step: Step) -> list[Effect]:
    """Return all effects, of one name on the same combatant the one that lasts longest behind the others."""
    return sorted(step.state.effects.values(), key=lambda effect: (effect.left < 0, effect.left))


def _surprises(step: Step, wanted: Any) -> dict[str, list[str]]:
    names = [name for name, rule in step.rules.relations.items() if rule.order]
    return {
        ident: [over for name in names for over in queries.over_whom(step.state, name, ident)]
        for ident in wanted
    }


def _penalty(step: Step, wanted: Any) -> dict[str, dict[str, Any]]:
    return {
        ident: {
            "against": tie["against"],
            "value": queries.penalty(step.rules, step.state, step.who(ident), tie["against"]),
        }
        for ident, tie in wanted.items()
    }


def _roll(step: Step, wanted: Any) -> Any:
    if not step.outcomes:
        return None
    last = step.outcomes[-1]
    if isinstance(wanted, str) and isinstance(last.roll, int):
        return wanted if parse_code(wanted) == last.roll else print_code(last.roll)
    return last.roll


def _flags(step: Step, wanted: Any) -> list[str]:
    return sorted({flag for outcome in step.outcomes for flag in outcome.flags})


def _tally(step: Step, who: Combatant) -> int:
    return who.tallies.get(next(iter(step.rules.tallies), ""), 0)


def _left(step: Step, who: Combatant) -> int | None:
    shown = [name for name, pool in step.rules.pools.items() if pool.resets.startswith("phase-start:")]
    return who.pools.get(shown[0], 0) if shown else None


def _flag_values(step: Step, wanted: Any) -> dict[str, dict[str, Any]]:
    """Return flag → what its line shows."""
    raised = [event for outcome in step.outcomes for event in outcome.events if isinstance(event, Flagged)]
    return {event.name: event.values for event in raised if event.name in wanted}


def _provokes(step: Step, wanted: Any) -> str:
    """Return whether the action of the step provokes attacks of opportunity: yes, no, maybe or ''."""
    told = [event for outcome in step.outcomes for event in outcome.events if isinstance(event, Told)]
    return next((event.params["provokes"] for event in reversed(told) if event.code == "acted"), "")


def _tied(step: Step, who: Combatant) -> list[str]:
    """Return everybody who is tied to somebody by hand."""
    names = [name for name, rule in step.rules.relations.items() if rule.state]
    return sorted({other for name in names for other in tied_to(step.state, name, who.id)})


def _chooses(step: Step, wanted: Any) -> str:
    """Return who says who goes next ('gm', a combatant, group or side), or who may among the waiting."""
    choice = queries.open_choice(step.rules, step.state)
    if choice is None:
        return queries.chooses(step.rules, step.state)
    return choice.who or choice.by


def _decks(step: Step, wanted: Any) -> dict[str, int]:
    left = queries.cards_left(step.rules, step.state)
    return {deck: left[deck] for deck in wanted if deck in left}


def _counts(step: Step, wanted: Any) -> dict[str, int | str | None]:
    return {slot: queries.count_of(step.rules, step.state, slot) for slot in wanted}


def _asks(step: Step, wanted: Any) -> dict[str, list[str]]:
    """Return by combatant what it is asked to roll: by its name where that is all that is expected.

    Equal rolls are listed once, or all of them if any is expected more than once.
    """
    found = {}
    for ident, names in wanted.items():
        asked = [one for one in step.state.asked if one.who == step.who(ident).id]
        said = [
            one.name if one.name in names or one.against is None else f"{one.name} {one.against}"
            for one in asked
        ]
        found[ident] = sorted(
            text
            for text, times in Counter(said).items()
            for _ in range(times if names.count(text) > 1 else 1)
        )
    return found


def _sustains(step: Step, wanted: Any) -> dict[str, list[str]]:
    """Return by combatant the names of the effects that it keeps up."""
    kept = [effect for effect in step.state.effects.values() if effect.sustained]
    return {
        ident: sorted({effect.name for effect in kept if effect.by == step.who(ident).id}) for ident in wanted
    }


def _readied(step: Step, wanted: Any) -> list[str]:
    return [who.id for who in step.state.combatants.values() if who.readied is not None]


# -- names that can never be right -----------------------------------------------------------------

Checker = Callable[[Names, Any], Iterator[Finding]]
"""Yields what is wrong with the value of a key."""
_NOBODY = "Nobody in this case is called {name}"
_NO_STATE = "{name} is neither a state of the ruleset nor an effect that this case or the ruleset begins"
_NO_DOING = "The ruleset has no action, cost or reaction {name}"


def _inside(
    of: type[list[Any]] | type[dict[str, Any]],
    known: Callable[[Names], Collection[str]],
    what: str,
    near: Callable[[Names], Collection[str]] | None = None,
) -> Checker:
    """Return a checker of tables whose values are lists or tables of known names."""

    def check(names: Names, value: Mapping[str, Any]) -> Iterator[Finding]:
        for key, found in value.items():
            if isinstance(found, of):
                likely = (near or known)(names)
                yield from unknown_names((key,), found, known(names), what, likely, places=of is list)

    return check


def _people(names: Names, value: Any) -> Iterator[Finding]:
    if isinstance(value, list):
        yield from unknown_names((), value, names.anybody, _NOBODY, places=True)


def _one(names: Names, value: Any) -> Iterator[Finding]:
    if value not in ("", "gm") and value not in names.anybody:
        for finding in unknown_names((), [value], names.anybody, _NOBODY):
            yield replace(finding, at=())


def _phase(names: Names, value: Any) -> Iterator[Finding]:
    if value and value not in names.phases:
        for finding in unknown_names((), [value], names.phases, "The ruleset has no phase {name}"):
            yield replace(finding, at=())


def _values(names: Names, value: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield stats that nothing has; what is no plain name is a formula, and left to be worked out."""
    for who, stats in value.items():
        for name in stats if isinstance(stats, dict) else ():
            if name.isidentifier() and name not in names.values | names.in_force:
                at, hint = (who, name), did_you_mean(name, names.values | {*names.rules.states})
                if name in names.rules.pools:
                    hint = f"it is a pool: budget = {{ {who} = {{ {name} = {stats[name]} }} }}"
                yield Finding(at, f"The ruleset has no stat {name!r}.", hint)


def _deck_names(names: Names, value: Mapping[str, Any]) -> Iterator[Finding]:
    yield from unknown_names((), value, names.rules.decks, "The ruleset has no deck {name}")


def _with_states(names: Names, value: Mapping[str, Any]) -> Iterator[Finding]:
    yield from unknown_names((), value, names.in_force, _NO_STATE, names.likely)
    yield from _inside(list, lambda of: of.people, _NOBODY)(names, value)


def _asked(names: Names, value: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield rolls that nothing can ask for: what stands behind the name or before it is left to the step."""
    for who, found in value.items():
        for place, text in enumerate(found if isinstance(found, list) else ()):
            name = str(text).partition(" ")[0]
            if not {name, name.partition(":")[0]} & names.askable:
                hint = did_you_mean(name, names.rules.checks) or has(names.rules.checks)
                yield Finding((who, place), f"Nothing in this ruleset asks for {name!r}.", hint, warning=True)


def _numbered(key: str) -> Checker:
    """Return a checker of a key that is the name of a number."""

    def check(names: Names, value: Any) -> Iterator[Finding]:
        known = {*names.values, *names.rules.pools}
        if value and key not in known:
            yield Finding((), f"This ruleset has no stat and no pool {key!r}.", did_you_mean(key, known))

    return check


def _rolls(names: Names, value: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield kinds of rolls that the ruleset does not know."""
    for who, rolls in value.items():
        known = names.rules.rolls
        yield from (
            replace(finding, at=(who, *finding.at))
            for finding in unknown_names((), rolls, known, "The ruleset marks no roll {name}")
        )


def _each_sorted(value: Mapping[str, Any]) -> dict[str, Any]:
    return {
        who: {roll: sorted(marks) for roll, marks in rolls.items()} if isinstance(rolls, dict) else rolls
        for who, rolls in value.items()
    }


_IN_FORCE = _inside(list, lambda names: names.in_force, _NO_STATE, lambda names: names.likely)
_POSSIBLE = (
    "Actions, costs, reactions and declarations that are possible now, or not, of each; `delay`, `resume` "
    "and `ready`, too. What only lacks its target is possible."
)
_DOINGS = _inside(list, lambda names: names.doings, _NO_DOING)

# -- all of them -----------------------------------------------------------------------------------


class Form(Enum):
    """What the value of a key looks like."""

    VALUE = "a value"
    LIST = "a list"
    TABLE = "a table"
    LISTS = "a table of lists"
    TABLES = "a table of tables"


class Keyed(Enum):
    """Whom the keys of a table name."""

    ELSE = "something else"
    PEOPLE = "combatants: nothing can be answered for others"
    PEOPLE_OR_VAIN = "combatants: the answer for others says nothing"
    ANYBODY_OR_VAIN = "combatants, groups and sides: the answer for others says nothing"


def _as_it_is(value: Any) -> Any:
    return value


def _sorted_each(value: Mapping[str, Any]) -> dict[str, Any]:
    return {name: sorted(items) for name, items in value.items()}


def _by_text(value: Mapping[Any, Any]) -> dict[str, Any]:
    return {str(name): list(items) for name, items in value.items()}


class Expectation(Struct, frozen=True):
    """One thing that a step can expect."""

    answer: Callable[[Step, Any], Any]
    """From the step and what is wanted: what is."""
    form: Form = Form.VALUE
    example: str = ""
    """What a table looks like."""
    keyed: Keyed = Keyed.ELSE
    names: Checker | None = None
    alike: Callable[[Any], Any] = _as_it_is
    """What is compared of either."""
    about: str = ""
    """What the key says, for the guide."""
    told: Callable[[str, Any, Any], str] = _told
    """From the key, what is wanted and what is: how they differ."""

    def ill_formed(self, key: str, value: Any) -> Iterator[Finding]:
        """Yield what cannot be compared, or never be the same."""
        tables = self.form in (Form.TABLE, Form.LISTS, Form.TABLES)
        if (tables and not isinstance(value, dict)) or (
            self.form is Form.LIST and not isinstance(value, list)
        ):
            what = "a table" if tables else "a list"
            hint = f"{key} = {self.example}" if self.example else ""
            yield Finding((key,), f"{key!r} is {what}.", hint, warning=True)
            return
        inner: type = {Form.LISTS: list, Form.TABLES: dict}.get(self.form, object)
        for name, part in value.items() if tables else ():
            if not isinstance(part, inner):
                what, hint = "a list" if inner is list else "a table", f"{key} = {self.example}"
                yield Finding((key, name), f"What stands under {name!r} is {what}.", hint, warning=True)

    def misnamed(self, names: Names, value: Any) -> Iterator[Finding]:
        """Yield the names in a value of the right form that can never be right."""
        there = names.anybody if self.keyed is Keyed.ANYBODY_OR_VAIN else names.people
        for who in value if self.keyed is not Keyed.ELSE else ():
            if who not in there:
                hint = did_you_mean(who, there) or has(sorted(there))
                vain = self.keyed is not Keyed.PEOPLE
                yield Finding((who,), f"{_NOBODY.format(name=repr(who))}.", hint, vain)
        if self.names is not None:
            yield from self.names(names, value)


def _list(answer: Callable[[Step, Any], Any], names: Checker | None = None, **more: Any) -> Expectation:
    return Expectation(answer, Form.LIST, names=names, **more)


def _of_each(
    answer: Callable[[Step, Combatant], Any], names: Checker | None = None, *, about: str
) -> Expectation:
    """Return what is expected as a number for each combatant."""
    return Expectation(_each(answer), Form.TABLE, "{ Ada = 1 }", Keyed.PEOPLE, names, about=about)


def _value(name: str, *, about: str) -> Expectation:
    """Return a stat or pool that is expected by its own name."""
    return _of_each(lambda step, who: _number(step, who, name), _numbered(name), about=about)


_PRONE, _STRIKE, _BO = '{ Ada = ["prone"] }', '{ Ada = ["strike"] }', '{ Ada = ["Bo"] }'

EXPECTATIONS: Mapping[str, Expectation] = {
    "round": Expectation(lambda step, wanted: step.state.clock.round, about="Number of the round."),
    "phase": Expectation(lambda step, wanted: step.state.clock.phase, names=_phase, about="Id of the phase."),
    "segment": Expectation(lambda step, wanted: step.state.clock.segment, about="Number of the pass."),
    "active": Expectation(
        lambda step, wanted: queries.active_slot(step.rules, step.state),
        names=_one,
        about="Whose turn it is.",
    ),
    "order": _list(_order, _people, about="The main order, as a list of ids."),
    "counts": Expectation(
        _counts, Form.TABLE, "{ Ada = 1 }", Keyed.ANYBODY_OR_VAIN, about="The count of each."
    ),
    "unrolled": _list(
        lambda step, wanted: queries.unrolled(step.rules, step.state),
        _people,
        alike=sorted,
        about="Who has not rolled yet.",
    ),
    "acted": Expectation(
        _acted,
        Form.LISTS,
        '{ 1 = ["Ada"] }',
        names=_inside(list, lambda names: names.anybody, _NOBODY),
        alike=_by_text,
        about='Who had a turn, by round: `{ 1 = ["Ada"] }`.',
    ),
    "segments": _list(lambda step, wanted: queries.segments(step.state), about="Who acts in which pass."),
    "deck": Expectation(
        _decks,
        Form.TABLE,
        "{ action = 50 }",
        names=_deck_names,
        about="Cards left to be drawn, of each deck: `{ action = 50 }`.",
    ),
    "surprise_round": Expectation(
        lambda step, wanted: step.state.clock.surprise, about="Whether this is a surprise round."
    ),
    "surprises": Expectation(
        _surprises,
        Form.LISTS,
        _BO,
        Keyed.ANYBODY_OR_VAIN,
        alike=_sorted_each,
        about='Over whom somebody has the tie of an order: `{ Ada = ["Bo"] }`.',
    ),
    "side_order": _list(_side_order, about="Order of the sides."),
    "declares": _list(_declares, about="The declaring order."),
    "next_to_declare": Expectation(
        lambda step, wanted: queries.next_to_declare(step.rules, step.state),
        names=_one,
        about="Who is to declare now.",
    ),
    "roller": Expectation(_rollers, Form.TABLE, '{ party = "Ada" }', about="Who rolled for each side."),
    "must_act": Expectation(
        lambda step, wanted: queries.must_act(step.rules, step.state),
        names=_one,
        about="Who of those waiting has to act now.",
    ),
    "chooses": Expectation(
        _chooses, about='Who chooses who goes next: a combatant, a group, a side or `"gm"`.'
    ),
    "choosable": _list(
        lambda step, wanted: list(queries.choosable(step.rules, step.state)),
        alike=sorted,
        about="Who can be chosen to go next.",
    ),
    "edge": Expectation(
        _edge,
        Form.TABLES,
        '{ Ada = { attack = "advantage" } }',
        Keyed.PEOPLE,
        _rolls,
        about="What the marks of rolls come to: advantage, disadvantage, straight or fails.",
    ),
    "marks": Expectation(
        _marks,
        Form.TABLES,
        '{ Ada = { attack = ["-prone"] } }',
        Keyed.PEOPLE,
        _rolls,
        _each_sorted,
        about="What marks rolls, with the state or track that does: exactly these.",
    ),
    "countdown": Expectation(
        _countdown,
        Form.TABLES,
        "{ Ada = { slowed = 2 } }",
        Keyed.PEOPLE_OR_VAIN,
        _inside(dict, lambda names: names.in_force, _NO_STATE, lambda names: names.likely),
        about="Rounds left of effects, of each: `{ Ada = { slowed = 2 } }`.",
    ),
    "budget": Expectation(
        _budget,
        Form.TABLES,
        "{ Ada = { action = 1 } }",
        Keyed.PEOPLE,
        _inside(dict, lambda names: names.rules.pools, "The ruleset has no pool {name}"),
        about="What is left of pools, of each: `{ Ada = { beats = 1 } }`.",
    ),
    "actions": _of_each(_tally, about="Where the first tally stands, of each."),
    "left": _of_each(_left, about="What is left of the first pool that a phase refills, of each."),
    "hp": _value("hp", about="These stats or pools, of each."),
    "temp_hp": _value("temp_hp", about="These stats or pools, of each."),
    "sr": _value("sr", about="These stats or pools, of each."),
    "ap": _value("ap", about="These stats or pools, of each."),
    "track": _of_each(
        lambda step, who: queries.step_of(who, step.rules.main_track),
        about="Step on the main track, of each.",
    ),
    "tracks": Expectation(
        _tracks,
        Form.TABLES,
        "{ Ada = { wounds = 1 } }",
        Keyed.PEOPLE,
        _inside(dict, lambda names: names.rules.tracks, "The ruleset has no track {name}"),
        about="Steps on tracks, of each: `{ Ada = { fear = 2 } }`.",
    ),
    "states": Expectation(
        _each(lambda step, who: queries.names_on(step.state, who)),
        Form.LISTS,
        _PRONE,
        Keyed.PEOPLE,
        _IN_FORCE,
        _sorted_each,
        about="All states and effects, of each, in any order.",
    ),
    "has": Expectation(
        _has,
        Form.LISTS,
        _PRONE,
        Keyed.PEOPLE,
        _IN_FORCE,
        about="Some states and effects that are in force, or not, of each.",
    ),
    "lacks": Expectation(
        _lacks,
        Form.LISTS,
        _PRONE,
        Keyed.PEOPLE,
        _IN_FORCE,
        told=_told_of_lacks,
        about="Some states and effects that are in force, or not, of each.",
    ),
    "with_state": Expectation(
        _with_state,
        Form.LISTS,
        '{ prone = ["Ada"] }',
        names=_with_states,
        alike=_sorted_each,
        about='Who is in a state: `{ prone = ["Ada"] }`.',
    ),
    "readied": _list(_readied, _people, alike=sorted, about="Who has a readied action."),
    "delaying": _list(
        lambda step, wanted: queries.delaying(step.rules, step.state),
        _people,
        alike=sorted,
        about="Who waits.",
    ),
    "can": Expectation(
        _can,
        Form.LISTS,
        _STRIKE,
        Keyed.PEOPLE_OR_VAIN,
        _DOINGS,
        about=_POSSIBLE,
    ),
    "cannot": Expectation(
        _cannot,
        Form.LISTS,
        _STRIKE,
        Keyed.PEOPLE_OR_VAIN,
        _DOINGS,
        about=_POSSIBLE,
    ),
    "value": Expectation(
        _stats,
        Form.TABLES,
        "{ Ada = { guard = 1 } }",
        Keyed.PEOPLE,
        _values,
        about="Any stats, and how large states and effects are, of each: `{ Ada = { guard = 1 } }`.",
    ),
    "roll": Expectation(_roll, about="What was rolled in the step, as a number or a die code."),
    "result": Expectation(_result, about="What `compute` gave, or `dice` came to."),
    "flags": _list(
        _flags, alike=sorted, about='What the GM was told in the step: `["massive-damage"]`; `[]` is nothing.'
    ),
    "flag_values": Expectation(
        _flag_values,
        Form.TABLES,
        "{ massive-damage = { damage = 16 } }",
        about="What the lines of such flags show, by flag: `{ massive-damage = { damage = 16 } }`.",
    ),
    "asks": Expectation(
        _asks,
        Form.LISTS,
        '{ Ada = ["save 12"] }',
        Keyed.PEOPLE,
        _asked,
        _sorted_each,
        about='All that each is asked to roll, with the number to reach or without: `{ Ada = ["save 12"] }`; '
        "`[]` is nothing. To ask how many equal ones are open, list each; listed once, it may be several.",
    ),
    "sustains": Expectation(
        _sustains,
        Form.LISTS,
        '{ Ada = ["bless"] }',
        Keyed.PEOPLE,
        alike=_sorted_each,
        about='The effects that each keeps up: `{ Ada = ["bless"] }`; `[]` is none.',
    ),
    "provokes": Expectation(
        _provokes, about="Whether the action of the step provokes: `yes`, `no`, `maybe`."
    ),
    "tied": Expectation(
        _each(_tied),
        Form.LISTS,
        _BO,
        Keyed.PEOPLE,
        _inside(list, lambda names: names.people, _NOBODY),
        _sorted_each,
        about='Who are tied to somebody by hand: `{ Ada = ["Bo"] }`.',
    ),
    "resolved": _list(
        lambda step, wanted: list(step.state.notes.resolved), about="Labels of attacks that are settled."
    ),
    "penalty": Expectation(
        _penalty,
        Form.TABLES,
        '{ Ada = { against = "Bo", value = -2 } }',
        Keyed.PEOPLE,
        about='The penalty against somebody: `{ Ada = { against = "Bo", value = -2 } }`.',
    ),
    "elapsed": Expectation(
        lambda step, wanted: queries.elapsed(step.rules, step.state), about="Seconds of game time so far."
    ),
    "ended": Expectation(
        lambda step, wanted: queries.ended(step.rules, step.state),
        about="Whether fewer than two sides have anybody left who can act.",
    ),
}
"""Everything that 'expect' can name."""


def differences(step: Step, expect: Mapping[str, Any]) -> str:
    """Return the first expectation that does not hold, as 'key: expected ..., got ...', or ''."""
    for key, wanted in expect.items():
        if key not in EXPECTATIONS:
            raise KeyError(f"expect: there is no key {key!r}")
        one = EXPECTATIONS[key]
        got = one.answer(step, wanted)
        if one.alike(got) != one.alike(wanted):
            return one.told(key, wanted, got)
    return ""


def check_expected(names: Names, wanted: Any) -> Iterator[Finding]:
    """Yield everything that is wrong with the value of 'expect', before anything is played."""
    if not isinstance(wanted, dict):
        yield Finding((), "'expect' is a table.", 'expect = { active = "Ada" }')
        return
    for key, value in wanted.items():
        one = EXPECTATIONS.get(key)
        if one is None:
            hint = did_you_mean(key, EXPECTATIONS)
            yield Finding((key,), f"There is no key {key!r} in 'expect'.", hint)
            continue
        ill = list(one.ill_formed(key, value))
        yield from ill
        if not any(finding.at == (key,) for finding in ill):
            for finding in one.misnamed(names, value):
                yield finding.below(key)
