"""What was done last in the turn under way, read from the log: what was undone never was."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulesets.seen.attacks import HIT, strikes
from rulesets.seen.proposed import is_attack
from rulesets.table import commands as cmd

if TYPE_CHECKING:
    from desktop.bridge import Bridge

_ANOTHER_TURN = cmd.EndTurn | cmd.Start | cmd.Choose | cmd.Delay | cmd.Resume
Deed = cmd.Act | cmd.React | cmd.RecordAttack | cmd.Trigger


def deeds(bridge: Bridge) -> Iterator[Deed]:
    """Yield what was done in the turn under way, the last of it first."""
    return (command for command in _of_turn(bridge) if isinstance(command, Deed))


def _of_turn(bridge: Bridge) -> Iterator[cmd.Command]:
    """Yield the commands of the turn under way, the last of them first."""
    for number in range(bridge.cursor - 1, -1, -1):
        command = bridge.line[number].command
        if isinstance(command, _ANOTHER_TURN):
            return
        yield command


def open_hits(bridge: Bridge) -> list[cmd.RecordAttack]:
    """Return the hits of the turn under way whose damage was not applied yet, the oldest first.

    What is applied to whoever was hit is the damage of the oldest one, unless it does them good.
    """
    found: list[cmd.RecordAttack] = []
    for command in reversed(list(_of_turn(bridge))):
        if isinstance(command, cmd.RecordAttack) and command.result == HIT:
            found.append(command)
        elif isinstance(command, cmd.Apply) and _harms(bridge, command.pipeline):
            for target in command.to:
                hit = next((one for one in found if one.target == target), None)
                found = [one for one in found if one is not hit]
    return found


def _harms(bridge: Bridge, pipeline: str) -> bool:
    rule = bridge.rules.pipelines.get(pipeline)
    return rule is not None and rule.role not in ("heal", "temporary") and rule.tone != "good"


def strikes_last(bridge: Bridge) -> str:
    """Return who has acted, struck back or been set off last in this turn, if it has not attacked since.

    Whom an attack was recorded of is known by whom it was on; whoever wards something off hurts nobody.
    """
    for deed in deeds(bridge):
        if isinstance(deed, cmd.RecordAttack):
            return ""
        if not isinstance(deed, cmd.React) or strikes(bridge.rules, deed.name):
            return deed.who
    return ""


def paying(bridge: Bridge, who: str) -> cmd.Act | cmd.React | None:
    """Return by what ``who`` has paid for an attack that is not recorded yet."""
    for deed in deeds(bridge):
        if deed.who != who:
            continue
        match deed:
            case cmd.RecordAttack():
                return None
            case cmd.Act() if is_attack(bridge.rules, deed.name):
                return deed
            case cmd.React() if strikes(bridge.rules, deed.name):
                return deed
    return None


def paid_attack(bridge: Bridge, who: str) -> str:
    """Return what the action or reaction is called by which ``who`` has paid for an attack to come, or ''."""
    deed = paying(bridge, who)
    if deed is None:
        return ""
    rules = bridge.rules
    of = rules.actions if isinstance(deed, cmd.Act) else rules.reactions
    return of[deed.name].label or deed.name
