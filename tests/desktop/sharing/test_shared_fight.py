"""A fight that is shared: off until it is switched on, and what is sent is what players may see now."""

from __future__ import annotations

import json
import os
import re
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from PySide6.QtCore import QProcess, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from desktop.bridge import Bridge
from desktop.sharing import protocol
from desktop.sharing.addresses import Address
from desktop.sharing.dialog import ShareDialog
from desktop.sharing.links import Link
from desktop.sharing.page_texts import TEXTS, page_texts
from desktop.sharing.shared_fight import MOST_DEATHS, Sharing
from desktop.sharing.strip import SlipStrip
from desktop.widgets.texts import Texts
from rulesets.reading import loader
from rulesets.table import commands as cmd
from rulesets.table.slip import Slip
from tests.desktop.sharing.phones import PAGE
from tests.desktop.sharing.wire import Shared, Wire
from tests.desktop.small_fight import Fight

HERE = [Address("127.0.0.1", "loopback")]


@pytest.fixture
def wire(monkeypatch: pytest.MonkeyPatch) -> Wire:
    """A server that only listens to the window."""
    made = Wire()
    made.put_in(monkeypatch)
    return made


def test_what_the_page_says_is_all_there_in_english() -> None:
    """The page asks for no text that there is none of, and none is there for nothing."""
    script = (PAGE / "page.js").read_text(encoding="utf-8")
    made = {key for key in TEXTS if key.startswith("fate-")} | {"unhurt", "hurt", "half", "low", "down"}
    made |= {"defeated", "disabled"}
    unused = {key for key in TEXTS if f"'{key}'" not in script} - made
    assert unused == set()
    asked = {part.split("'")[0] for part in script.split("say('")[1:]} - {"fate-"}
    assert asked <= set(TEXTS)
    assert set(page_texts()["en"]) == set(TEXTS)


def test_the_page_is_written_for_old_phones_and_shows_texts_as_texts() -> None:
    """Nothing newer than ES5, no text is ever read as HTML or code, and nothing comes from elsewhere."""
    script = (PAGE / "page.js").read_text(encoding="utf-8")
    for newer in ("=>", "`", "let ", "const ", "class ", "async ", "...", "fetch("):
        assert newer not in re.sub(r"'[^'\n]*'|/\*.*?\*/", "", script, flags=re.DOTALL), newer
    for read in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function("):
        assert read not in script
    page = (PAGE / "page.html").read_text(encoding="utf-8")
    assert re.findall(r"(?:src|href)=\"([^\"]*)\"", page) == ["icon.svg", "page.css", "page.js"]
    assert not re.search(r"\son\w+=|<style|style=|javascript:", page)
    assert "url(" not in (PAGE / "page.css").read_text(encoding="utf-8")


def test_nothing_is_begun_before_it_is_asked_for(fight: Fight, wire: Wire) -> None:
    sharing = Shared(fight.bridge, fight.texts)
    fight.do(cmd.EndTurn())
    assert (wire.orders, sharing.address, sharing.is_on) == ([], "", False)


def test_what_is_sent_is_the_newest_that_players_may_see(fight: Fight, wire: Wire, qtbot: QtBot) -> None:
    """Of steps that come fast after each other the last; of a link that nobody has open nothing."""
    sharing = Shared(fight.bridge, fight.texts)
    sharing.begin("127.0.0.1")
    link = sharing.make_link("lug")
    wire.report(protocol.Opened("127.0.0.1", 8765))
    assert sharing.address_of(link) == f"http://127.0.0.1:8765/#{link.token}"
    before = len(wire.of(protocol.ShowTable))
    fight.do(cmd.EndTurn(), cmd.Describe(who="boss", changes={"hidden": True}))
    qtbot.waitUntil(lambda: len(wire.of(protocol.ShowTable)) > before)
    assert len(wire.of(protocol.ShowTable)) == before + 1
    rows = wire.last_table()["rows"]
    assert isinstance(rows, list)
    assert "boss" not in json.dumps(rows)
    assert [bytes(one.value) for one in wire.of(protocol.ShowOwn)] == [b"null"]
    there = protocol.Visitors((protocol.Visitor("10.0.0.7", link.token),))
    wire.report(there)
    qtbot.waitUntil(lambda: len(wire.of(protocol.ShowOwn)) == 2)
    sharing.end()
    assert (sharing.address, len(sharing.links)) == ("", 0)


def test_what_the_game_master_hides_is_on_no_phone(fight: Fight, wire: Wire, qtbot: QtBot) -> None:
    """As on the players' screen; whoever has a link keeps the own combatant."""
    hidden = [True]
    sharing = Shared(fight.bridge, fight.texts, covered=lambda: hidden[0])
    sharing.begin("127.0.0.1")
    assert b"Deel" not in bytes(wire.of(protocol.ShowTable)[-1].value)
    hidden[0] = False
    sharing.cover()
    qtbot.waitUntil(lambda: b"Deel" in bytes(wire.of(protocol.ShowTable)[-1].value))
    sharing.end()


def test_a_slip_of_a_link_that_was_thrown_out_is_no_slip(fight: Fight, wire: Wire) -> None:
    sharing = Shared(fight.bridge, fight.texts)
    sharing.begin("127.0.0.1")
    old = sharing.make_link("lug")
    new = sharing.make_link("lug")
    assert wire.of(protocol.Drop) == [protocol.Drop(old.token)]
    for link in (old, new):
        wire.report(protocol.Came(link.token, Slip("01234567", "delay")))
    assert [one.link for one in sharing.desk.waiting] == [new]
    sharing.end()


def test_what_was_accepted_stays_when_the_page_breaks_down(table: Fight, wire: Wire, qtbot: QtBot) -> None:
    """After some deaths in a row it is given up, and says so; a roll taken in still stands for the start."""
    sharing = Shared(table.bridge, table.texts)
    dialog = ShareDialog(sharing, table.bridge, found=lambda: HERE)
    qtbot.addWidget(dialog)
    sharing.begin("127.0.0.1")
    link = sharing.make_link("lug")
    wire.report(protocol.Came(link.token, Slip("01234567", "roll", total=17)))
    assert sharing.desk.accept(sharing.desk.waiting[0])
    for death in range(MOST_DEATHS + 1):
        wire.report(protocol.Opened("127.0.0.1", 8765))
        wire.die()
        if death < MOST_DEATHS:
            qtbot.waitUntil(lambda: len(wire.of(protocol.Open)) == death + 2)  # noqa: B023
    assert (sharing.is_on, len(sharing.links), sharing.desk.rolled) == (False, 0, {"lug": 17})
    assert "broken down again and again" in dialog.told.text()


def test_a_server_that_cannot_be_started_is_told(
    fight: Fight, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    """Some systems say it at once: whoever is to hear it has to listen before the process is started."""
    monkeypatch.setattr(
        QProcess,
        "start",
        lambda process, *_args: process.errorOccurred.emit(QProcess.ProcessError.FailedToStart),
    )
    sharing = Shared(fight.bridge, fight.texts)
    with qtbot.waitSignal(sharing.failed) as failed:
        sharing.begin("127.0.0.1")
    assert (failed.args, sharing.is_on) == (["not-started", ""], False)


def test_what_a_server_said_last_is_told(table: Fight, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> None:
    """It runs in a process of its own: nobody else could say why it does not."""
    gives_up = [sys.executable, "-c", "import sys; sys.exit('Here:\\nthere is no room left')"]
    monkeypatch.setattr("desktop.sharing.process.command", lambda: gives_up)
    sharing = Shared(table.bridge, table.texts)
    dialog = ShareDialog(sharing, table.bridge, found=lambda: HERE)
    qtbot.addWidget(dialog)
    with qtbot.waitSignal(sharing.failed, timeout=30_000) as failed:
        sharing.begin("127.0.0.1")
    assert failed.args == ["not-started", "there is no room left"]
    assert dialog.told.text().endswith("It said last: there is no room left")


def test_the_dialog_shows_the_address_of_whoever_is_chosen(fight: Fight, wire: Wire, qtbot: QtBot) -> None:
    """Everybody's, or a personal link; it says who is there, and what went wrong."""
    sharing = Shared(fight.bridge, fight.texts)
    here = list(HERE)
    dialog = ShareDialog(sharing, fight.bridge, found=lambda: here)
    qtbot.addWidget(dialog)
    assert (dialog.qr.text, dialog.new.isEnabled()) == ("", False)
    with qtbot.waitExposed(dialog):
        dialog.show()
    QTest.keyClick(dialog.port, Qt.Key.Key_Return)
    wire.report(protocol.Failed("port", "in use"))
    assert "Other programs have this port" in dialog.told.text()
    dialog.on.click()
    wire.report(protocol.Opened("127.0.0.1", 9000))
    assert dialog.qr.text == "http://127.0.0.1:9000/"
    assert not dialog.on.isDefault(), "Enter does not stop it"
    dialog.all.click()
    links = {link.who for link in sharing.links}
    assert links == {"deel", "lug"}, "of those whom players play"
    dialog.rows.selectRow(1)
    dialog.copying.click()
    link = sharing.links.of("deel")
    assert link is not None
    assert QGuiApplication.clipboard().text() == sharing.address_of(link) == dialog.address.text()
    wire.report(protocol.Visitors((protocol.Visitor("10.0.0.7", link.token),)))
    assert dialog.rows.model().index(1, 2).data() == "10.0.0.7"
    assert "1 page is open" in dialog.told.text()
    here.clear()
    dialog._look_for_network()
    assert "not at 127.0.0.1 now" in dialog.told.text()
    here += HERE
    dialog._look_for_network()
    assert "1 page is open" in dialog.told.text()
    dialog.out.click()
    assert sharing.links.of("deel") is None
    dialog.on.click()
    assert (sharing.is_on, dialog.qr.text) == (False, "")


def test_the_strip_shows_what_waits_and_a_click_settles_it(fight: Fight, wire: Wire, qtbot: QtBot) -> None:
    sharing = Shared(fight.bridge, fight.texts)
    strip = SlipStrip(sharing.desk, fight.bridge, lambda command: "F8" if "accept" in command else "")
    qtbot.addWidget(strip)
    assert strip.isHidden()
    sharing.begin("127.0.0.1")
    link = sharing.make_link("deel")
    for number, what in enumerate(("roll", "delay")):
        slip = Slip(f"0123456{number}", what, total=17)  # type: ignore[arg-type]
        wire.report(protocol.Came(link.token, slip))
    assert not strip.isHidden()
    assert [line.text for line in strip.lines] == [
        "Deel Surool has rolled 17 for initiative",
        "Deel Surool: Delay",
    ]
    accept: Callable[[int], QPushButton] = lambda at: strip.lines[at].buttons[0]  # noqa: E731
    assert [accept(at).text() for at in (0, 1)] == ["Accept (F8)", "Accept"]
    accept(1).click()
    assert [line.text for line in strip.lines] == ["Deel Surool has rolled 17 for initiative"]
    assert "deel" in fight.bridge.state.put_off
    accept(0).click()
    assert strip.isHidden()
    assert [fate.state for fate in sharing.desk.fates(link.token)] == ["accepted", "refused"]
    sharing.end()


# -- with the server ----------------------------------------------------------------------------------


@pytest.fixture
def shared(fight: Fight, qtbot: QtBot) -> Iterator[Sharing]:
    """Shared for real, at this machine's own address."""
    sharing = Shared(fight.bridge, fight.texts)
    with qtbot.waitSignal(sharing.changed, check_params_cb=None):
        sharing.begin("127.0.0.1", 0)
    qtbot.waitUntil(lambda: bool(sharing.address), timeout=30_000)
    yield sharing
    sharing.end()


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="processes are ended by a signal")
def test_a_server_that_dies_is_there_again_with_the_same_links(
    fight: Fight, shared: Sharing, qtbot: QtBot
) -> None:
    """At the same address: phones that come back find their combatant."""
    link, address = shared.make_link("lug"), shared.address
    process = shared.findChild(QProcess)
    assert process is not None
    os.kill(process.processId(), signal.SIGKILL)
    qtbot.waitUntil(lambda: not shared.address, timeout=30_000)
    qtbot.waitUntil(lambda: shared.address == address, timeout=30_000)
    assert shared.links.by_token(link.token) == link


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="processes are ended by a signal")
@pytest.mark.parametrize("anew", [False, True], ids=["ended", "begun-anew"])
def test_what_is_switched_off_while_no_server_runs_stays_off(
    shared: Sharing, qtbot: QtBot, anew: bool
) -> None:
    """Between the death of a server and the start of the next one sharing is on, and can be ended."""
    process = shared.findChild(QProcess)
    assert process is not None
    os.kill(process.processId(), signal.SIGKILL)
    qtbot.waitUntil(lambda: not shared.address, timeout=30_000)
    waiting = [timer for timer in shared.findChildren(QTimer) if timer.isActive()]
    assert shared.is_on
    assert waiting
    if anew:
        shared.begin("127.0.0.1", 0)
        qtbot.waitUntil(lambda: bool(shared.address), timeout=30_000)
    shared.end()
    assert not shared.is_on
    assert not any(timer.isActive() for timer in waiting), "nothing begins it again"
    running = [one for one in shared.findChildren(QProcess) if one.state() == QProcess.ProcessState.Running]
    assert running == []


@pytest.mark.slow
def test_the_window_that_ends_leaves_no_server(shared: Sharing) -> None:
    process = shared.findChild(QProcess)
    assert process is not None
    number = process.processId()
    shared.end()
    assert not Path(f"/proc/{number}").exists() or process.state() == QProcess.ProcessState.NotRunning


MASKED: dict[str, dict[str, Any]] = {
    "ann": {"kind": "pc", "side": "party"},
    "first": {"alias": "A stranger"},
    "werewolf": {"hidden": True},
    "second": {"alias": "A stranger in grey"},
}


def masked() -> tuple[Bridge, Shared, Link]:
    """A fight in which a player meets some by other names, shared; and the player's link."""
    bridge, texts = Bridge(), Texts()
    bridge.open(loader.load("kaiser"))
    texts.set_encounter(bridge.rules, lambda: bridge.state)
    for who, more in MASKED.items():
        bridge.dispatch(cmd.Add(combatant={"id": who, "kind": "npc", "side": "foes", **more}))
    bridge.dispatch(cmd.Start())
    sharing = Shared(bridge, texts)
    sharing.begin("127.0.0.1")
    return bridge, sharing, sharing.make_link("ann")


def test_a_page_knows_others_by_numbers_that_tell_nothing_and_mean_the_same_until_they_are_gone(
    qapp: object, wire: Wire
) -> None:
    """No id of the encounter leaves, which may tell an earlier name or how many there are besides."""
    bridge, sharing, link = masked()
    wire.report(protocol.Visitors((protocol.Visitor("x", link.token),)))

    def own() -> dict[str, Any]:
        sharing.send_all()
        found: dict[str, Any] = json.loads(bytes(wire.of(protocol.ShowOwn)[-1].value))["sheet"]
        return found

    def number(name: str) -> str:
        choices = {one["label"]: one["id"] for one in target["choices"]}
        return str(choices.get(name, ""))

    form, target = next(
        (form, field)
        for form in own()["may"]["forms"]
        for field in form["fields"]
        if field.get("type") == "combatant"
    )
    assert sorted(number(who) for who in ("ann", "A stranger", "A stranger in grey")) == ["1", "2", "3"]
    sent = {"id": "slip-0001", "what": "declare", "name": form["id"]}
    aimed = msgspec.convert({**sent, "fields": {target["id"]: number("A stranger in grey")}}, Slip)
    wire.report(protocol.Came(link.token, aimed))
    bridge.dispatch(cmd.Describe(who="first", changes={"alias": "", "name": "Tanlee"}))
    (waiting,) = sharing.desk.waiting
    assert "A stranger in grey" in sharing.desk.text(waiting, in_full=True)
    assert sharing.desk.accept(waiting)
    assert bridge.state.combatants["ann"].declared[0].fields[target["id"]] == "second"
    for hidden in (True, False):
        bridge.dispatch(cmd.Describe(who="second", changes={"hidden": hidden}))
        sharing.send_all()
    rows = {row["name"]: row["id"] for row in wire.last_table()["rows"]}
    assert rows["Tanlee"] == number("A stranger")
    assert rows["A stranger in grey"] == "4", "it may be another one"
    wire.report(protocol.Came(link.token, replace(aimed, id="slip-0002")))
    assert "nobody known" in sharing.desk.text(sharing.desk.waiting[0], in_full=True)
    told = [bytes(one.value) for one in wire.of(protocol.ShowTable) + wire.of(protocol.ShowOwn)]
    assert not [who for who in MASKED for one in told if f'"{who}"'.encode() in one and who != "ann"]
    sharing.end()
