"""A player looks for something drawn by lot that can be known beforehand. There is a list of all places where lots are
made, with what each follows from; one that is not in it fails here."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import parlour
from parlour.core.dealer import Dealer
from parlour.house.people.person import Person
from parlour.house.tables.new_table import NewSeat, NewTable
from parlour.house.tables.repository import TableRepository
from parlour.store import open_store
from tests.serving import Library, SeededEntropy, TurnedTime

SOURCES = Path(parlour.__file__).parent
FLOORS = ("bots", "house", "server", "core", "store", "commands")  # what takes part in a match at a house
NOT_PLAYED = ("core/laws/", "core/compiled/", "bots/compare.py")
MAKERS = {
    "Random", "SystemRandom", "default_rng", "new_rng", "bot_seed", "derived_id", "from_bytes", "seed_of",
    "token_bytes", "token_hex", "token_urlsafe", "randbits", "getrandbits", "urandom", "uuid4", "shuffle",
}  # fmt: skip

# What nobody outside has: the match's own secret, or what the system draws.
SECRET = {
    "bots/bot.py: RandomBot.step", "bots/bot.py: Rival.step", "bots/bot.py: SearchBot.step",
    "bots/bot.py: SearchBot.remark", "bots/bot.py: SearchBot._search", "bots/bot.py: seed_of",
    "bots/pool.py: answer_anyhow", "bots/pool.py: _lot", "bots/searcher.py: Searcher.search",
    "bots/searcher.py: Searcher.book", "bots/searcher.py: Searcher.remark", "bots/searcher.py: Searcher.policy",
    "bots/searcher.py: Searcher.choose",
    "core/dealer.py: Dealer.__init__", "core/dealer.py: outcome", "core/dealer.py: Dealer.bot_seed",
    "server/bot_players.py: _asked", "server/tables/device_thinking.py: search_for_bot",
}  # fmt: skip
SYSTEM = {
    "house/entropy.py: Entropy.word", "house/entropy.py: Entropy.secret",
    "house/friends/challenges.py: Challenges.send", "house/friends/challenges.py: seating",
    "house/mail/letter_template.py: Unsubscribing.of",
    "house/people/passwords.py: Passwords.__init__", "house/people/passwords.py: Passwords.keep",
    "house/tables/visits.py: Visits.of",
    "server/push/encryption.py: encrypted",
    "store/backup_file.py: new_file", "store/postgres.py: PostgresStore._mark",
    "store/dynamo/moving.py: restore_dynamo", "store/dynamo/units.py: UnitWriter.commit",
}  # fmt: skip
# The seed is made and published when sign-up is over: anybody can check the lots, and nobody could enter by them.
PUBLISHED = {"house/tournaments/pairing/robin.py: _in_groups", "house/tournaments/pairing/swiss.py: draw"}
# Nothing that is hidden from anybody is decided by these: a guess that is as good as any other, a match that is over,
# matches of bots alone at home, and names for things. An id of a table may be known and even chosen.
DECIDES_NOTHING = {
    "bots/pool.py: _Stops.has",
    "bots/situation.py: situation", "server/tables/device_thinking.py: search_for_coach", "bots/review.py: _seed",
    "bots/arena.py: play_fixture",
    "bots/puzzles.py: PuzzleFinder.in_self_play", "bots/puzzles.py: options_of", "bots/puzzles.py: seats_of",
    "core/imagined.py: Imagined.of", "core/puzzles.py: _can_be_foreseen",
    "house/friends/quick_match.py: sought_key", "house/people/secret_hashes.py: handle_of",
    "house/people/passkeys.py: handle_of_passkey",
    "house/tables/repository.py: TableRepository._opening", "house/tables/repository.py: TableRepository.open_rematch",
    "house/tournaments/repository.py: TournamentRepository.announce", "house/tournaments/state.py: table_id",
    "house/tournaments/weekly.py: WeeklyTournaments.add", "house/tournaments/weekly.py: WeeklyTournaments._announce",
}  # fmt: skip


def places(node: ast.AST, within: str = "") -> Iterator[str]:
    """The functions in which something by lot is made."""
    for child in ast.iter_child_nodes(node):
        here = within
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            here = f"{within}.{child.name}".strip(".")
        elif isinstance(child, ast.Call):
            called = child.func.attr if isinstance(child.func, ast.Attribute) else getattr(child.func, "id", "")
            if called in MAKERS:
                yield within
        yield from places(child, here)


def test_whatever_is_drawn_by_lot_is_known_to_follow_from_what_nobody_can_predict() -> None:
    found = set()
    for path in (path for floor in FLOORS for path in (SOURCES / floor).rglob("*.py")):
        name = path.relative_to(SOURCES).as_posix()
        if not name.startswith(NOT_PLAYED):
            found |= {f"{name}: {place}" for place in places(ast.parse(path.read_text("utf-8")))}
    assert found - SECRET - SYSTEM - PUBLISHED - DECIDES_NOTHING == set()
    assert (SECRET | SYSTEM | PUBLISHED | DECIDES_NOTHING) - found == set()


async def drawn(folder: Path, entropy: str) -> dict[str, object]:
    """What a house draws for a table that is asked for with the same key, by the same person, at the same time."""
    house = TableRepository(await open_store(folder / "house.db"), Library(), TurnedTime(), SeededEntropy(entropy))
    host = Person(id="ann", name="Ann", since=1)
    table = await house.open(host, NewTable(game="dance", seats=[NewSeat("me"), NewSeat("bot")]), "my own key")
    again = await house.open_rematch(table)
    assert table.match is not None
    found = {
        "link": table.invite, "secret": table.dealer.secret, "commitment": table.dealer.commitment,
        "hands": tuple(step.text for step in table.match.steps), "bot": table.dealer.bot_seed(1, table.id),
        "coach": table.dealer.bot_seed(0, f"{table.id} coach"), "the next one's link": again.invite,
        "the next one's secret": again.dealer.secret, "the next one's bot": again.dealer.bot_seed(0, again.id),
    }  # fmt: skip
    assert len({str(one) for one in found.values()}) == len(found)
    await house.store.close()
    return {"id": table.id, **found}


@pytest.mark.anyio
async def test_a_client_that_chooses_a_tables_id_chooses_nothing_else(tmp_path: Path) -> None:
    """By its key, which decides the id. All else follows from what the house draws for itself."""
    places = [tmp_path / name for name in ("one", "same", "other")]
    for place in places:
        place.mkdir()
    one, same, other = [await drawn(place, entropy) for place, entropy in zip(places, "aab", strict=True)]
    assert one == same
    assert {name for name in one if one[name] == other[name]} == {"id"}


def test_with_all_alike_that_is_public_another_secret_deals_other_cards_and_other_lots_to_bots() -> None:
    contributions: list[str | None] = ["a share", None]
    dealers = [Dealer(2, bytes([first]) * 32, contributions) for first in range(8)]
    weights = [1] * 1000
    assert len({tuple(dealer.draw(weights) for _ in range(4)) for dealer in dealers}) == 8
    assert len({dealer.bot_seed(seat, use) for dealer in dealers for seat in (0, 1) for use in ("t", "t coach")}) == 32
