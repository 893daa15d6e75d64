"""What the rules make of a fight of the fifth edition (dnd5e).

Worked out from the rules (R5E-…, A5E-…) and the contract's page (C followed by its number). What lies on the
table is kept: what is left of the turn, who has what on it and how long, who concentrates on what, what rolls
are due. What is advantage and what is not, exhaustion and immunity to conditions are left to the cases.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from tests.models.contest import Step
from tests.models.once import Once
from tests.models.turning import Facts, Open, Refused, factory, main

INCAPABLE = {"incapacitated", "stunned", "paralyzed", "petrified", "unconscious"}
"""What takes actions and reactions (R5E-39, R5E-41, R5E-42, R5E-46, R5E-47)."""
HELD = {"stunned", "paralyzed", "petrified", "unconscious", "grappled", "restrained"}
"""What makes the speed 0 (C4, R5E-38, R5E-45)."""
BOUND = {"stunned", "paralyzed", "petrified", "unconscious"}
"""Who cannot move, nor let itself fall (R5E-41, R5E-42, R5E-46, R5E-47)."""
BEGUN = ("prone", "stunned", "incapacitated", "paralyzed", "restrained", "poisoned", "grappled")
"""Conditions that are begun at random."""
STRIKES = ("attack", "grapple", "shove")
SPELLS = ("cast", "cast_cantrip")
ACTIONS = (
    *SPELLS,
    "dash",
    "disengage",
    "dodge",
    "hide",
    "search",
    "use_object",
    "stabilize",
    "escape",
    "help",
)
BONUS = {"bonus_dash": "dash", "bonus_disengage": "disengage", "bonus_hide": "hide"}
"""What cunning action lets one do as a bonus action (E5E-01)."""
FEET = {"move": 1, "difficult": 2, "crawl": 2}
STILL = ("free", "drop_prone", "stand_up", *FEET)
"""What those may do who may not act (C6)."""
LAIR = 20
SAVED = 10
OPTIONS: dict[str, list[Any]] = {
    "ties": ["dex"],
    "surprise": ["roll"],
    "delay": [True],
    "npc_at_zero": ["dying"],
    "temp_at_zero": ["fails"],
    "concentration_cap": [30],
    "knock_out": ["one"],
    "spells_per_turn": ["slot"],
}


class Dnd5e(Once):
    """One fight of the system."""

    ruleset = "dnd5e"

    def __init__(self, combatants: Sequence[Mapping[str, Any]], options: Mapping[str, Any]) -> None:
        self.states: dict[str, set[str]] = {}
        """What holds by itself, however it came."""
        self.effects: list[Facts] = []
        """What was begun: on, name, by, brings, sustained, save; until, of, turns if it ends by itself."""
        self.saves: dict[str, list[int]] = {}
        """Death saves made and failed."""
        self.spent: dict[str, set[str]] = {}
        """Powers that have still to come back (R5E-68)."""
        self.readied: set[str] = set()
        self.surged: set[str] = set()
        self.moved = self.dashed = 0
        self.done: list[str] = []
        """What was done in the turn under way."""
        self.legends: set[str] = set()
        """Who has taken a legendary action in the turn under way."""
        super().__init__(combatants, options)

    def _person(self, one: Mapping[str, Any]) -> Facts:
        who = one["id"]
        hp = one.get("max_hp", one.get("hp", 0 if one.get("lair") else 10))
        self.states[who] = set(one.get("states", ()))
        self.asked[who], self.saves[who], self.spent[who] = [], [0, 0], set()
        saves = one["kind"] == "pc" or self.options.get("npc_at_zero") == "dying"  # A5E-04
        stats = {"hp": hp, "temp_hp": 0, "speed": 30, "dex": 10, "con": 10, "wis": 10, "lair": ""}
        stats |= {"extra_attacks": 0, "legendary_actions": 0, "death_saves": saves, "feats": [], "dr": 0}
        person = {**stats, **one, "max_hp": hp}
        self.left[who] = self._full(person)
        if person["lair"]:
            self.count[who] = LAIR
        return person

    def _full(self, one: Facts) -> Facts:
        if one["lair"]:
            return {"lair": 1, "reaction": 0, "legendary": 0}
        pools = {"action": 1, "bonus": 1, "interaction": 1, "attacks": 0, "reaction": 1}
        return {**pools, "legendary": one["legendary_actions"]}

    # ------------------------------------------------------------------ order

    def _rollers(self) -> set[str]:
        return {who for who, one in self.people.items() if not one["lair"]}

    def _key(self, who: str) -> tuple[Any, ...]:
        """Highest first; a lair behind everybody on 20 (R5E-02, R5E-71, C2)."""
        return -self.count[who], bool(self.people[who]["lair"])

    def _place(self, who: str) -> tuple[Any, ...]:
        """As the GM picks, then Dexterity, then the list; or without a pick (R5E-04, A5E-01)."""
        picked = self.pick.index(who) if who in self.pick else len(self.pick)
        if self.options.get("ties") == "dex":
            picked = 0
        return (*self._key(who), picked, -self.people[who]["dex"], list(self.people).index(who))

    def _is_settled(self, one: str, other: str) -> bool:
        return True

    def _begin_fight(self) -> None:
        """Who notices no threat is surprised (R5E-05, A5E-02)."""
        if self.options.get("surprise") != "roll":
            for who, one in self.people.items():
                if not one.get("aware", True):
                    self.states[who].add("surprised")

    def _is_passed_over(self, who: str) -> bool:
        """A lair is skipped while its owner is dead or not in the fight (C2, A5E-15)."""
        owner = self.people[who]["lair"]
        if owner in self.out and "dead" not in self.states[owner]:
            raise Open("the lair of one that the GM has taken out")
        return who in self.out or (bool(owner) and (owner not in self.people or owner in self.out))

    def _next(self) -> None:
        if self._able() and all(self.people[one]["lair"] for one in self._able()):
            raise Open("only lairs are left")
        super()._next()

    # ------------------------------------------------------------------ a turn

    def _turn_begins(self, who: str) -> None:
        """Pools, then what ends, then what is due (C3)."""
        self.left[who] = self._full(self.people[who])
        self.moved = self.dashed = 0
        self.done, self.legends = [], set()
        if who in self.readied:  # R5E-27
            self.readied.discard(who)
            self._raise("readied-lost")
        self._count_down(who, "turn-start")
        self._end(who, "dodging")
        if "dying" in self.states[who]:  # R5E-55
            self._ask(who, "death", SAVED)
        for power in self.people[who].get("recharge", ()):
            name, number = power.split(":")
            if name in self.spent[who]:
                if any(asked == f"recharge:{name}" for asked, _ in self.asked[who]):
                    raise Open("due again before it was answered")
                self._ask(who, f"recharge:{name}", int(number))
        self._ask_saves(who, "turn-start")

    def _turn_ends(self, who: str) -> None:
        """What effects ask for, then what ends (C3)."""
        self._ask_saves(who, "turn-end")
        self._count_down(who, "turn-end")
        for state in ("surprised", "disengaged"):
            self._end(who, state)
        self.left[who]["attacks"] = 0

    def _ask(self, who: str, name: str, number: int) -> None:
        super()._ask(who, name, number)
        self._raise("check-due")

    def _ask_saves(self, who: str, at: str) -> None:
        for effect in self.effects:
            save = effect["save"]
            if effect["on"] == who and save and save.get("at", "turn-end") == at:
                self._ask(who, effect["name"], save["dc"])

    def _count_down(self, who: str, moment: str) -> None:
        """End what ends at this start or end of a turn (R5E-65, R5E-66)."""
        for effect in list(self.effects):
            if effect.get("until") == moment and effect["of"] == who:
                effect["turns"] -= effect["begun"] != self.begins or moment == "turn-start"
                if effect["turns"] <= 0 and effect in self.effects:
                    self._lift(effect)

    def _delay(self, step: Step) -> None:
        """There is none; by the option one waits before anything is done (R5E-07, A5E-03, C19)."""
        if not self.options.get("delay"):
            raise Refused("cannot-delay" if step["who"] == self.active else True)
        who = self._own_turn(step)
        if self.more:
            raise Refused("cannot-delay")
        if self.did or self._on(who) & {*INCAPABLE, "surprised"} or self.people[who]["lair"]:
            raise Open("something free before, or one who cannot act")
        self._put_off(who)

    def _resume(self, step: Step) -> None:
        if not self.options.get("delay"):
            raise Refused(True)
        super()._resume(step)

    def _come_back(self, who: str, kept: Facts) -> None:
        self.left[who] = {**kept}
        self.moved = self.dashed = 0
        self.done, self.legends = [], set()

    def _may_come_in(self, who: str) -> None:
        if self._on(who) & INCAPABLE:
            raise Open("to come in without being able to act")

    # ------------------------------------------------------------------ what is on somebody

    def _on(self, who: str) -> set[str]:
        """Return what is on somebody: begun, or brought by effects (R5E-33, C9)."""
        found = set(self.states[who])
        for effect in self.effects:
            if effect["on"] == who:
                found |= {effect["name"], *effect["brings"]}
        if any(effect["sustained"] and effect["by"] == who for effect in self.effects):
            found.add("concentrating")
        return found

    def _speed(self, who: str) -> int:
        return 0 if self._on(who) & HELD else int(self.people[who]["speed"])

    def _feet(self) -> int:
        """Return the movement that is left (R5E-14, C4)."""
        speed = self._speed(self.active)
        return max(0, speed + self.dashed - self.moved) if speed else 0

    def _end(self, who: str, state: str) -> None:
        """End a state, and the effects of that name."""
        self.states[who].discard(state)
        for effect in list(self.effects):
            if effect["on"] == who and effect["name"] == state and effect in self.effects:
                self._lift(effect)

    def _lift(self, effect: Facts) -> None:
        """An effect is over, and with the last of it what is kept up (R5E-64, C14)."""
        self.effects.remove(effect)
        on, by = effect["on"], effect["by"]
        if not any(other["on"] == on and other["name"] == effect["name"] for other in self.effects):
            self._no_more(on, effect["name"])
        elif any(name == effect["name"] for name, _ in self.asked[on]):
            raise Open("which of several of a name has asked")
        if effect["sustained"] and "concentrating" not in self._on(by):
            self._no_more(by, "concentration")

    def _stop(self, who: str, lost: bool) -> None:
        """Concentration ends, and every effect that it keeps up (R5E-61..64, C14)."""
        kept = [effect for effect in self.effects if effect["sustained"] and effect["by"] == who]
        for effect in kept:
            if effect in self.effects:
                self._lift(effect)
        if kept and lost:
            self._raise("concentration-lost")

    def _settle(self) -> None:
        """Whoever may not act loses what needs it: concentration, dodge, a hold, what was readied."""
        while True:
            before = len(self.effects)
            for effect in list(self.effects):
                by = effect["by"]
                held = effect["name"] == "grappled" and by != effect["on"]
                if held and (by not in self.people or self._on(by) & {*INCAPABLE, "dead"}):  # C8
                    self._lift(effect)
            for who in self.people:
                on = self._on(who)
                if on & INCAPABLE or "dead" in on:
                    self._stop(who, lost=True)
                    if who in self.readied:  # C11
                        self.readied.discard(who)
                        if "dead" not in on:
                            self._raise("readied-lost")
                if on & INCAPABLE or not self._speed(who):
                    self.states[who].discard("dodging")
            if len(self.effects) == before:
                return

    def judge(self, step: Step) -> str | bool:
        """Play a step, and all that follows from it."""
        if "override" in step:
            raise Open("the GM insists")
        refused = super().judge(step)
        if not refused:
            self._settle()
        return refused

    # ------------------------------------------------------------------ doing something

    def _act(self, step: Step) -> None:
        name = step.get("name", "")
        if step.get("cost") == "legendary":
            self._legendary(step)
            return
        who = self._own_turn(step)
        if self.people[who]["lair"]:
            self._lair(step, who)
            return
        wrong = self._wrong(step, who)
        if wrong:
            raise Refused(wrong.pop() if len(wrong) == 1 else True)
        self._pay(step, who)
        self.did = True
        self.more = self.more or not ({step.get("cost"), name} & {"free", "drop_prone", "action_surge"})
        self.done.append(name)
        self._do(name, who, step.get("target", ""))

    def _wrong(self, step: Step, who: str) -> set[str | bool]:
        """Return every reason against an act of the own turn (C6, C7)."""
        on, name = self._on(who), step.get("name", "")
        what = name if name in FEET or name in STILL else step.get("cost") or name
        wrong: set[str | bool] = set()
        if (on & INCAPABLE and what not in STILL) or (
            "surprised" in on and what not in ("free", "drop_prone")
        ):
            wrong.add("state-forbids")
        if name == "action_surge" and wrong:
            raise Open("something free that is an act")
        if "prone" in on and what in ("move", "difficult"):
            wrong.add("state-forbids")
        if on & BOUND and (what in FEET or name in ("stand_up", "drop_prone")):
            wrong.add("state-forbids")
        if not self._meets(step, who, on):
            wrong.add("requirement")
        if name == "action_surge" and who in self.surged:
            wrong.add("once-only")
        if not self._affords(step, who):
            wrong.add("no-budget")
        return wrong

    def _meets(self, step: Step, who: str, on: set[str]) -> bool:
        name, target = step.get("name", ""), step.get("target", "")
        cast, quickly = "cast" in self.done, "cast_bonus" in self.done
        needs = {
            "offhand": "attack" in self.done,  # R5E-20
            "cast": not quickly and not (self.options.get("spells_per_turn") == "slot" and cast),
            "cast_bonus": not cast,  # R5E-25
            "stand_up": "prone" in on,
            "escape": "grappled" in on,
            "stabilize": not target or "dying" in self._on(target),
            "action_surge": "action_surge" in self.people[who]["feats"],
            **dict.fromkeys(BONUS, "cunning_action" in self.people[who]["feats"]),
        }
        return bool(needs.get(name, True)) and name not in self.spent[who]

    def _price(self, step: Step, who: str) -> tuple[str, int]:
        """Return the pool that is paid from, and how much."""
        name, left = step.get("name", ""), self.left[who]
        if name in FEET or step.get("cost") == "move":
            return "movement", FEET.get(name, 1) * step["distance"]
        if name == "stand_up":
            return "movement", self._speed(who) // 2
        if name in STRIKES and "cost" not in step:
            return ("attacks" if left["attacks"] else "action"), 1
        if name == "interact" or step.get("cost") == "interaction":
            return ("interaction" if left["interaction"] else "action"), 1
        if name in ("offhand", "cast_bonus", *BONUS):
            return "bonus", 1
        if "cost" in step:
            return step["cost"], int(step["cost"] != "free")
        return ("free", 0) if name in ("drop_prone", "action_surge") else ("action", 1)

    def _affords(self, step: Step, who: str) -> bool:
        pool, price = self._price(step, who)
        if pool == "movement":
            return price <= self._feet() and (step.get("name") != "stand_up" or self._speed(who) > 0)
        return pool == "free" or self.left[who].get(pool, 0) >= price

    def _pay(self, step: Step, who: str) -> None:
        pool, price = self._price(step, who)
        if pool == "movement":
            self.moved += price
        elif pool != "free":
            self.left[who][pool] -= price
            if step.get("name") in STRIKES and pool == "action" and "cost" not in step:
                self.left[who]["attacks"] += self.people[who]["extra_attacks"]  # R5E-18

    def _do(self, name: str, who: str, target: str) -> None:
        """Let an act have its effect (R5E-15..26, C8, C10)."""
        name = BONUS.get(name, name)
        if name in (*STRIKES, "offhand"):
            for state in ("hidden", "helped"):
                self._end(who, state)
        if target and (target == who or target in self.out or self.people[target]["lair"]):
            raise Open("at oneself, one who is out, or a place")
        if name == "dash":
            self.dashed += self._speed(who)
        if name in ("dodge", "disengage", "hide") and (name != "dodge" or self._speed(who)):
            self.states[who].add({"dodge": "dodging", "disengage": "disengaged", "hide": "hidden"}[name])
        if name == "grapple" and target:
            self._start_effect({"on": target, "name": "grappled", "by": who})
        if name == "shove" and target:
            self.states[target].add("prone")
        if name == "help" and target:
            self._start_effect({"on": target, "name": "helped", "by": who, "until": "turn-start", "of": who})
        if name == "stand_up":
            self._end(who, "prone")
        if name == "drop_prone":
            self.states[who].add("prone")
        if name == "escape":
            self._escape(who)
        if name == "stabilize" and target:
            self._stabilize(target)
        if name == "action_surge":
            self.surged.add(who)
            self.left[who]["action"] += 1
        if any(power.startswith(name + ":") for power in self.people[who].get("recharge", ()) if name):
            self.spent[who].add(name)

    def _escape(self, who: str) -> None:
        """The grapple is over of the one that was escaped from."""
        held = [one for one in self.effects if one["on"] == who and one["name"] == "grappled"]
        if len(held) + ("grappled" in self.states[who]) > 1:
            raise Open("from whom of several")
        self._end(who, "grappled")

    def _stabilize(self, who: str) -> None:
        self.states[who].discard("dying")
        self.states[who].add("stable")
        self.saves[who] = [0, 0]  # R5E-56
        self._no_more(who, "death")
        self._raise("stable")

    def _legendary(self, step: Step) -> None:
        """In the turn of another creature, once in each (R5E-69, R5E-70, A5E-07, C7)."""
        who = self._known(step)
        if who in self.out or who in self.waiting or not self.active or self.people[who]["lair"]:
            raise Open("out, or nobody acts")
        points, wrong = step.get("points", 1), set[str | bool]()
        if self._on(who) & {*INCAPABLE, "surprised"}:
            wrong.add("state-forbids")
        if who == self.active or self.people[self.active]["lair"]:
            wrong.add("requirement")
        if who in self.legends:
            wrong.add("once-only")
        if self.left[who]["legendary"] < points:
            wrong.add("no-budget")
        if wrong:
            raise Refused(wrong.pop() if len(wrong) == 1 else True)
        self.left[who]["legendary"] -= points
        self.legends.add(who)

    def _lair(self, step: Step, who: str) -> None:
        """Its only act; not while its creature cannot act (R5E-71, C2)."""
        owner = self.people[who]["lair"]
        asleep = owner in self.people and bool(self._on(owner) & {*INCAPABLE, "surprised"})
        if step.get("cost") != "lair" or owner not in self.people:
            raise Refused(True)
        if asleep:
            raise Refused("state-forbids" if self.left[who]["lair"] else True)
        if not self.left[who]["lair"]:
            raise Refused("no-budget")
        self.left[who]["lair"] -= 1
        self.did = self.more = True

    def _react(self, step: Step) -> None:
        """One until the own next turn; not against who has disengaged (R5E-10, R5E-29, C6, C7)."""
        who = self._known(step)
        if not self.active or who in self.out or who in self.waiting or self.people[who]["lair"]:
            raise Open("nobody acts, or one who takes no part")
        wrong = set[str | bool]()
        if self._on(who) & {*INCAPABLE, "surprised"}:
            wrong.add("state-forbids")
        if step["name"] == "opportunity_attack" and "disengaged" in self._on(self.active):
            wrong.add("requirement")
        if not self.left[who]["reaction"]:
            wrong.add("no-reaction")
        if wrong:
            raise Refused(wrong.pop() if len(wrong) == 1 else True)
        self.left[who]["reaction"] -= 1

    def _ready(self, step: Step) -> None:
        """An action; the turn goes on (R5E-27)."""
        who = self._own_turn(step)
        if who in self.readied or self.people[who]["lair"]:
            raise Open("readied already")
        poor = not self.left[who]["action"]
        if self._on(who) & {*INCAPABLE, "surprised"}:
            raise Refused(True if poor else "state-forbids")
        if poor:
            raise Refused("no-budget")
        self.left[who]["action"] -= 1
        self.readied.add(who)
        self.did = self.more = True

    def _trigger(self, step: Step) -> None:
        """It costs the reaction; the place stays (R5E-27)."""
        who = self._known(step)
        if step["by"] != self.active or who == self.active or who in self.out:
            raise Open("set off by nobody who acts")
        if who not in self.readied:
            raise Refused("not-waiting")
        if not self.left[who]["reaction"]:
            raise Refused("no-reaction")
        self.left[who]["reaction"] -= 1
        self.readied.discard(who)

    def _attack(self, step: Step) -> None:
        super()._attack(step)
        for state in ("hidden", "helped"):  # C10
            self._end(self.active, state)

    # ------------------------------------------------------------------ effects

    def _start_effect(self, effect: Facts) -> None:
        """Begin an effect; the turn that is under way does not count (C, more keys of steps)."""
        effect = {"brings": [], "sustained": False, "save": None, **effect}
        same = [one for one in self.effects if (one["on"], one["name"]) == (effect["on"], effect["name"])]
        if any(one["by"] == effect["by"] for one in same) or effect["name"] in self.states[effect["on"]]:
            raise Open("begun again")
        if "until" in effect or "rounds" in effect or "of" in effect:
            effect.setdefault("until", "turn-start")
            effect.setdefault("of", self.active)
            effect |= {"turns": effect.get("rounds", 1), "begun": self.begins}
            if effect["of"] not in self.people or effect["of"] in self.out | set(self.waiting):
                raise Open("whose turns do not come")
            if not effect["turns"] and (effect["of"] != self.active or effect["until"] != "turn-end"):
                raise Open("to the end of a turn that is not under way")
            if effect["of"] != self.active:
                effect["begun"] = 0
        self.effects.append(effect)

    def _effect(self, step: Step) -> None:
        those = step["on"] if isinstance(step["on"], list) else [step["on"]]
        by = str(step.get("by", those[0]))
        for who in (*those, by):
            self._known({"who": who})
        if (
            not self.active
            or {*those, by} & self.out
            or any(self.people[one]["lair"] for one in (*those, by))
        ):
            raise Open("out of the fight, or before it")
        if by in those and (step["name"] == "grappled" or "paralyzed" in step.get("brings", ())):
            raise Open("held by oneself")
        on_by = self._on(by)
        if step.get("sustained"):
            if on_by & INCAPABLE:
                raise Open("to concentrate without being able to act")
            names = {one["name"] for one in self.effects if one["sustained"] and one["by"] == by}
            if names - {step["name"]}:  # R5E-61
                self._stop(by, lost=True)
        keys = ("name", "rounds", "until", "of", "brings", "sustained", "save")
        for who in those:
            self._start_effect(
                {"on": who, "by": step.get("by", who), **{k: step[k] for k in keys if k in step}}
            )

    def _end_effect(self, step: Step) -> None:
        who, name = self._known(step, "on"), step["name"]
        if who in self.out or name not in self._on(who):
            raise Open("nothing of that name")
        if name == "concentrating":
            self._stop(who, lost=False)
            return
        if name in ("unconscious", "dying", "stable", "dead", "surprised"):
            raise Open("left to the cases")
        if not any(one["on"] == who and one["name"] == name for one in self.effects) and (
            name not in self.states[who]
        ):
            raise Open("brought by an effect of another name")
        self._end(who, name)

    # ------------------------------------------------------------------ down and back

    def _damage(self, step: Step) -> None:
        """What is left of it in its order; then what it does (R5E-49..62, C11, C12)."""
        if isinstance(step["to"], list):
            for each in step["to"]:
                self._damage({**step, "to": each})
            return
        who = self._known(step, "to")
        one = self.people[who]
        if who in self.out or one["lair"]:
            raise Open("out already, or a place")
        types = {*one.get("immune", ()), *one.get("resist", ())}
        if {"magical", "material"} & set(step) or any(name.startswith("nonmagical") for name in types):
            raise Open("what weapons are made of: left to the cases")
        amount = step["amount"] // 2 if who in step.get("halved", ()) else step["amount"]
        amount = max(0, amount - one["dr"])
        kind = step.get("type", "")
        if kind in one.get("immune", ()):
            amount = 0
        if kind in one.get("resist", ()):
            amount //= 2
        if kind in one.get("vulnerable", ()):
            amount *= 2
        taken, rest = amount, max(0, amount - one["temp_hp"])
        one["temp_hp"] = max(0, one["temp_hp"] - amount)
        was, one["hp"] = one["hp"], max(0, one["hp"] - rest)
        over = rest - was
        if was and not one["hp"]:
            self._fall(who, over, step.get("knock_out", False))
        elif not was and (taken if self.options.get("temp_at_zero") == "fails" else rest):  # A5E-05
            self._worse(who, rest, 2 if step.get("critical") else 1)
        self._settle()
        if taken and who not in self.out and "concentrating" in self._on(who):
            cap = int(self.options.get("concentration_cap", taken))  # A5E-11
            self._ask(who, "concentration", max(10, min(cap, taken // 2)))

    def _fall(self, who: str, over: int, knock_out: bool) -> None:
        """At 0: dead, dying, or knocked out (R5E-53, R5E-54, R5E-60, A5E-12)."""
        one = self.people[who]
        if "unconscious" in self.states[who]:
            raise Open("falls asleep")
        if not knock_out and (over >= one["max_hp"] or not one["death_saves"]):
            self._die(who)
            return
        self.states[who] |= {"unconscious", "prone"}
        self._raise("unconscious")
        if not knock_out:
            self.states[who].add("dying")
        elif self.options.get("knock_out") == "one":
            one["hp"] = 1
        else:
            self.states[who].add("stable")

    def _worse(self, who: str, rest: int, failures: int) -> None:
        """Damage at 0 (R5E-57, R5E-58)."""
        one = self.people[who]
        if rest >= one["max_hp"] or not one["death_saves"]:
            self._die(who)
            return
        if "stable" in self.states[who]:
            self.states[who].discard("stable")
            self.states[who].add("dying")
        self._fail(who, failures)

    def _fail(self, who: str, times: int) -> None:
        self.saves[who][1] += times
        if self.saves[who][1] >= 3:
            self._die(who)

    def _die(self, who: str) -> None:
        """Death ends what was due, and all else of being down (C12)."""
        if self.active and self.people[self.active]["lair"] == who:
            raise Open("dies at the place of its lair")
        self.states[who] -= {"unconscious", "dying", "stable"}
        self.states[who].add("dead")
        self._raise("died")
        self._stop(who, lost=True)
        self.readied.discard(who)
        self.asked[who] = []
        self._put_out(who)

    def _check(self, step: Step) -> None:
        """The oldest of the name is answered (R5E-55, R5E-62, R5E-67, R5E-68)."""
        if "roll" not in step and "total" not in step:
            raise Open("answered by a degree")
        roll = int(step["roll"] if "roll" in step else step["total"])
        who, name, number = self._asked_for(step)
        if name == "death":
            self._death_save(who, roll)
            return
        one = self.people[who]
        if name.startswith("recharge:"):
            if roll >= number:
                self.spent[who].discard(name.removeprefix("recharge:"))
            return
        if name == "concentration":
            if roll + ((one["con"] - 10) // 2 if "roll" in step else 0) < number:
                self._stop(who, lost=True)
            return
        if roll + ((one["wis"] - 10) // 2 if "roll" in step else 0) >= number:
            mine = [e for e in self.effects if e["on"] == who and e["name"] == name and e["save"]]
            if len(mine) > 1:
                raise Open("whose effect of several")
            self._lift(mine[0])

    def _death_save(self, who: str, roll: int) -> None:
        """Ten or more; a 1 is two failures, a 20 one hit point (R5E-55)."""
        if roll == 20:
            self.people[who]["hp"] = 1
            self._wake(who)
        elif roll >= SAVED:
            self.saves[who][0] += 1
            if self.saves[who][0] >= 3:
                self._stabilize(who)
        else:
            self._fail(who, 2 if roll == 1 else 1)

    def _wake(self, who: str) -> None:
        """What regains hit points is awake, and what was due for death is gone (R5E-56, R5E-59)."""
        self.states[who] -= {"unconscious", "dying", "stable"}
        self.saves[who] = [0, 0]
        self._no_more(who, "death")

    def _heal(self, step: Step) -> None:
        who = self._known(step, "to")
        one = self.people[who]
        if "dead" in self.states[who]:
            raise Refused("requirement")
        if who in self.out or one["lair"]:
            raise Open("out already, or a place")
        was, one["hp"] = one["hp"], min(one["max_hp"], one["hp"] + step["amount"])
        if not was and one["hp"]:
            self._wake(who)

    def _temp_hp(self, step: Step) -> None:
        """The higher amount stays (A5E-06)."""
        who = self._known(step, "to")
        if who in self.out or self.people[who]["lair"]:
            raise Open("out already, or a place")
        self.people[who]["temp_hp"] = max(self.people[who]["temp_hp"], step["amount"])

    # ------------------------------------------------------------------ out and back

    def _set(self, step: Step) -> None:
        if "initiative" not in step:
            if set(step["stats"]) != {"speed"}:
                raise Open("left to the cases")
            self.people[self._known(step)]["speed"] = step["stats"]["speed"]
            return
        if self.people.get(step["who"], {}).get("lair"):
            raise Open("a lair's count is 20")
        super()._set(step)

    def _put_out(self, who: str) -> None:
        timed = [one for one in self.effects if who in (one["on"], one.get("of"))]
        if timed:
            raise Open("effects on one who is out, or that end with turns that do not come")
        super()._put_out(who)

    def _leaves(self, who: str) -> None:
        """Refuse to say what the GM's taking somebody out does to what hangs on it."""
        if who in self.readied or "concentrating" in self._on(who):
            raise Open("readied, or concentrates")
        if any(one["by"] == who for one in self.effects) or (
            self.active and (self.people[self.active]["lair"] == who)
        ):
            raise Open("holds somebody, or it is the place of its lair")
        if any(one["lair"] == who for one in self.people.values()):
            raise Open("has a lair")

    def _defeat(self, step: Step) -> None:
        who = self._known(step)
        self._leaves(who)
        super()._defeat(step)
        self.asked[who] = []

    def _disable(self, step: Step) -> None:
        self._leaves(self._known(step))
        super()._disable(step)

    def _remove(self, step: Step) -> None:
        who = self._known(step)
        if any(who in (one["on"], one["by"], one.get("of")) for one in self.effects):
            raise Open("effects of one who leaves")
        self._leaves(who)
        super()._remove(step)
        self.readied.discard(who)

    def _restore(self, step: Step) -> None:
        who = self._known(step)
        if self.states[who] & {"dead", "dying", "stable", "unconscious"}:
            raise Open("back from death")
        super()._restore(step)

    # ------------------------------------------------------------------ what holds

    def _ended(self) -> bool:
        able = [one for one in self._able() if "unconscious" not in self._on(one)]
        return len({self.people[one]["side"] for one in able if not self.people[one]["lair"]}) < 2

    def facts(self) -> Facts:
        """Return what holds now."""
        facts, able = self._common(), self._able()
        people = [who for who in able if not self.people[who]["lair"]]
        facts["hp"] = {who: self.people[who]["hp"] for who in people}
        facts["temp_hp"] = {who: self.people[who]["temp_hp"] for who in people}
        if not self.phase:
            return facts
        on = {who: self._on(who) for who in people}
        names = {*BEGUN, *INCAPABLE, "surprised", "dying", "stable", "dead", "concentrating"}
        names |= {"dodging", "disengaged", "hidden", "helped", *("bless", "hold", "bane")}
        facts["has"] = {who: sorted(on[who]) for who in people}
        facts["lacks"] = {who: sorted(names - on[who]) for who in people}
        facts["value"] = {who: self._value(who) for who in people}
        facts["readied"] = sorted(self.readied)
        facts["sustains"] = {
            who: sorted({one["name"] for one in self.effects if one["sustained"] and one["by"] == who})
            for who in people
        }
        pools = ("reaction", "legendary")
        facts["budget"] = {who: {pool: self.left[who][pool] for pool in pools} for who in people}
        if self.active in people:
            facts["budget"][self.active] = {**self.left[self.active], "movement": self._feet()}
        elif self.active:
            facts["budget"][self.active] = {"lair": self.left[self.active]["lair"]}
        return facts

    def _value(self, who: str) -> Facts:
        made, failed = self.saves[who]
        return {"death_successes": made, "death_failures": failed, "speed": self._speed(who)}

    # ------------------------------------------------------------------ random steps

    def _draw_outside(self, rng: random.Random) -> Step:
        kinds = ["damage"] * 6 + ["heal", "heal", "temp-hp", "effect", "effect", "effect", "effect"]
        kinds += ["end-effect", "react", "react", "add", "set", "legendary", "legendary"]
        kinds += ["resume"] * (8 if self.waiting else 1) + ["trigger"] * (4 if self.readied else 1)
        kinds += ["check"] * (8 if any(self.asked.values()) else 1)
        kind, who = rng.choice(kinds), self._anybody(rng)
        if kind == "damage":
            return _damage(rng, who)
        if kind in ("heal", "temp-hp"):
            return {"do": kind, "to": who, "amount": rng.randint(1, 8)}
        if kind == "effect":
            return _effect(self, rng, who)
        if kind == "end-effect":
            names = sorted(self._on(who)) if who in self.people else []
            return {"do": kind, "on": who, "name": rng.choice([*names, "bless"])}
        if kind == "react":
            name = rng.choice(["opportunity_attack", "opportunity_attack", "counter"])
            return {"do": kind, "who": who, "name": name, "to": f"x{self.begins}.{rng.randint(1, 999)}"}
        if kind == "trigger":
            return {"do": kind, "who": rng.choice([*sorted(self.readied), who]), "by": self.active}
        if kind == "set":
            return {"do": kind, "who": who, "initiative": rng.randint(1, 25)}
        if kind == "legendary":
            legends = [one for one in self.people if self.people[one]["legendary_actions"]]
            step: Step = {"do": "act", "who": rng.choice([*legends, *legends, who]), "cost": kind}
            return {**step, "name": "tail", **({"points": 2} if rng.random() < 0.3 else {})}
        if kind == "add" and self._free_name() and len(self.people) < 7:
            return {"do": kind, "combatant": _combatant(rng, self._free_name()), "roll": rng.randint(1, 25)}
        if kind == "resume":
            return {"do": kind, "who": rng.choice([*self.waiting, *self.waiting, who])}
        check = self._draw_check(rng, who, "death")
        return {**check, "roll": rng.randint(1, 6)} if check["name"].startswith("recharge") else check

    def _draw_inside(self, rng: random.Random, who: str) -> Step:
        kinds = ["act"] * 7 + ["end-turn"] * (4 if self.did else 2) + ["ready", "attack"]
        kind = rng.choice([*kinds, *(["delay"] * (1 if self.did else 3))])
        if kind in ("end-turn", "delay"):
            return {"do": kind} if kind == "end-turn" else {"do": kind, "who": who}
        if kind == "ready":
            return {"do": kind, "who": who, "action": "shoot", "trigger": "somebody moves"}
        if kind == "attack":
            target = self._anybody(rng)
            return {"do": kind, "who": who, "target": target, "kind": "melee", "result": "miss"}
        return _act(self, rng, who)


def _act(fight: Dnd5e, rng: random.Random, who: str) -> Step:
    step: Step = {"do": "act", "who": who}
    if fight.people.get(who, {}).get("lair"):
        return {**step, "cost": "lair", "name": "tremor"}
    powers = [power.split(":")[0] for power in fight.people.get(who, {}).get("recharge", ())]
    if powers and rng.random() < 0.3:
        return {**step, "cost": "action", "name": rng.choice(powers)}
    if rng.random() < 0.2:
        return {**step, "cost": rng.choice(["action", "bonus", "free", "interaction"])}
    names = [*STRIKES, "attack", "attack", "offhand", *ACTIONS, "cast_bonus", *BONUS, "action_surge"]
    names += ["interact", *FEET, "move", "move", "stand_up", "drop_prone", "dash"]
    name = rng.choice(names)
    if name in FEET:
        return {**step, "name": name, "distance": 5 * rng.randint(1, 4)}
    if name in (*STRIKES, "offhand", "help", "stabilize"):
        others = [one for one in fight.people if one != who] or [who]
        dying = [one for one in others if "dying" in fight.states[one]]
        return {
            **step,
            "name": name,
            "target": rng.choice(dying if dying and name == "stabilize" else others),
        }
    return {**step, "name": name}


def _damage(rng: random.Random, who: str) -> Step:
    step: Step = {"do": "damage", "to": who, "amount": rng.choice([*range(13), 30])}
    if rng.random() < 0.4:
        step["type"] = rng.choice(["fire", "cold", "slashing"])
    if rng.random() < 0.2:
        step["critical"] = True
    if rng.random() < 0.2:
        step["halved"] = [who]
    if rng.random() < 0.1:
        step["knock_out"] = True
    return step


def _effect(fight: Dnd5e, rng: random.Random, who: str) -> Step:
    by = fight._anybody(rng)
    step: Step = {"do": "effect", "on": who, "by": by}
    kind = rng.random()
    if kind < 0.4:
        name = rng.choice(["bless", "hold", "bane"])
        step |= {"name": name, "rounds": rng.randint(1, 4), "sustained": True}
        if rng.random() < 0.3:
            step["on"] = rng.sample(list(fight.people), min(2, len(fight.people)))
        if name == "hold":
            step |= {"brings": [rng.choice(["paralyzed", "restrained"])]}
            step |= {"save": {"ability": "wis", "dc": rng.randint(9, 15)}}
            step["save"] |= {"at": "turn-start"} if rng.random() < 0.3 else {}
        return step
    step["name"] = rng.choice(BEGUN)
    if kind < 0.7:
        step["until"] = rng.choice(["turn-start", "turn-end"])
        step["of"] = rng.choice([who, by, fight.active or by])
        step |= {"rounds": rng.randint(0, 2)} if rng.random() < 0.4 else {}
    return step


def _combatant(rng: random.Random, name: str) -> Facts:
    one: Facts = {"id": name, "hp": rng.randint(6, 25)}
    if rng.random() < 0.5:
        one |= {"side": "foes", "kind": "npc"}
        if rng.random() < 0.4:
            one["death_saves"] = True
        if rng.random() < 0.3:
            one["legendary_actions"] = rng.randint(1, 3)
        if rng.random() < 0.3:
            one["recharge"] = ["breath:5"]
    for name, values in {"dex": [8, 14, 18], "con": [14], "wis": [8, 14], "speed": [25, 40]}.items():
        if rng.random() < 0.3:
            one[name] = rng.choice(values)
    if rng.random() < 0.3:
        one["extra_attacks"] = rng.randint(1, 2)
    if rng.random() < 0.3:
        one["feats"] = rng.sample(["cunning_action", "action_surge"], rng.randint(1, 2))
    for name in ("resist", "vulnerable", "immune"):
        if rng.random() < 0.15:
            one[name] = [rng.choice(["fire", "cold"])]
    if rng.random() < 0.2:
        one["aware"] = False
    return one


def fight(rng: random.Random) -> Dnd5e:
    """Return a fight of two to five, under some of the options; sometimes one of them has a lair."""
    model = factory(Dnd5e, _combatant, OPTIONS)(rng)
    combatants = list(model.combatants)
    if rng.random() < 0.3:
        owner = rng.choice(combatants)["id"]
        combatants.append({"id": "L", "side": "foes", "kind": "npc", "lair": owner})
    return Dnd5e(combatants, model.options)


if __name__ == "__main__":
    main(fight, int(sys.argv[1]), int(sys.argv[2]))
