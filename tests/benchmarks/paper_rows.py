"""Twenty pages as a PDF, beside a bare QPainter on QPdfWriter that draws the same texts at their places."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QPointF
from PySide6.QtGui import QFont, QGuiApplication, QPainter, QPdfWriter
from table import Row, median

from desktop.printing.letters import Style
from desktop.printing.output import lay_out, pdf
from desktop.printing.pages import Laid
from desktop.printing.setup import UNIT, Setup, page_layout
from rulesets.documents import Document
from rulesets.encounter import commands as cmd
from rulesets.papers.making import document
from rulesets.papers.templates import read_template
from rulesets.session import Session
from rulesets.summary import summarise

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


def paper_rows(fight: Callable[[int], Session]) -> list[Row]:
    """A PDF of some 20 pages of each kind, and what it takes to make the document."""
    app = QGuiApplication.instance() or QGuiApplication([])
    rows = []
    for kind, combatants, turns in (("record", 12, 440), ("status", 200, 40), ("run-sheet", 130, 2)):
        session = long_fight(fight, combatants, turns)
        template = read_template(TEMPLATES / f"{kind}.toml")
        setup = Setup(landscape=template.landscape)

        def made(session: Session = session, kind: str = kind) -> Document:
            told = summarise(session.rules, session.log, "A long fight")
            return document(told, kind, read_template(TEMPLATES / f"{kind}.toml"), "today")

        paper = made()
        laid = lay_out(paper, setup)
        yardstick = median(lambda laid=laid, setup=setup: bare(laid, setup), 7)
        ours = median(lambda paper=paper, setup=setup: pdf(paper, setup), 7)
        many = f"{len(laid.pages)} pages of a {kind}"
        rows.append(Row(f"{many} as PDF", ours, yardstick, ours / yardstick, "<= 1.3 x bare painter"))
        making = median(made, 3)
        rows.append(Row(f"{many}: from log to document", making, yardstick, making / yardstick, ""))
    del app
    return rows
