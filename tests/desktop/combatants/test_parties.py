"""Parties in the window: kept, brought in by name, carried over after a fight, and back again."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QItemSelectionModel, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QInputDialog, QLineEdit

from desktop.combatants.adding.bring_in_dialog import JoinDialog
from desktop.combatants.adding.dialog import AddCombatantsDialog
from desktop.combatants.carry_dialog import CarryDialog
from desktop.combatants.member_dialog import MemberDialog
from desktop.combatants.members_dialog import MembersDialog
from desktop.combatants.parties_window import PartiesWindow
from desktop.process.in_front import dialog_in_front
from desktop.widgets.texts import Texts
from rulesets.campaign.things import Member, Party
from rulesets.table import commands as cmd
from tests.desktop.fights import under_way
from tests.hands.keys_and_mouse import Hands

pytestmark = pytest.mark.slow

HEROES = (
    Member({"id": "vex", "name": "Vex", "side": "heroes", "max_hp": 30}, {"stats": {"hp": 12}}),
    Member({"id": "deel", "name": "Deel", "side": "heroes", "max_hp": 20}),
)
RULESETS = ("saga-edition", "dnd5e")


def in_front(hands: Hands, kind: type[QDialog]) -> QDialog:
    hands.until(lambda: isinstance(dialog_in_front(), kind), f"{kind.__name__}")
    dialog = dialog_in_front()
    assert isinstance(dialog, kind)
    if not dialog.isActiveWindow():
        dialog.activateWindow()
    hands.until(dialog.isActiveWindow, "the dialog to have the keys")
    return dialog


def kept(hands: Hands) -> tuple[Party, ...]:
    return hands.window.services.campaigns.current.parties()


def people(hands: Hands) -> dict[str, object]:
    return {who.name: who.stats.get("hp") for who in hands.window.services.bridge.state.combatants.values()}


def begin(hands: Hands, ruleset: str, name: str = "A fight") -> None:
    hands.window.services.encounters.new(name, ruleset, {})
    hands.settle()


@pytest.fixture(params=RULESETS)
def evening(hands: Hands, request: pytest.FixtureRequest) -> Hands:
    """A new fight, with a party in the campaign."""
    party = Party(name="Heroes", ruleset=request.param, members=HEROES)
    hands.window.services.campaigns.write(party)
    begin(hands, request.param)
    return hands


def test_a_party_comes_in_by_its_name_as_it_was_carried_over(evening: Hands) -> None:
    """N, @, Enter: there is only one party."""
    evening.key(Qt.Key.Key_N)
    dialog = in_front(evening, AddCombatantsDialog)
    assert isinstance(dialog, AddCombatantsDialog)
    QTest.keyClicks(dialog.name, "@")
    assert dialog.reason == "2 come in: Vex, Deel (heroes)"
    evening.key(Qt.Key.Key_Return, on=dialog.name)
    assert people(evening) == {"Vex": 12, "Deel": 20}
    evening.window.services.bridge.undo()
    assert people(evening) == {}, "one step"


def test_a_party_can_come_in_with_others_and_from_the_list_beside(evening: Hands) -> None:
    evening.key(Qt.Key.Key_N)
    dialog = in_front(evening, AddCombatantsDialog)
    assert isinstance(dialog, AddCombatantsDialog)
    QTest.keyClicks(dialog.library.search, "@her")
    assert [dialog.library.list.item(row).text() for row in range(dialog.library.list.count())] == [
        "@Heroes  (party)"
    ]
    QTest.keyClick(dialog.library.search, Qt.Key.Key_Return)
    assert dialog.name.text() == "@Heroes"
    dialog.hidden.click()
    assert {one.given["hidden"] for one in dialog._present()} == {True}
    dialog.hidden.click()
    QTest.keyClicks(dialog.name, "; 2 Wolf")
    QTest.keyClick(dialog.name, Qt.Key.Key_Return)
    evening.settle()
    assert list(people(evening)) == ["Vex", "Deel", "Wolf 1", "Wolf 2"]
    evening.window.do("party:Heroes")
    assert "there already" in evening.window.messages.text


def test_a_name_that_no_party_has_is_told_with_those_that_there_are(evening: Hands) -> None:
    evening.key(Qt.Key.Key_N)
    dialog = in_front(evening, AddCombatantsDialog)
    assert isinstance(dialog, AddCombatantsDialog)
    QTest.keyClicks(dialog.name, "@villains")
    assert dialog.reason == "Which party? There are @Heroes."
    assert not dialog.ok.isEnabled()
    dialog.reject()


def test_after_a_fight_what_is_ticked_is_written_back_as_one_step(evening: Hands) -> None:
    window = evening.window
    bridge = window.services.bridge
    window.do("party:Heroes")
    for order in (
        cmd.Start(),
        cmd.Add(combatant={"id": "lug", "name": "Lug", "kind": "pc", "side": "heroes"}, roll=3),
        cmd.SetNumbers(who="vex", stats={"hp": 7}),
        cmd.BeginEffect(on="deel", name="hexed"),
        cmd.BeginEffect(on="deel", name="dazed", rounds=2),
        cmd.EndEncounter(),
    ):
        assert bridge.dispatch(order) is not None
    before = kept(evening)
    window.do("carry-over")
    dialog = in_front(evening, CarryDialog)
    assert isinstance(dialog, CarryDialog)
    rows = [row.texts for row in dialog.model.entries()]
    assert rows == [("Vex", "Hit points", "12", "7"), ("Deel", "Hexed", "–", "yes")]
    assert "Not of this party, and not carried over: Lug." in dialog.told, "who has joined late"
    alone = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
    dialog.lines.selectionModel().setCurrentIndex(dialog.model.index(1, 0), alone)  # whatever keys are held
    space = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Space, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(dialog.lines, space)  # as it comes, whichever window is in front
    assert dialog.model.count == 1
    dialog.accept()
    evening.settle()
    (party,) = kept(evening)
    assert [member.carried for member in party.members] == [{"stats": {"hp": 7}}, {}]
    assert "“Heroes” is kept as it stands now" in window.messages.text
    window.messages.action.click()
    assert [one.members for one in kept(evening)] == [one.members for one in before]
    window.do("carry-over")
    in_front(evening, CarryDialog).accept()
    evening.settle()
    window.messages.clear()
    window.do("show-parties")
    parties = in_front(evening, PartiesWindow)
    assert isinstance(parties, PartiesWindow)
    parties.undo.click()
    assert [one.members for one in kept(evening)] == [one.members for one in before], "without the message"
    assert not parties.undo.isEnabled(), "what the message took back is not taken back twice"
    evening.leave()


def test_the_first_party_is_made_of_the_player_characters_when_it_is_carried_over(hands: Hands) -> None:
    begin(hands, "saga-edition")
    bridge = hands.window.services.bridge
    bridge.dispatch(cmd.Add(combatant={"id": "vex", "name": "Vex", "max_hp": 30}))
    bridge.dispatch(cmd.Add(combatant={"id": "orc", "name": "Orc", "kind": "npc", "side": "foes"}))
    bridge.dispatch(cmd.SetNumbers(who="vex", stats={"hp": 7}))
    hands.window.do("carry-over")
    dialog = in_front(hands, CarryDialog)
    assert isinstance(dialog, CarryDialog)
    dialog.name.setText("Heroes")
    dialog.accept()
    hands.settle()
    (party,) = kept(hands)
    assert (party.name, [member.name for member in party.members]) == ("Heroes", ["Vex"])
    assert party.members[0].carried == {"stats": {"hp": 7}}


def test_the_selected_are_kept_as_a_party_unhurt(hands: Hands) -> None:
    begin(hands, "saga-edition")
    bridge = hands.window.services.bridge
    bridge.dispatch(cmd.Add(combatant={"id": "vex", "name": "Vex", "max_hp": 30, "hp": 3}))
    hands.choose("vex")
    hands.window.do("keep-party")
    dialog = in_front(hands, QInputDialog)
    assert isinstance(dialog, QInputDialog)
    dialog.setTextValue("Heroes")
    dialog.accept()
    hands.settle()
    (party,) = kept(hands)
    assert "hp" not in party.members[0].given or party.members[0].given["hp"] == 3
    assert "@Heroes brings it in" in hands.window.messages.text


def typed_and_left(hands: Hands, into: str, text: str) -> QDialog:
    """Type into the first field of a dialog and leave it; return it, of which the bar says what it keeps."""
    hands.window.do(into)
    dialog = hands.dialog()
    field = QApplication.focusWidget()
    assert isinstance(field, QLineEdit)
    QTest.keyClicks(field, text)
    hands.key(Qt.Key.Key_Escape, on=dialog)
    hands.no_dialog()
    assert "is kept" in hands.window.messages.text
    return dialog


def test_a_name_that_was_typed_and_left_is_kept(hands: Hands) -> None:
    """Esc asks nothing and loses nothing: of a party, in its window, too, of what is kept as prepared."""
    begin(hands, "saga-edition")
    bridge = hands.window.services.bridge
    for who in ("vex", "deel"):
        bridge.dispatch(cmd.Add(combatant={"id": who, "name": who.title()}))
    hands.settle()

    hands.choose("vex")
    left = typed_and_left(hands, "keep-party", "Heroes")
    hands.choose("deel")
    hands.window.do("keep-party")
    other = in_front(hands, QInputDialog)
    assert isinstance(other, QInputDialog)
    assert other.textValue() == "", "it was typed for somebody else"
    hands.leave()
    hands.choose("vex")
    hands.window.do("keep-party")
    assert in_front(hands, QInputDialog) is left
    hands.accept()
    assert [(party.name, [one.name for one in party.members]) for party in kept(hands)] == [
        ("Heroes", ["Vex"])
    ]
    typed_and_left(hands, "keep-prepared", "The alley")
    hands.window.do("keep-prepared")
    field = hands.dialog().focusWidget()
    assert isinstance(field, QLineEdit)
    assert field.text() == "The alley"
    hands.leave()
    hands.window.do("show-parties")
    window = in_front(hands, PartiesWindow)
    assert isinstance(window, PartiesWindow)
    for _ in range(2):
        window.new.click()
        asked = in_front(hands, QInputDialog)
        assert isinstance(asked, QInputDialog)
        if not asked.textValue():
            QTest.keyClicks(asked.focusWidget(), "Rogues")
        assert asked.textValue() == "Rogues"
        hands.leave_one()
        assert "“Rogues” is kept" in window.told.text()


def test_a_rest_is_in_the_menu_where_the_ruleset_has_one(evening: Hands) -> None:
    """E-SW-11, E5E-01: both rulesets say something of a night."""
    window = evening.window
    window.do("party:Heroes")
    entries = [action.objectName() for action in window.actions_.menus["rest"].actions()]
    assert "rest:night" in entries
    window.table.selectAll()
    window.do("rest:night")
    told = window.services.bridge.log[-1].command
    assert told == cmd.Rest(who=("vex", "deel"), name="night")
    said = window.messages.text
    assert "can be " in said, "what comes back"
    assert "Hit points and all other numbers: by hand." in said, "and what does not"


@pytest.fixture(autouse=True)
def nothing_in_front() -> Iterator[None]:
    yield
    while (dialog := dialog_in_front()) is not None:
        dialog.reject()
        QApplication.processEvents()


def test_a_party_rests_between_two_fights_and_that_is_taken_back(evening: Hands) -> None:
    """What can be done once in a day, or until a rest, can be done again (E-SW-11, E5E-01)."""
    services = evening.window.services
    (party,) = kept(evening)
    key = {"saga-edition": "day:second_wind", "dnd5e": "rest:action_surge"}[party.ruleset]
    tired = Member(HEROES[0].given, {"stats": {"hp": 12}, "used": {key: 1}})
    services.campaigns.write(replace(party, members=(tired, HEROES[1])))
    evening.window.do("show-parties")
    window = in_front(evening, PartiesWindow)
    assert isinstance(window, PartiesWindow)
    rows = [tuple(row) for row in window.model.entries()]
    assert rows[0][1].startswith("Hit points 12, ")
    assert rows[1][:2] == ("Deel", "as entered")
    next(action for action in window.rests.actions() if action.objectName() == "night").trigger()
    assert [one.carried for one in kept(evening)[0].members] == [{"stats": {"hp": 12}}, {}]
    window.undo.click()
    assert kept(evening)[0].members[0] == tired
    assert not window.undo.isEnabled()


def test_members_and_parties_leave_and_come_back(evening: Hands) -> None:
    evening.window.do("show-parties")
    window = in_front(evening, PartiesWindow)
    assert isinstance(window, PartiesWindow)
    window.members.selectRow(1)
    window.leave.click()
    assert [one.name for one in kept(evening)[0].members] == ["Vex"]
    window.remove.click()
    assert kept(evening) == ()
    evening.window.services.campaigns.changed.emit()  # as the watched folder says a little later
    assert "Undo brings it back" in window.told.text()
    window.undo.click()
    window.undo.click()
    assert kept(evening)[0].members == HEROES
    window.bring_in.click()
    evening.settle()
    assert people(evening) == {"Vex": 12, "Deel": 20}


def answered(hands: Hands, text: str) -> None:
    """Type an answer into the question in front, and press Enter."""
    asked = in_front(hands, QInputDialog)
    assert isinstance(asked, QInputDialog)
    asked.setTextValue(text)
    asked.accept()
    hands.settle()


def test_a_party_is_made_in_its_window_by_typing_and_from_the_fight(evening: Hands) -> None:
    """New, names as they are typed into a fight, those of the fight, a better name; each is one step."""
    bridge = evening.window.services.bridge
    for who in ({"id": "orc", "name": "Orc", "kind": "npc"}, {"id": "mirel", "name": "Mirel", "max_hp": 9}):
        bridge.dispatch(cmd.Add(combatant=who))
    evening.window.do("show-parties")
    window = in_front(evening, PartiesWindow)
    assert isinstance(window, PartiesWindow)
    window.new.click()
    answered(evening, "heroes")
    assert "There is a party “heroes” already" in window.told.text()
    window.new.click()
    answered(evening, "Lanterns")
    assert window.party is not None
    assert window.party.name == "Lanterns"
    window.add.click()
    dialog = in_front(evening, MembersDialog)
    assert isinstance(dialog, MembersDialog)
    QTest.keyClicks(dialog.name, "Tam; 2 Guard; @Heroes")
    assert dialog.reason.startswith("5 will be of the party: "), "into no fight"
    dialog.accept()
    evening.settle()
    window._fill_people()
    assert [action.text().replace("&", "") for action in window.people.actions()] == ["Mirel", "Orc"]
    window.people.actions()[0].trigger()
    window.rename.click()
    answered(evening, "Lamps")
    party = next(one for one in kept(evening) if one.name == "Lamps")
    names = ["Tam", "Guard 1", "Guard 2", "Vex", "Deel", "Mirel"]
    assert [one.name for one in party.members] == names
    assert party.members[3].carried == HEROES[0].carried, "as it stands there"
    assert party.members[5].given["max_hp"] == 9
    assert list(people(evening)) == ["Orc", "Mirel"], "nobody came into the fight"
    for _ in range(4):
        window.undo.click()
    assert [one.name for one in kept(evening)] == ["Heroes"]
    evening.leave()


def test_a_ruleset_without_rests_says_so(hands: Hands) -> None:
    """No source of pf2e states what a night gives back: nothing is offered, and that is told."""
    hands.window.services.campaigns.write(Party(name="Heroes", ruleset="pf2e", members=HEROES))
    begin(hands, "pf2e")
    hands.window.do("show-parties")
    window = in_front(hands, PartiesWindow)
    assert isinstance(window, PartiesWindow)
    assert not window.rest.isEnabled()
    assert "does not say what a rest gives back" in window.told.text()
    hands.leave()


def test_a_member_is_changed_between_two_fights(evening: Hands) -> None:
    """What it has learnt is how it is entered, what goes up and down how it stands; each is one step."""
    evening.window.do("show-parties")
    window = in_front(evening, PartiesWindow)
    assert isinstance(window, PartiesWindow)
    for row, numbers in enumerate(({"max_hp": "40", "hp": "25"}, {"hp": "7"})):
        window.members.selectRow(row)
        evening.window.services.campaigns.changed.emit()  # as the watched folder says a little later
        assert (window.members.rows(), window.change.isEnabled()) == ([row], True)
        evening.key(Qt.Key.Key_Return, on=window.members)
        dialog = in_front(evening, MemberDialog)
        assert isinstance(dialog, MemberDialog)
        assert not dialog.ok.isEnabled(), "nothing is different yet"
        for stat, text in numbers.items():
            fields = dialog.form.first if stat in dialog.form.first.fields else dialog.form.others
            fields.fields[stat].selectAll()
            QTest.keyClicks(fields.fields[stat], text)
        dialog.form.name.setText("Vex")
        assert dialog.ok.isEnabled() == (row == 0), "nobody is called as another one is"
        dialog.form.name.setText(HEROES[row].name)
        evening.click(dialog.ok)
    vex, deel = kept(evening)[0].members
    assert vex == Member({**HEROES[0].given, "max_hp": 40}, {"stats": {"hp": 25}})
    assert deel == Member(HEROES[1].given, {"stats": {"hp": 7}})
    window.undo.click()
    assert kept(evening)[0].members == (vex, HEROES[1])
    evening.leave()


def test_what_somebody_else_has_changed_meanwhile_is_kept_and_told(evening: Hands) -> None:
    """Both are kept, the second under a name of its own; what only the window needed goes with it."""
    evening.window.do("show-parties")
    window = in_front(evening, PartiesWindow)
    assert isinstance(window, PartiesWindow)
    assert window.party is not None
    origin = window.party.origin
    assert origin is not None
    origin.path.write_text(origin.path.read_text("utf-8") + "# by hand\n", "utf-8")
    window.members.selectRow(1)
    window.leave.click()
    assert "both are kept, this one as" in window.told.text()
    assert sorted(len(one.members) for one in kept(evening)) == [1, 2]
    texts = len(evening.window.services.bridge.findChildren(Texts))
    evening.leave()
    evening.window.do("show-parties")
    assert len(evening.window.services.bridge.findChildren(Texts)) == texts
    evening.leave()


def test_the_party_that_is_looked_at_stays_whoever_keeps_another_of_its_name(evening: Hands) -> None:
    """In every list the two are told apart; the one that is chosen comes in, and is so once it is renamed."""
    window, campaigns = evening.window, evening.window.services.campaigns
    window.do("show-parties")
    shown = in_front(evening, PartiesWindow)
    assert isinstance(shown, PartiesWindow)
    party = shown.party
    assert party is not None
    sable = Member({"id": "sable", "name": "Sable", "max_hp": 9})
    campaigns.write(Party(name="Heroes", ruleset=party.ruleset, members=(sable,)))
    assert shown.party == party, "its file comes first in the folder: Heroes 2.toml"
    texts = [shown.list.item(row).text() for row in range(2)]
    assert [text.endswith("Heroes 2)") for text in texts] == [True, False]
    assert texts[1].endswith("Heroes)")
    window.campaign.fill_menus()
    assert {one.text() for one in window.actions_.menus["new-with"].actions()} == set(texts)
    assert {one.title for one in window.campaign.page().kept} == set(texts)
    broken = (campaigns.folder / "parties" / "Heroes 2.toml").rename(campaigns.folder / "parties" / "Aa.toml")
    broken.write_text('name = "Heroes', "utf-8")
    campaigns.changed.emit()
    assert "Aa.toml: this is no TOML" in shown.troubles.text(), "whoever misses it sees why"
    shown._renamed("The old ones")
    evening.click(shown.bring_in)
    assert list(people(evening)) == ["Vex", "Deel"]
    window.do("show-parties")
    again = in_front(evening, PartiesWindow)
    assert isinstance(again, PartiesWindow)
    (campaigns.folder / "parties" / "Heroes.toml").unlink()
    campaigns.changed.emit()
    assert "“The old ones” is not there any more" in again.told.text()


def test_a_party_of_another_ruleset_is_shown_as_one_and_comes_last(evening: Hands) -> None:
    """What fits comes in, and what is left out is said; carrying over proposes no party of another one."""
    services = evening.window.services
    members = (Member({"id": "mirel", "name": "Mirel", "luck_of_elves": 3}),)
    services.campaigns.write(Party(name="Lanterns", ruleset="kaiser", members=members))
    services.campaigns.write(Party(name="Party", ruleset="kaiser", members=members))
    evening.key(Qt.Key.Key_N)
    dialog = in_front(evening, AddCombatantsDialog)
    assert isinstance(dialog, AddCombatantsDialog)
    listed = [dialog.library.list.item(row).text() for row in range(dialog.library.list.count())]
    assert listed[0] == "@Heroes  (party)"
    assert [text.split("  ")[0] for text in listed[-2:]] == ["@Lanterns", "@Party"]
    assert "Kaiser" in listed[-1]
    dialog.name.setText("@Lanterns")
    assert "“Lanterns” is of another ruleset (" in dialog.reason
    assert "Left out, since this ruleset does not know it: luck of elves." in dialog.reason
    dialog.reject()
    evening.window.do("party:Lanterns")
    assert list(people(evening)) == ["Mirel"]
    assert "is of another ruleset (" in evening.window.messages.text
    evening.window.do("carry-over")
    carry = in_front(evening, CarryDialog)
    assert isinstance(carry, CarryDialog)
    assert (carry.party.currentText(), carry.name.text()) == (
        "A new party of the player characters",
        "Party 2",
    )


def test_what_fits_of_another_rulesets_party_is_said_once_it_is_there(hands: Hands) -> None:
    """Their players' rolls are asked for first: a dialog that is left brings nobody in, and says nothing."""
    under_way(hands)
    window = hands.window
    members = (Member({"id": "mirel", "name": "Mirel"}),)
    window.services.campaigns.write(Party(name="Lanterns", ruleset="kaiser", members=members))
    window.do("party:Lanterns")
    in_front(hands, JoinDialog).reject()
    assert "Mirel" not in people(hands)
    assert "of another ruleset" not in window.messages.text
    window.do("party:Lanterns")
    in_front(hands, JoinDialog).accept()
    assert "Mirel" in people(hands)
    assert "“Lanterns” is of another ruleset (" in window.messages.text


def test_the_second_fight_of_a_party_on_one_day_has_a_number(evening: Hands) -> None:
    window = evening.window
    names = []
    for _ in range(2):
        window.do("new-with:Heroes")
        evening.settle()
        current = window.services.encounters.current
        assert current is not None
        names.append(current.name)
    assert names[0].startswith("Heroes, ")
    assert names[1] == f"{names[0]} 2"


def test_parties_of_one_name_are_told_apart_by_their_rulesets(evening: Hands) -> None:
    """In the menus and in the palette; each brings in its own people, whatever is played."""
    window = evening.window
    members = (Member({"id": "mirel", "name": "Mirel"}),)
    other = "kaiser" if kept(evening)[0].ruleset != "kaiser" else "moon-swing"
    second = window.services.campaigns.write(Party(name="Heroes", ruleset=other, members=members)).change.path
    window.campaign.fill_menus()
    shown = {text for _, text in window.parties.names()}
    assert len(shown) == 2
    assert all(text.startswith("Heroes (") for text in shown)
    assert {action.text() for action in window.actions_.menus["new-with"].actions()} == shown
    window.do(f"party:{second.stem}")
    assert list(people(evening)) == ["Mirel"]


def test_of_two_parties_of_one_name_nobody_is_taken_for_the_other(evening: Hands) -> None:
    """@Heroes brought in the first of them; each is offered with its file, and can be typed so."""
    bridge = evening.window.services.bridge
    second = Member({"id": "sable", "name": "Sable", "max_hp": 9})
    evening.window.services.campaigns.write(Party(name="Heroes", ruleset=bridge.rules.id, members=(second,)))
    evening.key(Qt.Key.Key_N)
    dialog = in_front(evening, AddCombatantsDialog)
    assert isinstance(dialog, AddCombatantsDialog)
    QTest.keyClicks(dialog.name, "@heroes")
    assert dialog.reason.startswith("Which party? There are @Heroes (")
    assert "Heroes 2)" in dialog.reason
    assert not dialog.ok.isEnabled()
    rows = [dialog.library.list.item(row) for row in range(dialog.library.list.count())]
    (other,) = [row for row in rows if "Heroes 2)" in row.text()]
    dialog.library._clicked(other)
    assert dialog.reason == "Sable (party)"
    evening.key(Qt.Key.Key_Return, on=dialog.name)
    assert list(people(evening)) == ["Sable"]
