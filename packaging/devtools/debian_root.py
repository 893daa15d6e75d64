"""A fresh minimal Debian in a folder below build/, with an ordinary user in it."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from devtools.console import ROOT, DevError, say, spawn

PLACE = ROOT / "build" / "chroot"
USER = "gm"
HOME = f"/srv/{USER}"
RUNTIME = f"/run/user/{USER}"
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
SOCKETS = "/tmp/.X11-unix"
PROXIES = ("http_proxy", "https_proxy", "no_proxy")


def allowed(*options: str) -> bool:
    """Whether a process may have namespaces of its own here."""
    return spawn(["unshare", *options, "--", "true"], quiet=True).returncode == 0


def mirror() -> str:
    """Where apt has Debian's packages from on this machine."""
    form = "$(LABEL)|$(REPO_URI)"
    lines = spawn(["apt-get", "indextargets", "--format", form, "Created-By: Packages"], quiet=True).stdout
    for line in lines.splitlines():
        label, _, address = line.partition("|")
        if label == "Debian":
            return address
    raise DevError("apt knows no mirror of Debian on this machine; name one with --mirror.")


def base(suite: str, address: str | None, *, fresh: bool) -> Path:
    """The folder with the untouched minimal system, made once: debootstrap --variant=minbase."""
    made = PLACE / f"base-{suite}"
    if made.is_dir() and not fresh:
        return made
    half = made.with_suffix(".half")
    remove(made)
    remove(half)  # debootstrap mounts /proc while it works
    PLACE.mkdir(parents=True, exist_ok=True)
    say(f"debootstrap --variant=minbase {suite} (a minute or two)")
    done = spawn(["debootstrap", "--variant=minbase", suite, str(half), address or mirror()], quiet=True)
    if done.returncode:
        print("\n".join((done.stdout + done.stderr).splitlines()[-10:]), flush=True)
        raise DevError(f"debootstrap could not make {suite}; its last words stand above.")
    half.rename(made)
    return made


@dataclass(frozen=True)
class Ended:
    """How a command in the root ended."""

    code: int
    out: str
    err: str


class Root:
    """A copy of the base, thrown away afterwards."""

    def __init__(self, path: Path) -> None:
        """Work in ``path``."""
        self.path = path

    def at(self, name: str) -> Path:
        """The place of an absolute path of the root, seen from outside."""
        return self.path / name.lstrip("/")

    def command(self, words: Sequence[str], user: str, env: Mapping[str, str], folder: str) -> list[str]:
        """What runs ``words`` in the root, with nothing of this machine's environment."""
        known = {"PATH": PATH, "LANG": "C.UTF-8", "HOME": HOME if user == USER else "/tmp", "USER": user}
        if user == USER:
            known |= {"LOGNAME": user, "XDG_RUNTIME_DIR": RUNTIME}
        pairs = [f"{name}={value}" for name, value in {**known, **env}.items()]
        inside = ["sh", "-c", 'cd "$0" && exec "$@"', folder, *words]
        return ["chroot", f"--userspec={user}:{user}", str(self.path), "env", "-i", *pairs, *inside]

    def run(
        self, *words: str, user: str = USER, env: Mapping[str, str] | None = None, folder: str = "/"
    ) -> Ended:
        """Run something to its end."""
        done = spawn(self.command(words, user, env or {}, folder), quiet=True)
        return Ended(done.returncode, done.stdout, done.stderr)

    def admin(self, *words: str) -> str:
        """Run something as root that has to succeed; returns what it printed."""
        proxies = {name: os.environ[name] for name in PROXIES if name in os.environ}
        done = self.run(*words, user="root", env={"DEBIAN_FRONTEND": "noninteractive", **proxies})
        if done.code:
            raise DevError(f"{' '.join(words)} ended with {done.code}:\n{(done.out + done.err).strip()}")
        return done.out

    def install(self, *packages: str) -> str:
        """Install packages with what they depend on, and nothing they only recommend."""
        return self.admin("apt-get", "install", "-y", "-q", "--no-install-recommends", *packages)

    def start(self, words: Sequence[str], env: Mapping[str, str], log: Path) -> subprocess.Popen[bytes]:
        """Start a program as the user, without a network; what it says goes into a file."""
        alone = ["unshare", "--net", "--"] if allowed("--net") else []
        with log.open("wb") as said:
            command = [*alone, *self.command(words, USER, env, HOME)]
            return subprocess.Popen(command, stdout=said, stderr=said)


def remove(path: Path) -> None:
    """Remove a root, unless something is mounted in it still: that would be deleted with it.

    Raises:
        DevError: naming the mounts that cannot be undone.
    """
    for place in _mounts(path):
        spawn(["umount", place], quiet=True)
    if left := _mounts(path):
        raise DevError(f"{path} was not removed: {', '.join(left)} is mounted. Undo that with umount first.")
    shutil.rmtree(path, ignore_errors=True)


def _mounts(path: Path) -> list[str]:
    """What is mounted below a folder, the innermost first."""
    lines = Path("/proc/self/mounts").read_text(encoding="utf-8", errors="replace").splitlines()
    places = [line.split(" ")[1].replace("\\040", " ") for line in lines]
    return sorted((place for place in places if Path(place).is_relative_to(path)), reverse=True)


def _mount(stack: ExitStack, *words: str) -> bool:
    """Mount until the stack ends; False where that is forbidden."""
    if spawn(["mount", *words], quiet=True).returncode:
        say(f"mount {' '.join(words[:2])} is forbidden here; going on without it")
        return False
    stack.callback(spawn, ["umount", "--lazy", words[-1]], quiet=True)
    return True


@contextmanager
def fresh_root(made: Path, name: str) -> Iterator[Root]:
    """A copy of a base with a user, the display's sockets and a cache for packages; gone afterwards."""
    path = PLACE / name
    archives = PLACE / "archives"
    archives.mkdir(exist_ok=True)
    remove(path)
    with ExitStack() as stack:
        stack.callback(remove, path)
        spawn(["cp", "-a", "--reflink=auto", str(made), str(path)], quiet=True)
        root = Root(path)
        shutil.copyfile("/etc/resolv.conf", root.at("/etc/resolv.conf"))
        _mount(stack, "-t", "proc", "proc", str(root.at("/proc")))
        sockets = root.at(SOCKETS)
        sockets.mkdir(mode=0o1777)
        _mount(stack, "--bind", SOCKETS, str(sockets))
        _mount(stack, "--bind", str(archives), str(root.at("/var/cache/apt/archives")))
        root.admin("useradd", "--create-home", "--home-dir", HOME, "--shell", "/bin/sh", USER)
        root.admin("install", "-d", "-m", "700", "-o", USER, "-g", USER, RUNTIME)
        root.admin("apt-get", "update", "-q")
        yield root
