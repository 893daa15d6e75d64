"""Plays random games on every core for as long as it is let, and stops at the first that goes wrong.

    python tests/soak.py PART [--minutes N] [--count N] [--seed S] [--game N] [--only WORD,...]

turns    fights at random tables, over every ruleset, and contests of the engine with every model of the rules
files    hostile encounters, rulesets, stat blocks, templates and caches, opened by what reads them, by
         commands and in the real window
kills    kill -9 at random moments of storage and of the real window, and what is there afterwards

Every minute and at the end it says how much of how many kinds was tried. What goes wrong is shown
as the shortest case that was found, with the seed and the number of the game: --game plays it again.
Exit status: 0 nothing went wrong, 1 something did, 2 wrong arguments.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import os
import queue
import random
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import cache, partial
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from rulesets.reading import loader  # noqa: E402 - the path comes first
from tests.models.contest import Factory, contest  # noqa: E402
from tests.models.every import MODELS  # noqa: E402
from tests.rulesets.engine.watching import watched  # noqa: E402
from tests.rulesets.plain_fight import PlainFight  # noqa: E402
from tests.rulesets.random_fight import RULESETS, Fight, machine_for, named  # noqa: E402
from tests.rulesets.shifting import shifting  # noqa: E402
from tests.rulesets.small_rules import RICH  # noqa: E402

STEPS = 60
"""Steps of one game: long enough for some rounds, short enough to be shortened soon."""
REPORT = 60.0
"""Seconds from one report to the next."""
TELL = 1.0
"""Seconds after which a process tells what it has tried."""
GAMES = 1_000_000_000
"""Seeds of single games lie so far apart from one seed of a soak to the next."""

Tried = Counter[tuple[str, bool]]
"""(kind of command, whether it was accepted) → times."""


class Game(NamedTuple):
    """One kind of game: ``play`` plays one from a seed, counts, and returns what went wrong, or ''."""

    name: str
    play: Callable[[int, Tried], str]


class Part(NamedTuple):
    """What can be played: ``games`` yields its kinds of games."""

    games: Callable[[], AbstractContextManager[Sequence[Game]]]
    word: str
    """What is counted."""
    count: int = 0
    """Games after which it is done, unless the command says otherwise; 0: when its time is over."""


class News(NamedTuple):
    """What a process tells: what it has tried since it told last, and what went wrong, or ''."""

    games: int
    tried: Tried
    failure: str = ""


# -- turns -----------------------------------------------------------------------------------------


@contextmanager
def turns() -> Iterator[Sequence[Game]]:
    """Yield fights over every ruleset, fights whose rules are rewritten, and contests with every model."""
    with tempfile.TemporaryDirectory() as folder:
        rich = Path(folder) / loader.FILE
        rich.write_text(RICH.text, encoding="utf-8")
        games = [Game(f"fight {named(one)}", partial(fight, partial(machine_for, one))) for one in RULESETS]
        games.append(Game("fight whose rules are rewritten", partial(fight, partial(shifting, rich))))
        games += [Game(f"contest {name}", partial(struggle, factory)) for name, factory in MODELS.items()]
        yield games


def fight(make: Callable[[], type[Fight]], seed: int, tried: Tried) -> str:
    """Play a fight with everything that must hold at a table, and every event's old value watched."""
    machine = make()
    with watched():
        failure = PlainFight(machine, seed).play(STEPS)
    for kind, times in machine.tried.items():
        accepted = machine.accepted[kind]
        tried[kind, True] += accepted
        tried[kind, False] += times - accepted
    return "" if failure is None else str(failure)


def struggle(factory: Factory, seed: int, tried: Tried) -> str:
    """Play a contest of the engine with a model."""
    steps: Counter[str] = Counter()
    deviation = contest(factory, seed, STEPS, steps)
    for step, times in steps.items():
        tried[step.removesuffix(" refused"), not step.endswith(" refused")] += times
    return "" if deviation is None else str(deviation)


# -- files and kills -------------------------------------------------------------------------------


@contextmanager
def files() -> Iterator[Sequence[Game]]:
    """Yield hostile files: of 23 games 20 are for what reads them, two for the window, one for a command."""
    from tests import soak_files

    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        table = cache(partial(soak_files.Table, home / "window"))
        games = [Game("reader", partial(soak_files.reader, home / "files"))] * 20
        games += [Game("window", partial(soak_files.in_window, table, home / "files"))] * 2
        yield [*games, Game("command", partial(soak_files.command, home / "files"))]


@contextmanager
def kills() -> Iterator[Sequence[Game]]:
    """Yield kills: of ten games nine are of storage alone, one of the window."""
    from tests import soak_kills as kill

    with tempfile.TemporaryDirectory() as folder:
        home, own = Path(folder) / "files", Path(folder) / "program"
        own.mkdir()
        sample = cache(partial(kill.sample, own))
        stored = [kill.playing, kill.creating, kill.upgrading, kill.closing, kill.copying]
        games = [
            Game(f"storage {one.__name__}", partial(one, home))
            for one in [*stored, kill.keeping, *stored[:3]]
        ]
        window = [kill.in_window, kill.in_window, kill.copying_in_window]
        shown = [Game(f"window {one.__name__}", partial(one, sample, home)) for one in window]
        yield [game for one in shown for game in (*games, one)]


PARTS = {
    "turns": Part(turns, "commands"),
    "files": Part(files, "files", 23_000),
    "kills": Part(kills, "kills", 1_000),
}
MINUTES = 30.0
"""How long a part is played that has no number of games of its own."""

# -- playing ---------------------------------------------------------------------------------------


def play(games: Sequence[Game], seed: int, number: int, tried: Tried, again: str = "") -> str:
    """Play one game by its number; return what went wrong with all that is needed to play it again, or ''."""
    game = games[number % len(games)]
    try:
        failure = game.play(seed * GAMES + number, tried)
    except Exception:
        failure = traceback.format_exc()
    return failure and f"{game.name} goes wrong (--seed {seed} --game {number}{again}):\n{failure.rstrip()}"


@contextmanager
def games_of(part: str, only: str) -> Iterator[Sequence[Game]]:
    """Yield the kinds of games of a part, or those that have one of some words in their name.

    Raises:
        LookupError: if there are none.
    """
    with PARTS[part].games() as games:
        words = [word.strip() for word in only.split(",")]
        chosen = [game for game in games if any(word in game.name for word in words)]
        if not chosen:
            names = ", ".join(game.name for game in games)
            raise LookupError(f"no kind of game of {part} has “{only}” in its name: {names}")
        yield chosen


def work(
    part: str,
    only: str,
    seed: int,
    numbers: range,
    seconds: float,
    tell: Callable[[News], None],
    at: Any = None,
) -> None:
    """Play game after game until the time is over or one goes wrong; ``at`` is told which it is."""
    begun = told = time.monotonic()
    played, tried, failure = 0, Tried(), ""
    again = f" --only '{only}'" if only else ""
    with games_of(part, only) as games:
        for number in numbers:
            if at is not None:
                at.value = number
            failure = play(games, seed, number, tried, again)
            played += 1
            now = time.monotonic()
            if failure or now - begun > seconds:
                break
            if now - told > TELL:
                tell(News(played, tried))
                told, played, tried = now, 0, Tried()
    tell(News(played, tried, failure))


# -- all processes ---------------------------------------------------------------------------------


def soak(part: str, only: str, seed: int, seconds: float, count: int, processes: int) -> int:
    """Play on so many processes, for so long or so many games; return the exit status."""
    context = multiprocessing.get_context("spawn")
    news: Any = context.Queue()
    at: list[Any] = [context.Value("q", -1) for _ in range(processes)]
    workers: list[BaseProcess] = [
        context.Process(
            target=work,
            args=(part, only, seed, range(first, count, processes), seconds, news.put, at[first]),
            daemon=True,
        )
        for first in range(processes)
    ]
    length = f"{seconds / 60:g} minutes" if seconds < math.inf else f"{count:,} games"
    print(f"playing {part} with seed {seed}, {length} on {processes} processes", flush=True)
    total, failure = Total(PARTS[part].word), ""
    try:
        for worker in workers:
            worker.start()
        failure = follow(workers, news, total, at)
    except KeyboardInterrupt:
        print("stopped by hand", flush=True)
    finally:
        for worker in workers:
            worker.terminate()
    print(total.table(), flush=True)
    print(failure or "nothing went wrong", flush=True)
    return 1 if failure else 0


def follow(workers: Sequence[BaseProcess], news: Any, total: Total, at: Sequence[Any]) -> str:
    """Add up what the processes tell until all are done; return what went wrong first, or ''."""
    due = time.monotonic() + REPORT
    while True:
        living = any(worker.is_alive() for worker in workers)
        try:
            told: News = news.get(timeout=TELL)
        except queue.Empty:
            if not living:
                return ""
        else:
            total.add(told)
            if told.failure:
                return told.failure
        for worker, game in zip(workers, at, strict=True):
            if worker.exitcode:
                told = f"a process has ended by itself ({worker.exitcode}); what it said stands above"
                return f"{told} (--game {game.value})"
        if time.monotonic() > due:
            print(total, flush=True)
            due += REPORT


class Total:
    """What all processes have tried."""

    def __init__(self, word: str = "commands") -> None:
        self.begun, self.word = time.monotonic(), word
        self.games, self.tried = 0, Tried()

    def add(self, news: News) -> None:
        """Count what one process tells."""
        self.games += news.games
        self.tried.update(news.tried)

    def __str__(self) -> str:
        """Return how many commands of how many kinds were tried, accepted and refused, on one line."""
        accepted = sum(times for (_, good), times in self.tried.items() if good)
        every, kinds = sum(self.tried.values()), len({kind for kind, _ in self.tried})
        seconds = time.monotonic() - self.begun
        return (
            f"{seconds:5.0f} s: {every:,} {self.word} of {kinds} kinds in {self.games:,} games: "
            f"{accepted:,} accepted, {every - accepted:,} refused"
        )

    def table(self) -> str:
        """Return the same with a line for each kind."""
        lines = [f"{'kind':<28}{'tried':>12}{'accepted':>12}{'refused':>12}"]
        for kind in sorted({kind for kind, _ in self.tried}):
            good, bad = self.tried[kind, True], self.tried[kind, False]
            lines.append(f"{kind:<28}{good + bad:>12,}{good:>12,}{bad:>12,}")
        return "\n".join([*lines, str(self)])


def one(part: str, only: str, seed: int, number: int) -> int:
    """Play one game again; return the exit status."""
    with games_of(part, only) as games:
        failure = play(games, seed, number, Tried())
    print(failure or "nothing went wrong", flush=True)
    return 1 if failure else 0


def main(arguments: Sequence[str]) -> int:
    """Do what the arguments say; return the exit status."""
    parser = argparse.ArgumentParser(prog="soak.py", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("part", choices=sorted(PARTS), help="what is played")
    parser.add_argument(
        "--minutes",
        type=float,
        metavar="N",
        help="how long (default: 30; files and kills: until all are played)",
    )
    parser.add_argument(
        "--count", type=int, metavar="N", help="after how many games it is done (files: 23000, kills: 1000)"
    )
    parser.add_argument("--seed", type=int, metavar="S", help="what the games are drawn from (default: any)")
    parser.add_argument("--game", type=int, metavar="N", help="only this game of the seed, once more")
    parser.add_argument(
        "--only", default="", metavar="WORD", help="only kinds of games with it, or one of A,B, in the name"
    )
    options = parser.parse_args(arguments)
    try:
        with games_of(options.part, options.only):
            pass
    except LookupError as error:
        parser.error(str(error))
    seed = random.SystemRandom().randrange(1_000_000) if options.seed is None else options.seed
    if options.game is not None:
        return one(options.part, options.only, seed, options.game)
    count = options.count or (0 if options.minutes else PARTS[options.part].count)
    minutes = options.minutes or (math.inf if count else MINUTES)
    return soak(options.part, options.only, seed, minutes * 60, count or GAMES, os.cpu_count() or 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
