"""What is said to whoever sets a house up on AWS."""

import os
from pathlib import Path

from parlour.core.languages import language_of_machine
from parlour.core.texts import Refused, Text, catalogue

TEXTS = Path(__file__).parent / "texts"


class AwsRefused(Refused):
    """It cannot be set up in this way."""

    texts = TEXTS


def say(key: str, /, **args: str | int | Text) -> str:
    """In the language of the machine: nobody else hears it."""
    return catalogue(TEXTS, language_of_machine(os.environ)).render(Text(key, args))
