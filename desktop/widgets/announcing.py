"""Says something to screen readers."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget


def announce(widget: QWidget, text: str, *, urgent: bool = False, always: bool = False) -> None:
    """Let a screen reader that runs say ``text``; ``always`` does so even where none is known to run.

    What it takes is loaded with the first that is said: a start has nothing to say.
    """
    from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent

    if not (always or QAccessible.isActive()):
        return
    event = QAccessibleAnnouncementEvent(widget, text)
    if urgent:
        event.setPoliteness(QAccessible.AnnouncementPoliteness.Assertive)
    QAccessible.updateAccessibility(event)
