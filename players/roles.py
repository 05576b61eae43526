"""The one table of roles and acts. Every door asks `players.permissions.may`, which reads it."""

from __future__ import annotations

from enum import StrEnum


class Role(StrEnum):
    """What an account can be granted in a scope. Visitors and players need no grant."""

    KEEPER = "keeper"  # of the server: makes clubs, sees every job
    ORGANISER = "organiser"  # of a club: everything in it
    ARBITER = "arbiter"  # of an event: its rounds and results


class Act(StrEnum):
    """What can be done. Reading what is public is no act: it is open to all."""

    KEEP_SERVER = "keep-server"
    EDIT_CLUB = "edit-club"
    MANAGE_PEOPLE = "manage-people"
    GIVE_ROLES = "give-roles"
    SEE_JOBS = "see-jobs"
    MAKE_EVENT = "make-event"
    EDIT_EVENT = "edit-event"
    ENTER_PLAYERS = "enter-players"
    RUN_ROUNDS = "run-rounds"
    DECIDE_RESULT = "decide-result"
    READ_JOURNAL = "read-journal"


_ARBITER = {Act.ENTER_PLAYERS, Act.RUN_ROUNDS, Act.DECIDE_RESULT, Act.READ_JOURNAL}
_ORGANISER = _ARBITER | {
    Act.EDIT_CLUB,
    Act.MANAGE_PEOPLE,
    Act.GIVE_ROLES,
    Act.SEE_JOBS,
    Act.MAKE_EVENT,
    Act.EDIT_EVENT,
}

ACTS: dict[Role, frozenset[Act]] = {
    Role.ARBITER: frozenset(_ARBITER),
    Role.ORGANISER: frozenset(_ORGANISER),
    Role.KEEPER: frozenset(_ORGANISER | {Act.KEEP_SERVER}),
}
"""What each role may do in its scope and below. A player's own acts (claim a result of one's own game,
enter oneself) need a seat or an open event instead of a role."""
