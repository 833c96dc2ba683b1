"""Commands: all that people, the organiser and the house itself can do in a tournament.

Each command checks, and refuses with a reason or answers the events that follow and the tournament after them. A
command changes nothing.
"""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple
from unicodedata import category

from msgspec.structs import replace

from parlour import games
from parlour.core.texts import Refused, printable
from parlour.house.tables.clocks import MINUTE
from parlour.house.tables.commands import LEVELS
from parlour.house.text_cleaning import one_paragraph
from parlour.house.tournaments import events as ev
from parlour.house.tournaments.events import AnyTournamentEvent, Entrant, TournamentRules
from parlour.house.tournaments.pairing import knockout, robin, swiss
from parlour.house.tournaments.state import Tournament

LONGEST_TITLE = 60
LONGEST_ABOUT, MOST_LINES = 1000, 20  # of its description
LEAST, MOST = 2, 128  # entrants
BOTS_EACH = 3  # bots for every person who takes part: somebody alone can have a cup of four
MOST_ROUNDS, MOST_CYCLES, MOST_MINUTES = 30, 4, 24 * 60
LONGEST_CHECK_IN = 24 * 60  # minutes, as the next two
LONGEST_BETWEEN = 30 * 24 * 60
LONGEST_PATIENCE = 24 * 60
FARTHEST = 366 * 24 * 60  # ahead of its beginning


class TournamentChange(NamedTuple):
    tournament: Tournament
    events: list[AnyTournamentEvent]


# -- before it begins -----------------------------------------------------------------------------------------


def announce(announced: ev.Announced) -> TournamentChange:
    title = one_paragraph(announced.title)
    if not printable(title) or not any(category(character)[0] in "LN" for character in title):
        raise Refused("tournament.title-empty")
    if len(title) > LONGEST_TITLE:
        raise Refused("tournament.title-long", most=LONGEST_TITLE)
    about = check_about(announced.about)
    kept = replace(announced, title=title, about=about, rules=check_rules(announced.rules, announced.at))
    return TournamentChange(Tournament(kept), [kept])


def check_about(about: str) -> str:
    """Some lines, as others may read them."""
    lines = [one_paragraph(line) for line in about.strip().split("\n", MOST_LINES)]
    text = "\n".join(lines).strip()
    if not printable(text.replace("\n", " ")) or len(text) > LONGEST_ABOUT or len(lines) > MOST_LINES:
        raise Refused("tournament.about", most=LONGEST_ABOUT, lines=MOST_LINES)
    return text


def describe(t: Tournament, now: int, by: str, about: str) -> TournamentChange | None:
    """The organiser says something else about it, at any time."""
    _check_organiser(t, by)
    about = check_about(about)
    return None if about == t.about else _change(t, ev.Described(at=now, about=about))


def check_rules(rules: TournamentRules, now: int) -> TournamentRules:
    """Refuse what cannot be played; answers them with every option."""
    game = games.load(rules.game)
    if game.cooperative:
        raise Refused("tournament.cooperative", game=game.title)
    if rules.seats < 2:
        raise Refused("tournament.alone")
    options = game.options_for(rules.seats, rules.options)
    rules.clock.check()
    if rules.clock.pace == "none":
        raise Refused("tournament.clock")
    if rules.kind == "arena" and rules.clock.pace != "live":
        raise Refused("tournament.arena-live")
    if rules.starts is not None and not now < rules.starts <= now + FARTHEST * MINUTE:
        raise Refused("tournament.starts")
    for value, low, high in (
        (rules.most, max(LEAST, rules.seats), MOST), (rules.rounds, 0, MOST_ROUNDS), (rules.cycles, 1, MOST_CYCLES),
        (rules.minutes, 1, MOST_MINUTES), (rules.check_in, 0, LONGEST_CHECK_IN), (rules.every, 0, LONGEST_BETWEEN),
        (rules.patience, 0, LONGEST_PATIENCE),
    ):  # fmt: skip
        if not low <= value <= high:
            raise Refused("tournament.range", value=value, low=low, high=high)
    return replace(rules, options=options, rules_version=game.rules_version)


def sign_up(t: Tournament, now: int, entrant: Entrant, *, account: bool = True) -> TournamentChange:
    """Before the beginning; of a Swiss tournament and an arena also later, and after having withdrawn. Where it counts
    it takes an account, as at a table."""
    if t.rules.rated and not account:
        raise Refused("tournament.rated-guest")
    late = t.phase == "running" and t.rules.kind in ("swiss", "arena")
    if not late:
        _check_open(t)
    if entrant.id in t.entrants and entrant.id not in t.gone:
        raise Refused("tournament.entered")
    if t.gone.get(entrant.id) == "removed":
        raise Refused("tournament.removed")
    if entrant.id not in t.entrants and len(t.entrants) >= t.rules.most:
        raise Refused("tournament.full", most=t.rules.most)
    return _change(t, ev.Entered(at=now, entrant=entrant))


def add_bot(t: Tournament, now: int, by: str, level: int) -> TournamentChange:
    """The organiser enters a bot, which is always there. Bots keep people company, and are only so many."""
    _check_organiser(t, by)
    if not t.rules.bots:
        raise Refused("tournament.no-bots")
    if level not in LEVELS:
        raise Refused("refuse.level", low=LEVELS[0], high=LEVELS[-1])
    if len(t.bots) >= BOTS_EACH * len(t.people):
        raise Refused("tournament.bots-many" if t.people else "tournament.no-people", count=BOTS_EACH)
    number = 1
    while f"bot-{level}-{number}" in t.entrants:
        number += 1
    return sign_up(t, now, Entrant(f"bot-{level}-{number}", level=level))


def check_in(t: Tournament, now: int, entrant: str) -> TournamentChange | None:
    """Say “I am here”; saying it twice changes nothing."""
    _check_entered(t, entrant)
    _check_open(t)
    opens = check_in_opens(t)
    if t.rules.check_in == 0:
        raise Refused("tournament.no-check-in")
    if opens is not None and now < opens:
        raise Refused("tournament.check-in-early", count=t.rules.check_in)
    return None if entrant in t.checked else _change(t, ev.CheckedIn(at=now, entrant=entrant))


def check_in_opens(t: Tournament) -> int | None:
    """None: at any time before it begins."""
    return None if t.rules.starts is None else t.rules.starts - t.rules.check_in * MINUTE


def open_check_in(t: Tournament, now: int) -> TournamentChange | None:
    """Once, when its time has come: so that those who have entered are told."""
    opens = check_in_opens(t)
    if t.phase != "open" or t.check_in_opened or t.rules.check_in == 0 or t.rules.starts is None or opens is None:
        return None
    return _change(t, ev.CheckInOpened(at=now)) if opens <= now < t.rules.starts else None


def seed(t: Tournament, now: int, by: str, seeds: Sequence[str]) -> TournamentChange | None:
    """The organiser says who is seeded first, as often as they like before it begins."""
    _check_organiser(t, by)
    _check_open(t)
    if t.rules.seeding != "hand":
        raise Refused("tournament.seeding")
    _check_seeds(t, seeds)
    return None if t.seeds == tuple(seeds) else _change(t, ev.Seeded(at=now, order=tuple(seeds)))


def withdraw(t: Tournament, now: int, entrant: str) -> TournamentChange:
    """No longer take part. A match that is being played is played to its end, or left at its table."""
    _check_entered(t, entrant)
    _check_not_over(t)
    return _change(t, ev.Withdrew(at=now, entrant=entrant))


def remove(t: Tournament, now: int, by: str, entrant: str) -> TournamentChange:
    """The organiser sends somebody away."""
    _check_organiser(t, by)
    _check_entered(t, entrant)
    _check_not_over(t)
    return _change(t, ev.Withdrew(at=now, entrant=entrant, why="removed"))


def cancel(t: Tournament, now: int, by: str) -> TournamentChange:
    """Matches of bots alone are broken off. Those of people are played to their end; they count for nothing here."""
    _check_organiser(t, by)
    _check_not_over(t)
    return _change(t, ev.Cancelled(at=now))


def close(t: Tournament, now: int, title: str) -> TournamentChange | None:
    """By those who look after the house: it is off, goes by another title and without its description. Of one that is
    over, only that."""
    happened: list[ev.AnyTournamentEvent] = [] if t.phase == "over" else [ev.Cancelled(at=now, tables=True)]
    if t.title != title:
        happened.append(ev.Retitled(at=now, title=title))
    if t.about:
        happened.append(ev.Described(at=now, about=""))
    return _change(t, *happened) if happened else None


# -- the beginning --------------------------------------------------------------------------------------------


def start(
    t: Tournament, now: int, by: str, seed: str, seeds: Sequence[str] = (), ratings: Mapping[str, float] | None = None
) -> TournamentChange:
    """The organiser has it begin, and may say who is seeded first. `ratings`: of entrants who have one."""
    _check_organiser(t, by)
    _check_open(t)
    if seeds and t.rules.seeding != "hand":
        raise Refused("tournament.seeding")
    _check_seeds(t, seeds)
    here, missing = _who_is_here(t)
    if t.bots and not here:
        raise Refused("tournament.no-people", count=BOTS_EACH)
    if len(here) < t.rules.seats:
        raise Refused("tournament.too-few", count=t.rules.seats)
    return _begin(t, now, seed, seeds or t.seeds, missing, ratings or {})


def start_due(
    t: Tournament, now: int, seed: str, ratings: Mapping[str, float] | None = None
) -> TournamentChange | None:
    """It begins by itself at its time; with too few it is called off."""
    if t.phase != "open" or t.rules.starts is None or now < t.rules.starts:
        return None
    here, missing = _who_is_here(t)
    if len(here) < t.rules.seats:
        return _change(t, ev.Cancelled(at=now, few=True))
    return _begin(t, now, seed, t.seeds, missing, ratings or {})


def _who_is_here(t: Tournament) -> tuple[list[str], list[str]]:
    """People, if they had to check in, only if they did; bots always are, as many as those people have."""
    people = [one for one in t.people if t.rules.check_in == 0 or one in t.checked]
    there = {*people, *t.bots[: BOTS_EACH * len(people)]}
    return [one for one in t.entrants if one in there], [one for one in t.entrants if one not in there]


def _begin(
    t: Tournament, now: int, seed: str, seeds: Sequence[str], missing: Sequence[str], ratings: Mapping[str, float]
) -> TournamentChange:
    gone: list[AnyTournamentEvent] = [
        ev.Withdrew(at=now, entrant=one, why="removed" if t.entrants[one].is_bot else "no-show") for one in missing
    ]
    t, rules = t.after(gone), t.rules
    count = len(t.entrants)
    planned = {
        "robin": robin.rounds(count, rules.seats, rules.rounds, rules.cycles),
        "swiss": swiss.rounds(count, rules.seats, rules.rounds),
        "knockout": knockout.rounds(count, rules.seats),
        "arena": 0,
    }[rules.kind]
    begun = ev.Begun(at=now, seed=seed, order=tuple(t.entrants), rounds=planned)
    drawing = t.after([begun])

    def strength(one: str) -> tuple[float, bytes]:
        """Whoever has no rating comes after all who have, and where nothing else decides, the lot does."""
        known = ratings.get(one) if rules.seeding == "rating" else None
        return (math.inf if known is None else -known, drawing.lot(one))

    first = [one for one in seeds if one in t.entrants]
    others = sorted((one for one in t.entrants if one not in first), key=strength)
    begun = replace(begun, order=(*first, *others))
    return TournamentChange(t.after([begun]), [*gone, begun])


# -- inside ---------------------------------------------------------------------------------------------------


def _change(t: Tournament, *happened: AnyTournamentEvent) -> TournamentChange:
    return TournamentChange(t.after(happened), list(happened))


def _check_organiser(t: Tournament, person: str) -> None:
    if t.organiser != person:
        raise Refused("tournament.organiser-only")


def _check_open(t: Tournament) -> None:
    if t.phase != "open":
        raise Refused("tournament.begun" if t.phase == "running" else "tournament.over")


def _check_seeds(t: Tournament, seeds: Sequence[str]) -> None:
    if len(set(seeds)) < len(seeds) or not set(seeds) <= set(t.entrants):
        raise Refused("tournament.seeds")


def _check_not_over(t: Tournament) -> None:
    if t.phase == "over":
        raise Refused("tournament.over")


def _check_entered(t: Tournament, entrant: str) -> None:
    if entrant not in t.entrants or entrant in t.gone:
        raise Refused("tournament.not-entered")
