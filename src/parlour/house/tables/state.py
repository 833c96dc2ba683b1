"""A table: the fold over its events. The events are all that is needed to have the table at any moment of its life.

The fold trusts the events, which `commands.py` has checked. It refuses only what cannot be replayed.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from msgspec.structs import replace

from parlour import games
from parlour.core.dealer import Dealer
from parlour.core.game import Game, Viewer
from parlour.core.match import Match
from parlour.core.position import TAKEBACK
from parlour.core.record import Seat, Step
from parlour.core.shared_list import SharedList
from parlour.core.texts import Refused
from parlour.house.tables import events as ev
from parlour.house.tables.clocks import MINUTE, NO_CLOCKS, SECOND, Running
from parlour.house.tables.events import AnyTableEvent, Sitter
from parlour.house.tables.log import LogLine, house_line, step_lines
from parlour.house.tables.records import TablePhase

BotPlace = Literal["device", "house"]
LEVEL = "level"  # in a record's seat
SHARE_PATIENCE = 1 * MINUTE  # for a share of the chance, once all others are there
READY_PATIENCE = 20 * SECOND  # to say that one is ready, once all have sat down


class Table:
    """One table as it stands after its events. It does not change: what changes it makes another."""

    def __init__(self, opened: ev.Opened) -> None:
        rules = opened.rules
        self.id, self.rules, self.host = opened.table, rules, opened.host
        self.invite, self.rematch_of, self.opened_at = opened.invite, opened.rematch_of, opened.at
        self.game: Game = games.load(rules.game)
        self.viewers: list[Viewer] = [*range(rules.seats), None]  # never changed
        self.dealer = Dealer(rules.seats, bytes.fromhex(opened.secret))
        self.phase: TablePhase = "open"
        self.sitters: list[Sitter] = [Sitter()] * rules.seats
        self.match: Match | None = None
        self.began: tuple[Sitter, ...] = ()  # who sat here when the match began
        self.came: frozenset[int] = frozenset()  # seats in which those who began there have taken a step
        self.gone: tuple[tuple[int, int], ...] = ()  # seats that somebody left in the middle of it, and when
        self.ended_at: int | None = None
        self.annulled = False  # it has been taken out of the ratings
        self.clocks: Running = NO_CLOCKS
        self.takeback: tuple[int, frozenset[int]] | None = None  # who asked for it, and who has agreed
        self.until = opened.until  # it is closed then, unless it has begun
        self.kept: dict[int, ev.Invitee] = {}  # open seats that are for somebody alone; never changed in place
        self.declined: tuple[str, ...] = ()  # names of those who will not come
        self.held: tuple[tuple[int, str], ...] = ()  # seats, and the people who have had them in this match
        self.awaited: frozenset[int] = frozenset()  # whose share of the chance it waits for
        self.seated_at = opened.at  # when somebody last sat down, or got up
        self.ready: frozenset[int] = frozenset()  # who has said so since
        self.ready_at = opened.at  # when somebody last did
        self.on_device = rules.on_device  # whether bots think in the browser of the person who plays them, if they may
        self.rematch: frozenset[int] = frozenset()  # who wants another
        self.rematch_awaits: frozenset[int] = frozenset()  # of these, who will give a share of its chance
        self.rematch_table: str | None = None
        self.position = 1  # events so far
        self.updated = self.last_at = opened.at
        self.said: dict[tuple[ev.Channel, str], int] = {}  # lines of each person; never changed in place
        self.told: dict[Viewer, SharedList[LogLine]] = {viewer: SharedList() for viewer in self.viewers}
        # Spectators of a table with a delay look at the table as it was some steps ago.
        self.behind: Table | None = None
        self._held: list[tuple[AnyTableEvent, bool]] = []  # what they are still to see, and whether it counts as a step
        if rules.delay:
            self.behind = Table(_without_delay(opened))

    # -- what is the case -----------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def to_act(self) -> list[int]:
        """The seats that may take a step of the game now."""
        return [] if self.match is None else [seat for seat in self.match.actors if seat >= 0]

    def seats_of(self, person: str) -> list[int]:
        return [seat for seat, sitter in enumerate(self.sitters) if sitter.person == person]

    @property
    def people(self) -> list[str]:
        """Everybody who sits here, each once."""
        return list(dict.fromkeys(sitter.person for sitter in self.sitters if sitter.person is not None))

    def seats_with(self, kind: str) -> list[int]:
        return [seat for seat, sitter in enumerate(self.sitters) if sitter.kind == kind]

    @property
    def room(self) -> list[int]:
        """Seats that anybody may take."""
        return [seat for seat in self.seats_with("open") if seat not in self.kept]

    @property
    def vacant(self) -> list[int]:
        """Seats in which a bot plays on for somebody who left, and which a person may take over."""
        if self.phase != "playing" or not self.rules.substitutes:
            return []
        left = {seat for seat, _ in self.gone}
        return [seat for seat in self.seats_with("bot") if seat in left]

    @property
    def minds_visits(self) -> bool:
        """Whether it matters from where seats are looked at: where it counts, and where hands are hidden from whoever
        may take over another."""
        return self.rules.rated or (self.rules.substitutes and self.game.hidden)

    @property
    def coached(self) -> int | None:
        """The seat that has a coach: one person's among bots. Nobody is helped against another person."""
        if not self.rules.guided:
            return None
        people = self.seats_with("person")
        return people[0] if len(people) == 1 and not self.seats_with("open") else None

    @property
    def device_of(self) -> str | None:
        """The person in whose browser bots may think: one who plays them alone, where nothing is hidden and nothing
        depends on how it comes out."""
        if self.phase != "playing" or not self.seats_with("bot") or self.game.hidden or self.rules.matters:
            return None
        people = self.people
        return people[0] if len(people) == 1 else None

    @property
    def bots_on(self) -> BotPlace | None:
        """Where bots think; None where there is nothing to choose."""
        if self.device_of is None:
            return None
        return "device" if self.on_device else "house"

    @property
    def opponents(self) -> bool:
        """Whether there are two, each against the other: then whoever goes loses."""
        return self.rules.seats == 2 and not self.game.cooperative

    @property
    def shares_due(self) -> int | None:
        """When it begins though a share of the chance is missing: others wait for nothing else. Who plays among bots
        keeps nobody waiting."""
        waits = self.phase == "open" and self.rules.start == "full" and not self.seats_with("open")
        if not waits or not self.awaited or self.unready or len(self.people) <= 1:
            return None
        return max(self.seated_at, self.ready_at) + SHARE_PATIENCE

    @property
    def unready(self) -> list[int]:
        """The first seats of those who are still to say that they are ready: a clock runs for nobody who is gone. Who
        plays among bots has just come, and is not asked."""
        if not self.rules.ready or self.phase != "open" or self.seats_with("open") or len(self.people) <= 1:
            return []
        first = [self.seats_of(person)[0] for person in self.people]
        return [seat for seat in first if seat not in self.ready]

    @property
    def ready_due(self) -> int | None:
        """When those who have not said that they are ready lose their seats."""
        return self.seated_at + READY_PATIENCE if self.unready else None

    @property
    def waits_until(self) -> int | None:
        """When the house begins or closes a table that is not played yet."""
        if self.phase != "open":
            return None
        return min((due for due in (self.until, self.shares_due, self.ready_due) if due is not None), default=None)

    def shows_last(self, viewer: Viewer) -> bool:
        """Whether everybody may know of what has happened last, and this viewer does by now."""
        return self.seen_by(viewer).updated == self.last_at

    def can_take_back(self, seat: int) -> bool:
        """With everybody's consent, and not where it counts. Not while all act in secret: a step that nobody may know
        of would end the asking, and everybody would see that."""
        if self.match is None or self.rules.matters or self.game.waiting_now(self.match.state):
            return False
        return self.match.can_take_back(seat)

    def seen_by(self, viewer: Viewer) -> "Table":
        """The table that this viewer looks at: spectators may be some steps behind."""
        return self.behind if viewer is None and self.behind is not None else self

    # -- the fold -------------------------------------------------------------------------------------------

    @classmethod
    def of(cls, stream: Sequence[AnyTableEvent]) -> "Table":
        """Refuses a stream that is not a table's: nobody should play on from what is not what it was."""
        opened = stream[0] if stream else None
        if not isinstance(opened, ev.Opened):
            raise Refused("refuse.table-damaged", table="?")
        try:
            return cls(opened).after(stream[1:])
        except (Refused, AssertionError, LookupError) as fault:
            raise Refused("refuse.table-damaged", table=opened.table) from fault

    def after(self, happened: Iterable[AnyTableEvent]) -> "Table":
        """The table once all this has happened, too."""
        twin = self.copy()
        for event in happened:
            twin._fold(event)
        return twin

    def copy(self) -> "Table":
        twin = Table.__new__(Table)
        twin.__dict__.update(self.__dict__)
        twin.sitters = [*self.sitters]
        twin.told = {viewer: lines.copy() for viewer, lines in self.told.items()}
        twin.match = None if self.match is None else self.match.copy()
        dealt = None if twin.match is None else twin.match.dealer
        twin.dealer = self.dealer.copy() if dealt is None else dealt
        twin.behind, twin._held = None if self.behind is None else self.behind.copy(), [*self._held]
        return twin

    def _fold(self, event: AnyTableEvent) -> None:
        if isinstance(event, ev.Stepped):
            start = self._steps_so_far()
            self._replay(event.seat, event.steps, event.at)
            self._deal(event.deals, event.at)
            self._stepped(event, start)
        else:
            _FOLDS[type(event)](self, event)
            self._noted(event, shown=not isinstance(event, ev.Said))

    def _noted(self, event: AnyTableEvent, shown: bool) -> None:
        """`shown`: everybody may know of it. Lists are in the order of such changes alone, and by them alone do
        spectators come closer: what is sealed must not move either."""
        self.position += 1
        self.last_at = event.at
        if shown:
            self.updated = event.at
        if self.behind is not None and not (isinstance(event, ev.Said) and event.channel == "gallery"):
            self._held.append((event, shown and isinstance(event, ev.Stepped)))
            self._release()

    def _release(self) -> None:
        """Spectators get to see what is old enough; when it is over, everything."""
        assert self.behind is not None, "only where there is a delay"
        steps = sum(counts for _, counts in self._held)
        while self._held and (self.over or steps > self.rules.delay or not self._held[0][1]):
            event, counts = self._held.pop(0)
            steps -= counts
            seen = len(self.behind.told[None])
            self.behind._fold(event)
            self.told[None] += self.behind.told[None][seen:]

    # -- steps ----------------------------------------------------------------------------------------------

    def play(self, seat: int, texts: Sequence[str], at: int, spent: dict[int, int]) -> ev.Stepped:
        """Take a seat's steps here and now, all or none, and draw what chance brings then; only on a copy that nobody
        else has, for a refusal can leave it half changed."""
        assert self.match is not None, "it is being played"
        start = self._steps_so_far()
        self._play(seat, texts, at)
        deals = tuple(step.text for step in self.match.deal_all(at))
        event = ev.Stepped(at=at, seat=seat, steps=tuple(texts), deals=deals, spent=spent)
        self._stepped(event, start)
        return event

    def _play(self, seat: int, texts: Sequence[str], at: int) -> None:
        assert self.match is not None, "it is being played"
        if list(texts) == [TAKEBACK]:
            self.match.take_back(seat, at)
        elif len(texts) == 1:
            self.match.play(seat, texts[0], at)
        else:
            self.match.play_all(seat, texts, at)

    def _replay(self, seat: int, texts: Sequence[str], at: int) -> None:
        """Steps that were taken together. How far those may go has been checked, and once went further."""
        assert self.match is not None, "it is being played"
        for text in texts:
            self._play(seat, [text], at)

    def _deal(self, expected: tuple[str, ...], at: int) -> None:
        """Draw again what chance brought: the same, or the stream is not what it was."""
        assert self.match is not None, "it is being played"
        if tuple(step.text for step in self.match.deal_all(at)) != expected:
            raise Refused("refuse.table-damaged", table=self.id)

    def _steps_so_far(self) -> int:
        return 0 if self.match is None else self.match.step_count

    def _stepped(self, event: ev.Stepped, start: int) -> None:
        assert self.match is not None, "it is being played"
        if self.match.over:
            self.clocks = self.clocks.stopped(event.spent)
        else:
            # Of one seat that is to act again, chance parts the turns; going back is no turn played.
            self._charge(event, anew=[event.seat] if event.deals else [], played=event.steps != (TAKEBACK,))
        sitter = self.sitters[event.seat]
        if event.seat not in self.came and sitter.person is not None and sitter.person == self.began[event.seat].person:
            self.came |= {event.seat}
        self.takeback = None
        told = step_lines(self.match, start, self.viewers, event.at)
        for viewer in self._present:
            self.told[viewer] += told[viewer]
        if self.match.over:
            self._finish(event.at)
        self._noted(event, shown=all(told.values()))

    @property
    def _present(self) -> list[Viewer]:
        """The viewers who see what happens when it happens."""
        return self.viewers if self.behind is None else [viewer for viewer in self.viewers if viewer is not None]

    def _charge(self, event: ev.Stepped | ev.Started, anew: Sequence[int] = (), played: bool = True) -> None:
        if self.rules.clock.pace != "none":
            thinking = [seat for seat in self.to_act if self.sitters[seat].kind == "person"]
            spent = event.spent if isinstance(event, ev.Stepped) else {}
            self.clocks = self.clocks.charged(event.at, spent, thinking, anew, played)

    def _finish(self, at: int) -> None:
        assert self.match is not None, "it was played"
        self.phase, self.takeback, self.ended_at = "over", None, at
        self.tell(house_line(at, "over", seat=None if self.match.ended is None else self.match.ended.seat))

    def tell(self, line: LogLine) -> None:
        for viewer in self._present:
            self.told[viewer].append(line)

    # -- the other events -------------------------------------------------------------------------------------

    def _sat(self, event: ev.Sat) -> None:
        before, self.sitters[event.seat] = self.sitters[event.seat], event.sitter
        self.seated_at, self.ready = event.at, frozenset()
        self.awaited = self.awaited - {event.seat} | ({event.seat} if event.contributes else set())
        self.kept = {seat: whose for seat, whose in self.kept.items() if seat != event.seat}
        if event.sitter.kind == "open":
            name = before.called
            self.tell(house_line(event.at, "not-ready" if event.late else "left", seat=event.seat, name=name))
        else:
            self.tell(house_line(event.at, "sat", seat=event.seat, name=event.sitter.called))
        if before.person is not None and before.person != event.sitter.person:
            self._forget_contribution(event.seat)

    def _forget_contribution(self, seat: int) -> None:
        self.dealer.contributions[seat] = None

    def _host_changed(self, event: ev.HostChanged) -> None:
        self.host = event.host
        self.tell(house_line(event.at, "host", name=self.name_of(event.host)))

    def name_of(self, person: str) -> str:
        return next((sitter.name for sitter in self.sitters if sitter.person == person), "")

    def _contributed(self, event: ev.Contributed) -> None:
        self.dealer.contribute(event.seat, event.text)
        self.awaited -= {event.seat}
        self.tell(house_line(event.at, "contributed", seat=event.seat, name=self.sitters[event.seat].name))

    def _said_ready(self, event: ev.Ready) -> None:
        self.ready = self.ready - {event.seat} if event.off else self.ready | {event.seat}
        self.ready_at = event.at
        name = self.sitters[event.seat].name
        self.tell(house_line(event.at, "ready-no-more" if event.off else "ready", seat=event.seat, name=name))

    def begin(self, at: int) -> ev.Started:
        """All have sat down: the match is made and dealt; only on a copy that nobody else has."""
        self._make_match()
        assert self.match is not None, "it was just made"
        event = ev.Started(at=at, deals=tuple(step.text for step in self.match.deal_all(at)))
        self._begun(event)
        self._noted(event, shown=True)
        return event

    def _started(self, event: ev.Started) -> None:
        self._make_match()
        self._deal(event.deals, event.at)
        self._begun(event)

    def _make_match(self) -> None:
        seats = [seat_in_record(sitter) for sitter in self.sitters]
        self.match = Match(self.game, seats, self.rules.options, self.dealer)
        if self.rules.begins:
            self.match.begin_with([Step(step.actor, step.text) for step in self.rules.begins])

    def _begun(self, event: ev.Started) -> None:
        assert self.match is not None, "it was just made"
        self.phase, self.began = "playing", tuple(self.sitters)
        self.held = tuple((seat, one.person) for seat, one in enumerate(self.sitters) if one.person is not None)
        self.tell(house_line(event.at, "started"))
        if self.rules.begins:
            self.tell(house_line(event.at, "set-up", count=len(self.rules.begins)))
        for viewer, lines in step_lines(self.match, 0, self._present, event.at).items():
            self.told[viewer] += lines
        if self.rules.clock.pace != "none":
            self.clocks = Running(self.rules.clock, (self.rules.clock.at_first,) * self.rules.seats, {})
            self._charge(event)
        if self.match.over:
            self._finish(event.at)

    def _takeback_asked(self, event: ev.TakebackAsked) -> None:
        self.takeback = (event.seat, frozenset())
        self.tell(house_line(event.at, "takeback-asked", seat=event.seat, name=self.sitters[event.seat].name))

    def _takeback_answered(self, event: ev.TakebackAnswered) -> None:
        assert self.takeback is not None, "somebody asked"
        asker, agreed = self.takeback
        self.takeback = (asker, agreed | {event.seat}) if event.yes else None
        name = self.sitters[event.seat].name
        self.tell(house_line(event.at, "takeback-yes" if event.yes else "takeback-no", seat=event.seat, name=name))

    def _replaced(self, event: ev.Replaced) -> None:
        assert self.match is not None, "it is being played"
        before, self.sitters[event.seat] = self.sitters[event.seat], event.sitter
        self.gone = (*self.gone, (event.seat, event.at))
        now = seat_in_record(event.sitter)
        self.match.substitute(event.seat, now.name, "bot" if now.kind == "bot" else "person", now.extra)
        self.takeback = None
        self.clocks = self.clocks.stopped(event.spent, [event.seat])  # bots' clocks do not run
        self.tell(
            house_line(
                event.at, "replaced-left" if event.why == "left" else "replaced-time",
                seat=event.seat, name=before.called, instead=event.sitter.called,
            )
        )  # fmt: skip

    def _ended(self, event: ev.MatchEnded) -> None:
        assert self.match is not None, "it is being played"
        self.match.end(event.by, event.seat)
        self.clocks = self.clocks.stopped(event.spent)
        if event.by == "void":
            self.tell(house_line(event.at, "closed-by-house"))
        self._finish(event.at)

    def _said(self, event: ev.Said) -> None:
        by = (event.channel, event.person)
        self.said = {**self.said, by: self.said.get(by, 0) + 1}
        line = LogLine(
            at=event.at, kind="said", seat=event.seat, text=event.text, name=event.name, channel=event.channel,
            person=event.person,
        )  # fmt: skip
        if event.channel == "gallery":
            self.told[None].append(line)
        else:
            self.tell(line)

    def _rematch_wanted(self, event: ev.RematchWanted) -> None:
        self.rematch |= {event.seat}
        self.rematch_awaits |= {event.seat} if event.contributes else set()
        self.tell(house_line(event.at, "rematch-wanted", seat=event.seat, name=self.sitters[event.seat].name))

    def _rematch_opened(self, event: ev.RematchOpened) -> None:
        self.rematch_table = event.table
        self.tell(house_line(event.at, "rematch-opened"))

    # -- kept seats, substitutes, and the table as a whole --------------------------------------------------

    def _seat_kept(self, event: ev.SeatKept) -> None:
        before = self.kept.get(event.seat)
        self.kept = {seat: whose for seat, whose in self.kept.items() if seat != event.seat}
        if event.whose is not None:
            self.kept = dict(sorted({**self.kept, event.seat: event.whose}.items()))
            self.tell(house_line(event.at, "seat-kept", seat=event.seat, name=event.whose.name))
        elif before is not None:
            self.tell(house_line(event.at, "seat-free", seat=event.seat, name=before.name))

    def _declined(self, event: ev.Declined) -> None:
        name = self.kept[event.seat].name
        self.kept = {seat: whose for seat, whose in self.kept.items() if seat != event.seat}
        self.declined = (*self.declined, name)
        self.tell(house_line(event.at, "declined", seat=event.seat, name=name))

    def _stepped_in(self, event: ev.SteppedIn) -> None:
        assert self.match is not None, "it is being played"
        before, self.sitters[event.seat] = self.sitters[event.seat], event.sitter
        assert event.sitter.person is not None, "a person steps in"
        self.held = (*self.held, (event.seat, event.sitter.person))
        self.match.substitute(event.seat, event.sitter.name, "person")
        self.takeback = None  # whoever steps in would have to be asked, too
        if self.rules.clock.pace != "none":
            self.clocks = self.clocks.handed_on(event.seat, event.at, running=event.seat in self.to_act)
        self.tell(house_line(event.at, "stepped-in", seat=event.seat, name=event.sitter.name, instead=before.called))

    def _bots_moved(self, event: ev.BotsMoved) -> None:
        self.on_device = event.on_device
        self.tell(house_line(event.at, "bots-on-device" if event.on_device else "bots-in-house"))

    def _closed(self, event: ev.Closed) -> None:
        self.phase = "over"
        if event.by == "house":
            self.tell(house_line(event.at, "closed-by-house"))
        elif event.late:
            self.tell(house_line(event.at, "closed-late"))
        else:
            self.tell(house_line(event.at, "closed-declined" if self.declined else "closed"))

    def _annulled(self, event: ev.Annulled) -> None:
        self.annulled = not event.off
        self.tell(house_line(event.at, "reinstated" if event.off else "annulled"))


_FOLDS: dict[type, Any] = {
    ev.Sat: Table._sat,
    ev.SeatKept: Table._seat_kept,
    ev.Declined: Table._declined,
    ev.HostChanged: Table._host_changed,
    ev.Contributed: Table._contributed,
    ev.Ready: Table._said_ready,
    ev.Started: Table._started,
    ev.TakebackAsked: Table._takeback_asked,
    ev.TakebackAnswered: Table._takeback_answered,
    ev.Replaced: Table._replaced,
    ev.SteppedIn: Table._stepped_in,
    ev.MatchEnded: Table._ended,
    ev.BotsMoved: Table._bots_moved,
    ev.Closed: Table._closed,
    ev.Annulled: Table._annulled,
    ev.Said: Table._said,
    ev.RematchWanted: Table._rematch_wanted,
    ev.RematchOpened: Table._rematch_opened,
}


def seat_in_record(sitter: Sitter) -> Seat:
    return Seat(str(sitter.called), sitter.kind, {LEVEL: sitter.level} if sitter.kind == "bot" else {})


def _without_delay(opened: ev.Opened) -> ev.Opened:
    return replace(opened, rules=replace(opened.rules, delay=0))
