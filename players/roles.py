"""The one table of roles and acts. Every view and service asks `players.permissions.may`, which reads it."""

from __future__ import annotations

from enum import StrEnum

from gipf_engine.messages import gettext_noop as _


class Role(StrEnum):
    """What an account can be granted in a scope. Visitors and players need no grant."""

    ADMINISTRATOR = "administrator"  # of the server: makes clubs, sees every job
    MODERATOR = "moderator"  # of the server: answers reports about players
    ORGANISER = "organiser"  # of a club: everything in it
    ARBITER = "arbiter"  # of an event: its rounds and results
    SCORER = "scorer"  # of an event: results that are missing


class Permission(StrEnum):
    """What can be done. Reading what is public is no act: it is open to all."""

    MANAGE_SERVER = "manage-server"
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
    ENTER_RESULT = "enter-result"
    READ_JOURNAL = "read-journal"
    RESET_SECOND_FACTOR = "reset-second-factor"
    MODERATE = "moderate"


_SCORER = {Permission.ENTER_RESULT}
_ARBITER = _SCORER | {
    Permission.ENTER_PLAYERS,
    Permission.RUN_ROUNDS,
    Permission.DECIDE_RESULT,
    Permission.READ_JOURNAL,
}
_ORGANISER = _ARBITER | {
    Permission.EDIT_CLUB,
    Permission.MANAGE_PEOPLE,
    Permission.GIVE_ROLES,
    Permission.SEE_JOBS,
    Permission.MAKE_EVENT,
    Permission.EDIT_EVENT,
}

PERMISSIONS: dict[Role, frozenset[Permission]] = {
    Role.SCORER: frozenset(_SCORER),
    Role.ARBITER: frozenset(_ARBITER),
    Role.ORGANISER: frozenset(_ORGANISER),
    Role.MODERATOR: frozenset({Permission.MODERATE}),
    Role.ADMINISTRATOR: frozenset(
        _ORGANISER
        | {Permission.MANAGE_SERVER, Permission.SEE_SERVER, Permission.RESET_SECOND_FACTOR, Permission.MODERATE}
    ),
}
"""What each role may do in its scope and below. A player's own acts (claim a result of one's own game,
enter oneself) need a seat or an open event instead of a role."""

ROLE_NAMES: dict[Role, str] = {
    Role.ADMINISTRATOR: _("Administrator"),
    Role.MODERATOR: _("Moderator"),
    Role.ORGANISER: _("Organiser"),
    Role.ARBITER: _("Arbiter"),
    Role.SCORER: _("Scorer"),
}

ROLE_HELP: dict[Role, str] = {
    Role.ADMINISTRATOR: _("Manages the whole server: creates clubs, and may do everything in each."),
    Role.MODERATOR: _("Reads and answers the reports of players about each other, on the whole server."),
    Role.ORGANISER: _("Manages one club: its people, roles and events."),
    Role.ARBITER: _("Manages the rounds and results of one event, or of all events of a club."),
    Role.SCORER: _("Enters results in one event, or in all events of a club. Everything else is the arbiter’s."),
}

PERMISSION_NAMES: dict[Permission, str] = {
    Permission.MANAGE_SERVER: _(
        "Create clubs, choose which count in the server's rating lists, appoint administrators and moderators"
    ),
    Permission.SEE_SERVER: _("See how the server is doing: versions, backups, workers, slow requests"),
    Permission.EDIT_CLUB: _("Change a club's name, place and time zone"),
    Permission.MANAGE_PEOPLE: _("Add, rename, merge and erase people, make accounts and one-time links"),
    Permission.GIVE_ROLES: _("Give and revoke the roles of organiser, arbiter and scorer"),
    Permission.SEE_JOBS: _("See what the server still has to do, and what fails"),
    Permission.MAKE_EVENT: _("Create an event"),
    Permission.EDIT_EVENT: _("Change, open, close, reopen and delete an event"),
    Permission.ENTER_PLAYERS: _("Register players, withdraw them, note byes"),
    Permission.RUN_ROUNDS: _("Pair and start rounds"),
    Permission.DECIDE_RESULT: _("Decide a game's result, set its handicap"),
    Permission.ENTER_RESULT: _("Enter a missing result, and correct it until the next round"),
    Permission.READ_JOURNAL: _("Read the journal: who did what, and when"),
    Permission.RESET_SECOND_FACTOR: _("Reset two-factor sign-in of another account"),
    Permission.MODERATE: _(
        "Read reports about players and the chat concerned; warn, mute and suspend players, take guests’ names away"
    ),
}
"""What roles and acts are called on pages and in docs/permissions.md."""
