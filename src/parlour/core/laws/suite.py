"""The law book: what every game must obey, checked over random matches. Authors run it on their own games.

Each law is a function that raises AssertionError with a sentence; `check_game` runs them all.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec

from parlour.core import record as records
from parlour.core.compiled.playouts import playouts
from parlour.core.fields import misspelt_fields
from parlour.core.game import CHANCE, OVER, Game, Options, State, Viewer, copy_state
from parlour.core.laws.diagrams import diagrams_are_sound
from parlour.core.laws.drawing import drawing_is_sound, text_is_known, texts_exist
from parlour.core.laws.observing import observed, observing_is_sound
from parlour.core.laws.puzzles import puzzles_are_sound
from parlour.core.laws.refusals import refusals_tell_nothing
from parlour.core.laws.touches import touches_are_answered
from parlour.core.match import Match
from parlour.core.rng import Rng, new_rng
from parlour.core.scene import Plan, Scene, piece, site, zone
from parlour.core.state import state_bytes
from parlour.core.texts import Refused

ALSO_SHARE = 0.1  # how often a random match takes an `also` step
UNDO_SHARE = 0.03
LOOK_EVERY = 10  # steps between the views that a replay is compared by; which ones depends on the seed
VIEWS_EVERY = 25  # steps between the views of a playthrough
MOST_TRIED = 25  # steps of a position, where each has to be applied
REQUESTS = 5  # in each position, by its seats in turn


def check_game(game: Game, *, games: int = 5, samples: int = 20, seed: int = 0) -> None:
    """Every law, at every seat count, over this many random matches with this many sampled steps each."""
    misspelt = list(misspelt_fields(game))
    assert not misspelt, "\n".join(misspelt)
    texts_exist(game)
    diagrams_are_sound(game)
    puzzles_are_sound(game)
    for seats in game.seats:
        ends_within_bound(game, seats, {}, games=20 * games, seed=seed)
        replay_is_equal(game, seats, {}, seed)
        for number in range(games):
            match = random_match(game, seats, {}, seed=seed * 1000 + number)
            check_match(match, samples=samples, seed=number)


def check_match(match: Match, *, samples: int, seed: int) -> None:
    """The laws over one finished match, with positions sampled along it."""
    result_is_fair(match)
    record_round_trip(match)
    rng = Random(seed)
    length = len(match.steps)
    chosen = sorted(rng.sample(range(length + 1), min(samples, length + 1)))
    for position in positions(match, chosen):
        check_position(position, seed=rng.getrandbits(30))


def check_position(match: Match, *, seed: int) -> None:
    """The laws of one position."""
    lists_are_sound(match)
    copies_are_independent(match)
    drawing_is_sound(match)
    moments_are_sound(match, seed)
    touches_are_answered(match, seed)
    if match.game.chancy and match.actor == CHANCE:
        sample_is_an_outcome(match, seed)
    if match.game.hidden:
        determinize_keeps_what_is_known(match, seed)
        hidden_steps_stay_hidden(match, seed)
        effects_follow_from_views(match, seed)
        moments_follow_from_views(match, seed)
        refusals_tell_nothing(match, seed, REQUESTS)
    observing_is_sound(match, seed)


# -- matches to check on ----------------------------------------------------------------------------------


def random_match(
    game: Game,
    seats: int,
    options: Options,
    seed: int,
    *,
    extras: bool = True,
    watch: Callable[[Match], None] | None = None,
) -> Match:
    """A whole match of random steps: moves, chance by its weights, and (with `extras`) some signals and undos.

    `watch` is shown the match at its beginning and after every step."""
    rng, match = Random(seed), Match(game, seats, options)
    watch = watch or (lambda match: None)
    watch(match)
    while not match.over:
        try:
            random_step(match, rng, extras=extras)
        except Refused as refusal:
            raise AssertionError(f"a listed step was refused: {refusal}") from refusal
        watch(match)
    return match


def random_step(match: Match, rng: Random, *, extras: bool) -> None:
    if extras and rng.random() < ALSO_SHARE:
        seat = rng.randrange(len(match.seats))
        also = match.game.list_also(match.state, seat)
        if also:
            match.play(seat, match.game.text(rng.choice(also)))
            return
    if match.actor == CHANCE:
        outcomes = match.outcomes()
        match.play(CHANCE, rng.choices(list(outcomes), list(outcomes.values()))[0])
        return
    seat = rng.choice(match.actors)
    if extras and rng.random() < UNDO_SHARE and match.can_undo(seat):
        match.undo(seat)
        return
    match.play(seat, rng.choice(match.legal(seat)))


def positions(match: Match, steps: list[int]) -> Iterator[Match]:
    """The match as it was after each of these numbers of steps, in one pass."""
    walker, done = Match(match.game, match.seats, match.options), 0
    for step in steps:
        for taken in match.steps[done:step]:
            walker.replay(taken)
        done = step
        yield walker


def view_bytes(game: Game, s: State, viewer: Viewer, reveal: bool = False) -> bytes:
    return msgspec.json.encode(game.view(s, viewer, reveal))


# -- the laws ---------------------------------------------------------------------------------------------


def ends_within_bound(game: Game, seats: int, options: Options, games: int, seed: int) -> None:
    start = game.new(seats, game.options_for(seats, options))
    played = playouts(game, start, seats, games, seed)
    assert played.unfinished == 0, f"{played.unfinished} of {games} games did not end within {game.bound} steps"
    total = sum(played.returns)
    assert game.cooperative or abs(total) < 1e-6, f"competitive returns sum to {total}"


def lists_are_sound(match: Match) -> None:
    """Never empty for a seat to act; stable, without duplicates, within their limits, spelled in one way."""
    game, s = match.game, match.state
    before = state_bytes(s)
    acting = game.seats_to_act(s)
    for seat in range(len(match.seats)):
        legal = game.list_legal(s, seat) if seat in acting else []
        also = game.list_also(s, seat)
        assert legal or seat not in acting, f"seat {seat} is to act and has nothing to do"
        both = legal + also
        assert len(set(both)) == len(both), f"seat {seat} has an action listed twice"
        assert legal == (game.list_legal(s, seat) if seat in acting else []), "the list changed when it was asked again"
        for action in both:
            spelled_one_way(game, action)
    if int(game.actor(s)) == CHANCE:
        outcomes = game.list_chance(s)
        assert outcomes, "chance is to act and has no outcome"
        assert len({outcome for outcome, _ in outcomes}) == len(outcomes), "an outcome is listed twice"
        assert all(weight > 0 for _, weight in outcomes), "an outcome has no weight"
        for outcome, _ in outcomes:
            spelled_one_way(game, outcome)
    assert state_bytes(s) == before, "listing actions changed the state"


def spelled_one_way(game: Game, action: int) -> None:
    text = game.text(action)
    assert game.parse(text) == action, f"“{text}” is read back as {game.parse(text)}, not {action}"


def copies_are_independent(match: Match) -> None:
    game, s = match.game, match.state
    before, copy = state_bytes(s), copy_state(s)
    actor = int(game.actor(s))
    if actor != OVER:
        action = game.list_chance(s)[0][0] if actor == CHANCE else game.list_legal(s, actor)[0]
        game.apply(copy, actor, action)
        assert state_bytes(copy) != before, f"“{game.text(action)}” changed nothing"
    assert state_bytes(s) == before, "a step on a copy changed the original"


def sample_is_an_outcome(match: Match, seed: int) -> None:
    outcome = int(match.game.sample(match.state, new_rng(seed)))
    known = {action for action, _ in match.game.list_chance(match.state)}
    assert outcome == -1 or outcome in known, f"sample gave {outcome}, which chance does not list"


def result_is_fair(match: Match) -> None:
    result = match.result
    assert result is not None, "the match is over"
    assert all(-1 <= x <= 1 for x in result.returns), f"a return is out of range: {result.returns}"
    assert len(result.scores) == len(result.returns) == len(match.seats), "one return and one score a seat"
    if match.game.cooperative:
        assert len(set(result.returns)) == 1, "a cooperative game gives every seat the same"
    else:
        assert abs(sum(result.returns)) < 1e-5, f"returns sum to {sum(result.returns)}"


def replay_is_equal(game: Game, seats: int, options: Options, seed: int) -> None:
    """A random match, replayed from its record, gives the same views, looked at every few steps and at the end."""
    live: dict[int, bytes] = {}

    def watch(now: Match) -> None:
        if len(now.steps) % LOOK_EVERY == seed % LOOK_EVERY or now.over:
            live[len(now.steps)] = all_views(now)

    match = random_match(game, seats, options, seed, watch=watch)
    record_round_trip(match)
    for number, then in zip(live, positions(match, list(live)), strict=True):
        assert all_views(then) == live[number], f"after step {number} the replay shows something else"


def all_views(match: Match) -> bytes:
    return msgspec.json.encode([match.view(viewer) for viewer in (*range(len(match.seats)), None)])


def record_round_trip(match: Match) -> None:
    """What is replayed is the same match, and its record written again is the same bytes."""
    data = records.to_json(match.record())
    again = Match.from_record(records.from_json(data), match.game)
    assert records.to_json(again.record()) == data, "the record written again differs"
    assert state_bytes(again.state) == state_bytes(match.state), "the replayed state differs"
    for viewer in (*range(len(match.seats)), None):
        assert msgspec.json.encode(again.view(viewer)) == msgspec.json.encode(match.view(viewer)), "a view differs"
        assert again.told(viewer) == match.told(viewer), "a log differs"


def determinize_keeps_what_is_known(match: Match, seed: int) -> None:
    """The viewer's own view and actions stay, and the result does not depend on the truth. What a game's knowledge
    believes of hidden things obeys the same: else a bot would know what it was not told."""
    game = match.game
    assert game.determinize is not None, "a game with hidden information"
    if match.over:
        return
    keeps_what_is_known(match, "determinize", game.determinize, seed)
    if game.knowledge.guess is not None:
        keeps_what_is_known(match, "knowledge.guess", game.knowledge.guess, seed)


def keeps_what_is_known(match: Match, name: str, imagine: Callable[[State, int, Rng], None], seed: int) -> None:
    game, s = match.game, match.state
    assert game.determinize is not None, "a game with hidden information"
    before = state_bytes(s)
    for seat in range(len(match.seats)):
        twin, again = copy_state(s), copy_state(s)
        imagine(twin, seat, new_rng(seed))
        for viewer in (seat, None):
            same = view_bytes(game, twin, viewer) == view_bytes(game, s, viewer)
            assert same, f"after {name} for seat {seat}, viewer {viewer} sees something else"
        assert game.list_legal(twin, seat) == game.list_legal(s, seat), (
            f"seat {seat}'s legal actions depend on what it cannot know"
        )
        assert game.list_also(twin, seat) == game.list_also(s, seat), (
            f"seat {seat}'s further actions depend on what it cannot know"
        )
        assert game.seats_to_act(twin) == game.seats_to_act(s), "who is to act depends on what is hidden"
        game.determinize(again, seat, new_rng(seed + 1))
        imagine(again, seat, new_rng(seed))
        assert state_bytes(again) == state_bytes(twin), f"{name} for seat {seat} sees the truth"
    assert state_bytes(s) == before, f"{name} on a copy changed the original"


def hidden_steps_stay_hidden(match: Match, seed: int) -> None:
    """Steps that a viewer sees alike lead to states it cannot tell apart; a sealed step changes nothing for it."""
    game, s = match.game, match.state
    assert game.seen is not None, "a game with hidden information says what is seen of a step"
    steps = all_steps(match)
    for viewer in (*range(len(match.seats)), None):
        groups: dict[tuple[int, str | None], list[bytes]] = defaultdict(list)
        for actor, action in steps:
            seen = game.seen(s, actor, action, viewer)
            if seen != game.text(action) and actor != viewer and len(groups[actor, seen]) < 3:
                after = match.copy()
                after.play(actor, game.text(action))
                if not after.over:  # the end reveals everything, which is no leak
                    groups[actor, seen].append(knowable(after, viewer, seed))
        for (actor, seen), known in groups.items():
            assert len(set(known)) <= 1, f"viewer {viewer} can tell apart steps of {actor} that it sees as {seen!r}"
            if seen is None and known:
                assert known[0] == knowable(match, viewer, seed), f"a step sealed from viewer {viewer} reaches it"


def effects_follow_from_views(match: Match, seed: int) -> None:
    """Two worlds that a viewer cannot tell apart, before a step or after it, tell it the same of how the step came out:
    what the log says of a step is never more than the view shows."""
    game, s = match.game, match.state
    assert game.determinize is not None, "a game with hidden information"
    if game.effect is None or match.over:
        return
    steps = [(actor, action) for actor, action in all_steps(match) if actor != CHANCE]
    for seat in range(len(match.seats)):
        twin = copy_state(s)
        game.determinize(twin, seat, new_rng(seed))
        for actor, action in steps:
            told = [[game.effect(world, actor, action, viewer) for viewer in (seat, None)] for world in (s, twin)]
            for effect in filter(None, (*told[0], *told[1])):
                text_is_known(effect, game.catalogue())
            if told[0] == told[1] or not can_be_taken(game, twin, actor, action):
                continue
            worlds = (copy_state(s), copy_state(twin))
            for world in worlds:
                game.apply(world, actor, action)
            for place, viewer in enumerate((seat, None)):
                same = view_bytes(game, worlds[0], viewer) == view_bytes(game, worlds[1], viewer)
                assert not same or told[0][place] == told[1][place], (
                    f"how “{game.text(action)}” comes out tells viewer {viewer} more than its view"
                )


def moments_are_sound(match: Match, seed: int) -> None:
    """What a step is remembered by is said in words that are there, and seen on places that are."""
    game, s = match.game, match.state
    if game.moment is None:
        return
    plan, scene = match.plan(), match.scene(None)
    for actor, action in some_steps(match, seed):
        after = copy_state(s)
        game.apply(after, actor, action)
        told = game.moment(s, after, actor, action, None)
        if told is None:
            continue
        for text in (told.words, *told.yours.values()):
            text_is_known(text, game.catalogue())
        assert set(told.yours) <= set(range(len(match.seats))), f"{told.kind} is said to a seat that is not there"
        then = game.scene(game.view(after, None, game.actor(after) == OVER))
        places = {*target_names(plan, scene), *target_names(plan, then)}
        assert set(told.at) <= places, f"{told.kind} is seen where nothing is: {sorted(set(told.at) - places)}"


def some_steps(match: Match, seed: int) -> list[tuple[int, int]]:
    """Of all that could be taken now, as many as can be tried in short time."""
    steps = all_steps(match)
    return Random(seed).sample(steps, min(len(steps), MOST_TRIED))


def target_names(plan: Plan, scene: Scene) -> Iterator[str]:
    yield from (site(each.id) for each in plan.sites)
    yield from (zone(each.id) for each in plan.zones)
    yield from (piece(each.id) for each in scene.pieces)


def moments_follow_from_views(match: Match, seed: int) -> None:
    """As for effects: two worlds that a viewer cannot tell apart give it the same moment of a step. And that there was
    one is known to all."""
    game, s = match.game, match.state
    assert game.determinize is not None, "a game with hidden information"
    if game.moment is None or match.over:
        return
    for seat in range(len(match.seats)):
        twin = copy_state(s)
        game.determinize(twin, seat, new_rng(seed))
        for actor, action in some_steps(match, seed):
            if actor != CHANCE and not can_be_taken(game, twin, actor, action):
                continue
            if actor == CHANCE and action not in dict(game.list_chance(twin)):
                continue
            worlds = [(world, copy_state(world)) for world in (s, twin)]
            for _, after in worlds:
                game.apply(after, actor, action)
            for viewer in (seat, None):
                here, there = (game.moment(before, after, actor, action, viewer) for before, after in worlds)
                same = here == there or view_bytes(game, worlds[0][1], viewer) != view_bytes(game, worlds[1][1], viewer)
                assert same, f"the moment of “{game.text(action)}” tells viewer {viewer} more than its view"
                if viewer is not None:
                    public = game.moment(*worlds[0], actor, action, None)
                    assert (here is None) == (public is None), f"not all know that “{game.text(action)}” was a moment"


def can_be_taken(game: Game, s: State, actor: int, action: int) -> bool:
    legal = game.list_legal(s, actor) if actor in game.seats_to_act(s) else []
    return action in legal or action in game.list_also(s, actor)


def all_steps(match: Match) -> list[tuple[int, int]]:
    """Every step that anybody could take now."""
    game, s = match.game, match.state
    if match.over:
        return []
    steps = [(CHANCE, outcome) for outcome, _ in game.list_chance(s)] if match.actor == CHANCE else []
    for seat in range(len(match.seats)):
        legal = game.list_legal(s, seat) if seat in game.seats_to_act(s) else []
        steps += [(seat, action) for action in legal + game.list_also(s, seat)]
    return steps


def knowable(match: Match, viewer: Viewer, seed: int) -> bytes:
    """All that a viewer gets of a match: view, log, actions, what it observes, and what `determinize` makes of the
    state, as bytes."""
    known = msgspec.json.encode((match.view(viewer), match.told(viewer), match.actors, match.offer_by()))
    if viewer is None or match.game.determinize is None:
        return known
    own = (match.legal(viewer), match.also(viewer), match.choices(viewer), match.can_undo(viewer))
    twin = copy_state(match.state)
    match.game.determinize(twin, viewer, new_rng(seed))
    sight = observed(match.game, match.state, viewer, match) if match.game.observable else b""
    return known + msgspec.json.encode(own) + sight + state_bytes(twin)


def playthrough(match: Match) -> str:
    """A finished match as text to read and to compare: every step, the views now and then, the result."""
    seats, steps = len(match.seats), match.steps
    lines = [f"{match.game.name}, rules {match.game.rules_version}, {seats} seats, {_plain(match.options)}", ""]
    for number, position in enumerate(positions(match, list(range(len(steps) + 1)))):
        if number:
            lines.append(f"{number:4d}  {steps[number - 1].actor}  {steps[number - 1].text}")
        if number % VIEWS_EVERY == 0 or number == len(steps):
            lines += [f"      view {viewer}: {_plain(position.view(viewer))}" for viewer in (*range(seats), None)]
    assert match.result is not None, "the match is over"
    return "\n".join([*lines, "", f"result {_plain(match.result)}", ""])


def _plain(value: Any) -> str:
    return msgspec.json.encode(value).decode()
