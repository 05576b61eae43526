"""Games of a medley that are chosen: by the lower rated player of a board, by an arbiter, or when the time is up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db.models import F, QuerySet
from django.utils import timezone

from common.journal.services import Stale
from games.core.running import has_recorded_turns
from games.models import Claim, Game, Record
from games.results.services.internal import settle_rules
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import PENDING
from gipf_engine.tournament.medleys import Order
from play.models import OnlineGame
from players.identity import person_of
from players.models import Account
from players.permissions import NotAllowed, may
from players.roles import Permission
from tournaments.core.draws import draw_in_force, setup_of_game
from tournaments.core.errors import EventRefused
from tournaments.core.loader import EventData, GameRow, PairingRow, RoundRow, load
from tournaments.core.medleys import may_choose, options_for, order_of
from tournaments.core.services.base import EventCommand, State, event_act, need_state
from tournaments.medleys.acts import ChooseGame, SettleChoices, SettleDueChoices
from tournaments.models import Event, GameChoice, PairedGame, Round
from tournaments.rounds.services.boards import open_boards, plan_choices, replace_games


def may_choose_for(rows: EventData, account: Account, game: GameRow) -> bool:
    """Whether a person may say what is played: the player whose choice it is, and arbiters."""
    return is_chooser(rows, account, game) or may(account, Permission.RUN_ROUNDS, rows.event.scope)


def is_chooser(rows: EventData, account: Account, game: GameRow) -> bool:
    """Whether the account's person is the player who chooses this game."""
    person = person_of(account)
    return person is not None and game.chooser is not None and person.pk in rows.by_id[game.chooser].people


def find_game(rows: EventData, game_id: int) -> tuple[RoundRow, PairingRow, GameRow]:
    """A game that a player chooses, with its place. Raises Game.DoesNotExist for all others."""
    for round_ in rows.rounds:
        for pairing in round_.pairings:
            for game in pairing.games:
                if game.id == game_id and game.chooser is not None:
                    return round_, pairing, game
    raise Game.DoesNotExist


def choose_game(event_id: int, account: Account, game_id: int, rules: str, *, expect: int | None = None) -> None:
    """Say what is played on a board: a rule set of the medley. Its player chooses once; an arbiter may correct that.

    Where both games of a match are alike, it is said of both. On this server the board opens then. `expect` is the
    round's version. Raises NotAllowed, Stale, EventRefused and Game.DoesNotExist.
    """
    with event_act(event_id, account, ChooseGame, rules=rules) as doing:
        need_state(doing.event, State.RUNNING)
        rows = load(doing.event)
        round_, pairing, game = find_game(rows, game_id)
        if not may_choose_for(rows, account, game):
            raise NotAllowed(Permission.RUN_ROUNDS, doing.event.scope)
        if expect is not None and round_.version != expect:
            raise Stale(doing.event.scope, expect, round_.version)
        _check_choice(rows, account, round_, pairing, game, rules)
        doing.note(round=round_.number, board=pairing.board, pairing=pairing.id)
        _settle(doing, account, _games_with(rows, pairing, game), rules)
        plan_choices(doing.event)


def _check_choice(
    rows: EventData, account: Account, round_: RoundRow, pairing: PairingRow, game: GameRow, rules: str
) -> None:
    """Raise EventRefused where this game cannot be chosen, or not any more."""
    if game.code != PENDING:
        raise EventRefused(Message(_("This game already has a result: what is played can no longer change.")))
    arbiter = may(account, Permission.RUN_ROUNDS, rows.event.scope)
    if game.chosen and not arbiter:
        raise EventRefused(Message(_("The game of this board is already chosen: an arbiter can change it.")))
    if round_.number < len(rows.rounds):
        message = _("Round %(round)d has started: games of earlier rounds stay as they are.")
        raise EventRefused(Message(message, {"round": len(rows.rounds)}))
    if rules not in may_choose(rows, pairing, game):
        other = _("Choose one of the games of this medley.")
        if rules in rows.event.medley:
            other = _("The other game of this match is of the same game: choose another one.")
        raise EventRefused(Message(other), field="rules")
    if has_begun([game.id]):
        raise EventRefused(Message(_("This game has started or was reported: what is played can no longer change.")))


def has_begun(games: Sequence[int]) -> bool:
    """Whether something was played or said of games (ids): turns, a record, or a result."""
    stated = any(model.objects.filter(game__in=games).exists() for model in (Record, Claim))
    return stated or has_recorded_turns(games)


def _games_with(rows: EventData, pairing: PairingRow, game: GameRow) -> list[GameRow]:
    """The games of a match that are chosen together with one: it alone where they are different."""
    if rows.event.mixed_matches:
        return [game]
    return [each for each in pairing.games if each.chooser is not None and each.code == PENDING]


def _settle(doing: EventCommand, actor: Account | None, games: Iterable[GameRow], rules: str) -> None:
    """Let these games of one pairing be played by `rules`. Those that run on this server begin anew as others."""
    event, ids = doing.event, [game.id for game in games]
    legs = list(PairedGame.objects.filter(game__in=ids).select_related("game", "pairing__round"))
    round_ = legs[0].pairing.round
    deal = draw_in_force(event, round_.number)
    setup = setup_of_game(event, rules, deal.seed, legs[0].pairing.board) if deal is not None else ""
    running = set(OnlineGame.objects.filter(game__in=ids).values_list("game", flat=True))
    if running and actor is not None:
        _begin_others(doing, actor, [leg for leg in legs if leg.game_id in running])
        ids = list(PairedGame.objects.filter(pk__in=[leg.pk for leg in legs]).values_list("game", flat=True))
    made = settle_rules(ids, rules, options_for(event.options, rules), setup)
    GameChoice.objects.filter(paired_game__in=[leg.pk for leg in legs]).update(rules=rules)
    Round.objects.filter(pk=round_.pk).update(version=F("version") + 1)
    open_boards(doing, actor, made)


def _begin_others(doing: EventCommand, actor: Account, legs: Sequence[PairedGame]) -> None:
    """Take games off their boards of this server, with others in their place that wait for what is to be played."""
    for leg in legs:
        leg.game.result_locked = True
    replace_games(doing, actor, {leg: (leg.game.white_id, leg.game.black_id) for leg in legs}, here=True)


# --- what is not chosen -----------------------------------------------------------------------------------


def settle_choices(event_id: int, actor: Account, number: int, *, expect: int | None = None) -> None:
    """Wait for no more choices of a round: its boards play what is due to them. `expect` is the round's version.

    Raises NotAllowed, Stale, EventRefused and Round.DoesNotExist.
    """
    with event_act(event_id, actor, SettleChoices, round=number) as doing:
        need_state(doing.event, State.RUNNING)
        round_ = Round.objects.get(event=doing.event, number=number)
        if expect is not None and round_.version != expect:
            raise Stale(doing.event.scope, expect, round_.version)
        waiting = _open_choices(doing.event).filter(paired_game__pairing__round=round_)
        if not waiting:
            raise EventRefused(Message(_("All games of this round are chosen.")))
        _settle_all(doing, actor, waiting)


def _open_choices(event: Event) -> QuerySet[GameChoice]:
    """The choices of an event that are open, in the order of the boards, while nothing decided their games."""
    still = GameChoice.objects.filter(paired_game__pairing__round__event=event, rules="")
    still = still.filter(paired_game__game__result=PENDING)
    return still.order_by("paired_game__pairing__board", "paired_game__leg")


def _settle_all(doing: EventCommand, actor: Account | None, choices: QuerySet[GameChoice]) -> None:
    """Let the games of these choices be what they are as long as no one chooses."""
    places = list(choices.values_list("paired_game__game", "paired_game__pairing__board", "paired_game__game__rules"))
    rows = load(doing.event)
    found = {game.id: game for round_ in rows.rounds for pairing in round_.pairings for game in pairing.games}
    for game, _board, rules in places:
        _settle(doing, actor, [found[game]], rules)
    doing.note(numbers=list(dict.fromkeys(board for _game, board, _rules in places)))


class _NothingDue(Exception):
    """No choice is due: nothing is written."""


def settle_due_choices(event_id: int) -> None:
    """Settle the games of an event that were not chosen in time. Done twice, it does nothing the second time."""
    event = Event.objects.filter(pk=event_id, state=State.RUNNING).first()
    if event is None or order_of(event) is not Order.CHOICE:
        return
    try:
        with event_act(event_id, None, SettleDueChoices) as doing:
            due = _open_choices(doing.event).filter(due_at__lte=timezone.now())
            if doing.event.state != State.RUNNING or not due:
                raise _NothingDue
            _settle_all(doing, None, due)
            plan_choices(doing.event)
    except _NothingDue:
        return


def reopen_choices(doing: EventCommand, actor: Account) -> None:
    """Let no game that is to be chosen again go on: those that began leave the event. Inside the act of an undo."""
    waiting = _open_choices(doing.event).filter(paired_game__game__result_locked=True)
    legs = list(PairedGame.objects.filter(choice__in=waiting).select_related("game"))
    running = set(OnlineGame.objects.filter(game__in=[leg.game_id for leg in legs]).values_list("game", flat=True))
    begun = [leg for leg in legs if leg.game_id in running or has_begun([leg.game_id])]
    seats = {leg: (leg.game.white_id, leg.game.black_id) for leg in begun}
    replace_games(doing, actor, seats, here=doing.event.is_played_here)
    plan_choices(doing.event)
