"""What is in the file of a club, and what clashes with this server: found without storing anything."""

from __future__ import annotations

from dataclasses import dataclass

from games.histories.moved import MovedPastGame
from players.core.queries.memberships import clubs_of
from players.models import Club, Person
from players.moving.services import check_club, is_slug_free
from players.names import normalize_name
from tournaments.club_files.reading import ClubReading, PastGamesFile
from tournaments.interchange.services.checked_import import check_event

Candidate = tuple[int, tuple[str, ...]]
"""A person of this server, by id, and the person's clubs."""


@dataclass(frozen=True, slots=True)
class FoundInFile:
    """How much there is, whether the address is free, and who may be here already: key, name and candidates."""

    events: int
    games: int
    past_games: int
    slug: str
    is_slug_free: bool
    alike: tuple[tuple[str, str, tuple[Candidate, ...]], ...]


def check_file(reading: ClubReading, slug: str = "") -> FoundInFile:
    """Read everything as an import would, records too. Raises ClubFileRefused and Refused for what cannot come in."""
    check_club(reading.club)
    reading.archive.check_digests()
    reading.series()
    club = Club(name=reading.club.name, time_zone=reading.club.time_zone)
    events = games = past = 0
    for each in reading.read_occasions(club):
        if isinstance(each, PastGamesFile):
            past += sum(isinstance(line, MovedPastGame) for line in reading.past_lines(each))
        else:
            events += 1
            games += each.incoming.games
            check_event(club, each.incoming)
    wanted = slug or reading.slug
    return FoundInFile(events, games, past, wanted, is_slug_free(wanted), tuple(_alike(reading)))


def _alike(reading: ClubReading) -> list[tuple[str, str, tuple[Candidate, ...]]]:
    """Who of the file is called as a person here, whom only those who know both can tell to be the same."""
    names = {key: each.name for key, each in reading.people.items() if not each.erased}
    folded = {key: normalize_name(name) for key, name in names.items()}
    rows = Person.objects.filter(folded__in=set(folded.values()), merged_into=None, erased_at=None, program_level=None)
    by_name: dict[str, list[int]] = {}
    for pk, name in rows.order_by("pk").values_list("pk", "folded"):
        by_name.setdefault(name, []).append(pk)
    clubs = clubs_of({pk for found in by_name.values() for pk in found})
    return [
        (key, names[key], tuple((pk, tuple(club.name for club in clubs.get(pk, ()))) for pk in by_name[folded[key]]))
        for key in names
        if folded[key] in by_name
    ]
