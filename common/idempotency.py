"""`Idempotency-Key`: a request of a program that may be sent again, and is done once.

The header is that of draft-ietf-httpapi-idempotency-key-header-07. A caller who sends it again within a day gets the
answer that was given then. The account, the key and what was sent make the fingerprint of a submission, too, as a
page's key and what was typed do for a form: the journal entry of an act keeps it. So where the answer was never stored,
or is gone, what was done is still not done again.
"""

from __future__ import annotations

import re
import zlib
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256

from django.db import DatabaseError
from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext
from rest_framework import exceptions, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.jobs import services as jobs
from common.journal import queries as journal
from common.journal.models import StoredAnswer
from common.journal.submissions import AlreadyDone, Sending, begin

HEADER, REPLAYED = "Idempotency-Key", "Idempotency-Replayed"
LATE = "late"
"""The one refusal that keeps what was sent."""
KEPT = timedelta(hours=24)
MOST_KEPT, LARGEST_KEPT = 500, 256 * 1024
"""Answers of one account, and bytes of one when it is compressed: beyond that the journal alone knows what was done."""
PATIENCE = timedelta(minutes=1)
"""For so long a request counts as running that has no answer; then its process is taken for dead."""
_TRY_AGAIN = 1
"""Seconds after which to ask whether the first request has ended."""
_KEY = re.compile(r'("?)([\x21\x23-\x7e]{1,255})\1')
"""A string as structured headers have it (RFC 9651), its quotes left out or not."""
_OF_KEY, _OF_REQUEST = 40, 20
"""Hexadecimal digits of the digests: 160 bits say whose key it is, 80 whether the same was sent with it."""
_HEADERS = ("Content-Type", "Cache-Control", "ETag", "Location", "Retry-After")
"""What is kept of an answer beside its body."""


class KeyReused(exceptions.APIException):
    """The key was sent before, with another request: 422."""

    status_code = status.HTTP_422_UNPROCESSABLE_ENTITY
    default_code = "key-reused"


class InProgress(exceptions.APIException):
    """The first request with this key has not ended: 409."""

    status_code = status.HTTP_409_CONFLICT
    default_code = "in-progress"
    wait = _TRY_AGAIN  # the framework makes Retry-After of it


class AnsweredBefore(Exception):
    """A request with this key and these contents was sent before: `answer` is what was answered then."""

    def __init__(self, answer: HttpResponse) -> None:
        super().__init__()
        self.answer = answer


@dataclass(frozen=True, slots=True)
class Submission:
    """A request with a key that is being dealt with, since `begun_at`."""

    key: str
    account: int
    begun_at: datetime

    def finish(self, answer: Response) -> None:
        """Keep the answer of what was done, for who sends it again. What was refused may be sent again.

        Where that cannot be stored, it was done all the same, as the answer says.
        """
        with suppress(DatabaseError):
            self._keep(answer)

    def release(self) -> None:
        """It came to no answer: it may be sent again."""
        with suppress(DatabaseError):
            StoredAnswer.objects.filter(key=self.key, begun_at=self.begun_at).delete()

    def _keep(self, answer: Response) -> None:
        own = StoredAnswer.objects.filter(key=self.key, begun_at=self.begun_at)
        body = zlib.compress(answer.rendered_content or b"", 1)
        was_done = status.is_success(answer.status_code) or (answer.data or {}).get("code") == LATE
        if not was_done or len(body) > LARGEST_KEPT:
            own.delete()
            return
        headers = {name: answer[name] for name in _HEADERS if name in answer}
        own.update(status=answer.status_code, headers=headers, body=body)
        beyond = StoredAnswer.objects.filter(account=self.account).order_by("-begun_at", "-pk")[MOST_KEPT:]
        StoredAnswer.objects.filter(pk__in=list(beyond.values_list("pk", flat=True))).delete()


def begin_submission(request: Request) -> Submission | None:
    """Let the acts of this request be known by its key; None where it has none.

    Raises AnsweredBefore where the same was sent and answered before, AlreadyDone where it was done and the answer is
    gone, InProgress where it is being done, KeyReused for another request, ParseError for no key.
    """
    text = request.headers.get(HEADER)
    if text is None or not request.user.is_authenticated:
        return None
    found = _KEY.fullmatch(text.strip())
    if found is None:
        raise exceptions.ParseError(
            gettext("An Idempotency-Key is 1 to 255 letters, digits and signs, without spaces.")
        )
    of_key = sha256(f"{request.user.pk} {found[2]}".encode()).hexdigest()[:_OF_KEY]
    address = f"{request.method} {request.get_full_path()}\n"
    of_request = sha256(address.encode() + request.body).hexdigest()[:_OF_REQUEST]
    submission = Submission(of_key, request.user.pk, timezone.now())
    _claim(submission, of_request)
    done = journal.entry_sent_as(of_key)
    if done is not None:
        submission.release()
        _refuse_other(str(done.sending)[_OF_KEY : _OF_KEY + _OF_REQUEST], of_request)
        raise AlreadyDone(done.scope.key, done.version)
    begin(Sending(of_key + of_request, again=True))
    return submission


def _claim(submission: Submission, of_request: str) -> None:
    """Make the one row of the key this submission's; of several at one moment the database lets one."""
    row, made = StoredAnswer.objects.get_or_create(
        key=submission.key,
        defaults={"request": of_request, "account": submission.account, "begun_at": submission.begun_at},
    )
    if made:
        return
    age = submission.begun_at - row.begun_at
    if row.status is not None and age < KEPT:
        _refuse_other(row.request, of_request)
        raise AnsweredBefore(_replay(row))
    if row.status is None and age < PATIENCE:
        _refuse_other(row.request, of_request)
        raise _in_progress()
    mine = StoredAnswer.objects.filter(pk=row.pk, begun_at=row.begun_at)
    if not mine.update(request=of_request, begun_at=submission.begun_at, status=None, headers={}, body=b""):
        raise _in_progress()


def _in_progress() -> InProgress:
    return InProgress(
        gettext("The first request with this Idempotency-Key is still running. Send it again in a moment.")
    )


def _refuse_other(first: str, of_request: str) -> None:
    if first != of_request:
        raise KeyReused(gettext("This Idempotency-Key was sent with another request. Use a new one for each."))


def _replay(row: StoredAnswer) -> HttpResponse:
    return HttpResponse(zlib.decompress(row.body), status=row.status, headers=row.headers | {REPLAYED: "?1"})


def forget_answers() -> None:
    """Keep no answer any longer, no matter who it was for: a name in it is no longer to be told."""
    StoredAnswer.objects.exclude(status=None).delete()


@jobs.every(3600)
def delete_old_answers() -> None:
    """Delete what has been kept for long enough."""
    StoredAnswer.objects.filter(begun_at__lt=timezone.now() - KEPT).delete()
