"""What seats tell each other, and what others make of it.

The convention is what the words say. *keep*: I have the card exactly ten back. *mine*: I have one of the next three.
*go* takes back what was said. Whoever says nothing has neither. A seat says so while others play, and again whenever
cards or piles have changed; so what stands is a fact about the hand, and a playout may read it off the hands.
"""

from parlour.core.game import State
from parlour.core.jit import rule
from parlour.core.knowledge import NONE
from parlour.core.rng import Rng, below
from parlour.games.dance.board import (
    DECK,
    HIGHEST,
    JUMP,
    LOWEST,
    MOST_SEATS,
    MOST_SIGNALS,
    ON_PILE,
    OPENING,
    PILES,
    PLAYING,
    RISING,
    SIGNALS,
)
from parlour.games.dance.notation import SAY
from parlour.games.dance.rules import determinize

NEAR = 3  # steps
SILENT, MINE, KEEP, GO = 0, 1 + SIGNALS.index("mine"), 1 + SIGNALS.index("keep"), 1 + SIGNALS.index("go")
TRIES = 12  # to find another card for one that a signal rules out


@rule
def card_at(s: State, pile: int, steps: int) -> int:
    """The card so many steps further on a pile, or back; 0 if there is no such card."""
    top = int(s.top[pile])
    card = top + steps if pile < RISING else top - steps
    return card if LOWEST <= card <= HIGHEST else 0


@rule
def held_by_another(s: State, seat: int, card: int) -> bool:
    return card > 0 and s.place[card] < MOST_SEATS and s.place[card] != seat


@rule
def called_by_jump(s: State, seat: int, pile: int) -> bool:
    """Whether another seat says, or would say, *keep*."""
    return held_by_another(s, seat, card_at(s, pile, -JUMP))


@rule
def called_near(s: State, seat: int, pile: int) -> bool:
    for steps in range(1, NEAR + 1):  # noqa: SIM110  compiled code has no generators
        if held_by_another(s, seat, card_at(s, pile, steps)):
            return True
    return False


@rule
def call(s: State, seat: int, pile: int) -> int:
    """What a seat has to say of a pile."""
    jump = card_at(s, pile, -JUMP)
    if jump > 0 and s.place[jump] == seat:
        return KEEP
    for steps in range(1, NEAR + 1):
        card = card_at(s, pile, steps)
        if card > 0 and s.place[card] == seat:
            return MINE
    return SILENT


@rule
def remark(s: State, seat: int, rng: Rng) -> int:
    """What has changed in what there is to say. On its own turn a seat is silent: signals would vanish with it."""
    if s.seats == 1 or s.turn == seat or (s.phase != OPENING and s.phase != PLAYING) or s.said[seat] >= MOST_SIGNALS:
        return NONE
    for pile in range(PILES):
        said, now = int(s.signal[seat, pile]), call(s, seat, pile)
        if now == SILENT and said in (MINE, KEEP):
            now = GO
        if now != SILENT and now != said:
            return SAY + PILES * (now - 1) + pile
    return NONE


# -- what others' signals tell of their hands -----------------------------------------------------------


@rule
def guess(s: State, viewer: int, rng: Rng) -> None:
    """A deal that goes with what was said: cards that a signal asks for or rules out change places."""
    determinize(s, viewer, rng)
    # Off turn nothing is planned; and the player's hand must stay one that can be laid.
    if s.turn != viewer or (s.phase != OPENING and s.phase != PLAYING):
        return
    for seat in range(int(s.seats)):
        if seat != viewer:
            for pile in range(PILES):
                believe(s, viewer, seat, pile, rng)
    for seat in range(int(s.seats)):
        if seat != viewer:
            for pile in range(PILES):
                disbelieve(s, viewer, seat, pile, rng)


@rule
def believe(s: State, viewer: int, seat: int, pile: int, rng: Rng) -> None:
    """Give a seat the card that it said it has, if it can have it."""
    said = int(s.signal[seat, pile])
    if (said != MINE and said != KEEP) or call(s, seat, pile) == said:
        return
    if said == KEEP:
        give(s, viewer, seat, card_at(s, pile, -JUMP), rng)
    else:
        first = below(rng, NEAR)
        for k in range(NEAR):
            if give(s, viewer, seat, card_at(s, pile, 1 + (first + k) % NEAR), rng):
                return


@rule
def give(s: State, viewer: int, seat: int, card: int, rng: Rng) -> bool:
    """The card to the seat, and one that it has not called to where that was."""
    if card == 0 or s.place[card] == viewer or (ON_PILE <= s.place[card] < DECK) or s.hand_count[seat] == 0:
        return False
    if s.place[card] < MOST_SEATS and is_called(s, int(s.place[card]), card):
        return False
    for _ in range(TRIES):
        other = any_card(s, seat, rng)
        if not is_called(s, seat, other):
            s.place[other] = s.place[card]
            s.place[card] = seat
            return True
    return False


@rule
def disbelieve(s: State, viewer: int, seat: int, pile: int, rng: Rng) -> None:
    """Take from a seat what it would have told of, if there is another card for it."""
    said = int(s.signal[seat, pile])
    if said != KEEP:
        exchange(s, viewer, seat, card_at(s, pile, -JUMP), rng)
    if said != KEEP and said != MINE:
        for steps in range(1, NEAR + 1):
            exchange(s, viewer, seat, card_at(s, pile, steps), rng)


@rule
def exchange(s: State, viewer: int, seat: int, card: int, rng: Rng) -> None:
    """For a card of the deck of which nothing is to be told; with the deck empty, what is not told stays unknown."""
    if card == 0 or s.place[card] != seat or is_called(s, seat, card) or s.deck_count == 0:
        return
    for _ in range(TRIES):
        other = any_card(s, DECK, rng)
        if not is_telling(s, other):
            s.place[other] = seat
            s.place[card] = DECK
            return


@rule
def is_called(s: State, seat: int, card: int) -> bool:
    """Whether a card is one that the seat has signalled."""
    for pile in range(PILES):
        if s.signal[seat, pile] == KEEP and card == card_at(s, pile, -JUMP):
            return True
        if s.signal[seat, pile] == MINE and is_near(s, card, pile):
            return True
    return False


@rule
def is_telling(s: State, card: int) -> bool:
    """Whether whoever has this card has something to say."""
    for pile in range(PILES):  # noqa: SIM110
        if card == card_at(s, pile, -JUMP) or is_near(s, card, pile):
            return True
    return False


@rule
def is_near(s: State, card: int, pile: int) -> bool:
    gap = card - int(s.top[pile]) if pile < RISING else int(s.top[pile]) - card
    return 1 <= gap <= NEAR


@rule
def any_card(s: State, place: int, rng: Rng) -> int:
    """One of a hand that is not empty, or of the deck."""
    left = below(rng, int(s.deck_count) if place == DECK else int(s.hand_count[place]))
    card = LOWEST
    while s.place[card] != place or left > 0:
        if s.place[card] == place:
            left -= 1
        card += 1
    return card
