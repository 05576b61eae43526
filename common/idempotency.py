"""`Idempotency-Key`: a request of a program that may be sent again, and is done once.

The header is that of draft-ietf-httpapi-idempotency-key-header. The account, the key and what was sent make the
fingerprint of a submission, as a page's key and what was typed do for a form: the journal entry of an act keeps it, and
so the key is good for as long as the journal is.
"""

from __future__ import annotations

import re
from hashlib import sha256

from django.utils.translation import gettext
from rest_framework import exceptions, status
from rest_framework.request import Request

from common.journal import queries as journal
from common.journal.submissions import AlreadyDone, Sending, begin

HEADER = "Idempotency-Key"
_KEY = re.compile(r'("?)([\x21\x23-\x7e]{1,255})\1')
"""A string as structured headers have it (RFC 9651), its quotes left out or not."""
_OF_KEY, _OF_REQUEST = 40, 20
"""Hexadecimal digits of the digests: 160 bits say whose key it is, 80 whether the same was sent with it."""


class KeyReused(exceptions.APIException):
    """The key was sent before, with another request: 422."""

    status_code = status.HTTP_422_UNPROCESSABLE_ENTITY
    default_code = "key-reused"


def begin_submission(request: Request) -> None:
    """Let the acts of this request be known by its key, where it has one.

    Raises AlreadyDone where the same was sent and done before, KeyReused for another request, ParseError for no key.
    """
    text = request.headers.get(HEADER)
    if text is None or not request.user.is_authenticated:
        return
    found = _KEY.fullmatch(text.strip())
    if found is None:
        raise exceptions.ParseError(
            gettext("An Idempotency-Key is 1 to 255 letters, digits and signs, without spaces.")
        )
    of_key = sha256(f"{request.user.pk} {found[2]}".encode()).hexdigest()[:_OF_KEY]
    address = f"{request.method} {request.get_full_path()}\n"
    of_request = sha256(address.encode() + request.body).hexdigest()[:_OF_REQUEST]
    done = journal.entry_sent_as(of_key)
    if done is not None and not str(done.sending).startswith(of_key + of_request):
        raise KeyReused(gettext("This Idempotency-Key was sent with another request. Use a new one for each."))
    if done is not None:
        raise AlreadyDone(done.scope.key, done.version)
    begin(Sending(of_key + of_request, again=True))
