"""What the rules make of a fight by card initiative (cards).

Worked out from the rules (CA-…, CAA-…) and the contract's page (C followed by its number). What a GM has on
the table is kept: who has which card, which cards are left, who waits, whose turn goes on after another's.
Nobody is incapacitated here: the fourth wound is left to the cases.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tests.models.contest import Step
from tests.models.turning import Facts, Open, Refused, Turning, factory, main

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = "CDHS"
JOKERS = ("BJ", "RJ")
"""The lower one first (CAA-2)."""
DECK = frozenset({*(rank + suit for rank in RANKS for suit in SUITS), *JOKERS})
HANDS = {"level_headed": 2, "improved_level_headed": 3, "hesitant": 2}
"""How many cards are drawn (CA-10, CA-12)."""
STATES = ("shaken", "joker", "distracted", "vulnerable")
LASTING = ("distracted", "vulnerable")
"""States to the end of the next own turn (CA-60)."""
SUCCESS, RAISE = 4, 4
BENNIES = {("pc", True): 3, ("npc", True): 2}
OPTIONS: dict[str, list[Any]] = {
    "joker_bennies": ["none"],
    "reshuffle_held": ["keep"],
    "interrupt_tie": ["together"],
}


def strength(card: str) -> tuple[int, int]:
    """Return how high a card is: its rank, then its suit (CA-02, CA-03); a joker is above all (CA-06)."""
    if card in JOKERS:
        return len(RANKS), JOKERS.index(card)
    return RANKS.index(card[:-1]), SUITS.index(card[-1])


def is_low(card: str) -> bool:
    """Return whether a card may be thrown away by the quick (CA-09)."""
    return strength(card)[0] <= RANKS.index("5")


def chosen(cards: Sequence[str], feats: Iterable[str]) -> str:
    """Return which of the first cards counts (CA-10, CA-12)."""
    if "hesitant" in feats and not set(cards) & set(JOKERS):
        return min(cards, key=strength)
    return max(cards, key=strength)


def kept(drawn: Sequence[str], feats: Iterable[str]) -> str:
    """Return which card of all drawn is kept, or '' if there must be another one (CA-09, CA-10)."""
    number = max([1, *(HANDS[feat] for feat in feats if feat in HANDS)])
    if len(drawn) < number:
        return ""
    card, rest = chosen(drawn[:number], feats), drawn[number:]
    while "quick" in feats and is_low(card):
        if not rest:
            return ""
        card, rest = rest[0], rest[1:]
    return "" if rest else card


class Cards(Turning):
    """One fight of the system."""

    ruleset, rolling, turns = "cards", "deal", "turns"

    def __init__(self, combatants: Sequence[Mapping[str, Any]], options: Mapping[str, Any]) -> None:
        self.card: dict[str, str] = {}
        self.pile: set[str] = set(DECK)
        self.with_joker = False
        """Whether a joker was dealt in this round."""
        self.had: set[str] = set()
        """Who has had the turn of this round, or lost it."""
        self.states: dict[str, set[str]] = {name: set() for name in STATES}
        self.begun_now: set[tuple[str, str]] = set()
        """Who got a lasting state in its own turn: it lasts to the end of the next one."""
        self.track: dict[str, int] = {}
        self.asked: dict[str, set[str]] = {}
        self.twice: set[str] = set()
        """Who was asked for Spirit again before it answered: how often it answers is left open."""
        self.hit: dict[str, int | None] = {}
        """Wounds of this turn's last damage that can be soaked; None where it is open which damage it is."""
        self.soaking: dict[str, int] = {}
        self.left = 1
        self.declared = 1
        self.fell: set[str] = set()
        """Extras out by a wound."""
        self.under_way: list[Facts] = []
        """Turns that go on after the one inside of them, the last one first."""
        self.behind: list[str] = []
        """Who has lost its contest, and comes right behind the turn under way."""
        self.unlisted: set[int] = set()
        """Rounds of whose turns it is open which are listed."""
        self.moved = False
        """Whether somebody has come in this round: where it stands from then on is left open."""
        self.came_in = False
        """Whether the turn under way was held back."""
        self.least = ""
        """The last card whose turn has come in this round."""
        self.at_once: set[str] = set()
        """Who acts at the same moment (CAA-3): whoever is taken out in it has the turn all the same."""
        self.begun: Facts = {}
        super().__init__(combatants, options)

    def _person(self, one: Mapping[str, Any]) -> Facts:
        wild = one.get("wild", one["kind"] == "pc")
        stats = {"toughness": 5, "armor": 0, "feats": [], "bennies": BENNIES.get((one["kind"], wild), 0)}
        self.track[one["id"]], self.asked[one["id"]], self.hit[one["id"]] = 0, set(), 0
        return {**stats, **one, "wild": wild}

    # ------------------------------------------------------------------ dealing

    def _dealt(self) -> list[str]:
        """Return who gets a card: whoever waits keeps its old one (CA-32, C3)."""
        return [one for one in self._able() if one not in self.waiting]

    def _initiative(self, step: Step) -> None:
        """Deal: every card from what is left of the deck (CA-01, CA-05, C1, C2)."""
        if self.phase != self.rolling:
            raise Refused(True)
        hands = {who: [hand] if isinstance(hand, str) else hand for who, hand in step["rolls"].items()}
        if set(hands) & set(self.waiting):
            raise Refused(True)
        if not hands or set(hands) != set(self._dealt()):
            raise Open("who is not named draws from the dice; who is out is not dealt in")
        if not all(kept(hand, self.people[who]["feats"]) for who, hand in hands.items()):
            raise Open("not the cards that the rules draw")
        cards = [card for hand in hands.values() for card in hand]
        if len(set(cards)) < len(cards) or not set(cards) <= self.pile:
            raise Refused("bad-value")
        self.card = {who: self.card[who] for who in self.waiting}
        for who, hand in hands.items():
            self.card[who] = kept(hand, self.people[who]["feats"])
        if len(set(self.card.values())) < len(self.card):
            raise Open("a card that is on hold was dealt again")
        self.pile -= set(cards)
        self.with_joker = bool(set(cards) & set(JOKERS))
        for who in hands:
            if self.card[who] in JOKERS:
                self._joker(who)
        self.had.clear()
        self.moved, self.least = False, ""
        self.phase = self.turns
        self._next()

    def _joker(self, who: str) -> None:
        """Plus two, and a benny for every wild card of the side (CA-07, CA-08, CAA-1)."""
        self.states["joker"].add(who)
        if self.options.get("joker_bennies") != "none":
            for one in self.people.values():
                one["bennies"] += one["wild"] and one["side"] == self.people[who]["side"]

    def _order(self) -> list[str]:
        return sorted(self.card, key=lambda who: strength(self.card[who]), reverse=True)

    # ------------------------------------------------------------------ whose turn it is

    def _next(self) -> None:
        """Who has lost a contest, then the highest card of those who have not had their turn (CA-02)."""
        self.active = ""
        self.behind = [one for one in self.behind if one in self.waiting]
        if self.behind:
            who = self.behind.pop(0)
            del self.waiting[who]
            self._begin(who, came_in=True)
            return
        if self.under_way:
            self._go_on(self.under_way.pop())
            return
        if not self._able():
            return
        had, least = set(self.had), self.least
        for who in self._order():
            if who in self.had | set(self.waiting):
                continue
            self.least = self.card[who]
            if who not in self.out:
                self._begin(who)
                self.begun |= {"skipped": self.had - had, "least": least}
                return
            self.had.add(
                who
            )  # whoever is out is skipped, and its card has come by (scenarios.md, conventions)
        if set(self._able()) <= set(self.waiting):
            raise Open("everybody waits")
        self._round_over()

    def _round_over(self) -> None:
        """New cards; after a joker the deck is full again (CA-04, CA-08, CAA-4)."""
        self.phase, self.round = self.rolling, self.round + 1
        self.states["joker"].clear()
        if self.with_joker:
            keep = self.options.get("reshuffle_held") == "keep"
            self.pile = set(DECK) - ({self.card[who] for who in self.waiting} if keep else set())
        if self.unclear and self.with_joker and self.options.get("reshuffle_held") == "keep":
            raise Open("whether a card is on hold whose holder was put out")
        self.with_joker = False

    def _begin(self, who: str, came_in: bool = False) -> None:
        """A turn begins: whoever is shaken rolls Spirit (CA-41)."""
        self.begun = {"asked": "", "came_in": came_in}
        self.active, self.did, self.more, self.left, self.declared = who, False, False, 1, 1
        self.begins, self.came_in, self.moved = self.begins + 1, came_in, self.moved or came_in
        self.at_once = set()
        self.acted.setdefault(self.round, []).append(who)
        if who in self.states["shaken"]:
            if "shaken" in self.asked[who]:
                self.twice.add(who)
            else:
                self.begun["asked"] = who
            self.asked[who].add("shaken")

    def _turn_over(self) -> None:
        who = self.active
        self.had.add(who)
        self.hit = dict.fromkeys(self.hit, 0)  # a hit is soaked before the turn is over in which it came
        for one in self.waiting:
            self.waiting[one] += 1
        for state in LASTING:  # CA-60
            if (who, state) in self.begun_now:
                self.begun_now.remove((who, state))
            else:
                self.states[state].discard(who)

    def _go_on(self, turn: Facts) -> None:
        """A turn goes on with what it had left, and stands where its last part ends (additions.md)."""
        who = turn["active"]
        if who not in self.people or who in self.out - self.at_once:
            self.unlisted.add(self.round)
            self._next()
            return
        self.acted.setdefault(self.round, []).append(who)
        for name, was in turn.items():
            setattr(self, name, was)

    def _delay(self, step: Step) -> None:
        """Hold, as the first thing of the turn, and not while shaken (CA-30, CA-34, C3)."""
        who = self._own_turn(step)
        if self.under_way or self.came_in or "count" in step:
            raise Open("to wait with a turn that was held back, or inside of another's")
        if who in self.states["shaken"]:
            raise Refused("state-forbids" if not self.more else True)
        if self.more:
            raise Refused("cannot-delay")
        if self.did:
            raise Open("something free before, though it is the first thing of the turn")
        self.waiting[who] = 0
        self._put_off()
        self._next()

    def _put_off(self) -> None:
        self.acted[self.round].remove(self.active)
        if not self.acted[self.round]:
            del self.acted[self.round]

    def _resume(self, step: Step) -> None:
        """Come in between two turns, or inside of the one under way (CA-31, CA-33, C4)."""
        who = self._known(step)
        if who in self.unclear:
            raise Open("waited when it was put out")
        if self.phase != self.turns or not self.active:
            raise Refused(True)
        if who not in self.waiting:
            raise Refused("not-waiting" if not step.get("interrupt") else True)
        if step.get("interrupt"):
            self._interrupt(who, step.get("contest"))
            return
        if self.did:
            raise Refused("turn-under-way")
        if self.under_way:
            raise Open("to come in before one who has come in")
        if not self.waiting[who]:
            if not set(self._able()) - self.had - set(self.waiting) - {self.active}:
                raise Open("nobody else is to come")
            raise Refused("not-waiting")
        if self.begun["came_in"] or self.behind:
            raise Open("to come in before one who has come in")
        if "shaken" in self.asked[self.active] or self.begun["asked"]:
            raise Open("a roll that was asked for in what is taken back")
        self._put_off()
        self.had -= self.begun["skipped"]
        self.least = self.begun["least"]
        del self.waiting[who]
        self._begin(who, came_in=True)

    def _interrupt(self, who: str, contest: Mapping[str, int] | None) -> None:
        """The higher roll goes first; without rolls, or by a joker, one comes in at once (additions.md)."""
        if not self.did and not self.waiting[who]:
            raise Open("inside of a turn in which nothing was done, with nobody's turn since")
        if who in self.behind or self.behind:
            raise Open("comes behind the turn already")
        if contest and who not in self.states["joker"] and not self._wins(contest[who], contest[self.active]):
            self.behind.append(who)
            return
        names = ("active", "did", "more", "left", "declared", "begun", "came_in")
        self._put_off()
        self.under_way.append({name: getattr(self, name) for name in names})
        del self.waiting[who]
        rolled = set() if contest is None or who in self.states["joker"] else set(contest.values())
        tied = {who, self.active} if len(rolled) == 1 else set()
        self._begin(who, came_in=True)
        self.at_once = tied

    def _wins(self, mine: int, other: int) -> bool:
        """Return whether one comes in before the turn goes on; both at once is that, too (CA-33, CAA-3)."""
        return mine >= other if self.options.get("interrupt_tie") == "together" else mine > other

    # ------------------------------------------------------------------ doing something

    def _declare(self, step: Step) -> None:
        """Up to three actions, as the first thing (CA-21, C5)."""
        who = self._own_turn(step)
        if who in self.states["shaken"] or (self.did and not self.more):
            raise Open("shaken, or after something free")
        if self.more:
            raise Refused(True)
        if not 1 <= step["actions"] <= 3:
            raise Refused("bad-value")
        self.left = self.declared = step["actions"]
        self.did = self.more = True

    def _act(self, step: Step) -> None:
        """An action of those declared; shaken only what is free (CA-20, CA-22, CA-40)."""
        who = self._own_turn(step)
        if step["cost"] == "action":
            if who in self.states["shaken"]:
                raise Refused("state-forbids" if self.left else True)
            if not self.left:
                raise Refused("no-budget")
            self.left -= 1
            self.more = True
        self.did = True

    # ------------------------------------------------------------------ harm

    def _damage(self, step: Step) -> None:
        """Shaken, and a wound for every raise; shaken already without one: a wound (CA-42, CA-43, C7)."""
        who = self._known(step, "to")
        one = self.people[who]
        if who in self.out or who in self.soaking:
            raise Open("out already, or the last hit is being soaked")
        over = step["amount"] - (one["toughness"] - min(step.get("ap", 0), one["armor"]))
        if over < 0:
            self.hit[who] = None if self.hit[who] else 0
            return
        wounds = over // RAISE or int(who in self.states["shaken"])
        if one["wild"] and self.track[who] + wounds > 3:
            raise Open("incapacitated: left to the cases")
        if who in self.states["shaken"] and wounds:
            self.hit[who] = None  # whether soaking it all ends what was there before is left open
        else:
            self.hit[who] = wounds
        if not one["wild"] and wounds:  # CA-44, C8
            self.track[who] = 1
            self.fell.add(who)
            self.states["shaken"].add(who)
            self.asked[who].clear()
            self._put_out(who)
            return
        self.track[who] += wounds
        self.states["shaken"].add(who)
        if who in self.waiting:  # CA-34
            del self.waiting[who]
            self.had.add(who)
            self.flags = None

    def _spend(self, step: Step) -> None:
        """A benny ends shaken, or soaks, or rolls again (CA-46, CA-47)."""
        who, on = self._known(step), step["on"]
        one = self.people[who]
        if who in self.out:
            raise Open("out of the fight")
        if on == "soak":
            wounds = self.hit[who]
            if wounds is None or who in self.soaking:
                raise Open("which damage that would be")
            if not wounds:
                raise Refused("no-trigger" if one["bennies"] else True)
        if on == "shaken" and who not in self.states["shaken"]:
            raise Refused(True)
        if not one["bennies"]:
            raise Refused("no-budget")
        one["bennies"] -= 1
        if on == "soak":
            self.soaking[who], self.hit[who] = self.hit[who] or 0, 0
            self.asked[who].add("soak")
        if on == "shaken":
            self._recover(who)

    def _recover(self, who: str) -> None:
        self.states["shaken"].discard(who)
        self.asked[who].discard("shaken")
        self.twice.discard(who)

    def _check(self, step: Step) -> None:
        """Spirit ends shaken; Vigor takes wounds of the hit back (CA-41, CA-47)."""
        who, name = self._known(step), step["name"]
        if who in self.twice and name == "shaken":
            raise Open("asked for twice")
        if name not in self.asked[who]:
            raise Refused("no-trigger")
        self.asked[who].remove(name)
        if name == "shaken":
            if step["total"] >= SUCCESS:
                self._recover(who)
            return
        wounds = self.soaking.pop(who)
        taken = min(1 + (step["total"] - SUCCESS) // RAISE if step["total"] >= SUCCESS else 0, wounds)
        self.track[who] -= taken
        if taken == wounds:
            self._recover(who)

    # ------------------------------------------------------------------ the GM

    def _effect(self, step: Step) -> None:
        who, name = self._known(step, "on"), step["name"]
        if who in self.states[name] or any(turn["active"] == who for turn in self.under_way):
            raise Open("begun again, or inside of another's turn")
        if who in self.out:
            raise Open("out of the fight")
        self.states[name].add(who)
        if who == self.active:
            self.begun_now.add((who, name))

    def _add(self, step: Step) -> None:
        """Whoever joins is dealt a card; one above the last card whose turn has come has come by already.

        The old card of one who comes in from hold is none that turns go by (CA-32).
        """
        who, card = step["combatant"]["id"], step["roll"]
        if self.phase != self.turns or not self.active:
            raise Open("no place to compare with")
        if card not in self.pile:
            raise Refused("bad-value")
        if card in JOKERS or any(self.card[one] == self.least for one in self.waiting):
            raise Open("a joker that has come by; or the last card whose turn has come went on hold")
        if self.least and self.least not in self.card.values():
            raise Open("the last card whose turn has come has left with its owner")
        self._enter(step["combatant"])
        if self.people[who]["feats"]:
            raise Open("draws more than one")
        self.pile.remove(card)
        self.card[who] = card
        if self.least and strength(card) > strength(self.least):
            self.had.add(who)

    def _put_out(self, who: str) -> None:
        if who in self.at_once:
            self.out.add(who)
            return
        if any(turn["active"] == who for turn in self.under_way) or self.behind:
            raise Open("put out inside of its turn, or before one comes in")
        super()._put_out(who)
        if self.phase == self.rolling and not self._dealt():
            raise Open("everybody waits")

    def _defeat(self, step: Step) -> None:
        who = self._known(step)
        super()._defeat(step)
        self.asked[who].clear()
        self.soaking.pop(who, None)

    def _remove(self, step: Step) -> None:
        who = self._known(step)
        if who in self.out:
            raise Open("leaves when it is out")
        self.at_once.discard(who)
        super()._remove(step)
        self.card.pop(who, None)
        self.soaking.pop(who, None)
        for those in self.states.values():
            those.discard(who)

    def _restore(self, step: Step) -> None:
        who = self._known(step)
        if who in self.fell or (who not in self.card and self.phase == self.turns):
            raise Open("an extra that fell, or one without a card")
        if any(who in self.states[name] for name in LASTING):
            raise Open("whether it had its turn while it was out")
        super()._restore(step)

    # ------------------------------------------------------------------ what holds

    def facts(self) -> Facts:
        """Return what holds now; between two rounds cards are those of yesterday."""
        facts, people = self._common(), self.people
        facts["acted"] = {
            str(number): list(turns)
            for number, turns in self.acted.items()
            if number not in self.unlisted and not (self.under_way and number == self.round)
        }
        facts["track"] = {who: self.track[who] for who in people}
        able = self._able()  # what becomes of the states of those who have no turn is left open
        facts["value"] = {who: self._value(who) for who in able}
        facts["has"] = {who: [name for name, those in self.states.items() if who in those] for who in able}
        facts["lacks"] = {who: [name for name in STATES if name not in facts["has"][who]] for who in able}
        sure = [who for who in people if who not in self.twice | self.out]
        facts["asks"] = {who: sorted(self.asked[who]) for who in sure}
        facts["deck"] = {"action": len(self.pile)}
        if self.phase == self.turns:
            facts["counts"] = dict(self.card)
            if not self.moved:
                facts["order"] = self._order()
        elif self.phase and not self.out:  # that who is out has no card either is left open
            facts["unrolled"] = self._dealt()
        if self.active:
            facts["budget"] = {self.active: {"actions": self.left}}
        return facts

    def _value(self, who: str) -> Facts:
        """Return the penalty of wounds and all that is on trait rolls (CA-45, C6)."""
        wounds = -min(self.track[who], 3)
        value = {"bennies": self.people[who]["bennies"], "wound_penalty": wounds}
        if any(turn["active"] == who for turn in self.under_way):
            return value
        more = self.declared - 1 if who == self.active else 0
        states = 2 * (who in self.states["joker"]) - 2 * (who in self.states["distracted"])
        return {**value, "trait_mod": wounds - 2 * more + states}

    # ------------------------------------------------------------------ random steps

    def _draw_rolls(self, rng: random.Random, do: str) -> Step:
        """Return a deal of what is left, with more jokers than chance would give."""
        left = rng.sample(sorted(self.pile), len(self.pile))
        if rng.random() < 0.2:
            left.sort(key=lambda card: card not in JOKERS)
        hands: dict[str, list[str]] = {}
        for who in rng.sample(self._dealt(), len(self._dealt())):
            hand = hands.setdefault(who, [])
            while left and not kept(hand, self.people[who]["feats"]):
                hand.append(left.pop(0))
        if hands and rng.random() < 0.05:
            hands[rng.choice(list(hands))] = [rng.choice(sorted(DECK))]
        if self.waiting and rng.random() < 0.03:
            hands[next(iter(self.waiting))] = left[:1]
        return {"do": do, "rolls": {who: hand[0] if len(hand) == 1 else hand for who, hand in hands.items()}}

    def _draw_outside(self, rng: random.Random) -> Step:
        kinds = ["damage", "damage", "damage", "effect", "add"]
        kinds += ["resume"] * (9 if self.waiting else 1) + ["check"] * (5 if any(self.asked.values()) else 1)
        kinds += ["spend"] * (3 if self.states["shaken"] else 1)
        kind, who = rng.choice(kinds), self._anybody(rng)
        if kind == "damage":
            return {
                "do": kind,
                "to": who,
                "amount": rng.randint(3, 13),
                **({"ap": 2} if rng.random() < 0.2 else {}),
            }
        if kind == "effect":
            return {"do": kind, "on": who, "name": rng.choice(LASTING)}
        if kind == "resume":
            return _coming_in(self, rng, rng.choice([*self.waiting, *self.waiting, who]))
        if kind == "spend":
            who = rng.choice([*sorted(self.states["shaken"]), who])
            return {
                "do": kind,
                "who": who,
                "resource": "benny",
                "on": rng.choice(["soak", "soak", "shaken", "reroll"]),
            }
        if kind == "add" and self._free_name() and len(self.people) < 6 and self.pile:
            card = rng.choice(sorted(self.pile))
            return {"do": kind, "combatant": _combatant(rng, self._free_name()), "roll": card}
        asked = [(one, name) for one, names in self.asked.items() for name in sorted(names)]
        who, name = rng.choice([*asked, *asked, (who, rng.choice(["shaken", "soak"]))])
        return {"do": "check", "who": who, "name": name, "total": rng.randint(1, 13)}

    def _draw_inside(self, rng: random.Random, who: str) -> Step:
        kinds = ["act", "act", "act", *["end-turn"] * (4 if self.did else 2)]
        kind = rng.choice([*kinds, *([] if self.did else ["delay", "delay", "declare"]), "declare"])
        if kind == "end-turn":
            return {"do": kind}
        if kind == "declare":
            return {"do": kind, "who": who, "actions": rng.randint(1, 4)}
        if kind == "delay":
            return {"do": kind, "who": who}
        return {"do": kind, "who": who, "cost": rng.choice(["action", "action", "free"])}


def _coming_in(fight: Cards, rng: random.Random, who: str) -> Step:
    step: Step = {"do": "resume", "who": who}
    if rng.random() < 0.5 or not fight.active:
        return step
    step["interrupt"] = True
    if rng.random() < 0.7 and who != fight.active:
        step["contest"] = {who: rng.randint(3, 8), fight.active: rng.randint(3, 7)}
    return step


def _combatant(rng: random.Random, name: str) -> Facts:
    one: Facts = {"id": name}
    if rng.random() < 0.5:
        one |= {"side": "foes", "kind": "npc"}
        if rng.random() < 0.5:
            one["wild"] = True
    if rng.random() < 0.6:
        one |= {"toughness": rng.randint(4, 8), "armor": rng.randint(0, 3)}
    if rng.random() < 0.4:
        one["feats"] = [rng.choice(["quick", *HANDS])]
        if one["feats"] == ["level_headed"] and rng.random() < 0.5:
            one["feats"].append("quick")
    return one


fight = factory(Cards, _combatant, OPTIONS)
"""Makes a fight of two to five, under some of the options."""


if __name__ == "__main__":
    main(fight, int(sys.argv[1]), int(sys.argv[2]))
