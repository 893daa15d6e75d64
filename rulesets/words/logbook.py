"""Sentences of the log: its lines, and what stands with them."""

from __future__ import annotations

from rulesets.words.filling import Templates

LOG: dict[str, Templates] = {
    # -- the encounter ------------------------------------------------------------------------------
    "started": "The encounter begins",
    "ended": "The encounter is over",
    "round-began": "Round {round} begins",
    "joined": ("{who} joins, initiative {count}", "{who} joins"),
    "left": "{name} leaves",
    "defeated": "{who} is defeated",
    "disabled": "{who} cannot act for now",
    "restored": "{who} can act again",
    # -- turns --------------------------------------------------------------------------------------
    "turn-began": ("Next: {slot} ({count})", "Next: {slot}"),
    "turn-ended": "The turn of {slot} is over",
    "turn-given-up": "{slot} gives the turn up",
    "turn-lost": "{slot} has waited too long and lost the turn",
    "turn-missed": ("{slot} has no turn this time: {why}", "{slot} has no turn this time"),
    "turn-goes-on": "{slot} goes on",
    "action-lost": "{slot} has lost an action",
    "delayed": (
        "{slot} delays to act after {after}",
        "{slot} delays to {to} in round {later}",
        "{slot} delays to {to}",
        "{slot} delays and can come in later",
    ),
    "resumed": ("{slot} acts now, after {last}", "{slot} acts now"),
    "contest-lost": "{slot} has lost the roll against {active}, and acts when that turn is over",
    "drew": ("{slot} draws {cards}; {kept} counts", "{slot} draws {kept}"),
    "shuffled": "{deck} is shuffled",
    "chosen": (
        "{own} goes next, by its own choice",
        "{slot} goes next, chosen by {chooser}",
        "{slot} goes next, chosen by the side “{side}”",
        "{slot} goes next, chosen by the GM",
    ),
    "readied": "{who} readies “{action}”, set off by “{trigger}”",
    "triggered": "{who} takes the readied action “{action}”, set off by {by}",
    "readied-lost": "{who} has not used the readied action “{action}” and loses it",
    "declared": (
        "{who}: {verb}, {fields}",
        "{who}: {verb}",
        "{who} declares {name} ({paid}): {fields}",
        "{who} declares {name}: {fields}",
        "{who} declares {name} ({paid})",
        "{who} declares {name}",
        "{who} declares: {fields}",
        "{who} has finished declaring",
    ),
    # -- actions ------------------------------------------------------------------------------------
    "acted": (
        "{who}: {words} ({rolled})",
        "{who}: {words}",
        "{who}: {name}, part {number} of {parts} ({paid})",
        "{who}: {name}, part {number} of {parts}",
        "{who}: {name}, target {target} ({paid})",
        "{who}: {name}, target {target}",
        "{who}: {name} ({rolled})",
        "{who}: {name} ({paid})",
        "{who}: {name}",
    ),
    "resolved": "{name} of {who} takes effect",
    "parts-lost": "{who} was interrupted: what was paid for “{action}” is lost",
    "reacted": ("{who} reacts to “{to}”: {name}", "{who} reacts: {name}"),
    "attacked": ("{who} attacks {target}: {how}", "{who} attacks {target}"),
    "pool-changed": "{who}: {pool:l} {old} → {new}",
    "count-moved": "{who}: {order:l} {old} → {new}",
    "healed": "{who} regains {amount} {stat:l}",
    "spent": ("{who} spends one {resource} on {on}", "{who} spends one {resource}"),
    # -- numbers ------------------------------------------------------------------------------------
    "applied": (
        "{amount} {damage:l} to {who} ({inputs}): {stages}",
        "{amount} {damage:l} to {who} ({inputs})",
        "{amount} {damage:l} to {who}: {stages}",
        "{amount} {damage:l} to {who}",
        "{who}: {only}",
        "{who}: {pipeline:l} {amount} ({inputs}), {stages}",
        "{who}: {pipeline:l} {amount}, {stages}",
        "{who}: {pipeline:l} {amount}",
        "{who}: {pipeline:l} ({inputs}), {stages}",
        "{who}: {pipeline:l} ({inputs})",
        "{who}: {pipeline:l}, {stages}",
        "{who}: {pipeline:l}",
    ),
    "track-moved": (
        "{who}: {track:l} stays at {same}",
        "{who}: {track:l} {old} → {lasting} until it is treated",
        "{who}: {track:l} {old} → {new}",
    ),
    "set": ("{who}: {key:l} {old} → {new}", "{who}: {key:l} is {new}", "{who}: {key:l} as the rules have it"),
    "count-set": "{who}: initiative {old} → {new}",
    "card-set": ("{who}: {old} → {new}", "{who}: {new}"),
    "pool-set": ("{who}: {pool:l} {old} → {new}", "{who}: {pool:l} is {new}"),
    "described": ("{who}: {fields} changed", "Nothing changed for {who}"),
    "effect-began": ("{name:u} on {who}, from {by}, {rounds}", "{name:u} on {who}, {rounds}"),
    "size-changed": (
        "{who}: {name:l} {old} → {new}",
        "{name:u} {new} on {who}",
        "{name:u} on {who} is over",
    ),
    "effect-ended": "{name:u} on {who} ends",
    "effect-over": "{name:u} on {who} is over",
    "effect-check": "{name:u} on {who}: the countdown is over, a check is due",
    "asked": (
        "{who} rolls now: {check}, {most} or less",
        "{who} rolls now: {check}, {against} or more",
        "{who} rolls now: {check}",
    ),
    "checked": (
        "{who}: {check}, {total} against {against}, {degree}",
        "{who}: {check}, {degree}",
    ),
    # -- the rules ----------------------------------------------------------------------------------
    "rules-changed": (
        "Rules changed: the text and the options {both}",
        "Rules changed: options {options}",
        "Rules changed: the text of the ruleset",
    ),
    "rules-lost": (
        "No longer in the rules: {what} ({who} {value})",
        "No longer in the rules: {what} ({who})",
    ),
    "rules-new": ("New: {what} ({who} {value})", "New: {what} ({who})"),
    "waiting-over": "{slot} waits no longer and comes up next: these rules know no waiting",
}
"""Code of a told line → the line. More lines, which the engine does not tell, follow in ``LINES``."""

LOG_ADDED: dict[str, frozenset[str]] = {
    "joined": frozenset({"count"}),
    "turn-began": frozenset({"count"}),
    "delayed": frozenset({"to", "later"}),
    "turn-missed": frozenset({"why"}),
    "chosen": frozenset({"own", "side"}),
    "acted": frozenset({"number", "parts", "paid", "rolled"}),
    "attacked": frozenset({"how"}),
    "declared": frozenset({"verb", "paid"}),
    "asked": frozenset({"most"}),
    "applied": frozenset({"amount", "damage", "only"}),
    "track-moved": frozenset({"same", "lasting"}),
    "rules-changed": frozenset({"both"}),
}
"""Code → parameters that are not the engine's but found in the entry or the ruleset."""

MISSED: dict[str, str] = {
    "disabled": "nobody there could act",
    "joined-late": "it has joined too late, and acts from the next round on",
    "waited": "it waited, and could no longer act",
    "closed": "the pass was closed before it came",
    "readied": "it has taken its readied action",
    "moved": "it has another place now",
    "not-asked": "it could no longer be chosen",
}
"""Why a place of a pass has come by without a turn → the same in words."""

LINES: dict[str, Templates] = {
    "override": "GM override: {title}",
    "option-set": ("{what} ({value})", "{what}"),
    "against": "Against the rule: {sentence}",
    "first": ("First: {slot} ({count})", "First: {slot}"),
    "told": ("{who}: {code}", "{slot}: {code}", "{code:u}"),
    "pair": "{label} {value}",
    "started-surprise": "The encounter begins with a surprise round",
    "called-off": "{name} of {who} is called off",
    "delayed-word": (
        "{slot}: {word:l} to act after {after}",
        "{slot}: {word:l} to {to} in round {later}",
        "{slot}: {word:l} to {to}",
        "{slot}: {word:l}",
    ),
    "applied-many": (
        "{amount} {damage:l} to {who} ({inputs})",
        "{amount} {damage:l} to {who}",
        "{who}: {pipeline:l} {amount} ({inputs})",
        "{who}: {pipeline:l} {amount}",
        "{who}: {pipeline:l} ({inputs})",
        "{who}: {pipeline:l}",
    ),
    "applied-one": ("{who}: {stages}", "{who}"),
    "applied-not": "{who}: no effect",
    "by": "by {by}",
    "with-own": "{who} ({inputs})",
    "declared-many": ("{who} declare {name}", "{who} have finished declaring"),
    "declared-sealed": "{who}: sealed declaration",
    "amount": "{number} {pool}",
    "quoted": "{label} “{value}”",
    "initiative": "Initiative is rolled",
    "rolled": "Rolled: {results}",
    "rolls": "{skill} {code}",
    "roll-off": "Tie rolled off: {results}",
    "coin": "A coin decides for {who}",
    "result": ("{who} {total} ({dice})", "{who} {total}"),
    "stage-track": ("{who}: {label:l}, {name:l} {before} → {after}", "{label}: {name:l} {before} → {after}"),
    "order": "{order}: {results}",
    "phase": "Phase: {phase}",
    "pass": "{word:u} {number}",
    "phase-over": "The phase is over",
    "began": "{state}: {who}",
    "ended": "No longer {state:l}: {who}",
    "effect": ("{name:u} on {who}, {rounds}", "{name:u} on {who}"),
    "effect-gone": "{name:u} on {who} ends",
    "relation": "{relation}: {of} over {over}",
    "tie": "{relation}: {of} and {over}",
    "provokes": "{who} provokes attacks of opportunity",
    "may-provoke": "{who} may provoke attacks of opportunity",
    "track": "{who}: {track:l} {old} → {new}",
    "stat": ("{who}: {stat:l} {old} → {new}", "{who}: {stat:l} is {new}"),
    "renamed": "{old} is now called {new}",
    "field": ("{who}: {field:l} {old} → {new}", "{who}: {field:l} changed"),
    "listed": "{who} moves to place {number} of the list",
    "unchanged": "This changes nothing",
    "check": "{label}: {name}",
    "announced": "It takes effect once it is resolved",
    "out-defeated": "{who} is out of the fight",
    "out-disabled": "{who} cannot act for now",
    "out-": "{who} is back in the fight",
    "rules-lost": "No longer in the rules: {what} ({who})",
    "rules-new": "New: {what} ({who})",
    "rules-one": ("{who} {value}", "{who}"),
    "readied": "readied {what}",
    "part": "parts paid of {what}",
    "pending": "announced {what}",
}
"""Lines that follow from facts which nobody tells."""

PLACES: dict[str, str] = {
    "surprise": "Surprise",
    "start": "Start",
    "round": "R{round}",
    "at": "{round} · {where}",
    "pass": "{word:u} {number}",
}
"""Where in time something happened."""

SECTIONS: dict[str, str] = {
    "before": "Before the fight",
    "surprise": "Surprise round",
    "start": "Start",
    "round": "Round {round}",
    "after": "After the fight",
}
"""Headings of the parts of the log."""

BRIEF: dict[str, Templates] = {
    "reduce": "{short} {number}",
    "scale": "{label:l} -{number}",
    "absorb": "{name:l} {before} → {after}",
    "gain": "{name:l} {before} → {after}",
    "set": "{name:l} {before} → {after}",
    "pool": "{name:l} {before} → {after}",
    "size": "{name:l} {before} → {after}",
    "track": "{name:l} {before} → {after}",
}
"""Verb of a stage → its words in a log line."""
