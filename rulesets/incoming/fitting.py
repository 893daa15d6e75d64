"""From a plain record to a combatant of a ruleset: its section `import` says what becomes of what.

What has no place in a ruleset goes into the notes under its name; nothing is left out in silence, and no
number is made up.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any

from msgspec import Struct

from rulesets.engine.scope import CombatantScope, fill_from_others
from rulesets.formula.compiling import FormulaError, compile_formula, evaluate
from rulesets.formula.dice import parse_code, print_code
from rulesets.incoming import columns, noted
from rulesets.incoming.found import Creature, Effect, Finding, Told
from rulesets.incoming.texts import without_markup
from rulesets.table.combatant import MAX_TEXT, NPC, PC, Combatant, TrackPlace
from rulesets.table.encounter import Encounter
from rulesets.vocabulary import Rules, Stat
from rulesets.vocabulary.incoming import VALUES, ImportRule

LONGEST_NAME = 200
"""Characters of a name; what is longer stands in the notes."""
MAX_NUMBER = 10**9
_NONE = ImportRule()
_POSITIVE = ("max_hp", "ac", "threshold")
"""Of these 0 says that nothing is known."""
_IN_SQUARES = {"squares": 1.0, "feet": 1 / 5, "meters": 1 / 1.5}
"""Unit of a speed → squares that it is."""
_PIECES = re.compile(r"[\W_]+")


class Fitted(Struct, frozen=True, kw_only=True):
    """A creature as a combatant of one ruleset."""

    creature: Creature
    given: dict[str, Any]
    """What adds it, without its id: what it is called, its numbers by the ids of stats, its notes."""
    states: dict[str, str] = {}
    """Name of an effect that it comes under → state of the ruleset that is called so, which it could be."""
    guessed: frozenset[str] = frozenset()
    """Ids of stats whose numbers the file does not say and that were worked out."""
    told: tuple[Told, ...] = ()
    """What the game master is to look at."""

    @property
    def name(self) -> str:
        """What it is called."""
        return str(self.given["name"])

    @property
    def effects(self) -> tuple[Effect, ...]:
        """What it comes under: an effect each, also where the ruleset has a state of that name."""
        return self.creature.effects


def fit(rules: Rules, creature: Creature) -> Fitted:
    """Return a creature as a combatant of a ruleset."""
    return _fitter(rules).fit(creature)


def effective(rules: Rules, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return every stat of somebody who is added with ``given``, as the sheet shows it; codes as texts.

    ``given`` is a combatant that a creature has become; a stat that has no result is left out.
    """
    scope = CombatantScope(rules, _NOBODY, _standing(rules, given))
    found = {}
    for name, rule in rules.stats.items():
        try:
            value = scope.stat(name)
        except FormulaError:
            continue
        if rule.type == "code" and isinstance(value, int | float):
            value = print_code(int(value))
        elif isinstance(value, float) and value.is_integer():
            value = int(value)
        found[name] = value
    return found


def _standing(rules: Rules, given: Mapping[str, Any]) -> Combatant:
    """Return somebody who is added with ``given`` as it stands then."""
    stats = as_kept(rules, {key: value for key, value in given.items() if key in rules.stats})
    fill_from_others(rules, stats)
    tracks = {track: TrackPlace(step) for track, step in given.get("tracks", {}).items()}
    steps = (rules.tracks[track].steps[place.step] for track, place in tracks.items())
    who = Combatant(
        id="who",
        name=given["name"],
        side=given["side"],
        kind=given["kind"],
        feats=tuple(given.get("feats", ())),
        stats=stats,
        tracks=tracks,
        states=tuple(sorted({state for step in steps for state in step.states})),
    )
    for name, rule in rules.stats.items():
        if rule.to_begin_with and stats.get(name) is None:
            with suppress(FormulaError):
                stats[name] = CombatantScope(rules, _NOBODY, who).stat(name)
    return who


def as_kept(rules: Rules, stats: Mapping[str, Any]) -> dict[str, Any]:
    """Return stats as the engine keeps them: codes in pips."""
    return {
        name: parse_code(value) if rules.stats[name].type == "code" and isinstance(value, str) else value
        for name, value in stats.items()
    }


def propose(rulesets: Sequence[Rules], finding: Finding) -> str:
    """Return the id of the ruleset that takes a finding best; '' if there is none.

    Of the game most creatures are of, the nearest; of several, or if nothing tells, the one that has a place
    for the most; then the one that takes more games, then the first one.
    """
    sample = finding.creatures[:: max(1, len(finding.creatures) // 50)]

    def merit(rules: Rules) -> tuple[int, int, int]:
        rule = rules.imports or _NONE
        near = sum(
            len(VALUES) - rule.families.index(one.family) for one in sample if one.family in rule.families
        )
        fitter = _fitter(rules)
        return near, sum(fitter.places(one) for one in sample), len(rule.families)

    return max(rulesets, key=merit).id if rulesets else ""


def strange(rules: Rules, finding: Finding) -> list[Told]:
    """Return what a ruleset has to say, and whether creatures are of games whose numbers it does not know."""
    rule = rules.imports or _NONE
    families = rule.families
    said = [Told("{text}", {"text": rule.text})] if rule.text and finding.creatures else []
    other = dict.fromkeys(one.family for one in finding.creatures if one.family not in ("", *families))
    return said + [
        Told(
            "The numbers are of another game than {ruleset} ({family}): only what both have was taken, the "
            "rest is in the notes.",
            {"ruleset": rules.label or rules.id, "family": family},
        )
        for family in other
    ]


@lru_cache(maxsize=8)
def _fitter(rules: Rules) -> _Fitter:
    return _Fitter(rules)


class _Refused(Exception):
    """A value is not one of its stat."""


class _Way(Struct, frozen=True):
    """One formula of the section, with what it reads."""

    text: str
    names: frozenset[str]
    """Values that must be known."""
    plain: str
    """The value that it is and nothing else; '' if it is more."""


def _way(text: str) -> _Way:
    names = compile_formula(text).names & VALUES.keys()
    return _Way(text, names, text if text in VALUES else "")


class _Fitter:
    """Makes combatants of one ruleset; what its section says is looked at once."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.rule = rules, rules.imports or _NONE
        self.headings = columns.headings(rules)
        self.states = {_plain(state.label or name): name for name, state in rules.states.items()}
        self.formulas = [
            (stat, [_way(text) for text in texts])
            for stat, texts in self.rule.stats.items()
            if stat in rules.stats
        ]

    def places(self, creature: Creature) -> int:
        """Return how many of a creature's values have a place."""
        known = creature.values.keys()
        ways = (way.names for _, ways in self.formulas for way in ways if way.names <= known)
        taken = {name for names in ways for name in names}
        return len(taken) + sum(columns.key(heading) in self.headings for heading in creature.columns)

    def fit(self, creature: Creature) -> Fitted:
        """Return a creature as a combatant."""
        return _Fitting(self, creature).fitted()


class _Scope:
    """Where formulas of the section find their names: first what the record says, then stats as they are."""

    def __init__(self, values: Mapping[str, Any], rules: Rules, who: Combatant) -> None:
        self.values, self.who = values, CombatantScope(rules, _NOBODY, who)
        self.work = self.who.work

    def name(self, name: str) -> Any:
        return self.values[name] if name in self.values else self.who.name(name)

    def call(self, function: str, args: list[Any]) -> Any:
        return self.who.call(function, args)


class _Fitting:
    """One creature on its way."""

    def __init__(self, fitter: _Fitter, creature: Creature) -> None:
        self.fitter, self.rules, self.rule = fitter, fitter.rules, fitter.rule
        self.creature = creature
        self.guesses = set(creature.guessed)
        self.told: list[Told] = []
        self.stats: dict[str, Any] = {}
        self.tracks: dict[str, int] = {}
        self.guessed: set[str] = set()
        self.taken: set[str] = set()
        """Names of values that have a place."""
        self.more: list[tuple[str, str]] = []
        """What goes into the notes besides the record's own texts."""
        self.name = creature.name.strip()[:LONGEST_NAME] or "?"
        self.kind = creature.kind or NPC
        self.side = creature.side or ("party" if self.kind == PC else "foes")
        self.values = self._values()

    def tell(self, template: str, **params: Any) -> None:
        self.told.append(Told(template, {"name": self.name, **params}))

    def _values(self) -> dict[str, Any]:
        """Return the values that count: 0 of what cannot be 0 says that nothing is known."""
        values = {name: value for name, value in self.creature.values.items() if name in VALUES}
        for name in _POSITIVE:
            value = values.get(name)
            if isinstance(value, int) and value <= 0:
                del values[name]
                self.tell("“{name}” has no {what}: it keeps the usual one.", what=noted.label(name).lower())
        hp = values.get("hp")
        if isinstance(hp, int) and hp < 0:
            values["hp"] = 0
        elif isinstance(hp, int) and hp > 0 and "max_hp" not in values:
            values["max_hp"] = hp
            self.guesses.add("max_hp")
        return values

    def fitted(self) -> Fitted:
        if self.creature.name.strip() != self.name:
            self.more.append(("Name", self.creature.name))
        for heading, text in self.creature.columns.items():
            self._column(heading, text)
        self._formulas()
        self._tracks()
        self._reductions()
        feats = self._feats()
        self._leftover()
        given: dict[str, Any] = {"name": self.name, "kind": self.kind, "side": self.side}
        if self.creature.hidden:
            given["hidden"] = True
        given.update(self.stats)
        if feats:
            given["feats"] = feats
        if self.tracks:
            given["tracks"] = self.tracks
        if notes := self._notes():
            given["notes"] = notes
        called = ((one.name, self.fitter.states.get(_plain(one.name))) for one in self.creature.effects)
        return Fitted(
            creature=self.creature,
            given=given,
            states={name: state for name, state in called if state},
            guessed=frozenset(self.guessed),
            told=tuple(self.told),
        )

    # -- values ----------------------------------------------------------------------------------------

    def _column(self, heading: str, text: str) -> None:
        """Put what stands under a heading of the file's own where the ruleset has a stat of that name."""
        if not text.strip():
            return
        stat = self.fitter.headings.get(columns.key(heading))
        if stat is not None and stat not in self.stats:
            try:
                self._set(stat, columns.read(self.rules.stats[stat], text))
            except (_Refused, ValueError):
                self.tell("“{name}”: {what} is “{value}”, which {stat} cannot be. It is in the notes.",
                          what=heading, value=text[:40], stat=self._called(stat))  # fmt: skip
            else:
                return
        self.more.append((heading, without_markup(text) if "<" in text or "[" in text else text))

    def _formulas(self) -> None:
        """Fill stats in, each by the first formula of which everything is known."""
        known, values = self.values.keys(), self._measured()
        for stat, ways in self.fitter.formulas:
            if stat in self.stats:
                continue
            for place, way in enumerate(ways):
                if way.names and way.names <= known and self._counts(stat, way, values):
                    self.taken |= way.names
                    if place and not way.plain:
                        self.guessed.add(stat)
                    break

    def _counts(self, stat: str, way: _Way, values: Mapping[str, Any]) -> bool:
        """Give a stat what a formula comes to; return whether the ruleset can have it."""
        try:
            value = values[way.plain] if way.plain else evaluate(way.text, self._scope(values))
            self._set(stat, value)
        except (FormulaError, _Refused):
            self._no_use(self._called(stat), way.names)
            return False
        if not self.guesses.isdisjoint(way.names):
            self.guessed.add(stat)
            self.guessed.update(name for name in way.names & self.guesses if name in self.rules.stats)
        return True

    def _no_use(self, called: str, names: Iterable[str]) -> None:
        """Say of which values nothing could be made that the ruleset has."""
        what = ", ".join(f"{noted.label(name).lower()} {self.values[name]}" for name in sorted(names))
        self.tell("“{name}”: {stat} cannot come from {what}. It is in the notes.", stat=called, what=what)

    def _scope(self, values: Mapping[str, Any]) -> _Scope:
        """Return where formulas look: at somebody with the stats that are known so far."""
        kept = as_kept(self.rules, self.stats)
        return _Scope(
            values,
            self.rules,
            Combatant(id="who", name=self.name, kind=self.kind, side=self.side, stats=kept),
        )

    def _measured(self) -> Mapping[str, Any]:
        """Return the values with a speed in the ruleset's unit."""
        speed, unit = self.values.get("speed"), self.values.get("speed_unit")
        if not isinstance(speed, int) or unit not in _IN_SQUARES or not self.rule.speed_unit:
            return self.values
        squares = speed * _IN_SQUARES[unit]
        return {**self.values, "speed": round(squares / _IN_SQUARES[self.rule.speed_unit])}

    def _set(self, stat: str, value: Any) -> None:
        """Give a stat a value; raises _Refused if the ruleset cannot have it."""
        self.stats[stat] = fitting_value(self.rules.stats[stat], value)

    def _tracks(self) -> None:
        for track, (text, *_) in self.rule.stats.items():
            names = compile_formula(text).names & VALUES.keys()
            if not names <= self.values.keys() or track not in self.rules.tracks or track in self.rules.stats:
                continue
            rule = self.rules.tracks[track]
            try:
                step = evaluate(text, self._scope(self.values))
            except FormulaError:
                step = None
            if not isinstance(step, int | float) or not 0 <= step < len(rule.steps):
                self._no_use(rule.label or track, names)
                continue
            self.taken |= names
            if step >= 1:
                self.tracks[track] = int(step)

    def _reductions(self) -> None:
        stat, found = self.rule.reductions, self.creature.reductions
        has_place = stat in self.rules.stats and stat not in self.stats
        sound = [one for one in found if has_place and 0 <= one.value <= MAX_NUMBER]
        if sound:
            self.stats[stat] = [columns.reduction(one) for one in sound]
        rest = [one for one in found if one not in sound]
        if rest:
            self.more.append(("Reduction", "; ".join(noted.reduction(one) for one in rest)))

    def _feats(self) -> list[str]:
        """Return the feats that the ruleset asks for; all others go into the notes."""
        taken, other = [], []
        for feat in self.creature.feats:
            ident = _plain(feat.partition("(")[0])
            if ident in self.rule.feats:
                taken.append(ident)
            else:
                other.append(feat)
        said = " ".join(text for _, text in self.creature.texts).casefold()
        unsaid = [feat for feat in dict.fromkeys(other) if feat.casefold() not in said]
        if unsaid:
            self.more.append(("Feats and qualities", ", ".join(unsaid)))
        return list(dict.fromkeys(taken))

    # -- notes -----------------------------------------------------------------------------------------

    def _leftover(self) -> None:
        for name in self.creature.values:
            if name in self.values and name not in self.taken and name != "speed_unit":
                text = noted.value(name, self.values)
                if text:
                    self.more.append((noted.label(name), text))

    def _notes(self) -> str:
        said = ((label, text.strip()) for label, text in (*self.creature.texts, *self.more))
        notes = "\n".join(f"{label}: {text}" if label else text for label, text in said if text)
        if len(notes) > MAX_TEXT:
            self.tell("“{name}” has notes longer than {most} characters: the end of them was left out.",
                      most=f"{MAX_TEXT:,}")  # fmt: skip
        return notes[:MAX_TEXT]

    def _called(self, stat: str) -> str:
        return self.rules.stats[stat].label or stat


_NOBODY = Encounter()


def fitting_value(rule: Stat, value: Any) -> Any:
    """Return a value as a stat takes it; raises _Refused if it is none of its kind or out of its bounds."""
    if type(value) is int and rule.type == "number" and not isinstance(rule.default, bool):
        if abs(value) > MAX_NUMBER or (rule.least is not None and value < rule.least):
            raise _Refused
        return value
    if rule.type == "bool" or isinstance(rule.default, bool):
        if value in (0, 1):
            return bool(value)
        raise _Refused
    if rule.type == "code" and isinstance(value, int | float):
        return print_code(int(value))
    if rule.type == "reduction" and isinstance(value, list):
        return value  # a number is one, too
    if rule.type in ("text", "list", "code"):
        if isinstance(value, list if rule.type == "list" else str):
            return value
        raise _Refused
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
        raise _Refused
    if abs(value) > MAX_NUMBER or (rule.least is not None and value < rule.least):
        raise _Refused
    return int(value)


@lru_cache(maxsize=4096)
def _plain(name: str) -> str:
    """Return a name as ids are written: 'Combat Reflexes' is 'combat_reflexes'."""
    return _PIECES.sub("_", name.casefold()).strip("_")


def _unknown(rules: Rules, finding: Finding) -> Iterator[Told]:
    """Yield which columns no stat is called by."""
    known = _fitter(rules).headings
    headings = dict.fromkeys(heading for one in finding.creatures for heading in one.columns)
    unknown = [heading for heading in headings if columns.key(heading) not in known]
    if unknown:
        said = ", ".join(f"“{heading[:40]}”" for heading in unknown[:20])
        yield Told(
            "{ruleset} has nothing that is called {headings}: what stands there is in the notes.",
            {"ruleset": rules.label or rules.id, "headings": said},
        )


def all_told(rules: Rules, finding: Finding, fitted: Iterable[Fitted]) -> Iterator[Told]:
    """Yield everything that the game master is to know of what was read and what it became."""
    yield from finding.told
    yield from strange(rules, finding)
    yield from _unknown(rules, finding)
    for one in fitted:
        yield from one.told
