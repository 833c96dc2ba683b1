"""A position in words, for who cannot see the board: in a letter, say. It comes from plan and scene, as pictures do."""

from collections.abc import Mapping, Sequence

from parlour.core.game import Viewer
from parlour.core.languages import FALLBACK
from parlour.core.scene import Plan, Scene
from parlour.core.texts import Catalogue, Text
from parlour.house.tables.state import Table
from parlour.house.texts import sentences

MOST_PLACES = 60  # in one line
SEPARATOR = "; "  # a place may have a comma in its name
SITE = "site:"


def position_of(table: Table, viewer: Viewer, language: str = FALLBACK) -> list[str]:
    """What stands where, as this viewer may know it: of pieces on the board where each kind stands, of a hand or a pile
    what it holds."""
    match = table.seen_by(viewer).match
    if match is None:
        return []
    words = sentences(table.game, language)
    return described(match.plan(), match.scene(viewer), called(table, language), words)


def called(table: Table, language: str) -> list[str]:
    """What those who sit there are called, by seat."""
    words = sentences(table.game, language)
    names = (sitter.called for sitter in table.sitters)
    return [words.render(name) if isinstance(name, Text) else name for name in names]


def described(plan: Plan, scene: Scene, names: Sequence[str], say: Catalogue) -> list[str]:
    stands: dict[str, list[str]] = {}
    holds: dict[str, dict[str, int]] = {}
    for piece in scene.pieces:
        name = say.render(piece.name)
        if piece.at.startswith(SITE):
            stands.setdefault(name, []).append(piece.at.removeprefix(SITE))
        else:
            counted = holds.setdefault(_zone(plan, piece.at, say), {})
            counted[name] = counted.get(name, 0) + 1
    lines = [_line(say, name, SEPARATOR.join(_shortened(places, say))) for name, places in stands.items()]
    lines += [_line(say, zone, SEPARATOR.join(_shortened(_counted(held, say), say))) for zone, held in holds.items()]
    for counter in scene.counters:
        value = _said(say, "mail.of", value=counter.value, of=counter.of) if counter.of else counter.value
        name = say.render(counter.name)
        whose = name if counter.seat is None else _said(say, "mail.whose", what=name, who=names[counter.seat])
        lines.append(_line(say, whose, str(value)))
    return lines


def _zone(plan: Plan, place: str, say: Catalogue) -> str:
    id = place.partition(":")[2]
    return next((say.render(zone.name) for zone in plan.zones if zone.id == id), id)


def _counted(held: Mapping[str, int], say: Catalogue) -> list[str]:
    return [name if count == 1 else _said(say, "mail.several", number=count, what=name) for name, count in held.items()]


def _shortened(parts: list[str], say: Catalogue) -> list[str]:
    left = len(parts) - MOST_PLACES
    return parts if left <= 0 else [*parts[:MOST_PLACES], _said(say, "mail.more", count=left)]


def _line(say: Catalogue, what: str, where: str) -> str:
    return _said(say, "mail.line", what=what[:1].upper() + what[1:], where=where)


def _said(say: Catalogue, key: str, /, **args: str | int) -> str:
    return say.render(Text(key, args))
