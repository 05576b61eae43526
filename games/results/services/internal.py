"""What the app that owns a parent scope does to its games inside its act: decide them, seat players, lay them out."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from django.db.models import Case, Count, F, QuerySet, Value, When
from django.utils import timezone

from games.core.running import has_recorded_turns
from games.core.services.errors import GameRefused
from games.models import Claim, Claimant, Game, Record, Source
from games.results.services.results import lock_game
from games.results.services.stated import tell_of_changed
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import PENDING, RESULTS
from players.models import Account, Person


def decide_games(decisions: Mapping[int, str], account: Account) -> None:
    """An arbiter's decisions (codes by game) that follow from an act on the parent scope, a withdrawal: a few queries.

    Each is kept as a claim and in force at once. The caller holds the parent scope's lock and has checked what
    `account` may. None of them takes a result back.
    """
    assert all(code in RESULTS and code != PENDING for code in decisions.values())
    games = list(Game.objects.select_for_update(of=("self",)).filter(pk__in=decisions).order_by("pk"))
    _add_decisions(games, decisions, account)
    today = games[0].today if games else None
    for code in sorted(set(decisions.values())):
        rated_result = Case(When(result=code, then=F("rated_result")), default=Value(""))  # as `follow` has it
        chosen = Game.objects.filter(pk__in=[game.pk for game in games if decisions[game.pk] == code])
        stands_on = Case(When(result=PENDING, then=Value(today)), default=F("stands_on"))
        locked = Case(When(result=PENDING, then=Value(value=False)), default=F("result_locked"))
        chosen.update(
            result=code,
            rated_result=rated_result,
            stands_on=stands_on,
            result_locked=locked,
            version=F("version") + 1,
        )
    changed = [game for game in games if game.result != decisions[game.pk]]
    for game in changed:
        game.stands_on = today if game.result == PENDING else game.stands_on
        game.result, game.rated_result = decisions[game.pk], ""
        game.version += 1
    tell_of_changed(changed)


def _add_decisions(games: Sequence[Game], decisions: Mapping[int, str], account: Account) -> None:
    numbers = dict(Claim.objects.filter(game__in=games).order_by().values_list("game").annotate(number=Count("pk")))
    common = {"account": account.pk, "role": Claimant.ARBITER, "source": Source.DESK, "at": timezone.now()}
    Claim.objects.bulk_create(
        Claim(game=game, number=numbers.get(game.pk, 0) + 1, result=decisions[game.pk], **common) for game in games
    )


def lock_results(games: QuerySet[Game], *, locked: bool) -> None:
    """Take no other result of these games, or take them again. Inside the caller's act on the parent scope."""
    games.update(result_locked=locked, version=F("version") + 1)


def set_setup(setups: Mapping[int, str]) -> None:
    """Give games (ids) of which no one has said anything another set-up. Inside the caller's act on their scope."""
    games = list(Game.objects.select_for_update(of=("self",)).filter(pk__in=setups).order_by("pk"))
    _check_untouched(games, Message(_("This game has a result or a record: its set-up can no longer change.")))
    for game in games:
        game.setup = setups[game.pk]
        game.version += 1
    Game.objects.bulk_update(games, ["setup", "version"], batch_size=100)


def settle_rules(game_ids: Collection[int], rules: str, options: Sequence[str], setup: str) -> list[Game]:
    """Let games of which no one has said anything be played by these rules, and take results from now on.

    Inside the caller's act on the parent scope. What was agreed for other rules (handicaps) goes.
    """
    games = list(Game.objects.select_for_update(of=("self",)).filter(pk__in=game_ids).order_by("pk"))
    _check_untouched(games, Message(_("This game has a result or a record: what is played can no longer change.")))
    for game in games:
        game.rules, game.options, game.setup, game.handicap = rules, sorted(options), setup, ""
        game.result_locked = False
        game.version += 1
    Game.objects.bulk_update(games, ["rules", "options", "setup", "handicap", "result_locked", "version"])
    return games


def seat_players(game_id: int, white: Person, black: Person) -> Game:
    """Put other players at a game of which no one has said anything yet. Inside the caller's act on the parent scope.

    A handicap was agreed for who sat there before, and goes.
    """
    game = lock_game(game_id)
    _check_untouched([game], Message(_("This game has a result or a record: its players can no longer change.")))
    game.white, game.black = white, black
    game.handicap = ""
    game.version += 1
    game.save(update_fields=["white", "black", "handicap", "version"])
    return game


def _check_untouched(games: Sequence[Game], message: Message) -> None:
    stated = Claim.objects.filter(game__in=games).exists() or Record.objects.filter(game__in=games).exists()
    if stated or has_recorded_turns(game.pk for game in games):
        raise GameRefused(message)
