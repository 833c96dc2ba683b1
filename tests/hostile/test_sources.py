"""The page's own sources: names stand in `<bdi>`, and nothing that somebody wrote is ever taken for markup."""

import re
from collections.abc import Iterator
from pathlib import Path

WEB = Path(__file__).parents[2] / "web" / "src"
SHOWN = re.compile(r"(?P<before><[^<>]*>)?\s*\{(?P<whose>[\w?.\[\]]+)\.name\}")
OURS = {"game", "option"}  # who is not called by a name of their own choosing
SINKS = re.compile(
    r"dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function\("
)


def sources() -> Iterator[tuple[str, str]]:
    for path in sorted(WEB.rglob("*.ts*")):
        if ".test." not in path.name:
            yield str(path.relative_to(WEB)), path.read_text("utf-8")


def bare_names(source: str) -> list[str]:
    """Names that stand among other words without being kept apart from them."""
    found = [each for each in SHOWN.finditer(source) if not is_attribute(source, each)]
    return [
        each[0].strip()
        for each in found
        if not (each["before"] or "").startswith("<bdi") and each["whose"].rpartition(".")[2].strip("?") not in OURS
    ]


def is_attribute(source: str, found: "re.Match[str]") -> bool:
    """`key={game.name}`, or `${game.name}` within a text."""
    start = source.index("{", found.start())
    return source[start - 1] in "=$"


def test_every_name_stands_by_itself() -> None:
    found = {path: bare for path, source in sources() if (bare := bare_names(source))}
    assert found == LEFT_AS_THEY_ARE


# A game's title and a formation's name: the catalogue's words, or one's own for oneself.
LEFT_AS_THEY_ARE: dict[str, list[str]] = {
    "skins/command/deploy.tsx": ["<span>{each.name}"],
}


def test_a_name_that_does_not_is_found() -> None:
    assert bare_names("<p>{seat.name}</p>")
    assert bare_names("<p>\n  {host?.name}, later\n</p>")
    assert not bare_names("<p><bdi>{seat.name}</bdi></p>")
    assert not bare_names("<Icon key={seat.name} label={`${seat.name}`} />")


def test_the_page_makes_no_markup_out_of_text() -> None:
    assert [path for path, source in sources() if SINKS.search(source)] == []
    assert SINKS.search("<p dangerouslySetInnerHTML={{ __html: text }} />")
