"""Is this record legal, and what does it prove? The verdict of docs/record-format.md."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules import rules_for
from gipf_engine.rules.base import Move, Position, Rules
from gipf_engine.rules.errors import BadSetup, RuleError, UnknownRules
from gipf_engine.rules.possible_results import DRAW, can_be_drawn
from gipf_engine.rules.record import RESULTS, GameRecord, renumber

OPEN = ("*", "open")
"""What an outcome is called where the moves prove nothing yet: of a game, of a solitaire."""
LONGEST_SHOWN = 500
"""Characters of a token that an error repeats."""
BY_RULES = "rules"
TERMINATIONS = (BY_RULES, "resigned", "time", "agreed", "arbiter")
DRAWN_BY = ("agreed", "arbiter")
"""How a game ends in a draw although its rules know none."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a record is not legal. `ply` counts turns from 1; 0 is the set-up.

    `position`: text of the position before it, "" when there is none. `alternatives`: legal turns in
    official notation, where they are few.
    """

    ply: int
    token: str
    message: Message
    position: str = ""
    alternatives: tuple[str, ...] = ()


@dataclass(frozen=True)
class Verdict:
    """What a record proves. `plies` are those that were legal, also where a fault follows them.

    `outcome` is a value of Result ("*" or "open": nothing proven), `reason` a word of the record format.
    Where there is an `error`, outcome, reason, tally and agrees are None. `positions` has the start and
    the position after each ply, `moves` the turns between them; `ends[n]` tokens of the record make up
    the first n + 1 turns.
    """

    rules: Rules | None
    game: str
    variant: str
    options: frozenset[str]
    outcome: str | None
    reason: str | None
    tally: tuple[tuple[int, ...], ...] | None
    agrees: bool | None
    error: Fault | None
    positions: tuple[Position, ...]
    moves: tuple[Move, ...]
    ends: tuple[int, ...]

    @property
    def legal(self) -> bool:
        """Whether every turn was legal."""
        return self.error is None

    @property
    def plies(self) -> int:
        """How many legal turns were played."""
        return len(self.moves)

    @cached_property
    def movers(self) -> tuple[int, ...]:
        """The seat that played each legal turn."""
        return tuple(position.turn or 0 for position in self.positions[: len(self.moves)])

    @cached_property
    def tokens(self) -> tuple[str, ...]:
        """Every legal turn in official complete notation."""
        return tuple(position.notation(move) for position, move in zip(self.positions, self.moves, strict=False))

    def as_json(self) -> dict[str, object]:
        """The verdict in plain values, its words in English."""
        error = self.error
        return {
            "game": self.game,
            "rules": self.variant,
            "legal": self.legal,
            "plies": self.plies,
            "outcome": self.outcome,
            "reason": self.reason,
            "tally": None if self.tally is None else [list(counts) for counts in self.tally],
            "agrees": self.agrees,
            "error": error and {"ply": error.ply, "token": error.token, "message": str(error.message)},
        }


def check(record: GameRecord, *, agreed_draws: bool = False, needs_turn: bool = True) -> Verdict:
    """Play the record through and judge it. Raises `UnknownRules` alone, for a game no one registered.

    `agreed_draws`: players may agree on a draw where the rules know none, since the one who holds the event allows it.
    `needs_turn`: a record without a turn is not legal; False for a known game, which may have ended before one.
    """
    if not record.game:
        raise UnknownRules(Message(_("the record names no game")))
    if not record.variant:
        raise UnknownRules(Message(_("the record names no rules")))
    try:
        rules = rules_for(record.key, record.options)
        if isinstance(record.fault, BadSetup):
            raise record.fault
        start = rules.start(record.tags.get("Setup", ""), record.tags.get("Handicap", ""))
    except UnknownRules:
        raise
    except BadSetup as trouble:
        return _unplayable(record, trouble)
    game = _Playing(start)
    error = game.play(record)
    if error is None and needs_turn and not game.moves:
        error = Fault(1, "", Message(_("this record has no turns")), start.text())
    return (
        _judge_claims(record, rules, game, agreed_draws)
        if error is None
        else _verdict(record, rules, game, error=error)
    )


def canonical(record: GameRecord, verdict: Verdict) -> GameRecord:
    """A legal record with its turns in official complete notation, comments and variations in their places."""
    return renumber(record, verdict.tokens, verdict.ends)


class _Playing:
    """A game while its record is played through."""

    def __init__(self, start: Position) -> None:
        self.positions = [start]
        self.moves: list[Move] = []
        self.ends: list[int] = []

    def play(self, record: GameRecord) -> Fault | None:
        """Play every turn. Returns what stopped it, None when all were legal."""
        tokens, at, position = record.tokens, 0, self.positions[0]
        while at < len(tokens):
            try:
                move, used = position.read_turn(tokens, at)
                after = position.play(move)
                if at + used in record.counts:
                    position.rules.check_count(position, after, record.counts[at + used])
            except RuleError as trouble:
                return self._fault(tokens[at], trouble)
            at += used
            position = after
            self.moves.append(move)
            self.ends.append(at)
            self.positions.append(position)
        return self._fault(record.fault.token, record.fault) if record.fault else None

    def _fault(self, token: str, trouble: RuleError) -> Fault:
        position = self.positions[-1].text()
        return Fault(len(self.moves) + 1, token[:LONGEST_SHOWN], trouble.message, position, trouble.alternatives)


def _unplayable(record: GameRecord, trouble: RuleError) -> Verdict:
    fault = Fault(0, trouble.token, trouble.message)
    return Verdict(None, record.game, record.variant, record.options, None, None, None, None, fault, (), (), ())


def _judge_claims(record: GameRecord, rules: Rules, game: _Playing, agreed_draws: bool) -> Verdict:
    outcome = game.positions[-1].outcome
    is_solitaire = rules.seats == 1
    result = outcome.result if outcome else OPEN[is_solitaire]
    return _verdict(
        record,
        rules,
        game,
        outcome=result,
        reason=outcome.reason if outcome else OPEN[1] if is_solitaire else None,
        tally=outcome.tally if outcome else None,
        agrees=_agrees(record, result, rules, agreed_draws),
    )


def _verdict(
    record: GameRecord,
    rules: Rules,
    game: _Playing,
    *,
    outcome: str | None = None,
    reason: str | None = None,
    tally: Sequence[tuple[int, ...]] | None = None,
    agrees: bool | None = None,
    error: Fault | None = None,
) -> Verdict:
    return Verdict(
        rules=rules,
        game=record.game,
        variant=record.variant,
        options=record.options,
        outcome=outcome,
        reason=reason,
        tally=None if tally is None else tuple(tally),
        agrees=agrees,
        error=error,
        positions=tuple(game.positions),
        moves=tuple(game.moves),
        ends=tuple(game.ends),
    )


def _agrees(record: GameRecord, outcome: str, rules: Rules, agreed_draws: bool) -> bool:
    """Whether the Result tag, and a closing result that says something else, can stand beside the moves."""
    written = record.tags.get("Result")
    if written is None:
        return True
    if record.result not in ("", written, *OPEN):
        return False
    if outcome not in OPEN:
        return written == outcome
    if written in OPEN:
        return True
    termination = record.tags.get("Termination", BY_RULES)
    if written == DRAW and not rules.draws:
        return can_be_drawn(rules, agreed_draws=agreed_draws) and termination in DRAWN_BY
    return termination in TERMINATIONS[1:] and written in (RESULTS[4:6] if rules.seats == 1 else RESULTS[:3])
