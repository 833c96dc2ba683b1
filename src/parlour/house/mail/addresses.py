"""Addresses of mail: which can be one, and how they are shown where not everybody should read them."""

import re

from parlour.core.texts import Refused

LONGEST, LONGEST_LOCAL = 254, 64  # RFC 5321
LOCAL = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*")
LABEL = re.compile(r"[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?")


def check(text: str) -> str:
    """An address as it can be written into a header, or a refusal. Quoted and international local parts, which hardly
    anybody has, are not taken: not every server could carry them. Nothing that is taken has a space, a quote, an angle
    bracket or a control character in it."""
    local, at, domain = text.strip().rpartition("@")
    try:
        domain = domain.rstrip(".").encode("idna").decode()
    except UnicodeError:
        raise Refused("people.address") from None
    labels = domain.split(".")
    good = (
        at and LOCAL.fullmatch(local) and len(local) <= LONGEST_LOCAL
        and len(labels) > 1 and all(map(LABEL.fullmatch, labels)) and not labels[-1].isdigit()
        and len(local) + 1 + len(domain) <= LONGEST
    )  # fmt: skip
    if not good:
        raise Refused("people.address")
    return f"{local}@{domain.lower()}"


def masked(address: str) -> str:
    """Known again by its owner, and hardly by anybody else: a…@example.org"""
    local, _, domain = address.rpartition("@")
    return f"{local[:1]}…@{domain}"
