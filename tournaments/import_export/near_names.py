"""Whom the players of a list may be: each with the persons who are called so, or nearly so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from players.models import Club
from players.name_matches import Candidate, NameMatch, match_names
from tournaments.import_export.player_lists import ListedPlayer


@dataclass(frozen=True, slots=True)
class PlayerMatch:
    """A player of a list and who that may be."""

    player: ListedPlayer
    match: NameMatch

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        return self.match.candidates

    @property
    def chosen(self) -> int | None:
        return self.match.chosen

    @property
    def is_near(self) -> bool:
        return self.match.is_near


def match_players(players: Sequence[ListedPlayer], club: Club) -> list[PlayerMatch]:
    """Everybody of a list, in its order. Five queries."""
    found = match_names([player.name for player in players], club)
    return [PlayerMatch(player, match) for player, match in zip(players, found, strict=True)]
