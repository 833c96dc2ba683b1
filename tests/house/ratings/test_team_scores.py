"""What the same people have come to together: kept with the end of each match, compared among equal ones alone."""

from collections.abc import Mapping

import pytest

from parlour.house.people.person import Person
from parlour.house.ratings.records import TEAM_SCORES
from parlour.house.ratings.team_scores import REMEMBERED, forget_old_scores, team_of, team_standing
from parlour.house.store import Store
from parlour.house.tables import commands
from parlour.house.tables.new_table import NewSeat, NewTable
from parlour.house.tables.state import Table
from tests.house.ratings.test_worker import PEOPLE, Club

pytestmark = pytest.mark.anyio
ANN, BOB, CID = PEOPLE


async def sit(club: Club, *who: Person, options: Mapping[str, int] | None = None, first: str = "") -> Table:
    """A table of The Dance; the first of them sits twice if another name is given for that."""
    seats = [NewSeat("me"), *([NewSeat("me", name=first)] if first else []), *(NewSeat("open") for _ in who[1:])]
    table = await club.tables.open(who[0], NewTable(game="dance", seats=seats, options=dict(options or {})))
    for one in who[1:]:
        sitter = commands.Sitter("person", one.name, one.id)
        table = await club.tables.change(table.id, lambda t, now, who=sitter: commands.sit(t, now, who, None))
    return table


async def dance(club: Club, *who: Person, options: Mapping[str, int] | None = None) -> Table:
    table = await sit(club, *who, options=options)
    while not table.over:
        club.time.pass_by(1000)
        table = await club.step(table)
    return table


def score(table: Table) -> int:
    assert table.match is not None
    assert table.match.result is not None
    return table.match.result.scores[0]


async def test_a_match_stands_among_all_of_the_same_people_whoever_sat_where(store: Store) -> None:
    club = await Club(store).open()
    ended = [await dance(club, ANN, BOB), await dance(club, BOB, ANN), await dance(club, ANN, BOB)]
    await dance(club, ANN, CID)
    await dance(club, ANN)
    scores = [score(one) for one in ended]
    for one in ended:
        standing = await team_standing(store, one)
        assert standing is not None
        others = [each for other, each in zip(ended, scores, strict=True) if other is not one]
        assert standing.played == 3
        assert standing.best == min(others)
        assert standing.place == 1 + sum(other < score(one) for other in others)


async def test_the_first_match_of_a_team_has_nothing_to_be_compared_with(store: Store) -> None:
    club = await Club(store).open()
    standing = await team_standing(store, await dance(club, ANN, BOB))
    assert standing is not None
    assert (standing.place, standing.played, standing.best, standing.best_at) == (1, 1, None, None)


async def test_games_by_other_options_and_those_who_share_a_device_are_other_teams(store: Store) -> None:
    club = await Club(store).open()
    plain = await sit(club, ANN, BOB)
    assert team_of(plain) == team_of(await sit(club, BOB, ANN))
    assert team_of(plain) != team_of(await sit(club, ANN, BOB, options={"hand": 8}))
    kim, lea = await sit(club, ANN, first="Kim"), await sit(club, ANN, first="Lea")
    assert len({team_of(kim), team_of(lea), team_of(await sit(club, ANN, first="KIM"))}) == 2


async def test_what_was_broken_off_does_not_count(store: Store) -> None:
    club = await Club(store).open()
    table = await sit(club, ANN, BOB)
    while not table.over:
        table = await club.tables.change(
            table.id,
            lambda t, now: commands.leave(t, now, club.tables.uptimes, ANN.id if t.seats_of(ANN.id) else BOB.id),
        )
    assert await team_standing(store, table) is None
    assert await store.count(TEAM_SCORES, "best", team_of(table)) == 0


async def test_it_is_forgotten_after_some_years(store: Store) -> None:
    club = await Club(store).open()
    table = await dance(club, ANN)
    club.time.pass_by(REMEMBERED - 1000)
    await forget_old_scores(store, club.time)
    assert await store.count(TEAM_SCORES, "best", team_of(table)) == 1
    club.time.pass_by(2000)
    await forget_old_scores(store, club.time)
    assert await store.count(TEAM_SCORES, "best", team_of(table)) == 0
