"""The guide for ruleset authors as a book that is played: its blocks are files, its outputs are real.

A comment before a block of the guide says what it is:

    step            goes on in the example's ruleset.toml; the outcome must have no errors
    slip            the example so far with this block behind it; the next step forgets it again
    scenario        goes on in the example's scenarios/first.toml
    wrong scenario  the same, and forgotten again after the next output
    output: WORDS   what ``python -m rulesets WORDS`` says at this place
    recipe          must have no errors when it stands behind the whole example
    piece           must have no errors when it stands behind the ruleset that a new one begins with
    piece in place of ENTRIES
                    the same, but where the first of these entries stood, which are taken out
    top             stands before the whole example, or ruleset, for the next recipe or piece
    alone           a whole ruleset of its own
    case            cases that hold for the recipe, or the ruleset, before it
    file PATH       a file of its own beside the example

Run this file to make the outputs in the guide, the rows of what can be expected, the stored example and
the reference anew.
"""

from __future__ import annotations

import contextlib
import io
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from unittest import mock

ROOT = Path(__file__).parents[1]
RESOURCES = ROOT / "resources"
GUIDE = RESOURCES / "ruleset-guide.md"
REFERENCE = RESOURCES / "ruleset-reference.md"
EXAMPLE = RESOURCES / "rulesets" / "lamplight"
STARTER = ROOT / "rulesets" / "starter" / "ruleset.toml"
NAME = "lamplight"
OWN = Path("~/.local/share/Turnwright/rulesets")
"""What outputs call the user's folder; it is not there."""
RENEW = "make it anew with: .venv/bin/python tests/guide_book.py"
_BLOCK = re.compile(
    r"(?:^<!-- (?P<mark>[^>]+?) -->\n)?^```(?P<language>\w*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)


class Block(NamedTuple):
    """A block of the guide: what it is, what it says, and where its text stands."""

    mark: str
    language: str
    text: str
    begin: int
    end: int
    line: int


def blocks(guide: str) -> list[Block]:
    """Return all blocks of the guide, in their order."""
    return [
        Block(
            found["mark"] or "",
            found["language"],
            found["text"],
            found.start("text"),
            found.end("text"),
            guide.count("\n", 0, found.start("text")),
        )
        for found in _BLOCK.finditer(guide)
    ]


def replaced(block: Block) -> list[str]:
    """Return the entries in whose place a piece stands: 'phase.turns'."""
    return re.findall(r"[\w.-]+", block.mark.partition(" in place of ")[2])


def pieced(block: Block) -> str:
    """Return the ruleset that a new one begins with, with a piece behind it or in place of some entries."""
    text, places = STARTER.read_text(encoding="utf-8"), []
    for entry in replaced(block):
        found = re.search(rf"^\[{re.escape(entry)}\].*?(?=^\[|^# -)", text, re.MULTILINE | re.DOTALL)
        if found is None:
            raise ValueError(f"line {block.line}: a new ruleset has no [{entry}] that could be replaced")
        text = text[: found.start()] + text[found.end() :]
        places.append(found.start())
    at = min(places, default=len(text))
    return f"{text[:at]}\n{block.text}\n{text[at:]}"


class Example:
    """The example while it grows: what its files hold at some place of the guide."""

    def __init__(self) -> None:
        self.steps: list[str] = []
        self.cases: list[str] = []
        self.files: dict[str, str] = {}
        self.slip = self.wrong = ""

    def take(self, block: Block) -> None:
        """Go on by a block."""
        if block.mark == "step":
            self.steps.append(block.text)
            self.slip = ""
        elif block.mark == "slip":
            self.slip = block.text
        elif block.mark == "scenario":
            self.cases.append(block.text)
        elif block.mark == "wrong scenario":
            self.wrong = block.text
        elif block.mark.startswith("file "):
            self.files[block.mark.removeprefix("file ")] = block.text

    @property
    def ruleset(self) -> str:
        """Text of its ruleset.toml."""
        return "\n".join([*self.steps, *([self.slip] if self.slip else [])])

    @property
    def scenario(self) -> str:
        """Text of its scenario file."""
        return "\n".join([*self.cases, *([self.wrong] if self.wrong else [])])

    def write(self, folder: Path) -> None:
        """Write its files into ``folder``."""
        (folder / "scenarios").mkdir(parents=True, exist_ok=True)
        (folder / "ruleset.toml").write_text(self.ruleset, encoding="utf-8")
        file = folder / "scenarios" / "first.toml"
        if self.scenario:
            file.write_text(self.scenario, encoding="utf-8")
        for name, text in self.files.items():
            other = folder.parent / name
            other.parent.mkdir(exist_ok=True)
            other.write_text(text, encoding="utf-8")


def example(guide: str) -> Example:
    """Return the whole example of the guide, without its slips."""
    whole = Example()
    for block in blocks(guide):
        whole.take(block)
    whole.slip = whole.wrong = ""
    whole.files = {}
    return whole


def said(words: str, folder: Path) -> str:
    """Return what ``python -m rulesets WORDS`` says in ``folder``, to a user whose own folder is empty."""
    from rulesets.__main__ import main

    printed = io.StringIO()
    own = mock.patch("rulesets.reading.shelf.user_folder", return_value=OWN)
    with contextlib.chdir(folder), own, contextlib.redirect_stdout(printed):
        with contextlib.redirect_stderr(printed):
            main(words.split())
    return printed.getvalue().replace("\\", "/")


def outputs(guide: str) -> Iterator[tuple[Block, str]]:
    """Yield every block that shows an output, with what is really said at its place."""
    growing = Example()
    for block in blocks(guide):
        growing.take(block)
        if block.mark.startswith("output: "):
            with tempfile.TemporaryDirectory() as folder:
                growing.write(Path(folder) / NAME)
                yield block, said(block.mark.removeprefix("output: "), Path(folder))
            growing.wrong = ""


def expected() -> str:
    """Return the rows of what scenarios can expect: keys that mean the same stand in one."""
    from rulesets.scenarios.expectations import EXPECTATIONS

    keys: dict[str, list[str]] = {}
    for key, one in EXPECTATIONS.items():
        keys.setdefault(one.about, []).append(f"`{key}`")
    return "".join(f"| {', '.join(alike)} | {about} |\n" for about, alike in keys.items())


def renewed(guide: str) -> str:
    """Return the guide with its outputs, and what can be expected, as they are now."""
    head, heading, tail = guide.partition("\n### What can be expected\n")
    if heading:
        begin = tail.index("| --- | --- |\n") + len("| --- | --- |\n")
        guide = head + heading + tail[:begin] + expected() + tail[tail.index("\n\n", begin) + 1 :]
    parts, done = [], 0
    for block, output in outputs(guide):
        parts += [guide[done : block.begin], output]
        done = block.end
    return "".join([*parts, guide[done:]])


def main() -> int:
    """Make the outputs of the guide, the stored example and the reference anew."""
    from rulesets.reading.reference.chapters import reference

    text = renewed(GUIDE.read_text(encoding="utf-8"))
    GUIDE.write_text(text, encoding="utf-8")
    example(text).write(EXAMPLE)
    REFERENCE.write_text(reference(), encoding="utf-8")
    for path in (GUIDE, REFERENCE, EXAMPLE):
        print(f"made anew: {path.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.exit(main())
