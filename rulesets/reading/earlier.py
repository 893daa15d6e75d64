"""Rulesets inside of encounters that were begun when the vocabulary was spelled otherwise.

The text stays as its author wrote it; its tables are respelled once the layers and options are laid. Only
encounters bring such texts, and each says of which version of encounter files its spelling is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from rulesets.vocabulary.budget import PROVOKES

Tables = dict[str, Any]
Kind = TypeVar("Kind", dict[str, Any], list[Any])


def respell(raw: Tables, spelling: int) -> None:
    """Spell the tables of a whole ruleset as today, in place; ``spelling`` is the version they are of."""
    for version, step in _STEPS.items():
        if spelling <= version:
            step(raw)


def _entries(raw: Tables, section: str) -> Iterator[Tables]:
    entries = raw.get(section)
    for entry in entries.values() if isinstance(entries, dict) else ():
        if isinstance(entry, dict):
            yield entry


def _table(raw: Tables, section: str) -> Tables:
    """Return a section that is one table; an empty one where there is none."""
    table = raw.get(section)
    return table if isinstance(table, dict) else {}


def _taken(entry: Tables, key: str, nothing: Kind) -> Kind:
    """Take a key out of an entry; what is no such thing stays, for the reading to refuse it."""
    value = entry.get(key)
    if not isinstance(value, type(nothing)):
        return nothing
    del entry[key]
    return value


# -- to version 4 ----------------------------------------------------------------------------------


def _by_stages(raw: Tables) -> None:
    """What costs, reactions and declarations count up, set and begin is what they do."""
    for cost in _entries(raw, "cost"):
        adds, forced = _taken(cost, "adds", {}), _taken(cost, "forced", {})
        if forced:
            cost["on_top"] = True
        for tally, amount in adds.items():
            _do(cost, {"if": "not on_top"} if tally in forced else {}, tally=tally, by=amount)
        for tally, amount in forced.items():
            _do(cost, {"if": "on_top"}, tally=tally, by=amount)
    for reaction in _entries(raw, "reaction"):
        done = _taken(reaction, "does", [])
        for tally, amount in _taken(reaction, "adds", {}).items():
            _do(reaction, {"if": "not spare and not covered"}, tally=tally, by=amount)
        _set(raw, reaction, _taken(reaction, "sets", {}), {"if": "not covered"})
        _begin(reaction)
        if done:
            reaction.setdefault("does", []).extend(done)
    for declaration in _entries(raw, "declaration"):
        adds, sets = _taken(declaration, "adds", {}), _taken(declaration, "sets", {})
        _set(raw, declaration, {key: value for key, value in sets.items() if key not in adds}, {})
        for tally, amount in adds.items():
            _do(declaration, {}, tally=tally, by=amount)
        _begin(declaration)
    for resource in _entries(raw, "resource"):
        if "adds" in resource:
            resource["code"] = resource.pop("adds")


def _set(raw: Tables, entry: Tables, sets: Tables, head: Mapping[str, Any]) -> None:
    pools = raw.get("pool")
    for target, value in sets.items():
        verb = "pool" if isinstance(pools, dict) and target in pools else "tally"
        _do(entry, head, **{verb: target, "to": value})


def _begin(entry: Tables) -> None:
    states = _taken(entry, "begin", [])
    if states:
        _do(entry, {}, begin=states)


def _do(entry: Tables, head: Mapping[str, Any], **stage: Any) -> None:
    does = entry.setdefault("does", [])
    if isinstance(does, list):
        does.append({**head, **stage})


def _inputs_alike(raw: Tables) -> None:
    """Declarations have inputs, too, and the default of every input is a formula."""
    for declaration in _entries(raw, "declaration"):
        fields = _taken(declaration, "fields", {})
        if fields:
            declaration["inputs"] = fields
        if "once" in declaration:
            declaration["once"] = "phase" if declaration["once"] else ""
        for one in _entries(declaration, "inputs"):
            one.setdefault("type", "text")
            if one["type"] == "number" and not one.get("needed") and one.get("default", "") == "":
                one["default"] = 0
    for pipeline in _entries(raw, "pipeline"):
        for one in _entries(pipeline, "inputs"):
            if isinstance(one.get("default"), str):
                one["default"] = _quoted(one["default"])


def _quoted(text: str) -> str:
    """Return the formula of a text; '' for none."""
    return repr(text) if text else ""


def _without_what_nobody_used(raw: Tables) -> None:
    """No ruleset is known that used these; whoever did goes on without them."""
    for section, key in (("pool", "only"), ("declaration", "completes")):
        for entry in _entries(raw, section):
            entry.pop(key, None)
    if isinstance(raw.get("ready"), dict):
        raw["ready"].pop("lost_at", None)


def _to_version_4(raw: Tables) -> None:
    _by_stages(raw)
    _inputs_alike(raw)
    _without_what_nobody_used(raw)


# -- to version 5 ----------------------------------------------------------------------------------


def _turns(raw: Tables) -> None:
    """Phases say how their turns come, and what is rolled when all have declared."""
    for phase in _entries(raw, "phase"):
        name = phase.pop("passes", "")
        if name:
            phase.update({"turns": "passes", "pass": name})
        _unused(phase)
        free, kind = phase.pop("any_order", False), phase.pop("free_sides", "")
        if free or kind:
            phase["any_order"] = "all" if free is True else free or kind
        if phase.get("closes") == "roll":
            del phase["closes"]
            phase.setdefault("rolls", phase.get("order", ""))


def _orders(raw: Tables) -> None:
    """An order without a roll that lasts is made with the first one that has one."""
    for order in _entries(raw, "order"):
        order.pop("made_with", None)


def _late(raw: Tables) -> None:
    """A declaration says itself that it is for whoever has not declared, and after which time."""
    declarations = _table(raw, "declaration")
    for phase in _entries(raw, "phase"):
        late, seconds = phase.pop("late", ""), phase.pop("count_off", 0)
        declaration = declarations.get(str(late))
        if isinstance(declaration, dict):
            declaration["late"] = seconds


def _unused(phase: Tables) -> None:
    """What a turn without an act loses is done in stages, and where there are any an act makes the turn."""
    listed, forgo = phase.pop("listed", "turn"), _taken(phase, "forgo", {})
    flag = phase.pop("forgo_flag", "")
    unused: list[Tables] = [{"pool": pool, "by": f"-({amount})"} for pool, amount in forgo.items()]
    if unused and flag:
        unused[-1]["flag"] = flag
    elif listed == "act" and not unused:
        unused = [{"let": "unused", "value": "true"}]
    if unused:
        phase["unused"] = unused


def _places(raw: Tables) -> None:
    """Where one stands who has put a turn off or readied an action is said in the same words."""
    delay, ready = _table(raw, "delay"), _table(raw, "ready")
    moves, lasts = delay.pop("moves", True), delay.pop("lasts", "encounter")
    if not moves or lasts == "pass":
        delay["place"] = "pass" if moves else "stays"
    place, rise = ready.pop("place", "before"), ready.pop("rise", True)
    if place != "before" or not rise:
        ready["place"] = "stays" if place == "stay" else "moves-down" if place == "before" else place


def _waiting(raw: Tables) -> None:
    """How long one can wait, and what becomes of the turn then, are two words."""
    delay = _table(raw, "delay")
    rest, until = delay.pop("rest_waiting", "lose"), delay.pop("until", "pass")
    lost = delay.pop("lost_with_pass", False)
    delay.pop("chooses", None)
    untouched, needs = delay.pop("untouched", True), delay.pop("needs", "")
    if not untouched:
        delay["needs"] = needs or "true"
    elif needs:
        delay["needs"] = f"not acted_this_turn and ({needs})"
    if rest == "lowest-first":
        delay.update({"until": until, "then": "may-act" if lost else "must-act"})
    elif rest != "lose":
        delay["until"] = {"stays": "never", "with-phase": "phase"}.get(str(rest), rest)


def _durations(raw: Tables) -> None:
    """One key says when the rounds of effects go down."""
    on_count, first = raw.pop("effects_on_count", False), raw.pop("effects_first", "tick")
    at = raw.get("effects_at", "turn")
    if on_count is True and at in ("turn", "place"):
        raw["effects_at"] = "count"
    if first == "skip" and at == "phase":
        raw["effects_at"] = "next-phase"


def _sets_of_declarations(raw: Tables) -> None:
    """What nothing can stand beside excludes all."""
    for declaration in _entries(raw, "declaration"):
        if declaration.get("excludes") == "all":
            declaration["excludes"] = "all of a set"
        if declaration.pop("alone", False) is True:
            declaration["excludes"] = "all"


def _lesser_actions(raw: Tables) -> None:
    """What is said of a lesser action stands in one table; without a condition it could not be taken."""
    for action in _entries(raw, "action"):
        cost, condition = action.get("limited"), action.pop("limited_if", "")
        parts = action.pop("limited_parts", 1)
        if not isinstance(cost, str):
            continue
        del action["limited"]
        if cost and condition:
            lesser = {"cost": cost, "if": condition, "parts": parts}
            default = {"if": "true", "parts": 1}
            action["limited"] = {key: value for key, value in lesser.items() if default.get(key) != value}


def _provoking(raw: Tables) -> None:
    """What provokes attacks of opportunity has a word for it."""
    words = {told: word for word, told in PROVOKES.items()}
    for action in _entries(raw, "action"):
        word = words.get(str(action.pop("provokes", "")))
        known = action.get("words", [])
        if word and isinstance(known, list):
            action["words"] = [*known, word]


def _spares(raw: Tables) -> None:
    """The first action that was announced is no spare."""
    for reaction in _entries(raw, "reaction"):
        reaction.pop("spare_keeps", None)


def _answered_attacks(raw: Tables) -> None:
    """Kind and result of the attacks that a reaction answers stand together."""
    for reaction in _entries(raw, "reaction"):
        results, answers = _taken(reaction, "results", []), reaction.get("answers") or [""]
        if results and isinstance(answers, list):
            acts = [word for word in answers if str(word).startswith("#")]
            attacks = [word for word in answers if word not in acts]
            both = [f"{kind} {result}".strip() for kind in attacks for result in results]
            reaction["answers"] = [*both, *acts]


def _questions(raw: Tables) -> None:
    """What a state asks for is a roll that its beginning asks for; the pipeline takes the answer."""
    states, pipelines = raw.get("state"), raw.get("pipeline")
    for name, state in states.items() if isinstance(states, dict) else ():
        asks = state.pop("asks", "") if isinstance(state, dict) else ""
        pipeline = pipelines.get(str(asks)) if isinstance(pipelines, dict) else None
        if isinstance(pipeline, dict):
            _ask(raw, name, state, _answered_by(name, asks, _table(pipeline, "inputs")))


def _ask(raw: Tables, name: str, state: Tables, answers: Tables) -> None:
    checks, begins = raw.setdefault("check", {}), state.get("on_begin", [])
    if answers and isinstance(checks, dict) and isinstance(begins, list) and name not in checks:
        told = {"label": state.get("label") or name, "text": state.get("text", "")}
        checks[name] = {**told, "while": f"has_state('{name}')", "defeated": True, **answers}
        state["on_begin"] = [*begins, {"ask": name}]


def _answered_by(name: str, pipeline: str, inputs: Tables) -> Tables:
    """Return how a pipeline takes the answer, as often as the state is still there; {} if it takes more."""
    again = {"if": f"has_state('{name}')", "ask": name}
    kinds = {key: one.get("type", "number") for key, one in inputs.items() if isinstance(one, dict)}
    rolls = [key for key, kind in kinds.items() if kind == "number"]
    if list(kinds.values()) == ["bool"]:
        (key,) = kinds
        yes, no = ({"apply": pipeline, "with": {key: word}} for word in ("true", "false"))
        return {"success": [yes, again], "failure": [no, again]}
    if len(rolls) != 1 or len(kinds) > 1:
        return {}
    does = [{"apply": pipeline, "with": {rolls[0]: "total"}}, again]
    return {"dice": inputs[rolls[0]].get("dice", ""), "against": "0", "success": does, "failure": does}


def _to_version_5(raw: Tables) -> None:
    """What general concepts say since is said by them."""
    _orders(raw)
    _late(raw)
    _turns(raw)
    _places(raw)
    _waiting(raw)
    _durations(raw)
    _sets_of_declarations(raw)
    _lesser_actions(raw)
    _provoking(raw)
    _spares(raw)
    _answered_attacks(raw)
    _questions(raw)


# -- to version 6 ----------------------------------------------------------------------------------


def _numbers_changed(node: Any) -> None:
    """A stat is changed like everything else, by as much or to as much, wherever stages stand."""
    for entry in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        if isinstance(node, list) and isinstance(entry, dict):
            for verb, change in (("gain", "by"), ("set", "to")):
                if isinstance(entry.get(verb), str) and "value" in entry:
                    entry.update({"stat": entry.pop(verb), change: entry.pop("value")})
        _numbers_changed(entry)


def _renamed(raw: Tables, section: str, old: str, new: str) -> None:
    for entry in _entries(raw, section):
        if old in entry:
            entry[new] = entry.pop(old)


def _keys_as_texts(raw: Tables) -> None:
    """Sort keys are only written as texts."""
    for entry, key in (
        *((order, "keys") for order in _entries(raw, "order")),
        (_table(raw, "delay"), "same_place"),
    ):
        if isinstance(entry.get(key), list):
            entry[key] = [_key_text(one) if isinstance(one, dict) else one for one in entry[key]]


def _key_text(key: Tables) -> str:
    by, value, down = str(key.get("by", "")), str(key.get("value", "")), key.get("descending", True)
    way = "desc" if down else "asc"
    match by:
        case "roll" | "count":
            words = [by, way]
        case "value":
            words = [value, way]
        case "rank":
            words = [by, value, way]
        case "rolloff":
            words = [by, str(key.get("dice", "d20")), way, "once" if key.get("once") else ""]
        case "order":
            words = [by, value, "" if down else "reversed"]
        case _:
            words = [by, value, "alike" if key.get("alike") else ""]
    return " ".join(word for word in words if word)


def _first_track(raw: Tables) -> None:
    """Of several tracks the first one is meant when none is named."""
    tracks = _table(raw, "track")
    marked = next((name for name, one in tracks.items() if isinstance(one, dict) and one.get("main")), "")
    if marked:
        raw["track"] = {marked: tracks[marked], **tracks}
    for track in _entries(raw, "track"):
        track.pop("main", None)


def _inputs_of_acts(raw: Tables) -> None:
    """What names acts is no reaction, and how many texts there can be is the most of them."""
    for declaration in _entries(raw, "declaration"):
        for one in _entries(declaration, "inputs"):
            one.pop("not_reaction", None)
            if "count" in one:
                one["most"] = one.pop("count")


def _plain_acts(raw: Tables) -> None:
    """What is done without a name, or under a free one, is said where it stands."""
    reaction = _table(raw, "reaction").get(str(raw.pop("plain_reaction", "")))
    if isinstance(reaction, dict):
        reaction["plain"] = True
    for action in _entries(raw, "action"):
        if action.pop("offered", True) is False:
            action["plain"] = True


def _declared_in_turns(raw: Tables) -> None:
    """In which phases something is declared is said by its phases, and what somebody did by its verb."""
    phases = _table(raw, "phase")
    found = {
        kind: [name for name, one in phases.items() if isinstance(one, dict) and one.get("activity") == kind]
        for kind in ("declare", "act")
    }
    for declaration in _entries(raw, "declaration"):
        if declaration.pop("verb", False) is True:
            declaration["verb"] = declaration.get("label", "")
        at = declaration.get("phases") or found["declare"]
        if declaration.pop("in_turn", False) is True and isinstance(at, list):
            declaration["phases"] = [*at, *found["act"]]


def _out_of_the_fight(raw: Tables) -> None:
    """How far a state takes somebody out is one word, and states that hold with it are as those of steps."""
    _renamed(raw, "state", "implies", "states")
    for state in _entries(raw, "state"):
        if state.pop("incapable", False) is True:
            state["out"] = state.get("out") or "incapable"


def _amounts(raw: Tables) -> None:
    """What is left at the beginning is what the input called 'amount' says, if no other one is named."""
    for pipeline in _entries(raw, "pipeline"):
        if "amount" in _table(pipeline, "inputs"):
            pipeline.setdefault("amount", "")


def _to_version_6(raw: Tables) -> None:
    """What was said in several ways is said in one."""
    _numbers_changed(raw)
    _renamed(raw, "pipeline", "stages", "does")
    _renamed(raw, "pool", "refill", "resets")
    _renamed(raw, "reaction", "once_per", "once")
    _keys_as_texts(raw)
    _first_track(raw)
    _inputs_of_acts(raw)
    _plain_acts(raw)
    _declared_in_turns(raw)
    _out_of_the_fight(raw)
    _amounts(raw)
    for power in _entries(raw, "power"):
        power.pop("at", None)


# -- to version 8 ----------------------------------------------------------------------------------


def _stages(node: Any) -> Iterator[Tables]:
    """Yield every table that stands in a list, wherever that is: stages are such."""
    for entry in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        if isinstance(node, list) and isinstance(entry, dict):
            yield entry
        yield from _stages(entry)


def _ways_to_pay(raw: Tables) -> Iterator[Tables]:
    for cost in _entries(raw, "cost"):
        inner = cost.get("in_phase")
        for ways in (cost.get("alternatives"), *(inner.values() if isinstance(inner, dict) else ())):
            yield from (way for way in ways if isinstance(way, dict)) if isinstance(ways, list) else ()


def _counts(raw: Tables) -> None:
    """What moves a count names its order; what comes off one when something is paid is another word."""
    ways = list(_ways_to_pay(raw))
    for way in ways:
        if "count" in way:
            way["off_count"] = way.pop("count")
    for stage in _stages(raw):
        if "count" in stage and ("by" in stage or "to" in stage):
            stage["count_in"] = stage.pop("count")
        if isinstance(stage.get("short"), list):
            stage["too_little"] = stage.pop("short")


def _moments_of(raw: Tables) -> Iterator[Tables]:
    triggers = raw.get("trigger")
    yield from (one for one in triggers if isinstance(one, dict)) if isinstance(triggers, list) else ()
    for state in _entries(raw, "state"):
        for key in ("begins", "ends", "ticks"):
            found = state.get(key)
            for one in found if isinstance(found, list) else [found]:
                if isinstance(one, dict):
                    yield one


def _beginnings(raw: Tables) -> None:
    """Moments at which something begins say so."""
    for one in _moments_of(raw):
        if isinstance(one.get("at"), str):
            one["at"] = _BEGINNINGS.get(one["at"], one["at"])
    for section in ("pool", "tally"):
        for entry in _entries(raw, section):
            if isinstance(entry.get("resets"), str):
                word, colon, phase = entry["resets"].partition(":")
                entry["resets"] = _BEGINNINGS.get(word, word) + colon + phase
    for tally in _entries(raw, "tally"):
        tally.setdefault("resets", "round-start")


_BEGINNINGS: Mapping[str, str] = {
    "start": "encounter-start",
    "round": "round-start",
    "phase": "phase-start",
    "turn": "turn-start",
}


def _plain_words(raw: Tables) -> None:
    """Words that were misread at first sight are others since."""
    for section, words in _WORDS.items():
        for old, new in words.items():
            _renamed(raw, section, old, new)
    for reaction in _entries(raw, "reaction"):
        if reaction.get("once") == "trigger":
            reaction["once"] = "cause"
    for pool in _entries(raw, "pool"):
        shape = pool.pop("shape", "square")
        if pool.get("shown", "token") == "token":
            pool["shown"] = "circle" if shape == "round" else "square"
    for order in _entries(raw, "order"):
        roll = _table(order, "roll")
        if "open_at" in roll:
            roll["another_die_at"] = roll.pop("open_at")
        if roll.get("wild") == "count":
            roll["wild"] = "keep"


_WORDS: Mapping[str, Mapping[str, str]] = {
    "stat": {"vital": "to_begin_with", "also": "filled_from", "edited": "when_added"},
    "pool": {"within": "shown_with"},
    "action": {"plain": "unnamed"},
    "reaction": {"plain": "unnamed", "prompted": "needs_cause"},
    "phase": {"explicit": "several"},
    "declaration": {"excludes": "one_of", "cost": "pay"},
}
"""Section → what its entries said → what they say."""


def _rows(raw: Tables) -> None:
    """Rows of a table are bound → result."""
    for table in _entries(raw, "table"):
        rows = table.get("rows")
        if isinstance(rows, list) and all(isinstance(row, list) and len(row) == 2 for row in rows):
            table["rows"] = {str(bound): result for bound, result in rows}


def _said_otherwise(raw: Tables) -> None:
    """What nobody needed: whose turns count for a stage's effect, that a choice is asked for all the same."""
    for stage in _stages(raw):
        if isinstance(stage.get("answer"), str) and isinstance(stage.get("check"), str):
            stage.setdefault("named", _quoted(stage.pop("check")))
        if isinstance(stage.get("effect"), str):
            stage.pop("of", None)
    for phase in _entries(raw, "phase"):
        _table(phase, "choice").pop("alone", None)


def _choices(raw: Tables) -> None:
    """A choice is one of those that are offered; where anything else can be given it is a text."""
    for section in ("declaration", "pipeline"):
        for asking in _entries(raw, section):
            for one in _entries(asking, "inputs"):
                closed = one.pop("closed", False)
                if one.get("type") == "choice" and one.get("choices") and closed is not True:
                    one["type"] = "text"


def _brought_in(raw: Tables) -> None:
    """What becomes of a track stands with what becomes of stats."""
    brought = _table(raw, "import")
    tracks = _taken(brought, "tracks", {})
    if tracks and isinstance(brought.setdefault("stats", {}), dict):
        brought["stats"] = {**tracks, **brought["stats"]}


def _to_version_8(raw: Tables) -> None:
    """One word, one sense: what was misread is called otherwise."""
    _rows(raw)
    _said_otherwise(raw)
    _choices(raw)
    _brought_in(raw)
    _counts(raw)
    _beginnings(raw)
    _plain_words(raw)


# -- to version 9 ----------------------------------------------------------------------------------


def _paid_whole(raw: Tables) -> None:
    """What is taken of a full pool alone is a word for an amount, and what is filled up an amount below 0."""
    for way in list(_ways_to_pay(raw)):
        untouched, gives = way.pop("untouched", False), _taken(way, "gives", {})
        if untouched is True:
            way.update({pool: "full" for pool, amount in way.items() if amount == "all"})
        for pool, amount in gives.items():
            if isinstance(amount, int):
                had = way.get(pool, 0)
                way[pool] = had - amount if isinstance(had, int) else f"{had} - {amount}"
    for declaration in _entries(raw, "declaration"):
        pay = _table(declaration, "pay")
        pay.update({pool: "full" for pool, amount in pay.items() if amount == "all"})


def _shown_by_keys(raw: Tables) -> None:
    """An order that is not rolled shows what its first key compares, or what is to be shown beside it."""
    for order in _entries(raw, "order"):
        value, keys = order.pop("value", ""), order.get("keys")
        first = keys[0] if isinstance(keys, list) and keys else ""
        if value and str(first).removeprefix("rank ") not in (f"{value} desc", f"{value} asc"):
            order.setdefault("aside", value)


def _allowances(raw: Tables) -> None:
    """What is allowed all the same stands in one table."""
    for state in _entries(raw, "state"):
        unless, allows = _taken(state, "unless", {}), state.get("allows", [])
        if unless and isinstance(allows, list):
            state["allows"] = {**{one: "true" for one in allows if isinstance(one, str)}, **unless}


def _offered(raw: Tables) -> None:
    """What can be chosen is said in one key: words, a table, a group of stats."""
    for section in ("declaration", "pipeline"):
        for asking in _entries(raw, section):
            for one in _entries(asking, "inputs"):
                for key in ("table", "of"):
                    offered = one.pop(key, "")
                    if isinstance(offered, str) and offered:
                        one["choices"] = [offered]


def _types(raw: Tables) -> None:
    """A stat says its type itself; inputs of formulas say it with their value."""
    stats = _table(raw, "stat")
    for kind, names in _taken(raw, "type", {}).items():
        for name in names if isinstance(names, list) else ():
            stat = stats.get(name) if isinstance(name, str) else None
            if isinstance(stat, dict):
                stat.setdefault("type", kind)
            elif stat is not None:
                stats[name] = {"value": stat, "type": kind}


def _steps_of_tracks(raw: Tables) -> None:
    """The penalty of a step is one of its values."""
    for track in _entries(raw, "track"):
        steps = track.get("steps")
        for step in steps if isinstance(steps, list) else ():
            values = step.setdefault("values", {}) if isinstance(step, dict) and "penalty" in step else None
            if isinstance(values, dict):
                values["penalty"] = step.pop("penalty")


def _degrees(raw: Tables) -> None:
    """What happens at a degree stands with what it is called."""
    for check in _entries(raw, "check"):
        called, degrees = _taken(check, "degrees", {}), _margins(check)
        for degree, text in called.items():
            degrees.setdefault(degree, {})["label"] = text
        for key in ("critical_success", "success", "failure", "critical_failure"):
            does = check.pop(key, [])
            if does:
                degrees.setdefault(key.replace("_", "-"), {})["does"] = does
        if degrees:
            check["degrees"] = degrees


def _margins(check: Tables) -> dict[str, Tables]:
    """Return the critical degrees of a check of which failures are critical by another margin."""
    fumble = check.pop("fumble", "")
    if fumble == "":
        return {}
    critical = check.pop("critical", 0)
    asked = {"critical-success": (critical, "margin"), "critical-failure": (fumble, "-margin")}
    return {
        degree: {"if": f"0 < ({least}) and ({least}) <= {margin}"}
        for degree, (least, margin) in asked.items()
        if str(least) != "0"
    }


def _to_version_9(raw: Tables) -> None:
    """What was a special case of something general is said by that."""
    _paid_whole(raw)
    _shown_by_keys(raw)
    _allowances(raw)
    _offered(raw)
    _types(raw)
    _steps_of_tracks(raw)
    _degrees(raw)


_STEPS: Mapping[int, Callable[[Tables], None]] = {
    3: _to_version_4,
    4: _to_version_5,
    5: _to_version_6,
    7: _to_version_8,
    8: _to_version_9,
}
"""Version of encounter files → what brings a ruleset of that spelling, or an earlier one, up to date."""
EARLIER: Mapping[tuple[str, ...], str] = {
    ("cost", "adds"): "write what it does: does = [{ tally = ..., by = ... }]",
    ("cost", "forced"): 'write on_top = true and does = [{ if = "on_top", tally = ..., by = 1 }]',
    ("reaction", "adds"): 'write what it does: does = [{ if = "not spare", tally = ..., by = ... }]',
    ("reaction", "sets"): "write what it does: does = [{ pool = ..., to = ... }]",
    ("reaction", "begin"): "write what it does: does = [{ begin = [...] }]",
    ("declaration", "adds"): "write what it does: does = [{ tally = ..., by = ... }]",
    ("declaration", "sets"): "write what it does: does = [{ pool = ..., to = ... }]",
    ("declaration", "begin"): "write what it does: does = [{ begin = [...] }]",
    ("declaration", "fields"): "write inputs, and type = 'text' for what is a text",
    ("resource", "adds"): "write code = ...",
    ("order", "made_with"): "leave it out: what is not rolled is made with the first roll of the round",
    ("phase", "passes"): 'write turns = "passes" and pass = ...',
    ("phase", "listed"): "leave it out: where there is 'unused', a turn counts from its act",
    ("phase", "forgo"): "write unused = [{ pool = ..., by = -1 }]",
    ("phase", "forgo_flag"): "write unused = [{ pool = ..., by = -1, flag = ... }]",
    ("phase", "late"): "write late = ... seconds at that declaration",
    ("phase", "count_off"): "write late = ... at the declaration of whoever has not declared",
    ("phase", "any_order"): 'write any_order = "all"',
    ("phase", "free_sides"): "write any_order = ...",
    ("phase", "closes"): "write rolls = the order that is rolled when all have declared",
    ("delay", "moves"): 'write place = "stays"',
    ("delay", "lasts"): 'write place = "pass"',
    ("delay", "rest_waiting"): 'write until = "place", "pass", "phase" or "never"; then = what follows',
    ("delay", "untouched"): 'write needs = "not acted_this_turn", which is so by itself, or needs = "true"',
    ("delay", "lost_with_pass"): 'write then = "may-act"',
    ("delay", "chooses"): "leave it out: of several who wait the first one chooses",
    ("ready", "place"): 'write "moves" or "stays"',
    ("ready", "rise"): 'write place = "moves-down"',
    ("", "effects_on_count"): "write effects_at = 'count'",
    ("", "effects_first"): "write effects_at = 'next-phase', or 'phase'",
    ("state", "asks"): "write a check, and where the state would begin does = [{ ask = ... }]",
    ("action", "provokes"): "write words = ['provokes'] or words = ['may-provoke']",
    ("action", "limited_if"): "write limited = { cost = ..., if = ... }",
    ("action", "limited_parts"): "write limited = { cost = ..., parts = ... }",
    ("reaction", "results"): "write answers = ['miss'], or with a kind of attack answers = ['melee miss']",
    ("reaction", "spare_keeps"): "leave it out: the first action that was announced is no spare",
    ("declaration", "alone"): "write one_of = 'all'",
    ("pipeline", "stages"): "write does = [...]",
    ("pool", "refill"): "write resets = ...",
    ("reaction", "once_per"): "write once = ...",
    ("track", "main"): "leave it out: the first track is meant when none is named",
    ("", "plain_reaction"): "write unnamed = true in that reaction",
    ("action", "offered"): "write unnamed = true",
    ("declaration", "in_turn"): "write phases = [...] with those in which turns are taken",
    ("state", "implies"): "write states = [...]",
    ("state", "incapable"): 'write out = "incapable"',
    ("power", "at"): "leave it out: what is spent comes back when the own turn begins",
    ("stat", "vital"): "write to_begin_with = true",
    ("stat", "also"): "write filled_from = ...",
    ("stat", "edited"): "write when_added = true",
    ("pool", "within"): "write shown_with = ...",
    ("pool", "shape"): 'write shown = "circle"',
    ("action", "plain"): "write unnamed = true",
    ("reaction", "plain"): "write unnamed = true",
    ("reaction", "prompted"): "write needs_cause = true",
    ("phase", "explicit"): "write several = true",
    ("declaration", "excludes"): "write one_of = ...",
    ("declaration", "cost"): "write pay = ...",
    ("import", "tracks"): "write stats = { ... }, with the track in place of a stat",
    ("order", "value"): "leave it out: what the first key compares is shown; or write aside = ...",
    ("state", "unless"): "write allows = { ... }",
    ("", "type"): "write type = ... in each stat; a die code such as '3D+2' needs none",
    ("check", "success"): "write degrees.success = [...]",
    ("check", "failure"): "write degrees.failure = [...]",
    ("check", "critical_success"): "write degrees.critical-success = [...]",
    ("check", "critical_failure"): "write degrees.critical-failure = [...]",
    ("check", "fumble"): 'write degrees.critical-failure = { if = "margin <= -10", does = [...] }',
    ("table", "rows"): 'write rows = { 0 = "...", 4 = "..." }',
}
"""(section, key of its entries) that was → how it is written now; '' is the ruleset itself.

Of a section without entries it is one of its keys. So are words of a key that is still there."""
