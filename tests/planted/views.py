"""Slips by which somebody is shown or told too much."""

from tests.planted.fault import Fault

COMMAND_VIEW = "src/parlour/games/command/view.py"
DANCE_VIEW = "src/parlour/games/dance/view.py"
MATRIX = "tests/server/test_matrix.py::test_every_role_is_answered_as_the_table_says"
RECORDS = "src/parlour/server/http/tables/match_records.py"
OBSERVED = "tests/games/test_observation.py"
LISTS, SUBSTITUTE = "tests/faults/test_lists.py", "tests/attacks/test_substitute.py"

FAULTS = [
    Fault(
        "who has no card that fits is asked to play another",
        file="src/parlour/games/dance/scene.py",
        old='"prompt.only-end" if view.turn == view.seat and not any(view.fits) else "prompt.may-end"',
        new='"prompt.may-end"',
        red=("tests/games/dance/test_scene.py::test_the_prompt_follows_the_phase",),
    ),
    Fault(
        "a boat with one marker left is told to sail home",
        file="src/parlour/games/regatta/view.py",
        old='    return "gate" if rounded < of else "finish"',
        new='    return "gate" if rounded + 1 < of else "finish"',
        red=(
            "tests/games/regatta/test_gates.py"
            "::test_a_boat_says_what_it_has_to_reach_next_and_how_far_along_the_course_it_is",
        ),
    ),
    Fault(
        "a run under spinnaker is told as any run",
        file="src/parlour/games/regatta/ways.py",
        old='sail="kite" if sail == RUN and kite else SAILS[sail],',
        new="sail=SAILS[sail],",
        red=("tests/games/regatta/test_sailing.py::test_a_run_is_called_otherwise_under_spinnaker",),
    ),
    Fault(
        "a challenge tells its attacker the class of a contact that nothing gives away",
        file="src/parlour/games/command/moments.py",
        old="    if s.declared or seat == viewer or s.outcome",
        new="    if s.declared or viewer is not None or s.outcome",
        red=(
            "tests/games/test_moments.py::test_a_challenge_names_the_classes_that_the_viewer_knows",
            "tests/games/test_laws.py::test_lists_views_logs_and_determinize_obey_the_laws",
        ),
    ),
    Fault(
        "a seat is told of a moment as another saw it",
        file="src/parlour/core/history.py",
        old="entry.moments[whose]",
        new="entry.moments[actor]",
        red=("tests/core/test_match.py::test_a_step_has_a_moment_as_its_viewer_saw_it",),
    ),
    Fault(
        "whoever has done something by a key is told how much another seat was told",
        file="src/parlour/server/http/tables/handlers.py",
        old="        check_viewer(table, caller.person, viewer)\n    return private(Done",
        new="        pass\n    return private(Done",
        red=("tests/server/http/tables/test_tables.py::test_what_was_done_by_a_key_is_told_of_ones_own_seat_alone",),
        compiled=True,
    ),
    Fault(
        "the refusal of a batch tells how a step came out that its author cannot know",
        file="src/parlour/core/match.py",
        old="                if open_end:\n",
        new="                if open_end and number > 99:\n",
        red=(
            "tests/core/test_match.py::test_a_batch_goes_no_further_than_a_step_that_reveals_something",
            "tests/attacks/test_player.py::test_no_refusal_depends_on_what_the_player_cannot_know",
            "tests/games/test_laws.py::test_refusals_tell_nothing",
        ),
        compiled=True,
    ),
    Fault(
        "an owner sees what the other side has inferred of its ships",
        file=COMMAND_VIEW,
        old="could = [0] * SHIPS if own or viewer is None else inferred(s, seat)",
        new="could = [0] * SHIPS if viewer is None else inferred(s, seat)",
        red=("tests/games/command/test_hidden.py::test_what_the_opponent_infers_is_not_for_the_owner_to_see",),
    ),
    Fault(
        "ships in a challenge are shown though classes are not declared",
        file=COMMAND_VIEW,
        old="    if not s.declared:\n        return set()\n",
        new="",
        red=("tests/games/command/test_hidden.py::test_a_lost_ship_stays_unknown_to_the_other_and_known_to_its_owner",),
    ),
    Fault(
        "where a ship is placed is told to the other side",
        file=COMMAND_VIEW,
        old="secret = who != CHANCE and kind_of(action) in (PLACE, SHIFT) and viewer != who",
        new="secret = who != CHANCE and kind_of(action) in (PLACE, SHIFT) and viewer is None",
        red=("tests/games/command/test_deployment.py::test_nothing_of_a_deployment_is_seen_before_both_are_ready",),
    ),
    Fault(
        "a drawn card is told to every seat",
        file=DANCE_VIEW,
        old='return text(action) if who != CHANCE or viewer == s.turn else "?"',
        new='return text(action) if who != CHANCE or viewer is not None else "?"',
        red=("tests/games/dance/test_hidden.py::test_a_card_is_seen_by_its_drawer_only",),
    ),
    Fault(
        "a spectator sees the first seat's hand",
        file=DANCE_VIEW,
        old="own = [] if viewer is None else hand(place, viewer)",
        new="own = hand(place, viewer or 0)",
        red=("tests/games/dance/test_hidden.py::test_a_spectator_sees_no_hand",),
    ),
    Fault(
        "tokens that are given away are seen by all seats",
        file="src/parlour/games/luckymoose/view.py",
        old="given=names(s.hand[ASIDE].tolist()) if reveal or viewer == s.turn else [],",
        new="given=names(s.hand[ASIDE].tolist()) if reveal or viewer is not None else [],",
        red=("tests/games/luckymoose/test_hidden.py::test_given_tokens_are_seen_by_their_giver_only",),
    ),
    Fault(
        "one scene is drawn for all viewers of a game with secrets",
        file="src/parlour/core/position.py",
        old="if not self.game.alike:",
        new="if self.game.alike:",
        red=(
            "tests/house/tables/test_hidden.py"
            "::test_another_hand_of_somebody_else_changes_nothing_for_those_who_do_not_hold_it",
        ),
    ),
    Fault(
        "whoever did not see a step hears that it was taken back",
        file="src/parlour/core/history.py",
        old="return None if undone is not None and undone[place] is None else entry.step.text",
        new="return entry.step.text",
        red=(
            "tests/games/command/test_deployment.py"
            "::test_who_deploys_last_may_take_back_own_steps_and_nobody_hears_of_it",
        ),
    ),
    Fault(
        "spectators see the present of a table that they follow late",
        file="src/parlour/house/tables/snapshot.py",
        old="    table = table.seen_by(viewer)\n",
        new="",
        red=(
            "tests/house/tables/test_spectators.py::test_spectators_see_the_table_exactly_as_it_was_so_many_steps_ago",
        ),
    ),
    Fault(
        "players hear what is said in the gallery",
        file="src/parlour/house/tables/state.py",
        old="            self.told[None].append(line)\n",
        new="            self.tell(line)\n",
        red=("tests/house/tables/test_talk.py::test_others_talk_in_the_gallery_and_no_player_hears_them",),
    ),
    Fault(
        "the words of somebody blocked are still told",
        file="src/parlour/house/tables/log.py",
        old='replace(line, text="", hushed=True)',
        new="replace(line, hushed=True)",
        red=(
            "tests/server/http/moderation/test_blocks_and_reports.py"
            "::test_whom_one_has_blocked_one_does_not_read_and_others_do",
        ),
    ),
    Fault(
        "the dealer's secret is told while the match is played",
        file=RECORDS,
        old="dealing = at.dealer.dealing(reveal=at.over and at.match is not None)",
        new="dealing = at.dealer.dealing(reveal=at.match is not None)",
        red=(
            "tests/server/http/tables/test_replay.py::test_the_dealers_secret_is_told_once_it_is_over_and_not_before",
        ),
    ),
    Fault(
        "whoever looks back at a match that goes on is shown everything",
        file=RECORDS,
        old='        if everything:\n            raise Refused("server.record-early")\n',
        new="",
        red=(f"{MATRIX}[GET /api/v1/tables/{{table}}/at/{{line}} (with everything)]",),
    ),
    Fault(
        "a private match is linked to from ratings",
        file="src/parlour/server/http/ratings/handlers.py",
        old="return finish.table if summary is not None and summary.listed else None",
        new="return finish.table if summary is not None else None",
        red=(
            "tests/server/http/ratings/test_ratings.py::test_best_scores_are_by_team_size_with_names_and_open_matches",
        ),
    ),
    Fault(
        "whoever looks on is given the link that lets others in",
        file="src/parlour/server/http/tables/handlers.py",
        old="invite=table.invite if mine else None,",
        new="invite=table.invite,",
        red=("tests/server/test_matrix.py::test_the_link_to_a_table_is_told_to_those_who_sit_there_alone",),
    ),
    Fault(
        "lists say whose turn it is at a table that spectators see late",
        file="src/parlour/server/tables/lists.py",
        old="turn = list(of.turn) if own or not about.delay else []",
        new="turn = list(of.turn)",
        red=(
            "tests/server/http/tables/test_lists.py::test_at_a_table_that_spectators_see_late_only_its_players_are_told_whose_turn_it_is",
        ),
    ),
    Fault(
        "a list is told again when something happens in secret",
        file="src/parlour/server/live/hub.py",
        old="if table.shows_last(0) if before is None else before != looks:",
        new="if before is None or before != looks:",
        red=(f"{LISTS}::test_a_placement_in_secret_moves_nobodys_list",),
        compiled=True,
    ),
    Fault(
        "the lobby is told again at a move that its readers are still to see",
        file="src/parlour/server/live/hub.py",
        old="(table.shows_last(None) if before is None else before.lobby != looks.lobby)",
        new="(before is None or before.lobby != looks.lobby)",
        red=(f"{LISTS}::test_lists_tell_a_spectator_who_is_behind_nothing_live",),
        compiled=True,
    ),
    Fault(
        "lists say when there was a move at a table that spectators see late",
        file="src/parlour/house/tables/summary.py",
        old="return table.seen_by(None).updated",
        new="return table.updated",
        red=(f"{LISTS}::test_lists_tell_a_spectator_who_is_behind_nothing_live",),
        compiled=True,
    ),
    Fault(
        "lists say at once who has left a table that spectators see late",
        file="src/parlour/house/tables/summary.py",
        old="        if own or self.behind is None:\n",
        new="        if own or self.behind is not None:\n",
        red=(f"{LISTS}::test_lists_tell_a_spectator_who_is_behind_nothing_live",),
        compiled=True,
    ),
    Fault(
        "whoever left comes back by another name and takes over a hand",
        file="src/parlour/house/tables/commands.py",
        old="if table.minds_visits and seat not in had and not {*seen} <= {seat}:",
        new="if table.rules.guided and not {*seen} <= {seat}:",
        red=(
            "tests/house/tables/test_substitutes.py::test_nobody_from_where_another_hand_was_seen",
            f"{SUBSTITUTE}::test_whoever_left_comes_back_by_no_other_name",
        ),
        compiled=True,
    ),
    Fault(
        "from where a hand is looked at is not noted",
        file="src/parlour/server/tables/service.py",
        old="if viewer is not None and await self._visits.note(table, viewer, whence):",
        new="if viewer is None and await self._visits.note(table, 0, whence):",
        red=(f"{SUBSTITUTE}::test_moving_to_another_network_does_not_help",),
        compiled=True,
    ),
    Fault(
        "from where seats were looked at is kept for ever",
        file="src/parlour/house/tables/repository.py",
        old="        changes += forgotten_visits(visits)\n",
        new="",
        red=(f"{SUBSTITUTE}::test_what_is_kept_names_nobody_and_no_address_and_goes_with_the_match",),
        compiled=True,
    ),
    Fault(
        "a visitor can be followed from one table to the next",
        file="src/parlour/house/tables/visits.py",
        old='f"{table}\\x1f{whence}".encode()',
        new="whence.encode()",
        red=(f"{SUBSTITUTE}::test_what_is_kept_names_nobody_and_no_address_and_goes_with_the_match",),
        compiled=True,
    ),
    # -- what programs that learn observe -----------------------------------------------------------------------------
    Fault(
        "a program that learns The Dance observes all hands",
        file="src/parlour/games/dance/observation.py",
        old="planes[HAND * CARDS + card - LOWEST] = 1 if held else 0",
        new="planes[HAND * CARDS + card - LOWEST] = 1 if s.place[card] <= seat else 0",
        red=(
            f"{OBSERVED}::test_the_dance_shows_no_other_hand",
            f"{OBSERVED}::test_worlds_that_a_seat_cannot_tell_apart_are_observed_alike",
        ),
    ),
    Fault(
        "a program that learns LuckyMoose observes what others give away",
        file="src/parlour/games/luckymoose/observation.py",
        old="    if s.turn == seat:",
        new="    if seats > 0:",
        red=(f"{OBSERVED}::test_luckymoose_does_not_show_others_what_is_given_away",),
    ),
    Fault(
        "a program that learns Command of the Sea observes what ships are",
        file="src/parlour/games/command/observation.py",
        old="            classes = int(s.could[other, ship])\n            mine = int(s.rank[other, ship])\n",
        new="            mine = int(s.rank[other, ship])\n            classes = ANY if known else 1 << mine\n",
        red=(f"{OBSERVED}::test_command_shows_what_each_opposing_ship_can_be_as_the_view_does",),
    ),
    Fault(
        "the law book does not ask whether an observation tells what is hidden",
        file="src/parlour/core/laws/observing.py",
        old="        if match.game.hidden and not match.over:\n",
        new="        if match.game.hidden and match.over:\n",
        red=("tests/core/test_conformance.py::test_an_observation_that_tells_what_is_hidden_is_found",),
        compiled=True,
    ),
    Fault(
        "what is done to a copy of a list is done to the list",
        file="src/parlour/core/shared_list.py",
        old="twin._full, twin._last = self._full, self._last[:]",
        new="twin._full, twin._last = self._full, self._last",
        red=("tests/core/test_shared_list.py::test_copies_go_their_own_ways",),
    ),
    Fault(
        "targets that change from moment to moment are remembered, and nobody notices",
        file="src/parlour/core/laws/drawing.py",
        old="            if match.game.steady_targets:\n",
        new="            if False:\n",
        red=("tests/core/test_conformance.py::test_a_planted_fault_is_found[is not steady]",),
    ),
]
