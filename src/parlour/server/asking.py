"""What handlers have in common."""

from typing import Any, TypeVar

from litestar import Request, Response
from litestar.datastructures import State
from litestar.di import NamedDependency

from parlour.server.premises import Premises
from parlour.server.safety.whom import Asking

AnyRequest = Request[Any, Any, State]
ThePremises = NamedDependency[Premises]
TheAsking = NamedDependency[Asking]
T = TypeVar("T")


def private(body: T, status: int = 200) -> Response[T]:
    return Response(body, status_code=status, headers={"Cache-Control": "no-store"})
