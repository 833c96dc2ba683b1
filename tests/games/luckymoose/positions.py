"""Positions set up by hand, and games played by simple policies."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from parlour.core.game import CHANCE, State
from parlour.core.match import Match
from parlour.games.luckymoose import GAME
from parlour.games.luckymoose.board import EXCHANGING, NO_TOKEN, PLAYING
from parlour.games.luckymoose.notation import TOKENS, laying, tile_of

KIND = {token: kind for kind, token in enumerate(TOKENS)}


def position(
    hands: Sequence[str],
    board: Mapping[str, str] | None = None,
    pool: str | None = None,
    *,
    turn: int = 0,
    idle: int = 0,
    forfeits: int = 0,
    scores: Sequence[int] = (),
    **options: object,
) -> State:
    """Hands and pool as words, `Rm Gc`; without a pool, all that is not elsewhere is in it. Tokens on the board may
    lie anywhere: a row of several is written from its first tile, as in `{"f8": "Rm Rc Rs"}`."""
    s = GAME.new(len(hands), GAME.options_for(len(hands), options))
    s.phase = PLAYING
    if board:  # the centre is open to the first token alone, which may lie anywhere here
        s.fits, s.edge = 0, 0
    for tile, tokens in (board or {}).items():
        for i, token in enumerate(tokens.split()):
            fill_hand(s, 0, token)
            GAME.apply(s, 0, laying(KIND[token], tile_of(tile) + i))
            s.laid_count = 0
            s.pool[KIND[token]] -= 1
    s.laid = 0
    for seat, tokens in enumerate(hands):
        fill_hand(s, seat, tokens)
        for token in tokens.split():
            s.pool[KIND[token]] -= 1
    if pool is not None:
        s.pool = 0
        for token in pool.split():
            s.pool[KIND[token]] += 1
    s.pool_count = int(s.pool.sum())
    s.turn, s.idle, s.forfeits = turn, idle, forfeits
    s.score[: len(scores)] = scores
    return s


def fill_hand(s: State, seat: int, tokens: str) -> None:
    kinds = sorted(KIND[token] for token in tokens.split())
    s.hand[seat] = NO_TOKEN
    s.hand[seat, : len(kinds)] = kinds
    s.hand_count[seat] = len(kinds)


def play(s: State, *texts: str) -> State:
    """The actor's steps, whoever it is."""
    for text in texts:
        action = GAME.parse(text)
        assert action is not None, text
        GAME.apply(s, GAME.actor(s), action)
    return s


def legal(s: State, seat: int | None = None) -> list[str]:
    return [GAME.text(a) for a in GAME.list_legal(s, int(s.turn) if seat is None else seat)]


def lays(s: State) -> list[str]:
    return [text for text in legal(s) if "@" in text]


def swaps(s: State) -> list[str]:
    return [text for text in legal(s) if text.startswith("swap")]


def outcomes(s: State) -> dict[str, int]:
    return {GAME.text(action): weight for action, weight in GAME.list_chance(s)}


def scores(s: State) -> list[int]:
    return GAME.scores_of(s, int(s.seats))


def hand(s: State, seat: int) -> str:
    return " ".join(TOKENS[kind] for kind in s.hand[seat].tolist() if kind >= 0)


def ending(s: State) -> str | None:
    return None if s.phase <= EXCHANGING else GAME.endings[GAME.ending(s)]


def chosen(options: list[str], random: Random) -> str:
    """One step of a player who lays if it can, as likely to end as to lay any one token, and else exchanges or, now and
    then, forfeits."""
    laying_on = [text for text in options if "@" in text or text == "end"]
    if laying_on:
        return random.choice(laying_on)
    return options[-1] if random.random() < 0.3 else random.choice(options)


def layers_match(seats: int, seed: int, **options: object) -> Iterator[Match]:
    """A match of such players, at its start and after each of its steps."""
    random, match = Random(seed), Match(GAME, seats, options)
    yield match
    while not match.over:
        if match.actor == CHANCE:
            drawn = match.outcomes()
            match.play(CHANCE, random.choices(list(drawn), list(drawn.values()))[0])
        else:
            match.play(match.actor, chosen(match.legal(match.actor), random))
        yield match
