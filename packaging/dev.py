#!/usr/bin/env python3
"""Everything a developer does with Turnwright, from a bare Python to a tested program.

    python3 packaging/dev.py run      start the program
    python3 packaging/dev.py test     every check and every test
    python3 packaging/dev.py check    the same without the slow tests

It needs nothing but Python and makes everything else itself; see --help for the rest.
"""

from __future__ import annotations

import argparse
import io
import os
import signal
import sys
import time
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path

from devtools import (
    building,
    display,
    environment,
    linux_packages,
    macos_packages,
    steps,
    system,
    trial,
    windows_packages,
)
from devtools.console import ROOT, DevError, say, spawn

OLDEST = (3, 11)
STORIES = ROOT / "tests" / "desktop" / "stories"
"""Scenarios that are played in the window by hand, one of each system."""
PACKERS = {"win32": windows_packages.make, "darwin": macos_packages.make}
"""What makes the packages of a system; everywhere else those of Linux are made."""


def pictures(folder: Path, since: float) -> list[Path]:
    """The screenshots in a folder that are not older than this moment."""
    found = folder.rglob("*.png")
    return sorted(path for path in found if path.stat().st_mtime >= since)


def prepare(needs: Iterable[system.Need], purpose: str) -> Path:
    """Make sure of the system's packages and of the environment; returns the environment's Python."""
    system.ensure((*needs, *environment.needs()), purpose)
    return environment.ensure()


def run(options: argparse.Namespace) -> int:
    """Start the program; without a display, let it play a short fight into files instead."""
    python = prepare(system.QT, "the window")
    if display.has_display(os.environ):
        say("starting Turnwright")
        return spawn([str(python), "-m", "desktop", *options.arguments], cwd=Path.cwd()).returncode
    out = ROOT / "build" / "demo"
    out.mkdir(parents=True, exist_ok=True)
    say("there is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set), so nothing can be shown")
    say("playing a short sample fight through the real window, drawn off screen; it leaves these files:")
    command = [str(python), "-m", "tests.hands", "demo", str(out)]
    return spawn(command, env=display.offscreen(os.environ)).returncode


def check(options: argparse.Namespace) -> int:
    """Format, lint, types, imports and the quick tests, two at a time, up to the first failure."""
    python = prepare((*system.QT, *system.READING), "the test run")
    if options.mutate:
        say("deleting every leaf of every ruleset, one by one (this takes some minutes)")
        return spawn([str(python), str(ROOT / "tests" / "mutation.py")]).returncode
    if options.fix:
        say("formatting and mending what can be mended by itself")
        steps.side_by_side([steps.Lane(steps.fixes(python))], os.environ, to_the_end=True)
    lanes = [steps.Lane(steps.static(python))]
    if options.static:
        say("checking format, lint, imports and types")
    else:
        say("checking format, lint, imports and types beside the quick tests")
        lanes.append(steps.Lane([steps.tests(python, fast=True)]))
    failed = steps.side_by_side(lanes, environment.for_tests(os.environ))
    for step in failed:
        say(f"stopped at {step.name}: {steps.hint(step)}")
    if failed:
        return 1
    say("all of it passed")
    return 0


def test(_: argparse.Namespace) -> int:
    """Every check and every test there is, real mouse drags included."""
    needs = (*system.QT, *system.DISPLAY, *system.READING, *system.of_browser())
    python = prepare(needs, "the test run")
    with ExitStack() as running:
        # A mouse and a keyboard for each worker: what one drags, no other lets go.
        numbers = [running.enter_context(display.virtual_display()) for _ in range(steps.WORKERS)]
        env = environment.for_tests(os.environ)
        env["TURNWRIGHT_TEST_DISPLAYS"] = " ".join(number for number in numbers if number is not None)
        lanes = [steps.Lane(steps.static(python)), steps.Lane([steps.tests(python, fast=False)], shown=True)]
        failed = steps.side_by_side(lanes, env, to_the_end=True)
    for step in failed:
        say(f"FAILED: {step.name}: {steps.hint(step)}")
    if not failed:
        say("format, lint, imports, types and all tests passed")
    return 1 if failed else 0


def bench(_: argparse.Namespace) -> int:
    """Measure against the yardsticks and print the table."""
    python = prepare((*system.QT, *system.DISPLAY), "measuring")
    script = ROOT / "tests" / "benchmarks" / "run.py"
    if not script.is_file():
        raise DevError("There is nothing to measure: tests/benchmarks/run.py does not exist.")
    results = ROOT / ".bench" / "results.json"
    results.parent.mkdir(exist_ok=True)
    with display.virtual_display() as number:
        env = display.on_display(os.environ, number) if number else display.offscreen(os.environ)
        say("measuring; other work on this machine spoils the figures")
        code = spawn([str(python), str(script), "--json", str(results)], env=env).returncode
    if code == 0:
        say(f"written to {results}")
    return code


def soak(options: argparse.Namespace) -> int:
    """Play random games of a part on every core, up to the first that goes wrong; see tests/soak.py."""
    python = prepare(() if options.part == "turns" else system.QT, "the soak")
    command = [str(python), str(ROOT / "tests" / "soak.py"), options.part]
    for name in ("minutes", "count", "seed", "game", "only"):
        value = getattr(options, name)
        command += [] if value is None else [f"--{name}", f"{value:g}" if name == "minutes" else str(value)]
    return spawn(command).returncode


def shots(options: argparse.Namespace) -> int:
    """Take a picture of every screen, reached by commands from an empty window."""
    python = prepare((*system.QT, *system.DISPLAY), "taking pictures")
    folder = options.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    begun = time.time() - 1  # file systems round the time of a change
    with display.virtual_display() as number:
        env = display.on_display(os.environ, number) if number else display.offscreen(os.environ)
        say("taking pictures of every screen and every system, in every look")
        command = [str(python), "-m", "tests.hands", "shots", str(folder), "--stories", str(STORIES)]
        code = spawn(command, env=env, quiet=True)
    if code.returncode == 0:
        say("the same at 200 %")
        with display.virtual_display((3200, 2000)) as number:
            env = display.on_display(os.environ, number) if number else display.offscreen(os.environ)
            code = spawn(command, env={**env, "QT_SCALE_FACTOR": "2"}, quiet=True)
    taken = pictures(folder, begun)
    for path in taken:
        print(path, flush=True)
    if code.returncode or not taken:
        print((code.stdout + code.stderr).strip(), flush=True)
        raise DevError(f"The program ended with {code.returncode} after {len(taken)} pictures.")
    return 0


def build(options: argparse.Namespace) -> int:
    """Make the standalone programs in dist/: a folder and a single file, for the system this runs on."""
    needs = (*system.QT, *system.FREEZING, *(system.DISPLAY if options.smoke else ()))
    python = prepare(needs, "building")
    programs = building.build(python, hands=options.smoke)
    if options.smoke and not building.smoke(python, programs, os.environ):
        say("FAILED: a standalone program did what was not expected; it stands above")
        return 1
    if options.packages:
        pack = PACKERS.get(sys.platform, linux_packages.make)
        pack(building.folder(), building.ICONS, building.DIST)
    return 0


def chroot(options: argparse.Namespace) -> int:
    """Install both packages from dist/ in fresh minimal Debian systems, play there, and remove them."""
    python = prepare((*system.QT, *system.DISPLAY, *system.READING, *system.ROOTS), "the trial")
    return trial.run(python, options.suite, options.mirror, fresh=options.fresh)


def parser() -> argparse.ArgumentParser:
    """The subcommands with their help."""
    top = argparse.ArgumentParser(prog="dev.py", description=(__doc__ or "").split("\n")[0])
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    known = {
        "run": (run, "start Turnwright; everything after it goes to the program"),
        "test": (test, "every check and every test, real mouse drags included"),
        "check": (check, "format, lint, types, imports and the quick tests"),
        "bench": (bench, "measure speed and size, print a table and write .bench/results.json"),
        "soak": (soak, "play random games of one part on every core, as long as it is let"),
        "shots": (shots, "take a picture of every screen"),
        "build": (build, "make the standalone programs in dist/"),
        "chroot": (chroot, "try the Linux packages in a fresh minimal Debian without Python; needs root"),
    }
    made = {}
    for name, (action, text) in known.items():
        made[name] = commands.add_parser(name, help=text, description=action.__doc__)
        made[name].set_defaults(action=action)
    made["check"].add_argument("--fix", action="store_true", help="format and mend first")
    made["check"].add_argument("--static", action="store_true", help="only what reads the code: no tests")
    made["check"].add_argument(
        "--mutate", action="store_true", help="instead: find data in the rulesets that nobody reads"
    )
    made["soak"].add_argument("part", metavar="PART", help="what is played: turns, files or kills")
    made["soak"].add_argument("--minutes", type=float, metavar="N", help="how long (default: 30)")
    made["soak"].add_argument("--count", type=int, metavar="N", help="how many games, for files and kills")
    made["soak"].add_argument("--seed", type=int, metavar="S", help="what is drawn from (default: any)")
    made["soak"].add_argument("--game", type=int, metavar="N", help="only this game of the seed, once more")
    made["soak"].add_argument("--only", metavar="WORD", help="only kinds of games with it in the name")
    made["build"].add_argument(
        "--smoke", action="store_true", help="then start each, play, print, and fail on any unexpected word"
    )
    made["build"].add_argument("--packages", action="store_true", help="then pack them as users get them")
    made["chroot"].add_argument("--suite", default="stable", help="which Debian (default: stable)")
    made["chroot"].add_argument("--mirror", help="where from (default: where apt has its packages from here)")
    made["chroot"].add_argument("--fresh", action="store_true", help="make its root anew")
    default = ROOT / "build" / "shots"
    made["shots"].add_argument(
        "folder", nargs="?", type=Path, default=default, metavar="DIR", help="where to (default: build/shots)"
    )
    return top


def read_arguments(arguments: list[str]) -> argparse.Namespace:
    """The options; what `run` does not know itself is meant for the program."""
    top = parser()
    options, rest = top.parse_known_args(arguments)
    if rest and options.command != "run":
        top.error(f"unrecognized arguments: {' '.join(rest)}")
    options.arguments = [word for word in rest if word != "--"]
    return options


def _terminated(number: int, _frame: object) -> None:
    """Leave through the finally clauses, so that a virtual display does not stay behind."""
    sys.exit(128 + number)


def _speak_utf8() -> None:
    """Write and read UTF-8 whatever the code page of Windows: what tests and tools say goes through pipes."""
    if os.name != "nt":
        return
    os.environ.setdefault("PYTHONUTF8", "1")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def main(arguments: list[str]) -> int:
    """Do what the arguments say and return the exit code: 1 is a failure, 2 a wrong call, 130 Ctrl+C."""
    if sys.version_info < OLDEST:
        say(f"Turnwright needs Python 3.11 or newer; this is {sys.version.split()[0]}")
        return 2
    signal.signal(signal.SIGTERM, _terminated)
    _speak_utf8()
    options = read_arguments(arguments)
    try:
        return int(options.action(options))
    except DevError as err:
        say(str(err))
        return 1
    except KeyboardInterrupt:
        return steps.interrupted()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
