"""Any game as a PettingZoo environment (the extra `env`): `parlour.env.env("yinsh")`."""

try:
    import pettingzoo  # type: ignore[import-untyped]  # noqa: F401
except ModuleNotFoundError as missing:
    raise ImportError("parlour.env needs PettingZoo. Install it with: pip install 'parlour[env]'") from missing

from parlour.env.aec import GameEnv, env, raw_env
from parlour.env.encoding import Encoding, encoding_of

__all__ = ["Encoding", "GameEnv", "encoding_of", "env", "raw_env"]
