"""What games do when a person is erased."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.dispatch import receiver

from games.services.erasing import scrub_texts
from players.models import Person
from players.signals import person_erasing


@receiver(person_erasing)
def take_the_names_out_of_texts(person: Person, names: Sequence[str], **_: Any) -> None:
    """Reasons, comments and tags may name whoever goes."""
    scrub_texts(names, person.name)
