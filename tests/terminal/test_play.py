"""Whole sessions, typed through standard input."""

import re
import stat
from pathlib import Path
from random import Random

import pytest

from parlour.core.dealer import Dealer
from parlour.core.match import Match
from parlour.core.record import Record, from_json
from parlour.core.verify import verify
from parlour.games import load
from parlour.terminal import play as playing

from ..core.toys import toy
from .conftest import Session

HAND_OVER = "Pass the keyboard to "


def steps(path: Path) -> list[str]:
    return [step.text for step in from_json(path.read_bytes()).steps]


def test_two_people_play_connect_four_to_its_end(session: Session) -> None:
    code, shown = session("connect4", "d\ne\nd\ne\nd\ne\nd\n", humans=2)
    assert code == 0
    assert "Red wins by four in a line." in shown
    assert HAND_OVER not in shown


def test_a_bot_answers_and_says_what_it_did(session: Session) -> None:
    _, shown = session("connect4", "d\nq\n")
    assert re.search(r"^Yellow drops a disc into column [a-g]$", shown, re.MULTILINE)


def test_the_same_seed_gives_the_same_game(session: Session) -> None:
    typed = "d\nd\nc\nc\nb\nb\n"
    assert session("connect4", typed, seed=7) == session("connect4", typed, seed=7)
    assert session("dance", "q\n", seed=7) == session("dance", "q\n", seed=7)
    assert session("dance", "q\n", seed=7) != session("dance", "q\n", seed=8)


def test_the_last_move_is_marked(session: Session) -> None:
    assert "│[●]│" in session("connect4", "d\n", humans=2)[1]


def test_bots_alone_play_to_the_end(session: Session) -> None:
    code, shown = session("connect4", "", humans=0)
    assert code == 0
    assert "wins by four in a line." in shown or "A draw" in shown


def test_a_wrong_action_gets_a_sentence_and_the_closest(session: Session) -> None:
    _, shown = session("yinsh", "f66\n", humans=2)
    assert "“f66” is not how an action of YINSH is written." in shown
    assert "Closest: f6" in shown


def test_a_refusal_is_in_the_words_of_the_game_and_nothing_is_lost(session: Session, kept: Path) -> None:
    _, shown = session("connect4", "a\na\na\na\na\na\na\nb\n", humans=2, save=kept)
    assert "“a” is not possible. Column a is full." in shown
    assert steps(kept) == [*"aaaaaa", "b"]


def test_capitals_and_spaces_are_forgiven(session: Session, kept: Path) -> None:
    session("connect4", "  D \n", humans=2, save=kept)
    assert steps(kept) == ["d"]


def test_help_lists_moves_by_first_word_and_what_is_besides(session: Session) -> None:
    _, shown = session("dance", "?\n", seats=2, seed=3)
    page = shown[shown.index("What you can play") :]
    assert re.search(r"^  (\d+)>1 +\1>2 +\1>3 +\1>4$", page, re.MULTILINE)
    assert page.index("Besides") < page.index("say:mine:1") < page.index("And here")


def test_rules_and_log_can_be_read(session: Session) -> None:
    _, shown = session("connect4", "log\nrules\nd\nlog\n", humans=2)
    assert "Nothing has happened yet." in shown
    assert "four of your discs stand in a line" in " ".join(shown.split())


def test_undo_resign_and_draws_go_through_the_match(session: Session, kept: Path) -> None:
    _, shown = session("connect4", "undo\nd\ndraw\na\ndecline\nresign\n", humans=2, save=kept)
    assert "There is nothing to take back" in shown
    assert "Yellow offers a draw: type draw to accept, decline to refuse." in shown
    assert "Yellow wins by resignation." in shown
    assert steps(kept) == ["d", "draw", "a", "decline", "resign"]


def test_a_person_who_is_not_on_turn_signals_too(session: Session, kept: Path) -> None:
    _, shown = session(
        "dance", "for 2 say:mine:3\nfor 3 say:go:1\nfor\nfor 2 say:mine:3\n", seats=3, humans=2, save=kept
    )
    assert "say:mine:3" in steps(kept)
    assert "say:go:1" not in steps(kept)
    assert shown.count("takes a player at this keyboard") == 2
    assert "already" in shown


def test_what_another_does_in_secret_is_not_done_for_it(session: Session, kept: Path) -> None:
    _, shown = session("command", "for 2 S@a8\nfor 2 S@e1\nfor 2 resign\n", humans=2, save=kept)
    assert shown.count("That is for Black alone, and Black will be asked.") == 2
    assert "Closest" not in shown
    assert steps(kept)[1:] == ["resign"]


def test_leaving_without_a_file_says_goodbye(session: Session) -> None:
    assert session("connect4", "d\n")[1].rstrip().endswith("Goodbye. This match was not saved.")


def test_leaving_with_a_file_says_how_to_go_on(session: Session, kept: Path) -> None:
    for typed in ("d\n", "d\nquit\n"):
        _, shown = session("connect4", typed, save=kept)
        assert f"parlour play --continue {kept}" in shown


def test_an_interrupt_leaves_cleanly(session: Session, kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("parlour.terminal.window.Window.ask", interrupt)
    code, shown = session("connect4", "", save=kept)
    assert code == 0
    assert "The match is kept." in shown


def test_save_keeps_the_match_from_then_on(session: Session, kept: Path) -> None:
    _, shown = session("connect4", f"d\nsave {kept}\ne\n", humans=2)
    assert f"Saved in {kept}" in shown
    assert steps(kept) == ["d", "e"]


def test_a_file_that_cannot_be_written_is_said_at_once(session: Session, tmp_path: Path) -> None:
    code, shown = session("connect4", "d\n", save=tmp_path / "nowhere" / "match.json")
    assert code == playing.CANNOT
    assert "cannot be written: No such file or directory." in shown
    _, shown = session("connect4", f"save {tmp_path}/nowhere/m.json\nq\n")
    assert "cannot be written" in shown


def test_nothing_but_the_file_itself_is_left_in_its_folder(session: Session, kept: Path) -> None:
    session("dance", "q\n", save=kept)
    assert [each.name for each in kept.parent.iterdir()] == [kept.name]
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600


def test_a_saved_match_goes_on_as_if_it_had_never_stopped(session: Session, kept: Path) -> None:
    """Also the dealer: the cards after the break are those that would have come without it."""
    whole = kept.with_name("whole.json")
    first = hand_of(session, kept)
    plays = [f"{first[0]}>1", f"{first[1]}>1", "end"]
    session("dance", "\n".join(plays) + "\n", seats=1, save=whole)
    session("dance", f"{plays[0]}\n", seats=1, save=kept)
    record = from_json(kept.read_bytes())
    session("dance", f"{plays[1]}\nend\n", record=record, save=kept, seed=None)
    assert steps(kept) == steps(whole)
    assert len(steps(kept)) == 8 + 3 + 2


def hand_of(session: Session, path: Path) -> list[int]:
    """The first hand of seat 0 that seed 1 deals to one player."""
    session("dance", "", seats=1, save=path)
    return sorted(int(each) for each in steps(path))


def test_a_match_played_to_its_end_is_final_and_can_be_verified(session: Session, kept: Path) -> None:
    session("dance", "", seats=2, humans=0, save=kept)
    record = from_json(kept.read_bytes())
    assert record.ending is not None
    assert verify(record, load("dance")).good


def test_a_match_dealt_elsewhere_is_not_continued(session: Session) -> None:
    match = Match(load("dance"), 1, {}, Dealer(1))
    match.deal_all()
    code, shown = session("dance", "q\n", record=match.record())
    assert code == playing.CANNOT
    assert "its dealer's secret is not in the record" in shown


def test_a_finished_match_is_shown_with_its_result(session: Session) -> None:
    match = Match(load("connect4"), 2)
    for number, column in enumerate("dededed"):
        match.play(number % 2, column)
    code, shown = session("connect4", "", record=match.record())
    assert code == 0
    assert "Red wins by four in a line." in shown


def test_too_many_people_are_refused_in_a_sentence(session: Session) -> None:
    code, shown = session("connect4", "", humans=3, seats=2)
    assert code == playing.CANNOT
    assert "There are 2 seats, so 3 people cannot all sit." in shown
    assert session("connect4", "", seats=5)[0] == playing.CANNOT


# -- hidden hands ------------------------------------------------------------------------------------------


def everybody_plays(record: Record, rounds: int) -> tuple[str, Record]:
    """Lines for the people of a match of The Dance: each lays two cards that fit and ends the turn."""
    match = Match.from_record(record, load("dance"))
    typed = []
    for _ in range(rounds):
        seat = match.actors[0]
        cards = next(text for text in match.legal(seat) if ">" in text) if "end" not in match.legal(seat) else "end"
        match.play(seat, cards)
        match.deal_all()
        typed.append(cards)
    return "\n".join(typed) + "\n", match.record()


def test_the_keyboard_is_passed_on_and_no_hand_of_another_seat_is_printed(session: Session, kept: Path) -> None:
    session("dance", "", seats=3, humans=3, save=kept)
    typed, _ = everybody_plays(from_json(kept.read_bytes()), 14)
    typed = "".join(f"{line}\nlog\n?\n99>9\n" for line in typed.split())
    _, shown = session("dance", typed, seats=3, humans=3, save=kept)
    parts = shown.split(HAND_OVER)
    assert len(parts) > 4
    match = Match(load("dance"), from_json(kept.read_bytes()).seats, {})
    holders = {}  # every card: the seat that drew it
    for step in from_json(kept.read_bytes()).steps:
        drawing = match.view(None).drawing  # type: ignore[attr-defined]
        if step.actor == "*":
            holders[int(step.text)] = drawing
        match.play(-1 if step.actor == "*" else int(step.actor), step.text)
    never_laid = {card for hand in match.game.view(match.state, None, True).hands for card in hand}  # type: ignore[attr-defined]
    for part in parts[1:]:
        seat = int(re.match(r"Player (\d)", part).group(1)) - 1  # type: ignore[union-attr]
        numbers = {int(each) for each in re.findall(r"(?:│ ?|[Cc]ard |^ +)(\d+)(?:│| is drawn|>)", part, re.MULTILINE)}
        others = {card for card in never_laid if holders[card] != seat}
        assert not numbers & others


def test_the_hand_over_waits_for_enter_and_clears_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    table = playing.KeyboardMatch(playing.new_match(load("dance"), 2, {}, 2, "1", 1, "en"), None, Random(1), "en")
    done: list[str] = []
    monkeypatch.setattr(table.window, "clear", lambda: done.append("clear"))
    monkeypatch.setattr(
        table.window, "say", lambda *lines: done.extend(str(line).strip() for line in lines if str(line))
    )
    monkeypatch.setattr(table.window, "wait", lambda question: done.append(question.strip()))
    table.hand_over(1)
    assert done == [
        "clear",
        "Pass the keyboard to Player 2.",
        "Press Enter when only Player 2 is looking.",
        "clear",
    ]
    table.hand_over(1)
    assert len(done) == 4, "the same person stays"


def test_several_who_act_at_once_take_the_keyboard_one_after_the_other(session: Session, tmp_path: Path) -> None:
    typed = "pick 2\npick 3\nready\npick 1\nlog\nready\nshow\ndone\nshow\ndone\n"
    _, shown = session(toy(tmp_path), typed, humans=2)
    parts = shown.split(HAND_OVER)[1:]
    assert [part.split(".")[0] for part in parts] == ["First", "Second", "First", "Second"]
    assert "pick 3" in parts[0]
    assert "First pick" not in parts[1], "what one picks is sealed from the other"
    assert "wins after showing." in parts[3]


def test_a_guided_game_has_a_coach_and_the_weakest_bot(session: Session, kept: Path) -> None:
    _, shown = session("connect4", "d\nq\n", guided=True, save=kept)
    assert "Coach: Four of your discs in a line win" in shown
    assert from_json(kept.read_bytes()).seats[1].extra["bot"] == "1"
    assert "Coach:" not in session("connect4", "d\nq\n")[1]


def test_a_coach_is_there_for_one_person_among_bots(session: Session) -> None:
    code, shown = session("connect4", "", humans=2, guided=True)
    assert code == playing.CANNOT
    assert "A coach is there for one person among bots." in shown
