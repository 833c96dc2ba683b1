"""Command of the Sea: two hidden fleets, challenges settled by an arbiter, and a Command Ship to bring across."""

from pathlib import Path

from parlour.core.game import Game, Option
from parlour.games.command.board import BOUND, ENDINGS, MOST_ACTIONS, STATE
from parlour.games.command.guide import guide
from parlour.games.command.knowledge import KNOWLEDGE
from parlour.games.command.known import determinize
from parlour.games.command.moments import moment
from parlour.games.command.notation import parse, text
from parlour.games.command.numbering import number, numbered, numbers
from parlour.games.command.observation import observation, observe
from parlour.games.command.rules import (
    actor,
    also,
    apply,
    chance,
    ending,
    legal,
    new,
    returns,
    sample,
    scores,
    skip_turn,
    waiting,
)
from parlour.games.command.scene import came_to, describe, plan, scene, targets, why_not, why_not_touch
from parlour.games.command.view import effect, may_draw, reveals, seen, view

GAME = Game(
    name="command",
    title="Command of the Sea",
    seats=range(2, 3),
    rules_version=1,
    home=Path(__file__).parent,
    options=(Option("declared", False),),
    endings=ENDINGS,
    bound=BOUND,
    most_actions=MOST_ACTIONS,
    most_outcomes=2,
    state=STATE,
    new=new,
    actor=actor,
    waiting=waiting,
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
    may_draw=may_draw,
    plan=plan,
    scene=scene,
    targets=targets,
    steady_targets=True,
    why_not=why_not,
    why_not_touch=why_not_touch,
    describe=describe,
    came_to=came_to,
    moment=moment,
    effect=effect,
    skip_turn=skip_turn,
    knowledge=KNOWLEDGE,
    guide=guide,
    numbers=numbers,
    number=number,
    numbered=numbered,
    observation=observation,
    observe=observe,
)
