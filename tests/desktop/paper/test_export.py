"""Export from the window: every format beside the fight, with a way to call it off."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QStandardPaths, QTimer
from PySide6.QtWidgets import QFileDialog, QProgressDialog

from desktop.files.samples import read_sample, shipped
from desktop.main.window import MainWindow
from desktop.messages import feedback
from desktop.paper.export_dialog import ExportDialog
from desktop.process.paper_setup import Setup
from rulesets.output.exporting.writing import Wanted
from rulesets.output.papers.making import KINDS
from tests.desktop.fights import start
from tests.hands.keys_and_mouse import Hands
from tests.rulesets.output.exporting.templates import ENDLESS

TURNED = '[[part]]\nkind = "ordre"\n'


@pytest.fixture
def fight(hands: Hands, tmp_path: Path) -> MainWindow:
    """A window with a sample that has begun."""
    window = hands.window
    window.services.encounters.new_from(read_sample(shipped()), tmp_path / "fight.turnwright")
    start(window.services.bridge)
    hands.settle()
    return window


def asked(hands: Hands) -> ExportDialog:
    """The dialog that the command opens."""
    hands.window.do("export")
    hands.settle()
    found = hands.window.findChild(ExportDialog)
    assert found is not None
    return found


def write(hands: Hands, wanted: Wanted, path: Path) -> str:
    """Write a file to its end; returns what the window says."""
    window = hands.window
    window.messages.clear()
    assert window.exporting.start(window.exporting.job(wanted, path))
    hands.until(lambda: bool(window.messages.text), "the file")
    hands.until(lambda: not window.exporting.exports.busy, "the thread to end")
    hands.settle()
    return window.messages.text


@pytest.mark.slow
def test_documents_and_formats_can_be_chosen(hands: Hands, fight: MainWindow) -> None:
    own = fight.services.paths.templates
    own.mkdir(parents=True)
    (own / "handout.toml").write_text('title = "Hand-out"\n[[part]]\nkind = "order"\n')
    (own / "broken.toml").write_text(TURNED)
    dialog = asked(hands)
    kinds = [dialog.document.itemData(row) for row in range(dialog.document.count())]
    assert kinds == [*KINDS, "handout"]
    assert dialog.document.itemText(len(KINDS)) == "Hand-out"
    assert dialog.document.currentText() == "Record (summary of the fight)"
    assert f"{own / 'broken.toml'}:2: 'ordre' is none of" in dialog.trouble.text()
    assert dialog.paper.isVisible()
    dialog.only.setChecked(True)
    assert dialog.wanted("now", "en").only == (fight.table.current(),)
    dialog.format.setCurrentIndex(dialog.format.findData("csv-events"))
    assert not dialog.document.isVisible()
    assert not dialog.paper.isVisible()
    wanted = dialog.wanted("now", "en")
    assert (wanted.format, wanted.only) == ("csv-events", ())
    dialog.format.setCurrentIndex(dialog.format.findData("html"))
    assert dialog.document.isVisible()
    assert not dialog.landscape.isVisible()
    assert dialog.about.text()
    dialog.reject()


@pytest.mark.slow
def test_after_the_choice_the_window_asks_where_to_and_writes_there(
    hands: Hands, fight: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[Path] = []
    monkeypatch.setattr(feedback, "show", lambda path: shown.append(path) or True)
    documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    Path(documents).mkdir(exist_ok=True)
    dialog = asked(hands)
    dialog.format.setCurrentIndex(dialog.format.findData("json"))
    dialog.save.click()
    hands.settle()
    files = fight.findChild(QFileDialog)
    assert files is not None
    assert Path(files.directory().absolutePath()) == Path(documents)
    assert Path(files.selectedFiles()[0]).suffix == ".json"
    files.fileSelected.emit(str(tmp_path / "out.json"))
    files.reject()
    hands.until(lambda: "out.json" in fight.messages.text, "the file")
    assert json.loads((tmp_path / "out.json").read_bytes())["title"] == "Ambush at Docking Bay 94"
    fight.messages.second.click()
    fight.messages.action.click()
    assert shown == [tmp_path, tmp_path / "out.json"]
    monkeypatch.setattr(feedback, "show", lambda path: False)  # a desktop without a program for it
    fight.feedback.saved_file(tmp_path / "out.json")
    fight.messages.second.click()
    assert fight.messages.text == f"No program here can show it. It is at {tmp_path}."
    asked(hands).save.click()
    hands.settle()
    (again,) = (found for found in fight.findChildren(QFileDialog) if found is not files)
    assert Path(again.directory().absolutePath()) == tmp_path
    again.reject()


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_every_document_is_written_in_every_format(
    hands: Hands, fight: MainWindow, tmp_path: Path, kind: str
) -> None:
    for format_, begins in (("pdf", b"%PDF"), ("html", b"<!DOCTYPE html>"), ("md", b"# Ambush")):
        path = tmp_path / f"{kind}.{format_}"
        assert write(hands, Wanted(format_, kind), path) == f"Saved as {path}."
        assert path.read_bytes().lstrip().startswith(begins)


@pytest.mark.slow
def test_a_file_that_cannot_be_written_leaves_the_old_one(
    hands: Hands, fight: MainWindow, tmp_path: Path
) -> None:
    """Here the target is a folder."""
    (tmp_path / "a.json").mkdir()
    assert "could not be written" in write(hands, Wanted("json"), tmp_path / "a.json")
    assert (tmp_path / "a.json").is_dir()
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".a.json")]
    assert fight.findChild(QProgressDialog) is None or not fight.findChild(QProgressDialog).isVisible()


@pytest.mark.slow
def test_the_window_lives_while_a_template_has_no_end_and_calls_it_off(
    hands: Hands, fight: MainWindow, tmp_path: Path
) -> None:
    """The template is stopped at once; turns are taken meanwhile; nothing is written."""
    own = fight.services.paths.templates
    own.mkdir(parents=True)
    (own / "document.html.j2").write_text(ENDLESS)
    job = fight.exporting.job(Wanted("html"), tmp_path / "a.html")
    assert fight.exporting.start(job)
    beats: list[int] = []
    timer = QTimer()
    timer.setInterval(5)
    timer.timeout.connect(lambda: beats.append(1))
    timer.start()
    before = fight.services.bridge.session.cursor
    hands.primary()
    assert fight.services.bridge.session.cursor == before + 1
    hands.until(lambda: len(beats) > 40, "the window to go on")
    timer.stop()
    assert fight.exporting.exports.busy
    assert not fight.exporting.start(job)
    progress = fight.findChild(QProgressDialog)
    assert progress is not None
    progress.canceled.emit()
    hands.until(lambda: not fight.exporting.exports.busy, "the thread to end")
    assert fight.messages.text == "The export was cancelled."
    assert not (tmp_path / "a.html").exists()


@pytest.mark.slow
def test_closing_the_window_calls_off_what_is_being_written(
    hands: Hands, fight: MainWindow, tmp_path: Path
) -> None:
    own = fight.services.paths.templates
    own.mkdir(parents=True)
    (own / "document.html.j2").write_text(ENDLESS)
    assert fight.exporting.start(fight.exporting.job(Wanted("html"), tmp_path / "a.html"))
    fight.close()
    assert not fight.exporting.exports.busy
    assert not (tmp_path / "a.html").exists()


@pytest.mark.slow
def test_a_broken_template_of_ones_own_is_told_with_the_file(
    hands: Hands, fight: MainWindow, tmp_path: Path
) -> None:
    own = fight.services.paths.templates
    own.mkdir(parents=True)
    (own / "document.md.j2").write_text("{{ nobody }}")
    told = write(hands, Wanted("md"), tmp_path / "a.md")
    assert told.startswith(f"Saved as {tmp_path / 'a.md'}. · ")
    assert f"{own / 'document.md.j2'}:1: 'nobody' is undefined" in told
    assert fight.messages.tone == "warning"


@pytest.mark.slow
def test_a_pdf_lies_as_it_is_asked(hands: Hands, fight: MainWindow, tmp_path: Path) -> None:
    from msgspec.structs import replace

    job = fight.exporting.job(Wanted("pdf", "status"), tmp_path / "a.pdf")
    assert fight.exporting.start(replace(job, setup=Setup("Letter", landscape=True)))
    hands.until(lambda: "a.pdf" in fight.messages.text, "the file")
    box = (tmp_path / "a.pdf").read_bytes()
    assert b"/MediaBox [0 0 792 612]" in box or b"/MediaBox [0 0 792.000000 612.000000]" in box


@pytest.mark.slow
def test_documents_of_ones_own_can_be_printed_too(hands: Hands, fight: MainWindow) -> None:
    """The print dialog lists what the export lists."""
    from desktop.paper.print_dialog import PrintDialog

    own = fight.services.paths.templates
    own.mkdir(parents=True)
    (own / "handout.toml").write_text('title = "Hand-out"\n[[part]]\nkind = "order"\n')
    (own / "broken.toml").write_text(TURNED)
    fight.do("print")
    hands.settle()
    dialog = fight.findChild(PrintDialog)
    assert dialog is not None
    kinds = [dialog.options.kind.itemText(row) for row in range(dialog.options.kind.count())]
    assert kinds[-1] == "Hand-out"
    dialog.show_kind("handout")
    hands.until(lambda: dialog.laid is not None, "the pages")
    dialog.reject()
    hands.settle()
