"""Systems that only the tests know, played through the window as it is: issue 5's proof of generality."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesets.reading import loader
from rulesets.scenarios.files import read_file
from tests.desktop.stories.alike import plays_alike
from tests.desktop.stories.telling import open_own_story
from tests.hands.keys_and_mouse import Hands

STORIES = sorted((Path(__file__).parents[2] / "systems").glob("*/story/*.toml"))


@pytest.mark.slow
@pytest.mark.parametrize("file", STORIES, ids=[file.stem for file in STORIES])
def test_two_rounds_by_hand_are_what_the_core_plays(hands: Hands, file: Path, tmp_path: Path) -> None:
    """Sides that alternate, and a spotlight that is handed on: by mark, key, menu and drag."""
    (case,) = read_file(file)["case"]
    services, folder = hands.window.services, file.parents[1]
    open_own_story(services.encounters, services.bridge, folder, case, tmp_path / "story.turnwright")
    hands.settle()
    by_hand, by_core = plays_alike(hands, loader.load(folder), case)
    assert by_hand >= by_core > 0, "a step that corrects two numbers takes two by hand"


def test_each_system_has_a_story() -> None:
    assert {file.parents[1].name for file in STORIES} == {"two-banners", "limelight"}
