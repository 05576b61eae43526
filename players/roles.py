"""The one table of roles and acts. Every view and service asks `players.permissions.may`, which reads it."""

from __future__ import annotations

from enum import StrEnum

from gipf_engine.messages import gettext_noop as _


class Role(StrEnum):
    """What an account can be granted in a scope. Visitors and players need no grant."""

    KEEPER = "keeper"  # of the server: makes clubs, sees every job
    MODERATOR = "moderator"  # of the server: answers reports about players
    ORGANISER = "organiser"  # of a club: everything in it
    ARBITER = "arbiter"  # of an event: its rounds and results


class Act(StrEnum):
    """What can be done. Reading what is public is no act: it is open to all."""

    KEEP_SERVER = "keep-server"
    SEE_SERVER = "see-server"
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
    RESET_SECOND_FACTOR = "reset-second-factor"
    MODERATE = "moderate"


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
    Role.MODERATOR: frozenset({Act.MODERATE}),
    Role.KEEPER: frozenset(_ORGANISER | {Act.KEEP_SERVER, Act.SEE_SERVER, Act.RESET_SECOND_FACTOR, Act.MODERATE}),
}
"""What each role may do in its scope and below. A player's own acts (claim a result of one's own game,
enter oneself) need a seat or an open event instead of a role."""

ROLE_NAMES: dict[Role, str] = {
    Role.KEEPER: _("Administrator"),
    Role.MODERATOR: _("Moderator"),
    Role.ORGANISER: _("Organiser"),
    Role.ARBITER: _("Arbiter"),
}

ROLE_HELP: dict[Role, str] = {
    Role.KEEPER: _("Manages the whole server: creates clubs, and may do everything in each."),
    Role.MODERATOR: _("Reads and answers the reports of players about each other, on the whole server."),
    Role.ORGANISER: _("Manages one club: its people, roles and events."),
    Role.ARBITER: _("Manages the rounds and results of one event, or of all events of a club."),
}

ACT_NAMES: dict[Act, str] = {
    Act.KEEP_SERVER: _(
        "Create clubs, choose which count in the server's rating lists, appoint administrators and moderators"
    ),
    Act.SEE_SERVER: _("See how the server is doing: versions, backups, workers, slow requests"),
    Act.EDIT_CLUB: _("Change a club's name, place and time zone"),
    Act.MANAGE_PEOPLE: _("Add, rename, merge and erase people, make accounts and one-time links"),
    Act.GIVE_ROLES: _("Give and take back the roles of organiser and arbiter"),
    Act.SEE_JOBS: _("See what the server still has to do, and what fails"),
    Act.MAKE_EVENT: _("Create an event"),
    Act.EDIT_EVENT: _("Change, open, close, reopen and delete an event"),
    Act.ENTER_PLAYERS: _("Register players, withdraw them, note byes"),
    Act.RUN_ROUNDS: _("Pair and start rounds"),
    Act.DECIDE_RESULT: _("Decide a game's result, set its handicap"),
    Act.READ_JOURNAL: _("Read the journal: who did what, and when"),
    Act.RESET_SECOND_FACTOR: _("Reset somebody's two-factor sign-in"),
    Act.MODERATE: _(
        "Read reports about players and the chat concerned; warn, mute and suspend players, take guests’ names away"
    ),
}
"""What roles and acts are called on pages and in docs/permissions.md."""
