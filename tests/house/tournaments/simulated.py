"""Whole tournaments, simulated: made-up people of made-up strength, who withdraw, come late and do not come at all,
with the log read anew every so often. Every draw is held to its laws while it is made.
"""

import random
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Any

from parlour.house.tables.clocks import MINUTE, SECOND, Clock, Uptimes
from parlour.house.tournaments import commands, progress
from parlour.house.tournaments import events as ev
from parlour.house.tournaments.commands import TournamentChange
from parlour.house.tournaments.events import AnyTournamentEvent, Entrant, TournamentKind, TournamentRules
from parlour.house.tournaments.pairing.history import PairingHistory
from parlour.house.tournaments.standings import standings
from parlour.house.tournaments.state import PairedMatch, Tournament

START = 1_700_000_000_000
UP = Uptimes()
GAMES = {2: "connect4", 3: "luckymoose", 4: "luckymoose"}
LIVE = Clock("live", 3, 2)


def rules(kind: TournamentKind, seats: int = 2, **how: Any) -> TournamentRules:
    how = {"seeding": "hand", **how}  # without seeds that is the lot
    return TournamentRules(kind=kind, game=GAMES[seats], rules_version=1, options={}, seats=seats, clock=LIVE, **how)


def announced(of: TournamentRules, title: str = "Spring Cup") -> TournamentChange:
    return commands.announce(
        ev.Announced(at=START, tournament="cup", title=title, organiser="olga", name="Olga", rules=of)
    )  # fmt: skip


class Simulation:
    """One tournament under way, with a clock in the hand and all that was kept of it."""

    def __init__(self, of: TournamentRules, seed: int) -> None:
        self.rng = random.Random(f"{of.kind} {of.seats} {seed}")
        self.t, self.log = announced(of)
        self.log = [*self.log]
        self.now = START
        self.strength: dict[str, float] = {}
        self.repeats = self.restarts = self.withdrawals = 0

    def take(self, change: TournamentChange | None) -> bool:
        if change is None:
            return False
        before, (self.t, events) = self.t, change
        self.log += events
        for event in events:
            if isinstance(event, ev.Drawn):
                check_drawn(before, event, self.now)
        return True

    def restart(self) -> None:
        """All that is left is the log."""
        self.restarts += 1
        self.t = Tournament.of([ev.decode(ev.encode(event)) for event in self.log])

    def enter(self, count: int) -> None:
        for _ in range(count):
            name = f"p{len(self.strength)}"
            self.strength[name] = self.rng.gauss(0, 1)
            self.take(commands.sign_up(self.t, self.now, Entrant(name, name.title())))

    def begin(self) -> None:
        self.take(commands.start(self.t, self.now, "olga", f"{self.rng.getrandbits(64):x}"))

    def run(self, trouble: float = 0.08) -> "Simulation":
        """To its end; `trouble` is how often something happens that nobody planned."""
        for _ in range(5000):
            if self.t.phase == "over":
                return self
            if self.rng.random() < 4 * trouble:
                self.restart()
            if self.rng.random() < trouble:
                self.something_happens()
            again = progress.go_on(self.t, self.now, UP)
            if again is not None:
                twin = Tournament.of([ev.decode(ev.encode(event)) for event in self.log])
                same = progress.go_on(twin, self.now, UP)
                assert same is not None
                assert same.events == again.events, "the same log gives the same pairings"
                self.take(again)
            elif self.t.undecided:
                self.one_match_ends()
            else:
                self.now += 10 * SECOND
        raise AssertionError("it never ends")

    def one_match_ends(self) -> None:
        self.now += self.rng.randrange(5, 60) * SECOND
        game = self.rng.choice(self.t.undecided)
        seats = game.pairing.seats
        form = [self.strength[one] + self.rng.gauss(0, 1) for one in seats]
        returns = [round(one, 0) for one in form] if self.rng.random() < 0.4 else form  # ties now and then
        absent = [self.rng.randrange(len(seats))] if self.rng.random() < 0.01 else []
        points = progress.points_of(returns, absent)
        change = progress.score(self.t, self.now, game.pairing.id, points, absent)
        self.take(change)
        assert progress.score(self.t, self.now, game.pairing.id, points) is None, "no result counts twice"

    def something_happens(self) -> None:
        late = self.t.rules.kind in ("swiss", "arena")
        if late and self.rng.random() < 0.3 and len(self.t.entrants) < self.t.rules.most:
            self.enter(1)
        elif late and self.t.gone and self.rng.random() < 0.3:
            back = self.rng.choice(sorted(self.t.gone))
            self.take(commands.sign_up(self.t, self.now, self.t.entrants[back]))
        elif self.t.active:
            self.withdrawals += 1
            self.take(commands.withdraw(self.t, self.now, self.rng.choice(self.t.active)))


# -- laws -----------------------------------------------------------------------------------------------------


def check_drawn(t: Tournament, drawn: ev.Drawn, now: int) -> None:
    placed = [one for pairing in drawn.pairings for one in pairing.seats] + list(drawn.byes)
    assert len(placed) == len(set(placed)), "nobody is in two places"
    assert not set(placed) & set(t.gone), "who is gone is not paired"
    assert all(len(pairing.seats) == t.rules.seats for pairing in drawn.pairings)
    assert not {pairing.id for pairing in drawn.pairings} & set(t.games), "no match has the name of another"
    LAWS[t.rules.kind](t, drawn, now)


def check_swiss(t: Tournament, drawn: ev.Drawn, now: int) -> None:
    assert all_of(drawn) == set(t.active)
    check_byes_fair(t, drawn)
    if t.rules.seats == 2:
        past = PairingHistory(t)
        repeats = sum(past.times(*pairing.seats) > 0 for pairing in drawn.pairings)
        if repeats:  # then it could not be helped
            assert repeats == fewest_repeats(t, drawn, past), f"{repeats} repeats in round {drawn.round}"


def check_robin(t: Tournament, drawn: ev.Drawn, now: int) -> None:
    assert all_of(drawn) == set(t.active)
    if t.rules.seats > 2:
        check_byes_fair(t, drawn)


def check_knockout(t: Tournament, drawn: ev.Drawn, now: int) -> None:
    if drawn.field:
        assert all_of(drawn) == {one for one in drawn.field if one} - set(t.gone)
        if t.rules.seats == 2 and t.rounds:
            assert len(drawn.field) * 2 == len(t.rounds[-1].field)
            assert {one for one in drawn.field if one} <= set(t.rounds[-1].field) - losers(t)
    else:
        for pairing in drawn.pairings:  # a replay, with seats changed
            first = t.games[pairing.again]
            assert pairing.seats == first.pairing.seats[::-1]
            assert first.result is not None
            assert len(set(first.result.points)) == 1


def check_arena(t: Tournament, drawn: ev.Drawn, now: int) -> None:
    past = PairingHistory(t)
    for pairing in drawn.pairings:
        assert all(one in t.free_since for one in pairing.seats)
        if all(past.just_met(a, b) for a, b in combinations(pairing.seats, 2)):
            waited = all(now - t.free_since[one] >= 30 * SECOND for one in pairing.seats)
            assert not t.undecided or waited, "the last opponent again, though others were coming"
            left = set(t.free_since) - all_of(drawn)
            assert t.rules.seats > 2 or all(past.just_met(one, other) for one in pairing.seats for other in left)


LAWS: dict[str, Any] = {
    "swiss": check_swiss, "robin": check_robin, "knockout": check_knockout, "arena": check_arena,
}  # fmt: skip


def all_of(drawn: ev.Drawn) -> set[str]:
    return {one for pairing in drawn.pairings for one in pairing.seats} | set(drawn.byes)


def losers(t: Tournament) -> set[str]:
    return {
        one
        for game in t.games.values()
        if game.result is not None
        for one, points in zip(game.pairing.seats, game.result.points, strict=True)
        if points < max(game.result.points)
    }


def check_byes_fair(t: Tournament, drawn: ev.Drawn) -> None:
    """Nobody sits out once more while somebody has done so less often; and as few sit out as can."""
    past = PairingHistory(t)
    assert len(drawn.byes) == len(t.active) % t.rules.seats
    playing = all_of(drawn) - set(drawn.byes)
    if drawn.byes and playing:
        assert max(past.byes[one] for one in drawn.byes) <= min(past.byes[one] for one in playing)


def fewest_repeats(t: Tournament, drawn: ev.Drawn, past: PairingHistory) -> int:
    """By trying everything: all who could fairly sit out, and all pairings of the others."""
    active = sorted(t.active)
    if not drawn.byes:
        return _fewest(active, past)
    least = min(past.byes[one] for one in active)
    return min(_fewest([o for o in active if o != out], past) for out in active if past.byes[out] == least)


def _fewest(players: Sequence[str], past: PairingHistory) -> int:
    @cache
    def best(left: int) -> int:
        if left == 0:
            return 0
        one = (left & -left).bit_length() - 1
        rest = left & ~(1 << one)
        return min(
            (past.times(players[one], players[n]) > 0) + best(rest & ~(1 << n))
            for n in range(len(players))
            if rest >> n & 1
        )

    return best((1 << len(players)) - 1)


# -- the standings once more, from the log alone and in another way --------------------------------------------


def points_from(log: Sequence[AnyTournamentEvent], of: TournamentRules) -> Counter[str]:
    """Points in halves, by going through the log once. Not for round robins in which somebody was annulled."""
    seats: dict[str, tuple[str, ...]] = {}
    replaced: set[str] = set()
    scores: dict[str, tuple[int, ...]] = {}
    points: Counter[str] = Counter()
    for event in log:
        if isinstance(event, ev.Drawn):
            seats.update((pairing.id, pairing.seats) for pairing in event.pairings)
            replaced.update(pairing.again for pairing in event.pairings)
            if of.kind == "swiss":
                points.update(dict.fromkeys(event.byes, 2 * (of.seats - 1)))
        if isinstance(event, ev.Scored):
            assert event.match not in scores, "no result counts twice"
            scores[event.match] = event.points
    for match, given in scores.items():
        if match not in replaced:
            points.update(dict(zip(seats[match], given, strict=True)))
    return points


def check_standings(simulation: Simulation) -> None:
    t, log = simulation.t, simulation.log
    live = standings(t)
    again = standings(Tournament.of([ev.decode(ev.encode(event)) for event in log]))
    assert live == again
    assert [row.rank for row in live] == list(range(1, len(live) + 1))
    assert {row.entrant for row in live} == set(t.order)
    if t.rules.kind == "robin" and t.gone:
        return
    points = points_from(log, t.rules)
    assert {row.entrant: row.points for row in live} == {one: points[one] for one in t.order}
    if t.rules.kind in ("robin", "swiss", "arena"):
        assert [row.points for row in live] == sorted((row.points for row in live), reverse=True)


def all_games(t: Tournament) -> list[PairedMatch]:
    return list(t.games.values())


def minutes(count: float) -> int:
    return round(count * MINUTE)
