"""Makes the rows of the initiative list from what is seen of an encounter, and says which columns it has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from desktop.list.columns import saying_columns
from desktop.list.rows import cards as row_cards, words as row_words
from desktop.list.rows.values import Chip, Health, Pips, Plain, RowValue, Token
from desktop.list.rows.words import Naming
from rulesets.seen.labels import counted, entry_label
from rulesets.seen.number_format import UNPLACED, step_label, step_shorts
from rulesets.seen.scene import Scene, Turn, Viewer
from rulesets.seen.sides import numbered, played_sides
from rulesets.table.combatant import OUT_DEFEATED, Combatant
from rulesets.table.encounter import RUNNING, SETUP


class Roster(Struct, frozen=True):
    """Who belongs together: sides by number, members by slot. Changes only when somebody comes or goes."""

    sides: dict[str, int]
    members: Mapping[str, tuple[str, ...]]


class Moment(Struct, frozen=True):
    """What holds for all rows at one moment."""

    scene: Scene
    roster: Roster


def roster_of(scene: Scene, known: Mapping[str, int] | None = None) -> Roster:
    """Return who belongs together; a side keeps the number it has among ``known``, whoever comes and goes."""
    people = scene.state.combatants.values()
    sides = numbered((who.side for who in people), played_sides(people), known)
    return Roster(sides, scene.members)


class RowMaker:
    """Makes the rows of one ruleset."""

    def __init__(self, viewer: Viewer, names: Naming, chosen: tuple[str, ...] = ()) -> None:
        """Find out once what the ruleset has to show to ``viewer``, whose scenes the rows are made from.

        ``chosen`` are the columns that the game master has chosen.
        """
        self.viewer, self.rules = viewer, viewer.rules
        self._names = names
        self._saying = saying_columns(viewer, chosen)
        self._shorts = () if self.viewer.main_track is None else step_shorts(self.viewer.main_track)

    # -- rows --------------------------------------------------------------------------------------

    def row(self, moment: Moment, who: Combatant) -> RowValue:
        """Return the prepared value of one combatant."""
        scene, roster = moment.scene, moment.roster
        turn, health = scene.turn(who), self._health(scene, who)
        count, aside = scene.count(who)
        members = roster.members.get(who.slot, ())
        follows = ""
        if members and members[0] != who.id and scene.state.clock.status != SETUP:
            follows = scene.state.combatants[members[0]].name
        missed, spent = self._names.missed(turn.missed), self._spent(scene, who, count)
        return RowValue(
            id=who.id,
            slot=who.slot,
            name=who.name,
            side=who.side,
            mark=roster.sides.get(who.side, 0),
            group=who.group,
            count=UNPLACED if spent else count,
            aside=aside,
            follows=follows,
            active=turn.active,
            acted=turn.acted,
            waiting=turn.waiting,
            out=who.out,
            choosable=turn.choosable,
            missed=bool(missed),
            used_up=turn.used_up,
            spent=spent,
            chips=tuple(self._chips(scene, who, turn, health, missed, spent)),
            tokens=() if who.out == OUT_DEFEATED else tuple(self._tokens(scene, who, turn)),
            health=health,
            pips=self._pips(scene, who),
            effects=tuple(
                row_words.effect_chip(self.rules, effect, self._names)
                for effect in scene.effects_by_weight(who)
            ),
            cards=row_cards.cards_of(scene, who, self._names) if self.viewer.declares else (),
            said=tuple(self._said(scene, who)),
        )

    def _says_spent(self, scene: Scene, who: Combatant, health: Health | None) -> bool:
        """Return whether it has to be said that no points are left, since no state says what comes of it."""
        if health is None or health.now > 0 or scene.state.clock.status != RUNNING:
            return False
        incapable = any(
            rule.incapable for name in scene.states(who) if (rule := self.rules.states.get(name)) is not None
        )
        return not (self.viewer.below or incapable or scene.says_empty(who))

    def _chips(
        self, scene: Scene, who: Combatant, turn: Turn, health: Health | None, missed: str, spent: str
    ) -> Iterable[Chip]:
        """Yield the chips under a name, the most pressing first: where room is scarce the last are hidden."""
        rules = self.rules
        if turn.must and not turn.active:
            yield row_words.must_act()
        yield from row_words.known_chips(who)
        if turn.interrupted:
            yield row_words.interrupted(turn.interrupted, scene.state, self._names)
        if turn.choosable:
            yield row_words.can_go_next()
        if turn.chooses:
            yield row_words.chooses()
        if who.out:
            if out := scene.out(who):
                yield row_words.out_chip(out)
        elif self._says_spent(scene, who, health):
            yield row_words.spent_chip(rules.stats[self.viewer.vital].label)
        if turn.put_off is not None:
            yield row_words.put_off_chip(rules, turn.put_off, scene.state, self._names)
        if missed:
            yield row_words.missed_chip(missed)
        if who.readied is not None:
            yield row_words.readied_chip(rules, who.readied)
        for name in scene.telling_states(who):
            yield row_words.state_chip(rules, name, scene.numbers_beside(who, name))
        if only := scene.only(who):
            yield row_words.only_chip(rules, only)
        if turn.active:  # after the states: the row itself says it, too, and louder
            yield row_words.acts_now(scene.activity, scene.owes(who))
        if spent:
            yield row_words.spent_count_chip(scene.spent(who), spent)
        if ties := scene.ties(who):
            yield from row_words.tie_chips(rules, who.id, ties, self._names)
        if who.group and scene.state.clock.status == SETUP:
            yield row_words.group_chip(who.group)
        if scene.unaware(who):
            yield row_words.unaware()
        if turn.acted and who.out != OUT_DEFEATED:
            yield row_words.acted_chip()
        if who.done and scene.activity == "declare" and (scene.sealed or not who.declared):
            yield row_words.declared_chip(nothing=not who.declared and not scene.sealed)
        if turn.idle:
            yield row_words.declared_chip(nothing=True) if who.done else row_words.declares_later_chip()
        for action, part in scene.parts(who).items():
            yield row_words.part_chip(rules, action, part)

    def _spent(self, scene: Scene, who: Combatant, count: str) -> str:
        """Return what is said in place of a count that gives no turn any more, or ''."""
        order, spent = self.viewer.order, scene.spent(who)
        return counted(order.label, count, spent) if spent and order is not None else ""

    def _said(self, scene: Scene, who: Combatant) -> Iterable[tuple[str, Plain]]:
        for column in self._saying:
            said = None if column.says is None else column.says(scene, who)
            if said is not None:
                yield column.kind, said

    # -- cells -------------------------------------------------------------------------------------

    def _tokens(self, scene: Scene, who: Combatant, turn: Turn) -> Iterable[Token]:
        waits = "" if who.readied is None or turn.active else row_words.still_readied(self.rules, who.readied)
        for seen in scene.pools(who, inner=False):
            pool = self.viewer.pools[seen.id]
            label = entry_label(pool, seen.id)
            inside = ", ".join(self.rules.pools[name].label for name, _ in seen.inside)
            yield Token(
                label=label,
                short=pool.short or label[:4].upper(),
                left=seen.left,
                size=seen.size,
                round=pool.shown == "circle",
                number=pool.shown == "number",
                extra=seen.extra,
                extra_label=inside,
                limited=(pool.resets == "turn-start" and waits) or row_words.limited(self.rules, seen),
            )

    def _health(self, scene: Scene, who: Combatant) -> Health | None:
        points = scene.points(who)
        return None if points is None else Health(points.now, points.full, points.extra)

    def _pips(self, scene: Scene, who: Combatant) -> Pips | None:
        track = self.viewer.main_track
        seen = next((one for one in scene.tracks(who) if one.id == self.rules.main_track), None)
        if track is None or seen is None:
            return None
        return Pips(self._shorts, seen.at, step_label(track, seen.at), seen.persistent)
