"""What the rules make of a fight with three actions a turn (pf2e).

Worked out from the rules (PF-…, PA-…) and the contract's page (C followed by its number). What a player has
noted is kept: the actions left, the sizes of conditions, who is dying and how badly, where everybody stands.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tests.models.contest import Step
from tests.models.once import Once
from tests.models.turning import Facts, Open, Refused, factory, main

CATALOGUE: dict[str, tuple[int, tuple[str, ...]]] = {
    **dict.fromkeys(("strike", "grapple", "shove", "trip", "disarm", "escape"), (1, ("attack",))),
    **dict.fromkeys(("stride", "step"), (1, ("move",))),
    "interact": (1, ("manipulate",)),
    "raise_shield": (1, ()),
    **dict.fromkeys(("seek", "demoralize", "recall"), (1, ("concentrate",))),
    "cast": (2, ("concentrate", "manipulate")),
}
"""Name → actions that it takes, and its traits (C, catalogue)."""
COSTS = {"one": 1, "two": 2, "three": 3, "free": 0}
ACTIONS = 3
SIZED = ("frightened", "sickened", "slowed", "stunned", "wounded", "doomed", "clumsy")
"""Conditions with a size that are begun at random (PF-40)."""
BURNS = ("persistent-fire", "persistent-bleed", "persistent-acid")
"""Kinds of persistent damage."""
DEAD_AT = 4
FLAT = 15
"""What ends persistent damage (PF-51)."""
OPTIONS: dict[str, list[Any]] = {
    "tie_first": ["pc"],
    "wounded_adds": ["increase"],
    "npc_dying": ["yes"],
    "slowed_takes": ["quick"],
    "delay_drops_frightened": ["yes"],
}


class Pf2e(Once):
    """One fight of the system."""

    ruleset = "pf2e"

    def __init__(self, combatants: Sequence[Mapping[str, Any]], options: Mapping[str, Any]) -> None:
        self.size: dict[str, Counter[str]] = {}
        """Conditions with a size, persistent damage among them."""
        self.states: dict[str, set[str]] = {}
        self.attacks = 0
        """Attacks of the turn under way (PF-08)."""
        self.readied: dict[str, int] = {}
        """Who holds a readied action → attacks of that turn before (PF-33)."""
        self.labels: dict[str, tuple[str, tuple[str, ...]]] = {}
        """What was done in the turn under way: label → name and traits."""
        self.announced: set[str] = set()
        self.answered: set[tuple[str, str]] = set()
        self.lasting: dict[tuple[str, str], Facts] = {}
        """(on whom, name) → by whom, and rounds left (PF-48)."""
        self.taken: set[str] = set()
        """Whose persistent damage of this turn was taken when it delayed (C4)."""
        super().__init__(combatants, options)

    def _person(self, one: Mapping[str, Any]) -> Facts:
        who = one["id"]
        hp = one.get("max_hp", one.get("hp", 10))  # scenarios.md: hp alone sets max_hp, too
        self.size[who], self.asked[who] = Counter(), []
        self.states[who] = set(one.get("states", ()))
        self.left[who] = {"actions": 0, "quick": 0, "reaction": 1}  # PA-2
        dying = one["kind"] == "pc" or self.options.get("npc_dying") == "yes"  # PF-68, PA-4
        points = 1 if one["kind"] == "pc" else 0  # PF-70: one for each hero
        stats = {"hp": hp, "temp_hp": 0, "hero_points": points, "uses_dying": dying, "feats": []}
        return {**stats, **one, "max_hp": hp}

    def _key(self, who: str) -> tuple[Any, ...]:
        """Highest first; tied with an adversary: the adversary first (PF-01, PF-03, PA-1)."""
        first = self.options.get("tie_first", "npc")
        return -self.count[who], self.people[who]["kind"] != first

    # ------------------------------------------------------------------ a turn

    def _turn_begins(self, who: str) -> None:
        """Actions are regained, less what conditions take; then what is due (PF-05, PF-42..48)."""
        self.attacks, self.labels = 0, {}
        self.taken.discard(who)
        self.states[who].discard("raised-shield")  # PF-47
        if self.readied.pop(who, None) is not None:  # PF-32
            self._raise("readied-lost")
        size, quickened = self.size[who], int("quickened" in self.states[who])
        taken = min(ACTIONS + quickened, max(size["stunned"], size["slowed"]))  # PF-44
        quick_first = self.options.get("slowed_takes") == "quick"  # PA-6
        quick = quickened - (min(quickened, taken) if quick_first else max(0, taken - ACTIONS))
        self.left[who] = {"actions": ACTIONS + quickened - taken - quick, "quick": quick, "reaction": 1}
        self._grow(who, "stunned", -min(size["stunned"], ACTIONS + quickened))  # PF-43
        for (on, name), lasts in list(self.lasting.items()):  # PF-48
            if lasts["by"] == who:
                lasts["rounds"] -= 1
                if not lasts["rounds"]:
                    del self.lasting[on, name]
        if size["dying"]:
            self._ask(who, "recovery", 10 + size["dying"])  # PF-62

    def _turn_ends(self, who: str) -> None:
        """Frightened goes down, persistent damage is taken (PF-41, PF-50)."""
        drops = self.options.get("delay_drops_frightened") == "yes"
        if not (drops and who in self.taken):
            self._grow(who, "frightened", -1)
        if who not in self.taken:
            self._burn(who)
        self.left[who]["actions"] = self.left[who]["quick"] = 0

    def _burn(self, who: str) -> None:
        """Persistent damage of every kind, and a flat check for each (PF-50..52, C7).

        It comes all at once: dying begins or grows by one of them (the game's open rules, at PF-52).
        """
        burning = [name for name, size in self.size[who].items() if name.startswith("persistent") and size]
        worsened = False
        for name in burning:
            if who in self.out:
                raise Open("dies of one of several")
            dying = self.size[who]["dying"]
            self._hurt(who, self.size[who][name], critical=False, worsens=not worsened)
            worsened = worsened or self.size[who]["dying"] > dying
            if who not in self.out:
                self._ask(who, name, FLAT)

    def _delay(self, step: Step) -> None:
        """As the first thing of a turn; what is bad at its end comes now (PF-20, PF-24, PA-3, C4)."""
        who = self._own_turn(step)
        if self.more:
            raise Refused("cannot-delay" if not self._senseless(who) else True)
        if self._senseless(who):
            raise Refused("state-forbids")
        if self.did:
            raise Open("something free before")
        if any(lasts["by"] == who for lasts in self.lasting.values()):
            raise Open("what goes down with the turns of one who waits")
        if self.options.get("delay_drops_frightened") == "yes":
            self._grow(who, "frightened", -1)
        hp = self.people[who]["hp"]
        self._burn(who)
        if hp and not self.people[who]["hp"]:
            raise Open("falls as it delays")
        self.taken.add(who)
        self._put_off(who)

    def _may_come_in(self, who: str) -> None:
        if self._senseless(who):
            raise Refused("state-forbids")

    def _come_back(self, who: str, kept: Facts) -> None:
        """The turn has begun already: nothing of its start comes a second time (C4)."""
        self.left[who] = {**kept}
        self.attacks, self.labels = 0, {}

    def _senseless(self, who: str) -> bool:
        """Return whether somebody can neither act nor react (PF-43, PF-60)."""
        return bool(self.size[who]["stunned"]) or bool(self.states[who] & {"unconscious", "paralyzed"})

    # ------------------------------------------------------------------ doing something

    def _act(self, step: Step) -> None:
        """An activity of so many actions; one of them may be the quickened one (PF-05..09, PF-45, C9)."""
        named, traits = CATALOGUE.get(step.get("name", ""), (0, ()))
        if "name" in step and "cost" not in step and step["name"] not in CATALOGUE:
            raise Refused("unknown-action")
        who = self._own_turn(step)
        cost = COSTS[step["cost"]] if "cost" in step else named
        traits = (*traits, *step.get("traits", ()))
        left = self.left[who]
        quick = cost == 1 and "quick" in traits and left["quick"] > 0
        poor = not quick and left["actions"] < cost
        if self._senseless(who):
            raise Refused(True if poor else "state-forbids")
        if poor:
            raise Refused("no-budget")
        left["quick" if quick else "actions"] -= 1 if quick else cost
        self.attacks += "attack" in traits
        self.did = True
        self.more = self.more or cost > 0
        if step.get("name") == "raise_shield":
            self.states[who].add("raised-shield")
        if step.get("pending"):
            self.announced.add(who)
        if "label" in step:
            self.labels[step["label"]] = step.get("name", ""), traits

    def _resolve(self, step: Step) -> None:
        """What was announced takes effect, or is disrupted: its actions are spent (PF-13, C8)."""
        if self._known(step) not in self.announced:
            raise Open("nothing is announced")
        self.announced.discard(self._known(step))

    def _react(self, step: Step) -> None:
        """One answer to a trigger, for the reaction, or free (PF-07, PF-10..12, PF-23)."""
        who, name, to = self._known(step), step["name"], step["to"]
        if not self.active or who == self.active or who in self.out or to not in self.labels:
            raise Open("nothing to react to")
        done, traits = self.labels[to]
        wrong: set[str | bool] = set()
        if who in self.waiting:  # PF-23, C4
            wrong.add(True)
        if self._senseless(who):
            wrong.add("state-forbids")
        if (who, to) in self.answered:
            wrong.add("already-reacted")
        if name in ("reactive_strike", "shield_block") and name not in self.people[who]["feats"]:
            wrong.add("requirement")
        drawn = bool({"move", "manipulate", "ranged"} & set(traits)) and done != "step"
        if name == "reactive_strike" and not drawn:
            wrong.add("no-trigger")
        if name != "free_trigger" and not self.left[who]["reaction"]:
            wrong.add("no-reaction")
        if wrong:
            raise Refused(wrong.pop() if len(wrong) == 1 else True)
        self.left[who]["reaction"] -= name != "free_trigger"
        self.answered.add((who, to))

    def _ready(self, step: Step) -> None:
        """Two actions, and the turn ends (PF-30, PF-33, C3)."""
        who = self._own_turn(step)
        poor = self.left[who]["actions"] < 2
        if self._senseless(who):
            raise Refused(True if poor else "state-forbids")
        if poor:
            raise Refused("no-budget")
        self.left[who]["actions"] -= 2
        self.readied[who] = self.attacks
        self._turn_over()
        self._next()

    def _trigger(self, step: Step) -> None:
        """It is taken as a reaction, and moves nobody (PF-31, C3)."""
        who = self._known(step)
        if step["by"] != self.active or who == self.active or who in self.out or who in self.waiting:
            raise Open("set off by nobody who acts, or held by one who does not take part")
        if who not in self.readied:
            raise Refused("not-waiting")
        if self._senseless(who):
            raise Refused("state-forbids" if self.left[who]["reaction"] else True)
        if not self.left[who]["reaction"]:
            raise Refused("no-reaction")
        self.left[who]["reaction"] -= 1
        del self.readied[who]

    # ------------------------------------------------------------------ conditions

    def _grow(self, who: str, name: str, by: int) -> None:
        self.size[who][name] = max(0, self.size[who][name] + by)

    def _effect(self, step: Step) -> None:
        """The larger size counts; rounds go down as the author's turns begin (PF-40, PF-48)."""
        who, name = self._known(step, "on"), step["name"]
        if who in self.out:
            raise Open("out of the fight")
        if "rounds" in step:
            if not self.phase or self._known(step, "by") in self.out | set(self.waiting):
                raise Open("whose turns do not come")
            if (who, name) in self.lasting:
                raise Open("begun again")
            self.lasting[who, name] = {"by": step["by"], "rounds": step["rounds"]}
            return
        if name in ("quickened", "paralyzed"):
            if name in self.states[who]:
                raise Open("begun again")
            self.states[who].add(name)
            return
        self.size[who][name] = max(self.size[who][name], step["value"])
        self._dies_of_it(who)

    def _end_effect(self, step: Step) -> None:
        who, name = self._known(step, "on"), step["name"]
        if who in self.out or not self.size[who][name]:
            raise Open("nothing of that name")
        self.size[who][name] = 0
        self._no_more(who, name)

    def _check(self, step: Step) -> None:
        """Recovery against 10 and dying; a flat check of 15 ends what burns (PF-51, PF-62, PF-63)."""
        (who, name, number), roll = self._asked_for(step), step["roll"]
        if name != "recovery":
            if roll >= number:
                self.size[who][name] = 0
                self._no_more(who, name)
            return
        over = roll - number
        success, critical = over >= 0, roll in (1, 20) or abs(over) >= 10
        if success:
            self._less_dying(who, 2 if critical else 1)
        else:
            self._more_dying(who, 2 if critical else 1)

    # ------------------------------------------------------------------ down and back

    def _hurt(self, who: str, amount: int, critical: bool, worsens: bool = True) -> None:
        """At 0 one is dying, or dead; while dying it gets worse (PF-60, PF-61, PF-65, PF-68, PF-69)."""
        one, size = self.people[who], self.size[who]
        left = max(0, amount - one["temp_hp"])
        one["temp_hp"] = max(0, one["temp_hp"] - amount)
        was, one["hp"] = one["hp"], max(0, one["hp"] - left)
        if one["hp"] or not left:
            return
        if not one["uses_dying"]:
            self._die(who)
            return
        more = 2 if critical else 1
        if size["dying"]:
            if worsens:
                self._more_dying(who, more)
            return
        size["dying"] = more + size["wounded"]
        if "unconscious" not in self.states[who]:
            self._raise("unconscious")
        self.states[who].add("unconscious")
        self._dies_of_it(who)
        if was and self.active and who != self.active and who in self.people and not self.ending:
            if who in self.waiting:
                raise Open("falls while it waits")
            self.order.remove(who)
            self.order.insert(self.order.index(self.active), who)
            self.astray.add(who)
            self.had.add(who)

    def _more_dying(self, who: str, by: int) -> None:
        again = self.options.get("wounded_adds") == "increase"  # PA-5
        self._grow(who, "dying", by + (self.size[who]["wounded"] if again else 0))
        self._dies_of_it(who)

    def _less_dying(self, who: str, by: int) -> None:
        """Dying gone: wounded goes up (PF-64)."""
        self._grow(who, "dying", -by)
        if not self.size[who]["dying"]:
            self._grow(who, "wounded", 1)
            self._no_more(who, "recovery")

    def _dies_of_it(self, who: str) -> None:
        """Death at dying 4, less what one is doomed (PF-66)."""
        if self.size[who]["doomed"] >= DEAD_AT:
            raise Open("doomed to death without dying")
        if self.size[who]["dying"] and self.size[who]["dying"] >= DEAD_AT - self.size[who]["doomed"]:
            self._die(who)

    def _die(self, who: str) -> None:
        self.states[who].add("dead")
        self._raise("died")
        self.asked[who].clear()
        self.readied.pop(who, None)
        if who in self.out:
            raise Open("dies while it is out")
        self._put_out(who)

    def _damage(self, step: Step) -> None:
        who = self._known(step, "to")
        if who in self.out:
            raise Open("out already")
        if step["amount"]:
            self._hurt(who, step["amount"], step.get("critical", False))

    def _heal(self, step: Step) -> None:
        """Hit points above 0 end dying and wake (PF-67, PF-64)."""
        who = self._known(step, "to")
        one = self.people[who]
        if who in self.out:
            raise Open("out already")
        was, one["hp"] = one["hp"], min(one["max_hp"], one["hp"] + step["amount"])
        if not was and one["hp"]:
            self.states[who].discard("unconscious")
            if self.size[who]["dying"]:
                self._less_dying(who, self.size[who]["dying"])

    def _temp_hp(self, step: Step) -> None:
        who = self._known(step, "to")
        if who in self.out:
            raise Open("out already")
        self.people[who]["temp_hp"] = max(self.people[who]["temp_hp"], step["amount"])

    def _spend(self, step: Step) -> None:
        """One for a reroll; all, and no longer dying, without a wound of it (PF-70, PF-71)."""
        who, one = self._known(step), self.people[self._known(step)]
        if who in self.out:
            raise Open("out of the fight")
        wrong: set[str | bool] = set() if one["hero_points"] else {"no-budget"}
        if step["on"] == "stabilize" and not self.size[who]["dying"]:
            wrong.add(True)
        if wrong:
            raise Refused(wrong.pop() if len(wrong) == 1 else True)
        if step["on"] == "stabilize":
            one["hero_points"], self.size[who]["dying"] = 0, 0
            self._no_more(who, "recovery")
        else:
            one["hero_points"] -= 1

    # ------------------------------------------------------------------ out and back

    def _put_out(self, who: str) -> None:
        if any(lasts["by"] == who for lasts in self.lasting.values()):
            raise Open("what goes down with turns that do not come")
        super()._put_out(who)

    def _defeat(self, step: Step) -> None:
        who = self._known(step)
        super()._defeat(step)
        self.asked[who].clear()
        self.readied.pop(who, None)

    def _disable(self, step: Step) -> None:
        if self._known(step) in self.readied:
            raise Open("whether what is readied is lost")
        super()._disable(step)

    def _remove(self, step: Step) -> None:
        who = self._known(step)
        if any(who in (on, lasts["by"]) for (on, _), lasts in self.lasting.items()):
            raise Open("effects of one who leaves")
        super()._remove(step)
        self.readied.pop(who, None)

    def _restore(self, step: Step) -> None:
        who = self._known(step)
        if "dead" in self.states[who] or self.size[who]["dying"]:
            raise Open("back from death")
        super()._restore(step)

    # ------------------------------------------------------------------ what holds

    def _ended(self) -> bool:
        able = [one for one in self._able() if "unconscious" not in self.states[one]]
        return len({self.people[one]["side"] for one in able}) < 2

    def facts(self) -> Facts:
        """Return what holds now."""
        facts, able = self._common(), self._able()
        facts["hp"] = {who: one["hp"] for who, one in self.people.items()}
        facts["value"] = {who: self._value(who) for who in self.people}
        names = ("unconscious", "raised-shield", "quickened", "dead")
        on = {who: [*self.states[who], *(+self.size[who])] for who in able}
        facts["has"] = {who: sorted(on[who]) for who in able}
        facts["lacks"] = {
            who: [name for name in (*names, *SIZED, *BURNS) if name not in on[who]] for who in able
        }
        facts["readied"] = sorted(self.readied)
        facts["countdown"] = {
            on: {name: lasts["rounds"] for (one, name), lasts in self.lasting.items() if one == on}
            for on, _ in self.lasting
        }
        if self.phase:
            facts["budget"] = {
                who: {"reaction": self.left[who]["reaction"]} for who in able if who != self.active
            }
        if self.active:
            facts["budget"][self.active] = dict(self.left[self.active])
            facts["actions"] = {self.active: self.attacks}
        return facts

    def _value(self, who: str) -> Facts:
        before = min(2, self.attacks) if who == self.active else 0
        value: Facts = {"map": -5 * before, "map_agile": -4 * before}
        if who in self.readied:
            value["readied_map"] = -5 * min(2, self.readied[who])
        if who not in self.out:  # what becomes of the conditions of those who are out is left open
            names = [*SIZED, "dying", *BURNS]
            value |= {name: self.size[who][name] for name in names}
            value |= {"dying_max": DEAD_AT - self.size[who]["doomed"]}
            value |= {"hero_points": self.people[who]["hero_points"]}
        return value

    # ------------------------------------------------------------------ random steps

    def _draw_outside(self, rng: random.Random) -> Step:
        kinds = ["damage", "damage", "damage", "heal", "effect", "effect", "effect", "end-effect", "temp-hp"]
        kinds += ["react", "react", "react", "trigger", "add", "set", "spend"]
        kinds += ["resume"] * (8 if self.waiting else 1) + ["trigger"] * (4 if self.readied else 0)
        kinds += ["check"] * (6 if any(self.asked.values()) else 1)
        kind, who = rng.choice(kinds), self._anybody(rng)
        if kind in ("damage", "heal", "temp-hp"):
            step: Step = {"do": kind, "to": who, "amount": rng.randint(1, 12 if kind == "damage" else 6)}
            return {**step, **({"critical": True} if kind == "damage" and rng.random() < 0.3 else {})}
        if kind == "effect":
            return _effect(rng, who, self._anybody(rng))
        if kind == "end-effect":
            return {"do": kind, "on": who, "name": rng.choice(["slowed", "frightened", "stunned", "doomed"])}
        if kind == "react":
            names = ["reactive_strike", "reactive_strike", "shield_block", "free_trigger", "aid"]
            label = rng.choice([*self.labels, "nothing"])
            return {"do": kind, "who": who, "name": rng.choice(names), "to": label}
        if kind == "trigger":
            return {"do": kind, "who": rng.choice([*self.readied, *self.readied, who]), "by": self.active}
        if kind == "set":
            return {"do": kind, "who": who, "initiative": rng.randint(1, 25)}
        if kind == "add" and self._free_name() and len(self.people) < 7:
            return {"do": kind, "combatant": _combatant(rng, self._free_name()), "roll": rng.randint(1, 25)}
        if kind == "spend":
            on = rng.choice(["reroll", "stabilize", "stabilize"])
            dying = [one for one in self.people if self.size[one]["dying"]]
            return {"do": kind, "who": rng.choice([*dying, *dying, who]), "resource": "hero", "on": on}
        if kind == "resume":
            return {"do": kind, "who": rng.choice([*self.waiting, *self.waiting, who])}
        return self._draw_check(rng, who, "recovery")

    def _draw_inside(self, rng: random.Random, who: str) -> Step:
        kinds = ["act"] * 6 + ["end-turn"] * (5 if self.did else 2) + ["ready", "attack"]
        kind = rng.choice([*kinds, *(["delay"] * (1 if self.did else 4))])
        if kind == "end-turn":
            return {"do": kind}
        if kind == "ready":
            return {"do": kind, "who": who, "action": "strike", "trigger": "somebody comes near"}
        if kind == "delay":
            return {"do": kind, "who": who}
        if kind == "attack":
            return {
                "do": kind,
                "who": who,
                "target": self._anybody(rng),
                "kind": "melee",
                "result": rng.choice(["hit", "miss"]),
            }
        step: Step = {"do": "act", "who": who}
        step |= {"cost": rng.choice(list(COSTS))} if rng.random() < 0.2 else {"name": _name(rng)}
        if rng.random() < 0.3:
            step["traits"] = [rng.choice(["agile", "quick", "quick", "ranged"])]
        return step if rng.random() < 0.3 else {**step, "label": f"x{self.begins}.{rng.randint(1, 99)}"}


def _name(rng: random.Random) -> str:
    return "dance" if rng.random() < 0.02 else rng.choice([*CATALOGUE, "strike", "strike", "stride"])


def _effect(rng: random.Random, who: str, by: str) -> Step:
    step: Step = {"do": "effect", "on": who}
    if rng.random() < 0.15:
        return {**step, "name": rng.choice(["bless", "bane"]), "by": by, "rounds": rng.randint(1, 3)}
    if rng.random() < 0.15:
        return {**step, "name": "quickened"}
    if rng.random() < 0.3:
        return {**step, "name": rng.choice(BURNS), "value": rng.randint(1, 6)}
    name = rng.choice([*SIZED, "frightened", "slowed", "stunned"])
    return {**step, "name": name, "value": rng.randint(1, 2 if name in ("doomed", "wounded") else 4)}


def _combatant(rng: random.Random, name: str) -> Facts:
    one: Facts = {"id": name}
    if rng.random() < 0.5:
        one |= {"side": "foes", "kind": "npc"}
    if rng.random() < 0.7:
        one["hp"] = rng.randint(6, 20)
    if rng.random() < 0.5:
        one["feats"] = rng.sample(["reactive_strike", "shield_block"], rng.randint(1, 2))
    if rng.random() < 0.2:
        one["hero_points"] = rng.randint(0, 3)
    if rng.random() < 0.2:
        one["states"] = ["quickened"]
    return one


fight = factory(Pf2e, _combatant, OPTIONS)
"""Makes a fight of two to five, under some of the options."""

if __name__ == "__main__":
    main(fight, int(sys.argv[1]), int(sys.argv[2]))
