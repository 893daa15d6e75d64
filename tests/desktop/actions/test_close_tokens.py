"""Where there is little room tokens stand in one line each, and say the rest when asked."""

from __future__ import annotations

from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from desktop.actions.budget import Token
from desktop.actions.budget_view import BudgetView
from desktop.why.model import Whys

ONE = Token("standard", "Standard", 1, 1, instead=("Move action",), does="Standard action")
MANY = Token("ap", "Action points", 6, 6)


def shown(view: BudgetView, *tokens: Token) -> list[str]:
    view.show_tokens("ann", tokens)
    return [tile._shown_count() for tile in view.tiles]


def test_a_token_says_in_one_line_what_is_left_and_the_rest_in_its_tip(qtbot: QtBot, fight) -> None:
    """At 1024×640 tokens took the room in which one sees what can be done."""
    view = BudgetView(Whys(fight.bridge, fight.texts))
    qtbot.addWidget(view)
    view.resize(240, 400)
    shown(view, ONE, MANY)
    wide = sum(tile.sizeHint().height() for tile in view.tiles)
    view.set_low(True)
    assert shown(view, ONE, MANY) == ["", "6/6"]
    assert sum(tile.sizeHint().height() for tile in view.tiles) < wide
    assert "or: Move action" in view.tiles[0].toolTip()
    assert "1 of 1" in view.tiles[0].toolTip()
    assert "1 of 1" in view.tiles[0].accessibleName()


def test_a_token_gets_the_room_that_another_number_needs(qtbot: QtBot, fight) -> None:
    """ "Active Ac… 2/2" stood where there had been no limit."""
    view = BudgetView(Whys(fight.bridge, fight.texts))
    qtbot.addWidget(view)
    view.set_low(True)
    view.resize(400, 400)
    view.show()
    assert shown(view, replace(MANY, left=None, size=None)) == ["∞"]
    assert shown(view, replace(MANY, left=12, size=60)) == ["12/60"]
    assert shown(view, replace(MANY, left=1, size=0)) == ["1"]
    assert shown(view, replace(MANY, left=100, size=600)) == ["100/600"]
    qtbot.waitUntil(lambda: view.tiles[0].width() >= view.tiles[0].sizeHint().width())


def test_what_is_counted_below_zero_has_a_minus_sign(qtbot: QtBot, fight) -> None:
    """Kaiser's intentions make initiative worse: "-9" stood beside numbers with real signs."""
    view = BudgetView(Whys(fight.bridge, fight.texts))
    qtbot.addWidget(view)
    view.show_tokens("ann", (ONE, Token("modifier", "Initiative modifier", -9, None, counts_up=True)))
    assert view.counted == "Initiative modifier: −9"
