"""Who has a tab open, or who of them is in the common room: at this process, and at the others as far as they have
told. Others may be wrong about it for a moment; what may be shown of it is decided where it is shown."""

import asyncio
from collections.abc import Callable
from typing import Literal

from parlour.house.news import HereNews, News

REST = 0.5  # seconds between two times that other processes are told: a page that loads anew has gone nowhere
MOST_AT_ONCE = 200  # people in one piece of news


class WhoIsHere:
    def __init__(self, news: News, own: Callable[[], set[str]], where: Literal["house", "room"] = "house") -> None:
        self._news, self._own, self._where = news, own, where
        self._told: set[str] = set()  # who is here, as others were told
        self._elsewhere: dict[int, set[str]] = {}  # by process
        self._resting = False

    def everybody(self) -> set[str]:
        return self._own().union(*self._elsewhere.values())

    # -- what others are told ---------------------------------------------------------------------------------

    def changed(self) -> None:
        """A tab was opened here, or closed."""
        if not self._news.alone and not self._resting:
            self._resting = True
            asyncio.get_running_loop().call_later(REST, self._tell)

    def tell_anew(self) -> None:
        """All of it, for processes that are new, or have not heard all."""
        self._told = self._own()
        first, *others = _in_parts(self._told) or [()]
        self._news.tell(HereNews(came=first, anew=True, where=self._where))
        for some in others:
            self._news.tell(HereNews(came=some, where=self._where))

    def _tell(self) -> None:
        self._resting = False
        own, told = self._own(), self._told
        self._told = own
        for some in _in_parts(own - told):
            self._news.tell(HereNews(came=some, where=self._where))
        for some in _in_parts(told - own):
            self._news.tell(HereNews(went=some, where=self._where))

    # -- what others tell -------------------------------------------------------------------------------------

    def heard(self, process: int, news: HereNews) -> None:
        before = set() if news.anew else self._elsewhere.get(process, set())
        self._elsewhere[process] = (before | {*news.came}) - {*news.went}

    def keep_only(self, is_up: Callable[[int], bool]) -> None:
        """Forget who was at processes that are gone."""
        self._elsewhere = {process: there for process, there in self._elsewhere.items() if is_up(process)}


def _in_parts(people: set[str]) -> list[tuple[str, ...]]:
    ordered = sorted(people)
    return [tuple(ordered[start : start + MOST_AT_ONCE]) for start in range(0, len(ordered), MOST_AT_ONCE)]
