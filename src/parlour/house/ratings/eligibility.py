"""Which matches count, and for what.

A table that is *rated* counts: for the ratings of those who play against each other, for the list of best scores where
all play together. The host says so when opening it. Then only accounts and the house's bots sit down, nobody in two
seats, and nothing is taken back.
"""

from collections.abc import Sequence

from parlour import games
from parlour.core.game import Game
from parlour.core.record import seat_of
from parlour.core.result import HOUSE_ENDINGS
from parlour.core.texts import Refused
from parlour.house.ratings.records import BOT, Finish
from parlour.house.tables.events import Sitter, TableRules
from parlour.house.tables.state import Table


def identity(sitter: Sitter) -> str:
    """By which somebody goes in ratings."""
    assert sitter.kind != "open", "somebody sits there"
    return f"{BOT}{sitter.level}" if sitter.person is None else sitter.person


def check_rules(rules: TableRules, game: Game) -> None:
    """Refuse a table that is to count and cannot."""
    if not rules.rated:
        return
    if rules.seats == 1 and not game.cooperative:
        raise Refused("refuse.rated-alone", game=game.title)
    if rules.guided:
        raise Refused("refuse.rated-guided")
    if rules.begins:
        raise Refused("refuse.rated-given")
    # More cards in hand make an easier game: scores are compared between equal ones.
    if game.cooperative and rules.options != game.options_for(rules.seats, {}):
        raise Refused("refuse.rated-options")


def check_sitters(rules: TableRules, sitters: Sequence[Sitter]) -> None:
    """Refuse sitters with whom a rated table would not count. `commands.sit` asks whether they have accounts."""
    if not rules.rated:
        return
    people = [sitter.person for sitter in sitters if sitter.person is not None]
    if len(set(people)) < len(people):
        raise Refused("refuse.rated-twice")
    if _together(rules) and any(sitter.kind == "bot" for sitter in sitters):
        raise Refused("refuse.rated-bot")


def may_sit(rules: TableRules, sitters: Sequence[Sitter]) -> bool:
    try:
        check_sitters(rules, sitters)
    except Refused:
        return False
    return True


def finish_of(table: Table) -> Finish | None:
    """How a match came out, if it counts: what is broken off counts for nobody, nor does what ended before anybody had
    taken a step. Those who leave cannot have it broken off that way. In a tournament people meet whom they did not
    choose: a match against somebody who never came is won there and is no game, nor is one of bots alone; of more
    seats those who came are rated among each other."""
    match = table.match
    if not table.rules.rated or match is None or match.ended is None or match.result is None:
        return None
    by = match.ended.by
    if by == "void" or (by in HOUSE_ENDINGS and not any(seat_of(step) >= 0 for step in match.steps)):
        return None
    assert table.ended_at is not None, "it is over"
    rated = rated_seats(table)
    seats = tuple(identity(table.began[seat]) for seat in rated)
    if table.game.cooperative:
        counts = by not in HOUSE_ENDINGS and not table.gone
    else:
        counts = len(rated) >= 2 and any(table.began[seat].person for seat in rated)
    if not counts:
        return None
    if table.annulled:  # it keeps its number, and changes nobody's rating
        return Finish(table=table.id, game=table.rules.game, at=table.ended_at, seats=seats)
    if not table.game.cooperative:
        places = _places(table, rated)
        return Finish(table=table.id, game=table.rules.game, at=table.ended_at, seats=seats, places=places)
    return Finish(
        table=table.id, game=table.rules.game, at=table.ended_at, seats=seats,
        worth=match.result.returns[0], score=match.result.scores[0],
    )  # fmt: skip


def rated_seats(table: Table) -> list[int]:
    """Those whom it counts for, if it does."""
    absent = never_came(table) if table.rules.tournament is not None else []
    return [seat for seat in range(table.rules.seats) if seat not in absent]


def never_came(table: Table) -> list[int]:
    """Seats whose people left, or lost by the clock or by leaving, without having taken one step themselves."""
    ended = None if table.match is None else table.match.ended
    left = {seat for seat, _ in table.gone}
    if ended is not None and ended.by in ("time", "abandoned"):
        # Where the last people leave a table of more than two, it ends, and nobody is said to have lost.
        left |= set(table.seats_with("person")) if ended.seat is None else {ended.seat}
    return [seat for seat, sitter in enumerate(table.began) if sitter.person and seat in left - table.came]


def _places(table: Table, rated: Sequence[int]) -> tuple[int, ...]:
    """By what each got, 1 for the first, equals alike. Who left, or ran out of time, comes after all who stayed, and
    the earlier the further down, whatever became of the bot or the person that took over."""
    assert table.match is not None, "it was played"
    assert table.match.result is not None, "it is over"
    gone = dict(reversed(table.gone))  # of a seat that was left twice, the first time: that was who began there
    if table.match.ended is not None and table.match.ended.by == "abandoned" and not table.opponents:
        # The last people have left, and only bots were there to go on.
        gone = dict.fromkeys(table.seats_with("person"), table.ended_at or 0) | gone
    returns = table.match.result.returns
    keys = [(1, -gone[seat]) if seat in gone else (0, -returns[seat]) for seat in rated]
    return tuple(1 + sum(other < key for other in keys) for key in keys)


def _together(rules: TableRules) -> bool:
    return games.load(rules.game).cooperative
