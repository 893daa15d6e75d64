"""Documents and their templates: every part, every column, and what is wrong with a template of one's own."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from rulesets.fight.session import Entry, Session
from rulesets.output.documents import (
    Boxes,
    Card,
    Chart,
    Document,
    Gauge,
    Heading,
    Lines,
    Paragraph,
    Space,
    Table,
    Words,
)
from rulesets.output.exporting.as_json import exported
from rulesets.output.papers.figures import FIGURES, duration
from rulesets.output.papers.making import KINDS, document
from rulesets.output.papers.templates import (
    LARGEST,
    ColumnName,
    PartKind,
    Template,
    TemplateError,
    TemplatePart,
    read_template,
)
from rulesets.output.stat_block import EffectShown, Passing, Points, TrackShown
from rulesets.output.summary import Summary, summarise
from rulesets.reading import loader
from rulesets.reading.shelf import Shelf
from rulesets.scenarios.files import read_file
from rulesets.scenarios.play import Player
from rulesets.seen.scene import Audience
from rulesets.table import commands as cmd
from rulesets.table.refusal import Refusal

ROOT = Path(__file__).parents[3]
STORIES = {path.stem: path for path in sorted((ROOT / "tests" / "desktop" / "stories").glob("*.toml"))}


@cache
def story(name: str, steps: int = 10_000, audience: Audience = Audience.GM) -> Summary:
    """A story as it stands after so many steps, ten seconds each."""
    data = read_file(STORIES[name])
    case = data["case"][0]
    rules = loader.load_writing(Shelf().writing(data["ruleset"]), case.get("options"))
    player = Player(rules, case)
    for step in case["steps"][:steps]:
        player.play(step)
    log = [Entry(e.command, e.events, 1e9 + 10 * n) for n, e in enumerate(player.session.log)]
    return summarise(rules, log, "A title", player.session.base, audience=audience)


def shipped(kind: str) -> Template:
    return read_template(ROOT / "resources" / "templates" / f"{kind}.toml")


def made(summary: Summary, *parts: TemplatePart) -> Document:
    return document(summary, "status", Template(parts))


def words(made: Document) -> str:
    """Everything that is said in a document."""
    return re.sub(r"Words\(text=|[()',]", " ", repr(made.blocks))


# -- documents ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", STORIES)
@pytest.mark.parametrize("steps", [0, 10_000])
def test_every_document_of_every_system_is_sound(name: str, kind: str, steps: int) -> None:
    """Rows have as many cells as there are columns, weights are positive, nothing is empty."""
    told = story(name, steps, shipped(kind).audience)
    found = document(told, kind, shipped(kind), "today")
    assert found.blocks
    assert (found.kind, found.title, found.printed) == (kind, "A title", "printed today")
    inner = [block for card in found.blocks if isinstance(card, Card) for block in card.blocks]
    for block in [*found.blocks, *inner]:
        match block:
            case Table(columns, rows):
                assert all(column.weight > 0 for column in columns)
                assert all(len(row.cells) == len(columns) for row in rows)
                assert rows
            case Heading(text) | Paragraph(text):
                assert isinstance(text, str)
            case Lines(number):
                assert number > 0
            case Chart():
                assert block.told
                assert all(len(series.values) == len(block.categories) for series in block.series)
    for who in told.standings:
        assert who.name in words(found)


@pytest.mark.parametrize("name", STORIES)
def test_a_sheet_before_the_fight_has_room_instead_of_counts(name: str) -> None:
    """To be filled in with a pencil."""
    sheet = document(story(name, 0), "run-sheet", shipped("run-sheet"))
    table = next(block for block in sheet.blocks if isinstance(block, Table))
    for row in table.rows:
        assert isinstance(row.cells[0][0], Space)
        assert any(isinstance(piece, Space) for piece in row.cells[-1])
        assert not any(isinstance(p, Boxes) and p.crossed for cell in row.cells for p in cell)


@pytest.mark.parametrize("name", STORIES)
def test_declarations_have_columns_where_a_ruleset_declares(name: str) -> None:
    """And boxes for segments where it has some."""
    told = story(name)
    found = made(told, TemplatePart("declarations", rounds=3, segments=5))
    if not told.declares:
        assert found.blocks == ()
        return
    _, table = found.blocks
    assert isinstance(table, Table)
    assert [column.title for column in table.columns][1:] == [
        f"Round {told.declares_in + n}" for n in range(3)
    ]
    boxes = [piece for piece in table.rows[0].cells[1] if isinstance(piece, Boxes)]
    assert [box.words for box in boxes] == ([("1", "2", "3", "4", "5")] if told.pass_word else [])


def test_boxes_for_turns_begin_with_the_round_in_which_turns_are_still_taken() -> None:
    """002-40: in the end phase nobody has a turn left in this round; its boxes stood there, and full."""
    steps = read_file(STORIES["kaiser"])["case"][0]["steps"]
    for phase, begin in (("action", 1), ("end", 2)):
        at = next(n for n, step in enumerate(steps) if step.get("expect", {}).get("phase") == phase)
        told = story("kaiser", at + 1)
        assert (told.round, told.acts_in) == (1, begin)
        sheet = document(told, "run-sheet", shipped("run-sheet"))
        table = next(block for block in sheet.blocks if isinstance(block, Table))
        boxes = [piece for cell in table.rows[0].cells for piece in cell if isinstance(piece, Boxes)]
        labels = [one.label for one in boxes if one.label.isdecimal()]
        assert labels == [str(begin + n) for n in range(3)]


def test_the_run_sheet_marks_the_fallen_and_has_no_declarations_for_them() -> None:
    """Somebody at no life points declares nothing; where no state says so, the sheet does."""
    told = story("kaiser")
    first, *others = told.standings
    told = replace(told, standings=(replace(first, out="defeated", gone="Defeated", states=()), *others))
    sheet = document(told, "run-sheet", shipped("run-sheet"))
    order = next(block for block in sheet.blocks if isinstance(block, Table))
    lines = [piece.text for piece in order.rows[0].cells[1] if isinstance(piece, Words)]
    assert lines[0] == first.name
    assert lines[-1].startswith("Defeated")
    _, table = made(told, TemplatePart("declarations", rounds=4)).blocks
    assert isinstance(table, Table)
    named = [row.cells[0][0].text for row in table.rows if isinstance(row.cells[0][0], Words)]
    assert first.name not in named
    assert named == [who.name for who in told.standings if not who.out]


@pytest.mark.parametrize("kind", get_args(PartKind))
@pytest.mark.parametrize("name", STORIES)
def test_every_part_can_be_made_of_every_fight(name: str, kind: PartKind) -> None:
    for steps in (0, 1, 10_000):
        assert (
            made(story(name, steps), TemplatePart(kind, rounds=2, title="Own title")).title
            == story(name).title
        )
    nobody = replace(story(name), standings=(), happened=())
    told = made(nobody, TemplatePart(kind, rounds=2)).blocks
    assert not [block for block in told if isinstance(block, Card)]


@pytest.mark.parametrize("kind", [k for k in get_args(PartKind) if k != "cards"])
def test_a_part_has_the_title_that_it_is_given(kind: PartKind) -> None:
    told = replace(story("moon-swing"), options=(("Label", "value"),))
    for name in STORIES:
        found = made(story(name) if kind != "options" else told, TemplatePart(kind, title="Own title"))
        titles = [b.text for b in found.blocks if isinstance(b, Heading)]
        titles += [b.title for b in found.blocks if isinstance(b, Chart)]
        assert not found.blocks or "Own title" in titles


@pytest.mark.parametrize("column", get_args(ColumnName))
def test_every_column_can_stand_alone(column: ColumnName) -> None:
    for name in STORIES:
        for blank in (True, False):
            found = made(story(name), TemplatePart("order", columns=(column,), blank=blank))
            assert isinstance(found.blocks[0], Table)


def test_columns_that_nothing_stands_in_are_left_out() -> None:
    told = story("moon-swing")
    found = made(told, TemplatePart("order", columns=("combatant", "points", "tracks", "notes")))
    table = found.blocks[0]
    assert isinstance(table, Table)
    assert [column.title for column in table.columns] == ["Combatant", "Wounds"]


def test_cards_are_of_those_who_are_asked_for() -> None:
    told = story("saga-edition")
    some = [told.standings[1].id, told.standings[0].id]
    found = document(told, "cards", shipped("cards"), only=some)
    assert [block.title for block in found.blocks if isinstance(block, Card)] == [
        told.standings[0].name,
        told.standings[1].name,
    ]


def test_cards_tell_every_stat_however_many_there_are() -> None:
    for name in STORIES:
        told = story(name)
        found = document(told, "cards", shipped("cards"))
        for who, card in zip(told.standings, found.blocks, strict=True):
            text = repr(card).replace("\\xa0", " ")
            for stat in who.lasting:
                assert stat.label in text
                assert f"{stat.value}" in text


@pytest.mark.parametrize("name", STORIES)
def test_the_record_tells_every_step_with_its_overrides(name: str) -> None:
    told = story(name)
    found = made(told, TemplatePart("happened"))
    tables = [block for block in found.blocks if isinstance(block, Table)]
    rows = [row for table in tables for row in table.rows]
    steps = [step for step in told.happened if (step.round or step.command != "add") and not step.leads]
    assert len(rows) == len(steps)
    for row, step in zip(rows, steps, strict=True):
        first = row.cells[-1][0]
        assert isinstance(first, Words)
        assert first.text == (f"OVERRIDE: {step.title}" if step.overridden else step.title)
        assert row.marked == step.overridden
    if len(tables[0].columns) > 1:
        assert any(row.cells[0][0].text for row in rows), "a column that says nothing is left out"  # type: ignore[union-attr]


@pytest.mark.parametrize("name", STORIES)
def test_a_pencil_goes_on_in_the_round_that_is_played(name: str) -> None:
    """A run sheet printed in round 3 had boxes for rounds 1 to 3."""
    told = story(name)
    part = TemplatePart("order", columns=("combatant", "actions"), blank=True, rounds=3)
    (order,) = [block for block in made(told, part).blocks if isinstance(block, Table)]
    boxes = [piece for row in order.rows for cell in row.cells for piece in cell if isinstance(piece, Boxes)]
    labels = {piece.label for piece in boxes if piece.label.isdigit()}
    first = max(1, told.round)
    assert labels <= {str(number) for number in range(first, first + part.rounds)}
    if not told.over:
        assert labels or not any(who.pools for who in told.standings)


def test_totals_are_those_of_the_accounts() -> None:
    told = story("saga-edition")
    _, counted, table = made(told, TemplatePart("totals")).blocks
    assert isinstance(counted, Paragraph)
    assert counted.text.startswith("Dealt and taken are what was lost of hit points, and nothing beyond")
    assert isinstance(table, Table)
    titles = [column.title for column in table.columns]
    for row, (ident, account) in zip(table.rows, told.accounts.combatants.items(), strict=False):
        shown = dict(zip(titles, (cell[0].text if cell else "" for cell in row.cells), strict=True))  # type: ignore[union-attr]
        assert shown["Combatant"] == told.accounts.names[ident]
        assert (shown["Dealt"], shown["Taken"]) == (str(account.dealt), str(account.taken))
        assert shown["Turns"] == str(account.turns)


def test_totals_say_what_steps_are() -> None:
    """A column "Steps" was not explained: they are steps on tracks, which are named."""
    said = words(made(story("moon-swing"), TemplatePart("totals")))
    assert "Steps are those for the worse on tracks: Wounds." in said
    assert "Steps" not in words(made(story("moon-swing", 3), TemplatePart("totals")))


@pytest.mark.parametrize("name", STORIES)
def test_what_sides_have_dealt_adds_up_to_what_was_taken(name: str) -> None:
    """What nobody was named for is a line of its own there, too."""
    told = story(name)
    for kind in ("totals", "totals-side"):
        table = made(told, TemplatePart(kind)).blocks[-1]
        assert isinstance(table, Table)
        titles = [column.title for column in table.columns]
        sums = {
            sum(int(row.cells[at][0].text) for row in table.rows)  # type: ignore[union-attr]
            for at, title in enumerate(titles)
            if title in ("Dealt", "Taken")
        }
        assert len(sums) <= 1, sums


@pytest.mark.parametrize("name", STORIES)
def test_turns_and_their_lengths_are_told_of_the_same_turns(name: str) -> None:
    """All have a time in these logs but the turn that is still under way."""
    told = story(name)
    under_way = told.place.endswith("to act")
    for account in told.accounts.combatants.values():
        assert account.turns - under_way <= len(account.seconds) <= account.turns


def test_of_actions_only_what_was_spent_is_told_and_that_it_is_that() -> None:
    told = story("saga-edition")
    heading, note, table = made(told, TemplatePart("actions")).blocks
    assert isinstance(heading, Heading)
    assert isinstance(note, Paragraph)
    assert note.text.startswith("Counted is what was spent here")
    assert isinstance(table, Table)
    shown = {row.cells[0][0].text: [cell[0].text for cell in row.cells[1:]] for row in table.rows}  # type: ignore[union-attr]
    kept = {
        told.accounts.names[who]: one.actions for who, one in told.accounts.combatants.items() if one.actions
    }
    assert shown.keys() == kept.keys()
    for who, cells in shown.items():
        assert sorted(cell for cell in cells if cell != "–") == sorted(map(str, kept[who].values()))


def test_what_is_called_alike_is_one_kind_of_action() -> None:
    """Kaiser pays one Active Action in two ways (002-23, E-KAI-14): there were two columns of that name."""
    told = story("kaiser")
    who, account = next(iter(told.accounts.combatants.items()))
    account = replace(account, actions={"active": 2, "prepare": 1, "swift": 4})
    accounts = replace(told.accounts, combatants={who: account})
    table = made(replace(told, accounts=accounts), TemplatePart("actions")).blocks[-1]
    assert isinstance(table, Table)
    assert [column.title for column in table.columns[1:]] == ["Active Action", "Swift Action"]
    assert [cell[0].text for cell in table.rows[0].cells[1:]] == ["3", "4"]  # type: ignore[union-attr]


def test_a_round_that_is_not_played_to_its_end_is_no_completed_one_and_no_secret() -> None:
    base = story("saga-edition")
    for begun, done, said in (
        (2, 1, "Rounds played: 1, and part of round 2"),
        (2, 2, "Rounds played: 2"),
    ):
        _, told, _ = made(replace(base, round=begun, rounds_done=done), TemplatePart("time")).blocks
        assert isinstance(told, Paragraph)
        assert told.text.startswith(said)


def test_a_surprise_round_is_named_beside_the_rounds_whose_time_it_adds_to() -> None:
    """Two rounds were completed, and 18 seconds had passed."""
    base = story("saga-edition")
    assert base.accounts.surprised is not None
    for surprised in (base.accounts.surprised, None):
        accounts = replace(base.accounts, surprised=surprised)
        told = made(replace(base, accounts=accounts), TemplatePart("time")).blocks[1]
        assert isinstance(told, Paragraph)
        assert ("Before round 1: a surprise round" in told.text) == (surprised is not None)


def test_a_chart_shows_the_points_of_each_side_by_round() -> None:
    told = story("saga-edition")
    (chart,) = made(told, TemplatePart("points-chart")).blocks
    assert isinstance(chart, Chart)
    for series in chart.series:
        first, *rest = [shot.points.get(series.name) for shot in told.accounts.rounds]
        assert told.accounts.surprised is not None
        assert list(series.values) == [first, told.accounts.surprised.points.get(series.name), *rest]
    assert chart.told.count("→") == len(chart.series) * (len(chart.categories) - 1)
    assert set(FIGURES) < set(get_args(PartKind))


def test_a_chart_has_no_round_that_has_just_begun() -> None:
    """A flat line would tell that nothing happened in it. Once somebody did something it is there."""
    session = Session(loader.load("saga-edition"))

    def rounds(*commands: cmd.Command) -> tuple[str, ...]:
        for command in commands:
            assert not isinstance(session.dispatch(command), Refusal), command
        blocks = made(summarise(session.rules, session.log, "A title"), TemplatePart("points-chart")).blocks
        return next((block.categories for block in blocks if isinstance(block, Chart)), ())

    adds = (
        cmd.Add(combatant={"id": who, "side": side, "max_hp": 30})
        for who, side in (("oda", "us"), ("imp", "them"))
    )
    hurt = cmd.Apply(pipeline="damage", to=("imp",), inputs={"amount": 3}, by="oda")
    assert rounds(*adds, cmd.Start(rolls={"oda": 20, "imp": 10})) == ()
    assert rounds(hurt) == ("start", "1")
    assert rounds(cmd.EndTurn(), cmd.EndTurn()) == ("start", "1")
    assert rounds(hurt) == ("start", "1", "2")
    assert rounds(cmd.EndTurn(), cmd.EndTurn(), cmd.EndEncounter()) == ("start", "1", "2", "3")


def test_a_chart_names_the_surprise_round_and_what_a_fight_begins_with() -> None:
    """E-SRD-01: a fight that ended in it ran from round 0 to 0, and of others it was left out."""
    session = Session(loader.load("srd35"))
    hurt = cmd.Apply(pipeline="damage", to=("imp",), inputs={"amount": 3}, by="oda")

    def shown(*commands: cmd.Command) -> tuple[tuple[str, ...], str]:
        for command in commands:
            assert not isinstance(session.dispatch(command), Refusal), command
        (chart,) = made(summarise(session.rules, session.log, "x"), TemplatePart("points-chart")).blocks
        assert isinstance(chart, Chart)
        return chart.categories, chart.told.partition(".")[0]

    people = [
        cmd.Add(combatant={"id": "oda", "side": "us", "max_hp": 30, "aware": True}),
        cmd.Add(combatant={"id": "imp", "side": "foes", "max_hp": 9, "aware": False}),
    ]
    surprised = shown(*people, cmd.Start(rolls={"oda": 20}), hurt)
    assert surprised == (("start", "surprise"), "us: 30 → 30; foes: 9 → 6")
    assert shown(cmd.EndTurn()) == surprised
    later = shown(cmd.RollInitiative(rolls={"imp": 5}), hurt)
    assert later == (("start", "surprise", "1"), "us: 30 → 30 → 30; foes: 9 → 6 → 3")
    session.undo()
    session.undo()
    session.undo()
    assert shown(cmd.EndEncounter()) == surprised


def test_a_chart_says_that_it_shows_what_is_left_where_points_go_below_0() -> None:
    """E-SRD-32: 30 of 27 are dealt and taken, and 3 below 0 take nothing from what the others have left."""
    session = Session(loader.load("srd35"))
    for command in (
        cmd.Add(combatant={"id": "oda", "side": "party", "max_hp": 27, "con": 12}),
        cmd.Add(combatant={"id": "tib", "side": "party", "max_hp": 10}),
        cmd.Add(combatant={"id": "imp", "side": "foes", "max_hp": 5}),
        cmd.Start(rolls={"oda": 20, "tib": 15, "imp": 10}),
        cmd.Apply(pipeline="damage", to=("oda",), inputs={"amount": 30}, by="imp"),
        cmd.Leave(who="imp"),
        cmd.EndEncounter(),
    ):
        assert not isinstance(session.dispatch(command), Refusal), command
    told = summarise(session.rules, session.log, "A title")
    (chart,) = made(told, TemplatePart("points-chart")).blocks
    assert isinstance(chart, Chart)
    assert chart.told.startswith("party: 37 → 10")
    assert chart.told.endswith("Shown is what is left: whoever is below 0 has none.")
    heading, table = made(told, TemplatePart("standing")).blocks
    assert isinstance(heading, Heading)
    assert isinstance(table, Table)
    assert heading.text == "How everybody stood at the end"
    shown = [[" ".join(p.text for p in cell if isinstance(p, Words)) for cell in r.cells] for r in table.rows]
    assert [column.title for column in table.columns] == ["Combatant", "Hit points", "States"]
    assert shown == [
        ["oda party", "−3 / 27", "Dying · Helpless · Unconscious"],
        ["tib party", "10 / 10", "Flat-footed"],
        ["imp", "", "has left"],
    ]


def test_what_the_dead_are_no_longer_is_not_told_when_a_round_begins() -> None:
    """E-D6-05: who is wounded is down until the round is over; who was killed in it does not get up then."""
    session = Session(loader.load("moon-swing"))
    for command in (
        *(
            cmd.Add(combatant={"id": n, "name": n, "side": "ab"[n > "h"], "dex": "3D"})
            for n in ("guard", "imp")
        ),
        cmd.Start(rolls={"a": 20, "b": 10}),
        cmd.MoveTrack(who="imp", track="wounds", by=1),
        cmd.MoveTrack(who="guard", track="wounds", by=5),
        cmd.NextPhase(override=True),
    ):
        assert not isinstance(session.dispatch(command), Refusal), command
    told = summarise(session.rules, session.log, "A title")
    over = [line for step in told.happened for line in step.lines if line.startswith("No longer down")]
    assert session.state.combatants["guard"].out == "defeated"
    assert over == ["No longer down: imp"]


def test_points_have_a_gauge_and_room_for_a_pencil() -> None:
    base = story("saga-edition")
    able = replace(base, standings=(replace(base.standings[0], out=""),))
    found = made(able, TemplatePart("order", columns=("points",), blank=True))
    table = found.blocks[0]
    assert isinstance(table, Table)
    (gauge,) = table.rows[0].cells[0]
    assert isinstance(gauge, Gauge)
    assert gauge.room >= 1


def test_a_sheet_for_a_pencil_has_the_lasting_numbers_and_why_they_are_others_now() -> None:
    """CR 148: each step of the track is a penalty to all defences; the next hour goes on without it."""
    base = story("saga-edition")
    one = replace(base.standings[0], out="")
    stat = one.stats[0]
    passing = {stat.id: Passing("18", "13", ("Condition track −5",))}
    summary = replace(base, standings=(replace(one, passing=passing, rolls=()),))
    sheet = TemplatePart("order", columns=("stats", "effects"), blank=True)
    for part in (sheet, replace(sheet, blank=False)):
        table, legend = made(summary, part).blocks
        assert isinstance(table, Table)
        lasting, now = (piece.text for piece in table.rows[0].cells[0] if isinstance(piece, Words))
        assert f"{stat.short}\u00a018" in lasting
        assert now == f"now {stat.short}\u00a013: Condition track −5"
        assert isinstance(legend, Paragraph)
        assert f"{stat.short}: {stat.label}" in legend.text
    assert now in words(document(summary, "cards", shipped("cards"))).replace("\\xa0", "\u00a0")
    fallen = replace(summary, standings=(replace(summary.standings[0], out="defeated"),))
    assert "now" not in words(made(fallen, sheet)), "of the dead nothing is for now"


def test_beside_a_noted_attack_stands_by_how_much_it_is_other_now() -> None:
    """An evening: a run sheet printed in mid-round had "Blaster +10" of somebody with −1 to all attacks."""
    base = story("saga-edition")
    one = next(who for who in base.standings if any(roll.modifier for roll in who.rolls) and not who.out)
    assert [roll.text for roll in one.rolls if roll.modifier] == ["−1 Condition track"] * 2
    told = "Attacks, Checks: −1 Condition track".replace(",", " ")  # the reason stands there once
    sheet = document(
        replace(base, standings=(replace(one, notes="Blaster +10"),)), "run-sheet", shipped("run-sheet")
    )
    assert told in words(sheet)
    fallen = replace(base, standings=(replace(one, out="defeated"),))
    assert told not in words(document(fallen, "run-sheet", shipped("run-sheet")))


def test_every_table_of_a_run_sheet_is_for_as_many_rounds() -> None:
    """Two evenings: boxes for three rounds stood on one page and declarations of four on the next."""
    assert {part.rounds for part in shipped("run-sheet").part if part.rounds} == {3}


@pytest.mark.parametrize("name", STORIES)
def test_numbers_that_nobody_has_entered_are_no_noise_on_paper(name: str) -> None:
    """A party typed by hand had six saves of 0 a row; what was asked for, entered or harmed is told."""
    rules = loader.load_writing(Shelf().writing(name), {})
    session = Session(rules)
    session.dispatch(cmd.Add(combatant={"id": "ann", "name": "Ann"}))
    (ann,) = summarise(rules, session.log, "x").standings
    told = {stat.id for stat in ann.lasting}
    assert told >= {stat.id for stat in ann.stats if stat.value != "0" or rules.stats[stat.id].when_added}
    entered = {stat.id: 0 for stat in ann.stats if stat.value == "0"}
    session.dispatch(cmd.SetNumbers(who="ann", stats=entered))
    assert len(summarise(rules, session.log, "x").standings[0].lasting) == len(ann.stats)
    unentered = {"dnd5e": 6, "pf2e": 3, "srd35": 4, "saga-edition": 0, "shots": 0}
    assert len(ann.stats) - len(told) == unentered.get(name, len(ann.unentered))


def test_a_save_of_0_is_told_where_somebody_has_one() -> None:
    """Who is compared with others in a table has what they have; what is nobody's is left out for all."""
    session = Session(loader.load("srd35"))
    for more in ({"id": "ann", "fortitude": 5}, {"id": "imp", "side": "foes"}):
        session.dispatch(cmd.Add(combatant=more))
    ann, imp = (
        {stat.id for stat in one.lasting} for one in summarise(session.rules, session.log, "x").standings
    )
    assert ann == imp
    assert "fortitude" in imp
    assert "will" not in imp


def test_tracks_that_nothing_has_happened_to_take_a_line() -> None:
    """Where no pencil goes on; a template can ask for the boxes of all."""
    base = story("saga-edition")
    one = TrackShown("one", "Condition", ("0", "1"), ("a", "b"), 0, main=True)
    two = TrackShown("two", "Left arm", ("0", "1"), ("a", "b"), 1)
    three = TrackShown("three", "Right leg", ("OK", "1"), ("a", "b"), 0)
    four = TrackShown("four", "Head", ("0", "1"), ("a", "b"), 0)
    summary = replace(base, standings=(replace(base.standings[0], tracks=(one, two, three, four), out=""),))

    def cell(part: TemplatePart) -> tuple[object, ...]:
        (table,) = (block for block in made(summary, part).blocks if isinstance(block, Table))
        return table.rows[0].cells[0]

    tracks = TemplatePart("order", columns=("tracks",))
    first, second, line = cell(tracks)
    assert [first, second] == [
        Boxes(("0", "1"), 0, label="Condition"),
        Boxes(("0", "1"), 1, label="Left arm"),
    ]
    assert isinstance(line, Words)
    assert line.text.replace("\u00a0", " ") == "Right leg OK · Head 0"
    for part in (replace(tracks, every_track=True), replace(tracks, blank=True)):
        assert [piece.label for piece in cell(part)] == ["Condition", "Left arm", "Right leg", "Head"]
    (table,) = (one for one in made(summary, TemplatePart("standing")).blocks if isinstance(one, Table))
    assert "Tracks" in [column.title for column in table.columns], "the column of several had no title"


def test_charts_say_who_counts_in_them_and_which_turns() -> None:
    """Points rose in the midst, and of a turn that goes on the totals knew, the lengths did not."""
    session = Session(loader.load("srd35"))
    session.dispatch(cmd.Add(combatant={"id": "oda", "side": "party", "max_hp": 27}), 1.0)
    session.dispatch(cmd.Start(rolls={"oda": 20}), 2.0)
    session.dispatch(cmd.Add(combatant={"id": "tib", "side": "party", "max_hp": 10}, roll=5), 3.0)
    session.dispatch(cmd.EndTurn(), 12.0)
    session.dispatch(cmd.EndTurn(), 22.0)
    told = summarise(session.rules, session.log, "A title")
    (points,) = made(told, TemplatePart("points-chart")).blocks
    (turns,) = made(told, TemplatePart("turns-chart")).blocks
    assert isinstance(points, Chart)
    assert isinstance(turns, Chart)
    assert "Who joined later counts from then on." in points.told
    assert turns.told.endswith("A turn that is not over is counted in the totals, and is not in this.")
    session.dispatch(cmd.EndEncounter(), 32.0)
    over = summarise(session.rules, session.log, "A title")
    (turns,) = made(over, TemplatePart("turns-chart")).blocks
    assert isinstance(turns, Chart)
    assert "not over" not in turns.told


def test_one_is_told_as_one() -> None:
    """Not "1 combatants", nor "over 1 turns"."""
    base = story("saga-edition")
    alone = replace(base, standings=base.standings[:1])
    assert made(alone, TemplatePart("notes")).about.endswith("· one combatant")
    assert made(base, TemplatePart("notes")).about.endswith(f"· {len(base.standings)} combatants")
    ident, one = next((slot, one) for slot, one in base.accounts.slots.items() if one.seconds)
    for times, said in (([5.0], "5 s, one turn"), ([5.0, None, 7.0], "6 s on average over 2 turns")):
        kept = replace(
            base.accounts, slots={ident: replace(one, times=times, whose=one.whose[:1] * len(times))}
        )
        (chart,) = made(replace(base, accounts=kept), TemplatePart("turns-chart")).blocks
        assert isinstance(chart, Chart)
        assert chart.told == f"{base.accounts.names[ident]}: {said}"


def test_times_are_told_as_people_read_them() -> None:
    assert [duration(n) for n in (0, 45.4, 59.6, 125, 3725)] == ["0 s", "45 s", "1:00", "2:05", "1:02:05"]


# -- templates ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_shipped_templates_are_sound(kind: str) -> None:
    assert shipped(kind).part


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "t.toml:1: there is not one [[part]]"),
        ("title = 'x'\n", "there is not one [[part]]"),
        ("[[part]]\nkind = 'ordre'\n", "t.toml:2: 'ordre' is none of"),
        ("[[part]]\nkind = 'ordre'\n", "did you mean 'order'?"),
        ("[[part]]\nkind = 'order'\ncolums = []\n", "t.toml:3: there is no key 'colums' here"),
        ("[[part]]\nkind = 'order'\ncolums = []\n", "did you mean 'columns'?"),
        (
            "[[part]]\nkind = 'order'\n\n[[part]]\nkind = 'order'\ncolumns = ['count', 'nme']\n",
            "t.toml:6: 'nme'",
        ),
        ("landscpe = true\n[[part]]\nkind = 'order'\n", "t.toml:1: there is no key 'landscpe' here"),
        ("[[part]]\nkind = 'order'\nrounds = 'many'\n", "t.toml:3: "),
        ("[[part]]\nkind = 'notes'\nlines = -1\n", "t.toml:3: "),
        ("[[part]]\nkind = 'order'\nrounds = 100000\n", "t.toml:3: "),
        ("[[part]]\ntitle = 'x'\n", "t.toml:1: "),
        ("part = 3\n", "t.toml:1: "),
        ("[[part]]\nkind = 'order'\ncolumns = []\n", "t.toml:3: "),
        ("[[part]]\nkind = 'cards'\n" * 100, "t.toml:1: "),
        ("[[part]\n", "this is no TOML"),
        (
            "x = " + "[" * 5000 + "\n",
            "it is left unread: The tables and lists are nested too deeply (at line 1)",
        ),
    ],
)
def test_what_is_wrong_with_a_template_is_told(tmp_path: Path, text: str, said: str) -> None:
    """With its line and what may have been meant."""
    path = tmp_path / "t.toml"
    path.write_text(text)
    with pytest.raises(TemplateError) as caught:
        read_template(path)
    assert str(path.parent) in str(caught.value)
    assert said in str(caught.value)


def test_files_that_are_no_templates(tmp_path: Path) -> None:
    """Not there, too large, not text."""
    with pytest.raises(TemplateError, match="cannot be read"):
        read_template(tmp_path / "none.toml")
    path = tmp_path / "t.toml"
    path.write_bytes(b"#" * (LARGEST + 1))
    with pytest.raises(TemplateError, match="too large"):
        read_template(path)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(TemplateError, match="no TOML"):
        read_template(path)


def test_a_byte_order_mark_is_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "t.toml"
    path.write_text("\ufeff[[part]]\nkind = 'notes'\n", encoding="utf-8")
    assert read_template(path).part[0].kind == "notes"


# -- the guide -----------------------------------------------------------------------------------------


def test_the_guide_names_every_part_and_column() -> None:
    """And no other."""
    guide = (ROOT / "resources" / "guide.md").read_text(encoding="utf-8")
    chapter = guide.split("## On paper")[1].split("\n## ")[0]
    parts, columns = chapter.split("Columns of `order`")
    assert set(re.findall(r"^- `([a-z-]+)`", parts, re.M)) == set(get_args(PartKind))
    assert set(re.findall(r"`([a-z-]+)`", columns.split("\n\n")[0])) == set(get_args(ColumnName))
    for name in ("blank", "every_track", "rounds", "segments", "lines", "title", "columns", "landscape"):
        assert f"`{name}`" in chapter


def test_a_sheet_for_a_pencil_says_in_which_states_everybody_is() -> None:
    """R5E-55: who is dying goes on with the saves that are made and lost; whose turn it was is over soon."""
    rules = loader.load_writing(Shelf().writing("dnd5e"), {})
    people = [
        {"id": "ann", "name": "Ann", "max_hp": 20},
        {"id": "bo", "name": "Bo", "side": "foes", "kind": "npc"},
    ]
    steps = [
        {"do": "start", "rolls": {"ann": 15, "bo": 10}},
        {"do": "damage", "to": "ann", "amount": 20, "type": "acid"},
        {"do": "damage", "to": "ann", "amount": 2, "type": "acid"},
    ]
    player = Player(rules, {"title": "Down", "combatants": people, "steps": steps})
    for step in steps:
        assert player.play(step) == ""
    summary = summarise(rules, player.session.log, "A title", player.session.base)
    sheet = document(summary, "run-sheet", shipped("run-sheet"))
    table = next(block for block in sheet.blocks if isinstance(block, Table))
    who = next(at for at, column in enumerate(table.columns) if column.title == "Combatant")
    assert [piece.text for piece in table.rows[0].cells[who] if isinstance(piece, Words)] == [
        *("Ann", "party", "Dying, 1 lost · Prone · Unconscious"),
    ]
    cells = {column.title: cell for column, cell in zip(table.columns, table.rows[0].cells, strict=True)}
    assert cells["Exhaustion"][1:] == (
        Boxes(("1", "2", "3"), -1, label="Death saves made"),
        Boxes(("1", "2", "3"), 0, label="Death saves failed"),
    ), "for player characters, and for whoever has come to it"
    assert cells["Exhaustion"][0].filled == 0, "rested is a step like any other"
    foe = {column.title: cell for column, cell in zip(table.columns, table.rows[1].cells, strict=True)}
    assert len(foe["Exhaustion"]) == 1


def test_who_is_out_for_good_has_no_boxes_and_no_room_to_write() -> None:
    """The dead had full boxes for the rounds to come, and took as much of the page as the living."""
    base = story("dnd5e")
    hurt = replace(base.standings[0].tracks[0], at=2)
    alive = replace(base.standings[0], out="", tracks=(hurt,), points=Points("Hit points", 3, 20))
    dead = replace(alive, out="defeated", ended=True)
    summary = replace(base, standings=(alive, dead, replace(alive, out="disabled")))
    sheet = document(summary, "run-sheet", shipped("run-sheet"))
    table = next(block for block in sheet.blocks if isinstance(block, Table))
    actions = next(at for at, column in enumerate(table.columns) if column.title == "Actions")
    assert [len(row.cells[actions]) for row in table.rows] == [3, 0, 3]
    for row, boxed in zip(table.rows, (True, False, True), strict=True):
        pieces = {type(piece) for cell in row.cells for piece in cell}
        assert ({Boxes, Gauge, Space} <= pieces) == boxed
        assert boxed or pieces == {Words}
    told = [piece.text for cell in table.rows[1].cells for piece in cell if isinstance(piece, Words)]
    assert "3 / 20" in told
    assert hurt.names[2] in told, "the column says which track it is"


def played(ruleset: str, people: list[dict[str, Any]], steps: list[dict[str, Any]]) -> Summary:
    """What has happened to a few people, by the steps of a case."""
    rules = loader.load_writing(Shelf().writing(ruleset), {})
    player = Player(rules, {"title": "A title", "combatants": people, "steps": steps})
    for step in steps:
        assert player.play(step) == ""
    return summarise(rules, player.session.log, "A title", player.session.base)


def test_who_has_fallen_and_may_get_worse_keeps_the_boxes() -> None:
    """E-D6-07, E-D6-08: of the incapacitated nobody could note that they die, or that they are healed."""
    people = [{"id": who, "name": who.title(), "str": 9} for who in ("ann", "bo")]
    steps: list[dict[str, Any]] = [
        {"do": "track", "who": "ann", "track": "wounds", "by": 3},
        {"do": "track", "who": "bo", "track": "wounds", "by": 5},
    ]
    summary = played("moon-swing", people, steps)
    assert [who.out for who in summary.standings] == ["defeated", "defeated"]
    sheet = document(summary, "run-sheet", shipped("run-sheet"))
    table = next(block for block in sheet.blocks if isinstance(block, Table))
    wounds = next(at for at, column in enumerate(table.columns) if column.title == "Wounds")
    incapacitated, killed = (row.cells[wounds] for row in table.rows)
    assert incapacitated == (Boxes(("OK", "W", "W2", "I", "M", "K"), 3),)
    assert [type(piece) for piece in killed] == [Words]


def test_of_the_round_under_way_what_is_spent_is_struck_out_for_the_pencil() -> None:
    """A run sheet printed in mid-round had a whole turn for who had acted."""
    people = [{"id": who, "name": who.title()} for who in ("ann", "bo")]
    steps: list[dict[str, Any]] = [
        {"do": "start", "rolls": {"ann": 15, "bo": 10}},
        {"do": "act", "who": "ann", "cost": "standard"},
    ]
    sheet = document(played("srd35", people, steps), "run-sheet", shipped("run-sheet"))
    table = next(block for block in sheet.blocks if isinstance(block, Table))
    at = next(at for at, column in enumerate(table.columns) if column.title == "Actions")
    boxes = [[piece for piece in row.cells[at] if isinstance(piece, Boxes)] for row in table.rows]
    assert [[(one.label, one.crossed) for one in row] for row in boxes] == [
        [("1", (0,)), ("2", ()), ("3", ())],
        [("1", ()), ("2", ()), ("3", ())],
    ]


def test_an_attack_is_one_row_with_what_paid_for_it_and_how_the_dice_fell() -> None:
    """What paid, the roll and the attack were three lines of the record, which said the weapon twice."""
    people = [{"id": "ann", "name": "Ann"}, {"id": "orc", "name": "Orc", "side": "foes", "kind": "npc"}]
    rolled = {"using": "Longsword", "rolled": 20, "against": 10, "defense": "ac"}
    steps: list[dict[str, Any]] = [
        {"do": "start", "rolls": {"ann": 15, "orc": 10}},
        {"do": "act", "who": "ann", "cost": "move"},
        {"do": "act", "who": "ann", "name": "attack_melee"},
        {"do": "dice", "who": "ann", "amount": "1d20+6", "what": "Longsword", "fell": [14]},
        {"do": "attack", "who": "ann", "target": "orc", "kind": "melee", "result": "hit", **rolled},
    ]
    found = made(played("srd35", people, steps), TemplatePart("happened"))
    rows = [row for block in found.blocks if isinstance(block, Table) for row in block.rows]
    told = [[piece.text for piece in row.cells[-1] if isinstance(piece, Words)] for row in rows]
    assert told[-2:] == [
        ["Ann: Move action", "No longer flat-footed: Ann"],
        [
            "Ann attacks Orc: Longsword 20 against Armor class 10, melee, hit",
            "Attack in melee (standard) · 1d20+6, 14 + 6 = 20",
        ],
    ]


def test_everybody_stands_in_one_order_in_all_of_a_record() -> None:
    """The list began with who acts first, the totals with who was entered first, who fell with neither."""
    names = ("ann", "bo", "cy", "di")
    people = [
        {"id": who, "name": who.title(), "side": side, "max_hp": 9}
        for who, side in zip(names, ("us", "them", "us", "them"), strict=True)
    ]
    steps: list[dict[str, Any]] = [
        {"do": "start", "rolls": {"ann": 3, "bo": 8, "cy": 15, "di": 19}},
        {"do": "act", "who": "di", "cost": "standard"},
        {"do": "end-turn"},
        {"do": "act", "who": "cy", "cost": "standard"},
        *({"do": "damage", "to": who, "amount": 30, "by": "di"} for who in ("ann", "cy", "bo")),
    ]
    summary = played("srd35", people, steps)
    order = [who.name for who in summary.standings]
    assert order == ["Di", "Cy", "Bo", "Ann"]
    assert list(summary.accounts.combatants) == [who.id for who in summary.standings]
    assert list(summary.accounts.of_sides()) == ["them", "us"]
    assert [name for name, _ in summary.fates.fell] == ["Cy", "Bo", "Ann"]
    chart = next(
        block for block in made(summary, TemplatePart("points-chart")).blocks if isinstance(block, Chart)
    )
    assert [one.name for one in chart.series] == ["them", "us"]


def test_a_record_names_places_in_books_and_no_ids_of_rules() -> None:
    """Nobody looks up “E-SRD-18” on paper; the page of a book tells something."""
    people = [{"id": who, "name": who.title()} for who in ("ann", "bo")]
    for ruleset, said in (("srd35", ""), ("saga-edition", "Rulebook p. 143")):
        start = {"do": "start", "rolls": {"ann": 15, "bo": 10}}
        insisted = {"do": "act", "who": "bo", "cost": "standard", "override": True}
        told = words(made(played(ruleset, people, [start, insisted]), TemplatePart("happened")))
        assert "Against the rule" in told
        assert not re.search(r"[A-Z0-9]+-[A-Z0-9-]*\d+", told.replace("143-144", "")), told
        assert said in told


def test_rounds_of_an_effect_are_ticked_off_and_a_count_that_is_rolled_anew_is_written_in() -> None:
    """A run sheet said (3 rounds) and had nothing to count them with; a dash was where the next card goes."""
    base = story("cards")
    effects = (EffectShown("Blessed", "3 rounds", "", 3), EffectShown("Slow", "until it is ended", "", -1))
    one = replace(base.standings[0], out="", effects=effects, count="–")
    part = TemplatePart("order", columns=("count", "effects"), blank=True, rounds=3)
    table = made(replace(base, standings=(one,)), part).blocks[0]
    assert isinstance(table, Table)
    assert isinstance(table.rows[0].cells[0][0], Space)
    assert table.rows[0].cells[1] == (
        Words("Blessed (3 rounds)"),
        Boxes(("3", "2", "1")),
        Words("Slow (until it is ended)"),
    )
    assert made(replace(base, standings=(one,)), replace(part, blank=False)).blocks[0] != table


def test_a_text_that_is_empty_is_no_stat_on_paper() -> None:
    """SH-22: heroes of the shot clock have no rank; their sheets said "Rank None"."""
    people = [{"id": "ann", "name": "Ann"}, {"id": "bo", "name": "Bo", "kind": "npc", "rank": "mook"}]
    player = Player(
        loader.load_writing(Shelf().writing("shots"), {}), {"title": "", "combatants": people, "steps": []}
    )
    told = summarise(player.session.rules, player.session.log, "A title", player.session.base).standings
    assert [[stat.value for stat in who.stats if stat.id == "rank"] for who in told] == [[], ["mook"]]


def test_files_and_papers_tell_what_is_spent_and_what_is_left_of_points() -> None:
    """R5E-68, R5E-72: a breath that was used, resistances that are left, concentration, a death save lost."""
    rules = loader.load_writing(Shelf().writing("dnd5e"), {})
    drake = {"recharge": ["breath:5"], "legendary_resistance": 2, "side": "foes", "kind": "npc"}
    people = [{"id": "drake", "name": "Drake", **drake}, {"id": "ann", "name": "Ann"}]
    steps = [
        {"do": "start", "rolls": {"drake": 15, "ann": 10}},
        {"do": "act", "who": "drake", "name": "breath"},
        {"do": "effect", "on": "ann", "name": "Bless", "by": "ann", "rounds": 10, "sustained": True},
    ]
    player = Player(rules, {"title": "Breath", "combatants": people, "steps": steps})
    for step in steps:
        assert player.play(step) == ""
    summary = summarise(rules, player.session.log, "A title", player.session.base)
    told = {who.name: who.states for who in summary.standings}
    assert told == {
        "Drake": ("Breath: spent", "Legendary resistance: 2"),
        "Ann": ("Concentrating",),
    }
    drake_told = exported(summary).combatants[0]
    assert drake_told.conditions == [*told["Drake"]], "that it acts now is no condition"
    assert drake_told.active


def test_the_status_has_no_penalties_of_the_dead_and_no_notes_of_the_game_master() -> None:
    """ "Attacks: −10" stood beside a dead stormtrooper, and secrets on what is handed over."""
    base = story("saga-edition")
    who = next(one for one in base.standings if one.rolls and not one.out)
    who = replace(who, notes="Lies to them.", shared="Limps.", declared=("aim",))
    dead = replace(who, out="defeated", gone="defeated", words=("defeated",), name="Gone")
    summary = replace(base, standings=(who, dead))
    status = document(summary, "status", shipped("status"))
    (table,) = (block for block in status.blocks if isinstance(block, Table))
    alive, gone = (
        {column.title: repr(cell) for column, cell in zip(table.columns, row.cells, strict=True)}
        for row in table.rows
    )
    assert "Attacks" in alive["Effects"]
    assert "defeated" in gone["Combatant"]
    assert [gone[title] for title in ("Actions", "Declared", "Effects")] == ["()"] * 3
    assert "Limps." in alive["Notes"]
    assert "Lies" not in words(status)
    assert "Lies" in words(document(summary, "run-sheet", shipped("run-sheet")))


def test_the_dead_have_their_lasting_numbers_and_after_the_fight_nothing_is_left_to_tick() -> None:
    """E-SW-08, E-SW-09: −10 of the last step is no base to go on with, and no round follows."""
    session = Session(loader.load("saga-edition"))
    numbers = {"max_hp": 10, "fortitude": 12, "reflex": 16, "will": 10}
    for command in (
        cmd.Add(combatant={"id": "a", "name": "Ann", **numbers}),
        cmd.Add(combatant={"id": "b", "name": "Bob", "side": "foes", **numbers}),
        cmd.Start(rolls={"a": 20, "b": 10}),
        cmd.Apply(pipeline="damage", to=("b",), inputs={"amount": 30}, by="a"),
        cmd.MoveTrack(who="a", track="condition", by=1),
    ):
        assert not isinstance(session.dispatch(command), Refusal)

    def sheet() -> tuple[list[str], str]:
        found = document(summarise(session.rules, session.log, "x"), "run-sheet", shipped("run-sheet"))
        (table,) = (block for block in found.blocks if isinstance(block, Table))
        return [column.title for column in table.columns], words(found).replace("\\xa0", " ")

    titles, said = sheet()
    assert "Actions" in titles
    assert said.count("Fort 12  Ref 16  Will 10  DT 12") == 2
    assert said.count("now Fort") == 1
    session.dispatch(cmd.EndEncounter())
    titles, said = sheet()
    assert "Actions" not in titles
    assert "Space" not in said
    assert "now Fort 11  Ref 15  Will 9: Condition track −1" in said


@pytest.mark.parametrize(
    ("ruleset", "given", "said"),
    [
        (
            "saga-edition",
            {"sr": 10, "dr": [{"value": 5, "bypass": ["energy"]}]},
            "SR 10 · DR 5 except energy",
        ),
        ("sagas-hub", {"sr": 10}, "SR 10"),
        ("sagas-hub", {"max_sr": 15, "sr": 10}, "SR 10/15"),
        ("sagas-hub", {"max_sr": 15, "sr": 0}, "SR 0/15"),
        ("srd35", {"dr": [{"value": 5, "only": ["fire", "cold"]}, {"value": 2}]}, "DR 5 only fire, cold, 2"),
        (
            "dnd5e",
            {"resist": ["fire", "cold"], "immune": ["poison"]},
            "Resistances: fire, cold · Immunities: poison",
        ),
        ("pf2e", {"dr": 3}, "Resistance 3"),
        ("moon-swing", {"blaster": "5D+1", "tactics": "6D"}, "Blaster 5D+1 · Tactics 6D"),
    ],
)
def test_a_run_sheet_has_what_lessens_harm_and_codes_that_were_entered(
    ruleset: str, given: dict[str, Any], said: str
) -> None:
    """An evening at the table: the shield was known to the program alone. Of others it says nothing."""
    session = Session(loader.load(ruleset))
    for one in ({"id": "a", "name": "Ann", **given}, {"id": "b", "name": "Bo"}):
        assert not isinstance(session.dispatch(cmd.Add(combatant=one)), Refusal)
    summary = summarise(session.rules, session.log, "Ford", session.base)
    for kind in ("run-sheet", "status"):
        table = next(
            block for block in document(summary, kind, shipped(kind)).blocks if isinstance(block, Table)
        )
        told = [
            [piece.text for cell in row.cells for piece in cell if isinstance(piece, Words)]
            for row in table.rows
        ]
        assert [said in of_one for of_one in told] == [True, False]
    card = repr(document(summary, "cards", shipped("cards")).blocks)
    assert all(part.split()[-1] in card for part in said.split(" · "))


def test_temporary_points_are_told_also_where_nothing_is_written_any_more() -> None:
    """A gauge has them as +5; after the fight they are said in words."""
    session = Session(loader.load("srd35"))
    for command in (
        cmd.Add(combatant={"id": "a", "name": "Ann", "max_hp": 30, "temp_hp": 5}),
        cmd.Start(rolls={"a": 10}),
    ):
        assert not isinstance(session.dispatch(command), Refusal)
    for over in (False, True):
        summary = summarise(session.rules, session.log, "Ford", session.base)
        said = repr(document(summary, "run-sheet", shipped("run-sheet")).blocks)
        assert ("extra=5" in said, "30 / 30 (+5 temporary)" in said) == (not over, over)
        session.dispatch(cmd.EndEncounter())


def _declaring(*commands: cmd.Command) -> Summary:
    session = Session(loader.load("moon-swing"))
    people = (
        {"id": "a", "name": "Ann", "dex": "3D"},
        {"id": "b", "name": "Bo", "side": "foes", "kind": "npc"},
    )
    for command in (
        *(cmd.Add(combatant=one) for one in people),
        cmd.Start(rolls={"party": 9, "foes": 5}),
        *commands,
    ):
        assert not isinstance(session.dispatch(command), Refusal), command
    return summarise(session.rules, session.log, "A title", session.base)


def test_the_table_of_declarations_begins_with_the_round_that_nobody_has_declared_yet() -> None:
    """001-36: printed before anybody declared in a round, it began with the next one."""
    part = TemplatePart("declarations", rounds=2, segments=2)

    def rounds(summary: Summary) -> list[str]:
        (table,) = (block for block in made(summary, part).blocks if isinstance(block, Table))
        return [column.title for column in table.columns[1:]]

    said = cmd.Declare(who=("b",), fields={"actions": 1, "first": "fire"})
    assert rounds(_declaring()) == ["Round 1", "Round 2"]
    assert rounds(_declaring(said)) == ["Round 2", "Round 3"]


def test_a_count_that_is_a_stat_is_called_as_that() -> None:
    """001-73: over Dexterity stood "Count" on paper, and "Dex" in the list."""
    (table,) = (
        block
        for block in made(_declaring(), TemplatePart("order", columns=("count", "combatant"))).blocks
        if isinstance(block, Table)
    )
    assert table.columns[0].title == "Dex"


def test_what_is_paid_of_an_action_of_several_parts_is_on_paper() -> None:
    """It goes on in the next round: *Recover 2/3* stood in the list, and on no run sheet."""
    session = Session(loader.load("saga-edition"))
    for command in (
        cmd.Add(combatant={"id": "deel", "name": "Deel", "max_hp": 30}),
        cmd.Add(combatant={"id": "boss", "name": "Boss", "side": "empire", "max_hp": 30}),
        cmd.Start(rolls={"deel": 20, "boss": 10}),
        cmd.MoveTrack(who="deel", by=1),
        cmd.Act(who="deel", name="recover"),
    ):
        assert not isinstance(session.dispatch(command, 0.0), Refusal)
    found = summarise(session.rules, session.log, "Hall", session.base)
    assert "Recover 1/3" in next(who.states for who in found.standings if who.name == "Deel")


def test_a_round_that_somebody_comes_back_to_goes_on_in_the_record() -> None:
    """ "Round 2, Round 3, Round 2, Round 3" read as if the fight had been four rounds."""
    session = Session(loader.load("saga-edition"))
    for command in (
        cmd.Add(combatant={"id": "a", "name": "Ada", "max_hp": 20}),
        cmd.Add(combatant={"id": "b", "name": "Bo", "side": "foes", "max_hp": 20}),
        cmd.Start(rolls={"a": 20, "b": 10}),
        cmd.EndTurn(),
        cmd.EndTurn(),
        cmd.Delay(who="a"),
        cmd.EndTurn(),
        cmd.Resume(who="a"),
        cmd.EndTurn(),
    ):
        assert not isinstance(session.dispatch(command, 0.0), Refusal)
    found = summarise(session.rules, session.log, "Hall", session.base)
    blocks = document(found, "record", shipped("record")).blocks
    headings = (block.text for block in blocks if isinstance(block, Heading))
    titles = [title for title in headings if title.startswith("Round ") and title[6].isdecimal()]
    assert titles == ["Round 1", "Round 2", "Round 3", "Round 2 goes on", "Round 3 goes on"]
