"""What a house on AWS costs: Amazon's prices, by what a move takes. docs/aws.md has the tables that this prints.

python -m bench.serverless
"""

from typing import NamedTuple

from parlour.aws.kept_sockets import KeptSockets

PRICES_OF = "2025-06, us-east-1, without free allowances"  # others cost up to a quarter more


class Prices(NamedTuple):
    """US dollars for a million of each; of Lambda's time for a second with a GB."""

    write: float = 0.625
    read: float = 0.125
    invocation: float = 0.20
    gb_second: float = 16.6667
    message: float = 1.00
    connection_minute: float = 0.25
    request: float = 1.00


class Move(NamedTuple):
    """What a move at a table of two takes that is played live."""

    writes: float = 10.2  # units; measured over a match of Connect Four, indexes and transactions counted
    reads: float = 8.0  # units; a bound, for an instance that has to look what happened meanwhile
    invocations: float = 2.0  # of the function that is asked, and of the one that tells
    seconds: float = 0.2  # of both together; a bound, most of it is waiting for DynamoDB
    messages: float = 3.0  # one that comes, one to each of the two
    connection_minutes: float = 0.67  # two people, a move every twenty seconds
    gb: float = 1769 / 1024


class Ping(NamedTuple):
    """What it takes that a page asks whether anybody is there, after `KeptSockets.quiet` seconds of silence."""

    reads: float = 6.0  # units; who it is, what is followed, where each of those stands
    invocations: float = 1.0
    seconds: float = 0.05
    messages: float = 2.0  # the question and its answer
    gb: float = 1769 / 1024


PINGS = 0.33  # a move: of two people, moves of twenty seconds, one in six takes longer than a minute


class Tick(NamedTuple):
    """What looking round takes, which is done every minute, whether somebody plays or not."""

    seconds: float = 0.1
    reads: float = 12.0
    writes: float = 2.0
    gb: float = 1769 / 1024


MINUTES = 30 * 24 * 60  # of a month
THOUGHT = 1.0  # seconds of a bot that thinks about a move


def per_million_moves(prices: Prices, move: Move) -> dict[str, float]:
    return {
        "DynamoDB, writing": move.writes * prices.write,
        "DynamoDB, reading": move.reads * prices.read,
        "Lambda, invocations": move.invocations * prices.invocation,
        "Lambda, time": move.seconds * move.gb * prices.gb_second,
        "API Gateway, messages": move.messages * prices.message,
        "API Gateway, connections": move.connection_minutes * prices.connection_minute,
    }


def of_a_ping(prices: Prices, ping: Ping) -> float:
    """Of a million."""
    return (
        ping.reads * prices.read + ping.invocations * prices.invocation + ping.messages * prices.message
        + ping.seconds * ping.gb * prices.gb_second
    )  # fmt: skip


def of_a_tab(prices: Prices, ping: Ping) -> float:
    """That is left open for a month, at which nothing happens."""
    pings = MINUTES * 60 / KeptSockets.quiet
    return pings / 1e6 * of_a_ping(prices, ping) + MINUTES / 1e6 * prices.connection_minute


def of_a_thought(prices: Prices, move: Move) -> float:
    """A million moves that a bot thinks about for that long, one call each."""
    return THOUGHT * move.gb * prices.gb_second + prices.invocation


def of_a_quiet_month(prices: Prices, tick: Tick) -> float:
    each = tick.seconds * tick.gb * prices.gb_second + prices.invocation
    return MINUTES / 1e6 * (each + tick.reads * prices.read + tick.writes * prices.write)


def table() -> list[str]:
    prices, move = Prices(), Move()
    costs = per_million_moves(prices, move)
    costs["Pings of pages that wait"] = PINGS * of_a_ping(prices, Ping())
    return [
        "| a million moves of two people | US dollars |",
        "|---|---:|",
        *(f"| {what} | {cost:.2f} |" for what, cost in costs.items()),
        f"| **all of it** | **{sum(costs.values()):.2f}** |",
        f"| and each million that a bot thinks about for a second | {of_a_thought(prices, move):.2f} |",
        f"| a page that is left open for a month | {of_a_tab(prices, Ping()):.2f} |",
        f"| a month in which nobody plays | {of_a_quiet_month(prices, Tick()):.2f} |",
    ]


if __name__ == "__main__":
    print(f"Prices of {PRICES_OF}")
    print("\n".join(table()))
