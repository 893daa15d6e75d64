"""A test module holds tests and nothing else: what several of them share stands beside them, by its name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
IMPORTS = re.compile(
    r"^\s*(?:from\s+tests(?:\.\w+)*\.test_\w+\s+import\b"
    r"|from\s+tests(?:\.\w+)*\s+import\s+(?:.*[,(]\s*)?test_\w+"
    r"|import\s+tests(?:\.\w+)*\.test_\w+)",
    re.MULTILINE,
)
"""An import of a test module, also in the code that a test hands to another process."""


def test_no_module_imports_a_test_module() -> None:
    """Who changes a test changes that test; and a test can be run, moved and dropped by itself."""
    found = [
        f"{file.relative_to(HERE)}: {match[0].strip()}"
        for file in sorted(HERE.rglob("*.py"))
        for match in IMPORTS.finditer(file.read_text(encoding="utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize(
    "line",
    [
        "from tests.rulesets.engine.test_walk import walked",
        "    from tests.test_hands import hands",
        "import tests.rulesets.fight.storage.test_kill",
        "from tests.rulesets import small_rules, test_walk",
        "from tests import test_hands",
    ],
)
def test_it_is_noticed(line: str) -> None:
    assert IMPORTS.search(f"import os\n{line}\n")


@pytest.mark.parametrize(
    "line", ["from tests.rulesets.small_rules import RICH", "from tests.hands import keys"]
)
def test_what_is_shared_may_be_imported(line: str) -> None:
    assert not IMPORTS.search(f"import os\n{line}\n")
