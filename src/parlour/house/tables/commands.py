"""Commands: all that people, bots and the house's own clock can do at a table.

Each command checks, and refuses with a reason or answers the events that follow and the table after them. A command
changes nothing: the repository keeps the events, and from then on the table is the new one.
"""

from collections.abc import Collection, Container, Mapping, Sequence
from typing import NamedTuple
from unicodedata import category

from msgspec.structs import replace

from parlour import games
from parlour.core.match import Match
from parlour.core.position import TAKEBACK
from parlour.core.record import Step
from parlour.core.texts import Refused, printable
from parlour.house.ratings import eligibility
from parlour.house.tables import events as ev
from parlour.house.tables.clocks import Uptimes
from parlour.house.tables.events import AnyTableEvent, Sitter, TableRules
from parlour.house.tables.state import Table
from parlour.house.text_cleaning import one_paragraph

LEVELS = range(1, 6)
SUBSTITUTE = 3  # the level of a bot that takes over for a person
LONGEST_TALK = 500
MOST_SAID, MOST_SAID_IN_ALL = 500, 2000  # lines at one table: of one person, and of all who are heard there
MOST_STEPS = 100  # in one batch
MOST_DELAY = 100
MOST_GIVEN = 1000  # steps that a match begins from
NOBODY: Mapping[int, ev.Invitee] = {}


class TableChange(NamedTuple):
    """What follows from something that somebody did."""

    table: Table
    events: list[AnyTableEvent]


# -- before the match -----------------------------------------------------------------------------------------


def open_table(
    opened: ev.Opened,
    sitters: Sequence[Sitter],
    now: int,
    awaited: Container[int] = (),
    kept: Mapping[int, ev.Invitee] = NOBODY,
) -> TableChange:
    """A table with those who sit at it from the beginning. Its rules are as `check_rules` has answered them. It waits
    for the shares of the chance of those seats that are `awaited`: they see the commitment first. Open seats can be
    `kept` for somebody."""
    eligibility.check_sitters(opened.rules, sitters)
    table = Table(opened)
    if opened.rules.guided and [sitter.kind for sitter in sitters if sitter.kind != "bot"] != ["person"]:
        raise Refused("refuse.guided")
    sat = [
        ev.Sat(at=now, seat=seat, sitter=sitter, by=opened.host, contributes=table.game.chancy and seat in awaited)
        for seat, sitter in enumerate(sitters)
    ]
    keeping = [ev.SeatKept(at=now, seat=seat, whose=whose) for seat, whose in kept.items()]
    return _starting(table, [*(one for one in sat if one.sitter.kind != "open"), *keeping], now, [opened])


def check_rules(rules: TableRules) -> TableRules:
    """Refuse what cannot be played; answers them with every option."""
    game = games.load(rules.game)
    options = game.options_for(rules.seats, rules.options)
    rules.clock.check()
    if rules.seats == 1 and rules.clock.pace != "none":
        raise Refused("refuse.clock-alone")
    if not 0 <= rules.delay <= MOST_DELAY:
        raise Refused("refuse.delay", most=MOST_DELAY)
    # Nobody takes over where whoever leaves has lost.
    goes_on = rules.seats > 1 and (rules.seats > 2 or game.cooperative) and rules.tournament is None
    # Only where a clock would run for somebody who is not there, and where nobody else says when it begins.
    asks_ready = rules.clock.pace == "live" and rules.start == "full" and rules.tournament is None
    rules = replace(
        rules, options=options, rules_version=game.rules_version, substitutes=rules.substitutes and goes_on,
        ready=rules.ready and asks_ready,
    )  # fmt: skip
    eligibility.check_rules(rules, game)
    if rules.begins:
        _check_position(rules)
    return rules


def _check_position(rules: TableRules) -> None:
    """What it is to begin from: every step is checked, and something is left to play."""
    if len(rules.begins) > MOST_GIVEN:
        raise Refused("refuse.given-many", most=MOST_GIVEN)
    match = Match(games.load(rules.game), rules.seats, rules.options)
    match.begin_with([Step(step.actor, step.text) for step in rules.begins])
    if match.over:
        raise Refused("refuse.given-over")


def sit(
    table: Table,
    now: int,
    sitter: Sitter,
    seat: int | None,
    contribution: str | None = None,
    guest: bool = False,
    contributes: bool = False,
) -> TableChange:
    """A person takes a seat, the first open one if it says no other, and may bring a share of the chance along, or have
    the table wait for one."""
    check_open(table)
    if table.until is not None and now >= table.until:
        raise Refused("refuse.table-late")
    person = sitter.person
    assert person is not None, "a person sits down"
    if guest and table.rules.rated:
        raise Refused("refuse.rated-guest")
    if table.seats_of(person):
        raise Refused("refuse.sits-already")
    own = [kept for kept, whose in table.kept.items() if whose.person == person]
    free = [*own, *table.room]
    if seat is None:
        if not free:
            raise Refused("refuse.table-full")
        seat = free[0]
    check_seat(table, seat)
    if seat not in free:
        if seat in table.kept:
            raise Refused("refuse.seat-kept", seat=seat + 1, name=table.kept[seat].name)
        raise Refused("refuse.seat-taken", seat=seat + 1)
    waits = contributes and contribution is None and table.game.chancy
    happened: list[AnyTableEvent] = [ev.Sat(at=now, seat=seat, sitter=sitter, by=person, contributes=waits)]
    if contribution is not None and table.game.chancy:
        happened.append(ev.Contributed(at=now, seat=seat, text=contribution))
    return _starting(table, happened, now)


def contribute(table: Table, now: int, person: str, seat: int, text: str) -> TableChange:
    """A share of the chance, after the commitment has been shown and before the first draw."""
    check_holds(table, person, seat)
    if table.phase != "open":
        raise Refused("refuse.contribution-late")
    if not table.game.chancy:
        raise Refused("refuse.no-chance", game=table.game.title)
    return _starting(table, [ev.Contributed(at=now, seat=seat, text=text)], now)


def say_ready(table: Table, now: int, person: str) -> TableChange | None:
    """All have sat down, and this person is there to play. Saying it again changes nothing."""
    check_open(table)
    seats = table.seats_of(person)
    if not seats:
        raise Refused("refuse.sits-not")
    if seats[0] in table.ready:
        return None
    if seats[0] not in table.unready:
        raise Refused("refuse.ready-early")
    if table.ready_due is not None and now >= table.ready_due:
        raise Refused("refuse.ready-late")
    return _starting(table, [ev.Ready(at=now, seat=seats[0])], now)


def withdraw_ready(table: Table, now: int, person: str) -> TableChange | None:
    """Who had said it has gone before it began. They may come back in time, and say it again."""
    said = [seat for seat in table.seats_of(person)[:1] if seat in table.ready]
    return change(table, ev.Ready(at=now, seat=said[0], off=True)) if said and table.phase == "open" else None


def seat_bot(table: Table, now: int, person: str, seat: int, level: int) -> TableChange:
    check_open(table)
    _check_host(table, person)
    check_seat(table, seat)
    if table.sitters[seat].kind == "person":
        raise Refused("refuse.seat-taken", seat=seat + 1)
    sitter = bot_sitter(level)
    eligibility.check_sitters(table.rules, [sitter])
    return _starting(table, [ev.Sat(at=now, seat=seat, sitter=sitter, by=person)], now)


def clear_seat(table: Table, now: int, person: str, seat: int) -> TableChange:
    """The host sends a bot away, or a person."""
    check_open(table)
    _check_host(table, person)
    check_seat(table, seat)
    if seat in table.kept:
        return change(table, ev.SeatKept(at=now, seat=seat, whose=None))
    if table.sitters[seat].kind == "open":
        raise Refused("refuse.seat-open", seat=seat + 1)
    if table.sitters[seat].person == person:
        raise Refused("refuse.clear-self")
    if table.rules.guided:  # a seat that becomes free could be another person's
        raise Refused("refuse.guided")
    return change(table, ev.Sat(at=now, seat=seat, sitter=Sitter(), by=person))


def start(table: Table, now: int, person: str) -> TableChange:
    check_open(table)
    _check_host(table, person)
    if table.seats_with("open"):
        raise Refused("refuse.seats-open")
    return _begin(table.copy(), now, [])


def bot_sitter(level: int) -> Sitter:
    if level not in LEVELS:
        raise Refused("refuse.level", low=LEVELS[0], high=LEVELS[-1])
    return Sitter("bot", level=level)


# -- in the match ---------------------------------------------------------------------------------------------


def act(
    table: Table, now: int, uptimes: Uptimes, person: str, seat: int, steps: Sequence[str], after: int | None = None
) -> TableChange:
    """A person's steps, all of them or none. `after`: they were chosen when the seat had been told so many lines, and
    are for the position of then."""
    check_holds(table, person, seat)
    if after is not None:
        check_playing(table)
        check_stands(table, seat, after)
    return step(table, now, uptimes, seat, steps)


def check_stands(table: Table, seat: int, after: int) -> None:
    """No step has come since: what was chosen may be possible in another position too, and was not meant for it. What
    people say and what the house tells changes no position."""
    told = table.told[seat]
    since = [line.text for line in told[after:] if line.kind == "step"]
    if TAKEBACK in since:
        raise Refused("refuse.taken-back")
    if since or after > len(told):
        raise Refused("refuse.moved-on")


def step(table: Table, now: int, uptimes: Uptimes, seat: int, steps: Sequence[str]) -> TableChange:
    """A seat's steps, whoever sits there."""
    check_playing(table)
    if not 1 <= len(steps) <= MOST_STEPS:
        raise Refused("refuse.batch-length", most=MOST_STEPS)
    if TAKEBACK in steps:
        raise Refused("refuse.takeback")
    table, happened = in_time(table, now, uptimes, seat)
    after = table.copy()
    event = after.play(seat, steps, now, _spent(table, now, uptimes))
    return TableChange(after, [*happened, event])


def check_hint(table: Table, person: str, seat: int) -> Match:
    """Whether this person may be shown a move: by a coach, on turn. Answers the match."""
    check_holds(table, person, seat)
    if table.coached != seat:
        raise Refused("refuse.not-guided")
    check_playing(table)
    assert table.match is not None, "it is being played"
    if seat not in table.to_act:
        raise Refused("refuse.not-your-turn")
    return table.match


def ask_takeback(table: Table, now: int, uptimes: Uptimes, person: str, seat: int) -> TableChange:
    """To go back to before one's last move; it happens when every other person at the table agrees."""
    check_holds(table, person, seat)
    check_playing(table)
    table, happened = in_time(table, now, uptimes, seat)
    if table.rules.matters:
        raise Refused("refuse.takeback-rated")
    if table.takeback is not None:
        raise Refused("refuse.takeback-asked")
    if not table.can_take_back(seat):
        raise Refused("refuse.takeback-nothing")
    happened.append(ev.TakebackAsked(at=now, seat=seat))
    after = table.after(happened[-1:])
    if not _who_must_agree(after, person):
        return _take_back(after, now, uptimes, seat, happened)
    return TableChange(after, happened)


def answer_takeback(table: Table, now: int, uptimes: Uptimes, person: str, seat: int, yes: bool) -> TableChange:
    """For all seats that this person has."""
    check_holds(table, person, seat)
    check_playing(table)
    table, happened = in_time(table, now, uptimes, seat)
    if table.takeback is None:
        raise Refused("refuse.takeback-none")
    asker, agreed = table.takeback
    caller, seat = table.sitters[asker].person, table.seats_of(person)[0]
    if seat not in _who_must_agree(table, caller) or seat in agreed:
        raise Refused("refuse.takeback-answer")
    happened.append(ev.TakebackAnswered(at=now, seat=seat, yes=yes))
    after = table.after(happened[-1:])
    if after.takeback is not None and set(_who_must_agree(after, caller)) <= after.takeback[1]:
        return _take_back(after, now, uptimes, asker, happened)
    return TableChange(after, happened)


def leave(table: Table, now: int, uptimes: Uptimes, person: str) -> TableChange:
    """Get up. Before the match the seat is free again; of two opponents who play, whoever leaves loses, to a bot too;
    else a bot takes over. After the match it changes nothing and is refused."""
    seats = table.seats_of(person)
    if not seats:
        raise Refused("refuse.sits-not")
    if table.phase == "open":
        return _leave_open(table, now, person, seats)
    check_playing(table)
    late = run_out(table, now, uptimes)
    if late is not None:  # time was up before: whoever still sits leaves then
        if late.table.over or not late.table.seats_of(person):
            return late
        left = leave(late.table, now, uptimes, person)
        return TableChange(left.table, [*late.events, *left.events])
    spent = _spent(table, now, uptimes)
    others = [other for other in table.people if other != person]
    if not others or table.opponents:
        # Who plays both sides has lost against nobody.
        loser = seats[0] if table.opponents and len(seats) == 1 else None
        return change(table, ev.MatchEnded(at=now, by="abandoned", seat=loser, spent=spent))
    bot = bot_sitter(SUBSTITUTE)
    replaced = [ev.Replaced(at=now, seat=seat, sitter=bot, why="left", spent=spent) for seat in seats]
    return change(table, *replaced, *_new_host(table, now, person, others))


def run_out(table: Table, now: int, uptimes: Uptimes) -> TableChange | None:
    """What follows if somebody's time is up: of two opponents that one loses, else a bot takes over. A table that has
    waited long enough is closed, and one that waited only for a share of the chance begins."""
    if table.shares_due is not None and now >= table.shares_due:
        return _begin(table.copy(), now, [])
    if table.ready_due is not None and now >= table.ready_due:
        return _without_unready(table, now)
    if table.phase == "open" and table.until is not None and now >= table.until:
        return change(table, ev.Closed(at=now, late=True))
    if table.phase != "playing":
        return None
    late = table.clocks.overdue(now, uptimes)
    if not late:
        return None
    spent = _spent(table, now, uptimes)
    if table.opponents:
        return change(table, ev.MatchEnded(at=now, by="time", seat=late[0], spent=spent))
    bot = bot_sitter(SUBSTITUTE)
    happened: list[AnyTableEvent] = [
        ev.Replaced(at=now, seat=seat, sitter=bot, why="time", spent=spent) for seat in late
    ]
    after = table.after(happened)
    if not after.people:
        ended = ev.MatchEnded(at=now, by="abandoned")
        return TableChange(after.after([ended]), [*happened, ended])
    if table.host not in after.people:
        changed = _new_host(table, now, table.host, after.people)
        return TableChange(after.after(changed), [*happened, *changed])
    return TableChange(after, happened)


def step_in(
    table: Table,
    now: int,
    uptimes: Uptimes,
    sitter: Sitter,
    seat: int | None,
    guest: bool,
    seen: Collection[int] = (),
) -> TableChange:
    """Take over from the bot that replaced somebody: in the first vacant seat, if no other is named. Who left may come
    back to the seat that was theirs.

    What the seat knows goes with the seat. So nobody steps in who has had another seat of the same match. A spectator
    may: they are shown nothing that any seat is not. Where something is hidden it takes an account, because somebody
    who left could come back as another guest; and there, or where it counts, nobody comes from a place from which
    another seat was looked at: `seen` are the seats that were looked at from where this person comes."""
    check_playing(table)
    person = sitter.person
    assert person is not None, "a person steps in"
    if not table.rules.substitutes:
        raise Refused("refuse.substitute-never")
    if table.seats_of(person):
        raise Refused("refuse.sits-already")
    if not table.vacant:
        raise Refused("refuse.substitute-none")
    seat = table.vacant[0] if seat is None else seat
    check_seat(table, seat)
    if seat not in table.vacant:
        raise Refused("refuse.seat-taken", seat=seat + 1)
    _check_may_step_in(table, person, seat, guest, seen)
    table, happened = in_time(table, now, uptimes, seat)
    event = ev.SteppedIn(at=now, seat=seat, sitter=sitter)
    return TableChange(table.after([event]), [*happened, event])


def _check_may_step_in(table: Table, person: str, seat: int, guest: bool, seen: Collection[int]) -> None:
    had = {each for each, who in table.held if who == person}
    if had - {seat}:
        raise Refused("refuse.substitute-other")
    if guest and table.rules.rated:
        raise Refused("refuse.rated-guest")
    if guest and table.game.hidden and seat not in had:
        raise Refused("refuse.substitute-guest")
    # A household plays together: who comes back to a seat of their own may have neighbours at the table.
    if table.minds_visits and seat not in had and not {*seen} <= {seat}:
        raise Refused("refuse.substitute-visit")


# -- all the time -------------------------------------------------------------------------------


def say(table: Table, now: int, person: str, name: str, text: str) -> TableChange:
    """Players talk at the table, everybody else in the gallery, which players do not hear."""
    text = one_paragraph(text)
    if not printable(text) or not any(category(character)[0] in "LNPS" for character in text):
        raise Refused("refuse.talk-empty")
    if len(text) > LONGEST_TALK:
        raise Refused("refuse.talk-long", most=LONGEST_TALK)
    seats = table.seats_of(person)
    if seats and table.phase == "playing" and table.game.may_not_say is not None:
        why = table.game.may_not_say(text)
        if why is not None:
            raise Refused("refuse.talk-rule", why=why)
    channel: ev.Channel = "table" if seats else "gallery"
    _check_room_for_talk(table, person, channel)
    said = ev.Said(
        at=now, person=person, name=table.sitters[seats[0]].name if seats else name, text=text, channel=channel,
        seat=seats[0] if seats else None,
    )  # fmt: skip
    return change(table, said)


def _check_room_for_talk(table: Table, person: str, channel: ev.Channel) -> None:
    """What is said stays with the table for good, and whoever comes is told all of it. Spectators cannot use up what
    the players have."""
    if table.said.get((channel, person), 0) >= MOST_SAID:
        raise Refused("refuse.talk-much", most=MOST_SAID)
    if sum(lines for (where, _), lines in table.said.items() if where == channel) >= MOST_SAID_IN_ALL:
        raise Refused("refuse.talk-full", most=MOST_SAID_IN_ALL)


# -- for moderators ------------------------------------------------------------------------------------------


def close(table: Table, now: int, uptimes: Uptimes) -> TableChange:
    """It is broken off, and counts for nobody; also what nobody can play on, since its game has other rules by now."""
    if table.over:
        raise Refused("refuse.over")
    if table.phase == "open":
        return change(table, ev.Closed(at=now, by="house"))
    return change(table, ev.MatchEnded(at=now, by="void", spent=table.clocks.spent(now, uptimes)))


def annul(table: Table, now: int) -> TableChange | None:
    """What came of it no longer counts for ratings or best scores; the match itself stays as it was played."""
    _check_counts(table)
    return None if table.annulled else change(table, ev.Annulled(at=now))


def reinstate(table: Table, now: int) -> TableChange | None:
    _check_counts(table)
    return change(table, ev.Annulled(at=now, off=True)) if table.annulled else None


def _check_counts(table: Table) -> None:
    if eligibility.finish_of(table) is None:
        raise Refused("moderation.counts-not")


# -- inside ---------------------------------------------------------------------------------------------------


def change(table: Table, *happened: AnyTableEvent) -> TableChange:
    """What follows from events that were checked."""
    return TableChange(table.after(happened), list(happened))


def _starting(
    table: Table, happened: Sequence[AnyTableEvent], now: int, before: Sequence[AnyTableEvent] = ()
) -> TableChange:
    """Somebody has sat down, or has given a share of the chance: the match may begin."""
    after = table.after(happened)
    if table.rules.start == "full" and not after.seats_with("open") and not after.awaited and not after.unready:
        return _begin(after, now, [*before, *happened])
    return TableChange(after, [*before, *happened])


def _begin(own: Table, now: int, happened: list[AnyTableEvent]) -> TableChange:
    return TableChange(own, [*happened, own.begin(now)])


def _take_back(own: Table, now: int, uptimes: Uptimes, seat: int, happened: list[AnyTableEvent]) -> TableChange:
    return TableChange(own, [*happened, own.play(seat, [TAKEBACK], now, _spent(own, now, uptimes))])


def in_time(table: Table, now: int, uptimes: Uptimes, seat: int) -> TableChange:
    """The table as the clocks have made it by now, so that nothing depends on a timer having looked in time."""
    if seat in table.clocks.overdue(now, uptimes):
        raise Refused("refuse.time-up")
    late = run_out(table, now, uptimes)
    if late is None:
        return TableChange(table, [])
    if late.table.over:
        raise Refused("refuse.time-up-other")
    return late


def _who_must_agree(table: Table, caller: str | None) -> list[int]:
    """The first seat of every other person; bots do not mind."""
    return [table.seats_of(other)[0] for other in table.people if other != caller]


def _leave_open(table: Table, now: int, person: str, seats: Sequence[int]) -> TableChange:
    others = [other for other in table.people if other != person]
    happened: list[AnyTableEvent] = [ev.Sat(at=now, seat=seat, sitter=Sitter(), by=person) for seat in seats]
    if not others:
        return change(table, *happened, ev.Closed(at=now))
    return change(table, *happened, *_new_host(table, now, person, others))


def _without_unready(table: Table, now: int) -> TableChange:
    """Who did not say in time that they were ready gets up; who did waits for somebody else."""
    gone = [table.sitters[seat].person for seat in table.unready]
    others = [person for person in table.people if person not in gone]
    happened: list[AnyTableEvent] = [
        ev.Sat(at=now, seat=seat, sitter=Sitter(), by=sitter.person, late=True)
        for seat, sitter in enumerate(table.sitters)
        if sitter.person is not None and sitter.person in gone
    ]
    if not others:
        return change(table, *happened, ev.Closed(at=now, late=True))
    return change(table, *happened, *(_new_host(table, now, table.host, others) if table.host in gone else []))


def _new_host(table: Table, now: int, leaving: str, others: Sequence[str]) -> list[AnyTableEvent]:
    return [ev.HostChanged(at=now, host=others[0])] if table.host == leaving else []


def _spent(table: Table, now: int, uptimes: Uptimes) -> dict[int, int]:
    return table.clocks.spent(now, uptimes)


def check_open(table: Table) -> None:
    if table.phase != "open":
        raise Refused("refuse.table-started" if table.phase == "playing" else "refuse.over")
    _check_version(table)


def check_playing(table: Table) -> None:
    if table.phase != "playing":
        raise Refused("refuse.over" if table.over else "refuse.table-waits")
    _check_version(table)


def _check_version(table: Table) -> None:
    """What was begun under other rules can be looked at, not played on."""
    if table.rules.rules_version != table.game.rules_version:
        raise Refused("refuse.table-rules", game=table.game.title)


def _check_host(table: Table, person: str) -> None:
    if table.host != person:
        raise Refused("refuse.host-only")


def check_seat(table: Table, seat: int) -> None:
    if seat not in range(table.rules.seats):
        raise Refused("refuse.no-such-seat", seat=seat)


def check_holds(table: Table, person: str, seat: int) -> None:
    check_seat(table, seat)
    if table.sitters[seat].person != person:
        raise Refused("refuse.not-your-seat", seat=seat + 1)
