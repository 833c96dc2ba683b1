"""Who sits where: everybody in every seat about as often."""

from collections.abc import Iterable, Sequence
from itertools import permutations

from parlour.house.tournaments.pairing.history import PairingHistory
from parlour.house.tournaments.state import Tournament

MOST_ORDERS = 5  # seats up to which every order is looked at; with more, everybody only moves around


def seated(t: Tournament, past: PairingHistory, group: Sequence[str], number: int) -> tuple[str, ...]:
    """The order in which the fullest seats are the least full; then nobody where they sat last; then by lot."""
    first = sorted(group, key=lambda one: (t.lot(f"{number} {one}"), one))
    orders = (
        list(permutations(first))
        if len(first) <= MOST_ORDERS
        else [(*first[turn:], *first[:turn]) for turn in range(len(first))]
    )

    def cost(order: Iterable[str]) -> tuple[int, int]:
        # Having sat there once more than others weighs little, twice more a lot: one at a table is not to bear it all.
        order = list(order)
        often = sum((past.sat[one, seat] + 1) ** 3 - past.sat[one, seat] ** 3 for seat, one in enumerate(order))
        return often, sum(past.last_seat.get(one) == seat for seat, one in enumerate(order))

    return tuple(min(orders, key=cost))
