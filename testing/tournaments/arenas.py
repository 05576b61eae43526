"""Arenas that run, for tests."""

from __future__ import annotations

from players.models import Account, Club
from testing.tournaments.here import running_here
from tournaments.arenas.services import join_arena
from tournaments.models import Event

ARENA = {"format": "arena", "time_control": "180+2", "no_show_minutes": None, "self_entry": True, "agreed_draws": False}


def arena_with(club: Club, organiser: Account, account: Account) -> Event:
    """An arena of 45 minutes that has started, which `account` alone has joined: there is no pair to make."""
    event, _players = running_here(club, organiser, ("Aida Arena",), rounds=0, **ARENA)
    join_arena(event.pk, account)
    return event
