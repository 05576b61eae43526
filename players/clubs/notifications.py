"""Telling people that a club has invited them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from django.urls import reverse
from django.utils import timezone

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.clubs.services.invitations import INVITATION
from players.identity import account_of
from players.models import Invitation
from players.notifications.sources import Source, Wanted, register_source

NOTIFIED_FOR = timedelta(days=60)


def _invited(about: str) -> Iterator[Wanted]:
    invitation = (
        Invitation.objects.select_related("club", "person__merged_into").filter(pk=int(about), answer="").first()
    )
    if invitation is None:
        return
    account = account_of(invitation.person.merged_into or invitation.person)
    if account is not None:
        yield Wanted(
            account.pk,
            Message(_("%(club)s invites you to become a member."), {"club": invitation.club.name}),
            reverse("account") + "#invitations",
            timezone.now() + NOTIFIED_FOR,
        )


INVITATIONS = register_source(
    Source(INVITATION, _("Invitations"), _("When a club invites you to become a member."), _invited, has_mail=True)
)
