"""Announcements of an event: endpoints, and the forms that write and withdraw one."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import Http404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema, extend_schema_serializer
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField, NumberField
from tournaments.announcements import acts
from tournaments.announcements.queries import AUDIENCES, announcements_of, row_of
from tournaments.announcements.services import publish_announcement, withdraw_announcement
from tournaments.announcements.templates import READY, filled_in
from tournaments.core.act_views import ActView
from tournaments.core.api import EventAPIView
from tournaments.core.desk_menu import AtDesk, Group
from tournaments.core.schemas import Versioned
from tournaments.models import Announcement, CheckIn

LONGEST_SUBJECT, LONGEST_TEXT, LONGEST_NOTE = 120, 4000, 300
TOPICS = ((Announcement.Topic.OTHER, _("Something else")), *((key, ready.label) for key, ready in READY.items()))


@extend_schema_serializer(component_name="AnnouncementNew")
class PublishAnnouncementInput(Versioned):
    """What is announced and to whom. `round` is the round whose players are told, for that audience alone."""

    topic = serializers.ChoiceField(Announcement.Topic.choices, default=Announcement.Topic.OTHER, label=_("Topic"))
    to = serializers.ChoiceField(Announcement.Audience.choices, label=_("Audience"))
    round = NumberField(min_value=1, allow_null=True, default=None, label=_("Round"))
    subject = serializers.CharField(max_length=LONGEST_SUBJECT, label=_("Subject"))
    text = serializers.CharField(max_length=LONGEST_TEXT, label=_("Text"))


@extend_schema_serializer(component_name="AnnouncementWithdrawal")
class WithdrawAnnouncementInput(Versioned):
    """Why an announcement is withdrawn, as readers are told."""

    note = serializers.CharField(max_length=LONGEST_NOTE, label=_("Note for readers"))


@extend_schema_serializer(component_name="Announcement")
class AnnouncementShape(serializers.Serializer[Any]):
    """An announcement. `round` is that of the audience "round"; `text` is empty once it is withdrawn."""

    id = IdField()
    number = serializers.IntegerField()
    topic = serializers.CharField()
    to = serializers.CharField(source="audience")
    round = serializers.IntegerField(allow_null=True)
    subject = serializers.CharField()
    text = serializers.CharField()
    written_at = serializers.DateTimeField()
    withdrawn_at = serializers.DateTimeField(allow_null=True)
    note = serializers.CharField()


class Announcements(EventAPIView):
    """The announcements of an event."""

    path = "announcements"

    @extend_schema(responses=AnnouncementShape(many=True))
    def get(self, request: Request, event_id: int) -> Response:
        """All announcements, the newest first."""
        return self.paginate(announcements_of(self.event(event_id)), AnnouncementShape)


class _AnnouncementView(ActView):
    """An act whose page leads back to the list of announcements."""

    shape = AnnouncementShape
    back = then = "event-announcements"

    def found(self, view: EventAPIView, made: Any) -> Any:
        return row_of(made)


class PublishAnnouncement(_AnnouncementView):
    """Announce something to players: on the event's page, in their bells, and by mail to those who chose it."""

    act, service, schema = acts.PublishAnnouncement, publish_announcement, PublishAnnouncementInput
    path, page_path, name = "announcements", "announcements/new", "event-announcement-new"
    asks = {
        "topic": {"choices": TOPICS},
        "to": {},
        "round": {"help_text": _("For the players of a round alone.")},
        "subject": {},
        "text": {"widget": forms.Textarea(attrs={"rows": 6})},
        "version": {},
    }
    code = status.HTTP_201_CREATED
    title, submit = _("New announcement"), _("Publish the announcement")
    template = "tournaments/announcements/new.html"
    done = _("Announcement published.")
    at_desk = AtDesk(Group.PLAYERS, title, lambda desk: not desk.is_in("draft"))

    def form(self) -> forms.Form:
        made = self.make_form(initial=self.initial())
        paired = len(self.rows.rounds)
        left = {key for key, missing in self._missing(paired) if missing}
        made.fields["to"].choices = [(key, _(name)) for key, name in AUDIENCES.items() if key not in left]  # type: ignore[attr-defined]  # it is a choice
        made.fields["round"].widget = forms.NumberInput(attrs={"min": 1, "max": max(paired, 1)})
        return made

    def _missing(self, paired: int) -> tuple[tuple[str, bool], ...]:
        """Audiences, and whether no one can be in them now."""
        audience = Announcement.Audience
        return (
            (audience.ROUND, not paired),
            (audience.CHECKED_IN, not CheckIn.objects.filter(event=self.event).exists()),
        )

    def initial(self) -> dict[str, Any]:
        topic = self.request.GET.get("topic", "")
        return super().initial() | filled_in(topic, self.event.name, len(self.rows.rounds))

    def context(self, form: forms.Form) -> dict[str, Any]:
        return super().context(form) | {"ready": [(key, ready.label) for key, ready in READY.items()]}


class WithdrawAnnouncement(_AnnouncementView):
    """Withdraw an announcement: its text disappears, and a note explains it."""

    act, service, schema = acts.WithdrawAnnouncement, withdraw_announcement, WithdrawAnnouncementInput
    path, name = "announcements/<int:announcement_id>/withdraw", "event-announcement-withdraw"
    asks = {"note": {}, "version": {}}
    title = _("Withdraw this announcement")
    text = _("Hides the text. The subject and your note stay on the event's page.")
    done = _("Announcement withdrawn.")

    def check(self) -> None:
        if not Announcement.objects.filter(event=self.event, pk=self.ids["announcement_id"]).exists():
            raise Http404
