"""Letters opened as a mail program does."""

from email import message_from_bytes, policy
from email.message import EmailMessage

from parlour.house.mail.sender import Message


def read(message: Message) -> EmailMessage:
    mail = message_from_bytes(message.data, policy=policy.default)
    assert isinstance(mail, EmailMessage)
    return mail


def text(message: Message, kind: str = "plain") -> str:
    part = read(message).get_body((kind,))
    assert part is not None
    return str(part.get_content())


def to(messages: list[Message]) -> list[str]:
    return [message.to for message in messages]
