"""What each told code says, and of which kind it is: a log line is made of nothing else.

The engine tells codes with parameters (:class:`~rulesets.table.events.Told`), and a file may hold
anything in their place. Whoever opens one asks here first, so that nobody who writes a line has to.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct, defstruct, structs

Plain = bool | int | float | str | None
"""One value as JSON has it."""
Number = int | float


class Reduced(Struct, frozen=True, forbid_unknown_fields=True):
    """One damage reduction among several: how much, against which types, and what passes it by."""

    value: int
    only: tuple[str, ...] = ()
    bypass: tuple[str, ...] = ()


class StageTold(Struct, frozen=True):
    """One stage as it ran, as the log keeps it: ``left`` is what is still to be taken."""

    id: str
    verb: str
    number: Number
    before: Number
    after: Number
    left: Number
    name: str

    @property
    def moved(self) -> bool:
        """True if it moved somebody along a track."""
        return self.verb == "track" and self.before != self.after


class Thrown(Struct, frozen=True, omit_defaults=True):
    """Dice that were typed for an input of a pipeline, and how they fell: '3d8+4', (5, 2, 7) and 4."""

    input: str
    typed: str
    fell: tuple[int, ...]
    """The single dice in the order in which they were typed; what is taken away is below 0."""
    plus: int = 0
    """What is added to them."""
    who: str = ""
    """The target that they were thrown for; '' is all of them."""


class Applied(Struct, frozen=True):
    """A pipeline that was applied to somebody: the parameters of the code 'applied'."""

    pipeline: str
    who: str
    inputs: dict[str, Plain]
    stages: tuple[StageTold, ...]
    """The stages with a label that ran, in order."""
    by: str = ""
    """Who did it, if that was said."""
    thrown: tuple[Thrown, ...] = ()
    """The dice that inputs were rolled with."""


Entered = Plain | list[Plain | Reduced]
"""A value as somebody enters it: one, or a list of them, of which some may be damage reductions."""
Given = Entered | dict[str, Entered]
"""The same, or a table of such values (the places on tracks, what is left of pools)."""

_WHO = {"who": str}
_SLOT = {"slot": str}
_CONTEST: dict[str, Any] = {"mine": (int | None, None), "other": (int | None, None)}
"""Opposed rolls: that of who comes in inside of another's turn, and the best against it."""
_OF_EFFECT = {"who": str, "name": str}
_SHAPES: dict[str, dict[str, Any]] = {
    "started": {"surprise": bool},
    "ended": {},
    "taken-up": {"round": int},
    "round-began": {"round": int},
    "joined": _WHO,
    "left": {"who": str, "name": str},
    "defeated": _WHO,
    "disabled": _WHO,
    "restored": _WHO,
    "rested": {"who": str, "rest": str},
    "turn-began": _SLOT,
    "turn-ended": _SLOT,
    "turn-given-up": _SLOT,
    "turn-lost": _SLOT,
    "turn-missed": {"slot": str, "reason": str},
    "turn-goes-on": _SLOT,
    "action-lost": _SLOT,
    "waiting-over": _SLOT,
    "delayed": {"slot": str, "kind": str, "count": int | None, "after": str | None, "round": int | None},
    "resumed": {
        "slot": str,
        "last": (str | None, None),
        "inside": (str | None, None),
        "again": (int | None, None),
        **_CONTEST,
    },
    "contest-lost": {"slot": str, "active": str, **_CONTEST},
    "drew": {"slot": str, "deck": str, "cards": list[str], "kept": str},
    "shuffled": {"deck": str},
    "chosen": {"slot": str, "by": str, "chooser": str},
    "readied": {"who": str, "action": str, "trigger": str},
    "triggered": {"who": str, "by": str, "action": str},
    "readied-lost": {"who": str, "action": str},
    "declared": {"who": str, "name": str, "fields": dict[str, Entered]},
    "left-undone": {"who": str, "names": list[str]},
    "acted": {
        "who": str,
        "name": str,
        "cost": str,
        "target": (str, ""),
        "part": bool,
        "provokes": (str, ""),
        "words": (str, ""),
        "skill": (str | None, None),
        "roll": (Number | None, None),
    },
    "resolved": {"who": str, "name": str, "cancelled": bool},
    "parts-lost": {"who": str, "action": str},
    "reacted": {"who": str, "name": str, "to": str},
    "attacked": {
        "who": str,
        "target": str,
        "kind": str,
        "result": str,
        "using": (str, ""),
        "rolled": (int | None, None),
        "against": (int | None, None),
        "defense": (str, ""),
        "critical": (bool, False),
        "settles": (bool, False),
    },
    "pool-changed": {"who": str, "pool": str, "old": Number | None, "new": Number | None},
    "count-moved": {"who": str, "order": str, "old": int, "new": int, "why": (str, "")},
    "counts-moved": {"order": str, "counts": dict[str, tuple[int, int]], "why": str},
    "healed": {"who": str, "by": str, "amount": Number, "stat": str},
    "spent": {"who": str, "resource": str, "on": str},
    "threw": {
        "who": (str, ""),
        "what": str,
        "amount": str,
        "sum": str,
        "total": Number,
        "wild": (str, ""),
        "dropped": (int | None, None),
    },
    "worked-out": {
        "who": (str, ""),
        "formula": str,
        "of": (str, ""),
        "dice": dict[str, int],
        "result": Entered,
    },
    "applied": {
        part.name: part.type if part.required else (part.type, part.default)
        for part in structs.fields(Applied)
    },
    "track-moved": {"who": str, "track": str, "old": int, "new": int, "persistent": bool},
    "set": {"who": str, "key": str, "old": Entered, "new": Entered},
    "count-set": {"who": str, "old": int, "new": int},
    "card-set": {"who": str, "order": str, "old": str, "new": str},
    "pool-set": {"who": str, "pool": str, "old": int | None, "new": int | None},
    "described": {"who": str, "fields": list[str]},
    "hidden": _WHO,
    "revealed": _WHO,
    "encounter-described": {"fields": list[str]},
    "effect-noted": _OF_EFFECT,
    "wave-planned": {"names": list[str], "round": int, "when": str},
    "wave-dropped": {"names": list[str]},
    "wave-came": {"names": list[str]},
    "effect-began": {"who": str, "name": str, "rounds": int, "by": str, "size": (str, "")},
    "size-changed": {"who": str, "name": str, "old": str, "new": str},
    "effect-ended": _OF_EFFECT,
    "effect-over": _OF_EFFECT,
    "effect-check": _OF_EFFECT,
    "asked": {"who": str, "check": str, "name": str, "against": int | None},
    "left-open": {"who": str, "check": str, "name": str},
    "checked": {
        "who": str,
        "check": str,
        "name": str,
        "against": int | None,
        "total": int | None,
        "degree": str,
    },
    "rules-changed": {"options": list[str], "values": dict[str, Plain], "text": bool},
    "rules-lost": {"who": str, "what": str, "value": Entered, "kind": (str, "pool")},
    "rules-new": {"who": str, "what": str, "value": (Entered, None)},
}
"""Told code → its parameters and their kinds; with a default, those that older files leave out."""


def _struct(code: str, *, exact: bool) -> type[Struct]:
    fields = [
        (name, *kind) if isinstance(kind, tuple) else (name, kind) for name, kind in _SHAPES[code].items()
    ]
    return defstruct("Told", fields, kw_only=True, forbid_unknown_fields=exact)


class _Shapes(dict[str, type[Struct]]):
    """Code → what its parameters are decoded as; made when a log has the code, which few have all."""

    def __init__(self, *, exact: bool) -> None:
        self._exact = exact

    def __missing__(self, code: str) -> type[Struct]:
        made = self[code] = _struct(code, exact=self._exact)
        return made


_EXACT, _LENIENT = _Shapes(exact=True), _Shapes(exact=False)
"""Without and with parameters that a code does not have."""
_PLAINLY = frozenset({bool, int, float, str, type(None)})
"""Types of plain values."""
CODES = frozenset(_SHAPES)
"""Codes that the engine tells; others come from another version, and are shown as they are."""


def told_applied(params: Mapping[str, Any]) -> Applied:
    """Return what the code 'applied' tells; what another version has told besides is left out.

    Raises:
        ValueError: if a parameter is missing, or is no value of its kind.
    """
    return msgspec.convert(params, Applied)


def require_told(code: str, params: Mapping[str, Any]) -> None:
    """Make sure that a log line can be written of a told code and its parameters.

    A parameter that the code does not have (of another version) may be there, if it is a plain value.

    Raises:
        ValueError: if a parameter is missing, or is no value of its kind.
    """
    exact = code in CODES
    if exact:
        try:
            msgspec.convert(params, _EXACT[code])
        except msgspec.ValidationError:
            msgspec.convert(params, _LENIENT[code])
            exact = False
        if code == "rules-lost" and params.get("kind") == "track" and not _is_step(params["value"]):
            raise ValueError("the place on a track is a whole number")
    if not exact:
        known = _SHAPES.get(code, {})
        require_entered({name: value for name, value in params.items() if name not in known})


def require_entered(values: Mapping[str, Any]) -> None:
    """Make sure that all of ``values`` can be shown as what somebody entered.

    Raises:
        ValueError: if one of them is no such value.
    """
    if not _PLAINLY.issuperset(map(type, values.values())):
        msgspec.convert(values, dict[str, Entered])


def require_given(values: Mapping[str, Any]) -> None:
    """Make sure of the same for what was given for a combatant, which has tables in it.

    Raises:
        ValueError: if one of them is no such value.
    """
    msgspec.convert(values, dict[str, Given])


def _is_step(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
