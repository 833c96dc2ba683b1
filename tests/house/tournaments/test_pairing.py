"""Who meets whom, in small cases that can be checked by hand, and pairs against a search that tries everything."""

import random
from functools import cache

import pytest

from parlour.house.tables.clocks import SECOND
from parlour.house.tournaments import commands, progress
from parlour.house.tournaments import events as ev
from parlour.house.tournaments.pairing.knockout import bracket
from parlour.house.tournaments.pairing.matching import NOBODY, largest, pairs
from parlour.house.tournaments.state import Tournament
from tests.house.tournaments.simulated import START, UP, Simulation, rules


def begun(kind: ev.TournamentKind, count: int, seats: int = 2, **how: int) -> Simulation:
    """Seeded p0, p1, p2 …"""
    simulation = Simulation(rules(kind, seats, **how), 0)
    simulation.enter(count)
    simulation.take(commands.start(simulation.t, START, "olga", "5eed", [f"p{n}" for n in range(count)]))
    simulation.take(progress.go_on(simulation.t, START, UP))
    return simulation


def win(simulation: Simulation, *winners: str) -> None:
    """Of every match that is open: whoever is named wins; a match of nobody named is a draw."""
    for game in simulation.t.undecided:
        points = progress.points_of([float(one in winners) for one in game.pairing.seats])
        simulation.take(progress.score(simulation.t, simulation.now, game.pairing.id, points))
    simulation.take(progress.go_on(simulation.t, simulation.now, UP))


def meetings(t: Tournament) -> set[frozenset[str]]:
    return {frozenset(game.pairing.seats) for game in t.undecided}


def most_pairs(graph: list[list[int]]) -> int:
    @cache
    def best(left: int) -> int:
        if left == 0:
            return 0
        one = (left & -left).bit_length() - 1
        rest = left & ~(1 << one)
        return max(best(rest), *(1 + best(rest & ~(1 << n)) for n in graph[one] if rest >> n & 1), 0)

    return best((1 << len(graph)) - 1)


def test_as_many_pairs_are_found_as_there_can_be() -> None:
    rng = random.Random(3)
    for _ in range(300):
        size = rng.randrange(2, 11)
        edges = [(a, b) for a in range(size) for b in range(a) if rng.random() < rng.choice((0.15, 0.3, 0.6))]
        graph = [[b if a == n else a for a, b in edges if n in (a, b)] for n in range(size)]
        mates = largest(graph, [True] * size)
        assert sum(mate != NOBODY for mate in mates) == 2 * most_pairs(graph)
        assert all(mate == NOBODY or (mates[mate] == n and mate in graph[n]) for n, mate in enumerate(mates))


def test_pairs_that_should_not_be_are_made_only_where_nothing_else_is_left() -> None:
    rng = random.Random(4)
    for _ in range(200):
        size = 2 * rng.randrange(1, 6)
        edges = [(a, b) for a in range(size) for b in range(a) if rng.random() < rng.choice((0.15, 0.3, 0.6))]
        graph = [[b if a == n else a for a, b in edges if n in (a, b)] for n in range(size)]
        made = pairs(graph, lambda one, others: rng.sample(others, len(others)))
        assert sorted(one for pair in made for one in pair) == list(range(size))
        assert sum(b in graph[a] for a, b in made) == most_pairs(graph)


def test_the_first_two_seeds_can_only_meet_in_the_final() -> None:
    assert bracket(list("ABCDEFGH")) == ["A", "H", "D", "E", "B", "G", "C", "F"]
    assert bracket(list("ABCDE")) == ["A", "", "D", "E", "B", "", "C", ""]


def test_in_a_knock_out_the_best_seeds_have_the_byes() -> None:
    t = begun("knockout", 5).t
    assert set(t.rounds[0].byes) == {"p0", "p1", "p2"}
    assert meetings(t) == {frozenset(("p3", "p4"))}


def test_the_winner_of_the_last_match_is_the_champion() -> None:
    simulation = begun("knockout", 5)
    win(simulation, "p4")
    assert meetings(simulation.t) == {frozenset(("p0", "p4")), frozenset(("p1", "p2"))}
    win(simulation, "p4", "p2")
    win(simulation, "p2")
    assert simulation.t.phase == "over"
    assert simulation.t.champion == "p2"


def test_a_draw_in_a_knock_out_is_replayed_with_seats_changed_and_then_the_lot_decides() -> None:
    simulation = begun("knockout", 2)
    [first] = simulation.t.undecided
    win(simulation)
    [again] = simulation.t.undecided
    assert again.pairing.seats == first.pairing.seats[::-1]
    win(simulation)
    assert simulation.t.phase == "over"
    assert simulation.t.champion == min(("p0", "p1"), key=simulation.t.lot)


def test_whose_opponent_withdraws_goes_on() -> None:
    simulation = begun("knockout", 4)
    win(simulation, "p0", "p1")
    [final] = simulation.t.undecided
    simulation.take(progress.score(simulation.t, START, final.pairing.id, (0, 2)))
    second = final.pairing.seats[1]
    simulation.take(commands.withdraw(simulation.t, START, second))
    simulation.take(progress.go_on(simulation.t, START, UP))
    assert simulation.t.champion == second  # who won the final has won, wherever they went then

    simulation = begun("knockout", 4)
    simulation.take(commands.withdraw(simulation.t, START, "p0"))
    win(simulation, "p0", "p1")
    assert simulation.t.champion == "p1"


def test_of_a_table_for_four_two_go_on_and_the_next_table_is_filled_up() -> None:
    simulation = begun("knockout", 8, 4)
    assert [len(game.pairing.seats) for game in simulation.t.undecided] == [4, 4]
    win(simulation, "p0", "p1", "p2", "p3")
    assert meetings(simulation.t) == {frozenset(("p0", "p1", "p2", "p3"))}
    simulation = begun("knockout", 5, 4)
    win(simulation, "p1", "p2")
    [final] = simulation.t.undecided
    assert {"p0", "p1", "p2"} < set(final.pairing.seats)


def test_in_a_swiss_tournament_winners_meet_winners() -> None:
    simulation = begun("swiss", 4)
    assert meetings(simulation.t) == {frozenset(("p0", "p2")), frozenset(("p1", "p3"))}
    win(simulation, "p2", "p3")
    assert meetings(simulation.t) == {frozenset(("p2", "p3")), frozenset(("p0", "p1"))}


def test_the_bye_goes_to_the_last_who_has_had_none() -> None:
    simulation = begun("swiss", 5, rounds=3)
    assert simulation.t.rounds[0].byes == ("p4",)
    win(simulation, "p0", "p1")
    [out] = simulation.t.rounds[1].byes
    assert out in ("p2", "p3")


def test_a_swiss_tournament_has_no_more_rounds_than_there_are_others_to_meet() -> None:
    assert begun("swiss", 4, rounds=9).t.planned == 3
    assert begun("swiss", 5, rounds=9).t.planned == 5
    assert begun("swiss", 9).t.planned == 4


def test_who_comes_late_is_paired_in_the_next_round() -> None:
    simulation = begun("swiss", 4)
    simulation.enter(1)
    win(simulation, "p0", "p1")
    assert "p4" in simulation.t.rounds[1].byes


def test_in_an_arena_the_last_opponent_comes_again_only_after_a_wait() -> None:
    simulation = begun("arena", 4)
    first, second = simulation.t.undecided
    points = progress.points_of([1, -1])
    simulation.take(progress.score(simulation.t, START, first.pairing.id, points))
    assert progress.go_on(simulation.t, START, UP) is None
    simulation.now += 30 * SECOND
    again = progress.go_on(simulation.t, simulation.now, UP)
    assert again is not None
    assert {frozenset(one.pairing.seats) for one in again.tournament.undecided} == {
        frozenset(first.pairing.seats), frozenset(second.pairing.seats),
    }  # fmt: skip
    simulation.take(progress.score(simulation.t, simulation.now, second.pairing.id, points))
    simulation.take(progress.go_on(simulation.t, simulation.now, UP))
    assert not meetings(simulation.t) & {frozenset(first.pairing.seats), frozenset(second.pairing.seats)}


@pytest.mark.parametrize("kind", ["robin", "swiss"])
def test_nobody_who_has_gone_is_paired_again(kind: ev.TournamentKind) -> None:
    simulation = begun(kind, 6, rounds=3)
    simulation.take(commands.withdraw(simulation.t, START, "p3"))
    win(simulation, "p0", "p1", "p2")
    assert not any("p3" in game.pairing.seats for game in simulation.t.undecided)
