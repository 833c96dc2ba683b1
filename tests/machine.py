"""What a machine does to those who measure time and memory on it."""

import os
from pathlib import Path


def taken_away() -> float:
    """Seconds, of all processors together, that whatever this machine runs on gave to others ("steal")."""
    everything = Path("/proc/stat").read_text().split("\n", 1)[0].split()
    return int(everything[8]) / os.sysconf("SC_CLK_TCK")


def resident() -> int:
    """Bytes of this process that are in memory now."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
