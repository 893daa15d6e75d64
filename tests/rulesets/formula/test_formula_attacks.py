# ruff: noqa: E501
"""A formula from anywhere runs no code, reads no file, does not hang and says what is wrong with it."""

from __future__ import annotations

import ast
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

import rulesets
from rulesets.engine.decide import decide
from rulesets.engine.scope import value_of
from rulesets.formula import compiling as formula
from rulesets.formula.compiling import MAX_NODES, MAX_NUMBER, FormulaError, compile_formula, evaluate
from rulesets.formula.dice import RandomDice
from rulesets.formula.work import MAX_VALUE, Work
from rulesets.reading import loader
from rulesets.table.commands import Add, Start
from rulesets.table.encounter import Encounter
from rulesets.table.refusal import Refusal
from rulesets.words.texts import Speaker

SMALL = """\
id = "hostile"
label = "Hostile"
[stat]
{stats}
[order.initiative]
label = "Initiative"
roll = "d20"
[phase.initiative]
label = "Initiative"
activity = "roll"
order = "initiative"
when = "start"
[phase.turns]
label = "Turns"
activity = "act"
order = "initiative"
{more}
""".format


class Names:
    """A scope that counts how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0
        self.work = Work(MAX_VALUE)

    def name(self, name: str) -> Any:
        self.asked += 1
        return {"a": 1, "big": MAX_NUMBER, "text": "x" * 1000, "list": ["a"], "none_": None}.get(name, 0)

    def call(self, function: str, args: list[Any]) -> Any:
        self.asked += 1
        return 1


ATTACKS = [
    "a.b", "().__class__", "''.join(list)", "a .real", "__import__('os')", "eval('1')", "exec('1')", "open('x')",
    "getattr(a, 'b')", "lambda: 1", "(lambda: 1)()", "[x for x in list]", "(x for x in list)", "{x for x in list}",
    "{1: 2}", "{1}", "a := 1", "(a := 1)", "f'{a}'", "f''", "rb'x'", "b'x'", "u'x'", "has('a')('b')", "[has][0](1)",
    "max(*list)", "max(a, key=1)", "has(**list)", "*list", "await a", "(yield)", "yield", "(yield from list)",
    "a if a", "a; a", "a\na", "a #b", "a\\\n+ 1", "a\x00", "\ufeffa", "a\x0c", "'\\d'", "'\\x41'", "'\\N{BULLET}'",
    "'a' 'b'", "'a' * 3", "'%s' % a", "'a' + a", "'a' + ['b']", "[1] * 9", "[1] + [2]", "10**9", "1 << 9", "7 // 2", "7 % 2", "~a",
    "a @ a", "a | a", "a & a", "a ^ a", "a is a", "a < a < a", "a == a == a == a", "9" * 399, "1e308 * 10", "1e400",
    "-1e308", "0x10", "0b1", "0o7", "0777", "1_000", "1j", "...", "None", "()", "(1,)", "1, 2", "list[0:1]", "list[-1]",
    "text[0]", "list[9]", "(" * 60 + "1" + ")" * 60, "-" * 300 + "1", "not " * 90 + "a", "[" * 30 + "]" * 30,
    "1 + " * 90 + "1", "a if a else " * 30 + "a", "x" * 401, "ｅｖａｌ(1)", "ﬁ", "“a”", "a − 1", "½", "٣", "a = 1", "a && a",
    "!a", "a ? 1 : 2", "3D+2", "2 a", "", " ", "'", "\"", "(", ")", "[1", "1]", "a in none_", "a in a", "a < 'b'", "big * big",
    "1 / 0", "floor('x')", "max()", "abs(text)", "has(", "\ud800", "'a", "min(list)", "#", "//", "1 1", "a a",
]  # fmt: skip


@pytest.mark.parametrize("text", ATTACKS)
def test_an_attack_is_a_formula_error_with_a_sentence(text: str) -> None:
    warnings.simplefilter("error")
    with pytest.raises(FormulaError) as error:
        evaluate(text, Names())
    message = str(error.value)
    assert 10 < len(message) < 400
    assert "Traceback" not in message


WORDS = st.sampled_from(
    ["a", "big", "text", "list", "none", "true", "D", "'x'", '"y"', "0", "1", "2.5", "1e9", "999999999999", "+", "-",
     "*", "/", "//", "**", "%", "<", "<=", "==", "!=", ">", "(", ")", "[", "]", ",", "and", "or", "not", "in", "if",
     "else", "is", "lambda", ":", ":=", ".", "floor(", "max(", "has(", "formula(", "table(", "f'", "\\", "\n", "{", "}",
     "yield", "await", "import", "for", "=", ";", "#", "\x00", "ａ", "_", "__class__"],
)  # fmt: skip


@pytest.mark.slow
@settings(max_examples=400)
@given(
    st.text(max_size=80)
    | st.lists(WORDS, max_size=60).map(" ".join)
    | st.lists(WORDS, max_size=60).map("".join)
)
def test_whatever_is_written_is_a_value_or_a_formula_error(text: str) -> None:
    """Work is bounded by the nodes of the formula: each is looked at once, and asks its scope once."""
    scope = Names()
    value: Any = None
    message = ""
    try:
        value = evaluate(text, scope)
    except FormulaError as error:
        message = str(error)
    assert (value is None) or not message
    assert scope.asked <= MAX_NODES
    assert not isinstance(value, int | float) or abs(value) <= MAX_NUMBER
    assert not isinstance(value, str) or len(value) <= 1000


@pytest.mark.slow
@given(st.lists(WORDS, max_size=40).map(" ".join))
def test_only_what_is_listed_reaches_a_closure(text: str) -> None:
    """What compiles is made of nothing but the kinds of nodes that formulas are made of."""
    allowed = (
        ast.Expression, ast.Constant, ast.Name, ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.List,
        ast.Subscript, ast.Call, ast.operator, ast.unaryop, ast.boolop, ast.cmpop, ast.expr_context,
    )  # fmt: skip
    try:
        compile_formula(text)
    except FormulaError:
        return
    found = list(ast.walk(ast.parse(text.replace("\n", " ").strip(), mode="eval")))
    assert [node for node in found if not isinstance(node, allowed)] == []


def test_the_module_hands_nothing_to_the_interpreter() -> None:
    source = ast.parse(Path(formula.__file__).read_text(encoding="utf-8"))
    called = {
        node.func.id
        for node in ast.walk(source)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert called.isdisjoint({"eval", "exec", "compile", "open", "__import__"})


@pytest.mark.slow
def test_a_formula_is_parsed_in_one_place() -> None:
    """Whoever parses one by itself knows less of lines, lengths and what may stand there than the tree does."""
    shipped = Path(rulesets.__file__).parent.parent
    found = [
        path.relative_to(shipped).as_posix()
        for package in ("rulesets", "desktop")
        for path in (shipped / package).rglob("*.py")
        if "ast.parse(" in path.read_text(encoding="utf-8")
    ]
    assert found == ["rulesets/formula/tree.py"]


HOSTILE = r"""
import sys, tomllib, ast, difflib
from rulesets.reading import loader
from rulesets.fight.session import Session
from rulesets.table.commands import Add, Start
import rulesets
from rulesets.engine.decide import decide
from rulesets.table.encounter import Encounter
from rulesets.formula.dice import RandomDice
import rulesets.reading.build
import rulesets.engine.whereabouts
text = sys.stdin.read()
loader.load("saga-edition")
touched = []
def watch(event, args):
    forbidden = ("exec", "import", "open", "socket.connect", "subprocess.Popen", "os.system", "os.listdir")
    if event in forbidden or (event == "compile" and args[1] not in (None, "<unknown>")):
        touched.append((event, str(args)[:80]))
sys.addaudithook(watch)
for part in text.split("\x1e"):
    try:
        rules = loader.load_text(part, "hostile.toml")
    except loader.RulesetError as error:
        print(len(error.problems), "problems")
        continue
    state = Encounter()
    for command in (Add(combatant={"id": "a", "name": "A"}), Start()):
        outcome = decide(rules, state, command, RandomDice(1))
        print(type(outcome).__name__)
        state = getattr(outcome, "state", state)
print(touched)
"""


@pytest.mark.slow
def test_a_ruleset_of_attacks_touches_nothing(tmp_path: Any) -> None:
    """While hostile rulesets are checked and played nothing is opened, imported, run or connected to."""
    quoted = [text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") for text in ATTACKS]
    printable = [text for text in quoted if text.isprintable()]
    wrong = SMALL(stats="\n".join(f's{at} = "{text}"' for at, text in enumerate(printable)), more="")
    sound = SMALL(
        stats='a = "b / c"\nb = 1\nc = 1\nhp = { value = 5, to_begin_with = true }',
        more="[[trigger]]\nat = 'encounter-start'\ndoes = [{ stat = 'c', to = 0 }, { stat = 'hp', to = 'a' }]",
    )
    done = subprocess.run(
        [sys.executable, "-c", HOSTILE],
        input=f"{wrong}\x1e{sound}",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    *said, touched = done.stdout.splitlines()
    assert touched == "[]"
    assert said[0].endswith("problems")
    assert int(said[0].split()[0]) >= len(printable) - 12
    assert said[1:] == ["Outcome", "Refusal"]


def rules_of(stats: str, more: str = "") -> Any:
    return loader.load_text(SMALL(stats=stats, more=more), "hostile.toml")


def test_stats_that_double_each_other_cost_one_look_each() -> None:
    """20 stats, each the sum of the next one with itself, would be a million looks."""
    doubled = "".join(f's{at} = "s{at + 1} + s{at + 1}"\n' for at in range(20)) + "s20 = 1"
    assert value_of(rules_of(doubled), Encounter(), None, "s0") == 2**20


@pytest.mark.slow
def test_a_chain_without_end_is_refused_at_load() -> None:
    chain = "".join(f's{at} = "s{at + 1} + 1"\n' for at in range(200)) + "s200 = 1"
    with pytest.raises(loader.RulesetError, match="a chain of 201 others"):
        rules_of(chain)


def test_formulas_that_ask_for_each_other_many_times_are_cut_off() -> None:
    many = "max({0}, {0}, {0}, {0}, {0}, {0}, {0}, {0})"
    texts = [many.format(f"formula('f{at + 1}')") for at in range(6)]
    more = (
        "\n".join(f'[formula.f{at}]\nis = "{text}"' for at, text in enumerate(texts))
        + "\n[formula.f6]\nis = 1"
    )
    rules = rules_of("a = 1", more)
    with pytest.raises(FormulaError, match="named formulas"):
        value_of(rules, Encounter(), None, "formula('f0')")


def explained(refused: Refusal) -> str:
    """The sentence that the GM reads."""
    return Speaker(rules_of("hp = 5"), str).refusal(refused)


def started(rules: Any) -> Any:
    state = Encounter()
    outcome: Any = None
    for command in (Add(combatant={"id": "a", "name": "A"}), Start()):
        outcome = decide(rules, state, command, RandomDice(1))
        state = getattr(outcome, "state", state)
    return outcome


@pytest.mark.parametrize(
    ("does", "where", "formula_text"),
    [
        ("{ stat = 'hp', to = '1 / (hp - hp)' }", "trigger[1].does[1].to", "1 / (hp - hp)"),
        (
            "{ let = 'n', value = '[1, 2]' }, { stat = 'hp', to = 'n' }",
            "trigger[1].does[1].let, trigger[1].does[2].to",
            "n",
        ),
        ("{ stat = 'hp', to = 'table(kind, 1)' }", "trigger[1].does[1].to", "table(kind, 1)"),
    ],
)
def test_a_bad_value_in_a_fight_names_the_formula_and_its_place(
    does: str, where: str, formula_text: str
) -> None:
    refused = started(rules_of("hp = 5", f"[[trigger]]\nat = 'encounter-start'\ndoes = [{does}]"))
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.reason) == ("bad-value", "formula-at")
    assert (refused.params["where"], refused.params["formula"]) == (where, formula_text)
    assert formula_text in explained(refused)


def test_tracks_that_move_each_other_for_ever_are_refused_not_followed() -> None:
    """A condition hides from the loader that it always holds; the engine stops all the same."""
    more = (
        "[track.t]\nlabel = 'T'\nsteps = ['a', 'b', 'c']\n"
        "on_worse = [{ track = 't', by = -1, if = 'hp > 0' }]\n"
        "on_better = [{ track = 't', by = 1, if = 'hp > 0' }]\n"
        "[[trigger]]\nat = 'encounter-start'\ndoes = [{ track = 't', by = 1 }]"
    )
    refused = started(rules_of("hp = 5", more))
    assert isinstance(refused, Refusal)
    assert (refused.reason, refused.params["name"]) == ("endless", "t")
