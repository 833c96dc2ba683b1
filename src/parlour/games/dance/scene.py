"""The table as things to draw and touch."""

from collections.abc import Sequence

from parlour.core.game import Options
from parlour.core.reasons import because
from parlour.core.scene import Counter, Mark, Piece, Plan, Scene, TouchReason, Zone, button, piece, zone
from parlour.core.texts import Text
from parlour.games.dance.board import CARDS, MOST_SIGNALS, PILES, RISING, SIGNALS, STARTS
from parlour.games.dance.notation import CLEAR, END, LAY, PASS, SAY
from parlour.games.dance.view import DanceView

BACK = "▒▒"

# Lengths in widths of a card, which is 1.28 high. A hand shows 0.4 of every card but the last: twelve fit.
HAND_WIDTH, HAND_HEIGHT = 5.4, 1.5
PILE_WIDTH, PILE_HEIGHT = 1.7, 3.6
GAP = 0.4
TOP_ROW = GAP + HAND_HEIGHT / 2
MIDDLE = GAP + HAND_HEIGHT + GAP + PILE_HEIGHT / 2
BOTTOM_ROW = MIDDLE + PILE_HEIGHT / 2 + GAP + HAND_HEIGHT / 2
HEIGHT = BOTTOM_ROW + HAND_HEIGHT / 2 + GAP

# Where the hands lie by number of seats, clockwise from seat 0: the row, and how many hands right of the middle.
AROUND = {
    1: ((BOTTOM_ROW, 0.0),),
    2: ((BOTTOM_ROW, 0.0), (TOP_ROW, 0.0)),
    3: ((BOTTOM_ROW, 0.0), (TOP_ROW, -0.5), (TOP_ROW, 0.5)),
    4: ((BOTTOM_ROW, 0.5), (BOTTOM_ROW, -0.5), (TOP_ROW, -0.5), (TOP_ROW, 0.5)),
    5: ((BOTTOM_ROW, 0.0), (BOTTOM_ROW, -1.0), (TOP_ROW, -0.5), (TOP_ROW, 0.5), (BOTTOM_ROW, 1.0)),
}


def plan(seats: int, options: Options) -> Plan:
    """Four piles in a row with the deck beside them, the hands around."""
    width = (3 if seats == 5 else 2) * (HAND_WIDTH + GAP) + GAP
    step = PILE_WIDTH + GAP
    zones = [
        Zone(f"pile-{i + 1}", "pile", pile_name(i), width / 2 + (i - 2) * step, MIDDLE, PILE_WIDTH, PILE_HEIGHT)
        for i in range(PILES)
    ]
    zones.append(Zone("deck", "reserve", Text("zone.deck"), width / 2 + 2 * step, MIDDLE, PILE_WIDTH, HAND_HEIGHT))
    for seat, (y, beside) in enumerate(AROUND[seats]):
        x, name = width / 2 + beside * (HAND_WIDTH + GAP), Text("zone.hand", {"player": player(seat)})
        zones.append(Zone(f"hand-{seat}", "hand", name, x, y, HAND_WIDTH, HAND_HEIGHT, seat))
    return Plan("free", round(width, 2), round(HEIGHT, 2), zones=tuple(zones))


def pile_name(pile: int) -> Text:
    return Text("zone.rising" if pile < RISING else "zone.falling", {"pile": pile + 1})


def player(seat: int) -> Text:
    return Text(f"seat.{seat}")


# -- what stands where ----------------------------------------------------------------------------------


def scene(view: DanceView) -> Scene:
    pieces = [each for pile in range(PILES) for each in pile_pieces(view, pile)]
    pieces += [each for seat in range(len(view.hand_counts)) for each in hand_pieces(view, seat)]
    if view.deck:
        pieces.append(Piece("deck", "deck", zone("deck"), Text("piece.deck"), BACK, face="down"))
    marks = [
        Mark(word, (zone(f"pile-{pile + 1}"),), seat)
        for seat, words in enumerate(view.signals)
        for pile, word in enumerate(words)
        if word is not None
    ]
    return Scene(tuple(pieces), tuple(marks), counters(view), prompt(view))


def pile_pieces(view: DanceView, pile: int) -> list[Piece]:
    """The start, then the cards in the order in which they came: the last one is the top."""
    at, start = zone(f"pile-{pile + 1}"), STARTS[pile]
    first = Piece(f"start-{pile + 1}", "start", at, Text("piece.start", {"number": start}), str(start))
    return [first, *(card_piece(card, at) for card in view.piles[pile])]


def hand_pieces(view: DanceView, seat: int) -> list[Piece]:
    at = zone(f"hand-{seat}")
    known = view.hands[seat] if view.hands is not None else view.hand if seat == view.seat else None
    if known is not None:
        return [card_piece(card, at, seat) for card in known]
    hidden, count = Text("piece.hidden"), view.hand_counts[seat]
    return [Piece(f"hand-{seat}-{i}", "card", at, hidden, BACK, seat, "down") for i in range(count)]


def card_piece(card: int, at: str, seat: int | None = None) -> Piece:
    return Piece(f"card-{card}", "card", at, Text("piece.card", {"card": card}), str(card), seat)


def counters(view: DanceView) -> tuple[Counter, ...]:
    shown = [
        Counter("left", Text("counter.left"), view.score, CARDS),
        Counter("deck", Text("counter.deck"), view.deck),
    ]
    if view.turn is not None:
        shown.append(Counter("to-play", Text("counter.to-play"), still_to_play(view), view.needed, view.turn))
    for seat, count in enumerate(view.hand_counts):
        shown.append(Counter(f"hand-{seat}", Text("counter.hand"), count, seat=seat))
    return tuple(shown)


def still_to_play(view: DanceView) -> int:
    """Cards that the seat on turn owes before it may end its turn."""
    return max(view.needed - view.played, 0)


def prompt(view: DanceView) -> Text | None:
    if view.phase == "over":
        return None
    if view.phase != "playing":
        return Text(f"prompt.{view.phase}")
    if view.starter is None and len(view.hand_counts) > 1:
        return Text("prompt.must-start")
    left = still_to_play(view)
    if left:
        return Text("prompt.play", {"count": left})
    return Text("prompt.only-end" if view.turn == view.seat and not any(view.fits) else "prompt.may-end")


# -- what to touch, and why not -------------------------------------------------------------------------


def targets(view: DanceView, action: int) -> tuple[str, ...]:
    """Card, then pile; a pile, then the word; or a button."""
    if action == END:
        return (button("end"),)
    if action == PASS:
        return (button("pass"),)
    if action == CLEAR:
        return (button("clear"),)
    if action >= SAY:
        signal, pile = divmod(action - SAY, PILES)
        return zone(f"pile-{pile + 1}"), button(SIGNALS[signal])
    card, pile = divmod(action - LAY, PILES)
    return piece(f"card-{card}"), zone(f"pile-{pile + 1}")


def why_not(view: DanceView, action: int) -> Text | None:
    if view.phase == "over" or view.seat is None:
        return None
    if action >= SAY:
        return why_no_signal(view, view.seat, action)
    if view.turn != view.seat:
        return None
    if action < LAY:
        return Text("why.draw", {"card": action})
    if action == PASS:
        return None if view.phase == "opening" else why_no_pass(view)
    if action == END:
        left = still_to_play(view)
        return Text("why.minimum", {"count": left}) if left else None
    return why_no_card(view, *divmod(action - LAY, PILES))


def why_no_card(view: DanceView, card: int, pile: int) -> Text | None:
    if card not in view.hand:
        return Text("why.not-in-hand", {"card": card})
    if card in view.fits[pile]:
        return None
    jump, key = view.jumps[pile], "why.rising" if pile < RISING else "why.falling"
    args: dict[str, str | int | Text] = {"card": card, "pile": pile + 1, "top": view.tops[pile]}
    return Text(key, args) if jump is None else Text(f"{key}-jump", {**args, "jump": jump})


def why_no_pass(view: DanceView) -> Text:
    if len(view.hand_counts) == 1:
        return Text("why.pass-alone")
    return Text("why.pass-all" if view.starter is None else "why.pass-over")


def why_no_signal(view: DanceView, seat: int, action: int) -> Text | None:
    if view.phase == "dealing":
        return Text("why.signal-early")
    if action == CLEAR:
        if not any(view.signals[seat]):
            return Text("why.nothing-to-clear")
    else:
        signal, pile = divmod(action - SAY, PILES)
        if view.signals[seat][pile] == SIGNALS[signal]:
            return Text("why.same-signal", {"pile": pile + 1})
    return Text("why.signals", {"most": MOST_SIGNALS}) if view.said[seat] >= MOST_SIGNALS else None


BUTTONS = {button("end"): END, button("pass"): PASS, button("clear"): CLEAR}


def why_not_touch(view: DanceView, path: tuple[str, ...]) -> TouchReason | None:
    if view.seat is None:
        return None
    *_, before, touched = ("", *path)
    if touched in BUTTONS:
        return said(why_not(view, BUTTONS[touched]))
    pile, card = pile_named(touched), card_named(before)
    if pile is not None and view.turn != view.seat:
        return said(why_no_signal(view, view.seat, SAY + pile))
    if view.turn != view.seat:
        return None
    if pile is not None:
        return said(Text("why.card-first") if card is None else why_no_card(view, card, pile))
    if touched in (zone("deck"), piece("deck")):
        return because(Text("why.deck"))
    held = card_named(touched)
    if held not in view.hand:
        return None
    return because(Text("why.fits-nowhere" if any(view.fits) else "why.nothing-fits", {"card": held}))


def pile_named(thing: str) -> int | None:
    return int(thing.rpartition("-")[2]) - 1 if thing.startswith(zone("pile-")) else None


def card_named(thing: str) -> int | None:
    return int(thing.rpartition("-")[2]) if thing.startswith(piece("card-")) else None


def said(why: Text | None) -> TouchReason | None:
    return None if why is None else because(why)


def describe(text: str) -> Text:
    """A step in words; a card drawn by somebody else is `?`."""
    if text == "?":
        return Text("log.hidden")
    if text in ("end", "pass"):
        return Text(f"log.{text}")
    if text == "say:clear":
        return Text("log.clear")
    if text.startswith("say:"):
        _, word, pile = text.split(":")
        return Text(f"log.{word}", {"pile": pile})
    card, _, pile = text.partition(">")
    return Text("log.lay", {"card": card, "pile": pile}) if pile else Text("log.drawn", {"card": card})


def came_to(view: DanceView, returns: Sequence[float] | None, turns: int) -> Text | None:
    """How many cards are left is said before anything else; this is how many are not."""
    laid = CARDS - view.score
    return Text("came-to.laid", {"cards": Text("came-to.cards", {"count": laid}), "count": turns}) if laid else None
