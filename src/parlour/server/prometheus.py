"""Numbers that a monitoring system collects: counters, gauges and histograms in the Prometheus text format, 0.0.4.

All is counted on the server's one loop, where nothing can come between; a thread that counts may at worst lose one.
Labels are bounded: who keeps asking for new ones shares the label "other" with all that came too late.
"""

import time
from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
MOST_SERIES = 300  # of one metric
OTHER = "other"
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)

Labels = tuple[str, ...]


class Metric(ABC):
    """One name with its series, one for each combination of labels that was seen."""

    kind = ""

    def __init__(self, name: str, help: str, labels: Sequence[str] = ()) -> None:
        self.name, self.help, self.labels = name, help, tuple(labels)

    def text(self) -> str:
        head = f"# HELP {self.name} {_escaped_help(self.help)}\n# TYPE {self.name} {self.kind}\n"
        return head + "".join(f"{line}\n" for line in self.samples())

    @abstractmethod
    def samples(self) -> Iterator[str]:
        """A line for each series."""

    def _place(self, series: dict[Labels, float] | dict[Labels, "Spread"], values: Labels) -> Labels:
        if len(values) != len(self.labels):
            raise ValueError(f"{self.name} has the labels {self.labels}, not {values}")
        return values if values in series or len(series) < MOST_SERIES else (OTHER,) * len(values)

    def _sample(self, value: float, values: Labels, suffix: str = "", **more: str) -> str:
        pairs = [*zip(self.labels, values, strict=True), *more.items()]
        inside = ",".join(f'{label}="{_escaped(text)}"' for label, text in pairs)
        return f"{self.name}{suffix}{f'{{{inside}}}' if inside else ''} {_number(value)}"


class CounterMetric(Metric):
    """Only ever grows."""

    kind = "counter"

    def __init__(self, name: str, help: str, labels: Sequence[str] = ()) -> None:
        super().__init__(name, help, labels)
        self.series: dict[Labels, float] = {} if labels else {(): 0}

    def add(self, *values: str, by: float = 1) -> None:
        if by < 0:
            raise ValueError(f"{self.name} cannot shrink")
        place = self._place(self.series, values)
        self.series[place] = self.series.get(place, 0) + by

    def samples(self) -> Iterator[str]:
        yield from (self._sample(value, values) for values, value in tuple(self.series.items()))


class GaugeMetric(Metric):
    """Goes up and down."""

    kind = "gauge"

    def __init__(self, name: str, help: str, labels: Sequence[str] = ()) -> None:
        super().__init__(name, help, labels)
        self.series: dict[Labels, float] = {} if labels else {(): 0}

    def set(self, value: float, *values: str) -> None:
        self.series[self._place(self.series, values)] = value

    def add(self, by: float, *values: str) -> None:
        place = self._place(self.series, values)
        self.series[place] = self.series.get(place, 0) + by

    def samples(self) -> Iterator[str]:
        yield from (self._sample(value, values) for values, value in tuple(self.series.items()))


class Read(Metric):
    """A number that is kept elsewhere, and asked for when somebody wants to know. No number: no sample."""

    def __init__(self, name: str, help: str, kind: str, read: Callable[[], float | None]) -> None:
        super().__init__(name, help)
        self.kind, self.read = kind, read

    def samples(self) -> Iterator[str]:
        value = self.read()
        if value is not None:
            yield self._sample(value, ())


class Spread:
    """How many fell into each bucket, and their sum."""

    def __init__(self, buckets: int) -> None:
        self.counts, self.sum = [0] * (buckets + 1), 0.0


class HistogramMetric(Metric):
    """How values are spread: how many were at most so large."""

    kind = "histogram"

    def __init__(self, name: str, help: str, labels: Sequence[str] = (), bounds: Sequence[float] = SECONDS) -> None:
        super().__init__(name, help, labels)
        self.bounds = tuple(bounds)
        self.series: dict[Labels, Spread] = {} if labels else {(): Spread(len(bounds))}

    def observe(self, value: float, *values: str) -> None:
        spread = self.series.setdefault(self._place(self.series, values), Spread(len(self.bounds)))
        spread.counts[bisect_left(self.bounds, value)] += 1
        spread.sum += value

    @contextmanager
    def time(self, *values: str) -> Iterator[None]:
        """The seconds that something takes, also if it fails."""
        start = time.perf_counter()
        try:
            yield
        finally:
            self.observe(time.perf_counter() - start, *values)

    def samples(self) -> Iterator[str]:
        for values, spread in tuple(self.series.items()):
            total = 0
            for bound, count in zip((*self.bounds, float("inf")), spread.counts, strict=True):
                total += count
                yield self._sample(total, values, "_bucket", le=_number(bound))
            yield self._sample(spread.sum, values, "_sum")
            yield self._sample(total, values, "_count")


def _number(value: float) -> str:
    if value == float("inf"):
        return "+Inf"
    return str(int(value)) if value == int(value) else repr(float(value))


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def _escaped_help(text: str) -> str:
    return text.replace("\\", "\\\\").replace("\n", "\\n")
