"""A public round of teams that becomes another one: matches that stay keep their line-ups and boards."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import F
from django.utils import timezone

from players.models import Account
from tournaments.core.loader import EventData
from tournaments.core.services.base import EventCommand
from tournaments.core.sides import Place, boards_of_places
from tournaments.core.team_rounds import make_bye_of_team, make_match
from tournaments.core.team_tables import settings_of
from tournaments.models import LineUp, LineUpDeadline, MatchBoard, Pairing, Round, Slot, TeamMatch
from tournaments.rounds.services.round_comparison import RoundChange
from tournaments.rounds.services.seats import ASIDE, let_games_follow, remove_boards, store_seats, turned_seats


def change_matches(doing: EventCommand, actor: Account, rows: EventData, round_: Round, change: RoundChange) -> None:
    """Let the matches of a public round be others. Inside the caller's act, after `check_unplayed`.

    Where only the colours of board 1 change hands, line-ups stay, and open boards are turned round. Teams that get
    another opponent hand in anew: what they handed in was for the former one, and it is forgotten.
    """
    _turn_matches(doing, actor, rows, round_, change.turned)
    gone = [*change.freed, *change.freed_byes]
    boards = [pairing.id for pairing in boards_of_places(rows.rounds[round_.number - 1], change.freed)]
    Slot.objects.filter(pairing__in=boards).delete()
    remove_boards(actor, boards)
    TeamMatch.objects.filter(pk__in=[place.id for place in gone]).delete()
    _add_matches(rows, round_, change)
    _number_matches(round_, settings_of(rows.event).boards)
    _wait_for_line_ups(rows, round_, gone, change)


def _turn_matches(doing: EventCommand, actor: Account, rows: EventData, round_: Round, turned: Sequence[Place]) -> None:
    TeamMatch.objects.filter(pk__in=[place.id for place in turned]).update(white=F("black"), black=F("white"))
    boards = [each for each in boards_of_places(rows.rounds[round_.number - 1], turned) if each.alone is None]
    Slot.objects.filter(pairing__in=[pairing.id for pairing in boards]).delete()
    store_seats(round_, {pairing.id: turned_seats(pairing) for pairing in boards})
    let_games_follow(doing, actor, [pairing.id for pairing in boards])


def _add_matches(rows: EventData, round_: Round, change: RoundChange) -> None:
    """New matches take the tables that others left, in order; the rest come behind."""
    tables = [place.number for place in change.freed]
    last = ASIDE
    for place, pair in enumerate(change.pairs):
        match = make_match(rows, round_, pair)
        match.table = tables[place] if place < len(tables) else last + place
        match.save()
    for place, bye in enumerate(change.byes):
        made = make_bye_of_team(rows, round_, bye)
        made.table = last + len(change.pairs) + place
        made.save()


def _number_matches(round_: Round, boards: int) -> None:
    """Matches keep their order and come before byes; no table is left out, and boards count on from it."""
    found = list(TeamMatch.objects.filter(round=round_).order_by("table"))
    found.sort(key=lambda match: match.kind != TeamMatch.Kind.MATCH)
    moved = [(match, table) for table, match in enumerate(found, 1) if match.table != table]
    TeamMatch.objects.filter(pk__in=[match.pk for match, _table in moved]).update(table=F("table") + 2 * ASIDE)
    own = MatchBoard.objects.filter(match__in=[match.pk for match, _table in moved]).select_related("pairing")
    seated = {match.pk: [each for each in own if each.match_id == match.pk] for match, _table in moved}
    pairings = Pairing.objects.filter(match_board__match__in=seated)
    pairings.update(board=F("board") + 2 * ASIDE)
    changed: list[Pairing] = []
    for match, table in moved:
        match.table = table
        for each in seated[match.pk]:
            each.pairing.board = (table - 1) * boards + each.board
            changed.append(each.pairing)
    TeamMatch.objects.bulk_update([match for match, _table in moved], ["table"])
    Pairing.objects.bulk_update(changed, ["board"])


def _wait_for_line_ups(rows: EventData, round_: Round, gone: Sequence[Place], change: RoundChange) -> None:
    """Teams whose opponent is another one hand in anew; a time that is up for them is taken back."""
    numbers = {number for place in gone for number in place.seat}
    numbers |= {number for pair in change.pairs for number in (pair.white, pair.black)}
    teams = [team.id for team in rows.teams if team.number in numbers]
    LineUp.objects.filter(team__in=teams, round_number=round_.number).delete()
    if change.pairs:
        LineUpDeadline.objects.filter(round=round_, at__lte=timezone.now()).delete()
