"""The campaign that is played: stat blocks of before are in it, and all windows have the same one."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop.app import beside
from desktop.app_services import AppServices
from desktop.process.paths import Paths
from rulesets.campaign import folder as campaign_folder

ORC = "# mine\n[[combatant]]\nname = 'Grey orc'\nside = 'orcs'\nmax_hp = 9\n"


@pytest.fixture
def older(paths: Paths) -> Path:
    """A stat block as it was kept before there were campaigns."""
    path = paths.library / "srd35" / "Grey orc.toml"
    path.parent.mkdir(parents=True)
    path.write_text(ORC)
    return path


def test_stat_blocks_of_before_are_in_the_campaign(older: Path, program: AppServices) -> None:
    """Copied, the old ones left alone: what is changed from now on is the campaign's."""
    block = program.library.shelf("srd35").named("grey orc")
    assert block is not None
    assert block.own
    kept = program.paths.campaign / "blocks" / "srd35" / "Grey orc.toml"
    assert kept.read_text() == ORC
    program.library.keep("srd35", {"name": "Grey orc", "side": "orcs", "max_hp": 12})
    assert kept.read_text() == ORC.replace("9", "12")
    assert older.read_text() == ORC


def test_where_nothing_can_be_copied_they_are_read_where_they_are(
    older: Path, program: AppServices, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a folder that may only be read."""

    def refused(*_: Path) -> bool:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(campaign_folder, "take_over", refused)
    assert program.library.shelf("srd35").named("Grey orc") is not None
    assert isinstance(program.campaigns.not_taken_over, PermissionError)
    assert not program.paths.campaign.exists()


def test_windows_share_one_campaign(program: AppServices, tmp_path: Path) -> None:
    other = beside(program)
    other.campaigns.make(tmp_path / "winter", "Winter")
    assert program.campaigns.called() == "Winter"
    assert program.library.folder("srd35") == tmp_path / "winter" / "blocks" / "srd35"
    other.keeper.stop()
    other.tasks.stop()


def test_a_campaign_that_is_there_already_is_taken_as_it_is(program: AppServices, tmp_path: Path) -> None:
    """Making one in its folder does not call it otherwise; what was chosen twice is remembered once."""
    campaigns = program.campaigns
    campaigns.make(tmp_path / "winter", "Winter")
    campaigns.choose(program.paths.campaign)
    campaigns.make(tmp_path / "winter", "Summer")
    assert campaigns.called() == "Winter"
    campaigns.choose(tmp_path / "summer")
    campaigns.choose(tmp_path / "winter")
    program.paths.campaign.mkdir(parents=True)
    assert [name for name, _ in campaigns.others()] == ["My campaign"], "a folder that is gone is none"
    assert program.settings.now.campaigns == (str(tmp_path / "summer"),)
