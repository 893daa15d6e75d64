"""What the windows are given: everything that is built once, in ``app.py``, and passed by constructor."""

from __future__ import annotations

from msgspec import Struct

from desktop.bridge import Bridge
from desktop.combatants.library import Library
from desktop.files.campaigns import Campaigns
from desktop.files.checkpoints import Keeper
from desktop.files.encounters import Encounters
from desktop.files.ruleset_cache import RulesetCache
from desktop.process.crash_reports import CrashReports
from desktop.process.open_windows import OpenWindows
from desktop.process.paths import Paths
from desktop.process.settings_store import SettingsStore
from desktop.process.tasks import Tasks
from desktop.widgets.texts import Texts
from rulesets.reading.shelf import Shelf


class SharedServices(Struct, frozen=True, eq=False):
    """What all windows have together."""

    paths: Paths
    shelf: Shelf
    rulesets: RulesetCache
    settings: SettingsStore
    campaigns: Campaigns
    library: Library
    crash_reports: CrashReports
    windows: OpenWindows


class AppServices(SharedServices, frozen=True, eq=False):
    """The program without its windows: what all of them share, and what one has of its own."""

    bridge: Bridge
    texts: Texts
    encounters: Encounters
    keeper: Keeper
    tasks: Tasks
