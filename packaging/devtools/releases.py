"""When a version was made and what is new in it: for the files that packages carry."""

from __future__ import annotations

import os
import re
import time
from dataclasses import dataclass

from devtools.console import ROOT, spawn

CHANGELOG = ROOT / "resources" / "CHANGELOG.md"


@dataclass(frozen=True)
class Release:
    """One version in the changelog: a sentence about it and the points below."""

    version: str
    told: str
    points: tuple[str, ...]


def moment() -> int:
    """The time written into packages, so that the same commit makes the same package.

    SOURCE_DATE_EPOCH, else the time of the last commit, else now.
    """
    told = os.environ.get("SOURCE_DATE_EPOCH", "")
    if not told:
        told = spawn(["git", "log", "-1", "--format=%ct"], quiet=True).stdout.strip()
    return int(told) if told.isdecimal() else int(time.time())


def releases(text: str) -> list[Release]:
    """The versions in a changelog, the newest first as they stand there; without the headings inside."""
    text = re.sub(r"^###.*\n", "", text, flags=re.MULTILINE)
    found = []
    for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        name, _, body = part.partition("\n")
        before, *points = re.split(r"^- ", body, flags=re.MULTILINE)
        paragraphs = [" ".join(one.split()) for one in before.split("\n\n") if one.strip()]
        told = " ".join(paragraphs)
        found.append(Release(name.split()[0], told, tuple(" ".join(point.split()) for point in points)))
    return found
