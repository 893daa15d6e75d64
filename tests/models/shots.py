"""What the rules make of a fight by a shot clock (shots).

Worked out from the rules (SH-…, SHA-…) and the contract's page (C followed by its number). A count is a shot
that somebody could read off the clock; who is next is found among the counts anew, turn by turn.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tests.models.contest import Step
from tests.models.turning import Facts, Open, Refused, Turning, factory, main

QUICK, STANDARD = ("draw", "reload"), ("attack", "boost", "move")
"""Actions of the catalogue for one shot, and for three (C, catalogue)."""
BIG_SPELL = 5
ATTACK, BOSS = 3, 2
"""What a standard action costs (SH-03, SH-07)."""
DEFENCES = {"dodge": 3, "guard": 2}
"""What a defence adds (SH-06)."""
HARM = {"": (25, 30, 35), "boss": (40, 45, 50)}
"""From how many wounds on somebody is impaired, is more so, and has to stay up (SH-21, SH-23)."""
FORTUNE = 5
OPTIONS: dict[str, list[Any]] = {"ties": ["pc"], "carry_over": ["yes"], "pass_shots": [3], "boss_shots": [3]}


class Shots(Turning):
    """One fight of the system."""

    ruleset, rolling, turns = "shots", "roll", "shots"

    def __init__(self, combatants: Sequence[Mapping[str, Any]], options: Mapping[str, Any]) -> None:
        self.count: dict[str, int] = {}
        self.pick: list[str] = []
        self.alike: Any = None
        """What those have in common of whom the GM has picked."""
        self.began = 0
        """The shot at which the turn under way began: the clock (C9)."""
        self.last = 0
        """The shot at which the last turn taken began (C7)."""
        self.paid = False
        self.begun: Facts = {}
        """What the beginning of the turn under way has changed, for whoever comes in before it."""
        self.guarded: set[str] = set()
        self.dodging: set[str] = set()
        self.reacted: set[tuple[str, str]] = set()
        self.asked: Counter[str] = Counter()
        """How many harms ask somebody for a check to stay up."""
        super().__init__(combatants, options)

    def _person(self, one: Mapping[str, Any]) -> Facts:
        impaired, more, up = HARM.get(one.get("rank", ""), HARM[""])
        boss = one.get("rank") == "boss" and int(self.options.get("boss_shots", BOSS)) == BOSS
        stats = {"speed": 6, "toughness": 0, "defense": 13, "rank": "", "wounds": 0, "attack_shots": ATTACK}
        stats |= {"impaired_at": impaired, "impaired_more_at": more, "up_at": up}
        stats["fortune"] = FORTUNE if one["kind"] == "pc" else 0
        return {**stats, **({"attack_shots": BOSS} if boss else {}), **one}

    # ------------------------------------------------------------------ the clock

    def _place(self, who: str) -> tuple[Any, ...]:
        """Return what decides who is first, smallest first (SH-02, SHA-1, C2)."""
        one = self.people[who]
        tie = [-one["speed"], one["kind"] != "pc"]
        if self.options.get("ties") == "pc":
            tie.reverse()
        picked = self.pick.index(who) if who in self.pick else len(self.pick)
        return (-self.count[who], *tie, picked, list(self.people).index(who))

    def _order(self) -> list[str]:
        return sorted((one for one in self.people if self.count.get(one, 0) > 0), key=self._place)

    def _initiative(self, step: Step) -> None:
        """Roll for the round: a count below 0 comes off, where that is not forgotten (SH-01, SHA-2, C5)."""
        self._roll_is_due(step)
        carried = self.options.get("carry_over") == "yes"
        before, self.count = self.count, {}
        for who, rolled in step["rolls"].items():
            self.count[who] = rolled + (min(before.get(who, 0), 0) if carried else 0)
        self._choose(list(step.get("pick", [])))
        self.phase = self.turns
        self._next()

    def _alike(self, who: str) -> tuple[Any, ...]:
        return self.people[who]["speed"], self.people[who]["kind"]

    def _choose(self, pick: list[str]) -> None:
        """The GM says who is first of those that stand alike (SHA-1).

        What it says about them beside others, who stand alike on a later shot, is left open.
        """
        alike = {(self._alike(one), self.count.get(one)) for one in pick}
        if pick and (
            len(alike) > 1
            or any(self._alike(pick[0]) == self._alike(one) for one in set(self.people) - set(pick))
        ):
            raise Open("a pick among some of those who may stand alike later")
        self.pick, self.alike = pick, self._alike(pick[0]) if pick else None

    def _next(self) -> None:
        """The highest shot above 0 is next; with none of them left the round is over (SH-02, SH-08, C6)."""
        self.active = ""
        able = self._able()
        if not able:
            return  # when everybody is out no round passes (scenarios.md, conventions)
        up = [one for one in self._order() if one in able and one not in self.waiting]
        if up:
            self._begin(up[0])
            return
        for one in list(self.waiting):  # SHA-4, C7
            self._lost(one)
            self.count[one] = 0
        if self.unclear:
            self.flags = None
        self.unclear.clear()
        self.phase, self.round = self.rolling, self.round + 1

    def _begin(self, who: str, waited: int | None = None) -> None:
        self.begun = {"guarded": who in self.guarded, "waited": waited, "count": self.count[who]}
        self.active, self.began, self.paid, self.did = who, self.count[who], False, False
        self.more, self.begins = False, self.begins + 1
        self.guarded.discard(who)  # SH-06: until the own next turn
        self.acted.setdefault(self.round, []).append(who)

    def _turn_over(self) -> None:
        """Doing nothing lets a shot pass (SHA-3); a dodge is over with the turn (C4)."""
        if not self.paid:
            self.count[self.active] -= int(self.options.get("pass_shots", 1))
        self.dodging.clear()
        self.last = self.began
        for one in self.waiting:
            self.waiting[one] += 1

    # ------------------------------------------------------------------ doing something

    def _cost(self, step: Step, who: str) -> int:
        if "cost" in step:
            costs = {"standard": self.people[who]["attack_shots"], "quick": 1, "free": 0}
            return int(step["points"]) if step["cost"] == "shots" else int(costs[step["cost"]])
        if step["name"] in STANDARD:
            return int(self.people[who]["attack_shots"])
        if step["name"] in QUICK:
            return 1
        if step["name"] == "big_spell":
            return BIG_SPELL
        raise Refused("unknown-action")

    def _act(self, step: Step) -> None:
        """An action is paid as it is done, one a turn; it may cost more than is left (SH-03, SH-09, C3)."""
        if self._known(step) != self.active and "cost" not in step:
            raise Refused(True)
        who = self._own_turn(step)
        cost = self._cost(step, who)
        if cost and self.paid:
            raise Refused("no-budget")
        self.paid = self.paid or cost > 0
        self.more = self.more or self.paid
        self.count[who] -= cost
        self.did = True

    def _react(self, step: Step) -> None:
        """A defence costs a shot at once, and asks for one; one to each attack (SH-06, C4)."""
        who = self._known(step)
        if self.phase != self.turns or who in self.out:
            raise Refused(True)
        if not self.active:
            raise Open("nobody acts")
        if self.count[who] < 1 and (who, step["to"]) in self.reacted:
            raise Refused(True)
        if self.count[who] < 1:
            raise Refused("no-budget")
        if (who, step["to"]) in self.reacted:
            raise Refused("already-reacted")
        if who in self.waiting and self.count[who] == 1:
            raise Open("waits without a shot left")
        self.count[who] -= 1
        self.reacted.add((who, step["to"]))
        (self.dodging if step["name"] == "dodge" else self.guarded).add(who)

    def _delay(self, step: Step) -> None:
        """Wait for a shot that is named, or for as long as one likes (SH-11, C7)."""
        who = self._own_turn(step)
        if self.more:
            raise Refused("cannot-delay")
        if self.count[who] <= 0:
            raise Open("without a shot left to wait with")
        if "count" in step:
            if step["count"] >= self.count[who]:
                raise Refused("not-lower")
            self.count[who] = step["count"]
        else:
            self.waiting[who] = 0
        self._put_off()
        self._next()

    def _put_off(self) -> None:
        """The turn under way is none yet (scenarios.md, conventions)."""
        self.acted[self.round].pop()
        if not self.acted[self.round]:
            del self.acted[self.round]

    def _resume(self, step: Step) -> None:
        """Come in behind the last turn, on the shot that was counted for it (SH-11, C7)."""
        who = self._known(step)
        if who in self.unclear:
            raise Open("waited when it was put out")
        if who not in self.waiting:
            raise Refused("not-waiting")
        if self.did:
            raise Refused("turn-under-way")
        if not self.waiting[who]:
            raise Refused("not-waiting")
        self._take_back()
        del self.waiting[who]
        before, self.count[who] = self.count[who], self.last
        self._begin(who, before)

    def _take_back(self) -> None:
        """Nobody has begun the turn under way; what was entered since stays (scenarios.md, ``resume``)."""
        self._put_off()
        if self.begun["guarded"]:
            self.guarded.add(self.active)
        if self.begun["waited"] is not None:
            if self.count[self.active] != self.begun["count"]:
                raise Open("its shot was changed since it came in")
            self.count[self.active] = self.begun["waited"]
            self.waiting[self.active] = 1

    # ------------------------------------------------------------------ the GM

    def _set(self, step: Step) -> None:
        """A shot that is changed is another place at once (SH-05)."""
        who = self._known(step)
        if self.phase != self.turns:
            raise Open("no shots yet")
        if who not in self.count or (who in self.waiting and step["initiative"] <= 0):
            raise Open("has not rolled, or waits without a shot left")
        self.count[who] = step["initiative"]

    def _add(self, step: Step) -> None:
        """Whoever joins acts at its roll, no sooner than the clock (SH-12, C9)."""
        if self.phase != self.turns or not self.active:
            raise Open("the clock does not run")
        self._enter(step["combatant"])
        if self.pick and self.alike == self._alike(step["combatant"]["id"]):
            raise Open("alike to some of whom the GM has picked")
        self.count[step["combatant"]["id"]] = min(step["roll"], self.began)

    def _remove(self, step: Step) -> None:
        who = self._known(step)
        super()._remove(step)
        self.count.pop(who, None)
        del self.asked[who]
        for named in (self.guarded, self.dodging):
            named.discard(who)

    def _defeat(self, step: Step) -> None:
        who = self._known(step)
        super()._defeat(step)
        del self.asked[who]  # out of the fight: nobody asks any more (additions.md, ``check``)

    def _restore(self, step: Step) -> None:
        if self._known(step) not in self.count and self.phase == self.turns:
            raise Open("back in a round for which it has not rolled")
        super()._restore(step)

    def _damage(self, step: Step) -> None:
        """Less toughness to the wounds; a mook is out at once; whoever has too many must stay up (C8)."""
        who = self._known(step, "to")
        if who in self.out:
            raise Open("out already")
        one = self.people[who]
        if one["rank"] == "mook":  # SH-22
            if step["amount"] > 0:
                self._put_out(who)
            return
        harm = max(step["amount"] - one["toughness"], 0)  # SH-20
        one["wounds"] += harm
        if harm and one["wounds"] >= one["up_at"]:  # SH-23
            self.asked[who] += 1

    def _heal(self, step: Step) -> None:
        """Wounds go down; whoever has no longer so many is asked to stay up no more."""
        who = self._known(step, "to")
        one = self.people[who]
        one["wounds"] = max(one["wounds"] - step["amount"], 0)
        if one["wounds"] < one["up_at"]:
            self.asked[who] = 0

    def _check(self, step: Step) -> None:
        who = self._known(step)
        if not self.asked[who]:
            raise Refused("no-trigger")
        self.asked[who] -= 1
        if step["degree"].endswith("failure"):
            del self.asked[who]
            if who in self.out:
                raise Open("fails while it cannot act anyway")
            self._put_out(who)

    def _spend(self, step: Step) -> None:
        """Fortune is spent on rolls (SH-30)."""
        who = self._known(step)
        if who in self.out:
            raise Open("out of the fight")
        if not self.people[who]["fortune"]:
            raise Refused("no-budget")
        self.people[who]["fortune"] -= 1

    # ------------------------------------------------------------------ what holds

    def _value(self, who: str) -> Facts:
        one = self.people[who]
        worse = sum(one["wounds"] >= one[name] for name in ("impaired_at", "impaired_more_at"))  # SH-21
        now = one["defense"] + (DEFENCES["dodge"] if who in self.dodging else 0)
        return {
            "wounds": one["wounds"],
            "impairment": worse,
            "attack_shots": one["attack_shots"],
            "fortune": one["fortune"],
            "defense_now": now + (DEFENCES["guard"] if who in self.guarded else 0),
        }

    def facts(self) -> Facts:
        """Return what holds now; between two rounds counts are numbers of yesterday."""
        facts = self._common()
        facts["value"] = {who: self._value(who) for who in self.people}
        facts["asks"] = {who: ["up"] if self.asked[who] else [] for who in self.people}
        facts["has"] = {who: ["guarded"] for who in self.guarded} | {
            who: ["dodging"] for who in self.dodging - self.guarded
        }
        facts["lacks"] = {who: ["guarded"] for who in self.people if who not in self.guarded}
        if self.phase == self.turns:
            facts["counts"] = dict(self.count)
            facts["order"] = self._order()
        elif self.phase and not self.out:  # that who is out has no roll either is left open
            facts["unrolled"] = list(self.people)
        if self.active:
            what = ["standard", "quick", "attack", "draw", "big_spell"]
            facts["cannot" if self.paid else "can"] = {self.active: what}
        return facts

    # ------------------------------------------------------------------ random steps

    def _draw_rolls(self, rng: random.Random, do: str) -> Step:
        rolls = {who: rng.randint(1, 6) + rng.randint(1, 8) for who in self._able()}
        pick: list[str] = []
        if rolls and rng.random() < 0.5:
            alike = self._alike(rng.choice(list(rolls)))
            pick = [one for one in rng.sample(list(rolls), len(rolls)) if self._alike(one) == alike]
            rolls.update(dict.fromkeys(pick, rng.randint(3, 12)))
        return {"do": do, "rolls": rolls, **({"pick": pick} if len(pick) > 1 else {})}

    def _draw_outside(self, rng: random.Random) -> Step:
        kinds = ["damage", "damage", "react", "react", "react", "set", "add", "spend"]
        kinds += ["resume"] * (4 if self.waiting else 1) + ["check"] * (4 if +self.asked else 1)
        kind, who = rng.choice(kinds), self._anybody(rng)
        if kind == "damage":
            return {"do": kind, "to": who, "amount": rng.randint(0, 20)}
        if kind == "react":
            label = f"x{self.begins}.{rng.randint(1, 2)}"
            return {"do": kind, "who": who, "name": rng.choice(list(DEFENCES)), "to": label}
        if kind == "resume":
            return {"do": kind, "who": rng.choice([*self.waiting, *self.waiting, who])}
        if kind == "set":
            return {"do": kind, "who": who, "initiative": rng.randint(-2, 14)}
        if kind == "add" and self._free_name() and len(self.people) < 7:
            return {"do": kind, "combatant": _combatant(rng, self._free_name()), "roll": rng.randint(1, 14)}
        if kind == "spend":
            return {"do": kind, "who": who, "resource": "fortune", "on": "roll"}
        degree = rng.choice(["critical-success", "success", "failure", "critical-failure"])
        return {
            "do": "check",
            "who": rng.choice([*sorted(+self.asked), *sorted(+self.asked), who]),
            "name": "up",
            "degree": degree,
        }

    def _draw_inside(self, rng: random.Random, who: str) -> Step:
        kinds = ["act"] * (1 if self.paid else 5) + ["end-turn"] * (6 if self.paid else 2)
        kind = rng.choice([*kinds, *(["attack"] if self.did else ["delay", "delay"])])
        if kind == "end-turn":
            return {"do": kind}
        if kind == "attack":
            return {
                "do": kind,
                "who": who,
                "target": self._anybody(rng),
                "kind": "melee",
                "result": "miss",
                "label": "x1",
            }
        if kind == "delay":
            return {"do": kind, "who": who, **({"count": rng.randint(1, 12)} if rng.random() < 0.4 else {})}
        if rng.random() < 0.5:
            return {"do": kind, "who": who, "name": rng.choice([*STANDARD, *QUICK, "big_spell", "nothing"])}
        cost = rng.choice(["standard", "quick", "shots", "free"])
        return {
            "do": kind,
            "who": who,
            "cost": cost,
            **({"points": rng.randint(1, 7)} if cost == "shots" else {}),
        }


def _combatant(rng: random.Random, name: str) -> Facts:
    one: Facts = {"id": name}
    if rng.random() < 0.5:
        one |= {"side": "foes", "kind": "npc", "rank": rng.choice(["", "mook", "featured", "boss"])}
    if rng.random() < 0.7:
        one["speed"] = rng.randint(4, 8)
    if rng.random() < 0.5:
        one |= {"toughness": rng.randint(0, 7), "defense": rng.randint(12, 15)}
    if rng.random() < 0.5:
        one |= {"impaired_at": 5, "impaired_more_at": 10, "up_at": 15}
    return one


fight = factory(Shots, _combatant, OPTIONS)
"""Makes a fight of two to five, under some of the options."""


if __name__ == "__main__":
    main(fight, int(sys.argv[1]), int(sys.argv[2]))
