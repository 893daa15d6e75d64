"""Print: the dialog with its preview, what it remembers, files and cards (issue 6)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit, QMenu

from desktop.paper.print_dialog import PrintDialog
from desktop.process.paper_setup import Setup
from desktop.process.settings_store import SettingsStore, read
from rulesets.table.commands import Add, Describe, EndEncounter
from tests.desktop.fights import begun, start, under_way
from tests.hands import plays
from tests.hands.keys_and_mouse import Hands


def shown(hands: Hands) -> PrintDialog:
    """The dialog, once its pages are there."""
    dialog: Any = hands.dialog()
    assert isinstance(dialog, PrintDialog)
    hands.until(lambda: dialog._task is None and dialog.laid is not None, "the pages")
    return dialog


def asked(hands: Hands, kind: str = "") -> PrintDialog:
    """The dialog as Ctrl+P opens it."""
    hands.key(Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    dialog = shown(hands)
    if kind:
        dialog.options.kind.setCurrentIndex(dialog.options.kind.findData(kind))
        shown(hands)
    return dialog


def said(dialog: PrintDialog) -> str:
    """Everything that stands on the pages."""
    assert dialog.laid is not None
    return " ".join(" ".join(page.words()) for page in dialog.laid.pages)


@pytest.mark.slow
def test_the_preview_shows_every_document(hands: Hands) -> None:
    """Of the fight as it is now; each with the paper that its template asks for."""
    begun(hands)
    dialog = asked(hands)
    told = {}
    for number in range(dialog.options.kind.count()):
        dialog.options.kind.setCurrentIndex(number)
        shown(hands)
        told[dialog.options.kind.currentData()] = said(dialog)
        assert "Ambush at Docking Bay 94" in said(dialog)
        assert "Sarlane Vex" in said(dialog)
        assert dialog.preview._sheet.pixmap().width() > 100
    assert list(told) == ["run-sheet", "status", "record", "cards", "players"]
    assert "What happened" in told["record"]
    record = dialog.options.kind.findText("summary", Qt.MatchFlag.MatchContains)
    assert dialog.options.kind.itemData(record) == "record", "everybody looks for a document of that name"
    assert dialog.message.text() == ""
    hands.leave()


@pytest.mark.slow
def test_a_run_sheet_can_be_printed_before_the_fight(hands: Hands) -> None:
    plays.open_sample(hands)
    dialog = asked(hands, "run-sheet")
    assert "before the fight" in said(dialog)
    assert dialog.options.setup.landscape
    hands.leave()


@pytest.mark.slow
def test_before_the_fight_the_run_sheet_is_offered_first_and_then_what_was_printed_last(hands: Hands) -> None:
    """While it is prepared nobody wants the record of the fight before."""
    plays.open_sample(hands)
    for kind in ("run-sheet", "status"):
        hands.window.services.settings.change(paper="status")
        assert asked(hands).options.kind.currentData() == kind
        hands.leave()
        if kind == "run-sheet":
            start(hands.window.services.bridge)


@pytest.mark.slow
def test_when_the_fight_is_over_its_record_is_offered_first(hands: Hands) -> None:
    """Whatever was printed before."""
    under_way(hands)
    hands.window.services.settings.change(paper="run-sheet")
    assert asked(hands).options.kind.currentData() == "run-sheet"
    hands.leave()
    assert hands.window.services.bridge.dispatch(EndEncounter()) is not None
    dialog = asked(hands)
    assert dialog.options.kind.currentData() == "record"
    assert "How everybody stood at the end" in said(dialog)
    hands.leave()


@pytest.mark.slow
def test_pages_are_turned_with_keys_and_buttons(hands: Hands) -> None:
    begun(hands)
    for number in range(60):
        hands.window.services.bridge.dispatch(
            Add(combatant={"id": f"x{number}", "name": f"Trooper {number}"})
        )
    dialog = asked(hands, "status")
    preview = dialog.preview
    assert preview.pages > 3
    preview.setFocus()
    heard = []
    preview.turned.connect(lambda number, of: heard.append(number))
    for key in (Qt.Key.Key_PageDown, Qt.Key.Key_Right, Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_Home):
        QTest.keyClick(preview, key)
    QTest.keyClick(preview, Qt.Key.Key_PageUp)
    assert heard == [2, 3, preview.pages, preview.pages - 1, 1, 1]
    assert preview.accessibleName() == f"Preview, page 1 of {preview.pages}"
    assert "Sarlane Vex" in preview.accessibleDescription()
    assert not dialog.back.isEnabled()
    hands.click(dialog.on)
    assert dialog.which.text() == f"Page 2 of {preview.pages}"
    hands.click(dialog.wide)
    assert dialog.wide.isChecked()
    hands.leave()


@pytest.mark.slow
def test_what_was_chosen_is_there_next_time_for_each_document(hands: Hands, tmp_path: Path) -> None:
    begun(hands)
    dialog = asked(hands, "record")
    dialog.options.paper.setCurrentText("Letter")
    hands.type(dialog.options.scale, "100+50")
    hands.type(dialog.options.margin, "20")
    hands.type(dialog.options.size_, "1x")
    assert dialog.options.setup.size == Setup().size, (
        "what cannot be read is kept and said, and changes nothing"
    )
    hands.until(lambda: not dialog._soon.isActive() and dialog._task is None, "the pages before it")
    hands.click(dialog.pdf_button)
    assert "Text size (pt): " in dialog.message.text()
    assert dialog.options.size_.text() == "1x"
    hands.type(dialog.options.size_, "11")
    hands.until(lambda: not dialog._soon.isActive() and dialog._task is None, "the new pages")
    pages = dialog.preview.pages
    dialog.save(str(tmp_path / "a.pdf"))
    hands.until(lambda: dialog._task is None, "the file")
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF-1.")
    assert dialog.isVisible(), "what is saved may be printed, too"
    assert str(tmp_path / "a.pdf") in dialog.message.text()
    hands.leave()
    assert str(tmp_path / "a.pdf") in hands.window.messages.text
    assert hands.window.messages.action.text() == "Open"
    again = asked(hands)
    assert again.options.kind.currentData() == "record"
    assert again.options.setup == Setup("Letter", False, 20, 150, 11)
    assert again.preview.pages == pages
    again.options.kind.setCurrentIndex(0)
    assert shown(hands).options.setup.scale == 100
    assert again.options.setup.paper == "Letter"  # what lies in the printer lies there for all of them
    hands.leave()


@pytest.mark.slow
def test_a_file_that_cannot_be_written_is_told_and_the_dialog_stays(hands: Hands, tmp_path: Path) -> None:
    begun(hands)
    (tmp_path / "file").write_text("in the way")
    dialog = asked(hands)
    dialog.save(str(tmp_path / "file" / "a.pdf"))
    hands.until(lambda: bool(dialog.message.text()), "the message")
    assert "could not be written" in dialog.message.text()
    assert dialog.pdf_button.isEnabled()
    assert (tmp_path / "file").read_text() == "in the way"
    hands.leave()


@pytest.mark.slow
def test_a_printer_gets_the_pages(hands: Hands, tmp_path: Path) -> None:
    """Here one that prints into a file."""
    begun(hands)
    dialog = asked(hands, "status")
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / "p.pdf"))
    dialog.print_on(printer)
    hands.no_dialog()
    assert (tmp_path / "p.pdf").stat().st_size > 1000
    assert "Sent to" in hands.window.messages.text


@pytest.mark.slow
def test_printed_to_a_file_it_is_proposed_where_one_was_written_last(hands: Hands, tmp_path: Path) -> None:
    """It was proposed in the folder in which the program was started; the print window asks for it itself."""
    begun(hands)
    dialog = asked(hands, "status")
    settings = hands.window.services.settings
    for folder in (tmp_path / "one", tmp_path / "two"):
        folder.mkdir()
    settings.change(papers_folder=str(tmp_path / "one"))
    hands.click(dialog.print_button)
    printing = dialog.findChild(QPrintDialog)
    assert printing is not None
    field = printing.findChild(QLineEdit, "filename")
    assert field is not None
    proposed = Path(field.text())
    assert proposed.parent == tmp_path / "one"
    assert proposed.name.startswith("Ambush at Docking Bay 94")
    field.setText(str(tmp_path / "two" / "there.pdf"))
    printing.accept()
    hands.no_dialog()
    assert (tmp_path / "two" / "there.pdf").stat().st_size > 1000
    assert settings.now.papers_folder == str(tmp_path / "two")


@pytest.mark.slow
def test_long_work_shows_how_far_it_is_and_can_be_stopped(
    hands: Hands, tmp_path: Path, monkeypatch: Any
) -> None:
    """What stood in the file stays."""
    begun(hands)
    dialog = asked(hands, "status")
    target = tmp_path / "a.pdf"
    target.write_bytes(b"before")

    def endless(_document: object, _path: object, _setup: object, tick: Any) -> int:
        while True:
            tick(1, 3)

    monkeypatch.setattr("desktop.paper.print_dialog.write_pdf", endless)
    dialog.save(str(target))
    hands.until(dialog.progress.isVisible, "the bar")
    hands.until(lambda: dialog.progress.maximum() == 3, "progress")
    assert not dialog.pdf_button.isEnabled()
    hands.click(dialog.stop)
    assert "Stopped" in dialog.message.text()
    assert not dialog.progress.isVisible()
    assert target.read_bytes() == b"before"
    dialog.save(str(target))  # and closing stops it, too
    hands.leave()


@pytest.mark.slow
def test_a_card_is_printed_from_the_menu_of_a_row(hands: Hands) -> None:
    begun(hands)
    hands.choose("deel")
    table = hands.window.table
    place = table.visualRect(table.currentIndex()).center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, table.viewport().mapToGlobal(place))
    table.contextMenuEvent(event)
    menus = {action.objectName(): menu for menu in table.findChildren(QMenu) for action in menu.actions()}
    menu = menus["card"]
    card = next(action for action in menu.actions() if action.objectName() == "card")
    assert card.text().replace("&", "") == "Card of Deel Surool…"
    menu.close()
    card.trigger()
    dialog = shown(hands)
    assert dialog.options.kind.currentData() == "cards"
    assert dialog.options.only.isChecked()
    assert "Deel Surool" in said(dialog)
    assert "Stormtrooper" not in said(dialog)
    dialog.options.only.setChecked(False)
    assert "Stormtrooper" in said(shown(hands))
    hands.leave()


@pytest.mark.slow
def test_a_template_of_ones_own_wins_and_a_broken_one_is_told(hands: Hands) -> None:
    begun(hands)
    folder = hands.window.services.paths.data / "templates"
    folder.mkdir(parents=True)
    (folder / "status.toml").write_text("title = 'My page'\n[[part]]\nkind = 'notes'\n")
    dialog = asked(hands, "status")
    assert "My page" in said(dialog)
    assert "Sarlane" not in said(dialog).replace("Sarlane Vex to act", "")
    hands.leave()
    (folder / "status.toml").write_text("[[part]]\nkind = 'nots'\n")
    dialog = asked(hands, "status")
    assert "status.toml:2" in dialog.message.text()
    assert "did you mean 'notes'?" in dialog.message.text()
    assert "Sarlane Vex" in said(dialog)
    hands.leave()


@pytest.mark.slow
def test_it_fits_a_small_window_and_everything_has_a_name(hands: Hands) -> None:
    hands.window.resize(QSize(1024, 640))
    begun(hands)
    dialog = asked(hands)
    assert dialog.width() <= 1024
    assert dialog.height() <= 640
    assert dialog.minimumSizeHint().height() <= 600
    for kind in (QComboBox, QLineEdit):
        assert all(field.accessibleName() for field in dialog.findChildren(kind))
    for button in dialog.findChildren(QAbstractButton):
        assert button.accessibleName() or button.text()
    hands.leave()


@pytest.mark.slow
def test_odd_names_are_shown_as_typed(hands: Hands) -> None:
    begun(hands)
    name = "<img src=file:///etc/passwd>"
    hands.window.services.bridge.dispatch(Describe(who="deel", changes={"name": name}))
    assert name in said(asked(hands, "cards"))
    hands.leave()


@pytest.mark.slow
def test_printing_is_loaded_when_it_is_asked_for() -> None:
    code = (
        "import sys, desktop.app;"
        "print([m for m in sys.modules if 'PrintSupport' in m or m.startswith('desktop.paper.printing')"
        " or m.startswith('rulesets.output.papers')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ('{"papers": {"record": {"scale": 150}, "status": 5}, "x": 1}', {"record": Setup(scale=150)}),
        ('{"papers": {"record": {"scale": 9999, "paper": "Napkin"}}, "x": 1}', {"record": Setup(scale=200)}),
        ('{"papers": "many", "printer": "Laser", "x": 1}', {}),
    ],
)
def test_damaged_settings_of_paper_keep_what_makes_sense(tmp_path: Path, written: str, kept: object) -> None:
    path = tmp_path / "settings.json"
    path.write_text(written)
    assert read(path).papers == kept
    store = SettingsStore(path)
    store.change(paper="status")
    assert SettingsStore(path).now.papers == kept


def test_the_names_of_numbers_are_whole(hands: Hands) -> None:
    """ "Text size (pt)" lost its bracket: the letter that is underlined stands apart from the next one."""
    begun(hands)
    options = asked(hands).options
    for field in (options.margin, options.scale, options.size_):
        label = options.labels[field]
        before, _, after = label.text().partition("&")
        metrics = label.fontMetrics()
        pieces = (before, after[:1], after[1:])
        assert sum(metrics.horizontalAdvance(piece) for piece in pieces) <= label.width()
    hands.leave()
