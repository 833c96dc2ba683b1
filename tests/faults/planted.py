"""Leaks that are made on purpose, each in another place, to see that the comparison of twins finds it there."""

import hashlib
import logging
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
import pytest
from msgspec.structs import replace

from parlour.aws.news import NewsTeller
from parlour.core.dealer import Dealer
from parlour.core.game import Viewer
from parlour.core.match import Match
from parlour.core.scene import Hint
from parlour.core.texts import Refused, Text
from parlour.house.mail import letters
from parlour.house.moderation.blocks_and_reports import BlocksAndReports
from parlour.house.people import own_data
from parlour.house.tables import commands, repository
from parlour.house.tables import records as table_records
from parlour.house.tables import state as tables
from parlour.house.tables.clocks import Running
from parlour.house.tables.planned_lines import in_words, planned_steps
from parlour.house.tables.planning import Planning
from parlour.house.tables.state import Table
from parlour.house.tables.summary import TableDetails
from parlour.server.guard import headers
from parlour.server.http import preview_picture
from parlour.server.http.friends import handlers
from parlour.server.http.tables import handlers as table_handlers
from parlour.server.http.tables import match_records as records
from parlour.server.http.tables import previews
from parlour.server.jobs import reviews
from parlour.server.live import messages, sockets
from parlour.server.live.hub import Follower, Hub
from parlour.server.live.process_news import ProcessNews
from parlour.server.tables import lists as table_lists
from parlour.server.tables.lists import TableLists
from parlour.server.tables.service import TableService
from parlour.store.sql_store import SqlStore
from tests.faults.twins import DAYS, LIVE, Setting
from tests.faults.worlds import in_world

Patch = pytest.MonkeyPatch


class Leak(NamedTuple):
    plant: Callable[[Patch], None]
    setting: Setting
    place: str  # where it is to be found
    looks: int = 9  # steps between two looks at everything: what shows by chance needs some
    sends: bool = False  # whether it shows only where all is sent that the API takes
    steps: int = 9


def around(patch: Patch, owner: Any, name: str, new: Callable[..., Any]) -> None:
    """`new` is given the real one first."""
    real = getattr(owner, name)
    patch.setattr(owner, name, lambda *args, **more: new(real, *args, **more))


def truth(table: Table) -> int:
    """A number that follows from all that is the case."""
    return 0 if table.match is None else number(table.match.state.tobytes())


def number(facts: bytes) -> int:
    """Any of its bits may differ when the facts do, whatever they were before."""
    return int.from_bytes(hashlib.blake2b(facts, digest_size=4).digest())


# -- cursors, ids, counts, times, orders ----------------------------------------------------------------------


def a_cursor_counts_sealed_steps(patch: Patch) -> None:
    around(patch, messages, "news_after", lambda real, table, *args, **more: replace(
        real(table, *args, **more), cursor=table.position))  # fmt: skip


def an_id_follows_from_what_is_hidden(patch: Patch) -> None:
    def now(real: Any, table: Table, *args: Any, **more: Any) -> Any:
        now = real(table, *args, **more)
        if now.scene is None or table.match is None:
            return now
        return replace(now, scene=replace(now.scene, pieces=[
            replace(piece, id=f"{piece.id}.{truth(table) % 97}") for piece in now.scene.pieces]))  # fmt: skip

    around(patch, messages, "snapshot_for", now)


def events_are_counted(patch: Patch) -> None:
    around(patch, messages, "snapshot_for", lambda real, table, *args, **more: replace(
        real(table, *args, **more), host=str(table.position)))  # fmt: skip


def the_time_of_an_event_is_another(patch: Patch) -> None:
    def lines(real: Any, match: Match, start: int, viewers: Any, at: int) -> Any:
        return real(match, start, viewers, at + number(match.state.tobytes()) % 50)

    around(patch, tables, "step_lines", lines)


def choices_are_in_another_order(patch: Patch) -> None:
    def now(real: Any, table: Table, *args: Any, **more: Any) -> Any:
        now = real(table, *args, **more)
        turned = truth(table) % max(1, len(now.choices))
        return replace(now, choices=now.choices[turned:] + now.choices[:turned])

    around(patch, messages, "snapshot_for", now)


def a_list_is_in_another_order(patch: Patch) -> None:
    async def page(real: Any, self: TableLists, wanted: Any) -> Any:
        page = await real(self, wanted)
        if truth(in_world.get().table_now()) % 2:
            page.tables.reverse()
        return page

    around(patch, TableLists, "page", page)


def clocks_are_charged_by_sealed_steps(patch: Patch) -> None:
    around(patch, Running, "charged", lambda real, self, at, spent, to_act, *args: real(
        self, at, spent, to_act, to_act))  # fmt: skip


# -- answers and messages -------------------------------------------------------------------------------------


def a_message_comes_for_every_sealed_step(patch: Patch) -> None:
    def notice(real: Any, self: Follower, table: Table) -> None:
        self.latest, self.first = table, True
        self._wake(self)

    around(patch, Follower, "notice", notice)


def a_message_is_longer(patch: Patch) -> None:
    around(patch, Hub, "news", lambda real, self, follower: real(self, follower) + b" " * (truth(follower.latest) % 9))


def a_header_tells_of_the_state(patch: Patch) -> None:
    def dressed(real: Any, path: str, raw: Any, place: Any) -> Any:
        tag = b'"%d"' % truth(in_world.get().table_now()) if path.endswith("/events") else b'""'
        return [*real(path, raw, place), (b"etag", tag)]

    around(patch, headers, "dressed", dressed)


def a_refusal_tells_of_the_state(patch: Patch) -> None:
    def act(real: Any, table: Table, *args: Any) -> Any:
        try:
            return real(table, *args)
        except Refused as refusal:
            raise Refused("refuse.no-such-seat", seat=truth(table)) from refusal

    around(patch, commands, "act", act)


def choices_are_another_seats(patch: Patch) -> None:
    around(patch, messages, "snapshot_for", lambda real, table, viewer, up, **more: replace(
        real(table, viewer, up, **more), choices=table.match.choices(1 - viewer) if table.match else []))  # fmt: skip


def the_scene_is_another_viewers(patch: Patch) -> None:
    around(patch, messages, "snapshot_for", lambda real, table, viewer, up, **more: replace(
        real(table, viewer, up, **more),
        scene=table.match.scene(1 - (viewer or 0)) if table.match else None))  # fmt: skip


def the_view_is_another_seats(patch: Patch) -> None:
    around(patch, messages, "snapshot_for", lambda real, table, viewer, up, **more: replace(
        real(table, viewer, up, **more), view=table.match.view(1 - viewer) if table.match else None))  # fmt: skip


def the_view_over_http_shows_everything(patch: Patch) -> None:
    def news(real: Any, table: Table, viewer: Viewer, *args: Any, **more: Any) -> Any:
        told = real(table, viewer, *args, **more)
        if table.match is None or not more["view"]:
            return told
        return replace(told, now=replace(told.now, view=table.match.game.view(table.match.state, viewer, True)))

    around(patch, table_handlers, "news_after", news)


def drawn_cards_are_told(patch: Patch) -> None:
    def lines(real: Any, match: Match, start: int, viewers: Any, at: int) -> Any:
        told = real(match, start, viewers, at)
        return dict.fromkeys(told, told[0])

    around(patch, tables, "step_lines", lines)


# -- what is asked for ----------------------------------------------------------------------------------------


def a_refused_batch_tells_of_the_state(patch: Patch) -> None:
    def play_all(real: Any, self: Match, *args: Any) -> Any:
        try:
            return real(self, *args)
        except Refused as refusal:
            raise Refused(refusal.text.key, **{**refusal.text.args, "number": number(self.state.tobytes())}) from None

    around(patch, Match, "play_all", play_all)


def a_socket_refuses_by_the_state(patch: Patch) -> None:
    around(
        patch, sockets, "in_words", lambda real, refusal: real(refusal) + " " * (truth(in_world.get().table_now()) % 9)
    )


def a_used_key_tells_of_the_state(patch: Patch) -> None:
    async def known(real: Any, self: Any, *args: Any) -> bool:
        return bool(await real(self, *args)) and truth(in_world.get().table_now()) % 2 == 0

    around(patch, SqlStore, "known", known)


def a_takeback_is_refused_by_what_is_hidden(patch: Patch) -> None:
    def ask(real: Any, table: Table, *args: Any) -> Any:
        raise Refused("refuse.no-such-seat", seat=truth(table))

    around(patch, commands, "ask_takeback", ask)


def an_answer_has_another_status(patch: Patch) -> None:
    """Of requests that have nothing to do with steps."""

    def contribute(real: Any, table: Table, *args: Any) -> Any:
        raise Refused(("refuse.no-such-seat", "refuse.not-your-seat")[truth(table) % 2], seat=1)

    around(patch, commands, "contribute", contribute)


def reporting_somebody_tells_of_their_table(patch: Patch) -> None:
    async def report(real: Any, self: Any, *args: Any, **more: Any) -> Any:
        raise Refused("refuse.no-such-seat", seat=truth(in_world.get().table_now()))

    around(patch, BlocksAndReports, "report_person", report)


# -- lists, records, the log ----------------------------------------------------------------------------------


def a_summary_tells_the_score_to_come(patch: Patch) -> None:
    def told(real: Any, table: Table, *args: Any) -> Any:
        summary = real(table, *args)
        about = replace(msgspec.json.decode(summary.body, type=TableDetails), scores=[truth(table) % 100])
        return replace(summary, body=msgspec.json.encode(about))

    around(patch, repository, "summary_of", told)
    patch.setattr(repository, "only_turns", lambda before, after: False)


def lists_move_with_sealed_steps(patch: Patch) -> None:
    around(patch, repository, "turned", lambda real, summary, table, *args: replace(
        real(summary, table, *args), updated=table.updated + table.position))  # fmt: skip


def an_unfinished_match_is_exported(patch: Patch) -> None:
    around(patch, records, "finished", lambda real, table: table.match.record())


def an_unfinished_match_is_reviewed(patch: Patch) -> None:
    async def ask(real: Any, self: reviews.Reviews, table: Table, person: str, count: Any) -> Any:
        assert table.match is not None
        return reviews.ReviewStatus("waiting", 0, len(table.match.steps))

    around(patch, reviews.Reviews, "ask", ask)


def the_past_shows_everything(patch: Patch) -> None:
    def then(real: Any, past: Any, table: Table, viewer: Viewer, line: int, everything: bool) -> Any:
        return real(past, table, viewer, line, True)

    around(patch, records, "then", then)


def fairness_tells_what_was_drawn(patch: Patch) -> None:
    def dealing(real: Any, self: Dealer, reveal: bool) -> Any:
        return replace(real(self, reveal), contributions=[str(in_world.get().draws)])

    around(patch, Dealer, "dealing", dealing)


def the_log_has_the_steps(patch: Patch) -> None:
    def act(real: Any, table: Table, now: Any, up: Any, person: str, seat: int, steps: Any) -> Any:
        logging.getLogger("parlour").info("seat %s: %s", seat, steps)
        return real(table, now, up, person, seat, steps)

    around(patch, commands, "act", act)


def with_a_coach(patch: Patch, seat: Viewer) -> None:
    """Among people, too: here they make the steps that bots make at a guided table, where nobody could keep two worlds
    in step."""
    patch.setattr(Table, "coached", property(lambda table: seat))


def a_coach_goes_by_what_is_hidden(patch: Patch) -> None:
    with_a_coach(patch, CARDS.viewer)
    around(patch, Match, "hint", lambda real, self, seat: Hint(Text("about", {"so": number(self.state.tobytes())})))


# -- spectators who are behind --------------------------------------------------------------------------------


def spectators_are_a_step_less_behind(patch: Patch) -> None:
    def release(real: Any, self: Table) -> None:
        rules = self.rules
        self.rules = replace(rules, delay=rules.delay - 1)
        real(self)
        self.rules = rules

    around(patch, Table, "_release", release)


def spectators_have_the_view_of_the_present(patch: Patch) -> None:
    around(patch, messages, "snapshot_for", lambda real, table, viewer, up, **more: replace(
        real(table, viewer, up, **more), view=table.match.view(viewer) if table.match else None))  # fmt: skip


def lists_tell_spectators_whose_turn_it_is(patch: Patch) -> None:
    around(patch, table_lists, "line", lambda real, card, own=False: real(card, True))


# -- somebody takes over --------------------------------------------------------------------------------------


def handed_on(table: Table, seat: Viewer) -> bool:
    return len([each for each, _ in table.held if each == seat]) > 1


def whoever_takes_over_sees_another_seats_hand(patch: Patch) -> None:
    def now(real: Any, table: Table, viewer: Viewer, up: Any, **more: Any) -> Any:
        told = real(table, viewer, up, **more)
        if viewer is None or table.match is None or not handed_on(table, viewer):
            return told
        return replace(told, scene=table.match.scene((viewer + 1) % table.rules.seats))

    around(patch, messages, "snapshot_for", now)


def whoever_takes_over_is_told_of_the_state(patch: Patch) -> None:
    def at_table(real: Any, table: Table, *args: Any) -> Any:
        told = real(table, *args)
        return replace(told, now=replace(told.now, host=str(truth(table))))

    around(patch, handlers, "at_table", at_table)


SEALED, CLOCKED = Setting("command", 2, 1), Setting("command", 2, 1, clock=LIVE)
CARDS, WATCHED = Setting("dance", 2, 1), Setting("luckymoose", 2, None)
BEHIND = Setting("dance", 3, None, delay=4)
TAKEN_OVER = Setting("luckymoose", 3, 1, substituted=True)
PLANNED = Setting("command", 2, 0, clock=DAYS)  # seat 1 plans, in one of the worlds
CONTROLS = [SEALED, CLOCKED, CARDS, WATCHED, BEHIND, TAKEN_OVER, PLANNED]


def ones_own_data_have_another_seats(patch: Patch) -> None:
    around(
        patch, own_data, "_running", lambda real, table, mine, language: real(table, range(table.rules.seats), language)
    )


def a_letter_has_another_seats_position(patch: Patch) -> None:
    around(patch, letters, "position_of", lambda real, table, viewer: real(table, (viewer + 1) % table.rules.seats))


def plans_are_told_to_whoever_asks(patch: Patch) -> None:
    async def lines(real: Any, self: TableService, person: Any, id: str, seat: int, **more: Any) -> Any:
        kept = await table_records.planned_lines(self._tables.store, id, seat)
        return [] if kept is None else in_words(planned_steps(kept), await self._tables.table(id))

    around(patch, TableService, "planned_lines", lines)


def a_table_tells_that_something_is_planned(patch: Patch) -> None:
    planned = set[object]()  # in which worlds

    async def answer(real: Any, self: Planning, table: Table) -> Any:
        if await table_records.planned_lines_at(self._tables.store, table.id):
            planned.add(in_world.get())
        return await real(self, table)

    around(patch, Planning, "answer", answer)
    around(patch, messages, "snapshot_for", lambda real, table, *args, **more: replace(
        real(table, *args, **more), declined=["planned"] * (in_world.get() in planned)))  # fmt: skip


def a_picture_is_another_viewers(patch: Patch) -> None:
    """What a link to the table shows is drawn as a player sees it."""
    around(patch, previews, "picture_of", lambda real, table: preview_picture.drawn(
        table.match.plan(), table.match.scene(0)) if table.match else real(table))  # fmt: skip


LEAKS = [
    Leak(a_cursor_counts_sealed_steps, SEALED, "socket: table"),
    Leak(an_id_follows_from_what_is_hidden, WATCHED, "socket: table"),
    Leak(events_are_counted, SEALED, "/events"),
    Leak(the_time_of_an_event_is_another, WATCHED, "socket: table"),
    Leak(choices_are_in_another_order, CARDS, "socket: table"),
    Leak(a_list_is_in_another_order, CARDS, "GET /tables", looks=2),
    Leak(clocks_are_charged_by_sealed_steps, CLOCKED, "socket: table"),
    Leak(a_message_comes_for_every_sealed_step, SEALED, "number of messages"),
    Leak(a_message_is_longer, WATCHED, "socket: table"),
    Leak(a_header_tells_of_the_state, CARDS, "/events"),
    Leak(a_refusal_tells_of_the_state, SEALED, "POST /tables/…/steps"),
    Leak(a_refused_batch_tells_of_the_state, CARDS, "POST /tables/…/steps"),
    Leak(a_socket_refuses_by_the_state, CARDS, "socket: refused"),
    Leak(a_used_key_tells_of_the_state, CARDS, "POST /tables/…/steps"),
    Leak(a_takeback_is_refused_by_what_is_hidden, CARDS, "POST /tables/…/takeback"),
    Leak(an_answer_has_another_status, CARDS, "POST /tables/…/contributions", looks=2),
    Leak(reporting_somebody_tells_of_their_table, CARDS, "POST /reports", sends=True),
    Leak(choices_are_another_seats, SEALED, "socket: table"),
    Leak(the_scene_is_another_viewers, WATCHED, "socket: table"),
    Leak(the_view_is_another_seats, CARDS, "socket: table"),
    Leak(the_view_over_http_shows_everything, CARDS, "/events"),
    Leak(drawn_cards_are_told, CARDS, "socket: table"),
    Leak(a_summary_tells_the_score_to_come, WATCHED, "socket: lobby"),
    Leak(lists_move_with_sealed_steps, SEALED, "GET /tables"),
    Leak(an_unfinished_match_is_exported, CARDS, "/record"),
    Leak(an_unfinished_match_is_reviewed, SEALED, "POST /tables/…/review"),
    Leak(the_past_shows_everything, CARDS, "/at/"),
    Leak(fairness_tells_what_was_drawn, CARDS, "/fairness"),
    Leak(a_coach_goes_by_what_is_hidden, CARDS, "socket: table"),
    Leak(a_picture_is_another_viewers, CARDS, "/preview.png"),
    Leak(the_log_has_the_steps, SEALED, "log"),
    Leak(a_letter_has_another_seats_position, CARDS, "a letter"),
    Leak(ones_own_data_have_another_seats, CARDS, "/me/export/file"),
    Leak(spectators_are_a_step_less_behind, BEHIND, "socket: table", steps=20),
    Leak(spectators_have_the_view_of_the_present, BEHIND, "socket: table"),
    Leak(lists_tell_spectators_whose_turn_it_is, BEHIND, "GET /tables", looks=1),
    Leak(whoever_takes_over_sees_another_seats_hand, TAKEN_OVER, "another socket: table"),
    Leak(whoever_takes_over_is_told_of_the_state, TAKEN_OVER, "POST taking over"),
    Leak(plans_are_told_to_whoever_asks, PLANNED, "/planned-lines"),
    Leak(a_table_tells_that_something_is_planned, PLANNED, "/events"),
]


# -- where everybody is at another process -----------------------------------------------------------------------


def lists_are_told_whatever_others_do(patch: Patch) -> None:
    def hear(real: Callable[..., None], self: ProcessNews, news: Any) -> None:
        real(self, news)
        self._hub.look_at_all_lists()

    around(patch, ProcessNews, "_hear_stream", hear)


def what_others_do_wakes_whoever_follows_the_table(patch: Patch) -> None:
    def remember(real: Callable[..., None], self: Hub, table: Table) -> None:
        real(self, table)
        for follower in self._followers.get(table.id, ()):
            follower.first = True
            follower._wake(follower)

    around(patch, Hub, "_remember_look", remember)


def what_functions_tell_has_a_number_more(patch: Patch) -> None:
    async def news(
        real: Any, self: NewsTeller, encoder: Any, before: Any, table: Table, follower: Any, watch: Any
    ) -> Any:
        if (told := await real(self, encoder, before, table, follower, watch)) is None:
            return None
        return told[:-1] + b',"seen":%d}' % (truth(table) % 97)

    around(patch, NewsTeller, "_table_news", news)


def functions_tell_whenever_something_was_written(patch: Patch) -> None:
    async def news(
        real: Any, self: NewsTeller, encoder: Any, before: Any, table: Table, follower: Any, watch: Any
    ) -> Any:
        told = await real(self, encoder, before, table, follower, watch)
        return told or messages.encode(messages.SeatLeft(table.id, None if truth(table) % 2 else watch.seat))

    around(patch, NewsTeller, "_table_news", news)


FUNCTION_LEAKS = [
    Leak(what_functions_tell_has_a_number_more, SEALED, "socket", steps=5),
    Leak(functions_tell_whenever_something_was_written, SEALED, "socket", steps=5),
]
SPREAD_LEAKS = [
    Leak(lists_are_told_whatever_others_do, SEALED, "number of messages"),
    Leak(what_others_do_wakes_whoever_follows_the_table, SEALED, "number of messages"),
]
