"""What the models share in which initiative is counted once and everybody has one turn: pf2e, dnd5e.

The order is a list that somebody could write down; who has had the turn of the round is noted, and who is
next is found anew. What a turn begins and ends with, each of them says by itself.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

from tests.models.contest import Step
from tests.models.turning import Facts, Open, Refused, Turning

SECONDS = 6


class Once(Turning):
    """A fight with one turn each, in the same order every round."""

    rolling, turns = "initiative", "turns"
    by_rules: Mapping[str, Sequence[str]] = {}
    """Kind of combatant → what its ties are broken by, for the random fights."""

    def __init__(self, combatants: Sequence[Mapping[str, Any]], options: Mapping[str, Any]) -> None:
        self.order: list[str] = []
        self.count: dict[str, int] = {}
        self.pick: list[str] = []
        self.astray: set[str] = set()
        """Who stands where its count says nothing about those around it."""
        self.had: set[str] = set()
        """Who has had the turn of this round, or whose place has come by without one."""
        self.late: set[str] = set()
        """Who has joined in this round when its place had come by."""
        self.since: dict[str, int] = {}
        """Who waits → the round whose turn it waits with."""
        self.kept: dict[str, Facts] = {}
        """Who waits → what is left of the turn that it has put off."""
        self.asked: dict[str, list[tuple[str, int]]] = {}
        """The rolls that are due, the oldest first: name and number. Every time one is due it is another."""
        self.left: dict[str, Facts] = {}
        """Who → pool → what is left in it."""
        self.last = ""
        """Who had the last turn."""
        self.last_round = 0
        self.ending = False
        """Whether a turn is being ended."""
        self.came_in = False
        """Whether the turn under way was put off before."""
        self.entered = False
        """Whether anything was entered since the turn under way began."""
        self.between: Once | None = None
        """How things stood between the last turn and the one under way."""
        super().__init__(combatants, options)

    # ------------------------------------------------------------------ what each system says

    def _key(self, who: str) -> tuple[Any, ...]:
        """Return what decides who is first, smallest first, as far as it is not picked."""
        raise NotImplementedError

    def _turn_begins(self, who: str) -> None:
        """Let everything come that comes at the start of a turn."""
        raise NotImplementedError

    def _turn_ends(self, who: str) -> None:
        """Let everything come that comes at the end of a turn."""
        raise NotImplementedError

    def _come_back(self, who: str, kept: Facts) -> None:
        """Take up a turn that was put off."""

    # ------------------------------------------------------------------ the order

    def judge(self, step: Step) -> str | bool:
        """Play a step."""
        begins = self.begins
        refused = super().judge(step)
        if not refused:
            self.entered = self.begins == begins
            if step["do"] not in ("end-turn", "delay", "ready"):
                self.between = None if self.begins > begins else self.between
        return refused

    def _start(self, step: Step) -> None:
        if self.phase:
            raise Refused(True)
        if set(step.get("rolls", {})) != self._rollers():
            raise Open("who is not named draws from the dice")
        self.count = {**self.count, **step["rolls"]}
        self.pick = list(step.get("pick", []))
        self.order = sorted(self.people, key=self._place)
        for one, other in zip(self.order, self.order[1:], strict=False):
            if self._key(one) == self._key(other) and not self._is_settled(one, other):
                raise Open("a tie that nobody has settled")
        self.phase, self.round = self.turns, 1
        self._begin_fight()
        self._next()

    def _begin_fight(self) -> None:
        """Let everything come that comes when the fight begins."""

    def _is_settled(self, one: str, other: str) -> bool:
        """Return whether it has been said who of two is first between whom the rules do not decide."""
        return {one, other} <= set(self.pick)

    def _rollers(self) -> set[str]:
        return set(self.people)

    def _initiative(self, step: Step) -> None:
        raise Refused(True)

    def _place(self, who: str) -> tuple[Any, ...]:
        picked = self.pick.index(who) if who in self.pick else len(self.pick)
        return (*self._key(who), picked, list(self.people).index(who))

    def _next(self) -> None:
        """The first in the order whose place has not come by is next; then the round is over."""
        self.active = ""
        self.between = None
        self.between = deepcopy(self)
        while self._able():
            for who in self.order:
                if who in self.had or (who in self.waiting and self.since[who] == self.round):
                    continue
                if who in self.waiting:
                    self._lost(who)
                    self.kept.pop(who)
                if self._is_passed_over(who):
                    self.had.add(who)
                    self.unclear.discard(who)
                    continue
                self._begin(who)
                return
            self.round += 1
            self.had.clear()
            self.late.clear()

    def _is_passed_over(self, who: str) -> bool:
        return who in self.out

    def _begin(self, who: str) -> None:
        self.active, self.did, self.more, self.came_in = who, False, False, False
        self.begins += 1
        self.acted.setdefault(self.round, []).append(who)
        self._turn_begins(who)

    def _turn_over(self) -> None:
        self.had.add(self.active)
        self.last, self.last_round = self.active, self.round
        for one in self.waiting:
            self.waiting[one] += 1
        self.ending = True
        self._turn_ends(self.active)
        self.ending = False

    def _put_out(self, who: str) -> None:
        if self.ending:
            self.out.add(who)
            return
        super()._put_out(who)

    # ------------------------------------------------------------------ rolls that are due

    def _ask(self, who: str, name: str, number: int) -> None:
        """A roll is due, against the number of this moment."""
        self.asked[who].append((name, number))

    def _asked_for(self, step: Step) -> tuple[str, str, int]:
        """Take the oldest roll of a name that is answered; return whose, the name and the number."""
        who, name = self._known(step), step["name"]
        due = next((one for one in self.asked[who] if one[0] == name), None)
        if due is None:
            raise Refused("no-trigger")
        self.asked[who].remove(due)
        return who, name, due[1]

    def _no_more(self, who: str, name: str) -> None:
        """What asked for a roll is over."""
        self.asked[who] = [one for one in self.asked[who] if one[0] != name]

    def _draw_check(self, rng: random.Random, who: str, name: str, sides: int = 20) -> Step:
        """Return an answer to one of the rolls that are due, or to this one."""
        asked = [(one, due) for one, those in self.asked.items() for due, _ in those]
        who, name = rng.choice([*asked, *asked, (who, name)])
        return {
            "do": "check",
            "who": who,
            "name": name,
            "roll": rng.choice([1, sides, rng.randint(1, sides)]),
        }

    def _raise(self, flag: str) -> None:
        if self.flags is not None:
            self.flags.add(flag)

    # ------------------------------------------------------------------ to wait, and to come in

    def _put_off(self, who: str) -> None:
        """Wait with the turn under way."""
        if self.came_in:
            raise Open("to wait with a turn that was put off before")
        self.waiting[who], self.since[who] = 0, self.round
        self.kept[who] = dict(self.left[who])
        self.acted[self.round].pop()
        if not self.acted[self.round]:
            del self.acted[self.round]
        self._next()

    def _resume(self, step: Step) -> None:
        """Come in behind the last turn taken; the turn that has just begun has not (scenarios.md)."""
        who = self._known(step)
        if who in self.unclear:
            raise Open("waited when it was put out")
        if not self.active:
            raise Refused(True)
        if who not in self.waiting and self.between is None:
            raise Open("whether it waited before the turn under way began")
        if who not in self.waiting and self.between is not None and who not in self.between.waiting:
            raise Refused("not-waiting" if not self.did else True)
        if self.did:
            raise Refused("turn-under-way" if who in self.waiting else True)
        if self.came_in or self.entered or self.between is None:
            raise Open("something was entered, or came in, since the turn began")
        waited = self.between.waiting.get(who)
        if not waited:
            raise Refused("not-waiting")
        self._may_come_in(who)
        before, begins = self.between, self.begins
        self.__dict__.update(deepcopy(before).__dict__)
        self.flags, self.begins = set(), begins
        if self.last not in self.order or self.last == who:
            raise Open("nobody to come in behind")
        first = self.round != self.last_round
        del self.waiting[who]
        kept = self.kept.pop(who)
        self.had.discard(who)
        self.order.remove(who)
        if first:  # the first turn of a round: before whoever is still to come
            wait_on = {one for one in self.waiting if self.since[one] == self.round}
            to_come = [one for one in self.order if one not in self.had | self.out | wait_on]
            if not to_come:
                raise Open("nobody to come in before")
            self.order.insert(self.order.index(to_come[0]), who)
        else:
            self.order.insert(self.order.index(self.last) + 1, who)
        if first or self.last in self.astray:
            self.astray.add(who)
        self.count[who] = self.count[self.last] - 1
        self.active, self.did, self.more = who, False, False
        self.begins += 1
        self.came_in = True
        self.acted.setdefault(self.round, []).append(who)
        self._come_back(who, kept)

    def _may_come_in(self, who: str) -> None:
        """Refuse where something keeps it from coming in."""

    # ------------------------------------------------------------------ the GM

    def _add(self, step: Step) -> None:
        """Whoever joins comes in by its result; a place that has come by waits for the next round."""
        if not self.active or "roll" not in step:
            raise Open("nobody acts")
        who = step["combatant"]["id"]
        keys = [self._key(one) for one in self.order]
        if self.astray or keys != sorted(keys):
            raise Open("no order of counts to come into")
        self._enter(step["combatant"])
        self.count[who] = step["roll"]
        at = sum(key <= self._key(who) for key in keys)
        if self._key(who) in keys:
            raise Open("a tie that nobody has settled")
        if at <= self.order.index(self.active):
            self.had.add(who)
            self.late.add(who)
        self.order.insert(at, who)

    def _set(self, step: Step) -> None:
        """Another count is another place; the turn of the round stays what it is, but for a joiner's."""
        who = self._known(step)
        if not self.active or who in self.waiting or self.waiting or who == self.active:
            raise Open("no place to compare with, or a turn that waits")
        others = [one for one in self.order if one != who]
        keys = [self._key(one) for one in others]
        if self.astray or keys != sorted(keys):
            raise Open("no order of counts to come into")
        self.count[who] = step["initiative"]
        if self._key(who) in keys:
            raise Open("a tie that nobody has settled")
        self.order = others
        self.order.insert(sum(key < self._key(who) for key in keys), who)
        if who in self.late and self.order.index(who) > self.order.index(self.active):
            self.had.discard(who)

    def _restore(self, step: Step) -> None:
        """While nobody is active, whoever has had no turn this round is next (scenarios.md, conventions)."""
        if not self.active:
            self.had &= set(self.acted.get(self.round, ()))
        super()._restore(step)

    def _remove(self, step: Step) -> None:
        who = self._known(step)
        super()._remove(step)
        self.order.remove(who)
        self.count.pop(who, None)
        self.had.discard(who)
        self.astray.discard(who)

    # ------------------------------------------------------------------ what holds

    def _common(self) -> Facts:
        facts = super()._common()
        facts["order"] = list(self.order)
        if self.phase:
            facts["counts"] = {who: count for who, count in self.count.items() if who not in self.astray}
        facts["asks"] = {
            who: sorted({f"{name} {number}" for name, number in self.asked[who]}) for who in self._able()
        }
        if self.phase:
            facts["elapsed"] = SECONDS * (self.round - 1)
        return facts

    # ------------------------------------------------------------------ random steps

    def _draw_rolls(self, rng: random.Random, do: str) -> Step:
        """Return a roll for everybody, with some that tie and an order for those that the rules leave so."""
        rolls = {who: rng.randint(2, 24) for who in sorted(self._rollers())}
        if len(rolls) > 1 and rng.random() < 0.4:
            rolls[rng.choice(list(rolls))] = rng.choice(list(rolls.values()))
        return {"do": do, "rolls": rolls, "pick": rng.sample(list(rolls), len(rolls))}
