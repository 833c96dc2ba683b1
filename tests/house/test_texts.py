"""The house's sentences: every key that it uses exists, and asks for what it is given."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour import games, house
from parlour.core.texts import Text, catalogue, fields
from parlour.house.people.passwords import REASONS
from parlour.house.tables import commands
from parlour.house.tables import events as ev
from parlour.house.tables.events import Sitter
from parlour.house.tables.snapshot import named_sitters, snapshot_for
from parlour.house.tables.summary import summary_of
from parlour.house.texts import TEXTS, say, sentences
from tests.house.tables.at_table import OPEN, evening, table_of

SOURCES = Path(house.__file__).parent
OWN_TESTS = ("tie-break.", "calendar.", "own-data.", "mail.over-", "mail.place-")  # those have tests of their own
KEY_AT = {"Refused": 0, "Unavailable": 0, "house_line": 1, "phrase": 0, "_said": 1}  # which argument is the key


def used() -> Iterator[tuple[str, set[str]]]:
    """Every key that the house's code writes out, with the names of the arguments that go with it."""
    for path in SOURCES.rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(call, ast.Call) and ast.unparse(call.func) == "super().__init__":  # of a kind of refusal
                first = [each.value for each in call.args[:1] if isinstance(each, ast.Constant)]
                given = {word.arg for word in call.keywords if word.arg is not None}
                yield from ((str(key), given) for key in first if "." in str(key))
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in KEY_AT:
                said = call.args[KEY_AT[call.func.id]]
                keys = [said.body, said.orelse] if isinstance(said, ast.IfExp) else [said]
                given = {word.arg for word in call.keywords if word.arg is not None}
                if isinstance(said, ast.Call) and path.name == "passwords.py":
                    yield from ((reason, set()) for _, reason in (*REASONS, ("", "people.password-common")))
                    continue
                for key in keys:
                    assert isinstance(key, ast.Constant), f"{path.name}:{call.lineno}: write the key out"
                    news = call.func.id == "house_line"  # its seat is the line's, not the sentence's
                    yield (f"house.{key.value}", given - {"seat"}) if news else (str(key.value), given)


def test_every_key_that_the_house_uses_exists_and_asks_for_no_more_than_it_is_given() -> None:
    known = sentences().entries
    keys = list(used())
    assert len(keys) > 45
    for key, given in keys:
        assert key in known, key
        assert fields(known[key]) <= given, key


def test_the_house_has_no_sentence_that_it_never_says() -> None:
    said = {key for key, _ in used()}
    own = set(sentences().entries) - set(games.load("connect4").catalogue().entries)
    by_the_server = {"people.sign-in", "people.scope", "people.browser-only", "people.token-unknown"}
    by_the_server |= {
        "club.account",
        "club.no-common-room",
        "push.endpoint",
        "push.endpoint-https",
        "push.keys",
        "tournament.account",
        "tournament.link",
        "officers.only",
        "officers.hosts-only",
        "officers.passkey",
        "people.passkey-place",
        "refuse.away",
    }
    stated = {key for key in own if key.startswith(OWN_TESTS)}
    assert {key for key in own if key not in said | by_the_server | stated} == set()


@pytest.mark.parametrize("name", games.names())
def test_a_game_has_the_last_word_and_the_house_the_one_before(name: str) -> None:
    game = games.load(name)
    assert sentences(game).render(Text("house.sat", {"name": "Ada"})) == "Ada sits down."
    for key, entry in game.catalogue().entries.items():
        assert sentences(game).entries[key] == entry


def test_the_house_speaks_calmly() -> None:
    assert (TEXTS / "en.toml").exists()
    for key, entry in sentences().entries.items():
        assert "!" not in str(entry), key


def test_a_sentence_is_said_with_its_arguments() -> None:
    assert say("refuse.seat-taken", seat=2) == "Somebody sits in seat 2 already."


def test_what_a_bot_is_called_is_not_kept_but_said_where_it_is_shown() -> None:
    e = evening("connect4", ["ada", OPEN])
    e.do(commands.seat_bot, "ada", 1, 3)
    assert b"Regular" not in b"".join(map(ev.encode, e.events))
    assert b"Regular" not in summary_of(e.table).body
    assert [sitter.name for sitter in snapshot_for(e.table, 0).seats] == ["Ada", "Regular"]
    sat = [line.words for line in e.table.told[0] if line.words is not None and line.words.key == "house.sat"][-1]
    assert sentences(e.table.game).render(sat) == say("house.sat", name="Regular")
    assert e.table.match.record().seats[1].name == "Regular"


def test_a_bot_whose_name_was_once_kept_is_shown_by_its_level() -> None:
    kept = ev.decode(b'{"is":"sat","at":5,"seat":1,"sitter":{"kind":"bot","name":"Stammgast","level":3},"by":"ada"}')
    table = table_of("connect4", ["ada", OPEN], start="host").after([kept])
    assert snapshot_for(table, None).seats[1].name == "Regular"


def test_bots_of_one_level_are_told_apart_by_a_number() -> None:
    sitters = [
        Sitter("bot", level=3),
        Sitter("person", "Ada"),
        Sitter("bot", level=1),
        Sitter("bot", level=3),
        Sitter(),
    ]
    assert [sitter.name for sitter in named_sitters(sitters)] == ["Regular 1", "Ada", "Learner", "Regular 2", ""]


@pytest.mark.parametrize("name", games.names())
def test_a_game_that_says_a_common_sentence_its_own_way_asks_for_no_more(name: str) -> None:
    """An offer of a draw once became “{token} is drawn”, since a game called that by the same key."""
    common = catalogue(None).entries
    for key, entry in games.load(name).catalogue().entries.items():
        assert key not in common or fields(entry) <= fields(common[key]), key
