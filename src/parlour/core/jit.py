"""The two decorators of a game's rules, under the name that authors import. How they work: `compiled/jit.py`."""

from parlour.core.compiled.jit import entry, rule

__all__ = ["entry", "rule"]
