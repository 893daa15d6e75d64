"""What the words of the rules' language mean, for people who write rulesets. A test keeps it complete."""

from __future__ import annotations

from rulesets.vocabulary.incoming import VALUES

_ASKED_OF_OTHERS = {
    "has": "feat",
    "has_state": "state",
    "size": "state",
    "declared": "declaration",
    "track": "track",
    "pool": "pool",
    "tally": "tally",
}
"""Function that asks somebody else, too → what it names."""
FUNCTIONS: dict[str, tuple[str, str]] = {
    "floor": ("floor(number)", "Rounded down. `floor(7 / 2)` is 3."),
    "ceil": ("ceil(number)", "Rounded up. `ceil(7 / 2)` is 4."),
    "min": ("min(number, ...)", "The lowest of its numbers."),
    "max": ("max(number, ...)", "The highest of its numbers. `max(0, x)` stops at nought."),
    "abs": ("abs(number)", "Without its sign. `abs(-3)` is 3."),
    "has": ("has('feat')", "True if this stands among the combatant's feats."),
    "trait": ("trait('word')", "True if the list `traits` holds this. Needs a stat called `traits`."),
    "has_state": ("has_state('state')", "True while this state, or an effect of this name, is in force."),
    "size": ("size('state')", "How large this state or effect is; 0 while it is not in force."),
    "stat": (
        "stat('stat')",
        "The stat of this name. The name can be worked out: `stat(rolled_with)`. This and its like with "
        "`actor_`, `active_` and so on read the [names](#names) of a combatant, too: `active_stat('side')`.",
    ),
    "done": ("done('word')", "How many acts of the combatant in the present turn have this word."),
    "track": ("track('track')", "The step on which the combatant stands; the first one is 0."),
    "step": (
        "step('track', 'penalty', default)",
        "A value of that step: its `penalty`, or one of its `values`. The third is used where the step has "
        "none; it may be left out and is then 0.",
    ),
    "liftable": ("liftable('track')", "How many steps up are possible before a persistent one."),
    "pool": ("pool('pool')", "What is left in this pool; a million where it has no limit."),
    "tally": ("tally('tally')", "Where this tally stands."),
    "table": (
        "table('table', value, 'column')",
        "Of a table with rows: the result of the last row whose bound the value reaches (no column). Of a "
        "table with entries: that column of the entry with this id.",
    ),
    "reduction": (
        "reduction(stat, type, unnamed)",
        "What a stat of type reduction takes off damage of this type. The type may be left out, or be "
        "several at once, as in *magic and silver*. If the third value is false, only what works on this "
        "type by name counts, as against energy where a reduction without a type is one against weapons.",
    ),
    "declared": ("declared('declaration')", "True if the combatant has made this declaration this round."),
    "declared_on": (
        "declared_on('declaration', id)",
        "True if a field of that declaration names this combatant.",
    ),
    "asked": (
        "asked('check')",
        "How many rolls of this name the combatant has been asked for and not answered yet: see "
        "[check](#check).",
    ),
    "sum": (
        "sum('stat', 'mine')",
        "What a stat, or a name such as `to_act`, comes to for all of the own side together, true counting "
        "as 1; of a state how many are in it. `'others'` are those of all other sides; `'all'`, or nothing, "
        "is everybody. Who is out is added up, too.",
    ),
    "actor_stat": (
        "actor_stat('stat')",
        "A stat of the actor: who does it, not who it is done to. This and the next ones can be read in what "
        "an action, reaction or resource does, in a trigger at `hit`, in a pipeline, and in named formulas "
        "read there. The actor of a pipeline is who was named as the author; 0 or false if nobody was.",
    ),
    **{
        f"actor_{of}": (f"actor_{of}('{what}')", f"`{of}` of the actor.")
        for of, what in _ASKED_OF_OTHERS.items()
    },
    "owner_stat": (
        "owner_stat('stat')",
        "A stat of the one to whom the combatant belongs, as the ruleset's `owner` says; 0 or false if that "
        "is nobody who is there.",
    ),
    **{
        f"owner_{of}": (f"owner_{of}('{what}')", f"`{of}` of the owner.")
        for of, what in _ASKED_OF_OTHERS.items()
    },
    "active_stat": (
        "active_stat('stat')",
        "A stat of the one whose turn it is; 0 or false if it is nobody's.",
    ),
    **{
        f"active_{of}": (f"active_{of}('{what}')", f"`{of}` of the one whose turn it is.")
        for of, what in _ASKED_OF_OTHERS.items()
    },
    "target_stat": (
        "target_stat('stat')",
        "A stat of the one it is aimed at: in what actions and costs ask for, and in what states ban. 0 or "
        "false if nobody is named.",
    ),
    **{
        f"target_{of}": (f"target_{of}('{what}')", f"`{of}` of the one it is aimed at.")
        for of, what in _ASKED_OF_OTHERS.items()
    },
    "formula": (
        "formula('formula', case)",
        "The value of a named formula. The second is for one with cases. They may build on each other, eight "
        "deep at most.",
    ),
}
"""Function → how it is called, and what it gives."""

OPERATORS: tuple[tuple[str, str], ...] = (
    (
        "`+` `-` `*` `/`",
        "Sums. `/` keeps fractions; round with `floor` or `ceil`. There are no powers. `+` puts two texts "
        "together: `stat('guard_' + stance)`.",
    ),
    (
        "`==` `!=` `<` `<=` `>` `>=`",
        "Compare two values. `a < b < c` is not allowed: write `a < b and b < c`.",
    ),
    ("`in` `not in`", "Whether a value is in a list: `kind in ['npc', 'pc']`."),
    ("`and` `or` `not`", "Join conditions. The result is true or false."),
    ("`x if condition else y`", "One of two values."),
    ("`[a, b, c]` and `list[0]`", "A list, and what stands at a place of it; the first place is 0."),
    ("`( )`", "What is worked out first."),
    ("`'word'`", "A text, in single quotes: the TOML text around it has the double ones."),
)

CONSTANTS: dict[str, str] = {
    "true": "Yes. Counts as 1 in sums: `has('strong') * 2`.",
    "false": "No. Counts as 0 in sums.",
    "none": "No limit. A pool whose size is `none` never runs out.",
    "D": "One die of a die code. `2 * D + 1` is the code 2D+1.",
}

NAMES: dict[str, str] = {
    "round": "Number of the round.",
    "phase": "Id of the phase.",
    "segment": "Number of the pass in a phase with passes.",
    "surprise_round": "True in an encounter's surprise round.",
    "some_aware": "True if anybody was aware at the start.",
    "all_aware": "True if everybody was aware at the start.",
    "aware": "True if this combatant was aware at the start.",
    "joined": "True if this combatant joined after the start.",
    "kind": "`'pc'` or `'npc'`.",
    "side": "Name of this combatant's side.",
    "id": "Id of this combatant.",
    "group": "Group that shares a turn, or an empty text.",
    "taken_out": "`'defeated'` for who is out of the fight, `'disabled'` for who cannot act for now, or ''.",
    "active": "True while it is this combatant's turn.",
    "together": "True while this combatant still has its turn at the same moment as the active one.",
    "waiting": "True while its turn is put off.",
    "last_side": "Side of whoever had the last turn; an empty text while nobody had one.",
    "next_side": "Side that comes after the last one, as the order of the phase has them, of those that have "
    "a turn left; after the last comes the first. An empty text where nobody takes turns.",
    "to_act": "True while its turn of the pass is still to come, put off or under way.",
    "went_last": "True for whoever had the last turn.",
    "acted_this_round": "True if this combatant had a turn this round.",
    "acted_this_turn": "True if something other than a light action was done in the present turn.",
    "attacks_made": "Attacks that were recorded of it in the present turn.",
    "count": "Its count in the main order, which is that of the last phase of the round in which turns are "
    "taken; the present one where counts move; of a card its place in the deck, the lowest is 1. "
    "While that order is made it is the one from before.",
    "counted": "Where counts move: the count at which the turn under way began, or the last one.",
    "own_card": "Name of the card that counts for it; an empty text without one.",
    "first_of_all": "True for the first one in the list who is not out of the fight: by it what comes for "
    "everybody happens once.",
    "first_of_group": "True for the first of those who share a turn, and for whoever shares it with nobody.",
}
"""Name that every formula can read → meaning."""

TOLD: dict[str, str] = {
    "state": "The id of the state, or the name of the effect, that would begin.",
    "distance": "Distance that was given with the action.",
    "points": "Points that were given with it.",
    "limited": "True if it is taken as a lesser action.",
    "target": 'Id of the target; a stage with `on = "target"` reads that one\'s own values.',
    "effect": "Name of the effect that it is about.",
    "words": "Words of the act, as a list: those of its action and those that came with the command.",
    "move": "True if the reaction goes along with a move.",
    "spare": "True if a declared action is used for the reaction.",
    "covered": "True if the same reaction of the round covers it: see `covers`.",
    "skill": "Die code of the skill.",
    "named": "What the roll is called that is asked for.",
    "on": "What the point is spent on, as it was said.",
    **{name: f"{said[0].upper()}{said[1:]}." for name, said in VALUES.items()},
}
"""Name that a section's formulas can read besides → meaning."""

PLACES: tuple[tuple[str, str, str], ...] = (
    ("`relation`, `if`", "`mine`, `theirs`", "The two counts that are compared."),
    ("`relation`, `except_if`", "`by`", "Id of the one who would be ahead."),
    ("`pipeline`", "`left` and its inputs", "What is left of the amount, and what was filled in."),
    (
        "`check`, `plus`",
        "`roll`",
        "The kind of roll that it is: that of 'marked', or of the save of an effect.",
    ),
    ("`cost`, `does`", "`on_top`", "True if the GM insists on one more: see `on_top` of a cost."),
    ("`track`, `on_worse` and `on_better`", "`moved`", "By how many steps."),
    (
        "`state`, stages",
        "`size`, `state`, `kind`",
        "How large it is, with dice rolled anew; its id; the kind, if it comes in kinds.",
    ),
    (
        "`check`, `degrees`",
        "`die`, `total`, `against`, `margin`, `degree`, `target`",
        "What the dice showed (0 if nobody has said), with everything in it, the number to reach, by how "
        "much it is better, and `'critical-success'`, `'success'`, `'failure'`, `'critical-failure'` or a "
        "degree of its own. If only the degree was said, the numbers are the least that give it. `target` is "
        "the id of the other one of the act that asked for it, or `''`.",
    ),
    ("`declaration`", "its inputs", "What was filled in."),
    ("`formula`", "its inputs", "What was filled in."),
    ("`roll` of an `order` with `roller`", "`roller`", "The value by which whoever rolls was found."),
    (
        "`order`, `keep` and `redraw`",
        "`card`, `rank`, `suit`, `worth`",
        "The card: its name, the numbers of its rank and its suit, its place in the deck.",
    ),
    ("`cap` beside `pool`", "`size`", "How much the pool holds."),
    ("every list of stages", "what stages above have let", "The value of that stage."),
)
"""Where formulas can read further names: place, names, meaning."""

MOMENTS: dict[str, tuple[str, str]] = {
    "encounter-start": ("everybody", "The encounter starts."),
    "join": ("the newcomer", "Somebody joins the running encounter."),
    "placed": ("the newcomer", "Somebody who has joined has got a place in the order, and with it a count."),
    "round-start": ("everybody", "A round begins."),
    "phase-start": ("everybody", "A phase begins: the one that `phase` names, or any."),
    "turn-start": ("who has it", "A turn begins; with `phase` only in that one."),
    "act": ("who acts", "Something was done that costs. For `begins` and `ends` of states only."),
    "turn-end": ("who had it", "A turn is over."),
    "turn-over": ("everybody", "A turn is over, whoever had it."),
    "place-over": (
        "whose it is",
        "A place in the order has come up and is over: its turn has ended, or it brought none, because "
        "everybody on it is out of the fight or takes no part in the phase.",
    ),
    "pass-end": ("everybody", "A pass is over; further passes go by what is so after it."),
    "declare": ("who declares", "A declaration was made."),
    "rolled": ("everybody, or who draws", "An order was rolled, or somebody has drawn one card more for it."),
    "attack": ("who made it", "An attack was recorded, whatever came of it."),
    "hit": ("who was hit", "An attack was recorded as a hit; the actor is who made it. For triggers only."),
    "round-end": ("everybody", "A round is over."),
    "encounter-end": ("everybody", "The encounter is ended."),
}
"""Moment → who it is for, when it is."""

ACTIVITIES: dict[str, str] = {
    "act": "Taking any action.",
    "react": "Taking any reaction.",
    "declare": "Declaring.",
    "ready": "Readying an action.",
    "delay": "Putting the turn off.",
    "resume": "Taking the turn that was put off.",
}

KEYS: tuple[tuple[str, str], ...] = (
    ("roll desc", "By the order's roll, the highest first; `asc`: the lowest first."),
    ("count desc", "By the present count, which moves: the order is sorted anew whenever it changes."),
    ("agility desc", "By a formula, mostly a stat; `asc` turns it round."),
    ("rank agility desc", "By the place that the formula gives within the own side, so that sides "
    "alternate."),
    ("rolloff d20 desc", "The tied roll this die, as often as needed. `roll` instead of the die: the "
    "order's roll again."),
    ("rolloff d20 desc once", "One pass only; what is still tied goes to the next key."),
    ("coin", "The toss of a coin."),
    ("kind npc", "The GM's combatants before those of the players; `kind pc`: the other way round."),
    ("pick", "The GM puts whoever is tied in order."),
    ("pick npc", "The GM puts tied combatants of this kind in order; also `pick pc`."),
    ("list", "By the place in the list of combatants."),
    ("list alike", "The same, but only among the GM's combatants of one side; others stay tied."),
    ("order sides", "By the place in another order."),
    ("order sides reversed", "By the place in another order, from its end."),
    ("then agility desc", "Where slots act at the same moment (`together`): in which order they do."),
)  # fmt: skip
"""Ways to write a sort key, and their meaning."""

REFILLS: dict[str, str] = {
    "encounter-start": "At the start of the encounter.",
    "join": "When the combatant joins.",
    "placed": "When the combatant has joined and got a place in the order.",
    "round-start": "At the beginning of every round.",
    "turn-start": "At the beginning of the own turn.",
    "act": "Never: nothing is refilled by acting.",
    "turn-end": "At the end of the own turn.",
    "turn-over": "At the end of every turn, whoever had it.",
    "place-over": "When the own place in the order is over, with a turn or without one.",
    "pass-end": "At the end of every pass.",
    "declare": "When the combatant declares.",
    "rolled": "When an order was rolled.",
    "attack": "When an attack of the combatant was recorded.",
    "hit": "Never: nothing is refilled by a hit.",
    "round-end": "At the end of every round.",
    "encounter-end": "At the end of the encounter.",
}
