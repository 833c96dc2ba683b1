"""Letters at a tournament's moments: a match is ready, checking in is open, it is called off."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Protocol
from urllib.parse import quote

from parlour import games
from parlour.core.languages import number_text
from parlour.house.mail.letter_template import Letter, LetterLink, Phrase, Readers
from parlour.house.mail.notices import CalledOff, CheckInOpen, MatchReady
from parlour.house.store import Unavailable
from parlour.house.tables.clocks import Clock
from parlour.house.tables.state import Table
from parlour.house.tournaments.repository import name_of
from parlour.house.tournaments.state import PairedMatch, Tournament, table_id


class TableSource(Protocol):
    async def table(self, id: str) -> Table: ...

    async def is_open(self, id: str) -> bool: ...


class TournamentSource(Protocol):
    async def tournament(self, id: str) -> Tournament: ...


Looking = Callable[[Table, str], Awaitable[bool]]  # whether this person has the table before them right now


class TournamentLetters:
    def __init__(self, tournaments: TournamentSource, tables: TableSource, readers: Readers, looking: Looking) -> None:
        self._tournaments, self._tables, self._readers, self._looking = tournaments, tables, readers, looking

    async def letter(self, person: str, what: MatchReady | CheckInOpen | CalledOff) -> Letter | None:
        """None: by now there is nothing to be said, or nobody to say it to."""
        kind = "match" if isinstance(what, MatchReady) else "tournament"
        to, t = await self._readers.address(person, kind), await self._tournaments.tournament(what.tournament)
        if to is None:
            return None
        phrase = Phrase(await self._readers.language(person))
        if isinstance(what, MatchReady):
            return await self._match_ready(to, person, t, what.match, phrase)
        if isinstance(what, CheckInOpen):
            return self._check_in(to, person, t, phrase)
        return self._called_off(to, person, t, phrase)

    async def _match_ready(self, to: str, person: str, t: Tournament, match: str, phrase: Phrase) -> Letter | None:
        game = t.games.get(match)
        if game is None or game.result is not None or t.phase != "running":
            return None
        if not await self._tables.is_open(table_id(t, match)):  # the tournament worker is about to open it
            raise Unavailable("tournament.busy")
        table = await self._tables.table(table_id(t, match))
        seats = table.seats_of(person)
        if table.over or not seats or table.came.intersection(seats) or await self._looking(table, person):
            return None
        title = games.load(t.rules.game).title
        others = ", ".join(name_of(t, one, phrase.language) for one in game.pairing.seats if one != person)
        return Letter(
            to=to,
            language=phrase.language,
            subject=phrase("mail.match-subject", title=t.title),
            says=[
                _begun(t, game, table.name_of(person), phrase),
                phrase("mail.match-with", game=title, others=others),
                phrase("mail.match-since", when=when(game.at, phrase)),
                clock_words(t.rules.clock, phrase),
            ],
            ways=[
                LetterLink(phrase("mail.to-table"), self._readers.url(f"/table/{quote(table.id)}")),
                LetterLink(
                    phrase("mail.to-calendar"), self._readers.url(f"/api/v1/tournaments/{quote(t.id)}/calendar.ics")
                ),
            ],
            why=phrase("mail.match-why", title=t.title),
            off=self._readers.way_off(person, "match", phrase),
        )

    def _check_in(self, to: str, person: str, t: Tournament, phrase: Phrase) -> Letter | None:
        if t.phase != "open" or person not in t.entrants or person in t.checked or t.rules.starts is None:
            return None
        return Letter(
            to=to,
            language=phrase.language,
            subject=phrase("mail.check-in-subject", title=t.title),
            says=[
                phrase("mail.check-in", name=name_of(t, person), title=t.title),
                phrase("mail.check-in-until", when=when(t.rules.starts, phrase)),
            ],
            ways=[LetterLink(phrase("mail.to-check-in"), self._page(t))],
            why=phrase("mail.tournament-why", title=t.title),
            off=self._readers.way_off(person, "tournament", phrase),
        )

    def _called_off(self, to: str, person: str, t: Tournament, phrase: Phrase) -> Letter | None:
        if not t.cancelled:
            return None
        return Letter(
            to=to,
            language=phrase.language,
            subject=phrase("mail.cancelled-subject", title=t.title),
            says=[phrase("mail.cancelled-few" if t.too_few else "mail.cancelled", title=t.title)],
            ways=[LetterLink(phrase("mail.to-tournament"), self._page(t))],
            why=phrase("mail.tournament-why", title=t.title),
            off=self._readers.way_off(person, "tournament", phrase),
        )

    def _page(self, t: Tournament) -> str:
        return self._readers.url(f"/tournament/{quote(t.id)}")


def _begun(t: Tournament, game: PairedMatch, name: str, phrase: Phrase) -> str:
    if t.rules.kind == "arena":
        return phrase("mail.match-arena", name=name, title=t.title)
    if game.pairing.again:
        return phrase("mail.match-again", name=name, round=game.round, title=t.title)
    return phrase("mail.match-round", name=name, round=game.round, title=t.title)


def when(at: int, phrase: Phrase) -> str:
    """As everybody reads it, wherever they are."""
    day = datetime.fromtimestamp(at / 1000, UTC)
    return phrase(
        "mail.when", year=f"{day:%Y}", month=f"{day:%m}", day=f"{day:%d}", hour=f"{day:%H}", minute=f"{day:%M}"
    )


def clock_words(clock: Clock, phrase: Phrase) -> str:
    if clock.pace == "days":
        return phrase("mail.clock-days", count=clock.days)
    minutes = number_text(float(clock.minutes), phrase.language)
    if clock.increment:
        return phrase("mail.clock-increment", minutes=minutes, seconds=clock.increment)
    return phrase("mail.clock-live", minutes=minutes)
