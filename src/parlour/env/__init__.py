"""Games as environments for programs that learn: `parlour.env.vec` has many matches at once and needs NumPy alone;
`parlour.env.env("yinsh")` is one match as a PettingZoo environment (the extra `env`)."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from parlour.env.aec import GameEnv, env, raw_env
    from parlour.env.encoding import Encoding, encoding_of

__all__ = ["Encoding", "GameEnv", "encoding_of", "env", "raw_env"]


def __getattr__(name: str) -> Any:
    """When one of them is first asked for: whoever uses `vec` need not have PettingZoo."""
    if name not in __all__:
        raise AttributeError(f"module {__name__} has no attribute {name}")
    try:
        import pettingzoo  # type: ignore[import-untyped]  # noqa: F401
    except ModuleNotFoundError as missing:
        raise ImportError(
            f"parlour.env.{name} needs PettingZoo. Install it with: pip install 'parlour[env]'"
        ) from missing
    from parlour.env import aec, encoding

    return getattr(encoding if hasattr(encoding, name) and not hasattr(aec, name) else aec, name)
