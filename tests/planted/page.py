"""Slips in the page: found by the tests of its own logic, by components that are rendered, some only in a browser."""

from tests.planted.fault import Fault

SRC = "web/src"

FAULTS = [
    Fault(
        "moments pile up behind a player who is behind",
        file=f"{SRC}/features/tables/moments.ts",
        old="[...waiting, ...found].slice(-MOST)",
        new="[...waiting, ...found]",
        red=(
            f"{SRC}/features/tables/moments.test.ts"
            "::is never longer than two: whoever is behind goes on to what is now",
        ),
    ),
    Fault(
        "a jump through a match shows a moment on the way",
        file=f"{SRC}/features/tables/moments.ts",
        old="(forward > 1 && !(was.live && is.live))",
        new="(forward > 1 && !is.live)",
        red=(
            f"{SRC}/features/tables/moments.test.ts"
            "::for the step that leads back to the present, not for a way of many",
        ),
    ),
    Fault(
        "a touch does not end a moment",
        file=f"{SRC}/features/tables/useMoments.ts",
        old='    window.addEventListener("pointerdown", end, true);\n',
        new="",
        red=(f"{SRC}/features/tables/useMoments.test.tsx::ends with any touch and any key",),
    ),
    Fault(
        "a moment takes away what is touched while it is shown",
        file=f"{SRC}/features/tables/useMoments.ts",
        old="const end = () => setTimeout(() => setQueue((all) => (all[0] === first ? all.slice(1) : all)));",
        new="const end = () => setQueue((all) => (all[0] === first ? all.slice(1) : all));",
        red=(
            f"{SRC}/features/tables/useMoments.test.tsx"
            "::stays until the touch that ends it has reached what it was meant for",
        ),
    ),
    Fault(
        "one of two who lost is told who won, and not what it means for them",
        file=f"{SRC}/features/tables/result.ts",
        old='{ title: t("end.you-lost"), says: false }',
        new='{ title: t("end.you-win", { how }), says: false }',
        red=(
            f"{SRC}/features/tables/end.test.ts"
            "::says to each what it means for them, how it was won, and what both came to",
        ),
    ),
    Fault(
        "who wins because the other gave up is told that they gave up",
        file=f"{SRC}/features/tables/result.ts",
        old="  if (own && !won) return",
        new="  if (own) return",
        red=(f"{SRC}/features/tables/end.test.ts::says to whom it was that brought it about",),
    ),
    Fault(
        "a touch that does nothing is met with silence",
        file=f"{SRC}/board/useGestures.ts",
        old="    else latest.current.refuse(thing, { x: event.clientX, y: event.clientY });",
        new="",
        red=("tests/e2e/test_refusals.py::test_a_ring_dropped_where_it_cannot_go_returns_with_a_reason",),
    ),
    Fault(
        "a corner of a column takes no disc",
        file=f"{SRC}/board/layout.ts",
        old="    if (!meant || more.length > 0) return [];",
        new="    if (!meant || more.length > 0 || meant === site) return [];",
        red=(f"{SRC}/board/layout.test.ts::means the place of it that can be touched",),
    ),
    Fault(
        "the rules open at their beginning, whatever was refused",
        file=f"{SRC}/ui/Markdown.tsx",
        old="about != null && names.includes(about)",
        new="about != null && names.length > 99",
        red=(
            f"{SRC}/ui/Markdown.test.tsx"
            "::lead to the block that a rule's name is written over, and do not show the names",
        ),
    ),
    # -- found by vitest ----------------------------------------------------------------------------------------------
    Fault(
        "what is touched twice stays in the hand",
        file=f"{SRC}/board/paths.ts",
        old="{ choose: choice } : { held: held.slice(0, -1) };",
        new="{ choose: choice } : { held };",
        red=(f"{SRC}/board/paths.test.ts::puts back what is touched again",),
    ),
    Fault(
        "an action is taken though a longer one goes on from it",
        file=f"{SRC}/board/paths.ts",
        old="others.length === 0 && through.length === 1 ? { choose: choice }",
        new="others.length === 0 ? { choose: choice }",
        red=(f"{SRC}/board/paths.test.ts::waits for a second touch where a longer path goes on from a whole one",),
    ),
    Fault(
        "a place that leads to a move is lit as if it did not",
        file=f"{SRC}/board/paths.ts",
        old="also: choice.also && (before?.also ?? true),",
        new="also: choice.also || (before?.also ?? false),",
        red=(f"{SRC}/board/paths.test.ts::is loud where a target leads to a move as well",),
    ),
    Fault(
        "one's own move is marked as the last one",
        file=f"{SRC}/board/lastMove.ts",
        old="fresh.filter((piece) => piece.seat !== seat)",
        new="fresh.filter((piece) => piece.seat === seat)",
        red=(f"{SRC}/board/lastMove.test.ts::is the other side's, if both have played meanwhile",),
    ),
    Fault(
        "news with a gap before them are joined on",
        file=f"{SRC}/features/tables/feed.ts",
        old="if (from > feed.cursor) return null;",
        new="",
        red=(
            f"{SRC}/features/tables/feed.test.ts::are joined on where they follow, and refused where they do not",
            f"{SRC}/client/socket.test.ts::is asked for from where it stands where something is missing, "
            "and passes over what comes twice or late",
        ),
    ),
    Fault(
        "the page calls a server that is down without a pause",
        file=f"{SRC}/client/socket.ts",
        old="FIRST_PAUSE * 2 ** this.tries",
        new="FIRST_PAUSE",
        red=(
            f"{SRC}/client/socket.test.ts"
            "::comes back by itself, more slowly each time, and at once when it had been good",
        ),
    ),
    Fault(
        "of several requests that one message answers only the first is done",
        file=f"{SRC}/client/socket.ts",
        old='if (message.is === "table") for (const id of message.done ?? []) this.takeAsked(id)?.done();',
        new='if (message.is === "table") this.takeAsked(message.done?.[0] ?? null)?.done();',
        red=(f"{SRC}/client/socket.test.ts::is done after the news have been heard, one request or several",),
    ),
    Fault(
        "whoever waits for an answer over a lost connection waits for ever",
        file=f"{SRC}/client/socket.ts",
        old="if (!each.topic) each.failed(new ConnectionLost());",
        new="if (each.topic) each.failed(new ConnectionLost());",
        red=(f"{SRC}/client/socket.test.ts::is done, refused, or lost with the connection",),
    ),
    Fault(
        "after signing in a link leads to another house",
        file=f"{SRC}/ui/router.tsx",
        old='return url.origin === HERE && !found.startsWith("//") ? found : "/";',
        new="return found;",
        red=(f"{SRC}/ui/router.test.ts::sends nobody elsewhere",),
    ),
    Fault(
        "a name can turn the sentence around it",
        file=f"{SRC}/ui/texts/isolate.ts",
        old='const plain = text.replace(OVERRIDES, "");',
        new="const plain = text;",
        red=(f"{SRC}/ui/texts/isolate.test.ts::takes away what would turn the sentence around",),
    ),
    Fault(
        "a device is handed to somebody who is not at it",
        file=f"{SRC}/features/tables/useTableSetup.ts",
        old="return own.find((seat) => acting.includes(seat)) ?? viewer;",
        new="return acting[0] ?? viewer;",
        red=(f"{SRC}/features/tables/match/match.test.ts::is the other person here who is to act",),
    ),
    Fault(
        "a clock that is due shows less than nothing",
        file=f"{SRC}/features/tables/match/SeatClock.tsx",
        old="const left = Math.max(0, clock.due != null ? clock.due - now : (clock.left ?? 0));",
        new="const left = clock.due != null ? clock.due - now : (clock.left ?? 0);",
        red=(f"{SRC}/features/tables/match/match.test.ts::counts down to when it is due, with tenths at the end",),
    ),
    # -- found where components are rendered ---------------------------------------------------------------------------
    Fault(
        "a form is sent again while it waits for its answer",
        file=f"{SRC}/ui/Form.tsx",
        old="        if (sending.current) return;\n",
        new="",
        red=(
            f"{SRC}/ui/Form.test.tsx::is sent once, however often its button is pressed before the answer",
            f"{SRC}/features/tournaments/tournaments.test.tsx::is announced once",
        ),
    ),
    Fault(
        "what cannot be taken back is done at the first touch",
        file=f"{SRC}/ui/ConfirmButton.tsx",
        old="        if (asked) onConfirm();\n",
        new="        if (!asked) onConfirm();\n",
        red=(f"{SRC}/ui/Form.test.tsx::does nothing at the first touch, and what it says at the second",),
    ),
    Fault(
        "words that were refused in the chat are lost",
        file=f"{SRC}/features/tables/Chat.tsx",
        old="setText((typed) => (typed ? `${said} ${typed}` : said));",
        new="",
        red=(
            f"{SRC}/features/tables/Chat.test.tsx::says why something was refused, and gives the words back",
            f"{SRC}/features/tables/Chat.test.tsx::keeps what was typed while the words before were refused",
        ),
    ),
    Fault(
        "a guest is offered a seat in a tournament that counts",
        file=f"{SRC}/features/tournaments/Participation.tsx",
        old="const guest = rules.rated && !props.account;",
        new="const guest = false;",
        red=(f"{SRC}/features/tournaments/tournaments.test.tsx::takes an account where it counts",),
    ),
    Fault(
        "a best score is asked for with bots at the table",
        file=f"{SRC}/features/games/GamePage.tsx",
        old="rated: options.rated && !(game.cooperative && bots.length > 0),",
        new="rated: options.rated,",
        red=(
            f"{SRC}/features/games/GamePage.test.tsx"
            "::counts nothing for a team with bots, where best scores are for people alone",
        ),
    ),
    Fault(
        "the page takes a dealer's word for the commitment",
        file=f"{SRC}/features/tables/dealing/check.ts",
        old="good: noted && noted.commitment === told.commitment, noted",
        new="good: noted && true, noted",
        red=(
            f"{SRC}/features/tables/dealing/check.test.ts"
            "::notices a secret that was swapped, by what the device wrote down alone",
            f"{SRC}/features/tables/dealing/dealing.test.tsx::notices a house that has swapped its secret",
        ),
    ),
    Fault(
        "the page draws without throwing away what would make some outcomes likelier",
        file=f"{SRC}/features/tables/dealing/check.ts",
        old="    if (r >= RANGE - (RANGE % total)) continue;\n",
        new="",
        red=(f"{SRC}/features/tables/dealing/check.test.ts::is the dealer's",),
    ),
    Fault(
        "the page checks the list of draws, and not that these were played",
        file=f"{SRC}/features/tables/dealing/check.ts",
        old="step?.number !== draw.step || step.text !== draw.text || draw.text !== expected",
        new="draw.text !== expected",
        red=(f"{SRC}/features/tables/dealing/check.test.ts::notices a list of draws that is not what was played",),
    ),
    Fault(
        "a device writes down whichever commitment was shown last",
        file=f"{SRC}/features/tables/dealing/noted.ts",
        old="if (!readStored<NotedDealing>(NAME, table)) writeStored",
        new="writeStored",
        red=(f"{SRC}/features/tables/dealing/dealing.test.tsx::keeps what was shown first, whatever is shown later",),
    ),
    Fault(
        "every device gives the same share of the chance",
        file=f"{SRC}/features/tables/dealing/shares.ts",
        old="crypto.getRandomValues(new Uint8Array(RANDOM_BYTES))",
        new="new Uint8Array(RANDOM_BYTES)",
        red=(f"{SRC}/features/tables/dealing/dealing.test.tsx::gets a different share each time",),
    ),
    # -- found in a browser -------------------------------------------------------------------------------------------
    Fault(
        "Escape puts nothing back",
        file=f"{SRC}/board/Board.tsx",
        old='"Escape" && (choosing.held.length > 0 || choosing.pending || ahead)) choosing.putBack();',
        new='"Escape" && choosing.pending) choosing.putBack();',
        red=("tests/e2e/test_games.py::test_a_half_made_choice_is_put_back_with_escape",),
    ),
    Fault(
        "a finger's first touch off turn is refused before it is known what can be chosen",
        file=f"{SRC}/board/useGestures.ts",
        old="else if (!latest.current.early(event)) refused(event);",
        new="else refused(event);",
        red=(
            "tests/e2e/test_off_turn.py"
            "::test_the_first_touch_of_a_finger_counts_though_it_is_not_known_yet_what_can_be_chosen",
        ),
    ),
    Fault(
        "what lies beyond the edge of a phone's chart is pointed at from its middle",
        file=f"{SRC}/skins/regatta/layout.ts",
        old="return { x: middle.x + dx * far, y: middle.y + dy * far, turn };",
        new="return { ...middle, turn };",
        red=(f"{SRC}/skins/regatta/layout.test.ts::is pointed at from the edge, on the way to it",),
    ),
    Fault(
        "back leaves the table while something lies over it",
        file=f"{SRC}/ui/router.tsx",
        old='    history.pushState({ over: true }, "");\n',
        new="",
        red=("tests/e2e/test_pages.py::test_back_closes_what_lies_over_the_table_first",),
    ),
    Fault(
        "a setting that is changed forgets the others",
        file=f"{SRC}/ui/settings.ts",
        old="localStorage.setItem(KEY, JSON.stringify(next));",
        new="localStorage.setItem(KEY, JSON.stringify(some));",
        red=("tests/e2e/test_people.py::test_settings_are_remembered_on_this_device",),
    ),
    # -- ends, and what comes before ------------------------------------------------------------------------------
    Fault(
        "endings: the second is told to be third",
        file=f"{SRC}/features/tables/end.ts",
        old="LATER_PLACES[placeOf(you) - 2]",
        new="LATER_PLACES[placeOf(you) - 1]",
        red=(f"{SRC}/features/tables/end.test.ts::tells each of them where they came, and who won",),
    ),
    Fault(
        "endings: the turning point is the first of them and not the greatest",
        file=f"{SRC}/features/tables/match/TurningPoint.tsx",
        old="before === null || each.loss > before.loss ? each : before",
        new="before ?? each",
        red=(f"{SRC}/features/tables/match/EndPlate.test.tsx::is the step that cost most, and a link leads there",),
    ),
    Fault(
        "endings: the device is covered before one sees what came of one's step",
        file=f"{SRC}/features/tables/useTableSetup.ts",
        old="const LAST_LOOK = 10_000;",
        new="const LAST_LOOK = 0;",
        red=(
            f"{SRC}/features/tables/TablePage.test.tsx::"
            "covers a game with secrets until the next player has the device, and follows nothing meanwhile",
        ),
    ),
    Fault(
        "endings: a device that lies open is never covered",
        file=f"{SRC}/features/tables/useTableSetup.ts",
        old="    const timer = setTimeout(cover, LAST_LOOK);",
        new="    const timer = setTimeout(cover, 100 * LAST_LOOK);",
        red=(
            f"{SRC}/features/tables/TablePage.test.tsx::"
            "covers it by itself when nobody has for ten seconds, and not before",
        ),
    ),
    Fault(
        "endings: what was taken back is counted",
        file=f"{SRC}/features/tables/numbers.ts",
        old="steps: steps.some(isTakenBack) ? [] : steps",
        new="steps",
        red=(f"{SRC}/features/tables/numbers.test.ts::is not counted by the game once something was taken back",),
    ),
    Fault(
        "endings: a table is opened for who has gone elsewhere while a game was compiled",
        file=f"{SRC}/features/tables/useNewTable.ts",
        old="  return waits();\n",
        new="  return true;\n",
        red=(
            f"{SRC}/features/games/GamePage.test.tsx::"
            "opens no table for somebody who has gone elsewhere while the game was made ready",
        ),
    ),
    Fault(
        "a letter's link turns it off again whenever its page is drawn",
        file=f"{SRC}/features/mail/MailLinkPages.tsx",
        old="    begun.current = true;\n  }, [token]);",
        new="    begun.current = false;\n  });",
        red=(
            f"{SRC}/features/mail/MailLinkPages.test.tsx"
            "::is turned off by the link itself, once, and on again by a button",
        ),
    ),
    Fault(
        "an address is confirmed by a program that looks at links",
        file=f"{SRC}/features/mail/MailLinkPages.tsx",
        old='  const [address, setAddress] = useState("");\n',
        new="""  const [address, setAddress] = useState("");
  useEffect(() => void confirmAddress(token).catch(() => undefined), [token]);
""",
        red=(
            f"{SRC}/features/mail/MailLinkPages.test.tsx"
            "::is confirmed by the reader, and by nothing that opens links beforehand",
        ),
    ),
    Fault(
        "a member who comes again with the next page has two rows",
        file=f"{SRC}/features/club/MembersPage.tsx",
        old="more.filter((line) => !known.has(line.person.id))",
        new="more.filter((line) => known.size >= 0 && line)",
        red=(f"{SRC}/features/club/MembersPage.test.tsx::come page by page, and whoever comes again has one row",),
    ),
]
