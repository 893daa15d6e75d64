"""Who is hit is ticked by keys alone in the damage window, whose buttons stay where they are meanwhile."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QMenu, QScrollArea

from desktop.damage.dialog import DamageDialog
from desktop.widgets.field_note import FieldNote
from rulesets.campaign.things import Prepared
from rulesets.seen.aiming import possible_targets
from rulesets.table.commands import Start
from tests.desktop.fights import under_way
from tests.hands.keys_and_mouse import Hands

ALT = Qt.KeyboardModifier.AltModifier


@pytest.fixture
def asking(hands: Hands) -> DamageDialog:
    """Damage by Sarlane, on nobody yet."""
    under_way(hands)
    hands.window.table.setFocus()
    hands.key(Qt.Key.Key_H)
    dialog = hands.dialog()
    assert isinstance(dialog, DamageDialog)
    hands.type(dialog.sheet.inputs.amount, "12")
    return dialog


def opened(dialog: DamageDialog) -> QMenu:
    menu = dialog.targets.menu()
    assert isinstance(menu, QMenu)
    menu.popup(dialog.targets.mapToGlobal(dialog.targets.rect().bottomLeft()))
    return menu


def typed(menu: QMenu, text: str, ends: Qt.Key = Qt.Key.Key_Return) -> None:
    QTest.keyClicks(menu, text)
    QTest.keyClick(menu, ends)


@pytest.mark.slow
def test_somebody_is_lit_when_the_targets_open_and_home_and_end_lead_to_the_ends(
    asking: DamageDialog,
) -> None:
    """An evening: by Alt+T nobody was lit, the first arrow went past the first, and Home did nothing."""
    menu = opened(asking)
    likely, people = asking.sheet.likely_target(), menu.actions()
    assert likely
    assert menu.activeAction().data() == likely, "nobody is ticked: whoever is hit, most likely"
    QTest.keyClick(menu, Qt.Key.Key_End)
    assert menu.activeAction() is people[-1]
    QTest.keyClick(menu, Qt.Key.Key_Home)
    assert menu.activeAction() is people[0]
    QTest.keyClick(menu, Qt.Key.Key_Return)
    assert people[0].isChecked()
    QTest.keyClick(menu, Qt.Key.Key_Escape)
    assert opened(asking).activeAction() is people[0], "somebody is ticked: from the first on"
    QTest.keyClick(menu, Qt.Key.Key_Escape)


@pytest.mark.slow
def test_alt_t_opens_the_targets(hands: Hands, asking: DamageDialog) -> None:
    """As its name says; the menu has the keys until Escape."""
    menu, shown = asking.targets.menu(), list[bool]()

    def leave() -> None:
        shown.append(menu.isVisible())
        QTest.keyClick(menu, Qt.Key.Key_Escape)

    menu.aboutToShow.connect(lambda: QTimer.singleShot(0, leave))
    QTest.keyClick(asking.windowHandle(), Qt.Key.Key_T, ALT)
    assert shown == [True]
    assert asking.sheet.inputs.amount.text() == "12", "Alt types nothing"
    hands.leave()


@pytest.mark.slow
def test_a_name_that_is_typed_ticks(hands: Hands, asking: DamageDialog) -> None:
    """An evening by keys alone: the boxes were ticked by mouse or one arrow after another."""
    menu = opened(asking)
    typed(menu, "serg")
    typed(menu, "stormtrooper 2", Qt.Key.Key_Space)
    typed(menu, "k", Qt.Key.Key_Space)
    assert set(asking.sheet.targets) == {"sergeant", "trooper-2", "lug"}
    typed(menu, "k-77")
    assert set(asking.sheet.targets) == {"sergeant", "trooper-2"}, "once more leaves out"
    typed(menu, "storm")
    assert set(asking.sheet.targets) == {"sergeant", "trooper-2", "trooper-1"}, "the next who is called so"
    QTest.keyClick(menu, Qt.Key.Key_Escape)
    hands.key(Qt.Key.Key_Return, on=asking.sheet.inputs.amount)
    hands.key(Qt.Key.Key_Return, on=asking.sheet.roll.told)  # nothing is rolled against them
    hands.no_dialog()
    assert set(hands.window.services.bridge.log[-1].command.to) == {"sergeant", "trooper-2", "trooper-1"}


@pytest.mark.slow
def test_a_blank_that_goes_on_with_a_name_says_what_ticks(hands: Hands, asking: DamageDialog) -> None:
    """Letters and Space at once ticked nobody, and nothing said so: it was taken for a part of the name."""
    menu = opened(asking)
    typed(menu, "storm", Qt.Key.Key_Space)
    assert asking.sheet.targets == ("trooper-1",), "no name goes on so"
    typed(menu, "stormtrooper", Qt.Key.Key_Space)
    assert asking.sheet.targets == ("trooper-1",)
    hands.settle()
    said = [note.text() for note in asking.findChildren(FieldNote) if note.isVisible()]
    assert said == ["Enter ticks Stormtrooper 2, or Space again."]
    QTest.keyClick(menu, Qt.Key.Key_Space)
    assert set(asking.sheet.targets) == {"trooper-1", "trooper-2"}
    assert not any(note.isVisible() for note in asking.findChildren(FieldNote))
    assert "Enter ticks" in asking.targets.toolTip()
    QTest.keyClick(menu, Qt.Key.Key_Escape)
    hands.leave()


@pytest.mark.slow
def test_a_name_stands_beside_its_field(hands: Hands) -> None:
    """Of one more who is ticked: the name stood in the middle of the room kept free for what comes of it."""
    people = [{"id": f"g{n}", "name": f"Gate guard {n}", "side": "foes", "str": 9} for n in (1, 2)]
    hands.window.services.encounters.new_from(Prepared("Gate", "moon-swing", {}, tuple(people)))
    assert hands.window.services.bridge.dispatch(Start(rolls={"foes": 5}))
    hands.settle()
    hands.choose("g1")
    hands.window.table.setFocus()
    hands.key(Qt.Key.Key_H)
    asked = hands.dialog()
    assert isinstance(asked, DamageDialog)
    hands.type(asked.sheet.inputs.fields["damage"], "17")
    asked.targets.menu().actions()[1].toggle()
    hands.settle()
    assert len(asked.sheet.rows()) == 2
    for row in asked.sheet.rows():
        assert row.own is not None
        field = row.own.fields["strength"]
        name = next(label for label in row.findChildren(QLabel) if label.text().startswith("Gate guard"))
        middles = [one.mapTo(asked, one.rect().center()).y() for one in (name, field)]
        assert abs(middles[0] - middles[1]) <= 2, row.who
    hands.leave()


@pytest.mark.slow
def test_tab_stops_nowhere_unseen(hands: Hands, asking: DamageDialog) -> None:
    """What scrolls had the keys once a round, and nothing showed it."""
    menu = opened(asking)
    typed(menu, "serg")
    QTest.keyClick(menu, Qt.Key.Key_Escape)
    first = one = asking.sheet.inputs.amount
    stops = []
    while (one := one.nextInFocusChain()) is not first:
        if one.isVisibleTo(asking) and one.focusPolicy() & Qt.FocusPolicy.TabFocus:
            stops.append(one)
    assert len(stops) > 5
    assert not [one for one in stops if isinstance(one, QScrollArea)]
    hands.leave()


@pytest.mark.slow
def test_what_is_nobody_ticks_nobody(hands: Hands, asking: DamageDialog) -> None:
    menu = opened(asking)
    typed(menu, "serg")
    typed(menu, "xy")
    assert asking.sheet.targets == ("sergeant",), "whoever stood there is not meant by another name"
    QTest.keyClick(menu, Qt.Key.Key_Escape)
    hands.leave()


@pytest.mark.slow
def test_foes_of_whoever_does_it_stand_first_and_ticks_move_no_button(
    hands: Hands, asking: DamageDialog
) -> None:
    """The window got wider and higher with each target, away from the menu it was ticked in."""
    scene = hands.window.services.bridge.scene
    menu = opened(asking)
    shown = [action.data() for action in menu.actions()]
    assert shown == [who.id for who in possible_targets(scene, "sarlane")]
    assert shown[:3] == ["sergeant", "trooper-1", "trooper-2"]

    def places() -> tuple[object, ...]:
        hands.settle()
        buttons = (asking.targets, asking.sheet.apply_button)
        return asking.width(), *(button.mapToGlobal(button.rect().center()) for button in buttons)

    before = places()
    for action in menu.actions()[:6]:
        action.toggle()
        assert places() == before, action.text()
    QTest.keyClick(menu, Qt.Key.Key_Escape)
    hands.leave()


@pytest.mark.slow
def test_whoever_it_is_by_now_has_foes_first_and_a_heal_its_friends(
    hands: Hands, asking: DamageDialog
) -> None:
    """By a foe it was the foe's own side, and of a heal the other one, that stood first."""
    scene = hands.window.services.bridge.scene
    asking.sheet.by.setCurrentIndex(asking.sheet.by.findData("sergeant"))
    asking.sheet.by.activated.emit(asking.sheet.by.currentIndex())
    menu = opened(asking)
    shown = [action.data() for action in menu.actions()]
    assert shown == [who.id for who in possible_targets(scene, "sergeant")]
    assert shown[0] == "sarlane"
    QTest.keyClick(menu, Qt.Key.Key_Escape)
    asking.sheet.choose("heal")
    menu = opened(asking)
    shown = [action.data() for action in menu.actions()]
    assert shown == [who.id for who in possible_targets(scene, "sergeant", friends=True)]
    assert shown[:3] == ["sergeant", "trooper-1", "trooper-2"]
    typed(menu, "k-77")
    assert asking.sheet.targets == ("lug",), "names are found in that order, too"
    QTest.keyClick(menu, Qt.Key.Key_Escape)
    hands.leave()
