"""Checks a log that was read from a file while it is played for the first time: nothing is taken on trust.

Whoever decides a command makes sure of what it writes; a file may have been written by anybody. What a
window, a page or a summary looks up without asking (a pool, a step of a track, a number in a log line) is
looked up here first, in the ruleset in force at that step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rulesets.engine.claims import CLAIMS, HOLDS, NOTHING, claimed
from rulesets.engine.counts import COMPARED
from rulesets.engine.draft import Draft
from rulesets.engine.evolve import EVOLVERS, evolve
from rulesets.engine.piles import cards_of
from rulesets.engine.scope import value_of
from rulesets.formula.compiling import MAX_NUMBER, as_number
from rulesets.reading.problems import RulesetError
from rulesets.table import commands as cmd, events as ev
from rulesets.table.combatant import (
    DESCRIBED,
    MAX_COMBATANTS,
    MAX_ID,
    MAX_TEXT,
    NPC,
    OUT_DEFEATED,
    OUT_DISABLED,
    PC,
    Combatant,
    Declared,
)
from rulesets.table.encounter import (
    AT_ZERO,
    GHOST,
    MAX_WAVES,
    NOTED,
    OVER,
    RUNNING,
    SETUP,
    Clock,
    Effect,
    Encounter,
    OpenCheck,
    Order,
    Place,
    Relation,
    Wave,
)
from rulesets.table.told import Reduced, require_entered, require_given, require_told
from rulesets.vocabulary import Input, Rules, Stat

MAX_PASSED = 1_000_000
"""Rounds, segments and passes that a fight may have seen."""
LAST_MOMENT = 253_402_300_800.0
"""Seconds since the epoch at the end of the year 9999, after which no calendar goes on."""
_CONTRADICTS = "it contradicts the steps before it"
_PEOPLED = frozenset({ev.Joined, ev.Left, ev.Described})
_PUT_OFF = frozenset({"wait", "after", "count"})
_KINDS = frozenset({PC, NPC})
_OUT = frozenset({"", OUT_DEFEATED, OUT_DISABLED})


class _Entry(Protocol):
    @property
    def command(self) -> Any: ...

    @property
    def events(self) -> tuple[Any, ...]: ...

    @property
    def at(self) -> float: ...


Kind = TypeVar("Kind", bound=Struct)
RulesOf = Callable[[str], Rules]
"""Gives the rules of an edition by its hash; raises LookupError or RulesetError."""


class LogError(ValueError):
    """A step of a log that the rules in force there do not know, or that no sentence can be made of."""

    def __init__(self, number: int, error: Exception) -> None:
        """Keep which step it is, counted from 1, and what is wrong with it."""
        self.number = number
        self.why = str(error) if isinstance(error, ValueError) else _CONTRADICTS
        super().__init__(f"step {number}: {self.why}")


class Vocabulary:
    """What the events of one step may name: all that the rules in force know, or those before and after."""

    def __init__(self, *rules: Rules) -> None:
        """Gather the names of one ruleset, or of two where a step changes from one to the other."""
        self.pools = frozenset(name for one in rules for name in one.pools)
        self.tallies = frozenset(name for one in rules for name in one.tallies)
        self.actions = frozenset(name for one in rules for name in one.actions)
        self.states = frozenset(name for one in rules for name in one.states)
        self.orders = frozenset(name for one in rules for name in one.orders)
        self.decks = frozenset(name for one in rules for name in one.decks)
        self.relations = frozenset(name for one in rules for name in one.relations)
        self.checks = frozenset(name for one in rules for name in one.checks)
        self.phases = frozenset(phase.id for one in rules for phase in one.phases) | {""}
        self._rules = rules
        self.stats: dict[str, list[Stat]] = {}
        self.steps: dict[str, int] = {}
        self.inputs: dict[str, dict[str, list[Input]]] = {}
        self.compared: dict[str, set[int]] = {}
        """Order → how many numbers a place in it is compared by."""
        for one in rules:
            for name, stat in one.stats.items():
                self.stats.setdefault(name, []).append(stat)
            for name, order in one.orders.items():
                number = sum(key.by in COMPARED for key in order.keys)
                self.compared.setdefault(name, set()).add(number)
            for name, track in one.tracks.items():
                self.steps[name] = max(self.steps.get(name, 0), len(track.steps))
            for name, declaration in one.declarations.items():
                inputs = self.inputs.setdefault(name, {})
                for key, filled in declaration.inputs.items():
                    inputs.setdefault(key, []).append(filled)

    # -- single things -----------------------------------------------------------------------------

    def require_stat(self, key: str, value: Any) -> None:
        """Make sure of an entered stat; None is not given."""
        kinds = self.stats.get(key)
        if kinds is None:
            raise ValueError(f"there is no stat {key!r}")
        if value is not None and not any(_fits(kind, value) for kind in kinds):
            raise ValueError(f"the stat {key!r} cannot have that value")

    def require_place(self, track: str, step: int, persistent: int) -> None:
        """Make sure of a place on a track."""
        if track not in self.steps:
            raise ValueError(f"there is no track {track!r}")
        if not 0 <= persistent <= step < max(1, self.steps[track]):
            raise ValueError(f"the track {track!r} has no step {step}")

    def require_declared(self, declared: Declared) -> None:
        """Make sure of a declaration and what was filled into its fields."""
        inputs = self.inputs.get(declared.name)
        if inputs is None:
            raise ValueError(f"there is no declaration {declared.name!r}")
        for key, value in declared.fields.items():
            if not any(_fills(one, value) for one in inputs.get(key, ())):
                raise ValueError(f"the declaration {declared.name!r} cannot have that {key!r}")

    def require_announced(self, table: Draft, who: Combatant, declared: Declared) -> None:
        """Make sure that the acts which a declaration announces can be counted."""
        for rules in self._rules:
            rule = rules.declarations.get(declared.name)
            if rule is not None and rule.acts:
                as_number(value_of(rules, table, who, rule.acts, declared.fields), rule.acts)

    def require_combatant(self, who: Combatant) -> None:
        """Make sure of everything that a combatant comes or leaves with."""
        if not who.id.strip() or len(who.id) > MAX_ID or who.id.startswith(GHOST):
            raise ValueError("a combatant has an id that no combatant can have")
        texts = (who.name, who.side, who.group, who.notes, who.alias, who.shared)
        if max(map(len, texts)) > MAX_TEXT:
            raise ValueError("a combatant has a text that is too long")
        _one_of(who.kind, _KINDS, "kind of combatant")
        _one_of(who.out, _OUT, "way to be out")
        for key, value in who.stats.items():
            self.require_stat(key, value)
        for pool in (*who.pools, *who.debts, *who.left):
            _one_of(pool, self.pools, "pool")
        for number in (*who.pools.values(), *who.debts.values(), *who.left.values(), *who.tallies.values()):
            _require_count(number)
        for tally in who.tallies:
            _one_of(tally, self.tallies, "tally")
        for action in who.parts:
            _one_of(action, self.actions, "action")
        for track, place in who.tracks.items():
            self.require_place(track, place.step, place.persistent)
        for declared in who.declared:
            self.require_declared(declared)

    def require_effect(self, effect: Effect) -> None:
        """Make sure of an effect, but not of whom it is on."""
        _one_of(effect.at_zero, AT_ZERO, "end of an effect")
        if not -1 <= effect.left <= MAX_NUMBER:
            raise ValueError("an effect has no number of rounds left that can be")
        if not 0 <= effect.size <= MAX_NUMBER:
            raise ValueError("an effect has a size that none can have")
        if max(len(effect.notes), len(effect.shared)) > MAX_TEXT:
            raise ValueError("an effect has a text that is too long")
        if effect.state:
            _one_of(effect.state, self.states, "state")

    def require_check(self, check: OpenCheck) -> None:
        """Make sure of a roll that is asked for, but not of who is asked."""
        _one_of(check.check, self.checks, "check")
        _require_count(check.against)

    def require_clock(self, clock: Clock) -> None:
        """Make sure of a moment."""
        _one_of(clock.status, (SETUP, RUNNING, OVER), "status")
        _one_of(clock.phase, self.phases, "phase")
        passed = (clock.round, clock.segment, clock.passes, clock.completed)
        if not all(0 <= number <= MAX_PASSED for number in passed):
            raise ValueError("a round is counted as none can be")

    def require_cards(self, deck: str, cards: Iterable[str]) -> None:
        """Make sure of cards of a deck, of whichever rules."""
        _one_of(deck, self.decks, "deck")
        every = {card for one in self._rules if deck in one.decks for card in cards_of(one, deck).cards}
        for card in cards:
            _one_of(card, every, "card")

    def require_order(self, name: str, order: Order) -> None:
        """Make sure of an order: everybody in it has one place."""
        _one_of(name, self.orders, "order")
        if len(order.slots) != len(order.places) or order.places.keys() != set(order.slots):
            raise ValueError(f"the order {name!r} and its places differ")
        for place in order.places.values():
            self.require_standing(name, place)

    def require_standing(self, order: str, place: Place) -> None:
        """Make sure of a place in an order: its count, and by how many numbers it is compared."""
        _one_of(order, self.orders, "order")
        _require_count(place.count)
        if len(place.keys) not in self.compared[order]:
            raise ValueError(f"a place in the order {order!r} is compared by other numbers")


def _one_of(name: str, known: Any, what: str) -> None:
    if name not in known:
        raise ValueError(f"there is no {what} {name[:MAX_ID]!r}")


def _require_count(number: int | None) -> None:
    """Make sure of a whole number that is counted, or of None, which is without limit."""
    if number is not None and not abs(number) <= MAX_NUMBER:
        raise ValueError("a number grows beyond all measure")


def _is_number(value: Any) -> bool:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return number and abs(value) <= MAX_NUMBER  # which NaN is not


def _are_texts(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(one, str) for one in value)


def _fits(rule: Stat, value: Any) -> bool:
    """Return whether a stat can have a value, as :func:`~rulesets.engine.as_entered.read_stat` keeps it."""
    if rule.type == "bool" or isinstance(rule.default, bool):
        return isinstance(value, bool)
    if rule.type == "text":
        return isinstance(value, str) and len(value) <= MAX_TEXT
    if rule.type == "list":
        return _are_texts(value)
    if rule.type == "reduction" and isinstance(value, list | tuple):
        msgspec.convert(value, list[Reduced])
        return True
    return _is_number(value)


def _fills(one: Input, value: Any) -> bool:
    """Return whether an input of a declaration can hold a value."""
    match one.type:
        case "number":
            return _is_number(value)
        case "bool":
            return isinstance(value, bool)
        case "texts" | "combatants":
            return _are_texts(value)
    return isinstance(value, str)


# -- events ----------------------------------------------------------------------------------------


def _stat(known: Vocabulary, table: Draft, event: ev.StatChanged) -> None:
    known.require_stat(event.key, event.new)


def _pool(known: Vocabulary, table: Draft, event: Any) -> None:
    _one_of(event.key, known.pools, "pool")
    _require_count(event.new)


def _pool_there(known: Vocabulary, table: Draft, event: ev.PoolOpened | ev.PoolClosed) -> None:
    _one_of(event.key, known.pools, "pool")
    _require_count(event.left)


def _tally(known: Vocabulary, table: Draft, event: ev.TallyChanged) -> None:
    _one_of(event.key, known.tallies, "tally")
    _require_count(event.new)


def _used(known: Vocabulary, table: Draft, event: ev.UsedChanged) -> None:
    _require_count(event.new)


def _track(known: Vocabulary, table: Draft, event: ev.TrackMoved) -> None:
    known.require_place(event.key, event.new.step, event.new.persistent)


def _parts(known: Vocabulary, table: Draft, event: ev.PartsChanged) -> None:
    _one_of(event.key, known.actions, "action")


def _out(known: Vocabulary, table: Draft, event: ev.OutChanged) -> None:
    _one_of(event.new, _OUT, "way to be out")


def _declared(known: Vocabulary, table: Draft, event: ev.DeclaredChanged) -> None:
    for declared in event.new:
        known.require_declared(declared)
        known.require_announced(table, table.combatants[event.who], declared)


def _described(known: Vocabulary, table: Draft, event: ev.Described) -> None:
    kind: type | None = DESCRIBED.get(event.key)
    for value in (event.old, event.new):
        fits = kind is not None and isinstance(value, kind)
        if not fits or (isinstance(value, list) and not _are_texts(value)):
            raise ValueError(f"{event.key[:MAX_ID]!r} of a combatant cannot be that")
        if event.key == "kind":
            _one_of(value, _KINDS, "kind of combatant")
        if isinstance(value, str) and len(value) > MAX_TEXT:
            raise ValueError("a combatant has a text that is too long")


def _encounter_described(known: Vocabulary, table: Draft, event: ev.EncounterDescribed) -> None:
    _one_of(event.key, NOTED, "note of an encounter")
    if max(len(event.old), len(event.new)) > MAX_TEXT:
        raise ValueError("a note of the encounter is too long")


def _wave(known: Vocabulary, table: Draft, event: ev.WaveChanged) -> None:
    if event.new is not None:
        _require_wave(event.new)
    if len(table.waves) > MAX_WAVES:
        raise ValueError("there are too many waves")


def _require_wave(wave: Wave) -> None:
    """Make sure of those who are to come, as far as they can be shown before they are there."""
    if not wave.id.strip() or len(wave.id) > MAX_ID or not 0 <= wave.round <= MAX_PASSED:
        raise ValueError("a wave is none that can come")
    if max(len(wave.when), len(wave.notes)) > MAX_TEXT or not 0 < len(wave.combatants) <= MAX_COMBATANTS:
        raise ValueError("a wave is none that can come")
    for given in wave.combatants:
        _require_given(given)
        if not str(given.get("id") or "").strip():
            raise ValueError("somebody of a wave has no id")
    for carried in wave.carried.values():
        require_given(carried.stats)


def _joined(known: Vocabulary, table: Draft, event: ev.Joined) -> None:
    known.require_combatant(event.combatant)
    if len(table.combatants) >= MAX_COMBATANTS:
        raise ValueError("there are too many combatants")


def _clock(known: Vocabulary, table: Draft, event: ev.ClockMoved) -> None:
    known.require_clock(event.new)


def _opening(known: Vocabulary, table: Draft, event: ev.OpeningKept) -> None:
    for kept in event.new:
        check = _CHECKS.get(type(kept))
        if check is not None:
            check(known, table, kept)


def _put_off(known: Vocabulary, table: Draft, event: ev.PutOffChanged) -> None:
    if event.new is not None:
        _one_of(event.new.kind, _PUT_OFF, "way to put a turn off")
        _require_count(event.new.count)


def _listed(known: Vocabulary, table: Draft, event: ev.TurnListed) -> None:
    if not 0 <= event.round <= MAX_PASSED or not 0 <= event.segment <= MAX_PASSED:
        raise ValueError("a turn is listed in a round that cannot be")


def _order(known: Vocabulary, table: Draft, event: ev.OrderMade) -> None:
    if event.new is not None:
        known.require_order(event.order, event.new)


def _in_order(known: Vocabulary, table: Draft, event: Any) -> None:
    _one_of(event.order, known.orders, "order")


def _placed(known: Vocabulary, table: Draft, event: ev.SlotPlaced | ev.SlotRemoved) -> None:
    known.require_standing(event.order, event.place)


def _place(known: Vocabulary, table: Draft, event: ev.PlaceChanged) -> None:
    known.require_standing(event.order, event.new)


def _drawn(known: Vocabulary, table: Draft, event: ev.CardDrawn) -> None:
    known.require_cards(event.deck, (event.card,))


def _pile(known: Vocabulary, table: Draft, event: ev.PileChanged) -> None:
    if event.new is not None:
        known.require_cards(event.deck, (*event.new.left, *event.new.drawn))


def _effect_began(known: Vocabulary, table: Draft, event: ev.EffectBegan) -> None:
    known.require_effect(event.effect)
    _one_of(event.effect.on, table.combatants, "combatant")


def _effect(known: Vocabulary, table: Draft, event: ev.EffectChanged) -> None:
    known.require_effect(event.new)
    if (event.new.id, event.new.on) != (event.old.id, event.old.on):
        raise ValueError("an effect becomes another one")


def _asked(known: Vocabulary, table: Draft, event: ev.CheckAsked | ev.CheckClosed) -> None:
    known.require_check(event.check)
    for who in (event.check.who, *filter(None, [event.check.target])):
        _one_of(who, table.combatants, "combatant")


def _relation(known: Vocabulary, table: Draft, event: ev.RelationChanged) -> None:
    tie: Relation | None = event.new
    if tie is not None:
        _one_of(tie.name, known.relations, "relation")
        _one_of(tie.of, table.combatants, "combatant")
        _one_of(tie.over, table.combatants, "combatant")


def _told(known: Vocabulary, table: Draft, event: ev.Told) -> None:
    require_told(event.code, event.params)


def _flagged(known: Vocabulary, table: Draft, event: ev.Flagged) -> None:
    if event.values:
        require_entered(event.values)


def _overrode(known: Vocabulary, table: Draft, event: ev.Overrode) -> None:
    require_entered(event.params)


Check = Callable[[Vocabulary, Draft, Any], None]
_CHECKS: dict[type[ev.Event], Check] = {
    ev.StatChanged: _stat,
    ev.PoolChanged: _pool,
    ev.PoolOpened: _pool_there,
    ev.PoolClosed: _pool_there,
    ev.DebtChanged: _pool,
    ev.TallyChanged: _tally,
    ev.UsedChanged: _used,
    ev.TrackMoved: _track,
    ev.PartsChanged: _parts,
    ev.OutChanged: _out,
    ev.DeclaredChanged: _declared,
    ev.Described: _described,
    ev.EncounterDescribed: _encounter_described,
    ev.WaveChanged: _wave,
    ev.Joined: _joined,
    ev.ClockMoved: _clock,
    ev.OpeningKept: _opening,
    ev.PutOffChanged: _put_off,
    ev.TurnListed: _listed,
    ev.OrderMade: _order,
    ev.SlotMoved: _in_order,
    ev.SlotPlaced: _placed,
    ev.SlotRemoved: _placed,
    ev.PlaceChanged: _place,
    ev.CardDrawn: _drawn,
    ev.PileChanged: _pile,
    ev.EffectBegan: _effect_began,
    ev.EffectChanged: _effect,
    ev.CheckAsked: _asked,
    ev.CheckClosed: _asked,
    ev.RelationChanged: _relation,
    ev.Told: _told,
    ev.Flagged: _flagged,
    ev.Overrode: _overrode,
}
"""Event → what must be so of what it brings; the kinds of its values are made sure of when it is decoded."""
_STEPS: dict[
    type[ev.Event],
    tuple[
        Check | None, Callable[[Any], Any], Callable[[Draft, Any], Any], Callable[[Draft, Any], None] | None
    ],
] = {kind: (_CHECKS.get(kind), CLAIMS[kind], HOLDS[kind], EVOLVERS.get(kind)) for kind in CLAIMS}
"""Event → its check, what it claims, what is held there, and what it does (None if it only tells)."""


# -- commands --------------------------------------------------------------------------------------


def _numbers_set(command: cmd.SetNumbers) -> None:
    require_entered({"initiative": command.initiative, **command.pools, **command.stats})


def _applied(command: cmd.Apply) -> None:
    require_entered(command.inputs)
    for own in command.own.values():
        require_entered(own)


def _require_given(given: dict[str, Any]) -> None:
    require_given(given)
    for key in ("id", "name", "side", "kind", "group", "notes", "alias", "shared"):
        if not isinstance(given.get(key, ""), str):
            raise ValueError(f"{key!r} of a combatant is a text")


def _added(command: cmd.Add) -> None:
    _require_given(command.combatant)
    if command.carried is not None:
        require_given(command.carried.stats)


def _planned(command: cmd.PlanWave) -> None:
    for given in command.combatants:
        _require_given(given)
    for carried in command.carried.values():
        require_given(carried.stats)


def _taken_up(command: cmd.TakeUp) -> None:
    for given in command.entered:
        _require_given(given)


_COMMANDS: dict[type[cmd.Command], Callable[[Any], None]] = {
    cmd.SetNumbers: _numbers_set,
    cmd.Describe: lambda command: require_entered(command.changes),
    cmd.Declare: lambda command: require_entered(command.fields),
    cmd.Apply: _applied,
    cmd.Throw: lambda command: require_entered(command.inputs),
    cmd.DescribeEncounter: lambda command: require_entered(command.changes),
    cmd.NoteEffect: lambda command: require_entered(command.changes),
    cmd.Add: _added,
    cmd.PlanWave: _planned,
    cmd.TakeUp: _taken_up,
}
"""Command → what must be so of what it says freely, for it to be put into words: somebody can enter it."""


# -- a log -----------------------------------------------------------------------------------------


class LogCheck:
    """Plays a log for the first time, step by step."""

    def __init__(
        self, base: Encounter, rules_of: RulesOf, before: Sequence[Any] = (), met: Iterable[str] = ()
    ) -> None:
        """Begin with ``base``, to which the entries ``before`` have led, or those that were about ``met``.

        ``rules_of`` finds the rules that a step is played by.
        """
        self._draft = Draft(base)
        self.met = {*met, *base.combatants, *(one.slot for one in base.combatants.values())}
        """Everybody who is or was on the table: whom a line of the log can be about."""
        for entry in before:
            for event in entry.events:
                self._meet(event)
        self._rules_of = rules_of
        self._known: dict[tuple[str, ...], Vocabulary] = {}
        self._present: tuple[str, Vocabulary] | None = None
        """The edition in force, and what its steps may name."""
        self.mended = False
        """True if an event was wrong about what was so before it, and says now what was so."""
        self._slots: frozenset[str] | None = None
        """Everybody who can have a turn; None once somebody has come, gone or changed the group."""

    @property
    def state(self) -> Encounter:
        """The encounter after the steps that were played."""
        state = self._draft.freeze()
        self._draft = Draft(state)  # what is played now may not reach it
        return state

    def play(self, entries: Sequence[Any], first: int = 1) -> list[Any]:
        """Play further entries, of which ``first`` is the number of the first; return them.

        An event that is wrong about what was so before it, as older versions wrote some, says what was so:
        then undo leads to where the fight has been.

        Raises:
            LogError: for the first that makes no sense.
            RulesetError: if the rules that one is played by cannot be compiled.
        """
        played = []
        for number, entry in enumerate(entries, first):
            try:
                played.append(self._entry(self._vocabulary(entry), entry))
            except RulesetError:
                raise
            except Exception as error:  # whatever it trips over: somebody has made this step up
                raise LogError(number, error) from error
        return played

    def play_undone(self, entries: Sequence[Any], first: int) -> list[Any]:
        """Play entries that were taken back, as :meth:`play` does.

        Those by rules that cannot be compiled stay: they cannot be done again, and say so when that is asked.

        Raises:
            LogError: for the first that makes no sense.
        """
        played: list[Any] = []
        for number, entry in enumerate(entries, first):
            try:
                played += self.play((entry,), number)
            except RulesetError:
                return [*played, *self._unknown(entries[len(played) :], number)]
        return played

    def _unknown(self, entries: Sequence[Any], first: int) -> Sequence[Any]:
        """Return entries by rules that nobody knows, once they have proved to follow one from the other."""
        for number, entry in enumerate(entries, first):
            try:
                for event in entry.events:
                    evolve(self._draft, event)
            except Exception as error:
                raise LogError(number, error) from error
        return entries

    def _vocabulary(self, entry: _Entry) -> Vocabulary:
        changed: tuple[str, ...] = ()
        if isinstance(entry.command, cmd.ChangeRules):
            changed = tuple(event.new for event in entry.events if isinstance(event, ev.RulesChanged))
        elif self._present is not None and self._present[0] == self._draft.rules:
            return self._present[1]
        editions = (self._draft.rules, *changed)
        known = self._known.get(editions)
        if known is None:
            known = self._known[editions] = Vocabulary(*map(self._rules_of, editions))
        if not changed:
            self._present = (self._draft.rules, known)
        return known

    def _entry(self, known: Vocabulary, entry: _Entry) -> _Entry:
        if not 0 <= entry.at < LAST_MOMENT:
            raise ValueError("it was given at no time that there is")
        require = _COMMANDS.get(type(entry.command))
        if require is not None:
            require(entry.command)
        draft, met, mended = self._draft, self.met, None
        for place, event in enumerate(entry.events):
            kind = type(event)
            check, claims, holds, evolver = _STEPS[kind]
            if check is not None:
                check(known, draft, event)
            if evolver is None:
                if kind is ev.Told and "who" in event.params and event.params["who"] not in met:
                    raise ValueError("it tells of somebody who was never there")
            else:
                if kind is ev.RulesChanged and not isinstance(entry.command, cmd.ChangeRules):
                    raise ValueError("the rules change without an order to change them")
                claim, there = claims(event), holds(draft, event)
                true = claim == there
                if not true:
                    event = _righted(event, claim, there)
                    mended = list(entry.events[:place]) if mended is None else mended
                    if event is None:
                        continue
                evolver(draft, event)
                if kind in _PEOPLED:
                    self._slots = None
                    self._meet(event)
            if mended is not None:
                mended.append(event)
        self._require_turns()
        if mended is None:
            return entry
        self.mended = True
        return replace(entry, events=tuple(mended))  # type: ignore[type-var]

    def _meet(self, event: ev.Event) -> None:
        if isinstance(event, ev.Joined):
            self.met |= {event.combatant.id, event.combatant.slot}
        elif isinstance(event, ev.Described) and event.key == "group":
            self.met.add(str(event.new))

    def _require_turns(self) -> None:
        """Make sure that whose turn it is, was or is put off is somebody on the table.

        The last turn may have been taken where nobody stands any more.
        """
        draft = self._draft
        if self._slots is None:
            self._slots = frozenset(one.slot for one in draft.combatants.values()) | {""}
        walk, slots, put_off = draft.walk, self._slots, draft.put_off
        here = walk.active in slots and (walk.went in slots or walk.went[0] == GHOST)
        if not here or (put_off and not put_off.keys() <= slots):
            raise ValueError("it is the turn of somebody who is not there")


def _righted(event: Any, claim: Any, there: Any) -> Any:
    """Return an event that says rightly what was so before it, which is not what it claims.

    None if nothing happens: a state begins that is in force, or ends that is not.

    Raises:
        ValueError: if it is about something that is not there, or that is there already.
    """
    if isinstance(event, ev.StateBegan | ev.StateEnded) and there is not NOTHING:
        return None
    if hasattr(event, "old") and NOTHING not in (claim, there):
        return replace(event, old=there)
    if isinstance(event, ev.PoolClosed) and there is not NOTHING:
        return replace(event, left=there)
    if hasattr(event, "index") and isinstance(there, int | tuple):
        index = there[1] if isinstance(there, tuple) else there
        righted = replace(event, index=index)
        if claimed(righted) == there:
            return righted
    raise ValueError(_CONTRADICTS)
