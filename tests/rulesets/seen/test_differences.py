"""What a change of rules would alter, told before it is made (issue 5: "with what it would alter")."""

from __future__ import annotations

import pytest

from rulesets.fight.session import Session
from rulesets.output.summary import summarise
from rulesets.reading import loader
from rulesets.seen.differences import Detail, Difference, differences
from rulesets.table import commands as cmd
from rulesets.table.refusal import Refusal
from rulesets.table.writing import Writing
from rulesets.vocabulary.base import called_in
from rulesets.words import ruleparts
from rulesets.words.bridging import bridging
from rulesets.words.rulechanges import ChangeSection, RuleWords
from rulesets.words.terms import Terms
from rulesets.words.texts import rule_changes, templates
from tests.effort import calls
from tests.rulesets.small_rules import RICH, Played, edition
from tests.sampling import mostly_slow


def told(fight: Played, writing: Writing | None = None, **options: str) -> dict[str, tuple[str, ...]]:
    """Return part → lines of what a change would alter."""
    outcome = fight.session.preview(cmd.ChangeRules(writing=writing, options=options))
    assert not isinstance(outcome, Refusal), outcome
    new = fight.session.edition(outcome.state.rules)
    assert new is not None
    parts = rule_changes(fight.session.rules, new, fight.state, outcome, lambda who: f"Name {who}")
    assert all(part.lines and part.title for part in parts)
    return {part.key: part.lines for part in parts}


def test_a_ruleset_does_not_differ_from_itself() -> None:
    for name in loader.shipped():
        assert differences(loader.load(name), loader.load(name)) == []


def test_entries_are_added_removed_and_changed_in_a_fixed_order() -> None:
    old = loader.load_writing(RICH)
    text = (
        '[action.shout]\nlabel = "Shout"\ncost = "action"\n[action.ritual]\nparts = 2\n'
        "[stat]\ngrit = { value = 1 }"
    )
    new = loader.load_writing(edition(text, "action.trick"), {"focus": "five"})
    assert differences(old, new) == [
        Difference("set", "focus", "changed", (Detail("value", "three", "five"),)),
        Difference("stats", "grit", "changed", (Detail("default", 0, 1),)),
        Difference("pools", "focus", "changed", (Detail("size", "3", "5"),)),
        Difference("actions", "trick", "removed"),
        Difference("actions", "ritual", "changed", (Detail("parts", 3, 2),)),
        Difference("actions", "shout", "added"),
    ]
    assert [(d.section, d.key) for d in differences(new, old)] == [
        ("set", "focus"), ("stats", "grit"), ("pools", "focus"), ("actions", "shout"),
        ("actions", "ritual"), ("actions", "trick"),
    ]  # fmt: skip


def test_a_rule_that_is_gone_and_tables_inside_of_an_entry() -> None:
    old = loader.load_writing(RICH)
    bare = Writing("rich", RICH.text.replace('{ label = "Words",', '{ label = "Vow",'))
    new = loader.load_writing(Writing("rich", edition("", "delay").text, base=bare))
    assert differences(old, new) == [
        Difference("declarations", "oath", "changed", (Detail("inputs.words.label", "Words", "Vow"),)),
        Difference("delay", "delay", "removed"),
    ]


def test_a_change_is_told_with_labels_and_numbers_first() -> None:
    fight = Played(grit=1)
    text = '[action.ritual]\ncost = "focus"\n[pool]\nswift = { label = "Swift", size = "1" }'
    said = told(fight, edition(text, "action.trick", "track.fatigue"), vigour="tough")
    assert said["options"] == ("Vigour: Tough instead of Plain",)
    assert said["numbers"] == (
        "Name A: Full health 10 → 14, Hit points 10 → 14, Swift 1 (new)",
        "Name B, Name C: Grit 0 → 2, Full health 10 → 14, Hit points 10 → 14, Swift 1 (new)",
    )
    assert "New: Swift (Name A 1, Name B 1, Name C 1)" in said["fight"]
    assert "Name A: hit points 10 → 14" in said["fight"]
    assert said["rules"] == (
        "Stat Grit: usual value 2 instead of 0",
        "Stat Full health: usual value 14 instead of 10",
        "Budget Swift is new",
        "Action Trick is gone",
        "Action Ritual: cost Focus instead of Action",
        "Track Fatigue is gone",
    )


def test_what_ends_in_the_fight_is_told_by_name() -> None:
    fight = Played()
    fight.do(cmd.MoveTrack(who="C", track="fatigue", by=2))
    said = told(
        fight,
        edition('[track.fatigue]\nsteps = ["Fresh", { label = "Winded", values = { penalty = -4 } }]'),
    )
    assert "No longer dazed: Name C" in said["fight"]
    assert said["numbers"] == ("Name C: Fatigue −2 → −4",)


def test_formulas_are_told_in_words_and_long_ones_only_mentioned() -> None:
    fight = Played()
    text = (
        '[stat]\nmax_hp = { value = "10 + grit" }\n'
        'hp = { value = "max(1, max_hp, grit + quickness, luck + quickness, 3)" }'
    )
    said = told(fight, edition(text))
    assert "Stat Full health: usual value 10 no longer, worked out as 10 + Grit (new)" in said["rules"]
    assert "Stat Hit points: worked out as changed" in said["rules"]


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", mostly_slow(sorted(loader.shipped()), "kaiser"))
def test_every_option_of_every_system_can_be_told_quickly(ruleset: str) -> None:
    """With a hundred on the table a window asks for it at every click."""
    writing = Writing(ruleset, (loader.shipped()[ruleset] / loader.FILE).read_text(encoding="utf-8"))
    session = Session(loader.load_writing(writing), writing=writing)
    for number in range(100):
        side = "party" if number % 2 else "foes"
        session.dispatch(cmd.Add(combatant={"id": f"c{number}", "side": side, "hp": 10 + number}))
    session.dispatch(cmd.Start())
    for name, option in session.rules.options.items():
        for choice in option.choices:
            outcome = session.preview(cmd.ChangeRules(options={name: choice.value}))
            if isinstance(outcome, Refusal):
                assert outcome.code in ("same-rules", "wrong-phase")
                continue
            new = session.edition(outcome.state.rules)
            assert new is not None
            told = (session.rules, new, session.state, outcome, str)
            parts: list[ChangeSection] = rule_changes(*told)
            assert calls(rule_changes, *told) < 1_000_000
            assert parts[0].key == "options"
            assert (option.label or name) in parts[0].lines[0]
            assert all("?" not in line for part in parts for line in part.lines)


def test_a_part_that_is_one_table_is_told_by_what_it_is_and_not_by_a_name() -> None:
    """What is read from other programs and how turns are delayed stand once in a ruleset."""
    text = """[import]
families = ["pf2"]
stats = { grit = "str", quickness = ["dex", "perception"] }
"""
    fight = Played()
    assert told(fight, edition(text))["rules"] == ("Import is new",)
    fight.change(edition(text))
    assert told(fight, edition(text.replace('"str"', '"con"')))["rules"] == (
        "Import: how stats are filled in (Grit) con instead of str",
    )
    gone = told(fight, edition("", "delay"))["rules"]
    assert gone == ("Delaying is gone", "Import is gone")


BY_WHICH_IT_IS_KNOWN = {("Phase", "id"), ("StateRule", "kind")}
OF_ITSELF = {("Rules", name) for name in ("id", "hash", "options_set", "modified")}
FOLLOWING = {("Rules", name) for name in ("implied", "implying", "plain_reaction")}
"""What follows from other keys of a ruleset, which are told."""


def test_every_key_has_words_that_are_translated() -> None:
    """No id of the vocabulary is shown: what a key is called stands with the key (`keyed`)."""
    words = {text for texts in templates().values() for text in texts}
    without = {
        (table.__name__, field)
        for table in ruleparts.tables()
        for field in table.__struct_fields__
        if called_in(table, field) not in words
    }
    assert without - BY_WHICH_IT_IS_KNOWN == OF_ITSELF | FOLLOWING
    assert not [word for word in ruleparts.parts() if "_" in word or word != word.strip()]


def test_keys_and_their_values_are_told_in_the_language_of_the_reader() -> None:
    fight = Played()
    text = """[cost.action]
off_turn = true
[pool.focus]
resets = "round-end"
shown = "number"
"""
    new = loader.load_writing(edition(text))
    foreign = Terms(bridging(fight.session.rules, new), str, lambda template: f"«{template}»")
    said = RuleWords(foreign, fight.session.rules, new).rules()
    assert said == [
        "««Budget» Focus: «««when it is set back» «round end» instead of «encounter start»», "
        "««how it is shown» «number» instead of «square»»»»",
        "««Type of action» Action: ««whether it can be taken out of turn» «yes» instead of «no»»»",
    ]


def test_a_printed_fight_is_told_by_the_rules_of_then() -> None:
    fight = Played()
    fight.do(cmd.Act(who="A", name="ritual"))
    fight.change(edition("", "action.ritual"))
    session = fight.session
    paper = summarise(session.rules, session.log, "A fight", editions=session.edition)
    assert [step.title for step in paper.happened[-2:]] == [
        "A: Ritual, part 1 of 3 (action)",
        "Rules changed: the text of the ruleset",
    ]
