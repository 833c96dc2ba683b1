"""The rules of The Dance. `notation.py` says which number is which action."""

from parlour.core.game import CHANCE, OVER, Floats, Ints, Options, State, blank
from parlour.core.jit import entry, rule
from parlour.core.rng import Rng, below
from parlour.games.dance.board import (
    CARDS,
    DEALING,
    DECK,
    DRAWING,
    HIGHEST,
    JUMP,
    LOWEST,
    MOST_SEATS,
    MOST_SIGNALS,
    NOBODY,
    ON_PILE,
    OPENING,
    PERFECT,
    PILES,
    PLAYING,
    RISING,
    SIGNALS,
    STARTS,
    STATE,
    STUCK,
)
from parlour.games.dance.notation import CLEAR, END, LAY, PASS, SAY

WORDS = len(SIGNALS)


def new(seats: int, options: Options) -> State:
    """All cards are in the deck, and the deal comes first."""
    s = blank(STATE)
    s.place = DECK
    s.top = STARTS
    s.deck_count = CARDS
    s.phase = DEALING
    s.starter = NOBODY
    s.seats = seats
    s.hand = int(options["hand"])
    s.minimum = int(options["minimum"])
    return s


@entry
def actor(s: State) -> int:
    if s.phase >= STUCK:
        return OVER
    if s.phase == DEALING or s.phase == DRAWING:
        return CHANCE
    return int(s.turn)


# -- what a seat may do ---------------------------------------------------------------------------------


@rule
def fits(s: State, card: int, pile: int) -> bool:
    """A pile takes what goes its way, and the card exactly ten back."""
    top = int(s.top[pile])
    if pile < RISING:
        return card > top or card == top - JUMP
    return card < top or card == top + JUMP


@rule
def can_lay(s: State, place: int) -> bool:
    """Whether some card that is at this place, a seat's hand or the deck, fits some pile."""
    for card in range(LOWEST, HIGHEST + 1):
        if s.place[card] == place:
            for pile in range(PILES):
                if fits(s, card, pile):
                    return True
    return False


@entry
def legal(s: State, seat: int, out: Ints) -> int:
    """Cards by number and pile, then `pass` or `end`."""
    if (s.phase != OPENING and s.phase != PLAYING) or seat != s.turn:
        return 0
    n = 0
    for card in range(LOWEST, HIGHEST + 1):
        if s.place[card] == seat:
            for pile in range(PILES):
                if fits(s, card, pile):
                    out[n] = LAY + PILES * card + pile
                    n += 1
    if s.phase == OPENING:
        out[n] = PASS
        n += 1
    elif s.played >= s.needed:
        out[n] = END
        n += 1
    return n


@entry
def also(s: State, seat: int, out: Ints) -> int:
    """The signals that would change something."""
    if s.phase == DEALING or s.phase >= STUCK or s.said[seat] >= MOST_SIGNALS:
        return 0
    n = 0
    showing = False
    for pile in range(PILES):
        showing = showing or s.signal[seat, pile] != 0
        for word in range(WORDS):
            if s.signal[seat, pile] != word + 1:
                out[n] = SAY + PILES * word + pile
                n += 1
    if showing:
        out[n] = CLEAR
        n += 1
    return n


# -- steps ----------------------------------------------------------------------------------------------


@entry
def apply(s: State, who: int, action: int) -> None:
    if action >= SAY:
        say(s, who, action)
        return
    for seat in range(MOST_SEATS):
        s.said[seat] = 0
    if action < LAY:
        draw(s, action)
    elif action == PASS:
        pass_on(s)
    elif action == END:
        end_turn(s)
    else:
        lay(s, who, (action - LAY) // PILES, (action - LAY) % PILES)


@rule
def lay(s: State, seat: int, card: int, pile: int) -> None:
    """A card onto a pile; the first one makes its player the starter, the last one ends the game."""
    if s.laid_count == 0:
        s.starter = seat
        s.phase = PLAYING
    s.place[card] = ON_PILE + pile
    s.top[pile] = card
    s.laid[int(s.laid_count)] = card
    s.laid_count = int(s.laid_count) + 1
    s.hand_count[seat] = int(s.hand_count[seat]) - 1
    s.played = int(s.played) + 1
    if s.laid_count == CARDS:
        s.phase = PERFECT
    elif s.hand_count[seat] == 0:
        end_turn(s)
    else:
        lose_if_stuck(s, seat)


@rule
def pass_on(s: State) -> None:
    """When every seat has passed, passing is over, and the turn has come to seat 0 again."""
    s.passes = int(s.passes) + 1
    s.turn = (int(s.turn) + 1) % int(s.seats)
    if s.passes == s.seats:
        s.phase = PLAYING


@rule
def end_turn(s: State) -> None:
    """The player's signals vanish; then it draws, or the next one plays."""
    for pile in range(PILES):
        s.signal[s.turn, pile] = 0
    if s.deck_count > 0:
        s.phase = DRAWING
    else:
        next_turn(s)


@rule
def draw(s: State, card: int) -> None:
    """One card from the deck, in the deal and at the end of a turn, up to the hand size while the deck lasts."""
    seat = s.turn
    s.place[card] = seat
    s.hand_count[seat] = int(s.hand_count[seat]) + 1
    s.deck_count = int(s.deck_count) - 1
    if s.hand_count[seat] == s.hand or s.deck_count == 0:
        if s.phase == DRAWING:
            next_turn(s)
        elif int(seat) + 1 < int(s.seats):
            s.turn = int(seat) + 1
        else:
            open_play(s)


@rule
def open_play(s: State) -> None:
    """The deal is done: from seat 0 on, each may start or pass. Alone there is nobody to pass to."""
    begin_turn(s, 0)
    if s.seats > 1:
        s.phase = OPENING


@rule
def next_turn(s: State) -> None:
    """The next seat with cards: a seat without them, and no deck to draw from, is skipped."""
    seat = (int(s.turn) + 1) % int(s.seats)
    while s.hand_count[seat] == 0:
        seat = (seat + 1) % int(s.seats)
    begin_turn(s, seat)


@rule
def begin_turn(s: State, seat: int) -> None:
    s.turn = seat
    s.phase = PLAYING
    s.played = 0
    s.needed = int(s.minimum) if s.deck_count > 0 else 1
    lose_if_stuck(s, seat)


@rule
def must_lay(s: State) -> bool:
    """Whether the seat on turn has not met the minimum yet."""
    return bool((s.phase == OPENING or s.phase == PLAYING) and s.played < s.needed)


@rule
def lose_if_stuck(s: State, seat: int) -> None:
    """The game is over when the player has not met the minimum and no card of the hand fits any pile."""
    if must_lay(s) and not can_lay(s, seat):
        s.phase = STUCK


@rule
def say(s: State, seat: int, action: int) -> None:
    """A signal for a pile, in place of an older one; or all of them taken away."""
    s.said[seat] = int(s.said[seat]) + 1
    if action == CLEAR:
        for pile in range(PILES):
            s.signal[seat, pile] = 0
    else:
        s.signal[seat, (action - SAY) % PILES] = (action - SAY) // PILES + 1


# -- chance ---------------------------------------------------------------------------------------------


@entry
def chance(s: State, out: Ints, weights: Ints) -> int:
    """Each card left in the deck is equally likely."""
    n = 0
    for card in range(LOWEST, HIGHEST + 1):
        if s.place[card] == DECK:
            out[n] = card
            weights[n] = 1
            n += 1
    return n


@entry
def sample(s: State, rng: Rng) -> int:
    """One of them: the deck's n-th card by number."""
    left = below(rng, int(s.deck_count))
    card = LOWEST
    while s.place[card] != DECK or left > 0:
        if s.place[card] == DECK:
            left -= 1
        card += 1
    return card


@entry
def determinize(s: State, viewer: int, rng: Rng) -> None:
    """Deal the cards that this viewer cannot see anew among the other hands and the deck."""
    if s.phase >= STUCK:
        return  # everything is public
    unseen = gather_unseen(s, viewer)
    first = viewer
    if must_lay(s):
        first = int(s.turn)
        if first != viewer:
            deal_playable_hand(s, first, unseen, rng)
            unseen -= int(s.hand_count[first])
    for seat in range(int(s.seats)):
        if seat != viewer and seat != first:
            deal_hand(s, seat, unseen, rng)
            unseen -= int(s.hand_count[seat])


@rule
def gather_unseen(s: State, viewer: int) -> int:
    """Back into the deck with all that the viewer does not see; answers how many cards that makes."""
    unseen = 0
    for card in range(LOWEST, HIGHEST + 1):
        if s.place[card] == DECK or (s.place[card] < MOST_SEATS and s.place[card] != viewer):
            s.place[card] = DECK
            unseen += 1
    return unseen


@rule
def deal_playable_hand(s: State, seat: int, unseen: int, rng: Rng) -> None:
    """The game would be over if the player who has to lay a card could not: everybody knows that it can.

    Its hand is dealt before all others and dealt again until it will do: so each possible deal stays equally likely.
    """
    possible = can_lay(s, DECK)
    deal_hand(s, seat, unseen, rng)
    while possible and not can_lay(s, seat):
        for card in range(LOWEST, HIGHEST + 1):
            if s.place[card] == seat:
                s.place[card] = DECK
        deal_hand(s, seat, unseen, rng)


@rule
def deal_hand(s: State, seat: int, unseen: int, rng: Rng) -> None:
    """As many of the unseen cards as this seat holds, every choice being equally likely."""
    wanted = int(s.hand_count[seat])
    for card in range(LOWEST, HIGHEST + 1):
        if s.place[card] == DECK:
            if below(rng, unseen) < wanted:
                s.place[card] = seat
                wanted -= 1
            unseen -= 1


# -- the end --------------------------------------------------------------------------------------------


@rule
def cards_left(s: State) -> int:
    """In hands and deck: the score, and the fewer the better."""
    return CARDS - int(s.laid_count)


@entry
def returns(s: State, out: Floats) -> None:
    """The same for every seat."""
    for seat in range(int(s.seats)):
        out[seat] = 1.0 - 2.0 * cards_left(s) / CARDS


@entry
def scores(s: State, out: Ints) -> None:
    for seat in range(int(s.seats)):
        out[seat] = cards_left(s)


@entry
def ending(s: State) -> int:
    return int(s.phase) - STUCK
