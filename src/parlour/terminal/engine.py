"""The engine protocol: JSON lines in, one line out for each. How other programs and languages drive the rules.

Whatever comes in, the answer is a line: the position, what was asked for, or a refusal that leaves all as it was.
"""

import sys
import traceback
from collections.abc import Mapping
from typing import Any, BinaryIO

import msgspec

from parlour import bots, games
from parlour.bots.bot import SearchBot, bot_named
from parlour.bots.levels import level
from parlour.bots.searcher import SearchResult
from parlour.bots.situation import situation
from parlour.core import record as records
from parlour.core.compiled.playouts import perft
from parlour.core.dealer import Dealer
from parlour.core.game import CHANCE, Game
from parlour.core.languages import FALLBACK
from parlour.core.match import Match
from parlour.core.record import Actor
from parlour.core.texts import Catalogue, Refused, Text, catalogue

LONGEST_LINE = 4 * 1024 * 1024
MOST_MS = 60_000  # that a bot may be told to think
MOST_CANDIDATES = 8
MOST_POSITIONS = 30_000_000  # that a perft may visit: some seconds

Reply = dict[str, Any]


class _Request(
    msgspec.Struct, tag_field="do", tag=lambda name: name.removesuffix("Request").lower(), forbid_unknown_fields=True
):
    pass


class NewRequest(_Request):
    game: str
    seats: int | None = None
    options: dict[str, Any] = {}


class PlayRequest(_Request):
    actor: Actor
    action: str | None = None
    actions: list[str] | None = None


class DealRequest(_Request):
    pass


class ContributeRequest(_Request):
    seat: int
    text: str


class ViewRequest(_Request):
    seat: int | None = None


class LogRequest(_Request):
    seat: int | None = None


class UndoRequest(_Request):
    seat: int


class RecordRequest(_Request):
    secret: bool = False  # with the dealer's secret, so that the match can be loaded and go on


class LoadRequest(_Request):
    record: dict[str, Any]


class PerftRequest(_Request):
    depth: int


class BotRequest(_Request):
    level: int
    seat: int
    ms: int | None = None  # how long to think, instead of the level's simulations
    seed: int = 0


class GamesRequest(_Request):
    pass


class QuitRequest(_Request):
    pass


Request = (
    NewRequest
    | PlayRequest
    | DealRequest
    | ContributeRequest
    | ViewRequest
    | LogRequest
    | UndoRequest
    | RecordRequest
    | LoadRequest
    | PerftRequest
    | BotRequest
    | GamesRequest
    | QuitRequest
)
_decoder = msgspec.json.Decoder(Request)


class Engine:
    """One match at a time, and the answers about it."""

    def __init__(self, language: str = FALLBACK) -> None:
        self._language = language
        self.match: Match | None = None
        self.quitting = False

    def answer(self, line: bytes) -> bytes:
        """One line's answer, without its newline."""
        try:
            reply = self._do(_decode(line))
        except Refused as refusal:
            reply = {"ok": False, "error": self._catalogue().render(refusal.text)}
        except Exception:  # a fault of ours must not take the caller's match with it
            traceback.print_exc(file=sys.stderr)
            reply = {"ok": False, "error": self._catalogue().render(Text("engine.fault"))}
        return msgspec.json.encode(reply)

    def _catalogue(self) -> Catalogue:
        if self.match is None:
            return catalogue(None, self._language)
        return self.match.game.catalogue(self._language)

    def _do(self, request: Request) -> Reply:
        match request:
            case NewRequest():
                self.match = _new_match(request)
            case LoadRequest():
                self.match = _loaded(request.record)
            case GamesRequest():
                return {"ok": True, "games": [_game_facts(game) for game in games.all_games()]}
            case QuitRequest():
                self.quitting = True
                return {"ok": True}
            case _:
                return self._ask(request, self._playing())
        return status(self._playing())

    def _ask(self, request: Request, match: Match) -> Reply:
        match request:
            case PlayRequest():
                _play(match, request)
            case DealRequest():
                match.deal()
            case UndoRequest():
                match.undo(_seat(match, request.seat))
            case ContributeRequest():
                return {"ok": True, "commitment": match.contribute(request.seat, request.text)}
            case ViewRequest():
                return {"ok": True, "view": match.view(_viewer(match, request.seat))}
            case LogRequest():
                return {"ok": True, "log": match.log(_viewer(match, request.seat))}
            case RecordRequest():
                return {"ok": True, "record": records.to_builtins(match.record(request.secret))}
            case PerftRequest():
                return {"ok": True, "nodes": _perft(match, request.depth)}
            case BotRequest():
                return self._bot(match, request)
        return status(match)

    def _bot(self, match: Match, request: BotRequest) -> Reply:
        """What a bot of that level would play for a seat that is to act, and why. Nothing is played."""
        seat = _seat(match, request.seat)
        if match.over or seat not in match.actors:
            raise Refused("refuse.over" if match.over else "refuse.not-your-turn")
        if request.ms is not None and not 1 <= request.ms <= MOST_MS:
            raise Refused("engine.ms", most=MOST_MS)
        name = str(level(request.level).number) if request.ms is None else f"{request.level}@{request.ms}ms"
        bots.prepare(match.game.name)
        bot = bot_named(name, match.game, len(match.seats), request.seed)
        action = match.game.text(bot.step(situation(match, seat)))
        found = bot.found if isinstance(bot, SearchBot) else None
        return {"ok": True, "action": action, **({} if found is None else _explained(match.game, found))}

    def _playing(self) -> Match:
        if self.match is None:
            raise Refused("engine.no-match")
        return self.match


def _explained(game: Game, found: SearchResult) -> Reply:
    best = [
        {"action": game.text(c.action), "visits": c.visits, "values": c.values}
        for c in found.candidates[:MOST_CANDIDATES]
    ]
    line = [[str(actor), game.text(action)] for actor, action in found.line]
    return {"values": found.values, "simulations": found.simulations, "candidates": best, "line": line}


def status(match: Match) -> Reply:
    """Who may act and how; the result when it is over."""
    reply: Reply = {"ok": True, "actors": [], "legal": {}, "also": {}, "over": match.over}
    if match.actor == CHANCE:
        reply["actors"], reply["legal"] = ["*"], {"*": match.outcomes()}
    else:
        reply["actors"] = match.actors
        reply["legal"] = {str(seat): match.legal(seat) for seat in match.actors}
    also = {str(seat): match.also(seat) for seat in range(len(match.seats))}
    reply["also"] = {seat: actions for seat, actions in also.items() if actions}
    result = match.result
    if result is not None:
        returns = [int(x) if x == int(x) else x for x in result.returns]
        reply["result"] = {"returns": returns, "scores": result.scores, "ending": result.ending}
    return reply


def serve(lines: BinaryIO, out: BinaryIO, language: str = FALLBACK) -> int:
    """Answer every line until `quit` or the end of input."""
    engine = Engine(language)
    while not engine.quitting:
        line = lines.readline(LONGEST_LINE + 1)
        if not line:
            break
        if len(line) > LONGEST_LINE and not line.endswith(b"\n"):
            _skip_line(lines)
        out.write(engine.answer(line) + b"\n")
        out.flush()
    return 0


def _skip_line(lines: BinaryIO) -> None:
    while (rest := lines.readline(LONGEST_LINE)) and not rest.endswith(b"\n"):
        pass


def _decode(line: bytes) -> Request:
    if len(line) > LONGEST_LINE:
        raise Refused("engine.long", most=LONGEST_LINE // 1024)
    try:
        request: Request = _decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused("engine.request", why=str(error)) from None
    return request


def _new_match(request: NewRequest) -> Match:
    game = games.load(request.game)
    seats = game.seats[0] if request.seats is None else request.seats
    game.options_for(seats, request.options)  # refuse before the compiler is asked
    games.prepare(game.name)
    return Match(game, seats, request.options, Dealer(seats) if game.chancy else None)


def _loaded(tree: Mapping[str, Any]) -> Match:
    record = records.from_builtins(dict(tree))
    game = games.load(record.game)
    games.prepare(game.name)
    return Match.from_record(record, game)


def _play(match: Match, request: PlayRequest) -> None:
    actor = CHANCE if request.actor == "*" else int(request.actor)
    if (request.action is None) == (request.actions is None):
        raise Refused("engine.play")
    if request.action is not None:
        match.play(actor if actor == CHANCE else _seat(match, actor), request.action)
    elif request.actions is not None:
        match.play_all(actor if actor == CHANCE else _seat(match, actor), request.actions)


def _perft(match: Match, depth: int) -> int:
    if depth < 0:
        raise Refused("engine.depth")
    nodes = 0 if match.over else perft(match.game, match.state, depth, most=MOST_POSITIONS)
    if nodes is None:
        raise Refused("engine.perft-large", most=MOST_POSITIONS)
    return nodes


def _seat(match: Match, seat: int) -> int:
    if seat not in range(len(match.seats)):
        raise Refused("refuse.no-such-seat", seat=seat)
    return seat


def _viewer(match: Match, seat: int | None) -> int | None:
    return None if seat is None else _seat(match, seat)


def _game_facts(game: Game) -> Reply:
    facts = {"name": game.name, "title": game.title, "rules_version": game.rules_version}
    return {**facts, "seats": [game.seats[0], game.seats[-1]], "options": list(game.options)}
