"""Foundry VTT, SWSE: two systems that share the id 'swse' and differ in every path.

One has `hp` and `defenses` (characters), `HP` and `reflexDefense` (droids), `hull` (vehicles); the other one
has `health`, and saves no defenses of players' characters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

from rulesets.incoming import d20, foundry
from rulesets.incoming.found import ABILITIES, Creature, Finding, Reduction, Refused, Value
from rulesets.incoming.json_entries import (
    at,
    called,
    entries,
    put,
    put_known,
    table,
    tables,
    word_list,
    words,
)
from rulesets.incoming.reader import MAYBE, NO, Reader
from rulesets.incoming.source import Source
from rulesets.incoming.texts import name_of, number

_ACTORS = ("npc", "character", "droid", "vehicle")
_LONG = dict(zip(("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"), ABILITIES,
                 strict=True))  # fmt: skip
_PARTS = ("base", "racial", "enhancement", "temp")
"""What an ability score is the sum of."""
_SIZES = ("fine", "diminutive", "tiny", "small", "medium", "large", "huge", "gargantuan", "colossal")
_TRAINED, _FOCUSED = 5, 5
_NOT_HEROIC = ("nonheroic", "beast")
_QUALITIES = ("feat", "talent")
_SQUARES = re.compile(r"(\d{1,4})\s{0,4}sq", re.IGNORECASE)
_LAST_STEP = 5
"""Steps down the condition track."""
_PRINTED = ("Reflex Defense", "Hit Points")
"""Headings of the tables of printed stat blocks that come with one of the systems."""
_BLOCKS = ("biography", "description", "crewNotes")


def _fits(actor: dict[str, Any]) -> bool:
    numbers = foundry.body(actor)
    if actor.get("type") not in _ACTORS:
        return False
    # Some droids are shipped without any numbers: their attacks and degree tell them.
    return (
        _is_health(numbers)
        or ("hp" in numbers and "defenses" in numbers)
        or "reflexDefense" in numbers
        or ("attacks" in numbers and actor["type"] == "droid")
        or foundry.system_id(actor) == "swse"
    )


def _is_health(numbers: dict[str, Any]) -> bool:
    return isinstance(numbers.get("health"), dict) or any(
        "manual" in one for one in tables(numbers.get("attributes"))
    )


def _creature(actor: dict[str, Any], finding: Finding) -> Creature:
    numbers, kind = foundry.body(actor), actor["type"]
    name = called(actor, "name")
    if kind == "droid" and not _is_health(numbers):
        name = name_of(unquote(name).replace("_", " "))
    made = _Actor(actor, numbers, name, finding)
    if _is_health(numbers):
        made.by_health()
    elif kind == "vehicle":
        made.vehicle()
    elif "reflexDefense" in numbers or kind == "droid":
        made.droid()
    else:
        made.character()
    made.condition()
    return made.creature()


class _Actor:
    """An actor on its way, in one of the shapes of both systems."""

    def __init__(self, actor: dict[str, Any], numbers: dict[str, Any], name: str, finding: Finding) -> None:
        self.actor, self.numbers, self.name, self.finding = actor, numbers, name, finding
        self.values: dict[str, Value] = {}
        self.guessed: set[str] = set()
        self.reductions: tuple[Reduction, ...] = ()
        self.texts: list[tuple[str, str]] = []

    def creature(self) -> Creature:
        pc = self.actor["type"] == "character"
        numbers = self.numbers
        if (challenge := d20.challenge(words(numbers.get("cl")))) != "":
            self.note("", f"CL {challenge}")
        for key in _BLOCKS:
            said = numbers.get(key)
            self.note("", words(said.get("value") if isinstance(said, dict) else said))
        self.note("Weapons", ", ".join(foundry.item_names(self.actor, "weapon")))
        self.note("Effects", ", ".join(one.name for one in foundry.effects(self.actor)))
        return Creature(
            name=self.name,
            family="saga",
            kind="pc" if pc else "npc",
            side=foundry.side_of(self.actor, pc),
            values=self.values,
            guessed=frozenset(self.guessed),
            feats=tuple(self._qualities()),
            reductions=self.reductions,
            texts=tuple(self.texts),
        )

    def note(self, label: str, text: str) -> None:
        if text:
            self.texts.append((label, text))

    def _provided(self, *kinds: str) -> Iterator[dict[str, Any]]:
        """Yield what an actor has of some types, also what its template provides."""
        yield from foundry.items(self.actor, *kinds)
        for one in tables(self.numbers.get("providedItems")):
            if one.get("type") in kinds:
                yield one

    def _qualities(self) -> Iterator[str]:
        for one in self._provided(*_QUALITIES):
            if name := name_of(one.get("name") or ""):
                yield name

    # -- numbers ---------------------------------------------------------------------------------------

    def _hit_points(self, most: Any, now: Any, temporary: Any) -> None:
        if foundry.put_hit_points(self.values, most, now, temporary):
            self.guessed.add("max_hp")
            self.finding.tell(
                "“{name}”: the hit points of the unhurt are not in the file; those of now stand for both.",
                name=self.name,
            )
        elif "max_hp" not in self.values:
            put_known(self.finding, self.name, self.values, max_hp__hit_points=None)

    def _threshold(self, said: Any) -> None:
        """Put the damage threshold in; 0 is none: the size may help then."""
        threshold, size = number(said), self._size()
        if threshold is not None and threshold > 0:
            self.values["threshold"] = threshold
            self.note("Size", size)
            return
        if size:
            self.values["size"] = size
        put_known(self.finding, self.name, self.values, threshold__damage_threshold=None)

    def _size(self) -> str:
        """Return the size in one word: 'colossal (frigate)' is colossal."""
        said = (self.numbers.get("sizeOverride"), self.numbers.get("size"),
                *(one.get("name") for one in self._provided("trait", "size")))  # fmt: skip
        for one in said:
            size = words(at(one, "value") if isinstance(one, dict) else one).partition("(")[0].strip().lower()
            if size in _SIZES:
                return size
        return ""

    def _initiative(self, level: int, *, trained: bool, focused: bool = False, more: int = 0) -> None:
        """Work initiative out, which is not saved: Dexterity, half the level, training, focus."""
        dexterity = self.values.get("dex")
        if isinstance(dexterity, int):
            self.values["initiative"] = (
                d20.modifier(dexterity) + level // 2 + _TRAINED * trained + _FOCUSED * focused + more
            )
            self.guessed.add("initiative")

    def _classes(self) -> dict[str, int]:
        """Return class → levels."""
        found: dict[str, int] = {}
        for one in self._provided("class"):
            name = name_of(one.get("name") or "")
            inner = foundry.body(one)
            levels = (
                number(one.get("quantity")) or number(inner.get("quantity")) or number(inner.get("level"))
            )
            taken = inner.get("levelsTaken")
            listed = len(taken) if isinstance(taken, list) and taken else 1
            found[name] = found.get(name, 0) + (levels or listed)
        return found

    def _heroic(self, classes: list[str]) -> None:
        if classes:
            self.values["heroic"] = int(
                any(all(word not in name.lower() for word in _NOT_HEROIC) for name in classes)
            )

    def condition(self) -> None:
        """Put in how far down the condition track it is."""
        numbers = self.numbers
        tracked = table(numbers.get("conditionTrack"))
        step = number(at(numbers, "health", "condition") if _is_health(numbers) else tracked.get("current"))
        if step is not None and 0 <= step <= _LAST_STEP:
            self.values["condition"] = step
        if tracked.get("persistent") is True:
            self.note("Condition track", "persistent condition")

    # -- characters, droids, vehicles of the one system ------------------------------------------------

    def character(self) -> None:
        numbers = self.numbers
        hp, defenses = table(numbers.get("hp")), table(numbers.get("defenses"))
        self._summed(ABILITIES)
        self._hit_points(hp.get("max"), hp.get("value"), hp.get("temp"))
        fortitude = at(defenses, "fort", "total") or at(defenses, "fortitude", "total")
        put_known(
            self.finding, self.name, self.values,
            defense_ref__Reflex_Defense=at(defenses, "reflex", "total"),
            defense_fort__Fortitude_Defense=fortitude,
            defense_will__Will_Defense=at(defenses, "will", "total"),
        )  # fmt: skip
        self._threshold(numbers.get("damageThreshold"))
        level = number(numbers.get("level")) or 0
        put(self.values, level=level, force_points=at(numbers, "forcePoints", "value"))
        skill = table(at(numbers, "skills", "initiative"))
        self._initiative(
            level,
            trained=skill.get("trained") is True,
            focused=skill.get("focused") is True,
            more=number(skill.get("miscMod")) or 0,
        )
        said = [words(numbers.get(key)) for key in ("class", "className")]
        self._heroic([*self._classes(), *(name for name in said if name)])
        self.note("Classes", ", ".join(dict.fromkeys(name for name in (*self._classes(), *said) if name)))
        self._speed(numbers.get("speed"))
        for label, value in (
            ("Flat-footed Defense", at(defenses, "flatFooted", "total")),
            ("Base attack bonus", numbers.get("bab")),
            ("Dark Side Score", numbers.get("darkSideScore")),
            ("Destiny Points", at(numbers, "destinyPoints", "value")),
        ):
            self.note(label, words(number(value) or None))
        self._skills()

    def droid(self) -> None:
        numbers = self.numbers
        for long, said in table(at(numbers, "baseStats", "abilities")).items():
            if long in _LONG:
                self.values[_LONG[long]] = d20.score(said)
        hp = numbers.get("HP", numbers.get("hp"))
        if not number(at(hp, "max") if isinstance(hp, dict) else hp) and "reflexDefense" not in numbers:
            self.finding.tell(
                "“{name}” has no numbers in the file: everything is the ruleset's usual.", name=self.name
            )
        else:
            whole = table(hp)
            self._hit_points(whole.get("max", hp), whole.get("value"), whole.get("temp"))
            put_known(
                self.finding, self.name, self.values,
                defense_ref__Reflex_Defense=numbers.get("reflexDefense"),
                defense_fort__Fortitude_Defense=numbers.get("fortitudeDefense"),
                defense_will__Will_Defense=numbers.get("willDefense"),
            )  # fmt: skip
            self._threshold(numbers.get("damageThreshold"))
        put(self.values, initiative=numbers.get("initiative"), bab=numbers.get("baseAttackBonus"))
        self._reduced(numbers.get("damageReduction"))
        self._speed(numbers.get("speed"))
        self._attacks()
        self.note("Degree", words(numbers.get("degree")))
        self.note("Flat-footed Defense", words(numbers.get("flatFooted")))
        self.note("Grapple", words(numbers.get("grapple")))
        self.note("Systems", words(numbers.get("droidSystemText")))
        self._skills()

    def vehicle(self) -> None:
        numbers = self.numbers
        hull = table(numbers.get("hp")) or table(numbers.get("hull"))
        self._summed(("str", "dex"))
        self._hit_points(hull.get("max"), hull.get("value"), hull.get("temp"))
        put_known(
            self.finding, self.name, self.values,
            defense_ref__Reflex_Defense=numbers.get("reflexDefense"),
            defense_fort__Fortitude_Defense=numbers.get("fortitudeDefense"),
        )  # fmt: skip
        self._threshold(numbers.get("damageThreshold"))
        shields = number(numbers.get("shieldRating")) or number(at(numbers, "shields", "max")) or 0
        if shields > 0:
            self.values["sr"] = shields
            self.note("Shields now", words(numbers.get("currentSR")))
        put(self.values, initiative=numbers.get("initiative"))
        self._reduced(numbers.get("damageReduction", numbers.get("dr")))
        self._speed(numbers.get("characterScaleSpeed") or numbers.get("speed"))
        self.finding.tell(
            "“{name}” is a vehicle: it has no Will Defense{speed}. Crew and weapons are in the notes.",
            name=self.name,
            speed="" if "speed" in self.values else ", and its speed is of another scale",
        )
        self.note("Flat-footed Defense", words(numbers.get("flatFooted")))
        starship = words(numbers.get("starshipSpeed")) or words(numbers.get("starshipScaleSpeed"))
        self.note("Speed (starship scale)", starship)
        for label, key in (("Maximum velocity", "maxVelocity"), ("Maneuver", "maneuver"), ("Crew", "crew"),
                           ("Passengers", "passengers"), ("Cover", "cover"), ("Senses", "senses"),
                           ("Base attack bonus", "baseAttackBonus")):  # fmt: skip
            self.note(label, words(numbers.get(key)))
        self.note("Weapons", word_list(numbers.get("weapons")))

    def _summed(self, abilities: tuple[str, ...]) -> None:
        scores = table(self.numbers.get("attributes"))
        for key in abilities:
            if isinstance(one := scores.get(key), dict):
                self.values[key] = d20.score(sum(number(one.get(part)) or 0 for part in _PARTS))

    def _reduced(self, said: Any) -> None:
        value = number(said)
        if value is not None and value > 0:
            self.reductions = (Reduction(value=value),)

    def _speed(self, said: Any) -> None:
        """Put the speed in: a number, or the one before 'squares' in 'Walk 4 squares'."""
        text = words(at(said, "value") if isinstance(said, dict) else said)
        found = _SQUARES.search(text)
        far = int(found[1]) if found else number(text) if text.strip().isdecimal() else None
        if far:
            self.values["speed"], self.values["speed_unit"] = far, "squares"
        if not text.strip().isdecimal():
            self.note("Speed", text)

    def _attacks(self) -> None:
        for kind in ("melee", "ranged"):
            said = []
            for one in tables(at(self.numbers, "attacks", kind)):
                bonus = number(one.get("bonus"))
                parts = (words(one.get("name")), f"{bonus:+}" if bonus is not None else "",
                         f"({damage})" if (damage := words(one.get("damage"))) else "")  # fmt: skip
                said.append(" ".join(part for part in parts if part))
            self.note(kind.capitalize(), "; ".join(one for one in said if one))

    def _skills(self) -> None:
        said = []
        for key, one in table(self.numbers.get("skills")).items():
            bonus = number(one) if not isinstance(one, dict) else None
            if bonus is not None:
                said.append(f"{key} {bonus:+}")
            elif isinstance(one, dict) and one.get("trained") is True:
                said.append(key)
        self.note("Skills", ", ".join(said))

    # -- the other system ------------------------------------------------------------------------------

    def by_health(self) -> None:
        numbers = self.numbers
        manual = words(numbers.get("attributeGenerationType")).lower() == "manual"
        for key in ABILITIES:
            if isinstance(one := at(numbers, "attributes", key), dict):
                first, second = ("manual", "base") if manual else ("base", "manual")
                self.values[key] = d20.score(
                    one.get(first) if one.get(first) is not None else one.get(second)
                )
        health = table(numbers.get("health"))
        self._hit_points(number(health.get("override")) or health.get("max"), health.get("value"),
                         health.get("temp"))  # fmt: skip
        defense = table(numbers.get("defense"))
        for name, key in (("defense_ref", "reflex"), ("defense_fort", "fortitude"), ("defense_will", "will")):
            put(self.values, **{name: number(at(defense, key, "expected")) or None})
        if "defense_ref" not in self.values:
            self.finding.tell(
                "“{name}”: no defenses are in the file. They come from the ruleset and have to be checked.",
                name=self.name,
            )
        if size := self._size():
            self.values["size"] = size
        classes = self._classes()
        level = sum(classes.values())
        put(self.values, level=level or None, force_points=at(numbers, "forcePoints", "quantity"))
        self._heroic(list(classes))
        self._initiative(level, trained=at(numbers, "skills", "initiative", "trained") is True)
        shields = number(at(numbers, "shields", "value")) or 0
        if shields > 0:
            self.values["sr"] = shields
        self.note("Classes", ", ".join(f"{name} {levels}" for name, levels in classes.items()))
        self._skills()


SYSTEM = foundry.System(ids=("swse",), fits=_fits, creature=_creature)


def _is_printed(source: Source) -> bool:
    """True if it is a table of printed stat blocks, of which one system makes its actors."""
    if not source.is_json:
        return False
    return any(all(key in one for key in _PRINTED) for one in tables(entries(source.json)[:20]))


def _recognise(source: Source) -> int:
    sure = foundry.certainty(source, SYSTEM)
    return sure or (MAYBE if _is_printed(source) else NO)


def _read(source: Source, finding: Finding) -> None:
    if _is_printed(source):
        raise Refused(
            "“{name}” is a table of printed stat blocks, not an export. Export the actors from Foundry.",
            name=source.name,
        )
    foundry.read(source, finding, SYSTEM)


READER = Reader(id="foundry-swse", label="Foundry VTT, SWSE", recognise=_recognise, read=_read)
