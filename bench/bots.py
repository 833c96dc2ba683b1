"""How strong the bots are, how fast they search, and what they keep of what they promise.

Every strength run is an arena kept under `bench/runs`, so that a run that was stopped goes on; delete the folder to
measure anew. Strength is by simulations, one thread, as many as take about 50 ms (The Dance: 5 ms) on one core.
"""

import itertools
import multiprocessing
import os
import signal
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import numba
import numpy as np

from bench.rules import Yardstick
from parlour import bots
from parlour.bots import compare
from parlour.bots.arena import RECORDS, Arena, ArenaSettings, Played, duels
from parlour.bots.bot import OWN, bot_named
from parlour.bots.levels import LEVELS
from parlour.bots.pool import Pool
from parlour.bots.review import choices_of, conclude, review
from parlour.bots.searcher import Searcher, compiled, packed_for, shipped_net
from parlour.bots.situation import situation
from parlour.bots.standings import NINETY_FIVE, Duel, Sprt, mean_and_error
from parlour.core import record as records
from parlour.core.game import State, as_array
from parlour.core.knowledge import NONE
from parlour.core.match import Match
from parlour.core.record import Record
from parlour.games import BUILT_IN, load
from parlour.train.prepare import pace_of

RUNS = Path(__file__).parent / "runs"
COMPETITIVE = ("yinsh", "luckymoose", "command", "regatta", "connect4")
RIVALS = {"luckymoose": "greedy", "command": "attacker", "regatta": "racer"}
WANTED = {"luckymoose": 0.65, "command": 0.9, "regatta": 0.7}
PUBLIC = {1: 12.4, 2: 3.8, 3: 5.6, 4: 4.1, 5: 4.6}  # cards left in The Dance: the best public figures found, with talk
MOST_GAMES = 400  # before a ladder's step counts as unclear
SEARCH, SLICE, ROUNDS = 1000, 0.5, 9
REVIEW_SECONDS = 10.0


def measure() -> list[str]:
    """All parts, or those named in PARLOUR_BENCH_BOTS."""
    chosen = [part for part in os.environ.get("PARLOUR_BENCH_BOTS", "").split(",") if part]
    lines: list[str] = []
    for name, part in PARTS.items():
        if not chosen or name in chosen:
            begun = time.monotonic()
            print(f"  › {name}", file=sys.stderr, flush=True)
            lines += [f"### {name}", "", *part(), "", f"({time.monotonic() - begun:.0f} s)", ""]
    return lines


# -- speed ----------------------------------------------------------------------------------------------------


def speed() -> list[str]:
    """Plain UCT on connect4 against OpenSpiel's C++ MCTS with the same settings, slices taking turns."""
    game, searcher, lines = load("connect4"), Searcher(load("connect4"), 2, plain=True), positions(12)
    ours, ratios = [], []
    states = []
    for line in lines:
        match = Match(game, 2)
        for column in line:
            match.play(match.actors[0], game.text(column))
        states.append((match.state, match.actors[0]))
    with Yardstick() as yardstick:
        yardstick.slice(0.1, lines=lines, simulations=SEARCH)
        for seed in range(ROUNDS):
            theirs = yardstick.slice(SLICE, lines=lines, simulations=SEARCH)
            done, begun = 0, time.process_time()
            for state, seat in itertools.cycle(states):
                if time.process_time() - begun >= SLICE:
                    break
                searcher.forget()
                done += searcher.search(state, seat, simulations=SEARCH, seed=seed).simulations
            ours.append(done / (time.process_time() - begun))
            ratios.append(ours[-1] / theirs)
    spread = f"{min(ratios):.2f}–{max(ratios):.2f}"
    return [
        f"connect4, {SEARCH} simulations a search, fresh trees, 12 positions: {statistics.median(ours):,.0f} "
        f"simulations per CPU second, {statistics.median(ratios):.2f} ({spread}) of OpenSpiel's C++ MCTS."
    ]


def positions(count: int) -> list[list[int]]:
    """Columns played, from positions spread evenly over the first four fifths of random games."""
    rng, found, game = Random(3), [], load("connect4")
    while len(found) < count:
        match = Match(game, 2)
        line = []
        while not match.over:
            line.append(rng.choice(game.list_legal(match.state, match.actors[0])))
            match.play(match.actors[0], game.text(line[-1]))
        usable = max(1, int(len(line) * 0.8))
        found += [line[: int(k * usable / 4)] for k in range(4)]
    return found[:count]


# -- strength -------------------------------------------------------------------------------------------------


def level_name(game: str, number: int) -> str:
    """A level by simulations alone; the strongest by those of 50 ms."""
    paced = load(game).knowledge.pace
    return f"{number}@{min(paced, LEVELS[number - 1].simulations(load(game)))}"


def arena(name: str, settings: ArenaSettings, sprt: Sprt | None = None) -> Arena:
    bots.prepare(settings.game)
    run = Arena(settings, RUNS / name)

    def tell(one: Played) -> None:
        print(f"\r    {name}: {len(run.played)}/{settings.games} ", end="", file=sys.stderr, flush=True)

    run.run(sprt, tell)
    print(file=sys.stderr)
    return run


def versus(name: str, game: str, one: str, other: str, games: int, sprt: Sprt | None = None, seats: int = 2) -> Duel:
    run = arena(name, ArenaSettings(game, (one, other), games, seats), sprt)
    return duels(run.settings, run.played)[one, other]


def told(duel: Duel) -> str:
    give = NINETY_FIVE * (max(duel.score * (1 - duel.score), 0.25 / duel.games) / duel.games) ** 0.5
    return f"{duel.score:.1%} ± {give:.1%} of {duel.games}"


def ladder() -> list[str]:
    """Each level against the one below it, until the verdict is clear; the strongest against random."""
    lines = ["| game | " + " | ".join(f"{n} beats {n - 1}" for n in range(2, 6)) + " | 5 beats random |"]
    lines.append("|" + "---|" * 6)
    for game in COMPETITIVE:
        cells = []
        for number in range(2, 6):
            upper, lower = level_name(game, number), level_name(game, number - 1)
            duel = versus(f"ladder-{game}-{number}", game, upper, lower, MOST_GAMES, Sprt())
            mark = {True: "✓", False: "✗", None: "unclear"}[Sprt().verdict(duel)]
            cells.append(f"{mark} {told(duel)}")
        cells.append(told(versus(f"random-{game}", game, level_name(game, 5), "random", 100)))
        lines.append(f"| {game} | {' | '.join(cells)} |")
    return lines


def rivals() -> list[str]:
    lines = []
    yinsh = versus("yinsh-uct", "yinsh", "5@50ms", "uct@50ms", 100)
    lines.append(f"* yinsh against plain UCT, 50 ms each: {told(yinsh)} (wanted: 75 %)")
    for game, rival in RIVALS.items():
        duel = versus(f"rival-{game}", game, level_name(game, 5), rival, 200)
        lines.append(f"* {game} against {rival}: {told(duel)} (wanted: {WANTED[game]:.0%})")
    return lines


def dance() -> list[str]:
    """The mean number of cards left, at 5 ms a move; and what a game takes of a core, all seats together."""
    lines = ["| players | cards left | best public figure, with talk | perfect games | CPU seconds a game |"]
    lines.append("|---|---|---|---|---|")
    name = f"5@{load('dance').knowledge.pace // 10}"
    for seats, public in PUBLIC.items():
        run = arena(f"dance-{seats}", ArenaSettings("dance", (name,), games(1000), seats))
        mean, give = mean_and_error([played.scores[0] for played in run.played])
        perfect = sum(played.scores[0] == 0 for played in run.played) / len(run.played)
        lines.append(f"| {seats} | {mean:.2f} ± {give:.2f} | {public} | {perfect:.1%} | {thought(run.played)} |")
    return lines


def games(count: int) -> int:
    """So many; with PARLOUR_BENCH_GAMES, no more than that: to see that all of it runs."""
    most = os.environ.get("PARLOUR_BENCH_GAMES")
    return count if most is None else min(count, int(most))


def thought(played: Sequence[Played], seat_of: Callable[[Played], int] | None = None) -> str:
    """Seconds of a core that a game took on average: of all seats, or of one in each."""
    known = [one for one in played if one.cpu]
    if not known:
        return "–"
    return f"{statistics.mean(sum(one.cpu) if seat_of is None else one.cpu[seat_of(one)] for one in known):.2f}"


def master() -> list[str]:
    """The strongest with its net against the same search without, by simulations: as many for each as take the same
    time of a core, which is measured first. What both then took in all is told, too."""
    lines = ["| game | seats | net's simulations against | score | CPU seconds a game |", "|---|---|---|---|---|"]
    for name, seats in [(name, seats) for name in BUILT_IN for seats in MASTER_SEATS]:
        game = load(name)
        net = shipped_net(game, seats) if seats in game.seats else None
        if net is None:
            continue
        bots.prepare(name)
        kept = RUNS / f"master-{name}-{seats}.json"  # a run that goes on needs the pace that it began with
        if kept.exists():
            ours, theirs = msgspec.json.decode(kept.read_bytes(), type=tuple[int, int])
        else:
            ours = game.knowledge.pace
            theirs = max(1, round(ours * pace_of(game, seats, net, None)))
            RUNS.mkdir(exist_ok=True)
            kept.write_bytes(msgspec.json.encode((ours, theirs)))
        pair = (f"{len(LEVELS)}@{ours}", f"{OWN}@{theirs}")
        run = arena(f"master-{name}-{seats}", ArenaSettings(name, pair, games(MASTER_GAMES), seats))
        score = told(duels(run.settings, run.played)[pair])
        took = " and ".join(thought(run.played, lambda one, who=who: one.bots.index(who)) for who in pair)  # type: ignore[misc]
        lines.append(f"| {name} | {seats} | {ours:,} against {theirs:,} | {score} | {took} |")
    return lines


MASTER_GAMES = 200
MASTER_SEATS = (2, 4)


def nets() -> list[str]:
    """What an evaluation takes of a core, with the net and without: many in compiled code, over positions of random
    matches."""
    lines = ["| game | seats | bytes | µs an evaluation | without the net |", "|---|---|---|---|---|"]
    for game, seats in ((load(name), seats) for name in BUILT_IN for seats in load(name).seats):
        net = shipped_net(game, seats)
        if net is None:
            continue
        bots.prepare(game.name)
        judge, found = compiled(game).evaluate, compare.positions(game, seats, 200)
        states, lore = np.concatenate([as_array(s) for s in found]), compare.lore_of(game, found[:1])
        took = []
        for packed in (packed_for(game, net), packed_for(game, None)):
            each = []
            for turn in range(1 + ROUNDS):
                began = time.process_time()
                evaluate_all(judge, states, np.zeros(seats), lore, packed, EVALUATIONS if turn else 1)
                each.append((time.process_time() - began) / (EVALUATIONS * len(states)) * 1e6)
            took.append(statistics.median(each[1:]))
        lines.append(f"| {game.name} | {seats} | {len(net.to_bytes()):,} | {took[0]:.2f} | {took[1]:.2f} |")
    return lines


EVALUATIONS = 200  # of each position


@numba.njit  # type: ignore[untyped-decorator]
def evaluate_all(judge: Any, states: Any, values: Any, lore: Any, net: Any, times: int) -> None:
    for _ in range(times):
        for i in range(len(states)):
            judge(states[i], values, lore, net)


def full_time() -> list[str]:
    """A spot check of the strongest level as players meet it: 36 paces, two seconds at most."""
    lines = []
    for game in COMPETITIVE:
        duel = versus(f"full-{game}", game, "5", level_name(game, 5), FULL_GAMES[game])
        lines.append(f"* {game}, level 5 in full against its 50 ms: {told(duel)}")
    return lines


# Twenty in all; fewer of those that take a quarter of an hour each.
FULL_GAMES = {"connect4": 8, "yinsh": 6, "command": 2, "luckymoose": 2, "regatta": 2}


# -- review ---------------------------------------------------------------------------------------------------


def reviews() -> list[str]:
    """Games of the strongest against the weakest; and even games with the worst step that a search knows of put in
    somewhere, and played on from there. Each is reviewed whole, with a sixth of the usual effort."""
    lines = ["| game | loser gives away more | a planted blunder is found |", "|---|---|---|"]
    for game in COMPETITIVE:
        uneven = arena(f"review-{game}", ArenaSettings(game, (level_name(game, 5), level_name(game, 1)), 20, 2))
        twins = (level_name(game, 4), level_name(game, 4).replace("4@", "5@"))
        even = arena(f"plant-{game}", ArenaSettings(game, twins, 20, 2))
        with ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn")) as processes:
            decided = [played for played in uneven.played if played.returns[0] != played.returns[1]]
            lost = list(processes.map(lost_by_each, [game] * len(decided), [played.number for played in decided]))
            found = [each for each in processes.map(planted_is_found, [game] * 20, range(20)) if each is not None]
        winners = [max((0, 1), key=lambda seat: played.returns[seat]) for played in decided]
        by_winner = [one[winner] for one, winner in zip(lost, winners, strict=True)]
        by_loser = [one[1 - winner] for one, winner in zip(lost, winners, strict=True)]
        more = sum(loser > winner for loser, winner in zip(by_loser, by_winner, strict=True))
        means = f"{statistics.mean(by_loser):.3f} against {statistics.mean(by_winner):.3f}"
        lines.append(f"| {game} | {means}, in {more} of {len(decided)} games | {sum(found)} of {len(found)} |")
        assert len(even.played) == 20, "every game has been played"
    return lines


def lost_by_each(game: str, number: int) -> list[float]:
    """What each seat gave away on average; kept, since it takes a while."""
    folder = RUNS / f"review-{game}"
    kept = folder / f"lost-{number}.json"
    if not kept.exists():
        record = records.from_json((folder / RECORDS / f"{number:05d}.json").read_bytes())
        lost = conclude(record, list(review(record, REVIEW_SECONDS))).lost
        kept.write_bytes(msgspec.json.encode(lost))
    return msgspec.json.decode(kept.read_bytes(), type=list[float])


def planted_is_found(game: str, number: int) -> bool | None:
    """Whether the blunder is among the turning points of the whole match; None if there was no moment for one."""
    folder = RUNS / f"plant-{game}"
    kept = folder / f"found-{number}.json"
    if not kept.exists():
        planted = plant(records.from_json((folder / RECORDS / f"{number:05d}.json").read_bytes()), number)
        found = None
        if planted is not None:
            record, step = planted
            whole = conclude(record, list(review(record, REVIEW_SECONDS)))
            found = step in {turn.number for turn in whole.turning}
        kept.write_bytes(msgspec.json.encode(found))
    return msgspec.json.decode(kept.read_bytes(), type=bool | None)


def plant(record: Record, seed: int) -> tuple[Record, int] | None:
    """The record with the worst step that a search knows of, at a moment when there was something to lose, played on
    from there by both to the end: and which step that was."""
    game, rng, seats = load(record.game), Random(seed), len(record.seats)
    chosen, searcher = choices_of(record), Searcher(load(record.game), len(record.seats))
    for number in rng.sample(chosen, min(MOMENTS, len(chosen))):
        match = Match.from_record(record, game, until=number)
        seat = match.actors[0]
        worst = blunder(searcher, situation(match, seat).position(), seat, rng)
        if worst == NONE:
            continue
        match.play(seat, game.text(worst))
        players = [bot_named(level_name(game.name, 4), game, seats, seed + k) for k in range(seats)]
        while not match.over:
            actor = match.actors[0]
            if actor < 0:
                outcomes = match.outcomes()
                match.play(actor, rng.choices(list(outcomes), list(outcomes.values()))[0])
            else:
                match.play(actor, game.text(players[actor].step(situation(match, actor))))
        return match.record(), number + 1
    return None


def blunder(searcher: Searcher, now: State, seat: int, rng: Random) -> int:
    """A step that throws much away, if there is one among some that are tried; else NONE."""
    pace, seed = searcher.game.knowledge.pace, rng.getrandbits(30)
    searcher.forget()
    found = searcher.search(now, seat, simulations=pace, seed=seed)
    some = [found.candidates[0], *rng.sample(found.candidates, min(8, len(found.candidates)))]
    worths = {}
    for candidate in some:
        searcher.forget()
        only = searcher.search(now, seat, simulations=pace // 2, seed=seed, only=candidate.action)
        worths[candidate.action] = only.values[seat]
    worst = min(worths, key=lambda action: worths[action])
    return worst if max(worths.values()) - worths[worst] >= BLUNDER else NONE


MOMENTS = 60  # that are looked at for a blunder
BLUNDER = 0.4  # of the two that lie between winning and losing


# -- promises -------------------------------------------------------------------------------------------------


def promises() -> list[str]:
    """Answers in time, memory, and workers that are killed, as a table meets them: through the pool."""
    lines = []
    with Pool(workers=1, warm=tuple(COMPETITIVE)) as pool:
        took, most = [], 0
        for game in (*COMPETITIVE, "dance"):
            bots.prepare(game)
            took += answer_times(pool, game, TIMED_MOVES)
            most = max(most, resident(pool.workers[0].pid or 0))
        over = sum(seconds > LEVELS[-1].seconds * 1.2 for seconds in took)
        lines.append(
            f"* {len(took)} moves of level 5 through a worker: {over} over the cap + 20 %; "
            f"median {statistics.median(took):.2f} s, longest {max(took):.2f} s"
        )
        lines.append(f"* the worker's memory at most {most / 2**20:.0f} MB")
    lines.append(f"* {killed(20)}")
    return lines


TIMED_MOVES = 60


def answer_times(pool: Pool, name: str, moves: int) -> "list[float]":
    game, rng, took = load(name), Random(1), []
    seats = max(2, game.seats[0])
    match = Match(game, seats)
    while len(took) < moves:
        if match.over:
            match = Match(game, seats)
        actor = match.actors[0]
        if actor < 0:
            outcomes = match.outcomes()
            match.play(actor, rng.choices(list(outcomes), list(outcomes.values()))[0])
            continue
        if rng.random() < 0.25:
            begun = time.monotonic()
            pool.step(situation(match, actor), "5", f"{name} {len(took)}").result()
            took.append(time.monotonic() - begun)
        match.play(actor, rng.choice(match.legal(actor)))
    return took


def resident(pid: int) -> int:
    """Bytes of a process that are in memory."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmHWM"):
            return int(line.split()[1]) * 1024
    return 0


def killed(games: int) -> str:
    """Whole games of connect4 through a pool whose worker is killed again and again."""
    rng, longest, finished = Random(2), 0.0, 0
    with Pool(workers=1, warm=("connect4",)) as pool:
        for number in range(games):
            match = Match(load("connect4"), 2)
            while not match.over:
                seat = match.actors[0]
                begun = time.monotonic()
                future = pool.step(situation(match, seat), "5@60ms", f"killed {number}")
                if rng.random() < 0.15 and pool.workers[0].pid is not None:
                    time.sleep(0.02)
                    os.kill(pool.workers[0].pid, signal.SIGKILL)
                match.play(seat, match.game.text(future.result()))
                longest = max(longest, time.monotonic() - begun)
            finished += 1
        return f"{finished} of {games} games finished with {pool.replaced} workers killed; longest wait {longest:.1f} s"


PARTS: dict[str, Callable[[], Sequence[str]]] = {
    "speed": speed,
    "promises": promises,
    "rivals": rivals,
    "dance": dance,
    "master": master,
    "nets": nets,
    "ladder": ladder,
    "reviews": reviews,
    "full time": full_time,
}
