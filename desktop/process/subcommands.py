"""What subcommands that write a file share: exit statuses, wrong arguments, where they write."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from rulesets.fight.storage.errors import StorageError
from rulesets.fight.storage.files import real
from rulesets.plain_files import write_whole
from rulesets.reading.problems import listed

DONE, FAILED, MISUSED = 0, 1, 2
EPILOG = "Exit status: 0 written, 1 not written (the reason is told), 2 wrong arguments."
STDOUT = "-"
F = TypeVar("F")


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
    require_folder(path)


def require_folder(path: Path) -> None:
    """Refuse to write where there is no folder to write into, or a folder already; raises Misuse."""
    if path.is_dir():
        raise Misuse(f"{path} is a folder: say what the file in it is to be called")
    if not path.absolute().parent.is_dir():
        raise Misuse(f"{path}: there is no folder {path.absolute().parent}")


def asked_format(out: str, said: str | None, known: Sequence[str], find: Callable[[str], F | None]) -> F:
    """Return the format that is said, or that the ending of ``out`` means; raises Misuse if there is none.

    Args:
        out: Where is to be written.
        said: What the format is called, where that is said.
        known: What formats can be called.
        find: Finds a format by that, or by an ending without its dot, in small letters.
    """
    ending = Path(out).suffix.lower().lstrip(".") if out != STDOUT else ""
    asked = said or ending
    if not asked:
        raise Misuse(f"say with --format which format it is to be: {listed(known)}")
    found = find(asked)
    if found is None:
        raise Misuse(f"{out}: there is no format {asked!r}, only {listed(known)}")
    return found


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
