"""A net fitted to matches that were played, by PyTorch, and rounded to whole numbers."""

import importlib
import math
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from parlour.core.net import MOST_OF_HAND, MOST_SUM, MOVES_ONE, ONE, OUTPUT_ONE, TrainedNet
from parlour.train.kit import Kit
from parlour.train.play import Matches
from parlour.train.settings import TrainSettings

SURE = 0.9995  # as in bots/net_evaluation.py: nobody asks a net there
HELD_OUT = 20  # one match in so many is not learned from, but measured by
LARGEST_WEIGHT = 30.0  # of the output, so that it can be rounded
LIKELY_ONE = 256.0  # as in bots/selfplay.py
FIRST_STEPS = 0.3  # of all steps: in which the rate grows


class NoTorch(Exception):
    """What is missing, in a sentence."""


def torch() -> Any:
    try:
        return importlib.import_module("torch")
    except ImportError:
        raise NoTorch("training needs PyTorch, which is not installed here: pip install 'parlour[train]'") from None


class Foretold(NamedTuple):
    """How well priors foretell the moves that the search tried most, in matches held out: as log loss, and how often it
    is the one that looks best; `hand` is the game's own prior's."""

    move_loss: float
    hand_move_loss: float
    move_share: float
    hand_move_share: float
    hand_prior: float  # the weight that the game's own prior has come to

    @property
    def text(self) -> str:
        return (
            f"moves: loss {self.move_loss:.4f} (own prior {self.hand_move_loss:.4f}), the first is the one in "
            f"{self.move_share:.1%} ({self.hand_move_share:.1%}); the own prior counts {self.hand_prior:.2f}"
        )


class Fitted(NamedTuple):
    """A net, and how well it foretells matches that it has not seen, as log loss; `hand` is the game's own
    evaluation's."""

    net: TrainedNet
    loss: float
    hand_loss: float
    off: float  # by how much expectations and results differ: the root of the mean square
    hand_off: float
    train_loss: float
    positions: int
    epochs: int
    seconds: float
    moves: Foretold | None = None  # where it has priors


TellLoss = Callable[[int, float], None]  # epochs done, loss


class Data:
    """Positions of several rounds, where they are learned from."""

    def __init__(self, kit: Kit, rounds: list[Matches], device: str, priors: bool = False) -> None:
        lib = torch()

        def whole(name: str, dtype: Any) -> Any:
            parts = [getattr(each, name) for each in rounds]
            tensors = [
                lib.from_numpy(part) if isinstance(part, np.ndarray) else lib.from_dlpack(part) for part in parts
            ]
            return lib.cat([tensor.to(device) for tensor in tensors]).to(dtype)

        hand = whole("hand", lib.float32)
        # Where all play together the net is asked even there: see bots/net_evaluation.py.
        unsure = lib.ones_like(hand, dtype=lib.bool) if kit.cooperative else hand.abs() < SURE
        hand = hand.clamp(-SURE, SURE)[unsure]
        self.inputs = whole("inputs", lib.int16)[unsure]
        self.odds = 0.5 * lib.log((1 + hand) / (1 - hand))
        self.expected = whole("expected", lib.float32)[unsure].clamp(-1, 1)
        self.result = whole("result", lib.float32)[unsure]
        self.held_out = (whole("match", lib.int64) % HELD_OUT == 0)[unsure]
        # By which each input is another one; one more column, for where there is none.
        none = np.full((len(kit.symmetries), 1), kit.inputs)
        self.turned = lib.from_numpy(np.concatenate([kit.symmetries, none], axis=1)).to(device)
        if priors:
            self.numbers = whole("numbers", lib.int16)[unsure]
            self.likely = whole("likely", lib.int16)[unsure]
            # Where there is nothing to choose there is nothing to learn.
            self.chosen = (self.numbers[:, 0] >= 0) & (self.numbers[:, 1] >= 0)
            # If nobody says what becomes of actions, positions that are turned teach nothing about them.
            self.turns_known = 1 if kit.turned_numbers is None else len(kit.turned_numbers)
            same = np.arange(kit.numbers)[None] if kit.turned_numbers is None else kit.turned_numbers
            self.turned_numbers = lib.from_numpy(np.ascontiguousarray(same)).to(device)

    def __len__(self) -> int:
        return len(self.result)


def model_of(kit: Kit, settings: TrainSettings) -> Any:
    lib = torch()
    nn = lib.nn

    class Model(nn.Module):  # type: ignore[name-defined,misc]
        """As `bots/net_evaluation.py` counts, in fractions."""

        def __init__(self) -> None:
            super().__init__()
            self.rows = nn.EmbeddingBag(kit.inputs + 1, settings.units, mode="sum", padding_idx=kit.inputs)
            nn.init.normal_(self.rows.weight, std=0.05)
            self.bias = nn.Parameter(lib.full((settings.units,), 0.2))
            self.second = nn.Linear(settings.units, settings.seconds)
            nn.init.constant_(self.second.bias, 0.2)
            self.output = nn.Linear(settings.seconds, 1)
            nn.init.zeros_(self.output.weight)
            nn.init.zeros_(self.output.bias)
            self.hand = nn.Parameter(lib.ones(()))
            if settings.priors > 0:
                self.moves = nn.Linear(settings.seconds, kit.numbers)
                nn.init.zeros_(self.moves.weight)
                nn.init.zeros_(self.moves.bias)
                self.hand_prior = nn.Parameter(lib.ones(()))

        def passed(self, inputs: Any) -> Any:
            first = lib.clamp(self.rows(inputs) + self.bias, 0, 1)
            return lib.clamp(self.second(first), 0, 1)

        def odds(self, passed: Any, odds: Any) -> Any:
            return self.hand * odds + self.output(passed)[:, 0]

        def forward(self, inputs: Any, odds: Any) -> Any:
            return self.odds(self.passed(inputs), odds)

        def likely(self, passed: Any, numbers: Any, likely: Any) -> Any:
            """Of each choice, by number and what the own prior says: how promising, as a logarithm; −∞ where there is
            none."""
            there = numbers >= 0
            said = self.moves(passed).gather(1, numbers.clamp(min=0)) + self.hand_prior * likely
            return said.masked_fill(~there, -math.inf)

        def rein_in(self) -> None:
            """To what can be rounded: see `TrainedNet.check`."""
            most = (MOST_SUM - 2) / ONE / (kit.most + 1)
            with lib.no_grad():
                self.rows.weight.clamp_(-most, most)
                self.bias.clamp_(-most, most)
                self.second.weight.clamp_(-100, 100)
                self.second.bias.clamp_(-100, 100)
                self.output.weight.clamp_(-LARGEST_WEIGHT, LARGEST_WEIGHT)
                if settings.priors > 0:
                    self.moves.weight.clamp_(-LARGEST_WEIGHT, LARGEST_WEIGHT)
                    self.moves.bias.clamp_(-LARGEST_WEIGHT, LARGEST_WEIGHT)
                    self.hand_prior.clamp_(0, MOST_OF_HAND)

    return Model()


def fit(kit: Kit, settings: TrainSettings, rounds: list[Matches], seed: int, tell: TellLoss) -> Fitted:
    """The best net of all epochs, by matches that were held out."""
    lib, began = torch(), time.perf_counter()
    device = "cuda" if lib.cuda.is_available() else "cpu"
    lib.manual_seed(seed)
    priors = settings.priors > 0
    data = Data(kit, rounds, device, priors)
    model = model_of(kit, settings).to(device)
    learned, held_out = lib.nonzero(~data.held_out)[:, 0], lib.nonzero(data.held_out)[:, 0]
    if len(learned) < 1 or len(held_out) < 1:
        raise ValueError("there are too few positions to learn from")
    loss_of = lib.nn.functional.binary_cross_entropy_with_logits

    share = settings.expected_share
    target = ((1 - share) * data.result + share * data.expected + 1) / 2
    won = (data.result + 1) / 2

    def passed(chosen: Any, turns: Any) -> Any:
        inputs = data.inputs[chosen].long()
        inputs = lib.where(inputs < 0, kit.inputs, inputs)
        return model.passed(data.turned[turns[:, None], inputs])

    def promising(chosen: Any, turns: Any, passed_on: Any) -> tuple[Any, Any]:
        """What is said of choices, net and own prior together and the own one alone, where they are to be learned."""
        taken = lib.nonzero(data.chosen[chosen] & (turns < data.turns_known))[:, 0]
        numbers, likely = data.numbers[chosen[taken]].long(), data.likely[chosen[taken]].float() / LIKELY_ONE
        numbers = lib.where(numbers < 0, numbers, data.turned_numbers[turns[taken][:, None], numbers.clamp(min=0)])
        return model.likely(passed_on[taken], numbers, likely), likely.masked_fill(numbers < 0, -math.inf)

    def measured() -> tuple[float, float]:
        with lib.no_grad():
            odds = lib.cat(
                [model.odds(passed(part, lib.zeros_like(part)), data.odds[part]) for part in held_out.split(65536)]
            )
            return float(loss_of(2 * odds, won[held_out])), off_by(odds)

    def foretold() -> Foretold:
        """By matches that were held out."""
        with lib.no_grad():
            sums, count = lib.zeros(4, dtype=lib.float64), 0
            for part in held_out.split(8192):
                turns = lib.zeros_like(part)
                both = promising(part, turns, passed(part, turns))
                count += len(both[0])
                sums += lib.tensor([float(move_loss(each) * len(each)) for each in both] + [
                    float((each.argmax(1) == 0).sum()) for each in both
                ])  # fmt: skip
            found = (sums / max(1, count)).tolist()
            return Foretold(found[0], found[1], found[2], found[3], float(model.hand_prior))

    def move_loss(said: Any) -> Any:
        """The first one is to be found."""
        return -said.log_softmax(1)[:, 0].mean() if len(said) else lib.zeros((), device=device)

    def off_by(odds: Any) -> float:
        return float((lib.tanh(odds) - data.result[held_out]).square().mean().sqrt())

    optimiser = lib.optim.AdamW(model.parameters(), lr=settings.rate, weight_decay=settings.decay)
    batches = max(1, len(learned) // settings.batch)
    schedule = lib.optim.lr_scheduler.OneCycleLR(
        optimiser, settings.rate, total_steps=settings.epochs * batches + 1, pct_start=FIRST_STEPS
    )
    hand_loss = float(loss_of(2 * data.odds[held_out], won[held_out]))
    best, best_loss, off, best_epoch, train_loss = None, math.inf, math.inf, 0, math.nan
    best_whole, moves = math.inf, None
    for epoch in range(1, settings.epochs + 1):
        order = learned[lib.randperm(len(learned), device=device)]
        total = lib.zeros((), device=device)
        for chosen in order.split(settings.batch)[:batches]:
            turns = lib.randint(len(data.turned), (len(chosen),), device=device)
            passed_on = passed(chosen, turns)
            loss = loss_of(2 * model.odds(passed_on, data.odds[chosen]), target[chosen])
            if priors:
                loss = loss + settings.priors * move_loss(promising(chosen, turns, passed_on)[0])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            model.rein_in()
            total += loss.detach()
        loss_now, off_now = measured()
        moves_now = foretold() if priors else None
        tell(epoch, loss_now)
        whole_now = loss_now if moves_now is None else loss_now + settings.priors * moves_now.move_loss
        if whole_now < best_whole:
            best_whole, moves = whole_now, moves_now
            best, best_loss, off, best_epoch = rounded(kit, settings, model), loss_now, off_now, epoch
            train_loss = float(total) / batches
    assert best is not None, "there is at least one epoch"
    seconds = time.perf_counter() - began
    hand_off = off_by(data.odds[held_out])
    return Fitted(best, best_loss, hand_loss, off, hand_off, train_loss, len(data), best_epoch, seconds, moves)


def rounded(kit: Kit, settings: TrainSettings, model: Any) -> TrainedNet:
    """The model in whole numbers."""

    def whole(tensor: Any, one: int) -> Any:
        return np.rint(tensor.detach().cpu().double().numpy() * one).astype(np.int64)

    first = np.concatenate([whole(model.rows.weight, ONE)[: kit.inputs], whole(model.bias, ONE)[None]])
    second = np.concatenate([whole(model.second.weight, ONE).T, whole(model.second.bias, ONE)[None]])
    output = whole(model.output.weight, OUTPUT_ONE)[0]
    bias = int(whole(model.output.bias, ONE * OUTPUT_ONE)[0])
    net = TrainedNet(
        kit.game,
        kit.rules_version,
        kit.inputs_version,
        first.astype(np.int16),
        second.astype(np.int16),
        output.astype(np.int16),
        bias,
        float(model.hand.detach()),
        settings.cutoff,
        kit.seats,
    )
    if settings.priors > 0:
        moves = np.concatenate([whole(model.moves.weight, MOVES_ONE), whole(model.moves.bias, MOVES_ONE)[:, None]], 1)
        net = replace(net, moves=moves.astype(np.int16), hand_prior=float(model.hand_prior.detach()))
    net.check(kit.most)
    return net
