"""Boards of a round: games that begin on this server, move off it, or are forfeited."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from functools import partial

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from common.jobs import services as jobs
from common.journal.services import Stale
from games.core.events import EventBoardsChanged
from games.models import Game
from games.results.services.create import NewGame
from games.results.services.internal import decide_games
from games.results.services.restore import remove_games
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import PENDING
from gipf_engine.tournament.medleys import Order
from gipf_engine.tournament.pairing.base import Pair
from play.games.services.event_games import begin_event_games, follow_after_commit, who_can_play
from players.models import Account
from tournaments.core.errors import EventRefused
from tournaments.core.loader import EventData, load, swaps_colours
from tournaments.core.mapping import StoredGame, create_event_games
from tournaments.core.medleys import choosers_of, order_of
from tournaments.core.played_here import board_settings, plays_one_after_the_other
from tournaments.core.services.base import EventCommand, State, event_act, need_reason, need_state
from tournaments.core.tie_breaks import is_tie_break, tie_break_settings
from tournaments.models import Event, GameChoice, PairedGame, Pairing, Round
from tournaments.rounds.acts import BeginNextGames, MoveBoard

# --- games of players who are not there are forfeited -----------------------------------------------------


def forfeit_for_absence(rows: EventData, actor: Account, games: Sequence[StoredGame]) -> None:
    """Decide the games of a new round where a person had left before: inside the caller's act."""
    gone = {entry.number for entry in rows.entries if entry.withdrawn}
    forfeits = {
        each.game.pk: _forfeit(each.pair.white in gone, each.pair.black in gone, swapped=swaps_colours(each.leg))
        for each in games
    }
    decide_games(_only_forfeits(forfeits), actor)


def _only_forfeits(codes: Mapping[int, str]) -> dict[int, str]:
    return {game: code for game, code in codes.items() if code}


def _forfeit(white_gone: bool, black_gone: bool, *, swapped: bool) -> str:
    """The result of a game when these seats of its pairing are empty; "" while both are there."""
    if swapped:
        white_gone, black_gone = black_gone, white_gone
    return {(True, True): "--", (True, False): "-+", (False, True): "+-"}.get((white_gone, black_gone), "")


# --- games that a player is to choose -----------------------------------------------------------------------

CHOOSE = "settle-choices"
"""The kind of job that settles games which were not chosen in time. Its subject is "event:12"."""


def ask_for_choices(doing: EventCommand, rows: EventData, games: Sequence[StoredGame]) -> None:
    """Let the lower rated player of each board choose the game, where the event is held so. Inside the caller's act.

    No one chooses on boards where a player has left.
    """
    event = doing.event
    if order_of(event) is not Order.CHOICE:
        return
    there = [each for each in games if not any(rows.by_number[seat].withdrawn for seat in _seats_of(each))]
    legs = {leg.game_id: leg.pk for leg in PairedGame.objects.filter(game__in=[each.game.pk for each in there])}
    due = timezone.now() + timedelta(minutes=event.choice_minutes) if event.choice_minutes else None
    choosers = choosers_of(rows, [each.pair for each in there])
    GameChoice.objects.bulk_create(
        GameChoice(paired_game_id=legs[each.game.pk], entry_id=entry, due_at=due)
        for each, entry in zip(there, choosers, strict=True)
    )
    plan_choices(event)


def _seats_of(stored: StoredGame) -> tuple[int, int]:
    return stored.pair.white, stored.pair.black


def plan_choices(event: Event) -> None:
    """See to it that games which are not chosen in time are settled. Inside the caller's act."""
    if order_of(event) is not Order.CHOICE:
        return
    still = GameChoice.objects.filter(paired_game__pairing__round__event=event, rules="", due_at__isnull=False)
    first = still.order_by("due_at").values_list("due_at", flat=True).first()
    if first is not None:
        jobs.request_later(CHOOSE, event.scope, max(first - timezone.now(), timedelta()))


def renew_choosers(event: Event, pairing_ids: Collection[int]) -> None:
    """Let the lower rated of those at these boards now choose what is not chosen yet. Inside the caller's act."""
    if order_of(event) is not Order.CHOICE:
        return
    still = GameChoice.objects.filter(paired_game__pairing__in=pairing_ids, rules="")
    rows = load(event)
    seats = {pairing.id: pairing for round_ in rows.rounds for pairing in round_.pairings}
    for choice in still.select_related("paired_game"):
        white, black = (rows.by_id[entry].number for entry in seats[choice.paired_game.pairing_id].entries)
        assert white is not None and black is not None
        (entry,) = choosers_of(rows, [Pair(white, black)])
        if entry != choice.entry_id:
            GameChoice.objects.filter(pk=choice.pk).update(entry=entry)


# --- boards of this server on which the games of a round are played ---------------------------------------
# Opened with the round, left when a pairing changes.
#
# A game that was put on a board is never deleted: a person may be playing it. It is taken out of the event and
# stays to be read, with the turns that were made; its board says so
# (`play.games.services.event_games.follow_decision`).


NEXT = "begin-next-games"
"""The kind of job that begins further games of pairings where those before are decided. Its subject is "event:12"."""


def open_boards(doing: EventCommand, actor: Account | None, games: Sequence[Game]) -> None:
    """Let those of these new games begin that are played here and wait for no other. Inside the caller's act."""
    here = [game for game in games if game.online and game.result == PENDING and not game.result_locked]
    if not here:
        return
    legs = PairedGame.objects.filter(game__in=here, leg__gt=1)
    later = dict(legs.values_list("game", "leg"))
    tie_breaks = [game for game in here if is_tie_break(doing.event, later.get(game.pk, 1))]
    wait = frozenset(_after_open_games(legs).values_list("game", flat=True)) if later else frozenset()
    usual = [game for game in here if game not in tie_breaks]
    if plays_one_after_the_other(doing.event):
        usual = [game for game in usual if game.pk not in wait]
    if usual:
        begin_event_games(usual, doing.scope, actor, board_settings(doing.event))
    faster = [game for game in tie_breaks if game.pk not in wait]
    if faster:
        begin_event_games(faster, doing.scope, actor, tie_break_settings(doing.event))


def _after_open_games(legs: QuerySet[PairedGame]) -> QuerySet[PairedGame]:
    """Those of these later games whose pairing has an earlier one that is not decided."""
    return legs.filter(pairing__paired_games__leg__lt=F("leg"), pairing__paired_games__game__result=PENDING).distinct()


def games_to_begin(event_id: int) -> list[Game]:
    """The open games that are played here and wait for nothing any more: those before are decided."""
    legs = PairedGame.objects.filter(
        pairing__round__event=event_id, leg__gt=1, game__online=True, game__result=PENDING, game__online_game=None
    ).exclude(game__result_locked=True)
    ready = legs.exclude(pk__in=_after_open_games(legs).values("pk"))
    return [leg.game for leg in ready.select_related("game")]


def begin_next_games(event_id: int) -> None:
    """Put further games of pairings on boards where those before are decided. It may be done by any number at once."""
    if not games_to_begin(event_id):
        return
    with event_act(event_id, None, BeginNextGames) as doing:
        open_boards(doing, None, games_to_begin(event_id))


def begin_next_when_decided(event: EventBoardsChanged) -> None:
    """Where the games of a pairing are played one after the other, each waits for the result of those before."""
    over = [game for game in event.games if game.result != PENDING]
    if not over:
        return
    following = PairedGame.objects.filter(
        pairing__paired_games__game__in=over, leg__gt=1, game__online=True, game__result=PENDING, game__online_game=None
    )
    for event_id in sorted(set(following.values_list("pairing__round__event", flat=True))):
        scope = f"event:{event_id}"
        jobs.request(NEXT, scope)
        transaction.on_commit(partial(jobs.run_now, NEXT, [scope]))


def stop_games(games: Sequence[Game], actor: Account) -> None:
    """Take games that are played here out of the event, since their pairings go. Inside the caller's act."""
    remove_games(games, actor)
    follow_after_commit([game.pk for game in games])


def replace_games(
    doing: EventCommand, actor: Account, seats: Mapping[PairedGame, tuple[int, int]], *, here: bool
) -> None:
    """Let the legs of pairings get other games, White and Black being the persons (ids) in `seats`.

    The games that were there leave the event. `here`: the new ones are played on this server, where both can. Inside
    the caller's act, for games without a result.
    """
    if not seats:
        return
    can_play, legs = _who_can_play(seats.values()) if here else frozenset(), list(seats)
    games = [_game_in_place_of(leg.game, *seats[leg], online=set(seats[leg]) <= can_play) for leg in legs]
    made = create_event_games(doing.event, doing.scope, games)
    stop_games([leg.game for leg in legs], actor)
    for leg, game in zip(legs, made, strict=True):
        leg.game = game
    PairedGame.objects.bulk_update(legs, ["game"])
    open_boards(doing, actor, made)


def _who_can_play(seats: Collection[tuple[int, int]]) -> frozenset[int]:
    return who_can_play({person for both in seats for person in both})


def _game_in_place_of(game: Game, white: int, black: int, *, online: bool) -> NewGame:
    return NewGame(
        white=white,
        black=black,
        setup=game.setup,
        rated=game.rated,
        played_on=game.played_on,
        sequence=game.sequence,
        online=online,
        rules=game.rules,
        result_locked=game.result_locked,
    )


def play_over_the_board(
    event_id: int, actor: Account, pairing_id: int, *, reason: str, expect: int | None = None
) -> None:
    """Let a pairing be played over the board: its open games on this server stop and count for no one.

    `expect` is the round's version that the caller saw. Raises NotAllowed, Stale, EventRefused and
    Pairing.DoesNotExist.
    """
    need_reason(reason, Message(_("Give a reason for playing over the board.")))
    with event_act(event_id, actor, MoveBoard, pairing=pairing_id) as doing:
        need_state(doing.event, State.RUNNING)
        pairing = Pairing.objects.select_related("round").get(pk=pairing_id, round__event=doing.event)
        if expect is not None and pairing.round.version != expect:
            raise Stale(doing.event.scope, expect, pairing.round.version)
        legs = pairing.paired_games.filter(game__online=True, game__result=PENDING).select_related("game")
        seats = {leg: (leg.game.white_id, leg.game.black_id) for leg in legs}
        if not seats:
            raise EventRefused(Message(_("This board is not being played on this server.")))
        doing.note(round=pairing.round.number, board=pairing.board)
        doing.set_reason(reason)
        replace_games(doing, actor, seats, here=False)
        Round.objects.filter(pk=pairing.round_id).update(version=F("version") + 1)
