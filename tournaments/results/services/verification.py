"""Verifying results that one person entered."""

from __future__ import annotations

from django.utils import timezone

from games.models import Claim
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.models import Account
from tournaments.core.errors import EventRefused
from tournaments.core.services.base import event_act
from tournaments.core.verification import provisional_results
from tournaments.models import Event, PairedGame, VerifiedResult
from tournaments.results.acts import RequireTwoPersons, VerifyResult


def require_two_persons(event_id: int, actor: Account, *, needed: bool, expect: int | None = None) -> Event:
    """Let results that are entered at the desk need a second person, or no more. Raises as `event_act` does."""
    with event_act(event_id, actor, RequireTwoPersons, expect=expect, needed=needed) as doing:
        doing.event.two_persons = needed
        doing.event.save(update_fields=["two_persons"])
    return doing.event


def verify_result(event_id: int, actor: Account, game_id: int, *, claim: int) -> VerifiedResult:
    """Note that another person's decision, number `claim` of the game, is right.

    Raises NotAllowed, PairedGame.DoesNotExist, and EventRefused for one's own, one that waits for no one, and where
    another was made meanwhile.
    """
    with event_act(event_id, actor, VerifyResult, game=game_id) as doing:
        PairedGame.objects.get(game=game_id, pairing__round__event=event_id)
        waiting = {each.game: each for each in provisional_results(doing.event)}
        found = waiting.get(game_id)
        if found is None:
            raise EventRefused(Message(_("This result waits for no second person.")))
        if found.claim != claim:
            raise EventRefused(Message(_("Another result was entered meanwhile: look at it first.")))
        if found.account == actor.pk:
            raise EventRefused(Message(_("You entered this result yourself: another person has to verify it.")))
        decision = Claim.objects.get(game=game_id, number=claim)
        return VerifiedResult.objects.create(claim=decision, verified_by=actor.pk, at=timezone.now())
