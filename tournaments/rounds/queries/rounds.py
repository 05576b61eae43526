"""Rounds and drafts as rows ready to print."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from common.computed_once import Admit, free_for_all
from games.core.labels import rules_name
from games.results.services.stated import stated_results_of
from gipf_engine.claims import ClaimState, Standing, StatedResult, latest_decision, standing
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import Solo
from gipf_engine.tournament.hand_pairing import seats_of
from gipf_engine.tournament.pairing import RoundPairings
from ratings.core.queries.predictions import Prediction
from tournaments.core.formats import has_opponents, is_for_teams
from tournaments.core.hidden_standings import shown_through
from tournaments.core.loader import EntryRow, EventData, GameRow, PairingRow, RoundRow
from tournaments.core.mapping import points_before
from tournaments.core.queries.tables import has_bracket
from tournaments.core.round_drafts import (
    kept_engine,
)
from tournaments.core.schedule import foreseen_round
from tournaments.core.team_loader import TeamRow
from tournaments.core.tie_breaks import kind_of, tie_break_label
from tournaments.duplicate.queries import Status, solos_of, statuses_of
from tournaments.models import Event, Pairing
from tournaments.rounds.queries.pairing_explanations import came_from_a_file, get_explained_round
from tournaments.rounds.queries.pairing_reasons import ExplainedRound

# --- the pairings of a round, and what one player had in all of them, ready to print ----------------------


BYES: dict[str, str] = {
    Pairing.Kind.PAIRING_BYE: _("bye: no opponent was left"),
    Pairing.Kind.FULL_BYE: _("full-point bye"),
    Pairing.Kind.HALF_BYE: _("half-point bye"),
    Pairing.Kind.ZERO_BYE: _("absent, announced"),
    Pairing.Kind.REST: _("rests"),
    Pairing.Kind.SOLO: _("plays the deals of the round"),
}


FREE_SEAT = _("bye: straight into the next round")


NO_OPPONENT = _("won by forfeit: the opponents left this board empty")


def bye_words(event: Event, kind: str) -> Message:
    """What a bye is called. In a tree it is a free seat, which the first seeds get, and no want of opponents.

    In a match of teams it is a board that the other team leaves empty.
    """
    if is_for_teams(event.format) and kind == Pairing.Kind.FULL_BYE:
        return Message(NO_OPPONENT)
    if kind == Pairing.Kind.PAIRING_BYE and has_bracket(event):
        return Message(FREE_SEAT)
    return Message(BYES[kind])


@dataclass(frozen=True, slots=True)
class Side:
    """A player at a board. `points` are what the player had before the round, in tenths; None where no one asked."""

    entry: EntryRow
    points: int | None


@dataclass(frozen=True, slots=True)
class Game:
    """A game at a board: its result, and how far the claims about it are.

    `decision` is the number of the arbiters' latest claim that counts, which can be undone; None where there is none.
    `tie_break` is "tie-break" or "sudden-death", "" for a game that scores; `label` what such a game is called.
    """

    row: GameRow
    claims: Standing
    decision: int | None = None
    tie_break: str = ""
    label: Message | None = None

    @property
    def is_open(self) -> bool:
        return self.row.result.is_open

    @property
    def name(self) -> Message:
        """What players call its rules."""
        return rules_name(self.row.rules)

    @property
    def is_disputed(self) -> bool:
        return self.claims.state is ClaimState.DISPUTED

    @property
    def is_contradicted(self) -> bool:
        """Whether a player said otherwise after the arbiter had decided."""
        return self.claims.contradicted


@dataclass(frozen=True, slots=True)
class Board:
    """A pairing of a round. A bye has `white` alone and says in `bye` of what kind it is. `why` are its reasons.

    Who plays deals is `white` alone too, with how far each of the `deals` is. `open_count`: games and deals to come.
    `expected` is what ratings expect of White, None where it was not asked for or they say nothing. `teams` are those
    of the match, at the first of its boards alone, the one with White there first.
    """

    id: int
    number: int
    white: Side
    black: Side | None
    bye: Message | None
    games: tuple[Game, ...]
    why: tuple[Message, ...]
    deals: tuple[Status, ...] = ()
    open_count: int = 0
    expected: Prediction | None = None
    teams: tuple[TeamRow, ...] = ()

    @property
    def is_open(self) -> bool:
        return self.open_count > 0

    @property
    def is_played_here(self) -> bool:
        """Whether a game of it is open and is played on this server."""
        return any(game.row.online and game.is_open for game in self.games)


@dataclass(frozen=True, slots=True)
class RoundPage:
    """A round with its boards. `planned`: it is only foreseen by the format, and not paired yet.

    `deadline` is the day by which it should be played; `differences` say where it is not as the rules give it.
    `engine` is what the format gave where arbiters paired otherwise, None where it stands as it was given. `locked`:
    its results do not change.
    `imported`: it came with a file and was not paired here. `missing`, `can_ask` and `wait` are as in `Explained`.
    `waiting_matches` have no boards, since their line-ups are not open.
    """

    number: int
    boards: tuple[Board, ...]
    version: int = 0
    planned: bool = False
    deadline: date | None = None
    differences: tuple[Message, ...] = ()
    imported: bool = False
    missing: Message | None = None
    can_ask: bool = False
    wait: int = 0
    engine: tuple[tuple[int, int], ...] | None = None
    locked: bool = False
    waiting_matches: int = 0

    @property
    def open_count(self) -> int:
        return sum(board.is_open for board in self.boards)

    @property
    def common_games(self) -> tuple[Message, ...]:
        """What is played on all boards alike, in the order of the games of a match; nothing where boards differ."""
        found = {tuple(game.row.rules for game in board.games) for board in self.boards if board.games}
        chosen = any(game.row.is_choice_open for board in self.boards for game in board.games)
        if chosen or len(found) != 1:
            return ()
        return tuple(rules_name(key) for key in dict.fromkeys(*found))

    @property
    def has_tie_breaks(self) -> bool:
        """Whether some match of the round went on with tie-break games."""
        return any(game.tie_break for board in self.boards for game in board.games)

    @property
    def places(self) -> range:
        """The places of the deals that everybody plays; none where players meet."""
        return range(1, max((len(board.deals) for board in self.boards), default=0) + 1)


def round_page(
    rows: EventData,
    number: int,
    *,
    with_reasons: bool = True,
    with_points: bool = True,
    whole: bool = False,
    admit: Admit = free_for_all,
) -> RoundPage | None:
    """Round `number`: as it was paired, or as a fixed schedule foresees it; None where there is neither.

    `admit` is called before its reasons are worked out, where they are not kept. Points that the organiser hides, and
    reasons that tell them, are left out unless this reader may know the `whole` of it.
    """
    bound = None if whole else shown_through(rows)
    if bound is not None and bound < number - 1:
        with_reasons = with_points = False
    round_ = rows.round(number)
    if round_ is None:
        planned = foreseen_round(rows, number)
        return None if planned is None else RoundPage(number, _scheduled_boards(rows, planned), planned=True)
    before = points_before(rows, number) if with_points else {}
    solos = {} if has_opponents(rows.event.format) else solos_of(rows, round_)
    claims = stated_results_of(game.id for pairing in round_.pairings for game in pairing.games)
    with_reasons = with_reasons and not round_.matches  # boards of a match follow from its line-ups
    why = get_explained_round(rows, number, admit) if with_reasons else ExplainedRound()
    boards = tuple(_board(rows, pairing, before, claims, why.reasons, solos) for pairing in round_.pairings)
    boards = _with_teams(rows, round_, boards) if round_.matches else boards
    return RoundPage(
        number,
        boards,
        round_.version,
        deadline=round_.deadline,
        differences=why.differences,
        imported=came_from_a_file(round_) and not round_.matches,
        missing=why.missing,
        can_ask=why.can_ask,
        wait=why.wait,
        engine=_engine_seats(round_),
        locked=round_.locked,
        waiting_matches=len(round_.waiting_matches),
    )


def _with_teams(rows: EventData, round_: RoundRow, boards: tuple[Board, ...]) -> tuple[Board, ...]:
    """The boards, the first of each match with the teams that meet in it."""
    first = {match.boards[0][1]: match.teams for match in round_.matches if match.boards}
    return tuple(
        replace(board, teams=tuple(rows.team_by_id[team] for team in first[board.id])) if board.id in first else board
        for board in boards
    )


def _engine_seats(round_: RoundRow) -> tuple[tuple[int, int], ...] | None:
    """What the format gave for a round that was paired by hand, () where it found nothing; None for all others."""
    if round_.by_hand is None:
        return None
    engine = kept_engine(round_.number, round_.by_hand)
    return seats_of(engine) if engine is not None else ()


def claims_of(game_ids: Iterable[int]) -> dict[int, Standing]:
    """How far the claims of these games are: one query for all."""
    return {game: standing(claims) for game, claims in stated_results_of(game_ids).items()}


def _board_game(event: Event, row: GameRow, claims: Sequence[StatedResult]) -> Game:
    decision = latest_decision(claims)
    number = decision.number if decision is not None else None
    return Game(row, standing(claims), number, kind_of(event, row.leg), tie_break_label(event, row.leg))


def _board(
    rows: EventData,
    pairing: PairingRow,
    before: Mapping[int, int],
    claims: Mapping[int, Sequence[StatedResult]],
    why: Mapping[int, tuple[Message, ...]],
    solos: Mapping[int, Solo],
) -> Board:
    first, *rest = (Side(rows.by_id[entry], before.get(entry)) for entry in pairing.entries)
    return Board(
        id=pairing.id,
        number=pairing.board,
        white=first,
        black=rest[0] if rest else None,
        bye=None if rest else bye_words(rows.event, pairing.kind),
        games=tuple(_board_game(rows.event, game, claims[game.id]) for game in pairing.games),
        why=why.get(pairing.id, ()),
        deals=statuses_of(pairing, solos.get(pairing.alone or 0)),
        open_count=pairing.open_count,
    )


def _scheduled_boards(rows: EventData, pairings: RoundPairings) -> tuple[Board, ...]:
    seats: list[tuple[int, int | None]] = [(pair.white, pair.black) for pair in pairings.pairs]
    seats += [(bye.number, None) for bye in pairings.byes]
    return tuple(_scheduled_board(rows, board, *each) for board, each in enumerate(seats, 1))


def _scheduled_board(rows: EventData, board: int, white: int, black: int | None) -> Board:
    side = Side(rows.by_number[white], 0)
    if black is None:
        return Board(0, board, side, None, Message(BYES[Pairing.Kind.REST]), (), ())
    return Board(0, board, side, Side(rows.by_number[black], 0), None, (), ())
