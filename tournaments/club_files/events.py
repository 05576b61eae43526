"""An event as a part of the file of its club: the event file, and what is the club's own of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.models import Game
from players.core.queries.records import canonical_id
from tournaments.club_files.rows import row_values
from tournaments.core.event_values import plain
from tournaments.core.loader import load
from tournaments.interchange.formats.json_exporter import document
from tournaments.models import (
    Announcement,
    Arena,
    Category,
    EntryLimit,
    Event,
    PlacePrize,
    PrizeRules,
    Question,
    Round,
    WaitingPlayer,
)

ARENA, LIMIT = ("started_at", "ends_at"), ("most", "moves_up")
PRIZE_RULES = ("currency", "sharing", "unit", "several")
PRIZE = ("place", "amount", "name")
CATEGORY = ("name", "kind", "least", "most", "on_day", "board")
ANNOUNCEMENT = ("number", "topic", "audience", "round_number", "subject", "text", "written_at", "withdrawn_at", "note")
QUESTION = ("number", "text", "kind", "choices", "required")


def event_part(event: Event, keys: Mapping[int, str], *, with_days: bool) -> dict[str, Any]:
    """The event with the people who play, by `keys`, in the order of its entries.

    `with_days`: a list of the club counts games at once, so since when each result stands is told too.
    """
    rows = load(event)
    refs = {entry.id: entry.number or place for place, entry in enumerate(rows.entries, 1)}
    return {
        "event": document(rows),
        "state": event.state,
        "people": [keys[entry.person] for entry in rows.entries],
        "two_persons": event.two_persons,
        "hides_rounds": event.hides_rounds,
        "locked_rounds": list(Round.objects.filter(event=event, locked=True).values_list("number", flat=True)),
        "days": _days(event) if with_days else None,
        "arena": _only_row(Arena.objects.filter(event=event), ARENA),
        "limit": _only_row(EntryLimit.objects.filter(event=event), LIMIT),
        "waiting": _waiting(event, keys),
        "questions": [_question(each, keys) for each in Question.objects.filter(event=event).order_by("number")],
        "categories": [_category(each, refs) for each in moved_categories(event)],
        "prize_rules": _only_row(PrizeRules.objects.filter(event=event), PRIZE_RULES),
        "prizes": _prizes(event),
        "announcements": [
            row_values(each, ANNOUNCEMENT) for each in Announcement.objects.filter(event=event).order_by("number")
        ],
    }


def moved_categories(event: Event) -> list[Category]:
    """Its categories in their order, but those of the members of another club, which is not on the other server."""
    rows = Category.objects.filter(event=event).order_by("pk")
    return [each for each in rows if each.club_id in (None, event.club_id)]


def _only_row(rows: Any, names: tuple[str, ...]) -> dict[str, Any] | None:
    row = rows.first()
    return None if row is None else row_values(row, names)


def _days(event: Event) -> list[Any]:
    games = Game.objects.filter(parent_scope__key=event.scope, removed_at=None).order_by("sequence", "pk")
    return [plain(day) for day in games.values_list("stands_on", flat=True)]


def _waiting(event: Event, keys: Mapping[int, str]) -> list[str]:
    rows = WaitingPlayer.objects.filter(event=event).order_by("pk")
    return [keys[person] for person in rows.values_list(canonical_id("person"), flat=True)]


def _question(question: Question, keys: Mapping[int, str]) -> dict[str, Any]:
    answers = question.answers.filter(person__isnull=False).values_list(canonical_id("person"), "text")
    return {
        **row_values(question, QUESTION),
        "answers": sorted([keys[person], text] for person, text in answers),
    }


def _category(category: Category, refs: Mapping[int, int]) -> dict[str, Any]:
    members = category.members.values_list("entry", flat=True)
    return {**row_values(category, CATEGORY), "members": sorted(refs[entry] for entry in members if entry in refs)}


def _prizes(event: Event) -> list[dict[str, Any]]:
    """What places bring: `category` is the place of a category in the list, from 0, None for the event's own."""
    at = {category.pk: place for place, category in enumerate(moved_categories(event))}
    rows = PlacePrize.objects.filter(event=event).order_by("place", "pk")
    found = [
        {"category": at.get(row.category_id) if row.category_id else None, **row_values(row, PRIZE)}
        for row in rows
        if row.category_id is None or row.category_id in at
    ]
    return sorted(found, key=lambda row: (-1 if row["category"] is None else row["category"], row["place"]))
