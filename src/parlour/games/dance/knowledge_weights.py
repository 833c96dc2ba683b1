"""What the facts that a plan looks at are worth, by number of seats; found by playing (see `WEIGHTS`)."""

import numpy as np

(
    LAID,  # a card got rid of …
    LAID_BY_ROOM,  # … and more, the more of what is left the piles can take
    ROOM_BEHIND,  # a card that the worse of two like piles can take; on the better one it is worth 1
    DEAD,  # a card that no pile can take
    SINGLE,  # a card that only one can
    BACK,  # each card that the jump in the hand makes possible again …
    BACK_ANY,  # … and the jump itself
    CLOSE,  # a card in the hand close to a pile, by step
    PAIR,  # two cards in the hand that are ten apart
    KEEP,  # as `BACK`, where another says keep and the pile was not touched …
    KEEP_ANY,  # … and that itself
    MINE,  # another says mine and the pile was not touched, …
    MINE_NUDGED,  # … or hardly: that share of it
    BLOCKED,  # a card in the hand that no pile can take
    PASSED,  # not having to start
    EMPTY_DECK,  # a card got rid of when there are no new ones
) = range(16)

# How they were found: by the cross-entropy method on whole games of the bare policy, 30 sets of weights a round and 300
# games for each; 14 rounds for three seats, which left 11.4 cards before and 3.2 after, then 9 for each other number.
# fmt: off
WEIGHTS = np.array(
    [
        [2.35, 1.12, 0.58, 1.78, 0.26, -0.14, -0.23, -0.14, 1.46, 0.00, 0.00, 0.00, 0.00, 1.39, 0.00, -1.61],
        [3.31, 0.69, 0.56, 1.82, 0.43, -0.03, -0.21, -0.12, 1.29, 1.72, 2.21, 4.49, 0.86, 0.69, -1.84, -1.61],
        [3.55, 0.85, 0.57, 1.49, 0.34, -0.02, -0.10, -0.16, 1.46, 1.65, 1.76, 3.57, 0.79, 0.93, -2.16, -1.53],
        [3.77, 0.84, 0.59, 1.89, 0.53, 0.01, -0.14, -0.16, 1.40, 1.58, 2.27, 3.77, 0.75, 0.97, -3.88, -1.70],
        [3.80, 0.90, 0.60, 1.73, 0.37, -0.05, 0.14, -0.23, 1.43, 1.76, 1.87, 3.21, 0.93, 1.01, -3.30, -1.57],
    ]
)
# fmt: on

# What the cards left at the end depend on, as `facts` lists it: the share of cards not laid yet, times what each fact
# counts for at the end, along the way (× that share) and at the beginning (× its square). Least squares over 4,000
# games of the policy for each number of seats. Of 2 to 20 cards left it is off by about 1, of 20 to 40 by 2 to 4.
FACTS = 11
# fmt: off
FORECAST = np.array(
    [
        [
            [9.72, -0.17, -21.25, -37.06, -17.82, -44.10, 45.50, 20.84, -6.11, 0.54, -3.29],
            [73.00, 9.72, 6.70, 16.79, -2.27, 30.05, 27.51, 142.44, -15.35, -12.61, -41.07],
            [-74.85, 73.00, 23.42, -0.46, 25.42, -5.73, -130.32, -50.07, 6.79, 9.27, -6.64],
        ],
        [
            [6.24, 0.23, -10.59, -8.12, -13.24, -8.74, 34.13, 29.69, -0.99, 0.61, 4.07],
            [43.30, 6.24, -24.83, -6.85, -8.11, -10.41, 62.37, -87.94, -8.40, -6.20, -13.87],
            [-0.45, 43.30, -35.78, 7.91, -50.21, 14.08, 154.01, 57.88, 6.81, 4.70, 68.46],
        ],
        [
            [9.72, 0.34, -12.75, -9.49, -12.75, -12.62, 38.25, 25.65, -1.00, 0.70, 3.04],
            [44.37, 9.72, -30.67, -8.87, -24.28, -3.78, 102.48, -144.24, -8.86, -7.90, 3.15],
            [-19.44, 44.37, -14.63, 12.76, -22.76, 10.75, 55.02, -5.82, 7.05, 6.72, 37.08],
        ],
        [
            [15.32, 0.07, -14.79, -10.18, -15.33, -10.34, 53.25, 25.87, -1.35, -0.05, 7.81],
            [14.19, 15.32, -32.05, 12.20, -30.27, 10.98, 104.36, -179.44, -0.78, -1.65, 27.85],
            [33.61, 14.19, -34.36, -4.42, -34.97, -3.52, 142.97, -81.59, 0.63, 1.23, 40.04],
        ],
        [
            [16.31, -0.08, -11.93, -9.79, -12.49, -9.10, 44.15, 38.04, -1.02, -0.13, 3.41],
            [-7.40, 16.31, -7.39, 13.21, -6.05, 12.17, 19.76, -98.97, -0.91, -1.40, 13.71],
            [43.96, -7.40, -36.22, -4.62, -33.21, -5.72, 146.72, 42.08, 0.92, 1.33, 33.33],
        ],
    ]
)
# fmt: on
