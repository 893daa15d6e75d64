"""One model of a fight for everything that is printed or exported: who stands how, what happened, totals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct, structs

from rulesets import collector
from rulesets.fight.kept import CONTRADICTING, Kept
from rulesets.fight.storage.errors import Damaged
from rulesets.output.stat_block import Standing, standings
from rulesets.seen import queries
from rulesets.seen.accounts import Accounts, at_the_end, gone_along
from rulesets.seen.fates import Fates, fates
from rulesets.seen.harm import Counted, counted
from rulesets.seen.heard import Hearing
from rulesets.seen.labels import count_label
from rulesets.seen.options import preset_of
from rulesets.seen.proposed import is_attack
from rulesets.seen.scene import Audience, Viewer
from rulesets.seen.why.log import phase_began
from rulesets.table.commands import Act, Command, RecordAttack, Throw
from rulesets.table.encounter import OVER, RUNNING, SETUP, STAGE_OPENING, Clock, Encounter
from rulesets.table.entry import Entry
from rulesets.vocabulary import Rules, find_phase
from rulesets.words.citations import places
from rulesets.words.heard import heard_log
from rulesets.words.papers import PAPERS
from rulesets.words.terms import Terms
from rulesets.words.texts import EntryText, Finder, Speaker, Timeline
from rulesets.words.timeline import Mark


class Happened(Struct, frozen=True):
    """One step of the fight in words."""

    section: str
    """Part of the fight it belongs to: 'Round 2', 'Round 2 · Segment 1'."""
    place: str
    """Round and count: 'R2 · 17'; '' outside of the fight."""
    title: str
    lines: tuple[str, ...]
    overridden: bool
    command: str
    """What kind of order it was, as files name it: 'act', 'apply', 'end-turn'."""
    round: int
    """0 before the encounter starts and after it has ended."""
    at: float
    """Seconds since the epoch; 0 is unknown."""
    leads: str = ""
    """What of it stands beside the attack that the next step tells: it has paid for it, or rolled it."""


class WaveShown(Struct, frozen=True):
    """Those who are to come together."""

    when: str
    """'in round 3', 'when the alarm rings'; '' if nothing is said."""
    people: tuple[str, ...]
    """'Stormtrooper 3 (hidden)'."""
    notes: str = ""


class Summary(Struct, frozen=True):
    """A fight as it stands, with all that led there."""

    title: str
    ruleset: str
    ruleset_id: str
    options: tuple[tuple[str, str], ...]
    """Label and value of every option that is not at its default."""
    preset: str
    """Label of the preset that all of them together are, or ''."""
    place: str
    """Where the fight stands: 'round 3 · Deel Surool to act'."""
    round: int
    begun: bool
    over: bool
    rounds_done: int
    game_seconds: int
    standings: tuple[Standing, ...]
    """From the top of the order down."""
    happened: tuple[Happened, ...]
    accounts: Accounts
    pass_word: str
    """What one pass of the round is called ('segment'), '' if the ruleset has none."""
    declares: bool
    """True if something is declared before it is done."""
    declares_in: int
    """The first round of which nobody has declared anything yet."""
    acts_in: int
    """The first round in which turns are still taken."""
    count_label: str
    """What the count is where it is no roll: 'Dex'; '' otherwise."""
    points_label: str
    fates: Fates
    """What became of everybody."""
    counted: Counted | None
    """What is counted as dealt and taken."""
    cost_labels: dict[str, str]
    """Types of action → what people call them."""
    audience: Audience = Audience.GM
    """Who may read it."""
    about: str = ""
    """What the game master has noted about the whole of it; '' for players."""
    shared: str = ""
    """What everybody may read about it."""
    waves: tuple[WaveShown, ...] = ()
    """Who is still to come; nobody for players."""


@collector.paused()
def summarise(
    rules: Rules,
    entries: Sequence[Entry],
    title: str,
    base: Encounter | None = None,
    translate: Callable[[str], str] = str,
    editions: Finder | None = None,
    audience: Audience = Audience.GM,
) -> Summary:
    """Return the summary of a fight.

    Args:
        rules: Ruleset in force.
        entries: The log in force, oldest first, from ``base`` on.
        title: What the encounter is called.
        base: Encounter before the first entry; empty if left out. It must not have begun: what became of a
            fight that has is not told from its middle.
        translate: Gives a template of the catalogue in the reader's language.
        editions: Finds the rules that the log was played by before they were changed.
        audience: Who is to read it: players are told nothing that is kept from them.
    """
    if audience is Audience.PLAYERS:
        return _for_players(rules, entries, title, base or Encounter(), translate, editions)
    begun = base or Encounter()
    numbers, state = gone_along(rules, entries, begun)
    first = editions(begun.rules) if editions is not None else None
    timeline = Timeline(first or rules, begun, editions)
    names = {ident: who.name for ident, who in begun.combatants.items()}

    def name(ident: str) -> str:
        who = state.combatants.get(ident)
        return who.name if who is not None else timeline.names.get(ident, names.get(ident, ""))

    speaker = Speaker(rules, name, translate, editions, places)
    steps = tuple(_happened(speaker, timeline, entries, _sealed_from(rules, state, entries)))
    happened = tuple(_led(rules, [entry.command for entry in entries], steps, name))
    told = _told(rules, Viewer(rules), state, title, numbers, happened, speaker.terms)
    waves = tuple(_waves(state, speaker.terms))
    return structs.replace(told, about=state.about.strip(), waves=waves)


def _for_players(
    rules: Rules,
    entries: Sequence[Entry],
    title: str,
    begun: Encounter,
    translate: Callable[[str], str],
    editions: Finder | None,
) -> Summary:
    """Return the summary of a fight as players may read it."""
    state = at_the_end(entries, begun)
    hearing, counting = Hearing(state, begun, entries), Hearing(state, begun, entries)
    numbers, _ = gone_along(rules, entries, begun, counting.unseen)
    first = editions(begun.rules) if editions is not None else None
    timeline = Timeline(first or rules, begun, editions)
    speaker = Speaker(rules, hearing.names.called, translate, editions, places)
    secret = _sealed_from(rules, state, entries)
    log = heard_log(speaker, timeline, hearing, entries, secret)
    steps = [_step(line.text, speaker.section(line.heard, line.mark), line.heard, line.mark) for line in log]
    happened = tuple(_led(rules, [line.heard.command for line in log], steps, hearing.names.called))
    viewer = Viewer(rules, Audience.PLAYERS)
    told = viewer.look(state).state

    def name(ident: str) -> str:
        who = told.combatants.get(ident)
        return who.name if who is not None else ident

    terms = Terms(rules, name, translate)
    return _told(rules, viewer, state, title, numbers.told(hearing.names), happened, terms)


def _waves(state: Encounter, terms: Terms) -> Iterable[WaveShown]:
    for wave in state.waves:
        in_round = terms.say(PAPERS["in-round"], {"round": wave.round}) if wave.round else ""
        when = ", ".join(text for text in (in_round, wave.when) if text)
        people = (str(one.get("name") or one["id"]) for one in wave.combatants)
        yield WaveShown(when, tuple(people), wave.notes.strip())


def _told(
    rules: Rules,
    viewer: Viewer,
    encounter: Encounter,
    title: str,
    numbers: Accounts,
    happened: tuple[Happened, ...],
    terms: Terms,
) -> Summary:
    """Return a summary of how an encounter stands, as ``viewer`` sees it."""
    scene = viewer.look(encounter)
    state, numbers = scene.state, numbers.ordered(scene.order)
    shown = tuple(standings(rules, encounter, terms, viewer.audience))
    return Summary(
        title=title,
        ruleset=rules.label or rules.id,
        ruleset_id=rules.id,
        options=tuple(_options(rules)),
        preset=preset_of(rules),
        place=_place(rules, state, terms),
        round=state.clock.round,
        begun=state.clock.status != SETUP,
        over=state.clock.status == OVER,
        rounds_done=queries.rounds_done(state),
        game_seconds=queries.elapsed(rules, state),
        standings=shown,
        happened=happened,
        accounts=numbers,
        pass_word=next((phase.pass_name for phase in rules.phases if phase.repeats), ""),
        declares=bool(rules.declarations),
        declares_in=queries.declared_round(rules, state) + 1,
        acts_in=queries.round_with_turns(rules, state),
        count_label=count_label(rules, viewer.order),
        points_label=next((who.points.label for who in shown if who.points is not None), ""),
        fates=fates(scene, numbers),
        counted=counted(rules),
        cost_labels={ident: cost.label or ident for ident, cost in rules.costs.items()},
        audience=viewer.audience,
        shared=state.shared.strip(),
    )


def summarise_kept(
    kept: Kept, translate: Callable[[str], str] = str, audience: Audience = Audience.GM
) -> Summary:
    """Return the summary of a fight that was read from a file.

    Raises:
        Damaged: if its steps, though they can be played, make no sense together.
    """
    session, name = kept.session, kept.contents.header.title
    try:
        return summarise(
            session.rules,
            tuple(session.log),
            name,
            translate=translate,
            editions=session.edition,
            audience=audience,
        )
    except Exception as error:
        raise Damaged(kept.path, detail=CONTRADICTING) from error


def _sealed_from(rules: Rules, state: Encounter, entries: Sequence[Entry]) -> int:
    """Return the number of the entry from which on declarations are told to nobody yet."""
    return phase_began(state, entries) if queries.sealed(rules, state) else len(entries)


def _happened(
    speaker: Speaker, timeline: Timeline, entries: Iterable[Entry], secret: int
) -> Iterable[Happened]:
    """Yield what each entry came to; from the number ``secret`` on declarations are sealed."""
    for number, entry in enumerate(entries):
        mark = timeline.forward(entry.events)
        text = speaker.entry(entry, mark, sealed=number >= secret)
        yield _step(text, speaker.section(entry, mark), entry, mark)


def _step(text: EntryText, section: str, entry: Entry, mark: Mark) -> Happened:
    return Happened(
        section=section,
        place=text.place,
        title=text.title,
        lines=text.lines,
        overridden=text.overridden,
        command=str(entry.command.__struct_config__.tag or ""),
        round=mark.before.clock.round if mark.before.clock.status == RUNNING else 0,
        at=entry.at,
    )


def _led(
    rules: Rules, commands: Sequence[Command], steps: Sequence[Happened], name: Callable[[str], str]
) -> Iterable[Happened]:
    """Yield the steps, and say of each what stands beside the attack that it leads to.

    What pays for an attack, the roll and the attack are given in one go; a roll is told of its attack alone.
    """
    attack: RecordAttack | None = None
    found: list[Happened] = []
    for command, step in zip(reversed(commands), reversed(steps), strict=True):
        if isinstance(command, RecordAttack):
            attack = None if step.overridden else command
        elif attack is not None and _leads_to(rules, command, attack) and not step.overridden:
            told = step.title.removeprefix(f"{name(attack.who)}: ")
            step = structs.replace(step, leads=told.removeprefix(f"{attack.using} "))
            attack = None if isinstance(command, Act) else attack
        else:
            attack = None
        found.append(step)
    return reversed(found)


def _leads_to(rules: Rules, command: Command, attack: RecordAttack) -> bool:
    if isinstance(command, Throw):
        return command.who == attack.who and attack.rolled is not None
    if not isinstance(command, Act) or not is_attack(rules, command.name):
        return False
    return command.who == attack.who and command.target in ("", attack.target)


def _options(rules: Rules) -> Iterable[tuple[str, str]]:
    for ident, option in rules.options.items():
        chosen = rules.options_set.get(ident, option.default)
        if chosen != option.default:
            label = next((choice.label for choice in option.choices if choice.value == chosen), "")
            yield option.label or ident, label or chosen


def _place(rules: Rules, state: Encounter, terms: Terms) -> str:
    clock = state.clock
    if clock.status != RUNNING:
        return terms.say(PAPERS["over" if clock.status == OVER else "before"], {})
    parts = [_round(clock, terms)]
    phase = find_phase(rules, clock.phase)
    if phase is not None and phase.repeats and clock.segment:
        parts.append(f"{phase.pass_name} {clock.segment}")
    active = state.walk.active
    if active:
        key = "to-act" if phase is not None and phase.activity == "act" else "to-declare"
        parts.append(terms.say(PAPERS[key], {"name": terms.name(active)}))
    return " · ".join(parts)


def _round(clock: Clock, terms: Terms) -> str:
    if clock.stage == STAGE_OPENING:
        return terms.say(PAPERS["surprise"], {})
    return terms.say(PAPERS["round-number"], {"round": clock.round})
