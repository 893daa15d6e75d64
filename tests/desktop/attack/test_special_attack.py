"""An attack that is an action of its own, such as a heavy one, from what it is paid with to its damage."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop.attack.dialog import AttackDialog
from desktop.bridge import Bridge
from desktop.damage.dialog import DamageDialog
from rulesets.campaign.things import Prepared
from rulesets.formula.dice import ListedDice
from rulesets.table import commands as cmd
from tests.hands.keys_and_mouse import Hands


def duel(hands: Hands, **more: object) -> Bridge:
    """Ace acts, who is able to make heavy attacks with a rifle."""
    ace = {"id": "ace", "name": "Ace", "bab": 6, "dex": 14, "attack_actions": 4, "hp": 50, **more}
    people = (ace, {"id": "orc", "name": "Orc", "side": "foes", "hp": 50})
    hands.window.services.encounters.new_from(Prepared("Gate", "sagas-hub", {}, people))
    bridge = hands.window.services.bridge
    assert bridge.dispatch(cmd.Start(rolls={"ace": 20, "orc": 5})) is not None
    bridge.session.dice = ListedDice((18, 4, 5, 6))
    hands.settle()
    assert bridge.state.walk.active == "ace"
    return bridge


def attack_of(hands: Hands) -> AttackDialog:
    hands.key(Qt.Key.Key_A)
    shown = hands.dialog()
    assert isinstance(shown, AttackDialog)
    return shown


def test_a_heavy_attack_is_rolled_and_hurts_as_one(hands: Hands) -> None:
    """004-75: it costs two attack actions and 6 of the roll; 004-76: a devastating injury may come of it."""
    bridge = duel(hands, notes="Rifle +8 (3d8+3)")
    shown = attack_of(hands)
    assert shown.using.currentText() == "Rifle   1d20+8", "nothing says that it is a heavy one"
    shown.spends.setCurrentIndex(shown.spends.findData("action:heavy"))
    assert shown.using.currentText() == "Rifle, heavy   1d20+8-6"
    hands.key(Qt.Key.Key_Return, on=shown.roll)
    assert (shown.roll.number, shown.came.currentData()) == (20, "hit")
    hands.key(Qt.Key.Key_Return, on=shown.roll)
    sheet = hands.dialog()
    assert isinstance(sheet, DamageDialog)
    assert sheet.sheet.command().inputs["special"] == "heavy"
    assert "count three times" in sheet.sheet.problem
    hands.leave()
    assert bridge.state.combatants["ace"].pools["attack"] == 2
    assert attack_of(hands).using.currentText() == "Rifle, heavy   1d20+8-6", "as the last time"


def test_what_is_attacked_with_says_what_is_spent(hands: Hands) -> None:
    """004-75; what was paid before the window was opened counts as well."""
    bridge = duel(hands)
    shown = attack_of(hands)
    names = [shown.using.itemText(n) for n in range(shown.using.count())]
    assert "Attack, heavy ranged   1d20+2" in names
    shown.using.setCurrentIndex(names.index("Attack, heavy ranged   1d20+2"))
    assert (shown.spends.currentData(), shown.kind.currentData()) == ("action:heavy", "ranged")
    shown.using.setCurrentIndex(shown.using.findData("Attack, ranged"))
    assert shown.spends.currentData() == "action:attack"
    hands.leave()
    assert bridge.dispatch(cmd.Act(who="ace", name="heavy")) is not None
    shown = attack_of(hands)
    assert shown.using.currentData().startswith("Attack, heavy")
    assert "Heavy attack is paid" in shown.spends.currentText()
    hands.key(Qt.Key.Key_Return, on=shown.roll)
    shown.came.setCurrentIndex(shown.came.findData("hit"))
    hands.key(Qt.Key.Key_Return, on=shown.roll)
    sheet = hands.dialog()
    assert isinstance(sheet, DamageDialog)
    assert sheet.sheet.command().inputs["special"] == "heavy"
    hands.leave()


def test_what_is_attacked_with_is_what_it_is_also_against_a_rule(hands: Hands) -> None:
    """004-78: it needs a base attack bonus of 12; it was recorded as a plain attack, without its damage."""
    bridge = duel(hands, notes="Rifle +8 (3d8+3)")
    bridge.session.dice = ListedDice((19, 4, 5, 6))
    hands.window.fight.attack_by("ace", "orc", "action:attack")
    shown = hands.dialog()
    assert isinstance(shown, AttackDialog)
    offered = shown.spends.count()
    shown.using.setCurrentIndex(shown.using.findData("Rifle, improved heavy"))
    assert shown.spends.currentText() == "Improved heavy (super) attack · Three attack actions"
    assert "needs a base attack bonus of 12" in shown.reason
    assert not shown.ok.isEnabled()
    shown.using.setCurrentIndex(shown.using.findData("Rifle"))
    assert (shown.spends.currentData(), shown.spends.count()) == ("action:attack", offered)
    shown.using.setCurrentIndex(shown.using.findData("Rifle, improved heavy"))
    shown.override.click()
    hands.key(Qt.Key.Key_Return, on=shown.roll)
    shown.came.setCurrentIndex(shown.came.findData("hit"))
    hands.key(Qt.Key.Key_Return, on=shown.roll)
    sheet = hands.dialog()
    assert isinstance(sheet, DamageDialog)
    assert sheet.sheet.command().inputs["special"] == "improved_heavy"
    assert "count four times" in sheet.sheet.problem
    hands.leave()
    assert bridge.state.combatants["ace"].pools["attack"] == 1


def test_a_die_in_the_range_of_the_weapon_is_critical_unconfirmed(hands: Hands) -> None:
    """004-94: the range of the weapon counted for nothing; 004-72: no special attack is critical."""
    duel(hands, notes="Rifle +8 (3d8+3/18-20)")
    shown = attack_of(hands)
    hands.key(Qt.Key.Key_Return, on=shown.roll)
    assert (shown.roll.natural, shown.came.currentText()) == (18, "critical hit")
    assert not shown.confirm.isVisible()
    shown.roll.selectAll()
    QTest.keyClicks(shown.roll, "26")
    assert shown.came.currentText() == "hit"
    assert shown.about.text() == "Did the die show 18? Then type 18+8: it counts for itself.", (
        "a total alone says nothing of the die, which may have had another bonus"
    )
    shown.roll.selectAll()
    QTest.keyClicks(shown.roll, "18+8")
    assert shown.came.currentText() == "critical hit"
    shown.spends.setCurrentIndex(shown.spends.findData("action:heavy"))
    assert shown.came.currentText() == "hit"
    hands.leave()


def test_a_heavy_attack_is_made_as_the_last_one_also_in_a_file_that_was_opened_again(hands: Hands) -> None:
    """004-75: a special attack is made in the mode of its base; after a blow a heavy shot was proposed."""
    bridge = duel(hands)
    fight = hands.window.fight
    fight.attack_by("ace", "orc", "action:heavy")
    assert hands.dialog().using.currentText() == "Attack, heavy melee   1d20", "with nothing in hand"
    hands.leave()
    shot = cmd.RecordAttack(who="ace", target="orc", kind="ranged", result="miss", using="Attack")
    assert bridge.dispatch(shot) is not None
    fight.attack_by("ace", "orc", "action:heavy")
    assert hands.dialog().using.currentText() == "Attack, heavy ranged   1d20+2"
    hands.leave()


def test_the_log_alone_tells_that_a_hit_was_critical_and_a_heavy_one(hands: Hands) -> None:
    """004-94, 004-75: nothing else is left of it once the file is opened again."""
    bridge = duel(hands, notes="Rifle +8 (3d8+3/18-20/x3)")
    hit = cmd.RecordAttack(who="ace", target="orc", kind="ranged", result="hit", using="Rifle", critical=True)
    heavy = (cmd.Act(who="ace", name="heavy"), replace(hit, critical=False))
    for made, told in (((hit,), {"critical": True}), (heavy, {"special": "heavy"})):
        for command in made:
            assert bridge.dispatch(command) is not None, command
        hands.window.table.pick("orc")
        hands.key(Qt.Key.Key_H)
        sheet = hands.dialog().sheet
        assert sheet.inputs.kept()["amount"][0] == "3d8+3"
        given = sheet.command().inputs
        assert {key: given.get(key) for key in told} == told
        hands.leave()
