"""What a viewer may know: the board, the own hand, and how many tokens lie elsewhere."""

from typing import Literal

import msgspec
import numpy as np

from parlour.core.game import CHANCE, State, Viewer, copy_state
from parlour.games.luckymoose.board import (
    ASIDE,
    DEALING,
    DRAWING,
    EXCHANGING,
    KINDS,
    MOST_ACTIONS,
    PLAYING,
    STARTING,
    STEPS,
    WHOLE_BONUS,
    WHOLE_LINE,
    squares,
)
from parlour.games.luckymoose.lines import points_of_line, way_of_lay, worth_with
from parlour.games.luckymoose.notation import LAY, START, SWAP, TOKENS, hidden, laid, text, tile_name
from parlour.games.luckymoose.rules import actor, legal

Phase = Literal["starting", "dealing", "playing", "drawing", "exchanging", "over"]
PHASES: dict[int, Phase] = {
    STARTING: "starting", DEALING: "dealing", PLAYING: "playing", DRAWING: "drawing", EXCHANGING: "exchanging",
}  # fmt: skip


class ScoredLine(msgspec.Struct, frozen=True):
    """A line that would score if the turn ended now, or did when the last lay was scored."""

    tiles: list[str]  # from its left or lower end
    points: int  # value × times
    value: int
    times: int  # all bonus tiles that count


class LuckyMooseView(msgspec.Struct, frozen=True):
    """Tokens on the board are listed row by row from a1; hands are in the order of kinds."""

    size: int
    tokens: dict[str, str]  # by tile
    laid: list[str]  # tiles of this turn, in the order of laying
    last: list[str]  # tiles of the last turn that laid any
    lines: list[ScoredLine]  # what the turn's tokens score so far
    worth: int  # all of that together
    unpaid: list[str]  # tiles of the line of this turn's tokens alone, if that scores nothing
    gains: dict[str, int]  # what the turn would be worth after each lay that the viewer can make now, by its text
    last_lines: list[ScoredLine]  # what the last lay scored, as long as no token of another lies
    last_by: int | None  # whose lay that was
    hand: list[str]  # the viewer's own; empty for a spectator
    hand_counts: list[int]
    given: list[str]  # the viewer's own tokens that lie aside in an exchange
    aside: int  # how many lie aside
    pool: int
    pool_of: int
    scores: list[int]
    idle: int  # turns in a row without a lay
    forfeits: int  # in a row
    phase: Phase
    turn: int | None  # the seat to act
    drawing: int | None  # the seat that draws a token next
    starter: int | None
    seat: int | None
    hands: list[list[str]] | None = None  # everybody's, once all is revealed


def view(s: State, viewer: Viewer, reveal: bool) -> LuckyMooseView:
    seats, who, phase = int(s.seats), actor(s), int(s.phase)
    board, lines = s.board.tolist(), scored_lines(s)
    last_by, last_lines = last_lay(s)
    hands = [names(tokens) for tokens in s.hand[:seats].tolist()]
    return LuckyMooseView(
        size=int(s.side),
        tokens={tile_name(at): TOKENS[board[at]] for at in squares(int(s.side)) if board[at] >= 0},
        laid=[tile_name(at) for at in s.laid[: int(s.laid_count)].tolist()],
        last=[tile_name(at) for at in s.last[: int(s.last_count)].tolist()],
        lines=lines,
        worth=sum(line.points for line in lines),
        unpaid=unpaid_line(s, lines),
        gains={} if viewer is None or viewer != s.turn else gains(s, viewer),
        last_lines=last_lines,
        last_by=last_by,
        hand=[] if viewer is None else hands[viewer],
        hand_counts=s.hand_count[:seats].tolist(),
        given=names(s.hand[ASIDE].tolist()) if reveal or viewer == s.turn else [],
        aside=int(s.hand_count[ASIDE]),
        pool=int(s.pool_count),
        pool_of=int(s.sets) * KINDS,
        scores=s.score[:seats].tolist(),
        idle=int(s.idle),
        forfeits=int(s.forfeits),
        phase=PHASES.get(phase, "over"),
        turn=who if who >= 0 else None,
        drawing=int(s.turn) if who == CHANCE and phase != STARTING else None,
        starter=None if phase == STARTING else int(s.starter),
        seat=viewer,
        hands=hands if reveal else None,
    )


def names(kinds: list[int]) -> list[str]:
    return [TOKENS[kind] for kind in kinds if kind >= 0]


def scored_lines(s: State) -> list[ScoredLine]:
    """The line that the turn's tokens share, then those across, in the order of laying."""
    if s.laid_count == 0:
        return []
    tiles, along = s.laid[: int(s.laid_count)].tolist(), way_of_lay(s)
    ways = [(tiles[0], along), *((at, 1 - along) for at in tiles)]
    lines = [(at, way, points_of_line(s, at, way)) for at, way in ways]
    return [scored_line(tiles_of_line(s, at, int(STEPS[way])), points) for at, way, points in lines if points]


def scored_line(tiles: list[str], points: int) -> ScoredLine:
    value = 2 * len(tiles) + (WHOLE_BONUS if len(tiles) == WHOLE_LINE else 0)
    return ScoredLine(tiles, points, value, points // value)


def unpaid_line(s: State, lines: list[ScoredLine]) -> list[str]:
    """The line that several tokens of this turn make, if it is none of those that score."""
    if s.laid_count < 2:
        return []
    tiles = tiles_of_line(s, int(s.laid[0]), int(STEPS[way_of_lay(s)]))
    return [] if any(line.tiles == tiles for line in lines) else tiles


def gains(s: State, seat: int) -> dict[str, int]:
    actions, trial = np.zeros(MOST_ACTIONS, np.int64), copy_state(s)
    found = actions[: legal(s, seat, actions)].tolist()
    return {text(each): worth_with(trial, *laid(each)) for each in found if LAY <= each < SWAP}


def last_lay(s: State) -> tuple[int | None, list[ScoredLine]]:
    """Whose it was, and its lines, which are as they were until the next token lies."""
    if s.last_count == 0 or s.laid_count > 0:
        return None, []
    then = copy_state(s)
    then.laid, then.laid_count = s.last, s.last_count
    # Turns without a lay are counted when they begin; while one is waited for, the turn is the next seat's already.
    ago = int(s.idle) + (1 if s.phase == PLAYING else 0)
    return (int(s.turn) - ago) % int(s.seats), scored_lines(then)


def tiles_of_line(s: State, at: int, step: int) -> list[str]:
    while s.board[at - step] >= 0:
        at -= step
    tiles = []
    while s.board[at] >= 0:
        tiles.append(tile_name(at))
        at += step
    return tiles


def seen(s: State, who: int, action: int, viewer: Viewer) -> str | None:
    """A token drawn is its drawer's, tokens given are their giver's; everything else is public."""
    secret = action < START or action >= SWAP
    return hidden(action) if secret and viewer != s.turn else text(action)
