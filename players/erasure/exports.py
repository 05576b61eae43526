"""Everything that the server holds about the owner of an account, as one document.

Each app adds a section: a function from the account and all records of its person to plain values (what
`json` can write; days and moments as ISO 8601 text)."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from django.utils import timezone

from players.core.queries.records import record_ids
from players.models import Account

Section = Callable[[Account, Sequence[int]], object]
_sections: dict[str, Section] = {}


def section(key: str) -> Callable[[Section], Section]:
    """Decorator: this function writes the section `key` of the export."""

    def register(function: Section) -> Section:
        if key in _sections:
            raise ValueError(f"two sections called {key}")
        _sections[key] = function
        return function

    return register


def own_data(account: Account) -> dict[str, object]:
    """The export of `account`, section by section. Sections of people are empty where it has no person."""
    records = record_ids(account.person_id) if account.person_id is not None else []
    written = {key: write(account, records) for key, write in _sections.items()}
    return {"exported_at": timezone.now().isoformat(timespec="seconds"), **written}


def as_json(account: Account) -> str:
    """The export as a text file: UTF-8, indented, names in their own script."""
    return json.dumps(own_data(account), indent=2, ensure_ascii=False) + "\n"
