"""A fight as it stands, as a text: everybody with all that is counted, whose turn it is, and no log.

    name, ruleset, notes, shared   as in a prepared encounter
    [options]                      of the ruleset
    [fight]                        time, orders, turns: fields of an encounter that are of no single one
    [[combatant]]                  the fields of a combatant; `entered` is what it was given as it came in
    [[effect]]                     the fields of an effect
    [[wave]]                       the fields of a wave, with [[wave.combatant]]

What stands in it is what :mod:`rulesets.table` says of an encounter, field by field, so nothing is lost and
nothing is put otherwise; TOML has no word for what is without a limit, which is ``{ nothing = true }``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rulesets.campaign import toml_edit
from rulesets.campaign.reading import Read, Unreadable
from rulesets.fight.taking_up import steps_to
from rulesets.table.commands import TakeUp
from rulesets.table.encounter import Encounter
from rulesets.table.events import AnyEvent
from rulesets.vocabulary import Rules

VERSION = 1
"""Of the fields; another one is not read."""
HEADING = "A fight as it stands. Import it to go on with it."
KEYS = ("name", "ruleset", "notes", "shared", "options", "fight", "combatant", "effect", "wave")
_NOTHING = "nothing"


class StandingFight(Struct, frozen=True):
    """A fight that was brought as it stands."""

    name: str
    ruleset: str
    """Id of the ruleset that it is played by."""
    state: Encounter
    options: dict[str, str] = {}
    entered: tuple[dict[str, Any], ...] = ()
    """What combatants were given when they came in, each with its id."""

    @property
    def command(self) -> TakeUp:
        """What goes on with it on an empty table."""
        return TakeUp(steps=steps_to(self.state), entered=self.entered)

    @property
    def data(self) -> dict[str, Any]:
        """What its file says."""
        fields = _plain(msgspec.to_builtins(replace(self.state, rules=""), str_keys=True))
        given = {str(one["id"]): {key: one[key] for key in one if key != "id"} for one in self.entered}
        people = [
            {**who, **({"entered": _plain(given[ident])} if ident in given else {})}
            for ident, who in fields.pop("combatants", {}).items()
        ]
        notes, shared = fields.pop("about", None), fields.pop("shared", None)
        effects, waves = list(fields.pop("effects", {}).values()), fields.pop("waves", [])
        for wave in waves:
            wave["combatant"] = wave.pop("combatants")
        return {
            "name": self.name,
            "ruleset": self.ruleset,
            "notes": notes,
            "shared": shared,
            "options": self.options or None,
            "fight": {"version": VERSION, **{key: one for key, one in fields.items() if one != {}}},
            "combatant": people or None,
            "effect": effects or None,
            "wave": waves or None,
        }

    @property
    def text(self) -> str:
        """The text of its file."""
        return toml_edit.written(self.data, HEADING)


def standing_fight(
    rules: Rules, state: Encounter, name: str, first: Mapping[str, Mapping[str, Any]]
) -> StandingFight:
    """Return a fight as it stands; ``first`` says by combatant what each was given when it came in."""
    entered = tuple({**first[one], "id": one} for one in state.combatants if one in first)
    return StandingFight(name, rules.id, replace(state, rules=""), dict(rules.options_set), entered)


def read_fight(read: Read) -> StandingFight:
    """Return the fight that a file holds; raises Unreadable. Whether rules know it is another question."""
    for key in sorted(set(read.data) - {*KEYS}):
        raise read.wrong((key,), f"there is no such key; known are {', '.join(KEYS)}")
    name, ruleset = read.needed("name"), read.needed("ruleset")
    fields = _original(read.data.get("fight"))
    if not isinstance(fields, dict) or fields.pop("version", None) != VERSION:
        raise read.wrong(("fight",), "it was written by another version of Turnwright")
    entered = []
    for place, one in enumerate(_tables(read, "combatant")):
        given = one.pop("entered", None)
        if given is not None and not isinstance(given, dict):
            raise read.wrong(("combatant", place, "entered"), "this must be a table")
        if given is not None:
            entered.append({**given, "id": one.get("id")})
        fields.setdefault("combatants", {})[_key(read, "combatant", place, one, fields)] = one
    for place, one in enumerate(_tables(read, "effect")):
        fields.setdefault("effects", {})[_key(read, "effect", place, one, fields)] = one
    waves = _tables(read, "wave")
    for one in waves:
        one["combatants"] = one.pop("combatant", [])
    if waves:
        fields["waves"] = waves
    noted = {"about": read.text_of("notes"), "shared": read.text_of("shared")}
    fields |= {key: text for key, text in noted.items() if text}
    options = read.data.get("options", {})
    try:
        opening = msgspec.convert(fields.pop("opening", []), tuple[AnyEvent, ...])
        state = msgspec.convert(fields, Encounter, str_keys=True)
        options = msgspec.convert(options, dict[str, str])
    except msgspec.ValidationError as error:
        raise Unreadable(read.path, f"it is no fight ({error})") from error
    return StandingFight(name, ruleset, replace(state, opening=opening, rules=""), options, tuple(entered))


def _tables(read: Read, key: str) -> list[dict[str, Any]]:
    given = _original(read.data.get(key, []))
    if not isinstance(given, list) or not all(isinstance(one, dict) for one in given):
        raise read.wrong((key,), f"these must be [[{key}]] tables")
    return given


def _key(read: Read, kind: str, place: int, one: Mapping[str, Any], fields: Mapping[str, Any]) -> str:
    """Return the id of a combatant or an effect, which nobody else has."""
    ident = one.get("id")
    if not isinstance(ident, str) or not ident.strip():
        raise read.wrong((kind, place, "id"), "a text is needed here")
    if ident in fields.get(f"{kind}s", {}):
        raise read.wrong((kind, place, "id"), f"there is another one called {ident!r}")
    return ident


def _plain(value: Any) -> Any:
    """Return a value as TOML can say it."""
    if value is None:
        return {_NOTHING: True}
    if isinstance(value, dict):
        inner = {key: _plain(item) for key, item in value.items()}
        return {_NOTHING: False, "but": inner} if _NOTHING in inner else inner
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value


def _original(value: Any) -> Any:
    """Return what :func:`_plain` has made a value of."""
    if isinstance(value, list):
        return [_original(item) for item in value]
    if not isinstance(value, dict):
        return value
    if value == {_NOTHING: True}:
        return None
    if _NOTHING in value and isinstance(value.get("but"), dict):
        return {key: _original(item) for key, item in value["but"].items()}
    return {key: _original(item) for key, item in value.items()}
