"""The law of diagrams: each is a position that play leads to; what can be tried has a solution by legal steps, can be
got wrong, and says why; and the rules page shows them all."""

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from itertools import islice
from pathlib import Path

from parlour.core.diagrams import Diagram, answers, diagrams_of, solution, tried, why_wrong
from parlour.core.game import Game
from parlour.core.laws.touches import touches_are_answered
from parlour.core.texts import Refused

FENCE = re.compile(r"^```diagram\n(.*?)\n```$", re.MULTILINE)
TRIED = 400  # answers of a diagram that are looked at


def diagrams_are_sound(game: Game) -> None:
    try:
        found = diagrams_of(game)
        for name, diagram in found.items():
            diagram_is_sound(game, name, diagram)
    except Refused as refusal:
        raise AssertionError(str(refusal)) from refusal
    for page in rules_pages(game):
        shown = FENCE.findall(page.read_text("utf-8"))
        unknown, unused = sorted(set(shown) - set(found)), sorted(set(found) - set(shown))
        assert not unknown, f"{page.name} shows a diagram that is not there: {unknown[0]}"
        assert not unused, f"{page.name} never shows the diagram {unused[0]}"


def rules_pages(game: Game) -> Iterator[Path]:
    yield from sorted(game.home.glob("rules*.md"))


def diagram_is_sound(game: Game, name: str, diagram: Diagram) -> None:
    sentences = game.catalogue()
    keys = ["about", *(["task", "right", "wrong", *diagram.wrong.values()] if diagram.goal else [])]
    for key in keys:
        assert sentences.has(f"diagram.{name}.{key}"), f"no text for diagram.{name}.{key}"
    first = tried(game, name)  # refuses what play does not lead to
    if diagram.goal is None:
        return
    assert not first.match.over, f"diagram {name} is over before anything is tried"
    assert diagram.seat in first.match.actors, f"in diagram {name} seat {diagram.seat} is not to act"
    assert not diagram.goal.ending or diagram.goal.ending in game.endings, (
        f"diagram {name} asks for an ending that is none: {diagram.goal.ending}"
    )
    assert solution(game, name) is not None, f"diagram {name} has no solution in {diagram.moves} steps"
    wrong = [way for way, now in islice(answers(game, name), TRIED) if now.outcome == "wrong"]
    assert wrong, f"in diagram {name} nothing can be got wrong"
    said = {why_wrong(diagram, way) for way in wrong}
    for steps, key in diagram.wrong.items():
        heard = key in said and any(fnmatchcase(step, steps) for way in wrong for step in way)
        assert heard, f"diagram {name} says why {steps} is wrong, and nobody can play it, or it is right"
    touches_are_answered(first.match, len(name))
