"""Templates of a club: the settings of an event, kept under a name for new ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields, replace
from datetime import date
from typing import Any

from django.utils import timezone

from common.journal import services as journal
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.models import Account, Club
from players.permissions import require
from tournaments.core.errors import EventRefused, kept_name
from tournaments.core.event_config import EventConfig, config_of, validate
from tournaments.events.acts import DeleteTemplate, SaveTemplate
from tournaments.models import Event, EventTemplate
from tournaments.models.templates import LONGEST_TEMPLATE_NAME

MOST_TEMPLATES = 30
"""Of a club: more than that no one chooses from."""
_OF_ONE_EVENT = ("name", "starts_on", "ends_on")


def save_template(event_id: int, actor: Account, *, name: str) -> EventTemplate:
    """Keep the settings of an event as a template of its club; one of that name is replaced. Its players are no part.

    Raises NotAllowed and EventRefused.
    """
    event = Event.objects.select_related("club").get(pk=event_id)
    chosen = _a_name(name)
    values = {key: value for key, value in asdict(config_of(event)).items() if key not in _OF_ONE_EVENT}
    known = {"plan": values, "standard_rules": event.follows_rules, "made_at": timezone.now()}
    require(actor, SaveTemplate.permission, event.club.scope)
    with journal.commit(event.club.scope, actor, SaveTemplate) as act:
        others = EventTemplate.objects.filter(club=event.club).exclude(name=chosen)
        if others.count() >= MOST_TEMPLATES:
            message = _("A club has at most %(most)d templates. Delete one first.")
            raise EventRefused(Message(message, {"most": MOST_TEMPLATES}), field="name")
        made, _new = EventTemplate.objects.update_or_create(club=event.club, name=chosen, defaults=known)
        act.data["template"] = made.pk
    return made


def delete_template(actor: Account, template_id: int) -> None:
    """Delete a template; events that were made from it stay. Raises NotAllowed and DoesNotExist."""
    template = EventTemplate.objects.select_related("club").get(pk=template_id)
    require(actor, DeleteTemplate.permission, template.club.scope)
    with journal.commit(template.club.scope, actor, DeleteTemplate, template=template.pk):
        EventTemplate.objects.filter(pk=template.pk).delete()


def plan_from(template: EventTemplate, *, name: str, day: date) -> EventConfig:
    """The plan of a new event on a day. What a later release no longer has is as usual.

    Raises EventRefused where nothing of the kind can be held any more.
    """
    return validate(_config(template.plan, name=name, day=day))


def _config(kept: Mapping[str, Any], *, name: str, day: date) -> EventConfig:
    known = {each.name for each in fields(EventConfig)} - set(_OF_ONE_EVENT)
    lists = ("options", "tie_breaks", "rating_columns")
    values: dict[str, Any] = {key: value for key, value in kept.items() if key in known}
    values |= {key: tuple(values[key] or ()) for key in lists if key in values}
    plan = EventConfig(name=name, starts_on=day, ends_on=day, **values)
    return plan if plan.tie_breaks else replace(plan, tie_breaks=None)


def _a_name(name: str) -> str:
    chosen = kept_name(name)
    if len(chosen) > LONGEST_TEMPLATE_NAME:
        message = _("A template has a name of at most %(longest)d characters.")
        raise EventRefused(Message(message, {"longest": LONGEST_TEMPLATE_NAME}), field="name")
    return chosen


def templates_of(club: Club) -> list[EventTemplate]:
    """The templates of a club, by name."""
    return list(EventTemplate.objects.filter(club=club))
