# ruff: noqa: E501
"""Every mistake there is: the shipped rulesets with one slip each, and what never comes up."""

from __future__ import annotations

import random
import re

import pytest

from rulesets.reading import loader
from rulesets.reading.build import build
from rulesets.table.writing import Writing
from tests.sampling import mostly_slow

X = "[{0}.x]\nlabel = 'X'\n{1}".format
SHIPPED = {
    name: (folder / "ruleset.toml").read_text(encoding="utf-8") for name, folder in loader.shipped().items()
}
KEY = re.compile(r"(?m)(?:^|[{,]\s*)([a-z_]{4,})(?=\s*=[^=])")
HEADER = re.compile(r"(?m)^\[+([a-z]+)(?=[\].])")
PER_RULESET = 12


def swapped(word: str) -> str:
    """The word with its last two different letters the wrong way round."""
    return f"{word[:-2]}{word[-1]}{word[-2]}" if word[-1] != word[-2] else f"{word}q"


def slips(pattern: re.Pattern[str], known: set[str] | None = None) -> list[tuple[str, int, str]]:
    """Some places of every shipped ruleset: (ruleset, place, word), always the same ones."""
    found = []
    for name, text in SHIPPED.items():
        end = text.find("[option.")
        places = [
            (name, m.start(1), m[1]) for m in pattern.finditer(text, 0, end) if known is None or m[1] in known
        ]
        found += random.Random(name).sample(places, min(PER_RULESET, len(places)))
    return found


MODEL_KEYS = {
    "label",
    "cost",
    "value",
    "alternatives",
    "activity",
    "order",
    "needs",
    "resets",
    "does",
    "steps",
    "inputs",
    "amount",
    "forbids",
    "ends",
    "begins",
    "when",
    "roll",
    "keys",
    "short",
    "group",
    "text",
    "cite",
}


MISSPELT = slips(KEY, MODEL_KEYS) + slips(HEADER)


@pytest.mark.parametrize("slip", mostly_slow(MISSPELT, *MISSPELT[::10]))
def test_a_misspelt_key_of_a_shipped_ruleset_is_one_finding_in_its_line(slip) -> None:
    """What it was meant to be is offered, and read: nothing else is said to be missing."""
    name, at, word = slip
    text = SHIPPED[name][:at] + swapped(word) + SHIPPED[name][at + len(word) :]
    with pytest.raises(loader.RulesetError) as error:
        build(Writing("x.toml", text), {})
    (problem,) = error.value.problems
    assert problem.line == text.count("\n", 0, at) + 1
    assert repr(swapped(word)) in problem.message
    assert problem.hint == f"did you mean {word!r}?"


def test_what_a_misspelt_key_holds_is_not_judged_as_that_of_another(find) -> None:
    """Nothing is called 'cost' where one waits; what is like it takes a formula, which this value is none of."""
    (problem,) = find('[delay]\ncost = "standrad"\n')
    assert (problem.key, problem.hint) == ("delay.cost", "did you mean 'lost'?")


def test_an_id_that_is_missing_in_many_places_is_one_finding(find) -> None:
    more = "".join(f"[action.a{at}]\nlabel = 'A{at}'\ncost = 'standrd'\n" for at in range(9))
    (problem,) = find(more)
    assert problem.key == "action.a0.cost"
    assert "and 3 more, too" in problem.message


POINTS = "\n[stat.points_arm]\nvalue = 4\n"
CHOICES = "{ label = 'Y', type = 'choice', choices = ['arm', 'leg'] }"
PUT = POINTS + "[pipeline.x]\nlabel = 'X'\ninputs.y = {0}\ndoes = [{{ stat = 'hp', by = \"stat({1})\" }}]\n"
# (what is added, key, part of the message, whether it is only a warning)
SENSE = [
    (
        X("cost", "alternatives = [{ move = 1 }, { move = 1 }]"),
        "cost.x.alternatives[2]",
        "never comes up",
        True,
    ),
    (
        X("cost", "alternatives = [{ move = 1, if = '1 > 2' }]"),
        "cost.x.alternatives[1].if",
        "never holds",
        True,
    ),
    (X("cost", "alternatives = [{ move = 0.5 }]"), "cost.x.alternatives[1].move", "whole number", False),
    (
        X("cost", "alternatives = [{ move = -1 }]"),
        "cost.x.alternatives[1].move",
        "takes nothing",
        True,
    ),
    (
        X("cost", "alternatives = [{ borrows = { move = 2 } }]"),
        "cost.x.alternatives[1].borrows.move",
        "never holds more",
        False,
    ),
    ("[cost.x]\nlabel = 'X'\nkey = 1\n[cost.y]\nlabel = 'Y'\nkey = 1", "cost.y.key", "already", False),
    (X("action", "cost = 'standard'\nneeds = 'round < 0'"), "action.x.needs", "never holds", True),
    (
        X("action", "cost = 'standard'\nneeds = \"track('condition') > 1\""),
        "action.x.needs",
        "never holds",
        True,
    ),
    ("[[trigger]]\nat = 'act'\ndoes = [{ flag = 'f' }]", "trigger[1].at", "does", False),
    (
        "[[trigger]]\nat = 'round-start'\nphase = 'turns'\ndoes = [{ flag = 'f' }]",
        "trigger[1].phase",
        "never comes",
        False,
    ),
    (
        "[[trigger]]\nat = 'round-start'\ndoes = [{ track = 'condition', to = 5 }]",
        "trigger[1].does[1].to",
        "no step 5",
        True,
    ),
    ("[stat.tricks]\nvalue = []\n" + X("power", "stat = 'tricks'"), "power.x", "needs a cost", False),
    (X("power", "stat = 'max_hp'\ncost = 'standard'"), "power.x.stat", "no list", False),
    (X("state", "bans = [{ of = 'others' }]"), "state.x.bans[1]", "needs 'acts'", False),
    (X("state", "bans = [{ acts = ['#nothing'] }]"), "state.x.bans[1].acts[1]", "word", False),
    (
        X("state", "bans = [{ acts = ['act'], if = \"target_has_state('x') and theirs == by\" }]"),
        "state.x.bans[1].if",
        "theirs",
        False,
    ),
    (X("pool", "size = \"target_stat('max_hp')\""), "pool.x.size", "nobody to ask", False),
    (X("state", "ends = { at = 'hit' }"), "state.x.ends.at", "trigger", False),
    (
        X("state", "ends = { at = 'turn-start', phase = 'initiative' }"),
        "state.x.ends.phase",
        "never comes",
        False,
    ),
    (X("pool", "resets = 'hit'"), "pool.x.resets", "Nothing is refilled", False),
    (
        X("phase", "activity = 'act'\norder = 'initiative'\nturns = 'passes'\npass = 'segment'"),
        "phase.x.turns",
        "always does",
        True,
    ),
    (X("phase", "activity = 'act'\norder = 'initiative'\nwho = 'false'"), "phase.x.who", "never holds", True),
    (
        X("phase", "activity = 'act'\norder = 'initiative'\nwhen = 'opening'"),
        "phase.x.when",
        "surprise",
        True,
    ),
    (X("reaction", "answers = ['meele']"), "reaction.x.answers[1]", "none of", False),
    (X("declaration", ""), "declaration.x", "declare", True),
    (X("track", "steps = ['A', 'B', 'C']\nlast = 1"), "track.x.steps[3]", "nobody comes", True),
    (X("track", "steps = ['A', 'A']"), "track.x.steps[2]", "tell them apart", True),
    (
        X(
            "track",
            "steps = ['A', 'B']\non_worse = [{ track = 'x', by = -1 }]\non_better = [{ track = 'x', by = 1 }]",
        ),
        "track.x.on_worse",
        "without end",
        False,
    ),
    (
        X(
            "track",
            "steps = ['A', 'B']\non_worse = [{ track = 'x', by = -1, if = 'dex' }]\non_better = [{ track = 'x', by = 1 }]",
        ),
        "track.x.on_worse",
        "may set itself off",
        True,
    ),
    (X("pipeline", "does = [{ apply = 'x' }]"), "pipeline.x.does", "applies itself again", True),
    (
        X("pipeline", "does = [{ apply = 'x', if = 'dex' }]"),
        "pipeline.x.does",
        "may apply itself again",
        True,
    ),
    (
        "[state.y]\nlabel = 'Y'\n" + X("pipeline", "does = [{ size = 'y', by = 1 }]"),
        "pipeline.x.does[1].size",
        "has no size",
        True,
    ),
    (
        "[action.y]\nlabel = 'Y'\ncost = 'standard'\nwords = ['blow']\n"
        + X("state", "while = \"done('blow') > 0\""),
        "state.x.while",
        "not asked again",
        True,
    ),
    (
        "[stat.many]\nvalue = \"sum('hp') + 1\"\n[stat.more]\nvalue = 'many + 1'\n"
        + X("state", "while = 'more > 3'"),
        "state.x.while",
        "not asked again when sum(), which the stat 'more' reads, changes",
        True,
    ),
    (
        "[formula.late]\nis = 'round > 3'\n" + X("state", "while = \"formula('late')\""),
        "state.x.while",
        "not asked again when 'round', which the formula 'late' reads, changes",
        True,
    ),
    (
        "[stat.many]\nvalue = 'round'\nto_begin_with = true\n[stat.more]\nvalue = 'segment'\n"
        + X("state", "while = 'many + more > 3'"),
        "state.x.while",
        "when 'segment', which the stat 'more' reads",
        True,
    ),
    (
        "[stat.left]\nvalue = \"pool('move')\"\n" + X("state", "while = 'left > 3'"),
        "state.x.while",
        "pool(), which the stat 'left' reads",
        True,
    ),
    (
        PUT.format(CHOICES, "'points_' + y"),
        "pipeline.x.does[1].by",
        "There is no stat 'points_leg', which 'points_' + y can be.",
        True,
    ),
    (
        "[table.t]\nrows = { 1 = 'arm', 9 = 'leg' }\n"
        + X(
            "pipeline",
            "inputs.y = { label = 'Y' }\ndoes = [{ let = 'z', value = \"table('t', y)\" }, { stat = 'hp', by = \"stat('points_' + z)\" }]",
        )
        + POINTS,
        "pipeline.x.does[2].by",
        "There is no stat 'points_leg'",
        True,
    ),
    (
        POINTS
        + "[state.x]\nlabel = 'X {kind}'\nkinds = { arm = 'A', leg = 'B' }\n"
        + "on_begin = [{ stat = 'hp', by = \"stat('points_' + kind)\" }]\n",
        "state.x.on_begin[1].by",
        "There is no stat 'points_leg'",
        True,
    ),
    (
        POINTS + "[formula.x]\nis = \"stat('points_' + where)\"\ninputs.where = 'arm'",
        "formula.x.is",
        "What 'points_' + where can be is not known here",
        True,
    ),
    (
        "[stat.where]\ntype = 'text'\nvalue = 'arm'\nchoices = ['arm', 'leg']\n"
        + POINTS
        + "[stat.there]\nvalue = \"stat('points_' + where)\"\n",
        "stat.there.value",
        "There is no stat 'points_leg', which 'points_' + where can be.",
        True,
    ),
    (
        "[stat.where]\nvalue = 3\nchoices = ['a', 'b']",
        "stat.where.choices",
        "Only a stat of type 'text'",
        False,
    ),
    (
        "[state.lame-arm]\nlabel = 'L'\n"
        + PUT.format(CHOICES, "1").replace("stat(1)", "has_state('lame-' + y)"),
        "pipeline.x.does[1].by",
        "There is no state or effect 'lame-leg'",
        True,
    ),
    (X("reaction", "answers = ['melee mis']"), "reaction.x.answers[1]", "none of", False),
    (X("pool", "shown_with = 'x'"), "pool.x.shown_with", "itself", False),
    (X("order", "keys = ['order x']"), "order.x.keys", "by itself", False),
    (
        "[formula.x]\nis = \"formula('y')\"\n[formula.y]\nis = \"formula('x')\"",
        "formula.x.is",
        "calls itself",
        False,
    ),
    ("[stat.x]\nvalue = \"formula('f')\"\n[formula.f]\nis = 'x + 1'", "stat.x", "derived from itself", False),
    ("[formula.x]\nby = 'm'\ninputs.m = 'b'\ncases.a = 1", "formula.x.inputs.m", "none of the cases", False),
    (
        "[formula.x]\nis = 'm'\ninputs.m = 1\nof_target = { n = ['dex'] }",
        "formula.x.of_target.n",
        "no input 'n'",
        False,
    ),
    (
        "[formula.x]\nis = 'm'\ninputs.m = 1\nof_target = { m = ['no_such_stat'] }",
        "formula.x.of_target.m[1]",
        "no_such_stat",
        False,
    ),
    ("[formula.x]\nis = '1 + dex'\ninputs.m = 1", "formula.x.inputs.m", "Nothing reads", True),
    ("[stat.x]\nvalue = \"kind == 'ncp'\"", "stat.x.value", "", False),
    (X("action", "cost = 'standard'\nneeds = \"kind == 'ncp'\""), "action.x.needs", "never 'ncp'", True),
    (
        X("action", "cost = 'standard'\nvaries = ['standard', 'standard']"),
        "action.x.varies[2]",
        "twice",
        True,
    ),
    ("[action.x]\nlabel = 'attack'\ncost = 'standard'", "action.x.label", "tell them apart", True),
    (
        X("pipeline", "does = [{ id = 'a', flag = 'f' }, { id = 'a', flag = 'g' }]"),
        "pipeline.x.does[2].id",
        "already",
        False,
    ),
    ("[table.x]\nrows = { 1 = 'a', 2 = 'a' }", "table.x.rows.2", "one of the two", True),
    (
        X("declaration", "phases = ['turns']\none_of = 'stance'"),
        "declaration.x.one_of",
        "excludes nothing",
        True,
    ),
    (X("pipeline", "").replace("pipeline.x", "pipeline.check"), "pipeline.check", "no step could play", True),
    (
        X("order", "rolled = 'phase'\nkeys = ['list']")
        + "\n"
        + X("order", "rolled = 'phase'\nkeys = ['order x', 'list']")
        .replace("order.x", "order.y")
        .replace("'X'", "'Y'")
        + "\n"
        + X("phase", "activity = 'act'\norder = 'y'"),
        "order.y.keys[1]",
        "No phase makes the order 'x'",
        True,
    ),
    (
        X("order", "rolled = 'phase'\nkeys = ['dex desc', 'list']")
        + "\n"
        + X("phase", "activity = 'act'\norder = 'x'\nwho = 'count > 0'"),
        "phase.x.who",
        "makes the counts that 'who' asks for",
        True,
    ),
    ("[stat.tracks]\nvalue = 3", "stat.tracks", "no value could be entered", True),
    ("[stat.pools]\nvalue = 3", "stat.pools", "no value could be entered", True),
    (
        "[stat.points]\nvalue = 3\n" + X("action", "cost = 'standard'\nneeds = 'points > 2'"),
        "action.x.needs",
        "not the stat of that name",
        True,
    ),
    ("[stat.x]\nvalue = '1 if dex > 3 else 2'\ntype = 'text'", "stat.x.value", "not worked out", True),
    (
        X("pipeline", "inputs.y = { label = 'Y' }\ndoes = [{ stat = 'hp', by = '0 - y' }]"),
        "pipeline.x.inputs.y",
        "Left empty, 'y' is no number",
        True,
    ),
]
SENSE = [case for case in SENSE if case[2]]


@pytest.mark.parametrize(
    ("more", "key", "message", "warning"), SENSE, ids=[f"{case[1]}-{case[2]}" for case in SENSE]
)
def test_what_can_never_be_is_found(tmp_path, small, more, key, message, warning) -> None:
    """An error where the ruleset could not be meant so, else a warning, with which it can be played."""
    file = tmp_path / "small.toml"
    file.write_text(f"{small}\n{more}\n", encoding="utf-8")
    found = loader.check(file)
    (problem,) = found
    assert (problem.key, problem.warning) == (key, warning), found
    assert message in problem.message
    assert problem.line > small.count("\n")
    if warning:
        assert loader.load(file).id == "small"
