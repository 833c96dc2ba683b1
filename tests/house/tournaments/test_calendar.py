"""The calendar of rounds, read by a reader that forgives nothing."""

from parlour.house.tables.clocks import MINUTE
from parlour.house.tournaments import commands, progress
from parlour.house.tournaments.calendar import calendar, stamp
from parlour.house.tournaments.events import Entrant
from parlour.house.tournaments.state import Tournament
from tests.house.tournaments.ics import read
from tests.house.tournaments.simulated import START, UP, announced, rules
from tests.house.tournaments.test_pairing import begun, win

HOME = "https://play.example"
AWKWARD = "Winter; cup, \\ of “Łódź” and of many, many more; 棋 棋 棋 棋"


def test_a_planned_round_keeps_its_uid_when_it_is_drawn_and_its_sequence_grows() -> None:
    t = announced(rules("swiss", starts=START + 60 * MINUTE, every=30, rounds=2)).tournament
    for name in ("ada", "ben", "cleo", "dan"):
        t = commands.sign_up(t, START, Entrant(name, name.title())).tournament
    planned = read(calendar([t], HOME))
    assert [event["DTSTART"] for event in planned] == [stamp(START + 60 * MINUTE)]
    change = commands.start_due(t, START + 60 * MINUTE, "5eed")
    assert change is not None
    after = read(calendar([change.tournament], HOME))
    assert [event["DTSTART"] for event in after] == [stamp(START + 60 * MINUTE), stamp(START + 90 * MINUTE)]
    drawn = progress.go_on(change.tournament, START + 60 * MINUTE, UP)
    assert drawn is not None
    last = read(calendar([drawn.tournament], HOME))
    assert {event["UID"] for event in last} == {event["UID"] for event in after} > {event["UID"] for event in planned}
    assert [int(events[0]["SEQUENCE"]) for events in (planned, after, last)] == [0, 1, 2]
    off = commands.cancel(drawn.tournament, START, "olga").tournament
    assert [(event["STATUS"], event["SEQUENCE"]) for event in read(calendar([off], HOME))] == [("CANCELLED", "3")]


def test_awkward_titles_are_escaped_and_folded_between_characters() -> None:
    t = announced(rules("arena", starts=START + MINUTE), AWKWARD).tournament
    text = calendar([t], HOME)
    [event] = read(text)
    assert event["SUMMARY"] == f"{t.title}: arena"
    assert event["DURATION"] == "PT60M"
    assert "\r\n " in text


def test_ones_own_calendar_has_ones_own_matches_with_a_link_to_the_table() -> None:
    simulation = begun("swiss", 5, rounds=2)
    out = simulation.t.rounds[0].byes[0]
    assert read(calendar([simulation.t], HOME, out)) == []
    playing = simulation.t.undecided[0].pairing.seats
    [event] = read(calendar([simulation.t], HOME, playing[0]))
    assert playing[1].title() in event["SUMMARY"]
    assert event["URL"].startswith(f"{HOME}/table/")
    win(simulation, *playing)
    assert len(read(calendar([simulation.t], HOME))) == 2


def test_a_house_without_tournaments_has_an_empty_calendar() -> None:
    assert read(calendar(list[Tournament](), HOME)) == []
    assert read(calendar([announced(rules("swiss")).tournament], HOME)) == []
