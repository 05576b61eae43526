"""One game as its page shows it: players, result, every claim, and a record as steps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from common.compiled_query import CompiledObjects
from common.translation import translate_message
from games.core import record_comments
from games.core.broadcasts import records_for
from games.core.labels import option_names, outcome_of, rules_name, verdict
from games.core.queries.claims import ClaimRow, claims_of
from games.core.replay import Frame, Start, movers, replay
from games.core.running import start_of
from games.core.variations import Variation, read_lines
from games.models import Game, Move, Record
from gipf_engine.claims import Standing
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import PENDING
from gipf_engine.rules.base import Position
from gipf_engine.rules.record import Note
from players.models import Account, Person
from players.scope_labels import Label, labels

MoveRow = tuple[int, str, str, int | None]
"""Ply, token, comment and what the clock showed, in milliseconds."""
_GAME = CompiledObjects(
    lambda game: Game.objects.filter(pk=game, parent_scope__hidden=False).order_by(),
    # Whom a person was merged into is looked up where that was so: rarely, and most of the columns would be for it.
    ["club", "parent_scope", "white", "black"],
)


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits at one side: the canonical person; a guest has a name and no id."""

    side: str
    person_id: int | None
    name: str
    country: str


@dataclass(frozen=True, slots=True)
class RecordLine:
    """A record as a line of a list. `tags` are what was kept of those it was handed in with."""

    id: int
    number: int
    who: str
    at: datetime
    plies: int
    outcome: str
    reason: str
    tally: Sequence[Sequence[int]] | None
    verdict: Message
    tags: Mapping[str, str]
    digest: str


@dataclass(frozen=True, slots=True)
class RecordStep:
    """One turn of a record: the seat that played it, its notes, and what its clock showed then, if that is known."""

    ply: int
    token: str
    mover: int
    notes: tuple[Note, ...]
    clock_ms: int | None = None


@dataclass(frozen=True)
class RecordView:
    """A record ready to be stepped through. `opening` are the notes before the first turn."""

    line: RecordLine
    start: Start
    opening: tuple[Note, ...]
    steps: tuple[RecordStep, ...]

    @cached_property
    def lines(self) -> tuple[Variation, ...]:
        """The game, then each variation that can be played."""
        notes = {0: self.opening} | {step.ply: step.notes for step in self.steps}
        there = {ply: several for ply, several in notes.items() if several}
        return read_lines(self.start, [step.token for step in self.steps], there)

    @property
    def tokens(self) -> list[str]:
        """The turns of the game."""
        return [step.token for step in self.steps]

    @property
    def positions(self) -> Sequence[Position]:
        """The start, and the position after each turn."""
        return replay(self.start, self.tokens).positions

    def frame(self, ply: int, line: int = 0) -> Frame:
        """The game after `ply` turns, or a variation of it. IndexError where there is none of this number."""
        return replay(self.start, self.lines[line].tokens if line else self.tokens).frame(ply)

    def clock(self, seat: int, ply: int) -> int | None:
        """What the clock of a seat showed after the first `ply` turns, in milliseconds; None where no one wrote it."""
        shown = [step.clock_ms for step in self.steps[:ply] if step.mover == seat and step.clock_ms is not None]
        return shown[-1] if shown else None


@dataclass(frozen=True)
class GameHead:
    """What every page of a game says of it."""

    game: Game
    parent_scope: Label
    white: Seat
    black: Seat

    @property
    def rules_name(self) -> Message:
        """What players call its rules."""
        return rules_name(self.game.rules)

    @property
    def held_by(self) -> str:
        """The event that the game belongs to, else its club."""
        if self.parent_scope.url:
            return self.parent_scope.name
        return self.game.club.name if self.game.club else translate_message(Message(_("Played online")))


@dataclass(frozen=True)
class ResultPage(GameHead):
    """All that the page of a game's result says."""

    standing: Standing
    claims: tuple[ClaimRow, ...]

    @property
    def status(self) -> Message:
        """What its result comes from, in a sentence; no one reports that of a game that is played here."""
        if self.game.online and self.game.result == PENDING:
            return Message(_("In progress."))
        return self.standing.explain()


@dataclass(frozen=True)
class GamePage(ResultPage):
    """All that the page of a game says, the steps of a record left out (`record_view`)."""

    records: tuple[RecordLine, ...]

    @property
    def options(self) -> tuple[Message, ...]:
        """What each option of its rules changes."""
        return tuple(option_names(self.game.rules, self.game.options))

    @property
    def start(self) -> Start:
        """What the game begins from."""
        return start_of(self.game)


def game_head(game_id: int) -> GameHead:
    """One game with its event and players. Two queries. Raises `Game.DoesNotExist`."""
    for game in _GAME(game_id):
        key = game.parent_scope.key
        parent_scope = Label("", "") if game.is_arranged else labels([key])[key]
        return GameHead(game, parent_scope, make_seat("white", game.white), make_seat("black", game.black))
    raise Game.DoesNotExist


def result_page(game_id: int) -> ResultPage:
    """What was said of a game's result, and what it comes to. Three queries. Raises `Game.DoesNotExist`."""
    head = game_head(game_id)
    now, claims = claims_of(game_id)
    return ResultPage(**vars(head), standing=now, claims=claims)


def game_page(game_id: int, reader: object = None) -> GamePage:
    """Everything about one game but moves, as `reader` may see it (None: as everybody may).

    Raises `Game.DoesNotExist`.
    """
    head = game_head(game_id)
    records = list(records_for(head.game, reader))
    people = people_by_account({record.handed_in_by for record in records})
    lines = tuple(record_line(record, people, head.game) for record in records)
    now, claims = claims_of(game_id)
    return GamePage(**vars(head), standing=now, claims=claims, records=lines)


def has_record(game: Game) -> bool:
    """Whether a record of the game was handed in."""
    return Record.objects.filter(game=game).exists()


def make_seat(side: str, person: Person) -> Seat:
    """Who sits at a side: whom the person was merged into, where that is so."""
    shown = person.merged_into or person
    return Seat(side, shown.page_id, shown.shown_name, shown.country)


def people_by_account(accounts: Iterable[int | None]) -> dict[int | None, tuple[int, str]]:
    """For each account of a person the canonical person's id and name. Sign-in names are no one's business."""
    known = [account for account in accounts if account]
    if not known:
        return {}
    rows = Account.objects.filter(pk__in=known, person__isnull=False).values_list(
        "pk", "person_id", "person__name", "person__merged_into_id", "person__merged_into__name"
    )
    return {account: (root or person, root_name or name) for account, person, name, root, root_name in rows}


def record_line(record: Record, people: Mapping[int | None, tuple[int, str]], game: Game) -> RecordLine:
    """A record of `game` as a line; `people`: by account the person who may have handed it in."""
    return RecordLine(
        id=record.pk,
        number=record.number,
        who=people.get(record.handed_in_by, (None, ""))[1],
        at=record.handed_in_at,
        plies=record.plies,
        outcome=record.outcome,
        reason=record.reason,
        tally=record.tally,
        verdict=verdict(game.rules, game.options, record.plies, outcome_of(record)),
        tags=record.tags,
        digest=record.digest,
    )


def record_view(page: GamePage, number: int | None = None) -> RecordView | None:
    """A record of the game to step through: the one called `number`, else the newest; None where there is none."""
    line = next((line for line in reversed(page.records) if number in (None, line.number)), None)
    if line is None:
        return None
    moves = list(Move.objects.filter(record=line.id).order_by("ply").values_list("ply", "token", "comment", "clock_ms"))
    return view_of(line, page.start, moves)


def view_of(line: RecordLine, start: Start, moves: Sequence[MoveRow]) -> RecordView:
    """A record with its moves in their order; one at ply 0 holds the notes before the first turn."""
    opens = bool(moves) and moves[0][0] == 0
    opening = record_comments.parse(moves[0][2]) if opens else ()
    return RecordView(line, start, opening, tuple(_recorded_steps(start, moves[opens:])))


def _recorded_steps(start: Start, moves: Sequence[MoveRow]) -> Iterable[RecordStep]:
    seats = movers(start, [token for _ply, token, _comment, _clock in moves])
    for (ply, token, comment, clock), seat in zip(moves, seats, strict=True):
        yield RecordStep(ply, token, seat, record_comments.parse(comment), clock)
