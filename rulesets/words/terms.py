"""Terms: what a ruleset and a table call things, so that sentences never show an id that has a label."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from rulesets.formula.dice import print_code
from rulesets.seen.labels import label_in, plain
from rulesets.seen.number_format import card_shown, entry_shown, minus, place_count, step_label, step_short
from rulesets.table.encounter import GHOST, Effect, Place
from rulesets.vocabulary import Entry, Rules, find_phase
from rulesets.words.catalogue import FIELDS, LASTS, LISTS, TICKS, WORDS
from rulesets.words.filling import Many, Templates, capital, choose, fill, small
from rulesets.words.logbook import LINES, MISSED, MOVED_AT

MOST_NAMES = 5
"""Names that a sentence lists before it says how many more there are."""
SHORT_STEP = 14
"""Characters that the label of a track's step may have in a sentence; longer ones show their short form."""


def waiting_word(rules: Rules) -> str:
    """Return the ruleset's label of delaying, which is that of who waits, too; '' if it is plainly that."""
    label = rules.delay.label if rules.delay is not None else ""
    return "" if small(label) == "delay" else label


class Terms:
    """Looks labels and names up, and puts them into the catalogue's templates."""

    def __init__(
        self,
        rules: Rules,
        names: Callable[[str], str],
        translate: Callable[[str], str] = str,
        cited: Callable[[str], str] = str,
    ) -> None:
        """Speak of ``rules``; ``names`` gives what combatants are called, ``translate`` another template.

        ``cited`` gives a citation as people are to read it.
        """
        self.cited = cited
        self.rules = rules
        self._names = names
        self._translate = translate
        self._stages: dict[tuple[str, str], str] = {}

    def say(self, templates: Templates, params: Mapping[str, Any]) -> str:
        """Return the sentence of the first template whose parameters are all given."""
        return fill(self._translate(choose(templates, params)), params)

    def translated(self, template: str) -> str:
        """Return a template without parameters in the reader's language."""
        return self._translate(template)

    def word(self, key: str, **params: Any) -> str:
        """Return a word or phrase of the catalogue; '' if it has none."""
        return fill(self._translate(WORDS[key]), params) if key in WORDS else ""

    def field(self, key: Any) -> str:
        """Return what people call something that the engine has a name for; '' if that is its name."""
        return self._translate(FIELDS[str(key)]) if str(key) in FIELDS else ""

    # -- names -------------------------------------------------------------------------------------

    def name(self, ident: Any) -> str:
        """Return what a combatant, a group or a side is called, as it was typed; '' for nobody.

        A group that is called by the plural (*goblins*, and not *squad* or *boss*) is several.
        """
        text = str(ident or "")
        if not text or text.startswith(GHOST):
            return ""
        plural = text.endswith("s") and not text.endswith("ss")
        return self._names(text) or (Many(text) if plural else text)

    def names(self, idents: Iterable[Any], most: int = MOST_NAMES) -> str:
        """Return names in one line, at most ``most`` of them."""
        found = [self.name(ident) for ident in idents]
        line = self.listed(found, most)
        return Many(line) if len(found) > 1 else line

    def listed(self, texts: Sequence[str], most: int = MOST_NAMES) -> str:
        """Return texts in one line, at most ``most`` of them."""
        shown, more = texts[:most], len(texts) - most
        line = shown[0] if shown else ""
        for text in shown[1:]:
            line = self.say(LISTS["between"], {"left": line, "right": text})
        return self.say(LISTS["more"], {"names": line, "number": more}) if more > 0 else line

    def together(self, texts: Sequence[str]) -> str:
        """Return texts in one line, with 'and' before the last one."""
        first = self.listed(texts[:-1], len(texts))
        return self.say(LISTS["last"], {"left": first, "right": texts[-1]}) if first else "".join(texts)

    # -- labels ------------------------------------------------------------------------------------

    def label(self, table: Mapping[str, Entry], ident: Any) -> str:
        """Return the label of an entry, or its id as people read it."""
        return label_in(table, str(ident or ""))

    def use(self, resource: Any, ident: Any) -> str:
        """Return what a point of a resource is spent on, by the name that the resource has for it."""
        rule = self.rules.resources.get(str(resource))
        known = rule is not None and str(ident) in rule.uses
        return self.label(rule.uses, ident) if rule is not None and known else self.thing(ident)

    def thing(self, ident: Any) -> str:
        """Return the label of whatever in the ruleset has this id."""
        rules = self.rules
        tables: tuple[Mapping[str, Entry], ...] = (
            rules.actions,
            rules.reactions,
            rules.declarations,
            rules.costs,
            rules.pipelines,
            rules.checks,
            rules.states,
            rules.stats,
            rules.tracks,
            rules.resources,
        )
        for table in tables:
            if str(ident) in table:
                return self.label(table, ident)
        return plain(str(ident or ""))

    def cost(self, ident: Any) -> str:
        """Return the label of a type of action."""
        return self.label(self.rules.costs, ident)

    def pool(self, ident: Any) -> str:
        """Return the label of a pool."""
        return self.label(self.rules.pools, ident)

    def pool_short(self, ident: Any) -> str:
        """Return what a pool is called behind a number: 'AP'."""
        rule = self.rules.pools.get(ident)
        return rule.short if rule is not None and rule.short else self.pool(ident)

    def state(self, ident: Any) -> str:
        """Return the label of a state, or the name of an effect."""
        return self.label(self.rules.states, ident)

    def effect(self, effect: Effect) -> str:
        """Return what an effect is called, with how large it is: 'Dread 2'."""
        return f"{self.state(effect.name)} {effect.large}".rstrip()

    def reason(self, ident: Any) -> str:
        """Return what a state, track, tally or tie is called that marks a roll."""
        if ident in self.rules.states:
            return self.label(self.rules.states, ident)
        if ident in self.rules.tallies and ident not in self.rules.tracks:
            return self.label(self.rules.tallies, ident)
        if ident in self.rules.relations and ident not in self.rules.tracks:
            return self.label(self.rules.relations, ident)
        return self.track(ident)

    def check(self, ident: Any, name: str) -> str:
        """Return what a roll is called that somebody is asked for; with its own name 'Recharge, Breath'."""
        own = name.removeprefix(f"{ident}:")
        if own in ("", ident):
            return self.label(self.rules.checks, ident) if ident in self.rules.checks else self.state(ident)
        label = self.label(self.rules.checks, ident)
        return self.say(LINES["check"], {"label": label, "name": capital(self.state(own))})

    def degree(self, ident: Any, degree: str) -> str:
        """Return what a degree of a check is called, as it stands inside of a sentence."""
        return small(self._own_degree(ident, degree)) or self.word(degree)

    def answer(self, ident: Any, degree: str) -> str:
        """Return what a degree of a check is called where it stands by itself, as on a button."""
        return self._own_degree(ident, degree) or capital(self.word(degree))

    def _own_degree(self, ident: Any, degree: str) -> str:
        """Return what the ruleset calls a degree of a check; '' if nothing of its own."""
        rule = self.rules.checks.get(ident)
        return "" if rule is None else rule.called(degree)

    def stat(self, ident: Any) -> str:
        """Return the label of a stat."""
        return self.label(self.rules.stats, ident)

    def track(self, ident: Any) -> str:
        """Return the label of a track."""
        return self.label(self.rules.tracks, ident)

    def phase(self, ident: Any) -> str:
        """Return the label of a phase."""
        phase = find_phase(self.rules, str(ident))
        return (phase.label if phase is not None else "") or plain(str(ident or ""))

    def stage(self, ident: str, pipeline: str = "") -> str:
        """Return the label of a stage, of any pipeline that has one of that name if none is named."""
        known = self._stages.get((ident, pipeline))
        if known is None:
            known = self._stages[ident, pipeline] = self._stage(ident, pipeline)
        return known

    def _stage(self, ident: str, pipeline: str) -> str:
        for name, rule in self.rules.pipelines.items():
            for candidate in rule.stages if pipeline in ("", name) else ():
                if candidate.id == ident and candidate.label:
                    return candidate.label
        return plain(ident)

    def step(self, track: str, number: int) -> str:
        """Return what a step of a track is called, in a few words."""
        rule = self.rules.tracks.get(track)
        if rule is None or not 0 <= number < len(rule.steps):
            return str(number)
        label, short = step_label(rule, number), rule.steps[number].short
        return label if len(label) <= SHORT_STEP or not short else step_short(rule, number)

    def card(self, deck: Any, card: Any) -> str:
        """Return a card of a deck as people read it."""
        return card_shown(self.rules, str(deck), str(card))

    def count(self, order: str, place: Place) -> int | str:
        """Return the count, or the card, of a place in an order."""
        return place_count(self.rules, self.rules.orders.get(order), place)

    def rolled(self, order: str, place: Place) -> int | str:
        """Return the count of a place that has rolled, and what is on it whatever was rolled."""
        count = self.count(order, place)
        if not place.shift:
            return count
        shift = f"+{place.shift}" if place.shift > 0 else minus(str(place.shift))
        rolled = minus(str(place.count - place.shift))
        params = {"count": count, "rolled": rolled, "shift": shift, "why": self.shift(order)}
        return self.say(LINES["shifted"], params)

    def shift(self, order: str) -> str:
        """Return what is on every count of an order whatever was rolled; '' if it has no name."""
        stat = self.rules.orders[order].shift
        return small(self.stat(stat)) if stat in self.rules.stats else ""

    def delay_word(self) -> str:
        """Return what the ruleset calls delaying, if it is not plainly that."""
        verb = self.rules.delay.verb if self.rules.delay is not None else ""
        return ("" if small(verb) == "delay" else verb) or waiting_word(self.rules)

    def moved_at(self, moment: str) -> str:
        """Return when a rule has moved counts; '' if the moment needs no words."""
        return self._translate(MOVED_AT[moment]) if moment in MOVED_AT else ""

    def missed(self, reason: str, slot: str = "") -> str:
        """Return why a place has come by without a turn, of one or of several; '' if that needs no words."""
        named = {"slot": self.name(slot)}
        return fill(self._translate(MISSED[reason]), named) if reason in MISSED else ""

    # -- values ------------------------------------------------------------------------------------

    def value(self, value: Any, stat: str = "") -> str:
        """Return an entered value as people write it: die codes, yes and no, lists."""
        rule = self.rules.stats.get(stat)
        if isinstance(value, bool):
            return self.word("yes" if value else "no")
        if rule is not None and rule.type == "text" and isinstance(value, str):
            return entry_shown(self.rules, value)
        if rule is not None and rule.type == "code" and isinstance(value, int):
            return print_code(value)
        if isinstance(value, list | tuple):
            return self.listed([self._part(item) for item in value]) or self.word("nothing")
        return value if isinstance(value, str) else "" if value is None else minus(str(value))

    def _part(self, item: Any) -> str:
        if not isinstance(item, dict):
            return plain(str(item))
        kinds = [plain(str(kind)) for key in ("only", "bypass") for kind in item.get(key) or ()]
        sign = "/" if item.get("bypass") else " "
        return sign.join([str(item.get("value", "")), *kinds])

    def lasts(self, effect: Effect, under_way: Collection[str] | None = None) -> str:
        """Return how long an effect still lasts; ``under_way``: slots whose turns are, None if unknown."""
        until = effect.until
        if effect.sources and "" not in effect.sources:
            return self.translated(LASTS["brought"])
        if until == "encounter" and effect.left < 0:
            return self.translated(LASTS[until])
        if effect.endless and (ends := self.ends(effect.name)):
            return self.word("until-ruled", moments=self.listed(ends))
        if effect.left < 0 and not until and self._dwindles(effect):
            return self.word("until-nothing")
        if effect.left <= 0 or f"{until}-rounds" not in LASTS:
            return self.rounds(effect.left)
        name = {"name": self.name(effect.anchor), "number": effect.left}
        if effect.left > 1:
            return fill(self._translate(LASTS[f"{until}-rounds"]), name)
        elsewhere = until == "turn-end" and under_way is not None and effect.anchor not in under_way
        upcoming = until != "turn-start" and (effect.skips or elsewhere)
        return fill(self._translate(LASTS[f"{until}-next" if upcoming else until]), name)

    def ends(self, state: str) -> list[str]:
        """Return when the rules end a state within the fight: 'in the phase Intention'."""
        rule = self.rules.states.get(state)
        return [
            self.say(TICKS[one.at], {"phase": self.phase(one.phase) if one.phase else ""})
            for one in (rule.ends if rule is not None else ())
            if one.at in TICKS and one.at != "encounter-end"
        ]

    def _dwindles(self, effect: Effect) -> bool:
        """Return whether an effect goes down by itself, whatever else holds."""
        rule = self.rules.states.get(effect.name)
        ticks = rule.ticks if rule is not None and effect.size else ()
        return any(one.by[:1] == "-" and not one.condition for one in ticks)

    def rounds(self, number: int) -> str:
        """Return a duration: -1 lasts until it is ended, 0 waits for a check."""
        if number < 0:
            return self.word("until-ended")
        if number == 0:
            return self.word("check-due")
        return self.word("one-round") if number == 1 else self.word("rounds", number=number)
