"""Pairs out of many players, some of whom should not meet: as few of those pairs as can be, and else as each prefers.

The largest set of allowed pairs is found by growing trees from each who is left, odd rings shrunk to a point (Edmonds,
“Paths, trees, and flowers”, 1965). Whether a pair can be had without spoiling the rest is asked of that, so the search
never has to go back, and never gives up.
"""

from collections import deque
from collections.abc import Callable, Sequence

NOBODY = -1
Graph = Sequence[Sequence[int]]  # by player: whom it may meet


def pairs(allowed: Graph, wishes: Callable[[int, list[int]], list[int]]) -> list[tuple[int, int]]:
    """Pair an even number of players, the first ones first, each with the first of its wishes (all others, in the order
    of its liking) that leaves the fewest pairs beyond what is allowed."""
    left = [True] * len(allowed)
    mates = largest(allowed, left)
    spare = mates.count(NOBODY) // 2  # pairs that cannot be had as allowed
    made: list[tuple[int, int]] = []
    for one in range(len(allowed)):
        if not left[one]:
            continue
        left[one] = False
        for other in wishes(one, [n for n, here in enumerate(left) if here]):
            needed = 0 if other in allowed[one] else 1
            if needed > spare:
                continue
            left[other] = False
            rest = largest(allowed, left, [m if m != NOBODY and left[m] else NOBODY for m in mates])
            missing = sum(here and mate == NOBODY for here, mate in zip(left, rest, strict=True)) // 2
            if missing <= spare - needed:
                made.append((one, other))
                mates, spare = rest, missing
                break
            left[other] = True
    return made


def unpaired(allowed: Graph, left: Sequence[bool]) -> int:
    """How many of those who are left must stay without an allowed pair."""
    mates = largest(allowed, left)
    return sum(here and mate == NOBODY for here, mate in zip(left, mates, strict=True))


def largest(allowed: Graph, left: Sequence[bool], begin: Sequence[int] | None = None) -> list[int]:
    """As many allowed pairs as there can be among those who are left: by player, its mate."""
    mates = [NOBODY] * len(allowed) if begin is None else [m if left[n] else NOBODY for n, m in enumerate(begin)]
    for root, here in enumerate(left):
        if here and mates[root] == NOBODY:
            _Tree(allowed, left, mates, root).grow()
    return mates


class _Tree:
    """From one player without a mate, every other step along a pair, to another without."""

    def __init__(self, allowed: Graph, left: Sequence[bool], mates: list[int], root: int) -> None:
        self._allowed, self._left, self._mates, self._root = allowed, left, mates, root
        self._from = [NOBODY] * len(allowed)
        self._base = list(range(len(allowed)))  # of the ring that a player was shrunk into
        self._even = [False] * len(allowed)

    def grow(self) -> bool:
        """Find the other end and change pairs on the way there; False: there is none."""
        mates, waiting = self._mates, deque([self._root])
        self._even[self._root] = True
        while waiting:
            one = waiting.popleft()
            for other in self._allowed[one]:
                if not self._left[other] or self._base[one] == self._base[other] or mates[one] == other:
                    continue
                if other == self._root or (mates[other] != NOBODY and self._from[mates[other]] != NOBODY):
                    waiting.extend(self._shrink(one, other))
                elif self._from[other] == NOBODY:
                    self._from[other] = one
                    if mates[other] == NOBODY:
                        self._change(other)
                        return True
                    self._even[mates[other]] = True
                    waiting.append(mates[other])
        return False

    def _change(self, end: int) -> None:
        while end != NOBODY:
            before = self._from[end]
            after = self._mates[before]
            self._mates[end], self._mates[before] = before, end
            end = after

    def _shrink(self, one: int, other: int) -> list[int]:
        """An odd ring: all of it is one point from now on. Answers who is to be looked at anew."""
        base = self._common(one, other)
        ring: set[int] = set()
        self._mark(one, base, other, ring)
        self._mark(other, base, one, ring)
        anew = []
        for player, at in enumerate(self._base):
            if at in ring:
                self._base[player] = base
                if not self._even[player]:
                    self._even[player] = True
                    anew.append(player)
        return anew

    def _common(self, one: int, other: int) -> int:
        seen = set()
        at = self._base[one]
        while True:
            seen.add(at)
            if self._mates[at] == NOBODY:
                break
            at = self._base[self._from[self._mates[at]]]
        at = self._base[other]
        while at not in seen:
            at = self._base[self._from[self._mates[at]]]
        return at

    def _mark(self, player: int, base: int, child: int, ring: set[int]) -> None:
        while self._base[player] != base:
            mate = self._mates[player]
            ring |= {self._base[player], self._base[mate]}
            self._from[player] = child
            child, player = mate, self._from[mate]
