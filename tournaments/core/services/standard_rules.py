"""Leaving standard rules: asked twice, the second time with what follows, and then for good."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from django.utils import timezone

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.hand_pairing import Caution, Level
from players.models import Account
from tournaments.core.errors import EventRefused
from tournaments.core.services.base import need_confirmation
from tournaments.core.standard_rules import OF_LEAVING, SETTINGS
from tournaments.models import Event, RuleExit


def confirm_exit(key: str, settings: Sequence[str], confirm: Collection[str], *, is_draft: bool = False) -> None:
    """Raise ConfirmationNeeded unless it was confirmed that these settings leave standard rules.

    It is asked twice; once, with what follows, of a draft that takes a format which FIDE has no rules for, such as a
    knock-out: no one relies on it yet. `key` names what is done, and in which scope: it confirms nothing else.
    """
    message = _("this is outside standard rules: %(what)s")
    once = is_draft and tuple(settings) == ("format",)
    level = Level.CONFIRM if once else Level.CONFIRM_TWICE
    cautions = [Caution(each, level, Message(message, {"what": Message(SETTINGS[each])})) for each in settings]
    if once:
        cautions += [Caution("consequence", level, each) for each in OF_LEAVING]
    key = f"{key}:leave-rules:{','.join(settings)}"
    need_confirmation(key, _("Leave standard rules"), cautions, confirm, OF_LEAVING)


def store_exits(event: Event, actor: Account | None, settings: Sequence[str], note: Callable[..., None]) -> None:
    """Write that an event is outside standard rules by these settings. Inside the caller's act, whose entry says so."""
    if not settings:
        return
    by = f"account {actor.pk}" if actor is not None else ""
    paired, now = event.rounds.count(), timezone.now()
    RuleExit.objects.bulk_create(
        RuleExit(event=event, setting=each, after_round=paired, at=now, by=by) for each in settings
    )
    event.has_left_rules = True
    note(left_rules=list(settings))


def leave_rules(
    event: Event,
    actor: Account,
    settings: Sequence[str],
    change: str,
    confirm: Collection[str],
    note: Callable[..., None],
) -> None:
    """Let an event leave standard rules by a `change` once that is confirmed; nothing where it left them before."""
    if event.follows_rules and settings:
        confirm_exit(f"{event.scope}:{change}", settings, confirm, is_draft=event.state == Event.State.DRAFT)
        store_exits(event, actor, settings, note)


def need_to_stay_outside(event: Event, wanted: bool | None) -> None:
    """EventRefused where an event that left standard rules is to be under them again."""
    if wanted and not event.follows_rules:
        message = _("This event no longer follows standard rules. That cannot be undone.")
        raise EventRefused(Message(message), field="standard_rules")
