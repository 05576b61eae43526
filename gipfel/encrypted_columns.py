"""Every column whose text is encrypted under settings.SECRET_KEY, and how all of it is taken over by another secret."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import transaction
from django.db.models import Model

from common import encryption
from common.signing.models import SigningKey
from players.models import SecondFactor
from tournaments.models import Webhook

COLUMNS: tuple[tuple[str, type[Model], str], ...] = (
    ("players.totp", SecondFactor, "secret"),
    ("common.signing", SigningKey, "private"),
    ("tournaments.webhook", Webhook, "secret"),
    ("tournaments.webhook", Webhook, "former_secret"),
)
"""Purpose, model and column. tests/system/test_secret_rotation.py compares it with who encrypts."""


def encrypt_all_anew() -> Iterator[tuple[str, int, int]]:
    """Encrypt every text under the present secret; by column, how many were, and how many no known secret opens.

    Row by row, so that the server can run meanwhile: a row that another process writes is waited for.
    """
    for purpose, model, column in COLUMNS:
        done = [_encrypt_one(purpose, model, column, pk) for pk in _ids(model, column)]
        yield f"{model._meta.label}.{column}", done.count(True), done.count(False)


def _ids(model: type[Model], column: str) -> list[int]:
    rows = model._default_manager.exclude(**{column: ""}).order_by("pk")
    return list(rows.values_list("pk", flat=True))


def _encrypt_one(purpose: str, model: type[Model], column: str, pk: int) -> bool | None:
    """Whether the text could be read; None where it is gone meanwhile."""
    with transaction.atomic():
        row = model._default_manager.select_for_update().filter(pk=pk).first()
        kept = getattr(row, column) if row is not None else ""
        if not kept:
            return None
        anew = encryption.encrypted_anew(purpose, kept)
        if anew is not None:
            model._default_manager.filter(pk=pk).update(**{column: anew})
        return anew is not None
