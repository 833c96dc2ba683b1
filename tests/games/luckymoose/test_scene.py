"""The plan, the scene, things to touch, reasons and words."""

import pytest

from parlour.core.game import State, copy_state
from parlour.core.scene import Mark, Scene
from parlour.core.texts import Text
from parlour.games.luckymoose import GAME
from parlour.games.luckymoose.board import DEALING, DRAWING, EXCHANGING, STARTING
from parlour.games.luckymoose.notation import parse

from .positions import layers_match, play, position

SIX = "Rm Oc Ys Gt Bd Px"
NOTHING_FITS = "Oc Oc Ys Gt Bd Px"


def scene(s: State, viewer: int | None, reveal: bool = False) -> Scene:
    return GAME.scene(GAME.view(s, viewer, reveal))


def lying_at(shown: Scene, place: str) -> list[tuple[str, str, str]]:
    return [(p.id, p.glyph, p.face) for p in shown.pieces if p.at == place]


def counters(shown: Scene) -> dict[str, tuple[int, int | None, int | None]]:
    return {c.id: (c.value, c.of, c.seat) for c in shown.counters}


def why(s: State, text: str, seat: int = 0) -> str | None:
    """The sentence a player reads, or None."""
    reason = GAME.why_not(GAME.view(s, seat, False), parse(text))
    return None if reason is None else GAME.catalogue().render(reason)


# -- the plan ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("size", [9, 15, 25])
def test_tiles_and_hands_lie_on_the_plane_and_apart(seats: int, size: int) -> None:
    plan = GAME.plan(seats, GAME.options_for(seats, {"size": size}))
    assert len({(site.x, site.y) for site in plan.sites}) == len(plan.sites) == size * size
    assert [zone.id for zone in plan.zones] == [f"hand-{seat}" for seat in range(seats)]
    board = (min(s.x for s in plan.sites) - 0.5, max(s.y for s in plan.sites) + 0.5)
    boxes = [(z.x - z.width / 2, z.y - z.height / 2, z.x + z.width / 2, z.y + z.height / 2) for z in plan.zones]
    for i, (left, top, right, bottom) in enumerate(boxes):
        assert left >= 0
        assert top > board[1]
        assert right <= plan.width
        assert bottom <= plan.height
        for l2, t2, r2, b2 in boxes[:i]:
            assert right <= l2 or r2 <= left or bottom <= t2 or b2 <= top


def test_a1_is_the_lower_left_tile_and_columns_are_lettered_without_gaps() -> None:
    plan = GAME.plan(2, GAME.options_for(2, {"size": 25}))
    places = {site.id: (site.x, site.y) for site in plan.sites}
    assert places["a1"] == (min(x for x, _ in places.values()), max(y for _, y in places.values()))
    assert places["y25"] == (max(x for x, _ in places.values()), min(y for _, y in places.values()))
    assert places["j1"][0] == places["i1"][0] + 1
    assert plan.neighbours["a1"] == ("b1", "a2")
    assert set(plan.neighbours["h8"]) == {"g8", "i8", "h7", "h9"}


# -- the scene ---------------------------------------------------------------------------------------------


def test_own_tokens_are_named_by_kind_and_number_and_others_by_place() -> None:
    shown = scene(position(["Rm Gc Rm", "Bx Bx"]), 0)
    assert lying_at(shown, "zone:hand-0") == [
        ("hand-0-Rm-1", "Rm", "up"), ("hand-0-Rm-2", "Rm", "up"), ("hand-0-Gc-1", "Gc", "up"),
    ]  # fmt: skip
    assert lying_at(shown, "zone:hand-1") == [("hand-1-0", "▒▒", "down"), ("hand-1-1", "▒▒", "down")]


def test_a_spectator_sees_backs_alone_until_all_is_revealed() -> None:
    s = position(["Rm", "Bx"])
    assert lying_at(scene(s, None), "zone:hand-0") == [("hand-0-0", "▒▒", "down")]
    assert lying_at(scene(s, None, reveal=True), "zone:hand-1") == [("hand-1-Bx-1", "Bx", "up")]


def test_tokens_on_the_board_are_named_by_their_tile_and_belong_to_nobody() -> None:
    shown = scene(position(["Rm", "Bx"], {"h8": "Gc"}), 1)
    (token,) = [piece for piece in shown.pieces if piece.at == "site:h8"]
    assert (token.id, token.kind, token.glyph, token.seat) == ("on-h8", "Gc", "Gc", None)
    assert GAME.catalogue().render(token.name) == "green circle"


def test_counters_say_what_everybody_may_know() -> None:
    s = play(position(["Rm Rc", "Gm Gc Gs"], {"h8": "Rs"}, "Bx Bx", idle=3, scores=(7, 9)), "Rm@i8")
    assert counters(scene(s, 1)) == {
        "pool": (2, 108, None),
        "idle": (3, 12, None),
        "worth": (4, None, None),
        "score-0": (7, None, 0),
        "score-1": (9, None, 1),
        "hand-0": (1, None, 0),
        "hand-1": (3, None, 1),
    }
    exchanging = play(position([SIX, SIX]), "swap Rm Oc")
    assert counters(scene(exchanging, 1))["aside"] == (2, None, None)


def test_the_last_lay_is_marked_until_the_next_one_begins() -> None:
    s = play(position(["Rm Rc Gt", "Gc Rd"], {"h8": "Rs"}, pool=""), "Rm@i8", "Rc@j8", "end")
    assert scene(s, 0).marks == (Mark("last", ("site:i8", "site:j8")),)
    play(s, "Rd@h9")
    assert scene(s, 0).marks == (Mark("line", ("site:h8", "site:h9"), 1), Mark("last", ("site:h9",)))


def test_the_prompt_follows_the_turn() -> None:
    def prompt(s: State, viewer: int | None = 0) -> str:
        return scene(s, viewer).prompt.key

    fresh = position([SIX, SIX])
    assert prompt(fresh) == "prompt.first"
    assert prompt(position([SIX, SIX], {"h8": "Rc"})) == "prompt.turn"
    assert prompt(position([SIX, SIX], {"h8": "Rc"}, pool="")) == "prompt.lay"
    laid = play(position([SIX, SIX], {"h8": "Rc"}), "Rm@i8")
    assert scene(laid, 1).prompt == Text("prompt.go-on", {"points": 4})
    stuck = position([NOTHING_FITS, SIX], {"h8": "Rm"})
    assert prompt(stuck) == "prompt.stuck"
    assert prompt(stuck, 1) == prompt(stuck, None) == "prompt.turn", "that nothing fits is not for others to know"
    assert prompt(position([NOTHING_FITS, SIX], {"h8": "Rm"}, pool="")) == "prompt.forfeit"
    for phase, key in ((STARTING, "starting"), (DEALING, "dealing"), (DRAWING, "drawing"), (EXCHANGING, "exchanging")):
        fresh.phase = phase
        assert prompt(fresh) == f"prompt.{key}"
    over = play(position(["Rc", "Gc"], {"h8": "Rm"}, pool=""), "Rc@i8", "end")
    assert scene(over, 0).prompt is None


# -- things to touch ---------------------------------------------------------------------------------------


def test_paths() -> None:
    view = GAME.view(position(["Rm Rm Gc", SIX]), 0, False)
    paths = {text: GAME.targets(view, parse(text)) for text in ("Rm@h8", "swap Rm Rm Gc", "end", "forfeit")}
    assert paths == {
        "Rm@h8": ("piece:hand-0-Rm-1", "site:h8"),
        "swap Rm Rm Gc": (
            "button:swap", "piece:hand-0-Rm-1", "piece:hand-0-Rm-2", "piece:hand-0-Gc-1", "button:give",
        ),
        "end": ("button:end",),
        "forfeit": ("button:forfeit",),
    }  # fmt: skip


# -- reasons -----------------------------------------------------------------------------------------------


def test_reasons_for_lays() -> None:
    s = position(["Rm Gc Gc Gs", SIX], {"h8": "Rc", "h9": "Rs", "j8": "Bc"})
    assert why(s, "Rx@i8") == "Rx is not in your hand."
    assert why(s, "Rm@p1") == "This board of 15 by 15 tiles has no p1."
    assert why(s, "Rm@h8") == "A token lies on h8."
    assert why(s, "Rm@a1") == "Nothing lies beside a1."
    assert why(s, "Gs@h10") == "The column of h10 shares neither colour nor symbol with Gs: Rc, Rs."
    assert why(s, "Rm@i8") == "The row of i8 shares neither colour nor symbol with Rm: Rc, Bc."
    assert why(s, "Gc@i8") is None
    assert why(position(["Rm", SIX], {"h8": "Rm"}), "Rm@i8") == "Rm is in the row of i8 already: Rm."
    assert why(position(["Rs", SIX], {"f8": "Rm Rc", "i8": "Rt Rm"}), "Rs@h8") == (
        "On h8 these cannot be joined to one row: Rm, Rc, Rt, Rm."
    )
    assert why(position(["Rm", SIX]), "Rm@h9") == "The first token of the game goes on the centre, h8."
    laid = play(position(["Rm Rd Rt", SIX], {"h8": "Rc"}), "Rm@i8", "Rd@j8")
    assert why(laid, "Rt@h9") == "Go on at an end of the line that you are laying, not on h9."


def test_reasons_for_exchanges() -> None:
    s = position(["Rm Gc Gc", SIX], {"h8": "Rc"}, "Bx")
    assert why(s, "swap Bx") == "Bx is not in your hand."
    assert why(s, "swap Rm Rm") == "You do not have so many Rm."
    assert why(s, "swap Gc Gc") == "The pool has one token left, so give no more."
    assert why(s, "swap Gc") is None
    assert why(play(s, "Rm@i8"), "swap Gc") == "You have laid a token: lay more, or end the turn."


def test_reasons_for_end_forfeit_and_what_is_left_to_chance() -> None:
    s = position(["Rm Gc", SIX], {"h8": "Rc"})
    assert why(s, "end") == "Lay a token first."
    assert why(s, "forfeit") == "One of your tokens can be laid, so you cannot forfeit."
    assert why(s, "Rm").startswith("Tokens come from the pool by themselves.")
    assert why(s, "start 1").startswith("Tokens come from the pool by themselves.")
    play(s, "Rm@i8")
    assert why(s, "end") is None
    assert why(s, "forfeit") == "You have laid a token: lay more, or end the turn."
    assert why(position([NOTHING_FITS, SIX], {"h8": "Rm"}), "forfeit") is None


def test_off_turn_nothing_has_a_reason() -> None:
    s = position(["Rm Gc", SIX], {"h8": "Rc"})
    assert [why(s, text, seat=1) for text in ("Rm@a1", "end", "swap Bx", "forfeit")] == [None] * 4


# -- texts -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "words"),
    [
        ("start 2", "Player 3 starts"),
        ("Rm@h8", "lays the red moose on h8"),
        ("Rm", "the red moose is drawn"),
        ("?", "a token is drawn"),
        ("swap Rm Gc", "exchanges Rm, Gc"),
        ("swap ?", "exchanges a token"),
        ("swap ? ?", "exchanges 2 tokens"),
        ("end", "ends the turn"),
        ("forfeit", "forfeits"),
    ],
)
def test_steps_in_words(step: str, words: str) -> None:
    assert GAME.catalogue().render(GAME.describe(step)) == words


def test_every_key_has_a_sentence() -> None:
    sentences, keys = GAME.catalogue(), set()
    for match in layers_match(4, seed=3, sets=1):
        shown = match.scene(0)
        keys |= {text.key for text in [shown.prompt, *(c.name for c in shown.counters)] if text is not None}
        buttons = [t for seat in range(4) for c in match.choices(seat) for t in c.path if t.startswith("button:")]
        keys |= {button.replace(":", ".") for button in buttons}
    assert {"button.swap", "button.give", "button.end", "prompt.go-on"} <= keys
    assert not {key for key in keys | {"button.forfeit"} if not sentences.has(key)}
    assert not [text for text in sentences.entries.values() if "!" in str(text)]


def test_a_view_and_its_scene_change_no_state() -> None:
    s = play(position([SIX, SIX], {"h8": "Rc"}), "Rm@i8")
    before = copy_state(s).tobytes()
    scene(s, 0)
    assert s.tobytes() == before
