"""``ruleset.<lang>.toml`` gives the texts of a ruleset in another language (architecture; issue 5)."""

from __future__ import annotations

import pytest

from rulesets.reading import loader
from rulesets.reading.problems import Problem
from rulesets.reading.starting import translation
from rulesets.table.writing import Writing
from rulesets.vocabulary import Rules

GERMAN = """\
label = "Klein"

[stat]
dex_mod = { label = "Geschicklichkeit" }

[action.attack]
label = "Angriff"

[track.condition]
label = "Zustand"
steps = ["Normal", "Schlechter"]

[words]
"Initiative" = "Reihenfolge"
"Turns" = "Züge"
"Standard" = "Standardaktion"
"Move" = "Bewegung"
"Standard action" = "Standardaktion"
"Prone" = "Am Boden"
"Damage" = "Schaden"
"""


def german(small: str, text: str = GERMAN, base: Writing | None = None) -> Writing:
    return Writing("small/ruleset.toml", small, {"de": text}, base)


def in_german(writing: Writing) -> Rules:
    return loader.load_writing(writing, language="de")


def found(writing: Writing) -> list[Problem]:
    return loader.check_writing(writing)


def test_texts_are_those_of_the_language(small: str) -> None:
    rules = in_german(german(small))
    assert rules.label == "Klein"
    assert rules.stats["dex_mod"].label == "Geschicklichkeit"
    assert rules.actions["attack"].label == "Angriff"
    assert [step.label for step in rules.tracks["condition"].steps] == ["Normal", "Schlechter"]
    assert rules.orders["initiative"].label == rules.phases[0].label == "Reihenfolge"
    assert found(german(small)) == []


def test_rules_are_the_same_in_every_language(small: str) -> None:
    rules, other = in_german(german(small)), loader.load_writing(german(small))
    assert (other.label, rules.hash) == ("Small", other.hash)
    assert loader.encode(loader.load_writing(german(small), language="fr")) == loader.encode(other)


def test_what_is_not_translated_stays_and_is_a_warning(small: str) -> None:
    writing = german(small, GERMAN.replace('label = "Angriff"', ""))
    assert in_german(writing).actions["attack"].label == "Attack"
    (problem,) = found(writing)
    assert problem.warning
    assert (problem.file, problem.key) == ("small/ruleset.de.toml", "action.attack.label")
    assert problem.message == "'Attack' is not translated."


@pytest.mark.parametrize(
    ("text", "line", "key", "message", "hint"),
    [
        (
            '[action.atack]\nlabel = "A"',
            2,
            "action.atack.label",
            "no text for people here",
            "did you mean 'attack'?",
        ),
        ('[action.attack]\nlabel = "A"\ncost = "x"', 3, "action.attack.cost", "no text for people here", ""),
        ("[action.attack]\nlabel = 3", 2, "action.attack.label", "nothing but texts", ""),
        ('[words]\n"Prome" = "X"', 2, "words.Prome", "nowhere says 'Prome'", "did you mean 'Prone'?"),
        (
            "[words",
            1,
            "",
            "The header of a table is not closed",
            "write [section.id], and [[trigger]] for a trigger",
        ),
    ],
)
def test_a_slip_is_found_where_it_stands(
    small: str, text: str, line: int, key: str, message: str, hint: str
) -> None:
    problem = found(german(small, text))[0]
    assert (problem.file, problem.line, problem.key, problem.hint) == (
        "small/ruleset.de.toml",
        line,
        key,
        hint,
    )
    assert message in problem.message


def test_a_translation_that_cannot_be_read_breaks_nothing(small: str) -> None:
    assert in_german(german(small, "[words")).label == "Small"


def test_a_base_brings_its_translation_with_it(small: str) -> None:
    top = Writing(
        "mine/ruleset.toml",
        'id = "mine"\nlabel = "Mine"\nextends = "small"\n[action.shout]\nlabel = "Shout"\ncost = "standard"',
        {"de": 'label = "Meins"\n[action]\nattack.label = "Hieb"'},
        german(small),
    )
    rules = in_german(top)
    assert (rules.label, rules.actions["attack"].label) == ("Meins", "Hieb")
    assert rules.states["prone"].label == "Am Boden"
    assert [problem.message for problem in found(top)] == ["'Shout' is not translated in ruleset.de.toml."]


def test_what_is_missing_can_be_listed_to_be_filled_in(tmp_path, small: str) -> None:
    (tmp_path / "small").mkdir()
    (tmp_path / "small" / "ruleset.toml").write_text(small)
    (tmp_path / "small" / "ruleset.de.toml").write_text(GERMAN.replace('"Prone" = "Am Boden"\n', ""))
    assert '"Prone" = ""' in translation(tmp_path / "small", "de")
    assert '"Move"' not in translation(tmp_path / "small", "de")
    assert '"Move" = ""' in translation(tmp_path / "small", "fr")
