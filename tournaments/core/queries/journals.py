"""The journal of what holds several events of a club together, as lines ready to print."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from common.journal import queries as journal
from common.journal.acts import Data, find_act, kind_of
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.core.queries import records
from players.models import Account
from players.scope_labels import labels

MOST_LINES = 100
_VALUES = ("season", "title", "division")


@dataclass(frozen=True, slots=True)
class JournalLine:
    """When, who (None: the system, or an account that is gone), and what."""

    at: datetime
    actor: str | None
    text: Message


def journal_lines(scope: str) -> list[JournalLine]:
    """The newest lines of the journal of `scope`, newest first. Four queries."""
    lines = list(journal.entries(scope, newest=MOST_LINES))
    accounts = dict(Account.objects.filter(pk__in={line.actor for line in lines}).values_list("pk", "username"))
    keys = {f"event:{line.data['event']}" for line in lines if "event" in line.data}
    events = {key: label.name for key, label in labels(keys).items() if label.name != key}
    people = records.names(line.data["person"] for line in lines if "person" in line.data)
    kind = kind_of(scope)
    return [
        JournalLine(line.at, accounts.get(line.actor or 0), _sentence(kind, line.action, line.data, events, people))
        for line in lines
    ]


def _sentence(kind: str, action: str, data: Data, events: Mapping[str, str], people: Mapping[int, str]) -> Message:
    act = find_act(kind, action)
    params: dict[str, object] = {name: data.get(name, "–") for name in _VALUES}
    params |= {"event": events.get(f"event:{data.get('event')}", "–"), "person": people.get(data.get("person", 0), "–")}
    params |= {"player": params["person"], "texts": Message(_("its texts"))}
    return Message(act.sentence_for(data) if act is not None else action, params)
