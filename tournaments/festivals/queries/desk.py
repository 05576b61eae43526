"""What the desk of a festival shows: what needs me over all sections that I may act in, then their boards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from common.journal import queries as journal
from games.results.services.stated import stated_results_of
from gipf_engine.claims import BLACK, WHITE, ClaimState, counting_claim, standing
from gipf_engine.messages import Message
from players.models import Account
from players.roles import Permission
from tournaments.core.loader import EventData, GameRow
from tournaments.core.queries.cached import rows_of
from tournaments.core.queries.events import BADGES, state_of
from tournaments.core.queries.festivals import sections_of
from tournaments.entries.queries import CheckInRow, CheckInState, check_in_state
from tournaments.festivals.queries.festivals import where_may
from tournaments.models import CheckIn, Event, Festival
from tournaments.results.queries.disputes import Dispute, disputes_of


@dataclass(frozen=True, slots=True)
class DeskGame:
    """A game of the last round: who sits there, by name, and its result, whose code is "pending" while it is open.

    `reported` is what one seat has said alone, "" where none has.
    """

    id: int
    board: int
    leg: int
    white: str
    black: str
    code: str
    is_open: bool
    reported: str = ""


@dataclass(frozen=True, slots=True)
class DeskSection:
    """A section at the desk. `waiting` are games that one player reported, `absent` who has not checked in.

    `waiting_matches` have no boards, since their line-ups are not open.
    """

    event: Event
    version: int
    state: Message
    badge: str
    round: int
    rounds_total: int
    disputes: Sequence[Dispute]
    games: Sequence[DeskGame]
    check_in: CheckInState | None
    waiting_matches: int = 0

    @property
    def waiting(self) -> list[DeskGame]:
        return [game for game in self.games if game.reported]

    @property
    def absent(self) -> Sequence[CheckInRow]:
        return self.check_in.absent if self.check_in is not None else ()

    @property
    def open_count(self) -> int:
        return sum(game.is_open for game in self.games)


def desk_sections(festival: Festival, account: Account) -> list[DeskSection]:
    """The sections in which `account` may run rounds, and nothing of the others.

    The rows of each are read by its version, as its own pages read them; five queries for what is not among them.
    """
    events = where_may(account, Permission.RUN_ROUNDS, sections_of(festival, account))
    versions = journal.versions(event.scope for event in events)
    check_ins = {each.event_id: each for each in CheckIn.objects.filter(event__in=events)}
    rows = {event.pk: rows_of(event, versions[event.scope]) for event in events}
    disputes = disputes_of([event for event in events if event.state == Event.State.RUNNING])
    reported = _reported([game.id for each in rows.values() for game in _last_games(each)])
    return [
        DeskSection(
            event,
            versions[event.scope],
            state_of(event),
            BADGES.get(event.state, ""),
            len(rows[event.pk].rounds),
            rows[event.pk].rounds_total,
            tuple(dispute for dispute in disputes if dispute.event.pk == event.pk),
            tuple(_games(rows[event.pk], reported)),
            check_in_state(rows[event.pk], check_ins.get(event.pk)),
            sum(len(round_.waiting_matches) for round_ in rows[event.pk].rounds[-1:]),
        )
        for event in events
    ]


def _last_games(rows: EventData) -> Iterator[GameRow]:
    for pairing in rows.rounds[-1].pairings if rows.rounds else ():
        yield from pairing.games


def _games(rows: EventData, reported: Mapping[int, str]) -> Iterator[DeskGame]:
    """The games of the last round, board by board; byes are no games."""
    for pairing in rows.rounds[-1].pairings if rows.rounds else ():
        names = [rows.by_id[entry].name for entry in pairing.entries]
        for game in pairing.games:
            white, black = names[::-1] if game.is_swapped else names
            said = reported.get(game.id, "") if game.result.is_open else ""
            yield DeskGame(game.id, pairing.board, game.leg, white, black, game.code, game.result.is_open, said)


def _reported(games: Sequence[int]) -> dict[int, str]:
    """What one seat alone has said, by its game. One query."""
    found: dict[int, str] = {}
    for game, claims in stated_results_of(games).items():
        if standing(claims).state is ClaimState.WAITING:
            said = (counting_claim(claims, seat) for seat in (WHITE, BLACK))
            found[game] = next(claim.result for claim in said if claim is not None)
    return found
