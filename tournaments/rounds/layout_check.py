"""A round as it is laid out on a page or by a program: what it would come to, and what the rules say is worse in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from time import monotonic

from django.conf import settings

from common.computed_once import BeingComputedError, compute_once
from common.journal import queries as journal
from common.release import release
from gipf_engine.messages import Message
from gipf_engine.tournament.hand_pairing import Caution
from gipf_engine.tournament.pairing import PairingError, RoundPairings
from gipf_engine.tournament.pairing.steps import StepCounter, TooManySteps
from tournaments.core.errors import ConfirmationNeeded, EventRefused
from tournaments.core.formats import system_of
from tournaments.core.loader import EventData
from tournaments.core.queries.cached import CACHED_SECONDS
from tournaments.core.round_drafts import engine_of
from tournaments.core.sides import table_for
from tournaments.rounds.queries.pairing_explanations import not_explained
from tournaments.rounds.queries.pairing_reasons import table_before
from tournaments.rounds.services.round_layouts import Layout, LayoutInQuestion, read_layout

MOST_PRICED = 6
"""Of so many boards that the rules give otherwise it is told what each costs; of more, it is told of none."""

PRICE_SECONDS = 1.0
"""After so long no other price is begun: warnings do not wait for prices, which are kept for the next question."""


@dataclass(frozen=True, slots=True)
class Price:
    """What the rules say against a board that they do not give: by which criterion the best round with it is worse."""

    white: int
    black: int
    message: Message


@dataclass(frozen=True, slots=True)
class LayoutPage:
    """What a layout would come to. `refused` say why it cannot be, `cautions` what speaks against it.

    `differences` tell what the rules give instead, `prices` what the rules say against single boards. `confirm` is the
    key by which all that is confirmed, "" where nothing is asked. `wait`: prices are there so many seconds later.
    """

    version: int
    refused: tuple[Message, ...] = ()
    cautions: tuple[Caution, ...] = ()
    differences: tuple[Message, ...] = ()
    prices: tuple[Price, ...] = ()
    needs_reason: bool = False
    confirm: str = ""
    wait: int = 0


def layout_page(rows: EventData, layout: Layout, expect: int | None) -> LayoutPage:
    """What a layout would come to; writes nothing. Raises Stale where the draft or round is of another version."""
    try:
        asked = read_layout(rows, layout, expect)
    except EventRefused as error:
        return LayoutPage(expect or 0, refused=error.blockers or (error.message,))
    refused, key = _confirm_all(asked)
    prices, wait = _prices(asked)
    return LayoutPage(
        version=asked.draft.version,
        refused=refused,
        cautions=asked.cautions,
        differences=asked.differences,
        prices=prices,
        needs_reason=asked.record is not None,
        confirm=key,
        wait=wait,
    )


def _confirm_all(asked: LayoutInQuestion) -> tuple[tuple[Message, ...], str]:
    """What refuses the layout, and the key that confirms the rest."""
    try:
        asked.confirm(())
    except ConfirmationNeeded as needed:
        return (), needed.key
    except EventRefused as error:
        return error.blockers, ""
    return (), ""


def _prices(asked: LayoutInQuestion) -> tuple[tuple[Price, ...], int]:
    engine = engine_of(asked.draft)
    if engine is None:
        return (), 0
    changed = list(_not_given(asked.laid, engine))
    if len(changed) > MOST_PRICED:
        return (), 0
    found: list[Price] = []
    until = monotonic() + PRICE_SECONDS
    for white, black in changed:
        if monotonic() > until:
            return tuple(found), 1
        try:
            message = _price(asked.rows, asked.draft.number, white, black)
        except BeingComputedError as busy:
            return tuple(found), busy.seconds
        found += [Price(white, black, each) for each in message]
    return tuple(found), 0


def _not_given(laid: RoundPairings, engine: RoundPairings) -> Iterator[tuple[int, int]]:
    """The boards at which two sit who do not meet by the rules."""
    given = {frozenset((pair.white, pair.black)) for pair in engine.pairs}
    return ((pair.white, pair.black) for pair in laid.pairs if frozenset((pair.white, pair.black)) not in given)


def _price(rows: EventData, number: int, white: int, black: int) -> Sequence[Message]:
    """What the rules say against two who meet; nothing where the format does not tell. Kept while nothing is done."""
    one, two = sorted((white, black))
    version = journal.version(rows.event.scope)
    key = f"price:{release()}:{rows.event.pk}:{version}:{number}:{one}:{two}"
    return compute_once(key, list[Message], _asking(rows, number, one, two), CACHED_SECONDS)


def _asking(rows: EventData, number: int, one: int, two: int) -> Callable[[], list[Message]]:
    def compute() -> list[Message]:
        steps = StepCounter(settings.ROUND_STEPS_ON_A_PAGE, settings.ROUND_BYTES_ON_A_PAGE)
        table = table_before(rows, number) if rows.round(number) is not None else table_for(rows, number)
        try:
            answer = system_of(rows.event).why_not(table, one, two, steps)
        except PairingError as error:
            answer = error.message
        except TooManySteps as many:
            answer = not_explained(many.limit)
        except KeyError:  # a late entrant, whom the round was paired without
            answer = None
        return [answer] if answer is not None else []

    return compute
