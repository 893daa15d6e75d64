"""A random fight: everything that may be done at a table, legal or not."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import (
    precondition,
    rule,
)

from rulesets.reading import loader
from rulesets.seen.offers import Trials
from rulesets.seen.queries import active_slot, choosable, live_slots, main_order, must_act, waiting
from rulesets.table import commands as cmd
from rulesets.table.encounter import RUNNING
from rulesets.vocabulary import DEGREES, find_phase, needs_target
from rulesets.vocabulary.base import UNTIL
from tests.rulesets.random_table import NAMES, Table, choices_of

DATA_ALONE = sorted((Path(__file__).parents[1] / "systems").iterdir())
"""Rulesets that only the tests know, by their folders."""
RULESETS: list[Path | str] = [*sorted(loader.shipped()), *DATA_ALONE]


def named(ruleset: Path | str) -> str:
    """The id of a ruleset, or the name of its folder."""
    return Path(ruleset).name


class Fight(Table):
    """What happens at the table, mostly what it waits for."""

    @rule(data=st.data(), times=st.integers(1, 6))
    def play_on(self, data: Any, times: int) -> None:
        """Let the fight get somewhere: most of what follows needs turns to be taken."""
        for _ in range(times):
            self.answer_the_round(data)

    @rule(data=st.data())
    def answer_the_round(self, data: Any) -> None:
        """Do what the phase waits for: start, roll, declare, end a turn, resume, choose, close the phase."""
        state, rules = self.session.state, self.session.rules
        phase = find_phase(rules, state.clock.phase)
        if state.clock.status != RUNNING or phase is None:
            self.do(cmd.Start())
        elif phase.activity == "declare":
            self.declare_what_is_due(data)
        elif phase.activity == "roll":
            self.do(cmd.RollInitiative())
        elif state.walk.active:
            self.do(cmd.EndTurn())
        elif must_act(rules, state):
            command = data.draw(st.sampled_from([cmd.Resume, cmd.EndTurn]))
            self.do(command(who=must_act(rules, state)))
        elif choosable(rules, state):
            self.do(cmd.Choose(who=data.draw(st.sampled_from(choosable(rules, state)))))
        else:
            self.do(cmd.NextPhase())

    def declare_what_is_due(self, data: Any) -> None:
        state, rules = self.session.state, self.session.rules
        open_ones = [c.id for c in state.combatants.values() if not c.done and not c.out]
        if state.walk.active:
            self.do(self.declaration(data, next(state.members(state.walk.active)).id))
        elif open_ones and data.draw(st.integers(0, 4)):
            self.do(cmd.Declare(who=(open_ones[0],), done=True))
        elif open_ones:
            self.do(self.declaration(data, open_ones[0]))
        else:
            self.do(cmd.RollInitiative())
        assert rules.declarations

    def declaration(self, data: Any, who: str) -> cmd.Command:
        rules = self.session.rules
        name = data.draw(st.sampled_from(sorted(rules.declarations)))
        fields: dict[str, Any] = {}
        for key, field in rules.declarations[name].inputs.items():
            if field.type == "number":
                fields[key] = data.draw(st.integers(0, 4))
            elif field.type == "text":
                fields[key] = data.draw(st.sampled_from(["fire", "run", "dodge"]))
            elif field.type == "choice":
                fields[key] = data.draw(st.sampled_from([*rules.tables[field.table].entries, "spoon"]))
            elif field.type == "combatants":
                fields[key] = [self.anyone(data)]
        return cmd.Declare(who=(who,), name=name, fields=fields)

    @precondition(lambda self: self.session.rules.declarations)
    @rule(data=st.data())
    def declare(self, data: Any) -> None:
        self.do(self.declaration(data, self.someone(data)))

    @rule(data=st.data(), override=st.booleans())
    def act(self, data: Any, override: bool) -> None:
        who = self.someone(data)
        command = self.legal_act(data, who) if data.draw(st.integers(0, 4)) else None
        if command is not None:
            action = self.session.rules.actions.get(command.name)
            checks = self.session.rules.checks
            aimed = action is not None and needs_target(action.does, checks) and data.draw(st.integers(0, 5))
            target = self.anyone(data) if aimed else ""
            pending = data.draw(st.booleans())
            traits = data.draw(st.sampled_from([(), (), ("attack",), ("loud", "quick")]))
            label = data.draw(st.sampled_from(["", "a step"]))
            self.do(
                cmd.Act(
                    who=who,
                    cost=command.cost,
                    name=command.name,
                    pending=pending,
                    target=target,
                    traits=traits,
                    label=label,
                )
            )
            return
        costs = sorted(self.session.rules.costs)
        self.do(
            cmd.Act(
                who=who,
                cost=data.draw(st.sampled_from(costs)),
                points=data.draw(st.none() | st.integers(-1, 8)),
                override=override,
            )
        )

    def legal_act(self, data: Any, who: str) -> cmd.Act | None:
        """Draw an act that can be done now: the first such one from a drawn place on; None if none can."""
        combatant = self.session.state.combatants.get(who)
        if combatant is None:
            return None
        found = Trials(self.session.rules, self.session.state, combatant)
        first = data.draw(st.integers(0, max(0, len(found) - 1)))
        for number in (*range(first, len(found)), *range(first)):
            if found.kind(number) in ("type", "action", "power") and found.tried(number).legal:
                command = found.tried(number).command
                if isinstance(command, cmd.Act):
                    return command
        return None

    @rule(data=st.data())
    def resolve(self, data: Any) -> None:
        pending = [p.who for p in self.session.state.notes.pending] or [self.anyone(data)]
        self.do(cmd.Resolve(who=pending[0], cancel=data.draw(st.booleans())))

    @precondition(lambda self: self.session.rules.reactions)
    @rule(data=st.data(), label=st.sampled_from(["a shot", "a step", ""]))
    def react(self, data: Any, label: str) -> None:
        name = data.draw(st.sampled_from(sorted(self.session.rules.reactions) or ["dodge"]))
        spare = data.draw(st.booleans())
        self.do(cmd.React(who=self.anyone(data), name=name, to=label, spare=spare))

    @precondition(lambda self: self.acting() or self.session.cursor % 5 == 0)
    @rule(data=st.data())
    def attack(self, data: Any) -> None:
        kind = data.draw(st.sampled_from(["ranged", "melee", "brawl"]))
        result = data.draw(st.sampled_from(["hit", "miss"]))
        self.do(cmd.RecordAttack(who=self.someone(data), target=self.anyone(data), kind=kind, result=result))

    @rule(data=st.data())
    def delay(self, data: Any) -> None:
        way = data.draw(st.sampled_from(["wait", "count", "after"]))
        who = self.someone(data)
        active = self.session.state.walk.active
        slot = active if active and data.draw(st.integers(0, 3)) else who
        if way == "count":
            self.do(
                cmd.Delay(
                    who=slot,
                    count=data.draw(st.integers(-5, 25)),
                    round=data.draw(st.none() | st.integers(0, 9)),
                )
            )
        elif way == "after":
            slots = live_slots(main_order(self.session.rules, self.session.state)) or ["nobody"]
            self.do(cmd.Delay(who=slot, after=data.draw(st.sampled_from(slots))))
        else:
            self.do(cmd.Delay(who=slot))

    @precondition(
        lambda self: waiting(self.session.rules, self.session.state) or self.session.cursor % 3 == 0
    )
    @rule(data=st.data())
    def resume(self, data: Any) -> None:
        slots = waiting(self.session.rules, self.session.state) or [self.anyone(data)]
        self.do(cmd.Resume(who=data.draw(st.sampled_from(slots)), override=data.draw(st.booleans())))

    @precondition(lambda self: self.interrupts() and (self.acting() or self.session.cursor % 5 == 0))
    @rule(data=st.data())
    def come_in_inside(self, data: Any) -> None:
        """Come in inside of another's turn, or try it: with both opposed rolls, with one, or with none."""
        slots = waiting(self.session.rules, self.session.state) or [self.anyone(data)]
        who, active = data.draw(st.sampled_from(slots)), self.session.state.walk.active
        rolling = data.draw(st.sampled_from([(), (who, active), (who, active), (who,)]))
        contest = {slot: data.draw(st.integers(1, 12)) for slot in rolling if slot}
        self.do(cmd.Resume(who=who, interrupt=True, contest=contest))

    def interrupts(self) -> bool:
        """Return whether the rules let somebody who waits come in inside of another's turn."""
        delay = self.session.rules.delay
        return delay is not None and bool(delay.contest)

    @precondition(lambda self: self.choosing() or self.session.cursor % 7 == 0)
    @rule(data=st.data(), override=st.booleans())
    def choose(self, data: Any, override: bool) -> None:
        able = choosable(self.session.rules, self.session.state)
        who = data.draw(st.sampled_from([*able * 2, self.anyone(data)]))
        self.do(cmd.Choose(who=who, override=override))

    def choosing(self) -> bool:
        """Return whether turns of the present phase are chosen."""
        phase = find_phase(self.session.rules, self.session.state.clock.phase)
        return phase is not None and phase.choice is not None

    @precondition(lambda self: self.acting() or self.session.cursor % 5 == 0)
    @rule(data=st.data())
    def ready(self, data: Any) -> None:
        kept_up = self.keeps_up() and data.draw(st.booleans())
        self.do(cmd.Ready(who=self.someone(data), action="shoot", trigger="it moves", sustained=kept_up))

    def keeps_up(self) -> bool:
        """Return whether effects can be kept up."""
        return any(rule.sustains for rule in self.session.rules.states.values())

    @precondition(lambda self: self.session.rules.powers)
    @rule(data=st.data(), power=st.sampled_from(["breath", "wings", "roar"]))
    def use_a_power(self, data: Any, power: str) -> None:
        who, rules = self.someone(data), self.session.rules
        table = next(iter(rules.powers.values()))
        if data.draw(st.booleans()):
            listed = data.draw(st.sampled_from([["breath:5", "wings:6"], ["breath:2", "roar"], []]))
            self.do(cmd.SetNumbers(who=who, stats={table.stat: listed}))
        self.do(cmd.Act(who=who, name=power, override=data.draw(st.booleans())))

    @precondition(lambda self: self.held() or self.session.cursor % 5 == 0)
    @rule(data=st.data())
    def trigger(self, data: Any) -> None:
        held = self.held() or [self.anyone(data)]
        self.do(cmd.Trigger(who=data.draw(st.sampled_from(held)), by=self.someone(data)))

    def acting(self) -> bool:
        """Return whether somebody has a turn: what needs one is tried at other times only now and then."""
        return bool(active_slot(self.session.rules, self.session.state))

    def held(self) -> list[str]:
        """Return who has readied an action."""
        return [who.id for who in self.session.state.combatants.values() if who.readied]

    @rule(data=st.data())
    def apply(self, data: Any) -> None:
        name = data.draw(st.sampled_from(sorted(self.session.rules.pipelines) or ["damage"]))
        pipeline = self.session.rules.pipelines.get(name)
        inputs: dict[str, Any] = {}
        for key, one in (pipeline.inputs if pipeline else {}).items():
            if one.type == "number":
                inputs[key] = data.draw(st.integers(0, 40))
            elif one.type == "choice":
                inputs[key] = data.draw(st.sampled_from(one.choices))
        targets = tuple(data.draw(st.lists(st.sampled_from(self.ids or ["nobody"]), min_size=1, max_size=3)))
        by = data.draw(st.sampled_from(["", *self.ids]))
        self.do(cmd.Apply(pipeline=name, to=targets, inputs=inputs, by=by))

    @precondition(lambda self: self.session.rules.tracks or self.session.cursor % 4 == 0)
    @rule(data=st.data(), by=st.integers(-3, 3), persistent=st.booleans())
    def move_track(self, data: Any, by: int, persistent: bool) -> None:
        self.do(cmd.MoveTrack(who=self.anyone(data), by=by, persistent=persistent))

    @rule(data=st.data(), rounds=st.sampled_from([-1, 1, 2, 3]))
    def effect(self, data: Any, rounds: int) -> None:
        states = sorted(self.session.rules.states)
        sized = sorted(name for name, rule in self.session.rules.states.items() if rule.size)
        name = data.draw(st.sampled_from(["marked", "slowed", "blind", *states[:1], *sized]))
        at_zero = data.draw(st.sampled_from(["end", "check", "maintain"]))
        by = self.someone(data)
        until = data.draw(st.sampled_from(["", "", *UNTIL]))
        self.do(
            cmd.BeginEffect(
                on=self.anyone(data),
                name=name,
                rounds=rounds,
                by=by,
                at_zero=at_zero,
                value=data.draw(st.sampled_from([None, None, 0, 1, 3, "1d4", "2d6+1"])),
                until=until,
                of=data.draw(st.sampled_from(["", by])),
                **self.kept_up(data),
            )
        )

    def kept_up(self, data: Any) -> dict[str, Any]:
        """Draw who keeps an effect up, what it brings and which save ends it, where the rules know that."""
        if not self.keeps_up() or not data.draw(st.booleans()):
            return {}
        rules = self.session.rules
        brought = [name for name, rule in rules.states.items() if not rule.size and not rule.holds]
        found: dict[str, Any] = {"sustained": data.draw(st.booleans())}
        found["brings"] = tuple(data.draw(st.lists(st.sampled_from(sorted(brought)), max_size=2)))
        kind = next((check.ends_effects for check in rules.checks.values() if check.ends_effects), "")
        if kind and data.draw(st.booleans()):
            before, _, after = kind.partition("{ability}")
            names = [one for one in rules.rolls if one.startswith(before) and one.endswith(after)]
            ability = data.draw(st.sampled_from(names)).removeprefix(before).removesuffix(after)
            at = data.draw(st.sampled_from(["turn-start", "turn-end"]))
            found["save"] = {"ability": ability, "dc": data.draw(st.integers(5, 20)), "at": at}
        return found

    @precondition(lambda self: self.session.state.effects or self.session.cursor % 5 == 0)
    @rule(data=st.data())
    def end_effect(self, data: Any) -> None:
        running = [(e.on, e.name, by) for e in self.session.state.effects.values() for by in ("", e.by)]
        on, name, by = data.draw(st.sampled_from(running or [("A", "marked", "")]))
        self.do(cmd.EndEffect(on=on, name=name, by=by))

    @rule(data=st.data())
    def set_numbers(self, data: Any) -> None:
        if data.draw(st.booleans()):
            self.do(cmd.SetNumbers(who=self.anyone(data), initiative=data.draw(st.integers(-3, 30))))
        else:
            stats = self.session.rules.stats
            plain = [name for name, rule in stats.items() if rule.type == "number" and not rule.formula]
            name = "hp" if "hp" in stats else data.draw(st.sampled_from(plain))
            self.do(cmd.SetNumbers(who=self.anyone(data), stats={name: data.draw(st.integers(-1, 50))}))

    @precondition(lambda self: self.session.rules.pools)
    @rule(data=st.data(), override=st.booleans())
    def set_pools(self, data: Any, override: bool) -> None:
        pool = data.draw(st.sampled_from(sorted(self.session.rules.pools)))
        left = {pool: data.draw(st.integers(0, 3))}
        self.do(cmd.SetNumbers(who=self.anyone(data), pools=left, override=override))

    @rule(data=st.data(), hidden=st.booleans(), alias=st.sampled_from(["", "Somebody", "A shape"]))
    def hide(self, data: Any, hidden: bool, alias: str) -> None:
        """Let the players not see somebody, or not know its name; and what may be read about it."""
        changes = data.draw(st.sampled_from([{"hidden": hidden}, {"alias": alias}, {"shared": "limps"}]))
        self.do(cmd.Describe(who=self.anyone(data), changes=changes))

    @rule(data=st.data(), text=st.sampled_from(["", "a trap", "it rains"]))
    def note(self, data: Any, text: str) -> None:
        """Note something about the whole fight, or on an effect."""
        self.do(cmd.DescribeEncounter(changes={data.draw(st.sampled_from(["about", "shared"])): text}))
        effect = data.draw(st.sampled_from([*self.session.state.effects, "A:nothing"]))
        self.do(cmd.NoteEffect(effect=effect, changes={"notes": text, "shared": text[::-1]}))

    @rule(data=st.data(), which=st.sampled_from(["first", "second"]), round_=st.integers(0, 3))
    def plan_a_wave(self, data: Any, which: str, round_: int) -> None:
        """Plan who is to come, as a rule; now and then nobody, or somebody who is there already."""
        known = data.draw(st.sampled_from([f"{which}-1", f"{which}-1", "A"]))
        people: list[dict[str, Any]] = [{"id": known, "side": "foes", "hidden": data.draw(st.booleans())}]
        people += [{"id": f"{which}-{n}", "side": "foes", "group": f"{which} squad"} for n in (2, 3)]
        some = people[: data.draw(st.integers(0, 3))]
        self.do(cmd.PlanWave(wave=which, round=round_, when="the alarm", combatants=tuple(some)))

    @rule(data=st.data(), which=st.sampled_from(["first", "second"]))
    def bring_in(self, data: Any, which: str) -> None:
        if len(self.ids) < 9:
            self.do(cmd.BringIn(wave=which))
            return
        self.do(cmd.Leave(who=self.ids[-1]))

    @rule(data=st.data(), side=st.sampled_from(["party", "foes", ""]))
    def describe(self, data: Any, side: str) -> None:
        self.do(cmd.Describe(who=self.anyone(data), changes={"side": side, "notes": "a note"}))

    @rule(data=st.data())
    def add(self, data: Any) -> None:
        missing = [name for name in NAMES if name not in self.ids]
        if not missing:
            self.do(cmd.Leave(who="F"))
            missing = ["F" if data.draw(st.integers(0, 3)) else "A"]
        self.join(data, missing[0], data.draw(st.sampled_from(["party", "foes"])))

    @rule(data=st.data(), kind=st.sampled_from([cmd.Leave, cmd.Defeat, cmd.Defeat, cmd.Disable, cmd.Restore]))
    def come_and_go(self, data: Any, kind: Any) -> None:
        who = self.anyone(data)
        out = [c.id for c in self.session.state.combatants.values() if c.out]
        if kind is cmd.Restore and out:
            who = out[0]
        elif kind is cmd.Leave and len(self.ids) < 3:
            who = "nobody"
        self.do(kind(who=who))

    @precondition(lambda self: self.session.state.asked or self.session.cursor % 8 == 0)
    @rule(data=st.data(), way=st.sampled_from(["rolled", "total", "roll", "degree"]))
    def answer_a_check(self, data: Any, way: str) -> None:
        """Answer something that a rule asks for, or something that nothing does."""
        open_ones = [(one.who, one.name) for one in self.session.state.asked]
        who, name = data.draw(st.sampled_from(open_ones or [("A", "recovery")]))
        if way == "degree":
            self.do(cmd.Check(who=who, name=name, degree=data.draw(st.sampled_from(["", "poor", *DEGREES]))))
        elif way == "rolled":
            self.do(cmd.Check(who=who, name=name))
        else:
            self.do(cmd.Check(who=who, name=name, **{way: data.draw(st.integers(-2, 25))}))

    @precondition(lambda self: self.session.cursor % 4 == 0)
    @rule(data=st.data())
    def spend_point(self, data: Any) -> None:
        resource = data.draw(st.sampled_from(sorted(self.session.rules.resources) or ["luck"]))
        known = self.session.rules.resources.get(resource)
        uses = sorted(known.uses) if known is not None else []
        on = data.draw(st.sampled_from(["attack", *uses, *(one.name for one in self.session.state.asked)]))
        self.do(cmd.SpendPoint(who=self.anyone(data), resource=resource, on=on))

    @precondition(lambda self: not self.acting() or self.session.cursor % 6 == 0)
    @rule(data=st.data(), override=st.booleans())
    def rest(self, data: Any, override: bool) -> None:
        name = data.draw(st.sampled_from(sorted(self.session.rules.rests) or ["night"]))
        self.do(cmd.Rest(who=(self.anyone(data),), name=name, override=override))

    @precondition(lambda self: self.session.cursor % 6 == 0)
    @rule(data=st.data(), amount=st.sampled_from(["3d8+4", "2d6-1d4 = 5 3 2", "3D+1", "12", "d0", ""]))
    def throw(self, data: Any, amount: str) -> None:
        """Keep a roll: dice and sums, or a formula with dice in it."""
        formulas = sorted(name for name, rule in self.session.rules.formulas.items() if rule.dice)
        formula = data.draw(st.sampled_from(["", *formulas]))
        self.do(cmd.Throw(who=data.draw(st.sampled_from(["", *self.ids])), amount=amount, formula=formula))

    @rule(data=st.data())
    def now_and_then(self, data: Any) -> None:
        """Things that would spoil a fight if they came often."""
        which = data.draw(st.integers(0, 7))
        if which == 0:
            self.do(cmd.EndEncounter())
        elif which == 1:
            self.do(cmd.MoveInList(who=self.anyone(data), index=0))
        elif which == 2:
            self.do(cmd.NextPhase(override=data.draw(st.booleans())))
        elif which == 3:
            self.do(cmd.RollInitiative())
        else:
            self.do(cmd.EndTurn(who=self.anyone(data)))

    @precondition(lambda self: self.session.rules.options and self.session.cursor % 3 == 0)
    @rule(data=st.data())
    def change_rules(self, data: Any) -> None:
        """Play on with other options of the same ruleset: one that is not as usual, or several."""
        now = self.session.rules.options_set
        others = [choice for choice in choices_of(self.ruleset) if not choice.items() <= now.items()]
        options: dict[str, str] = {}
        for _ in range(data.draw(st.integers(1, 3))):
            options.update(data.draw(st.sampled_from(others)))
        self.do(cmd.ChangeRules(options=options))

    @rule(times=st.integers(1, 4))
    def undo_and_redo(self, times: int) -> None:
        before, cursor = self.session.state, self.session.cursor
        done = 0
        while done < times and self.session.can_undo:
            self.session.undo()
            done += 1
        for _ in range(done):
            self.session.redo()
        assert (self.session.state, self.session.cursor) == (before, cursor)

    @rule(times=st.integers(1, 2))
    def undo(self, times: int) -> None:
        for _ in range(times):
            if self.session.cursor > len(self.ids) + 1:
                self.session.undo()


def machine_for(ruleset: Path | str) -> type[Fight]:
    """A fight of one ruleset, with counts of its own."""
    return type(
        f"Fight_{named(ruleset).replace('-', '_')}",
        (Fight,),
        {"ruleset": ruleset, "tried": Counter(), "accepted": Counter()},
    )
