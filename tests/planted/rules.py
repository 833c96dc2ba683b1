"""Slips in the rules of the five games."""

from tests.planted.fault import Fault

FAULTS = [
    Fault(
        "who does not have the turn is told that nothing can be done there",
        file="src/parlour/core/position.py",
        old="if viewer in acting else off_turn(acting)",
        new="if acting else off_turn(acting)",
        red=("tests/games/test_touch.py::test_off_turn_it_is_said_whose_turn_it_is",),
    ),
    Fault(
        "a ring in the way is not marked",
        file="src/parlour/games/yinsh/scene.py",
        old='if why.key == "why.ring-between" else because(why)',
        new='if why.key == "why.ring-there" else because(why)',
        red=("tests/games/test_touch.py::test_a_ring_is_told_what_stops_it_and_what_stands_in_the_way",),
    ),
    # -- Command of the Sea -------------------------------------------------------------------------------------------
    Fault(
        "a Littoral loses to a Submarine",
        file="src/parlour/games/command/board.py",
        old="return ATTACKER_WINS if attacker == LITTORAL else DEFENDER_WINS",
        new="return ATTACKER_WINS if attacker == SUBMARINE else DEFENDER_WINS",
        red=("tests/games/command/test_rules.py::test_every_class_against_every_class",),
    ),
    Fault(
        "a Command Ship on its far row wins with a guard beside it",
        file="src/parlour/games/command/rules.py",
        old="stands_on_far_row(s, seat, to) and not is_beside(s, other, to)",
        new="stands_on_far_row(s, seat, to) and not is_beside(s, seat, to)",
        red=("tests/games/command/test_rules.py::test_with_an_opposing_ship_beside_it_waits_for_one_move",),
    ),
    Fault(
        "a challenge does not begin the count of quiet plies anew",
        file="src/parlour/games/command/rules.py",
        old="        s.quiet = 0\n        challenge(",
        new="        challenge(",
        red=("tests/games/command/test_rules.py::test_a_challenge_begins_the_count_anew",),
    ),
    Fault(
        "a draw comes one quiet ply late",
        file="src/parlour/games/command/rules.py",
        old="if s.quiet >= MOST_QUIET:",
        new="if s.quiet > MOST_QUIET:",
        red=("tests/games/command/test_rules.py::test_200_plies_without_a_challenge_are_a_draw",),
    ),
    # -- YINSH --------------------------------------------------------------------------------------------------------
    Fault(
        "the marker that a ring leaves behind turns over too",
        file="src/parlour/games/yinsh/rules.py",
        old="    point = at + step\n    while point != to:",
        new="    point = at\n    while point != to:",
        red=("tests/games/yinsh/test_rules.py::test_the_marker_just_left_does_not_turn_over",),
    ),
    Fault(
        "the seat that did not move takes its row first",
        file="src/parlour/games/yinsh/rules.py",
        old="s.turn = mover if rows >> mover & 1 else 1 - mover",
        new="s.turn = 1 - mover if rows >> (1 - mover) & 1 else mover",
        red=("tests/games/yinsh/test_rows.py::test_the_mover_takes_its_rows_first_then_the_other_seat_takes_its_own",),
    ),
    Fault(
        "the end of a match shows another row than the one that won it",
        file="src/parlour/games/yinsh/rules.py",
        old="    s.gone[0] = low\n    s.gone[1] = high\n",
        new="    if s.gone[0] == NOWHERE:\n        s.gone[0] = low\n        s.gone[1] = high\n",
        red=("tests/games/yinsh/test_rows.py::test_what_was_given_up_last_is_what_a_match_was_won_by",),
    ),
    Fault(
        "four in a row are enough",
        file="src/parlour/games/yinsh/rules.py",
        old="        if length >= ROW:",
        new="        if length >= ROW - 1:",
        red=(
            "tests/games/yinsh/test_rows.py"
            "::test_four_are_no_row_nor_are_five_with_a_gap_of_two_colours_or_round_a_corner",
        ),
    ),
    Fault(
        "a move between two passes is forgotten",
        file="src/parlour/games/yinsh/rules.py",
        old="    s.mover = seat\n    s.passes = 0\n",
        new="    s.mover = seat\n",
        red=("tests/games/yinsh/test_rules.py::test_two_passes_with_a_move_between_them_end_nothing",),
    ),
    # -- The Dance ----------------------------------------------------------------------------------------------------
    Fault(
        "a falling pile takes a jump the wrong way",
        file="src/parlour/games/dance/rules.py",
        old="return card < top or card == top + JUMP",
        new="return card < top or card == top - JUMP",
        red=("tests/games/dance/test_rules.py::test_a_falling_pile_takes_lower_cards_and_the_one_exactly_10_higher",),
    ),
    Fault(
        "a turn asks for the minimum though the deck is empty",
        file="src/parlour/games/dance/rules.py",
        old="s.needed = int(s.minimum) if s.deck_count > 0 else 1",
        new="s.needed = int(s.minimum)",
        red=("tests/games/dance/test_rules.py::test_one_card_is_enough_with_an_empty_deck",),
    ),
    Fault(
        "a seat without cards is not skipped",
        file="src/parlour/games/dance/rules.py",
        old="    while s.hand_count[seat] == 0:\n        seat = (seat + 1) % int(s.seats)\n",
        new="",
        red=("tests/games/dance/test_rules.py::test_players_with_no_cards_and_no_deck_are_skipped",),
    ),
    Fault(
        "a seat may make one signal too many",
        file="src/parlour/games/dance/rules.py",
        old="s.said[seat] >= MOST_SIGNALS",
        new="s.said[seat] > MOST_SIGNALS",
        red=("tests/games/dance/test_signals.py::test_a_seat_makes_at_most_four_between_two_other_steps",),
    ),
    # -- Lucky Moose --------------------------------------------------------------------------------------------------
    Fault(
        "a line may have two identical tokens",
        file="src/parlour/games/luckymoose/lines.py",
        old="    return kinds & ~line\n",
        new="    return kinds\n",
        red=("tests/games/luckymoose/test_lay.py::test_no_two_tokens_of_a_line_are_identical",),
    ),
    Fault(
        "a bonus tile counts again under an older token",
        file="src/parlour/games/luckymoose/lines.py",
        old="""    for i in range(s.laid_count):
        tile = s.laid[i]
        if low <= tile < low + length * step and (tile - low) % step == 0:
            new += 1
""",
        new="""    for i in range(length):
        tile = low + i * step
        if s.board[tile] >= 0:
            for j in range(s.laid_count):
                new += s.laid[j] == tile
""",
        red=("tests/games/luckymoose/test_scoring.py::test_bonus_tiles_under_older_tokens_do_not_count_again",),
    ),
    Fault(
        "an exchange may be larger than the pool",
        file="src/parlour/games/luckymoose/rules.py",
        old="if (part >> 36 & 7) < s.pool_count:",
        new="if (part >> 36 & 7) <= s.pool_count:",
        red=("tests/games/luckymoose/test_turns.py::test_an_exchange_is_no_larger_than_the_pool",),
    ),
    Fault(
        "a lay does not end a row of turns without one",
        file="src/parlour/games/luckymoose/rules.py",
        old="    s.laid_count = 0\n    s.idle = 0\n",
        new="    s.laid_count = 0\n",
        red=("tests/games/luckymoose/test_turns.py::test_a_lay_begins_the_count_anew",),
    ),
    # -- Regatta ------------------------------------------------------------------------------------------------------
    Fault(
        "port goes before starboard",
        file="src/parlour/games/regatta/board.py",
        old="return mover == STARBOARD",
        new="return mover == PORT",
        red=(
            "tests/games/regatta/test_right_of_way.py::test_starboard_has_the_right_of_way_over_port",
            "tests/games/regatta/test_right_of_way.py::test_port_has_none_over_starboard",
        ),
    ),
    Fault(
        "a marker that is rounded can be lost again",
        file="src/parlour/games/regatta/track.py",
        old="while passed > 0 and not s.gate_last[passed - 1] and passes(",
        new="while passed > 0 and passes(",
        red=("tests/games/regatta/test_gates.py::test_a_marker_once_rounded_stays_rounded",),
    ),
    Fault(
        "a gate reaches behind its marker too",
        file="src/parlour/games/regatta/track.py",
        old="return bool(along_after * left_before - along_before * left_after > 0)",
        new="return True",
        red=("tests/games/regatta/test_gates.py::test_a_gate_is_a_ray_and_not_its_backward_extension",),
    ),
    Fault(
        "boats leave the water behind the line a turn early",
        file="src/parlour/games/regatta/sailing.py",
        old="s.turns[seat] >= FREE_TURN",
        new="s.turns[seat] + 1 >= FREE_TURN",
        red=("tests/games/regatta/test_turns.py::test_until_its_fourth_turn_a_boat_stays_behind_the_line",),
    ),
    Fault(
        "a change of wind leaves the mover its speed",
        file="src/parlour/games/regatta/rules.py",
        old="    s.speed = 0\n    for seat",
        new="    for seat",
        red=("tests/games/regatta/test_cards.py::test_a_wind_card_that_changes_the_wind_drops_the_speed_to_0",),
    ),
]
