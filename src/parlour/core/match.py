"""Match: checked play over a game's rules. `play` is the only door; it refuses with a reason and leaves all as it was.

A match is its steps; the state is a fold over those that stand. `undo` is a step too: nothing is ever deleted.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from parlour.core import record as records
from parlour.core.dealer import Dealer, dealer_of
from parlour.core.game import CHANCE, OVER, Game, State, Value, View, Viewer
from parlour.core.history import Entry, History, LogLine, seat_of
from parlour.core.offers import DECLINE, DRAW, RESIGN, WORDS, Offers
from parlour.core.record import CHANCE_NAME, Dealing, Ending, Record, Seat, Step, Substitution
from parlour.core.result import AGREED, HOUSE_ENDINGS, RESIGNED, Result, result_of
from parlour.core.scene import Choice, Plan, Scene, button
from parlour.core.texts import Refused

UNDO = "undo"
TAKEBACK = "takeback"  # as undo, but past the other seats' moves: for a house whose players all agreed


class Match:
    """One match, from its first state to its result."""

    def __init__(
        self,
        game: Game,
        seats: Sequence[Seat] | int,
        options: Mapping[str, object] | None = None,
        dealer: Dealer | None = None,
    ) -> None:
        self.game = game
        self.seats = [Seat(f"Seat {i}") for i in range(seats)] if isinstance(seats, int) else list(seats)
        self.options: dict[str, Value] = game.options_for(len(self.seats), options or {})
        self.state: State = game.new(len(self.seats), self.options)
        self.dealer = dealer
        self.dealt_by_hand = False
        self.substitutions: list[Substitution] = []
        self.ended: Ending | None = None
        self.version = 0  # grows with every step, for callers that keep what they worked out
        self._history = History()
        self._offers = Offers()
        self._turn, self._turn_of = 0, -1  # counted by changes of seat
        self._dealing: Dealing | None = None  # as an imported record had it
        self._extra: dict[str, object] = {}
        self._settle()

    # -- what is the case ---------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.ended is not None

    @property
    def actor(self) -> int:
        """The seat to act, or CHANCE, or OVER."""
        return OVER if self.over else int(self.game.actor(self.state))

    @property
    def actors(self) -> list[int]:
        """All who may take a step now: one seat, several, or CHANCE; nobody when it is over."""
        if self.over:
            return []
        return self.game.seats_to_act(self.state) or [CHANCE]

    @property
    def steps(self) -> list[Step]:
        return [entry.step for entry in self._history.entries]

    @property
    def result(self) -> Result | None:
        return None if self.ended is None else result_of(self.game, self.state, len(self.seats), self.ended)

    def legal(self, seat: int) -> list[str]:
        """What this seat may play now as its move."""
        if self.over or seat not in self.game.seats_to_act(self.state):
            return []
        return [self.game.text(action) for action in self.game.list_legal(self.state, seat)]

    def also(self, seat: int) -> list[str]:
        """What this seat may do besides, on turn or off."""
        if self.over:
            return []
        return [self.game.text(action) for action in self.game.list_also(self.state, seat)] + self._words(seat)

    def outcomes(self) -> dict[str, int]:
        """What chance can bring now, with weights; empty if it is not chance's turn."""
        if self.actor != CHANCE:
            return {}
        return {self.game.text(action): weight for action, weight in self.game.list_chance(self.state)}

    def view(self, viewer: Viewer) -> View:
        """All that this seat, or a spectator, may know; everything once it is over."""
        return self.game.view(self.state, viewer, self.over)

    def scene(self, viewer: Viewer) -> Scene:
        return self.game.scene(self.view(viewer))

    def plan(self) -> Plan:
        return self.game.plan(len(self.seats), self.options)

    def choices(self, seat: int) -> list[Choice]:
        """All that this seat may do now, with what to touch for it."""
        if self.over:
            return []
        view, acting = self.view(seat), seat in self.game.seats_to_act(self.state)
        legal = self.game.list_legal(self.state, seat) if acting else []
        also = self.game.list_also(self.state, seat)
        result = [Choice(self.game.text(a), self.game.targets(view, a)) for a in legal]
        result += [Choice(self.game.text(a), self.game.targets(view, a), True) for a in also]
        return result + [Choice(word, (button(word),), True) for word in self._words(seat)]

    def log(self, viewer: Viewer) -> list[LogLine]:
        """The steps as this viewer may know them: with `?` for hidden words, without those sealed from it."""
        return self._history.log(viewer, reveal=self.over)

    def offer_by(self) -> int | None:
        """The seat whose draw offer stands."""
        return self._offers.by

    # -- the checked door ---------------------------------------------------------------------------------

    def play(self, actor: int, text: str, time: int | None = None) -> Step:
        """Take one step, or refuse. `actor` is a seat, or CHANCE for an outcome entered by hand."""
        if self.over:
            raise Refused("refuse.over")
        if actor == CHANCE:
            return self._play_chance(text, time)
        self._check_seat(actor)
        if text in WORDS:
            return self._say(actor, text, time)
        if text == UNDO:
            return self._go_back(actor, text, time)
        if text == TAKEBACK:
            raise Refused("refuse.takeback")
        return self._move(actor, text, time)

    def play_all(self, actor: int, texts: Iterable[str], time: int | None = None) -> list[Step]:
        """Several steps by one seat, whole or not at all."""
        if actor == CHANCE:
            raise Refused("refuse.batch-chance")
        steps: list[Step] = []
        together = bool(self.game.waiting(self.state))
        for text in texts:
            try:
                # Steps refused after the last secret one would be taken back with what it has shown.
                if together and not self.game.waiting(self.state):
                    raise Refused("refuse.batch-together")
                steps.append(self.play(actor, text, time))
            except Refused as refusal:
                self._forget(len(steps))
                raise Refused("refuse.batch", number=len(steps) + 1, step=text[:40], why=refusal.text) from None
        if not steps:
            raise Refused("refuse.batch-empty")
        return steps

    def deal(self, time: int | None = None) -> Step:
        """Let the dealer draw."""
        if self.over:
            raise Refused("refuse.over")
        if self.actor != CHANCE:
            raise Refused("refuse.not-chance")
        if self.dealer is None:
            raise Refused("refuse.no-dealer")
        outcomes = self.game.list_chance(self.state)
        action, _ = outcomes[self.dealer.draw([weight for _, weight in outcomes])]
        return self._step(CHANCE, action, time)

    def deal_all(self, time: int | None = None) -> list[Step]:
        """Let the dealer draw until a seat is to act."""
        steps = []
        while self.actor == CHANCE:
            steps.append(self.deal(time))
        return steps

    def undo(self, seat: int, time: int | None = None) -> Step:
        """Take back the seat's last step of this turn."""
        return self.play(seat, UNDO, time)

    def take_back(self, seat: int, time: int | None = None) -> Step:
        """Go back to before the seat's last move, past others' moves: for a house whose players have all agreed."""
        if self.over:
            raise Refused("refuse.over")
        self._check_seat(seat)
        return self._go_back(seat, TAKEBACK, time)

    def end(self, by: str, seat: int | None = None) -> None:
        """An end made by the house: time, abandonment, void."""
        if self.over:
            raise Refused("refuse.over")
        if by not in HOUSE_ENDINGS:
            raise Refused("refuse.ending", by=by[:40], known=", ".join(HOUSE_ENDINGS))
        if seat is not None:
            self._check_seat(seat)
        self.ended = Ending(by, seat)
        self.version += 1

    def substitute(self, seat: int, name: str, kind: Literal["person", "bot"]) -> None:
        """Somebody else takes the seat from here on."""
        self._check_seat(seat)
        self.substitutions.append(Substitution(len(self._history), seat, name, kind))
        self.version += 1

    # -- the record ---------------------------------------------------------------------------------------

    def record(self) -> Record:
        """The whole match. The dealer's secret is in it once it is over."""
        return Record(
            records.FORMAT, self.game.name, self.game.rules_version, dict(self.options), list(self.seats), self.steps,
            self._dealing_now(), list(self.substitutions), self.ended, dict(self._extra),
        )  # fmt: skip

    @classmethod
    def from_record(cls, record: Record, game: Game, until: int | None = None, dealer: Dealer | None = None) -> "Match":
        """Replay a record, whole or its first `until` steps, every step checked.

        Without a `dealer` (a house keeps it apart) the one of the record's secret is used, if the record has it.
        """
        if record.game != game.name:
            raise Refused("refuse.record-game", game=record.game[:40], known=game.name)
        if record.rules_version != game.rules_version:
            raise Refused("refuse.record-version", version=record.rules_version, known=game.rules_version)
        if dealer is None and record.dealing is not None:
            dealer = dealer_of(record.dealing, len(record.seats))
        match = cls(game, record.seats, record.options, dealer)
        for number, step in enumerate(record.steps[:until], 1):
            try:
                match.replay(step)
            except Refused as refusal:
                raise Refused("refuse.record-step", number=number, step=step.text[:40], why=refusal.text) from None
            match._history.entries[-1].step = step
        whole = until is None or until >= len(record.steps)
        match._finish_replay(record, whole)
        return match

    def at(self, step: int) -> "Match":
        """The match as it was after its first `step` steps; 0 is the first state."""
        if not 0 <= step <= len(self._history):
            raise Refused("refuse.no-such-step", step=step, last=len(self._history))
        return Match.from_record(self.record(), self.game, until=step)

    def replay(self, step: Step) -> None:
        """Take a step that a record has, checked like any other."""
        if step.text == TAKEBACK:
            self.take_back(seat_of(step), step.time)
        else:
            self.play(seat_of(step), step.text, step.time)

    # -- inside -------------------------------------------------------------------------------------------

    def _finish_replay(self, record: Record, whole: bool) -> None:
        """Take over what is not in the steps; a record whose ending its steps do not bear out is refused."""
        self.dealt_by_hand, self._dealing = record.dealing is None, record.dealing
        if self.dealer is not None:
            self.dealer.drawn = sum(entry.step.actor == CHANCE_NAME for entry in self._history.entries)
        self.substitutions = [s for s in record.substitutions if s.step <= len(self._history)]
        for substitution in self.substitutions:
            self._check_seat(substitution.seat)
        if not whole:
            return
        self._extra = dict(record.extra)
        if record.ending is not None and self.ended is None and record.ending.by in HOUSE_ENDINGS:
            self.end(record.ending.by, record.ending.seat)
        mine = None if self.ended is None else (self.ended.by, self.ended.seat)
        said = None if record.ending is None else (record.ending.by, record.ending.seat)
        if mine != said:
            raise Refused("refuse.record-ending", said=said[0][:40] if said else "–", is_=mine[0] if mine else "–")
        self.ended = record.ending

    def _check_seat(self, seat: int) -> None:
        if seat not in range(len(self.seats)):
            raise Refused("refuse.no-such-seat", seat=seat)

    def _dealing_now(self) -> Dealing | None:
        if not self.game.chancy or self.dealt_by_hand:
            return None
        imported = self._dealing
        if self.dealer is None:
            return imported
        known = imported is not None and imported.secret is not None
        dealing = self.dealer.dealing(reveal=self.over or known)
        dealing.extra = imported.extra if imported is not None else {}
        return dealing

    def _play_chance(self, text: str, time: int | None) -> Step:
        if self.actor != CHANCE:
            raise Refused("refuse.not-chance")
        action = self._parsed(text)
        outcomes = [outcome for outcome, _ in self.game.list_chance(self.state)]
        if action not in outcomes:
            raise Refused("refuse.chance", step=text[:40], examples=self._examples(outcomes))
        self.dealt_by_hand = True
        return self._step(CHANCE, action, time)

    def _move(self, seat: int, text: str, time: int | None) -> Step:
        action = self._parsed(text)
        acting = seat in self.game.seats_to_act(self.state)
        legal = self.game.list_legal(self.state, seat) if acting else []
        if action in legal:
            turn = self._turn
            step = self._step(seat, action, time)
            self._offers.moved(seat, turn, self._history.own_steps)
            return step
        if action in self.game.list_also(self.state, seat):
            return self._step(seat, action, time)
        why = self.game.why_not(self.view(seat), action) if self.game.why_not else None
        if why is not None:
            raise Refused("refuse.because", step=text[:40], why=why)
        if not acting:
            raise Refused("refuse.not-your-turn")
        raise Refused("refuse.illegal", step=text[:40], examples=self._examples(legal))

    def _parsed(self, text: str) -> int:
        action = self.game.parse(text)
        if action is None or self.game.text(action) != text:
            raise Refused("refuse.spelling", step=text[:40], game=self.game.title)
        return action

    def _examples(self, actions: Sequence[int]) -> str:
        shown = [self.game.text(action) for action in actions[:4]]
        return ", ".join(shown) + (" …" if len(actions) > len(shown) else "")

    def _step(self, actor: int, action: int, time: int | None) -> Step:
        """Apply a checked action and write it down."""
        text = self.game.text(action)
        step = Step("*" if actor == CHANCE else actor, text, time)
        firm = actor == CHANCE or bool(self.game.reveals and self.game.reveals(self.state, actor, action))
        seen = None
        if self.game.seen is not None:
            viewers: list[Viewer] = [*range(len(self.seats)), None]
            each = tuple(self.game.seen(self.state, actor, action, viewer) for viewer in viewers)
            seen = None if all(s == text for s in each) else each
        self.game.apply(self.state, actor, action)
        self._write(Entry(step, action, firm, seen=seen))
        return step

    def _write(self, entry: Entry) -> None:
        self._history.add(entry)
        self.version += 1
        self._settle()

    def _settle(self) -> None:
        """After a step: whose turn it is, and whether the rules have ended the match."""
        actor = int(self.game.actor(self.state))
        if actor == OVER and self.ended is None:
            self.ended = Ending(self.game.endings[int(self.game.ending(self.state))])
        if actor >= 0 and actor != self._turn_of:
            self._turn_of = actor
            self._turn += 1

    # resign, draw, decline

    def _words(self, seat: int) -> list[str]:
        if self.game.cooperative or len(self.seats) != 2 or not self._history:
            return []
        drawing = self.game.may_draw is None or bool(self.game.may_draw(self.state))
        return self._offers.words(seat, self._history.own_steps, drawing)

    def _say(self, seat: int, word: str, time: int | None) -> Step:
        if word not in self._words(seat):
            raise Refused(
                f"refuse.{word}" if len(self.seats) == 2 and not self.game.cooperative else "refuse.not-two-seats"
            )
        step = Step(seat, word, time)
        if word == RESIGN:
            self.ended = Ending(RESIGNED, seat)
        elif word == DECLINE:
            self._offers.fail(self._history.own_steps)
        elif word == DRAW and self._offers.offer(seat, self._turn if seat in self.actors else 0):
            self.ended = Ending(AGREED)
        self._write(Entry(step))
        return step

    # going back

    def can_undo(self, seat: int) -> bool:
        return self._back_to(seat, UNDO) is not None

    def _back_to(self, seat: int, word: str) -> int | None:
        """The entry that `undo` or `takeback` would go back to, or None."""
        # While several seats act in any order, what can be undone would tell one seat of another's hidden steps.
        if self.over or len(self.actors) > 1 or (word == UNDO and seat not in self.actors):
            return None
        return self._history.last_move(seat, past_others=word == TAKEBACK)

    def _go_back(self, seat: int, word: str, time: int | None) -> Step:
        index = self._back_to(seat, word)
        if index is None:
            raise Refused("refuse.undo")
        self._history.take_back(index)
        self.state = self.game.new(len(self.seats), self.options)
        for actor, action in self._history.standing():
            self.game.apply(self.state, actor, action)
        step = Step(seat, word, time)
        self._write(Entry(step, undoes=index))
        return step

    def _forget(self, steps: int) -> None:
        """Undo the bookkeeping of the last steps of a batch that was refused: as if they had never been taken."""
        if steps:
            kept = self.record()
            kept.steps = kept.steps[: len(kept.steps) - steps]
            kept.ending = None
            before = Match.from_record(kept, self.game, dealer=self.dealer)
            before.dealt_by_hand = self.dealt_by_hand
            before.version = self.version
            vars(self).update(vars(before))
