"""Encounters of the time when rulesets were spelled otherwise: the ruleset inside is brought up to date.

The files are as that program left them, and beside each stands what it showed of them: how everybody stands,
the export and what was printed, and where the next turn and a step back led.
"""

from __future__ import annotations

import json
import shutil
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from rulesets.fight.kept import read_kept
from rulesets.fight.session import Session
from rulesets.fight.storage.encounter_file import EncounterFile
from rulesets.formula.dice import ListedDice
from rulesets.reading.earlier import EARLIER, respell
from rulesets.reading.loader import shipped
from rulesets.table import commands as cmd
from rulesets.table.refusal import Refusal
from tests.kept_fights import BEFORE, ENCOUNTERS, FILES, main, plainly, recorded, shown

MERGE, CONCEPTS, FEWER, WAVES, PLAIN, DEGREES = (ENCOUNTERS / name for name in BEFORE)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_it_is_as_it_was(path: Path) -> None:
    """How everybody stands, what is exported and printed, the next turn, steps back: as it was shown then."""
    assert shown(path) == recorded(path)


def test_a_record_is_renewed_in_what_is_said_and_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """When a sentence changes: what differs is shown, and how a fight stands or goes on stays as it was."""
    there = Path(shutil.copyfile(MERGE / "small.turnwright", tmp_path / "small.turnwright"))
    was = recorded(MERGE / "small.turnwright")
    stale = deepcopy(was)
    stale["printed"]["cards"] = "as it was said before"
    stale["state"]["clock"]["round"] += 1
    there.with_suffix(".json").write_text(json.dumps(stale), encoding="utf-8")
    assert main([str(there)]) == 1
    assert recorded(there) == stale, "it is only shown"
    assert "-cards: as it was said before" in capsys.readouterr().out.splitlines()
    assert main(["--renew", "printed", "--", str(there)]) == 1
    assert recorded(there) == {**was, "state": stale["state"]}


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_it_is_brought_up_to_date_on_a_copy(path: Path, tmp_path: Path) -> None:
    """The original is kept as it was; what takes its place opens and plays like any other file."""
    there = tmp_path / path.name
    shutil.copyfile(path, there)
    with EncounterFile.open(there) as file:
        assert file.backup is not None
        assert file.backup.read_bytes() == path.read_bytes()
    wanted = recorded(path)
    kept = read_kept(there)
    assert plainly(kept.session.state) == wanted["state"]
    with EncounterFile.open(there) as file:
        assert file.backup is None


def test_what_states_asked_for_is_asked_for_still() -> None:
    """Their pipelines take the answers, a question's and those of dice, as often as it takes (E-SRD-31)."""
    session = Session(read_kept(CONCEPTS / "srd35.turnwright").session.rules, dice=ListedDice([64]))
    for command in (
        cmd.Add(combatant={"id": "A", "hp": 0, "max_hp": 9}),
        cmd.Add(combatant={"id": "B", "side": "foes"}),
        cmd.Start(rolls={"A": 20, "B": 10}),
        cmd.Act(who="A", name="attack_melee"),
    ):
        assert not isinstance(session.dispatch(command), Refusal)
    assert [one.name for one in session.state.asked] == ["strain"]
    session.dispatch(cmd.Check(who="A", name="strain", degree="success"))
    assert session.state.combatants["A"].stats["hp"] == -1
    assert [one.name for one in session.state.asked] == ["dying-roll"]
    session.dispatch(cmd.EndTurn())
    session.dispatch(cmd.Check(who="A", name="dying-roll"))
    assert session.state.combatants["A"].stats["hp"] == -2
    assert [one.name for one in session.state.asked] == ["dying-roll"]
    session.dispatch(cmd.Check(who="A", name="dying-roll", total=7))
    assert "stable" in session.state.combatants["A"].states
    assert not session.state.asked


THEN: dict[str, Any] = {
    "effects_on_count": True,
    "effects_first": "skip",
    "effects_at": "phase",
    "plain_reaction": "parry",
    "stat": {"hp": {"vital": True, "also": "x", "edited": True}, "luck": 1},
    "pool": {"p": {"only": "x", "refill": "turn", "shape": "round", "within": "q"}},
    "tally": {"t": {"resets": "turn"}},
    "cost": {
        "c": {
            "adds": {"t": "1"},
            "forced": {"t": "1"},
            "does": [{"gain": "hp", "value": "1"}, {"count": "o", "by": 1}, {"pool": "p", "short": ["s"]}],
            "alternatives": [{"count": 1, "p": "all", "untouched": True, "gives": {"p": 1}}],
            "in_phase": {"one": [{"count": 1}]},
        }
    },
    "reaction": {
        "parry": {
            "adds": {"t": "1"},
            "sets": {"p": "0"},
            "begin": ["s"],
            "does": [{"tally": "t"}],
            "results": ["miss"],
            "answers": ["melee", "#fire"],
            "spare_keeps": True,
            "once_per": "trigger",
            "plain": True,
            "prompted": True,
        }
    },
    "declaration": {
        "d": {
            "adds": {"t": "1"},
            "sets": {"t": "1"},
            "begin": ["s"],
            "fields": {"f": {"type": "number", "count": 2, "not_reaction": True, "table": "w", "of": "x"}},
            "once": True,
            "completes": "x",
            "excludes": "all",
            "cost": {"p": 1},
            "alone": True,
            "verb": True,
            "in_turn": True,
            "phases": ["one"],
        }
    },
    "resource": {"r": {"adds": "x"}},
    "order": {
        "o": {
            "made_with": "x",
            "value": "x",
            "roll": {"open_at": 12, "wild": "count"},
            "keys": [{"by": "roll", "value": "x", "descending": True}],
        }
    },
    "phase": {
        "one": {
            "passes": "x",
            "listed": "act",
            "forgo": {"p": "1"},
            "forgo_flag": "x",
            "explicit": True,
            "choice": {"alone": "asks"},
            "late": "d",
            "count_off": 3,
            "any_order": True,
            "free_sides": "x",
            "closes": "roll",
            "order": "o",
            "activity": "act",
        }
    },
    "delay": {
        "moves": False,
        "lasts": "pass",
        "rest_waiting": "stays",
        "until": "pass",
        "lost_with_pass": True,
        "untouched": True,
        "needs": "x",
        "chooses": "x",
        "same_place": [{"by": "rank"}],
    },
    "ready": {"lost_at": "x", "place": "stay", "rise": False},
    "state": {
        "s": {
            "asks": "q",
            "label": "S",
            "on_begin": [],
            "implies": ["z"],
            "allows": ["walk"],
            "unless": {"act": "x"},
            "incapable": True,
            "out": "",
            "begins": {"at": "start"},
            "ends": [{"at": "turn"}],
            "ticks": [{"at": "round"}],
        }
    },
    "pipeline": {"q": {"stages": [{"set": "hp", "value": "1"}], "inputs": {"amount": {"dice": "d6"}}}},
    "type": {"code": ["hp", "luck"]},
    "check": {
        "k": {
            "degrees": {"success": "Goes on"},
            "critical": 2,
            "fumble": 4,
            "critical_success": [{"flag": "x"}],
            "success": [{"flag": "x"}],
            "failure": [{"flag": "x"}],
            "critical_failure": [{"flag": "x"}],
        }
    },
    "table": {"w": {"rows": [[0, "a"], [4, "b"]]}},
    "action": {
        "a": {
            "provokes": "x",
            "words": [],
            "limited": "c",
            "limited_if": "x",
            "limited_parts": 2,
            "plain": True,
            "offered": False,
        }
    },
    "track": {"k": {"main": True, "steps": ["x", {"label": "y", "penalty": 2, "values": {"z": 1}}]}},
    "import": {"tracks": {"k": "x"}, "stats": {"hp": "x"}},
    "power": {"w": {"at": "turn"}},
    "trigger": [{"at": "phase", "does": []}],
}
"""A ruleset with everything that is spelled otherwise since."""
ODD: tuple[Any, ...] = (7, 0.5, True, "x", "", [], [[]], [7], ["x", {}], {}, {"x": 7}, {"x": {"y": []}})


def places_of(node: Any) -> list[tuple[Any, Any]]:
    """Every place of a tree, as what holds it and its key."""
    pairs = list(node.items() if isinstance(node, dict) else enumerate(node))
    inner = [place for _, one in pairs if isinstance(one, dict | list) for place in places_of(one)]
    return [(node, key) for key, _ in pairs] + inner


@pytest.mark.parametrize("odd", ODD, ids=repr)
def test_what_nobody_expects_stays_for_the_reading_to_refuse(odd: Any) -> None:
    """A value of any type at any place of a text of then breaks nothing; what reads it says what is wrong."""
    for number in range(len(places_of(THEN))):
        raw = deepcopy(THEN)
        holder, key = places_of(raw)[number]
        holder[key] = deepcopy(odd)
        respell(raw, 3)
        assert "'plain'" not in repr(raw["action"]), "the last of all steps is made, too"


def test_everything_that_is_spelled_otherwise_stands_there() -> None:
    """Each of its keys, or it would not be tried."""
    named = {(section, key) for section, key in EARLIER if section not in ("", "delay", "ready", "import")}
    assert {(s, k) for s, k in named if not any(k in one for one in THEN[s].values())} == set()
    assert {k for s, k in EARLIER if s in ("delay", "ready", "import") and k not in THEN[s]} == set()
    assert {k for s, k in EARLIER if not s and k not in THEN} == set()


def test_there_is_one_of_every_ruleset() -> None:
    """Those that came along then, and of a game master's own with all that is spelled otherwise."""
    then = {"kaiser", "moon-swing", "saga-edition", "sagas-hub", "srd35"}
    assert {path.stem for path in FILES if path.parent == MERGE} == {"house", "small"} | then
    later = {"pf2e", "cards", "dnd5e", "passes", "shots"}
    own = {"frayed-thread", "iron-hour", "limelight", "two-banners", "rich", "specimen"}
    assert {path.stem for path in FILES if path.parent == CONCEPTS} == own | then | later
    assert {path.stem for path in FILES if path.parent == PLAIN} == (own | then | later) - {"rich"}
    assert {path.stem for path in FILES if path.parent == FEWER} == (own | then | later) - {"rich"}
    assert {path.stem for path in FILES if path.parent == DEGREES} == then | later | {"iron-hour"}
    assert then | {"pf2e"} <= set(shipped())
