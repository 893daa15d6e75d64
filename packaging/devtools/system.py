"""What a Debian-like system must have before Qt can start or the tests can drag a mouse.

Other Linux systems, macOS and Windows bring the same with the desktop they run, so nothing is looked
for there.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from devtools.console import listing, say, spawn


@dataclass(frozen=True)
class Need:
    """One thing the system must have: any of these packages gives it.

    Debian and its children rename packages between releases; the newest name stands first, and the
    first one the system knows is the one that gets installed.
    """

    names: tuple[str, ...]

    def met(self, installed: Collection[str]) -> bool:
        return any(name in installed for name in self.names)

    def choose(self, available: Callable[[str], bool]) -> str:
        return next((name for name in self.names if available(name)), self.names[0])


QT = tuple(
    Need(names)
    for names in (
        ("libegl1", "libegl1-mesa"),
        ("libgl1", "libgl1-mesa-glx"),
        ("libglib2.0-0t64", "libglib2.0-0"),
        ("libdbus-1-3",),
        ("libfontconfig1",),
        ("libfreetype6",),
        ("libx11-6",),
        ("libx11-xcb1",),
        ("libxkbcommon0",),
        ("libxkbcommon-x11-0",),
        ("libxcb-cursor0",),
        ("libxcb-glx0",),
        ("libxcb-icccm4",),
        ("libxcb-image0",),
        ("libxcb-keysyms1",),
        ("libxcb-randr0",),
        ("libxcb-render0",),
        ("libxcb-render-util0",),
        ("libxcb-shape0",),
        ("libxcb-shm0",),
        ("libxcb-sync1",),
        ("libxcb-util1",),
        ("libxcb-xfixes0",),
        ("libxcb-xinerama0",),
        ("libxcb-xkb1",),
        ("fonts-dejavu-core", "fonts-noto-core", "fonts-liberation", "fonts-liberation2"),
    )
)
"""What Qt loads to open a window or to draw without one, with one font to write in."""

DISPLAY = tuple(Need((name,)) for name in ("xvfb", "xauth", "openbox", "xdotool", "x11-xserver-utils"))
"""A display of our own, with a window manager (shortcuts need one), a hand on its mouse, more monitors."""

FREEZING = (
    Need(("binutils",)),
    *((Need((f"libpython3.{sys.version_info[1]}",)),) if sys.base_prefix == "/usr" else ()),
)
"""What PyInstaller reads libraries with, and Python as a library where Debian keeps that apart."""

ROOTS = (Need(("debootstrap",)), Need(("util-linux",)), Need(("x11-utils",)))
"""What makes a fresh Debian in a folder, keeps its mounts to itself, and asks windows for their class."""

READING = (Need(("poppler-utils",)),)
"""What the tests read printed PDF files with."""

BROWSERS, DRIVER = ("chromium", "chromium-browser", "google-chrome"), "chromedriver"
"""Programs that open the players' page as phones do, any of them, and what plays it."""
BROWSER = (Need(("chromium", "chromium-browser")), Need(("chromium-driver", "chromium-chromedriver")))
"""The packages that bring them."""


def browser() -> str | None:
    """A browser that the tests can play; None if there is none, or nothing that plays it."""
    found = next((path for path in map(shutil.which, BROWSERS) if path), None)
    return found if shutil.which(DRIVER) else None


def of_browser() -> tuple[Need, ...]:
    """What has to be installed for that; nothing where somebody else has brought it."""
    return () if browser() else BROWSER


def debian_like() -> bool:
    """Whether packages come from apt here."""
    return sys.platform == "linux" and all(shutil.which(name) for name in ("dpkg-query", "apt-get"))


def installed(names: Iterable[str]) -> set[str]:
    """Which of the packages are installed and configured."""
    format_ = "${Package} ${db:Status-Status}\n"
    lines = spawn(["dpkg-query", "-W", "-f", format_, *names], quiet=True).stdout.splitlines()
    return {line.split()[0] for line in lines if line.endswith(" installed")}


def available(name: str) -> bool:
    """Whether apt knows a package of this name that it could install."""
    lines = spawn(["apt-cache", "policy", name], quiet=True).stdout.splitlines()
    return any(line.strip().startswith("Candidate:") and "(none)" not in line for line in lines)


def missing(needs: Iterable[Need], present: Collection[str], knows: Callable[[str], bool]) -> list[str]:
    """The packages to install so that every need is met."""
    return [need.choose(knows) for need in needs if not need.met(present)]


def install_command(packages: list[str]) -> list[str]:
    """What installs them, for root. It waits for another apt instead of failing at its lock."""
    options = ["-y", "-q", "--no-install-recommends", "-o", "DPkg::Lock::Timeout=120"]
    return ["apt-get", "install", *options, *packages]


def advice(packages: list[str], *, root: bool) -> str:
    """The same as a line to copy into a terminal."""
    sudo = "" if root else "sudo "
    names = " ".join(packages)
    return f"{sudo}apt-get update && {sudo}apt-get install -y --no-install-recommends {names}"


def root_prefix() -> list[str] | None:
    """What to put before a command so that it runs as root; None when that would need a password."""
    if os.name == "posix" and os.geteuid() == 0:
        return []
    if shutil.which("sudo") and spawn(["sudo", "-n", "true"], quiet=True).returncode == 0:
        return ["sudo", "-n"]
    return None


def ensure(needs: Iterable[Need], purpose: str) -> bool:
    """Install what is missing if that is possible, else print the command that would.

    Returns whether everything is there now. The caller goes on either way: a missing library stops
    only what needs it.
    """
    if not debian_like():
        return True
    wanted = tuple(needs)
    present = installed(name for need in wanted for name in need.names)
    if all(need.met(present) for need in wanted):
        return True
    prefix = root_prefix()
    if prefix is None:
        packages = missing(wanted, present, available)
        say(f"{purpose} needs packages this system lacks: {listing(packages)}. Install them with:")
        say(f"    {advice(packages, root=False)}")
        return False
    apt = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive"]
    say(f"{purpose} needs packages this system lacks; asking apt for its newest list")
    spawn([*apt, "apt-get", "update", "-q"], quiet=True)
    packages = missing(wanted, present, available)
    say(f"installing {listing(packages)}")
    done = spawn([*apt, *install_command(packages)], quiet=True)
    if done.returncode == 0:
        return True
    print(done.stderr.strip(), flush=True)
    say(f"apt could not install them. Is there a network? By hand: {advice(packages, root=not prefix)}")
    return False
