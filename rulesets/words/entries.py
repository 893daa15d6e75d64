"""Log entries: the title that says what a command came to, and the lines of what followed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from rulesets.formula.amounts import Fallen
from rulesets.seen.queries import gone_by_step, is_moving
from rulesets.table import commands as cmd, events as ev
from rulesets.table.combatant import OUT_DEFEATED
from rulesets.table.encounter import Clock, Order
from rulesets.vocabulary import OrderRule, find_phase
from rulesets.words import orders, refusals
from rulesets.words.facts import Facts
from rulesets.words.filling import small
from rulesets.words.log_lines import Telling, counts_listed
from rulesets.words.logbook import LINES, LOG
from rulesets.words.stages import stages_in_brief, track_line
from rulesets.words.terms import Terms
from rulesets.words.timeline import Mark, moment, part_of_round

MOST_RESULTS = 30
"""Results of rolls that one line lists."""
_MAIN: dict[type[Any], tuple[str, ...]] = {
    cmd.Start: ("started",),
    cmd.EndTurn: ("turn-given-up", "turn-began", "turn-ended"),
    cmd.SetNumbers: ("set", "pool-set", "count-set"),
    cmd.Describe: ("hidden", "revealed", "described"),
    cmd.DescribeEncounter: ("encounter-described",),
    cmd.NoteEffect: ("effect-noted",),
    cmd.PlanWave: ("wave-planned", "wave-dropped"),
    cmd.BringIn: ("wave-came",),
    cmd.Act: ("acted",),
    cmd.Resolve: ("resolved",),
    cmd.React: ("reacted",),
    cmd.RecordAttack: ("attacked",),
    cmd.Delay: ("delayed",),
    cmd.Resume: ("resumed",),
    cmd.Choose: ("chosen",),
    cmd.Ready: ("readied",),
    cmd.Trigger: ("triggered",),
    cmd.Declare: ("declared",),
    cmd.Apply: ("applied",),
    cmd.Check: ("checked",),
    cmd.MoveTrack: ("track-moved",),
    cmd.BeginEffect: ("effect-began",),
    cmd.EndEffect: ("effect-ended",),
    cmd.Add: ("joined",),
    cmd.Leave: ("left",),
    cmd.Defeat: ("defeated",),
    cmd.Disable: ("disabled",),
    cmd.Restore: ("restored",),
    cmd.SpendPoint: ("spent",),
    cmd.Throw: ("threw", "worked-out"),
    cmd.Rest: ("rested",),
    cmd.EndEncounter: ("ended",),
    cmd.ChangeRules: ("rules-changed",),
    cmd.TakeUp: ("taken-up",),
}
"""Command → codes of the told line that is its title; the first one there counts."""
_TOLD_TWICE = frozenset({"completed", "lost-turn", "readied-lost", "interrupted", "resistance-check"})
"""Flags that a told line or the title already says."""
_DEATH = "died"
"""Flag that says nothing besides a state which takes whoever is in it out for good."""
_LEADING = frozenset({cmd.EndTurn, cmd.NextPhase, cmd.Delay})
"""Commands of which it is told first what the fight goes on with."""
_PROVOKES = {"yes": "provokes", "maybe": "may-provoke"}
"""What an action says of attacks of opportunity → its line."""
_COVERED_STATS = frozenset({"healed", "set", "spent"})


class EntryWriter:
    """Writes one entry of the log."""

    def __init__(
        self,
        terms: Terms,
        command: cmd.Command,
        events: Sequence[Any],
        mark: Mark | None,
        *,
        whole: bool = True,
    ) -> None:
        """Write of ``command`` and what came of it; ``mark`` is when it was, if that is known.

        If not all that came of it is told (``whole``), nobody can say that nothing did; nor is anything told
        that only the program says: the phase that the heading names, dice that an order repeats.
        """
        self._whole = whole
        self.terms = terms
        self.command = command
        self.facts = Facts(events)
        self.telling = Telling(terms, self.facts, mark)
        self._mark = mark
        self._fallen = {out.who for out in self.facts.outs if out.new == OUT_DEFEATED}
        """Who is out for good, as far as that is known; it may be what is told of an order to end a state."""
        if mark is not None and not isinstance(command, cmd.EndEffect):
            self._fallen |= mark.after.fallen
        self.used: set[int] = set()
        """Identities of told lines that the title says."""

    # -- the title ---------------------------------------------------------------------------------

    def title(self) -> str:
        """Return the main sentence of the command."""
        text = self._title()
        return self.terms.say(LINES["override"], {"title": text}) if self.facts.overrides else text

    @property
    def has_title(self) -> bool:
        """Whether a told line, or what else the title is made of, is there; lines may be without it."""
        match self.command:
            case cmd.NextPhase():
                return "round-began" in self.facts.codes or bool(self._pass_begun)
            case cmd.RollInitiative():
                return True
        return any(self.facts.telling(code) for code in _MAIN.get(type(self.command), ()))

    def _title(self) -> str:
        match self.command:
            case cmd.NextPhase():
                return self._next_phase()
            case cmd.RollInitiative():
                return self._say("initiative")
            case cmd.MoveInList() if self.facts.relisted:
                moved = self.facts.relisted[-1]
                return self._say("listed", who=self.terms.name(moved.who), number=moved.new + 1)
            case cmd.Describe() if [event.key for event in self.facts.described] == ["name"]:
                self.used.update(id(told) for told in self.facts.told)
                event = self.facts.described[0]
                return self._say("renamed", old=event.old, new=event.new)
            case cmd.Describe() if len(self.facts.described) == 1 and self._short(self.facts.described[0]):
                self.used.update(id(told) for told in self.facts.told)
                return self._field(self.facts.described[0])
        for code in _MAIN.get(type(self.command), ()):
            told = self.facts.telling(code)
            if told:
                return self._main(code, told)
        if isinstance(self.command, cmd.Declare):
            several = len(self.command.who) > 1
            text = LINES["declared-many"] if several else LOG["declared"]
            return self.terms.say(text, {"who": self.terms.names(self.command.who)})
        return orders.command(self.terms, self.command)

    def _main(self, code: str, told: list[ev.Told]) -> str:
        first = told[0]
        if len(told) > 1 and code in ("applied", "declared", "effect-began", "rested"):
            several = code == "applied"
            telling = self.telling
            params = telling.params_for_all(self.facts.applied) if several else telling.params(first)
            params["who"] = self.terms.names([each.params["who"] for each in told])
            if code in ("effect-began", "rested"):
                self.used.update(map(id, told))
                return self.terms.say(LOG[code], params)
            return self.terms.say(LINES["applied-many" if several else "declared-many"], params)
        self.used.add(id(first))
        return self.telling.line(first)

    def _next_phase(self) -> str:
        began = self.facts.telling("round-began")
        if began:
            self.used.add(id(began[-1]))
            return self.telling.line(began[-1])
        if self.facts.clocks is not None:
            old, new = self.facts.clocks
            if old.phase != new.phase:
                return self._say("phase", phase=self.terms.phase(new.phase))
        return self._pass_begun or self._say("phase-over")

    @property
    def _pass_begun(self) -> str:
        """What is said of a pass that the command has led to within a phase; '' if it has not."""
        old, new = self.facts.clocks or (None, None)
        return self._pass(new) if old is not None and new is not None and old.phase == new.phase else ""

    def _pass(self, clock: Clock) -> str:
        phase = find_phase(self.terms.rules, clock.phase)
        word = phase.pass_name if phase is not None else ""
        return self._say("pass", word=word, number=clock.segment) if word else ""

    # -- the lines ---------------------------------------------------------------------------------

    def lines(self) -> list[str]:
        """Return what followed, in a sensible order; call :meth:`title` first."""
        facts, command = self.facts, self.command
        found = [*self._against(), *self._rolls()] if facts.overrides or facts.rolled or facts.orders else []
        found += self._applied() if isinstance(self.command, cmd.Apply) else ()
        found += self._rules() if "rules-lost" in facts.codes or "rules-new" in facts.codes else ()
        changes = [*self._numbers(), *self._changes()] if facts.changed else []
        changes += self._counts() if facts.moved else ()
        changes += [*self._flags(), *self._described()]
        goes_on = [*self._told()]
        found += [*goes_on, *changes] if type(command) in _LEADING else [*changes, *goes_on]
        return list(dict.fromkeys(found)) if len(found) > 1 else found

    def loud(self) -> frozenset[str]:
        """Return the lines that must not be overlooked: what is asked, and whose turn it is after a death.

        Whoever acts and is out has ended the turn, though nobody has said so (000-9).
        """
        facts, found = self.facts, frozenset[str]()
        if facts.flags or "checked" in facts.codes:
            found = frozenset(refusals.asked(self.terms, [*facts.flags, *facts.telling("checked")]))
        if any(out.new for out in facts.outs) and type(self.command) not in _LEADING:
            found |= {self.telling.line(told) for told in facts.telling("turn-began")}
        return found

    def _rules(self) -> Iterator[str]:
        """Yield what a change of rules has taken and given, a line for each thing, whoever had it."""
        for code in ("rules-lost", "rules-new"):
            alike: dict[str, list[str]] = {}
            for told in self.facts.telling(code):
                self.used.add(id(told))
                params = self.telling.params(told)
                alike.setdefault(params["what"], []).append(self._say("rules-one", **params))
            for what, whom in alike.items():
                yield self._say(code, what=what, who=self.terms.listed(whom))

    def _say(self, key: str, **params: Any) -> str:
        return self.terms.say(LINES[key], params)

    def _against(self) -> Iterator[str]:
        for event in self.facts.overrides:
            said = refusals.sentence(self.terms, event.code, event.reason, event.params, event.cite)
            yield self._say("against", sentence=said)

    def _rolls(self) -> Iterator[str]:
        terms, rolled, orders = self.terms, self.facts.rolled, [*self._orders()]
        for what, key in (
            ("initiative", "rolled"),
            ("check", "rolled"),
            ("size", "rolled"),
            ("number", "rolled"),
            ("roll-off", "roll-off"),
        ):
            results = [
                terms.say(LINES["result"], _result(terms.name(event.who), event))
                for event in rolled.get(what, ())
            ]
            told_below = what == "initiative" and (orders or self.facts.joined) and not self._whole
            if results and not told_below:
                yield self._say(key, results=terms.listed(results, MOST_RESULTS))
        for event in rolled.get("coin", ()):
            yield self._say("coin", who=terms.name(event.who))
        yield from orders

    def _orders(self) -> Iterator[str]:
        """Yield the orders that were made anew, with the counts in them."""
        terms = self.terms
        for name, old, new in self.facts.orders:
            rule = terms.rules.orders.get(name)
            if rule is None or rule.roll is None or (old is not None and old.places == new.places):
                continue
            counts = [
                self._say("result", who=terms.name(slot), total=terms.rolled(name, new.places[slot]))
                for slot in new.slots
            ]
            listed = terms.listed(counts, MOST_RESULTS)
            if listed:
                yield self._say("order", order=terms.label(terms.rules.orders, name), results=listed)
            if self._whole:
                yield from self._by_value(rule, new)

    def _by_value(self, rule: OrderRule, order: Order) -> Iterator[str]:
        """Yield the ties that a value has broken: no dice tell of them."""
        from rulesets.seen.why.order import broken_by_value  # no order is made before the first frame

        terms, ties = self.terms, dict[str, list[str]]()
        for first, other, value in broken_by_value(rule, order):
            if value in terms.rules.stats:
                said = {"who": terms.name(first), "other": terms.name(other)}
                ties.setdefault(value, []).append(terms.say(LINES["tie-one"], said))
        for value, several in ties.items():
            yield self._say("tie-by", stat=terms.stat(value), ties=terms.listed(several))

    def _applied(self) -> Iterator[str]:
        applied = self.facts.applied
        alone = len(applied) == 1
        own, dealt = self.telling.own_inputs(applied), self.telling.dealt(applied)
        for each, inputs, amount in zip(applied, own, dealt, strict=True):
            who = self.terms.name(each.who)
            tracks = [result for result in each.stages if result.moved]
            if not alone:
                first = self._say("with-own", who=who, inputs=inputs) if inputs else who
                brief = stages_in_brief(self.terms, each.stages)
                if amount and (brief or tracks or self._touched(each.who)):
                    brief = self.terms.listed([part for part in (amount, brief) if part])
                if brief or (inputs and not tracks and self._touched(each.who)):
                    yield self._say("applied-one", who=first, stages=brief)
                    first = who
                elif not tracks and self._whole and not self._touched(each.who):
                    yield self._say("applied-not", who=first)
                who = first
            for result in tracks:
                yield track_line(self.terms, "" if alone else who, result, each.pipeline)
                who = self.terms.name(each.who)
        self.used.update(map(id, self.facts.telling("applied")))
        if applied and self._whole and self.facts.only_said and not self.facts.flags:
            yield self._say("unchanged")

    def _touched(self, who: str) -> bool:
        """Return whether a pipeline that was applied to somebody changed or flagged anything there."""
        return who in self.facts.touched or any(flag.who == who for flag in self.facts.flags)

    def _numbers(self) -> Iterator[str]:
        """Yield changes of tracks and stats that no told line has said."""
        moved, stats = [*self.facts.numbers("track")], [*self.facts.numbers("stat")]
        lost = {(t.params["who"], t.params["what"]) for t in self.facts.telling("rules-lost")}
        said = self._tracks_said() | lost if moved else lost
        for who, track, old, new in moved:
            if (who, track) not in said:
                yield self._say(
                    "track",
                    who=self.terms.name(who),
                    track=self.terms.track(track),
                    old=self.terms.step(track, old),
                    new=self.terms.step(track, new),
                )
        if isinstance(self.command, cmd.Add | cmd.BringIn) or not stats:
            return
        said = lost.union(
            (told.params["who"], key)
            for told in self.facts.telling(*_COVERED_STATS)
            for key in _stats_of(self, told)
        )
        said |= {(each.who, result.name) for each in self.facts.applied for result in each.stages}
        for who, stat, old, new in stats:
            if (who, stat) not in said:
                before, after = self.terms.value(old, stat), self.terms.value(new, stat)
                who = self.terms.name(who)
                yield self._say("stat", who=who, stat=self.terms.stat(stat), old=before, new=after)

    def _counts(self) -> Iterator[str]:
        """Yield how counts have moved that no told line has said: by what they depend on, or by coming in."""
        told = self.facts.telling("count-moved", "count-set", "counts-moved", "delayed")
        said = {slot for one in told for slot in one.params.get("counts", ())}
        said |= {one.params.get("who") or one.params.get("slot") for one in told}
        found: dict[tuple[str, str], dict[str, tuple[int, int]]] = {}
        for moved in self.facts.moved:
            shifted = moved.old.shift != moved.new.shift
            if not is_moving(self.terms.rules, moved.order) or (not shifted and moved.slot in said):
                continue
            why = self.terms.shift(moved.order) if shifted else ""
            counts = found.setdefault((moved.order, why), {})
            counts[moved.slot] = (counts.get(moved.slot, (moved.old.count,))[0], moved.new.count)
        for (order, why), counts in found.items():
            changed = {slot: count for slot, count in counts.items() if count[0] != count[1]}
            label = self.terms.label(self.terms.rules.orders, order)
            params: dict[str, Any] = {"order": label, "why": why}
            if len(changed) > 1:
                params["counts"] = counts_listed(self.terms, changed)
                yield self.terms.say(LOG["counts-moved"], params)
            for slot, (old, new) in changed.items() if len(changed) == 1 else ():
                params |= {"who": self.terms.name(slot), "old": old, "new": new}
                yield self.terms.say(LOG["count-moved"], params)

    def _tracks_said(self) -> set[tuple[str, str]]:
        """Return (who, track) of the moves that told lines say."""
        said = {(t.params["who"], t.params["track"]) for t in self.facts.telling("track-moved")}
        return said | {
            (each.who, result.name)
            for each in self.facts.applied
            for result in each.stages
            if result.verb == "track"
        }

    def _changes(self) -> Iterator[str]:
        """Yield states, effects and ties that began or are over."""
        terms = self.terms
        yield from self._states()
        effects, sizes = [*self.facts.effects()], [*self.facts.sizes()]
        said = {
            (told.params["who"], told.params["name"])
            for told in (self.facts.told if effects or sizes else ())
            if told.code.startswith(("effect-", "size-"))
        }
        said |= {
            (each.who, result.name)
            for each in self.facts.applied
            for result in each.stages
            if result.verb == "size"
        }
        for old, new in effects:
            effect = new or old
            if effect is None or (effect.on, effect.name) in said:
                continue
            params = {"name": terms.state(effect.name), "who": terms.name(effect.on)}
            if new is not None:
                params["name"] = terms.effect(new)
                yield self._say("effect", rounds=terms.lasts(new), **params)
            elif not isinstance(self.command, cmd.Leave):
                yield self._say("effect-gone", **params)
        for before, after in sizes:
            if (after.on, after.name) not in said:
                name, one = terms.state(after.name), terms.name(after.on)
                yield terms.say(
                    LOG["size-changed"], {"who": one, "name": name, "old": before.large, "new": after.large}
                )
        for (name, of), over in self.facts.ties().items():
            relation = terms.label(terms.rules.relations, name)
            by_hand = name in terms.rules.relations and terms.rules.relations[name].state
            key = "tie" if by_hand else "relation"
            yield self._say(key, relation=relation, of=terms.name(of), over=terms.names(over))

    def _states(self) -> Iterator[str]:
        """Yield states that began or are over, and that nothing else says."""
        terms, declared, gone, stepped = self.terms, self._declared_as(), self._gone, self._stepped
        begun: dict[tuple[str, ...], list[str]] = {}
        for state, who in self.facts.states(True).items():
            said = {one for one, states in gone.items() if state not in states}
            said |= {one for one, label in (declared, *stepped) if label == terms.state(state)}
            others = [one for one in who if one not in said]
            if others:
                begun.setdefault(tuple(others), []).append(terms.state(state))
        for whom, states in begun.items():  # who falls is told of once, whatever falling is made of
            first, *more = states
            label = terms.listed([first, *map(small, more)], len(states))
            yield self._say("began", state=label, who=terms.names(whom))
        for state, who in self.facts.states(False).items():
            back = [one for one in who if one not in self._fallen and not self._is_worse(one, state)]
            if back:  # of the dead, and of who fares worse now, it would sound like good news
                yield self._say("ended", state=terms.state(state), who=terms.names(back))

    def _takes_out(self, state: str) -> str:
        rule = self.terms.rules.states.get(state)
        return rule.out if rule is not None else ""

    def _is_worse(self, who: str, state: str) -> bool:
        """Return whether a state is over because the next worse one has begun, which is told.

        So it is with a step of a track, and with what holds by numbers alone, if somebody was harmed.
        """
        terms, harm = self.terms, self.command
        rules, label = terms.rules, terms.state(state)
        for one, track, old, new in self.facts.numbers("track"):
            if one == who and old < new and terms.step(track, old) == label:
                return True
        pipeline = rules.pipelines.get(harm.pipeline) if isinstance(harm, cmd.Apply) else None
        if pipeline is None or pipeline.role != "damage" or not self._holds(state):
            return False
        return any(who in whom and self._holds(other) for other, whom in self.facts.states(True).items())

    def _holds(self, state: str) -> bool:
        rule = self.terms.rules.states.get(state)
        return rule is not None and bool(rule.holds)

    @cached_property
    def _stepped(self) -> frozenset[tuple[str, str]]:
        """Who has come to a step, and what that is called: a state of the same name is said with it."""
        moved = self.facts.numbers("track")
        return frozenset((who, self.terms.step(track, new)) for who, track, _, new in moved)

    @cached_property
    def _gone(self) -> dict[str, frozenset[str]]:
        """Who has come into states that take it out for good → those: whatever else begins is no news."""
        rules, found = self.terms.rules, dict[str, frozenset[str]]()
        for who, track, _, new in self.facts.numbers("track"):
            found[who] = found.get(who, frozenset()) | gone_by_step(rules, track, new)
        for state, whom in self.facts.states(True).items():
            for who in whom if self._takes_out(state) == OUT_DEFEATED else ():
                found[who] = found.get(who, frozenset()) | {state}
        return {who: states for who, states in found.items() if states}

    def _declared_as(self) -> tuple[str, str]:
        """Return who has declared what, where the title says it in the word that a state may have, too."""
        told = self.facts.telling("declared")
        rule = self.terms.rules.declarations.get(told[0].params["name"]) if len(told) == 1 else None
        return (told[0].params["who"], rule.verb) if rule is not None else ("", "")

    def _flags(self) -> Iterator[str]:
        if self.facts.flags or self.facts.outs:
            yield from self._flagged()
        for checked in self.facts.telling("checked") if self._whole else ():
            yield from refusals.left_to_do(self.terms, checked.params)
            yield from self._nothing_came(checked)
        for acted in self.facts.telling("acted"):
            key = _PROVOKES.get(acted.params.get("provokes", ""))
            if key:
                yield self._say(key, who=self.terms.name(acted.params["who"]))
        if isinstance(self.command, cmd.Act) and self.command.pending:
            yield self._say("announced")

    def _nothing_came(self, checked: ev.Told) -> Iterator[str]:
        """Yield that an answer has changed nothing of which something might have come."""
        facts, rule = self.facts, self.terms.rules.checks.get(checked.params["check"])
        quiet = not (facts.changed or facts.flags or facts.outs or facts.moved)
        if quiet and rule is not None and rule.decides and len(facts.telling("checked")) == 1:
            yield self._say("checked-nothing", who=self.terms.name(checked.params["who"]))

    def _flagged(self) -> Iterator[str]:
        """Yield what the game master must know of, and who is out or back, unless it is said already."""
        told_twice = _TOLD_TWICE.union(*(phase.forgone_flags for phase in self.terms.rules.phases))
        states = {(state, who) for state, whom in self.facts.states(True).items() for who in whom}
        checks = self.terms.rules.checks
        asked = {
            (checks[told.params["check"]].flag, told.params["who"])
            for told in self.facts.telling("asked")
            if told.params["check"] in checks
        }
        for flag in self.facts.flags:
            if flag.name == _DEATH and flag.who in self._gone:
                continue
            if flag.name not in told_twice and (flag.name, flag.who) not in states | asked:
                yield refusals.flag(self.terms, flag.name, flag.who, flag.values)
        told = {t.params["who"] for t in self.facts.telling("defeated", "disabled", "restored")}
        by_states = {
            who
            for began in (True, False)
            for state, whom in self.facts.states(began).items()
            if self._takes_out(state)
            for who in whom
        }
        for out in self.facts.outs:
            if out.who not in told | by_states | self._gone.keys():
                yield self._say(f"out-{out.new}", who=self.terms.name(out.who))

    def _described(self) -> Iterator[str]:
        if isinstance(self.command, cmd.Describe) and len(self.facts.described) > 1:
            for event in self.facts.described:
                if event.key != "hidden":
                    yield self._field(event)

    def _short(self, event: ev.Described) -> bool:
        """Return whether what was and what is find room in a line."""
        return not isinstance(event.old, list | tuple) and event.key not in ("notes", "shared", "hidden")

    def _field(self, event: ev.Described) -> str:
        """Return how a field that describes somebody has changed: from what to what."""
        short, old, new = self._short(event), self.terms.value(event.old), self.terms.value(event.new)
        if event.key == "alias":
            gone = "" if event.new else event.old
            return self._say("known-as", who=self.terms.name(event.who), new=event.new, gone=gone)
        return self._say(
            "field",
            who=self.terms.name(event.who),
            field=self.terms.field(event.key) or event.key,
            old=old if short and event.new != "" else "",
            new=new if short else "",
            gone=old if short and event.new == "" else "",
        )

    def _clock(self) -> Iterator[str]:
        """Yield the phase or pass that the encounter has come to, where a ruleset has more than one."""
        if self.facts.clocks is None or self._titled_by_clock:
            return
        old, new = self.facts.clocks
        phase = find_phase(self.terms.rules, new.phase)
        if phase is None:
            return
        alike = [other for other in self.terms.rules.phases if other.when == phase.when]
        surprise = isinstance(self.command, cmd.Start) and phase.activity == "act"
        if old.phase != new.phase and len(alike) > 1 and not (surprise and phase.when == "opening"):
            if self._whole:
                yield self._say("phase", phase=self.terms.phase(phase.id))
            elif not self._headed(new):
                yield self._say("phase-now", phase=self.terms.phase(phase.id))
        if phase.repeats and old.segment != new.segment and new.segment > 1:
            yield self._pass(new) or self._say("phase-over")

    @property
    def _titled_by_clock(self) -> bool:
        """Whether the title says to which phase or pass the encounter has come."""
        return isinstance(self.command, cmd.NextPhase) and (self._whole or bool(self._pass_begun))

    def _headed(self, clock: Clock) -> bool:
        """Return whether the heading under which the entry stands names the phase that it has come to."""
        if self._mark is None:
            return False
        there = moment(self.terms, self.command, self._mark).clock
        if not self.has_title:  # it stands where the command has led to
            there = self._mark.after.clock
        alike = (there.stage, there.phase) == (clock.stage, clock.phase)
        return alike and bool(part_of_round(self.terms, there))

    def _told(self) -> Iterator[str]:
        """Yield told lines that are not the title, in order; the phase comes behind the round it is of."""
        told_lines = self.facts.told
        if "round-began" not in self.facts.codes:
            yield from self._clock()
            yield from self._tell(told_lines)
            return
        rounds = [index for index, told in enumerate(told_lines) if told.code == "round-began"]
        behind = rounds[-1] + 1
        yield from self._tell(told_lines[:behind])
        yield from self._clock()
        yield from self._tell(told_lines[behind:])

    def _tell(self, told_lines: Sequence[ev.Told]) -> Iterator[str]:
        for told in told_lines:
            if id(told) in self.used or told.code == "turn-ended":
                continue
            if told.code == "drew" and len(told.params["cards"]) == 1 and self.facts.orders:
                continue  # the order says it
            said = isinstance(self.command, cmd.Resume) or "chosen" in self.facts.codes
            if told.code == "turn-began" and said:
                continue
            if told.code == "turn-began" and isinstance(self.command, cmd.Start):
                yield self.terms.say(LINES["first"], self.telling.params(told))
                continue
            yield self.telling.line(told)


def _result(name: str, event: ev.Rolled) -> dict[str, Any]:
    plus = event.total - sum(event.results)
    dice = Fallen(event.total, event.results, plus).sum if event.results else ""
    return {"who": name, "total": event.total, "dice": "" if dice == str(event.total) else dice}


def _stats_of(writer: EntryWriter, told: ev.Told) -> Iterator[str]:
    """Yield the stats whose changes a told line says."""
    params = told.params
    if told.code == "spent":
        rule = writer.terms.rules.resources.get(params["resource"])
        yield rule.stat if rule is not None else ""
    else:
        yield params["stat"] if told.code == "healed" else params["key"]
