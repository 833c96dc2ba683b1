"""The organiser on a real store: tables are opened, results taken in, rounds drawn; killed, it goes on."""

import asyncio
from collections import Counter
from pathlib import Path

import pytest

from parlour.core.texts import Refused
from parlour.house.mail import records as mail_records
from parlour.house.store import Store
from parlour.house.tables import commands
from parlour.house.tables import commands as at_table
from parlour.house.tables import records as table_records
from parlour.house.tables.clocks import MINUTE, Clock
from parlour.house.tables.records import TableQuery
from parlour.house.tables.worker import TableWorker
from parlour.house.tournaments import commands as tournament_commands
from parlour.house.tournaments import events as ev
from parlour.house.tournaments import records as tournament_records
from parlour.house.tournaments.records import TournamentQuery
from parlour.house.tournaments.standings import standings
from parlour.house.tournaments.state import Tournament, table_id
from tests.house.tournaments.tournament_club import OLGA, Killed, KilledStore, TournamentClub, opened, with_address
from tests.serving import HereBotPlayers, TurnedTime

pytestmark = pytest.mark.anyio
NAMES = ("ada", "ben", "cleo", "dan")
PATIENCE = 60.0


async def test_a_tournament_runs_by_itself_from_its_beginning_to_its_end(tmp_path: Path) -> None:
    held = TournamentClub(await opened(tmp_path), TurnedTime())
    t = await held.announce("swiss", rounds=2)
    await held.enter(t.id, *NAMES)
    t = await held.begin(t.id)
    assert len(t.undecided) == 2
    for game in t.undecided:
        table = await held.table(t, game)
        assert table.phase == "playing"
        assert [sitter.person for sitter in table.sitters] == list(game.pairing.seats)
        assert table.rules.tournament == t.id
        assert not table.rules.listed
        assert not table.can_take_back(0)
        assert table.rules.clock == Clock("live", 5, 3)
    t = await held.play_all(t.id)
    assert t.phase == "over"
    assert standings(t)[0].entrant == "ada"
    [card] = await tournament_records.find_tournaments(held.store, TournamentQuery(phase="over"))
    assert b'"leaders":["Ada"' in card.body
    await held.store.close()


async def one_life(
    folder: Path, kind: ev.TournamentKind, at: int | None, written: bool
) -> tuple[Tournament, list[ev.AnyTournamentEvent], int]:
    """Everybody does what they can, and does it again with the same key after the house was killed."""
    store, time = await opened(folder), TurnedTime()
    for name in NAMES[:3]:
        await with_address(store, name)
    fragile = KilledStore(store, at, written)
    held, lives = TournamentClub(fragile, time), 0
    while True:
        lives += 1
        try:
            id = (await held.announce(kind, rounds=2, minutes=1)).id
            t = await held.tournaments.tournament(id)
            if t.phase == "open":
                await held.enter(id, *NAMES[:3])
                await held.begin(id)
            while (t := await held.play_all(id)).phase != "over":
                time.pass_by(MINUTE)
            break
        except Killed:
            held = TournamentClub(store, time, f"life {lives}")
    log = await held.log(id)
    tables = await table_records.find_tables(store, TableQuery(most=1000))
    assert {card.table for card in tables} == {table_id(t, match) for match in t.games}, "every match once, no other"
    assert all(card.phase == "over" for card in tables)
    scored = Counter(event.match for event in log if isinstance(event, ev.Scored))
    assert scored == Counter(dict.fromkeys(t.games, 1)), "no result is lost or counts twice"
    for game in t.games.values():
        table = await held.table(t, game)
        assert table.match is not None
        assert table.match.result is not None
        assert game.result is not None
        winner = table.match.result.returns.index(1.0)
        assert game.result.points[winner] == 2
    await everybody_is_told_once(store, t)
    await store.close()
    return t, log, fragile.appends


async def everybody_is_told_once(store: Store, t: Tournament) -> None:
    """Of every match that was drawn, and of nothing that was not; of an arena the first."""
    told = Counter[str]()
    while (notice := await mail_records.due_notice(store, 2**52)) is not None:
        told[notice.key] += 1
        await mail_records.end_notice(store, notice.key, "sent", 1)
    which = {match: "first" if t.rules.kind == "arena" else match for match in t.games}
    drawn = {f"match/{t.id}/{which[m]}/{one}" for m, game in t.games.items() for one in game.pairing.seats}
    assert told == Counter(dict.fromkeys(drawn, 1))


async def killed_at_every_append(folder: Path, kind: ev.TournamentKind, every: int) -> int:
    (folder / "whole").mkdir()
    whole, _, appends = await one_life(folder / "whole", kind, None, False)
    killed = 0
    for at in range(1, appends + 1, every):
        for written in (False, True):
            place = folder / f"{at}{written}"
            place.mkdir()
            t, _, _ = await one_life(place, kind, at, written)
            assert t.phase == "over"
            if kind != "arena":  # there, who waited how long is part of the draw
                assert [row.points for row in standings(t)] == [row.points for row in standings(whole)]
            killed += 1
    return killed


@pytest.mark.parametrize("kind", ["swiss", "knockout"])
async def test_killed_at_any_moment_it_goes_on_and_no_match_or_result_comes_twice(
    tmp_path: Path, kind: ev.TournamentKind
) -> None:
    assert await killed_at_every_append(tmp_path, kind, every=9) >= 4


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["robin", "swiss", "knockout", "arena"])
async def test_killed_at_every_single_append_it_goes_on(tmp_path: Path, kind: ev.TournamentKind) -> None:
    assert await killed_at_every_append(tmp_path, kind, every=1) >= 30


async def moves_once_and_resigns(held: TournamentClub, t: Tournament, person: str) -> None:
    """If there is a match of theirs and it is their turn."""
    game = t.match_of(person)
    if game is None or await table_records.table_summary(held.store, table_id(t, game.pairing.id)) is None:
        return
    table, up = await held.table(t, game), held.tables.uptimes
    [seat] = table.seats_of(person)
    if seat in table.to_act and table.match is not None:
        step = "resign" if seat in table.came else table.match.legal(seat)[0]
        await held.tables.change(table.id, lambda tb, now: at_table.act(tb, now, up, person, seat, [step]))


async def test_it_begins_at_its_time_and_goes_on_as_matches_end(tmp_path: Path) -> None:
    """As a task, woken by what happens; bots play the matches."""
    store, time = await opened(tmp_path), TurnedTime()
    held = TournamentClub(store, time)
    table_worker = TableWorker(held.tables, HereBotPlayers())
    t = await held.announce("knockout", bots=True, starts=time.now() + MINUTE)
    await held.enter(t.id, "ada")
    for level in (1, 2, 3):
        await held.tournaments.change(t.id, lambda t, now, n=level: tournament_commands.add_bot(t, now, "olga", n))
    time.pass_by(MINUTE)
    await table_worker.start()
    await held.worker.start()
    async with asyncio.timeout(PATIENCE):
        while (t := await held.tournaments.tournament(t.id)).phase != "over":
            await moves_once_and_resigns(held, t, "ada")
            await asyncio.sleep(0.01)
    assert t.champion in t.bots
    assert len(t.rounds) == 2
    await held.worker.stop()
    await table_worker.stop()
    await store.close()


async def bots_and_ada(held: TournamentClub, kind: ev.TournamentKind) -> Tournament:
    """One match of hers is on, and one of bots alone."""
    t = await held.announce(kind, bots=True)
    await held.enter(t.id, "ada")
    for _ in range(3):
        await held.tournaments.change(t.id, lambda t, now: tournament_commands.add_bot(t, now, "olga", 1))
    t = await held.begin(t.id)
    assert len(t.undecided) == 2
    return t


async def phases(held: TournamentClub, t: Tournament) -> dict[bool, str]:
    """Of tables, by whether a person sits there."""
    tables = [await held.table(t, game) for game in t.games.values()]
    return {bool(table.people): table.phase for table in tables}


async def test_when_a_tournament_is_called_off_matches_of_bots_alone_are_broken_off(tmp_path: Path) -> None:
    held = TournamentClub(await opened(tmp_path), TurnedTime())
    t = await bots_and_ada(held, "arena")
    await held.tournaments.change(t.id, lambda t, now: tournament_commands.cancel(t, now, "olga"))
    t = await held.look_after(t.id)
    assert await phases(held, t) == {True: "playing", False: "over"}
    assert await table_records.tables_to_resume(held.store) == []
    await held.store.close()


async def test_when_the_last_person_leaves_a_tournament_its_bots_stop(tmp_path: Path) -> None:
    held = TournamentClub(await opened(tmp_path), TurnedTime())
    t = await bots_and_ada(held, "robin")
    await held.tournaments.change(t.id, lambda t, now: tournament_commands.withdraw(t, now, "ada"))
    t = await held.look_after(t.id)
    assert t.cancelled
    assert await phases(held, t) == {True: "playing", False: "over"}
    await held.store.close()


async def test_a_tournament_that_was_called_off_as_the_house_closed_is_off_when_it_opens(tmp_path: Path) -> None:
    held = TournamentClub(await opened(tmp_path), TurnedTime())
    t = await bots_and_ada(held, "arena")
    await held.tournaments.change(t.id, lambda t, now: tournament_commands.cancel(t, now, "olga"))
    later = TournamentClub(held.store, held.time, "later")
    await later.worker.start()
    async with asyncio.timeout(PATIENCE):
        while await phases(later, t) != {True: "playing", False: "over"}:
            await asyncio.sleep(0.01)
    await later.worker.stop()
    await held.store.close()


async def test_who_never_makes_a_move_has_not_come_and_is_out(tmp_path: Path) -> None:
    held = TournamentClub(await opened(tmp_path), TurnedTime())
    t = await held.announce("swiss", rounds=1, patience=2)
    await held.enter(t.id, "ada", "ben")
    t = await held.begin(t.id)
    [game] = t.undecided
    held.time.pass_by(2 * MINUTE - 1)
    assert (await held.look_after(t.id)).undecided
    held.time.pass_by(1)
    t = await held.look_after(t.id)
    assert t.gone == {game.pairing.seats[0]: "no-show"}
    assert standings(t)[0].entrant == game.pairing.seats[1]
    await held.store.close()


async def test_nothing_is_taken_back_in_a_tournament_though_bots_would_not_mind(tmp_path: Path) -> None:
    held = TournamentClub(await opened(tmp_path), TurnedTime())
    t = await held.announce("swiss", rounds=1)
    await held.enter(t.id, "ada", "ben")
    t = await held.begin(t.id)
    id, seats, up = table_id(t, "1-1"), t.undecided[0].pairing.seats, held.tables.uptimes
    await held.tables.change(id, lambda tb, now: at_table.act(tb, now, up, seats[0], 0, ["a"]))
    with pytest.raises(Refused) as refused:
        await held.tables.change(id, lambda tb, now: at_table.ask_takeback(tb, now, up, seats[0], 0))
    assert refused.value.text.key == "refuse.takeback-rated"
    await held.store.close()


async def test_whose_clock_runs_out_after_a_move_has_lost_and_goes_on(tmp_path: Path) -> None:
    held = TournamentClub(await opened(tmp_path), TurnedTime())
    t = await held.announce("swiss", rounds=1)
    await held.enter(t.id, "ada", "ben")
    t = await held.begin(t.id)
    table = await held.table(t, t.undecided[0])
    up, seats = held.tables.uptimes, t.undecided[0].pairing.seats
    for seat in (0, 1):
        await held.tables.change(table.id, lambda tb, now, s=seat: at_table.act(tb, now, up, seats[s], s, ["a"]))
    held.time.pass_by(20 * MINUTE)
    await held.tables.run_out(held.time.now())
    t = await held.look_after(t.id)
    assert t.gone == {}
    assert standings(t)[0].entrant == seats[1]
    await held.store.close()


async def test_who_leaves_a_table_of_three_is_behind_the_others(tmp_path: Path) -> None:
    held = TournamentClub(await opened(tmp_path), TurnedTime())
    table_worker = TableWorker(held.tables, HereBotPlayers())
    t = await held.announce("robin", game="luckymoose", seats=3, rounds=1, bots=True)
    await held.enter(t.id, "ada")
    for _ in range(2):
        await held.tournaments.change(t.id, lambda t, now: tournament_commands.add_bot(t, now, "olga", 1))
    t = await held.begin(t.id)
    [game] = t.undecided
    up, id = held.tables.uptimes, table_id(t, game.pairing.id)
    await table_worker.start()
    await held.tables.change(id, lambda tb, now: at_table.leave(tb, now, up, "ada"))
    t = await held.look_after(t.id)
    assert t.phase == "over"
    assert [row.entrant for row in standings(t)][-1] == "ada"
    assert standings(t)[-1].points == 0
    await table_worker.stop()
    await held.store.close()


async def test_who_leaves_the_house_leaves_its_tournaments(tmp_path: Path) -> None:
    held = TournamentClub(await opened(tmp_path), TurnedTime())
    t = await held.announce("swiss")
    await held.enter(t.id, *NAMES)
    await held.tournaments.leave_all("ada")
    assert "ada" not in (await held.tournaments.tournament(t.id)).entrants
    await held.tournaments.leave_all("olga")
    assert (await held.tournaments.tournament(t.id)).cancelled
    await held.store.close()


async def test_a_match_that_cannot_be_played_on_is_void(tmp_path: Path) -> None:
    held = TournamentClub(await opened(tmp_path), TurnedTime())
    t = await held.announce("swiss", rounds=1, options={})
    await held.enter(t.id, "ada", "ben")
    await held.tournaments.change(t.id, lambda t, now: tournament_commands.start(t, now, "olga", "5eed"))
    t = await held.tournaments.tournament(t.id)
    # A rule of the game went away since it was announced.
    body = (await held.store.read(f"tournament:{t.id}"))[0]
    assert b'"options":{}' in body
    broken = TournamentClub(held.store, held.time)
    kept = await broken.tournaments.tournament(t.id)
    kept.rules.options["gone"] = 3
    t = await broken.look_after(t.id)
    assert t.phase == "over"
    assert [game.result.by for game in t.games.values() if game.result] == ["void"]
    assert {row.points for row in standings(t)} == {1}
    await held.store.close()


@pytest.mark.parametrize("kind", ["swiss", "knockout", "robin", "arena"])
async def test_a_match_that_the_house_closes_is_void_and_the_tournament_goes_on(
    tmp_path: Path, kind: ev.TournamentKind
) -> None:
    held = TournamentClub(await opened(tmp_path), TurnedTime())
    t = await held.announce(kind, rounds=1, minutes=1)
    await held.enter(t.id, *NAMES)
    t = await held.begin(t.id)
    closed = t.undecided[0]
    table = await held.table(t, closed)
    await held.tables.change(table.id, lambda tb, now: commands.close(tb, now, held.tables.uptimes))
    t = await held.look_after(t.id)
    result = t.games[closed.pairing.id].result
    assert result is not None
    assert (result.by, result.points, result.absent) == ("void", (1, 1), ())
    assert not t.gone, "nobody is out for it"
    while (t := await held.play_all(t.id)).phase != "over":
        held.time.pass_by(MINUTE)
    if kind == "knockout":  # both sat down once more, as after a draw
        pair = set(closed.pairing.seats)
        assert sum(set(game.pairing.seats) == pair for game in t.games.values()) == 2
        assert t.champion == "ada"
    await held.store.close()


async def test_the_same_key_announces_and_enters_once(tmp_path: Path) -> None:
    held = TournamentClub(await opened(tmp_path), TurnedTime())
    first, second = await held.announce("swiss"), await held.announce("swiss")
    assert first.id == second.id
    for _ in range(2):
        await held.enter(first.id, "ada")
    assert len(await held.log(first.id)) == 2
    assert len(await tournament_records.find_tournaments(held.store, TournamentQuery(organiser=OLGA.id))) == 1
    with pytest.raises(Refused):
        await held.tournaments.tournament("nowhere")
    with pytest.raises(Refused):
        await held.tournaments.tournament("a:b")
    await held.store.close()


async def test_a_tournament_that_two_houses_look_after_is_played_once(tmp_path: Path) -> None:
    store, time = await opened(tmp_path), TurnedTime()
    one, other = TournamentClub(store, time, "one"), TournamentClub(store, time, "other")
    t = await one.announce("robin")
    await one.enter(t.id, *NAMES)
    await one.begin(t.id)
    while True:
        await asyncio.gather(one.worker.look_after(t.id), other.worker.look_after(t.id))
        one.tournaments._held.clear()
        t = await one.tournaments.tournament(t.id)
        if t.phase == "over":
            break
        house = one if len(t.rounds) % 2 else other
        house.tables._held.clear()
        await house.play(t, t.undecided[0])
    assert len(t.games) == 6
    assert len(await table_records.find_tables(store, TableQuery(most=100))) == 6
    await store.close()
