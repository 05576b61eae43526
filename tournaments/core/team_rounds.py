"""Rounds of teams: paired, stored, and the boards that two line-ups make."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils import timezone

from common.journal.models import Scope
from gipf_engine.tournament.crosstable import Colour
from gipf_engine.tournament.pairing import RoundPairings
from gipf_engine.tournament.pairing.base import Pair
from gipf_engine.tournament.pairing.steps import StepCounter
from gipf_engine.tournament.teams.pairings import pair_teams
from gipf_engine.tournament.teams.values import LineUp, TeamSettings
from tournaments.core.formats import system_of
from tournaments.core.loader import EventData, RoundRow
from tournaments.core.mapping import StoredGame, make_games
from tournaments.core.pairing_history import current_knowledge
from tournaments.core.team_loader import MatchRow
from tournaments.core.team_tables import settings_of, team_table
from tournaments.models import MatchBoard, Pairing, Round, Slot, TeamMatch


def pair_round_of_teams(rows: EventData, steps: StepCounter) -> RoundPairings:
    """The next round by team numbers. Raises PairingError where there is none."""
    return pair_teams(team_table(rows), system_of(rows.event), steps)


def store_round_of_teams(rows: EventData, pairings: RoundPairings, deadline: date | None) -> Round:
    """Write a round of matches without boards, matches first, then byes. Inside the caller's act.

    In a schedule a team that has left stays; its matches are forfeited, and no line-up is waited for.
    """
    by_number = {team.number: team for team in rows.teams}
    now = timezone.now()
    round_ = Round.objects.create(
        event=rows.event, number=pairings.number, started_at=now, deadline=deadline, known=current_knowledge(rows)
    )
    made = []
    for pair in pairings.pairs:
        white, black = by_number[pair.white], by_number[pair.black]
        forfeit = whole_forfeit(white.withdrawn, black.withdrawn)
        match = TeamMatch(round=round_, white_id=white.id, black_id=black.id, forfeit=forfeit)
        match.seated_at = now if forfeit else None
        made.append(match)
    made += [TeamMatch(round=round_, white_id=by_number[bye.number].id, kind=bye.kind.value) for bye in pairings.byes]
    for table, match in enumerate(made, 1):
        match.table = table
    TeamMatch.objects.bulk_create(made)
    return round_


def whole_forfeit(white_gone: bool, black_gone: bool) -> str:
    """How a match ends of which these teams are gone; "" while both are there."""
    return {(True, True): "--", (True, False): "-+", (False, True): "+-"}.get((white_gone, black_gone), "")


def numbers_of_round(rows: EventData, round_: RoundRow) -> dict[str, Any]:
    """The matches of a round by team numbers, as the journal keeps them."""
    numbers = {team.id: team.number for team in rows.teams}
    return {
        "pairs": [[numbers[match.white], numbers[match.black], False] for match in round_.matches if match.black],
        "byes": [[numbers[match.white], match.kind] for match in round_.matches if match.black is None],
    }


@dataclass(frozen=True, slots=True)
class SeatedBoard:
    """A board of a match: who begins and who does not, as entries (ids); None where a team seats nobody."""

    board: int
    white: int | None
    black: int | None


def boards_of(settings: TeamSettings, white: LineUp, black: LineUp) -> list[SeatedBoard]:
    """The boards of a match at which anybody sits; the line-ups are of entries (ids), `white` has White on board 1."""
    found = []
    for board in range(1, settings.boards + 1):
        one, other = white[board - 1], black[board - 1]
        if one is not None or other is not None:
            begins = settings.colour(board) is Colour.WHITE
            found.append(SeatedBoard(board, *((one, other) if begins else (other, one))))
    return found


def first_place_of(match: MatchRow, settings: TeamSettings) -> int:
    """The place in the round of a match's first board: matches follow each other, board by board."""
    return (match.table - 1) * settings.boards


def seat_boards(
    rows: EventData,
    scope: Scope,
    round_: Round,
    match: MatchRow,
    seated: Sequence[SeatedBoard],
    played_on: date,
    setup_of: Callable[[int], str],
) -> list[StoredGame]:
    """Make the boards of a match, with games where two players meet. Inside the caller's act.

    Who has no opponent there wins without a game, as by a full-point bye.
    """
    before = first_place_of(match, settings_of(rows.event))
    made = Pairing.objects.bulk_create(
        Pairing(round=round_, board=before + each.board, kind=_kind_of(each)) for each in seated
    )
    Slot.objects.bulk_create(
        Slot(pairing=pairing, round=round_, entry_id=entry, side=side)
        for pairing, each in zip(made, seated, strict=True)
        for entry, side in _sides_of(each)
    )
    MatchBoard.objects.bulk_create(
        MatchBoard(match_id=match.id, board=each.board, pairing=pairing)
        for pairing, each in zip(made, seated, strict=True)
    )
    meeting = [(pairing, each) for pairing, each in zip(made, seated, strict=True) if _kind_of(each) == _GAME]
    pairs = tuple(Pair(_number_of(rows, each.white), _number_of(rows, each.black)) for _pairing, each in meeting)
    boards = [pairing for pairing, _each in meeting]
    by_number = RoundPairings(round_.number, pairs)
    return make_games(rows, scope, boards, by_number, played_on, lambda board, _rules: setup_of(board))


_GAME, _ALONE = Pairing.Kind.GAME, Pairing.Kind.FULL_BYE


def _kind_of(seated: SeatedBoard) -> Pairing.Kind:
    return _GAME if seated.white is not None and seated.black is not None else _ALONE


def _sides_of(seated: SeatedBoard) -> list[tuple[int, Slot.Side]]:
    if seated.white is not None and seated.black is not None:
        return [(seated.white, Slot.Side.WHITE), (seated.black, Slot.Side.BLACK)]
    return [(entry, Slot.Side.ALONE) for entry in (seated.white, seated.black) if entry is not None]


def _number_of(rows: EventData, entry: int | None) -> int:
    number = rows.by_id[entry].number if entry is not None else None
    assert number is not None
    return number
