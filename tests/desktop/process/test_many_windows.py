"""One window for each encounter file: which window a file comes to, and what windows share."""

from __future__ import annotations

import gc
import sys
import weakref
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QPoint
from PySide6.QtWidgets import QWidget

from desktop.process.paths import Paths
from desktop.process.single_instance import Order
from tests.desktop import house
from tests.desktop.many import Windows, delete_later

# -- which window a file comes to --------------------------------------------------------------------


@pytest.mark.slow
def test_each_file_of_the_command_line_has_a_window(windows: Windows, files) -> None:
    windows.begin(*files)
    assert windows.names == ["one", "two"]


@pytest.mark.slow
def test_a_file_that_is_open_is_raised_and_restored(windows: Windows, files) -> None:
    """By whatever name it is called."""
    first = windows.begin(*files)
    first.showMinimized()
    windows.order(files[0].parent / ".." / files[0].parent.name / files[0].name)
    assert windows.names == ["one", "two"]
    windows.active(first)
    assert not first.isMinimized()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_to_an_open_file_is_that_file(windows: Windows, files, tmp_path: Path) -> None:
    """A second name on the disk, too: two windows would write into one file."""
    windows.begin(files[0])
    (tmp_path / "link.turnwright").symlink_to(files[0])
    (tmp_path / "hard.turnwright").hardlink_to(files[0])
    for name in ("link", "hard"):
        windows.order(tmp_path / f"{name}.turnwright")
        assert windows.names == ["one"]


@pytest.mark.slow
def test_another_file_has_a_window_of_its_own(windows: Windows, files) -> None:
    """Beside the other one, not on top of it, and as large."""
    first = windows.begin(files[0])
    first.resize(900, 700)
    windows.order(files[1])
    assert windows.names == ["one", "two"]
    second = windows.all[1]
    windows.active(second)
    assert second.pos() != first.pos()
    assert second.size() == first.size()


@pytest.mark.slow
def test_a_window_with_nothing_open_takes_the_file(windows: Windows, files) -> None:
    first = windows.begin()
    windows.order(*files)
    assert windows.names == ["one", "two"]
    assert windows.all[0] is first


@pytest.mark.slow
def test_a_start_without_a_file_raises_the_window_used_last(windows: Windows, files) -> None:
    first = windows.begin(*files)
    windows.active(windows.all[1])
    first.activateWindow()
    windows.active(first)
    other = QWidget()
    other.show()
    other.activateWindow()
    windows._qtbot.waitUntil(other.isActiveWindow)
    windows.order()
    windows.active(first)
    other.close()


@pytest.mark.slow
def test_a_file_that_cannot_be_opened_leaves_no_window(windows: Windows, files, tmp_path: Path) -> None:
    """The window used last says why, with its fight as it was; what else was wanted is opened."""
    bad = tmp_path / "bad.turnwright"
    bad.write_bytes(b"no encounter" * 100)
    first = windows.begin(files[0])
    windows.order(bad, tmp_path / "gone.turnwright")
    assert windows.names == ["one"]
    assert "gone.turnwright" in first.messages.text
    assert first.messages.tone == "error"
    windows.order(bad, files[1])
    assert windows.names == ["one", "two"]


@pytest.mark.slow
def test_what_is_wrong_with_one_file_is_said_beside_the_others(windows: Windows, files, tmp_path) -> None:
    """The window that was to have it takes the next one; the one shown last says so."""
    windows.begin(tmp_path / "gone.turnwright", tmp_path / "lost.turnwright", *files)
    assert windows.names == ["one", "two"]
    told = windows.all[1].messages.text
    assert "gone.turnwright" in told
    assert "lost.turnwright" in told


@pytest.mark.slow
def test_what_is_taken_is_opened_even_if_the_last_window_closes(windows: Windows, files) -> None:
    """Whoever ordered it was told so and is gone."""
    first = windows.begin(files[0])
    windows.program.obey(Order((files[1],)))
    first.close()
    assert windows.names == ["two"]


# -- commands ------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_open_raises_the_window_that_has_the_file(windows: Windows, files) -> None:
    """And says so quietly; the fight of the other window stays where it is."""
    first = windows.begin(*files)
    second = windows.all[1]
    windows.active(second)
    second.files.open(files[0])
    windows.active(first)
    assert windows.names == ["one", "two"]
    assert "one" in first.messages.text
    assert first.messages.tone == "info"
    first.do(f"recent-new:{files[0]}")
    assert windows.names == ["one", "two"]


@pytest.mark.slow
def test_new_window_and_recent_in_a_new_one(windows: Windows, files) -> None:
    first = windows.begin(files[0])
    windows._qtbot.waitUntil(lambda: windows.menu(first, "recent") == ["one"])
    first.do("new-window")
    assert windows.names == ["one", ""]
    windows.all[1].files.open(files[1])
    windows._qtbot.waitUntil(lambda: windows.menu(first, "recent-new") == ["two", "one"])
    windows.all[1].do("close")
    windows._qtbot.waitUntil(lambda: windows.menu(windows.all[1], "recent-new") == [])
    windows.all[1].close()
    first.do(f"recent-new:{files[1]}")
    assert windows.names == ["one", "two"]


@pytest.mark.slow
def test_the_menu_lists_the_windows_when_there_are_several(windows: Windows, files) -> None:
    """This one is marked; one name twice is told apart by the files."""
    first = windows.begin(files[0])
    bar = first.actions_.menus["window"].menuAction()
    assert not bar.isVisible()
    windows.order(files[1])
    second = windows.all[1]
    assert bar.isVisible()
    for window in (first, second):
        assert windows.menu(window, "window") == ["one", "two"]
    windows.active(second)
    second.actions_.menus["window"].actions()[0].trigger()
    windows.active(first)
    QCoreApplication.processEvents()
    assert [action.isChecked() for action in second.actions_.menus["window"].actions()] == [False, True]
    same = files[1].with_name("copy.turnwright")
    first.files.save_copy(str(same))
    windows.order(same)
    names = windows.menu(first, "window")
    assert "copy" in names[2]
    assert names[1] == "two"
    assert len(set(names)) == 3
    windows.all[2].close()
    second.close()
    assert not bar.isVisible()


@pytest.mark.slow
def test_quit_closes_all_and_close_only_this_one(windows: Windows, files) -> None:
    first = windows.begin(*files)
    windows.all[1].do("close-window")
    assert windows.all == [first]
    windows.order(files[1])
    first.do("quit")
    assert windows.all == []
    assert not list(files[0].parent.glob("*-wal"))


# -- what windows share --------------------------------------------------------------------------------


@pytest.mark.slow
def test_settings_of_one_window_reach_the_others(windows: Windows, files, qapp) -> None:
    """And none overwrites what another has changed: keys, theme, recent files."""
    first = windows.begin(*files)
    second = windows.all[1]
    first.keys.bind("copy", ["Ctrl+Alt+1"])
    second.keys.bind("print", ["Ctrl+Alt+2"])
    assert first.keys.of("print") == second.keys.of("print") == ("Ctrl+Alt+2",)
    assert second.actions_.by_id["copy"].shortcut().toString() == "Ctrl+Alt+1"
    assert set(windows.settings.now.keys) == {"copy", "print"}
    second.do("theme:light")
    marked = [a.objectName() for a in first.actions_.menus["theme"].actions() if a.isChecked()]
    assert marked == ["theme:light"]
    assert first.palette() == second.palette()
    first.board.count_off.chosen.emit(7)
    assert windows.settings.now.count_off == 7
    windows._qtbot.waitUntil(lambda: windows.menu(first, "recent") == ["two", "one"])
    assert windows.menu(second, "recent") == ["two", "one"]
    first.palette_._remember("menu:copy")
    second.palette_._remember("menu:print")
    assert windows.settings.now.used[:2] == ("menu:print", "menu:copy")


@pytest.mark.slow
def test_a_crash_is_told_in_the_window_in_use(windows: Windows, files, tmp_path: Path) -> None:
    first = windows.begin(*files)
    second = windows.all[1]
    first.activateWindow()
    windows.active(first)
    windows.crash_reports.reported.emit(str(tmp_path / "report"))
    assert str(tmp_path / "report") in first.messages.text
    assert second.messages.text == ""


@pytest.mark.slow
def test_fights_do_not_meet(windows: Windows, files) -> None:
    """What happens in one window happens in one window."""
    first = windows.begin(*files)
    second = windows.all[1]
    first.do("remove")
    assert len(first.services.bridge.state.combatants) == 7
    assert len(second.services.bridge.state.combatants) == 8
    first.do("undo")
    assert second.table.initiative.rowCount() == 8


@pytest.mark.slow
def test_a_ruleset_saved_on_disk_is_offered_in_every_window(windows: Windows, paths: Paths) -> None:
    """Each compares for itself; one that closes takes nothing from the others."""
    file = house.started(paths.rulesets, "saga-edition")
    first = windows.begin()
    for _ in range(2):
        windows.all[-1].do("new-window")
    for number, window in enumerate(windows.all):
        window.services.encounters.new(f"fight {number}", house.HOUSE)
        window.rulesets.begin()
    windows.all[2].close()
    second = windows.all[1]
    house.add(file, "\n[stat.grit]\nvalue = 5\n")
    for window in (first, second):
        windows._qtbot.waitUntil(lambda here=window: "was changed on disk" in here.messages.text)


@pytest.mark.slow
@pytest.mark.parametrize("number", [0, 1])
def test_a_closed_window_is_gone(windows: Windows, files, number: int) -> None:
    """With its fight: nothing that the windows share keeps it, be it the first or another one."""
    windows.begin(*files)
    window, other = windows.all[number], windows.all[1 - number]
    window.rulesets.begin()
    session, gone = weakref.ref(window.services.bridge.session), weakref.ref(window)
    window.close()
    del window
    windows._qtbot.waitUntil(lambda: windows.program.windows == [other])
    for _ in range(3):
        delete_later()
        gc.collect()
    assert gone() is None
    assert session() is None
    assert windows.all == [other]


@pytest.mark.slow
def test_windows_never_cover_each_other(windows: Windows, files) -> None:
    """However many: each begins at a place of its own, on the screen."""
    first = windows.begin(files[0])
    first.move(QPoint(40, 30))
    for _ in range(4):
        first.do("new-window")
    places = [(window.x(), window.y()) for window in windows.all]
    assert len(set(places)) == 5
    assert all(first.screen().availableGeometry().contains(window.pos()) for window in windows.all)
