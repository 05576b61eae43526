"""What the views of the API share: what may come in, who acts, and how rows go out.

A view reads what was sent, checks its shape and length, calls one service or one query, and writes the answer.
What may be done is decided by services alone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import IO, Any, Protocol, cast

from django.conf import settings
from django.db.models import QuerySet
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext, gettext_lazy
from drf_spectacular.openapi import AutoSchema
from rest_framework import exceptions, parsers, serializers, status
from rest_framework.pagination import BasePagination
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings
from rest_framework.views import APIView

from common.entity_tags import PreconditionFailed, TaggedState, digest_of, is_met, make_tag
from common.idempotency import AnsweredBefore, Submission, begin_submission
from common.journal.submissions import Condition, act_only_if
from common.named_choices import name_choices
from common.translation import translate_message
from common.unknown_names import parameters_of, refuse_any_field, refuse_fields, refuse_parameters
from gipf_engine.messages import Message

A_LIST = TaggedState("list", 0, "")
"""For lists that no state tells of: their tags differ by what they say, and no write is let through by one."""
BIGGEST_ID = 2**63 - 1
BIGGEST_NUMBER = 2**31 - 1
LONGEST_REASON = 300
LONGEST_KEY, MOST_KEYS = 64, 8
MOST_POINTS, TENTHS = 100, 10


# --- what may come in ------------------------------------------------------------------------------


class TooLarge(exceptions.APIException):
    """The body is larger than anything that is read here."""

    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_code = "too-large"


class NotInForce(Exception):
    """What was sent is kept, but another was quicker and it is not in force: 409. `values` are shown to the sender."""

    def __init__(self, message: Message, **values: Any) -> None:
        super().__init__(str(message))
        self.message, self.values = message, values


class JsonBody(parsers.JSONParser):
    """JSON in UTF-8, as its standard has it (RFC 8259), whatever charset is claimed for it."""

    def parse(self, stream: IO[Any], media_type: str | None = None, parser_context: Any = None) -> Any:
        text = _text(stream)
        try:
            values = json.loads(text, parse_constant=_no_constant, parse_int=_whole_number)
            if _HALF_A_CHARACTER.search(text):
                json.dumps(values, ensure_ascii=False).encode()  # raises where a half has no other half
            return values
        except RecursionError:
            raise exceptions.ParseError(gettext("The JSON is nested too deeply.")) from None
        except ValueError as error:
            raise exceptions.ParseError(gettext("This is not JSON: %(why)s") % {"why": error}) from None


class TextBody(parsers.BaseParser):
    """Plain text in UTF-8: the record of a game as it is."""

    media_type = "text/plain"

    def parse(self, stream: IO[Any], media_type: str | None = None, parser_context: Any = None) -> dict[str, str]:
        """Make the JSON body {"text": "…"} of a plain text."""
        return {"text": _text(stream)}


_HALF_A_CHARACTER = re.compile(r"\\u[dD][89a-fA-F]")
"""An escape of half a character of UTF-16. Alone it is no text, and no database or answer could hold it."""


def _text(stream: IO[Any]) -> str:
    try:
        return bytes(stream.read()).decode()
    except UnicodeDecodeError:
        raise exceptions.ParseError(gettext("Send text in UTF-8.")) from None


MOST_DIGITS = 40
"""More than any number has that the API knows; Python itself refuses to read some thousands."""


def _whole_number(text: str) -> int:
    if len(text) > MOST_DIGITS:
        raise ValueError(gettext("a number has more than %(most)d digits") % {"most": MOST_DIGITS})
    return int(text)


def _no_constant(name: str) -> None:
    raise ValueError(name)


class IdField(serializers.IntegerField):
    """The id of a row: a whole number that the database can hold."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"min_value": 1, "max_value": BIGGEST_ID} | kwargs)


class NumberField(serializers.IntegerField):
    """A number that counts something: a version, a round."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"min_value": 0, "max_value": BIGGEST_NUMBER} | kwargs)


class VersionField(NumberField):
    """The version that the caller has seen. Where it is no longer so, nothing is done (409)."""

    def __init__(self, **kwargs: Any) -> None:
        help_text = "The version that the caller has seen: another one is refused (409). Null or left out, any will do."
        super().__init__(**{"required": False, "allow_null": True, "help_text": help_text} | kwargs)


class ReasonField(serializers.CharField):
    """Why something is done, in words."""

    def __init__(self, **kwargs: Any) -> None:
        help_text = "Why it is done, in words; empty where no reason is needed."
        usual: dict[str, Any] = {"allow_blank": True, "max_length": LONGEST_REASON, "help_text": help_text}
        usual["label"] = gettext_lazy("Reason")
        super().__init__(**usual | kwargs)


class ConfirmField(serializers.ListField):
    """Keys of cautions that were shown (409, code "confirm") and are confirmed."""

    def __init__(self, **kwargs: Any) -> None:
        child = serializers.CharField(max_length=LONGEST_KEY)
        help_text = "Keys of cautions that were shown (409, code “confirm”) and are confirmed."
        usual: dict[str, Any] = {"child": child, "max_length": MOST_KEYS, "default": list, "help_text": help_text}
        super().__init__(**usual | kwargs)


class PointsField(serializers.DecimalField):
    """Points as a decimal string with one digit ("4.5"), in and out; tenths inside."""

    def __init__(self, **kwargs: Any) -> None:
        shape: dict[str, Any] = {
            "max_digits": 6,
            "decimal_places": 1,
            "min_value": Decimal(0),
            "max_value": Decimal(MOST_POINTS),
        }
        super().__init__(**shape | kwargs)

    def run_validation(self, data: Any = serializers.empty) -> int:
        points: Decimal = super().run_validation(data)
        return int(points * TENTHS)

    def to_representation(self, value: Any) -> str:
        return f"{value // TENTHS}.{value % TENTHS}"


# --- how rows go out -------------------------------------------------------------------------------


class WordsField(serializers.CharField):
    """A message, or a name marked for the catalogs, in the reader's language (Accept-Language)."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(read_only=True, **kwargs)

    def to_representation(self, value: Message | str) -> str:
        return translate_message(value)


# --- the view ----------------------------------------------------------------------------------------


class Actor(Protocol):
    """An account, as far as it must be known here; `players.core.api` knows it whole."""

    pk: Any

    @property
    def is_authenticated(self) -> Any: ...


class BaseAPIView(APIView):
    """An address of the API. Everybody reads; anyone who writes sends a token, and the service decides."""

    parser_classes: Sequence[type[parsers.BaseParser]] = (JsonBody,)
    pagination_class = cast("type[BasePagination]", api_settings.DEFAULT_PAGINATION_CLASS)
    answer_is_kept = True
    """False where the answer tells a secret: a caller who repeats the same `Idempotency-Key` gets 409 instead."""
    _submission: Submission | None = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse, before anything is read, what is too large to read."""
        super().initial(request, *args, **kwargs)
        if _length(request) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 1024
            raise TooLarge(gettext("At most %(most)d KB can be sent.") % {"most": most})
        self._refuse_unknown_names(request)
        if request.method not in SAFE_METHODS and request.user.is_authenticated:
            self._submission = begin_submission(request)
            self._require_seen_state(request)

    def state(self) -> TaggedState | None:
        """What the resource of this address is at, whatever method is called; None where it has no versions."""
        return None

    def _require_seen_state(self, request: Request) -> None:
        """412 where `If-Match` names another state than what is there, now or when the act begins."""
        condition = request.headers.get("If-Match")
        if condition is None:
            return
        seen = self.state()
        if not is_met(condition, seen):
            raise PreconditionFailed(seen)
        if seen is not None and condition.strip() != "*":
            act_only_if(Condition(seen.scope, lambda: self.state() == seen))

    def tagged(self, data: Any) -> HttpResponseBase:
        """The answer to a read with its entity tag, or 304 where the reader has it already (`If-None-Match`)."""
        state = self.state()
        assert state is not None
        return self.answer_unless_known(make_tag(state, self.request, digest_of(data)), lambda: data)

    def answer_unless_known(self, etag: str, answer: Callable[[], Any]) -> HttpResponseBase:
        """What `answer()` makes, or 304 where the reader has it already."""
        request = self.request._request
        unchanged: HttpResponseBase | None = get_conditional_response(request, etag=etag)
        response = Response(answer()) if unchanged is None else unchanged
        response["ETag"] = etag
        return response

    def get_throttles(self) -> list[Any]:
        """Those that count this request: the same ones whenever they are asked for."""
        if not hasattr(self, "_throttles"):
            self._throttles = super().get_throttles()
        return self._throttles

    def handle_exception(self, exc: Exception) -> Any:
        """The answer that was given before, for what was done before. What breaks off may be sent again."""
        if isinstance(exc, AnsweredBefore):
            return exc.answer
        try:
            return super().handle_exception(exc)
        except Exception:
            if self._submission is not None:
                self._submission.release()
            raise

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Response:
        """Say with every answer how much is left of what the reader may ask, and keep it where it may be asked for."""
        answer = super().finalize_response(request, response, *args, **kwargs)
        for throttle in self.get_throttles():
            for name, value in throttle.headers().items():
                answer[name] = value
        if self._submission is not None:
            is_kept = self.answer_is_kept or not status.is_success(answer.status_code)
            finish = self._submission.finish if is_kept else lambda _answer, sent=self._submission: sent.release()
            answer.add_post_render_callback(finish)
        return answer

    def _refuse_unknown_names(self, request: Request) -> None:
        """400 for query parameters that the OpenAPI document does not know, and for fields where no body is read."""
        schema = self._declaration(request)
        if schema is None:
            return
        format_chosen = {"format"} if len(self.renderer_classes) > 1 else set()
        refuse_parameters(request.query_params, parameters_of(schema) | format_chosen)
        reads = request.method in SAFE_METHODS or request.method == "DELETE"
        if not reads and request.user.is_authenticated and _length(request) and schema.get_request_serializer() is None:
            refuse_any_field(request.data)

    def _declaration(self, request: Request) -> AutoSchema | None:
        """What `extend_schema` says of the method that is called; None where it says nothing."""
        handler = getattr(self, str(request.method).lower(), None)
        made: type[AutoSchema] | None = getattr(handler, "kwargs", {}).get("schema")
        if made is None:
            return None
        schema = made()
        schema.view, schema.method = self, str(request.method)
        return schema

    @property
    def actor(self) -> Actor:
        """Whose token was sent. 401 without an account."""
        if not self.request.user.is_authenticated:
            raise exceptions.NotAuthenticated
        return self.request.user

    def need_actor(self) -> None:
        """401 without an account."""
        assert self.actor

    def validated_body(self, shape: type[serializers.Serializer[Any]], *, partial: bool = False) -> dict[str, Any]:
        """What the body says, in this shape (`partial`: or a part of it); 400 for another, 401 without an account."""
        self.need_actor()
        read = shape(data=self.request.data, partial=partial)
        refuse_fields(read, self.request.data)
        return _valid(read)

    def validated_query(self, shape: type[serializers.Serializer[Any]]) -> dict[str, Any]:
        """What the query string says, in this shape; 400 where the shape is another."""
        return _valid(shape(data=self.request.query_params.dict()))

    def paginate(
        self,
        rows: Sequence[Any] | QuerySet[Any, Any],
        shape: type[serializers.Serializer[Any]],
        dress: Callable[[Sequence[Any]], Sequence[Any]] = list,
    ) -> Response:
        """One page of a long list, each row in this shape. `dress` adds to the rows of the page what they lack."""
        pages = self.pagination_class()
        cut = pages.paginate_queryset(rows, self.request, view=self) or []
        return self.listed(pages.get_paginated_response(shape(dress(cut), many=True).data).data)

    def listed(self, data: Any) -> Response:
        """A list with its entity tag, or 304 where the reader has it as it is."""
        etag = make_tag(self.state() or A_LIST, self.request, digest_of(data))
        known: HttpResponseBase | None = get_conditional_response(self.request._request, etag=etag)
        answer = Response(data) if known is None else Response(status=known.status_code)
        answer["ETag"] = etag
        return answer


def _length(request: Request) -> int:
    """How many bytes the body says it has; one that says nothing sensible has none."""
    try:
        return int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        return 0


def _valid(read: serializers.Serializer[Any]) -> dict[str, Any]:
    if not read.is_valid():
        raise exceptions.ValidationError(name_choices(read, read.errors))
    values: dict[str, Any] = read.validated_data
    return values
