"""What handlers have in common."""

from typing import Annotated, Any, TypeVar

import msgspec
from litestar import Request, Response
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.exceptions import ValidationException
from litestar.params import FromPath, HeaderParameter, QueryParameter

from parlour.server.guard.auth import Auth, Caller
from parlour.server.services import Services

AnyRequest = Request[Any, Any, State]
TheServices = NamedDependency[Services]
TheAuth = NamedDependency[Auth]
TheCaller = NamedDependency[Caller]
TheLanguage = NamedDependency[str]  # in which the request is answered
PathId = FromPath[str]
InviteQuery = Annotated[str, QueryParameter(max_length=64)]  # the secret in a private table's link
Key = Annotated[str | None, HeaderParameter(name="Idempotency-Key", max_length=64, min_length=1)]
T = TypeVar("T")


class StrictRequest(AnyRequest):
    """One whose body is read as the message that its handler takes. Litestar by itself is not strict: it would take
    "3" for a number, 0 for `false`."""

    async def json(self) -> Any:
        message = self.route_handler.parsed_data_field
        try:
            return msgspec.json.decode(await self.body(), type=Any if message is None else message.annotation)
        except msgspec.DecodeError as error:
            raise ValidationException(str(error)) from None


def private(body: T, status: int = 200) -> Response[T]:
    return Response(body, status_code=status, headers={"Cache-Control": "no-store"})
