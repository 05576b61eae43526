"""The ways in which an organiser changes an event: the service, the form of its page, the API."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from players.models import Account
from testing.api.caller import Caller
from testing.clients import signed_in
from testing.system.html_forms import HtmlForm, html_forms
from testing.tournaments.factories import fresh
from tournaments.core.errors import EventRefused
from tournaments.core.event_config import config_of
from tournaments.events.services import events
from tournaments.models import Event

REFUSED = (400, 409)


def form_to(client: Client, page: str, address: str = "") -> HtmlForm:
    """The form on `page` that goes to `address`, or to the page itself."""
    answer = client.get(page)
    assert answer.status_code == 200, answer.status_code
    return next(form for form in html_forms(page, answer.content.decode()) if form.path == (address or page))


def refuses_change(event: Event, organiser: Account, change: dict[str, Any], typed: dict[str, str]) -> None:
    """No way changes the plan by `change`, which the form calls `typed`; each names the field or does not offer it."""
    plan, (name,) = config_of(fresh(event)), change
    with pytest.raises(EventRefused) as refusal:
        events.edit_event(event.pk, organiser, plan=replace(plan, **change))
    assert refusal.value.field == name
    answer = Caller(organiser).patch(f"/events/{event.pk}", change)
    assert answer.status_code in REFUSED, answer.content
    client, page = signed_in(organiser), f"/events/{event.pk}/edit"
    client.post(page, form_to(client, page).untouched() | typed)
    assert config_of(fresh(event)) == plan
