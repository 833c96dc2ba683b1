"""Who asks, and how they are answered."""

from typing import Any, TypeVar

import msgspec
from litestar import Request, Response
from litestar.datastructures import State

from parlour.core.texts import Refused
from parlour.house.ports import Person

AnyRequest = Request[Any, Any, State]
T = TypeVar("T")


class Asker(msgspec.Struct, frozen=True):
    """A person with a session, a program with a token, or nobody."""

    person: Person | None = None
    scopes: frozenset[str] = frozenset()  # of a token; a browser may do everything
    by_token: bool = False

    @property
    def somebody(self) -> Person:
        if self.person is None:
            raise Refused("server.nobody-here")
        return self.person

    def may(self, scope: str) -> Person:
        person = self.somebody
        if self.by_token and scope not in self.scopes:
            raise Refused("server.scope", scope=scope)
        return person


def private(body: T, status: int = 200) -> Response[T]:
    return Response(body, status_code=status, headers={"Cache-Control": "no-store"})
