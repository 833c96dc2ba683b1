"""`python -m parlour.games yinsh …` compiles those games and leaves the result in the cache."""

import sys

from parlour.core import jit
from parlour.games import is_ready, load

for name in sys.argv[1:]:
    with jit.alone(load(name).home):
        if not is_ready(name):
            load(name).compile()
