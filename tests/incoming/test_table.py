"""Tables as facts/table.md has them: its headings and traps one by one, and what tables have besides."""

from __future__ import annotations

from time import perf_counter

import pytest

from rulesets.incoming.found import Creature, Finding
from rulesets.incoming.reader import IGNORED
from rulesets.incoming.readers import table
from rulesets.incoming.reading import Reading, read
from rulesets.incoming.source import Source


def taken(text: str | bytes, **meanings: str) -> Reading:
    data = text if isinstance(text, bytes) else text.encode()
    return read(Source("table", data, meanings or None))


def creatures(text: str | bytes, **meanings: str) -> list[Creature]:
    reading = taken(text, **meanings)
    assert reading.refused is None
    assert reading.reader is table.READER
    return reading.finding.creatures


def only(text: str) -> Creature:
    [found] = creatures(text)
    return found


def told(finding: Finding) -> str:
    return " ".join(str(one) for one in finding.told)


# -- what it is seen by --------------------------------------------------------------------------------


@pytest.mark.parametrize("sign", [",", ";", "\t", " | "])
def test_any_of_the_signs_parts_the_columns(sign: str) -> None:
    """“The same number of , ; tab or | parts”."""
    lines = ["Name HP AC", "Goblin 7 15", "Ogre 29 16"]
    found = creatures("\n".join(line.replace(" ", sign) for line in lines))
    assert [(one.name, one.values) for one in found] == [
        ("Goblin", {"hp": 7, "max_hp": 7, "ac": 15}),
        ("Ogre", {"hp": 29, "max_hp": 29, "ac": 16}),
    ]


def test_a_sign_in_quotes_parts_nothing() -> None:
    """“quotes respected”, and `""` inside quotes is one."""
    found = only('Name,HP,Notes\n"Dorn, Captain",42,"Says ""hi"", then runs"\n')
    assert found.name == "Dorn, Captain"
    assert found.texts == (("", 'Says "hi", then runs'),)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_every_encoding_of_the_sheet_is_read(encoding: str) -> None:
    """BOM, UTF-16, UTF-8, else Windows-1252; CR LF."""
    [found] = creatures("Name;TP\r\nGrößter Ork;22\r\n".encode(encoding))
    assert (found.name, found.values["hp"]) == ("Größter Ork", 22)


def test_headings_are_known_whatever_their_case_blanks_dots_and_underscores() -> None:
    """“ignoring case, blanks, _, dots”."""
    found = only("CREATURE,Hit_Points,Max. HP,TempHP,Armor Class,Init Mod\nAsh,5,9,3,14,+2\n")
    assert found.values == {"hp": 5, "max_hp": 9, "temp_hp": 3, "ac": 14, "initiative": 2}


@pytest.mark.parametrize(("meaning", "word"), [(m, w) for m, words in table.MEANINGS.items() for w in words])
def test_every_heading_that_is_listed_says_what_its_column_is(meaning: str, word: str) -> None:
    [first, second] = table.columns_of(Source("", f"{word},Name,HP\n1,Ash,2\n".encode()))[:2]
    assert (first.meaning, first.examples) == (meaning, ("1",))
    assert second.meaning == "name"


@pytest.mark.parametrize(
    "text",
    [
        "Ogre CR 3\nLarge Giant\nInit -1; Senses darkvision, low-light vision\n",
        '{"name": "Goblin", "hp": 7}',
        "<compendium>\n<a>Name,HP</a>\n<b>Ash,5</b></compendium>",
        "just a line",
        "",
    ],
)
def test_what_is_no_table_is_none(text: str) -> None:
    assert table.recognise(Source("fight.csv", text.encode())) == 0


def test_without_headings_it_is_asked_for_them() -> None:
    """“No heading line at all: ask.” Whoever has said what the columns are gets them."""
    text = "Goblin;7;15\nOgre;29;16\nHag;82;17\n"
    reading = taken(text)
    assert reading.refused is not None
    assert "headings" in str(reading.refused)
    found = creatures(text, A="name", B="hp", C="ac")
    assert [(one.name, one.values["hp"], one.values["ac"]) for one in found] == [
        ("Goblin", 7, 15), ("Ogre", 29, 16), ("Hag", 82, 17),
    ]  # fmt: skip


def test_a_title_above_the_headings_is_told_and_left_out() -> None:
    reading = taken("The mill race\n\nName,HP\nAsh,5\n")
    assert [one.name for one in reading.finding.creatures] == ["Ash"]
    assert "The mill race" in told(reading.finding)


# -- names and counts ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "name", "count"),
    [
        ("Goblin x4", "Goblin", 4),
        ("4x Goblin", "Goblin", 4),
        ("Goblin ×4", "Goblin", 4),
        ("4 × Goblin", "Goblin", 4),
        ("Goblin (x4)", "Goblin", 4),
        ("**Goblin**", "Goblin", 1),
        ("Goblin 4", "Goblin 4", 1),
        ("R2-X4", "R2-X4", 1),
        ("Max", "Max", 1),
        ("x4", "x4", 1),
        ("Say <b>my</b> name", "Say <b>my</b> name", 1),
    ],
)  # fmt: skip
def test_a_name_can_say_how_many(said: str, name: str, count: int) -> None:
    found = only(f"Name,HP\n{said},5\n")
    assert (found.name, found.count) == (name, count)


def test_a_column_of_counts_says_it_too_and_dice_stay_dice() -> None:
    """facts: count/#/number/qty/Anzahl; a count in dice comes to its average until it is rolled."""
    few, many, none = creatures("#,Name,HP\n3,Ash,5\n1d4+1,Wolf,9\nsome,Elk,4\n")
    assert (few.count, few.count_dice) == (3, "")
    assert (many.count, many.count_dice) == (3, "1d4+1")
    assert (none.count, none.texts) == (1, (("#", "some"),))


def test_more_than_a_table_holds_are_taken_in_part_and_told() -> None:
    reading = taken("Name,HP\nRat x100000,1\n")
    assert reading.finding.creatures[0].count == table.MOST_OF_A_KIND
    assert "Rat" in told(reading.finding)


# -- numbers -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cell", "values"),
    [
        ("28/34", {"hp": 28, "max_hp": 34}),
        ("5 of 5", {"hp": 5, "max_hp": 5}),
        ("-4/12", {"hp": 0, "max_hp": 12}),
        ("13 (2d8+4)", {"hp": 13, "max_hp": 13}),
        ("2d8+4", {"hp": 13, "max_hp": 13}),
        ("0", {}),
        ("", {}),
        ("dead", {}),
        ("-3", {"hp": 0}),
    ],
)
def test_hit_points_in_every_spelling(cell: str, values: dict[str, int]) -> None:
    """“28/34 and 5 of 5 are present and maximum. 13 (2d8+4) is 13. 0 or empty hp: usual value, named.”"""
    reading = taken(f"Name,HP,AC\nAsh,{cell},12\n")
    [found] = reading.finding.creatures
    assert found.values == {**values, "ac": 12}
    assert ("Ash" in told(reading.finding)) == ("max_hp" not in values)


def test_only_dice_are_a_guess() -> None:
    assert only("Name,HP\nAsh,2d8+4\n").guessed == {"hp"}


def test_hurt_to_nothing_is_not_the_same_as_nothing_known() -> None:
    found = only("Name,HP,Max HP\nAsh,0,12\n")
    assert found.values == {"hp": 0, "max_hp": 12}


@pytest.mark.parametrize(
    ("cells", "modifiers", "rolled"),
    [
        (("+2", "-1", "8"), [2, -1, 8], [None] * 3),
        (("2", "14", "8"), [2, 14, 8], [None] * 3),
        (("+17", "4", "8"), [17, 4, 8], [None] * 3),
        (("17", "4", "8"), [None] * 3, [17, 4, 8]),
        (("−1", "20", "8"), [-1, 20, 8], [None] * 3),
    ],
)
def test_initiative_is_a_modifier_if_signed_or_low_and_else_what_was_rolled(
    cells: tuple[str, ...], modifiers: list[int | None], rolled: list[int | None]
) -> None:
    """“init (signed or below 15 for all: modifier)”."""
    rows = "".join(f"Who {place},{cell}\n" for place, cell in enumerate(cells))
    found = creatures(f"Name,Init\n{rows}")
    assert [one.values.get("initiative") for one in found] == modifiers
    assert [one.initiative_count for one in found] == rolled


def test_what_stands_behind_a_number_is_kept() -> None:
    found = only("Name,AC\nAsh,17 (natural armor)\n")
    assert found.values == {"ac": 17}
    assert found.texts == (("AC", "17 (natural armor)"),)


@pytest.mark.parametrize(
    ("cell", "kind"), [("PC", "pc"), ("NPC", "npc"), ("player", "pc"), ("yes", "pc"), ("no", "npc")]
)
def test_type_says_who_is_a_player_character(cell: str, kind: str) -> None:
    assert only(f"Name,Type\nAsh,{cell}\n").kind == kind


def test_another_type_is_for_the_notes() -> None:
    found = only("Name,Type\nAsh,undead\n")
    assert (found.kind, found.texts) == ("", (("Type", "undead"),))


def test_sides_by_their_words_and_by_name() -> None:
    found = creatures("Name,Side\nAsh,Players\nWolf,enemies\nTib,The Red Hand\n")
    assert [one.side for one in found] == ["party", "foes", "The Red Hand"]


# -- what nobody knows ---------------------------------------------------------------------------------


def test_an_unknown_heading_stays_with_what_stands_below_it() -> None:
    """“Unknown headings: shown, kept as notes, can be told what they are.”"""
    text = "Name;TP;Seite;Rang\nAsh;5;Gegner;3\n"
    assert only(text).columns == {"Seite": "Gegner", "Rang": "3"}
    assert [one.meaning for one in table.columns_of(Source("", text.encode()))] == ["name", "hp", "", ""]
    [found] = creatures(text, Seite="side", Rang="level")
    assert (found.side, found.columns) == ("Gegner", {"level": "3"})
    [found] = creatures(text, Seite=IGNORED)
    assert found.columns == {"Rang": "3"}


def test_two_columns_of_one_heading_and_cells_without_one_are_kept() -> None:
    found = only("Name,HP,HP,CR,CR\nAsh,5,7,1,2,more\n")
    assert found.values["hp"] == 5
    assert found.columns == {"CR": "1"}
    assert found.texts == (("HP", "7"), ("CR", "2"), ("", "more"))


def test_a_line_without_a_name_is_told_and_the_others_come_in() -> None:
    reading = taken("Name,HP\nAsh,5\n,7\n,\nTib,9\n")
    assert [one.name for one in reading.finding.creatures] == ["Ash", "Tib"]
    assert "7" in told(reading.finding)


def test_headings_that_come_again_are_nobody() -> None:
    assert [one.name for one in creatures("Name,HP\nAsh,5\nname,hp\nTib,9\n")] == ["Ash", "Tib"]


def test_two_of_a_name_stay_two() -> None:
    """facts/00-common: “Two creatures with one name stay two.”"""
    assert [one.values["hp"] for one in creatures("Name,HP\nAsh,5\nAsh,9\n")] == [5, 9]


# -- broken and large ----------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ['"Goblin,5', 'Gob"lin,5', '"Big" Goblin,5', '"Goblin",5"', '"""Goblin,5'])
def test_a_quote_that_is_not_closed_takes_nobody_elses_numbers(line: str) -> None:
    """facts/00-common: “Never: numbers of another creature.”"""
    found = creatures(f"Name,HP\n{line}\nOgre,29\nHag,82\n")
    assert len(found) == 3
    assert "Goblin" in found[0].name or 'Gob"lin' in found[0].name
    assert [(one.name, one.values["hp"]) for one in found[1:]] == [("Ogre", 29), ("Hag", 82)]


def test_a_cell_of_several_lines_is_one() -> None:
    [first, second] = creatures('Name,HP,Notes\nAsh,5,"one\ntwo"\nTib,9,\n')
    assert first.texts == (("", "one\ntwo"),)
    assert second.name == "Tib"


def test_markdown_with_several_tables_and_text_around_them() -> None:
    text = (
        "# Party\n\n| Name | HP |\n|:-----|---:|\n| *Ash* | 5 |\n\nSome prose | with a bar\n\n"
        "| Monster | HP | AC |\n| --- | --- | --- |\n| Og\\|re | 28/34 | 16 |\n\nThe end\n"
    )
    reading = taken(text)
    assert [(one.name, one.values["max_hp"]) for one in reading.finding.creatures] == [
        ("Ash", 5),
        ("Og|re", 34),
    ]
    assert "# Party" in told(reading.finding)
    assert "Some prose" in told(reading.finding)


@pytest.mark.slow
@pytest.mark.parametrize("line", ['"x', '"x""', 'a"b"', '"', '""""', 'Ash,"5'])
def test_no_quotes_make_it_slow(line: str) -> None:
    """Linear, however the quotes stand: 20,000 such lines are read in the time of a few."""
    began = perf_counter()
    taken("Name,HP\n" + f"{line},5\n" * 20_000)
    assert perf_counter() - began < 10


def test_a_very_long_cell_is_cut_in_nothing_but_its_line() -> None:
    found = creatures(f'Name,HP,Notes\nAsh,5,"{"x" * 200_000}"\nTib,9,\n')
    assert [one.name for one in found] == ["Ash", "Tib"]


def test_a_table_without_headings_is_asked_about_by_letters_and_not_guessed_at():
    """Nobody is taken before somebody says what the columns are; then the letters are their headings."""
    cells = "Goblin,7,15\nOgre,59,11\n"
    assert "Say in the window what the columns are" in str(taken(cells).refused)
    letters = table.columns_of(Source("", cells.encode()))
    assert [(one.heading, one.examples) for one in letters[1:]] == [("B", ("7", "59")), ("C", ("15", "11"))]
    said = creatures(cells, A="name", B="hp", C="ac")
    assert [(one.name, one.values["ac"]) for one in said] == [("Goblin", 15), ("Ogre", 11)]
    assert taken(cells, Seite="side").refused is not None, "what was said is of another table"
