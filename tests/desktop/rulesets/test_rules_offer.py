"""A ruleset that changes on disk under a fight: offered, never applied by itself (issue 5)."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtTest import QTest

from desktop.rulesets.change_dialog import ChangeRulesDialog
from rulesets.reading.shelf import SYSTEMS, Shelf
from rulesets.table.commands import Add, Start
from rulesets.table.encounter import RUNNING
from tests.desktop.house import HOUSE, add, compared, own, started, swap, watching
from tests.hands.keys_and_mouse import Hands

HP = "max_hp = { value = 10"
MORE = "max_hp = { value = 14"


@pytest.fixture
def file(hands: Hands) -> Path:
    """A ruleset of the user's own, and a fight of two that has begun by it."""
    file = started(own(hands))
    services = hands.window.services
    services.encounters.new(
        "Duel",
        HOUSE,
        {},
        [Add(combatant={"id": "ash", "name": "Ash"}), Add(combatant={"id": "wolf", "side": "foes"})],
    )
    assert services.bridge.dispatch(Start(rolls={"ash": 15, "wolf": 10})) is not None
    watching(hands)
    return file


def told(hands: Hands) -> str:
    """The message that comes."""
    hands.until(lambda: bool(hands.window.messages.text), "a message")
    return hands.window.messages.text


def looked_at(hands: Hands) -> ChangeRulesDialog:
    """The change that is offered, worked out."""
    hands.click(hands.window.messages.action)
    dialog = hands.dialog()
    assert isinstance(dialog, ChangeRulesDialog)
    hands.until(lambda: not dialog.working, "the change to be worked out")
    return dialog


@pytest.mark.slow
def test_the_change_is_offered_shown_applied_and_taken_back(hands: Hands, file: Path) -> None:
    """One command, one step to undo; until then nothing is different."""
    bridge = hands.window.services.bridge
    before, hash_ = bridge.cursor, bridge.rules.hash
    swap(file, HP, MORE)
    add(file, '\n[action.parry]\nlabel = "Parry"\ncost = "action"\n')
    assert told(hands) == "House was changed on disk."
    assert (bridge.cursor, bridge.rules.hash) == (before, hash_)
    dialog = looked_at(hands)
    said = dialog.preview.toPlainText()
    assert "Parry" in said
    assert "14" in said
    assert "Ash" in said
    hands.click(dialog.ok)
    hands.no_dialog()
    assert bridge.cursor == before + 1
    assert "parry" in bridge.rules.actions
    assert bridge.state.clock.status == RUNNING
    compared(hands)
    assert not hands.window.status.offer.isVisible()
    assert bridge.undo()
    assert bridge.rules.hash == hash_
    compared(hands)
    assert hands.window.status.offer.isVisible(), "the text on disk is another one again"


@pytest.mark.slow
def test_not_now_is_an_answer(hands: Hands, file: Path) -> None:
    """The message does not come back until the file changes again; the way to it stays at the foot."""
    window = hands.window
    swap(file, HP, MORE)
    told(hands)
    assert window.messages.later.text() == "Not now"
    hands.click(window.messages.later)
    assert window.messages.text == ""
    assert window.status.offer.isVisible()
    started(own(hands), "", "another")
    QTest.qWait(700)
    compared(hands)
    assert window.messages.text == "", "that another ruleset was written is no news about this one"
    swap(file, MORE, "max_hp = { value = 15")
    assert told(hands) == "House was changed on disk."
    hands.click(window.messages.later)
    hands.click(window.status.offer)
    assert isinstance(hands.dialog(), ChangeRulesDialog)
    hands.leave()


@pytest.mark.slow
def test_errors_are_told_and_the_fight_goes_on(hands: Hands, file: Path) -> None:
    """With a way to the list of errors; mended, it is a change like any other."""
    window, bridge = hands.window, hands.window.services.bridge
    hash_ = bridge.rules.hash
    add(file, '\n[action.dash]\nlabel = "Dash"\ncost = "moove"\n[action.hop]\nlabel = "Hop"\ncost = "hopp"\n')
    assert told(hands) == "House was changed and has 2 errors; the fight goes on by the text it has."
    hands.click(window.messages.action)
    dialog = window.rulesets.dialog
    assert dialog is not None
    hands.until(lambda: dialog.problems_model.rowCount() == 2, "the errors")
    assert dialog.chosen is not None
    assert dialog.chosen.id == HOUSE
    dialog.close()
    assert bridge.rules.hash == hash_
    file.write_text('id = "house\n', encoding="utf-8")
    assert "has 1 error;" in told(hands)
    hands.click(window.messages.later)
    assert window.status.offer.text() == "◆ Ruleset on disk: errors"


@pytest.mark.slow
def test_a_change_that_is_taken_back_is_settled(hands: Hands, file: Path) -> None:
    """The message goes with its reason, and so does the way to it."""
    swap(file, HP, MORE)
    told(hands)
    swap(file, MORE, HP)
    hands.until(lambda: hands.window.messages.text == "", "the message to go")
    assert not hands.window.status.offer.isVisible()


@pytest.mark.slow
def test_the_folder_counts_not_what_the_text_calls_itself(hands: Hands) -> None:
    """A ruleset that was copied from a shipped one, id and all, is not taken for that one."""
    file = started(own(hands))
    swap(file, f'id = "{HOUSE}"', 'id = "srd35"')
    hands.window.services.encounters.new("Duel", HOUSE)
    watching(hands)
    assert hands.window.rulesets.offer.now is None
    swap(file, HP, MORE)
    assert told(hands) == "House was changed on disk."


@pytest.mark.slow
def test_a_comment_is_no_change(hands: Hands, file: Path) -> None:
    """Nothing that is played would be different: nobody is disturbed."""
    watch = hands.window.rulesets.watch
    heard: list[None] = []
    watch.changed.connect(lambda: heard.append(None))
    add(file, "\n# a note\n")
    hands.until(lambda: bool(heard), "the change to be noticed")
    compared(hands)
    assert hands.window.messages.text == ""
    assert hands.window.rulesets.offer.now is None


@pytest.mark.slow
def test_what_does_not_fit_is_refused_with_its_reason(hands: Hands, file: Path) -> None:
    """The phase that the fight is in must not be gone."""
    bridge = hands.window.services.bridge
    before = bridge.cursor
    swap(file, "[phase.turns]", "[phase.other]")
    told(hands)
    dialog = looked_at(hands)
    assert not dialog.ok.isEnabled() or not dialog.override.isHidden()
    assert dialog.reason
    hands.leave()
    assert bridge.cursor == before


@pytest.mark.slow
def test_a_change_of_what_it_extends_counts(hands: Hands) -> None:
    """A base that the user has, too."""
    base = started(own(hands), "", "base")
    started(own(hands), "base")
    hands.window.services.encounters.new("Duel", HOUSE)
    watching(hands)
    swap(base, HP, MORE)
    assert told(hands) == "House was changed on disk."


@pytest.mark.slow
def test_an_encounter_that_is_opened_says_so_quietly(hands: Hands, file: Path) -> None:
    """At the foot, with the same offer, and no message."""
    window, encounters = hands.window, hands.window.services.encounters
    assert encounters.current is not None
    path = encounters.current.path
    encounters.close()
    swap(file, HP, MORE)
    encounters.open(path)
    hands.until(window.status.offer.isVisible, "the offer")
    assert window.messages.text == ""
    window.do("rules-on-disk")
    dialog = hands.dialog()
    assert isinstance(dialog, ChangeRulesDialog)
    hands.until(lambda: not dialog.working, "the change")
    hands.click(dialog.ok)
    hands.no_dialog()
    assert window.services.bridge.log[-1].command.writing is not None  # type: ignore[attr-defined]


@pytest.mark.slow
def test_a_shipped_ruleset_of_a_newer_program_is_offered_likewise(hands: Hands, tmp_path: Path) -> None:
    """The encounter keeps the text that it began with until somebody applies the other one."""
    services = hands.window.services
    services.encounters.new("Old", "srd35")
    assert services.encounters.current is not None
    path = services.encounters.current.path
    services.encounters.close()
    newer = tmp_path / "newer"
    shutil.copytree(SYSTEMS / "srd35", newer / "srd35")
    swap(newer / "srd35" / "ruleset.toml", 'label = "d20 SRD 3.5"', 'label = "d20 SRD 3.5, mended"')
    services.shelf._shipped = newer
    watching(hands)
    services.encounters.open(path)
    hands.until(hands.window.status.offer.isVisible, "the offer")
    assert services.bridge.rules.label == "d20 SRD 3.5"


@pytest.mark.slow
def test_new_encounters_use_the_new_text(hands: Hands, file: Path) -> None:
    """Whatever the running one is played by."""
    services = hands.window.services
    swap(file, 'label = "House"', 'label = "Our House"')
    told(hands)
    assert services.bridge.rules.label == "House"
    services.encounters.new("Second", HOUSE)
    assert services.bridge.rules.label == "Our House"
    compared(hands)
    assert hands.window.rulesets.offer.now is None


@pytest.mark.slow
def test_a_file_saved_again_renews_what_is_shown(hands: Hands, file: Path) -> None:
    """The dialog of the change shows what lies there now; with errors nothing can be applied."""
    swap(file, HP, MORE)
    told(hands)
    dialog = looked_at(hands)
    swap(file, MORE, "max_hp = { value = 33")
    hands.until(lambda: "33" in dialog.preview.toPlainText(), "the new text")
    add(file, "\n[actoin]\n")
    hands.until(lambda: "errors" in dialog.preview.toPlainText(), "the errors")
    assert not dialog.ok.isEnabled()
    hands.leave()


@pytest.mark.slow
def test_nothing_is_compared_without_the_text(hands: Hands) -> None:
    """A ruleset that the shelf does not have, or a folder that is gone."""
    file = started(own(hands))
    hands.window.services.encounters.new("Duel", HOUSE)
    watching(hands)
    shutil.rmtree(file.parent)
    QTest.qWait(700)
    compared(hands)
    assert hands.window.messages.text == ""
    assert Shelf(own(hands)).folder(HOUSE) is None
    hands.menu("rules-on-disk")
    assert "is the one that this fight is played by" in hands.window.messages.text
