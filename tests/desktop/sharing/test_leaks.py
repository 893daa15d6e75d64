"""Nothing that is kept from the players is told to the process that serves them, whatever happens.

What that process knows is all that can leave: it has no other source. Over random fights of every ruleset, in
which players send slips that are accepted, refused or dismissed, each value that it is told for the table and
for every personal link is searched for the names, ids and notes of what is kept from them.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule

from desktop.bridge import Bridge
from desktop.sharing import protocol
from desktop.sharing.shared_fight import Sharing
from desktop.widgets.texts import Texts
from rulesets.seen.players import UNKNOWN
from rulesets.table.slip import Slip
from tests.desktop.sharing.wire import Shared, Wire
from tests.rulesets import random_fight, random_table
from tests.rulesets.plain_fight import PlainFight
from tests.rulesets.random_fight import RULESETS, named
from tests.rulesets.secretive import PEOPLE, SecretiveFight, kept_from_them
from tests.sampling import mostly_slow

KINDS = ("declare", "delay", "resume", "react", "ready", "roll")


class SharedFight(SecretiveFight):
    """A fight that is shared, with a phone at the link of everybody whom players play."""

    wire: Wire
    searched: Counter[str]

    @property
    def sharing(self) -> Sharing:
        made = getattr(self, "made", None)
        if made is None:
            bridge, texts = Bridge(), Texts()
            bridge.take(self.session)
            texts.set_encounter(bridge.rules, lambda: bridge.state, lambda: bridge.line)
            made = self.made = Shared(bridge, texts)
            made.begin("127.0.0.1")
        return made

    @rule(data=st.data(), what=st.sampled_from(KINDS))
    def send_a_slip(self, data: Any, what: Any) -> None:
        """Of anybody who has a link, about whatever the ruleset has."""
        rules, sharing = self.session.rules, self.sharing
        links = list(sharing.links)
        if not links:
            return
        names = {"declare": [*rules.declarations], "react": [*rules.reactions], "ready": [*rules.actions]}
        name = data.draw(st.sampled_from(["", *names.get(what, ())]))
        link = data.draw(st.sampled_from(links))
        others = [UNKNOWN + "1", *(one.who for one in sharing.links)]
        fields = {
            key: data.draw(st.sampled_from([1, 2]))
            if field.type == "number"
            else data.draw(st.sampled_from(others))
            for key, field in (rules.declarations[name].inputs.items() if what == "declare" and name else ())
        }
        number = f"{sum(self.searched.values()):08}"
        sharing.desk.came(link, Slip(number, what, name=name, trigger="a noise", total=12, fields=fields))

    @rule(accepted=st.booleans())
    def settle_a_slip(self, accepted: bool) -> None:
        desk = self.sharing.desk
        if desk.waiting:
            (desk.accept if accepted else desk.dismiss)(desk.waiting[0])

    @invariant()
    def nothing_is_told_to_the_server_that_is_kept_from_the_players(self) -> None:
        state, sharing, wire = self.session.state, self.sharing, self.wire
        for who in state.combatants.values():
            if who.kind == "pc" and sharing.links.of(who.id) is None:
                sharing.make_link(who.id)
        wire.report(protocol.Visitors(tuple(protocol.Visitor("x", link.token) for link in sharing.links)))
        wire.orders.clear()
        sharing.send_all()
        told = wire.of(protocol.ShowTable) + wire.of(protocol.ShowOwn)
        assert len(told) == 1 + len(sharing.links)
        for order in told:
            self.searched[type(order).__name__] += 1
            content = bytes(order.value).decode()
            kept_from_them(self.session.rules, state, f'{content} "{UNKNOWN}"')
            ids = [who.id for who in state.combatants.values() if who.name != who.id]
            assert not [one for one in ids if f'"{one}"' in content], "an id may be an earlier name"


@pytest.mark.parametrize("ruleset", mostly_slow(RULESETS, "moon-swing"), ids=named)
def test_nothing_leaves_that_is_kept_from_the_players(
    qapp: object, ruleset: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(random_fight, "NAMES", PEOPLE)
    monkeypatch.setattr(random_table, "NAMES", PEOPLE)
    wire = Wire()
    wire.put_in(monkeypatch)
    name = f"Shared_{named(ruleset).replace('-', '_')}"
    given = {
        "ruleset": ruleset,
        "tried": Counter(),
        "accepted": Counter(),
        "wire": wire,
        "searched": Counter(),
    }
    machine = type(name, (SharedFight,), given)
    for seed in range(3):
        failure = PlainFight(machine, seed).play(30)
        assert failure is None, failure
    searched = given["searched"]
    assert isinstance(searched, Counter)
    assert searched["ShowTable"] >= 90
    assert searched["ShowOwn"] >= 90
