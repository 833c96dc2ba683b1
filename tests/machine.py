"""What a machine does to those who measure time on it."""

import os
from pathlib import Path


def taken_away() -> float:
    """Seconds, of all processors together, that whatever this machine runs on gave to others ("steal")."""
    everything = Path("/proc/stat").read_text().split("\n", 1)[0].split()
    return int(everything[8]) / os.sysconf("SC_CLK_TCK")
