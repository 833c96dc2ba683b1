"""All that a seat could know: every deal that its log leaves possible, listed and weighed. For tiny games only."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from math import comb
from random import Random

from parlour.core.game import CHANCE, OVER, State, copy_state
from parlour.core.rng import Rng, new_rng
from parlour.games.luckymoose import GAME
from parlour.games.luckymoose.board import ASIDE, EXCHANGING
from parlour.games.luckymoose.notation import FORFEIT, LAY, SWAP, TOKENS, laid, swapped

from .positions import position

Hand = tuple[int, ...]
Deal = tuple[Hand, ...]  # the hands, and what lies aside; the pool has the rest


class Beliefs:
    """Others are taken to lay and to give blindly: each token of a hand is as likely as any other."""

    def __init__(self, s: State, viewer: int) -> None:
        self.viewer, self.deals = viewer, {(): 1.0}
        self.tokens = Counter({kind: int(s.pool[kind]) for kind in range(len(TOKENS))})  # that are not on the board
        for hand in deal_of(s):
            self.tokens.update(hand)
        for seat, hand in enumerate(deal_of(s)):
            dealt: dict[Deal, float] = defaultdict(float)
            for deal, weight in self.deals.items():
                for part, ways in [(hand, 1)] if seat == viewer else parts(self.unseen(s, deal, seat), len(hand)):
                    dealt[(*deal, part)] += weight * ways
            self.deals = dict(dealt)

    def unseen(self, s: State, deal: Deal, seat: int) -> Counter[int]:
        left = self.tokens - Counter(deal_of(s)[self.viewer] if seat < self.viewer else ())
        return left - Counter(kind for hand in deal for kind in hand)

    def learn(self, before: State, who: int, action: int, after: State) -> None:
        """What the viewer sees of a step."""
        turn, found = int(before.turn), defaultdict[Deal, float](float)
        own = turn == self.viewer
        fitting = [kind for kind in range(len(TOKENS)) if any(fits >> kind & 1 for fits in before.fits.tolist())]
        for deal, weight in self.deals.items():
            hand = Counter(deal[turn])
            outcomes: list[tuple[Counter[int], Hand, int]] = [(hand, deal[ASIDE], 1)]
            if who == CHANCE:
                pool = self.tokens - Counter(kind for held in deal for kind in held)
                drawn = [action] if own else list(pool)
                outcomes = [(hand + Counter([kind]), deal[ASIDE], pool[kind]) for kind in drawn]
            elif action >= SWAP:
                given = [(tuple(swapped(action)), 1)] if own else parts(hand, action >> 36 & 7)
                outcomes = [(hand - Counter(part), part, ways) for part, ways in given]
            elif action >= LAY:
                kind = laid(action)[0]
                outcomes = [(hand - Counter([kind]), deal[ASIDE], hand[kind])]
            elif action == FORFEIT and any(hand[kind] for kind in fitting):
                outcomes = []
            for held, aside, ways in outcomes:
                if ways:
                    left = [*deal[:turn], tuple(sorted(held.elements())), *deal[turn + 1 : ASIDE]]
                    found[*left, aside if after.phase == EXCHANGING else ()] += weight * ways
        if action >= LAY and action < SWAP:
            self.tokens[laid(action)[0]] -= 1
        self.deals = dict(found)

    def likely(self) -> dict[Deal, float]:
        total = sum(self.deals.values())
        return {deal: weight / total for deal, weight in self.deals.items()}


def deal_of(s: State) -> Deal:
    return tuple(tuple(kind for kind in hand if kind >= 0) for hand in s.hand[: ASIDE + 1].tolist())


def parts(tokens: Counter[int], size: int) -> list[tuple[Hand, int]]:
    """The different parts of that size, and in how many ways each can be taken."""
    found: list[tuple[Hand, int]] = [((), 1)]
    for kind, count in sorted(tokens.items()):
        more = [((*part, *[kind] * n), ways * comb(count, n)) for part, ways in found for n in range(count + 1)]
        found = [(part, ways) for part, ways in more if len(part) <= size]
    return [(part, ways) for part, ways in found if len(part) == size]


def dealt_anew(s: State, viewer: int, times: int, rng: Rng) -> Counter[Deal]:
    found = Counter[Deal]()
    for _ in range(times):
        anew = copy_state(s)
        GAME.determinize(anew, viewer, rng)
        found[deal_of(anew)] += 1
    return found


def tiny_game(seed: int, steps: int = 30) -> Iterator[tuple[State, list[Beliefs]]]:
    """A game of a few tokens in which much is exchanged and forfeited; what all seats could know at each turn."""
    random, rng = Random(seed), new_rng(seed)
    seats, size, pool = random.choice([(2, 6, 2), (2, 6, 5), (2, 4, 2), (2, 3, 4), (3, 3, 2), (3, 2, 4)])
    kinds = random.sample(TOKENS, random.choice([6, 9]))
    tokens = random.choices(kinds, k=seats * size + pool)
    hands = [" ".join(tokens[seat * size : (seat + 1) * size]) for seat in range(seats)]
    s = position(hands, {"h8": random.choice(TOKENS)}, " ".join(tokens[seats * size :]), sets=6)
    beliefs, share = [Beliefs(s, viewer) for viewer in range(seats)], random.choice([0.2, 0.6, 0.9])
    for _ in range(steps):
        if (who := GAME.actor(s)) == OVER:
            return
        before = copy_state(s)
        action = int(GAME.sample(s, rng)) if who == CHANCE else chosen(GAME.list_legal(s, who), share, random)
        GAME.apply(s, who, action)
        for belief in beliefs:
            belief.learn(before, who, action, s)
        if GAME.actor(s) >= 0:
            yield s, beliefs


def chosen(listed: list[int], share: float, random: Random) -> int:
    exchanges = [action for action in listed if action >= SWAP]
    others = [action for action in listed if action < SWAP]
    if FORFEIT in others and random.random() < 0.6:
        return FORFEIT
    return random.choice(exchanges if exchanges and random.random() < share else others or exchanges)
