"""Whom the players of a list may be: each with the persons who are called so, or nearly so."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from players.models import Club
from players.names import name_key
from players.people.name_matches import Candidate, NameMatch, match_names
from tournaments.entries.lists.player_lists import ListedPlayer


@dataclass(frozen=True, slots=True)
class PlayerMatch:
    """A player of a list and who that may be."""

    player: ListedPlayer
    match: NameMatch
    registered: frozenset[int] = frozenset()
    """Those of the candidates who play in the event already."""

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        return self.match.candidates

    @property
    def chosen(self) -> int | None:
        return self.match.chosen

    @property
    def is_near(self) -> bool:
        return self.match.is_near


def match_players(
    players: Sequence[ListedPlayer], club: Club, entered: Collection[int] = frozenset()
) -> list[PlayerMatch]:
    """Everybody of a list, in its order; `entered` are the persons of the event that it is for. Five queries."""
    found = match_names([player.name for player in players], club)
    return [_match(player, match, entered) for player, match in zip(players, found, strict=True)]


def _match(player: ListedPlayer, match: NameMatch, entered: Collection[int]) -> PlayerMatch:
    """One of them. The only person of that name is who is meant, where that person is registered already."""
    registered = frozenset(each.id for each in match.candidates if each.id in entered)
    if registered and len(match.candidates) == 1 and name_key(match.candidates[0].name) == name_key(player.name):
        match = replace(match, chosen=match.candidates[0].id, is_near=False)
    return PlayerMatch(player, match, registered)
