"""The server of the players' page in its own process, told what the test says; and phones that look on."""

from __future__ import annotations

import http.client
import json
import select
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from desktop.process import SERVE
from desktop.sharing import protocol

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "resources" / "players"
PATIENCE = 30.0
SLIP_HEADERS = {"Content-Type": "application/json", "X-Turnwright": "slip"}


class Serving:
    """The server, as the window starts it."""

    def __init__(self, host: str = "127.0.0.1", port: int = 0, **more: Any) -> None:
        """Start it and wait until it listens, or says why not."""
        command = [sys.executable, "-m", "desktop", SERVE]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe)
        self.order(protocol.Open(host, port, **more))
        self.opened = self.next()
        self.host = getattr(self.opened, "host", "")
        self.port = getattr(self.opened, "port", 0)

    def next(self) -> protocol.AnyReport:
        """Return the next report."""
        assert self.process.stdout is not None
        return protocol.report(self.process.stdout.readline())

    def order(self, order: protocol.Order) -> None:
        """Tell it something."""
        assert self.process.stdin is not None
        self.process.stdin.write(protocol.line(order))
        self.process.stdin.flush()

    def table(self, value: Any) -> None:
        """Show everybody something else."""
        self.order(protocol.ShowTable(protocol.raw(value)))

    def own(self, token: str, value: Any) -> None:
        """Show somebody with a personal link something else; of a new one, wait until it is good."""
        self.order(protocol.ShowOwn(token, protocol.raw(value)))
        while self.ask("GET", f"/links/{token}")[0] != 200:
            pass

    def until(self, kind: type, holds: Any = lambda report: True) -> Any:
        """Return the next report of a kind for which something holds."""
        while True:
            report = self.next()
            if isinstance(report, kind) and holds(report):
                return report

    def end(self) -> str:
        """Close what it is told by, as a window that ends does; return what it complained of."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        self.process.stdin.close()
        code = self.process.wait(PATIENCE)
        said = self.process.stderr.read().decode()
        self.process.stdout.close()
        self.process.stderr.close()
        assert code in (0, 1), said
        return said

    # -- phones ------------------------------------------------------------------------------------

    @classmethod
    def at(cls, address: str) -> Serving:
        """Return the server that a window has started, which is at an address."""
        made = cls.__new__(cls)
        made.host, _, port = address.removeprefix("http://").rstrip("/").partition(":")
        made.port = int(port)
        return made

    def ask(
        self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> tuple[int, dict[str, str], bytes]:
        """Ask for something once."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=PATIENCE)
        try:
            connection.request(method, path, body, headers or {})
            with connection.getresponse() as answer:
                return answer.status, dict(answer.getheaders()), answer.read()
        finally:
            connection.close()

    def send(self, token: str, slip: Any, headers: dict[str, str] | None = None) -> int:
        """Send a slip by a personal link; return the status of the answer."""
        body = json.dumps(slip).encode()
        return self.ask("POST", f"/slips/{token}", body, SLIP_HEADERS if headers is None else headers)[0]

    def phone(self, token: str = "", *, source: str = "") -> Phone:
        """Open the page on a phone."""
        return Phone(self, token, source)


class Phone:
    """Hears what is new."""

    def __init__(self, serving: Serving, token: str, source: str = "") -> None:
        """Begin to listen; ``source`` is the address it comes from."""
        bound = (source, 0) if source else None
        self.socket = socket.create_connection((serving.host, serving.port), PATIENCE, source_address=bound)
        path = f"/events/{token}" if token else "/events"
        self.socket.sendall(f"GET {path} HTTP/1.1\r\nHost: {serving.host}:{serving.port}\r\n\r\n".encode())
        self.bytes = bytearray()
        """Everything that came."""
        self._left = b""
        self.newest: dict[str, Any] = {}
        """The last value of each name, as far as :meth:`hear` has heard."""
        self._events = self._read()

    def _read(self) -> Iterator[tuple[str, Any]]:
        while True:
            try:
                got = self.socket.recv(65_536)
            except OSError:
                return
            if not got:
                return
            yield from self._taken(got)

    def _taken(self, got: bytes) -> Iterator[tuple[str, Any]]:
        self.bytes += got
        self._left += got
        while b"\n\n" in self._left:
            event, _, self._left = self._left.partition(b"\n\n")
            lines = [line for line in event.split(b"\n") if not line.startswith(b":")]
            said = {key: rest for key, _, rest in (line.partition(b": ") for line in lines)}
            if b"event" in said:
                yield said[b"event"].decode(), json.loads(said[b"data"])

    def hear(self) -> dict[str, Any]:
        """Return the newest values of all that has come, without waiting."""
        while select.select([self.socket], [], [], 0)[0] and (got := self.socket.recv(65_536)):
            self.newest.update(self._taken(got))
        return self.newest

    def next(self, name: str) -> Any:
        """Return the next value of a name."""
        for event, value in self._events:
            if event == name:
                return value
        raise AssertionError(f"the connection has ended before anything called {name} came")

    def until(self, name: str, value: Any) -> None:
        """Read until a value of a name is there."""
        while self.next(name) != value:
            pass

    def close(self) -> None:
        """Go away."""
        self.socket.close()


class Crowd:
    """Many phones at once, some of which take nothing of what they are sent."""

    def __init__(self, serving: Serving, number: int, stalled: int) -> None:
        """Let them look on, each from an address of its own."""
        self.phones = [serving.phone(source=f"127.0.1.{at + 1}") for at in range(number - stalled)]
        self.stalled = [self._stall(serving, f"127.0.2.{at + 1}") for at in range(stalled)]
        self.at: dict[Phone, float] = {}
        """When each has heard what it was to hear."""

    def _stall(self, serving: Serving, source: str) -> socket.socket:
        made = socket.socket()
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        made.bind((source, 0))
        made.connect((serving.host, serving.port))
        made.sendall(f"GET /events HTTP/1.1\r\nHost: {serving.host}:{serving.port}\r\n\r\n".encode())
        return made

    def until(self, value: Any, name: str = "table") -> list[float]:
        """Wait until all who take anything have heard a value; return when each had, by the clock."""
        waiting = {phone.socket: phone for phone in self.phones if phone.newest.get(name) != value}
        found: list[float] = []
        ends = time.monotonic() + PATIENCE
        while waiting:
            ready, _, _ = select.select(list(waiting), [], [], 1)
            for one in ready:
                if waiting[one].hear().get(name) == value:
                    del waiting[one]
                    found.append(time.perf_counter())
            assert time.monotonic() < ends, f"{len(waiting)} phones have not heard {value}"
        return found

    def end(self) -> None:
        """All go away."""
        for one in (*self.phones, *self.stalled):
            one.close()
