"""One game as its page shows it: players, result, every claim, and a record as steps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from engine.claims import Standing, StatedResult, standing
from engine.messages import Message
from engine.rules.record import Note, number_turns
from games import record_comments
from games.labels import option_names, outcome_of, role_name, rules_name, source_name, verdict
from games.models import Claim, Game, Move, Record
from games.replay import Frame, Start, frames, movers
from players.models import Account, Person
from players.scope_labels import Label, labels


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits at one side: the canonical person."""

    side: str
    person_id: int
    name: str
    country: str


@dataclass(frozen=True, slots=True)
class ClaimRow:
    """A claim with who made it ("" where the account is no person's), when, and whether it is in force."""

    number: int
    role: str
    who_id: int | None
    who: str
    at: datetime
    source: str
    result: str
    reason: str
    record: int | None
    late: bool
    in_force: bool

    @property
    def role_name(self) -> Message:
        """In what part it was said."""
        return role_name(self.role)

    @property
    def source_name(self) -> Message:
        """Where it came in."""
        return source_name(self.source)


@dataclass(frozen=True, slots=True)
class RecordLine:
    """A record as a line of a list. `tags` are what was kept of those it was handed in with."""

    id: int
    number: int
    who: str
    at: datetime
    plies: int
    outcome: str
    verdict: Message
    tags: Mapping[str, str]
    digest: str


@dataclass(frozen=True, slots=True)
class Step:
    """One turn of a record: the seat that played it, its notes, and the move number that it begins, if any."""

    ply: int
    token: str
    mover: int
    number: int | None
    notes: tuple[Note, ...]


@dataclass(frozen=True)
class RecordView:
    """A record ready to be stepped through. `opening` are the notes before the first turn."""

    line: RecordLine
    start: Start
    opening: tuple[Note, ...]
    steps: tuple[Step, ...]

    @property
    def turns(self) -> list[tuple[int, list[Step]]]:
        """The steps under their move numbers."""
        numbered: list[tuple[int, list[Step]]] = []
        for step in self.steps:
            if step.number is not None:
                numbered.append((step.number, []))
            numbered[-1][1].append(step)
        return numbered

    def frame(self, ply: int) -> Frame:
        """The position after `ply` turns."""
        return self.frames()[ply]

    def frames(self) -> tuple[Frame, ...]:
        """Every position."""
        return frames(self.start, [step.token for step in self.steps])


@dataclass(frozen=True)
class GamePage:
    """All that the page of a game says, the steps of a record left out (`record_view`)."""

    game: Game
    occasion: Label
    white: Seat
    black: Seat
    rules_name: Message
    options: tuple[Message, ...]
    standing: Standing
    claims: tuple[ClaimRow, ...]
    records: tuple[RecordLine, ...]

    @property
    def start(self) -> Start:
        """What the game begins from."""
        return start_of(self.game)


def start_of(game: Game) -> Start:
    """What `game` begins from."""
    return Start(game.rules, tuple(game.options), game.setup, game.handicap)


def game_page(game_id: int) -> GamePage:
    """Everything about one game but moves. Raises `Game.DoesNotExist`."""
    # Whom somebody was merged into is looked up where that was so: rarely, and most of the columns would be for it.
    seated = Game.objects.select_related("club", "occasion", "white", "black")
    game = seated.get(pk=game_id, occasion__hidden=False)
    claims = list(Claim.objects.filter(game=game).select_related("why").order_by("number"))
    records = list(Record.objects.filter(game=game).order_by("number"))
    numbers: dict[int | None, int] = {record.pk: record.number for record in records}
    people = _people({claim.account for claim in claims} | {record.handed_in_by for record in records})
    now = standing(StatedResult(claim.number, claim.role, claim.result, claim.late) for claim in claims)
    return GamePage(
        game=game,
        occasion=labels([game.occasion.key])[game.occasion.key],
        white=_seat("white", game.white),
        black=_seat("black", game.black),
        rules_name=rules_name(game.rules),
        options=tuple(option_names(game.rules, game.options)),
        standing=now,
        claims=tuple(_claim_row(claim, people, now, numbers.get(claim.record_id)) for claim in claims),
        records=tuple(_record_line(record, people, game) for record in records),
    )


def _seat(side: str, person: Person) -> Seat:
    shown = person.merged_into or person
    return Seat(side, shown.pk, shown.name, shown.country)


def _people(accounts: Iterable[int | None]) -> dict[int | None, tuple[int, str]]:
    """For each account of a person the canonical person's id and name. Sign-in names are nobody's business."""
    known = [account for account in accounts if account]
    if not known:
        return {}
    rows = Account.objects.filter(pk__in=known, person__isnull=False).values_list(
        "pk", "person_id", "person__name", "person__merged_into_id", "person__merged_into__name"
    )
    return {account: (root or person, root_name or name) for account, person, name, root, root_name in rows}


def own_claim(claim: Claim, account: Account, now: Standing, reason: str = "") -> ClaimRow:
    """A claim that `account` has just made without a record, as its row in the list. No query, save after a merge."""
    person = account.person and (account.person.merged_into or account.person)
    who = (person.pk, person.name) if person else (None, "")
    return _row_of(claim, who, now, reason, None)


def _claim_row(claim: Claim, people: dict[int | None, tuple[int, str]], now: Standing, record: int | None) -> ClaimRow:
    reason = claim.why.text if hasattr(claim, "why") else ""
    return _row_of(claim, people.get(claim.account, (None, "")), now, reason, record)


def _row_of(claim: Claim, who: tuple[int | None, str], now: Standing, reason: str, record: int | None) -> ClaimRow:
    return ClaimRow(
        number=claim.number,
        role=claim.role,
        who_id=who[0],
        who=who[1],
        at=claim.at,
        source=claim.source,
        result=claim.result,
        reason=reason,
        record=record,
        late=claim.late,
        in_force=claim.number in now.in_force,
    )


def _record_line(record: Record, people: dict[int | None, tuple[int, str]], game: Game) -> RecordLine:
    return RecordLine(
        id=record.pk,
        number=record.number,
        who=people.get(record.handed_in_by, (None, ""))[1],
        at=record.handed_in_at,
        plies=record.plies,
        outcome=record.outcome,
        verdict=verdict(game.rules, game.options, record.plies, outcome_of(record)),
        tags=record.tags,
        digest=record.digest,
    )


def record_view(page: GamePage, number: int | None = None) -> RecordView | None:
    """A record of the game to step through: the one called `number`, else the newest; None where there is none."""
    line = next((line for line in reversed(page.records) if number in (None, line.number)), None)
    if line is None:
        return None
    moves = list(Move.objects.filter(record=line.id).order_by("ply").values_list("ply", "token", "comment"))
    opening = record_comments.parse(moves.pop(0)[2]) if moves and moves[0][0] == 0 else ()
    return RecordView(line, page.start, opening, tuple(_steps(page.game, moves)))


def _steps(game: Game, moves: Sequence[tuple[int, str, str]]) -> Iterable[Step]:
    tokens = [token for _ply, token, _comment in moves]
    seats = movers(start_of(game), tokens)
    for (ply, token, comment), number, seat in zip(moves, number_turns(seats), seats, strict=True):
        yield Step(ply, token, seat, number, record_comments.parse(comment))
