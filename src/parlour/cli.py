"""The `parlour` command: one door to play, watch, verify, the engine protocol and the server."""

import argparse
import os
import sys
from collections.abc import Container
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from parlour import __version__
from parlour.server.settings import DEFAULT, KEEPING, LISTENING, Settings, add_arguments, settings_from

if TYPE_CHECKING:
    from parlour.core.record import Record

FOUND_AT = (*KEEPING, "host", "port", "public_url")  # what a link to a house is made from
LONGEST_RECORD = 16 * 1024 * 1024


def main(argv: list[str] | None = None) -> int:
    """Run one command; answers the exit code. Refusals are one sentence on stderr, never a traceback."""
    args = parser().parse_args(argv)
    # Nothing is imported before it is needed: `parlour --help` must not wait for the compiler's library.
    from parlour.core.languages import language_of_machine
    from parlour.core.texts import Refused

    args.language = language_of_machine(os.environ)
    try:
        code = args.run(args)
    except Refused as refusal:
        print(f"parlour: {refusal.said(args.language)}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader has gone; a second complaint at interpreter exit would help nobody.
        sys.stderr.close()
        return 1
    except KeyboardInterrupt:
        return 130
    return int(code)


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="parlour", description="A house for board games.")
    top.add_argument("--version", action="version", version=f"parlour {__version__}")
    commands = top.add_subparsers(required=True, metavar="COMMAND")

    games = commands.add_parser("games", help="list the games, their seats and options")
    games.set_defaults(run=list_games)

    play = commands.add_parser("play", help="play a game in this terminal")
    play.add_argument("game", nargs="?", help="which game; not needed with --continue")
    play.add_argument("--seats", type=int, help="how many seats (default: the fewest)")
    play.add_argument("--humans", type=int, default=1, help="how many of them are people here; bots take the rest")
    play.add_argument("--bot", metavar="LEVEL", help="1 (Learner) to 5 (Master), or random (default 3; guided, 1)")
    play.add_argument("--guided", action="store_true", help="a first game, with a coach that says what matters")
    play.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a table setting; repeat it")
    play.add_argument("--save", type=Path, metavar="FILE", help="keep the match in this file, after every step")
    play.add_argument("--continue", type=Path, metavar="FILE", dest="resume", help="go on with a match kept by --save")
    play.add_argument("--seed", type=int, help="make bots and dealer repeatable")
    play.set_defaults(run=play_game)

    watch = commands.add_parser("watch", help="step through a record")
    watch.add_argument("record", type=Path)
    watch.add_argument("--seat", type=int, help="as this seat saw it (default: everything, once the match is over)")
    watch.add_argument("--spectator", action="store_true", help="as a spectator saw it")
    watch.add_argument("--step", type=int, help="begin at this step")
    watch.set_defaults(run=watch_record)

    verify = commands.add_parser("verify", help="check every chance step of a record, offline")
    verify.add_argument("record", type=Path)
    verify.add_argument("--commitment", metavar="DIGITS", help="the one you wrote down before the match: is it this?")
    verify.add_argument(
        "--contribution", action="append", default=[], metavar="TEXT", help="yours: is it in there? repeat it"
    )
    verify.set_defaults(run=verify_record)

    review = commands.add_parser("review", help="look at a finished match again with the strongest bot's eyes")
    review.add_argument("record", type=Path)
    review.add_argument(
        "--seconds", type=float, default=60.0, help="of one core for the whole match, about (default 60)"
    )
    review.add_argument("--every", action="store_true", help="list every choice, not just the mistakes")
    review.add_argument("--json", action="store_true", help="print the whole review as JSON")
    review.set_defaults(run=review_record)

    engine = commands.add_parser("engine", help="drive the rules by JSON lines on standard input and output")
    engine.set_defaults(run=run_engine)

    prepare = commands.add_parser("compile", help="compile games now, so that no first move waits for it")
    prepare.add_argument("games", nargs="*", metavar="GAME", help="which (default: all)")
    prepare.add_argument(
        "--for",
        dest="machine",
        choices=("cpu", "wasm", "gpu"),
        help="just for this machine: this one, browsers, NVIDIA GPUs (default: cpu, and wasm where its linker is)",
    )
    prepare.add_argument("--to", type=Path, metavar="FOLDER", help="write the modules of --for wasm or gpu there")
    prepare.add_argument(
        "--beside", action="store_true", help="put modules for browsers into the games' folders, for a wheel"
    )
    prepare.set_defaults(run=compile_games)

    arena = commands.add_parser("arena", help="let bots play each other and rate them")
    arena.add_argument("game")
    arena.add_argument(
        "--bots",
        default="1,2,3,4",
        metavar="NAMES",
        help="levels 1–5, random, uct or a game's own, with commas; 5@2000: by so many simulations, 5@50ms: by time",
    )
    arena.add_argument("--games", type=int, default=100, help="how many in all (default 100)")
    arena.add_argument("--seats", type=int, help="how many seats (default: two, or the fewest)")
    arena.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a table setting; repeat it")
    arena.add_argument("--seed", type=int, default=0, help="other games of the same kind")
    arena.add_argument("--jobs", type=int, help="games at a time (default: one for each core)")
    arena.add_argument(
        "--folder", type=Path, help="keep records, results and a plot here, and go on with what is there"
    )
    arena.add_argument("--sprt", action="store_true", help="stop when every pair's verdict is clear: 55 against 65 %%")
    arena.set_defaults(run=run_arena)

    train = commands.add_parser("train", help="let a game's bots teach themselves (needs parlour[train])")
    train.add_argument("game")
    train.add_argument(
        "--settings", type=Path, metavar="FILE", help="what decides it, as TOML (default: the game's own train.toml)"
    )
    train.add_argument("--folder", type=Path, help="where it is, and goes on (default: training-GAME)")
    train.add_argument("--minutes", type=float, help="begin no round after so many")
    train.add_argument("--threads", type=int, help="matches at a time on this machine's cores (default: all)")
    train.add_argument(
        "--start", type=Path, metavar="NET", help="the best so far is this one, not the one that is shipped"
    )
    train.add_argument("--anew", action="store_true", help="begin without any net")
    train.add_argument("--on", choices=("cpu", "gpu"), default="cpu", help="play on cores, or on a GPU by CuPy")
    train.add_argument(
        "--pack", action="store_true", help="just write the folder, with kernels: for `python -m parlour.train FOLDER`"
    )
    train.set_defaults(run=train_game)

    backup = commands.add_parser("backup", help="copy a house's data into one file; the house may be open")
    backup.add_argument("file", type=Path, help="the copy; it must not be there yet")
    add_arguments(backup, KEEPING)
    backup.set_defaults(run=backup_house)

    restore = commands.add_parser("restore", help="put a copy made by backup in place; the house must be closed")
    restore.add_argument("file", type=Path)
    add_arguments(restore, KEEPING)
    restore.add_argument("--force", action="store_true", help="even if there is a house in that place: it is replaced")
    restore.set_defaults(run=restore_house)

    export = commands.add_parser("export", help="put a house into one file, to move it; the house may be open")
    export.add_argument("file", type=Path, help="it must not be there yet")
    export.add_argument(
        "--for-schema",
        type=int,
        metavar="NUMBER",
        help="for an older Parlour, whose data have this version; 11 is the one before",
    )
    add_arguments(export, KEEPING)
    export.set_defaults(run=export_house)

    moved = commands.add_parser("import", help="put a house that was exported into an empty place")
    moved.add_argument("file", type=Path)
    add_arguments(moved, KEEPING)
    moved.set_defaults(run=import_house)

    ratings = commands.add_parser("ratings", help="count ratings again, from the matches themselves")
    todo = ratings.add_subparsers(required=True, metavar="WHAT")
    for name, about in (
        ("rebuild", "count all again and keep that; a house in a file must be closed"),
        ("check", "say where what is kept differs from that, and change nothing"),
    ):
        what = todo.add_parser(name, help=about)
        add_arguments(what, KEEPING)
        what.set_defaults(run=count_ratings, what=name)

    for role, whom in (("host", "run this house"), ("moderator", "help to keep it pleasant")):
        holders = commands.add_parser(role, help=f"say who may {whom}; the house may be open")
        todo = holders.add_subparsers(required=True, metavar="WHAT")
        for name, about in (("add", "somebody with an account"), ("remove", "somebody no longer"), ("list", "all")):
            what = todo.add_parser(name, help=about)
            if name != "list":
                what.add_argument("name", help="what the account is called")
            add_arguments(what, KEEPING)
            what.set_defaults(run=change_roles, role=role, what=name)

    health = commands.add_parser("healthcheck", help="ask a house on this machine whether it is open and can write")
    add_arguments(health, LISTENING)
    health.set_defaults(run=check_health)

    locked_out = commands.add_parser("let-in", help="a link for a host, or anybody, who is locked out of their account")
    locked_out.add_argument("name", help="what the account is called")
    add_arguments(locked_out, FOUND_AT)
    locked_out.set_defaults(run=let_in)

    puzzles = commands.add_parser("puzzles", help="find positions with one clear best move, ahead")
    puzzles_do = puzzles.add_subparsers(required=True, metavar="WHAT")
    make = puzzles_do.add_parser("make", help="find more; it goes on where it stopped")
    make.add_argument("game")
    make.add_argument("--to", type=Path, default=Path("puzzles"), metavar="FOLDER", help="where (default: puzzles)")
    make.add_argument("--count", type=int, default=300, help="stop when there are so many (default 300)")
    make.add_argument("--seconds", type=float, default=600.0, help="or after so long (default 600)")
    make.add_argument("--seats", type=int, help="of the matches of self-play (default: two, or the fewest)")
    make.add_argument("--records", type=Path, metavar="FOLDER", help="look through these finished matches first")
    make.set_defaults(run=make_puzzles)

    begin = commands.add_parser("new-game", help="make a folder with a small game that plays, to begin yours from")
    begin.add_argument("name", metavar="NAME", help="small letters, digits and underscores")
    begin.add_argument("--in", type=Path, default=Path(), metavar="FOLDER", dest="where", help="where (default: here)")
    begin.set_defaults(run=begin_game)

    serve = commands.add_parser("serve", help="start the server with its page")
    add_arguments(serve)
    serve.add_argument("--reload", action="store_true", help="start again when the sources change")
    serve.set_defaults(run=run_server)
    return top


def make_puzzles(args: argparse.Namespace) -> int:
    from parlour.terminal import puzzles

    return puzzles.make_puzzles(
        args.game,
        args.to,
        count=args.count,
        seconds=args.seconds,
        seats=args.seats,
        taken=args.records,
        language=args.language,
    )


def begin_game(args: argparse.Namespace) -> int:
    from parlour.commands.new_game import new_game

    return new_game(args.name, args.where)


def list_games(args: argparse.Namespace) -> int:
    from parlour.games import all_games
    from parlour.terminal.pages import game_lines

    for game in all_games():
        print("\n".join(game_lines(game, args.language)))
    return 0


def play_game(args: argparse.Namespace) -> int:
    from parlour.bots.bot import bot_named
    from parlour.core.texts import Refused
    from parlour.games import load
    from parlour.terminal.play import play

    record = _read_record(args.resume) if args.resume else None
    if record is not None and args.game not in (None, record.game):
        raise Refused("refuse.record-game", game=record.game, known=args.game)
    name = record.game if record is not None else args.game
    if name is None:
        raise Refused("refuse.which-game")
    game = load(name)
    if args.bot is not None:
        bot_named(args.bot, game, game.seats[0], 0)  # refuse before the compiler is asked
    _prepare(name)
    options = dict(_option(pair) for pair in args.option)
    return play(
        game,
        seats=args.seats,
        options=options,
        humans=args.humans,
        bot=args.bot,
        guided=args.guided,
        record=record,
        save=args.save or args.resume,
        seed=args.seed,
        language=args.language,
    )


def watch_record(args: argparse.Namespace) -> int:
    from parlour.games import load
    from parlour.terminal.watch import watch

    record = _read_record(args.record)
    game = load(record.game)
    everything = args.seat is None and not args.spectator
    return watch(record, game, seat=args.seat, everything=everything, step=args.step, language=args.language)


def verify_record(args: argparse.Namespace) -> int:
    from parlour.core.texts import Refused
    from parlour.core.verify import compare, verify
    from parlour.games import load

    record = _read_record(args.record)
    game = load(record.game)
    say = game.catalogue(args.language).render
    try:
        compared = compare(record, args.commitment, args.contribution)
        for one in compared:
            print(say(one.text), end="\n\n")
        verdict = verify(record, game)
    except Refused as refusal:
        print(f"parlour: {say(refusal.text)}", file=sys.stderr)
        return 2
    print(say(verdict.text))
    return 0 if verdict.good and all(one.good for one in compared) else 1


def review_record(args: argparse.Namespace) -> int:
    from parlour.core.texts import Refused
    from parlour.games import load
    from parlour.terminal.review import review

    if not 1 <= args.seconds <= 3600:
        raise Refused("refuse.review-seconds")
    record = _read_record(args.record)
    return review(record, load(record.game), args.seconds, every=args.every, json=args.json, language=args.language)


def run_engine(args: argparse.Namespace) -> int:
    from parlour.terminal.engine import serve

    return serve(sys.stdin.buffer, sys.stdout.buffer)


def compile_games(args: argparse.Namespace) -> int:
    from concurrent.futures import ThreadPoolExecutor

    from parlour.core.compiled.compile_times import compilers_at_once, expected
    from parlour.core.texts import Refused
    from parlour.games import load, names

    wanted = args.games or names()
    for name in wanted:
        load(name)  # refuse before anything is compiled
    if args.machine == "gpu" and args.to is None:
        raise Refused("refuse.compile-folder")
    if args.to is not None and args.machine not in ("wasm", "gpu"):
        raise Refused("refuse.compile-machine")
    # Every game compiles in a process of its own; the threads only wait for them. The longest first: then no core is
    # idle while another still has two of them to do.
    wanted = sorted(wanted, key=lambda name: -expected(load(name)).all)
    with ThreadPoolExecutor(compilers_at_once()) as threads:
        if args.machine in (None, "cpu"):
            list(threads.map(_prepare, wanted))
        if args.machine == "cpu":
            return 0
        machine = args.machine or "wasm"
        if machine == "wasm" and not _can_link():
            if args.machine is None and not args.beside:
                return 0  # the page does without
            raise Refused("refuse.no-linker")
        made = list(threads.map(lambda name: _make_module(name, machine, args.to, args.beside), wanted))
    return 0 if all(made) or args.machine is None else 1


def run_arena(args: argparse.Namespace) -> int:
    from parlour.bots.arena import ArenaSettings
    from parlour.bots.standings import Sprt
    from parlour.games import load
    from parlour.terminal.arena import arena

    game = load(args.game)
    seats = args.seats or max(2, game.seats[0])
    bots = tuple(name.strip() for name in args.bots.split(","))
    options = game.options_for(seats, dict(_option(pair) for pair in args.option))
    settings = ArenaSettings(args.game, bots, args.games, seats, options, args.seed)
    return arena(settings, args.folder, args.jobs, Sprt() if args.sprt else None, args.language)


def train_game(args: argparse.Namespace) -> int:
    from parlour.core.net import BadNet
    from parlour.train.fit import NoTorch
    from parlour.train.gpu import NoGpu
    from parlour.train.prepare import train
    from parlour.train.settings import BadSettings

    try:
        train(
            args.game, args.settings, args.folder or Path(f"training-{args.game}"), minutes=args.minutes,
            threads=args.threads, start=args.start, anew=args.anew, gpu=args.on == "gpu", pack=args.pack,
        )  # fmt: skip
    except (BadNet, BadSettings, NoGpu, NoTorch) as problem:
        print(f"parlour: {problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("parlour: stopped; the same command goes on from here", file=sys.stderr)
        return 130
    return 0


def run_server(args: argparse.Namespace) -> int:
    from parlour.server.run import run

    settings = _settings(args)
    return 2 if settings is None else run(settings, args.reload)


def check_health(args: argparse.Namespace) -> int:
    from parlour.commands import healthcheck

    settings = _settings(args, LISTENING)
    return 2 if settings is None else healthcheck(settings.host, settings.port)


def backup_house(args: argparse.Namespace) -> int:
    from parlour.commands import backup

    settings = _settings(args, KEEPING)
    return 2 if settings is None else backup(settings.database, args.file)


def restore_house(args: argparse.Namespace) -> int:
    from parlour.commands import restore

    settings = _settings(args, KEEPING)
    if settings is None:
        return 2
    if settings.origins["database"] == DEFAULT:
        settings.make_folder()
    return restore(args.file, settings.database, args.force)


def export_house(args: argparse.Namespace) -> int:
    from parlour.commands import export

    settings = _settings(args, KEEPING)
    return 2 if settings is None else export(settings.database, args.file, args.for_schema)


def import_house(args: argparse.Namespace) -> int:
    from parlour.commands import import_

    settings = _settings(args, KEEPING)
    if settings is None:
        return 2
    if settings.origins["database"] == DEFAULT:
        settings.make_folder()
    return import_(args.file, settings.database)


def count_ratings(args: argparse.Namespace) -> int:
    from parlour.commands import check_ratings, rebuild_ratings

    settings = _settings(args, KEEPING)
    if settings is None:
        return 2
    return (rebuild_ratings if args.what == "rebuild" else check_ratings)(settings.database)


def change_roles(args: argparse.Namespace) -> int:
    from parlour.commands import give_role, list_role_holders, take_role
    from parlour.core.texts import Refused
    from parlour.server.texts import in_words

    settings = _settings(args, KEEPING)
    if settings is None:
        return 2
    try:
        if args.what == "list":
            return list_role_holders(settings.database, args.role)
        return (give_role if args.what == "add" else take_role)(settings.database, args.role, args.name)
    except Refused as refusal:
        print(f"parlour: {in_words(refusal, args.language)}", file=sys.stderr)
        return 2


def let_in(args: argparse.Namespace) -> int:
    from parlour.commands import let_in
    from parlour.core.texts import Refused
    from parlour.server.app import address_of
    from parlour.server.texts import in_words

    settings = _settings(args, FOUND_AT)
    if settings is None:
        return 2
    try:
        return let_in(settings.database, address_of(settings), args.name)
    except Refused as refusal:
        print(f"parlour: {in_words(refusal, args.language)}", file=sys.stderr)
        return 2


def _settings(args: argparse.Namespace, only: Container[str] | None = None) -> Settings | None:
    """A house's settings, the same for all commands; None: it has been said why not."""
    from parlour.core.texts import Refused
    from parlour.server.texts import in_words

    try:
        return settings_from(args, os.environ, only)
    except Refused as refusal:
        print(f"parlour: {in_words(refusal, args.language)}", file=sys.stderr)
        return None


def _prepare(name: str) -> None:
    from parlour.bots import is_ready, prepare
    from parlour.core.compiled.compile_times import expected
    from parlour.games import load

    if not is_ready(name):
        seconds = round(expected(load(name)).all)
        print(f"Compiling {name} and its bots, once: about {seconds} s …", file=sys.stderr, flush=True)
        prepare(name)


def _can_link() -> bool:
    from parlour.core.compiled.retarget import linker

    return linker() is not None


def _make_module(name: str, machine: str, folder: Path | None, beside: bool) -> bool:
    """A game's module for another machine, made or found, and put where it is wanted; False if there can be none."""
    from parlour.bots import machines
    from parlour.core.compiled import kept
    from parlour.core.compiled.jit import BROUGHT
    from parlour.core.compiled.retarget import NotPortable
    from parlour.games import load

    game = load(name)
    if not machines.is_made(game, machine):
        print(f"Compiling {name} for {machine}: some seconds, once …", file=sys.stderr, flush=True)
    try:
        module = machines.make(game, machine)
    except NotPortable as reason:
        print(f"parlour: {name} cannot be compiled for {machine}: {reason}", file=sys.stderr, flush=True)
        return False
    for place in (folder, game.home / BROUGHT if beside else None):
        if place is not None:
            kept.write(place, game.home.name, machine, module.path.read_bytes(), module.description)
    return True


def _read_record(path: Path) -> "Record":
    from parlour.core.record import from_json
    from parlour.core.texts import Refused

    try:
        if path.stat().st_size > LONGEST_RECORD:
            raise Refused("refuse.file-large", path=str(path))
        return from_json(path.read_bytes())
    except OSError as error:
        raise Refused("refuse.file", path=str(path), why=error.strerror or "unreadable") from None


def _option(pair: str) -> tuple[str, object]:
    """`name=value`; a value is a whole number, true, false or a word."""
    from parlour.core.texts import Refused

    name, equals, value = pair.partition("=")
    if not name or not equals:
        raise Refused("refuse.option-form", option=pair)
    try:
        return name, msgspec.json.decode(value)
    except msgspec.DecodeError:
        return name, value
