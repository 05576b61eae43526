"""FILES_URL as one of Django's STORAGES: where contents of files are kept (common.file_contents)."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

OF_S3 = {"endpoint_url", "region_name", "addressing_style"}
"""What may stand in the query of an address; keys are in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY."""
SECONDS_TO_CONNECT, SECONDS_TO_READ, TRIES = 5, 20, 2


def parse(address: str) -> dict[str, Any]:
    """file:///folder, or s3://bucket/folder?endpoint_url=…. ImproperlyConfigured for anything else."""
    parts = urlsplit(address)
    if parts.scheme == "file" and not parts.netloc and parts.path[:1] == "/" != parts.path and not parts.query:
        options = {"location": unquote(parts.path), "file_permissions_mode": 0o600, "directory_permissions_mode": 0o700}
        return {"BACKEND": "django.core.files.storage.FileSystemStorage", "OPTIONS": options}
    asked = dict(parse_qsl(parts.query, keep_blank_values=True))
    if parts.scheme != "s3" or not parts.netloc or asked.keys() - OF_S3 or "@" in parts.netloc:
        raise ImproperlyConfigured(
            "FILES_URL is no address of a storage. Write file:///folder, or s3://bucket/folder with "
            f"{', '.join(sorted(OF_S3))} after a question mark."
        )
    if find_spec("storages") is None or find_spec("boto3") is None:
        raise ImproperlyConfigured("FILES_URL needs more packages: pip install -r requirements-files.txt")
    return {"BACKEND": "storages.backends.s3.S3Storage", "OPTIONS": _of_s3(parts.netloc, parts.path, asked)}


def _of_s3(bucket: str, folder: str, asked: dict[str, str]) -> dict[str, Any]:
    from boto3.s3.transfer import TransferConfig
    from botocore.config import Config

    style = asked.pop("addressing_style", "auto")
    return asked | {
        "bucket_name": bucket,
        "location": unquote(folder).strip("/"),
        "transfer_config": TransferConfig(use_threads=False),  # a part is one request
        "client_config": Config(
            connect_timeout=SECONDS_TO_CONNECT,
            read_timeout=SECONDS_TO_READ,
            retries={"mode": "standard", "max_attempts": TRIES},
            s3={"addressing_style": style},
            # Not every server that speaks S3 knows the checksums that the client sends by itself otherwise.
            request_checksum_calculation="when_required",
            response_checksum_validation="when_required",
        ),
    }
