"""What `screens.py` takes pictures of. Everything is found by role, text or data attribute: class names may change."""

from collections.abc import Callable

from tests.e2e.at_table import touch
from tools.screens_camera import Camera
from tools.screens_house import PASSWORD, PLAYERS, Furnished, Person, act, sit

Scene = Callable[[Camera, Furnished], None]
SCENES: list[Scene] = []


def scene(take: Scene) -> Scene:
    SCENES.append(take)
    return take


def who_is(made: Furnished, name: str) -> Person | None:
    return made.guest if name == "guest" else made.people[name] if name else None


# -- pages that are only looked at ----------------------------------------------------------------------------

# By name: who looks, and where. Those with a star are taken in the dark, too.
PLAIN = {
    "home-stranger*": ("", "/"),
    "home-guest": ("guest", "/"),
    "home-member*": ("Ada", "/"),
    "home-host": ("Hanna", "/"),
    "sign-in*": ("", "/sign-in"),
    "sign-up": ("", "/sign-up"),
    "sign-up-guest": ("guest", "/sign-up"),
    "my-games*": ("Ada", "/games"),
    "my-games-none": ("guest", "/games"),
    "open-tables*": ("Ada", "/tables"),
    "rules": ("", "/rules"),
    "rules-unknown": ("", "/rules/nothing"),
    "play-unknown": ("", "/play/nothing"),
    "leaders": ("Ada", "/leaders"),
    "tournaments*": ("Ada", "/tournaments"),
    "organise*": ("Ada", "/organise?game=luckymoose"),
    "organise-guest": ("guest", "/organise"),
    "profile*": ("Ada", "/profile"),
    "profile-account*": ("Ada", "/profile/account"),
    "profile-passkeys": ("Ada", "/profile/passkeys"),
    "profile-letters": ("Ada", "/profile/letters"),
    "profile-privacy": ("Ada", "/profile/privacy"),
    "profile-tokens": ("Ada", "/profile/tokens"),
    "profile-data": ("Ada", "/profile/data"),
    "profile-address-waits": ("Bob", "/profile/letters"),
    "profile-file-made": ("Cleo", "/profile/data"),
    "profile-guest": ("guest", "/profile"),
    "profile-nobody": ("", "/profile"),
    "settings*": ("Ada", "/settings"),
    "forgot": ("", "/forgot"),
    "console-closed": ("Ada", "/console"),
    "console-moderator": ("Milo", "/console"),
    "console-reports*": ("Hanna", "/console/reports"),
    "console-people*": ("Hanna", "/console/people"),
    "console-tables": ("Hanna", "/console/tables"),
    "console-log": ("Hanna", "/console/log"),
    "console-words": ("Hanna", "/console/words"),
    "console-team": ("Hanna", "/console/team"),
    "console-house*": ("Hanna", "/console/house"),
    "console-weekly": ("Hanna", "/console/weekly"),
    "common-room*": ("Ada", "/common-room"),
    "common-room-stranger": ("", "/common-room"),
    "members*": ("Ada", "/members"),
    "bots": ("", "/bots"),
    "puzzles*": ("Ada", "/puzzles"),
    "analysis": ("Ada", "/analysis/connect4"),
    "nowhere": ("", "/console/nothing"),
}


@scene
def plain_pages(camera: Camera, made: Furnished) -> None:
    for name, (who, path) in PLAIN.items():
        show(camera, made, name, who, path)


@scene
def games(camera: Camera, made: Furnished) -> None:
    for game in PLAYERS:
        show(camera, made, f"play-{game}*", "Ada", f"/play/{game}")
        show(camera, made, f"rules-{game}", "", f"/rules/{game}")
        show(camera, made, f"puzzle-{game}", "Ada", f"/puzzles/{game}/{made.puzzles[game]}")
    show(camera, made, "leaders-connect4*", "Ada", "/leaders/connect4")
    show(camera, made, "leaders-dance", "Ada", "/leaders/dance")
    show(camera, made, "leaders-none", "Ada", "/leaders/command")


@scene
def people(camera: Camera, made: Furnished) -> None:
    bob, ada = made.people["Bob"].id, made.people["Ada"].id
    show(camera, made, "player*", "Ada", f"/player/{bob}")
    show(camera, made, "player-own", "Ada", f"/player/{ada}")
    show(camera, made, "player-as-guest", "guest", f"/player/{bob}")
    show(camera, made, "player-bot", "Ada", "/player/bot:3")
    show(camera, made, "player-unknown", "Ada", "/player/nobody")


@scene
def tournament_pages(camera: Camera, made: Furnished) -> None:
    for name in ("open", "swiss", "bracket", "over"):
        show(camera, made, f"cup-{name}*", "Ada", f"/tournament/{made.cups[name]}")
    show(camera, made, "cup-seeded", "Ada", f"/tournament/{made.cups['seeded']}")
    show(camera, made, "cup-cancelled", "Hanna", f"/tournament/{made.cups['cancelled']}")
    show(camera, made, "cup-as-guest", "guest", f"/tournament/{made.cups['open']}")
    show(camera, made, "cup-organiser", "Hanna", f"/tournament/{made.cups['swiss']}")
    show(camera, made, "cup-unknown", "", "/tournament/nothing")


@scene
def letter_links(camera: Camera, made: Furnished) -> None:
    show(camera, made, "link-confirm", "", made.links["confirm"])
    show(camera, made, "link-reset", "", made.links["reset"])
    show(camera, made, "link-unsubscribe", "", made.links["unsubscribe"])
    show(camera, made, "link-invite", "", made.links["invite"])
    show(camera, made, "link-unsubscribe-bad", "", "/unsubscribe?token=nothing")


@scene
def console(camera: Camera, made: Furnished) -> None:
    rudi = made.people["Rudi"].id
    show(camera, made, "console-report*", "Hanna", f"/console/reports?of={made.reports[0]}")
    show(camera, made, "console-report-settled", "Hanna", f"/console/reports?of={made.reports[1]}")
    show(camera, made, "console-person*", "Hanna", f"/console/people?of={rudi}")
    show(camera, made, "console-table", "Hanna", f"/console/tables?of={made.tables['rude']}")


def show(camera: Camera, made: Furnished, name: str, who: str, path: str) -> None:
    if camera.wants(name.rstrip("*")):
        camera.open(who_is(made, who), path)
        camera.shoot(name.rstrip("*"), dark=name.endswith("*"))


# -- tables ---------------------------------------------------------------------------------------------------


@scene
def waiting_rooms(camera: Camera, made: Furnished) -> None:
    for name, who in {
        "host*": "Ada", "join": "guest", "join-dance": "Ada", "challenged": "Ada", "asking": "Ada", "declined": "Ada",
        "seeking": "Dora",
    }.items():  # fmt: skip
        show(camera, made, f"waiting-{name}", who, f"/table/{made.tables[name.rstrip('*')]}")


@scene
def played_tables(camera: Camera, made: Furnished) -> None:
    for game, table in made.played.items():
        if not camera.wants(f"table-{game}"):
            continue
        page = camera.open(made.people["Ada"], f"/table/{table}")
        camera.shoot(f"table-{game}-turn", dark=True)
        held = first_half(made.people["Ada"], table)
        if held:
            touch(page, held)
            page.locator("main[data-held='1']").wait_for()
            camera.shoot(f"table-{game}-held", dark=True)
            page.keyboard.press("Escape")
            page.locator("main[data-held='0']").wait_for()
        if camera.phone:
            for tab in ("Moves", "Chat", "Table", "Rules"):
                page.get_by_role("navigation", name="Panels").get_by_role("button", name=tab).click()
                camera.shoot(f"table-{game}-sheet-{tab.lower()}")
            page.get_by_role("navigation", name="Panels").get_by_role("button", name="Moves").click()
        else:
            page.get_by_role("button", name="As text").click()
            camera.shoot(f"table-{game}-as-text")
            page.get_by_role("button", name="Moves").click()
            page.get_by_role("button", name="Rules").click()
            camera.shoot(f"table-{game}-rules")
            page.keyboard.press("Escape")
        for _ in range(3):
            page.get_by_role("button", name="A step back").click()
        page.locator("main:not([data-line=now])").wait_for()
        if camera.phone:
            page.keyboard.press("Escape")
        camera.shoot(f"table-{game}-past")
        camera.open(made.people["Bob"], f"/table/{table}")
        camera.shoot(f"table-{game}-theirs")
        page = camera.open(made.people["Dora"], f"/table/{table}")
        page.get_by_title("1 person looks on").wait_for()
        camera.shoot(f"table-{game}-spectator")


def first_half(person: Person, table: str) -> str:
    """What to touch first of a move that takes two touches, if there are such moves here."""
    choices = person.get(f"/tables/{table}/events", seat=0)["now"]["choices"]
    return next((choice["path"][0] for choice in choices if len(choice["path"]) > 1), "")


@scene
def finished_tables(camera: Camera, made: Furnished) -> None:
    for game, table in made.over.items():
        if camera.wants(f"over-{game}"):
            camera.open(made.people["Ada"], f"/table/{table}")
            camera.shoot(f"over-{game}")
        if camera.wants(f"replay-{game}"):
            camera.open(made.people["Ada"], f"/replay/{table}")
            camera.shoot(f"replay-{game}", dark=game == "connect4")
            page = camera.open(None, f"/replay/{table}?step=7&as=1")
            if camera.phone:
                page.get_by_role("navigation", name="Panels").get_by_role("button", name="Moves").click()
            camera.shoot(f"replay-{game}-step")


@scene
def guided_tables(camera: Camera, made: Furnished) -> None:
    for game, table in made.guided.items():
        if camera.wants(f"guided-{game}"):
            page = camera.open(made.people["Ada"], f"/table/{table}")
            camera.shoot(f"guided-{game}", dark=game == "yinsh")
            page.locator("[data-show-move]").click()
            page.locator("[data-coach=move]").wait_for()
            camera.shoot(f"guided-{game}-move")


@scene
def other_tables(camera: Camera, made: Furnished) -> None:
    show(camera, made, "table-deploying*", "Ada", f"/table/{made.tables['deploying']}")
    show(camera, made, "table-takeback", "Bob", f"/table/{made.tables['takeback']}")
    show(camera, made, "table-draw", "Bob", f"/table/{made.tables['draw']}")
    show(camera, made, "table-vacant", "Ada", f"/table/{made.tables['vacant']}")
    show(camera, made, "table-device", "Ada", f"/table/{made.tables['device']}")
    show(camera, made, "table-unknown", "Ada", "/table/nothing")


@scene
def what_only_one_game_has(camera: Camera, made: Furnished) -> None:
    ada = made.people["Ada"]
    if camera.wants("table-command-note"):
        page = camera.open(ada, f"/table/{made.played['command']}")
        contact = page.locator("[data-kind=contact]").first
        box = contact.bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.down()
        page.get_by_role("form").wait_for()
        page.mouse.up()
        camera.shoot("table-command-note")
    if camera.wants("table-regatta-heading"):
        page = camera.open(ada, f"/table/{made.played['regatta']}")
        page.locator("[data-heading][aria-label*=speed]").first.click()
        page.locator("[data-sail]").wait_for()
        camera.shoot("table-regatta-heading", dark=True)
    if camera.wants("table-luckymoose-swap"):
        page = camera.open(ada, f"/table/{made.tables['swapping']}")
        page.locator("[data-target='button:swap']").click()
        for token in page.locator("[data-piece^=hand-0-]").all()[:2]:
            box = token.bounding_box()
            assert box is not None
            page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.locator("main[data-held='3']").wait_for()
        camera.shoot("table-luckymoose-swap")
    if camera.wants("table-deploying-held"):
        page = camera.open(ada, f"/table/{made.tables['deploying']}")
        touch(page, "piece:reserve-0-E")
        page.locator("main[data-held='1']").wait_for()
        camera.shoot("table-deploying-held")
    if camera.wants("table-device-taken"):
        page = camera.open(ada, f"/table/{made.tables['device']}")
        page.get_by_role("main").get_by_role("button").first.click()
        page.locator("main[data-busy=false]").wait_for()
        camera.shoot("table-device-taken")
    if camera.wants("table-resign"):
        page = camera.open(ada, f"/table/{made.played['connect4']}")
        if camera.phone:
            page.get_by_role("button", name="Table menu").click()
        page.get_by_role("button", name="Resign").click()
        camera.shoot("table-resign")


@scene
def over_the_table(camera: Camera, made: Furnished) -> None:
    """What lies over a table: its menu, a person's menu, the form of a report."""
    if not camera.wants("menu"):
        return
    page = camera.open(made.people["Ada"], f"/table/{made.played['connect4']}")
    page.get_by_role("button", name="Table menu").click()
    camera.shoot("menu-table", dark=True)
    page.get_by_role("button", name="Report this table").click()
    camera.shoot("menu-report", dark=True)
    page = camera.open(made.people["Ada"], f"/table/{made.played['connect4']}")
    page.get_by_role("region", name="Bob").get_by_role("button", name="Bob").click()
    page.get_by_role("dialog").wait_for()
    camera.shoot("menu-person")
    page.get_by_role("dialog").get_by_role("button", name="Report").click()
    camera.shoot("menu-person-report")


# -- forms and what they refuse -------------------------------------------------------------------------------


@scene
def refusals(camera: Camera, made: Furnished) -> None:
    if camera.wants("refused-sign-in"):
        page = camera.open(None, "/sign-in")
        page.get_by_label("Name").fill("Ada")
        page.get_by_label("Password").fill("not my password")
        page.get_by_role("main").get_by_role("button", name="Sign in", exact=True).click()
        page.get_by_role("alert").first.wait_for()
        camera.shoot("refused-sign-in", dark=True)
    if camera.wants("refused-sign-up"):
        page = camera.open(None, "/sign-up")
        page.get_by_label("Name").fill("Ada")
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("main").get_by_role("button", name="Take an account").click()
        page.get_by_role("alert").first.wait_for()
        camera.shoot("refused-sign-up")
    if camera.wants("refused-organise"):
        page = camera.open(made.people["Ada"], "/organise?game=connect4")
        page.get_by_label("What it is called").fill("Blockhead Cup")
        page.get_by_role("button", name="Make it").click()
        page.get_by_role("alert").first.wait_for()
        camera.shoot("refused-organise")


@scene
def opened_forms(camera: Camera, made: Furnished) -> None:
    """Parts of pages that show themselves when they are asked for."""
    ada, hanna = made.people["Ada"], made.people["Hanna"]
    if camera.wants("form-play"):
        page = camera.open(ada, "/play/luckymoose")
        page.locator("summary").first.click()
        page.locator("[data-pass]").click()
        camera.shoot("form-play", dark=True)
    if camera.wants("form-organise"):
        page = camera.open(ada, "/organise?game=yinsh")
        page.get_by_role("radio", name="Arena").check()
        page.locator("summary").first.click()
        camera.shoot("form-organise")
    if camera.wants("form-profile"):
        for part, button in {
            "letters": "Change or remove it", "privacy": "Change the list", "account": "Delete everything about me",
        }.items():  # fmt: skip
            page = camera.open(ada, f"/profile/{part}")
            page.get_by_role("button", name=button).click()
            camera.shoot(f"form-profile-{part}")
    if camera.wants("form-challenge"):
        page = camera.open(ada, f"/player/{made.people['Bob'].id}")
        page.get_by_role("combobox").first.select_option("regatta")
        page.get_by_role("radio", name="4").first.check()
        camera.shoot("form-challenge")
    if camera.wants("form-found"):
        page = camera.open(hanna, "/console/people")
        page.get_by_label("A part of the name").fill("bo")
        page.get_by_role("button", name="Search").click()
        page.get_by_role("link", name="Bob").wait_for()
        camera.shoot("form-found")
    if camera.wants("form-why"):
        page = camera.open(hanna, f"/console/tables?of={made.tables['rude']}")
        page.get_by_role("button", name="Close the table").click()
        camera.shoot("form-why")
    if camera.wants("form-lists"):
        page = camera.open(ada, "/tournaments")
        for number in (1, 2, 3):
            page.locator("input[name=which]").nth(number).check()
            camera.shoot(f"form-lists-{number}")


@scene
def without_network(camera: Camera, made: Furnished) -> None:
    for name, path in {"home": "/", "table": f"/table/{made.played['yinsh']}"}.items():
        if camera.wants(f"offline-{name}"):
            page = camera.open(made.people["Ada"], path)
            page.context.set_offline(True)
            page.locator("[data-touch=offline]").wait_for()
            camera.shoot(f"offline-{name}", alone=True)


@scene
def buttons(camera: Camera, made: Furnished) -> None:
    """Under the pointer, and reached by the keyboard."""
    if not camera.wants("button"):
        return
    page = camera.open(None, "/play/connect4")
    start = page.get_by_role("button", name="Start the game")
    start.hover()
    camera.shoot("button-hover", dark=True, still=True)
    page.mouse.move(0, 0)
    page.keyboard.press("Tab")
    start.focus()
    camera.shoot("button-focus", dark=True)


@scene
def off_turn(camera: Camera, made: Furnished) -> None:
    """A move in advance, and lines where turns take days."""
    ada, bob = made.people["Ada"], made.people["Bob"]
    if camera.wants("premove"):
        table = sit([ada, bob], "connect4")
        act(ada, table, 0, "d")
        page = camera.open(ada, f"/table/{table}")
        page.locator("[data-board=play]").hover()
        touch(page, "site:e1")
        if page.locator("[data-confirm]").count():
            page.locator("[data-confirm]").click()
        page.locator("[data-drawn=ahead]").wait_for(state="attached")
        camera.shoot("premove", dark=True)
    if camera.wants("plans"):
        table = sit([ada, bob], "connect4", clock={"pace": "days", "days": 2})
        act(ada, table, 0, "d")
        ada.ask("PUT", f"/tables/{table}/planned-lines", {"seat": 0, "lines": [["e", "a"], ["f", "b"]]})
        page = camera.open(ada, f"/table/{table}")
        page.locator("[data-plan-open]").click()
        page.get_by_role("button", name="Take back:").first.wait_for()
        camera.shoot("plans", dark=True)


@scene
def barred(camera: Camera, made: Furnished) -> None:
    """Last: it changes what there is to see for others."""
    if camera.wants("barred"):
        nina, ban = made.people["Nina"], {"kind": "ban", "why": "Spoils every match.", "hours": 720}
        page = camera.open(nina, "/")
        made.people["Hanna"].post(f"/moderation/people/{nina.id}/measures", ban)
        page.get_by_role("alert").wait_for()
        camera.shoot("barred")
