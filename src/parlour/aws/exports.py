"""Files with people's data, in a bucket: whoever asks for one is sent there, since a function answers with a few
megabytes at most."""

from pathlib import Path

import botocore.exceptions as faults

from parlour.aws.clients import AwsClients
from parlour.house.store import Unavailable

FETCHED_WITHIN = 300  # seconds
NAME = "parlour-my-data.zip"


class BucketFiles:
    def __init__(self, clients: AwsClients, bucket: str) -> None:
        self._clients, self._bucket = clients, bucket

    async def keep(self, path: Path) -> None:
        client = await self._clients.files()
        with path.open("rb") as file:
            await client.put_object(Bucket=self._bucket, Key=path.name, Body=file, ContentType="application/zip")
        path.unlink()

    async def has(self, name: str) -> bool:
        client = await self._clients.files()
        try:
            await client.head_object(Bucket=self._bucket, Key=name)
        except faults.ClientError as error:
            if error.response.get("ResponseMetadata", {}).get("HTTPStatusCode") in (403, 404):
                return False  # who may not list a bucket is not told what is not there
            raise Unavailable("store.down", why=str(error)) from error
        return True

    async def find(self, name: str) -> Path | str:
        client = await self._clients.files()
        asked = {
            "Bucket": self._bucket, "Key": name, "ResponseContentType": "application/zip",
            "ResponseContentDisposition": f'attachment; filename="{NAME}"', "ResponseCacheControl": "no-store",
        }  # fmt: skip
        address: str = await client.generate_presigned_url("get_object", Params=asked, ExpiresIn=FETCHED_WITHIN)
        return address

    async def remove(self, name: str) -> None:
        client = await self._clients.files()
        await client.delete_object(Bucket=self._bucket, Key=name)
