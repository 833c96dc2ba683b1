"""How a match came out, in sentences for one of its players: in a letter, say."""

from parlour.core.texts import Text
from parlour.house.mail.position_text import called
from parlour.house.tables.state import Table
from parlour.house.texts import sentences

ORDINALS = 6  # places that have a word


def result_of(table: Table, seat: int, language: str) -> list[str]:
    """What it means for the reader and how it came about, and what everybody came to if the game has words for that."""
    match, words = table.match, sentences(table.game, language)
    if match is None or match.result is None:
        return []
    result = match.result
    names = called(table, language)
    deserted = result.ending == "abandoned" and result.seat is None
    if result.ending == "void":
        return [words.render(Text("mail.over-void"))]
    key = f"ending.{'deserted' if deserted else result.ending}"
    how = words.render(Text(key)) if words.has(key) else result.ending

    def said(key: str, **args: str | int) -> str:
        return words.render(Text(key, {"how": how, **args}))

    score = words.has("score")
    if table.game.cooperative:
        came_to = [words.render(Text("score", {"count": result.scores[seat], "who": ""}))] if score else []
        return [said("mail.over-nobody"), *came_to]
    if deserted:
        return [said("mail.over-nobody")]
    best = max(result.returns)
    first = [name for name, value in zip(names, result.returns, strict=True) if value == best]
    place = 1 + sum(value > result.returns[seat] for value in result.returns)
    if len(first) == len(names):
        lines = [said("mail.over-draw")]
    elif len(first) > 1:
        lines = [said("mail.over-shared", who=", ".join(first))]
    elif place == 1:
        lines = [said("mail.over-won")]
    else:
        lines = [said("mail.over-lost", who=first[0])]
        if len(names) > 2 and place <= ORDINALS:
            lines.insert(0, words.render(Text("mail.over-place", {"place": Text(f"mail.place-{place}")})))
    if score:
        scores = zip(names, result.scores, strict=True)
        lines += [words.render(Text("score", {"who": name, "count": count})) for name, count in scores]
    return lines
