"""A review at a terminal: how the match leaned, step by step, and what it hung on."""

import sys

import msgspec
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from rich.text import Text as Ink

from parlour import bots
from parlour.bots.review import Review, check, choices_of, conclude, effort, percent, review_step
from parlour.core import record as records
from parlour.core.compiled.compile_times import expected
from parlour.core.game import Game
from parlour.core.match import Match
from parlour.core.record import Record
from parlour.terminal.draw import Look
from parlour.terminal.style import FAINT
from parlour.terminal.words import look_for, seat_ink

BLOCKS = "▁▂▃▄▅▆▇█"
WIDTH = 60  # columns of the graph
AHEAD = 3  # steps of what might have been


def review(record: Record, game: Game, seconds: float, *, every: bool, json: bool, language: str = "en") -> int:
    """Look at every choice with a progress bar, then print what was found; answers the exit code."""
    check(record)
    Match.from_record(record, game)  # refuse what cannot be replayed before anything is searched
    look = look_for(game, len(record.seats), language)
    if not bots.is_ready(game.name):
        print(
            look.say("arena.compiling", game=game.title, seconds=round(expected(game).all)), file=sys.stderr, flush=True
        )
        bots.prepare(game.name)
    chosen, data = choices_of(record), records.to_json(record)
    simulations = effort(game, len(chosen), seconds)
    with Progress(console=Console(stderr=True), transient=True) as progress:
        found = [review_step(data, number, simulations) for number in progress.track(chosen, description=game.title)]
    whole = conclude(record, found)
    if json:
        sys.stdout.buffer.write(msgspec.json.encode(whole) + b"\n")
        return 0
    show(whole, game, look, every)
    return 0


def show(whole: Review, game: Game, look: Look, every: bool) -> None:
    console = Console(highlight=False)
    seats = range(1 if game.cooperative else len(whole.lost))  # those who play together share one line
    for seat in seats:
        name = Ink(look.say("review.all")) if game.cooperative else seat_ink(seat, look)
        name.align("right", 14)
        console.print(name.append("  ").append(graph(whole, seat), look.seat(seat)))
    console.print()
    console.print(steps_table(whole, look, every))
    console.print()
    if not whole.turning:
        console.print(look.say("review.none"))
    for turn in whole.turning:
        words = look.words.render(turn.words)
        console.print(Ink(f"{turn.number:4d}  ", FAINT).append_text(seat_ink(turn.actor, look)).append(f" {words}"))
    for seat, lost in enumerate(whole.lost):
        console.print(Ink(look.say("review.lost", seat=look.name(seat), lost=f"{50 * lost:.1f}"), FAINT))


def graph(whole: Review, seat: int) -> str:
    """What a seat could expect, from the first step to the last, in one line of blocks."""
    values = [lean[seat] for lean in whole.leaned]
    columns = min(WIDTH, len(values))
    picked = [values[round(k * (len(values) - 1) / max(1, columns - 1))] for k in range(columns)]
    return "".join(BLOCKS[min(len(BLOCKS) - 1, int((value + 1) / 2 * len(BLOCKS)))] for value in picked)


def steps_table(whole: Review, look: Look, every: bool) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(look.say("review.step"), justify="right")
    table.add_column(look.say("review.seat"))
    table.add_column(look.say("review.played"))
    table.add_column(look.say("review.chance"), justify="right")
    table.add_column(look.say("review.better"))
    for one in whole.steps:
        if one.before is None or one.after is None or (one.better is None and not every):
            continue
        chance = f"{percent(one.before[one.actor])} → {percent(one.after[one.actor])} %"
        better = " ".join(one.line[:AHEAD]) if one.better is not None else ""
        table.add_row(str(one.number), seat_ink(one.actor, look), Ink(one.text), chance, Ink(better))
    return table
