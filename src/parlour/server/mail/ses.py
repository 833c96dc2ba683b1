"""Letters by Amazon SES, over HTTPS, as whoever AWS's own settings say: variables, a profile, the role of a machine.

SES gives every letter a Message-ID of its own. So mail programs show a letter twice that was sent twice, and whoever
wants them to show one takes SES's SMTP.
"""

from functools import cache
from typing import Any

from parlour.house.mail.sender import Message, Never, NotKnown, NotNow, PointOfNoReturn

SECONDS = 30.0  # for its answer
# What is wrong with the letter itself. Whatever else SES refuses, the host can mend: who may send, how much, whence.
FOR_GOOD = frozenset({"BadRequestException", "MessageRejected"})
NOT_VERIFIED = "not verified"  # SES rejects the message, and means an address that it does not know to be the host's


class SesSender:
    def __init__(self, region: str, endpoint: str | None = None, *, seconds: float = SECONDS) -> None:
        self._region, self._endpoint, self._seconds = region, endpoint, seconds

    async def send(self, message: Message, brink: PointOfNoReturn) -> None:
        from aiobotocore.config import AioConfig
        from botocore import exceptions as faults
        from botocore.parsers import ResponseParserError

        settings = AioConfig(
            connect_timeout=self._seconds, read_timeout=self._seconds, parameter_validation=False,
            retries={"total_max_attempts": 1, "mode": "standard"},  # a letter is sent once more by whoever keeps count
        )  # fmt: skip
        made = _session().create_client("sesv2", region_name=self._region, endpoint_url=self._endpoint, config=settings)
        try:
            async with made as client:
                await brink()
                await client.send_email(
                    FromEmailAddress=message.sender,
                    Destination={"ToAddresses": [message.to]},
                    Content={"Raw": {"Data": message.data}},
                )
        except faults.ClientError as refusal:
            raise _meaning(refusal) from None
        except (faults.EndpointConnectionError, faults.ConnectTimeoutError, faults.ProxyConnectionError) as fault:
            raise NotNow(f"connection: {type(fault).__name__}") from None
        except (faults.HTTPClientError, ResponseParserError, OSError) as fault:
            raise NotKnown(f"answer: {type(fault).__name__}") from None
        except faults.BotoCoreError as fault:  # such as having no credentials: nothing was asked
            raise NotNow(f"request: {type(fault).__name__}") from None


def _meaning(refusal: Any) -> Exception:
    said = refusal.response.get("Error", {})
    code, status = str(said.get("Code", "")), refusal.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
    if status >= 500:
        return NotKnown(f"answer: {status}")
    if code in FOR_GOOD and NOT_VERIFIED not in str(said.get("Message", "")):
        return Never(f"letter: {code}")
    return NotNow(f"letter: {code}")


@cache
def _session() -> Any:
    """One for all: it keeps what it has read of the descriptions of AWS's services."""
    import aiobotocore.session

    return aiobotocore.session.get_session()
