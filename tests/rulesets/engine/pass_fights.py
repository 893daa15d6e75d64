"""Random fights for the laws of a pass: seeded, without Hypothesis inside, shortened when a law is broken."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from msgspec.structs import fields

from rulesets.fight.session import Session, decode_entry, encode_entry
from rulesets.formula.dice import RandomDice
from rulesets.reading import loader
from rulesets.table import commands as cmd
from rulesets.table.encounter import RUNNING, Encounter
from rulesets.table.refusal import Refusal
from rulesets.vocabulary import Rules
from tests.rulesets.engine.made_rulesets import FALL, FEATURES, Features, rules_of, text_of
from tests.rulesets.engine.pass_laws import Book, Broken, Observer

Step = cmd.Command | str
"""A command, 'undo' or 'redo'."""
NAMES = "ABCDEFGH"
DATA_ALONE = sorted((Path(__file__).parents[2] / "systems").iterdir())
WRITTEN: list[Path | str] = [*sorted(loader.shipped()), *DATA_ALONE]
"""Rulesets that somebody wrote: the shipped ones, and those that only the tests know."""


@cache
def written(ruleset: Path | str, options: tuple[tuple[str, str], ...] = ()) -> Rules:
    return loader.load(ruleset, dict(options))


def some_options(ruleset: Path | str, rng: random.Random) -> tuple[tuple[str, str], ...]:
    """One option at another value, or all as they are."""
    choices = [
        (name, one.value) for name, option in written(ruleset).options.items() for one in option.choices
    ]
    return (rng.choice(choices),) if choices and rng.random() < 0.5 else ()


class Fight:
    """A session with its observer; steps are played on both."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.session = Session(rules, dice=RandomDice(1))
        self.observer = Observer(rules)
        self.books: list[Book | None] = [None]

    @property
    def state(self) -> Encounter:
        return self.session.state

    def play(self, step: Step) -> list[Broken] | None:
        """Play a step; return the laws that it broke, or None if it is refused."""
        if isinstance(step, str):
            return self._travel(step)
        before = self.state
        done = self.session.dispatch(step)
        if isinstance(done, Refusal):
            return None
        found = self.observer.see(before, step, self.state)
        del self.books[self.session.cursor :]
        self.books.append(self.observer.book)
        return found + self._orders_are_total() + self._one_must_act()

    def _travel(self, step: str) -> list[Broken] | None:
        """Go back or forward: the state that comes is the one that was there before (architecture)."""
        before, cursor = self.state, self.session.cursor
        refused = self.session.undo() if step == "undo" else self.session.redo()
        if isinstance(refused, Refusal):
            return None
        self.observer.book = self.books[self.session.cursor]
        there = self.state
        self.session.go_to(cursor)
        same = self.state == before
        self.session.go_to(self.session.cursor + (1 if step == "redo" else -1))
        return (
            [] if same and self.state == there else [Broken("log", f"{step} and back is not the same state")]
        )

    def _orders_are_total(self) -> list[Broken]:
        orders = self.state.orders.items()
        wrong = [name for name, order in orders if sorted(order.slots) != sorted(order.places)]
        return [Broken("total", f"the order {name} is not total") for name in wrong]

    def _one_must_act(self) -> list[Broken]:
        """Only the lowest of the waiting may go when nobody else is left (002-26)."""
        must, book = self.observer.expected_to_act(self.state), self.observer.book
        if not must or book is None:
            return []
        found = []
        for slot in book.waits:
            let_go = not isinstance(self.session.preview(cmd.EndTurn(who=slot)), Refusal)
            if let_go != (slot == must):
                found.append(
                    Broken("must-act", f"{must} has to act, and {slot} is {'' if let_go else 'not '}let go")
                )
        return found

    def reopened(self) -> list[Broken]:
        """Reading the log again gives the same fight, forwards and backwards."""
        line = [decode_entry(encode_entry(entry)) for entry in self.session.line]
        again = Session(self.rules)
        again.load(line, self.session.cursor)
        found = [] if again.state == self.state else [Broken("log", "a log that is read again differs")]
        again.go_to(0)
        if again.state != Encounter():
            found.append(Broken("log", "taking everything back leaves something"))
        again.go_to(self.session.cursor)
        return found if again.state == self.state else [*found, Broken("log", "doing it all again differs")]


# -- what is tried ---------------------------------------------------------------------------------------


class Gamemaster:
    """Says what happens next: mostly what the fight waits for, and now and then anything else."""

    def __init__(self, rng: random.Random, fight: Fight) -> None:
        self.rng, self.fight = rng, fight
        self.effects = 0
        self.kinds: list[tuple[int, Callable[[], Step]]] = [
            (34, self.go_on),
            (8, self.act),
            (12, self.delay),
            (10, self.resume),
            (5, self.ready),
            (5, self.trigger),
            (5, self.effect),
            (4, self.add),
            (3, self.leave),
            (5, self.out),
            (4, self.restore),
            (4, self.count),
            (2, self.stat),
            (2, self.insist),
            (1, self.close),
            (4, self.travel),
            (3 if FALL in fight.rules.pipelines else 0, self.fall),
        ]
        if any(key.by == "count" for order in fight.rules.orders.values() for key in order.keys):
            self.kinds += [(8, self.react), (3, self.harm)]

    def step(self) -> Step:
        weights = [weight for weight, _ in self.kinds]
        return self.rng.choices([kind for _, kind in self.kinds], weights)[0]()

    @property
    def state(self) -> Encounter:
        return self.fight.state

    def anyone(self) -> str:
        return self.rng.choice(list(self.state.combatants) or ["A"])

    def slot(self) -> str:
        return self.state.combatants[self.anyone()].slot if self.state.combatants else "A"

    def active(self) -> str:
        """Mostly the slot whose turn it is."""
        return self.state.walk.active if self.state.walk.active and self.rng.random() < 0.9 else self.slot()

    def member(self, slot: str) -> str:
        return next((one.id for one in self.state.members(slot)), slot or "A")

    def go_on(self) -> Step:
        """Do what the phase waits for."""
        state, phase = self.state, self.fight.observer.phase_of(self.state)
        if state.clock.status != RUNNING or phase is None:
            return self.start()
        if phase.activity == "roll":
            return self.rolling(cmd.RollInitiative)
        if phase.activity == "declare":
            return self.declare()
        if state.walk.active:
            return cmd.EndTurn()
        book = self.fight.observer.book
        if book is not None and book.waits and self.rng.random() < 0.8:
            must = self.fight.observer.expected_to_act(state) or next(iter(book.waits))
            return self.rng.choice([cmd.Resume(who=must), cmd.EndTurn(who=must)])
        if phase.choice is not None:
            left = self.fight.observer.left(book, state, phase) if book is not None else []
            return (
                cmd.Choose(who=self.rng.choice(left))
                if left and self.rng.random() < 0.95
                else cmd.NextPhase()
            )
        return cmd.NextPhase()

    def declare(self) -> Step:
        open_ones = [one.id for one in self.state.combatants.values() if not one.done and not one.out]
        first = [one for one in open_ones if self.state.combatants[one].slot == self.state.walk.active]
        who = self.rng.choice(first or open_ones) if open_ones else ""
        if not who:
            return self.rng.choice([cmd.NextPhase(), self.rolling(cmd.RollInitiative)])
        names = sorted(self.fight.rules.declarations)
        if any(one.several for one in self.fight.rules.phases if one.activity == "declare"):
            return cmd.Declare(who=(who,), done=True)
        name = self.rng.choice(names)
        needed = self.fight.rules.declarations[name].inputs.items()
        given: dict[str, Any] = {key: self.rng.randint(1, 2) for key, one in needed if one.type == "number"}
        given.update({key: "fire" for key, one in needed if one.type == "text"})
        return cmd.Declare(who=(who,), name=name, fields=given)

    def start(self) -> Step:
        return self.rolling(cmd.Start)

    def rolling(self, kind: type[cmd.Rolling]) -> Step:
        """Say a total for everybody whom the roll is about: slots, sides, or nobody in particular."""
        everybody = self.state.combatants.values()
        for names in ({one.slot for one in everybody}, {one.side for one in everybody}):
            step = kind(rolls={name: self.rng.randint(1, 12) for name in sorted(names)})
            if not isinstance(self.fight.session.preview(step), Refusal):
                return step
        return kind()

    def act(self) -> Step:
        rules, who = self.fight.rules, self.member(self.active())
        names = sorted(rules.actions) or [name for name, one in rules.costs.items() if one.kind == "action"]
        name = self.rng.choice(names)
        return cmd.Act(who=who, name=name) if name in rules.actions else cmd.Act(who=who, cost=name)

    def react(self) -> Step:
        """Pay with a count that moves, in anybody's turn."""
        return cmd.React(who=self.anyone(), name=self.rng.choice(sorted(self.fight.rules.reactions)))

    def harm(self) -> Step:
        return cmd.Apply(pipeline="damage", to=(self.anyone(),), inputs={"amount": self.rng.randint(1, 3)})

    def delay(self) -> Step:
        who, way = self.active(), self.rng.choice(["wait", "wait", "count", "after"])
        round_ = self.rng.choice([None, None, self.state.clock.round + 1])
        override = self.rng.random() < 0.05 and any(not one.out for one in self.state.members(who))
        if way == "count":
            return cmd.Delay(who=who, count=self.rng.randint(-2, 14), round=round_, override=override)
        if way == "after":
            return cmd.Delay(who=who, after=self.slot(), override=override)
        return cmd.Delay(who=who, override=override)

    def resume(self) -> Step:
        book = self.fight.observer.book
        waiting = sorted(book.waits) if book is not None else []
        who = self.rng.choice(waiting) if waiting else self.slot()
        return cmd.Resume(who=who, override=self.rng.random() < 0.05)

    def ready(self) -> Step:
        return cmd.Ready(who=self.member(self.active()), action="shoot", trigger="it moves")

    def trigger(self) -> Step:
        held = [one.id for one in self.state.combatants.values() if one.readied]
        return cmd.Trigger(
            who=self.rng.choice(held) if held else self.anyone(), by=self.member(self.active())
        )

    def effect(self) -> Step:
        self.effects += 1
        zero = self.rng.choice(["end", "end", "check"])
        on, rounds = self.anyone(), self.rng.randint(1, 2)
        return cmd.BeginEffect(on=on, name=f"mark {self.effects}", rounds=rounds, at_zero=zero)

    def newcomer(self, name: str) -> cmd.Add:
        given: dict[str, Any] = {"id": name, "side": self.rng.choice(["party", "foes"])}
        if name in "CD" and self.rng.random() < 0.4:
            given["group"] = "squad"
        if self.rng.random() < 0.25:
            given["aware"] = False
        for stat, values in (("haste", (0, 0, 1)), ("fit", (1, 1, 1, 0)), ("speed", (0, 1, 2))):
            if stat in self.fight.rules.stats and self.fight.rules.stats[stat].type == "number":
                given[stat] = self.rng.choice(values)
        return cmd.Add(combatant=given, roll=self.rng.randint(1, 12))

    def add(self) -> Step:
        missing = [name for name in NAMES if name not in self.state.combatants]
        return self.newcomer(missing[0]) if missing else cmd.Leave(who=self.anyone())

    def leave(self) -> Step:
        return cmd.Leave(who=self.member(self.active()) if self.rng.random() < 0.4 else self.anyone())

    def fall(self) -> Step:
        return cmd.Apply(pipeline=FALL, to=(self.anyone(),))

    def out(self) -> Step:
        return self.rng.choice([cmd.Defeat, cmd.Disable])(who=self.anyone())

    def restore(self) -> Step:
        out = [one.id for one in self.state.combatants.values() if one.out]
        return cmd.Restore(who=self.rng.choice(out) if out else self.anyone())

    def count(self) -> Step:
        return cmd.SetNumbers(who=self.anyone(), initiative=self.rng.randint(-2, 14))

    def stat(self) -> Step:
        made = "fit" in self.fight.rules.stats
        stats = ["fit", "haste"] if made else ["hp"]
        return cmd.SetNumbers(who=self.anyone(), stats={self.rng.choice(stats): self.rng.randint(0, 1)})

    def insist(self) -> Step:
        who = self.slot()
        able = any(not one.out for one in self.state.members(who))
        kinds = [cmd.Resume, cmd.Choose, *([cmd.Delay] if able else [])]
        return self.rng.choice(kinds)(who=who, override=True)

    def close(self) -> Step:
        if self.rng.random() < 0.1:
            return cmd.EndEncounter()
        return cmd.NextPhase(override=self.rng.random() < 0.3)

    def travel(self) -> Step:
        return self.rng.choice(["undo", "undo", "redo"])


# -- playing ---------------------------------------------------------------------------------------------


class Found(Exception):
    """A law does not hold: which, what happened, and the shortest fight that shows it."""

    def __init__(self, broken: Broken, steps: Sequence[Step], features: Features | None = None) -> None:
        self.broken, self.steps = broken, steps
        lines = [f"{broken.law}: {broken.what}", *(f"    {spelled(step)}" for step in steps)]
        special = {key: one for key, one in (features or {}).items() if one != FEATURES[key][0]}
        lines += [f"    made with {special}"] if features is not None else []
        super().__init__("\n".join(lines))


def spelled(step: Step) -> str:
    """A step as it is written in a test."""
    if isinstance(step, str):
        return repr(step)
    given = [
        f"{one.name}={getattr(step, one.name)!r}"
        for one in fields(step)
        if one.required
        or getattr(step, one.name)
        != (one.default_factory() if callable(one.default_factory) else one.default)
    ]
    return f"cmd.{type(step).__name__}({', '.join(given)})"


def replayed(rules: Rules, steps: Sequence[Step], law: str = "") -> tuple[list[Step], Broken] | None:
    """Play steps up to the first broken law (of that name); return what was accepted, and the law."""
    fight, accepted = Fight(rules), list[Step]()
    for step in steps:
        found = fight.play(step)
        if found is None:
            continue
        accepted.append(step)
        for broken in found:
            if not law or broken.law == law:
                return accepted, broken
    for broken in fight.reopened():
        if not law or broken.law == law:
            return accepted, broken
    return None


def shortened(rules: Rules, steps: Sequence[Step], law: str) -> tuple[list[Step], Broken] | None:
    """Leave out every step that the broken law does not need."""
    best = replayed(rules, steps, law)
    if best is None:
        return None
    at = len(best[0]) - 1
    while at >= 0:
        shorter = replayed(rules, [*best[0][:at], *best[0][at + 1 :]], law)
        best = shorter or best
        at = min(at, len(best[0])) - 1
    return best


def random_fight(rules: Rules, seed: int, length: int, tried: Counter[str] | None = None) -> int:
    """Play one random fight of so many steps; return how many were accepted.

    Raises:
        Found: if a law does not hold, with the fight shortened.
    """
    rng = random.Random(seed)
    fight, steps = Fight(rules), list[Step]()
    gm = Gamemaster(rng, fight)
    opening = [gm.newcomer(name) for name in NAMES[: rng.randint(2, 5)]]
    broken: Broken | None = None
    for number in range(length):
        step: Step = gm.start() if number == len(opening) else gm.step()
        step = opening[number] if number < len(opening) else step
        found = fight.play(step)
        if found is None:
            continue
        steps.append(step)
        if tried is not None:
            tried[spelled(step).partition("(")[0]] += 1
        if found:
            broken = found[0]
            break
    broken = broken or next(iter(fight.reopened()), None)
    if broken is not None:
        short = shortened(rules, steps, broken.law)
        raise Found(short[1], short[0]) if short else Found(broken, steps)
    return len(steps)


def made_fight(features: Features, seed: int, length: int, tried: Counter[str] | None = None) -> int:
    """Play one random fight by a made ruleset; return how many steps were accepted.

    Raises:
        Found: if a law does not hold, with the fight shortened and the ruleset as plain as it can be.
    """
    try:
        return random_fight(rules_of(text_of(features)), seed, length, tried)
    except Found as found:
        plain = dict(features)
        best: tuple[list[Step], Broken] = list(found.steps), found.broken
        for key, values in FEATURES.items():
            fewer = {**plain, key: values[0]}
            shown = replayed(rules_of(text_of(fewer)), best[0], found.broken.law)
            if shown is not None:
                plain, best = fewer, shown
        raise Found(best[1], best[0], plain) from None
