"""Sharing a fight with the players: what they see goes to the server, what they send comes to the desk.

It is off until the game master switches it on, ends with the window, and is off again at the next start.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct
from PySide6.QtCore import QObject, QTimer, Signal

from desktop.bridge import Bridge
from desktop.players.feed import PlayersFeed
from desktop.sharing import protocol
from desktop.sharing.desk import Fate, SlipDesk
from desktop.sharing.links import Link, Links
from desktop.sharing.numbers import Numbers
from desktop.sharing.page_texts import page_texts
from desktop.sharing.process import ServerProcess
from desktop.widgets.texts import Texts
from rulesets.seen.own_sheet import OwnSheet, own_sheet
from rulesets.seen.players import Names
from rulesets.seen.players_screen import NOTHING, PlayersScreen
from rulesets.seen.slips import said_of

USUAL_PORT, PORTS = 8765, 10
"""The port that is tried first, and how many one after the other: every window has its own."""
_SOON = 10
"""Milliseconds in which what comes fast after each other is gathered."""
_AGAIN = 500
"""Milliseconds until a server that has died is started again."""
MOST_DEATHS = 3
"""Deaths in a row after which it is not: a server to which somebody has come since begins anew."""


class OnTable(Struct, frozen=True, omit_defaults=True):
    """What is sent to every page."""

    screen: PlayersScreen
    covered: bool = False
    """The game master has hidden it."""


class OnLink(Struct, frozen=True):
    """What is sent to a page that was opened by a personal link."""

    sheet: OwnSheet | None
    """None while the combatant is not there, or players must not know of it."""
    slips: tuple[Fate, ...] = ()


class Sharing(QObject):
    """Shares the fight of one window."""

    changed = Signal()
    """It was begun or has ended; somebody came or went; there are other links."""
    failed = Signal(str, str)
    """Code and what the system, or the server, says: sharing could not be begun, or has ended by itself.

    The codes are those of ``protocol.Failed``, 'not-started' and 'died'.
    """

    def __init__(
        self,
        bridge: Bridge,
        texts: Texts,
        feed: PlayersFeed,
        parent: QObject | None = None,
        *,
        covered: Callable[[], bool] = bool,
    ) -> None:
        """Share what ``bridge`` has open, as ``feed`` has it for players, unless it is ``covered``."""
        super().__init__(parent)
        self._bridge, self._feed, self._covered = bridge, feed, covered
        self.links = Links()
        self._numbers = Numbers()
        self.desk = SlipDesk(bridge, texts, self)
        self.visitors: tuple[protocol.Visitor, ...] = ()
        self._server: ServerProcess | None = None
        self._opened: protocol.Opened | None = None
        self._wanted = protocol.Open("", 0)
        self._deaths = 0
        self._sent: dict[str, bytes] = {}
        """Token, or '' for all → what was sent last."""
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self._send)
        self._again = QTimer(self)
        """Runs between the death of a server and the start of the next one."""
        self._again.setSingleShot(True)
        self._again.setInterval(_AGAIN)
        self._again.timeout.connect(self._start)
        feed.looked.connect(self._send)
        bridge.reset.connect(self._reset)
        self.desk.told.connect(self._send_soon)

    # -- on and off --------------------------------------------------------------------------------

    @property
    def is_on(self) -> bool:
        """Whether pages are given out, or will be as soon as the server listens."""
        return self._server is not None or self._again.isActive()

    @property
    def address(self) -> str:
        """What players open in their browsers; '' while nothing is shared."""
        if self._opened is None:
            return ""
        host = self._opened.host
        return f"http://{f'[{host}]' if ':' in host else host}:{self._opened.port}/"

    @property
    def host(self) -> str:
        """The address of this machine at which it is shared."""
        return "" if self._opened is None else self._opened.host

    def address_of(self, link: Link) -> str:
        """Return a personal link as a whole; '' while nothing is shared."""
        return self.address and self.address + link.path()

    def begin(self, host: str, port: int = USUAL_PORT, tries: int = PORTS) -> None:
        """Switch it on, at an address of this machine."""
        self.end()
        self._wanted = protocol.Open(host, port, tries, protocol.raw(page_texts()))
        self._deaths = 0
        self._start()

    def end(self) -> None:
        """Switch it off: every page is cut off, and every link thrown out."""
        if self.is_on:
            self._switch_off()

    def _switch_off(self) -> None:
        self._drop_server()
        for link in self.links:
            self.desk.forget(link)
        self.links.clear()
        self.changed.emit()

    def _drop_server(self) -> None:
        self._feed.want(self, wanted=False)
        self._soon.stop()
        self._again.stop()
        server, self._server, self._opened, self.visitors = self._server, None, None, ()
        self._sent.clear()
        if server is not None:
            server.reported.disconnect(self._heard)
            server.ended.disconnect(self._died)
            server.end()
            server.deleteLater()

    def _start(self) -> None:
        server = self._server = ServerProcess(self)
        server.reported.connect(self._heard)
        server.ended.connect(self._died)
        server.emptied.connect(self._send_soon)
        server.start(self._wanted)
        if self._server is None:
            return  # it could not be started, which was told
        self._feed.want(self, wanted=True)
        self._send()
        self.changed.emit()

    def _died(self) -> None:
        """Start the server again where it was, with the same links; give up if it dies again and again."""
        opened, why = self._opened, "" if self._server is None else self._server.said_last
        self._drop_server()
        self._deaths += 1
        if opened is None or self._deaths > MOST_DEATHS:
            self._fail("not-started" if opened is None else "died", why)
            return
        self._wanted = protocol.Open(opened.host, opened.port, 1, self._wanted.texts)
        self._again.start()
        self.changed.emit()

    def _fail(self, code: str, why: str) -> None:
        """Switch it off and say why."""
        self._switch_off()
        self.failed.emit(code, why)

    # -- links -------------------------------------------------------------------------------------

    def make_link(self, who: str) -> Link:
        """Make a personal link for a combatant; one that it had is good no longer."""
        self.drop_link(who)
        link = self.links.make(who)
        self._send()
        self.changed.emit()
        return link

    def drop_link(self, who: str) -> None:
        """Throw the link of a combatant out, and whoever is there by it."""
        link = self.links.of(who)
        if link is None:
            return
        self.links.drop(link.token)
        self.desk.forget(link)
        self._sent.pop(link.token, None)
        if self._server is not None:
            self._server.tell(protocol.Drop(link.token))
        self.changed.emit()

    def there(self, link: Link) -> list[protocol.Visitor]:
        """Return who is there by a link."""
        return [one for one in self.visitors if one.token == link.token]

    # -- what is heard -----------------------------------------------------------------------------

    def _heard(self, report: protocol.AnyReport) -> None:
        match report:
            case protocol.Opened():
                self._opened = report
                self.changed.emit()
            case protocol.Failed(code=code, why=why):
                self._fail(code, why)
            case protocol.Visitors(those=those):
                self.visitors, self._deaths = those, 0
                self._send_soon()
                self.changed.emit()
            case protocol.Came(token=token, slip=slip):
                link = self.links.by_token(token)
                if link is not None and self._bridge.is_open:
                    self.desk.came(link, said_of(self._bridge.rules, slip, self._numbers.meant))

    # -- what is sent ------------------------------------------------------------------------------

    def _reset(self) -> None:
        """Another encounter is open: nobody of it has a link."""
        for link in self.links:
            self.drop_link(link.who)
        self._numbers.clear()

    def _send_soon(self) -> None:
        """Send what has nothing to do with a step; of what comes fast after each other the last."""
        if self._server is not None and not self._soon.isActive():
            self._soon.start(_SOON)

    def send_all(self) -> None:
        """Send everything anew, whatever was sent before."""
        self._sent.clear()
        self._send()

    def cover(self) -> None:
        """What players see is hidden, or shown again."""
        self._send_soon()

    def _send(self) -> None:
        """Send what has changed of what players see."""
        server = self._server
        if server is None or server.full:
            return
        self._feed.refresh()
        names = Names({})
        if self._bridge.is_open:
            people = self._bridge.state.combatants
            names = Names(people)
            self._numbers.follow(people)
        covered = self._covered()
        self._tell("", OnTable(NOTHING if covered else self._numbers.screen(self._feed.now), covered))
        there = {one.token for one in self.visitors}
        for link in self.links:
            if link.token in there:
                self._tell(link.token, OnLink(self._sheet(names.id(link.who)), self.desk.fates(link.token)))
            else:
                self._tell(link.token, None)  # good from now on; who opens it gets what holds then

    def _sheet(self, known: str) -> OwnSheet | None:
        """Return the sheet of whoever players know by this id; '' is nobody."""
        scene = self._feed.scene
        found = own_sheet(scene, known) if scene is not None and known else None
        return None if found is None else self._numbers.sheet(found)

    def _tell(self, token: str, value: Any) -> None:
        content = msgspec.json.encode(value)
        if self._server is None or self._sent.get(token) == content:
            return
        self._sent[token] = content
        raw = msgspec.Raw(content)
        self._server.tell(protocol.ShowOwn(token, raw) if token else protocol.ShowTable(raw))
