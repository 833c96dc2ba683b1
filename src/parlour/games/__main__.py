"""`python -m parlour.games yinsh …` compiles those games and leaves the result in the cache."""

import sys

from parlour.games import load

for name in sys.argv[1:]:
    load(name).compile()
