"""Colours that can be read on dark and on light. None says anything that a shape or a word does not say too."""

from parlour.core.game import Game
from parlour.core.texts import Text

# Middle tones of the 256: at least 3:1 against black and against white.
SEATS = ("color(167)", "color(67)", "color(71)", "color(134)", "color(136)", "color(37)")
# Seats that are called after a colour are drawn in it, as near as both backgrounds allow.
COLOURS = {
    "red": "color(167)",
    "yellow": "color(136)",
    "white": "color(136)",
    "black": "color(67)",
    "blue": "color(68)",
    "green": "color(71)",
    "purple": "color(134)",
    "orange": "color(166)",
}
YOU = "bold color(172)"  # amber: something waits for you
MARK = "bold color(37)"
FAINT = "dim"
STRONG = "bold"
WRONG = "color(167)"


def seat_styles(game: Game, seats: int) -> list[str]:
    """A colour for every seat, no two the same."""
    words = game.catalogue()
    styles: list[str] = []
    for seat in range(seats):
        own = COLOURS.get(words.render(Text(f"seat.{seat}")).lower())
        free = [style for style in SEATS if style not in styles]
        styles.append(own if own is not None and own not in styles else free[0] if free else "")
    return styles
