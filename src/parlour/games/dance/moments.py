"""What a step is remembered by: the last card of the deck, of a hand, and of all. How many lie where is public."""

from parlour.core.game import CHANCE, State, Viewer
from parlour.core.scene import Moment, zone
from parlour.core.texts import Text
from parlour.games.dance.board import PERFECT, PILES
from parlour.games.dance.notation import END, LAY


def moment(before: State, after: State, who: int, action: int, viewer: Viewer) -> Moment | None:
    if who == CHANCE:
        return Moment("deck", Text("moment.deck"), at=(zone("deck"),)) if after.deck_count == 0 else None
    if not LAY <= action < END:
        return None
    card, number = divmod(action - LAY, PILES)
    pile, facts = zone(f"pile-{number + 1}"), {"card": str(card)}
    if after.phase == PERFECT:
        others = (zone(f"pile-{each + 1}") for each in range(PILES) if each != number)
        return Moment("perfect", Text("moment.perfect"), at=(pile, *others), facts=facts)
    if after.hand_count[who] == 0 and before.deck_count == 0:
        words = Text("moment.hand", {"player": Text(f"seat.{who}")})
        return Moment("hand", words, {who: Text("moment.your-hand")}, (pile,), facts=facts)
    return None
