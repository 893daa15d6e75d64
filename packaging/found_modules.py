"""What a standalone Turnwright does besides before it begins: its modules can be listed, as those in folders.

Readers of what other programs write are found by looking what there is. PyInstaller's own way to answer that
imports pkgutil at every start; this waits until pkgutil asks.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pyimod02_importers


def iter_modules(finder: Any, prefix: str = "") -> Iterator[tuple[str, bool]]:
    """Yield the modules that are packed below the place a finder looks at, and whether each is a package."""
    tree = pyimod02_importers.get_pyz_toc_tree()
    for part in filter(None, finder._pyz_entry_prefix.split(".")):
        tree = tree.get(part)
        if not isinstance(tree, dict):
            return
    for name, inside in tree.items():
        yield prefix + name, isinstance(inside, dict)


pyimod02_importers.PyiFrozenFinder.iter_modules = iter_modules
