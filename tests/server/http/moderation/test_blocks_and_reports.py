"""Blocking, reporting, and words that the host does not want: what people can do, and what it means for others."""

from collections.abc import Iterator

import pytest

from parlour.house.moderation.blocks_and_reports import MOST_OPEN
from parlour.server.guard.counters import Rate
from parlour.server.guard.limits import Limits
from tests.server.conftest import Visitor, served
from tests.server.http.moderation.accounts_with_roles import PASSWORD, ok, refused, take_cookie
from tests.server.http.moderation.moderated import Club, line_of, opened, said, say


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    with opened(tmp_path_factory.mktemp("house")) as club:
        yield club


# -- blocks ---------------------------------------------------------------------------------------------------


def test_whom_one_has_blocked_one_does_not_read_and_others_do(club: Club) -> None:
    one, other, mine, theirs = club.pair()
    ok(say(other, theirs, "before"))
    before = mine.news(0)
    ok(one.send("PUT", f"/me/blocks/{other.me['id']}"), 204)
    ok(say(other, theirs, "after"))
    assert said(mine, 0) == ["", ""]
    assert said(theirs, 1) == ["before", "after"]
    assert mine.news(0)["cursor"] == before["cursor"] + 1, "that something was said still counts"
    assert [line["hushed"] for line in mine.news(0)["lines"] if line["kind"] == "said"] == [True, True]
    [blocked] = ok(one.get("/me/blocks"))
    assert (blocked["person"]["name"], blocked["person"]["id"]) == (other.me["name"], other.me["id"])
    assert ok(other.get("/me/blocks")) == [], "they are not told"
    ok(one.send("DELETE", f"/me/blocks/{other.me['id']}"), 204)
    assert said(mine, 0) == ["before", "after"]


def test_a_private_table_is_not_there_for_those_whom_somebody_at_it_has_blocked(club: Club) -> None:
    one, other, guest = club.account(), club.account(), Visitor(club.client)
    table = one.open("connect4", "mo", listed=False)
    invite = ok(one.get(table.path))["rules"]["invite"]
    ok(one.send("PUT", f"/me/blocks/{other.me['id']}"), 204)
    wrong = other.get(table.path, invite="wrong").json()
    for answer in (
        other.get(table.path, invite=invite),
        other.get(f"{table.path}/events", invite=invite),
        other.post(f"{table.path}/seats", {}, invite=invite),
        say(other, table, "hello", invite=invite),
    ):
        assert answer.status_code == 404
        assert answer.json() == wrong, "it looks like a link that is wrong"
    ok(guest.post(f"{table.path}/seats", {}, invite=invite))


def test_whoever_is_blocked_cannot_challenge_and_hears_what_those_hear_whose_challenges_are_not_wanted(
    club: Club,
) -> None:
    one, other, third = club.account(), club.account(), club.account()
    challenge = {"to": one.me["id"], "game": "connect4"}
    ok(one.send("PUT", f"/me/blocks/{other.me['id']}"), 204)
    ok(third.post("/challenges", challenge), 201)
    assert refused(other.post("/challenges", challenge), 403) == "challenge.unwanted"
    assert [line["about"]["host"] for line in ok(one.get("/challenges"))["for_me"]] == [third.me["id"]]


def test_challenges_between_two_end_when_one_blocks_the_other(club: Club) -> None:
    one, other, third = club.account(), club.account(), club.account()
    theirs = ok(other.post("/challenges", {"to": one.me["id"], "game": "connect4"}), 201)["rules"]["table"]
    mine = ok(one.post("/challenges", {"to": other.me["id"], "game": "connect4"}), 201)["rules"]["table"]
    many = ok(one.post("/challenges", {"to": third.me["id"], "game": "dance", "seats": 3}), 201)["rules"]
    ok(one.send("PUT", f"/me/blocks/{other.me['id']}"), 204)
    assert ok(other.get("/challenges")) == {"for_me": [], "by_me": []}
    assert ok(one.get("/challenges"))["for_me"] == []
    for table, key in ((mine, "refuse.over"), (theirs, "challenge.none")):
        assert other.post(f"/challenges/{table}/answer", {"yes": True}).json()["key"] == key
    ok(third.send("PUT", f"/me/blocks/{other.me['id']}"), 204)
    assert [line["table"] for line in ok(third.get("/challenges"))["for_me"]] == [many["table"]], "others' stay"
    fourth = club.account()
    ok(fourth.post(f"/tables/{many['table']}/seats", {}, invite=many["invite"]))
    ok(fourth.send("PUT", f"/me/blocks/{third.me['id']}"), 204)
    answer = third.post(f"/challenges/{many['table']}/answer", {"yes": True})
    assert refused(answer, 404) == "refuse.no-table", "somebody sits there who has blocked them"


def test_a_quick_match_brings_nobody_together_of_whom_one_has_blocked_the_other(club: Club) -> None:
    one, other = club.account(), club.account()
    wish = {"game": "connect4", "clock": {"pace": "live", "minutes": 7}}
    ok(one.send("PUT", f"/me/blocks/{other.me['id']}"), 204)
    for first, second in ((one, other), (other, one)):
        tables = [answer.json()["rules"]["table"] for answer in (first.post("/quick-matches", wish),
                                                                second.post("/quick-matches", wish))]  # fmt: skip
        assert len(set(tables)) == 2
        for who, table in zip((first, second), tables, strict=True):
            ok(who.send("DELETE", f"/quick-matches/{table}"))
    ok(one.send("DELETE", f"/me/blocks/{other.me['id']}"), 204)
    met = [who.post("/quick-matches", wish).json()["rules"]["table"] for who in (one, other)]
    assert len(set(met)) == 1


def test_an_open_table_is_for_everybody(club: Club) -> None:
    one, other = club.account(), club.account()
    ok(one.send("PUT", f"/me/blocks/{other.me['id']}"), 204)
    table = one.open("connect4", "mo")
    ok(other.post(f"{table.path}/seats", {}))


def test_nobody_blocks_themselves_or_nobody(club: Club) -> None:
    one = club.account()
    assert refused(one.send("PUT", f"/me/blocks/{one.me['id']}"), 422) == "moderation.oneself"
    for nobody in ("nobody", "%00", "x" * 100):
        assert refused(one.send("PUT", f"/me/blocks/{nobody}"), 404) == "people.nobody"
    ok(one.send("DELETE", "/me/blocks/nobody"), 204)


# -- reports --------------------------------------------------------------------------------------------------


def test_a_line_is_reported_with_what_was_said_and_settled_once(club: Club) -> None:
    one, other, mine, theirs = club.pair()
    ok(say(one, mine, "good luck"))
    ok(say(other, theirs, "you oaf"))
    ok(say(one, mine, "really"))
    wanted = {"kind": "talk", "table": mine.id, "seat": 0, "line": line_of(mine, 0, "you oaf"), "reason": "insult"}
    made = ok(one.post("/reports", {**wanted, "words": "He does that  all the time."}), 201)["id"]
    assert ok(one.post("/reports", wanted), 201)["id"] == made, "the same report is the same"
    listed = ok(club.moderator.get("/moderation/reports"))["reports"]
    line = next(each for each in listed if each["id"] == made)
    assert (line["name"], line["of"], line["person"]) == (one.me["name"], other.me["name"], other.me["id"])
    assert line["words"] == "He does that all the time."
    assert "quotes" not in line
    whole = ok(club.moderator.get(f"/moderation/reports/{made}"))
    assert [(quote["name"], quote["text"]) for quote in whole["quotes"]] == [
        (other.me["name"], "you oaf"), (one.me["name"], "good luck"),
    ]  # fmt: skip
    assert (club.log()["what"], club.log()["about"], club.log()["name"]) == ("look", made, "Moritz")
    settle = {"outcome": "acted", "note": "Spoke to him."}
    settled = ok(club.moderator.post(f"/moderation/reports/{made}/settle", settle))
    assert settled["report"]["settler"] == "Moritz"
    assert (club.log()["what"], club.log()["detail"], club.log()["why"]) == ("settle", "acted", "Spoke to him.")
    assert refused(club.host.post(f"/moderation/reports/{made}/settle", settle), 409) == "moderation.settled"
    assert made in [each["id"] for each in ok(club.host.get("/moderation/reports", settled=True))["reports"]]
    assert made not in [each["id"] for each in ok(club.host.get("/moderation/reports"))["reports"]]


def test_people_and_tables_are_reported_too(club: Club) -> None:
    one, other, mine, theirs = club.pair(listed=False)
    ok(say(other, theirs, "boo"))
    about = ok(one.post("/reports", {"kind": "person", "person": other.me["id"], "reason": "name"}), 201)["id"]
    at = ok(one.post("/reports", {"kind": "table", "table": mine.id, "seat": 0, "reason": "cheating"}), 201)["id"]
    assert ok(club.host.get(f"/moderation/reports/{about}"))["quotes"] == []
    whole = ok(club.host.get(f"/moderation/reports/{at}"))
    assert (whole["report"]["game"], [quote["text"] for quote in whole["quotes"]]) == ("connect4", ["boo"])


def test_nobody_reports_what_they_cannot_see(club: Club) -> None:
    one, other, mine, theirs = club.pair(listed=False)
    ok(say(other, theirs, "psst"))
    stranger = club.account()
    table, line = mine.id, line_of(mine, 0, "psst")
    talk = {"kind": "talk", "table": table, "line": line}
    assert refused(stranger.post("/reports", {**talk, "seat": 0}), 404) == "refuse.no-table"
    assert refused(other.post("/reports", {**talk, "seat": 0}), 403) == "refuse.not-your-seat"
    assert refused(other.post("/reports", {**talk, "seat": 1}), 422) == "moderation.oneself"
    assert refused(one.post("/reports", {**talk, "seat": 0, "line": 1}), 404) == "moderation.no-line"
    assert refused(one.post("/reports", {**talk, "seat": 0, "line": 999}), 404) == "moderation.no-line"
    assert refused(one.post("/reports", {"kind": "talk", "line": 1}), 404) == "refuse.no-table"
    assert refused(one.post("/reports", {"kind": "person", "person": one.me["id"]}), 422) == "moderation.oneself"
    assert refused(one.post("/reports", {"kind": "person"}), 404) == "people.nobody"
    assert refused(one.post("/reports", {"kind": "person", "person": "x" * 65}), 400) == "server.message"
    long = {"kind": "person", "person": other.me["id"], "words": "x" * 1001}
    assert refused(one.post("/reports", long), 422) == "moderation.words-long"


def test_who_has_many_open_reports_waits(club: Club) -> None:
    one = club.account()
    for _ in range(MOST_OPEN):
        ok(one.post("/reports", {"kind": "person", "person": Visitor(club.client).me["id"]}), 201)
    other = {"kind": "person", "person": Visitor(club.client).me["id"]}
    assert refused(one.post("/reports", other), 409) == "moderation.reports-many"


# -- words ----------------------------------------------------------------------------------------------------


def test_the_host_edits_the_words_and_talk_names_and_titles_keep_to_them(club: Club) -> None:
    one, _other, mine, theirs = club.pair()
    words = {"words": [{"word": "oaf", "how": "mask"}, {"word": "blockhead*", "how": "refuse"}]}
    assert refused(club.moderator.send("PUT", "/moderation/words", words), 403) == "officers.hosts-only"
    try:
        ok(club.host.send("PUT", "/moderation/words", words))
        assert (club.log()["what"], club.log()["detail"]) == ("words", "+blockhead*, +oaf")
        assert len(ok(club.moderator.get("/moderation/words"))["words"]) == 2
        ok(say(one, mine, "you 0AF, you"))
        assert said(theirs, 1) == ["you •••, you"]
        assert refused(say(one, mine, "blockheads"), 422) == "words.refused"
        assert refused(one.send("PATCH", "/me", {"name": "The oaf"}), 422) == "words.name"
        assert (
            refused(Visitor(club.client).post("/accounts", {"name": "Oaf 7", "password": PASSWORD}), 422)
            == "words.name"
        )
        cup = {"title": "Cup of an oaf", "kind": "swiss", "game": "connect4", "clock": {"pace": "live", "minutes": 5}}
        assert refused(one.post("/tournaments", cup), 422) == "words.name"
        body = {"game": "connect4", "seats": [{"kind": "me"}, {"kind": "me", "name": "Oaf"}]}
        assert refused(one.post("/tables", body), 422) == "words.name"
        bad = {"words": [{"word": "a*b", "how": "mask"}]}
        assert refused(club.host.send("PUT", "/moderation/words", bad), 422) == "words.form"
        assert len(ok(club.host.get("/moderation/words"))["words"]) == 2, "nothing has changed"
    finally:
        ok(club.host.send("PUT", "/moderation/words", {"words": []}))
    assert club.log()["detail"] == "−blockhead*, −oaf"


def test_reports_are_limited(tmp_path_factory: pytest.TempPathFactory) -> None:
    limits = Limits({"report": Rate(1, 1 / 100)})
    with served(tmp_path_factory.mktemp("strict"), limits=limits) as client:
        one, other = Visitor(client), Visitor(client)
        nobody = {"kind": "person", "person": "nobody"}
        assert refused(one.post("/reports", nobody), 404) == "people.nobody"
        ok(one.post("/reports", {"kind": "person", "person": other.me["id"]}), 201)
        assert refused(one.post("/reports", nobody), 429) == "safety.too-many"
        take_cookie(one, one.post("/accounts", {"name": "Anna", "password": PASSWORD}))
        assert refused(one.post("/reports", nobody), 429) == "safety.too-many", "it is the same person"
