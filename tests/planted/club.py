"""Slips in what a club reads and tries: diagrams of the rules."""

from tests.planted.fault import Fault

DIAGRAMS = "tests/core/test_diagrams.py"
HTTP = "tests/server/http/games/test_diagrams.py"

FAULTS = [
    Fault(
        "a diagram that cannot be solved is taken",
        file="src/parlour/core/laws/diagrams.py",
        old="assert solution(game, name) is not None,",
        new="assert True,",
        red=(f"{DIAGRAMS}::test_a_slip_in_a_diagram_is_named",),
    ),
    Fault(
        "what was tried in a diagram stays for the next reader",
        file="src/parlour/core/diagrams.py",
        old="diagram, match = found[name], _stands(game, name).copy()",
        new="diagram, match = found[name], _stands(game, name)",
        red=(f"{DIAGRAMS}::test_what_was_tried_does_not_stay",),
    ),
    Fault(
        "every step of a diagram is right",
        file="src/parlour/core/diagrams.py",
        old="        return step in goal.steps\n",
        new="        return True\n",
        red=(f"{DIAGRAMS}::test_a_slip_in_a_diagram_is_named",),
    ),
    Fault(
        "whoever tries a diagram is not told why a touch does nothing",
        file="src/parlour/server/http/games/handlers.py",
        old="TouchAnswer(now.match.why_not_touch(now.seat, touched))",
        new="TouchAnswer(None)",
        red=(f"{HTTP}::test_a_touch_that_does_nothing_is_explained_as_at_a_table",),
        compiled=True,
    ),
    Fault(
        "a diagram of the rules forgets what was tried when it is tried again",
        file="web/src/features/games/RulesDiagram.tsx",
        old="[...before, choice.text]",
        new="[...before]",
        red=(
            "web/src/features/games/RulesDiagram.test.tsx"
            "::says what is to be tried, sends what was tried, and says that it was right",
        ),
    ),
    Fault(
        "a misspelt field is left to the compiler",
        file="src/parlour/core/fields.py",
        old="if node.value.id in states and node.attr not in known:",
        new="if node.value.id in states and node.attr in ():",
        red=("tests/core/test_fields.py::test_a_misspelt_field_is_named_with_its_line_and_what_was_meant",),
    ),
    Fault(
        "a board without a known layout is drawn without places",
        file="src/parlour/core/scene.py",
        old="if self.layout not in get_args(Layout):",
        new="if not self.layout:",
        red=("tests/core/test_scene.py::test_an_unknown_layout_is_refused_with_those_that_exist",),
    ),
    Fault(
        "a new game is written over what was there",
        file="src/parlour/commands/new_game/__init__.py",
        old="    if folder.exists():\n",
        new="    if folder.is_file():\n",
        red=("tests/commands/test_new_game.py::test_a_folder_that_is_there_is_left_alone",),
    ),
    Fault(
        "a puzzle has several good answers",
        file="src/parlour/bots/puzzles.py",
        old="CLEAR = 0.35 ",
        new="CLEAR = 0.0 ",
        red=("tests/bots/test_puzzles.py::test_where_several_moves_are_good_there_is_no_puzzle",),
        compiled=True,
    ),
    Fault(
        "a match that goes on is searched for puzzles",
        file="src/parlour/bots/puzzles.py",
        old="        if record.ending is None:\n",
        new="        if False:\n",
        red=("tests/bots/test_puzzles.py::test_a_match_that_goes_on_is_not_looked_at",),
        compiled=True,
    ),
    Fault(
        "puzzles of other rules are kept",
        file="src/parlour/bots/puzzles.py",
        old="    return found if kept else fresh\n",
        new="    return found\n",
        red=("tests/bots/test_puzzles.py::test_what_is_kept_is_read_again_and_of_other_rules_is_dropped",),
        compiled=True,
    ),
]
