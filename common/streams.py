"""Streams of the API: lines of JSON (NDJSON), of which a reader is sent those that are new for as long as it listens.

An address of a stream tells what is new since a state that the reader has seen, and ends. Where the web server keeps
connections open (`gipfel.server.streams`), it asks again whenever something moved, and sends that on the same line.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rest_framework import serializers
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from common.live.bus import announce

MEDIA_TYPE = "application/x-ndjson"
ASKED_AGAIN = "gipfel.asked_again"
"""A key of `request.META`: true where the server asks for the rest of a stream that is open."""
KEYS, PACE, ENDS = "Stream-Keys", "Stream-Pace", "Stream-Ends"
"""Headers of an answer: what moves it, how many seconds lie between two answers, and that nothing more will come."""
LONGEST_SEEN = 4_000

StreamedLine = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Portion:
    """What is new for a reader, at the state `seen`; every line says that state, so that reading can go on from it.

    `keys` are scopes whose moves make it worth asking again, and other keys that are announced. With `ends` there is
    never more. `pace`: seconds between two answers at least.
    """

    lines: Sequence[StreamedLine]
    seen: str
    keys: Iterable[str] = ()
    ends: bool = False
    pace: float = 0.05


class StreamQuery(serializers.Serializer[Any]):
    """The state from which reading goes on."""

    since = serializers.CharField(
        max_length=LONGEST_SEEN,
        required=False,
        allow_blank=True,
        default="",
        help_text="`seen` of the last line that was read: only what is new since then is sent. Empty for everything.",
    )


class OneForm(BaseContentNegotiation):
    """Whatever is accepted: a stream has one form."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        return next(iter(parsers), None)

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> tuple[Any, str]:
        return renderers[0], renderers[0].media_type


class LinesRenderer(BaseRenderer):
    """A line a value, and a blank one for none."""

    media_type = MEDIA_TYPE
    format = "ndjson"
    charset = None

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        texts = (json.dumps(line, ensure_ascii=False, separators=(",", ":"), default=str) for line in data or ())
        return ("".join(f"{text}\n" for text in texts) or "\n").encode()


def stream_response(portion: Portion) -> Response:
    """The answer of a stream's address."""
    answer = Response([{**line, "seen": portion.seen} for line in portion.lines])
    answer[KEYS], answer[PACE] = " ".join(sorted(portion.keys)), str(portion.pace)
    answer["Cache-Control"] = "no-store"
    if portion.ends:
        answer[ENDS] = "1"
    return answer


def announce_to_person(person_id: int) -> None:
    """Something began or ended for a person: the stream of their events asks again, once this is committed."""
    announce(person_key(person_id))


def person_key(person_id: int) -> str:
    """The key under which it is announced."""
    return f"person:{person_id}"
