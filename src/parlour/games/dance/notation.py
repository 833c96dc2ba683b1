"""Actions as text: `61>1` lays card 61 onto pile 1, `61` is the card drawn, `say:keep:3` a signal.

As numbers: a card drawn is the card itself; then the cards laid, `end` and `pass`, and the signals.
"""

from parlour.games.dance.board import HIGHEST, LOWEST, PILES, SIGNALS

LAY = 100  # + 4 × card + pile
END = LAY + PILES * (HIGHEST + 1)
PASS = END + 1
SAY = PASS + 1  # + 4 × signal + pile
CLEAR = SAY + PILES * len(SIGNALS)


def laying(card: int, pile: int) -> int:
    return LAY + PILES * card + pile


def saying(signal: int, pile: int) -> int:
    return SAY + PILES * signal + pile


def text(action: int) -> str:
    return _TEXTS[action]


def parse(text: str) -> int | None:
    return _ACTIONS.get(text)


def _all_texts() -> dict[int, str]:
    cards = range(LOWEST, HIGHEST + 1)
    texts = {card: f"{card}" for card in cards}
    texts |= {laying(card, pile): f"{card}>{pile + 1}" for card in cards for pile in range(PILES)}
    texts |= {END: "end", PASS: "pass", CLEAR: "say:clear"}
    texts |= {saying(i, pile): f"say:{word}:{pile + 1}" for i, word in enumerate(SIGNALS) for pile in range(PILES)}
    return texts


_TEXTS = _all_texts()
_ACTIONS = {text: action for action, text in _TEXTS.items()}
