"""Pictures of what is kept from one evening to the next: campaign, parties, stat blocks, who comes later."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt

from desktop.files.samples import read_sample, shipped
from desktop.incoming.dialog import IncomingDialog
from desktop.log.mend_dialog import MendDialog
from rulesets.campaign.things import Member, Party, Prepared, Wave
from rulesets.table import commands as cmd
from tests.hands import plays
from tests.hands.keys_and_mouse import Hands

TWO = 2
"""How many of the sample's people come later."""


class CampaignSeries:
    """Two evenings of one party, in one look and one size."""

    def __init__(self, hands: Hands, folder: Path, look: str) -> None:
        """Name the pictures after ``look``."""
        self._hands, self._folder, self._look = hands, folder, look
        self._number = 0

    def take(self) -> None:
        """Prepare on one day, play on the next, mend a line of the log and write back what came of it."""
        self._prepared()
        self._brought_in()
        self._from_another_program()
        self._hidden()
        self._rolled_and_mended()
        self._carried_over()

    def _shot(self, what: str) -> None:
        self._number += 1
        path = self._folder / f"{self._look}-campaign-{self._number:02}-{what}.png"
        self._hands.picture(path)
        print(path, flush=True)

    def _asked(self, ident: str, what: str) -> None:
        """Give a command that opens a dialog, take its picture and leave it."""
        self._hands.menu(ident)
        self._hands.dialog()
        self._shot(what)
        self._hands.leave()

    def _prepared(self) -> None:
        """The start page as a campaign: the sample's heroes are a party, its others an encounter."""
        hands, sample = self._hands, read_sample(shipped())
        heroes = [one for one in sample.combatants if one.get("kind", "pc") == "pc"]
        others = [one for one in sample.combatants if one.get("kind", "pc") != "pc"]
        campaigns = hands.window.services.campaigns
        members = tuple(Member(dict(one)) for one in heroes)
        campaigns.write(Party(name="The Lanterns", ruleset=sample.ruleset, members=members))
        late = tuple({**one, "id": f"late-{one['id']}", "group": ""} for one in others[:TWO])
        campaigns.write(
            Prepared(
                name="The second door",
                ruleset=sample.ruleset,
                combatants=tuple(others),
                waves=(Wave(combatants=late, when="when the alarm rings"),),
            )
        )
        hands.settle()
        self._shot("start-page")
        hands.window.do("prepared:The second door")
        hands.until(lambda: hands.window.services.bridge.is_open, "the encounter that was prepared")

    def _brought_in(self) -> None:
        hands = self._hands
        self._asked("blocks", "stat-blocks")
        self._asked("add", "add-a-party")
        hands.window.do("party:The Lanterns")
        hands.settle()
        self._asked("show-parties", "parties")
        self._asked("wave", "to-come-later")
        self._shot("before-the-fight")

    def _from_another_program(self) -> None:
        """A table of creatures that was pasted, before it is brought in."""
        hands = self._hands
        rows = (
            "name,count,hp,side,str,init,notes",
            "Reed goblin,4,6,foes,8,+2,sneaky",
            "Ogre,1,28/34,foes,21,-1,",
        )
        hands.window.incoming.bring("\n".join((*rows, "Stranger,1,0,,,,")).encode())
        dialog = hands.dialog()
        assert isinstance(dialog, IncomingDialog)
        hands.until(dialog.ok.isEnabled, "what was found")
        self._shot("from-another-program")
        hands.leave()

    def _hidden(self) -> None:
        hands, bridge = self._hands, self._hands.window.services.bridge
        bridge.dispatch(cmd.Start())
        hands.settle()
        foe = next(one.id for one in bridge.state.combatants.values() if one.kind != "pc")
        hands.choose(foe)
        hands.key(Qt.Key.Key_V)
        self._asked("known", "what-the-players-know")
        self._shot("hidden")

    def _rolled_and_mended(self) -> None:
        hands, bridge = self._hands, self._hands.window.services.bridge
        self._asked("dice", "dice")
        hero = next(one.id for one in bridge.state.combatants.values() if one.kind == "pc")
        hands.choose(hero)
        plays.damage(hands, 21)
        hands.settle()
        self._asked("mend", "a-line-changed")
        self._left_out()

    def _left_out(self) -> None:
        """Without somebody's coming some lines do not fit, and some turns are nobody's."""
        hands, bridge = self._hands, self._hands.window.services.bridge
        late = {"id": "late", "name": "Latecomer", "side": "foes", "hp": 20}
        bridge.dispatch(cmd.Add(combatant=late, roll=99))
        joined = bridge.cursor - 1
        for amount in (2, 3):
            bridge.dispatch(cmd.EndTurn())
            hit = cmd.Apply(pipeline="damage", to=("late",), inputs={"amount": amount})
            bridge.dispatch(hit)
        dialog = MendDialog(bridge, hands.window.services.texts, joined, None, hands.window)
        dialog.show()
        self._shot("a-line-left-out")
        dialog.reject()
        dialog.deleteLater()

    def _carried_over(self) -> None:
        hands, bridge = self._hands, self._hands.window.services.bridge
        bridge.dispatch(cmd.EndEncounter())
        hands.settle()
        self._asked("ending", "ended")
        self._asked("carry-over", "carry-over")
        self._asked("keep-prepared", "keep-as-prepared")
