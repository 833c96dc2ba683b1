"""`python -m parlour.bots yinsh …` compiles those games with their search and leaves the result in the cache."""

import sys

from parlour import games
from parlour.bots import is_ready
from parlour.bots.searcher import HOME, compile_search
from parlour.core.compiled import jit
from parlour.core.compiled.compile_times import measured
from parlour.games import load

for name in sys.argv[1:]:
    games.prepare(name)
    with jit.alone(load(name).home, HOME):
        if not is_ready(name):
            with measured(load(name), "bots"):
                compile_search(load(name))
