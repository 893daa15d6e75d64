"""Measures the real window with its journal on: from a key event to the frame that shows what it did.

Runs in a process of its own, so that neither memory nor garbage of one size of fight burdens another:

    python tests/benchmarks/in_window.py COMBATANTS RULESET CYCLES [--log ENTRIES] [--only WHAT] [--cpu]
        [--profile FILE] [--players]

and prints one JSON object: what → samples in milliseconds, 'bare' being the yardstick.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from PySide6.QtCore import QAbstractTableModel, QCoreApplication, QEvent, QModelIndex, QObject, Qt  # noqa: E402
from PySide6.QtTest import QTest  # noqa: E402
from PySide6.QtWidgets import QApplication, QDialog, QMainWindow, QTableView, QWidget  # noqa: E402

from desktop.app import application, services  # noqa: E402
from desktop.commands.primary import Kind, primary  # noqa: E402
from desktop.declare.model import choices  # noqa: E402
from desktop.files.samples import read_sample  # noqa: E402
from desktop.main.window import MainWindow  # noqa: E402
from desktop.process.memory import set_aside  # noqa: E402
from desktop.process.paths import Paths, resources  # noqa: E402
from desktop.process.quick_start import import_plainly  # noqa: E402
from desktop.widgets.style import apply_theme  # noqa: E402
from rulesets.campaign.things import Prepared  # noqa: E402
from rulesets.seen import queries  # noqa: E402
from rulesets.table import commands as cmd  # noqa: E402
from rulesets.table.encounter import Encounter  # noqa: E402
from rulesets.table.refusal import Refusal  # noqa: E402
from rulesets.vocabulary import (  # noqa: E402
    Declaration,
    Rules,
)

SIZE = (1440, 900)
WARM = 5
"""Cycles before those that count."""
LASTING = 10**6
"""Hit points that no benchmark gets through."""
ENOUGH = 9
"""Damage that takes nobody down a condition track."""
NOTHING = Qt.KeyboardModifier.NoModifier
Samples = dict[str, list[float]]


class Frames(QObject):
    """Follows the frames of one window: how many, and when the first one with the list in it was painted."""

    def __init__(self, window: QWidget, view: QWidget, clock: Callable[[], float]) -> None:
        """Watch ``window`` and in it ``view``."""
        super().__init__(window)
        self._window, self._view, self._clock = window, view, clock
        self._seen = False
        self.count = 0
        self.shown = 0.0
        window.installEventFilter(self)
        view.installEventFilter(self)

    def begin(self) -> float:
        """Finish what is under way and wait for the next frame; returns the time."""
        self.finish()
        self._seen, self.shown = False, 0.0
        return self._clock()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._view:
            self._seen = self._seen or event.type() == QEvent.Type.Paint
        elif event.type() == QEvent.Type.UpdateRequest:
            self._window.event(event)
            self.count += 1
            if self._seen and not self.shown:
                self.shown = self._clock()
            return True
        return False

    def finish(self) -> float:
        """Let the program work until nothing is left to be painted; returns the time."""
        quiet = 0
        while quiet < 2:  # a layout may be due before the frame that shows it is asked for
            before = self.count
            QCoreApplication.processEvents()
            quiet = quiet + 1 if before == self.count else 0
        return self._clock()


STEPS = ("next turn", "delay", "undo", "spend an action", "apply damage")
"""What each cycle does that can be looked at alone."""


class Watch:
    """Times what is done to a window: to the frame that shows it, and until all is done."""

    def __init__(self, frames: Frames) -> None:
        """Time by ``frames``."""
        self.frames = frames
        self.samples: Samples = {}
        self.profile: cProfile.Profile | None = None
        self.profiled = ""
        """The only step that is profiled; '' is each of them."""

    def time(self, what: str, act: Callable[[], object]) -> None:
        """Do ``act`` and keep how long it took."""
        profile = self.profile if self.profiled in ("", what) else None
        begin = self.frames.begin()
        if profile is not None:
            profile.enable()
        act()
        end = self.frames.finish()
        if profile is not None:
            profile.disable()
        shown = self.frames.shown or end  # a row out of sight changes nothing in the list
        self.samples.setdefault(what, []).append((shown - begin) * 1000)
        self.samples.setdefault(f"{what}, all", []).append((end - begin) * 1000)


class BareModel(QAbstractTableModel):
    """The yardstick's model: a table of numbers in plain Python."""

    def __init__(self, rows: int, parent: QObject) -> None:
        """Have ``rows`` rows."""
        super().__init__(parent)
        self._numbers = [0] * rows

    def rowCount(self, parent: QModelIndex | None = None) -> int:
        return len(self._numbers)

    def columnCount(self, parent: QModelIndex | None = None) -> int:
        return 8

    def data(self, index: QModelIndex, role: int = 0) -> str | None:
        return str(self._numbers[index.row()]) if role == Qt.ItemDataRole.DisplayRole else None

    def change_two(self) -> None:
        """Change the first two rows, each with its own signal."""
        for row in (0, 1):
            self._numbers[row] += 1
            self.dataChanged.emit(self.index(row, 0), self.index(row, 7))


class Bare(QMainWindow):
    """The yardstick: a window with nothing but that table."""

    def __init__(self, rows: int) -> None:
        """Show ``rows`` rows."""
        super().__init__()
        self.model = BareModel(rows, self)
        self.view = QTableView(self)
        self.view.setModel(self.model)
        self.setCentralWidget(self.view)
        self.resize(*SIZE)
        self.show()


def sample_of(ruleset: str) -> Prepared:
    """Return the prepared encounter of a ruleset."""
    samples = (read_sample(path) for path in sorted((resources() / "encounters").glob("*.toml")))
    return next(sample for sample in samples if sample.ruleset == ruleset)


def crowd(sample: Prepared, number: int) -> list[cmd.Command]:
    """Return what adds the combatants of a prepared encounter, over and over; nobody dies."""
    made: list[cmd.Command] = []
    for count in range(number):
        one = dict(sample.combatants[count % len(sample.combatants)])
        one |= {key: LASTING for key in ("hp", "max_hp") if key in one}
        one |= {"id": f"c{count}", "name": f"{one.get('name', one['id'])} {count}", "aware": True}
        one.pop("group", None)
        made.append(cmd.Add(combatant=one))
    return made


class Fight:
    """A running fight in the real window, kept in a real file."""

    def __init__(self, folder: Path, app: QApplication, ruleset: str, combatants: int, log: int) -> None:
        """Make the file, start the fight, play until its log has so many entries, and show the window."""
        self.built = services(Paths(folder / "data", folder / "config", folder / "cache"), app)
        self.bridge = self.built.bridge
        sample = sample_of(ruleset)
        made = self.built.encounters.new("Benchmark", ruleset, sample.options, crowd(sample, combatants))
        self.bridge.dispatch(cmd.Start())
        while self.bridge.cursor < log:
            self._give(cmd.EndTurn() if self.active else self._next_step())
        self.built.encounters.close()
        self.window = MainWindow(self.built)
        self.built.encounters.open(made.path)  # as in the program, with the window there: its parts hear it
        self.window.resize(*SIZE)
        self.window.show()
        self.window.activateWindow()
        QTest.qWaitForWindowActive(self.window)
        self.to_a_turn()
        set_aside()  # as the program does once an encounter is open

    @property
    def rules(self) -> Rules:
        """The ruleset played."""
        return self.bridge.rules

    @property
    def state(self) -> Encounter:
        """The encounter as it stands."""
        return self.bridge.state

    @property
    def active(self) -> str:
        """The slot whose turn it is, or ''."""
        return queries.active_slot(self.rules, self.state)

    def to_a_turn(self, watch: Watch | None = None) -> None:
        """Do whatever the round asks for until somebody has a turn; ``watch`` times what is declared."""
        while not self.active:
            command = self._next_step()
            if watch is not None and isinstance(command, cmd.Declare):
                watch.time("declare", partial(self._give, command))
            else:
                self._give(command)
                QCoreApplication.processEvents()
        for asked in QApplication.topLevelWidgets():  # the round's roll, asked for by itself and given above
            if isinstance(asked, QDialog) and asked.isVisible():
                asked.reject()
                self.window.activateWindow()  # as every window manager does
                QTest.qWaitForWindowActive(self.window)
        self.window.table.setFocus()  # where the keys of a turn are pressed

    def _next_step(self) -> cmd.Command:
        now = primary(self.bridge.scene)
        found: cmd.Command | None = next(iter(now.commands), None)
        if now.kind is Kind.ROLL:
            found = cmd.RollInitiative()
        elif now.kind is Kind.DECLARE:
            allowed = (one for one in self._declarations() if not self._is_refused(one))
            found = next(allowed, None)
        if found is None:
            raise RuntimeError(f"the round of {self.rules.id} does not go on: {now}")
        return found

    def _is_refused(self, command: cmd.Command) -> bool:
        return isinstance(self.bridge.preview(command), Refusal)

    def _declarations(self) -> Iterator[cmd.Command]:
        slot = queries.next_to_declare(self.rules, self.state)
        left = (one.id for one in self.state.combatants.values() if not one.done and not one.out)
        first = next(self.state.members(slot)).id if slot else next(left)
        for name, declaration in self.rules.declarations.items():
            if declaration.late is None:  # who is late has no turn, and somebody must have one
                yield cmd.Declare(who=(first,), name=name, fields=self._filled(first, declaration))
                yield cmd.Declare(who=(first,), name=name)
        yield cmd.Declare(who=(first,), done=True)
        yield cmd.NextPhase()

    def _filled(self, who: str, declaration: Declaration) -> dict[str, int | str]:
        """Return the least that a declaration asks for."""
        found: dict[str, int | str] = {}
        for key, field in declaration.inputs.items():
            if field.type == "number":
                found[key] = field.least or 1
            elif field.needed and field.type == "text":
                found[key] = "Something"
            elif field.needed:
                found[key] = next((ident for ident, _ in choices(self.rules, self.state, who, field)), "")
        return found

    # -- what is measured --------------------------------------------------------------------------

    def key(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = NOTHING) -> None:
        """Press a key in the list; fails if nothing came of it."""
        before = self.bridge.session.cursor
        QTest.keyClick(self.window.table, key, modifiers)
        if self.bridge.session.cursor == before:
            raise RuntimeError(f"{key} did nothing: {self.window.messages.text}")

    def next_turn(self) -> None:
        """Space."""
        self.key(Qt.Key.Key_Space)

    def undo(self) -> None:
        """Ctrl+Z."""
        self.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)

    def spend(self) -> None:
        """The key of the first kind of action that can be spent."""
        self.key(Qt.Key.Key_2)

    def damage(self) -> None:
        """What the damage sheet dispatches when it is applied: to whoever acts, who is in sight."""
        name = next(name for name, pipeline in self.rules.pipelines.items() if pipeline.role == "damage")
        whom = next(self.state.members(self.active)).id
        self._give(cmd.Apply(pipeline=name, to=(whom,), inputs={"amount": ENOUGH}))

    def delay(self) -> None:
        """What dragging the active row two places down dispatches."""
        self._give(self._delay)

    def aim(self) -> bool:
        """Find out which delay the rules allow now; False if none."""
        slots = queries.live_slots(queries.main_order(self.rules, self.state))
        at = slots.index(self.active)
        who = next(self.state.members(self.active)).id
        behind = slots[(at + 2) % len(slots)]
        count = queries.count_of(self.rules, self.state, behind) or 0
        tried: tuple[cmd.Command, ...] = (
            cmd.Delay(who=who, after=behind),
            cmd.Delay(who=who, count=count),
            cmd.Delay(who=who),
        )
        found = next((one for one in tried if not self._is_refused(one)), None)
        if found is not None:
            self._delay = found
        return found is not None

    def _give(self, command: cmd.Command) -> None:
        if self.bridge.dispatch(command) is None:
            raise RuntimeError(f"{command} was refused")

    def cycle(self, watch: Watch, only: str) -> None:
        """Take one turn: everything that is measured, once."""
        self.to_a_turn(watch)
        watch.time("next turn", self.next_turn)
        if only == "next turn":
            return
        self.to_a_turn(watch)
        if self.aim():
            watch.time("delay", self.delay)
            watch.time("undo", self.undo)
            self.bridge.redo()
            self.to_a_turn(watch)
        watch.time("spend an action", self.spend)
        watch.time("apply damage", self.damage)
        self.bridge.undo()
        watch.time("damage after undo (a message)", self.damage)
        self.window.messages.clear()
        watch.frames.finish()  # else taking the message away would count as the yardstick's


def measured(options: argparse.Namespace, folder: Path) -> Samples:
    """Play the cycles, each beside one change of the yardstick's two rows."""
    clock = time.process_time if options.cpu else time.perf_counter
    import_plainly()  # as the program does
    app = application(sys.argv[:1])
    apply_theme(app, "dark")
    bare = Bare(options.combatants)
    fight = Fight(folder, app, options.ruleset, options.combatants, options.log)
    ours = Watch(Frames(fight.window, fight.window.table.viewport(), clock))
    yardstick = Watch(Frames(bare, bare.view.viewport(), clock))
    if options.profile:
        ours.profile, ours.profiled = cProfile.Profile(), options.only
    for cycle in range(options.cycles + WARM):
        if cycle == WARM:
            ours.samples.clear()
            yardstick.samples.clear()
        fight.cycle(ours, options.only)
        yardstick.time("bare", bare.model.change_two)
    if ours.profile is not None:
        ours.profile.dump_stats(options.profile)
    fight.built.keeper.stop()
    fight.window.close()
    fight.built.encounters.close()
    return {**ours.samples, **yardstick.samples}


def followed(options: argparse.Namespace, folder: Path) -> Samples:
    """Take turns with the players' screen open: to the frame of the list, and from there to theirs."""
    import_plainly()
    app = application(sys.argv[:1])
    apply_theme(app, "dark")
    fight = Fight(folder, app, options.ruleset, options.combatants, options.log)
    fight.window.do("players-screen")
    screen = fight.window.players.screen
    if screen is None:
        raise RuntimeError("the players' screen has not opened")
    QTest.qWaitForWindowActive(screen)  # where there is no second screen it takes the keys, a moment later
    fight.window.activateWindow()
    QTest.qWaitForWindowActive(fight.window)
    ours = Frames(fight.window, fight.window.table.viewport(), time.perf_counter)
    theirs = Frames(screen, screen.view, time.perf_counter)
    samples: Samples = {"list": [], "players": []}
    for cycle in range(options.cycles + WARM):
        fight.to_a_turn()
        theirs.begin()
        begin = ours.begin()
        fight.next_turn()
        while not theirs.shown:
            QCoreApplication.processEvents()
        if cycle >= WARM:
            samples["list"].append((ours.shown - begin) * 1000)
            samples["players"].append((theirs.shown - ours.shown) * 1000)
    fight.built.keeper.stop()
    fight.window.close()
    fight.built.encounters.close()
    return samples


def main() -> int:
    """Measure one size of fight."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("combatants", type=int)
    parser.add_argument("ruleset")
    parser.add_argument("cycles", type=int)
    parser.add_argument("--log", type=int, default=0, help="entries of the log before anything is measured")
    parser.add_argument(
        "--only",
        default="",
        choices=STEPS,
        help="profile nothing but this; with the next turn nothing else is done",
    )
    parser.add_argument("--cpu", action="store_true", help="count processor time, for a busy machine")
    parser.add_argument("--profile", default="", help="write a profile of the cycles to this file")
    parser.add_argument("--players", action="store_true", help="measure how the players' screen follows")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="turnwright-bench-") as folder:
        samples = (followed if options.players else measured)(options, Path(folder))
    print(json.dumps(samples))
    return 0


if __name__ == "__main__":
    sys.exit(main())
