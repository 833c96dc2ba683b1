"""Scripts for the cards of tournaments."""

from collections.abc import Sequence

import msgspec

from parlour.house.tournaments.ports import TournamentCard, WantedTournaments
from parlour.store.script import Row, Script, Value

CARD = "id, game, kind, phase, organiser, people, updated, body"
ENTERED = "SELECT people FROM tournaments WHERE id = ?1"
PUT = f"""INSERT INTO tournaments ({CARD}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
ON CONFLICT (id) DO UPDATE SET game = excluded.game, kind = excluded.kind, phase = excluded.phase,
organiser = excluded.organiser, people = excluded.people, updated = excluded.updated, body = excluded.body"""
CLEAR_ENTRANTS = "DELETE FROM entrants WHERE id = ?1"
ADD_ENTRANT = "INSERT INTO entrants (id, person) VALUES (?1, ?2) ON CONFLICT DO NOTHING"

_names_of = msgspec.json.Decoder(tuple[str, ...]).decode


def put_tournament(card: TournamentCard) -> Script[None]:
    people = msgspec.json.encode(list(card.people)).decode()
    before = yield ENTERED, (card.tournament,)
    kept = (card.tournament, card.game, card.kind, card.phase, card.organiser, people, card.updated, card.body)
    yield PUT, kept
    if before and before[0] == (people,):
        return
    yield CLEAR_ENTRANTS, (card.tournament,)
    for person in card.people:
        yield ADD_ENTRANT, (card.tournament, person)


def tournament_cards(wanted: WantedTournaments) -> Script[list[TournamentCard]]:
    wheres: list[str] = []
    values: list[Value] = []
    tests: Sequence[tuple[str, str | None]] = (
        ("game = ?{}", wanted.game),
        ("kind = ?{}", wanted.kind),
        ("phase = ?{}", wanted.phase),
        ("organiser = ?{}", wanted.organiser),
        ("id IN (SELECT id FROM entrants WHERE person = ?{})", wanted.person),
    )
    for test, value in tests:
        if value is not None:
            values.append(value)
            wheres.append(test.format(len(values)))
    if wanted.after is not None:
        values += wanted.after
        updated, id = len(values) - 1, len(values)
        wheres.append(f"(updated < ?{updated} OR (updated = ?{updated} AND id > ?{id}))")
    values.append(max(0, wanted.most))
    where = " WHERE " + " AND ".join(wheres) if wheres else ""
    rows = yield (
        f"SELECT {CARD} FROM tournaments{where} ORDER BY updated DESC, id LIMIT ?{len(values)}",
        tuple(values),
    )
    return [_card(row) for row in rows]


def _card(row: Row) -> TournamentCard:
    tournament, game, kind, phase, organiser, people, updated, body = row
    return TournamentCard(
        tournament=tournament,
        game=game,
        kind=kind,
        phase=phase,
        organiser=organiser,
        people=_names_of(people),
        updated=updated,
        body=body,
    )
