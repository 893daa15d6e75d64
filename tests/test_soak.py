"""A soak plays what there is, finds what is wrong, and says how to play it again."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from rulesets.engine.decide import _DECIDERS
from rulesets.engine.ruling import Ruling
from rulesets.table.commands import EndTurn
from tests import soak, soak_files
from tests.models.contest import Step
from tests.models.every import MODELS
from tests.rulesets.fight.storage.samples import picture
from tests.soak_files import make_encounter, unchanged

SOAK = Path(soak.__file__)


def names() -> list[str]:
    with soak.turns() as games:
        return [game.name for game in games]


def news_of(numbers: range, seconds: float = 1e9, seed: int = 3) -> list[soak.News]:
    told: list[soak.News] = []
    soak.work("turns", "fight", seed, numbers, seconds, told.append)
    return told


def test_every_ruleset_is_fought_over_and_every_model_is_met() -> None:
    assert {f"fight {soak.named(one)}" for one in soak.RULESETS} <= set(names())
    assert {f"contest {name}" for name in MODELS} <= set(names())


@pytest.mark.slow
def test_games_are_counted_by_kind_and_by_answer() -> None:
    """One of each: something of it is accepted and something refused."""
    total, fights = soak.Total(), sum("fight" in name for name in names())
    for news in news_of(range(fights)):
        assert not news.failure
        total.add(news)
    assert total.games == fights
    assert total.tried["start", True]
    assert any(times for (_, accepted), times in total.tried.items() if not accepted)
    every = sum(total.tried.values())
    assert f"{every:,} commands of" in str(total)
    good, bad = total.tried["start", True], total.tried["start", False]
    assert ["start", *(f"{times:,}" for times in (good + bad, good, bad))] in [
        line.split() for line in total.table().splitlines()
    ]


@pytest.mark.slow
def test_the_same_seed_plays_the_same_game() -> None:
    def tried(**seed: int) -> soak.Tried:
        """What was told of the game, at once or, on a busy machine, in parts."""
        return sum((news.tried for news in news_of(range(2, 3), **seed)), soak.Tried())

    first = tried()
    assert first
    assert first == tried()
    assert first != tried(seed=4)


@pytest.mark.slow
def test_time_that_is_over_ends_it_after_the_game() -> None:
    assert sum(news.games for news in news_of(range(1000), seconds=0)) == 1


@pytest.mark.slow
def test_what_goes_wrong_is_shortened_and_can_be_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that cannot end a turn: the case is down to what leads there, and is named by its numbers."""

    def broken(ruling: Ruling, command: EndTurn) -> None:
        raise ZeroDivisionError("planted")

    monkeypatch.setitem(_DECIDERS, EndTurn, broken)
    told = news_of(range(100), seed=5)
    failure = told[-1].failure
    assert "--seed 5 --game " in failure
    assert "ZeroDivisionError: planted" in failure
    commands = [line for line in failure.splitlines() if line.startswith('{"do"')]
    assert len(commands) <= 6
    number = failure.partition("--game ")[2].split()[0]
    with soak.games_of("turns", "fight") as games:
        assert soak.play(games, 5, int(number), soak.Tried(), " --only 'fight'") == failure
        monkeypatch.undo()
        assert soak.play(games, 5, int(number), soak.Tried()) == ""


class Stubborn:
    """A model that thinks a fight cannot be started."""

    ruleset = "saga-edition"
    options: Mapping[str, Any] = {}
    combatants: Sequence[Mapping[str, Any]] = ({"id": "A"},)

    def suggest(self, rng: random.Random) -> Step:
        return {"do": "start", "rolls": {"A": rng.randint(1, 20)}}

    def judge(self, step: Step) -> str | bool:
        return "wrong-phase"

    def facts(self) -> dict[str, Any]:
        return {}


def test_a_model_that_differs_is_a_case_of_a_scenario_file() -> None:
    tried = soak.Tried()
    failure = soak.struggle(lambda rng: Stubborn(), 1, tried)
    assert "# saga-edition: expected it to be refused (wrong-phase), but it was accepted" in failure
    assert "[[case]]" in failure
    assert tried["start", False] >= 1


def test_a_game_that_breaks_off_is_told_like_any_other() -> None:
    def crash(seed: int, tried: soak.Tried) -> str:
        raise LookupError(f"with {seed}")

    told = soak.play([soak.Game("crash", crash)], 2, 9, soak.Tried())
    assert told.startswith("crash goes wrong (--seed 2 --game 9):")
    assert "LookupError: with 2000000009" in told


@pytest.mark.parametrize(
    "wrong", [[], ["chess"], ["turns", "--minutes", "soon"], ["turns", "--only", "chess"]]
)
def test_only_parts_that_exist_are_taken(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        soak.main(wrong)
    assert ended.value.code == 2
    assert capsys.readouterr().err


@pytest.mark.slow
def test_one_game_can_be_played_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert soak.main(["turns", "--seed", "3", "--game", "1", "--only", "fight"]) == 0
    assert "nothing went wrong" in capsys.readouterr().out


def test_a_soak_of_files_opens_them_in_each_way() -> None:
    """20,000 through what reads them, 2,000 in the window, 1,000 as commands."""
    part = soak.PARTS["files"]
    with part.games() as games:
        shares = Counter(game.name for game in games)
    assert {name: part.count * share // sum(shares.values()) for name, share in shares.items()} == {
        "reader": 20_000,
        "window": 2_000,
        "command": 1_000,
    }


def test_a_soak_of_kills_kills_the_window_too() -> None:
    """A thousand, 100 of them of the window: it plays, brings a file up to date, copies and closes, too."""
    part = soak.PARTS["kills"]
    with part.games() as games:
        window = sum(game.name.startswith("window") for game in games)
    assert part.count * window // len(games) == 100


@pytest.mark.slow
def test_a_hostile_file_can_be_made_again(tmp_path: Path) -> None:
    """The same seed gives the same file, and one that somebody made who knows the checksums."""
    made = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        kinds = [
            make_encounter(tmp_path / name / f"{seed}.turnwright", random.Random(seed)) for seed in range(12)
        ]
        made.append((kinds, picture(tmp_path / name)))
    assert made[0] == made[1]
    assert len({data for name, data in made[0][1].items() if name.endswith(".turnwright")}) == 12


def test_a_reader_that_writes_is_found(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("x")
    with pytest.raises(AssertionError, match="not as it was"), unchanged(tmp_path):
        (tmp_path / "a").write_text("y")


def for_ever() -> None:
    while True:
        pass


@pytest.mark.slow
def test_a_reader_that_takes_too_much_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the processor, or of memory."""
    monkeypatch.setattr(soak_files, "MEMORY", 30_000_000)
    with pytest.raises(soak_files.TooMuch, match="MB"), soak_files.measured():
        held = b"x" * 300_000_000  # the kernel counts pages by processor, and some tens of MB late
    assert held
    monkeypatch.setattr(soak_files, "SECONDS", 0.02)
    with pytest.raises(soak_files.TooMuch, match="of the processor"), soak_files.measured():
        for_ever()


@pytest.mark.slow
@pytest.mark.parametrize("game", range(10))
@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL and select on pipes")
def test_nothing_is_lost_by_a_kill(game: int) -> None:
    with soak.games_of("kills", "") as games:
        assert soak.play(games, random.SystemRandom().randrange(10**6), game, soak.Tried()) == ""


@pytest.mark.slow
def test_all_cores_play_and_say_what_they_tried() -> None:
    command = [sys.executable, str(SOAK), "turns", "--minutes", "0.1", "--seed", "1", "--only", "fight"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "playing turns with seed 1, 0.1 minutes" in done.stdout
    assert "nothing went wrong" in done.stdout
    tag = str(EndTurn.__struct_config__.tag)
    assert any(line.startswith(tag) for line in done.stdout.splitlines())
