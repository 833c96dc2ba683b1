"""Match: checked play over a game's rules. `play` is the only door; it refuses with a reason and leaves all as it was.

A match is its steps; the state is a fold over those that stand. `undo` is a step too: nothing is ever deleted.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from parlour.core import record as records
from parlour.core.dealer import Dealer, dealer_of
from parlour.core.game import CHANCE, OVER, Game, State, Viewer, copy_state
from parlour.core.history import HistoryEntry
from parlour.core.offers import DRAW, RESIGN, WORDS
from parlour.core.position import TAKEBACK, UNDO, Position
from parlour.core.record import Dealing, Ending, Record, Seat, Step, Substitution, seat_of, step_of
from parlour.core.result import AGREED, HOUSE_ENDINGS, RESIGNED
from parlour.core.scene import Moment
from parlour.core.texts import Refused


class Match(Position):
    """One match, from its first state to its result."""

    def __init__(
        self,
        game: Game,
        seats: Sequence[Seat] | int,
        options: Mapping[str, object] | None = None,
        dealer: Dealer | None = None,
    ) -> None:
        super().__init__(game, seats, options, dealer)
        self._settle()

    def begin_with(self, steps: Sequence[Step]) -> None:
        """A match that begins from a position: steps that were set up, of chance too. The dealer has not drawn them,
        and nobody takes them back."""
        assert not self._history.entries, "it has not begun"
        for step in steps:
            self.replay(step)
        self.given, self.dealt_by_hand = len(self._history), False

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
        """Several steps by one seat, whole or not at all. They go no further than the first step whose outcome that
        seat cannot know: what is refused after it would tell how it came out."""
        if actor == CHANCE:
            raise Refused("refuse.batch-chance")
        batch, trial = list(texts), self.copy()
        if not batch:
            raise Refused("refuse.batch-empty")
        open_end = False
        for number, text in enumerate(batch, 1):
            try:
                if open_end:
                    raise Refused("refuse.batch-further")
                before = trial._whose_move(actor)
                trial.play(actor, text, time)
                open_end = trial._history.entries[-1].firm or trial._whose_move(actor) != before
            except Refused as refusal:
                raise Refused("refuse.batch", number=number, step=text[:40], why=refusal.text) from None
        return [self.play(actor, text, time) for text in batch]

    def _whose_move(self, seat: int) -> tuple[bool, bool, bool, int]:
        """What changes with a step whose outcome its author may not know: the end, a secret phase, who is to act."""
        return self.over, bool(self.game.waiting_now(self.state)), seat in self.actors, self._turn

    def contribute(self, seat: int, text: str) -> str:
        """A seat's own share of the chance, as `dealer.py` says; answers the commitment, which the record shows too."""
        if self.dealer is None or self.dealt_by_hand:
            raise Refused("refuse.no-dealer" if self._dealing is None else "refuse.contribution-late")
        self.dealer.contribute(seat, text)
        return self.dealer.commitment

    def deal(self, time: int | None = None) -> Step:
        """Let the dealer draw."""
        if self.over:
            raise Refused("refuse.over")
        if self.actor != CHANCE:
            raise Refused("refuse.not-chance")
        if self.dealer is None:
            raise Refused("refuse.no-dealer" if self._dealing is None else "refuse.no-secret")
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

    def substitute(
        self, seat: int, name: str, kind: Literal["person", "bot"], extra: Mapping[str, Any] | None = None
    ) -> None:
        """Somebody else takes the seat from here on."""
        self._check_seat(seat)
        self.substitutions.append(Substitution(len(self._history), seat, name, kind, dict(extra or {})))
        self.version += 1

    # -- the record ---------------------------------------------------------------------------------------

    def copy(self) -> "Match":
        """A match that has come as far as this one, and goes its own way."""
        twin = Match.__new__(Match)  # copy.copy takes three times as long, and every step at a table makes a copy
        twin.__dict__.update(self.__dict__)
        twin.state, twin._history = copy_state(self.state), self._history.copy()
        twin.dealer = None if self.dealer is None else self.dealer.copy()
        twin.substitutions = [*self.substitutions]
        return twin  # what was worked out is the same for both, until either goes on

    def record(self, secret: bool = False) -> Record:
        """The whole match. The dealer's secret is in it once it is over, or for whoever keeps it to go on later."""
        return Record(
            records.FORMAT, self.game.name, self.game.rules_version, dict(self.options), list(self.seats), self.steps,
            self._dealing_now(secret), list(self.substitutions), self.ended, self.given, dict(self._extra),
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
        match.given = record.given
        for step in record.steps[:until]:
            match.replay(step)
        whole = until is None or until >= len(record.steps)
        match._finish_replay(record, whole)
        return match

    def at(self, step: int) -> "Match":
        """The match as it was after its first `step` steps; 0 is the first state."""
        if not 0 <= step <= len(self._history):
            raise Refused("refuse.no-such-step", step=step, last=len(self._history))
        return Match.from_record(self.record(), self.game, until=step)

    def replay(self, step: Step) -> None:
        """Take a step that a record has, checked like any other, and keep it as it stands there."""
        number = len(self._history)
        try:
            if step.text == TAKEBACK:
                self.take_back(seat_of(step), step.time)
            else:
                self.play(seat_of(step), step.text, step.time)
        except Refused as refusal:
            raise Refused("refuse.record-step", number=number + 1, step=step.text[:40], why=refusal.text) from None
        self._history.restate_last(step)

    # -- inside -------------------------------------------------------------------------------------------

    def _finish_replay(self, record: Record, whole: bool) -> None:
        """Take over what is not in the steps; a record whose ending its steps do not bear out is refused."""
        if record.dealing is not None and not self.game.chancy:
            raise Refused("refuse.record-dealing", game=self.game.title)
        self.dealt_by_hand, self._dealing = record.dealing is None, record.dealing
        if self.dealer is not None:
            self.dealer.drawn = sum(seat_of(step) == CHANCE for step in self.steps[self.given :])
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

    def _dealing_now(self, secret: bool) -> Dealing | None:
        if not self.game.chancy or self.dealt_by_hand:
            return None
        imported = self._dealing
        if self.dealer is None:
            return imported
        known = imported is not None and imported.secret is not None
        dealing = self.dealer.dealing(reveal=self.over or known or secret)
        return dealing if imported is None else msgspec.structs.replace(dealing, extra=imported.extra)

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
        legal = self._legal(seat)
        if action in legal:
            turn = self._turn
            step = self._step(seat, action, time)
            self._offers = self._offers.moved(seat, turn, self._history.open_standing)
            return step
        if action in self.game.list_also(self.state, seat):
            return self._step(seat, action, time)
        why = self.game.why_not(self.view(seat), action) if self.game.why_not else None
        if why is not None:
            raise Refused("refuse.because", step=text[:40], why=why)
        if seat not in self._acting():
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
        step = step_of(actor, text, time)
        turn = self._turn if actor == self._actor and not self.game.waiting_now(self.state) else 0
        firm = actor == CHANCE or bool(self.game.reveals and self.game.reveals(self.state, actor, action))
        seen, effects = None, None
        viewers: list[Viewer] = [*range(len(self.seats)), None]
        if self.game.seen is not None:
            each = tuple(self.game.seen(self.state, actor, action, viewer) for viewer in viewers)
            seen = None if all(s == text for s in each) else each
        if self.game.effect is not None:
            how = tuple(self.game.effect(self.state, actor, action, viewer) for viewer in viewers)
            effects = None if all(h is None for h in how) else how
        before = None if self.game.moment is None else copy_state(self.state)
        self.game.apply(self.state, actor, action)
        moments = None if before is None else self._moments(before, actor, action, viewers)
        self._write(HistoryEntry(step, self._offers, turn, action, firm, seen, effects, moments))
        return step

    def _moments(
        self, before: State, actor: int, action: int, viewers: Sequence[Viewer]
    ) -> tuple[Moment | None, ...] | None:
        """What each viewer remembers the step by. Where nothing is hidden that is the same for all."""
        tell = self.game.moment
        assert tell is not None, "a game with moments"
        told = tell(before, self.state, actor, action, None)
        if told is None:
            return None
        if not self.game.hidden:
            return (told,) * len(viewers)
        return tuple(told if viewer is None else tell(before, self.state, actor, action, viewer) for viewer in viewers)

    def _write(self, entry: HistoryEntry) -> None:
        self._history.add(entry)
        self.version += 1
        self._settle()

    def _settle(self) -> None:
        """After a step: whose turn it is, and whether the rules have ended the match."""
        actor = self._actor = int(self.game.actor(self.state))
        if actor == OVER and self.ended is None:
            self.ended = Ending(self.game.endings[int(self.game.ending(self.state))])
        if actor >= 0 and actor != self._turn_of:
            self._turn_of = actor
            self._turn += 1

    def set_up(self) -> None:
        """The state was changed by hand, as tests and puzzles do: whatever was worked out before no longer holds."""
        self.version += 1
        self._settle()

    # resign, draw, decline

    def _say(self, seat: int, word: str, time: int | None) -> Step:
        now, turn, offers = self._history.open_standing, self._turn if seat in self.actors else 0, self._offers
        if not self._two_opponents():
            raise Refused("refuse.not-two-seats")
        if word not in self._words(seat):
            raise Refused(offers.why_not(seat, word, now, self._may_draw()))
        if word == RESIGN:
            self.ended = Ending(RESIGNED, seat)
        elif word == DRAW and offers.by is not None:
            self.ended = Ending(AGREED)
        else:
            self._offers = offers.said(seat, word, turn, now)
        step = step_of(seat, word, time)
        self._write(HistoryEntry(step, offers, turn))
        return step

    # going back

    def can_undo(self, seat: int) -> bool:
        return self._back_to(seat, UNDO) is not None

    def can_take_back(self, seat: int) -> bool:
        """By consent: past others' moves."""
        return self._back_to(seat, TAKEBACK) is not None

    def _back_to(self, seat: int, word: str) -> int | None:
        """The entry that `undo` or `takeback` would go back to, or None."""
        # While several seats act in any order, what can be undone would tell one seat of another's hidden steps.
        if self.over or len(self.actors) > 1 or (word == UNDO and seat not in self.actors):
            return None
        index = self._history.last_move(seat, past_others=word == TAKEBACK)
        return None if index is None or index < self.given else index

    def _go_back(self, seat: int, word: str, time: int | None) -> Step:
        index = self._back_to(seat, word)
        if index is None:
            raise Refused("refuse.undo")
        self._history.take_back(index)
        self.state = self.game.new(len(self.seats), self.options)
        for actor, action in self._history.actions():
            self.game.apply(self.state, actor, action)
        # Offers are as they were, but what has been said since stays said.
        self._offers = self._history.entries[index].offers
        for said in self._history.words_since(index):
            now = self._history.open_standing
            self._offers = self._offers.said(seat_of(said.step), said.step.text, said.turn, now)
        step = step_of(seat, word, time)
        self._write(HistoryEntry(step, self._offers, self._turn, undoes=index))
        return step
