"""A net fitted to matches that were played, by PyTorch, and rounded to whole numbers."""

import importlib
import math
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from parlour.core.net import MOST_SUM, ONE, OUTPUT_ONE, TrainedNet
from parlour.train.kit import Kit
from parlour.train.play import Matches
from parlour.train.settings import TrainSettings

SURE = 0.9995  # as in bots/net_evaluation.py: nobody asks a net there
HELD_OUT = 20  # one match in so many is not learned from, but measured by
LARGEST_WEIGHT = 30.0  # of the output, so that it can be rounded
FIRST_STEPS = 0.3  # of all steps: in which the rate grows


class NoTorch(Exception):
    """What is missing, in a sentence."""


def torch() -> Any:
    try:
        return importlib.import_module("torch")
    except ImportError:
        raise NoTorch("training needs PyTorch, which is not installed here: pip install 'parlour[train]'") from None


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


TellLoss = Callable[[int, float], None]  # epochs done, loss


class Data:
    """Positions of several rounds, where they are learned from."""

    def __init__(self, kit: Kit, rounds: list[Matches], device: str) -> None:
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

        def forward(self, inputs: Any, odds: Any) -> Any:
            first = lib.clamp(self.rows(inputs) + self.bias, 0, 1)
            second = lib.clamp(self.second(first), 0, 1)
            return self.hand * odds + self.output(second)[:, 0]

        def rein_in(self) -> None:
            """To what can be rounded: see `TrainedNet.check`."""
            most = (MOST_SUM - 2) / ONE / (kit.most + 1)
            with lib.no_grad():
                self.rows.weight.clamp_(-most, most)
                self.bias.clamp_(-most, most)
                self.second.weight.clamp_(-100, 100)
                self.second.bias.clamp_(-100, 100)
                self.output.weight.clamp_(-LARGEST_WEIGHT, LARGEST_WEIGHT)

    return Model()


def fit(kit: Kit, settings: TrainSettings, rounds: list[Matches], seed: int, tell: TellLoss) -> Fitted:
    """The best net of all epochs, by matches that were held out."""
    lib, began = torch(), time.perf_counter()
    device = "cuda" if lib.cuda.is_available() else "cpu"
    lib.manual_seed(seed)
    data = Data(kit, rounds, device)
    model = model_of(kit, settings).to(device)
    learned, held_out = lib.nonzero(~data.held_out)[:, 0], lib.nonzero(data.held_out)[:, 0]
    if len(learned) < 1 or len(held_out) < 1:
        raise ValueError("there are too few positions to learn from")
    loss_of = lib.nn.functional.binary_cross_entropy_with_logits

    share = settings.expected_share
    target = ((1 - share) * data.result + share * data.expected + 1) / 2
    won = (data.result + 1) / 2

    def said(chosen: Any, turns: Any) -> Any:
        inputs = data.inputs[chosen].long()
        inputs = lib.where(inputs < 0, kit.inputs, inputs)
        return model(data.turned[turns[:, None], inputs], data.odds[chosen])

    def measured() -> tuple[float, float]:
        with lib.no_grad():
            odds = lib.cat([said(part, lib.zeros_like(part)) for part in held_out.split(65536)])
            return float(loss_of(2 * odds, won[held_out])), off_by(odds)

    def off_by(odds: Any) -> float:
        return float((lib.tanh(odds) - data.result[held_out]).square().mean().sqrt())

    optimiser = lib.optim.AdamW(model.parameters(), lr=settings.rate, weight_decay=settings.decay)
    batches = max(1, len(learned) // settings.batch)
    schedule = lib.optim.lr_scheduler.OneCycleLR(
        optimiser, settings.rate, total_steps=settings.epochs * batches + 1, pct_start=FIRST_STEPS
    )
    hand_loss = float(loss_of(2 * data.odds[held_out], won[held_out]))
    best, best_loss, off, best_epoch, train_loss = None, math.inf, math.inf, 0, math.nan
    for epoch in range(1, settings.epochs + 1):
        order = learned[lib.randperm(len(learned), device=device)]
        total = lib.zeros((), device=device)
        for chosen in order.split(settings.batch)[:batches]:
            turns = lib.randint(len(data.turned), (len(chosen),), device=device)
            loss = loss_of(2 * said(chosen, turns), target[chosen])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            model.rein_in()
            total += loss.detach()
        loss_now, off_now = measured()
        tell(epoch, loss_now)
        if loss_now < best_loss:
            best, best_loss, off, best_epoch = rounded(kit, settings, model), loss_now, off_now, epoch
            train_loss = float(total) / batches
    assert best is not None, "there is at least one epoch"
    seconds = time.perf_counter() - began
    hand_off = off_by(data.odds[held_out])
    return Fitted(best, best_loss, hand_loss, off, hand_off, train_loss, len(data), best_epoch, seconds)


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
    net.check(kit.most)
    return net
