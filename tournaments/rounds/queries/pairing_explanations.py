"""Why a round is as it is, for one who asks: kept, computed by one at a time, and within a number of steps.

A round that no Swiss engine made can take minutes to explain. A page spends a bounded number of steps on it; what takes
more, a worker may find out where an arbiter asks for it (`services.explaining`), and its answer is kept in a row.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, TypeVar

from django.conf import settings
from django.core.cache import cache

from common.cached_values import read_as
from common.computed_once import Admit, BeingComputedError, compute_once, free_for_all
from common.journal import queries as journal
from common.message_json import from_json
from common.release import release
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.pairing.steps import StepCounter, TooManySteps
from players.core.rate_limit import TooMany
from tournaments.core.formats import is_for_teams
from tournaments.core.loader import EventData, RoundRow
from tournaments.core.queries.cached import CACHED_SECONDS
from tournaments.core.sides import places_of, sides_by_number
from tournaments.models import Explanation
from tournaments.rounds.queries.match_reasons import explain_apart, explain_matches
from tournaments.rounds.queries.pairing_reasons import ExplainedRound, explain_absence, explain_round, table_before

T = TypeVar("T")
WHOLE_ROUND = (0, 0)
"""Stands for the two pairing numbers where the reasons of a whole round are meant."""

BUSY = Message(_("This is being calculated. Ask again in a few seconds."))
TOO_MANY = Message(_("Too many requests from your address. Try again in a minute."))
BY_LINE_UPS = Message(_("Teams meet in this event; their line-ups decide which players do."))
AT_WORK = Message(_("This is being calculated in the background. It can take a minute."))


@dataclass(frozen=True, slots=True)
class WhyNotAnswer:
    """Why two did not meet. `can_ask` and `wait` as in `Explained`: then `message` says why it is not told."""

    message: Message
    can_ask: bool = False
    wait: int = 0

    def __str__(self) -> str:
        return str(self.message)


def get_explained_round(rows: EventData, number: int, admit: Admit = free_for_all) -> ExplainedRound:
    """Why round `number`, which is paired, is as it is, by pairing or, where teams meet, by match.

    Cached for as long as nothing of it can change.
    """
    round_ = rows.rounds[number - 1]

    def compute() -> ExplainedRound:
        return compute_and_charge(admit, lambda steps: _explain_pairings(rows, round_, steps))

    try:
        return compute_once(_round_key(rows, round_), ExplainedRound, compute, CACHED_SECONDS)
    except BeingComputedError as busy:
        return ExplainedRound(missing=BUSY, wait=busy.seconds)
    except TooMany as many:
        return ExplainedRound(missing=TOO_MANY, wait=many.seconds)


def why_not(rows: EventData, number: int, one: int, two: int, admit: Admit = free_for_all) -> WhyNotAnswer:
    """Why two pairing numbers, of players or of teams, did not meet in round `number`, which is paired.

    KeyError for an unknown number.
    """
    sides = sides_by_number(rows)
    for each in (one, two):
        sides[each]
    if one == two:
        return WhyNotAnswer(Message(choose_two(rows.event.format)))
    round_ = rows.rounds[number - 1]

    def compute() -> WhyNotAnswer:
        return compute_and_charge(admit, lambda steps: _find_answer(rows, round_, one, two, steps))

    try:
        return compute_once(f"why-not:{_fingerprint(rows, round_)}:{one}:{two}", WhyNotAnswer, compute, CACHED_SECONDS)
    except BeingComputedError as busy:
        return WhyNotAnswer(BUSY, wait=busy.seconds)
    except TooMany as many:
        return WhyNotAnswer(TOO_MANY, wait=many.seconds)


def choose_two(format_key: str) -> str:
    """What is asked of a reader of an event of a format who did not name two different sides."""
    return _("Choose two teams.") if is_for_teams(format_key) else _("Choose two players.")


def explain_sides(rows: EventData, round_: RoundRow, steps: StepCounter) -> ExplainedRound:
    """The reasons of a round that is paired, of players or of teams. Raises `TooManySteps`."""
    explain = explain_matches if is_for_teams(rows.event.format) else explain_round
    return explain(rows, round_, steps)


def explain_two(rows: EventData, number: int, one: int, two: int, steps: StepCounter) -> Message:
    """Why two players, or two teams, did not meet in a round that is paired. Raises `TooManySteps`."""
    explain = explain_apart if is_for_teams(rows.event.format) else explain_absence
    return explain(rows, number, one, two, steps)


STEPS_OF_A_READ = 2_500_000
"""So many count as one thing more that a reader asked for."""


def compute_and_charge(admit: Admit, compute: Callable[[StepCounter], T]) -> T:
    """Compute for a reader who is admitted, and count against him what it took."""
    admit()
    steps = steps_on_a_page()
    made = compute(steps)
    with suppress(TooMany):
        for _read in range(steps.taken // STEPS_OF_A_READ):
            admit()
    return made


def came_from_a_file(round_: RoundRow) -> bool:
    """Whether a round was not paired here: what was known then did not come with it."""
    return round_.known is None


def steps_on_a_page() -> StepCounter:
    """What a page may spend on an explanation."""
    return StepCounter(settings.EXPLANATION_STEPS_ON_A_PAGE, settings.EXPLANATION_BYTES_ON_A_PAGE)


def _explain_pairings(rows: EventData, round_: RoundRow, steps: StepCounter) -> ExplainedRound:
    found = _from_worker(rows, round_, WHOLE_ROUND)
    if isinstance(found, Message):
        return ExplainedRound(missing=found)
    if found is not None:
        by_place = {place.number: place.id for place in places_of(rows, round_)}
        reasons = {by_place[int(place)]: _messages(rows, each) for place, each in found["reasons"].items()}
        return ExplainedRound(reasons, _messages(rows, found["differences"]))
    try:
        return explain_sides(rows, round_, steps)
    except TooManySteps as many:
        return ExplainedRound(missing=not_explained(many.limit), can_ask=True)


def _find_answer(rows: EventData, round_: RoundRow, one: int, two: int, steps: StepCounter) -> WhyNotAnswer:
    found = _from_worker(rows, round_, (one, two))
    if isinstance(found, Message):
        return WhyNotAnswer(found)
    if found is not None:
        return WhyNotAnswer(_messages(rows, [found["answer"]])[0])
    kept = read_as(ExplainedRound, cache.get(_round_key(rows, round_)))
    if kept is not None and kept.can_ask:  # pairing the round took too many steps; only what bars two is found sooner
        steps.limit = min(steps.limit or 0, STEPS_FOR_A_BAR)
    try:
        return WhyNotAnswer(explain_two(rows, round_.number, one, two, steps))
    except TooManySteps:
        return WhyNotAnswer(not_explained(settings.EXPLANATION_STEPS_ON_A_PAGE), can_ask=True)


STEPS_FOR_A_BAR = 1_000


def not_explained(limit: int) -> Message:
    """That it would take too long."""
    return Message(_("No explanation: it would take more than %(steps)d steps."), {"steps": limit})


# --- what is kept, and under which key ---------------------------------------------------------------


def _round_key(rows: EventData, round_: RoundRow) -> str:
    return f"explained:{_fingerprint(rows, round_)}"


def _fingerprint(rows: EventData, round_: RoundRow) -> str:
    """The round as it is, what was known when it was paired, what workers found, and how people are called now."""
    boards = [(place.id, place.kind, *place.seat) for place in places_of(rows, round_)]
    names = [(number, side.name) for number, side in sides_by_number(rows).items()]
    asked_for = sorted(
        Explanation.objects.filter(event=rows.event.pk, round_number=round_.number).values_list(
            "lower", "higher", "asked_at", "made_of"
        )
    )
    known = round_.known if round_.known is not None else journal.version(rows.event.scope)
    made_of = (release(), rows.event.pk, round_.number, round_.version, boards, names, known, asked_for)
    return sha256(repr(made_of).encode()).hexdigest()


def digest_of(rows: EventData, round_: RoundRow) -> str:
    """What an explanation is worked out from: boards and the table before them, without names."""
    boards = [(place.number, place.kind, *place.seat) for place in places_of(rows, round_)]
    table = table_before(without_names(rows), round_.number)
    return sha256(repr((release(), boards, table)).encode()).hexdigest()


def _from_worker(rows: EventData, round_: RoundRow, two: tuple[int, int]) -> dict[str, Any] | Message | None:
    """What a worker found out about the round as it is now; a message where it is still at it, or gave up."""
    lower, higher = sorted(two)
    row = Explanation.objects.filter(
        event=rows.event.pk, round_number=round_.number, lower=lower, higher=higher
    ).first()
    if row is None:
        return None
    if row.finished_at is None:
        return AT_WORK
    if row.made_of != digest_of(rows, round_):
        return None
    if row.beyond:
        return not_explained(row.beyond)
    found: dict[str, Any] = row.found
    return found


# --- names: rows hold pairing numbers in their place ---------------------------------------------------

MARK = "\ue000"
"""A character for private use, which no name holds: it stands before a pairing number in place of a name."""


def without_names(rows: EventData) -> EventData:
    """The event with pairing numbers in the place of names, so that no explanation names a player or a team."""
    if is_for_teams(rows.event.format):
        return replace(rows, teams=tuple(replace(team, name=f"{MARK}{team.number}") for team in rows.teams))
    return replace(rows, entries=tuple(replace(entry, name=f"{MARK}{entry.number}") for entry in rows.entries))


def _messages(rows: EventData, kept: list[Any]) -> tuple[Message, ...]:
    """Phrases of a row, with the names of today."""
    return tuple(_with_names(rows, message) for message in map(from_json, kept) if message is not None)


def _with_names(rows: EventData, value: Any) -> Any:
    if isinstance(value, Message):
        return Message(value.template, {key: _with_names(rows, each) for key, each in value.params.items()})
    if isinstance(value, list):
        return [_with_names(rows, each) for each in value]
    if isinstance(value, str) and value.startswith(MARK):
        return sides_by_number(rows)[int(value.removeprefix(MARK))].name
    return value
