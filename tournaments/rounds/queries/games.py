"""Games of an event, the round of a game, boards that run, and who started a round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Q, QuerySet, Sum
from django.urls import reverse

from common.compiled_query import Argument, CompiledQuery
from common.journal.models import JournalEntry, Scope
from games import models as games
from games.core.broadcasts import recorded_boards, shown_games, shown_records
from games.core.questions import RoundGames, RoundOf, SeedOf, WhyNotPlayed
from games.core.running import RunningGame
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.certificate import SetupSeed
from players.names import normalize_name, search_words
from tournaments.core.draws import ALL_BOARDS, in_force, setup_generators_of
from tournaments.core.loader import EntryRow, EventData, GameRow, PairingRow
from tournaments.journal.queries.journal_entries import account_names
from tournaments.models import Deal, Event, GameChoice, PairedGame
from tournaments.rounds.acts import DraftRound, PublishRound, StartRound
from tournaments.rounds.queries.rounds import Board, Game, RoundPage

# --- the games of an event, round by round ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game of the event: its seats in this game, its result, and whether there is a record of it."""

    round: int
    board: int
    game: GameRow
    white: EntryRow
    black: EntryRow
    has_record: bool


def game_rows(rows: EventData, number: int | None = None) -> list[tuple[int, list[GameLine]]]:
    """The games of a round (None: of all) by round, the newest round first. One query."""
    rounds = [round_ for round_ in reversed(rows.rounds) if number in (None, round_.number)]
    ids = [game.id for round_ in rounds for pairing in round_.pairings for game in pairing.games]
    recorded = set(shown_records().filter(game__in=ids).values_list("game", flat=True))
    return [
        (round_.number, [line for pairing in round_.pairings for line in _game_lines(rows, pairing, recorded)])
        for round_ in rounds
    ]


def find_games(rows: EventData, asked: Mapping[str, Any]) -> list[GameLine]:
    """The games of an event that are as `asked` says (as the API has it), in its `ordering`. One query.

    `q`: one of the players has all its words in the name, as searches for people compare them.
    """
    rounds = game_rows(rows, asked.get("round"))
    if asked["ordering"] == "round":
        rounds.reverse()
    words = search_words(asked.get("q", ""))
    return [line for _number, lines in rounds for line in lines if _is_asked(line, asked, words)]


def _is_asked(line: GameLine, asked: Mapping[str, Any], words: Sequence[str]) -> bool:
    seats, day = (line.white, line.black), line.game.played_on
    if "player" in asked and not any(asked["player"] in seat.people for seat in seats):
        return False
    if asked.get("result", line.game.code) != line.game.code:
        return False
    if ("from" in asked or "to" in asked) and not (
        day is not None and asked.get("from", day) <= day <= asked.get("to", day)
    ):
        return False
    return any(all(word in normalize_name(seat.name) for word in words) for seat in seats)


def _game_lines(rows: EventData, pairing: PairingRow, recorded: set[int]) -> list[GameLine]:
    if pairing.white is None or pairing.black is None:
        return []
    seats = (rows.by_id[pairing.white], rows.by_id[pairing.black])
    return [
        GameLine(pairing.round, pairing.board, game, *(seats[::-1] if game.is_swapped else seats), game.id in recorded)
        for game in pairing.games
    ]


# --- what games ask about the round in which one of them was played ---------------------------------------


def games_of_round(asked: RoundOf) -> RoundGames | None:
    """The games of the round of one, board by board. Two queries."""
    found = PairedGame.objects.filter(game=asked.game).values_list("pairing__round", "pairing__round__number").first()
    if found is None:
        return None
    round_id, number = found
    games = PairedGame.objects.filter(pairing__round=round_id).order_by("pairing__board", "leg")
    event = int(asked.game.parent_scope.key.partition(":")[2])
    return RoundGames(number, reverse("event-round", args=[event, number]), tuple(games.values_list("game", flat=True)))


def seed_of_board(asked: SeedOf) -> SetupSeed | None:
    """The seed that everybody may see once the round has started. Two queries.

    None for games of no round, and where seeds only say who begins.
    """
    paired = PairedGame.objects.select_related("pairing__round__event").filter(game=asked.game).first()
    if paired is None:
        return None
    round_, event = paired.pairing.round, paired.pairing.round.event
    deals = list(Deal.objects.filter(event=event, round_number=round_.number).order_by("number"))
    deal, chance = in_force(deals, paired.pairing.board), setup_generators_of(event).get(asked.game.rules)
    if deal is None or chance is None:
        return None
    own = event.setups == Event.Setups.BOARD
    version = chance.version if event.medley else deal.version
    return SetupSeed(version, deal.seed, paired.pairing.board if own else ALL_BOARDS)


def why_not_chosen(asked: WhyNotPlayed) -> Message | None:
    """That a player is still to choose what is played on a board. One query."""
    if GameChoice.objects.filter(paired_game__game=asked.game.pk, rules="").exists():
        return Message(_("The game of this board is not chosen yet: choose it first."))
    return None


# --- the boards of a round of which no record is handed in yet, as they are being recorded ----------------


@dataclass(frozen=True, slots=True)
class RunningBoard:
    """A game at a board, and its recording."""

    board: Board
    game: Game
    running: RunningGame


def running_boards(page: RoundPage) -> tuple[RunningBoard, ...]:
    """The open games of a round by their boards, and those that are recorded, as everybody may see them.

    Six queries, and three for each board that is shown late.
    """
    seats = {game.row.id: (board, game) for board in page.boards for game in board.games}
    with_record = shown_records().filter(game__in=seats).values("game")
    recorded = shown_games(games.Game.objects.filter(pk__in=seats).exclude(pk__in=with_record))
    return tuple(
        RunningBoard(board, game, recorded[pk])
        for pk, (board, game) in seats.items()
        if pk in recorded and (game.is_open or recorded[pk].tokens)
    )


MOST_TOP_BOARDS = 3


@dataclass(frozen=True, slots=True)
class TopBoard:
    """One of the first boards of an event, its recording and the names at it."""

    running: RunningGame
    white: str
    black: str


def top_boards(event: Event) -> list[TopBoard]:
    """The first boards that are being recorded, as everybody may see them. One query where none ever was."""
    first = _first_recorded(event)
    shown = shown_games(first) if first else {}
    names = {game.pk: [(each.merged_into or each).name for each in (game.white, game.black)] for game in first}
    return [TopBoard(running, *names[pk]) for pk, running in shown.items() if running.tokens]


def boards_state(event: Event) -> str:
    """Changes with what is recorded at the event's boards or shown of them; "" where nothing is. One query at most.

    It asks for no game: pages that have not changed are answered by it.
    """
    if event.state != Event.State.RUNNING:
        return ""
    return next((f"{number}:{versions}" for number, versions in _RECORDED(event.scope)), "")


def _recorded(scope: Argument) -> QuerySet[Scope, Any]:
    """How many boards are recorded within a scope, and the sum of their versions; no row where none is."""
    kinds = Q(key__startswith="game:") | Q(key__startswith="broadcast:")
    within = Scope.objects.filter(kinds, parent__key=scope).order_by().values("parent")
    return within.annotate(number=Count("pk"), versions=Sum("version")).values_list("number", "versions")


_RECORDED = CompiledQuery(_recorded)


def _first_recorded(event: Event) -> list[games.Game]:
    if not boards_state(event):
        return []
    return list(
        recorded_boards(event.scope).select_related("white__merged_into", "black__merged_into")[:MOST_TOP_BOARDS]
    )


# --- who started a round ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Starter:
    """Who started a round, and when. `name` is an account's, None for the system."""

    name: str | None
    at: datetime


STARTING = (StartRound.name, DraftRound.name, PublishRound.name)
"""Acts after which another person who means to start the same round is too late."""


def who_started(event: Event, number: int) -> Starter | None:
    """The account that started a round, None while no one did."""
    lines = JournalEntry.objects.filter(scope__key=event.scope, action__in=STARTING, data__round=number)
    line = lines.order_by("-version").first()
    if line is None:
        return None
    return Starter(account_names([line.actor] if line.actor else []).get(line.actor or 0), line.at)
