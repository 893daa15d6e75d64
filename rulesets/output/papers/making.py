"""From a summary and a template to a document: which parts stand on paper, in which order and columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec.structs import replace

from rulesets.output.documents import (
    Block,
    Boxes,
    Card,
    Cell,
    Column,
    Document,
    Gauge,
    Heading,
    Lines,
    Paragraph,
    Piece,
    Row,
    Space,
    Table,
    Words,
)
from rulesets.output.papers.figures import FIGURES, duration, fates_told, rounds_told
from rulesets.output.papers.templates import Template, TemplatePart
from rulesets.output.stat_block import PoolShown, RollShown, Standing
from rulesets.output.summary import Happened, Summary
from rulesets.seen.accounts import BREAK
from rulesets.seen.number_format import UNPLACED, minus
from rulesets.seen.scene import Audience
from rulesets.table.combatant import OUT_DEFEATED
from rulesets.words.filling import fill
from rulesets.words.papers import PAPERS

KINDS = ("run-sheet", "status", "record", "cards", "players")
_MOST_ROUNDS = 6
"""Rounds of an effect that have boxes to be ticked; of more it is enough that their number is told."""
_MOST_ROWS = 8
"""Stats and tracks that stand on a card one below the other; of more, the stats stand side by side."""
_WEIGHTS: dict[str, float] = {
    "count": 0.7, "combatant": 2.4, "side": 1.0, "stats": 2.0, "points": 1.3, "tracks": 1.8, "actions": 1.4,
    "effects": 1.6, "declared": 1.6, "notes": 1.8,
    "shared": 1.8,
}  # fmt: skip


def document(
    summary: Summary,
    kind: str,
    template: Template,
    printed: str = "",
    translate: Callable[[str], str] = str,
    only: Sequence[str] = (),
) -> Document:
    """Return a summary as a document.

    Args:
        summary: What is told.
        kind: One of KINDS; names the document.
        template: Its parts.
        printed: When it was made, as people read it.
        translate: Gives a template of the catalogue in the reader's language.
        only: Ids of the combatants it is about; none: all.

    Raises:
        ValueError: if it is for players and the summary is not: much in it is kept from them.
    """
    if template.audience is Audience.PLAYERS and summary.audience is not Audience.PLAYERS:
        raise ValueError("what the game master reads is not handed to players")
    return _Maker(summary, translate, frozenset(only)).document(kind, template, printed)


class _Maker:
    """Makes the parts of one document."""

    def __init__(self, summary: Summary, translate: Callable[[str], str], only: frozenset[str]) -> None:
        self._summary, self._translate = summary, translate
        self._standings = [who for who in summary.standings if not only or who.id in only]
        self._last: TemplatePart | None = None
        """The part that stands at the end."""
        self._parts: dict[str, Callable[[TemplatePart], Iterator[Block]]] = {
            "order": self._order,
            "declarations": self._declarations,
            "options": self._options,
            "time": self._time,
            "happened": self._happened,
            "notes": self._notes,
            "about": self._about,
            "waves": self._waves,
            "standing": self._standing,
            "cards": self._cards,
        }

    def document(self, kind: str, template: Template, printed: str) -> Document:
        """Return all parts in their order."""
        summary = self._summary
        self._last = template.part[-1]
        blocks = [block for part in template.part for block in self._blocks(part)]
        number = len(summary.standings)
        about = "about-one" if number == 1 else "about"
        ruleset = f"{summary.ruleset} ({summary.preset})" if summary.preset else summary.ruleset
        return Document(
            kind=kind,
            title=summary.title,
            name=template.title or self._say(kind),
            about=self._say(about, ruleset=ruleset, number=number),
            place=summary.place,
            printed=self._say("printed", when=printed) if printed else "",
            blocks=tuple(blocks),
            landscape=template.landscape,
        )

    def _blocks(self, part: TemplatePart) -> Iterator[Block]:
        if part.kind in FIGURES:
            return FIGURES[part.kind](self._summary, part, self._say)
        return self._parts[part.kind](part)

    def _say(self, key: str, **params: object) -> str:
        return fill(self._translate(PAPERS[key]), params)

    # -- the order ---------------------------------------------------------------------------------

    def _order(self, part: TemplatePart) -> Iterator[Block]:
        if not self._standings:
            yield Paragraph(self._say("no-combatants"))
            return
        if part.title:
            yield Heading(part.title)
        made = {name: [self._cell(name, who, part) for who in self._standings] for name in part.columns}
        kept = ("count", "notes") if part.blank else ("count",)
        shown = [name for name in part.columns if any(made[name]) or name in kept]
        titles = {name: self._column(name) for name in shown}
        if part.blank and "notes" in shown and "effects" not in shown:
            titles["notes"] = self._say("effects-notes")
        columns = tuple(Column(titles[name], _WEIGHTS[name]) for name in shown)
        rows = tuple(
            Row(tuple(made[name][number] for name in shown), marked=who.active and not part.blank)
            for number, who in enumerate(self._standings)
        )
        yield Table(columns, rows)
        if "stats" in shown:
            yield from self._abbreviations()

    def _abbreviations(self) -> Iterator[Paragraph]:
        """Yield what the short names of stats stand for."""
        stats = {stat.short: stat.label for who in self._standings for stat in (*who.lasting, *who.more)}
        told = [
            self._say("abbreviation", short=short, label=label)
            for short, label in stats.items()
            if short != label
        ]
        if told:
            yield Paragraph(" · ".join(told))

    def _column(self, name: str) -> str:
        if name == "points":
            return self._summary.points_label
        if name == "shared":
            return self._say("notes")
        if name == "tracks":
            labels = {track.label for who in self._standings for track in who.tracks}
            return labels.pop() if len(labels) == 1 else ""
        if name == "count" and self._summary.count_label:
            return self._summary.count_label
        return self._say(name)

    def _cell(self, name: str, who: Standing, part: TemplatePart) -> Cell:
        match name:
            case "count":
                placed = who.count if self._summary.begun else ""
                if part.blank and placed == UNPLACED:
                    placed = ""  # it is dealt or rolled at the table
                aside = (Words(who.aside, small=True),) if who.aside else ()
                return (
                    (Words(placed, bold=True, large=True), *aside) if placed or not part.blank else (Space(),)
                )
            case "combatant":
                lasting = (who.gone, *who.kept, *who.states)  # what one does is over soon
                told = " · ".join(text for text in (lasting if part.blank else who.words) if text)
                about = " · ".join(text for text in (who.side, who.group) if text)
                lines = [Words(text, small=True) for text in (about, told) if text]
                return (Words(who.name, bold=True), *lines)
            case "side":
                return (Words(who.side),)
            case "stats":
                return (*self._stats(who), *(_marked(who) if part.blank else ()))
            case "points":
                return self._points(who, part, done=self._is_done(who, part))
            case "tracks":
                return tuple(self._tracks(who, part, done=self._is_done(who, part)))
            case "actions" | "effects" | "declared" if (
                who.out == OUT_DEFEATED and part.kind == "order" and not part.blank
            ):
                return ()  # that it is out says all: no penalty of the dead is of use
            case "actions":
                rests = self._is_done(who, part) or (part.blank and who.out == OUT_DEFEATED)
                return () if rests else tuple(_tokens(who, part, self._summary))
            case "effects":
                return tuple(_effects(who, part, done=self._is_done(who, part)))
            case "declared":
                return (Words(" · ".join(who.declared)),) if who.declared else ()
            case "shared":
                return (Words(who.shared),) if who.shared else ()
        note: tuple[Piece, ...] = tuple(Words(text) for text in (who.notes, who.shared) if text)
        if not part.blank or self._is_done(who, part):
            return note
        boxed = who.points is not None or bool(who.pools)  # these make a row high enough to write in
        return (*note, Space(1 if note and boxed else 2))

    def _standing(self, part: TemplatePart) -> Iterator[Block]:
        """Yield how everybody stands, in words: nothing is to be ticked. Who has left stands below."""
        if not self._standings:
            return
        usual = "standing-end" if self._summary.over else "standing"
        yield Heading(part.title or self._say(usual), small=True)
        made: list[tuple[Cell, ...]] = []
        for who in self._standings:
            about = " · ".join(text for text in (who.side, who.group) if text)
            words = " · ".join(text for text in (who.gone, *who.states) if text)
            name = (Words(who.name, bold=True), *((Words(about, small=True),) if about else ()))
            points = self._points(who, part, done=True)
            tracks = tuple(self._tracks(who, part, done=True))
            made.append((name, points, tracks, (Words(words),) if words else (), tuple(_in_force(who))))
        made += [
            ((Words(name, bold=True),), (), (), (Words(self._say("has-left")),), ()) for name in self._left()
        ]
        titles = ("combatant", "points", "tracks", "states", "effects")
        weights = (2.4, 1.3, 1.4, 2.4, 2.4)
        shown = [n for n, name in enumerate(titles) if name == "combatant" or any(row[n] for row in made)]
        usual_titles = {"tracks": self._say("tracks")}
        named = {name: self._column(name) or usual_titles.get(name, "") for name in titles}
        columns = tuple(Column(named[titles[n]], weights[n]) for n in shown)
        yield Table(columns, tuple(Row(tuple(row[n] for n in shown)) for row in made), whole=True, close=True)

    def _points(self, who: Standing, part: TemplatePart, *, done: bool) -> Cell:
        """Return the points: where nothing is written any more in words, else in a box with room for it."""
        points = who.points
        if points is None:
            return ()
        if not done:
            room = 1 + part.rounds // 2 if part.blank else 0
            return (Gauge(points.now, points.full, points.extra, room),)
        shown = "" if points.now is None else minus(str(points.now))
        told = f"{shown} / {points.full}" if points.full else shown
        return (Words(self._say("temporary", points=told, extra=points.extra) if points.extra else told),)

    def _tracks(self, who: Standing, part: TemplatePart, *, done: bool) -> Iterator[Piece]:
        """Yield tracks: of whom nothing is to be written any more only the steps that were reached are told.

        Where the column is called as the one track that there is, its cells do not say so again.
        """
        if not done:
            yield from _boxed_tracks(who, part)
        elif self._column("tracks"):
            yield from (Words(track.names[track.at]) for track in who.tracks if track.at > 0)
        else:
            reached = (f"{track.label} {track.steps[track.at]}" for track in who.tracks if track.at > 0)
            yield from (Words(text.replace(" ", "\u00a0"), small=True) for text in reached)

    def _left(self) -> list[str]:
        """Return what those are called who took part and are not there any more."""
        kept, there = self._summary.accounts, {who.id for who in self._summary.standings}
        if len(self._standings) < len(there):
            return []
        return [name for ident, name in kept.names.items() if ident not in there]

    def _is_done(self, who: Standing, part: TemplatePart) -> bool:
        """Return whether nothing more is to be written about somebody: the row is as low as what it says.

        That is so of the dead, and of everybody when the fight is over. Others who fell may get worse.
        """
        return part.blank and (self._summary.over or (who.out == OUT_DEFEATED and who.ended))

    def _stats(self, who: Standing) -> Iterator[Words]:
        """Yield the stats as they are for good, and below them what is now, and why."""
        texts = [f"{stat.short} {stat.value}" for stat in who.lasting]
        if texts:
            yield Words("  ".join(text.replace(" ", "\u00a0") for text in texts), small=True)
        if who.more:
            told = (f"{stat.short}{':' if stat.value[0].isalpha() else ''} {stat.value}" for stat in who.more)
            yield Words(" · ".join(told), small=True)
        yield from self._now(who)

    def _now(self, who: Standing) -> Iterator[Words]:
        """Yield what is other than for good as long as something changes it: of the dead it is nothing."""
        shorts = {stat.id: stat.short for stat in who.stats}
        now: dict[tuple[str, ...], list[str]] = {}
        for name, one in who.passing.items() if who.out != OUT_DEFEATED else ():
            if name not in shorts:
                continue
            now.setdefault(one.why, []).append(f"{shorts[name]} {one.now}".replace(" ", "\u00a0"))
        for why, several in now.items():
            key = "now-because" if why else "now"
            yield Words(self._say(key, stats=", ".join(several), why=", ".join(why)), small=True)

    def _declarations(self, part: TemplatePart) -> Iterator[Block]:
        summary = self._summary
        if not summary.declares or summary.over or all(who.out for who in self._standings):
            return
        yield Heading(part.title or self._say("declarations"))
        rounds = range(summary.declares_in, summary.declares_in + max(1, part.rounds))
        boxes = tuple(str(number) for number in range(1, part.segments + 1)) if summary.pass_word else ()
        cell: Cell = (Space(), Boxes(boxes, label=summary.pass_word)) if boxes else (Space(),)
        titles = [self._say("round-number", round=number) for number in rounds]
        columns = (Column(self._say("combatant"), 1.2), *(Column(_capital(title), 1.0) for title in titles))
        able = (who for who in self._standings if not who.out)
        rows = tuple(Row(((Words(who.name, bold=True),), *(cell for _ in rounds))) for who in able)
        yield Table(columns, rows, whole=True)

    # -- sentences ---------------------------------------------------------------------------------

    def _options(self, part: TemplatePart) -> Iterator[Block]:
        if self._summary.options and not self._summary.preset:  # that stands behind the ruleset
            yield Heading(part.title or self._say("options"), small=True)
            yield Paragraph("; ".join(f"{label}: {value}" for label, value in self._summary.options))

    def _time(self, part: TemplatePart) -> Iterator[Block]:
        summary, kept = self._summary, self._summary.accounts
        yield Heading(part.title or self._say("rounds-and-time"), small=True)
        surprised = kept.surprised is not None
        texts = rounds_told(self._say, summary.round, summary.rounds_done, surprised=surprised)
        texts.append(self._say("game-time", time=duration(summary.game_seconds)))
        if kept.played:
            key = "real-time-played" if kept.breaks else "real-time"
            texts.append(self._say(key, time=duration(kept.played), minutes=int(BREAK // 60)))
        if kept.turns:
            mean = sum(turn.seconds for turn in kept.turns) / len(kept.turns)
            texts.append(self._say("per-turn", time=duration(mean)))
        yield Paragraph(" · ".join(texts))
        if summary.begun:
            yield Paragraph(fates_told(summary.fates, self._say))

    def _happened(self, part: TemplatePart) -> Iterator[Block]:
        happened = _with_attacks(
            step for step in self._summary.happened if step.round or step.command != "add"
        )
        yield Heading(part.title or self._say("happened"))
        if not happened:
            yield Paragraph(self._say("nothing-happened"))
        timed = any(map(_when, happened))  # where headings say all of it there is no such column
        columns = (Column(self._say("when"), 0.9), Column(self._say("what"), 6.0))[not timed :]
        section: list[Happened] = []
        told: set[str] = set()
        for step in [*happened, None]:
            if section and (step is None or step.section != section[0].section):
                title = section[0].section
                again = title in told  # a round to whose end somebody comes back is not over
                told.add(title)
                yield Heading(self._say("section-goes-on", section=title) if again else title, small=True)
                rows = tuple(self._step(each, timed=timed) for each in section)
                yield Table(columns, rows, close=True, runs=True)
                section = []
            if step is not None:
                section.append(step)

    def _step(self, step: Happened, *, timed: bool) -> Row:
        title = f"{self._say('override')}: {step.title}" if step.overridden else step.title
        lines = [Words(" · ".join(step.lines), small=True)] if step.lines else []
        cells: tuple[Cell, ...] = (
            (Words(_when(step), small=True),),
            (Words(title, bold=step.overridden), *lines),
        )
        return Row(cells[not timed :], step.overridden)

    def _notes(self, part: TemplatePart) -> Iterator[Block]:
        yield Heading(part.title or self._say("notes"))
        yield Lines(part.lines, spare=part is self._last)

    def _about(self, part: TemplatePart) -> Iterator[Block]:
        """Yield what is noted about the whole encounter: for everybody first."""
        texts = [text for text in (self._summary.shared, self._summary.about) if text]
        if texts:
            yield Heading(part.title or self._say("about-fight"), small=True)
        yield from (Paragraph(line) for text in texts for line in text.splitlines() if line.strip())

    def _waves(self, part: TemplatePart) -> Iterator[Block]:
        """Yield who is still to come, and what brings them in."""
        if not self._summary.waves:
            return
        yield Heading(part.title or self._say("to-come"))
        columns = (Column("", 0.3), Column(self._say("when"), 2.0), Column(self._say("combatant"), 4.0))
        rows = []
        for wave in self._summary.waves:
            notes = (Words(wave.notes, small=True),) if wave.notes else ()
            people = Words(", ".join(wave.people))
            rows.append(Row(((Boxes(("",)),), (Words(wave.when, bold=True),), (people, *notes))))
        yield Table(columns, tuple(rows), whole=True)

    # -- cards -------------------------------------------------------------------------------------

    def _cards(self, part: TemplatePart) -> Iterator[Block]:
        for who in self._standings:
            yield Card(who.name, tuple(self._card(who, part)))

    def _card(self, who: Standing, part: TemplatePart) -> Iterator[Heading | Paragraph | Table | Lines]:
        about = [who.side, who.group, *who.words]
        yield Paragraph(" · ".join(text for text in about if text))
        cells: list[tuple[str, Cell]] = [
            (self._column("count"), self._cell("count", who, part)),
            (self._column("points"), self._cell("points", who, part)),
            (self._say("actions"), self._cell("actions", who, part)),
            (self._say("effects"), self._cell("effects", who, part)),
            (self._say("declared"), self._cell("declared", who, part)),
        ]
        cells += [(track.label, (Boxes(track.steps, track.at),)) for track in who.tracks]
        now = tuple(self._now(who))
        if len(who.lasting) + len(who.tracks) > _MOST_ROWS or now:
            stats = (f"{stat.label} {stat.value}".replace(" ", "\u00a0") for stat in who.lasting)
            cells.append((self._say("stats"), (Words(" · ".join(stats)), *now) if who.lasting else ()))
        else:
            cells += [(stat.label, (Words(stat.value),)) for stat in who.lasting]
        cells += [(stat.label, (Words(stat.value),)) for stat in who.more]
        rows = tuple(Row(((Words(label, small=True),), cell)) for label, cell in cells if label and cell)
        yield Table((Column("", 1.0), Column("", 2.0)), rows)
        for text in (who.notes, who.shared):
            if text:
                yield Paragraph(text)
        yield Lines(2, spare=True)


def _with_attacks(steps: Iterable[Happened]) -> list[Happened]:
    """Return the steps, each attack with what has paid for it and how the dice fell: it is one thing."""
    found: list[Happened] = []
    before: list[str] = []
    for step in steps:
        if step.leads:
            before += (step.leads, *step.lines)
        else:
            found.append(replace(step, lines=(*before, *step.lines)) if before else step)
            before = []
    return found


def _when(step: Happened) -> str:
    """Return when a step was made, within what the heading over it says."""
    when = step.place.rpartition(" · ")[2]
    return "" if step.section.endswith(when) else when


def _in_force(who: Standing) -> Iterator[Words]:
    """Yield the effects that are in force, and what is noted on them."""
    if who.effects:
        yield Words(", ".join(f"{effect.name} ({effect.duration})" for effect in who.effects))
    noted = (f"{effect.name}: {note}" for effect in who.effects for note in effect.notes)
    yield from (Words(text, small=True) for text in noted)


def _marked(who: Standing) -> Iterator[Words]:
    """Yield by how much rolls are other than the numbers that are noted for good, of whoever can roll."""
    told = _rolls_told(roll for roll in who.rolls if roll.modifier and not who.out)
    if told:
        yield Words(" · ".join(told), small=True)


def _rolls_told(rolls: Iterable[RollShown]) -> list[str]:
    """Return how rolls are marked, several alike in one: 'Attacks, Checks: −1 Condition track'."""
    alike: dict[str, list[str]] = {}
    for roll in rolls:
        alike.setdefault(roll.text, []).append(roll.label)
    return [f"{', '.join(labels)}: {text}" for text, labels in alike.items()]


def _effects(who: Standing, part: TemplatePart, *, done: bool) -> Iterator[Piece]:
    """Yield what is in force, and how rolls are marked; where a pencil goes on, boxes for the rounds left.

    There, how rolls are marked stands below the stats, where it is wanted beside a number.
    """
    if part.blank:
        for effect in who.effects:
            yield Words(f"{effect.name} ({effect.duration})")
            if 1 < effect.left <= _MOST_ROUNDS and not done:
                yield Boxes(tuple(map(str, range(effect.left, 0, -1))))
        noted = (f"{effect.name}: {note}" for effect in who.effects for note in effect.notes)
        yield from (Words(text, small=True) for text in noted)
    else:
        yield from _in_force(who)
        yield from (Words(text, small=True) for text in _rolls_told(who.rolls))


def _boxed_tracks(who: Standing, part: TemplatePart) -> Iterator[Piece]:
    """Yield tracks with the step reached in black; where a pencil goes on, saves that are counted, too.

    Where it does not, those beside the main one that nothing has happened to are told in a line.
    """
    main = next((track for track in who.tracks if track.main), who.tracks[0] if who.tracks else None)
    whole = part.blank or part.every_track
    for track in who.tracks:
        if whole or track is main or track.at:
            label = track.label if len(who.tracks) > 1 else ""
            yield Boxes(track.steps, track.at, label=label)
    for saves in who.saves if part.blank else ():
        yield Boxes(tuple(map(str, range(1, saves.most + 1))), saves.number - 1, label=saves.label)
    rest = [] if whole else [track for track in who.tracks if track is not main and not track.at]
    if rest:
        told = (f"{track.label} {track.steps[0]}".replace(" ", "\u00a0") for track in rest)
        yield Words(" · ".join(told), small=True)


def _tokens(who: Standing, part: TemplatePart, summary: Summary) -> Iterator[Piece]:
    """Yield boxes for what a turn holds: for this one, or for so many rounds, the one under way first.

    In that what is spent is struck out: it goes on from there on paper.
    """
    if not who.pools:
        return
    if not part.rounds:
        yield _spendable(who.pools, struck=not part.blank)
        return
    pools = [pool for pool in who.pools if pool.size != 0]
    first = max(1, summary.acts_in)
    for number in range(first, first + part.rounds):
        if number == summary.round and not who.out:
            now = [replace(pool, left=pool.size) if pool.barred else pool for pool in pools]
            yield _spendable(now, label=str(number))
        else:
            yield Boxes(tuple(_token(pool, pool.size) for pool in pools), label=str(number))


def _spendable(pools: Sequence[PoolShown], *, label: str = "", struck: bool = True) -> Boxes:
    """Return boxes for what is left, and struck out what is spent."""
    gone = tuple(number for number, pool in enumerate(pools) if pool.left == 0)
    return Boxes(
        tuple(_token(pool, pool.left) for pool in pools), crossed=gone if struck else (), label=label
    )


def _token(pool: PoolShown, left: int | None) -> str:
    if pool.number or (pool.size or 0) > 1:
        shown = "∞" if left is None else str(left)
        return f"{pool.short} {shown}" + ("" if pool.size is None else f"/{pool.size}")
    return pool.short


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
