"""All parts of a running server, put together once."""

from dataclasses import dataclass

from parlour.house.house import House
from parlour.server.access import Desk
from parlour.server.hub import Hub
from parlour.server.lists import Lists
from parlour.server.live import Live
from parlour.server.reviews import Reviews
from parlour.server.shelf import Shelf


@dataclass
class Place:
    house: House
    desk: Desk
    hub: Hub
    lists: Lists
    live: Live
    shelf: Shelf
    reviews: Reviews
