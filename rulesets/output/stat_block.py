"""How a combatant stands, in the words and abbreviations of paper and files."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct, structs

from rulesets.formula.dice import print_code
from rulesets.seen.harm import absorbing, lessening_stats, temporary_stats
from rulesets.seen.labels import label_in, plain
from rulesets.seen.number_format import minus, step_shorts
from rulesets.seen.queries import SIGNED, is_past_help, spent_powers, value_of
from rulesets.seen.scene import Audience, PoolSeen, Scene, Viewer
from rulesets.seen.told_inputs import stats_behind
from rulesets.table.combatant import Combatant
from rulesets.table.encounter import Encounter, PutOff
from rulesets.vocabulary import Rules
from rulesets.words.filling import capital
from rulesets.words.papers import PAPERS
from rulesets.words.rolls import rolls_text
from rulesets.words.terms import Terms, waiting_word


class StatShown(Struct, frozen=True):
    """A stat with its value as people read it."""

    id: str
    label: str
    short: str
    value: str


class Passing(Struct, frozen=True):
    """What a stat is as long as states, effects and tracks change it, beside what it is without them."""

    lasting: str
    now: str
    why: tuple[str, ...]
    """What changes it, as people call it."""


class Points(Struct, frozen=True):
    """Hit points, or whatever the ruleset calls them."""

    label: str
    now: int
    full: int
    """0 if nothing says how many there are at full health."""
    extra: int = 0
    """Temporary points."""


class TrackShown(Struct, frozen=True):
    """A condition track with the step reached, 0 is unhurt."""

    id: str
    label: str
    steps: tuple[str, ...]
    """Short names, as they stand in boxes."""
    names: tuple[str, ...]
    at: int
    persistent: int = 0
    main: bool = False


class SavesShown(Struct, frozen=True):
    """Rolls that are counted while a state lasts: death saves made, or lost."""

    label: str
    """'Death saves made', 'Death saves failed'"""
    number: int
    most: int
    """At so many something comes of them."""


class PoolShown(Struct, frozen=True):
    """What there is to spend of a pool; None is without limit."""

    id: str
    label: str
    short: str
    left: int | None
    size: int | None
    number: bool = False
    """Told as 'AP 4/6' and not by single boxes."""
    barred: bool = False
    """Nothing is left as long as something forbids to spend it, and not because it is spent."""


class EffectShown(Struct, frozen=True):
    """An effect with what is left of it."""

    name: str
    duration: str
    by: str
    left: int
    notes: tuple[str, ...] = ()
    """What is noted on it."""


class RollShown(Struct, frozen=True):
    """A marked roll with what marks it."""

    id: str
    label: str
    text: str
    """'disadvantage — Prone; advantage — Invisible → straight'"""
    edge: str
    """advantage · disadvantage · straight · fails"""
    modifier: int
    marks: tuple[MarkShown, ...]


class MarkShown(Struct, frozen=True):
    """One mark on a roll."""

    reason: str
    """Label of the state or track."""
    mark: str | int
    """advantage · disadvantage · fails, or a number that is added."""
    cite: str


class Standing(Struct, frozen=True):
    """One combatant as it stands."""

    id: str
    name: str
    side: str
    kind: str
    group: str
    count: str
    aside: str
    """What stands small beside the count."""
    active: bool
    out: str
    words: tuple[str, ...]
    """Its condition in words: what it does just now, out of the fight, delaying, states."""
    stats: tuple[StatShown, ...]
    points: Points | None
    tracks: tuple[TrackShown, ...]
    pools: tuple[PoolShown, ...]
    effects: tuple[EffectShown, ...]
    declared: tuple[str, ...]
    notes: str
    """What the game master alone has noted."""
    rolls: tuple[RollShown, ...] = ()
    """Rolls that states or tracks mark."""
    passing: dict[str, Passing] = {}
    """By the ids of stats: those that states, effects or tracks change for now."""
    unentered: frozenset[str] = frozenset()
    """Ids of stats that are 0 for everybody, for good, because nothing was entered that they come of.

    Where one has a Fortitude save, the 0 of the others is told, too.
    """
    saves: tuple[SavesShown, ...] = ()
    """Of player characters, and of whoever has come to it, out or not."""
    states: tuple[str, ...] = ()
    """Of ``words`` those that last: its states, with the numbers that are told beside them, powers that are
    spent, points that are left and stand in no stat that is printed."""
    more: tuple[StatShown, ...] = ()
    """What was entered for it alone and is not printed of everybody: what lessens harm, codes of skills."""
    shared: str = ""
    """What everybody may read about it."""
    gone: str = ""
    """Of ``words`` what says that it is out of the fight, where no state says so."""
    doing: str = ""
    """Of ``words`` what says that it is ``active``."""
    kept: tuple[str, ...] = ()
    """Of ``words`` what says that players do not see it, or do not know its name."""
    ended: bool = False
    """It is out, and nothing more can become of it."""
    hidden: bool = False
    alias: str = ""
    """What the players call it; '' if they know its name."""

    @property
    def told(self) -> list[StatShown]:
        """Its stats as they are now, without those that nobody has entered anything for."""
        return [stat for stat in self.stats if stat.id not in self.unentered or stat.id in self.passing]

    @property
    def lasting(self) -> list[StatShown]:
        """The same as they are for good."""
        return [
            structs.replace(stat, value=self.passing[stat.id].lasting) if stat.id in self.passing else stat
            for stat in self.told
        ]


def standings(
    rules: Rules, state: Encounter, terms: Terms, audience: Audience = Audience.GM
) -> list[Standing]:
    """Return how everybody stands, from the top of the order down, those without a place below.

    Of whom players are not to know they are told nothing; ``terms`` must call the others as they do.
    """
    teller = _Teller(Viewer(rules, audience), state, terms)
    found = [teller.standing(teller.scene.state.combatants[ident]) for ident in teller.scene.order]
    shown = {stat.id for who in found for stat in who.stats if stat.id not in who.unentered}
    return [structs.replace(who, unentered=who.unentered - shown) for who in found]


def printed_stats(rules: Rules, state: Encounter, who: Combatant) -> Iterator[StatShown]:
    """Yield the stats that the ruleset marks as printed; a text that is empty is none."""
    for name, rule in rules.stats.items():
        if rule.printed:
            value = value_of(rules, state, who, name)
            if value is None or value == "":
                continue
            shown = print_code(int(value or 0)) if rule.type == "code" else minus(str(value))
            yield StatShown(name, rule.label or name, rule.short or rule.label or name, shown)


def passing(rules: Rules, state: Encounter, who: Combatant, terms: Terms) -> dict[str, Passing]:
    """Return the printed stats of ``who`` that are others for now, by their ids.

    The stat is asked for without each state, effect and track in turn: where that makes a difference, it is
    a reason.
    """
    effects = (effect.name for effect in state.effects.values() if effect.on == who.id)
    names = dict.fromkeys((*who.states, *effects))
    tracks = [name for name, place in who.tracks.items() if place.step and name in rules.tracks]
    if not names and not tracks:
        return {}
    now = _printed(rules, state, who)
    lasting = _printed(rules, *_without(state, who, frozenset(names), frozenset(tracks)))
    differing = [name for name, value in now.items() if value != lasting[name]]
    if not differing:
        return {}
    others = {terms.state(name): _without(state, who, frozenset((name,)), frozenset()) for name in names}
    others |= {
        f"{rules.tracks[name].label or name} {_step(rules, who, name)}": _without(
            state, who, frozenset(), frozenset((name,))
        )
        for name in tracks
    }
    found = {label: _printed(rules, *other) for label, other in others.items()}
    return {
        name: Passing(
            lasting[name], now[name], tuple(why for why, value in found.items() if value[name] != now[name])
        )
        for name in differing
    }


def _most_counted(rules: Rules, stat: str) -> int:
    """Return at how many of what a stat counts a check has something happen; 0 if at no number."""
    stages = (stage for rule in rules.checks.values() for degree in rule.every for stage in rule.does(degree))
    found = (re.fullmatch(rf"{re.escape(stat)} >= (\d+)", stage.condition) for stage in stages)
    return next((int(one[1]) for one in found if one is not None), 0)


def _printed(rules: Rules, state: Encounter, who: Combatant) -> dict[str, str]:
    return {stat.id: stat.value for stat in printed_stats(rules, state, who)}


def _step(rules: Rules, who: Combatant, name: str) -> str:
    steps = step_shorts(rules.tracks[name])
    return steps[min(who.tracks[name].step, len(steps) - 1)]


def _without(
    state: Encounter, who: Combatant, names: frozenset[str], tracks: frozenset[str]
) -> tuple[Encounter, Combatant]:
    """Return how it were if ``who`` were not in these states and effects, and unhurt on these tracks."""
    other = structs.replace(
        who,
        states=tuple(name for name in who.states if name not in names),
        tracks={name: place for name, place in who.tracks.items() if name not in tracks},
    )
    on = {key: one for key, one in state.effects.items() if one.on != who.id or one.name not in names}
    people = {**state.combatants, who.id: other}
    return structs.replace(state, combatants=people, effects=on), other


class _Teller:
    """Tells how combatants of one encounter stand."""

    def __init__(self, viewer: Viewer, state: Encounter, terms: Terms) -> None:
        self._viewer, self._rules, self._terms = viewer, viewer.rules, terms
        self.scene: Scene = viewer.look(state)
        self._state = self.scene.state
        self._behind: dict[str, frozenset[str]] = {}
        """Stat → the stats that it comes of, itself among them."""
        self._harmed = absorbing(viewer.rules)
        self._lessening = lessening_stats(viewer.rules)

    def standing(self, who: Combatant) -> Standing:
        """Return how ``who`` stands."""
        scene = self.scene
        count, aside = scene.count(who)
        return Standing(
            id=who.id,
            name=who.name,
            side=who.side,
            kind=who.kind,
            group=who.group,
            count=count,
            aside=aside,
            active=scene.turn(who).active,
            out=who.out,
            words=tuple(self._words(who)),
            stats=tuple(self._stats(who)),
            passing=self._passing(who),
            unentered=frozenset(self._unentered(who)),
            points=self._points(who),
            tracks=tuple(self._tracks(who)),
            pools=tuple(self._pool(pool) for pool in scene.pools(who)),
            effects=tuple(self._effects(who)),
            declared=tuple(self._declared(who)),
            notes=scene.notes(who),
            rolls=tuple(self._rolls(who)),
            states=tuple(self._states(who)),
            shared=who.shared.strip(),
            gone=self._gone(who),
            doing=self._doing(who),
            kept=tuple(self._kept(who)),
            ended=is_past_help(self._rules, who),
            hidden=who.hidden,
            alias=who.alias,
            saves=tuple(self._saves(who)),
            more=tuple(self._more(who)),
        )

    def _say(self, key: str, **params: object) -> str:
        return self._terms.say(PAPERS[key], params)

    # -- its condition in words --------------------------------------------------------------------

    def _words(self, who: Combatant) -> Iterator[str]:
        scene, turn = self.scene, self.scene.turn(who)
        if doing := self._doing(who):
            yield doing
        if turn.interrupted:
            yield self._say("goes-on-after", name=self._terms.name(turn.interrupted))
        if gone := self._gone(who):
            yield gone
        if turn.put_off is not None:
            yield self._put_off(turn.put_off)
        if spent := scene.spent(who):
            yield spent
        if who.readied is not None:
            action = self._terms.thing(who.readied.action)
            yield self._say("readied", action=action, trigger=who.readied.trigger)
        yield from self._kept(who)
        yield from self._states(who)
        if scene.unaware(who):
            yield self._say("unaware")

    def _doing(self, who: Combatant) -> str:
        if not self.scene.turn(who).active:
            return ""
        return self._say("declares" if self.scene.activity == "declare" else "acts")

    def _gone(self, who: Combatant) -> str:
        out = self.scene.out(who)
        return self._say(out) if out else ""

    def _kept(self, who: Combatant) -> Iterator[str]:
        if who.hidden:
            yield self._say("hidden")
        if who.alias:
            yield self._say("alias", name=who.alias)

    def _states(self, who: Combatant) -> Iterator[str]:
        for name in self.scene.states_left(who):
            yield self._terms.state(name) + self.scene.numbers_beside(who, name)
        for name, part in self.scene.parts(who).items():
            action = self._rules.actions.get(name)
            parts = part.paid if action is None else action.parts
            yield self._say("part", action=self._terms.thing(name), paid=part.paid, parts=parts)
        if not self.scene.tells_numbers(who):
            return
        for name in spent_powers(self._rules, self._state, who):
            yield self._say("spent", name=capital(plain(name)))
        for rule in self._rules.resources.values():
            number = 0 if self.scene.is_bare(who) else value_of(self._rules, self._state, who, rule.stat) or 0
            if number and not self._rules.stats[rule.stat].printed:
                yield self._say("points-left", label=rule.label, number=int(number))

    def _saves(self, who: Combatant) -> Iterator[SavesShown]:
        """Yield what a state counts, and how far: checks say at how many of them something comes of it."""
        for name, rule in self._rules.states.items() if self.scene.tells_numbers(who) else ():
            if not rule.numbers or (who.kind != "pc" and name not in self.scene.states(who)):
                continue
            for stat in rule.numbers:
                most = _most_counted(self._rules, stat)
                if most:
                    number = int(value_of(self._rules, self._state, who, stat) or 0)
                    yield SavesShown(label_in(self._rules.stats, stat), number, most)

    def _stats(self, who: Combatant) -> Iterator[StatShown]:
        """Yield the printed stats; of a place in the order that is nobody only what was entered."""
        if not self.scene.tells_numbers(who):
            return iter(())
        bare = self.scene.is_bare(who)
        told = self.scene.told
        shown = printed_stats(self._rules, told, told.combatants.get(who.id, who))
        return (stat for stat in shown if not bare or stat.id in who.stats)

    def _more(self, who: Combatant) -> Iterator[StatShown]:
        """Yield what was entered for it and is not printed of everybody, if it is or was more than nothing.

        Of what goes down and up again it is told how much there is at full strength, where that is more.
        """
        rules, temporary = self._rules, temporary_stats(self._rules)
        for name, rule in rules.stats.items() if self.scene.tells_numbers(who) else ():
            known = rule.type == "code" or (name in self._lessening and name not in temporary)
            if rule.printed or name not in who.stats or not known:
                continue
            value = value_of(rules, self._state, who, name)
            full = self.scene.full_strength(who, name)
            if value or full:
                shown = self._entered(value, rule.type) + (f"/{full}" if full else "")
                yield StatShown(name, rule.label or name, rule.short or rule.label or name, shown)

    def _entered(self, value: Any, kind: str) -> str:
        """Return what was entered for a stat as people read it."""
        if kind == "code":
            return print_code(int(value))
        if not isinstance(value, list | tuple):
            return minus(str(value))
        return ", ".join(
            self._reduction(one) if isinstance(one, Mapping) else plain(str(one)) for one in value
        )

    def _reduction(self, entry: Mapping[str, Any]) -> str:
        """Return a part of a reduction: '5 except magic'."""
        told = minus(str(entry["value"]))
        for key in ("only", "bypass"):
            if entry.get(key):
                kinds = ", ".join(plain(kind) for kind in entry[key])
                told = self._say(f"reduces-{key}", number=told, kinds=kinds)
        return told

    def _unentered(self, who: Combatant) -> Iterator[str]:
        """Yield the printed stats that are 0 for want of numbers: asked for and harmed are always told."""
        for stat in self._stats(who):
            rule = self._rules.stats[stat.id]
            if stat.value != "0" or rule.when_added:
                continue
            behind = self._behind.get(stat.id)
            if behind is None:
                behind = self._behind[stat.id] = stats_behind(self._rules, stat.id)
            if behind.isdisjoint(who.stats) and behind.isdisjoint(self._harmed):
                yield stat.id

    def _passing(self, who: Combatant) -> dict[str, Passing]:
        if not self.scene.tells_numbers(who):
            return {}
        told = self.scene.told
        return passing(self._rules, told, told.combatants.get(who.id, who), self._terms)

    def _put_off(self, later: PutOff) -> str:
        if later.begun:
            return self._say("goes-on")
        if later.round > self._state.clock.round:
            return self._say("delayed-round", round=later.round)
        if later.kind == "after":
            return self._say("delayed-after", name=self._terms.name(later.after))
        return waiting_word(self._rules) or self._say("delaying")

    # -- numbers -----------------------------------------------------------------------------------

    def _points(self, who: Combatant) -> Points | None:
        points = self.scene.points(who)
        if points is None:
            return None
        return Points(
            self._rules.stats[points.stat].label or points.stat, points.now, points.full, points.extra
        )

    def _tracks(self, who: Combatant) -> Iterator[TrackShown]:
        for track in self.scene.tracks(who):
            rule = self._viewer.tracks[track.id]
            yield TrackShown(
                track.id,
                rule.label or track.id,
                step_shorts(rule),
                tuple(step.label or step.short for step in rule.steps),
                track.at,
                track.persistent,
                track.id == self._rules.main_track,
            )

    def _pool(self, seen: PoolSeen) -> PoolShown:
        rule = self._viewer.pools[seen.id]
        label = rule.label or seen.id
        short = rule.short or label[:4].upper()
        return PoolShown(seen.id, label, short, seen.left, seen.size, rule.shown == "number", seen.barred)

    def _effects(self, who: Combatant) -> Iterator[EffectShown]:
        for effect in self.scene.effects(who):
            by = self._terms.name(effect.by) if effect.by not in ("", who.id) else ""
            name = self._terms.effect(effect)
            due = effect.left == 0 and self._viewer.audience is Audience.PLAYERS
            lasts = self._say("check-due") if due else self._terms.lasts(effect, self._state.walk.under_way)
            notes = tuple(text.strip() for text in (effect.notes, effect.shared) if text.strip())
            yield EffectShown(name, lasts, by, effect.left, notes)

    def _rolls(self, who: Combatant) -> Iterator[RollShown]:
        marked = tuple(self.scene.marked_rolls(who))
        for roll, told in zip(marked, rolls_text(self._terms, marked), strict=True):
            marks = (
                MarkShown(
                    self._terms.reason(mark.reason),
                    SIGNED[mark.sign] if mark.sign else mark.number,
                    mark.cite,
                )
                for mark in roll.marks
            )
            yield RollShown(roll.id, told.label, told.text, roll.edge, roll.modifier, tuple(marks))

    def _declared(self, who: Combatant) -> Iterator[str]:
        if self.scene.sealed:
            return
        for act in self.scene.announced(who):
            label = self._terms.thing(act.name)
            yield f"{act.number} {act.text or '…'}" if act.number else label
