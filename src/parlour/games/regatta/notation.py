"""Actions as text, and as numbers.

NE          a heading: the first step and each further one    stop        no further
place 12,3  put the boat on a free point                      wind NW     the wind, drawn or chosen
dodge S     where the bumped boat goes                        course 7, next 3, card gust, spin NE    chance
"""

from parlour.games.regatta.board import CARDS, HEADINGS, MOST_SEATS, MOST_SIZE, WINDS, square
from parlour.games.regatta.courses import COURSES

STOP = 8  # below: the headings
WIND = 16  # + the heading it comes from
DODGE = 24  # + heading
SPIN = 32  # + heading
NEXT = 40  # + seat
CARD = 48  # + card
COURSE = 64  # + number
PLACE = 128  # + square


def text(action: int) -> str:
    return _TEXTS[action]


def parse(text: str) -> int | None:
    return _ACTIONS.get(text)


def point_name(x: int, y: int) -> str:
    return f"{x},{y}"


def _all_texts() -> dict[int, str]:
    texts = dict(enumerate(HEADINGS))
    texts |= {STOP: "stop"}
    texts |= {WIND + wind: f"wind {HEADINGS[wind]}" for wind in WINDS.tolist()}
    texts |= {DODGE + i: f"dodge {heading}" for i, heading in enumerate(HEADINGS)}
    texts |= {SPIN + wind: f"spin {HEADINGS[wind]}" for wind in WINDS.tolist()}
    texts |= {NEXT + seat: f"next {seat}" for seat in range(MOST_SEATS)}
    texts |= {CARD + i: f"card {card}" for i, card in enumerate(CARDS)}
    texts |= {COURSE + course.id: f"course {course.id}" for course in COURSES}
    lattice = [(x, y) for y in range(MOST_SIZE) for x in range(MOST_SIZE)]
    return texts | {PLACE + square(x, y): f"place {point_name(x, y)}" for x, y in lattice}


_TEXTS = _all_texts()
_ACTIONS = {text: action for action, text in _TEXTS.items()}
