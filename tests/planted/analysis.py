"""Slips in analysis: what a seat could not know, and what the page's engine does."""

from tests.planted.fault import Fault

ANALYSIS = "src/parlour/bots/analysis.py"
FAULTS = [
    Fault(
        "a search as a seat knows it begins with the truth",
        file=ANALYSIS,
        old="situation(match, seat).state if at.known else as_array(match.state).tobytes()",
        new="as_array(match.state).tobytes()",
        red=("tests/bots/test_analysis.py::test_as_a_seat_knows_it_nothing_follows_from_what_is_hidden",),
        compiled=True,
    ),
    Fault(
        "an analysis as a seat knows it tells what chance could bring",
        file=ANALYSIS,
        old="outcomes = [] if not chance or at.known else match.outcomes().items()",
        new="outcomes = [] if not chance else match.outcomes().items()",
        red=("tests/bots/test_analysis.py::test_what_chance_could_bring_is_not_told_to_a_seat",),
        compiled=True,
    ),
    Fault(
        "an analysis as a seat knows it tells what others could do",
        file=ANALYSIS,
        old="for seat in [at.seat] if at.known and at.seat is not None else range(len(match.seats)):",
        new="for seat in range(len(match.seats)):",
        red=("tests/bots/test_analysis.py::test_what_others_could_do_is_not_told_to_a_seat",),
        compiled=True,
    ),
    Fault(
        "the page may make scripts of text",
        file="src/parlour/server/guard/headers.py",
        old="script-src 'self' 'wasm-unsafe-eval'",
        new="script-src 'self' 'unsafe-eval'",
        red=("tests/server/guard/test_middleware.py::test_the_page_may_run_webassembly_and_no_script_made_of_text",),
    ),
    Fault(
        "the record of a match that is still played can be analysed",
        file="web/src/features/analysis/variations.ts",
        old="  if (!ending && !Array.isArray(analysis)) return",
        new="  if (ending === 1) return",
        red=("web/src/features/analysis/variations.test.ts::of a match that is still played is refused",),
    ),
    Fault(
        "an engine thinks on while its page is hidden",
        file="web/src/engine/engine.ts",
        old='if (document.hidden) this.tell({ say: "stop" });\n    else this.tell',
        new="this.tell",
        red=("web/src/engine/engine.test.ts::with a hidden page nobody thinks",),
    ),
]
