"""Whether the rounds of an event that is being imported keep the rules of pairing. Nothing is stored, nothing read.

A Swiss round is paired again from what was known before it, and asked for what no pairing may have (rematches, second
byes, colours). Where the schedule is fixed everybody meets everybody as often as they should, in whatever order.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from django.conf import settings
from django.utils import timezone

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.hand_pairing import (
    MEETINGS,
    Caution,
    Level,
    compare_meetings,
    count_meetings,
    find_cautions,
)
from gipf_engine.tournament.pairing.steps import StepCounter, TooManySteps
from gipf_engine.tournament.trf_check import wrong_boards
from gipf_engine.tournament.trf_pairing import Task
from tournaments.core.forbidden_loader import ForbiddenRow
from tournaments.core.formats import format_of, has_opponents, is_by_clock, is_predetermined, pairs_freely, system_of
from tournaments.core.loader import EntryRow, EventData, GameRow, PairingRow, RoundRow
from tournaments.core.mapping import cross_table
from tournaments.core.pairing_history import CHANGED_LINE, as_numbered_then
from tournaments.core.round_drafts import BY_HAND_LINE
from tournaments.core.schedule import scheduled_rounds
from tournaments.core.sides import as_pairings
from tournaments.interchange.formats.breaches import OTHERWISE_PAIRED, Breach, count_more
from tournaments.interchange.formats.imported_event import ImportedEvent, ImportedPairing, ImportedRound
from tournaments.interchange.formats.team_import_check import check_matches, match_rows, team_rows
from tournaments.models import Event
from tournaments.rounds.queries.pairing_reasons import table_before

MOST_LINES = 200
"""Comments that an event gets of what was wrong when it was imported."""
MOST_SHOWN = 5
"""Breaches of one kind that a page lists, and asks to be confirmed one by one."""
LINE = "Import"
"""Begins these comments."""
REASONS: Mapping[str, str] = {
    "rematch": _("Met before"),
    "kept-apart": _("Kept apart"),
    "third-colour": _("The same colour for the third time running"),
    "colour-difference": _("One colour three times more often than the other"),
    "second-bye": _("A second bye"),
    "two-byes": _("More than one pairing-allocated bye"),
    MEETINGS: _("Meetings that are missing, or too many"),
    OTHERWISE_PAIRED: _("Pairing differs from the rules"),
}
"""The cautions that are rules of pairing, the worst first; the others ask what an arbiter means to do."""


@dataclass(frozen=True, slots=True)
class BreachGroup:
    """The breaches of one kind: the `reason` that all have, and how many of them are not among the `first`."""

    reason: Message
    first: tuple[Breach, ...]
    more: int

    @property
    def count(self) -> int:
        return len(self.first) + self.more


@dataclass(frozen=True, slots=True)
class ImportCheck:
    """What was found. Rounds from `unchecked_from` on were not paired again, since that takes too long (None: all)."""

    breaches: tuple[Breach, ...] = ()
    unchecked_from: int | None = None

    @property
    def groups(self) -> list[BreachGroup]:
        """The breaches by kind, the worst first."""
        found: dict[str, list[Breach]] = {}
        for breach in self.breaches:
            found.setdefault(breach.caution.key, []).append(breach)
        return [
            BreachGroup(Message(REASONS[key]), tuple(found[key][:MOST_SHOWN]), max(0, len(found[key]) - MOST_SHOWN))
            for key in REASONS
            if key in found
        ]

    @property
    def cautions(self) -> tuple[Caution, ...]:
        """What is asked: the first breaches of each kind, and how many more there are."""
        return tuple(caution for group in self.groups for caution in _group_cautions(group))

    @property
    def lines(self) -> list[str]:
        """A comment for each of the first breaches."""
        return [f"{LINE} @ Round {breach.round}: {breach.numbered}" for breach in self.breaches[:MOST_LINES]]


def _group_cautions(group: BreachGroup) -> Iterator[Caution]:
    yield from (breach.caution for breach in group.first)
    if group.more:
        message = Message(_("%(reason)s: %(more)d more"), {"reason": group.reason, "more": group.more})
        yield replace(group.first[0].caution, message=message)


def check_rounds(incoming: ImportedEvent) -> ImportCheck:
    """Everything in the rounds of an event that the rules of its format do not allow."""
    plan = incoming.plan
    if not incoming.rounds or not has_opponents(plan.format) or is_by_clock(plan.format):
        return ImportCheck()
    check = _Check(_event_rows(incoming), {str(each.ref): each.name for each in incoming.entries}, _explained(incoming))
    if incoming.teams:
        return ImportCheck(tuple(check_matches(check.rows, check.explained)))
    if is_predetermined(plan.format):
        return ImportCheck(tuple(check.meetings()))
    breaches: list[Breach] = []
    steps, unchecked = StepCounter(settings.ROUND_STEPS_ON_A_PAGE, settings.ROUND_BYTES_ON_A_PAGE), None
    for round_ in check.rows.rounds:
        if round_.number in check.explained:
            continue  # what the file says of a round is known already
        before = table_before(check.rows, round_.number)
        if pairs_freely(plan.format):
            breaches += check.cautions(round_, before)
        if unchecked is None and not incoming.paired_otherwise:
            try:
                breaches += check.differences(round_, before, steps)
            except TooManySteps:
                unchecked = round_.number
    return ImportCheck(tuple(breaches), unchecked)


def _explained(incoming: ImportedEvent) -> frozenset[int]:
    """The rounds of which the file itself says why they are not as the rules give them: by hand, or corrected since."""
    lines = incoming.header.get("comments", ())
    found = {number for number, round_ in enumerate(incoming.rounds, 1) if round_.by_hand is not None}
    for number in range(1, len(incoming.rounds) + 1):
        starts = tuple(f"{start} {number}:" for start in (BY_HAND_LINE, CHANGED_LINE))
        if any(line.startswith(starts) for line in lines):
            found.add(number)
    return frozenset(found)


class _Number(str):
    """A player's number in the place of the name: sentences are made once, and read in both ways."""

    __slots__ = ()


@dataclass(frozen=True)
class _Check:
    """An event with the numbers of its players in place of names, and the `names` of these."""

    rows: EventData
    names: Mapping[str, str]
    explained: frozenset[int]

    @cached_property
    def _cross_table(self) -> CrossTable:
        return cross_table(self.rows)

    def cautions(self, round_: RoundRow, before: CrossTable) -> Iterator[Breach]:
        """What no round may have."""
        made = as_pairings(as_numbered_then(self.rows, round_), round_)
        meets_again = format_of(self.rows.event.format).meets_again
        for caution in _asked(find_cautions(before, made, meets_again=meets_again)):
            params = {"round": round_.number, "what": self._named(caution.message)}
            message = Message(_("round %(round)d: %(what)s"), params)
            yield Breach(round_.number, replace(caution, message=message), caution.message)

    def differences(self, round_: RoundRow, before: CrossTable, steps: StepCounter) -> Iterator[Breach]:
        """Whether the rules pair otherwise, with the first board that differs. Raises TooManySteps."""
        then = as_numbered_then(self.rows, round_)
        task = Task(self._cross_table if then is self.rows else cross_table(then), system_of(self.rows.event))
        found = wrong_boards(task, before, round_.number, steps)
        if found:
            message = count_more(found)
            yield Breach(round_.number, Caution(OTHERWISE_PAIRED, Level.CONFIRM, message), message)

    def meetings(self) -> Iterator[Breach]:
        """Who meets too often or not often enough, in the rounds of the file and those still to come.

        A round of which the file says itself why it is otherwise counts as the schedule has it: that is known already.
        """
        for caution in _asked(_meetings(self.rows, self.explained)):
            yield Breach(0, replace(caution, message=self._named(caution.message)), caution.message)

    def _named(self, message: Message) -> Message:
        params = {
            key: self.names[value] if isinstance(value, _Number) else value for key, value in message.params.items()
        }
        return replace(message, params=params)


def _asked(cautions: Sequence[Caution]) -> list[Caution]:
    return [each for each in cautions if each.key in REASONS]


def _meetings(rows: EventData, explained: Collection[int]) -> list[Caution]:
    schedule = list(scheduled_rounds(replace(rows, rounds=())))
    there = [
        schedule[each.number - 1]
        if each.number in explained and each.number <= len(schedule)
        else as_pairings(rows, each)
        for each in rows.rounds
    ]
    actual = count_meetings([*there, *scheduled_rounds(rows)])
    return list(compare_meetings(cross_table(rows), count_meetings(schedule), actual))


# --- the rows that the event would have -----------------------------------------------------------------


def _event_rows(incoming: ImportedEvent) -> EventData:
    """The event as if it were stored; players have their refs for ids, and for names too."""
    event = Event(first_colour=incoming.first_colour, **incoming.plan.values())
    entries = tuple(
        EntryRow(
            id=each.ref,
            person=each.ref,
            people=frozenset((each.ref,)),
            name=_Number(each.ref),
            country=each.country,
            virtual_points=each.virtual_points,
            **each.standing,
        )
        for each in incoming.entries
    )
    rounds = tuple(_round(number, round_) for number, round_ in enumerate(incoming.rounds, 1))
    byes: Mapping[tuple[int, int], str] = {(ref, number): kind for ref, number, kind in incoming.byes}
    forbidden = tuple(ForbiddenRow(0, *each) for each in incoming.apart)
    of_teams = tuple(ForbiddenRow(0, (), first, last, how, teams) for teams, first, last, how in incoming.teams_apart)
    apart = of_teams if incoming.teams else forbidden if pairs_freely(event.format) else ()
    return EventData(event, entries, rounds, byes, apart, team_rows(incoming.teams))


def _round(number: int, round_: ImportedRound) -> RoundRow:
    pairings = tuple(_pairing(number, board, pairing) for board, pairing in enumerate(round_.pairings, 1))
    row = RoundRow(number, number, 1, timezone.now(), pairings, known=round_.known, by_hand=round_.by_hand)
    return replace(row, matches=match_rows(round_.matches)) if round_.matches else row


def _pairing(number: int, board: int, pairing: ImportedPairing) -> PairingRow:
    games = tuple(
        GameRow(0, leg, each.result, 1, each.played_on, each.rated) for leg, each in enumerate(pairing.games, 1)
    )
    white, alone = (pairing.white, None) if pairing.black is not None else (None, pairing.white)
    seats = (white, pairing.black, alone)
    return PairingRow(board, number, board, pairing.kind, *seats, games, has_colours=pairing.has_colours)
