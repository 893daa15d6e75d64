"""A made file, read as it would be if it were dropped on the window."""

from __future__ import annotations

import json
from typing import Any

from rulesets.incoming.found import Creature
from rulesets.incoming.reading import Reading, read
from rulesets.incoming.source import Source


def brought(content: Any, name: str = "made.json") -> Reading:
    """Read bytes, a text, or what JSON says."""
    if not isinstance(content, bytes | str):
        content = json.dumps(content)
    return read(Source(name, content if isinstance(content, bytes) else content.encode()))


def creatures(content: Any, reader: str) -> dict[str, Creature]:
    """Return the creatures of a file by name, if it is of a format."""
    reading = brought(content)
    assert reading.refused is None, reading.refused
    assert reading.reader is not None
    assert reading.reader.id == reader
    return {one.name: one for one in reading.finding.creatures}


def told(content: Any) -> str:
    """Return every sentence that is said of a file."""
    reading = brought(content)
    return "\n".join([*map(str, reading.finding.told), str(reading.refused or "")])
