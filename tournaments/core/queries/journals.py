"""The journal of what holds several events of a club together, as lines ready to print."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from common.journal import queries as journal
from common.journal.acts import Data, find_act, kind_of
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.core.queries import records
from players.models import Account
from players.scope_labels import labels
from tournaments.models import Member

MOST_LINES = 100
_VALUES = ("season", "title", "division", "number")
_TEXTS = {"festival": _("texts of the festival"), "stages": _("texts of the event in stages")}
"""What else of it than its name may tell of an erased person, by the kind of its scope."""


@dataclass(frozen=True, slots=True)
class JournalLine:
    """When, who (None: the system, or an account that is gone), and what."""

    at: datetime
    actor: str | None
    text: Message


def journal_lines(scope: str) -> list[JournalLine]:
    """The newest lines of the journal of `scope`, newest first. Five queries."""
    lines = list(journal.entries(scope, newest=MOST_LINES))
    accounts = dict(Account.objects.filter(pk__in={line.actor for line in lines}).values_list("pk", "username"))
    keys = {f"event:{line.data['event']}" for line in lines if "event" in line.data}
    events = {key: label.name for key, label in labels(keys).items() if label.name != key}
    people = _people(line.data for line in lines)
    kind = kind_of(scope)
    return [
        JournalLine(line.at, accounts.get(line.actor or 0), _sentence(kind, line.action, line.data, events, people))
        for line in lines
    ]


def _people(entries: Iterable[Data]) -> dict[tuple[str, int], str]:
    """The names of those whom entries of the journal name: ("person", id), or ("entry", id) of one who has entered."""
    named = {(key, data[key]) for data in entries for key in ("person", "entry") if key in data}
    members = Member.objects.filter(entry__in=[pk for key, pk in named if key == "entry"])
    persons = dict(members.values_list("entry", "person"))
    found = {each: each[1] if each[0] == "person" else persons.get(each[1], 0) for each in named}
    names = records.names(found.values())
    return {each: names[person] for each, person in found.items() if person in names}


def _sentence(
    kind: str, action: str, data: Data, events: Mapping[str, str], people: Mapping[tuple[str, int], str]
) -> Message:
    act, about = find_act(kind, action), "entry" if "entry" in data else "person"
    person = people.get((about, data.get(about, 0)), "–")
    params: dict[str, object] = {name: data.get(name, "–") for name in _VALUES}
    params |= {"event": events.get(f"event:{data.get('event')}", "–"), "person": person, "player": person}
    params["texts"] = Message(_TEXTS.get(kind, _("its texts")))
    return Message(act.sentence_for(data) if act is not None else action, params)
