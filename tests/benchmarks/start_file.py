"""Makes the encounter that starts are measured with: a fight of many combatants in its fifth round.

python tests/benchmarks/start_file.py FILE [COMBATANTS] [ROUND]
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from in_window import crowd, sample_of  # noqa: E402 - the path comes first
from PySide6.QtCore import QCoreApplication  # noqa: E402

from desktop.app import services  # noqa: E402
from desktop.process.paths import Paths  # noqa: E402
from rulesets.table import commands as cmd  # noqa: E402

RULESET = "saga-edition"


def main() -> int:
    """Make the file."""
    path, *more = sys.argv[1:]
    combatants, last = (*map(int, more), *(100, 5)[len(more) :])
    app = QCoreApplication(sys.argv[:1])
    built = services(Paths.standard(), app)
    sample = sample_of(RULESET)
    built.encounters.new("Start", RULESET, sample.options, crowd(sample, combatants), Path(path))
    built.bridge.dispatch(cmd.Start())
    while built.bridge.state.clock.round < last:
        if built.bridge.dispatch(cmd.EndTurn()) is None:
            raise RuntimeError(f"round {built.bridge.state.clock.round} does not go on")
    built.keeper.stop()
    built.encounters.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
