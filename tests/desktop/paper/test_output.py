"""Ways to paper: PDFs that are whole or not there, printers, what was cancelled, what goes wrong."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtGui import QImage, QPageLayout
from PySide6.QtPrintSupport import QPrinter

from desktop.paper.printing.output import lay_out, page_image, paint, pdf, write_pdf
from desktop.paper.printing.setup import page_layout
from desktop.process.paper_setup import Setup
from desktop.process.tasks import Stopped
from tests.desktop.paper.papers import KINDS, SETUPS, STORIES, house, paper, somebody, told

pytestmark = pytest.mark.usefixtures("qapp")
pdftotext = pytest.mark.skipif(shutil.which("pdftotext") is None, reason="no pdftotext here")


def pages_of(path: Path) -> list[str]:
    """The text of every page, as another program reads it."""
    done = subprocess.run(["pdftotext", "-raw", str(path), "-"], capture_output=True, check=True)
    return done.stdout.decode("utf-8").split("\f")[:-1]


@pdftotext
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", STORIES)
def test_another_program_reads_every_page(name: str, kind: str, tmp_path: Path) -> None:
    """Its header, everybody's name, everything that happened."""
    summary = told(name)
    made, setup = paper(summary, kind), Setup(landscape=kind == "run-sheet")
    count = write_pdf(made, tmp_path / "a.pdf", setup)
    pages = pages_of(tmp_path / "a.pdf")
    assert len(pages) == count == len(lay_out(made, setup).pages)
    for number, page in enumerate(pages, 1):
        assert f"Page {number} of {count}" in page
        assert summary.title[:12] in page
    text = " ".join(" ".join(pages).split())
    for who in summary.standings:
        assert who.name in text
    if kind == "record":
        for step in summary.happened:
            if step.round and len(step.title) < 60:
                assert (step.leads or step.title) in text


@pytest.mark.slow
@pdftotext
def test_paper_has_the_size_that_was_chosen(tmp_path: Path) -> None:
    sizes = {"A4": (595, 842), "Letter": (612, 792), "A5": (420, 595)}
    made = paper(told("kaiser"), "status")
    for setup in SETUPS:
        write_pdf(made, tmp_path / "a.pdf", setup)
        box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)", (tmp_path / "a.pdf").read_bytes())
        assert box is not None
        expected = sizes[setup.paper][:: -1 if setup.landscape else 1]
        assert (float(box[1]), float(box[2])) == pytest.approx(expected, abs=1)


def test_a_pdf_loads_and_runs_nothing(tmp_path: Path) -> None:
    """Names are letters: no links, no files, no scripts, whatever they say."""
    name = "<img src=file:///etc/passwd><a href='http://example.org'>x</a> javascript:alert(1)"
    data, _ = pdf(paper(house([somebody(1, name=name, notes=name)], title=name), "status"), Setup())
    for word in (b"/URI", b"/JavaScript", b"/Launch", b"/EmbeddedFile", b"/GoToR", b"root:"):
        assert word not in data


def stopping(after: int) -> Callable[[int, int], None]:
    """Something that has the work stopped."""
    calls = []

    def tick(done: int, of: int) -> None:
        calls.append(done)
        if len(calls) > after:
            raise Stopped

    return tick


@pytest.mark.parametrize("after", [0, 3, 20])
def test_what_is_stopped_leaves_what_was_there(after: int, tmp_path: Path) -> None:
    target = tmp_path / "a.pdf"
    target.write_bytes(b"what was there before")
    people = [somebody(number) for number in range(300)]
    with pytest.raises(Stopped):
        write_pdf(paper(house(people), "cards"), target, Setup(), stopping(after))
    assert target.read_bytes() == b"what was there before"
    assert [path.name for path in tmp_path.iterdir()] == ["a.pdf"]


def test_what_cannot_be_written_is_an_error_and_changes_nothing(tmp_path: Path) -> None:
    """A file stands where the folder should be: that holds for root, too."""
    (tmp_path / "in the way").write_text("kept")
    with pytest.raises(OSError):
        write_pdf(paper(told("kaiser"), "status"), tmp_path / "in the way" / "a.pdf", Setup())
    assert (tmp_path / "in the way").read_text() == "kept"


def test_a_full_disk_is_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    target = tmp_path / "a.pdf"
    target.write_bytes(b"before")

    def full(_number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_pdf(paper(told("kaiser"), "status"), target, Setup())
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"before"]


@pdftotext
def test_a_printer_prints_what_a_pdf_shows(tmp_path: Path) -> None:
    """Within the margins that it can keep."""
    made, setup = paper(told("saga-edition"), "record"), Setup("Letter")
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / "p.pdf"))
    printer.setPageLayout(page_layout(setup))
    laid = lay_out(made, setup, QPageLayout(printer.pageLayout()))
    paint(laid, printer, range(len(laid.pages)))
    write_pdf(made, tmp_path / "a.pdf", setup)
    assert [" ".join(page.split()) for page in pages_of(tmp_path / "p.pdf")] == [
        " ".join(page.split()) for page in pages_of(tmp_path / "a.pdf")
    ]


@pytest.mark.qt_log_ignore("QPainter::begin")
def test_a_printer_that_is_gone_is_an_error() -> None:
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName("/nowhere/at/all/p.pdf")
    laid = lay_out(paper(told("kaiser"), "status"), Setup())
    with pytest.raises(OSError):
        paint(laid, printer, range(len(laid.pages)))


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_is_black_and_white(kind: str) -> None:
    """No colour anywhere; BLACK and WHITE are all that is painted with."""
    laid = lay_out(paper(told("saga-edition"), kind), Setup())
    image = page_image(laid, 0, page_layout(Setup()), 150)
    data = bytes(image.convertToFormat(QImage.Format.Format_RGB32).constBits())
    assert data[0::4] == data[1::4] == data[2::4]
    levels = Counter(data[0::4])
    assert min(levels[0], levels[255]) > 1000
