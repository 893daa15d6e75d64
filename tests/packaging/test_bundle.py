"""What goes into a standalone program: only what its modules and the plugins in use are linked with."""

from __future__ import annotations

import pytest

from devtools import bundle

QT = "PySide6/Qt"
FILES = [
    ("lib-dynload/_json.so", "/p/_json.so", "EXTENSION"),
    ("libpython3.11.so.1.0", "/p/libpython3.11.so.1.0", "BINARY"),
    (f"{QT}/lib/libQt6Gui.so.6", "/q/libQt6Gui.so.6", "BINARY"),
    (f"{QT}/lib/libQt6Qml.so.6", "/q/libQt6Qml.so.6", "BINARY"),
    (f"{QT}/lib/libQt6XcbQpa.so.6", "/q/libQt6XcbQpa.so.6", "BINARY"),
    (f"{QT}/plugins/platforms/libqxcb.so", "/q/libqxcb.so", "BINARY"),
    (f"{QT}/plugins/platforms/libqvnc.so", "/q/libqvnc.so", "BINARY"),
    (f"{QT}/plugins/platforminputcontexts/libqtvirtualkeyboardplugin.so", "/q/libqtvk.so", "BINARY"),
    ("PySide6/QtGui.abi3.so", "/q/QtGui.abi3.so", "EXTENSION"),
    ("libxcb-cursor.so.0", "/s/libxcb-cursor.so.0", "BINARY"),
    ("libfontconfig.so.1", "/s/libfontconfig.so.1", "BINARY"),
    ("libexpat.so.1", "/s/libexpat.so.1", "BINARY"),
]
LINKED = {
    "/q/QtGui.abi3.so": ["libQt6Gui.so.6", "libpython3.11.so.1.0", "libc.so.6"],
    "/q/libqxcb.so": ["libQt6XcbQpa.so.6"],
    "/q/libQt6XcbQpa.so.6": ["libQt6Gui.so.6", "libxcb-cursor.so.0", "libfontconfig.so.1"],
    "/q/libqtvk.so": ["libQt6Qml.so.6"],
    "/s/libfontconfig.so.1": ["libexpat.so.1"],
}


def test_libraries_come_with_what_is_linked_with_them_and_no_others() -> None:
    kept = {entry[0] for entry in bundle.only_used(FILES, lambda path: LINKED.get(path, []))}
    assert {dest.rsplit("/", 1)[-1] for dest in kept} == {
        "_json.so", "libpython3.11.so.1.0", "QtGui.abi3.so", "libQt6Gui.so.6", "libqxcb.so",
        "libQt6XcbQpa.so.6", "libxcb-cursor.so.0",
    }  # fmt: skip


def test_the_order_stays() -> None:
    kept = bundle.only_used(FILES, lambda path: LINKED.get(path, []))
    assert kept == [entry for entry in FILES if entry in kept]


def test_links_to_what_was_left_out_go_with_it() -> None:
    kept = [(f"{QT}/lib/libQt6Gui.so.6", "/q/libQt6Gui.so.6", "BINARY")]
    there = ("libQt6Gui.so.6", f"{QT}/lib/libQt6Gui.so.6", "SYMLINK")
    gone = ("libQt6Qml.so.6", f"{QT}/lib/libQt6Qml.so.6", "SYMLINK")
    texts = (f"{QT}/translations/qtbase_de.qm", "/q/qtbase_de.qm", "DATA")
    data = ("resources/guide.md", "/r/guide.md", "DATA")
    assert bundle.other_files([there, gone, texts, data], kept) == [there, data]


def test_a_framework_comes_with_all_its_links_or_not_at_all() -> None:
    def framework(name: str) -> list[tuple[str, str, str]]:
        top = f"{QT}/lib/{name}.framework"
        return [
            (f"{top}/Versions/A/Resources/Info.plist", "/q/Info.plist", "DATA"),
            (f"{top}/Versions/Current", "A", "SYMLINK"),
            (f"{top}/{name}", f"Versions/Current/{name}", "SYMLINK"),
            (f"{top}/Resources", "Versions/Current/Resources", "SYMLINK"),
            (name, f"{top}/Versions/A/{name}", "SYMLINK"),
        ]

    kept = [(f"{QT}/lib/QtGui.framework/Versions/A/QtGui", "/q/QtGui", "BINARY")]
    assert bundle.other_files([*framework("QtGui"), *framework("QtQml")], kept) == framework("QtGui")


def test_windows_finds_a_library_whatever_its_case() -> None:
    files = [
        ("_json.pyd", "/p/_json.pyd", "EXTENSION"),
        ("VCRUNTIME140.dll", "/p/VCRUNTIME140.dll", "BINARY"),
    ]
    assert bundle.only_used(files, lambda path: ["vcruntime140.DLL"] if path.endswith("pyd") else []) == files


def test_places_of_windows_and_macos_are_read_likewise() -> None:
    assert bundle.plugin("PySide6\\plugins\\platforms\\qwindows.dll") == "platforms/qwindows.dll"
    assert bundle.begins(("PySide6\\plugins\\platforms\\qwindows.dll", "", "BINARY"))
    assert not bundle.begins(("PySide6\\plugins\\tls\\qopensslbackend.dll", "", "BINARY"))
    assert bundle.begins(("PySide6/Qt/plugins/platforms/libqcocoa.dylib", "", "BINARY"))
    assert bundle.begins(("python311.dll", "", "BINARY"))
    assert bundle.begins(("Python.framework/Versions/3.12/Python", "", "BINARY"))


def test_windows_links_without_minding_capitals() -> None:
    module = ("PySide6\\QtGui.pyd", "gui", "EXTENSION")
    library = ("PySide6\\Qt6Gui.dll", "dll", "BINARY")
    linked = {"gui": ["QT6GUI.dll"]}
    assert bundle.only_used([module, library], lambda path: linked.get(path, [])) == [module, library]


MODULES = [
    ("desktop.app", "/w/desktop/app.py", "PYMODULE"),
    ("tests", "", "PYMODULE"),
    ("tests.hands.script", "/w/tests/hands/script.py", "PYMODULE"),
    ("testsuite", "/p/testsuite.py", "PYMODULE"),
]


def test_nothing_that_plays_the_window_is_given_away() -> None:
    with pytest.raises(ValueError, match=r"not for users: tests, tests\.hands\.script$"):
        bundle.nothing_of_tests(MODULES)
    bundle.nothing_of_tests([MODULES[0], MODULES[3]])


def test_hands_bring_themselves_and_nothing_that_the_program_has() -> None:
    assert [entry[0] for entry in bundle.of_tests(MODULES)] == ["tests", "tests.hands.script"]
    keys = ("PySide6/QtTest.abi3.so", "/q/QtTest.abi3.so", "EXTENSION")
    other = ("lib-dynload/_json.so", "/elsewhere/_json.so", "EXTENSION")
    assert bundle.besides([keys, other], FILES) == [keys]
