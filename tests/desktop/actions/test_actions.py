"""What can be done now: the model and the list."""

from __future__ import annotations

from itertools import groupby

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QScrollBar

from desktop.actions.model import ActionsModel
from desktop.actions.rows import ActionDelegate
from desktop.actions.view import ActionList
from desktop.bridge import Bridge
from desktop.files.samples import samples
from desktop.widgets.roles import Role
from desktop.widgets.texts import Texts
from rulesets.fight.session import Session
from rulesets.reading import loader
from rulesets.seen.offers import offers, tried
from rulesets.table import commands as cmd
from rulesets.table.refusal import Refusal
from tests.hands.keys_and_mouse import Hands


def rows(model):
    return [model.index(n).data(Role.OFFER) for n in range(model.rowCount())]


def test_legal_offers_come_first_and_others_say_why(fight, watched):
    model = ActionsModel(fight.bridge, fight.texts)
    watched(model)
    model.show_offers("deel")
    fight.do(cmd.Act(who="deel", name="full_attack"))
    model.show_offers("deel")
    found = rows(model)
    legal = [not row.reason for row in found]
    assert legal == sorted(legal, reverse=True)
    attack = next(row for row in found if row.key == ("action", "attack"))
    assert attack.reason
    assert attack.cite == "Rulebook p. 144-145"
    assert attack.cost == "Standard action"
    free = next(row for row in found if row.key == ("type", "free"))
    assert not free.reason


@pytest.mark.parametrize("words", ["", "a"])
def test_a_reason_stands_once_above_those_that_it_is_said_of(fight, watched, words):
    model = ActionsModel(fight.bridge, fight.texts)
    watched(model)
    fight.do(cmd.Act(who="deel", name="full_attack"))
    model.set_filter(words)
    model.show_offers("deel")
    found = rows(model)
    reasons = [reason for reason, _ in groupby(row.reason for row in found)]
    assert len(reasons) == len(set(reasons)) > 1
    assert [row.heading for row in found if row.heading] == [reason for reason in reasons if reason]
    first = next(row for row in found if row.reason)
    assert first.heading == first.reason, "also where it is the first that a filter leaves"


def test_what_is_called_so_comes_before_what_is_paid_so(fight, watched):
    """ "stand" is Stand up before anything that is a standard action."""
    model = ActionsModel(fight.bridge, fight.texts)
    watched(model)
    model.show_offers("deel")
    model.set_filter("stand")
    legal = [row for row in rows(model) if not row.reason]
    named = ["stand" in row.label.casefold() for row in legal]
    assert named == sorted(named, reverse=True)
    assert True in named
    assert False in named


def test_only_rows_that_differ_change(fight, watched, qtbot):
    model = ActionsModel(fight.bridge, fight.texts)
    watched(model)
    model.show_offers("deel")
    changed: list[int] = []
    model.dataChanged.connect(lambda first, last: changed.append(first.row()))
    with qtbot.assertNotEmitted(model.modelReset), qtbot.assertNotEmitted(model.rowsInserted):
        model.show_offers("deel")
        assert changed == []
        fight.do(cmd.Act(who="deel", name="aim"), cmd.SetNumbers(who="deel", stats={"hp": 20}))
        fight.do(cmd.Act(who="deel", cost="free"))
    model.show_offers("deel")


def test_parts_count_up(fight, watched):
    """E-SW-06: recovering takes three swift actions."""
    model = ActionsModel(fight.bridge, fight.texts)
    watched(model)
    fight.do(cmd.MoveTrack(who="deel", by=1), cmd.Act(who="deel", name="recover"))
    model.show_offers("deel")
    row = next(row for row in rows(model) if row.id == "recover")
    assert (row.step, row.steps) == (2, 3)
    assert "2 of 3" in model.find(row.key).data(Qt.ItemDataRole.AccessibleTextRole)


def test_the_filter_keeps_what_matches_every_word(fight, watched):
    model = ActionsModel(fight.bridge, fight.texts)
    watched(model)
    model.show_offers("deel")
    everything = model.rowCount()
    model.set_filter("full ATTACK")
    assert [row.id for row in rows(model)] == ["full_attack"]
    model.show_offers("boss")
    assert [row.id for row in rows(model)] == ["full_attack"]
    model.set_filter("")
    assert model.rowCount() == everything


def test_enter_in_the_filter_does_the_first_match(fight, qtbot):
    view = ActionList(fight.bridge, fight.texts)
    qtbot.addWidget(view)
    view.show_offers("deel")
    qtbot.keyClicks(view.filter, "coup de grace")
    qtbot.keyClick(view.filter, Qt.Key.Key_Return)
    assert fight.who("deel").pools["standard"] == 0
    assert isinstance(fight.bridge.log[-1].command, cmd.Act)
    qtbot.keyClicks(view.filter, "magix")
    assert view.rule == "Nothing here fits “magix”. Clear the filter to see all."
    view.filter.clear()
    assert view.rule == ""


def test_what_the_filter_leaves_moves_nothing_below(fight, qtbot):
    """With a letter too many the words under the list went, and came back with the one that mended it."""
    view = ActionList(fight.bridge, fight.texts)
    qtbot.addWidget(view)
    view.resize(300, 700)
    with qtbot.waitExposed(view):
        view.show()
    view.show_offers("deel")
    qtbot.keyClicks(view.filter, "full")
    assert view.rule
    high = view.sizeHint().height()
    qtbot.keyClicks(view.filter, "x")
    assert "Nothing here fits" in view.rule
    assert view.sizeHint().height() == high
    qtbot.keyClick(view.filter, Qt.Key.Key_Backspace)
    assert view.sizeHint().height() == high


def test_enter_and_button_and_double_click_do_the_selected(fight, qtbot):
    view = ActionList(fight.bridge, fight.texts)
    qtbot.addWidget(view)
    view.show()
    qtbot.waitExposed(view)
    view.show_offers("deel")
    assert not view.button.isEnabled()
    view.rows.setCurrentIndex(view.model.find(("type", "swift")))
    qtbot.mouseClick(view.button, Qt.MouseButton.LeftButton)
    assert fight.who("deel").pools["swift"] == 0
    view.rows.setCurrentIndex(view.model.find(("type", "move")))
    qtbot.keyClick(view.rows, Qt.Key.Key_Return)
    assert fight.who("deel").pools["move"] == 0
    index = view.model.find(("action", "aid_another"))
    view.rows.scrollTo(index)
    at = view.rows.visualRect(index).center()
    qtbot.mouseClick(view.rows.viewport(), Qt.MouseButton.LeftButton, pos=at)
    qtbot.mouseDClick(view.rows.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert fight.who("deel").pools["standard"] == 0


def test_what_needs_words_is_asked_for(fight, qtbot):
    view = ActionList(fight.bridge, fight.texts)
    qtbot.addWidget(view)
    view.show_offers("deel")
    before = len(fight.bridge.log)
    for kind in ("ready", "delay"):
        with qtbot.waitSignal(view.wants) as asked:
            view.do(view.model.find((kind, kind)))
        assert asked.args == [kind]
    assert len(fight.bridge.log) == before


def test_an_illegal_one_is_refused_aloud(fight, qtbot):
    view = ActionList(fight.bridge, fight.texts)
    qtbot.addWidget(view)
    view.show_offers("boss")
    with qtbot.waitSignal(fight.bridge.refused) as refused:
        view.do(view.model.find(("action", "attack")))
    assert refused.args[1].code == "not-active"


def test_the_rule_behind_the_selected_offer_is_told(fight, qtbot):
    view = ActionList(fight.bridge, fight.texts)
    qtbot.addWidget(view)
    view.show_offers("deel")
    view.rows.setCurrentIndex(view.model.find(("action", "charge")))
    assert view.rule.startswith("Move in a straight line")
    assert view.rule.endswith("Rulebook p. 145, rule E-SW-04")
    fight.do(cmd.Act(who="deel", name="attack"))
    view.show_offers("deel")
    refusal = fight.bridge.preview(cmd.Act(who="deel", name="charge"))
    assert view.rule.startswith(fight.texts.refusal(refusal))


def test_the_selected_offer_stays_selected_wherever_it_goes(fight, qtbot):
    view = ActionList(fight.bridge, fight.texts)
    qtbot.addWidget(view)
    view.show_offers("deel")
    view.rows.setCurrentIndex(view.model.find(("action", "attack")))
    fight.do(cmd.Act(who="deel", name="attack"))
    view.show_offers("deel")
    assert view.model.row(view.rows.currentIndex()).key == ("action", "attack")


@pytest.mark.parametrize("ruleset", sorted(loader.shipped()))
def test_who_was_defeated_is_offered_nothing(ruleset: str) -> None:
    """Speaking, too, is for those who take part: whom the game master has taken out does nothing more."""
    session = Session(loader.load(ruleset))
    for one in ("ada", "orc"):
        session.dispatch(cmd.Add(combatant={"id": one, "side": one}))
    session.dispatch(cmd.Start())
    assert not isinstance(session.dispatch(cmd.Defeat(who="ada")), Refusal)
    ada = session.state.combatants["ada"]
    found = offers(session.rules, session.state, ada)
    assert [one.id for one in found if one.legal and one.kind != "point"] == []


@pytest.mark.parametrize(
    ("ruleset", "command", "never"),
    [
        *(
            ("dnd5e", cmd.BeginEffect(on="g1", name=state), {"move", "difficult", "crawl", "drop_prone"})
            for state in ("unconscious", "stunned", "paralyzed", "petrified")
        ),
        ("sagas-hub", cmd.Defeat(who="g1"), {"delay", "speak", "free"}),
        ("srd35", cmd.Apply(to=("g1",), pipeline="damage", inputs={"amount": 90}), {"delay"}),
    ],
)
def test_who_is_down_is_offered_nothing_that_only_the_rest_of_the_group_can_do(
    qapp, ruleset: str, command: cmd.Command, never: set[str]
) -> None:
    """R5E-41, R5E-42, R5E-46, R5E-47, 003-2: it is the group's turn, and that of the living in it."""
    bridge, texts = Bridge(), Texts()
    rules = loader.load(ruleset)
    bridge.open(rules)
    texts.set_encounter(rules, lambda: bridge.state, lambda: bridge.line)
    for one in (
        *(
            {"id": who, "name": who, "side": "foes", "kind": "npc", "group": "Goblins"}
            for who in ("g1", "g2")
        ),
        {"id": "tib", "name": "Tib"},
    ):
        assert bridge.dispatch(cmd.Add(combatant=dict(one))) is not None
    for each in (cmd.Start(rolls={"Goblins": 20, "tib": 10}), command):
        assert bridge.dispatch(each) is not None
    assert bridge.state.walk.active == "Goblins"
    model = ActionsModel(bridge, texts)
    model.show_offers("g1")
    assert [row.id for row in rows(model) if not row.reason and row.id in never] == []
    model.show_offers("g2")
    assert [row.id for row in rows(model) if not row.reason], "the other one acts"


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The offers that the engine has tried, by their ids."""
    made: list[str] = []

    def counting(rules, state, offer):
        made.append(offer.id)
        return tried(rules, state, offer)

    monkeypatch.setattr("rulesets.seen.offers.tried", counting)
    return made


def test_only_what_is_seen_is_tried_until_somebody_goes_on(fight, watched, counted):
    """Those above are the ones that stand there when all were tried; the others have a row each."""
    everything, some = (ActionsModel(fight.bridge, fight.texts) for _ in range(2))
    watched(some)
    everything.show_offers("deel")
    counted.clear()
    some.show_offers("deel", 5)
    assert some.rowCount() == everything.rowCount()
    assert [some.known(number) for number in range(5)] == everything.rows[:5]
    assert some.known(5) is None
    assert len(counted) < 12
    assert rows(some) == everything.rows, "whoever asks for one of them has all"
    fight.do(cmd.Act(who="deel", name="full_attack"))
    counted.clear()
    for model in (everything, some):
        model.show_offers("deel", 5)
    assert rows(some) == rows(everything)


def test_what_was_tried_of_another_moment_is_tried_again(fight, watched):
    model, fresh = (ActionsModel(fight.bridge, fight.texts) for _ in range(2))
    watched(model)
    model.show_offers("deel", 5)
    fight.do(cmd.Act(who="deel", name="full_attack"))
    model.try_all()
    fresh.show_offers("deel")
    assert model.rows == fresh.rows


@pytest.mark.parametrize("by", ["wheel", "focus", "bar", "filter"])
def test_whoever_goes_on_in_the_list_finds_all_of_it(fight, qtbot, counted, by):
    view, fresh = ActionList(fight.bridge, fight.texts), ActionsModel(fight.bridge, fight.texts)
    qtbot.addWidget(view)
    view.resize(360, 300)
    view.show()
    view.activateWindow()
    assert QTest.qWaitForWindowActive(view)
    view.show_offers("deel")
    assert view.model.known(view.model.rowCount() - 1) is None
    fresh.show_offers("deel")
    if by == "wheel":
        QTest.wheelEvent(view.window().windowHandle(), view.rows.geometry().center(), QPoint(0, -120))
    elif by == "focus":
        view.rows.setFocus()
    elif by == "bar":
        view.rows.verticalScrollBar().triggerAction(QScrollBar.SliderAction.SliderPageStepAdd)
    else:
        view.filter.setText("a")
        fresh.set_filter("a")
    known = [view.model.known(number) for number in range(view.model.rowCount())]
    assert known == fresh.rows
    tops = [view.rows.visualRect(view.model.index(number)).top() for number in range(len(known))]
    heights = [view.rows.visualRect(view.model.index(number)).height() for number in range(len(known))]
    assert all(top + high == after for top, high, after in zip(tops, heights, tops[1:], strict=False))
    assert heights == [view.rows.sizeHintForIndex(view.model.index(n)).height() for n in range(len(known))]


def test_rows_that_take_the_same_height_are_not_laid_out_anew(fight, qtbot, monkeypatch):
    """Of the next one who can do the same only the reasons differ, which are one line each, too."""
    view = ActionList(fight.bridge, fight.texts)
    qtbot.addWidget(view)
    view.resize(900, 600)
    view.show()
    view.show_offers("deel")
    view.model.try_all()
    view.rows.setCurrentIndex(view.model.index(0))
    view.show_offers("deel")
    QCoreApplication.processEvents()
    before, laid = [row.looks for row in view.model.rows], []
    plain = ActionDelegate.sizeHint

    def noting(self, option, index):
        laid.append(index.row())
        return plain(self, option, index)

    monkeypatch.setattr(ActionDelegate, "sizeHint", noting)
    fight.do(cmd.Describe(who="deel", changes={"name": "Deel Suroob"}))
    view.show_offers("deel")
    assert [row.looks for row in view.model.rows] != before
    assert not laid


def test_what_was_chosen_for_one_is_not_done_for_the_next(fight, qtbot):
    """'Do it' is for the combatant it was chosen for, and not for another one, nor in another fight."""
    shown = ActionList(fight.bridge, fight.texts)
    qtbot.addWidget(shown)
    before = fight.bridge.cursor
    for leave in (lambda: shown.show_offers("lug"), shown.let_go):
        shown.show_offers("deel")
        shown.ask(("action", "attack"))
        assert shown.button.isEnabled()
        leave()
        shown.show_offers("lug")
        assert not shown.button.isEnabled()
        shown.button.click()
        assert fight.bridge.cursor == before


@pytest.mark.parametrize("sample", [one.name for one in samples()])
def test_an_encounter_is_closed_while_something_is_chosen_of_what_can_be_done(
    hands: Hands, sample: str
) -> None:
    """What was chosen was tried once more, with no fight in which it could be tried."""
    window = hands.window
    window.do(f"sample:{sample}")
    hands.settle()
    for command in (cmd.Start(), cmd.NextPhase(), cmd.NextPhase(override=True)):
        window.services.bridge.dispatch(command)
    hands.settle()
    field = window.inspector.action_list.findChild(QLineEdit)
    QTest.keyClicks(field, "e")
    window.do("close")
    hands.settle()
    assert not window.services.bridge.is_open
    assert field.text() == ""
