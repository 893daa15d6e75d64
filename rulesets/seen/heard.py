"""The log as the players may hear it: of each entry what concerns nobody but those whom they see.

What was done by or to somebody who was hidden then, or is hidden now, is told to nobody; what such a one did
to others is told without the doer. What the game master notes, corrects, plans or insists on is nobody
else's business, nor are the numbers of those whom the players do not play.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeGuard

from msgspec import structs

from rulesets.seen.players import Names, told_effect
from rulesets.table import commands as cmd, events as ev
from rulesets.table.combatant import PC, Combatant
from rulesets.table.encounter import Encounter, Order
from rulesets.table.entry import Entry

_OF_GM = (
    cmd.Describe,
    cmd.DescribeEncounter,
    cmd.NoteEffect,
    cmd.PlanWave,
    cmd.MoveInList,
    cmd.ChangeRules,
    cmd.TakeUp,
)
"""Commands of which players hear nothing."""
_PEOPLE = ("who", "slot", "by", "target", "after", "active", "chooser", "last", "inside")
"""Parameters of told codes that name somebody."""
_UNSAID = frozenset(
    {
        ("applied", "by"), ("effect-began", "by"), ("healed", "by"), ("acted", "target"), ("resumed", "last"),
        ("resumed", "inside"), ("delayed", "after"), ("chosen", "chooser"),
    }
)  # fmt: skip
"""(code, parameter) without which there is still something to be told."""
_STAYING = frozenset({"track-moved", "set", "pool-set", "count-set"})
"""Codes of which nothing is told where a number is what it was: that is the game master's correction."""
OF_PLAYERS = frozenset(
    {"set", "pool-set", "readied", "readied-lost", "count-set", "threw", "worked-out", "rested"}
)
"""Codes that are told of those alone whom they play."""
OF_ALL = frozenset(
    {
        "acted", "action-lost", "applied", "asked", "attacked", "card-set", "checked", "chosen",
        "contest-lost", "count-moved", "counts-moved", "declared", "defeated", "delayed", "disabled", "drew",
        "effect-began", "effect-check", "effect-ended", "effect-over", "ended", "healed", "joined", "left",
        "left-open", "left-undone", "parts-lost", "pool-changed", "reacted", "resolved", "restored",
        "resumed", "round-began", "size-changed", "spent", "started", "track-moved", "triggered",
        "turn-began", "turn-given-up", "turn-goes-on", "turn-lost", "turn-missed", "waiting-over",
    }
)  # fmt: skip
"""Codes that are told of everybody whom they see. A code that stands nowhere here is told to nobody."""
_NUMBERS = {
    "checked": ("total", "against"),
    "asked": ("against",),
    "acted": ("roll", "skill"),
    "resumed": ("mine", "other"),
    "contest-lost": ("mine", "other"),
}
"""Code → numbers that are told of those alone whom they play."""

OF_SOMEBODY = (
    *(ev.PoolChanged, ev.PoolOpened, ev.PoolClosed, ev.TallyChanged, ev.DebtChanged, ev.UsedChanged),
    *(ev.TrackMoved, ev.PartsChanged, ev.StateBegan, ev.StateEnded, ev.OutChanged, ev.DoneChanged),
    *(ev.ReadiedChanged, ev.DeclaredChanged, ev.PutOffChanged, ev.CardDrawn),
    *(ev.TurnOver, ev.TurnListed, ev.TurnUnlisted),
    *(ev.SlotMoved, ev.SlotPlaced, ev.SlotRemoved, ev.PlaceChanged),
)
"""Events that are about one combatant or slot, heard by whoever sees that one; others are heard by nobody."""


class Heard(Entry, frozen=True):
    """What players hear of one entry: its command and events without what they must not know."""

    begins: bool = False
    """A turn begins that they see."""
    silent: bool = False
    """The turn of somebody begins whom they do not see, and nothing else was ordered."""
    hides: bool = False
    """The turn of somebody begins whom they do not see."""


class Hearing:
    """Goes along a log and tells of each entry what players may hear of it."""

    def __init__(self, state: Encounter, base: Encounter, entries: Iterable[Entry]) -> None:
        """Go along ``entries``, which have led from ``base`` to ``state``; who is hidden there never was."""
        gone = _left(entries, state)
        self._people: dict[str, Combatant] = {**gone, **state.combatants}
        self.names = Names(self._people)
        """What the players call those who are there now or have been."""
        self._hidden = {who.id for who in base.combatants.values() if who.hidden}
        self._slots = {who.id: who.slot for who in base.combatants.values()}

    def unseen(self, events: Iterable[Any]) -> frozenset[str]:
        """Return who must not be known to have to do with the next entry, and slots of nobody else."""
        hidden = set(self._hidden)
        for event in events:
            if type(event) is ev.Joined:
                self._slots[event.combatant.id] = event.combatant.slot
                if event.combatant.hidden:
                    hidden.add(event.combatant.id)
                    self._hidden.add(event.combatant.id)
            elif type(event) is ev.Left:  # whoever comes back openly is seen from then on
                self._hidden.discard(event.combatant.id)
            elif type(event) is ev.Described and event.key == "group":
                self._slots[event.who] = str(event.new) or event.who
            elif type(event) is ev.Described and event.key == "hidden":
                hidden.add(event.who)
                (self._hidden.add if event.new else self._hidden.discard)(event.who)
        hidden |= self.names.unseen
        shown = {slot for who, slot in self._slots.items() if who not in hidden}
        people = self._people.values()
        shown |= {who.side for who in people if who.id not in hidden}
        ends = {*self._slots.values(), *(who.side for who in people)} - shown
        return frozenset(hidden | ends)

    def heard(self, entry: Entry) -> tuple[Heard | None, frozenset[str]]:
        """Return what of the next entry is heard, None for nothing; and who must not be spoken of."""
        unseen = self.unseen(entry.events)
        if isinstance(entry.command, _OF_GM):
            return None, unseen
        hearer = _Hearer(self.names, self._people, unseen)
        events = tuple(told for event in entry.events for told in hearer.event(event))
        if not events:
            return None, unseen
        begun = [event.params["slot"] for event in entry.events if is_told(event, "turn-began")]
        begins = bool(begun) and begun[-1] not in unseen
        hides = bool(begun) and not begins
        silent = hides and isinstance(entry.command, cmd.EndTurn)
        command = hearer.command(entry.command)
        return Heard(command, events, entry.at, begins=begins, silent=silent, hides=hides), unseen


def is_told(event: Any, code: str) -> TypeGuard[ev.Told]:
    """Return whether an event tells a code."""
    return type(event) is ev.Told and event.code == code


def _left(entries: Iterable[Entry], state: Encounter) -> dict[str, Combatant]:
    """Return those who are no longer there, as they left."""
    return {
        event.combatant.id: event.combatant
        for entry in entries
        for event in entry.events
        if type(event) is ev.Left and event.combatant.id not in state.combatants
    }


class _Hearer:
    """Hears one entry."""

    def __init__(self, names: Names, people: Mapping[str, Combatant], unseen: frozenset[str]) -> None:
        self._names, self._people, self._unseen = names, people, unseen
        self._ids = {*people, *unseen}

    def _may(self, ident: Any) -> bool:
        return str(ident or "") not in self._unseen

    def _plays(self, ident: str) -> bool:
        """Return whether players play somebody; a group by whoever is in it."""
        who = self._people.get(ident)
        if who is None:
            return any(one.group == ident and one.kind == PC for one in self._people.values())
        return who.kind == PC

    # -- commands ----------------------------------------------------------------------------------

    def command(self, command: Any) -> cmd.AnyCommand:
        """Return a command without those who must not be spoken of."""
        changed: dict[str, Any] = {}
        for field in structs.fields(command):
            value = getattr(command, field.name)
            if isinstance(value, str) and value in self._unseen:
                changed[field.name] = ""
            elif isinstance(value, tuple) and any(
                one in self._unseen for one in value if isinstance(one, str)
            ):
                changed[field.name] = tuple(one for one in value if one not in self._unseen)
        if isinstance(command, cmd.RecordAttack):
            changed |= {"using": "", "rolled": None, "against": None, "defense": ""}
        if isinstance(command, cmd.Apply):
            changed["thrown"] = ()  # told by what it came to, of those alone whom they play
        return structs.replace(command, override=False, **changed)  # type: ignore[no-any-return]

    # -- events ------------------------------------------------------------------------------------

    def event(self, event: Any) -> Iterable[Any]:
        """Yield an event as it is heard, or nothing."""
        match event:
            case ev.Told():
                yield from self._told(event)
            case ev.Overrode() | ev.Described() | ev.EncounterDescribed() | ev.WaveChanged() | ev.Relisted():
                return
            case ev.Flagged():
                if self._may(event.who) and not event.values:
                    yield event
            case ev.Rolled():
                known = event.what == "initiative" or self._plays(event.who)
                if self._may(event.who) and known and event.what not in ("roll-off", "coin"):
                    # the dice beside the total would tell the bonus
                    yield event if self._plays(event.who) else structs.replace(event, results=(), dropped=())
            case ev.StatChanged():
                if self._may(event.who) and self._plays(event.who):
                    yield event
            case ev.EffectBegan() | ev.EffectEnded():
                if self._may(event.effect.on) and self._names.knows(event.effect.on):
                    yield structs.replace(event, effect=self._effect(event.effect))
            case ev.EffectChanged():
                if self._may(event.new.on) and self._names.knows(event.new.on):
                    yield structs.replace(event, old=self._effect(event.old), new=self._effect(event.new))
            case ev.RelationChanged():
                tie = event.new or event.old
                if tie is not None and self._may(tie.of) and self._may(tie.over):
                    yield event
            case ev.OrderMade():
                old, new = self._order(event.old), self._order(event.new)
                yield structs.replace(event, old=old, new=new)
            case ev.Joined() | ev.Left():
                if self._may(event.combatant.id):
                    yield event
            case ev.ClockMoved():
                yield event
            case _ if isinstance(event, OF_SOMEBODY):
                if self._may(getattr(event, "who", "") or getattr(event, "slot", "")):
                    yield event

    def _effect(self, effect: Any) -> Any:
        """Return an effect as it is told, under the ids of the log."""
        told = told_effect(self._names, effect)
        by = effect.by if self._may(effect.by) else ""
        if not self._may(effect.anchor):
            return structs.replace(told, id=effect.id, on=effect.on, by=by)
        return structs.replace(
            told, id=effect.id, on=effect.on, by=by, anchor=effect.anchor, until=effect.until
        )

    def _order(self, order: Order | None) -> Order | None:
        if order is None:
            return None
        slots = tuple(slot for slot in order.slots if self._may(slot))
        return Order(slots, {slot: order.places[slot] for slot in slots})

    def _told(self, told: ev.Told) -> Iterable[ev.Told]:
        code, params = told.code, dict(told.params)
        if code not in OF_ALL and code not in OF_PLAYERS:
            return
        if code in _STAYING and params["old"] == params["new"]:
            return
        for key in _PEOPLE:
            if key in params and not self._may(params[key]):
                if (code, key) not in _UNSAID:
                    return
                params[key] = None if code == "delayed" else ""
        who = str(params.get("who", "") or params.get("slot", ""))
        plays = self._plays(who)
        if code in OF_PLAYERS and not plays:
            return
        for key in () if plays else _NUMBERS.get(code, ()):
            if key in params:
                params[key] = None
        if code == "attacked":
            params.pop("unpaid", None)  # what is paid is the game master's business
            theirs = () if self._plays(str(params["target"])) else ("against", "defense")
            params |= dict.fromkeys(params.keys() & {*(() if plays else ("using", "rolled")), *theirs})
        if code == "counts-moved":
            params["counts"] = {slot: moved for slot, moved in params["counts"].items() if self._may(slot)}
            if not params["counts"]:
                return
        if code == "chosen" and not params["chooser"]:
            return  # whose turn it is now is told
        if code == "turn-missed" and params["reason"] == "closed":
            params["reason"] = ""  # how the round is led is the game master's business
        if code == "left":
            params["name"] = self._names.called(who)
        if code == "declared":
            params["fields"] = self._fields(params["fields"])
        if code == "applied":
            params["inputs"] = {k: v for k, v in params["inputs"].items() if v not in self._ids}
            by = params.get("by", "")  # the dice of a foe's weapon tell what is added to them
            dice = ((one, str(one.get("who") or by)) for one in params.get("thrown", ()))
            params["thrown"] = [one for one, thrower in dice if thrower and self._plays(thrower)]
            if not plays:
                params["stages"] = [one for one in params["stages"] if _verb(one) == "track"]
        yield ev.Told(code, params)

    def _fields(self, fields: Mapping[str, Any]) -> dict[str, Any]:
        """Return what was filled into a declaration without whom they must not know of."""
        found = {}
        for key, value in fields.items():
            if isinstance(value, list | tuple):
                found[key] = [one for one in value if self._may(one)]
            elif self._may(value):
                found[key] = value
        return found


def _verb(stage: Any) -> str:
    return str(stage["verb"] if isinstance(stage, dict) else stage.verb)
