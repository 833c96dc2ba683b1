"""The command: what it prints, what it refuses, and with which exit code. Never a traceback."""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from parlour.cli import main
from parlour.core.dealer import Dealer
from parlour.core.laws.suite import random_step
from parlour.core.match import Match
from parlour.core.record import to_json
from parlour.games import load


@pytest.fixture
def dance_record(tmp_path: Path) -> Path:
    """A whole dealt match of The Dance, two seats, with contributions."""
    from random import Random

    rng, dealer = Random(4), Dealer(2, b"x" * 32)
    dealer.contribute(0, "a quiet evening")
    match = Match(load("dance"), 2, dealer=dealer)
    match.deal_all()
    while not match.over:
        random_step(match, rng, extras=False)
        match.deal_all()
    path = tmp_path / "dance.json"
    path.write_bytes(to_json(match.record()))
    return path


def test_verify_checks_every_card(dance_record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(dance_record)]) == 0
    assert "chance steps are what it gives" in capsys.readouterr().out


def test_verify_names_the_step_that_is_wrong(dance_record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tree = json.loads(dance_record.read_bytes())
    hand = [step["text"] for step in tree["steps"][:7]]
    tree["steps"][3]["text"] = next(str(card) for card in range(2, 100) if str(card) not in hand)
    dance_record.write_text(json.dumps(tree))
    assert main(["verify", str(dance_record)]) == 1
    assert (
        f"Step 4 is wrong: the record says “{tree['steps'][3]['text']}”, the secret gives “{hand[3]}”"
        in capsys.readouterr().out
    )


def test_verify_compares_with_what_one_wrote_down_and_prints_both(
    dance_record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = json.loads(dance_record.read_bytes())["dealing"]["commitment"]
    noted = ["--commitment", kept, "--contribution", "a quiet evening"]
    assert main(["verify", str(dance_record), *noted]) == 0
    said = capsys.readouterr().out
    assert said.count(kept) == 2
    assert said.count("“a quiet evening”") == 2
    assert main(["verify", str(dance_record), "--commitment", "0" * 64]) == 1
    said = capsys.readouterr().out
    assert "0" * 64 in said
    assert kept in said
    assert "THEY DIFFER" in said
    assert main(["verify", str(dance_record), "--contribution", "a loud evening"]) == 1
    assert "NOT AMONG THEM" in capsys.readouterr().out
    assert main(["verify", str(dance_record), "--commitment", "12"]) == 2
    assert "64 hexadecimal digits" in capsys.readouterr().err


def test_verify_names_a_step_that_cannot_be(dance_record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tree = json.loads(dance_record.read_bytes())
    first = next(number for number, step in enumerate(tree["steps"]) if step["actor"] == 0)
    held = {step["text"] for step in tree["steps"][:7]}
    tree["steps"][first]["text"] = next(f"{card}>1" for card in range(2, 100) if str(card) not in held)
    dance_record.write_text(json.dumps(tree))
    assert main(["verify", str(dance_record)]) == 2
    said = capsys.readouterr().err
    assert f"Step {first + 1} of the record" in said
    assert "not in your hand" in said


def test_a_health_check_says_what_it_heard(capsys: pytest.CaptureFixture[str]) -> None:
    answers = [200, 503]

    class House(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            assert self.path == "/healthz"
            self.send_response(answers.pop(0))
            self.end_headers()

        def log_message(self, *args: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), House) as server:
        threading.Thread(target=lambda: [server.handle_request() for _ in range(2)], daemon=True).start()
        ask = ["healthcheck", "--host", "0.0.0.0", "--port", str(server.server_port)]
        assert main(ask) == 0
        assert "open and can write" in capsys.readouterr().out
        assert main(ask) == 1
        assert "503" in capsys.readouterr().out
    assert main(ask) == 1
    assert "No house answers" in capsys.readouterr().out


def test_games_lists_all_with_their_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    listed = capsys.readouterr().out
    assert "YINSH, 2 seats" in listed
    assert "The Dance, 1–5 seats" in listed
    assert "blitz (default false)" in listed


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("verify /no/such/file", "/no/such/file cannot be read"),
        ("verify .", "cannot be read"),
        ("watch {bad}", "cannot be read as JSON"),
        ("verify {bad}", "cannot be read as JSON"),
        ("play chess", "no game “chess”"),
        ("play", "Say which game"),
        ("play yinsh --option blitz", "NAME=VALUE"),
        ("play yinsh --option blitz=maybe", "true or false"),
        ("play yinsh --option size=3", "no option “size”"),
        ("play dance --seats 9", "1 to 5 seats"),
        ("compile chess", "no game “chess”"),
        ("serve --port 99999", "a port is a number from 0 to 65535"),
        ("serve --host 203.0.113.7", "cannot listen at 203.0.113.7"),
    ],
)
def test_a_wrong_command_is_refused_in_one_sentence(
    line: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text("{")
    assert main(line.format(bad=bad).split()) == 2
    said = capsys.readouterr()
    assert sentence in said.err + said.out
    assert "Traceback" not in said.err


def test_an_unknown_command_says_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["dance"])
    assert ended.value.code == 2
    assert "“dance” is none of: games, play, watch" in capsys.readouterr().err
