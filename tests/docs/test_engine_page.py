"""Every example on the page about the engine, run."""

import json
import re
from pathlib import Path
from typing import get_args

import pytest

from parlour.terminal.engine import Engine, Request

PAGE = (Path(__file__).parents[2] / "docs" / "engine.md").read_text("utf-8")
CONVERSATIONS = re.findall(r"^```jsonl\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
MORE = "…"


def agrees(shown: object, answer: object) -> bool:
    """Whether the answer is what the page shows; `…` on the page stands for anything."""
    if shown == MORE:
        return True
    if isinstance(shown, dict) and isinstance(answer, dict):
        same_keys = shown.keys() == answer.keys() or (MORE in shown and shown.keys() - {MORE} <= answer.keys())
        return same_keys and all(agrees(shown[key], answer[key]) for key in shown.keys() - {MORE})
    if isinstance(shown, list) and isinstance(answer, list):
        if shown[-1:] == [MORE]:
            shown, answer = shown[:-1], answer[: len(shown) - 1]
        return len(shown) == len(answer) and all(map(agrees, shown, answer))
    return type(shown) is type(answer) and shown == answer


@pytest.mark.parametrize("conversation", CONVERSATIONS)
def test_the_engine_answers_as_the_page_says(conversation):
    engine, lines = Engine(), conversation.splitlines()
    assert len(lines) % 2 == 0
    for request, reply in zip(lines[::2], lines[1::2], strict=True):
        assert request.startswith("> ")
        assert reply.startswith("< ")
        answer = json.loads(engine.answer(request[2:].encode()))
        assert agrees(json.loads(reply[2:]), answer), f"{request}\nthe page: {reply}\nthe engine: {json.dumps(answer)}"


def test_every_request_is_on_the_page():
    requests = {kind.__struct_config__.tag for kind in get_args(Request)}
    assert len(requests) > 10
    assert requests <= set(re.findall(r'"do":"(\w+)"', PAGE))


def test_dots_do_not_hide_a_difference_elsewhere():
    assert agrees({"ok": True, MORE: MORE}, {"ok": True, "legal": {}})
    assert not agrees({"ok": True, MORE: MORE}, {"ok": False, "legal": {}})
    assert not agrees({"ok": True}, {"ok": True, "legal": {}})
    assert agrees(["a", MORE], ["a", "b", "c"])
    assert not agrees(["a", MORE], ["b", "b", "c"])
    assert not agrees([0], [False])
