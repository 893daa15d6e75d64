"""What the rules make of a fight by initiative passes (passes).

Worked out from the rules (IP-…, IPA-…) and the contract's page (C followed by its number). A score is what
somebody could read off the table; who has had the turn of the pass is noted, and who is next is found anew.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from tests.models.contest import Step
from tests.models.turning import Facts, Open, Refused, Turning, factory, main

PASS = 10
"""What a pass that is over takes from everybody (IP-04)."""
SECONDS = 3
INTERRUPTS = {"dodge": 5, "block": 5, "parry": 5, "intercept": 5, "hit_the_dirt": 5, "full_defense": 10}
"""What an interrupt takes from the score (IP-10)."""
POOLS = {"simple": 2, "free": 1}
"""What a turn is (IP-15)."""
COSTS = {"simple": ("simple", 1), "complex": ("simple", 2), "free": ("free", 1)}
STATES = {"blitz": "blitz", "seize": "seized"}
"""What edge spent before a roll begins (IP-30, IP-31)."""
OPTIONS: dict[str, list[Any]] = {
    "interrupt_needs": ["positive"],
    "late_join": ["whole"],
    "surprise_cost": [0],
}


class Passes(Turning):
    """One fight of the system."""

    ruleset, rolling, turns = "passes", "roll", "passes"

    def __init__(self, combatants: Sequence[Mapping[str, Any]], options: Mapping[str, Any]) -> None:
        self.score: dict[str, int] = {}
        self.coin = ""
        """Who has won a coin of this round."""
        self.number = 1
        """The pass."""
        self.had: set[str] = set()
        """Who has had the turn of this pass, or lost it."""
        self.segments: list[list[str]] = []
        self.unscored: set[str] = set()
        """Who is surprised and has had no score yet: ten come off the first one (C6)."""
        self.states: dict[str, set[str]] = {
            name: set() for name in ("surprised", "full-defense", "blitz", "seized")
        }
        self.left: dict[str, int] = {}
        """What is left of the turn under way."""
        self.kept: dict[str, tuple[int, dict[str, int]]] = {}
        """Who waits → in which pass it did something free before, and what it has left of that turn."""
        self.reacted: set[tuple[str, str]] = set()
        self.begun: Facts = {}
        """How things stood between the last turn and the one under way."""
        super().__init__(combatants, options)

    def _person(self, one: Mapping[str, Any]) -> Facts:
        stats = {
            "rea": 3,
            "int": 3,
            "edge": 2,
            "edge_points": one.get("edge", 2),
            "max_hp": 10,
            "max_stun": 10,
        }
        hp = one.get("max_hp", one.get("hp", 10))  # scenarios.md: hp alone sets max_hp, too
        return {**stats, "hp": hp, "stun": one.get("max_stun", 10), **one} | {"max_hp": hp}

    def _enter(self, one: Mapping[str, Any]) -> None:
        super()._enter(one)
        if not one.get("aware", True):
            self.states["surprised"].add(one["id"])
            self.unscored.add(one["id"])
        for state in one.get("states", []):
            self.states[state].add(one["id"])

    def judge(self, step: Step) -> str | bool:
        """Play a step; who is first of two alike must have been decided."""
        refused = super().judge(step)
        if self.phase == self.turns and not refused:
            self._order()
        return refused

    # ------------------------------------------------------------------ scores

    def _wounds(self, who: str) -> int:
        """Return what is off for every three full boxes of each monitor (IP-13)."""
        one = self.people[who]
        lost = [one["max_hp"] - one["hp"], one["max_stun"] - one["stun"]]
        return -sum(int(boxes) // 3 for boxes in lost)

    def _place(self, who: str) -> tuple[Any, ...]:
        """Return what decides who is first, smallest first (IP-02, IP-31, C2)."""
        strength = (self.score[who], *self._place_of_equals(who), who == self.coin)
        return (who not in self.states["seized"], *(-number for number in strength))

    def _place_of_equals(self, who: str) -> tuple[int, int, int]:
        one = self.people[who]
        return one["edge"], one["rea"], one["int"]

    def _order(self) -> list[str]:
        scored = [one for one in self.people if one in self.score]
        if len({self._place(one) for one in scored}) < len(scored):
            raise Open("a coin that nobody threw")
        return sorted((one for one in scored if self.score[one] > 0), key=self._place)

    def _first_score(self, who: str, rolled: int) -> int:
        """Return the score that a roll comes to: less wounds, and less ten once of the surprised (C5, C6)."""
        cost = int(self.options.get("surprise_cost", PASS)) if who in self.unscored else 0
        self.unscored.discard(who)
        return rolled + self._wounds(who) - cost

    def _initiative(self, step: Step) -> None:
        self._roll_is_due(step)
        self.score = {who: self._first_score(who, rolled) for who, rolled in step["rolls"].items()}
        self.coin, coin = "", step.get("coin", "")
        if coin and sum(self._place(who) == self._place(coin) for who in self.score) > 1:
            self.coin = coin  # it is thrown between scores that tie (IP-02), and by nobody else
        self.phase, self.number, self.segments = self.turns, 1, [[]]
        self.had.clear()
        self._next()

    # ------------------------------------------------------------------ whose turn it is

    def _next(self) -> None:
        """The highest score of those who have not had their turn; then the next pass (IP-03, IP-04, C3)."""
        self.active = ""
        if not self._able():
            return  # when everybody is out no round passes (scenarios.md, conventions)
        self.begun = {
            "had": set(self.had),
            "number": self.number,
            "segments": [list(one) for one in self.segments],
            "waiting": dict(self.waiting),
            "scored": set(self.score),
            "out": set(self.out),
        }
        while True:
            order = self._order()
            up = [one for one in order if not {one} & (self.had | self.out | set(self.waiting))]
            if up:
                self._begin(up[0])
                return
            if not self._pass_over():
                return

    def _pass_over(self) -> bool:
        """Return whether there is another pass: everybody loses ten, and whoever waits at 0 its turn."""
        for who in self.score:
            self.score[who] -= PASS
        self.had.clear()
        if self.unclear:
            self.flags = None
        over = all(self.score.get(who, 0) <= 0 for who in self._able())
        for who in list(self.waiting):
            if over or self.score[who] <= 0:
                self._lost(who)  # IP-21, C7
        if not over:
            self.number += 1
            self.segments.append([])
            return True
        for state in ("full-defense", "blitz", "seized"):
            self.states[state].clear()
        self.unclear.clear()
        self.phase, self.round, self.segments = self.rolling, self.round + 1, []
        return False

    def _begin(self, who: str) -> None:
        self.begun |= {"surprised": who in self.states["surprised"], "left": set(self.waiting), "set": False}
        self.active, self.did, self.more, self.left = who, False, False, dict(POOLS)
        self.begins += 1
        self.states["surprised"].discard(who)  # IP-14, C6: until its first turn
        self.acted.setdefault(self.round, []).append(who)
        self.segments[-1].append(who)

    def _turn_over(self) -> None:
        self.had.add(self.active)
        for one in self.waiting:
            self.waiting[one] += 1

    def _put_off(self) -> None:
        """The turn under way is none yet (scenarios.md, conventions)."""
        self.segments[-1].pop()
        self.acted[self.round].pop()
        if not self.acted[self.round]:
            del self.acted[self.round]

    def _delay(self, step: Step) -> None:
        """Wait; the score stays (IP-20, C7)."""
        who = self._own_turn(step)
        if self.more or "count" in step:
            raise Refused("cannot-delay")
        if self.begun["surprised"]:
            raise Open("whether one is surprised until a turn that it puts off")
        if self.score[who] <= 0:
            raise Open("without a score to wait with")
        self.waiting[who] = 0
        self.kept[who] = (0, {}) if self.left == POOLS else (self.number, dict(self.left))
        self._put_off()
        self._next()

    def _resume(self, step: Step) -> None:
        """Come in behind the last turn: it is the turn of the pass in which it is taken (IP-20, C7)."""
        who = self._known(step)
        if who in self.unclear:
            raise Open("waited when it was put out")
        if self.phase != self.turns or not self.active:
            raise Refused(True)
        if who not in self.waiting and not self._would_wait(who):
            raise Refused("not-waiting")
        if self.did:
            raise Refused("turn-under-way" if who in self.waiting else True)
        if not self.waiting.get(who, self.begun["waiting"].get(who)):
            raise Refused("not-waiting")
        self._take_back()
        turns, before = self.waiting.pop(who), self.begun
        number, left = self.kept[who]
        if number not in (0, self.number):
            raise Open("what is left of a turn that was put off to another pass")
        self._begin(who)
        self.left |= left
        self.begun = {
            **before,
            "surprised": self.begun["surprised"],
            "waiting": {**before["waiting"], who: turns},
        }

    def _would_wait(self, who: str) -> bool:
        """Return whether somebody lost its turn by the beginning of the turn under way."""
        lost = who in self.begun["waiting"] and who not in self.begun["left"] and who != self.active
        if lost:
            raise Open("the turn was lost by what would be taken back")
        return False

    def _take_back(self) -> None:
        """Nobody has begun the turn under way, nor the pass; what was entered since stays (``resume``)."""
        begun, passes = self.begun, self.number - self.begun["number"]
        self._put_off()
        if begun["surprised"]:
            self.states["surprised"].add(self.active)
        if passes and (begun["scored"] != set(self.score) or begun["out"] != self.out or begun["set"]):
            raise Open("the pass is not the one that was begun")
        for who in self.score if passes else ():
            self.score[who] += PASS * passes
        since = begun["left"] - set(self.waiting)
        self.waiting = {who: turns for who, turns in begun["waiting"].items() if who not in since}
        if any(who in self.out or who not in self.people for who in self.waiting):
            raise Open("waited, and was put out")
        self.had, self.number = begun["had"] | since, begun["number"]  # what was lost since stays lost
        self.segments = [list(one) for one in begun["segments"]]

    # ------------------------------------------------------------------ doing something

    def _act(self, step: Step) -> None:
        who = self._own_turn(step)
        pool, cost = COSTS[step["cost"]]
        if self.left[pool] < cost:
            if pool == "free" and self.left["simple"]:
                raise Open("something free in place of something simple")
            raise Refused("no-budget")
        self.left[pool] -= cost
        self.did, self.more = True, self.more or pool != "free"
        assert who == self.active

    def _react(self, step: Step) -> None:
        """An interrupt is paid from the score at once (IP-10, IP-11, IPA-1, C4)."""
        who, cost = self._known(step), INTERRUPTS[step["name"]]
        if self.phase != self.turns or not self.active or (who, step["to"]) in self.reacted:
            raise Open("nobody acts, or reacted to already")
        if who in self.out:
            raise Refused(True)
        if who not in self.score:
            raise Open("has not rolled")
        enough = (
            self.score[who] > 0
            if self.options.get("interrupt_needs") == "positive"
            else self.score[who] >= cost
        )
        if who in self.states["surprised"]:
            raise Refused("state-forbids" if enough else True)
        if not enough:
            raise Refused("no-budget")
        if step["name"] == "full_defense":
            if who in self.states["full-defense"]:
                raise Open("a full defence in a full defence")
            self.states["full-defense"].add(who)
        self.reacted.add((who, step["to"]))
        self._change(who, self.score[who] - cost)

    def _change(self, who: str, score: int) -> None:
        """Whoever's score changes is in its new place; whoever waits at 0 loses its turn (IP-05, IP-21)."""
        self.score[who] = score
        if who in self.waiting and score <= 0:
            self._lost(who)
            self.had.add(who)

    # ------------------------------------------------------------------ the GM

    def _set(self, step: Step) -> None:
        who = self._known(step)
        if who not in self.score or self.phase != self.turns:
            raise Open("no score yet")
        self.begun["set"] = True
        self._change(who, step["initiative"])

    def _add(self, step: Step) -> None:
        """Whoever joins rolls, less ten for each pass that is over (IP-07, IPA-2, C9)."""
        if self.phase != self.turns or not self.active:
            raise Open("no pass goes on")
        who = step["combatant"]["id"]
        self._enter(step["combatant"])
        whole = self.options.get("late_join") == "whole"
        self.score[who] = self._first_score(who, step["roll"]) - (0 if whole else PASS * (self.number - 1))

    def _remove(self, step: Step) -> None:
        who = self._known(step)
        super()._remove(step)
        self.score.pop(who, None)
        for named in self.states.values():
            named.discard(who)

    def _restore(self, step: Step) -> None:
        if self._known(step) not in self.score and self.phase == self.turns:
            raise Open("back in a round for which it has not rolled")
        super()._restore(step)

    def _damage(self, step: Step) -> None:
        self._boxes(step, "stun" if step.get("type") == "stun" else "hp", -step["amount"])  # C10

    def _heal(self, step: Step) -> None:
        self._boxes(step, "hp", step["amount"])

    def _boxes(self, step: Step, monitor: str, by: int) -> None:
        """Boxes of a monitor are lost or come back, and move the score at once (IP-13, C5)."""
        who = self._known(step, "to")
        one = self.people[who]
        if who in self.out or one[monitor] + by <= 0:
            raise Open("a full monitor, or out already")
        before = self._wounds(who)
        one[monitor] = min(one[monitor] + by, one["max_" + monitor])
        if self.phase == self.turns and who in self.score and self._wounds(who) != before:
            self._change(who, self.score[who] + self._wounds(who) - before)

    def _spend(self, step: Step) -> None:
        """Edge before a roll, to go first or for five dice; or against surprise (IP-30, IP-31, C6, C8)."""
        who, on = self._known(step), step["on"]
        if who in self.out:
            raise Open("out of the fight")
        one = self.people[who]
        if on in STATES and self.phase != self.rolling:
            raise Refused("wrong-phase" if one["edge_points"] else True)
        if self._is_in_vain(who, on):
            raise Refused(True)
        if not one["edge_points"]:
            raise Refused("no-budget")
        if on in STATES:
            self.states[STATES[on]].add(who)
        if on == "surprise":
            self.states["surprised"].remove(who)
        one["edge_points"] -= 1

    def _is_in_vain(self, who: str, on: str) -> bool:
        """Return whether a point would be spent on what one has already, or has not to begin with."""
        if on == "surprise":
            return who not in self.states["surprised"]
        return on in STATES and who in self.states[STATES[on]]

    # ------------------------------------------------------------------ what holds

    def facts(self) -> Facts:
        """Return what holds now; between two rounds scores are numbers of yesterday."""
        facts = self._common()
        people = self.people
        facts["hp"] = {who: people[who]["hp"] for who in people}
        facts["value"] = {who: self._value(who) for who in people}
        if self.phase:  # whether somebody is surprised before the first roll is left open
            facts["has"] = {
                who: [name for name, those in self.states.items() if who in those] for who in people
            }
            facts["lacks"] = {
                who: [name for name in self.states if name not in facts["has"][who]] for who in people
            }
        facts["segments"] = [list(one) for one in self.segments]
        if self.phase:
            facts["elapsed"] = SECONDS * (self.round - 1)
        if self.phase == self.turns:
            facts["counts"] = dict(self.score)
            facts["order"] = self._order()
            facts["segment"] = self.number
        elif self.phase and not self.out:  # that who is out has no roll either is left open
            facts["unrolled"] = list(people)
        if self.active:
            facts["budget"] = {self.active: dict(self.left)}
        return facts

    def _value(self, who: str) -> Facts:
        one = self.people[who]
        value = {
            "wound_modifier": self._wounds(who),
            "stun": one["stun"],
            "edge_points": one["edge_points"],
            "init_base": one["rea"] + one["int"],
        }
        return value | ({"score": self.score[who]} if self.phase == self.turns and who in self.score else {})

    # ------------------------------------------------------------------ random steps

    def _draw_rolls(self, rng: random.Random, do: str) -> Step:
        rolls = {who: rng.randint(3, rng.choice([12, 20, 28])) for who in self._able()}
        if len(rolls) > 1 and rng.random() < 0.2:
            rolls[rng.choice(list(rolls))] = rng.choice(list(rolls.values()))
        coin = rng.choice(list(rolls)) if rolls and rng.random() < 0.3 else ""
        place = self._place_of_equals
        alike = [one for one in rolls if coin and place(one) == place(coin) and rolls[one] == rolls[coin]]
        return {"do": do, "rolls": rolls, **({"coin": coin} if len(alike) == 2 else {})}

    def _draw_outside(self, rng: random.Random) -> Step:
        kinds = [
            "damage",
            "damage",
            "heal",
            "react",
            "react",
            "react",
            "react",
            "set",
            "add",
            "spend",
            "spend",
        ]
        kind, who = rng.choice([*kinds, *["resume"] * (6 if self.waiting else 1)]), self._anybody(rng)
        if kind == "damage":
            return {
                "do": kind,
                "to": who,
                "amount": rng.randint(1, 5),
                **({"type": "stun"} if rng.random() < 0.4 else {}),
            }
        if kind == "heal":
            return {"do": kind, "to": who, "amount": rng.randint(1, 4)}
        if kind == "react":
            label = f"s{self.begins}.{rng.randint(1, 9)}"
            return {"do": kind, "who": who, "name": rng.choice(list(INTERRUPTS)), "to": label}
        if kind == "set":
            return {"do": kind, "who": who, "initiative": rng.randint(-3, 25)}
        if kind == "add" and self._free_name() and len(self.people) < 7:
            return {"do": kind, "combatant": _combatant(rng, self._free_name()), "roll": rng.randint(3, 28)}
        if kind == "spend":
            on = rng.choice(["blitz", "seize", "seize", "reroll", "surprise"])
            return {"do": kind, "who": who, "resource": "edge", "on": on}
        return {"do": "resume", "who": rng.choice([*self.waiting, *self.waiting, who])}

    def _draw_inside(self, rng: random.Random, who: str) -> Step:
        kind = rng.choice(
            ["act", "act", *["end-turn"] * (4 if self.did else 2), *["delay"] * (1 if self.did else 2)]
        )
        if kind == "end-turn":
            return {"do": kind}
        if kind == "attack":
            return {"do": kind, "who": who, "target": self._anybody(rng), "kind": "melee", "result": "miss"}
        if kind == "delay":
            return {"do": kind, "who": who, **({"count": rng.randint(1, 9)} if rng.random() < 0.05 else {})}
        return {"do": kind, "who": who, "cost": rng.choice(["simple", "simple", "complex", "free"])}


def _combatant(rng: random.Random, name: str) -> Facts:
    """Return somebody who mostly differs from everybody else in edge, reaction or intuition."""
    one: Facts = {"id": name}
    if rng.random() < 0.5:
        one |= {"side": "foes", "kind": "npc"}
    if rng.random() < 0.9:
        one |= {"edge": rng.randint(1, 3), "rea": rng.randint(1, 6), "int": rng.randint(1, 6)}
    if rng.random() < 0.3:
        one["max_hp"] = rng.randint(8, 12)
    if rng.random() < 0.2:
        one["hp"] = rng.randint(5, 8)
    if rng.random() < 0.2:
        one["aware"] = False
    if rng.random() < 0.1:
        one["states"] = ["seized"]
    return one


fight = factory(Passes, _combatant, OPTIONS)
"""Makes a fight of two to five, under some of the options."""


if __name__ == "__main__":
    main(fight, int(sys.argv[1]), int(sys.argv[2]))
