"""Puzzles in the house: one a day for all, one try each, rated once, and a streak by the house's date."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from parlour.core.puzzles import Puzzle, PuzzleFile, write_puzzles
from parlour.core.texts import Refused
from parlour.house.people import records as people_records
from parlour.house.people.person import Person
from parlour.house.people.removal import remove_person
from parlour.house.puzzles import collection
from parlour.house.puzzles.collection import PuzzleCollection, day_of
from parlour.house.puzzles.records import (
    OF_PUZZLE,
    PUZZLE_STANDINGS,
    PUZZLE_STREAKS,
    PUZZLE_TRIES,
    PuzzleTry,
    found_by,
    puzzle_standings_of,
    tried_in,
    tries_of,
)
from parlour.house.puzzles.sealing import seal, sealed_verdicts
from parlour.house.puzzles.tries import streak_of, try_puzzle, try_that_counts
from parlour.house.ratings import model
from parlour.house.store import Store
from tests.store.things import account

pytestmark = pytest.mark.anyio
DAY = 86_400_000
NOW = 20_000 * DAY + 5
MOVES = frozenset("abcdefg")
ANN = account("ann", "Ann")
GUEST = replace(account("gus", "Gus"), password=None)


def puzzle(id: str, rating: int = 1500) -> Puzzle:
    return Puzzle(id, 2, 0, ("0 a",), ("f",), rating, verdicts={"a": "bad", "b": "even"})


ALL = PuzzleCollection("connect4", [puzzle(f"{number:02d}") for number in range(10)])


async def tried(
    store: Store, choice: str = "f", id: str = "", person: Person = ANN, now: int = NOW, hinted: bool = False
) -> PuzzleTry:
    if await people_records.get_person(store, person.id) is None:
        await people_records.add_person(store, person)
    found = ALL.puzzle(id) if id else ALL.todays(day_of(now))
    assert found is not None
    return await try_puzzle(store, ALL, found, person, choice, hinted, MOVES, now)


def test_every_day_has_its_puzzle_the_same_whoever_asks_and_in_whatever_order_they_were_found() -> None:
    backwards = PuzzleCollection("connect4", ALL.ordered[::-1])
    days = [ALL.todays(day) for day in range(7000, 7000 + len(ALL.daily))]
    assert days == [backwards.todays(day) for day in range(7000, 7000 + len(ALL.daily))]
    assert len({each.id for each in days if each}) == len(ALL.daily), "none comes again before all have come"
    assert [each.id for each in ALL.ordered] != sorted(each.id for each in ALL.ordered)
    assert PuzzleCollection("connect4", []).todays(7000) is None
    with pytest.raises(Refused):
        ALL.puzzle("elsewhere")


def test_the_next_puzzle_is_one_that_was_not_tried() -> None:
    first, second, third, *_ = (each.id for each in ALL.ordered if each not in ALL.daily)
    assert getattr(ALL.next_after(first, {second}), "id", None) == third
    assert getattr(ALL.next_after(ALL.ordered[-1].id, set()), "id", None) == first
    assert ALL.next_after(first, {each.id for each in ALL.ordered}) is None


def test_the_next_puzzle_is_no_days_so_that_no_coming_days_try_is_spent() -> None:
    served, id = set[str](), ""
    while (found := ALL.next_after(id, served)) is not None:
        id = found.id
        served.add(id)
    assert served == {each.id for each in ALL.ordered} - {each.id for each in ALL.daily} != set()
    more = PuzzleCollection("connect4", [*ALL.ordered, *(puzzle(f"{number}") for number in range(100, 150))])
    assert {each.id for each in more.daily} >= {each.id for each in ALL.daily}, "more puzzles move none that were there"
    assert not served & {each.id for each in more.daily}
    one = PuzzleCollection("connect4", [puzzle(served.pop())])
    assert one.todays(7000), "a game with few puzzles has one a day, too"


def test_a_houses_own_puzzles_come_up_beside_those_of_the_game(tmp_path: Path) -> None:
    from parlour import games

    game = games.load("connect4")
    came = collection.collection_of(game).ordered
    file = PuzzleFile(game.name, game.rules_version, puzzles=[puzzle("own"), came[0]])
    write_puzzles(game, file, tmp_path / game.name)
    found = collection.PuzzleCollections(tmp_path).of(game)
    assert {each.id for each in found.ordered} == {"own", *(each.id for each in came)}
    assert found.puzzle("own").answers == ("f",)
    assert collection.PuzzleCollections(tmp_path / "nowhere").of(game).ordered == came
    next((tmp_path / game.name).iterdir()).write_bytes(b"none")
    assert collection.PuzzleCollections(tmp_path).of(game).ordered == came, "what cannot be read is as none"


def test_a_file_that_cannot_be_read_is_as_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace as changed

    from parlour import games

    game = changed(games.load("connect4"), home=tmp_path)
    write_puzzles(game, PuzzleFile(game.name, game.rules_version, puzzles=[puzzle("00")]))
    assert len(collection.collection_of(game).ordered) == 1
    broken = changed(games.load("connect4"), home=tmp_path)
    next(tmp_path.iterdir()).write_bytes(b"none")
    assert collection.collection_of(broken).ordered == []


def test_a_page_gets_hashes_and_not_the_answer() -> None:
    one = puzzle("00")
    sealed = sealed_verdicts("connect4", one)
    assert sealed[seal("connect4", "00", "f")] == "right"
    assert sealed[seal("connect4", "00", "a")] == "bad"
    assert list(sealed) == sorted(sealed), "their order tells nothing"
    assert seal("connect4", "00", "f") != seal("connect4", "01", "f"), "nor does another puzzle's"


async def test_a_try_is_kept_once_and_the_first_one_counts(store: Store) -> None:
    first = await tried(store, "a")
    assert (first.right, first.choice) == (False, "a")
    assert await tried(store, "f") == first, "asked again, it is told what became of the first"
    assert await tries_of(store, "ann") == [first]
    (mine,) = await puzzle_standings_of(store, "ann")
    assert (mine.tries, mine.mu) == (1, first.mu)
    assert await tried_in(store, "ann", "connect4") == {first.puzzle}


async def test_what_is_no_move_is_refused_and_costs_nothing(store: Store) -> None:
    with pytest.raises(Refused, match="no-move"):
        await tried(store, "z")
    assert await tries_of(store, "ann") == []
    assert (await tried(store, "")).right is False, "whoever asks for the solution has not found it"


async def test_whoever_solves_it_gains_what_the_puzzle_loses_and_a_hint_wins_half(store: Store) -> None:
    one, two = ALL.ordered[0].id, ALL.ordered[1].id
    won = await tried(store, id=one)
    assert won.mu > won.was
    assert won.puzzle_mu < won.puzzle_was
    kept = await store.get(PUZZLE_STANDINGS, OF_PUZZLE + one, "connect4")
    assert kept is not None
    assert (kept.mu, kept.tries) == (won.puzzle_mu, 1)
    bob = account("bob", "Bob")
    hinted = await tried(store, id=two, person=bob, hinted=True)
    assert hinted.mu - hinted.was == pytest.approx((won.mu - won.was) / 2)
    lost = await tried(store, "a", id=two, person=account("cid", "Cid"))
    assert lost.mu < lost.was
    assert lost.puzzle_mu > lost.puzzle_was


async def test_a_guest_is_rated_and_moves_no_puzzle(store: Store) -> None:
    won = await tried(store, person=GUEST)
    assert won.mu > won.was
    assert won.puzzle_mu == won.puzzle_was
    assert await store.get(PUZZLE_STANDINGS, OF_PUZZLE + won.puzzle, "connect4") is None


def test_a_harder_puzzle_wins_more() -> None:
    easy, hard = (20.0, 3.0), (32.0, 3.0)
    me = (model.MU, model.SIGMA)
    assert model.after_meeting(me, hard, True)[0][0] > model.after_meeting(me, easy, True)[0][0]
    assert model.after_meeting(me, hard, False)[0][0] > model.after_meeting(me, easy, False)[0][0]


async def test_days_in_a_row_make_a_streak_by_the_houses_date(store: Store) -> None:
    for day in range(3):
        await tried(store, now=NOW + day * DAY)
    today = day_of(NOW)
    assert await streak_of(store, "ann", today + 2) == (3, 3, True, [False] * 4 + [True] * 3)
    assert (await streak_of(store, "ann", today + 3))[:3] == (3, 3, False), "there is still time today"
    assert (await streak_of(store, "ann", today + 4))[:3] == (0, 3, False), "a day without one ends it"
    await tried(store, now=NOW + 4 * DAY)
    assert (await streak_of(store, "ann", today + 4))[:3] == (1, 3, True)


async def test_neither_a_miss_nor_another_days_puzzle_makes_a_streak(store: Store) -> None:
    today = day_of(NOW)
    await tried(store, "a")
    assert (await streak_of(store, "ann", today)).days == 0
    other = next(each.id for each in ALL.ordered if each != ALL.todays(today))
    await tried(store, id=other)
    assert (await streak_of(store, "ann", today)).days == 0
    assert (await streak_of(store, "nobody", today)) == (0, 0, False, [False] * 7)


async def test_a_puzzle_that_comes_round_again_counts_for_its_day_and_not_for_ratings(store: Store) -> None:
    today, round_again = day_of(NOW), len(ALL.daily) * DAY
    first = await tried(store, "a")
    (mine,) = await puzzle_standings_of(store, "ann")
    again = await tried(store, now=NOW + round_again)
    assert (again.puzzle, again.right, again.day) == (first.puzzle, True, today + len(ALL.daily))
    assert (again.was, again.mu) == (first.mu, first.mu)
    assert (again.puzzle_was, again.puzzle_mu) == (first.puzzle_mu, first.puzzle_mu)
    assert await puzzle_standings_of(store, "ann") == [mine]
    assert (await streak_of(store, "ann", again.day))[:3] == (1, 1, True)
    assert await tried(store, "a", now=NOW + round_again + 9) == again, "once a day"
    later = await tried(store, "a", id=first.puzzle, now=NOW + round_again + DAY)
    assert later == again, "and on no other"


async def test_what_was_tried_before_it_was_the_days_counts_when_it_is(store: Store) -> None:
    coming = ALL.todays(day_of(NOW) + 1)
    assert coming is not None
    await tried(store, id=coming.id)
    assert await try_that_counts(store, ALL, coming, "ann", day_of(NOW)) is not None
    assert await try_that_counts(store, ALL, coming, "ann", day_of(NOW) + 1) is None, "it can be tried"
    await tried(store, now=NOW + DAY)
    assert (await streak_of(store, "ann", day_of(NOW) + 1)).days == 1


async def test_who_found_it_that_day_is_told_in_order_and_nobody_else(store: Store) -> None:
    for number, (name, choice) in enumerate((("ann", "f"), ("bob", "a"), ("cid", "f"), ("dan", "f"))):
        await tried(store, choice, person=account(name, name), now=NOW - number)
    todays = ALL.todays(day_of(NOW))
    assert todays is not None
    found = await found_by(store, ["ann", "bob", "cid"], "connect4", todays.id, day_of(NOW))
    assert [one.person for one in found] == ["cid", "ann"]
    assert await found_by(store, ["ann"], "connect4", todays.id, day_of(NOW) + 1) == []


async def test_who_leaves_takes_their_tries_along(store: Store) -> None:
    won = await tried(store)
    await remove_person(store, "ann")
    assert await tries_of(store, "ann") == []
    assert await puzzle_standings_of(store, "ann") == []
    assert await store.get(PUZZLE_STREAKS, "ann") is None
    assert await store.get(PUZZLE_TRIES, "ann", "connect4", won.puzzle) is None
    assert await store.get(PUZZLE_STANDINGS, OF_PUZZLE + won.puzzle, "connect4") is not None, "the puzzle's stays"
