"""Queries that are compiled once give what Django's own give."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from common.compiled_query import CompiledObjects, CompiledQuery
from games.models import Claim, Game
from games.results.services.results import claim_result
from players.models import Account, Person
from testing.factories import AccountFactory, GameFactory, PersonFactory, seated

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

KINDS = ("id", "rules", "options", "played_on", "rated", "white__name", "white__merged_into__name", "club__slug")


def fields_of(found: Any) -> dict[str, Any]:
    return {field.attname: getattr(found, field.attname) for field in found._meta.concrete_fields}


def test_rows_are_those_of_values_list_whatever_the_kind_of_a_column(club) -> None:
    games = [GameFactory(club=club, options=["one", "two"], rated=rated) for rated in (True, False)]
    by_id = CompiledQuery(lambda game: Game.objects.filter(pk=game).values_list(*KINDS))
    for game in games:
        [row] = by_id(game.pk)
        assert row == Game.objects.filter(pk=game.pk).values_list(*KINDS)[0]
        assert [type(value) for value in row[:5]] == [int, str, list, type(game.played_on), bool]


def test_a_moment_comes_back_with_its_time_zone(club) -> None:
    game = GameFactory(club=club)
    claim_result(game.pk, seated(game, "white"), "1-0", source="page")
    claim = Claim.objects.get(game=game)
    [(at, late)] = CompiledQuery(lambda game: Claim.objects.filter(game=game).values_list("at", "late"))(game.pk)
    assert (at, late) == (claim.at, False)
    assert timezone.is_aware(at)


def test_each_value_goes_to_its_place_wherever_and_however_often_it_stands(club) -> None:
    game, other = GameFactory(club=club), GameFactory(club=club)

    def build(rules: Any, first: Any, second: Any) -> QuerySet[Game, Any]:
        either = Game.objects.filter(pk=second) | Game.objects.filter(pk=first) | Game.objects.filter(white=second)
        return either.filter(rules=rules, club__slug=club.slug).order_by("pk").values_list("pk")

    asked = CompiledQuery(build)
    assert asked(game.rules, other.pk, game.pk) == [(game.pk,), (other.pk,)]
    assert asked(game.rules, game.pk, game.pk) == [(game.pk,)]
    assert asked("other-rules", game.pk, other.pk) == []


def test_it_is_built_once_and_asks_once_each_time() -> None:
    person, built = PersonFactory(), []

    def build(number: Any) -> QuerySet[Person, Any]:
        built.append(number)
        return Person.objects.filter(pk=number).values_list("name")

    asked = CompiledQuery(build)
    with CaptureQueriesContext(connection) as queries:
        assert asked(person.pk) == asked(person.pk) == [(person.name,)]
    assert (len(built), len(queries)) == (1, 2)


def test_a_value_is_never_read_as_sql() -> None:
    PersonFactory()
    by_name = CompiledQuery(lambda name: Person.objects.filter(name=name).values_list("pk"))
    assert by_name("' OR 1=1 --") == []
    assert by_name("%s") == []


def test_objects_come_whole_with_those_that_they_point_to(club) -> None:
    game = GameFactory(club=club, options=["one"])
    asked = CompiledObjects(lambda number: Game.objects.filter(pk=number), ["club", "parent_scope", "white", "black"])
    with CaptureQueriesContext(connection) as queries:
        [found] = asked(game.pk)
        others = found.club, found.parent_scope, found.white, found.black
    assert len(queries) == 1
    usual = Game.objects.get(pk=game.pk)
    assert fields_of(found) == fields_of(usual)
    for other, expected in zip(others, (usual.club, usual.parent_scope, usual.white, usual.black), strict=True):
        assert (type(other), fields_of(other)) == (type(expected), fields_of(expected))


def test_an_object_that_was_read_so_can_be_saved(club) -> None:
    game = GameFactory(club=club)
    [found] = CompiledObjects(lambda number: Game.objects.select_for_update().filter(pk=number))(game.pk)
    found.version += 1
    found.save(update_fields=["version"])
    game.refresh_from_db()
    assert game.version == found.version == 1


def test_an_empty_foreign_key_is_none_and_so_is_what_would_lie_behind_it() -> None:
    with_person, without = AccountFactory(person=PersonFactory()), AccountFactory(person=None)
    asked = CompiledObjects(lambda number: Account.objects.filter(pk=number), ["person", "person__merged_into"])
    with CaptureQueriesContext(connection) as queries:
        [[found], [nobody]] = asked(with_person.pk), asked(without.pk)
        assert found.person == with_person.person
        assert found.person is not None
        assert found.person.merged_into is None
        assert nobody.person is None
    assert len(queries) == 2


def test_the_other_end_of_a_one_to_one_key_is_read_too_and_so_is_that_there_is_none() -> None:
    person, alone = PersonFactory(), PersonFactory()
    account = AccountFactory(person=person)
    asked = CompiledObjects(lambda number: Person.objects.filter(pk=number), ["account"])
    with CaptureQueriesContext(connection) as queries:
        [[found], [nobody]] = asked(person.pk), asked(alone.pk)
        assert (found.account, found.account.person) == (account, found)
        assert not hasattr(nobody, "account")
    assert len(queries) == 2
