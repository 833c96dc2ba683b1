"""Knock-out: with two seats a bracket, in which the first seed can meet the second only in the final; with more, the
best half of every table goes on.
"""

from collections.abc import Sequence

from parlour.house.tournaments.events import Drawn, Pairing
from parlour.house.tournaments.pairing.history import PairingHistory
from parlour.house.tournaments.pairing.seating import seated
from parlour.house.tournaments.state import PairedMatch, Round, Tournament

NOBODY = ""


def rounds(entrants: int, seats: int) -> int:
    """If nobody withdraws."""
    if seats == 2:
        return (entrants - 1).bit_length()
    count = 1
    while entrants > seats:
        entrants = max(seats, entrants % seats + entrants // seats * going_on(seats))
        count += 1
    return count


def going_on(seats: int) -> int:
    """From every table."""
    return seats // 2


def bracket(order: Sequence[str]) -> list[str]:
    """Seeds in their places, the best far from each other; who has nobody to meet goes on."""
    places = [0]
    while len(places) < len(order):
        size = 2 * len(places)
        places = [place for seed in places for place in (seed, size - 1 - seed)]
    return [order[seed] if seed < len(order) else NOBODY for seed in places]


def draw(t: Tournament, now: int) -> Drawn | str:
    """The replays that are needed, else the next round, else the champion: "" if nobody is left."""
    again = _replays(t)
    if again:
        return Drawn(at=now, round=t.rounds[-1].number, pairings=tuple(again))
    field = next_field(t)
    if _final_played(t):
        return field[0]
    here = [one for one in field if one and one not in t.gone]
    if len(here) < t.rules.seats:
        return here[0] if here else NOBODY
    return _two(t, now, field) if t.rules.seats == 2 else _more(t, now, here)


def next_field(t: Tournament) -> list[str]:
    """Who is still in, in the order of the bracket. With more than two seats, filled up with the best of those who are
    out, so that the next table can be full."""
    if not t.rounds:
        return bracket(t.active) if t.rules.seats == 2 else [*t.active]
    last = t.rounds[-1]
    if t.rules.seats == 2:
        return [_through(t, last, n) for n in range(len(last.field) // 2)]
    return _best_halves(t, last)


def _final_played(t: Tournament) -> bool:
    """Then the first of the field has won, even if they have gone since."""
    if not t.rounds or not t.rounds[-1].matches:
        return False
    return len([one for one in t.rounds[-1].field if one]) == t.rules.seats


# -- two seats ------------------------------------------------------------------------------------------------


def _two(t: Tournament, now: int, field: list[str]) -> Drawn:
    number, past = len(t.rounds) + 1, PairingHistory(t)
    pairings, byes = [], []
    for n in range(len(field) // 2):
        here = [one for one in field[2 * n : 2 * n + 2] if one and one not in t.gone]
        if len(here) == 2:
            pairings.append(Pairing(f"{number}-{n + 1}", seated(t, past, here, number)))
        byes += here if len(here) == 1 else []
    return Drawn(at=now, round=number, pairings=tuple(pairings), byes=tuple(byes), field=tuple(field))


def _through(t: Tournament, last: Round, n: int) -> str:
    """Who goes on from a place of the bracket."""
    game = t.games.get(f"{last.number}-{n + 1}")
    if game is None:
        return next((one for one in last.field[2 * n : 2 * n + 2] if one in last.byes), NOBODY)
    game = t.replay_of(game.pairing.id) or game
    one, other = game.pairing.seats
    points = _points(game)
    if points[one] != points[other]:
        return max(one, other, key=points.__getitem__)
    here = [who for who in (one, other) if who not in t.gone]
    return min(here or (one, other), key=t.lot)


def _replays(t: Tournament) -> list[Pairing]:
    """Where nobody won: once more with seats changed, and if that does not help, by lot."""
    if t.rules.seats != 2 or not t.rounds:
        return []
    games = [t.games[match] for match in t.rounds[-1].matches]
    return [
        Pairing(f"{game.pairing.id}r", game.pairing.seats[::-1], again=game.pairing.id)
        for game in games
        if not game.pairing.again
        and len(set(_points(game).values())) == 1
        and t.replay_of(game.pairing.id) is None
        and not any(one in t.gone for one in game.pairing.seats)
    ]


def _points(game: PairedMatch) -> dict[str, int]:
    assert game.result is not None, "the round is over"
    return dict(zip(game.pairing.seats, game.result.points, strict=True))


# -- more than two --------------------------------------------------------------------------------------------


def _more(t: Tournament, now: int, here: list[str]) -> Drawn:
    """The first of the field sit out if it does not come out even; the others are dealt to the tables in a snake."""
    number, past, seats = len(t.rounds) + 1, PairingHistory(t), t.rules.seats
    out, here = here[: len(here) % seats], here[len(here) % seats :]
    tables: list[list[str]] = [[] for _ in range(len(here) // seats)]
    for n, one in enumerate(here):
        lap, at = divmod(n, len(tables))
        tables[at if lap % 2 == 0 else -1 - at].append(one)
    pairings = tuple(Pairing(f"{number}-{n}", seated(t, past, table, number)) for n, table in enumerate(tables, 1))
    return Drawn(at=now, round=number, pairings=pairings, byes=tuple(out), field=(*out, *here))


def _best_halves(t: Tournament, last: Round) -> list[str]:
    through, out = [*last.byes], []
    for game in (t.games[match] for match in last.matches):
        points = _points(game)
        ranked = sorted(points, key=lambda one: (-points[one], t.lot(one)))
        count = going_on(t.rules.seats)
        through += ranked[:count]
        out += [(-points[one], t.lot(one), one) for one in ranked[count:]]
    best = {one: points for game in (t.games[m] for m in last.matches) for one, points in _points(game).items()}
    through.sort(key=lambda one: (one not in last.byes, -best.get(one, 0), t.lot(one)))
    if _final_played(t):
        return through
    field = [one for one in through if one not in t.gone]
    back = [one for _, _, one in sorted(out) if one not in t.gone]
    return field + back[: max(0, t.rules.seats - len(field))]
