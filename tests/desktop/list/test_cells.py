"""Cells of the initiative list: readable, told apart without colour, and never out of their bounds."""

from __future__ import annotations

from functools import partial
from itertools import combinations, pairwise
from typing import Any

import pytest
from hypothesis import given, strategies as st
from msgspec.structs import replace
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage

from desktop.list.columns import Drawn, Kind
from desktop.list.delegates import look
from desktop.list.delegates.budget import BudgetDelegate, place_tokens, token_text
from desktop.list.delegates.chips import place_chips
from desktop.list.delegates.combatant import CombatantDelegate
from desktop.list.delegates.count import CountDelegate
from desktop.list.delegates.declared import DeclaredDelegate, place_cards, words_in_two
from desktop.list.delegates.effects import EffectsDelegate
from desktop.list.delegates.health import HealthDelegate, bar_colour, number_parts
from desktop.list.delegates.plain import PlainDelegate
from desktop.list.delegates.row import RowDelegate, cut_name
from desktop.list.delegates.track import TrackDelegate, reached
from desktop.list.rows.values import Card, Chip, Health, Pips, Plain, RowValue, Token
from desktop.theme import AA, SIDE_SHAPES, Theme, contrast, dark_theme, light_theme, metrics_of
from rulesets.campaign.things import Prepared
from rulesets.seen.number_format import minus
from rulesets.table import commands as cmd
from tests.desktop.list.painting import EMPTY, EXTREME, PLAIN, STEPS, painted, states
from tests.hands.keys_and_mouse import Hands

DELEGATES = (
    CountDelegate,
    CombatantDelegate,
    BudgetDelegate,
    HealthDelegate,
    TrackDelegate,
    EffectsDelegate,
)
STATES = {name: (row, selected) for name, row, selected in states()}
themes = pytest.mark.parametrize("theme", [dark_theme(), light_theme()], ids=["dark", "light"])
delegates = pytest.mark.parametrize("delegate", DELEGATES)


@delegates
@pytest.mark.parametrize("row", [PLAIN, EXTREME, EMPTY], ids=["plain", "extreme", "empty"])
@pytest.mark.parametrize("points", [6, 9, 24])
def test_every_value_is_painted_in_every_size(
    qapp: Any, delegate: type[RowDelegate], row: RowValue, points: float
) -> None:
    """A warning of Qt (a font of no size, a painter left open) fails the test."""
    for width in (1, 5, 20, 60, 260, 900):
        for height in (4, 52):
            first = painted(delegate, row, dark_theme(), size=(width, height), points=points)
            other = painted(delegate, row, light_theme(), size=(width, height), points=points, column=0)
            assert first.size() == other.size()


def differing(one: QImage, other: QImage, by: int) -> int:
    """How many pixels differ by more than ``by`` shades of grey."""
    grey = QImage.Format.Format_Grayscale8
    first, second = (bytes(picture.convertToFormat(grey).constBits()) for picture in (one, other))
    return sum(abs(a - b) > by for a, b in zip(first, second, strict=True))


@themes
@pytest.mark.parametrize(("one", "other"), list(combinations(STATES, 2)))
def test_states_are_told_apart_without_colour(qapp: Any, theme: Theme, one: str, other: str) -> None:
    pictures = [
        painted(CombatantDelegate, row, theme, selected=selected, size=(200, 52), column=2)
        for row, selected in (STATES[one], STATES[other])
    ]
    assert differing(*pictures, by=12) > 60


# -- contrast of what is painted -------------------------------------------------------------------

WITHOUT: tuple[tuple[type[RowDelegate], dict[str, Any], dict[str, Any]], ...] = (
    (CombatantDelegate, {"chips": (), "name": "MMMMMMMMMM"}, {"name": ""}),
    (CombatantDelegate, {"name": "", "chips": (Chip("MMMMMM", "bad"),)}, {"chips": (Chip("", "bad"),)}),
    (CountDelegate, {"aside": "", "count": "88"}, {"count": ""}),
    (CountDelegate, {"count": "", "aside": "+888"}, {"aside": " "}),
    (HealthDelegate, {"health": Health(888, 888888)}, {"health": None}),
    (EffectsDelegate, {"effects": (Chip("MMMMMM"),)}, {"effects": (Chip(""),)}),
    (BudgetDelegate, {"tokens": (Token("M", "MMMM", 0, 1),)}, {"tokens": (Token("M", "", 0, 1),)}),
    (TrackDelegate, {"pips": Pips(("MM", "HH"), 0, "")}, {"pips": Pips(("", ""), 0, "")}),
)


def best_contrasts(with_text: QImage, without: QImage) -> dict[str, float]:
    """For each background colour: the best contrast among the pixels that text has changed on it."""
    texts, grounds = (memoryview(image.constBits()).cast("I") for image in (with_text, without))
    found: dict[str, float] = {}
    for text, ground in {(a, b) for a, b in zip(texts, grounds, strict=True) if a != b}:
        name = QColor.fromRgb(ground).name()
        found[name] = max(found.get(name, 1.0), contrast(QColor.fromRgb(text), QColor.fromRgb(ground)))
    return found


@themes
@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("number", range(len(WITHOUT)))
def test_text_is_readable_on_every_background_it_is_painted_on(
    qapp: Any, theme: Theme, state: str, number: int
) -> None:
    """Compared with the same cell without its text; in 18 points strokes cover whole pixels."""
    delegate, text, none = WITHOUT[number]
    row, selected = STATES[state]
    size = (300, 70)
    written = painted(delegate, replace(row, **text), theme, selected=selected, size=size, points=18)
    blank = painted(
        delegate, replace(row, **{**text, **none}), theme, selected=selected, size=size, points=18
    )
    found = best_contrasts(written, blank)
    flat = {
        colour.name()
        for colour in (theme.base, theme.waiting, theme.hatch, theme.selected, theme.active, theme.active_end)
    }
    plain = {ground: ratio for ground, ratio in found.items() if ground in flat}
    if not row.active:
        assert plain
        assert min(plain.values()) >= AA
    assert max(found.values()) >= AA


@themes
def test_the_list_of_colours_is_readable(theme: Theme) -> None:
    poor = {what: round(contrast(text, ground), 2) for what, text, ground in theme.pairs()}
    assert {what: ratio for what, ratio in poor.items() if ratio < AA} == {}


@themes
def test_graphic_parts_stand_out(theme: Theme) -> None:
    """WCAG 1.4.11: what carries meaning without being text has 3 : 1."""
    parts = [theme.bar_good, theme.bar_warn, theme.bar_bad, theme.bar_extra, theme.spent_edge, *theme.sides]
    parts += [theme.accent, theme.selection, theme.token, theme.round_token]
    assert [colour.name() for colour in parts if contrast(colour, theme.base) < 3] == []


# -- single cells ----------------------------------------------------------------------------------


def test_each_side_has_a_mark_of_its_own(qapp: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """In one colour for all the shapes still differ."""
    theme = dark_theme()
    same = replace(theme, sides=(theme.sides[0],) * len(SIDE_SHAPES))
    monkeypatch.setattr(look, "theme_of", lambda palette: same)
    pictures = []
    for mark in range(len(SIDE_SHAPES)):
        row = replace(PLAIN, count="", aside="", mark=mark)
        pictures.append(painted(CountDelegate, row, same, size=(60, 60), points=18))
    assert all(differing(one, other, by=60) > 5 for one, other in combinations(pictures, 2))


def test_spent_tokens_are_outlined_and_struck_and_reactions_round(qapp: Any) -> None:
    def token(**changes: Any) -> QImage:
        row = replace(PLAIN, tokens=(Token("Swift", "SW", **{"left": 1, "size": 1, **changes}),))
        return painted(BudgetDelegate, row, dark_theme(), size=(90, 60), points=14)

    pictures = [token(), token(left=0), token(round=True), token(extra=2), token(number=True)]
    assert all(differing(one, other, by=40) > 20 for one, other in combinations(pictures, 2))


@pytest.mark.parametrize(
    ("token", "text"),
    [
        (Token("Standard", "STD", 1, 1), "STD"),
        (Token("Standard", "STD", 0, 1), "STD"),
        (Token("Free", "FR", 2, 1), "FR 2"),
        (Token("Free", "FR", None, None), "FR ∞"),
        (Token("Action points", "AP", 4, 6, number=True), "AP 4/6"),
        (Token("Action points", "AP", 4, None, number=True), "AP 4"),
    ],
)
def test_what_stands_in_a_token(token: Token, text: str) -> None:
    assert token_text(token) == text


def test_the_bar_turns_with_what_is_left() -> None:
    theme = light_theme()
    shares = [Health(now, 20).share for now in (20, 10, 5, 0)]
    colours = [bar_colour(theme, share) for share in shares]
    assert colours == [theme.bar_good, theme.bar_warn, theme.bar_bad, theme.bar_bad]
    assert (Health(-3, 10).share, Health(30, 10).share, Health(3, 0).share, Health(0, 0).share) == (
        0,
        1,
        1,
        0,
    )


def test_a_step_that_is_called_by_its_number_is_not_counted_besides() -> None:
    """ "3 3/15" stood beside each other where there was no room for fifteen steps."""
    numbers = tuple(map(str, range(16)))
    assert reached(Pips(numbers, 3, "")) == "/15"
    assert reached(Pips(("0", "−1", "−2", "−5"), 2, "")) == "2/3"


def test_the_reached_step_shows_in_a_narrow_column(qapp: Any) -> None:
    wide, narrow = (
        [
            painted(TrackDelegate, replace(PLAIN, pips=Pips(STEPS, at, "")), dark_theme(), size=(width, 52))
            for at in range(len(STEPS))
        ]
        for width in (260, 70)
    )
    for pictures in (wide, narrow):
        assert all(one != other for one, other in pairwise(pictures))


# -- chips and tokens stay inside ------------------------------------------------------------------

_texts = st.lists(st.text("abc W", min_size=1, max_size=40), max_size=12)


@pytest.mark.slow
@given(texts=_texts, width=st.integers(30, 400), lines=st.integers(1, 2))
def test_chips_stay_inside_and_none_is_forgotten(qapp: Any, texts: list[str], width: int, lines: int) -> None:
    metrics = metrics_of(QFont("DejaVu Sans", 9))
    room = QRectF(7, 5, width, 200)
    placed = place_chips([Chip(text) for text in texts], room, metrics, lines)
    assert all(one.rect.left() >= 7 and one.rect.right() <= room.right() + 0.01 for one in placed)
    for one, other in combinations(placed, 2):
        assert not one.rect.intersects(other.rect)
    assert len({one.rect.top() for one in placed}) <= lines
    more = int(placed[-1].text[1:]) if placed and placed[-1].text.startswith("+") else 0
    assert len(placed) - bool(more) + more == len(texts)


@pytest.mark.parametrize("width", range(30, 220, 6))
def test_a_chip_is_readable_or_counted(qapp: Any, width: int) -> None:
    """'ac…' says nothing: what is cut keeps its first word or six letters, or a number stands there."""
    metrics, texts = metrics_of(QFont("DejaVu Sans", 9)), ["acts now", "readied: the door opens", "Prone"]
    for chips in (texts, texts[:1], texts[1:2]):
        room = QRectF(0, 0, width, 20)
        for one in place_chips([Chip(text) for text in chips], room, metrics):
            kept = one.text.removesuffix("…")
            assert one.text.startswith("+") or one.text in chips or len(kept) >= 6, (width, one.text)


@pytest.mark.parametrize("width", range(30, 140, 6))
def test_what_stands_before_a_colon_is_no_chip_alone(qapp: Any, width: int) -> None:
    """'only: …' says nothing, and stood beside free room."""
    metrics, chip = metrics_of(QFont("DejaVu Sans", 9)), Chip("only: Death save, Stand up")
    (one,) = place_chips([chip], QRectF(0, 0, width, 20), metrics)
    assert one.text in ("+1", chip.text) or one.text.startswith("only: Death"), one.text


@pytest.mark.slow
@given(
    shorts=st.lists(st.sampled_from(["STD", "MOV", "SW", "R"]), max_size=8),
    width=st.integers(30, 400),
    extra=st.integers(0, 3),
)
def test_tokens_stay_inside_and_none_is_forgotten(
    qapp: Any, shorts: list[str], width: int, extra: int
) -> None:
    metrics = metrics_of(QFont("DejaVu Sans", 9))
    tokens = [Token(short, short, 1, 1, extra=extra) for short in shorts]
    room = QRectF(0, 0, width, metrics.row_height)
    placed = place_tokens(tokens, room, metrics)
    assert all(one.right <= width + 1 for one in placed)
    for one, other in combinations(placed, 2):
        assert not one.rect.intersects(other.rect)
    more = int(placed[-1].text[1:]) if placed and placed[-1].token is None else 0
    assert len([one for one in placed if one.token is not None]) + more == len(tokens)
    assert all(room.adjusted(0, 0, 1, 0).contains(one.rect) for one in placed)


OTHERS: dict[str, Any] = {
    "id": "vex",
    "slot": "vex",
    "name": "Sarlane Vex",
    "side": "foes",
    "mark": 1,
    "group": "guards",
    "count": "9",
    "aside": "",
    "follows": "Vex",
    "active": True,
    "acted": True,
    "waiting": True,
    "out": "defeated",
    "chips": (),
    "tokens": (),
    "health": None,
    "pips": None,
    "effects": (),
    "choosable": True,
    "cards": (Card("Attack", "now"),),
    "said": ((Kind.COUNT, Drawn("K♥", rank="K", suit="♥")), (Kind.ROLL, Plain("4D"))),
    "missed": True,
    "used_up": True,
    "spent": "Score −7: no pass left",
}


@pytest.mark.parametrize("made", [*DELEGATES, DeclaredDelegate, partial(PlainDelegate, Kind.ROLL)])
def test_rows_that_show_the_same_in_a_cell_look_the_same_there(qapp: Any, made: Any) -> None:
    """Pictures are kept by what a cell says that it shows: whatever else it painted would be out of date."""
    assert OTHERS.keys() == set(RowValue.__struct_fields__)
    kept: dict[Any, QImage] = {}
    for row in (PLAIN, *(replace(PLAIN, **{name: value}) for name, value in OTHERS.items())):
        picture = painted(made, row, dark_theme())
        shows = (made(None).shows(row), look.state_of(row))
        assert kept.setdefault(shows, picture) == picture, row


def test_the_only_card_of_a_row_says_all_that_there_is_room_for(qapp) -> None:
    """ "Dagger, Dagger, Ysolde …" was cut where a part of its column stood empty."""
    metrics, long = metrics_of(QFont()), Card("Charging Attack", "Dagger, Dagger, Ysolde of the Ford")
    wanted = QFontMetricsF(metrics.small).horizontalAdvance(long.under)
    for room in (wanted + 40, wanted / 2):
        (only,) = place_cards((long,), QRectF(0, 0, room, 40), metrics)
        assert only.rect.width() == min(room, max(only.rect.width(), wanted))


def test_cards_have_the_width_that_their_words_need_where_there_is_room(qapp) -> None:
    """ "1 S…ant" and "Anticip…urprise" were cut in their middle, beside room that nobody used."""
    metrics = metrics_of(QFont())
    wide = QFontMetricsF(metrics.small_bold).horizontalAdvance
    texts = ("1 Shoot", "2 Shoot the Storm sergeant", "3 Take cover behind the crates")
    cards = tuple(Card(text, "lost", "lost", "", text) for text in texts)
    inside, between = 1.3 * metrics.gap + 1, metrics.gap * 0.7
    room = sum(wide(text) + inside for text in texts) + 2 * between
    placed = place_cards(cards, QRectF(0, 0, room, 40), metrics)
    assert [one.card for one in placed] == list(cards)
    assert all(one.rect.width() >= wide(text) + inside - 0.5 for one, text in zip(placed, texts, strict=True))
    assert placed[-1].rect.right() <= room + 0.5
    narrow = place_cards(cards, QRectF(0, 0, room * 0.7, 40), metrics)
    assert narrow[0].rect.width() >= wide(texts[0]) + inside - 0.5, (
        "the short one is not cut for the long ones"
    )
    short = tuple(Card(f"{at} Run", "", "to-come") for at in (1, 2))
    assert len({one.rect.width() for one in place_cards(short, QRectF(0, 0, room, 40), metrics)}) == 1
    two = (Card("1 Shoot sergeant", "4D", "now"), Card("2 Take cover behind the crates", "", "to-come"))
    needs = (wide("sergeant · 4D") + inside, wide("behind the crates") + inside)
    found = place_cards(two, QRectF(0, 0, sum(needs) + between, 40), metrics)
    assert all(one.rect.width() >= need - 8 for one, need in zip(found, needs, strict=True)), "in two lines"


def test_words_of_a_card_without_a_roll_go_on_in_its_second_line(qapp) -> None:
    """ "1 swing down and stab the…" was cut where its target stands."""
    font = metrics_of(QFont()).small_bold
    wide, text = QFontMetricsF(font).horizontalAdvance, "1 swing down and stab the Vault droid"
    assert words_in_two(text, font, wide(text)) == (text, "")
    first = "1 swing down and"
    assert words_in_two(text, font, wide(first)) == (first, "stab the Vault droid")
    assert words_in_two(text, font, 1) == ("1", "swing down and stab the Vault droid")


def test_cards_without_room_are_listed_by_their_names(qapp) -> None:
    """Three actions were declared, and the column said "+3" (001-37)."""
    metrics, hows = metrics_of(QFont()), ("done", "to-come", "to-come", "to-come")
    said = zip(("Aim", "Fire", "Dodge", "Full dodge behind the crates"), hows, strict=True)
    cards = tuple(Card(f"{at} {name}", "", how, "", name) for at, (name, how) in enumerate(said, 1))
    wide = QFontMetricsF(metrics.small_bold).horizontalAdvance
    for words, lines in (
        ("Fire, Dodge, +", ("Fire, Dodge, +1",)),
        ("Dodge,", ("Fire, +2",)),
        ("Full dodge behind the crates", ("Fire, Dodge,", "Full dodge behind the crates")),
        ("F", ("Fire", "+2")),
    ):
        (box,) = place_cards(cards, QRectF(0, 0, wide(f"{words} 1") + 2 * metrics.gap, 40), metrics)
        assert box.lines == lines


# -- what is told first ----------------------------------------------------------------------------


@pytest.mark.parametrize("points", [9, 14, 18])
def test_how_many_points_there_were_is_read_in_a_narrow_column(qapp: Any, points: int) -> None:
    """At 14 points one condition took the room of the maximum."""
    metrics = metrics_of(QFont("DejaVu Sans", points))
    for health in (Health(12, 34), Health(-5, 30), Health(120, 120)):
        parts = number_parts(health, metrics, metrics.em * 2.6)
        said = "".join(text for _, text in parts).replace(" ", "")
        assert said == f"{minus(str(health.now))}/{health.full}"
        assert sum(QFontMetricsF(font).horizontalAdvance(text) for font, text in parts) <= metrics.em * 2.6


def test_the_number_of_a_name_is_not_cut(qapp: Any) -> None:
    """Two sergeants were both "Stormtrooper sergean…"."""
    font = QFont("DejaVu Sans", 14)
    whole = QFontMetricsF(font).horizontalAdvance("Stormtrooper sergeant 12")
    assert cut_name("Stormtrooper sergeant 12", font, whole) == "Stormtrooper sergeant 12"
    cut = cut_name("Stormtrooper sergeant 12", font, whole * 0.7)
    assert cut.startswith("Stormtr")
    assert cut.endswith("… 12")
    assert QFontMetricsF(font).horizontalAdvance(cut) <= whole * 0.7
    assert cut_name("Stormtrooper sergeant", font, whole * 0.7).endswith("…")


@pytest.mark.slow
def test_what_points_have_made_of_somebody_stands_before_what_else_holds(hands: Hands) -> None:
    """ "Stable" was hidden in "+2", behind "Helpless"."""
    window = hands.window
    people = ({"id": "ann", "name": "Ann", "max_hp": 30}, {"id": "bo", "name": "Bo"})
    window.services.encounters.new_from(Prepared("Ford", "srd35", {}, people))
    bridge = window.services.bridge
    assert bridge.dispatch(cmd.Start(rolls={"ann": 20, "bo": 10}))
    assert bridge.dispatch(cmd.BeginEffect(on="ann", name="prone"))
    assert bridge.dispatch(cmd.Apply(to=("ann",), pipeline="damage", inputs={"amount": 35}, by="bo"))
    assert bridge.dispatch(cmd.BeginEffect(on="ann", name="stable"))
    rows = window.table.initiative
    texts = [chip.text for chip in rows.value_at(rows.row_of("ann")).chips]
    assert texts[:3] == ["Stable", "Unconscious", "Helpless"]


@pytest.mark.slow
def test_dying_stands_before_having_no_hit_points(hands: Hands) -> None:
    """E-S4-06: "Dying", which has a roll in every turn, was hidden in "+2" behind "Without hit points"."""
    window = hands.window
    people = ({"id": "ann", "name": "Ann", "max_hp": 30}, {"id": "bo", "name": "Bo"})
    window.services.encounters.new_from(Prepared("Ford", "sagas-hub", {}, people))
    bridge = window.services.bridge
    assert bridge.dispatch(cmd.Start(rolls={"ann": 20, "bo": 10}))
    assert bridge.dispatch(cmd.Apply(to=("ann",), pipeline="damage", inputs={"amount": 30}, by="bo"))
    assert bridge.dispatch(cmd.Check(who="ann", name="down", degree="dying"))
    rows = window.table.initiative
    texts = [chip.text for chip in rows.value_at(rows.row_of("ann")).chips]
    assert texts[:2] == ["Dying", "Without hit points"]
