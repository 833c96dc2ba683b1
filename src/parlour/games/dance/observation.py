"""What a seat observes: the 98 cards as one row, its hand by places, the piles, and what others have signalled.

Other seats come in the order in which they play after this one.
"""

from parlour.core.game import Options, State
from parlour.core.jit import entry
from parlour.core.observation import NamedScalar, Observation, Planes, Scalars, flags
from parlour.games.dance.board import CARDS, HIGHEST, LOWEST, MOST_MINIMUM, ON_PILE, OPENING, PILES, RISING, SIGNALS
from parlour.games.dance.rules import actor

HAND, LAID = 0, 1
WORDS = len(SIGNALS)
FARTHEST = HIGHEST - 1  # a card can be ahead of a pile, or behind it


def observation(seats: int, options: Options) -> Observation:
    hand = int(options["hand"])
    scalars = [
        *flags("turn", "may pass"),
        NamedScalar("played", hand),
        NamedScalar("needed", MOST_MINIMUM),
        NamedScalar("deck", CARDS),
    ]
    scalars += [NamedScalar(f"cards of seat +{k}", hand) for k in range(seats)]
    scalars += [NamedScalar(f"top of pile {pile + 1}", HIGHEST + 1) for pile in range(PILES)]
    for slot in range(hand):
        scalars.append(NamedScalar(f"card {slot + 1}", HIGHEST))
        scalars += [NamedScalar(f"card {slot + 1} ahead of pile {p + 1}", FARTHEST, -FARTHEST) for p in range(PILES)]
    for k in range(seats):
        for pile in range(PILES):
            scalars += flags(*(f"seat +{k} says {word} of pile {pile + 1}" for word in SIGNALS))
    return Observation(("hand", "laid"), 1, CARDS, tuple(scalars))


@entry
def observe(s: State, seat: int, planes: Planes, scalars: Scalars) -> None:
    seats = int(s.seats)
    scalars[0] = 1 if actor(s) == seat else 0
    scalars[1] = 1 if s.phase == OPENING else 0
    scalars[2] = int(s.played)
    scalars[3] = int(s.needed)
    scalars[4] = int(s.deck_count)
    n = 5
    for k in range(seats):
        scalars[n] = int(s.hand_count[(seat + k) % seats])
        n += 1
    for pile in range(PILES):
        scalars[n] = int(s.top[pile])
        n += 1
    slots = n + (1 + PILES) * int(s.hand)
    for card in range(LOWEST, HIGHEST + 1):
        held = s.place[card] == seat
        planes[HAND * CARDS + card - LOWEST] = 1 if held else 0
        planes[LAID * CARDS + card - LOWEST] = 1 if s.place[card] >= ON_PILE and s.place[card] < ON_PILE + PILES else 0
        if held:
            scalars[n] = card
            for pile in range(PILES):
                ahead = card - int(s.top[pile])
                scalars[n + 1 + pile] = ahead if pile < RISING else -ahead
            n += 1 + PILES
    while n < slots:
        scalars[n] = 0
        n += 1
    for k in range(seats):
        who = (seat + k) % seats
        for pile in range(PILES):
            for word in range(WORDS):
                scalars[n] = 1 if s.signal[who, pile] == word + 1 else 0
                n += 1
