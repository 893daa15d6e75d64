"""Many phones, some of them stalled, and whoever means harm: the others see every step, and nothing grows."""

from __future__ import annotations

import os
import random
import signal
import socket
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from desktop.sharing import protocol
from desktop.sharing.serving.guard import MOST_CONNECTIONS
from tests.desktop.sharing.phones import PATIENCE, Crowd, Serving

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="it looks at memory as Linux tells it"),
]
GROWS = 48
"""Megabytes by which the server may grow, whatever is done to it."""


@pytest.fixture
def serving() -> Iterator[Serving]:
    """A server that shows something, and writes nothing anywhere."""
    made = Serving()
    made.table({"step": 0})
    yield made
    assert made.end() == ""


def megabytes(serving: Serving) -> int:
    status = Path(f"/proc/{serving.process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) // 1024


def files(serving: Serving) -> int:
    """How many files the server holds open: each connection is one."""
    return sum(1 for _ in Path(f"/proc/{serving.process.pid}/fd").iterdir())


def test_sixty_phones_of_which_ten_take_nothing(serving: Serving) -> None:
    """Each of the others sees the newest step; for those who take nothing no queue grows."""
    before = megabytes(serving)
    crowd = Crowd(serving, 60, 10)
    big = "x" * 30_000
    for step in range(1, 31):
        serving.table({"step": step, "row": big})
        crowd.until({"step": step, "row": big})
    stalled = serving.until(protocol.Visitors, lambda said: sum(one.behind for one in said.those) == 10)
    assert {one.address for one in stalled.those if one.behind} == {f"127.0.2.{at}" for at in range(1, 11)}
    assert megabytes(serving) - before < GROWS
    crowd.end()


def test_a_server_that_slept_tells_the_newest_and_nothing_of_what_was_in_between(serving: Serving) -> None:
    """A laptop that was closed: whatever was told meanwhile, phones see how it stands now."""
    crowd = Crowd(serving, 3, 0)
    crowd.until({"step": 0})
    os.kill(serving.process.pid, signal.SIGSTOP)
    for step in range(1, 200):
        serving.table({"step": step})
    os.kill(serving.process.pid, signal.SIGCONT)
    crowd.until({"step": 199})
    assert all(phone.bytes.count(b"event: table") < 100 for phone in crowd.phones)
    crowd.end()


def malformed(chance: random.Random, host: str) -> bytes:
    """Something that is no request, or one that nobody may make."""
    letters = bytes(chance.randrange(256) for _ in range(chance.randrange(1, 200)))
    return chance.choice(
        (
            letters + b"\r\n\r\n",
            b"GET /" + letters + b" HTTP/1.1\r\n\r\n",
            b"GET / HTTP/9.9\r\nHost: x\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: " + host.encode() + b"\r\nX: " + b"y" * 9_000 + b"\r\n\r\n",
            b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 200 + b"\r\n",
            b"POST /slips/x HTTP/1.1\r\nHost: " + host.encode() + b"\r\nContent-Length: -1\r\n\r\n",
            b"POST /slips/x HTTP/1.1\r\nHost: " + host.encode()
            + b"\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\nzz\r\n",
            b"GET /../../etc/passwd HTTP/1.1\r\nHost: " + host.encode() + b"\r\n\r\n",
            b"GET /events/" + b"%00" * 40 + b" HTTP/1.1\r\nHost: " + host.encode() + b"\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        )
    )  # fmt: skip


def test_ten_thousand_malformed_requests_do_no_harm(serving: Serving) -> None:
    """Each is told by a number that it is none; whoever looks on sees every step, and nothing grows."""
    chance, before, phone = random.Random(19), megabytes(serving), serving.phone()
    host, statuses = f"{serving.host}:{serving.port}", Counter[bytes]()
    for number in range(10_000):
        one = socket.create_connection((serving.host, serving.port), 30, (f"127.0.3.{number % 200 + 1}", 0))
        with suppress(ConnectionError):
            one.sendall(malformed(chance, host))
            statuses[one.recv(64)[9:12]] += 1  # who hangs up at once is not even answered
        one.close()
        if number % 1_000 == 0:
            serving.table({"step": number})
            phone.until("table", {"step": number})
    assert set(statuses) <= {b"400", b"403", b"404"}
    assert statuses.total() > 9_900
    assert megabytes(serving) - before < GROWS
    phone.close()


def test_a_thousand_connections_do_no_harm(serving: Serving) -> None:
    """Only so many are held; whoever was there stays, and others come in when those are gone."""
    phone, before = serving.phone(), megabytes(serving)
    phone.until("table", {"step": 0})
    alone = files(serving)
    held = []
    for number in range(1_000):
        with suppress(OSError):
            held.append(
                socket.create_connection((serving.host, serving.port), 30, (f"127.0.4.{number % 250 + 1}", 0))
            )
    assert files(serving) < MOST_CONNECTIONS + 40
    serving.table({"step": 1})
    phone.until("table", {"step": 1})
    assert megabytes(serving) - before < GROWS
    for one in held:
        one.close()
    ends = time.monotonic() + PATIENCE
    while files(serving) > alone:
        assert time.monotonic() < ends, "the server holds what is closed"
    late = serving.phone()
    assert late.next("table") == {"step": 1}
    for each in (phone, late):
        each.close()
