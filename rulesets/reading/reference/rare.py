"""Why keys are keys of which one shipped ruleset makes use: what they say could not be said with the others.

Each group is one concept. A test holds the list against the shipped rulesets: what only one of them uses
stands here, and what two of them use does not.
"""

from __future__ import annotations

from typing import NamedTuple


class Rare(NamedTuple):
    """Keys that belong together, each with its table, and why there is no other way to say it."""

    keys: str
    """Such as ``Deck.cards Deck.signs``."""
    why: str

    def by_table(self) -> dict[str, list[str]]:
        """Return table → its keys."""
        found: dict[str, list[str]] = {}
        for one in self.keys.split():
            table, _, key = one.partition(".")
            found.setdefault(table, []).append(key)
        return found


RARE = (
    Rare(
        "Action.off_damage",
        "The damage of an attack stands in a note with all that is added to its dice: what an action lacks "
        "of that no pipeline can know, which is told the sum.",
    ),
    Rare(
        "Input.times",
        "Dice are thrown where damage is entered: by a stage, which is told their sum, it is too late to "
        "count them three times and what is added once.",
    ),
    Rare(
        "Stat.looks",
        "A word for players instead of the number is no state: nothing comes of it, and nobody has to begin "
        "or end it.",
    ),
    Rare(
        "Ruleset.deck Deck.cards Deck.signs Deck.shuffled_by Deck.held OrderRoll.deck OrderRoll.draws "
        "OrderRoll.keep OrderRoll.redraw DrawStage.draw",
        "What was drawn is gone until the deck is shuffled: no dice have such a memory. Chits and "
        "tokens are cards, too.",
    ),
    Rare(
        "Order.of Order.roller Order.together Ruleset.side_of",
        "Sides that have one place for all their members, who then act at the same moment. Where "
        "everybody has a place of its own there is nothing to say.",
    ),
    Rare(
        "Delay.ties",
        "Who goes first of two that are equal, and when one may wait at all, is settled by every table "
        "in its own way; left out it is what most say.",
    ),
    Rare(
        "Order.joins",
        "Rounds that are rolled for one by one have nothing for a latecomer to be sorted by.",
    ),
    Rare(
        "Order.shift",
        "A count that moves by itself, with a wound, is worked out and not taken off by an act.",
    ),
    Rare(
        "OrderRoll.another_die_at OrderRoll.fumble_at OrderRoll.wild",
        "What single dice do is no number that could be added: one more die, a warning, a die that "
        "counts in another way.",
    ),
    Rare(
        "Ruleset.act_roll Ruleset.act_least Ruleset.act_cite Act.skill Action.attacks",
        "Where rolls are die codes (3D+2) a skill is rolled with penalties that are dice, and no roll "
        "has less than so many. Where they are numbers, formulas say all of it.",
    ),
    Rare(
        "Phase.closes Phase.several Phase.rolls Phase.first Phase.sealed Phase.unused Declaration.acts "
        "Declaration.late Declaration.one_of Cost.on_top Input.names Input.spends",
        "Games in which people say first what they will do differ in who says it when, how much, what "
        "it takes and who gets to know: each of these is a rule, and none follows from another.",
    ),
    Rare(
        "Reaction.spare Reaction.covers Reaction.resolves Reaction.ignores",
        "What a reaction may use in place of its cost, how far it reaches and when it happens is no "
        "cost and no condition: it is still one reaction.",
    ),
    Rare(
        "Delay.contest Delay.contest_tie Delay.uncontested Delay.ends_good Ready.along Ready.ends_turn",
        "Waiting is a bargain that games price differently: a roll against the other, the rest of the "
        "turn, what stuns, what lasts to the turn's end. Left out it costs nothing more.",
    ),
    Rare(
        "Tick.with_delay",
        "Whether what happened with the beginning or end of a turn happened, if the turn is then put "
        "off, can be answered either way.",
    ),
    Rare(
        "State.size Common.kinds State.ticks SizeStage.size",
        "A condition with a number of its own, which moments change: without it each number would be a "
        "state.",
    ),
    Rare(
        "State.worse",
        "Steps of a ladder that are each a state of their own, as they do different things: a size has "
        "a number and no name.",
    ),
    Rare(
        "State.lasts State.lasts_by State.sustains State.lost_flag Ruleset.immune",
        "What holds only as long as its author keeps it up, or something else is so; and who cannot be "
        "in it at all. It is asked at every step, which no stage could do.",
    ),
    Rare(
        "Check.ends_effects Check.at_most Check.defeated Check.sheet AnswerStage.answer",
        "Rolls that fall due and are answered later: what they are called, what must be reached, who is "
        "still asked, what else can stand for an answer, and where it is entered what comes of it.",
    ),
    Rare(
        "Degree.of",
        "A roll that comes out in more than four ways: who asks for no more takes each as success or "
        "failure.",
    ),
    Rare(
        "Ready.kept_up",
        "What is done when something is readied is either what readying costs or an act of its own; the rest "
        "of the turn counts it as that.",
    ),
    Rare(
        "State.bans Ban.acts Ban.of",
        "What cannot be done to one, and can to everybody else: what a state forbids asks for the act alone.",
    ),
    Rare(
        "Ruleset.effects_by_author LiftStage.author",
        "Whether the same effect of somebody else takes the place of the first or lasts beside it can be "
        "answered either way; where it lasts beside it, one of them can end alone.",
    ),
    Rare(
        "Pool.if_any",
        "What only some have is shown to nobody else.",
    ),
    Rare(
        "Ruleset.power Power.check",
        "One rule for as many powers as a creature has, each of which is spent and rolled for by itself.",
    ),
    Rare(
        "Ruleset.owner OrderRoll.fixed",
        "Places that are not people: a lair stands on a fixed count and belongs to somebody.",
    ),
    Rare(
        "Alternative.borrows Action.limited Action.varies Deed.times PoolStage.too_little",
        "Ways to pay that are more than an amount: the next turn's, "
        "one part of a longer one, and what happens to whoever has less than is taken.",
    ),
    Rare(
        "Relation.state Relation.ends Relation.penalty Relation.except_if Relation.bars",
        "What holds between two: a state knows whom it is on, and not against whom.",
    ),
    Rare(
        "Stage.shows",
        "Numbers of that moment by which the game master decides what is flagged. A check says what it is "
        "rolled against; what is settled by hand has no other place for them.",
    ),
    Rare(
        "TrackStage.persistent",
        "Tracks differ in what a place on them does, and in whether the way back comes by itself.",
    ),
    Rare(
        "Table.entries",
        "What books print as a table is copied as one: as a formula nobody could hold it against the book.",
    ),
    Rare(
        "Resource.not_on",
        "What a point is never for is out of its time, and lacks nothing.",
    ),
    Rare(
        "Pipeline.amount",
        "What a number is called in the book need not be 'amount'; left out it is.",
    ),
    Rare(
        "PlaceStage.place",
        "Where somebody stands is no value that could be set: those around have to make room.",
    ),
)
"""What one shipped ruleset uses, by concept."""
