"""Approving who asks to join: where it was for an event, they are entered as well."""

from __future__ import annotations

from django.db import transaction

from players.join_models import JoinRequest
from players.models import Account, Person
from players.services import approve_join
from players.services.people import one_at_a_time
from tournaments.services.entries import enter_person


@transaction.atomic
def approve_request(actor: Account, request_id: int, *, person_id: int | None = None) -> JoinRequest:
    """Make the asker a member with an account, and enter them where they asked to be. Both or neither.

    Raises NotAllowed, Refused and EventRefused, such as for an event that takes nobody any more.
    """
    with one_at_a_time():
        request = approve_join(actor=actor, request_id=request_id, person_id=person_id)
        kind, _colon, event = request.scope.key.partition(":")
        if kind == "event":
            person = Person.objects.get(account=request.account)
            enter_person(int(event), actor, person_id=person.pk)
    return request
