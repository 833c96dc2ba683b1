"""A player tries to know beforehand what the house's bots will do, and to learn from refusals what is hidden."""

import asyncio
import hashlib
import hmac
from collections.abc import Callable
from concurrent.futures import Future
from typing import cast

import pytest

from parlour import games
from parlour.bots import pool as pools
from parlour.bots.bot import bot_named
from parlour.bots.pool import Pool
from parlour.bots.situation import Situation, situation
from parlour.core.dealer import Dealer
from parlour.core.laws.refusals import refusals_tell_nothing
from parlour.core.laws.suite import positions, random_match
from parlour.core.match import Match
from parlour.core.record import Seat
from parlour.house.ports import AskedFor
from parlour.server.bot_players import PoolBotPlayers

TABLE, LEVEL = "a-table-that-everybody-sees", 1
SECRET = bytes(range(32))
SEATS = [Seat("Ann", "person"), Seat("Learner", "bot")]


class ThinksHere:
    """A pool that thinks in this process."""

    def least_used(self, accounts: tuple[str, ...]) -> str:
        return accounts[0]

    def step(
        self, now: Situation, bot: str, key: str, seed: int, seconds: float, account: str, at_random: bool
    ) -> "Future[int]":
        answer: Future[int] = Future()
        answer.set_result(bot_named(bot, now.load(), now.seats, seed).step(now))
        return answer


def deployed(match: Match, step: Callable[[], str]) -> list[str]:
    """Where the bot puts its ships, until it is ready."""
    steps = []
    while 1 in match.actors:
        steps.append(match.play(1, step()).text)
    return steps


def match_of_command(secret: bytes) -> Match:
    """With what everybody has seen: who begins."""
    match = Match(games.load("command"), SEATS, {}, Dealer(2, secret))
    match.deal_all()
    return match


def fleet(secret: bytes, table: str = TABLE) -> list[str]:
    """Where the house's bot puts its ships at a table."""
    players, match = PoolBotPlayers(cast(Pool, ThinksHere())), match_of_command(secret)
    return deployed(match, lambda: asyncio.run(players.step(match, 1, LEVEL, table, AskedFor(("ann",)))))


def guessed_fleet(seed: int) -> list[str]:
    """Where a bot with this seed would put them, as anybody can find out at home."""
    match, bot = match_of_command(SECRET), bot_named(str(LEVEL), games.load("command"), 2, seed)
    return deployed(match, lambda: match.game.text(bot.step(situation(match, 1))))


def test_a_bots_fleet_cannot_be_worked_out_from_what_its_opponent_knows() -> None:
    truth, dealer = fleet(SECRET), Dealer(2, SECRET)
    for known in (TABLE, dealer.commitment, f"{TABLE} {dealer.commitment}", f"{TABLE} 1", ""):
        for size in (5, 8, 16):
            seed = int.from_bytes(hashlib.blake2b(known.encode(), digest_size=size).digest())
            assert guessed_fleet(seed) != truth
        # Nor from a dealer whose secret is something that is known.
        assert guessed_fleet(Dealer(2, known.encode()).bot_seed(1, TABLE)) != truth
    # The attack itself works: whoever has the secret, once it is shown at the end, finds the very same fleet.
    assert guessed_fleet(dealer.bot_seed(1, TABLE)) == truth


def test_nothing_but_the_secret_decides_what_a_bot_does() -> None:
    """Four houses with the same table, the same people and the same steps; who begins is one of two."""
    assert len({tuple(fleet(secret * 10)) for secret in (b"one", b"two", b"three", b"four")}) == 4


def test_bots_of_one_match_and_its_coach_draw_different_lots_and_none_are_the_dealers() -> None:
    dealer = Dealer(3, SECRET)
    seeds = {dealer.bot_seed(seat, purpose) for seat in range(3) for purpose in (TABLE, f"{TABLE} coach")}
    assert len(seeds) == 6
    before = dealer.copy()
    dealer.bot_seed(0, TABLE)
    weights = [1] * 97
    assert [dealer.draw(weights) for _ in range(20)] == [before.draw(weights) for _ in range(20)]


def test_the_secret_alone_gives_a_bots_seed() -> None:
    """Not its commitment, which is shown before the match."""
    shown = Dealer(2, SECRET).commitment
    known = [shown.encode(), bytes.fromhex(shown), TABLE.encode(), b""]
    message = b"parlour bot 1" + (0).to_bytes(2, "big") + TABLE.encode()
    guesses = [int.from_bytes(hmac.digest(key, message, "sha256")[:16], "big") for key in known]
    assert Dealer(2, SECRET).bot_seed(0, TABLE) not in guesses
    assert Dealer(2, SECRET).bot_seed(0, TABLE) == int.from_bytes(hmac.digest(SECRET, message, "sha256")[:16], "big")


def test_a_seed_is_too_long_to_be_tried() -> None:
    seeds = [Dealer(2, bytes([first]) * 32).bot_seed(0, TABLE) for first in range(200)]
    assert len(set(seeds)) == 200
    assert max(seeds).bit_length() > 120


@pytest.mark.parametrize("name", [name for name in games.BUILT_IN if games.load(name).hidden])
def test_no_refusal_depends_on_what_the_player_cannot_know(name: str) -> None:
    """Any step and any batch, on turn and off, late in a match, where there is most to be won by it."""
    game = games.load(name)
    for seed in range(4):
        match = random_match(game, game.seats[-1], {}, seed)
        last = len(match.steps)
        for position in positions(match, [max(0, last - back) for back in (12, 6, 3, 2, 1)]):
            refusals_tell_nothing(position, seed, requests=60)


# -- all ways in which a bot is asked --------------------------------------------------------------------------


class Overhears:
    """A pool that answers nothing of use, and keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: dict[str, tuple[bytes, int]] = {}

    def least_used(self, accounts: tuple[str, ...]) -> str:
        return accounts[0]

    def __getattr__(self, kind: str) -> Callable[..., "Future[int]"]:
        def ask(now: Situation, bot: str, key: str, seed: int, *more: object, **further: object) -> "Future[int]":
            self.asked[f"{kind} {key}"] = (now.state, seed)
            answer: Future[int] = Future()
            answer.set_result(now.load().list_legal(now.position(), now.seat)[0])
            return answer

        return ask


def all_that_is_asked(secret: bytes) -> dict[str, tuple[bytes, int]]:
    pool = Overhears()
    players, match = PoolBotPlayers(cast(Pool, pool)), match_of_command(secret)
    for key in (TABLE, f"{TABLE} coach"):
        for ask in (players.step, players.remark, players.accepts_draw):
            asyncio.run(ask(match, 1, LEVEL, key, AskedFor(("ann",))))
    return pool.asked


def test_whatever_a_bot_is_asked_it_draws_by_the_secret_alone() -> None:
    """Its moves, its remarks, its answers to offers, and the coach's advice: all that is public is alike here."""
    one, same, other = (all_that_is_asked(secret) for secret in (SECRET, SECRET, bytes(32)))
    assert len(one) == 6
    assert one == same
    assert {kind: one[kind][0] == other[kind][0] for kind in one} == dict.fromkeys(one, True)  # the same situation
    assert {kind for kind in one if one[kind][1] == other[kind][1]} == set()


def test_a_move_at_random_is_another_lot_every_time() -> None:
    """Where a bot could not think, too: whoever has seen which of the moves it was does not know the next."""
    match, chosen = Match(games.load("yinsh"), 2), []
    for _ in range(10):
        now = situation(match, match.actor)
        task = pools.Task(pools.STEP, now, str(LEVEL), TABLE, seed=7)
        job = pools._Job(cast(Pool, None), task, urgent=True, limit=1.0, at_random=True)
        pools.answer_anyhow(job, "it is tried")
        legal = match.game.list_legal(match.state, match.actor)
        chosen.append(legal.index(job.future.result()) / len(legal))
        match.play(match.actor, match.game.text(job.future.result()))
    assert max(chosen) - min(chosen) > 0.3
