"""A tournament as it is shown: who takes part, how it stands, who meets whom, and by what rules ties are broken."""

import msgspec

from parlour import games
from parlour.core.game import Value
from parlour.core.languages import FALLBACK
from parlour.house.tables.clocks import Clock, Uptimes
from parlour.house.texts import say
from parlour.house.tournaments import progress
from parlour.house.tournaments.commands import check_in_opens
from parlour.house.tournaments.events import By, Seeding, TournamentKind, WithdrawalReason
from parlour.house.tournaments.pairing import arena
from parlour.house.tournaments.records import TournamentPhase, TournamentSummary
from parlour.house.tournaments.repository import bot_name, name_of
from parlour.house.tournaments.standings import TIE_BREAKS, standings
from parlour.house.tournaments.state import PairedMatch, Round, Tournament, table_id
from parlour.house.tournaments.summary import TournamentDetails

MOST_ROUNDS = 60  # shown of an arena, which has one for every time that somebody was paired


class TournamentLine(msgspec.Struct):
    """One tournament in a list."""

    tournament: str
    game: str
    kind: TournamentKind
    phase: TournamentPhase
    updated: int
    about: TournamentDetails


class TournamentPage(msgspec.Struct):
    tournaments: list[TournamentLine]
    next: str | None = None  # what to ask for after these, if there may be more


class EntrantLine(msgspec.Struct):
    entrant: str
    name: str
    level: int | None  # of a bot
    checked: bool
    out: WithdrawalReason | None  # why they no longer take part, if they do not


class StandingLine(msgspec.Struct):
    """Points and the sums of them are whole or halves."""

    rank: int
    entrant: str
    points: float
    played: int
    won: int
    drawn: int
    byes: int
    buchholz: float
    sonneborn: float
    reached: int
    out: bool


class MatchLine(msgspec.Struct):
    """`points` once it is over, by seat."""

    match: str
    table: str
    seats: list[str]
    points: list[float] | None
    by: By | None
    again: str | None  # the match that nobody won and that this one replaces


class RoundLine(msgspec.Struct):
    round: int
    at: int
    matches: list[MatchLine]
    byes: list[str]
    field: list[str]  # of a knock-out: the bracket from its top; "" is nobody


class TournamentRulesShown(msgspec.Struct):
    kind: TournamentKind
    seats: int
    options: dict[str, Value]
    clock: Clock
    starts: int | None
    check_in: int
    minutes: int
    every: int
    patience: int
    bots: bool
    most: int
    rated: bool
    seeding: Seeding


class OwnEntry(msgspec.Struct):
    """What concerns whoever asks."""

    organises: bool
    entered: bool
    checked: bool
    table: str | None  # where one is to play now


class TournamentShown(msgspec.Struct):
    """As everybody sees it."""

    tournament: str
    version: int  # one more with everything that happens
    title: str
    about: str
    game: str
    game_title: str
    organiser: str
    organiser_name: str
    phase: TournamentPhase
    cancelled: bool
    champion: str | None
    rules: TournamentRulesShown
    planned: int  # rounds
    check_in_opens: int | None
    begun: int | None
    ended: int | None
    ends: int | None  # an arena's time
    next_round: int | None  # when it begins, if a time is set
    seed: str | None  # of every lot
    entrants: list[EntrantLine]
    seeds: list[str]  # by hand, the strongest first
    standings: list[StandingLine]
    rounds: list[RoundLine]
    scoring: list[str]  # how points are counted and ties broken, in words and in this order


class TournamentNow(TournamentShown):
    me: OwnEntry


class TournamentUpdate(msgspec.Struct, tag_field="is", tag="tournament"):
    """What is new after a version, for everybody. Of rounds, those in which something is; entrants only if they are."""

    tournament: str
    after: int
    cursor: int
    entrants: bool
    now: TournamentShown


class TournamentNews(TournamentUpdate):
    """The same for one person."""

    me: OwnEntry


def line(summary: TournamentSummary, language: str) -> TournamentLine:
    about = msgspec.json.decode(summary.body, type=TournamentDetails)
    if about.leading_bots:
        named = zip(about.leaders, about.leading_bots, strict=True)
        leaders = [name if bot is None else bot_name(*bot, language) for name, bot in named]
        about = msgspec.structs.replace(about, leaders=leaders)
    return TournamentLine(summary.tournament, summary.game, summary.kind, summary.phase, summary.updated, about)


def scoring_of(t: Tournament, language: str) -> list[str]:
    """In the order in which it decides."""
    said = [] if t.rules.kind == "knockout" else [f"points-{'two' if t.rules.seats == 2 else 'more'}"]
    said += ["bye"] if t.rules.kind == "swiss" else []
    return [say(f"tie-break.{key}", language=language) for key in (*said, *TIE_BREAKS[t.rules.kind])]


def shown(t: Tournament, person: str | None, uptimes: Uptimes, language: str) -> TournamentNow:
    return TournamentNow(**msgspec.structs.asdict(shown_to_all(t, uptimes, language)), me=mine(t, person))


def mine(t: Tournament, person: str | None) -> OwnEntry:
    match = None if person is None or t.phase != "running" else t.match_of(person)
    return OwnEntry(
        organises=person == t.organiser,
        entered=person in t.entrants and person not in t.gone,
        checked=person in t.checked,
        table=None if match is None else table_id(t, match.pairing.id),
    )


def news_after(
    before: Tournament | None, t: Tournament, uptimes: Uptimes, language: str = FALLBACK
) -> TournamentUpdate:
    """`before`: what is known already. Who takes part and old rounds are most of it, and seldom new."""
    all_of_it = shown_to_all(t, uptimes, language)
    if before is None:
        return TournamentUpdate(t.id, 0, t.position, True, all_of_it)
    same = (before.entrants, before.checked, before.gone) == (t.entrants, t.checked, t.gone)
    known = {one.number: one for one in before.rounds}
    touched = {
        one.number for one in t.rounds
        if known.get(one.number) != one or any(before.games[match] != t.games[match] for match in one.matches)
    }  # fmt: skip
    rounds = [one for one in all_of_it.rounds if one.round in touched]
    new = msgspec.structs.replace(all_of_it, rounds=rounds, entrants=[] if same else all_of_it.entrants)
    return TournamentUpdate(t.id, before.position, t.position, not same, new)


def shown_to_all(t: Tournament, uptimes: Uptimes, language: str) -> TournamentShown:
    rules = t.rules
    return TournamentShown(
        tournament=t.id,
        version=t.position,
        title=t.title,
        about=t.about,
        game=rules.game,
        game_title=games.load(rules.game).title,
        organiser=t.organiser,
        organiser_name=t.organiser_name,
        phase=t.phase,
        cancelled=t.cancelled,
        champion=t.champion or None,
        rules=TournamentRulesShown(
            rules.kind, rules.seats, dict(rules.options), rules.clock, rules.starts, rules.check_in, rules.minutes,
            rules.every, rules.patience, rules.bots, rules.most, rules.rated, rules.seeding,
        ),
        planned=t.planned,
        check_in_opens=check_in_opens(t) if rules.check_in else None,
        begun=t.begun_at,
        ended=t.ended_at,
        ends=arena.ends(t, uptimes) if rules.kind == "arena" and t.begun_at is not None else None,
        next_round=progress.next_round_at(t) if t.phase == "running" and rules.every else None,
        seed=t.seed or None,
        entrants=[
            EntrantLine(one, name_of(t, one, language), entrant.level, one in t.checked, t.gone.get(one))
            for one, entrant in t.entrants.items()
        ],
        seeds=list(t.seeds),
        standings=[
            StandingLine(
                row.rank, row.entrant, row.points / 2, row.played, row.won, row.drawn, row.byes, row.buchholz / 2,
                row.sonneborn / 4, row.reached, row.out,
            )
            for row in standings(t)
        ],
        rounds=[_round(t, one) for one in t.rounds[-MOST_ROUNDS:]],
        scoring=scoring_of(t, language),
    )  # fmt: skip


def _round(t: Tournament, one: Round) -> RoundLine:
    matches = [_match(t, t.games[match]) for match in one.matches]
    return RoundLine(one.number, one.at, matches, list(one.byes), list(one.field))


def _match(t: Tournament, game: PairedMatch) -> MatchLine:
    pairing, result = game.pairing, game.result
    points = None if result is None else [half / 2 for half in result.points]
    by = None if result is None else result.by
    return MatchLine(pairing.id, table_id(t, pairing.id), list(pairing.seats), points, by, pairing.again or None)
