"""What functions are told by their environment, beside the settings of every house (`server/settings.py`)."""

from collections.abc import Mapping

import msgspec


class FunctionSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Each is there where the template gives it: no function has more rights than it needs."""

    front: str | None = None  # a secret that requests bring which have come through the house's own name
    sockets: str | None = None  # where messages to live sockets are handed in
    thoughts: str | None = None  # the queue of what takes thinking
    clocks: str | None = None  # the queue of what is due in less than a quarter of an hour
    exports: str | None = None  # the bucket for files with people's data
    endpoint: str | None = None  # of everything, where it is not Amazon's


VARIABLES = {f"PARLOUR_AWS_{name.upper()}": name for name in FunctionSettings.__struct_fields__}


def read(environ: Mapping[str, str]) -> FunctionSettings:
    return FunctionSettings(**{name: environ.get(variable) or None for variable, name in VARIABLES.items()})
