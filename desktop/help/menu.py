"""Help: the sheet of keys, the guide, what is new, and what this is."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QScrollArea,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

import rulesets
from desktop.app_services import AppServices
from desktop.commands.keys import Keys
from desktop.help.about_dialog import AboutDialog
from desktop.help.book import anchor_of
from desktop.help.browser import HelpBrowser
from desktop.help.key_sheet import KeySheet
from desktop.help.reader import NEWS, Reader
from desktop.process.in_front import ask
from desktop.process.paths import Paths, resources
from rulesets.reading.loader import judged
from rulesets.seen.left_open import rolls_without_number
from rulesets.vocabulary import Rules

CONTEXT = "Keys"
CHAPTERS = {
    "actions": "Play",
    "combatants": "Begin",
    "damage": "Play",
    "declare": "Play",
    "declare.dialog": "Declaring",
    "dice": "Play",
    "incoming": "From other programs",
    "inspector": "Play",
    "log": "You are right",
    "main": "Your file",
    "main.campaign_dialogs": "From week to week",
    "paper": "On paper",
    "players": "Play",
    "rolls": "Begin",
    "rulesets": "Your own rules",
    "sharing": "On the players' phones",
    "why": "Play",
}
"""Room, or room and module, of a dialog → the chapter of the guide about it; of any other it is the first."""
ROUND = 40
"""Room around the sheet of keys: margins, frame and, for large fonts, a scroll bar."""


def _dialog(parent: QWidget, title: str, inside: QWidget, size: QSize) -> QDialog:
    dialog = QDialog(parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle(title)
    column = QVBoxLayout(dialog)
    column.addWidget(inside)
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, dialog)
    buttons.rejected.connect(dialog.reject)
    column.addWidget(buttons)
    dialog.resize(size.boundedTo(parent.size()))
    return dialog


def _translated(text: object) -> str:
    return QCoreApplication.translate(CONTEXT, str(text))


def show_help(ident: str, parent: QWidget, keys: Keys, services: AppServices) -> QDialog:
    """Show what an entry of the help menu names."""
    match ident:
        case "keys":
            bridge = services.bridge
            return show_keys(parent, keys, bridge.rules if bridge.is_open else None)
        case "guide":
            return show_page(parent, _translated("Guide"), "guide.md")
        case "authors":
            return show_authors_guide(parent)
        case "reference":
            return show_reader(parent, "ruleset-reference.md")
        case "judged":
            return show_judged(parent, services.bridge.rules)
        case "changelog":
            return show_reader(parent, NEWS, anchor_of(rulesets.__version__))
    return show_about(parent, services.paths)


def show_keys(parent: QWidget, keys: Keys, rules: Rules | None) -> QDialog:
    """Show every key of the program on one sheet, as it is bound now, as far as ``rules`` make use of it."""
    sheet = KeySheet(keys, parent.width() - ROUND, rules=rules)
    area = QScrollArea()
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setWidget(sheet)
    dialog = _dialog(parent, _translated("Keys"), area, sheet.sizeHint() + QSize(ROUND, 90))
    ask(dialog)
    return dialog


def show_about_dialog(dialog: QDialog, room: QSize) -> QDialog:
    """Show the chapter of the guide about a dialog, in front of it, in a window that has ``room``.

    A dialog that is help itself stays as it is.
    """
    if dialog.findChildren(HelpBrowser):
        return dialog
    module = type(dialog).__module__.partition(".")[2]
    chapter = CHAPTERS.get(module) or CHAPTERS.get(module.partition(".")[0], "Begin")
    page = show_page(dialog, _translated("Guide"), "guide.md")
    page.resize(QSize(760, 760).boundedTo(room))
    for browser in page.findChildren(HelpBrowser):
        browser.go_to(anchor_of(chapter))
    return page


def show_page(parent: QWidget, title: str, name: str) -> QDialog:
    """Show a text of the program's resources, such as the guide."""
    browser = HelpBrowser()
    try:
        browser.show_chapter((resources() / name).read_text(encoding="utf-8"))
    except OSError:
        missing = _translated("This page is missing: the program was not installed completely.")
        browser.setPlainText(missing)
    dialog = _dialog(parent, title, browser, QSize(760, 760))
    ask(dialog)
    return dialog


def show_reader(parent: QWidget, name: str, anchor: str = "") -> Reader:
    """Show a long page beside the window; one that is open already goes there."""
    reader = parent.findChild(Reader) or Reader(parent)
    reader.open_page(name, anchor)
    reader.show()
    reader.raise_()
    reader.activateWindow()
    return reader


def show_authors_guide(parent: QWidget, heading: str = "") -> Reader:
    """Show the guide for authors of rulesets, at one of its headings."""
    return show_reader(parent, "ruleset-guide.md", anchor_of(heading))


def show_judged(parent: QWidget, rules: Rules) -> QDialog:
    """Show what the rules of the encounter leave to the gamemaster, each with its rule."""
    browser = QTextBrowser()
    sentences = [f"{sentence} ({rule})" for rule, sentence in judged(rules.id).items()]
    open_roll = _translated("{roll}: the rules set no target number. You decide what is to be reached.")
    for roll, rule in rolls_without_number(rules).items():
        said = open_roll.format(roll=roll)
        sentences.append(f"{said} ({rule})" if rule else said)
    told = "\n\n".join(sentences)
    nothing = _translated("These rules leave nothing to you that the program does not ask about.")
    browser.setPlainText(told or nothing)
    dialog = _dialog(parent, _translated("What the rules leave to you"), browser, QSize(620, 480))
    ask(dialog)
    return dialog


def show_about(parent: QWidget, paths: Paths) -> QDialog:
    """Say what this program is, whose its parts are and where it keeps the user's files."""
    dialog = AboutDialog(paths, parent)
    ask(dialog)
    return dialog
