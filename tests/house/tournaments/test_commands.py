"""What people and the organiser can do in a tournament, and when."""

from typing import Any

import pytest
from msgspec.structs import replace

from parlour.house.tables.clocks import MINUTE, Clock, Uptimes
from parlour.house.tournaments import commands, progress
from parlour.house.tournaments import events as ev
from parlour.house.tournaments.commands import BOTS_EACH, TournamentChange
from parlour.house.tournaments.events import Entrant, TournamentKind
from parlour.house.tournaments.state import Tournament
from tests.house.tables.at_table import refusal
from tests.house.tournaments.simulated import START, UP, Simulation, announced, rules
from tests.house.tournaments.test_pairing import begun

ADA, BEN = Entrant("ada", "Ada"), Entrant("ben", "Ben")


def opened(*entrants: Entrant, **how: Any) -> Tournament:
    t = announced(rules("swiss", **how)).tournament
    for one in entrants:
        t = commands.sign_up(t, START, one).tournament
    return t


@pytest.mark.parametrize(
    ("how", "key"),
    [
        ({"game": "dance"}, "tournament.cooperative"),
        ({"seats": 1}, "tournament.alone"),
        ({"clock": Clock()}, "tournament.clock"),
        ({"kind": "arena", "clock": Clock("days", days=2)}, "tournament.arena-live"),
        ({"starts": START}, "tournament.starts"),
        ({"most": 1}, "tournament.range"),
        ({"cycles": 9}, "tournament.range"),
        ({"seats": 3}, "refuse.seats-just"),
    ],
)
def test_what_cannot_be_played_is_refused(how: dict[str, Any], key: str) -> None:
    assert refusal(announced, replace(rules("swiss"), **how)) == key


def test_a_title_can_be_read() -> None:
    assert refusal(announced, rules("swiss"), " ‐ ") == "tournament.title-empty"
    assert refusal(announced, rules("swiss"), "a" * 61) == "tournament.title-long"
    assert announced(rules("swiss"), " Spring   Cup ").tournament.title == "Spring Cup"


def test_somebody_signs_up_once_and_can_go_and_come_again() -> None:
    t = opened(ADA)
    assert refusal(commands.sign_up, t, START, ADA) == "tournament.entered"
    t = commands.withdraw(t, START, "ada").tournament
    assert t.entrants == {}
    assert refusal(commands.withdraw, t, START, "ada") == "tournament.not-entered"
    assert list(commands.sign_up(t, START, ADA).tournament.entrants) == ["ada"]


def test_no_more_enter_than_there_are_places() -> None:
    assert refusal(commands.sign_up, opened(ADA, BEN, most=2), START, Entrant("cleo")) == "tournament.full"


def test_bots_enter_if_the_organiser_allows_them_and_enters_them() -> None:
    assert refusal(commands.add_bot, opened(), START, "olga", 2) == "tournament.no-bots"
    t = opened(ADA, bots=True)
    assert refusal(commands.add_bot, t, START, "ada", 2) == "tournament.organiser-only"
    assert refusal(commands.add_bot, t, START, "olga", 7) == "refuse.level"
    for _ in range(2):
        t = commands.add_bot(t, START, "olga", 2).tournament
    assert list(t.entrants) == ["ada", "bot-2-1", "bot-2-2"]


def with_bots(t: Tournament, many: int) -> Tournament:
    for _ in range(many):
        t = commands.add_bot(t, START, "olga", 1).tournament
    return t


def test_bots_keep_people_company_and_are_only_so_many() -> None:
    assert refusal(commands.add_bot, opened(bots=True), START, "olga", 1) == "tournament.no-people"
    t = with_bots(opened(ADA, bots=True), BOTS_EACH)
    assert refusal(commands.add_bot, t, START, "olga", 1) == "tournament.bots-many"
    t = with_bots(commands.sign_up(t, START, BEN).tournament, BOTS_EACH)
    assert refusal(commands.add_bot, t, START, "olga", 1) == "tournament.bots-many"
    t = commands.remove(t, START, "olga", t.bots[0]).tournament
    assert len(with_bots(t, 1).bots) == 2 * BOTS_EACH


def test_a_tournament_of_bots_alone_does_not_begin() -> None:
    t = with_bots(opened(ADA, bots=True, starts=START + MINUTE), BOTS_EACH)
    t = commands.withdraw(t, START, "ada").tournament
    assert refusal(commands.start, t, START, "olga", "5eed") == "tournament.no-people"
    t = _checked(commands.start_due(t, START + MINUTE, "5eed"))
    assert (t.cancelled, t.too_few, t.games) == (True, True, {})


def test_when_it_begins_bots_whose_people_have_not_come_are_not_in_it() -> None:
    t = with_bots(opened(ADA, BEN, bots=True, check_in=10), 2 * BOTS_EACH)
    t = _checked(commands.check_in(t, START, "ada"))
    t = commands.start(t, START, "olga", "5eed").tournament
    assert (t.people, len(t.bots)) == (["ada"], BOTS_EACH)
    assert set(t.order) == set(t.entrants)


@pytest.mark.parametrize("kind", ["swiss", "arena"])
def test_where_people_leave_in_the_middle_bots_leave_with_them(kind: TournamentKind) -> None:
    t = announced(rules(kind, bots=True)).tournament
    for one in (ADA, BEN):
        t = commands.sign_up(t, START, one).tournament
    t = commands.start(with_bots(t, 2 * BOTS_EACH), START, "olga", "5eed").tournament
    t = commands.withdraw(t, START, "ben").tournament
    t = _checked(progress.go_on(t, START + 1, UP))
    assert (t.people, len(t.bots)) == (["ada"], BOTS_EACH)
    assert refusal(commands.add_bot, t, START, "olga", 1) == "tournament.bots-many"


@pytest.mark.parametrize("kind", ["swiss", "arena", "robin", "knockout"])
def test_when_the_last_person_leaves_it_is_off(kind: TournamentKind) -> None:
    t = announced(rules(kind, bots=True)).tournament
    t = commands.sign_up(t, START, ADA).tournament
    t = commands.start(with_bots(t, BOTS_EACH), START, "olga", "5eed").tournament
    t = _checked(progress.go_on(t, START, UP))
    assert t.undecided
    t = commands.withdraw(t, START + 1, "ada").tournament
    t = _checked(progress.go_on(t, START + 2, UP))
    assert (t.phase, t.cancelled, t.champion) == ("over", True, "")


def test_a_tournament_of_bots_that_was_begun_before_can_be_read_and_is_off() -> None:
    """Whatever was once allowed: what is kept of it is folded, and then it goes no further."""
    entered = [ev.Entered(at=START, entrant=Entrant(f"bot-1-{n}", level=1)) for n in (1, 2)]
    begun = ev.Begun(at=START, seed="5eed", order=("bot-1-1", "bot-1-2"), rounds=0)
    drawn = ev.Drawn(at=START, round=1, pairings=(ev.Pairing("1-1", begun.order),))
    t = announced(rules("arena", bots=True)).tournament.after([*entered, begun, drawn])
    assert (t.phase, len(t.undecided)) == ("running", 1)
    assert _checked(progress.go_on(t, START + 1, UP)).cancelled


def test_whoever_does_not_check_in_is_not_there_when_it_begins() -> None:
    t = opened(ADA, BEN, Entrant("cleo"), check_in=10, starts=START + 30 * MINUTE)
    assert refusal(commands.check_in, t, START + 19 * MINUTE, "ada") == "tournament.check-in-early"
    for one in ("ada", "ben"):
        t = _checked(commands.check_in(t, START + 20 * MINUTE, one))
    assert commands.check_in(t, START + 20 * MINUTE, "ada") is None
    assert commands.start_due(t, START + 29 * MINUTE, "5eed") is None
    t = _checked(commands.start_due(t, START + 30 * MINUTE, "5eed"))
    assert set(t.order) == {"ada", "ben"}
    assert t.phase == "running"


def _checked(change: TournamentChange | None) -> Tournament:
    assert change is not None
    return change.tournament


def test_with_too_few_who_are_there_it_is_called_off_at_its_time() -> None:
    t = opened(ADA, starts=START + MINUTE)
    assert refusal(commands.start, t, START, "olga", "5eed") == "tournament.too-few"
    t = _checked(commands.start_due(t, START + MINUTE, "5eed"))
    assert t.phase == "over"
    assert t.cancelled


def test_only_the_organiser_begins_removes_and_cancels() -> None:
    t = opened(ADA, BEN)
    for command in (commands.cancel, lambda *a: commands.remove(*a, "ben"), lambda *a: commands.start(*a, "5eed")):
        assert refusal(command, t, START, "ada") == "tournament.organiser-only"
    gone = commands.start(t, START, "olga", "5eed").tournament
    gone = commands.remove(gone, START, "olga", "ada").tournament
    assert refusal(commands.sign_up, gone, START, ADA) == "tournament.removed"
    assert refusal(commands.start, gone, START, "olga", "5eed") == "tournament.begun"
    over = commands.cancel(gone, START, "olga").tournament
    assert refusal(commands.cancel, over, START, "olga") == "tournament.over"
    assert progress.go_on(over, START, UP) is None


def test_seeds_are_those_who_take_part() -> None:
    t = opened(ADA, BEN)
    assert refusal(commands.start, t, START, "olga", "5eed", ["ada", "ada"]) == "tournament.seeds"
    assert refusal(commands.start, t, START, "olga", "5eed", ["cleo"]) == "tournament.seeds"
    assert commands.start(t, START, "olga", "5eed", ["ben"]).tournament.order == ("ben", "ada")


def test_who_never_came_to_a_match_is_out_and_may_come_back_to_a_swiss_tournament() -> None:
    simulation = begun("swiss", 4)
    game = simulation.t.undecided[0]
    simulation.take(progress.score(simulation.t, START, game.pairing.id, (0, 2), absent=[0]))
    missing = game.pairing.seats[0]
    assert simulation.t.gone == {missing: "no-show"}
    simulation.take(commands.sign_up(simulation.t, START, simulation.t.entrants[missing]))
    assert missing in simulation.t.active


def test_a_knock_out_takes_nobody_back() -> None:
    simulation = begun("knockout", 4)
    simulation.take(commands.withdraw(simulation.t, START, "p3"))
    assert refusal(commands.sign_up, simulation.t, START, simulation.t.entrants["p3"]) == "tournament.begun"


def test_a_round_does_not_begin_before_its_time() -> None:
    simulation = begun("swiss", 4, every=60)
    for game in simulation.t.undecided:
        simulation.take(progress.score(simulation.t, START, game.pairing.id, (2, 0)))
    assert progress.go_on(simulation.t, START + 59 * MINUTE, UP) is None
    assert progress.next_look(simulation.t, UP) == START + 60 * MINUTE
    simulation.take(progress.go_on(simulation.t, START + 60 * MINUTE, UP))
    assert len(simulation.t.rounds) == 2


def test_an_arena_lasts_as_long_as_the_house_was_up_and_what_began_in_time_counts() -> None:
    simulation = begun("arena", 2, minutes=10)
    down = Uptimes([(START, START + 5 * MINUTE), (START + 25 * MINUTE, START + 25 * MINUTE)])
    assert progress.next_look(simulation.t, down) == START + 30 * MINUTE
    late = START + 10 * MINUTE
    assert progress.go_on(simulation.t, late, UP) is None
    [game] = simulation.t.undecided
    simulation.take(progress.score(simulation.t, late, game.pairing.id, (2, 0)))
    still = progress.go_on(simulation.t, late, down)
    assert still is not None
    assert still.tournament.phase == "running"
    simulation.take(progress.go_on(simulation.t, late, UP))
    assert simulation.t.phase == "over"


def test_a_stream_that_is_not_a_tournaments_is_refused() -> None:
    simulation = Simulation(rules("swiss"), 0)
    simulation.enter(3)
    assert refusal(Tournament.of, simulation.log[1:]) == "tournament.damaged"
    simulation.begin()
    simulation.take(progress.go_on(simulation.t, START, UP))
    game = simulation.t.undecided[0]
    simulation.take(progress.score(simulation.t, START, game.pairing.id, (2, 0)))
    drawn = next(n for n, event in enumerate(simulation.log) if getattr(event, "pairings", None))
    assert refusal(Tournament.of, [*simulation.log[:drawn], *simulation.log[drawn + 1 :]]) == "tournament.damaged"
