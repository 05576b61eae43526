"""Pairing numbers of an event that runs: when they may move, in which order they stand, what was stored in them.

By C.04.2 numbers follow ratings until round 4 is paired; later they stay, but who comes late gets the number that the
rating earns. Where teams meet, the numbers are those of teams, and their ratings those of their best players.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from common.journal.models import JournalEntry
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.player_lists.meanings import TITLES
from ratings.lists.queries import seeding as seeding_queries
from ratings.lists.queries.seeding import SeedRating
from tournaments.core.acts import StartEvent, UnstartEvent
from tournaments.core.dates import day_of
from tournaments.core.formats import is_for_teams, option
from tournaments.core.loader import EntryRow, EventData
from tournaments.core.medleys import list_key
from tournaments.core.sides import can_be_placed_freely
from tournaments.core.team_loader import TeamRow
from tournaments.models import Entry, Event

FIXED_FROM = 4
"""Once this round is paired numbers do not follow ratings any more."""
BY_RATING = "rating"
"""How numbers were given that follow ratings, as the journal calls it
(`tournaments.entries.services.numbering.Seeding`)."""


def title_rank(title: str) -> int:
    """The place of a title among FIDE's, the highest first; no title comes last."""
    return TITLES.index(title) if title in TITLES else len(TITLES)


def titles_of(event: Event) -> dict[int, str]:
    """The titles that files said of entries, by entry."""
    details = Entry.objects.filter(event=event).exclude(details={}).values_list("pk", "details")
    return {entry: values.get("title", "") for entry, values in details}


@dataclass(frozen=True, slots=True)
class Start:
    """How an event started: how its numbers were given, and the day for which its ratings are looked up."""

    seeding: str
    list_day: date

    @property
    def by_rating(self) -> bool:
        return self.seeding == BY_RATING


def find_start(event: Event) -> Start:
    """How an event started, or would start today. One that came from a file is taken as numbered by rating."""
    lines = JournalEntry.objects.filter(scope__key=event.scope, action__in=(StartEvent.name, UnstartEvent.name))
    last = lines.order_by("-version").first()
    if last is None or last.action != StartEvent.name:
        return Start(BY_RATING, event.starts_on)
    return Start(str(last.data.get("seeding", BY_RATING)), list_day(event, day_of(event, last.at)))


def list_day(event: Event, started: date) -> date:
    """Of which day the list is that an event uses which was started on `started`: its first day, or a later one."""
    return max(event.starts_on, started)


def listed_ratings(event: Event, entries: Sequence[EntryRow]) -> dict[int, SeedRating]:
    """What the lists that were valid when the event started say today, by entry: corrections since then included."""
    known = seeding_queries.seed_ratings_on(
        list_key(event),
        event.club_id,
        [entry.person for entry in entries],
        find_start(event).list_day,
        without=event.scope,
    )
    return {entry.id: known[entry.person] for entry in entries if entry.person in known}


def why_fixed(rows: EventData, start: Start) -> Message | None:
    """What keeps numbers from following ratings; None where they may."""
    paired = len(rows.rounds)
    if rows.event.state != Event.State.RUNNING:
        return Message(_("Numbers are given when the event starts."))
    if not start.by_rating:
        return Message(_("The numbers of this event were not given by rating."))
    if paired and not can_be_placed_freely(rows.event.format):
        return Message(_("In this format pairings depend on the numbers, so they are fixed once round 1 is paired."))
    if paired >= FIXED_FROM:
        return Message(_("Round %(round)d is paired: numbers can no longer change."), {"round": FIXED_FROM})
    return None


@dataclass(frozen=True, slots=True)
class Seed:
    """By what an entry or a team (id) gets its place: rating, title, and its number, None for who comes late."""

    id: int
    rating: float | None
    title: str
    number: int | None

    @property
    def strength(self) -> tuple[float, int]:
        """Rating and title, so that the strongest is the lowest."""
        return -(self.rating or 0), title_rank(self.title)


def seeds_of(entries: Iterable[EntryRow], titles: Mapping[int, str]) -> list[Seed]:
    """The entries that have numbers, in their order."""
    found = [Seed(each.id, each.rating, titles.get(each.id, ""), each.number) for each in entries if each.number]
    return sorted(found, key=lambda seed: seed.number or 0)


def strength(team: TeamRow, ratings: Mapping[int, int | None], boards: int) -> float:
    """The mean rating of the team's best players, as many as a match has boards; `ratings` are by entry."""
    best = sorted((ratings.get(entry) or 0 for entry in team.roster), reverse=True)[:boards]
    return sum(best) / boards


def seeds_of_teams(rows: EventData) -> list[Seed]:
    """The teams in the order of their numbers, last those that have none yet."""
    boards, ratings = option(rows.event, "boards"), {entry.id: entry.rating for entry in rows.entries}
    found = [Seed(team.id, strength(team, ratings, boards), "", team.number) for team in rows.teams]
    return sorted(found, key=lambda seed: (seed.number is None, seed.number or seed.id))


def order_by_rating(seeds: Sequence[Seed]) -> list[int]:
    """The ids in the order of their ratings. Among equals the order that there is stays."""
    return [seed.id for seed in sorted(seeds, key=lambda seed: (*seed.strength, seed.number or 0))]


def insert_by_rating(seeds: Sequence[Seed], late: Sequence[Seed]) -> list[int]:
    """The ids in their order, and each of `late` behind the last of them who is as strong or stronger."""
    found = list(seeds)
    for seed in sorted(late, key=lambda each: each.strength):
        place = max((at for at, each in enumerate(found, 1) if each.strength <= seed.strength), default=0)
        found.insert(place, seed)
    return [seed.id for seed in found]


def moves(seeds: Sequence[Seed], order: Sequence[int]) -> dict[int, int]:
    """By id the number that it gets in this `order`, of those whose number that is not yet."""
    now = {seed.id: seed.number for seed in seeds}
    return {each: number for number, each in enumerate(order, 1) if now.get(each) != number}


def next_numbers(rows: EventData) -> dict[int, int]:
    """By entry the pairing number that it would get by the ratings of now; who keeps the number is left out.

    Where teams meet, by team: their players keep the numbers that they got at the start.
    """
    of_teams = is_for_teams(rows.event.format)
    seeds = seeds_of_teams(rows) if of_teams else seeds_of(rows.entries, titles_of(rows.event))
    return moves(seeds, order_by_rating(seeds))


# --- what was stored in numbers --------------------------------------------------------------------------
# What rounds and drafts keep in pairing numbers, in the new ones. `numbers` has the new number of each old one.


def translate_round(round_: Mapping[str, Any] | None, numbers: Mapping[int, int]) -> dict[str, Any] | None:
    """A round that a JSON column keeps (`tournaments.core.round_drafts.to_json`), in the new numbers of old ones."""
    if not round_:
        return None if round_ is None else {}
    return {
        "pairs": [[numbers[white], numbers[black], *more] for white, black, *more in round_["pairs"]],
        "byes": [[numbers[number], kind] for number, kind in round_["byes"]],
    }


def translate_history(known: Mapping[str, Any], numbers: Mapping[int, int], *, of_teams: bool) -> dict[str, Any]:
    """What was known when a round was paired, in new numbers of players; pairs of the new one and that of then.

    Where teams meet, those who were kept apart are teams, whose numbers are others.
    """
    then = known.get("numbers") or [[number, number] for number in numbers if number <= known["last_number"]]
    return {
        **known,
        "gone": sorted(numbers[number] for number in known["gone"]),
        "forbidden": known["forbidden"] if of_teams else _translate_apart(known, numbers),
        "numbers": sorted([numbers[now], number] for now, number in then),
    }


def translate_teams(known: Mapping[str, Any], numbers: Mapping[int, int]) -> dict[str, Any]:
    """What was known when a round was paired, in new numbers of teams."""
    then = known.get("teams") or [[number, number] for number in numbers]
    return {
        **known,
        "forbidden": _translate_apart(known, numbers),
        "teams": sorted([numbers[now], number] for now, number in then),
    }


def _translate_apart(known: Mapping[str, Any], numbers: Mapping[int, int]) -> list[list[Any]]:
    return [[sorted(numbers[number] for number in group), *more] for group, *more in known["forbidden"]]
