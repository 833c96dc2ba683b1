"""Regatta: a sailing race for two to six boats, with wind, tacks, wind shadow, right of way and luck."""

from pathlib import Path

from parlour.core.game import Game, Option
from parlour.games.regatta.board import BOUND, CARDS, ENDINGS, MOST_SEATS, STATE
from parlour.games.regatta.chance import chance, sample
from parlour.games.regatta.courses import COURSES, MOST_PLACES
from parlour.games.regatta.guide import guide
from parlour.games.regatta.knowledge import KNOWLEDGE
from parlour.games.regatta.moments import moment
from parlour.games.regatta.notation import parse, text
from parlour.games.regatta.numbering import number, numbered, numbers
from parlour.games.regatta.observation import observation, observe
from parlour.games.regatta.rules import actor, apply, ending, legal, new, returns, scores
from parlour.games.regatta.scene import came_to, plan, scene
from parlour.games.regatta.touch import describe, targets, why_not, why_not_touch
from parlour.games.regatta.view import view

GAME = Game(
    name="regatta",
    title="Regatta",
    seats=range(2, MOST_SEATS + 1),
    rules_version=1,
    home=Path(__file__).parent,
    options=(Option("course", "random", choices=("random", *(course.id for course in COURSES))),),
    endings=ENDINGS,
    bound=BOUND,
    most_actions=MOST_PLACES,
    most_outcomes=max(len(COURSES), len(CARDS)),
    state=STATE,
    new=new,
    actor=actor,
    legal=legal,
    apply=apply,
    chance=chance,
    sample=sample,
    returns=returns,
    scores=scores,
    ending=ending,
    text=text,
    parse=parse,
    view=view,
    plan=plan,
    scene=scene,
    targets=targets,
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
