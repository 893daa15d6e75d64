"""Help > About Turnwright: what it is, what it runs with, where the files are, and whose its parts are."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import PySide6
import pytest
from PySide6.QtCore import Qt, QUrl, qVersion
from PySide6.QtGui import QFont, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QScrollArea

import rulesets
from desktop.help.about_dialog import AboutDialog
from desktop.help.licences import components, needs
from desktop.process.paths import resources
from tests.hands.keys_and_mouse import Hands

FOLDER = resources() / "licences"
NEEDED = {
    "jinja2", "msgspec", "packaging", "platformdirs", "pydantic", "pyside6_essentials",
    "shiboken6", "pydantic_core", "markupsafe", "typing_extensions",
}  # fmt: skip
"""What the program needs by its pyproject.toml, and what that cannot do without."""


@pytest.fixture
def about(hands: Hands) -> AboutDialog:
    """The window that tells of the program, reached by its menu."""
    hands.menu("about")
    found = hands.dialog()
    assert isinstance(found, AboutDialog)
    return found


def texts(dialog: AboutDialog) -> str:
    """Everything that can be read there."""
    return "\n".join(label.text().replace("\u200b", "") for label in dialog.findChildren(QLabel))


# -- the program -----------------------------------------------------------------------------------


@pytest.mark.slow
def test_it_says_what_the_program_is_and_runs_with(about: AboutDialog) -> None:
    """Version, a sentence, and the versions that a report of a bug has to name."""
    told = texts(about)
    assert f"Turnwright {rulesets.__version__}" in told
    assert "the combat round itself is data" in told
    assert "makes no network connections" in told
    for version in (PySide6.__version__, qVersion()):
        assert str(version) in told


@pytest.mark.slow
def test_the_notice_of_qt_stands_in_front(about: AboutDialog, hands: Hands) -> None:
    """LGPL version 3, section 4: prominent notice, with the text of the licence; it may be replaced."""
    assert about.tabs.currentIndex() == 0
    assert about.notice.isVisible()
    for needed in ("Lesser General Public License, version 3", "unmodified", "dynamically linked", "replace"):
        assert needed in about.notice.text()
    hands.click(about.lesser)
    assert about.tabs.currentWidget() is about.licences
    assert about.licences.chosen is not None
    assert about.licences.chosen.name == "Qt"
    shown = about.licences.text.toPlainText()
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in shown
    assert "GNU GENERAL PUBLIC LICENSE" in shown, "the lesser licence is an addition to it"


@pytest.mark.slow
def test_where_the_files_are(about: AboutDialog, hands: Hands) -> None:
    """Each folder is told and can be copied; one that does not exist yet cannot be opened."""
    paths = hands.window.services.paths
    for folder, copier in zip((paths.data, paths.config, paths.cache), about.copiers, strict=True):
        assert str(folder) in texts(about)
        hands.click(copier)
        assert QGuiApplication.clipboard().text() == str(folder)
    assert [opener.isEnabled() for opener in about.openers] == [
        folder.is_dir() for folder in (paths.data, paths.config, paths.cache)
    ]
    assert "Nothing has been kept there yet" in about.openers[0].toolTip()


@pytest.mark.slow
def test_the_details_are_copied_as_text(about: AboutDialog, hands: Hands) -> None:
    """For a report: versions and folders, nothing of the fight."""
    hands.click(about.copy_details)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0] == f"Turnwright {rulesets.__version__}"
    assert f"Qt: {qVersion()}" in lines
    assert any(line.endswith(str(hands.window.services.paths.config)) for line in lines)


@pytest.mark.slow
def test_folders_and_addresses_open_on_a_click_only(qtbot, hands: Hands) -> None:
    """By the system; nothing is opened by showing it, and no address that is none of the web."""
    paths = hands.window.services.paths
    paths.config.mkdir(parents=True)
    opened: list[QUrl] = []
    dialog = AboutDialog(paths, hands.window, opens=lambda url: opened.append(url) is None)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(dialog)
    dialog.open()
    dialog.show_lesser()
    assert opened == []
    hands.click(dialog.licences.home)
    assert opened == [QUrl("https://www.qt.io")]
    dialog.tabs.setCurrentIndex(0)
    hands.click(dialog.openers[1])
    assert opened[1:] == [QUrl.fromLocalFile(str(paths.config))]
    dialog.open_address("file:///etc/passwd")
    assert len(opened) == 2
    assert dialog.told.text().startswith("No browser could be started")
    dialog.close()


@pytest.mark.slow
def test_every_button_says_what_it_is_for(about: AboutDialog) -> None:
    """Three buttons called Open are three different ones to somebody who hears them."""
    names = [button.accessibleName() or button.text() for button in about.findChildren(QPushButton)]
    assert len(names) == len(set(names))


@pytest.mark.slow
def test_nothing_is_cut_off_with_large_letters(qtbot, hands: Hands, qapp) -> None:
    """At 24 points in a small window what finds no room can be scrolled to; the buttons stay in sight."""
    before = qapp.font()
    large = QFont(before)
    large.setPointSize(24)
    qapp.setFont(large)
    try:
        hands.window.resize(1024, 640)
        dialog = AboutDialog(hands.window.services.paths, hands.window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        qtbot.addWidget(dialog)
        dialog.open()
        hands.settle()
        area = dialog.tabs.widget(0)
        assert isinstance(area, QScrollArea)
        assert area.horizontalScrollBar().maximum() == 0
        area.ensureWidgetVisible(dialog.openers[-1])
        assert (
            area.viewport()
            .rect()
            .contains(dialog.openers[-1].mapTo(area.viewport(), dialog.openers[-1].rect().center()))
        )
        assert dialog.rect().contains(dialog.copy_details.mapTo(dialog, dialog.copy_details.rect().center()))
        dialog.close()
    finally:
        qapp.setFont(before)


# -- licences --------------------------------------------------------------------------------------


def test_every_part_comes_with_the_text_of_its_licence() -> None:
    """From source: what is installed of what the program needs, and what that needs in turn."""
    parts = components(FOLDER, qVersion())
    assert {part.name.casefold().replace("-", "_") for part in parts} >= {*NEEDED, "qt"}
    assert not {"pytest", "ruff", "hypothesis", "babel"} & {part.name.casefold() for part in parts}
    for part in parts:
        assert part.version, part.name
        assert part.licence, part.name
        assert part.home.startswith("https://"), part.name
        assert len(part.text()) > 500, part.name


def test_a_built_program_brings_its_list(tmp_path: Path) -> None:
    """The list wins over what happens to be installed; Qt is told even if it is missing there."""
    (tmp_path / "msgspec.txt").write_text("Do what you like.")
    (tmp_path / "index.json").write_text(
        json.dumps(
            [
                {
                    "name": "msgspec",
                    "version": "9",
                    "licence": "BSD",
                    "home": "https://x.org",
                    "file": "msgspec.txt",
                }
            ]
        )
    )
    parts = components(tmp_path, "6.0")
    assert [(part.name, part.version) for part in parts] == [("msgspec", "9"), ("Qt", "6.0")]
    assert parts[0].text() == "Do what you like."
    assert parts[1].text() == "", "which the window says"


@pytest.mark.parametrize("damage", ["", "[", '{"name": 1}', '[{"version": "1"}]', "\udcff"])
def test_a_damaged_list_leaves_what_is_installed(tmp_path: Path, damage: str) -> None:
    """Something is always told."""
    (tmp_path / "index.json").write_text(damage, encoding="utf-8", errors="surrogateescape")
    assert len(components(tmp_path)) > len(NEEDED)


@pytest.mark.parametrize(
    ("requirement", "found"),
    [
        ("Some_Part", ["some-part"]),
        ("part>=2; extra == 'dev'", []),
        ("part; python_version < '3.9'", []),
        ("part[speed]>=1.2,<2; python_version >= '3.9'", ["part"]),
        ("part; sys_platform == 'nowhere' and python_version >= '3.8'", []),
        ("part; (sys_platform == 'nowhere' or python_version >= '3.8') and extra != 'dev'", ["part"]),
        ("part; __import__('os').system('false')", []),
    ],
)
def test_what_a_part_needs_is_read_as_installers_read_it(
    requirement: str, found: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """PEP 508, without extras; nothing in it is run."""
    monkeypatch.setattr(metadata, "requires", lambda name: [requirement, "last"])
    assert list(needs("any")) == [*found, "last"]


@pytest.mark.slow
def test_parts_are_found_by_words_of_their_licence(about: AboutDialog, hands: Hands) -> None:
    """The list narrows while one types; Enter goes from place to place in the text."""
    licences = about.licences
    about.tabs.setCurrentWidget(licences)
    hands.type(licences.line, "jinja")
    assert [licences.list.item(row).text().split()[0] for row in range(licences.list.count())] == ["Jinja2"]
    hands.type(licences.line, "Library")
    licences.choose("Qt")
    hands.type(licences.line, "warranty")
    assert licences.chosen is not None
    first = licences.text.textCursor().selectedText().casefold(), licences.text.textCursor().position()
    assert first[0] == "warranty"
    hands.key(Qt.Key.Key_Return, on=licences.line)
    assert licences.text.textCursor().position() > first[1]
    assert about.isVisible(), "Enter closes nothing"
    hands.type(licences.line, "no licence says this")
    assert licences.none.isVisible()
    assert licences.chosen is None
    hands.key(Qt.Key.Key_Escape, on=licences.line)
    assert licences.line.text() == ""
    assert about.isVisible()
    assert licences.list.count() == len(components(FOLDER))


@pytest.mark.slow
def test_the_licences_are_read_by_keyboard(about: AboutDialog, hands: Hands) -> None:
    """Ctrl+F, then Tab to the list, arrows to a part, Tab to its text; Escape closes."""
    licences = about.licences
    about.tabs.setCurrentWidget(licences)
    licences.list.setFocus()
    QTest.keyClick(licences.list, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    hands.until(licences.line.hasFocus, "the line to find in")
    QTest.keyClick(licences.line, Qt.Key.Key_Tab)
    hands.until(licences.list.hasFocus, "the list")
    before = licences.text.toPlainText()
    QTest.keyClick(licences.list, Qt.Key.Key_Down)
    assert licences.text.toPlainText() != before
    seen = set()
    for _ in range(3):
        focus = about.focusWidget()
        assert focus is not None
        QTest.keyClick(focus, Qt.Key.Key_Tab)
        seen.add(about.focusWidget())
    assert licences.text in seen
    QTest.keyClick(licences.text, Qt.Key.Key_Escape)
    hands.until(lambda: not about.isVisible(), "the window to close")


@pytest.mark.slow
def test_the_start_looks_for_no_licences() -> None:
    """What is installed is looked through when somebody asks for it."""
    code = "import sys, desktop.app; print([n for n in sys.modules if 'licences' in n or 'help.about' in n])"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "[]"
