"""OpenSpiel's side of the comparison: for each line with a number of seconds, its moves per CPU second over so many.

The loop per move is what its Python API asks for: is_terminal, legal_actions, a random pick, apply_action.
"""

import random
import sys
import time

import pyspiel

GAME = pyspiel.load_game("connect_four")


def slice_rate(seconds: float, rng: random.Random) -> float:
    moves, choice, begun = 0, rng.choice, time.process_time()
    while time.process_time() - begun < seconds:
        state = GAME.new_initial_state()
        while not state.is_terminal():
            state.apply_action(choice(state.legal_actions()))
            moves += 1
    return moves / (time.process_time() - begun)


for number, line in enumerate(sys.stdin):
    print(slice_rate(float(line), random.Random(number)), flush=True)
