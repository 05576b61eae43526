"""What events do when persons change: refuse a merge, let names go, and show the new ones."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.dispatch import receiver
from django.urls import reverse

from common.compiled_query import CompiledQuery
from common.jobs import services as jobs
from common.journal.services import touch
from games.core.signals import ComingDecision, attempts_ended, claims_changed, decisions_coming, games_changed
from games.models import Attempt, Game
from gipf_engine.claims import Standing
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import PENDING
from players.core.errors import MergeRefused
from players.core.queries.records import record_ids
from players.core.signals import person_erasing, persons_changed, persons_merging
from players.erasure.texts import Touched
from players.models import Account, Person
from players.scope_labels import Label, labeller
from tournaments.core.services.webhook_outbox import tell_of_results
from tournaments.core.standard_rules import rules_notice
from tournaments.duplicate.services import publish_finished_rounds
from tournaments.job_labels import about_event
from tournaments.models import Entry, Event, ImportRequest, Member, PairedGame, WaitingPlayer
from tournaments.results.services.corrections import confirm_decisions
from tournaments.results.services.report_mails import ask_for_report_mails
from tournaments.rounds.services.boards import NEXT


@receiver(persons_merging)
def refuse_two_who_entered_one_event(kept: Person, gone: Person, **_kwargs: Any) -> None:
    """Nobody plays in one event twice, so two who do are not one person."""
    records, others = record_ids(kept.pk), record_ids(gone.pk)
    events = Member.objects.filter(person__in=others).values("event")
    shared = Member.objects.filter(person__in=records, event__in=events).select_related("event").first()
    if shared is not None:
        message = _(
            "Both are registered for %(event)s. If they are one person, remove one of the two entries there first."
        )
        raise MergeRefused(Message(message, {"event": shared.event.name}))
    waiting = WaitingPlayer.objects.select_related("event")
    both = waiting.filter(_enters_or_waits(records), person__in=others)
    found = both.first() or waiting.filter(_enters_or_waits(others), person__in=records).first()
    if found is not None:
        message = _("Both are registered for %(event)s or on its waiting list, so they are two people there.")
        raise MergeRefused(Message(message, {"event": found.event.name}))


def _enters_or_waits(records: Collection[int]) -> Q:
    """Rows of a waiting list of whose events somebody is a player or waits, too."""
    entered = Member.objects.filter(person__in=records).values("event")
    return Q(event__in=entered) | Q(event__in=WaitingPlayer.objects.filter(person__in=records).values("event"))


@receiver(games_changed)
def let_the_second_game_begin(games: Iterable[Game], **_kwargs: Any) -> None:
    """Where the two games of a round are played one after the other, the second waits for the result of the first."""
    over = [game for game in games if game.online and game.result != PENDING]
    if not over:
        return
    following = PairedGame.objects.filter(
        pairing__paired_games__game__in=over, leg=2, game__online=True, game__result=PENDING, game__online_game=None
    )
    for event in sorted(set(following.values_list("pairing__round__event", flat=True))):
        scope = f"event:{event}"
        jobs.request(NEXT, scope)
        transaction.on_commit(partial(jobs.run_now, NEXT, [scope]))


@receiver(games_changed)
def tell_webhooks(games: Iterable[Game], *, result: bool, **_kwargs: Any) -> None:
    """Webhooks of the event are told of results that are others now."""
    if result:
        tell_of_results(games)


@receiver(claims_changed)
def tell_arbiters(game: Game, standing: Standing, **_kwargs: Any) -> None:
    """Arbiters who want mail are told of reports that wait."""
    ask_for_report_mails(game, standing)


@receiver(decisions_coming)
def ask_about_corrections(
    decisions: Sequence[ComingDecision], account: Account, confirm: Collection[str], **_kwargs: Any
) -> None:
    """A result that later rounds were paired with is confirmed before it changes."""
    confirm_decisions(decisions, account, confirm)


@receiver(person_erasing)
def delete_file_texts(person: Person, **_kwargs: Any) -> list[Touched]:
    """Titles, days of birth and the like came from files; they go."""
    ImportRequest.objects.exclude(refusal=[]).delete()  # why a file was not taken may say a name
    entries = Entry.objects.filter(members__person__in=record_ids(person.pk)).exclude(details={})
    touched = [Touched(f"event:{entry.event_id}", "entry", entry.pk, "details") for entry in entries]
    Entry.objects.filter(pk__in=[row.pk for row in touched]).update(details={})
    return touched


@receiver(person_erasing)
def leave_waiting_lists(person: Person, **_kwargs: Any) -> list[Touched]:
    """Who is erased waits for nothing any more."""
    waiting = WaitingPlayer.objects.filter(person__in=record_ids(person.pk))
    touched = [Touched(f"event:{each.event_id}", "waitingplayer", each.pk, "person") for each in waiting]
    waiting.delete()
    return touched


@receiver(persons_changed)
def invalidate_events_of(ids: Collection[int], **_kwargs: Any) -> None:
    """Pages are kept by the version of the event's scope: move it for every event that somebody of these played in."""
    concerned = Member.objects.filter(Q(person__in=ids) | Q(person__merged_into__in=ids))
    _invalidate(set(concerned.values_list("event", flat=True)))


@receiver(attempts_ended)
def show_finished_rounds(attempts: Sequence[Attempt], **_kwargs: Any) -> None:
    """When the last attempt of a round is over, everybody may see how all were played."""
    publish_finished_rounds([attempt.pk for attempt in attempts])


INVALIDATE = "show-anew"
"""The kind of job that moves the version of an event whose persons have other names; its subject is the scope."""


def _invalidate(events: Collection[int]) -> None:
    """After the commit: the service that changed the persons holds another scope, and scopes are locked one at a time.

    At once, so that whoever changed a name sees it; by a worker, where this process does not live to do it.
    """
    scopes = [f"event:{event}" for event in sorted(events)]
    transaction.on_commit(partial(jobs.run_now, INVALIDATE, scopes))
    for scope in scopes:
        jobs.request(INVALIDATE, scope)


@jobs.handler(INVALIDATE, label=about_event(_("Changed names in %(event)s")))
def invalidate(scope: str) -> None:
    """Nothing that was made of the event with the old names is used again."""
    touch([scope])


def _of_labels(events: QuerySet[Any, Any]) -> QuerySet[Any, Any]:
    return events.order_by().values_list("pk", "name", "has_left_rules")


_LABEL = CompiledQuery(lambda event: _of_labels(Event.objects.filter(pk=event)))
"""Of one event, as all pages of a game want it."""


@labeller("event")
def _labels(ids: list[int]) -> dict[int, Label]:
    events = _of_labels(Event.objects.filter(pk__in=ids)) if len(ids) > 1 else _LABEL(*ids)
    return {pk: Label(name, reverse("event", args=[pk]), rules_notice(left=left)) for pk, name, left in events}
