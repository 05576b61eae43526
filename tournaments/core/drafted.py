"""Whether a round is being made."""

from __future__ import annotations

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from tournaments.core.errors import EventRefused
from tournaments.models import Event, Round, RoundDraft


def need_no_draft(event: Event) -> None:
    """EventRefused where a round is being made already, or is being paired by hand."""
    draft = RoundDraft.objects.filter(event=event).first()
    if draft is None:
        return
    message = _("There is a draft of round %(round)d: publish or discard it first.")
    if draft.opened_at is not None:
        message = _("Round %(round)d is being paired by hand: finish that first.")
    raise EventRefused(Message(message, {"round": draft.number}))


def is_paired(event: Event) -> bool:
    """Whether a round is paired, be it only as a draft."""
    return Round.objects.filter(event=event).exists() or RoundDraft.objects.filter(event=event).exists()
