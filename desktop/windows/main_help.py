"""Help: the sheet of keys, the guide, what is new, and what this is."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QSize, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QGridLayout,
    QLabel,
    QMessageBox,
    QScrollArea,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

import rulesets
from desktop.services.paths import resources
from desktop.windows.main_actions import commands, plain
from rulesets.compiled import Rules
from rulesets.loader import judged

CONTEXT = "Keys"
IN_THE_LIST = (
    ("↑ ↓", QT_TRANSLATE_NOOP("Keys", "Choose a combatant")),
    ("1 – 6", QT_TRANSLATE_NOOP("Keys", "Spend the first … sixth kind of action")),
    (
        QT_TRANSLATE_NOOP("Keys", "Drag down"),
        QT_TRANSLATE_NOOP("Keys", "Delay: the sentence says what will happen before you let go"),
    ),
    (
        QT_TRANSLATE_NOOP("Keys", "Drag a waiting row up"),
        QT_TRANSLATE_NOOP("Keys", "Take the turn that was put off"),
    ),
    (
        QT_TRANSLATE_NOOP("Keys", "Alt while letting go"),
        QT_TRANSLATE_NOOP("Keys", "Insist on a refused drop"),
    ),
)


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


def show_keys(parent: QWidget) -> QDialog:
    """Show every key of the program on one sheet."""
    sheet = QWidget()
    grid = QGridLayout(sheet)
    grid.setHorizontalSpacing(18)
    grid.setVerticalSpacing(4)
    grid.setColumnStretch(1, 1)
    row = _group(
        grid, 0, _translated("In the list"), [(_translated(k), _translated(t)) for k, t in IN_THE_LIST]
    )
    groups: dict[str, list[tuple[str, str]]] = {}
    for title, entry in commands():
        keys = [QKeySequence(entry.key).toString(QKeySequence.SequenceFormat.NativeText), entry.list_key]
        if any(keys):
            shown = ", ".join(key for key in keys if key)
            groups.setdefault(plain(title), []).append((shown, plain(entry.text)))
    for title, lines in groups.items():
        row = _group(grid, row, title, lines)
    grid.setRowStretch(row, 1)
    area = QScrollArea()
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setWidget(sheet)
    note = _translated("Letters, digits and Space work while the list has the focus (Ctrl+1).")
    row = _group(grid, row, note, [])
    dialog = _dialog(parent, _translated("Keys"), area, QSize(620, 720))
    dialog.open()
    return dialog


def _group(grid: QGridLayout, row: int, title: str, lines: list[tuple[str, str]]) -> int:
    heading = QLabel(title)
    font = heading.font()
    font.setBold(True)
    heading.setFont(font)
    heading.setWordWrap(True)
    heading.setContentsMargins(0, 8, 0, 0)
    grid.addWidget(heading, row, 0, 1, 2)
    for key, text in lines:
        row += 1
        shown = QLabel(key)
        shown.setTextFormat(Qt.TextFormat.PlainText)
        told = QLabel(text)
        told.setWordWrap(True)
        grid.addWidget(shown, row, 0, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
        grid.addWidget(told, row, 1)
    return row + 1


def show_page(parent: QWidget, title: str, name: str) -> QDialog:
    """Show a text of the program's resources, such as the guide."""
    browser = QTextBrowser()
    browser.setOpenLinks(False)
    try:
        browser.setMarkdown((resources() / name).read_text(encoding="utf-8"))
    except OSError:
        missing = _translated("This page is missing: the program was not installed completely.")
        browser.setPlainText(missing)
    dialog = _dialog(parent, title, browser, QSize(760, 760))
    dialog.open()
    return dialog


def show_judged(parent: QWidget, rules: Rules) -> QDialog:
    """Show what the rules of the encounter leave to the gamemaster, each with its rule."""
    browser = QTextBrowser()
    sentences = judged(rules.id)
    told = "\n\n".join(f"{sentence} ({rule})" for rule, sentence in sentences.items())
    nothing = _translated("These rules leave nothing to you that the program does not ask about.")
    browser.setPlainText(told or nothing)
    dialog = _dialog(parent, _translated("What the rules leave to you"), browser, QSize(620, 480))
    dialog.open()
    return dialog


def show_about(parent: QWidget) -> QDialog:
    """Say what this program is."""
    text = _translated("A combat tracker for game masters in which the combat round itself is data.")
    box = QMessageBox(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setWindowTitle(_translated("About Turnwright"))
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(f"Turnwright {rulesets.__version__}")
    box.setInformativeText(text)
    box.open()
    return box
