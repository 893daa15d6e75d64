"""The collector of garbage is quiet while much is built that stays, and works again afterwards."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from threading import Event

import pytest

from rulesets import collector
from rulesets.reading import loader
from rulesets.reading.problems import RulesetError
from rulesets.reading.source import Source
from rulesets.table.writing import Writing


@pytest.fixture(autouse=True)
def _as_it_was() -> Iterator[None]:
    yield
    gc.enable()


def test_it_works_again_afterwards_whatever_happens() -> None:
    with pytest.raises(RulesetError), collector.paused():
        loader.load_text("id = ", "x")
    assert gc.isenabled()
    with collector.paused():
        with collector.paused():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_who_has_switched_it_off_finds_it_off() -> None:
    gc.disable()
    with collector.paused():
        pass
    assert not gc.isenabled()


@pytest.mark.parametrize(("aside", "much", "moved"), [(False, False, 0), (False, True, 1), (True, True, 0)])
def test_who_made_much_counts_it_as_old_unless_something_was_set_aside(
    monkeypatch: pytest.MonkeyPatch, aside: bool, much: bool, moved: int
) -> None:
    """To ask Python whether something is set aside is to count it, and entries are decoded one by one."""
    monkeypatch.setattr(collector, "_aside", Event())
    frozen: list[int] = []
    monkeypatch.setattr(gc, "freeze", lambda: frozen.append(1))
    monkeypatch.setattr(gc, "unfreeze", lambda: None)
    monkeypatch.setattr(gc, "get_freeze_count", pytest.fail)
    if aside:
        collector.set_aside()
        frozen.clear()
    gc.collect()
    with collector.paused():
        made = [[] for _ in range(collector.FEW + 1 if much else 100)]
    assert len(frozen) == moved
    assert made


def test_what_is_told_of_a_place_is_known_for_all_around_it_as_soon_as_it_is_told() -> None:
    """A set of places is kept, so that thousands of entries do not each look through all problems."""
    source = Source(Writing("x", "[state.s1]\nlabel = 'S'\n[state.s10]\nlabel = 'T'\n[[trigger]]\nat = 'x'"))
    assert not source.told("state", "s1")
    source.complain(("state", "s10", "label"), "No.")
    assert [source.told("state", name) for name in ("s10", "s1")] == [True, False]
    assert source.told("state")
    source.complain(("trigger", 0, "at"), "No.")
    assert (source.told("trigger"), source.told("trigger", 0), source.told("trigger", 0, "if")) == (
        True,
        True,
        False,
    )
    assert not source.damaged("state", "s1")
    source.taken.add(("state", "s1", "label"))
    assert source.damaged("state", "s1")
    assert source.told("state", "s1")
    assert not source.damaged("state", "s10")
