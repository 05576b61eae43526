"""Work that workers do for tournaments."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from common.jobs.descriptions import Description
from common.jobs.services import handler, request
from engine.messages import Message
from engine.messages import gettext_noop as _
from tournaments.domain.deals import DRAW
from tournaments.domain.deferred_rounds import PAIR
from tournaments.job_labels import about_event
from tournaments.services import staging
from tournaments.services.boards import NEXT, begin_next_games
from tournaments.services.deals import draw_next_deal
from tournaments.services.deferred_pairing import run_deferred_pairing
from tournaments.services.import_requests import IMPORT, import_asked_for
from tournaments.services.pairing_explanations import EXPLAIN, find_explanation
from tournaments.services.round_drafts import PUBLISH, publish_scheduled


@handler(PAIR, label=about_event(_("Pairing of round %(round)s, %(event)s")))
def pair(subject: str) -> None:
    """Make a round that takes long. `subject` is the event's scope and the round's number, "event:12:3"."""
    _event, event_id, number = subject.split(":")
    run_deferred_pairing(int(event_id), int(number))


@handler(PUBLISH, label=about_event(_("Publishing of round %(round)s, %(event)s")))
def publish(subject: str) -> None:
    """Publish a draft whose time has come. `subject` is the event's scope and the round's number, "event:12:3"."""
    _event, event_id, number = subject.split(":")
    publish_scheduled(int(event_id), int(number))


@handler(NEXT, label=about_event(_("Second games of a round, %(event)s")))
def begin_next(scope: str) -> None:
    """Begin the second games of pairings whose first one is decided. The subject is the event's scope, "event:12"."""
    begin_next_games(int(scope.partition(":")[2]))


@handler(EXPLAIN, label=about_event(_("Reasons of round %(round)s, %(event)s")))
def explain(subject: str) -> None:
    """Find out why a round is as it is, or why two did not meet: "event:12:3:0:0", or their numbers for the zeros."""
    _event, event_id, number, lower, higher = subject.split(":")
    find_explanation(int(event_id), int(number), (int(lower), int(higher)))


@handler(DRAW, label=about_event(_("Deals of round %(round)s, %(event)s")), heavy=True)
def draw(subject: str) -> None:
    """Draw and solve the next deal of a round, "event:12:3", and ask for the one after it."""
    _event, event_id, number = subject.split(":")
    if draw_next_deal(int(event_id), int(number)):
        request(DRAW, subject)


def _describe_staged(scopes: Collection[str]) -> Mapping[str, Description]:
    label = Message(_("An event that is being imported, to be removed if that fails"))
    return {scope: Description(label, scope) for scope in scopes}


@handler(staging.REMOVE, label=_describe_staged)
def remove_staged(scope: str) -> None:
    """Remove an event of which not everything came: whoever brought it was stopped on the way."""
    staging.remove_staged(scope)


@handler(IMPORT, label=_("Import of a file"))
def take_in(subject: str) -> None:
    """Take in a large file. `subject` is "import:" and the request's id."""
    import_asked_for(int(subject.partition(":")[2]))
