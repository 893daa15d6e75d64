"""Advice for authors: what is written out by hand is seen, and what is told instead works."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

from rulesets.__main__ import main
from rulesets.reading import loader
from rulesets.reading.checks.advice import ADVICE
from rulesets.reading.problems import Advice
from rulesets.reading.starting import STARTER
from rulesets.table.writing import Writing
from tests.guide_book import GUIDE, ROOT, blocks, example, pieced

BEGUN = (STARTER / "ruleset.toml").read_text(encoding="utf-8")
"""A ruleset in which nothing is written out by hand."""


class Example(NamedTuple):
    """Something that authors write out by hand, and the same in short; both stand behind a new ruleset."""

    name: str
    key: str
    """Where it is seen."""
    line: str
    """The line there."""
    seen: str
    told: str
    by_hand: str
    in_short: str
    old: str = ""
    """What of the new ruleset the short way takes the place of."""


LIMBS = ("arm", "leg", "wing", "head")
EXAMPLES = (
    Example(
        "phases",
        "phase.pass-3",
        "[phase.pass-3]",
        "The phases 'pass-2' and 'pass-3' differ in a number only.",
        'turns = "passes"',
        """
[phase.pass-2]
label = "Second pass"
activity = "act"
order = "initiative"
who = "quickness > 10"

[phase.pass-3]
label = "Third pass"
activity = "act"
order = "initiative"
who = "quickness > 20"
""",
        """
[phase.more]
label = "Further passes"
activity = "act"
order = "initiative"
who = "quickness > 10 * segment"
turns = "passes"
pass = "Pass"
""",
    ),
    Example(
        "costs",
        "cost.quick-shot",
        "[cost.quick-shot]",
        "The costs 'quick-shot', 'aimed-shot' and 'long-shot' differ in a number only, and each is that of "
        "one action.",
        '{ shots = "points" }',
        """
[pool.shots]
label = "Shots"
size = 9

[cost.quick-shot]
label = "Quick shot"
alternatives = [{ shots = 1 }]

[cost.aimed-shot]
label = "Aimed shot"
alternatives = [{ shots = 3 }]

[cost.long-shot]
label = "Long shot"
alternatives = [{ shots = 5 }]

[action]
quick = { label = "Quick shot", cost = "quick-shot" }
aimed = { label = "Aimed shot", cost = "aimed-shot" }
long = { label = "Long shot", cost = "long-shot" }
""",
        """
[pool.shots]
label = "Shots"
size = 9

[cost.shot]
label = "Shot"
alternatives = [{ shots = "points" }]

[action]
quick = { label = "Quick shot", cost = "shot", points = 1 }
aimed = { label = "Aimed shot", cost = "shot", points = 3 }
long = { label = "Long shot", cost = "shot", points = 5 }
""",
    ),
    Example(
        "numbered states",
        "state.frightened-1",
        'frightened-1 = { label = "Frightened 1", add = { armor = -1 } }',
        "The states 'frightened-1', 'frightened-2' and 'frightened-3' are one with a number.",
        "size = 1 in [state.frightened]",
        """
[state]
frightened-1 = { label = "Frightened 1", add = { armor = -1 } }
frightened-2 = { label = "Frightened 2", add = { armor = -2 } }
frightened-3 = { label = "Frightened 3", add = { armor = -3 } }
""",
        """
[state.frightened]
label = "Frightened"
size = 1
add = { armor = "-size('frightened')" }
""",
    ),
    Example(
        "a timer",
        "trigger[1]",
        "[[trigger]]",
        "This counts how long the state 'stunned' lasts.",
        '[state.stunned] such as size = 3, and ticks = [{ at = "turn-end", by = -1 }]',
        """
[state.stunned]
label = "Stunned"
forbids = ["act"]

[tally.stun]
label = "Turns stunned"
resets = "encounter-start"

[[trigger]]
at = "turn-end"
if = "has_state('stunned')"
does = [{ tally = "stun", by = -1 }, { if = "tally('stun') <= 0", end = ["stunned"] }]
""",
        """
[state.stunned]
label = "Stunned"
forbids = ["act"]
size = 3
ticks = [{ at = "turn-end", by = -1 }]
""",
    ),
    Example(
        "an end",
        "trigger[1]",
        "[[trigger]]",
        "All that this does is to end the state 'shield-up'.",
        'ends = { at = "turn-start", phase = "turns" } in [state.shield-up]',
        """
[state.shield-up]
label = "Shield up"
add = { armor = 2 }

[[trigger]]
at = "turn-start"
phase = "turns"
if = "has_state('shield-up')"
does = [{ end = ["shield-up"] }]
""",
        """
[state.shield-up]
label = "Shield up"
add = { armor = 2 }
ends = { at = "turn-start", phase = "turns" }
""",
    ),
    Example(
        "the end at the next turn",
        "trigger[1]",
        "[[trigger]]",
        "All that this does is to end the state 'shield-up'.",
        'until = "turn-start" in [state.shield-up]',
        """
[state.shield-up]
label = "Shield up"

[[trigger]]
at = "turn-start"
does = [{ if = "has_state('shield-up')", end = ["shield-up"] }]
""",
        """
[state.shield-up]
label = "Shield up"
until = "turn-start"
""",
    ),
    Example(
        "a refill",
        "trigger[1].does[1]",
        'does = [{ pool = "focus", by = 2, cap = "size" }]',
        "This fills the pool 'focus' up.",
        'resets = "round-start" and refill_by = 2 in [pool.focus]',
        """
[pool.focus]
label = "Focus"
size = 5
resets = "encounter-start"

[[trigger]]
at = "round-start"
does = [{ pool = "focus", by = 2, cap = "size" }]
""",
        """
[pool.focus]
label = "Focus"
size = 5
resets = "round-start"
refill_by = 2
""",
    ),
    Example(
        "a reset",
        "trigger[1].does[1]",
        'does = [{ tally = "parries", to = 0 }]',
        "This sets the tally 'parries' back.",
        'resets = "phase-start:turns" in [tally.parries]',
        """
[tally.parries]
label = "Parries"
resets = "encounter-start"

[[trigger]]
at = "phase-start"
phase = "turns"
does = [{ tally = "parries", to = 0 }]
""",
        """
[tally.parries]
label = "Parries"
resets = "phase-start:turns"
""",
    ),
    Example(
        "a reminder",
        "trigger[1].does[1]",
        'does = [{ flag = "roll-against-death" }]',
        "This only reminds of a roll: 'roll-against-death'.",
        '{ ask = "<id>" }',
        """
[[trigger]]
at = "turn-start"
if = "has_state('down')"
does = [{ flag = "roll-against-death" }]
""",
        """
[[trigger]]
at = "turn-start"
if = "has_state('down')"
does = [{ ask = "death" }]

[check.death]
label = "Against death"
dice = "d20"
against = 10
degrees.failure = [{ out = "defeated" }]
""",
    ),
    Example(
        "two dice",
        "pipeline.climb.does[1].if",
        'does = [{ if = "max(one, other) >= 12", flag = "up-there" }]',
        "The same dice are rolled twice here, and the higher or the lower is taken by hand.",
        'marked = "<id>"',
        """
[pipeline.climb]
label = "Climb"
inputs.one = { label = "First die", each = true, dice = "d20" }
inputs.other = { label = "Second die", each = true, dice = "d20" }
does = [{ if = "max(one, other) >= 12", flag = "up-there" }]
""",
        """
[roll.climb]
label = "Climbing"

[state.helped]
label = "Helped"
marks = { climb = "+" }

[check.climb]
label = "Climb"
dice = "d20"
marked = "climb"
against = 12
degrees.success = [{ flag = "up-there" }]

[action.climb]
label = "Climb"
cost = "move"
does = [{ ask = "climb" }]
""",
    ),
    Example(
        "a power",
        "action.breath",
        "[action.breath]",
        "The state 'spent' says that this is spent, and 'breath' gives it back.",
        'check = "breath"',
        """
[state.spent]
label = "Spent"

[action.breath]
label = "Breath"
cost = "action"
needs = "hp > 0 and not has_state('spent')"
does = [{ begin = ["spent"] }]

[[trigger]]
at = "turn-start"
if = "has_state('spent')"
does = [{ ask = "breath" }]

[check.breath]
label = "Is it back?"
dice = "d6"
against = 5
degrees.success = [{ end = ["spent"] }]
""",
        """
[stat.powers]
value = []
label = "Powers"

[power.own]
label = "Power"
stat = "powers"
cost = "action"
check = "breath"

[check.breath]
label = "Is it back?"
dice = "d6"
""",
    ),
    Example(
        "lists",
        "state.lame.forbids",
        'lame = { label = "Lame", forbids = ["walk", "run", "jump"] }',
        "The actions 'walk', 'run' and 'jump' are listed in state.held.forbids, too.",
        'words = ["move"]',
        """
[action]
run = { label = "Run", cost = "move" }
jump = { label = "Jump", cost = "move" }
crawl = { label = "Crawl", cost = "move" }

[state]
held = { label = "Held", forbids = ["walk", "run", "jump", "crawl"] }
lame = { label = "Lame", forbids = ["walk", "run", "jump"] }
""",
        """
[action]
walk = { label = "Walk", cost = "move", words = ["move"] }
run = { label = "Run", cost = "move", words = ["move"] }
jump = { label = "Jump", cost = "move", words = ["move"] }
crawl = { label = "Crawl", cost = "move", words = ["move"] }

[state]
held = { label = "Held", forbids = ["#move"] }
lame = { label = "Lame", forbids = ["#move"], allows = ["crawl"] }
""",
        '[action.walk]\nlabel = "Walk"\ncost = "move"\n',
    ),
    Example(
        "needs",
        "action.run.needs",
        'run = { label = "Run", cost = "move", needs = "not has_state(\'held\')" }',
        "The actions 'run', 'jump' and 'crawl' each ask that nobody is in the state 'held'.",
        "forbids in [state.held]",
        """
[action]
run = { label = "Run", cost = "move", needs = "not has_state('held')" }
jump = { label = "Jump", cost = "move", needs = "hp > 5 and not has_state('held')" }
crawl = { label = "Crawl", cost = "move", needs = "not has_state('held')" }

[state.held]
label = "Held"
""",
        """
[action]
run = { label = "Run", cost = "move", words = ["move"] }
jump = { label = "Jump", cost = "move", words = ["move"], needs = "hp > 5" }
crawl = { label = "Crawl", cost = "move", words = ["move"] }

[state.held]
label = "Held"
forbids = ["#move"]
""",
    ),
    Example(
        "a ladder",
        "action.scream.does",
        "does = [",
        "Who is in the state 'shaken' already comes into 'panicked' here.",
        'worse = "panicked" in [state.shaken]',
        """
[state]
shaken = { label = "Shaken" }
panicked = { label = "Panicked" }

[action.scream]
label = "Scream"
cost = "action"
does = [
  { on = "target", if = "has_state('shaken')", begin = ["panicked"], end = ["shaken"] },
  { on = "target", if = "not has_state('shaken')", begin = ["shaken"] },
]
""",
        """
[state]
shaken = { label = "Shaken", worse = "panicked" }
panicked = { label = "Panicked" }

[action.scream]
label = "Scream"
cost = "action"
does = [{ on = "target", begin = ["shaken"] }]
""",
    ),
    Example(
        "stats of each limb",
        "stat.plate_arm",
        "[stat.plate_arm]",
        "The stats 'plate_arm' and 'life_arm' are there for each of 'arm', 'leg', 'wing' and 'head'.",
        "kinds = { arm = ..., leg = ... } in [stat.plate]",
        "".join(f'[stat.plate_{one}]\nvalue = 0\nlabel = "Plate, {one}"\n' for one in LIMBS)
        + "".join(
            f'[stat.life_{one}]\nvalue = "max_hp - plate_{one}"\nlabel = "Life, {one}"\n' for one in LIMBS
        ),
        """
[stat.plate]
label = "Plate, {kind}"
value = 0
kinds = { arm = "arm", leg = "leg", wing = "wing", head = "head" }

[stat.life]
label = "Life, {kind}"
value = "max_hp - plate_{kind}"
kinds = { arm = "arm", leg = "leg", wing = "wing", head = "head" }
""",
    ),
    Example(
        "a state that holds",
        "trigger[1]",
        "[[trigger]]",
        "The state 'bloodied' is begun here as long as something is so, and ended elsewhere.",
        'while = "hp * 2 <= max_hp" in [state.bloodied]',
        """
[state.bloodied]
label = "Bloodied"

[[trigger]]
at = "turn-end"
if = "hp * 2 <= max_hp"
does = [{ begin = ["bloodied"] }]

[[trigger]]
at = "turn-end"
if = "hp * 2 > max_hp"
does = [{ end = ["bloodied"] }]
""",
        """
[state.bloodied]
label = "Bloodied"
while = "hp * 2 <= max_hp"
""",
    ),
    Example(
        "a state with another",
        "state.paralyzed.on_begin[1]",
        'on_begin = [{ begin = ["helpless"] }]',
        "Who is in the state 'paralyzed' is in 'helpless', too, by hand.",
        'states = ["helpless"] in [state.paralyzed]',
        """
[state.helpless]
label = "Helpless"
forbids = ["act"]

[state.paralyzed]
label = "Paralyzed"
on_begin = [{ begin = ["helpless"] }]
on_end = [{ end = ["helpless"] }]
""",
        """
[state.helpless]
label = "Helpless"
forbids = ["act"]

[state.paralyzed]
label = "Paralyzed"
states = ["helpless"]
""",
    ),
    Example(
        "steps one by one",
        "stat.hurting.value",
        "value = \"2 if track('wounds') == 1 else 5 if track('wounds') == 2 else 0\"",
        "The steps of the track 'wounds' are named one by one here.",
        "step('wounds', 'penalty')",
        """
[track.wounds]
label = "Wounds"
steps = ["Fine", "Hurt", "Badly hurt"]

[stat.hurting]
value = "2 if track('wounds') == 1 else 5 if track('wounds') == 2 else 0"
""",
        """
[track.wounds]
label = "Wounds"
steps = [
  "Fine",
  { label = "Hurt", values = { penalty = 2 } },
  { label = "Badly hurt", values = { penalty = 5 } },
]

[stat.hurting]
value = "step('wounds', 'penalty')"
""",
    ),
    Example(
        "acts that count themselves",
        "tally.blows",
        "[tally.blows]",
        "The actions 'hack' and 'stab' each count themselves.",
        'counts = "attack" in [tally.blows]',
        """
[tally.blows]
label = "Blows"
resets = "turn-start"

[action.hack]
label = "Hack"
cost = "action"
does = [{ tally = "blows", by = 1 }]

[action.stab]
label = "Stab"
cost = "action"
does = [{ tally = "blows", by = 1 }]
""",
        """
[tally.blows]
label = "Blows"
counts = "attack"
resets = "turn-start"

[action.hack]
label = "Hack"
cost = "action"
words = ["attack"]

[action.stab]
label = "Stab"
cost = "action"
words = ["attack"]
""",
    ),
    Example(
        "a pool of uses",
        "pool.rages",
        "[pool.rages]",
        "This pool only says how often 'rage' can be done.",
        'once = "encounter" in [action.rage]',
        """
[pool.rages]
label = "Rages"
size = 2
resets = "encounter-start"

[cost.rage]
label = "Rage"
alternatives = [{ action = 1, rages = 1 }]

[action.rage]
label = "Fly into a rage"
cost = "rage"
""",
        """
[action.rage]
label = "Fly into a rage"
cost = "action"
once = "encounter"
times = 2
""",
    ),
)
MEANT = {
    "phases in which something else is done": """
[phase.moving]
label = "Moving"
activity = "act"
order = "initiative"

[phase.shooting]
label = "Shooting"
activity = "act"
order = "initiative"
""",
    "costs that several actions have": """
[cost.one]
label = "One"
kind = "part"
alternatives = [{ action = 1 }]

[cost.two]
label = "Two"
kind = "part"
alternatives = [{ move = 1 }]
""",
    "costs without any number": "".join(
        f'[cost.c{n}]\nlabel = "C{n}"\n[action.z{n}]\nlabel = "Z{n}"\ncost = "c{n}"\n' for n in range(4)
    ),
    "a state with a number in its name alone": '[state.stage-2]\nlabel = "Second stage"\n',
    "a tally that counts without ending anything": """
[tally.tide]
label = "Tide"
resets = "encounter-start"

[[trigger]]
at = "round-end"
does = [{ tally = "tide", by = 1 }, { if = "tally('tide') == 3", flag = "the-tide-is-in" }]
""",
    "hit points that run out": """
[[trigger]]
at = "turn-start"
if = "has_state('down')"
does = [{ stat = "hp", by = -1 }, { if = "hp < 0", end = ["down"], out = "defeated" }]
""",
    "an end under a condition": """
[[trigger]]
at = "turn-start"
if = "has_state('down') and hp > 3"
does = [{ end = ["down"] }]
""",
    "an end of what began as an effect": """
[action.cheer]
label = "Cheer"
cost = "move"
does = [{ on = "target", effect = "down", until = "turn-start" }]

[[trigger]]
at = "attack"
does = [{ end = ["down"] }]
""",
    "a refill under a condition, and one that is larger": """
[pool.focus]
label = "Focus"
size = 5
resets = "encounter-start"

[[trigger]]
at = "round-start"
if = "quickness > 3"
does = [{ pool = "focus", to = 5 }]

[[trigger]]
at = "round-start"
does = [{ pool = "focus", by = 2 }]
""",
    "a flag of the program's, and one without a roll": """
[[trigger]]
at = "turn-start"
if = "has_state('down')"
does = [{ flag = "massive-damage" }, { flag = "the-controls-burn" }]
""",
    "two dice that are both needed": """
[pipeline.climb]
label = "Climb"
inputs.one = { label = "First die", each = true, dice = "d20" }
inputs.other = { label = "Second die", each = true, dice = "d6" }
does = [{ if = "max(one, other) + one >= 12", flag = "up-there" }]
""",
    "a tally that is read before it is set back": """
[tally.queue]
label = "Queue"
resets = "encounter-start"

[[trigger]]
at = "turn-end"
does = [
  { let = "waiting", value = "tally('queue')" },
  { tally = "queue", to = 0 },
  { stat = "hp", by = "-waiting" },
]
""",
    "a tally that is read by an earlier trigger, by way of a stat": """
[tally.queue]
label = "Queue"
resets = "encounter-start"

[stat.in_line]
value = "tally('queue')"

[[trigger]]
at = "turn-end"
does = [{ stat = "hp", by = "-in_line" }]

[[trigger]]
at = "turn-end"
does = [{ tally = "queue", to = 0 }]
""",
    "a tally that a state reads at the moment": """
[tally.queue]
label = "Queue"
resets = "encounter-start"

[state.pressed]
label = "Pressed"
ends = { at = "turn-end", if = "tally('queue') > 2" }

[[trigger]]
at = "turn-end"
does = [{ tally = "queue", to = 0 }]
""",
    "a tally that is set back at two moments": """
[tally.queue]
label = "Queue"
resets = "round-start"

[[trigger]]
at = "turn-end"
does = [{ tally = "queue", to = 0 }]
""",
    "a pool that is filled up at two moments": """
[pool.focus]
label = "Focus"
size = 5
resets = "turn-start"

[[trigger]]
at = "round-end"
does = [{ pool = "focus", to = 5 }]
""",
    "two actions in two lists": """
[action.run]
label = "Run"
cost = "move"

[state]
held = { label = "Held", forbids = ["walk", "run"] }
lame = { label = "Lame", forbids = ["walk", "run", "react"] }
""",
}
"""What looks a little like it, and is meant."""


def text_of(more: str, old: str = "") -> Writing:
    """A new ruleset with more behind it; ``old`` is taken out."""
    assert old in BEGUN
    return Writing("starter/ruleset.toml", BEGUN.replace(old, "", 1) + more)


def told(writing: Writing) -> list[Advice]:
    """The advice on a ruleset that has no problems."""
    assert [str(problem) for problem in loader.check_writing(writing)] == []
    return loader.advice_on(writing)


@pytest.mark.parametrize("one", EXAMPLES, ids=[one.name for one in EXAMPLES])
def test_what_is_written_by_hand_is_seen(one: Example) -> None:
    """With its line, what could be written, and where the guide tells more; and nothing else."""
    writing = text_of(one.by_hand)
    (advice,) = told(writing)
    assert (advice.key, advice.message) == (one.key, one.seen)
    assert one.told in advice.hint
    assert writing.text.splitlines()[advice.line - 1] == one.line
    assert f"\n### {advice.chapter}\n" in GUIDE.read_text(encoding="utf-8")
    assert str(advice) == (
        f"starter/ruleset.toml:{advice.line}: {one.key}: advice: {one.seen} "
        f"({advice.hint}; see “{advice.chapter}” in the guide)"
    )


@pytest.mark.parametrize("one", EXAMPLES, ids=[one.name for one in EXAMPLES])
def test_what_is_told_instead_works(one: Example) -> None:
    """Whoever follows the advice has a ruleset without problems and without that advice."""
    assert told(text_of(one.in_short, one.old)) == []


def test_every_kind_has_its_example() -> None:
    """No kind of advice stands in the table without being tried."""
    given = [loader.advice_on(text_of(one.by_hand)) for one in EXAMPLES]
    chapters = Counter(advice.chapter for (advice,) in given)
    assert not Counter(kind.chapter for kind in ADVICE) - chapters


@pytest.mark.parametrize("more", MEANT.values(), ids=MEANT)
def test_what_is_meant_is_left_alone(more: str) -> None:
    """Advice that is wrong costs more than advice that is missing."""
    assert told(text_of(more)) == []


SHIPPED = sorted(
    [
        *(ROOT / "rulesets").glob("s*/**/ruleset.toml"),
        *(ROOT / "tests" / "systems").glob("*/ruleset.toml"),
        *(ROOT / "resources").glob("rulesets/*/ruleset.toml"),
    ]
)


@pytest.mark.parametrize("file", SHIPPED, ids=[file.parent.name for file in SHIPPED])
def test_what_is_shipped_follows_it(file: Path) -> None:
    """The rulesets that people learn from use the general concepts themselves."""
    assert [str(advice) for advice in loader.advice(file)] == []


@pytest.mark.slow
def test_the_guide_follows_it() -> None:
    """No recipe is written in a way that the program would advise against."""
    text = GUIDE.read_text(encoding="utf-8")
    whole, found = example(text).ruleset, []
    for block in blocks(text):
        if block.mark == "alone":
            found.append(block.text)
        elif block.mark == "recipe":
            found.append(f"{whole}\n{block.text}")
        elif block.mark.startswith("piece"):
            found.append(pieced(block))
    assert len(found) > 30
    assert [str(advice) for one in found for advice in loader.advice_on(Writing("guide", one))] == []


def test_errors_come_first() -> None:
    """A ruleset with errors gets no advice: what it says is not clear yet."""
    one = EXAMPLES[2]
    writing = text_of(one.by_hand + '[action.hop]\nlabel = "Hop"\ncost = "moove"\n')
    assert not all(problem.warning for problem in loader.check_writing(writing))
    assert loader.advice_on(writing) == []
    assert loader.advice_on(Writing("starter/ruleset.toml", "id = ")) == []
    assert loader.advice(ROOT / "nowhere") == []


def test_what_a_ruleset_extends_is_not_its_authors_to_mend() -> None:
    """Advice is on what the author has written."""
    below = text_of(EXAMPLES[2].by_hand)
    top = 'id = "mine"\nlabel = "Mine"\nextends = "starter"\n'
    assert loader.advice_on(Writing("mine/ruleset.toml", top, base=below)) == []
    own = Writing("mine/ruleset.toml", top + EXAMPLES[0].by_hand, base=below)
    assert [(advice.file, advice.key) for advice in loader.advice_on(own)] == [
        ("mine/ruleset.toml", EXAMPLES[0].key)
    ]


def test_the_command_says_it_and_its_status_stays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Advice is no problem: the status is 0, as without it; with a warning it is 1, as without it."""
    file = tmp_path / "starter" / "ruleset.toml"
    file.parent.mkdir()
    file.write_text(text_of(EXAMPLES[2].by_hand).text, encoding="utf-8")
    assert main(["check", str(file.parent)]) == 0
    advice, summary = capsys.readouterr().out.splitlines()
    assert "state.frightened-1: advice: The states" in advice
    assert summary == f"{file}: no problems; 1 piece of advice"
    file.write_text(text_of(EXAMPLES[2].by_hand + EXAMPLES[6].by_hand).text, encoding="utf-8")
    main(["check", str(file)])
    assert capsys.readouterr().out.splitlines()[-1] == f"{file}: no problems; 2 pieces of advice"
    file.write_text(text_of(EXAMPLES[2].by_hand).text.replace('"starter"', '"other"', 1), encoding="utf-8")
    assert main(["check", str(file)]) == 1
    summary = capsys.readouterr().out.splitlines()[-1]
    assert summary == f"{file}: 1 warning; it can be played all the same; 1 piece of advice"


@pytest.mark.slow
def test_many_are_seen_in_time() -> None:
    """Lists of thousands of actions, as only a hostile ruleset has, are compared with a few others."""
    many = range(400)
    actions = "".join(f'a{n} = {{ label = "A{n}", cost = "move" }}\n' for n in many)
    states = "".join(f'x{n}x = {{ label = "X{n}", forbids = ["walk", "attack", "a{n}"] }}\n' for n in many)
    assert told(text_of(f"[action]\n{actions}[state]\n{states}")) == []
    frightened = "".join(f'fear-{n} = {{ label = "Fear {n}" }}\n' for n in many)
    (advice,) = told(text_of(f"[state]\n{frightened}"))
    assert advice.message.endswith("'fear-4' and 395 more are one with a number.")
