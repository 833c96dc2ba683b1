"""The common room and talk about tournaments: moderated as at tables, bounded, and told live."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from parlour.house.club.conversations import KEPT_IN_HOUSE, LONGEST_REMARK, MOST_KEPT
from parlour.house.club.records import REMARKS
from parlour.server.guard.limits import RATES, Limits
from tests.server.conftest import Visitor, served
from tests.server.http.moderation.accounts_with_roles import PASSWORD, ok, refused
from tests.server.http.moderation.moderated import Club, opened
from tests.server.http.people.test_guests import house
from tests.serving import TurnedTime

CUP = {"title": "Moose Cup", "kind": "swiss", "game": "connect4", "clock": {"pace": "live", "minutes": 5}}


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    with opened(tmp_path_factory.mktemp("house")) as club:
        yield club


def say(visitor: Visitor, text: str, place: str = "house", key: str | None = None) -> Any:
    return visitor.post(f"/talk/{place}", {"text": text}, key)


def texts(visitor: Visitor, place: str = "house", **query: Any) -> list[str]:
    return [one.get("text", "") for one in ok(visitor.get(f"/talk/{place}", **query))["remarks"]]


def test_what_is_said_in_the_common_room_is_read_by_all_and_once_for_one_key(club: Club) -> None:
    ada, bo = club.account(), club.account()
    first = ok(say(ada, "  Whoever took the blue\ncushion, it is forgiven. ", key="once"), 201)
    assert first["text"] == "Whoever took the blue cushion, it is forgiven."
    assert ok(say(ada, "Whoever took it", key="once"), 201) == first
    page = ok(bo.get("/talk/house"))
    assert [one for one in page["remarks"] if one["person"] == ada.me["id"]] == [first]
    ok(say(bo, "Regatta in ten minutes."), 201)
    assert texts(ada, after=page["version"]) == ["Regatta in ten minutes."]
    assert texts(ada, after=page["version"] + 1) == []


def test_a_tournament_has_a_conversation_of_its_own(club: Club) -> None:
    ada, bo = club.account(), club.account()
    id = ok(ada.post("/tournaments", CUP), 201)["tournament"]
    ok(say(bo, "May I come late?", id), 201)
    assert texts(ada, id) == ["May I come late?"]
    assert "May I come late?" not in texts(ada)
    assert refused(say(bo, "Hello", "nothing"), 404) == "tournament.none"
    assert refused(bo.get("/talk/nothing"), 404) == "tournament.none"


def test_nothing_and_too_much_are_refused(club: Club) -> None:
    ada = club.account()
    assert refused(say(ada, " \n "), 422) == "refuse.talk-empty"
    assert refused(say(ada, "x" * (LONGEST_REMARK + 1)), 422) == "refuse.talk-long"


def test_a_word_that_the_host_does_not_want_is_masked(club: Club) -> None:
    ok(club.host.send("PUT", "/moderation/words", {"words": [{"word": "bilge", "how": "mask"}]}))
    assert "bilge" not in ok(say(club.account(), "such bilge here"), 201)["text"]
    ok(club.host.send("PUT", "/moderation/words", {"words": [{"word": "bilge", "how": "refuse"}]}))
    assert refused(say(club.account(), "such bilge here"), 422) == "words.refused"
    ok(club.host.send("PUT", "/moderation/words", {"words": []}))


def test_who_is_muted_says_nothing_there_either(club: Club) -> None:
    ada = club.account()
    ok(club.moderator.post(f"/moderation/people/{ada.me['id']}/measures", {"kind": "mute", "why": "Shouting."}), 201)
    assert refused(say(ada, "Hello"), 403) == "moderation.muted-for-good"
    assert texts(ada) is not None, "reading is another thing"


def test_somebody_who_is_blocked_is_not_heard_and_their_line_stays_in_its_place(club: Club) -> None:
    ada, bo = club.account(), club.account()
    ok(say(bo, "Can you hear me?"), 201)
    ok(ada.send("PUT", f"/me/blocks/{bo.me['id']}"), 204)
    assert texts(ada)[-1] == ""
    assert texts(club.account())[-1] == "Can you hear me?"


def test_what_was_said_can_be_reported_and_is_kept_with_what_came_before(club: Club) -> None:
    ada, bo = club.account(), club.account()
    ok(say(ada, "Good evening"), 201)
    line = ok(say(bo, "You are all idiots"), 201)
    path = f"/talk/house/{line['number']}/reports"
    made = ok(ada.post(path, {"reason": "insult"}), 201)
    assert ok(ada.post(path, {"reason": "insult"}), 201) == made, "the same again is the same report"
    whole = ok(club.moderator.get(f"/moderation/reports/{made['id']}"))
    assert [(quote["text"], quote["channel"]) for quote in whole["quotes"]][:2] == [
        ("You are all idiots", "house"), ("Good evening", "house"),
    ]  # fmt: skip
    assert whole["report"]["person"] == bo.me["id"]
    assert refused(bo.post(path, {}), 422) == "moderation.oneself"
    assert refused(ada.post("/talk/house/999999/reports", {}), 404) == "moderation.no-line"


def test_a_moderator_takes_something_away_and_that_is_logged_and_told(club: Club) -> None:
    ada, bo = club.account(), club.account()
    line = ok(say(bo, "Unspeakable"), 201)
    version = ok(ada.get("/talk/house"))["version"]
    path = f"/moderation/talk/house/{line['number']}/take-away"
    assert refused(ada.post(path, {"why": "I do not like it"}), 403) == "officers.only"
    assert refused(club.moderator.post(path, {"why": " "}), 422) == "moderation.why"
    ok(club.moderator.post(path, {"why": "Insults."}))
    after = ok(ada.get("/talk/house", after=version))["remarks"]
    assert [(one["number"], one.get("text", "")) for one in after] == [(line["number"], "")]
    assert "Unspeakable" not in texts(ada)
    entry = club.log()
    assert (entry["what"], entry["about"], entry["why"]) == ("hush", bo.me["id"], "Insults.")
    assert refused(club.moderator.post(path, {"why": "Again."}), 404) == "club.no-remark"


def test_what_somebody_said_goes_with_their_account(club: Club) -> None:
    ada = club.account()
    ok(say(ada, "I was here"), 201)
    ok(ada.send("DELETE", "/me", {"password": PASSWORD}), 204)
    assert "I was here" not in texts(club.account())


def test_a_host_closes_the_common_room_and_tournaments_keep_their_talk(club: Club) -> None:
    ada = club.account()
    id = ok(ada.post("/tournaments", CUP), 201)["tournament"]
    ok(club.host.send("PUT", "/moderation/club", {"common_room": False}))
    assert refused(say(ada, "Hello"), 403) == "club.no-common-room"
    assert refused(ada.get("/talk/house"), 403) == "club.no-common-room"
    ok(say(ada, "Hello", id), 201)
    ok(club.host.send("PUT", "/moderation/club", {}))
    ok(say(ada, "Hello again"), 201)


def test_somebody_who_talks_without_end_waits(tmp_path: Path) -> None:
    with served(tmp_path, limits=Limits({"say": RATES["say"]})) as client:
        ada = Visitor(client)
        answers = [say(ada, f"again {number}") for number in range(12)]
        assert refused(answers[-1], 429) == "safety.too-many"


@pytest.mark.parametrize(("guests", "reads", "speaks"), [("welcome", 200, 201), ("silent", 200, 403)])
def test_guests_talk_as_the_house_lets_them(tmp_path: Any, guests: str, reads: int, speaks: int) -> None:
    with house(tmp_path, guests) as client:
        guest = Visitor(client)
        page = guest.get("/talk/house")
        assert (page.status_code, page.json()["writes"]) == (reads, speaks == 201)
        assert say(guest, "Hello").status_code == speaks


def test_only_so_much_is_kept_and_not_for_ever(tmp_path: Path) -> None:
    time = TurnedTime()
    with served(tmp_path, time=time) as client:
        services, ada = client.app.state["services"], Visitor(client)
        person = client.blocking_portal.call(services.moderation.person, ada.me["id"])

        async def chatter() -> int:
            for number in range(MOST_KEPT + 5):
                await services.conversations.say("house", person, f"line {number}")
            found: int = await services.tables.store.count(REMARKS, "latest", "house")
            return found

        assert client.blocking_portal.call(chatter) == MOST_KEPT
        last = ok(ada.get("/talk/house"))["version"]
        time.pass_by(KEPT_IN_HOUSE + 1)
        client.blocking_portal.call(services.conversations.tidy_up)
        page = ok(ada.get("/talk/house"))
        assert (page["remarks"], page["version"]) == ([], last), "who has a cursor still has one"
        assert ok(say(Visitor(client), "Anybody?"), 201)["number"] == last + 1


# -- descriptions ---------------------------------------------------------------------------------------------


def test_a_tournament_says_what_it_is_about_and_the_organiser_can_change_that(club: Club) -> None:
    ada, bo = club.account(), club.account()
    t = ok(ada.post("/tournaments", {**CUP, "about": "Five rounds.\n\n  Tea  at nine. "}), 201)
    assert t["about"] == "Five rounds.\n\nTea at nine."
    path = f"/tournaments/{t['tournament']}/about"
    assert ok(ada.send("PUT", path, {"about": "Six rounds."}))["about"] == "Six rounds."
    assert refused(bo.send("PUT", path, {"about": "Mine."}), 403) == "tournament.organiser-only"
    assert refused(ada.send("PUT", path, {"about": "x" * 1001}), 422) == "tournament.about"
    assert refused(ada.send("PUT", path, {"about": "x\n" * 30}), 422) == "tournament.about"
    closed = ok(club.moderator.post(f"/moderation/tournaments/{t['tournament']}/close", {"why": "Spam."}))
    assert closed["about"] == "", "what moderators close says nothing any more"
