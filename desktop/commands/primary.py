"""What the primary button does now, and what it says: read from the ruleset's phases and the clock."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct
from PySide6.QtCore import QCoreApplication

from desktop.commands.table import COMMANDS, called, plain
from rulesets.seen.labels import entry_label
from rulesets.seen.queries import BY_LAST, OpenChoice, phases_of, start_asks
from rulesets.seen.scene import Scene
from rulesets.table.commands import Command, EndTurn, NextPhase, Resume
from rulesets.table.encounter import RUNNING, Encounter
from rulesets.vocabulary import Phase, Rules

translate = QCoreApplication.translate
LONGEST = 14
"""Letters of a name that the button has room for beside other words."""


class Kind(Enum):
    """What pressing the button leads to."""

    ADD = "add"
    """There is nobody yet: add combatants."""
    KEEP = "keep"
    """Keep what is prepared, or leave it if it is kept: the window does that."""
    START = "start"
    """Ask how initiative came out, and begin."""
    DECLARE = "declare"
    """Ask what the next one declares."""
    ROLL = "roll"
    """Ask how the roll that the round waits for came out."""
    CHOOSE = "choose"
    """Let the selected one go next, or show who can."""
    END = "end"
    """Everybody is out: no round comes any more. The window ends the fight."""
    ANSWER = "answer"
    """Go to a roll whose time has come, before the fight goes on past it."""
    COMMAND = "command"
    """Dispatch the commands, one after the other."""


class Primary(Struct, frozen=True):
    """The primary button as it is now."""

    kind: Kind
    text: str
    commands: tuple[Command, ...] = ()
    does: str = ""
    """Id of the command of the window that it gives; '' if it is a matter of the fight."""
    brief: str = ""
    """What it says where the text has no room; '' is all of it."""


def primary(scene: Scene, kept: bool | None = None) -> Primary:
    """Return what the primary button does now.

    ``kept`` is whether an encounter that is prepared is kept as it stands; nothing of it is played. None of
    one that is played.
    """
    state, phase = scene.state, scene.phase
    if not state.combatants:
        return Primary(Kind.ADD, called("add"))
    if kept is not None:
        if kept:
            return Primary(Kind.KEEP, translate("Primary", "Done"), does="close")
        return Primary(Kind.KEEP, called("keep-prepared"), does="keep-prepared")
    if state.clock.status != RUNNING:
        over = state.clock.status != "setup"
        if start_asks(scene.rules):
            text = translate("Primary", "Start again…") if over else translate("Primary", "Start…")
        else:  # no dialog is promised that does not come
            text = translate("Primary", "Start again") if over else translate("Primary", "Start")
        return Primary(Kind.START, text)
    if all(one.out for one in state.combatants.values()):
        return Primary(Kind.END, called("end-encounter"), does="end-encounter")
    if phase is None:
        return Primary(Kind.COMMAND, translate("Primary", "End phase"), (NextPhase(),))
    if phase.activity == "roll":
        return Primary(Kind.ROLL, phase.next_label or translate("Primary", "Roll initiative…"))
    if phase.activity == "declare":
        return _declaring(scene, phase)
    if phase.activity == "act":
        return _acting(scene, phase)
    return Primary(Kind.COMMAND, phase.next_label or translate("Primary", "End phase"), (NextPhase(),))


def _declaring(scene: Scene, phase: Phase) -> Primary:
    """Somebody declares; when all have, a phase that a roll closes asks for the roll."""
    if scene.declaring is not None and scene.declaring.waits:
        return Primary(Kind.DECLARE, called("declare"))
    if phase.rolls:
        return Primary(Kind.ROLL, phase.next_label or translate("Primary", "Roll initiative…"))
    return Primary(
        Kind.COMMAND, phase.next_label or translate("Primary", "Close declarations"), (NextPhase(),)
    )


def _acting(scene: Scene, phase: Phase) -> Primary:
    rules, state = scene.rules, scene.state
    if state.walk.active:
        return _next_turn(rules, phase, state)
    if scene.choice is not None:
        return Primary(Kind.CHOOSE, _choosing(state, scene.choice))
    waiting = scene.must_act
    if waiting:
        return _last_waiting(rules, state, waiting)
    return Primary(Kind.COMMAND, _onward(rules, phase, state), (NextPhase(),))


def _last_waiting(rules: Rules, state: Encounter, slot: str) -> Primary:
    """Let the one act that waits and has to; where a state bars it from going on its turn is let go."""
    from rulesets.seen.offers import is_possible  # no first frame needs it

    members = list(state.members(slot))
    name = members[0].name if len(members) == 1 else slot
    command: Command = Resume(who=slot)
    if is_possible(rules, state, command):
        text = translate("Primary", "{name} acts")
    else:
        text, command = translate("Primary", "{name} cannot act: go on"), EndTurn(who=slot)
    return Primary(Kind.COMMAND, text.format(name=name), (command,))


def _choosing(state: Encounter, choice: OpenChoice) -> str:
    """Return who is asked who goes next; a long name would leave the rest of the bar no room."""
    members = list(state.members(choice.who)) if choice.by == BY_LAST else []
    name = members[0].name if len(members) == 1 else choice.who
    if not name or len(name) > LONGEST:
        return translate("Primary", "Choose who goes next")
    return translate("Primary", "{name} chooses who is next").format(name=name)


def _onward(rules: Rules, phase: Phase, state: Encounter) -> str:
    """Return where closing an acting phase leads to."""
    ids = phases_of(rules, state.clock.stage)
    after = ids[ids.index(phase) + 1 :] if phase in ids else []
    if not after or phase.repeats:
        return translate("Primary", "Go on") if phase.repeats else translate("Primary", "Next round")
    return translate("Primary", "Next phase: {phase}").format(phase=entry_label(after[0], after[0].id))


def _next_turn(rules: Rules, phase: Phase, state: Encounter) -> Primary:
    """End the turn. Where it would be lost without an act, the act that was announced is taken first."""
    label = phase.next_label or plain(COMMANDS["primary"].text)
    if not phase.unused or state.notes.acts:
        return Primary(Kind.COMMAND, label, (EndTurn(),))
    from rulesets.seen.offers import announced_acts, is_possible  # no first frame needs them

    acts = announced_acts(rules, phase, state)
    if not acts or not all(is_possible(rules, state, act) for act in acts):
        return Primary(Kind.COMMAND, translate("Primary", "Lose the action"), (EndTurn(),))
    return Primary(Kind.COMMAND, label, (*acts, EndTurn()))
