"""Entity tags: what a reader has of a resource (`If-None-Match`), and what a writer must have seen of it (`If-Match`).

A tag is `"event:12.58.0b7e…"`: the name of a state, its version, and a digest of the one representation. Who writes
with `If-Match` may send the tag of any representation of the state: the event's, a round's, in any language.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from hashlib import sha256

from django.utils.http import quote_etag
from django.utils.translation import get_language, gettext
from rest_framework import exceptions, status
from rest_framework.request import Request

from common.release import release

_TAG = re.compile(r'(?:W/)?"([^"]*)"')
"""Weak ones, too: anyone who compresses an answer on its way makes a strong tag weak."""
_DIGITS = 16


@dataclass(frozen=True, slots=True)
class TaggedState:
    """What a resource is at: the state's `name`, its `version`, and the `scope` in which acts change it."""

    name: str
    version: int
    scope: str


class PreconditionFailed(exceptions.APIException):
    """412: `If-Match` names no state that is there now. `version` is the one that is."""

    status_code = status.HTTP_412_PRECONDITION_FAILED
    default_code = "precondition-failed"

    def __init__(self, state: TaggedState | None) -> None:
        super().__init__(gettext("This has changed since you read it. Nothing was saved: read it again."))
        self.version = state.version if state is not None else None


def make_tag(state: TaggedState, request: Request, *more: str) -> str:
    """The tag of the representation that `request` reads; `more` says what else of it differs."""
    text = " ".join((release(), str(get_language()), request.get_full_path(), *more))
    return quote_etag(f"{state.name}.{state.version}.{sha256(text.encode()).hexdigest()[:_DIGITS]}")


def digest_of(data: object) -> str:
    """What tells one body of an answer from another."""
    return sha256(json.dumps(data, default=str).encode()).hexdigest()


def is_met(condition: str, state: TaggedState | None) -> bool:
    """Whether `If-Match: condition` names `state`. `*` is met wherever something is."""
    if condition.strip() == "*":
        return True
    prefix = f"{state.name}.{state.version}." if state is not None else None
    return prefix is not None and any(tag.startswith(prefix) for tag in _TAG.findall(condition))
