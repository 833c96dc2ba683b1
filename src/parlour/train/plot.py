"""How a training went, as a picture: how well nets foretell matches, and how they fare against what was before."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

WIDTH, HEIGHT, LEFT, TOP, BETWEEN = 760, 200, 64, 78, 66
STYLE = (
    "<style>svg{background:#fbf8f2;color:#20262e;font:13px Inter,system-ui,sans-serif}"
    "@media(prefers-color-scheme:dark){svg{background:#151a20;color:#e8e4da}}"
    "text{fill:currentColor}.faint{opacity:.6}.grid{stroke:currentColor;opacity:.14}"
    ".a{stroke:#c2743c;fill:none;stroke-width:2.5}.b{stroke:#4f7d8c;fill:none;stroke-width:2.5;stroke-dasharray:6 4}"
    ".dot{fill:#c2743c}.open{fill:none;stroke:#c2743c;stroke-width:2}.own{fill:#4f7d8c}.bar{stroke-width:2}</style>"
)


def progress_svg(game: str, events: Sequence[Mapping[str, Any]]) -> str:
    """Follows the page's own light or dark. A full dot is a net that was taken, a ring one that was not."""
    learned = [each for each in events if each["what"] == "learn"]
    gates = [each for each in events if each["what"] == "gate"]
    rounds = max([each["round"] for each in events], default=1)
    height = TOP + 2 * HEIGHT + BETWEEN + 44
    minutes = sum(each.get("seconds", 0) for each in events) / 60
    positions = sum(each["positions"] for each in events if each["what"] == "play")

    def x(number: float) -> float:
        return LEFT + (WIDTH - LEFT - 40) * (number - 0.5) / rounds

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
    scores = [each["points"] / each["games"] for each in gates]
    scores += [each["own_points"] / each["own_games"] for each in gates if each.get("own_games")]
    parts += _panel("Score at the gate", top, [*scores, 0.45, 0.6], "{:.0%}")
    low, high = _range([*scores, 0.45, 0.6])
    half = _y(0.5, low, high, top)
    parts.append(
        f'<line class="grid" x1="{LEFT}" x2="{WIDTH - 40}" y1="{half:.1f}" y2="{half:.1f}" style="opacity:.5"/>'
    )
    for each in gates:
        if each.get("own_games"):
            parts += _score(
                x(each["round"]) + 9, each["own_points"], each["own_games"], low, high, top, "own", "#4f7d8c"
            )
        dot = "dot" if each["passed"] else "open"
        parts += _score(x(each["round"]), each["points"], each["games"], low, high, top, dot, "#c2743c")
    parts.append(
        f'<text class="faint" x="{WIDTH - 20}" y="{top - 10}" text-anchor="end">'
        '<tspan fill="#c2743c">●</tspan> against the best before  <tspan fill="#4f7d8c">●</tspan> against no net</text>'
    )
    step = max(1, -(-rounds // 16))
    for number in range(1, rounds + 1, step):
        parts.append(f'<text class="faint" x="{x(number):.1f}" y="{height - 18}" text-anchor="middle">{number}</text>')
    return "\n".join([*parts, "</svg>", ""])


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
