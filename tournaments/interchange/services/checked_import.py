"""Checking an event of a file before anything of it is stored: how large it is, its games, and its records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from games.core.services.errors import GameRefused, RecordRefused
from games.models import Game
from games.records.services.submit_record import CheckedRecord, check_record
from games.results.services.create import check_starts
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.possible_results import DRAW, possible_results
from players.models import Club
from tournaments.core.errors import EventRefused
from tournaments.core.event_config import EventConfig
from tournaments.core.formats import is_for_teams
from tournaments.core.medleys import options_for
from tournaments.core.schemas import MOST_ENTRIES
from tournaments.interchange.formats.imported_event import (
    WITH_TEAMS,
    WITHOUT_TEAMS,
    FileRefused,
    ImportedEvent,
    ImportedGame,
)


@dataclass(frozen=True, slots=True)
class CheckedImport:
    """An event whose rounds, games and records were checked: `records` by round, board and leg, each counted from 0.

    `breaches` are lines on what the rules of pairing do not allow.
    """

    incoming: ImportedEvent
    records: Mapping[tuple[int, int, int], Sequence[CheckedRecord]]
    breaches: Sequence[str] = ()


def check_event(club: Club, incoming: ImportedEvent) -> CheckedImport:
    """Check what does not depend on who the people are: games, set-ups and records. Raises EventRefused."""
    for message in exceeded_limits(incoming):
        raise EventRefused(message)
    return check_games(club, with_its_draws(incoming))


def exceeded_limits(incoming: ImportedEvent) -> list[Message]:
    """What is too much in an event for it to be imported."""
    if len(incoming.entries) > MOST_ENTRIES:
        return [Message(_("An event can have up to %(most)d players."), {"most": MOST_ENTRIES})]
    return []


def check_games(club: Club, incoming: ImportedEvent) -> CheckedImport:
    """Check how games start, and every record. Raises FileRefused."""
    plan = incoming.plan
    if is_for_teams(plan.format) != bool(incoming.teams):
        raise FileRefused([WITH_TEAMS if incoming.teams else WITHOUT_TEAMS])
    games = list(_numbered_games(incoming))
    try:
        for rules in {game.rules or plan.rules for _place, game in games}:
            starts = {(game.setup, game.handicap) for _place, game in games if (game.rules or plan.rules) == rules}
            check_starts(starts, rules, _options_by(plan, rules))
    except GameRefused as error:
        raise FileRefused([error.message]) from error
    return CheckedImport(
        incoming, {place: _check_records(club, incoming, place, game) for place, game in games if game.records}
    )


def with_its_draws(incoming: ImportedEvent) -> ImportedEvent:
    """The event as it was held: where its games ended in draws that their rules do not know, players agreed on them."""
    drawn = any(DRAW in (game.result, game.rated_result) for _place, game in _numbered_games(incoming))
    if not drawn or all(possible_results(each).has_draws for each in _played_by(incoming)):
        return incoming
    return replace(incoming, plan=replace(incoming.plan, agreed_draws=True))


def _options_by(plan: EventConfig, rules: str) -> list[str]:
    """The options by which a game of the event is played."""
    return options_for(plan.options, rules) if plan.medley else sorted(plan.options)


def _played_by(incoming: ImportedEvent) -> Iterator[EventConfig]:
    """The plan as if the event were of one game alone, for each game that is played."""
    plan = incoming.plan
    for rules in {game.rules or plan.rules for _place, game in _numbered_games(incoming)}:
        yield replace(plan, rules=rules, options=tuple(_options_by(plan, rules)))


def _numbered_games(incoming: ImportedEvent) -> Iterable[tuple[tuple[int, int, int], ImportedGame]]:
    for number, round_ in enumerate(incoming.rounds):
        for board, pairing in enumerate(round_.pairings):
            for leg, game in enumerate(pairing.games):
                yield (number, board, leg), game


def _check_records(
    club: Club, incoming: ImportedEvent, place: tuple[int, int, int], game: ImportedGame
) -> list[CheckedRecord]:
    plan, (number, board, leg) = incoming.plan, place
    played = Game(
        club=club,
        rules=game.rules or plan.rules,
        options=_options_by(plan, game.rules or plan.rules),
        setup=game.setup,
        handicap=game.handicap,
        agreed_draws=True,  # a record says what was agreed then; the result of the game stands beside it
    )
    try:
        return [check_record(played, text) for text in game.records]
    except RecordRefused as error:
        names = {each.ref: each.name for each in incoming.entries}
        pairing = incoming.rounds[number].pairings[board]
        assert pairing.black is not None
        white, black = (pairing.white, pairing.black)[:: 1 if leg % 2 == 0 else -1]
        params = {"white": names[white], "black": names[black], "why": error.message}
        raise FileRefused([Message(_("the record of %(white)s – %(black)s: %(why)s"), params)]) from error
