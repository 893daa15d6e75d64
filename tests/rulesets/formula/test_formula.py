"""Formulas: arithmetic over names, and nothing else (no code, no files, no loops, limits on size)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, strategies as st

from rulesets.formula.compiling import MAX_TEXT, FormulaError, compile_formula, evaluate
from rulesets.formula.work import MAX_VALUE, Work


class Names:
    """A scope of plain values."""

    def __init__(self, **values: Any) -> None:
        self.work = Work(MAX_VALUE)
        self.values = values

    def name(self, name: str) -> Any:
        if name not in self.values:
            raise FormulaError(f"there is nothing called {name!r}")
        return self.values[name]

    def call(self, function: str, args: list[Any]) -> Any:
        return (function, args)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("floor((dex - 10) / 2)", -1),
        ("10 + level + con_mod", 17),
        ("max(floor(max_hp / 4), con)", 14),
        ("heroic and hp <= max_hp / 2", True),
        ("'a' if hp < 0 else 'b'", "b"),
        ("[0, 1, 2][level - 4]", 1),
        ("3 * D", 9),
        ("ceil(5 / 2) - abs(-3) + min(1, 2)", 1),
        ("not heroic or level == 5", True),
        ("'x' in ['x', 'y']", True),
        ("has('quick_draw')", ("has", ["quick_draw"])),
        ("true + true", 2),
        ("'a' + 'b' + ''", "ab"),
    ],
)
def test_values(text: str, value: Any) -> None:
    scope = Names(dex=9, level=5, con_mod=2, max_hp=50, con=14, heroic=True, hp=25)
    assert evaluate(text, scope) == value


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').system('true')",
        "open('/etc/passwd')",
        "().__class__.__bases__",
        "level.real",
        "lambda: 1",
        "[x for x in 'aaa']",
        "2 ** 99999999",
        "1 << 99",
        "level := 3",
        "f'{level}'",
        "print(level)",
        "{'a': 1}['a']",
        "'a' * 1000000000",
        "1 if",
        "",
        "a; b",
        "b'bytes'",
        "1e400",
        "*[1, 2]",
        "max(*[1, 2])",
        "max(1, key=2)",
        "(" * 50 + "1" + ")" * 50 + "+" * 3,
        "-" * 300 + "1",
        "1 < level < 3",
        "x" * (MAX_TEXT + 1),
        " + ".join(["1"] * 150),
    ],
)
def test_what_a_ruleset_must_not_do_is_refused(text: str) -> None:
    """A ruleset from anywhere cannot run code, read files, loop or hang (architecture, Robustness)."""
    with pytest.raises(FormulaError):
        evaluate(text, Names(level=1, a=1, b=2))


@pytest.mark.parametrize(
    "text",
    [
        "1 / nothing",
        "big * big",
        "'a' + 1",
        "'a' - 'b'",
        "[1][5]",
        "level < 'a'",
        "floor('x')",
        "missing",
        "abs()",
    ],
)
def test_senseless_values_are_errors_not_crashes(text: str) -> None:
    with pytest.raises(FormulaError):
        evaluate(text, Names(nothing=0, big=10**9, level=1))


def test_texts_that_are_put_together_have_an_end() -> None:
    """However often they are doubled, stat by stat."""
    half = "x" * (MAX_TEXT // 2)
    assert evaluate("a + b", Names(a=half, b=half)) == half * 2
    with pytest.raises(FormulaError, match="beyond all measure"):
        evaluate("a + b + 'y'", Names(a=half, b=half))


def test_what_it_reads_is_known_before_it_runs() -> None:
    """The loader checks names and calls without a combatant."""
    formula = compile_formula("has_state('prone') * max(0, dex_mod) + pool(kind)")
    assert formula.names == {"dex_mod", "kind"}
    assert formula.calls == {("has_state", "prone"), ("pool", "")}


@given(st.text(max_size=60))
def test_any_text_is_a_formula_or_a_formula_error(text: str) -> None:
    """Whatever a file holds, reading it ends in a value or in one kind of error."""
    message = "a value"
    try:
        evaluate(text, Names(a=1))
    except FormulaError as error:
        message = str(error)
    assert message
