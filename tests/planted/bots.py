"""Slips in how bots search, review and are compared."""

from tests.planted.fault import Fault

ATTACKS = "tests/attacks/test_player.py"
PACE = "tests/house/tables/test_bot_pace.py"

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
        red=(
            f"{ATTACKS}::test_nothing_but_the_secret_decides_what_a_bot_does",
            f"{ATTACKS}::test_whatever_a_bot_is_asked_it_draws_by_the_secret_alone",
        ),
        compiled=True,
    ),
    Fault(
        "a bot that could not think draws the same lot for all its moves",
        file="src/parlour/bots/pool.py",
        old="    return seed_of(task.seed, task.now)\n",
        new="    return task.seed\n",
        red=(f"{ATTACKS}::test_a_move_at_random_is_another_lot_every_time",),
    ),
    Fault(
        "a table's secret follows from its id, which a client can choose",
        file="src/parlour/house/tables/repository.py",
        old="now, invite, secret = self.time.now(), self.entropy.word(), self.entropy.secret().hex()",
        new="now, invite, secret = self.time.now(), self.entropy.word(), id.encode().hex().ljust(64, '0')",
        red=("tests/attacks/test_lots.py::test_a_client_that_chooses_a_tables_id_chooses_nothing_else",),
    ),
    Fault(
        "a bot's haste tells that its hand left it no choice",
        file="src/parlour/house/tables/worker.py",
        old="return max(pause, thought + ANSWERING) if thought else pause",
        new="return pause",
        red=(f"{PACE}::test_with_hidden_hands_a_bot_that_may_think_for_long_always_does",),
    ),
    Fault(
        "a bot's pace tells that somebody has begun to deploy in secret",
        file="src/parlour/house/tables/summary.py",
        old=".isdisjoint(line.by for line in match.told(None))",
        new=".isdisjoint(str(step.actor) for step in match.steps)",
        red=(f"{PACE}::test_what_a_person_does_in_secret_changes_no_bots_pace",),
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
