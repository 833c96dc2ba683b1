"""Whoever has had least comes first, nobody has everything, and nobody waits for ever."""

from collections import Counter, deque
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.bots.fair_queue import HALF_LIFE, LEAST, MOST_WAITING, ROUND, FairQueue, Full, Serving

LONGEST = 2.0
ACCOUNTS = ("ada", "ben", "cleo", "dan")


class Clock:
    """Seconds that pass when somebody says so."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Counted:
    """A queue, and what is to be the case, counted from all that ever happened."""

    def __init__(self, servers: int, most_waiting: int) -> None:
        self.clock = Clock()
        self.queue: FairQueue[int] = FairQueue(servers, LONGEST, most_waiting, self.clock)
        self.waiting: dict[int, tuple[str, bool]] = {}  # by item: whose, and whether it is urgent
        self.since: dict[int, float] = {}
        self.last: dict[str, float] = {}  # when an account was served last
        self.turns: list[Serving[int]] = []
        self.served: list[tuple[str, float, float]] = []  # whose, until when, for how long
        self.items = 0

    def used(self, account: str) -> float:
        had = [took * 0.5 ** ((self.clock.now - end) / HALF_LIFE) for who, end, took in self.served if who == account]
        return sum(had) + sum(turn.seconds for turn in self.turns if turn.account == account)

    def may_have_more(self, account: str) -> bool:
        return Counter(turn.account for turn in self.turns)[account] < max(1, self.queue.servers - 1)

    def put(self, account: str, urgent: bool) -> None:
        has = sum(who == account for who, _ in self.waiting.values())
        self.items += 1
        if has >= self.queue.most_waiting:
            with pytest.raises(Full):
                self.queue.put(self.items, account, urgent)
        else:
            self.queue.put(self.items, account, urgent)
            self.waiting[self.items] = account, urgent
            self.since[self.items] = self.clock.now

    def waits_since(self, account: str, urgent: bool) -> float:
        """For its next turn."""
        mine = [self.since[item] for item, whose in self.waiting.items() if whose == (account, urgent)]
        return max(min(mine), self.last.get(account, 0.0))

    def take(self) -> None:
        if len(self.turns) == self.queue.servers:
            return
        could = [(who, urgent) for who, urgent in self.waiting.values() if self.may_have_more(who)]
        turn = self.queue.take()
        if turn is None:
            assert could == [], "no server is idle while somebody may be served"
            return
        assert turn.item in self.waiting, "everything is served once"
        account, urgent = self.waiting[turn.item]
        assert turn.account == account
        assert urgent or not any(each for _, each in could), "what is urgent comes first"
        assert self.may_have_more(account)
        used, since = self.used(account), self.waits_since(account, urgent)
        for other in {who for who, each in could if each == urgent and who != account}:
            more, longer = used - self.used(other), self.waits_since(other, urgent) - since
            assert more <= longer + 1e-6, "who has had more comes first only by having waited longer, by as much"
        assert LEAST <= turn.seconds <= LONGEST
        del self.waiting[turn.item]
        self.turns.append(turn)
        self.last[account] = self.clock.now

    def done(self, at: int, again: bool) -> None:
        if not self.turns:
            return
        turn = self.turns.pop(at % len(self.turns))
        self.served.append((turn.account, self.clock.now, self.clock.now - turn.began))
        if again:
            self.queue.again(turn)
            self.waiting[turn.item] = turn.account, turn.entry.urgent
        else:
            self.queue.done(turn)

    def discard(self, at: int) -> None:
        if self.waiting:
            item = [*self.waiting][at % len(self.waiting)]
            assert self.queue.discard(item)
            assert not self.queue.discard(item)
            del self.waiting[item]


Deed = Callable[[Counted], None]


def deeds() -> st.SearchStrategy[Sequence[Deed]]:
    account, number = st.sampled_from(ACCOUNTS), st.integers(0, 7)

    def passing(seconds: float) -> Deed:
        return lambda counted: setattr(counted.clock, "now", counted.clock.now + seconds)

    def putting(who: str, urgent: bool) -> Deed:
        return lambda counted: counted.put(who, urgent)

    return st.lists(
        st.one_of(
            st.builds(putting, account, st.sampled_from([True, True, True, False])),
            st.just(Counted.take),
            st.just(Counted.take),
            st.builds(passing, st.floats(0.01, 20)),
            st.builds(lambda at, again: lambda counted: counted.done(at, again), number, st.booleans()),
            st.builds(lambda at: lambda counted: counted.discard(at), number),
        ),
        min_size=10,
        max_size=60,
    )


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.integers(1, 4), st.integers(1, 5), deeds())
def test_nobody_waits_for_somebody_who_has_had_more_and_waited_less_and_no_server_is_idle(
    servers: int, most_waiting: int, happening: Sequence[Deed]
) -> None:
    counted = Counted(servers, most_waiting)
    for deed in happening:
        deed(counted)
        assert len(counted.queue) == len(counted.waiting), "nothing is lost"
        for account in ACCOUNTS:
            assert counted.queue.used(account) == pytest.approx(counted.used(account), abs=0.01)
    while counted.waiting:  # and all of it comes in the end
        counted.take()
        counted.clock.now += 1
        counted.done(0, again=False)


def test_with_several_servers_one_account_never_has_them_all() -> None:
    queue: FairQueue[int] = FairQueue(3, LONGEST)
    for item in range(9):
        queue.put(item, "ada")
    assert [queue.take() is not None for _ in range(3)] == [True, True, False]
    queue.put(10, "ben")
    turn = queue.take()
    assert turn is not None
    assert turn.account == "ben"


def test_what_fits_a_server_comes_first_of_its_account_but_not_for_ever() -> None:
    clock = Clock()
    queue: FairQueue[str] = FairQueue(1, LONGEST, clock=clock)

    def served() -> str:
        turn = queue.take(lambda item: item == "known")
        assert turn is not None
        queue.done(turn)
        return turn.item

    for item in ("first", "known"):
        queue.put(item, "ada")
    assert served() == "known"
    queue.put("known", "ada")
    clock.now += ROUND
    assert served() == "first"


def test_what_several_want_goes_on_the_account_of_whoever_has_had_least() -> None:
    clock = Clock()
    queue: FairQueue[int] = FairQueue(1, LONGEST, clock=clock)
    queue.put(1, "ada")
    turn = queue.take()
    assert turn is not None
    clock.now += 1
    queue.done(turn)
    assert queue.least_used(("ada", "ben")) == "ben"
    assert queue.least_used(("ada",)) == "ada"


def test_a_turn_is_cut_short_in_proportion_to_what_waits() -> None:
    def share(of_one: int, others: int) -> float:
        queue: FairQueue[int] = FairQueue(1, LONGEST, most_waiting=100)
        for item in range(of_one):
            queue.put(item, "ada")
        for other in range(others):
            queue.put(other, f"other {other}")
        turn = queue.take()
        assert turn is not None
        return turn.seconds

    assert [share(1, 0), share(1, 2), share(3, 0)] == [LONGEST] * 3
    assert share(12, 0) == share(1, 11) == ROUND / 12
    assert share(2, 10) == ROUND / 12
    assert share(100, 0) == LEAST


class House:
    """So many servers, and tables that ask again some seconds after each answer; no real time passes."""

    def __init__(self, servers: int) -> None:
        self.clock = Clock()
        self.queue: FairQueue[str] = FairQueue(servers, LONGEST, clock=self.clock)
        self.rest: dict[str, float] = {}  # by table, seconds from an answer to the next question
        self.whose: dict[str, str] = {}
        self.beside: dict[str, deque[str]] = {}  # by account, what the queue does not take yet
        self.due: list[tuple[float, str, Serving[str] | None]] = []  # a question, or the end of a turn
        self.asked: dict[str, float] = {}
        self.turns: dict[str, list[tuple[float, float]]] = {}  # by table: seconds waited, seconds served

    def table(self, table: str, account: str, rest: float, at: float = 0.0) -> None:
        self.whose[table], self.rest[table], self.turns[table] = account, rest, []
        self.due.append((at, table, None))

    def run(self, seconds: float) -> None:
        while self.due and min(self.due)[0] < seconds:
            now = min(self.due, key=lambda due: due[0])
            self.due.remove(now)
            self.clock.now, table, turn = now
            if turn is None:
                self.asked[table] = self.clock.now
                self.beside.setdefault(self.whose[table], deque()).append(table)
            else:
                self.queue.done(turn)
                self.due.append((self.clock.now + self.rest[table], table, None))
            self._give_out()

    def _give_out(self) -> None:
        for account, tables in self.beside.items():
            while tables:
                try:
                    self.queue.put(tables[0], account)
                except Full:
                    break
                tables.popleft()
        busy = sum(turn is not None for _, _, turn in self.due)
        while busy < self.queue.servers and (turn := self.queue.take()) is not None:
            self.turns[turn.item].append((self.clock.now - self.asked[turn.item], turn.seconds))
            self.due.append((self.clock.now + turn.seconds, turn.item, turn))
            busy += 1


@pytest.mark.parametrize("servers", [1, 2, 4])
def test_fifty_tables_of_a_guest_and_an_arena_of_bots_take_nothing_from_a_strangers_bot(servers: int) -> None:
    house = House(servers)
    for n in range(50):
        house.table(f"guest {n}", "guest", rest=0.5)
        house.table(f"arena {n}", "organiser", rest=0.0)
    for think in (1.0, 10.0):
        house.table(f"stranger who thinks for {think}", f"stranger {think}", rest=think, at=30.0)
    house.run(600.0)
    for table, turns in house.turns.items():
        if table.startswith("stranger"):
            assert len(turns) >= 40
            assert min(seconds for _, seconds in turns) >= 0.9 * LONGEST
            assert max(waited for waited, _ in turns) <= 2 * LONGEST
        else:
            assert len(turns) >= 5, "they all go on, too"


def test_a_full_house_is_served_round_by_round_each_with_a_short_search() -> None:
    house, people = House(1), 60
    for n in range(people):
        house.table(f"table {n}", f"person {n}", rest=0.0)
    house.run(300.0)
    turns = [turn for each in house.turns.values() for turn in each]
    assert max(waited for waited, _ in turns) <= 3 * ROUND
    assert len({len(each) for each in house.turns.values()}) <= 3, "and all alike"


def test_an_account_that_wants_nothing_is_forgotten() -> None:
    clock = Clock()
    queue: FairQueue[int] = FairQueue(1, LONGEST, clock=clock)
    for account in range(2 * MOST_WAITING):
        queue.put(account, str(account))
        turn = queue.take()
        assert turn is not None
        clock.now += 1 if account == 0 else 1000
        queue.done(turn)
    assert len(queue._accounts) == 1
