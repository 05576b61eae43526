"""The file of a club, part by part: in memory one event at a time."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime
from typing import Any

from django.conf import settings
from django.utils import timezone

from common.csv import to_csv
from common.journal import queries as journal
from common.journal.models import Scope
from games.histories.moved import MOVED_STATES, MovedPastEvent, moved_games, moved_history
from games.models import History
from players.clubs.journal_entries import describe
from players.models import Club, ClubPage
from players.moving.queries import moved_club
from players.moving.values import MovedPerson
from ratings.models import Pool
from tournaments.club_files.archive import ArchiveWriter, LeftOut, as_json, as_line
from tournaments.club_files.events import event_part
from tournaments.club_files.left_out import what_is_left_out
from tournaments.club_files.people import PeopleOfFile
from tournaments.club_files.rows import in_utc
from tournaments.club_files.series import lists_part, ratings_part, series_part, templates_part, titles_part
from tournaments.core.loader import load
from tournaments.interchange.formats.json_exporter import record_texts
from tournaments.journal.queries.journal_entries import journal_entries
from tournaments.journal.queries.journal_pages import journal_csv
from tournaments.models import Event

MOST_LINES = 1_000_000
"""Lines of a journal: all of them."""


@dataclass(frozen=True, slots=True)
class Written:
    """What was written: the digest of all digested parts, and what is not in them."""

    digest: str
    left_out: Sequence[LeftOut]


def write_club(club: Club, stream: Any, tell: Callable[[int, int], None] = lambda _done, _total: None) -> Written:
    """Write a club to a stream of bytes. `tell` is called with how many events and past files of how many are done."""
    occasions = occasions_of(club)
    events = [each for each in occasions if isinstance(each, Event)]
    people = PeopleOfFile(club, events)
    at = {event.pk: place for place, event in enumerate(events)}
    left_out = what_is_left_out(club, events, people.ids)
    archive = ArchiveWriter(stream)
    archive.add("club.json", as_json(_club_part(club)))
    archive.add("people.json", as_json([_person_part(people.people[people.keys[each]]) for each in people.ids]))
    archive.add("lists.json", as_json(lists_part(club)))
    archive.add("templates.json", as_json(templates_part(club)))
    with_days = Pool.objects.filter(club=club, counts_at_once=True).exists()
    for place, each in enumerate(occasions, 1):
        tell(place - 1, len(occasions))
        if isinstance(each, Event):
            archive.add(f"occasions/{place:05d}.json", as_json(event_part(each, people.keys, with_days=with_days)))
            archive.add_extra(f"journals/event-{place:05d}.csv", _event_journal(each))
        else:
            archive.add(f"occasions/{place:05d}.ndjson", _history_lines(each, people))
    archive.add("series.json", as_json(series_part(club, at, people.keys)))
    archive.add("titles.json", as_json(titles_part(club, at, people.keys)))
    archive.add("ratings.json", as_json(ratings_part(club, people.keys)))
    archive.add_extra("journals/club.csv", _club_journal(club))
    digest = archive.close(_manifest_head(club, left_out))
    return Written(digest, left_out)


def occasions_of(club: Club) -> list[Event | History]:
    """The events and past files of a club in the order in which they came: by that lists count those of one day."""
    events = list(Event.objects.filter(club=club))
    histories = list(
        History.objects.filter(club=club, state__in=MOVED_STATES).defer("content", "people", "found").order_by("pk")
    )
    found: list[Event | History] = [*events, *histories]
    scopes = dict(Scope.objects.filter(key__in=[each.scope for each in found]).values_list("key", "pk"))
    return sorted(found, key=lambda each: scopes[each.scope])


def _manifest_head(club: Club, left_out: Sequence[LeftOut]) -> dict[str, Any]:
    """What the manifest says of the club on this server: its addresses are another server's to give."""
    page = ClubPage.objects.filter(club=club).first()
    return {
        "server": settings.BASE_URL,
        "exported_at": timezone.now().astimezone(UTC).isoformat(timespec="seconds"),
        "club": {"name": club.name, "slug": club.slug, "address": (page.address if page is not None else None) or ""},
        "left_out": [{"what": each.what, "count": each.count} for each in left_out],
    }


def _club_part(club: Club) -> dict[str, Any]:
    values = asdict(moved_club(club))
    return {**values, "logo": b64encode(values["logo"]).decode()}


def _person_part(person: MovedPerson) -> dict[str, Any]:
    """A person; the key of each is its place in the list, from 1: "p1"."""
    return {
        "name": person.name,
        "country": person.country,
        "looked_after": person.looked_after,
        "erased": person.erased,
        "memberships": [[_plainly(since), _plainly(until)] for since, until in person.periods],
        "consents": [
            {
                "birth_year": each.birth_year,
                "guardian": each.guardian,
                "asked_at": in_utc(each.asked_at),
                "answers": [[answer, in_utc(at)] for answer, at in each.answers],
            }
            for each in person.consents
        ],
    }


def _history_lines(history: History, people: PeopleOfFile) -> Iterator[bytes]:
    yield as_line({"history": asdict(moved_history(history))})
    for each in moved_games(history, people.keys.__getitem__, lambda game: list(record_texts(game))):
        kind = "event" if isinstance(each, MovedPastEvent) else "game"
        yield as_line({kind: {name: _plainly(value) for name, value in asdict(each).items()}})


def _plainly(value: Any) -> Any:
    if isinstance(value, datetime):
        return in_utc(value)
    return value.isoformat() if isinstance(value, date) else value


# --- to be read ---------------------------------------------------------------------------------------


def _event_journal(event: Event) -> bytes:
    lines = journal_entries(load(event), newest=MOST_LINES)
    return journal_csv(event, lines, str).encode()


def _club_journal(club: Club) -> bytes:
    rows = describe(journal.entries(club.scope, newest=MOST_LINES))
    lines = [[in_utc(row.at), row.actor or "", str(row.text)] for row in rows]
    return to_csv([["at", "who", "what"], *lines]).encode()
