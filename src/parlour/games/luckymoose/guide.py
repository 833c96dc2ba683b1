"""What a coach says to a beginner: lines, what scores, bonus tiles, exchanges; from the seat's view alone."""

from parlour.core.scene import Hint, button, piece, site
from parlour.core.texts import Text
from parlour.games.luckymoose.board import centre
from parlour.games.luckymoose.notation import tile_name
from parlour.games.luckymoose.scene import names_in_hand, token_name
from parlour.games.luckymoose.view import LuckyMooseView

LITTLE = 4  # what the shortest line brings
LINES, BONUS, CROSS = 12, 40, 90  # own points below which each of these is the thing to learn


def guide(view: LuckyMooseView) -> Hint | None:
    if view.seat is None or view.phase != "playing" or view.turn != view.seat:
        return None
    if view.laid:
        return going_on(view)
    if not view.gains:
        if not view.pool:
            return Hint(Text("guide.forfeit"), (button("forfeit"),))
        return Hint(Text("guide.stuck"), (button("swap"),))
    if not view.tokens:
        return Hint(Text("guide.aim"), (site(tile_name(centre(view.size))),))
    return laying(view, view.scores[view.seat])


def laying(view: LuckyMooseView, score: int) -> Hint:
    """The best single token, and the next thing to learn."""
    lay, points = best(view)
    if not view.pool:
        return said("guide.last", view, lay, points)
    if score == 0:
        return said("guide.lines", view, lay, points)
    if points <= LITTLE:
        hint = said("guide.little", view, lay, points)
        return Hint(hint.text, (*hint.at, button("swap")))
    key = "guide.more" if score < LINES else "guide.bonus" if score < BONUS else "guide.cross"
    return said(key if score < CROSS else "guide.six", view, lay, points)


def going_on(view: LuckyMooseView) -> Hint:
    """Whether another token makes the turn worth more."""
    if view.gains:
        lay, points = best(view)
        if points > view.worth:
            return said("guide.go-on", view, lay, points)
    if view.unpaid and not view.worth:
        return Hint(Text("guide.unpaid"), (button("end"),))
    return Hint(Text("guide.end", {"points": view.worth}), (button("end"),))


def best(view: LuckyMooseView) -> tuple[str, int]:
    """The lay that makes the turn worth most; of equals the first."""
    return max(view.gains.items(), key=lambda each: each[1])


def said(key: str, view: LuckyMooseView, lay: str, points: int) -> Hint:
    token, _, tile = lay.partition("@")
    assert view.seat is not None, "a coach speaks to a seat"
    held = names_in_hand(view.seat, view.hand)[view.hand.index(token)]
    args: dict[str, str | int | Text] = {"token": token_name(token), "tile": tile, "points": points}
    return Hint(Text(key, args), (piece(held), site(tile)))
