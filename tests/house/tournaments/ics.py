"""A strict reader of calendars, by the letter of RFC 5545: it refuses what a lenient one would guess at."""

import re

Event = dict[str, str]
NAME = re.compile(r"[A-Z-]+(?:;[A-Z-]+=[^;:,\"]+)*:")
NEEDED = ("UID", "DTSTAMP", "DTSTART", "SUMMARY", "SEQUENCE", "STATUS", "DURATION")
TIME = re.compile(r"\d{8}T\d{6}Z")


def read(text: str) -> list[Event]:
    assert text.endswith("\r\n")
    assert "\n" not in text.replace("\r\n", "")
    assert "\r" not in text.replace("\r\n", "")
    physical = text.removesuffix("\r\n").split("\r\n")
    assert all(len(line.encode()) <= 75 for line in physical)
    assert all(line for line in physical)
    lines = text.removesuffix("\r\n").replace("\r\n ", "").split("\r\n")
    assert lines[:2] == ["BEGIN:VCALENDAR", "VERSION:2.0"]
    assert lines[-1] == "END:VCALENDAR"
    assert any(line.startswith("PRODID:") for line in lines)
    events: list[Event] = []
    inside = False
    for line in lines[1:-1]:
        assert NAME.match(line), line
        name, _, value = line.partition(":")
        if line == "BEGIN:VEVENT":
            assert not inside
            inside = True
            events.append({})
        elif line == "END:VEVENT":
            assert inside
            inside = False
        elif inside:
            assert name not in events[-1], f"{name} twice"
            events[-1][name] = unescaped(value) if name in ("SUMMARY", "DESCRIPTION") else value
    assert not inside
    for event in events:
        assert all(name in event for name in NEEDED), event
        assert TIME.fullmatch(event["DTSTART"])
        assert TIME.fullmatch(event["DTSTAMP"])
        assert re.fullmatch(r"PT\d+M", event["DURATION"])
        assert re.fullmatch(r"\d+", event["SEQUENCE"])
    assert len({event["UID"] for event in events}) == len(events)
    return events


def unescaped(value: str) -> str:
    assert not re.search(r"(?<!\\)(?:\\\\)*[;,]", value), f"not escaped: {value}"
    assert re.fullmatch(r"(?:[^\\]|\\[\\;,nN])*", value), f"an escape that there is not: {value}"
    return re.sub(r"\\(.)", lambda found: "\n" if found[1] in "nN" else found[1], value)
