"""PPO in NumPy: a small network learns a two-player game by playing against itself on `parlour.env.vec`.

    python examples/ppo.py                              ten minutes of Connect Four, then 200 games against level 2
    python examples/ppo.py --minutes 2 --against 1
    python examples/ppo.py --game yinsh                 any game for two in which one wins what the other loses

It needs Parlour and NumPy, nothing else. The net is written to `ppo-GAME.npz`.
"""

import argparse
import os
import time

# Layers this small are multiplied faster by one thread than by several.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from parlour import bots, games
from parlour.bots.bot import bot_named
from parlour.bots.situation import situation
from parlour.core.match import Match
from parlour.env.vec import VecEnv

WINDOW, KINDS = 4, 32  # cells of a square that is looked at by itself, and of how many patterns
HIDDEN = 192  # neurons in each of two layers
LONGEST_OPENING = 10  # steps
HORIZON = 32  # steps of every match before the net learns from them
EPOCHS, BATCH = 3, 512
CLIP, DISCOUNT, TRACE = 0.2, 0.995, 0.9
RATE, LAST_RATE = 7e-4, 1e-4
ENTROPY, LAST_ENTROPY = 0.03, 0.005
VALUE_SHARE, LONGEST_GRADIENT = 0.5, 1.0


class Net:
    """Patterns that are looked for everywhere on the board, two layers, and from the second both the policy and what
    the seat to act may expect. A pattern is learned once for all places: three in a row are three in a row."""

    def __init__(self, planes, scalars, actions, rng):
        def layer(rows, columns, gain):
            return (rng.normal(size=(rows, columns)) * gain / np.sqrt(rows)).astype(np.float32)

        self.planes = planes  # how many, rows, columns
        self.window = tuple(min(WINDOW, size) for size in planes[1:])
        self.places = [size - window + 1 for size, window in zip(planes[1:], self.window, strict=True)]
        cells, found = planes[0] * int(np.prod(self.window)), int(np.prod(self.places)) * KINDS
        self.weights = {
            "patterns": layer(cells, KINDS, 1.4), "patterns_bias": np.zeros(KINDS, np.float32),
            "w1": layer(found + scalars, HIDDEN, 1.4), "b1": np.zeros(HIDDEN, np.float32),
            "w2": layer(HIDDEN, HIDDEN, 1.4), "b2": np.zeros(HIDDEN, np.float32),
            "policy": layer(HIDDEN, actions, 0.1), "policy_bias": np.zeros(actions, np.float32),
            "value": layer(HIDDEN, 1, 0.5), "value_bias": np.zeros(1, np.float32),
        }  # fmt: skip
        self.mean = {name: np.zeros_like(w) for name, w in self.weights.items()}
        self.square = {name: np.zeros_like(w) for name, w in self.weights.items()}
        self.updates = 0

    def looked_at(self, x):
        """Every square of the board by itself, one in a row; and the scalars."""
        size = int(np.prod(self.planes))
        boards = x[:, :size].reshape(-1, *self.planes)
        squares = np.lib.stride_tricks.sliding_window_view(boards, self.window, axis=(2, 3))
        return squares.transpose(0, 2, 3, 1, 4, 5).reshape(len(x) * int(np.prod(self.places)), -1), x[:, size:]

    def forward(self, x, mask):
        """What was looked at, all layers, the logarithms of the policy's probabilities, and the values."""
        w = self.weights
        squares, scalars = self.looked_at(x)
        patterns = np.maximum(squares @ w["patterns"] + w["patterns_bias"], 0).reshape(len(x), -1)
        found = np.concatenate((patterns, scalars), axis=1)
        first = np.maximum(found @ w["w1"] + w["b1"], 0)
        second = np.maximum(first @ w["w2"] + w["b2"], 0)
        logits = np.where(mask, second @ w["policy"] + w["policy_bias"], np.float32(-1e9))
        logits -= logits.max(axis=1, keepdims=True)
        logs = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
        return (squares, found, first, second), logs, np.tanh(second @ w["value"] + w["value_bias"])[:, 0]

    def learn(self, x, mask, chosen, old_logs, advantages, targets, rate, entropy):
        """One step of Adam down PPO's clipped loss."""
        w, rows = self.weights, np.arange(len(x))
        (squares, found, first, second), logs, values = self.forward(x, mask)
        chances = np.exp(logs)
        ratio = np.exp(logs[rows, chosen] - old_logs)
        # Where the ratio has left its bounds in the direction that the advantage asks for, nothing more is learned.
        free = np.where(advantages > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
        pull = -(ratio * advantages * free)[:, None]
        d_logits = pull * -chances
        d_logits[rows, chosen] += pull[:, 0]
        spread = -(chances * np.where(mask, logs, 0)).sum(axis=1, keepdims=True)
        d_logits += entropy * chances * (np.where(mask, logs, 0) + spread)
        d_logits *= mask / np.float32(len(x))
        d_value = (2 * VALUE_SHARE / len(x) * (values - targets) * (1 - values**2)).astype(np.float32)[:, None]
        d_second = (d_logits @ w["policy"].T + d_value @ w["value"].T) * (second > 0)
        d_first = (d_second @ w["w2"].T) * (first > 0)
        patterns = len(squares) * KINDS // len(x)  # of each board
        d_patterns = ((d_first @ w["w1"][:patterns].T) * (found[:, :patterns] > 0)).reshape(-1, KINDS)
        self.descend(
            {
                "patterns": squares.T @ d_patterns, "patterns_bias": d_patterns.sum(0),
                "w1": found.T @ d_first, "b1": d_first.sum(0), "w2": first.T @ d_second, "b2": d_second.sum(0),
                "policy": second.T @ d_logits, "policy_bias": d_logits.sum(0),
                "value": second.T @ d_value, "value_bias": d_value.sum(0),
            },
            rate,
        )  # fmt: skip

    def descend(self, gradients, rate):
        self.updates += 1
        length = np.sqrt(sum(float((g**2).sum()) for g in gradients.values()))
        scale = np.float32(min(1.0, LONGEST_GRADIENT / (length + 1e-9)))
        for name, gradient in gradients.items():
            gradient = gradient * scale
            self.mean[name] += np.float32(0.1) * (gradient - self.mean[name])
            self.square[name] += np.float32(0.001) * (gradient**2 - self.square[name])
            mean = self.mean[name] / np.float32(1 - 0.9**self.updates)
            square = self.square[name] / np.float32(1 - 0.999**self.updates)
            self.weights[name] -= np.float32(rate) * mean / (np.sqrt(square) + np.float32(1e-8))


def inputs_of(env):
    """What the seats to act observe, as the net takes it: planes as they are, scalars scaled by their ranges."""
    most = [max(scalar.high, -scalar.low) for scalar in env.observation.scalars]
    planes = env.planes.reshape(env.num_envs, -1).astype(np.float32)
    return np.concatenate((planes, env.scalars / np.array(most, np.float32)), axis=1, dtype=np.float32)


def play(env, net, rng, openings):
    """HORIZON steps of every match, each seat playing the net's policy; what was seen, done and expected.

    The first steps of a match are any legal ones, so many as its opening has: who only ever plays against itself from
    the same position learns what it does itself, and little else. Nothing is learned from those."""
    steps = []
    for _ in range(HORIZON):
        x, mask, seat = inputs_of(env), env.masks.astype(bool), env.turn.copy()
        _, logs, values = net.forward(x, mask)
        own = env.lengths >= openings
        chances = np.where(own[:, None], logs, np.where(mask, 0, np.float32(-1e9)))
        # The highest of the logarithms with Gumbel noise is a draw by their probabilities.
        chosen = (chances - np.log(-np.log(rng.random(logs.shape, np.float32) + 1e-20) + 1e-20)).argmax(axis=1)
        _, rewards, ended, _, _ = env.step(chosen)
        openings[ended] = rng.integers(0, LONGEST_OPENING + 1, int(ended.sum()))
        rows = np.arange(env.num_envs)
        steps.append((x, mask, chosen, logs[rows, chosen], values, rewards[rows, seat], ended.copy(), seat, own))
    last = net.forward(inputs_of(env), env.masks.astype(bool))[2]
    return [np.stack(column) for column in zip(*steps, strict=True)], last, env.turn.copy()


def advantages_of(values, rewards, ended, seats, last, last_seat):
    """Generalised advantages. What the next seat to act may expect is the opposite for the other one."""
    advantages, following = np.zeros_like(values), np.zeros_like(last)
    next_value, next_seat = last, last_seat
    for t in reversed(range(len(values))):
        sign = DISCOUNT * np.where(ended[t], 0, np.where(next_seat == seats[t], 1, -1))
        surprise = rewards[t] + sign * next_value - values[t]
        following = surprise + TRACE * sign * following
        advantages[t] = following
        next_value, next_seat = values[t], seats[t]
    return advantages.astype(np.float32)


def train(game, matches, threads, seed, minutes=None, rounds=None, say=print):
    """For so many minutes, or so many rounds of HORIZON steps."""
    rng, env = np.random.default_rng(seed), VecEnv(game, matches, 2, seed=seed, threads=threads)
    env.reset()
    net = Net(env.planes.shape[1:], len(env.observation.scalars), env.numbers, rng)
    openings = rng.integers(0, LONGEST_OPENING + 1, matches)
    begun, said, done = time.monotonic(), 0.0, 0
    while (share := done / rounds if rounds else (time.monotonic() - begun) / (60 * minutes)) < 1:
        steps, last, last_seat = play(env, net, rng, openings)
        x, mask, chosen, logs, values, rewards, ended, seats, own = steps
        advantages = advantages_of(values, rewards, ended, seats, last, last_seat)
        targets = advantages + values
        flat = [part[own] for part in (x, mask, chosen, logs, advantages, targets)]
        rate = RATE + share * (LAST_RATE - RATE)
        entropy = ENTROPY + share * (LAST_ENTROPY - ENTROPY)
        for _ in range(EPOCHS):
            order = rng.permutation(len(flat[0]))
            for first in range(0, len(order), BATCH):
                x, mask, chosen, logs, advantages, targets = (part[order[first : first + BATCH]] for part in flat)
                advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-6)
                net.learn(x, mask, chosen, logs, advantages, targets, rate, entropy)
        done += 1
        if share - said >= 0.05:
            said = share
            foreseen = 1 - float(np.var(flat[5] - values[own]) / (np.var(flat[5]) + 1e-9))
            length = matches * HORIZON / max(1, int(ended.sum()))
            say(f"{share:4.0%}  {done * matches * HORIZON:,} steps; {length:.1f} a match; {foreseen:.0%} foreseen")
    env.close()
    return net


def match_against(net, game, name, seat, seed):
    """What the net gets in one match against a bot of the house. The bot's own luck is in its seed."""
    match, bot = Match(game, 2), bot_named(name, game, 2, seed)
    layout = game.observation(2, match.options)
    planes, scalars = layout.empty()
    most = np.array([max(scalar.high, -scalar.low) for scalar in layout.scalars], np.float32)
    while not match.over:
        match.deal_all()
        who = match.actors[0]
        if who == seat:
            game.observe(match.state, who, planes, scalars)
            x = np.concatenate((planes, scalars / most), dtype=np.float32)[None]
            by_number = {game.number(match.state, who, a): a for a in game.list_legal(match.state, who)}
            mask = np.zeros((1, game.numbers(2, match.options)), bool)
            mask[0, list(by_number)] = True
            action = by_number[int(net.forward(x, mask)[1].argmax())]
        else:
            action = bot.step(situation(match, who))
        match.play(who, game.text(action))
    return match.result.returns[seat]


def main(given=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="connect4")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--matches", type=int, default=128)
    parser.add_argument("--threads", type=int, default=1, help="for the matches")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--against", default="2", help="whom to meet in the end: a level, random, uct …")
    parser.add_argument("--games", type=int, default=200)
    args = parser.parse_args(given)
    game = games.load(args.game)
    if 2 not in game.seats or game.cooperative:
        parser.error(f"{game.title} is not a game of one against one")
    bots.prepare(args.game)
    net = train(game, args.matches, args.threads, args.seed, args.minutes)
    np.savez(f"ppo-{args.game}.npz", **net.weights)
    results = [match_against(net, game, args.against, number % 2, number) for number in range(args.games)]
    share = sum((result + 1) / 2 for result in results) / max(1, len(results))
    give = 1.96 * (share * (1 - share) / max(1, len(results))) ** 0.5
    print(f"against {args.against}: {share:.1%} ± {give:.1%} of {len(results)} games")
    return share


if __name__ == "__main__":
    main()
