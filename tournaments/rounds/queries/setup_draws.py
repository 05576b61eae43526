"""Chance in a round as everybody may see it: hashes before it starts; seeds, set-ups and lots after."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from games.core.labels import rules_name
from gipf_engine.messages import Message
from gipf_engine.rules.setup_seed import commitment_text
from gipf_engine.tournament.medleys import Order, draw_game, game_text
from gipf_engine.tournament.pairing.base import Pair
from gipf_engine.tournament.pairing.first_move import lot_digest, lot_text
from tournaments.core.draws import (
    ALL_BOARDS,
    is_replaced,
    leaves_first_move_open,
    plays_deals,
    recipe_of,
    setup_generators_of,
    shown_seed,
)
from tournaments.core.loader import EntryRow, EventData, RoundRow
from tournaments.core.medleys import candidates_of, order_of
from tournaments.models import Deal, Event, PairedGame, Reason

FIRST_LEG = 1


@dataclass(frozen=True, slots=True)
class Draw:
    """A draw of a round. `seed` is None while it is a secret, `board` 0 where it is for all boards.

    `replaced`: another was drawn in its place; `late`: no one saw its hash before the round started. `reason` is why
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
    """The draws of a round, the first one first.

    `lays_out`: the games have set-ups that follow from them; `own`: each board has a set-up of its own. `lots`: on
    some boards it is drawn who begins, or was. `games`: it is drawn what is played. `deals`: everybody plays the same
    deals alone. `revealed`: the seeds may be seen.
    """

    round: int
    started: bool
    lays_out: bool
    own: bool
    lots: bool
    games: bool
    deals: bool
    revealed: bool
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
class Lot:
    """A board of which it was drawn who begins: `white`. The SHA-256 of `text` is `digest`, and decides it."""

    board: int
    white: EntryRow
    black: EntryRow
    text: str
    digest: str


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
    rules: str = ""


@dataclass(frozen=True, slots=True)
class GameDraw:
    """A game of a medley that was drawn: `rules`, of these `candidates`, for a board (0: all) and a game of the match.

    The SHA-256 of `text` is `digest`, and decides it.
    """

    board: int
    leg: int
    rules: str
    candidates: tuple[str, ...]
    text: str
    digest: str

    @property
    def name(self) -> Message:
        return rules_name(self.rules)

    @property
    def names(self) -> list[Message]:
        """The games that it was drawn from."""
        return [rules_name(key) for key in self.candidates]


def round_draws(rows: EventData, *numbers: int) -> list[RoundDraws]:
    """What was drawn for these rounds; none where chance plays no part. Two queries at most."""
    event = rows.event
    if recipe_of(event) is None:
        return []
    numbers = tuple(number for number in numbers if number <= len(rows.rounds) + 1)  # nothing later is drawn yet
    deals = list(Deal.objects.filter(event=event, round_number__in=numbers).order_by("number"))
    reasons = _draw_reasons(event, deals)
    found = []
    for number in numbers:
        drawn = [deal for deal in deals if deal.round_number == number]
        if drawn:
            found.append(_round_draws(rows, number, tuple(_draw_of_deal(rows, deal, drawn, reasons) for deal in drawn)))
    return found


def _round_draws(rows: EventData, number: int, draws: tuple[Draw, ...]) -> RoundDraws:
    event, round_ = rows.event, rows.round(number)
    lays_out = bool(setup_generators_of(event))
    return RoundDraws(
        round=number,
        started=round_ is not None,
        lays_out=lays_out,
        own=lays_out and event.setups == Event.Setups.BOARD,
        lots=leaves_first_move_open(event) if round_ is None else any(each.lot for each in round_.pairings),
        games=(order := order_of(event)) is not None and order.is_drawn,
        deals=plays_deals(event),
        revealed=_may_be_shown(rows, round_),
        draws=draws,
    )


def draws_beside(rows: EventData, number: int) -> list[RoundDraws]:
    """What a page about round `number` shows: that round, and beside the last one the round that comes next."""
    numbers = [number]
    if rows.coming is not None and number == len(rows.rounds):
        numbers.append(rows.coming)
    return round_draws(rows, *numbers)


def all_draws(rows: EventData) -> list[RoundDraws]:
    """What was drawn for every round, the coming one too."""
    return round_draws(rows, *range(1, len(rows.rounds) + 2))


def _draw_reasons(event: Event, deals: Sequence[Deal]) -> dict[int, str]:
    """Why draws after the first were made, by the journal's line."""
    lines = [deal.line for deal in deals if deal.number > 1]
    if not lines:
        return {}
    return dict(Reason.objects.filter(event=event, version__in=lines).values_list("version", "text"))


def _draw_of_deal(rows: EventData, deal: Deal, drawn: Sequence[Deal], reasons: dict[int, str]) -> Draw:
    round_ = rows.round(deal.round_number)
    seed = shown_seed(deal, drawn, started=_may_be_shown(rows, round_))
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


def _may_be_shown(rows: EventData, round_: RoundRow | None) -> bool:
    """Whether seeds of a round may be seen: when it starts, but where deals are played when all of them are over."""
    if round_ is None:
        return False
    return round_.deals_are_over if plays_deals(rows.event) else True


def lots_of(rows: EventData, draws: RoundDraws) -> list[Lot]:
    """The boards of a round that started, of which it was drawn who begins. No query."""
    round_, seeds = rows.round(draws.round), {draw.number: draw.seed for draw in draws.draws}
    found = []
    for pairing in round_.pairings if round_ is not None else ():
        seed = seeds.get(pairing.lot) if pairing.lot is not None else None
        if seed is not None:
            white, black = (rows.by_id[entry] for entry in pairing.entries)
            one, two = white.number or 0, black.number or 0
            found.append(Lot(pairing.board, white, black, lot_text(seed, one, two), lot_digest(seed, one, two)))
    return found


def setup_of_boards(rows: EventData, number: int) -> list[SetupOfBoard]:
    """The set-ups of a round that started, each with its boards. One query."""
    round_ = rows.round(number)
    if round_ is None or not setup_generators_of(rows.event):
        return []
    games = PairedGame.objects.filter(pairing__round=round_.id, leg=FIRST_LEG)
    games = games.exclude(game__setup="") if rows.event.medley else games
    setups = {pairing: (setup, rules) for pairing, setup, rules in games.values_list("pairing", *_LAID)}
    tables: dict[tuple[str, str], list[BoardSetups]] = {}
    for pairing in round_.pairings:
        if pairing.id in setups:
            white, black = (rows.by_id[entry] for entry in pairing.entries)
            tables.setdefault(setups[pairing.id], []).append(BoardSetups(pairing.board, white, black))
    return [SetupOfBoard(setup, tuple(found), rules) for (setup, rules), found in tables.items()]


_LAID = ("game__setup", "game__rules")


def game_draws(rows: EventData, draws: RoundDraws) -> list[GameDraw]:
    """The games of a round that started as they were drawn, for everybody to draw again; none where they were not."""
    order, round_ = order_of(rows.event), rows.round(draws.round)
    seed = next((draw.seed for draw in draws.current if draw.seed is not None and not draw.board), None)
    if order is None or not order.is_drawn or round_ is None or seed is None:
        return []
    found = []
    meeting = [pairing for pairing in round_.pairings if pairing.games]
    for pairing in meeting if order is Order.BOARD else meeting[:1]:
        white, black = (rows.by_id[entry].number or 0 for entry in pairing.entries)
        board = pairing.board if order is Order.BOARD else ALL_BOARDS
        for leg, candidates in enumerate(candidates_of(rows, draws.round, Pair(white, black), seed, board), 1):
            rules, text = draw_game(candidates, seed, board, leg), game_text(seed, board, leg)
            found.append(GameDraw(board, leg, rules, candidates, text, sha256(text.encode("ascii")).hexdigest()))
    return found
