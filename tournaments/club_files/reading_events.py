"""An event of a club's file, read as anyone may have written it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.models import Club
from tournaments.club_files import events, rows
from tournaments.club_files.rows import make_row
from tournaments.interchange.formats.imported_event import ImportedEvent
from tournaments.interchange.formats.json_importer import parse_values
from tournaments.interchange.formats.json_reader import Reader, Wrong
from tournaments.models import (
    Announcement,
    Arena,
    Category,
    EntryLimit,
    Event,
    PlacePrize,
    PrizeRules,
    Question,
)

_MOST = 10_000


@dataclass
class EventRows:
    """What the club's file has of an event beside the event file: rows that are stored when the event is shown.

    `answers` are of the question at their place: keys of people and texts. `members` are of the category at theirs:
    how the event file calls the entries. `of_category` is for each prize the place of its category, None for none.
    """

    arena: Arena | None = None
    limit: EntryLimit | None = None
    prize_rules: PrizeRules | None = None
    waiting: Sequence[str] = ()
    questions: list[Question] = field(default_factory=list)
    answers: list[list[tuple[str, str]]] = field(default_factory=list)
    categories: list[Category] = field(default_factory=list)
    members: list[list[int]] = field(default_factory=list)
    prizes: list[PlacePrize] = field(default_factory=list)
    of_category: list[int | None] = field(default_factory=list)
    announcements: list[Announcement] = field(default_factory=list)


@dataclass
class MovedEvent:
    """An event of the file: `people` are the keys of who plays, by how the event file calls the entries."""

    incoming: ImportedEvent
    people: dict[int, str]
    state: str
    two_persons: bool
    hides_rounds: int | None
    locked_rounds: list[int]
    days: list[date | None] | None
    rows: EventRows


def read_moved_event(part: Reader, keys: Collection[str], club: Club) -> MovedEvent:
    """The event of a part; `keys` are those of the people of the file, `club` is where it comes.

    Raises FileRefused and Wrong.
    """
    incoming = parse_values(part["event"].value, place=f"{part.place}: event")
    people = [_key_of_person(each, keys) for each in part["people"].items(_MOST)]
    if len(people) != len(incoming.entries) or len(set(people)) < len(people):
        raise Wrong(part["people"].place, Message(_("each entry needs a person of its own")))
    state = part["state"].one_of(tuple(Event.State.values))
    if incoming.has_started != (state in (Event.State.RUNNING, Event.State.CLOSED)) and incoming.entries:
        raise Wrong(part["state"].place, Message(_("this does not match the pairing numbers")))
    if state == Event.State.CLOSED and not incoming.entries:
        raise Wrong(part["state"].place, Message(_("an event without players cannot be closed")))
    return MovedEvent(
        incoming=incoming,
        people={entry.ref: key for entry, key in zip(incoming.entries, people, strict=True)},
        state=state,
        two_persons=part["two_persons"].flag(),
        hides_rounds=part["hides_rounds"].number(99, optional=True),
        locked_rounds=_locked(part["locked_rounds"], len(incoming.rounds)),
        days=_read_days(part["days"], incoming),
        rows=_read_rows(part, keys, incoming, club),
    )


def _key_of_person(value: Reader, keys: Collection[str]) -> str:
    key = value.text(12)
    if key not in keys:
        raise Wrong(value.place, Message(_("there is no person %(key)s in the file"), {"key": key}))
    return key


def _locked(numbers: Reader, most: int) -> list[int]:
    found = [each.number(max(most, 0), least=1) or 0 for each in numbers.items(99)]
    return sorted(set(found))


def _read_days(days: Reader, incoming: ImportedEvent) -> list[date | None] | None:
    if days.value is None:
        return None
    found = [each.day(optional=True) for each in days.items(100_000)]
    if len(found) != incoming.games:
        raise Wrong(days.place, Message(_("days and games differ in number")))
    return found


def _read_rows(part: Reader, keys: Collection[str], incoming: ImportedEvent, club: Club) -> EventRows:
    refs = {entry.ref for entry in incoming.entries}
    made = EventRows(
        arena=_optional_row(part["arena"], Arena, events.ARENA),
        limit=_optional_row(part["limit"], EntryLimit, events.LIMIT),
        prize_rules=_optional_row(part["prize_rules"], PrizeRules, events.PRIZE_RULES),
        waiting=[_key_of_person(each, keys) for each in part["waiting"].items(_MOST)],
        announcements=[
            make_row(Announcement, each, events.ANNOUNCEMENT, written_by=0)
            for each in part["announcements"].items(_MOST)
        ],
    )
    for each in part["questions"].items(100):
        made.questions.append(make_row(Question, each, events.QUESTION, {"choices": rows.texts}))
        answers = each["answers"].items(_MOST)
        made.answers.append([(_key_of_person(answer[0], keys), answer[1].text(500)) for answer in answers])
    for each in part["categories"].items(100):
        of_club: dict[str, Any] = {"club": club} if each["kind"].value == Category.Kind.CLUB else {}
        made.categories.append(make_row(Category, each, events.CATEGORY, **of_club))
        made.members.append([_known_ref(ref, refs) for ref in each["members"].items(_MOST)])
    for each in part["prizes"].items(1_000):
        place = each["category"].number(len(made.categories) - 1, optional=True)
        made.of_category.append(place)
        made.prizes.append(make_row(PlacePrize, each, events.PRIZE))
    return made


def _known_ref(ref: Reader, refs: Collection[int]) -> int:
    found = ref.number(_MOST)
    if found is None or found not in refs:
        raise Wrong(ref.place, Message(_("there is no player %(number)s"), {"number": str(found)}))
    return found


def _optional_row(value: Reader, model: Any, names: tuple[str, ...]) -> Any:
    return None if value.value is None else make_row(model, value, names)
