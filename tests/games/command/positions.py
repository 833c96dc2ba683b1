"""Positions set up by hand, whole deployments, and games played at random."""

from collections.abc import Iterator, Sequence
from random import Random

from parlour.core.game import CHANCE, State
from parlour.core.laws.suite import random_step
from parlour.core.match import Match
from parlour.games.command import GAME
from parlour.games.command.board import ANY, FLEET, LETTERS, PLAYING, ZONES
from parlour.games.command.notation import square_at, square_name

# Three rows of a deployment, the foremost one first, columns a to i.
LINE = ("LLLLLL.S.", "SFRTNEAWV", "ZBKQC....")


def position(
    white: str, black: str, *, turn: int = 0, last: str = "", quiet: int = 0, plies: int = 0, declared: bool = False
) -> State:
    """Ships afloat as `Ce1 Sb4`. All others were lost before, and everybody knows what those were; of the ships afloat
    nothing is known. `last` is the ply that came before."""
    s = GAME.new(2, {"declared": declared})
    for seat, afloat in enumerate((white, black)):
        left = [LETTERS[ship] for ship in FLEET]
        places = sorted((square_at(each[1:]), each[0]) for each in afloat.split())
        for _, letter in places:
            left.remove(letter)
        for ship, (at, letter) in enumerate([*places, *((0, letter) for letter in left)]):
            s.rank[seat, ship] = LETTERS.index(letter)
            s.start[seat, ship] = ZONES[seat, ship]
            s.at[seat, ship] = at
            s.could[seat, ship] = ANY if at else 1 << LETTERS.index(letter)
            if at:
                s.board[at] = ship << 2 | 1 << seat
        s.afloat[seat] = len(places)
    s.phase, s.turn, s.first, s.ready = PLAYING, turn, turn, 1
    s.quiet, s.plies = quiet, plies
    if last:
        s.last_from, s.last_to = map(square_at, last.split("-"))
    return s


def play(s: State, *texts: str) -> State:
    """Plies by whoever is to move."""
    for text in texts:
        assert text in legal(s), f"{text} is none of {legal(s)}"
        GAME.apply(s, GAME.actor(s), GAME.parse(text))
    return s


def legal(s: State, seat: int | None = None) -> list[str]:
    return [GAME.text(a) for a in GAME.list_legal(s, GAME.actor(s) if seat is None else seat)]


def ending(s: State) -> tuple[str, list[float]]:
    assert GAME.actor(s) == -2, "the game goes on"
    return GAME.endings[GAME.ending(s)], GAME.returns_of(s, 2)


def goes_on(s: State) -> bool:
    return GAME.actor(s) >= 0


def afloat(s: State) -> dict[str, str]:
    """Every ship by its square: upper case for White, lower case for Black."""
    places = {}
    for seat in range(2):
        for at, rank in zip(s.at[seat].tolist(), s.rank[seat].tolist(), strict=True):
            if at:
                places[square_name(at)] = LETTERS[rank] if seat == 0 else LETTERS[rank].lower()
    return places


def could(s: State, at: str) -> str:
    """What its opponent can infer of the ship on that square by itself, counts aside."""
    code = int(s.board[square_at(at)])
    return letters(int(s.could[(code & 3) - 1, code >> 2]))


def letters(classes: int) -> str:
    return "".join(letter for i, letter in enumerate(LETTERS) if classes >> i & 1)


def placements(seat: int, layout: Sequence[str] = LINE) -> list[str]:
    """The deployment of a layout, in the table's order of classes."""
    rows = (3, 2, 1) if seat == 0 else (6, 7, 8)
    ships = [
        (letter, f"{'abcdefghi'[c]}{row}")
        for row, line in zip(rows, layout, strict=True)
        for c, letter in enumerate(line)
    ]
    return [
        f"{letter}@{at}" for letter, at in sorted(ships, key=lambda s: (LETTERS + ".").index(s[0])) if letter != "."
    ]


def lot(first: int = 0, **options: bool) -> Match:
    """A match in which both are about to deploy."""
    match = Match(GAME, 2, options)
    match.play(CHANCE, f"first {first}")
    return match


def deployed(white: Sequence[str] = LINE, black: Sequence[str] = LINE, first: int = 0, declared: bool = False) -> Match:
    """A match in which both have said that they are ready."""
    match = lot(first, declared=declared)
    for seat, layout in enumerate((white, black)):
        match.play_all(seat, [*placements(seat, layout), "ready"])
    return match


def moves(match: Match, *texts: str) -> Match:
    for text in texts:
        match.play(match.actor, text)
    return match


def random_match(seed: int, **options: bool) -> Iterator[Match]:
    """A match at its start and after each of its steps, rearranged deployments among them."""
    random, match = Random(seed), Match(GAME, 2, options)
    yield match
    while not match.over:
        random_step(match, random, extras=True)
        yield match
