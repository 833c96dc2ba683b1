"""Round robin: everybody meets everybody. With two seats by a timetable; with more in groups that change."""

import random

from parlour.house.tournaments import schedule
from parlour.house.tournaments.events import Drawn, Pairing
from parlour.house.tournaments.pairing.groups import groups
from parlour.house.tournaments.pairing.history import PairingHistory
from parlour.house.tournaments.pairing.seating import seated
from parlour.house.tournaments.pairing.sitting_out import who_sits_out
from parlour.house.tournaments.state import Tournament


def rounds(entrants: int, seats: int, asked: int, cycles: int) -> int:
    if seats == 2:
        return cycles * (entrants - 1 + entrants % 2)
    return asked or -(-(entrants - 1) // (seats - 1))


def draw(t: Tournament, now: int) -> Drawn:
    number = len(t.rounds) + 1
    return _by_timetable(t, now, number) if schedule.is_fixed(t) else _in_groups(t, now, number)


def _by_timetable(t: Tournament, now: int, number: int) -> Drawn:
    """Whoever was to meet somebody who is gone sits out."""
    pairs = schedule.of(t)[number - 1]
    here = [pair for pair in pairs if "" not in pair and not any(one in t.gone for one in pair)]
    out = [one for pair in pairs if pair not in here for one in pair if one and one not in t.gone]
    made = tuple(Pairing(f"{number}-{n}", pair) for n, pair in enumerate(here, 1))
    return Drawn(at=now, round=number, pairings=made, byes=tuple(out))


def _in_groups(t: Tournament, now: int, number: int) -> Drawn:
    past, rng = PairingHistory(t), random.Random(f"{t.seed} {number}")
    players = t.active
    out = who_sits_out(t, past, sorted(players, key=lambda one: t.lot(f"{number} {one}")), len(players) % t.rules.seats)
    made = groups([one for one in players if one not in out], t.rules.seats, past, rng, lambda a, b: 0)
    pairings = tuple(Pairing(f"{number}-{n}", seated(t, past, group, number)) for n, group in enumerate(made, 1))
    return Drawn(at=now, round=number, pairings=pairings, byes=tuple(out))
