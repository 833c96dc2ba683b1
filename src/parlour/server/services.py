"""All parts of a server that is open, put together once."""

from collections.abc import Sequence
from dataclasses import dataclass

from parlour.house.club.conversations import Conversations
from parlour.house.club.profile import ClubProfile
from parlour.house.friends.challenges import Challenges
from parlour.house.friends.quick_match import QuickMatches
from parlour.house.friends.searches import Searches
from parlour.house.mail.delivery import Delivery
from parlour.house.mail.sender import Message
from parlour.house.mail.service import MailService
from parlour.house.moderation.blocks_and_reports import BlocksAndReports
from parlour.house.moderation.service import ModerationService
from parlour.house.neighbours import Neighbours
from parlour.house.people.accounts import Accounts
from parlour.house.push.port import PushMessage
from parlour.house.push.service import PushSettings
from parlour.house.puzzles.collection import PuzzleCollections
from parlour.house.ratings.worker import RatingWorker
from parlour.house.tables.coach import Coach
from parlour.house.tables.repository import TableRepository
from parlour.house.tables.worker import HourlyTask, TableWorker
from parlour.house.tournaments.repository import TournamentRepository
from parlour.house.tournaments.weekly import WeeklyTournaments
from parlour.house.tournaments.worker import TournamentWorker
from parlour.server.guard.auth import Auth
from parlour.server.health import Health
from parlour.server.jobs.exports import Exports
from parlour.server.jobs.reviews import Reviews
from parlour.server.live.hub import Hub
from parlour.server.live.presence import Presence
from parlour.server.live.sockets import LiveSockets
from parlour.server.tables.lists import TableLists
from parlour.server.tables.service import TableService


@dataclass
class Services:
    tables: TableRepository
    table_worker: TableWorker
    table_service: TableService
    coach: Coach
    hub: Hub
    lists: TableLists
    live: LiveSockets
    reviews: Reviews
    accounts: Accounts
    auth: Auth
    mail: MailService
    delivery: Delivery[Message]
    push: PushSettings
    pushes: Delivery[PushMessage]
    presence: Presence
    tournaments: TournamentRepository
    quick_matches: QuickMatches
    challenges: Challenges
    exports: Exports
    moderation: ModerationService
    blocks_and_reports: BlocksAndReports
    health: Health
    neighbours: Neighbours
    club: ClubProfile
    puzzles: PuzzleCollections
    conversations: Conversations
    weekly: WeeklyTournaments
    tournament_worker: TournamentWorker
    rating_worker: RatingWorker
    searches: Searches
    hourly_tasks: Sequence[HourlyTask]
