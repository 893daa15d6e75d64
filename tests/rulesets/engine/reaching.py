"""A small ruleset whose deeds reach their target, and whose pools come back in part."""

from __future__ import annotations

from rulesets.reading import loader
from rulesets.vocabulary import Rules

RULES = """
id = "reach"
label = "Reach"
effects_at = "turn"
[stat]
might = { value = 3, label = "Might" }
luck = { value = 2, label = "Luck", least = 0 }
hp = { value = 10, label = "Health", to_begin_with = true, least = 0 }
[order.list]
label = "List"
rolled = "phase"
keys = ["list"]
[phase.turns]
label = "Turns"
activity = "act"
order = "list"
[pool]
deed = { label = "Deed", size = 4 }
guard = { label = "Guard", size = 2, resets = "round-start", shown = "circle" }
wind = { label = "Wind", size = "might + 1", resets = "round-start", refill_by = "2", shown = "number" }
heat = { label = "Heat", size = 5, resets = "turn-start", refill_by = "1" }
[tally.marks]
label = "Marks"
resets = "encounter-start"
[cost]
deed = { label = "Deed", key = 1, alternatives = [{ deed = 1 }] }
guard = { label = "Guard", kind = "reaction", alternatives = [{ guard = 1 }] }
wind = { label = "Wind", off_turn = true, alternatives = [{ wind = 3 }] }
[track.harm]
label = "Harm"
steps = [{ label = "Fine" }, { label = "Hurt", states = ["shaken"] }, { label = "Down", out = "defeated" }]
[state]
shaken = { label = "Shaken", tone = "bad" }
marked = { label = "Marked", tone = "bad" }
proud = { label = "Proud", tone = "good" }
[action.all]
label = "Everything"
cost = "deed"
cite = "R 1"
once = "encounter"
does = [
  { on = "target", let = "their", value = "might" },
  { label = "Own pride", begin = ["proud"] },
  { on = "target", label = "Health", stat = "hp", by = "-(actor_stat('might') * 2 + their - might)" },
  { on = "target", stat = "luck", to = 0 },
  { on = "target", label = "Guard", pool = "guard", by = -1 },
  { on = "target", tally = "marks", by = "actor_tally('marks') + 1" },
  { on = "target", effect = "marked", rounds = 2, flag = "seen" },
  { on = "target", track = "harm", by = 1 },
  { on = "target", if = "actor_has('feared') and not has('feared')", end = ["shaken"] },
]
[action.fell]
label = "Fell"
cost = "deed"
does = [{ on = "target", label = "Felled", out = "defeated" }]
[action.raise]
label = "Raise"
cost = "deed"
does = [{ on = "target", out = "restore" }]
[action.mend]
label = "Mend"
cost = "deed"
does = [{ on = "target", label = "Health", stat = "hp", by = 2 }]
[action.bleed]
label = "Bleed"
cost = "deed"
does = [{ label = "Health", stat = "hp", by = -1 }]
[action.rite]
label = "Rite"
cost = "deed"
parts = 2
does = [{ on = "target", begin = ["marked"] }]
[action.run]
label = "Run"
cost = "wind"
[action.breathe]
label = "Breathe"
cost = "deed"
does = [{ label = "Wind", pool = "wind", by = 3, cap = "size - 1" }]
[reaction.riposte]
label = "Riposte"
cost = "guard"
answers = ["melee"]
does = [{ on = "target", label = "Health", stat = "hp", by = "-actor_stat('might')" }]
[reaction.curse]
label = "Curse"
does = [{ on = "target", begin = ["marked"] }]
[resource.luck]
label = "Luck"
stat = "luck"
does = [{ on = "target", begin = ["marked"] }]
[ready]
label = "Ready"
cost = "deed"
[formula]
blow = "actor_stat('might')"
[pipeline.blow]
label = "Blow"
role = "damage"
inputs.amount = { label = "Amount", needed = true }
does = [
  { id = "pride", label = "Pride doubles", if = "actor_has_state('proud')", scale = 2 },
  { id = "might", label = "Might of the striker", let = "left", value = "left + formula('blow')" },
  { id = "hp", label = "Health", absorb = "hp" },
]
[[trigger]]
at = "hit"
does = [{ stat = "luck", to = "actor_stat('luck') + 1" }]
"""


def rules_of(text: str = RULES) -> Rules:
    return loader.load_text(text, "reach.toml")
