"""Slips in what programs and terminals are given: the engine's protocol, the environment, play and watch."""

from tests.planted.fault import Fault

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
        "the list of a match that goes on tells its cards",
        file="src/parlour/terminal/watch.py",
        old="sealed = game.hidden and record.ending is None",
        new="sealed = game.hidden and record.ending is not None",
        red=("tests/terminal/test_watch.py::test_a_list_of_a_match_that_goes_on_tells_no_card",),
    ),
]
