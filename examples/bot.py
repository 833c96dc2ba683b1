#!/usr/bin/env python3
"""A bot that lives outside the house: it takes a seat like a person, over plain HTTP, and plays any legal move.

It needs nothing but Python. To make it play well, write another `choose`; all it may know is in `now`.

    PARLOUR_TOKEN=… python bot.py http://127.0.0.1:8000 --game connect4        open a table against the house's bot
    PARLOUR_TOKEN=… python bot.py http://127.0.0.1:8000 --table 3f9aVqk2Zr8hTw0L   sit down at one that is open
"""

import argparse
import http.client
import json
import os
import random
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

WAIT = 20  # seconds that the house may hold a request for news until there is some
TRIES = 8  # at one request
SLOWEST = 30.0  # seconds between two of them
PASSING = (429, 500, 502, 503, 504)  # answers that another try may change
MOST_REFUSALS = 5  # in a row, before it gives up


class Refused(Exception):
    """The house has understood and says no, in a sentence. Asking again would not help."""


class House:
    """What the bot asks of the house. Every answer is JSON."""

    def __init__(self, address, token):
        self.api, self.token = address.rstrip("/") + "/api/v1", token

    def get(self, path, **query):
        asked = {name: value for name, value in query.items() if value is not None}
        return self._ask("GET", f"{path}?{urllib.parse.urlencode(asked)}" if asked else path)

    def post(self, path, body):
        return self._ask("POST", path, body)

    def _ask(self, method, path, body=None):
        """Ask until there is an answer. When a connection breaks, nobody knows whether the house still heard us; with
        the same key it does the same thing only once, so it is safe to say it again."""
        headers = {"Authorization": f"Bearer {self.token}", "Accept": "application/json"}
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            headers |= {"Content-Type": "application/json", "Idempotency-Key": uuid.uuid4().hex}
        request = urllib.request.Request(self.api + path, data, headers, method=method)
        for attempt in range(TRIES):
            pause = min(SLOWEST, 0.5 * 2**attempt)
            try:
                with urllib.request.urlopen(request, timeout=WAIT + 10) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as error:
                if error.code not in PASSING:
                    raise Refused(sentence(error)) from None
                why = f"the house is busy ({error.code})"
                pause = max(pause, seconds(error.headers.get("Retry-After")))
            except (OSError, http.client.HTTPException, ValueError) as error:
                why = f"no answer ({error})"
            if attempt + 1 < TRIES:
                print(f"{why}; trying again in {pause:g} seconds")
                time.sleep(pause * random.uniform(0.8, 1.2))  # not all bots at the same moment
        raise Refused("The house does not answer.")


def sentence(error):
    """What the house says about a refusal."""
    try:
        return json.load(error)["detail"]
    except (ValueError, KeyError, TypeError, OSError):
        return f"{error.code} {error.reason}"


def seconds(text):
    return min(SLOWEST, float(text)) if text and text.isdecimal() else 0.0


def open_table(house, game, level):
    """A table with us in the first seat and the house's own bots in the others."""
    fewest = house.get(f"/games/{game}")["seats"][0]
    seats = [{"kind": "me"}] + [{"kind": "bot", "level": level}] * (fewest - 1)
    return house.post("/tables", {"game": game, "seats": seats, "listed": False})


def join_table(house, table, invite):
    """The table, with us at it: perhaps we sit there already, from before we were started again."""
    at = house.get(f"/tables/{table}", invite=invite)
    if at["seats"]:
        return at
    query = f"?{urllib.parse.urlencode({'invite': invite})}" if invite else ""
    return house.post(f"/tables/{table}/seats{query}", {})


def choose(now, seat):
    """Any move. `also` marks what one may do besides a move: resign, signal, rearrange."""
    return random.choice([choice["text"] for choice in now["choices"] if not choice.get("also")])


def play(house, at):
    """From wherever the match stands to its end; answers how it ended."""
    table, seat = at["rules"]["table"], at["seats"][0]
    print(f"{at['rules']['title']}, table {table}, seat {seat + 1}")
    news = house.get(f"/tables/{table}/events", seat=seat, after=0, wait=0, draw="false")
    refusals = 0
    while True:
        for line in news.get("lines", ()):
            if line["kind"] == "step":
                who = "chance" if line.get("seat") is None else f"seat {line['seat'] + 1}"
                print(f"  {who}: {line.get('text', '')}")
        now, cursor = news["now"], news["cursor"]
        if now["phase"] == "over":
            return now.get("result")
        wait = WAIT
        if now["phase"] == "playing" and seat in now.get("to_act", ()):
            try:
                house.post(f"/tables/{table}/steps", {"seat": seat, "steps": [choose(now, seat)]})
                refusals = 0
            except Refused as refusal:
                # Things may have changed while we thought: time ran out, a move was taken back. Look again.
                refusals, wait = refusals + 1, 0
                print(f"refused: {refusal}")
                if refusals == MOST_REFUSALS:
                    raise
        # What follows our cursor; our own step is news too, so this does not wait when it is our turn again.
        news = house.get(f"/tables/{table}/events", seat=seat, after=cursor, wait=wait, draw="false")


def main(argv=None):
    parser = argparse.ArgumentParser(description="Play any legal move at a Parlour table.")
    parser.add_argument("address", help="of the house, such as http://127.0.0.1:8000")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--game", help="open a table for this game")
    what.add_argument("--table", help="sit down at this table")
    parser.add_argument("--invite", help="what a table's link has after invite=, if it is not listed")
    parser.add_argument("--level", type=int, default=1, help="of the house's bots at a table that we open (default 1)")
    args = parser.parse_args(argv)
    token = os.environ.get("PARLOUR_TOKEN")
    if not token:
        parser.error("put the token into the environment, as PARLOUR_TOKEN")
    house = House(args.address, token)
    try:
        at = join_table(house, args.table, args.invite) if args.table else open_table(house, args.game, args.level)
        result = play(house, at)
    except Refused as refusal:
        print(refusal, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130  # the house keeps our seat: start again with --table to go on
    seat = at["seats"][0]
    if result is None:
        print("The table was closed before it began.")
    else:
        print(f"It ended by {result['ending']}: {result['returns'][seat]:+g} for us, scores {result['scores']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
