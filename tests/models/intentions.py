"""A model of the Kaiser round: intentions, turns from the highest roll down, and the end phase.

Worked out from ``rules/kaiser.md``, its source (002-1..43) and the contract alone, for :mod:`contest`. What
happened is kept as facts: who has had its turn, who waits, who did something. Nobody has a place by number.
Where rules and contract leave open what follows, the step is :class:`Open` or the fact is left out.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from tests.models.contest import Step, Tried, contest

Answer = str | bool
"""False: accepted; a code, or True: refused with that code, or with any."""
FULL = 6
"""AP at the start of every Intention Phase (E-KAI-01)."""
ROUND = 6
"""Seconds that an Action Phase lasts (002-38)."""
PENALTY = -9
"""Of the surprised, against the one who surprises (E-KAI-07)."""
PRICES = {"magic": 2, "run": 3, "phenom": 3, "alert_to_danger": 1}
"""AP of the intentions that have a price (E-KAI-10, E-KAI-11)."""
PRICED = ("guard", "attack")
"""Intentions paid by ``points`` (contract/kaiser 2)."""
ANNOUNCED = ("magic", "phenom", "spirit", "conjure")
"""Intentions that an Active Action of the own turn carries out, paid for when declared (002-8, E-KAI-14)."""
STANCES = ("total_attack", "total_defense", "absorb_hits")
"""They cost nothing and exclude each other (E-KAI-11)."""
NAMES = ("poison", "web", "blind")
"""Conditions that the fights use; the rules know none of them."""
BY_HAND = ("effect", "end-effect", "remove", "defeat", "disable", "restore")
"""Steps of the GM that nothing but an unknown combatant stands in the way of."""
OF_SLOTS = ("end-turn", "delay", "resume", "set")
"""Steps that take a group's id (contract)."""
OPTIONS: Mapping[str, Sequence[str]] = {
    "surprise_margin": ("20", "21"),
    "surprise_ends": ("turn", "place"),
    "tie_value": ("round", "permanent"),
    "declare_order": ("any", "gm_first", "list"),
    "countdown_first": ("tick", "skip"),
}
"""Options that touch turns, their default first (contract/kaiser 16, A002-6)."""


class Open(ValueError):
    """Rules and contract do not say what comes of the step."""


@dataclass
class Condition:
    """An effect with a countdown (002-42)."""

    left: int
    check: bool
    """At zero it asks for another Resistance Check; else it ends (002-43)."""
    begun: int
    """The round in which it began."""


@dataclass
class Miss:
    """The last attack on somebody (contract: the trigger of a reaction is the last one)."""

    by: str
    missed: bool
    turn: int
    """Which turn of the fight it was made in."""
    answered: bool = False
    older: bool = False
    """A failed attack of the same turn before it was never answered."""


@dataclass
class Fighter:
    """One combatant."""

    side: str
    slot: str
    """Its group, or itself: what has a roll and a turn (contract, ``group``)."""
    npc: bool
    value: int
    """What is permanently added to the die (002-21)."""
    actions: int | None
    """Active Actions that its turn holds; None: AP alone limit them (contract, Stats)."""
    ap: int | None = FULL
    """None: not known before its first Intention Phase."""
    left: int | None = None
    """Active Actions not yet taken in this turn."""
    out: str = ""
    """'defeat' or 'disable' while it cannot act."""
    declared: list[str] = field(default_factory=list)
    spent: bool = False
    """AP were spent in this round (Complete AP: E-KAI-02)."""
    modifier: int = 0
    done: bool = False
    flat: bool = False
    """Flat-Footed (E-KAI-04)."""
    conditions: dict[str, Condition] = field(default_factory=dict)
    readied: bool = False
    """It holds an action prepared in this round."""
    held: bool = False
    """It prepared one in an earlier round or was taken out since; whether it still holds it is open."""
    attack: Miss | None = None


@dataclass
class Round:
    """What one round holds; nothing of it is left in the next (002-2, kai-22)."""

    order: list[str] = field(default_factory=list)
    """By roll, highest first, untouched by delay, empty until rolled (002-20, contract)."""
    rolls: dict[str, int] = field(default_factory=dict)
    over: set[str] = field(default_factory=set)
    """Whose turn is taken, ended or given up."""
    waiting: dict[str, int] = field(default_factory=dict)
    """Who delays → how many turns were taken since."""
    after_part: set[str] = field(default_factory=set)
    """Who delays since when somebody took a part of a turn, and put the rest off."""
    did: set[str] = field(default_factory=set)
    """Who did something in its turn ('Has done something', contract)."""
    forced: set[str] = field(default_factory=set)
    """Who was the one that must go; it may not delay again (contract/kaiser 7)."""
    passed: dict[str, int] = field(default_factory=dict)
    """Who could not act when its place came up → the turn that began instead; its own does not come."""
    late: set[str] = field(default_factory=set)
    """Whose turn came after all, when it could act again and nobody was active."""
    came_up: set[str] = field(default_factory=set)
    """Whose place in the order came up (A002-2, option)."""
    over_whom: set[tuple[str, str]] = field(default_factory=set)
    """Surprise at the roll: who has it over whom (002-16)."""
    unsure: set[str] = field(default_factory=set)
    """Whose surprises rules and contract do not settle."""


class Intentions:
    """The fight as the rules have it."""

    ruleset = "kaiser"

    def __init__(self, combatants: Sequence[Mapping[str, Any]], options: Mapping[str, str]) -> None:
        self.combatants, self.options = combatants, options
        self.fighters: dict[str, Fighter] = {}
        self.came: list[str] = []
        """Everybody who was ever there."""
        self.round, self.phase = 0, ""
        self.now = Round()
        self.active = ""
        self.turn = 0
        """How many turns began; only to tell one turn from another."""
        self.under_way = False
        """The active one has done something since its turn began or went on."""
        self.resumed = False
        """The present turn goes on after a delay."""
        self.waited = 0
        """How many turns were taken while it waited: it waits again if going on is taken back."""
        self.acted: dict[int, list[str]] = {}
        self.unlisted: set[int] = set()
        """Rounds of which the order of the turns taken is open."""
        self.flags: list[str] | None = None
        for one in combatants:
            self._enter(one)

    # ---------------------------------------------------------------- who stands how

    def _enter(self, one: Mapping[str, Any]) -> None:
        self.came.append(one["id"])
        self.fighters[one["id"]] = Fighter(
            side=one.get("side", "party"),
            slot=one.get("group", one["id"]),
            npc=one.get("kind") == "npc",
            value=one.get("init_value", 10),
            actions=one.get("active_actions"),
        )

    def members(self, slot: str) -> list[Fighter]:
        """Return who acts in a turn: one combatant, or all of a group that are there."""
        return [one for one in self.fighters.values() if one.slot == slot]

    def _slots(self) -> list[str]:
        """Return what has turns, in the order of the list."""
        return list(dict.fromkeys(one.slot for one in self.fighters.values()))

    def _able(self, slot: str) -> bool:
        return any(not one.out for one in self.members(slot))

    def _alike(self, slot: str, asked: Callable[[Fighter], bool]) -> bool:
        """Whether it holds of those of a slot who can act.

        Raises:
            Open: if it holds of some members of a group and not of others.
        """
        answers = {asked(one) for one in self.members(slot) if not one.out}
        if len(answers) > 1:
            raise Open("what holds of a group of which something holds in part")
        return True in answers

    def _pending(self) -> list[str]:
        """Return who still has its turn before it, highest roll first (002-20); nobody who waits."""
        return [
            who
            for who in self.now.order
            if self._able(who) and who not in self.now.passed and who in self._without_turn()
        ]

    def _without_turn(self) -> list[str]:
        """Return who has had no turn in this round, put none off and is not in it."""
        none = {*self.now.over, *self.now.waiting, self.active}
        return [who for who in self.now.order if who not in none]

    def _delayers(self) -> list[str]:
        """Return who waits and can act, highest first."""
        return [who for who in self.now.order if who in self.now.waiting and self._able(who)]

    def must_act(self) -> str:
        """Return the lowest of the waiting once nobody else is left (002-26, contract/kaiser 7)."""
        delayers = self._delayers()
        if self.phase != "action" or self.active or self._pending() or not delayers:
            return ""
        return delayers[-1]

    def _undeclared(self) -> list[str]:
        """Return who is not done, in the order in which they have to declare (A002-6)."""
        names = [who for who, one in self.fighters.items() if not one.done and not one.out]
        if self.options.get("declare_order") == "gm_first":
            names.sort(key=lambda who: not self.fighters[who].npc)
        return names

    def _rolling(self) -> list[str]:
        """Return who rolls: they do once they have declared (002-10), which none does who cannot act."""
        return [slot for slot in self._slots() if self._able(slot)]

    # ---------------------------------------------------------------- turns

    def _begin(self, who: str, resumed: bool = False) -> None:
        """A turn stands in ``acted`` from its beginning (contract); goes on where it was put off."""
        self.active, self.under_way, self.resumed = who, False, resumed
        self.turn += 1
        self.now.came_up.add(who)
        self.acted[self.round].append(who)

    def _next(self) -> None:
        """The highest roll that has had no turn goes on (002-20); else the phase waits for the GM (kai-01).

        Who cannot act is skipped (contract), and its turn of this round does not come.
        """
        if self.phase != "action" or self.active:
            return
        pending = self._pending()
        for who in self._without_turn():
            if pending and who == pending[0]:
                break
            if who not in self.now.passed:
                self.now.passed[who] = self.turn + 1
                self.now.came_up.add(who)
        if pending:
            self._begin(pending[0])

    def _turn_over(self) -> None:
        """The turn of the active one is taken, whatever of it was used (002-27)."""
        self.now.over.add(self.active)
        for who in self.now.waiting:
            self.now.waiting[who] += 1
        self.active, self.under_way = "", False

    def _put_off(self) -> None:
        """Take back the beginning of the active one's turn: it has not taken it (contract, ``resume``)."""
        self.acted[self.round].remove(self.active)
        self.active, self.under_way = "", False

    def _active(self, who: str) -> bool:
        return self.fighters[who].slot == self.active

    def _touch(self, who: str) -> None:
        if self._active(who):
            self.under_way = True
            self.now.did.add(self.active)

    # ---------------------------------------------------------------- steps

    def judge(self, step: Step) -> Answer:
        """Play a step; see :class:`contest.Model`.

        Raises:
            Open: if rules and contract do not say what comes of it.
        """
        self.flags = None
        for key in ("who", "target", "on", "by"):
            named = step.get(key, [])
            for who in [named] if isinstance(named, str) else named:
                slots = self._slots() if step["do"] in OF_SLOTS else []
                if who not in self.fighters and who not in slots:
                    return "unknown-combatant" if step["do"] in BY_HAND else True
                if step["do"] in OF_SLOTS and who not in slots:
                    raise Open("a turn of one member of a group")
        if self.phase == "over":
            raise Open("the encounter is over")
        if not self.phase and step["do"] not in ("start", "end-encounter"):
            return self._before_start(step)
        return self._steps()[step["do"]](step)

    def _steps(self) -> Mapping[str, Callable[[Step], Answer]]:
        return {
            "start": self._start,
            "declare": self._declare,
            "initiative": self._initiative,
            "end-turn": self._end_turn,
            "next-phase": self._next_phase,
            "advance": self._advance,
            "delay": self._delay,
            "resume": self._resume,
            "act": self._act,
            "attack": self._attack,
            "react": self._react,
            "ready": self._ready,
            "trigger": self._trigger,
            "effect": self._effect,
            "end-effect": self._end_effect,
            "add": self._add,
            "remove": self._remove,
            "defeat": self._take_out,
            "disable": self._take_out,
            "restore": self._restore,
            "set": self._set,
            "end-encounter": self._end_encounter,
        }

    def _before_start(self, step: Step) -> Answer:
        if step["do"] in ("end-turn", "delay", "resume", "initiative", "declare"):
            return True
        raise Open("before the start")

    def _start(self, step: Step) -> Answer:
        """The first Intention Phase begins; nothing is rolled (contract/kaiser 1)."""
        if self.phase:
            return True
        if not any(map(self._able, self.fighters)):
            raise Open("nobody can act")
        self._intention()
        return False

    def _intention(self) -> None:
        """A round begins: AP are full, nobody has declared, nothing is rolled (E-KAI-01, 002-10)."""
        self.round += 1
        self.phase = "intention"
        self.acted[self.round] = []
        self.now = Round()
        for one in self.fighters.values():
            one.ap, one.left, one.spent, one.modifier = FULL, one.actions, False, 0
            one.declared, one.done, one.flat, one.attack = [], False, False, None
            one.held, one.readied = one.held or one.readied, False

    def _end_encounter(self, step: Step) -> Answer:
        if not self.phase:
            raise Open("before the start")
        self.phase = "over"
        return False

    # ---------------------------------------------------------------- intentions (002-6..12)

    def _declare(self, step: Step) -> Answer:
        names = [step["who"]] if isinstance(step["who"], str) else list(step["who"])
        if self.phase != "intention":
            return self._declare_in_turn(names, step)
        for who in names:
            refused = self._may_declare(who, step)
            if refused:
                return refused
            if step.get("done"):
                self.fighters[who].done = True
            else:
                refused = self._intend(who, step)
                if refused:
                    return refused
        return False

    def _may_declare(self, who: str, step: Step) -> Answer:
        """Everybody who can act declares once it is its turn to (A002-6), and until it is done."""
        one = self.fighters[who]
        if one.out and step.get("override"):
            raise Open("what an override makes of it")
        if one.out:
            return True
        if one.done:
            if step.get("override"):
                raise Open("what an override makes of it")
            return True if step.get("done") else "already-declared"
        ordered = self.options.get("declare_order", "any") != "any"
        if ordered and self._undeclared()[0] != who and not step.get("override"):
            return "not-your-turn-to-declare"
        return False

    def _declare_in_turn(self, names: list[str], step: Step) -> Answer:
        """Alert to Danger may be taken in one's own turn; nothing else there (contract/kaiser 2)."""
        if step.get("override"):
            raise Open("what an override makes of it")
        if step.get("done") or self.phase == "end":
            return True
        if step["name"] != "alert_to_danger":
            return "wrong-phase"
        if not self._active(names[0]):
            return "not-active"
        refused = self._intend(names[0], step)
        if not refused:
            self._touch(names[0])
        return refused

    def _intend(self, who: str, step: Step) -> Answer:
        """Pay for an intention, each only once a round (002-7..9)."""
        one, name = self.fighters[who], step["name"]
        reasons: list[Answer] = []
        if name in one.declared:
            reasons.append("once-only")
        if name in STANCES and any(other in one.declared for other in STANCES if other != name):
            reasons.append(True)
        price = self._price(one, step)
        if name == "sprint" and one.spent:
            reasons.append("requirement")
        if price > (one.ap or 0):
            reasons.append("no-budget")
        if reasons and not step.get("override"):
            return reasons[0] if len(reasons) == 1 else True
        if reasons not in ([], ["no-budget"]):
            raise Open("what an override makes of it")
        self._pay(one, price)
        one.declared.append(name)
        one.modifier += step.get("modifier", 0)
        return False

    def _price(self, one: Fighter, step: Step) -> int:
        name = step["name"]
        if name == "sprint":
            return one.ap or 0
        return step["points"] if name in PRICED else PRICES.get(name, 0)

    def _pay(self, one: Fighter, points: int) -> None:
        """Overridden spending leaves 0, never less (contract)."""
        one.spent = one.spent or points > 0
        one.ap = max(0, (one.ap or 0) - points)

    # ---------------------------------------------------------------- initiative (002-10..21)

    def _initiative(self, step: Step) -> Answer:
        if self.phase != "intention":
            return "wrong-phase"
        if self._undeclared() and not step.get("override"):
            return "not-declared"
        if not any(map(self._able, self.fighters)):
            raise Open("nobody can act")
        if set(step["rolls"]) != set(self._rolling()):
            raise Open("somebody has to roll dice")
        self.now.rolls = dict(step["rolls"])
        self._rank(step.get("rolloffs", []))
        self._surprise()
        self.phase = "action"
        self._next()
        return False

    def _tie_value(self, who: str) -> int:
        """Everything added to the die this round, or only what is permanent (A002-3)."""
        one = self.members(who)[0]
        return one.value + (one.modifier if self.options.get("tie_value") != "permanent" else 0)

    def _rank(self, rolloffs: Sequence[Mapping[str, int]]) -> None:
        """Highest roll, then highest value, then d6 until nobody is tied (002-20, 002-21, A002-3)."""
        keys = {who: [self.now.rolls[who], self._tie_value(who)] for who in self.now.rolls}
        for answers in [*rolloffs, None]:
            tied = {who for who in keys if list(keys.values()).count(keys[who]) > 1}
            if (answers is None) == bool(tied) or (answers is not None and set(answers) != tied):
                raise Open("these are not the roll-offs that are needed")
            if any(who not in self.fighters for who in tied):
                raise Open("what breaks a group's tie")
            for who in tied:
                keys[who] = [*keys[who], answers[who] if answers else 0]
        self.now.order = sorted(keys, key=lambda who: keys[who], reverse=True)

    def _surprise(self) -> None:
        """A roll that is 20 above an opponent's surprises it (002-16, 002-17, A002-1; contract/kaiser 5)."""
        margin = int(self.options.get("surprise_margin", "20"))
        self.now.over_whom = {
            (who, whom)
            for who in self.now.rolls
            for whom in self.now.rolls
            if self.members(who)[0].side != self.members(whom)[0].side
            and self.now.rolls[who] - self.now.rolls[whom] >= margin
        }

    def surprised(self, whom: str) -> bool:
        """Whether it still is, if it was at the roll: until it takes its turn (002-17, A002-2).

        A turn put off without an action was not taken (contract/kaiser 6).
        """
        if self.options.get("surprise_ends") == "place":
            return whom not in self.now.came_up
        return whom != self.active and whom not in self.now.did and whom not in self.now.over

    # ---------------------------------------------------------------- the Action Phase (002-19..38)

    def _end_turn(self, step: Step) -> Answer:
        who = step.get("who", self.active)
        if self.phase != "action":
            return True
        if self.active and who == self.active:
            self._turn_over()
            if not any(one.readied or one.held for one in self.fighters.values()):
                self.flags = []
            self._next()
            return False
        must = self.must_act()
        if "who" not in step and must:
            raise Open("whose turn ends by default while nobody is active")
        if who and who == must:
            self._give_up(who)
            return False
        return True if must or not who else "not-active"

    def _advance(self, step: Step) -> Answer:
        """End turns until somebody is active; the contest plays each of them as a command of its own."""
        while self.active != step["to"]:
            if not self.active or self._end_turn({"do": "end-turn"}):
                raise Open("whose turn is given up on the way")
        return False

    def _give_up(self, who: str) -> None:
        """Not going on at all (contract/kaiser 7, E-KAI-15); listed if a part was taken, where is open."""
        del self.now.waiting[who]
        self.now.over.add(who)
        if who in self.now.did:
            self.unlisted.add(self.round)
        else:
            self.now.unsure.add(who)

    def _delay(self, step: Step) -> Answer:
        """Wait, with Active Actions left (002-24); who has to go may not (contract/kaiser 7)."""
        who = step["who"]
        if self.phase != "action":
            return True
        if step.get("override") and (
            who != self.active or who in self.now.forced or self._alike(who, _is_flat)
        ):
            raise Open("what an override makes of it")
        if who != self.active:
            return "cannot-delay" if who == self.must_act() else "not-active"
        if any(one.readied or one.held for one in self.members(who)):
            raise Open("how long a prepared action is held")
        if "count" in step or self._alike(who, _is_flat):
            return True
        if self._alike(who, lambda one: one.left == 0) and not step.get("override"):
            return "cannot-delay"
        if self._alike(who, lambda one: "total_defense" in one.declared):
            raise Open("whether Total Defense leaves unused Active Actions")
        if who in self.now.forced:
            if self._pending():
                raise Open("whether it still may not when others have turns again")
            return "cannot-delay"
        if self.under_way:
            self.now.after_part |= set(self.now.waiting)
        self._put_off()
        self.now.waiting[who] = 0
        self.now.after_part.discard(who)
        self._next()
        return False

    def _resume(self, step: Step) -> Answer:
        who = step["who"]
        if self.phase != "action" or not self._able(who):
            return True
        refused = self._may_resume(who)
        if refused:
            return refused
        if self.must_act() == who:
            self.now.forced.add(who)
        if self.active:
            for each in [each for each, turn in self.now.passed.items() if turn == self.turn]:
                if self._able(each):
                    raise Open("whether it was passed over by a turn that is taken back")
                del self.now.passed[each]
            if self.options.get("surprise_ends") == "place":
                self.now.unsure.add(self.active)
            if self.resumed:
                self.now.waiting[self.active] = self.waited
            self._put_off()
        self.waited = self.now.waiting.pop(who)
        self._begin(who, resumed=True)
        return False

    def _may_resume(self, who: str) -> Answer:
        """Between two turns (002-25), unless Flat-Footed (E-KAI-15), the lowest first at the end (002-26).

        Who goes is open when the one who had to go is active and a count corrected since puts ``who`` below
        it: the rules tell the lowest (002-26), and not as of when.
        """
        if who not in self.now.waiting:
            return "not-waiting"
        last_of_all = self.resumed and not self._pending() and self.active in self.now.forced
        if last_of_all and not self.under_way and not self._lower(self.active, who):
            raise Open("who had to go before a corrected count put another below it")
        reasons: list[Answer] = []
        if self._alike(who, _is_flat):
            reasons.append("state-forbids")
        if self.under_way:
            reasons.append("turn-under-way")
        must = self.must_act()
        if must and must != who:
            reasons.append("must-act-first")
        back = [*self._delayers(), self.active] if self.resumed and not self._pending() else []
        if any(self._lower(each, who) for each in back if each):
            reasons.append("must-act-first")
        if not must and not self.now.waiting[who]:
            if who in self.now.after_part:
                raise Open("whether a part of a turn is one after which to resume")
            reasons.append("not-waiting")
        return (reasons[0] if len(reasons) == 1 else True) if reasons else False

    def _lower(self, one: str, other: str) -> bool:
        return self.now.order.index(one) > self.now.order.index(other)

    def _next_phase(self, step: Step) -> Answer:
        if self.phase == "intention":
            return "phase-open"
        if not any(map(self._able, self.fighters)):
            raise Open("nobody can act")
        if self.phase == "action":
            if self.active or self.must_act():
                return "phase-open"
            if self.now.did & set(self.now.waiting):
                self.unlisted.add(self.round)
            self.phase, self.now.waiting = "end", {}
            self._count_down()
            return False
        if any(effect.left == 0 for one in self.fighters.values() for effect in one.conditions.values()):
            raise Open("a Resistance Check is not answered")
        self._intention()
        self.flags = []
        return False

    def _count_down(self) -> None:
        """Every countdown falls by one as the End Phase begins (002-42, 002-43, A002-7)."""
        self.flags = []
        for one in self.fighters.values():
            for name, effect in list(one.conditions.items()):
                if self.options.get("countdown_first") == "skip" and effect.begun == self.round:
                    continue
                effect.left -= 1
                if effect.left == 0 and effect.check:
                    self.flags = ["resistance-check"]
                elif effect.left == 0:
                    del one.conditions[name]

    # ---------------------------------------------------------------- what is done in and out of turn

    def _act(self, step: Step) -> Answer:
        who, points = step["who"], step.get("points", 0)
        one = self.fighters[who]
        if one.ap is None:
            raise Open("what it can do before its first Intention Phase")
        if one.out and step.get("override"):
            raise Open("what an override makes of it")
        if one.out:
            return True
        reasons: list[Answer] = []
        carried_out = step.get("name") == "declared_power"
        if carried_out and not any(name in one.declared for name in ANNOUNCED):
            reasons.append("requirement")
        active = carried_out or step["cost"] == "active"
        if active:
            reasons += self._no_active(who)
        if points > one.ap:
            reasons.append("no-budget")
        if reasons and not step.get("override"):
            return reasons[0] if len(reasons) == 1 else True
        if active:
            if self.phase != "action":
                raise Open("an Active Action insisted on in another phase")
            if one.left is not None:
                if not self._active(who):
                    raise Open("which turn it takes the Active Action from")
                one.left = max(0, one.left - 1)
        self._pay(one, points)
        self._touch(who)
        return False

    def _no_active(self, who: str) -> list[Answer]:
        """Only in one's own turn (002-23), as many as it holds, not when Flat-Footed (E-KAI-04)."""
        one = self.fighters[who]
        reasons: list[Answer] = []
        if self.phase != "action":
            reasons.append(True)
        elif not self._active(who):
            reasons.append("not-active")
        if one.flat:
            reasons.append("state-forbids")
        if "total_defense" in one.declared:
            reasons.append(True)
        if one.left == 0:
            reasons.append("no-budget")
        return reasons

    def _attack(self, step: Step) -> Answer:
        """A hit takes 1 AP, and at 0 AP makes Flat-Footed (E-KAI-03, E-KAI-04, E-KAI-11)."""
        who, whom = self.fighters[step["who"]], self.fighters[step["target"]]
        if self.phase != "action" or who.out or whom.out or who.ap is None or whom.ap is None:
            raise Open("who is attacked when")
        if who.side == whom.side or who.flat:
            raise Open("an attack of this one on that one")
        missed = step["result"] == "miss"
        last = whom.attack
        older = bool(
            last and last.turn == self.turn and last.missed and not (last.answered and not last.older)
        )
        whom.attack = Miss(step["who"], missed, self.turn, older=older)
        if not missed and not {"total_attack", "absorb_hits"} & set(whom.declared):
            if whom.ap == 0:
                whom.flat = True
            whom.ap = max(0, whom.ap - 1)
        self._touch(step["who"])
        return False

    def _react(self, step: Step) -> Answer:
        """Counter: once after an opponent fails to hit, for 1 AP (002-30..32, E-KAI-16)."""
        one = self.fighters[step["who"]]
        if one.out:
            return True
        if self.phase != "action" or one.ap is None:
            raise Open("a Counter outside of the Action Phase")
        last = one.attack
        if one.flat:
            return True
        if last is None:
            return "no-trigger"
        if last.turn != self.turn or last.by not in self.fighters or self.fighters[last.by].out:
            raise Open("whether what is past can still be answered")
        if last.answered or not last.missed:
            if last.older:
                raise Open("whether an earlier one can still be answered")
            return True if last.answered else "no-trigger"
        if one.ap == 0:
            return "no-budget"
        self._pay(one, 1)
        last.answered = True
        return False

    def _ready(self, step: Step) -> Answer:
        """Prepare an Offensive Action: an Active Action without AP (E-KAI-14)."""
        who = step["who"]
        one = self.fighters[who]
        if one.out or one.ap is None:
            return True
        reasons = self._no_active(who)
        if reasons:
            return reasons[0] if len(reasons) == 1 else True
        if one.readied or one.held:
            raise Open("what comes of the other prepared action")
        if one.left is not None:
            one.left -= 1
        one.readied = True
        self._touch(who)
        return False

    def _trigger(self, step: Step) -> Answer:
        """It happens now, and who is active goes on (contract)."""
        one = self.fighters[step["who"]]
        if (
            self.phase != "action"
            or not self.active
            or step["by"] != self.active
            or self._active(step["who"])
        ):
            raise Open("a prepared action that no turn of another calls for")
        if one.flat or one.out or one.held:
            raise Open("whether it is still held")
        if not one.readied:
            return "not-waiting"
        one.readied = False
        return False

    # ---------------------------------------------------------------- the GM's hand

    def _effect(self, step: Step) -> Answer:
        """Begins now; the same one again at zero is a failed check (contract/kaiser 11)."""
        conditions = self.fighters[step["on"]].conditions
        held = conditions.get(step["name"])
        if held is not None and held.left > 0:
            raise Open("a condition that is there already")
        conditions[step["name"]] = Condition(step["rounds"], step["at_zero"] == "check", self.round)
        return False

    def _end_effect(self, step: Step) -> Answer:
        return self.fighters[step["on"]].conditions.pop(step["name"], None) is None

    def _add(self, step: Step) -> Answer:
        """Declares with the others; later than that it waits for the next Intention Phase (A002-10)."""
        if step["combatant"]["id"] in self.came:
            raise Open("an id that was there before")
        self._nobody_came_back_late()
        self._enter(step["combatant"])
        one = self.fighters[step["combatant"]["id"]]
        one.left = one.actions
        one.ap = FULL if self.phase == "intention" else None
        return False

    def _remove(self, step: Step) -> Answer:
        """Its turn ends with it; the next one is active at once (contract/kaiser 13)."""
        who = step["who"]
        if len(self.fighters) == 1:
            raise Open("nobody is left")
        self._nobody_came_back_late()
        slot = self.fighters.pop(who).slot
        if slot == self.active and not self._able(slot):
            self._turn_over()
        if not self.members(slot):
            self._leave(slot)
        self._next()
        return False

    def _leave(self, slot: str) -> None:
        if slot in self.now.waiting and slot in self.now.did:
            self.unlisted.add(self.round)
        self.now.waiting.pop(slot, None)
        self.now.passed.pop(slot, None)
        self.now.order = [each for each in self.now.order if each != slot]
        self.now.over_whom = {pair for pair in self.now.over_whom if slot not in pair}

    def _take_out(self, step: Step) -> Answer:
        """Defeated or disabled: keeps its place and is skipped; if it was active its turn ends (contract)."""
        one = self.fighters[step["who"]]
        if one.out:
            raise Open("one who is out is taken out again")
        self._nobody_came_back_late()
        one.out = step["do"]
        one.held, one.readied = one.held or one.readied, False
        if one.slot == self.active and not self._able(one.slot):
            self._turn_over()
        self._next()
        return False

    def _restore(self, step: Step) -> Answer:
        """Can act again, at once if nobody is active and it had no turn (contract).

        While another is active, a turn that did not come stays lost (story of round 3 in saga-edition).
        """
        one = self.fighters[step["who"]]
        if not one.out:
            raise Open("one who is not out")
        if one.slot in self.now.waiting and not self._able(one.slot):
            raise Open("whether it still waits")
        self._nobody_came_back_late()
        one.out = ""
        if self.active and self.active in self.now.late and one.slot in self.now.passed:
            raise Open("whether its place has come up again with that of one who came late")
        if not self.active and self.now.passed.pop(one.slot, None) is not None:
            self.now.late.add(one.slot)
            self._next()
        return False

    def _nobody_came_back_late(self) -> None:
        """Leave open who was restored too late for its turn, and whom an edit finds when nobody is active."""
        if self.phase == "action" and not self.active and any(map(self._able, self.now.passed)):
            raise Open("whether a turn that did not come does now")

    def _set(self, step: Step) -> Answer:
        """A corrected count: ties by the rules, whoever is active stays so (contract, ``set``)."""
        who = step["who"]
        if "stats" in step:
            return self._set_value(step)
        if who not in self.fighters:
            raise Open("what breaks a group's tie")
        if self.phase != "action" or who not in self.now.order:
            raise Open("a count where nothing is rolled")
        key = (step["initiative"], self._tie_value(who))
        if any(
            key == (self.now.rolls[each], self._tie_value(each)) for each in self.now.order if each != who
        ):
            raise Open("a tie that asks for a roll-off")
        above = [
            each
            for each in self.now.order
            if each != who and (self.now.rolls[each], self._tie_value(each)) > key
        ]
        rest = [each for each in self.now.order if each != who and each not in above]
        gone_by = {each for each in rest if each not in self._pending()}
        if not self._able(who) or (
            who in self._pending() and gone_by - set(self.now.order[self.now.order.index(who) :])
        ):
            raise Open("whether its turn has gone by")
        self.now.rolls[who] = step["initiative"]
        self.now.order = [*above, who, *rest]
        self.now.unsure.add(who)
        return False

    def _set_value(self, step: Step) -> Answer:
        """What is added to the die, before it is rolled."""
        if self.phase != "intention":
            raise Open("whether it ranks anew what is rolled")
        if step["who"] not in self.fighters:
            raise Open("the number of a group")
        self.fighters[step["who"]].value = step["stats"]["init_value"]
        return False

    # ---------------------------------------------------------------- what holds

    def facts(self) -> dict[str, Any]:
        """Return what holds; see :class:`contest.Model`."""
        if self.phase in ("", "over"):
            return {}
        must = self.must_act()
        facts: dict[str, Any] = {
            "round": self.round,
            "phase": self.phase,
            "active": self.active,
            "must_act": must,
            "order": list(self.now.order),
            "counts": {who: self.now.rolls[who] for who in self.now.order},
            "unrolled": [slot for slot in self._slots() if slot not in self.now.order],
            "acted": {
                str(number): list(turns)
                for number, turns in self.acted.items()
                if number not in self.unlisted
            },
            "elapsed": ROUND * (self.round - 1),
            "ended": len({one.side for one in self.fighters.values() if not one.out}) < 2,
        }
        if all(map(self._able, self.now.waiting)):
            facts["delaying"] = list(self.now.waiting)
        facts |= self._of_each()
        facts |= self._of_surprise()
        facts |= self._of_choice(must)
        if self.phase == "intention":
            waits = self._undeclared()
            if self.options.get("declare_order", "any") != "any":
                facts["next_to_declare"] = waits[0] if waits else ""
        if self.flags is not None:
            facts["flags"] = list(self.flags)
        if self.phase == "action" and not any(one.held for one in self.fighters.values()):
            facts["readied"] = [who for who, one in self.fighters.items() if one.readied]
        return facts

    def _of_each(self) -> dict[str, Any]:
        """AP are not checked in the End Phase (contract/kaiser 10)."""
        there = self.fighters.items()
        told = [
            who
            for who, one in there
            if one.actions is not None and (one.slot == self.active or one.slot in self.now.waiting)
        ]
        facts: dict[str, Any] = {
            "has": {who: [*one.conditions, *["flat-footed"] * one.flat] for who, one in there},
            "lacks": {
                who: [*(n for n in NAMES if n not in one.conditions), *["flat-footed"] * (not one.flat)]
                for who, one in there
            },
            "countdown": {who: {n: c.left for n, c in one.conditions.items()} for who, one in there},
            "budget": {who: {"active": self.fighters[who].left} for who in told},
        }
        if self.phase == "action":
            free = [who for who, one in there if not self._no_active(who) and not one.out]
            facts["can"] = {who: ["active"] for who in free}
            facts["cannot"] = {who: ["active"] for who, _ in there if who not in free}
        if self.phase != "end":
            facts["ap"] = {who: one.ap for who, one in there if one.ap is not None}
        return facts

    def _of_surprise(self) -> dict[str, Any]:
        if self.phase != "action":
            return {}
        held = {(by, whom) for by, whom in self.now.over_whom if self.surprised(whom)}
        if self.now.unsure & set(self.now.order) or any(slot not in self.fighters for slot in self.now.order):
            return {}
        return {
            "surprises": {by: [whom for over, whom in held if over == by] for by in self.now.order},
            "penalty": {
                whom: {"against": by, "value": PENALTY if (by, whom) in held else 0}
                for by, whom in self.now.over_whom
            },
        }

    def _of_choice(self, must: str) -> dict[str, Any]:
        """The higher roll chooses while several wait and others still have turns (A002-4, E-KAI-15)."""
        delayers = self._delayers()
        if len(delayers) < 2 or must:
            return {"chooses": ""}
        ready = all(self.now.waiting[who] and not any(map(_is_flat, self.members(who))) for who in delayers)
        if not ready or self.under_way or not self.active or (self.resumed and not self._pending()):
            return {}
        return {"chooses": delayers[0]}

    # ---------------------------------------------------------------- what is tried

    def suggest(self, rng: random.Random) -> Step:
        """Return a step whose answer the rules know."""
        for _ in range(200):
            step = _draw(self, rng)
            try:
                deepcopy(self).judge(step)
            except Open:
                continue
            return step
        return {"do": "undo"}


def _is_flat(one: Fighter) -> bool:
    return one.flat


def _draw(fight: Intentions, rng: random.Random) -> Step:
    if rng.random() < 0.13:
        return _by_hand(fight, rng)
    if rng.random() < 0.03:
        kinds = ["initiative", "next-phase", "end-turn", "start", *["end-encounter"] * (rng.random() < 0.1)]
        kind = rng.choice(kinds)
        return _rolling(fight, rng) if kind == "initiative" else {"do": kind}
    if not fight.phase:
        return {"do": "start"}
    if fight.phase == "intention":
        return _intending(fight, rng)
    return _acting(fight, rng) if fight.phase == "action" else _ending(fight, rng)


def _anybody(fight: Intentions, rng: random.Random) -> str:
    return "Z" if rng.random() < 0.01 else rng.choice(list(fight.fighters))


def _by_hand(fight: Intentions, rng: random.Random) -> Step:
    kind = rng.choice(
        ["add", "remove", "defeat", "disable", "restore", "restore", "set", "effect", "end-effect"]
    )
    who = _anybody(fight, rng)
    if kind == "add":
        free = [name for name in "ABCDEFGHIJKL" if name not in fight.came]
        return {"do": "add", "combatant": _combatant(rng, free[0])} if free else {"do": "next-phase"}
    if kind == "set":
        near = rng.choice(list(fight.now.rolls.values()) or [15])
        if fight.phase == "intention":
            return {"do": "set", "who": who, "stats": {"init_value": rng.choice([10, 11, 12])}}
        return {"do": "set", "who": who, "initiative": max(1, near + rng.choice([-2, -1, 0, 1, 2]))}
    if kind == "effect":
        step = {"do": kind, "on": who, "name": rng.choice(NAMES), "rounds": rng.choice([1, 1, 2, 3])}
        return {**step, "by": _anybody(fight, rng), "at_zero": rng.choice(["end", "check"])}
    if kind == "end-effect":
        return {"do": kind, "on": who, "name": rng.choice(NAMES)}
    return {"do": kind, "who": who}


def _intending(fight: Intentions, rng: random.Random) -> Step:
    waits = fight._undeclared()
    if not waits:
        return _rolling(fight, rng)
    draw = rng.random()
    if draw < 0.3:
        return {"do": "declare", "who": waits, "done": True}
    if draw < 0.55:
        return {"do": "declare", "who": rng.choice([waits[0], _anybody(fight, rng)]), "done": True}
    if draw < 0.6:
        return {"do": "act", "who": _anybody(fight, rng), "cost": rng.choice(["active", "swift"])}
    return _intention(fight, rng, rng.choice([waits[0], _anybody(fight, rng)]))


def _intention(fight: Intentions, rng: random.Random, who: str) -> Step:
    name = rng.choice([*PRICES, *PRICED, *STANCES, "sprint"])
    step: Step = {"do": "declare", "who": who, "name": name}
    if name in PRICED:
        step["points"] = rng.choice([1, 2, 3])
    if name == "attack":
        step["modifier"] = rng.choice([0, -1, -2])
    if rng.random() < 0.1:
        step["override"] = True
    return step


def _rolling(fight: Intentions, rng: random.Random) -> Step:
    """Initiative with every roll-off that it needs."""
    high = rng.random() < 0.3
    rolls = {who: rng.randint(10, 16) + (rng.choice([0, 14, 18]) if high else 0) for who in fight._rolling()}
    keys = {who: [rolls[who], fight._tie_value(who)] for who in rolls}
    rolloffs = []
    while tied := [who for who in keys if list(keys.values()).count(keys[who]) > 1]:
        rolloffs.append({who: rng.randint(1, 6) for who in tied})
        for who in tied:
            keys[who] = [*keys[who], rolloffs[-1][who]]
    step: Step = {"do": "initiative", "rolls": rolls}
    if rng.random() < 0.05:
        step["override"] = True
    return {**step, "rolloffs": rolloffs} if rolloffs else step


def _acting(fight: Intentions, rng: random.Random) -> Step:
    must, waiting = fight.must_act(), list(fight.now.waiting)
    if not fight.active and not must and rng.random() < 0.8:
        return {"do": "next-phase"}
    who = fight.active or must or _anybody(fight, rng)
    if rng.random() < 0.12:
        who = _anybody(fight, rng)
    draw = rng.random()
    if waiting and draw < 0.25:
        return {"do": "resume", "who": must if must and rng.random() < 0.7 else rng.choice(waiting)}
    if draw < 0.5:
        return {"do": "end-turn", "who": who}
    if draw < 0.68:
        step = {"do": "delay", "who": who}
        return {**step, "override": True} if rng.random() < 0.05 else step
    missed = [each for each, one in fight.fighters.items() if one.attack and one.attack.turn == fight.turn]
    if missed and rng.random() < 0.4:
        return {"do": "react", "who": rng.choice(missed), "to": "an attack", "name": "counter"}
    inside = [each for each, one in fight.fighters.items() if one.slot == who != each]
    if inside and rng.random() < 0.4:
        return _doing(fight, rng, rng.choice(inside))
    held = [each for each, one in fight.fighters.items() if one.readied]
    if held and fight.active and rng.random() < 0.3:
        return {"do": "trigger", "who": rng.choice([*held, who]), "by": fight.active}
    if draw < 0.72 and fight._pending():
        return {"do": "advance", "to": rng.choice(fight._pending())}
    return _doing(fight, rng, who)


def _doing(fight: Intentions, rng: random.Random, who: str) -> Step:
    kind = rng.choice(
        ["act", "act", "swift", "attack", "attack", "attack", "react", "declare", "ready", "delay", "resume"]
    )
    other = _anybody(fight, rng)
    if kind == "swift":
        return {"do": "act", "who": rng.choice([who, other]), "cost": "swift"}
    if kind == "act":
        step = {"do": "act", "who": who, "cost": "active", "points": rng.choice([0, 0, 1, 2, 3])}
        return {**step, "override": True} if rng.random() < 0.1 else step
    if kind == "attack":
        result = rng.choice(["hit", "miss"])
        return {"do": "attack", "who": who, "target": other, "kind": "melee", "result": result}
    if kind == "react":
        missed = [whom for whom, one in fight.fighters.items() if one.attack]
        return {"do": "react", "who": rng.choice(missed or [other]), "to": "an attack", "name": "counter"}
    if kind == "declare":
        return (
            _intention(fight, rng, who)
            if rng.random() < 0.3
            else {"do": "declare", "who": who, "name": "alert_to_danger"}
        )
    if kind == "ready":
        return {"do": "ready", "who": who, "action": "shout", "trigger": "somebody comes"}
    if kind == "delay":
        return {"do": "delay", "who": who, "count": rng.randint(5, 20)}
    return {"do": "resume", "who": other}


def _ending(fight: Intentions, rng: random.Random) -> Step:
    zero = [(who, n) for who, one in fight.fighters.items() for n, c in one.conditions.items() if c.left == 0]
    if zero and rng.random() < 0.8:
        who, name = rng.choice(zero)
        if rng.random() < 0.5:
            return {"do": "end-effect", "on": who, "name": name}
        again = {"do": "effect", "on": who, "name": name, "rounds": rng.choice([1, 2])}
        return {**again, "by": who, "at_zero": rng.choice(["end", "check"])}
    if rng.random() < 0.2:
        return _doing(fight, rng, _anybody(fight, rng))
    return {"do": "next-phase"}


def _combatant(rng: random.Random, name: str) -> dict[str, Any]:
    one: dict[str, Any] = {"id": name, "side": rng.choice(["party", "foes", "foes", "beasts"])}
    if one["side"] != "party":
        one["kind"] = "npc"
    one["init_value"] = rng.choice([10, 10, 12])
    if rng.random() < 0.4:
        one["active_actions"] = rng.choice([1, 2, 3])
    return one


def fight(rng: random.Random) -> Intentions:
    """Return a fight of two to six, on two or three sides, under some of the options."""
    combatants = [_combatant(rng, name) for name in "ABCDEF"[: rng.randint(2, 6)]]
    combatants[0] = {"id": "A", "init_value": 10}
    combatants[1] = {**combatants[1], "side": "foes"}
    options = {name: rng.choice(values[1:]) for name, values in OPTIONS.items() if rng.random() < 0.25}
    if len(combatants) > 3 and "declare_order" not in options and rng.random() < 0.2:
        for one in combatants[-2:]:
            one.update(group="Pack", side="foes", kind="npc", init_value=10)
            one.pop("active_actions", None)
    return Intentions(combatants, options)


def main(first: int, last: int) -> None:
    """Play the fights of these seeds and print where engine and model disagree."""
    tried, found = Tried(), 0
    for seed in range(first, last):
        deviation = contest(fight, seed, 60, tried)
        if deviation is not None:
            found += 1
            print(f"# seed {seed}\n{deviation}\n")
    print(f"# {found} of {last - first} fights deviate; {tried.total()} steps: {dict(sorted(tried.items()))}")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
