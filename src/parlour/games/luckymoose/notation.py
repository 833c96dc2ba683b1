"""Actions as text: `Rm@h8` lays a token, `swap Rm Gc` exchanges two, `Rm` is the token drawn, `start 2` who starts.

As numbers: a token drawn is its kind; then who starts, `end` and `forfeit`; a lay is `square << 6 | kind`; an exchange
is SWAP with the number of tokens in bits 36 to 38 and, in six bits each, 1 + their kinds, the last one lowest.
"""

from parlour.games.luckymoose.board import (
    COLOURS,
    HAND,
    KINDS,
    MOST_SEATS,
    MOST_SIZE,
    SYMBOLS,
    column_of,
    row_of,
    squares,
)

START = KINDS  # + seat
END = START + MOST_SEATS
FORFEIT = END + 1
LAY = 64  # lays are from here on, the first square being above 0
SWAP = 1 << 40
ONE_MORE = 1 << 36  # token in an exchange
WORD = ONE_MORE - 1

LETTERS = "abcdefghijklmnopqrstuvwxy"
TOKENS = tuple(colour + symbol for colour in COLOURS for symbol in SYMBOLS)

_TILES = {at: f"{LETTERS[column_of(at)]}{row_of(at) + 1}" for at in squares(MOST_SIZE)}
_SQUARES = {tile: at for at, tile in _TILES.items()}
_PLAIN = {token: kind for kind, token in enumerate(TOKENS)}
_PLAIN |= {f"start {seat}": START + seat for seat in range(MOST_SEATS)}
_PLAIN |= {"end": END, "forfeit": FORFEIT}
_PLAIN_TEXTS = {action: text for text, action in _PLAIN.items()}
_HIDDEN = "?"


def laying(kind: int, at: int) -> int:
    return at << 6 | kind


def swapping(kinds: list[int]) -> int:
    """An exchange of these tokens, which are in order."""
    action = SWAP
    for kind in kinds:
        action = action + ONE_MORE & ~WORD | (action & WORD) << 6 | kind + 1
    return action


def laid(action: int) -> tuple[int, int]:
    """The kind, and the square where it goes."""
    return action & 63, action >> 6


def swapped(action: int) -> list[int]:
    """The kinds given in an exchange, in order."""
    count = action >> 36 & 7
    return [(action >> 6 * (count - 1 - i) & 63) - 1 for i in range(count)]


def text(action: int) -> str:
    if action >= SWAP:
        return " ".join(["swap", *(TOKENS[kind] for kind in swapped(action))])
    if action >= LAY:
        kind, at = laid(action)
        return f"{TOKENS[kind]}@{tile_name(at)}"
    return _PLAIN_TEXTS[action]


def parse(text: str) -> int | None:
    """Tiles of the largest board and any six tokens pass here: `why_not` can say more about a wrong one."""
    if text in _PLAIN:
        return _PLAIN[text]
    word, *tokens = text.split(" ")
    if word == "swap":
        kinds = [_PLAIN[token] for token in tokens if token in TOKENS]
        sound = len(kinds) == len(tokens) and 1 <= len(kinds) <= HAND and kinds == sorted(kinds)
        return swapping(kinds) if sound else None
    token, _, tile = text.partition("@")
    at = tile_of(tile)
    return laying(_PLAIN[token], at) if token in TOKENS and at is not None else None


def tile_name(at: int) -> str:
    return _TILES[at]


def tile_of(name: str) -> int | None:
    return _SQUARES.get(name)


def hidden(action: int) -> str:
    """As others see it: a token drawn, or an exchange of so many."""
    return " ".join(["swap", *(_HIDDEN for _ in swapped(action))]) if action >= SWAP else _HIDDEN
