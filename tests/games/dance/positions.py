"""Positions set up by hand, and games played at random."""

from collections.abc import Iterator, Sequence
from random import Random

from parlour.core.dealer import Dealer
from parlour.core.game import CHANCE, State
from parlour.core.match import Match
from parlour.games.dance import GAME
from parlour.games.dance.board import DECK, HIGHEST, LOWEST, ON_PILE, PLAYING, STARTS

CARDS = range(LOWEST, HIGHEST + 1)


def position(
    hands: Sequence[Sequence[int]],
    tops: Sequence[int] = STARTS,
    deck: Sequence[int] | None = None,
    *,
    turn: int = 0,
    played: int = 0,
    phase: int = PLAYING,
    hand: int = 7,
    minimum: int = 2,
) -> State:
    """Seat `turn` has played so many. `deck` names the cards left in it; without it, nothing lies under the tops."""
    s = GAME.new(len(hands), {"hand": hand, "minimum": minimum})
    held = [card for cards in hands for card in cards]
    covered = set() if deck is None else set(CARDS) - {*held, *deck, *tops}
    pile_of = {top: pile for pile, top in enumerate(tops) if top != STARTS[pile]}
    for seat, cards in enumerate(hands):
        s.place[list(cards)] = seat
        s.hand_count[seat] = len(cards)
    for n, card in enumerate([*sorted(covered), *pile_of]):
        s.laid[n], s.place[card], s.laid_count = card, ON_PILE + pile_of.get(card, next(iter(pile_of.values()))), n + 1
    s.top = tops
    s.deck_count = sum(s.place[card] == DECK for card in CARDS)
    s.phase, s.turn, s.played, s.starter = phase, turn, played, 0
    s.needed = minimum if s.deck_count else 1
    return s


def play(s: State, *texts: str) -> State:
    """The actor's steps, whoever it is."""
    for text in texts:
        action = GAME.parse(text)
        assert action is not None, text
        GAME.apply(s, GAME.actor(s), action)
    return s


def say(s: State, seat: int, *texts: str) -> State:
    for text in texts:
        GAME.apply(s, seat, GAME.parse(text))
    return s


def legal(s: State, seat: int | None = None) -> list[str]:
    return [GAME.text(a) for a in GAME.list_legal(s, int(s.turn) if seat is None else seat)]


def also(s: State, seat: int) -> list[str]:
    return [GAME.text(a) for a in GAME.list_also(s, seat)]


def ending(s: State) -> str:
    return GAME.endings[GAME.ending(s)]


def dealt(seats: int, secret: int = 1, **options: int) -> Match:
    """A match after its deal."""
    match = Match(GAME, seats, options, Dealer(seats, bytes([secret]) * 32))
    match.deal_all()
    return match


def random_match(seats: int, seed: int, signals: bool = True, **options: int) -> Iterator[Match]:
    """A match at its start and after each of its steps: cards, draws and now and then a signal."""
    random, match = Random(seed), Match(GAME, seats, options)
    yield match
    while not match.over:
        seat = random.randrange(seats)
        if signals and random.random() < 0.2 and match.also(seat):
            match.play(seat, random.choice(match.also(seat)))
        elif match.actor == CHANCE:
            match.play(CHANCE, random.choice(list(match.outcomes())))
        else:
            match.play(match.actor, random.choice(match.legal(match.actor)))
        yield match
