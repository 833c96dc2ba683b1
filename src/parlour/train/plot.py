"""How a training went, as a picture: how well nets foretell matches, how they fare against what was before, and what
that comes to in all."""

import math
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

WIDTH, HEIGHT, LEFT, TOP, BETWEEN = 760, 200, 64, 78, 66
STYLE = (
    "<style>svg{background:#fbf8f2;color:#20262e;font:13px Inter,system-ui,sans-serif}"
    "@media(prefers-color-scheme:dark){svg{background:#151a20;color:#e8e4da}}"
    "text{fill:currentColor}.faint{opacity:.6}.grid{stroke:currentColor;opacity:.14}"
    ".a{stroke:#c2743c;fill:none;stroke-width:2.5}.b{stroke:#4f7d8c;fill:none;stroke-width:2.5;stroke-dasharray:6 4}"
    ".c{stroke:#c2743c;fill:none;stroke-width:1.5;opacity:.6}"
    ".dot{fill:#c2743c}.open{fill:none;stroke:#c2743c;stroke-width:2}.own{fill:#4f7d8c}.shut{fill:none;stroke:#4f7d8c;stroke-width:2}.bar{stroke-width:2}</style>"
)


ELO = 400 / math.log(10)  # by which odds are told in Elo


class Strength(NamedTuple):
    """Of a round's net, in Elo beside what the training began with; `give` is what its chain of gates leaves open, for
    19 of 20."""

    number: int
    elo: float
    give: float
    taken: bool


def strengths(events: Sequence[Mapping[str, Any]]) -> list[Strength]:
    """Each net is as much stronger than the best before it as the gate's score says. Tests that end as soon as they are
    clear flatter the winner a little, and steps need not add up: a net may have learned to beat the last one alone."""
    found: list[Strength] = []
    best, spread = 0.0, 0.0
    for each in events:
        if each["what"] != "gate" or not each.get("games"):
            continue
        score, games = (each["points"] + 0.5) / (each["games"] + 1), each["games"]
        elo = best + ELO * math.log(score / (1 - score))
        variance = spread + ELO**2 / (score * (1 - score) * games)
        found.append(Strength(each["round"], elo, 1.96 * math.sqrt(variance), bool(each["passed"])))
        if each["passed"]:
            best, spread = elo, variance
    return found


def progress_svg(game: str, events: Sequence[Mapping[str, Any]]) -> str:
    """Follows the page's own light or dark. A full dot is a net that was taken, a ring one that was not."""
    learned = [each for each in events if each["what"] == "learn"]
    gates = [each for each in events if each["what"] == "gate"]
    rounds = max([each["round"] for each in events], default=1)
    height = TOP + 3 * HEIGHT + 2 * BETWEEN + 44
    minutes = sum(each.get("seconds", 0) for each in events) / 60
    positions = sum(each["positions"] for each in events if each["what"] == "play")

    spent = {number: _minutes_until(events, number) for number in range(1, rounds + 1)}
    longest = max(spent.values(), default=0.0) or 1.0

    def x(number: int) -> float:
        return LEFT + (WIDTH - LEFT - 56) * spent[number] / longest

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
        f"<title>{escape(game)}: a training</title>",
        STYLE,
        f'<text x="20" y="28" font-size="17" font-weight="600">{escape(game)}: a training</text>',
        f'<text class="faint" x="{WIDTH - 20}" y="28" text-anchor="end">{rounds} rounds, {minutes:.1f} minutes, '
        f"{positions:,} positions</text>",
    ]
    losses = [each["loss"] for each in learned] + [each["hand_loss"] for each in learned]
    parts += _panel("Log loss on matches held out", TOP, losses or [0.5, 0.7], "{:.3f}")
    low, high = _range(losses or [0.5, 0.7])
    for name, kind in (("loss", "a"), ("hand_loss", "b")):
        points = [(x(each["round"]), _y(each[name], low, high, TOP)) for each in learned]
        parts += _line(points, kind)
    parts.append(
        f'<text class="faint" x="{WIDTH - 20}" y="{TOP - 10}" text-anchor="end">net —  own evaluation - -</text>'
    )
    top = TOP + HEIGHT + BETWEEN
    scores = [each["points"] / each["games"] for each in gates if each.get("games")]
    scores += [each["master_points"] / each["master_games"] for each in gates if each.get("master_games")]
    parts += _panel("Score at the gate", top, [*scores, 0.45, 0.6], "{:.0%}")
    low, high = _range([*scores, 0.45, 0.6])
    half = _y(0.5, low, high, top)
    parts.append(
        f'<line class="grid" x1="{LEFT}" x2="{WIDTH - 40}" y1="{half:.1f}" y2="{half:.1f}" style="opacity:.5"/>'
    )
    for each in gates:
        if each.get("master_games"):
            kind, at = "own" if each["passed"] else "shut", x(each["round"]) + (9 if each.get("games") else 0)
            parts += _score(at, each["master_points"], each["master_games"], low, high, top, kind, "#4f7d8c")
        if each.get("games"):
            dot = "dot" if each["passed"] else "open"
            parts += _score(x(each["round"]), each["points"], each["games"], low, high, top, dot, "#c2743c")
    parts.append(
        f'<text class="faint" x="{WIDTH - 20}" y="{top - 10}" text-anchor="end">'
        '<tspan fill="#c2743c">●</tspan> against the best before  '
        '<tspan fill="#4f7d8c">●</tspan> against Master, same time</text>'
    )
    parts += _strength(strengths(events), x, top + HEIGHT + BETWEEN)
    for k in range(5):
        at = LEFT + (WIDTH - LEFT - 56) * k / 4
        parts.append(
            f'<text class="faint" x="{at:.1f}" y="{height - 18}" text-anchor="middle">{longest * k / 4:.3g} min</text>'
        )
    return "\n".join([*parts, "</svg>", ""])


def _strength(found: Sequence[Strength], x: Callable[[int], float], top: int) -> list[str]:
    """A step for every net that was taken, from what the training began with."""
    values = [0.0, 20.0, *(end for one in found for end in (one.elo - one.give, one.elo + one.give))]
    low, high = _range(values)
    parts = _panel("Strength in Elo, 0 is what it began with", top, values, "{:+.0f}")
    level, line = 0.0, [(float(LEFT), _y(0.0, low, high, top))]
    for one in found:
        at, y = x(one.number), _y(one.elo, low, high, top)
        if one.taken:
            line += [(at, _y(level, low, high, top)), (at, y)]
            level = one.elo
        ends = [_y(end, low, high, top) for end in (one.elo - one.give, one.elo + one.give)]
        parts.append(
            f'<line class="bar" x1="{at:.1f}" x2="{at:.1f}" y1="{ends[0]:.1f}" y2="{ends[1]:.1f}" stroke="#c2743c"/>'
        )
        parts.append(f'<circle class="{"dot" if one.taken else "open"}" cx="{at:.1f}" cy="{y:.1f}" r="5"/>')
    line.append((float(WIDTH - 40), line[-1][1]))
    return [*parts, *_line(line, "c")]


def _minutes_until(events: Sequence[Mapping[str, Any]], number: int) -> float:
    """What a training took up to the end of a round."""
    return sum(float(each.get("seconds", 0)) for each in events if each["round"] <= number) / 60


def _range(values: Sequence[float]) -> tuple[float, float]:
    low, high = min(values), max(values)
    room = max(0.005, (high - low) * 0.15)
    return low - room, high + room


def _y(value: float, low: float, high: float, top: int) -> float:
    return top + HEIGHT * (1 - (value - low) / (high - low))


def _panel(title: str, top: int, values: Sequence[float], shown: str) -> list[str]:
    low, high = _range(values)
    parts = [f'<text x="20" y="{top - 10}" font-weight="600">{escape(title)}</text>']
    for k in range(5):
        value = low + (high - low) * k / 4
        y = _y(value, low, high, top)
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - 40}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(
            f'<text class="faint" x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{shown.format(value)}</text>'
        )
    return parts


def _line(points: Sequence[tuple[float, float]], kind: str) -> list[str]:
    if len(points) == 1:
        return [f'<circle class="{kind}" cx="{points[0][0]:.1f}" cy="{points[0][1]:.1f}" r="3"/>']
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return [f'<polyline class="{kind}" points="{path}"/>'] if points else []


def _score(x: float, points: float, games: int, low: float, high: float, top: int, kind: str, colour: str) -> list[str]:
    score = points / games
    give = 1.96 * (max(score * (1 - score), 0.25 / games) / games) ** 0.5
    ends = [_y(max(low, min(high, end)), low, high, top) for end in (score - give, score + give)]
    return [
        f'<line class="bar" x1="{x:.1f}" x2="{x:.1f}" y1="{ends[0]:.1f}" y2="{ends[1]:.1f}" stroke="{colour}"/>',
        f'<circle class="{kind}" cx="{x:.1f}" cy="{_y(score, low, high, top):.1f}" r="5"/>',
    ]
