"""Rated tournaments: who may enter, what their matches do to ratings, and who is seeded first by them."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from parlour.core.texts import Refused
from parlour.house.ratings import records as rating_records
from parlour.house.ratings.rebuild import differences, rebuild
from parlour.house.ratings.worker import RatingWorker
from parlour.house.store import Put, Store, keep
from parlour.house.tables import commands as at_table
from parlour.house.tables.clocks import MINUTE
from parlour.house.tournaments import commands
from parlour.house.tournaments.events import Entrant
from parlour.house.tournaments.standings import standings
from tests.house.tournaments.simulated import START, announced, rules
from tests.house.tournaments.tournament_club import TournamentClub, opened, with_address
from tests.serving import TurnedTime
from tests.store.things import standing

pytestmark = pytest.mark.anyio
NAMES = ("ada", "ben", "cleo")


async def club(folder: Path) -> tuple[Store, TournamentClub]:
    store = await opened(folder)
    for name in NAMES:
        await with_address(store, name)
    return store, TournamentClub(store, TurnedTime())


async def test_matches_of_a_rated_tournament_count_like_others_and_can_be_counted_again(tmp_path: Path) -> None:
    store, held = await club(tmp_path)
    id = (await held.announce("robin", rated=True)).id
    await held.enter(id, *NAMES)
    await held.begin(id)
    t = await held.play_all(id)
    assert (t.phase, len(t.games)) == ("over", 3)
    assert await RatingWorker(store).catch_up() == 3
    before = await rating_records.standings(store)
    assert [one.who for one in sorted(before, key=lambda one: -one.mu)] == ["ada", "ben", "cleo"]
    assert all(one.games == 2 for one in before)
    assert (await differences(store))[1] == []
    counted = await rebuild(store)
    assert counted is not None
    assert counted.standings == before
    assert [replace(one, generation=0) for one in await rating_records.standings(store)] == before
    await store.close()


async def test_a_casual_one_changes_no_rating(tmp_path: Path) -> None:
    store, held = await club(tmp_path)
    id = (await held.announce("robin")).id
    await held.enter(id, *NAMES)
    await held.begin(id)
    assert (await held.play_all(id)).phase == "over"
    assert await RatingWorker(store).catch_up() == 0
    assert (await differences(store))[1] == []
    await store.close()


async def test_a_match_that_somebody_did_not_come_to_is_won_there_and_is_no_game(tmp_path: Path) -> None:
    store, held = await club(tmp_path)
    id = (await held.announce("swiss", rated=True, rounds=1, patience=5)).id
    await held.enter(id, "ada", "ben")
    t = await held.begin(id)
    [game] = t.undecided
    table, up = await held.table(t, game), held.tables.uptimes
    first, second = game.pairing.seats
    await held.tables.change(table.id, lambda tb, now: at_table.act(tb, now, up, first, 0, ["a"]))
    held.time.pass_by(5 * MINUTE)
    t = await held.look_after(id)
    assert t.phase == "over"
    assert t.gone == {second: "no-show"}
    assert standings(t)[0].points == 2
    assert await RatingWorker(store).catch_up() == 0
    assert (await differences(store))[1] == []
    await store.close()


def test_only_accounts_and_bots_enter_where_it_counts() -> None:
    t = announced(rules("swiss", rated=True, bots=True)).tournament
    with pytest.raises(Refused) as refused:
        commands.sign_up(t, START, Entrant("gus", "Gus"), account=False)
    assert refused.value.text.key == "tournament.rated-guest"
    t = commands.sign_up(t, START, Entrant("ada", "Ada"), account=True).tournament
    assert commands.add_bot(t, START, "olga", 3).tournament.entrants.keys() == {"ada", "bot-3-1"}
    casual = announced(rules("swiss")).tournament
    assert commands.sign_up(casual, START, Entrant("gus", "Gus"), account=False)


async def test_by_rating_the_strongest_are_seeded_first_and_those_without_one_last(tmp_path: Path) -> None:
    store, held = await club(tmp_path)
    known = [standing("ben", 20.0, game="connect4"), standing("cleo", 31.0, game="connect4"),
             standing("bot:3", 25.0, game="connect4"), standing("ada", 40.0)]  # fmt: skip
    assert await keep(store, *(Put(rating_records.STANDINGS, one) for one in known))
    id = (await held.announce("knockout", seeding="rating", bots=True, starts=held.time.now() + MINUTE)).id
    await held.enter(id, *NAMES)
    await held.tournaments.change(id, lambda t, now: commands.add_bot(t, now, "olga", 3))
    held.time.pass_by(MINUTE)
    t = await held.look_after(id)
    assert t.order == ("cleo", "bot-3-1", "ben", "ada"), "ada is strong in another game"
    await store.close()


def test_by_hand_the_organiser_seeds_until_it_begins_and_who_goes_is_no_seed() -> None:
    t = announced(rules("knockout", seeding="hand")).tournament
    for name in ("ada", "ben", "cleo", "dan"):
        t = commands.sign_up(t, START, Entrant(name, name.title())).tournament
    for seeds in (["dan", "ben"], ["cleo", "dan", "ben"]):
        change = commands.seed(t, START, "olga", seeds)
        assert change is not None
        t = change.tournament
    assert commands.seed(t, START, "olga", ["cleo", "dan", "ben"]) is None, "nothing is new"
    t = commands.withdraw(t, START, "dan").tournament
    assert t.seeds == ("cleo", "ben")
    assert commands.start(t, START, "olga", "5eed").tournament.order == ("cleo", "ben", "ada")
    for why, by, seeds in (
        ("organiser-only", "ada", ["ada"]),
        ("seeds", "olga", ["ada", "ada"]),
        ("seeds", "olga", ["x"]),
    ):
        with pytest.raises(Refused) as refused:
            commands.seed(t, START, by, seeds)
        assert refused.value.text.key == f"tournament.{why}"
    by_lot = announced(rules("knockout", seeding="lot")).tournament
    with pytest.raises(Refused) as refused:
        commands.seed(by_lot, START, "olga", [])
    assert refused.value.text.key == "tournament.seeding"
