"""`python -m parlour.games yinsh …` compiles those games and leaves the result in the cache."""

import sys

from parlour.core.compiled import jit
from parlour.core.compiled.compile_times import measured
from parlour.core.compiled.prepare import compile_game
from parlour.games import is_ready, load

for name in sys.argv[1:]:
    with jit.alone(load(name).home):
        if not is_ready(name):
            with measured(load(name), "rules"):
                compile_game(load(name))
