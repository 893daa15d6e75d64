"""What is read are words: no id of an entry, and none of a rule without saying that it is one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, Qt

from desktop.actions.model import ActionsModel
from desktop.app_services import AppServices
from desktop.bridge import Bridge
from desktop.files.samples import read_sample, shipped
from desktop.log.model import LogModel
from desktop.why.card import spoken
from desktop.why.model import Whys
from desktop.widgets.texts import Texts
from rulesets.table import commands as cmd

SAMPLES = sorted(shipped().parent.glob("*.toml"))
RAW = re.compile(r"[a-z0-9]+(?:_[a-z0-9]+)+")
"""'long_sword'."""
UNSAID = re.compile(r"(?<!rule )(?<!rules )(?<![-\w])(?:[A-Z]\d?[A-Z0-9]*-)(?:[A-Z0-9]+-)*\d+(?![-\w])")
"""An id of a rule that does not stand behind 'rule' or, in a row of them, another one."""


def texts_of(bridge: Bridge, texts: Texts) -> Iterator[str]:
    """Everything that lists, cards and the log say of everybody."""
    whys, rules = Whys(bridge, texts), bridge.rules
    actions = ActionsModel(bridge, texts)
    for who in bridge.state.combatants:
        actions.show_offers(who)
        for at in range(actions.rowCount()):
            index = actions.index(at)
            yield from (str(index.data(role) or "") for role in SHOWN)
        for found in (
            *(whys.stat(who, stat) for stat in rules.stats),
            *(whys.pool(who, pool) for pool in rules.pools),
            *(whys.track(who, track) for track in rules.tracks),
            whys.count(who),
        ):
            yield from map(spoken, found)
    log = LogModel(bridge, texts)
    for at in range(log.rowCount(QModelIndex())):
        yield from (str(log.index(at).data(role) or "") for role in SHOWN)


SHOWN = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.AccessibleDescriptionRole,
    Qt.ItemDataRole.ToolTipRole,
)
TWICE = re.compile(r"rules? [-A-Z0-9.]+, rule ")
"""A citation that was put into words twice."""


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_nothing_that_is_shown_of_a_sample_is_an_id(program: AppServices, path: Path) -> None:
    """Refusals, cards that say why, lists and the log (“004-23..42”, “long_sword”)."""
    program.encounters.new_from(read_sample(path))
    bridge, texts = program.bridge, Texts()
    texts.set_encounter(bridge.rules, lambda: bridge.state, lambda: bridge.line)
    everybody = list(bridge.state.combatants)
    names = [one.name for one in bridge.state.combatants.values()]
    for command in (
        cmd.Start(),
        cmd.Declare(who=tuple(everybody), done=True),
        cmd.RollInitiative(),
        cmd.EndTurn(),
        cmd.BeginEffect(on=everybody[0], name="fighting-defensively", rounds=1),
        cmd.SetNumbers(who=everybody[0], stats={"max_hp": 30}),
    ):
        bridge.dispatch(command)
    bad = {
        text: found[0]
        for text in (without(said, names) for said in texts_of(bridge, texts))
        if (found := [*RAW.findall(text), *UNSAID.findall(_listed(text)), *TWICE.findall(text)])
    }
    assert not bad, next(iter(bad.items()))


def without(text: str, names: list[str]) -> str:
    """Leave out what combatants are called: that is as it was typed."""
    for name in names:
        text = text.replace(name, "")
    return text


def _listed(text: str) -> str:
    """Leave out the rules that stand behind 'rules' besides the first."""
    return re.sub(r"rules? [A-Z0-9][-A-Z0-9.]*(?:(?:, | to )[A-Z0-9][-A-Z0-9.]*)*", "", text)
