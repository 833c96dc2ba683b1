"""A list says by what a match ended, in the reader's language."""

from parlour.core.record import Ending
from parlour.house.tables.summary import TableDetails
from parlour.server.tables.lists import how_of


def how(game: str, ending: Ending | None, language: str = "en", scores: list[int] | None = None) -> str:
    about = TableDetails(host="one", seats=[], options={}, opened=0, ending=ending, scores=scores or [])
    return how_of(game, about, language)


def test_it_is_said_in_the_games_words_or_the_houses():
    assert how("yinsh", Ending("third ring")) == "by the third ring"
    assert how("yinsh", Ending("third ring"), "de") == "mit dem dritten Ring"
    assert how("yinsh", Ending("resigned", 0)) == "by resignation"
    assert how("yinsh", Ending("resigned", 0), "de") == "durch Aufgabe"
    assert how("regatta", Ending("abandoned")) == "because everybody left"


def test_a_team_is_told_what_it_came_to():
    assert how("dance", Ending("stuck"), scores=[36, 36]) == "36 cards left"
    assert how("dance", Ending("stuck"), "de", scores=[1, 1]) == "Eine Karte übrig"
    assert how("dance", Ending("void"), scores=[36, 36]) == "and does not count"


def test_of_a_match_that_goes_on_or_of_a_game_that_is_not_here_nothing_is_said():
    assert how("yinsh", None) == ""
    assert how("nosuchgame", Ending("resigned", 0)) == ""
