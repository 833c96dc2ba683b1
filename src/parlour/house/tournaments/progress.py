"""The course of a tournament that runs: matches come out, the next round is drawn, in the end somebody has won.

Each function is a command that the house itself gives. What is to be done follows from the tournament alone, so it does
not matter who asks, how often, or after what accident.
"""

from collections.abc import Collection, Sequence

from parlour.house.tables.clocks import MINUTE, Uptimes
from parlour.house.tournaments import events as ev
from parlour.house.tournaments.commands import BOTS_EACH, TournamentChange, check_in_opens
from parlour.house.tournaments.events import AnyTournamentEvent
from parlour.house.tournaments.pairing import arena, knockout, robin, swiss
from parlour.house.tournaments.state import Tournament


def points_of(returns: Sequence[float], deserted: Collection[int] = ()) -> tuple[int, ...]:
    """Two for everybody whom a seat finished ahead of, one for a tie. Who left finishes behind all who stayed, whatever
    a bot made of their seat; of two who left neither is ahead."""
    seats = range(len(returns))

    def ahead(one: int, other: int) -> int:
        if one in deserted:
            return 0
        if other in deserted:
            return 2
        return 1 + (returns[one] > returns[other]) - (returns[one] < returns[other])

    return tuple(sum(ahead(one, other) for other in seats if other != one) for one in seats)


def score(
    t: Tournament, now: int, match: str, points: tuple[int, ...], absent: Sequence[int] = (), by: ev.By = "played"
) -> TournamentChange | None:
    """A match is over. Who never came is out from then on. None: that is known already, or no longer matters."""
    game = t.games.get(match)
    if t.phase != "running" or game is None or game.result is not None:
        return None
    happened: list[AnyTournamentEvent] = [ev.Scored(at=now, match=match, points=points, by=by, absent=tuple(absent))]
    for seat in absent:
        one = game.pairing.seats[seat]
        if one not in t.gone:
            happened.append(ev.Withdrew(at=now, entrant=one, why="no-show"))
    return TournamentChange(t.after(happened), happened)


def go_on(t: Tournament, now: int, uptimes: Uptimes) -> TournamentChange | None:
    """The next round, or the end; None: there is nothing to do before a match is over or a time has come."""
    if t.phase != "running":
        return None
    happened = _bots_that_leave(t, now)
    if not happened:
        event = _arena(t, now, uptimes) if t.rules.kind == "arena" else _rounds(t, now)
        if not t.people and not isinstance(event, ev.TournamentEnded):
            event = ev.Cancelled(at=now, deserted=True)
        happened = [] if event is None else [event]
    return TournamentChange(t.after(happened), happened) if happened else None


def _bots_that_leave(t: Tournament, now: int) -> list[AnyTournamentEvent]:
    """Bots are only so many for every person: where people have gone, the last to come go too. Not where somebody would
    win by that; a bracket, or a plan for all rounds, has its end anyway. Without people it is off altogether."""
    if t.rules.kind not in ("swiss", "arena") or not t.people:
        return []
    return [ev.Withdrew(at=now, entrant=one, why="removed") for one in t.bots[BOTS_EACH * len(t.people) :]]


def next_look(t: Tournament, uptimes: Uptimes) -> int | None:
    """When time alone may change something."""
    if t.phase == "open":
        waits = t.rules.check_in > 0 and not t.check_in_opened
        return check_in_opens(t) if waits else t.rules.starts
    if t.phase == "over":
        return None
    if t.rules.kind == "arena":
        ends = arena.ends(t, uptimes)
        sooner = arena.next_look(t)
        return ends if sooner is None else min(ends, sooner)
    return None if t.undecided else next_round_at(t)


def next_round_at(t: Tournament) -> int | None:
    """When the next round begins, if there is to be one and the last is over by then."""
    if t.begun_at is None:
        return t.rules.starts
    return t.begun_at + len(t.rounds) * t.rules.every * MINUTE


def _arena(t: Tournament, now: int, uptimes: Uptimes) -> AnyTournamentEvent | None:
    if arena.time_is_up(t, now, uptimes):
        return None if t.undecided else ev.TournamentEnded(at=now)
    return arena.draw(t, now)


def _rounds(t: Tournament, now: int) -> AnyTournamentEvent | None:
    if t.undecided:
        return None
    if t.rules.kind == "knockout":
        drawn = knockout.draw(t, now)
        if isinstance(drawn, str):
            return ev.TournamentEnded(at=now, champion=drawn)
        replay = bool(t.rounds) and drawn.round == t.rounds[-1].number
        return drawn if replay or _round_may_begin(t, now) else None
    if len(t.rounds) >= t.planned or len(t.active) < t.rules.seats:
        return ev.TournamentEnded(at=now)
    if not _round_may_begin(t, now):
        return None
    return robin.draw(t, now) if t.rules.kind == "robin" else swiss.draw(t, now)


def _round_may_begin(t: Tournament, now: int) -> bool:
    at = next_round_at(t)
    return at is None or now >= at
