"""Pages are kept by the version of the event's scope: it moves for every event whose persons have other names."""

from __future__ import annotations

from django.db.models import Q

from common.jobs import services as jobs
from common.journal.services import touch
from gipf_engine.messages import gettext_noop as _
from players.core.events import PersonsChanged
from tournaments.job_labels import about_event
from tournaments.models import Member

INVALIDATE = "show-anew"
"""The kind of job that moves the version of an event whose persons have other names; its subject is the scope."""


def request_invalidating(event: PersonsChanged) -> None:
    """Ask a worker for it, where this process does not live to do it (`invalidate_at_once`)."""
    for scope in _scopes_of(event):
        jobs.request(INVALIDATE, scope)


def invalidate_at_once(event: PersonsChanged) -> None:
    """So that whoever changed a name sees it. After the commit: the service that changed the persons holds another
    scope, and scopes are locked one at a time.
    """
    jobs.run_now(INVALIDATE, _scopes_of(event))


def _scopes_of(event: PersonsChanged) -> list[str]:
    """The scopes of all events that somebody of these played in."""
    concerned = Member.objects.filter(Q(person__in=event.ids) | Q(person__merged_into__in=event.ids))
    return [f"event:{pk}" for pk in sorted(set(concerned.values_list("event", flat=True)))]


@jobs.handler(INVALIDATE, label=about_event(_("Changed names in %(event)s")))
def invalidate(scope: str) -> None:
    """Nothing that was made of the event with the old names is used again."""
    touch([scope])
