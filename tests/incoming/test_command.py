"""`turnwright import` as a program of its own: what it prints, what it writes, and its exit status."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from desktop.incoming.import_command import main
from rulesets.campaign.fights import standing_fight
from rulesets.campaign.reading import parsed
from rulesets.campaign.things import read_prepared
from rulesets.engine.decide import decide
from rulesets.fight.kept import read_kept
from rulesets.fight.session import Session
from rulesets.formula.dice import BlindDice
from rulesets.reading import loader
from rulesets.table import commands as cmd
from rulesets.table.encounter import Encounter
from rulesets.table.refusal import Refusal
from tests.incoming.expected import SAMPLES

ROOT = Path(__file__).parents[2]
PARTY = SAMPLES / "table" / "party.csv"


@pytest.fixture(autouse=True)
def ground(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def said(capsys: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, str, str]:
    code = main([str(word) for word in words])
    told = capsys.readouterr()
    return code, told.out, told.err


def in_json(capsys: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, dict[str, Any]]:
    code, out, err = said(capsys, *words, "--dry-run", "--json")
    assert err == ""
    found: dict[str, Any] = json.loads(out)
    return code, found


@pytest.mark.slow
def test_the_real_command_prints_one_object_and_writes_nothing(tmp_path: Path) -> None:
    """interop/README.md: `turnwright import FILE --ruleset ID --dry-run --json`."""
    shutil.copy(PARTY, tmp_path)
    words = ["import", "party.csv", "--ruleset", "srd35", "--dry-run", "--json"]
    command = [sys.executable, "-m", "desktop", *words]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert (found["file"], found["format"], found["ruleset"], found["error"]) == (
        "party.csv", "table", "srd35", None,
    )  # fmt: skip
    assert [one["name"] for one in found["combatants"]] == [
        "Maren Hollis", "Tib Underwick", "Reed goblin", "Bog troll",
    ]  # fmt: skip
    assert [path.name for path in tmp_path.iterdir()] == ["party.csv"]


def test_what_cannot_be_taken_is_said_in_the_object(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """“exit 0, or 1 if the file cannot be taken (the object then says why)”."""
    (tmp_path / "noise.bin").write_bytes(bytes(range(256)))
    code, found = in_json(capsys, "noise.bin", "--ruleset", "srd35")
    assert (code, found["format"], found["combatants"]) == (1, "", [])
    assert "noise.bin" in found["error"]
    code, out, err = said(capsys, "noise.bin", "--dry-run")
    assert (code, out) == (1, "")
    assert "noise.bin" in err


def test_what_is_no_file_or_too_large_is_not_taken(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, found = in_json(capsys, tmp_path)
    assert code == 1
    assert "no ordinary file" in found["error"]
    monkeypatch.setattr("rulesets.incoming.source.LARGEST", 10)
    code, found = in_json(capsys, PARTY)
    assert code == 1
    assert "larger than" in found["error"]


def test_a_ruleset_is_proposed_where_none_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    """“--ruleset may be left out: then the program proposes one and says which in "ruleset"”."""
    code, found = in_json(capsys, PARTY)
    assert (code, found["ruleset"]) == (0, "srd35")


def test_the_words_say_who_was_found_and_what_to_look_at(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = said(capsys, PARTY, "--ruleset", "srd35", "--dry-run")
    assert (code, err) == (0, "")
    assert "4 stat blocks, 7 in all" in out
    assert "Reed goblin ×4" in out


def test_a_prepared_encounter_is_written_that_can_be_opened_and_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = said(capsys, PARTY, "--ruleset", "srd35", "--out", "fight.toml")
    assert (code, err) == (0, "")
    text = (tmp_path / "fight.toml").read_text(encoding="utf-8")
    prepared = read_prepared(parsed(tmp_path / "fight.toml", text))
    assert (prepared.name, prepared.ruleset, prepared.count) == ("party", "srd35", 7)
    state = Encounter()
    for command in prepared.commands:
        done = decide(loader.load("srd35"), state, command, BlindDice())
        assert not isinstance(done, Refusal)
        state = done.state
    goblins = [who for who in state.combatants.values() if who.name.startswith("Reed goblin")]
    assert [who.name for who in goblins] == [f"Reed goblin {number}" for number in (1, 2, 3, 4)]
    assert {who.stats["hp"] for who in goblins} == {5}


def test_no_file_is_replaced_unless_that_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "fight.toml").write_text("mine", encoding="utf-8")
    code, _, err = said(capsys, PARTY, "--out", "fight.toml")
    assert code == 1
    assert "--force" in err
    assert (tmp_path / "fight.toml").read_text(encoding="utf-8") == "mine"
    code, _, _ = said(capsys, PARTY, "--out", "fight.toml", "--force")
    assert code == 0
    assert tomllib.loads((tmp_path / "fight.toml").read_text(encoding="utf-8"))["name"] == "party"


@pytest.mark.parametrize("words", [("--out", "no/where.toml"), ("--out", "."), ("--out", str(PARTY))])
def test_where_nothing_can_be_written_nothing_is(
    words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = said(capsys, PARTY, *words)
    assert (code, bool(err)) == (2, True)
    assert list(tmp_path.iterdir()) == []


def test_it_can_be_printed_and_piped(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with PARTY.open("rb") as piped:
        monkeypatch.setattr("sys.stdin", type("Piped", (), {"buffer": piped}))
        code, out, err = said(capsys, "-", "--out", "-", "--ruleset", "srd35")
    assert code == 0
    assert len(tomllib.loads(out)["combatant"]) == 7
    assert "4 stat blocks" in err


@pytest.mark.slow
def test_an_encounter_is_written_that_the_program_opens(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = said(capsys, PARTY, "--ruleset", "srd35", "--out", "fight.turnwright")
    assert (code, err) == (0, "")
    assert "fight.turnwright" in out
    kept = read_kept(tmp_path / "fight.turnwright")
    assert len(kept.session.state.combatants) == 7
    code, _, err = said(capsys, PARTY, "--ruleset", "srd35", "--out", "fight.turnwright")
    assert (code, "--force" in err) == (1, True)


@pytest.mark.slow
def test_a_fight_that_was_exported_is_imported_exactly(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Export and import are each other's inverse: counts, turn and effects stand as they stood."""
    session = Session(loader.load("saga-edition"))
    for command in (
        cmd.Add(combatant={"id": "vex", "name": "Vex", "max_hp": 20}),
        cmd.Add(combatant={"id": "orc", "name": "Orc", "max_hp": 12, "side": "foes", "kind": "npc"}),
        cmd.Start(rolls={"vex": 9, "orc": 21}),
        cmd.EndTurn(),
        cmd.BeginEffect(on="orc", name="Hexed", rounds=3),
    ):
        assert not isinstance(session.dispatch(command), Refusal)
    fight = standing_fight(session.rules, session.state, "The bay", {})
    (tmp_path / "fight.toml").write_text(fight.text, encoding="utf-8")
    code, _, err = said(capsys, "fight.toml", "--out", "again.turnwright")
    assert (code, err) == (0, "")
    assert read_kept(tmp_path / "again.turnwright").session.state == session.state
    code, out, _ = said(capsys, "fight.toml", "--out", "-")
    assert (code, out) == (0, fight.text)


def test_a_fight_that_goes_on_elsewhere_is_written_as_it_stands(capsys: pytest.CaptureFixture[str]) -> None:
    """Counts, whose turn it is, damage, temporary points, what lasts (improved-initiative.md, EXPECTED)."""
    file = SAMPLES / "improved-initiative" / "user-data-running-fight.json"
    code, out, _ = said(capsys, file, "--ruleset", "dnd5e", "--out", "fight.turnwright")
    assert code == 0
    assert "11 who are not in it were left out" in out
    state = read_kept(Path("fight.turnwright")).session.state
    names = {one.id: one.name for one in state.combatants.values()}
    places = state.orders["initiative"].places
    assert names[state.walk.active] == "Gregorr"
    counts = {names[one]: place.count for one, place in places.items()}
    assert (counts["Underfoot"], counts["Ogre"], counts["Shem"]) == (21, 7, 5)
    stats = {one.name: one.stats for one in state.combatants.values()}
    assert (stats["Underfoot"]["hp"], stats["Goblin 2"]["hp"], stats["Ogre"]["hp"]) == (6, 2, 37)
    assert stats["Shem"]["temp_hp"] == 4
    lasting = {(names[one.on], one.name, one.left, one.until) for one in state.effects.values()}
    assert ("Gregorr", "Poisoned", 3, "turn-end") in lasting
    code, text, _ = said(capsys, file, "--ruleset", "dnd5e", "--out", "-")
    assert "[fight]" in text
    Path("fight.toml").write_text(text, encoding="utf-8")
    assert said(capsys, "fight.toml", "--out", "again.turnwright")[0] == 0
    assert read_kept(Path("again.turnwright")).session.state == state


def test_of_a_fight_that_a_ruleset_cannot_go_on_with_it_is_told_that_it_begins_anew(
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = SAMPLES / "lightcombatmanager" / "mill-race.lcm"
    code, out, _ = said(capsys, file, "--ruleset", "kaiser", "--out", "fight.toml")
    assert code == 0
    assert "There it is round 3. This ruleset cannot go on with it" in out
    assert "begins anew" in Path("fight.toml").read_text(encoding="utf-8")
