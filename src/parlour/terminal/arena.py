"""The arena at a terminal: a progress bar while it plays, then a table with error bars."""

import sys
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from parlour import bots
from parlour.bots import plot
from parlour.bots.arena import Arena, ArenaSettings, Played, duels
from parlour.bots.standings import Sprt, mean_and_error, ratings
from parlour.core.compiled.compile_times import expected
from parlour.core.texts import Catalogue, Text, catalogue

TEXTS = Path(__file__).parent / "texts"
PLOT = "ratings.svg"
VERDICTS = {True: "✓", False: "✗", None: ""}


def arena(
    settings: ArenaSettings, folder: Path | None, jobs: int | None, sprt: Sprt | None, language: str = "en"
) -> int:
    """Play, then print what came of it; answers the exit code."""
    words = catalogue(TEXTS, language)
    run = Arena(settings, folder, jobs)
    settings = run.settings
    if not bots.is_ready(settings.game):
        print(
            words.render(Text("arena.compiling", {"game": run.game.title, "seconds": round(expected(run.game).all)})),
            file=sys.stderr,
            flush=True,
        )
        bots.prepare(settings.game)
    console = Console()
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[last]}"),
    )
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(run.game.title, total=settings.games, completed=len(run.played), last="")

        def tell(one: Played) -> None:
            progress.update(task, completed=len(run.played), last=f"{' – '.join(one.bots)}: {one.ending}")

        try:
            run.run(sprt, tell)
        except KeyboardInterrupt:
            progress.stop()
            if folder is not None:
                console.print(words.render(Text("arena.stopped", {"folder": str(folder)})))
            if not run.played:
                return 130
    console.print(together(run, words) if run.game.cooperative else versus(run, words, sprt, folder))
    return 0


def together(run: Arena, words: Catalogue) -> Table:
    """Where all win or lose together: the mean score of each kind of bot, and how often it was perfect."""
    table = Table(title=title(run), title_justify="left")
    for column in ("bot", "games", "score", "best", "worst", "perfect"):
        table.add_column(words.render(Text(f"arena.{column}")), justify="left" if column == "bot" else "right")
    for bot in run.settings.bots:
        mine = [one for one in run.played if one.bots[0] == bot]
        if mine:
            scores = [one.scores[0] for one in mine]
            mean, give = mean_and_error(scores)
            perfect = sum(one.returns[0] == 1 for one in mine) / len(mine)
            best, worst = (choose(mine, key=lambda one: one.returns[0]).scores[0] for choose in (max, min))
            table.add_row(bot, str(len(mine)), f"{mean:.2f} ± {give:.2f}", str(best), str(worst), f"{perfect:.1%}")
    return table


def versus(run: Arena, words: Catalogue, sprt: Sprt | None, folder: Path | None) -> Table:
    """Ratings with their bars, and how each did against each."""
    results = duels(run.settings, run.played)
    ranked = ratings(run.settings.bots, results)
    if folder is not None:
        (folder / PLOT).write_text(plot.svg(title(run), ranked), "utf-8")
    table = Table(title=title(run), title_justify="left")
    for column in ("bot", "elo", "points", "plot"):
        table.add_column(
            words.render(Text(f"arena.{column}")), justify="left" if column in ("bot", "plot") else "right"
        )
    for other in ranked:
        table.add_column(words.render(Text("arena.against", {"bot": other.bot})), justify="right")
    for rating in ranked:
        against = []
        for other in ranked:
            duel = results.get((rating.bot, other.bot))
            turned = results.get((other.bot, rating.bot))
            if duel is not None and duel.games:
                against.append(f"{duel.score:.0%} {VERDICTS[sprt.verdict(duel) if sprt else None]}")
            elif turned is not None and turned.games:
                against.append(f"{1 - turned.score:.0%}")
            else:
                against.append("")
        points = f"{rating.points:g} / {rating.games}"
        table.add_row(rating.bot, f"{rating.elo:+.0f} ± {rating.give:.0f}", points, plot.bar(rating, ranked), *against)
    return table


def title(run: Arena) -> str:
    options = ", ".join(f"{name} {value}" for name, value in run.settings.options.items())
    return f"{run.game.title}, {run.settings.seats} seats" + (f", {options}" if options else "")
