"""The journal of an event in stages, as its page shows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from common.journal import queries as journal
from common.journal.acts import Data, find_act
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.core.queries import records
from players.models import Account
from players.scope_labels import labels
from tournaments.models import Member, StagePlan
from tournaments.stages.acts import STAGES

MOST_LINES = 100


@dataclass(frozen=True, slots=True)
class StagesLine:
    """When, who (None: the system, or an account that is gone), and what."""

    at: datetime
    actor: str | None
    text: Message


def stages_lines(plan: StagePlan) -> list[StagesLine]:
    """The newest lines of the journal, newest first. Five queries."""
    lines = list(journal.entries(plan.scope, newest=MOST_LINES))
    accounts = dict(Account.objects.filter(pk__in={line.actor for line in lines}).values_list("pk", "username"))
    keys = {f"event:{line.data['event']}" for line in lines if "event" in line.data}
    events = {key: label.name for key, label in labels(keys).items() if label.name != key}
    entries = {line.data["entry"] for line in lines if "entry" in line.data}
    people = dict(Member.objects.filter(entry__in=entries).values_list("entry", "person"))
    called = records.names(people.values())
    names = {entry: called[person] for entry, person in people.items() if person in called}
    return [
        StagesLine(line.at, accounts.get(line.actor or 0), _sentence(line.action, line.data, events, names))
        for line in lines
    ]


def _sentence(action: str, data: Data, events: Mapping[str, str], names: Mapping[int, str]) -> Message:
    act = find_act(STAGES, action)
    params = {
        "event": events.get(f"event:{data.get('event')}", "–"),
        "player": names.get(data.get("entry", 0), "–"),
        "number": data.get("number", ""),
        "texts": Message(_("texts of the event in stages")),
    }
    return Message(act.sentence_for(data) if act is not None else action, params)
