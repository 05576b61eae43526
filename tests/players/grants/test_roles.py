"""Every role, every permission, every place: made from the table in players/roles.py."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.management import CommandError, call_command

from common.journal.services import open_scope
from players.grants import permissions_doc
from players.permissions import NotAllowed, may, may_anywhere, require, roles_in
from players.roles import PERMISSION_NAMES, PERMISSIONS, ROLE_HELP, ROLE_NAMES, Permission, Role
from testing.factories import AccountFactory, holder_of

pytestmark = pytest.mark.core

SCOPES = {"server": None, "club:1": "server", "event:1": "club:1", "club:2": "server", "event:2": "club:2"}
BELOW = {
    "server": set(SCOPES),
    "club:1": {"club:1", "event:1"},
    "event:1": {"event:1"},
}
HELD = [
    (Role.ADMINISTRATOR, "server"),
    (Role.MODERATOR, "server"),
    (Role.ORGANISER, "club:1"),
    (Role.ARBITER, "club:1"),
    (Role.ARBITER, "event:1"),
]


@pytest.fixture(autouse=True)
def scopes(db: None) -> None:
    for key, parent in SCOPES.items():
        open_scope(key, parent)


@pytest.mark.parametrize(("role", "held_in"), HELD)
def test_a_role_allows_its_acts_where_it_is_held_and_below_and_nothing_else(role: Role, held_in: str) -> None:
    account = holder_of(role, held_in)
    allowed = {(permission, scope) for permission in Permission for scope in SCOPES if may(account, permission, scope)}
    assert allowed == {(permission, scope) for permission in PERMISSIONS[role] for scope in BELOW[held_in]}
    assert {permission for permission in Permission if may_anywhere(account, permission)} == PERMISSIONS[role]
    assert {scope for scope in SCOPES if roles_in(account, scope) == {role}} == BELOW[held_in]


@pytest.mark.parametrize("permission", list(Permission))
def test_without_a_role_nothing_is_allowed_anywhere(permission: Permission) -> None:
    off = holder_of(Role.ADMINISTRATOR, "server", AccountFactory(is_active=False))
    for account in (None, AnonymousUser(), AccountFactory(), off):
        assert not may_anywhere(account, permission)
        for scope in [*SCOPES, "club:99"]:
            assert not may(account, permission, scope)
            with pytest.raises(NotAllowed):
                require(account, permission, scope)


def test_every_role_and_act_is_in_the_table_and_has_a_name() -> None:
    assert set(PERMISSIONS) == set(ROLE_NAMES) == set(ROLE_HELP) == set(Role)
    assert set(PERMISSION_NAMES) == set(Permission)
    assert all(any(permission in permissions for permissions in PERMISSIONS.values()) for permission in Permission)


def test_more_power_holds_all_of_less() -> None:
    assert PERMISSIONS[Role.ARBITER] < PERMISSIONS[Role.ORGANISER] < PERMISSIONS[Role.ADMINISTRATOR]
    assert PERMISSIONS[Role.MODERATOR] < PERMISSIONS[Role.ADMINISTRATOR]


def test_the_page_about_permissions_is_written_from_the_table() -> None:
    assert permissions_doc.FILE.read_text(encoding="utf-8") == permissions_doc.text(), (
        "docs/permissions.md is stale: run manage.py permissiontable"
    )
    row = next(line for line in permissions_doc.text().splitlines() if "`run-rounds`" in line)
    assert row == "| Pair and start rounds (`run-rounds`) | yes | – | yes | yes | – |"
    row = next(line for line in permissions_doc.text().splitlines() if "`give-roles`" in line)
    assert row.endswith("| yes | – | yes | – | – |")


def test_the_command_says_when_the_page_is_stale(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(permissions_doc, "FILE", tmp_path / "permissions.md")
    permissions_doc.FILE.write_text("old", encoding="utf-8")
    with pytest.raises(CommandError, match="stale"):
        call_command("permissiontable", "--check")
    call_command("permissiontable")
    call_command("permissiontable", "--check")
