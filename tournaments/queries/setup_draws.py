"""What chance laid out in a round as everybody may see it: hashes before it starts, seeds and set-ups after."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from engine.rules.setup_seed import commitment_text
from tournaments.domain.loader import EntryRow, EventData
from tournaments.domain.setup_draws import is_replaced, setup_generator_of, shown_seed
from tournaments.models import Deal, Event, PairedGame, Reason

FIRST_LEG = 1


@dataclass(frozen=True, slots=True)
class Draw:
    """A draw of a round. `seed` is None while it is a secret, `board` 0 where it is for all boards.

    `replaced`: another was drawn in its place; `late`: nobody saw its hash before the round started. `reason` is why
    it was drawn anew. `hashed` is the text that its `commitment` is the SHA-256 of, None while the seed is a secret.
    """

    number: int
    board: int
    version: str
    commitment: str
    seed: str | None
    hashed: str | None
    drawn_at: datetime
    replaced: bool
    late: bool
    reason: str


@dataclass(frozen=True, slots=True)
class RoundDraws:
    """The draws of a round, the first one first. `own`: each board has a set-up of its own."""

    round: int
    started: bool
    own: bool
    draws: tuple[Draw, ...]

    @property
    def current(self) -> tuple[Draw, ...]:
        """The draws in force: one for all boards, and one for each board that had its own drawn anew."""
        return tuple(draw for draw in self.draws if not draw.replaced)

    @property
    def again(self) -> int:
        """How often it was drawn anew."""
        return len(self.draws) - 1


@dataclass(frozen=True, slots=True)
class BoardSetups:
    """A board of a round and who sits there, White of the first game first."""

    board: int
    white: EntryRow
    black: EntryRow


@dataclass(frozen=True, slots=True)
class SetupOfBoard:
    """Boards of a round with one set-up."""

    setup: str
    tables: tuple[BoardSetups, ...]


def round_draws(rows: EventData, *numbers: int) -> list[RoundDraws]:
    """What was drawn for these rounds; none where the rules lay out nothing. Two queries at most."""
    event = rows.event
    if setup_generator_of(event) is None:
        return []
    numbers = tuple(number for number in numbers if number <= len(rows.rounds) + 1)  # nothing later is drawn yet
    deals = list(Deal.objects.filter(event=event, round_number__in=numbers).order_by("number"))
    reasons = _reasons(event, deals)
    found = []
    for number in numbers:
        drawn = [deal for deal in deals if deal.round_number == number]
        if drawn:
            own = event.setups == Event.Setups.BOARD
            draws = tuple(_draw(rows, deal, drawn, reasons) for deal in drawn)
            found.append(RoundDraws(number, rows.round(number) is not None, own, draws))
    return found


def draws_beside(rows: EventData, number: int) -> list[RoundDraws]:
    """What a page about round `number` shows: that round, and beside the last one the round that comes next."""
    numbers = [number]
    if rows.coming is not None and number == len(rows.rounds):
        numbers.append(rows.coming)
    return round_draws(rows, *numbers)


def all_draws(rows: EventData) -> list[RoundDraws]:
    """What was drawn for every round, the coming one too."""
    return round_draws(rows, *range(1, len(rows.rounds) + 2))


def _reasons(event: Event, deals: Sequence[Deal]) -> dict[int, str]:
    """Why draws after the first were made, by the journal's line."""
    lines = [deal.line for deal in deals if deal.number > 1]
    if not lines:
        return {}
    return dict(Reason.objects.filter(event=event, version__in=lines).values_list("version", "text"))


def _draw(rows: EventData, deal: Deal, drawn: Sequence[Deal], reasons: dict[int, str]) -> Draw:
    round_ = rows.round(deal.round_number)
    seed = shown_seed(deal, drawn, started=round_ is not None)
    return Draw(
        number=deal.number,
        board=deal.board,
        version=deal.version,
        commitment=deal.commitment,
        seed=seed,
        hashed=None if seed is None else commitment_text(deal.version, deal.rules, seed),
        drawn_at=deal.drawn_at,
        replaced=is_replaced(deal, drawn),
        late=round_ is not None and deal.drawn_at > round_.started_at,
        reason=reasons.get(deal.line, "") if deal.number > 1 else "",
    )


def setup_of_boards(rows: EventData, number: int) -> list[SetupOfBoard]:
    """The set-ups of a round that started, each with its boards. One query."""
    round_ = rows.round(number)
    if round_ is None or setup_generator_of(rows.event) is None:
        return []
    games = PairedGame.objects.filter(pairing__round=round_.id, leg=FIRST_LEG)
    setups = dict(games.values_list("pairing", "game__setup"))
    tables: dict[str, list[BoardSetups]] = {}
    for pairing in round_.pairings:
        if pairing.id in setups:
            white, black = (rows.by_id[entry] for entry in pairing.entries)
            tables.setdefault(setups[pairing.id], []).append(BoardSetups(pairing.board, white, black))
    return [SetupOfBoard(setup, tuple(found)) for setup, found in tables.items()]
