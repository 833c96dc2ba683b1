"""The part of the law book on what people see: scenes, what to touch, and the texts that both speak of."""

from collections.abc import Sequence

import msgspec

from parlour.core.game import Game
from parlour.core.match import Match
from parlour.core.scene import Choice, Plan, Scene
from parlour.core.texts import Catalogue, Text, fields


def drawing_is_sound(match: Match) -> None:
    """What is in a scene stands somewhere; a choice is a path of things that are there, and no other's beginning."""
    plan = match.plan()
    sentences = match.game.catalogue()
    places = {f"site:{site.id}" for site in plan.sites} | {f"zone:{zone.id}" for zone in plan.zones}
    for viewer in (*range(len(match.seats)), None):
        scene = match.scene(viewer)
        things = places | {f"piece:{piece.id}" for piece in scene.pieces}
        assert len(scene.pieces) == len({piece.id for piece in scene.pieces}), "two pieces have one id"
        for piece in scene.pieces:
            assert piece.at in places, f"piece {piece.id} stands on {piece.at}, which is nowhere"
        for mark in scene.marks:
            assert set(mark.at) <= things, f"mark {mark.kind} is on {mark.at}"
            assert sentences.has(f"mark.{mark.kind}"), f"no text for mark.{mark.kind}"
        for text in texts_of(plan, scene):
            text_is_known(text, sentences)
        if match.game.alike:
            assert scene == match.game.scene(match.view(viewer)), "not every viewer is shown the same"
        if viewer is not None:
            choices = match.choices(viewer)
            assert msgspec.json.decode(choices.json, type=list[Choice]) == choices, "encoded they are others"
            if match.game.steady_targets:
                targets_are_steady(match, viewer, choices)
            paths_are_sound(choices, things, sentences)
            hint_is_sound(match, viewer, things | {thing for choice in choices for thing in choice.path})


def targets_are_steady(match: Match, seat: int, choices: Sequence[Choice]) -> None:
    """What was worked out at another moment is what would be now."""
    for choice in choices:
        action = match.game.parse(choice.text)
        if action is not None:  # a word that every game knows is none of its actions
            now = match.game.targets(match.view(seat), action)
            assert choice.path == now, f"what to touch for “{choice.text}” is not steady: {choice.path}, {now}"


def paths_are_sound(choices: list[Choice], things: set[str], sentences: Catalogue) -> None:
    paths = [choice.path for choice in choices]
    assert all(paths), "an action has nothing to touch"
    assert len(set(paths)) == len(paths), (
        f"two actions have one path: {sorted(p for p in paths if paths.count(p) > 1)[0]}"
    )
    beginnings = {path[:n] for path in paths for n in range(len(path))}
    for choice in choices:
        assert choice.path not in beginnings, f"the path of “{choice.text}” is the beginning of another"
        for thing in choice.path:
            if thing.startswith("button:"):
                assert sentences.has("button." + thing[7:]), f"no text for {thing}"
            else:
                assert thing in things, f"“{choice.text}” touches {thing}, which is not there"


def hint_is_sound(match: Match, seat: int, things: set[str]) -> None:
    """A coach speaks in known sentences of things that are there, and says the same again of an equal view: it goes by
    nothing else."""
    hint = match.hint(seat)
    if hint is None:
        assert seat not in match.actors, f"seat {seat} is to act, and the coach has nothing to say"
        return
    text_is_known(hint.text, match.game.catalogue())
    for thing in hint.at:
        assert thing in things, f"the coach points at {thing}, which is not there"
    if match.game.guide is not None:
        view = match.view(seat)
        again = match.game.guide(msgspec.json.decode(msgspec.json.encode(view), type=type(view)))
        assert again in (hint, None), "the coach goes by more than the view"


def texts_of(plan: Plan, scene: Scene) -> list[Text]:
    texts = [zone.name for zone in plan.zones] + [piece.name for piece in scene.pieces]
    texts += [counter.name for counter in scene.counters]
    return texts if scene.prompt is None else [*texts, scene.prompt]


def text_is_known(text: Text, sentences: Catalogue) -> None:
    assert sentences.has(text.key), f"no text for {text.key}"
    missing = fields(sentences.entries[text.key]) - set(text.args)
    assert not missing, f"{text.key} is not told its {', '.join(missing)}"
    for value in text.args.values():
        if isinstance(value, Text):
            text_is_known(value, sentences)


def texts_exist(game: Game) -> None:
    """The texts that a game must have by its name alone."""
    sentences = game.catalogue()
    keys = ["about", *(f"ending.{ending}" for ending in game.endings), *(f"option.{o.name}" for o in game.options)]
    keys += [f"seat.{seat}" for seat in range(game.seats[-1])]
    for key in keys:
        assert sentences.has(key), f"no text for {key}"
    assert (game.home / "rules.md").exists(), "no rules page: rules.md"
