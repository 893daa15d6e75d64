"""What processes run that write until they are killed."""

from __future__ import annotations

FIGHT = """
import random, sys
from rulesets.fight.storage.encounter_file import EncounterFile
path, seed = sys.argv[1], int(sys.argv[2])
dice = random.Random(seed)
file = EncounterFile.open(path)
line = file.line()
numbers, index = [row.seq for row in line.rows], line.cursor
def say(*words):
    sys.stdout.write(" ".join(map(str, words)) + "\\n")
    sys.stdout.flush()
say("ready")
while True:
    throw = dice.random()
    if throw < 0.75:
        size = dice.choice([3, 300, 9000])
        seq = file.append(dice.randbytes(size), f"step {seed}", True)
        numbers[index:] = [seq]
        index += 1
        say("command", seq)
    elif throw < 0.88 and numbers:
        to = dice.randint(max(0, index - 3), min(len(numbers), index + 3))
        if to != index:
            file.move(numbers[to - 1] if to else 0)
            say("undo" if to < index else "redo", numbers[to - 1] if to else 0)
            index = to
    elif throw < 0.93 and (branches := file.branches()):
        tip = dice.choice(branches).tip
        file.bring_back(tip)
        say("switch", tip)
        line = file.line()
        numbers, index = [row.seq for row in line.rows], line.cursor
    elif throw < 0.96:
        file.checkpoint()
    elif throw < 0.98:
        file.close()
        file = EncounterFile.open(path)
"""
CREATE = """
import sys
from rulesets.fight.storage.encounter_file import EncounterFile
from tests.killing import read_until_killed
from tests.rulesets.fight.storage.samples import HEADER
print("ready", flush=True)
EncounterFile.create(sys.argv[1], HEADER, replace=True).append(b"first", "first", True)
print("created", flush=True)
sys.stdin.read()
"""
MEND = """
import sys
from rulesets.fight.storage.encounter_file import EncounterFile
file = EncounterFile.open(sys.argv[1])
print("ready", flush=True)
mark = 0
while True:
    mark += 1
    rows = file.line().rows
    after = rows[4].seq
    file.replace(after, [(b"%d of %d" % (mark, len(rows)), "mended")] * 20)
    print("mended", mark, flush=True)
"""
