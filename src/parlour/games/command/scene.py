"""The sea as things to draw and touch."""

from collections.abc import Sequence

from parlour.core.game import Options
from parlour.core.reasons import because
from parlour.core.scene import (
    Counter,
    Label,
    Mark,
    Piece,
    Plan,
    Scene,
    Site,
    TouchReason,
    Zone,
    button,
    piece,
    site,
    zone,
)
from parlour.core.texts import Text
from parlour.games.command.board import (
    COLUMNS,
    DIRECTIONS,
    LETTERS,
    MOST_QUIET,
    ON_BOARD,
    ROWS,
    SEA,
    SHIPS,
    ZONES,
    column_of,
    row_of,
)
from parlour.games.command.notation import (
    FIRST,
    MOVE,
    NAMES,
    PLACE,
    READY,
    READY_TEXT,
    SHIFT,
    action_of,
    class_name,
    class_of,
    kind_of,
    parse,
    square_at,
    square_name,
    squares_of,
)
from parlour.games.command.view import CommandView, Ship

UNKNOWN = "?"
COLOURS = ("#f2efe6", "#262c33")
FRESH = 2  # plies for which a challenge is marked: both players have seen it then

# From top to bottom: what Black has to place, lost ships of both, letters, the sea with row 8 on top, letters, what
# White has to place. Rows are numbered on the left.
WIDTH = 9.7
LEFT = 0.5
RESERVE_HEIGHT = 1.8
RESERVE_1, RESERVE_0 = 1.2, 14.3  # the middle of each
LOST_Y, LOST_WIDTH, LOST_HEIGHT = 3.05, 4.4, 1.1
LETTERS_Y = (3.95, 12.45)
TOP = 4.2  # the upper edge of row 8
HEIGHT = RESERVE_0 + RESERVE_HEIGHT / 2 + 0.1
SEEN_OF_THE_SEA = 4  # rows while a seat deploys: its own three, and one more


def plan(seats: int, options: Options) -> Plan:
    squares = SEA.tolist()
    neighbours = {
        square_name(at): tuple(square_name(at + step) for step in DIRECTIONS.tolist() if at + step in ON_BOARD)
        for at in squares
    }
    sites = tuple(Site(square_name(at), LEFT + column_of(at) - 0.5, TOP + ROWS - row_of(at) + 0.5) for at in squares)
    letters = [Label(name, LEFT + i + 0.5, y) for y in LETTERS_Y for i, name in enumerate(NAMES)]
    numbers = [Label(str(row), LEFT / 2, TOP + ROWS - row + 0.5) for row in range(1, ROWS + 1)]
    labels = (*letters, *numbers)
    return Plan("grid", WIDTH, HEIGHT, sites, zones=zones(), labels=labels, neighbours=neighbours, colours=COLOURS)


def zones() -> tuple[Zone, ...]:
    middle, beside = LEFT + COLUMNS / 2, (COLUMNS - LOST_WIDTH) / 2
    return (
        zone_at("reserve", 0, middle, RESERVE_0, COLUMNS, RESERVE_HEIGHT),
        zone_at("reserve", 1, middle, RESERVE_1, COLUMNS, RESERVE_HEIGHT),
        zone_at("lost", 0, middle - beside, LOST_Y, LOST_WIDTH, LOST_HEIGHT),
        zone_at("lost", 1, middle + beside, LOST_Y, LOST_WIDTH, LOST_HEIGHT),
    )


def zone_at(what: str, seat: int, x: float, y: float, width: float, height: float) -> Zone:
    name = f"{what}-{seat}"
    return Zone(name, "reserve", Text(f"zone.{name}"), x, y, width, height, seat)


# -- what stands where --------------------------------------------------------------------------------------------


def scene(view: CommandView) -> Scene:
    ships = [ship_piece(view, seat, ship) for seat in range(2) for ship in view.ships[seat]]
    reserves = [each for seat in range(2) for each in reserve_pieces(view, seat)]
    return Scene((*ships, *reserves), marks_of(view), counters_of(view), prompt_of(view), frame_of(view))


def ship_piece(view: CommandView, seat: int, ship: Ship) -> Piece:
    at = zone(f"lost-{seat}") if ship.at is None else site(ship.at)
    kind = f"ship-{ship.ship}" if ship.ship else "contact"
    name, glyph = name_of(seat, ship), glyph_of(view, seat, ship)
    # Beside a board, what lies face down is drawn as a stack of cards: a lost contact shows its question mark instead.
    return Piece(f"ship-{ship.id}", kind, at, name, glyph, seat, "up" if ship.ship or ship.at is None else "down")


def name_of(seat: int, ship: Ship) -> Text:
    owner = Text(f"seat.{seat}")
    if ship.ship:
        return Text("piece.ship", {"owner": owner, "ship": class_name(ship.ship)})
    if len(ship.could) == 1:
        return Text("piece.contact-known", {"owner": owner, "ship": class_name(ship.could)})
    if 1 < len(ship.could) < len(LETTERS):
        return Text("piece.contact-could", {"owner": owner, "classes": " ".join(ship.could)})
    return Text("piece.contact", {"owner": owner})


def glyph_of(view: CommandView, seat: int, ship: Ship) -> str:
    """The letter of its class; of a contact that can only be one, that letter and a question mark. A stroke tells the
    other side's letters from the viewer's own, and Black's from White's for a spectator: never colour alone."""
    if len(ship.could) == 1 and not ship.ship:
        return ship.could + UNKNOWN
    near = 0 if view.seat is None else view.seat
    stroke = "'" if seat != near and (ship.ship or view.seat is None) else ""
    return (ship.ship or UNKNOWN) + stroke


def reserve_pieces(view: CommandView, seat: int) -> list[Piece]:
    """One for each class that is left to place, with how many of it there are."""
    letters = view.to_place[seat]
    pieces = []
    for letter in dict.fromkeys(letters):
        count = letters.count(letter)
        name = Text("piece.reserve", {"ship": class_name(letter), "count": count})
        glyph = letter if count == 1 else f"{letter}{count}"
        pieces.append(Piece(reserve_id(seat, letter), f"ship-{letter}", zone(f"reserve-{seat}"), name, glyph, seat))
    return pieces


def reserve_id(seat: int, letter: str) -> str:
    return f"reserve-{seat}-{letter}"


def marks_of(view: CommandView) -> tuple[Mark, ...]:
    if not view.last:
        return ()
    marks = [Mark("last", tuple(map(site, view.last)), None if view.turn is None else 1 - view.turn)]
    if view.challenge is not None and view.quiet < FRESH:
        met = (piece(f"ship-{ship}") for ship in view.challenge.ships)
        marks.append(Mark("challenge", (site(view.challenge.at), *met), view.challenge.by))
    return tuple(marks)


def counters_of(view: CommandView) -> tuple[Counter, ...]:
    if view.phase in ("lot", "deploying"):
        if view.seat is None:
            return ()
        left = len(view.to_place[view.seat])
        return (Counter("to-place", Text("counter.to-place"), left, SHIPS, view.seat),)
    afloat = [Counter(f"afloat-{seat}", Text("counter.afloat"), view.afloat[seat], SHIPS, seat) for seat in range(2)]
    return (Counter("quiet", Text("counter.quiet"), view.quiet, MOST_QUIET), *afloat)


def prompt_of(view: CommandView) -> Text | None:
    if view.phase == "over":
        return None
    if view.phase == "lot":
        return Text("prompt.lot")
    if view.phase == "deploying":
        return deployment_prompt(view)
    challenge = view.challenge
    if challenge is None or view.quiet > 0:
        return Text("prompt.move")
    key = "both" if len(challenge.lost) == 2 else "attacker" if challenge.lost == [challenge.by] else "defender"
    return Text(f"prompt.challenge-{key}", {"player": Text(f"seat.{challenge.by}"), "at": challenge.at})


def deployment_prompt(view: CommandView) -> Text:
    if view.seat is None:
        return Text("prompt.deploying")
    if view.ready[view.seat]:
        return Text("prompt.wait")
    left = len(view.to_place[view.seat])
    return Text("prompt.place", {"count": left, **own_rows(view.seat)}) if left else Text("prompt.all-placed")


def own_rows(seat: int) -> dict[str, str | int | Text]:
    return {"low": row_of(int(ZONES[seat, 0])), "high": row_of(int(ZONES[seat, -1]))}


def frame_of(view: CommandView) -> tuple[float, float, float, float]:
    """While a seat deploys, its own waters and the ships to place; else the sea and what was lost."""
    if view.phase in ("lot", "deploying") and view.seat is not None:
        if view.seat == 0:
            y = TOP + ROWS - SEEN_OF_THE_SEA
            return 0, y, WIDTH, round(HEIGHT - y, 3)
        return 0, 0, WIDTH, TOP + SEEN_OF_THE_SEA
    y = LOST_Y - LOST_HEIGHT / 2 - 0.3
    return 0, round(y, 3), WIDTH, round(LETTERS_Y[1] + 0.2 - y, 3)


# -- what to touch, and why not -----------------------------------------------------------------------------------


def targets(view: CommandView, action: int) -> tuple[str, ...]:
    """A ship to place and its square; a ship's square and where it goes; a button."""
    kind, (a, b) = kind_of(action), squares_of(action)
    if kind == READY:
        return (button(READY_TEXT),)
    if kind == PLACE:
        assert view.seat is not None
        return piece(reserve_id(view.seat, LETTERS[class_of(action)])), site(square_name(b))
    return site(square_name(a)), site(square_name(b))


def why_not(view: CommandView, action: int) -> Text | None:
    seat, kind = view.seat, kind_of(action)
    if seat is None or view.phase == "over":
        return None
    if kind == FIRST or view.phase == "lot":
        return Text("why.lot")
    if view.phase == "deploying":
        return why_not_deploy(view, seat, action)
    if kind != MOVE:
        return Text("why.deployed")
    return why_not_move(view, seat, *squares_of(action)) if view.turn == seat else None


def why_not_deploy(view: CommandView, seat: int, action: int) -> Text | None:
    kind, letter, (a, b) = kind_of(action), LETTERS[class_of(action)], squares_of(action)
    left = view.to_place[seat]
    if view.ready[seat]:
        return Text("why.ready")
    if kind == MOVE:
        return Text("why.deploy-first")
    if kind == READY:
        return Text("why.unplaced", {"count": len(left)}) if left else None
    ships = {ship.at: ship.ship for ship in view.ships[seat]}
    if kind == PLACE and letter not in left:
        return Text("why.none-left", {"ship": class_name(letter)})
    if kind == SHIFT and ships.get(square_name(a)) != letter:
        return Text("why.no-such-ship", {"ship": class_name(letter), "at": square_name(a)})
    if b not in ZONES[seat]:
        return Text("why.zone", own_rows(seat))
    return Text("why.taken", {"at": square_name(b)}) if square_name(b) in ships else None


def why_not_move(view: CommandView, seat: int, at: int, to: int) -> Text | None:
    start, end = square_name(at), square_name(to)
    own = {ship.at for ship in view.ships[seat]}
    if start not in own:
        theirs = any(ship.at == start for ship in view.ships[1 - seat])
        return Text("why.not-yours" if theirs else "why.no-ship", {"at": start})
    if to - at not in DIRECTIONS:
        return Text("why.one-square")
    return Text("why.own-ship", {"at": end}) if end in own else None


def why_not_touch(view: CommandView, path: tuple[str, ...]) -> TouchReason | None:
    seat, touched = view.seat, path[-1]
    if seat is None or view.phase == "over":
        return None
    if view.phase == "lot" or (view.phase == "deploying" and view.ready[seat]):
        return because(Text("why.lot" if view.phase == "lot" else "why.ready"))
    if touched == button(READY_TEXT):
        why = why_not(view, action_of(READY))
        return None if why is None else because(why)
    if not touched.startswith("site:"):
        return None
    at, before = square_at(touched.removeprefix("site:")), path[-2] if len(path) > 1 else ""
    why = why_no_berth(view, seat, before, at) if view.phase == "deploying" else why_no_course(view, seat, before, at)
    return None if why is None else because(why, *in_the_way(why))


def why_no_berth(view: CommandView, seat: int, before: str, at: int) -> Text | None:
    """In deployment: why a ship that is in hand cannot be put there, or nothing be begun."""
    if before.startswith("piece:"):
        return why_not_deploy(view, seat, action_of(PLACE, LETTERS.index(before[-1]), b=at))
    if not before and at in ZONES[seat]:
        return Text("why.ship-first", own_rows(seat))
    taken = at in ZONES[seat] and square_name(at) in {ship.at for ship in view.ships[seat]}
    return Text("why.taken", {"at": square_name(at)}) if taken else Text("why.zone", own_rows(seat))


def why_no_course(view: CommandView, seat: int, before: str, at: int) -> Text | None:
    """In play: why a ship in hand cannot go there, with where it can; or why none can be taken up there."""
    if view.turn != seat:
        return None
    if before:
        start = square_at(before.removeprefix("site:"))
        why = why_not_move(view, seat, start, at)
        squares = [square_name(to) for to in reach_of(view, seat, start)]
        too_far = why == Text("why.one-square") and squares
        return Text("why.reach", {"at": square_name(start), "squares": ", ".join(squares)}) if too_far else why
    return Text("why.shut-in", {"at": square_name(at)}) if is_own(view, seat, at) else why_not_move(view, seat, at, at)


def reach_of(view: CommandView, seat: int, at: int) -> list[int]:
    """The squares to which a ship on this one could go."""
    around = [at + int(step) for step in DIRECTIONS if at + int(step) in ON_BOARD]
    return [to for to in around if not is_own(view, seat, to)]


def is_own(view: CommandView, seat: int, at: int) -> bool:
    return any(ship.at == square_name(at) for ship in view.ships[seat])


def in_the_way(why: Text) -> tuple[str, ...]:
    return (site(str(why.args["at"])),) if why.key in ("why.own-ship", "why.taken") else ()


def describe(text: str) -> Text:
    action = parse(text)
    if action is None:
        return Text("log.step", {"step": text})
    kind, letter, (a, b) = kind_of(action), LETTERS[class_of(action)], squares_of(action)
    if kind == READY:
        return Text("log.ready")
    if kind == FIRST:
        return Text("log.first", {"player": Text(f"seat.{b}")})
    if kind == PLACE:
        return Text("log.place", {"ship": class_name(letter), "at": square_name(b)})
    if kind == SHIFT:
        return Text("log.shift", {"ship": class_name(letter), "start": square_name(a), "end": square_name(b)})
    return Text("log.move", {"start": square_name(a), "end": square_name(b)})


def came_to(view: CommandView, returns: Sequence[float] | None, turns: int) -> Text | None:
    """Twelve ships to nine: of whoever won first. Moves are counted as the rules do, each player's by itself."""
    if view.plies == 0:
        return None
    count = {"count": view.plies}
    first, second = view.afloat if returns is None or returns[0] >= returns[1] else reversed(view.afloat)
    ships = Text("came-to.ships", {"count": first})
    if first == second:
        return Text("came-to.each", {"ships": ships, **count})
    if returns is None or returns[0] == returns[1]:
        return Text("took", count)  # nobody's come first
    return Text("came-to.won", {"ships": ships, "lost": second, **count})
