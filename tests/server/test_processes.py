"""Two processes of one house, here as two houses in one loop on one PostgreSQL: whoever plays, watches or is banned at
one of them notices nothing of there being another. `tests/faults/test_processes.py` kills real ones."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from parlour.core.texts import Refused
from parlour.house.club import records as club_records
from parlour.house.friends.quick_match import QuickMatchRequest
from parlour.house.jobs import Job
from parlour.house.neighbours import ON_ITS_WAY, SOON_AFTER, left_to
from parlour.house.news import AnyNews, AskNews, HereNews, ListNews
from parlour.house.people import records as people_records
from parlour.house.people.person import Person
from parlour.house.steady_time import SteadyTime
from parlour.house.store import Appended, Unavailable, Unit
from parlour.house.streams import Newer, StreamRepository
from parlour.house.tables.clocks import Clock
from parlour.house.tables.new_table import NewSeat, NewTable
from parlour.house.tables.state import Table
from parlour.house.tables.worker import LONGEST_NAP_AMONG_OTHERS
from parlour.server.app import opened
from parlour.server.guard.auth import Caller
from parlour.server.guard.counters import Rate
from parlour.server.guard.limits import Limits, TooMany
from parlour.server.guard.places import LOOPBACK, Places
from parlour.server.http.club.handlers import the_club
from parlour.server.live import process_news
from parlour.server.live.hub import LOBBY, LOBBY_REST, Follower
from parlour.server.live.talk_subscriptions import TalkFollower
from parlour.server.services import Services
from parlour.store.postgres_news import PostgresNews
from tests import serving

pytestmark = [pytest.mark.anyio, pytest.mark.compiled, pytest.mark.xdist_group("postgres")]

WITH_A_BOT = NewTable(game="connect4", seats=[NewSeat("me"), NewSeat("bot", level=1)])
ALONE = NewTable(game="connect4", seats=[NewSeat("me"), NewSeat("me")])
SOON = 15.0  # seconds, on a machine that has much else to do


async def until(holds: Callable[[], object], seconds: float = SOON) -> None:
    async with asyncio.timeout(seconds):
        while not holds():
            await asyncio.sleep(0.005)


@asynccontextmanager
async def house(url: str, folder: Path, seed: int, **changed: Any) -> AsyncIterator[Services]:
    settings = serving.settings_for(folder, database=url)
    parts = serving.parts(seed, **changed)
    async with opened(settings, parts, Places(None, LOOPBACK, ["testserver.local"])) as services:
        async with asyncio.timeout(60):
            while parts.readiness.status.get("connect4") != "ready":
                await asyncio.sleep(0.01)
        yield services


@pytest.fixture
async def two(emptied_postgres: str, tmp_path: Path) -> AsyncIterator[tuple[Services, Services]]:
    async with house(emptied_postgres, tmp_path, 1) as here, house(emptied_postgres, tmp_path, 2) as there:
        yield here, there


@pytest.fixture
def deaf(monkeypatch: pytest.MonkeyPatch) -> None:
    """No notice is ever heard."""
    monkeypatch.setattr(PostgresNews, "_take", lambda *heard: None)


async def guest(services: Services) -> Person:
    found = await services.accounts.welcome_guest(None, "test")
    person = await services.accounts.recognise(found.secret, program=False)
    assert person is not None
    return person.person


async def member(services: Services, name: str) -> Person:
    """Somebody with an account, who is listed."""
    person = Person(id=f"id of {name}"[:16], name=name, since=1, password="held")
    await people_records.add_person(services.tables.store, person)
    await club_records.put_member(services.tables.store, club_records.Member(person=person.id, since=1))
    return person


class Tab:
    """A socket that somebody holds open, without a connection."""

    def __init__(self) -> None:
        self.asked, self.told = asyncio.Queue[dict[str, Any]](), list[dict[str, Any]]()
        self.asked.put_nowait({"type": "websocket.connect"})

    async def ask(self, **request: Any) -> list[dict[str, Any]]:
        """What it is told, up to the answer."""
        self.told.clear()
        self.asked.put_nowait({"type": "websocket.receive", "text": json.dumps({**request, "id": 1})})
        await until(lambda: any(one.get("id") == 1 for one in self.told))
        return self.told

    async def send(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send":
            self.told.append(json.loads(message["text"]))


@asynccontextmanager
async def tab(services: Services, person: Person) -> AsyncIterator[Tab]:
    scope = {"type": "websocket", "scheme": "ws", "headers": [(b"host", b"127.0.0.1:1")], "client": ("127.0.0.1", 9)}
    caller = Caller(person, None, frozenset({"play"}), "cookie", services.auth.places.place(scope), "127.0.0.1")
    opened_tab = Tab()
    serving = services.live.serve(caller, services.auth.allowance(caller), opened_tab.asked.get, opened_tab.send)
    served = asyncio.create_task(serving)
    try:
        yield opened_tab
    finally:
        opened_tab.asked.put_nowait({"type": "websocket.disconnect"})
        await served


async def no_sweep(self: object, also: object = ()) -> None: ...


async def know_each_other(*houses: Services) -> None:
    """Each knows of the others, and hears them."""
    await until(lambda: all(len(one.neighbours.others()) == len(houses) - 1 for one in houses))
    for one in houses:
        one.tables.news.tell(AskNews())
    await until(lambda: all(
        by is of or by.tables.news.heard(of.neighbours.process) is not None for by in houses for of in houses
    ))  # fmt: skip


async def follow(services: Services, table: Table, viewer: int | None = None) -> Follower:
    follower = Follower(await services.tables.table(table.id), viewer, 0, lambda one: None, gallery=True)
    services.hub.follow(follower)
    return follower


def counted(services: Services, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The streams that are read there from now on."""
    reads, read = list[str](), services.tables.store.read

    async def noted(stream: str, after: int = 0) -> list[bytes]:
        reads.append(stream)
        return await read(stream, after)

    monkeypatch.setattr(services.tables.store, "read", noted)
    return reads


async def play(services: Services, person: Person, table: Table, seat: int, step: str) -> Table:
    return await services.table_service.act(person, table.id, seat, [step], None, whence="here")


async def test_a_step_at_one_is_seen_at_the_other(two: tuple[Services, Services]) -> None:
    here, there = two
    ada = await guest(here)
    table = await here.table_service.open(ada, ALONE, None)
    follower = await follow(there, table)
    after = await play(here, ada, table, 0, "d")
    await until(lambda: follower.latest.position == after.position)
    assert follower.latest.told == after.told
    # And the other way round, on what is held from before.
    back = await follow(here, table)
    after = await play(there, ada, table, 1, "d")
    await until(lambda: back.latest.position == after.position)


async def test_what_nobody_follows_is_not_read_before_somebody_wants_it(
    two: tuple[Services, Services], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = two
    ada = await guest(here)
    table = await here.table_service.open(ada, ALONE, None)
    await there.tables.table(table.id)
    reads = counted(there, monkeypatch)
    after = await play(here, ada, table, 0, "d")
    await until(lambda: there.tables.held(table.id) is None)
    assert reads == []
    assert (await there.tables.table(table.id)).position == after.position
    assert reads == [table.id]


async def test_of_a_step_that_went_along_with_its_news_nothing_is_read(
    two: tuple[Services, Services], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    here, there = two
    ada = await guest(here)
    table = await here.table_service.open(ada, ALONE, None)
    follower = await follow(there, table)
    await until(lambda: here.hub.is_watched_elsewhere(table.id))
    reads = counted(there, monkeypatch)
    after = await play(here, ada, table, 0, "d")
    await until(lambda: follower.latest.position == after.position)
    assert follower.latest.told == after.told
    assert reads == []
    # One that does not follow on what is known is no more than a hint.
    caplog.set_level("INFO", "parlour.processes")
    news, heard = PostgresNews.tell, list[object]()
    monkeypatch.setattr(PostgresNews, "tell", lambda self, one: heard.append(one))
    await play(here, ada, table, 1, "d")
    monkeypatch.setattr(PostgresNews, "tell", news)
    after = await play(here, ada, table, 0, "d")
    await until(lambda: follower.latest.position == after.position)
    assert follower.latest.told == after.told
    assert "could not be looked at" not in caplog.text


async def test_that_lists_change_is_told_by_the_process_that_has_changed_the_table(
    two: tuple[Services, Services], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = two
    ada = await guest(here)
    told = list[tuple[PostgresNews, ListNews]]()
    tell = PostgresNews.tell

    def noted(self: PostgresNews, news: AnyNews) -> None:
        if isinstance(news, ListNews):
            told.append((self, news))
        tell(self, news)

    monkeypatch.setattr(PostgresNews, "tell", noted)
    table = await here.table_service.open(ada, ALONE, None)
    follower = await follow(there, table)
    after = await play(here, ada, table, 0, "d")
    await until(lambda: follower.latest.position == after.position)
    await asyncio.sleep(2 * LOBBY_REST)
    assert {news.name for _, news in told} >= {LOBBY, ada.id}
    assert {told_by for told_by, _ in told} == {here.tables.news}


@pytest.mark.usefixtures("deaf")
async def test_if_every_notice_is_lost_the_sweep_finds_it(two: tuple[Services, Services]) -> None:
    here, there = two
    ada = await guest(here)
    table = await here.table_service.open(ada, ALONE, None)
    follower, told = await follow(there, table), list[int]()
    there.hub.follow_list(LOBBY, lambda: told.append(1))
    after = await play(here, ada, table, 0, "d")
    await until(lambda: follower.latest.position == after.position)
    await until(lambda: told)


async def test_lists_spectators_and_who_waits_are_known_everywhere(two: tuple[Services, Services]) -> None:
    here, there = two
    ada, told = await guest(here), list[int]()
    there.hub.follow_list(LOBBY, lambda: told.append(1))
    table = await here.table_service.open(ada, NewTable(game="connect4", seats=[NewSeat("me"), NewSeat("open")]), None)
    await until(lambda: told)
    watcher = await follow(here, table)
    await follow(there, table)
    await until(lambda: watcher.watching == 2)
    at = await there.tables.table(table.id)
    assert not there.presence.waits(at)
    seat = await follow(here, table, 0)
    await until(lambda: there.presence.waits(at))
    here.hub.leave(seat)
    await until(lambda: not there.presence.waits(at))


@pytest.mark.usefixtures("deaf")
async def test_who_has_been_told_more_elsewhere_is_not_refused_where_news_of_it_is_on_its_way(
    two: tuple[Services, Services], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over the socket and over HTTP, and whoever has just sat down elsewhere, too."""
    monkeypatch.setattr(StreamRepository, "sweep", no_sweep)
    here, there = two
    ada, bob = await guest(here), await guest(here)
    new = NewTable(game="connect4", seats=[NewSeat("me"), NewSeat("open")])
    table = await here.table_service.open(ada, new, None)
    await there.tables.table(table.id)
    await here.table_service.sit(bob, table.id, 1, None, None, "")
    async with tab(there, bob) as socket:
        [news, _] = await socket.ask(do="watch", topic="table", table=table.id, seat=1)
        assert (news["is"], news["seat"]) == ("table", 1)
        for number, column in enumerate("dedede"):
            after = await play(here, (ada, bob)[number % 2], table, number % 2, column)
        cursor = len(after.told[0])
    async with tab(there, ada) as socket:
        [news, _] = await socket.ask(do="watch", topic="table", table=table.id, seat=0, cursor=cursor)
        assert (news["is"], news["cursor"], news["lines"]) == ("table", cursor, [])
        after = await play(here, ada, table, 0, "a")
        cursor = len(after.told[1])
        assert (await there.table_service.look(bob, table.id, 1, "", whence="there", cursor=cursor)).told == after.told
        with pytest.raises(Refused, match=r"server\.cursor"):
            await there.table_service.look(bob, table.id, 1, "", whence="there", cursor=cursor + 1)


async def test_who_is_here_is_known_at_every_process_and_forgotten_with_the_process(
    two: tuple[Services, Services], monkeypatch: pytest.MonkeyPatch, emptied_postgres: str, tmp_path: Path
) -> None:
    here, there = two
    ada, bob = await member(here, "Ada"), await member(here, "Bob")
    await here.accounts.change(bob.id, settings=lambda body: b'{"here": false}')
    bob = replace(bob, body=b'{"here": false}')
    assert (await the_club(there)).here == 0
    async with tab(here, ada), tab(here, ada), tab(here, bob):
        await until(lambda: there.live.here() == {ada.id, bob.id})
        assert (await the_club(there)).here == 1, "Bob does not want to be shown"
        async with house(emptied_postgres, tmp_path, 3) as late, tab(late, cyd := await member(here, "Cyd")):
            await until(lambda: late.live.here() == {ada.id, bob.id, cyd.id})
            await until(lambda: there.live.here() == here.live.here() == {ada.id, bob.id, cyd.id})
            monkeypatch.setattr(late.live.who_is_here, "changed", lambda: None)  # as one that is killed
        await until(lambda: there.live.here() == here.live.here() == {ada.id, bob.id})
        # Who has missed some of it asks, and what was believed before holds no more.
        there.live.who_is_here.heard(here.neighbours.process, HereNews(("somebody else",), anew=True))
        there.neighbours._miss.set()
        await until(lambda: there.live.here() == {ada.id, bob.id})
    await until(lambda: not there.live.here())


async def test_who_went_and_came_again_while_nothing_could_be_told_is_here() -> None:
    news = PostgresNews("")
    for one in (HereNews(("ada",)), HereNews(went=("ada",)), HereNews(("ada",))):
        news.tell(one)
    heard, other = list[AnyNews](), PostgresNews("")
    other.hear(lambda process, one: heard.append(one))
    for batch in news._batches():
        other._take(None, 0, "", batch.replace("[0,", "[1,", 1))
    assert heard == [HereNews(went=("ada",)), HereNews(("ada",))]


async def test_a_new_process_knows_soon_who_looks_on_and_so_does_one_that_has_missed_it(
    two: tuple[Services, Services], monkeypatch: pytest.MonkeyPatch, emptied_postgres: str, tmp_path: Path
) -> None:
    monkeypatch.setattr(process_news, "RETELL", 10**9)  # not by waiting until all are told again
    here, there = two
    ada = await guest(here)
    table = await here.table_service.open(ada, ALONE, None)
    await follow(here, table)
    await until(lambda: there.hub.is_watched_elsewhere(table.id))
    async with house(emptied_postgres, tmp_path, 3) as late:
        await until(lambda: late.hub.is_watched_elsewhere(table.id))
    there.hub._elsewhere.clear()
    there.neighbours._miss.set()
    await until(lambda: there.hub.is_watched_elsewhere(table.id))


async def test_how_far_a_conversation_is_is_asked_once_for_all_who_follow_it(
    two: tuple[Services, Services], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, there = two
    asked, woken = list[str](), list[TalkFollower]()

    async def version(_: object, place: str) -> int:
        asked.append(place)
        return 3

    talks = there.live.talk_subscriptions
    for cursor in (2, 3, 3):
        talks.come(TalkFollower("room", cursor, woken.append))
    monkeypatch.setattr(club_records, "version_of", version)
    await talks.look_again()
    assert asked == ["room"]
    assert [one.cursor for one in woken] == [2]


@pytest.mark.usefixtures("deaf")
async def test_who_is_sent_away_is_looked_for_within_two_seconds_although_nobody_hears_of_it(
    two: tuple[Services, Services],
) -> None:
    here, there = two
    await until(lambda: there.neighbours.others())
    looked, told = list[int](), here.tables.news.told

    async def look() -> None:
        looked.append(1)

    there.neighbours.missed.append(look)
    await asyncio.sleep(1)  # what was told when they opened
    looked.clear()
    await here.accounts.send_away((await guest(here)).id)
    await until(lambda: here.tables.news.told > told and looked)
    assert 2 * PostgresNews.looks + ON_ITS_WAY <= 2.0, "a sign of life, a look, and what is on its way"


async def test_who_is_sent_away_at_one_loses_what_is_open_at_the_other(
    two: tuple[Services, Services], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = two
    ada, bob = await guest(here), await guest(here)
    asked, barred = list[str](), list[tuple[str, str]]()
    monkeypatch.setattr(there.live, "has", lambda person: True)
    monkeypatch.setattr(there.live, "ask_again", asked.append)
    monkeypatch.setattr(there.live, "bar", lambda person, refusal: barred.append((person, refusal.text.key)))
    await here.accounts.send_away(ada.id)
    await until(lambda: asked == [ada.id])
    host = Person(id="host", name="Host", since=1, role="host", password="held")
    await here.moderation.measure(host, bob.id, "ban", None, "spam")
    await until(lambda: barred)
    assert {person for person, _ in barred} == {bob.id}
    assert all("ban" in key for _, key in barred)


async def test_who_has_another_name_says_anew_who_they_are_wherever_they_are(
    two: tuple[Services, Services], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = two
    ada, asked = await guest(here), list[str]()
    monkeypatch.setattr(there.live, "has", lambda person: True)
    monkeypatch.setattr(there.live, "ask_again", asked.append)
    renamed = await here.accounts.name_anew(ada.id)
    assert renamed.name != ada.name
    await until(lambda: asked == [ada.id])


async def test_two_who_look_for_the_same_at_different_processes_at_once_meet(two: tuple[Services, Services]) -> None:
    here, there = two
    ada, bob = await guest(here), await guest(there)
    for minutes in (1, 2, 3):
        quick = QuickMatchRequest(game="connect4", clock=Clock("live", minutes))
        one, other = await asyncio.gather(here.quick_matches.find(ada, quick), there.quick_matches.find(bob, quick))
        assert one.id == other.id
        followers = [await follow(services, one) for services in two]
        await until(lambda both=followers: all({*each.latest.people} == {ada.id, bob.id} for each in both))
        await here.table_service.say_ready(ada, one.id, None)
        await there.table_service.say_ready(bob, one.id, None)
        await until(lambda both=followers: all(each.latest.phase == "playing" for each in both))


async def test_a_bot_moves_once_and_at_one_process_alone(two: tuple[Services, Services]) -> None:
    here, there = two
    ada = await guest(here)
    table = await here.table_service.open(ada, WITH_A_BOT, None)
    follower, asked = await follow(there, table), list[int]()
    for services in two:
        heard = services.table_worker._bot_players.step  # type: ignore[attr-defined]

        async def step(*about: Any, heard: Any = heard) -> str:
            asked.append(1)
            # The other process has heard of the person's step before the bot's can be there, too.
            await until(lambda: follower.latest.match is not None and follower.latest.match.step_count == 1)
            await asyncio.sleep(0.05)
            return str(await heard(*about))

        services.table_worker._bot_players.step = step  # type: ignore[attr-defined, method-assign]
    await play(here, ada, table, 0, "d")
    await until(lambda: follower.latest.match is not None and follower.latest.match.step_count == 2)
    await asyncio.sleep(0.1)
    assert asked == [1]


async def all_is_heard(*houses: Services) -> None:
    """What any of them counted and told, the others know: what is in between is another machine's business."""

    def is_heard(of: Services, by: Services) -> bool:
        heard = by.tables.news.heard(of.neighbours.process)
        return of is by or (heard is not None and heard >= of.tables.news.told)

    await asyncio.sleep(0.001)  # that there is something to tell has been noticed
    await until(lambda: all(not one.tables.news._waiting and not one.tables.news._unsaid for one in houses))  # type: ignore[attr-defined]
    await until(lambda: all(is_heard(of, by) for of in houses for by in houses))


async def test_limits_are_counted_for_the_house(emptied_postgres: str, tmp_path: Path) -> None:
    """Asked in turns at both, somebody gets a burst and a fifth at most, and no more by asking on."""
    rates, taken = {"say": Rate(50, 0.001)}, 0
    one, other = Limits(rates), Limits(rates)
    async with (
        house(emptied_postgres, tmp_path, 1, limits=one) as here,
        house(emptied_postgres, tmp_path, 2, limits=other) as there,
    ):
        await know_each_other(here, there)
        for _ in range(80):
            for limits in (one, other):
                try:
                    limits.take("say", "ada")
                    taken += 1
                except TooMany:
                    pass
            await all_is_heard(here, there)
    assert 50 <= taken <= 60


async def test_who_asks_three_processes_without_a_pause_gets_no_burst_of_each(
    emptied_postgres: str, tmp_path: Path
) -> None:
    three, taken = [Limits({"person": Rate(300, 0.001)}) for _ in range(3)], 0
    async with AsyncExitStack() as open_houses:
        services = [
            await open_houses.enter_async_context(house(emptied_postgres, tmp_path, seed, limits=limits))
            for seed, limits in enumerate(three)
        ]
        await know_each_other(*services)
        for _ in range(400):
            for limits in three:
                try:
                    limits.take("person", "ada")
                    taken += 1
                except TooMany:
                    pass
            await all_is_heard(*services)
    assert 300 <= taken <= 360, "a burst and a fifth"


async def test_time_is_the_database_s(emptied_postgres: str, tmp_path: Path) -> None:
    ahead, behind = (SteadyTime(wall=lambda by=by: time.time_ns() + by * 10**9) for by in (30, -30))
    assert ahead.now() - behind.now() > 59_000
    async with (
        house(emptied_postgres, tmp_path, 1, time=ahead),
        house(emptied_postgres, tmp_path, 2, time=behind),
    ):
        assert abs(ahead.now() - behind.now()) < 500
        assert abs(ahead.now() - time.time() * 1000) < 1000


async def test_whose_time_is_up_loses_although_the_process_with_the_players_is_gone(
    emptied_postgres: str, tmp_path: Path
) -> None:
    clock = Clock("live", minutes=1)
    async with house(emptied_postgres, tmp_path, 2) as there:
        async with house(emptied_postgres, tmp_path, 1) as here:
            ada, bob = await guest(here), await guest(here)
            new = NewTable(game="connect4", seats=[NewSeat("me"), NewSeat("open")], clock=clock)
            table = await here.table_service.open(ada, new, None)
            await here.table_service.sit(bob, table.id, 1, None, None, "")
            await play(here, ada, table, 0, "d")
            await play(here, bob, table, 1, "d")
        follower = await follow(there, table)
        there.tables.time.not_before(there.tables.time.now() + 60_000)
        await until(lambda: follower.latest.over)
    assert LONGEST_NAP_AMONG_OTHERS + SOON_AFTER < 2.0, "whoever has it to do is gone, and it falls in two seconds"


async def test_what_a_gone_process_left_to_do_is_done_by_another(emptied_postgres: str, tmp_path: Path) -> None:
    """Its bot never answers; when it closes, or shows no sign of life, the other's does."""

    class Asleep(serving.HereBotPlayers):
        async def step(self, *about: Any) -> str:
            await asyncio.sleep(3600)
            return ""

    async with house(emptied_postgres, tmp_path, 2) as there:
        async with house(emptied_postgres, tmp_path, 1, bot_players=Asleep()) as here:
            ada = await guest(here)
            table = await here.table_service.open(ada, WITH_A_BOT, None)
            await play(here, ada, table, 0, "d")
            follower = await follow(there, table)
        await until(lambda: follower.latest.match is not None and follower.latest.match.step_count == 2)


async def test_what_only_a_newer_version_knows_is_handed_over_and_no_damage(two: tuple[Services, Services]) -> None:
    here, there = two
    ada, handed = await guest(here), list[str]()
    table = await here.table_service.open(ada, ALONE, None)
    follower = await follow(there, table)
    there.tables.newer_listeners.append(handed.append)
    unheard_of = Unit(stream=table.id, expected=table.position, events=[b'{"is":"unheard of","at":1}'])
    assert isinstance(await here.tables.store.commit(unheard_of), Appended)
    await until(lambda: table.id in handed)  # by the sweep: nobody told of it
    with pytest.raises(Unavailable, match=r"refuse\.newer"):
        await there.tables.table(table.id)
    assert follower.latest.position == table.position, "what was known stays as it is"


async def test_a_field_or_rules_that_only_a_newer_version_knows_are_handed_over_too(
    two: tuple[Services, Services], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = two
    await until(lambda: there.neighbours.others())
    ada, handed = await guest(here), list[str]()
    there.tables.newer_listeners.append(handed.append)
    table = await here.table_service.open(ada, ALONE, None)
    follower = await follow(there, table)
    step = b'{"is":"stepped","at":1,"seat":0,"steps":["d"],"unheard of":1}'
    await here.tables.store.commit(Unit(stream=table.id, expected=table.position, events=[step]))
    await until(lambda: table.id in handed)
    assert follower.latest.position == table.position, "it does not come to another table here"
    [opened, *_] = await here.tables.store.read(table.id)
    for id, was, now in (("newer", b'"rules_version":', b'"rules_version":9'), ("other", b"connect4", b"connect9")):
        unit = Unit(stream=id, expected=0, events=[opened.replace(was, now)])
        assert isinstance(await here.tables.store.commit(unit), Appended)
        with pytest.raises(Newer):
            await there.tables.table(id)
    # Without a neighbour there is nobody to hand over to: then it is a game that is not there.
    monkeypatch.setattr(there.tables, "neighbours", list)
    with pytest.raises(Refused, match="connect9"):
        await there.tables.table("other")


async def test_jobs_and_letters_of_a_process_that_is_up_are_left_to_it(two: tuple[Services, Services]) -> None:
    here, there = two
    await until(lambda: here.neighbours.others() and there.neighbours.others())
    keys = [f"job {number}" for number in range(50)]
    assert all(here.neighbours.is_mine(key) != there.neighbours.is_mine(key) for key in keys), "one is to do it"
    assert 5 < sum(map(here.neighbours.is_mine, keys)) < 45, "and each its share"
    job = Job(id="job", state="running", updated=1, owner=here.neighbours.process)
    assert not left_to(job, there.neighbours)
    gone = replace(job, owner=987)
    assert left_to(gone, there.neighbours) != left_to(gone, here.neighbours)
