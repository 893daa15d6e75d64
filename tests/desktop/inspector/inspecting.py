"""An inspector that is shown, and short ways to act in it."""

from __future__ import annotations

from desktop.bridge import Bridge
from desktop.inspector.view import Inspector
from rulesets.table import commands as cmd


def do(bridge: Bridge, *commands: cmd.Command) -> None:
    for command in commands:
        assert bridge.dispatch(command), bridge.preview(command)


def shown(bridge, texts, qtbot, who: str) -> Inspector:
    inspector = Inspector(bridge, texts)
    qtbot.addWidget(inspector)
    inspector.resize(360, 800)
    inspector.show()
    qtbot.waitExposed(inspector)
    inspector.show_combatant(who)
    return inspector


def settle(qtbot, inspector):
    qtbot.waitUntil(lambda: not inspector._later.isActive())


def pick(inspector, name: str):
    model = inspector.action_list.model
    index = model.find(("action", name))
    assert index.isValid()
    inspector.action_list.rows.setCurrentIndex(index)
    return index
