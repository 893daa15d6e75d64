"""Says once after an update that there is something new to read."""

from __future__ import annotations

import re
from collections.abc import Callable

from PySide6.QtCore import QObject

import rulesets
from desktop.messages.feedback import Feedback
from desktop.process.settings_store import SettingsStore


class News(QObject):
    """Compares the program with the one that was started here before."""

    def __init__(
        self,
        settings: SettingsStore,
        feedback: Feedback,
        show: Callable[[], object],
        version: str = rulesets.__version__,
        parent: QObject | None = None,
    ) -> None:
        """Let ``show`` show what is new in ``version``."""
        super().__init__(parent)
        self._settings, self._feedback, self._show, self._version = settings, feedback, show, version

    def tell(self) -> None:
        """Say that this version is newer than the last one; what else there is to say goes before it."""
        seen, version = self._settings.now.seen_version, self._version
        if not seen:
            self._settings.note(seen_version=version)  # the first start: everything is new
        elif _numbers(version) > _numbers(seen) and self._feedback.offer_news(version, self._show):
            self._settings.change(seen_version=version)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", version))
