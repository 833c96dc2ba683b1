"""The law that no touch is met with silence: whatever is on the board begins or continues a choice, or there is a
reason why it does not, in two short sentences, from the view alone."""

from random import Random

import msgspec

from parlour.core.laws.drawing import text_is_known
from parlour.core.match import Match
from parlour.core.reasons import as_place, things_of
from parlour.core.scene import TouchReason

TOUCHES = 6  # things that are touched in each position, by each viewer, with nothing in hand and with something
LONGEST = 90  # characters of both sentences together: a bubble is read at a glance


def touches_are_answered(match: Match, seed: int) -> None:
    rng = Random(seed)
    for viewer in (*range(len(match.seats)), None):
        choices = [] if viewer is None else match.choices(viewer)
        things = sorted(things_of(match.game, match.plan(), match.scene(viewer)))
        begun = sorted({choice.path[:n] for choice in choices for n in range(len(choice.path))})
        for held in {(), rng.choice(begun)} if begun else {()}:
            for thing in rng.sample(things, min(TOUCHES, len(things))):
                path = (*held, thing)
                reason = match.why_not_touch(viewer, path)
                goes_on = any(choice.path[: len(path)] == path or choice.path[0] == thing for choice in choices)
                if goes_on or thing in held[-1:]:
                    assert reason is None, f"touching {path} does something, and is refused"
                else:
                    assert reason is not None, f"touching {path} does nothing, and nobody says why"
                    reason_is_sound(match, reason, set(things), path)
                    if viewer is not None:
                        goes_by_the_view(match, viewer, path, reason)


def reason_is_sound(match: Match, reason: TouchReason, things: set[str], path: tuple[str, ...]) -> None:
    sentences = match.game.catalogue()
    for text in (reason.rule, reason.here):
        text_is_known(text, sentences)
    said = [sentences.render(text) for text in (reason.rule, reason.here)]
    for sentence in said:
        whole = sentence.endswith(".") and not sentence[0].islower()
        assert whole, f"not a sentence, for {path}: {sentence}"
    assert len(" ".join(said)) <= LONGEST, f"too long to be read at a glance, for {path}: {' '.join(said)}"
    assert said[0] != said[1], f"one sentence twice, for {path}: {said[0]}"
    for thing in (*reason.at, *reason.fits):
        assert thing in things, f"{thing} is in the way or would do, for {path}, and is not there"


def goes_by_the_view(match: Match, seat: int, path: tuple[str, ...], reason: TouchReason) -> None:
    """An equal view gives an equal reason, byte for byte."""
    if match.game.why_not_touch is None or match.over:
        return
    view, meant = match.view(seat), (*path[:-1], as_place(match.scene(seat), path[-1]))
    again = match.game.why_not_touch(msgspec.json.decode(msgspec.json.encode(view), type=type(view)), meant)
    same = again is None or msgspec.json.encode(again) == msgspec.json.encode(reason)
    assert same, "a reason goes by more than the view"
