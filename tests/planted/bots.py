"""Slips in how bots search, review and are compared."""

from tests.planted.fault import Fault

ATTACKS = "tests/attacks/test_player.py"

FAULTS = [
    Fault(
        "what a bot will do can be worked out from the commitment, which everybody is shown",
        file="src/parlour/core/dealer.py",
        old="hmac.digest(self.secret, message,",
        new="hmac.digest(self.commitment.encode(), message,",
        red=(f"{ATTACKS}::test_the_secret_alone_gives_a_bots_seed",),
    ),
    Fault(
        "a bot's lots come from the table's id",
        file="src/parlour/server/bot_players.py",
        old="match.dealer.bot_seed(seat, key)",
        new="int.from_bytes(key.encode()[:5])",
        red=(f"{ATTACKS}::test_nothing_but_the_secret_decides_what_a_bot_does",),
        compiled=True,
    ),
    Fault(
        "all bots of a match draw the same lots",
        file="src/parlour/core/dealer.py",
        old='_BOT_DOMAIN + seat.to_bytes(2, "big") + purpose',
        new="_BOT_DOMAIN + purpose",
        red=(f"{ATTACKS}::test_bots_of_one_match_and_its_coach_draw_different_lots_and_none_are_the_dealers",),
    ),
    Fault(
        "a bot is told what its seat may not know",
        file="src/parlour/bots/situation.py",
        old="    if game.determinize is not None:\n        game.determinize(array[0], seat, new_rng(moment))\n",
        new="",
        red=("tests/bots/test_review.py::test_a_situation_is_the_same_whatever_the_seat_does_not_know",),
        compiled=True,
    ),
    Fault(
        "steps that were taken back are reviewed",
        file="src/parlour/bots/review.py",
        old="legal = match.legal(seat) if number in standing and seat in match.actors else []",
        new="legal = match.legal(seat) if seat in match.actors else []",
        red=("tests/bots/test_review.py::test_only_choices_that_stood_are_looked_at",),
        compiled=True,
    ),
    Fault(
        "what a search found is credited to the other seat",
        file="src/parlour/bots/tree.py",
        old="            tree.value[node, seat] += np.float32(values[seat])\n",
        new="            tree.value[node, seat] -= np.float32(values[seat])\n",
        red=("tests/bots/test_review.py::test_a_win_that_was_missed_is_the_turning_point",),
        compiled=True,
    ),
    Fault(
        "a move that is not legal is passed on from a worker",
        file="src/parlour/bots/pool.py",
        old="elif job.task.kind == STEP and answer not in _legal(job.task):",
        new="elif job.task.kind == STEP and answer is None:",
        red=("tests/bots/test_pool.py::test_a_worker_that_answers_with_no_legal_move_is_not_believed",),
        compiled=True,
    ),
    Fault(
        "tables wait for reviews",
        file="src/parlour/bots/pool.py",
        old="for job in (*mine, *urgent, *self._waiting):",
        new="for job in self._waiting:",
        red=("tests/bots/test_pool.py::test_work_that_nobody_waits_for_does_not_hold_up_a_table",),
        compiled=True,
    ),
    Fault(
        "a draw counts as a loss in comparisons",
        file="src/parlour/bots/standings.py",
        old="return self.wins + self.draws / 2",
        new="return float(self.wins)",
        red=("tests/bots/test_standings.py::test_more_games_make_narrower_bars",),
    ),
    Fault(
        "a verdict is spoken too early",
        file="src/parlour/bots/standings.py",
        old="edge = math.log((1 - self.wrong) / self.wrong)",
        new="edge = math.log(1 / (1 - self.wrong))",
        red=("tests/bots/test_standings.py::test_a_clear_case_is_settled_soon_and_rightly",),
    ),
]
