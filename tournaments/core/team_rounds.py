"""Rounds of teams: paired, stored, and the boards that two line-ups make."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils import timezone

from common.journal.models import Scope
from gipf_engine.tournament.crosstable import Colour
from gipf_engine.tournament.pairing import RoundPairings
from gipf_engine.tournament.pairing.base import ByeGiven, Pair
from gipf_engine.tournament.teams.values import LineUp, TeamSettings
from tournaments.core.loader import EventData
from tournaments.core.mapping import StoredGame, make_games
from tournaments.core.team_loader import MatchRow
from tournaments.core.team_tables import settings_of
from tournaments.models import MatchBoard, Pairing, Round, Slot, TeamMatch


def store_round_of_teams(
    rows: EventData,
    pairings: RoundPairings,
    deadline: date | None,
    known: Mapping[str, Any],
    by_hand: Mapping[str, Any] | None = None,
) -> Round:
    """Write a round of matches without boards, matches first, then byes. Inside the caller's act.

    `known` is what was known when it was paired, `by_hand` what the format gave where arbiters paired otherwise. In a
    schedule a team that has left stays; its matches are forfeited, and no line-up is waited for.
    """
    round_ = Round.objects.create(
        event=rows.event,
        number=pairings.number,
        started_at=timezone.now(),
        deadline=deadline,
        known=known,
        by_hand=by_hand,
    )
    made = [make_match(rows, round_, pair) for pair in pairings.pairs]
    made += [make_bye_of_team(rows, round_, bye) for bye in pairings.byes]
    for table, match in enumerate(made, 1):
        match.table = table
    TeamMatch.objects.bulk_create(made)
    return round_


def make_match(rows: EventData, round_: Round, pair: Pair) -> TeamMatch:
    """A match of two teams by number, which waits for line-ups unless one of them has left. It is not stored."""
    white, black = (next(team for team in rows.teams if team.number == each) for each in (pair.white, pair.black))
    forfeit = whole_forfeit(white.withdrawn, black.withdrawn)
    seated_at = timezone.now() if forfeit else None
    return TeamMatch(round=round_, white_id=white.id, black_id=black.id, forfeit=forfeit, seated_at=seated_at)


def make_bye_of_team(rows: EventData, round_: Round, bye: ByeGiven) -> TeamMatch:
    """A team by number without an opponent. It is not stored."""
    team = next(team for team in rows.teams if team.number == bye.number)
    return TeamMatch(round=round_, white_id=team.id, kind=bye.kind.value)


def whole_forfeit(white_gone: bool, black_gone: bool) -> str:
    """How a match ends of which these teams are gone; "" while both are there."""
    return {(True, True): "--", (True, False): "-+", (False, True): "+-"}.get((white_gone, black_gone), "")


@dataclass(frozen=True, slots=True)
class SeatedBoard:
    """A board of a match: who begins and who does not, as entries (ids); None where a team seats no one."""

    board: int
    white: int | None
    black: int | None


def boards_of(settings: TeamSettings, white: LineUp, black: LineUp) -> list[SeatedBoard]:
    """The boards of a match at which anyone sits; the line-ups are of entries (ids), `white` has White on board 1."""
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
