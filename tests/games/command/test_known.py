"""What can be known: each sentence of the rulebook, the counts, and determinize."""

from collections import Counter
from itertools import product

import pytest

from parlour.core.game import State, copy_state
from parlour.core.rng import new_rng
from parlour.games.command import GAME
from parlour.games.command.board import ANY, COMMAND, FLEET, LETTERS, SHIPS, ZONES
from parlour.games.command.known import inferred

from .positions import LINE, afloat, could, deployed, goes_on, letters, moves, play, position, random_match

ALL = LETTERS
NOT_C = LETTERS[:-1]
MIDDLE = "FRTNEAWVZBKQ"


def fleet(sets: list[str]) -> State:
    """Black's ships with these sets, by number; those that are left over are known, whichever classes they are of."""
    s = deployed().state
    s.could[1] = [sum(1 << LETTERS.index(letter) for letter in each) for each in sets]
    return s


def unsure(sets: str, held: str) -> State:
    """The first ships of Black have these sets, and hold these classes between them; all others are known."""
    left = Counter(LETTERS[ship] for ship in FLEET) - Counter(held)
    return fleet([*sets.split(), *left.elements()])


def assignments(sets: str, held: str) -> list[tuple[str, ...]]:
    """Every way for ships with these sets to hold these classes."""
    return [each for each in product(*sets.split()) if Counter(each) == Counter(held)]


def minded(s: State) -> list[str]:
    return [letters(classes) for classes in inferred(s, 1)]


def samples(s: State, viewer: int, times: int) -> list[State]:
    rng, twins = new_rng(5), []
    for _ in range(times):
        twins.append(copy_state(s))
        GAME.determinize(twins[-1], viewer, rng)
    return twins


# -- what a challenge tells -------------------------------------------------------------------------------------------


def test_at_first_everything_could_be_everything():
    s = deployed().state
    assert (s.could == ANY).all()
    assert minded(s) == [ALL] * SHIPS


@pytest.mark.parametrize("ours", NOT_C)
@pytest.mark.parametrize("attacks", [True, False])
def test_both_removed_tells_exactly_the_own_class(ours, attacks):
    s = challenged(ours, ours, attacks)
    assert [letters(int(s.could[seat, lost(s, seat)])) for seat in range(2)] == [ours, ours]


def test_own_ship_survived():
    expected = {"L": "S", "S": MIDDLE}
    expected |= {ours: MIDDLE[i + 1 :] + "L" for i, ours in enumerate(MIDDLE)}
    for ours, seen in expected.items():
        for theirs, attacks in product(seen, (True, False)):
            s = challenged(ours, theirs, attacks)
            assert afloat(s)["e5"] == ours
            assert letters(int(s.could[1, lost(s, 1)])) == seen, f"{ours} has beaten {theirs}"


def test_own_ship_was_lost():
    expected = {"S": "L", "F": "S", "L": MIDDLE}
    expected |= {ours: "S" + MIDDLE[: i + 1] for i, ours in enumerate(MIDDLE[1:])}
    for ours, seen in expected.items():
        for theirs, attacks in product(seen, (True, False)):
            s = challenged(ours, theirs, attacks)
            assert afloat(s)["e5"] == theirs.lower()
            assert could(s, "e5") == seen, f"{ours} was lost to {theirs}"


def challenged(ours: str, theirs: str, attacks: bool) -> State:
    """White's ship and Black's have met on e5."""
    if attacks:
        return play(position(f"Ca1 {ours}e4", f"Ci8 {theirs}e5"), "e4-e5")
    return play(position(f"Ca1 {ours}e5", f"Ci8 {theirs}e4", turn=1), "e4-e5")


def lost(s: State, seat: int) -> int:
    """The number of the ship that this seat has lost in the only challenge."""
    [ship] = [ship for ship in range(SHIPS) if s.lost_to[seat, ship] >= 0]
    return ship


def test_a_ship_in_a_challenge_that_did_not_end_the_game_is_no_command_ship():
    for ours, theirs in product(NOT_C, NOT_C):
        s = challenged(ours, theirs, True)
        still = [(seat, ship) for seat, ship in product(range(2), range(SHIPS)) if s.could[seat, ship] >> COMMAND & 1]
        assert all(LETTERS[s.rank[each]] == "C" for each in still)
        assert len(still) == 2


def test_what_is_learnt_twice_is_learnt_together():
    s = position("Ca1 We4 Ee6", "Ci8 Ae5")
    play(s, "e4-e5", "i8-i7")
    assert could(s, "e5") == "SFRTNEA"
    play(s, "e6-e5")
    [both] = [int(s.could[1, ship]) for ship in range(SHIPS) if s.lost_to[1, ship] == 2]
    assert letters(both) == "A"


def test_each_seat_infers_from_its_own_class():
    s = challenged("W", "N", True)
    assert could(s, "e5") == "SFRTNEA"
    assert letters(int(s.could[0, lost(s, 0)])) == "EAWVZBKQL"


# -- what the far row tells -------------------------------------------------------------------------------------------


def test_a_ship_that_stays_on_its_far_row_after_the_reply_is_no_command_ship():
    s = play(position("Ca1 Sd1", "Ci5 Le2", turn=1), "e2-e1")
    assert could(s, "e1") == ALL
    play(s, "a1-a2")
    assert could(s, "e1") == NOT_C
    assert could(s, "i5") == ALL


def test_it_is_none_at_once_if_nobody_stood_beside_it():
    s = play(position("Ca1 Sd2", "Ci5 Le2", turn=1), "e2-e1")
    assert could(s, "e1") == NOT_C


def test_a_ship_that_was_sunk_there_by_the_reply_is_none_either():
    s = play(position("Ca1 Sd1", "Ci5 Qe2", turn=1), "e2-e1", "d1-e1")
    assert letters(int(s.could[1, lost(s, 1)])) == MIDDLE


def test_a_ship_that_beats_the_reply_on_its_far_row():
    s = play(position("Ca1 Wd1", "Ci5 Qe5 Ae2", turn=1), "e2-e1", "d1-e1")
    assert could(s, "e1") == "SFRTNEA"


def test_leaving_the_far_row_again_changes_nothing():
    s = play(position("Ca1 Sd2", "Ci5 Le2", turn=1), "e2-e1", "a1-a2", "e1-e2", "a2-a1")
    assert could(s, "e2") == NOT_C


def test_standing_on_the_own_back_row_tells_nothing():
    s = play(position("Ce2 La2", "Ci5 Lh5"), "e2-e1", "i5-i6", "a2-a1", "i6-i7")
    assert could(s, "e1") == could(s, "a1") == ALL


# -- counts -----------------------------------------------------------------------------------------------------------


def test_a_class_that_others_use_up_is_possible_for_no_more():
    assert minded(unsure("FR FR FRT", "FRT"))[:3] == ["FR", "FR", "T"]


def test_there_are_two_submarines():
    assert minded(unsure("S SF SF", "SSF"))[:3] == ["S", "SF", "SF"]
    assert minded(unsure("S S SFR FR", "SSFR"))[:4] == ["S", "S", "FR", "FR"]


def test_a_chain_of_ships_is_followed_to_its_end():
    assert minded(unsure("SF FR RT RT", "SFRT"))[:4] == ["S", "F", "RT", "RT"]


def test_the_last_ship_that_can_be_the_command_ship_is_it():
    s = fleet([ALL] + [NOT_C] * (SHIPS - 1))
    assert minded(s) == ["C"] + [NOT_C] * (SHIPS - 1)


@pytest.mark.parametrize(
    ("sets", "held"),
    [
        ("SFR FRT RTN TNE SFRTNE", "FRTNE"),
        ("SF FR SFRT TN NE", "SFRTN"),
        ("AWV WV AWVZ ZB BK AWVZBK", "AWVZBK"),
        ("QL KQL KQ QL L", "KQLLL"),
        ("SFRTNEA SFRTN SFR SF RTN", "SSFRT"),
        ("VZBKQLC ZBKQL BKQL KQ KQ", "VLBKQ"),
    ],
)
def test_the_sets_are_those_of_a_full_enumeration(sets, held):
    ways = assignments(sets, held)
    assert ways
    exact = ["".join(letter for letter in LETTERS if letter in column) for column in zip(*ways, strict=True)]
    assert minded(unsure(sets, held))[: len(exact)] == exact


def test_sets_in_play_are_unbroken_runs_and_hold_the_truth():
    for seed in range(6):
        for number, match in enumerate(random_match(seed)):
            s = match.state
            if match.over or number % 7 or s.phase != 2:
                continue
            for seat in range(2):
                for ship, (alone, together) in enumerate(zip(s.could[seat].tolist(), inferred(s, seat), strict=True)):
                    assert letters(alone) in LETTERS
                    assert together >> int(s.rank[seat, ship]) & 1
                    assert together & ~alone == 0


# -- declared ---------------------------------------------------------------------------------------------------------


def test_declared_both_classes_are_known_after_a_challenge():
    s = play(position("Ca1 We4", "Ci8 Ae5", declared=True), "e4-e5")
    assert could(s, "e5") == "A"
    assert letters(int(s.could[0, lost(s, 0)])) == "W"
    assert could(s, "i8") == ALL


def test_declared_the_far_row_and_the_counts_still_tell():
    s = play(position("Ca1 Sd2", "Ci5 Le2 Wh5", turn=1, declared=True), "e2-e1")
    assert could(s, "e1") == NOT_C
    s = fleet(["SF", "S", "S", *list("RTNEAWVZBKQLLLLLLC")])
    assert minded(s)[0] == "F"


# -- determinize ------------------------------------------------------------------------------------------------------


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("sets", "held"),
    [
        ("SF FR SFRT TN RTN", "SFRTN"),
        ("AWV WV AWVZ ZB BK AWVZBK", "AWVZBK"),
        ("BKQL KQL KQ QL L", "BKQLL"),
        ("SFRTN RTN SF SFR TNEA", "FRTSN"),
        ("SF FR RT TN NE SFRTNE", "SFRTNE"),
    ],
)
def test_every_assignment_is_about_as_likely_as_any_other(sets, held):
    ways, each = assignments(sets, held), 300
    assert len(ways) > 2
    drawn: Counter[tuple[str, ...]] = Counter()
    for twin in samples(unsure(sets, held), 0, each * len(ways)):
        drawn[tuple(LETTERS[rank] for rank in twin.rank[1, : len(sets.split())])] += 1
    assert drawn.keys() == set(ways)
    chi_square, freedom = sum((drawn[way] - each) ** 2 / each for way in ways), len(ways) - 1
    assert chi_square < freedom + 4 * (2 * freedom) ** 0.5


@pytest.mark.compiled
def test_a_ship_of_a_fresh_fleet_is_a_littoral_six_times_of_21():
    s = deployed().state
    ranks = [twin.rank[1].tolist() for twin in samples(s, 0, 4200)]
    for ship in range(SHIPS):
        littorals = sum(LETTERS[each[ship]] == "L" for each in ranks)
        assert abs(littorals - 1200) < 150


def test_a_sample_is_a_fleet_within_the_sets():
    match = moves(deployed(), "a3-a4", "a6-a5", "a4-a5", "b6-b5", "b3-b4", "b5-b4")
    for twin in samples(match.state, 0, 50):
        assert Counter(twin.rank[1].tolist()) == Counter(FLEET.tolist())
        assert all(int(c) >> int(r) & 1 for c, r in zip(twin.could[1], twin.rank[1], strict=True))


@pytest.mark.parametrize("viewer", [0, 1])
def test_determinize_changes_nothing_but_the_other_sides_secrets(viewer):
    for number, match in enumerate(random_match(20 + viewer)):
        s = match.state
        if match.over or number % 9 or s.phase != 2:
            continue
        twin = samples(s, viewer, 1)[0]
        for field in s.dtype.names:
            same = (twin[field] == s[field]).all() if s[field].shape else twin[field] == s[field]
            assert same or field in ("rank", "could"), field
        assert (twin.rank[viewer] == s.rank[viewer]).all()
        assert (twin.could[1 - viewer] == s.could[1 - viewer]).all()


@pytest.mark.parametrize("declared", [False, True])
def test_what_the_other_side_knows_fits_the_classes_it_is_given(declared):
    """Replaying the match with the made-up fleet leads to the very same state."""
    for seed in (31, 32, 33):
        matches = random_match(seed, declared=declared)
        last = [(copy_state(m.state), m.steps) for m in matches if not m.over and m.state.phase == 2][-1]
        s, steps = last
        for viewer in (0, 1):
            twin = samples(s, viewer, 1)[0]
            again = replayed(steps, twin)
            assert goes_on(again)
            for field in ("board", "at", "could", "rank", "lost_to", "quiet", "plies", "turn"):
                assert (again[field] == twin[field]).all(), field


def replayed(steps: list, fleets: State) -> State:
    """The match's plies with these fleets."""
    s = deployed(declared=bool(fleets.declared)).state
    s.board[[at for zone in ZONES for at in zone]] = 0
    s.rank, s.start, s.at, s.first, s.turn = fleets.rank, fleets.start, fleets.start, fleets.first, fleets.first
    for seat, ship in product(range(2), range(SHIPS)):
        s.board[int(s.start[seat, ship])] = ship << 2 | 1 << seat
    for step in standing_plies(steps):
        GAME.apply(s, GAME.actor(s), GAME.parse(step))
    return s


def standing_plies(steps: list) -> list[str]:
    """The last ready and all before it left out; nothing is taken back in play, for turns change with every ply."""
    texts = [step.text for step in steps]
    last = max(i for i, text in enumerate(texts) if text == "ready")
    return texts[last + 1 :]


def test_a_ship_that_has_just_reached_its_far_row_may_be_the_command_ship_and_then_it_waits():
    s = play(position("Ca1 Sd1", "Ce2 Li5", turn=1), "e2-e1")
    ends = Counter()
    for twin in samples(s, 0, 60):
        play(twin, "a1-a2")
        ends[goes_on(twin)] += 1
    assert set(ends) == {True, False}


def test_what_is_over_stays():
    *_, match = random_match(4)
    twin = samples(match.state, 0, 1)[0]
    assert twin.tobytes() == match.state.tobytes()


def test_line_is_a_fleet():
    assert sorted("".join(LINE).replace(".", "")) == sorted(LETTERS[ship] for ship in FLEET)
