"""The players' page as it is given out: a few fixed files, what is new as it happens, and slips that come in.

aiohttp, because it speaks HTTP as browsers do, with tested limits, and runs without ``ssl``, which the
standalone program does not have. It is imported in this process alone.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from aiohttp import web

from desktop.sharing import protocol
from desktop.sharing.serving.guard import (
    HEADERS,
    MOST_CONNECTIONS,
    MOST_OF_ADDRESS,
    Patience,
    Rate,
    is_own,
    may_send,
    own_names,
)
from desktop.sharing.serving.hub import Hub, Watcher

MOST_PAGES_OF_ADDRESS = 70
"""Pages that may be open at one address."""
LAST_PORT = 65_535
KEEP_ALIVE = 15
"""Seconds that a connection stays open between two requests."""
_UNSENT = 65_536
"""Bytes that wait in the system for one connection."""
_NEXT_TRY = 0.2

FILES: Mapping[str, tuple[str, str]] = {
    "/": ("page.html", "text/html"),
    "/page.css": ("page.css", "text/css"),
    "/page.js": ("page.js", "text/javascript"),
    "/icon.svg": ("icon.svg", "image/svg+xml"),
}
"""Path → file in the page's folder, and its kind."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class _Caller(web.RequestHandler):
    """One connection. What it says wrongly is answered by a number, and written into no log."""

    __slots__ = ("silent_since",)

    def __init__(self, manager: web.Server, **options: Any) -> None:
        super().__init__(manager, **options)
        self.silent_since: float | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.silent_since = asyncio.get_running_loop().time()

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        if request.writer.output_size > 0:
            raise ConnectionError("part of an answer has been sent already")
        answer = _plain(status)
        answer.force_close()
        return answer


def _plain(status: int) -> web.Response:
    return web.Response(status=status, text=f"{status}\n", headers=HEADERS)


class PlayersServer:
    """Gives the page out at one address of this machine."""

    def __init__(
        self, folder: Path, tell: Callable[[protocol.AnyReport], bool], patience: Patience = Patience()
    ) -> None:
        """Give out the files of ``folder``; ``tell`` tells the window, and is False if that is behind."""
        self._folder, self._report, self._patience = folder, tell, patience
        self.hub = Hub(self._changed)
        self._texts = b"{}"
        self._names: frozenset[str] = frozenset()
        self._asks = Rate(800, 80)
        """Requests of an address; a page that is opened asks for seven things."""
        self._slips = Rate(12, 0.5)
        """Slips of a personal link."""
        self._telling: asyncio.TimerHandle | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._listener: socket.socket | None = None
        self._runner: web.AppRunner | None = None
        logging.getLogger("aiohttp").addHandler(logging.NullHandler())
        logging.getLogger("aiohttp").propagate = False

    # -- begin and end -----------------------------------------------------------------------------

    async def open(self, wanted: protocol.Open) -> protocol.Opened | protocol.Failed:
        """Begin to give the page out."""
        self._texts = bytes(wanted.texts)
        try:
            listener = _listen(wanted)
        except OSError as error:
            return protocol.Failed(_code(error), error.strerror or str(error))
        host, port = listener.getsockname()[:2]
        self._names = own_names(host, port)
        app = web.Application(client_max_size=protocol.LARGEST_SLIP, middlewares=[self._guard])
        app.router.add_get("/events", self._events, allow_head=False)
        app.router.add_get("/events/{token}", self._events, allow_head=False)
        app.router.add_get("/links/{token}", self._know_link)
        app.router.add_get("/texts.json", self._give_texts)
        app.router.add_post("/slips/{token}", self._take_slip)
        for path in FILES:
            app.router.add_get(path, self._give_file)
        self._runner = web.AppRunner(app, access_log=None, handler_cancellation=True, shutdown_timeout=0.5)
        await self._runner.setup()
        self._listener = listener
        self._tasks = [asyncio.create_task(self._accept(listener)), asyncio.create_task(self._sweep())]
        return protocol.Opened(host, port)

    async def close(self) -> None:
        """Send everybody away."""
        for task in self._tasks:
            task.cancel()
        if self._listener is not None:
            self._listener.close()
        if self._telling is not None:
            self._telling.cancel()
        if self._runner is not None:
            for one in self._server.connections:
                if one.transport is not None:
                    one.transport.abort()  # pages wait for what is new: nobody waits for them
            await self._runner.cleanup()

    def obey(self, order: protocol.AnyOrder) -> None:
        """Do what the window wants while pages are given out."""
        match order:
            case protocol.ShowTable(value=value) if len(bytes(value)) <= protocol.LARGEST_VALUE:
                self.hub.show_table(bytes(value))
            case protocol.ShowOwn(token=token, value=value) if len(bytes(value)) <= protocol.LARGEST_VALUE:
                self.hub.show_own(token, bytes(value))
            case protocol.Drop(token=token):
                self.hub.drop(token)

    # -- connections -------------------------------------------------------------------------------

    @property
    def connections(self) -> int:
        """How many there are."""
        return len(self._server.connections)

    @property
    def _server(self) -> web.Server:
        assert self._runner is not None
        assert self._runner.server is not None
        return self._runner.server

    async def _accept(self, listener: socket.socket) -> None:
        """Take connections, as many as are allowed; whatever the network does, this goes on."""
        loop = asyncio.get_running_loop()
        server = self._server
        while True:
            try:
                connection, address = await loop.sock_accept(listener)
            except OSError:
                await asyncio.sleep(_NEXT_TRY)  # no more files, or an interface that is away
                continue
            if not self._has_room(str(address[0])):
                connection.close()
                continue
            with suppress(OSError):
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _UNSENT)
                await loop.connect_accepted_socket(lambda: _caller(server, loop), connection)

    def _has_room(self, address: str) -> bool:
        there = [_address(one.transport) for one in self._server.connections]
        return len(there) < MOST_CONNECTIONS and there.count(address) < MOST_OF_ADDRESS

    async def _sweep(self) -> None:
        """Close connections that have asked for nothing in time."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(self._patience.silence / 5)
            for one in self._server.connections:
                since = one.silent_since if isinstance(one, _Caller) else None
                if (
                    since is not None
                    and loop.time() - since > self._patience.silence
                    and one.transport is not None
                ):
                    one.transport.abort()

    # -- requests ----------------------------------------------------------------------------------

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Let through what a page of this server asks for, not too often."""
        if isinstance(request.protocol, _Caller):
            request.protocol.silent_since = None
        now = asyncio.get_running_loop().time()
        if not is_own(request.headers, self._names) or not request.raw_path.startswith("/"):
            return _plain(403)
        if not self._asks.allows(request.remote or "", now):
            return _plain(429)
        try:
            return await handler(request)
        except web.HTTPException as error:
            return _plain(error.status)
        except (TimeoutError, ConnectionError):
            return _plain(408)

    async def _give_file(self, request: web.Request) -> web.Response:
        name, kind = FILES[request.path]
        content = (self._folder / name).read_bytes()
        return web.Response(body=content, content_type=kind, charset="utf-8", headers=HEADERS)

    async def _give_texts(self, _request: web.Request) -> web.Response:
        return web.Response(body=self._texts, content_type="application/json", headers=HEADERS)

    async def _know_link(self, request: web.Request) -> web.Response:
        """Say whether a personal link is good."""
        return _plain(200 if self.hub.known(request.match_info["token"]) else 404)

    async def _take_slip(self, request: web.Request) -> web.Response:
        token = self.hub.known(request.match_info["token"])
        if not token:
            return _plain(404)
        if not may_send(request.headers):
            return _plain(415)
        if not self._slips.allows(token, asyncio.get_running_loop().time()):
            return _plain(429)
        try:
            async with asyncio.timeout(self._patience.silence):
                slip = protocol.slip(await request.read())
        except (msgspec.DecodeError, ValueError):
            return _plain(400)
        told = self._report(protocol.Came(token, slip, request.remote or ""))
        return _plain(202 if told else 503)

    async def _events(self, request: web.Request) -> web.StreamResponse:
        """Tell a page what is new, as long as it is open."""
        said = request.match_info.get("token", "")
        token = self.hub.known(said) if said else ""
        if said and not token:
            return _plain(404)
        if self.hub.of_address(request.remote or "") >= MOST_PAGES_OF_ADDRESS:
            return _plain(429)
        answer = web.StreamResponse(headers={**HEADERS, "Content-Type": "text/event-stream; charset=utf-8"})
        answer.force_close()
        watcher = self.hub.enter(request.remote or "", token)  # at once: meanwhile the link may be thrown out
        try:
            await answer.prepare(request)
            await answer.write(b"retry: 1000\n\n")
            await self._follow(request, answer, watcher)
        except (TimeoutError, ConnectionError):
            if request.transport is not None:
                request.transport.abort()
        finally:
            self.hub.leave(watcher)
        return answer

    async def _follow(self, request: web.Request, answer: web.StreamResponse, watcher: Watcher) -> None:
        while True:
            try:
                async with asyncio.timeout(self._patience.beat):
                    await watcher.wait()
            except TimeoutError:
                news = b"event: beat\ndata: {}\n\n"
            else:
                if watcher.thrown_out:
                    await answer.write(b"event: gone\ndata: {}\n\n")
                    return
                news = watcher.news()
            async with asyncio.timeout(self._patience.stalled):
                await answer.write(news)
                await self._arrived(request, watcher)

    async def _arrived(self, request: web.Request, watcher: Watcher) -> None:
        """Wait until the system has taken all of it: nothing is put behind what has not gone out."""
        transport = request.transport
        while transport is not None and transport.get_write_buffer_size():
            if transport.is_closing():
                raise ConnectionError
            self.hub.falls_behind(watcher, True)
            await asyncio.sleep(0.05)
        self.hub.falls_behind(watcher, False)

    # -- what the window is told -------------------------------------------------------------------

    def _changed(self) -> None:
        """Tell who is there, once for all who come at the same time."""
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(0.1, self._tell_visitors)

    def _tell_visitors(self) -> None:
        self._telling = None
        if not self._report(protocol.Visitors(self.hub.visitors())):
            self._changed()


def _caller(server: web.Server, loop: asyncio.AbstractEventLoop) -> _Caller:
    return _Caller(server, loop=loop, access_log=None, keepalive_timeout=KEEP_ALIVE, lingering_time=1.0)


def _address(transport: asyncio.BaseTransport | None) -> str:
    found = transport.get_extra_info("peername") if transport is not None else None
    return str(found[0]) if found else ""


def _listen(wanted: protocol.Open) -> socket.socket:
    """Return a socket that listens there; raises OSError, the last one if several ports were tried."""
    family = socket.AF_INET6 if ":" in wanted.host else socket.AF_INET
    ports = range(wanted.port, min(wanted.port + max(1, wanted.tries), LAST_PORT + 1)) if wanted.port else [0]
    for port in ports:
        listener = socket.socket(family, socket.SOCK_STREAM)
        try:
            listener.setblocking(False)
            if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
            else:
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((wanted.host, port))
            listener.listen(128)
        except OSError as error:
            listener.close()
            if _code(error) != "port" or port == ports[-1]:
                raise
        else:
            return listener
    raise OSError("no port was tried")


def _code(error: OSError) -> str:
    """Return what kind of error it is, for whoever puts it into words."""
    taken = {errno.EADDRINUSE, getattr(errno, "WSAEADDRINUSE", errno.EADDRINUSE)}
    away = {errno.EADDRNOTAVAIL, getattr(errno, "WSAEADDRNOTAVAIL", errno.EADDRNOTAVAIL)}
    if error.errno in taken:
        return "port"
    if error.errno in away or isinstance(error, socket.gaierror):
        return "address"
    return "permission" if isinstance(error, PermissionError) else "other"
