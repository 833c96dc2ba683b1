"""A rating table as a picture: one bar of uncertainty for each bot, as SVG and as lines of text."""

from collections.abc import Sequence
from html import escape

from parlour.bots.standings import BotRating

ROW, LEFT, WIDTH, RIGHT, TOP = 34, 150, 520, 110, 44
NICE_STEPS = (10, 25, 50, 100, 200, 250, 500, 1000)
TEXT_WIDTH = 44


def svg(title: str, table: Sequence[BotRating]) -> str:
    """Points with error bars on a scale of Elo; follows the page's own light or dark."""
    low, high, step = _scale(table)
    height = TOP + ROW * len(table) + 30

    def x(elo: float) -> float:
        return LEFT + WIDTH * (elo - low) / (high - low)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + RIGHT} {height}" role="img">',
        f"<title>{escape(title)}</title>",
        "<style>svg{background:#fbf8f2;color:#20262e;font:13px Inter,system-ui,sans-serif}"
        "@media(prefers-color-scheme:dark){svg{background:#151a20;color:#e8e4da}}"
        "text{fill:currentColor}.faint{opacity:.55}.grid{stroke:currentColor;opacity:.15}"
        ".bar{stroke:#c2743c;stroke-width:3;stroke-linecap:round}.dot{fill:#c2743c}</style>",
        f'<text x="20" y="26" font-size="16" font-weight="600">{escape(title)}</text>',
    ]
    for tick in range(low, high + 1, step):
        parts.append(f'<line class="grid" x1="{x(tick):.1f}" x2="{x(tick):.1f}" y1="{TOP - 6}" y2="{height - 24}"/>')
        parts.append(f'<text class="faint" x="{x(tick):.1f}" y="{height - 8}" text-anchor="middle">{tick:+d}</text>')
    for i, rating in enumerate(table):
        y = TOP + ROW * (i + 0.5)
        ends = (max(low, rating.elo - rating.give), min(high, rating.elo + rating.give))
        parts.append(f'<text x="{LEFT - 16}" y="{y + 4:.1f}" text-anchor="end">{escape(rating.bot)}</text>')
        parts.append(f'<line class="bar" x1="{x(ends[0]):.1f}" x2="{x(ends[1]):.1f}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<circle class="dot" cx="{x(rating.elo):.1f}" cy="{y:.1f}" r="6"/>')
        parts.append(
            f'<text class="faint" x="{LEFT + WIDTH + 16}" y="{y + 4:.1f}">{rating.elo:+.0f} ± {rating.give:.0f}</text>'
        )
    return "\n".join([*parts, "</svg>", ""])


def bar(rating: BotRating, table: Sequence[BotRating]) -> str:
    """One bot's bar in a line of text."""
    low, high, _ = _scale(table)

    def column(elo: float) -> int:
        return max(0, min(TEXT_WIDTH - 1, round((elo - low) / (high - low) * (TEXT_WIDTH - 1))))

    cells = [" "] * TEXT_WIDTH
    for k in range(column(rating.elo - rating.give), column(rating.elo + rating.give) + 1):
        cells[k] = "─"
    cells[column(rating.elo)] = "●"
    return "".join(cells)


def _scale(table: Sequence[BotRating]) -> tuple[int, int, int]:
    """Round ends for the scale, and the step between its ticks."""
    lowest = min(rating.elo - rating.give for rating in table)
    highest = max(rating.elo + rating.give for rating in table)
    step = next((s for s in NICE_STEPS if (highest - lowest) / s <= 8), 2000)
    return int(lowest // step) * step, (int(highest // step) + 1) * step, step
