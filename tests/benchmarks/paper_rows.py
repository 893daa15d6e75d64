"""Twenty pages as a PDF, beside a bare QPainter on QPdfWriter that draws the same texts at their places."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import QBuffer, QEventLoop, QIODevice, QObject, QPointF, QTimer
from PySide6.QtGui import QFont, QGuiApplication, QPainter, QPdfWriter
from table import Row, median

from desktop.paper.printing.letters import Style
from desktop.paper.printing.output import lay_out, pdf
from desktop.paper.printing.pages import Laid
from desktop.paper.printing.setup import UNIT, Setup, page_layout
from desktop.process.tasks import Tasks, Tick
from rulesets.fight.session import Session
from rulesets.output.documents import Document
from rulesets.output.papers.making import document
from rulesets.output.papers.templates import Template, read_template
from rulesets.output.summary import summarise
from rulesets.table import commands as cmd

TEMPLATES = Path(__file__).parents[2] / "resources" / "templates"
PAGES = 20


def bare(laid: Laid, setup: Setup) -> bytes:
    """Draw the texts of all pages in plain fonts of the same sizes, and nothing else; measure nothing."""
    fonts = []
    for ours in laid.letters.fonts:
        font = QFont("Sans Serif")
        font.setPixelSize(ours.pixelSize())
        font.setBold(ours.bold())
        fonts.append(font)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(UNIT)
    writer.setPageLayout(page_layout(setup))
    painter = QPainter(writer)
    for number, page in enumerate(laid.pages):
        if number:
            writer.newPage()
        for style in Style:
            painter.setFont(fonts[style])
            for x, y, text in page.texts[style]:
                painter.drawText(QPointF(x, y), text)
    painter.end()
    del writer
    return bytes(buffer.data().data())


def long_fight(fight: Callable[[int], Session], combatants: int, turns: int) -> Session:
    """Return a fight with damage in every turn."""
    session = fight(combatants)
    for number in range(turns):
        session.dispatch(
            cmd.Apply(
                pipeline="damage",
                to=(f"c{number % combatants}",),
                inputs={"amount": number % 9 + 1},
                by=f"c{(number + 1) % combatants}",
            )
        )
        session.dispatch(cmd.EndTurn())
    return session


def beside(
    ours: Callable[[], object], yardstick: Callable[[], object], times: int = 11
) -> tuple[float, float]:
    """Return the median times of both, taken in turn: a busy moment hits both."""
    taken: tuple[list[float], list[float]] = ([], [])
    for _ in range(times):
        for run, found in zip((ours, yardstick), taken, strict=True):
            found.append(median(run, 1))
    return statistics.median(taken[0]), statistics.median(taken[1])


class _Ear(QObject):
    """Hears what becomes of a task."""

    def heard(self, made: object) -> None:
        """Fail if it failed."""
        if isinstance(made, Exception):
            raise made


def longest_pause(work: Callable[[Tick], object]) -> tuple[float, float]:
    """Return the longest wait of the window's thread while a task was done, and how long that took (ms)."""
    loop, timer, tasks, ear = QEventLoop(), QTimer(), Tasks(), _Ear()
    times = [time.perf_counter()]
    timer.timeout.connect(lambda: times.append(time.perf_counter()))
    timer.start(1)
    task = tasks.do(lambda task: work(task.tick), ear.heard, ear.heard)
    task.ended.connect(loop.quit)
    loop.exec()
    tasks.stop()
    timer.stop()
    times.append(time.perf_counter())
    pauses = [(after - before) * 1000 for before, after in pairwise(times)]
    return max(pauses), (times[-1] - times[0]) * 1000


def paper_rows(fight: Callable[[int], Session]) -> list[Row]:
    """A PDF of some 20 pages of each kind, what it takes to make the document, and how the window fares."""
    app = QGuiApplication.instance() or QGuiApplication([])
    rows = []
    for kind, combatants, turns in (("record", 12, 440), ("status", 430, 40), ("run-sheet", 170, 2)):
        session = long_fight(fight, combatants, turns)
        template = read_template(TEMPLATES / f"{kind}.toml")
        setup = Setup(landscape=template.landscape)

        def made(session: Session = session, kind: str = kind, template: Template = template) -> Document:
            return document(summarise(session.rules, session.log, "A long fight"), kind, template, "today")

        paper = made()
        laid = lay_out(paper, setup)
        ours, yardstick = beside(lambda p=paper, s=setup: pdf(p, s), lambda x=laid, s=setup: bare(x, s))  # type: ignore[misc]
        many = f"{len(laid.pages)} pages of a {kind}"
        rows.append(Row(f"{many} as PDF", ours, yardstick, ours / yardstick, "<= 1.3 x bare painter"))
        making = median(made, 3)
        rows.append(Row(f"{many}: from log to document", making, yardstick, making / yardstick, ""))
        if kind == "record":

            def all_of_it(tick: Tick, setup: Setup = setup, make: Callable[[], Document] = made) -> int:
                return sum(pdf(make(), setup, tick)[1] for _ in range(5))

            pause, whole = longest_pause(all_of_it)
            told = "longest pause of the window meanwhile"
            rows.append(Row(told, pause, whole, pause / whole, "<= 33 ms"))
    del app
    return rows
