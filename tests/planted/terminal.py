"""Slips in what programs and terminals are given: the engine's protocol, the environment, play and watch."""

from tests.planted.fault import Fault

VEC = "tests/env/test_vec.py"

FAULTS = [
    Fault(
        "the rest of a line that is too long is taken for the next request",
        file="src/parlour/terminal/engine.py",
        old="            _skip_line(lines)\n",
        new="            pass\n",
        red=("tests/terminal/test_engine.py::test_a_line_of_ten_megabytes_is_refused_and_the_next_is_answered",),
    ),
    Fault(
        "a load that fails loses the match that is there",
        file="src/parlour/terminal/engine.py",
        old="                self.match = _loaded(request.record)\n",
        new="                self.match = None\n                self.match = _loaded(request.record)\n",
        red=("tests/terminal/test_engine.py::test_a_failed_load_or_new_keeps_the_match_that_is_there",),
    ),
    Fault(
        "every agent is told the actions of the one to act",
        file="src/parlour/env/aec.py",
        old="legal = self._legal if agent == self.agent_selection else []",
        new="legal = self._legal",
        red=("tests/env/test_env.py::test_only_the_seat_to_act_is_told_of_actions",),
    ),
    Fault(
        "an agent observes what its seat may not know",
        file="src/parlour/env/aec.py",
        old="return self.game.view(self._state, self._seat[agent], self._over())",
        new="return self.game.view(self._state, self._seat[agent], True)",
        red=("tests/env/test_env.py::test_a_secret_deployment_does_not_reach_the_other_seat",),
    ),
    Fault(
        "an agent of a game without numbers observes what its seat may not know",
        file="src/parlour/env/coding.py",
        old="view = self.game.view(s, seat, over)",
        new="view = self.game.view(s, seat, True)",
        red=("tests/env/test_env.py::test_a_secret_deployment_does_not_reach_the_other_seat",),
    ),
    Fault(
        "the list of a match that goes on tells its cards",
        file="src/parlour/terminal/watch.py",
        old="sealed = game.hidden and record.ending is None",
        new="sealed = game.hidden and record.ending is not None",
        red=("tests/terminal/test_watch.py::test_a_list_of_a_match_that_goes_on_tells_no_card",),
    ),
    Fault(
        "many matches at once: a number that is not legal is played",
        file="src/parlour/env/vec_loops.py",
        old="k >= count or int(allowed[i, k >> WORD]) >> (k & IN_WORD) & 1 == 0:",
        new="k >= count:",
        red=(
            f"{VEC}::test_a_number_that_cannot_be_taken_is_refused_and_nothing_is_changed",
            f"{VEC}::test_whoever_writes_into_a_mask_gains_nothing",
        ),
    ),
    Fault(
        "many matches at once: a reward is paid again at every step",
        file="src/parlour/env/vec_loops.py",
        old="            rewards[i, seat] = 0.0\n",
        new="            rewards[i, seat] += 0.0\n",
        red=(f"{VEC}::test_a_match_that_ends_pays_all_seats_and_is_begun_anew_in_the_same_step",),
    ),
    Fault(
        "many matches at once: all are dealt the same cards",
        file="src/parlour/env/vec_loops.py",
        old="draw(s, rngs[i], out, weights)",
        new="draw(s, rngs[first], out, weights)",
        red=(f"{VEC}::test_the_same_seed_gives_the_same_matches_whatever_the_number_of_threads",),
    ),
    Fault(
        "a number of YINSH means two moves",
        file="src/parlour/games/yinsh/numbering.py",
        old="there - 1 - (1 if there > here else 0)",
        new="there - 1",
        red=(
            "tests/games/test_observation.py"
            "::test_where_no_hand_is_held_every_number_is_an_action_and_no_two_are_the_same",
        ),
    ),
    Fault(
        "places of a race are told as scores",
        file="src/parlour/terminal/words.py",
        old='look.words.has("score") and max(result.scores) > 1',
        new="max(result.scores) > 1",
        red=("tests/terminal/test_words.py::test_places_are_no_scores",),
    ),
]
