"""Over HTTP everybody is answered in their own language."""

import pytest

from tests.server.conftest import API, Visitor
from tests.serving import HouseClient

pytestmark = pytest.mark.compiled
GERMAN = {"Accept-Language": "de-DE,de;q=0.9,en;q=0.5"}


def in_german(visitor: Visitor) -> Visitor:
    visitor.headers |= GERMAN
    return visitor


def test_a_refusal_is_in_the_language_that_was_asked_for(client: HouseClient, visitor: Visitor) -> None:
    assert visitor.get("/tables/nothing").json()["detail"].startswith("There is no table")
    assert in_german(visitor).get("/tables/nothing").json()["detail"].startswith("Es gibt keinen Tisch")
    nowhere = client.get("/api/v1/nowhere", headers=GERMAN).json()
    assert (nowhere["key"], nowhere["detail"]) == ("server.nothing-here", "Unter dieser Adresse gibt es nichts.")


def test_the_guard_refuses_in_it_too(client: HouseClient) -> None:
    stranger = client.post(f"{API}/guests", json={}, headers={**GERMAN, "Origin": "https://elsewhere.example"})
    assert stranger.json()["detail"].startswith("Das kam nicht von der Seite dieses Hauses")


def test_games_rules_and_sentences_come_in_it_and_are_kept_apart(client: HouseClient) -> None:
    english, german = (client.get(f"{API}/games/yinsh", headers=said).json() for said in ({}, GERMAN))
    assert english["title"] == german["title"] == "YINSH"
    assert "## Your turn" in english["rules"]
    assert "## Dein Zug" in german["rules"]
    assert german["options"][0]["help"] == "Blitz: Der erste entfernte Ring gewinnt."
    texts = client.get(f"{API}/games/yinsh/texts", headers=GERMAN)
    assert texts.json()["texts"]["prompt.place"] == "Setz einen Ring auf einen freien Punkt."
    assert "Accept-Language" in texts.headers["Vary"]


def test_bots_are_called_by_names_of_ones_own_language(visitor: Visitor) -> None:
    table = visitor.open("connect4", "mb")
    name = table.now(0)["seats"][1]["name"]
    in_german(visitor)
    assert (name, table.now(0)["seats"][1]["name"]) == ("Regular", "Stammgast")
    assert visitor.get("/tables", mine=True).json()["tables"][0]["about"]["seats"][1]["name"] == "Stammgast"


def test_a_language_is_kept_with_the_account(client: HouseClient, visitor: Visitor) -> None:
    account = {"name": "Greta", "password": "three wet umbrellas"}
    made = in_german(visitor).post("/accounts", account)
    assert made.status_code == 201, made.text
    assert made.json()["settings"]["language"] == "de"
    visitor.headers["Cookie"] = made.headers["set-cookie"].partition(";")[0]
    refused = visitor.send("PATCH", "/me", {"settings": {"language": "tlh"}})
    assert (refused.status_code, refused.json()["key"]) == (422, "people.language")
    assert visitor.send("PATCH", "/me", {"settings": {"language": "en"}}).status_code == 200
    again = visitor.post("/sessions", account)
    assert again.json()["settings"]["language"] == "en", "what was chosen stays, whatever the browser says"
