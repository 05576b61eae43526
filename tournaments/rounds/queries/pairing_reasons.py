"""Why a round was paired as it was, and where it is not as the rules give it: worked out from what was known then.

Nothing is kept here, and nothing is bounded but by the steps that the caller allows: see `explaining`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import Colour, CrossTable
from gipf_engine.tournament.pairing import PairingError, RoundPairings
from gipf_engine.tournament.pairing.steps import StepCounter
from gipf_engine.tournament.pairing.swiss.board_order import colour_of_the_lot
from gipf_engine.tournament.teams.pairings import table_for_pairing
from tournaments.core.formats import is_for_teams, pairs_freely, system_of
from tournaments.core.loader import EventData, PairingRow, RoundRow
from tournaments.core.mapping import cross_table
from tournaments.core.pairing_history import as_numbered_then, data_before_round
from tournaments.core.schedule import scheduled_rounds
from tournaments.core.team_history import team_table_before
from tournaments.models import Pairing

MOST_EXPLAINED = 8
"""With more boards than these by hand, that is told once for the whole round."""


@dataclass(frozen=True, slots=True)
class ExplainedRound:
    """The reasons of a round by pairing (id), and what the rules would have paired otherwise.

    `missing` says why there are none, where it was not found out. Then `can_ask`: a worker may find out, if an
    arbiter asks; or `wait`: how many seconds later the same request will be answered.
    """

    reasons: Mapping[int, tuple[Message, ...]] = field(default_factory=dict)
    differences: tuple[Message, ...] = ()
    missing: Message | None = None
    can_ask: bool = False
    wait: int = 0


def table_before(rows: EventData, number: int) -> CrossTable:
    """The table from which round `number` was paired, with the colour that was drawn; of teams where they meet."""
    if is_for_teams(rows.event.format):
        return table_for_pairing(team_table_before(rows, number))
    table = cross_table(data_before_round(rows, number))
    if table.first_colour is None and (number > 1 or not pairs_freely(rows.event.format)):
        return table  # an earlier round shows which colour was drawn; in a knock-out lots are drawn board by board
    drawn = rows.event.first_colour or colour_of_the_lot(cross_table(rows)).value
    return replace(table, first_colour=Colour(drawn))


def explain_round(rows: EventData, round_: RoundRow, steps: StepCounter) -> ExplainedRound:
    """The reasons of a round that is paired, and where it differs. Raises `TooManySteps`."""
    table, rows = table_before(rows, round_.number), as_numbered_then(rows, round_)
    try:
        made = system_of(rows.event).pair(table, steps)
    except PairingError as error:
        message = Message(
            _("The rules have no pairing for this round: it was paired by hand. %(why)s"), {"why": error.message}
        )
        return ExplainedRound(differences=(message,))
    wanted = _seats(made)
    lots = {(pair.black, pair.white): (pair.white, pair.black) for pair in made.pairs if pair.by_lot}
    # A board whose first move was open is by the rules whichever player began.
    there = {lots.get(seat := _numbers(rows, pairing), seat): pairing for pairing in round_.pairings}
    by_rules = {pairing.id for seat, pairing in there.items() if seat in wanted}
    reasons = {
        pairing.id: (
            *unique_reasons(made.reasons.get(rows.by_id[entry].number or 0, ()) for entry in pairing.entries),
            *_lot(rows, pairing),
        )
        for pairing in round_.pairings
        if pairing.id in by_rules
    }
    missing = [seat for seat in wanted if seat not in there]
    by_hand = [
        (pairing.board, _numbers(rows, pairing))
        for pairing in round_.pairings
        if pairing.id not in by_rules and _is_paired(pairing)
    ]
    names = {number: entry.name for number, entry in rows.by_number.items()}
    ask = partial(_question, rows, table, steps=steps)
    return ExplainedRound(reasons, tuple(describe_otherwise(names, missing, by_hand, ask)))


Seat = tuple[int, int]
"""Two pairing numbers at a board, White first; (number, 0) for who is left without an opponent."""


def _seats(made: RoundPairings) -> dict[Seat, None]:
    """The seats of a round in their order."""
    alone = [(bye.number, 0) for bye in made.byes if bye.kind.value in PAIRED_ALONE]
    return dict.fromkeys([*((pair.white, pair.black) for pair in made.pairs), *alone])


def _lot(rows: EventData, pairing: PairingRow) -> tuple[Message, ...]:
    """Who begins, where that was drawn."""
    if pairing.lot is None or pairing.white is None:
        return ()
    return (Message(_("%(white)s has the first move (drawn by lot)."), {"white": rows.by_id[pairing.white].name}),)


PAIRED_ALONE = (Pairing.Kind.PAIRING_BYE.value, Pairing.Kind.REST.value)
"""Kinds of byes that a pairing gives; the others were asked for."""


def _is_paired(pairing: PairingRow) -> bool:
    return pairing.alone is None or pairing.kind in PAIRED_ALONE


def _numbers(rows: EventData, pairing: PairingRow) -> Seat:
    numbers = [rows.by_id[entry].number or 0 for entry in pairing.entries]
    return numbers[0], numbers[1] if len(numbers) > 1 else 0


def unique_reasons(reasons: Iterable[tuple[Message, ...]]) -> tuple[Message, ...]:
    """Each reason once, in order."""
    seen: dict[str, Message] = {}
    for messages in reasons:
        for message in messages:
            seen.setdefault(str(message), message)
    return tuple(seen.values())


# --- what is not as the rules give it ----------------------------------------------------------------


def describe_otherwise(
    names: Mapping[int, str],
    missing: Sequence[Seat],
    by_hand: Sequence[tuple[int, Seat]],
    ask: Callable[[int, int], Message | None],
    *,
    of_teams: bool = False,
) -> Iterator[Message]:
    """What the rules would have paired (`missing`), then what stands instead and what speaks against it.

    `by_hand` are places with who has them; `ask` finds out what the rules say of two who meet.
    """
    if len(by_hand) > MOST_EXPLAINED:
        many = (
            _("Matches that differ from the rules in this round: %(boards)d.")
            if of_teams
            else _("Boards that differ from the rules in this round: %(boards)d.")
        )
        yield Message(many, {"boards": len(by_hand)})
        return
    begins = (
        _("By the rules %(one)s has White on board 1 against %(two)s.")
        if of_teams
        else _("By the rules %(one)s has the first move against %(two)s.")
    )
    swapped = {seat[::-1] for _place, seat in by_hand}
    for seat in missing:
        params = {"one": names[seat[0]], "two": names.get(seat[1], "")}
        if not seat[1]:
            yield Message(_("The rules give %(one)s the bye."), params)
        elif seat in swapped:
            yield Message(begins, params)
        else:
            yield Message(_("The rules give %(one)s – %(two)s."), params)
    paired = (
        _("Match %(board)d was paired by hand: %(one)s – %(two)s. %(why)s")
        if of_teams
        else _("Board %(board)d was paired by hand: %(one)s – %(two)s. %(why)s")
    )
    colours_only = {frozenset(seat) for seat in missing}
    for place, (white, black) in by_hand:
        if not black or frozenset((white, black)) in colours_only:
            continue  # the colours alone were swapped, or a bye changed hands: all is said above
        why = ask(white, black)
        yield Message(paired, {"board": place, "one": names[white], "two": names[black], "why": why or ""})


# --- why not these two? ------------------------------------------------------------------------------


def explain_absence(rows: EventData, number: int, one: int, two: int, steps: StepCounter) -> Message:
    """Why two pairing numbers, not the same, did not meet in round `number`, which is paired. Raises `TooManySteps`."""
    names: dict[str, object] = {"one": rows.by_number[one].name, "two": rows.by_number[two].name}
    met = _explain_meeting(rows, number, one, two, names)
    return met or _ask_format(rows, number, one, two, steps) or _else(rows, one, two, names, steps)


def _ask_format(rows: EventData, number: int, one: int, two: int, steps: StepCounter) -> Message | None:
    """What the format's rules said, by the numbers that the two had then."""
    then = as_numbered_then(rows, rows.rounds[number - 1])
    first, second = (then.by_id[rows.by_number[each].id].number or 0 for each in (one, two))
    return _question(then, table_before(rows, number), first, second, steps=steps)


def _explain_meeting(rows: EventData, number: int, one: int, two: int, names: Mapping[str, object]) -> Message | None:
    if _meeting(rows, number, one, two):
        return Message(_("%(one)s and %(two)s do meet in this round."), names)
    return None


def _meeting(rows: EventData, number: int, one: int, two: int) -> bool:
    wanted = {rows.by_number[one].id, rows.by_number[two].id}
    return any(set(pairing.entries) == wanted for pairing in rows.rounds[number - 1].pairings)


def _question(rows: EventData, table: CrossTable, one: int, two: int, *, steps: StepCounter) -> Message | None:
    """What the format's own rules say of a round that was paired from `table`."""
    there = {entrant.number for entrant in table.entrants}
    for each in (one, two):
        if each not in there:
            return Message(_("%(name)s was not registered yet."), {"name": rows.by_number[each].name})
    try:
        return system_of(rows.event).why_not(table, one, two, steps)
    except PairingError as error:
        return error.message


def _else(rows: EventData, one: int, two: int, names: Mapping[str, object], steps: StepCounter) -> Message:
    """Where the schedule is fixed: in which round it brings the two together."""
    steps.take(sum(len(round_.pairings) for round_ in rows.rounds))
    paired = [round_.number for round_ in rows.rounds if _meeting(rows, round_.number, one, two)]
    coming = [
        made.number
        for made in scheduled_rounds(rows, steps)
        if any({pair.white, pair.black} == {one, two} for pair in made.pairs)
    ]
    if not paired and not coming:
        return Message(_("%(one)s and %(two)s do not meet in this format's schedule."), names)
    params = {**names, "rounds": [str(number) for number in paired + coming]}
    return Message(_("By the schedule %(one)s and %(two)s meet in round %(rounds)s."), params)
