"""Choices that were worked out before are kept, as many as there is room for."""

import pytest

from parlour import games
from parlour.core import choices
from parlour.core.match import Match

WITHIN = 20


def test_of_all_boards_together_so_many_are_kept_and_what_is_forgotten_is_worked_out_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    choices.known_choices.cache_clear()
    choices.forget_choices()
    monkeypatch.setattr(choices, "MOST_IN_ALL", WITHIN)
    matches = [Match(games.load(name), 2) for name in ("connect4", "yinsh", "connect4")]
    first = [match.choices(0).json for match in matches]
    assert len(first[1]) > len(first[0]), "more than fit in all"
    assert sum(board._count for board in choices._boards) <= WITHIN
    assert sum(len(known.choices) for board in choices._boards for known in board._known.values()) <= WITHIN
    assert [match.choices(0).json for match in matches] == first
