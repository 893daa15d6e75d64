"""What the players may know of a fight: the one place that leaves out what they must not.

Whoever shows them anything looks at the encounter that :func:`for_players` returns, as a
:class:`~rulesets.seen.scene.Viewer` for players does by itself. Nobody whom the game master hides is in it,
nor anything that is there only because of such a one: no place in an order, no turn, no tie, no number that
counts them. While somebody acts whom they do not see, the last one whom they saw still does; before
anybody of the pass has acted, the next one does. Whose name they do not know goes by the name that the
players have for it, and its id is another one, too. What is still to come is not there yet.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import structs

from rulesets.engine import coming
from rulesets.engine.piles import pile_of
from rulesets.table.combatant import PC, Combatant, Declared
from rulesets.table.encounter import (
    GHOST,
    RUNNING,
    Attack,
    Effect,
    Encounter,
    Order,
    Place,
    PutOff,
    TurnNotes,
    Walk,
)
from rulesets.vocabulary import Rules, find_phase

UNKNOWN = "?"
"""Begins the id of one whose name the players do not know."""
NAMING = frozenset({"combatant", "combatants"})
"""Types of what is filled in that name somebody."""
_OF_TURNS = frozenset({"turn-start", "turn-end"})


def for_players(rules: Rules, state: Encounter) -> Encounter:
    """Return an encounter as the players may know it. What they are told is asked of it, by a Scene."""
    return _Telling(rules, state).encounter()


def to_be_tried(rules: Rules, told: Encounter) -> Encounter:
    """Return what players know of an encounter so that orders can be tried on it: no deck is unknown then.

    What lies in one is not told to them, so it is whole.
    """
    return structs.replace(told, decks={deck: pile_of(rules, told, deck) for deck in rules.decks})


class Names:
    """By which id the players know somebody, and by which name; '' for whom they must not know of."""

    def __init__(self, people: Mapping[str, Combatant]) -> None:
        """Go by who is hidden and who has another name now."""
        self._people = people
        self.unseen = frozenset(who.id for who in people.values() if who.hidden)
        seen = [who for who in people.values() if not who.hidden]
        disguised = [who for who in seen if who.alias]
        numbers = {who.id: f"{UNKNOWN}{number}" for number, who in enumerate(disguised, 1)}
        self._ids = {who.id: numbers.get(who.id, who.id) for who in seen}
        self._slots = dict(self._ids)
        self._groups: dict[str, str] = {}
        members: dict[str, list[Combatant]] = {}
        for who in people.values():
            if who.group:
                members.setdefault(who.group, []).append(who)
        for group, several in members.items():
            self._slots[group] = self._group(group, several)

    def _group(self, group: str, several: list[Combatant]) -> str:
        """Return by which id a group is known: its own may be made of the names of those in it."""
        seen = [who for who in several if not who.hidden]
        if len(seen) == len(several) and not any(who.alias for who in several):
            self._groups[group] = group
            return group
        if len(seen) < 2:  # nobody shares the turn of that one
            return self._ids[seen[0].id] if seen else ""
        first = seen[0].alias or seen[0].name
        made, number = f"{first} & co.", 1
        taken = {*self._ids.values(), *self._slots.values()}
        while made in taken:
            number += 1
            made = f"{first} & co. {number}"
        self._groups[group] = made
        return made

    def id(self, who: str) -> str:
        """Return the id by which a combatant is known."""
        return self._ids.get(who, "")

    def slot(self, slot: str) -> str:
        """Return the id by which a slot is known."""
        return self._slots.get(slot, "")

    def group(self, group: str) -> str:
        """Return by which id a group is known; '' if those whom they see of it share no turn."""
        return self._groups.get(group, "")

    def knows(self, ident: str) -> bool:
        """Return whether an id of a combatant or a slot may be spoken of, under whatever name."""
        return bool(self._slots.get(ident))

    def called(self, ident: str) -> str:
        """Return what a combatant or a group is called; '' for whom they must not know of."""
        who = self._people.get(ident)
        if who is not None:
            return "" if who.hidden else who.alias or who.name
        known = self._slots.get(ident, "")
        alone = next((one for one in self._people.values() if one.group == ident and not one.hidden), None)
        return (alone.alias or alone.name) if alone is not None and known == self._ids[alone.id] else known


class _Telling:
    """Makes what the players may know of one encounter."""

    def __init__(self, rules: Rules, state: Encounter) -> None:
        self._rules, self._state = rules, state
        self._names = Names(state.combatants)
        self._sides = {
            coming.side_of(rules, state, who.slot) for who in state.combatants.values() if not who.hidden
        } | {who.side for who in state.combatants.values() if not who.hidden}

    def encounter(self) -> Encounter:
        """Return all of it."""
        state, names = self._state, self._names
        people = {
            names.id(who.id): self._person(who) for who in self._state.combatants.values() if not who.hidden
        }
        told = structs.replace(
            state,
            combatants=people,
            orders={name: self._order(name, order) for name, order in state.orders.items()},
            opening=(),
            put_off={names.slot(k): self._put_off(v) for k, v in state.put_off.items() if names.knows(k)},
            over={names.slot(slot): passes for slot, passes in state.over.items() if names.knows(slot)},
            missed={names.slot(slot): one for slot, one in state.missed.items() if names.knows(slot)},
            acted=self._acted(),
            effects={effect.id: effect for effect in self._effects(state.effects.values())},
            relations=self._relations(),
            ghosts=0,
            asked=tuple(
                structs.replace(one, who=names.id(one.who), by=names.id(one.by), target="")
                for one in state.asked
                if names.knows(one.who)
            ),
            decks={},
            about="",
            waves=(),
            walk=Walk(),
            notes=TurnNotes(),
        )
        return self._with_turn(told)

    # -- people ------------------------------------------------------------------------------------

    def _person(self, who: Combatant) -> Combatant:
        names = self._names
        return structs.replace(
            who,
            id=names.id(who.id),
            name=who.alias or who.name,
            group=names.group(who.group),
            notes="",
            alias="",
            left={},
            readied=who.readied if who.kind == PC else None,
            declared=tuple(self._declared(one) for one in who.declared),
        )

    def _declared(self, one: Declared) -> Declared:
        return Declared(one.name, told_fields(self._names, self._state.combatants, one.fields))

    def _effects(self, effects: Iterable[Effect]) -> Iterable[Effect]:
        used: set[str] = set()
        for effect in effects:
            if not self._names.knows(effect.on):
                continue
            told, number = told_effect(self._names, effect), 1
            while told.id in used:  # begun by several, of whom not all are seen
                number += 1
                told = structs.replace(told, id=f"{told.on}:{told.name}:{number}")
            used.add(told.id)
            yield told

    def _relations(self) -> dict[str, Any]:
        names, found = self._names, {}
        for tie in self._state.relations.values():
            of, over = names.id(tie.of), names.id(tie.over)
            if of and over:
                found[f"{tie.name}:{of}:{over}"] = structs.replace(tie, of=of, over=over)
        return found

    # -- orders ------------------------------------------------------------------------------------

    def _order(self, name: str, order: Order) -> Order:
        """Return an order of those whom they see: the places between them are closed up."""
        rule = self._rules.orders.get(name)
        if rule is not None and rule.of == "side":
            slots = [(slot, slot) for slot in order.slots if slot in self._sides]
        else:
            slots = [(slot, self._names.slot(slot)) for slot in order.slots if self._names.knows(slot)]
        return Order(
            tuple(known for _, known in slots),
            {known: self._place(order.places[slot]) for slot, known in slots},
        )

    def _place(self, place: Place) -> Place:
        """Return a place without what tells of a tie, which may be with one whom they do not see."""
        return structs.replace(place, rolls=(), lot=None, roller=self._names.id(place.roller))

    def _put_off(self, later: PutOff) -> PutOff:
        after = self._names.slot(later.after)
        kind = later.kind if after or not later.after else "wait"
        return structs.replace(later, kind=kind, after=after, place=None, ghost="", since=0)

    def _acted(self) -> dict[int, Any]:
        names = self._names
        told = {
            number: tuple(structs.replace(t, slot=names.slot(t.slot)) for t in turns if names.knows(t.slot))
            for number, turns in self._state.acted.items()
        }
        return {number: turns for number, turns in told.items() if turns}

    # -- whose turn it is --------------------------------------------------------------------------

    def _with_turn(self, told: Encounter) -> Encounter:
        """Return the encounter with whose turn it is, as far as they see who has it."""
        was, names = self._state.walk, self._names
        if not was.active or names.knows(was.active):
            active, own = names.slot(was.active), True
        else:
            active, own = self._instead(told), False
            told = self._as_then(told, active)
        seen = structs.replace(
            was if own else Walk(),
            active=active,
            went=names.slot(was.went),
            side=was.side if names.knows(was.went) else "",
            taken=0,
            together=tuple(names.slot(slot) for slot in was.together if names.knows(slot)),
            interrupted=tuple(
                structs.replace(one, slot=names.slot(one.slot), notes=self._notes(one.notes))
                for one in was.interrupted
                if names.knows(one.slot) and names.slot(one.slot) != active
            ),
            followed_by=tuple(names.slot(slot) for slot in was.followed_by if names.knows(slot)),
            cursor="",
            last="",
            counted=self._counted(told, active),
            ended=was.ended,
        )
        notes = self._notes(self._state.notes) if own else TurnNotes()
        return structs.replace(told, walk=seen, notes=notes)

    def _as_then(self, told: Encounter, active: str) -> Encounter:
        """Return the encounter in the pass in which somebody had its turn, if that is over."""
        turns = [turn for turn in told.acted.get(told.clock.round, ()) if turn.slot == active]
        phase = find_phase(self._rules, told.clock.phase)
        over = bool(turns) and turns[-1].segment < told.clock.segment
        if not over or phase is None or coming.has_turn_left(self._rules, told, phase, active):
            return told
        passes = told.over.get(active, told.clock.passes)
        clock = structs.replace(told.clock, segment=turns[-1].segment, passes=passes)
        return structs.replace(told, clock=clock)

    def _counted(self, told: Encounter, active: str) -> int:
        phase = find_phase(self._rules, told.clock.phase)
        order = None if phase is None else told.orders.get(phase.order)
        place = None if order is None else order.places.get(active)
        return 0 if place is None else place.count

    def _instead(self, told: Encounter) -> str:
        """Return who has the turn as far as they see: the last one of the pass, else the first to come."""
        state, phase = self._state, find_phase(self._rules, told.clock.phase)
        under_way = (self._names.slot(one.slot) for one in state.walk.interrupted)
        found = next((slot for slot in under_way if slot), "")
        if found or phase is None or state.clock.status != RUNNING:
            return found
        there = {who.slot for who in told.combatants.values()}  # who came back may have a group
        turns = [turn for turn in told.acted.get(told.clock.round, ()) if turn.slot in there]
        had = [
            turn.slot
            for turn in turns
            if turn.segment == told.clock.segment and coming.has_had(told, turn.slot)
        ]
        if had:
            return had[-1]
        order = told.orders.get(phase.order, Order())
        left = [slot for slot in order.slots if coming.has_turn_left(self._rules, told, phase, slot)]
        if turns and not left:  # nobody whom they see has a part in this pass
            return turns[-1].slot
        return max(left, key=lambda slot: order.places[slot].count if phase.repeats else 0, default="")

    def _notes(self, notes: TurnNotes) -> TurnNotes:
        """Return what has happened in a turn, as far as they have seen it."""
        names = self._names
        return TurnNotes(
            done=notes.done,
            acts=notes.acts,
            attacks=tuple(self._attacks(notes.attacks)),
            left=tuple(self._attacks(notes.left)),
            reacted=tuple((names.id(who), label) for who, label in notes.reacted if names.knows(who)),
            pending=tuple(
                structs.replace(one, who=names.id(one.who), target=names.id(one.target), after=())
                for one in notes.pending
                if names.knows(one.who)
            ),
            triggered=tuple(names.id(who) for who in notes.triggered if names.knows(who)),
            did=tuple(structs.replace(one, by=names.id(one.by)) for one in notes.did if names.knows(one.by)),
        )

    def _attacks(self, attacks: Iterable[Attack]) -> Iterable[Attack]:
        names = self._names
        for one in attacks:
            if names.knows(one.by) and names.knows(one.target):
                yield structs.replace(one, by=names.id(one.by), target=names.id(one.target))


def told_effect(names: Names, effect: Effect) -> Effect:
    """Return an effect on somebody whom they see, without who must not be known to have to do with it."""
    on = names.id(effect.on)
    anchored = not effect.anchor or effect.anchor.startswith(GHOST) or names.knows(effect.anchor)
    brought = () if not effect.sources else (("",) if "" in effect.sources else (GHOST,))
    return structs.replace(
        effect,
        id=f"{on}:{effect.name}",
        on=on,
        by=names.id(effect.by),
        anchor=(names.slot(effect.anchor) or GHOST) if effect.anchor else "",
        until="" if not anchored and effect.until in _OF_TURNS else effect.until,
        sources=brought,
        notes="",
    )


def told_fields(names: Names, people: Mapping[str, Combatant], fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return what was filled into a declaration, with those who are named as they are known."""

    def known(value: Any) -> Any:
        return names.id(value) if isinstance(value, str) and value in people else value

    return {
        key: [known(one) for one in value if not isinstance(one, str) or known(one) or not one]
        if isinstance(value, list | tuple)
        else known(value)
        for key, value in fields.items()
    }
