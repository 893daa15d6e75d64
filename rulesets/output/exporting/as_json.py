"""A summary as JSON: all of it, under keys that stay (:mod:`rulesets.output.exporting.values`)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import msgspec

from rulesets.output.exporting import values as keys
from rulesets.output.stat_block import Standing
from rulesets.output.summary import Summary
from rulesets.seen.accounts import Account
from rulesets.seen.number_format import UNPLACED

_SCHEMA = "https://json-schema.org/draft/2020-12/schema"


def as_json(summary: Summary) -> bytes:
    """Return the whole summary; keys stand in the order in which they are documented."""
    return msgspec.json.format(msgspec.json.encode(exported(summary)), indent=2) + b"\n"


def schema() -> bytes:
    """Return the JSON schema of what :func:`as_json` makes."""
    made = {"$schema": _SCHEMA, **msgspec.json.schema(keys.ExportedSummary)}
    return msgspec.json.format(msgspec.json.encode(made), indent=2) + b"\n"


def exported(summary: Summary) -> keys.ExportedSummary:
    """Return a summary as the values that are exported."""
    kept = summary.accounts
    return keys.ExportedSummary(
        format=keys.FORMAT,
        version=keys.VERSION,
        title=clean(summary.title),
        ruleset=keys.RulesetKey(summary.ruleset_id, summary.ruleset, dict(summary.options)),
        place=clean(summary.place),
        round=summary.round,
        begun=summary.begun,
        rounds_done=summary.rounds_done,
        game_seconds=summary.game_seconds,
        began=moment(kept.began),
        ended=moment(kept.ended),
        combatants=list(_combatants(summary)),
        sides={clean(side): totals(account) for side, account in kept.of_sides().items()},
        unattributed=kept.unattributed,
        rounds=[
            keys.RoundKey(shot.round, {clean(s): n for s, n in shot.points.items()}) for shot in kept.rounds
        ],
        turns=[keys.TurnKey(turn.round, clean(turn.slot), turn.seconds) for turn in kept.turns],
        events=list(events(summary)),
        notes=clean(summary.about),
        shared=clean(summary.shared),
        waves=[
            keys.WaveKey(clean(one.when), [clean(who) for who in one.people], clean(one.notes))
            for one in summary.waves
        ],
    )


def events(summary: Summary) -> Iterator[keys.EventKey]:
    """Yield every step of the fight."""
    for number, step in enumerate(summary.happened, 1):
        yield keys.EventKey(
            number=number,
            round=step.round,
            section=clean(step.section),
            place=clean(step.place),
            at=moment(step.at),
            command=step.command,
            title=clean(step.title),
            lines=[clean(line) for line in step.lines],
            overridden=step.overridden,
        )


def moment(at: float) -> str | None:
    """Return seconds since the epoch as ISO 8601 in UTC; None if nobody knows them."""
    if at <= 0:
        return None
    try:
        return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds")
    except (OverflowError, OSError, ValueError):
        return None


def number(text: str) -> keys.Value | None:
    """Return what people read as a number, if it is one: '−2' is -2, '3D+2' stays, '–' and '' are nothing."""
    plain = text.replace("−", "-").strip()
    if plain in ("", UNPLACED):
        return None
    for kind in (int, float):
        try:
            found: keys.Value = kind(plain)
        except ValueError:
            continue
        return found if plain.lstrip("+-")[:1].isdecimal() and "_" not in plain else clean(text)
    return clean(text)


def clean(text: str) -> str:
    """Return a text that UTF-8 can hold: halves of a character stand as '?'."""
    return text.encode("utf-8", "replace").decode()


def totals(account: Account) -> keys.TotalsKey:
    """Return what somebody did and suffered."""
    return keys.TotalsKey(
        dealt=account.dealt,
        taken=account.taken,
        healed=account.healed,
        given=account.given,
        soaked=account.soaked,
        worse=account.worse,
        caused=account.caused,
        turns=account.turns,
        actions=dict(account.actions),
        reactions=account.reactions,
        effects=account.effects,
        suffered=account.suffered,
        overrides=account.overrides,
        defeats=account.defeats,
        seconds=[round(seconds, 3) for seconds in account.seconds],
    )


def _combatants(summary: Summary) -> Iterator[keys.CombatantKey]:
    kept = summary.accounts
    for who in summary.standings:
        yield _here(who, kept.combatants.get(who.id, Account()))
    here = {who.id for who in summary.standings}
    for ident, account in kept.combatants.items():
        if ident not in here:
            yield keys.CombatantKey(
                id=clean(ident),
                name=clean(kept.names[ident]),
                side=clean(kept.sides[ident]),
                kind="",
                group="",
                here=False,
                count=None,
                aside=None,
                active=False,
                out="",
                conditions=[],
                stats=[],
                points=None,
                tracks=[],
                pools=[],
                effects=[],
                declared=[],
                notes="",
                totals=totals(account),
            )


def _here(who: Standing, account: Account) -> keys.CombatantKey:
    points = who.points
    return keys.CombatantKey(
        id=clean(who.id),
        name=clean(who.name),
        side=clean(who.side),
        kind=clean(who.kind),
        group=clean(who.group),
        here=True,
        count=number(who.count),
        aside=number(who.aside),
        active=who.active,
        out=who.out,
        conditions=[clean(word) for word in who.words if word != who.doing],
        stats=[keys.StatKey(stat.id, stat.label, number(stat.value)) for stat in who.stats],
        points=None
        if points is None
        else keys.PointsKey(points.label, points.now, points.full or None, points.extra),
        tracks=[
            keys.TrackKey(t.id, t.label, t.at, t.names[t.at], len(t.steps), t.persistent) for t in who.tracks
        ],
        pools=[keys.PoolKey(pool.id, pool.label, pool.left, pool.size) for pool in who.pools],
        effects=[
            keys.EffectKey(clean(e.name), e.duration, e.left if e.left >= 0 else None, clean(e.by))
            for e in who.effects
        ],
        rolls=[
            keys.RollKey(
                roll.id,
                roll.label,
                roll.edge,
                roll.modifier,
                [keys.MarkKey(mark.reason, mark.mark, mark.cite) for mark in roll.marks],
            )
            for roll in who.rolls
        ],
        declared=[clean(text) for text in who.declared],
        notes=clean(who.notes),
        totals=totals(account),
        shared=clean(who.shared),
        hidden=who.hidden,
        alias=clean(who.alias),
    )
