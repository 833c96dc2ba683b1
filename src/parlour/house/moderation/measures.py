"""What somebody may not do for a while: talk, or come in. They are told why and for how long."""

from collections.abc import Sequence
from time import gmtime, strftime

from parlour.core.texts import Refused
from parlour.house.moderation.records import Measure, MeasureKind

HOUR = 3600 * 1000
LONGEST_HOURS = 5 * 365 * 24  # of what is not for good
LONGEST_WHY = 500


def in_force(measures: Sequence[Measure], kind: MeasureKind, now: int) -> Measure | None:
    """Of several the one that holds longest."""
    holding = [one for one in measures if one.kind == kind and one.holds(now)]
    return max(holding, key=lambda one: float("inf") if one.until is None else one.until, default=None)


def refusal_of(measure: Measure) -> Refused:
    mute = measure.kind == "mute"
    if measure.until is None:
        return Refused("moderation.muted-for-good" if mute else "moderation.banned-for-good", why=measure.why)
    until = moment(measure.until)
    return Refused("moderation.muted" if mute else "moderation.banned", why=measure.why, until=until)


def moment(time: int) -> str:
    """The same for everybody, wherever they are."""
    return strftime("%Y-%m-%d %H:%M UTC", gmtime(time / 1000))
