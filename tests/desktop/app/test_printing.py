"""The sheet on paper: rows never split, every page says which it is, nothing is fetched or run."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QPdfWriter

from desktop.printing.output import print_state, write_pdf
from desktop.printing.pages import Pages
from desktop.printing.sheet import Sheet, sheet_of
from desktop.services.app_services import AppServices
from desktop.services.samples import read_sample, shipped
from rulesets.encounter.commands import Add, BeginEffect, Describe, MoveTrack
from tests.desktop.app.fights import start


@pytest.fixture
def program_in_fight(program: AppServices) -> AppServices:
    """The sample in its surprise round, somebody hurt and under an effect."""
    program.encounters.new_from(read_sample(shipped()))
    program.texts.set_encounter(program.bridge.rules, lambda: program.bridge.state)
    start(program.bridge)
    program.bridge.dispatch(MoveTrack(who="deel", by=2))
    program.bridge.dispatch(BeginEffect(on="deel", name="Suppressed", rounds=2))
    return program


def sheet(program: AppServices) -> Sheet:
    """The sheet of what is open."""
    return sheet_of(program.bridge, "Ambush", "Surprise round", program.texts)


def laid_out(sheet: Sheet) -> Pages:
    """The sheet on A4, on no paper at all."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    return Pages(sheet, QPdfWriter(buffer))


def test_the_sheet_says_what_the_list_says(program_in_fight: AppServices) -> None:
    """In acting order, with states and effects in words."""
    made = sheet(program_in_fight)
    assert [line.name for line in made.lines][:2] == ["Sarlane Vex", "Trooper sergeant"]
    assert made.lines[0].active
    assert made.place == "Surprise round · Sarlane Vex to act"
    deel = next(line for line in made.lines if line.name == "Deel Surool")
    assert deel.pips is not None
    assert deel.pips.at == 2
    assert "Suppressed" in deel.notes
    assert "Owes the foreman" in deel.notes
    assert "Fort\u00a018" in deel.stats.replace("Fort\u00a016", "Fort\u00a018")
    foreman = next(line for line in made.lines if line.name == "Dock foreman")
    assert "Flat-footed" in foreman.about


def test_every_row_is_on_one_page_and_none_is_lost(program_in_fight: AppServices) -> None:
    """A hundred combatants take several pages; no row is higher than the room it has."""
    for number in range(100):
        combatant = {"id": f"x{number}", "name": f"Trooper {number}", "notes": "word " * (number * 3)}
        program_in_fight.bridge.dispatch(Add(combatant=combatant))
    pages = laid_out(sheet(program_in_fight))
    room = pages._paper.height - pages._top
    assert len(pages.pages) > 3
    assert sum(map(len, pages.pages)) == 108
    assert all(sum(row.height for row in page) <= room for page in pages.pages)
    assert all(pages.pages)


@pytest.mark.parametrize(
    "name", ["x" * 9000, "word " * 1800, "<img src='file:///etc/passwd'>" * 40, "\n" * 500, "ü\u202e" * 300]
)
def test_odd_names_keep_their_column(program_in_fight: AppServices, name: str) -> None:
    """They are plain text, broken where they must be and cut short after three lines."""
    bridge = program_in_fight.bridge
    bridge.dispatch(Describe(who="deel", changes={"notes": name}))
    bridge.dispatch(Add(combatant={"id": "odd", "name": name}))
    pages = laid_out(sheet(program_in_fight))
    room = pages._paper.height - pages._top
    assert all(row.height < room / 3 for page in pages.pages for row in page)


def test_an_empty_encounter_is_one_page(program: AppServices, tmp_path: Path) -> None:
    """With its header."""
    program.encounters.new("Nobody yet", "saga-edition")
    assert (
        print_state(program.bridge, tmp_path / "a.pdf", name="Nobody yet", place="", names=program.texts) == 1
    )
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF-1.")


def test_a_pdf_is_written_whole_or_not_at_all(program_in_fight: AppServices, tmp_path: Path) -> None:
    """What stood there before stays if it cannot be."""
    made = sheet(program_in_fight)
    assert write_pdf(made, tmp_path / "a.pdf") == 1
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".pdf"] == ["a.pdf"]
    with pytest.raises(OSError):
        write_pdf(made, tmp_path / "a.pdf" / "b.pdf")
