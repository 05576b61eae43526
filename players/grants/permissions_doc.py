"""docs/permissions.md, written from the table of roles and acts."""

from __future__ import annotations

from django.conf import settings

from players.roles import PERMISSION_NAMES, PERMISSIONS, ROLE_HELP, ROLE_NAMES, Permission, Role

FILE = settings.BASE_DIR / "docs" / "permissions.md"

_HEAD = """\
# Who may do what

This page is written from `players/roles.py` by `python manage.py permissiontable`; a test fails when it is stale.
Pages, the API, commands and workers all ask the same function, `players.permissions.may(account, permission, scope)`.

A role is granted in a scope (the server, a club, an event) and holds in every scope below it.
"""

_FOOT = """\
## Without a role

* **Everybody** reads what is public: clubs, events that are announced, standings, games, records, rating lists.
* **A player**, signed in with an account that is linked to a person, reports the results of that person's games, hands
  in their records, enters an event and leaves it while it is open for that, downloads everything kept about the person,
  and can erase it.
* **Whoever holds the link of a result slip** reports the result of that game from that seat, without an account, until
  the round closes or an arbiter revokes the link. It opens nothing else: no other game or seat, no page of the event.
* **Whoever holds a player's card** checks that player in, while check-in is open.
* **A round that is a draft** is read by those who may pair rounds in its event, and by nobody else.
* **Over a person** (name, merging, erasing) and the person's account, power lies with the organisers of one club, the
  home club, and with the administrators. It is stated, not derived: the club that made the person or the account, until
  the owner of the account chooses another of the own clubs (or none), or an administrator does. No membership, role,
  merge or link moves it. When the last membership in the home club ends, only administrators have power over an
  account, until its owner chooses.
* **To join a club**, people whom another club looks after are invited: the owner of the account accepts or declines;
  for people without an account the organisers of their home club do. Administrators can make anybody a member; that
  alone moves no power.
* **Over an account** that holds roles, power (erasing its person, too) takes the right to give each of those roles:
  whoever can make a one-time link for an account could become it.
* **Passkeys, sessions and keys to the API** are the owner's: nobody else sees, adds or removes them. Resetting
  somebody's two-factor sign-in removes the passkeys too, and so does a new password by a one-time link.
* **A role** in a club that neither looks after the account nor has it in a role already is an offer: it changes nothing
  until the owner of the account accepts it. Roles can be given up. Administrators give roles at once.
* The last organiser of a club, and the last administrator of the server, cannot be removed, and cannot give up the
  role.
"""


def text() -> str:
    """The whole page, ending in a newline."""
    roles = [f"* **{ROLE_NAMES[role]}** (`{role}`): {ROLE_HELP[role]}" for role in Role]
    lines = [
        "| permission | " + " | ".join(ROLE_NAMES[role] for role in Role) + " |",
        "|---|" + "---|" * len(Role),
        *(
            f"| {PERMISSION_NAMES[each]} (`{each}`) | " + " | ".join(_mark(role, each) for role in Role) + " |"
            for each in Permission
        ),
    ]
    return "\n".join([_HEAD, *roles, "", *lines, "", _FOOT])


def _mark(role: Role, permission: Permission) -> str:
    return "yes" if permission in PERMISSIONS[role] else "–"
