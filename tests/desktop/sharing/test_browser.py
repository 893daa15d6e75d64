"""The players' page in a real browser: at three sizes, light and dark, cut off and back, and in a round."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from desktop.bridge import Bridge
from desktop.files.samples import read_sample, shipped
from desktop.sharing import protocol
from desktop.sharing.page_texts import page_texts
from desktop.sharing.shared_fight import Sharing
from desktop.widgets.texts import Texts
from rulesets.reading import loader
from rulesets.seen.own_sheet import FieldShown, FormShown, MayShown, OfferShown, OwnSheet
from rulesets.seen.players_screen import (
    ConditionShown,
    PlayersScreen,
    PointsShown,
    RowShown,
    SideShown,
    TokenShown,
    TrackShown,
)
from rulesets.table import commands as cmd
from tests.desktop.sharing import chromium, firefox
from tests.desktop.sharing.browser import SIZES, Browser
from tests.desktop.sharing.phones import Serving
from tests.desktop.sharing.wire import Shared

pytestmark = pytest.mark.slow
CHROMIUM = pytest.param(
    chromium.chromium,
    marks=pytest.mark.skipif(
        not chromium.is_there() and not chromium.must_be_there(), reason=chromium.MISSING
    ),
    id="chromium",
)
FIREFOX = pytest.param(
    firefox.firefox,
    marks=pytest.mark.skipif(not firefox.is_there(), reason=firefox.MISSING),
    id="firefox",
)

TOKEN = "a-personal-link-of-somebody"
NASTY = "<img src=x onerror=\"document.title='taken'\"> & {name}"
"""A name that is only ever shown letter by letter."""
VEX = RowShown(
    "vex",
    NASTY,
    kind="pc",
    own=True,
    count="17",
    active=True,
    level="half",
    points=PointsShown(12, 30, 5),
    bar=40,
    conditions=(ConditionShown("Prone", "bad"), ConditionShown("Blessed", "good", 3, notes="by the light")),
    tracks=(TrackShown("Condition", "−2", 2, 5),),
    tokens=(TokenShown("Standard", "STD", 1, 1), TokenShown("Power", "PP", None, number=True)),
)
FOE = RowShown("?1", "A stranger", side=1, kind="npc", count="12", next=True, word="Bloodied", out="")
GONE = RowShown("gone", "The guard", side=1, kind="npc", acted=True, out="defeated", readied="the door opens")
SCREEN = PlayersScreen(
    "running",
    title="At the mill",
    round=3,
    stage="round",
    points_label="Hit points",
    sides=(SideShown("party", own=True), SideShown("foes", 1)),
    rows=(VEX, FOE, GONE),
    notes="It rains",
)
FORM = FormShown(
    "plan",
    "Plan",
    (
        FieldShown("actions", "Actions", needed=True, least=1),
        FieldShown("first", "First", "text", needed=True),
        FieldShown("at", "Whom", "combatants"),
        FieldShown("then", "Then", "texts", most=2),
        FieldShown("point", "Force point", "bool", text="Doubles every die."),
    ),
)
SHEET = OwnSheet(
    VEX,
    tokens=VEX.tokens,
    tracks=VEX.tracks,
    conditions=VEX.conditions,
    notes="Owes the miller",
    may=MayShown(
        rolls="d20 +5",
        declares="now",
        forms=(FORM,),
        more=True,
        delays="Delay",
        readies="Ready an action",
        resumes=True,
        offers=(
            OfferShown("dodge", "reaction", "Dodge"),
            OfferShown("attack", "action", "Attack", "Standard"),
        ),
    ),
)


@pytest.fixture(scope="module", params=[CHROMIUM, FIREFOX])
def browser(request: pytest.FixtureRequest) -> Iterator[Browser]:
    """One browser of each kind for all tests of the module."""
    with request.param() as made:
        yield made


@pytest.fixture(scope="module")
def serving() -> Iterator[Serving]:
    """A server that shows everything that there is to be shown."""
    texts = page_texts()
    translated = {key: f"de: {text}" for key, text in texts["en"].items()}
    made = Serving(texts=protocol.raw({**texts, "de": translated}))
    yield made
    assert made.end() == ""


@pytest.fixture
def address(serving: Serving) -> str:
    """The address of the page, with everything on it."""
    serving.table({"screen": SCREEN})
    serving.own(
        TOKEN, {"sheet": SHEET, "slips": [{"id": "x", "what": "delay", "state": "refused", "why": "No."}]}
    )
    return f"http://{serving.host}:{serving.port}/"


@pytest.mark.parametrize("size", SIZES)
def test_the_page_can_be_read_by_everybody(browser: Browser, address: str, size: str) -> None:
    """Nothing is wider than the screen, names are letters, and axe-core finds nothing, light or dark."""
    for scheme in ("light", "dark"):
        browser.be(size, scheme)
        for where in ("", f"#{TOKEN}"):
            browser.open(address + where)
            browser.until("return document.querySelectorAll('#rows > li').length === 3")
            if where:
                browser.until("return document.querySelector('[data-form=roll]')")
            assert browser.run("return document.documentElement.scrollWidth <= window.innerWidth")
            assert NASTY in browser.text("#rows")
            assert browser.complaints() == []
    assert browser.run("return document.title") != "taken"
    assert browser.run("return document.querySelectorAll('img, iframe').length") == 0


def test_slips_are_sent_as_they_are_filled_in(browser: Browser, serving: Serving, address: str) -> None:
    """A roll, a declaration and a reaction; what was typed stays while the fight goes on around it."""
    browser.be("phone", "light")
    browser.open(f"{address}#{TOKEN}")
    browser.until("return document.querySelector('[data-form=declare-plan]')")
    browser.type("[data-form=declare-plan] [name='f:actions']", "2")
    browser.type("[data-form=declare-plan] [name='f:first']", "Fire <b>twice</b>")
    serving.table({"screen": PlayersScreen("running", round=4, stage="round", rows=(FOE, VEX))})
    browser.until("return document.querySelector('#where').textContent.indexOf('Round 4') >= 0")
    browser.type("[data-form=declare-plan] [name='t:then:0']", "Run")
    browser.type("[data-form=declare-plan] [name='t:then:1']", "Hide")
    browser.click("[data-form=declare-plan] [name='f:point']")
    browser.click("[data-form=declare-plan] [type=submit]")
    declared = serving.until(protocol.Came)
    assert declared.token == TOKEN
    assert declared.slip.fields == {
        "actions": 2,
        "first": "Fire <b>twice</b>",
        "then": ["Run", "Hide"],
        "point": True,
    }
    browser.type("[data-form=roll] [name=total]", "23")
    browser.click("[data-form=roll] [type=submit]")
    assert serving.until(protocol.Came).slip.total == 23
    browser.click("[data-form=react] [type=submit]")
    reacted = serving.until(protocol.Came).slip
    assert (reacted.what, reacted.name) == ("react", "dodge")


def test_it_says_what_goes_on_as_the_second_screen_does(
    browser: Browser, serving: Serving, address: str
) -> None:
    """Who declares does not act; a surprise round is one; a step of a track that is a state is told once."""
    wounded = (TrackShown("Wounds", "Wounded", 2, 5),)
    bo = RowShown("bo", "Bo", active=True, conditions=(ConditionShown("Wounded", "bad"),), tracks=wounded)
    told = {"declare": ("Bo declares", "declares now"), "act": ("Bo", "acts now")}
    browser.open(address)
    for activity, (now, marked) in told.items():
        serving.table({"screen": PlayersScreen("running", stage="opening", activity=activity, rows=(bo,))})
        browser.until("return document.querySelector('#now').textContent === arguments[0]", now)
        assert browser.text(".mark") == marked
    assert browser.text("#where") == "Surprise round"
    assert browser.run("return document.querySelectorAll('.chips li').length") == 1
    must, choosable = RowShown("bo", "Bo", must=True), RowShown("bo", "Bo", choosable=True)
    for row, now in ((must, "Bo must act now"), (choosable, "Who goes next?")):
        serving.table({"screen": PlayersScreen("running", round=1, stage="round", rows=(row,))})
        browser.until("return document.querySelector('#now').textContent === arguments[0]", now)


def test_rows_slide_and_stand_still_for_whoever_wants_that(
    browser: Browser, serving: Serving, address: str
) -> None:
    """As the phone is set: without movement they are in their new places at once."""
    rows = (VEX, FOE, GONE)
    for still, moving in ((False, 3), (True, 0)):
        browser.be("phone", "light", still=still)
        serving.table({"screen": PlayersScreen("running", round=1, stage="round", rows=rows)})
        browser.open(address)
        browser.until("return document.querySelectorAll('#rows > li').length === 3")
        last_first = PlayersScreen("running", round=2, stage="round", rows=(GONE, VEX, FOE))
        serving.table({"screen": last_first})
        browser.until("return document.querySelector('#where').textContent.indexOf('Round 2') >= 0")
        assert browser.run("return document.querySelectorAll('.moving').length") == moving


def test_it_speaks_the_language_of_the_phone(browser: Browser, address: str) -> None:
    """As far as there is a translation, and says so to whatever reads it aloud; else English."""
    for wanted, language, said in (("de-AT,de", "de", "de: Connected"), ("fi", "en", "Connected")):
        browser.speak(wanted)
        browser.open(address)
        browser.until("return document.querySelector('#state').className === 'good'")
        assert browser.text("#state") == said
        assert browser.run("return document.documentElement.lang") == language


def test_it_says_when_it_is_cut_off_and_comes_back_by_itself(
    browser: Browser, serving: Serving, address: str
) -> None:
    """What has happened meanwhile is there at once; a link that was thrown out says so."""
    browser.be("phone", "dark")
    browser.open(f"{address}#{TOKEN}")
    browser.until("return document.querySelector('#state').className === 'good'")
    browser.network(False)
    serving.order(protocol.Drop(TOKEN))  # ends the connection, which an emulated network leaves alone
    browser.until("return document.querySelector('#state').className === 'bad'")
    serving.table({"screen": PlayersScreen("running", round=9, stage="round", rows=(FOE,))})
    browser.network(True)
    browser.until("return document.querySelector('#where').textContent.indexOf('Round 9') >= 0")
    browser.until("return document.querySelector('#state').className === 'good'")
    assert "good no longer" in browser.text("#own-gone")
    assert browser.run("return document.querySelector('#own').hidden")


# -- a round from four phones -------------------------------------------------------------------------


@pytest.fixture
def moon(qapp: object, qtbot: QtBot) -> Iterator[tuple[Bridge, Sharing]]:
    """The sample of Moon Swing, shared."""
    sample = read_sample(shipped("the-cold-store"))
    rules, bridge, texts = loader.load(sample.ruleset, sample.options), Bridge(), Texts()
    bridge.open(rules)
    texts.set_encounter(rules, lambda: bridge.state, lambda: bridge.line)
    for command in sample.commands:
        assert bridge.dispatch(command) is not None
    sharing = Shared(bridge, texts)
    sharing.begin("127.0.0.1", 0)
    qtbot.waitUntil(lambda: bool(sharing.address), timeout=60_000)
    yield bridge, sharing
    sharing.end()


PLANS = {"tessa": "Fire blaster", "bo": "Search the crates", "sayle": "Slice the lock", "whisper": "Run"}


@pytest.mark.parametrize("browser", [CHROMIUM], indirect=True)
def test_a_round_of_moon_swing_is_declared_from_four_phones(
    moon: tuple[Bridge, Sharing], browser: Browser, qtbot: QtBot
) -> None:
    """One a real browser; nothing happens before the game master accepts, and then all see it."""
    bridge, sharing = moon
    assert bridge.dispatch(cmd.Start()) is not None
    links = {who: sharing.make_link(who) for who in PLANS}
    serving = Serving.at(sharing.address)
    last = f"/links/{links['whisper'].token}"
    qtbot.waitUntil(lambda: serving.ask("GET", last)[0] == 200, timeout=30_000)
    phones = {who: serving.phone(links[who].token) for who in PLANS if who != "tessa"}
    browser.be("phone", "light")
    browser.open(sharing.address_of(links["tessa"]))
    form = "[data-form=declare-plan]"

    def seen_in_browser(script: str) -> None:
        qtbot.waitUntil(lambda: bool(browser.run(f"return {script}")), timeout=60_000)

    seen_in_browser(f"document.querySelector('{form}')")
    for who, phone in phones.items():
        qtbot.waitUntil(lambda phone=phone: bool(phone.hear().get("own")), timeout=30_000)
        assert phone.newest["own"]["sheet"]["may"]["declares"] in ("now", "later"), who
        slip = {"id": f"plan-of-{who}", "what": "declare", "name": "plan"}
        assert (
            serving.send(phone_token(links, who), {**slip, "fields": {"actions": 1, "first": PLANS[who]}})
            == 202
        )
    browser.type(f"{form} [name='f:actions']", "1")
    browser.type(f"{form} [name='f:first']", PLANS["tessa"])
    browser.click(f"{form} [type=submit]")
    qtbot.waitUntil(lambda: len(sharing.desk.waiting) == 4, timeout=30_000)
    assert not any(who.declared for who in bridge.state.combatants.values()), "nobody has accepted anything"
    steps = bridge.cursor
    declare_all(bridge, sharing)
    for who, said in PLANS.items():
        (plan,) = bridge.state.combatants[who].declared
        assert (plan.name, plan.fields["first"]) == ("plan", said)
    assert bridge.cursor == steps + len(bridge.state.combatants)
    seen_in_browser("document.querySelector('.fate.accepted')")
    for who, phone in phones.items():
        qtbot.waitUntil(
            lambda phone=phone: phone.hear()["own"]["slips"][0]["state"] == "accepted", timeout=30_000
        )
        rows = {row["name"]: row for row in phone.newest["table"]["screen"]["rows"]}
        assert PLANS["tessa"] in json.dumps(rows[bridge.state.combatants["tessa"].name]), who
        phone.close()


def phone_token(links: dict[str, object], who: str) -> str:
    return str(getattr(links[who], "token"))  # noqa: B009


def declare_all(bridge: Bridge, sharing: Sharing) -> None:
    """Let everybody declare in the ruleset's order: by the slip that came, else as the game master says."""
    while (declaring := bridge.scene.declaring) is not None and declaring.open:
        who = next(
            one for one in declaring.open if bridge.state.combatants[one].slot == bridge.state.walk.active
        )
        if who in PLANS:
            slip = sharing.desk.next
            assert slip is not None, who
            assert slip.link.who == who, "whose turn it is comes first, whoever has sent first"
            assert sharing.desk.accept(slip)
        else:
            assert bridge.dispatch(cmd.Declare(who=(who,), name="hesitate")) is not None, who
