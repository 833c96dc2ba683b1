"""The `parlour` command: one door to play, watch, verify, the engine protocol and the server."""

import argparse
import os
import sys
from collections.abc import Container
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from parlour import __version__
from parlour.commands.command_help import CommandParser, explain
from parlour.core.languages import FALLBACK, language_of_machine
from parlour.server.settings import DEFAULT, KEEPING, LISTENING, SETTINGS, Settings, add_arguments, settings_from

if TYPE_CHECKING:
    from parlour.core.record import Record

FOUND_AT = (*KEEPING, "host", "port", "public_url")  # what a link to a house is made from
LISTED = ""  # among the commands; what is said of each stands in commands/texts
LONGEST_RECORD = 16 * 1024 * 1024


def main(argv: list[str] | None = None) -> int:
    """Run one command; answers the exit code. Refusals are one sentence on stderr, never a traceback."""
    language = language_of_machine(os.environ)
    args = parser(language).parse_args(argv)
    # Nothing is imported before it is needed: `parlour --help` must not wait for the compiler's library.
    from parlour.core.texts import Refused

    args.language = language
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


def parser(language: str = FALLBACK) -> CommandParser:
    top = CommandParser(prog="parlour", language=language)
    top.description = top.words("command.description")
    top.add_argument("--version", action="version", version=f"parlour {__version__}", help=top.words("command.version"))
    of_language = type("OfLanguage", (CommandParser,), {"language": language})  # sub-commands are made by argparse
    commands: argparse._SubParsersAction[CommandParser] = top.add_subparsers(
        required=True, metavar="COMMAND", parser_class=of_language
    )

    games = commands.add_parser("games", help=LISTED)
    games.set_defaults(run=list_games)

    play = commands.add_parser("play", help=LISTED)
    play.add_argument("game", nargs="?")
    play.add_argument("--seats", type=int)
    play.add_argument("--humans", type=int, default=1)
    play.add_argument("--bot", metavar="LEVEL")
    play.add_argument("--guided", action="store_true")
    play.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    play.add_argument("--save", type=Path, metavar="FILE")
    play.add_argument("--continue", type=Path, metavar="FILE", dest="resume")
    play.add_argument("--seed", type=int)
    play.set_defaults(run=play_game)

    watch = commands.add_parser("watch", help=LISTED)
    watch.add_argument("record", type=Path)
    watch.add_argument("--seat", type=int)
    watch.add_argument("--spectator", action="store_true")
    watch.add_argument("--step", type=int)
    watch.set_defaults(run=watch_record)

    verify = commands.add_parser("verify", help=LISTED)
    verify.add_argument("record", type=Path)
    verify.add_argument("--commitment", metavar="DIGITS")
    verify.add_argument("--contribution", action="append", default=[], metavar="TEXT")
    verify.set_defaults(run=verify_record)

    review = commands.add_parser("review", help=LISTED)
    review.add_argument("record", type=Path)
    review.add_argument("--seconds", type=float, default=60.0)
    review.add_argument("--every", action="store_true")
    review.add_argument("--json", action="store_true")
    review.set_defaults(run=review_record)

    engine = commands.add_parser("engine", help=LISTED)
    engine.set_defaults(run=run_engine)

    prepare = commands.add_parser("compile", help=LISTED)
    prepare.add_argument("games", nargs="*", metavar="GAME")
    prepare.add_argument(
        "--for",
        dest="machine",
        choices=("cpu", "wasm", "gpu"),
    )
    prepare.add_argument("--to", type=Path, metavar="FOLDER")
    prepare.add_argument("--processor", metavar="NAME")
    prepare.add_argument("--beside", action="store_true")
    prepare.set_defaults(run=compile_games)

    arena = commands.add_parser("arena", help=LISTED)
    arena.add_argument("game")
    arena.add_argument(
        "--bots",
        default="1,2,3,4",
        metavar="NAMES",
    )
    arena.add_argument("--games", type=int, default=100)
    arena.add_argument("--seats", type=int)
    arena.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    arena.add_argument("--seed", type=int, default=0)
    arena.add_argument("--jobs", type=int)
    arena.add_argument("--folder", type=Path)
    arena.add_argument("--sprt", action="store_true")
    arena.set_defaults(run=run_arena)

    train = commands.add_parser("train", help=LISTED)
    train.add_argument("game")
    train.add_argument("--seats", type=int, metavar="N")
    train.add_argument("--settings", type=Path, metavar="FILE")
    train.add_argument("--folder", type=Path)
    train.add_argument("--minutes", type=float)
    train.add_argument("--threads", type=int)
    train.add_argument("--start", type=Path, metavar="NET")
    train.add_argument("--anew", action="store_true")
    train.add_argument("--on", choices=("cpu", "gpu", "cluster"), default="cpu")
    train.add_argument("--cluster", metavar="ADDRESS")
    train.add_argument("--pack", action="store_true")
    train.set_defaults(run=train_game)

    backup = commands.add_parser("backup", help=LISTED)
    backup.add_argument("file", type=Path)
    add_arguments(backup, KEEPING)
    backup.set_defaults(run=backup_house)

    restore = commands.add_parser("restore", help=LISTED)
    restore.add_argument("file", type=Path)
    add_arguments(restore, KEEPING)
    restore.add_argument("--force", action="store_true")
    restore.set_defaults(run=restore_house)

    export = commands.add_parser("export", help=LISTED)
    export.add_argument("file", type=Path)
    export.add_argument(
        "--for-schema",
        type=int,
        metavar="NUMBER",
    )
    add_arguments(export, KEEPING)
    export.set_defaults(run=export_house)

    moved = commands.add_parser("import", help=LISTED)
    moved.add_argument("file", type=Path)
    add_arguments(moved, KEEPING)
    moved.set_defaults(run=import_house)

    ratings = commands.add_parser("ratings", help=LISTED)
    todo = ratings.add_subparsers(required=True, metavar="WHAT")
    for name in ("rebuild", "check"):
        what = todo.add_parser(name, help=LISTED)
        add_arguments(what, KEEPING)
        what.set_defaults(run=count_ratings, what=name)

    for role in ("host", "moderator"):
        holders = commands.add_parser(role, help=LISTED)
        todo = holders.add_subparsers(required=True, metavar="WHAT")
        for name in ("add", "remove", "list"):
            what = todo.add_parser(name, help=LISTED)
            if name != "list":
                what.add_argument("name")
            add_arguments(what, KEEPING)
            what.set_defaults(run=change_roles, role=role, what=name)

    health = commands.add_parser("healthcheck", help=LISTED)
    add_arguments(health, LISTENING)
    health.set_defaults(run=check_health)

    locked_out = commands.add_parser("let-in", help=LISTED)
    locked_out.add_argument("name")
    add_arguments(locked_out, FOUND_AT)
    locked_out.set_defaults(run=let_in)

    puzzles = commands.add_parser("puzzles", help=LISTED)
    puzzles_do = puzzles.add_subparsers(required=True, metavar="WHAT")
    make = puzzles_do.add_parser("make", help=LISTED)
    make.add_argument("game", metavar="GAME")
    make.add_argument("--to", type=Path, metavar="FOLDER")
    make.add_argument("--count", type=int, default=300)
    make.add_argument("--seconds", type=float, default=600.0)
    make.add_argument("--seats", type=int)
    make.add_argument("--jobs", type=int, default=1)
    make.add_argument("--first", type=int, metavar="NUMBER")
    make.add_argument("--found", type=Path, metavar="FOLDER")
    make.add_argument("--records", type=Path, metavar="FOLDER")
    make.add_argument("--from-house", metavar="DATABASE")
    make.set_defaults(run=make_puzzles)

    begin = commands.add_parser("new-game", help=LISTED)
    begin.add_argument("name", metavar="NAME")
    begin.add_argument("--in", type=Path, default=Path(), metavar="FOLDER", dest="where")
    begin.set_defaults(run=begin_game)

    on_aws = commands.add_parser("aws", help=LISTED)
    aws_do = on_aws.add_subparsers(required=True, metavar="WHAT")
    image = aws_do.add_parser("image", help=LISTED)
    image.add_argument("folder", type=Path, metavar="FOLDER")
    image.add_argument("games", nargs="*", metavar="GAME")
    image.add_argument("--requirements", type=Path, metavar="FILE", default=Path("requirements-aws.lock"))
    image.add_argument("--processor", metavar="NAME", default="x86-64-v3")
    image.set_defaults(run=lay_out_image)
    check = aws_do.add_parser("check", help=LISTED)
    check.add_argument("folder", type=Path, metavar="FOLDER", nargs="?", default=Path("deploy/aws"))
    check.add_argument("--image", type=Path, metavar="FOLDER")
    check.set_defaults(run=check_aws)

    serve = commands.add_parser("serve", help=LISTED)
    add_arguments(serve)
    serve.add_argument("--reload", action="store_true")
    serve.set_defaults(run=run_server)
    explain(top, language, {setting.flag: setting.variable for setting in SETTINGS})
    return top


def lay_out_image(args: argparse.Namespace) -> int:
    from parlour.aws.image import lay_out

    return lay_out(args.folder, args.requirements, args.processor, args.games)


def check_aws(args: argparse.Namespace) -> int:
    from parlour.aws.check import check

    return check(args.folder, args.image)


def make_puzzles(args: argparse.Namespace) -> int:
    from parlour.commands import public_records
    from parlour.terminal import puzzles

    public = public_records(args.from_house, args.game) if args.from_house else []
    return puzzles.make_puzzles(
        args.game,
        args.to,
        count=args.count,
        seconds=args.seconds,
        seats=args.seats,
        jobs=args.jobs,
        first=args.first,
        taken=args.records,
        public=public,
        found=args.found,
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

    return serve(sys.stdin.buffer, sys.stdout.buffer, args.language)


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
    if args.to is not None and args.machine is None:
        raise Refused("refuse.compile-machine")
    if args.processor is not None and (args.machine != "cpu" or args.to is None):
        raise Refused("refuse.compile-processor")
    if args.machine == "cpu" and args.to is not None:
        return _bring_along(wanted, args.to, args.processor)
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


def _training_folder(args: argparse.Namespace) -> Path:
    return Path(f"training-{args.game}" if args.seats is None else f"training-{args.game}-{args.seats}")


def train_game(args: argparse.Namespace) -> int:
    from parlour.core.compiled.gpu import NoGpu
    from parlour.core.net import BadNet
    from parlour.train.cluster import NoCluster
    from parlour.train.fit import NoTorch
    from parlour.train.prepare import packs, train
    from parlour.train.settings import BadSettings

    wanted: list[tuple[str, int | None, Path]] = [(args.game, args.seats, args.folder or _training_folder(args))]
    if args.pack and args.game == "all":
        home = args.folder or Path("trainings")
        wanted = [(name, seats, home / f"{name}-{seats}") for name, seats in packs()]
    try:
        for name, seats, folder in wanted:
            train(
                name, args.settings, folder, seats=seats, minutes=args.minutes, threads=args.threads,
                start=args.start, anew=args.anew, on="cluster" if args.cluster else args.on, pack=args.pack,
                cluster=args.cluster,
            )  # fmt: skip
            if args.pack:
                print(f"{folder}: {name}, {sum(each.stat().st_size for each in folder.iterdir()) / 1e6:.1f} MB")
    except (BadNet, BadSettings, NoCluster, NoGpu, NoTorch) as problem:
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
    from parlour.commands import say
    from parlour.core.compiled.compile_times import expected
    from parlour.games import load

    if not is_ready(name):
        seconds = round(expected(load(name)).all)
        print(say("compile.game", game=name, seconds=seconds), file=sys.stderr, flush=True)
        prepare(name)


def _bring_along(wanted: list[str], folder: Path, processor: str | None) -> int:
    """Compiled games for an image, which only reads them. What they are compiled for is known before Numba is: in a
    process of its own."""
    from parlour.core.compiled.kept import compile_for_image

    settings = compile_for_image(wanted, folder, processor)
    if settings is None:
        return 1
    print("\n".join(f"{name}={value}" for name, value in settings.items()))
    return 0


def _can_link() -> bool:
    from parlour.core.compiled.retarget import linker

    return linker() is not None


def _make_module(name: str, machine: str, folder: Path | None, beside: bool) -> bool:
    """A game's module for another machine, made or found, and put where it is wanted; False if there can be none."""
    from parlour.bots import machines
    from parlour.commands import say
    from parlour.core.compiled import kept
    from parlour.core.compiled.compile_times import expected
    from parlour.core.compiled.jit import BROUGHT
    from parlour.core.compiled.retarget import NotPortable
    from parlour.games import load

    game = load(name)
    if not machines.is_made(game, machine):
        # The same sources for another machine take about as much of a core.
        seconds = round(expected(game).all)
        print(say("compile.module", game=name, machine=machine, seconds=seconds), file=sys.stderr, flush=True)
    try:
        module = machines.make(game, machine)
    except NotPortable as reason:
        why = say("compile.not-portable", game=name, machine=machine, why=str(reason))
        print(f"parlour: {why}", file=sys.stderr, flush=True)
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
