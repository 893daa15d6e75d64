"""What Windows is told of the programs. Nothing here needs Windows, and none of it proves an installer."""

from __future__ import annotations

import ast
import re
import shutil
import sys
import uuid
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import rulesets
from devtools import console, windows_packages
from devtools.console import DevError
from devtools.windows_packages import SCRIPT

WORDS = (
    "FixedFileInfo", "StringFileInfo", "StringTable", "StringStruct", "VarFileInfo", "VarStruct",
    "VSVersionInfo",
)  # fmt: skip


def read_resource(path: Path) -> SimpleNamespace:
    """The version resource, read as PyInstaller reads it: an expression of these words and plain values."""

    def read(node: ast.expr) -> Any:
        match node:
            case ast.Call(func=ast.Name(id=word)) if word in WORDS:
                named = {str(given.arg): read(given.value) for given in node.keywords}
                return SimpleNamespace(values=tuple(map(read, node.args)), **named)
            case ast.List(elts=parts):
                return [read(part) for part in parts]
            case ast.Tuple(elts=parts):
                return tuple(read(part) for part in parts)
        return ast.literal_eval(node)

    return read(ast.parse(path.read_text(encoding="utf-8"), mode="eval").body)


class TestVersionResource:
    @pytest.mark.parametrize(
        ("version", "numbers"),
        [
            ("0.1.0", (0, 1, 0, 0)),
            ("12.3", (12, 3, 0, 0)),
            ("1.2.3rc1", (1, 2, 3, 0)),
            ("1.0.0.7.9", (1, 0, 0, 7)),
        ],
    )
    def test_windows_compares_four_numbers(self, version: str, numbers: tuple[int, ...]) -> None:
        assert windows_packages.numbers(version) == numbers

    def test_a_version_without_a_number_is_refused(self) -> None:
        with pytest.raises(DevError, match="'next'"):
            windows_packages.numbers("next")

    @pytest.mark.parametrize("program", ["turnwright-cli", "turnwright-0.1.0-windows-amd64.exe"])
    def test_it_says_name_and_version(self, tmp_path: Path, program: str) -> None:
        info = read_resource(Path(windows_packages.version_resource(tmp_path, "0.1.0", program)))
        assert info.ffi.filevers == info.ffi.prodvers == (0, 1, 0, 0)
        (table,) = info.kids[0].values[0]
        told = dict(entry.values for entry in table.values[1])
        assert told["ProductName"] == "Turnwright"
        assert told["FileVersion"] == told["ProductVersion"] == "0.1.0"
        assert told["OriginalFilename"] == f"{program.removesuffix('.exe')}.exe"
        assert "None" not in told.values()

    def test_the_language_of_its_table_is_the_language_it_names(self, tmp_path: Path) -> None:
        info = read_resource(Path(windows_packages.version_resource(tmp_path, "0.1.0", "Turnwright")))
        table, (names, (language, page)) = (
            info.kids[0].values[0][0].values[0],
            info.kids[1].values[0][0].values,
        )
        assert (names, table) == ("Translation", f"{language:04X}{page:04X}")

    def test_pyinstaller_can_read_it(self, tmp_path: Path) -> None:
        pytest.importorskip("pefile", reason="PyInstaller has its reader of resources on Windows only")
        from PyInstaller.utils.win32 import versioninfo

        path = windows_packages.version_resource(tmp_path, "0.1.0", "Turnwright")
        assert versioninfo.load_version_info_from_text_file(path).toRaw()


def sections() -> dict[str, str]:
    """The text of the installer's script, by section."""
    parts = re.split(r"^\[(\w+)\]$", SCRIPT.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def directive(name: str) -> str:
    """What the script's [Setup] says."""
    (value,) = re.findall(rf"^{name}=(.*)$", sections()["Setup"], re.MULTILINE)
    return str(value)


class TestInstaller:
    def test_an_update_is_known_by_an_id_that_never_changes(self) -> None:
        told = directive("AppId")
        assert told == "{{E3DB2EB4-C7F0-4E89-8E68-93FEF3CF7B40}"
        assert str(uuid.UUID(told.strip("{}"))).upper() in told

    def test_nobody_needs_to_be_an_administrator(self) -> None:
        assert directive("PrivilegesRequired") == "lowest"
        roots = re.findall(r"^Root: (\w+);", sections()["Registry"], re.MULTILINE)
        assert set(roots) == {"HKA"}

    def test_the_version_stands_in_one_place(self) -> None:
        assert directive("AppVersion") == "{#Version}"
        assert not re.search(r"^#define Version", SCRIPT.read_text(encoding="utf-8"), re.MULTILINE)

    def test_everything_it_is_passed_is_used_and_everything_it_uses_is_passed(self) -> None:
        text = SCRIPT.read_text(encoding="utf-8")
        used = set(re.findall(r"\{#(\w+)\}", text)) | set(re.findall(r"^#if (\w+)", text, re.MULTILINE))
        defined = set(re.findall(r"^#define (\w+)", text, re.MULTILINE))
        assert used - defined == {"Version", "Machine", "Bundle", "Icons", "Out"}

    def test_a_double_click_opens_an_encounter_whatever_its_name(self) -> None:
        command = r'"""{app}\{#Name}.exe"" ""%1"""'
        assert f'shell\\open\\command"; ValueType: string; ValueData: {command}' in sections()["Registry"]

    def test_it_speaks_the_languages_it_was_asked_to(self) -> None:
        assert set(re.findall(r'Name: "(\w+)"', sections()["Languages"])) == {"english", "german"}
        messages = re.findall(r"^(\w+)\.(\w+)=", sections()["CustomMessages"], re.MULTILINE)
        assert {("english", "Encounter"), ("german", "Encounter")} == set(messages)

    def test_the_users_files_stay(self) -> None:
        assert "UninstallDelete" not in sections()
        assert re.findall(r'Name: "([^"]+)"', sections()["InstallDelete"]) == [r"{app}\_internal"]


class TestPacking:
    @pytest.fixture
    def inno(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
        """Inno Setup that only notes what it is called with, and makes what it was asked for."""
        calls: list[list[str]] = []

        def compile_(command: list[str], **_: Any) -> SimpleNamespace:
            calls.append(command)
            passed = dict(word[2:].split("=", 1) for word in command if word.startswith("/D"))
            name = f"turnwright-{passed['Version']}-windows-{passed['Machine']}-setup.exe"
            (Path(passed["Out"]) / name).write_bytes(b"MZ")
            return SimpleNamespace(returncode=0)

        monkeypatch.setattr(windows_packages, "compiler", lambda _: tmp_path / "ISCC.exe")
        monkeypatch.setattr(windows_packages, "spawn", compile_)
        monkeypatch.setattr(windows_packages.platform, "machine", lambda: "AMD64")
        return calls

    def test_an_archive_and_an_installer_are_made(self, tmp_path: Path, inno: list[list[str]]) -> None:
        bundle = tmp_path / "turnwright"
        (bundle / "_internal").mkdir(parents=True)
        (bundle / "Turnwright.exe").write_bytes(b"MZ")
        (bundle / "_internal" / "python312.dll").write_bytes(b"MZ")
        made = windows_packages.make(bundle, tmp_path / "icons", tmp_path)
        name = f"turnwright-{rulesets.__version__}-windows-amd64"
        assert [path.name for path in made] == [f"{name}.zip", f"{name}-setup.exe"]
        assert all(path.is_file() for path in made)
        assert inno[0][-1] == str(SCRIPT)
        unpacked = tmp_path / "unpacked"
        shutil.unpack_archive(made[0], unpacked)
        assert (unpacked / "turnwright" / "_internal" / "python312.dll").is_file()

    def test_a_missing_compiler_says_what_to_install(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(windows_packages.shutil, "which", lambda _: None)
        with pytest.raises(DevError, match=r"winget install JRSoftware\.InnoSetup"):
            windows_packages.compiler({"ProgramFiles(x86)": str(tmp_path)})

    def test_the_compiler_is_found_where_its_installers_put_it(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(windows_packages.shutil, "which", lambda _: None)
        found = tmp_path / "Programs" / "Inno Setup 6" / "ISCC.exe"
        found.parent.mkdir(parents=True)
        found.write_bytes(b"MZ")
        environ = {"ProgramFiles": str(tmp_path / "none"), "LOCALAPPDATA": str(tmp_path)}
        assert windows_packages.compiler(environ) == found


@pytest.mark.slow
def test_the_tools_of_a_build_run_under_a_bare_python() -> None:
    """dev.py imports them before anything is installed."""
    code = (
        "import sys; sys.path.insert(0, 'packaging'); from devtools import windows_packages, macos_packages"
    )
    done = console.spawn([sys.executable, "-S", "-c", code], quiet=True)
    assert done.returncode == 0, done.stderr
