"""Check a record's chance steps, offline: every outcome is derived again from the secret and the contributions."""

import re
from collections.abc import Iterator, Sequence

import msgspec

from parlour.core.dealer import LONGEST_CONTRIBUTION, dealer_of, is_contribution
from parlour.core.game import CHANCE, Game
from parlour.core.match import Match
from parlour.core.record import CHANCE_NAME, Dealing, Record
from parlour.core.texts import Refused, Text


class Verification(msgspec.Struct, frozen=True):
    """What a check found: `wrong` is the number of the first step that the secret does not give, if there is one."""

    good: bool
    text: Text
    draws: int = 0
    wrong: int | None = None


class Draw(msgspec.Struct, frozen=True):
    """A draw as a record has it, and what could have been drawn: outcomes with their weights, in the rules' order."""

    step: int  # its number in the record, from 1
    text: str
    outcomes: list[tuple[str, int]]


class Comparison(msgspec.Struct, frozen=True):
    """Something that a player wrote down, beside what the record has."""

    good: bool
    text: Text


def verify(record: Record, game: Game) -> Verification:
    """Derive every chance step of the record again. Raises `Refused` for a record that cannot be replayed."""
    draws = sum(step.actor == CHANCE_NAME for step in record.steps[record.given :])
    if not game.chancy:
        Match.from_record(record, game)
        return Verification(True, Text("verify.no-chance"))
    dealing = _dealing(record)
    if dealing.secret is None:
        raise Refused("verify.no-secret")
    dealer = dealer_of(dealing, len(record.seats))
    assert dealer is not None, "the secret is there"
    for draw in draws_of(record, game):
        expected, _ = draw.outcomes[dealer.draw([weight for _, weight in draw.outcomes])]
        if draw.text != expected:
            args: dict[str, str | int | Text] = {"number": draw.step, "step": draw.text[:40], "expected": expected}
            return Verification(False, Text("verify.wrong", args), draws, draw.step)
    match = Match.from_record(record, game)  # the ending too
    if not match.over and record.ending is None:
        return Verification(True, Text("verify.unfinished"), draws)
    if record.given:
        return Verification(True, Text("verify.good-given", {"count": draws, "given": record.given}), draws)
    return Verification(True, Text("verify.good", {"count": draws}), draws)


def draws_of(record: Record, game: Game) -> Iterator[Draw]:
    """Every draw of the match, each before its step is replayed: a step that cannot be is refused after it was seen.
    What was set up was not drawn."""
    match = Match(game, record.seats, record.options)
    for number, step in enumerate(record.steps, 1):
        # Whatever the step calls itself: where chance is to act, the secret says what comes.
        if match.actor == CHANCE and number > record.given:
            outcomes = [(game.text(action), weight) for action, weight in game.list_chance(match.state)]
            yield Draw(number, step.text, outcomes)
        match.replay(step)


def compare(record: Record, commitment: str | None, contributions: Sequence[str]) -> list[Comparison]:
    """What a player wrote down before the match began, beside what the record says about it."""
    found = []
    if commitment is not None:
        noted = re.sub(r"\s", "", commitment).lower()
        if not re.fullmatch("[0-9a-f]{64}", noted):
            raise Refused("verify.commitment-form")
        kept = _dealing(record).commitment
        args: dict[str, str | int | Text] = {"noted": noted, "kept": kept}
        found.append(_comparison(noted == kept, "commitment", args))
    for text in contributions:
        if not is_contribution(text):
            raise Refused("refuse.contribution-length", most=LONGEST_CONTRIBUTION)
        given = _dealing(record).contributions
        all_kept = ", ".join(f"“{one}”" for one in given if one is not None) or "–"
        found.append(_comparison(text in given, "contribution", {"noted": text, "kept": all_kept}))
    return found


def _comparison(same: bool, what: str, args: dict[str, str | int | Text]) -> Comparison:
    return Comparison(same, Text(f"verify.{what}-{'same' if same else 'differs'}", args))


def _dealing(record: Record) -> Dealing:
    if record.dealing is None:
        raise Refused("verify.no-dealing")
    return record.dealing
