"""turnwright summary: a fight as a file, without window and display, beside the program that plays it."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from desktop.app_services import AppServices
from desktop.paper.summary_command import main
from desktop.process.subcommands import FAILED
from rulesets.output.summary import summarise
from rulesets.seen.accounts import accounts
from rulesets.table.commands import Apply, ChangeRules, EndTurn
from tests.conftest import user_folders
from tests.desktop.fights import start

ROOT = Path(__file__).parents[3]
NASTY = "<img src=file:///etc/passwd onerror=x>"


@pytest.fixture
def fight(program: AppServices, tmp_path: Path) -> Path:
    """A sample in its second turn, still open in this process."""
    from desktop.files.samples import read_sample, shipped
    from rulesets.table.commands import Describe

    path = tmp_path / "fight.turnwright"
    program.encounters.new_from(read_sample(shipped()), path)
    program.bridge.dispatch(Describe(who="deel", changes={"name": NASTY}))
    start(program.bridge)
    program.bridge.dispatch(Apply(pipeline="damage", to=("deel",), inputs={"amount": 7}, by="sarlane"))
    program.bridge.dispatch(EndTurn())
    return path


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Folders of a user of one's own."""
    for folder in user_folders(tmp_path / "home").values():
        Path(folder).mkdir(mode=0o700, parents=True, exist_ok=True)
    return tmp_path / "home"


def summary(home: Path, *arguments: object, code: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command to its end, with no display to be found."""
    variables = {
        k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    }
    given = ["-c", code] if code else ["-m", "desktop"]
    return subprocess.run(
        [sys.executable, *given, "summary", *map(str, arguments)],
        cwd=ROOT,
        env={**variables, **user_folders(home), "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


@pytest.mark.slow
def test_every_format_is_written(fight: Path, home: Path, program: AppServices) -> None:
    """While the encounter is open; the totals are those of its log."""
    folder = fight.parent
    before = {path.name for path in folder.iterdir()}
    known = accounts(program.bridge.rules, program.bridge.log).combatants
    out = {ending: folder / f"out.{ending}" for ending in ("html", "md", "csv", "json")}
    for path in out.values():
        done = summary(home, fight, "--out", path)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.strip() == str(path)
    assert {path.name for path in folder.iterdir()} == before | {path.name for path in out.values()}
    read = json.loads(out["json"].read_bytes())
    assert {who["id"]: who["totals"]["taken"] for who in read["combatants"]} == {
        ident: account.taken for ident, account in known.items()
    }
    assert known["deel"].taken == 7
    rows = list(csv.DictReader(io.StringIO(out["csv"].read_text("utf-8-sig"), newline="")))
    assert {row["id"]: int(row["totals.taken"]) for row in rows} == {i: a.taken for i, a in known.items()}
    assert "&lt;img src=file:///etc/passwd" in out["html"].read_text("utf-8")
    assert "\\<img src" in out["md"].read_text("utf-8")


@pytest.mark.slow
def test_a_fight_that_was_played_on_by_changed_rules_is_told_by_both(
    fight: Path, home: Path, program: AppServices
) -> None:
    """The file and the window say the same; totals go on over the change."""
    bridge = program.bridge
    ident, option = next(iter(bridge.rules.options.items()))
    other = next(
        c.value for c in option.choices if c.value != bridge.rules.options_set.get(ident, option.default)
    )
    done = bridge.dispatch(ChangeRules(options={**bridge.rules.options_set, ident: other}))
    assert done is not None
    bridge.dispatch(Apply(pipeline="damage", to=("deel",), inputs={"amount": 5}, by="sarlane"))
    ran = summary(home, fight, "--out", "-", "--format", "json")
    assert (ran.returncode, ran.stderr) == (0, "")
    read = json.loads(ran.stdout)
    editions = bridge.editions()
    assert len({id(rules) for rules in editions.values()}) == 2
    told = summarise(bridge.rules, bridge.log, "x", editions=editions.get)
    assert [event["title"] for event in read["events"]] == [step.title for step in told.happened]
    assert [event["lines"] for event in read["events"]] == [list(step.lines) for step in told.happened]
    assert read["ruleset"]["options"] == dict(told.options)
    assert next(who for who in read["combatants"] if who["id"] == "deel")["totals"]["taken"] == 12


NO_QT = """
import sys
from desktop.__main__ import main
code = main(sys.argv[1:])
assert not [name for name in sys.modules if name.split(".")[0] in ("PySide6", "shiboken6")], "Qt was loaded"
sys.exit(code)
"""


@pytest.mark.slow
@pytest.mark.parametrize("format_", ["html", "md", "csv", "json"])
def test_texts_need_no_qt(fight: Path, home: Path, format_: str) -> None:
    done = summary(home, fight, "--out", "-", "--format", format_, code=NO_QT)
    assert (done.returncode, done.stderr) == (0, "")
    assert "passwd" in done.stdout


@pytest.mark.slow
def test_a_pdf_needs_no_display(fight: Path, home: Path, tmp_path: Path) -> None:
    for kind, options in (
        ("run-sheet", ()),
        ("cards", ("--paper", "letter", "--only", "deel", "--scale", "80")),
    ):
        done = summary(home, fight, "--as", kind, "--out", tmp_path / f"{kind}.pdf", *options)
        assert (done.returncode, done.stderr) == (0, "")
        assert (tmp_path / f"{kind}.pdf").read_bytes().startswith(b"%PDF-1.")


@pytest.mark.slow
def test_events_and_single_combatants(fight: Path, home: Path, program: AppServices) -> None:
    done = summary(home, fight, "--out", "-", "--format", "csv", "--events")
    rows = list(csv.DictReader(io.StringIO(done.stdout.removeprefix("\ufeff"), newline="")))
    assert len(rows) == len(program.bridge.log)
    done = summary(
        home, fight, "--as", "cards", "--out", "-", "--format", "md", "--only", "sarlane, dock foreman"
    )
    heads = [line for line in done.stdout.splitlines() if line.startswith("## ")]
    assert heads == ["## Sarlane Vex", "## Dock foreman"] or set(heads) == {
        "## Sarlane Vex",
        "## Dock foreman",
    }


@pytest.mark.slow
def test_nothing_is_overwritten_unless_it_is_said(fight: Path, home: Path, tmp_path: Path) -> None:
    out = tmp_path / "a.json"
    out.write_text("mine")
    done = summary(home, fight, "--out", out)
    assert (done.returncode, done.stdout) == (1, "")
    assert "--force" in done.stderr
    assert out.read_text() == "mine"
    assert summary(home, fight, "--out", out, "--force").returncode == 0
    assert out.read_text() != "mine"
    encounter = fight.read_bytes()
    assert summary(home, fight, "--out", fight, "--format", "json", "--force").returncode == 2
    assert fight.read_bytes() == encounter
    assert not [path.name for path in tmp_path.iterdir() if path.name.startswith(".a.json")]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--out", "x.txt"], "no format 'txt'"),
        (["--out", "-"], "--format"),
        (["--out", "-", "--format", "pdf"], "no text"),
        (["--out", "x.md", "--as", "recrod"], "did you mean 'record'"),
        (["--out", "x.md", "--only", "sarlan"], "did you mean 'sarlane'"),
        (["--out", "x.md", "--events"], "--events is for CSV"),
        (["--out", "x.pdf", "--paper", "A0"], "no paper 'A0'"),
        (["--out", "x.pdf", "--scale", "7"], "50 to 200"),
        (["--out", "nowhere/x.md"], "there is no folder"),
        ([], "--out"),
    ],
)
def test_wrong_arguments_are_told_plainly(fight: Path, home: Path, arguments: list[str], told: str) -> None:
    done = summary(home, fight, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_what_is_no_encounter_is_told_plainly(home: Path, tmp_path: Path) -> None:
    (tmp_path / "a.turnwright").write_text("hello")
    for name in ("a.turnwright", "nothing.turnwright"):
        done = summary(home, tmp_path / name, "--out", "-", "--format", "md")
        assert (done.returncode, done.stdout) == (1, "")
        assert name in done.stderr
        assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_documents_of_ones_own(fight: Path, home: Path) -> None:
    """A broken page template is told; the page is made by the shipped one."""
    own = home / "data" / "Turnwright" / "templates"
    own.mkdir(parents=True)
    (own / "handout.toml").write_text('title = "Hand-out"\n[[part]]\nkind = "totals"\n', "utf-8")
    (own / "document.html.j2").write_text("{{ ''.__class__ }}", "utf-8")
    done = summary(home, fight, "--as", "handout", "--out", "-", "--format", "html")
    assert done.returncode == 0
    assert "– Hand-out</h1>" in done.stdout
    assert "What happened" not in done.stdout
    assert "document.html.j2:1: this is not allowed here" in done.stderr
    (own / "handout.toml").write_text("[[part", "utf-8")
    done = summary(home, fight, "--as", "handout", "--out", "-", "--format", "html")
    assert (done.returncode, done.stdout) == (1, "")
    assert "handout.toml" in done.stderr


@pytest.mark.parametrize(
    "tripping", ["rulesets.output.summary.summarise", "rulesets.output.exporting.writing.Exporter.export"]
)
def test_a_fight_that_makes_no_summary_is_a_sentence_and_exit_status_1(
    fight: Path, tmp_path: Path, tripping: str, monkeypatch, capsys
) -> None:
    """Steps that another program wrote may play and yet trip up what reads them; no traceback, no file."""

    def trip(*_: object, **__: object) -> None:
        raise KeyError("nobody")

    monkeypatch.setattr(tripping, trip)
    out = tmp_path / "out.md"
    assert main([str(fight), "--out", str(out)]) == FAILED
    said = capsys.readouterr().err
    assert "its steps contradict each other" in said or "KeyError: 'nobody'" in said
    assert "Traceback" not in said
    assert not out.exists()
