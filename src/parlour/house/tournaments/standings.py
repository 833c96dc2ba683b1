"""Standings, worked out anew from the matches whenever they are asked for, and the order that ties are broken in.

Points are counted in halves, so that all of it is whole numbers: two for everybody whom one finishes ahead of, one for
a tie. With two seats that is a win, a draw; a bye of a Swiss tournament counts as finishing ahead of everybody.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, groupby
from typing import Literal

import msgspec

from parlour.house.tournaments import schedule
from parlour.house.tournaments.events import TournamentKind
from parlour.house.tournaments.state import PairedMatch, Tournament

TieBreak = Literal["reached", "buchholz", "sonneborn", "direct", "fewer", "lot"]

# In this order, after the points; of a knock-out in place of them.
TIE_BREAKS: Mapping[TournamentKind, Sequence[TieBreak]] = {
    "robin": ("sonneborn", "direct", "fewer", "lot"),
    "swiss": ("buchholz", "sonneborn", "direct", "fewer", "lot"),
    "knockout": ("reached", "lot"),
    "arena": ("direct", "fewer", "lot"),
}


class Row(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    entrant: str
    rank: int
    points: int  # in halves
    played: int
    won: int  # finished ahead of everybody
    drawn: int  # shared the first place
    byes: int
    buchholz: int = 0
    sonneborn: int = 0
    reached: int = 0  # knock-out: rounds, and one more for the champion
    out: bool = False  # has withdrawn, or did not come


class _Tally:
    """What the matches of one entrant come to."""

    def __init__(self) -> None:
        self.points = self.played = self.won = self.drawn = self.byes = self.awarded = 0
        self.against: list[tuple[str, int]] = []  # whom, and what that gave: 2 ahead, 1 tied, 0 behind


def standings(t: Tournament) -> list[Row]:
    """The best first. Before it begins, everybody in the order of entering."""
    who = list(t.order) if t.phase != "open" and t.order else list(t.entrants)
    tallies = {one: _Tally() for one in who}
    for game in counted(t):
        _add(tallies, game)
    _add_byes(t, tallies)
    rows = [_row(t, one, tallies) for one in who]
    return _ranked(t, rows, tallies)


def counted(t: Tournament) -> list[PairedMatch]:
    """The matches that count: in a round robin none of those who withdrew before half of theirs was played, and nothing
    that was replayed."""
    void = schedule.annulled(t)
    replayed = {game.pairing.again for game in t.games.values()}
    return [
        game
        for game in t.games.values()
        if game.result is not None and game.pairing.id not in replayed and not void.intersection(game.pairing.seats)
    ]


def _add(tallies: Mapping[str, _Tally], game: PairedMatch) -> None:
    assert game.result is not None, "it counts"
    seats, points = game.pairing.seats, game.result.points
    best = max(points)
    for seat, one in enumerate(seats):
        tally = tallies[one]
        tally.points += points[seat]
        tally.played += 1
        if points[seat] == best and best > 0:
            tally.won += points.count(best) == 1
            tally.drawn += points.count(best) > 1
        for other, theirs in zip(seats, points, strict=True):
            if other != one:
                tally.against.append((other, 1 + (points[seat] > theirs) - (points[seat] < theirs)))


def _add_byes(t: Tournament, tallies: Mapping[str, _Tally]) -> None:
    full = 2 * (t.rules.seats - 1)
    for past in t.rounds:
        for one in past.byes:
            tallies[one].byes += 1
            if t.rules.kind == "swiss" or (t.rules.kind == "robin" and schedule.awarded(t, past.number, one)):
                tallies[one].points += full
                tallies[one].awarded += t.rules.kind == "swiss"


def _row(t: Tournament, one: str, tallies: Mapping[str, _Tally]) -> Row:
    tally = tallies[one]
    # A bye counts like somebody with as many points as oneself has: it neither helps nor hurts much.
    virtual = tally.awarded * (t.rules.seats - 1) * tally.points
    return Row(
        entrant=one,
        rank=0,
        points=tally.points,
        played=tally.played,
        won=tally.won,
        drawn=tally.drawn,
        byes=tally.byes,
        buchholz=sum(tallies[other].points for other, _ in tally.against) + virtual,
        sonneborn=sum(tallies[other].points * gave for other, gave in tally.against),
        reached=sum(one in past.field for past in t.rounds) + (one == t.champion),
        out=one in t.gone,
    )


def _ranked(t: Tournament, rows: list[Row], tallies: Mapping[str, _Tally]) -> list[Row]:
    if not t.seed:
        return [msgspec.structs.replace(row, rank=place) for place, row in enumerate(rows, 1)]
    orders: list[Callable[[Row], object]] = [] if t.rules.kind == "knockout" else [lambda row: -row.points]
    tied = [rows]
    for tie_break in TIE_BREAKS[t.rules.kind]:
        if tie_break == "direct":
            tied = [part for group in _parted(tied, orders) for part in _by_encounter(group, tallies)]
            orders = []
        else:
            orders.append(_order(t, tie_break))
    ranked = [row for group in _parted(tied, orders) for row in group]
    return [msgspec.structs.replace(row, rank=place) for place, row in enumerate(ranked, 1)]


def _order(t: Tournament, tie_break: TieBreak) -> Callable[[Row], object]:
    orders: Mapping[str, Callable[[Row], object]] = {
        "reached": lambda row: -row.reached,
        "buchholz": lambda row: -row.buchholz,
        "sonneborn": lambda row: -row.sonneborn,
        "fewer": lambda row: row.played,
        "lot": lambda row: (t.lot(row.entrant), row.entrant),
    }
    return orders[tie_break]


def _parted(tied: list[list[Row]], orders: Sequence[Callable[[Row], object]]) -> list[list[Row]]:
    """Every group of those who are level so far, parted into those who still are."""

    def key(row: Row) -> tuple[object, ...]:
        return tuple(order(row) for order in orders)

    return [list(level) for group in tied for _, level in groupby(sorted(group, key=key), key)]


def _by_encounter(group: list[Row], tallies: Mapping[str, _Tally]) -> list[list[Row]]:
    """What those who are level scored against each other, if each of them met each other one."""
    if len(group) < 2:
        return [group]
    among = {row.entrant for row in group}
    met = {row.entrant: {other for other, _ in tallies[row.entrant].against} for row in group}
    if not all(b in met[a] for a, b in combinations(among, 2)):
        return [group]

    def scored(row: Row) -> int:
        return sum(gave for other, gave in tallies[row.entrant].against if other in among)

    return _parted([group], [lambda row: -scored(row)])
