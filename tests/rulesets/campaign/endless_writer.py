"""What writes a campaign until it is killed: the same steps each time with the same seed."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from msgspec.structs import replace

from rulesets.campaign import tidying
from rulesets.campaign.folder import Campaign, Change
from rulesets.campaign.reading import read
from rulesets.campaign.things import Block, Member, Party, Prepared, Thing
from tests.killing import read_until_killed
from tests.rulesets.fight.storage.samples import child

AHEAD = 0.02
"""Seconds at the most between what was reported and the kill."""
WRITER = "from tests.rulesets.campaign.endless_writer import main\nmain()"
NEWEST = 5
"""So many things that were removed are left where it is killed: it tidies all the time."""
BEGUN = datetime(2026, 11, 1, tzinfo=UTC)


def steps(folder: Path, seed: int) -> Iterator[str]:
    """Do one thing after another in a campaign; what was done is said after each."""
    dice, campaign = random.Random(seed), Campaign.open(folder)
    done: list[Change] = []
    number = 0
    while True:
        number += 1
        there: list[Thing] = [*campaign.parties(), *campaign.blocks("srd35"), *campaign.encounters()]
        throw = dice.random()
        if throw < 0.3 or not there:
            done.append(campaign.write(_new(dice, number)).change)
            yield "new"
        elif throw < 0.65:
            done.append(campaign.write(_other(dice, dice.choice(there), number)).change)
            yield "written"
        elif throw < 0.75:
            done.append(campaign.remove(dice.choice(there)))
            yield "removed"
        elif throw < 0.85 and done:
            campaign.take_back(done[-1])
            done.clear()
            yield "taken back"
        elif throw < 0.95:
            prepared = [one for one in there if isinstance(one, Prepared)]
            for one in prepared[:1]:
                campaign.note_played(one, BEGUN + timedelta(hours=number))
            yield "played"
        else:
            campaign.describe(f"Campaign {number}")
            yield "described"


def _new(dice: random.Random, number: int) -> Thing:
    name, notes = f"Thing {dice.randint(1, 4)}", "x" * dice.choice([3, 300, 30_000])
    match dice.randrange(3):
        case 0:
            return Party(name=name, ruleset="srd35", notes=notes, members=(Member({"name": "Ann", "hp": 1}),))
        case 1:
            return Block(name, {"hp": number, "notes": notes}, "srd35")
        case _:
            return Prepared(name, "srd35", {}, ({"id": "a", "hp": number},), notes=notes)


def _other(dice: random.Random, thing: Thing, number: int) -> Thing:
    match thing:
        case Party():
            more = Member({"name": f"Member {number}"}, {"hp": number})
            return replace(thing, members=(*thing.members[-5:], more))
        case Block():
            return replace(thing, given={**thing.given, "hp": number}, tags=("a", f"b{number}"))
        case _:
            return replace(thing, combatants=({"id": "a", "hp": number},), notes="y" * dice.choice([3, 9000]))


def seen(folder: Path) -> dict[str, str]:
    """Return all that a campaign holds, without what was removed from it."""
    files = (path for path in folder.rglob("*.toml") if not path.name.startswith("."))
    texts = {str(path.relative_to(folder)): path.read_text("utf-8") for path in files}
    return {name: text for name, text in texts.items() if not name.startswith("removed")}


def aside(folder: Path) -> int:
    """Return how many things lie where removed ones do, each of them whole."""
    return len([read(path) for path in (folder / "removed").rglob("*.toml") if path.name[0] != "."])


def killed(place: Path, seed: int) -> tuple[str, int]:
    """Kill one who writes a campaign; return what is wrong with it then, or '', and how many steps it said.

    Every step that was said is there, and at most one more, each whole; and it goes on from there. The newest
    of what was removed are there, but for one that may have been taken back.
    """
    dice = random.Random(seed)
    folder = place / "campaign"
    with child(WRITER, folder, seed) as process:
        said = read_until_killed(process, dice.choice([1, 2, dice.randint(1, 60)]), dice.random() * AHEAD)
    count = len(said) - 1
    wanted, most = [], []
    model = steps(place / "model", seed)
    for number in range(count + 2):
        if number >= count:
            wanted.append(seen(place / "model"))
            most.append(aside(place / "model"))
        next(model)
    if seen(folder) not in wanted:
        return f"after {count} steps there is neither what they left nor what one more leaves", count
    if aside(folder) < min(NEWEST - 1, *most):
        return f"after {count} steps something is gone of what was removed last", count
    campaign = Campaign.open(folder)
    for party in campaign.parties():
        campaign.write(party)
    return "; ".join(map(str, campaign.troubles)), count


def main() -> None:
    """Write until killed; what was removed is old at once."""
    tidying.NEWEST, tidying.YOUNG = NEWEST, 0.0
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    for step in steps(Path(sys.argv[1]), int(sys.argv[2])):
        sys.stdout.write(f"{step}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
