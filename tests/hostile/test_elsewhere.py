"""What strangers wrote comes out elsewhere than on the page: in letters, calendars, terminals, files; as text."""

import io
import re
import sys
from collections.abc import AsyncIterator
from email import message_from_bytes, policy
from html.parser import HTMLParser

import msgspec
import pytest

from parlour.core import record as records
from parlour.core.match import Match
from parlour.core.record import Record, Seat
from parlour.core.texts import ISOLATES, OVERRIDES, Refused, printable
from parlour.games import load
from parlour.house.mail.letters import Letter, LetterLink
from parlour.house.mail.mime import message_of
from parlour.house.people import names
from parlour.server import qr
from parlour.terminal.watch import watch
from tests.hostile.strings import FEW, HOSTILE, NAMES
from tests.house.tournaments.ics import read
from tests.server.matrix.cases import LIVE
from tests.server.matrix.role_holders import Club
from tests.server.matrix.trial import Trial, set_up

SIZES = [pytest.param(FEW, id="few"), pytest.param(HOSTILE, id="all", marks=pytest.mark.slow)]
HEADERS = {
    "Content-Type", "MIME-Version", "From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted", "List-Unsubscribe",
    "List-Unsubscribe-Post",
}  # fmt: skip
TAGS = {"html", "head", "meta", "title", "body", "div", "p", "a", "h2", "ul", "li"}
ATTRIBUTES = {"lang", "charset", "name", "content", "style", "href"}


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
async def trial(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Trial]:
    async with Club(tmp_path_factory.mktemp("elsewhere") / "house").opened() as club:
        yield await set_up(club)


# -- letters --------------------------------------------------------------------------------------------------


def letter_with(text: str) -> Letter:
    """As if there were a way to write it there."""
    way = LetterLink(text, "http://house.example/table/x")
    return Letter(
        to="ada@example.org", subject=f"{text} invites you", says=[text], ways=[way], heading=text, items=[text],
        why=text, off=LetterLink(text, "http://house.example/off"),
    )  # fmt: skip


class Elements(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags, self.attributes, self.text = set[str](), dict[str, set[str]](), ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for name, value in attrs:
            self.attributes.setdefault(name, set()).add(value or "")

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("strings", SIZES)
def test_a_letter_has_its_own_headers_and_elements_alone(strings: list[str]) -> None:
    written = 0
    for text in strings:
        letter = letter_with(text)
        if not printable(letter.subject):
            with pytest.raises(ValueError, match="control"):
                message_of(letter, id="1@house.example", sender="house@example.org", name="Parlour", at=0)
            continue
        sent = message_of(letter, id="1@house.example", sender="house@example.org", name="Parlour", at=0)
        mail = message_from_bytes(sent.data, policy=policy.default)
        assert set(mail.keys()) == HEADERS, text
        assert mail["To"] == "ada@example.org"
        parts = {part.get_content_type(): part.get_content() for part in mail.walk() if not part.is_multipart()}
        assert set(parts) == {"text/plain", "text/html"}
        assert text in parts["text/plain"].replace("\r\n", "\n") or not text.strip()
        page = Elements()
        page.feed(parts["text/html"])
        assert page.tags <= TAGS, text
        assert set(page.attributes) <= ATTRIBUTES, text
        assert all(link.startswith("http://house.example/") for link in page.attributes["href"]), text
        assert text in page.text, text
        written += 1
    assert written > len(strings) / 2


# -- calendars and files --------------------------------------------------------------------------------------


@pytest.mark.anyio
@pytest.mark.parametrize("strings", SIZES)
async def test_a_title_is_one_line_of_a_calendar(trial: Trial, strings: list[str]) -> None:
    taken = 0
    for text in strings:
        body = {"title": text, "kind": "swiss", "game": "connect4", "clock": LIVE}
        body["starts"] = trial.club.time.now() + 3_600_000
        answer = await trial.club.ask("POST", "/api/v1/tournaments", trial.holders.who["host"], body)
        if answer.status != 201:
            assert answer.status in (400, 422), text
            continue
        cup, taken = answer.json(), taken + 1
        shown = await trial.club.get(f"/tournaments/{cup['tournament']}/calendar.ics")
        [event] = read(shown.body.decode())
        assert all(map(printable, event.values())), text
        assert without_isolates(cup["title"]) in without_isolates(event["SUMMARY"]), text
        await trial.holders.do("host", "POST", f"/tournaments/{cup['tournament']}/cancel")
    assert taken > len(strings) / 2


def without_isolates(text: str) -> str:
    return "".join(c for c in text if c not in ISOLATES)


@pytest.mark.anyio
async def test_the_name_of_a_file_to_keep_is_the_houses_own(trial: Trial) -> None:
    """No word of a player's gets into a header."""
    holders = await trial.new_cast()
    await holders.do("host", "PATCH", "/me", {"name": NAMES[0]})
    body = {"game": "connect4", "seats": [{"kind": "me"}, {"kind": "me", "name": NAMES[1]}]}
    table = (await holders.do("host", "POST", "/tables", body))["rules"]["table"]
    for seat, step in ((0, "a"), (1, "resign")):
        await holders.do("host", "POST", f"/tables/{table}/steps", {"seat": seat, "steps": [step]})
    answer = await trial.club.get(f"/tables/{table}/record", holders.who["host"])
    name = dict(answer.headers)[b"content-disposition"].decode()
    assert re.fullmatch(r'attachment; filename="parlour-connect4-[\w=-]+\.json"', name)


@pytest.mark.parametrize("strings", SIZES)
def test_a_code_to_point_a_phone_at_holds_no_text(strings: list[str]) -> None:
    for text in strings:
        try:
            drawn = qr.as_svg(text)
        except (Refused, UnicodeEncodeError):
            continue
        assert set(re.findall(r"<(\w+)", drawn)) <= {"svg", "path", "rect"}, text
        assert "struck" not in drawn


# -- terminals ------------------------------------------------------------------------------------------------


def record_of(first: str, second: str) -> Record:
    match = Match(load("connect4"), 2)
    match.play(0, "d")
    return msgspec.structs.replace(match.record(), seats=[Seat(first), Seat(second)])


@pytest.mark.parametrize("strings", SIZES)
def test_a_record_with_any_names_commands_no_terminal(
    strings: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    watched = 0
    for first, second in zip(strings, [*strings[1:], *NAMES[:1]], strict=True):
        try:
            data = records.to_json(record_of(first, second))
            record = records.from_json(data)
        except (Refused, UnicodeEncodeError):
            assert not printable(first + second)
            continue
        monkeypatch.setattr(sys, "stdin", io.StringIO(""))
        assert watch(record, load("connect4"), seat=None, everything=True, step=1) == 0
        shown = capsys.readouterr().out
        assert all(printable(line) for line in shown.split("\n")), (first, second)
        assert not any(c in OVERRIDES for c in shown), (first, second)
        for line in shown.split("\n"):
            opened = sum(c in ISOLATES and c != "\u2069" for c in line)
            assert opened == line.count("\u2069"), (first, second)
        watched += 1
    assert watched > len(strings) / 2


def test_what_people_call_their_programs_is_one_line() -> None:
    for text in HOSTILE:
        line = names.one_line(text)
        assert printable(line)
        assert not any(c in OVERRIDES | ISOLATES for c in line)
