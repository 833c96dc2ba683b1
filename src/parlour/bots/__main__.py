"""`python -m parlour.bots yinsh …` compiles those games with their search and leaves the result in the cache."""

import sys

from parlour.bots.searcher import compile_search
from parlour.games import load

for name in sys.argv[1:]:
    load(name).compile()
    compile_search(load(name))
