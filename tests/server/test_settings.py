"""A host's settings: who overrides whom, what is refused and in which words, and what is printed at the start."""

import argparse
import re
import stat
from pathlib import Path

import pytest

from parlour.core.texts import Refused
from parlour.server import settings as module
from parlour.server.settings import SETTINGS, Settings, add_arguments, settings_from
from parlour.server.texts import sentences
from parlour.store.address import shown


def read(line: str = "", **environ: str) -> Settings:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return settings_from(parser.parse_args(line.split()), environ)


def refusal(line: str = "", **environ: str) -> str:
    with pytest.raises(Refused) as refused:
        read(line, **environ)
    return sentences(None).render(refused.value.text)


def test_nobody_needs_to_say_anything():
    found = read()
    assert (found.host, found.port, found.lan, found.public_url) == ("127.0.0.1", 8000, False, None)
    assert found.data.name == "parlour"
    assert found.database == str(found.data / "house.db")
    assert found.trusted_proxies == ("127.0.0.0/8", "::1/128")
    assert (found.log, found.bot_pause) == ("plain", 0.8)
    assert set(found.origins.values()) == {"default"}


def test_the_command_line_goes_before_the_environment():
    found = read("--port 8001", PARLOUR_PORT="8002", PARLOUR_WORKERS="3")
    assert (found.port, found.workers) == (8001, 3)
    assert found.origins["port"] == "command line"
    assert found.origins["workers"] == "environment PARLOUR_WORKERS"


def test_a_variable_that_is_empty_says_nothing():
    assert read(PARLOUR_PORT="", PARLOUR_LAN="").port == 8000


def test_every_setting_can_be_given_both_ways(tmp_path: Path):
    values = {
        "data": str(tmp_path), "database": "postgresql:///games", "host": "::1", "port": "0", "lan": "no",
        "public_url": "https://games.example.org", "workers": "2", "processes": "3", "trusted_proxies": "10.0.0.0/8",
        "log": "json", "bot_pause": "0.25", "guests": "silent", "team_passkeys": "no",
        "mail": "smtp://parlour@mail.example.org", "mail_from": "games@example.org",
        "mail_password_file": str(tmp_path / "password"), "push": "none",
    }  # fmt: skip
    (tmp_path / "password").write_text("open sesame")
    assert values.keys() == {s.name for s in SETTINGS}
    by_environment = read(**{s.variable: values[s.name] for s in SETTINGS})
    by_line = read(" ".join(f"{s.flag} {values[s.name]}" for s in SETTINGS if s.metavar))
    for name in values:
        assert getattr(by_environment, name) == getattr(by_line, name)
        assert by_environment.origins[name] == f"environment PARLOUR_{name.upper()}"


def test_several_processes_need_a_database_of_their_own_kind():
    assert read("--processes 2 --database postgresql:///games").processes == 2
    assert read("--processes 1").processes == 1
    with pytest.raises(Refused, match=r"settings\.processes-file"):
        read("--processes 2")
    with pytest.raises(Refused, match=r"settings\.wrong"):
        read("--processes 0")


def test_a_moved_folder_takes_its_database_along(tmp_path: Path):
    assert read(f"--data {tmp_path}").database == str(tmp_path / "house.db")


def test_there_are_from_one_to_four_workers_unless_one_says_otherwise(monkeypatch: pytest.MonkeyPatch):
    for cores, workers in ((1, 1), (2, 1), (4, 3), (64, 4)):
        monkeypatch.setattr(module.os, "sched_getaffinity", lambda _, n=cores: set(range(n)), raising=False)
        assert read().workers == workers
    assert read("--workers 16").workers == 16


# -- the network ----------------------------------------------------------------------------------------------


def test_lan_listens_everywhere():
    assert read("--lan").host == "0.0.0.0"
    assert read(PARLOUR_LAN="yes").lan
    assert not read(PARLOUR_LAN="no").lan


def test_lan_and_a_host_contradict_each_other():
    assert "either --lan" in refusal("--lan --host 10.0.0.1")
    assert "either --lan" in refusal(PARLOUR_LAN="1", PARLOUR_HOST="10.0.0.1")


def test_what_is_said_on_the_command_line_settles_that():
    assert read("--lan", PARLOUR_HOST="10.0.0.1").host == "0.0.0.0"
    found = read("--host 10.0.0.1", PARLOUR_LAN="1")
    assert (found.host, found.lan) == ("10.0.0.1", False)


@pytest.mark.parametrize(
    ("given", "origin"),
    [
        ("https://games.example.org", "https://games.example.org"),
        ("https://Games.Example.org/", "https://games.example.org"),
        ("https://games.example.org:443", "https://games.example.org"),
        ("https://games.example.org:8443", "https://games.example.org:8443"),
        ("https://müller.example", "https://xn--mller-kva.example"),
        ("https://[2001:db8::1]:8443", "https://[2001:db8::1]:8443"),
        ("http://localhost:8000", "http://localhost:8000"),
        ("http://192.168.1.5:80", "http://192.168.1.5"),
        ("http://attic.local", "http://attic.local"),
    ],
)
def test_a_public_url_becomes_what_browsers_call_its_origin(given: str, origin: str):
    assert read(f"--public-url {given}").public_url == origin


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("games.example.org", "a whole address"),
        ("ftp://games.example.org", "a whole address"),
        ("https://", "a whole address"),
        ("https://me:word@games.example.org", "a whole address"),
        ("https://games.example.org:99999", "a whole address"),
        ("https://[::1", "a whole address"),
        ("https://example.org/games", "a name of its own"),
        ("https://example.org?x=1", "a name of its own"),
        ("https://-games-.example.org", "can exist"),
        ("https://games..example.org", "can exist"),
        ("https://1.2.3", "can exist"),
        ("https://" + "a" * 64 + ".example", "can exist"),
        ("http://games.example.org", "https://"),
        ("http://8.8.8.8", "https://"),
    ],
)
def test_a_public_url_that_cannot_be_one_is_refused(given: str, why: str):
    sentence = refusal(f"--public-url {given}")
    assert sentence.startswith("--public-url cannot be")
    assert why in sentence


@pytest.mark.parametrize(
    "line",
    [
        "--port 65536", "--port eighty", "--port -1", "--port 80.0", "--host 1.2.3.256", "--host a:80", "--host http://x",
        "--workers 0", "--workers 65", "--trusted-proxies everybody", "--trusted-proxies 10.0.0.1/8", "--log xml",
        "--bot-pause 11", "--bot-pause nan", "--bot-pause=-1", "--database mysql://x/y", "--database postgresql:games",
        "--database postgresql://h:port/x", "--database sqlite://", "--database sqlite://host/x",
    ],
)  # fmt: skip
def test_nonsense_is_refused_in_a_sentence(line: str):
    sentence = refusal(line)
    assert re.fullmatch(r"--[a-z-]+ cannot be “.+”: .+\.", sentence), sentence
    assert "{" not in sentence


def test_a_refusal_names_the_variable_that_was_wrong():
    assert refusal(PARLOUR_PORT="tcp://10.0.0.1:80").startswith("PARLOUR_PORT cannot be “tcp://10.0.0.1:80”")
    assert "yes or no" in refusal(PARLOUR_LAN="maybe")


def test_proxies_are_networks_or_none():
    assert read("--trusted-proxies 10.0.0.1,fd00::/8").trusted_proxies == ("10.0.0.1/32", "fd00::/8")
    assert read("--trusted-proxies none").trusted_proxies == ()


# -- the folder -----------------------------------------------------------------------------------------------


def test_a_file_is_no_folder(tmp_path: Path):
    file = tmp_path / "file"
    file.touch()
    assert "a folder is wanted" in refusal(f"--data {file}")


def test_the_folder_is_made_for_its_owner_alone(tmp_path: Path):
    found = read(f"--data {tmp_path}/a/b")
    found.make_folder()
    found.make_folder()
    assert stat.S_IMODE(found.data.stat().st_mode) == 0o700


def test_a_folder_that_cannot_be_made_is_a_sentence(tmp_path: Path):
    found = read(f"--data {tmp_path}/a/b")
    (tmp_path / "a").touch()
    with pytest.raises(Refused) as refused:
        found.make_folder()
    assert "cannot be made" in sentences(None).render(refused.value.text)


# -- what is printed ------------------------------------------------------------------------------------------


def test_the_lines_at_the_start_say_where_everything_comes_from():
    lines = read("--port 8001", PARLOUR_LOG="json").describe()
    assert "port = 8001 (from: command line)" in lines
    assert "log = json (from: environment PARLOUR_LOG)" in lines
    assert "public-url = none (from: default)" in lines
    assert len(lines) == len(SETTINGS)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://me:hush@db.example:5433/games", "postgresql://db/games?user=me&password=hush",
        "postgresql://me:hush@[::1]/games", "postgresql://me:hush@db:bad/games", "postgresql://:hush@/games",
    ],
)  # fmt: skip
def test_no_password_is_ever_printed(url: str):
    try:
        shown = "\n".join(read(f"--database {url}").describe())
    except Refused as refused:
        shown = sentences(None).render(refused.text)
    assert "postgresql://" in shown
    assert "hush" not in shown


def test_what_is_shown_of_a_database_still_says_which():
    assert shown("postgresql://me:hush@[::1]:5433/games?x=1") == "postgresql://me@[::1]:5433/games?…"
    assert shown("/var/lib/house.db") == "/var/lib/house.db"


def test_settings_survive_the_way_to_another_process(tmp_path: Path):
    for line in (
        "",
        "--lan --port 0 --trusted-proxies none",
        f"--data {tmp_path} --database postgresql://me:hush@db/games --public-url https://a.example --bot-pause 0",
    ):
        first = read(line)
        again = read(**first.environment())
        for s in SETTINGS:
            assert getattr(first, s.name) == getattr(again, s.name)


def test_every_sentence_for_hosts_exists():
    used = set()
    for path in Path(module.__file__).parent.rglob("*.py"):
        used |= set(re.findall(r'"((?:settings|lan)\.[a-z-]+)"', path.read_text("utf-8")))
    assert len(used) > 10
    assert {key for key in used if not sentences(None).has(key)} == set()
