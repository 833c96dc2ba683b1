"""The page of metrics, read as a monitoring program would."""

import re

SAMPLE = re.compile(r"^(\w+)(?:\{(.*)\})? (\S+)$", re.MULTILINE)
LAG = "parlour_loop_lag_seconds"


class Page:
    """Samples by name and labels, as they are written."""

    def __init__(self, samples: dict[tuple[str, str], float]) -> None:
        self.samples = samples

    def __getitem__(self, name: str) -> float:
        return self.samples[name, ""]

    def looks(self, lag: str = LAG) -> int:
        """How often somebody looked whether the loop was late."""
        return round(self[f"{lag}_count"])

    def stalls(self, over: float, lag: str = LAG) -> int:
        """How often it was by more than so many seconds, which has to be one of the bounds."""
        return self.looks(lag) - round(self.samples[f"{lag}_bucket", f'le="{float(over)}"'])


def read(text: str) -> Page:
    return Page({(name, labels): float(value) for name, labels, value in SAMPLE.findall(text)})
