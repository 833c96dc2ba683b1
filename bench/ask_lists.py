"""The questions of `bench/lists.py`, asked in one version of Parlour by its own interpreter. Arguments: a house, and
how many tables it has. Prints the questions' names as JSON, then for every name that it reads {"ms", "rows"}: the
middle one of several times, and how much was answered."""

import asyncio
import json
import statistics
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from importlib import import_module
from typing import Any

Question = Callable[[], Awaitable[Any]]
SECONDS, MOST_TIMES = 0.3, 50
FOR_EVER = 2**50


async def main() -> None:
    store_module = import_module("parlour.store")
    house, tables = sys.argv[1], int(sys.argv[2])
    store: Any = await store_module.open_store(house)
    try:
        await import_module("parlour.house.people.records").fill_name_parts(store)  # as a house does when it opens
        asked = questions(store, tables)
    except ModuleNotFoundError:
        asked = questions_of_methods(store, tables)
    print(json.dumps(list(asked)), flush=True)
    for line in sys.stdin:
        print(json.dumps(await timed(asked[line.strip()])), flush=True)
    await store.close()


async def timed(question: Question) -> dict[str, float]:
    answer, took = await question(), list[float]()
    while len(took) < 3 or (sum(took) < SECONDS and len(took) < MOST_TIMES):
        began = time.perf_counter()
        await question()
        took.append(time.perf_counter() - began)
    rows = len(answer) if isinstance(answer, Sequence) else 1
    return {"ms": 1000 * statistics.median(took), "rows": rows}


def questions(store: Any, tables: int) -> dict[str, Question]:
    from parlour.house import jobs, uptimes
    from parlour.house.friends import records as friends
    from parlour.house.mail import records as mail
    from parlour.house.moderation import records as moderation
    from parlour.house.people import records as people
    from parlour.house.ratings import records as ratings
    from parlour.house.tables import records as at_tables
    from parlour.house.tables.records import TableQuery
    from parlour.house.tournaments import records as tournaments
    from parlour.house.tournaments.records import TournamentQuery

    async def after_cursor() -> Any:
        return await ratings.ranking(store, "yinsh", after=deep)

    deep = (True, 25.0, "p1")
    deepest = min(100_000, tables // 2 - 50)
    return {
        **table_questions(lambda **fields: at_tables.find_tables(store, TableQuery(**fields)), tables),
        "how many tables are played": lambda: at_tables.count_tables(store, "playing"),
        "how many tables somebody has played": lambda: at_tables.count_tables_of(store, "p0", "over"),
        "tables whose time is over": lambda: at_tables.due_tables(store, tables // 2),
        "when the next table is due": lambda: at_tables.next_due(store),
        "tables to resume": lambda: at_tables.tables_to_resume(store),
        "traces of somebody": lambda: at_tables.traces(store, "p0"),
        "tournaments, latest": lambda: tournaments.find_tournaments(store, TournamentQuery()),
        "tournaments, running": lambda: tournaments.find_tournaments(store, TournamentQuery(phase="running")),
        "tournaments of somebody": lambda: tournaments.find_tournaments(store, TournamentQuery(person="p7")),
        "ranking, first page": lambda: ratings.ranking(store, "yinsh"),
        "ranking, 1,000 passed over": lambda: ratings.ranking(store, "yinsh", 1000),
        "ranking, as far as there is": lambda: ratings.ranking(store, "yinsh", deepest),
        "ranking, far down by cursor": after_cursor,
        "how many are ahead": lambda: ratings.ahead_of(store, ratings.Standing(**STANDING)),
        "best scores, first page": lambda: ratings.best(store, "dance", 2),
        "best scores, far down": lambda: ratings.best(store, "dance", 2, tables // 6 - 100),
        "finishes, a page": lambda: ratings.finishes(store, tables // 4),
        "ratings of somebody": lambda: ratings.standings(store, ["p7"]),
        "points of somebody": lambda: ratings.points(store, "p7", "yinsh"),
        "log, latest": lambda: moderation.entries(store),
        "log about somebody": lambda: moderation.entries(store, about="p7"),
        "reports, open": lambda: moderation.reports(store, "open"),
        "reports about somebody": lambda: moderation.reports(store, about="p7"),
        "how many reports are open": lambda: moderation.count_reports(store, "open"),
        "measures that hold": lambda: moderation.measures_now(store, FOR_EVER - 1),
        "roles": lambda: store.list_by(people.PEOPLE, "role"),
        "people by name": lambda: people.find_people(store, "player p49"),
        "guests who cannot come back": lambda: people.lost_guests(store, FOR_EVER, 100),
        "sessions of somebody": lambda: people.sessions_of(store, "p7"),
        "followed by somebody": lambda: friends.followed_by(store, "p0"),
        "notice that is due": lambda: mail.due_notice(store, FOR_EVER),
        "outbox": lambda: mail.outbox_status(store),
        "notices to somebody": lambda: mail.notices_to(store, "p7"),
        "jobs to do": lambda: jobs.unfinished_jobs(store),
        "jobs that ended": lambda: jobs.ended_jobs(store, "review", FOR_EVER),
        "uptimes": lambda: uptimes.uptimes(store),
    }


STANDING = {"who": "p7", "game": "yinsh", "mu": 25.0, "sigma": 2.0, "games": 1}


def table_questions(find: Callable[..., Awaitable[Any]], tables: int) -> dict[str, Question]:
    far = (tables // 2, "t0")
    return {
        "lobby, open": lambda: find(listed=True, phase="open"),
        "lobby, open, of a game": lambda: find(listed=True, phase="open", game="dance"),
        "lobby, to watch, rated, by days": lambda: find(listed=True, phase="playing", rated=True, pace="days"),
        "lobby, over, far down": lambda: find(listed=True, phase="over", after=far),
        "lobby, all phases": lambda: find(listed=True),
        "my tables, of one with many": lambda: find(person="p0"),
        "my tables, of one with few": lambda: find(person="p7"),
        "my tables, waiting for me": lambda: find(turn="p0"),
        "tables with a seat kept for me": lambda: find(asked="p1", phase="open"),
        "tables of those whom I follow": lambda: find(followed_by="p0", phase="playing", listed=True),
    }


def questions_of_methods(store: Any, tables: int) -> dict[str, Question]:
    """The same in the versions whose store had a method for each."""
    ports = import_module("parlour.house.ports")
    cups = import_module("parlour.house.tournaments.ports")
    wanted, sure = ports.Wanted, 5.0
    deepest = min(100_000, tables // 2 - 50)
    return {
        **table_questions(lambda **fields: store.cards(wanted(**fields)), tables),
        "how many tables are played": lambda: store.count_cards(wanted(phase="playing")),
        "how many tables somebody has played": lambda: store.count_cards(wanted(phase="over", person="p0")),
        "tables whose time is over": lambda: store.due_by(tables // 2),
        "when the next table is due": lambda: store.next_due(),
        "tables to resume": lambda: store.to_resume(),
        "traces of somebody": lambda: store.traces("p0"),
        "tournaments, latest": lambda: store.tournament_cards(cups.WantedTournaments()),
        "tournaments, running": lambda: store.tournament_cards(cups.WantedTournaments(phase="running")),
        "tournaments of somebody": lambda: store.tournament_cards(cups.WantedTournaments(person="p7")),
        "ranking, first page": lambda: store.ranking("yinsh", sure),
        "ranking, 1,000 passed over": lambda: store.ranking("yinsh", sure, 1000),
        "ranking, as far as there is": lambda: store.ranking("yinsh", sure, deepest),
        "how many are ahead": lambda: store.ahead_of(ports.Standing(**STANDING), sure),
        "best scores, first page": lambda: store.best("dance", 2),
        "best scores, far down": lambda: store.best("dance", 2, tables // 6 - 100),
        "finishes, a page": lambda: store.finishes(tables // 4),
        "ratings of somebody": lambda: store.standings(["p7"]),
        "points of somebody": lambda: store.points("p7", "yinsh"),
        "log, latest": lambda: store.entries(),
        "log about somebody": lambda: store.entries(about="p7"),
        "reports, open": lambda: store.reports("open"),
        "reports about somebody": lambda: store.reports(about="p7"),
        "how many reports are open": lambda: store.count_reports("open"),
        "measures that hold": lambda: store.measures_now(FOR_EVER - 1),
        "roles": lambda: store.officers(),
        "people by name": lambda: store.find_people("player p49"),
        "guests who cannot come back": lambda: store.lost_guests(FOR_EVER, 100),
        "sessions of somebody": lambda: store.sessions_of("p7"),
        "followed by somebody": lambda: store.followed_by("p0"),
        "notice that is due": lambda: store.due_notice(FOR_EVER),
        "outbox": lambda: store.outbox(),
        "notices to somebody": lambda: store.notices_to("p7"),
        "jobs to do": lambda: store.unfinished_jobs(),
        "jobs that ended": lambda: store.ended_jobs("review", FOR_EVER),
        "uptimes": lambda: store.uptimes(0),
    }


if __name__ == "__main__":
    asyncio.run(main())
