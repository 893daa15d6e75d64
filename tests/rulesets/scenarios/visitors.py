"""What is proved of every case while it is played once: one visitor each (``replay``)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from rulesets.engine.compute import compute
from rulesets.engine.evolve import replay
from rulesets.fight.session import Done, Session, decode_entry, encode_entry
from rulesets.formula.dice import print_code
from rulesets.seen import queries
from rulesets.seen.accounts import accounts
from rulesets.seen.harm import deeper_stats, mounting_stats, vital_stats
from rulesets.seen.offers import offers, tried
from rulesets.seen.why.breakdown import Part
from rulesets.seen.why.explain import explain_formula, explain_pool, explain_stat, explain_track
from rulesets.seen.why.log import Back, find_made
from rulesets.seen.why.order import explain_count
from rulesets.table import commands as cmd
from rulesets.table.encounter import Encounter
from rulesets.table.events import TurnListed, TurnUnlisted
from rulesets.table.refusal import Refusal
from rulesets.words import texts
from rulesets.words.codes import known
from rulesets.words.terms import Terms
from rulesets.words.texts import Speaker
from tests.rulesets.every_case import BESIDE, FILES, STORIES, Case
from tests.rulesets.fight.playing_again import play_again
from tests.rulesets.output.stat_block import stands_there_once
from tests.rulesets.scenarios.replay import Played, Visitor
from tests.rulesets.seen.explaining import holds, stages_hold
from tests.rulesets.words.refused import is_listed

Step = Mapping[str, Any]


class Holds(Visitor):
    """What the case says at the table holds in the core; one die too few or one left over fails it."""

    def after(self, step: Step) -> None:
        assert not self.played.failure, self.played.failure

    def end(self) -> None:
        left = self.played.dice.left
        assert not left, f"dice left over: nobody rolls {list(left)}"


class RefusalsAreListed(Visitor):
    """Every refusal that a case meets has its row, and what the case calls it is known."""

    @classmethod
    def wants(cls, case: Case) -> bool:
        return case.file in FILES or case.file in BESIDE

    def after(self, step: Step) -> None:
        if self.played.outcome is None:
            return
        refusal, wanted = self.played.outcome.refusal, step.get("refused")
        assert refusal is None or is_listed(self.rules, refusal), refusal
        if isinstance(wanted, str):
            assert wanted in known(pool.refusal for pool in self.rules.pools.values())


class NoSentenceHasAHole(Visitor):
    """Commands, drops, refusals, entries and what is offered: no case leaves a hole in a sentence."""

    def __init__(self, played: Played) -> None:
        super().__init__(played)
        self.speaker = Speaker(self.rules, lambda ident: f"Name {ident}")

    @classmethod
    def wants(cls, case: Case) -> bool:
        return case.file in FILES

    def whole(self, *said: str) -> None:
        assert not [line for line in said if set("{}?") & set(line)]

    def dispatching(self, command: cmd.Command) -> None:
        self.whole(self.speaker.command(command), self.speaker.drop(command, self.session.preview(command)))

    def dispatched(self, command: cmd.Command, result: Done | Refusal) -> None:
        if isinstance(result, Refusal):
            self.whole(self.speaker.refusal(result))
        else:
            entry = self.speaker.entry(result.entry)
            assert entry.title
            self.whole(entry.title, *entry.lines)

    def end(self) -> None:
        for combatant in self.state.combatants.values():
            for offer in offers(self.rules, self.state, combatant):
                if offer.refusal:
                    self.whole(self.speaker.refusal(offer.refusal))
        self.whole(*texts.places(self.rules, self.session.log, self.session.base))


class WhatIsAlikeIsOfferedAlike(Visitor):
    """Of acts that are alike one is tried: each is offered, or refused, as if it had been tried by itself."""

    def end(self) -> None:
        for combatant in self.state.combatants.values():
            for offer in offers(self.rules, self.state, combatant):
                untried = replace(offer, refusal=None, moves=None)
                assert tried(self.rules, self.state, untried) == offer
                self.looked += 1


class _Explained(Visitor):
    @classmethod
    def wants(cls, case: Case) -> bool:
        return case.file in FILES

    def where(self, *more: object) -> tuple[object, ...]:
        return (self.played.case["id"], *more)


class StatsPoolsAndTracks(_Explained):
    """Stats, pools and tracks are the sum of their parts."""

    slow = True

    @classmethod
    def wants(cls, case: Case) -> bool:
        return case.file in FILES or case.file in BESIDE

    def end(self) -> None:
        rules, state = self.rules, self.state
        for who in state.combatants.values():
            for name in rules.stats:
                value = queries.value_of(rules, state, who, name)
                holds(explain_stat(rules, state, who, name), value, self.where(who.id, name))
                self.looked += 1
            for name in rules.pools:
                left = queries.left_of(rules, state, who, name)
                holds(explain_pool(rules, state, who, name), left, self.where(who.id, name))
            for name in rules.tracks:
                told = explain_track(rules, self.state, who, name)
                holds(told, queries.step_of(who, name), self.where(name))


class Counts(_Explained):
    """Counts are dice and modifiers and what moved them, whenever any has moved."""

    def __init__(self, played: Played) -> None:
        super().__init__(played)
        self.back = Back()
        self.seen: dict[tuple[str, str], object] = {}
        """The counts as they were looked at last, by order and slot."""

    @classmethod
    def wants(cls, case: Case) -> bool:
        return case.file in FILES or case.file in BESIDE

    def after(self, step: Step) -> None:
        orders = self.state.orders
        now = {
            (name, slot): order.places[slot].count
            for name, order in orders.items()
            for slot in queries.live_slots(order)
        }
        if now != self.seen:
            self.seen = now
            self.explain()

    def explain(self) -> None:
        rules, state = self.rules, self.state
        for name, order in state.orders.items():
            for slot in queries.live_slots(order):
                explained = explain_count(rules, state, slot, self.session.log, name, self.back)
                if explained is None:
                    continue
                self.looked += 1
                roll = rules.orders[name].roll
                if roll is not None and roll.deck:
                    card = Terms(rules, str).card(roll.deck, order.places[slot].card)
                    assert explained.value == card, self.where(slot)
                elif roll is not None:
                    holds(explained, order.places[slot].count, self.where(slot))
                elif explained.parts:
                    holds(explained, explained.value, self.where(slot))


class NamedFormulas(_Explained):
    """Every formula with its defaults, and every 'compute' of the cases: the sum of its parts."""

    def __init__(self, played: Played) -> None:
        super().__init__(played)
        self.asked: list[tuple[str, str, Mapping[str, Any]]] = [
            (name, "", {}) for name in self.rules.formulas
        ]

    def after(self, step: Step) -> None:
        if step.get("do") == "compute" and not step.get("refused"):
            self.asked.append((step["formula"], step.get("who", ""), step.get("with") or {}))

    def end(self) -> None:
        rules, state = self.rules, self.state
        for formula, who, given in self.asked:
            result = compute(rules, state, formula, who, given)
            explained = explain_formula(rules, state, formula, state.combatants.get(who), given)
            said = print_code(explained.value) if explained.kind == "code" else explained.value
            assert said == result
            holds(explained, explained.value, self.where(formula))
            self.looked += 1


class Stages(_Explained):
    """Each pipeline of the cases' own steps: the numbers that were told are those that are explained."""

    def after(self, step: Step) -> None:
        if step.get("do") in self.rules.pipelines and not step.get("refused"):
            self.looked += stages_hold(self.session, self.played.before, self.played.case["id"])


class RollsStayAsTheyWere(_Explained):
    """After each step: what happens later never changes why a roll is what it is."""

    slow = True
    every = 1

    def __init__(self, played: Played) -> None:
        super().__init__(played)
        self.back = Back()
        self.seen: dict[tuple[int, int, str, str], tuple[Part, ...]] = {}
        self.kept: list[object] = []
        """Entries that were looked at, so that no other entry gets the identity of one."""

    def after(self, step: Step) -> None:
        if (self.played.number - 1) % self.every:
            return
        state, log = self.state, self.session.log
        for name, order in state.orders.items():
            for slot in queries.live_slots(order):
                made = find_made(log, name, slot)
                explained = explain_count(self.rules, state, slot, log, name, self.back)
                if made is None or explained is None:
                    continue
                parts = tuple(part for part in explained.parts if part.kind != "moved")
                self.kept.append(log[made.entry])
                if self.rules.orders[name].roll is not None:
                    key = (id(log[made.entry]), made.event, name, slot)
                    assert self.seen.setdefault(key, parts) == parts, slot
                    self.looked += 1


class RollsStaySometimes(RollsStayAsTheyWere):
    """After some steps: what happens later never changes why a roll is what it is. An explanation goes back
    along the whole log."""

    slow = False
    every = 7

    @classmethod
    def wants(cls, case: Case) -> bool:
        return super().wants(case) and case.file.stem == "kaiser"


class Totals(Visitor):
    """Totals are those that the states tell (issue 6: "compared with totals computed independently from the
    log")."""

    @classmethod
    def wants(cls, case: Case) -> bool:
        return case.file in FILES or case.file in STORIES

    def end(self) -> None:
        session = self.session
        if not without_steps_there_and_back(session):
            return
        told, known_ones = accounts(session.rules, session.log, session.base), by_states(session)
        for who, account in told.combatants.items():
            if who not in session.state.combatants:
                continue
            expected = known_ones.get(who, Counter())
            for name in ("dealt", "taken", "healed", "worse", "turns"):
                assert getattr(account, name) == expected[name], (who, name)
                self.looked += expected[name]
        assert told.unattributed == known_ones.get("", Counter())["dealt"]


class EverybodyStandsOnce(Visitor):
    """After every step everybody stands there once: from the top of the order down, with counts, points and
    tracks as the engine has them."""

    @classmethod
    def wants(cls, case: Case) -> bool:
        return case.file in STORIES

    def after(self, step: Step) -> None:
        stands_there_once(self.session)


class DecidedAgain(Visitor):
    """The same command, state and dice give the very same events (architecture, the way of one gesture)."""

    slow = True

    def end(self) -> None:
        play_again(self.session, Session(self.rules, base=self.session.base))


class OpenedAgain(Visitor):
    """Opened again as it was played: nothing of what is decided is refused, and nothing mended."""

    slow = True

    def end(self) -> None:
        session = self.session
        first = session.edition("")
        assert first is not None
        again = Session(first, base=session.base, writing=session.writing)
        line = [decode_entry(encode_entry(entry)) for entry in session.line]
        again.load(line, session.cursor)
        assert again.state == session.state
        assert list(again.line) == line


VISITORS: tuple[type[Visitor], ...] = (
    Holds,
    RefusalsAreListed,
    NoSentenceHasAHole,
    WhatIsAlikeIsOfferedAlike,
    StatsPoolsAndTracks,
    Counts,
    NamedFormulas,
    Stages,
    RollsStayAsTheyWere,
    RollsStaySometimes,
    Totals,
    EverybodyStandsOnce,
    DecidedAgain,
    OpenedAgain,
)


def points(session: Session, state: Encounter, who: str) -> int:
    """How well somebody stands: points that are left, less wounds that are counted up."""
    stats = state.combatants[who].stats
    left = sum(int(stats.get(name) or 0) for name in vital_stats(session.rules))
    mounting = (*mounting_stats(session.rules), *deeper_stats(session.rules))
    return left - sum(int(stats.get(name) or 0) for name in mounting)


def by_states(session: Session) -> dict[str, Counter[str]]:
    """The totals once more, from how everybody stood before and after each entry."""
    found: dict[str, Counter[str]] = {}
    turns: dict[int, list[list[str]]] = {}
    """Round → of each turn taken in it those of the slot who were not out: the dead of a group have none."""
    before = session.base
    for entry in session.log:
        after = replay(before, entry.events)
        harm = not isinstance(entry.command, cmd.SetNumbers | cmd.Describe)
        for who in after.combatants.keys() & before.combatants.keys():
            change = points(session, after, who) - points(session, before, who)
            if change > 0:
                found.setdefault(who, Counter())["healed"] += change
            elif change < 0 and harm:
                found.setdefault(who, Counter())["taken"] -= change
                author = getattr(entry.command, "by", "")
                found.setdefault(author if author in after.combatants else "", Counter())["dealt"] -= change
            steps = {t: p.step for t, p in before.combatants[who].tracks.items()}
            for track, place in after.combatants[who].tracks.items():
                found.setdefault(who, Counter())["worse"] += max(0, place.step - steps.get(track, 0))
        for event in entry.events:
            if isinstance(event, TurnListed):
                able = [one.id for one in queries.of_slot(session.rules, after, event.slot)]
                turns.setdefault(event.round, []).insert(event.index, able)
            elif isinstance(event, TurnUnlisted):
                del turns[event.round][event.index]
        before = after
    for member in (one for listed in turns.values() for people in listed for one in people):
        found.setdefault(member, Counter())["turns"] += 1
    return found


def without_steps_there_and_back(session: Session) -> bool:
    """True if no entry moves somebody along a track twice, or hurts and heals at once."""
    for entry in session.log:
        moved = [(e.who, e.key) for e in entry.events if type(e).__name__ in ("TrackMoved", "StatChanged")]
        if len(moved) != len(set(moved)):
            return False
    return True
