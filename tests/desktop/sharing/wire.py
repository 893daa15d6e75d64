"""Stands in for the server's process: everything that it would be told, and a way to report."""

from __future__ import annotations

import json
from typing import Any

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from desktop.bridge import Bridge
from desktop.players.feed import PlayersFeed
from desktop.process.settings import Settings
from desktop.sharing import protocol
from desktop.sharing.shared_fight import Sharing
from desktop.widgets.texts import Texts


class Wire:
    """What the server was told, in order."""

    def __init__(self) -> None:
        self.orders: list[protocol.AnyOrder] = []
        self._server: Any = None

    def report(self, report: protocol.AnyReport) -> None:
        """Say something to the window."""
        self._server.reported.emit(report)

    def die(self) -> None:
        """End without having been told to."""
        self._server.ended.emit()

    def of(self, kind: type) -> list[Any]:
        return [order for order in self.orders if isinstance(order, kind)]

    def last_table(self) -> Any:
        return json.loads(bytes(self.of(protocol.ShowTable)[-1].value))["screen"]

    def put_in(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Let whoever shares be heard by this alone."""
        wire = self

        class Server(QObject):
            reported, ended, emptied = Signal(object), Signal(), Signal()
            full = False
            said_last = ""

            def __init__(self, parent: QObject) -> None:
                super().__init__(parent)
                wire._server = self

            def start(self, wanted: protocol.Open) -> None:
                self.tell(wanted)

            def tell(self, order: protocol.AnyOrder) -> None:
                wire.orders.append(order)

            def end(self) -> None:
                pass

        monkeypatch.setattr("desktop.sharing.shared_fight.ServerProcess", Server)


class _Chosen(QObject):
    """What the game master has chosen, and keeps nowhere."""

    changed = Signal(object)
    now = Settings()


class Shared(Sharing):
    """A fight that is shared without a window around it."""

    def __init__(self, bridge: Bridge, texts: Texts, **more: Any) -> None:
        self.behind, self.chosen = QWidget(), _Chosen()
        self.chosen.setParent(self.behind)
        feed: Any = PlayersFeed(bridge, self.chosen, str, self.behind)  # type: ignore[arg-type]
        super().__init__(bridge, texts, feed, **more)
