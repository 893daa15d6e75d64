"""What macOS is told of the program. Nothing here needs macOS, and none of it proves a bundle."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import rulesets
from desktop.process.paths import ENDING
from devtools import macos_packages
from devtools.console import DevError

PLIST = macos_packages.info_plist("0.1.0")


class TestInfoPlist:
    def test_the_version_stands_in_one_place(self) -> None:
        assert b"0.1.0" not in macos_packages.PLIST.read_bytes()
        assert PLIST["CFBundleShortVersionString"] == PLIST["CFBundleVersion"] == "0.1.0"

    def test_encounters_are_a_type_of_its_own_that_it_opens(self) -> None:
        (document,) = PLIST["CFBundleDocumentTypes"]
        (exported,) = PLIST["UTExportedTypeDeclarations"]
        assert document["LSItemContentTypes"] == [exported["UTTypeIdentifier"]]
        assert (document["CFBundleTypeRole"], document["LSHandlerRank"]) == ("Editor", "Owner")
        tags = exported["UTTypeTagSpecification"]
        assert tags["public.filename-extension"] == [ENDING.removeprefix(".")]
        assert tags["public.mime-type"] == ["application/x-turnwright"]

    def test_documents_have_the_icon_that_lies_in_the_bundle(self) -> None:
        names = (PLIST["CFBundleDocumentTypes"][0]["CFBundleTypeIconFile"], macos_packages.DOCUMENT_ICON)
        assert names[0] == names[1] == PLIST["UTExportedTypeDeclarations"][0]["UTTypeIconFile"]

    def test_it_asks_for_the_system_that_qt_asks_for(self) -> None:
        # https://doc.qt.io/qt-6.11/macos.html: macOS 13 or higher.
        assert PLIST["LSMinimumSystemVersion"] == "13.0"
        assert PLIST["NSHighResolutionCapable"] is True


@pytest.mark.skipif(sys.platform == "win32", reason="a bundle has links in it")
class TestDiskImage:
    @pytest.fixture
    def bundle(self, tmp_path: Path) -> Path:
        made = tmp_path / "Turnwright.app"
        (made / "Contents" / "Resources").mkdir(parents=True)
        (made / "Contents" / "Frameworks").mkdir()
        (made / "Contents" / "Frameworks" / "resources").symlink_to("../Resources")
        return made

    def test_it_shows_the_program_and_the_folder_it_belongs_into(
        self, bundle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        seen: dict[str, Any] = {}

        def hdiutil(command: list[str]) -> SimpleNamespace:
            source = Path(command[command.index("-srcfolder") + 1])
            seen["names"] = {path.name for path in source.iterdir()}
            seen["link"] = (source / bundle.name / "Contents/Frameworks/resources").is_symlink()
            Path(command[-1]).write_bytes(b"koly")
            return SimpleNamespace(returncode=0)

        monkeypatch.setattr(macos_packages, "spawn", hdiutil)
        monkeypatch.setattr(macos_packages.platform, "machine", lambda: "arm64")
        (made,) = macos_packages.make(bundle, tmp_path, tmp_path)
        assert made.name == f"turnwright-{rulesets.__version__}-macos-arm64.dmg"
        assert seen == {"names": {"Turnwright.app", "Applications"}, "link": True}

    def test_an_image_that_cannot_be_made_is_a_failure(
        self, bundle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(macos_packages, "spawn", lambda _: SimpleNamespace(returncode=1))
        with pytest.raises(DevError, match="disk image"):
            macos_packages.make(bundle, tmp_path, tmp_path)
