"""What the rules make of a fight whose initiative is counted once: Saga Edition, SRD 3.5, Sagas hub.

Written from the sources, ``rules``, the contract and its cases alone. Everything is a fact that a GM could
note on paper: who still has a turn to come this round, who waits, who stands where in the list, which places
of the list carry an effect. Nothing is an index into the order. Where the rules leave open what a step
makes, :class:`Open` is raised: such a step is not suggested and ends no shortening.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

from tests.models.contest import Deviation, Step, contest

Facts = dict[str, Any]
SYSTEMS: dict[str, Facts] = {
    # tie: what decides equal counts, highest first; then a roll-off.  together: who goes first of several
    # that delay behind the same one (E-SRD-10, E-S4-02).  late: the unaware roll after the surprise round.
    "saga-edition": {
        "tie": ("dex_mod",),  # 000-27
        "together": ("dex_mod",),  # no rule of its own; the models' fighters have no other modifier
        "late": False,  # A000-11
        "joins_surprise": True,  # saga-srd.md, convention 16
        "effects": "place",  # saga-srd.md, convention 15
        "lower": "always",  # 000-30, A000-4
        "single": True,  # 000-18: one action in the surprise round
        "pays": True,  # 000-37: a readied action uses the reaction
        "flat": 1,  # 000-19: until the first regular turn
        "coin": False,
        "reactions": 1,
        "refreshed": "round",  # A000-8
        "own": {},
        "free": 0,  # without number
        "options": {"delay_across_round": "srd", "delay_tie": "after", "surprised_roll": "late"},
    },
    "srd35": {
        "tie": ("initiative",),  # E-SRD-01
        "together": ("initiative", "dex"),  # E-SRD-10
        "late": True,  # 003-9, 003-13
        "joins_surprise": False,  # saga-srd.md, convention 16; 003-10
        "effects": "place",  # 003-26, A003-7, A003-8
        "lower": "same-round",  # E-SRD-06, E-SRD-09
        "single": True,  # 003-10
        "pays": False,
        "flat": None,  # A003-1 is being built: left out
        "coin": False,
        "reactions": 0,  # its reactions are other actions and are not played
        "refreshed": "never",
        "free": 0,
        "own": {},
        "options": {},
    },
    "sagas-hub": {
        "tie": ("init_mod", "dex"),  # 004-34, 004-35
        "together": ("init_mod",),  # E-S4-02
        "late": True,  # A004-19
        "joins_surprise": True,  # sagas-hub.md, convention 5
        "effects": "turn",  # 004-207
        "lower": "same-round",  # E-S4-02
        "single": False,  # A004-20
        "pays": True,
        "flat": 0,  # A004-21: until the first own turn
        "coin": True,  # 004-37
        "reactions": 3,  # 004-213, with a Dexterity modifier of 0
        "refreshed": "turn",  # A004-16
        "free": 3,  # 004-243: not played
        "own": {"dex_mod": 0},
        "options": {},
    },
}


class Open(ValueError):
    """The rules and the contract leave open what this step makes."""


class Counts:
    """A fight by initiative counts; see :class:`tests.models.contest.Model`."""

    def __init__(
        self, ruleset: str, options: Mapping[str, Any], combatants: Sequence[Mapping[str, Any]]
    ) -> None:
        self.ruleset, self.options, self.combatants = ruleset, dict(options), list(combatants)
        self.is_ = dict(SYSTEMS[ruleset])
        if options.get("delay_across_round") == "srd":
            self.is_["lower"] = "same-round"
        if options.get("surprised_roll") == "late":
            self.is_["late"] = True
        self.stage = "before"  # before, fight, rolling (the late ones), over
        self.round, self.surprise, self.active = 0, False, ""
        self.members: dict[str, Facts] = {}
        self.slots: dict[str, Facts] = {}
        self.order: list[str] = []  # slots, those who left, and the marks of effects
        self.due: list[str] = []  # whose turn is still to come up this round
        self.came: list[str] = []  # whose turn has come up this round
        self.passed: list[str] = []  # marks that this round has gone by
        self.later: list[str] = []  # who has put its turn of this round off to the next
        self.waiting: dict[str, Facts] = {}
        self.called: list[str] = []  # who delayed behind somebody that has now acted, next first
        self.readied: list[str] = []
        self.acted: dict[int, list[str]] = {}
        self.unchecked: set[int] = set()  # rounds whose acted is left open
        self.unsettled: list[tuple[str, str]] = []  # pairs whose order is left open
        self.last: str | None = None  # who took the last turn of this round
        self.last_moved = False  # it, or somebody by a readied action, stands elsewhere since
        self.turns = 0  # turns taken since the start
        self.effects: list[Facts] = []
        self.ended: list[tuple[str, str]] = []
        self.flat: list[str] = []
        self.flat_open: set[str] = set()
        self.reaction: dict[str, int] = {}
        self.pools: dict[str, dict[str, int]] = {}
        self.marks = 0
        self._nothing_done()
        self.between: Facts = {}
        for one in combatants:
            self._enter(one)

    def _enter(self, one: Mapping[str, Any]) -> str:
        slot = str(one.get("group", one["id"]))
        self.members[one["id"]] = {"slot": slot, "out": "", "side": "party", **one}
        self.slots.setdefault(slot, {"count": None, "placed": False, "members": []})["members"].append(
            one["id"]
        )
        return slot

    def _nothing_done(self) -> None:
        """Nothing has been done in the turn that has just begun, nor entered since that matters to it."""
        self.did: list[str] = []
        self.since: list[str] = []

    # ------------------------------------------------------------------ how somebody stands

    def _slot(self, who: Any) -> str:
        return str(self.members[who]["slot"]) if who in self.members else str(who)

    def _known(self, who: Any) -> bool:
        if who in self.members:
            return bool(self.members[who]["out"] != "gone")
        return who in self.slots and not self._gone(str(who))

    def _gone(self, slot: str) -> bool:
        return all(self.members[one]["out"] == "gone" for one in self.slots[slot]["members"])

    def _present(self, slot: str) -> list[str]:
        return [one for one in self.slots[slot]["members"] if self.members[one]["out"] != "gone"]

    def _able(self, slot: str) -> bool:
        """Return whether somebody of the slot can act; a group acts while one of its members can."""
        return any(self.members[one]["out"] == "" for one in self.slots[slot]["members"])

    def _aware(self, slot: str) -> bool:
        return all(self.members[one].get("aware", True) for one in self.slots[slot]["members"])

    def _keys(self, slot: str, names: Sequence[str]) -> list[int]:
        """Return what decides a tie: of a group the lowest (saga-srd.md 1, sagas-hub.md 1)."""
        ones, all_ = self._present(slot), self.slots[slot]["members"]
        lowest = [min(self._stat(one, name) for one in all_) for name in names]
        if ones and lowest != [min(self._stat(one, name) for one in ones) for name in names]:
            raise Open("the lowest of a group when the one who had it has left")
        return lowest

    def _stat(self, who: str, name: str) -> int:
        one = self.members[who]
        whole = one.get("dex_mod", 0) + one.get("init_misc", 0) if name in ("initiative", "init_mod") else 0
        return int(one.get(name, whole))

    def _here(self) -> list[str]:
        return [slot for slot in self._rolled() if not self._gone(slot)]

    def _rolled(self) -> list[str]:
        return [item for item in self.order if item in self.slots]

    # ------------------------------------------------------------------ the list

    def _strength(self, slot: str) -> list[int]:
        return [self.slots[slot]["count"], *self._keys(slot, self.is_["tie"])]

    def _settle(self, tied: list[str], rolloffs: list[Mapping[str, int]], coin: str) -> list[str]:
        """Return equal ones in order: roll-offs of those still tied, then a coin (000-28, 004-36, 004-37)."""
        if len(tied) < 2:
            return tied
        if rolloffs and not (self.is_["coin"] and len(rolloffs) > 1):
            rolls, rest = rolloffs[0], rolloffs[1:]
            if any(one not in rolls for one in tied):
                raise Open("a roll-off that nobody gave")
            result = []
            for value in sorted({rolls[one] for one in tied}, reverse=True):
                same = [one for one in tied if rolls[one] == value]
                result += self._settle(same, rest, coin if not rest else "")
            return result
        if self.is_["coin"] and coin in tied and len(tied) == 2:
            return [coin, *(one for one in tied if one != coin)]
        raise Open("a tie that nobody decided")

    def _sorted(self, slots: list[str], rolloffs: list[Mapping[str, int]], coin: str) -> list[str]:
        result: list[str] = []
        for value in sorted({tuple(self._strength(slot)) for slot in slots}, reverse=True):
            result += self._settle(
                [one for one in slots if tuple(self._strength(one)) == value], rolloffs, coin
            )
        return result

    def _insert(self, slot: str, rolloffs: list[Mapping[str, int]], coin: str, after: bool = False) -> None:
        """Put a slot with a count into the list: highest count first, ties by the rules.

        Who stands behind or before somebody by a delay or a readied action is no count to compare with
        (scenarios.md: the order is never a comparison of numbers): near such a place it is open.
        """
        mine = self._strength(slot)[: 1 if after else None]
        for anchor in [how["after"] for how in self.waiting.values() if how["after"] not in (None, slot)]:
            if self.slots[anchor]["count"] in (None, mine[0], mine[0] + 1):
                raise Open("beside the place that somebody will take behind another")
        low, high = 0, len(self.order)
        for at, item in enumerate(self.order):
            side = self._side_of(item, slot, mine, rolloffs, coin, after)
            if side == "before":
                low = max(low, at + 1)
            elif side == "behind":
                high = min(high, at)
        if low > high:
            raise Open("the numbers of the list contradict the places")
        for at, item in enumerate(list(self.order)):
            held = self._held(item)
            if held is None or not held["placed"]:
                continue
            count = held["count"]
            if count is None or count in (mine[0], mine[0] - 1):
                raise Open("beside somebody whose place is no roll")
            if (at >= high and count > mine[0]) or (at < low and count < mine[0]):
                raise Open("the numbers of the list contradict the places")
            low = max(low, at + 1) if count > mine[0] else low
        self.order.insert(low, slot)

    def _held(self, item: str) -> Facts | None:
        """Return what is known of a place of the list: a slot's, or an effect's while the effect lasts."""
        if item in self.slots:
            return self.slots[item]
        lasting = [*self.effects, *self.between.get("ended", [])]
        return next((one["mark"] for one in lasting if one.get("mark") and one["mark"]["id"] == item), None)

    def _side_of(
        self, item: str, slot: str, mine: list[int], rolloffs: list[Mapping[str, int]], coin: str, after: bool
    ) -> str:
        """Return on which side of a newcomer an item stands, or '' where its place says nothing."""
        if item not in self.slots:
            held = self._held(item)
            if held is None or held["placed"]:
                return ""
            theirs = held["strength"][: len(mine)]
            if theirs == mine:
                if held["slot"] == slot or after:
                    return "before"
                raise Open("equal to the place of an effect")
            return "before" if theirs > mine else "behind"
        if self.slots[item]["placed"]:
            return ""
        theirs = self._strength(item)[: len(mine)]
        if theirs != mine:
            return "before" if theirs > mine else "behind"
        if self._gone(item):
            if self.last == item or any(effect.get("turn") == item for effect in self.effects):
                raise Open("equal to one who has left")
            return ""
        if after:
            return "before"
        equals = [one for one in self._rolled() if not self._gone(one) and not self.slots[one]["placed"]]
        if len([one for one in equals if self._strength(one) == mine]) > 1:
            raise Open("equal to several who have rolled off already")
        return "before" if self._settle([item, slot], rolloffs, coin)[0] == item else "behind"

    def _take_out(self, slot: str) -> None:
        self.order.remove(slot)
        self._settle_pairs(slot)
        for effect in self.effects:
            if effect.get("mark") and effect["mark"]["slot"] == slot:
                effect["mark"]["here"] = False
        self.last_moved = self.last_moved or slot == self.last

    def _settle_pairs(self, slot: str) -> None:
        """Forget whose order with a slot is left open that goes elsewhere; of what stays there it is."""
        for effect in self.effects:
            mark = effect.get("mark", {"here": False})
            left_here = mark["here"] and mark["slot"] == slot
            effect["open"] = effect["open"] or (left_here and any(slot in pair for pair in self.unsettled))
        self.unsettled = [pair for pair in self.unsettled if slot not in pair]

    # ------------------------------------------------------------------ effects

    def _tick(self, effect: Facts) -> None:
        """Count an effect down: its turn or place has come up (003-26, 004-207).

        One begun in a turn that was put off again does not count when that turn begins again (convention 19).
        """
        if effect["skip"]:
            effect["skip"] = False
            self.between.setdefault("skipped", []).append(effect["name"])
            return
        effect["left"] -= 1
        self.between.setdefault("ticked", []).append(effect["name"])

    def _drop_ended(self) -> None:
        for effect in [one for one in self.effects if one["left"] <= 0]:
            self.effects.remove(effect)
            if not effect["open"]:
                self.ended.append((effect["on"], effect["name"]))
            self.between.setdefault("ended", []).append(effect)

    def _pass_marks(self, before: str | None) -> None:
        """The round goes by the places before ``before`` (None: by all left): their effects count down."""
        for item in list(self.order):
            if item == before:
                break
            if item in self.slots or item in self.passed:
                continue
            self.passed.append(item)
            for effect in self.effects:
                if effect.get("mark") and effect["mark"]["id"] == item:
                    self._tick(effect)
        self._drop_ended()

    def _comes_up(self, slot: str) -> None:
        """A turn comes up: once in a round, however often it is put off (A004-29, sagas-hub.md 7)."""
        if slot in self.came:
            return
        self.came.append(slot)
        for effect in self.effects:
            if effect.get("turn") == slot:
                self._tick(effect)
        self._drop_ended()

    # ------------------------------------------------------------------ whose turn it is

    SNAPSHOT = (
        "round",
        "surprise",
        "stage",
        "due",
        "came",
        "passed",
        "later",
        "waiting",
        "called",
        "readied",
        "acted",
    )
    SNAPSHOT_TOO = ("last", "last_moved", "flat", "reaction", "pools", "order")

    def _go_on(self) -> None:
        """Between two turns: find whose turn is next, and begin it."""
        self.active = ""
        names = (*self.SNAPSHOT, *self.SNAPSHOT_TOO)
        self.between = {"kept": deepcopy({name: getattr(self, name) for name in names})}
        self._nothing_done()
        if not any(self._able(slot) for slot in self.slots):
            self.between = {}
            return  # when everybody is defeated or disabled no round passes (scenarios.md)
        while True:
            if self.called and not self._first_come():
                follower = self.called.pop(0)
                if not self._able(follower):
                    raise Open("a turn behind somebody comes to one who cannot act")
                place = self.waiting[follower].get("place", self.last)
                for other in [one for one in self.called if self.waiting[one].get("place", "") == place]:
                    self.waiting[other]["place"] = follower
                self._stand_behind(follower, place)
                self.between["place"] = place
                self._pass_marks(follower)
                self._begin(follower)
                return
            if not self.due:
                if self._round_over():
                    return
                continue
            slot = next(item for item in self.order if item in self.due)
            if any(slot in pair and (pair[0] in self.due and pair[1] in self.due) for pair in self.unsettled):
                raise Open("who of two comes first")
            self.due.remove(slot)
            self._pass_marks(slot)
            self._comes_up(slot)
            if self._able(slot):
                self.waiting.pop(slot, None)  # E-SRD-08, A000-4: the delayed turn is lost, a fresh one begins
                self.called = [one for one in self.called if one != slot]
                self._begin(slot)
                return
            if slot in self.waiting and not self._gone(slot):
                raise Open("the place of one comes up who waits and cannot act")
            self._call(slot)
            for follower in [one for one in self.called if self.waiting[one]["after"] == slot]:
                self.waiting[follower]["place"] = slot  # nobody acted there: it is the place that counts

    def _first_come(self) -> bool:
        """Return whether somebody still to come stands above the place that is called now.

        So it is after a correction: the first one in the order is next, whatever count has gone by, and is
        skipped there if it cannot act.
        """
        place = self.waiting[self.called[0]].setdefault("place", self.last)
        if place is None or place not in self.order:
            return False
        above = self.order[: self.order.index(place)]
        return any(item in self.due for item in above)

    def _round_over(self) -> bool:
        """Everyone has had a turn: the next round begins (000-9, 003-16, 004-195), or late ones roll."""
        self._pass_marks(None)
        late = [slot for slot in self.slots if slot not in self.order and not self._gone(slot)]
        if self.surprise and late:
            self.stage, self.surprise = "rolling", True
            self.between = {}
            return True
        self.surprise, self.round, self.stage = False, self.round + 1, "fight"
        self._begin_round()
        return False

    def _begin_round(self) -> None:
        self.due, self.came, self.passed = list(self._rolled()), [], []
        self.later = []
        self.last, self.last_moved = None, False
        self.acted[self.round] = []
        if self.is_["refreshed"] == "round":
            self.reaction = dict.fromkeys(self.members, self.is_["reactions"])

    def _begin(self, slot: str) -> None:
        """Begin the turn of a slot."""
        self.active = slot
        self.acted.setdefault(self.round, []).append(slot)
        for effect in self.effects:  # begun in it before its beginning was taken back: it is that turn still
            if effect.get("turn") == slot and effect["skip"] and effect["round"] == self.round:
                self._tick(effect)
        lost = [one for one in self.readied if self.members[one]["slot"] == slot]
        self.readied = [one for one in self.readied if one not in lost]  # E-SRD-14, A000-7
        for one in self._present(slot):
            self.pools[one] = {"standard": 1, "move": 1}
            if self.is_["refreshed"] == "turn":
                self.reaction[one] = self.is_["reactions"]
            if self.is_["flat"] is not None and self.round >= self.is_["flat"] and one in self.flat:
                self.flat.remove(one)  # 000-19, A004-21
                self.between.setdefault("flat", []).append(one)
                if self.members[one]["out"]:
                    self.flat_open.add(one)

    def _end(self) -> None:
        """The active one's turn is taken; who delayed behind it is next."""
        slot = self.active
        self.last, self.last_moved, self.turns = slot, False, self.turns + 1
        self._call(slot)
        self._go_on()

    def _call(self, slot: str) -> None:
        """Who delayed behind ``slot`` comes now; of several the higher modifier first (E-S4-02, E-SRD-10)."""
        followers = [
            one for one, how in self.waiting.items() if how["after"] == slot and one not in self.called
        ]
        keys = {one: self._keys(one, self.is_["together"]) for one in followers}
        if len({tuple(key) for key in keys.values()}) < len(followers):
            raise Open("several behind the same one with the same modifier")
        if len(followers) > 1 and self.options.get("delay_tie") == "after":
            raise Open("several behind the same one where who delays acts after")
        self.called = sorted(followers, key=lambda one: keys[one], reverse=True) + self.called

    def _stand_behind(self, slot: str, other: str | None) -> None:
        """A delayed turn is taken right behind the last one; the count shown is one below (scenarios.md)."""
        held = self.slots[slot]
        here = [one["name"] for one in self.effects if one.get("mark", {}).get("here")]
        self.between["seat"] = (slot, deepcopy(held), list(self.unsettled), here)
        self.waiting.pop(slot)
        self.due = [one for one in self.due if one != slot]  # E-SRD-09: no regular turn in this round
        self._take_out(slot)
        held["placed"] = True
        if other is not None:
            self._crowd(slot, other)
            if self._gone(other):
                self._beside_gone(slot, other)
            count = None if self._gone(other) else self.slots[other]["count"]
            asked = self.between["kept"]["waiting"][slot]["after"]
            held["count"] = None if count is None or asked not in (None, other) else count - 1
            at = up_to = self.order.index(other) + 1
            while up_to < len(self.order) and self.order[up_to] not in self.slots:
                up_to += 1
                at = up_to if self._is_higher(self.order[up_to - 1], slot) else at
            self.order.insert(at, slot)
            self._leave_beside_open(at + 1, held["count"])
            return
        held["count"] = None  # the first in a new round: before all who are still to come, else open
        coming = (at for at, item in enumerate(self.order) if item in self.due and self._able(item))
        at = next(coming, len(self.order))
        while at and self.order[at - 1] not in self.slots and self.order[at - 1] not in self.passed:
            at -= 1
            for (
                effect
            ) in self.effects:  # whether the count of the first in a new round is above it is not said
                effect["open"] = effect["open"] or effect.get("mark", {}).get("id") == self.order[at]
        self.unsettled += [(slot, item) for item in self.order if item in self.slots]
        self.order.insert(at, slot)

    def _leave_beside_open(self, at: int, count: int | None) -> None:
        """Whether a count is above that of a place is not said where they are equal, or one is not known."""
        for item in self.order[at:]:
            if item in self.slots and not self._gone(item):
                return
            for effect in self.effects:
                mark = effect.get("mark")
                effect["open"] = effect["open"] or effect.get("turn") == item
                if not mark or mark["id"] != item or (mark["here"] and not self._gone(mark["slot"])):
                    continue
                lower = mark["count"] is not None and count is not None and mark["count"] < count
                effect["open"] = effect["open"] or not lower

    def _is_higher(self, item: str, slot: str) -> bool:
        """Return whether an effect ends on a count above that of a slot, or on its own (convention 19).

        It ends just before whose turn it began in as long as that one stands there.
        """
        mark, count = self._held(item), self.slots[slot]["count"]
        if mark is not None and mark["slot"] != slot and mark["here"]:
            return False
        if mark is None or mark["count"] is None or count is None:
            return False
        return bool(mark["count"] > count or (mark["count"] == count and mark["slot"] == slot))

    def _crowd(self, slot: str, other: str) -> None:
        """Behind ``other`` may stand some who wait, with its count or about to move: who is first is open."""
        for item in self.order[self.order.index(other) + 1 :]:
            if item in self.slots and item not in self.waiting:
                break
            if item in self.slots:
                self.unsettled.append((slot, item))

    def _beside_gone(self, slot: str, other: str) -> None:
        """Where somebody stood who has left is not said: beside those who joined there it is open."""
        ahead = [one for one in self._here() if self.order.index(one) < self.order.index(other)]
        behind = [one for one in self._here() if self.order.index(one) > self.order.index(other)]
        near = [one for one in ahead[-1:] if one not in self.acted.get(self.round, [])]
        near += [one for one in behind[:1] if one not in self.due]
        self.unsettled += [(slot, one) for one in near]

    # ------------------------------------------------------------------ playing

    def judge(self, step: Step) -> str | bool:
        """Play a step; see :class:`tests.models.contest.Model`."""
        for key in ("who", "target", "on", "after", "by"):
            if self._running() and key in step and not self._known(step[key]):
                acting = key in ("who", "on") or (step.get("who") == self.active and not self.did)
                return "unknown-combatant" if acting and self.stage == "fight" else True
        if not self._running() and step["do"] != "start":
            if step["do"] not in ("end-turn", "act", "delay", "resume", "trigger", "initiative"):
                raise Open("what may be done before the start and after the end")
            return True
        play = getattr(self, "_do_" + step["do"].replace("-", "_"))
        refused: str | bool = play(step)
        return refused

    def _running(self) -> bool:
        return self.stage in ("fight", "rolling")

    def _do_start(self, step: Step) -> str | bool:
        if self.stage != "before":
            return True
        aware = [slot for slot in self.slots if self._aware(slot)]
        self.surprise = 0 < len(aware) < len(self.slots)  # 000-16, 003-12, A004-26
        rolling = aware if self.surprise and self.is_["late"] else list(self.slots)
        for slot in rolling:
            self.slots[slot]["count"] = step["rolls"][slot]
        self.order = self._sorted(rolling, step.get("rolloffs", []), step.get("coin", ""))
        self.stage = "fight"
        if self.surprise:
            self.round = 0
            if self.is_["flat"] is not None:
                self.flat = [one for one in self.members if not self._aware(self.members[one]["slot"])]
        else:
            self.round = 1
        self._begin_round()
        if self.surprise:
            self.due = [slot for slot in self.order if slot in aware]  # 000-17, 003-11, 004-190
        if self.is_["reactions"]:
            self.reaction = dict.fromkeys(self.members, self.is_["reactions"])
        self._go_on()
        return False

    def _do_initiative(self, step: Step) -> str | bool:
        """The late rollers join the order when the surprise round is over (003-13, A004-19)."""
        if self.stage != "rolling":
            return True
        late = [slot for slot in self.slots if slot not in self.order and not self._gone(slot)]
        rolloffs, coin = step.get("rolloffs", []), step.get("coin", "")
        for slot in late:
            self.slots[slot]["count"] = step["rolls"][slot]
        if len({tuple(self._strength(slot)) for slot in late}) < len(late):
            raise Open("late rollers that tie with each other and perhaps with more")
        for slot in late:
            self._insert(slot, rolloffs, coin)
        self.surprise, self.round, self.stage = False, 1, "fight"
        self._begin_round()
        self._go_on()
        self.since.append("initiative")
        return False

    def _do_end_turn(self, step: Step) -> str | bool:
        if not self.active:
            return True
        if "who" in step and self._slot(step["who"]) != self.active:
            return "not-active"
        self._end()
        return False

    def parts(self, step: Step) -> list[Step]:
        """Return the commands that a step is made of: ``advance`` ends turns, one command each."""
        if step["do"] != "advance":
            return [step]
        model, ends = deepcopy(self), list[Step]()
        while not (model.active == step["to"] and model.round == step.get("round", model.round)):
            if not model.active or len(ends) > 60:
                raise Open("advance to a turn that does not come by ending turns alone")
            ends.append({"do": "end-turn"})
            model.judge(ends[-1])
        return ends

    # ---- delaying

    def _do_delay(self, step: Step) -> str | bool:
        slot = self._slot(step["who"])
        if not self._running() or slot != self.active:
            return "not-active" if self.active else True
        if "paid" in self.did:
            return "cannot-delay"  # scenarios.md: something other than a free action was done
        if "count" in step:
            return self._delay_to_count(slot, step["count"], step.get("round", self.round))
        after = None
        if "after" in step:
            after = self._slot(step["after"])
            if after == slot:
                return True
            waits = self.waiting.get(after, {}).get("after")
            if after not in self.due and not waits:
                raise Open("behind one who has no turn to come in this round")
            own, other = self.slots[slot]["count"], self.slots[after]["count"]
            if self.is_["lower"] == "always" and (own is None or other is None or other > own):
                raise Open("whether the count falls")
        self._put_off(slot)
        self.waiting[slot] = {"after": after, "turns": self.turns}
        for effect in self.effects:
            if after and effect.get("mark") and effect["mark"]["slot"] == slot:
                effect["mark"]["here"] = False
        self._go_on()
        return False

    def _put_off(self, slot: str) -> None:
        """A turn that is put off was not taken (scenarios.md: delaying takes it out of ``acted``).

        So who comes behind the same one as it did does not come behind it.
        """
        behind = [how for one, how in self.waiting.items() if one in self.called or "place" in how]
        if "a readied action" in self.since and any(how.get("place", slot) == slot for how in behind):
            raise Open("on which side of one that rose before a turn put off those come who were behind it")
        self.acted[self.round].remove(slot)
        for how in [how for how in self.waiting.values() if how.get("place") == slot]:
            how["place"] = self.between.get("place", slot)
        self.flat_open |= set(self.between.get("flat", []))

    def _delay_to_count(self, slot: str, count: int, round_: int) -> str | bool:
        """The count changes at once; the turn comes there, in this round or the next (000-30, E-SRD-06)."""
        if round_ not in (self.round, self.round + 1):
            raise Open("into a round that is gone or far")
        old = self.slots[slot]["count"]
        if old is None:
            raise Open("lower than a count that is open")
        if count >= old:
            if self.is_["lower"] == "always" or round_ == self.round:
                return "not-lower"
            if count == old:
                raise Open("the same count in the next round")
        self._put_off(slot)
        self.slots[slot].update(count=count, placed=False)
        self._take_out(slot)
        self._insert(slot, [], "", after=self.options.get("delay_tie") == "after")
        if round_ != self.round:
            self.later.append(slot)
            self._leave_open(slot)  # whether that turn comes up anew in the next round
        else:
            at = self.order.index(slot)
            if any(item not in self.due and item in self.acted[self.round] for item in self.order[at:]):
                raise Open("a lower count before somebody who has acted")
            self.due.append(slot)
            if slot not in self.came:
                self.came.append(slot)  # it has in the round before: sagas-hub.md, convention 7
        self._go_on()
        return False

    def _do_resume(self, step: Step) -> str | bool:
        """A waiting one takes its turn now; the beginning of the turn that has just begun is taken back."""
        slot = self._slot(step["who"])
        waited = {**self.between.get("kept", {}).get("waiting", {}), **self.waiting}
        if slot not in waited or ("seat" in self.between and self.between["seat"][0] == slot):
            return "not-waiting" if not self.did else True
        if not self.active:
            raise Open("nobody is active")
        if self.did:
            return "turn-under-way" if waited[slot]["turns"] < self.turns else True
        if waited[slot]["turns"] == self.turns:
            return "not-waiting"
        if not self._able(slot):
            return True
        if self.since or self.between["kept"]["last_moved"] or self.last_moved:
            raise Open("what was entered since that beginning or since the last turn moves its place")
        lasting = (*self.effects, *self.between.get("ended", ()))
        held = any(effect.get("mark", {}).get("slot") == slot for effect in lasting)
        if held and (slot == self.active or slot in self.due):
            raise Open("whether the round has gone by the place of one who takes a fresh turn for itself")
        model = deepcopy(self)
        model._take_back()
        if model._would_rise(slot):
            return "not-lower"  # saga-srd.md, convention 4
        self._take_back()
        if slot in self.due:
            self._leave_open(slot)  # ahead of its place of this round: whether its turn came up
        kept = {name: getattr(self, name) for name in (*self.SNAPSHOT, *self.SNAPSHOT_TOO)}
        self.between = {"kept": deepcopy(kept)}
        self._nothing_done()
        self.called = [one for one in self.called if one != slot]
        for how in [self.waiting[one] for one in self.called]:
            if self.last and how.get("place") == self.last:
                how["place"] = slot
        self._stand_behind(slot, self.last)
        behind = self.order[self.order.index(slot) :]
        others = [one for one in self._here() if one != slot and one in behind and one not in self.came]
        if any(self._fresh(one) for one in others):
            raise Open("resuming ahead of a joiner whose count had gone by")
        if next(item for item in self.order if item == slot or item in self.due) != slot:
            raise Open("coming in below somebody who is still to come")
        self._pass_marks(slot)
        self._begin(slot)
        return False

    def _would_rise(self, slot: str) -> bool:
        """Return whether a waiting one would rise where it may not: in Saga never (000-30)."""
        if self.is_["lower"] == "same-round" and (slot in self.due or self.last is None):
            return False  # E-SRD-09: in the next round the count may rise
        if self.last is None:
            raise Open("whether the count of the first in a new round falls")
        old, new = self.slots[slot]["count"], self.slots[self.last]["count"]
        if old is None or new is None or new - 1 == old or (new - 1 > old) != (slot in self.due):
            raise Open("whether the count falls")
        return bool(new - 1 > old)

    def _take_back(self) -> None:
        """Take back the beginning of the present turn with all that it ended or refreshed; the rest stays."""
        now, kept = self.active, self.between["kept"]
        self.between["round"] = self.round
        marks = [item for item in self.order if item not in self.slots and item not in kept["order"]]
        joined = [slot for slot in self.order if slot in self.slots and slot not in kept["order"]]
        if "seat" in self.between:
            slot, held, unsettled, here = self.between["seat"]
            for effect in self.effects:
                if effect["name"] in here:
                    effect["mark"]["here"] = True
            self.slots[slot], self.unsettled = held, unsettled
            self._unseat(slot, kept["order"])
        for name in self.SNAPSHOT + self.SNAPSHOT_TOO[:-1]:
            setattr(self, name, deepcopy(kept[name]))
        behind = self.order[self.order.index(self.last) :] if self.last else self.order
        self.reaction = {
            **dict.fromkeys(self.members, self.is_["reactions"]),
            **self.reaction,
        }
        coming = [one for one in joined if one in behind and self._may_join(one)]
        if coming and kept["round"] != self.between.get("round", kept["round"]):
            raise Open("whether one who joined in the next round is of the one that goes on")
        self.due += coming
        self.waiting = {one: how for one, how in self.waiting.items() if not self._gone(one)}
        self.called = [one for one in self.called if not self._gone(one)]
        self.readied = [one for one in self.readied if self._known(one)]
        for effect in self.between.get("ended", []):
            if self._known(effect["on"]):
                self.effects.append(effect)
                self.ended = [one for one in self.ended if one != (effect["on"], effect["name"])]
        for effect in self.effects:
            effect["left"] += effect["name"] in self.between.get("ticked", [])
            effect["skip"] = effect["skip"] or effect["name"] in self.between.get("skipped", [])
            new = effect.get("mark") and effect["mark"]["id"] in marks
            if new or (effect.get("turn") == now and effect["name"] in self.between.get("begun", [])):
                again = kept["round"] == self.between["round"] and now in self.came
                late = now in self.called or (not new and again)
                effect["skip"] = not late  # saga-srd.md, convention 19; a turn put off counts nothing down
                if new and "seat" in self.between:
                    effect["open"] = True  # begun by one that was put off itself: on what count is not said
                if new and now not in self.due:
                    self.passed.append(effect["mark"]["id"])  # its count has gone by in the round before
        self.flat_open -= set(self.between.get("flat", []))

    def _unseat(self, slot: str, kept: list[str]) -> None:
        """Put one whose resumed turn is taken back where it stood: before the next of those behind it.

        On which side of it those stand who have joined right there since is open: it stood elsewhere then.
        """
        self.order.remove(slot)
        behind = kept[kept.index(slot) + 1 :]
        at = next((self.order.index(item) for item in behind if item in self.order), len(self.order))
        for other in reversed([item for item in self.order[:at] if item in self.slots]):
            if other in kept:
                break
            self.unsettled.append((slot, other))
        self.order.insert(at, slot)

    def _leave_open(self, slot: str) -> None:
        """Where an effect of the turn of ``slot`` ends is not said (hub; a place stays where it is)."""
        for effect in self.effects:
            effect["open"] = effect["open"] or effect.get("turn") == slot

    def _fresh(self, slot: str) -> bool:
        """Return whether a slot had no turn in this round and has none: its place went by without it."""
        return slot not in self.due and slot not in self.waiting and slot not in self.acted[self.round]

    # ---- readying

    def _do_ready(self, step: Step) -> str | bool:
        refused = self._acts(step["who"])
        if refused:
            return refused
        if len(self.slots[self.active]["members"]) > 1:
            raise Open("a readied action of one of a group")
        if self.pools[step["who"]]["standard"] < 1:
            return True if self.surprise else "no-budget"
        self.pools[step["who"]]["standard"] = 0  # 000-34, E-SRD-11
        if self.surprise and self.is_["single"]:
            self.pools[step["who"]]["move"] = 0
        self.did += ["any", "paid"]
        self.readied.append(step["who"])
        return False

    def _do_trigger(self, step: Step) -> str | bool:
        """The readied action comes first; its owner stands right before who set it off (000-37, E-SRD-13)."""
        who, by = step["who"], self._slot(step["by"])
        if who not in self.readied:
            return "not-waiting"
        slot = self._slot(who)
        if by != self.active or slot == by or self.members[who]["out"]:
            raise Open("set off by one who is not active, or of one who cannot act")
        if self.is_["pays"]:
            if self.reaction[who] < 1:
                return "no-reaction"
            self.reaction[who] -= 1
        behind_it = any(self.waiting[one].get("place") == slot for one in self.called)
        if behind_it and any(how["after"] == by for how in self.waiting.values()):
            raise Open("who is first of two, behind one that has risen and behind the one it stands before")
        if slot in self.due:
            if slot in self.waiting or any(how["after"] == slot for how in self.waiting.values()):
                raise Open("who delayed behind one that loses its turn of this round")
            self._leave_open(slot)
            self.due.remove(slot)  # E-SRD-14: no regular turn in this round
            self.unchecked.add(self.round)  # a readied action alone is never checked (saga-srd.md 2)
        self.readied.remove(who)
        self._rise_to(slot, by)
        self.since.append("a readied action")
        self.last_moved = True
        return False

    def _rise_to(self, slot: str, by: str) -> None:
        """Put a slot right before another with its count; what began on its own place stays on that."""
        line = self._rolled()
        same = (
            line[line.index(slot) + 1 :][:1] == [by] and self.slots[slot]["count"] == self.slots[by]["count"]
        )
        here = (
            [one["mark"] for one in self.effects if one.get("mark", {"here": False})["here"]] if same else []
        )
        own = [mark for mark in here if mark["slot"] == slot]
        self._take_out(slot)
        for mark in own:  # it stands where it stood
            mark["here"] = True
        others = [one for pair in self.unsettled if by in pair for one in pair if one != by]
        self.unsettled += [(slot, one) for one in others]
        self.order.insert(self._right_before(slot, by), slot)
        self.slots[slot].update(count=self.slots[by]["count"], placed=True)

    def _right_before(self, slot: str, by: str) -> int:
        """Return where a slot comes in that rises to right before another, among the marks of effects."""
        at = before = self.order.index(by)
        while before and (self.order[before - 1] not in self.slots or self._gone(self.order[before - 1])):
            before -= 1
            held = None if self.order[before] in self.slots else self._held(self.order[before])
            if held is None:
                continue  # one who has left, or whose effect has, stands between nobody
            mine = held["slot"] == by and held["here"]
            lower = held["slot"] == slot and self._ends_below(held, self.slots[by]["count"])
            if not mine and not lower:
                break
            at = before
        return at

    def _ends_below(self, mark: Facts, count: int | None) -> bool:
        """Return whether what begins on the own place ends below the one risen to (convention 19).

        It stays on the count it began on; where a count is not known this is left open.
        """
        if mark["count"] is None or count is None:
            for effect in self.effects:
                own = effect.get("mark", {})
                same = own.get("slot") == mark["slot"] and own["count"] == mark["count"]
                effect["open"] = effect["open"] or same
            return False
        return bool(mark["count"] < count)

    # ---- acting

    def _acts(self, who: str) -> str | bool:
        if self._slot(who) != self.active or who not in self.members:
            return "not-active" if self.active else True
        return bool(self.members[who]["out"])

    def _do_act(self, step: Step) -> str | bool:
        """Spend an action; a standard may stand in for a move (000-47, 003-32, 004-210)."""
        if self.members[step["who"]]["out"] and step.get("override"):
            raise Open("an overridden act of one who cannot act")
        refused = self._acts(step["who"])
        if refused and not step.get("override"):
            return refused
        if refused and self._slot(step["who"]) not in self.acted.get(self.round, []):
            raise Open("what an overridden act leaves of a turn that was put off")
        if refused:
            return False
        if step["cost"] != "free":
            pools = self.pools[step["who"]]
            pool = "move" if step["cost"] == "move" and pools["move"] else "standard"
            if not pools[pool]:
                return True if self.surprise else "no-budget"
            pools[pool] -= 1
            if self.surprise and self.is_["single"]:
                pools.update(standard=0, move=0)  # 000-18, 003-10
            self.did.append("paid")
        self.did.append("any")
        return False

    def _do_attack(self, step: Step) -> str | bool:
        if self.stage == "rolling" or self.members[step["who"]]["out"]:
            raise Open("an attack before the late ones have rolled, or of one who cannot act")
        if not self._acts(step["who"]):
            self.did += ["any", "paid"]
        return False

    def _do_react(self, step: Step) -> str | bool:
        """A reaction (000-44: one in a round; 004-213: 3 and the Dexterity modifier, which is 0 here)."""
        who = step["who"]
        if self.stage == "rolling":
            raise Open("a reaction before the late ones have rolled")
        if self.members[who]["out"]:
            return True
        if self.is_["refreshed"] == "round" and self.surprise and not self._aware(self._slot(who)):
            return True
        if self.reaction[who] < 1:
            return "no-reaction"
        self.reaction[who] -= 1
        self.since.append("a reaction")
        return False

    # ---- effects

    def _do_effect(self, step: Step) -> str | bool:
        """Begin an effect: it belongs to the place (saga-srd.md 12) or turn (sagas-hub.md 7) now active."""
        if not self.active or "moved" in self.since:
            raise Open("an effect in nobody's turn")
        if "rounds" not in step:
            raise Open("a state that lasts until it is ended")
        effect: Facts = {
            "on": step["on"],
            "name": step["name"],
            "left": step["rounds"],
            "skip": False,
            "round": self.round,
            "open": False,
        }
        if self.is_["effects"] == "turn":
            effect["turn"] = self.active
            if self.active not in self.came:
                effect["open"] = True
        else:
            self.marks += 1
            held, name = self.slots[self.active], f"~{self.marks}"
            strength = None if held["placed"] else self._strength(self.active)
            effect["mark"] = {
                "id": name,
                "slot": self.active,
                "placed": held["placed"],
                "count": held["count"],
                "strength": strength,
                "here": True,  # until its slot goes elsewhere
            }
            self.order.insert(self.order.index(self.active), name)
            self.passed.append(name)
        self.effects.append(effect)
        self.between.setdefault("begun", []).append(step["name"])
        return False

    def _do_end_effect(self, step: Step) -> str | bool:
        for effect in self.effects:
            if (effect["on"], effect["name"]) == (step["on"], step["name"]):
                if effect["open"]:
                    raise Open("whether the effect has not ended by itself")
                self.effects.remove(effect)
                self.ended.append((effect["on"], effect["name"]))
                return False
        raise Open("an effect that is not there")

    # ---- who is there

    def _do_add(self, step: Step) -> str | bool:
        """A joiner acts when its count comes up; what has gone by is gone until the next round (004-42)."""
        if self.stage != "fight" or "moved" in self.since:
            raise Open("joining now")
        if step["combatant"]["id"] in self.members:
            return True
        slot = self._enter(step["combatant"])
        self.slots[slot]["count"] = step["roll"]
        self._insert(slot, step.get("rolloffs", []), step.get("coin", ""))
        where = self.active or self.last
        if where is None:
            raise Open("joining where nobody has acted")
        coming = self.order.index(slot) > self.order.index(where)
        if coming and self._may_join(slot):
            self.due.append(slot)
        self.flat_open.add(step["combatant"]["id"])
        if self.is_["reactions"]:
            self.reaction[step["combatant"]["id"]] = self.is_["reactions"]
        if not self.active:
            if not coming or self.surprise:
                raise Open("joining above the place where everybody is out")
            self._go_on()
        elif not coming:
            self.since.append("a joiner whose count has gone by")
        return False

    def _may_join(self, slot: str) -> bool:
        """Return whether a joiner acts in this round if its count is still to come (convention 16)."""
        return not self.surprise or bool(self.is_["joins_surprise"] and self._aware(slot))

    def _leaves(self, who: str, how: str) -> str | bool:
        if who not in self.members:
            raise Open("a group is not taken out as a whole")
        slot, acted = self._slot(who), self.active
        if (
            slot == acted
            and how == "gone"
            and any(self.waiting[one]["after"] == slot for one in self.due if one in self.waiting)
        ):
            raise Open("behind one who leaves in its turn, since the round before")
        if self.stage != "fight" or self.members[who]["out"] == how:
            raise Open("leaving now")
        self.members[who]["out"] = how
        self.readied = [one for one in self.readied if one != who or how != "gone"]
        if how == "gone":
            self.effects = [effect for effect in self.effects if effect["on"] != who]
            if self._gone(slot):
                put_off = slot in self.waiting or slot in self.later
                if put_off and any(one["after"] == slot for one in self.waiting.values()):
                    raise Open("one leaves whose turn is put off, and for whom somebody waits")
                if self.waiting.pop(slot, {}).get("after"):
                    self._leave_open(slot)  # which place was the last one's
                self.called = [one for one in self.called if one != slot]
                self._settle_pairs(slot)
            elif slot in self.waiting and not self._able(slot):
                raise Open("those wait of whom nobody is left who can act")
        if slot not in self.order:
            raise Open("one leaves who has no place yet")
        if slot == acted and not self._able(slot):
            self._end()
        return False

    def _do_remove(self, step: Step) -> str | bool:
        return self._leaves(step["who"], "gone")

    def _do_defeat(self, step: Step) -> str | bool:
        if step["who"] in self.readied or self._slot(step["who"]) in self.waiting:
            raise Open("one who waits or has readied is taken out")
        return self._leaves(step["who"], "defeated")

    def _do_disable(self, step: Step) -> str | bool:
        if step["who"] in self.readied or self._slot(step["who"]) in self.waiting:
            raise Open("one who waits or has readied is disabled")
        return self._leaves(step["who"], "disabled")

    def _do_restore(self, step: Step) -> str | bool:
        if step["who"] not in self.members or self.stage != "fight" or not self.members[step["who"]]["out"]:
            raise Open("nothing to restore")
        slot = self._slot(step["who"])
        self.members[step["who"]]["out"] = ""
        if self.active and self._fresh(slot) and self.order.index(slot) > self.order.index(self.active):
            raise Open("restored where somebody came back ahead of a place that was passed over")
        if slot == self.active:
            self.pools.setdefault(step["who"], {"standard": 1, "move": 1})
        if not self.active:
            if self.surprise or (slot not in self.due and slot not in self.acted[self.round]):
                raise Open("restored where its place has gone by and nobody is active")
            self._go_on()
        return False

    def _do_set(self, step: Step) -> str | bool:
        """A new count, ties by the rules; the active one stays so; nobody loses a turn (000-8, 003-16)."""
        slot = self._slot(step["who"])
        if self.stage != "fight" or slot in self.waiting or slot not in self.order:
            raise Open("a count of one who waits or has none")
        if self.slots[slot]["members"] != [slot]:
            raise Open("the count of a group")
        if slot == self.active and self.called:
            raise Open("behind whom those come who are next, if it goes elsewhere")
        if any(slot in (self.waiting[one]["after"], self.waiting[one].get("place")) for one in self.called):
            raise Open(
                "the count of those who are next behind one whose count is corrected when it has acted"
            )
        fresh = self._fresh(slot)
        self.slots[slot].update(count=step["initiative"], placed=False)
        for effect in self.effects:  # whether it ends on the count that was corrected is not said
            effect["open"] = effect["open"] or slot in (
                effect.get("mark", {}).get("slot"),
                effect.get("turn"),
            )
        self._take_out(slot)
        self._insert(slot, [], "")
        if fresh:
            raise Open("a corrected count of one whose place has gone by")
        self.since.append("moved" if slot == self.active else "a corrected count")
        return False

    def _do_end_encounter(self, step: Step) -> str | bool:
        if not self._running():
            return True
        self.stage, self.active = "over", ""
        return False

    # ------------------------------------------------------------------ what holds

    def facts(self) -> Facts:
        """Return what holds now; see :class:`tests.models.contest.Model`."""
        if self.stage not in ("fight", "rolling"):
            return {"active": ""}
        shown = [slot for slot in self._rolled() if not self._gone(slot)]
        facts: Facts = {
            "round": self.round,
            "active": self.active,
            "surprise_round": self.surprise,
            "delaying": [slot for slot in self.waiting if not self._gone(slot)],
            "readied": list(self.readied),
            "acted": {str(n): list(ids) for n, ids in self.acted.items() if n not in self.unchecked},
            "counts": {
                one: self.slots[one]["count"] for one in shown if self.slots[one]["count"] is not None
            },
        }
        for one in [one for one, how in self.waiting.items() if how["after"]]:
            facts["counts"].pop(one, None)  # saga-srd.md 4: when a place behind somebody is entered is open
        if not self.unsettled and not any(how["after"] for how in self.waiting.values()):
            facts["order"] = shown
        here = [one for one in self.members if self._known(one)]
        facts["unrolled"] = [one for one in self.slots if one not in self.order and not self._gone(one)]
        standing = {self.members[one]["side"] for one in here if self.members[one]["out"] != "defeated"}
        able = {self.members[one]["side"] for one in here if not self.members[one]["out"]}
        if (len(standing) < 2) == (len(able) < 2):  # whether one who is disabled 'can act' is not said
            facts["ended"] = len(able) < 2
        clear = [effect for effect in self.effects if not effect["open"]]
        unclear = {effect["name"] for effect in self.effects if effect["open"]}
        facts["countdown"] = {
            one: {effect["name"]: effect["left"] for effect in clear if effect["on"] == one}
            for one in here
            if any(effect["on"] == one for effect in clear)
        }
        facts["lacks"] = {
            one: [name for on, name in self.ended if on == one and name not in unclear]
            for one in here
            if any(on == one for on, _ in self.ended)
        }
        if self.is_["flat"] is not None:
            for key in ("has", "lacks"):
                for one in [one for one in here if one not in self.flat_open]:
                    if (one in self.flat) == (key == "has"):
                        facts.setdefault(key, {}).setdefault(one, []).append("flat-footed")
        if self.active and not (self.surprise and self.is_["single"]):
            facts["budget"] = {
                one: dict(self.pools[one])
                for one in self._present(self.active)
                if not self.members[one]["out"] and one in self.pools
            }
        return facts

    # ------------------------------------------------------------------ what to try

    def suggest(self, rng: random.Random) -> Step:
        """Return a step to try next; see :class:`tests.models.contest.Model`."""
        if self.stage == "before":
            return self._start_step(rng)
        if self.stage == "over":
            return rng.choice([{"do": "undo"}, {"do": "end-turn"}])
        if self.stage == "rolling":
            late = [slot for slot in self.slots if slot not in self.order]
            ideas = [{"do": "initiative", **self._rolls(rng, late)}] * 6 + [{"do": "end-turn"}]
        else:
            ideas = []
        for _ in range(30):
            step = rng.choice(ideas) if ideas else self._idea(rng)
            if ideas and step["do"] == "initiative":
                step = {"do": "initiative", **self._rolls(rng, late)}
            try:
                model = deepcopy(self)
                for part in model.parts(step):
                    model.judge(part)
            except Open:
                continue
            return step
        return {"do": "undo"}

    def _rolls(self, rng: random.Random, slots: list[str]) -> Facts:
        numbers = list(range(1, 31))
        rng.shuffle(numbers)
        return {
            "rolls": {one: rng.randint(5, 14) for one in slots},
            "rolloffs": [{one: numbers[at] for at, one in enumerate(self.slots)}],
        }

    def _start_step(self, rng: random.Random) -> Step:
        """Return a start with few different counts; the roll-offs are there as far as ties need them."""
        for _ in range(50):
            step: Step = {"do": "start", **self._rolls(rng, list(self.slots))}
            aware = [slot for slot in self.slots if self._aware(slot)]
            if self.is_["late"] and 0 < len(aware) < len(self.slots):
                step["rolls"] = {one: roll for one, roll in step["rolls"].items() if one in aware}
            if not self._tied(step["rolls"]):
                step.pop("rolloffs")
            elif rng.random() < 0.3:
                tied = self._tied(step["rolls"])
                first = dict.fromkeys(self.slots, 7)
                step["rolloffs"] = [first] if self.is_["coin"] else [first, *step["rolloffs"]]
                if self.is_["coin"]:
                    step["coin"] = rng.choice(tied)
            try:
                deepcopy(self).judge(step)
            except Open:
                continue
            return step
        return {"do": "undo"}

    def _tied(self, rolls: Mapping[str, int]) -> list[str]:
        keys = {one: (roll, *self._keys(one, self.is_["tie"])) for one, roll in rolls.items()}
        return [one for one in rolls if list(keys.values()).count(keys[one]) > 1]

    def _idea(self, rng: random.Random) -> Step:
        """Return something that somebody at the table might try."""
        ideas = (
            (22, self._idea_end),
            (20, self._idea_delay),
            (16, self._idea_resume),
            (10, self._idea_act),
            (6, self._idea_ready),
            (7, self._idea_trigger),
            (9, self._idea_effect),
            (5, self._idea_add),
            (9, self._idea_out),
            (4, self._idea_restore),
            (5, self._idea_set),
            (2, self._idea_react),
            (2, self._idea_advance),
        )
        if rng.random() < 0.003:
            return {"do": "end-encounter"}
        idea = rng.choices([one for _, one in ideas], [weight for weight, _ in ideas])[0]
        return idea(rng)

    def _anybody(self, rng: random.Random) -> str:
        here = [one for one in self.members if self._known(one)]
        return rng.choice(here) if here and rng.random() < 0.98 else "Nobody"

    def _any_slot(self, rng: random.Random) -> str:
        here = [one for one in self._rolled() if not self._gone(one)]
        return rng.choice(here) if here and rng.random() < 0.98 else "Nobody"

    def _one_active(self, rng: random.Random) -> str:
        return rng.choice(self._present(self.active)) if self.active else self._anybody(rng)

    def _idea_end(self, rng: random.Random) -> Step:
        return {"do": "end-turn"} if rng.random() < 0.9 else {"do": "end-turn", "who": self._any_slot(rng)}

    def _idea_advance(self, rng: random.Random) -> Step:
        return {"do": "advance", "to": self._any_slot(rng), "round": self.round + rng.randint(0, 1)}

    def _idea_delay(self, rng: random.Random) -> Step:
        slot = self.active if self.active and rng.random() < 0.95 else self._any_slot(rng)
        step: Step = {"do": "delay", "who": slot}
        form = rng.choice(["wait", "wait", "after", "count", "round"])
        if form == "after":
            coming = [one for one in self.due if not self._gone(one)]
            step["after"] = rng.choice(coming) if coming and rng.random() < 0.9 else self._any_slot(rng)
        elif form in ("count", "round"):
            step["count"] = rng.randint(1, 16)
            if form == "round":
                step["round"] = self.round + rng.choice([0, 1, 1])
        return step

    def _idea_resume(self, rng: random.Random) -> Step:
        waiting = {**self.waiting, **self.between.get("kept", {}).get("waiting", {})}
        able = [one for one, how in waiting.items() if how["turns"] < self.turns and not self.did]
        if able and rng.random() < 0.97:
            return {"do": "resume", "who": rng.choice(able)}
        if rng.random() < 0.9:
            return self._idea_end(rng) if waiting else self._idea_delay(rng)
        return {"do": "resume", "who": self._any_slot(rng)}

    def _idea_act(self, rng: random.Random) -> Step:
        who = self._one_active(rng) if rng.random() < 0.9 else self._anybody(rng)
        if rng.random() < 0.15:
            other = rng.choice([one for one in self.members if self._known(one)] or [who])
            return {"do": "attack", "who": who, "target": other, "kind": "ranged", "result": "hit"}
        step: Step = {"do": "act", "who": who, "cost": rng.choice(["standard", "move", "free"])}
        if step["cost"] == "free" and (self.is_["free"] or self._slot(who) != self.active):
            step["cost"] = "standard"
        if rng.random() < 0.05 and self._slot(who) != self.active:
            step["override"] = True
        return step

    def _idea_react(self, rng: random.Random) -> Step:
        if not self.is_["reactions"]:
            return self._idea_end(rng)
        return {"do": "react", "who": self._anybody(rng), "to": f"t{rng.randint(1, 10**6)}"}

    def _idea_ready(self, rng: random.Random) -> Step:
        return {"do": "ready", "who": self._one_active(rng), "action": "shoot", "trigger": "they move"}

    def _idea_trigger(self, rng: random.Random) -> Step:
        if not self.readied and rng.random() < 0.9:
            return self._idea_end(rng)
        who = rng.choice(self.readied) if self.readied and rng.random() < 0.95 else self._anybody(rng)
        return {"do": "trigger", "who": who, "by": self._one_active(rng)}

    def _idea_effect(self, rng: random.Random) -> Step:
        if self.effects and rng.random() < 0.1:
            effect = rng.choice(self.effects)
            return {"do": "end-effect", "on": effect["on"], "name": effect["name"]}
        name = f"e{rng.randint(1, 10**6)}"
        by = self._anybody(rng)
        return {"do": "effect", "on": self._anybody(rng), "name": name, "rounds": rng.randint(1, 3), "by": by}

    def _idea_add(self, rng: random.Random) -> Step:
        if len([one for one in self.members if self._known(one)]) > 6:
            return self._idea_end(rng)
        one = _fighter(rng, self.ruleset, f"J{len(self.members)}")
        one["aware"] = rng.random() < 0.8
        numbers = rng.sample(range(1, 31), len(self.slots) + 1)
        rolloffs = [dict(zip([*self.slots, one["id"]], numbers, strict=True))]
        return {"do": "add", "combatant": one, "roll": rng.randint(3, 16), "rolloffs": rolloffs}

    def _idea_out(self, rng: random.Random) -> Step:
        able = [one for one in self.members if self.members[one]["out"] == ""]
        if len(able) < 3 and rng.random() < 0.7:
            return self._idea_end(rng)
        who = self._one_active(rng) if rng.random() < 0.4 else self._anybody(rng)
        return {"do": rng.choice(["remove", "defeat", "disable", "disable"]), "who": who}

    def _idea_restore(self, rng: random.Random) -> Step:
        out = [one for one in self.members if self.members[one]["out"] in ("defeated", "disabled")]
        return {"do": "restore", "who": rng.choice(out)} if out else self._idea_end(rng)

    def _idea_set(self, rng: random.Random) -> Step:
        return {"do": "set", "who": self._any_slot(rng), "initiative": rng.randint(3, 16)}


def _fighter(rng: random.Random, ruleset: str, who: str) -> Facts:
    one: Facts = {"id": who, "side": rng.choice(["party", "foes", "foes", "pirates"])}
    for name in SYSTEMS[ruleset]["together"]:
        one[name] = rng.randint(10, 15) if name == "dex" else rng.randint(0, 5)
    for name in SYSTEMS[ruleset]["tie"]:
        one.setdefault(name, rng.randint(10, 15))
    return {**one, **SYSTEMS[ruleset]["own"]}


def fight(ruleset: str) -> Any:
    """Return the factory of random fights of a system; see :class:`tests.models.contest.Factory`."""

    def make(rng: random.Random) -> Counts:
        many = rng.randint(2, 6)
        combatants = [_fighter(rng, ruleset, "ABCDEF"[at]) for at in range(many)]
        if many > 3 and rng.random() < 0.3:
            for one in combatants[-2:]:
                one.update(group="squad", side="foes", kind="npc")
        if rng.random() < 0.3:
            for one in rng.sample(combatants, many // 2):
                one["aware"] = False
            for one in combatants[-2:]:
                if "group" in one:
                    one["aware"] = combatants[-1].get("aware", True)
        options = {key: value for key, value in SYSTEMS[ruleset]["options"].items() if rng.random() < 0.2}
        return Counts(ruleset, options, combatants)

    return make


def main(arguments: Sequence[str]) -> None:
    """Play fights: ``first last [steps] [ruleset ...]`` with seeds from first to last; print what differs."""
    first, last = int(arguments[0]), int(arguments[1])
    steps = int(arguments[2]) if len(arguments) > 2 else 40
    tried, found = Counter[str](), list[Deviation]()
    for ruleset in arguments[3:] or list(SYSTEMS):
        for seed in range(first, last):
            deviation = contest(fight(ruleset), seed, steps, tried)
            if deviation is not None:
                found.append(deviation)
                print(f"# seed {seed}\n{deviation}\n", flush=True)
    print(f"# {sum(tried.values())} steps, {len(found)} deviations: {dict(tried)}")


if __name__ == "__main__":
    main(sys.argv[1:])
