"""What stands on every command line: its words and its exit codes are what scripts of others go by."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import desktop.__main__
import desktop.command_line
import rulesets
import rulesets.__main__

MAINS = {"turnwright": desktop.__main__.main, "rulesets": rulesets.__main__.main}
ROOT = Path(__file__).parents[1]
OPTIONS = "options: -h, --help show this help message and exit"
PATH = "the id of a ruleset, a ruleset.toml, or the folder that holds one"
COMMANDS = "{list,check,play,new,show,translate,schema,reference}"
HELP = {
    "turnwright": "usage: turnwright [-h] [--version] [FILE ...] "
    "A combat tracker for game masters. "
    "positional arguments: FILE an encounter to open, each in a window of its own "
    f"{OPTIONS} --version show program's version number and exit "
    "turnwright summary FILE --out sheet.pdf writes a fight as PDF, HTML, Markdown, CSV or JSON without a "
    "window: turnwright summary --help. turnwright import FILE --out fight.toml makes an encounter of what "
    "another program wrote: turnwright import --help. turnwright export FILE --out fight.toml takes "
    "combatants out, to go on elsewhere or for another program: turnwright export --help. turnwright new "
    "SAMPLE --out FILE makes an encounter without a window: turnwright new --help.",
    "turnwright summary": "usage: turnwright summary [-h] [--as DOCUMENT] --out PATH "
    "[--format {pdf,html,md,csv,json,csv-events}] [--paper PAPER] [--landscape] [--scale PERCENT] "
    "[--only ID,ID] [--events] [--language CODE] [--force] FILE "
    "Write a fight as a PDF, HTML, Markdown, CSV or JSON file. The encounter is only read, also while it is "
    "open in the program. "
    "positional arguments: FILE an encounter (.turnwright) "
    f"{OPTIONS} "
    "--as DOCUMENT run-sheet, status, record (if left out), cards, players, or the name of a template of "
    "your own; CSV and JSON hold everything "
    "--out PATH where to; its ending is the format; - prints it "
    "--format {pdf,html,md,csv,json,csv-events} the format, if the ending does not say it "
    "--paper PAPER PDF: A4 (if left out) or Letter "
    "--landscape PDF: on its side, whatever the template says "
    "--scale PERCENT PDF: 50 to 200 "
    "--only ID,ID only these combatants, by id or by name "
    "--events CSV: one row per event, not per combatant "
    "--language CODE texts of the ruleset in this language: de "
    "--force replace a file that is there already "
    "Exit status: 0 written, 1 not written (the reason is told), 2 wrong arguments.",
    "turnwright import": "usage: turnwright import [-h] [--ruleset ID] [--dry-run] [--json] [--out PATH] "
    "[--force] FILE "
    "Make a prepared encounter of what another program wrote, or of a text with stat blocks. The file is "
    "only read. "
    "positional arguments: FILE what to read; - reads what is piped in "
    f"{OPTIONS} "
    "--ruleset ID left out: the one that takes it best "
    "--dry-run write nothing, only tell what is in it "
    "--json tell it as one JSON object "
    "--out PATH where to: a prepared encounter (.toml; - prints it), or one that can be opened "
    "(.turnwright) "
    "--force replace a file that is there already "
    "Exit status: 0 taken, 1 not taken (the reason is told), 2 wrong arguments.",
    "turnwright export": "usage: turnwright export [-h] --out PATH [--as {fight,encounter,party,blocks}] "
    "[--format {toml,improved-initiative,csv,md,txt}] [--only ID,ID] [--ruleset ID] [--force] FILE "
    "Take combatants out of an encounter, or out of a party, prepared encounter or stat blocks of a "
    "campaign. The file is only read, also while it is open in the program. "
    "positional arguments: FILE an encounter (.turnwright), or a file of a campaign "
    f"{OPTIONS} "
    "--out PATH where to; its ending is the format; - prints it "
    "--as {fight,encounter,party,blocks} of an encounter: the fight as it stands (if left out), a prepared "
    "encounter with everybody as they came in, those of the players as a party, or stat blocks "
    "--format {toml,improved-initiative,csv,md,txt} the format, if the ending does not say it "
    "--only ID,ID only these combatants, by id or by name "
    "--ruleset ID of stat blocks whose file does not say it "
    "--force replace a file that is there already "
    "Exit status: 0 written, 1 not written (the reason is told), 2 wrong arguments.",
    "turnwright new": "usage: turnwright new [-h] --out FILE [--force] SAMPLE "
    "Make an encounter's file without a window: of a sample that comes with the program, of a prepared "
    "encounter, or of a fight that was exported as it stands. "
    "positional arguments: SAMPLE name of a sample, name of a prepared encounter of the campaign, or a "
    "file (.toml) "
    f"{OPTIONS} "
    "--out FILE the encounter (.turnwright) "
    "--force replace a file that is there already "
    "Exit status: 0 written, 1 not written (the reason is told), 2 wrong arguments.",
    "rulesets": f"usage: python -m rulesets [-h] {COMMANDS} ... "
    "The rules core on the command line: ``python -m rulesets``, then a command; ``--help`` lists them. "
    f"positional arguments: {COMMANDS} "
    "list the rulesets that come with the program and your own, one a line "
    "check everything that is wrong with a ruleset, all at once "
    "play play scenario files (exit 0 all hold, 1 not all, 2 unreadable) "
    "new start a ruleset of your own, with comments and a first scenario "
    "show the text of a ruleset "
    "translate the texts of a ruleset that a language still lacks "
    "schema the JSON schema of a ruleset.toml, for editors "
    "reference the reference of everything a ruleset can say "
    f"{OPTIONS}",
    "rulesets list": f"usage: python -m rulesets list [-h] {OPTIONS}",
    "rulesets check": "usage: python -m rulesets check [-h] path "
    f"positional arguments: path {PATH} {OPTIONS}",
    "rulesets play": "usage: python -m rulesets play [-h] [--json] paths [paths ...] "
    "positional arguments: paths ids of rulesets, scenario files, or folders that hold some "
    f"{OPTIONS} --json machine-readable results",
    "rulesets new": "usage: python -m rulesets new [-h] [--from BASE] folder "
    "positional arguments: folder where; the folder's name becomes the id "
    f"{OPTIONS} --from BASE id of the ruleset that it extends",
    "rulesets show": "usage: python -m rulesets show [-h] path "
    f"positional arguments: path its id, its ruleset.toml, or its folder {OPTIONS}",
    "rulesets translate": "usage: python -m rulesets translate [-h] path language "
    "positional arguments: path the id of a ruleset, its ruleset.toml, or its folder "
    f"language such as de, fr or pt-br {OPTIONS}",
    "rulesets schema": "usage: python -m rulesets schema [-h] [out] "
    f"positional arguments: out file to write it to; left out: it is printed {OPTIONS}",
    "rulesets reference": "usage: python -m rulesets reference [-h] [out] "
    f"positional arguments: out file to write it to; left out: it is printed {OPTIONS}",
}
"""What --help says, whatever the width of the terminal."""

SAID = {
    "turnwright --version": (0, f"Turnwright {rulesets.__version__}", ""),
    "turnwright --nope": (2, "", "turnwright: error: unrecognized arguments: --nope"),
    "turnwright --demo out": (2, "", "turnwright: error: unrecognized arguments: --demo"),
    "turnwright --shots out --stories in": (2, "", "unrecognized arguments: --shots --stories"),
    "turnwright --script given.jsonl": (2, "", "unrecognized arguments: --script"),
    "turnwright summary": (2, "", "error: the following arguments are required: FILE, --out"),
    "turnwright summary no.turnwright --out a.xyz": (2, "", "a.xyz: there is no format 'xyz', only 'pdf'"),
    "turnwright summary no.turnwright --out a.csv --format csv-events --only x": (
        2,
        "",
        "only is for documents",
    ),
    "turnwright summary no.turnwright --out -": (2, "", "turnwright summary: say with --format which format"),
    "turnwright summary no.turnwright --out a.md --as nope": (2, "", "there is no document 'nope', only"),
    "turnwright summary no.turnwright --out a.md": (1, "", "no.turnwright"),
    "turnwright import": (2, "", "error: the following arguments are required: FILE"),
    "turnwright import wrong.toml": (2, "", "turnwright import: say with --out where the encounter is to be"),
    "turnwright import wrong.toml --json --out a.toml": (2, "", "turnwright import: --json is for --dry-run"),
    "turnwright import wrong.toml --dry-run --ruleset nope": (2, "", "there is no ruleset 'nope'"),
    "turnwright import no.csv --dry-run": (1, "", "“no.csv” cannot be read (No such file or directory)."),
    "turnwright import no.csv --dry-run --json": (1, '"error": "“no.csv” cannot be read', ""),
    "turnwright export": (2, "", "error: the following arguments are required: FILE, --out"),
    "turnwright export no.turnwright --out a.xyz": (2, "", "a.xyz: there is no format 'xyz', only 'toml'"),
    "turnwright export no.turnwright --out -": (2, "", "turnwright export: say with --format which format"),
    "turnwright export no.turnwright --out a.toml": (1, "", "no.turnwright"),
    "turnwright export no.toml --out a.toml": (1, "", "no.toml: there is no such file"),
    "turnwright export wrong.toml --out a.csv": (1, "", "Nothing was written: wrong.toml: there is no fight"),
    "turnwright export a.toml --out a.toml": (2, "", "cannot take the place of its file"),
    "turnwright new": (2, "", "error: the following arguments are required: SAMPLE, --out"),
    "turnwright new ambush --out a.toml": (2, "", "a.toml: an encounter ends in .turnwright"),
    "turnwright new ambush-at-docking-bay-49 --out a.turnwright": (2, "", "ambush-at-docking-bay-94"),
    "turnwright new wrong.toml --out a.turnwright": (1, "", "Nothing was written: wrong.toml"),
    "turnwright new ambush-at-docking-bay-94 --out taken.turnwright": (1, "", "--force replaces it"),
    "turnwright new ambush-at-docking-bay-94 --out a.turnwright": (0, "a.turnwright", ""),
    "rulesets": (2, "", "python -m rulesets: error: the following arguments are required: command"),
    "rulesets nope": (2, "", "python -m rulesets: error: argument command: invalid choice: 'nope'"),
    "rulesets list": (0, "srd35", ""),
    "rulesets check": (2, "", "python -m rulesets check: error: the following arguments are required: path"),
    "rulesets check srd35": (0, "ruleset.toml: no problems", ""),
    "rulesets check nope": (2, "", "there is no such file, and no ruleset of that id"),
    "rulesets check wrong.toml": (1, "which must be mended before it can be played", ""),
    "rulesets play first.toml": (0, "1 passed, 0 failed", ""),
    "rulesets play first.toml --json": (0, '"passed": 1, "failed": 0', ""),
    "rulesets play fails.toml": (1, "0 passed, 1 failed", ""),
    "rulesets play nope": (2, "", "nope"),
    "rulesets new own --from srd35": (0, "Check it: python -m rulesets check own Play its scenarios:", ""),
    "rulesets new taken": (2, "", "taken"),
    "rulesets new own --from nope": (2, "", "nope"),
    "rulesets show srd35": (0, 'id = "srd35"', ""),
    "rulesets show nope": (2, "", "nope"),
    "rulesets translate srd35 de": (0, "texts in 'de'. An empty one stays as it is.", ""),
    "rulesets translate nope de": (2, "", "nope"),
    "rulesets schema": (0, '"$schema"', ""),
    "rulesets schema s.json": (0, "s.json: written", ""),
    "rulesets schema no/where.json": (2, "", "where.json: the file cannot be written: "),
    "rulesets reference": (0, "# ", ""),
    "rulesets reference r.md": (0, "r.md: written", ""),
    "rulesets reference no/where.md": (2, "", "where.md: the file cannot be written: "),
}
"""Exit code and what is among the words on standard output and on standard error; "" is silence."""

CASE = """
ruleset = "srd35"
[[case]]
id = "first"
title = "Somebody is there"
combatants = [{ id = "ada", name = "Ada" }, { id = "bo", name = "Bo" }]
[[case.steps]]
do = "start"
rolls = { ada = 7, bo = 5 }
expect = { active = "WHO" }
"""


@pytest.fixture(autouse=True)
def ground(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with what the command lines name, and a terminal of a known width without colours."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("NO_COLOR", "1")
    (tmp_path / "wrong.toml").write_text("nonsense = 1\n", encoding="utf-8")
    for name in ("taken", "taken.turnwright"):
        (tmp_path / name).write_text("a file stands here\n", encoding="utf-8")
    for name, who in (("first", "ada"), ("fails", "bo")):
        (tmp_path / f"{name}.toml").write_text(CASE.replace("WHO", who), encoding="utf-8")


def ended(line: str) -> int:
    """Give a command line; returns the exit code."""
    program, *words = line.split()
    try:
        return MAINS[program](words)
    except SystemExit as error:
        return int(error.code or 0)


@pytest.mark.parametrize("line", HELP)
def test_what_help_says(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Word by word: whoever reads it types what stands there."""
    assert ended(f"{line} --help") == 0
    told = capsys.readouterr()
    assert " ".join(told.out.split()) == HELP[line]
    assert told.err == ""


@pytest.mark.parametrize("line", SAID)
def test_words_and_exit_codes(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    """0 for what was done, 1 for what came out otherwise, 2 for what was asked wrongly."""
    code, out, err = SAID[line]
    found = ended(line)
    told = capsys.readouterr()
    assert (found, bool(told.out), bool(told.err)) == (code, bool(out), bool(err)), told
    assert out in " ".join(told.out.split())
    assert err in " ".join(told.err.split())


def test_every_subcommand_is_among_them() -> None:
    """None comes without its words standing here, but what only the program itself calls."""
    ours = {f"turnwright {one.name}" for one in desktop.command_line.SUBCOMMANDS if one.does}
    theirs = {f"rulesets {one.name}" for one in rulesets.__main__.SUBCOMMANDS}
    assert ours | theirs | {"turnwright", "rulesets"} == set(HELP)


def test_a_start_that_names_files_loads_no_subcommand() -> None:
    """A double click waits for none of them, nor for what reads options."""
    told = subprocess.run(
        [sys.executable, "-c", START], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    )
    assert told.stdout == "None [] ['argparse', 'desktop.paper.summary_command']\n"


START = """
import sys
from desktop.__main__ import read, subcommand
heavy = lambda: [name for name in ("argparse", "desktop.paper.summary_command") if name in sys.modules]
found = subcommand(["fight.turnwright"])
read(["fight.turnwright"])
before = heavy()
subcommand(["summary"]).load()
print(found, before, heavy())
"""
