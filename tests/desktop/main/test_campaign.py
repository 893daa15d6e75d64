"""From week to week: what is kept begins again from the start page; combatants go from window to window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from desktop.files.campaigns import inside
from desktop.main.window import MainWindow
from rulesets.campaign import folder as campaign_folder
from rulesets.campaign.things import Member, Party
from rulesets.table import commands as cmd
from rulesets.table.encounter import SETUP
from tests.conftest import user_folders
from tests.desktop.alone import alone
from tests.desktop.fights import start
from tests.desktop.many import Windows
from tests.hands.keys_and_mouse import Hands

pytestmark = pytest.mark.slow

CONTROL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
SAMPLES = ("ambush-at-docking-bay-94", "the-glass-tram")


def _kept(hands: Hands, name: str) -> None:
    """Keep what is open as prepared, by keys alone."""
    hands.key(Qt.Key.Key_S, CONTROL | ALT)
    dialog = hands.dialog()
    hands.type(dialog.name, name)
    hands.accept()


def _entries(hands: Hands) -> dict[str, str]:
    page = hands.window.start_page.campaign
    return {choice.text(): choice.told for choice in page.entries.choices}


def _entry(hands: Hands, text: str):
    page = hands.window.start_page.campaign
    return next(choice for choice in page.entries.choices if choice.text() == text)


@pytest.mark.parametrize("sample", SAMPLES)
def test_what_was_played_is_prepared_and_begins_again_as_it_began(hands: Hands, sample: str) -> None:
    """Kept in the midst of the fight, when somebody is hurt and somebody is called otherwise."""
    window = hands.window
    window.do(f"sample:{sample}")
    bridge = window.services.bridge
    before = bridge.state
    who = next(iter(before.combatants))
    assert bridge.dispatch(cmd.Start())
    assert bridge.dispatch(cmd.Describe(who=who, changes={"name": "Ann"}))
    assert bridge.dispatch(cmd.Defeat(who=who))
    _kept(hands, "The ambush")
    assert "The ambush” is prepared in the campaign My campaign" in window.messages.text
    window.do("close")
    count = len(before.combatants)
    assert _entries(hands)["The ambush"].startswith(f"{count} combatants · ")
    for times in ("played once", "played 2×"):
        hands.click(_entry(hands, "The ambush"))
        there = bridge.state
        assert there.clock.status == SETUP
        assert there.combatants[who].name == "Ann"
        others = {key: one for key, one in there.combatants.items() if key != who}
        assert others == {key: one for key, one in before.combatants.items() if key != who}
        assert there.combatants[who].having(name=before.combatants[who].name) == before.combatants[who]
        window.do("close")
        assert times in _entries(hands)["The ambush"]


def test_the_player_characters_may_stay_out(hands: Hands) -> None:
    """The party brings them."""
    window = hands.window
    window.do("sample")
    hands.key(Qt.Key.Key_S, CONTROL | ALT)
    dialog = hands.dialog()
    hands.click(dialog.without_players)
    hands.accept()
    (prepared,) = window.services.campaigns.current.encounters()
    assert prepared.name == "Ambush at Docking Bay 94"
    assert {one["kind"] for one in prepared.combatants} == {"npc"}


def test_one_that_is_called_so_is_replaced_and_that_can_be_undone(hands: Hands) -> None:
    window = hands.window
    campaign = window.services.campaigns.current
    window.do("sample")
    _kept(hands, "Ambush")
    (path,) = (campaign.folder / "encounters").iterdir()
    path.write_text("# for the second evening\n" + path.read_text("utf-8"), "utf-8")
    first = path.read_bytes()
    window.services.bridge.dispatch(cmd.Leave(who="sergeant"))
    hands.key(Qt.Key.Key_S, CONTROL | ALT)
    dialog = hands.dialog()
    hands.type(dialog.name, "ambush")
    assert "It takes the place of the one that is called so" in dialog.about.text()
    hands.accept()
    assert path.read_text("utf-8").startswith("# for the second evening\n")
    assert len(campaign.encounters()[0].combatants) == 7
    hands.click(window.messages.action)
    assert path.read_bytes() == first
    assert [one.name for one in campaign.encounters()] == ["Ambush"]


def test_what_is_removed_from_the_start_page_comes_back(hands: Hands) -> None:
    window = hands.window
    window.do("sample")
    _kept(hands, "Ambush")
    window.do("close")
    _entry(hands, "Ambush").setFocus()
    hands.key(Qt.Key.Key_Delete, on=_entry(hands, "Ambush"))
    assert "Ambush" not in _entries(hands)
    assert "“Ambush” was removed. It lies in the folder" in window.messages.text
    hands.click(window.messages.action)
    assert "Ambush" in _entries(hands)


def test_the_menu_begins_what_is_prepared(hands: Hands) -> None:
    """And so does the palette, which finds every entry of the menus."""
    window = hands.window
    window.do("sample")
    _kept(hands, "Ambush & more")
    menu = window.actions_.menus["prepared"]
    assert [action.text() for action in menu.actions()] == ["Ambush && more"]
    menu.actions()[0].trigger()
    hands.settle()
    assert window.windowTitle() == "Ambush & more – Turnwright"


def test_a_file_that_cannot_be_read_is_named_on_the_start_page(hands: Hands) -> None:
    window = hands.window
    campaign = window.services.campaigns.current
    (campaign.folder / "encounters").mkdir(parents=True)
    broken = campaign.folder / "encounters" / "ford.toml"
    broken.write_text('name = "The ford"\nruleset = 3\n')
    window.services.campaigns.changed.emit()
    troubles = window.start_page.campaign.troubles
    assert "ford.toml: line 2: ruleset: a text is needed here" in troubles
    broken.write_text('name = "The ford"\nruleset = "kaiser"\nnotes = "x"\n[[combatant]]\nid = "a"\n')
    window.services.campaigns.changed.emit()
    assert _entries(hands)["The ford"] == "1 combatant · Kaiser"
    assert not window.start_page.campaign.troubles


def test_what_could_not_be_taken_over_is_said_on_the_start_page(
    hands: Hands, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """With where it is read; another campaign has nothing to take over."""
    window = hands.window
    campaigns, paths = window.services.campaigns, window.services.paths

    def refused(*_: Path) -> bool:
        raise PermissionError(13, "Permission denied")

    campaigns.make(tmp_path / "winter", "Winter")
    assert not window.start_page.campaign.troubles
    assert [folder for _, folder in campaigns.others()] == [paths.campaign], "there is a way back to it"
    monkeypatch.setattr(campaign_folder, "take_over", refused)
    campaigns.choose(paths.campaign)
    troubles = window.start_page.campaign.troubles
    assert "could not be copied into this one (Permission denied)" in troubles
    assert f"read where they are, in {paths.library}." in troubles
    campaigns.choose(tmp_path / "winter")
    assert not window.start_page.campaign.troubles


def test_what_others_write_is_seen(hands: Hands, qtbot: QtBot) -> None:
    """Another program puts a file there while the start page is looked at."""
    campaigns = hands.window.services.campaigns
    campaigns.begin()
    folder = campaigns.folder / "encounters"
    with qtbot.waitSignal(campaigns.changed, timeout=5000):
        folder.mkdir(parents=True)
        (folder / "x.toml").write_text('name = "The ford"\nruleset = "kaiser"\n[[combatant]]\nid = "a"\n')
    hands.until(lambda: "The ford" in _entries(hands), "the new encounter")


def test_campaigns_are_made_and_chosen(hands: Hands, tmp_path: Path) -> None:
    """Each has its own things; which one is played is remembered."""
    window = hands.window
    campaigns = window.services.campaigns
    window.do("sample")
    _kept(hands, "Ambush")
    window.do("close")
    window.do("campaign-new")
    dialog = hands.dialog()
    hands.type(dialog.name, "Winter: tide")
    assert Path(dialog.folder.text()) == window.services.paths.data / "campaigns" / "Winter tide"
    hands.type(dialog.folder, str(tmp_path / "git" / "winter"))
    hands.accept()
    assert (tmp_path / "git" / "winter" / "campaign.toml").read_text("utf-8") == 'name = "Winter: tide"\n'
    assert window.start_page.campaign.heading.text() == "Campaign: Winter: tide"
    assert _entries(hands) == {}
    own = window.services.paths.campaign
    assert window.start_page.campaign.page.others == ((f"campaign:{own}", "My campaign"),)
    window.do(f"campaign:{own}")
    assert list(_entries(hands)) == ["Ambush"]
    assert [folder for _, folder in campaigns.others()] == [tmp_path / "git" / "winter"]
    assert window.services.settings.now.campaign == ""


def test_a_campaign_that_cannot_be_made_is_told(hands: Hands, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    hands.window.do("campaign-new")
    dialog = hands.dialog()
    hands.type(dialog.name, "Winter")
    hands.type(dialog.folder, str(tmp_path / "file" / "winter"))
    hands.accept()
    assert "could not be created" in hands.window.messages.text
    assert hands.window.services.campaigns.folder == hands.window.services.paths.campaign


def test_a_campaign_whose_disk_is_not_in_is_missed_and_not_made_anew(hands: Hands, tmp_path: Path) -> None:
    window = hands.window
    folder = tmp_path / "stick" / "winter"
    window.services.campaigns.make(folder, "Winter")
    (tmp_path / "stick").rename(tmp_path / "away")
    window.services.campaigns.changed.emit()
    assert f"The folder {folder} is not there" in window.start_page.campaign.troubles
    window.do("sample")
    _kept(hands, "Ambush")
    assert f"because the folder “{folder}” does not exist" in window.messages.text
    assert not (tmp_path / "stick").exists()
    (tmp_path / "away").rename(tmp_path / "stick")
    _kept(hands, "Ambush")
    assert (folder / "encounters" / "Ambush.toml").exists()


def _two(windows: Windows, first: str, second: str) -> tuple[MainWindow, MainWindow]:
    """Two windows with a sample each, the second in use."""
    one = windows.begin()
    one.do(f"sample:{first}")
    one.do("new-window")
    other = windows.all[-1]
    windows.active(other)
    other.do(f"sample:{second}")
    return one, other


@pytest.mark.parametrize("sample", SAMPLES)
def test_combatants_are_copied_from_window_to_window_as_they_stand(windows: Windows, sample: str) -> None:
    """With their wounds; who is there already gets the next number, and all of it is one step."""
    one, other = _two(windows, sample, sample)
    bridge = one.services.bridge
    who, second = list(bridge.state.combatants)[:2]
    vital = next(key for key, rule in bridge.rules.stats.items() if rule.to_begin_with)
    assert bridge.dispatch(cmd.SetNumbers(who=who, stats={vital: 3}))
    one.table.pick(who)
    Hands(one).also(second)
    Hands(one).key(Qt.Key.Key_C, CONTROL)
    assert "2 combatants are copied" in one.messages.text
    copied = bridge.state.combatants[who]
    assert QGuiApplication.clipboard().text().split("\n")[0] == f"{copied.name}, {copied.side}"
    there = other.services.bridge
    before = there.state
    Hands(other).key(Qt.Key.Key_V, CONTROL)
    new = [one for key, one in there.state.combatants.items() if key not in before.combatants]
    assert len(new) == 2
    assert new[0].stats[vital] == 3
    assert new[0].name == f"{bridge.state.combatants[who].name} 2"
    assert there.undo()
    assert there.state == before


def test_a_row_dragged_out_of_its_window_is_dropped_into_the_list_of_another(
    windows: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What Qt is given to carry, and what becomes of it where it is dropped; into its own list it is not."""
    one, other = _two(windows, "ambush-at-docking-bay-94", "ambush-at-docking-bay-94")
    carried: list[QMimeData] = []
    monkeypatch.setattr(
        "desktop.list.view.QDrag.exec", lambda drag, action: carried.append(_kept_alive(drag.mimeData()))
    )
    hands = Hands(one)
    table = one.table
    row = table.visualRect(table.initiative.index(table.initiative.row_of("deel"), 0)).center()
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    outside = table.viewport().mapFromGlobal(one.frameGeometry().bottomRight()) + QPoint(60, 60)
    QTest.mousePress(table.viewport(), left, none, row)
    for point in (row + QPoint(0, 40), outside):
        table.mouseMoveEvent(_moved(table, point))
    QTest.mouseRelease(table.viewport(), left, none, outside)
    hands.settle()
    (data,) = carried
    assert data.text() == "Deel Surool"
    assert not table.drag.active
    target = other.table
    entered = QDragEnterEvent(QPoint(20, 20), Qt.DropAction.CopyAction, data, left, none)
    QCoreApplication.sendEvent(target.viewport(), entered)
    assert entered.isAccepted()
    dropped = QDropEvent(QPointF(20, 20), Qt.DropAction.CopyAction, data, left, none)
    QCoreApplication.sendEvent(target.viewport(), dropped)
    assert dropped.isAccepted()
    assert "Deel Surool 2" in {one.name for one in other.services.bridge.state.combatants.values()}


def _kept_alive(data: QMimeData) -> QMimeData:
    """Return a copy: the other goes with the drag."""
    copy = QMimeData()
    for kind in data.formats():
        copy.setData(kind, data.data(kind))
    return copy


def _moved(table: QWidget, point: QPoint) -> QMouseEvent:
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    place = QPointF(point)
    there = QPointF(table.viewport().mapToGlobal(point))
    return QMouseEvent(QEvent.Type.MouseMove, place, there, Qt.MouseButton.NoButton, left, none)


def test_the_program_ends_well_with_copies_on_the_clipboard(tmp_path: Path) -> None:
    """What Python has made is looked for by Qt's clipboard when Python is gone (PySide6 6.11)."""
    code = """
hands.menu("sample")
hands.choose("deel")
hands.menu("copy-people")
print("1", window.messages.text)
"""
    done = alone(code, {**user_folders(tmp_path)}, cwd=tmp_path)
    assert "1 combatant is copied" in done.stdout, done.stderr
    assert "ended with 0" in done.stdout
    assert done.returncode == 0


def test_into_another_ruleset_comes_what_fits(windows: Windows) -> None:
    one, other = _two(windows, "ambush-at-docking-bay-94", "toll-at-the-reed-ford")
    one.table.pick("sarlane")
    one.do("copy-people")
    other.do("paste-people")
    there = other.services.bridge.state.combatants["sarlane"]
    assert (there.name, there.side) == ("Sarlane Vex", "party")
    assert "They are of another ruleset" in other.messages.text
    assert "damage_threshold" in other.messages.text


def test_what_is_no_combatant_is_said_and_changes_nothing(hands: Hands) -> None:
    window = hands.window
    window.do("sample")
    before = window.services.bridge.state
    QGuiApplication.clipboard().setText("")
    hands.key(Qt.Key.Key_V, CONTROL)
    assert "There are no combatants on the clipboard" in window.messages.text
    assert window.services.bridge.state is before


def test_a_running_fight_is_copied_into_a_window_of_its_own(windows: Windows) -> None:
    """As it stands; what is played there changes nothing here."""
    one = windows.begin()
    one.do("sample")
    start(one.services.bridge)
    one.do("duplicate")
    other = windows.all[-1]
    assert other is not one
    assert other.services.bridge.state == one.services.bridge.state
    assert other.services.encounters.current.path.stem == "Ambush at Docking Bay 94 copy"
    other.services.bridge.undo()
    assert other.services.bridge.state != one.services.bridge.state


@pytest.mark.parametrize("ruleset", ["saga-edition", "moon-swing"])
def test_a_new_encounter_begins_with_a_party_from_the_start_page(hands: Hands, ruleset: str) -> None:
    """Enter on its entry; what was carried over is there."""
    window = hands.window
    ann = Member({"id": "ann", "name": "Ann", "kind": "pc"}, {"notes": "Limps."})
    window.services.campaigns.write(Party(name="The crew", ruleset=ruleset, members=(ann,)))
    assert _entries(hands)["The crew"].endswith("· Ann")
    _entry(hands, "The crew").setFocus()
    hands.key(Qt.Key.Key_Return, on=_entry(hands, "The crew"))
    assert window.windowTitle().startswith("The crew, ")
    assert [one.notes for one in window.services.bridge.state.combatants.values()] == ["Limps."]
    assert window.services.bridge.rules.id == ruleset
    window.do("close")
    hands.key(Qt.Key.Key_Delete, on=_entry(hands, "The crew"))
    assert _entries(hands) == {}


def test_locks_and_half_written_files_are_not_watched(hands: Hands) -> None:
    """They are gone the next moment, and Qt complains of whatever it is to watch and is not there."""
    campaigns = hands.window.services.campaigns
    path = campaigns.write(Party(name="Crew", ruleset="srd35")).change.path
    for name in (".~lock.Crew.toml", ".Crew.toml.12.34", "notes.txt"):
        path.with_name(name).write_text("")
    watched = [found.name for found, entry in inside(campaigns.folder) if entry is not None]
    assert watched == ["Crew.toml"]
