"""What waits for an answer of an account's owner."""

from __future__ import annotations

from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce

from players.core.queries.records import canonical_id
from players.models import Invitation, RoleOffer


def answer_awaited() -> Combinable:
    """Of accounts: whether an invitation or an offer waits for the owner."""
    invited = Invitation.objects.filter(answer="").annotate(root=canonical_id("person"))
    mine = Coalesce(OuterRef("person__merged_into"), OuterRef("person"))
    waits = Exists(RoleOffer.objects.filter(account=OuterRef("pk"), declined_at=None)) | Exists(
        invited.filter(root=mine)
    )
    return ExpressionWrapper(waits, output_field=BooleanField())
