"""What is shown of a link where somebody sends it on: a title, a sentence and a picture, each of them what a stranger
with the same link would see.

Addresses in it are absolute, and begin where the request has found us: behind a proxy that is not where we listen.
"""

import re
from html import escape

from parlour import games
from parlour.core.texts import Refused
from parlour.house.club.profile import name_of
from parlour.house.club.records import Club
from parlour.house.people import records as people_records
from parlour.server.game_readiness import GameReadiness
from parlour.server.http.club.messages import emblem_of
from parlour.server.http.preview_picture import HEIGHT, WIDTH
from parlour.server.services import Services
from parlour.server.texts import say

LinkHead = dict[str, str]
LINK = re.compile(r"(table|replay|tournament|player|play|rules|analysis|leaders|puzzles)/([\w.=-]+)(?:/([\w-]+))?")
API = "/api/v1"  # routes.py has it, too, but takes the page in, and so this
ICON = "/icon-512.png"


class LinkHeads:
    def __init__(self, services: Services, readiness: GameReadiness, club: Club, base: str, language: str) -> None:
        self._services, self._readiness, self._club = services, readiness, club
        self._base, self._language = base, language

    async def tags(self, path: str) -> str:
        """For the head of the page at that address; of a table that does not exist, nothing at all."""
        return tags(await self._head(path.strip("/")))

    async def _head(self, path: str) -> LinkHead:
        link = LINK.fullmatch(path)
        if link is None:
            return self._of_puzzles() if path == "puzzles" else self._of_house()
        kind, name, part = link.groups()
        try:
            match kind:
                case "table" | "replay":
                    return await self._of_table(name)
                case "tournament":
                    return await self._of_tournament(name)
                case "player":
                    return await self._of_player(name)
                case "puzzles":
                    return self._of_puzzle(name, part or "")
            return self._of_game(name)
        except Refused:
            return {} if kind in ("table", "replay") else self._of_house()

    def _of_house(self) -> LinkHead:
        """Only a PNG is shown elsewhere as a picture. A house whose emblem is none has no other's in its place."""
        club, name = self._club, name_of(self._club)
        head = self._titled(name, club.notice or self._say("house"))
        if club.emblem.startswith("png-"):
            return head | {"og:image": f"{self._base}{emblem_of(club)}"}
        return head if club.emblem else head | {"og:image": f"{self._base}{ICON}"}

    def _of_puzzles(self) -> LinkHead:
        return self._of_house() | self._titled(self._say("puzzles"), self._say("puzzles-about"))

    async def _of_table(self, id: str) -> LinkHead:
        """Of a private table whoever has only its id learns the game's name."""
        table = await self._services.tables.table(id)
        try:
            await self._services.table_service.find(None, id)
        except Refused:
            return self._titled(table.game.title)
        # As a spectator is shown it, who may be some steps behind.
        head = self._titled(table.game.title, self._say(table.seen_by(None).phase))
        return head | self._pictured(f"/tables/{table.id}")

    async def _of_tournament(self, id: str) -> LinkHead:
        t = await self._services.tournaments.tournament(id)
        title = games.load(t.rules.game).title
        about = self._say("tournament-over" if t.phase == "over" else "tournament", title=title)
        return self._titled(t.title, about) | self._pictured(f"/games/{t.rules.game}")

    async def _of_player(self, id: str) -> LinkHead:
        """By name, as their page shows it to whoever has the link. A house that lets nobody in says nothing of them."""
        person = await people_records.get_person(self._services.tables.store, id)
        if person is None or person.password is None or self._services.accounts.guests == "none":
            return self._of_house()
        return self._of_house() | self._titled(person.name, self._say("player", house=name_of(self._club)))

    def _of_puzzle(self, game: str, id: str) -> LinkHead:
        self._readiness.describe(game)
        puzzle = self._services.puzzles.of(games.load(game)).puzzle(id)
        title = self._say("puzzle", title=games.load(game).title)
        return self._titled(title, self._say("puzzle-about")) | self._pictured(f"/puzzles/{game}/{puzzle.id}")

    def _of_game(self, name: str) -> LinkHead:
        game = self._readiness.describe(name, self._language)
        return self._titled(game.title, game.about) | self._pictured(f"/games/{name}")

    def _titled(self, title: str, about: str = "") -> LinkHead:
        head = {"og:title": title, "og:site_name": name_of(self._club), "og:type": "website"}
        return head | {"og:description": about} if about else head

    def _pictured(self, of: str) -> LinkHead:
        return {
            "og:image": f"{self._base}{API}{of}/preview.png", "og:image:width": str(WIDTH),
            "og:image:height": str(HEIGHT), "twitter:card": "summary_large_image",
        }  # fmt: skip

    def _say(self, what: str, **args: str) -> str:
        return say(f"preview.{what}", None, language=self._language, **args)


def tags(properties: LinkHead) -> str:
    return "".join(f'<meta property="{name}" content="{escape(value)}" />' for name, value in properties.items())
