"""Tournaments of every kind from beginning to end, with withdrawals and restarts: the laws hold in all of them."""

from collections import Counter

import pytest

from parlour.house.tournaments import schedule
from parlour.house.tournaments.events import TournamentKind
from parlour.house.tournaments.pairing.history import PairingHistory
from tests.house.tournaments.simulated import Simulation, check_standings, losers, rules

KINDS: tuple[TournamentKind, ...] = ("robin", "swiss", "knockout", "arena")
FEW, MANY = 6, 200


def simulated(kind: TournamentKind, number: int) -> Simulation:
    """One in three is for more than two at a table. Small ones are the hard ones: there repeats are hard to avoid."""
    seats = 2 if number % 3 else 3 + number % 2
    simulation = Simulation(rules(kind, seats, minutes=20, cycles=1 + number % 5 // 4), number)
    simulation.enter(simulation.rng.randrange(seats, 14))
    simulation.begin()
    return simulation.run()


@pytest.mark.parametrize("kind", KINDS)
def test_tournaments_with_withdrawals_and_restarts_keep_their_laws(kind: TournamentKind) -> None:
    hold(kind, FEW)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_two_hundred_tournaments_with_withdrawals_and_restarts_keep_their_laws(kind: TournamentKind) -> None:
    hold(kind, MANY)


def hold(kind: TournamentKind, count: int) -> None:
    troubles: Counter[str] = Counter()
    for number in range(count):
        simulation = simulated(kind, number)
        troubles.update(restarts=simulation.restarts, withdrawals=simulation.withdrawals, games=len(simulation.t.games))
        check_standings(simulation)
        if kind == "knockout":
            check_champion(simulation)
        if kind == "robin":
            check_everybody_met(simulation)
    assert troubles["restarts"] > count
    assert troubles["withdrawals"] > count // 4
    print(kind, count, dict(troubles))


def check_champion(simulation: Simulation) -> None:
    t = simulation.t
    if t.rules.seats == 2:
        assert t.champion not in losers(t)
    assert t.champion or set(t.gone) == set(t.order) or len(t.active) < t.rules.seats
    assert len(t.rounds) <= t.planned + len(t.gone)


def check_everybody_met(simulation: Simulation) -> None:
    """With two seats, each of those who stayed met each other one as often as was said, in either seat as often."""
    t, past = simulation.t, PairingHistory(simulation.t)
    if t.rules.seats == 2 and len(t.active) >= 2:
        for n, one in enumerate(t.active):
            for other in t.active[n + 1 :]:
                assert past.times(one, other) == t.rules.cycles
        assert not schedule.annulled(t) & set(t.active)


def test_a_large_swiss_tournament_never_repeats_a_pairing() -> None:
    simulation = Simulation(rules("swiss", most=128, rounds=7), 1)
    simulation.enter(60)
    simulation.begin()
    t = simulation.run(trouble=0.001).t
    assert len(t.rounds) == 7
    assert max(PairingHistory(t).met.values()) == 1


def test_nobody_sits_first_much_more_often_than_second() -> None:
    for seed in range(4):
        simulation = Simulation(rules("swiss", rounds=9), seed)
        simulation.enter(16)
        simulation.begin()
        past = PairingHistory(simulation.run(trouble=0).t)
        assert max(abs(past.lean(one)) for one in simulation.t.order) <= 3


def test_a_round_robin_has_everybody_sit_first_as_often_as_second() -> None:
    for count in range(2, 13):
        order = tuple(f"p{n}" for n in range(count))
        firsts = Counter(a for pairs in schedule.timetable(order, 1) for a, b in pairs if a and b)
        seconds = Counter(b for pairs in schedule.timetable(order, 1) for a, b in pairs if a and b)
        assert all(abs(firsts[one] - seconds[one]) <= 1 for one in order), count
        twice = [pair for pairs in schedule.timetable(order, 2) for pair in pairs if "" not in pair]
        assert len(set(twice)) == len(twice) == count * (count - 1)
