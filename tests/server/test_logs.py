"""The log: one line for one entry, with the fault where there is one."""

import json
import logging
import subprocess
import sys

from parlour.server.logs import JsonLines


def logged(form: str, *statements: str) -> list[str]:
    """What a process of its own writes to standard error: the log is the whole process's."""
    lines = ["import logging", "from parlour.server import logs", f"logs.set_up({form!r})", *statements]
    done = subprocess.run([sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, check=True)
    assert done.stdout == ""
    return done.stderr.splitlines()


def test_json_is_an_object_on_each_line():
    (line,) = logged("json", "logging.getLogger('parlour.x').warning('a\\nb %s', '“c”')")
    entry = json.loads(line)
    assert (entry["level"], entry["logger"], entry["message"]) == ("warning", "parlour.x", "a\nb “c”")
    assert entry["time"].endswith("Z")
    assert "fault" not in entry


def test_plain_is_for_people():
    (line,) = logged("plain", "logging.getLogger('parlour').info('open')")
    assert line.endswith("INFO parlour: open")


def test_requests_are_not_logged_one_by_one():
    assert logged("plain", "logging.getLogger('uvicorn.access').info('GET /tables/x')") == []


def test_a_fault_comes_with_its_traceback():
    try:
        raise RuntimeError("on purpose")
    except RuntimeError:
        record = logging.LogRecord("parlour", logging.ERROR, __file__, 1, "GET /", (), sys.exc_info())
    entry = json.loads(JsonLines().format(record))
    assert "RuntimeError: on purpose" in entry["fault"]
