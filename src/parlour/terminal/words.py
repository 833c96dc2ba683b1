"""What the terminal says: names of seats, steps and results in words. Sentences come from the catalogues."""

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from rich.text import Text as Ink

from parlour.core.game import Game
from parlour.core.history import ToldStep
from parlour.core.languages import FALLBACK
from parlour.core.match import Match
from parlour.core.position import in_words
from parlour.core.record import CHANCE_NAME, Ending, Seat
from parlour.core.scene import Scene
from parlour.core.texts import Catalogue, catalogue, isolated
from parlour.terminal.draw import Look
from parlour.terminal.screen import counter_ink
from parlour.terminal.style import FAINT, STRONG, seat_styles

TEXTS = Path(__file__).parent / "texts"


def look_for(game: Game, seats: int, language: str = FALLBACK) -> Look:
    """The terminal's sentences under the game's, and a colour for every seat."""
    entries = {**catalogue(TEXTS, language).entries, **game.catalogue(language).entries}
    return Look(Catalogue(entries, language), seat_styles(game, seats))


def seat_ink(seat: int, look: Look) -> Ink:
    return Ink.assemble((look.name(seat), f"{STRONG} {look.seat(seat)}".strip()))


def player_lines(seats: Sequence[Seat], scene: Scene, look: Look, viewer: int | None) -> list[Ink]:
    """A line for every seat: who sits there, and the counters that belong to it."""
    lines = []
    for seat, sitting in enumerate(seats):
        line = seat_ink(seat, look)
        who = sitter(seat, sitting, look, viewer)
        if who:
            line.append(f" ({who})", FAINT)
        for counter in scene.counters:
            if counter.seat == seat:
                line.append("  ").append_text(counter_ink(counter, look))
        lines.append(line)
    return lines


def sitter(seat: int, sitting: Seat, look: Look, viewer: int | None) -> str:
    if seat == viewer:
        return look.say("terminal.you")
    if sitting.kind == "bot":
        return look.say("terminal.bot")
    return "" if sitting.name == look.name(seat) else isolated(sitting.name)


def log_line(line: ToldStep, game: Game, look: Look) -> Ink:
    words = look.words.render(in_words(game, line))
    if line.by == CHANCE_NAME:
        return Ink(words[:1].upper() + words[1:], FAINT)
    return Ink.assemble(seat_ink(int(line.by), look), f" {words}")


def log_lines(lines: Sequence[ToldStep], game: Game, look: Look, fresh: int = 0) -> list[Ink]:
    """The log; equal lines that follow each other are counted, the last `fresh` stand out."""
    result = []
    old = len(lines) - fresh
    for (is_fresh, line), group in groupby((number >= old, line) for number, line in enumerate(lines)):
        ink, count = log_line(line, game, look), len(list(group))
        if count > 1:
            ink.append(f" ×{count}", FAINT)
        if is_fresh and line.by != CHANCE_NAME:
            ink.stylize(STRONG)
        result.append(ink)
    return result


def result_sentences(match: Match, look: Look) -> list[str]:
    """How it ended, in words."""
    result = match.result
    if result is None:
        return []
    deserted = result.ending == "abandoned" and result.seat is None  # of more than two all have left, not one of them
    key = "ending.deserted" if deserted else f"ending.{result.ending}"
    ending = look.say(key) if look.words.has(key) else f"({result.ending})"
    best = max(result.returns)
    winners = [look.name(seat) for seat, value in enumerate(result.returns) if value == best]
    said = outcome(match, winners, ending, result.scores, look)
    # What a game has no word for is no score: it may be the places, in which the first has the least.
    counts = look.words.has("score") and max(result.scores) > 1
    if match.game.cooperative or len(match.seats) == 1 or not counts:
        return [said]
    named = [
        look.say("terminal.result.score", seat=look.name(seat), score=score) for seat, score in enumerate(result.scores)
    ]
    return [said, look.say("terminal.result.scores", scores=", ".join(named))]


def outcome(match: Match, winners: Sequence[str], ending: str, scores: Sequence[int], look: Look) -> str:
    say, seats = look.say, len(match.seats)
    if match.ended is not None and match.ended.by == "void":
        return say("terminal.result.void", ending=ending)
    if match.game.cooperative or seats == 1:
        return say("terminal.result.together", ending=ending, score=scores[0])
    if match.ended is not None and match.ended == Ending("abandoned"):
        return say("terminal.result.void", ending=ending)
    if len(winners) == seats:
        return say("terminal.result.draw", ending=ending)
    if len(winners) > 1:
        return say("terminal.result.shared", seats=", ".join(winners), ending=ending)
    return say("terminal.result.win" if seats == 2 else "terminal.result.first", seat=winners[0], ending=ending)
