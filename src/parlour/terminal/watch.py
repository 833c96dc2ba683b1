"""Stepping through a record: forward, back, to a number, or slowly by itself."""

import sys
import time

import msgspec
from rich.text import Text as Ink

from parlour.core.game import Game
from parlour.core.languages import FALLBACK
from parlour.core.record import CHANCE_NAME, Record, seat_of
from parlour.core.texts import Refused
from parlour.terminal import keys
from parlour.terminal.draw import Look, with_last_move
from parlour.terminal.replay import Replay
from parlour.terminal.screen import Frame, screen
from parlour.terminal.style import FAINT, STRONG, YOU
from parlour.terminal.window import Quit, Window
from parlour.terminal.words import (
    log_line,
    log_lines,
    look_for,
    player_lines,
    result_sentences,
)

CANNOT = 2
PAUSE = 0.8  # seconds a step, when it plays by itself
LOG = 60  # lines that a screen could show


def watch(
    record: Record, game: Game, *, seat: int | None, everything: bool, step: int | None, language: str = FALLBACK
) -> int:
    """Show a record step by step; answers the exit code."""
    look = look_for(game, len(record.seats), language)
    if seat is not None and seat not in range(len(record.seats)):
        print(look.say("terminal.watch.no-seat", seat=seat, seats=len(record.seats)), file=sys.stderr)
        return CANNOT
    if record.rules_version != game.rules_version:
        versions = {"version": record.rules_version, "known": game.rules_version}
        return listed(record, game, look, look.say("terminal.watch.version", game=game.title, **versions))
    # A finished match is public. One that is not keeps its secrets, whoever has the file.
    open_to_all = everything and (record.ending is not None or not game.hidden)
    try:
        replay = Replay(record, game, None if everything else seat, open_to_all)
    except Refused as refused:
        return listed(record, game, look, look.say("terminal.watch.broken", why=look.words.render(refused.text)))
    notice = look.say("terminal.watch.still-hidden") if everything and not open_to_all else ""
    return Viewing(replay, look, notice, step or 0).run()


def listed(record: Record, game: Game, look: Look, why: str) -> int:
    """The steps as they are written, where the board cannot be drawn. Without the rules nobody can tell what of a
    match that goes on is hidden, so then only who took them."""
    window = Window()
    window.say(why, "")
    sealed = game.hidden and record.ending is None
    if sealed:
        window.say(look.say("terminal.watch.still-hidden"), "")
    for number, step in enumerate(record.steps, 1):
        who = look.say("terminal.watch.chance") if step.actor == CHANCE_NAME else look.name(seat_of(step))
        window.say(look.say("terminal.watch.line", number=number, who=who, step="?" if sealed else step.text))
    if not record.steps:
        window.say(look.say("terminal.watch.none"))
    return 0


class Viewing:
    """A place in a record, and the window that shows it."""

    def __init__(self, replay: Replay, look: Look, notice: str, number: int) -> None:
        self.replay, self.look, self.notice = replay, look, notice
        self.number = max(0, min(number, replay.last))
        self.digits = ""
        self.window = Window()

    def run(self) -> int:
        with self.window:
            try:
                if self.window.full and keys.available():
                    with keys.single():
                        self.by_keys()
                else:
                    self.by_lines()
            except (Quit, EOFError, KeyboardInterrupt):
                pass
        return 0

    def by_keys(self) -> None:
        while True:
            self.draw()
            sys.stdout.write(self.look.say("terminal.watch.ask") + self.digits)
            sys.stdout.flush()
            key = keys.read()
            if key.isdigit():
                self.digits = (self.digits + key)[-6:]
            elif key in ("\x7f", "\b"):
                self.digits = self.digits[:-1]
            else:
                order, self.digits = (self.digits or key) if key == "\n" else key, ""
                self.obey(order)

    def by_lines(self) -> None:
        self.draw()
        while True:
            self.obey(self.window.ask(self.look.say("terminal.watch.ask")).strip())
            self.draw()

    def obey(self, order: str) -> None:
        self.notice = ""
        match order:
            case "" | "\n" | "n":
                self.go(self.number + 1)
            case "b":
                self.go(self.number - 1)
            case "g":
                self.go(0)
            case "G":
                self.go(self.replay.last)
            case "p":
                self.play()
            case "q" | "quit":
                raise Quit
            case _ if order.isdecimal():
                self.go(int(order))
            case _:
                self.notice = self.look.say("terminal.watch.unknown", typed=order[:20])

    def go(self, number: int) -> None:
        self.number = max(0, min(number, self.replay.last))

    def play(self) -> None:
        """To the end by itself; any key stops it."""
        while self.number < self.replay.last:
            self.go(self.number + 1)
            if self.number < self.replay.last:  # the last one stays, and is drawn with the question
                self.draw()
                if self.stopped():
                    return

    def stopped(self) -> bool:
        """Whether a key was pressed while the step was to be seen."""
        if self.window.full:
            stopped = keys.pressed_within(PAUSE)
            if stopped:
                keys.read()
            return stopped
        if self.window.typed_by_person:
            time.sleep(PAUSE)
        return False

    # -- what is shown ------------------------------------------------------------------------------------

    def draw(self) -> None:
        self.window.show(screen(self.frame(), self.window.width, self.window.height))

    def frame(self) -> Frame:
        replay, look, number = self.replay, self.look, self.number
        before = replay.scene(number - 1) if number else None
        scene = with_last_move(before, replay.scene(number))
        log = replay.log(number, LOG)
        fresh = int(number > 0 and replay.lines[number - 1] is not None)
        title = Ink(replay.game.title, STRONG).append(f"   {self.seen_as()}", FAINT)
        return Frame(
            title=title,
            plan=replay.match.plan(),
            scene=msgspec.structs.replace(scene, prompt=None),  # it speaks to who was to move then
            look=look,
            viewer=replay.viewer,
            turn=self.where(),
            players=player_lines(replay.match.seats, scene, look, None),
            log=log_lines(log, replay.game, look, fresh),
            notices=self.said(),
            hint=look.say("terminal.watch.hint"),
        )

    def where(self) -> Ink:
        say, number = self.look.say, self.number
        if number == 0:
            return Ink(say("terminal.watch.start"), YOU)
        line = Ink(say("terminal.watch.step", number=number, last=self.replay.last), YOU)
        seen = self.replay.lines[number - 1]
        said = Ink(say("terminal.unseen")) if seen is None else log_line(seen, self.replay.game, self.look)
        return Ink("\n").join([line, said])

    def said(self) -> list[str]:
        notices = [self.notice] if self.notice else []
        return notices + (result_sentences(self.replay.match, self.look) if self.replay.over(self.number) else [])

    def seen_as(self) -> str:
        say, replay = self.look.say, self.replay
        if not replay.game.hidden:
            return ""
        if replay.everything:
            return say("terminal.watch.everything")
        if replay.viewer is None:
            return say("terminal.watch.spectator")
        return say("terminal.watch.seat", seat=self.look.name(replay.viewer))
