"""The deals and attempts of a round in an event file: written when the round is over, and checked when they come in.

A round of deals that is still being played stays out of files: nothing of it may be seen before everybody has
finished. Deals are not solved again when they come in; the one who doubts par runs `checkdraw`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from games.models import Attempt, AttemptTurn
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules import rules_for
from gipf_engine.rules.base import Position, Rules
from gipf_engine.rules.deals import FORMAT, MOST_DEALS, DealSource
from gipf_engine.rules.errors import RuleError
from tournaments.core.event_config import EventConfig
from tournaments.core.formats import options_of
from tournaments.core.loader import EventData, PairingRow
from tournaments.interchange.formats.imported_event import ImportedAttempt, ImportedDeal, ImportedDraw
from tournaments.interchange.formats.json_reader import Reader, Wrong

LONGEST_LINE, LONGEST_FAULT = 20_000, 20
MOST_TURNS = LONGEST_LINE // 2
MOST_PAR = 200


class WrittenAttempts:
    """The attempts of an event as its file tells them, read at once."""

    def __init__(self, rows: EventData) -> None:
        ids = [each.id for round_ in rows.rounds for pairing in round_.pairings for each in pairing.attempts]
        self._attempts = Attempt.objects.in_bulk(ids)
        self._turns: dict[int, list[AttemptTurn]] = {}
        for turn in AttemptTurn.objects.filter(attempt__in=ids).order_by("ply"):
            self._turns.setdefault(turn.attempt_id, []).append(turn)

    def values(self, pairing: PairingRow) -> list[dict[str, Any]]:
        """Each attempt of a pairing, in the order of the deals."""
        return [self._values(self._attempts[each.id]) for each in pairing.attempts]

    def _values(self, attempt: Attempt) -> dict[str, Any]:
        turns = self._turns.get(attempt.pk, ())
        return {
            "ending": attempt.ending,
            "begun_at": attempt.begun_at.isoformat() if attempt.begun_at is not None else None,
            "ended_at": attempt.ended_at.isoformat() if attempt.ended_at is not None else None,
            "turns": " ".join(turn.token for turn in turns),
            "times": [turn.at.isoformat() for turn in turns],
            **({"fault": attempt.fault} if attempt.fault else {}),
        }


def parse_draw(draw: Reader, plan: EventConfig) -> ImportedDraw:
    """The published draw of a round. All but par is worked out again, and has to be what the file says."""
    rules = rules_for(plan.rules, frozenset(plan.options))
    usual = {each.key: each.default for each in options_of(plan.format)}
    limit = draw["limit"].number(10**9, least=1)
    assert limit is not None
    source, seed = DealSource(rules, limit), draw["seed"].text(64)
    deals = [_deal(each, source, seed) for each in draw["deals"].items(MOST_DEALS)]
    if len(deals) != plan.format_options.get("deals", usual["deals"]):
        raise Wrong(draw["deals"].place, Message(_("the rounds of this event have a different number of deals")))
    numbers = [deal.number for deal in deals]
    if numbers != sorted(set(numbers)):
        raise Wrong(draw["deals"].place, Message(_("the numbers of the deals must increase")))
    skipped = [number for number in range(1, numbers[-1]) if number not in numbers]
    derived: Mapping[str, Any] = {
        "format": FORMAT,
        "rules": rules.key,
        "options": sorted(rules.options),
        "recipe": source.chance.version,
        "solver": rules.solver_version,
        "commitment": source.commitment(seed),
        "skipped": skipped,
    }
    for name, value in derived.items():
        if draw[name].value != value:
            raise Wrong(draw[name].place, Message(_("this does not follow from the seed")))
    return ImportedDraw(seed, source.recipe.version, source.commitment(seed), tuple(deals), tuple(skipped))


def _deal(deal: Reader, source: DealSource, seed: str) -> ImportedDeal:
    number, par = deal["number"].number(10**6, least=1), deal["par"].number(MOST_PAR, least=1)
    assert number is not None and par is not None
    try:
        setup = source.chance.draw(source.chance.seed_of_board(seed, number))
    except RuleError as error:
        raise Wrong(deal.place, error.message) from error
    if deal["setup"].value != setup:
        raise Wrong(deal["setup"].place, Message(_("this does not follow from the seed")))
    return ImportedDeal(number, setup, par)


def parse_attempts(attempts: Reader, plan: EventConfig, draw: ImportedDraw) -> tuple[ImportedAttempt, ...]:
    """The attempts of one player at the deals of a round, each turn checked."""
    rules = rules_for(plan.rules, frozenset(plan.options))
    found = list(attempts.items(MOST_DEALS))
    if len(found) != len(draw.deals):
        raise Wrong(attempts.place, Message(_("every player has one attempt at each deal")))
    return tuple(_attempt(each, rules, deal) for each, deal in zip(found, draw.deals, strict=True))


def _attempt(attempt: Reader, rules: Rules, deal: ImportedDeal) -> ImportedAttempt:
    ending = attempt["ending"].one_of(Attempt.Ending.values)
    ended_at = attempt["ended_at"].moment()
    begun_at = attempt["begun_at"].moment() if attempt["begun_at"].value is not None else None
    tokens, position = _played(attempt["turns"], rules.start(deal.setup))
    times = _times(attempt, len(tokens), ended_at)
    if (begun_at is None) != (ending == Attempt.Ending.UNPLAYED) or (begun_at is None and tokens):
        raise Wrong(attempt["begun_at"].place, Message(_("an attempt that was not started has no turns and no end")))
    if (position.outcome is None) == (ending == Attempt.Ending.RULES):
        raise Wrong(attempt["ending"].place, Message(_("the turns do not end like this")))
    result = Attempt.Result.OPEN if position.outcome is None else Attempt.Result(position.outcome.result)
    counts = None if begun_at is None else rules.count_solo(position)
    fault = attempt["fault"].text(LONGEST_FAULT) if "fault" in attempt.mapping() else ""
    turns = tuple(zip(tokens, times, strict=True))
    return ImportedAttempt(ending, result.value, begun_at, ended_at, turns, fault, counts)


def _times(attempt: Reader, turns: int, ended_at: datetime) -> Sequence[datetime]:
    """When each turn was played. Files of earlier releases do not say so: at the end, as far as is known."""
    if "times" not in attempt.mapping():
        return [ended_at] * turns
    found = [each.moment() for each in attempt["times"].items(MOST_TURNS)]
    if len(found) != turns:
        raise Wrong(attempt["times"].place, Message(_("times and turns differ in number")))
    return found


def _played(turns: Reader, position: Position) -> tuple[Sequence[str], Position]:
    tokens = turns.text(LONGEST_LINE).split()
    for ply, token in enumerate(tokens, 1):
        try:
            position = position.play(position.parse(token))
        except RuleError as error:
            params = {"ply": ply, "token": token[:20], "why": error.message}
            raise Wrong(turns.place, Message(_("turn %(ply)d, %(token)s: %(why)s"), params)) from error
    return tokens, position
