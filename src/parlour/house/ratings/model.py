"""Ratings: a fold over finishes, one after the other, by the model of Plackett and Luce (openskill).

The model keeps two numbers for each player and game: mu, how good, and sigma, how unsure of it. It takes any number of
seats and equal places; bots are players like others.

What is shown is one number. A newcomer has 1500, and as with Elo's numbers 200 more mean about three wins of four:
of two who are well known the model expects a share of 1 / (1 + exp(-difference / 6.2)), so a unit of it is worth 30.

Matches can be thrown. What few opponents say of a player is therefore bounded: matches against people move nobody
further from the middle than 60 points for each whom they have met, and leave them provisional, until they have met six;
and of the last twenty meetings those with one opponent count like three. All who come from one place are one opponent.
The house's bots throw nothing: against them alone anybody goes as far as they can.
"""

import math
from collections.abc import Iterable, MutableMapping, Sequence
from functools import cache
from statistics import fmean
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from parlour.house.ratings.records import BOT, SURE, Finish, Point, Standing

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

MU, SIGMA = 25.0, 25.0 / 3.0  # of whom nothing is known; the model's own beginning
MIDDLE, UNIT = 1500, 30
ENOUGH = 6  # people, by whom a player is known
REACH = 60 / UNIT  # from the middle, by each of fewer
WINDOW, SAME = 20, 3  # of so many meetings, those with one opponent count like so many
NEIGHBOURS = "@"  # all who come from the place that a player comes from; no person's id
SHARE = 6.2  # a difference of mu at which the better one is expected to get 73 %
# How much less sure a rating is of a bot that became stronger: what beats its predecessor clearly need not beat others
# as clearly.
WIDER = 4.0
Standings = MutableMapping[tuple[str, str], Standing]  # by game and who


def shown(mu: float) -> int:
    """As people see it."""
    return round(MIDDLE + UNIT * (mu - MU))


def provisional(sigma: float) -> bool:
    """Whether it may still be far off."""
    return sigma > SURE


def newcomer(who: str, game: str) -> Standing:
    return Standing(who=who, game=game, mu=MU, sigma=SIGMA, games=0)


class Jump(msgspec.Struct, frozen=True):
    """After that finish a player's rating was carried over: it became stronger, by this share against what it was."""

    after: int
    game: str
    who: str
    share: float


def stronger(standing: Standing, share: float) -> Standing:
    """Of who now gets this share against who it was."""
    mu = standing.mu + SHARE * math.log(share / (1 - share))
    return replace(standing, mu=mu, sigma=min(SIGMA, math.hypot(standing.sigma, WIDER)))


def fold(standings: Standings, finishes: Iterable[Finish], jumps: Sequence[Jump] = ()) -> list[Point]:
    """Bring standings up to date with finishes in their order; answers what each has changed. With `jumps`, in their
    order: those that lie between these finishes or after them."""
    points: list[Point] = []
    left = list(jumps)
    for finish in finishes:
        assert finish.number is not None, "it is being rated"
        while left and left[0].after < finish.number:
            _jump(standings, left.pop(0))
        points += _fold_one(standings, finish)
    for jump in left:
        _jump(standings, jump)
    return points


def _jump(standings: Standings, jump: Jump) -> None:
    """Who has not been met in a game is a newcomer there, however strong."""
    kept = standings.get((jump.game, jump.who))
    if kept is not None:
        standings[jump.game, jump.who] = stronger(kept, jump.share)


def _fold_one(standings: Standings, finish: Finish) -> list[Point]:
    who = list(dict.fromkeys(finish.seats))
    if not finish.places or len(who) < 2:  # played together, or by bots of one level alone
        return []
    model, game = _model(), finish.game
    before = {each: standings.get((game, each)) or newcomer(each, game) for each in who}
    teams = [[model.rating(mu=before[each].mu, sigma=before[each].sigma)] for each in finish.seats]
    after = [team[0] for team in model.rate(teams, ranks=[float(place) for place in finish.places])]
    points = []
    best = {each: min(finish.places[seat] for seat, other in enumerate(finish.seats) if other == each) for each in who}
    assert finish.number is not None, "it is being rated"
    for each in who:
        # Bots of one level in several seats are one player, who has learned from all of them.
        seats = [seat for seat, other in enumerate(finish.seats) if other == each]
        now = replace(
            before[each], games=before[each].games + 1,
            mu=fmean(after[seat].mu for seat in seats), sigma=fmean(after[seat].sigma for seat in seats),
        )  # fmt: skip
        if finish.households:
            now = _cautious(before[each], now, _opponents(finish, each))
        standings[game, each] = now
        points.append(
            Point(
                number=finish.number, who=each, game=game, table=finish.table, at=finish.at,
                place=best[each], of=len(finish.seats),
                was=before[each].mu, mu=now.mu, sigma=now.sigma,
                shared=sum(place == best[each] for place in best.values()) > 1,
            )
        )  # fmt: skip
    return points


def _opponents(finish: Finish, who: str) -> list[str]:
    """Those whom somebody met, each once: neighbours are one."""
    places = {
        each: place for each, place in zip(finish.seats, finish.households, strict=True) if not each.startswith(BOT)
    }
    others = [each for each in dict.fromkeys(finish.seats) if each != who]
    near = {each for each in others if each in places and places[each] == places.get(who)}
    return list(dict.fromkeys(NEIGHBOURS if each in near else each for each in others))


def _cautious(before: Standing, now: Standing, opponents: list[str]) -> Standing:
    """As much of what a match came to as these opponents are worth."""
    people = [each for each in opponents if not each.startswith(BOT)]
    met = (*before.met, *(each for each in people if each not in before.met))[:ENOUGH]
    weight = fmean(min(1.0, SAME / (1 + before.recent.count(each))) for each in opponents)
    mu = before.mu + weight * (now.mu - before.mu)
    sigma = before.sigma + weight * (now.sigma - before.sigma)
    if people and len(met) < ENOUGH and not now.who.startswith(BOT):
        reach = max(REACH * len(met), abs(before.mu - MU))
        mu = min(max(mu, MU - reach), MU + reach)
        unsure = SURE + (SIGMA - SURE) * (1 - len(met) / ENOUGH)
        sigma = max(sigma, min(before.sigma, unsure))
    return replace(now, mu=mu, sigma=sigma, met=met, recent=(*before.recent, *opponents)[-WINDOW:])


def after_meeting(
    one: tuple[float, float], other: tuple[float, float], won: bool
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Mu and sigma of two who met once, as one who tries a puzzle and the puzzle do."""
    model = _model()
    teams = [[model.rating(mu=mu, sigma=sigma)] for mu, sigma in (one, other)]
    first, second = (team[0] for team in model.rate(teams, ranks=[1.0, 2.0] if won else [2.0, 1.0]))
    return (first.mu, first.sigma), (second.mu, second.sigma)


@cache
def _model() -> "PlackettLuce":
    """Loaded when it is first needed: it takes an eighth of a second, and no start should wait for it."""
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=MU, sigma=SIGMA)
