"""Fair dealing at a table: committed first, contributed to by whoever likes, checked afterwards by anybody."""

import hashlib
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from parlour.core.record import from_json, to_json
from parlour.core.texts import Refused
from parlour.core.verify import verify
from parlour.house.tables import events as ev
from parlour.house.tables.commands import act, clear_seat, contribute, leave, run_out, seat_bot, sit, start, step
from parlour.house.tables.rematch import open_rematch, want_rematch
from parlour.house.tables.snapshot import snapshot_for
from parlour.house.tables.state import SHARE_PATIENCE, Table
from tests.house.tables.at_table import (
    BOT,
    OPEN,
    SECRET,
    UP,
    TimedTable,
    evening,
    keys,
    look,
    person,
    portrait,
    refusal,
    replayed,
)


def test_the_commitment_is_shown_before_contributions_are_taken_and_stays_what_it_is() -> None:
    e = evening("dance", ["ada", OPEN])
    commitment = hashlib.sha256(bytes.fromhex(SECRET)).hexdigest()
    assert [snapshot_for(e.table, viewer).commitment for viewer in e.table.viewers] == [commitment] * 3
    assert snapshot_for(e.table, 0).contributed == [False, False]
    e.do(contribute, "ada", 0, "my grandmother's birthday").do(sit, person("bob"), None, "tails")
    assert snapshot_for(e.table, 0).contributed == [True, True]
    assert snapshot_for(e.table, None).commitment == commitment
    dealing = e.table.match.record().dealing
    assert (dealing.commitment, dealing.contributions) == (commitment, ["my grandmother's birthday", "tails"])


def test_nobody_is_shown_the_secret_nor_what_others_contributed_before_the_end() -> None:
    e = evening("dance", ["ada", OPEN]).do(contribute, "ada", 0, "violets").do(sit, person("bob"), None, "tails")
    for viewer in e.table.viewers:
        shown = look(e.table, viewer).decode() + str(e.table.told[viewer])
        assert SECRET not in shown
        assert "violets" not in shown
    assert e.table.match.record().dealing.secret is None


def test_contributions_close_with_the_first_draw() -> None:
    e = evening("dance", ["ada", "bob"], start="host").do(contribute, "bob", 1, "b").do(start, "ada")
    assert refusal(contribute, e.table, e.now, "ada", 0, "a") == "refuse.contribution-late"


def test_a_match_that_would_begin_at_once_waits_for_whoever_wants_to_contribute() -> None:
    """Who opens a table with bots sees the commitment before anything is drawn, if that was asked for."""
    e = evening("dance", ["ada", BOT], awaited=[0])
    assert (e.table.phase, snapshot_for(e.table, 0).contributed) == ("open", [False, False])
    e.do(contribute, "ada", 0, "violets")
    assert e.table.phase == "playing"
    assert e.table.match.record().dealing.contributions == ["violets", None]
    assert portrait(replayed(e.events)) == portrait(e.table)


def test_nobody_is_kept_waiting_for_a_contribution_that_does_not_come() -> None:
    e = evening("dance", ["ada", "bob", BOT], awaited=[0, 1])
    e.do(contribute, "ada", 0, "violets")
    assert e.table.phase == "open"
    assert evening("dance", ["ada", "bob"], awaited=[1]).do(start, "ada").table.phase == "playing"
    e.do(clear_seat, "ada", 1).do(seat_bot, "ada", 1, 1)
    assert e.table.phase == "playing"


def test_a_share_that_does_not_come_holds_others_up_for_a_minute_at_most() -> None:
    e = evening("dance", ["ada", OPEN], awaited=[0]).do(sit, person("bob"), None, "tails")
    assert (e.table.phase, e.table.waits_until) == ("open", e.now + SHARE_PATIENCE)
    assert run_out(e.table, e.now + SHARE_PATIENCE - 1, UP) is None
    begun = run_out(e.table, e.now + SHARE_PATIENCE, UP)
    assert begun is not None
    assert (begun.table.phase, begun.table.waits_until) == ("playing", None)
    assert begun.table.match.record().dealing.contributions == [None, "tails"]


def test_who_plays_among_bots_takes_all_the_time_for_a_share() -> None:
    assert evening("dance", ["ada", BOT], awaited=[0]).table.waits_until is None


def test_who_sits_down_can_have_the_table_wait_for_a_share() -> None:
    e = evening("dance", ["ada", OPEN]).do(sit, person("bob"), None, None, False, True)
    assert e.table.phase == "open"
    assert e.do(contribute, "bob", 1, "tails").table.phase == "playing"
    brought = evening("dance", ["ada", OPEN]).do(sit, person("bob"), None, "tails", False, True)
    assert brought.table.phase == "playing"
    assert evening("connect4", ["ada", OPEN]).do(sit, person("bob"), None, None, False, True).table.phase == "playing"


def test_where_there_is_no_chance_nothing_is_waited_for() -> None:
    assert evening("connect4", ["ada", BOT], awaited=[0]).table.phase == "playing"


def test_a_rematch_waits_for_whoever_wanted_to_contribute_to_it() -> None:
    e = evening("dance", ["ada", "bob"])
    e.play(leave, "bob")
    while not e.table.over:
        e.play(step, e.table.to_act[0], [e.table.match.legal(e.table.to_act[0])[0]])
    e.do(want_rematch, "ada", True)
    again = TimedTable(open_rematch(e.table, e.now, "t2", "letmein", "ab" * 32))
    assert again.table.phase == "open"
    [seat] = again.table.seats_of("ada")
    assert seat == 1, "everybody is one seat further"
    assert again.do(contribute, "ada", seat, "tails").table.phase == "playing"
    assert again.table.match.record().dealing.contributions == [None, "tails"]


def test_a_contribution_is_ones_own_and_given_once() -> None:
    e = evening("dance", ["ada", OPEN]).do(contribute, "ada", 0, "a")
    assert refusal(contribute, e.table, e.now, "ada", 0, "again") == "refuse.contribution-twice"
    assert refusal(contribute, e.table, e.now, "ada", 1, "a") == "refuse.not-your-seat"
    assert refusal(contribute, e.table, e.now, "zoe", 0, "z") == "refuse.not-your-seat"
    assert refusal(sit, e.table, e.now, person("bob"), None, "x" * 201) == "refuse.contribution-length"


def test_where_nothing_is_left_to_chance_there_is_nothing_to_contribute_to() -> None:
    e = evening("connect4", ["ada", OPEN])
    assert refusal(contribute, e.table, e.now, "ada", 0, "a") == "refuse.no-chance"
    e.do(sit, person("bob"), None, "a client that always sends one")
    assert (e.table.phase, snapshot_for(e.table, 0).commitment, snapshot_for(e.table, 0).contributed) == (
        "playing",
        "",
        [],
    )
    assert "house.contributed" not in keys(e.table.told[0])


@pytest.mark.parametrize("sent_away", [True, False])
def test_a_contribution_goes_with_the_person_who_gave_it(sent_away: bool) -> None:
    e = evening("dance", ["ada", OPEN, OPEN]).do(sit, person("bob"), 1, "bob's own")
    e = e.do(clear_seat, "ada", 1) if sent_away else e.play(leave, "bob")
    assert snapshot_for(e.table, 0).contributed == [False, False, False]
    e.do(sit, person("cyd"), 1, "cyd's own").do(sit, person("bob"), 2)
    assert e.table.match.record().dealing.contributions == [None, "cyd's own", None]


def played_out(game: str, seats: int, number: int) -> TimedTable:
    names = ["ada", "bob", "cyd", "dan", "eve"][: seats - 1]
    e, random = evening(game, [*names, OPEN]), Random(number)
    for seat, name in enumerate(names):
        e.do(contribute, name, seat, f"{name}'s share")
    e.do(sit, person("fay"), None, "heads")
    while not e.table.over:
        seat = random.choice(e.table.to_act)
        e.wait(1).play(step, seat, [random.choice(e.table.match.legal(seat))])
    return e


@pytest.mark.parametrize(("game", "seats"), [("dance", 3), ("luckymoose", 2), ("command", 2), ("regatta", 3)])
def test_the_record_of_a_finished_table_can_be_checked_by_anybody(game: str, seats: int) -> None:
    e = played_out(game, seats, 7)
    record = from_json(to_json(e.table.match.record()))
    assert record.dealing.secret == SECRET
    verdict = verify(record, e.table.game)
    assert verdict.good
    assert verdict.draws > 0
    changed = replace(record.dealing, contributions=[None, *record.dealing.contributions[1:]])
    assert not verify(replace(record, dealing=changed), e.table.game).good
    assert to_json(replayed(e.events).match.record()) == to_json(record)


def test_other_contributions_bring_other_cards() -> None:
    def dealt(contribution: str | None) -> tuple[str, ...]:
        e = evening("dance", ["ada", OPEN]).do(sit, person("bob"), None, contribution)
        started = e.events[-1]
        assert isinstance(started, ev.Started)
        return started.deals

    assert len({dealt(None), dealt("heads"), dealt("tails")}) == 3
    assert dealt("heads") == dealt("heads")


# -- a stream that is not what it was -----------------------------------------------------------------------------


def changed(events: list[Any], at: int, **fields: Any) -> list[Any]:
    return [*events[:at], replace(events[at], **fields), *events[at + 1 :]]


def test_a_stream_that_was_tampered_with_is_refused() -> None:
    e = evening("dance", ["ada", OPEN]).do(contribute, "ada", 0, "a").do(sit, person("bob"), None)
    seat = e.table.to_act[0]
    lay = next(text for text in e.table.match.legal(seat) if text != "pass")
    e.play(act, e.table.sitters[seat].person, seat, [lay])
    events, last = e.events, len(e.events) - 1
    started = next(n for n, event in enumerate(events) if isinstance(event, ev.Started))
    given = next(n for n, event in enumerate(events) if isinstance(event, ev.Contributed))
    deals = events[started].deals  # type: ignore[union-attr]
    for damaged in (
        [],
        events[1:],
        [*events[:started], *events[started + 1 :]],
        [*events, events[-1]],
        changed(events, 0, secret="00" * 32),
        changed(events, given, text="b"),
        changed(events, started, deals=deals[::-1]),
        changed(events, started, deals=deals[:-1]),
        changed(events, last, steps=("nonsense",)),
        changed(events, last, seat=1 - seat),
        changed(events, last, seat=9),
    ):
        with pytest.raises(Refused) as refused:
            Table.of(damaged)
        assert refused.value.text.key == "refuse.table-damaged"
    assert replayed(events).position == len(events)
    assert refusal(act, e.table, e.now, UP, "zoe", 0, ["end"]) == "refuse.not-your-seat"
