"""What the models of rounds share in which a count moves or a card is dealt: shots, passes, cards.

Who is in the fight, who is out of it, whose turn it is and what was done in it, who waits. How a turn is
found, what it costs and when a round is over, each of them says by itself.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from typing import Any

from tests.models.contest import Factory, Step, Tried, contest

Facts = dict[str, Any]
NAMES = "ABCDEFGHIJKL"
IN_A_FIGHT = ("initiative", "end-turn", "act", "react", "delay", "resume", "declare", "attack")
"""Steps that nobody can take before the start."""


class Open(LookupError):
    """The rules and the contract leave open what this step makes: it is not suggested."""


class Refused(Exception):
    """A rule forbids the step: the refusal's code, or True where the contract leaves the code open."""

    def __init__(self, code: str | bool) -> None:
        super().__init__(code)
        self.code = code


class Turning:
    """A fight with turns; see :class:`tests.models.contest.Model`."""

    ruleset: str
    rolling: str
    """The phase that waits for initiative."""
    turns: str
    """The phase with the turns."""

    def __init__(self, combatants: Sequence[Mapping[str, Any]], options: Mapping[str, Any]) -> None:
        self.combatants: Sequence[Mapping[str, Any]] = list(combatants)
        self.options: Mapping[str, Any] = dict(options)
        self.people: dict[str, Facts] = {}
        """Everybody in the fight, in the order of the list."""
        self.came: set[str] = set()
        """Everybody who has been in it."""
        self.out: set[str] = set()
        """Who is defeated or cannot act for now."""
        self.phase, self.round, self.active = "", 0, ""
        self.did = False
        """Whether the active one has done something in its turn (scenarios.md, conventions)."""
        self.more = False
        """Whether it has done something other than free."""
        self.begins = 0
        """How many turns have begun: what somebody reacts to belongs to one of them."""
        self.acted: dict[int, list[str]] = {}
        self.waiting: dict[str, int] = {}
        """Who waits → turns that were taken since."""
        self.unclear: set[str] = set()
        """Who waited when it was put out of the fight: what becomes of its turn is left open."""
        self.flags: set[str] | None = set()
        """What the last step raised; None where that is left open."""
        for one in combatants:
            self._enter(one)

    # ------------------------------------------------------------------ what each system says

    def _person(self, one: Mapping[str, Any]) -> Facts:
        """Return somebody with the stats that nobody entered."""
        raise NotImplementedError

    def _next(self) -> None:
        """Between two turns: begin the next one, or end the round."""
        raise NotImplementedError

    def _turn_over(self) -> None:
        """The turn under way is over, however that came."""
        raise NotImplementedError

    def facts(self) -> Facts:
        """Return what holds now."""
        raise NotImplementedError

    def _draw_rolls(self, rng: random.Random, do: str) -> Step:
        """Return a roll for everybody who has to."""
        raise NotImplementedError

    def _draw_outside(self, rng: random.Random) -> Step:
        """Return a step that is not bound to a turn."""
        raise NotImplementedError

    def _draw_inside(self, rng: random.Random, who: str) -> Step:
        """Return a step of the own turn, of one who mostly has it."""
        raise NotImplementedError

    # ------------------------------------------------------------------ what they share

    def draw(self, rng: random.Random) -> Step:
        """Return some step, also one that the rules leave open."""
        if not self.phase:
            return self._draw_rolls(rng, "start") if rng.random() < 0.9 else {"do": "end-turn"}
        if rng.random() < 0.06:
            return self._by_hand(rng)
        if rng.random() < 0.02:
            return self._draw_rolls(rng, rng.choice(["start", "initiative"]))
        if self.phase == self.rolling and rng.random() < 0.6:
            return self._draw_rolls(rng, "initiative")
        if rng.random() < (0.5 if self.waiting and not self.did else 0.35):
            return self._draw_outside(rng)
        who = self.active if self.active and rng.random() < 0.97 else self._anybody(rng)
        return self._draw_inside(rng, who)

    def suggest(self, rng: random.Random) -> Step:
        """Return a step whose answer the rules know."""
        for _ in range(200):
            step = self.draw(rng)
            try:
                deepcopy(self).judge(step)
            except Open:
                continue
            return step
        return {"do": "undo"}

    def parts(self, step: Step) -> list[Step]:
        """Return the commands of a step: of ``advance`` the turns that it ends."""
        if step["do"] != "advance":
            return [step]
        fight, made = deepcopy(self), list[Step]()
        while fight.active != step["to"] or fight.round != step.get("round", fight.round):
            made.append({"do": "end-turn"})
            if fight.judge(made[-1]):
                raise Open("nobody's turn ends")
        return made

    def judge(self, step: Step) -> str | bool:
        """Play a step; return the refusal's code, True for any, or False if it is accepted."""
        self.flags = set()
        if not self.phase and step["do"] != "start":
            if step["do"] in IN_A_FIGHT:
                return True
            raise Open("before the start")
        does: Callable[[Step], None] = getattr(self, "_" + step["do"].replace("-", "_"))
        try:
            does(step)
        except Refused as refused:
            return refused.code
        return False

    def _enter(self, one: Mapping[str, Any]) -> None:
        self.came.add(one["id"])
        self.people[one["id"]] = self._person({"side": "party", "kind": "pc", **one})

    def _able(self) -> list[str]:
        return [one for one in self.people if one not in self.out]

    def _known(self, step: Step, key: str = "who") -> str:
        who = str(step.get(key) or self.active)
        if who not in self.people:
            raise Refused("unknown-combatant" if who else True)
        return who

    def _own_turn(self, step: Step) -> str:
        """Return who has the turn, which a step asks for."""
        who = self._known(step)
        if self.phase != self.turns or not self.active:
            raise Refused(True)
        if who != self.active:
            raise Refused("not-active")
        return who

    def _ended(self) -> bool:
        """Return whether fewer than two sides have anybody left who can act (scenarios.md, expectations)."""
        return len({self.people[one]["side"] for one in self._able()}) < 2

    def _attack(self, step: Step) -> None:
        if self._known(step) != self.active or self._known(step, "target") == self.active:
            raise Open("an attack outside one's turn is a record, and on oneself it is none")
        self._own_turn(step)
        self.did = self.more = True

    def _end_turn(self, step: Step) -> None:
        self._own_turn(step)
        self._turn_over()
        self._next()

    def _put_out(self, who: str) -> None:
        """Somebody can act no more; its turn ends, if it was that (scenarios.md, conventions)."""
        self.out.add(who)
        if self.waiting.pop(who, None) is not None:
            self.unclear.add(who)
        if who == self.active:
            self._turn_over()
            self._next()

    def _defeat(self, step: Step) -> None:
        who = self._known(step)
        if who in self.out:
            raise Open("out already")
        self._put_out(who)

    def _disable(self, step: Step) -> None:
        who = self._known(step)
        if who in self.out:
            raise Open("out already")
        self._put_out(who)

    def _remove(self, step: Step) -> None:
        who = self._known(step)
        if len(self.people) == 1:
            raise Open("nobody is left")
        if who not in self.out:
            self._put_out(who)
        self.out.discard(who)
        self.unclear.discard(who)
        self.people.pop(who)

    def _restore(self, step: Step) -> None:
        who = self._known(step)
        if who not in self.out or who in self.unclear:
            raise Open("can act already, or waited")
        self.out.remove(who)
        if self.phase == self.turns and not self.active:
            self._next()

    def _lost(self, who: str) -> None:
        """Somebody who waited has lost its turn."""
        self.waiting.pop(who)
        if self.flags is not None:
            self.flags.add("lost-turn")

    def _common(self) -> Facts:
        """Return what every one of these systems tells."""
        facts: Facts = {
            "round": self.round,
            "phase": self.phase,
            "active": self.active,
            "acted": {str(number): list(turns) for number, turns in self.acted.items()},
            "ended": self._ended(),
        }
        if not self.unclear:
            facts["delaying"] = list(self.waiting)
        if self.flags is not None:
            facts["flags"] = sorted(self.flags)
        return facts

    def _start(self, step: Step) -> None:
        """The first round begins with its roll."""
        if self.phase:
            raise Refused(True)
        self.phase, self.round = self.rolling, 1
        self._initiative(step)

    def _initiative(self, step: Step) -> None:
        """Roll, or deal, for the round."""
        raise NotImplementedError

    def _roll_is_due(self, step: Step) -> None:
        """Everybody able rolls, and nobody else, as long as the round waits for it."""
        if self.phase != self.rolling:
            raise Refused(True)
        if not step["rolls"] or set(step["rolls"]) != set(self._able()):
            raise Open("who is not named draws from the dice; who is out does not roll")

    def _by_hand(self, rng: random.Random) -> Step:
        """Return one of the steps of a GM that all of them know."""
        return {
            "do": rng.choice(["remove", "defeat", "disable", "restore", "restore"]),
            "who": self._anybody(rng),
        }

    def _anybody(self, rng: random.Random) -> str:
        return "Z" if rng.random() < 0.01 else rng.choice(list(self.people) or ["Z"])

    def _free_name(self) -> str:
        """Return a name that nobody has had."""
        return next((name for name in NAMES if name not in self.came), "")


def factory(
    kind: type[Turning],
    combatant: Callable[[random.Random, str], Facts],
    options: Mapping[str, Sequence[Any]],
) -> Factory:
    """Return what makes fights of two to five, under some of the options; the first has nothing entered."""

    def fight(rng: random.Random) -> Turning:
        combatants = [combatant(rng, name) for name in "ABCDE"[: rng.randint(2, 5)]]
        combatants[1] |= {"side": "foes", "kind": "npc"}
        combatants[0] = {"id": "A"}
        return kind(
            combatants, {name: rng.choice(values) for name, values in options.items() if rng.random() < 0.25}
        )

    return fight


def main(factory: Factory, first: int, last: int) -> None:
    """Play the fights of these seeds and print where engine and model disagree."""
    tried, found = Tried(), 0
    for seed in range(first, last):
        deviation = contest(factory, seed, 60, tried)
        if deviation is not None:
            found += 1
            print(f"# seed {seed}\n{deviation}\n")
    print(f"# {found} of {last - first} fights deviate; {tried.total()} steps: {dict(sorted(tried.items()))}")
