"""What games do when the apps below tell them something."""

from __future__ import annotations

from django.dispatch import receiver

from games.collection.services import withdraw_archives
from games.models import History
from players.core.signals import person_erasing


@receiver(person_erasing)
def leave_archives(**_told: object) -> list[object]:
    """Whoever is erased is in no archive any more."""
    withdraw_archives()
    return []


@receiver(person_erasing)
def forget_refusals(**_told: object) -> list[object]:
    """Why a file of past games was refused may say a name."""
    History.objects.filter(state=History.State.REFUSED).delete()
    return []
