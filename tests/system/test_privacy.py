"""What docs/privacy.md and /about/privacy say is what the tables, the export and erasing do."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db.models import Field, Model
from django.test import Client
from django.test.utils import override_settings

from games.models import Game
from gipfel import privacy_doc
from gipfel.privacy import ABOUT_NO_ONE, KINDS, tables
from gipfel.privacy_tables import CLEARED, DELETED
from play.chat.services import chat, reports
from play.core.services import guests
from players.core.queries.records import record_ids
from players.erasure import exports
from players.erasure.services import erase_person
from players.models import Account, GuardianConsent, Person
from players.models.guardians import ASKED_FOR
from players.models.joining import OPEN_FOR, SIGN_UP_OPEN_FOR
from players.notifications.services import notifications
from players.uploads import limits as uploads
from testing.factories import ClubFactory, organiser_of
from testing.system.site_fixture import Site
from testing.tournaments.factories import FOUR, running
from tests.upgrades.rare_rows import make_rare_rows

pytestmark = pytest.mark.django_db

DECLARED = {table.label: table for table in tables()}
MODELS = {model._meta.label: model for model in apps.get_models(include_auto_created=True)}
SUSPICIOUS = re.compile(r"^(account|actor|address|browser|email|network|.*_by|by|text|name|username|birth.*)$")
"""Columns of such names mostly hold something about people."""
NOT_ABOUT_PEOPLE = {
    "auth.Group.name", "auth.Permission.name", "players.Club.name", "players.ClubPage.address",
    "tournaments.Category.name", "tournaments.PlacePrize.name", "tournaments.Round.by_hand", "tournaments.RuleExit.by",
}  # fmt: skip


def _points_at_people(field: Field[Any, Any]) -> bool:
    return field.is_relation and field.related_model in (Person, Account)


def test_every_table_is_declared_once() -> None:
    assert set(DECLARED) | ABOUT_NO_ONE == set(MODELS)
    assert not set(DECLARED) & ABOUT_NO_ONE


def test_no_column_about_people_is_in_a_table_about_no_one() -> None:
    found = {
        f"{label}.{field.name}"
        for label in ABOUT_NO_ONE
        for field in MODELS[label]._meta.concrete_fields
        if _points_at_people(field) or SUSPICIOUS.match(field.name)
    }
    assert found <= NOT_ABOUT_PEOPLE


def test_every_table_is_of_a_kind_and_every_kind_has_tables() -> None:
    kinds = [kind.key for kind in KINDS]
    assert {table.kind for table in DECLARED.values()} == set(kinds) and len(kinds) == len(set(kinds))


def test_every_table_is_in_the_export_or_says_why_not() -> None:
    sections = set(exports._sections)
    named = {table.export for table in DECLARED.values()}
    assert {each for each in named if not each.startswith("no: ")} == sections


def test_the_page_in_docs_is_that_of_the_models() -> None:
    call_command("privacytable", check=True)
    text = privacy_doc.FILE.read_text(encoding="utf-8")
    assert "| players.GuardianAnswer | `consent`, `answer`, `at` |" in text


def test_deadlines_are_those_of_the_jobs() -> None:
    until = {kind.key: kind.until for kind in KINDS}
    assert f"Unanswered requests to join for {OPEN_FOR.days} days" in until["requests"]
    assert SIGN_UP_OPEN_FOR.days == 1 and "for an account for one day" in until["requests"]
    assert f"Unanswered for {ASKED_FOR.days} days" in until["guardians"]
    assert f"For {chat.KEPT.days} days" in until["messages"]
    assert reports.KEPT.days == 365 and "for a year" in until["moderation"]
    assert f"Notifications for {notifications.KEPT.days} days" in until["notices"]
    assert uploads.KEPT.days == 1 and "One day if they are not used" in until["files"]
    assert f"For {guests.KEPT.days} days" in until["guests"]


@override_settings(PRIVACY_CONTACT="data@club.example", BACKUP_KEEP_WEEKS=6)
def test_the_page_shows_every_kind_to_everyone_and_whom_to_ask() -> None:
    page = Client().get("/about/privacy").content.decode()
    assert [page.index(f"<h2>{kind.title}</h2>") for kind in KINDS] == sorted(
        page.index(f"<h2>{kind.title}</h2>") for kind in KINDS
    )
    assert 'href="mailto:data@club.example"' in page
    assert "Backups are deleted after 6 weeks" in page
    assert 'href="/about/privacy"' in Client().get("/about").content.decode()


def _rows_of(label: str, account: Account, records: list[int]) -> int:
    """How many rows of a table point at an account or a record of a person."""
    model: type[Model] = MODELS[label]
    found = 0
    for field in model._meta.concrete_fields:
        if field.is_relation and field.related_model is Person:
            found += model._default_manager.filter(**{f"{field.name}__in": records}).count()
        elif field.is_relation and field.related_model is Account:
            found += model._default_manager.filter(**{field.name: account}).count()
    return found


@pytest.mark.slow
def test_erasing_everyone_leaves_no_row_of_theirs_in_the_tables_that_lose_them(site: Site) -> None:
    """On a site with a row in each table: after all people with accounts are erased, none of theirs is left."""
    club = ClubFactory(name="Delft", slug="delft")
    organiser = organiser_of(club)
    event = running(club, organiser, FOUR, rounds=1)
    make_rare_rows(event, organiser, Game.objects.filter(paired__pairing__round__event=event).latest("pk"))
    lost = [label for label, table in DECLARED.items() if table.erasing == DELETED]
    before, after = dict.fromkeys(lost, 0), dict.fromkeys(lost, 0)
    for account in Account.objects.exclude(person=None).filter(person__erased_at=None, person__is_program=False):
        records = record_ids(account.person_id or 0)
        for label in lost:
            before[label] += _rows_of(label, account, records)
        erase_person(actor=account, person_id=records[0])
        account.refresh_from_db()
        for label in lost:
            after[label] += _rows_of(label, account, records)
    assert {label for label, count in after.items() if count} == set()
    assert sum(1 for count in before.values() if count) >= 15, before
    assert DECLARED["players.GuardianConsent"].erasing == CLEARED
    assert not GuardianConsent.objects.exclude(email="").exists()
