"""The endpoints of files that are sent in parts. Pages use them too, signed in as they are."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Mapping
from typing import IO, Any, cast

from django.http import Http404
from django.utils.translation import gettext
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import parsers, serializers, status
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings

from common.api import IdField, JsonBody
from players.core.api import BaseAPIView
from players.models import Account, Upload
from players.models.uploads import LONGEST_FILE_NAME
from players.uploads.limits import LARGEST, PART, count_parts
from players.uploads.services import (
    begin_upload,
    delete_upload,
    find_upload,
    finish_upload,
    missing_parts,
    read_upload,
    store_part,
    whole_upload,
)

DIGEST = re.compile("[0-9a-f]{64}")


class UploadField(IdField):
    """In place of a file in the body: the id of one that was sent in parts."""

    def __init__(self, **kwargs: Any) -> None:
        help_text = "In place of a file in the body: one that was sent in parts (`/uploads`)."
        super().__init__(**{"required": False, "help_text": help_text} | kwargs)


def need_one_file(attrs: dict[str, Any], text: str) -> dict[str, Any]:
    """400 unless a file comes in one way alone: as text in the field called `text`, in Base64, or sent before."""
    if sum(name in attrs for name in (text, "base64", "upload")) != 1:
        raise serializers.ValidationError({text: [gettext("Send one file: as text, as base64 or as upload.")]})
    return attrs


def file_sent(sent: Mapping[str, Any], text: str, actor: Account) -> bytes:
    """What is in the file that a body has or names. 400 for Base64 that is none; raises UploadRefused."""
    if "upload" in sent:
        return read_upload(whole_upload(sent["upload"], actor))
    if text in sent:
        return cast("str", sent[text]).encode()
    return _from_base64(sent["base64"])


def _from_base64(text: str) -> bytes:
    try:
        return b64decode(text, validate=True)
    except ValueError:
        raise serializers.ValidationError({"base64": [gettext("This is not Base64.")]}) from None


def forget_sent(sent: Mapping[str, Any], actor: Account) -> None:
    """What the file was sent for is done."""
    if "upload" in sent:
        delete_upload(whole_upload(sent["upload"], actor))


class PartBody(parsers.BaseParser):
    """The bytes of a part as they are."""

    media_type = "application/octet-stream"

    def parse(self, stream: IO[Any], media_type: str | None = None, parser_context: Any = None) -> dict[str, bytes]:
        """The body, under the one name that such a request has."""
        return {"content": bytes(stream.read())}


class UploadNew(serializers.Serializer[Any]):
    """A file that is to be sent: its size, and its SHA-256 by which the parts are checked and found again."""

    name = serializers.CharField(
        max_length=LONGEST_FILE_NAME, required=False, allow_blank=True, help_text="What the file is called."
    )
    size = serializers.IntegerField(min_value=1, max_value=LARGEST, help_text="Bytes of the file.")
    sha256 = serializers.RegexField(DIGEST, min_length=64, max_length=64, help_text="Its SHA-256 in hexadecimal.")


class PartNew(serializers.Serializer[Any]):
    """A part for programs that send JSON alone."""

    base64 = serializers.CharField(max_length=PART * 4 // 3 + 4, help_text="The bytes of the part in Base64.")


class UploadShape(serializers.Serializer[Any]):
    """A file on its way: which parts are still to be sent. Each has `part_size` bytes, the last one what is left."""

    id = IdField(source="pk")
    name = serializers.CharField()
    size = serializers.IntegerField()
    sha256 = serializers.CharField()
    part_size = serializers.SerializerMethodField()
    parts = serializers.SerializerMethodField()
    missing = serializers.SerializerMethodField()
    is_whole = serializers.BooleanField()

    def get_part_size(self, upload: Upload) -> int:
        return PART

    def get_parts(self, upload: Upload) -> int:
        return count_parts(upload.size)

    def get_missing(self, upload: Upload) -> list[int]:
        return [] if upload.is_whole else missing_parts(upload)


class UploadAPIView(BaseAPIView):
    """An address of a file; beside a key, the session of a page counts, with its token against forged requests."""

    authentication_classes = (
        *cast("list[type[BaseAuthentication]]", api_settings.DEFAULT_AUTHENTICATION_CLASSES),
        SessionAuthentication,
    )

    def upload(self, upload_id: int) -> Upload:
        """A file of the one who asks; else 404."""
        try:
            return find_upload(upload_id, self.actor)
        except Upload.DoesNotExist:
            raise Http404 from None


AUTH: list[str] = ["token"]
"""How the document says these are asked for; that pages do it with their session is their own matter."""


class Uploads(UploadAPIView):
    """Files that are sent in parts."""

    @extend_schema(request=UploadNew, responses={200: UploadShape, 201: UploadShape}, auth=AUTH)
    def post(self, request: Request) -> Response:
        """Announce a file. A file of this digest that is there already, or in part, is answered with 200."""
        sent = self.validated_body(UploadNew)
        upload = begin_upload(self.actor, size=sent["size"], sha256=sent["sha256"], name=sent.get("name", ""))
        shape = UploadShape(upload).data
        is_new = not upload.is_whole and len(shape["missing"]) == shape["parts"]
        return Response(shape, status=status.HTTP_201_CREATED if is_new else status.HTTP_200_OK)


class OneUpload(UploadAPIView):
    """One file."""

    @extend_schema(responses=UploadShape, auth=AUTH)
    def get(self, request: Request, upload_id: int) -> Response:
        """How much of a file is there. For its sender."""
        return Response(UploadShape(self.upload(upload_id)).data)

    @extend_schema(responses={204: None}, auth=AUTH)
    def delete(self, request: Request, upload_id: int) -> Response:
        """Remove a file, whole or not. For its sender."""
        delete_upload(self.upload(upload_id))
        return Response(status=status.HTTP_204_NO_CONTENT)


class UploadParts(UploadAPIView):
    """A part of a file."""

    parser_classes = (PartBody, JsonBody)

    @extend_schema(
        request={PartBody.media_type: OpenApiTypes.BINARY, "application/json": PartNew},
        responses=UploadShape,
        auth=AUTH,
    )
    def put(self, request: Request, upload_id: int, number: int) -> Response:
        """Store a part, counted from 1. Sent again it changes nothing; with another content it is refused (409)."""
        upload = self.upload(upload_id)
        if request.content_type.partition(";")[0].strip() == PartBody.media_type:
            content = cast("dict[str, bytes]", request.data)["content"]
        else:
            content = _from_base64(self.validated_body(PartNew)["base64"])
        try:
            store_part(upload, number, content)
        except Upload.DoesNotExist:
            raise Http404 from None
        return Response(UploadShape(upload).data)


class FinishUpload(UploadAPIView):
    """The end of a file."""

    @extend_schema(request=None, responses=UploadShape, auth=AUTH)
    def post(self, request: Request, upload_id: int) -> Response:
        """Check the whole file by its digest. Refused (409) while parts are missing, or if they make another file."""
        return Response(UploadShape(finish_upload(self.upload(upload_id))).data)
