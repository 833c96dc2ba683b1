"""Slips in analysis: what a seat could not know, and what the page's engine does."""

from tests.planted.fault import Fault

ANALYSIS = "src/parlour/bots/analysis.py"
FAULTS = [
    Fault(
        "the list of moves spells what the seat that is looked from did not see",
        file="web/src/features/analysis/VariationList.tsx",
        old='const spelled = sealed ? (told?.text ?? "?") : node.text;',
        new='const spelled = sealed && !told ? "?" : node.text;',
        red=(
            "web/src/features/analysis/analysis.test.tsx::the main line comes first, a variation hangs below its step, "
            "and a step that was sealed is not told",
        ),
    ),
    Fault(
        "what a seat knew is answered with what was the case",
        file="src/parlour/server/http/analysis/handlers.py",
        old="found = analysed(match, viewpoint(match, data.seat, data.known), data.told, data.skip)",
        new="found = analysed(match, viewpoint(match, data.seat, False), data.told, data.skip)",
        red=("tests/server/http/analysis/test_analysis.py::test_as_a_seat_knows_it_no_route_tells_what_is_hidden",),
        compiled=True,
    ),
    Fault(
        "an analysis board turns with every step",
        file="web/src/features/analysis/useAnalysis.ts",
        old="const shown = turned ? { ...plain, below } : plain;",
        new="const shown = turned ? { ...plain, below: plain.seat } : plain;",
        red=("web/src/features/analysis/AnalysisPage.test.tsx::the board stays as it is turned, whoever is to act",),
    ),
    Fault(
        "whoever comes back to a position waits until it was thought about anew",
        file="web/src/engine/worker.ts",
        old="own.begin(heard.start, trees.take(heard.position));",
        new="own.begin(heard.start);",
        red=("web/src/engine/worker.test.ts::whoever comes back to a position thinks on where it was left",),
    ),
    Fault(
        "the trees of an analysis take all memory there is",
        file="web/src/engine/keptTrees.ts",
        old="      if (this.bytes + size <= this.most) break;\n",
        new="      if (size <= this.most) break;\n",
        red=(
            "web/src/engine/keptTrees.test.ts::all that is kept stays within its bound, and what was left longest ago "
            "goes first",
        ),
    ),
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
        old="  if (!ending && !Array.isArray(variations ?? analysis)) return",
        new="  if (ending === 1) return",
        red=("web/src/features/analysis/variations.test.ts::of a match that is still played is refused",),
    ),
    Fault(
        "a link of a few letters fills a browser's memory",
        file="web/src/features/analysis/variations.ts",
        old="    if (size > MOST_BYTES) {",
        new="    if (size < 0) {",
        red=("web/src/features/analysis/variations.test.ts::in a link that holds far too much is none",),
    ),
    Fault(
        "who plays all sides from a position plays in the names of those who played the match",
        file="web/src/features/analysis/PlayOn.tsx",
        old="name: nameOf(each) }",
        new='name: names[each] ?? "" }',
        red=(
            "web/src/features/analysis/AnalysisPage.test.tsx::with all sides for oneself, and not in the names of "
            "those who played",
        ),
    ),
    Fault(
        "an engine thinks on while its page is hidden",
        file="web/src/engine/engine.ts",
        old='if (document.hidden) this.tell({ say: "stop" });\n    else this.tell',
        new="this.tell",
        red=("web/src/engine/engine.test.ts::with a hidden page nobody thinks",),
    ),
    Fault(
        "bots of a game with hidden hands think on the player's device",
        file="src/parlour/house/tables/state.py",
        old='not self.seats_with("bot") or self.game.hidden or self.rules.matters:',
        new='not self.seats_with("bot") or self.rules.matters:',
        red=("tests/house/tables/test_device_bots.py::test_where_hands_are_hidden_they_think_in_the_house",),
    ),
    Fault(
        "bots of a match that counts think on the player's device",
        file="src/parlour/house/tables/state.py",
        old='not self.seats_with("bot") or self.game.hidden or self.rules.matters:',
        new='not self.seats_with("bot") or self.game.hidden:',
        red=("tests/house/tables/test_device_bots.py::test_what_counts_is_thought_about_in_the_house",),
    ),
    Fault(
        "a device may have a bot do what it cannot",
        file="src/parlour/house/tables/device_bots.py",
        old="    if action not in match.game.list_legal(match.state, seat):",
        new="    if action < 0:",
        red=("tests/house/tables/test_device_bots.py::test_a_device_that_lies_or_is_late_changes_nothing",),
    ),
    Fault(
        "the house waits for a device without end",
        file="src/parlour/house/tables/device_bots.py",
        old="            await asyncio.wait_for(given_up.wait(), seconds)",
        new="            await given_up.wait()",
        red=("tests/house/tables/test_device_bots.py::test_if_the_device_does_not_answer_in_time_the_house_thinks",),
    ),
    Fault(
        "what was given is taken for dealt",
        file="src/parlour/core/verify.py",
        old="if match.actor == CHANCE and number > record.given:",
        new="if match.actor == CHANCE:",
        red=(
            "tests/house/tables/test_given.py::test_what_was_given_was_not_dealt_and_all_that_follows_can_be_checked",
        ),
    ),
    Fault(
        "what was given can be taken back",
        file="src/parlour/core/match.py",
        old="return None if index is None or index < self.given else index",
        new="return index",
        red=("tests/house/tables/test_given.py::test_nobody_takes_back_what_was_given",),
    ),
    Fault(
        "a review in the browser searches with another seed",
        file="web/src/engine/review.ts",
        old="revealed: false, seed, data }",
        new="revealed: false, seed: seed + 1, data }",
        red=("tests/machines/test_review.py::test_the_same_seed_and_simulations_give_the_same_review[connect4]",),
        compiled=True,
    ),
    Fault(
        "values that were found with all cards open are shown as what a seat knew",
        file="web/src/features/analysis/useAnalysis.ts",
        old='`${edition} ${known ? seat : "open"} ${id}`',
        new="`${edition} ${known ? seat : seat} ${id}`",
        red=("web/src/features/analysis/AnalysisPage.test.tsx::with all cards open is not shown as what a seat knew",),
    ),
    Fault(
        "what an engine says last is told of the step that is looked at now",
        file="web/src/features/analysis/useEngine.ts",
        old="          told(next.values, next.done);",
        new="          valued.current(next.values, next.done);",
        red=(
            "web/src/features/analysis/AnalysisPage.test.tsx::about an earlier step stays with that step, though it is "
            "said while another is looked at",
        ),
    ),
    Fault(
        "what one plays in somebody's shared tree takes the place of one's own",
        file="web/src/features/analysis/kept.ts",
        old="  shared ? `shared ${game} ${shortened(shared)}` : table",
        new="  table",
        red=(
            "web/src/features/analysis/AnalysisPage.test.tsx::in a place of its own if somebody has shared it, and "
            "one's own is left alone",
        ),
    ),
    Fault(
        "an analysis that was begun anew hides its match for ever",
        file="web/src/features/analysis/kept.ts",
        old='  return empty && (at.table !== "" || at.shared !== "") ? null : found;',
        new="  return empty && found === null ? null : found;",
        red=(
            "web/src/features/analysis/AnalysisPage.test.tsx::and an empty one of a match, as earlier versions kept "
            "it, gives way to the match",
        ),
    ),
    Fault(
        "a table that was left keeps fifty megabytes for its bots",
        file="web/src/features/tables/match/Match.tsx",
        old="  useEffect(() => stopHere, [table]);",
        new="  useEffect(() => undefined, [table]);",
        red=(
            "web/src/features/tables/TablePage.test.tsx::lets what thought for its bots on this device go when it is "
            "left",
        ),
    ),
    Fault(
        "the engine of an analysis judges without the net that the strongest bot has",
        file="web/src/engine/engine.ts",
        old="const judged = this.judge ? { cutoff: this.judge.cutoff } : {};",
        new="const judged = {};",
        red=(
            "web/src/engine/engine.test.ts::each engine has room for the net that judges, and is given it with every "
            "position",
        ),
    ),
    Fault(
        "houses in containers have no engine for browsers",
        file="deploy/Dockerfile",
        old="COPY --from=modules /build/src/parlour/games src/parlour/games\n",
        new="",
        red=(
            "tests/deploy/test_image.py::"
            "test_games_are_compiled_for_browsers_before_the_wheel_and_the_linker_stays_behind",
        ),
    ),
    Fault(
        "a loop of an author's becomes a call that no browser has",
        file="src/parlour/core/compiled/retarget.py",
        old='without = "".join(f\' "no-builtin-{name}"\' for name in LOOK_ALIKES)',
        new='without = ""',
        red=("tests/machines/test_retarget.py::test_a_loop_that_looks_like_one_of_the_librarys_stays_a_loop",),
        compiled=True,
    ),
    Fault(
        "a bot on a device does not slip as the house's does",
        file="web/src/engine/move.ts",
        old="return search.choose(effort.slips, start.seed);",
        new="return search.choose(0, start.seed);",
        red=("tests/machines/test_move.py::test_a_bot_moves_on_a_device_as_in_the_house",),
        compiled=True,
    ),
]
