"""What a step is remembered by: a card that is turned, a bump, a marker that is rounded, the line that is crossed."""

from parlour.core.game import State, Viewer
from parlour.core.scene import Moment, piece
from parlour.core.texts import Text
from parlour.games.regatta.board import CARDS, CHOOSING_WIND, DODGING, HEADINGS
from parlour.games.regatta.notation import CARD, COURSE, DODGE, NEXT, SPIN, STOP, WIND

LINE = (piece("start-0"), piece("start-1"))


def moment(before: State, after: State, who: int, action: int, viewer: Viewer) -> Moment | None:
    """The greatest thing that happened, of several: home, then what chance did, then the start and the markers."""
    mover = int(before.order[before.turn])
    if action < STOP:
        return way_made(before, after, (mover,))
    if SPIN <= action < NEXT or DODGE <= action < SPIN:
        boats = (mover, int(before.bumped))
        home = came_home(before, after, boats)
        return home or (bumped(before, after, action - SPIN) if action >= SPIN else way_made(before, after, boats))
    if CARD <= action < COURSE:
        return came_home(before, after, (mover,)) or card_turned(before, after, mover, CARDS[action - CARD])
    if WIND <= action < DODGE and before.phase == CHOOSING_WIND:
        return wind_chosen(before, after, mover)
    return None


# -- what chance does -----------------------------------------------------------------------------------------


def card_turned(before: State, after: State, mover: int, card: str) -> Moment:
    """A wind that is drawn may be the one that blows."""
    kind, _, _wind = card.partition(" ")
    changed = before.wind != after.wind
    key = kind if kind != "wind" else "wind" if changed else "same-wind"
    args = {"wind": wind_name(after)} if kind == "wind" else {}
    words = Text(f"moment.card-{key}", {"boat": boat_name(mover), **args})
    return Moment(
        "card",
        words,
        {mover: Text(f"moment.your-card-{key}", args)},
        (boat_piece(mover),),
        facts={"card": card, **winds(before, after)},
    )


def wind_chosen(before: State, after: State, mover: int) -> Moment | None:
    if before.wind == after.wind:
        return None
    args = {"wind": wind_name(after)}
    words = Text("moment.wind", {"boat": boat_name(mover), **args})
    return Moment("wind", words, {mover: Text("moment.your-wind", args)}, facts=winds(before, after))


def bumped(before: State, after: State, heading: int) -> Moment:
    """The weathervane shows where the bumped boat goes; if it cannot, its player says so next."""
    mover, other = int(before.order[before.turn]), int(before.bumped)
    args: dict[str, str | int | Text] = {"heading": Text(f"heading.{HEADINGS[heading]}")}
    how = "dodge" if after.phase == DODGING else "bumped"
    both = {"boat": boat_name(mover), "other": boat_name(other), **args}
    yours = {other: Text(f"moment.{how}-you", both), mover: Text(f"moment.{how}-by-you", both)}
    at = (boat_piece(other),)
    return Moment("bumped", Text(f"moment.{how}", both), yours, at, facts={"heading": HEADINGS[heading]})


# -- the race -------------------------------------------------------------------------------------------------


def came_home(before: State, after: State, boats: tuple[int, ...]) -> Moment | None:
    if before.home == after.home:
        return None
    seat = next(boat for boat in boats if before.place[boat] != after.place[boat])
    place = {"place": Text(f"place.{int(after.place[seat])}")}
    words = Text("moment.home", {"boat": boat_name(seat), **place})
    return Moment("home", words, {seat: Text("moment.your-home", place)}, LINE, line=True)


def way_made(before: State, after: State, boats: tuple[int, ...]) -> Moment | None:
    """Home, over the line at the start, or around a marker."""
    home = came_home(before, after, boats)
    if home is not None:
        return home
    for seat in boats:
        if before.started[seat] != after.started[seat]:
            words = Text("moment.start", {"boat": boat_name(seat)})
            return Moment("start", words, {seat: Text("moment.your-start")}, LINE, line=True)
        if before.passed[seat] < after.passed[seat] and after.gate_last[after.passed[seat] - 1]:
            number = int(after.gate_last[: after.passed[seat]].sum())
            args = {"number": number}
            last = after.passed[seat] == after.gates
            yours = Text("moment.your-last-marker" if last else "moment.your-marker", args)
            words = Text("moment.marker", {"boat": boat_name(seat), **args})
            return Moment("marker", words, {seat: yours}, (piece(f"marker-{number}"),))
    return None


# -- names ----------------------------------------------------------------------------------------------------


def boat_name(seat: int) -> Text:
    return Text(f"seat.{seat}")


def boat_piece(seat: int) -> str:
    return piece(f"boat-{seat}")


def wind_name(s: State) -> Text:
    return Text(f"heading.{HEADINGS[int(s.wind)]}")


def winds(before: State, after: State) -> dict[str, str]:
    return {"was": HEADINGS[int(before.wind)], "wind": HEADINGS[int(after.wind)]}
