"""The bar that never blocks."""

from __future__ import annotations

from PySide6.QtCore import Qt

from desktop.messages.bar import MessageBar


def test_a_message_stays_until_it_is_replaced_or_dismissed(qtbot):
    bar = MessageBar()
    qtbot.addWidget(bar)
    assert bar.isHidden()
    bar.show_message("One <b>thing</b>", tone="warning")
    bar.show_message("Another")
    assert bar.text == "Another"
    assert bar.tone == "info"
    assert bar.label.textFormat() == Qt.TextFormat.PlainText
    with qtbot.waitSignal(bar.dismissed):
        qtbot.keyClick(bar, Qt.Key.Key_Escape)
    assert bar.isHidden()
    assert bar.text == ""


def test_the_tone_is_said_in_words(qtbot):
    bar = MessageBar()
    qtbot.addWidget(bar)
    bar.show_message("The disk is full", tone="error")
    assert bar.accessibleName() == "Error: The disk is full"


def test_its_button_acts_once(qtbot):
    bar, done = MessageBar(), []
    qtbot.addWidget(bar)
    bar.show_message("Refused", tone="warning", action="Override", callback=lambda: done.append(bar.text))
    bar.action.click()
    assert done == [""]
    assert bar.isHidden()
    bar.show_message("Again")
    assert bar.action.isHidden()


def test_the_button_may_lead_to_the_next_message(qtbot):
    bar = MessageBar()
    qtbot.addWidget(bar)
    bar.show_message("Refused", action="Why", callback=lambda: bar.show_message("Because", tone="info"))
    bar.action.click()
    assert bar.text == "Because"
