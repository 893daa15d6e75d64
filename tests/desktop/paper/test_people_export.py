"""Combatants go out from the window, by the clipboard and by the command line, and come back (issue 18)."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog

from desktop.__main__ import main
from desktop.combatants.copying import MARKDOWN, has_copies
from desktop.files.samples import read_sample, shipped
from desktop.main.window import MainWindow
from desktop.paper.people_export import PeopleExportDialog
from desktop.process.paths import Paths
from rulesets.campaign.folder import Campaign
from rulesets.campaign.own_files import of_file
from rulesets.campaign.reading import read
from rulesets.campaign.things import Member, Party
from rulesets.fight.kept import read_kept
from rulesets.table.commands import MoveTrack
from tests.desktop.fights import start
from tests.hands.keys_and_mouse import Hands


@pytest.fixture
def fight(hands: Hands, tmp_path: Path) -> MainWindow:
    """A window with a sample that has begun, somebody hurt in it."""
    window = hands.window
    window.services.encounters.new_from(read_sample(shipped()), tmp_path / "fight.turnwright")
    start(window.services.bridge)
    assert window.services.bridge.dispatch(MoveTrack(who="deel", by=2))
    hands.settle()
    return window


def asked(hands: Hands) -> PeopleExportDialog:
    hands.window.do("export-people")
    hands.settle()
    found = hands.window.findChild(PeopleExportDialog)
    assert found is not None
    return found


@pytest.mark.slow
def test_after_the_choice_the_window_asks_where_to_and_writes_there(
    hands: Hands, fight: MainWindow, tmp_path: Path
) -> None:
    dialog = asked(hands)
    assert not dialog.only.isEnabled(), "a fight goes on with everybody"
    assert "nothing is lost" in dialog.about.text()
    dialog.kind.setCurrentIndex(dialog.kind.findData("party"))
    dialog.save.click()
    hands.settle()
    files = fight.findChild(QFileDialog)
    assert files is not None
    assert Path(files.selectedFiles()[0]).suffix == ".toml"
    files.fileSelected.emit(str(tmp_path / "heroes.toml"))
    files.reject()
    hands.until(lambda: "heroes.toml" in fight.messages.text, "the file")
    party = of_file(read(tmp_path / "heroes.toml"))
    assert isinstance(party, Party)
    assert {member.name for member in party.members} >= {"Sarlane Vex", "Deel Surool"}


@pytest.mark.slow
def test_only_those_selected_go_if_that_is_ticked(hands: Hands, fight: MainWindow) -> None:
    fight.table.select("deel")
    dialog = asked(hands)
    dialog.format.setCurrentIndex(dialog.format.findData("md"))
    dialog.only.setChecked(True)
    assert dialog.chosen == ("fight", "md", ("deel",))
    dialog.format.setCurrentIndex(dialog.format.findData("toml"))
    assert dialog.chosen == ("fight", "toml", ())
    dialog.reject()


@pytest.mark.slow
def test_what_is_copied_can_be_pasted_as_text_and_as_markdown(hands: Hands, fight: MainWindow) -> None:
    fight.table.select("deel")
    fight.do("copy-people")
    data = QGuiApplication.clipboard().mimeData()
    assert has_copies(data), "and as combatants into any window"
    assert data.text().startswith("Deel Surool, party, initiative ")
    assert "Condition" in data.text()
    assert bytes(data.data(MARKDOWN).data()).decode().startswith("**Deel Surool**, party")


@pytest.mark.slow
def test_a_fight_goes_out_and_on_by_the_command_line(
    fight: MainWindow, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """While it is open: whose turn it is, counts and tracks are the same in the other file."""
    bridge = fight.services.bridge
    here, text, there = (tmp_path / name for name in ("fight.turnwright", "fight.toml", "there.turnwright"))
    assert main(["export", str(here), "--out", str(text)]) == 0
    assert main(["new", str(text), "--out", str(there)]) == 0
    kept = read_kept(there)
    assert replace(kept.session.state, rules="") == replace(bridge.state, rules="")
    assert len(kept.session.log) == 1
    assert kept.contents.header.title == "Ambush at Docking Bay 94"
    assert main(["new", str(text), "--out", str(there)]) == 1
    assert "--force replaces it" in capfd.readouterr().err
    assert main(["new", str(text), "--out", str(there), "--force"]) == 0
    assert main(["export", str(here), "--as", "party", "--only", "Deel Surool", "--out", "-"]) == 2
    assert main(["export", str(here), "--only", "nobody", "--out", str(tmp_path / "a.csv")]) == 2
    assert "there is no combatant 'nobody'" in capfd.readouterr().err
    assert main(["export", str(here), "--only", "Deel Surool", "--out", "-", "--format", "csv"]) == 0
    said = capfd.readouterr().out
    assert said.count("\r\n") == 2 or said.count("\n") == 2
    assert "Deel Surool" in said


@pytest.mark.slow
def test_a_prepared_encounter_of_the_campaign_is_begun_by_its_name(tmp_path: Path) -> None:
    campaign = Campaign.open(Paths.standard().campaign)
    campaign.write(replace(read_sample(shipped()), name="Dock fight", origin=None))
    there = tmp_path / "begun.turnwright"
    assert main(["new", "dock fight", "--out", str(there)]) == 0
    assert read_kept(there).contents.header.title == "Dock fight"
    deel = next(one for one in read_sample(shipped()).combatants if one["id"] == "deel")
    members = (Member(dict(deel), {"stats": {"hp": 5}}),)
    campaign.write(Party(name="Heroes", ruleset="saga-edition", members=members))
    assert main(["new", "dock fight", "--out", str(there), "--force"]) == 0
    assert read_kept(there).session.state.combatants["deel"].stats["hp"] == 5, "as the party stands by now"


@pytest.mark.slow
@pytest.mark.parametrize(("old", "new"), [("hp = 52", 'hp = "many"'), ('active = "sarlane"', 'active = "x"')])
def test_a_fight_that_makes_no_sense_is_not_begun_and_says_why(
    fight: MainWindow, tmp_path: Path, capfd: pytest.CaptureFixture[str], old: str, new: str
) -> None:
    here, text, there = (tmp_path / name for name in ("fight.turnwright", "fight.toml", "there.turnwright"))
    assert main(["export", str(here), "--out", str(text)]) == 0
    whole = text.read_text("utf-8")
    assert old in whole
    text.write_text(whole.replace(old, new), "utf-8")
    assert main(["new", str(text), "--out", str(there)]) == 1
    assert not there.exists()
    assert "That is no fight that these rules know" in capfd.readouterr().err
