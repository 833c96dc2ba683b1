"""A fair queue: accounts are served in turn, and each second of service that one has had of late puts it a second back.

Everything in it is asked for on somebody's account. An account has one place, however much it has waiting. So somebody
who asks for little comes before somebody who asks for much, and yet nobody waits for ever. Service that has been had
fades: who has had much a while ago is like anybody else. The queue knows neither what is served nor who serves, and
holds no lock.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar

HALF_LIFE = 30.0  # seconds after which a second of service counts for half of one
ROUND = 6.0  # seconds in which everybody who waits should have been served once
LEAST = 0.1  # seconds for one turn, however much waits
MOST_WAITING = 16  # of one account
FORGOTTEN = 0.001  # seconds of service that are none

T = TypeVar("T")


class Full(Exception):
    """An account has as much waiting as it may."""


class Serving(Generic[T]):
    """Something that is being served, for so many seconds."""

    def __init__(self, entry: "_Entry[T]", account: str, seconds: float, began: float) -> None:
        self.entry, self.account, self.seconds, self.began = entry, account, seconds, began

    @property
    def item(self) -> T:
        return self.entry.item


class _Entry(Generic[T]):
    def __init__(self, item: T, urgent: bool, since: float) -> None:
        self.item, self.urgent, self.since = item, urgent, since


class _Account(Generic[T]):
    """What one account has waiting, is having and has had."""

    def __init__(self, now: float) -> None:
        self.waiting: list[_Entry[T]] = []
        self.turns: list[Serving[T]] = []
        self._last = self._at = now  # when it was served last, and when it was charged last
        self._had = 0.0

    def used(self, now: float) -> float:
        """Seconds of service of late; what it is having just now counts as if it had been had."""
        return self.had(now) + sum(turn.seconds for turn in self.turns)

    def had(self, now: float) -> float:
        return float(self._had * 0.5 ** ((now - self._at) / HALF_LIFE))

    def charge(self, seconds: float, now: float) -> None:
        self._had, self._at = self.had(now) + seconds, now

    def of(self, urgent: bool) -> list[_Entry[T]]:
        return [entry for entry in self.waiting if entry.urgent == urgent]

    def place(self, urgent: bool, now: float) -> float:
        """Where it stands: since when it waits for its next turn, put off by what it has had. It begins to wait anew
        whenever it is served, however long the rest has been waiting."""
        return max(self.of(urgent)[0].since, self._last) + self.used(now)

    def serve(self, turn: Serving[T], now: float) -> None:
        self.waiting.remove(turn.entry)
        self.turns.append(turn)
        self._last = now


class FairQueue(Generic[T]):
    """What waits for so many servers. With more than one, an account never has them all: whoever comes next finds one
    free soon."""

    def __init__(
        self,
        servers: int,
        longest: float,
        most_waiting: int = MOST_WAITING,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.servers, self.longest, self.most_waiting = servers, longest, most_waiting
        self.most_served = max(1, servers - 1)  # of one account at once
        self._clock = clock
        self._accounts: dict[str, _Account[T]] = {}

    def __len__(self) -> int:
        return sum(len(account.waiting) for account in self._accounts.values())

    @property
    def accounts(self) -> int:
        """How many wait or are being served."""
        return sum(bool(account.waiting or account.turns) for account in self._accounts.values())

    def used(self, account: str) -> float:
        """Seconds of service that this account has had of late, or is having."""
        known = self._accounts.get(account)
        return 0.0 if known is None else known.used(self._clock())

    def least_used(self, accounts: Sequence[str]) -> str:
        """On whose account to ask for something that several want: so nobody waits for whom they are with."""
        return min(accounts, key=self.used)

    def put(self, item: T, account: str, urgent: bool = True) -> None:
        now = self._clock()
        whose = self._accounts.setdefault(account, _Account(now))
        if len(whose.waiting) >= self.most_waiting:
            raise Full
        whose.waiting.append(_Entry(item, urgent, now))

    def discard(self, item: T) -> bool:
        """Nobody wants it any more; False if it does not wait."""
        for account in self._accounts.values():
            for entry in account.waiting:
                if entry.item is item:
                    account.waiting.remove(entry)
                    return True
        return False

    def clear(self) -> list[T]:
        """Nothing waits any longer; answers what did."""
        items = [entry.item for account in self._accounts.values() for entry in account.waiting]
        for account in self._accounts.values():
            account.waiting.clear()
        return items

    def take(self, fits: Callable[[T], bool] = lambda item: False) -> Serving[T] | None:
        """Whose turn it is: what is urgent before what is not, then the account with the first place. Of what that has
        waiting, the first comes first, or one that `fits` this server better."""
        now = self._clock()
        for urgent in (True, False):
            places = self._places(urgent, now)
            ready = [(place, name) for name, place in places.items() if self._may_have_more(name)]
            if ready:
                _, name = min(ready)
                return self._serve(name, urgent, fits, places)
        return None

    def done(self, turn: Serving[T]) -> None:
        """It has been served, and took as long as it took."""
        now, account = self._clock(), self._accounts[turn.account]
        account.turns.remove(turn)
        account.charge(now - turn.began, now)
        for name in [name for name, account in self._accounts.items() if self._is_forgotten(account, now)]:
            del self._accounts[name]

    def again(self, turn: Serving[T]) -> None:
        """It has to be served once more: before all else of its account, which pays for both."""
        self._accounts[turn.account].waiting.insert(0, turn.entry)
        self.done(turn)

    def _places(self, urgent: bool, now: float) -> dict[str, float]:
        """Of all who wait."""
        return {name: one.place(urgent, now) for name, one in self._accounts.items() if one.of(urgent)}

    def _may_have_more(self, name: str) -> bool:
        return len(self._accounts[name].turns) < self.most_served

    def _serve(self, name: str, urgent: bool, fits: Callable[[T], bool], places: Mapping[str, float]) -> Serving[T]:
        now, account = self._clock(), self._accounts[name]
        waiting = account.of(urgent)
        entry = waiting[0]
        if now - entry.since < ROUND:  # else what fits could keep coming in between
            entry = next((each for each in waiting if fits(each.item)), entry)
        # All who stand near enough are to have their turn within a round. Who stands far behind, as one who has had
        # much more, takes nothing from this account's time.
        others = sum(place < places[name] + ROUND for other, place in places.items() if other != name)
        share = max(LEAST, ROUND * self.servers / (len(waiting) + others))
        turn = Serving(entry, name, min(self.longest, share), now)
        account.serve(turn, now)
        return turn

    @staticmethod
    def _is_forgotten(account: _Account[T], now: float) -> bool:
        return not account.waiting and not account.turns and account.had(now) < FORGOTTEN
