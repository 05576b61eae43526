"""The order in which teams get their numbers when an event starts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.names import normalize_name
from tournaments.core.errors import EventRefused
from tournaments.core.team_loader import TeamRow
from tournaments.entries.numbering import strength
from tournaments.entries.services.numbering import Seeding


def sort_teams(
    teams: Sequence[TeamRow],
    seeding: Seeding,
    *,
    ratings: Mapping[int, int | None],
    boards: int,
    order: Sequence[int] = (),
    seed: str = "",
) -> list[TeamRow]:
    """The teams in the order of their numbers.

    By strength, the mean rating of the best players who fill the `boards`, the unrated counting nothing, then by name;
    by lot, from `seed`; or by hand, as the teams' ids in `order` say. `ratings` are by entry. EventRefused where
    `order` does not name every team once.
    """
    if seeding is Seeding.HAND:
        by_id = {team.id: team for team in teams}
        if sorted(order) != sorted(by_id):
            raise EventRefused(Message(_("Give every team one number, from 1 upwards, and no number twice.")))
        return [by_id[team] for team in order]
    if seeding is Seeding.LOT:
        known = sorted(teams, key=lambda team: team.id)
        Random(seed).shuffle(known)  # noqa: S311  the seed is from `secrets`; the draw must be repeatable
        return known
    return sorted(teams, key=lambda team: (-strength(team, ratings, boards), normalize_name(team.name), team.id))
