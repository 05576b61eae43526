"""Everything that the database holds, as one text: what an erased name must be nowhere in."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

from django.apps import apps
from django.core import serializers

from players.erasure.texts import preview
from players.models import Account, Person


def whole_database() -> str:
    """Every row of every table as text, in its own script, with sealed sessions opened."""
    tables = (model._default_manager.order_by("pk") for model in apps.get_models(include_auto_created=True))
    rows = [serializers.serialize("jsonl", table, ensure_ascii=False) for table in tables]
    sessions = apps.get_model("sessions", "Session").objects.all()
    return "\n".join([*rows, *(json.dumps(session.get_decoded(), ensure_ascii=False) for session in sessions)])


def bytes_of(file: Path) -> bytes:
    """An SQLite file as it lies on the disk, with what its log still held."""
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    return file.read_bytes()


def every_word(actor: Account, person: Person) -> list[str]:
    """What whoever erases ticks to let every single word of the name go as well."""
    return [hit.key for hit in preview(actor, person).words.shown]
