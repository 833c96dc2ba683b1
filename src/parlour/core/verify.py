"""Check a record's chance steps, offline: every outcome is derived again from the secret and the contributions."""

import msgspec

from parlour.core.dealer import dealer_of
from parlour.core.game import CHANCE, Game
from parlour.core.match import Match
from parlour.core.record import CHANCE_NAME, Record
from parlour.core.texts import Refused, Text


class Verification(msgspec.Struct, frozen=True):
    """What a check found: `wrong` is the number of the first step that the secret does not give, if there is one."""

    good: bool
    text: Text
    draws: int = 0
    wrong: int | None = None


def verify(record: Record, game: Game) -> Verification:
    """Derive every chance step of the record again. Raises `Refused` for a record that cannot be replayed."""
    draws = sum(step.actor == CHANCE_NAME for step in record.steps)
    if not game.chancy:
        Match.from_record(record, game)
        return Verification(True, Text("verify.no-chance"))
    if record.dealing is None:
        raise Refused("verify.no-dealing")
    if record.dealing.secret is None:
        raise Refused("verify.no-secret")
    dealer = dealer_of(record.dealing, len(record.seats))
    assert dealer is not None, "the secret is there"
    match = Match(game, record.seats, record.options)
    for number, step in enumerate(record.steps, 1):
        # Whatever the step calls itself: where chance is to act, the secret says what comes.
        if match.actor == CHANCE:
            outcomes = match.game.list_chance(match.state)
            expected = game.text(outcomes[dealer.draw([weight for _, weight in outcomes])][0])
            if step.text != expected:
                args: dict[str, str | int | Text] = {"number": number, "step": step.text[:40], "expected": expected}
                return Verification(False, Text("verify.wrong", args), draws, number)
        match.replay(step)
    Match.from_record(record, game)  # the ending too
    if not match.over and record.ending is None:
        return Verification(True, Text("verify.unfinished"), draws)
    return Verification(True, Text("verify.good", {"count": draws}), draws)
