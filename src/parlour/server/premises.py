"""All parts of a server that is open, put together once."""

from dataclasses import dataclass

from parlour.house.challenges import Challenges
from parlour.house.coach import Coach
from parlour.house.house import House
from parlour.house.moderation.neighbours import Neighbours
from parlour.house.moderation.warden import Warden
from parlour.house.people import Doorkeeper
from parlour.house.post import Post
from parlour.house.postman import Postman
from parlour.house.seeking import Seeking
from parlour.house.steward import Steward
from parlour.house.tournaments.hall import Hall
from parlour.server.access import Desk
from parlour.server.exports import Exports
from parlour.server.hub import Hub
from parlour.server.lists import Lists
from parlour.server.live import Live
from parlour.server.presence import Presence
from parlour.server.reviews import Reviews
from parlour.server.safety.whom import Whom


@dataclass
class Premises:
    house: House
    steward: Steward
    desk: Desk
    coach: Coach
    hub: Hub
    lists: Lists
    live: Live
    reviews: Reviews
    keeper: Doorkeeper
    whom: Whom
    post: Post
    postman: Postman
    presence: Presence
    hall: Hall
    seeking: Seeking
    challenges: Challenges
    exports: Exports
    warden: Warden
    neighbours: Neighbours
