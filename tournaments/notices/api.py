"""The endpoints of an event's webhooks: where messages go, what they tell of, and what became of them."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField
from players.permissions import require
from players.roles import Permission
from tournaments.core.api import EventAPIView
from tournaments.models import Webhook, WebhookMessage
from tournaments.notices import services
from tournaments.notices.schemas import AddWebhookInput, ChangeWebhookInput


class WebhookOne(serializers.Serializer[Any]):
    """A webhook. `disabled` says why it is told nothing any more: "failing", "gone", or empty while it is.

    `failures` in a row; nothing is sent before `rests_until`.
    """

    id = IdField()
    address = serializers.CharField()
    receiver = serializers.CharField()
    for_club = serializers.BooleanField()
    happenings = serializers.ListField(child=serializers.CharField())
    made_at = serializers.DateTimeField()
    disabled = serializers.CharField()
    failures = serializers.IntegerField()
    rests_until = serializers.DateTimeField(allow_null=True)


class WebhookSecret(WebhookOne):
    """A webhook with its secret, which is told this once. It signs messages as Standard Webhooks has it."""

    secret = serializers.CharField()


class DeliveryFilter(serializers.Serializer[Any]):
    """Messages in a state."""

    state = serializers.ChoiceField(
        WebhookMessage.State.choices, required=False, help_text="Only messages that have come so far."
    )


class Delivery(serializers.Serializer[Any]):
    """A message: `message_id` and `body` are the same at each attempt, the next of which is at `next_at`.

    `status` and `answer` are of the last answer; `failure` says by a key why there was none ("timeout", "tls", …).
    """

    id = IdField()
    message_id = serializers.CharField()
    type = serializers.CharField(source="kind")
    body = serializers.CharField()
    made_at = serializers.DateTimeField()
    state = serializers.ChoiceField(WebhookMessage.State.choices)
    attempts = serializers.IntegerField()
    next_at = serializers.DateTimeField()
    last_at = serializers.DateTimeField(allow_null=True)
    status = serializers.IntegerField(allow_null=True)
    answer = serializers.CharField()
    failure = serializers.CharField()


class _WebhooksAPIView(EventAPIView):
    """An endpoint of an event's webhooks. They are for those who may change the event."""

    def webhook(self, event_id: int, webhook_id: int) -> Webhook:
        """The webhook, for one who may change its event; else 401, 403 or 404."""
        actor, event = self.actor, self.event(event_id)
        require(actor, Permission.EDIT_EVENT, event.scope)
        found = Webhook.objects.filter(event=event, pk=webhook_id).first()
        if found is None:
            raise Http404
        return found

    def represent(self, webhook_id: int, **more: Any) -> dict[str, Any]:
        """The webhook as it is now, and what is told beside it."""
        return WebhookOne(Webhook.objects.get(pk=webhook_id)).data | more


class Webhooks(_WebhooksAPIView):
    """The webhooks of an event."""

    path = "webhooks"
    answer_is_kept = False

    @extend_schema(responses=WebhookOne(many=True))
    def get(self, request: Request, event_id: int) -> Response:
        """All webhooks, without their secrets. For accounts that may change the event."""
        actor, event = self.actor, self.event(event_id)
        require(actor, Permission.EDIT_EVENT, event.scope)
        return self.paginate(Webhook.objects.filter(event=event).order_by("pk"), WebhookOne)

    @extend_schema(request=AddWebhookInput, responses={201: WebhookSecret})
    def post(self, request: Request, event_id: int) -> Response:
        """Add a webhook. Only this answer contains its secret."""
        sent, event = self.validated_body(AddWebhookInput), self.event(event_id)
        made, secret = services.add_webhook(event.pk, self.actor, **sent)
        return Response(self.represent(made.pk, secret=secret), status=status.HTTP_201_CREATED)


class OneWebhook(_WebhooksAPIView):
    """A webhook."""

    path = "webhooks/<int:webhook_id>"

    @extend_schema(responses=WebhookOne)
    def get(self, request: Request, event_id: int, webhook_id: int) -> Response:
        """A webhook, without its secret."""
        return Response(WebhookOne(self.webhook(event_id, webhook_id)).data)

    @extend_schema(request=ChangeWebhookInput, responses=WebhookOne)
    def patch(self, request: Request, event_id: int, webhook_id: int) -> Response:
        """Change the address or the events. Waiting messages go to the new address."""
        sent, webhook = self.validated_body(ChangeWebhookInput, partial=True), self.webhook(event_id, webhook_id)
        services.change_webhook(event_id, self.actor, webhook.pk, sent.get("address"), sent.get("happenings"))
        return Response(self.represent(webhook.pk))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, event_id: int, webhook_id: int) -> Response:
        """Remove the webhook and its messages."""
        services.remove_webhook(event_id, self.actor, self.webhook(event_id, webhook_id).pk)
        return Response(status=status.HTTP_204_NO_CONTENT)


class EnableWebhook(_WebhooksAPIView):
    """A webhook that is turned on."""

    path = "webhooks/<int:webhook_id>/enable"

    @extend_schema(request=None, responses=WebhookOne)
    def post(self, request: Request, event_id: int, webhook_id: int) -> Response:
        """Turn a disabled webhook (`disabled`) on again."""
        services.enable_webhook(event_id, self.actor, self.webhook(event_id, webhook_id).pk)
        return Response(self.represent(webhook_id))


class RotateSecret(_WebhooksAPIView):
    """A new secret."""

    path = "webhooks/<int:webhook_id>/secret"
    answer_is_kept = False

    @extend_schema(request=None, responses={201: WebhookSecret})
    def post(self, request: Request, event_id: int, webhook_id: int) -> Response:
        """Create a new secret. For one day, messages also carry a signature by the old one in the same header."""
        secret = services.rotate_secret(event_id, self.actor, self.webhook(event_id, webhook_id).pk)
        return Response(self.represent(webhook_id, secret=secret), status=status.HTTP_201_CREATED)


class TryWebhook(_WebhooksAPIView):
    """A message that tells of nothing."""

    path = "webhooks/<int:webhook_id>/test"

    @extend_schema(request=None, responses={202: Delivery})
    def post(self, request: Request, event_id: int, webhook_id: int) -> Response:
        """Send a test: a worker delivers it in a moment."""
        webhook = self.webhook(event_id, webhook_id)
        services.send_test(event_id, self.actor, webhook.pk)
        return Response(Delivery(webhook.messages.latest("pk")).data, status=status.HTTP_202_ACCEPTED)


class Deliveries(_WebhooksAPIView):
    """The messages of a webhook."""

    path = "webhooks/<int:webhook_id>/deliveries"

    @extend_schema(parameters=[DeliveryFilter], responses=Delivery(many=True))
    def get(self, request: Request, event_id: int, webhook_id: int) -> Response:
        """Sent and waiting messages, newest first. Sent ones are kept for 30 days."""
        rows, asked = self.webhook(event_id, webhook_id).messages, self.validated_query(DeliveryFilter)
        return self.paginate(rows.filter(**asked).order_by("-pk"), Delivery)


class SendAgain(_WebhooksAPIView):
    """A message that is sent again."""

    path = "webhooks/<int:webhook_id>/deliveries/<int:delivery_id>/again"

    @extend_schema(request=None, responses={202: Delivery})
    def post(self, request: Request, event_id: int, webhook_id: int, delivery_id: int) -> Response:
        """Send a message again with the same id and body: a worker delivers it in a moment."""
        webhook = self.webhook(event_id, webhook_id)
        try:
            services.send_again(event_id, self.actor, webhook.pk, delivery_id)
        except WebhookMessage.DoesNotExist:
            raise Http404 from None
        return Response(Delivery(webhook.messages.get(pk=delivery_id)).data, status=status.HTTP_202_ACCEPTED)
