"""Slips in which language is spoken to whom."""

from tests.planted.fault import Fault

HTTP = "tests/server/http/test_languages.py"
LIVE = "tests/server/live/test_languages.py"

FAULTS = [
    Fault(
        "who looks on is told in the language of whoever came before",
        file="src/parlour/server/live/messages.py",
        old="key = (viewer, cursor, draw, view, unheard, language)",
        new='key = (viewer, cursor, draw, view, unheard, "")',
        red=(f"{LIVE}::test_who_looks_on_at_one_table_is_told_in_the_own_language",),
        compiled=True,
    ),
    Fault(
        "a letter is written in English, whoever reads it",
        file="src/parlour/house/mail/letter_template.py",
        old="return wished or FALLBACK",
        new="return FALLBACK",
        red=("tests/house/mail/test_letters.py::test_everybody_is_written_to_in_their_own_language",),
        compiled=True,
    ),
    Fault(
        "a refusal is in English, whatever was asked for",
        file="src/parlour/server/http/routes.py",
        old="said = in_words(refusal, language_of(request.scope))",
        new='said = in_words(refusal, "en")',
        red=(f"{HTTP}::test_a_refusal_is_in_the_language_that_was_asked_for",),
        compiled=True,
    ),
    Fault(
        "the least wanted language is taken",
        file="src/parlour/core/languages.py",
        old="key=lambda one: -one[0]",
        new="key=lambda one: one[0]",
        red=("tests/core/test_languages.py::test_the_language_is_the_one_that_is_wished_most_among_those_there_are",),
    ),
    Fault(
        "a sentence of the house is not translated",
        file="src/parlour/house/texts/de.toml",
        old='sat = "{name} setzt sich."\n',
        new="",
        red=("tests/test_languages.py::test_nothing_is_missing_in",),
    ),
    Fault(
        "the browser's language counts for more than the one that was chosen",
        file="web/src/ui/texts/language.ts",
        old='const wanted = [chosenLanguage() ?? "", ...navigator.languages.map(primary)];',
        new='const wanted = [...navigator.languages.map(primary), chosenLanguage() ?? ""];',
        red=(
            "web/src/ui/texts/language.test.ts::is the one that was chosen on this device, whatever the browser says",
        ),
    ),
]
