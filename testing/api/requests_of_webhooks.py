"""Good requests for the endpoints of webhooks."""

from __future__ import annotations

from players.models import Account
from testing.api.requests_of_play import Request
from tournaments.models import Event, Webhook
from tournaments.notices import services


def requests_of_webhooks(event: Event, organiser: Account) -> dict[tuple[str, str], Request]:
    """A webhook with a message that waits, and one that is turned off."""
    wants = {"address": "https://hooks.example/in", "happenings": ["round.closed"]}
    on, off = (services.add_webhook(event.pk, organiser, **wants)[0] for _each in range(2))
    Webhook.objects.filter(pk=off.pk).update(disabled=Webhook.Disabled.FAILING)
    services.send_test(event.pk, organiser, on.pk)
    all_, one = f"/events/{event.pk}/webhooks", "events/<int:event_id>/webhooks/<int:webhook_id>"
    again = f"{all_}/{on.pk}/deliveries/{on.messages.get().pk}/again"
    return {
        ("POST", "events/<int:event_id>/webhooks"): Request(all_, wants, code=201),
        ("PATCH", one): Request(f"{all_}/{on.pk}", {"happenings": ["event.closed"]}),
        ("DELETE", one): Request(f"{all_}/{on.pk}", code=204),
        ("POST", f"{one}/enable"): Request(f"{all_}/{off.pk}/enable"),
        ("POST", f"{one}/secret"): Request(f"{all_}/{on.pk}/secret", code=201),
        ("POST", f"{one}/test"): Request(f"{all_}/{on.pk}/test", code=202),
        ("POST", f"{one}/deliveries/<int:delivery_id>/again"): Request(again, code=202),
    }
