"""LuckyMoose: lay tokens in lines that share a colour or a symbol. Hidden hands, a common pool, two to four players."""

from pathlib import Path

from parlour.core.game import Game, Option
from parlour.games.luckymoose.board import (
    BOUND,
    ENDINGS,
    KINDS,
    LEAST_SEATS,
    LEAST_SIZE,
    MOST_ACTIONS,
    MOST_SEATS,
    MOST_SETS,
    MOST_SIZE,
    STATE,
)
from parlour.games.luckymoose.guide import guide
from parlour.games.luckymoose.knowledge import KNOWLEDGE
from parlour.games.luckymoose.memory import determinize
from parlour.games.luckymoose.moments import moment
from parlour.games.luckymoose.notation import parse, text
from parlour.games.luckymoose.numbering import number, numbered, numbers
from parlour.games.luckymoose.observation import observation, observe
from parlour.games.luckymoose.reasons import why_not
from parlour.games.luckymoose.rules import actor, apply, chance, ending, legal, new, returns, sample, scores
from parlour.games.luckymoose.scene import came_to, describe, plan, scene, targets
from parlour.games.luckymoose.touch import why_not_touch
from parlour.games.luckymoose.view import seen, view

GAME = Game(
    name="luckymoose",
    title="LuckyMoose",
    seats=range(LEAST_SEATS, MOST_SEATS + 1),
    rules_version=1,
    home=Path(__file__).parent,
    options=(
        Option("sets", 3, low=1, high=MOST_SETS),
        Option("size", 15, low=LEAST_SIZE, high=MOST_SIZE, step=2),
        Option("score_new_lines", False),
        Option("bonus", "each", choices=("each", "highest")),
    ),
    endings=ENDINGS,
    bound=BOUND,
    most_actions=MOST_ACTIONS,
    most_outcomes=KINDS,
    state=STATE,
    new=new,
    actor=actor,
    legal=legal,
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
    plan=plan,
    scene=scene,
    targets=targets,
    steady_targets=True,
    why_not=why_not,
    why_not_touch=why_not_touch,
    describe=describe,
    came_to=came_to,
    moment=moment,
    knowledge=KNOWLEDGE,
    guide=guide,
    numbers=numbers,
    number=number,
    numbered=numbered,
    observation=observation,
    observe=observe,
)
