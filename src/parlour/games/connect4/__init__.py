"""Connect Four, the smallest complete game: read it to learn how a game is written."""

from pathlib import Path

from parlour.core.game import Game
from parlour.games.connect4.board import COLUMNS, ROWS, STATE
from parlour.games.connect4.guide import guide
from parlour.games.connect4.knowledge import KNOWLEDGE
from parlour.games.connect4.moments import moment
from parlour.games.connect4.notation import parse, text
from parlour.games.connect4.numbering import number, numbered, numbers
from parlour.games.connect4.observation import observation, observe
from parlour.games.connect4.rules import actor, apply, ending, legal, new, returns, scores, skip_turn
from parlour.games.connect4.scene import describe, plan, scene, targets, why_not, why_not_touch
from parlour.games.connect4.view import view

GAME = Game(
    name="connect4",
    title="Connect Four",
    seats=range(2, 3),
    rules_version=1,
    home=Path(__file__).parent,
    endings=("four in a line", "full board"),
    bound=COLUMNS * ROWS,
    most_actions=COLUMNS,
    state=STATE,
    new=new,
    actor=actor,
    legal=legal,
    apply=apply,
    returns=returns,
    scores=scores,
    ending=ending,
    text=text,
    parse=parse,
    view=view,
    plan=plan,
    scene=scene,
    alike=True,
    targets=targets,
    why_not=why_not,
    why_not_touch=why_not_touch,
    describe=describe,
    moment=moment,
    skip_turn=skip_turn,
    knowledge=KNOWLEDGE,
    guide=guide,
    numbers=numbers,
    number=number,
    numbered=numbered,
    observation=observation,
    observe=observe,
)
