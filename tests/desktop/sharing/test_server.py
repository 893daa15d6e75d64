"""The server of the players' page: who is let in, what it gives out, and that it keeps no queue."""

from __future__ import annotations

import asyncio
import secrets
import select
import socket
from collections.abc import Iterator

import pytest
from aiohttp import web
from aiohttp.test_utils import make_mocked_request

from desktop.sharing import protocol
from desktop.sharing.serving.guard import MOST_OF_ADDRESS, Patience, Rate, is_own, own_names
from desktop.sharing.serving.server import PlayersServer
from tests.desktop.sharing.phones import PAGE, SLIP_HEADERS, Serving

SLIP = {"id": "0123456789", "what": "delay"}


@pytest.fixture(scope="module")
def shared() -> Iterator[Serving]:
    """One server for all tests of the module: each has links of its own."""
    made = Serving()
    made.table({"round": 1})
    yield made
    assert made.end() == "", "nothing is written anywhere, whatever came"


@pytest.fixture
def token(shared: Serving) -> str:
    """A personal link that is good."""
    made = secrets.token_urlsafe(18)
    shared.own(made, {"name": "Vex"})
    phone = shared.phone(made)
    assert phone.next("own") == {"name": "Vex"}
    phone.close()
    return made


# -- without a process --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("headers", "own"),
    [
        ({"Host": "10.0.0.2:8765"}, True),
        ({"Host": "10.0.0.2:8765", "Origin": "http://10.0.0.2:8765"}, True),
        ({"Host": "evil.example:8765"}, False),
        ({"Host": "10.0.0.2"}, False),
        ({"Host": "10.0.0.2:8765", "Origin": "http://evil.example"}, False),
        ({"Host": "10.0.0.2:8765", "Origin": "null"}, False),
        ({}, False),
    ],
)
def test_only_the_address_itself_is_own(headers: dict[str, str], own: bool) -> None:
    """A name that somebody lets point here (DNS rebinding) is no way in, and no other page's script is."""
    assert is_own(headers, own_names("10.0.0.2", 8765)) is own


def test_a_rate_is_so_many_at_once_and_then_so_many_a_second() -> None:
    """Each name has its own, and of thousands of names only those seen last are kept."""
    rate = Rate(2, 1)
    assert [rate.allows("a", 0.0) for _ in range(3)] == [True, True, False]
    assert rate.allows("b", 0.0)
    assert [rate.allows("a", 1.0) for _ in range(2)] == [True, False]
    assert not rate.allows("a", -100.0), "a clock that goes back gives nothing away"
    for number in range(5_000):
        rate.allows(f"address {number}", 2.0)
    assert len(rate._left) <= 2_000


# -- what is given out --------------------------------------------------------------------------------


@pytest.mark.slow
def test_every_answer_says_that_nothing_else_may_be_loaded(shared: Serving) -> None:
    """Files, refusals and what is not there: the same policy, no cookies, no cache, no other origin."""
    for path, status in (
        ("/", 200),
        ("/page.js", 200),
        ("/page.css", 200),
        ("/texts.json", 200),
        ("/x", 404),
    ):
        found, headers, _ = shared.ask("GET", path)
        assert found == status
        policy = headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
        assert "unsafe" not in policy
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["Cache-Control"] == "no-store"
        assert headers["Server"] == "Turnwright"
        assert not {"Set-Cookie", "Access-Control-Allow-Origin"} & headers.keys()


@pytest.mark.slow
def test_a_page_hears_the_newest_and_nothing_of_what_was_in_between(shared: Serving, token: str) -> None:
    """Whoever comes late gets what holds now; both the table and the own combatant."""
    phone, other = shared.phone(token), shared.phone()
    for number in range(50):
        shared.table({"round": number})
        shared.own(token, {"name": "Vex", "round": number})
    phone.until("own", {"name": "Vex", "round": 49})
    other.until("table", {"round": 49})
    late = shared.phone(token)
    assert late.next("table") == {"round": 49}
    assert late.next("own") == {"name": "Vex", "round": 49}
    assert b"Vex" not in other.bytes, "what belongs to a personal link is on no other page"
    there = shared.until(protocol.Visitors, lambda said: len(said.those) == 3)
    assert sorted(one.token for one in there.those) == ["", token, token]
    for one in (phone, other, late):
        one.close()
    shared.until(protocol.Visitors, lambda said: not said.those)


@pytest.mark.slow
def test_a_link_that_is_thrown_out_is_good_no_longer(shared: Serving, token: str) -> None:
    """Whoever is there by it is told and sent away; it looks like any other that never was one."""
    phone = shared.phone(token)
    phone.next("own")
    shared.order(protocol.Drop(token))
    assert phone.next("gone") == {}
    phone.close()
    assert shared.send(token, SLIP) == shared.send("x" * len(token), SLIP) == 404
    assert shared.ask("GET", f"/events/{token}")[0] == 404


@pytest.mark.slow
def test_no_other_server_is_asked_for_here_and_who_only_asks_for_headers_looks_on_at_nothing(
    shared: Serving,
) -> None:
    """As a proxy would be asked; and no page is open without one."""
    assert shared.ask("GET", "http://evil.example/")[0] == 403
    assert shared.ask("HEAD", "/events")[0] == 405
    assert shared.ask("HEAD", "/")[0] == 200


# -- slips --------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_slip_is_told_to_the_window_as_it_was_sent(shared: Serving, token: str) -> None:
    """With whose link it came by."""
    sent = {
        "id": "abcdef-0123",
        "what": "declare",
        "name": "intent",
        "fields": {"act": "<b>Fire</b>", "n": 2},
    }
    assert shared.send(token, sent) == 202
    came = shared.until(protocol.Came, lambda report: report.slip.id == sent["id"])
    assert (came.token, came.slip.what, came.slip.fields) == (token, "declare", sent["fields"])


@pytest.mark.slow
def test_what_is_no_slip_goes_nowhere(shared: Serving, token: str) -> None:
    """Too large, of another form, or sent as no page of this server sends it."""
    assert shared.send(token, {**SLIP, "override": True}) == 400
    assert shared.send(token, {**SLIP, "what": "damage"}) == 400
    assert shared.send(token, {**SLIP, "name": "x" * 201}) == 400
    assert shared.send(token, {**SLIP, "fields": {str(n): n for n in range(30)}}) == 400
    assert shared.send(token, SLIP, {"Content-Type": "text/plain", "X-Turnwright": "slip"}) == 415
    assert shared.send(token, SLIP, {"Content-Type": "application/json"}) == 415
    assert shared.send(token, SLIP, {**SLIP_HEADERS, "Origin": "http://evil.example"}) == 403
    assert shared.ask("POST", f"/slips/{token}", b"x" * 10_000, SLIP_HEADERS)[0] == 413
    assert shared.ask("GET", f"/slips/{token}")[0] == 405
    assert shared.send(token, {**SLIP, "id": "the-last-one"}) == 202
    assert shared.until(protocol.Came).slip.id == "the-last-one", "and nothing before it"


@pytest.mark.slow
def test_too_many_slips_are_not_taken(shared: Serving, token: str) -> None:
    """A link that sends and sends is told to wait; the next one may send all the same."""
    found = [shared.send(token, {**SLIP, "id": f"number-{n}"}) for n in range(16)]
    assert found[0] == 202
    assert found[-1] == 429
    came = [shared.until(protocol.Came).slip.id for _ in range(found.count(202))]
    assert came == [f"number-{n}" for n, answer in enumerate(found) if answer == 202]


# -- harm ---------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_an_address_has_only_so_many_connections(shared: Serving) -> None:
    """Others come in while one address holds all that it can get."""
    source = "127.0.0.77"
    held = [
        socket.create_connection((shared.host, shared.port), 5, source_address=(source, 0))
        for _ in range(MOST_OF_ADDRESS + 20)
    ]
    phone = shared.phone()
    assert phone.next("table")["round"] >= 0
    ended, _, _ = select.select(held, [], [], 0)
    assert len(ended) == 20
    for one in (*held, phone):
        one.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    "said", [b"", b"GET /events HTTP/1.1\r\nHos", b"GET /events HTTP/1.1\r\nHost: {host}\r\n\r\n"]
)
def test_who_takes_or_says_nothing_is_sent_away(said: bytes) -> None:
    """A connection that never asks, one that asks a letter at a time, and a page that reads nothing."""

    async def play() -> tuple[int, float]:
        server = PlayersServer(PAGE, lambda report: True, Patience(silence=0.4, stalled=0.4))
        opened = await server.open(protocol.Open("127.0.0.1", 0))
        assert isinstance(opened, protocol.Opened)
        loop = asyncio.get_running_loop()
        one = socket.socket()
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        one.setblocking(False)
        await loop.sock_connect(one, (opened.host, opened.port))
        await loop.sock_sendall(one, said.replace(b"{host}", f"{opened.host}:{opened.port}".encode()))
        begun = loop.time()
        number = 0
        while True:
            await asyncio.sleep(0.02)
            number += 1
            server.hub.show_table(b'"%b"' % (b"x" * 200_000 + b"%d" % number))
            if not server.connections and number > 5:
                break
        one.close()
        await server.close()
        return number, loop.time() - begun

    number, seconds = asyncio.run(play())
    assert seconds < 5
    assert number > 5


@pytest.mark.slow
def test_a_port_that_is_taken_is_told_and_the_next_one_is_tried(shared: Serving) -> None:
    """Two windows that share at once have two ports."""
    refused = Serving(port=shared.port)
    assert refused.opened == protocol.Failed("port", refused.opened.why)
    assert refused.end() == ""
    second = Serving(port=shared.port, tries=5)
    assert shared.port < second.port <= shared.port + 4
    assert second.end() == ""
    last = Serving(port=65_535, tries=5)
    assert isinstance(last.opened, protocol.Opened | protocol.Failed), "there is none after it"
    assert last.end() == ""
    away = Serving(host="203.0.113.7")
    assert away.opened.code == "address"
    assert away.end() == ""


def test_a_link_thrown_out_while_its_page_is_let_in_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page says that the link is good no longer, and does not only lose its connection."""
    server = PlayersServer(PAGE, lambda _report: True)
    server.hub.show_own("token", b"1")
    written: list[bytes] = []

    async def prepare(_answer: object, _request: object) -> None:
        server.hub.drop("token")

    async def write(_answer: object, content: bytes) -> None:
        written.append(content)

    monkeypatch.setattr(web.StreamResponse, "prepare", prepare)
    monkeypatch.setattr(web.StreamResponse, "write", write)
    request = make_mocked_request("GET", "/events/token", match_info={"token": "token"})

    async def let_in() -> None:
        await server._events(request)
        await server.close()

    asyncio.run(let_in())
    assert b"event: gone" in written[-1]
    assert server.hub.visitors() == ()
