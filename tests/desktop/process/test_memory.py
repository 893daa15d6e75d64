"""What an encounter consists of is set aside, so that no collection of garbage stops the fight."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from desktop.bridge import Bridge
from desktop.process import memory
from desktop.process.memory import OLD, StillMemory, set_aside
from rulesets import collector
from rulesets.reading import loader


@pytest.fixture
def nothing_aside(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The collector with nothing set aside; after the test all is set aside again, as the run wants it."""
    monkeypatch.setattr(memory, "set_aside", set_aside)
    before = gc.get_threshold()
    gc.unfreeze()
    yield
    gc.collect()
    collector.set_aside()
    gc.set_threshold(*before)


@pytest.mark.slow
def test_what_is_open_is_set_aside(qapp, qtbot, nothing_aside) -> None:
    bridge = Bridge()
    StillMemory(bridge, bridge)
    assert gc.get_threshold()[2] == OLD
    assert gc.get_freeze_count() == 0
    bridge.open(loader.load("saga-edition"))
    qtbot.waitUntil(lambda: gc.get_freeze_count() > 0)
