"""Every kind of slip is found, where it stands, with a word on what may have been meant."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from rulesets.reading import loader

X = "[{0}.x]\nlabel = 'X'\n{1}".format
A = "[action.x]\nlabel = 'X'\ncost = 'standard'\n{0}".format
DOES = "[[trigger]]\nat = 'round-start'\ndoes = [{{ {0} }}]".format
ROLLS_X = "activity = 'roll'\norder = 'x'"
VALUE = '[stat.x]\nvalue = "{0}"'.format
WEAPONS = "[table.x.entries]\na = {{ label = 'A', values = {{ ap = 1 }} }}\n{0}".format

# (what is added, key of the problem, part of its message, part of its hint)
ADDED = [
    # what pydantic finds
    (A("need = 'true'"), "action.x.need", "no key 'need'", "'needs'"),
    (A("parts = '3'"), "action.x.parts", "a whole number, not '3'", ""),
    (A("parts = 0"), "action.x.parts", "at least 1", ""),
    (A("once = 'dya'"), "action.x.once", "none of 'day'", "'day'"),
    (X("phase", "order = 'initiative'"), "phase.x.activity", "'activity' is missing", ""),
    ("[state.Bad]\nlabel = 'B'", "state.Bad", "is no id", ""),
    ("[stat.a-b]\nvalue = 1", "stat.a-b", "cannot be a name", ""),
    ("[stat.if]\nvalue = 1", "stat.if", "cannot be a name", ""),
    (X("pool", "short = 'EXTRA'"), "pool.x.short", "longer than 4", ""),
    (X("state", "ends = { at = 'trun' }"), "state.x.ends.at", "none of", "'turn-start'"),
    (X("state", "forbids = 'act'"), "state.x.forbids", "must be a list", ""),
    (X("state", "until = 'turn-end'\nends = { at = 'turn-start' }"), "state.x.ends", "ends by that", ""),
    (X("state", "until = 'turn-end'\nwhile = 'dex > 3'"), "state.x.while", "ends by that", ""),
    (X("order", "roll = 'dex + d20'"), "order.x.roll", "such as 'd20 + initiative'", ""),
    (X("order", "roll = { dice = 'd' }"), "order.x.roll.dice", "no dice", ""),
    (X("order", "roll = { fixed = 'dex' }"), "order.x.roll", "'fixed' needs 'dice'", ""),
    (X("order", "roll = { plus = 'dex' }"), "order.x.roll", "either 'dice', a 'code' or a 'deck'", ""),
    (X("order", "roll = { code = 'dex', another_die_at = 6 }"), "order.x.roll", "nothing beside a code", ""),
    (X("order", "roll = { dice = 'd6', wild = 'drop' }"), "order.x.roll", "nothing beside dice", ""),
    (X("order", "keys = ['roll down']"), "order.x.keys[1]", "a key is", ""),
    (X("order", "keys = ['rolloff dex']"), "order.x.keys[1]", "a key is", ""),
    ("[table.x]\nrows = [[1, 2, 3]]", "table.x.rows", "must be a table", ""),
    (X("option", "default = 'a'"), "option.x.values", "'values' is missing", ""),
    # formulas
    (VALUE("dxe_mod"), "stat.x.value", "'dxe_mod'", "'dex_mod'"),
    (VALUE("flor(dex)"), "stat.x.value", "no function flor()", "'floor'"),
    (VALUE("dex ** 2"), "stat.x.value", "only + - * /", ""),
    (VALUE("dex +"), "stat.x.value", "cannot be read", ""),
    (X("state", "add.dex = '3D+2'"), "state.x.add.dex", "cannot be read", "3 * D + 2"),
    ("[stat.x]\nvalue = 'y'\n[stat.y]\nvalue = 'x'", "stat.x", "'x' → 'y' → 'x'", ""),
    (VALUE("max()"), "stat.x.value", "max() needs a value", ""),
    (VALUE("floor(1, 2)"), "stat.x.value", "takes 1 values, not 2", ""),
    (VALUE("track('conditon')"), "stat.x.value", "no track 'conditon'", "'condition'"),
    (VALUE("pool('mov')"), "stat.x.value", "no pool 'mov'", "'move'"),
    (VALUE("has_state('pron')"), "stat.x.value", "no state or effect 'pron'", "'prone'"),
    (VALUE("step('condition', 'penaty')"), "stat.x.value", "no step of", "'penalty'"),
    (VALUE("trait('fast')"), "stat.x.value", "a stat 'traits'", ""),
    (VALUE("1 / (dex - 10)"), "stat.x.value", "with the defaults", ""),
    (VALUE(""), "stat.x.value", "empty text", ""),
    ("[stat.count]\nvalue = 1", "stat.count", "already says something", ""),
    (X("pool", "size = 'dxe'"), "pool.x.size", "'dxe'", "'dex'"),
    (X("pool", "size = '[1] + 1'"), "pool.x.size", "[1] is a list", ""),
    (X("order", "keys = ['dxe desc']"), "order.x.keys[1]", "'dxe'", "'dex'"),
    (X("state", "add.dex = '-dex'"), "stat.dex", "derived from itself", ""),
    (X("track", "last = 'dxe'\nsteps = ['A']"), "track.x.last", "'dxe'", "'dex'"),
    (X("relation", ""), "relation.x", "by an order", ""),
    (X("relation", "order = 'initiative'"), "relation.x", "by an order", ""),
    (X("relation", "state = 'prone'\nif = 'true'"), "relation.x", "by an order", ""),
    (DOES("begin = ['prone'], shows = { a = 1 }"), "trigger[1].does[1].shows", "only beside 'flag'", ""),
    (DOES("let = 'a', value = 1, persistent = true"), "trigger[1].does[1].persistent", "only beside", ""),
    # references
    (X("relation", "state = 'pron'"), "relation.x.state", "no state", "'prone'"),
    (A("varies = ['standrd']"), "action.x.varies[1]", "no cost", "'standard'"),
    ("[ready]\nof = ['standrd']", "ready.of[1]", "no cost", "'standard'"),
    ("[ready]\nalong = ['atack']", "ready.along[1]", "no action", "'attack'"),
    (X("cost", "alternatives = [{ mve = 1 }]"), "cost.x.alternatives[1].mve", "no pool", "'move'"),
    (X("cost", "alternatives = [{ iff = 1 }]"), "cost.x.alternatives[1].iff", "no pool", "'if'"),
    (X("cost", "in_phase.trns = []"), "cost.x.in_phase.trns", "no phase", "'turns'"),
    ("[action.x]\nlabel = 'X'\ncost = 'standrd'", "action.x.cost", "no cost", "'standard'"),
    (A("cost_if = [['true', 'x']]"), "action.x.cost_if[1]", "no cost 'x'", ""),
    (X("pool", "resets = 'phase-start:trns'"), "pool.x.resets", "no phase", "'turns'"),
    (X("pool", "resets = 'tun'"), "pool.x.resets", "none of", "'turn-start'"),
    (X("state", "forbids = ['atack']"), "state.x.forbids[1]", "no activity", "'attack'"),
    (X("state", "forbids = ['act:stndard']"), "state.x.forbids[1]", "no cost", "'standard'"),
    (X("state", "forbids = ['act@trns']"), "state.x.forbids[1]", "no phase", "'turns'"),
    (X("state", "forbids = ['act@turns:all']"), "state.x.forbids[1]", "'unaware'", ""),
    (X("state", "forbids = ['@turns']"), "state.x.forbids[1]", "not written", ""),
    (X("order", "keys = ['order inititive']"), "order.x.keys[1]", "no order", "'initiative'"),
    (X("resource", "stat = 'dx'"), "resource.x.stat", "no stat", "'dex'"),
    ("[type]\ncode = ['dex']", "type", "no key", "write type"),
    (X("preset", "options.y = '1'"), "preset.x.options.y", "no option", ""),
    (DOES("begin = ['pron']"), "trigger[1].does[1].begin[1]", "no state", "'prone'"),
    (DOES("begin = ['']"), "trigger[1].does[1].begin[1]", "no state", ""),
    ("[formula.x]\nby = 'mod'\ninputs.mode = ''\ncases.a = 1", "formula.x.by", "no input", "'mode'"),
    ("[formula.x]\ninputs.mode = ''\ncases.a = 1", "formula.x", "'by'", ""),
    ("[formula.x]\ninputs.mode = ''", "formula.x", "'is' or 'cases'", ""),
    # stages
    (DOES("label = 'x'"), "trigger[1].does[1]", "does nothing", ""),
    (DOES("stat = 'hp'"), "trigger[1].does[1]", "'stat' needs either 'by' or 'to'", ""),
    (DOES("track = 'condition'"), "trigger[1].does[1]", "'by' or 'to'", ""),
    (DOES("end = ['prone'], cap = '1'"), "trigger[1].does[1].cap", "only beside", ""),
    (DOES("stat = 'hp', by = 1, pool = 'move'"), "trigger[1].does[1]", "'stat' and 'pool'", ""),
    # sense
    (X("cost", "alternatives = [{ move = 2 }]"), "cost.x.alternatives[1].move", "holds more than 1", ""),
    (X("declaration", "pay.move = 2"), "declaration.x.pay.move", "holds more than 1", ""),
    (X("option", "default = 'o'\nvalues.on = { label = 'On' }"), "option.x.default", "none of 'on'", "'on'"),
    ("[action.x]\ncost = 'standard'", "action.x", "needs a label", ""),
    ("[action.x]\nlabel = 'X'", "action.x", "needs a cost", ""),
    ("[stat.x]\nvalue = 1\nprinted = true", "stat.x", "needs a label", ""),
    (X("track", "steps = ['', 'b']"), "track.x.steps[1]", "step needs a label", ""),
    (X("track", ""), "track.x", "no steps", ""),
    ("[table.x]\nrows = { b = 'b' }", "table.x.rows.b", "whole number", ""),
    ("[table.x]\nrows = {}", "table.x", "no rows", ""),
    ("[table.x]\nrows = { 1 = 'a' }\nentries.b = { label = 'B' }", "table.x", "either rows", ""),
    (WEAPONS("b = { label = 'B' }"), "table.x.entries.b", "no value 'ap'", ""),
    (WEAPONS("[formula.y]\nis = \"table('x', 'a', 'app')\""), "formula.y.is", "no column", "'ap'"),
    (WEAPONS("[formula.y]\nis = \"table('x', 'a')\""), "formula.y.is", "needs a column", ""),
    (X("declaration", "inputs.y = { label = 'Y', type = 'choice' }"), "declaration.x.inputs.y", "choice", ""),
    ("[stat.x]\nvalue = []\ntype = 'number'", "stat.x.value", "must be a number", ""),
    ("[stat.x]\nvalue = 1\nleast = 2", "stat.x.value", "below the least", ""),
    ("[stat.x]\nvalue = []\nto_begin_with = true", "stat.x.to_begin_with", "kept as a number", ""),
    ("[stat.x]\nvalue = 1979-05-27", "stat.x.value", "dates", ""),
    ("[stat.x]\nvalue = nan", "stat.x.value", "no number", ""),
    ("[stat.x]\nvalue = 1000000000001", "stat.x.value", "numbers go up to 1,000,000,000,000", ""),
    ("[stat.x]\nvalue = -1e300", "stat.x.value", "numbers go up to 1,000,000,000,000", ""),
    (X("pipeline", "amount = 'a'"), "pipeline.x.amount", "no input", ""),
    (X("pipeline", "inputs.a = { label = 'A', type = 'choice' }"), "pipeline.x.inputs.a", "choices", ""),
    (X("phase", "activity = 'act'"), "phase.x.order", "needs an order", ""),
    (f"{X('order', '')}\n{X('phase', ROLLS_X)}", "phase.x.order", "has no roll", ""),
]  # fmt: skip


@pytest.mark.parametrize(("more", "key", "message", "hint"), ADDED, ids=[case[1] for case in ADDED])
def test_a_slip_is_found_with_key_and_hint(find, small, more, key, message, hint) -> None:
    texts = [str(problem) for problem in find(more)]
    found = [p for p in find(more) if p.key == key and message in f"{p.message[0].lower()}{p.message[1:]}"]
    assert len(found) == 1, texts
    (problem,) = found
    assert hint in problem.hint
    assert problem.line > small.count("\n") or key == "stat.dex"
    assert problem.file == "small.toml"


@pytest.mark.parametrize("stage", ["tracks = 'condition', by = 1", "trait = 'x'", "back = 'condition'"])
def test_nothing_is_made_of_what_was_only_guessed(find, stage) -> None:
    (problem,) = find(X("pipeline", f"does = [{{{{ {stage} }}}}]").format())
    assert problem.message == f"There is no key '{stage.partition(' ')[0]}' here."
    assert problem.hint.startswith("did you mean ")


def test_the_small_ruleset_has_no_problem(find) -> None:
    assert find() == []


def test_all_problems_come_at_once_in_the_order_of_the_file(find) -> None:
    found = find(
        "[action.a]\nlabel = 'A'\ncost = 'x'\nnedes = 1\n[stat.y]\nvalue = 'zzz'\n",
        {'activity = "act"': 'activity = "atc"', "seconds": "seconds"}
        if False
        else {'"dex_mod desc"': '"dx desc"'},
    )
    assert [problem.key for problem in found] == [
        "order.initiative.keys[2]",
        "action.a.cost",
        "action.a.nedes",
        "stat.y.value",
    ]
    assert [problem.line for problem in found] == sorted(problem.line for problem in found)


def test_one_slip_is_one_problem(find) -> None:
    """A broken entry is still there for those that refer to it, and what was broken is not missed twice."""
    assert [p.key for p in find(replace={'activity = "act"': 'activity = "atc"'})] == ["phase.turns.activity"]
    assert [p.key for p in find(replace={'roll = "d20 + dex_mod"': 'roll = "dex"'})] == [
        "order.initiative.roll"
    ]


def test_nobody_could_act(find) -> None:
    (problem,) = find(replace={'activity = "act"': 'activity = "declare"'})
    assert problem.key == "phase"
    assert "'act'" in problem.message


def test_effects_that_never_count_down(find, small) -> None:
    (problem,) = find(replace={'label = "Small"': 'label = "Small"\neffects_at = "phase"'})
    assert (problem.key, problem.line) == ("effects_at", 3)


def test_a_let_is_known_to_later_stages_only(find) -> None:
    stages = "[{ let = 'a', value = 'left' }, { reduce = 'a' }]"
    assert find(f"[pipeline.x]\nlabel = 'X'\ndoes = {stages}") == []
    stages = "[{ reduce = 'a' }, { let = 'a', value = 'left' }]"
    (problem,) = find(f"[pipeline.x]\nlabel = 'X'\ndoes = {stages}")
    assert problem.key == "pipeline.x.does[1].reduce"


@pytest.mark.parametrize(
    ("more", "names"),
    [
        (A("needs = '{0}'"), ("distance", "points", "limited", "target")),
        ("[reaction.a]\nlabel = 'A'\nneeds = '{}'", ("move", "spare", "covered")),
        (
            X("cost", "does = [{{ tally = 't', by = '{}' }}]\n[tally.t]\nlabel = 'T'\nresets = 'turn-end'"),
            ("on_top", "points"),
        ),
        (X("declaration", "inputs.how = {{ label = 'How' }}\nneeds = '{}'"), ("how",)),
        ("[relation.a]\norder = 'initiative'\nif = '{}'", ("mine", "theirs")),
        ("[formula.a]\ninputs.b = 1\nis = '{}'", ("b",)),
        ("[order.a]\nlabel = 'A'\nof = 'side'\nroller = '1'\nroll = {{ code = '{}' }}", ("roller",)),
        (X("pipeline", "inputs.b = {{ label = 'B' }}\ndoes = [{{ reduce = '{}' }}]"), ("left", "b")),
    ],
)  # fmt: skip
def test_names_of_the_context_are_known_in_it_and_nowhere_else(find, more, names) -> None:
    for name in names:
        assert find(more.format(name)) == []
        (problem,) = find(f"[stat.zzz]\nvalue = '{name}'")
        assert name in problem.message


@pytest.mark.parametrize(
    ("old", "now"),
    [
        (X("cost", "adds = {{ t = 1 }}").format(), "tally"),
        (X("cost", "forced = {{ t = 1 }}").format(), "on_top"),
        (X("reaction", "sets = {{ t = 1 }}").format(), "to = "),
        (X("declaration", "begin = ['s']").format(), "begin"),
        (X("resource", "stat = 'x'\nadds = 'D'").format(), "code = "),
    ],
)
def test_a_key_that_had_another_name_is_refused_with_what_is_written_now(find, old, now) -> None:
    (problem,) = (one for one in find(old) if "There is no key" in one.message)
    assert problem.hint.startswith("write ")
    assert now in problem.hint


@pytest.mark.parametrize(
    ("more", "key", "said"),
    [
        (X("pipeline", "inputs.y = {{ label = 'Y', type = 'combatant' }}").format(), "type", "combatant"),
        (X("pipeline", "inputs.y = {{ label = 'Y', names = true }}").format(), "names", "in a declaration"),
        (X("declaration", "inputs.y = {{ label = 'Y', each = true }}").format(), "each", "in a pipeline"),
        (X("declaration", "inputs.y = {{ label = 'Y', choices = ['a'] }}").format(), "", "Only a choice"),
    ],
)
def test_an_input_asks_for_what_means_something_where_it_stands(find, more, key, said) -> None:
    (problem,) = (one for one in find(more) if not one.warning)
    assert problem.key.endswith(f".inputs.y{'.' * bool(key)}{key}")
    assert said in problem.message


def test_a_pool_that_something_raises_may_cost_more_than_its_size(find) -> None:
    raised = "[pool.left]\nlabel = 'Left'\n[cost.x]\nlabel = 'X'\nalternatives = [{ left = 1 }]\n"
    (problem,) = find(raised)
    assert problem.key == "cost.x.alternatives[1].left"
    assert find(f"{raised}[declaration.d]\nlabel = 'D'\ndoes = [{{ pool = 'left', to = 3 }}]") == []


LINES = (loader.shipped()["saga-edition"] / "ruleset.toml").read_text(encoding="utf-8").splitlines()
WRONG = [
    "",
    "= 1",
    "x = [1, {}]",
    "label = 5",
    "value = 'a +'",
    "[stat]",
    "[[phase]]",
    "steps = [[]]",
    "does = [{}]",
]


def refused(text: str) -> tuple[loader.Problem, ...]:
    """What is wrong with a text that is no ruleset."""
    with pytest.raises(loader.RulesetError) as error:
        loader.load_text(text, "x.toml")
    return error.value.problems


@pytest.mark.slow
@settings(max_examples=40)
@given(
    st.lists(
        st.tuples(st.integers(0, len(LINES) - 1), st.sampled_from(WRONG) | st.sampled_from(LINES)),
        min_size=1,
        max_size=4,
    )
)
def test_whatever_is_written_becomes_problems_and_nothing_else(changes) -> None:
    """A ruleset from anywhere may be nonsense; that is no reason for a traceback."""
    lines = list(LINES)
    for place, line in changes:
        lines[place] = line
    found: tuple[loader.Problem, ...] | None = None
    try:
        loader.load_text("\n".join(lines), "odd.toml")
    except loader.RulesetError as error:
        found = error.problems
    assert found is None or found
    assert all(0 <= problem.line <= len(lines) + 1 and problem.message for problem in found or ())


def test_a_bracket_that_does_not_fit_ends_the_search_for_what_is_doubled() -> None:
    """The scanner stood still there, for ever; a table is looked for a second time only in such texts."""
    doubled = "[stat]\n[stat]\nx = [1, }]\n[stat]\n"
    assert any("stat" in problem.message for problem in refused(doubled))


def test_what_is_no_toml_says_where() -> None:
    with pytest.raises(loader.RulesetError) as error:
        loader.load_text("id = 'x'\nlabel = \n", "broken.toml")
    (problem,) = error.value.problems
    assert (problem.file, problem.line, problem.key) == ("broken.toml", 2, "")
    assert str(problem).startswith("broken.toml:2: There is no value behind the =.")


def test_a_problem_as_one_line() -> None:
    problem = loader.Problem("a.toml", 3, "action.x.needs", "There is no stat 'a'.", "did you mean 'b'?")
    assert str(problem) == "a.toml:3: action.x.needs: There is no stat 'a'. (did you mean 'b'?)"


def test_nesting_without_end_is_refused() -> None:
    with pytest.raises(loader.RulesetError):
        loader.load_text(f"x = {'[' * 100_000}", "deep.toml")
