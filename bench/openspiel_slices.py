"""OpenSpiel's side of the comparisons. Every line asks for a slice of so many CPU seconds and gets a rate:

    {"seconds": 0.6}: random games, moves a second
    {"seconds": 0.6, "lines": [[3, 2], …], "simulations": 1000}: C++ MCTS from these positions, simulations a second

The loop per move of random games is what its Python API asks for: is_terminal, legal_actions, a random pick,
apply_action. MCTS: a fresh tree for every search, one random rollout, uct_c 2, no solver.
"""

import itertools
import json
import random
import sys
import time

import pyspiel

GAME = pyspiel.load_game("connect_four")
UCT_C = 2.0


def playouts(seconds: float, rng: random.Random) -> float:
    moves, choice, begun = 0, rng.choice, time.process_time()
    while time.process_time() - begun < seconds:
        state = GAME.new_initial_state()
        while not state.is_terminal():
            state.apply_action(choice(state.legal_actions()))
            moves += 1
    return moves / (time.process_time() - begun)


def searches(seconds: float, lines: list[list[int]], simulations: int, seed: int) -> float:
    bot = pyspiel.MCTSBot(GAME, pyspiel.RandomRolloutEvaluator(1, seed), UCT_C, simulations, 1000, False, seed, False)
    states = []
    for line in lines:
        state = GAME.new_initial_state()
        for column in line:
            state.apply_action(column)
        states.append(state)
    done, begun = 0, time.process_time()
    for state in itertools.cycle(states):
        if time.process_time() - begun >= seconds:
            break
        bot.mcts_search(state)
        done += simulations
    return done / (time.process_time() - begun)


for number, text in enumerate(sys.stdin):
    asked = json.loads(text)
    if "lines" in asked:
        rate = searches(asked["seconds"], asked["lines"], asked["simulations"], number)
    else:
        rate = playouts(asked["seconds"], random.Random(number))
    print(rate, flush=True)
