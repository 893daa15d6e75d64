"""Whether the ruleset of the open fight has another text on disk than the one it is played by.

Nothing is changed here: what is found is offered. Texts are compared as they are; only those that differ
are compiled, off the window's thread.
"""

from __future__ import annotations

from pathlib import PurePosixPath

from msgspec import Struct
from PySide6.QtCore import QObject, Signal

from desktop.bridge import Bridge
from desktop.files.ruleset_cache import RulesetCache
from desktop.process.tasks import Task, Tasks
from desktop.rulesets.watch import RulesetWatch
from rulesets.reading import loader
from rulesets.reading.loader import RulesetError
from rulesets.reading.shelf import Shelf
from rulesets.seen.labels import entry_label
from rulesets.table.commands import ChangeRules
from rulesets.table.writing import Writing, portable
from rulesets.vocabulary import Rules


class ChangedRules(Struct, frozen=True):
    """What lies on disk, instead of what the fight is played by."""

    id: str
    label: str
    texts: tuple[str, ...]
    """The ruleset's text and those of what it extends, or what stands in their way."""
    command: ChangeRules | None = None
    """What would put it in force; None if it has errors."""
    errors: int = 0


class RulesOffer(QObject):
    """Compares when an encounter is opened, when its rules change, and when a file does."""

    news = Signal(object)
    """ChangedRules: a file was changed while the fight is on the table."""
    changed = Signal()
    """:attr:`now` is another one."""

    def __init__(
        self,
        bridge: Bridge,
        shelf: Shelf,
        cache: RulesetCache,
        tasks: Tasks,
        watch: RulesetWatch,
        parent: QObject | None = None,
    ) -> None:
        """Do nothing before :meth:`begin`."""
        super().__init__(parent)
        self._bridge, self._shelf, self._cache, self._tasks = bridge, shelf, cache, tasks
        self._task: Task | None = None
        self._begun = self._live = False
        self._told: tuple[str, ...] = ()
        """Texts that were told of, or that were there when the encounter was opened."""
        self.now: ChangedRules | None = None
        watch.changed.connect(self._on_disk)
        bridge.reset.connect(self._opened)
        bridge.rules_changed.connect(self._compare)

    def begin(self) -> None:
        """Compare from now on."""
        self._begun = True
        self._compare()

    def stop(self) -> None:
        """Compare no longer."""
        self._begun = False
        self._forget_task()

    def _on_disk(self) -> None:
        self._live = True
        self._compare()

    def _opened(self) -> None:
        self._live, self._told = False, ()
        self._set(None)
        self._compare()

    def _compare(self) -> None:
        bridge = self._bridge
        self._forget_task()
        if not self._begun:
            return
        writing = bridge.writing if bridge.is_open else None
        if writing is None:
            self._live = False
            self._set(None)
            return
        rules, shelf, cache = bridge.rules, self._shelf, self._cache
        self._task = self._tasks.do(
            lambda _: found_on(shelf, cache, rules, writing), self._found, self._found
        )

    def _forget_task(self) -> None:
        if self._task is not None:
            self._task.done.disconnect(self._found)
            self._task.failed.disconnect(self._found)
            self._task.cancel()
            self._task = None

    def _found(self, found: object) -> None:
        now = found if isinstance(found, ChangedRules) else None
        self._task, live, self._live = None, self._live, False
        texts = now.texts if now is not None else ()
        is_news, self._told = live and texts != self._told, texts
        self._set(now)
        if now is not None and is_news:
            self.news.emit(now)

    def _set(self, now: ChangedRules | None) -> None:
        if now != self.now:
            self.now = now
            self.changed.emit()


def found_on(shelf: Shelf, cache: RulesetCache, rules: Rules, writing: Writing) -> ChangedRules | None:
    """Return what lies on ``shelf`` under the id of ``rules``, if it would make a difference.

    ``writing`` is what ``rules`` are compiled from.
    """
    ident, label = _ident(rules, writing), entry_label(rules, rules.id)
    folder = shelf.folder(ident)
    if folder is None:
        return None
    try:
        there = portable(shelf.writing(folder))
    except RulesetError as error:
        texts = tuple(str(problem) for problem in error.problems)
        return ChangedRules(ident, label, texts, errors=_errors(error))
    texts = _texts(there)
    if texts == _texts(writing):
        return None
    try:
        options = _kept(cache.compiled(there, {}), rules)
        after = cache.compiled(there, options)
    except RulesetError:
        count = sum(not problem.warning for problem in loader.check_writing(there))
        return ChangedRules(ident, label, texts, errors=max(1, count))
    from rulesets.seen.differences import (
        differences,  # not needed as long as nobody writes a ruleset
    )

    if not differences(rules, after):
        return None
    return ChangedRules(ident, label, texts, ChangeRules(writing=there, options=options))


def _ident(rules: Rules, writing: Writing) -> str:
    """Return the name of the folder that a text came from: the shelf knows rulesets by it."""
    parts = PurePosixPath(writing.name).parts
    return parts[-2] if len(parts) > 1 and parts[-1] == loader.FILE else rules.id


def _texts(writing: Writing) -> tuple[str, ...]:
    return (writing.text, *(_texts(writing.base) if writing.base is not None else ()))


def _kept(after: Rules, before: Rules) -> dict[str, str]:
    """Return the options of ``before`` that ``after`` has, too, and that are not at its defaults."""
    kept = {}
    for name, option in after.options.items():
        value = before.options_set.get(name, option.default)
        if value != option.default and any(choice.value == value for choice in option.choices):
            kept[name] = value
    return kept


def _errors(error: RulesetError) -> int:
    return max(1, sum(not problem.warning for problem in error.problems))
