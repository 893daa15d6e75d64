"""The numbers of a record: totals of combatants and sides, actions by kind, charts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from rulesets.output.documents import (
    Block,
    Cell,
    Chart,
    Column,
    Heading,
    Paragraph,
    Row,
    Series,
    Table,
    Words,
)
from rulesets.output.papers.templates import TemplatePart
from rulesets.output.summary import Summary
from rulesets.seen.accounts import Account, Accounts, Snapshot
from rulesets.seen.fates import Fates
from rulesets.seen.harm import Counted

Say = Callable[..., str]
"""Gives a text of the catalogue by its key, with its parameters."""


_BEGINNING = frozenset({"start", "initiative", "next-phase", "declare"})
"""Kinds of orders with which a round begins."""
_JOINING = frozenset({"add", "bring-in"})
"""Kinds of orders by which somebody comes into a fight."""


def totals(summary: Summary, part: TemplatePart, say: Say) -> Iterator[Block]:
    """Yield what everybody did and suffered."""
    kept = summary.accounts
    if kept.combatants:
        yield Heading(part.title or say("totals"))
        named = everybody(kept, say)
        labels = (track.label for who in summary.standings for track in who.tracks)
        if told := what_is_counted(kept, summary.counted, labels, say):
            yield Paragraph(told)
        yield account_table(say("combatant"), named, say)


def everybody(kept: Accounts, say: Say) -> list[tuple[str, Account]]:
    """Return everybody with what was done, and what nobody has done, or nobody was named for."""
    return [
        *((kept.names[ident], account) for ident, account in kept.combatants.items()),
        *_nobody(kept, say),
    ]


def _nobody(kept: Accounts, say: Say) -> list[tuple[str, Account]]:
    """Return what nobody has done, or nobody was named for: what is dealt and taken adds up."""
    named = []
    for key, number in (("nobody", kept.unattributed - kept.undealt), ("undealt", kept.undealt)):
        if number:
            named.append((say(key), Account(dealt=number)))
    return named


def fates_told(found: Fates, say: Say) -> str:
    """Return who fell, who is out for now and who was down, side by side."""
    kinds = (("fell", found.fell), ("out-now", found.out), ("was-down", found.was_down))
    parts = [say(key, names=_by_sides(people)) for key, people in kinds if people]
    return " ".join(parts) or say("nobody-fell")


def _by_sides(people: Sequence[tuple[str, str]]) -> str:
    """Return names side by side: 'Ann, Ben (party); Orc (foes)'."""
    sides: dict[str, list[str]] = {}
    for name, side in people:
        sides.setdefault(side, []).append(name)
    return "; ".join(f"{', '.join(names)} ({side})" for side, names in sides.items())


def has_points(kept: Accounts) -> bool:
    """Return whether anybody lost anything, so that it has to be said what is counted."""
    return bool(kept.unattributed) or any(one.dealt or one.taken for one in kept.combatants.values())


def what_is_counted(kept: Accounts, counted: Counted | None, tracks: Iterable[str], say: Say) -> str:
    """Return what stands in columns of totals, with the labels of ``tracks``; '' if it need not be said."""
    told = points_counted(counted, say) if has_points(kept) else ""
    moved = any(one.worse for one in kept.combatants.values())
    steps = say("steps-counted", tracks=", ".join(dict.fromkeys(tracks))) if moved else ""
    return " ".join(text for text in (told, steps) if text)


def points_counted(counted: Counted | None, say: Say) -> str:
    """Return what is counted as dealt and taken; '' where nothing is."""
    return "" if counted is None else say(f"points-counted-{counted.how}", points=counted.points)


def totals_side(summary: Summary, part: TemplatePart, say: Say) -> Iterator[Block]:
    """Yield the same by side."""
    sides = summary.accounts.of_sides()
    if sides:
        yield Heading(part.title or say("totals-side"), small=True)
        yield account_table(say("side"), [*sides.items(), *_nobody(summary.accounts, say)], say)


def account_table(first: str, named: list[tuple[str, Account]], say: Say) -> Table:
    """Return what those ``named`` did and suffered, one a row; ``first`` is the title of their names.

    Where points are dealt these say who has hurt others; where nobody loses any, the steps that were caused.
    """
    dealt = any(account.dealt for _, account in named)
    numbers = [
        name
        for name in (
            "dealt" if dealt else "caused",
            *("taken", "healed", "given", "worse", "turns", "reactions", "effects", "overrides"),
        )
        if name == "turns" or any(getattr(account, name) for _, account in named)
    ]
    titles = [say("effects-begun" if name == "effects" else name) for name in numbers]
    timed = any(account.seconds for _, account in named)
    columns = [Column(first, 2.4), *(Column(title, 1.0, number=True) for title in titles)]
    if timed:
        columns += [Column(say(key), 1.1, number=True) for key in ("mean-turn", "longest-turn")]
    rows = []
    for name, account in named:
        cells: list[Cell] = [(Words(name, bold=True),)]
        cells += [(Words(str(getattr(account, key))),) for key in numbers]
        if timed:
            known = account.seconds
            cells += (
                [(Words(duration(sum(known) / len(known))),), (Words(duration(max(known))),)]
                if known
                else [(), ()]
            )
        rows.append(Row(tuple(cells)))
    return Table(tuple(columns), tuple(rows), whole=True, close=True)


def actions(summary: Summary, part: TemplatePart, say: Say) -> Iterator[Block]:
    """Yield how many actions of each type were spent, by whoever spent any; what is called alike is one."""
    kept, labels = summary.accounts, summary.cost_labels
    spent: dict[str, Counter[str]] = {}
    for ident, account in kept.combatants.items():
        for cost, number in account.actions.items():
            spent.setdefault(ident, Counter())[labels.get(cost, cost)] += number
    if not spent:
        return
    yield Heading(part.title or say("actions-by-kind"), small=True)
    yield Paragraph(say("actions-counted"))
    told = dict.fromkeys(label for counted in spent.values() for label in counted)
    kinds = [label for label in dict.fromkeys((*labels.values(), *told)) if label in told]
    columns = (Column(say("combatant"), 2.4), *(Column(label, 1.0, number=True) for label in kinds))
    rows = tuple(
        Row(
            (
                (Words(kept.names[ident], bold=True),),
                *((Words(str(counted[label] or "–")),) for label in kinds),
            )
        )
        for ident, counted in spent.items()
    )
    yield Table(columns, rows, whole=True, close=True)


def rounds_told(say: Say, begun: int, done: int, *, surprised: bool) -> list[str]:
    """Return how many rounds were played to their end; of one that was not it is said that it has begun.

    A surprise round is none of them, and yet it takes its time.
    """
    if begun <= done:
        told = say("rounds-done", rounds=done)
    else:
        told = say("rounds-begun" if done else "round-begun", begun=begun, rounds=done)
    return [told, say("surprise-before")] if surprised else [told]


def points_chart(summary: Summary, part: TemplatePart, say: Say) -> Iterator[Block]:
    """Yield the points of each side, round by round, but of one in which nobody has done anything."""
    kept = summary.accounts
    surprised = () if kept.surprised is None else (kept.surprised,)
    rounds = (*kept.rounds[:1], *surprised, *kept.rounds[1:])
    played = {step.round for step in summary.happened if step.command not in _BEGINNING}
    if not summary.over and rounds and rounds[-1].round not in played:
        rounds = rounds[:-1]
    stood = dict.fromkeys(side for shot in rounds for side in shot.points)
    listed = (kept.sides[ident] for ident in kept.combatants)  # in the order of the totals
    sides = [side for side in dict.fromkeys((*listed, *stood)) if side in stood]
    if len(rounds) < 2 or not any(any(shot.points.values()) for shot in rounds):
        return
    series = tuple(Series(side, tuple(shot.points.get(side) for shot in rounds)) for side in sides)
    told = [
        say("chart-points", side=one.name, values=" → ".join(_whole(value) for value in one.values))
        for one in series
    ]
    title = part.title or say("points-by-round", points=summary.points_label)
    shown, notes = "; ".join(told), []
    if any(step.command in _JOINING and step.round for step in summary.happened):
        notes.append(say("chart-points-joined"))
    if summary.counted is not None and summary.counted.how == "below-0":
        notes.append(say("chart-points-left"))
    if notes:
        shown = f"{shown}. {' '.join(notes)}"
    yield Chart(
        "lines", title, (say("chart-begin"), *map(partial(_shot, say), rounds[1:])), series, "", shown
    )


def _shot(say: Say, shot: Snapshot) -> str:
    """Return after which round the sides stood so."""
    return str(shot.round) if shot.round else say("chart-surprise")


def turns_chart(summary: Summary, part: TemplatePart, say: Say) -> Iterator[Block]:
    """Yield how long everybody's turns took at the table; those of a group are told once."""
    timed = [one for one in summary.accounts.slots.values() if one.seconds]
    if not timed:
        return
    means = [sum(one.seconds) / len(one.seconds) for one in timed]
    told = [
        say(
            "chart-turn" if len(one.seconds) > 1 else "chart-turn-one",
            name=one.name,
            time=duration(mean),
            number=len(one.seconds),
        )
        for one, mean in zip(timed, means, strict=True)
    ]
    title = part.title or say("turn-lengths")
    names, shown = tuple(one.name for one in timed), "; ".join(told)
    if any(len(one.whose) > len(one.times) for one in summary.accounts.slots.values()):
        shown = f"{shown}. {say('chart-turn-open')}"
    yield Chart("bars", title, names, (Series(say("mean-turn"), tuple(means)),), "s", shown)


def duration(seconds: float) -> str:
    """Return a time as people read it: '45 s', '2:05', '1:02:05'."""
    whole = int(seconds + 0.5)
    minutes, rest = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours}:{minutes:02}:{rest:02}"
    return f"{minutes}:{rest:02}" if minutes else f"{rest} s"


def _whole(value: float | None) -> str:
    return "–" if value is None else f"{value:g}"


FIGURES: Mapping[str, Callable[[Summary, TemplatePart, Say], Iterator[Block]]] = {
    "totals": totals,
    "totals-side": totals_side,
    "actions": actions,
    "points-chart": points_chart,
    "turns-chart": turns_chart,
}
"""Kind of part → what makes it."""
