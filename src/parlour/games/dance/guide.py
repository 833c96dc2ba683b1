"""What a coach says to a beginner: piles, small steps, jumps, signals and the talk rule; from the seat's view alone."""

from typing import NamedTuple

from parlour.core.scene import Hint, button, piece, zone
from parlour.core.texts import Text
from parlour.games.dance.board import JUMP, PILES, RISING
from parlour.games.dance.scene import still_to_play
from parlour.games.dance.view import DanceView

CHEAP = 3  # a step that is always worth it
CLOSE = 8  # to 1 or 100, and good to start with
DEAR = 12  # one that should wait
HELD_OFF = ("mine", "keep")  # what others say of a pile that one should leave alone


class Lay(NamedTuple):
    """A card for a pile, and how far it moves that pile; a jump takes it back."""

    cost: int
    card: int
    pile: int


def guide(view: DanceView) -> Hint | None:
    if view.seat is None or view.phase not in ("opening", "playing"):
        return None
    lays = sorted(lays_of(view))
    if view.turn != view.seat:
        return beside(view, view.seat, lays)
    if view.phase == "opening":
        return Hint(Text("guide.aim"), touching(lays[0]) if lays[0].cost <= CLOSE else (button("pass"),))
    return playing(view, view.seat, lays) if lays else Hint(Text("guide.enough"), (button("end"),))


def playing(view: DanceView, seat: int, lays: list[Lay]) -> Hint:
    first, left = lays[0], still_to_play(view)
    if not any(view.piles):
        args: dict[str, str | int | Text] = {"card": first.card, "pile": first.pile + 1, "count": left}
        alone = len(view.hand_counts) == 1  # nobody passes, so the aim has not been said yet
        return Hint(Text("guide.aim-alone" if alone else "guide.first", args), touching(first))
    if first.cost < 0:
        return Hint(Text("guide.jump", {"card": first.card, "pile": first.pile + 1}), touching(first))
    pair = pair_of(view)
    if left == 0:
        if first.cost <= CHEAP:
            return Hint(Text("guide.one-more", {"card": first.card, "pile": first.pile + 1}), touching(first))
        return Hint(Text("guide.enough"), (button("end"),))
    if pair is not None and pair.cost < JUMP:
        args = {"card": pair.card, "pile": pair.pile + 1, "back": back_of(pair)}
        return Hint(Text("guide.pair", args), (*touching(pair), piece(f"card-{back_of(pair)}")))
    kept = held_off(view, seat)
    if first.pile in kept:
        by, free = kept[first.pile], [lay for lay in lays if lay.pile not in kept]
        said = Text("guide.keep-off", {"player": Text(f"seat.{by}"), "pile": first.pile + 1})
        if free and free[0].cost <= DEAR:
            return Hint(said, (pile_zone(first.pile), *touching(free[0])))
    if view.deck == 0:
        return Hint(Text("guide.no-deck"), touching(first))
    key = "guide.small" if first.cost <= CHEAP else "guide.dear" if first.cost > DEAR else "guide.least"
    return Hint(Text(key, {"card": first.card, "pile": first.pile + 1, "cost": first.cost}), touching(first))


def beside(view: DanceView, seat: int, lays: list[Lay]) -> Hint | None:
    """While others play: a very good card is worth a signal."""
    for lay in lays:
        if lay.cost > 1:
            break
        if view.signals[seat][lay.pile] != "mine" and view.said[seat] == 0 and view.turn is not None:
            return Hint(Text("guide.signal", {"pile": lay.pile + 1}), (pile_zone(lay.pile), button("mine")))
    return None


def lays_of(view: DanceView) -> list[Lay]:
    """Every card that fits a pile; the same card may fit several."""
    return [
        Lay(-JUMP if card == view.jumps[pile] else abs(card - view.tops[pile]), card, pile)
        for pile in range(PILES)
        for card in view.fits[pile]
    ]


def pair_of(view: DanceView) -> Lay | None:
    """The cheapest card of a pair ten apart that lets the other one jump back after it."""
    pairs = [lay for lay in lays_of(view) if lay.cost > 0 and back_of(lay) in view.hand]
    return min(pairs, default=None)


def back_of(lay: Lay) -> int:
    return lay.card - JUMP if lay.pile < RISING else lay.card + JUMP


def held_off(view: DanceView, seat: int) -> dict[int, int]:
    """Piles that somebody else wants left alone, and who."""
    return {
        pile: other
        for other, words in enumerate(view.signals)
        for pile, word in enumerate(words)
        if other != seat and word in HELD_OFF
    }


def touching(lay: Lay) -> tuple[str, ...]:
    return piece(f"card-{lay.card}"), pile_zone(lay.pile)


def pile_zone(pile: int) -> str:
    return zone(f"pile-{pile + 1}")
