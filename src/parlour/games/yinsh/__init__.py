"""YINSH: leave markers, jump over them to turn them, and give up your rings one row at a time."""

from pathlib import Path

from parlour.core.game import Game, Option
from parlour.games.yinsh.board import BOUND, ENDINGS, MOST_ACTIONS, STATE
from parlour.games.yinsh.guide import guide
from parlour.games.yinsh.knowledge import KNOWLEDGE
from parlour.games.yinsh.moments import moment
from parlour.games.yinsh.notation import parse, text
from parlour.games.yinsh.numbering import number, numbered, numbers
from parlour.games.yinsh.observation import observation, observe
from parlour.games.yinsh.rules import actor, apply, ending, legal, new, returns, scores, skip_turn
from parlour.games.yinsh.scene import came_to, describe, plan, scene, targets, why_not, why_not_touch
from parlour.games.yinsh.view import view

GAME = Game(
    name="yinsh",
    title="YINSH",
    seats=range(2, 3),
    rules_version=1,
    home=Path(__file__).parent,
    options=(Option("blitz", False),),
    endings=ENDINGS,
    bound=BOUND,
    most_actions=MOST_ACTIONS,
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
    steady_targets=True,
    why_not=why_not,
    why_not_touch=why_not_touch,
    describe=describe,
    came_to=came_to,
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
