"""A second start tells the first what to open: messages, the place where they meet, and who answers."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtNetwork import QLocalSocket
from pytestqt.qtbot import QtBot

from desktop.process.single_instance import (
    LARGEST,
    LONGEST_PATH,
    MOST_FILES,
    TAKEN,
    BadOrder,
    Met,
    Order,
    Place,
    meet,
    order_of,
    place_of,
    read,
    written,
)
from desktop.process.single_instance_server import REFUSED, HandOverServer

posix = pytest.mark.skipif(sys.platform == "win32", reason="named pipes have no folder")


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    """Where the processes of a user meet, with nobody there."""
    made = Place(tmp_path, "turnwright-test")
    yield made
    made.leave()


@pytest.fixture
def server(qapp, place: Place) -> Iterator[HandOverServer]:
    """The first process, listening."""
    assert place.take()
    made = HandOverServer(place)
    assert made.listens
    yield made
    made.close()


# -- messages --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Ambush.turnwright", "Überfall “2” 龍.turnwright", "new\nline"])
def test_an_order_arrives_as_it_was_written(tmp_path: Path, name: str) -> None:
    """One line of ASCII, whatever stands in a file's name."""
    order = Order((tmp_path / name, tmp_path), "a token")
    message = written(order)
    assert message.isascii()
    assert message.count(b"\n") == 1
    assert read(message) == order


@posix
def test_a_name_that_is_no_text_arrives(tmp_path: Path) -> None:
    """Names of files are bytes there."""
    file = Path(os.fsdecode(b"/fights/\xff\xfe.turnwright"))
    assert read(written(Order((file,)))).files == (file,)


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"hello",
        b"[]",
        b"{}",
        b"\xff\xfe",
        b"[" * 100_000,
        json.dumps({"files": "/a", "token": ""}).encode(),
        json.dumps({"files": ["relative"], "token": ""}).encode(),
        json.dumps({"files": [""], "token": ""}).encode(),
        json.dumps({"files": [7], "token": ""}).encode(),
        json.dumps({"files": ["/a\0b"], "token": ""}).encode(),
        json.dumps({"files": ["/" + "a" * LONGEST_PATH], "token": ""}).encode(),
        json.dumps({"files": ["/a"] * (MOST_FILES + 1), "token": ""}).encode(),
        json.dumps({"files": ["/a"], "token": 5}).encode(),
    ],
)
def test_whatever_else_is_said_is_no_order(said: bytes) -> None:
    with pytest.raises(BadOrder):
        read(said)


def test_a_token_that_is_none_is_left_out() -> None:
    """It would stand in the environment."""
    said = json.dumps({"files": [], "token": "a\nb"}).encode()
    assert read(said) == Order()


def test_more_than_fits_is_not_sent(tmp_path: Path) -> None:
    """Then the second start opens them itself."""
    with pytest.raises(BadOrder):
        written(Order((tmp_path,) * (MOST_FILES + 1)))
    with pytest.raises(BadOrder):
        written(Order((Path("/" + "a" * LARGEST),)))


def test_paths_are_meant_from_the_second_process_s_folder(monkeypatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_ACTIVATION_TOKEN", "from the desktop")
    order = order_of([Path("one.turnwright"), Path("/two.turnwright")])
    assert order == Order((tmp_path / "one.turnwright", Path("/two.turnwright")), "from the desktop")


# -- the place -------------------------------------------------------------------------------------


def test_users_and_tests_never_meet(tmp_path: Path) -> None:
    """Each data folder has a name of its own."""
    one, other = place_of(tmp_path / "one"), place_of(tmp_path / "other")
    assert one is not None
    assert other is not None
    assert one.name != other.name
    assert one == place_of(tmp_path / "one")


@posix
def test_a_folder_that_others_can_write_is_no_place(monkeypatch, tmp_path: Path) -> None:
    """Somebody else could listen there; nor is one that does not exist or is a file."""
    shared, own = tmp_path / "shared", tmp_path / f"turnwright-{os.getuid()}"
    long = tmp_path / ("a" * 60)
    long.mkdir(mode=0o700)
    shared.mkdir()
    shared.chmod(0o777)
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    monkeypatch.setattr("desktop.process.single_instance.LONGEST_FOLDER", len(str(long)) - 1)
    for given in (shared, tmp_path / "nowhere", long, Path("relative")):
        monkeypatch.setenv("XDG_RUNTIME_DIR", str(given))
        place = place_of(tmp_path)
        assert place is not None
        assert place.folder == own
        assert own.stat().st_mode & 0o777 == 0o700
    own.chmod(0o755)
    assert place_of(tmp_path) is None
    own.rmdir()
    own.write_text("in the way")
    assert place_of(tmp_path) is None


def test_where_no_file_can_be_written_there_is_no_place(monkeypatch, tmp_path: Path) -> None:
    def nowhere() -> str:
        raise FileNotFoundError(2, "No usable temporary directory found")

    monkeypatch.setattr("tempfile.gettempdir", nowhere)
    monkeypatch.delenv("XDG_RUNTIME_DIR")
    assert place_of(tmp_path) is None


def test_one_is_the_first_until_it_leaves(place: Place) -> None:
    other = Place(place.folder, place.key)
    assert place.take()
    assert not other.take()
    place.leave()
    assert other.take()
    other.leave()
    assert list(place.folder.iterdir()) == []


def test_who_finds_no_place_to_write_goes_on_alone(tmp_path: Path) -> None:
    """Without a word: the program runs all the same."""
    place = Place(tmp_path / "gone", "turnwright-test")
    assert meet(place, Order()) is Met.FIRST
    assert place.lock is None


@posix
def test_the_socket_is_for_this_user_only(server: HandOverServer, place: Place) -> None:
    assert Path(place.name).stat().st_mode & 0o077 == 0


@posix
def test_what_a_dead_process_left_is_removed(qapp, qtbot: QtBot, place: Place) -> None:
    """The lock died with it; its socket is in nobody's way."""
    Path(place.name).write_text("left")
    (place.folder / f".~lock.{place.key}").write_text("")
    assert place.take()
    server = HandOverServer(place)
    assert server.listens
    server.close()
    assert list(place.folder.iterdir()) == []


@posix
def test_where_nobody_can_listen_nobody_waits(qapp, tmp_path: Path) -> None:
    """A socket's name must be short: the lock is given back, so that others start at once."""
    folder = tmp_path / ("a" * 120)
    folder.mkdir()
    place, other = Place(folder, "turnwright-test"), Place(folder, "turnwright-test")
    assert place.take()
    assert not HandOverServer(place).listens
    assert meet(other, Order()) is Met.FIRST
    other.leave()


# -- the first process answers -----------------------------------------------------------------------


def say(qtbot: QtBot, place: Place, said: bytes) -> bytes:
    """Say something to the first process; returns what it answers."""
    socket, heard = QLocalSocket(), bytearray()
    socket.readyRead.connect(lambda: heard.extend(bytes(socket.readAll().data())))
    with qtbot.waitSignal(socket.disconnected):
        socket.connectToServer(place.name)
        socket.write(said)
        socket.flush()
    return bytes(heard) + bytes(socket.readAll().data())


@pytest.mark.slow
def test_an_order_is_answered_and_passed_on(server: HandOverServer, place: Place, qtbot, tmp_path) -> None:
    order = Order((tmp_path / "one.turnwright",), "token")
    with qtbot.waitSignal(server.ordered) as heard:
        assert say(qtbot, place, written(order)) == TAKEN
    assert heard.args == [order]


@pytest.mark.parametrize("said", [b"hello\n", b"{}\n", b"a" * LARGEST])
def test_anything_else_is_refused(server: HandOverServer, place: Place, qtbot, said: bytes) -> None:
    """And nothing is opened."""
    with qtbot.assertNotEmitted(server.ordered):
        assert say(qtbot, place, said) == REFUSED


def test_an_order_in_pieces_is_put_together(server: HandOverServer, place: Place, qtbot, tmp_path) -> None:
    message = written(Order((tmp_path,)))
    socket = QLocalSocket()
    socket.connectToServer(place.name)
    socket.write(message[:10])
    socket.flush()
    qtbot.waitUntil(lambda: len(server.callers) == 1)
    with qtbot.waitSignal(server.ordered) as heard:
        socket.write(message[10:])
        socket.flush()
    assert heard.args[0].files == (tmp_path,)
    socket.abort()


def test_who_has_given_up_waiting_is_left_alone(
    server: HandOverServer, place: Place, qtbot, tmp_path
) -> None:
    """It opens its files itself; they must not be opened here as well."""
    socket = QLocalSocket()
    socket.connectToServer(place.name)
    assert socket.waitForConnected(1000)
    socket.write(written(Order((tmp_path,))))
    assert socket.waitForBytesWritten(1000)
    socket.abort()
    with qtbot.assertNotEmitted(server.ordered):
        qtbot.waitUntil(lambda: server.answered == 1)


def test_who_says_nothing_is_cut_off(monkeypatch, qapp, qtbot, place: Place) -> None:
    """Nobody holds the first process up."""
    monkeypatch.setattr("desktop.process.single_instance_server.ANSWER", 5)
    assert place.take()
    server = HandOverServer(place)
    assert say(qtbot, place, b"") == b""
    server.close()


def test_a_first_process_that_hangs_is_not_waited_for(
    monkeypatch, server: HandOverServer, place: Place
) -> None:
    """It is this very process, which does not come to answer while it asks."""
    monkeypatch.setattr("desktop.process.single_instance.ANSWER", 30)
    assert meet(Place(place.folder, place.key), Order()) is Met.HUNG


def test_one_that_never_listens_is_not_waited_for(monkeypatch, qapp, place: Place) -> None:
    """It has taken the lock, and hangs before it shows a window."""
    monkeypatch.setattr("desktop.process.single_instance.BEGINNING", 0.05)
    assert place.take()
    assert meet(Place(place.folder, place.key), Order()) is Met.HUNG
