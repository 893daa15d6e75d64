"""A small ruleset with something of every kind, and what other editions of it leave out or change."""

from __future__ import annotations

from typing import Any

from rulesets.engine.evolve import replay, take_back
from rulesets.fight.session import Done, Session
from rulesets.formula.dice import ListedDice
from rulesets.reading import loader
from rulesets.table import commands as cmd
from rulesets.table.combatant import Combatant
from rulesets.table.encounter import Encounter
from rulesets.table.refusal import Refusal
from rulesets.table.writing import Writing
from tests.rulesets.looking import look_at_everything, say_everything

ROUND = """
[order.turns]
label = "Turns"
roll = "d6"
keys = ["roll desc", "list"]

[phase.roll]
label = "Initiative"
activity = "roll"
order = "turns"
when = "start"

[phase.turns]
label = "Turns"
activity = "act"
order = "turns"
"""
"""A round of nothing but turns, for a ruleset that is about something else."""

RICH = Writing(
    "rich",
    """
id = "rich"
label = "Rich"
effects_at = "turn"

[stat]
quickness = { value = 0, label = "Quickness", when_added = true }
grit = { value = 0, label = "Grit", printed = true }
nature = { value = "calm", type = "text", label = "Nature" }
max_hp = { value = 10, label = "Full health", filled_from = "hp", least = 0, when_added = true }
hp = { value = "max_hp", label = "Hit points", to_begin_with = true, least = 0 }
luck = { value = 2, label = "Luck", least = 0 }

[order.initiative]
label = "Initiative"
roll = "d20 + quickness"
keys = ["roll desc", "quickness desc"]

[phase.initiative]
label = "Initiative"
activity = "roll"
order = "initiative"
when = "start"

[phase.turns]
label = "Turns"
activity = "act"
order = "initiative"

[pool]
action = { label = "Action", size = 1 }
focus = { label = "Focus", size = 3, resets = "encounter-start" }

[tally]
combo = { label = "Combo", resets = "encounter-start" }

[cost.action]
label = "Action"
key = 1
alternatives = [{ action = 1 }]
does = [{ tally = "combo", by = 1 }]

[cost.focus]
label = "Focus"
alternatives = [{ focus = 1 }]

[cost.hasty]
label = "Hasty action"
off_turn = true
alternatives = [{ borrows = { action = 1 } }]

[action.attack]
label = "Attack"
cost = "action"

[action.ritual]
label = "Ritual"
cost = "action"
parts = 3

[action.trick]
label = "Trick"
cost = "focus"
once = "encounter"

[reaction.dodge]
label = "Dodge"
covers = "round"

[pipeline.damage]
label = "Damage"
role = "damage"
inputs.amount = { label = "Points", needed = true, least = 0 }
does = [
    { id = "hp", label = "Hit points", absorb = "hp" },
    { id = "hurt", label = "Hurt", if = "hp <= 0", track = "wounds", by = "1" },
]

[pipeline.scare]
label = "Scare"
does = [{ ask = "save", against = "8 + quickness" }]

[check.save]
label = "Save"
dice = "d20"
plus = "quickness"
while = "hp > 0"
degrees.failure = [{ flag = "scared" }]

[state.dazed]
label = "Dazed"
forbids = ["act:focus"]

[state.pinned]
label = "Pinned"

[relation.hold]
label = "Hold"
state = "pinned"

[relation.edge]
label = "Edge"
order = "initiative"
if = "mine - theirs >= 10"
penalty = -2

[delay]
label = "Delay"
to = ["wait", "after"]

[ready]
label = "Ready"
cost = "action"

[track.wounds]
label = "Wounds"
steps = [{ label = "Fine" }, { label = "Hurt" }, { label = "Dead", out = "defeated" }]

[track.fatigue]
label = "Fatigue"
steps = [
    { label = "Fresh" },
    { label = "Winded", values = { penalty = -1 } },
    { label = "Spent", values = { penalty = -2 }, states = ["dazed"] },
]

[resource.luck]
label = "Luck"
stat = "luck"
once = "round"

[declaration.oath]
label = "Oath"
phases = ["turns"]
inputs.words = { label = "Words", type = "text" }

[option.vigour]
label = "Vigour"
text = "How much anybody can take."
default = "plain"
values.plain = { label = "Plain" }
values.tough = { label = "Tough", patch = { stat = { max_hp = { value = 14 }, grit = { value = 2 } } } }

[option.focus]
label = "Focus"
default = "three"
values.three = { label = "Three" }
values.one = { label = "One", patch = { pool = { focus = { size = 1 } } } }
values.five = { label = "Five", patch = { pool = { focus = { size = 5 } } } }
""",
)


def edition(text: str = "", *without: str) -> Writing:
    """Another edition: the rich one with ``text`` laid over it, and some entries left out."""
    head = f'id = "rich"\nextends = "rich"\nwithout = {list(without)!r}\n'
    return Writing("rich", head + text, base=RICH)


class Played:
    """A fight of three by the rich rules; A acts first, then B, then C."""

    def __init__(self, *, started: bool = True, dice: tuple[int, ...] = (), **stats: Any) -> None:
        self.session = Session(loader.load_writing(RICH), dice=ListedDice(dice), writing=RICH)
        for ident, side in (("A", "party"), ("B", "foes"), ("C", "foes")):
            self.do(cmd.Add(combatant={"id": ident, "side": side, **(stats if ident == "A" else {})}))
        if started:
            self.do(cmd.Start(rolls={"A": 18, "B": 10, "C": 5}))

    @property
    def state(self) -> Encounter:
        return self.session.state

    @property
    def a(self) -> Combatant:
        return self.state.combatants["A"]

    def do(self, command: cmd.Command) -> Done:
        done = self.session.dispatch(command)
        assert not isinstance(done, Refusal), done
        return done

    def change(self, writing: Writing | None = None, **options: str) -> Done:
        """Change the rules, and prove that it goes back and forth exactly and that nothing stumbles."""
        before = self.state
        done = self.do(cmd.ChangeRules(writing=writing, options=options))
        assert take_back(self.state, done.entry.events) == before
        assert replay(before, done.entry.events) == self.state
        look_at_everything(self.session.rules, self.state)
        say_everything(self.session)
        return done

    def refused(self, writing: Writing | None = None, **options: str) -> Refusal:
        """Return why a change is refused; nothing has changed then."""
        before, rules = self.state, self.session.rules
        result = self.session.dispatch(cmd.ChangeRules(writing=writing, options=options))
        assert isinstance(result, Refusal)
        assert result.final
        assert self.state is before
        assert self.session.rules is rules
        return result
