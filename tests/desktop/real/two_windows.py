"""The program with two windows beside each other, which says where somebody's row is and who has come in."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QPoint, QTimer

from desktop.app import application, beside, services
from desktop.files.samples import read_sample, shipped
from desktop.main.program import Program
from desktop.process.paths import Paths


def main(folder: Path) -> None:
    """Open the sample twice; end with the first line on standard input."""
    app = application(["turnwright"])
    built = services(Paths(folder / "data", folder / "config", folder / "cache"))
    sample, files = read_sample(shipped()), [folder / "one.turnwright", folder / "two.turnwright"]
    for path in files:
        built.encounters.new(path.stem, sample.ruleset, sample.options, sample.commands, path)
    built.encounters.close()
    program = Program(built, beside, app)
    program.begin(files)
    one, two = program.windows
    for number, window in enumerate((one, two)):
        window.resize(640, 600)
        window.move(660 * number, 40)

    def say() -> None:
        if one.frameGeometry().intersects(two.frameGeometry()):
            return
        table = one.table
        row = table.visualRect(table.initiative.index(table.initiative.row_of("deel"), 1)).center()
        ends = table.viewport().mapToGlobal(row), two.table.viewport().mapToGlobal(QPoint(100, 100))
        print("from", *(f"{point.x()} {point.y()}" for point in ends), flush=True)
        placed.stop()

    def joined() -> None:
        print("last", [one.name for one in two.services.bridge.state.combatants.values()][-1], flush=True)
        QTimer.singleShot(200, app.quit)

    placed = QTimer(app)
    placed.timeout.connect(say)
    placed.start(300)
    two.services.bridge.changed.connect(joined)
    app.exec()
    program.end()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
