"""Links as others show them: the game, the puzzle or the tournament by its name, and a picture that can be fetched from
where the link leads."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from parlour import games
from parlour.house.puzzles.collection import collection_of
from parlour.server.http import page
from tests.server.conftest import Visitor, served
from tests.serving import HouseClient

LIVE = {"pace": "live", "minutes": 5, "increment": 3}
TAG = re.compile(r'<meta property="([\w:]+)" content="([^"]*)" />')


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseClient]:
    with served(tmp_path_factory.mktemp("house")) as client:
        yield client


@pytest.fixture(autouse=True)
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "index.html").write_text("<html><head></head><body></body></html>")
    monkeypatch.setattr(page, "PAGE", tmp_path)


def head(client: HouseClient, path: str, **headers: str) -> dict[str, str]:
    answer = client.get(path, headers=headers)
    return {name: unescape(value) for name, value in TAG.findall(answer.text)}


def is_fetched(client: HouseClient, address: str) -> None:
    path = address.removeprefix("http://testserver.local")
    picture = client.get(path)
    assert picture.headers["content-type"] == "image/png", address
    assert picture.content.startswith(b"\x89PNG")


@pytest.mark.parametrize("path", ["/play/yinsh", "/rules/yinsh", "/analysis/yinsh", "/leaders/yinsh"])
def test_a_link_to_a_game_shows_its_name_and_its_board(house: HouseClient, path: str) -> None:
    shown = head(house, path)
    assert shown["og:title"] == "YINSH"
    assert shown["og:description"]
    assert shown["twitter:card"] == "summary_large_image"
    is_fetched(house, shown["og:image"])


@pytest.mark.parametrize("game", games.names())
def test_every_game_has_a_picture_of_its_own(house: HouseClient, game: str) -> None:
    others = {name: house.get(f"/api/v1/games/{name}/preview.png").content for name in ("connect4", game)}
    assert len(set(others.values())) == len(others)


def test_a_link_to_a_puzzle_shows_its_position_and_not_its_answer(house: HouseClient) -> None:
    first, other = collection_of(games.load("connect4")).ordered[:2]
    shown = head(house, f"/puzzles/connect4/{first.id}")
    assert shown["og:title"] == "Connect Four: a puzzle"
    assert not any(answer in value.split() for answer in first.answers for value in shown.values())
    is_fetched(house, shown["og:image"])
    assert shown["og:image"] != head(house, f"/puzzles/connect4/{other.id}")["og:image"]
    assert head(house, "/puzzles")["og:title"] == "Today's puzzles"


def test_a_link_to_a_player_has_their_name_and_a_guests_has_none(house: HouseClient) -> None:
    player, guest = Visitor(house), Visitor(house)
    account = player.post("/accounts", {"name": "Greta Garnet", "password": "a harbour at dawn"}).json()
    shown = head(house, f"/player/{account['person']['id']}")
    assert shown["og:title"] == "Greta Garnet"
    assert "ratings" in shown["og:description"]
    assert "og:image" in shown
    nobody = head(house, "/")
    assert head(house, f"/player/{guest.me['id']}") == head(house, "/player/nobody") == nobody


def test_a_link_to_a_tournament_has_its_name(house: HouseClient) -> None:
    organiser = Visitor(house)
    account = organiser.post("/accounts", {"name": "Ada", "password": "a harbour at dawn"})
    organiser.headers["Cookie"] = account.headers["set-cookie"].partition(";")[0]
    made = organiser.post("/tournaments", {"title": "Harbour Cup", "game": "connect4", "kind": "swiss", "clock": LIVE})
    assert made.status_code == 201, made.text
    shown = head(house, f"/tournament/{made.json()['tournament']}")
    assert shown["og:title"] == "Harbour Cup"
    assert "Connect Four" in shown["og:description"]
    is_fetched(house, shown["og:image"])


@pytest.mark.parametrize(
    "path", ["/", "/games", "/sign-in", "/play/nothing", "/tournament/nothing", "/puzzles/yinsh/no"]
)
def test_every_other_link_shows_the_house(house: HouseClient, path: str) -> None:
    shown = head(house, path)
    assert shown["og:title"] == shown["og:site_name"] == "Parlour"
    assert shown["og:image"] == "http://testserver.local/icon-512.png"


def test_a_link_says_it_in_the_language_of_whoever_shows_it(house: HouseClient) -> None:
    answer = house.get("/puzzles", headers={"Accept-Language": "de"})
    assert "Die Rätsel von heute" in answer.text
    assert answer.headers["Vary"] == "Accept-Encoding, Accept-Language"


def test_behind_a_proxy_a_picture_is_where_others_find_the_house(tmp_path: Path) -> None:
    """It speaks http to us and https to them."""
    said = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "192.168.7.7:8443"}
    with served(tmp_path, {"trusted_proxies": ("192.0.2.0/24",)}) as client:
        table = Visitor(client).open("connect4", "mo")
        for path in ("/", "/play/yinsh", f"/table/{table.id}"):
            assert head(client, path, **said)["og:image"].startswith("https://192.168.7.7:8443/"), path


def test_whoever_is_no_proxy_of_ours_is_not_believed(house: HouseClient) -> None:
    said = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "192.168.7.7:8443"}
    assert head(house, "/", **said)["og:image"].startswith("http://testserver.local/")


def test_of_a_house_with_a_public_address_a_picture_is_there(tmp_path: Path) -> None:
    public = "https://play.example.org"
    with served(tmp_path, {"public_url": public}) as client:
        for path in ("/", "/rules/dance", f"/table/{table_of(client, public)}"):
            assert head(client, path)["og:image"].startswith(f"{public}/"), path


def table_of(client: HouseClient, base: str) -> str:
    visitor = Visitor(client, base)
    asked = {"game": "connect4", "seats": [{"kind": "me"}, {"kind": "open"}], "clock": LIVE}
    return str(visitor.post("/tables", asked).json()["rules"]["table"])
