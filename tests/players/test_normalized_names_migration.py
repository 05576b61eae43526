"""The upgrade folds the names again that are stored: searches find people whom an earlier release wrote down."""

from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext

from common.journal.models import Scope
from players.models import Club, Person
from players.queries import matching
from tests.factories import PersonFactory

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def upgrade() -> None:
    import_module("players.migrations.0008_names_folded_again").fold_again(apps, None)


def stored(name: str, folded: str) -> Person:
    """A person as an earlier release left it: it kept unseen characters in the name, and in what searches compare."""
    person = PersonFactory()
    Person._base_manager.filter(pk=person.pk).update(name=name, folded=folded)
    return person


def test_a_name_with_a_filler_is_found_after_the_upgrade_and_stays_as_it_was_typed() -> None:
    person = stored("An\u3164na", "an\u1160na")  # NFKD makes another filler of it
    assert list(matching("Anna")) == []
    upgrade()
    assert list(matching("Anna")) == [person]
    person.refresh_from_db()
    assert (person.name, person.folded) == ("An\u3164na", "anna")


def test_people_of_an_import_that_is_not_complete_are_folded_too(club: Club) -> None:
    person = stored("Be\u2800n", "be\u2800n")
    Person._base_manager.filter(pk=person.pk).update(staged_in=Scope.objects.get(key=club.scope))
    upgrade()
    assert Person._base_manager.get(pk=person.pk).folded == "ben"


def test_names_that_are_folded_as_today_are_not_written() -> None:
    PersonFactory(name="Müller")
    with CaptureQueriesContext(connection) as asked:
        upgrade()
    assert [each["sql"] for each in asked if each["sql"].startswith("UPDATE")] == []
