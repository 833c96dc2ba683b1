"""Which passwords will do, and how they are kept."""

import asyncio
import hashlib
import threading
import time

import pytest

from parlour.core.texts import Refused
from parlour.house.people import passwords
from parlour.house.people.passwords import COST, Cost, Passwords, check, parts_of

pytestmark = pytest.mark.anyio
LIGHT = Cost(4, 8, 1)  # for tests that hash a lot


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


async def test_the_right_password_is_recognised_and_a_wrong_one_is_not():
    hashing = Passwords()
    kept = await hashing.keep("blue kettle 9")
    assert (await hashing.verify("blue kettle 9", kept)).right
    assert not (await hashing.verify("blue kettle 8", kept)).right
    assert "kettle" not in kept


async def test_what_is_kept_says_how_it_was_made():
    kept = await Passwords().keep("blue kettle 9")
    way, log_n, r, p, _, _ = kept.split("$")
    assert (way, log_n, r, p) == ("scrypt", "15", "8", "3")
    cost, salt, key = parts_of(kept)
    assert cost == COST
    assert key == hashlib.scrypt(b"blue kettle 9", salt=salt, n=2**15, r=8, p=3, maxmem=2**26, dklen=32)


async def test_the_same_password_is_kept_differently_every_time():
    hashing = Passwords(LIGHT)
    assert await hashing.keep("blue kettle 9") != await hashing.keep("blue kettle 9")


async def test_a_letter_in_one_piece_and_in_two_is_the_same_letter():
    hashing = Passwords(LIGHT)
    assert (await hashing.verify("cafe\u0301 am See", await hashing.keep("caf\u00e9 am See"))).right


async def test_nobodys_password_takes_one_hashing_and_is_wrong():
    hashing = Passwords(LIGHT)
    assert not (await hashing.verify("anything at all", None)).right
    assert hashing.hashed == 1


async def test_a_password_kept_with_other_parameters_is_right_and_renewed():
    kept = await Passwords(LIGHT).keep("blue kettle 9")
    hashing = Passwords(Cost(5, 8, 1))
    verdict = await hashing.verify("blue kettle 9", kept)
    assert verdict.right
    assert verdict.renewed is not None
    assert verdict.renewed.startswith("scrypt$5$8$1$")
    assert await hashing.verify("blue kettle 9", verdict.renewed) == (True, None)
    assert await hashing.verify("wrong", kept) == (False, None)


@pytest.mark.parametrize("kept", ["", "plain", "scrypt$15$8$3$x", "md5$15$8$3$YQ==$YQ==", "scrypt$40$8$3$YQ==$YQ=="])
async def test_what_cannot_have_been_kept_here_is_not_worked_on_nor_shown(kept):
    hashing = Passwords(LIGHT)
    with pytest.raises(ValueError, match=r"^a (kept )?password") as error:
        parts_of(kept)
    assert not kept or kept not in str(error.value)
    assert hashing.hashed == 0


async def test_one_is_hashed_at_a_time_beside_the_loop(monkeypatch):
    at_once, most, threads = 0, 0, set()

    def counted(password, cost, salt):
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        threads.add(threading.current_thread().name)
        at_once -= 1
        return b"x" * 32

    monkeypatch.setattr(passwords, "scrypt", counted)
    hashing = Passwords(LIGHT)
    await asyncio.gather(*(hashing.keep(f"password {n}") for n in range(10)))
    assert most == 1
    assert len(threads) == 1
    assert threading.current_thread().name not in threads


async def test_when_too_many_wait_the_next_is_refused_and_later_is_not(monkeypatch):
    go_on = threading.Event()
    monkeypatch.setattr(passwords, "scrypt", lambda *_: go_on.wait() and b"x" * 32)
    hashing = Passwords(LIGHT, most_waiting=2)
    waiting = [asyncio.ensure_future(hashing.keep("blue kettle 9")) for _ in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(Refused) as refusal:
        await hashing.keep("blue kettle 9")
    assert refusal.value.text.key == "people.too-busy"
    go_on.set()
    await asyncio.gather(*waiting)
    await asyncio.sleep(0)
    assert await hashing.keep("blue kettle 9")


async def test_one_who_gives_up_waiting_leaves_room_for_another(monkeypatch):
    go_on = threading.Event()
    monkeypatch.setattr(passwords, "scrypt", lambda *_: go_on.wait() and b"x" * 32)
    hashing = Passwords(LIGHT, most_waiting=2)
    first, second = (asyncio.ensure_future(hashing.keep("blue kettle 9")) for _ in range(2))
    await asyncio.sleep(0.01)
    second.cancel()
    await asyncio.sleep(0.01)
    third = asyncio.ensure_future(hashing.keep("blue kettle 9"))
    await asyncio.sleep(0)
    go_on.set()
    assert await first
    assert await third


@pytest.mark.parametrize(
    ("password", "reason"),
    [
        ("short", "short"), ("x" * 201, "long"), ("\ud800 kettle 9", "unreadable"),
        ("anna1234", "name"), ("1anna!!!", "name"), ("Anna-Anna", "name"), ("annA1987", "name"),
        ("xxxxxxxxx", "repeats"), ("xyxyxyxy", "repeats"), ("wrong wrong 88", "repeats"),
        ("jklmnopqr", "sequence"), ("rstuvwxyz", "sequence"), ("fghjkl;'", "sequence"),
        ("19871231", "date"), ("24.12.1999", "date"),
        ("liverpool1", "common"), ("zaq12wsx", "common"), ("1qaz2wsx", "common"), ("P@ssw0rd1", "common"),
        ("schalke04", "common"), ("Dortmund1909", "common"), ("chelsea99", "common"), ("michael1987", "common"),
        ("trustno1", "common"), ("hounds41", "common"), ("Parlour2026", "common"), ("boardgame77", "common"),
        ("annaparlour", "common"), ("luckymoose7", "common"),
    ],
)  # fmt: skip
def test_what_would_be_guessed_first_is_refused_with_a_reason(password, reason):
    with pytest.raises(Refused) as refusal:
        check(password, "Anna")
    assert refusal.value.text.key == f"people.password-{reason}"


@pytest.mark.parametrize(
    "password", ["liverpool", "arsenal", "barcelona", "bayern", "juventus", "chelsea", "dolphin", "samantha"]
)
@pytest.mark.parametrize("dress", ["{}1", "{}12", "{}2019", "{}!", "1{}", "{}{}"])
def test_a_club_a_name_or_a_word_will_not_do_however_it_ends(password, dress):
    for spelt in (password, password.capitalize(), password.replace("a", "@").replace("o", "0")):
        with pytest.raises(Refused):
            check(dress.format(spelt, spelt))


@pytest.mark.parametrize(
    "password",
    ["blue kettle", "blue kettle 9", "seven slow swans", "correct horse 77", "пароль моей", "合言葉は山と川と",
     "Ein Haus am See", "kx9Tq2vLm", "v8#Lq0pz", "das dritte Schaf hustet"],
)  # fmt: skip
def test_what_takes_more_than_a_few_guesses_will_do(password):
    check(password, "Anna")


def test_the_longest_password_is_judged_in_no_time():
    """Signs that stand for letters are the slow ones: each can be several."""
    began = time.process_time()
    check("4@8({[<369&6#!1/|0$5+7%2" * 8)
    assert time.process_time() - began < 0.5


def test_length_is_counted_after_composing():
    check("e\u0301" * 3 + "zqwx7kv")
    with pytest.raises(Refused) as refusal:
        check("e\u0301zqwx7k")  # seven when composed
    assert refusal.value.text.key == "people.password-short"
