"""Letters: what a notice says, in the house's words, as things stand when it is written."""

from collections.abc import Awaitable, Callable
from urllib.parse import quote

from parlour.core.languages import FALLBACK
from parlour.core.texts import Refused, Text, printable
from parlour.house.club.profile import name_of
from parlour.house.club.records import the_club
from parlour.house.entropy import Entropy
from parlour.house.mail import addresses
from parlour.house.mail import records as mail_records
from parlour.house.mail.letter_template import Letter, LetterLink, Phrase, Readers, Unsubscribing, digest
from parlour.house.mail.links import make_link
from parlour.house.mail.mime import message_of
from parlour.house.mail.notice import Notice
from parlour.house.mail.notices import (
    CONFIRM,
    LINK_DAYS,
    LOOKS_APART,
    RESET_MINUTES,
    AddressGone,
    Forgotten,
    Invited,
    LooksForPlayers,
    MatchOver,
    PasswordChanged,
    ToConfirm,
    YourTurn,
    about,
    has_acted_since,
    people_to_act,
)
from parlour.house.mail.position_text import called, position_of
from parlour.house.mail.result_text import result_of
from parlour.house.mail.returned import may_be_sent
from parlour.house.mail.sender import Message
from parlour.house.moderation import records as moderation_records
from parlour.house.people import names
from parlour.house.people import records as people_records
from parlour.house.people.person import Person
from parlour.house.people.preferences import wished_language
from parlour.house.ports import Time
from parlour.house.store import Store
from parlour.house.tables.clocks import DAY, MINUTE
from parlour.house.tables.state import Table
from parlour.house.texts import sentences
from parlour.house.tournaments.letters import Looking, TableSource, TournamentLetters, TournamentSource

LAST_STEPS = 3
MOST_ACCOUNTS = 5  # of one address in one letter


LastTold = Callable[[Notice], Awaitable[int | None]]


class LetterWriter:
    """Writes letters. `base` is where the house is, as people type it."""

    def __init__(
        self, store: Store, tables: TableSource, time: Time, entropy: Entropy, off: Unsubscribing, *, base: str,
        sender: str, looking: Looking, tournaments: TournamentSource, readers: Readers | None = None,
    ) -> None:  # fmt: skip
        self._store, self._tables, self._time, self._entropy, self._off = store, tables, time, entropy, off
        self._sender, self._looking, self._base = sender, looking, base
        self._readers = readers or Readers(store, off, base)
        self._tournaments = TournamentLetters(tournaments, tables, self._readers, looking)
        self._host = sender.rpartition("@")[2]

    async def compose(self, notice: Notice) -> Message | None:
        """The letter, ready to be sent; None if by now there is nothing to be said, or nobody to say it to."""
        if await mail_records.was_pushed(self._store, notice):
            return None
        letter = await self.letter(notice)
        if letter is None or not await may_be_sent(self._store, self._off, letter.to, asks=notice.kind == CONFIRM):
            return None
        id = f"{digest(self._off.secret, 'letter', notice.key)}@{self._host}"
        return message_of(
            letter, id=id, sender=self._sender, name=name_of(await the_club(self._store)), at=self._time.now()
        )

    async def _last_letter(self, notice: Notice) -> int | None:
        return None if notice.thread is None else await mail_records.last_told(self._store, notice.thread)

    async def letter(self, notice: Notice, last_told: LastTold | None = None) -> Letter | None:
        """What a notice says. `last_told`: by another way than letters."""
        what = about(notice)
        if isinstance(what, YourTurn):
            return await self._your_turn(notice, what, last_told or self._last_letter)
        if isinstance(what, MatchOver):
            return await self._match_over(notice, what)
        if isinstance(what, Invited):
            return await self._invited(notice, what)
        if isinstance(what, LooksForPlayers):
            return await self._looks_for_players(notice, what, last_told or self._last_letter)
        if isinstance(what, ToConfirm):
            return await self._to_confirm(what)
        if isinstance(what, Forgotten):
            return await self._forgotten(what)
        if isinstance(what, AddressGone):
            return await self._address_gone(what)
        if isinstance(what, PasswordChanged):
            return await self._password_changed(what)
        return await self._tournaments.letter(notice.person or "", what)

    # -- at tables --------------------------------------------------------------------------------------------

    async def _your_turn(self, notice: Notice, what: YourTurn, last_told: LastTold) -> Letter | None:
        person = notice.person or ""
        to, table = await self._readers.address(person, "turn"), await self._tables.table(what.table)
        if to is None or person not in people_to_act(table) or has_acted_since(table, person, notice.at):
            return None
        last = await last_told(notice)
        if await self._looking(table, person) or (last is not None and not has_acted_since(table, person, last)):
            return None
        phrase = Phrase(await self._readers.language(person))
        game, seat = table.game.title, next(seat for seat in table.seats_of(person) if seat in table.to_act)
        names = called(table, phrase.language)
        others = ", ".join(name for other, name in enumerate(names) if other != seat)
        return Letter(
            to=to,
            language=phrase.language,
            subject=phrase("mail.turn-subject", game=game),
            says=[
                phrase(
                    "mail.turn", name=table.name_of(person), game=game, others=others or phrase("mail.nobody-else")
                ),
                *last_steps(table, seat, phrase.language),
            ],
            heading=phrase("mail.position"),
            items=position_of(table, seat, phrase.language),
            ways=[LetterLink(phrase("mail.to-table"), self._readers.url(f"/table/{quote(table.id)}"))],
            why=phrase("mail.turn-why"),
            off=self._readers.way_off(person, "turn", phrase),
        )  # fmt: skip

    async def _match_over(self, notice: Notice, what: MatchOver) -> Letter | None:
        person = notice.person or ""
        to, table = await self._readers.address(person, "over"), await self._tables.table(what.table)
        seats = table.seats_of(person)
        if to is None or not table.over or not seats or await self._looking(table, person):
            return None
        phrase = Phrase(await self._readers.language(person))
        game, seat, names = table.game.title, seats[0], called(table, phrase.language)
        others = ", ".join(name for other, name in enumerate(names) if other != seat)
        with_others = phrase("mail.over", name=table.name_of(person), game=game, others=others)
        alone = phrase("mail.over-alone", name=table.name_of(person), game=game)
        return Letter(
            to=to,
            language=phrase.language,
            subject=phrase("mail.over-subject", game=game),
            says=[
                with_others if others else alone,
                *result_of(table, seat, phrase.language),
                *last_steps(table, seat, phrase.language),
            ],
            heading=phrase("mail.position-end"),
            items=position_of(table, seat, phrase.language),
            ways=[
                LetterLink(phrase("mail.to-replay"), self._readers.url(f"/replay/{quote(table.id)}")),
                LetterLink(phrase("mail.to-rematch"), self._readers.url(f"/table/{quote(table.id)}")),
            ],
            why=phrase("mail.over-why"),
            off=self._readers.way_off(person, "over", phrase),
        )

    async def _invited(self, notice: Notice, what: Invited) -> Letter | None:
        table = await self._tables.table(what.table)
        by = table.name_of(what.by)
        if table.phase != "open" or not table.seats_with("open") or not by:
            return None
        who = notice.person or self._off.stranger(what.address)
        if notice.person:
            to = await self._readers.address(notice.person, "invitation")
        else:
            to = await self._readers.stranger(what.address)
        if to is None or (notice.person is not None and table.seats_of(notice.person)):
            return None
        if notice.person is not None and await self._is_unwelcome(notice.person, what.by, table):
            return None
        challenged = any(whose.person == notice.person for whose in table.kept.values())
        # A stranger's language is not known; whoever invites them most likely shares it.
        phrase = Phrase(await self._readers.language(notice.person or what.by))
        game, stranger = table.game.title, notice.person is None
        link = self._readers.url(f"/table/{quote(table.id)}")
        if not table.rules.listed:
            link += f"#invite={quote(table.invite)}"  # behind the #: what fetches a preview of the link is not told
        why = phrase("mail.invitation-why-stranger" if stranger else "mail.invitation-why", name=by)
        off = self._readers.way_off(who, "invitation", phrase)
        if challenged:
            subject = phrase("mail.challenge-subject", name=by, game=game)
            says, way = phrase("mail.challenge", name=by, game=game), phrase("mail.to-challenge")
        else:
            subject = phrase("mail.invitation-subject", name=by, game=game)
            says = phrase("mail.invitation-stranger" if stranger else "mail.invitation", name=by, game=game)
            way = phrase("mail.to-invitation")
        return Letter(
            to=to, language=phrase.language, subject=subject, says=[says], ways=[LetterLink(way, link)], why=why,
            off=off,
        )  # fmt: skip

    async def _looks_for_players(self, notice: Notice, what: LooksForPlayers, last_told: LastTold) -> Letter | None:
        """One a day at most, whatever game it is and however many look."""
        person, table = notice.person or "", await self._tables.table(what.table)
        by, to = table.name_of(what.by), await self._readers.address(person, "looking")
        if to is None or table.phase != "open" or not table.seats_with("open") or not by or table.seats_of(person):
            return None
        last = await last_told(notice)
        if last is not None and notice.at - last < LOOKS_APART:
            return None
        if await self._is_unwelcome(person, what.by, table) or await self._looking(table, person):
            return None
        phrase = Phrase(await self._readers.language(person))
        game, days = table.game.title, table.rules.clock.pace == "days"
        return Letter(
            to=to,
            language=phrase.language,
            subject=phrase("mail.looking-subject", name=by, game=game),
            says=[phrase("mail.looking-days" if days else "mail.looking", name=by, game=game)],
            ways=[LetterLink(phrase("mail.to-looking"), self._readers.url(f"/table/{quote(table.id)}"))],
            why=phrase("mail.looking-why", game=game),
            off=self._readers.way_off(person, "looking", phrase),
        )

    async def _is_unwelcome(self, reader: str, by: str, table: Table) -> bool:
        """A player who has said no to this table, or has blocked the one who invites them, gets no letter about it."""
        person = await people_records.get_person(self._store, reader)
        declined = person is not None and person.name in table.declined
        return declined or await moderation_records.is_blocked(self._store, by, [reader])

    # -- of accounts ------------------------------------------------------------------------------------------

    async def _to_confirm(self, what: ToConfirm) -> Letter | None:
        person, kept = (
            await people_records.get_person(self._store, what.account),
            await mail_records.address_of(self._store, what.account),
        )
        if person is None or kept is None or kept.wanted != what.address:
            return None
        phrase = Phrase(wished_language(person) or FALLBACK)
        until = self._time.now() + LINK_DAYS * DAY
        link = await make_link(self._store, self._entropy, self._base, "confirm", person.id, until, what.address)
        return Letter(
            to=what.address,
            language=phrase.language,
            subject=phrase("mail.confirm-subject"),
            says=[phrase("mail.confirm", name=person.name), phrase("mail.link-days", count=LINK_DAYS)],
            ways=[LetterLink(phrase("mail.to-confirm"), link)],
            why=phrase("mail.confirm-why"),
        )

    async def _forgotten(self, what: Forgotten) -> Letter | None:
        accounts, to = await self._accounts(what.who)
        if to is None or not accounts:
            return None
        phrase = Phrase(wished_language(accounts[0]) or FALLBACK)
        until = self._time.now() + RESET_MINUTES * MINUTE
        ways = []
        for person in accounts:
            link = await make_link(self._store, self._entropy, self._base, "reset", person.id, until)
            ways.append(LetterLink(phrase("mail.to-reset", name=person.name), link))
        return Letter(
            to=to,
            language=phrase.language,
            subject=phrase("mail.reset-subject"),
            says=[phrase("mail.reset"), phrase("mail.link-minutes", count=RESET_MINUTES)],
            ways=ways,
            why=phrase("mail.reset-why"),
        )

    async def _address_gone(self, what: AddressGone) -> Letter | None:
        """To the old address, so that nobody loses an account without hearing of it. The new one is not named."""
        person = await people_records.get_person(self._store, what.account)
        if person is None:
            return None
        phrase = Phrase(wished_language(person) or FALLBACK)
        return Letter(
            to=what.address,
            language=phrase.language,
            subject=phrase("mail.address-subject"),
            says=[phrase("mail.address-gone", name=person.name), phrase("mail.not-you-host")],
            ways=[],
            why=phrase("mail.address-why"),
        )

    async def _password_changed(self, what: PasswordChanged) -> Letter | None:
        person = await people_records.get_person(self._store, what.account)
        if person is None:
            return None
        phrase = Phrase(wished_language(person) or FALLBACK)
        return Letter(
            to=what.address,
            language=phrase.language,
            subject=phrase("mail.password-subject"),
            says=[phrase("mail.password-changed", name=person.name), phrase("mail.not-you-reset")],
            ways=[LetterLink(phrase("mail.to-forgot"), self._readers.url("/forgot"))],
            why=phrase("mail.password-why"),
        )

    async def _accounts(self, who: str) -> tuple[list[Person], str | None]:
        """Whose password it may be, and where to write to."""
        if "@" not in who:
            named = await people_records.account_named(self._store, names.tidy(who)) if printable(who) else None
            kept = None if named is None else await mail_records.address_of(self._store, named.id)
            return ([], None) if named is None or kept is None else ([named], kept.address)
        try:
            address = addresses.check(who)
        except Refused:
            return [], None
        ids = await mail_records.people_at(self._store, address, MOST_ACCOUNTS)
        found = [person for id in ids if (person := await people_records.get_person(self._store, id)) is not None]
        kept = await mail_records.address_of(self._store, found[0].id) if found else None
        return found, None if kept is None else kept.address


def last_steps(table: Table, seat: int, language: str) -> list[str]:
    """What others have just done there, as this seat was told it; what chance brought is in the position."""
    words, names, said = sentences(table.game, language), called(table, language), []
    for line in table.told[seat]:
        if line.kind == "step" and line.seat is not None and line.words is not None:
            about = {"what": names[line.seat], "where": words.render(line.words)}
            said.append(words.render(Text("mail.line", about)))
    return said[-LAST_STEPS:]
