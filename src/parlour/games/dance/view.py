"""What a viewer may know: the piles with all their cards, the own hand, and how many cards lie elsewhere."""

from typing import Literal

import msgspec

from parlour.core.game import CHANCE, State, Viewer
from parlour.games.dance.board import (
    CARDS,
    DEALING,
    DRAWING,
    HIGHEST,
    JUMP,
    LOWEST,
    NOBODY,
    ON_PILE,
    OPENING,
    PILES,
    PLAYING,
    RISING,
    SIGNALS,
)
from parlour.games.dance.notation import END, SAY, text
from parlour.games.dance.rules import actor

Phase = Literal["dealing", "opening", "playing", "drawing", "over"]
PHASES: dict[int, Phase] = {DEALING: "dealing", OPENING: "opening", PLAYING: "playing", DRAWING: "drawing"}
WORDS = (None, *SIGNALS)


class DanceView(msgspec.Struct, frozen=True):
    """Piles are in order, 0 to 3, each from its first card to its top card; hands are sorted by number."""

    piles: list[list[int]]
    tops: list[int]  # with 1 and 100 where a pile has no card yet
    jumps: list[int | None]  # by pile: the one card that may go on it the wrong way, if there is such a card
    hand: list[int]  # the viewer's own; empty for a spectator
    fits: list[list[int]]  # by pile: the viewer's cards that it takes, the jump first, then the nearest; on turn or off
    hand_counts: list[int]
    deck: int
    score: int  # cards left in hands and deck
    phase: Phase  # opening: passing is possible
    turn: int | None  # the seat to act
    drawing: int | None  # the seat that is dealt a card next
    starter: int | None
    played: int  # cards this turn
    needed: int  # cards that this turn asks for
    signals: list[list[str | None]]  # by seat and pile: mine, keep, go
    said: list[int]  # signals of each seat since the last step that was none
    seat: int | None
    hands: list[list[int]] | None = None  # everybody's, once all is revealed


def view(s: State, viewer: Viewer, reveal: bool) -> DanceView:
    seats, who, place, tops = int(s.seats), actor(s), s.place.tolist(), s.top.tolist()
    own = [] if viewer is None else hand(place, viewer)
    return DanceView(
        piles=piles(s),
        tops=tops,
        jumps=[jump(pile, top) for pile, top in enumerate(tops)],
        hand=own,
        fits=[taken(own, pile, top) for pile, top in enumerate(tops)],
        hand_counts=s.hand_count[:seats].tolist(),
        deck=int(s.deck_count),
        score=CARDS - int(s.laid_count),
        phase=PHASES.get(int(s.phase), "over"),
        turn=who if who >= 0 else None,
        drawing=int(s.turn) if who == CHANCE else None,
        starter=None if s.starter == NOBODY else int(s.starter),
        played=int(s.played),
        needed=int(s.needed),
        signals=[[WORDS[signal] for signal in signals] for signals in s.signal[:seats].tolist()],
        said=s.said[:seats].tolist(),
        seat=viewer,
        hands=[hand(place, seat) for seat in range(seats)] if reveal else None,
    )


def hand(place: list[int], seat: int) -> list[int]:
    """Sorted, so that nothing tells which card came last."""
    return [card for card in range(LOWEST, HIGHEST + 1) if place[card] == seat]


def jump(pile: int, top: int) -> int | None:
    """The card exactly ten back."""
    card = top - JUMP if pile < RISING else top + JUMP
    return card if LOWEST <= card <= HIGHEST else None


def taken(cards: list[int], pile: int, top: int) -> list[int]:
    """Those of these sorted cards that a pile takes, in the order in which they lead away from its top."""
    back = jump(pile, top)
    if pile < RISING:
        return [card for card in cards if card > top or card == back]
    return [card for card in reversed(cards) if card < top or card == back]


def piles(s: State) -> list[list[int]]:
    rows: list[list[int]] = [[] for _ in range(PILES)]
    for card in s.laid[: int(s.laid_count)].tolist():
        rows[int(s.place[card]) - ON_PILE].append(card)
    return rows


def seen(s: State, who: int, action: int, viewer: Viewer) -> str | None:
    """A card drawn is its drawer's; everything else is public."""
    return text(action) if who != CHANCE or viewer == s.turn else "?"


def reveals(s: State, who: int, action: int) -> bool:
    """What nothing goes back past: a signal, or a number could be said in code by showing and taking back; and a
    turn's end, which matters only where no draw and no other seat's turn comes between."""
    return bool(action >= SAY or (action == END and s.deck_count == 0 and s.hand_count[who] == s.hand_count.sum()))
