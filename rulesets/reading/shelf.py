"""Where rulesets are found: those that come with the program, and the user's own beside them.

A ruleset is a folder that bears its id and holds a ``ruleset.toml``. Nothing is compiled here.
"""

from __future__ import annotations

import re
import stat
from pathlib import Path

from msgspec import Struct

from rulesets.formula.fuzzy import did_you_mean
from rulesets.places import places
from rulesets.reading.problems import Problem, RulesetError
from rulesets.table.writing import Writing

FILE = "ruleset.toml"
LIBRARY = "library.toml"
"""What the stat blocks are called that a ruleset brings in its folder."""
SYSTEMS = Path(__file__).parents[1] / "systems"
LARGEST = 4_000_000
"""Bytes that a file of a ruleset may have."""
DEEPEST = 8
"""How many rulesets may build on each other."""
_LANGUAGE = re.compile(r"^ruleset\.([A-Za-z]{2,3}(?:[-_][A-Za-z0-9]+)*)\.toml$")
_FOLDER = re.compile(r"^[a-z0-9][a-z0-9_-]*$")


def user_folder() -> Path:
    """Return the folder for the user's own rulesets; it need not exist."""
    return places().data / "rulesets"


class Found(Struct, frozen=True):
    """A folder with a ruleset in it."""

    id: str
    folder: Path
    own: bool = False
    """True if it is the user's."""
    problem: str = ""
    """Why it is not used whatever is in it, or ''."""

    @property
    def file(self) -> Path:
        """Its ``ruleset.toml``."""
        return self.folder / FILE


class Shelf:
    """The rulesets that can be played: the shipped ones and those in the user's folder."""

    def __init__(self, own: Path | None = None, shipped: Path = SYSTEMS) -> None:
        """Look into ``own``, the user's folder, if there is one, and ``shipped``."""
        self.own, self._shipped = own, shipped

    @classmethod
    def standard(cls) -> Shelf:
        """Return the shelf with the folder that this system has for a user's data."""
        return cls(user_folder())

    # -- what is there -----------------------------------------------------------------------------

    def found(self) -> list[Found]:
        """Return every ruleset by its folder's name, the shipped ones first."""
        shipped = {folder.name: Found(folder.name, folder) for folder in _folders(self._shipped)}
        return [*shipped.values(), *(self._own(folder, shipped) for folder in _folders(self.own))]

    def _own(self, folder: Path, shipped: dict[str, Found]) -> Found:
        problem = ""
        if folder.name in shipped:
            problem = f"A ruleset that comes with the program has the id {folder.name!r}; rename the folder."
        elif not _FOLDER.match(folder.name):
            problem = "The folder's name is no id; ids are lower case letters, digits, - and _."
        return Found(folder.name, folder, own=True, problem=problem)

    def folder(self, ident: str) -> Path | None:
        """Return the folder of the ruleset that is meant by ``ident``, or None."""
        usable = {found.id: found.folder for found in self.found() if not found.problem}
        return usable.get(ident)

    # -- reading -----------------------------------------------------------------------------------

    def writing(self, source: Path | str) -> Writing:
        """Return the texts of the ruleset in a file or folder, or of an id: a text is never a path.

        Raises:
            RulesetError: if one cannot be read, or what it extends is not there.
        """
        if isinstance(source, Path):
            return self._writing(source / FILE if source.is_dir() else source, ())
        folder = self.folder(source)
        if folder is None:
            hint = did_you_mean(source, [found.id for found in self.found() if not found.problem])
            raise RulesetError([Problem(source, 0, "", f"There is no ruleset {source!r}.", hint)])
        return self._writing(folder / FILE, ())

    def file(self, source: Path | str) -> Path:
        """Return the file that somebody means who writes an id, a folder or a file on the command line."""
        path = self.folder(source) if isinstance(source, str) else None
        path = path or Path(source)
        return path / FILE if path.is_dir() else path

    def _writing(self, file: Path, above: tuple[Path, ...]) -> Writing:
        text = self._read(file)
        languages = {}
        for beside in sorted(file.parent.glob("ruleset.*.toml")):
            match = _LANGUAGE.match(beside.name)
            if match is not None and file.name == FILE:
                languages[match[1].lower().replace("_", "-")] = self._read(beside)
        extends, line = _extends(text)
        base = None
        if extends:
            below = self._base(extends, file)
            if below is None:
                known = [found.id for found in self.found() if not found.problem]
                message = f"There is no ruleset {extends!r} that this one could extend."
                _fail(file, line, "extends", message, did_you_mean(extends, known))
            elif below in (file, *above):
                chain = " → ".join(path.parent.name for path in (*reversed(above), file, below))
                _fail(file, line, "extends", f"Rulesets extend each other in a circle: {chain}.")
            elif len(above) + 1 >= DEEPEST:
                _fail(file, line, "extends", f"More than {DEEPEST} rulesets build on each other here.")
            else:
                base = self._writing(below, (file, *above))
        return Writing(str(file), text, languages, base)

    def _base(self, ident: str, file: Path) -> Path | None:
        """Return the file of the ruleset that ``file`` extends: one by id, or a folder beside its own."""
        folder = self.folder(ident)
        beside = file.parent.parent / ident
        if folder is None and _FOLDER.match(ident) and (beside / FILE).is_file():
            folder = beside
        return folder / FILE if folder is not None else None

    def _read(self, file: Path) -> str:
        try:
            about = file.stat()
            if not stat.S_ISREG(about.st_mode):  # a pipe would be waited for without end
                _fail(file, 0, "", "This is no file that can be read.")
            if about.st_size > LARGEST:
                _fail(file, 0, "", f"The file is larger than {LARGEST // 1_000_000} MB: no ruleset is.")
            return file.read_text(encoding="utf-8").removeprefix("\ufeff")
        except FileNotFoundError:
            hint = did_you_mean(str(file), [found.id for found in self.found()])
            _fail(file, 0, "", f"There is no file {str(file)!r} and no ruleset of that name.", hint)
        except UnicodeDecodeError:
            _fail(file, 0, "", "The file is not UTF-8 text.")
        except OSError as error:
            _fail(file, 0, "", f"The file cannot be read: {error.strerror}.")
        raise AssertionError


def _fail(file: Path, line: int, key: str, message: str, hint: str = "") -> None:
    raise RulesetError([Problem(str(file), line, key, message, hint)])


def _folders(parent: Path | None) -> list[Path]:
    if parent is None:
        return []
    try:
        return [file.parent for file in sorted(parent.glob(f"*/{FILE}"))]
    except OSError:
        return []


def _extends(text: str) -> tuple[str, int]:
    """Return what a text extends and on which line it says so; ('', 0) if it does not.

    What is wrong with the text itself is told when it is read as a whole.
    """
    match = re.search(r"^\s*extends\s*=", text, re.MULTILINE)
    if match is None:
        return "", 0
    from rulesets.reading.toml_text import RULESET, TOMLDecodeError, loads

    try:
        named = loads(text.removeprefix("\ufeff"), RULESET).get("extends")
    except TOMLDecodeError:
        return "", 0
    line = text.count("\n", 0, match.end()) + 1
    return (named, line) if isinstance(named, str) else ("", line)
