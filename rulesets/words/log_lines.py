"""Told lines: the parameters of each code as people read them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import structs

from rulesets.formula.amounts import MOST_DICE, AmountError, Fallen, read_amount
from rulesets.formula.dice import print_code
from rulesets.formula.wild import done_by_wild
from rulesets.seen.labels import plain
from rulesets.table import events as ev
from rulesets.table.told import Applied, Thrown, told_applied
from rulesets.vocabulary import Input, Pipeline, choices_of
from rulesets.words.facts import Facts
from rulesets.words.filling import small, texts_in
from rulesets.words.logbook import LINES, LOG
from rulesets.words.stages import stages_in_brief
from rulesets.words.terms import MOST_NAMES, Terms
from rulesets.words.timeline import Mark

_MOST_HIT = 12
"""Targets of which the title says how much each of them was dealt."""
_PEOPLE = frozenset({"who", "slot", "by", "target", "after"})


class Telling:
    """Writes told lines of one command."""

    def __init__(self, terms: Terms, facts: Facts, mark: Mark | None) -> None:
        """Write for ``facts``; ``mark`` is when it was, if that is known."""
        self.terms = terms
        self.facts = facts
        self.mark = mark

    def line(self, told: ev.Told) -> str:
        """Return the line of a told code; a code that only a ruleset knows is shown as it is."""
        params = self.params(told)
        variant = _VARIANTS.get(told.code)
        templates = LINES[variant[1]] if variant and params.get(variant[0]) else LOG.get(told.code)
        if templates is None:
            return self.terms.say(LINES["told"], {**params, "code": plain(told.code)})
        return self.terms.say(templates, params)

    def params(self, told: ev.Told) -> dict[str, Any]:
        """Return what fills the line of ``told``."""
        given, writer = told.params, _WRITERS.get(told.code)
        written = writer(self, given) if writer is not None else {}
        plainly = {name: self._shown(name, value) for name, value in given.items() if name not in written}
        return plainly | written

    def _shown(self, name: str, value: Any) -> str:
        if name in _PEOPLE:
            return self.terms.name(value)
        return value if isinstance(value, str) else self.terms.value(value)

    # -- single codes ------------------------------------------------------------------------------

    def _started(self, given: Mapping[str, Any]) -> dict[str, Any]:
        return {"surprise": given["surprise"]}

    def _joined(self, given: Mapping[str, Any]) -> dict[str, Any]:
        rules, slot = self.terms.rules, self.facts.joined.get(str(given["who"]))
        rolled = (p for p in self.facts.placed if p.order in rules.orders and rules.orders[p.order].roll)
        counted = [p for p in rolled if slot is None or p.slot == slot]
        return {"count": self.terms.rolled(counted[0].order, counted[0].place) if counted else None}

    def _turn_began(self, given: Mapping[str, Any]) -> dict[str, Any]:
        mark = self.mark
        known = mark is not None and mark.after.active == given["slot"]
        return {"count": mark.after.count if mark is not None and known else None}

    def _delayed(self, given: Mapping[str, Any]) -> dict[str, Any]:
        to = given["count"] if given["kind"] == "count" else None
        gone = any(told.params["slot"] == given["slot"] for told in self.facts.telling("turn-lost"))
        lost = self.terms.name(given["slot"]) if gone and given["kind"] == "wait" else None
        word = self.terms.delay_word() or None
        return {"lost": lost, "to": to, "later": given["round"] or None, "word": word}

    def _contest_lost(self, given: Mapping[str, Any]) -> dict[str, Any]:
        return {"active": self.terms.name(given["active"])}

    def _drew(self, given: Mapping[str, Any]) -> dict[str, Any]:
        cards = [self.terms.card(given["deck"], card) for card in given["cards"]]
        several = self.terms.listed(cards) if len(cards) > 1 else ""
        return {"cards": several, "kept": self.terms.card(given["deck"], given["kept"])}

    def _shuffled(self, given: Mapping[str, Any]) -> dict[str, Any]:
        return {"deck": self.terms.label(self.terms.rules.decks, given["deck"])}

    def _card_set(self, given: Mapping[str, Any]) -> dict[str, Any]:
        order = self.terms.rules.orders.get(given["order"])
        deck = order.roll.deck if order is not None and order.roll is not None else ""
        old, new = given["old"], given["new"]
        return {"old": self.terms.card(deck, old) if old else "", "new": self.terms.card(deck, new)}

    def _count_moved(self, given: Mapping[str, Any]) -> dict[str, Any]:
        why = self.terms.moved_at(str(given.get("why", "")))
        return {"order": self.terms.label(self.terms.rules.orders, given["order"]), "why": why}

    def _counts_moved(self, given: Mapping[str, Any]) -> dict[str, Any]:
        return {**self._count_moved(given), "counts": counts_listed(self.terms, given["counts"])}

    def _turn_missed(self, given: Mapping[str, Any]) -> dict[str, Any]:
        return {"why": self.terms.missed(given["reason"], given["slot"])}

    def _resumed(self, given: Mapping[str, Any]) -> dict[str, Any]:
        last = str(given.get("last") or "")
        inside = str(given.get("inside") or "")
        return {
            "last": self.terms.name(last) if last else "",
            "inside": self.terms.name(inside) if inside else "",
        }

    def _chosen(self, given: Mapping[str, Any]) -> dict[str, Any]:
        by, chooser = given["by"], str(given["chooser"])
        own = by == "last" and chooser == given["slot"]
        return {
            "own": self.terms.name(chooser) if own else "",
            "chooser": self.terms.name(chooser) if by == "last" else "",
            "side": chooser if by == "side" else "",
        }

    def _readied_action(self, given: Mapping[str, Any]) -> dict[str, Any]:
        return {"action": self.terms.thing(given["action"])}

    def _declared(self, given: Mapping[str, Any]) -> dict[str, Any]:
        rule = self.terms.rules.declarations.get(given["name"])
        shown = []
        for key, value in given["fields"].items():
            if value in (None, "", 0, False, [], ()):
                continue
            field = rule.inputs.get(key) if rule is not None else None
            label = small((field.label if field is not None else "") or plain(key))
            text = self._field(field, value)
            free = isinstance(value, str) and (field is None or field.type == "text")
            key = "quoted" if free else "pair"
            shown.append(label if value is True else self.terms.say(LINES[key], _pair(label, text)))
        label = self.terms.label(self.terms.rules.declarations, given["name"])
        plainly = any(phase.declaration == given["name"] for phase in self.terms.rules.phases)
        return {
            "name": "" if plainly else label,
            "verb": rule.verb if rule is not None else "",
            "paid": self._numbered(str(given["who"])),
            "fields": self.terms.listed(shown),
        }

    def _field(self, field: Input | None, value: Any) -> str:
        """Return what was filled into a field: names of combatants, labels of choices, or the value."""
        kind = "" if field is None else field.type
        if kind in ("combatant", "combatants"):
            return self.terms.names(value) if isinstance(value, list | tuple) else self.terms.name(value)
        if field is not None and (field.chosen or kind == "stat"):
            return self.terms.label(choices_of(self.terms.rules, field), value)
        return self.terms.value(value)

    def _acted(self, given: Mapping[str, Any]) -> dict[str, Any]:
        terms, name, cost = self.terms, str(given["name"]), str(given["cost"])
        named = name != cost
        params: dict[str, Any] = {"name": terms.thing(name) if named else terms.cost(cost)}
        params["paid"] = self._paid(str(given["who"]), cost, named)
        action = terms.rules.actions.get(name)
        changed = [p for p in self.facts.parts if p.who == given["who"] and p.key == name]
        lesser = action.parts_of(limited=True) if action is not None else 1
        if action is not None and (action.parts > 1 or (changed and lesser > 1)):
            parts = action.parts if action.parts > 1 else lesser
            new = changed[-1].new if changed else None
            if given["part"] and new is not None:
                params.update(number=new.paid, parts=parts)
            elif not given["part"]:
                params.update(number=parts, parts=parts)
        if given.get("roll") is not None:
            code = {"code": print_code(int(given["roll"])), "skill": terms.stat(given["skill"])}
            params["rolled"] = terms.say(LINES["rolls"], code)
        return params

    def _paid(self, who: str, cost: str, named: bool) -> str:
        """Return what an action cost, in brackets behind its name: its type, and what stood in for it."""
        terms, rules = self.terms, self.terms.rules
        numbered = self._numbered(who)
        if numbered:
            return numbered
        spent = self._spent_pools(who)
        own = small(terms.pool(cost) if cost in rules.pools else terms.cost(cost))
        keys = {p.key for p in spent}
        if cost in rules.pools and keys and cost not in keys:
            other = terms.listed([small(terms.pool(key)) for key in rules.pools if key in keys])
            return terms.word("paid-with", cost=own, pool=other) if named else terms.word("with", pool=other)
        return own if named else ""

    def _numbered(self, who: str) -> str:
        """Return what was paid from pools that are counted in numbers: '3 AP'; '' for none."""
        rules, terms = self.terms.rules, self.terms
        amounts = [
            terms.say(LINES["amount"], _amount((p.old or 0) - (p.new or 0), terms.pool_short(p.key)))
            for p in self._spent_pools(who)
            if p.key in rules.pools and rules.pools[p.key].shown == "number"
        ]
        return terms.listed(amounts)

    def _spent_pools(self, who: str) -> list[ev.PoolChanged]:
        return [p for p in self.facts.pools if p.who == who and (p.new or 0) < (p.old or 0)]

    def _resolved(self, given: Mapping[str, Any]) -> dict[str, Any]:
        return {"name": self.terms.thing(given["name"]), "cancelled": given["cancelled"]}

    def _parts_lost(self, given: Mapping[str, Any]) -> dict[str, Any]:
        return {"action": self.terms.thing(given["action"])}

    def _left_undone(self, given: Mapping[str, Any]) -> dict[str, Any]:
        rules = self.terms.rules.declarations
        return {"names": ", ".join(self.terms.label(rules, name) for name in given["names"])}

    def _reacted(self, given: Mapping[str, Any]) -> dict[str, Any]:
        name = str(given["name"])
        reactions = self.terms.rules.reactions
        return {"name": self.terms.label(reactions, name) if name in reactions else self.terms.thing(name)}

    def _attacked(self, given: Mapping[str, Any]) -> dict[str, Any]:
        critical = "critical-hit" if given["result"] == "hit" else "critical-failure"
        result = self.terms.word(critical) if given.get("critical") else plain(given["result"])
        unpaid = self.terms.word("unpaid") if given.get("unpaid") else ""
        how = self.terms.listed([one for one in (plain(given["kind"]), result, unpaid) if one])
        told = {name: given.get(name) for name in ("using", "rolled", "against")}
        told["defense"] = self.terms.stat(given["defense"]) if given.get("defense") else None
        known = any(told[name] not in (None, "") for name in ("using", "rolled"))
        came = (result or self.terms.word("set-aside")) if given.get("settles") else None
        return {"came": came, "how": how, "roll": self.terms.say(LINES["attack-roll"], told) if known else ""}

    def _healed(self, given: Mapping[str, Any]) -> dict[str, Any]:
        return {"stat": self.terms.stat(given["stat"])}

    def _pool_changed(self, given: Mapping[str, Any]) -> dict[str, Any]:
        return {"pool": self.terms.pool(given["pool"])}

    def _spent(self, given: Mapping[str, Any]) -> dict[str, Any]:
        return {
            "resource": self.terms.label(self.terms.rules.resources, given["resource"]),
            "on": self.terms.use(given["resource"], given["on"]),
        }

    def _rested(self, given: Mapping[str, Any]) -> dict[str, Any]:
        return {"rest": self.terms.label(self.terms.rules.rests, given["rest"])}

    def _check(self, given: Mapping[str, Any]) -> dict[str, Any]:
        check: dict[str, Any] = {"check": self.terms.check(given["check"], given["name"])}
        rule = self.terms.rules.checks.get(given["check"])
        if rule is not None and rule.at_most and given.get("against") is not None:
            check["most"] = given["against"]
        if rule is not None and given.get("against") is None and rule.answers:
            check["question"] = check["check"]
        if "degree" in given:
            check["degree"] = self.terms.degree(given["check"], given["degree"])
            if check["check"].endswith("?"):
                check["answer"] = self.terms.answer(given["check"], given["degree"])
        total, against = given.get("total"), given.get("against")
        if total is not None and against is not None:
            low = rule is not None and rule.at_most
            good = total <= against if low else total >= against
            check[("within" if good else "above") if low else ("reached" if good else "below")] = against
        return check

    def _rules_changed(self, given: Mapping[str, Any]) -> dict[str, Any]:
        terms = self.terms
        options = terms.listed([self._option(name, given["values"].get(name)) for name in given["options"]])
        return {"options": "" if given["text"] else options, "both": options if given["text"] else ""}

    def _option(self, name: str, value: Any) -> str:
        """Return an option with the value that it has now."""
        terms, rule = self.terms, self.terms.rules.options.get(name)
        labels = [choice.label for choice in rule.choices if choice.value == value] if rule else []
        shown = (labels[0] if labels else "") or str(value or "")
        return terms.say(
            LINES["option-set"], {"what": terms.label(terms.rules.options, name), "value": shown}
        )

    def _rules_lost(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return what somebody has lost, and how much of it there was."""
        terms, kind, what, value = self.terms, given.get("kind", "pool"), given["what"], given["value"]
        finder = _LOST.get(kind)
        label = finder(terms, what) if finder is not None else terms.thing(what)
        if kind in LINES:
            label = terms.say(LINES[kind], {"what": label})
        if kind == "stat":
            shown = terms.value(value, what)
        elif kind == "track":
            shown = terms.step(what, value)
        else:
            shown = terms.name(value) if kind == "relation" else terms.value(value)
        return {"what": label, "value": shown}

    # -- pipelines ---------------------------------------------------------------------------------

    def params_for_all(self, applied: Sequence[Applied]) -> dict[str, Any]:
        """Return what fills the one line of a pipeline for several: what all of them were told."""
        first = applied[0]
        given = {key: value for key, value in first.inputs.items() if _same(applied, key)}
        dice = tuple(one for one in first.thrown if all(one in each.thrown for each in applied))
        params = self.params_applied(structs.replace(first, inputs=given, thrown=dice))
        rule = self.terms.rules.pipelines.get(first.pipeline)
        if rule is not None and rule.amount and not _same(applied, rule.amount):
            params["amount"] = None
            shares = [self._share(each, each.inputs.get(rule.amount, 0)) for each in applied]
            params["each"] = self.terms.listed(shares, _MOST_HIT)
        return params

    def _share(self, one: Applied, amount: Any) -> str:
        """Return how much one of several was dealt: many names end in a number, so it stands before them."""
        return self.terms.say(
            LINES["share"], {"amount": self.terms.value(amount), "who": self.terms.name(one.who)}
        )

    def dealt(self, applied: Sequence[Applied]) -> list[str]:
        """Return for each of several how much it was dealt, where the title has not room for all; else ''.

        If it is the same for all, that is only said of those of whom nothing else is.
        """
        rule = self.terms.rules.pipelines.get(applied[0].pipeline) if applied else None
        key = rule.amount if rule is not None else ""
        same = bool(key) and _same(applied, key)
        if not key or len(applied) <= (MOST_NAMES if same else _MOST_HIT):
            return ["" for _ in applied]
        filled = [self.params_applied(each) for each in applied]
        return ["" if same and each["stages"] else self.terms.say(LINES["dealt"], each) for each in filled]

    def own_inputs(self, applied: Sequence[Applied]) -> list[str]:
        """Return for each of several what it alone was told: 'strength roll 7'; '' for nothing.

        The title says how much each of them was dealt.
        """
        found = []
        for each in applied:
            rule = self.terms.rules.pipelines.get(each.pipeline)
            amount = rule.amount if rule is not None else ""
            given = ((key, value) for key, value in each.inputs.items() if key != amount)
            shown = [self._input(rule, key, value) for key, value in given if not _same(applied, key)]
            own = (one for one in each.thrown if any(one not in a.thrown for a in applied))
            shown += [self._thrown(one, each) for one in own]
            found.append(self.terms.listed(shown))
        return found

    def _input(self, rule: Pipeline | None, key: str, value: Any) -> str:
        """Return what a pipeline was told, in a few words."""
        known = rule.inputs.get(key) if rule is not None else None
        label = small((known.label if known is not None else "") or plain(key))
        if isinstance(value, bool):
            return label
        if isinstance(value, str):
            return plain(value)
        return self.terms.say(LINES["pair"], _pair(label, self.terms.value(value)))

    def _thrown(self, dice: Thrown, given: Applied) -> str:
        """Return dice as they fell: '3d8+4: 5 + 2 + 7 + 4 = 18', or '2d8+5: (4 + 3) × 3 + 5 = 26'."""
        shown, times = sum(dice.fell), self._times(dice, given)
        fallen = Fallen(shown * times + dice.plus, dice.fell[:MOST_DICE], dice.plus, times)
        said = {"typed": dice.typed, "told": fallen.told}
        if wild := self._wild(dice):
            return self.terms.say(LINES["thrown-wild"], {**said, "wild": self.terms.word(f"wild-{wild}")})
        return self.terms.say(LINES["thrown"], said)

    def _wild(self, dice: Thrown) -> str:
        """Return what the wild die among dice has done, '' where none is, or nothing."""
        try:
            amount = read_amount(dice.typed)
        except AmountError:
            return ""
        return "" if amount is None else done_by_wild(amount, dice.fell, self.terms.rules.wild)

    def _times(self, dice: Thrown, given: Applied) -> int:
        """Return how often what dice show has counted: 1 unless something it was told says that it does more.

        That shows in what they came to.
        """
        rule, came, shown = self.terms.rules.pipelines.get(given.pipeline), None, sum(dice.fell)
        if rule is not None and any(
            given.inputs.get(name) and told.doubles == "result" for name, told in rule.inputs.items()
        ):
            came = given.inputs.get(dice.input)
        if not isinstance(came, int) or not shown or (came - dice.plus) % shown:
            return 1
        return max(1, (came - dice.plus) // shown)

    def _threw(self, given: Mapping[str, Any]) -> dict[str, Any]:
        wild = given.get("wild", "")
        told = self.terms.word(f"wild-{wild}") if wild else ""
        without = texts_in(given, "without")
        typed = given["amount"] == given["sum"]  # a total from the table, which is said once
        return {
            "what": self.terms.thing(given["what"]),
            "amount": "" if typed else given["amount"],
            "wild": told,
            "without": self.terms.listed(without) if without else "",
        }

    def _worked_out(self, given: Mapping[str, Any]) -> dict[str, Any]:
        terms, rolled = self.terms, given["dice"].items()
        return {
            "formula": terms.label(terms.rules.formulas, given["formula"]),
            "of": plain(given.get("of", "")),
            "rolled": terms.listed([terms.say(LINES["pair"], _pair(die, n)) for die, n in rolled]),
        }

    def _applied(self, given: Mapping[str, Any]) -> dict[str, Any]:
        return self.params_applied(told_applied(given))

    def params_applied(self, given: Applied) -> dict[str, Any]:
        """Return what fills the line of a pipeline that was applied to one."""
        terms = self.terms
        rule = terms.rules.pipelines.get(given.pipeline)
        inputs = dict(given.inputs)
        damage = rule is not None and rule.role == "damage"
        amount = inputs.pop(rule.amount, 0 if damage else None) if rule is not None and rule.amount else None
        shown = [self._input(rule, key, value) for key, value in inputs.items()]
        by = ""
        if given.by and given.by != given.who:
            by = terms.say(LINES["by"], {"by": terms.name(given.by)})
        label = terms.label(terms.rules.pipelines, given.pipeline)
        brief = stages_in_brief(terms, given.stages)
        only = brief if not shown and brief.startswith(f"{small(label)} ") else ""
        also = [part for part in (by, *(self._thrown(one, given) for one in given.thrown)) if part]
        if also:
            only, shown = only and f"{only} ({terms.listed(also)})", [*also, *shown]
        return {
            "only": only,
            "pipeline": label,
            "amount": amount,
            "damage": label if damage else "",
            "inputs": terms.listed(shown),
            "stages": brief,
        }

    def _track_moved(self, given: Mapping[str, Any]) -> dict[str, Any]:
        terms, track = self.terms, given["track"]
        old, new = terms.step(track, given["old"]), terms.step(track, given["new"])
        stays, worse = given["old"] == given["new"], given["new"] > given["old"]
        return {
            "track": terms.track(track),
            "old": old,
            "new": new,
            "same": new if stays else "",
            "lasting": new if given["persistent"] and worse else "",
        }

    def _set(self, given: Mapping[str, Any]) -> dict[str, Any]:
        terms, key = self.terms, given["key"]
        old, new = terms.value(given["old"], key), terms.value(given["new"], key)
        return {"key": terms.stat(key), "old": old, "new": new, "same": new if old == new else ""}

    def _pool_set(self, given: Mapping[str, Any]) -> dict[str, Any]:
        pool, old, new = self.terms.pool(given["pool"]), given["old"], given["new"]
        return {"pool": pool, "old": old, "new": new, "same": new if old == new else ""}

    def _count_set(self, given: Mapping[str, Any]) -> dict[str, Any]:
        old, new = given["old"], given["new"]
        return {"old": old, "new": new, "same": new if old == new else ""}

    def _described(self, given: Mapping[str, Any]) -> dict[str, Any]:
        keys = [event.key for event in self.facts.described if event.who == given["who"]]
        return {"fields": self.terms.listed([self.terms.field(key) or plain(key) for key in keys])}

    def _encounter_described(self, given: Mapping[str, Any]) -> dict[str, Any]:
        return {"fields": self.terms.listed([self.terms.field(key) or plain(key) for key in given["fields"]])}

    def _taken_up(self, given: Mapping[str, Any]) -> dict[str, Any]:
        return {"round": given["round"] or None}

    def _wave(self, given: Mapping[str, Any]) -> dict[str, Any]:
        return {"names": self.terms.listed(given["names"]), "round": given.get("round") or None}

    def _effect(self, given: Mapping[str, Any]) -> dict[str, Any]:
        params: dict[str, Any] = {
            "name": f"{self.terms.state(given['name'])} {given.get('size', '')}".rstrip()
        }
        if "rounds" in given:
            begun = self.facts.effect(given["who"], given["name"])
            rounds = given["rounds"]
            params["rounds"] = self.terms.rounds(rounds) if begun is None else self.terms.lasts(begun)
            params["by"] = "" if given["by"] == given["who"] else self.terms.name(given["by"])
        return params


def _same(applied: Sequence[Applied], key: str) -> bool:
    """Return whether everybody was told the same of an input."""
    first = applied[0].inputs.get(key)
    return all(each.inputs.get(key) == first for each in applied)


def counts_listed(terms: Terms, counts: Mapping[str, Sequence[int]]) -> str:
    """Return slots with the counts that they had and have, the highest first."""
    ranked = sorted(counts.items(), key=lambda entry: -entry[1][1])
    found = [
        terms.say(LINES["count-one"], {"who": terms.name(slot), "old": old, "new": new})
        for slot, (old, new) in ranked
    ]
    return terms.listed(found)


def _amount(number: int, pool: str) -> dict[str, Any]:
    return {"number": number, "pool": pool}


def _pair(label: str, value: str) -> dict[str, str]:
    return {"label": label, "value": value}


_VARIANTS: dict[str, tuple[str, str]] = {
    "started": ("surprise", "started-surprise"),
    "resolved": ("cancelled", "called-off"),
}
"""Code → parameter with which another line is meant, and the key of that line."""
_LOST: dict[str, Callable[[Terms, Any], str]] = {
    "stat": Terms.stat,
    "track": Terms.track,
    "pool": Terms.pool,
    "tally": lambda terms, what: terms.label(terms.rules.tallies, what),
    "relation": lambda terms, what: terms.label(terms.rules.relations, what),
    "declaration": lambda terms, what: terms.label(terms.rules.declarations, what),
    "check": lambda terms, what: terms.label(terms.rules.checks, what),
}
"""Kind of what a change of rules takes → how it is called; others are looked for everywhere."""
_WRITERS: dict[str, Callable[[Telling, Mapping[str, Any]], dict[str, Any]]] = {
    "started": Telling._started,
    "pool-set": Telling._pool_set,
    "count-set": Telling._count_set,
    "joined": Telling._joined,
    "turn-began": Telling._turn_began,
    "delayed": Telling._delayed,
    "contest-lost": Telling._contest_lost,
    "drew": Telling._drew,
    "shuffled": Telling._shuffled,
    "card-set": Telling._card_set,
    "resumed": Telling._resumed,
    "count-moved": Telling._count_moved,
    "counts-moved": Telling._counts_moved,
    "turn-missed": Telling._turn_missed,
    "chosen": Telling._chosen,
    "readied": Telling._readied_action,
    "readied-lost": Telling._readied_action,
    "triggered": Telling._readied_action,
    "declared": Telling._declared,
    "acted": Telling._acted,
    "resolved": Telling._resolved,
    "parts-lost": Telling._parts_lost,
    "left-undone": Telling._left_undone,
    "reacted": Telling._reacted,
    "attacked": Telling._attacked,
    "healed": Telling._healed,
    "pool-changed": Telling._pool_changed,
    "spent": Telling._spent,
    "threw": Telling._threw,
    "worked-out": Telling._worked_out,
    "rested": Telling._rested,
    "applied": Telling._applied,
    "track-moved": Telling._track_moved,
    "set": Telling._set,
    "described": Telling._described,
    "encounter-described": Telling._encounter_described,
    "taken-up": Telling._taken_up,
    "effect-noted": Telling._effect,
    "wave-planned": Telling._wave,
    "wave-dropped": Telling._wave,
    "wave-came": Telling._wave,
    "effect-began": Telling._effect,
    "effect-ended": Telling._effect,
    "effect-over": Telling._effect,
    "effect-check": Telling._effect,
    "size-changed": Telling._effect,
    "asked": Telling._check,
    "left-open": Telling._check,
    "checked": Telling._check,
    "rules-changed": Telling._rules_changed,
    "rules-lost": Telling._rules_lost,
    "rules-new": Telling._rules_lost,
}
"""Code → what fills its line beyond names and plain values."""
