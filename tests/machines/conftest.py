"""What comparing with WebAssembly needs on this machine."""

import os
import shutil

import pytest

from parlour.core.compiled import retarget

# `./dev test` sets it where it has brought along all that tests need: then nothing is left out without a word.
WHOLE = bool(os.environ.get("PARLOUR_WHOLE"))


def lacking() -> str | None:
    if retarget.linker() is None:
        return "there is no linker for WebAssembly here (Debian: lld)"
    return None if shutil.which("node") else "there is no Node here"


@pytest.fixture(scope="session")
def linker_and_node() -> None:
    why = lacking()
    if why is not None:
        (pytest.fail if WHOLE else pytest.skip)(why)
