"""What the facts propose for a game without a result, and what a player has reported."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.core.labels import outcome_of, role_name, why
from games.core.permissions import seat_of
from games.core.queries.certificates import ScoreTable, score_table
from games.core.queries.page import GameHead, ResultPage, Seat, game_head
from games.core.queries.sheets import latest_sheets
from games.core.running import start_of
from games.models import Claimant, Game, Move, Record
from games.results.services.stated import stated_results
from gipf_engine.claims import ClaimState, Standing, counting_claim, standing
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import PENDING, RESULTS
from gipf_engine.rules import rules_for
from gipf_engine.rules.possible_results import OVER_THE_BOARD
from gipf_engine.rules.score import explain_lead
from players.models import Account

_WINS = ("1-0", "0-1")
_SECONDS = 1000


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that is known. `result` is what it speaks for, "" for nothing."""

    text: Message
    result: str = ""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What is known of a game, the weightiest first. `result` is proposed, "" where nothing speaks for any.

    `table` is the score of the last position of its record, where there is one.
    """

    facts: tuple[Fact, ...]
    table: ScoreTable | None

    @property
    def result(self) -> str:
        return next((fact.result for fact in self.facts if fact.result), "")

    @property
    def reason(self) -> Message | None:
        """The fact that the proposal is made for."""
        return next((fact.text for fact in self.facts if fact.result), None)


def proposal_for(page: ResultPage) -> Proposal | None:
    """What speaks for which result where the game has none or is in dispute; None where nothing is known, or it is
    decided. Three queries at most."""
    if page.game.result != PENDING and page.standing.state is not ClaimState.DISPUTED:
        return None
    record = Record.objects.filter(game=page.game).order_by("number").last()
    played, table = ([], None) if record is None else _of_record(page.game, record)
    facts = [*played, *_of_sheets(page.game), *_of_claims(page)]
    return Proposal(tuple(facts), table) if facts else None


def _of_record(game: Game, record: Record) -> tuple[list[Fact], ScoreTable | None]:
    if record.outcome in OVER_THE_BOARD:
        words = {"result": RESULTS[record.outcome].label, "reason": why(game.rules, game.options, outcome_of(record))}
        return [Fact(Message(_("The record ends with %(result)s, because %(reason)s."), words), record.outcome)], None
    moves = list(Move.objects.filter(record=record, ply__gt=0).order_by("ply").values_list("token", "clock_ms"))
    rules, position = rules_for(game.rules, game.options), start_of(game).position()
    seats = []
    for token, _clock in moves:
        seats.append(position.turn or 0)
        position = position.play(position.parse(token))
    score = rules.score(position)
    facts = _of_clocks(list(zip(seats, (clock for _token, clock in moves), strict=True)))
    if score is None:
        return facts, None
    words = {"plies": record.plies}
    if score.leader is None:
        return [
            *facts,
            Fact(Message(_("The record ends after %(plies)d turns with neither player ahead."), words)),
        ], None
    words |= {"lead": explain_lead(score, rules.score_names)}
    text = Message(_("After the %(plies)d turns of the record %(lead)s."), words)
    return [*facts, Fact(text, _WINS[score.leader])], score_table(rules, score)


def _of_clocks(clocks: Sequence[tuple[int, int | None]]) -> list[Fact]:
    """A clock that has run down loses; else what both show is only told."""
    last = {seat: clock // _SECONDS for seat, clock in clocks if clock is not None}
    down = [seat for seat, seconds in last.items() if seconds == 0]
    if len(down) == 1:
        return [
            Fact(
                Message((_("White's clock has run down."), _("Black's clock has run down."))[down[0]]),
                _WINS[1 - down[0]],
            )
        ]
    if len(last) < len(_WINS):
        return []
    words = {"white": f"{last[0] // 60}:{last[0] % 60:02}", "black": f"{last[1] // 60}:{last[1] % 60:02}"}
    return [Fact(Message(_("Time left: White %(white)s, Black %(black)s."), words))]


def _of_sheets(game: Game) -> list[Fact]:
    template = _("%(who)s handed in a score sheet with %(result)s.")
    return [
        Fact(Message(template, {"who": sheet.role_name, "result": RESULTS[sheet.result].label}), sheet.result)
        for sheet in latest_sheets(game)
    ]


def _of_claims(page: ResultPage) -> list[Fact]:
    if page.standing.state is not ClaimState.WAITING:
        return []
    claim = page.claims[-1]
    words = {"who": role_name(claim.role), "result": RESULTS[page.standing.value].label}
    text = Message(_("%(who)s reported %(result)s; the other player has not answered."), words)
    return [Fact(text, page.standing.value)]


@dataclass(frozen=True)
class OwnReport(GameHead):
    """The result that was reported from `seat` and still counts, and what all claims come to."""

    seat: Claimant
    result: str
    standing: Standing

    @property
    def opponent(self) -> Seat:
        """Who sits on the other side."""
        return self.black if self.seat == Claimant.WHITE else self.white


def own_report(game_id: int, account: Account | None) -> OwnReport | None:
    """What `account` said last from its seat; None where it has none, or where nothing that it said counts.

    Three queries. Raises `Game.DoesNotExist`.
    """
    head = game_head(game_id)
    seat = seat_of(head.game, account)
    if seat is None:
        return None
    claims = stated_results(game_id)
    own = counting_claim(claims, seat)
    return OwnReport(**vars(head), seat=seat, result=own.result, standing=standing(claims)) if own else None
