"""Playing at this keyboard: people take turns at it, bots take theirs by themselves."""

import hashlib
import sys
import time
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from random import Random

from rich.text import Text as Ink

from parlour.bots.bot import Bot, bot_named, remarks
from parlour.bots.situation import situation
from parlour.core.dealer import Dealer
from parlour.core.game import Game, Viewer
from parlour.core.match import Match
from parlour.core.offers import WORDS
from parlour.core.position import TAKEBACK, UNDO
from parlour.core.record import Record, Seat, sitting
from parlour.core.scene import Scene
from parlour.core.texts import Refused
from parlour.terminal import keep, prompt
from parlour.terminal.draw import Look, with_last_move
from parlour.terminal.pages import COMMANDS, help_page, rules_page
from parlour.terminal.screen import Frame, screen
from parlour.terminal.style import FAINT, STRONG, YOU
from parlour.terminal.window import Quit, Window
from parlour.terminal.words import log_lines, look_for, player_lines, result_sentences

CANNOT = 2  # exit code: nothing was played
CLOSEST = 6
BOT = "bot"  # in a record's seat: what kind of bot sits there
DEFAULT_BOT = "3"
WEAKEST_BOT = "1"
BOT_PAUSE = 0.6  # seconds between steps while only bots play


def play(
    game: Game,
    *,
    seats: int | None,
    options: dict[str, object],
    humans: int,
    bot: str | None = None,
    guided: bool = False,
    record: Record | None,
    save: Path | None,
    seed: int | None,
    language: str = "en",
) -> int:
    """A match to its end or until somebody leaves; answers the exit code."""
    bot = bot or (WEAKEST_BOT if guided else DEFAULT_BOT)
    try:
        match = continued(record, game) if record else new_match(game, seats, options, humans, bot, seed, language)
        if guided and sum(sitter.kind == "person" for sitter in sitting(match.seats, match.substitutions)) != 1:
            raise Refused("terminal.guided")
    except Refused as refused:
        print(look_for(game, 0, language).words.render(refused.text), file=sys.stderr)
        return CANNOT
    return KeyboardMatch(match, save, Random(seed), language, guided).run()


def new_match(
    game: Game, seats: int | None, options: dict[str, object], humans: int, bot: str, seed: int | None, language: str
) -> Match:
    """People sit first, bots after them; the record says what kind of bots they are."""
    count = max(game.seats[0], humans) if seats is None else seats
    game.options_for(count, options)  # says what is wrong with the number of seats before anything else
    if not 0 <= humans <= count:
        raise Refused("terminal.people", seats=count, humans=humans)
    look = look_for(game, count, language)
    people = [Seat(look.name(seat)) for seat in range(humans)]
    sitters = people + [Seat(look.name(seat), "bot", {BOT: bot}) for seat in range(humans, count)]
    secret = None if seed is None else hashlib.sha256(f"parlour terminal {seed}".encode()).digest()
    return Match(game, sitters, options, Dealer(count, secret) if game.chancy else None)


def continued(record: Record, game: Game) -> Match:
    """The match of a record, with a dealer to go on with."""
    match = Match.from_record(record, game)
    if game.chancy and match.dealer is None and not match.over:
        if record.dealing is not None:
            raise Refused("terminal.no-secret")
        match.dealer = Dealer(len(match.seats))  # dealt by hand so far; nothing was promised about the rest
    return match


class KeyboardMatch:
    """One match at one keyboard."""

    def __init__(self, match: Match, path: Path | None, rng: Random, language: str, guided: bool = False) -> None:
        self.match, self.game, self.path, self.rng, self.language = match, match.game, path, rng, language
        self.look: Look = look_for(match.game, len(match.seats), language)
        self.sitting = sitting(match.seats, match.substitutions)
        self.bots: dict[int, Bot] = {}  # made when they are first asked
        self.people = [seat for seat, sitter in enumerate(self.sitting) if sitter.kind == "person"]
        self.guided = guided  # one person among bots has a coach
        self.window = Window()
        self.looking: int | None = None  # the person at the keyboard, where hands are hidden
        self.notices: list[str] = []
        self.before: dict[Viewer, Scene] = {}  # what each viewer saw before the last step
        self.told: dict[Viewer, int] = {}  # how much of the log each viewer has been shown
        self.drawn_at: tuple[Viewer, int] | None = None

    def run(self) -> int:
        left = False
        try:
            self.keep()
        except OSError as error:
            self.window.say(self.save_failed(self.path or Path(), error))
            return CANNOT
        with self.window:
            try:
                self.play_on()
            except (Quit, EOFError, KeyboardInterrupt):
                left = True
        self.farewell(left)
        return 0

    # -- the course of a match ----------------------------------------------------------------------------

    def play_on(self) -> None:
        self.settle()
        while not self.match.over:
            remarks(
                self.match, {seat: self.bot_at(seat) for seat in range(len(self.sitting)) if seat not in self.people}
            )
            seat = self.match.actors[0]
            if seat in self.people:
                self.turn_of_person(seat)
            else:
                self.turn_of_bot(seat)

    def turn_of_person(self, seat: int) -> None:
        """Until a step is taken."""
        self.hand_over(seat)
        while not self.obey(seat, self.ask(seat)):
            pass

    def turn_of_bot(self, seat: int) -> None:
        action = self.bot_at(seat).step(situation(self.match, seat))
        self.take(seat, self.game.text(action))
        if not self.people:
            self.draw(None)
            if self.window.full:
                time.sleep(BOT_PAUSE)

    def bot_at(self, seat: int) -> Bot:
        if seat not in self.bots:
            name = str(self.sitting[seat].extra.get(BOT, DEFAULT_BOT))
            self.bots[seat] = bot_named(name, self.game, len(self.match.seats), self.rng.getrandbits(40))
        return self.bots[seat]

    def take(self, seat: int, text: str) -> None:
        """A step and the cards that follow from it, kept before anybody sees them."""
        before: dict[Viewer, Scene] = {viewer: self.match.scene(viewer) for viewer in (*self.people, None)}
        if text == TAKEBACK:
            self.match.take_back(seat)
        else:
            self.match.play(seat, text)
        self.before = before
        self.settle()

    def settle(self) -> None:
        """Chance takes its steps, and the match is kept."""
        self.match.deal_all()
        try:
            self.keep()
        except OSError as error:
            self.notices.append(self.save_failed(self.path or Path(), error))

    def keep(self) -> None:
        if self.path is not None:
            keep.write(self.match, self.path)

    def hand_over(self, seat: int) -> None:
        """Where hands are hidden, the next person sees nothing before the last one has turned away."""
        if not self.game.hidden or len(self.people) < 2 or self.looking == seat:
            return
        self.notices = []
        prompt.forget()
        self.window.clear()
        name = self.look.name(seat)
        self.window.say("", Ink(f"  {self.look.say('terminal.hand-over', seat=name)}", STRONG), "")
        waiting = self.look.say("terminal.hand-over-enter", seat=name)
        self.window.wait(f"  {waiting} ")
        self.window.clear()
        self.looking = seat
        self.drawn_at = None

    # -- what a person types ------------------------------------------------------------------------------

    def ask(self, seat: int) -> str:
        self.draw(seat)
        offered = [*self.match.legal(seat), *self.match.also(seat), *COMMANDS]
        question = self.look.say("terminal.ask", seat=self.look.name(seat))
        return self.window.ask(question, offered)

    def obey(self, seat: int, typed: str) -> bool:
        """Do what was typed; true if a step was taken."""
        self.notices = []
        text = " ".join(typed.split())
        playable = [*self.match.legal(seat), *self.match.also(seat)]
        if text in playable:
            return self.try_step(seat, text)
        word, _, rest = text.partition(" ")
        match word.lower():
            case "":
                self.drawn_at = None
            case "?" | "help":
                self.read(help_page(self.match, seat, self.look, self.window.width))
            case "rules":
                self.read(rules_page(self.game, self.look, self.language))
            case "log":
                lines = log_lines(self.match.told(seat), self.game, self.look)
                self.read(lines or [Ink(self.look.say("terminal.empty-log"))])
            case "for":
                return self.obey_another(rest)
            case "save":
                self.save_as(rest)
            case "quit" | "q" | "exit":
                raise Quit
            case said if said in (*WORDS, UNDO, TAKEBACK):  # at one keyboard everybody can agree to a takeback
                return self.try_step(seat, said)
            case _:
                same = [each for each in playable if each.lower() == text.lower()]
                return self.try_step(seat, same[0] if len(same) == 1 else text)
        return False

    def obey_another(self, typed: str) -> bool:
        """A person who is not on turn signals or resigns, by the hand of the one at the keyboard."""
        number, _, text = typed.partition(" ")
        seat = int(number) - 1 if number.isdecimal() else -1
        if seat not in self.people or not text:
            self.notices = [self.look.say("terminal.for.whom")]
            return False
        if self.game.hidden and seat in self.match.actors and text not in WORDS:
            # Both deploy in secret, say: a refusal would tell of the other's ships.
            self.notices = [self.look.say("terminal.for.secret", seat=self.look.name(seat))]
            return False
        return self.try_step(seat, text)

    def try_step(self, seat: int, text: str) -> bool:
        try:
            self.take(seat, text)
        except Refused as refused:
            self.notices = [self.look.words.render(refused.text), self.closest(seat, text)]
            return False
        return True

    def closest(self, seat: int, text: str) -> str:
        playable = [*self.match.legal(seat), *self.match.also(seat)]
        near = get_close_matches(text.lower(), playable, CLOSEST, 0.4)
        if near:
            return self.look.say("terminal.closest", actions=", ".join(near))
        some = playable[:CLOSEST] + ["…"] * (len(playable) > CLOSEST)
        return self.look.say("terminal.nothing-like-it", actions=", ".join(some))

    def save_as(self, name: str) -> None:
        if not name and self.path is None:
            self.notices = [self.look.say("terminal.save-what")]
            return
        path = Path(name).expanduser() if name else self.path
        assert path is not None
        try:
            keep.write(self.match, path)
        except OSError as error:
            self.notices = [self.save_failed(path, error)]
            return
        self.path = path
        self.notices = [self.look.say("terminal.saved", path=str(path))]

    def save_failed(self, path: Path, error: OSError) -> str:
        return self.look.say("terminal.save-failed", path=str(path), why=error.strerror or str(error))

    # -- what is shown ------------------------------------------------------------------------------------

    def draw(self, viewer: Viewer) -> None:
        """The whole screen; where lines just follow each other, only what is new."""
        if self.window.height is None:
            self.draw_lines(viewer)
            return
        self.window.show(screen(self.frame(viewer), self.window.width, self.window.height))
        self.told[viewer] = len(self.match.log(viewer))

    def draw_lines(self, viewer: Viewer) -> None:
        here = (viewer, self.match.version)
        if self.drawn_at != here:
            log = self.match.told(viewer)
            news = log[self.told.get(viewer, 0) :]
            self.window.say("", *log_lines([line for line in news if line.by != str(viewer)], self.game, self.look))
            frame = self.frame(viewer)
            self.window.say(*screen(replace(frame, notices=()), self.window.width, None))
            self.drawn_at, self.told[viewer] = here, len(log)
        self.window.say(*self.notices_for(viewer))

    def frame(self, viewer: Viewer) -> Frame:
        match, look = self.match, self.look
        scene = with_last_move(self.before.get(viewer), match.scene(viewer))
        log = match.told(viewer)
        fresh = len(log) - self.told.get(viewer, 0)
        if viewer is not None and viewer in match.actors:
            places = frozenset(choice.path[0] for choice in match.choices(viewer) if choice.path and not choice.also)
            look = replace(look, open=places)
        return Frame(
            title=self.title(),
            plan=match.plan(),
            scene=scene,
            look=look,
            viewer=viewer,
            turn=self.turn_line(viewer),
            players=player_lines(self.sitting, scene, look, viewer),
            log=log_lines(log, self.game, look, fresh),
            notices=self.notices_for(viewer),
            hint=look.say("terminal.hint"),
            by_text=look.say("terminal.by-text"),
        )

    def notices_for(self, viewer: Viewer) -> list[str]:
        by = self.match.offer_by()
        hint = self.match.hint(viewer) if self.guided and viewer is not None else None
        said = [] if hint is None else [self.look.say("terminal.coach", said=self.look.words.render(hint.text))]
        if by is None or viewer is None or by == viewer:
            return [*self.notices, *said]
        return [*self.notices, *said, self.look.say("terminal.offer", seat=self.look.name(by))]

    def title(self) -> Ink:
        title = Ink(self.game.title, STRONG)
        if self.path is not None:
            title.append(f"   {self.path}", FAINT)
        return title

    def turn_line(self, viewer: Viewer) -> Ink:
        if self.match.over:
            return Ink(" ".join(result_sentences(self.match, self.look)), STRONG)
        seat = viewer if viewer in self.match.actors else self.match.actors[0]
        mine = seat == viewer and len(self.people) == 1
        key = "terminal.your-move" if mine else "terminal.to-move"
        return Ink(self.look.say(key, seat=self.look.name(seat or 0)), YOU)

    def read(self, content: object) -> None:
        say = self.look.say
        self.window.page(content, say("terminal.more"), say("terminal.back"))  # type: ignore[arg-type]

    def farewell(self, left: bool) -> None:
        """What stays on the terminal when the match has left it."""
        say, match = self.look.say, self.match
        if match.over:
            viewer = self.people[0] if len(self.people) == 1 else None
            self.drawn_at, self.notices = None, []
            self.draw(viewer)
            self.window.say("", *(Ink(each, STRONG) for each in result_sentences(match, self.look)))
            if self.path is not None:
                self.window.say(say("terminal.finished", path=str(self.path)))
        elif self.path is not None:
            self.window.say("", say("terminal.go-on", path=str(self.path)))
        else:
            self.window.say("", say("terminal.bye"))
