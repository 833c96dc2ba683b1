"""Over the socket everybody is told in their own language, though all who are told the same share one message."""

from collections.abc import Iterator

import pytest

from tests.server.live.real import RealHouse, real_house

pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealHouse]:
    with real_house(tmp_path_factory.mktemp("house")) as house:
        yield house


def test_who_looks_on_at_one_table_is_told_in_the_own_language(house: RealHouse) -> None:
    ada = house.visitor()
    table = ada.open("connect4", "mb")
    with house.tab(language="en") as english, house.tab(language="de") as german, house.tab(language="tlh") as other:
        tabs = (english, german, other)
        for tab in tabs:
            tab.watch(table.id)
        assert table.act(0, "d").status_code == 200
        told = [tab.until(lambda news: "now" in news)["now"]["seats"][1]["name"] for tab in tabs]
        assert told == ["Regular", "Stammgast", "Regular"]
        refused = [tab.ask("watch", topic="table", table="nothing")["error"] for tab in tabs]
    assert refused[0] == refused[2] == "There is no table “nothing”, or it is private and this is not its link."
    assert refused[1] == "Es gibt keinen Tisch „nothing“, oder er ist privat, und das ist nicht sein Link."


def test_the_lobby_is_listed_in_the_own_language(house: RealHouse) -> None:
    house.visitor().open("connect4", "mb")
    names = []
    for language in ("de", "en"):
        with house.tab(language=language) as tab:
            tab.ask("watch", topic="lobby")
            lobbies = [one for one in tab.told if one["is"] == "lobby"]
            lobby = lobbies[0] if lobbies else tab.until(lambda news: news["is"] == "lobby")
            names.append(lobby["playing"][0]["about"]["seats"][1]["name"])
    assert names == ["Stammgast", "Regular"]
