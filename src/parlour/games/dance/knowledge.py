"""How to play The Dance well: plan the turn whole, say what others should know, believe what they say."""

import math

from parlour.core.game import Floats, Ints, State
from parlour.core.jit import rule
from parlour.core.knowledge import Knowledge
from parlour.core.portable import exp
from parlour.core.rng import Rng
from parlour.games.dance.board import CARDS, DECK, HIGHEST, LOWEST, MOST_SEATS, NOBODY, PILES
from parlour.games.dance.knowledge_cards import count, count_between, has, high_of, low_of
from parlour.games.dance.knowledge_net import NET
from parlour.games.dance.knowledge_plan import (
    STUCK_WORTH,
    Turn,
    best_way_on,
    hand_of,
    reach,
    sensible,
    turn_of,
    with_top,
    worth,
)
from parlour.games.dance.knowledge_signals import called_by_jump, called_near, guess, remark
from parlour.games.dance.knowledge_weights import FORECAST, PASSED
from parlour.games.dance.notation import END, LAY, PASS
from parlour.games.dance.rules import cards_left, legal

WARMTH = 2.0  # the loss of worth that makes a step e times less likely to be tried
SENSELESS = 2 * STUCK_WORTH
FAINT = 0.001  # the share that the worst step gets


@rule
def promise(turn: Turn, hand_low: int, hand_high: int, action: int, stack: Floats, bottom: int) -> float:
    """What may come of the turn if it goes on with this step."""
    if action in (END, PASS):
        value = worth(turn, turn.start, hand_low, hand_high)
        return value if action == END else value + turn.weights[PASSED]
    card, pile = (action - LAY) // PILES, (action - LAY) % PILES
    low, high = sensible(turn.start, pile, hand_low, hand_high, reach(turn, 0))
    if not has(low, high, card):
        return SENSELESS
    low, high = hand_low & ~low_of(card), hand_high & ~high_of(card)
    return best_way_on(turn, with_top(turn.start, pile, card), low, high, pile, 1, stack, bottom)


@rule
def policy(s: State, seat: int, rng: Rng, out: Ints, weights: Floats) -> int:
    """The first step of the best plan."""
    turn = turn_of(s, seat)
    hand_low, hand_high = hand_of(s, seat)
    best, best_value = -1, -math.inf
    for i in range(legal(s, seat, out)):
        value = promise(turn, hand_low, hand_high, int(out[i]), weights, 0)
        if value > best_value:
            best, best_value = int(out[i]), value
    return best


@rule
def prior(s: State, seat: int, actions: Ints, n: int, weights: Floats) -> None:
    """By how much each step's plan falls short of the best."""
    turn = turn_of(s, seat)
    hand_low, hand_high = hand_of(s, seat)
    best = -math.inf
    for i in range(n):
        weights[i] = promise(turn, hand_low, hand_high, int(actions[i]), weights, n)
        best = max(best, weights[i])
    for i in range(n):
        weights[i] = exp((weights[i] - best) / WARMTH) + FAINT


@rule
def expected_left(s: State) -> float:
    """How many cards will be left at the end: a sum over facts, each of which counts as far as the game has come."""
    low, high, hands_low, hands_high = 0, 0, 0, 0
    for card in range(LOWEST, HIGHEST + 1):
        place = int(s.place[card])
        if place < MOST_SEATS or place == DECK:
            low |= low_of(card)
            high |= high_of(card)
            if place < MOST_SEATS:
                hands_low |= low_of(card)
                hands_high |= high_of(card)
    rising, behind = min(int(s.top[0]), int(s.top[1])), max(int(s.top[0]), int(s.top[1]))
    falling, below = max(int(s.top[2]), int(s.top[3])), min(int(s.top[2]), int(s.top[3]))
    jumps, near = 0, 0
    for pile in range(PILES):
        jumps += int(called_by_jump(s, NOBODY, pile))
        near += int(called_near(s, NOBODY, pile))
    left = count(low, high)
    expected = fact(s, 0, left, CARDS) + fact(s, 1, 1, 1)
    expected += fact(s, 2, count_between(low, high, rising, HIGHEST + 1), CARDS)
    expected += fact(s, 3, count_between(low, high, behind, HIGHEST + 1), CARDS)
    expected += fact(s, 4, count_between(low, high, 0, falling), CARDS)
    expected += fact(s, 5, count_between(low, high, 0, below), CARDS)
    # What no pile takes, of all cards and of those in hands; and what goes both up and down.
    expected += fact(s, 6, count_between(low, high, falling - 1, rising + 1), CARDS)
    expected += fact(s, 7, count_between(hands_low, hands_high, falling - 1, rising + 1), CARDS)
    expected += fact(s, 8, jumps, PILES) + fact(s, 9, near, PILES)
    expected += fact(s, 10, count_between(low, high, rising, falling), CARDS)
    return expected


@rule
def fact(s: State, number: int, amount: int, most: int) -> float:
    share = cards_left(s) / CARDS
    counts = FORECAST[int(s.seats) - 1]
    return float(amount / most * (counts[0, number] + share * (counts[1, number] + share * counts[2, number])))


@rule
def evaluate(s: State, values: Floats) -> None:
    """By the cards that are likely to be left."""
    left = cards_left(s)
    forecast = min(max(expected_left(s), 0.0), float(left))
    for seat in range(len(values)):
        values[seat] = 1.0 - 2.0 * forecast / CARDS


KNOWLEDGE = Knowledge(
    policy=policy,
    evaluate=evaluate,
    prior=prior,
    guess=guess,
    remark=remark,
    net=NET,
    # About two turns. Whole games say more but scatter by 5 to 9 cards, and take five to eight times as long at first.
    # With 60 simulations, alone 9.7 cards left (240 games), by the bare policy 13; three 1.5 (185), not 2.9.
    cutoff=16,
    explore=0.1,  # a card more or less is 0.02
    urgency=0.02,
    pace=700,
)
