"""The Linux packages in fresh minimal Debian systems without Python: installed, played with, removed.

The display and the hand on the keyboard are this machine's, so that nothing but the package and what it
depends on is in the root. Everything happens in namespaces of its own where the system allows that: whatever
is mounted or still runs goes with them, however this ends.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from devtools import building, debian_root, display
from devtools.console import ROOT, DevError, say, spawn
from devtools.debian_root import HOME, PLACE, allowed, fresh_root
from devtools.screen_hand import Hand, wait_for
from devtools.trial_table import (
    KEPT,
    TITLE,
    TOOLS,
    Table,
    by_argument,
    keep_fight,
    must,
    on_paper,
    ours,
    users_files,
    whole_pdf,
)

# -- the Debian package ------------------------------------------------------------------------------


def first_fight(table: Table, program: list[str]) -> None:
    """From the start page to round 2 and to paper, with keys alone."""
    hand, pdf = table.hand, f"{HOME}/sheet.pdf"

    def during() -> None:
        hand.window("Turnwright")
        must(hand.window_class() == "turnwright", f"the window's class is {hand.window_class()}")
        hand.picture(f"{table.name}-1-start-page")
        hand.keys("Return")
        hand.window(TITLE)
        hand.keys("space")
        hand.window("Start the encounter")
        hand.keys("alt+s")
        hand.window(TITLE)
        for _ in range(40):
            if table.state(program[0], KEPT)["round"] == 2:
                break
            hand.keys("space")
        must(table.state(program[0], KEPT)["round"] == 2, "40 times Space did not end the first round")
        hand.picture(f"{table.name}-2-round-2")
        hand.keys("ctrl+p")
        hand.window("Print")
        hand.picture(f"{table.name}-3-print")
        hand.keys("alt+f")
        hand.window("Save as PDF")
        hand.keys("ctrl+a")
        hand.write(pdf)
        hand.keys("Return")
        wait_for("the printed page", lambda: whole_pdf(table.root, pdf))
        hand.window(TITLE)

    table.play(program, during)
    told = spawn(["pdftotext", "-layout", str(table.root.at(pdf)), "-"], quiet=True).stdout
    must("Sarlane Vex" in told and "round 2" in told, f"the printed page says: {told[:300]!r}")
    table.ok("started, a sample opened, a round played, a page printed, quit; it said nothing")


def try_deb(table: Table, deb: Path) -> Path:
    """Install, play, open by file, remove; returns the encounter that was played."""
    root = table.root
    shutil.copyfile(deb, root.at(f"/srv/{deb.name}"))
    table.no_python()
    told = root.install(f"/srv/{deb.name}")
    count = next((line for line in told.splitlines() if "newly installed" in line), "")
    table.ok(f"apt-get install ./{deb.name}: {count}")
    table.no_python()
    version = root.run("turnwright", "--version").out.strip()
    must(version == f"Turnwright {building.version()}", f"--version says {version}")
    first_fight(table, ["turnwright"])
    played = PLACE / "played.turnwright"
    shutil.copyfile(root.at(KEPT), played)
    keep_fight(table, played)
    by_argument(table, "turnwright", table.entry("/usr/share"), "4-by-argument")
    on_paper(table, "turnwright")
    root.install(*TOOLS)
    root.admin("apt-get", "install", "--reinstall", "-y", "-q", f"/srv/{deb.name}")
    table.known(yes=True)
    before = users_files(root)
    root.admin("apt-get", "purge", "-y", "-q", "turnwright")
    must(users_files(root) == before, "purging changed files of the user")
    must(not (left := ours(root)), f"purging left {left}")
    table.known(yes=False)
    table.ok(f"apt-get purge: the user's {len(before)} files are untouched, nothing else of ours is left")
    return played


# -- the tar.gz --------------------------------------------------------------------------------------


def try_archive(table: Table, archive: Path, played: Path) -> None:
    """Unpack, read what is missing, install that, play, put into the menu and take out again."""
    root, folder = table.root, f"{HOME}/Spiele & mehr"
    table.no_python()
    keep_fight(table, played)
    root.run("mkdir", folder)
    shutil.copyfile(archive, root.at(f"/srv/{archive.name}"))
    must(root.run("tar", "-xzf", f"/srv/{archive.name}", "-C", folder).code == 0, "tar could not unpack it")
    home = f"{folder}/{archive.name.removesuffix('.tar.gz')}"
    program = f"{home}/turnwright"
    lacking = root.run(program)
    must(lacking.code == 127 and "this system lacks" in lacking.err, f"with libraries missing: {lacking}")
    print("\n".join(f"    {line}" for line in lacking.err.splitlines()), flush=True)
    line = next(line for line in lacking.err.splitlines() if "apt-get install" in line)
    table.ok("the starter names what is missing and ends with 127")
    root.install(*line.split("apt-get install")[1].split())
    table.ok(f"installed what it named: {line.split('install')[1].strip()}")
    root.run("ln", "-s", program, f"{HOME}/tw")
    by_argument(table, program, [f"{HOME}/tw", "%f"], "1-by-link")
    on_paper(table, program)
    misused = root.run(program, "--no-such-thing", folder="/usr")
    must(misused.code == 2, f"wrong arguments: {misused}")
    in_menu(table, program)


def in_menu(table: Table, program: str) -> None:
    """--install and --uninstall, for this user alone."""
    root = table.root
    bare = root.run(program, "--install")
    must(
        bare.code == 0 and "not installed here" in bare.err, f"--install without the desktop's tools: {bare}"
    )
    root.install(*TOOLS)
    done = root.run(program, "--install")
    must(done.code == 0 and not done.err, f"--install: {done}")
    table.known(yes=True)
    by_argument(table, program, table.entry(f"{HOME}/.local/share"), "2-from-the-menu")
    gone = root.run(program, "--uninstall")
    must(gone.code == 0 and not gone.err, f"--uninstall: {gone}")
    share = root.at(f"{HOME}/.local/share")
    left = [
        str(path) for path in share.rglob("*turnwright*") if not path.is_relative_to(share / "Turnwright")
    ]
    must(not left, f"--uninstall left {left}")
    table.known(yes=False)
    table.ok("--install puts it into the user's menu, --uninstall takes it out")


# -- all of it ---------------------------------------------------------------------------------------


def packages() -> tuple[Path, Path]:
    """The two newest packages in dist/."""
    debs = sorted(building.DIST.glob(f"turnwright_{building.version()}_*.deb"))
    archives = sorted(building.DIST.glob(f"turnwright-{building.version()}-linux-*.tar.gz"))
    if not debs or not archives:
        raise DevError(
            "There are no packages in dist/: python3 packaging/dev.py build --packages makes them."
        )
    return debs[-1], archives[-1]


def inside(python: Path, base: Path) -> None:
    """Try both packages, each in a root of its own."""
    deb, archive = packages()
    with display.virtual_display((1440, 900)) as number:
        if number is None:
            raise DevError("There is no virtual display, so nothing can be tried.")
        hand = Hand(number, python, PLACE)
        with fresh_root(base, "deb") as root:
            played = try_deb(Table(root, number, hand, "deb"), deb)
        with fresh_root(base, "archive") as root:
            try_archive(Table(root, number, hand, "archive"), archive, played)
    say(f"both packages did what they should; pictures in {PLACE.relative_to(ROOT)}")


def run(python: Path, suite: str, mirror: str | None, *, fresh: bool) -> int:
    """Make the base and go on in namespaces of its own; returns the exit code."""
    if os.geteuid() != 0:
        raise DevError("Only root can make a Debian root: run this again with sudo.")
    packages()  # are they there?
    base = debian_root.base(suite, mirror, fresh=fresh)
    command = [sys.executable, "-m", "devtools.trial", str(python), str(base)]
    own = ["--mount", "--pid", "--fork", "--kill-child", "--mount-proc"]
    if allowed(*own):
        command = ["unshare", *own, "--", *command]
    else:
        say("no namespaces of its own are allowed here; mounts are undone at the end")
    return spawn(command, env={**os.environ, "PYTHONPATH": str(ROOT / "packaging")}).returncode


def main(arguments: list[str]) -> int:
    """Called by run(), with the environment's Python and the base root."""
    try:
        inside(Path(arguments[0]), Path(arguments[1]))
    except DevError as error:
        say(f"FAILED: {error}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
