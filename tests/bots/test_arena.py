"""The arena gives everybody the same chances, can be repeated, and goes on where it stopped."""

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import msgspec
import pytest

from parlour import bots
from parlour.bots import plot
from parlour.bots.arena import PLAYED, Arena, ArenaSettings, Played, duels, fixtures
from parlour.bots.standings import Sprt, ratings
from parlour.cli import main
from parlour.core.record import from_json
from parlour.core.texts import Refused

pytestmark = pytest.mark.compiled
TRIO = ArenaSettings("connect4", ("random", "1@20", "uct@40"), 12, 2, seed=5)


@pytest.fixture(scope="module", autouse=True)
def searches() -> None:
    for name in ("connect4", "dance"):
        bots.prepare(name)


def run(settings: ArenaSettings, folder: Path | None = None, jobs: int = 1, sprt: Sprt | None = None) -> Arena:
    arena = Arena(settings, folder, jobs)
    arena.run(sprt)
    return arena


def but_for_time(played: Iterable[Played]) -> list[Played]:
    """In their order, without what is never the same twice."""
    return sorted((msgspec.structs.replace(one, cpu=[]) for one in played), key=lambda one: one.number)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_bot_has_every_seat_equally_often(seats: int) -> None:
    settings = ArenaSettings("regatta", ("1", "2", "random"), 60 * seats, seats)
    sat = Counter((bot, seat) for fixture in fixtures(settings, False) for seat, bot in enumerate(fixture.bots))
    assert set(sat.values()) == {60 * seats * seats // (3 * seats)}


def test_where_all_play_together_a_kind_plays_with_its_kind() -> None:
    line_ups = {fixture.bots for fixture in fixtures(ArenaSettings("dance", ("1", "2"), 10, 3), True)}
    assert line_ups == {("1", "1", "1"), ("2", "2", "2")}


def test_the_same_settings_play_the_same_games_in_one_process_or_two() -> None:
    one, two = (but_for_time(run(TRIO, jobs=jobs).played) for jobs in (1, 2))
    assert one == two
    assert [played.number for played in one] == list(range(12))
    table = ratings(TRIO.bots, duels(TRIO, one))
    assert table[-1].bot == "random"


def test_it_goes_on_where_it_stopped(tmp_path: Path) -> None:
    few = ArenaSettings("connect4", ("random", "1@20"), 3, 2)
    many = ArenaSettings("connect4", ("random", "1@20"), 6, 2)
    run(few, tmp_path)
    with (tmp_path / PLAYED).open("ab") as file:
        file.write(b'{"number":3,"bo')  # the power went
    arena = run(many, tmp_path)
    assert sorted(one.number for one in arena.played) == list(range(6))
    assert arena.played == Arena(many, tmp_path).played
    whole = but_for_time(run(many).played)
    assert but_for_time(arena.played) == whole
    record = from_json((tmp_path / "records" / "00004.json").read_bytes())
    assert len(record.steps) == whole[4].steps
    assert record.ending is not None


def test_the_folder_of_another_arena_is_refused(tmp_path: Path) -> None:
    Arena(TRIO, tmp_path)
    with pytest.raises(Refused, match="another arena"):
        Arena(ArenaSettings("connect4", ("random", "1@20"), 12, 2), tmp_path)


def test_it_stops_when_the_verdict_is_clear() -> None:
    arena = run(ArenaSettings("connect4", ("uct@60", "random"), 400, 2), sprt=Sprt())
    assert len(arena.played) < 60
    duel = duels(arena.settings, arena.played)["uct@60", "random"]
    assert Sprt().verdict(duel) is True


@pytest.mark.parametrize(
    ("names", "games", "why"),
    [
        (("random",), 4, "two different bots"),
        (("random", "random"), 4, "two different bots"),
        (("random", "6"), 4, "no bot “6”"),
        (("random", "1@0"), 4, "no bot"),
        (("random", "racer"), 4, "no bot"),
        (("random", "1"), 0, "at least one game"),
    ],
)
def test_what_cannot_be_played_is_refused(names: tuple[str, ...], games: int, why: str) -> None:
    with pytest.raises(Refused, match=why):
        Arena(ArenaSettings("connect4", names, games, 2))


def test_the_command_prints_ratings_and_draws_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["arena", "connect4", "--bots", "random,1@20", "--games", "6", "--jobs", "1", "--folder", str(tmp_path)]
    assert main(asked) == 0
    said = capsys.readouterr().out
    assert "1@20" in said
    assert "±" in said
    drawn = (tmp_path / "ratings.svg").read_text()
    assert drawn.count('class="bar"') == 2
    assert main([*asked[:3], "<b>", *asked[4:]]) == 2
    assert "no bot" in capsys.readouterr().err


def test_the_command_tells_the_score_of_a_game_played_together(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "dance", "--bots", "random", "--games", "4", "--jobs", "1"]) == 0
    said = capsys.readouterr().out
    assert "Mean score" in said
    assert "0.0%" in said


def test_a_game_tells_what_each_seat_took_of_a_core(tmp_path: Path) -> None:
    """Whoever searches takes more than whoever plays anything; what was kept before that was written down is read."""
    settings = ArenaSettings("connect4", ("1@400", "random"), 2, 2)
    for one in run(settings, tmp_path).played:
        assert one.cpu[one.bots.index("1@400")] > one.cpu[one.bots.index("random")] >= 0
    kept = tmp_path / PLAYED
    kept.write_bytes(re.sub(rb',"cpu":\[.*?\]', b"", kept.read_bytes()))
    assert [one.cpu for one in Arena(settings, tmp_path, jobs=1).played] == [[], []]


def test_names_in_a_plot_are_only_text() -> None:
    settings = ArenaSettings("connect4", ("<script>", "b"), 2, 2)
    played = [Played(0, ("<script>", "b"), [1, -1], [1, 0], "", 1)]
    assert "<script>" not in plot.svg("<title>", ratings(settings.bots, duels(settings, played))).replace("<title>", "")
