"""Export and import: a house in one file, from either store into either, whole or not at all."""

import asyncio
import gzip
import json
import os
import re
import resource
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import apsw
import asyncpg
import msgspec
import pytest
from msgspec.structs import replace

from parlour import store as stores
from parlour.cli import main
from parlour.core.texts import Refused
from parlour.house.mail import records as mail_records
from parlour.house.mail.notice import Notice
from parlour.house.mail.records import Link
from parlour.house.ratings import records as rating_records
from parlour.house.ratings.records import finish_changes
from parlour.house.store import Put, Store, Unit
from parlour.house.tables import records as table_records
from parlour.house.tables.records import TableQuery
from parlour.house.tournaments.records import TOURNAMENTS, TournamentSummary
from parlour.store import migrations, open_store, shape
from parlour.store.backup_file import batches
from parlour.store.transfer import TransferSummary
from tests.store.test_backup import assert_filled, fill
from tests.store.things import ROUNDS, finish, point, standing, writing

pytestmark = pytest.mark.anyio

MADE = 1_700_000_000_000
FLIPS = 400 if ROUNDS > 100 else 40


async def furnish(store: Store) -> None:
    """A row in every table, with all that is hard to carry: bytes that are no text, texts that are no ASCII, numbers
    that are hardly different."""
    await fill(store)
    await store.commit(Unit(stream="odd", expected=0, events=[b"\xff\xfe", '"\\\u2028é\n'.encode(), b"\0", b"=", b":"]))
    await mail_records.want_address(store, "p1", "Ånn@example.org")
    await mail_records.add_link(
        store, Link(hash="l1", kind="confirm", person="p1", address="Ånn@example.org", until=99)
    )
    await mail_records.take_link(store, "l1", 1)
    await mail_records.add_link(store, Link(hash="l2", kind="reset", person="p1", until=99))
    for key in ("waits", "may have been sent"):
        notice = Notice(key=key, kind="turn", person="p1", at=1, due=2, until=3, thread=key, body=b"{}")
        assert await mail_records.put_notice(store, notice)
    await mail_records.begin_sending(store, "may have been sent")
    await mail_records.silence(store, "p1", "turn", True)
    await mail_records.keep_secret(store, "off", bytes(range(256)))
    ended = finish("t", places=(), worth=1 / 3)
    await store.commit(Unit(stream="f", expected=0, events=[b"a"], changes=await finish_changes(store, ended, False)))
    rated = [replace(ended, number=1)]
    new = standing("ann", 25.000000000000004), point(1, "ann", mu=-1e-300)
    assert await rating_records.keep_ratings(store, 0, rated, new[:1], new[1:])
    cup = TournamentSummary(tournament="c", game="yinsh", kind="swiss", phase="open", organiser="p1", people=("p1",),
                         updated=4, body=b"{}")  # fmt: skip
    await store.commit(Unit(stream="tournament:c", expected=0, events=[b"a"], changes=[Put(TOURNAMENTS, cup)]))


async def fill_the_rest(place: str) -> None:
    """A row in every table that has none yet: one that is new must go along, whoever makes it."""
    some: dict[str, Any] = {"TEXT": "p1", "INTEGER": 1, "REAL": 0.1, "BLOB": b"\xff\0"}
    for table, each in shape.tables().items():
        values = [some[kind] for kind in each.kinds]
        names = f"INSERT INTO {table} ({', '.join(each.columns)})"
        if place.startswith("postgresql"):
            connection = await asyncpg.connect(place, server_settings={"search_path": "parlour"})
            if not await connection.fetchval(f"SELECT 1 FROM {table} LIMIT 1"):
                await connection.execute(
                    f"{names} VALUES ({', '.join(f'${n}' for n in range(1, 1 + len(values)))})", *values
                )
            await connection.close()
        else:
            file = apsw.Connection(place)
            if not file.execute(f"SELECT 1 FROM {table} LIMIT 1").get:
                file.execute(f"{names} VALUES ({', '.join('?' * len(values))})", values)
            file.close()


@pytest.fixture
def furnished(tmp_path: Path) -> Path:
    """A file with such a house."""
    asyncio.run(_furnished(tmp_path))
    return tmp_path / "house.parlour"


async def _furnished(tmp_path: Path) -> None:
    store = await open_store(tmp_path / "furnished.db")
    await furnish(store)
    await store.close()
    await stores.export_house(tmp_path / "furnished.db", tmp_path / "house.parlour", MADE)


async def exported(place: str | Path, path: Path) -> TransferSummary:
    return await stores.export_house(place, path, MADE)


async def assert_empty(place: str) -> None:
    there = await open_store(place)
    assert await table_records.find_tables(there, TableQuery()) == []
    assert await there.streams() == []
    await there.close()


# -- there and back -------------------------------------------------------------------------------------------


async def test_a_house_is_the_same_in_every_store_to_the_byte(
    store: Store, place: str, other: str, tmp_path: Path
) -> None:
    await furnish(store)
    await store.close()
    await fill_the_rest(place)
    first = await exported(place, tmp_path / "first")
    assert all(first.rows.values()), "something of everything"
    assert await stores.import_house(tmp_path / "first", other) == first
    assert await exported(other, tmp_path / "second") == first
    assert (tmp_path / "second").read_bytes() == (tmp_path / "first").read_bytes()
    moved = await open_store(other)
    await assert_filled(moved)
    assert [notice.key for notice in await mail_records.left_sending(moved)] == ["may have been sent"]
    due = await mail_records.due_notice(moved, 2)
    assert due is not None
    assert due.key == "waits"
    assert await mail_records.keep_secret(moved, "off", b"another") == bytes(range(256))
    assert await rating_records.standings(moved, ["ann"]) == [standing("ann", 25.000000000000004, ranked=False)]
    await moved.close()


async def test_a_house_with_nothing_in_it_moves_too(place: str, other: str, tmp_path: Path) -> None:
    await (await open_store(place)).close()
    first = await exported(place, tmp_path / "first")
    assert await stores.import_house(tmp_path / "first", other) == first
    await assert_empty(other)


async def test_the_file_is_text_for_its_owner_alone(store: Store, place: str, tmp_path: Path) -> None:
    await furnish(store)
    folder = tmp_path / "folder"
    folder.mkdir()
    before = os.umask(0)
    try:
        carried = await exported(place, folder / "file")
    finally:
        os.umask(before)
    assert [path.name for path in folder.iterdir()] == ["file"]
    assert stat.S_IMODE((folder / "file").stat().st_mode) == 0o600
    lines = [json.loads(line) for line in gzip.decompress((folder / "file").read_bytes()).splitlines()]
    assert lines[0] == {**lines[0], "parlour": "house", "format": 1, "schema": migrations.version(), "made": MADE}
    assert [line["table"] for line in lines if "table" in line] == [*shape.tables()]
    assert lines[-1] == {"tables": len(shape.tables()), "sha256": carried.sha256}


async def test_the_file_shows_one_moment_while_others_write(store: Store, place: str, tmp_path: Path) -> None:
    """Every unit writes an event and a summary that says how many events there are: they must agree."""
    stop, writers = writing(store)
    seen = []
    for number in range(3):
        tries = 0
        before = len(await store.read("t0"))
        while len(await store.read("t0")) == before or not tries:  # until they went on meanwhile
            tries += 1
            (tmp_path / f"file{number}").unlink(missing_ok=True)
            before = len(await store.read("t0"))
            await exported(place, tmp_path / f"file{number}")
        await stores.import_house(tmp_path / f"file{number}", tmp_path / f"{number}.db")
    stop.set()
    await asyncio.gather(*writers)
    for number in range(3):
        copy = await open_store(tmp_path / f"{number}.db")
        found = await table_records.find_tables(copy, TableQuery())
        for each in found:
            assert len(await copy.read(each.table)) == each.updated
        seen.append(sum(each.updated for each in found))
        await copy.close()
    assert sorted(seen) == seen, "three moments, one after the other"


# -- the schema -----------------------------------------------------------------------------------------------


def test_the_tables_are_those_of_a_copy_in_an_order_that_references_allow() -> None:
    there = shape.tables()
    assert all(each.key for each in there.values()), "every table has an order of its own"
    assert [*there].index("people") < min([*there].index(name) for name in ("sessions", "addresses", "links"))


WISHES = """CREATE TABLE gifts (id {number} NOT NULL PRIMARY KEY, wish {number} NOT NULL REFERENCES wishes (id));
CREATE TABLE wishes (id {number} NOT NULL PRIMARY KEY, what {bytes}); INSERT INTO wishes VALUES (1, NULL)"""


async def test_a_table_that_is_new_goes_along_and_after_what_it_refers_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrations, "MIGRATIONS", (*migrations.MIGRATIONS, WISHES))
    assert [*shape.tables()][-2:] == ["wishes", "gifts"]
    await (await open_store(tmp_path / "house.db")).close()
    assert (await exported(tmp_path / "house.db", tmp_path / "file")).rows["wishes"] == 1


async def test_a_file_of_an_older_version_is_brought_up_to_date(
    furnished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrations, "MIGRATIONS", (*migrations.MIGRATIONS, "ALTER TABLE people ADD COLUMN wish {text}"))
    await stores.import_house(furnished, tmp_path / "house.db")
    file = apsw.Connection(str(tmp_path / "house.db"))
    assert file.execute("SELECT id, wish FROM people ORDER BY id").fetchall() == [("p1", None), ("p2", None)]
    file.close()
    store = await open_store(tmp_path / "house.db")
    await assert_filled(store)
    await store.close()


# -- what is refused ------------------------------------------------------------------------------------------


def repacked(path: Path, change: Callable[[list[Any]], object]) -> None:
    """The same file with other lines in it, and all that gzip itself would notice put right."""
    lines = [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]
    change(lines)
    path.write_bytes(gzip.compress(b"".join(msgspec.json.encode(line) + b"\n" for line in lines)))


def row_of(lines: list[Any], table: str) -> int:
    """Where the first row of a table stands."""
    return (
        next(number for number, line in enumerate(lines) if isinstance(line, dict) and line.get("table") == table) + 1
    )


def set_field(table: str, column: int, value: object) -> Callable[[list[Any]], object]:
    return lambda lines: lines[row_of(lines, table)].__setitem__(column, value)


CHANGES: dict[str, tuple[Callable[[list[Any]], object], str]] = {
    "newer format": (lambda lines: lines[0].update(format=2, by="9.9"), r"newer Parlour \(9\.9\)"),
    "newer schema": (lambda lines: lines[0].update(schema=migrations.version() + 1), "newer Parlour"),
    "another kind": (lambda lines: lines[0].update(parlour="person"), "was not made by"),
    "no head": (lambda lines: lines.pop(0), "was not made by"),
    "format nought": (lambda lines: lines[0].update(format=0), "first line"),
    "another name": (set_field("people", 1, "Mallory"), "people is not what was written"),
    "a row less": (lambda lines: lines.pop(row_of(lines, "events")), "events is not what was written"),
    "a row twice": (lambda lines: lines.insert(row_of(lines, "silenced"), ["p1", "turn"]), "changed"),
    "a short row": (lambda lines: lines[row_of(lines, "events")].pop(), "a row of events"),
    "odd bytes": (set_field("events", 2, "=not base64"), "a row of events"),
    "number for bytes": (set_field("events", 2, 7), "a row of events"),
    "text for a number": (set_field("events", 1, "seven"), "cannot store TEXT"),
    "a table less": (lambda lines: lines.pop(row_of(lines, "cards") - 1), "cards is missing"),
    "no end": (lambda lines: lines.pop(), "ends too early"),
    "more after the end": (lambda lines: lines.append({}), "its end"),
    "a number beyond all columns": (set_field("events", 1, 2**70), "a row of events|cannot be read"),
    "a list in a row": (set_field("events", 1, [1]), "a row of events"),
}


@pytest.mark.parametrize("change", CHANGES)
async def test_a_file_that_was_changed_is_refused_and_says_where(furnished: Path, tmp_path: Path, change: str) -> None:
    how, why = CHANGES[change]
    repacked(furnished, how)
    with pytest.raises(Refused) as refused:
        await stores.import_house(furnished, tmp_path / "house.db")
    assert re.search(why, str(refused.value))
    assert not (tmp_path / "house.db").exists()


async def test_a_file_that_is_packed_again_is_still_the_same_house(furnished: Path, tmp_path: Path) -> None:
    """So that the tests above could fail for no other reason."""
    furnished.write_bytes(gzip.compress(gzip.decompress(furnished.read_bytes()), 1))
    await stores.import_house(furnished, tmp_path / "house.db")


async def test_a_flipped_bit_anywhere_is_refused_or_does_no_harm(furnished: Path, tmp_path: Path) -> None:
    whole, rng, refused = furnished.read_bytes(), Random(4), 0
    same = await stores.import_house(furnished, tmp_path / "same.db")
    for number in range(FLIPS):
        place, bit = rng.randrange(len(whole)), 1 << rng.randrange(8)
        furnished.write_bytes(whole[:place] + bytes([whole[place] ^ bit]) + whole[place + 1 :])
        try:
            assert await stores.import_house(furnished, tmp_path / f"{number}.db") == same
        except Refused:
            assert not (tmp_path / f"{number}.db").exists()
            refused += 1
    assert refused > FLIPS * 0.9


async def test_a_file_that_is_cut_off_anywhere_is_refused(furnished: Path, place: str) -> None:
    whole, rng = furnished.read_bytes(), Random(5)
    for size in (0, 1, 2, 10, len(whole) - 1, *(rng.randrange(len(whole)) for _ in range(FLIPS // 4))):
        furnished.write_bytes(whole[:size])
        with pytest.raises(Refused, match=r"cut off|was not made by"):
            await stores.import_house(furnished, place)
    await assert_empty(place)


async def test_what_is_no_such_file_is_refused(place: str, tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear house,\n" * 500)
    (tmp_path / "packed").write_bytes(gzip.compress(b"Dear house,\n" * 500))
    store = await open_store(tmp_path / "copied.db")
    await store.backup(tmp_path / "copy")
    await store.close()
    for name, sentence in [
        ("letter", "was not made by"),
        ("packed", "was not made by"),
        ("copy", "parlour restore"),
        ("none", "There is no file"),
        (".", "There is no file"),
    ]:
        with pytest.raises(Refused, match=sentence):
            await stores.import_house(tmp_path / name, place)
    await assert_empty(place)


async def test_a_house_that_is_there_is_never_replaced(place: str, furnished: Path) -> None:
    there = await open_store(place)
    await there.commit(Unit(stream="mine", expected=0, events=[b"a"]))
    await there.close()
    with pytest.raises(Refused, match="choose another one with --data") as refused:
        await stores.import_house(furnished, place)
    assert "--force" not in str(refused.value)
    there = await open_store(place)
    assert await there.read("mine") == [b"a"]
    assert await there.read("t") == []
    await there.close()


async def test_nothing_is_imported_into_a_house_that_is_open(tmp_path: Path, furnished: Path) -> None:
    there = await open_store(tmp_path / "house.db")
    with pytest.raises(Refused, match="A house is open with"):
        await stores.import_house(furnished, tmp_path / "house.db")
    await there.close()


async def test_nothing_is_written_over(store: Store, place: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(Refused, match="is there already"):
        await exported(place, tmp_path / "file")
    with pytest.raises(Refused, match="there is no folder"):
        await exported(place, tmp_path / "no" / "file")
    assert (tmp_path / "file").read_text() == "mine"


# -- bombs ----------------------------------------------------------------------------------------------------

MB = 2**20
MOST_MORE = 48 * MB  # that a bomb may take above what an ordinary house does
BOMB = 200 * MB if ROUNDS > 100 else 70 * MB


def bomb(path: Path, kind: str, size: int = BOMB) -> None:
    """A file of some 100 KB that unpacks to `size`."""
    house = gzip.decompress(path.read_bytes()).splitlines(keepends=True)
    before = (
        []
        if kind == "no line end at all"
        else house[: 1 + next(n for n, line in enumerate(house) if b'"events"' in line)]
    )
    part = {
        "no line end at all": b" " * MB,
        "one row": b"0" * MB,
        "many rows": b"".join(b'["t",%d,":x"]\n' % number for number in range(1000)),
        "large rows": b'["t",1,":' + b"x" * (2 * MB) + b'"]\n',
        "brackets": b"[" * MB,
    }[kind]
    with gzip.open(path, "wb", 9 if len(part) < MB else 6) as file:
        file.write(b"".join(before))
        file.write({"one row": b'["t",1,":', "brackets": b"["}.get(kind, b""))
        for _ in range(size // len(part)):
            file.write(part)


def most_memory(*arguments: str) -> tuple[int, str]:
    """Bytes that the command had in memory at most, and what it said."""
    run = "import resource, sys; from parlour.cli import main; code = main(sys.argv[1:])\n"
    run += "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024, code)"
    done = subprocess.run(
        [sys.executable, "-c", run, *arguments], capture_output=True, text=True, timeout=120, check=True
    )
    most, code = done.stdout.split()[-2:]
    return int(most), done.stderr if code == "2" else done.stdout


KINDS = ["no line end at all", "one row", "many rows", "large rows", "brackets"]


@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=() if kind == "one row" else pytest.mark.slow) for kind in KINDS]
)
def test_a_bomb_takes_no_more_memory_than_a_house(furnished: Path, tmp_path: Path, kind: str) -> None:
    usual, _ = most_memory("import", str(furnished), "--database", str(tmp_path / "usual.db"))
    bomb(furnished, kind)
    assert furnished.stat().st_size < BOMB // 50
    most, said = most_memory("import", str(furnished), "--database", str(tmp_path / "house.db"))
    print(f"a bomb of {BOMB // MB} MB ({kind}) takes {(most - usual) / MB:.0f} MB more than a house")
    assert most - usual < MOST_MORE
    assert re.search("more than a house would|was not made by|cannot be read", said), said
    assert "Nothing was changed" in said or "parlour restore" in said
    assert not (tmp_path / "house.db").exists()


def test_rows_are_carried_many_at_a_time_if_they_are_small_and_few_if_they_are_large() -> None:
    small, large = [(number, b"x") for number in range(2500)], [(number, b"x" * MB) for number in range(10)]
    assert [len(batch) for batch in batches(small)] == [1000, 1000, 500]
    assert [len(batch) for batch in batches(large)] == [4, 4, 2]


# -- commands, and a disk that is full ------------------------------------------------------------------------


def parlour(*arguments: str, room: int | None = None, **environment: str) -> "subprocess.CompletedProcess[str]":
    """The command in a process of its own, no file of which may become larger than that."""

    def narrow() -> None:
        if room is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    return subprocess.run(
        [sys.executable, "-m", "parlour", *arguments], capture_output=True, text=True, timeout=120, check=False,
        env={**os.environ, **environment}, preexec_fn=narrow,
    )  # fmt: skip


def test_the_commands_move_a_house(furnished: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, other = str(tmp_path / "file"), tmp_path / "other"
    assert main(["export", file, "--database", str(tmp_path / "furnished.db")]) == 0
    said = capsys.readouterr().out
    assert f"is now in {file}. It holds 2 people and one table. Its content is " in said
    assert main(["import", file, "--data", str(other)]) == 0
    assert capsys.readouterr().out.split("content is")[1] == said.split("content is")[1]
    assert stat.S_IMODE(other.stat().st_mode) == 0o700
    assert stat.S_IMODE((other / "house.db").stat().st_mode) == 0o600
    assert main(["import", file, "--data", str(other)]) == 2
    assert "There is a house in" in capsys.readouterr().err
    assert main(["export", file, "--data", str(other)]) == 2
    assert "is there already" in capsys.readouterr().err


async def _hoard(place: Path, kilobytes: int) -> None:
    """What cannot be packed."""
    store, rng = await open_store(place), Random(kilobytes)
    await store.commit(Unit(stream="t", expected=0, events=[rng.randbytes(10_000) for _ in range(kilobytes // 10)]))
    await store.close()


@pytest.mark.parametrize(("kilobytes", "sentence"), [(300, "could not be written"), (4000, "cannot be unpacked")])
def test_where_there_is_no_room_it_says_so_and_nothing_is_left(tmp_path: Path, kilobytes: int, sentence: str) -> None:
    house, file, folder = tmp_path / "house.db", tmp_path / "file", tmp_path / "folder"
    folder.mkdir()
    asyncio.run(_hoard(house, kilobytes))
    failed = parlour("export", str(folder / "file"), "--database", str(house), room=100_000)
    assert (failed.returncode, "could not be written" in failed.stderr) == (2, True), failed
    assert list(folder.iterdir()) == []
    assert main(["export", str(file), "--database", str(house)]) == 0
    failed = parlour("import", str(file), "--database", str(folder / "house.db"), room=100_000)
    assert (failed.returncode, sentence in failed.stderr) == (2, True), failed
    asyncio.run(assert_empty(str(folder / "house.db")))
    assert main(["import", str(file), "--database", str(folder / "house.db")]) == 0
