"""A tournament: the fold over its events, which are all that is needed to have it at any moment of its life."""

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from parlour.core.texts import Refused
from parlour.house.entropy import derived_id
from parlour.house.tournaments import events as ev
from parlour.house.tournaments.events import AnyTournamentEvent, Entrant, Pairing
from parlour.house.tournaments.records import TournamentPhase


class PairedMatch(msgspec.Struct, frozen=True, gc=False):
    """A match of the tournament, and how it came out once it has."""

    pairing: Pairing
    round: int
    at: int
    result: ev.Scored | None = None


class Round(msgspec.Struct, frozen=True, gc=False):
    number: int
    at: int
    matches: tuple[str, ...] = ()
    byes: tuple[str, ...] = ()
    field: tuple[str, ...] = ()


def table_id(t: "Tournament", match: str) -> str:
    """Where a match is played: known as soon as it is drawn."""
    return derived_id(t.id, t.seed, match)


class Tournament:
    """One tournament as it stands after its events. It does not change: what changes it makes another."""

    def __init__(self, announced: ev.Announced) -> None:
        self.id, self.title, self.rules = announced.tournament, announced.title, announced.rules
        self.about = announced.about
        self.organiser, self.organiser_name = announced.organiser, announced.name
        self.announced_at = self.updated = announced.at
        self.phase: TournamentPhase = "open"
        self.cancelled = False
        self.too_few = False  # were there when it was to begin
        self.entrants: dict[str, Entrant] = {}  # in the order of their entering
        self.checked: frozenset[str] = frozenset()
        self.check_in_opened = False  # and those who had entered were told
        self.seeds: tuple[str, ...] = ()  # by the organiser, before it begins
        self.gone: dict[str, ev.WithdrawalReason] = {}
        self.seed = ""
        self.order: tuple[str, ...] = ()
        self.planned = 0  # rounds
        self.begun_at: int | None = None
        self.ended_at: int | None = None
        self.champion = ""
        self.rounds: list[Round] = []
        self.games: dict[str, PairedMatch] = {}
        self.free_since: dict[str, int] = {}  # arena: who waits for a match, since when
        self.position = 1  # events so far

    # -- what is the case -----------------------------------------------------------------------------------

    @property
    def active(self) -> list[str]:
        """Who can be paired, in the order of the seeding."""
        return [one for one in self.order if one not in self.gone]

    @property
    def people(self) -> list[str]:
        """Who takes part and is no bot, in the order of their entering."""
        return [one for one, entrant in self.entrants.items() if not entrant.is_bot and one not in self.gone]

    @property
    def bots(self) -> list[str]:
        return [one for one, entrant in self.entrants.items() if entrant.is_bot and one not in self.gone]

    @property
    def undecided(self) -> list[PairedMatch]:
        return [game for game in self.games.values() if game.result is None]

    def replay_of(self, match: str) -> PairedMatch | None:
        return next((game for game in self.games.values() if game.pairing.again == match), None)

    def lot(self, entrant: str) -> bytes:
        """What decides where nothing else does: from the published seed, so that anybody can check it."""
        return hashlib.blake2b(f"{self.seed} {entrant}".encode(), digest_size=8).digest()

    def match_of(self, person: str) -> PairedMatch | None:
        """The match that somebody has to play now."""
        return next((game for game in self.undecided if person in game.pairing.seats), None)

    # -- the fold -------------------------------------------------------------------------------------------

    @classmethod
    def of(cls, stream: Sequence[AnyTournamentEvent]) -> "Tournament":
        announced = stream[0] if stream else None
        if not isinstance(announced, ev.Announced):
            raise Refused("tournament.damaged", tournament="?")
        try:
            return cls(announced).after(stream[1:])
        except LookupError as fault:
            raise Refused("tournament.damaged", tournament=announced.tournament) from fault

    @property
    def last_at(self) -> int:
        return self.updated

    def after(self, happened: Iterable[AnyTournamentEvent]) -> "Tournament":
        twin = Tournament.__new__(Tournament)
        twin.__dict__.update(self.__dict__)
        twin.entrants, twin.gone, twin.free_since = {**self.entrants}, {**self.gone}, {**self.free_since}
        twin.rounds, twin.games = [*self.rounds], {**self.games}
        for event in happened:
            _FOLDS[type(event)](twin, event)
            twin.position += 1
            twin.updated = event.at
        return twin

    def _entered(self, event: ev.Entered) -> None:
        id = event.entrant.id
        self.entrants[id] = event.entrant
        self.gone.pop(id, None)
        if self.phase == "running":
            self.order = (*self.order, id) if id not in self.order else self.order
            if self.match_of(id) is None:
                self.free_since[id] = event.at

    def _check_in_opened(self, event: ev.CheckInOpened) -> None:
        self.check_in_opened = True

    def _seeded(self, event: ev.Seeded) -> None:
        self.seeds = event.order

    def _checked_in(self, event: ev.CheckedIn) -> None:
        self.checked |= {event.entrant}

    def _withdrew(self, event: ev.Withdrew) -> None:
        if self.phase == "open":
            del self.entrants[event.entrant]
            self.checked -= {event.entrant}
            self.seeds = tuple(one for one in self.seeds if one != event.entrant)
        else:
            self.gone[event.entrant] = event.why
            self.free_since.pop(event.entrant, None)

    def _begun(self, event: ev.Begun) -> None:
        self.phase, self.begun_at = "running", event.at
        self.seed, self.order, self.planned = event.seed, event.order, event.rounds
        self.free_since = dict.fromkeys(event.order, event.at)

    def _drawn(self, event: ev.Drawn) -> None:
        matches = tuple(pairing.id for pairing in event.pairings)
        for pairing in event.pairings:
            self.games[pairing.id] = PairedMatch(pairing, event.round, event.at)
            for one in pairing.seats:
                self.free_since.pop(one, None)
        if self.rounds and self.rounds[-1].number == event.round:  # a replay
            last = self.rounds[-1]
            self.rounds[-1] = replace(last, matches=last.matches + matches)
        else:
            self.rounds.append(Round(event.round, event.at, matches, event.byes, event.field))

    def _scored(self, event: ev.Scored) -> None:
        game = self.games[event.match]
        self.games[event.match] = replace(game, result=event)
        for one in game.pairing.seats:
            if one not in self.gone:
                self.free_since[one] = event.at

    def _ended(self, event: ev.TournamentEnded) -> None:
        self.phase, self.ended_at, self.champion = "over", event.at, event.champion

    def _cancelled(self, event: ev.Cancelled) -> None:
        self.phase, self.ended_at, self.cancelled = "over", event.at, True
        self.too_few = event.few

    def _retitled(self, event: ev.Retitled) -> None:
        self.title = event.title

    def _described(self, event: ev.Described) -> None:
        self.about = event.about


_FOLDS: dict[type, Any] = {
    ev.Entered: Tournament._entered,
    ev.CheckInOpened: Tournament._check_in_opened,
    ev.CheckedIn: Tournament._checked_in,
    ev.Seeded: Tournament._seeded,
    ev.Withdrew: Tournament._withdrew,
    ev.Begun: Tournament._begun,
    ev.Drawn: Tournament._drawn,
    ev.Scored: Tournament._scored,
    ev.TournamentEnded: Tournament._ended,
    ev.Cancelled: Tournament._cancelled,
    ev.Retitled: Tournament._retitled,
    ev.Described: Tournament._described,
}
