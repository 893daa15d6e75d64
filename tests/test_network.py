"""Nothing phones home: no part of the program opens a connection, and none has what it would take.

The one exception listens, and connects to nobody: the server of the players' page, which is a process of its
own and runs only while the game master shares the fight.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
REACH_OUT = (
    "asyncio", "ftplib", "http", "imaplib", "nntplib", "poplib", "smtplib", "socket", "socketserver", "ssl",
    "telnetlib", "urllib.error", "urllib.request", "webbrowser", "wsgiref", "xmlrpc",
    "aiohttp", "httpx", "requests", "urllib3",
    "PySide6.QtHttpServer", "PySide6.QtNetwork", "PySide6.QtNetworkAuth", "PySide6.QtWebSockets",
    "PySide6.QtWebEngineCore", "PySide6.QtWebEngineWidgets",
)  # fmt: skip
LOCAL = {
    "PySide6.QtNetwork.QLocalServer",
    "PySide6.QtNetwork.QLocalSocket",
    "PySide6.QtNetwork.QNetworkInterface",
}
"""A second start hands over to the first, on the same machine and to the same user; and the system says at
which addresses this machine is."""
SERVING = {"asyncio", "socket", "aiohttp"}
"""What the server of the players' page, and nobody else, is made with: no client, and nothing encrypted."""
FILES = sorted(path for part in ("desktop", "rulesets") for path in (ROOT / part).rglob("*.py"))


def imported(tree: ast.AST) -> Iterator[str]:
    """Every module that is imported anywhere, and every name taken from one."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{name.name}" for name in node.names)
        elif isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in (
            "__import__",
            "import_module",
        ):
            yield from (str(given.value) for given in node.args if isinstance(given, ast.Constant))


def reaches_out(name: str) -> bool:
    """Whether a name stands for something that can open a connection to elsewhere."""
    return name not in LOCAL and any(name == out or name.startswith(f"{out}.") for out in REACH_OUT)


def may_serve(path: Path, name: str) -> bool:
    """Whether a name may stand in a module because it is part of the server of the players' page."""
    server = path.is_relative_to(ROOT / "desktop" / "sharing" / "serving")
    return server and name in {*SERVING, "aiohttp.web"}


@pytest.mark.slow
def test_no_module_imports_what_reaches_out() -> None:
    """Neither the window nor the rules; files of one's own are named with urllib.parse."""
    found = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in FILES
        for name in imported(ast.parse(path.read_text(encoding="utf-8")))
        if reaches_out(name) and not may_serve(path, name)
    ]
    assert len(FILES) > 200
    assert found == []


@pytest.mark.parametrize(
    "code",
    [
        "import socket",
        "import urllib.request as u",
        "from urllib import request",
        "def f():\n    from http.client import HTTPSConnection",
        "from PySide6.QtNetwork import QLocalServer, QTcpSocket",
        "from PySide6 import QtNetwork",
        "import importlib\nimportlib.import_module('ssl')",
    ],
)
def test_what_reaches_out_would_be_found(code: str) -> None:
    """The test above looks at the right thing."""
    assert any(reaches_out(name) for name in imported(ast.parse(code)))


def test_the_local_hand_over_is_allowed() -> None:
    """And reading addresses is no connection."""
    code = "from PySide6.QtNetwork import QLocalServer, QLocalSocket\nfrom urllib.parse import quote"
    assert not any(reaches_out(name) for name in imported(ast.parse(code)))
