"""English that is left on a page in another language: what its people read, hear or are told, held against the English
catalogues."""

import re
from collections.abc import Iterable
from functools import cache

from playwright.sync_api import Page

from parlour import games
from parlour.core.texts import Entry
from tools.languages import english_catalogues, read

# All that is read or read aloud, but for what people have written, which stands in <bdi>, <q> or a field of text.
READ = """() => {
  const found = new Set([document.title]);
  const said = (text) => { const plain = (text ?? "").replace(/\\s+/g, " ").trim(); if (plain) found.add(plain); };
  const notation = "[class*=LogParts-step] b";  // the same in all languages
  const written = `bdi, q, code, pre, textarea, script, style, [data-written], ${notation}`;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (!node.parentElement.closest(written)) said(node.data);
  for (const each of document.querySelectorAll("[aria-label], [title], [placeholder], [alt], [aria-description]"))
    if (!each.closest("bdi, q"))
      for (const name of ["aria-label", "title", "placeholder", "alt", "aria-description"])
        said(each.getAttribute(name));
  return [...found];
}"""
WORDS = re.compile(r"\b(the|you|your|and|with|of|this|not|from|they|their|have|has|are|who|what|when)\b", re.IGNORECASE)


def english_on(page: Page, language: str, but: Iterable[str] = ()) -> list[str]:
    """`but`: what people have written there outside of those elements."""
    return [text for text in page.evaluate(READ) if text not in but and is_english(text, language)]


def is_english(text: str, language: str) -> bool:
    """Whether the sentence is one of the English catalogues' that this language says otherwise; or has a word in it
    that only English has."""
    fixed, patterns = sentences("en")
    own, own_patterns = sentences(language)
    if text in own or any(pattern.fullmatch(text) for pattern in own_patterns):
        return False
    if text in fixed or any(pattern.fullmatch(text) for pattern in patterns):
        return True
    for title in titles():
        text = text.replace(title, "")
    return WORDS.search(text) is not None


@cache
def titles() -> tuple[str, ...]:
    return tuple(game.title for game in games.all_games())


@cache
def sentences(language: str) -> tuple[frozenset[str], tuple[re.Pattern[str], ...]]:
    """Those without arguments; and patterns of the others, so far as there is a word in them."""
    fixed, patterns = set(), []
    for english in english_catalogues():
        for entry in read(english.with_name(f"{language}{english.suffix}")).values():
            for form in forms(entry):
                if "{" not in form:
                    fixed.add(" ".join(form.split()))
                elif re.search(r"[^\W\d]{3}", re.sub(r"\{\w+\}", "", form)):
                    parts = re.split(r"\{\w+\}", form)
                    patterns.append(re.compile(".+?".join(map(re.escape, parts))))
    return frozenset(fixed), tuple(patterns)


def forms(entry: Entry) -> list[str]:
    return [entry] if isinstance(entry, str) else [str(form) for form in entry.values()]
