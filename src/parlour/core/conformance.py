"""The law book under the name that authors import. The laws themselves: `laws/`."""

# All of them: what an author has imported from here stays here.
from parlour.core.laws.suite import *  # noqa: F403
