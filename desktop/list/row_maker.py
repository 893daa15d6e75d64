"""Makes the initiative list's prepared values from an encounter: which columns, which order, which rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct
from PySide6.QtCore import QCoreApplication

from desktop.list import row_cards, row_words
from desktop.list.row_values import Chip, Column, Health, Kind, Pips, RowValue, Token
from desktop.list.row_words import Naming
from desktop.list.sides import free_number
from rulesets.compiled import OrderRule, Rules, Track
from rulesets.engine import announcing, queries, walk
from rulesets.engine.announcing import sealed
from rulesets.engine.queries import size_of
from rulesets.engine.ruling import find_phase
from rulesets.engine.scope import value_of
from rulesets.engine.spendable import Budget
from rulesets.engine.walk import BY_LAST, OpenChoice
from rulesets.formula.compiling import FormulaError, as_number
from rulesets.seen.showing import count_shown, step_shorts
from rulesets.table.combatant import Combatant, TrackPlace
from rulesets.table.encounter import (
    GHOST,
    RUNNING,
    SETUP,
    Effect,
    Encounter,
    Order,
    Place,
    PutOff,
    Relation,
)


class Roster(Struct, frozen=True):
    """Who belongs together: sides by number, members by slot. Changes only when somebody comes or goes."""

    sides: dict[str, int]
    members: dict[str, tuple[str, ...]]


class Moment(Struct, frozen=True):
    """What holds for all rows at one moment, looked up once."""

    state: Encounter
    roster: Roster
    places: Mapping[str, Place]
    effects: dict[str, list[Effect]]
    activity: str
    must: str
    """Slot that has to act now because only the waiting are left."""
    choice: OpenChoice | None
    """Who can be chosen to go next, and who chooses; None while nobody is to be chosen."""
    sealed: bool
    """Declarations are not shown yet."""
    ties: dict[str, list[Relation]]
    """Directed ties that hold, by each of the two."""


def roster_of(state: Encounter, known: Mapping[str, int] | None = None) -> Roster:
    """Return who belongs together.

    A side keeps the number it has among ``known``, whoever comes, goes or is moved; a new one gets the
    first number that nobody has, so that its colour and shape are its own as long as there are any.
    """
    members: dict[str, list[str]] = {}
    sides = dict(known or {})
    for combatant in state.combatants.values():
        members.setdefault(combatant.slot, []).append(combatant.id)
        if combatant.side not in sides:
            sides[combatant.side] = free_number(sides.values())
    return Roster(sides, {slot: tuple(ids) for slot, ids in members.items()})


def row_order(rules: Rules, state: Encounter, roster: Roster) -> list[str]:
    """Return the ids from top to bottom.

    Before the start they stand as in the list, then by the slots of the order in which they act (or declare,
    while that goes on), the rest below.
    Places that nobody acts on (where an effect ends) have no row.
    """
    if state.clock.status == SETUP:
        return list(state.combatants)
    found: list[str] = []
    order = queries.shown_order(rules, state)
    for slot in order.slots:
        if not slot.startswith(GHOST):
            found.extend(roster.members.get(slot, ()))
    if len(found) < len(state.combatants):
        placed = set(found)
        found.extend(ident for ident in state.combatants if ident not in placed)
    return found


def shown_track(rules: Rules) -> Track | None:
    """Return the track that has a column: the main one, if there is more than one place on it."""
    track = rules.tracks.get(rules.main_track)
    return track if track is not None and len(track.steps) > 1 else None


class RowMaker:
    """Makes the rows of one ruleset."""

    def __init__(self, rules: Rules, names: Naming) -> None:
        """Find out once what the ruleset has to show."""
        self.rules = rules
        self._names = names
        self._order: OrderRule | None = rules.orders.get(rules.main_order)
        self._declares = announcing.declaring_phase(rules) is not None and bool(rules.declarations)
        counted = {name for rule in rules.declarations.values() if rule.acts for name in rule.sets}
        self._pools = {
            name: pool
            for name, pool in rules.pools.items()
            if pool.shown != "hidden" and not pool.within and name not in counted
        }
        self._within = {p.within: name for name, p in rules.pools.items() if p.within}
        self._health = {"hp", "max_hp"} <= rules.stats.keys() and any(
            "hp" in (stage.absorb, stage.set, stage.gain)
            for pipeline in rules.pipelines.values()
            if pipeline.role == "damage"
            for stage in pipeline.stages
        )
        self._below = self._health and (rules.stats["hp"].least or 0) < 0
        """Whether hit points go on below 0, so that having none left is told by states."""
        self._temporary = "temp_hp" in rules.stats
        self._declared_states = {state for rule in rules.declarations.values() for state in rule.begin}
        self._directed = {name for name, rule in rules.relations.items() if rule.order}
        self._track = shown_track(rules)
        self._shorts = () if self._track is None else step_shorts(self._track)
        self.columns = tuple(self._columns())

    def _columns(self) -> Iterable[Column]:
        order, rules = self._order, self.rules
        counted = QCoreApplication.translate("InitiativeModel", "Count")
        if order is not None and order.roll is None and order.value in rules.stats:
            stat = rules.stats[order.value]
            counted = stat.short or stat.label or counted
        yield Column(Kind.COUNT, counted)
        yield Column(Kind.COMBATANT, QCoreApplication.translate("InitiativeModel", "Combatant"))
        if self._declares:
            yield Column(Kind.DECLARED, QCoreApplication.translate("InitiativeModel", "Declared"))
        if self._declares and rules.act_roll:
            yield Column(Kind.ROLL, QCoreApplication.translate("InitiativeModel", "Next roll"))
        if self._pools:
            yield Column(Kind.BUDGET, QCoreApplication.translate("InitiativeModel", "Actions left"))
        if self._health:
            label = rules.stats["hp"].label
            yield Column(Kind.HEALTH, label or QCoreApplication.translate("InitiativeModel", "Hit points"))
        if self._track is not None:
            yield Column(Kind.TRACK, self._track.label or rules.main_track)
        yield Column(Kind.EFFECTS, QCoreApplication.translate("InitiativeModel", "Effects"))

    # -- rows --------------------------------------------------------------------------------------

    def moment(self, state: Encounter, roster: Roster) -> Moment:
        """Look up what all rows of ``state`` have in common."""
        effects: dict[str, list[Effect]] = {}
        for effect in state.effects.values():
            effects.setdefault(effect.on, []).append(effect)
        activity = next((p.activity for p in self.rules.phases if p.id == state.clock.phase), "")
        order = state.orders.get(self.rules.main_order) or Order()
        must = queries.must_act(self.rules, state) if state.put_off else ""
        ties: dict[str, list[Relation]] = {}
        for tie in state.relations.values():
            if not tie.held and tie.name in self._directed:
                ties.setdefault(tie.of, []).append(tie)
                ties.setdefault(tie.over, []).append(tie)
        hidden = self._declares and sealed(self.rules, state)
        choice = queries.open_choice(self.rules, state)
        return Moment(state, roster, order.places, effects, activity, must, choice, hidden, ties)

    def row(self, moment: Moment, who: Combatant) -> RowValue:
        """Return the prepared value of one combatant."""
        state, slot = moment.state, who.slot
        running = state.clock.status == RUNNING
        put_off = state.put_off.get(slot)
        active = running and state.walk.active == slot and not who.out
        acted = running and not active and walk.has_had(state, slot)
        missed = self._names.missed(queries.missed(state, who))
        count, aside = count_shown(self.rules, state, self._order, moment.places, who, sealed=moment.sealed)
        members = moment.roster.members.get(slot, ())
        follows = ""
        if members and members[0] != who.id and state.clock.status != SETUP:
            follows = state.combatants[members[0]].name
        health = self._hit_points(state, who)
        return RowValue(
            id=who.id,
            slot=slot,
            name=who.name,
            side=who.side,
            mark=moment.roster.sides.get(who.side, 0),
            group=who.group,
            count=count,
            aside=aside,
            follows=follows,
            active=active,
            acted=acted,
            waiting=put_off is not None and _waits(put_off),
            out=who.out,
            choosable=moment.choice is not None and slot in moment.choice.slots and not who.out,
            missed=bool(missed),
            chips=tuple(self._chips(moment, who, put_off, health, active, acted, missed)),
            tokens=tuple(self._tokens(moment, who)),
            health=health,
            pips=self._pips(who),
            effects=tuple(
                row_words.effect_chip(self.rules, effect, self._names)
                for effect in moment.effects.get(who.id, ())
            ),
            cards=row_cards.cards_of(self.rules, state, who, self._names, sealed=moment.sealed)
            if self._declares
            else (),
            throw=row_cards.throw_of(self.rules, state, who, sealed=moment.sealed)
            if self._declares
            else None,
        )

    def _chips(
        self,
        moment: Moment,
        who: Combatant,
        put_off: PutOff | None,
        health: Health | None,
        active: bool,
        acted: bool,
        missed: str,
    ) -> Iterable[Chip]:
        """Yield the chips under a name, the most pressing first: where room is scarce the last are hidden."""
        state = moment.state
        if active:
            yield row_words.acts_now(moment.activity)
        elif moment.must == who.slot:
            yield row_words.must_act()
        if moment.choice is not None:
            yield from self._choosing(moment.choice, who)
        if who.out:
            if not queries.out_by_states(self.rules, state, who):
                yield row_words.out_chip(who.out)
        elif health is not None and health.now <= 0 and not self._below and state.clock.status == RUNNING:
            yield row_words.spent_chip(self.rules.stats["hp"].label)
        if put_off is not None:
            yield row_words.put_off_chip(put_off, state, self._names)
        if missed:
            yield row_words.missed_chip(missed)
        if who.readied is not None:
            yield row_words.readied_chip(self.rules, who.readied)
        for name in who.states:
            if not moment.sealed or name not in self._declared_states:
                yield row_words.state_chip(self.rules, name)
        if moment.ties:
            yield from row_words.tie_chips(self.rules, who.id, moment.ties.get(who.id, ()), self._names)
        if who.group and state.clock.status == SETUP:
            yield row_words.group_chip(who.group)
        if not who.aware and (state.clock.surprise or state.clock.status == SETUP) and self.rules.surprise:
            yield row_words.unaware()
        if acted:
            yield row_words.acted_chip()
        if who.done and moment.activity == "declare" and (moment.sealed or not who.declared):
            yield row_words.declared_chip(nothing=not who.declared and not moment.sealed)
        if self._declares and moment.activity == "act" and self._has_nothing_to_do(state, who):
            yield row_words.declared_chip(nothing=True)
        for action, part in who.parts.items():
            yield row_words.part_chip(self.rules, action, part)

    def _has_nothing_to_do(self, state: Encounter, who: Combatant) -> bool:
        """Return whether somebody able has no part in the turns because it has declared nothing."""
        phase = find_phase(self.rules, state.clock.phase)
        if phase is None or who.out or who.declared:
            return False
        return not walk.takes_part(self.rules, state, phase, who.slot)

    def _choosing(self, choice: OpenChoice, who: Combatant) -> Iterable[Chip]:
        if who.slot in choice.slots and not who.out:
            yield row_words.can_go_next()
        if choice.by == BY_LAST and choice.who == who.slot:
            yield row_words.chooses()

    # -- cells -------------------------------------------------------------------------------------

    def _tokens(self, moment: Moment, who: Combatant) -> Iterable[Token]:
        state = moment.state
        budget = Budget(self.rules, state, who)
        for name, pool in self._pools.items():
            if pool.only and pool.only != state.clock.phase:
                continue
            if moment.sealed and who.declared and pool.shown == "number":
                continue  # what is left would tell what was declared
            left, size = budget.of(name).left, size_of(self.rules, state, who, name)
            extra, extra_label = 0, ""
            if name in self._within:
                inner = self.rules.pools[self._within[name]]
                extra = budget.of(self._within[name]).left or 0
                extra_label = inner.label
            if size == 0 and not left and not extra:
                continue
            yield Token(
                label=pool.label or name,
                short=pool.short or (pool.label or name)[:4].upper(),
                left=left,
                size=size,
                round=pool.shape == "round",
                number=pool.shown == "number",
                extra=extra,
                extra_label=extra_label,
            )

    def _hit_points(self, state: Encounter, who: Combatant) -> Health | None:
        """Return them, or None where the ruleset has none or a formula of theirs has no result now."""
        if not self._health:
            return None
        try:
            extra = self._stat(state, who, "temp_hp") if self._temporary else 0
            return Health(self._stat(state, who, "hp"), self._stat(state, who, "max_hp"), extra)
        except FormulaError:
            return None

    def _stat(self, state: Encounter, who: Combatant, name: str) -> int:
        """Return a stat as a whole number; raises FormulaError if it is none."""
        return int(as_number(value_of(self.rules, state, who, name), name))

    def _pips(self, who: Combatant) -> Pips | None:
        if self._track is None:
            return None
        place = who.tracks.get(self.rules.main_track, TrackPlace())
        at = min(place.step, len(self._shorts) - 1)
        step = self._track.steps[at]
        return Pips(self._shorts, at, step.label or step.short, place.persistent)


def _waits(put_off: PutOff) -> bool:
    """Return whether a turn that was put off can be resumed at any time."""
    return put_off.kind == "wait" or (put_off.kind == "after" and not put_off.begun)
