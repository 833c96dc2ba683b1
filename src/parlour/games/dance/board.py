"""The table of The Dance: 98 cards, four piles, up to five hands, and the state of a game."""

import numpy as np

LOWEST, HIGHEST = 2, 99
CARDS = 98
JUMP = 10  # the step back that a pile takes, exactly
MOST_SEATS = 5
LEAST_HAND, MOST_HAND = 3, 12
MOST_MINIMUM = 3

PILES = 4
RISING = 2  # piles 0 and 1 rise, piles 2 and 3 fall; players count them from 1
STARTS = (1, 1, 100, 100)

# Where a card is: in the hand of a seat (0 to 4), on a pile, in the deck.
ON_PILE = MOST_SEATS
DECK = ON_PILE + PILES

DEALING, OPENING, PLAYING, DRAWING, STUCK, PERFECT = range(6)
NOBODY = -1

SIGNALS = ("mine", "keep", "go")  # in a state a signal is 1 + its place here; 0 is none
MOST_SIGNALS = 4  # of one seat between two steps that are not signals, or they could carry a number as a code

# Signed throughout: in compiled code `int` of an unsigned field stays unsigned, and 0 − 1 is no −1.
STATE = np.dtype(
    [
        ("place", np.int8, (HIGHEST + 1,)),  # of each card; the first two are no cards
        ("laid", np.int8, (CARDS,)),  # the cards on the piles, in the order in which they came
        ("laid_count", np.int8),
        ("top", np.int8, (PILES,)),
        ("hand_count", np.int8, (MOST_SEATS,)),
        ("deck_count", np.int8),
        ("signal", np.int8, (MOST_SEATS, PILES)),
        ("said", np.int8, (MOST_SEATS,)),  # signals of each seat since the last step that was none
        ("phase", np.int8),
        ("turn", np.int8),  # the seat that plays, or that draws
        ("starter", np.int8),
        ("passes", np.int8),
        ("played", np.int8),  # cards this turn
        ("needed", np.int8),  # cards that this turn asks for
        ("seats", np.int8),
        ("hand", np.int8),  # the options
        ("minimum", np.int8),
    ],
    align=True,
)
