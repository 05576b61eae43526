"""What events do when persons change: refuse a merge, let names go, and show the new ones."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.dispatch import receiver
from django.urls import reverse

from jobs import services as jobs
from journal.services import touch
from phrases import Phrase
from phrases import gettext_noop as _
from players.models import Person
from players.queries import record_ids
from players.scopes import Label, labeller
from players.scrubbing import scrubbed
from players.services import MergeRefused
from players.signals import person_erasing, persons_changed, persons_merging
from tournaments.models import Entry, Event, Member, Reason, RoundRequest


@receiver(persons_merging)
def refuse_two_who_entered_one_event(kept: Person, gone: Person, **_kwargs: Any) -> None:
    """Nobody plays in one event twice, so two who do are not one person."""
    events = Member.objects.filter(person__in=record_ids(gone.pk)).values("event")
    shared = Member.objects.filter(person__in=record_ids(kept.pk), event__in=events).select_related("event").first()
    if shared is not None:
        phrase = _("Both are entered in %(event)s, so they are two people there.")
        raise MergeRefused(Phrase(phrase, {"event": shared.event.name}))


@receiver(person_erasing)
def let_the_names_go(person: Person, names: Collection[str], **_kwargs: Any) -> None:
    """Take the names out of what organisers wrote about events and their acts. What files told of the person goes."""
    Entry.objects.filter(members__person__in=record_ids(person.pk)).exclude(details={}).update(details={})
    for event in Event.objects.only("name", "place", "about", "file_header"):
        words: dict[str, Any] = {
            field: scrubbed(getattr(event, field), names, person.name)[: _longest(field)]
            for field in ("name", "place", "about")
        }
        words["file_header"] = _header_scrubbed(event.file_header, names, person.name)
        if any(getattr(event, field) != text for field, text in words.items()):
            Event.objects.filter(pk=event.pk).update(**words)
            _show_anew({event.pk})
    RoundRequest.objects.exclude(refusal={}).delete()  # why a round could not be made may say a name
    for reason in Reason.objects.all():
        text = scrubbed(reason.text, names, person.name)[: _longest("text", Reason)]
        if text != reason.text:
            Reason.objects.filter(pk=reason.pk).update(text=text)


def _header_scrubbed(header: dict[str, Any], names: Collection[str], stand_in: str) -> dict[str, Any]:
    """What a file said about its event: arbiters, comments and other lines may name somebody."""
    return {
        key: [scrubbed(each, names, stand_in) for each in value]
        if isinstance(value, list)
        else scrubbed(value, names, stand_in)
        for key, value in header.items()
    }


def _longest(field: str, model: type[Event] | type[Reason] = Event) -> int | None:
    """How much the column holds: a pseudonym can be longer than the name it stands for."""
    return getattr(model._meta.get_field(field), "max_length", None)


@receiver(persons_changed)
def show_the_names_anew(ids: Collection[int], **_kwargs: Any) -> None:
    """Pages are kept by the version of the event's scope: move it for every event that somebody of these played in."""
    concerned = Member.objects.filter(Q(person__in=ids) | Q(person__merged_into__in=ids))
    _show_anew(set(concerned.values_list("event", flat=True)))


SHOW_ANEW = "show-anew"
"""The kind of job that moves the version of an event whose persons have other names; its subject is the scope."""


def _show_anew(events: Collection[int]) -> None:
    """After the commit: the verb that changed the persons holds another scope, and scopes are locked one at a time.

    At once, so that whoever changed a name sees it; by a worker, where this process does not live to do it.
    """
    scopes = [f"event:{event}" for event in sorted(events)]
    transaction.on_commit(partial(jobs.do_now, SHOW_ANEW, scopes))
    for scope in scopes:
        jobs.request(SHOW_ANEW, scope)


@jobs.handler(SHOW_ANEW)
def show_anew(scope: str) -> None:
    """Nothing that was made of the event with the old names is used again."""
    touch([scope])


@labeller("event")
def _labels(ids: list[int]) -> dict[int, Label]:
    return {
        event.pk: Label(event.name, reverse("event", args=[event.pk])) for event in Event.objects.filter(pk__in=ids)
    }
