"""Whoever looked after a person or an account yesterday does so today; from now on it is stated, not derived."""

from collections.abc import Iterable
from itertools import groupby
from typing import Any, ClassVar

from django.db import migrations
from django.db.models import F
from django.db.models.functions import Coalesce

BATCH = 500


def state_homes(apps: Any, schema_editor: Any) -> None:
    """The rule until now: of the open memberships the one written first, else of the ended ones the last."""
    person, account, membership, grant = (
        apps.get_model("players", name) for name in ("Person", "Account", "Membership", "Grant")
    )
    rows = membership.objects.annotate(root=Coalesce("person__merged_into_id", "person_id")).order_by("root", "pk")
    homes = {root: _home(of_one) for root, of_one in groupby(rows.iterator(chunk_size=2000), key=lambda row: row.root)}
    own = {pk: _home(of_one) for pk, of_one in groupby(membership.objects.order_by("person", "pk"), key=_person)}
    people = list(person.objects.only("pk", "merged_into", "home"))
    for one in people:
        # A merged record keeps a home of its own, for the day when it is parted again.
        one.home_id = homes.get(one.pk) if one.merged_into_id is None else own.get(one.pk)
    person.objects.bulk_update([one for one in people if one.home_id], ["home"], batch_size=BATCH)
    granted = _first_clubs(grant)
    accounts = list(account.objects.select_related("person"))
    for one in accounts:
        root = one.person and (one.person.merged_into_id or one.person_id)
        one.home_id = homes.get(root) if root else granted.get(one.pk)
    account.objects.bulk_update([one for one in accounts if one.home_id], ["home"], batch_size=BATCH)


def _person(row: Any) -> int:
    return int(row.person_id)


def _home(rows: Iterable[Any]) -> int:
    """The club of the membership that gave power, of rows in the order in which they were written."""
    memberships = list(rows)
    still = [row for row in memberships if row.until is None]
    chosen = still[0] if still else max(memberships, key=lambda row: (row.until, -row.pk))
    return int(chosen.club_id)


def _first_clubs(grant: Any) -> dict[int, int]:
    """For accounts with roles the club of the first: whoever may give all of the roles there had the power."""
    clubs: dict[int, int] = {}
    rows = grant.objects.annotate(key=F("scope__key"), parent=F("scope__parent__key")).order_by("pk")
    for account, key, parent in rows.values_list("account", "key", "parent"):
        club = next((each for each in (key, parent or "") if each.startswith("club:")), None)
        if club is not None:
            clubs.setdefault(account, int(club.partition(":")[2]))
    return clubs


class Migration(migrations.Migration):
    dependencies: ClassVar = [("players", "0003_homes_and_invitations")]

    operations: ClassVar = [migrations.RunPython(state_homes, migrations.RunPython.noop, elidable=False)]
