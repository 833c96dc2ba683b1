"""The Dance: 98 cards, four piles, and nobody says a number. Cooperative, for one to five."""

from pathlib import Path

from parlour.core.game import Game, Option
from parlour.games.dance.board import CARDS, LEAST_HAND, MOST_HAND, MOST_MINIMUM, MOST_SEATS, PILES, STATE
from parlour.games.dance.guide import guide
from parlour.games.dance.knowledge import KNOWLEDGE
from parlour.games.dance.moments import moment
from parlour.games.dance.notation import parse, text
from parlour.games.dance.numbering import number, numbered, numbers
from parlour.games.dance.observation import observation, observe
from parlour.games.dance.rules import (
    actor,
    also,
    apply,
    chance,
    determinize,
    ending,
    legal,
    new,
    returns,
    sample,
    scores,
)
from parlour.games.dance.scene import came_to, describe, plan, scene, targets, why_not, why_not_touch
from parlour.games.dance.talk import may_not_say
from parlour.games.dance.view import reveals, seen, view

GAME = Game(
    name="dance",
    title="The Dance",
    seats=range(1, MOST_SEATS + 1),
    rules_version=1,
    home=Path(__file__).parent,
    options=(
        Option("hand", 6, low=LEAST_HAND, high=MOST_HAND, by_seats={1: 8, 2: 7}),
        Option("minimum", 2, low=1, high=MOST_MINIMUM),
    ),
    cooperative=True,
    endings=("stuck", "perfect"),
    # Every card is drawn once and laid once; each turn that ends has laid one; each seat passes once.
    bound=3 * CARDS + MOST_SEATS,
    most_actions=MOST_HAND * PILES + 1,
    most_outcomes=CARDS,
    state=STATE,
    knowledge=KNOWLEDGE,
    new=new,
    actor=actor,
    legal=legal,
    also=also,
    apply=apply,
    chance=chance,
    sample=sample,
    determinize=determinize,
    returns=returns,
    scores=scores,
    ending=ending,
    text=text,
    parse=parse,
    view=view,
    seen=seen,
    reveals=reveals,
    plan=plan,
    scene=scene,
    targets=targets,
    steady_targets=True,
    why_not=why_not,
    why_not_touch=why_not_touch,
    describe=describe,
    came_to=came_to,
    moment=moment,
    may_not_say=may_not_say,
    guide=guide,
    numbers=numbers,
    number=number,
    numbered=numbered,
    observation=observation,
    observe=observe,
)
