"""A ruleset or another text from anywhere costs no more than its limits say, and says what is above them.

Nothing here measures seconds: work is counted in steps, so that the same file does the same on every
machine and when a fight is played again.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from rulesets.engine.decide import decide
from rulesets.engine.ruling import Ruling
from rulesets.engine.scope import CombatantScope, value_of
from rulesets.fight.kept import read_kept
from rulesets.fight.session import Session
from rulesets.fight.storage.encounter_file import EncounterFile
from rulesets.fight.storage.errors import Damaged
from rulesets.formula.compiling import FormulaError, evaluate
from rulesets.formula.dice import RandomDice
from rulesets.formula.fuzzy import most_like
from rulesets.formula.work import FOR_EACH, MAX_COMMAND, MAX_LOAD, TooMuchWork, ValueWork, Work
from rulesets.output.papers.templates import TemplateError, read_template
from rulesets.reading import build, loader, shelf as shelves, toml_text
from rulesets.reading.checks.formulas import check_formulas
from rulesets.reading.names import Ids
from rulesets.reading.problems import RulesetError
from rulesets.reading.shelf import FILE, Shelf
from rulesets.reading.source import Source
from rulesets.reading.toml_text import MAX_DEPTH, MAX_DIGITS, MAX_KEY, TooMuch
from rulesets.reading.validate import validate
from rulesets.scenarios.files import read_file
from rulesets.scenarios.steps import ScenarioError
from rulesets.table.combatant import Combatant
from rulesets.table.commands import ChangeRules, Command, EndTurn, NextPhase, RollInitiative, Start
from rulesets.table.encounter import Encounter
from rulesets.table.outcome import Outcome
from rulesets.table.refusal import Refusal
from rulesets.table.writing import Writing
from rulesets.vocabulary import find_phase
from rulesets.words.texts import Speaker
from tests.rulesets.fight.storage.samples import HEADER

MEMORY = 600 * 2**20
"""Bytes of addresses that whoever reads a hostile text may use."""


def said(text: str) -> str:
    """Return the first sentence with which a text is refused as a ruleset."""
    with pytest.raises(RulesetError) as caught:
        loader.load_text(text, "hostile")
    return caught.value.problems[0].message


# -- limits before parsing -----------------------------------------------------------------------------

DOTTED = "\n".join(f"a{number}." + ".".join(["b"] * 4900) + " = 1" for number in range(88))
"""880 kB that took tomllib 8 GB and 40 seconds."""

TOO_MUCH = [
    pytest.param(DOTTED, "dots between the parts of keys", id="dotted keys"),
    pytest.param("a" + ".b" * MAX_DEPTH + " = 1", f"more than {MAX_DEPTH} parts", id="one dotted key"),
    pytest.param("a" + ' . "b"' * MAX_DEPTH + " = 1", f"more than {MAX_DEPTH} parts", id="quoted parts"),
    pytest.param("[a" + ".b" * MAX_DEPTH + "]", f"more than {MAX_DEPTH} parts", id="a dotted header"),
    pytest.param("k" * (MAX_KEY + 1) + " = 1", f"longer than {MAX_KEY} characters", id="a long key"),
    pytest.param(f'"{"k" * (MAX_KEY + 1)}" = 1', f"longer than {MAX_KEY} characters", id="a quoted key"),
    pytest.param("a = " + "9" * 5000, f"more than {MAX_DIGITS} digits", id="a long number"),
    pytest.param("a = -" + "9" * 5000, f"more than {MAX_DIGITS} digits", id="a negative number"),
    pytest.param("a = [1, 0x" + "f" * 5000 + "]", f"more than {MAX_DIGITS} digits", id="a hex number"),
    pytest.param("a = " + "[" * 5000, "nested too deeply", id="lists in lists"),
    pytest.param("a = " + "{ a = " * 1000, "nested too deeply", id="tables in tables"),
    pytest.param("a = [\n" + "[],\n" * 70_000 + "]", "tables and lists", id="many lists"),
    pytest.param("\n".join(f"k{number} = 1" for number in range(61_000)), "keys", id="many keys"),
]


@pytest.mark.parametrize(("text", "sentence"), TOO_MUCH)
def test_a_text_above_a_limit_is_refused_before_it_is_parsed(text: str, sentence: str) -> None:
    assert sentence in said(text)


@pytest.mark.slow
def test_reading_dotted_keys_needs_no_memory(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    (tmp_path / "ruleset.toml").write_text(DOTTED, encoding="utf-8")
    program = "import sys; from rulesets.__main__ import main; sys.exit(main(['check', sys.argv[1]]))"
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)],
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
    )
    assert done.returncode == 1
    assert "dots between the parts of keys" in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


WITHIN = [
    "a" + ".b" * (MAX_DEPTH - 1) + " = 1",
    "a = " + "9" * MAX_DIGITS,
    f'a = "{"." * 5000}"',
    f"# {'a.' * 5000} = {'9' * 5000} [[[[\na = 1",
    'a = """\n' + "[" * 100 + "\n" + "b." * 100 + '= 1\n"""',
    "a = '''" + "{" * 100 + "'''",
    'a = """x\\""" ' + "[" * 50 + '"""" # "\nb = 1',
    "a = [" * 1 + '"' + "[" * 50 + '", ' + "'" + "{" * 50 + "'" + "]",
    "a = 1979-05-27T07:32:00.999999",
    "a = " + "1." + "3" * 60,
]


@pytest.mark.parametrize("text", WITHIN)
def test_what_stands_in_strings_and_comments_is_no_structure(text: str) -> None:
    assert toml_text.loads(text) == tomllib.loads(text)


def test_every_text_that_comes_with_the_program_is_within_the_limits() -> None:
    """Far within: the largest shipped ruleset uses less than a tenth of any of them."""
    tenth = toml_text.Limits("a ruleset", 100_000, 10_000, 6_000, 6_000, 6_000)
    files = [*shelves.SYSTEMS.glob("*/*.toml")]
    assert len(files) > 5
    for file in files:
        toml_text.check(file.read_text(encoding="utf-8"), tenth)


def test_a_template_and_a_scenario_have_the_same_limits(tmp_path: Path) -> None:
    file = tmp_path / "hostile.toml"
    file.write_text("a" + ".b" * 4_000 + " = 1", encoding="utf-8")
    with pytest.raises(TemplateError, match=f"more than {MAX_DEPTH} parts"):
        read_template(file)
    with pytest.raises(ScenarioError, match=f"more than {MAX_DEPTH} parts"):
        read_file(file)
    with pytest.raises(TooMuch) as caught:
        toml_text.loads("\n\na = " + "9" * 5000)
    assert caught.value.line == 3


# -- every folder on its own ---------------------------------------------------------------------------


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    """The user's rulesets: a sound one among bad ones."""
    bad = {
        "a-number": 'id = "a-number"\nlabel = "A"\nseconds = ' + "9" * 5000,
        "b-dotted": DOTTED,
        "c-nested": "a = " + "[" * 900,
        "d-extends": 'extends = "d-extends"\n' + "x" + ".y" * 5000 + " = 1",
        "e-bytes": "\udcff",
    }
    for name, text in bad.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / FILE).write_text(text, encoding="utf-8", errors="surrogateescape")
    sound = (loader.shipped()["kaiser"] / FILE).read_text(encoding="utf-8")
    (tmp_path / "house").mkdir()
    (tmp_path / "house" / FILE).write_text(sound.replace('"kaiser"', '"house"', 1), encoding="utf-8")
    if hasattr(os, "mkfifo"):
        (tmp_path / "f-pipe").mkdir()
        os.mkfifo(tmp_path / "f-pipe" / FILE)
    return Shelf(tmp_path)


@pytest.mark.slow
def test_a_bad_folder_leaves_the_list_of_the_others_as_it_is(shelf: Shelf, tmp_path: Path) -> None:
    own = [found for found in shelf.found() if found.own]
    assert len(own) >= 6
    for found in own:
        if found.id != "house":
            with pytest.raises(RulesetError):
                loader.load_writing(shelf.writing(found.file))
            assert loader.check(found.folder, shelf)[0].message
    assert loader.load_writing(shelf.writing("house")).id == "house"


def test_what_nobody_has_thought_of_is_a_problem_of_that_ruleset_alone(monkeypatch, caplog) -> None:
    """A mistake of the program, met in one ruleset, must not take "New encounter" from all of them."""

    def trips(*_: object) -> None:
        raise KeyError("oops")

    monkeypatch.setattr(build, "build", trips)
    monkeypatch.setattr(build, "check", trips)
    assert "cannot make anything of this ruleset (KeyError)" in said('id = "x"')
    assert "(KeyError)" in loader.check_writing(Writing("x", 'id = "x"'))[0].message
    assert "oops" in caplog.text


# -- one budget of work for each command ---------------------------------------------------------------

PLAIN = """\
id = "hostile"
label = "Hostile"
[stat]
x = {{ value = 0, label = "X" }}
{stats}
[order.initiative]
label = "Initiative"
roll = "{dice}"
[phase.initiative]
label = "Initiative"
activity = "roll"
order = "initiative"
when = "start"
[phase.turns]
label = "Turns"
activity = "act"
order = "initiative"
{turns}
{more}
"""


def plain(more: str = "", *, stats: str = "", turns: str = "", dice: str = "d20") -> str:
    """Return a small ruleset with something more in it."""
    return PLAIN.format(more=more, stats=stats, turns=turns, dice=dice)


def moving_twice(number: int) -> str:
    """Tracks that each move the next one twice: 2 ** number moves."""
    found = ["[[trigger]]\nat = 'encounter-start'\ndoes = [{ track = 't0', by = '1' }]\n"]
    for at in range(number):
        steps = "".join(f"{{ label = '{at} {step}' }},\n" for step in range(min(2**at, 3000) + 1))
        twice = f"{{ track = 't{at + 1}', by = '1' }}, " * 2 if at < number - 1 else ""
        found.append(f"[track.t{at}]\nlabel = 'T{at}'\non_worse = [{twice}]\nsteps = [\n{steps}]\n")
    return "".join(found)


def nested(number: int) -> str:
    """Formulas of which each calls the next one twice, and triggers that ask the first."""
    calls = [
        f"f{at} = {{ label = 'F', is = \"formula('f{at + 1}') + formula('f{at + 1}')\" }}" for at in range(7)
    ]
    last = "f7 = { label = 'F', is = 'max(" + ", ".join(["round"] * 50) + ")' }"
    trigger = "[[trigger]]\nat = 'encounter-start'\nif = \"formula('f0') < 0\"\ndoes = [{ flag = 'x' }]"
    return "\n".join(["[formula]", *calls, last, *[trigger] * number])


ENDLESS = [
    pytest.param(plain(moving_twice(23)), "track", "track “t0”", id="tracks"),
    pytest.param(plain(nested(100)), "formula", "(formula.f7.is)", id="triggers on nested formulas"),
    pytest.param(
        plain(
            "\n".join(f"[state.s{at}]\nlabel = 'S{at}'\nwhile = 'x > {at}'" for at in range(2000))
            + "\n[[trigger]]\nat = 'encounter-start'\ndoes = [{ stat = 'x', to = '9999' }]"
        ),
        "moment",
        "more than 2016000 steps",
        id="states that hold",
    ),
    pytest.param(
        plain(
            "\n".join(
                f"[state.s{at}]\nlabel = 'S{at}'\nbegins = [{{ at = 'round-start' }}]" for at in range(4000)
            )
        ),
        "moment",
        "happens at “round-start”",
        id="states that begin",
    ),
]


def table(number: int) -> Encounter:
    """Return that many combatants, side against side."""
    combatants = {
        f"c{at}": Combatant(f"c{at}", f"C{at}", side="foes" if at % 2 else "party") for at in range(number)
    }
    return Encounter(combatants=combatants)


@pytest.mark.slow
@pytest.mark.parametrize(("text", "kind", "sentence"), ENDLESS)
def test_a_command_above_its_budget_is_refused_and_changes_nothing(
    text: str, kind: str, sentence: str
) -> None:
    """The sentence says what used the budget up; the same is refused at the same step again."""
    rules = loader.load_text(text, "hostile")
    session = Session(rules, base=table(8))
    refused = session.dispatch(Start())
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.reason, refused.final) == ("bad-value", "too-much-work", True)
    assert refused.params[kind] is not None
    assert sentence in Speaker(rules, session.state).refusal(refused)
    assert (session.state, list(session.line)) == (table(8), [])
    assert session.preview(Start(override=True)) == refused


def test_the_budget_is_counted_in_steps_and_grows_with_the_table() -> None:
    small = Ruling(loader.load_text(plain(), "x"), table(2), RandomDice(1)).work
    large = Ruling(loader.load_text(plain(), "x"), table(1000), RandomDice(1)).work
    assert small.steps == MAX_COMMAND + 2 * FOR_EACH
    assert large.steps == MAX_COMMAND + 1000 * FOR_EACH


def test_a_value_that_is_only_looked_at_has_a_budget_too() -> None:
    """Whoever shows it gets what every formula without a result gives: a FormulaError."""
    rules = loader.load_text(
        plain(nested(0), stats="\n".join(f"s{at} = {{ value = 'x + {at}' }}" for at in range(40))), "x"
    )
    asked = "max(" + ", ".join(["formula('f4')"] * 20) + ")"
    assert value_of(rules, table(1), None, asked) == 0
    scope = CombatantScope(rules, table(1), None)
    scope.work = ValueWork(500)
    with pytest.raises(FormulaError, match="more than 500 steps"):
        evaluate(asked, scope)


def test_no_step_is_left_uncounted_by_what_is_raised_in_between() -> None:
    work = Work(100)
    for _ in range(10):
        work.spend(10, "track", "one")
    assert work.used == 100
    with pytest.raises(TooMuchWork) as caught:
        work.spend(1, "state", "other")
    assert (caught.value.kind, caught.value.name, caught.value.steps) == ("track", "one", 100)


@pytest.mark.slow
@pytest.mark.parametrize("ident", list(loader.shipped()))
def test_the_rulesets_that_come_along_stay_far_below(ident: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """At 1,000 combatants no command of the first rounds uses an eighth of its budget.

    Where cards are dealt it may be a half: twenty decks are dealt out then, and each joker in them means
    something to everybody of a side.
    """
    shares: dict[str, float] = {}

    def outcome(ruling: Ruling, of: Callable[[Ruling], Outcome] = Ruling.outcome) -> Outcome:
        shares[type(command).__name__] = ruling.work.used / ruling.work.steps
        return of(ruling)

    monkeypatch.setattr(Ruling, "outcome", outcome)
    rules, state, dice = loader.load(ident), table(1000), RandomDice(13)
    command: Command = Start()
    for _ in range(40):
        result = decide(rules, state, command, dice)
        state = state if isinstance(result, Refusal) else result.state
        phase = find_phase(rules, state.clock.phase)
        rolls = phase is not None and phase.activity == "roll" and not state.walk.active
        refused = isinstance(result, Refusal)
        if rolls and not isinstance(command, RollInitiative):
            command = RollInitiative()
        else:
            command = (
                EndTurn(override=True) if state.walk.active and not refused else NextPhase(override=True)
            )
    assert state.clock.passes
    assert max(shares.values()) < (1 / 2 if rules.decks else 1 / 8)


# -- one budget of work for each load ------------------------------------------------------------------


@pytest.mark.slow
def test_reading_a_ruleset_has_a_budget_too() -> None:
    many = "\n".join(f"f{at} = {{ label = 'F{at}', is = 'round + {at}' }}" for at in range(12_000))
    assert said(plain(f"[formula]\n{many}")) == (
        "Reading this ruleset takes more than 5,000,000 steps of work, most of them for [formula]."
    )
    stats = "\n".join(f"s{at} = {{ label = 'S{at}', value = \"formula('f0')\" }}" for at in range(1500))
    assert "most of them for the formula 'max(" in said(plain(nested(0), stats=stats))


@pytest.mark.slow
def test_the_rulesets_that_come_along_read_in_a_tenth_of_it() -> None:
    for ident, folder in loader.shipped().items():
        source = Source(Writing(ident, (folder / FILE).read_text(encoding="utf-8")))
        source.choose({})
        definition = validate(source)
        assert definition is not None
        check_formulas(source, definition, Ids(definition, source.raw, source.mended))
        assert 0 < source.work.used < MAX_LOAD / 10


def test_misspelt_names_among_thousands_are_few_comparisons() -> None:
    """What may have been meant is looked for among the words most like it."""
    known = [f"{'abcdefghij' * 4}{at}" for at in range(5000)] + ["quickness"]
    assert most_like("quicknes", known) == "quickness"
    assert most_like("qiuckness", known) == "quickness"
    assert most_like("quick_ness", known) == "quickness"


@pytest.mark.parametrize("dice", ["d0", "0d6", "00d6", "d00", "2d0"])
def test_dice_without_sides_are_refused_when_they_are_read(dice: str) -> None:
    assert said(plain(dice=dice)) == f"{dice!r} are no dice such as 'd20' or '2d6'."
    assert "are no dice" in said(
        plain().replace("[phase.init", f'keys = ["rolloff {dice} desc"]\n[phase.init')
    )


# -- inside of an encounter's file ---------------------------------------------------------------------


@pytest.mark.parametrize("text", [DOTTED, plain(dice="d0"), "a = " + "9" * 5000])
def test_a_hostile_ruleset_inside_an_encounter_is_damage_of_that_file(text: str, tmp_path: Path) -> None:
    path = tmp_path / "fight.turnwright"
    EncounterFile.create(path, replace(HEADER, ruleset_text=text, options="{}", beside="{}")).close()
    before = path.read_bytes()
    with pytest.raises(Damaged, match="its ruleset cannot be used"):
        read_kept(path)
    assert path.read_bytes() == before


def test_a_fight_does_not_change_to_a_hostile_ruleset() -> None:
    session = Session(loader.load_text(plain(), "x"), base=table(2))
    refused = session.dispatch(ChangeRules(writing=Writing("x", DOTTED)))
    assert isinstance(refused, Refusal)
    assert refused.code == "bad-rules"
    assert session.state == table(2)
