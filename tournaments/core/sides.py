"""Those whom the rounds of an event bring together: its players or, where teams meet, its teams, by pairing number.

What is done with a round as a whole, be it paired, a draft or changed by hand, is done by these numbers, so that one
code serves both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import ByeKind, CrossTable
from gipf_engine.tournament.pairing import RoundPairings
from gipf_engine.tournament.pairing.base import ByeGiven, Pair
from gipf_engine.tournament.teams.pairings import table_for_pairing
from tournaments.core.formats import format_of, is_for_teams
from tournaments.core.loader import EntryRow, EventData, PairingRow, RoundRow
from tournaments.core.mapping import cross_table
from tournaments.core.team_loader import MatchRow, TeamRow
from tournaments.core.team_tables import team_table
from tournaments.models import Pairing

SideRow = EntryRow | TeamRow
"""A player or a team: `id`, `number`, `name`, whether it has `withdrawn`, whether it gets `no_half_byes`."""


def sides_by_number(rows: EventData) -> Mapping[int, SideRow]:
    """Everybody who has a pairing number in the rounds of the event."""
    if is_for_teams(rows.event.format):
        return {team.number: team for team in rows.teams if team.number is not None}
    return rows.by_number


def table_of_sides(rows: EventData) -> CrossTable:
    """The table from which rounds are paired; of teams, a match is one game of them."""
    return table_for_pairing(team_table(rows)) if is_for_teams(rows.event.format) else cross_table(rows)


def table_for(rows: EventData, number: int) -> CrossTable:
    """The table from which round `number` is paired by hand: everybody who is there now, and earlier rounds."""
    return table_of_sides(replace(rows, rounds=rows.rounds[: number - 1]))


def can_be_placed_freely(key: str) -> bool:
    """Whether any pairing can stand in a round of the format, so that by hand boards follow the publishing order."""
    return format_of(key).pairs_freely


def has_fixed_schedule(key: str) -> bool:
    """Whether it is known before round 1 who meets whom in the format."""
    return not format_of(key).needs_results


def name_of_places(key: str) -> str:
    """What the journal calls the places of a round that an act of the format changes."""
    return "matches" if is_for_teams(key) else "pairings"


def byes_asked_for(rows: EventData, number: int) -> Iterator[tuple[SideRow, str]]:
    """Those who asked for a bye in round `number`, which is not paired, with its kind."""
    for team in rows.teams:
        for round_number, kind in team.byes:
            if round_number == number:
                yield team, kind
    for (entry, round_number), kind in rows.byes.items():
        if round_number == number:
            yield rows.by_id[entry], kind


# --- a round that is paired, place by place ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Place:
    """A place of a round that is paired: a board of players, or a match of teams, or a bye.

    `id` is that of the pairing or match, `number` counts from 1. `seat` are the pairing numbers of both, who begins
    first, or of one; `kind` is that of a bye, "" where two meet. `row` is what is stored.
    """

    id: int
    number: int
    seat: tuple[int, ...]
    kind: str
    row: PairingRow | MatchRow


def places_of(rows: EventData, round_: RoundRow) -> tuple[Place, ...]:
    """The places of a round in their order; boards of deals that are played alone are none."""
    if is_for_teams(rows.event.format):
        teams = {team.id: team.number or 0 for team in rows.teams}
        return tuple(
            Place(
                match.id,
                match.table,
                tuple(teams[team] for team in match.teams),
                "" if match.is_match else match.kind,
                match,
            )
            for match in round_.matches
        )
    entries = {entry.id: entry.number or 0 for entry in rows.entries}
    return tuple(
        Place(
            pairing.id,
            pairing.board,
            tuple(entries[entry] for entry in pairing.entries),
            "" if pairing.alone is None else pairing.kind,
            pairing,
        )
        for pairing in round_.pairings
        if pairing.kind != Pairing.Kind.SOLO
    )


def as_pairings(rows: EventData, round_: RoundRow) -> RoundPairings:
    """A round that is paired, as the engine has it."""
    places = places_of(rows, round_)
    pairs = tuple(Pair(place.seat[0], place.seat[1]) for place in places if not place.kind)
    byes = tuple(ByeGiven(place.seat[0], ByeKind(place.kind)) for place in places if place.kind)
    return RoundPairings(round_.number, pairs, byes)


def boards_of_places(round_: RoundRow, places: Iterable[Place]) -> tuple[PairingRow, ...]:
    """The boards at these places: their own, or those of matches whose line-ups are open."""
    wanted: set[int] = set()
    for place in places:
        row = place.row
        wanted.update(pairing for _board, pairing in row.boards) if isinstance(row, MatchRow) else wanted.add(row.id)
    return tuple(pairing for pairing in round_.pairings if pairing.id in wanted)


def fixed_numbers(rows: EventData, round_: RoundRow) -> Iterator[int]:
    """The pairing numbers of those whose place cannot change any more."""
    for place in places_of(rows, round_):
        boards = boards_of_places(round_, [place])
        decided = any(pairing.has_result for pairing in boards)
        if not place.kind and (decided or any(decided_matches([place], boards))):
            yield from place.seat


def decided_matches(places: Iterable[Place], boards: tuple[PairingRow, ...]) -> Iterator[Message]:
    """Matches that ended without a game: forfeited as a whole, or with all their boards empty."""
    playing = {pairing.id for pairing in boards if pairing.games}
    for place in places:
        row = place.row
        if not isinstance(row, MatchRow):
            continue
        if row.forfeit or (row.seated and not any(pairing in playing for _board, pairing in row.boards)):
            yield Message(_("match %(table)d was forfeited"), {"table": row.table})
