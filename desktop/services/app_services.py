"""What the windows are given: everything that is built once, in ``app.py``, and passed by constructor."""

from __future__ import annotations

from dataclasses import dataclass

from desktop.bridge import Bridge
from desktop.services.background import Keeper
from desktop.services.crash_reports import CrashReports
from desktop.services.encounters import Encounters
from desktop.services.library import Library
from desktop.services.paths import Paths
from desktop.services.ruleset_cache import RulesetCache
from desktop.services.settings import SettingsStore
from desktop.services.tasks import Tasks
from desktop.services.texts import Texts
from rulesets.shelf import Shelf


@dataclass(frozen=True)
class AppServices:
    """The program without its windows."""

    paths: Paths
    shelf: Shelf
    rulesets: RulesetCache
    tasks: Tasks
    settings: SettingsStore
    bridge: Bridge
    texts: Texts
    encounters: Encounters
    library: Library
    keeper: Keeper
    crash_reports: CrashReports
