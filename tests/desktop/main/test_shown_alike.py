"""What holds in list, inspector, dialogs and on paper alike, as one sees it in the window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from desktop.files.samples import read_sample, shipped
from rulesets.table.commands import Start
from tests.desktop.fights import under_way
from tests.hands.fields import put
from tests.hands.keys_and_mouse import Hands

TIP = Qt.ItemDataRole.ToolTipRole


def began(hands: Hands, sample: str) -> None:
    """The sample, in its first round."""
    hands.window.services.encounters.new_from(read_sample(shipped(sample)))
    assert hands.window.services.bridge.dispatch(Start()) is not None
    hands.settle()


def tips(hands: Hands, who: str) -> list[str]:
    """What is said on hover beside somebody: of the budget, and of what can be done."""
    hands.choose(who)
    inspector = hands.window.inspector
    hands.window.panels.flush()
    rows = inspector.action_list.model
    done = [str(rows.index(at).data(TIP) or "") for at in range(rows.rowCount())]
    return [*(one.toolTip() for one in inspector.findChildren(QWidget) if one.isVisible()), *done]


@pytest.mark.slow
def test_a_pool_that_somebody_has_nothing_of_is_nowhere_and_what_is_told_cites_its_rule(hands: Hands) -> None:
    """R5E-69: the wyrm alone has legendary actions; of everybody else they are in no place."""
    began(hands, "the-salt-stair")
    window, table = hands.window, hands.window.table.initiative
    shown = {who: table.value_at(table.row_of(who)).tokens for who in window.services.bridge.state.combatants}
    assert [who for who, tokens in shown.items() if "LEG" in [one.short for one in tokens]] == ["wyrm"]
    of_wyrm, of_wick = tips(hands, "wyrm"), tips(hands, "wick")
    assert any(one.startswith("Legendary actions: 3 of 3") and "rule R5E-69" in one for one in of_wyrm)
    assert not [one for one in of_wick if one.startswith("Legendary")]
    assert any("rule R5E-18: One attack; extra ones within the same action." in one for one in of_wick)
    hands.menu("attack")
    spends = hands.dialog().spends
    assert not [at for at in range(spends.count()) if "egendary" in spends.itemText(at)]
    hands.leave()
    hands.menu("print")
    dialog = hands.dialog()
    put(hands, dialog.options.kind, "run-sheet")
    hands.until(lambda: dialog._task is None and dialog.laid is not None, "the pages")
    (page,) = dialog.laid.pages
    words = " ".join(page.words())
    assert words.count("LEG 3/3") == words.count("LEG") == 3, (
        "a row for each of three rounds, of the wyrm alone"
    )
    assert all(one.name in words for one in window.services.bridge.state.combatants.values())
    hands.leave()


@pytest.mark.slow
def test_an_edited_stage_is_what_is_applied_or_apply_says_why_not(hands: Hands) -> None:
    """The number that is typed is taken; a page of the book is cited as one, on hover and in dialogs."""
    under_way(hands)
    assert any("Rulebook p. 145" in one for one in tips(hands, "sarlane"))
    hands.choose("deel")
    hands.key(Qt.Key.Key_H)
    dialog = hands.dialog()
    hands.type(dialog.sheet.inputs.amount, "5")
    points = dialog.sheet.rows()[0].stage("hp").number
    hands.type(points, "60")
    assert dialog.sheet.problem == "Hit points: 60 cannot be applied, only 48."
    assert not dialog.sheet.apply_button.isEnabled()
    hands.type(points, "10")
    hands.accept()
    assert hands.window.services.bridge.state.combatants["deel"].stats["hp"] == 38
    hands.choose("sarlane")
    hands.menu("delay")
    dialog = hands.dialog()
    hands.type(dialog.count, "30")
    assert "Rulebook p. 144" in dialog.reason
    hands.leave()


@pytest.mark.slow
def test_using_a_weapon_asks_with_which_one(hands: Hands) -> None:
    """001-111: nothing is declared before it was asked."""
    began(hands, "the-cold-store")
    bridge, board = hands.window.services.bridge, hands.window.board
    who = bridge.state.walk.active
    first = board.fields.input("first")
    hands.type(first, "Use a weapon")
    hands.key(Qt.Key.Key_Return, on=first)
    assert bridge.state.combatants[who].declared == ()
    assert board.words[2].startswith("With which weapon?")
    skill = board.fields.input("skill")
    put(hands, skill, "melee")
    hands.key(Qt.Key.Key_Return, on=skill)
    assert bridge.state.combatants[who].declared[0].fields["skill"] == "melee"
