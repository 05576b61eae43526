"""The deals of a round: who is how far while it is played, and every line beside the others when it is over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.attempts.services.attempts import start_of
from games.core.replay import play_through
from games.models import Attempt, AttemptTurn
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Rules
from gipf_engine.rules.deals import Document
from gipf_engine.rules.errors import RuleError
from gipf_engine.tournament.crosstable import DealPlay, Solo
from gipf_engine.tournament.standings.deals import shared_ranks
from tournaments.core.draws import document_of_draw, rules_of
from tournaments.core.loader import AttemptRow, EntryRow, EventData, PairingRow, RoundRow
from tournaments.core.mapping import cross_table
from tournaments.models import DrawnDeal, PairedAttempt

WON = "won"
ENDINGS: Mapping[str, str] = {
    Attempt.Ending.RULES: _("played to the end"),
    Attempt.Ending.RESIGNED: _("given up"),
    Attempt.Ending.TIME: _("time ran out"),
    Attempt.Ending.ARBITER: _("ended by the arbiter"),
    Attempt.Ending.UNPLAYED: _("not played"),
    Attempt.Ending.RECORD: _("the record doesn't match the deal"),
}
RESULTS: Mapping[str, str] = {
    Attempt.Result.WON: _("won"),
    Attempt.Result.LOST: _("lost"),
    Attempt.Result.OPEN: _("not finished"),
}


@dataclass(frozen=True, slots=True)
class Count:
    """Something that is counted: its name, and how much of it."""

    key: str
    name: Message
    value: int


@dataclass(frozen=True, slots=True)
class DealLine:
    """How one player played a deal. `rank` from 1, shared by equals; None for who did not play it. `points`: tenths."""

    attempt: int
    entry: EntryRow
    rank: int | None
    points: int
    result: Message
    ending: Message
    counts: tuple[Count, ...]
    tokens: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DealLines:
    """A deal that is over: where it stands among the draw's deals, its set-up, par, and all lines, the best first."""

    place: int
    number: int
    setup: str
    par: int
    lines: tuple[DealLine, ...]


@dataclass(frozen=True, slots=True)
class Status:
    """How far a person is with a deal: `attempt` is its id. `state` is "waiting", "playing" or "over"."""

    attempt: int
    place: int
    state: str
    result: Message | None
    counts: Mapping[str, int] | None
    points: int


def status_of(attempt: AttemptRow, play: DealPlay | None) -> Status:
    """What everybody may know of an attempt: results only when the round is over."""
    state = "over" if attempt.ended else "playing" if attempt.begun else "waiting"
    result = None
    if attempt.published:
        won = attempt.counts is not None and attempt.counts[WON]
        text = _("not played") if attempt.counts is None else _("won") if won else _("not won")
        result = Message(text)
    return Status(attempt.id, attempt.place, state, result, attempt.counts, play.points if play else 0)


def statuses_of(pairing: PairingRow, solo: Solo | None) -> tuple[Status, ...]:
    """How far the entry of a pairing is with each deal."""
    plays: Sequence[DealPlay | None] = solo.plays if solo is not None and solo.plays else [None] * len(pairing.attempts)
    return tuple(status_of(*each) for each in zip(pairing.attempts, plays, strict=True))


def deal_lines(rows: EventData, round_: RoundRow) -> list[DealLines]:
    """Every deal of a round that is over with all its lines; none before. Three queries."""
    if not round_.deals_are_over:
        return []
    paired = PairedAttempt.objects.filter(pairing__round=round_.id).select_related("attempt", "deal")
    found = list(paired.order_by("place", "pairing__board"))
    turns = _tokens([each.attempt_id for each in found])
    plays, entries = _plays(rows, round_), _entries(rows, round_)
    deals: dict[int, list[PairedAttempt]] = {}
    for each in found:
        deals.setdefault(each.place, []).append(each)
    return [
        _deal(rows, place, [(each, plays[each.attempt_id], entries[each.pairing_id]) for each in own], turns)
        for place, own in deals.items()
    ]


def _deal(
    rows: EventData,
    place: int,
    played: Sequence[tuple[PairedAttempt, DealPlay, EntryRow]],
    turns: Mapping[int, tuple[str, ...]],
) -> DealLines:
    in_order = sorted(played, key=lambda each: each[1].key, reverse=True)
    ranks = shared_ranks(play.key for _paired, play, _entry in in_order)
    lines = tuple(
        _deal_line(rows, paired.attempt, entry, play, ranks[play.key] if play.key else None, turns)
        for paired, play, entry in in_order
    )
    deal = played[0][0].deal
    assert deal.par is not None
    return DealLines(place, deal.number, deal.setup, deal.par, lines)


def _deal_line(
    rows: EventData,
    attempt: Attempt,
    entry: EntryRow,
    play: DealPlay,
    rank: int | None,
    turns: Mapping[int, tuple[str, ...]],
) -> DealLine:
    return DealLine(
        attempt=attempt.pk,
        entry=entry,
        rank=rank,
        points=play.points,
        result=Message(RESULTS[attempt.result]),
        ending=Message(ENDINGS[attempt.ending]),
        counts=counts_of(rules_of(rows.event), play.counts),
        tokens=turns.get(attempt.pk, ()),
    )


def counts_of(rules: Rules, counts: Mapping[str, int] | None) -> tuple[Count, ...]:
    """What is counted of an attempt, in the order in which it is compared; nothing where it was not played.

    Whether it was won is left out: that is said in words.
    """
    if counts is None:
        return ()
    return tuple(Count(each.key, Message(each.name), counts[each.key]) for each in rules.solo_counts if each.key != WON)


def _tokens(attempts: Sequence[int]) -> dict[int, tuple[str, ...]]:
    found: dict[int, list[str]] = {}
    for attempt, token in (
        AttemptTurn.objects.filter(attempt__in=attempts).order_by("ply").values_list("attempt", "token")
    ):
        found.setdefault(attempt, []).append(token)
    return {attempt: tuple(tokens) for attempt, tokens in found.items()}


def solos_of(rows: EventData, round_: RoundRow) -> dict[int, Solo]:
    """By entry what it had in a round of deals."""
    table = cross_table(rows)
    cells = {rows.by_number[entrant.number].id: entrant.cell(round_.number) for entrant in table.entrants}
    return {entry: cell for entry, cell in cells.items() if isinstance(cell, Solo)}


def _plays(rows: EventData, round_: RoundRow) -> dict[int, DealPlay]:
    """By attempt how it compares."""
    solos = solos_of(rows, round_)
    return {
        attempt.id: play
        for pairing in round_.pairings
        if pairing.alone is not None and pairing.attempts
        for attempt, play in zip(pairing.attempts, solos[pairing.alone].plays, strict=True)
    }


def _entries(rows: EventData, round_: RoundRow) -> dict[int, EntryRow]:
    return {pairing.id: rows.by_id[pairing.alone] for pairing in round_.pairings if pairing.alone is not None}


def draw_document(rows: EventData, round_: RoundRow) -> Document | None:
    """The published draw of a round that is over, for `checkdraw`; None before. Two queries."""
    if not round_.deals_are_over:
        return None
    played = DrawnDeal.objects.filter(attempts__pairing__round=round_.id).select_related("draw")
    deals = list(played.distinct().order_by("number"))
    return document_of_draw(rows.event, deals[0].draw, deals) if deals else None


# --- one attempt ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AttemptHead:
    """Whose attempt it is, at which deal of which round."""

    attempt: Attempt
    event: int
    round: int
    place: int
    deals: int
    entry: int
    beside: tuple[Status, ...]


def attempt_head(attempt_id: int) -> AttemptHead:
    """Where an attempt belongs. Raises Attempt.DoesNotExist where it is no attempt of an event."""
    paired = (
        PairedAttempt.objects.select_related("attempt__parent_scope", "attempt__player", "pairing__round")
        .filter(attempt=attempt_id, attempt__parent_scope__hidden=False)
        .first()
    )
    if paired is None:
        raise Attempt.DoesNotExist
    rows = list(PairedAttempt.objects.filter(pairing=paired.pairing).select_related("attempt").order_by("place"))
    beside = tuple(status_of(_attempt_row(each), None) for each in rows)
    entry = paired.pairing.slots.values_list("entry", flat=True).get()
    round_ = paired.pairing.round
    return AttemptHead(paired.attempt, round_.event_id, round_.number, paired.place, len(rows), entry, beside)


def fault_of(attempt: Attempt) -> Message | None:
    """Which turn of the record does not fit the deal, and why; for those who may see the attempt's turns."""
    if not attempt.fault:
        return None
    tokens = tokens_of(attempt)
    try:
        play_through(start_of(attempt), tokens).parse(attempt.fault)
    except RuleError as error:
        params = {"number": len(tokens) + 1, "token": attempt.fault, "why": error.message}
        return Message(_("Turn %(number)s, %(token)s: %(why)s."), params)
    return None


def _attempt_row(paired: PairedAttempt) -> AttemptRow:
    attempt = paired.attempt
    return AttemptRow(
        id=attempt.pk,
        place=paired.place,
        begun=attempt.begun_at is not None,
        ended=attempt.ended_at is not None,
        published=attempt.published,
        counts=attempt.counts if attempt.published else None,
    )


def tokens_of(attempt: Attempt) -> tuple[str, ...]:
    """The turns of an attempt in their order."""
    return _tokens([attempt.pk]).get(attempt.pk, ())
