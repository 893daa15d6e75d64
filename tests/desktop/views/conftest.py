"""What the tests of the views share."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from tests.desktop.models.tables import begun
from tests.desktop.views.shown_list import Shown, show


@pytest.fixture
def fight(qtbot: QtBot) -> Shown:
    """A fight in which Sarlane Vex acts first."""
    return show(qtbot, begun())
