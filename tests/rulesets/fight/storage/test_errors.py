"""Every error is one of ours, with a code and a sentence: what happened, what was kept, what to do."""

import errno
import re
import sqlite3
import string
from pathlib import Path

import pytest

from rulesets.fight.storage import errors
from rulesets.fight.storage.errors import CATALOGUE, DiskFull, StorageError, translated

KINDS = StorageError.__subclasses__()
PATH = Path("evenings") / "fight.turnwright"


def test_every_code_belongs_to_one_error_and_has_a_sentence() -> None:
    """The catalogue and the classes name the same codes."""
    codes = [kind.code for kind in KINDS]
    assert len(set(codes)) == len(codes)
    assert {key.partition("/")[0] for key in CATALOGUE} == set(codes)


@pytest.mark.parametrize("key", sorted(CATALOGUE))
def test_every_sentence_tells_what_happened_what_was_kept_and_what_to_do(key: str) -> None:
    """Three sentences at least, one of them on what was kept, the last an advice; only known parameters."""
    code, _, doing = key.partition("/")
    (kind,) = [kind for kind in KINDS if kind.code == code]
    error = kind(PATH, doing or "open", detail="the detail", app_version="9.9")
    message = error.message()
    assert str(error) == message
    assert len(re.findall(r"[.](?: |$)", message)) >= 3
    assert re.search(
        r"kept|left as it (is|was)|Nothing was (changed|written)|is unharmed|left as they are", message
    ), "what was kept"
    fields = {field for _, field, _, _ in string.Formatter().parse(CATALOGUE[key]) if field}
    assert fields & {"name", "path", "folder"} or doing in ("write", "copy")
    for field in fields:
        assert error.params[field] in message


def test_another_catalogue_renders_the_same_parameters() -> None:
    """The window's translations need not be complete: what they lack is said in English."""
    german = {"disk-full": "Kein Platz für „{name}“."}
    assert DiskFull(PATH).message(german) == "Kein Platz für „fight.turnwright“."
    assert DiskFull(PATH, "write").message(german | {"disk-full/write": "Voll."}) == "Voll."
    assert errors.InUse(PATH).message(german).startswith("“fight.turnwright” is open")


def test_parameters_are_never_read_as_templates() -> None:
    """A file may be called anything."""
    assert "{detail}" in DiskFull(Path("{detail}.turnwright"), "create").message()


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (errno.ENOENT, "not-found"),
        (errno.EACCES, "no-permission"),
        (errno.EROFS, "no-permission"),
        (errno.ENOSPC, "disk-full"),
        (errno.EDQUOT, "disk-full"),
        (errno.EIO, "unknown"),
    ],
)
def test_errors_of_the_system_are_translated(number: int, code: str) -> None:
    """By their number; the system's words are kept."""
    error = translated(OSError(number, "the words"), PATH, "create")
    assert error.code == code
    assert error.params["detail"] == "the words"


@pytest.mark.parametrize(
    ("number", "opening", "writing"),
    [
        (sqlite3.SQLITE_FULL, "disk-full", "disk-full"),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, "in-use", "in-use"),
        (sqlite3.SQLITE_CORRUPT_INDEX, "damaged", "damaged"),
        (sqlite3.SQLITE_READONLY, "no-permission", "no-permission"),
        (sqlite3.SQLITE_TOOBIG, "damaged", "unknown"),
        (sqlite3.SQLITE_INTERRUPT, "damaged", "unknown"),
        (sqlite3.SQLITE_IOERR_READ, "unknown", "unknown"),
        (None, "damaged", "unknown"),
    ],
)
def test_errors_of_sqlite_are_translated(number: int | None, opening: str, writing: str) -> None:
    """While opening, what SQLite cannot make sense of is damage; a disk that fails is never called that."""
    error = sqlite3.OperationalError("the words")
    if number is not None:
        error.sqlite_errorcode = number
    assert translated(error, PATH, "open").code == opening
    assert translated(error, PATH, "write").code == writing
