"""What a person has to do next: games to play and report, line-ups, deals to play, rounds to look after."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db.models import Count, Q

from games.models import Claimant
from games.results.report_choices import confirmable, confirming_words
from gipf_engine.claims import ClaimState
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import PENDING
from play.table.own_boards import OwnBoard, own_boards
from players.models import Account, Person
from players.roles import Permission
from tournaments.core.queries.events import Reader, where_granted
from tournaments.medleys.queries.choices import WantedChoice, wanted_choices
from tournaments.models import Event, PairedAttempt, PairedGame, Round, TeamMatch
from tournaments.results.queries.disputes import Dispute, disputes_of
from tournaments.rounds.queries.rounds import claims_of
from tournaments.teams.line_ups import WantedLineUp, wanted_line_ups

MOST = 6
"""So many of each kind are shown: the rest is on the pages of the events."""


@dataclass(frozen=True, slots=True)
class OwnGame:
    """An open game of a person's own: against whom, where, and how far its reports are.

    `is_here`: it is played on this server, on a board that opens at the game's page of its players. `confirmable` is
    the result that the opponent has reported and waits for ("": none).
    """

    game: int
    event: Event
    round: int
    board: int
    seat: Claimant
    opponent: Person
    progress: Message | None
    may_report: bool
    is_here: bool
    confirmable: str = ""

    @property
    def confirming_words(self) -> Message:
        """What the button says that confirms it."""
        return confirming_words(self.seat, self.confirmable)


@dataclass(frozen=True, slots=True)
class OwnDeal:
    """A deal that a person has not finished. `is_begun`: its time may be running."""

    attempt: int
    event: Event
    round: int
    place: int
    is_begun: bool


@dataclass(frozen=True, slots=True)
class OwnRound:
    """An event that a person runs, its last round, and how many of its games, or attempts at its deals, are open.

    `waiting_matches` have no boards yet.
    """

    event: Event
    round: int
    games: int = 0
    open_games: int = 0
    waiting_matches: int = 0


@dataclass(frozen=True, slots=True)
class OwnTasks:
    """All of it. Empty for visitors."""

    games: Sequence[OwnGame] = ()
    deals: Sequence[OwnDeal] = ()
    rounds: Sequence[OwnRound] = ()
    boards: Sequence[OwnBoard] = ()
    disputes: Sequence[Dispute] = ()
    line_ups: Sequence[WantedLineUp] = ()
    choices: Sequence[WantedChoice] = ()

    def __bool__(self) -> bool:
        own = (self.games, self.deals, self.rounds, self.boards, self.disputes, self.line_ups, self.choices)
        return any(own)

    @property
    def games_due(self) -> list[OwnGame]:
        """Games that wait for the person, to be played or reported."""
        return [game for game in self.games if game.may_report]

    @property
    def boards_due(self) -> list[OwnBoard]:
        """Arranged games in which it is the person's turn."""
        return [board for board in self.boards if board.is_turn]

    @property
    def others_turn(self) -> bool:
        """Whether some of it waits for an opponent."""
        return len(self.games_due) < len(self.games) or len(self.boards_due) < len(self.boards)

    @property
    def first(self) -> OwnBoard | OwnGame | OwnDeal | OwnRound | WantedLineUp | WantedChoice | None:
        """What to do first, in the order of the page; None where everything waits for others."""
        ordered: list[Sequence[OwnBoard | OwnGame | OwnDeal | OwnRound | WantedLineUp | WantedChoice]]
        ordered = [self.boards_due, self.games_due, self.choices, self.line_ups, self.deals, self.rounds]
        return next((tasks[0] for tasks in ordered if tasks), None)


def own_tasks(reader: Reader) -> OwnTasks:
    """What `reader` has to do next. Thirteen queries at most, eleven for who is no captain, and none for a visitor."""
    if not isinstance(reader, Account):
        return OwnTasks()
    person = reader.person
    rounds, disputes = list(_own_rounds(reader)), _disputes(reader)
    if person is None:
        return OwnTasks(rounds=rounds, disputes=disputes)
    games, deals, line_ups = list(_own_games(person)), list(_deals(person)), wanted_line_ups(person)[:MOST]
    return OwnTasks(games, deals, rounds, _boards(person), disputes, line_ups, wanted_choices(person)[:MOST])


def _disputes(account: Account) -> list[Dispute]:
    """Games in dispute that `account` decides by a role of its own."""
    return disputes_of(
        Event.objects.filter(where_granted(account, Permission.DECIDE_RESULT), state=Event.State.RUNNING)
    )[:MOST]


def _boards(person: Person) -> list[OwnBoard]:
    """Games that the person has arranged; those of events are among the others."""
    return [board for board in own_boards(person) if not board.in_event][:MOST]


def _own_games(person: Person) -> Iterator[OwnGame]:
    mine = PairedGame.objects.filter(
        Q(game__white=person) | Q(game__black=person),
        pairing__round__event__state=Event.State.RUNNING,
        game__result=PENDING,
    )
    mine = mine.exclude(game__online=True, game__online_game=None)  # waits for the game before it
    mine = mine.exclude(choice__rules="")  # waits for what is played
    ordered = mine.order_by("pairing__round__deadline", "pairing__round__number", "leg", "pk")
    places = list(ordered.select_related("game__white", "game__black", "pairing__round__event")[:MOST])
    claims = claims_of(place.game_id for place in places)
    for place in places:
        game, pairing, standing = place.game, place.pairing, claims[place.game_id]
        is_white = game.white_id == person.pk
        own_seat = Claimant.WHITE if is_white else Claimant.BLACK
        waits = standing.state is ClaimState.WAITING and standing.waiting_for != own_seat
        yield OwnGame(
            game=game.pk,
            event=pairing.round.event,
            round=pairing.round.number,
            board=pairing.board,
            seat=own_seat,
            opponent=game.black if is_white else game.white,
            progress=_progress(standing.state, waits=waits),
            may_report=not waits,
            is_here=game.online,
            confirmable=confirmable(own_seat, standing),
        )


def _progress(state: ClaimState, *, waits: bool) -> Message | None:
    if state is ClaimState.DISPUTED:
        return Message(_("You reported different results. The arbiter decides."))
    if state is ClaimState.WAITING:
        return Message(_("You have reported; your opponent has not.") if waits else _("Your opponent has reported."))
    return None


def _deals(person: Person) -> Iterator[OwnDeal]:
    mine = PairedAttempt.objects.filter(
        attempt__player=person, attempt__ended_at=None, pairing__round__event__state=Event.State.RUNNING
    )
    for paired in mine.order_by("pk").select_related("attempt", "pairing__round__event")[:MOST]:
        round_ = paired.pairing.round
        yield OwnDeal(paired.attempt_id, round_.event, round_.number, paired.place, paired.attempt.begun_at is not None)


def _own_rounds(account: Account) -> Iterator[OwnRound]:
    """Running events in which `account` has a role of its own; those of the whole server are not all its work."""
    running = Event.objects.filter(where_granted(account, Permission.ENTER_RESULT), state=Event.State.RUNNING)
    events = list(running.order_by("starts_on", "pk")[:MOST])
    played, solved = "pairings__paired_games", "pairings__paired_attempts"
    games = Count(played, distinct=True) + Count(solved, distinct=True)
    waiting = Count(played, filter=Q(pairings__paired_games__game__result=PENDING), distinct=True)
    solving = Count(solved, filter=Q(pairings__paired_attempts__attempt__ended_at=None), distinct=True)
    unseated = Q(matches__kind=TeamMatch.Kind.MATCH, matches__seated_at=None)
    rounds = Round.objects.filter(event__in=events).annotate(
        games=games, open_games=waiting + solving, unseated=Count("matches", filter=unseated, distinct=True)
    )
    last = {round_.event_id: round_ for round_ in rounds.order_by("number")}
    for event in events:
        round_ = last.get(event.pk)
        if round_ is None:
            yield OwnRound(event, 0)
        else:
            yield OwnRound(event, round_.number, round_.games, round_.open_games, round_.unseated)
