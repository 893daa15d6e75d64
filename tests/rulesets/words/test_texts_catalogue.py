"""Every code of the engine has a sentence in the catalogue, and every sentence can be filled."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path
from typing import Any, NamedTuple, get_args

import pytest

import rulesets
from rulesets.fight.session import Entry
from rulesets.reading import loader
from rulesets.seen.labels import plain
from rulesets.table import commands as cmd, events as ev
from rulesets.vocabulary.stages import OCCASIONS, Span
from rulesets.words import texts
from rulesets.words.catalogue import FLAGS, REFUSAL_ADDED, REFUSALS, WORDS
from rulesets.words.filling import all_templates, fill, placeholders, small
from rulesets.words.logbook import LOG, LOG_ADDED
from rulesets.words.orders import COMMANDS
from rulesets.words.texts import Speaker
from tests.rulesets.words.source_codes import OF_POOLS, literals

SOURCE = Path(rulesets.__file__).parent


@pytest.mark.parametrize("span", [span for span in get_args(Span) if span not in ("", *OCCASIONS)])
def test_every_span_has_a_word_for_who_has_done_it_as_often_as_it_allows(span: str) -> None:
    assert f"scope-{span}" in WORDS


def test_numbers_below_nothing_have_a_real_minus_sign_in_every_sentence() -> None:
    """As in the rows and on paper: "−4" stood there and "-3 -> -4" in the log."""
    for key, several in texts.templates().items():
        for template in several:
            names = placeholders(template)
            said = fill(template, dict.fromkeys(names, -3))
            numbers = template.count("{") - template.count("|")
            assert said.count("−3") == numbers if names else said == template, key


# -- every code of the source has its sentence ------------------------------------------------------


class Use(NamedTuple):
    """A place in the source that gives a code with its parameters."""

    key: str
    params: frozenset[str]
    where: str


def uses() -> dict[str, list[Use]]:
    """Every code in the source, by what is done with it."""
    found: dict[str, list[Use]] = defaultdict(list)
    files = [
        *(SOURCE / "engine").rglob("*.py"),
        SOURCE / "fight" / "session.py",
        SOURCE / "fight" / "taking_up.py",
        SOURCE / "scenarios" / "play.py",
    ]
    for file in sorted(files):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            where = f"{file.name}:{node.lineno}"
            params = frozenset(word.arg for word in node.keywords if word.arg) - {"cite", "reason"}
            if name in ("reject", "forbid", "Refusal"):
                if name == "Refusal" and file.name == "ruling.py":
                    continue  # reject and forbid themselves
                if name == "Refusal" and len(node.args) > 2:
                    assert isinstance(node.args[2], ast.Dict), where
                    params = frozenset(key.value for key in node.args[2].keys)  # type: ignore[union-attr]
                reasons = literals(node.args[1], where) if len(node.args) > 1 else [""]
                for key in reasons if reasons != [""] else literals(node.args[0], where):
                    found["refusal"].append(Use(key, params, where))
            elif name == "Told" and isinstance(node.args[0], ast.Constant):
                assert isinstance(node.args[1], ast.Dict), where
                params = frozenset(key.value for key in node.args[1].keys)  # type: ignore[union-attr]
                found["log"].append(Use(str(node.args[0].value), params, where))
            elif name in ("tell", "flag", "Rolled") and node.args:
                kind = {"tell": "log", "flag": "flag", "Rolled": "rolled"}[name]
                for key in literals(node.args[0], where):
                    found[kind].append(Use(key, params, where))
    return found


USES = uses()


@pytest.mark.parametrize(("kind", "table"), [("refusal", REFUSALS), ("log", LOG), ("flag", FLAGS)])
def test_every_code_of_the_engine_has_a_sentence(kind: str, table: dict[str, Any]) -> None:
    assert len(USES[kind]) > 5
    missing = {f"{use.where}: {use.key}" for use in USES[kind] if use.key not in table}
    assert not missing


@pytest.mark.parametrize(("kind", "table"), [("refusal", REFUSALS), ("log", LOG)])
def test_no_sentence_is_left_that_the_engine_never_says(kind: str, table: dict[str, Any]) -> None:
    assert set(table) - {use.key for use in USES[kind]} == set()


@pytest.mark.parametrize(
    ("kind", "table", "added"), [("refusal", REFUSALS, REFUSAL_ADDED), ("log", LOG, LOG_ADDED)]
)
def test_placeholders_are_parameters_that_callers_pass(
    kind: str, table: dict[str, Any], added: dict[str, frozenset[str]]
) -> None:
    passed: dict[str, list[Use]] = defaultdict(list)
    for use in USES[kind]:
        passed[use.key].append(use)
    for key, found in passed.items():
        known = frozenset().union(*(use.params for use in found)) | added.get(key, frozenset())
        for template in all_templates(table[key]):
            assert placeholders(template) <= known, (key, template)
        for use in found:
            assert placeholders(all_templates(table[key])[-1]) <= use.params, use


def test_flags_and_refusals_of_all_rulesets_have_sentences() -> None:
    contract = {
        "massive-damage", "devastating-injury", "resistance-check", "lost-action", "lost-turn",
        "readied-lost", "completed", "interrupted", "died", "unconscious",
    }  # fmt: skip
    assert contract <= set(FLAGS)
    assert set(REFUSALS) >= OF_POOLS


def test_every_command_has_a_label() -> None:
    tags = {kind.__struct_config__.tag for kind in cmd.AnyCommand.__args__}  # type: ignore[attr-defined]
    assert tags == set(COMMANDS)


@pytest.mark.parametrize("what", sorted({use.key for use in USES["rolled"]}))
def test_every_roll_has_a_line(what: str) -> None:
    speaker = Speaker(loader.load("saga-edition"), {"deel": "Deel Surool"}.__getitem__)
    entry = Entry(cmd.Start(), (ev.Rolled(what, "deel", 12, (5, 7)),))
    assert any("Deel Surool" in line for line in speaker.entry(entry).lines)


def test_templates_are_well_formed() -> None:
    for key, found in texts.templates().items():
        for template in found:
            filled = fill(template, dict.fromkeys(placeholders(template), "x"))
            assert not set("{}") & set(filled), key
            assert not re.search(r"%[\dsn]", template), key
            assert template == template.strip(), key


# -- filling ----------------------------------------------------------------------------------------


def test_a_missing_parameter_shows_as_a_question_mark() -> None:
    assert fill("{who} does {what:u}", {"what": "nothing"}) == "? does Nothing"


def test_what_was_filled_in_is_not_read_again() -> None:
    assert fill("{who}: {name}", {"who": "{name} <b>", "name": "{who}"}) == "{name} <b>: {who}"


def test_ids_without_a_label_are_words_and_typed_texts_stay() -> None:
    assert plain("fighting-defensively") == "fighting defensively"
    assert plain("natural_20") == "natural 20"
    assert plain("Obi-Wan") == "Obi-Wan"


def test_small_letters_leave_abbreviations_alone() -> None:
    assert [small(text) for text in ("Standard action", "AP", "Force Point")] == [
        "standard action", "AP", "Force Point",
    ]  # fmt: skip
