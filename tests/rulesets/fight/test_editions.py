"""Which changes of rules a fight refuses, and how line, journal and branches keep each edition (issue 5)."""

from __future__ import annotations

import pytest

from rulesets.fight.session import Done, Session, decode_entry, encode_entry
from rulesets.formula.dice import ListedDice
from rulesets.reading import loader
from rulesets.seen.queries import active_slot
from rulesets.table import commands as cmd
from rulesets.table.refusal import Refusal
from rulesets.table.writing import Writing
from rulesets.words.texts import Speaker
from tests.rulesets.fight.tree_journal import TreeJournal
from tests.rulesets.small_rules import RICH, Played, edition

# -- what is refused ------------------------------------------------------------------------------


def test_the_same_rules_are_no_change() -> None:
    fight = Played()
    assert fight.refused().code == "same-rules"
    assert fight.refused(vigour="plain").code == "same-rules"


def test_rules_with_errors_are_refused_with_what_is_wrong() -> None:
    fight = Played()
    refusal = fight.refused(edition('[pool]\naction = { size = "nonsense" }'))
    assert refusal.code == "bad-rules"
    said = Speaker(fight.session.rules, str).refusal(refusal)
    assert "nonsense" in said
    assert said.startswith("These rules have errors and are not used: ")
    assert fight.refused(vigour="huge").code == "bad-rules"


def test_a_session_that_knows_no_text_takes_one_but_no_options() -> None:
    session = Session(loader.load_writing(RICH))
    refused = session.dispatch(cmd.ChangeRules(options={"vigour": "tough"}))
    assert isinstance(refused, Refusal)
    assert refused.reason == "no-text"
    assert isinstance(session.dispatch(cmd.ChangeRules(writing=RICH, options={"vigour": "tough"})), Done)
    assert isinstance(session.dispatch(cmd.ChangeRules()), Done), "now it is known"


LUCK = '[order.luck]\nlabel = "By luck"\nroll = "d6 + luck"\nkeys = ["roll desc"]\n'
ROLLED = '[phase.luck]\nlabel = "Rolling luck"\nactivity = "roll"\norder = "luck"\nbefore = "turns"\n'
CODA = '[phase.coda]\nlabel = "Coda"\nactivity = "act"\norder = "luck"\n'
FRAY = '[phase.fray]\nlabel = "Fray"\nactivity = "act"\norder = "initiative"'


@pytest.mark.parametrize(
    ("text", "without", "reason"),
    [
        (FRAY, ("phase.turns", "declaration.oath"), "phase-gone"),
        (FRAY + '\n[phase.turns]\nactivity = "declare"', (), "phase-gone"),
        (LUCK + ROLLED + '[phase.turns]\norder = "luck"', (), "order-gone"),
        (LUCK + CODA + ROLLED.replace("before", 'when = "start"\nbefore'), (), "order-unrolled"),
    ],
)
def test_a_fight_that_could_not_go_on_is_not_changed(
    text: str, without: tuple[str, ...], reason: str
) -> None:
    fight = Played()
    refusal = fight.refused(edition(text, *without))
    assert refusal.reason == reason
    said = Speaker(fight.session.rules, str).refusal(refusal)
    assert "?" not in said
    before = Played(started=False)
    before.change(edition(text, *without))


def test_an_order_that_the_next_round_rolls_may_come_into_a_running_fight() -> None:
    fight = Played()
    luck = LUCK.replace("keys", 'rolled = "round"\nkeys')
    refusal = fight.refused(edition(luck + ROLLED + CODA))
    assert refusal.reason == "order-unrolled", "this round has gone past its roll"
    fight.change(edition(luck + ROLLED.replace('before = "turns"\n', "") + CODA))
    for _ in range(3):
        fight.do(cmd.EndTurn())
    assert fight.state.clock.phase == "luck"
    fight.do(cmd.RollInitiative(rolls={"A": 1, "B": 2, "C": 3}))
    assert active_slot(fight.session.rules, fight.state) == "C"


# -- before the start, and along the line ----------------------------------------------------------


def test_before_the_start_the_combatants_are_made_whole_by_the_new_rules() -> None:
    fight = Played(started=False, grit=3, hp=7)
    fight.change(
        edition(
            '[stat]\nsp = { value = 5, label = "Shield", to_begin_with = true }', "stat.grit", "option.vigour"
        )
    )
    assert fight.a.stats == {"hp": 7, "max_hp": 7, "sp": 5}
    fight.do(cmd.Start(rolls={"A": 18, "B": 10, "C": 5}))


@pytest.mark.parametrize("old", sorted(loader.shipped()))
@pytest.mark.parametrize("new", sorted(loader.shipped()))
def test_a_fight_that_has_not_begun_goes_over_to_any_other_system(old: str, new: str) -> None:
    writings = {
        name: Writing(name, (loader.shipped()[name] / loader.FILE).read_text(encoding="utf-8"))
        for name in (old, new)
    }
    if old == new:
        return
    session = Session(loader.load_writing(writings[old]), writing=writings[old], dice=ListedDice([]))
    for ident in ("A", "B"):
        session.dispatch(cmd.Add(combatant={"id": ident, "side": ident}))
    before = session.state
    assert isinstance(session.dispatch(cmd.ChangeRules(writing=writings[new])), Done)
    plain = Session(loader.load_writing(writings[new]))
    for ident in ("A", "B"):
        plain.dispatch(cmd.Add(combatant={"id": ident, "side": ident}))
    for ident, who in session.state.combatants.items():
        fresh = plain.state.combatants[ident]
        assert (who.pools, who.tracks, who.states) == (fresh.pools, fresh.tracks, fresh.states)
        assert set(fresh.stats) <= set(who.stats) <= set(session.rules.stats)
    session.undo()
    assert session.state == before


def test_each_point_of_the_line_is_played_by_its_own_edition() -> None:
    fight = Played()
    plain = fight.session.rules
    fight.change(vigour="tough")
    tough = fight.session.rules
    fight.do(cmd.EndTurn())
    fight.session.go_to(4)
    assert fight.session.rules is plain
    fight.session.redo()
    assert fight.session.rules is tough
    outcome = fight.session.preview(cmd.ChangeRules(), cmd.EndTurn())
    assert not isinstance(outcome, Refusal)
    assert fight.session.edition(outcome.state.rules) is plain
    assert fight.session.rules is tough


def test_the_journal_alone_is_enough_to_open_the_fight_again() -> None:
    fight = Played()
    fight.change(edition("", "action.ritual"), vigour="tough")
    fight.change(focus="one")
    line = [decode_entry(encode_entry(entry)) for entry in fight.session.line]
    asked: list[Writing] = []

    def compiler(writing: Writing, options: object) -> loader.Rules:
        asked.append(writing)
        return loader.load_writing(writing, options)  # type: ignore[arg-type]

    again = Session(loader.load_writing(RICH), writing=RICH, compiler=compiler)
    again.load(line, len(line))
    assert again.state == fight.state
    assert again.rules.hash == fight.session.rules.hash
    assert "ritual" not in again.rules.actions
    assert len(asked) == 2


def broken(writing: Writing, options: object) -> loader.Rules:
    raise loader.RulesetError([loader.Problem("rich", 1, "", "It is too old.")])


def test_an_edition_in_force_that_cannot_be_compiled_is_an_error() -> None:
    fight = Played()
    fight.change(vigour="tough")
    again = Session(loader.load_writing(RICH), writing=RICH, compiler=broken)
    with pytest.raises(loader.RulesetError):
        again.load(fight.session.line, len(fight.session.line))


def test_one_that_only_a_redo_would_come_to_does_not_lose_the_fight() -> None:
    fight = Played()
    fight.change(vigour="tough")
    again = Session(loader.load_writing(RICH), writing=RICH, compiler=broken)
    again.load(fight.session.line, 4)
    refused = again.redo()
    assert isinstance(refused, Refusal)
    assert refused.code == "bad-rules"
    assert again.cursor == 4
    say = Speaker(again.rules, str, editions=again.edition)
    assert say.entry(again.line[4]).title == "Rules changed: options Vigour (Tough)"


def test_a_branch_with_a_change_is_brought_back() -> None:
    journal = TreeJournal()
    fight = Played(started=False)
    session = Session(loader.load_writing(RICH), writing=RICH, journal=journal, dice=ListedDice([]))
    for entry in fight.session.line:
        session.dispatch(entry.command)
    session.dispatch(cmd.ChangeRules(options={"vigour": "tough"}))
    tough = session.state
    session.undo()
    session.dispatch(cmd.ChangeRules(options={"focus": "one"}))
    session.bring_back(session.branches()[0].tip)
    assert session.state == tough
    assert session.rules.options_set["vigour"] == "tough"
