"""The catalogue: every code that the engine uses, with its English sentences.

Of several templates the first one counts whose parameters are all given. Sentences say what happened and
what can be done about it; the citation is added to refusals, so none stands here.
"""

from __future__ import annotations

from rulesets.words.filling import Templates

REFUSALS: dict[str, Templates] = {
    # -- who, what ----------------------------------------------------------------------------------
    "unknown-combatant": "There is nobody called “{who}” in this encounter. Choose somebody from the list.",
    "no-roll-for": "“{who}” does not roll here. Give results only for those who roll now.",
    "unknown-action": "This ruleset has no action “{name}”. Choose one from its list.",
    "no-such-pipeline": "This ruleset has nothing called “{name}” to apply.",
    "no-such-resource": "This ruleset has no points called “{name}”.",
    "no-resting-now": "{rest}: nobody rests in a fight. Do it before the fight begins, or once it is over.",
    "no-rest-for": (
        "{who} {who:is|are} out of the fight for good and {who:does|do} not rest. Restore the combatant "
        "first."
    ),
    "no-such-rest": "This ruleset says nothing of a rest called “{name}”.",
    "no-such-formula": "This ruleset has no formula “{name}”.",
    "no-such-reaction": "This ruleset has no reaction “{name}”. Choose one from its list.",
    "no-readying": "This ruleset has no readied actions.",
    # -- when ---------------------------------------------------------------------------------------
    "not-running": "The encounter is not running. Start it first.",
    "already-running": "The encounter is already running; this can only be done before it starts.",
    "no-turns-now": (
        "Nobody takes turns in the phase “{phase}”. Go on to the next one.",
        "Nobody takes turns in this phase. Go on to the next one.",
    ),
    "no-acting-now": "That kind of action is not taken in the phase “{phase}”. Go on to another one first.",
    "no-declaring-now": (
        "“{name}” cannot be declared in the phase “{phase}”.",
        "Nothing is declared in the phase “{phase}”.",
    ),
    "no-roll-now": "No roll is awaited in the phase “{phase}”.",
    "nobody-there": "There are no combatants yet. Add some, then start.",
    "no-count-now": "Initiative is not rolled yet, so {who} {who:has|have} no count to change. Start first.",
    "not-rolled-yet": "{who} {who:has|have} not rolled initiative yet. Roll it first.",
    "not-on-this": "{resource:u} cannot be spent on “{on}”.",
    "use-needs": (
        "{who} cannot spend it on “{use}”: {text}.",
        "Nothing asks {who} for “{use}” now.",
    ),
    "not-in-phase": "{resource:u} cannot be spent in this phase.",
    "not-active": (
        "It is the turn of {active}, not of {who}. End that turn first.",
        "It is not the turn of {who}.",
        "It is nobody's turn now.",
    ),
    "state-forbids": "{who} cannot do that while “{state}” lasts.",
    "banned": "{who} cannot do that to {target}: “{state}” stands against it.",
    "out": "{who} {who:is|are} {state} and cannot act. Restore the combatant first.",
    # -- paying -------------------------------------------------------------------------------------
    "no-budget": (
        "This takes {several} together, and {who} {who:has|have} no {lacking:l} left {period}.",
        "{closed:u} cannot be taken now: {reasons}.",
        "{closed:u} cannot be taken now.",
        "{who} {who:has|have} too few {points:l} left for {cost:l}.",
        "{who} {who:has|have} no {lacking:l} left {period}.",
        "{who} {who:has|have} no {cost:l} left {period}.",
        "{who} {who:has|have} no {lacking:l} left.",
        "{who} {who:has|have} no {cost:l} left.",
        "{who} {who:has|have} too few {pool:l} left: {left}, and this takes {needed}.",
        "{who} cannot do that now: nothing is left to pay for it.",
    ),
    "one-of-all": "In the phase “{phase}” {who} {who:has|have} one action, and it is taken.",
    "no-points": "{who} {who:has|have} no {resource:l} left.",
    "no-spare": "{who} {who:has|have} no declared action to spare for {name:l}.",
    "no-reaction": (
        "{who} {who:has|have} no {cost:l} left {period}.",
        "{who} {who:has|have} too few {pool:l} left: {left}, and this takes {needed}.",
        "{who} {who:has|have} no reaction left.",
    ),
    "not-declared": "{who} {who:has|have} no declared action to take now.",
    "not-untouched": "This takes all of {pool:l}, and {who} {who:has|have} already used some of it.",
    # -- acting at another time ---------------------------------------------------------------------
    "not-lower": (
        "To {word:l} means a lower count: {count} is not below {old}.",
        "Delaying means a lower count: {count} is not below {old}.",
    ),
    "not-later": (
        "To {word:l} means a higher count: {count} is not above {old}.",
        "Delaying means a higher count: {count} is not above {old}.",
    ),
    "has-passed": "The turn of {after} has passed; {who} can only go behind somebody still to come.",
    "no-delaying": "This ruleset has no delaying.",
    "must-go-now": "{who} {who:has|have} to act now and cannot wait any longer. End the turn to do nothing.",
    "no-delay-count": "In this ruleset nobody delays to a count. Choose somebody to act after, or wait.",
    "no-delay-after": "In this ruleset nobody delays to act after somebody.",
    "no-delay-wait": "In this ruleset nobody waits without saying until when.",
    "has-acted": "{who} {who:has|have} already acted this turn, so the turn cannot be put off any more.",
    "nothing-left": "{who} {who:has|have} nothing left that could be done later.",
    "not-waiting": "{who} {who:is|are} not waiting, so there is no turn to take now.",
    "nobody-since": "Nobody has had a turn since {who} began to wait. Let somebody else act first.",
    "nothing-readied": "{who} {who:has|have} no readied action.",
    "nothing-pending": "{who} {who:has|have} announced no action that waits to take effect.",
    "must-act-first": "{first} {first:has|have} to act before {who}.",
    "turn-under-way": (
        "{active} {active:has|have} already done something this turn; {who} can come in when that "
        "turn is over."
    ),
    "not-chosen-now": "It is the turn of {active}. Choose who goes next when that turn is over.",
    "contest-for-nothing": (
        "Opposed rolls mean something only where {who} {who:comes|come} in inside of another's turn."
    ),
    "contest-of-one": "Opposed rolls need the total of {who} and of somebody else.",
    "contest-lost": (
        "{who} {who:has|have} lost the roll against {active} and {who:comes|come} in when that turn is over."
    ),
    "own-turn": (
        "{who} {who:is|are} taking a turn now; a readied action is set off in the turn of somebody else."
    ),
    "ready-needs-both": "Readying takes an action and what sets it off. Fill in both.",
    # -- who goes next ------------------------------------------------------------------------------
    "nobody-chooses": "Nobody chooses who goes next in the phase “{phase}”: turns follow their order.",
    "choice-open": "It is still to be chosen who goes next: {who}.",
    "nobody-chosen": "It is nobody's turn: choose who goes next.",
    "has-gone": "{who} {who:has|have} already had a turn. Choose somebody who has still to go.",
    "takes-no-part": "{who} {who:takes|take} no part in this phase. Choose somebody else.",
    "still-waits": (
        "{who} {who:waits|wait} with {who:its|their} turn. Let {who:it come in by itself|them come in by "
        "themselves}, or choose somebody else."
    ),
    "no-place-yet": "{who} {who:has|have} no place in the order of this pass. Choose somebody else.",
    "not-among": "The rules do not let {who} go next. Choose one of {others}.",
    "out-of-it": "{who} {who:is|are} out of the fight and cannot go next. Restore the combatant first.",
    "acts-already": "It is the turn of {who} already.",
    # -- phases and declarations --------------------------------------------------------------------
    "roll-awaited": "The phase “{phase}” waits for its roll. Roll first.",
    "not-all-declared": "Still to declare: {who}.",
    "turn-open": "The turn of {who} is not over. End it first.",
    "somebody-waits": "{who} still waits. Let the turn be taken, or end it.",
    "nobody-can-act": "Everybody is out of the fight. Restore somebody, or end the encounter.",
    "already-declared": "{who} {who:has|have} already declared.",
    "not-your-turn-to-declare": (
        "It is for {next} to declare now, not for {who}.",
        "It is not for {who} to declare now.",
    ),
    "excludes": "“{name}” and “{other}” cannot both be declared.",
    "once-declared": "{who} {who:has|have} already declared “{name}”.",
    "no-reaction-declared": "“{name}” is a reaction, and reactions are not declared.",
    # -- what an action or reaction asks for --------------------------------------------------------
    "cost-needs": (
        "{who} cannot take “{cost}”: {text}.",
        "{who} {who:does|do} not meet what “{cost}” asks for.",
    ),
    "needs-target": "“{name}” of {who} needs a target. Name one; without it only the rest happens.",
    "not-limited": "“{name}” cannot be taken as a lesser action.",
    "cannot-be-readied": "“{name}” takes too long to be readied. Choose something shorter.",
    "immune": "{who} {who:is|are} immune to “{name}”.",
    "needs": (
        "{who} cannot use “{name}”: {text}.",
        "{who} {who:does|do} not meet what “{name}” asks for.",
    ),
    "spent": (
        "“{name}” of {who} is spent until a roll of {against} or more gives it back.",
        "“{name}” of {who} is spent.",
    ),
    "roll-too-low": "After all penalties {who} {who:has|have} less than one die left for {skill:l}.",
    "once-only": "{who} {who:has|have} already used “{name}” as often as {scope} allows.",
    "no-attack": (
        "“{name}” has already answered the attack of {after}, and an attack is answered once. Record the "
        "next one first.",
        "“{name}” answers an attack on {who}, and no attack of this turn fits. Record it first.",
    ),
    "no-act": (
        "“{name}” answers acts of a certain kind, and what was done is none. Say what {who} "
        "{who:reacts|react} to."
    ),
    "barred": "{who} cannot react to that: {state:l}.",
    "no-prompt": "“{name}” answers something in particular. Say what {who} {who:reacts|react} to.",
    "nothing-asked": "Nothing asks {who} to roll “{name}” now.",
    "nothing-open": "No attack of {who} on {after} is open in this turn.",
    "already-reacted": "{who} {who:has|have} already reacted to “{to}”.",
    # -- what was entered ---------------------------------------------------------------------------
    "bad-number": (
        "{what:u}: “{value}” is not a whole number of at least {least}.",
        "{what:u}: “{value}” is not a whole number, or far too big a one.",
    ),
    "bad-answer": "“{name}” is answered by the dice, by a total or by one of its degrees: by one of these.",
    "bad-amount": "“{text}” is nothing that can be rolled. Type 3d8+4, 3D+1 or 2d6-1.",
    "no-dice": "This ruleset has no dice for “{name}”. Roll at the table, and enter what came of it.",
    "no-such-roll": "{dice} cannot show {value}.",
    "nothing-to-reach": "Nothing says what “{name}” has to reach. Say whether it is a success.",
    "above-most": "{what:u}: {value} is more than {most}.",
    "no-card": (
        "“{card}” is no card of “{deck}”. Write one like {low} or {high}.",
        "“{card}” is no card of “{deck}”.",
    ),
    "card-out": "{card} of “{deck}” cannot be drawn: it is out until the cards are shuffled.",
    "too-many-cards": "{who} {who:draws|draw} fewer cards than were given: “{card}” is one too many.",
    "bad-name": "A name is needed here, and not too long a one.",
    "no-such-effect": "“{name}” is not in force on {who}.",
    "unknown-field": "“{name}” has no field “{field}”.",
    "bad-count": "“{field}” needs as many entries as there are actions left to state: {count}.",
    "no-upkeep": "This ruleset has no phase in which “{name}” could be maintained.",
    "nothing-to-maintain": (
        "{who} {who:has|have} nothing in force that has to be maintained, or it is not clear which."
    ),
    "field-missing": "“{field}” is missing. Fill it in.",
    "bad-field": "“{field}” cannot have that value.",
    "no-target": "Nobody is chosen. Choose at least one target.",
    "not-a-target": "{who} {who:is|are} told something of its own, but is none of the targets.",
    "no-such-track": "This ruleset has no track “{name}”.",
    "no-such-stat": "This ruleset has no stat “{name}”.",
    "no-such-pool": (
        "This ruleset has no pool “{name}”. Did you mean “{near}”?",
        "This ruleset has no pool “{name}”.",
    ),
    "bad-pools": "What is left of pools is a table of whole numbers by pool.",
    "above-size": "{pool:u} of {who} holds at most {size}; {value} is more.",
    "bad-kind": "A combatant is a player's (pc) or the GM's (npc); “{value}” is neither.",
    "no-such-place": "{who} {who:has|have} no place in the order to come in behind. Choose somebody else.",
    "table-taken": "There is a fight on this table already. Go on with the other one in a new encounter.",
    "no-such-fight": "That is no fight that these rules know: {why}. Nothing was taken.",
    "no-such-wave": "Nobody is to come under “{name}” any more.",
    "too-many-waves": "At most {most} waves can be waited for. Let some come first.",
    "no-such-effect-here": "The effect “{name}” is not in force any more.",
    "id-taken": "The id “{who}” is already taken. Choose another one.",
    "too-many": "An encounter holds at most {most} combatants. Remove some first.",
    "bad-id": "A combatant needs an id of 1 to 100 characters.",
    "bad-code": "{name:u}: “{value}” is no die code such as 3D+2.",
    "bad-reduction": "{field:u}: a reduction is a number, or values that each say what they work on.",
    "already-out": "{who} {who:is|are} already {out}.",
    "not-out": "{who} {who:is|are} not out of the fight.",
    "bad-attack": "An attack is ranged, melee or brawl, and a hit or a miss.",
    "act-what": "It is not clear which action is meant. Choose one.",
    "no-such-case": "“{value}” is not a case that “{by}” knows.",
    "formula": "A formula of the ruleset has no result here: {text}.",
    "formula-at": "The ruleset's formula “{formula}” ({where}) has no result here: {text}.",
    "endless": "The track “{name}” moves itself without end: see its on_worse and on_better.",
    "too-much-work": (
        "This would take more than {steps} steps of work, and no fight needs so many. Most are for the"
        " formula “{formula}” ({where}). Nothing has changed; mend the ruleset there.",
        "This would take more than {steps} steps of work, and no fight needs so many. Most are for"
        " “{formula}”. Nothing has changed; mend the ruleset there.",
        "This would take more than {steps} steps of work, and no fight needs so many. Most are moves"
        " along the track “{track}”. Nothing has changed; mend the ruleset there.",
        "This would take more than {steps} steps of work, and no fight needs so many. Most are for the"
        " stage “{stage}”. Nothing has changed; mend the ruleset there.",
        "This would take more than {steps} steps of work, and no fight needs so many. Most are for"
        " what happens at “{moment}”. Nothing has changed; mend the ruleset there.",
        "This would take more than {steps} steps of work, and no fight needs so many. Most are for the"
        " state “{state}”. Nothing has changed; mend the ruleset there.",
        "This would take more than {steps} steps of work, and no fight needs so many. Most are in the"
        " phase “{phase}”. Nothing has changed; mend the ruleset there.",
        "This would take more than {steps} steps of work, and no fight needs so many. Nothing has changed.",
    ),
    "never-active": "That turn does not come up.",
    # -- other rules --------------------------------------------------------------------------------
    "same-rules": "These are the rules that are played by already. Nothing has changed.",
    "bad-rules": (
        "These rules have errors and are not used: {problems}; {more} more. Nothing has changed.",
        "These rules have errors and are not used: {problems}. Nothing has changed.",
    ),
    "no-text": "The text of this ruleset is not known, so its options cannot be changed.",
    "phase-gone": "These rules have no phase “{phase}”, or another thing is done in it. Close it first.",
    "order-gone": (
        "By these rules the phase “{phase}” goes by another order. Close it first, or begin a new encounter."
    ),
    "order-other": (
        "By these rules “{order}” is made in another way, and it stands already. "
        "Begin a new encounter with them."
    ),
    "order-unrolled": (
        "These rules go by “{order}”, and nobody has rolled for it or will before it is needed. "
        "Close the round first, or begin a new encounter with them."
    ),
    # -- going back ---------------------------------------------------------------------------------
    "nothing-to-undo": "There is nothing to undo.",
    "nothing-to-bring-back": "These steps are in the log already, or cannot be read. Nothing has changed.",
    "nothing-to-redo": "There is nothing to redo.",
}
"""Key of a refusal (its reason, or its code) → what the GM reads."""

OTHER_REFUSAL = "The rules do not allow that now: {code}."
"""Refusal that only a ruleset knows."""

ONLY_IF = "only if {condition}"
"""What a way to pay asks for, where the ruleset has no words for it."""
ANOTHER_WAY = "{sentence} Another way to pay it: {reasons}."
"""Behind what is short for one way to pay, where the ruleset says what another one asks for."""

REFUSAL_ADDED: dict[str, frozenset[str]] = {
    "no-budget": frozenset({"several", "lacking", "closed", "reasons", "points", "period"}),
    "no-reaction": frozenset({"cost", "period"}),
    "no-card": frozenset({"low", "high"}),
    "not-later": frozenset({"word"}),
    "not-lower": frozenset({"word"}),
}
"""Key → parameters that are not the engine's but found in the ruleset."""

FLAGS: dict[str, Templates] = {
    "massive-damage": (
        "{who} {who:has|have} taken massive damage, {damage} of at least {limit}: make the check",
        "{who} {who:has|have} taken massive damage: make the check",
    ),
    "devastating-injury": (
        "{who} {who:has|have} suffered a devastating injury, {damage} above the threshold of {threshold}: "
        "injury roll {dice}",
        "{who} {who:has|have} suffered a devastating injury",
    ),
    "limited-turn": "{who} {who:has|have} a limited turn: what is possible in the struggle is for you to say",
    "resistance-check": "{who} {who:makes|make} a check now",
    "fumble": "{who} {who:has|have} fumbled the roll: it counts, and what else comes of it is for you to say",
    "wild-one": "The wild die of {who} shows a one",
    "complication": "The wild die of {who} shows a one: a complication",
    "mortal-roll": "{who} {who:is|are} mortally wounded: enter the result of 2D",
    "dying-roll": "{who} {who:is|are} dying: roll d% now",
    "upkeep-due": "{who} {who:maintains|maintain} a power now, or it ends with this phase",
    "critical-hit": "{who} {who:has|have} lost half of what life was left at one blow: a critical hit",
    "power-takes-effect": "The power of {who} takes effect now",
    "lost-action": "{who} {who:has|have} lost an action",
    "lost-turn": "{who} {who:has|have} waited too long and lost the turn",
    "readied-lost": "{who} {who:has|have} lost the readied action",
    "completed": "{who} {who:has|have} completed the action",
    "interrupted": "{who} {who:was|were} interrupted: the parts already paid are lost",
    "died": "{who} {who:dies|die}",
    "unconscious": "{who} {who:falls|fall} unconscious",
    "battle-ends": "By the rules the battle ends",
}
"""Name of a flag → what the GM is told."""

ASKING = frozenset(
    {
        "massive-damage",
        "devastating-injury",
        "critical-hit",
        "fumble",
        "complication",
        "wild-one",
        "battle-ends",
    }
)
"""Flags after which it is the GM's turn to do something that nothing else in the window asks for."""

OTHER_FLAG: Templates = ("{who}: {name:l}", "{name:u}")
"""Flag that only a ruleset knows."""

WORDS: dict[str, str] = {
    "yes": "yes",
    "no": "no",
    "nothing": "nothing",
    "per-turn-start": "this turn",
    "per-round-start": "this round",
    "per-encounter-start": "in this encounter",
    "scope-day": "a day",
    "scope-rest": "a rest",
    "scope-encounter": "an encounter",
    "scope-phase": "a phase",
    "scope-round": "a round",
    "scope-turn": "a turn",
    "round": "round {number}",
    "rounds": "{number} rounds",
    "one-round": "1 round",
    "until-ended": "until it is ended",
    "until-nothing": "until it is 0",
    "until-ruled": "until the rules end it, {moments}",
    "check-due": "check now",
    "delay": "Delay",
    "critical-hit": "critical hit",
    "critical-success": "critical success",
    "success": "success",
    "failure": "failure",
    "critical-failure": "critical failure",
    "set-aside": "set aside without a result",
    "unpaid": "paid with nothing",
    "paid-with": "{cost}, paid with {pool}",
    "with": "paid with {pool}",
    "wild-on": "the wild die is rolled on",
    "wild-keep": "the wild die shows a one",
    "wild-drop": "the wild die shows a one and goes, with the highest other die",
    "wild-complication": "the wild die shows a one: a complication",
}
"""Words and short phrases that fill sentences."""

ROLLS: dict[str, str] = {
    "advantage": "advantage",
    "disadvantage": "disadvantage",
    "straight": "straight",
    "fails": "fails",
    "sign": "{sign} — {reasons}",
    "borne": "{reason} of {name}",
    "counted": "{tally}: {count}",
    "comes-to": "{marks} → {result}",
}
"""What marks a roll, and what that comes to."""

LASTS: dict[str, str] = {
    "turn-start": "until the start of {name}'s next turn",
    "turn-start-rounds": "{number} rounds, until the start of {name}'s turn",
    "turn-end": "until the end of {name}'s turn",
    "turn-end-next": "until the end of {name}'s next turn",
    "turn-end-rounds": "{number} rounds, until the end of {name}'s turn",
    "round-end": "until the end of the round",
    "round-end-next": "until the end of the next round",
    "round-end-rounds": "{number} rounds, until the end of the round",
    "encounter": "until the encounter ends",
    "brought": "as long as what brings it",
}
"""How long an effect lasts whose moment is named."""

TICKS: dict[str, Templates] = {
    "less": "{number} less {moment}",
    "more": "{number} more {moment}",
    "by": "by {formula} {moment}",
    "if": "{change}, if {condition}",
    "encounter-start": "at the start of the encounter",
    "join": "on joining",
    "round-start": "at the start of each round",
    "phase-start": ("in the phase {phase}", "in each phase"),
    "turn-start": "at the start of its turns",
    "act": "whenever it acts",
    "turn-end": "at the end of its turns",
    "place-over": "when its place in the order is over",
    "declare": "whenever it declares",
    "rolled": "when the order is rolled",
    "attack": "after an attack",
    "hit": "whenever it is hit",
    "round-end": "at the end of each round",
    "encounter-end": "when the encounter ends",
}
"""By how much a state grows or shrinks by itself, and at which moments."""

FIELDS: dict[str, str] = {
    "by": "number of steps",
    "index": "place in the list",
    "aware": "awareness",
    "hidden": "what the players see",
    "alias": "name for the players",
    "about": "notes",
    "shared": "notes for everybody",
    "defeated": "defeated",
    "disabled": "disabled",
}
"""Names of the engine's own that people read otherwise."""

LISTS: dict[str, str] = {
    "between": "{left}, {right}",
    "last": "{left} and {right}",
    "more": "{names} and {number} more",
}
CITED = "{sentence} ({cite})"
OPTIONED = "{sentence} “{option}”, among the options of this encounter, can change that."
OPTIONED_BY_BOOK = (
    "{sentence} “{option}”, among the options of this encounter, can change that: “{book}” does."
)
"""Behind a refusal that would be none by another choice of an option."""
BETWEEN_OPTIONS = "{left}”, “{right}"
"""Several of them."""
SENTENCES = "{first} {second}"
