"""From the settings to the mail server: what a host writes down is where letters go, with links that lead here."""

import time
from pathlib import Path

from anyio.from_thread import start_blocking_portal

from parlour.house.people.passwords import Cost, Passwords
from parlour.server.app import create_app
from tests.mail_server import MailServer
from tests.server.conftest import API, BASE, Visitor
from tests.serving import HouseClient, parts, settings_for

PASSWORD = "blue kettle 9"


def test_a_house_with_a_mail_server_sends_its_letters_there(tmp_path: Path) -> None:
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(MailServer()) as server:
        settings = settings_for(
            tmp_path, mail=f"smtp+plain://127.0.0.1:{server.port}", public_url=BASE, mail_from="club@example.org"
        )
        app = create_app(settings, parts(passwords=Passwords(Cost(4, 8, 1))))
        with HouseClient(app, base_url=BASE) as client:
            ada = Visitor(client)
            answer = ada.post("/accounts", {"name": "Ada", "password": PASSWORD})
            ada.headers["Cookie"] = answer.headers["set-cookie"].partition(";")[0]
            client.cookies.clear()
            ada.send("PUT", "/me/mail/address", {"address": "ada@example.org", "password": PASSWORD})
            deadline = time.monotonic() + 60
            while not server.taken:
                assert time.monotonic() < deadline, "a letter"
                time.sleep(0.005)
            [letter] = server.taken
            assert (letter.sender, letter.to) == ("club@example.org", "ada@example.org")
            part = letter.mail.get_body(("plain",))
            assert part is not None
            [link] = [word for word in str(part.get_content()).split() if word.startswith(BASE)]
            token = link.removeprefix(f"{BASE}/confirm#token=")
            confirmed = client.post(f"{API}/mail/confirm", json={"token": token}, headers={"Origin": BASE})
            assert confirmed.json() == {"address": "ada@example.org"}
    assert not (tmp_path / "mail").exists()
