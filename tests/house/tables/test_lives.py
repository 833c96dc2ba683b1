"""Whole lives of tables, driven at random by every command: what holds after every change and every refusal."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from parlour.core.match import Match
from parlour.core.texts import Refused, Text
from parlour.house.tables import commands, rematch
from parlour.house.tables import events as ev
from parlour.house.tables.clocks import DAY, Clock, Uptimes
from parlour.house.tables.commands import TableChange
from parlour.house.tables.events import Sitter, Stepped
from parlour.house.tables.state import Table
from parlour.house.tables.summary import bot_to_answer, bots_to_act, only_turns, summary_of, turned, waits_for_the_house
from parlour.house.texts import sentences
from tests.house.tables.at_table import BOT, DAYS, LIVE, OPEN, START, looks, opened, person, portrait, replayed

PEOPLE = ("ada", "bob", "cyd", "dan", "eve", "fay")
STRANGER = "zoe"

Tables = list[tuple[str, list[Sitter], dict[str, Any]]]
ADA, BOB, CYD = map(person, PEOPLE[:3])
TABLES: Tables = [
    ("connect4", [ADA, OPEN], {"clock": LIVE}),
    ("connect4", [ADA, ADA], {"clock": DAYS, "delay": 2}),
    ("connect4", [BOT, ADA], {"clock": LIVE}),
    ("yinsh", [ADA, BOB], {"delay": 3}),
    ("dance", [ADA], {}),
    ("dance", [ADA, OPEN], {"clock": LIVE, "start": "host"}),
    ("dance", [ADA, BOB, BOT], {"clock": LIVE, "delay": 4}),
    ("dance", [ADA, ADA, OPEN, BOT], {"clock": DAYS}),
    ("dance", [ADA, BOB, CYD, OPEN, BOT], {"clock": Clock("live", 0, 30)}),
    ("luckymoose", [ADA, OPEN], {"clock": LIVE, "delay": 1}),
    ("luckymoose", [ADA, BOB, BOT, ADA], {"clock": LIVE}),
    ("command", [ADA, BOB], {"clock": LIVE, "delay": 2}),
    ("command", [ADA, BOT], {"clock": DAYS, "guided": True}),
    ("command", [ADA, OPEN], {"clock": Clock("live", 3)}),
    ("regatta", [ADA, BOB], {"clock": LIVE}),
    ("regatta", [ADA, OPEN, BOT, BOB], {"clock": DAYS, "delay": 1, "start": "host"}),
]


class DrivenTable:
    """A table that is driven by commands; everything that must hold is looked at on the way."""

    def __init__(self, number: int, change: TableChange) -> None:
        self.random = Random(number)
        self.table, self.events = change
        self.events = [*self.events]
        self.twin = replayed(self.events)
        self.now, self.up_since, self.ups = START, START - DAY, list[tuple[int, int]]()
        self.drawing = portrait(self.table)
        self.same(self.twin)

    @property
    def uptimes(self) -> Uptimes:
        return Uptimes([*self.ups, (self.up_since, self.now)])

    # -- what must hold ---------------------------------------------------------------------------------------

    def same(self, other: Table) -> None:
        drawing = portrait(other)
        for part, was in self.drawing.items():
            assert drawing[part] == was, part

    def go(self, command: Callable[..., TableChange | None], *args: Any) -> None:
        """A command, taken or refused; then look at everything."""
        before, drawing = self.table, self.drawing
        told = {viewer: [*lines] for viewer, lines in before.told.items()}
        change, refusal = tried(command, before, self.now, *args)
        self.same(before)
        if refusal is not None:
            assert sentences(before.game).has(refusal.key), refusal.key
        if change is None:
            return
        self.table = change.table
        self.events += change.events
        self.drawing = portrait(self.table)
        self.twin = self.twin.after([ev.decode(ev.encode(event)) for event in change.events])
        self.same(self.twin)
        for viewer, lines in told.items():
            now = self.table.told[viewer]
            assert now[: len(lines)] == lines, "a line once told does not change"
            if len(now) == len(lines):
                assert self.drawing["looks"][viewer] == drawing["looks"][viewer], "whatever can be seen has a line"
        for event in change.events:
            if isinstance(event, Stepped) and len(change.events) == 1:
                self.sealed_is_sealed(event, told, drawing)
        if only_turns(before, self.table):
            after = turned(summary_of(before, self.uptimes), self.table, self.uptimes)
            assert after == summary_of(self.table, self.uptimes), "a summary brought up to date is the one made anew"
        if self.table.phase == "playing":
            due = summary_of(self.table).due
            assert due is None or not self.table.clocks.overdue(min(due, self.now) - 1, self.uptimes)

    def sealed_is_sealed(self, event: Stepped, told: dict[Any, Any], before: dict[str, Any]) -> None:
        """A step that makes no line for somebody changes neither lists nor what that one sees."""
        others = [seat for seat in range(self.table.rules.seats) if seat != event.seat]
        if any(len(self.table.told[seat]) == len(told[seat]) for seat in others):
            assert self.drawing["at"][1] == before["at"][1]
            assert (summary_of(self.table).turn, summary_of(self.table).due) == (
                before["card"].turn,
                before["card"].due,
            )

    def whole(self) -> None:
        """What takes longer, and is looked at now and then."""
        self.same(replayed(self.events))
        match = self.table.match
        if match is not None:
            record = match.record(secret=True)
            again = Match.from_record(record, match.game)
            assert again.state.tobytes() == match.state.tobytes()
            assert (again.result, again.record(secret=True)) == (match.result, record)

    # -- what may happen --------------------------------------------------------------------------------------

    def live(self, changes: int) -> None:
        after = 0
        for _ in range(changes):
            self.pass_time()
            self.something()
            after += self.table.over
            if after > 12:
                break
            if self.random.random() < 0.04:
                self.whole()
        self.whole()

    def pass_time(self) -> None:
        self.now += self.random.choice((0, 1, 250, 999, 3000, 3000, 7001))
        if self.random.random() < 0.01:
            self.now += self.random.choice((60_000, DAY, 3 * DAY))
        if self.random.random() < 0.03:
            self.ups.append((self.up_since, self.now))
            self.now += self.random.choice((1, 5000, DAY))
            self.up_since = self.now

    def something(self) -> None:
        r = self.random
        if self.table.phase == "open":
            rare = self.get_up if r.random() < 0.15 else self.sit
            return r.choice((self.sit, self.sit, rare, self.bots, self.contribute, self.talk, self.begin))()
        if self.table.over:
            return r.choice((self.talk, self.again, self.again, self.wrong, self.get_up))()
        self.go(commands.run_out, self.uptimes)
        if self.table.over:
            return None
        if self.table.takeback is not None and r.random() < 0.6:
            return self.take_back()
        if r.random() < 0.7:
            return self.step()
        rare = self.get_up if r.random() < 0.05 else self.talk
        return r.choice((self.talk, self.take_back, self.take_back, self.wrong, self.say_word, rare))()

    def someone(self) -> str:
        return self.random.choice([*self.table.people, STRANGER])

    def sit(self) -> None:
        name = self.random.choice(PEOPLE)
        seat = self.random.choice([None, *range(self.table.rules.seats + 1)])
        self.go(commands.sit, person(name), seat, self.random.choice((None, "my own dice", "")))

    def bots(self) -> None:
        seat = self.random.randrange(self.table.rules.seats)
        if self.random.random() < 0.5:
            self.go(commands.seat_bot, self.someone(), seat, self.random.randint(0, 6))
        else:
            self.go(commands.clear_seat, self.someone(), seat)

    def get_up(self) -> None:
        self.go(commands.leave, self.uptimes, self.someone())

    def contribute(self) -> None:
        self.go(commands.contribute, self.someone(), self.random.randrange(self.table.rules.seats), "heads")

    def begin(self) -> None:
        self.go(commands.start, self.someone())

    def talk(self) -> None:
        text = self.random.choice(("hello", "  well   played ", "", "\x00", "x" * 501, "twenty", "\u200b"))
        self.go(commands.say, self.someone(), "Somebody", text)

    def step(self) -> None:
        seat = self.random.choice(self.table.to_act)
        match = self.table.match
        assert match is not None
        asked = bot_to_answer(self.table)
        if asked is not None:
            return self.go(commands.step, self.uptimes, asked, [self.random.choice(("draw", "decline"))])
        waiting = bots_to_act(self.table)
        if waiting:
            assert waits_for_the_house(self.table)
            seat = waiting[0]
        legal = match.legal(seat)
        steps = [self.random.choice(legal)]
        if match.game.name == "command" and "ready" not in legal and self.random.random() < 0.6:
            steps = deployment(match, seat)
        sitter = self.table.sitters[seat]
        if sitter.person is None:
            return self.go(commands.step, self.uptimes, seat, steps)
        return self.go(commands.act, self.uptimes, sitter.person, seat, steps)

    def say_word(self) -> None:
        """Off turn too: words of the match, signals, what a seat may do besides."""
        seat = self.random.randrange(self.table.rules.seats)
        match = self.table.match
        assert match is not None
        also = [text for text in match.also(seat) if text != "resign" or self.random.random() < 0.1]
        holder = self.table.sitters[seat].person
        if holder is not None:
            self.go(commands.act, self.uptimes, holder, seat, [self.random.choice([*also, "undo"])])

    def take_back(self) -> None:
        who = self.someone()
        seat = self.random.choice(self.table.seats_of(who) or [0])
        if self.table.takeback is None:
            self.go(commands.ask_takeback, self.uptimes, who, seat)
        else:
            self.go(commands.answer_takeback, self.uptimes, who, seat, self.random.random() < 0.8)

    def wrong(self) -> None:
        """What somebody might try: nothing of it may do anything."""
        seat, seats = self.random.randrange(self.table.rules.seats), self.table.rules.seats
        who = self.someone()
        steps = self.random.choice((["takeback"], [], ["?"], ["\x1b[2K"], ["ready"] * 101, ["undo", "takeback"], ["*"]))
        count = len(self.events)
        self.go(commands.act, self.uptimes, who, seat, steps)
        self.go(commands.act, self.uptimes, who, seats, ["undo"])
        self.go(commands.act, self.uptimes, STRANGER, seat, ["resign"])
        self.go(commands.sit, person("gus"), None)
        self.go(commands.contribute, who, seat, "late")
        self.go(commands.seat_bot, who, seat, 5)
        self.go(commands.clear_seat, who, seat)
        self.go(commands.start, who)
        if not rematch.rematch_is_wanted(self.table):
            self.go(rematch.link_rematch, "t9")
        assert len(self.events) == count

    def again(self) -> None:
        if rematch.rematch_is_wanted(self.table):
            opened_again = rematch.open_rematch(self.table, self.now, "t2", "letmein", "ab" * 32)
            assert portrait(replayed(opened_again.events)) == portrait(opened_again.table)
            self.go(rematch.link_rematch, "t2")
        else:
            self.go(rematch.want_rematch, self.someone())


def tried(command: Callable[..., TableChange | None], *args: Any) -> tuple[TableChange | None, Text | None]:
    """What came of it, and why not."""
    try:
        return command(*args), None
    except Refused as refusal:
        return None, refusal.text


def deployment(match: Match, seat: int) -> list[str]:
    """All that is left to place, at once."""
    trial, steps = match.copy(), []
    while seat in trial.actors and trial.legal(seat)[0] != "ready" and len(steps) < 100:
        steps.append(trial.play(seat, trial.legal(seat)[0]).text)
    return steps


@pytest.mark.parametrize("number", range(len(TABLES)), ids=lambda n: f"{TABLES[n][0]}-{n}")
def test_a_life_of_a_table_holds_at_every_moment(number: int) -> None:
    game, sitters, how = TABLES[number]
    for life in range(2):
        one = DrivenTable(1000 * number + life, opened(game, sitters, **how))
        one.live(80)
        assert looks(one.table) == one.drawing["looks"]
