"""Storing the teams and matches that came with a file. Inside the pieces of an event that comes in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils import timezone

from common.jobs import services as jobs
from tournaments.core.services import staging
from tournaments.core.services.base import EventCommand
from tournaments.interchange.formats.imported_event import Apart, ImportedEvent, ImportedRound
from tournaments.interchange.formats.imported_teams import ImportedTeam, number_boards
from tournaments.models import (
    Entry,
    Event,
    ForbiddenGroup,
    ForbiddenTeam,
    LineUpDeadline,
    MatchBoard,
    Pairing,
    Round,
    Team,
    TeamByeRequest,
    TeamMatch,
    TeamMember,
)
from tournaments.rounds.services.setup_draws import draw_unless_drawn
from tournaments.teams.services.line_ups import SEAT, plan_seating, subject_of


def store_teams(event: Event, incoming: ImportedEvent, entries: Mapping[int, Entry]) -> dict[int, Team]:
    """The teams with their rosters, by ref, and who is kept apart.

    Their captains lead them here with the accounts of their persons.
    """
    found: dict[int, Team] = {}

    def store(some: Sequence[ImportedTeam]) -> None:
        made = Team.objects.bulk_create(
            Team(
                event=event,
                name=each.name,
                number=each.number,
                withdrawn_after=each.withdrawn_after,
                no_half_byes=each.no_half_byes,
                annulled=each.annulled,
            )
            for each in some
        )
        found.update(zip((each.ref for each in some), made, strict=True))
        TeamMember.objects.bulk_create(
            TeamMember(team=team, entry=entries[ref], place=place, captain=ref == each.captain)
            for each, team in zip(some, made, strict=True)
            for place, ref in enumerate(each.roster, 1)
        )
        TeamByeRequest.objects.bulk_create(
            TeamByeRequest(team=team, round_number=number, kind=kind)
            for each, team in zip(some, made, strict=True)
            for number, kind in each.byes
        )

    def store_apart(some: Sequence[Apart]) -> None:
        for refs, first, last, strength in some:
            group = ForbiddenGroup.objects.create(event=event, first_round=first, last_round=last, strength=strength)
            ForbiddenTeam.objects.bulk_create(ForbiddenTeam(group=group, team=found[ref]) for ref in refs)

    staging.store_in_pieces(event, incoming.teams, store)
    staging.store_in_pieces(event, incoming.teams_apart, store_apart, most=10)
    return found


def board_numbers(incoming: ImportedRound, boards: int) -> list[int]:
    """The place in the round of each pairing: matches of so many boards follow each other, with gaps for empty ones."""
    return [
        (table - 1) * boards + board for table, _match, own in number_boards(incoming.matches) for board, _place in own
    ]


def store_matches(
    round_: Round, incoming: ImportedRound, teams: Mapping[int, Team], pairings: Sequence[Pairing]
) -> None:
    """The matches of a round; `pairings` are its boards in their order, all of them stored."""
    now = timezone.now()
    with staging.piece(round_.event):
        numbered = list(number_boards(incoming.matches))
        made = TeamMatch.objects.bulk_create(
            TeamMatch(
                round=round_,
                table=table,
                kind=match.kind,
                white=teams[match.white],
                black=None if match.black is None else teams[match.black],
                seated_at=now if match.is_match and match.seated else None,
                forfeit=match.forfeit,
            )
            for table, match, _own in numbered
        )
        MatchBoard.objects.bulk_create(
            MatchBoard(match=row, board=board, pairing=pairings[place])
            for row, (_table, _match, own) in zip(made, numbered, strict=True)
            for board, place in own
        )
        TeamByeRequest.objects.bulk_create(
            TeamByeRequest(team=teams[match.white], round_number=round_.number, kind=match.kind)
            for match in incoming.matches
            if match.kind in TeamByeRequest.Kind.values
        )
        if incoming.line_ups_due is not None:
            LineUpDeadline.objects.create(round=round_, at=incoming.line_ups_due)


def await_line_ups(doing: EventCommand, incoming: ImportedEvent) -> None:
    """See to it that matches that came without boards get theirs: seeds for chance, and a job when line-ups are due."""
    waiting = [
        number
        for number, round_ in enumerate(incoming.rounds, 1)
        if any(match.is_match and not match.seated for match in round_.matches)
    ]
    for number in waiting:
        draw_unless_drawn(doing, number)
    if waiting:
        plan_seating(doing.event)
        overdue = LineUpDeadline.objects.filter(round__event=doing.event, at__lte=timezone.now())
        for number in overdue.filter(round__number__in=waiting).values_list("round__number", flat=True):
            jobs.request(SEAT, subject_of(doing.event, number))
