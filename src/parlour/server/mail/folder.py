"""Letters as files in a folder, for houses that send no mail: the host can read them, and hand on what is needed."""

import asyncio
import os
import re
from pathlib import Path

from parlour.house.mail.sender import Message, NotNow, PointOfNoReturn

NAME = re.compile(r"[A-Za-z0-9@.-]{1,120}")


class FolderSender:
    """Sending the same letter again writes the same file, so there is no moment that cannot be taken back."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def send(self, message: Message, brink: PointOfNoReturn) -> None:
        try:
            await asyncio.to_thread(self._put, message)
        except OSError as fault:
            raise NotNow(fault.strerror or str(fault)) from fault

    def _put(self, message: Message) -> None:
        """Whole or not at all, and for the host alone: a letter may hold a way into an account."""
        assert NAME.fullmatch(message.id), "ids are made by the house"
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = self._folder / f"{message.id}.eml"
        unnamed = path.with_suffix(".new")
        with open(os.open(unnamed, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(message.data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(unnamed, path)
