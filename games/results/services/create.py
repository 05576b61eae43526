"""Making games, and giving them the day from which they count in rating lists."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import F, Q
from django.utils import timezone

from common.events import emit
from common.journal import services as journal
from common.journal.models import Scope
from games.core.events import GamesSettled
from games.core.running import has_recorded_turns, scope_of
from games.core.services.errors import GameRefused
from games.models import Claim, Claimant, Game, Record, Source
from games.results.acts import SetHandicap
from games.results.services.stated import standing_of, tell_of_changed
from gipf_engine.claims import ClaimState
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import PENDING
from gipf_engine.rules import rules_for
from gipf_engine.rules.base import TWO_SEATS
from gipf_engine.rules.errors import BadSetup
from gipf_engine.rules.laying import position_in
from gipf_engine.rules.possible_results import DRAW
from players.models import Account, Club, Person
from players.permissions import require


def create_game(
    *,
    parent_scope: Scope,
    club: Club | None,
    rules: str,
    options: Sequence[str] = (),
    handicap: str = "",
    setup: str = "",
    agreed_draws: bool = False,
    white: Person,
    black: Person,
    rated: bool = True,
    played_on: date | None = None,
    sequence: int = 0,
    online: bool = False,
    guests: str = "",
) -> Game:
    """A new game without a result, made inside the caller's act on `parent_scope`.

    `options` are names that `rules` knows; `sequence` orders the games of one day; `guests`: as in `Game`.
    Raises `GameRefused` where the rules do not know what is asked for.
    """
    if rated and position_in(setup):
        raise GameRefused(Message(_("A game from a position is not rated.")))
    _check_start(rules, options, setup, handicap)
    return Game.objects.create(
        parent_scope=parent_scope,
        club=club,
        rules=rules,
        options=sorted(options),
        handicap=handicap,
        setup=setup,
        agreed_draws=agreed_draws,
        white=white,
        black=black,
        rated=rated,
        played_on=played_on,
        sequence=sequence,
        online=online,
        guests=guests,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class NewGame:
    """One of many games that are made at once; fields as in `create_game`, `white` and `black` the ids of persons.

    A `result` that came with the game from a file is an arbiter's decision. `rules` and `options` are those of a game
    that is played by others than those around it. `result_locked`: it takes no result before its parent scope says so.
    """

    white: int
    black: int
    handicap: str = ""
    setup: str = ""
    rated: bool = True
    played_on: date | None = None
    sequence: int = 0
    online: bool = False
    result: str = PENDING
    rated_result: str = ""
    rules: str = ""
    options: tuple[str, ...] | None = None
    result_locked: bool = False


def create_games(
    games: Sequence[NewGame],
    *,
    parent_scope: Scope,
    club: Club,
    rules: str,
    options: Sequence[str] = (),
    agreed_draws: bool = False,
    decided_by: Account | None = None,
) -> list[Game]:
    """Many games of one parent scope in a few queries, in their order: inside the caller's act.

    `decided_by` is whose decisions the results are. That the rules know what is asked for was checked before the lock,
    by `check_starts`.
    """
    common = {"parent_scope": parent_scope, "club": club, "rules": rules, "options": sorted(options)}
    common["agreed_draws"] = agreed_draws
    made = Game.objects.bulk_create(Game(**{**common, **_game_columns(game)}) for game in games)
    claim_imported_results(made, decided_by)
    return made


def claim_imported_results(games: Sequence[Game], decided_by: Account | None) -> None:
    """An arbiter's claim for the result of each new game that came with one. Inside the caller's transaction."""
    now = timezone.now()
    Claim.objects.bulk_create(
        Claim(
            game=game,
            number=1,
            account=decided_by.pk if decided_by is not None else None,
            role=Claimant.ARBITER,
            source=Source.IMPORT,
            result=game.result,
            at=now,
        )
        for game in games
        if game.result != PENDING
    )


def check_starts(starts: Collection[tuple[str, str]], rules: str, options: Sequence[str] = ()) -> None:
    """Raise `GameRefused` where the rules do not know one of these set-ups and handicaps. It takes no query."""
    for setup, handicap in starts:
        if position_in(setup):
            raise GameRefused(Message(_("Games of an event cannot start from a position.")))
        _check_start(rules, options, setup, handicap)


def _game_columns(game: NewGame) -> dict[str, Any]:
    names = ("handicap", "setup", "rated", "played_on", "sequence", "online", "result", "rated_result", "result_locked")
    seats = {"white_id": game.white, "black_id": game.black}
    decided = game.result != PENDING
    standing = {"stands_on": game.played_on if decided else None, "version": int(decided)}
    own: dict[str, Any] = {"rules": game.rules} if game.rules else {}
    if game.options is not None:
        own["options"] = sorted(game.options)
    return {name: getattr(game, name) for name in names} | seats | standing | own


def _check_start(rules: str, options: Sequence[str], setup: str, handicap: str, *, field: str = "") -> None:
    try:
        known = rules_for(rules, frozenset(options))
        known.start(setup, handicap)
    except BadSetup as error:
        raise GameRefused(error.message, field=field) from error
    if known.seats != TWO_SEATS:
        raise GameRefused(Message(_("This game is not played by two.")), field=field)


def set_handicap(game_id: int, account: Account, handicap: str, *, expect: int | None = None) -> Game:
    """Give a game its handicap before its first record and result. `expect` is the game's version seen.

    Raises `NotAllowed`, `common.journal.services.Stale` and `GameRefused`.
    """
    key = Game.objects.values_list("parent_scope__key", flat=True).get(pk=game_id)
    require(account, SetHandicap.permission, key)
    with journal.commit(key, account, SetHandicap, game=game_id, handicap=handicap) as act:
        game = Game.objects.select_for_update(of=("self",)).get(pk=game_id)
        if expect is not None and game.version != expect:
            raise journal.Stale(f"game:{game_id}", expect, game.version)
        has_begun = Record.objects.filter(game=game).exists() or has_recorded_turns([game_id])
        if standing_of(game).state is not ClaimState.OPEN or has_begun:
            raise GameRefused(Message(_("This game has started: its handicap can no longer change.")))
        _check_start(game.rules, game.options, game.setup, handicap, field="handicap")
        act.data["changed"] = {"handicap": [game.handicap, handicap]}
        game.handicap = handicap
        game.version += 1
        game.save(update_fields=["handicap", "version"])
        tell_of_changed([game], result=False)
    return game


def allow_agreed_draws(parent_scope: Scope, allowed: bool) -> None:
    """Let the players of a parent scope's games agree on draws from now on, or not any more. Inside the caller's act.

    `GameRefused` where a game would be left with a result that it cannot have.
    """
    games = Game.objects.filter(parent_scope=parent_scope)
    drawn = games.filter(Q(result=DRAW) | Q(rated_result=DRAW))
    if not allowed and not all(rules_for(game.rules, frozenset(game.options)).draws for game in drawn):
        raise GameRefused(Message(_("Games of this event ended in a draw: decide them otherwise first.")))
    games.exclude(agreed_draws=allowed).update(agreed_draws=allowed, version=F("version") + 1)


def settle_games(parent_scope: Scope, rated_on: date) -> list[Game]:
    """The parent scope is over: its games count in rating lists from `rated_on`. Inside the caller's act."""
    return _settle(parent_scope, rated_on)


def reopen_games(parent_scope: Scope) -> list[Game]:
    """The parent scope goes on: its games leave the rating lists until it is settled again. Inside the caller's act."""
    return _settle(parent_scope, None)


def _settle(parent_scope: Scope, rated_on: date | None) -> list[Game]:
    there = Game.objects.filter(parent_scope=parent_scope, removed_at=None)
    games = list(there)
    there.update(rated_on=rated_on, version=F("version") + 1)
    for game in games:
        game.rated_on = rated_on
        game.version += 1
    emit(GamesSettled(games))
    return games


def announce_results(parent_scope: Scope) -> None:
    """Results that came with games from elsewhere are in force now: tell the apps above. Inside the caller's act."""
    games = list(Game.objects.filter(parent_scope=parent_scope, removed_at=None).exclude(result=PENDING))
    if games:
        tell_of_changed(games)


def delete_games(games: Sequence[Game]) -> None:
    """Remove games with all that hangs on them (a round taken back, an example club). Inside the caller's act."""
    emit(GamesSettled(games))
    Game.objects.filter(pk__in=[game.pk for game in games]).delete()
    Scope.objects.filter(key__in=[scope_of(game.pk) for game in games]).delete()
