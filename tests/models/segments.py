"""What the rules make of a fight by segments (moon-swing): sides roll, all declare, actions go by Dexterity.

Worked out from the source (001-…), the decided defaults (A001-…), the external facts (E-D6-…) and the
contract's page (C followed by its number). Everything is kept as a fact about somebody: who was heard, who
was taken in this segment, who waits, behind whom somebody slowed down. No place in an order is ever kept.
What the rules leave open is not suggested, or left out of the facts for as long as it is open.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from typing import Any

from tests.models.contest import Step, contest

DEXTERITY = ("2D", "2D+1", "3D", "3D+2", "4D")
PERCEPTION = ("2D", "2D+2", "3D", "3D+1", "4D")
REACTIONS = {"dodge": "ranged", "full_dodge": "ranged", "melee_parry": "melee", "brawling_parry": "brawl"}
"""What each reaction answers (001-70, C8)."""
LEVELS = ("", "wounded", "wounded-twice", "incapacitated", "mortally-wounded", "killed")
"""The wound states from unhurt to killed, each replacing the one before (C11)."""
WORSE = {"wounded": (1, 2, 3, 4), "incapacitated": (3, 3, 3, 4, 5), "mortally-wounded": (4, 4, 4, 4, 5)}
"""Where a wound of a level leads from each step of the track (E-D6-05 to E-D6-08)."""
OPTIONS: dict[str, list[Any]] = {
    "declare_all": [True],
    "map": ["incremental"],
    "dodge_covers": ["attack"],
    "gm_order": ["free"],
    "equal_dexterity": ["simultaneous"],
    "slow_until": ["round"],
    "hesitating_reactions": [True],
    "full_dodge_penalty": ["always"],
    "least_roll": ["one_die"],
}
"""The options that touch what is modelled, with their values beside the default."""


def pips(code: str) -> int:
    """Return a die code as pips: three of them are a die (E-D6-01)."""
    dice, _, rest = code.partition("D")
    return 3 * int(dice) + int(rest or 0)


def code(count: int) -> str:
    """Return so many pips as a die code."""
    dice, rest = divmod(count, 3)
    return f"{dice}D+{rest}" if rest else f"{dice}D"


class Open(LookupError):
    """What the rules and the contract leave open: such a step is not tried."""


class Segments:
    """One fight of the system."""

    ruleset = "moon-swing"

    def __init__(self, combatants: Sequence[dict[str, Any]], options: Mapping[str, Any]) -> None:
        self.combatants: Sequence[Mapping[str, Any]] = list(combatants)
        self.options: Mapping[str, Any] = dict(options)
        self.people = {one["id"]: dict(one) for one in combatants}
        """Everybody in the fight, in the order of the list."""
        self.names = list(self.people)
        """The list itself, with those who have left."""
        self.removed: dict[str, dict[str, Any]] = {}
        """Who left in this round: the slots stay for those who slowed down behind them (C10)."""
        self.phase, self.round, self.elapsed = "", 0, 0
        self.out: dict[str, str] = {}
        """Who cannot act, and how that came: 'defeat', 'disable' or 'wound'."""
        self.track: Counter[str] = Counter()
        self.effects: dict[str, dict[str, int]] = {}
        """The round in which somebody no longer has an effect."""
        self.stuns: dict[str, list[int]] = {}
        """The rounds in which somebody was stunned (E-D6-04)."""
        self.points = {one["id"]: int(one.get("force_points", 0)) for one in combatants}
        self.acted: dict[int, list[str]] = {}
        self.forced: set[int] = set()
        """The rounds with acts outside the declared ones: how they are listed is open."""
        self.sides: list[str] = []
        """The sides that rolled, in declaring order (001-27)."""
        self.rollers: dict[str, str] = {}
        self.rolloff: dict[str, int] = {}
        """What the equals of this round rolled (A001-7)."""
        self.said: dict[str, Any] = {}
        """What the last step raised or rolled: flags, roll."""
        self.passed: list[Segments] = []
        """The fight after each command but the last, if the last step was several."""
        self._new_round_facts()

    def _new_round_facts(self) -> None:
        self.listed: list[str] = []
        """Who was in the fight and able when the sides rolled, or joined since."""
        self.heard: list[tuple[Any, ...]] = []
        """The places in the declaring order whose owners were heard in their turn."""
        self.declared: set[str] = set()
        self.hesitated: set[str] = set()
        self.late: set[str] = set()
        """Who joined after its place had passed, or during the actions: it acts from the next round (C12)."""
        self.left: dict[str, int] = {}
        self.actions: Counter[str] = Counter()
        self.first: set[str] = set()
        """Whose stated first action is still open: it is no spare (C7)."""
        self.doubled: set[str] = set()
        self.full: set[str] = set()
        self.covered: dict[str, set[str]] = {}
        """Which attacks somebody's dodge or parry of this round covers (A001-10)."""
        self.reacted: set[str] = set()
        self.performed: set[str] = set()
        """Who has acted in this round."""
        self.down: set[str] = set()
        self.missed: set[str] = set()
        """Who could not act when an action of its own had its slot (001-101)."""
        self.segment = 0
        self.segments: list[list[str]] = []
        self.open: set[str] = set()
        """Facts that are open for the rest of this round."""
        self._no_turn()
        self._new_segment_facts()
        self.before = (self.taken, self.behind, self.resumed, self.placed)
        """What was taken in the segment before, who had moved in it, and whether every place was told."""
        self.waiting: dict[str, str] = {}
        """Who slowed down without a place, and what was done since: 'nothing', 'unsure' or 'turn'."""
        self.must = False

    def _new_segment_facts(self) -> None:
        self.taken: list[str] = []
        """Whose action of this segment was taken or forgone, in that order."""
        self.behind: dict[str, str] = {}
        """Who slowed down, and behind whom (001-88)."""
        self.resumed: dict[str, str] = {}
        """Who came in after waiting, and behind whom."""
        self.fresh = True
        """Whether the turn that began the segment is still the one that has just begun."""
        self.placed = True
        """Whether everybody's place is told: who resumes before anybody was taken has no one to be behind."""

    def _no_turn(self) -> None:
        self.active = ""
        self.done = False
        self.attacked = False
        self.came = ""
        """How the active one came: '', 'resumed', 'must' or 'slowed'."""
        self.attacks: dict[str, str] = {}
        """The kind of the last attack on somebody in the present turn (C8)."""
        self.answered: set[str] = set()

    # ------------------------------------------------------------ who is who

    def side(self, who: str) -> str:
        """Return whose side somebody is on: one who is separated is its own (001-16, C2)."""
        one = self.people[who]
        return who if one.get("separated") else one.get("side", "party")

    def able(self) -> list[str]:
        """Return who can act, in list order."""
        return [who for who in self.people if who not in self.out]

    def rolling(self) -> list[str]:
        """Return the sides that roll: those with somebody left who can act (001-22, moon-69)."""
        return list(dict.fromkeys(self.side(who) for who in self.able()))

    def gm(self, side: str) -> bool:
        """Return whether all of a side are the gamemaster's (C2)."""
        return all(
            one.get("kind", "pc") == "npc" for who, one in self.people.items() if self.side(who) == side
        )

    def roller(self, side: str) -> str:
        """Return who rolls for a side: best in Perception, or Tactics a die above its attribute (001-22)."""

        def best(who: str) -> int:
            one = self.people[who]
            base = pips(one.get("tactics_attribute", "2D"))
            tactics = pips(one.get("tactics", code(base)))
            perception = pips(one.get("per", "2D"))
            return max(perception, tactics) if tactics >= base + 3 else perception

        return max((who for who in self.able() if self.side(who) == side), key=best)

    def dexterity(self, who: str) -> tuple[int, ...]:
        """Return the place: Dexterity, Perception, roll-off, list (001-73, 001-74, A001-7)."""
        one = self.people.get(who) or self.removed[who]
        return (
            -pips(one.get("dex", "2D")),
            -pips(one.get("per", "2D")),
            -self.rolloff.get(who, 0),
            self.names.index(who),
        )

    def low(self, who: str) -> tuple[int, ...]:
        """Return by what who wants the same slot goes: lower Dexterity, then Perception first (A001-9)."""
        return tuple(-each for each in self.dexterity(who)[:2])

    def equals(self, who: str) -> list[str]:
        """Return who else has the same Dexterity and Perception."""
        return [one for one in self.people if one != who and self.low(one) == self.low(who)]

    def order(self) -> list[str]:
        """Return the slots of this segment from the top, with those of the removed (C10)."""
        moved = {**self.behind, **self.resumed}
        found: list[str] = []

        def put(who: str) -> None:
            found.append(who)
            for one in [each for each, anchor in reversed(self.resumed.items()) if anchor == who]:
                put(one)  # The last one first: an earlier one would be in between if it had not waited again.
            slowed = [
                each for each, anchor in self.behind.items() if anchor == who and each not in self.resumed
            ]
            for one in sorted(slowed, key=self.low):
                put(one)

        for who in sorted([*self.people, *self.removed], key=self.dexterity):
            if who not in moved:
                put(who)
        return found

    def place(self, who: str) -> tuple[Any, ...]:
        """Return the place in the declaring order: the side's, then Perception upwards (001-27, 001-49)."""
        side = self.side(who)
        perception = pips(self.people[who].get("per", "2D"))
        return self.sides.index(side), perception, list(self.people).index(who)

    def free(self, side: str) -> bool:
        """Return whether a side declares in any order (option of A001-5)."""
        return self.options.get("gm_order") == "free" and self.gm(side)

    def gone_by(self, who: str) -> bool:
        """Return whether the place in the declaring order has gone by: somebody behind it was heard (C12)."""
        mine = self.place(who)
        size = 1 if self.free(self.side(who)) else 2
        return any(each[:size] > mine[:size] for each in self.heard)

    def declaring(self) -> list[str]:
        """Return the combatants in declaring order; those who hesitated stand in it."""
        return sorted(
            (who for who in self.listed if who in self.people and who not in self.late), key=self.place
        )

    def next_to_declare(self) -> str:
        """Return who is to declare, or ''."""
        for who in self.declaring():
            if who not in self.out and who not in self.declared and who not in self.hesitated:
                return who
        return ""

    def _may_declare(self, who: str) -> bool:
        """Return whether it is somebody's turn to declare; in a free side all those not heard are meant."""
        following = self.next_to_declare()
        waits = who in self.declaring() and who not in self.out and who not in self.declared | self.hesitated
        return who == following or (
            waits and self.free(self.side(who)) and self.side(who) == self.side(following)
        )

    def penalty(self, who: str) -> int:
        """Return the pips that every roll loses: actions above the first, wounds, a stun (C5)."""
        dice = max(0, self.actions[who] - 1) + (self.track[who] if self.track[who] < 3 else 0)
        return 3 * (dice + self.stunned(who))

    def stunned(self, who: str) -> bool:
        """Return whether a stun lasts: the round of it and the next (E-D6-04)."""
        return any(self.round - each < 2 for each in self.stuns.get(who, []))

    def rolled(self, who: str, skill: str) -> int:
        """Return the pips of a roll (001-83, C3), doubled by a Force Point (E-D6-16)."""
        one = self.people[who]
        attribute = "str" if skill == "brawling_parry" else "dex"
        has = pips(one.get(skill, one.get(attribute, "2D")))
        roll = has * (2 if who in self.doubled else 1) - self.penalty(who)
        return max(3, roll) if self.options.get("least_roll") == "one_die" else roll

    def spares(self, who: str) -> int:
        """Return how many declared actions may be used for a dodge: all but the stated first (C7)."""
        return self.left.get(who, 0) - (who in self.first)

    def toact(self, who: str) -> bool:
        """Return whether somebody has an action left and can take it."""
        return who in self.people and who not in self.out and self.left.get(who, 0) > 0

    def coming(self) -> list[str]:
        """Return whose action of this segment is still to come by itself."""
        return [
            who
            for who in self.order()
            if self.toact(who) and who not in self.taken and who not in self.waiting
        ]

    def waiters(self) -> list[str]:
        """Return who waits with an action, the one that has to commit first before (A001-9)."""
        return sorted((who for who in self.waiting if self.toact(who)), key=self.low)

    def sides_left(self) -> int:
        """Return how many sides have anybody who can act (C19)."""
        return len(self.rolling())

    # ------------------------------------------------------------ the way of the round

    def _new_round(self) -> None:
        """The round is over and the next begins with initiative (001-107, C1)."""
        self.round += 1
        self.elapsed += 5
        self.phase = "initiative"
        self.removed = {}
        self._new_round_facts()

    def _go_on(self) -> None:
        """Whoever is next in the segment acts; with nobody to come who waits must, or the segment is over."""
        self._no_turn()
        self.must = False
        for who in [each for each in self.waiting if self.left.get(each, 0) <= 0]:
            del self.waiting[who]
        coming = self.coming()
        if coming:
            self.active = coming[0]
            self.came = "slowed" if self.active in self.behind else ""
        elif not self.able():
            return
        elif self.waiters() and not self._kept():
            self.must = True
        else:
            self._next_segment()

    def _kept(self) -> bool:
        """Return whether the waiting may go on waiting into the next segment (option of A001-8)."""
        others = [who for who in self.people if self.toact(who) and who not in self.waiting]
        return self.options.get("slow_until") == "round" and bool(others)

    def _next_segment(self) -> None:
        """Second actions, third ... until every character has taken every action (001-96, 001-105)."""
        if not any(self.toact(who) for who in self.people):
            self._new_round()
            return
        self.missed |= {who for who in self.out if self.left.get(who, 0) > 0}
        self.segment += 1
        self.segments.append([])
        self.before = (self.taken, self.behind, self.resumed, self.placed)
        self._new_segment_facts()
        self._go_on()

    def _heard_all(self) -> None:
        """After the last declaration the actions begin; with none the round is over (001-20, moon-71)."""
        if self.phase == "declaration" and not self.next_to_declare() and self.able():
            self.phase = "actions"
            self._next_segment()

    def _passes(self, sure: bool = True) -> None:
        """A turn went by, so who waits may come in; whether one cut short is a turn is open."""
        for who, since in self.waiting.items():
            if sure or since == "nothing":
                self.waiting[who] = "turn" if sure else "unsure"

    def _lose(self, who: str) -> None:
        """An action is lost; the penalty that it caused stays (001-95)."""
        self.left[who] = max(0, self.left.get(who, 0) - 1)
        self.first.discard(who)
        self.said["flags"] = ["lost-action"]

    # ------------------------------------------------------------ steps

    def judge(self, step: Step) -> str | bool:
        """Play a step; return its refusal, or False."""
        self.said, self.passed = {}, []
        if self._leaves_open(step):
            raise Open(step)
        named = [step[key] for key in ("who", "on", "target", "after") if isinstance(step.get(key), str)]
        play: Callable[[Step], str | bool] = getattr(self, "_" + step["do"].replace("-", "_"))
        if any(who not in self.people for who in named):
            return "unknown-combatant" if step.get("who", "") not in self.people else True
        return play(step)

    def _start(self, step: Step) -> str | bool:
        self.round = 1
        return self._sides_rolled(step)

    def _initiative(self, step: Step) -> str | bool:
        return self._sides_rolled(step) if self.phase == "initiative" else "wrong-phase"

    def _ties(self, rolls: Mapping[str, int]) -> tuple[list[str], list[str], list[str]]:
        """Return the GM's sides that tie, the players', and equals of several sides (A001-6, A001-7)."""

        def tied(sides: list[str]) -> list[str]:
            return [side for side in sides if [rolls[one] for one in sides].count(rolls[side]) > 1]

        masters = tied([side for side in rolls if self.gm(side)])
        players = tied([side for side in rolls if not self.gm(side)])
        if self.options.get("equal_dexterity") == "simultaneous":
            return masters, players, []
        equals = [
            who for who in self.people if any(self.side(one) != self.side(who) for one in self.equals(who))
        ]
        return masters, players, equals

    def _sides_rolled(self, step: Step) -> bool:
        """Sides declare from the lowest roll up; tied, the gamemaster's first (001-27, 001-29, A001-6)."""
        rolls, pick, maps = step["rolls"], step.get("pick", []), list(step.get("rolloffs", []))
        _, players, equals = self._ties(rolls)
        again = maps.pop(0) if players else {}

        def place(side: str) -> tuple[int, ...]:
            if self.gm(side):
                return rolls[side], 0, pick.index(side) if side in pick else 0
            return rolls[side], 1, again.get(side, 0)

        self.phase = "declaration"
        self.sides = sorted(self.rolling(), key=place)
        self.rollers = {side: self.roller(side) for side in self.sides}
        self.rolloff = maps.pop(0) if equals else {}
        if self.out:
            self.open.add("order")  # Whether one who is out when the round begins has a place in it.
        self.listed = self.able()
        self._heard_all()
        return False

    def _declare(self, step: Step) -> str | bool:
        who, count = step["who"], step.get("actions", 0)
        if self.phase != "declaration":
            return "wrong-phase" if self.phase == "initiative" else True
        if who in self.declared:
            return "already-declared"
        if who in self.hesitated or who in self.out or who in self.late:
            return True
        mine = self._may_declare(who)
        if not mine and not step.get("override"):
            return "not-your-turn-to-declare"
        later = step.get("then", [])
        stated = len(later) == count - 1
        if (
            count < 1
            or any(text in REACTIONS for text in [step.get("first", "dodge"), *later])
            or (self.options.get("declare_all") and not stated)
        ):
            return True  # How many and the first, or all; no dodges or parries (001-37, 001-41, C18).
        if step.get("force_point"):
            if not self.points[who]:
                return True
            self.points[who] -= 1
            self.doubled.add(who)
        if not mine:
            self.open.add("early")
        self.declared.add(who)
        self.left[who] = count
        self.actions[who] = count
        self.first.add(who)
        if mine:
            self.heard.append(self.place(who))
        self._heard_all()
        return False

    def _hesitate(self, step: Step) -> str | bool:
        """Who has not declared by the count of three cannot act this round (001-45)."""
        who = step["who"]
        if self.phase != "declaration" or not self._may_declare(who):
            return True
        self.hesitated.add(who)
        self.left[who] = 0
        self.heard.append(self.place(who))
        self._heard_all()
        return False

    def _act(self, step: Step) -> str | bool:
        who, forced = step["who"], False
        if self.phase != "actions":
            return "wrong-phase"
        if who != self.active or self.done or not self.toact(who):
            if not step.get("override"):
                return "not-active" if who != self.active and self.toact(who) else True
            forced = True
        if forced:
            self.actions[who] += 1
        if "skill" in step:
            roll = self.rolled(who, step["skill"])
            if roll < 3 and not step.get("override"):
                return True  # Less than one die cannot be performed, unless the GM insists (A001-13).
            if roll >= 3:
                self.said["roll"] = code(roll)
        self.performed.add(who)
        if forced:
            self.open.add("segments")
            self.forced.add(self.round)
            return False
        self.left[who] -= 1
        self.first.discard(who)
        self.done = True
        self.taken.append(who)
        self.segments[-1].append(who)
        self.acted.setdefault(self.round, []).append(who)
        self._passes()
        return False

    def _end_turn(self, step: Step) -> str | bool:
        """Pass on; who has not acted forgoes the action (C16)."""
        if self.phase != "actions" or not self.active or step.get("who", self.active) != self.active:
            return True if self.phase != "actions" or not self.active else "not-active"
        if not self.done:
            self._lose(self.active)
            self.taken.append(self.active)
            self._passes()
        self.said.setdefault("flags", [])
        self._go_on()
        return False

    def _advance(self, step: Step) -> str | bool:
        """Turns end until somebody is active; every one of them is a command of its own."""
        self.said["flags"] = []
        while self.active != step["to"]:
            raised = self.said["flags"]
            self.said = {}
            self._end_turn({})
            self.said["flags"] = sorted({*raised, *self.said["flags"]})
            self.passed.append(deepcopy(self))
            self.passed[-1].passed = []
        self.passed = self.passed[:-1]
        return False

    def _reached(self, who: str) -> bool:
        """Return whether the turns end with somebody's, before anybody has to be asked for more."""
        ahead = deepcopy(self)
        while ahead.phase == "actions" and ahead.active not in ("", who) and ahead.round == self.round:
            ahead._end_turn({})
        return ahead.active == who

    def _next_phase(self, step: Step) -> str | bool:
        """The segment closes: whoever still waits loses the action (001-94, 001-95, C10)."""
        if self.phase != "actions" or self.active:
            return "phase-open"
        for who in self.waiters():
            self._lose(who)
        self.waiting = {}
        self.must = False
        self._next_segment()
        return False

    def _delay(self, step: Step) -> str | bool:
        """Slow down: behind somebody with less Dexterity, or without a place (001-88, C10)."""
        who = step["who"]
        if who != self.active:
            return "not-active" if self.active and self.toact(who) else True
        if self.done or self.attacked or self.came == "must":
            return "cannot-delay"
        if "count" in step:
            return True
        if "after" in step:
            order, after = self.order(), step["after"]
            if after == who or after in self.taken or order.index(after) < order.index(who):
                return True
            self.behind[who] = after
            self.resumed.pop(who, None)
        else:
            self.waiting[who] = "nothing"
        self.fresh = False
        self._go_on()
        return False

    def _resume(self, step: Step) -> str | bool:
        """Come in between two turns: the turn that has just begun is taken back (001-89)."""
        who = step["who"]
        if who not in self.waiting or not self.toact(who):
            return True if self.done or self.attacked else "not-waiting"
        if self.must and who != self.waiters()[0]:
            return "must-act-first"
        if self.came == "must":
            return True  # The lowest goes on first (A001-9).
        if self.active and (self.done or self.attacked):
            return "turn-under-way"
        if not self.must and self.waiting[who] == "nothing":
            return "not-waiting"
        must = self.must
        del self.waiting[who]
        self._no_turn()
        self.must = False
        self.active, self.came = who, "must" if must else "resumed"
        self.behind.pop(who, None)
        if not must and not self.taken:
            self._back_a_segment()
        self.resumed.pop(who, None)
        self.placed = self.placed and bool(self.taken) and self.taken[-1] not in self.missed
        if self.taken:
            self.resumed[who] = self.taken[-1]
        return False

    def _back_a_segment(self) -> None:
        """The turn taken back began a segment: that beginning, too, has not been (option of A001-8)."""
        self.segment -= 1
        self.segments.pop()
        self.taken, self.behind, self.resumed, self.placed = self.before

    def _attack(self, step: Step) -> str | bool:
        """Somebody is fired upon or attacked: that is what a dodge or parry answers (001-70)."""
        self.attacks[step["target"]] = step["kind"]
        self.answered.discard(step["target"])
        self.attacked = self.attacked or step["who"] == self.active
        return False

    def _react(self, step: Step) -> str | bool:
        who, name = step["who"], step["name"]
        if step.get("override"):
            return self._undeclared_reaction(who, name)
        if who in self.out or who in self.full or who in self.down:
            return True
        if who in self.hesitated and not self.options.get("hesitating_reactions"):
            return True  # A001-11
        if self.attacks.get(who) != REACTIONS[name]:
            return True if who in self.attacks or self.phase != "actions" else "no-trigger"
        if name == "full_dodge":
            return self._full_dodge(who, bool(step.get("move")))
        if self.options.get("dodge_covers") != "attack" and name in self.covered.get(who, set()):
            return False  # One roll lasts the round against that type of attack (A001-10).
        if not step.get("spare"):
            return self._undeclared_reaction(who, name)
        roll = self.rolled(who, name)
        if self.spares(who) < 1 or roll < 3:
            return True  # A001-13
        self.left[who] -= 1
        self._reacts(who, name, roll)
        return False

    def _undeclared_reaction(self, who: str, name: str) -> bool:
        """An undeclared dodge or parry is one action more, also for what follows (001-86)."""
        self.actions[who] += 1
        roll = self.rolled(who, name)
        if roll < 3:
            self.actions[who] -= 1
            return True  # A001-13
        if self.options.get("map") == "incremental":
            self.open.add("roll " + who)
        self._reacts(who, name, roll)
        return False

    def _reacts(self, who: str, name: str, roll: int) -> None:
        if "roll " + who not in self.open:
            self.said["roll"] = code(roll)
        self.covered.setdefault(who, set()).add(name)
        self.answered.add(who)
        self.reacted.add(who)

    def _full_dodge(self, who: str, move: bool) -> bool:
        """Nothing else this round but a move, which is a second action (001-125, 001-126, A001-12, C9)."""
        if who in self.performed or who in self.reacted:
            return True
        self.actions[who] = 1 + (move or self.options.get("full_dodge_penalty") == "always")
        roll = self.rolled(who, "dodge")
        if roll < 3:
            return True  # A001-13
        self.said["roll"] = code(roll)
        self.full.add(who)
        self.reacted.add(who)
        self.left[who] = 0
        self.first.discard(who)
        return False

    # ------------------------------------------------------------ who is in the fight

    def _taken_out(self, who: str) -> None:
        """What follows when somebody can no longer act: its turn ends, its declaration is not waited for."""
        if self.phase == "declaration":
            self._heard_all()
        elif self.phase == "actions" and who == self.active:
            if not self.done:
                self.taken.append(who)
                self._passes(sure=False)
                self.missed.add(who)
                self.fresh = False
            self._go_on()
        elif self.phase == "actions" and not self.active:
            self._go_on()

    def _defeat(self, step: Step) -> str | bool:
        self.out[step["who"]] = step["do"]
        self._taken_out(step["who"])
        return False

    _disable = _defeat

    def _restore(self, step: Step) -> str | bool:
        del self.out[step["who"]]
        self._back_in()
        return False

    def _back_in(self) -> None:
        """When nobody was left who can act, whoever now can goes on with the round, or begins the next."""
        if self.phase == "declaration":
            self._heard_all()
        elif self.phase == "actions" and not self.active and not self.must:
            self._go_on()

    def _remove(self, step: Step) -> str | bool:
        who = step["who"]
        self.dexterity(who)
        self.removed[who] = self.people.pop(who)
        self.out.pop(who, None)
        self.waiting.pop(who, None)
        self.open.add(
            "sides"
        )  # Whether a side that nobody is left of still stands in the lists of the sides.
        self._taken_out(who)
        return False

    def _add(self, step: Step) -> str | bool:
        one = dict(step["combatant"])
        who = one["id"]
        self.people[who] = one
        self.names.append(who)
        self.points[who] = int(one.get("force_points", 0))
        if self.phase == "declaration":
            self.listed.append(who)
            if self.gone_by(who):
                self.late.add(who)
        elif self.phase == "actions":
            self.late.add(who)
            self.open.add("order")
        self._back_in()
        return False

    def _set(self, step: Step) -> str | bool:
        """The GM corrects a code; the orders of the next round go by it."""
        self.people[step["who"]] |= step["stats"]
        return False

    def _effect(self, step: Step) -> str | bool:
        """An effect lasts this round and as many more as make up its rounds (E-D6-04)."""
        self.effects.setdefault(step["on"], {})[step["name"]] = self.round + step["rounds"]
        return False

    def _end_effect(self, step: Step) -> str | bool:
        return not self.effects.get(step["on"], {}).pop(step["name"], 0) > self.round

    def _wound(self, step: Step) -> str | bool:
        """A wound of a level: from wounded on no more actions this round, from incapacitated on out (C11)."""
        who, level = step["who"], step["level"]
        if level == "stunned":
            self.stuns.setdefault(who, []).append(self.round)
            dice = pips(self.people[who].get("str", "2D")) // 3
            if sum(self.round - each < 2 for each in self.stuns[who]) >= dice:
                self.out[who] = "wound"
                self._taken_out(who)
            return False
        self.track[who] = WORSE[level][self.track[who]]
        self.left[who] = 0
        self.first.discard(who)
        self.down.add(who)
        if self.track[who] >= 3:
            self.out[who] = "wound"
        if self.track[who] >= 3 or (self.phase == "actions" and not self.active):
            self._taken_out(who)
        return False

    # ------------------------------------------------------------ what holds

    def facts(self) -> dict[str, Any]:
        """Return what holds now."""
        found: dict[str, Any] = {"round": self.round, "phase": self.phase, "elapsed": self.elapsed}
        found |= {"active": self.active, "ended": self.sides_left() < 2, **self.said}
        found["has"] = {who: self._names(who) for who in self.people if self._names(who)}
        found["lacks"] = {who: ["stunned"] for who in self.people if not self.stunned(who)}
        lasting = {
            who: {name: end - self.round for name, end in self.effects.get(who, {}).items()}
            for who in self.people
        }
        found["countdown"] = {
            who: {name: left for name, left in each.items() if left > 0}
            for who, each in lasting.items()
            if not self.stunned(who)
        }
        if self.phase == "declaration":
            found["next_to_declare"] = self.next_to_declare()
            if "sides" not in self.open:
                found |= {"side_order": self.sides, "roller": self.rollers}
            if not self.late and not any(who in self.out for who in self.listed):
                found["declares"] = self.declaring()
            found["left"] = {
                who: self.left[who] for who in self.declared | self.hesitated if who in self.people
            }
        if self.phase == "actions":
            found |= self._of_the_segment()
        found["acted"] = {str(number): ids for number, ids in self.acted.items() if number not in self.forced}
        return found

    def _of_the_segment(self) -> dict[str, Any]:
        found: dict[str, Any] = {"segment": self.segment}
        found["must_act"] = self.waiters()[0] if self.must else ""
        sure = [
            who
            for who in self.people
            if who not in self.out and who not in self.full and who not in self.late
        ]
        found["left"] = {who: self.left[who] for who in sure if who in self.left}
        found["actions"] = {who: self.actions[who] for who in sure if who in self.declared}
        if not any(who in self.out and who not in self.taken for who in [*self.waiting, *self.behind]):
            slowed = [who for who in self.coming() if who in self.behind and who != self.active]
            found["delaying"] = [*self.waiters(), *slowed]
        if "order" not in self.open and self.placed:
            found["order"] = [who for who in self.order() if who in self.people]
        if "segments" not in self.open and all(self.segments):
            found["segments"] = self.segments
        return found

    def _names(self, who: str) -> list[str]:
        return [
            *(["stunned"] if self.stunned(who) else []),
            *([LEVELS[self.track[who]]] if self.track[who] else []),
        ]

    # ------------------------------------------------------------ what is left open

    def _leaves_open(self, step: Step) -> bool:
        """Return whether the rules and the contract do not say what becomes of a step."""
        who = step.get("who", "")
        if (self.phase == "") != (step["do"] == "start"):
            return True
        if who and who not in self.people:
            return False
        match step["do"]:
            case "act":
                return self._open_act(step)
            case "end-turn":
                # Whether who was wounded in its own turn forgoes an action, and who has to go can decline.
                spent = not self.done and not self.toact(self.active)
                return (self.must and who in ("", self.waiters()[0])) or (who in ("", self.active) and spent)
            case "advance":
                starts = self.phase == "actions" and self.active not in ("", step["to"])
                return not starts or not self._reached(step["to"])
            case "delay":
                return self._open_delay(step)
            case "resume":
                return self._open_resume(who)
            case "react":
                return self._open_reaction(step)
            case "attack":
                return self.phase != "actions" or who != self.active
        return self._open_around(step)

    def _open_around(self, step: Step) -> bool:
        """Return the same of the steps that are no part of a turn."""
        who = step.get("who", "")
        match step["do"]:
            case "start" | "initiative":
                return self.phase in ("", "initiative") and self._open_rolls(step)
            case "declare":
                return self._open_declaring(step)
            case "next-phase":
                return not self.able()
            case "add":
                # Beside whom it has its place, if some have left, or have declared before their turn.
                gone = self.phase == "declaration" and bool({"sides", "early"} & self.open)
                known = step["combatant"]["id"] in self.names
                return gone or known or self._open_joining(step["combatant"])
            case "set":
                codes = [(one.get("dex"), one.get("per")) for one in self.people.values()]
                return self.phase != "initiative" or (step["stats"]["dex"], step["stats"]["per"]) in codes
            case "restore":
                return who not in self.out or self._open_restoring(who)
            case "defeat" | "disable" | "remove" | "wound":
                return self._open_losing(step)
        return False

    def _open_declaring(self, step: Step) -> bool:
        """More actions stated than declared, and what the GM's insisting makes of a second declaration."""
        who = step["who"]
        if len(step.get("then", [])) > max(0, step.get("actions", 0) - 1):
            return True
        heard = who in self.declared | self.hesitated | self.late or who in self.out
        return bool(step.get("override")) and (heard or self.phase != "declaration")

    def _open_rolls(self, step: Step) -> bool:
        """Rolls of others than those who roll, and answers to other ties than there are."""
        rolls = step["rolls"]
        if not rolls or set(rolls) != set(self.rolling()):
            return True
        masters, players, equals = self._ties(rolls)
        maps = [set(each) for each in (players, equals) if each]
        return (
            set(step.get("pick", [])) != set(masters)
            or [set(each) for each in step.get("rolloffs", [])] != maps
        )

    def _open_act(self, step: Step) -> bool:
        """Acts outside the rules: in another phase, of somebody out, or not in its own turn."""
        who = step["who"]
        if "skill" in step and "roll " + who in self.open:
            return True  # How the option of A001-4 counts on is told by an example only.
        forced = step.get("override") and (self.phase != "actions" or not self.active or who in self.out)
        return bool(forced) or (bool(step.get("override")) and who not in self.declared)

    def _open_delay(self, step: Step) -> bool:
        """Slowing down with others behind, or behind one without a place; equals; waiting after slowing."""
        who, after = step["who"], step.get("after", "")
        if who != self.active or self.done or self.attacked or self.came == "must":
            return False
        if any(anchor == who and one not in self.taken for one, anchor in self.behind.items()):
            return True
        if not after:
            return self.came == "slowed" or any(one in self.waiting for one in self.equals(who))
        if any(self.behind.get(one) == after for one in self.equals(who)) or after in self.waiting:
            return True
        if not self.placed:
            return True  # Who stands below is told by the places.
        return after in self.people and after not in self.listed

    def _open_resume(self, who: str) -> bool:
        """Coming in with only a turn cut short since, early behind one, or before another who came in."""
        if who in self.behind:
            return True
        if who not in self.waiting or self.done or self.attacked or self.must:
            return False
        put_off = not (self.taken or self.fresh)
        return put_off or self.came == "resumed" or self.waiting[who] == "unsure"

    def _open_reaction(self, step: Step) -> bool:
        """Reactions of late joiners, twice to one attack; a Full Dodge after the first action was lost."""
        who, name = step["who"], step["name"]
        if who in self.late or "roll " + who in self.open:
            return True
        if step.get("override"):
            sure = (
                self.phase == "actions"
                and who in self.declared
                and not {who} & (set(self.out) | self.full | self.down)
            )
            covered = self.options.get("dodge_covers") != "attack" and name in self.covered.get(who, set())
            allowed = self.attacks.get(who) == REACTIONS[name] and who not in self.answered
            little = self.rolled(who, name) < 6
            return not sure or covered or allowed or little or bool(step.get("spare")) or name == "full_dodge"
        if who in self.answered or (step.get("spare") and name in self.covered.get(who, set())):
            return True
        lost = who in self.declared and who not in self.first and who not in self.performed
        return name == "full_dodge" and lost

    def _open_restoring(self, who: str) -> bool:
        """Whether one who could not act when the sides rolled, at its slot or its say, still has it."""
        if who in self.waiting or who in self.missed or self.out[who] == "wound":
            return True
        if self.phase == "declaration":
            return who not in self.listed or (who not in self.declared | self.hesitated and self.gone_by(who))
        if self.phase == "actions" and self.left.get(who, 0) > 0:
            order = self.order()
            if self.resumed or not self.placed:
                return True  # Its place has come by before somebody came in there.
            return self.must or (bool(self.active) and order.index(who) < order.index(self.active))
        return False

    def _open_joining(self, one: Mapping[str, Any]) -> bool:
        """Joining a side that did not roll, or one that is free to declare in any order and has begun to."""
        side = one.get("side", "party")
        if self.phase != "declaration":
            return False
        return side not in self.sides or (
            self.free(side) and any(each[0] == self.sides.index(side) for each in self.heard)
        )

    def _open_losing(self, step: Step) -> bool:
        """Leaving fewer than two, losing twice, and a wound outside the actions or before one's own act."""
        who = step["who"]
        if len(self.people) < 3 or (step["do"] != "remove" and who in self.out):
            return True
        if self.options.get("equal_dexterity") == "simultaneous" and self.equals(who):
            return True
        if step["do"] != "wound":
            return False
        return self.phase != "actions" or (who == self.active and not self.done)

    # ------------------------------------------------------------ what is tried

    def suggest(self, rng: random.Random) -> Step:
        """Return a step to try next; most of them bring the fight on."""
        if not self.phase:
            return {"do": "start", **self._rolls(rng)}
        usual: Callable[[random.Random], Step | None]
        if not self.able():
            usual = self._try_membership
        elif self.phase == "initiative":
            usual = self._try_initiative
        elif self.phase == "declaration":
            usual = self._try_declaring
        else:
            usual = self._try_acting
        for _ in range(20):
            tries = [usual] * 12 + [self._try_membership] * 2 + [self._try_nonsense]
            step = rng.choice(tries)(rng)
            if step and not self._leaves_open(step):
                return step
        return {"do": "act", "who": "Nobody"}

    def _try_initiative(self, rng: random.Random) -> Step:
        return {"do": "initiative", **self._rolls(rng)}

    def _rolls(self, rng: random.Random) -> Step:
        """Return the sides' rolls with whatever ties need: a pick, rolls again, roll-offs of equals."""
        sides = self.rolling()
        rolls = {side: rng.randint(5, 5 + 2 * len(sides)) for side in sides}
        masters, players, equals = self._ties(rolls)
        found: Step = {"rolls": rolls}
        if masters:
            found["pick"] = rng.sample(masters, len(masters))
        again = []
        if players:
            again.append(dict(zip(players, rng.sample(range(2, 20), len(players)), strict=True)))
        if equals:
            again.append(dict(zip(equals, rng.sample(range(1, 7), len(equals)), strict=True)))
        return {**found, "rolloffs": again} if again else found

    def _try_declaring(self, rng: random.Random) -> Step | None:
        who, odd = self.next_to_declare(), {}
        if not who:
            return None
        if self.free(self.side(who)) and rng.random() < 0.5:
            who = rng.choice([one for one in self.declaring() if self.side(one) == self.side(who)])
        if rng.random() < 0.08:
            return {"do": "hesitate", "who": who}
        if rng.random() < 0.12:
            who = rng.choice(list(self.people))
            if (
                rng.random() < 0.4
                and who not in self.declared | self.hesitated | self.late
                and who not in self.out
            ):
                odd = {"override": True}
        count = rng.choice([1, 1, 1, 2, 2, 3])
        step = {"do": "declare", "who": who, "actions": count, "first": "fire", **odd}
        if self.options.get("declare_all") and count > 1 and (rng.random() < 0.9 or odd):
            step["then"] = ["fire"] * (count - 1)
        if not odd and rng.random() < 0.06:
            step.update(rng.choice([{"first": "dodge"}, {"actions": 0}, {"first": "melee_parry"}]))
        if rng.random() < 0.15 and not (odd and not self.points[who]):
            step["force_point"] = True
        return step

    def _try_acting(self, rng: random.Random) -> Step | None:
        if not self.active:
            return self._try_waiting(rng)
        tries: list[Callable[[random.Random], Step | None]] = [self._try_turn] * 8
        tries += [self._try_reaction] * 3 if self.attacks else []
        tries += [self._try_wound, self._try_waiting]
        tries += [self._try_advance] if rng.random() < 0.3 else []
        return rng.choice(tries)(rng)

    def _try_turn(self, rng: random.Random) -> Step | None:
        who = self.active
        if self.done:
            if rng.random() < 0.4:
                return self._try_attack(rng)
            return {"do": "end-turn"} if rng.random() < 0.9 else self._try_delay(rng)
        if rng.random() < 0.3:
            return self._try_delay(rng)
        if rng.random() < 0.06:
            return self._try_attack(rng)
        if rng.random() < 0.08:
            return {"do": "end-turn"}
        return {"do": "act", "who": who, **self._skill(rng, who)}

    def _skill(self, rng: random.Random, who: str) -> Step:
        sure = "roll " + who not in self.open
        return {"skill": rng.choice(["blaster", "dex"])} if sure and rng.random() < 0.5 else {}

    def _try_attack(self, rng: random.Random) -> Step | None:
        others = [who for who in self.people if who != self.active]
        if not others:
            return None
        kind = rng.choice(["ranged", "ranged", "ranged", "melee", "brawl"])
        return {"do": "attack", "who": self.active, "target": rng.choice(others), "kind": kind}

    def _try_delay(self, rng: random.Random) -> Step:
        step: Step = {"do": "delay", "who": self.active}
        return step if rng.random() < 0.4 else {**step, "after": rng.choice(list(self.people))}

    def _try_advance(self, rng: random.Random) -> Step:
        return {"do": "advance", "to": rng.choice(list(self.people))}

    def _try_waiting(self, rng: random.Random) -> Step | None:
        if not self.active and rng.random() < 0.2:
            return {"do": "next-phase"}
        some = list(self.waiting) if self.waiting and rng.random() < 0.85 else list(self.people)
        return {"do": "resume", "who": rng.choice(some)}

    def _try_reaction(self, rng: random.Random) -> Step | None:
        who = rng.choice(list(self.attacks))
        fitting = [name for name, kind in REACTIONS.items() if kind == self.attacks[who]]
        name = rng.choice(fitting if rng.random() < 0.85 else list(REACTIONS))
        step: Step = {"do": "react", "who": who, "name": name}
        if name == "full_dodge":
            return {**step, "move": rng.random() < 0.5}
        if name not in self.covered.get(who, set()) and rng.random() < 0.5:
            step["spare"] = True
        return step

    def _try_wound(self, rng: random.Random) -> Step:
        level = rng.choice(["stunned", "stunned", "wounded", "wounded", "incapacitated"])
        return {"do": "wound", "who": rng.choice(list(self.people)), "level": level}

    def _try_membership(self, rng: random.Random) -> Step | None:
        kind = rng.choice(
            ["add", "remove", "defeat", "disable", "restore", "restore", "set", "effect", "effect"]
        )
        who = rng.choice(list(self.people))
        if kind == "add":
            return self._try_add(rng)
        if kind == "set":
            return {
                "do": "set",
                "who": who,
                "stats": {"dex": rng.choice(DEXTERITY), "per": rng.choice(PERCEPTION)},
            }
        if kind == "effect":
            step: Step = {"do": "effect", "on": who, "name": "fog", "rounds": rng.randint(1, 3)}
            return step if rng.random() < 0.7 else {"do": "end-effect", "on": who, "name": "fog"}
        return {"do": kind, "who": who}

    def _try_add(self, rng: random.Random) -> Step | None:
        if len(self.people) > 6:
            return None
        sides = {
            self.side(who): one.get("kind", "pc")
            for who, one in self.people.items()
            if not one.get("separated")
        }
        sides = {
            side: kind for side, kind in sides.items() if self.phase == "initiative" or side in self.sides
        }
        if not sides:
            return None
        side = rng.choice(list(sides))
        who = next(f"J{at}" for at in range(99) if f"J{at}" not in self.names)
        one = someone(rng, who, side, sides[side])
        taken = {(each.get("dex"), each.get("per")) for each in self.people.values()}
        return None if (one["dex"], one["per"]) in taken else {"do": "add", "combatant": one}

    def _try_nonsense(self, rng: random.Random) -> Step | None:
        """Return a step that is mostly refused."""
        who = rng.choice(list(self.people))
        tries: list[Step] = [
            {"do": "declare", "who": who, "actions": 1, "first": "fire"},
            {"do": "hesitate", "who": who},
            {"do": "act", "who": who},
            {"do": "end-turn", "who": who},
            {"do": "act", "who": "Nobody", "override": True},
        ]
        tries.append({"do": "delay", "who": who})
        if self.phase == "actions":
            tries += [{"do": "initiative", "rolls": {}}]
            tries.append({"do": "react", "who": who, "name": "dodge", "override": True})
            tries += [{"do": "act", "who": who, "override": True, **self._skill(rng, who)}] * 3
            if self.active and not self.done:
                tries += [{"do": "next-phase"}, {"do": "delay", "who": self.active, "count": 3}]
        if self.phase == "declaration":
            tries.append({"do": "next-phase"})
        return rng.choice(tries)


def someone(rng: random.Random, who: str, side: str, kind: str) -> dict[str, Any]:
    """Return a combatant as a case lists it."""
    one: dict[str, Any] = {"id": who, "side": side, "kind": kind}
    one |= {"dex": rng.choice(DEXTERITY), "per": rng.choice(PERCEPTION)}
    if rng.random() < 0.5:
        one |= {"blaster": rng.choice(["4D", "5D+1"]), "dodge": rng.choice(["3D", "4D+2"])}
    if rng.random() < 0.3:
        one |= {"melee_parry": "4D", "brawling_parry": "3D+1", "str": "3D"}
    if rng.random() < 0.2:
        one |= {"tactics_attribute": "3D", "tactics": rng.choice(["3D+2", "4D", "5D"])}
    if rng.random() < 0.2:
        one["force_points"] = 1
    return one


def fight(rng: random.Random) -> Segments:
    """Return a random fight before its start: two to six combatants on two or three sides."""
    sides = rng.choice(
        [
            {"party": "pc", "empire": "npc"},
            {"party": "pc", "empire": "npc", "pirates": "npc"},
            {"party": "pc", "hangar": "pc", "empire": "npc"},
        ]
    )
    found: list[dict[str, Any]] = []
    for at in range(rng.randint(max(2, len(sides)), 6)):
        side = list(sides)[at] if at < len(sides) else rng.choice(list(sides))
        one = someone(rng, "ABCDEF"[at], side, sides[side])
        twins = [each for each in found if (each["dex"], each["per"]) == (one["dex"], one["per"])]
        while twins and (len(twins) > 1 or twins[0]["side"] == side):
            # Equals of two sides roll off; more of them, or equals of one side, are left open (A001-7, C17).
            one |= {"dex": rng.choice(DEXTERITY), "per": rng.choice(PERCEPTION)}
            twins = [each for each in found if (each["dex"], each["per"]) == (one["dex"], one["per"])]
        if one["kind"] == "npc" and not twins and rng.random() < 0.3 and at + 1 < 6:
            found.append({**one, "id": one["id"] + "2"})  # Identical ones go in list order (A001-7).
        elif rng.random() < 0.1:
            one["separated"] = True
        found.append(one)
    options: dict[str, Any] = {}
    for name, values in OPTIONS.items():
        if rng.random() < 0.15:
            options[name] = rng.choice(values)
    return Segments(found[:6], options)


def main(arguments: Sequence[str]) -> None:
    """Play fights of the seeds from … to … and print what deviates and how much was tried."""
    tried: Counter[str] = Counter()
    for seed in range(int(arguments[1]), int(arguments[2])):
        deviation = contest(fight, seed, 60, tried)
        if deviation:
            print(f"# seed {seed}\n{deviation}\n", flush=True)
    print(sum(tried.values()), dict(tried))


if __name__ == "__main__":
    main(sys.argv[1:])
