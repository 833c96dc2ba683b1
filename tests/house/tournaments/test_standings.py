"""Standings and what breaks ties, in cases small enough to count."""

from parlour.house.texts import sentences
from parlour.house.tournaments import commands, progress
from parlour.house.tournaments import events as ev
from parlour.house.tournaments.standings import TIE_BREAKS, standings
from tests.house.tournaments.simulated import START, UP, Simulation, rules
from tests.house.tournaments.test_pairing import begun, win


def points(simulation: Simulation) -> dict[str, int]:
    return {row.entrant: row.points for row in standings(simulation.t)}


def test_a_table_gives_a_point_for_everybody_behind_and_half_a_point_for_a_tie() -> None:
    assert progress.points_of([1, -1]) == (2, 0)
    assert progress.points_of([0, 0]) == (1, 1)
    assert progress.points_of([1.0, -0.5, 0.2, 0.2]) == (6, 0, 3, 3)


def test_who_left_a_table_is_behind_all_who_stayed_whatever_a_bot_made_of_it() -> None:
    assert progress.points_of([1.0, -1.0, 0.0], deserted=[0]) == (0, 2, 4)
    assert progress.points_of([0.0, 0.0, 0.0], deserted=[0, 1, 2]) == (0, 0, 0)


def test_a_bye_counts_as_a_win_in_a_swiss_tournament_and_as_nothing_in_a_round_robin() -> None:
    assert points(begun("swiss", 5))["p4"] == 2
    simulation = begun("robin", 5)
    assert points(simulation)[simulation.t.rounds[0].byes[0]] == 0


def test_buchholz_is_what_all_opponents_have_together() -> None:
    simulation = begun("swiss", 4, rounds=2)
    win(simulation, "p0", "p1")  # p0 beat p2, p1 beat p3
    win(simulation, "p0", "p2")  # p0 beat p1, p2 beat p3
    rows = {row.entrant: row for row in standings(simulation.t)}
    assert [row.entrant for row in rows.values()] == ["p0", *sorted(("p1", "p2"), key=list(rows).index), "p3"]
    assert rows["p0"].buchholz == 2 + 2
    assert rows["p3"].buchholz == 2 + 2
    assert rows["p1"].buchholz == rows["p2"].buchholz == 4 + 0
    assert rows["p0"].sonneborn == 2 * (2 + 2)
    assert rows["p3"].sonneborn == 0


def test_whoever_won_their_encounter_is_ahead_of_somebody_with_as_many_points_and_fewer_matches() -> None:
    simulation = Simulation(rules("arena"), 0)
    simulation.enter(4)
    simulation.begin()
    t = simulation.t
    results = [("p0", "p1"), ("p1", "p2"), ("p3", "p0"), ("p3", "p0"), ("p3", "p2")]  # winner and loser
    for n, pair in enumerate(results, 1):
        drawn = ev.Drawn(at=START, round=n, pairings=(ev.Pairing(f"{n}-1", pair),))
        t = t.after([drawn, ev.Scored(at=START, match=f"{n}-1", points=(2, 0))])
    assert [(row.entrant, row.points, row.played) for row in standings(t)] == [
        ("p3", 6, 3), ("p0", 2, 3), ("p1", 2, 2), ("p2", 0, 2),
    ]  # fmt: skip


def test_where_everybody_beat_somebody_the_published_lot_decides() -> None:
    simulation = begun("robin", 3)
    beats = {"p0": "p1", "p1": "p2", "p2": "p0"}
    while simulation.t.phase == "running":
        [game] = simulation.t.undecided
        one, other = game.pairing.seats
        win(simulation, one if beats[one] == other else other)
    assert set(points(simulation).values()) == {2}
    assert [row.entrant for row in standings(simulation.t)] == sorted(beats, key=simulation.t.lot)


def test_who_withdraws_before_half_of_a_round_robin_is_played_counts_for_nobody() -> None:
    simulation = begun("robin", 5)
    everybody = [f"p{n}" for n in range(5)]
    victims = [one for one in everybody if simulation.t.match_of(one) is not None][:1]
    opponent = next(
        other for game in simulation.t.undecided if victims[0] in game.pairing.seats
        for other in game.pairing.seats if other != victims[0]
    )  # fmt: skip
    win(simulation, opponent)
    assert points(simulation)[opponent] == 2
    simulation.take(commands.withdraw(simulation.t, START, victims[0]))
    assert points(simulation)[opponent] == 0


def test_who_withdraws_later_loses_what_is_left() -> None:
    simulation = begun("robin", 4)
    win(simulation, "p0", "p1")
    win(simulation, "p0", "p1")
    before = points(simulation)
    [last] = [game for game in simulation.t.undecided if "p3" in game.pairing.seats]
    other = next(one for one in last.pairing.seats if one != "p3")
    simulation.restart()
    third = Simulation(simulation.t.rules, 0)
    third.t, third.log = simulation.t, simulation.log
    # The third round is drawn already: it is lost at the table. Take it back to before that.
    third.log = third.log[:-1]
    third.restart()
    third.take(commands.withdraw(third.t, START, "p3"))
    third.take(progress.go_on(third.t, START, UP))
    assert other in third.t.rounds[2].byes
    assert points(third)[other] == before[other] + 2


def test_every_tie_break_is_stated_in_words() -> None:
    known = sentences().entries
    for breaks in TIE_BREAKS.values():
        assert breaks[-1] == "lot"
        assert all(f"tie-break.{one}" in known for one in breaks)
