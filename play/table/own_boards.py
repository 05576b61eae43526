"""The running games of a person in few words: for the home page, reminders and the calendar. No turn is read."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, Max, Q

from games.core.labels import rules_name
from gipf_engine.clocks import parse_control
from gipf_engine.messages import Message
from play.core.playing import ADJOURNED
from play.models import OnlineGame
from players.models import Person


@dataclass(frozen=True, slots=True)
class OwnBoard:
    """A running game of a person: against whom, whose turn it is, since when and until when."""

    game: int
    opponent: Person
    rules_name: Message
    is_turn: bool
    is_real_time: bool
    in_event: bool
    since: datetime
    deadline: datetime | None


def own_boards(person: Person) -> list[OwnBoard]:
    """The running games of a person, under any of his records: those in which it is his turn first, then by deadline.

    One query.
    """
    root = person.merged_into or person
    white = Q(game__white=root) | Q(game__white__merged_into=root)
    black = Q(game__black=root) | Q(game__black__merged_into=root)
    rows = (
        OnlineGame.objects.filter(white | black, ended_at=None)
        .annotate(last_turn_at=Max("game__recordings__turns__at"), begun_at=Max("game__recordings__begun_at"))
        .select_related("game__white__merged_into", "game__black__merged_into")
        .order_by(F("deadline").asc(nulls_last=True), "pk")
    )
    return sorted(
        (_board(row, root, row.last_turn_at or row.begun_at) for row in rows), key=lambda board: not board.is_turn
    )


def _board(online: OnlineGame, root: Person, since: datetime) -> OwnBoard:
    players = [each.merged_into or each for each in (online.game.white, online.game.black)]
    seat = players.index(root)
    return OwnBoard(
        game=online.pk,
        opponent=players[1 - seat],
        rules_name=rules_name(online.game.rules),
        is_turn=online.clock["to_move"] == seat and ADJOURNED not in online.clock["pauses"],
        is_real_time=parse_control(online.control).is_real_time,
        in_event=online.no_show_at is not None,
        since=since,
        deadline=online.deadline,
    )
