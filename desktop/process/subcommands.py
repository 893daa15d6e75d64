"""What subcommands that write a file share: exit statuses, wrong arguments, where they write."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from rulesets.fight.storage.errors import StorageError
from rulesets.fight.storage.files import real
from rulesets.plain_files import write_whole

DONE, FAILED, MISUSED = 0, 1, 2
EPILOG = "Exit status: 0 written, 1 not written (the reason is told), 2 wrong arguments."
STDOUT = "-"


class Misuse(Exception):
    """What is wrong with the arguments."""


def carried_out(program: str, do: Callable[[], None], *failures: type[Exception]) -> int:
    """Return the exit status of what a subcommand does; what goes wrong is told on standard error.

    ``failures`` are errors besides those of files whose message is a sentence.
    """
    expected: tuple[type[Exception], ...] = (OSError, *failures)
    try:
        do()
    except Misuse as error:
        print(f"{program}: {error}", file=sys.stderr)
        return MISUSED
    except StorageError as error:
        print(error.message(), file=sys.stderr)
        return FAILED
    except expected as error:
        print(f"Nothing was written: {_plain(error)}", file=sys.stderr)
        return FAILED
    except Exception as error:  # whoever runs this from a script is owed an exit status and a sentence
        what = f"{type(error).__name__}: {error}".rstrip(": ")
        print(f"Nothing was written: something unexpected happened ({what}).", file=sys.stderr)
        return FAILED
    return DONE


def require_place(out: str, given: Path, wrong: str) -> None:
    """Refuse to write into no folder, or over the file that is read, which is ``wrong``; raises Misuse."""
    if out == STDOUT:
        return
    path = Path(out)
    if real(path) == real(given):
        raise Misuse(wrong)
    if path.is_dir() or not path.absolute().parent.is_dir():
        raise Misuse(f"{path}: there is no such folder, or this is one")


def put(out: str, data: bytes, *, force: bool) -> None:
    """Write a file and say where, or print it; raises OSError, also if there is one and no ``force``."""
    if out == STDOUT:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    path = Path(out)
    try:
        write_whole(path, data, new=not force)
    except FileExistsError as error:
        raise OSError(f"there is a file {path} already; --force replaces it") from error
    print(path)


def _plain(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error)
