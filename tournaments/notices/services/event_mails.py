"""Mail about events goes out once: what it tells is noted before it leaves."""

from __future__ import annotations

from collections.abc import Callable, Collection

from django.db import transaction
from django.utils import timezone

from players.models import Account
from tournaments.models import EventMail


def send_news(account: Account, event_id: int, about: str, news: Collection[str], send: Callable[[], None]) -> None:
    """Call `send` where the last mail about this did not tell all of `told`.

    The note is committed first: where a worker is killed while the mail leaves, there is no second one, and at worst
    none. Where `send` raises, the note is as before, and the job that calls this sends it later.
    """
    with transaction.atomic():
        EventMail.objects.bulk_create(
            [EventMail(account=account, event_id=event_id, about=about, at=timezone.now())], ignore_conflicts=True
        )
        note = EventMail.objects.select_for_update().get(account=account, event=event_id, about=about)
        before = list(note.told)
        if set(before).issuperset(news):
            return
        _note(note, news)
    try:
        send()
    except Exception:
        _note(note, before)
        raise


def _note(note: EventMail, news: Collection[str]) -> None:
    note.told, note.at = list(news), timezone.now()
    note.save(update_fields=["told", "at"])
