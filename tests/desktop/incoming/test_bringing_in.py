"""What another program wrote is seen before it is done, comes in as one step, and can be taken back."""

from __future__ import annotations

import gc
from collections.abc import Callable
from pathlib import Path
from threading import current_thread, main_thread
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDropEvent, QFont, QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget

from desktop.bridge import Bridge
from desktop.combatants.copying import first_given
from desktop.combatants.parties import stem
from desktop.incoming.bringing import Target
from desktop.incoming.columns_dialog import ColumnsDialog
from desktop.incoming.dialog import IncomingDialog
from desktop.main.incoming import _Keeping, _write_all
from desktop.process.tasks import Stopped, Task
from rulesets.campaign.fights import standing_fight
from rulesets.campaign.folder import Campaign
from rulesets.campaign.things import Block, Member, Party
from rulesets.table.commands import EndTurn
from rulesets.vocabulary import Rules
from tests.desktop.fights import under_way
from tests.hands.keys_and_mouse import Hands

pytestmark = pytest.mark.slow

SAMPLES = Path(__file__).parents[2] / "incoming" / "samples"
ROUND, ACTIVE = 3, "Gregorr"
TABLE = "name,count,hp,ac,str,init\nGoblin,3,6,15,8,+2\nOgre,1,30,16,21,-1\n"


def shown(hands: Hands) -> IncomingDialog:
    """Return the dialog once everything in it was read."""
    dialog = hands.dialog()
    assert isinstance(dialog, IncomingDialog)
    hands.until(lambda: dialog.ok.isEnabled() or bool(dialog.reason.text()), "what was found")
    return dialog


def accept(hands: Hands, dialog: IncomingDialog) -> None:
    """Accept what is kept in the campaign, and wait until it is."""
    dialog.ok.click()
    hands.until(lambda: not hands.window.services.tasks.busy, "what is kept")
    hands.settle()
    assert hands.window.messages.action.text() == "Undo"


def choose(dialog: IncomingDialog, target: Target) -> None:
    """Choose where it goes."""
    dialog.target.setCurrentIndex(dialog.target.findData(target.value))


def paste(hands: Hands, text: str) -> IncomingDialog:
    """Paste a text into the list."""
    QGuiApplication.clipboard().setText(text)
    hands.window.table.setFocus()
    hands.window.do("paste-people")
    return shown(hands)


def test_a_pasted_table_joins_the_open_fight_in_one_step(hands: Hands) -> None:
    under_way(hands)
    bridge = hands.window.services.bridge
    before, cursor = set(bridge.state.combatants), bridge.cursor
    dialog = paste(hands, TABLE)
    assert dialog.where_to == Target.ENCOUNTER
    assert [entry.fitted.name for entry in dialog.wanted()] == ["Goblin", "Ogre"]
    assert bridge.cursor == cursor  # nothing is done before it is accepted
    hands.key(Qt.Key.Key_Return, on=dialog.found)  # it accepts, and unticks nobody
    hands.settle()
    new = [one for ident, one in bridge.state.combatants.items() if ident not in before]
    assert [one.name for one in new] == ["Goblin 1", "Goblin 2", "Goblin 3", "Ogre"]
    assert [bridge.value(one.id, "max_hp") for one in new] == [6, 6, 6, 30]
    assert hands.window.table.selected_ids() == ["sarlane"], "whoever has the turn goes on to be meant"
    hands.window.do("undo")
    assert set(bridge.state.combatants) == before


def test_what_is_no_longer_ticked_stays_outside(hands: Hands) -> None:
    under_way(hands)
    bridge = hands.window.services.bridge
    dialog = paste(hands, TABLE)
    dialog.found.setCurrentIndex(dialog.model.index(0, 0))
    hands.key(Qt.Key.Key_Space, on=dialog.found)
    dialog.ok.click()
    hands.settle()
    names = [one.name for one in bridge.state.combatants.values()]
    assert "Ogre" in names
    assert "Goblin 1" not in names


def test_own_stat_blocks_are_compared_kept_and_taken_back(hands: Hands) -> None:
    campaign = hands.window.services.campaigns
    dialog = paste_from_start(hands, TABLE)
    choose(dialog, Target.BLOCKS)
    hands.until(dialog.ok.isEnabled, "the button")
    ruleset = dialog.rules.id
    accept(hands, dialog)
    assert {block.name for block in campaign.current.blocks(ruleset)} == {"Goblin", "Ogre"}
    again = paste_from_start(hands, TABLE.replace("Ogre,1,30", "Ogre,1,40"))
    choose(again, Target.BLOCKS)
    again.ruleset.setCurrentIndex(again.ruleset.findData(ruleset))
    hands.until(again.progress.isHidden, "the ruleset")
    hands.until(lambda: [one.there for one in again.model.entries()] == ["same", "changed"], "what is kept")
    assert again.wanted() == []  # what is kept already is not ticked by itself
    again.model.toggle([1])
    hands.until(again.ok.isEnabled, "the button")
    again.found.setCurrentIndex(again.model.index(1, 0))
    both = {row[0]: row[1:] for row in again.details.entries()}
    assert ("40", "30") in both.values()  # side by side
    accept(hands, again)
    ogres = [block for block in campaign.current.blocks(ruleset) if block.name == "Ogre"]
    assert [block.given["max_hp"] for block in ogres] == [40]
    hands.click(hands.window.messages.action)
    hands.until(lambda: "taken back" in hands.window.messages.text, "the undo")
    ogres = [block for block in campaign.current.blocks(ruleset) if block.name == "Ogre"]
    assert [block.given["max_hp"] for block in ogres] == [30]


def paste_from_start(hands: Hands, text: str) -> IncomingDialog:
    """Bring a text in where no encounter is open."""
    hands.window.incoming.bring(text.encode())
    return shown(hands)


def test_a_dropped_file_is_shown_and_begins_an_encounter(hands: Hands, tmp_path: Path) -> None:
    file = tmp_path / "monsters.csv"
    file.write_text(TABLE)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file))])
    event = QDropEvent(
        QPoint(5, 5),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    hands.window.dropEvent(event)
    dialog = shown(hands)
    assert dialog.where_to == Target.NEW
    dialog.ok.click()
    hands.settle()
    services = hands.window.services
    assert services.encounters.current is not None
    assert services.encounters.current.name == "monsters"
    assert len(services.bridge.state.combatants) == 4


def test_a_party_takes_them_in(hands: Hands) -> None:
    dialog = paste_from_start(hands, "name,hp,pc\nAnna,20,pc\nBert,18,pc\n")
    choose(dialog, Target.PARTY)
    dialog.name.setText("The four")
    hands.until(dialog.ok.isEnabled, "the button")
    accept(hands, dialog)
    (party,) = hands.window.services.campaigns.current.parties()
    assert (party.name, [member.name for member in party.members]) == ("The four", ["Anna", "Bert"])


def test_prose_is_no_stat_block_and_nothing_is_taken(hands: Hands) -> None:
    under_way(hands)
    before = hands.window.services.bridge.cursor
    QGuiApplication.clipboard().setText("Dear all, see you on Friday. Bring dice.")
    hands.window.do("paste-people")
    dialog = hands.dialog()
    assert isinstance(dialog, IncomingDialog)
    hands.until(dialog.progress.isHidden, "the end of the reading")
    assert not dialog.ok.isEnabled()
    assert "Nothing was taken" in dialog.summary.text()
    hands.leave()
    assert hands.window.services.bridge.cursor == before


def test_a_list_of_names_takes_the_numbers_of_own_stat_blocks(hands: Hands) -> None:
    """“3 goblins, ogre (hp 30)”: a goblin is the game master's own one, and what is typed counts."""
    under_way(hands)
    bridge = hands.window.services.bridge
    rules, campaign = bridge.rules, hands.window.services.campaigns.current
    for name in ("Goblin", "Ogre"):
        campaign.write(Block(name, {"max_hp": 6, "hp": 6, "dex": 15}, rules.id))
    dialog = paste(hands, "3 goblins, ogre (hp 30)")
    choose(dialog, Target.ENCOUNTER)
    assert "own stat block" in str(dialog.fitted()[0].told[-1])
    hands.until(dialog.ok.isEnabled, "the button")
    dialog.accept()
    hands.settle()
    came = {one.name: one.stats for one in bridge.state.combatants.values() if one.stats.get("dex") == 15}
    assert {name: stats["hp"] for name, stats in came.items()} == {
        "Goblin 1": 6, "Goblin 2": 6, "Goblin 3": 6, "Ogre": 30,
    }  # fmt: skip


def test_a_table_without_headings_is_asked_about(hands: Hands) -> None:
    """“No heading line at all: ask”: it is refused, and what its columns are can be said there."""
    hands.window.incoming.bring(b"Goblin,7,15\nOgre,59,11\n")
    dialog = hands.dialog()
    assert isinstance(dialog, IncomingDialog)
    hands.until(dialog.columns.isVisible, "the columns")
    dialog.columns.click()
    asked = hands.dialog()
    assert isinstance(asked, ColumnsDialog)
    for heading, meaning in (("A", "name"), ("B", "hp")):
        asked.boxes[heading].setCurrentIndex(asked.boxes[heading].findData(meaning))
    asked.ok.click()
    hands.until(dialog.ok.isEnabled, "what was found")
    assert [one.given["max_hp"] for one in dialog.fitted()] == [7, 59]


def test_what_a_column_is_can_be_said_and_is_remembered(hands: Hands) -> None:
    """Headings that nobody knows are told what they are, and known from then on (issue 18)."""
    text = "name,Leben\nWolf,13\n"
    dialog = paste_from_start(hands, text)
    assert "max_hp" not in dialog.fitted()[0].given
    hands.click(dialog.columns)
    columns = dialog.findChild(ColumnsDialog)
    assert isinstance(columns, ColumnsDialog)
    box = columns.boxes["Leben"]
    box.setCurrentIndex(box.findData("max_hp"))
    hands.click(columns.ok)
    hands.until(
        lambda: dialog.ok.isEnabled() and "max_hp" in dialog.fitted()[0].given, "the table read again"
    )
    assert dialog.fitted()[0].given["max_hp"] == 13
    dialog.reject()
    again = paste_from_start(hands, text)
    assert again.fitted()[0].given["max_hp"] == 13


def test_a_running_fight_goes_on_as_it_stands(hands: Hands, tmp_path: Path) -> None:
    """Counts, hit points, whose turn, round and what lasts, of a fight of another program (EXPECTED.toml)."""
    file = tmp_path / "running.json"
    text = (SAMPLES / "improved-initiative" / "user-data-running-fight.json").read_text(encoding="utf-8")
    file.write_text(text.replace('RoundCounter\\":1', f'RoundCounter\\":{ROUND}'), encoding="utf-8")
    hands.window.incoming.bring(file)
    dialog = shown(hands)
    assert (dialog.where_to, dialog.part.currentData()) == (Target.NEW, "combat")
    brought = {one.name: one for one in dialog.fitted()}
    dialog.ok.click()
    hands.settle()
    bridge = hands.window.services.bridge
    state = bridge.state
    assert (state.clock.status, state.clock.round) == ("running", ROUND)
    assert state.combatants[state.walk.active].name == ACTIVE
    places = state.orders[next(iter(state.orders))].places
    for who in state.combatants.values():
        creature = brought[who.name].creature
        assert places[who.id].count == creature.initiative_count
        assert bridge.value(who.id, "hp") == creature.values["hp"]
        on_it = sorted(effect.name for effect in state.effects.values() if effect.on == who.id)
        assert on_it == sorted(effect.name for effect in creature.effects)
    assert bridge.dispatch(EndTurn()) is not None
    assert bridge.state.walk.active != state.walk.active


def test_a_fight_that_was_exported_goes_on_exactly(hands: Hands, tmp_path: Path) -> None:
    under_way(hands)
    bridge = hands.window.services.bridge
    state = bridge.state
    file = tmp_path / "fight.toml"
    text = standing_fight(bridge.rules, state, "The bay", first_given(bridge)).text
    file.write_text(text, encoding="utf-8")
    hands.window.do("close")
    hands.window.incoming.bring(file)
    dialog = shown(hands)
    assert dialog.where_to == Target.NEW
    dialog.ok.click()
    hands.settle()
    assert bridge.state == state


def test_five_thousand_are_shown_and_nobody_is_ticked_for_a_fight(hands: Hands) -> None:
    under_way(hands)
    lines = "".join(f"Creature {number},{number % 90 + 1},{number % 20 + 5}\n" for number in range(5_000))
    dialog = paste(hands, f"name,hp,ac\n{lines}")
    assert len(dialog.model.entries()) == 5_000
    assert dialog.where_to == Target.BLOCKS  # nobody brings a whole book into a fight
    choose(dialog, Target.ENCOUNTER)
    hands.until(dialog.progress.isHidden, "the ruleset")
    assert dialog.wanted() == []
    dialog.only.setText("creature 4999")
    shown_rows = [row for row in range(5_000) if not dialog.found.isRowHidden(row)]
    assert [dialog.model.entries()[row].fitted.name for row in shown_rows] == ["Creature 4999"]


def test_a_fight_of_an_earlier_version_takes_what_its_ruleset_takes_today(hands: Hands) -> None:
    """Encounters carry the text of their ruleset: one of before has no section `import`."""
    under_way(hands)
    services = hands.window.services
    rules = replace(services.bridge.rules, imports=None)
    dialog = IncomingDialog(
        TABLE.encode(),
        _Open(services.bridge, rules),
        services.campaigns.current,
        hands.window.incoming.rulesets,
        services.tasks,
        hands.window,
    )
    hands.until(dialog.ok.isEnabled, "what was found")
    assert [one.given.get("max_hp") for one in dialog.fitted()] == [6, 30]
    dialog.reject()


def test_rulesets_and_what_is_kept_are_read_beside_the_window(hands: Hands) -> None:
    """Targets, import of 5,000: the window answers meanwhile, even if no ruleset was ever played."""
    window, threads = hands.window, []
    campaign, rulesets = window.services.campaigns.current, window.incoming.rulesets

    def noted(read: Callable[..., Any]) -> Callable[..., Any]:
        def reading(*given: Any) -> Any:
            threads.append(current_thread() is main_thread())
            return read(*given)

        return reading

    campaign.blocks = noted(campaign.blocks)  # type: ignore[method-assign]
    bridge, tasks = window.services.bridge, window.services.tasks
    dialog = IncomingDialog(TABLE.encode(), bridge, campaign, noted(rulesets), tasks, window)
    hands.until(dialog.ok.isEnabled, "what was found")
    assert threads[:2] == [False, False]
    dialog.reject()


# -- what may go otherwise -----------------------------------------------------------------------------


def test_esc_while_it_is_read_leaves_everything_as_it_was(hands: Hands) -> None:
    under_way(hands)
    services = hands.window.services
    cursor = services.bridge.cursor
    lines = "".join(f"Creature {number},{number % 90 + 1}\n" for number in range(5_000))
    hands.window.incoming.bring(f"name,hp\n{lines}".encode())
    dialog = hands.dialog()
    assert isinstance(dialog, IncomingDialog)
    hands.key(Qt.Key.Key_Escape, on=dialog)
    hands.until(lambda: not services.tasks.busy, "the end of the reading")
    hands.settle()
    assert services.bridge.cursor == cursor
    assert not any(
        isinstance(one, IncomingDialog) and one.isVisible() for one in QApplication.topLevelWidgets()
    )


def test_what_was_chosen_is_there_again_though_it_was_closed_while_it_was_fitted(hands: Hands) -> None:
    """Otherwise nothing could be brought in: what makes combatants of it had been told to stop."""
    dialog = paste_from_start(hands, TABLE)
    hands.until(dialog.ok.isEnabled, "what was found")
    dialog.model.toggle([1])
    other = next(at for at in range(dialog.ruleset.count()) if at != dialog.ruleset.currentIndex())
    dialog.ruleset.setCurrentIndex(other)
    hands.key(Qt.Key.Key_Escape, on=dialog)
    hands.click(hands.window.messages.action)
    assert hands.dialog() is dialog
    hands.until(dialog.ok.isEnabled, "what it becomes")
    assert dialog.rules.id == dialog.ruleset.itemData(other)
    hands.leave()


def test_a_reader_that_breaks_down_is_reported(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    """The dialog says that nothing was taken, and the makers get a report as of any other crash."""

    def broken(*_: object) -> None:
        raise KeyError("hp")

    monkeypatch.setattr("desktop.incoming.work.read", broken)
    hands.window.incoming.bring(TABLE.encode())
    dialog = hands.dialog()
    assert isinstance(dialog, IncomingDialog)
    hands.until(lambda: "Nothing was taken" in dialog.summary.text(), "what went wrong")
    assert not dialog.ok.isEnabled()
    (report,) = hands.window.services.paths.crash_reports.glob("crash*")
    assert "KeyError: 'hp'" in report.read_text("utf-8")
    hands.leave()


def test_what_was_written_is_held_by_the_offer_to_undo_alone(hands: Hands) -> None:
    there = lambda: [one for one in gc.get_objects() if isinstance(one, _Keeping)]  # noqa: E731
    gc.collect()
    others = there()  # of windows of other tests, which may not be collected yet
    dialog = paste_from_start(hands, TABLE)
    choose(dialog, Target.BLOCKS)
    hands.until(dialog.ok.isEnabled, "the button")
    accept(hands, dialog)
    assert len(there()) == len(others) + 1
    hands.window.feedback.tell("Something else.")
    gc.collect()
    assert there() == others


def test_what_cannot_be_taken_back_keeps_nothing_else_from_it(tmp_path: Path) -> None:
    """All are written or none: of those before the one that fails only what others have changed stays."""
    campaign = Campaign.open(tmp_path)

    class Work(Task):
        def tick(self, done: int, of: int) -> None:
            if done == 2:
                changed = next(path for path in tmp_path.rglob("*.toml") if path.stem == "two")
                changed.write_text(changed.read_text("utf-8") + "# by hand\n", "utf-8")
                raise Stopped

    parties = [Party(name=name, ruleset="srd35") for name in ("one", "two", "three")]
    with pytest.raises(Stopped):
        _write_all(campaign, parties, Work())
    assert [one.name for one in Campaign.open(tmp_path).parties()] == ["two"]


def test_a_file_that_is_gone_is_named(hands: Hands, tmp_path: Path) -> None:
    hands.window.incoming.bring(tmp_path / "gone.csv")
    dialog = hands.dialog()
    assert isinstance(dialog, IncomingDialog)
    hands.until(dialog.progress.isHidden, "the end of the reading")
    assert "“gone.csv” cannot be read" in dialog.summary.text()
    assert not dialog.ok.isEnabled()
    hands.leave()


def letters(dialog: IncomingDialog) -> list[str]:
    """Return the letters that are underlined in what is visible."""
    texts = [label.text() for label in dialog.findChildren(QLabel) if label.buddy() and label.isVisible()]
    texts += [one.text() for one in dialog.findChildren(QAbstractButton) if one.isVisible()]
    return [text[text.index("&") + 1].upper() for text in texts if "&" in text.replace("&&", "")]


def tabbed(dialog: IncomingDialog) -> list[QWidget]:
    """Return where Tab leads from the first field to the button, in that order."""
    found: list[QWidget] = [dialog.target]
    while found[-1] is not dialog.ok and len(found) < 60:
        following = found[-1].nextInFocusChain()
        while not (following.isVisible() and following.focusPolicy() & Qt.FocusPolicy.TabFocus):
            following = following.nextInFocusChain()
        found.append(following)
    return [one for one in found if one.parentWidget() is not None]


@pytest.mark.parametrize("points", [0, 18])
def test_everything_fits_and_is_reached_by_tab_and_by_a_letter_of_its_own(hands: Hands, points: int) -> None:
    """At 18 points on 1024 by 640, wherever it goes."""
    before = QApplication.font()
    if points:
        large = QFont(before)
        large.setPointSize(points)
        QApplication.setFont(large)
    try:
        under_way(hands)
        text = (SAMPLES / "improved-initiative" / "user-data-running-fight.json").read_bytes()
        hands.window.incoming.bring(text)
        dialog = shown(hands)
        for target in Target:
            choose(dialog, target)
            hands.until(dialog.ok.isEnabled, "the button")
            found = letters(dialog)
            assert len(found) == len(set(found)), (target, found)
            least = dialog.minimumSizeHint()
            assert (least.width() <= 1024, least.height() <= 640) == (True, True), target
            fields = (dialog.target, dialog.ruleset, dialog.party, dialog.name, dialog.part, dialog.only,
                      dialog.found, dialog.beside, dialog.notes, dialog.told, dialog.states,
                      dialog.ok)  # fmt: skip
            assert tabbed(dialog) == [one for one in fields if one.isVisible()], target
        dialog.reject()
    finally:
        QApplication.setFont(before)


def test_a_ruleset_with_errors_is_not_offered(hands: Hands) -> None:
    folder = hands.window.services.paths.rulesets / "broken"
    folder.mkdir(parents=True)
    (folder / "ruleset.toml").write_text('id = "broken"\nlabel = "Broken"\n[stats.hp]\nderived = "1 +"\n')
    dialog = paste_from_start(hands, TABLE)
    assert dialog.ruleset.findData("broken") < 0
    assert dialog.ruleset.count() > 1
    dialog.reject()


def test_it_is_taken_back_where_it_was_kept_though_another_campaign_is_played_now(
    hands: Hands, tmp_path: Path
) -> None:
    campaigns = hands.window.services.campaigns
    dialog = paste_from_start(hands, TABLE)
    choose(dialog, Target.BLOCKS)
    hands.until(dialog.ok.isEnabled, "the button")
    ruleset, first = dialog.rules.id, campaigns.current
    accept(hands, dialog)
    assert len(first.blocks(ruleset)) == 2
    campaigns.make(tmp_path / "another", "Another")
    campaigns.current.write(Block("Goblin", {"max_hp": 3}, ruleset))
    hands.click(hands.window.messages.action)
    hands.until(lambda: "taken back" in hands.window.messages.text, "the undo")
    assert first.blocks(ruleset) == ()
    assert [one.name for one in campaigns.current.blocks(ruleset)] == ["Goblin"]


def test_of_two_parties_of_one_name_the_chosen_one_gets_the_changed_member(hands: Hands) -> None:
    """How somebody stands stays; others of the party stay, too."""
    campaign = hands.window.services.campaigns.current
    anna = Member({"id": "anna", "name": "Anna", "kind": "pc", "max_hp": 18}, {"stats": {"hp": 4}})
    bert = Member({"id": "bert", "name": "Bert", "kind": "pc"})
    campaign.write(Party(name="Heroes", ruleset="dnd5e", members=(bert,)))
    campaign.write(Party(name="Heroes", ruleset="srd35", members=(anna, bert)))
    dialog = paste_from_start(hands, "name,hp,pc\nAnna,20,pc\n")
    choose(dialog, Target.PARTY)
    dialog.ruleset.setCurrentIndex(dialog.ruleset.findData("srd35"))
    wanted = next(one for one in campaign.parties() if one.ruleset == "srd35")
    dialog.party.setCurrentIndex(dialog.party.findData(stem(wanted)))
    hands.until(lambda: [one.there for one in dialog.model.entries()] == ["changed"], "what is kept")
    hands.until(dialog.progress.isHidden, "the ruleset")
    assert ("20", "18") in {row[1:] for row in dialog.details.entries()}
    dialog.model.toggle([0])
    hands.until(dialog.ok.isEnabled, "the button")
    accept(hands, dialog)
    kept = {one.ruleset: one.members for one in campaign.parties()}
    assert [one.name for one in kept["dnd5e"]] == ["Bert"]
    changed, same = kept["srd35"]
    assert (changed.given["max_hp"], changed.carried) == (20, {"stats": {"hp": 4}})
    assert same.given == bert.given


class _Open:
    """A bridge with a fight by other rules."""

    is_open = True

    def __init__(self, bridge: Bridge, rules: Rules) -> None:
        self.state, self.rules = bridge.state, rules
