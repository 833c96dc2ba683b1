"""What a viewer may not know changes no byte that it gets, however it asks: matches that differ in that alone are
played on two servers, side by side. Then leaks are made on purpose, each of which must be found."""

import logging
import os
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from parlour.core.dealer import Dealer
from parlour.core.game import Viewer
from parlour.core.match import Match
from parlour.core.texts import Refused
from parlour.house import cards, doors
from parlour.house.clocks import Running
from parlour.server import records_api, topics
from parlour.server.hub import Follower
from tests.faults.twins import LIVE, Twins

pytestmark = pytest.mark.compiled

MATCHES, STEPS = (100, 60) if os.environ.get("PARLOUR_ALL") else (1, 30)
GAMES = ("command", "dance", "luckymoose")
WRONG = {"command": "A1-A2", "dance": "55>0", "luckymoose": "swap"}


@pytest.fixture
def twins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Twins]:
    with Twins(tmp_path, monkeypatch).open() as twins:
        yield twins


def play(twins: Twins, game: str, viewer: Viewer, seed: int, steps: int = STEPS) -> int:
    """A match as far as it can be made to look the same; answers how often the worlds went apart."""
    rng = Random(seed)
    twins.begin(game, viewer, rng, LIVE if seed % 2 else None)
    with twins.sockets():
        for number in range(steps):
            if not twins.advance():
                break
            twins.listen()
            if number % 20 == 5:
                twins.ask_everything(WRONG[game])
        twins.ask_everything(WRONG[game])
        twins.listen()
    twins.check()
    return twins.differences


@pytest.mark.parametrize("game", GAMES)
def test_what_a_viewer_may_not_know_changes_no_byte_that_it_gets(twins: Twins, game: str) -> None:
    viewers: list[Viewer] = [0, 1, None]
    differences = [play(twins, game, viewers[seed % 3], seed) for seed in range(MATCHES)]
    assert sum(differences) > MATCHES


# -- leaks that are made on purpose ---------------------------------------------------------------------------


def around(patch: pytest.MonkeyPatch, owner: Any, name: str, new: Callable[..., Any]) -> None:
    """`new` is given the real one first."""
    real = getattr(owner, name)
    patch.setattr(owner, name, lambda *args, **more: new(real, *args, **more))


def cursor_counts_sealed_steps(twins: Twins, patch: pytest.MonkeyPatch) -> None:
    def news(real: Any, table: Any, *args: Any, **more: Any) -> Any:
        return replace(real(table, *args, **more), cursor=table.position)

    around(patch, topics, "news_after", news)


def position_in_a_message(twins: Twins, patch: pytest.MonkeyPatch) -> None:
    def now(real: Any, table: Any, *args: Any) -> Any:
        return replace(real(table, *args), host=str(table.position))

    around(patch, topics, "now_for", now)


def clock_is_charged_by_sealed_steps(twins: Twins, patch: pytest.MonkeyPatch) -> None:
    def charged(real: Any, self: Running, at: int, spent: Any, to_act: Any, *args: Any) -> Any:
        return real(self, at, spent, to_act, to_act)

    around(patch, Running, "charged", charged)


def choices_of_another_seat(twins: Twins, patch: pytest.MonkeyPatch) -> None:
    around(patch, topics, "now_for", lambda real, table, viewer, up: replace(
        real(table, viewer, up), choices=table.match.choices(1 - viewer) if table.match else []))  # fmt: skip


def scene_of_another_viewer(twins: Twins, patch: pytest.MonkeyPatch) -> None:
    around(patch, topics, "now_for", lambda real, table, viewer, up: replace(
        real(table, viewer, up), scene=table.match.scene(1 - viewer) if table.match else None))  # fmt: skip


def lists_move_with_sealed_steps(twins: Twins, patch: pytest.MonkeyPatch) -> None:
    def card(real: Any, table: Any, *args: Any) -> Any:
        return replace(real(table, *args), updated=table.updated + table.position)

    around(patch, cards, "turned_card", card)


def message_for_every_sealed_step(twins: Twins, patch: pytest.MonkeyPatch) -> None:
    def notice(real: Any, self: Follower, table: Any) -> None:
        self.latest, self.first = table, True
        self._wake(self)

    around(patch, Follower, "notice", notice)


def refusal_tells_of_the_state(twins: Twins, patch: pytest.MonkeyPatch) -> None:
    def act(real: Any, table: Any, *args: Any) -> Any:
        try:
            return real(table, *args)
        except Refused as refusal:
            raise Refused("refuse.no-such-seat", seat=zlib.crc32(table.match.state.tobytes())) from refusal

    around(patch, doors, "act", act)


def log_has_the_steps(twins: Twins, patch: pytest.MonkeyPatch) -> None:
    def act(real: Any, table: Any, now: Any, up: Any, person: str, seat: int, steps: Any) -> Any:
        logging.getLogger("parlour").warning("seat %s: %s", seat, steps)
        return real(table, now, up, person, seat, steps)

    around(patch, doors, "act", act)


def drawn_cards_are_told(twins: Twins, patch: pytest.MonkeyPatch) -> None:
    """Where the server tells of them; the pairs of worlds are found by what should be told."""
    from parlour.house import table as table_module

    def lines(real: Any, match: Match, start: int, viewers: Any, at: int) -> Any:
        told = real(match, start, viewers, at)
        return dict.fromkeys(told, told[0])

    around(patch, table_module, "step_lines", lines)


def past_shows_everything(twins: Twins, patch: pytest.MonkeyPatch) -> None:
    def then(real: Any, table: Any, viewer: Viewer, line: int, everything: bool) -> Any:
        return real(table, viewer, line, True)

    around(patch, records_api, "then", then)


def fairness_tells_what_was_drawn(twins: Twins, patch: pytest.MonkeyPatch) -> None:
    def dealing(real: Any, self: Dealer, reveal: bool) -> Any:
        return replace(real(self, reveal), contributions=[str(twins.current.draws)])

    around(patch, Dealer, "dealing", dealing)


LEAKS = [
    (cursor_counts_sealed_steps, "command"),
    (position_in_a_message, "command"),
    (clock_is_charged_by_sealed_steps, "command"),
    (choices_of_another_seat, "command"),
    (scene_of_another_viewer, "command"),
    (lists_move_with_sealed_steps, "command"),
    (message_for_every_sealed_step, "command"),
    (refusal_tells_of_the_state, "command"),
    (log_has_the_steps, "command"),
    (drawn_cards_are_told, "dance"),
    (past_shows_everything, "dance"),
    (fairness_tells_what_was_drawn, "dance"),
]


@pytest.mark.parametrize(("leak", "game"), LEAKS, ids=[leak.__name__ for leak, _ in LEAKS])
def test_a_leak_made_on_purpose_is_found(
    twins: Twins, monkeypatch: pytest.MonkeyPatch, leak: Callable[[Twins, pytest.MonkeyPatch], None], game: str
) -> None:
    leak(twins, monkeypatch)
    with pytest.raises(AssertionError, match=r"number|logged"):
        play(twins, game, 1, 1, steps=10)
